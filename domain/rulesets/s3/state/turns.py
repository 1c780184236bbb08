"""What a round remembers: pairings, the open turn, who holds and drags whom, the stunts that were tried."""

import msgspec

from domain.rulesets.s3.words import Intent


class Round(msgspec.Struct, frozen=True, gc=False):
    """An open round: its number of pairings, the PCs that still need theirs, done and struck pairings."""

    pairings: int
    waiting: tuple[str, ...]
    done: tuple[str, ...] = ()
    struck: tuple[str, ...] = ()
    had_turn: tuple[str, ...] = ()
    closing: bool = False


class Pairing(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """An open pairing. ``order`` is who acts first and second, empty until settled; ``finished`` who has acted."""

    pc: str
    npc: str | None
    pc_result: int | None = None
    npc_result: int | None = None
    order: tuple[str, ...] = ()
    finished: tuple[str, ...] = ()
    attack_spent: tuple[str, ...] = ()
    forfeited: tuple[str, ...] = ()


class Turn(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """The open turn: what its actor has left. ``since`` is the version at which it began."""

    actor: str
    since: int
    movement: bool = True
    attack: bool = True
    extra: str | None = None
    extras_used: tuple[str, ...] = ()
    bought: bool = False
    ending: bool = False
    finishable: tuple[str, ...] = ()


class Hold(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """A pin or a choke. ``means`` is ``unarmed`` or an item ID; ``round`` and ``since`` say when it was won;
    ``victim_turns`` counts the victim's turns that began since.
    """

    id: str
    kind: str
    holder: str
    held: str
    successes: int
    means: str
    round: int
    since: int
    intent: Intent = "subdue"
    victim_turns: int = 0


class Drag(msgspec.Struct, frozen=True, gc=False):
    """A combatant hangs on a weapon. ``since`` is the version at which it began."""

    id: str
    dragger: str
    dragged: str
    weapon: str
    coins: int
    successes: int
    intent: Intent
    since: int


class Memory(msgspec.Struct, frozen=True, gc=False):
    """A stunt that was used in this scene (S3-STUNT-17)."""

    skills: tuple[str, ...]
    weapons: tuple[str, ...]
    task: str
    label: str
