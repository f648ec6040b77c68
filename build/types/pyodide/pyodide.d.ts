export { loadPyodide, version } from "pyodide";
