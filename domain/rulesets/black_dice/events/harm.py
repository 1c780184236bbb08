"""Facts about harm and healing: damage, marks, the grey, dying, injuries, objects."""

from typing import Annotated, ClassVar

from msgspec.structs import replace

from domain.chance.draws import Draw
from domain.model.event import Event, Json
from domain.rulesets.black_dice.said import InWords, Who, changed, faces, itemised
from domain.rulesets.black_dice.state import Fight, Injury, OwedMarks, Person
from domain.rulesets.black_dice.words import Mark
from domain.text.phrases import listed
from domain.text.sentences import AS_WRITTEN, Spoken


class DamageCounted(Event, frozen=True, kw_only=True):
    """What an attack, a peril or missing air comes to (BD-DMG-1): degrees, weapon, Strength, less armour; at least 0.

    ``terms`` itemise it; ``marked_later`` says that it is marked after the last item of the agenda (BD-ROUND-7).
    """

    type: ClassVar[str] = "black_dice.damage_counted"
    combatant: Who
    terms: Annotated[tuple[tuple[str, int], ...], Spoken(itemised)]
    points: int
    mark: Mark
    source: Who | None = None
    marked_later: bool = False

    def says(self) -> str:
        points = "{points:point} of damage" if self.points else "no damage"
        dealt = f"{{source}} does {points} to {{combatant}}" if self.source else f"{{combatant}} takes {points}"
        return f"{dealt}[ ({{terms}})]."


class DamageReduced(Event, frozen=True, kw_only=True):
    """Fate has lowered the damage to so many points (BD-FATE-5)."""

    type: ClassVar[str] = "black_dice.damage_reduced"
    says = "Fate spares {combatant} {by:point} of damage; {points:point is|points are} left."
    combatant: Who
    by: int
    points: int


class MarksOwed(Event, frozen=True, kw_only=True):
    """Damage waits to be marked after the last item of the agenda (BD-ROUND-7); ``harm`` is what marks it then."""

    type: ClassVar[str] = "black_dice.marks_owed"
    says = "{combatant} will feel {points:point} of damage when the dust settles."
    combatant: Who
    points: int
    harm: dict[str, Json]

    def evolve(self, fight: Fight) -> None:
        fight.owed = (*fight.owed, OwedMarks(self.combatant, self.points, self.harm))


class MarksDue(Event, frozen=True, kw_only=True):
    """The damage that has waited longest is marked now."""

    type: ClassVar[str] = "black_dice.marks_due"
    says = "{combatant} now feels the harm done."
    combatant: Who

    def evolve(self, fight: Fight) -> None:
        fight.owed = fight.owed[1:]


class HealthLost(Event, frozen=True, kw_only=True):
    """Pips are marked (BD-DMG-8): the marks and the health as they are now.

    ``points`` are those of the damage; what goes beyond the bottom marks nothing.
    """

    type: ClassVar[str] = "black_dice.health_lost"
    private: ClassVar[frozenset[str]] = frozenset({"normal", "bruise", "health"})
    sheet_of: ClassVar[str | None] = "combatant"
    combatant: Who
    points: int
    mark: Mark
    normal: int | None = None
    bruise: int | None = None
    health: int | None = None

    def says(self) -> str:
        marks = "{points:bruise}" if self.mark == "bruise" else "{points:mark}"
        return f"{{combatant}} takes {marks}[; {{combatant:their}} health is now {{health}}]."

    def evolve(self, fight: Fight) -> None:
        person = fight.people[self.combatant]
        person.normal = self.normal or 0
        person.bruise = self.bruise or 0
        person.treated = False
        fight.disturb(person.id)


class EnteredGrey(Event, frozen=True, kw_only=True):
    """Somebody fights in the grey with this penalty from now on (BD-GREY-2)."""

    type: ClassVar[str] = "black_dice.entered_grey"
    says = "{combatant} fights on in the grey, {penalty:die|dice} down."
    combatant: Who
    penalty: int


class FellUnconscious(Event, frozen=True, kw_only=True):
    """Somebody is unconscious: prone, nothing in hand, no aim, no breath (BD-GREY-7, BD-DROWN-7).

    ``reason``: ``wounds`` or ``drink``.
    """

    type: ClassVar[str] = "black_dice.fell_unconscious"
    combatant: Who
    reason: InWords

    def says(self) -> str:
        cause = "{combatant:their} wounds" if self.reason == "wounds" else "{reason}"
        return f"{{combatant}} falls unconscious from {cause}."

    def evolve(self, fight: Fight) -> None:
        """Prone, nothing in hand, no aim (BD-GREY-7); a held breath is gone (BD-DROWN-7)."""
        person = fight.people[self.combatant]
        if self.reason == "drink":
            person.paralytic = True
        else:
            person.knocked_out = True
        if person.condition == "able":
            person.condition = "unconscious"
        person.prone = True
        person.ready = tuple([weapon for weapon in person.ready if person.weapons[weapon].natural])
        person.aim = None
        breath = person.breath
        if breath is not None and breath.points:
            person.breath = replace(breath, points=0, emptied=fight.phase != "idle")


