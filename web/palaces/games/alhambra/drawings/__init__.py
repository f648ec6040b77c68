"""The drawings of Alhambra, as SVG."""
