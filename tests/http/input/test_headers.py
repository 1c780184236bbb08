"""Ambiguous headers are rejected: the service never guesses the speaker."""

import json
import re
from itertools import permutations
from typing import Any, Final

import httpx
import pytest

from tests.bundles import first_of
from tests.http.conftest import Api
from tests.http.description.test_openapi import described
from tests.unit.events.fights import closed

NOBODY = ["player:narrator", "player:world", "player:all", "player:ogre,narrator", "player:og re", "player:OGRE"]
MANY = ["player:" + "a" * 33, "player:" + ",".join(f"guard-{number}" for number in range(201))]


@pytest.mark.parametrize("speaker", [*NOBODY, *MANY])
async def test_a_player_speaks_for_combatants_and_for_nobody_else(api: Api, speaker: str) -> None:
    assert (await api.open()).is_success
    asked = {"Yarrow-As": speaker}
    for answer in (await api.command("core.note", text="hm", headers=asked), await api.get(headers=asked)):
        problem = answer.json()
        assert (answer.status_code, problem["code"], problem["field"]) == (400, "malformed", "Yarrow-As")
    assert await api.version() == 4


async def test_what_is_for_the_narrator_is_for_no_player_of_that_name(api: Api) -> None:
    assert (await api.open()).is_success
    assert (await api.command("core.note", text="All is well.", secret="The guard is bribed.")).is_success
    for path in ("/events", "/story", "/bundle"):
        assert "bribed" in (await api.get(path)).text
        for speaker in ("player:narrator", "player:ogre", "spectator"):
            assert "bribed" not in (await api.get(path, headers={"Yarrow-As": speaker})).text


async def test_a_combatant_that_is_named_twice_is_one(api: Api) -> None:
    assert (await api.open()).is_success
    noted = await api.command("core.note", text="hm", headers={"Yarrow-As": "player:ogre, bell,ogre"})
    assert {event["speaker"] for event in noted.json()["events"]} == {"player:ogre,bell"}


@pytest.mark.parametrize(
    ("name", "values"),
    [
        ("Yarrow-As", ("narrator", "spectator")),
        ("Idempotency-Key", ("one", "two")),
        ("If-Match", ('"4"', '"5"')),
        ("Content-Type", ("application/json", "text/plain")),
    ],
)
async def test_a_header_that_a_command_reads_stands_there_once(api: Api, name: str, values: tuple[str, str]) -> None:
    assert (await api.open()).is_success
    for first, second in permutations(values):
        headers = [(name, first), (name, second)]
        if name != "Content-Type":
            headers.append(("Content-Type", "application/json"))
        answer = await api.client.post(
            "/v1/encounters/duel/commands",
            content=b'{"command": {"type": "core.note", "text": "hm"}}',
            headers=headers,
        )
        assert (answer.status_code, answer.json()["code"], answer.json()["field"]) == (400, "malformed", name)
    assert await api.version() == 4


async def test_who_reads_is_said_once_as_well(api: Api) -> None:
    assert (await api.open()).is_success
    for both in permutations([("Yarrow-As", "narrator"), ("Yarrow-As", "spectator")]):
        assert (await api.get(headers=list(both))).json()["field"] == "Yarrow-As"


OPEN: Final = first_of(closed(), -1)
"""An open fight with the ID ``duel``."""
NDJSON: Final = {"Content-Type": "application/x-ndjson"}
NOTE: Final = {"command": {"type": "core.note", "text": "hm"}}
READ: Final = (
    *("", "/options", "/table", "/events", "/story", "/tally", "/events/3/why", "/audit", "/bundle", "/branches"),
    *("/seats", "/compare?with=branch", "/replay?speed=0", "/replay?from=5", "/live?after=9"),
    *(
        "?at=9",
        "/options?at=9",
        "/options?at=3",
        "/options?combatant=nobody",
        "/options?command=nothing",
        "/story?at=9",
        "/tally?at=9",
    ),
    *("/events/9/why", "/branches?after=nothing", "/replay?to=9", "/replay?from=9", "/audit?known=9:" + "0" * 64),
    *("/compare?with=branch&at=9", "/compare?with=branch&with_at=9", "/compare?with=other", "/compare?with=nobody"),
)
"""Reads of an encounter at version 4 that has a branch, including reads that are refused."""
SENT: Final[tuple[tuple[str, dict[str, str], dict[str, Any]], ...]] = (
    ("/commands", {}, {"command": {"type": "s3.begin_turn", "pc": "ogre", "npc": "bell", "order": "pc_first"}}),
    ("/commands", {}, {"command": {"type": "s3.dance"}}),
    ("/commands", {}, {"command": {"type": "core.note", "text": 1}}),
    ("/commands", {"If-Match": '"3"'}, NOTE),
    ("/commands", {"Yarrow-As": "spectator"}, NOTE),
    ("/branches", {"Yarrow-As": "spectator"}, {}),
    ("/branches", {}, {"at": 9}),
    ("/branches", {}, {"at": "end"}),
    ("/branches", {}, {"at": 3}),
    ("/branches", {}, {"id": "other"}),
    ("/branches", {"Idempotency-Key": "used"}, {"id": "branch"}),
    ("/seats/wall/handover", {}, {}),
    ("/seats/ogre/handover", {"Yarrow-As": "player:bell"}, {}),
    ("/seats/ogre/handover", {}, {"expires": "yesterday"}),
)
UNSEEN: Final = (
    *(("GET", path, {}, None) for path in ("?at=0", "/audit?known=x", "/live?after=-1", "/tally?of=all")),
    ("GET", "", {"Yarrow-As": "nobody"}, None),
    ("GET", "/events", {"Accept": "image/png"}, None),
    ("DELETE", "", {}, None),
    ("POST", "/commands", {"If-Match": "4"}, NOTE),
    ("POST", "/commands", {"Content-Type": "text/plain"}, NOTE),
)
"""Requests that are refused whatever the version of the encounter."""