class StayedUnconscious(Event, frozen=True, kw_only=True):
    """One of two reasons to be unconscious is over, the other is not (BD-DRINK-13)."""

    type: ClassVar[str] = "black_dice.stayed_unconscious"
    combatant: Who
    over: str

    def says(self) -> str:
        if self.over == "wounds":
            return "{combatant} would wake, but {combatant:they is} still too drunk."
        wounds = "{combatant:their} wounds keep {combatant:them} unconscious"
        return f"{{combatant}} is sober enough to wake, but {wounds}."

    def evolve(self, fight: Fight) -> None:
        person = fight.people[self.combatant]
        if self.over == "drink":
            person.paralytic = False
        else:
            person.knocked_out = False


class Woke(Event, frozen=True, kw_only=True):
    """Somebody is awake again, prone, and able (BD-GREY-6)."""

    type: ClassVar[str] = "black_dice.woke"
    says = "{combatant} is awake again."
    combatant: Who

    def evolve(self, fight: Fight) -> None:
        person = fight.people[self.combatant]
        person.condition = "able"
        person.knocked_out = False
        person.paralytic = False
        person.prone = True


class BeganDying(Event, frozen=True, kw_only=True):
    """Every pip is marked by normal damage (BD-DYING-1): so many rounds are left."""

    type: ClassVar[str] = "black_dice.began_dying"
    says = "{combatant} is dying and has {rounds:round} left to live."
    combatant: Who
    rounds: int

    def evolve(self, fight: Fight) -> None:
        person = fight.people[self.combatant]
        person.condition = "dying"
        person.rounds_left = self.rounds
        person.dying_since = fight.round_number if fight.phase != "idle" else None


class DyingCounted(Event, frozen=True, kw_only=True):
    """So many rounds are left to somebody dying (BD-DYING-3, BD-DYING-6)."""

    type: ClassVar[str] = "black_dice.dying_counted"
    combatant: Who
    rounds: int

    def says(self) -> str:
        return "{combatant} has {rounds:round} left to live." if self.rounds else "{combatant's} time is up."

    def evolve(self, fight: Fight) -> None:
        fight.people[self.combatant].rounds_left = self.rounds


class LifeExtended(Event, frozen=True, kw_only=True):
    """Fate has added rounds to a life (BD-FATE-7)."""

    type: ClassVar[str] = "black_dice.life_extended"
    says = "{combatant} clings to life for {by:more round} and has {rounds:round} left to live."
    combatant: Who
    by: int
    rounds: int

    def evolve(self, fight: Fight) -> None:
        fight.people[self.combatant].rounds_left = self.rounds


class Stabilised(Event, frozen=True, kw_only=True):
    """Somebody dies no more: unconscious, at the bottom, without a count (BD-DYING-4, BD-SCRIPT-8)."""

    type: ClassVar[str] = "black_dice.stabilised"
    combatant: Who
    by: Who

    def says(self) -> str:
        thanks = "" if self.by == self.combatant else "[, thanks to {by}]"
        return f"{{combatant}} is out of danger{thanks}."

    def evolve(self, fight: Fight) -> None:
        person = fight.people[self.combatant]
        person.condition = "stabilised"
        person.rounds_left = 0
        person.dying_since = None


class Died(Event, frozen=True, kw_only=True):
    """Somebody is dead (BD-DYING-3)."""

    type: ClassVar[str] = "black_dice.died"
    says = "{combatant} dies."
    combatant: Who

    def evolve(self, fight: Fight) -> None:
        person = fight.people[self.combatant]
        person.condition = "dead"
        person.rounds_left = 0
        person.ready = ()
        person.aim = None
        fight.close = tuple([pair for pair in fight.close if person.id not in pair])


