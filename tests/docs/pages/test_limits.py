"""Tests that requests beyond the limits of ``docs/reference/limits.md`` are refused with the codes that it names."""

import json
import re
from typing import Any

import pytest

from docs.pages.limits import limits
from domain.registry import rulesets
from domain.ruleset.scene import UnfitScene, scene
from domain.ruleset.staging import staged
from tests.http.conftest import Api, api, settings
from tests.program import ROOT

__all__ = ["api", "settings"]
NOTE = "core.note"
NEEDED = {"compare": {"with": "other"}, "tallies": {"by": "ruleset"}}
"""The parameters that these operations need."""
CODES = {limit.what: limit.code for limit in limits()}
OPENINGS: dict[str, dict[str, Any]] = {
    "combatants that join when an encounter is opened": {
        "combatants": [{"template": "guard", "id": f"guard_{number}"} for number in range(201)]
    },
    "name of an encounter": {"name": "x" * 81},
    "keys of the metadata of an encounter or a combatant": {
        "metadata": {f"key{number}": number for number in range(17)}
    },
    "text in metadata": {"metadata": {"picture": "x" * 501}},
    "all keys and texts of such metadata together": {
        "metadata": {f"picture{number}": "x" * 500 for number in range(4)}
    },
}
KEY, CURSOR, TICKET = "`Idempotency-Key`", "cursor of a page", "encounters that a ticket names"
PAGES = tuple(limit for limit in limits() if limit.what.startswith("`limit` of"))
CONNECTIONS = "http/input/test_connection_limits."
SEATS = "http/access/seats/test_"
ELSEWHERE = {
    "line and headers of a request": "http/access/live/test_handshakes.test_a_head_is_too_large_however_it_is_cut",
    "time for the body, with one second more for each 16 KiB (`YARROW_BODY_TIMEOUT`)": CONNECTIONS
    + "test_a_body_that_does_not_arrive_in_time_is_answered_and_closed",
    "connections of one address (`YARROW_CONNECTIONS_PER_ADDRESS`)": CONNECTIONS
    + "test_an_address_has_a_limit_of_connections",
    "connections in all (`YARROW_CONNECTIONS`)": CONNECTIONS + "test_there_is_a_limit_of_all_connections_that_are_used",
    "bundle to import (`YARROW_LARGEST_BUNDLE`)": "http/bundles/test_import.test_a_bundle_has_a_limit_of_its_own",
    "combatants of an encounter, with those that a rewind took away": "unit/domain/test_joining."
    "test_an_encounter_takes_200_combatants_and_no_more_join_or_are_asked_to",
    "combatants for which a player speaks": "http/input/test_headers."
    "test_a_player_speaks_for_combatants_and_for_nobody_else",
    "events of a command": "http/encounters/test_checks.test_a_batch_that_is_too_large_is_refused",
    "requests of a token or an address, with a secret (`YARROW_RATE`)": "http/access/test_limits."
    "test_each_token_has_a_bucket_of_its_own",
    "requests at once, with a secret (`YARROW_BURST`)": "http/access/test_limits."
    "test_each_token_has_a_bucket_of_its_own",
    "live connections of a token, with a secret (`YARROW_STREAMS`)": "http/access/live/test_live_connections."
    "test_a_token_has_so_many_live_connections_of_any_kind_and_no_more",
    "requests of a kind that takes long, at once": "http/access/test_long_calls."
    "test_long_calls_are_bounded_where_no_token_is_needed",
    "lifetime of a token": "http/access/test_tokens.test_what_is_no_token_that_holds_is_turned_away",
    "lifetime of a token or an invitation made over the API": SEATS
    + "making.test_wider_rights_than_ones_own_are_refused_with_their_field",
    "tokens and invitations for an encounter": SEATS
    + "making.test_tokens_are_bounded_for_an_encounter_and_for_a_caller",
    "tokens and invitations of a caller, and of what it made": SEATS
    + "making.test_tokens_are_bounded_for_an_encounter_and_for_a_caller",
    "those of each that players and watchers made": SEATS
    + "making.test_players_and_watchers_leave_room_for_those_whom_the_narrator_seats",
    "tokens for an invitation": SEATS + "invitations.test_an_invitation_is_exchanged_a_number_of_times",
    "encounters that a token or an invitation made over the API names": SEATS
    + "making.test_rights_that_make_no_sense_are_refused_with_their_field",
    "exchanges at once of an address, and one more a second": SEATS
    + "invitations.test_exchanges_are_limited_by_address",
    "time until a ticket is used": "http/access/test_tickets."
    "test_a_ticket_is_known_to_all_services_on_a_redis_and_to_no_one_who_reads_it",
    "delay of a spectator, in events or rounds": "http/access/test_tokens."
    "test_what_is_no_token_that_holds_is_turned_away",
}
"""The tests of limits that are not in this module, as ``folder/module.test`` below ``tests/``."""


