"""Memory in huge pages: existing memory is moved into them, unless the kernel has none."""

import ctypes
import mmap
from pathlib import Path
from threading import Event, Thread

from service.server.huge_pages import HUGE_PAGE, keep_in_huge_pages, use_huge_pages
from tests.waiting import PATIENCE

SIZE = 4 * HUGE_PAGE
KERNEL = Path("/sys/kernel/mm/transparent_hugepage/enabled")


def in_huge_pages(address: int) -> int:
    """Return the bytes in huge pages, of the mapping of this process that has an address."""
    within = False
    for line in Path("/proc/self/smaps").read_text(encoding="utf-8").splitlines():
        name, *values = line.split()
        if not name.endswith(":"):
            start, end = (int(bound, 16) for bound in name.split("-"))
            within = start <= address < end
        elif within and name == "AnonHugePages:":
            return int(values[0]) * 1024
    raise AssertionError("no mapping has this address")


def test_existing_memory_is_moved_into_huge_pages_if_the_kernel_has_them() -> None:
    memory = mmap.mmap(-1, SIZE, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)
    memory.madvise(mmap.MADV_NOHUGEPAGE)
    memory.write(b"x" * SIZE)  # in small pages
    address = ctypes.addressof(ctypes.c_char.from_buffer(memory))
    before = in_huge_pages(address)
    agreed = use_huge_pages()
    if KERNEL.exists() and "[never]" not in KERNEL.read_text(encoding="ascii"):
        assert agreed >= SIZE
        assert in_huge_pages(address) >= before + SIZE - HUGE_PAGE  # wherever the first of them begins
    else:
        assert in_huge_pages(address) == before
    assert memory[:] == b"x" * SIZE


def test_memory_is_kept_in_them_until_the_server_has_ended() -> None:
    ended = Event()
    keeping = Thread(target=keep_in_huge_pages, args=(ended,), daemon=True)
    keeping.start()
    ended.set()
    keeping.join(PATIENCE)
    assert not keeping.is_alive()
