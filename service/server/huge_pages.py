"""Huge pages for the memory of the service: what a request visits lies in many places, all over what is allocated.

In pages of 4 KiB these are more places than the processor remembers the addresses of, and to find an address again
takes as long as many of the steps that need it. Huge pages save about a twentieth of the time of a command.
"""

import ctypes
import mmap
from pathlib import Path
from threading import Event
from typing import Final

INTERVAL: Final = 2.0
"""Seconds between two passes: memory that is allocated later comes in small pages again."""
MAPPINGS: Final = Path("/proc/self/maps")
HUGE_PAGE: Final = 2 * 1024 * 1024
COLLAPSE: Final = 25
"""``MADV_COLLAPSE`` of Linux 6.1 and later: move existing memory into huge pages at once."""


def keep_in_huge_pages(ended: Event) -> None:
    """Keep the memory of this process in huge pages until ``ended`` is set; for a thread of its own."""
    while not ended.wait(INTERVAL):
        use_huge_pages()


def use_huge_pages() -> int:
    """Ask the kernel for huge pages for the memory of this process; return the bytes for which it has agreed.

    The interpreter is not locked meanwhile. A kernel without huge pages refuses, and where an operator has forbidden
    them, nothing changes.
    """
    if not hasattr(mmap, "MADV_HUGEPAGE") or not MAPPINGS.exists():
        return 0
    advise = ctypes.CDLL(None).madvise
    advise.argtypes = (ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int)
    agreed = 0
    for start, end in _own_memory():
        if advise(start, end - start, mmap.MADV_HUGEPAGE) == 0:
            agreed += end - start
            advise(start, end - start, COLLAPSE)
    return agreed


def _own_memory() -> list[tuple[int, int]]:
    """Return the beginning and the end of each part of memory that belongs to no file and can have a huge page."""
    found = []
    for line in MAPPINGS.read_text(encoding="utf-8").splitlines():
        place, rights, _, _, inode, *name = line.split(maxsplit=5)
        start, end = (int(bound, 16) for bound in place.split("-"))
        if rights == "rw-p" and inode == "0" and name in ([], ["[heap]"]) and end - start >= HUGE_PAGE:
            found.append((start, end))
    return found
