"""Things of Ticks: weapons and shields in the hand or on the body, armour that is worn."""

import msgspec

from domain.rulesets.ticks.words import MELEE, THROWN, UNARMED, Draws, Mode, Place, ThingKind


class Thing(msgspec.Struct, frozen=True, omit_defaults=True):
    """A weapon or a shield (TK-SHEET-6, TK-SHEET-9, TK-SHEET-10).

    ``reach`` is that of melee weapons, in steps; ``magazine``, ``loaded`` and ``spare`` are those of ranged ones.
    """

    id: str
    key: str
    name: str
    kind: ThingKind
    base: int = 0
    skill: str = MELEE
    reach: int = 1
    hands: int = 1
    quick_draw: tuple[Draws, ...] = ()
    throwable: bool = False
    magazine: int = 0
    loaded: int = 0
    spare: int = 0
    place: Place = "ready"

    @property
    def ready(self) -> bool:
        return self.place == "ready"

    @property
    def is_weapon(self) -> bool:
        return self.kind != "shield"

    @property
    def modes(self) -> tuple[Mode, ...]:
        """How it can be used, the default first (TK-ATK-7)."""
        if self.kind == "ranged":
            return ("ranged",)
        return ("melee", "thrown") if self.throwable else ("melee",) if self.kind == "melee" else ()

    def skill_in(self, mode: Mode) -> str:
        """The skill that goes with it in this mode: a thrown weapon uses its own (TK-ATK-7)."""
        return THROWN if mode == "thrown" else self.skill


BARE_HANDS = Thing(UNARMED, UNARMED, "bare hands", "melee", base=1, skill=UNARMED, hands=0)
"""Always ready, and nobody's to lose (TK-WPN-1, TK-SHEET-7)."""


class Armour(msgspec.Struct, frozen=True, omit_defaults=True):
    """What is worn (TK-SHEET-10), and how far it is worn down (TK-ARM-5)."""

    id: str
    key: str
    name: str
    rating_ranged: int
    rating_melee: int
    wear: int = 0

    def against(self, mode: Mode) -> int:
        """The rating in force: bows and thrown weapons are ranged (TK-ARM-3, TK-ARM-5, TK-RUL-23)."""
        return max(0, (self.rating_melee if mode == "melee" else self.rating_ranged) - self.wear)
