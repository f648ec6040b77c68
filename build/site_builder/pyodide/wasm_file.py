"""Read and write parts of a WebAssembly file: sections, exports, table, data, and the references of functions.

Format: https://webassembly.github.io/spec/core/binary/. This module reads only the forms that Emscripten writes. Any
other form raises ValueError, so the build never changes a file on a guess.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

IMPORTS, MEMORY, GLOBALS, EXPORTS, ELEMENTS, CODE, DATA = 2, 5, 6, 7, 9, 10, 11
"""Numbers of sections."""
FUNCTION_KIND, TABLE_KIND, MEMORY_KIND, GLOBAL_KIND, TAG_KIND = range(5)
"""Kinds of imports and exports."""
I32_CONST, END = 0x41, 0x0B
MAGIC_BYTES = 8  # magic number and version at the start of a file


@dataclass(frozen=True)
class Export:
    """Export: its name, its kind, its index among that kind, and its bytes in the file."""

    name: bytes
    kind: int
    index: int
    entry: bytes


@dataclass(frozen=True)
class FunctionBody:
    """References of a function: indices of the functions that it calls, and constants, which may be addresses."""

    calls: frozenset[int]
    constants: frozenset[int]


def encode_leb128(number: int) -> bytes:
    """Return an unsigned number in LEB128: seven bits in each byte, the lowest first."""
    out = bytearray()
    while number > 127:
        out.append(number & 127 | 128)
        number >>= 7
    return bytes([*out, number])


def encode_signed_leb128(number: int) -> bytes:
    """Return a signed number in LEB128."""
    out = bytearray()
    while not -64 <= number < 64:
        out.append(number & 127 | 128)
        number >>= 7
    return bytes([*out, number & 127])


def decode_leb128(data: bytes, at: int) -> tuple[int, int]:
    """Return the unsigned LEB128 number at a position, and the position after it."""
    number = shift = 0
    while True:
        number |= (data[at] & 127) << shift
        at, shift = at + 1, shift + 7
        if data[at - 1] < 128:
            return number, at


def decode_signed_leb128(data: bytes, at: int) -> tuple[int, int]:
    """Return the signed LEB128 number at a position, and the position after it."""
    number, end = decode_leb128(data, at)
    return number - (1 << 7 * (end - at) if data[end - 1] & 64 else 0), end


def read_sections(wasm: bytes) -> Iterator[tuple[int, bytes]]:
    """Yield number and content of each section."""
    at = MAGIC_BYTES
    while at < len(wasm):
        length, start = decode_leb128(wasm, at + 1)
        yield wasm[at], wasm[start : start + length]
        at = start + length


def sections_by_number(wasm: bytes) -> dict[int, bytes]:
    """Return the content of each numbered section. Custom sections have the number 0 and are left out."""
    return {number: content for number, content in read_sections(wasm) if number}


def replace_sections(wasm: bytes, changed: Mapping[int, bytes]) -> bytes:
    """Return the file with other contents for some of its sections."""
    out = [wasm[:MAGIC_BYTES]]
    for number, content in read_sections(wasm):
        content = changed.get(number, content)
        out.append(bytes([number]) + encode_leb128(len(content)) + content)
    return b"".join(out)


def read_exports(section: bytes) -> Iterator[Export]:
    """Yield each export."""
    count, at = decode_leb128(section, 0)
    for _ in range(count):
        length, start = decode_leb128(section, at)
        index, end = decode_leb128(section, start + length + 1)
        yield Export(section[start : start + length], section[start + length], index, section[at:end])
        at = end


def encode_vector(entries: Iterable[bytes]) -> bytes:
    """Return entries after their count."""
    listed = list(entries)
    return encode_leb128(len(listed)) + b"".join(listed)


def count_imports(section: bytes) -> dict[int, int]:
    """Return the number of imports of each kind."""
    counts = dict.fromkeys(range(5), 0)
    total, at = decode_leb128(section, 0)
    for _ in range(total):
        for _name in range(2):
            length, start = decode_leb128(section, at)
            at = start + length
        kind = section[at]
        counts[kind] += 1
        at = skip_import_type(section, kind, at + 1)
    return counts


def skip_import_type(section: bytes, kind: int, at: int) -> int:
    """Return the position after the type of an import."""
    if kind == GLOBAL_KIND:
        return at + 2
    if kind in (TABLE_KIND, MEMORY_KIND):
        at += kind == TABLE_KIND
        has_maximum = section[at] & 1
        at += 1
        for _limit in range(1 + has_maximum):
            _, at = decode_leb128(section, at)
        return at
    _, at = decode_leb128(section, at + (kind == TAG_KIND))
    return at


def read_globals(section: bytes, imported: int) -> dict[int, int]:
    """Return the initial value of each global by its index. Raise ValueError if one is not a plain number."""
    values: dict[int, int] = {}
    count, at = decode_leb128(section, 0)
    for index in range(imported, imported + count):
        if section[at + 2] != I32_CONST:
            raise ValueError(f"global {index} has no plain number")
        values[index], at = decode_signed_leb128(section, at + 3)
        at += 1
    return values


def _read_offset(section: bytes, at: int, problem: str) -> tuple[int, int]:
    """Return the offset that a segment at this position begins with, and the position of its end.

    Raise ValueError, with the problem, if the offset is not a plain number.
    """
    if section[at : at + 2] != bytes([0, I32_CONST]):
        raise ValueError(problem)
    return decode_signed_leb128(section, at + 2)


def read_table(section: bytes) -> dict[int, int]:
    """Return the function in each slot of the table."""
    slots: dict[int, int] = {}
    segments, at = decode_leb128(section, 0)
    for _ in range(segments):
        first, at = _read_offset(section, at, "the table is filled in an unknown way")
        count, at = decode_leb128(section, at + 1)
        for slot in range(first, first + count):
            slots[slot], at = decode_leb128(section, at)
    return slots


def encode_table(slots: Mapping[int, int]) -> bytes:
    """Return a section that fills these slots, with one segment for each run."""
    segments: list[tuple[int, list[int]]] = []
    for slot, function in sorted(slots.items()):
        if not segments or segments[-1][0] + len(segments[-1][1]) != slot:
            segments.append((slot, []))
        segments[-1][1].append(function)
    return encode_vector(
        bytes([0, I32_CONST])
        + encode_signed_leb128(first)
        + bytes([END])
        + encode_vector(map(encode_leb128, functions))
        for first, functions in segments
    )


def data_segments(section: bytes) -> Iterator[tuple[int, int, int]]:
    """Yield the address of each data segment, and its first and last position in the section."""
    count, at = decode_leb128(section, 0)
    for _ in range(count):
        address, end = _read_offset(section, at, "the data is placed in an unknown way")
        length, start = decode_leb128(section, end + 1)
        at = start + length
        yield address, start, at


def read_memory(section: bytes) -> bytes:
    """Return the initial memory, from address 0."""
    pieces = list(data_segments(section))
    memory = bytearray(max(address + end - start for address, start, end in pieces))
    for address, start, end in pieces:
        memory[address : address + end - start] = section[start:end]
    return bytes(memory)


def write_memory(section: bytes, changes: Iterable[tuple[int, bytes]]) -> bytes:
    """Return the data section with other bytes at some addresses. A change may cover several segments."""
    out = bytearray(section)
    pieces = list(data_segments(section))
    for target, written in changes:
        for address, start, end in pieces:
            low, high = max(target, address), min(target + len(written), address + end - start)
            if low < high:
                out[start + low - address : start + high - address] = written[low - target : high - target]
    return bytes(out)


def read_functions(section: bytes) -> list[FunctionBody]:
    """Return the references of each function."""
    count, at = decode_leb128(section, 0)
    found = []
    for _ in range(count):
        length, start = decode_leb128(section, at)
        at = start + length
        found.append(read_function(section, start, at))
    return found


# Operands by kind of instruction. All others up to 0xC4 have none.
INDEX_OPERATIONS = {0x07, 0x08, 0x09, 0x0C, 0x0D, 0x18, *range(0x20, 0x27)}
BLOCK_OPERATIONS = {0x02, 0x03, 0x04, 0x06, 0x42, 0xD0}  # and other instructions with one signed operand
MEMORY_OPERATIONS = range(0x28, 0x3F)
FIXED_LENGTHS = {0x3F: 1, 0x40: 1, 0x43: 4, 0x44: 8}
CALL, CALL_INDIRECT, TAIL_CALL, TAIL_CALL_INDIRECT, FUNCTION_REFERENCE = 0x10, 0x11, 0x12, 0x13, 0xD2
BRANCH_TABLE, TYPED_SELECT, TRY_TABLE, BULK_OPERATIONS = 0x0E, 0x1C, 0x1F, 0xFC
PLAIN_OPERATIONS = {*range(0x1C), *range(0x45, 0xC5), 0xD1}


def read_function(code: bytes, at: int, end: int) -> FunctionBody:
    """Return the references of the function between two positions. Raise ValueError for an unknown instruction."""
    calls: set[int] = set()
    constants: set[int] = set()
    groups, at = decode_leb128(code, at)
    for _ in range(groups):  # local variables
        _, at = decode_leb128(code, at)
        at += 1
    while at < end:
        operation = code[at]
        at += 1
        if operation == I32_CONST:
            value, at = decode_signed_leb128(code, at)
            constants.add(value)
        elif operation in INDEX_OPERATIONS:
            _, at = decode_leb128(code, at)
        elif operation in MEMORY_OPERATIONS:
            alignment, at = decode_leb128(code, at)
            if alignment & 64:  # the index of a memory follows
                _, at = decode_leb128(code, at)
            _, at = decode_leb128(code, at)
        elif operation in (CALL, TAIL_CALL, FUNCTION_REFERENCE):
            value, at = decode_leb128(code, at)
            calls.add(value)
        elif operation in BLOCK_OPERATIONS:
            _, at = decode_signed_leb128(code, at)
        elif operation in FIXED_LENGTHS:
            at += FIXED_LENGTHS[operation]
        else:
            at = skip_operands(code, operation, at)
    if at != end:
        raise ValueError("a function does not end where it should")
    return FunctionBody(frozenset(calls), frozenset(constants))


def skip_operands(code: bytes, operation: int, at: int) -> int:
    """Return the position after one of the rarer instructions."""
    if operation in (CALL_INDIRECT, TAIL_CALL_INDIRECT):
        numbers = 2
    elif operation == BRANCH_TABLE:
        numbers, at = decode_leb128(code, at)
        numbers += 1
    elif operation == TYPED_SELECT:
        numbers, at = decode_leb128(code, at)
    elif operation == TRY_TABLE:
        _, at = decode_signed_leb128(code, at)
        clauses, at = decode_leb128(code, at)
        for _ in range(clauses):
            names_tag = code[at] < 2
            at += 1
            for _number in range(1 + names_tag):
                _, at = decode_leb128(code, at)
        numbers = 0
    elif operation == BULK_OPERATIONS:
        kind, at = decode_leb128(code, at)
        numbers = 0 if kind < 8 else 2 if kind in (8, 10, 12, 14) else 1
    elif operation in PLAIN_OPERATIONS:
        numbers = 0
    else:
        raise ValueError(f"instruction {operation:#x} is unknown")
    for _ in range(numbers):
        _, at = decode_leb128(code, at)
    return at
