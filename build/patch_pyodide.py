"""What the build changes in Pyodide and PyScript before it ships them: where parts come from, and what no page needs.

Only the very files that this was made for and tested with are changed; another release is shipped as it came, with a
library that it can read, which starts slower and is just as right.
"""

import hashlib
import re
from collections.abc import Iterator, Mapping
from pathlib import Path

PATCHED_FILES = {
    "pyodide.mjs": "pyodide/pyodide.mjs",
    "pyodide.asm.mjs": "pyodide/pyodide.asm.mjs",
    "pyodide.asm.wasm": "pyodide/pyodide.asm.wasm",
    "pyscript.js": "@pyscript/core/dist/core-*.js",
}
"""Pyodide's loader, script and wasm, and PyScript itself: where they lie among npm's packages."""
KNOWN_PARTS_HASH = "c033cf755c64c30d9f6302f22fc2c21df57cb3fd4ff9317c47636596adfc8ce3"
"""Hash over these parts of the releases that are changed."""

# -- parts from elsewhere ----------------------------------------------------------------------------------------------

# Pyodide's loader compiles its wasm only when its script has been read. Ours is given one that `start-python.js` has
# begun
# with long before; and its library, or none if a memory image has all of it that is asked for.
PRELOAD_CHANGES = (
    (b"function he(e){let t=j(e);", b"function he(e){let t=e;"),
    (b"let r=await t;n.FS.writeFile(", b"let r=await t;r&&n.FS.writeFile("),
    # an image is laid into memory page by page, and may turn out not to be there; all else begins before it comes
    (
        b"let n=await e._loadSnapshot,i=ArrayBuffer.isView(n)?n:new Uint8Array(n);"
        b"return t.noInitialRun=!0,t.INITIAL_MEMORY=i.length,i",
        b"return t.noInitialRun=!0,[e._loadSnapshot]",
    ),
    (b"s=await ke(t,n),r=await Re(i,n);", b"s=await ke(t,n),r=await Re(i,n);s=s&&await s[0];"),
    (b"Ie(e.indexURL)", b"Ie(e.indexURL,e.wasm)"),
    (b"function Ie(e){", b"function Ie(e,given){"),
    (b'let{binary:t,response:n}=_(e+"pyodide.asm.wasm")', b'let{binary:t,response:n}=given?{}:_(e+"pyodide.asm.wasm")'),
    (
        b"let l;n?l=await",
        b"let l;given?l={module:await given,instance:await WebAssembly.instantiate(await given,s)}:n?l=await",
    ),
    # of a failure the page is told, which would wait for ever
    (b'console.warn("wasm instantiation failed!"),console.warn(l)', b"reportError(l)"),
)

# -- Python that no page asks for --------------------------------------------------------------------------------------

# PyScript writes a library of its own into Python's files at every start, and imports it. Ours asks for none of it.
PYSCRIPT_LIBRARY_CUTS = (
    (b'"import os as _os",', b'"_path = None"'),
    (b'wo(".",{pyscript:{', b'ho.push("import pyscript as _pyscript"),'),
    (b'ho.push(...["_Path",', b"`del ${e}`)),"),
)
"""How each thing to be left out begins, and how it ends."""

# -- a closed world ----------------------------------------------------------------------------------------------------

# Stock Pyodide exports every function of C that a compiled package might link to, 8,560 names, and enters each of them
# into tables at every start. The page loads no such package, ever. What is left is what Pyodide's own scripts call.
JS_NAME = re.compile(rb"[\w$]+")
EXPORT_ASSIGNMENT = re.compile(  # where one export is entered: a function, a tag or an address
    rb'([\w$]+)=Module\["\1"\]=(?:wasm\w+=|Module\["wasm\w+"\]=)*wasmExports\["([\w$]+)"\](?:\.value>>>0)?;?'
)
EXPORTS_FUNCTION = b"function assignWasmExports(wasmExports){"
CLOSED_WORLD_CHANGES = (
    # the table of all that a library could link to
    (b"assignWasmExports(wasmExports);updateGOT(origExports);", b"assignWasmExports(wasmExports);"),
    # functions of JavaScript that C could be handed as pointers, each by a little wasm of its own: those of WebGL
    (b"if(!value&&!entry.required){entry.value=0;continue}", b"if(true){entry.value=0;continue}"),
)
# Memory that several threads share, made at every start for a wait that no page of ours ever has to make. A browser
# holds it against a page whose server does not keep it apart from other sites.
SHARED_MEMORY_CHANGES = ((b"new WebAssembly.Memory({shared:!0,initial:1,maximum:1}).buffer", b"new ArrayBuffer(4)"),)
EXPORT_SECTION = 7  # the section's number in a wasm

