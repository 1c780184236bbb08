"""The downed (CE-DOWN): unconscious and dying, dead, stabilized, up again."""

from typing import Annotated, ClassVar, Final, Literal, get_args

from pydantic import Field

from domain.chance.draws import Draw
from domain.core.commands import CombatantId, Narrating, Text
from domain.decision.decision import Decision
from domain.fields.field import among, looked_up
from domain.fields.sets import Labelled, Span
from domain.fields.vocabulary import Vocabulary
from domain.model.event import Event
from domain.model.people import find_combatant
from domain.model.refusal import require
from domain.ruleset.chapter import Chapter
from domain.rulesets.century.chapters.conditions.damage_dice import UNNAMED
from domain.rulesets.century.chapters.conditions.health_categories import note_health
from domain.rulesets.century.chapters.items.hands import drop_all
from domain.rulesets.century.chapters.throws import fallen
from domain.rulesets.century.said import drawn, healing, loser_said, loses_said, loss_said, loss_source
from domain.rulesets.century.state import Condition, Fight
from domain.rulesets.century.state.changes import CLEARING, drop_conditions, leave_covers, leave_order
from domain.rulesets.century.vocabularies import THROWING
from domain.rulesets.century.words import DownedStatus
from domain.story.throws import Throw
from domain.story.told import AS_SAID, Moment, Told
from domain.text.sentences import QUOTED, Spoken
from domain.text.words import Label, Words

DEATHS: Final = {
    "wounds": "dies of {combatant:their} wounds",
    "bled out": "bleeds to death",
    "the narrator's word": "dies",
}
"""What a combatant dies of by the rules, as it is said."""
DEAD_AT = -5
"""HP at which one is dead (CE-DOWN-2); from 0 down to there one is dying (CE-DOWN-1)."""


class HpLost(Event, frozen=True, kw_only=True):
    """HP are lost (CE-DMG-1): how many, and what is left; a loss of 0 changes nothing (CE-DMG-2)."""

    type: ClassVar[str] = "century.hp_lost"
    words = "Hit points lost"
    example = {"combatant": "eva", "points": 8, "hp": 3, "source": "Axe"}
    private: ClassVar[frozenset[str]] = frozenset({"hp"})
    sheet_of: ClassVar[str | None] = "combatant"
    combatant: str
    points: int
    hp: int | None = None
    source: Annotated[str, Spoken(loss_source)] = ""

    def says(self) -> str:
        if not self.points:
            return ""
        now = "has {hp} left" if self.hp is not None and self.hp > 0 else "is down to {hp}"
        source = "" if self.source in UNNAMED else "[ to {source}]"
        return f"{{combatant}} loses {{points:hit point}}{source}[ and {now}]."

    def brief(self) -> str:
        """Tell the loss, by the shot of a double tap; where it comes from is told by what caused it."""
        return "{loser} | {loses} | {loss}" if self.points else ""

    @property
    def loser(self) -> Annotated[str, Spoken(loser_said)]:
        """Who loses them, or what takes them off."""
        return self.combatant

    @property
    def loses(self) -> Annotated[str, Spoken(loses_said)]:
        """The verb that goes with it."""
        return self.combatant

    @property
    def loss(self) -> Annotated[tuple[str, int, int | None], Spoken(loss_said)]:
        """How many are lost, and what is left."""
        return self.combatant, self.points, self.hp

    def moment(self) -> Moment | None:
        return "wound" if self.points else None

    told = Told(brief=brief, moment=moment, target="combatant")

    def evolve(self, fight: Fight) -> None:
        fight.people[self.combatant].hp = self.hp or 0


class HpGained(Event, frozen=True, kw_only=True):
    """HP come back (CE-DMG-6); ``dice`` of a Stimpak (CE-DMG-7).

    Of a secret sheet ``hp`` is left out, since dice that everybody sees go with nothing private.
    """

    type: ClassVar[str] = "century.hp_gained"
    words = "Hit points gained"
    says = "{combatant} gains {points:hit point}[ ({dice})][ {source}][ and has {hp}]."
    example = {
        "combatant": "eva",
        "points": 4,
        "hp": 5,
        "source": "stimpak",
        "by": "eva",
        "dice": {"faces": [4], "sides": 6},
    }
    combatant: str
    points: int
    hp: int | None = None
    source: Annotated[str, Spoken(healing)] = ""
    by: str | None = None
    dice: Annotated[Draw | None, Spoken(drawn)] = None

    def brief(self) -> str:
        """Tell the gain; a Stimpak is told by its use."""
        source = "" if self.source == "stimpak" else "[ {source}]"
        now = "[, back up to {hp}]" if self.points else ""
        return f"{{combatant}} | gains {{points:hit point}}{source}{now}"

    def throws(self) -> tuple[Throw, ...]:
        return fallen(self.dice, self.by or self.combatant, "healing", result=self.points)

    told = Told(brief=brief, throws=throws, source="by", target="combatant")

    def evolve(self, fight: Fight) -> None:
        person = fight.people[self.combatant]
        person.hp = person.hp + self.points if self.hp is None else self.hp


