"""``Prefer: check``: a command is accepted or refused as it would be, and nothing is recorded."""

from typing import Any

import httpx
import pytest

from service.settings import Settings
from tests.http.conftest import Api, running
from tests.http.live.test_socket import service, talking
from tests.live import Service

__all__ = ["service"]

CHECK = {"Prefer": "check"}
OGRE = {"Yarrow-As": "player:ogre"}


async def check(api: Api, kind: str, /, headers: dict[str, str] | None = None, **fields: Any) -> httpx.Response:
    return await api.command(kind, headers={**CHECK, **(headers or {})}, **fields)


async def lines(api: Api) -> str:
    """Return all events of the encounter as they are stored."""
    return (await api.get("/events", headers={"Accept": "application/x-ndjson"})).text


async def test_a_check_says_what_comes_first_and_records_nothing(api: Api) -> None:
    await api.open()
    await api.command("s3.begin_round")
    before = await lines(api)
    begun = await check(api, "s3.begin_turn", pc="ogre", npc="bell")
    assert (begun.status_code, begun.headers["preference-applied"], begun.headers["etag"]) == (200, "check", '"6"')
    assert begun.json() == {
        "version": 6,
        "first": "throw",
        "throw": {"combatant": "ogre", "what": "Initiative", "count": 5, "of": "coins"},
    }
    assert (await check(api, "core.note", text="psst")).json() == {"version": 6, "first": "records"}
    assert await lines(api) == before


async def test_a_check_asks_the_question_of_the_story(api: Api) -> None:
    await api.open("duel", "flying_fox", "guard")
    await api.command("s3.begin_round")
    await api.command("s3.begin_turn", pc="fox", npc="guard", order="pc_first")
    fox = {"Yarrow-As": "player:fox"}
    punch: dict[str, Any] = {"actor": "fox", "target": "guard", "weapon": "unarmed"}
    checked = await check(api, "s3.attack", headers=fox, **punch)
    executed = await api.command("s3.attack", headers=fox, **punch)
    assert "preference-applied" not in executed.headers
    [prompt] = executed.json()["prompts"]
    entries = (await api.get(f"/story?after={prompt['version'] - 1}")).json()["entries"]
    [told] = [entry["sentence"] for entry in entries if entry["type"] == "core.prompted"]
    assert checked.json()["asks"] == [{"to": "guard", "kind": "oppose", "question": told}]


async def test_a_refused_check_is_the_problem_of_the_command(api: Api) -> None:
    await api.open()
    await api.turn()
    for kind, fields in (
        ("s3.end_turn", {"actor": "bell"}),
        ("s3.attack", {"actor": "ogre", "target": "nobody", "weapon": "pistol"}),
        ("s3.no_such_command", {}),
        ("core.rewind", {"to": 6_000}),
        ("core.rewind", {"to": 5}),
    ):
        checked, executed = await check(api, kind, **fields), await api.command(kind, **fields)
        assert checked.status_code >= 400
        assert (checked.status_code, checked.json()) == (executed.status_code, executed.json())
        assert checked.headers["content-type"] == "application/problem+json"
    forbidden = await check(api, "s3.begin_round", headers=OGRE)
    assert forbidden.status_code == 403
    watching = await check(api, "core.note", headers={"Yarrow-As": "spectator"}, text="psst")
    assert watching.status_code == 403


async def test_rewind_and_close_are_checked(api: Api) -> None:
    await api.open()
    await api.turn()
    before = await lines(api)
    closing: tuple[tuple[str, dict[str, Any]], ...] = (("core.rewind", {"to": 4}), ("core.close", {}))
    for kind, fields in closing:
        assert (await check(api, kind, **fields)).json()["first"] == "records"
    assert await lines(api) == before


async def test_faces_are_checked_to_the_end(api: Api) -> None:
    await api.open(chance="supplied")
    await api.command("s3.begin_round")
    turn: dict[str, Any] = {"pc": "ogre", "npc": "bell"}
    for faces, code in ((None, "faces_missing"), (["HHTHT"], "faces_missing"), (["HHTHT", "TH"], "faces_wrong")):
        refused = await check(api, "s3.begin_turn", faces=faces, **turn)
        assert (refused.status_code, refused.json()["code"]) == (422, code)
    accepted = await check(api, "s3.begin_turn", faces=["HHTHT", "THTT"], **turn)
    assert (accepted.status_code, accepted.json()["first"]) == (200, "throw")
    assert await api.version() == 6


async def test_a_check_neither_uses_nor_takes_an_idempotency_key(api: Api) -> None:
    await api.open()
    key = {"Idempotency-Key": "once"}
    assert (await check(api, "core.note", headers=key, text="one")).json()["first"] == "records"
    executed = await api.command("core.note", headers=key, text="two")
    assert executed.json()["version"] == 6
    assert (await check(api, "core.note", headers=key, text="three")).json() == {"version": 6, "first": "records"}