# -- emptied tables ----------------------------------------------------------------------------------------------------

# Half of the wasm's data, 0.75 MB compressed, is tables that the page never reads: names and forms of all characters
# (what `str` itself knows of them lies elsewhere), and the encodings of East Asia, twice, for Python and for iconv, a
# part of C's library that nothing calls. They become zeros; and so that nobody takes a zero for an answer, the ways to
# them end before: no import finds a module whose name is empty, and no iconv opens where no encoding has a name. What
# would need them says so: `\N{DASH}` in a source that is compiled in the page, or an identifier beyond ASCII.
# The bounds are those of CPython 3.14's and musl 1.2.5's own arrays, found in the wasm byte for byte.
REMOVED_MODULE_NAMES = (  # where in memory the names of built-in modules begin: empty, if the first letter is a zero
    246_313,  # unicodedata
    133_776,  # _codecs_cn
    144_089,  # _codecs_hk
    313_212,  # _codecs_iso2022, which asks its neighbours
    112_211,  # _codecs_jp
    96_577,  # _codecs_kr
    10_540,  # _codecs_tw
)
REMOVED_TABLES = (  # from and to where in memory
    (800_544, 1_310_740),  # cjkcodecs/mappings_cn.h, _hk.h, _jisx0213_pair.h, _jp.h, _kr.h
    (1_311_312, 1_389_872),  # cjkcodecs/mappings_tw.h
    (1_391_264, 1_393_352),  # unicodedata_db.h: the records
    (1_396_272, 2_098_848),  # unicodedata_db.h, unicodename_db.h: all other tables of numbers
    (2_823_168, 2_962_526),  # iconv.c: the names of encodings first
)
ZEROED_RANGES = (*((first, first + 1) for first in REMOVED_MODULE_NAMES), *REMOVED_TABLES)
DATA_SECTION = 11  # the section's number in a wasm

# -- memory images -----------------------------------------------------------------------------------------------------

TRAMPOLINE_ADDRESS = b"HEAP32[(__PyRuntime+HEAP32[__PyEM_EMSCRIPTEN_TRAMPOLINE_OFFSET/4>>>0])/4>>>0]"
MEMORY_IMAGE_CHANGES = (
    # to know what an image has to hold, one has to know what was there before Python began
    (
        b"if(!noInitialRun)callMain(args)",
        b"if(API.config._makeSnapshot)API.fresh=HEAPU8.slice();if(!noInitialRun)callMain(args)",
    ),
    (b"e=new Uint32Array(t.buffer,t.byteOffset,t.byteLength/4)", b"e=new Uint32Array(t.head.buffer)"),
    (b"i=t.subarray(Ze,Ze+n);t=t.subarray(r);", b"i=t.head.subarray(Ze,Ze+n);"),
    # one function in the memory is the browser's own, and another one where the image was made
    (
        b"return Module.HEAP8.set(t),l",
        b"let own=" + TRAMPOLINE_ADDRESS + b";t.lay(Module.HEAPU8);" + TRAMPOLINE_ADDRESS + b"=own;return l",
    ),
)


def read_parts(modules: Path) -> dict[str, bytes]:
    """The parts that are changed, by their names here, from the folder of npm's packages."""
    return {name: one.read_bytes() for name, pattern in PATCHED_FILES.items() for one in modules.glob(pattern)}


def is_known_release(files: Mapping[str, bytes]) -> bool:
    """Whether these are the very parts that the changes were made for."""
    return hashlib.sha256(b"".join(files[name] for name in sorted(files))).hexdigest() == KNOWN_PARTS_HASH


def patched_parts(files: Mapping[str, bytes]) -> dict[str, bytes] | None:
    """The parts as they are shipped; None if they are not those known."""
    if not is_known_release(files):
        return None
    script, names = drop_unused_exports(files["pyodide.asm.mjs"], files["pyodide.mjs"])
    return {
        "pyodide.mjs": replace_each(files["pyodide.mjs"], PRELOAD_CHANGES),
        "pyodide.asm.mjs": replace_each(script, CLOSED_WORLD_CHANGES + SHARED_MEMORY_CHANGES + MEMORY_IMAGE_CHANGES),
        "pyodide.asm.wasm": trim_wasm(files["pyodide.asm.wasm"], names),
        "pyscript.js": cut_ranges(files["pyscript.js"], PYSCRIPT_LIBRARY_CUTS),
    }


