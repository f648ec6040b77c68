"""What people do with mouse, fingers and keys, and where the focus goes."""
