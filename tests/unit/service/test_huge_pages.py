"""Memory in huge pages: what is there is moved into them, unless the kernel has none."""

from pathlib import Path

from service.server.huge_pages import HUGE_PAGE, use_huge_pages

THREE = 3 * HUGE_PAGE
KERNEL = Path("/sys/kernel/mm/transparent_hugepage/enabled")


def in_huge_pages() -> int:
    """Return the bytes of this process in huge pages."""
    fields = Path("/proc/self/smaps_rollup").read_text(encoding="ascii").split()
    return int(fields[fields.index("AnonHugePages:") + 1]) * 1024


def test_memory_is_kept_in_huge_pages_if_the_kernel_has_them() -> None:
    kept = bytearray(b"x" * THREE)  # at least two huge pages lie within it, wherever it begins
    agreed = use_huge_pages()
    if KERNEL.exists() and "[never]" not in KERNEL.read_text(encoding="ascii"):
        assert agreed >= THREE
        assert in_huge_pages() >= 2 * HUGE_PAGE
    else:
        assert agreed == 0 or in_huge_pages() == 0
    assert kept.count(b"x") == THREE