def replace_each(code: bytes, changes: tuple[tuple[bytes, bytes], ...]) -> bytes:
    """A script with changes, each at the one place that it is for."""
    for old, new in changes:
        before, after = code.split(old)  # exactly once, or we no longer know what we change
        code = before + new + after
    return code


def cut_ranges(code: bytes, places: tuple[tuple[bytes, bytes], ...]) -> bytes:
    """A script without what stands between each beginning and its end, both of them included."""
    for begin, end in places:
        before, after = code.split(begin)  # exactly once, or we no longer know what we change
        code = before + after[after.index(end) + len(end) :]
    return code


def drop_unused_exports(script: bytes, loader: bytes) -> tuple[bytes, set[bytes]]:
    """The script without the exports that neither it nor the loader names elsewhere; and all names that they say."""
    before, after = script.split(EXPORTS_FUNCTION)
    entries = list(EXPORT_ASSIGNMENT.finditer(after))
    rest = after[entries[-1].end() :]
    if b"".join(entry[0] for entry in entries) + rest != after:
        raise ValueError("the exports are not entered one after the other")
    head, declared = before.rsplit(b"var ", 1)
    said = set(JS_NAME.findall(head + rest + loader))
    kept = [entry for entry in entries if {entry[1], entry[2]} & said]
    dropped = {entry[1] for entry in entries} - {entry[1] for entry in kept}
    names = b",".join(name for name in declared.rstrip(b";").split(b",") if name not in dropped)
    own = head + b"var " + names + b";" + EXPORTS_FUNCTION + b"".join(entry[0] for entry in kept) + rest
    return own, said | {entry[2] for entry in kept}


def trim_wasm(wasm: bytes, names: set[bytes]) -> bytes:
    """A wasm that exports these names only, and has zeros for what is emptied."""
    out = [wasm[:8]]
    for number, content in wasm_sections(wasm):
        if number == EXPORT_SECTION:
            kept = [entry for name, entry in wasm_exports(content) if name in names]
            content = encode_leb128(len(kept)) + b"".join(kept)
        elif number == DATA_SECTION:
            content = zero_data(content)
        out.append(bytes([number]) + encode_leb128(len(content)) + content)
    return b"".join(out)


def wasm_sections(wasm: bytes) -> Iterator[tuple[int, bytes]]:
    """Number and content of each section."""
    at = 8
    while at < len(wasm):
        length, start = decode_leb128(wasm, at + 1)
        yield wasm[at], wasm[start : start + length]
        at = start + length


def wasm_exports(section: bytes) -> Iterator[tuple[bytes, bytes]]:
    """Name and whole entry of each export."""
    count, at = decode_leb128(section, 0)
    for _ in range(count):
        length, start = decode_leb128(section, at)
        _index, end = decode_leb128(section, start + length + 1)  # behind the kind
        yield section[start : start + length], section[at:end]
        at = end


def zero_data(section: bytes) -> bytes:
    """The data, with zeros for what is emptied, in whichever pieces it lies."""
    out = bytearray(section)
    for address, start, end in data_segments(section):
        for first, last in ZEROED_RANGES:
            low, high = max(first - address + start, start), min(last - address + start, end)
            if low < high:
                out[low:high] = bytes(high - low)
    return bytes(out)


def data_segments(section: bytes) -> Iterator[tuple[int, int, int]]:
    """Of each piece of the data: where in memory it will begin, and where in the section it does and ends."""
    count, at = decode_leb128(section, 0)
    for _ in range(count):
        address, end = decode_leb128(section, at + 2)  # behind the kind, and the order to take the number that follows
        length, start = decode_leb128(section, end + 1)  # behind the end of orders
        at = start + length
        yield address, start, at


def encode_leb128(number: int) -> bytes:
    """A number as wasm writes it: seven bits a byte, the lowest first."""
    out = bytearray()
    while number > 127:
        out.append(number & 127 | 128)
        number >>= 7
    return bytes([*out, number])


def decode_leb128(data: bytes, at: int) -> tuple[int, int]:
    """The number written there, and where it ends."""
    number = shift = 0
    while True:
        number |= (data[at] & 127) << shift
        at, shift = at + 1, shift + 7
        if data[at - 1] < 128:
            return number, at
