"""Model test of the store: for any sequence of requests it behaves like a few lines of Python."""

import asyncio
import uuid

import msgspec
from hypothesis import given, settings
from hypothesis import strategies as st

from events.format import chain
from events.store.protocol import (
    Appended,
    Batch,
    FingerprintMismatch,
    HistoryLost,
    StoreError,
    StreamId,
    VersionConflict,
)
from events.store.redis_store import RedisStore
from tests.unit.events.samples import exchange


class Request(msgspec.Struct, frozen=True):
    """A command with its ID and body, sent by a client that is ``behind`` versions out of date."""

    command: int
    body: int
    behind: int
    count: int


class Model:
    """The expected content of a stream."""

    def __init__(self) -> None:
        self.records: list[bytes] = []
        self.known: dict[int, tuple[int, Appended]] = {}

    def append(self, request: Request, expected: int, records: list[bytes]) -> Appended | type[StoreError]:
        if request.command in self.known:
            body, appended = self.known[request.command]
            return appended._replace(repeated=True) if body == request.body else FingerprintMismatch
        current = len(self.records)
        if expected != current:
            return VersionConflict if expected < current else HistoryLost
        self.records += records
        appended = Appended(current + 1, current + len(records), repeated=False)
        self.known[request.command] = request.body, appended
        return appended


requests = st.builds(
    Request, st.integers(0, 3), st.integers(0, 1), st.sampled_from((0, 0, 0, 1, 2, -1)), st.integers(1, 3)
)


@settings(max_examples=40)
@given(sent=st.lists(requests, max_size=12))
def test_the_store_does_what_the_model_says(redis_url: str, sent: list[Request]) -> None:
    asyncio.run(both_agree(redis_url, StreamId(f"t-{uuid.uuid4().hex[:12]}", "duel"), sent))


async def both_agree(url: str, stream: StreamId, sent: list[Request]) -> None:
    store, model = await RedisStore.open(url), Model()
    try:
        for request in sent:
            expected = max(0, len(model.records) - request.behind)
            previous = chain.extend(chain.genesis("duel"), model.records[:expected])
            records = exchange("duel", expected + 1, count=request.count)
            batch = Batch(
                stream=stream,
                command_id=str(request.command),
                fingerprint=b"%d" % request.body,
                expected_version=expected,
                expected_hash=previous,
                records=records,
                new_hash=chain.extend(previous, records),
                status="open",
                commitment="",
            )
            assert await answer(store, batch) == model.append(request, expected, records)
        stored = await store.read(stream, limit=1000)
        assert stored == model.records
        if stored:
            head = await store.head(stream)
            assert chain.verify("duel", stored, expected=head.hash) == chain.ChainVerdict(head.version, head.hash, None)
    finally:
        await store.close()


async def answer(store: RedisStore, batch: Batch) -> Appended | type[StoreError]:
    try:
        return await store.append(batch)
    except StoreError as error:
        return type(error)
