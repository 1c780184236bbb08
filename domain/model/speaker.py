"""Who speaks: a role and the combatants it may speak for."""

import re
from typing import Final, Literal

import msgspec

Role = Literal["narrator", "player", "spectator"]


class Speaker(msgspec.Struct, frozen=True):
    """The narrator speaks for everybody, a player for the combatants named, a spectator for nobody."""

    role: Role
    combatants: tuple[str, ...] = ()

    @property
    def is_narrator(self) -> bool:
        return self.role == "narrator"

    def speaks_for(self, combatant: str) -> bool:
        return self.role == "narrator" or combatant in self.combatants

    def __str__(self) -> str:
        return f"player:{','.join(self.combatants)}" if self.role == "player" else self.role


NARRATOR = Speaker("narrator")
SPECTATOR = Speaker("spectator")
MAX_COMBATANTS: Final = 200
"""So many take part in an encounter, and so many a player may speak for."""
NOBODYS: Final = frozenset({"narrator", "world", "all"})
"""Words that stand where a combatant's ID may stand, so that no player speaks in their name."""

_is_id = re.compile("[a-z0-9][a-z0-9_-]{0,31}").fullmatch


def parse_speaker(text: str) -> Speaker:
    """Read ``narrator``, ``spectator`` or ``player:<id>,<id>``; raises ValueError that says which are possible."""
    role, _, ids = text.strip().partition(":")
    if role == "narrator" and not ids:
        return NARRATOR
    if role == "spectator" and not ids:
        return SPECTATOR
    names = tuple(dict.fromkeys(name.strip() for name in ids.split(",") if name.strip()))
    if role == "player" and names:
        for name in names:
            if name in NOBODYS or not _is_id(name):
                raise ValueError(f"{name[:40]!r} is nobody whom a player can speak for: name combatants by their IDs")
        if len(names) > MAX_COMBATANTS:
            raise ValueError(f"A player speaks for at most {MAX_COMBATANTS} combatants")
        return Speaker("player", names)
    raise ValueError(f"{text[:40]!r} is no speaker: say narrator, spectator or player:<combatant>,<combatant>")
