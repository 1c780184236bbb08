"""Tallies across encounters: each encounter is counted once, for any caller, and only hosts may read them."""

import asyncio
from collections import Counter
from typing import Any

import pytest

from service.settings import Settings
from tests.http.conftest import Api, running
from tests.http.encounters.reading.test_projections import fought

FACES = ["HHHHHTT", "HHHHT", "HHTTTTT", "HHHT"]


async def tallied(api: Api, by: str, **parameters: Any) -> dict[tuple[str, str], dict[str, Any]]:
    """Return all tallies of a kind by ruleset and name, read page by page."""
    found: dict[tuple[str, str], dict[str, Any]] = {}
    after = ""
    while True:
        answer = await api.client.get("/v1/tallies", params={"by": by, "after": after, **parameters})
        assert answer.is_success, answer.text
        page = answer.json()
        assert page["current"] is True
        for one in page["tallies"]:
            key = (one["ruleset"], one.get("of", ""))
            assert key not in found
            found[key] = one["totals"]
        if page["next"] is None:
            return found
        after = page["next"]


async def fights(api: Api, count: int) -> None:
    """Play the same shot in a number of encounters."""
    for number in range(count):
        name = f"duel-{number}"
        assert (await api.open(name, chance="either")).is_success
        await api.turn(name)
        shot = await api.command(
            "s3.attack",
            encounter=name,
            actor="ogre",
            target="bell",
            weapon="pistol",
            answers=[{"kind": "oppose", "to": "bell", "answer": {"skill": "evasion"}}],
            faces=FACES,
        )
        assert shot.is_success, shot.text


async def test_combatants_are_counted_over_all_their_fights(api: Api) -> None:
    await fights(api, 4)
    found = await tallied(api, "combatant", limit=1)
    ogre, bell = found["s3", "ogre"], found["s3", "bell"]
    assert ogre["encounters"] == bell["encounters"] == 4
    assert ogre["counts"] == {"turns": 4, "hits": 4, "damage_dealt": 8}
    assert bell["counts"]["damage_suffered"] == 8
    assert ogre["names"] == {"One-Eyed Ogre": 4}
    assert ogre["throws"]["fallen"] == {"7": {"5": 4, "2": 4}}
    assert ogre["labels"]["sharpshooting"]["throws"] == 4


async def test_what_all_encounters_show_is_what_each_of_them_shows_added_up(api: Api) -> None:
    await fights(api, 3)
    await fought(api)
    tallies = [(await api.get("/tally", encounter=name)).json() for name in ("duel", "duel-0", "duel-1", "duel-2")]
    across = await tallied(api, "ruleset")
    totals = across["s3", ""]
    assert totals["encounters"] == 4
    for what in ("commands", "rulings", "rewinds"):
        assert totals.get(what, 0) == sum(tally[what] for tally in tallies)
    for what in ("throws", "coins", "heads", "supplied"):
        assert totals["throws"][what] == sum(tally["throws"][what] for tally in tallies)
    counts: Counter[str] = Counter()
    for tally in tallies:
        for doings in tally["combatants"].values():
            counts.update(doings["counts"])
    assert totals["counts"] == dict(counts)


async def test_principals_are_counted_by_what_they_commanded(api: Api) -> None:
    await fights(api, 2)
    by_player = await api.command("s3.end_turn", encounter="duel-1", actor="ogre", headers={"Yarrow-As": "player:ogre"})
    assert by_player.is_success, by_player.text
    found = await tallied(api, "principal")
    assert found["s3", "narrator"]["commands"] == 2 * 4
    assert found["s3", "narrator"]["encounters"] == 2
    assert found["s3", "player:ogre"]["commands"] == 1


async def test_one_ruleset_or_one_name_is_read_alone(api: Api) -> None:
    await fights(api, 2)
    shots = {"ruleset": "black_dice", "combatants": []}
    assert (await api.client.post("/v1/encounters", json=shots)).is_success
    assert set(await tallied(api, "ruleset")) == {("black_dice", ""), ("s3", "")}
    assert set(await tallied(api, "ruleset", ruleset="s3")) == {("s3", "")}
    for by in ("ruleset", "combatant"):
        unknown = await api.client.get("/v1/tallies", params={"by": by, "ruleset": "s"})
        assert (unknown.status_code, unknown.json()["field"]) == (422, "ruleset")
        assert "Choose one of s3, black_dice" in unknown.json()["detail"]
    assert set(await tallied(api, "combatant", of="ogre")) == {("s3", "ogre")}
    assert await tallied(api, "combatant", of="ogre") == await tallied(api, "combatant", of="ogre", ruleset="s3")
    assert set(await tallied(api, "combatant", of="ogre", ruleset="black_dice")) == set()


async def test_what_was_just_thrown_is_counted(api: Api) -> None:
    for number in range(1, 6):
        assert (await api.open(f"duel-{number}")).is_success
        assert (await tallied(api, "ruleset"))["s3", ""]["encounters"] == number


@pytest.mark.parametrize("speaker", ["player:ogre", "spectator"])
async def test_nobody_but_a_narrator_reads_them(api: Api, speaker: str) -> None:
    answer = await api.client.get("/v1/tallies", params={"by": "combatant"}, headers={"Yarrow-As": speaker})
    assert (answer.status_code, answer.json()["code"]) == (403, "not_yours")


@pytest.mark.parametrize(
    ("parameters", "field"),
    [
        ({}, "by"),
        ({"by": "side"}, "by"),
        ({"by": "ruleset", "of": "ogre"}, "of"),
        ({"by": "ruleset", "after": "x"}, "after"),
    ],
)
async def test_what_cannot_be_counted_is_said(api: Api, parameters: dict[str, str], field: str) -> None:
    answer = await api.client.get("/v1/tallies", params=parameters)
    assert (answer.status_code, answer.json()["code"], answer.json()["field"]) == (422, "invalid", field)


async def test_tenants_are_counted_apart(settings: Settings, tenant: str) -> None:
    other = settings.model_copy(update={"tenant": f"{tenant}-2"})
    async with running(settings) as api, running(other) as elsewhere:
        await asyncio.gather(fights(api, 2), fights(elsewhere, 1))
        assert (await tallied(api, "combatant"))["s3", "ogre"]["encounters"] == 2
        assert (await tallied(elsewhere, "combatant"))["s3", "ogre"]["encounters"] == 1
