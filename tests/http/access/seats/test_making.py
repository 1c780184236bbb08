"""Callers make tokens over the API with rights no wider than their own, list them, and end them."""

import time
from datetime import UTC, datetime, timedelta
from typing import Any

import jwt
import pytest
import redis.asyncio
from pydantic import SecretStr
from redis.crc import key_slot

from events.store.keys import grant_key, grants_key, keys_of, presence_key
from events.store.protocol import StreamId
from service.auth import grants
from service.settings import Settings
from tests.http.access.seats.table import DUEL, EXCHANGE, OGRE, SEATS, TOKENS, Table, authorized, laid
from tests.http.access.tokens import bearer
from tests.live import served


async def test_a_token_speaks_as_its_seat_and_says_what_it_is_for(table: Table) -> None:
    made = await table.made(**OGRE, name="anna", expires="2h")
    assert {name: made[name] for name in OGRE} == OGRE
    assert made.keys() == {*OGRE, "id", "name", "created", "expires", "token"}
    assert made["name"] == "anna"
    assert datetime.fromisoformat(made["expires"]) - datetime.fromisoformat(made["created"]) <= timedelta(hours=2)
    headers = authorized(made["token"])
    assert await table.speaker(headers) == "player:ogre"
    assert (await table.refused("GET", "/v1/encounters/other", headers))[:2] == (404, "not_found")
    events = (await table.ask("GET", f"{DUEL}/events?after=4", headers)).json()["events"]
    assert events[0]["data"]["principal"] == "anna"


async def test_what_is_left_out_is_as_the_caller_has_it(table: Table) -> None:
    made = await table.made(**OGRE)
    again = await table.made("token", authorized(made["token"]))
    assert {**{name: again[name] for name in OGRE}, "name": again["name"]} == {**OGRE, "name": "player:ogre"}
    assert again["expires"] <= made["expires"]
    whole = await table.made()
    assert (whole["role"], whole["encounters"]) == ("narrator", "all")


async def test_a_watcher_keeps_its_delay(table: Table) -> None:
    watcher = await table.seated(role="spectator", encounters=["duel"], delay={"events": 3})
    assert (await table.made("token", watcher))["delay"] == {"events": 3}
    assert await table.refused("POST", TOKENS, watcher, {"delay": {"events": 2}}) == (403, "not_yours", "delay")


WIDER: tuple[tuple[dict[str, Any], str], ...] = (
    ({"role": "narrator"}, "role"),
    ({"combatants": ["ogre", "bell"]}, "combatants"),
    ({"encounters": "all"}, "encounters"),
    ({"encounters": ["duel", "other"]}, "encounters"),
    ({"expires": "13h"}, "expires"),
    ({"name": "mara"}, "name"),
)


async def test_wider_rights_than_ones_own_are_refused_with_their_field(table: Table) -> None:
    player = await table.seated(**OGRE, expires="12h")
    for kind in ("token", "invitation"):
        for rights, field in WIDER:
            assert await table.refused("POST", f"/v1/{kind}s", player, rights) == (403, "not_yours", field), rights
        assert await table.ids(kind, player) == []


PAST = (datetime.now(UTC) - timedelta(minutes=1)).isoformat()


SENSELESS: tuple[tuple[dict[str, Any], int, str, str], ...] = (
    ({**OGRE, "expires": PAST}, 422, "invalid", "expires"),
    ({**OGRE, "expires": "367d"}, 422, "invalid", "expires"),
    ({**OGRE, "expires": "soon"}, 422, "invalid", "expires"),
    ({**OGRE, "expires": "2031-01-01T00:00"}, 422, "invalid", "expires"),
    ({**OGRE, "expires": "0001-01-01T00:00+14:00"}, 422, "invalid", "expires"),
    ({**OGRE, "expires": 12}, 422, "invalid", "expires"),
    ({**OGRE, "combatants": ["orge"]}, 422, "invalid", "combatants"),
    ({**OGRE, "combatants": ["ogre", "stranger"]}, 422, "invalid", "combatants"),
    ({**OGRE, "encounters": ["nowhere"]}, 404, "not_found", "encounters"),
    ({**OGRE, "encounters": [f"e{number}" for number in range(101)]}, 422, "invalid", "encounters"),
    ({**OGRE, "name": ""}, 422, "invalid", "name"),
    ({**OGRE, "name": "a\u202eb"}, 422, "invalid", "name"),
    ({"role": "player"}, 422, "invalid", "combatants"),
    ({"rights": "all"}, 422, "invalid", "rights"),
)


async def test_rights_that_make_no_sense_are_refused_with_their_field(open_table: Table) -> None:
    for rights, *refused in SENSELESS:
        assert await open_table.refused("POST", TOKENS, None, rights) == tuple(refused), rights


async def test_a_typo_in_a_combatant_of_the_callers_own_encounters_is_found_too(
    guarded_table: Table, tenant: str
) -> None:
    narrator = bearer(tenant, jti="of-duel", encounters=["duel", "not-yet"])
    answer = await guarded_table.ask("POST", TOKENS, narrator, {"role": "player", "combatants": ["ogree"]})
    assert (answer.status_code, answer.json()["field"]) == (422, "combatants")
    assert "did you mean ogre?" in answer.json()["detail"]


