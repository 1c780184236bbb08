"""An invitation is exchanged for a token of its seat, without another token, until it expires or is ended."""

import logging
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest
from pydantic import SecretStr

from service.auth import grants
from service.auth.exchange import EXCHANGE_RATE
from service.settings import Settings
from tests.http.access.seats.table import DUEL, EXCHANGE, INVITATIONS, OGRE, TOKENS, Table, authorized, laid
from tests.http.access.tokens import OTHER_SECRET, SECRET, bearer
from tests.http.live.test_socket import talking
from tests.live import served

INVALID = (401, "unauthorized", "invitation")


async def test_an_invitation_becomes_a_token_of_its_seat(table: Table) -> None:
    invitation = await table.made("invitation", **OGRE, name="anna", expires="3d")
    token = await table.exchanged(invitation["invitation"])
    same = {"name", "role", "combatants", "encounters", "expires"}
    assert {name: token[name] for name in same} == {name: invitation[name] for name in same}
    assert token["invitation_id"] == invitation["id"]
    assert await table.speaker(authorized(token["token"])) == "player:ogre"
    again = await table.exchanged(invitation["invitation"])
    assert again["token"] != token["token"]
    assert await table.ids("token") == [token["id"], again["id"]]
    assert await table.ids("invitation") == [invitation["id"]]
    listed = (await table.ask("GET", INVITATIONS)).text + (await table.ask("GET", TOKENS)).text
    assert invitation["invitation"] not in listed


async def test_an_invitation_is_no_token(table: Table) -> None:
    invitation = (await table.made("invitation", **OGRE))["invitation"]
    headers = authorized(invitation)
    for refused in (headers, {"Authorization": invitation}, authorized("of-something-else")):
        answer = await table.ask("GET", DUEL, {**refused, "Yarrow-As": "spectator"})
        assert (answer.status_code, answer.json()["code"]) == (401, "unauthorized")
    token = (await table.exchanged(invitation))["token"]
    assert await table.refused("POST", EXCHANGE, {}, {"invitation": token}) == INVALID


