"""Speakers: a role and the combatants that it may speak for."""

import re
from typing import Final, Literal

import msgspec

from domain.model.suggestions import as_id

Role = Literal["narrator", "player", "spectator"]


class Speaker(msgspec.Struct, frozen=True):
    """The author of a request. The narrator speaks for all combatants, a player for some, a spectator for none."""

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
"""Maximum number of combatants of an encounter, and of those that one player speaks for."""
RESERVED_SPEAKER_IDS: Final = frozenset({"narrator", "world", "all"})
"""Reserved words that are valid in place of a combatant's ID. No player can speak for them."""

_separators = re.compile(r"\s*[;|+&/]\s*")
_is_id = re.compile("[a-z0-9][a-z0-9_-]{0,31}").fullmatch


def parse_speaker(text: str) -> Speaker:
    """Parse ``narrator``, ``spectator`` or ``player:<id>,<id>``. Raises ValueError that names the valid forms."""
    role, _, ids = text.strip().partition(":")
    if role == "narrator" and not ids:
        return NARRATOR
    if role == "spectator" and not ids:
        return SPECTATOR
    names = tuple(dict.fromkeys(name.strip() for name in ids.split(",") if name.strip()))
    if role == "player" and names:
        for name in names:
            if name in RESERVED_SPEAKER_IDS or not _is_id(name):
                parts = [part for part in _separators.split(name) if part]
                meant = ",".join(parts) if len(parts) > 1 and all(map(_is_id, parts)) else as_id(name)
                hint = (
                    f"did you mean player:{meant}?"
                    if meant != name and all(map(_is_id, meant.split(",")))
                    else "use the IDs of combatants."
                )
                raise ValueError(f"A player cannot speak for “{name[:40]}”; {hint}")
        if len(names) > MAX_COMBATANTS:
            raise ValueError(f"A player speaks for at most {MAX_COMBATANTS} combatants.")
        return Speaker("player", names)
    written = text.strip().casefold()
    is_role = written in ("narrator", "spectator")
    hint = f"did you mean {written}?" if is_role else "use narrator, spectator or player:<id>,<id>."
    raise ValueError(f"Unknown speaker “{text[:40]}”; {hint}")
