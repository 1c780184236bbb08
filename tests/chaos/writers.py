"""Clients that write concurrently and retry unanswered requests with the same key."""

import io
import threading
import time
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any, Final

import httpx
import msgspec

from domain.core.events import Noted
from domain.rulesets.s3 import S3
from events.audit.auditor import Auditor
from events.format import bundle
from events.format.codec import Codec
from tests.waiting import PATIENCE

PAUSE: Final = 0.005
BETWEEN_TRIES: Final = 0.05
TRIES: Final = int(PATIENCE / BETWEEN_TRIES)
TRY_AGAIN: Final = frozenset({"store_away", "durability_unknown"})
COMBATANTS: Final = [{"template": "one_eyed_ogre"}, {"template": "golden_bell_member"}]


class Acknowledged(msgspec.Struct):
    """A batch that was acknowledged to a client, byte for byte."""

    encounter: str
    first: int
    events: list[msgspec.Raw]
    private: dict[str, msgspec.Raw] = {}

    @property
    def records(self) -> list[bytes]:
        """The records as they must be stored."""
        sealed = {int(version): b"\n" + bytes(line) for version, line in self.private.items()}
        return [bytes(line) + sealed.get(version, b"") for version, line in enumerate(self.events, self.first)]


_acknowledged: Final = msgspec.json.Decoder(Acknowledged).decode


class Writer(threading.Thread):
    """A client that adds notes to an encounter and opens others, one request at a time, until it is stopped."""

    def __init__(self, url: str, encounter: str, mark: str) -> None:
        super().__init__(daemon=True)
        self.url = url
        self.encounter = encounter
        self.mark = mark
        self.acknowledged: list[Acknowledged] = []
        self.unanswered = 0
        self.fault: BaseException | None = None
        self._halt = threading.Event()

    def run(self) -> None:
        try:
            with httpx.Client(base_url=self.url, timeout=10) as client:
                number = 0
                while not self._halt.is_set():
                    self.acknowledged.append(self._sent(client, f"{self.mark}-{number}", opens=number % 20 == 10))
                    number += 1
                    time.sleep(PAUSE)
        except BaseException as error:  # raised later in the test, because an exception in a thread cannot fail it
            self.fault = error

    def stop(self) -> None:
        """Stop after the current request has been answered, with as many retries as it takes."""
        self._halt.set()
        self.join(PATIENCE)
        if self.fault:
            raise self.fault

    def _sent(self, client: httpx.Client, key: str, *, opens: bool) -> Acknowledged:
        """Send one request until it is answered; return the answer."""
        body: dict[str, Any]
        if opens:
            path, body = "/v1/encounters", {"ruleset": "s3", "id": key, "combatants": COMBATANTS}
        else:
            path = f"/v1/encounters/{self.encounter}/commands"
            body = {"command": {"type": "core.note", "text": key, "secret": f"{key} under the seal"}}
        for _ in range(TRIES):
            answer = _tried(client, path, body, key)
            if answer is not None and answer.is_success:
                return _acknowledged(answer.content)
            assert answer is None or answer.json()["code"] in TRY_AGAIN, answer.text
            self.unanswered += 1
            time.sleep(BETWEEN_TRIES)
        raise TimeoutError(f"{key} was never answered.")


def _tried(client: httpx.Client, path: str, body: dict[str, Any], key: str) -> httpx.Response | None:
    try:
        return client.post(path, json=body, headers={"Idempotency-Key": key})
    except httpx.TransportError:
        return None


@contextmanager
def writing(url: str, encounters: Iterable[str], mark: str) -> Iterator[list[Writer]]:
    """Run two writers for each encounter; on exit, wait until the last request of each is answered."""
    writers = [Writer(url, encounter, f"{mark}-{encounter}-{hand}") for encounter in encounters for hand in "ab"]
    for writer in writers:
        writer.start()
    yield writers
    for writer in writers:
        writer.stop()


def check_kept(client: httpx.Client, acknowledged: Iterable[Acknowledged]) -> None:
    """Check that every acknowledged batch is stored completely."""
    by_encounter: dict[str, list[Acknowledged]] = {}
    for batch in acknowledged:
        by_encounter.setdefault(batch.encounter, []).append(batch)
    for encounter, batches in by_encounter.items():
        before = min(batch.first for batch in batches) - 1
        stored = records_of(client, encounter, after=before)
        for batch in batches:
            start = batch.first - 1 - before
            found = stored[start : start + len(batch.events)]
            assert found == batch.records, (encounter, batch.first, before + len(stored), found, batch.records)


def records_of(client: httpx.Client, encounter: str, *, after: int) -> list[bytes]:
    """Return the records of an encounter after a version, as stored."""
    path = f"/v1/encounters/{encounter}/events"
    answer = client.get(path, params={"after": after}, headers={"Accept": "application/x-ndjson"})
    assert answer.is_success, answer.text
    records: list[bytes] = []
    for line in answer.content.splitlines():
        if line.startswith(bundle.PRIVATE_LINE):
            records[-1] += b"\n" + line
        else:
            records.append(line)
    return records


def check_whole(client: httpx.Client, encounter: str) -> None:
    """Check the chain and legality of an encounter, and that no request was recorded twice."""
    answer = client.get(f"/v1/encounters/{encounter}/bundle")
    assert answer.is_success, answer.text
    found = bundle.read(io.BytesIO(answer.content))
    codec = Codec.of(S3)
    audit = Auditor(S3, codec).audit_bundle(found)
    assert found.fault is None
    assert [audit.chain.verdict, audit.legality.verdict] == ["proven", "proven"]
    notes = Counter(event.text for event in codec.decode_events(found.records) if isinstance(event, Noted))
    assert set(notes.values()) <= {1}