async def test_one_that_ended_expired_or_never_existed_is_answered_in_the_same_way(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    ended, short = await table.made("invitation", **OGRE), await table.made("invitation", **OGRE, expires="1m")
    token = await table.exchanged(ended["invitation"])
    assert (await table.ask("DELETE", f"{INVITATIONS}/{ended['id']}")).status_code == 204
    assert (await table.refused("GET", DUEL, authorized(token["token"])))[:2] == (401, "unauthorized")
    of_day = time.time
    monkeypatch.setattr(time, "time", lambda: of_day() + 61)
    texts = (ended["invitation"], short["invitation"], "yarrow_invitation_unknown", "\u00e9\u0000")
    answers = [await table.ask("POST", EXCHANGE, {}, {"invitation": text}) for text in texts]
    assert {(answer.status_code, answer.text) for answer in answers} == {(401, answers[0].text)}
    assert answers[0].json()["field"] == "invitation"
    assert "www-authenticate" in answers[0].headers


async def test_what_is_no_request_for_an_exchange_is_refused(table: Table) -> None:
    for body in ({}, {"invitation": ""}, {"invitation": 1}, {"invitation": "x" * 2001}):
        assert await table.refused("POST", EXCHANGE, {}, body) == (422, "invalid", "invitation")


async def test_exchanges_are_limited_by_address(table: Table) -> None:
    answered = 0
    while (refused := await table.ask("POST", EXCHANGE, {}, {"invitation": "guess"})).status_code == 401:
        answered += 1
    assert answered >= EXCHANGE_RATE.burst
    assert (refused.status_code, refused.json()["code"]) == (429, "too_many_requests")
    assert refused.headers["retry-after"] == "1"


async def test_an_invitation_is_exchanged_a_number_of_times(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(grants, "MAX_OF_INVITATION", 2)
    invitation = await table.made("invitation", role="spectator", encounters=["duel"])
    body = {"invitation": invitation["invitation"]}
    tokens = [await table.exchanged(invitation["invitation"]) for _ in range(2)]
    assert await table.refused("POST", EXCHANGE, {}, body) == (409, "limit_reached", "invitation")
    await table.ask("DELETE", f"{TOKENS}/{tokens[0]['id']}")
    await table.exchanged(invitation["invitation"])


async def test_what_was_made_with_a_secret_ends_with_it(guarded: Settings, tenant: str) -> None:
    def with_secret(secret: str | None) -> Settings:
        return guarded.model_copy(update={"secret": None if secret is None else SecretStr(secret)})

    async with laid(guarded) as table:
        body = {"invitation": (await table.made("invitation", **OGRE))["invitation"]}
    for secret, status in ((f"{OTHER_SECRET} {SECRET}", 201), (OTHER_SECRET, 401), (None, 401)):
        async with served(with_secret(secret)) as service:
            assert (await service.client.post(EXCHANGE, json=body)).status_code == status


@pytest.mark.parametrize(("secret", "others"), [(SECRET, (OTHER_SECRET, None)), (None, (SECRET,))])
async def test_what_works_with_another_secret_alone_is_not_listed_and_holds_no_seat(
    guarded: Settings, tenant: str, secret: str | None, others: tuple[str | None, ...]
) -> None:
    @asynccontextmanager
    async def table(*secrets: str) -> AsyncIterator[Table]:
        settings = guarded.model_copy(update={"secret": SecretStr(" ".join(secrets)) if secrets else None})
        narrator = bearer(tenant, sub="mara", secret=secrets[0]) if secrets else {}
        async with served(settings) as service:
            yield Table(service, narrator)

    async with laid(guarded):
        pass
    async with table(*filter(None, [secret])) as own:
        invitation = (await own.made("invitation", **OGRE, name="anna"))["invitation"]
        token = await own.exchanged(invitation)
    for other in others:
        async with table(*filter(None, [other])) as stranger:
            assert (await stranger.seats())["ogre"] == ("free", 0, [])
            assert (await stranger.ids("token"), await stranger.ids("invitation")) == ([], [])
            assert (await stranger.refused("DELETE", f"{TOKENS}/{token['id']}"))[:2] == (404, "not_found")
    async with table(*[OTHER_SECRET, secret] if secret else []) as own:
        assert (await own.seats())["ogre"] == ("held", 0, ["anna"])
        assert await own.ids("token") == [token["id"]]


async def test_a_service_without_a_secret_makes_nothing_for_one_that_has_one(
    settings: Settings, guarded: Settings
) -> None:
    async with laid(settings) as trusting, served(guarded) as service:
        guarding = trusting._replace(service=service)
        invitation = (await trusting.made("invitation", **OGRE))["invitation"]
        assert await guarding.refused("POST", EXCHANGE, {}, {"invitation": invitation}) == INVALID
        player = await trusting.seated(**OGRE)
        assert (await guarding.refused("GET", DUEL, player))[0] == 401
        ticket = (await trusting.ask("POST", "/v1/tickets", player, {})).json()["ticket"]
        assert (await service.refused(f"{DUEL}/live", params={"ticket": ticket}))["code"] == "unauthorized"


async def test_without_a_secret_a_token_speaks_as_its_seat_whatever_the_header_says(open_table: Table) -> None:
    table = open_table
    player = authorized((await table.exchanged((await table.made("invitation", **OGRE))["invitation"]))["token"])
    for claimed in ("narrator", "spectator", "player:bell", "player:ogre"):
        headers = {**player, "Yarrow-As": claimed}
        assert await table.speaker(headers) == "player:ogre"
        assert (await table.refused("GET", "/v1/encounters/other", headers))[0] == 404
        closing = {"command": {"type": "core.close"}}
        assert (await table.refused("POST", f"{DUEL}/commands", headers, closing))[:2] == (403, "not_yours")
        async with talking(table.service, query=f"?as={claimed}", additional_headers=headers) as socket:
            for _ in range(2):
                await socket.say({"type": "core.note", "text": "hm"})
                assert {event["speaker"] for event in (await socket.of("answer"))["events"]} == {"player:ogre"}
    token = player["Authorization"].removeprefix("Bearer ")
    async with talking(table.service, subprotocols=["yarrow", f"bearer.{token}"]) as socket:
        await socket.say({"type": "core.note", "text": "hm"})
        assert (await socket.of("answer"))["events"][0]["speaker"] == "player:ogre"
    ticket = (await table.ask("POST", "/v1/tickets", player, {})).json()
    assert (ticket["speaker"], ticket["encounters"]) == ("player:ogre", ["duel"])
    assert await table.refused("POST", "/v1/tickets", player, {"role": "narrator"}) == (403, "not_yours", "role")


async def test_without_a_secret_a_token_that_ended_is_refused_and_other_schemes_are_ignored(
    open_table: Table,
) -> None:
    table = open_table
    made = await table.made(**OGRE)
    headers = authorized(made["token"])
    async with talking(table.service, additional_headers=headers) as socket:
        await socket.next()
        await table.ask("DELETE", f"{TOKENS}/{made['id']}")
        assert await socket.closed() == (4401, "not_allowed")
    commanded = {"command": {"type": "core.note", "text": "hm"}}
    for method, path, body in (("GET", DUEL, None), ("POST", f"{DUEL}/commands", commanded), ("POST", TOKENS, {})):
        assert (await table.refused(method, path, headers, body))[:2] == (401, "unauthorized")
    async with talking(table.service, additional_headers=headers) as socket:
        assert await socket.closed() == (4401, "unauthorized")
    assert (await table.ask("GET", "/metrics", authorized((await table.made(**OGRE))["token"]))).status_code == 403
    assert await table.speaker({"Authorization": "Basic eDp5"}) == "narrator"


async def test_without_a_secret_a_foreign_page_exchanges_nothing(open_table: Table) -> None:
    invitation = (await open_table.made("invitation", **OGRE))["invitation"]
    token = await open_table.exchanged(invitation)
    for headers in ({"Origin": "https://elsewhere.example"}, {"Host": "elsewhere.example"}):
        refused = await open_table.refused("POST", EXCHANGE, headers, {"invitation": invitation})
        assert refused[:2] == (403, "not_yours")
        assert (await open_table.refused("GET", DUEL, {**headers, **authorized(token["token"])}))[0] == 403


async def test_no_log_and_no_problem_has_a_secret(capsys: pytest.CaptureFixture[str], table: Table) -> None:
    """Also not the lines that the server writes at lower levels, which name the address of each request."""
    logging.getLogger("uvicorn.error").setLevel(logging.INFO)
    logging.root.handlers[0].setLevel(logging.INFO)
    invitation = (await table.made("invitation", **OGRE, name="anna"))["invitation"]
    token = (await table.exchanged(invitation))["token"]
    problems: list[str] = []

    async def ask(method: str, path: str, headers: dict[str, str], body: Any = None) -> None:
        answer = await table.ask(method, path, headers, body)
        problems.append(f"{answer.headers} {answer.text}")

    headers = authorized(token)
    async with talking(table.service, additional_headers=headers) as socket:
        await socket.next()
    await ask("POST", EXCHANGE, {}, {"invitation": invitation, "more": 1})
    await ask("POST", EXCHANGE, {}, {"invitation": [invitation]})
    await ask("POST", EXCHANGE, headers, {"invitation": token})
    await ask("POST", TOKENS, headers, {"role": "narrator"})
    await ask("DELETE", f"{INVITATIONS}/unknown", headers)
    await ask("GET", f"{DUEL}/seats", headers)
    await ask("GET", TOKENS, headers)
    await ask("GET", INVITATIONS, {**table.narrator})
    await table.ask("DELETE", f"{TOKENS}/{(await table.ids('token'))[0]}")
    await ask("GET", DUEL, headers)
    written = capsys.readouterr().err
    assert "/ws" in written
    for secret in (invitation, token):
        assert secret not in written
        assert not [problem for problem in problems if secret in problem]
