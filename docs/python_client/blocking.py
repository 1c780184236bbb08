"""The synchronous face of the Python client: its asynchronous modules, without ``async`` and ``await``."""

import re
from typing import Final

BLOCKING: Final = ("sse", "wire", "asking", "watching", "encounter", "client")
"""The modules that have both faces; the others do neither input nor output."""
WRITTEN: Final = "# Written by `python -m docs.python_client` from yarrow_client/{}.py; change that."
CHANGES: Final = (
    (r"  # noqa: ASYNC\d+.*", ""),
    (r"^import asyncio\n", ""),
    (r"\basyncio\.sleep\b", "time.sleep"),
    (r"\basync (?=def|for|with)", ""),
    (r"\bawait ", ""),
    (r"\bAsync(?=Client|Generator|Iterable|Iterator)", ""),
    (r"\ba(?=closing\b|close\b|iter_bytes\b|read\b)", ""),
    (r"\banext\b", "next"),
    (r"\b__a(?=enter__|exit__)", "__"),
    (rf"\byarrow_client\.(?=(?:{'|'.join(BLOCKING)})\b)", "yarrow_client.sync."),
)
"""Patterns and their replacements, in this order."""


def blocking_module(text: str, name: str) -> str:
    """Return a module of the asynchronous face, rewritten for the synchronous one."""
    for pattern, replacement in CHANGES:
        text = re.sub(pattern, replacement, text, flags=re.MULTILINE)
    start = text.index('"""\n', 3) + 4
    return f"{text[:start]}{WRITTEN.format(name)}\n{text[start:]}"
