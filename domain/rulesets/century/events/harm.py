"""Facts about harm and healing: damage, what absorbs it, hit points, the downed."""

from typing import ClassVar

from domain.chance.draws import Draw
from domain.model.event import Event
from domain.rulesets.century.words import Health


class DamageThrown(Event, frozen=True):
    """Damage dice (CE-DMG-1): whose, what they come to; ``factor`` multiplied the dice (CE-BURST-2, CE-AUTO-3).

    ``doubled`` says that the total is doubled by a critical success (CE-CRIT-12); ``total`` has it in it and is at
    least 0. Damage without dice has no ``dice``.
    """

    type: ClassVar[str] = "century.damage_thrown"
    combatant: str | None
    source: str
    expression: str
    total: int
    dice: Draw | None = None
    factor: int = 1
    doubled: bool = False
    target: str | None = None


class DamageHalved(Event, frozen=True):
    """A check has halved the damage of an area for somebody (CE-HALF-2)."""

    type: ClassVar[str] = "century.damage_halved"
    combatant: str
    total: int


class DamageAbsorbed(Event, frozen=True):
    """Something absorbs damage (CE-ARMOR-1, CE-COVER-6, CE-DMG-8): an object, as ``cover`` says, armour or hide.

    ``by`` is the object's ID, `armour` or `hide`; ``left`` are the HP that the object or armour has left; ``rest`` is
    what goes on.
    """

    type: ClassVar[str] = "century.damage_absorbed"
    private: ClassVar[frozenset[str]] = frozenset({"left"})
    sheet_of: ClassVar[str | None] = "whose"
    combatant: str
    by: str
    points: int
    rest: int
    left: int | None = None
    cover: bool = False

    @property
    def is_objects(self) -> bool:
        """Whether an object absorbs it; the first records do not say ``cover``, and tell by the ID alone."""
        return self.cover or self.by not in ("armour", "hide")

    @property
    def whose(self) -> str:
        """Whose HP ``left`` are, or the HP of whose armour."""
        return self.by if self.is_objects else self.combatant


class HpLost(Event, frozen=True):
    """HP are lost (CE-DMG-1): how many, and what is left; a loss of 0 changes nothing (CE-DMG-2)."""

    type: ClassVar[str] = "century.hp_lost"
    private: ClassVar[frozenset[str]] = frozenset({"hp"})
    sheet_of: ClassVar[str | None] = "combatant"
    combatant: str
    points: int
    hp: int | None = None
    source: str = ""


class HpGained(Event, frozen=True):
    """HP come back (CE-DMG-6); ``dice`` of a Stimpak (CE-DMG-7).

    Of a secret sheet ``hp`` is left out, since dice that everybody sees go with nothing private.
    """

    type: ClassVar[str] = "century.hp_gained"
    combatant: str
    points: int
    hp: int | None = None
    source: str = ""
    by: str | None = None
    dice: Draw | None = None


class Rested(Event, frozen=True):
    """So many days of rest go by for these combatants (CE-DMG-11); what that gives them follows."""

    type: ClassVar[str] = "century.rested"
    combatants: tuple[str, ...]
    days: int


class HealthChanged(Event, frozen=True):
    """Somebody passes a limit of health (CE-HC-5)."""

    type: ClassVar[str] = "century.health_changed"
    combatant: str
    before: Health
    now: Health


class Downed(Event, frozen=True):
    """Somebody is unconscious and dying (CE-DOWN-1); it dies in that round unless stabilized (CE-DOWN-4).

    ``ends_stun`` says that it is no longer stunned by that, as in records of schema 1.
    """

    type: ClassVar[str] = "century.downed"
    schema: ClassVar[int] = 2
    combatant: str
    dies_in_round: int
    ends_stun: bool = False


class Died(Event, frozen=True):
    """Somebody is dead (CE-DOWN-2)."""

    type: ClassVar[str] = "century.died"
    combatant: str
    reason: str = ""


class Stabilized(Event, frozen=True):
    """Somebody dies no more; it stays unconscious (CE-DOWN-7). ``ends_stun`` as in ``Downed``."""

    type: ClassVar[str] = "century.stabilized"
    schema: ClassVar[int] = 2
    combatant: str
    by: str | None = None
    ends_stun: bool = False


class Revived(Event, frozen=True):
    """Somebody is up again (CE-DOWN-9); it has slots from the next round on (CE-INIT-14).

    ``ends_stun`` says that it is no longer stunned either, by the narrator's word or in records of schema 1.
    """

    type: ClassVar[str] = "century.revived"
    schema: ClassVar[int] = 2
    combatant: str
    ends_stun: bool = False


class Destroyed(Event, frozen=True):
    """A vehicle or an object is destroyed (CE-DOWN-11); an object leaves every cover (CE-COVER-8)."""

    type: ClassVar[str] = "century.destroyed"
    combatant: str


class StimpakUsed(Event, frozen=True):
    """A Stimpak is used up (CE-DMG-7)."""

    type: ClassVar[str] = "century.stimpak_used"
    private: ClassVar[frozenset[str]] = frozenset({"left"})
    sheet_of: ClassVar[str | None] = "combatant"
    combatant: str
    patient: str
    left: int | None = None


HARM_EVENTS: tuple[type[Event], ...] = (
    DamageThrown,
    DamageHalved,
    DamageAbsorbed,
    HpLost,
    HpGained,
    Rested,
    HealthChanged,
    Downed,
    Died,
    Stabilized,
    Revived,
    Destroyed,
    StimpakUsed,
)