async def test_a_check_honours_the_expected_version(api: Api) -> None:
    await api.open()
    assert (await check(api, "core.note", headers={"If-Match": '"4"'}, text="now")).status_code == 200
    late = await check(api, "core.note", headers={"If-Match": '"3"'}, text="late")
    assert (late.status_code, late.json()["code"]) == (409, "version_conflict")


async def test_a_check_is_of_the_newest_version_also_after_a_command_to_another_process(
    api: Api, settings: Settings
) -> None:
    await api.open()
    async with running(settings) as other:
        await other.command("core.note", text="elsewhere")
        assert (await check(api, "core.note", text="here")).json()["version"] == 6


@pytest.mark.parametrize(
    ("prefer", "checked"),
    [
        ("Check", True),
        ("respond-async, check;wait=10", True),
        ("check=1", True),
        ("wait=10", False),
        ("handling=strict; check", False),
        ('note="a, check, too"', False),
    ],
)
async def test_other_preferences_are_ignored(api: Api, prefer: str, checked: bool) -> None:
    await api.open()
    answer = await api.command("core.note", headers={"Prefer": prefer}, text="psst")
    assert (answer.headers.get("preference-applied"), await api.version()) == (("check", 4) if checked else (None, 6))


async def test_preferences_may_be_in_several_headers(api: Api) -> None:
    await api.open()
    note = {"command": {"type": "core.note", "text": "psst"}}
    headers = [("Prefer", 'note="a'), ("Prefer", "check"), ("Prefer", 'other="b')]
    answer = await api.client.post("/v1/encounters/duel/commands", json=note, headers=headers)
    assert (answer.headers.get("preference-applied"), await api.version()) == ("check", 4)


async def test_an_opening_and_a_branch_are_checked(api: Api) -> None:
    opening = {"ruleset": "s3", "id": "duel", "combatants": [{"template": "guard"}]}
    checked = await api.client.post("/v1/encounters", json=opening, headers=CHECK)
    assert (checked.status_code, checked.headers["preference-applied"]) == (200, "check")
    assert checked.json() == {"version": 0, "first": "records"}
    assert (await api.get()).status_code == 404
    await api.open()
    again = await api.client.post("/v1/encounters", json=opening, headers=CHECK)
    assert (again.status_code, again.json()["code"]) == (409, "encounter_exists")
    invalid = await api.client.post("/v1/encounters", json={**opening, "options": {"no": 1}}, headers=CHECK)
    assert invalid.json() == (await api.client.post("/v1/encounters", json={**opening, "options": {"no": 1}})).json()
    branches = "/v1/encounters/duel/branches"
    branch = await api.client.post(branches, json={"id": "other"}, headers=CHECK)
    assert (branch.status_code, branch.json()["first"]) == (200, "records")
    assert (await api.get(encounter="other")).status_code == 404
    assert (await api.client.post(branches, json={"id": "duel"}, headers=CHECK)).json()["code"] == "encounter_exists"


async def test_a_batch_that_is_too_large_is_refused(api: Api) -> None:
    answers = {"call": "heads", "when_stunned": "decline", "drag": "release", "fast": "decline"}
    crowd = [{"template": "guard", "id": f"guard-{place}", "sheet": {"policy": answers}} for place in range(200)]
    opening = {"ruleset": "s3", "id": "crowd", "combatants": crowd}
    checked = await api.client.post("/v1/encounters", json=opening, headers=CHECK)
    executed = await api.client.post("/v1/encounters", json=opening)
    assert (checked.status_code, checked.json()["code"]) == (422, "batch_too_large")
    assert checked.json() == executed.json()


async def test_an_import_is_not_checked_and_not_executed(api: Api) -> None:
    await api.open()
    bundle = (await api.get("/bundle")).content
    headers = {**CHECK, "Content-Type": "application/x-ndjson"}
    answer = await api.client.post("/v1/bundles?as=copy", content=bundle, headers=headers)
    assert (answer.status_code, answer.json()["field"]) == (400, "Prefer")


async def test_checks_are_counted(api: Api) -> None:
    await api.open()
    await check(api, "core.note", text="psst")
    counted = (await api.client.get("/metrics")).text
    assert 'yarrow_commands_total{outcome="checked"} 1.0' in counted


async def test_a_socket_checks_commands(service: Service) -> None:
    async with talking(service) as socket:
        assert (await socket.next())["type"] == "heartbeat"
        await socket.say({"type": "s3.begin_round"}, ref=1, check=True)
        assert await socket.next() == {"type": "checked", "ref": 1, "version": 4, "first": "records"}
        await socket.say({"type": "s3.end_turn", "actor": "ogre"}, ref=2, check=True)
        assert (await socket.next())["code"] == "refused"
