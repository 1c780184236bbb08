"""Tests two services: on one data directory the second stops; on one Redis they run concurrently and lose nothing."""

import asyncio
import io
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from pathlib import Path

import pytest
from pydantic import SecretStr

from domain.core.events import Noted
from domain.rulesets.s3 import S3
from events.audit.auditor import Auditor
from events.format import bundle
from events.format.codec import Codec
from service.settings import Settings
from tests.http.conftest import Api, running
from tests.program import serving, yarrow

ROUNDS = 25


@pytest.fixture
async def pair(redis_url: str, tenant: str) -> AsyncIterator[tuple[Api, Api]]:
    """Two services on one Redis, and an encounter that both can access."""
    settings = Settings(redis_url=SecretStr(redis_url), tenant=tenant)
    async with AsyncExitStack() as stack:
        first, second = [await stack.enter_async_context(running(settings)) for _ in range(2)]
        assert (await first.open()).is_success
        assert (await second.get()).is_success
        yield first, second


async def notes_of(api: Api) -> Counter[str]:
    """Return the notes of the encounter, after checking that its stream is in order."""
    found = bundle.read(io.BytesIO((await api.get("/bundle")).content))
    codec = Codec.of(S3)
    audit = Auditor(S3, codec).audit_bundle(found)
    assert [audit.chain.verdict, audit.legality.verdict] == ["proven", "proven"]
    return Counter(event.text for event in codec.decode_events(found.records) if isinstance(event, Noted))


def test_the_second_service_on_a_data_directory_says_so_and_stops(tmp_path: Path) -> None:
    with serving(tmp_path):
        second = yarrow("serve", "--port", "0", "--data-dir", tmp_path)
    assert second.returncode == 1
    assert "Another Yarrow (process" in second.stderr
    assert "YARROW_DATA_DIR" in second.stderr


async def test_commands_through_both_are_all_there_once(pair: tuple[Api, Api]) -> None:
    texts = [f"{number} by {side}" for number in range(ROUNDS) for side in (0, 1)]
    answers = await asyncio.gather(
        *(pair[number % 2].command("core.note", text=text) for number, text in enumerate(texts))
    )
    assert {answer.status_code for answer in answers} == {200}
    assert await notes_of(pair[0]) == Counter(texts)
    firsts = sorted(answer.json()["first"] for answer in answers)
    assert firsts == list(range(5, 5 + 2 * len(texts), 2))


async def test_of_two_that_expect_one_version_one_is_told_the_new_one(pair: tuple[Api, Api]) -> None:
    version = await pair[0].version()
    for number in range(ROUNDS):
        expected = {"If-Match": f'"{version}"'}
        answers = await asyncio.gather(
            *(api.command("core.note", text=f"{number} by {side}", headers=expected) for side, api in enumerate(pair))
        )
        won, lost = sorted(answers, key=lambda answer: answer.status_code)
        version = won.json()["version"]
        assert (won.status_code, lost.status_code) == (200, 409)
        assert (lost.json()["code"], lost.json()["version"]) == ("version_conflict", version)
    assert sum((await notes_of(pair[0])).values()) == ROUNDS


async def test_one_key_through_both_is_one_batch(pair: tuple[Api, Api]) -> None:
    for number in range(ROUNDS):
        key = {"Idempotency-Key": f"key-{number}"}
        one, other = await asyncio.gather(*(api.command("core.note", text=f"{number}", headers=key) for api in pair))
        assert (one.status_code, other.status_code) == (200, 200)
        assert one.content == other.content
    assert set((await notes_of(pair[0])).values()) == {1}


async def test_one_id_through_both_is_opened_once(pair: tuple[Api, Api]) -> None:
    for number in range(ROUNDS):
        answers = await asyncio.gather(*(api.open(f"brawl-{number}") for api in pair))
        assert sorted(answer.status_code for answer in answers) == [201, 409]
