"""Find the functions of built-in modules that no page imports, in Pyodide's wasm.

A module that is not in the table of built-ins cannot be imported. But its functions, and all functions that they call,
stay in the wasm's function table. This module finds their slots in that table. It starts from symbols and follows
CPython's own structures, so it needs no offsets:

- The table of built-ins has each module's first function, which refers to the module's definition. The definition
  names the module's other functions, and so do the types that these functions create. Functions that are not exported
  belong to one object file. So only such a definition uses their slots.
- The linker orders slots and functions by object file. So the slots and functions between two removed modules, or
  inside a library that only they use, belong to them, too.

Then Binaryen removes every function that neither exports nor the rest of the table can reach.
"""

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

from site_builder.pyodide import wasm_file
from site_builder.pyodide.wasm_file import Export, FunctionBody

BUILTINS_SYMBOL = b"PyImport_Inittab"
BUILTIN_BYTES = 8  # size of `struct _inittab`: name and first function
LIBRARY_SYMBOLS = {
    "_ctypes": (b"ffi_",),
    "_decimal": (b"mpd_",),
    "_lzma": (b"lzma_",),
    "_sqlite3": (b"sqlite3_",),
    "_zstd": (b"ZSTD_", b"ZDICT_", b"COVER_", b"FASTCOVER_", b"divsufsort"),
    "pyexpat": (b"XML_",),
}
"""Libraries that only one module uses, by the prefixes of their function names."""

# Structures of CPython and the offsets of their parts, in bytes: Include/moduleobject.h, methodobject.h, object.h
MODULE_NAME, MODULE_METHODS, MODULE_SLOTS, MODULE_FUNCTIONS = 20, 32, 36, (40, 44, 48)
MODULE_SLOT_FUNCTIONS = (1, 2)  # Py_mod_create, Py_mod_exec
METHOD_BYTES, METHOD_FUNCTION, METHOD_FLAGS, METHOD_DOC = 16, 4, 8, 12
MAX_METHOD_FLAGS = 0x400
GETTER_BYTES, GETTER_FUNCTIONS = 20, (4, 8)
SPEC_NAME, SPEC_SIZE, SPEC_SLOTS = 0, 4, 16
MAX_OBJECT_BYTES, MAX_TYPE_SLOT = 100_000, 100
TYPE_METHODS, TYPE_GETTERS = 64, 73  # Py_tp_methods, Py_tp_getset
TYPE_DATA_SLOTS = (48, 49, 56, 72)  # Py_tp_base, Py_tp_bases, Py_tp_doc, Py_tp_members
FIRST_ADDRESS = 1024  # there are no data below it
POINTER_BYTES = 4

MAX_FUNCTIONS_APART = 400  # from one exported function of a library to the next
MAX_SLOTS_APART, MIN_SLOTS_TOGETHER = 16, 16  # of a library; other slots have merged functions
MIN_SHARE_BETWEEN = 0.75  # of functions between two libraries that own the slots between them


class Pyodide:
    """Pyodide's wasm, with the parts that the search needs."""

    def __init__(self, wasm: bytes) -> None:
        sections = wasm_file.sections_by_number(wasm)
        self.imported = wasm_file.count_imports(sections[wasm_file.IMPORTS])
        self.exports = list(wasm_file.read_exports(sections[wasm_file.EXPORTS]))
        self.globals = wasm_file.read_globals(sections[wasm_file.GLOBALS], self.imported[wasm_file.GLOBAL_KIND])
        self.slots = wasm_file.read_table(sections[wasm_file.ELEMENTS])
        self.memory = wasm_file.read_memory(sections[wasm_file.DATA])
        self._code = sections[wasm_file.CODE]

    @cached_property
    def functions(self) -> list[FunctionBody]:
        """References of each function that is not an import."""
        return wasm_file.read_functions(self._code)

    @cached_property
    def exported_functions(self) -> set[int]:
        return {each.index for each in self.exports if each.kind == wasm_file.FUNCTION_KIND}

    @cached_property
    def builtins(self) -> dict[str, int]:
        """Slot of each built-in module's first function; 0 for modules that Python itself creates."""
        return {name: slot for name, slot, _entry in builtin_entries(self.memory, self.builtins_address)}

    @cached_property
    def builtins_address(self) -> int:
        return find_builtins(self.exports, self.globals, self.memory)

    def body(self, function: int) -> FunctionBody:
        """Return the references of a function. An import has none."""
        index = function - self.imported[wasm_file.FUNCTION_KIND]
        return self.functions[index] if index >= 0 else FunctionBody(frozenset(), frozenset())

    def word(self, address: int) -> int:
        """Return the number at an address; 0 beyond the data, where memory is empty at first."""
        return int.from_bytes(self.memory[address : address + POINTER_BYTES], "little")

    def is_address(self, number: int) -> bool:
        return FIRST_ADDRESS <= number < len(self.memory)

    def text(self, address: int) -> str:
        """Return the text at an address; "" if there is none."""
        return read_text(self.memory, address) if self.is_address(address) else ""


