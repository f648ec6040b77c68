import { loadPyodide as load } from "pyodide";

export { version } from "pyodide";

/** With what it does not document: what it calls when Python has ended for good. */
type Python = Awaited<ReturnType<typeof load>> & { _api: { on_fatal?: (error: Error) => void } };

export function loadPyodide(options?: Parameters<typeof load>[0]): Promise<Python>;
