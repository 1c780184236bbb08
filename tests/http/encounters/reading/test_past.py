"""The past over HTTP: options, story and tally at a version."""

from typing import Any

from service.encounters.state_loader import RECORDS_PER_READ
from tests.http.conftest import Api, tagged_version

SPECTATOR = {"Yarrow-As": "spectator"}
BAIS = {"kind": "call_flip", "to": "bai", "answer": "heads"}
READ = ("", "/options", "/table", "/story", "/tally")


async def watched(api: Api) -> dict[int, dict[str, Any]]:
    """Play a fight, and return the responses to its narrator and a spectator after each batch, by version."""
    seen: dict[int, dict[str, Any]] = {}
    assert (await api.open("duel", "flying_fox", "guard")).is_success
    commands: list[dict[str, Any]] = [
        {"kind": "core.note", "text": "Somebody is on the stairs.", "secret": "It is Bai.", "answers": [BAIS]},
        {"kind": "core.join", "id": "bai", "template": "golden_bell_member", "sheet": {"name": "Master Bai"}},
        {"kind": "s3.begin_round"},
        {"kind": "s3.begin_turn", "pc": "fox", "npc": "guard", "order": "pc_first"},
        {"kind": "s3.attack", "actor": "fox", "target": "guard", "weapon": "unarmed"},
        {"kind": "core.answer", "prompt": "", "answer": {"skill": "evasion"}},
    ]
    for fields in commands:
        answer = await api.command(fields.pop("kind"), **with_open_prompt((await api.get()).json(), fields))
        assert answer.is_success, answer.text
        seen[answer.json()["version"]] = {
            f"{who}{path}": (await api.get(path, headers={"Yarrow-As": who})).json()
            for path in READ
            for who in ("narrator", "spectator")
        }
    return seen


def with_open_prompt(state: dict[str, Any], fields: dict[str, Any]) -> dict[str, Any]:
    """Return the fields of a command, with the open prompt's ID if they answer one."""
    return {**fields, "prompt": state["prompts"][0]["id"]} if "prompt" in fields else fields


async def test_everything_reads_at_a_version_as_it_read_then(api: Api) -> None:
    seen = await watched(api)
    for version, answers in seen.items():
        for key, answer in answers.items():
            who, _, path = key.partition("/")
            params = {"at": version}
            then = await api.get(f"/{path}".rstrip("/"), headers={"Yarrow-As": who}, params=params)
            assert then.json() == answer, (version, key)
            assert tagged_version(then) == version


async def test_a_name_is_not_known_before_its_bearer_has_come_and_what_was_told_does_not_change(api: Api) -> None:
    first, *_, last = await watched(api)
    then = (await api.get("/story", params={"at": first, "level": 3})).json()["entries"]
    now = (await api.get("/story", params={"at": last, "level": 3})).json()["entries"]
    assert then[-1]["sentence"] == "Not needed after all: bai calls heads."
    assert now[: len(then)] == then


async def test_options_begin_behind_a_whole_batch_alone(api: Api) -> None:
    versions = list(await watched(api))
    end, following = versions[3], versions[4]
    for at, nearest in ((end + 1, end), (following - 1, following)):
        refused = await api.get("/options", params={"at": at})
        assert refused.status_code == 409
        problem = refused.json()
        assert (problem["code"], problem["field"], problem["nearest"]) == ("not_batch_end", "at", nearest)
        assert problem["version"] == versions[-1]
        assert (await api.get("/options", params={"at": nearest})).is_success


async def test_nothing_is_known_of_a_version_to_come(api: Api) -> None:
    *_, last = await watched(api)
    for path in READ:
        beyond = await api.get(path, params={"at": last + 1})
        assert (beyond.status_code, beyond.json()["field"]) == (404, "at"), path


async def test_a_page_of_the_past_ends_where_the_past_did(api: Api) -> None:
    versions = list(await watched(api))
    at = versions[2]
    page = (await api.get("/story", params={"at": at, "after": at - 2, "limit": 50, "level": 3})).json()
    assert {entry["version"] for entry in page["entries"]} <= {at - 1, at}
    assert (page["version"], page["after"]) == (at, at)


async def test_a_long_fight_is_counted_at_any_version(api: Api) -> None:
    """Versions are requested in any order; an earlier request never affects the tally of a later one."""
    assert (await api.open()).is_success
    notes = RECORDS_PER_READ + 150
    for number in range(notes):
        note = await api.command("core.note", text=str(number), secret="kept" if number % 2 else "")
        assert note.is_success, note.text
    last = await api.version()
    for at in (last, 7, RECORDS_PER_READ, RECORDS_PER_READ + 1, last - 3, RECORDS_PER_READ - 1, last, 5):
        tally = (await api.get("/tally", params={"at": at})).json()
        commands = 1 + sum(event["type"] == "core.commanded" for event in (await _events(api, at))[1:])
        assert (tally["version"], tally["commands"]) == (at, commands), at
        heard = (await api.get("/tally", params={"at": at}, headers=SPECTATOR)).json()
        assert heard["commands"] == commands


async def _events(api: Api, last: int) -> list[dict[str, Any]]:
    events: list[dict[str, Any]] = []
    while len(events) < last:
        page = await api.get("/events", params={"after": len(events), "limit": min(500, last - len(events))})
        events += page.json()["events"]
    return events
