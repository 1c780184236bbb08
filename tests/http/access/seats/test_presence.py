"""Who is connected for which seat is known in every service, and no ghost remains of a service that died."""

import asyncio
import json
from collections.abc import Iterator
from contextlib import ExitStack
from typing import Any

import pytest

from events.store.keys import presence_key
from events.store.protocol import StreamId
from events.store.redis_store import RedisStore
from service.settings import Settings
from tests.http.access.seats.table import DUEL, INVITATIONS, OGRE, SEATS, TOKENS, Table, laid
from tests.http.live.test_socket import talking
from tests.live import Feed, served
from tests.program import said, started
from tests.unit.events.clients import client_of
from tests.waiting import PATIENCE, eventually

FREE: tuple[str, int, list[str]] = ("free", 0, [])


@pytest.fixture
def held() -> Iterator[ExitStack]:
    """Contexts that last until the end of the test."""
    with ExitStack() as held:
        yield held


async def told(feed: Feed) -> dict[str, Any]:
    """Return the next seats of a stream."""
    async with asyncio.timeout(PATIENCE):
        while (message := await feed.next()).event != "seats":
            pass
    found: dict[str, Any] = message.data
    return found


async def test_seats_are_free_invited_held_and_connected(table: Table) -> None:
    assert await table.seats() == {"narrator": FREE, "ogre": FREE, "bell": FREE}
    invitation = await table.made("invitation", **OGRE, name="anna")
    assert (await table.seats())["ogre"] == ("invited", 0, ["anna"])
    token = await table.exchanged(invitation["invitation"])
    assert (await table.seats())["ogre"] == ("held", 0, ["anna"])
    headers = {"Authorization": f"Bearer {token['token']}"}
    async with (
        talking(table.service, additional_headers=headers),
        table.service.watching(f"{DUEL}/live", headers={**headers, "Yarrow-As": "player:ogre"}),
    ):

        async def both() -> bool:
            return (await table.seats())["ogre"] == ("connected", 2, ["anna"])

        await eventually(both, "two connections of the ogre")

    async def held() -> bool:
        return (await table.seats())["ogre"] == ("held", 0, ["anna"])

    await eventually(held, "the end of the connections")
    await table.ask("DELETE", f"/v1/invitations/{invitation['id']}")
    assert (await table.seats())["ogre"] == FREE


async def test_a_token_for_all_encounters_holds_the_seat_in_each(table: Table) -> None:
    await table.made(role="player", combatants=["ogre", "bell"], name="anna")
    assert {seat: state for seat, (state, _, _) in (await table.seats()).items()} == {
        "narrator": "free",
        "ogre": "held",
        "bell": "held",
    }


async def test_a_seat_whose_holder_has_no_name_has_none(table: Table) -> None:
    await table.made(**OGRE)
    assert (await table.seats())["ogre"] == ("held", 0, [])


async def test_seats_are_read_again_only_if_they_changed(table: Table) -> None:
    first = await table.ask("GET", SEATS)
    known = {**table.narrator, "If-None-Match": first.headers["etag"]}
    assert (await table.ask("GET", SEATS, known)).status_code == 304
    await table.made(**OGRE)
    assert (await table.ask("GET", SEATS, known)).status_code == 200


async def test_a_stream_tells_the_seats_first_and_whenever_they_change(both: Settings) -> None:
    """Also of what happens in another service, and of who joins."""
    async with laid(both) as table, served(both) as service:
        other = table._replace(service=service)
        headers = {**table.narrator, "Yarrow-As": "narrator"}
        async with table.service.watching(f"{DUEL}/live", headers=headers, params={"seats": "true"}) as feed:
            first = await told(feed)
            states = {one["seat"]: one["state"] for one in first["seats"]}
            assert states == {"narrator": "connected", "ogre": "free", "bell": "free"}
            invitation = (await other.made("invitation", **OGRE, name="anna"))["invitation"]
            while (await told(feed))["seats"][1]["state"] != "invited":
                pass
            player = {"Authorization": f"Bearer {(await other.exchanged(invitation))['token']}"}
            async with talking(service, additional_headers=player):
                while (await told(feed))["seats"][1]["state"] != "connected":
                    pass
            while (await told(feed))["seats"][1]["state"] != "held":
                pass
            joining = {"command": {"type": "core.join", "template": "guard"}}
            assert (await other.ask("POST", f"{DUEL}/commands", None, joining)).is_success
            while len((await told(feed))["seats"]) < 4:
                pass


async def test_a_socket_tells_the_seats_too_if_asked(table: Table) -> None:
    headers = {**table.narrator}
    async with talking(table.service, query="?seats=true", additional_headers=headers) as socket:
        while (message := await socket.next())["type"] != "seats":
            assert message["type"] == "heartbeat"
        assert [one["seat"] for one in message["seats"]] == ["narrator", "ogre", "bell"]
    async with talking(table.service, query="?seats=yes", additional_headers=headers) as socket:
        assert (await socket.next())["field"] == "seats"
        assert await socket.closed() == (4422, "invalid")