async def test_no_one_is_seated_in_a_closed_encounter_but_it_can_be_watched(table: Table) -> None:
    await table.ask("POST", f"{DUEL}/commands", None, {"command": {"type": "core.close"}})
    assert await table.refused("POST", TOKENS, None, OGRE) == (409, "closed", "encounters")
    assert (await table.made(role="spectator", encounters=["duel"]))["role"] == "spectator"


async def test_each_lists_and_ends_what_is_its_own(table: Table) -> None:
    player = await table.made(**OGRE)
    headers = authorized(player["token"])
    own = await table.made("token", headers, role="spectator")
    other = await table.made(**{**OGRE, "encounters": ["other"]})
    assert await table.ids("token") == [player["id"], own["id"], other["id"]]
    assert await table.ids("token", limit=1) == [player["id"], own["id"], other["id"]]
    assert await table.ids("token", encounter="duel") == [player["id"], own["id"]]
    assert await table.ids("token", headers) == [own["id"]]
    listed = (await table.ask("GET", TOKENS)).text
    assert not [made for made in (player, own, other) if made["token"] in listed]
    for foreign in (other["id"], "tok_unknown", own["id"].replace("tok", "inv")):
        assert (await table.refused("DELETE", f"{TOKENS}/{foreign}", headers))[:2] == (404, "not_found")
    assert (await table.ask("DELETE", f"{TOKENS}/{own['id']}", headers)).status_code == 204
    assert (await table.refused("DELETE", f"{TOKENS}/{own['id']}", headers))[:2] == (404, "not_found")
    assert (await table.refused("GET", DUEL, authorized(own["token"])))[:2] == (401, "unauthorized")
    assert (await table.ask("DELETE", f"{TOKENS}/{player['id']}", headers)).status_code == 204
    assert (await table.refused("GET", DUEL, headers))[:2] == (401, "unauthorized")
    assert await table.ids("token") == [other["id"]]


async def test_a_narrator_of_some_encounters_manages_theirs(guarded_table: Table, tenant: str) -> None:
    table = guarded_table
    narrator = bearer(tenant, jti="of-duel", encounters=["duel"])
    own, other = await table.made(**OGRE), await table.made(**{**OGRE, "encounters": ["other"]})
    both = await table.made(**{**OGRE, "encounters": ["duel", "other"]})
    assert await table.ids("token", narrator) == [own["id"]]
    for foreign in (other, both):
        assert (await table.refused("DELETE", f"{TOKENS}/{foreign['id']}", narrator))[0] == 404
    assert (await table.ask("DELETE", f"{TOKENS}/{own['id']}", narrator)).status_code == 204


async def test_what_a_token_made_ends_with_it(table: Table) -> None:
    first = await table.made(**OGRE)
    second = await table.made("token", authorized(first["token"]))
    invitation = await table.made("invitation", authorized(second["token"]))
    third = await table.exchanged(invitation["invitation"])
    await table.ask("DELETE", f"{TOKENS}/{first['id']}")
    for made in (first, second, third):
        assert (await table.refused("GET", DUEL, authorized(made["token"])))[0] == 401
    refused = await table.refused("POST", "/v1/invitations/exchange", {}, {"invitation": invitation["invitation"]})
    assert refused == (401, "unauthorized", "invitation")
    assert await table.ids("token") == await table.ids("invitation") == []


async def test_revoking_a_token_of_the_command_line_ends_what_it_made(guarded_table: Table, tenant: str) -> None:
    table = guarded_table
    player = await table.seated(bearer(tenant, "player", jti="from-afar", combatants=["ogre"]), encounters=["duel"])
    assert await table.speaker(player) == "player:ogre"
    assert (await table.ask("POST", f"{TOKENS}/revoke", None, {"token": "from-afar"})).is_success
    assert (await table.refused("GET", DUEL, player))[0] == 401


async def test_a_token_is_good_in_every_service_and_ends_in_all(both: Settings) -> None:
    async with laid(both) as one, served(both) as service:
        other = one._replace(service=service)
        made = await one.made(**OGRE)
        headers = authorized(made["token"])
        assert await other.speaker(headers) == "player:ogre"
        assert await other.ids("token") == [made["id"]]
        async with service.watching(
            f"{DUEL}/live", speaker="player:ogre", headers=headers, params={"after": 0}
        ) as feed:
            await feed.batch()
            await one.ask("DELETE", f"{TOKENS}/{made['id']}")
            assert (await feed.dropped())["code"] == "not_allowed"
        assert (await other.refused("GET", DUEL, headers))[0] == 401