class Downed(Event, frozen=True, kw_only=True):
    """A combatant is unconscious and dying (CE-DOWN-1); it dies in that round unless stabilized (CE-DOWN-4).

    ``ends_stun`` says that it is no longer stunned by that, as in records of schema 1.
    """

    type: ClassVar[str] = "century.downed"
    words = "Dying"
    told = Told(brief="{combatant} | falls unconscious (without help, dead in round {dies_in_round})", moment="fall")
    says = "{combatant} is unconscious and dying; without help, {combatant:they dies} in round {dies_in_round}."
    example = {"combatant": "eva", "dies_in_round": 8}
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
    """A combatant is dead (CE-DOWN-2)."""

    type: ClassVar[str] = "century.died"
    words = "Death"
    example = {"combatant": "eva", "reason": "wounds"}
    combatant: str
    reason: Annotated[str, QUOTED] = ""

    def says(self) -> str:
        return f"{{combatant}} {DEATHS.get(self.reason, 'dies[ ({reason})]')}."

    def line(self) -> str:
        return "end" if self.reason == "bled out" else ""

    told = Told(brief=AS_SAID, line=line, moment="death")

    def evolve(self, fight: Fight) -> None:
        person = fight.people[self.combatant]
        drop_conditions(person, "unconscious", "dying", "stabilized", "stunned", CLEARING)
        person.conditions = {**person.conditions, "dead": Condition("dead", lasts="event")}
        person.dies_in_round, person.pool = None, 0
        leave_order(fight, self.combatant)


class Stabilized(Event, frozen=True, kw_only=True):
    """A combatant dies no more; it stays unconscious (CE-DOWN-7). ``ends_stun`` as in ``Downed``."""

    type: ClassVar[str] = "century.stabilized"
    words = "Stabilized"
    told = Told(brief=AS_SAID, source="by", target="combatant")
    says = "{combatant} is stabilized[ by {by}], but still unconscious."
    example = {"combatant": "sam", "by": "mulan"}
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
    """A combatant is up again (CE-DOWN-9); it has slots from the next round on (CE-INIT-14).

    ``ends_stun`` says that it is no longer stunned either, by the narrator's word or in records of schema 1.
    """

    type: ClassVar[str] = "century.revived"
    words = "Awake again"
    told = Told(brief=AS_SAID)
    says = "{combatant} is up again."
    example = {"combatant": "eva"}
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
    words = "Destroyed"
    told = Told(brief=AS_SAID)
    says = "{combatant} is destroyed."
    example = {"combatant": "rat_2"}
    combatant: str

    def evolve(self, fight: Fight) -> None:
        thing = fight.people[self.combatant]
        thing.destroyed, thing.pool = True, 0
        leave_covers(fight, self.combatant)


def _stun(ends_stun: bool) -> tuple[str, ...]:
    """Being stunned lasts to its own end (CE-REACT-34), unless the record says that this is it."""
    return ("stunned",) if ends_stun else ()


def after_loss(decision: Decision[Fight], combatant: str) -> None:
    """A combatant falls, dies, or is destroyed by the loss just recorded (CE-DOWN-1, CE-DOWN-2, CE-DOWN-8, CE-DOWN-11).

    Animals fall as people do (CE-DOWN-12), and no check for a deathblow is called automatically (CE-DOWN-14).
    """
    person = decision.state.people[combatant]
    if person.hp > 0 or person.dead or person.destroyed:
        return
    if not person.throws:
        decision.record(Destroyed(combatant=combatant))
    elif person.hp <= DEAD_AT:
        die(decision, combatant, "wounds")
    elif "dying" not in person.conditions:
        fall(decision, combatant)


def fall(decision: Decision[Fight], combatant: str) -> None:
    """A combatant is unconscious and dying; what it holds falls beside it (CE-DOWN-1, CE-DOWN-3, CE-DOWN-4)."""
    decision.cause = decision.record(Downed(combatant=combatant, dies_in_round=decision.state.round + 1))
    drop_all(decision, combatant)


def die(decision: Decision[Fight], combatant: str, reason: str) -> None:
    """A combatant is dead; what it holds lies beside it (CE-DOWN-2). The round continues for others (CE-DOWN-15)."""
    decision.cause = decision.record(Died(combatant=combatant, reason=reason))
    drop_all(decision, combatant)


