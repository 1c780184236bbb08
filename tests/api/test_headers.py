"""Headers say one thing, or they are turned away: who speaks is nobody's guess."""

from itertools import permutations

import pytest

from tests.api.conftest import Api

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
    for path in ("/events", "/timeline", "/bundle"):
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


async def test_every_answer_about_an_encounter_tells_where_it_stands(api: Api) -> None:
    """A refusal, too, is an answer by which a client can hold the service to its history."""
    assert (await api.open()).is_success
    assert (await api.client.post("/v1/encounters/duel/branches", json={"id": "branch"})).is_success
    state = await api.get()
    stands = [state.headers[name] for name in ("etag", "yarrow-chain")]
    assert stands[0] == '"4"'
    for path in (
        *("", "/options", "/events", "/timeline", "/tally", "/audit", "/bundle", "/branches", "/compare?with=branch"),
        *("?at=9", "/options?at=3", "/options?combatant=nobody", "/events/9/why", "/live?after=9", "/replay?to=9"),
        *("/replay?speed=0", "/timeline?at=9"),
    ):
        answer = await api.get(path)
        assert [answer.headers.get(name) for name in ("etag", "yarrow-chain")] == stands, path
    for headers, body in (
        ({}, {"command": {"type": "s3.begin_turn", "pc": "ogre", "npc": "bell", "order": "pc_first"}}),
        ({}, {"command": {"type": "s3.dance"}}),
        ({}, {"command": {"type": "core.note", "text": 1}}),
        ({"If-Match": '"3"'}, {"command": {"type": "core.note", "text": "hm"}}),
        ({"Yarrow-As": "spectator"}, {"command": {"type": "core.note", "text": "hm"}}),
    ):
        answer = await api.client.post("/v1/encounters/duel/commands", json=body, headers=headers)
        assert answer.is_client_error
        assert [answer.headers.get(name) for name in ("etag", "yarrow-chain")] == stands, body