async def test_a_token_ends_when_it_says_whatever_the_clock_did_before(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    headers = await table.seated(**OGRE, expires="90m")
    of_day = time.time
    for minutes, status in ((89, 200), (-60, 200), (91, 401)):
        monkeypatch.setattr(time, "time", lambda minutes=minutes: of_day() + 60 * minutes)
        assert (await table.ask("GET", DUEL, headers)).status_code == status


async def test_a_token_says_nothing_of_when_it_was_made(guarded_table: Table) -> None:
    """A service whose clock is behind would take it for one that is not valid yet."""
    token = (await guarded_table.made(**OGRE))["token"]
    assert not {"iat", "nbf"} & jwt.decode(token, options={"verify_signature": False}).keys()


async def test_tokens_are_bounded_for_an_encounter_and_for_a_caller(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(grants, "MAX_OF_ENCOUNTER", 3)
    made = [await table.made(**OGRE) for _ in range(3)]
    assert await table.refused("POST", TOKENS, None, OGRE) == (409, "limit_reached", "encounters")
    assert await table.refused("POST", "/v1/invitations", None, OGRE) == (409, "limit_reached", "encounters")
    await table.ask("DELETE", f"{TOKENS}/{made[0]['id']}")
    await table.made(**OGRE)
    monkeypatch.setattr(grants, "MAX_OF_OWNER", 6)
    elsewhere = {**OGRE, "encounters": ["other"]}
    made += [await table.made(**elsewhere) for _ in range(2)]
    assert await table.refused("POST", TOKENS, None, elsewhere) == (409, "limit_reached", None)
    for child in (made[1], made[-1]):
        refused = await table.refused("POST", TOKENS, authorized(child["token"]), {"role": "spectator"})
        assert refused[:2] == (409, "limit_reached")
    await table.ask("DELETE", f"{TOKENS}/{made[-1]['id']}")
    assert await table.refused("POST", TOKENS, None, elsewhere) == (409, "limit_reached", None)


async def test_players_and_watchers_leave_room_for_those_whom_the_narrator_seats(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A watcher could else end all seating for as long as its link is valid, because what was ended counts as well."""
    monkeypatch.setattr(grants, "MAX_OF_OWNER", 12)
    link = await table.made("invitation", role="spectator", encounters=["duel"])
    watcher = authorized((await table.exchanged(link["invitation"]))["token"])
    further = [await table.made("invitation", watcher) for _ in range(2)]
    await table.exchanged(further[0]["invitation"])
    await table.made("token", watcher)
    assert await table.refused("POST", TOKENS, watcher, {}) == (409, "limit_reached", None)
    body = {"invitation": further[0]["invitation"]}
    assert await table.refused("POST", EXCHANGE, {}, body) == (409, "limit_reached", None)
    await table.exchanged(link["invitation"])
    await table.ask("DELETE", f"/v1/invitations/{link['id']}")
    seat = await table.made("invitation", **OGRE)
    player = authorized((await table.exchanged(seat["invitation"]))["token"])
    assert await table.refused("POST", f"{SEATS}/ogre/handover", player, {}) == (409, "limit_reached", None)
    assert await table.speaker(player) == "player:ogre"
    await table.made(**OGRE)
    monkeypatch.setattr(grants, "MAX_OF_OWNER", 1000)
    monkeypatch.setattr(grants, "MAX_OF_ENCOUNTER", 8)
    assert await table.made("token", player)
    assert await table.refused("POST", TOKENS, player, {}) == (409, "limit_reached", "encounters")
    await table.made(**OGRE)


async def test_what_expires_is_forgotten(guarded: Settings, empty_redis_url: str) -> None:
    settings = guarded.model_copy(update={"redis_url": SecretStr(empty_redis_url)})
    async with laid(settings) as table, redis.asyncio.Redis.from_url(empty_redis_url) as client:
        await table.made(**OGRE, expires="1h")
        await table.made("invitation", **OGRE, expires="1h")
        await table.ask("GET", f"{DUEL}/seats")
        kept = [key async for key in client.scan_iter("yarrow:*") if b":grant" in key or b":kept:" in key]
        assert len(kept) == 2 + 4 + 1
        for key in kept:
            assert 3000 < await client.ttl(key) <= 3600


async def test_no_secret_is_in_redis(both: Settings, empty_redis_url: str) -> None:
    settings = both.model_copy(update={"redis_url": SecretStr(empty_redis_url)})
    async with laid(settings) as table, redis.asyncio.Redis.from_url(empty_redis_url) as client:
        secrets = [
            (await table.made(**OGRE))["token"].encode(),
            (await table.made("invitation", **OGRE))["invitation"].encode(),
        ]
        async for key in client.scan_iter("*"):
            found = key + (await client.dump(key) or b"")
            if await client.type(key) == b"string":
                found += await client.get(key) or b""
            assert not [secret for secret in secrets if secret in found]


def test_the_keys_of_a_tenant_and_of_an_encounter_are_in_one_slot_each() -> None:
    stream = StreamId("main", "duel")
    of_tenant = (grant_key("main", "tok_1", 64), grant_key("main", "inv_2", 64), grants_key("main", "by:x", 64))
    of_encounter = (presence_key(stream, 64), keys_of(stream, 64).events)
    for keys in (of_tenant, of_encounter):
        assert len({key_slot(key.encode()) for key in keys}) == 1
