"""A revoked token is refused at once by the service that revoked it, and within a second by the others."""

import asyncio
import time
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import redis.asyncio
from pydantic import SecretStr

from events.store.keys import REVOKED
from events.store.redis_store import RedisStore
from service.auth import revocations
from service.auth.revocations import Revocations
from service.auth.tokens import MAX_TOKEN_LIFETIME
from service.settings import Settings
from tests.clock import Clock
from tests.http.access.tokens import bearer, token
from tests.http.conftest import Api, running
from tests.servers import SAFE
from tests.servers import running as running_server
from tests.waiting import eventually

PATH = "/v1/encounters"
REVOKE = "/v1/tokens/revoke"


@pytest.fixture
async def second(guarded: Settings) -> AsyncIterator[Api]:
    """Another service on the same Redis."""
    async with running(guarded) as api:
        yield api


async def revoke(api: Api, tenant: str, token: str) -> None:
    answer = await api.client.post(REVOKE, json={"token": token}, headers=bearer(tenant, jti="host"))
    assert answer.is_success, answer.text
    assert answer.json()["token"] == token


async def test_it_is_turned_away_at_once(api: Api, tenant: str) -> None:
    player = bearer(tenant, "player", jti="lost", combatants=["ogre"])
    assert (await api.client.get(PATH, headers=player)).is_success
    await revoke(api, tenant, "lost")
    refused = await api.client.get(PATH, headers=player)
    assert (refused.status_code, refused.json()["code"]) == (401, "unauthorized")
    assert refused.headers["www-authenticate"] == 'Bearer realm="yarrow", error="invalid_token"'
    narrowed = await api.client.get(PATH, headers={**player, "Yarrow-As": "spectator"})
    assert narrowed.status_code == 401
    assert (await api.client.get(PATH, headers=bearer(tenant, jti="another"))).is_success
    await revoke(api, tenant, "lost")


async def assert_learned(api: Api, spectator: dict[str, str], clock: Clock) -> None:
    """Assert that a token revoked elsewhere is refused a second later, before the service has answered many requests.

    Each of these requests also uses Redis, after the poll that was due in that second.
    """
    clock.move(1)
    answers = [(await api.client.get(PATH, headers=spectator)).status_code for _ in range(20)]
    assert answers[-1] == 401, answers


