"""A ticket lets one live connection of a browser in, with a view no wider than that of the caller that made it."""

import json
import logging
from collections.abc import AsyncIterator
from typing import Any

import pytest
from pydantic import SecretStr
from redis import asyncio as redis

from service.auth.tickets import TICKET_SECONDS
from service.settings import Settings
from tests.http.access.tokens import bearer
from tests.http.live.test_socket import talking
from tests.live import Service, served

TICKETS = "/v1/tickets"
LIVE = "/v1/encounters/duel/live"
LINE = "The bell is cracked."


@pytest.fixture
async def service(settings: Settings) -> AsyncIterator[Service]:
    """A service without a secret, with a duel."""
    async with served(settings) as service:
        await service.open("duel")
        await service.open("other")
        yield service


@pytest.fixture
async def guarded_service(guarded: Settings, tenant: str) -> AsyncIterator[Service]:
    """A service that requires tokens, with a duel."""
    async with served(guarded) as service:
        service.client.headers.update(bearer(tenant))
        await service.open("duel")
        await service.open("other")
        del service.client.headers["Authorization"]
        yield service


async def made(service: Service, headers: dict[str, str] | None = None, **rights: Any) -> str:
    """Return a new ticket."""
    answer = await service.client.post(TICKETS, json=rights, headers=headers)
    assert answer.status_code == 201, answer.text
    return str(answer.json()["ticket"])


async def lines(service: Service, path: str, ticket: str) -> list[dict[str, Any]]:
    """Return the batches of a stream that ends by itself, for which a ticket is the only credential."""
    answer = await service.client.get(path, params={"ticket": ticket, "speed": 0})
    assert answer.status_code == 200, answer.text
    return [json.loads(line[6:]) for line in answer.text.splitlines() if line.startswith("data: ")]


async def test_a_ticket_of_a_player_needs_one_of_its_combatants_in_the_encounters(service: Service) -> None:
    for rights, speaker, field in (
        ({"role": "player", "combatants": ["ghost"], "encounters": ["duel"]}, "narrator", "combatants"),
        ({"role": "player", "combatants": ["ogre", "ghost"], "encounters": ["duel"]}, "narrator", "combatants"),
        ({"role": "player", "combatants": ["ogre", "bell"], "encounters": ["duel", "other"]}, "narrator", None),
        ({"role": "player", "combatants": ["ghost"]}, "narrator", None),  # which encounter it is for is not known
        ({"encounters": ["duel"]}, "player:ghost", "combatants"),
        ({"encounters": ["duel"]}, "player:ghost,ogre", None),
        ({"encounters": ["nowhere"]}, "player:ghost", None),
        ({"encounters": ["duel"], "role": "spectator"}, "player:ghost", None),
    ):
        answer = await service.client.post(TICKETS, json=rights, headers={"Yarrow-As": speaker})
        expected = 201 if field is None else 422
        assert (answer.status_code, answer.json().get("field")) == (expected, field), (rights, speaker)


async def test_a_ticket_is_for_the_view_that_it_names_and_says_so(service: Service) -> None:
    answer = await service.client.post(
        TICKETS, json={"role": "player", "combatants": ["ogre"], "encounters": ["other", "duel"]}
    )
    ticket = answer.json()
    assert (ticket["speaker"], ticket["encounters"]) == ("player:ogre", ["duel", "other"])
    assert answer.headers["cache-control"] == "no-store"
    assert ticket["expires"].endswith("Z")
    whole = (await service.client.post(TICKETS, json={}, headers={"Yarrow-As": "spectator"})).json()
    assert (whole["speaker"], whole["encounters"]) == ("spectator", "all")


async def test_a_connection_sees_what_its_ticket_allows(service: Service) -> None:
    await service.note("hm", secret=LINE)
    player = {"role": "player", "combatants": ["ogre"]}
    for rights, seen in (({}, True), ({"role": "spectator"}, False), (player, False)):
        told = await lines(service, "/v1/encounters/duel/replay", await made(service, **rights))
        assert (LINE in json.dumps(told)) is seen
    ticket = await made(service, role="spectator")
    async with service.watching(LIVE, params={"ticket": ticket, "after": 4}, speaker="spectator") as feed:
        assert LINE not in json.dumps(await feed.batch())
    async with service.watching("/v1/live", params={"ticket": await made(service, encounters=["other"])}) as feed:
        await service.note("in the duel")
        await service.note("in the other", "other")
        assert (await feed.batch())["encounter"] == "other"


