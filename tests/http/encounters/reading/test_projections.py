"""Projections of an encounter over HTTP: story, tally, causes, audit and bundle."""

import io
from typing import Any

from domain.rulesets.s3 import S3
from events.audit.auditor import Auditor
from events.format import bundle
from events.format.codec import Codec
from tests.http.conftest import Api, tagged_version

SPECTATOR = {"Yarrow-As": "spectator"}
EVADE = [{"kind": "oppose", "to": "bell", "answer": {"skill": "evasion"}}]


async def fought(api: Api) -> dict[str, Any]:
    """Play a fight in which the ogre shoots the bell with supplied coins, and the narrator adds a private note."""
    assert (await api.open(chance="either")).is_success
    await api.turn()
    shot = await api.command(
        "s3.attack",
        actor="ogre",
        target="bell",
        weapon="pistol",
        answers=EVADE,
        faces=["HHHHHTT", "HHHHT", "HHTTTTT", "HHHT"],
    )
    assert shot.is_success, shot.text
    assert (await api.command("core.note", text="The lantern swings.", secret="It will fall.")).is_success
    assert (await api.command("s3.end_turn", actor="ogre")).is_success
    return dict(shot.json())


def version_of(answer: dict[str, Any], kind: str) -> int:
    return next(int(event["version"]) for event in answer["events"] if event["type"] == kind)


async def test_the_story_tells_the_fight_page_by_page_in_whole_batches(api: Api) -> None:
    shot = await fought(api)
    whole = (await api.get("/story", params={"level": 3})).json()
    sentences = [entry["sentence"] for entry in whole["entries"]]
    assert "One-Eyed Ogre throws for sharpshooting: 7 coins ●●●●●○○, 5 heads." in sentences
    assert whole["after"] == whole["version"]
    page = await api.get("/story", params={"after": shot["first"] - 1, "limit": 2, "level": 3})
    assert page.json()["entries"] == [entry for entry in whole["entries"] if entry["batch"] == shot["first"]]
    assert page.json()["after"] == shot["version"]
    found: list[dict[str, Any]] = []
    after = 0
    while after < whole["version"]:
        part = (await api.get("/story", params={"after": after, "limit": 3, "level": 3})).json()
        found, after = [*found, *part["entries"]], part["after"]
    assert found == whole["entries"]
    within = (await api.get("/story", params={"after": shot["first"] + 1, "level": 3})).json()
    assert within["entries"] == [entry for entry in whole["entries"] if entry["version"] > shot["first"] + 1]
    assert tagged_version(page) == whole["version"]
    beyond = (await api.get("/story", params={"after": whole["version"] + 5})).json()
    assert beyond["entries"] == []


async def test_a_story_leaves_out_what_its_hearer_may_not_see(api: Api) -> None:
    await fought(api)
    told = (await api.get("/story")).text
    heard = (await api.get("/story", headers=SPECTATOR)).text
    assert "It will fall" in told
    assert "It will fall" not in heard
    assert "The lantern swings" in heard


async def test_the_tally_counts_and_goes_on_counting(api: Api) -> None:
    await fought(api)
    tally = (await api.get("/tally")).json()
    assert tally["throws"]["throws"] == tally["throws"]["supplied"] == 4
    assert tally["throws"]["fallen"]["7"] == {"5": 1, "2": 1}
    assert tally["combatants"]["ogre"]["counts"] == {"turns": 1, "hits": 1, "damage_dealt": 2}
    await api.command("core.rule", text="No light.")
    later = (await api.get("/tally")).json()
    assert (later["rulings"], later["version"]) == (1, tally["version"] + 2)
    assert later["throws"] == tally["throws"]


async def test_an_event_says_why_it_came_about(api: Api) -> None:
    shot = await fought(api)
    wound = version_of(shot, "s3.wounded")
    causes = (await api.get(f"/events/{wound}/why")).json()["causes"]
    assert causes[0]["sentence"] == "One-Eyed Ogre attacks Golden Bell member with the pistol."
    assert causes[-1]["version"] == wound
    assert [cause["cause"] for cause in causes[1:]] == [cause["version"] for cause in causes[:-1]]
    missing = await api.get("/events/999/why")
    assert (missing.status_code, missing.json()["code"], missing.json()["field"]) == (404, "not_found", "version")


async def test_what_came_later_is_no_cause_of_an_event(api: Api) -> None:
    slow = {"template": "thurston", "id": "sam", "sheet": {"fp": 0}}
    assert (await api.open(ruleset="century", combatants=[slow])).is_success
    begun = (await api.command("century.begin_round")).json()
    scored = version_of(begun, "century.initiative_scored")
    before = (await api.get(f"/events/{scored}/why")).json()["causes"][-1]
    assert (await api.command("century.surprise", combatant="sam")).is_success
    assert (await api.get(f"/events/{scored}/why")).json()["causes"][-1] == before


async def test_an_audit_proves_an_open_fight_with_the_seeds_that_the_service_keeps(api: Api) -> None:
    await fought(api)
    audit = (await api.get("/audit")).json()
    assert [audit[check]["verdict"] for check in ("chain", "throws", "legality")] == ["proven"] * 3
    assert (audit["supplied_throws"], audit["rulings"], audit["rewinds"]) == (4, 0, 0)
    assert audit["throws"]["detail"].endswith("as reported by the service that keeps it.")
    seen = (await api.get("/audit", headers=SPECTATOR)).json()
    assert [seen[check]["verdict"] for check in ("chain", "throws", "legality")] == ["proven", "proven", "not_provable"]


async def test_a_closed_fight_is_proven_by_its_bundle_alone(api: Api) -> None:
    await fought(api)
    assert (await api.command("core.close")).is_success
    answer = await api.get("/bundle")
    assert answer.headers["content-type"] == "application/x-ndjson"
    assert answer.headers["content-disposition"] == 'attachment; filename="duel.ndjson"'
    found = bundle.read(io.BytesIO(answer.content))
    audit = Auditor(S3, Codec.of(S3)).audit_bundle(found)
    assert [audit.chain.verdict, audit.throws.verdict, audit.legality.verdict] == ["proven"] * 3
    assert found.header.seen_by == "narrator"
    assert audit.throws.detail.endswith("every seed matches its commitment.")


async def test_a_spectators_bundle_leaves_private_parts_out_and_proves_its_chain(api: Api) -> None:
    await fought(api)
    whole = bundle.read(io.BytesIO((await api.get("/bundle")).content))
    seen = bundle.read(io.BytesIO((await api.get("/bundle", headers=SPECTATOR)).content))
    assert (seen.header.seen_by, seen.header.chain) == ("spectator", whole.header.chain)
    assert seen.fault is None
    assert sum(b"\n" in record for record in seen.records) == 0 < sum(b"\n" in record for record in whole.records)
    assert Auditor(S3, Codec.of(S3)).audit_bundle(seen).chain.verdict == "proven"


async def test_an_encounter_that_is_not_there_shows_nothing(api: Api) -> None:
    for path in ("/story", "/tally", "/events/1/why", "/audit", "/bundle"):
        assert (await api.get(path, encounter="nowhere")).status_code == 404
