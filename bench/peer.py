"""The peer: the same duel as an aggregate of the library ``eventsourcing``, with events of the same fields."""

import json
import os
from typing import Any
from uuid import UUID

from eventsourcing.application import Application
from eventsourcing.domain import Aggregate, event


class PeerFight(Aggregate):
    """An aggregate that folds our events: all of them counted, by type too, and of each type the last one kept."""

    @event("Opened")
    def __init__(self, name: str) -> None:
        self.name = name
        self.facts = 0
        self.counts: dict[str, int] = {}
        self.last: dict[str, dict[str, Any]] = {}

    @event("Recorded")
    def record(self, kind: str, data: dict[str, Any]) -> None:
        self.facts += 1
        self.counts[kind] = self.counts.get(kind, 0) + 1
        self.last[kind] = data


def facts_of(records: list[bytes]) -> list[tuple[str, dict[str, Any]]]:
    """The records as the peer's events take them."""
    lines = [json.loads(record.partition(b"\n")[0]) for record in records]
    return [(line["type"], line["data"]) for line in lines]


def open_peer(path: str | None) -> "Application[UUID]":
    """The peer's application, on SQLite at ``path`` or in memory."""
    env = {"PERSISTENCE_MODULE": "eventsourcing.sqlite", "SQLITE_DBNAME": path} if path else {}
    return Application({**os.environ, **env})