def _command(**fields: Any) -> bytes:
    return json.dumps({"command": {"type": NOTE, **fields}}).encode()


TOO_MUCH: dict[str, bytes] = {
    "body of a request": _command(text="x" * 256 * 1024),
    "entries in all lists and objects of a body": _command(about=[0] * 10_001),
    "levels of lists and objects in a body": _command(about=json.loads("[" * 32 + "]" * 32)),
    "integers": _command(text=2**53),
    "text of a note or ruling": _command(text="x" * 501),
    "answers sent with a command": _command(answers=[{"kind": "oppose", "answer": {}}] * 65),
    "draws in `faces`": json.dumps({"command": {"type": NOTE}, "faces": ["H"] * 501}).encode(),
    "faces of a draw": json.dumps({"command": {"type": NOTE}, "faces": ["H" * 201]}).encode(),
}


def test_every_limit_with_a_code_is_tested() -> None:
    here = {*TOO_MUCH, *OPENINGS, KEY, CURSOR, TICKET, *(page.what for page in PAGES)}
    assert here | set(ELSEWHERE) == {what for what, code in CODES.items() if code}
    for test in ELSEWHERE.values():
        module, _, function = test.rpartition(".")
        text = (ROOT / "tests" / f"{module}.py").read_text(encoding="utf-8")
        assert re.search(rf"^(async )?def {function}\(", text, flags=re.MULTILINE), test


@pytest.mark.parametrize("what", TOO_MUCH)
async def test_a_command_beyond_a_limit_is_refused_with_its_code(api: Api, what: str) -> None:
    await api.open()
    headers = {"content-type": "application/json"}
    answer = await api.client.post("/v1/encounters/duel/commands", content=TOO_MUCH[what], headers=headers)
    assert answer.json()["code"] == CODES[what]


async def test_an_opening_beyond_a_limit_is_refused_with_its_code(api: Api) -> None:
    for what, fields in OPENINGS.items():
        answer = await api.client.post("/v1/encounters", json={"ruleset": "s3", **fields})
        assert answer.json()["code"] == CODES[what]
    long_key = {"Idempotency-Key": "k" * 201}
    answer = await api.client.post("/v1/encounters", json={"ruleset": "s3"}, headers=long_key)
    assert answer.json()["code"] == CODES[KEY]


async def test_a_ticket_for_more_encounters_is_refused_with_its_code(api: Api) -> None:
    answer = await api.client.post("/v1/tickets", json={"encounters": ["duel"] * 1001})
    assert answer.json()["code"] == CODES[TICKET]


def test_a_scene_beyond_a_limit_does_not_fit() -> None:
    most = {limit.what: int(limit.value) for limit in limits() if limit.what.endswith("of a scene")}
    commands, events = most["commands of a scene"], most["events of a scene"]
    note = {"type": "core.note", "text": "hm"}
    crowd = [{"template": "guard", "id": f"guard_{number}"} for number in range(199)]
    fight = {"name": "Crowd", "description": "A crowd.", "ruleset": "s3", "combatants": crowd}
    fitting = scene("crowd", {**fight, "commands": [note] * (commands - 1)})
    assert len(staged(rulesets()["s3"], fitting).commands) == commands - 1
    with pytest.raises(UnfitScene, match="commands"):
        scene("crowd", {**fight, "commands": [note] * (commands + 1)})
    with pytest.raises(UnfitScene, match=f"at most {events} "):
        staged(rulesets()["s3"], scene("crowd", {**fight, "commands": [note] * commands}))


async def test_a_page_beyond_a_limit_is_refused_with_its_code(api: Api) -> None:
    await api.open()
    await api.open("other")
    assert len(PAGES) == 8
    for page in PAGES:
        path = page.what.removeprefix("`limit` of `GET ").removesuffix("`").format(encounter="duel")
        most = int(page.value.replace(",", ""))
        more = {"with": "other", "by": "ruleset"}
        parameters = {
            name: value for name, value in more.items() if path.endswith({"with": "compare", "by": "tallies"}[name])
        }
        allowed = await api.client.get(path, params={**parameters, "limit": most})
        assert allowed.json().get("code") in (None, "unrelated"), allowed.text
        answer = await api.client.get(path, params={**parameters, "limit": most + 1})
        assert answer.json()["code"] == page.code
    answer = await api.client.get("/v1/encounters", params={"after": "x" * 2001})
    assert answer.json()["code"] == CODES[CURSOR]
