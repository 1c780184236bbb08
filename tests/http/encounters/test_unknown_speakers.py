"""Players whose combatants have not joined: a slip in Yarrow-As is told to them, and those who come later may read."""

from typing import Any

import pytest

from service.settings import Settings
from tests.http.conftest import Api
from tests.http.live.test_socket import talking
from tests.live import served

READS = (
    *("", "/options", "/events", "/story", "/tally", "/events/1/why", "/audit", "/bundle", "/branches"),
    *("/compare?with=duel&with_at=1", "?at=1", "/options?at=4", "/story?at=1", "/tally?at=1", "/replay?speed=0"),
)
HEADER = "yarrow-unknown"


def player(*names: str) -> dict[str, str]:
    return {"Yarrow-As": f"player:{','.join(names)}"}


@pytest.mark.parametrize("path", READS)
async def test_what_is_read_says_for_whom_the_player_speaks_in_vain(api: Api, path: str) -> None:
    await api.open()
    for speaker, unknown in (
        (player("ogre", "ghost", "bel"), "ghost, bel"),
        (player("ogre", "bell"), None),
        ({"Yarrow-As": "spectator"}, None),
        ({}, None),
    ):
        answer = await api.get(path, headers=speaker)
        assert (answer.status_code, answer.headers.get(HEADER)) == (200, unknown)


async def test_events_as_lines_say_it_too(api: Api) -> None:
    await api.open()
    lines = await api.get("/events", headers={**player("ghost"), "Accept": "application/x-ndjson"})
    assert lines.headers[HEADER] == "ghost"


async def test_options_name_whom_the_player_may_have_meant(api: Api) -> None:
    await api.open()
    menu = await api.menu(headers=player("ogree", "golden_bell_membr", "ghost", "ogre"))
    assert menu.unknown == {
        "ogree": "No one called “ogree” has joined; did you mean ogre?",
        "golden_bell_membr": "No one called “golden_bell_membr” has joined; did you mean bell?",
        "ghost": "No one called “ghost” has joined yet.",
    }
    assert "unknown" not in (await api.get("/options", headers=player("ogre"))).json()
    assert (await api.menu()).unknown == {}
    tag = {"If-None-Match": (await api.get("/options", headers=player("ogree"))).headers["etag"]}
    unchanged = await api.get("/options", headers={**player("ogree"), **tag})
    assert (unchanged.status_code, unchanged.headers[HEADER]) == (304, "ogree")


async def test_who_joins_later_reads_before_and_is_known_from_then_on(api: Api) -> None:
    await api.open("duel", "one_eyed_ogre")
    later = player("bell")
    assert (await api.get("/options", headers=later)).json()["unknown"].keys() == {"bell"}
    assert (await api.command("core.join", template="golden_bell_member", id="bell")).is_success
    for path in ("", "/options", "/story?at=1"):
        assert HEADER not in (await api.get(path, headers=later)).headers
    assert "unknown" not in (await api.get("/options", headers=later)).json()


async def test_who_has_not_joined_reads_and_does_not_command(api: Api) -> None:
    await api.open("duel", "one_eyed_ogre")
    ghost = player("ghost")
    assert (await api.get("/story", headers=ghost)).is_success
    assert (await api.menu(headers=ghost)).forms == []
    assert (await api.command("core.note", text="Boo.", headers=ghost)).json()["code"] == "not_yours"
    assert (await api.command("core.join", template="golden_bell_member", id="ghost")).is_success
    assert (await api.menu(headers=ghost)).forms != []
    assert (await api.command("core.note", text="Boo.", headers=ghost)).is_success


async def test_a_long_list_is_told_in_part(api: Api) -> None:
    await api.open()
    ghosts = [f"ghost_{number}" for number in range(200)]
    answer = await api.get("/options", headers=player(*ghosts))
    assert answer.headers[HEADER].split(", ") == list(answer.json()["unknown"]) == ghosts[:8]


async def test_of_a_secret_sheet_only_its_public_name_is_told(api: Api) -> None:
    joining: dict[str, Any] = {"id": "lurker", "template": "golden_bell_member", "secret": True}
    await api.open("duel", "one_eyed_ogre")
    assert (await api.command("core.join", **joining)).is_success
    answer = await api.get("/options", headers=player("lurkr", "golden_bell_member"))
    told = answer.json()
    assert told["unknown"] == {
        "lurkr": "No one called “lurkr” has joined; did you mean lurker?",
        "golden_bell_member": "No one called “golden_bell_member” has joined; did you mean lurker?",
    }
    assert told["names"]["lurker"] == "Golden Bell member"


async def test_streams_and_sockets_say_it_when_they_begin(settings: Settings) -> None:
    async with served(settings) as service:
        await service.open("duel")
        async with service.watching(speaker="player:ghost,ogre") as feed:
            assert feed.answer.headers[HEADER] == "ghost"
            first = await feed.next()
            assert (first.comment, first.id) == ("No one called “ghost” has joined yet.", "4")
        async with service.watching(speaker="player:ogre") as feed:
            assert HEADER not in feed.answer.headers
            assert (await feed.next()).comment is None
        async with talking(service, query="?as=player:ghost,ogre") as socket:
            assert await socket.next() == {"type": "heartbeat", "position": "4", "unknown": ["ghost"]}
        async with talking(service, query="?as=player:ogre") as socket:
            assert await socket.next() == {"type": "heartbeat", "position": "4"}


async def test_who_was_taken_away_by_a_rewind_gets_no_standing_answer(api: Api) -> None:
    await api.open()
    before = await api.version()
    assert (await api.command("core.join", template="flying_fox", id="late")).is_success
    policy: dict[str, Any] = {"of": "late", "kind": "oppose", "answer": {"skill": "evasion"}}
    assert (await api.command("core.set_policy", **policy)).is_success
    assert (await api.command("core.rewind", to=before)).is_success
    refused = await api.command("core.set_policy", **policy)
    assert (refused.status_code, refused.json()["field"]) == (422, "command.of")
