"""The files of the page, by their paths: the document, and the parts that it loads from an address with their hash."""

from collections.abc import Mapping
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Final

from service.page.scripts import stripped, stripped_styles

STATIC: Final = Path(__file__).parent / "static"
MEDIA_TYPES: Final[Mapping[str, str]] = {".js": "text/javascript", ".css": "text/css"}
"""The files that are parts, by their suffixes."""
STRIPPED: Final = {".js": stripped, ".css": stripped_styles}
UNCHANGED: Final = ("vendor/", "options.js")
"""Parts that are served as they are: libraries, and the reader of options that the TypeScript client makes."""
EMBEDDING: Final = "views/embed.js"
"""The part that pages of others load first, and the page itself does not."""


@cache
def parts() -> Mapping[str, bytes]:
    """Return the parts of the page, by their paths below the folder of static files; our own are stripped."""
    found = sorted(path for path in STATIC.rglob("*") if path.suffix in MEDIA_TYPES)
    return {path.relative_to(STATIC).as_posix(): _content(path) for path in found}


def _content(path: Path) -> bytes:
    if path.relative_to(STATIC).as_posix().startswith(UNCHANGED):
        return path.read_bytes()
    return STRIPPED[path.suffix](path.read_text(encoding="utf-8")).encode()


@cache
def version() -> str:
    """Return a digest of the parts, which is in their addresses, so that browsers can keep them permanently."""
    named = (part for path, content in parts().items() for part in (path.encode(), content))
    return sha256(b"\0".join(named)).hexdigest()[:16]


@cache
def document() -> str:
    """Return the document, with the addresses of its parts."""
    return (STATIC / "index.html").read_text(encoding="utf-8").replace("{version}", version())


@cache
def preloaded() -> str:
    """Return the header Link of the document: a browser loads all modules at once, not one after another."""
    modules = [path for path in parts() if path.endswith(".js") and path != EMBEDDING]
    return ", ".join(f"<page/{version()}/{path}>; rel=modulepreload" for path in modules)


@cache
def embedding() -> str:
    """Return the script that other pages load: it has a permanent address, and loads the parts of this version."""
    return f'import "./page/{version()}/{EMBEDDING}";\n'