def read_text(memory: bytes, address: int) -> str:
    return memory[address : memory.find(0, address)].decode("latin-1")


def find_builtins(exports: Iterable[Export], numbers: dict[int, int], memory: bytes) -> int:
    """Return the address of the table of built-in modules. Raise ValueError if its symbol is not exported."""
    for export in exports:
        if export.name == BUILTINS_SYMBOL and export.kind == wasm_file.GLOBAL_KIND:
            pointer = numbers[export.index]
            return int.from_bytes(memory[pointer : pointer + POINTER_BYTES], "little")
    raise ValueError(f"{BUILTINS_SYMBOL.decode()} is not exported")


def builtin_entries(memory: bytes, address: int) -> Iterator[tuple[str, int, bytes]]:
    """Yield name, slot and bytes of each entry of the table of built-in modules."""
    while any(memory[address : address + POINTER_BYTES]):
        entry = memory[address : address + BUILTIN_BYTES]
        name, slot = (int.from_bytes(entry[at : at + POINTER_BYTES], "little") for at in (0, POINTER_BYTES))
        yield read_text(memory, name), slot, entry
        address += BUILTIN_BYTES


def find_dead_slots(wasm: bytes, removed: Collection[str]) -> set[int]:
    """Return the slots of the function table that only removed built-in modules use."""
    pyodide = Pyodide(wasm)
    dead: set[int] = set()
    kept_slots: set[int] = set()
    kept_functions = set(pyodide.exported_functions)
    for module in pyodide.builtins:
        own = own_slots(pyodide, module)
        if module in removed:
            dead |= own
        else:
            kept_slots |= own
            kept_functions |= {pyodide.slots[slot] for slot in own}
    libraries = [library for module in removed if (library := find_library(pyodide, LIBRARY_SYMBOLS.get(module, ())))]
    for library in libraries:
        dead |= set(library.slots)
        kept_functions -= set(library.exports)
    dead |= slots_between_libraries(pyodide, libraries)
    functions = {pyodide.slots[slot] for slot in dead}
    own_functions = between_members(functions, kept_functions - functions)
    for slot in between_members(dead, kept_slots - dead):
        function = pyodide.slots[slot]
        if function in own_functions and function not in pyodide.exported_functions:
            dead.add(slot)
    return dead


def own_slots(pyodide: Pyodide, module: str) -> set[int]:
    """Return the slots of a built-in module's own functions: the first one, and those in its structures."""
    first = pyodide.builtins[module]
    if not first:
        return set()
    own, todo = {first}, [first]
    while todo:
        body = pyodide.body(pyodide.slots[todo.pop()])
        for constant in body.constants:
            if constant % POINTER_BYTES or not pyodide.is_address(constant):
                continue
            for slot in structure_slots(pyodide, constant, module):
                function = pyodide.slots.get(slot)
                # Others may use an exported function.
                if function is not None and function not in pyodide.exported_functions and slot not in own:
                    own.add(slot)
                    todo.append(slot)
    return own


def structure_slots(pyodide: Pyodide, address: int, module: str) -> Iterator[int]:
    """Yield the slots in the structure at an address, if it is a definition, a type or the methods of a module."""
    word, name = pyodide.word, module.strip("_")
    if pyodide.text(word(address + MODULE_NAME)).split(".")[-1].strip("_") == name:
        yield from method_slots(pyodide, word(address + MODULE_METHODS))
        for kind, slot in slot_pairs(pyodide, word(address + MODULE_SLOTS)):
            if kind in MODULE_SLOT_FUNCTIONS:
                yield slot
        yield from (word(address + at) for at in MODULE_FUNCTIONS)
    elif is_type_of(pyodide, address, name):
        for kind, value in slot_pairs(pyodide, word(address + SPEC_SLOTS)):
            if kind == TYPE_METHODS:
                yield from method_slots(pyodide, value)
            elif kind == TYPE_GETTERS:
                yield from getter_slots(pyodide, value)
            elif kind not in TYPE_DATA_SLOTS:
                yield value
    if has_methods(pyodide, address):
        yield from method_slots(pyodide, address)


