"""Build the site of the documentation with Sphinx, and check what was built: ``python -m docs.site [FOLDER]``.

It is written to ``dist/docs``, or to the folder. A warning of Sphinx is an error, and so is a link that leads nowhere,
or a part of a page that a browser would load from another host. Links to other hosts are not followed.
"""

import re
import shutil
import sys
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final
from urllib.parse import unquote, urlsplit

from sphinx.cmd.build import main as sphinx

ROOT: Final = Path(__file__).parents[1]
SITE: Final = ROOT / "dist" / "docs"
START: Final = "docs/index.html"
FORWARD: Final = f'<!doctype html><title>Yarrow</title><meta http-equiv="refresh" content="0; url={START}">\n'
LOADED: Final = {"data", "poster", "src", "srcset"}
"""The attributes whose address a browser loads by itself, besides the ``href`` of a ``link``."""
NOT_LOADED: Final = {"author", "canonical", "index", "next", "prev", "search"}
"""The kinds of ``link`` that a browser does not load."""
IN_CSS: Final = re.compile(r"""(?:url\(|@import)\s*['"]?((?:https?:)?//[^'")\s]+)""")


class Page(HTMLParser):
    """The identifiers of a page, the addresses that it links to, and those that a browser loads with it."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.ids: set[str] = set()
        self.links: set[str] = set()
        self.loaded: set[str] = set()
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Take the addresses and the identifier of an element."""
        given = {name: value for name, value in attrs if value is not None}
        self.ids.update(given[name] for name in ("id", "name") if name in given)
        self.loaded.update(given[name] for name in LOADED & given.keys())
        self.loaded.update(IN_CSS.findall(given.get("style", "")))
        if "href" in given:
            loads = tag == "link" and not NOT_LOADED & set(given.get("rel", "").split())
            (self.loaded if loads else self.links).add(given["href"])


def build(folder: Path) -> int:
    """Write the site to a folder, which is emptied first. Return the exit status of Sphinx."""
    shutil.rmtree(folder, ignore_errors=True)
    with TemporaryDirectory() as cache_folder:
        folders = (str(ROOT / "docs"), str(ROOT), str(folder))
        status = sphinx(["-q", "-W", "--keep-going", "-j", "auto", "-d", cache_folder, "-c", *folders])
    if not status:
        (folder / "index.html").write_text(FORWARD, encoding="utf-8")
    return status


def faults(folder: Path) -> Iterator[str]:
    """Yield a sentence for each link that leads nowhere, and each address of another host that a browser would load."""
    pages = {path: Page(path.read_text(encoding="utf-8")) for path in sorted(folder.rglob("*.html"))}
    for path, page in pages.items():
        place = path.relative_to(folder)
        yield from (f"{place} loads {address}." for address in _foreign(page.loaded))
        for address in sorted({*page.links, *page.loaded} - {*_foreign({*page.links, *page.loaded})}):
            if not _leads_somewhere(path, address, pages):
                yield f"{place} links to {address}, which does not exist."
    for path in sorted(folder.rglob("*.css")):
        found = IN_CSS.findall(path.read_text(encoding="utf-8"))
        yield from (f"{path.relative_to(folder)} loads {address}." for address in found)


def _foreign(addresses: Iterable[str]) -> Iterator[str]:
    """Yield the addresses of another host, in order."""
    for address in sorted(addresses):
        parts = urlsplit(address)
        if parts.netloc or parts.scheme not in ("", "data"):
            yield address


def _leads_somewhere(path: Path, address: str, pages: Mapping[Path, Page]) -> bool:
    """Return whether an address without a host, on the page at a path, leads to a file and to a place in it."""
    parts = urlsplit(address)
    if parts.scheme:
        return True
    target = _resolved(path.parent, unquote(parts.path)) if parts.path else path
    if not parts.fragment:
        return target.is_file()
    return target in pages and unquote(parts.fragment) in pages[target].ids


@cache
def _resolved(folder: Path, address: str) -> Path:
    return (folder / address).resolve()


def main(words: list[str]) -> int:
    """Build and check the site. Return the exit status."""
    folder = Path(words[0]).resolve() if words else SITE
    if status := build(folder):
        return status
    found = list(faults(folder))
    if found:
        print("\n".join(found), file=sys.stderr)
    else:
        print(f"The documentation is in {folder / START}.")
        print(f"Its search needs a server: python3 -m http.server --directory {folder}")
    return int(bool(found))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
