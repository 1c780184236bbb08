"""The files of the page, by their paths: the document, and the parts that it loads from an address with their hash."""

import re
from collections.abc import Mapping
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Final

STATIC: Final = Path(__file__).parent / "static"
MEDIA_TYPES: Final[Mapping[str, str]] = {".js": "text/javascript", ".css": "text/css"}
"""The files that are parts, by their suffixes."""
UNCHANGED: Final = ("vendor/", "options.js")
"""Parts that are served as they are: libraries, and the reader of options that the TypeScript client makes."""
EMBEDDING: Final = "views/embed.js"
"""The part that pages of others load first, and the page itself does not."""
_comment = re.compile(r"^[ \t]*//[^\n]*\n|[ \t]*/\*.*?\*/ ?", re.MULTILINE | re.DOTALL)
_indentation = re.compile(r"\n\s+")


@cache
def parts() -> Mapping[str, bytes]:
    """Return the parts of the page, by their paths below the folder of static files.

    Our own have neither comments nor indentation, which are for readers of the repository.
    """
    found = {
        path.relative_to(STATIC).as_posix(): path for path in sorted(STATIC.rglob("*")) if path.suffix in MEDIA_TYPES
    }
    return {
        name: path.read_bytes() if name.startswith(UNCHANGED) else stripped(path.read_text(encoding="utf-8")).encode()
        for name, path in found.items()
    }


def stripped(text: str) -> str:
    """Return a script or a style sheet without comments and indentation."""
    return _indentation.sub("\n", _comment.sub("", text)).lstrip()


@cache
def version() -> str:
    """Return a digest of the parts, which is in their addresses, so that browsers can keep them permanently."""
    named = (part for path, content in parts().items() for part in (path.encode(), content))
    return sha256(b"\0".join(named)).hexdigest()[:16]


@cache
def document() -> str:
    """Return the document, with the addresses of its parts. It loads all modules at once, not one after another."""
    modules = [path for path in parts() if path.endswith(".js") and path != EMBEDDING]
    preloaded = "\n".join(f'<link rel="modulepreload" href="page/{version()}/{path}">' for path in modules)
    text = (STATIC / "index.html").read_text(encoding="utf-8")
    return text.replace("{modules}", preloaded).replace("{version}", version())


@cache
def embedding() -> str:
    """Return the script that other pages load: it has a permanent address, and loads the parts of this version."""
    return f'import "./page/{version()}/{EMBEDDING}";\n'