def stands(answer: httpx.Response) -> tuple[str | None, ...]:
    """Return the encounter's version and hash according to the headers of a response."""
    tag = answer.headers.get("etag")
    return None if tag is None else f'"{tag[1:-1].partition("-")[0]}"', answer.headers.get("yarrow-chain")


@pytest.fixture
async def heads(api: Api) -> dict[str, tuple[str | None, ...]]:
    """The version and hash of three encounters: one, its branch, and an unrelated one."""
    for encounter in ("duel", "other"):
        assert (await api.open(encounter)).is_success
    used = {"Idempotency-Key": "used"}
    opened = await api.client.post("/v1/encounters/duel/branches", json={"id": "branch", "name": "b"}, headers=used)
    assert opened.is_success
    found = {encounter: stands(await api.get(encounter=encounter)) for encounter in ("duel", "other", "branch")}
    assert [found["duel"][0], found["branch"][0]] == ['"4"', '"2"']
    assert len(set(found.values())) == 3
    return found


def test_all_that_is_read_of_an_encounter_is_read_here() -> None:
    paths = described()["paths"]
    of_one = {path.split("}", 1)[1] for path in paths if path.startswith("/v1/encounters/{encounter}")}
    here = [re.sub("[0-9]+", "{version}", path.partition("?")[0]) for path in READ]
    sent = [re.sub("seats/[a-z]+", "seats/{seat}", path) for path, _, _ in SENT]
    assert of_one == {*here, *sent}


async def test_every_answer_about_an_encounter_tells_where_it_stands(
    api: Api, heads: dict[str, tuple[str | None, ...]]
) -> None:
    """Refusals have these headers too, so that a client can verify the service's history."""
    for path in READ:
        answer = await api.get(path)
        assert stands(answer) == heads["duel"], path
        head = await api.client.head(f"/v1/encounters/duel{path}")
        assert (head.status_code, stands(head)) == (answer.status_code, heads["duel"]), path
    for path, headers, body in SENT:
        answer = await api.client.post(f"/v1/encounters/duel{path}", json=body, headers=headers)
        assert answer.is_client_error, (path, body)
        assert stands(answer) == heads["duel"], (path, body)


async def test_the_end_of_a_feed_tells_where_the_encounter_stands(api: Api) -> None:
    assert (await api.open()).is_success
    assert (await api.command("core.close")).is_success
    there = stands(await api.get())
    for path in (f"/live?after={await api.version()}", "/live", f"/replay?from={await api.version() + 1}"):
        ended = await api.get(path)
        assert (ended.status_code, stands(ended)) == (204, there), path


async def test_a_taken_id_tells_where_that_encounter_stands(api: Api, heads: dict[str, tuple[str | None, ...]]) -> None:
    """A caller that may open the encounter may see it; responses reveal nothing about any other ID."""
    bundles = {encounter: (await api.get("/bundle", encounter=encounter)).content for encounter in ("duel", "other")}
    refused = [
        await api.open("other"),
        await api.client.post("/v1/bundles?as=other", content=bundles["duel"], headers=NDJSON),
        await api.client.post("/v1/bundles", content=bundles["other"], headers=NDJSON),
    ]
    assert [answer.json()["code"] for answer in refused] == ["encounter_exists"] * 3
    assert [stands(answer) for answer in refused] == [heads["other"]] * 3


async def test_a_sealed_encounter_has_its_id_like_any_other(api: Api) -> None:
    assert (await api.client.post("/v1/bundles", content=OPEN, headers=NDJSON)).json()["status"] == "sealed"
    taken = await api.open("duel")
    assert (taken.status_code, taken.json()["code"]) == (409, "encounter_exists")
    assert stands(taken) == stands(await api.get())
    assert (await api.command("core.note", text="hm")).json()["code"] == "sealed"


async def test_what_is_turned_away_before_it_is_looked_at_tells_nothing(
    api: Api, heads: dict[str, tuple[str | None, ...]]
) -> None:
    for encounter in ("duel", "nowhere"):
        for method, path, headers, body in UNSEEN:
            sent = None if body is None else json.dumps(body)
            given = {**({} if body is None else {"Content-Type": "application/json"}), **headers}
            answer = await api.client.request(method, f"/v1/encounters/{encounter}{path}", content=sent, headers=given)
            assert answer.is_client_error
            assert stands(answer) == (None, None), (method, path)
    assert stands(await api.get()) == heads["duel"]


async def test_who_compares_hears_of_the_other_what_was_wrong_and_not_where_it_stands(
    api: Api, heads: dict[str, tuple[str | None, ...]]
) -> None:
    other = await api.get("/compare?with=branch&with_at=9")
    problem = other.json()
    assert (other.status_code, problem["field"], "version" in problem) == (404, "with_at", False)
    assert problem["detail"] == "The encounter branch has versions 1 to 2; there is no version 9."
    own = (await api.get("/compare?with=branch&at=9")).json()
    assert (own["field"], own["version"]) == ("at", 4)
    assert own["detail"] == "The encounter duel has versions 1 to 4; there is no version 9."
    assert heads["branch"] != heads["duel"]


async def test_the_end_of_a_replay_is_called_as_it_was_sent(api: Api) -> None:
    assert (await api.open()).is_success
    problem = (await api.get("/replay?to=9")).json()
    assert (problem["code"], problem["field"], problem["version"]) == ("not_found", "to", 4)
