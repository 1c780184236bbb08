"""The page of the API description runs on scripts of this service alone, which are those that npm has."""

import re
from hashlib import sha256

import pytest

from service.http.routes.documentation import CHECKOUT, MEDIA_TYPES, ROOT, source
from tests.http.conftest import Api

OWN = {"index.html", "start.js", "source.toml"}


async def test_the_page_asks_this_service_alone(api: Api) -> None:
    page = await api.client.get("/docs")
    assert page.headers["content-type"] == "text/html; charset=utf-8"
    addresses = re.findall(r'(?:src|href)="([^"]+)"', page.text)
    names = sorted(address.rpartition("/")[2] for address in addresses)
    assert names == sorted([*MEDIA_TYPES, "data:,", "openapi.json"])
    assert not re.search(r"<script(?! src)|<style| style=| on[a-z]+=", page.text)
    for address in addresses:
        if address.startswith("docs/"):
            part = await api.client.get(f"/{address}")
            assert part.status_code == 200, address
            assert part.headers["content-type"].partition(";")[0] == MEDIA_TYPES[address.rpartition("/")[2]]
            assert "immutable" in part.headers["cache-control"]
            assert part.headers["content-security-policy"] == page.headers["content-security-policy"]


async def test_its_policy_allows_nothing_from_elsewhere_and_nothing_inline(api: Api) -> None:
    page = await api.client.get("/docs")
    policy = dict(rule.strip().split(" ", 1) for rule in page.headers["content-security-policy"].split(";"))
    assert policy["default-src"] == "'none'"
    assert {name: rule for name, rule in policy.items() if rule not in ("'none'", "'self'")} == {
        "img-src": "'self' data:"
    }
    assert page.headers["referrer-policy"] == "no-referrer"


@pytest.mark.parametrize("path", ["/docs/0/start.js", "/docs/{version}/source.toml", "/docs/{version}/x.js", "/redoc"])
async def test_nothing_else_is_served(api: Api, path: str) -> None:
    version = re.findall(r"docs/([0-9a-f]{16})/", (await api.client.get("/docs")).text)[0]
    answer = await api.client.get(path.replace("{version}", version))
    assert (answer.status_code, answer.json()["code"]) == (404, "not_found")


async def test_it_gives_the_program_that_verifies_bundles_without_a_token(api: Api) -> None:
    answer = await api.client.get("/docs/verify.py")
    assert (answer.status_code, answer.headers["content-type"]) == (200, "text/x-python; charset=utf-8")
    assert answer.content == (CHECKOUT / "verify.py").read_bytes()
    assert answer.headers["x-content-type-options"] == "nosniff"


def test_the_scripts_are_those_of_the_package_with_its_licence() -> None:
    hashes = source()["sha256"]
    there = {one.name: one.read_bytes() for one in ROOT.iterdir()}
    assert there.keys() - OWN == hashes.keys()
    assert {name: sha256(there[name]).hexdigest() for name in hashes} == hashes
    assert {"LICENSE", "NOTICE"} < hashes.keys()
    assert (source()["package"], source()["licence"]) == ("swagger-ui-dist", "Apache-2.0")
    assert re.fullmatch(r"sha512-[A-Za-z0-9+/]{86}==", source()["integrity"])
