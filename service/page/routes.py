"""``/``, ``/page/…`` and ``/embed.js``: the page, its parts, and the script that shows a fight on other pages."""

from collections.abc import Mapping
from hashlib import sha256
from pathlib import PurePosixPath
from typing import Annotated, Final

from fastapi import APIRouter, Header, Path, Response

from service.page.parts import MEDIA_TYPES, document, embedding, parts, preloaded, version
from service.problems.problem import Problem

POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; "
    "trusted-types 'none'"
)
"""The content security policy: the page runs and asks nothing that does not come from this service."""
SAFE: Final[Mapping[str, str]] = {"x-content-type-options": "nosniff", "referrer-policy": "no-referrer"}
DOCUMENT: Final[Mapping[str, str]] = {
    **SAFE,
    "content-security-policy": POLICY,
    "cross-origin-opener-policy": "same-origin",
    "cache-control": "no-cache",
}
SHARED: Final[Mapping[str, str]] = {
    **SAFE,
    "access-control-allow-origin": "*",
    "cross-origin-resource-policy": "cross-origin",
}
"""The headers of what pages of other origins may load: scripts and styles, which are the same for everybody."""
PERMANENT: Final = "public, max-age=31536000, immutable"
KnownTags = Annotated[str, Header(alias="If-None-Match", max_length=1000)]
router = APIRouter(include_in_schema=False)


@router.get("/")
async def show_page(known: KnownTags = "") -> Response:
    """Show the page."""
    return _current(document(), "text/html", {**DOCUMENT, "link": preloaded()}, known)


@router.get("/embed.js")
async def read_embedding(known: KnownTags = "") -> Response:
    """Read the script that defines the element ``<yarrow-table>``."""
    return _current(embedding(), "text/javascript", {**SHARED, "cache-control": "no-cache"}, known)


@router.get("/page/{digest}/{path:path}")
async def read_part(digest: str, path: Annotated[str, Path(description="path of the part")]) -> Response:
    """Read a script or a style sheet of the page."""
    if digest != version() or path not in parts():
        raise Problem("not_found", "There is no such part of the page; load the page again.")
    media_type = MEDIA_TYPES[PurePosixPath(path).suffix]
    headers = {**SHARED, "cache-control": PERMANENT, "etag": f'"{digest}"'}
    return Response(parts()[path], media_type=media_type, headers=headers)


def _current(text: str, media_type: str, headers: Mapping[str, str], known: str) -> Response:
    """Return a text that may change with the next release of the service, or 304 if the client has it."""
    tag = f'"{sha256(text.encode()).hexdigest()[:16]}"'
    tagged = {**headers, "etag": tag}
    same = (tag, f"{tag[:-1]}-")  # as it is, or in an encoding, which its tag names
    if known.strip() == "*" or any(one.strip().removeprefix("W/").startswith(same) for one in known.split(",")):
        return Response(status_code=304, headers=tagged)
    return Response(text, media_type=media_type, headers=tagged)
