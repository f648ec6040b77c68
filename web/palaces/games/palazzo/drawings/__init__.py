"""The drawings of Palazzo, as SVG."""