class Injured(Event, frozen=True, kw_only=True):
    """A permanent injury is on record (BD-INJ-4); without a description it is undetermined yet.

    ``face`` is the die of the table of injuries (BD-INJ-5). ``changes`` are added to stats, skills and ``move``.
    """

    type: ClassVar[str] = "black_dice.injured"
    combatant: Who
    injury: str
    description: Annotated[str, AS_WRITTEN] = ""
    changes: Annotated[dict[str, int], Spoken(changed)] = {}
    face: Annotated[Draw, Spoken(faces)] | None = None

    def says(self) -> str:
        """What the table of injuries says is told as it is there; what somebody says, in quotation marks."""
        if self.face is not None:
            return "{combatant} is left with a permanent injury {face}: {description}[ ({changes})]."
        if not self.description:
            return "{combatant} is left with a permanent injury: the narrator has yet to say which."
        return "{combatant} has a permanent injury: “{description}”[ ({changes})]."

    def evolve(self, fight: Fight) -> None:
        """An injury is new, or one on record gets its description; its changes hold from now on."""
        person = fight.people[self.combatant]
        injury = Injury(self.injury, self.description, self.changes)
        known = [other.id for other in person.injuries]
        if self.injury in known:
            person.injuries = tuple([injury if other.id == self.injury else other for other in person.injuries])
        else:
            person.injuries = (*person.injuries, injury)
        _change(person, self.changes)


class InjuryAvoided(Event, frozen=True, kw_only=True):
    """Fate has kept somebody from a permanent injury (BD-FATE-8)."""

    type: ClassVar[str] = "black_dice.injury_avoided"
    says = "Fate spares {combatant} a permanent injury."
    combatant: Who


class Healed(Event, frozen=True, kw_only=True):
    """Marks are gone (BD-HEAL): how many of each kind, and the health now. ``by`` is a healer, or ``rest``."""

    type: ClassVar[str] = "black_dice.healed"
    private: ClassVar[frozenset[str]] = frozenset({"health"})
    sheet_of: ClassVar[str | None] = "combatant"
    combatant: Who
    normal: int
    bruise: int
    health: int | None = None
    by: Who = ""

    def says(self) -> str:
        kinds = [(self.normal, "{normal:mark}"), (self.bruise, "{bruise:bruise}")]
        marks = listed([slot for count, slot in kinds if count])
        healer = "rest" if self.by == "rest" else "{by}"
        whom = "{by:themselves}" if self.by == self.combatant else "{combatant}"
        whose = "{combatant:their}" if self.by in ("rest", self.combatant) else "{combatant's}"
        return f"{healer} heals {whom} of {marks}[; {whose} health is now {{health}}]."

    def evolve(self, fight: Fight) -> None:
        """Once a pip of somebody dying or stabilised is healed it is simply unconscious (BD-DYING-5, BD-DYING-7)."""
        person = fight.people[self.combatant]
        person.normal -= self.normal
        person.bruise -= self.bruise
        ends = person.condition == "stabilised" or (person.condition == "dying" and self.normal > 0)
        if ends:
            person.condition = "unconscious"
            person.rounds_left = 0
            person.dying_since = None


class Treated(Event, frozen=True, kw_only=True):
    """A treatment was made, with or without success; there is no other until the patient is hurt again (BD-HEAL-11)."""

    type: ClassVar[str] = "black_dice.treated"
    combatant: Who
    healer: Who
    minutes: int

    def says(self) -> str:
        whom = "{healer:themselves}" if self.healer == self.combatant else "{combatant}"
        return f"{{healer}} has treated {whom}."

    def evolve(self, fight: Fight) -> None:
        fight.people[self.combatant].treated = True


class StructureLost(Event, frozen=True, kw_only=True):
    """An object has lost pips of its structure (BD-OBJ-4)."""

    type: ClassVar[str] = "black_dice.structure_lost"
    says = "{combatant} loses {points:pip} of structure[; {pips:pip is|pips are} left]."
    private: ClassVar[frozenset[str]] = frozenset({"pips", "dice"})
    sheet_of: ClassVar[str | None] = "combatant"
    combatant: Who
    points: int
    pips: int | None = None
    dice: int | None = None

    def evolve(self, fight: Fight) -> None:
        fight.things[self.combatant].pips = self.pips or 0


class Destroyed(Event, frozen=True, kw_only=True):
    """An object is destroyed (BD-OBJ-5)."""

    type: ClassVar[str] = "black_dice.destroyed"
    says = "{combatant} is destroyed."
    combatant: Who


HARM_EVENTS: tuple[type[Event], ...] = (
    DamageCounted,
    DamageReduced,
    MarksOwed,
    MarksDue,
    HealthLost,
    EnteredGrey,
    FellUnconscious,
    StayedUnconscious,
    Woke,
    BeganDying,
    DyingCounted,
    LifeExtended,
    Stabilised,
    Died,
    Injured,
    InjuryAvoided,
    Healed,
    Treated,
    StructureLost,
    Destroyed,
)


def _change(person: Person, changes: dict[str, int]) -> None:
    for name, change in changes.items():
        if name == "move":
            person.move = max(0, person.move + change)
        elif name in person.stats:
            person.stats = {**person.stats, name: person.stats[name] + change}
        else:
            person.skills = {**person.skills, name: max(0, person.rank(name) + change)}
