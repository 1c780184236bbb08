"""Facts about harm and healing: damage, what absorbs it, hit points, the downed."""

from typing import Annotated, ClassVar, Final

from msgspec.structs import replace

from domain.chance.draws import Draw
from domain.model.event import Event
from domain.rulesets.century.said import OF_RULES, as_on_charts, damage_source, drawn, healing
from domain.rulesets.century.state import Condition, Fight
from domain.rulesets.century.state.changes import CLEARING, drop_conditions, leave_covers, leave_order
from domain.rulesets.century.words import Health
from domain.text.sentences import AS_WRITTEN, Spoken, SpokenOf

HEALTH_NOW: Final = {
    ("fresh", True): "has more than half of {combatant:their} hit points again",
    ("half", True): "has more than a quarter of {combatant:their} hit points again",
    ("half", False): "is down to half of {combatant:their} hit points or less",
    ("quarter", False): "is down to a quarter of {combatant:their} hit points or less",
}
"""What is left of a combatant's hit points, as it is said: after harm, or after healing."""
DEATHS: Final = {
    "wounds": "dies of {combatant:their} wounds",
    "bled out": "bleeds to death",
    "the narrator's word": "dies",
}
"""What a combatant dies of by the rules, as it is said."""
UNNAMED: Final = frozenset({"the narrator's word", "consequence", *OF_RULES})
"""What hurts by the rules or by the narrator's word, and has no name of its own."""


class DamageThrown(Event, frozen=True, kw_only=True):
    """Damage dice (CE-DMG-1): whose, what they come to; ``factor`` multiplied the dice (CE-BURST-2, CE-AUTO-3).

    ``doubled`` says that the total is doubled by a critical success (CE-CRIT-12); ``total`` has it in it and is at
    least 0. Damage without dice has no ``dice``.
    """

    type: ClassVar[str] = "century.damage_thrown"
    combatant: str | None
    source: Annotated[str, SpokenOf(lambda event, names: damage_source(event.source, event.combatant, names))]
    expression: Annotated[str, AS_WRITTEN]
    total: int
    dice: Annotated[Draw | None, Spoken(drawn)] = None
    factor: int = 1
    doubled: bool = False
    target: str | None = None

    def says(self) -> str:
        """Damage without dice is a number already."""
        times = " ×{factor}" if self.factor > 1 else ""
        doubled = ", doubled" if self.doubled else ""
        rolled = f" ({{expression}}{times}[: {{dice}}]{doubled})" if self.expression != str(self.total) else ""
        points = "{total:point} of damage" if self.total else "no damage"
        if self.combatant is None:
            cause = "" if self.source in UNNAMED else "[ from {source}]"
            return f"{{target}} takes {points}{cause}{rolled}."
        whom = "to {combatant:themselves}" if self.combatant == self.target else "against {target}"
        return f"{{source}} does {points}[ {whom}]{rolled}."


class DamageHalved(Event, frozen=True, kw_only=True):
    """A check has halved the damage of an area for somebody (CE-HALF-2)."""

    type: ClassVar[str] = "century.damage_halved"
    says = "{combatant} takes only half of it: {total:point}."
    combatant: str
    total: int


class DamageAbsorbed(Event, frozen=True, kw_only=True):
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

    def says(self) -> str:
        rest = {0: "nothing gets through", 1: "{rest:point} gets through"}.get(self.rest, "{rest:point} get through")
        if not self.is_objects and self.by == "hide":
            return f"{{combatant}} shrugs off {{points:point}}; {rest}."
        what = "{by} in front of {combatant}" if self.is_objects else "{combatant's} armour"
        return f"{what} absorbs {{points:point}}[ and has {{left:hit point}} left]; {rest}."

    @property
    def is_objects(self) -> bool:
        """Whether an object absorbs it; the first records do not say ``cover``, and tell by the ID alone."""
        return self.cover or self.by not in ("armour", "hide")

    @property
    def whose(self) -> str:
        """Whose HP ``left`` are, or the HP of whose armour."""
        return self.by if self.is_objects else self.combatant

    def evolve(self, fight: Fight) -> None:
        """What has HP of its own loses what it absorbs (CE-ARMOR-2, CE-COVER-6)."""
        if self.left is None:
            return
        person = fight.people[self.combatant]
        if self.is_objects:
            fight.people[self.by].hp = self.left
        elif person.worn is not None:
            worn = replace(person.armour[person.worn], hp=self.left)
            person.armour = {**person.armour, person.worn: worn}


