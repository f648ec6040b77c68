import { loadPyodide as load } from "pyodide";

export { version } from "pyodide";

/** With what it does not document: what it calls when Python has ended for good, and where it imports from. */
type Python = Awaited<ReturnType<typeof load>> & {
  _api: { on_fatal?: (error: Error) => void; sys: { path: { insert: (at: number, folder: string) => void } } };
};

/** What the build has it take besides: the wasm, compiled, or being so; a memory image, if there is one. */
type Options = Omit<NonNullable<Parameters<typeof load>[0]>, "_loadSnapshot"> & {
  wasm?: Promise<WebAssembly.Module>;
  _loadSnapshot?: Promise<Uint8Array | undefined>;
  _makeSnapshot?: boolean;
};

export function loadPyodide(options?: Options): Promise<Python>;
