"""The peer: the same duel as an aggregate of the library ``eventsourcing``, with events of the same fields."""

import json
import os
from typing import Any
from uuid import UUID

from eventsourcing.application import Application
from eventsourcing.domain import Aggregate, event


class PeerFight(Aggregate):
    """An aggregate that folds our events: versions counted, wounds added up, turns and engagements kept."""

    @event("Opened")
    def __init__(self, name: str) -> None:
        self.name = name
        self.facts = 0
        self.wounds: dict[str, int] = {}
        self.turn: str | None = None
        self.last: dict[str, Any] = {}

    @event("Recorded")
    def record(self, kind: str, data: dict[str, Any]) -> None:
        self.facts += 1
        if kind == "s3.wounded":
            combatant = data["combatant"]
            self.wounds[combatant] = self.wounds.get(combatant, 0) + data["wound"]["penalty"]
        elif kind == "s3.wounds_healed":
            self.wounds[data["combatant"]] = 0
        elif kind == "s3.turn_begun":
            self.turn = data["actor"]
        self.last = data


def facts_of(records: list[bytes]) -> list[tuple[str, dict[str, Any]]]:
    """The records as the peer's events take them."""
    lines = [json.loads(record.partition(b"\n")[0]) for record in records]
    return [(line["type"], line["data"]) for line in lines]


def open_peer(path: str | None) -> "Application[UUID]":
    """The peer's application, on SQLite at ``path`` or in memory."""
    env = {"PERSISTENCE_MODULE": "eventsourcing.sqlite", "SQLITE_DBNAME": path} if path else {}
    return Application({**os.environ, **env})
