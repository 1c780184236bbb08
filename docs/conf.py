"""Configuration of the site of the documentation, which ``python -m docs.site`` builds with Sphinx.

The source is the root of the repository, so that a link between pages leads to the same place on the site and in the
checkout.
"""

import re
from pathlib import Path
from typing import Any, Final

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.transforms import SphinxTransform

project = "Yarrow"
extensions = ["myst_parser"]
root_doc = "docs/index"
include_patterns = [
    "README.md",
    "CONTRIBUTING.md",
    "CHANGELOG.md",
    "docs/**.md",
    "clients/*/README.md",
    "tests/soak.md",
    "bench/*.md",
]
exclude_patterns = [".*", "**/node_modules", "dist", "domain", "events", "service", "tests/*/**"]
templates_path: list[str] = []

myst_heading_anchors = 4
myst_url_schemes = ["http", "https"]

# Output that is shown in part, with an ellipsis, is not JSON.
suppress_warnings = ["misc.highlighting_failure"]

html_theme = "furo"
html_title = "Yarrow"
html_copy_source = False
html_show_copyright = False
html_show_sphinx = False
pygments_style = "default"
pygments_dark_style = "monokai"

ANCHOR: Final = re.compile(r'<a id="([^"]+)">')
LINK: Final = re.compile(r"\]\(([^)#\s:]+\.md)\)")


class Anchors(SphinxTransform):
    """Makes targets of the anchors that pages have as HTML, so that links to them are checked like any others."""

    default_priority = 500

    def apply(self, **_: Any) -> None:
        """Replace each anchor by a target, and its end by nothing."""
        slugs = self.env.metadata[self.env.docname].setdefault("myst_slugs", {})
        for raw in list(self.document.findall(nodes.raw)):
            if opened := ANCHOR.match(raw.astext()):
                [name] = opened.groups()
                target = nodes.target("", "", ids=[name])
                self.document.ids[name] = target
                slugs[name] = (raw.line, name, name)
                raw.replace_self(target)
            elif raw.astext() == "</a>":
                raw.parent.remove(raw)
        vars(self.document)["myst_slugs"] = slugs


def add_contents(app: Sphinx, page: str, source: list[str]) -> None:
    """Add to an index page its contents for the sidebar: the pages to which it links, except those of another index."""
    index = Path(app.srcdir, f"{page}.md")
    if index.name == "index.md":
        linked = [link for link in LINK.findall(source[0]) if _belongs(index.parent, index.parent / link)]
        pages = "\n".join(dict.fromkeys(linked))
        source[0] += f"\n```{{toctree}}\n:hidden:\n\n{pages}\n```\n"


def _belongs(folder: Path, page: Path) -> bool:
    """Return whether the index of a folder is the one that lists a page."""
    return page.name == "index.md" or page.parent == folder or not page.with_name("index.md").exists()


def setup(app: Sphinx) -> None:
    """Connect the extensions of this file."""
    app.add_transform(Anchors)
    app.connect("source-read", add_contents)