async def test_other_services_learn_of_it_within_a_second(
    api: Api, second: Api, tenant: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock, spectator = Clock(monkeypatch), bearer(tenant, "spectator", jti="lost")
    assert (await second.client.get(PATH, headers=spectator)).is_success
    await revoke(api, tenant, "lost")
    await assert_learned(second, spectator, clock)


async def test_a_clock_that_goes_back_hides_no_revocation(
    guarded: Settings, empty_redis_url: str, tenant: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A revocation from before a failover is an hour ahead of the clock of the new Redis primary."""
    settings = guarded.model_copy(update={"redis_url": SecretStr(empty_redis_url)})
    ahead = int(time.time() + MAX_TOKEN_LIFETIME.total_seconds()) + 3600
    async with redis.asyncio.Redis.from_url(empty_redis_url) as client:
        await client.zadd(REVOKED, {f"{tenant}:before": ahead})
        async with running(settings) as first, running(settings) as second:
            spectator = bearer(tenant, "spectator", jti="lost")
            assert (await second.client.get(PATH, headers=bearer(tenant, jti="before"))).status_code == 401
            assert (await second.client.get(PATH, headers=spectator)).is_success
            await revoke(first, tenant, "lost")
            await assert_learned(second, spectator, Clock(monkeypatch))
            assert await client.ttl(REVOKED) > MAX_TOKEN_LIFETIME.total_seconds()


async def test_what_is_over_is_forgotten(empty_redis_url: str, tenant: str) -> None:
    store = await RedisStore.open(empty_redis_url)
    async with redis.asyncio.Redis.from_url(empty_redis_url) as client:
        await client.zadd(
            REVOKED, {f"{tenant}:over": int(time.time()) - 3600, f"{tenant}:lost": int(time.time()) + 3600}
        )
        known = Revocations(store)
        await known.poll()
        assert [(tenant, token) in known for token in ("over", "lost")] == [False, True]
    await store.close()


async def test_a_service_that_starts_later_knows_it(api: Api, guarded: Settings, tenant: str) -> None:
    await revoke(api, tenant, "lost")
    async with running(guarded) as later:
        assert (await later.client.get(PATH, headers=bearer(tenant, jti="lost"))).status_code == 401


async def test_it_is_kept_as_long_as_a_token_may_hold_and_no_longer(api: Api, tenant: str, redis_url: str) -> None:
    async with redis.asyncio.Redis.from_url(redis_url) as client:
        await client.zadd(REVOKED, {f"{tenant}:over": time.time() - 1})
        before = int(time.time())
        await revoke(api, tenant, "lost")
        assert await client.zscore(REVOKED, f"{tenant}:over") is None
        kept = await client.zscore(REVOKED, f"{tenant}:lost")
        assert kept is not None
        assert before <= float(kept) - MAX_TOKEN_LIFETIME.total_seconds() <= time.time()
        assert 0 < await client.ttl(REVOKED) <= MAX_TOKEN_LIFETIME.total_seconds()


async def test_requests_do_not_ask_redis_for_it(
    guarded: Settings, tenant: str, redis_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(revocations, "POLL_INTERVAL", 3600.0)  # no poll is due: any read comes from a request
    spectator = bearer(tenant, "spectator")
    async with running(guarded) as api, redis.asyncio.Redis.from_url(redis_url) as client:

        async def reads() -> int:
            return int((await client.info("commandstats")).get("cmdstat_zrange", {"calls": 0})["calls"])

        before = await reads()
        for _ in range(50):
            assert (await api.client.get("/v1/nothing", headers=spectator)).status_code == 404
        assert await reads() == before


@pytest.mark.parametrize(
    ("body", "field"), [({}, "token"), ({"token": ""}, "token"), ({"token": "a b"}, "token"), ({"id": "x"}, "id")]
)
async def test_what_names_no_token_is_said(api: Api, tenant: str, body: dict[str, str], field: str) -> None:
    refused = await api.client.post(REVOKE, json=body, headers=bearer(tenant))
    assert (refused.status_code, refused.json()["code"]) == (422, "invalid")
    assert field in {error["field"] for error in refused.json()["errors"]} | {refused.json().get("field")}


@pytest.mark.parametrize("sent", [token("main"), "", "lost\n", "l o s t", "x" * 101])
async def test_what_is_no_id_of_a_token_is_refused_with_what_to_send(api: Api, tenant: str, sent: str) -> None:
    answer = await api.client.post(REVOKE, json={"token": sent}, headers=bearer(tenant))
    assert (answer.status_code, answer.json()["code"], answer.json()["field"]) == (422, "invalid", "token")
    assert "its claim jti" in answer.json()["detail"]
    assert not sent or sent not in answer.text


async def test_without_a_secret_there_is_nothing_to_revoke(guarded: Settings) -> None:
    async with running(guarded.model_copy(update={"secret": None})) as api:
        refused = await api.client.post(REVOKE, json={"token": "any"})
        assert (refused.status_code, refused.json()["code"]) == (404, "not_found")
        assert "has no secret" in refused.json()["detail"]


async def test_a_store_that_is_away_is_logged_once_until_it_is_back(
    redis_program: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(revocations, "POLL_INTERVAL", 0.01)

    async def away() -> bool:
        return "cannot be read until the store answers" in caplog.text

    async def back() -> bool:
        return "are read again" in caplog.text

    with running_server(redis_program, tmp_path, **SAFE) as url, redis.Redis.from_url(url) as client:
        store = await RedisStore.open(url)
        try:
            async with Revocations(store).polling():
                client.replicaof("127.0.0.1", "1")
                client.config_set("replica-serve-stale-data", "no")
                await eventually(away, "the poll fails")
                await asyncio.sleep(20 * revocations.POLL_INTERVAL)
                client.replicaof("NO", "ONE")
                await eventually(back, "the poll succeeds")
        finally:
            await store.close()
    assert [record.getMessage().count("cannot be read") for record in caplog.records].count(1) == 1