def is_type_of(pyodide: Pyodide, address: int, module: str) -> bool:
    """Return True if the address has a PyType_Spec of a module, with a name like "module.Type"."""
    package, dot, _type = pyodide.text(pyodide.word(address + SPEC_NAME)).partition(".")
    is_sized = pyodide.word(address + SPEC_SIZE) < MAX_OBJECT_BYTES
    return bool(dot) and package.strip("_") == module and is_sized


def slot_pairs(pyodide: Pyodide, address: int) -> Iterator[tuple[int, int]]:
    """Yield number and value of each entry of a PyModuleDef_Slot or PyType_Slot array."""
    while pyodide.is_address(address) and 0 < pyodide.word(address) < MAX_TYPE_SLOT:
        yield pyodide.word(address), pyodide.word(address + POINTER_BYTES)
        address += 2 * POINTER_BYTES


def has_methods(pyodide: Pyodide, address: int) -> bool:
    """Return True if the address has a PyMethodDef array with an empty last entry."""
    word, count = pyodide.word, 0
    while word(address + METHOD_FUNCTION) in pyodide.slots:
        doc = word(address + METHOD_DOC)
        is_method = pyodide.is_address(word(address)) and word(address + METHOD_FLAGS) < MAX_METHOD_FLAGS
        if not is_method or (doc and not pyodide.is_address(doc)):
            return False
        address, count = address + METHOD_BYTES, count + 1
    return count > 0 and not any(pyodide.memory[address : address + METHOD_DOC])


def method_slots(pyodide: Pyodide, address: int) -> Iterator[int]:
    """Yield the slots of a PyMethodDef array."""
    while pyodide.is_address(address) and pyodide.is_address(pyodide.word(address)):
        yield pyodide.word(address + METHOD_FUNCTION)
        address += METHOD_BYTES


def getter_slots(pyodide: Pyodide, address: int) -> Iterator[int]:
    """Yield the slots of a PyGetSetDef array."""
    while pyodide.is_address(address) and pyodide.is_address(pyodide.word(address)):
        yield from (pyodide.word(address + at) for at in GETTER_FUNCTIONS)
        address += GETTER_BYTES


@dataclass(frozen=True)
class Library:
    """Exported functions and slots of a library."""

    exports: list[int]
    slots: list[int]


def find_library(pyodide: Pyodide, prefixes: tuple[bytes, ...]) -> Library | None:
    """Return the library whose exported functions have one of these prefixes; None if it has no slots of its own.

    The optimizer merges equal functions of different files. So a function far from the others is not of this file, and
    this library does not use a slot far from the others.
    """
    named = {each.index for each in pyodide.exports if each.name.startswith(prefixes)} & pyodide.exported_functions
    if not named:
        return None
    exports = max(runs(named, MAX_FUNCTIONS_APART), key=len)
    own = {slot for slot, function in pyodide.slots.items() if exports[0] <= function <= exports[-1]}
    together = [run for run in runs(own, MAX_SLOTS_APART) if len(run) >= MIN_SLOTS_TOGETHER]
    if not together:
        return None
    inside = range(together[0][0], together[-1][-1] + 1)
    others = pyodide.exported_functions - set(range(exports[0], exports[-1] + 1))
    return Library(exports, [slot for slot in inside if pyodide.slots[slot] not in others])


def runs(numbers: Iterable[int], apart: int) -> list[list[int]]:
    """Return numbers in order, in groups. Neighbors in a group differ by at most `apart`."""
    groups: list[list[int]] = []
    for number in sorted(numbers):
        if groups and number - groups[-1][-1] <= apart:
            groups[-1].append(number)
        else:
            groups.append([number])
    return groups


def slots_between_libraries(pyodide: Pyodide, libraries: list[Library]) -> set[int]:
    """Return the slots between two neighboring removed libraries, if most functions there are between them, too."""
    found: set[int] = set()
    for before, after in pairwise(sorted(libraries, key=lambda library: library.slots)):
        between = range(before.slots[-1] + 1, after.slots[0])
        middle = [library.exports[len(library.exports) // 2] for library in (before, after)]
        share = sum(middle[0] <= pyodide.slots[slot] <= middle[1] for slot in between)
        if share >= MIN_SHARE_BETWEEN * len(between):
            found |= {slot for slot in between if pyodide.slots[slot] not in pyodide.exported_functions}
    return found


def between_members(members: Collection[int], others: Collection[int]) -> set[int]:
    """Return all numbers from one member to the next, unless one of the others is between."""
    found: set[int] = set()
    marked = sorted([(number, True) for number in members] + [(number, False) for number in others])
    for (first, is_member), (last, is_next_member) in pairwise(marked):
        if is_member and is_next_member:
            found |= set(range(first, last + 1))
    return found