async def test_a_ticket_is_used_once(service: Service) -> None:
    ticket = await made(service)
    async with service.watching(LIVE, params={"ticket": ticket}) as feed:
        assert feed.answer.status_code == 200
        again = await service.refused(LIVE, params={"ticket": ticket})
    assert (again["code"], again["status"]) == ("unauthorized", 401)
    assert "POST /v1/tickets" in again["detail"]
    async with talking(service, query=f"?ticket={ticket}") as socket:
        assert await socket.closed() == (4401, "unauthorized")


async def test_a_ticket_is_known_to_all_services_on_a_redis_and_to_no_one_who_reads_it(
    settings: Settings, service: Service, empty_redis_url: str
) -> None:
    own = settings.model_copy(update={"redis_url": SecretStr(empty_redis_url)})
    async with served(own) as one, served(own) as other, redis.from_url(empty_redis_url) as store:
        await one.open("duel")
        ticket = await made(one)
        [key] = [key async for key in store.scan_iter("yarrow:lent:*")]
        assert 0 < await store.ttl(key) <= TICKET_SECONDS
        assert ticket not in f"{key!r}{await store.get(key)!r}"
        async with other.watching(LIVE, params={"ticket": ticket}) as feed:
            assert feed.answer.status_code == 200
        assert [key async for key in store.scan_iter("yarrow:lent:*")] == []
        late = await made(one)
        [key] = [key async for key in store.scan_iter("yarrow:lent:*")]
        await store.expire(key, 0)
        assert (await one.refused(LIVE, params={"ticket": late}))["code"] == "unauthorized"


async def test_a_socket_speaks_as_its_ticket_says_and_may_only_restrict_it(service: Service) -> None:
    rights: dict[str, Any] = {"role": "player", "combatants": ["ogre", "bell"]}
    async with talking(service, query=f"?ticket={await made(service, **rights)}&as=player:ogre") as socket:
        for _ in range(2):
            await socket.say({"type": "core.note", "text": "hm"})
            assert {event["speaker"] for event in (await socket.of("answer"))["events"]} == {"player:ogre"}
    async with talking(service, query=f"?ticket={await made(service, **rights)}&as=narrator") as socket:
        assert await socket.closed() == (4403, "not_yours")
    async with talking(service, "other", f"?ticket={await made(service, encounters=['duel'])}") as socket:
        assert await socket.closed() == (4404, "not_found")


@pytest.mark.parametrize(
    ("own", "rights", "field"),
    [
        ({"role": "player", "combatants": ["ogre"]}, {"role": "narrator"}, "role"),
        ({"role": "player", "combatants": ["ogre"]}, {"combatants": ["ogre", "bell"]}, "combatants"),
        ({"role": "spectator"}, {"role": "player", "combatants": ["ogre"]}, "role"),
        ({"encounters": ["duel"]}, {"encounters": "all"}, "encounters"),
        ({"encounters": ["duel"]}, {"encounters": ["duel", "other"]}, "encounters"),
        ({"role": "spectator", "delay": {"events": 9}}, {"delay": {"events": 8}}, "delay"),
        ({"role": "spectator", "delay": {"events": 9}}, {"delay": {"rounds": 9}}, "delay"),
        ({"role": "spectator", "delay": {"rounds": 2}}, {"delay": {"rounds": 1}}, "delay"),
    ],
)
async def test_rights_wider_than_ones_own_are_refused(
    guarded_service: Service, tenant: str, own: dict[str, Any], rights: dict[str, Any], field: str
) -> None:
    known = {"role": "narrator", **own}
    headers = bearer(tenant, known.pop("role"), **known)
    refused = (await guarded_service.client.post(TICKETS, json=rights, headers=headers)).json()
    assert (refused["status"], refused["code"], refused["field"]) == (403, "not_yours", field)


@pytest.mark.parametrize(
    ("rights", "field"),
    [
        ({"role": "player"}, "combatants"),
        ({"combatants": ["ogre"]}, "combatants"),
        ({"role": "player", "combatants": ["all"]}, "combatants"),
        ({"role": "player", "combatants": ["Ogre!"]}, "combatants[0]"),
        ({"role": "referee"}, "role"),
        ({"encounters": []}, "encounters"),
        ({"delay": {"events": 1}}, "delay"),
        ({"role": "spectator", "delay": {}}, "delay"),
        ({"role": "spectator", "delay": {"events": 1, "rounds": 1}}, "delay"),
        ({"scope": "duel"}, "scope"),
    ],
)
async def test_rights_that_make_no_sense_are_refused(service: Service, rights: dict[str, Any], field: str) -> None:
    refused = (await service.client.post(TICKETS, json=rights)).json()
    assert (refused["status"], refused["code"], refused["field"]) == (422, "invalid", field)


