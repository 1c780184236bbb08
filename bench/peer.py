"""The peer: the same duel as an aggregate of the ``eventsourcing`` library, with events of the same fields."""

import json
import os
from typing import Any
from uuid import UUID

from eventsourcing.application import Application
from eventsourcing.domain import Aggregate, event


class PeerFight(Aggregate):
    """An aggregate that folds our events: it counts them, in all and by type, and keeps the last of each type."""

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
    """Return the type and data of each record, for the peer's events."""
    lines = [json.loads(record.partition(b"\n")[0]) for record in records]
    return [(line["type"], line["data"]) for line in lines]


def open_peer(path: str | None) -> "Application[UUID]":
    """Return the peer's application, on SQLite at ``path`` or in memory."""
    env = {"PERSISTENCE_MODULE": "eventsourcing.sqlite", "SQLITE_DBNAME": path} if path else {}
    return Application({**os.environ, **env})
