"""``/docs``: a page that shows the API description, by scripts that this service serves itself, and the verifier.

``/docs/verify.py`` is the program with which a bundle is verified without this service.
"""

import pathlib
import tomllib
from collections.abc import Mapping
from functools import cache
from hashlib import sha256
from importlib.resources import files
from typing import Annotated, Any, Final

from fastapi import APIRouter, Path, Response

from service.problems.problem import Problem

ROOT: Final = files("service.http").joinpath("swagger_ui")
MEDIA_TYPES: Final[Mapping[str, str]] = {
    "swagger-ui-bundle.js": "text/javascript",
    "swagger-ui.css": "text/css",
    "start.js": "text/javascript",
}
"""The parts of the page, by the names of their files."""
POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
"""The content security policy: the page runs and asks nothing that does not come from this service."""
HEADERS: Final[Mapping[str, str]] = {
    "content-security-policy": POLICY,
    "cross-origin-opener-policy": "same-origin",
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
}
VERIFIER: Final = "verify.py"
CHECKOUT: Final = pathlib.Path(__file__).parents[3] / "docs"
router = APIRouter(prefix="/docs", include_in_schema=False)


@cache
def source() -> Mapping[str, Any]:
    """Return where the scripts come from: package, version, licence, and the SHA-256 of each file."""
    return tomllib.loads(ROOT.joinpath("source.toml").read_text(encoding="utf-8"))


@cache
def content() -> Mapping[str, bytes]:
    """Return the parts of the page, by name."""
    return {name: ROOT.joinpath(name).read_bytes() for name in MEDIA_TYPES}


@cache
def version() -> str:
    """Return a digest of the parts, which is in their addresses, so that browsers can keep them permanently."""
    return sha256(b"".join(content().values())).hexdigest()[:16]


@cache
def index() -> str:
    """Return the page, with the addresses of its parts."""
    return ROOT.joinpath("index.html").read_text(encoding="utf-8").replace("{version}", version())


@cache
def verifier() -> bytes:
    """Return the program that verifies bundles: distributions have it beside the routes, a checkout in its docs."""
    packed = files("service.http").joinpath(VERIFIER)
    return (packed if packed.is_file() else CHECKOUT / VERIFIER).read_bytes()


@router.get("")
async def show_documentation() -> Response:
    """Show the API description."""
    return Response(index(), media_type="text/html", headers={**HEADERS, "cache-control": "no-cache"})


@router.get(f"/{VERIFIER}")
async def read_verifier() -> Response:
    """Read the program that verifies a bundle without this service."""
    return Response(verifier(), media_type="text/x-python", headers={**HEADERS, "cache-control": "no-cache"})


@router.get("/{digest}/{name}")
async def read_part(digest: str, name: Annotated[str, Path(description="name of the part")]) -> Response:
    """Read a script or a style sheet of the page."""
    if digest != version() or name not in MEDIA_TYPES:
        raise Problem("not_found", "There is no such part of the documentation; load /docs again.")
    permanent = "public, max-age=31536000, immutable"
    return Response(content()[name], media_type=MEDIA_TYPES[name], headers={**HEADERS, "cache-control": permanent})
