"""Somebody in a Ticks encounter: the sheet, and what it remembers."""

import msgspec

from domain.rulesets.ticks.items import BARE_HANDS, Armour, Thing
from domain.rulesets.ticks.state.square import Square
from domain.rulesets.ticks.state.turn import Turn
from domain.rulesets.ticks.words import UNARMED, Care, Unconscious


class Person(msgspec.Struct, omit_defaults=True):
    """A combatant (TK-SHEET). Folds write to it; what it holds is replaced, never changed.

    ``held_by`` has the grapplers with the reach of each hold. ``dying`` is the clock's second since which it is dying,
    ``awarded`` the mark of role-play (TK-ROLE-5). ``since`` is the round in which it became a participant, 0 for the
    beginning of combat, None for nobody of it; ``late`` says that it declares for the first time in the next round.
    """

    id: str
    name: str
    side: str
    statistics: dict[str, int]
    skills: dict[str, int] = {}
    luck: int = 0
    wounds: int = 0
    things: dict[str, Thing] = {}
    armour: Armour | None = None
    square: Square = Square()
    unconscious: Unconscious | None = None
    dying: int | None = None
    stabilised: bool = False
    dead: bool = False
    prone: bool = False
    held_by: dict[str, int] = {}
    care_days: int = 0
    care: Care = "none"
    awarded: bool = False
    since: int | None = None
    late: bool = False
    turn: Turn = Turn()

    @property
    def conscious(self) -> bool:
        return self.unconscious is None and not self.dead

    @property
    def quickness(self) -> int:
        return self.statistics["quickness"]

    def level(self, skill: str) -> int:
        """The plain level of a skill; of one that the sheet lacks 0 (TK-SHEET-3)."""
        return self.skills.get(skill, 0)

    def thing(self, name: str | None) -> Thing | None:
        """A thing by its ID, or the first of that key, ready before carried (TK-SHEET-6); bare hands by their key."""
        if name is None:
            return None
        if name in self.things:
            return self.things[name]
        return self.by_key.get(name) or (BARE_HANDS if name == UNARMED else None)

    @property
    def by_key(self) -> dict[str, Thing]:
        """The things that their keys mean: the first of each key, ready before carried (TK-SHEET-6)."""
        meant: dict[str, Thing] = {}
        for thing in self.things.values():
            first = meant.setdefault(thing.key, thing)
            if thing.ready and not first.ready:
                meant[thing.key] = thing
        return meant

    def owned(self, item: str | None) -> Thing | None:
        """A thing by its ID alone, so that no other stands in for one that is lost; bare hands by theirs."""
        return BARE_HANDS if item == UNARMED else self.things.get(item or "")

    @property
    def ready_weapons(self) -> tuple[Thing, ...]:
        """The weapons in hand, in the order of the sheet, bare hands apart."""
        return tuple([thing for thing in self.things.values() if thing.ready and thing.is_weapon])

    @property
    def shield(self) -> Thing | None:
        """The shield in hand (TK-SHEET-8)."""
        return next((thing for thing in self.things.values() if thing.ready and not thing.is_weapon), None)

    @property
    def hands_full(self) -> int:
        return sum(thing.hands for thing in self.things.values() if thing.ready)