async def test_spectators_are_counted_and_not_named(table: Table) -> None:
    watcher = await table.seated(role="spectator", encounters=["duel"], name="carl")
    async with table.service.watching(f"{DUEL}/live", speaker="spectator", headers=watcher):

        async def counted() -> bool:
            return bool((await table.ask("GET", SEATS)).json()["watchers"] == 1)

        await eventually(counted, "the watcher")
        assert "carl" not in (await table.ask("GET", SEATS)).text


async def test_one_who_watches_with_a_delay_sees_the_seats_of_then(table: Table) -> None:
    joining = {"command": {"type": "core.join", "template": "guard", "id": "late"}}
    watcher = await table.seated(role="spectator", encounters=["duel"], delay={"events": 2})
    assert (await table.ask("POST", f"{DUEL}/commands", None, joining)).is_success
    assert "late" in await table.seats()
    assert "late" not in (await table.ask("GET", SEATS, watcher)).text
    assert (await table.refused("GET", "/v1/encounters/other/seats", watcher))[:2] == (404, "not_found")


async def test_a_seat_has_the_name_that_its_viewer_sees(table: Table) -> None:
    joining = {"type": "core.join", "template": "guard", "id": "shade", "sheet": {"name": "Li Wen"}, "secret": True}
    joined = await table.ask("POST", f"{DUEL}/commands", None, {"command": joining})
    assert joined.is_success, joined.text
    for speaker in ("narrator", "player:shade", "player:ogre", "spectator"):
        headers = {**table.narrator, "Yarrow-As": speaker}
        shown = (await table.ask("GET", f"{DUEL}/table", headers)).json()
        named = shown["combatants"]["shade"]["name"]
        seats = (await table.ask("GET", SEATS, headers)).json()["seats"]
        assert [one["label"] for one in seats if one["seat"] == "shade"] == [named]


async def test_a_combatant_whom_a_rewind_took_away_has_a_seat_only_for_its_holder(table: Table) -> None:
    async def command(**command: Any) -> int:
        answer = await table.ask("POST", f"{DUEL}/commands", None, {"command": command})
        assert answer.is_success, answer.text
        return int(answer.json()["first"]) - 1

    before = await command(type="core.join", template="guard")
    await command(type="core.join", template="jailor")
    held = await table.made(role="player", combatants=["jailor"], encounters=["duel"], name="anna")
    await command(type="core.rewind", to=before, reason="a slip")
    seats = (await table.ask("GET", SEATS)).json()["seats"]
    assert [(one["seat"], one["label"], one["names"]) for one in seats[3:]] == [("jailor", "Jailor", ["anna"])]
    guard = {"role": "player", "combatants": ["guard"], "encounters": ["duel"]}
    assert await table.refused("POST", INVITATIONS, None, guard) == (422, "invalid", "combatants")
    assert await table.refused("POST", f"{SEATS}/jailor/handover", None, {}) == (404, "not_found", "seat")
    assert (await table.ask("DELETE", f"{TOKENS}/{held['id']}")).status_code == 204
    assert [*await table.seats()] == ["narrator", "ogre", "bell"]


async def test_a_connection_of_all_encounters_is_no_seat(table: Table) -> None:
    async with table.service.watching("/v1/live", headers={**table.narrator}):
        assert (await table.seats())["narrator"] == FREE


async def test_records_of_a_process_count_for_a_time(redis_url: str, tenant: str) -> None:
    store = await RedisStore.open(redis_url)
    stream = StreamId(tenant, "duel")
    await store.presence.attend(stream, "one", b"here", 60_000)
    await store.presence.attend(stream, "two", b"there", 50)
    await store.presence.attend(stream, "three", b"gone", 60_000)
    await store.presence.attend(stream, "three", b"", 60_000)

    async def forgotten() -> bool:
        return await store.presence.attending(stream) == [b"here"]

    await eventually(forgotten, "the end of what two recorded")
    key = presence_key(stream, store.partitions)
    assert await client_of(store).pttl(key) > 50
    await store.presence.attend(stream, "one", b"", 60_000)
    assert await store.presence.attending(stream) == []
    assert not await client_of(store).exists(key)
    await store.close()


async def test_no_ghost_remains_of_a_service_that_died(settings: Settings, held: ExitStack) -> None:
    """Its records expire, and another service says so, also on a stream."""
    beating = settings.model_copy(update={"heartbeat": 0.2})
    assert settings.redis_url is not None
    variables = {
        "YARROW_REDIS_URL": settings.redis_url.get_secret_value(),
        "YARROW_TENANT": settings.tenant,
        "YARROW_HEARTBEAT": "0.2",
    }
    async with laid(beating) as table:
        process = held.enter_context(started("serve", "--port", "0", "--json", variables=variables))
        dying = table.service._replace(url=json.loads(await asyncio.to_thread(said, process))["url"])
        async with (
            table.service.watching(f"{DUEL}/live", params={"seats": "true"}) as feed,
            talking(dying, query="?as=player:ogre"),
        ):
            while (await told(feed))["seats"][1]["state"] != "connected":
                pass
            process.kill()
            while (await told(feed))["seats"][1]["state"] != "free":
                pass
        assert (await table.seats())["ogre"] == FREE
