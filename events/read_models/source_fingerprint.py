"""Fingerprints of the sources that projections are built by: a generation of other sources is rebuilt."""

import hashlib
from collections.abc import Iterator
from importlib import import_module
from importlib.resources import files
from importlib.resources.abc import Traversable
from inspect import getsource


def source_fingerprint(*packages: str) -> str:
    """Return a fingerprint, as SHA-256 in hex, of the sources of packages or plain modules.

    It is needed at start-up, so it only reads and hashes: a docstring counts as much as code.
    """
    fingerprint = hashlib.sha256()
    for package in sorted(set(packages)):
        found = import_module(package)
        sources = _sources(files(found)) if hasattr(found, "__path__") else iter([getsource(found).encode()])
        for source in sources:
            fingerprint.update(hashlib.sha256(source).digest())
    return fingerprint.hexdigest()


def _sources(folder: Traversable) -> Iterator[bytes]:
    for item in sorted(folder.iterdir(), key=lambda item: item.name):
        if item.is_dir():
            yield from _sources(item)
        elif item.name.endswith(".py"):
            yield item.read_bytes()