def heal(
    decision: Decision[Fight],
    combatant: str,
    points: int,
    source: str,
    *,
    by: str | None = None,
    dice: Draw | None = None,
) -> None:
    """Give HP back, up to the maximum (CE-DMG-6); from 1 HP on the combatant is up again (CE-DOWN-9).

    ``dice`` are what the points were thrown with, ``by`` the combatant that brings them.
    """
    person = decision.state.people[combatant]
    before = person.hp
    gained = min(points, person.hp_max - before)
    decision.cause = decision.record(
        HpGained(
            combatant=combatant,
            points=gained,
            hp=_shown(decision, combatant, before + gained),
            source=source,
            by=by,
            dice=dice,
        )
    )
    after_gain(decision, combatant, before)


def _shown(decision: Decision[Fight], combatant: str, hp: int) -> int | None:
    """Return the HP that a combatant has now, as far as a fact with dice may say them: None of a secret sheet."""
    return None if combatant in decision.state.secret_sheets else hp


def after_gain(decision: Decision[Fight], combatant: str, before: int) -> None:
    """Note better health; a combatant that is above 0 HP again wakes up (CE-HC-4, CE-DOWN-9)."""
    note_health(decision, combatant, before)
    person = decision.state.people[combatant]
    if person.hp > 0 and person.conditions.keys() & {"dying", "stabilized"}:
        decision.record(Revived(combatant=combatant))


HP: Final[Vocabulary[Fight]] = Vocabulary(
    "hit points",
    lambda view: {person.id: Span(-99, person.hp_max) for person in view.state.people.values() if person.throws},
)


STATES: Final = (
    Labelled("up", Label("up_again")),
    *[one for one in get_args(DownedStatus) if one != "up"],
)
"""How a combatant can fare."""


class SetDowned(Narrating):
    """Say how a combatant fares, whatever their hit points are (CE-DOWN-10)."""

    form = {"combatant": among(THROWING), "status": among(STATES), "hp": looked_up(HP, "combatant", seldom=True)}
    interrupts: ClassVar[bool] = True
    rewrites: ClassVar[str | None] = "combatant"
    says = (
        "The narrator rules that {combatant} {status}: {reason}.",
        "The narrator rules that {combatant} {status}.",
        "The narrator rules how {combatant} is doing.",
    )
    example = {"combatant": "guido", "status": "stabilized", "reason": "a medic was near"}
    ruling = True
    words = Words(
        "Set how a combatant fares",
        "Set the state of {combatant}: {status}[, with {hp:hit point|hit points}][: “{reason}”]",
        group="rulings",
        fields={"status": "State"},
    )
    told = Told(brief=AS_SAID, unless=("century.died", "century.downed", "century.stabilized", "century.revived"))
    type: Literal["century.set_downed"] = "century.set_downed"
    combatant: CombatantId
    status: DownedStatus
    hp: int | None = Field(default=None, ge=-99, le=999)
    reason: Text = ""

    def decide(self, decision: Decision[Fight]) -> None:
        person = find_combatant(decision.state, self.combatant, "command.combatant")
        said = f"{person.name} is no person or animal."
        require(person.throws, "CE-DOWN-11", said, field="command.combatant")
        _set_hp(decision, self)
        set_status(decision, person.id, self.status, self.reason)


def set_status(decision: Decision[Fight], combatant: str, status: DownedStatus, reason: str) -> None:
    """Set how a combatant fares, by the narrator's word (CE-DOWN-10)."""
    if status == "dead" and not decision.state.people[combatant].dead:
        die(decision, combatant, reason or "the narrator's word")
    elif status == "dying":
        fall(decision, combatant)
    elif status == "stabilized":
        decision.record(Stabilized(combatant=combatant))
        drop_all(decision, combatant)
    elif status == "up" and not decision.state.people[combatant].up:
        decision.record(Revived(combatant=combatant, ends_stun=True))


def _set_hp(decision: Decision[Fight], command: SetDowned) -> None:
    person = decision.state.people[command.combatant]
    if command.hp is None or command.hp == person.hp:
        return
    said = f"{person.name} has at most {person.hp_max} HP."
    require(command.hp <= person.hp_max, "CE-SHEET-6", said, field="command.hp")
    before, change = person.hp, command.hp - person.hp
    if change > 0:
        decision.cause = decision.record(
            HpGained(
                combatant=person.id, points=change, hp=_shown(decision, person.id, command.hp), source=command.reason
            )
        )
    else:
        decision.cause = decision.record(
            HpLost(combatant=person.id, points=-change, hp=command.hp, source=command.reason)
        )
    note_health(decision, person.id, before)


DOWNED: Chapter[Fight] = Chapter(
    commands=(SetDowned,),
    events=(HpLost, HpGained, Downed, Died, Stabilized, Revived, Destroyed),
    labels={
        "text.up_again": "Up again",
        "status.up": "Up",
    },
)
