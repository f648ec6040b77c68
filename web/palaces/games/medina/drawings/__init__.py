"""The drawings of Medina, as SVG."""
