import { loadPyodide as load } from "pyodide";

export { version } from "pyodide";

/**
 * With what it does not document: what it calls when Python has ended for good, where it imports from, and what was in
 * memory before Python began, if an image is to be made.
 */
type Python = Awaited<ReturnType<typeof load>> & {
  _api: {
    on_fatal?: (error: Error) => void;
    sys: {
      path: { insert: (at: number, folder: string) => void; append: (folder: string) => void };
      path_importer_cache: { get: (folder: string) => { invalidate_caches: () => void } };
    };
    fresh: Uint8Array;
  };
  _module: { HEAPU8: Uint8Array; _malloc: (bytes: number) => number; _free: (address: number) => void };
};

/** What the build has it take besides: the wasm, compiled, or being so; the library or a memory image, as there is one. */
type Options = Omit<NonNullable<Parameters<typeof load>[0]>, "_loadSnapshot" | "stdLibURL"> & {
  wasm?: Promise<WebAssembly.Module>;
  stdLibURL?: Promise<Uint8Array | undefined>;
  _loadSnapshot?: Promise<import("../../../web/scripts/memory-image.js").Image | undefined>;
  _makeSnapshot?: boolean;
  _sysExecutable?: string; // what Python takes itself to be: in a page "./this.program"
};

export function loadPyodide(options?: Options): Promise<Python>;
