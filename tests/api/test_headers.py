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