class HpLost(Event, frozen=True, kw_only=True):
    """HP are lost (CE-DMG-1): how many, and what is left; a loss of 0 changes nothing (CE-DMG-2)."""

    type: ClassVar[str] = "century.hp_lost"
    private: ClassVar[frozenset[str]] = frozenset({"hp"})
    sheet_of: ClassVar[str | None] = "combatant"
    combatant: str
    points: int
    hp: int | None = None
    source: Annotated[str, Spoken(as_on_charts)] = ""

    def says(self) -> str:
        if not self.points:
            return ""
        now = "has {hp} left" if self.hp is not None and self.hp > 0 else "is down to {hp}"
        source = "" if self.source in UNNAMED else "[ ({source})]"
        return f"{{combatant}} loses {{points:hit point}}{source}[ and {now}]."

    def evolve(self, fight: Fight) -> None:
        fight.people[self.combatant].hp = self.hp or 0


class HpGained(Event, frozen=True, kw_only=True):
    """HP come back (CE-DMG-6); ``dice`` of a Stimpak (CE-DMG-7).

    Of a secret sheet ``hp`` is left out, since dice that everybody sees go with nothing private.
    """

    type: ClassVar[str] = "century.hp_gained"
    says = "{combatant} gains {points:hit point}[ ({dice})][ {source}][ and has {hp}]."
    combatant: str
    points: int
    hp: int | None = None
    source: Annotated[str, Spoken(healing)] = ""
    by: str | None = None
    dice: Annotated[Draw | None, Spoken(drawn)] = None

    def evolve(self, fight: Fight) -> None:
        person = fight.people[self.combatant]
        person.hp = person.hp + self.points if self.hp is None else self.hp


class Rested(Event, frozen=True, kw_only=True):
    """Days of rest go by for these combatants (CE-DMG-11); what that gives them follows."""

    type: ClassVar[str] = "century.rested"
    combatants: tuple[str, ...]
    days: int

    def says(self) -> str:
        rest = "rests" if len(self.combatants) == 1 else "rest"
        return f"{{combatants}} {rest} for {{days:day}}."


class HealthChanged(Event, frozen=True, kw_only=True):
    """Somebody passes a limit of health (CE-HC-5)."""

    type: ClassVar[str] = "century.health_changed"
    combatant: str
    before: Health
    now: Health

    def says(self) -> str:
        healed = self.before == "quarter" or self.now == "fresh"
        return f"{{combatant}} {HEALTH_NOW[self.now, healed]}."


class Downed(Event, frozen=True, kw_only=True):
    """Somebody is unconscious and dying (CE-DOWN-1); it dies in that round unless stabilized (CE-DOWN-4).

    ``ends_stun`` says that it is no longer stunned by that, as in records of schema 1.
    """

    type: ClassVar[str] = "century.downed"
    says = "{combatant} is unconscious and dying; without help, {combatant:they dies} in round {dies_in_round}."
    schema: ClassVar[int] = 2
    combatant: str
    dies_in_round: int
    ends_stun: bool = False

    def evolve(self, fight: Fight) -> None:
        """Unconscious and dying (CE-DOWN-1); what is left of the pool is lost (CE-MP-9)."""
        person = fight.people[self.combatant]
        drop_conditions(person, "stabilized", "dead", CLEARING, *_stun(self.ends_stun))
        lasting = [Condition("unconscious", lasts="event"), Condition("dying", lasts="event")]
        person.conditions = {**person.conditions, **{one.key: one for one in lasting}}
        person.dies_in_round, person.pool = self.dies_in_round, 0
        leave_order(fight, self.combatant)


