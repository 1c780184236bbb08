"""Who speaks: a role and the combatants it may speak for."""

from typing import Literal

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


def parse_speaker(text: str) -> Speaker:
    """Read ``narrator``, ``spectator`` or ``player:<id>,<id>``; raises ValueError that says which are possible."""
    role, _, ids = text.strip().partition(":")
    if role == "narrator" and not ids:
        return NARRATOR
    if role == "spectator" and not ids:
        return SPECTATOR
    names = tuple(name.strip() for name in ids.split(",") if name.strip())
    if role == "player" and names:
        return Speaker("player", names)
    raise ValueError(f"{text!r} is no speaker: say narrator, spectator or player:<combatant>,<combatant>")
