"""A response that the client has is not sent again, wherever a response has an entity tag."""

from typing import Any

import pytest

from service.openapi.operations import OPERATIONS
from tests.http.conftest import Api

LINES = {"Accept": "application/x-ndjson"}
BY_VERSION: tuple[tuple[str, dict[str, str]], ...] = (
    ("", {}),
    ("?at=3", {}),
    ("/options", {}),
    ("/events", {}),
    ("/events", LINES),
    ("/story", {}),
    ("/story?at=3", {}),
    ("/tally", {}),
    ("/tally?at=3", {}),
    ("/bundle", {}),
    ("/table", {}),
    ("/table?at=3", {}),
)
BY_CONTENT: tuple[tuple[str, dict[str, str]], ...] = (
    ("/events/3/why", {}),
    ("/audit", {}),
    ("/branches", {}),
    ("/compare?with=branch", {}),
)
BESIDE: tuple[tuple[str, dict[str, str]], ...] = (("/seats", {}),)
"""What no command changes."""


@pytest.fixture
async def duel(api: Api) -> Api:
    """A service with an encounter and its branch."""
    await api.open()
    await branch(api, "branch")
    return api


async def branch(api: Api, name: str) -> None:
    opened = await api.client.post("/v1/encounters/duel/branches", json={"id": name, "name": name})
    assert opened.status_code == 201, opened.text


@pytest.mark.parametrize(("path", "headers"), BY_VERSION + BY_CONTENT + BESIDE)
@pytest.mark.parametrize("speaker", ["narrator", "player:ogre", "spectator"])
async def test_a_response_that_the_client_has_is_not_sent_again(
    duel: Api, path: str, headers: dict[str, str], speaker: str
) -> None:
    asked = {**headers, "Yarrow-As": speaker}
    first = await duel.get(path, headers=asked)
    assert first.is_success
    for method in ("GET", "HEAD"):
        for tags in (first.headers["etag"], f'"other", W/{first.headers["etag"]}', "*"):
            again = await duel.client.request(
                method, f"/v1/encounters/duel{path}", headers={**asked, "If-None-Match": tags}
            )
            assert (again.status_code, again.content) == (304, b"")
            assert "content-length" not in again.headers
            tag = () if tags == "*" else ("etag",)
            for name in (*tag, "yarrow-chain", "vary", "cache-control"):
                assert again.headers[name] == first.headers[name]
    known = {**asked, "If-None-Match": '"999", "4-de-ad", four'}
    assert (await duel.get(path, headers=known)).content == first.content


@pytest.mark.parametrize(("path", "headers"), BY_VERSION + BY_CONTENT)
async def test_after_a_command_the_response_is_sent_again(duel: Api, path: str, headers: dict[str, str]) -> None:
    first = await duel.get(path, headers=headers)
    assert (await duel.command("core.note", text="The wind turns.")).is_success
    again = await duel.get(path, headers={**headers, "If-None-Match": first.headers["etag"]})
    assert again.status_code == (304 if "at=" in path else 200)


@pytest.mark.parametrize(("path", "headers"), BY_VERSION + BY_CONTENT[:2] + BESIDE)
async def test_another_encounter_at_the_same_version_has_other_tags(
    duel: Api, path: str, headers: dict[str, str]
) -> None:
    await duel.open("second")
    assert await duel.version() == await duel.version(encounter="second")
    first = await duel.get(path, headers=headers)
    other = await duel.get(path, encounter="second", headers={**headers, "If-None-Match": first.headers["etag"]})
    assert (first.status_code, other.status_code) == (200, 200)


async def test_what_depends_on_more_than_the_version_is_known_by_its_content(duel: Api) -> None:
    """A new branch, a command on the other side: the version of the encounter is the same, and the response is not."""
    version = await duel.version()
    for path, change in (
        ("/branches", branch(duel, "second")),
        ("/compare?with=branch", duel.command("core.note", encounter="branch", text="hm")),
    ):
        first = await duel.get(path)
        assert first.headers["etag"].startswith(f'"{version}-')
        await change
        again = await duel.get(path, headers={"If-None-Match": first.headers["etag"]})
        assert again.status_code == 200
        assert again.headers["etag"].startswith(f'"{version}-')
        assert again.headers["etag"] != first.headers["etag"]


async def test_a_command_may_expect_the_version_of_any_entity_tag(duel: Api) -> None:
    for path, _ in BY_CONTENT:
        tag = (await duel.get(path)).headers["etag"]
        assert (await duel.command("core.note", text="hm", headers={"If-Match": tag})).is_success
        late = await duel.command("core.note", text="hm", headers={"If-Match": tag})
        assert late.json()["code"] == "version_conflict"


SPEAKERS = ("narrator", "player:ogre", "player:bell", "spectator")
VIEWS: tuple[tuple[str, tuple[dict[str, str], ...]], ...] = (
    ("", ({},)),
    ("/options", ({}, {"combatant": "ogre"}, {"command": "core.note"}, {"group": "table"}, {"declarations": "true"})),
    ("/events", ({}, {"after": "2"}, {"limit": "2"})),
    ("/story", ({}, {"level": "1"}, {"after": "2"}, {"limit": "2"}, {"format": "html"}, {"format": "text"})),
    ("/tally", ({}, {"at": "3"})),
    ("/table", ({}, {"at": "3"})),
    ("/bundle", ({},)),
    ("/events/3/why", ({},)),
    ("/audit", ({},)),
    ("/branches", ({}, {"limit": "1"})),
    ("/seats", ({},)),
)
"""Reads of an encounter with parameters that make views of it."""


async def test_views_that_differ_have_different_tags(duel: Api) -> None:
    await branch(duel, "second")
    assert (await duel.command("core.set_policy", of="ogre", kind="oppose", answer="ask")).is_success
    bodies: dict[str, dict[str, set[bytes]]] = {}
    for path, views in VIEWS:
        for speaker in SPEAKERS:
            for view in views:
                for accept in ("application/json", "application/x-ndjson", "text/markdown"):
                    answer = await duel.get(path, params=view, headers={"Yarrow-As": speaker, "Accept": accept})
                    if answer.is_success:
                        same = bodies.setdefault(path, {}).setdefault(answer.headers["etag"], set())
                        same.add(answer.content)
    assert {path for path, _ in VIEWS} == bodies.keys()
    assert [(path, tag) for path, tags in bodies.items() for tag, found in tags.items() if len(found) > 1] == []


@pytest.mark.parametrize("path", ["/options", "/table"])
async def test_the_languages_of_a_view_have_different_tags(api: Api, path: str) -> None:
    await api.open("duel", "iris", "bruno", ruleset="ticks")
    english, german = [await api.get(path, headers={"Accept-Language": one}) for one in ("en", "de")]
    assert english.content != german.content
    assert english.headers["etag"] != german.headers["etag"]
    for own, other in ((english, "de"), (german, "en")):
        known = {"If-None-Match": own.headers["etag"]}
        assert (await api.get(path, headers={**known, "Accept-Language": other})).status_code == 200


def test_every_read_of_an_encounter_may_be_unchanged() -> None:
    reads: dict[str, Any] = {
        path.partition("}")[2]: operation
        for (method, path), operation in OPERATIONS.items()
        if method == "get" and "{encounter}" in path
    }
    streams = {path for path in reads if path in ("/live", "/replay")}
    assert {path for path, operation in reads.items() if not operation.unchanged} == streams
    here = {path.partition("?")[0].replace("/3/", "/{version}/") for path, _ in BY_VERSION + BY_CONTENT + BESIDE}
    assert here == reads.keys() - streams