class Died(Event, frozen=True, kw_only=True):
    """Somebody is dead (CE-DOWN-2)."""

    type: ClassVar[str] = "century.died"
    combatant: str
    reason: Annotated[str, AS_WRITTEN] = ""

    def says(self) -> str:
        return f"{{combatant}} {DEATHS.get(self.reason, 'dies[: {reason}]')}."

    def evolve(self, fight: Fight) -> None:
        person = fight.people[self.combatant]
        drop_conditions(person, "unconscious", "dying", "stabilized", "stunned", CLEARING)
        person.conditions = {**person.conditions, "dead": Condition("dead", lasts="event")}
        person.dies_in_round, person.pool = None, 0
        leave_order(fight, self.combatant)


class Stabilized(Event, frozen=True, kw_only=True):
    """Somebody dies no more; it stays unconscious (CE-DOWN-7). ``ends_stun`` as in ``Downed``."""

    type: ClassVar[str] = "century.stabilized"
    says = "{combatant} is stabilized[ by {by}], but still unconscious."
    schema: ClassVar[int] = 2
    combatant: str
    by: str | None = None
    ends_stun: bool = False

    def evolve(self, fight: Fight) -> None:
        """Still unconscious, but no death is due (CE-DOWN-7)."""
        person = fight.people[self.combatant]
        drop_conditions(person, "dying", "dead", CLEARING, *_stun(self.ends_stun))
        settled = {
            "unconscious": Condition("unconscious", lasts="event"),
            "stabilized": Condition("stabilized", lasts="event"),
        }
        person.conditions = {**person.conditions, **settled}
        person.dies_in_round, person.pool = None, 0
        leave_order(fight, self.combatant)


class Revived(Event, frozen=True, kw_only=True):
    """Somebody is up again (CE-DOWN-9); it has slots from the next round on (CE-INIT-14).

    ``ends_stun`` says that it is no longer stunned either, by the narrator's word or in records of schema 1.
    """

    type: ClassVar[str] = "century.revived"
    says = "{combatant} comes to again."
    schema: ClassVar[int] = 2
    combatant: str
    ends_stun: bool = False

    def evolve(self, fight: Fight) -> None:
        """A combatant that is revived in mid-round has no score in it (CE-INIT-14)."""
        person = fight.people[self.combatant]
        drop_conditions(person, "unconscious", "dying", "stabilized", "dead", *_stun(self.ends_stun))
        person.dies_in_round, person.initiative = None, None


class Destroyed(Event, frozen=True, kw_only=True):
    """A vehicle or an object is destroyed (CE-DOWN-11); an object leaves every cover (CE-COVER-8)."""

    type: ClassVar[str] = "century.destroyed"
    says = "{combatant} is destroyed."
    combatant: str

    def evolve(self, fight: Fight) -> None:
        thing = fight.people[self.combatant]
        thing.destroyed, thing.pool = True, 0
        leave_covers(fight, self.combatant)


class StimpakUsed(Event, frozen=True, kw_only=True):
    """A Stimpak is used up (CE-DMG-7)."""

    type: ClassVar[str] = "century.stimpak_used"
    private: ClassVar[frozenset[str]] = frozenset({"left"})
    sheet_of: ClassVar[str | None] = "combatant"
    combatant: str
    patient: str
    left: int | None = None

    def says(self) -> str:
        on = "{combatant:themselves}" if self.patient == self.combatant else "{patient}"
        return f"{{combatant}} uses a Stimpak on {on}[, and has {{left:Stimpak}} left]."

    def evolve(self, fight: Fight) -> None:
        fight.people[self.combatant].stimpaks = self.left or 0


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


def _stun(ends_stun: bool) -> tuple[str, ...]:
    """Being stunned lasts to its own end (CE-REACT-34), unless the record says that this is it."""
    return ("stunned",) if ends_stun else ()
