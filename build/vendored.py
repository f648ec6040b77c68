"""What the build changes in Pyodide before it ships it: the exports that nobody needs, and where its parts come from.

Only the very files that this was made for and tested with are changed; another release of Pyodide is shipped as it
came, with a library that it can read, which starts slower and is just as right.
"""

import hashlib
import re
from collections.abc import Iterator, Mapping
from pathlib import Path

PARTS = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm")
"""Pyodide's loader, script and wasm, as they are called there."""
KNOWN = "18a60fc7eeb80c75dafb1a4c56e273e924ea1967782401a068a83d63c52d083b"
"""Hash over these parts of the release that is changed."""

# -- parts from elsewhere ----------------------------------------------------------------------------------------------

# Pyodide's loader compiles its wasm only when its script has been read. Ours is given one that `begin.js` has begun
# with long before; and it takes a library compressed as a whole, which is smaller, and has Python unpack nothing.
UNPACKED = (
    b"j(e).then(e=>e[0]!=0x1f?e:new Response(new Blob([e]).stream().pipeThrough("
    b'new DecompressionStream("gzip"))).arrayBuffer().then(e=>new Uint8Array(e)));'
)
GIVEN = (
    (b"function he(e){let t=j(e);", b"function he(e){let t=" + UNPACKED),
    # a memory image may turn out not to be there
    (b"let n=await e._loadSnapshot,i=", b"let n=await e._loadSnapshot;if(!n)return;let i="),
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

# -- a closed world ----------------------------------------------------------------------------------------------------

# Stock Pyodide exports every function of C that a compiled package might link to, 8,560 names, and enters each of them
# into tables at every start. The page loads no such package, ever. What is left is what Pyodide's own scripts call.
NAME = re.compile(rb"[\w$]+")
ENTRY = re.compile(  # where one export is entered: a function, a tag or an address
    rb'([\w$]+)=Module\["\1"\]=(?:wasm\w+=|Module\["wasm\w+"\]=)*wasmExports\["([\w$]+)"\](?:\.value>>>0)?;?'
)
FUNCTION = b"function assignWasmExports(wasmExports){"
CLOSED = (
    # the table of all that a library could link to
    (b"assignWasmExports(wasmExports);updateGOT(origExports);", b"assignWasmExports(wasmExports);"),
    # functions of JavaScript that C could be handed as pointers, each by a little wasm of its own: those of WebGL
    (b"if(!value&&!entry.required){entry.value=0;continue}", b"if(true){entry.value=0;continue}"),
)
EXPORTS = 7  # the section's number in a wasm


def parts(pyodide: Path) -> dict[str, bytes]:
    """Loader, script and wasm of the Pyodide in a folder."""
    return {name: (pyodide / name).read_bytes() for name in PARTS}


def known(files: Mapping[str, bytes]) -> bool:
    """Whether these are the very parts that the changes were made for."""
    return hashlib.sha256(b"".join(files[name] for name in sorted(files))).hexdigest() == KNOWN


def changed(files: Mapping[str, bytes]) -> dict[str, bytes] | None:
    """Loader, script and wasm as they are shipped; None if they are not those known."""
    if not known(files):
        return None
    script, names = with_own_exports(files["pyodide.asm.mjs"], files["pyodide.mjs"])
    return {
        "pyodide.mjs": replaced(files["pyodide.mjs"], GIVEN),
        "pyodide.asm.mjs": replaced(script, CLOSED),
        "pyodide.asm.wasm": exporting(names, files["pyodide.asm.wasm"]),
    }


def replaced(code: bytes, changes: tuple[tuple[bytes, bytes], ...]) -> bytes:
    """A script with changes, each at the one place that it is for."""
    for old, new in changes:
        before, after = code.split(old)  # exactly once, or we no longer know what we change
        code = before + new + after
    return code


def with_own_exports(script: bytes, loader: bytes) -> tuple[bytes, set[bytes]]:
    """The script without the exports that neither it nor the loader names elsewhere; and all names that they say."""
    before, after = script.split(FUNCTION)
    entries = list(ENTRY.finditer(after))
    rest = after[entries[-1].end() :]
    if b"".join(entry[0] for entry in entries) + rest != after:
        raise ValueError("the exports are not entered one after the other")
    head, declared = before.rsplit(b"var ", 1)
    said = set(NAME.findall(head + rest + loader))
    kept = [entry for entry in entries if {entry[1], entry[2]} & said]
    dropped = {entry[1] for entry in entries} - {entry[1] for entry in kept}
    names = b",".join(name for name in declared.rstrip(b";").split(b",") if name not in dropped)
    own = head + b"var " + names + b";" + FUNCTION + b"".join(entry[0] for entry in kept) + rest
    return own, said | {entry[2] for entry in kept}


def exporting(names: set[bytes], wasm: bytes) -> bytes:
    """A wasm that exports these names only."""
    out = [wasm[:8]]
    for number, content in sections(wasm):
        if number == EXPORTS:
            kept = [entry for name, entry in exports(content) if name in names]
            content = leb(len(kept)) + b"".join(kept)
        out.append(bytes([number]) + leb(len(content)) + content)
    return b"".join(out)


def sections(wasm: bytes) -> Iterator[tuple[int, bytes]]:
    """Number and content of each section."""
    at = 8
    while at < len(wasm):
        length, start = unleb(wasm, at + 1)
        yield wasm[at], wasm[start : start + length]
        at = start + length


def exports(section: bytes) -> Iterator[tuple[bytes, bytes]]:
    """Name and whole entry of each export."""
    count, at = unleb(section, 0)
    for _ in range(count):
        length, start = unleb(section, at)
        _index, end = unleb(section, start + length + 1)  # behind the kind
        yield section[start : start + length], section[at:end]
        at = end


def leb(number: int) -> bytes:
    """A number as wasm writes it: seven bits a byte, the lowest first."""
    out = bytearray()
    while number > 127:
        out.append(number & 127 | 128)
        number >>= 7
    return bytes([*out, number])


def unleb(data: bytes, at: int) -> tuple[int, int]:
    """The number written there, and where it ends."""
    number = shift = 0
    while True:
        number |= (data[at] & 127) << shift
        at, shift = at + 1, shift + 7
        if data[at - 1] < 128:
            return number, at
