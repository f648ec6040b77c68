"""Python for the browser: a smaller Pyodide, bytecode, and the memory image."""
