"""Fingerprints of the code that folds events into states, by which snapshots of other code are recognized.

The fingerprint of a package covers the package and every module of the application that it imports, directly or not.
It is made from compiled code without docstrings, so that neither docstrings nor comments count. Another version of
Python compiles differently and has other fingerprints.
"""

import hashlib
import sys
from collections.abc import Iterable, Iterator
from dis import opmap
from importlib.machinery import ModuleSpec
from importlib.util import find_spec
from inspect import CO_OPTIMIZED
from pathlib import Path
from pkgutil import iter_modules
from types import CodeType
from typing import Any, Final, NamedTuple

SHARED: Final = "domain"
"""The package that every ruleset is built on; what else a ruleset imports from outside its own package is a library."""
_NOT_CODE: Final = ("__doc__", "__firstlineno__")
"""Names that a class or module is given by the compiler alone; the second exists from Python 3.13 on."""
_CO_HAS_DOCSTRING: Final = 0x4000000
_LOAD_CONST: Final = opmap["LOAD_CONST"]
_STORE_NAME: Final = opmap["STORE_NAME"]


class _Module(NamedTuple):
    """The digest of a module's code, and the modules of the application that it imports."""

    digest: bytes
    imports: frozenset[str]


class FoldFingerprints:
    """Computes fingerprints of packages; each module is read once, however many packages import it.

    Modules are found on disk and not imported. Their imports have to be absolute, except within the package itself.
    """

    def __init__(self) -> None:
        self._specs: dict[str, ModuleSpec] = {}
        self._modules: dict[str, _Module] = {}
        self._fingerprints: dict[str, str] = {}

    def of(self, package: str) -> str:
        """Return the fingerprint of a package or plain module, as SHA-256 in hex; ModuleNotFoundError for neither."""
        if package not in self._fingerprints:
            for found in (SHARED, package.partition(".")[0]):
                self._find(found)
            digest = hashlib.sha256()
            for name in sorted(self._reached(name for name in self._specs if f"{name}.".startswith(f"{package}."))):
                digest.update(name.encode() + b"\0" + self._module(name).digest)
            self._fingerprints[package] = digest.hexdigest()
        return self._fingerprints[package]

    def _find(self, package: str) -> None:
        """Find the modules of a top-level package."""
        if package in self._specs:
            return
        spec = find_spec(package)
        if spec is None:
            raise ModuleNotFoundError(f"No module named {package!r}", name=package)
        self._specs.update((found.name, found) for found in _specs_within(spec))

    def _reached(self, own: Iterable[str]) -> set[str]:
        """Return the modules given and all that they import."""
        reached: set[str] = set()
        waiting = list(own)
        while waiting:
            name = waiting.pop()
            if name not in reached:
                reached.add(name)
                waiting += self._module(name).imports
        return reached

    def _module(self, name: str) -> _Module:
        if name not in self._modules:
            spec = self._specs[name]
            loader: Any = spec.loader
            try:
                code = loader.get_code(name)
            except SyntaxError:  # a template, or a module for another version of Python: it cannot be imported either
                code = None
            self._modules[name] = self._read(name, code) if code is not None else _of_file(spec)
        return self._modules[name]

    def _read(self, name: str, code: CodeType) -> _Module:
        digest, names = hashlib.sha256(), set[str]()
        for part in _code_objects(code):
            digest.update(_canonical(part))
            names.update(part.co_names)
        # An import leaves the dotted name in the code, and beside it the names that it takes from there.
        imports = {name.rpartition(".")[0], *names} & self._specs.keys()
        for package in [found for found in imports if self._specs[found].submodule_search_locations is not None]:
            imports |= {f"{package}.{found}" for found in names} & self._specs.keys()
        return _Module(digest.digest(), frozenset(imports))


def _of_file(spec: ModuleSpec) -> _Module:
    """Return a module without readable code, such as an extension module, by the bytes of its file."""
    assert spec.origin is not None
    return _Module(hashlib.sha256(Path(spec.origin).read_bytes()).digest(), frozenset())


def _specs_within(spec: ModuleSpec) -> Iterator[ModuleSpec]:
    """Yield a module and, where it is a package, all modules within."""
    yield spec
    for module in iter_modules(spec.submodule_search_locations or (), f"{spec.name}."):
        found = module.module_finder.find_spec(module.name, None)
        if found is not None:
            yield from _specs_within(found)


def _code_objects(code: CodeType) -> Iterator[CodeType]:
    """Yield the code of a module and of all its classes and functions."""
    yield code
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _code_objects(constant)


def _canonical(code: CodeType) -> bytes:
    """Return what one code object does, without its docstring and the code objects within."""
    instructions, constants = bytearray(code.co_code), list(code.co_consts)
    if _has_docstring(code):
        constants[0] = None
    for name in _NOT_CODE:
        if name in code.co_names:
            _blank(instructions, constants, code.co_names.index(name))
    values = [_written(constant) for constant in constants if not isinstance(constant, CodeType)]
    variables = (code.co_names, code.co_varnames, code.co_freevars, code.co_cellvars)
    counts = (code.co_flags, code.co_argcount, code.co_posonlyargcount, code.co_kwonlyargcount)
    return repr((code.co_name, values, variables, counts, code.co_exceptiontable)).encode() + instructions


def _has_docstring(code: CodeType) -> bool:
    """Return whether the first constant of a code object is a function's docstring."""
    if sys.version_info >= (3, 13):
        return bool(code.co_flags & _CO_HAS_DOCSTRING)
    named = code.co_flags & CO_OPTIMIZED and not code.co_name.startswith("<")
    return bool(named) and bool(code.co_consts) and isinstance(code.co_consts[0], str)


def _blank(instructions: bytearray, constants: list[object], name: int) -> None:
    """Blank the value that is stored first under a name: a constant, or from Python 3.14 on a number in the code."""
    stored = instructions.find(bytes((_STORE_NAME, name)))
    if stored < 2:
        return
    if instructions[stored - 2] == _LOAD_CONST:
        constants[instructions[stored - 1]] = None
    else:
        instructions[stored - 1] = 0


def _written(constant: object) -> str:
    """Return a constant as text; a set is written in one order, whatever the hash seed of the process."""
    return f"frozenset{sorted(map(repr, constant))}" if isinstance(constant, frozenset) else repr(constant)