async def test_a_ticket_opens_nothing_but_live_connections(guarded_service: Service, tenant: str) -> None:
    service = guarded_service
    for path in ("/v1/encounters/duel", "/v1/encounters", "/v1/encounters/duel/events"):
        answer = await service.client.get(path, params={"ticket": await made(service, bearer(tenant))})
        assert answer.status_code == 401, path
        both = await service.client.get(path, params={"ticket": "x"}, headers=bearer(tenant))
        assert (both.status_code, both.json()["field"]) == (422, "ticket")
    ticket = await made(service, bearer(tenant))
    refused = await service.client.get(LIVE, params={"ticket": ticket}, headers=bearer(tenant))
    assert (refused.status_code, refused.json()["field"]) == (400, "ticket")
    twice = await service.client.get(f"{LIVE}?ticket={ticket}&ticket={ticket}")
    assert (twice.status_code, twice.json()["field"]) == (422, "ticket")


async def test_a_ticket_ends_with_the_token_that_made_it(guarded_service: Service, tenant: str) -> None:
    service, own = guarded_service, bearer(tenant, jti="lent")
    ticket, unused = await made(service, own), await made(service, own)
    async with service.watching(LIVE, params={"ticket": ticket}) as feed:
        assert (await feed.next()).id == "4"
        revoked = await service.client.post("/v1/tokens/revoke", json={"token": "lent"}, headers=bearer(tenant))
        assert revoked.is_success
        assert (await feed.dropped())["code"] == "not_allowed"
    assert (await service.refused(LIVE, params={"ticket": unused}))["code"] == "unauthorized"


async def test_connections_with_tickets_count_for_the_token(guarded: Settings, tenant: str) -> None:
    async with served(guarded.model_copy(update={"streams": 1})) as service:
        own = bearer(tenant)
        service.client.headers.update(own)
        await service.open("duel")
        tickets = [await made(service) for _ in range(2)]
        del service.client.headers["Authorization"]
        async with service.watching(LIVE, params={"ticket": tickets[0]}) as feed:
            assert feed.answer.headers["ratelimit-policy"]
            assert (await service.refused(LIVE, params={"ticket": tickets[1]}))["code"] == "too_many_requests"


async def test_a_service_without_a_secret_makes_no_tickets_for_one_that_has_one(
    guarded: Settings, settings: Settings
) -> None:
    async with served(settings) as trusting, served(guarded) as guarding:
        await trusting.open("duel")
        refused = await guarding.refused(LIVE, params={"ticket": await made(trusting)})
        assert refused["code"] == "unauthorized"
        foreign = settings.model_copy(update={"tenant": "t-another"})
        async with served(foreign) as other:
            assert (await trusting.refused(LIVE, params={"ticket": await made(other)}))["code"] == "unauthorized"


async def test_who_guesses_tickets_is_counted_by_address(guarded: Settings) -> None:
    async with served(guarded.model_copy(update={"rate": 0.01, "burst": 3})) as service:
        asked = [await service.client.get(LIVE, params={"ticket": f"guess-{number}"}) for number in range(4)]
        assert [answer.status_code for answer in asked] == [401, 401, 401, 429]


async def test_no_log_and_no_link_has_a_ticket(capsys: pytest.CaptureFixture[str], service: Service) -> None:
    """Also not the lines that the server writes at lower levels, which name the address of each connection."""
    logging.getLogger("uvicorn.error").setLevel(logging.INFO)
    logging.root.handlers[0].setLevel(logging.INFO)
    tickets = [await made(service) for _ in range(3)]
    async with service.watching(LIVE, params={"ticket": tickets[0], "after": 4}) as feed:
        assert feed.answer.headers["referrer-policy"] == "no-referrer"
    async with talking(service, query=f"?after=4&ticket={tickets[1]}") as socket:
        assert socket.connection.response is not None
        assert socket.connection.response.headers["referrer-policy"] == "no-referrer"
        await socket.next()
    refused = await service.client.get(LIVE, params={"ticket": tickets[2], "unknown": "1"})
    assert (refused.status_code, refused.json()["field"]) == (422, "unknown")
    assert refused.headers["referrer-policy"] == "no-referrer"
    written = capsys.readouterr().err
    assert "/v1/encounters/duel/ws?after=4" in written
    assert not [ticket for ticket in tickets if ticket in written + refused.text]
