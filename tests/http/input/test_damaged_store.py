"""If keys of the service were removed, every response reports it, and no request waits for data that never arrives."""

import asyncio
from collections.abc import AsyncIterator, Callable
from typing import Any

import httpx
import pytest
from pydantic import SecretStr
from redis.asyncio import Redis

from events.store.keys import Keys, keys_of
from events.store.protocol import StreamId
from events.store.redis_store import DEFAULT_PARTITIONS
from service.settings import Settings
from tests.http.conftest import Api, running
from tests.waiting import PATIENCE

READS = (
    *("?at=3", "/events?after=2", "/story", "/tally", "/events/5/why", "/audit", "/bundle"),
    *("/events?after=4&limit=1", "/story?after=4"),
)
Damage = Callable[[Redis, Keys], Any]


@pytest.fixture
def settings(empty_redis_url: str, tenant: str) -> Settings:
    """Settings with an empty database, because the list of encounters is read as well."""
    return Settings(redis_url=SecretStr(empty_redis_url), tenant=tenant)


@pytest.fixture
async def client(empty_redis_url: str) -> AsyncIterator[Redis]:
    """A direct client of the database."""
    async with Redis.from_url(empty_redis_url) as client:
        yield client


@pytest.fixture
async def keys(api: Api, tenant: str) -> Keys:
    """The keys of a fight that the service has in memory."""
    assert (await api.open()).is_success
    assert (await api.command("core.note", text="before")).is_success
    return keys_of(StreamId(tenant, "duel"), DEFAULT_PARTITIONS)


async def soon(asking: Any) -> httpx.Response:
    answer: httpx.Response = await asyncio.wait_for(asking, PATIENCE)
    return answer


def code_of(answer: httpx.Response) -> str:
    return f"{answer.status_code} {answer.json()['code']}"


async def test_events_that_are_gone_are_missed_by_every_answer(api: Api, keys: Keys, client: Redis) -> None:
    await client.delete(keys.events)
    for path in READS:
        assert code_of(await soon(api.get(path))) == "503 store_damaged", path
    for kind, fields in (("core.note", {"text": "on"}), ("core.rewind", {"to": 4}), ("core.close", {})):
        assert code_of(await soon(api.command(kind, **fields))) == "503 store_damaged", kind
    with pytest.raises(Exception, match="ends at version 0, before 6"):
        await soon(api.get("/events", headers={"Accept": "application/x-ndjson"}))


async def test_a_head_that_is_gone_is_history_that_is_lost(api: Api, keys: Keys, client: Redis) -> None:
    await client.delete(keys.head)
    for path in ("", *READS):
        assert code_of(await soon(api.get(path))) == "503 history_lost", path


@pytest.mark.parametrize("part", ["events", "head"])
async def test_an_encounter_that_is_gone_keeps_nothing_else_from_the_list(
    api: Api, keys: Keys, client: Redis, part: str
) -> None:
    await client.delete(getattr(keys, part))
    assert (await api.open("brawl")).is_success
    listed = (await soon(api.client.get("/v1/encounters"))).json()
    assert [one["id"] for one in listed["encounters"]] == ["brawl", "duel"]
    assert "damaged" not in listed["encounters"][0]
    assert listed["current"] is True


async def test_an_encounter_that_was_gone_before_it_was_listed_is_marked_in_the_list(
    settings: Settings, tenant: str, client: Redis
) -> None:
    keys = keys_of(StreamId(tenant, "duel"), DEFAULT_PARTITIONS)
    async with running(settings) as api:
        assert (await api.open()).is_success
        assert (await api.open("brawl")).is_success
    await client.delete(keys.events, *await client.keys("yarrow:*projection*"))
    async with running(settings) as api:
        brawl, duel = (await soon(api.client.get("/v1/encounters"))).json()["encounters"]
    assert (brawl["id"], brawl["name"], "damaged" in brawl) == ("brawl", "Encounter", False)
    assert (duel["id"], duel["name"], duel["damaged"]) == ("duel", "", True)


@pytest.mark.parametrize(
    "damage",
    [
        lambda client, keys: client.hset(keys.head, "version", "many"),
        lambda client, keys: client.hdel(keys.head, "status"),
    ],
    ids=["version", "status"],
)
async def test_a_head_that_makes_no_sense_is_damage(api: Api, keys: Keys, client: Redis, damage: Damage) -> None:
    await damage(client, keys)
    for path in ("", *READS):
        assert code_of(await soon(api.get(path))) == "503 store_damaged", path


async def test_a_fight_whose_seed_is_gone_is_not_closed_without_it(
    api: Api, keys: Keys, client: Redis, settings: Settings
) -> None:
    await client.delete(keys.seed)
    assert code_of(await api.command("core.close")) == "503 store_damaged"
    async with running(settings) as another:
        assert code_of(await another.command("s3.begin_round")) == "503 store_damaged"
        assert (await another.get()).json()["status"] == "open"


async def test_a_store_that_went_back_is_found_out_also_by_a_service_that_has_forgotten_the_state(
    settings: Settings, tenant: str, client: Redis
) -> None:
    keys = keys_of(StreamId(tenant, "duel"), DEFAULT_PARTITIONS)
    saved = (keys.head, keys.events, keys.commands)
    async with running(settings.model_copy(update={"warm": 1})) as api:
        assert (await api.open()).is_success
        dumps = [await client.dump(key) or b"" for key in saved]
        assert (await api.command("core.note", text="answered with 200")).is_success
        assert (await api.open("another")).is_success
        for key, dump in zip(saved, dumps, strict=True):
            await client.restore(key, 0, dump, replace=True)
        for _ in range(2):
            assert code_of(await soon(api.get(""))) == "503 history_lost"
            assert code_of(await soon(api.command("core.note", text="on"))) == "503 history_lost"


async def test_a_snapshot_that_is_gone_is_kept_again_by_the_next_who_reads(
    settings: Settings, tenant: str, client: Redis
) -> None:
    keys = keys_of(StreamId(tenant, "duel"), DEFAULT_PARTITIONS)
    often = settings.model_copy(update={"snapshot_every": 10})
    async with running(often) as api:
        assert (await api.open()).is_success
        for _ in range(10):
            assert (await api.command("core.note", text="on")).is_success
        told = (await api.get()).json()
    assert await client.delete(keys.snapshot) == 1
    async with running(often) as api:
        assert (await api.get()).json() == told
    assert await client.exists(keys.snapshot)
