"""An idempotency key belongs to the subject of a token, or without tokens to the speaker; old keys are still known."""

from collections.abc import AsyncIterator
from typing import Any

import httpx
import pytest
from redis import asyncio as redis

from service.encounters import commands
from service.encounters.ids import former_encounter_id_from
from service.settings import Settings
from tests.http.access.tokens import bearer
from tests.http.conftest import Api, running

PATH = "/v1/encounters"
UUID4 = "6f1c2d3e-4b5a-4c6d-8e7f-9a0b1c2d3e4f"
UUID7 = "0197a2b4-5d3e-7c11-9b6a-2f4e8d1c7a90"
KEYS = ("the-first", UUID4, UUID7)
FIGHTS = ({"name": "Duel"}, {"scene": "jailbreak"})
LINES = {"Content-Type": "application/x-ndjson"}


@pytest.fixture
async def store(redis_url: str) -> AsyncIterator[redis.Redis]:
    """The Redis of the services."""
    async with redis.from_url(redis_url) as client:
        yield client


async def age(store: redis.Redis, tenant: str) -> None:
    """Store the keys of all commands as earlier versions did: alone, without their owner."""
    async for name in store.scan_iter(f"yarrow:*:commands:{tenant}:*"):
        stored: dict[Any, Any] = await store.hgetall(name)
        for command_id, value in stored.items():
            await store.hdel(name, command_id)
            await store.hset(name, command_id.partition(b" ")[0], value)


def caller(tenant: str, key: str, sub: str = "anna", **more: Any) -> dict[str, str]:
    return bearer(tenant, sub=sub, **more) | {"Idempotency-Key": key}


async def opened(api: Api, headers: dict[str, str], **fields: Any) -> httpx.Response:
    answer = await api.client.post(PATH, json={"ruleset": "s3", **fields}, headers=headers)
    assert answer.status_code == 201, answer.text
    return answer


async def listed(api: Api, tenant: str) -> list[str]:
    page = (await api.client.get(PATH, headers=bearer(tenant))).json()
    return [one["id"] for one in page["encounters"]]


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize("fight", FIGHTS)
async def test_two_subjects_open_two_encounters_by_the_same_key(
    api: Api, tenant: str, key: str, fight: dict[str, str]
) -> None:
    answers = [await opened(api, caller(tenant, key, sub), **fight) for sub in ("anna", "ben", "anna", "ben")]
    ids = [answer.json()["encounter"] for answer in answers]
    assert (ids[0], ids[1]) == (ids[2], ids[3])
    assert (answers[0].content, answers[1].content) == (answers[2].content, answers[3].content)
    assert sorted(await listed(api, tenant)) == sorted(ids[:2])
    assert len({*ids, key}) == 3
    renewed = await opened(api, caller(tenant, key, "anna", jti="another"), **fight)
    assert renewed.content == answers[0].content


async def test_encounters_that_are_opened_without_an_id_are_listed_in_their_order(api: Api, tenant: str) -> None:
    ids = [(await opened(api, bearer(tenant))).json()["encounter"] for _ in range(5)]
    assert await listed(api, tenant) == ids
    branch = await api.client.post(f"{PATH}/{ids[0]}/branches", json={}, headers=caller(tenant, UUID7))
    assert branch.json()["encounter"].startswith(UUID7[:15])


async def test_without_tokens_a_key_belongs_to_the_speaker(settings: Settings) -> None:
    async with running(settings) as api:
        assert (await api.open()).is_success
        answers = [
            await api.command("core.note", text="hm", headers={"Idempotency-Key": "one", "Yarrow-As": speaker})
            for speaker in ("narrator", "player:ogre", "player:bell", "narrator", "player:ogre")
        ]
        assert [answer.json()["first"] for answer in answers] == [5, 7, 9, 5, 7]


async def test_on_a_socket_too(api: Api, tenant: str, guarded: Settings) -> None:
    from tests.http.live.test_socket import talking
    from tests.live import served

    await opened(api, bearer(tenant), id="duel")
    async with served(guarded) as service:
        first = []
        for sub in ("anna", "ben", "anna"):
            async with talking(service, additional_headers=bearer(tenant, sub=sub)) as socket:
                await socket.say({"type": "core.note", "text": "hm"}, key="one")
                first.append((await socket.of("answer"))["first"])
        assert first == [3, 5, 3]


async def test_a_retry_after_the_upgrade_finds_the_command_under_its_old_key(
    api: Api, tenant: str, store: redis.Redis
) -> None:
    await opened(api, bearer(tenant), id="duel")
    first = await api.command("core.note", text="hm", headers=caller(tenant, "one"))
    assert first.is_success
    await age(store, tenant)
    again = await api.command("core.note", text="hm", headers=caller(tenant, "one"))
    assert (again.status_code, again.content) == (200, first.content)
    late = caller(tenant, "one") | {"If-Match": '"2"'}
    assert (await api.command("core.note", text="hm", headers=late)).content == first.content
    for sub in ("ben", "anna"):
        text = "hm" if sub == "ben" else "another"
        other = await api.command("core.note", text=text, headers=caller(tenant, "one", sub))
        assert (other.status_code, other.json()["first"] > first.json()["version"]) == (200, True)
    assert (await api.get(headers=bearer(tenant))).json()["version"] == 8


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize("fight", FIGHTS)
async def test_a_retry_after_the_upgrade_finds_the_encounter_that_its_key_named(
    api: Api, tenant: str, store: redis.Redis, monkeypatch: pytest.MonkeyPatch, key: str, fight: dict[str, str]
) -> None:
    with monkeypatch.context() as before:
        before.setattr(commands, "encounter_id_from", lambda known: former_encounter_id_from(known.partition(" ")[0]))
        first = await opened(api, caller(tenant, key), **fight)
        branch = await api.client.post(
            f"{PATH}/{first.json()['encounter']}/branches", json={}, headers=caller(tenant, f"{key}-branch")
        )
    await age(store, tenant)
    if key != "the-first":
        assert first.json()["encounter"] == key
    again = await opened(api, caller(tenant, key), **fight)
    assert again.content == first.content
    rebranched = await api.client.post(
        f"{PATH}/{first.json()['encounter']}/branches", json={}, headers=caller(tenant, f"{key}-branch")
    )
    assert (rebranched.status_code, rebranched.content) == (201, branch.content)
    assert len(await listed(api, tenant)) == 2
    other = await opened(api, caller(tenant, key, "ben"), **fight)
    assert other.json()["encounter"] not in (first.json()["encounter"], branch.json()["encounter"])


async def test_a_retry_after_the_upgrade_finds_the_import(api: Api, tenant: str, store: redis.Redis) -> None:
    await opened(api, bearer(tenant), id="duel")
    bundle = (await api.get("/bundle", headers=bearer(tenant))).content
    headers = LINES | caller(tenant, "one")
    first = await api.client.post("/v1/bundles?as=copy", content=bundle, headers=headers)
    assert first.status_code == 201
    await age(store, tenant)
    again = await api.client.post("/v1/bundles?as=copy", content=bundle, headers=headers)
    assert (again.status_code, again.content) == (201, first.content)
    other = await api.client.post("/v1/bundles?as=copy", content=bundle, headers=LINES | caller(tenant, "one", "ben"))
    assert (other.status_code, other.json()["code"]) == (409, "encounter_exists")
