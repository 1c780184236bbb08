"""Fate: pips that are given and spent, and pledges for others (BD-FATE). Scripting dice are in ``scripting``.

What pips buy is decided elsewhere: successes in ``choices`` and ``throws``, less damage in ``harm``, a life in
``dying``, consciousness in ``waking``. Who has fate may spend it, with a player or without (BD-FATE-13).
"""

from typing import Annotated, ClassVar, Final, Literal

import msgspec
from pydantic import Field

from domain.core.commands import CombatantId, Narrating, Text
from domain.decision.decision import Decision
from domain.fields.field import among, looked_up
from domain.fields.sets import ANY_KEY, Labelled, Node, Span, Without
from domain.fields.vocabulary import View, Vocabulary, keys_of
from domain.model.event import Event
from domain.model.people import find_combatant
from domain.model.refusal import require
from domain.ruleset.chapter import Chapter
from domain.rulesets.black_dice.chapters.vocabularies import ALIVE_IN, PEOPLE, own
from domain.rulesets.black_dice.parts import (
    Said,
    SpendingFate,
)
from domain.rulesets.black_dice.said import (
    SPENT,
    SPENT_ON_ROLLS,
    Quoted,
    Who,
    granted,
)
from domain.rulesets.black_dice.state import Fight, Person, Pledge
from domain.rulesets.black_dice.tables import MOST_FATE
from domain.story.told import AS_SAID, Told
from domain.text.sentences import Spoken
from domain.text.words import Label, Variant, Words

PIPS_FOR_ANOTHER = 2
MOST_PIPS = 60


class PledgeUsed(msgspec.Struct, frozen=True):
    """The successes of a helper's pledge that counted on a throw (BD-FATE-9)."""

    helper: str
    successes: int


class FateSpent(Event, frozen=True, kw_only=True):
    """Fate pips were spent (BD-FATE-1): on what, and for whom if for another (BD-FATE-9)."""

    type: ClassVar[str] = "black_dice.fate_spent"
    words = "Fate spent"
    example = {"combatant": "kestrel", "pips": 4, "use": "pledge", "beneficiary": "brass_tom"}
    combatant: Who
    pips: int
    use: Annotated[str, Spoken(SPENT)]
    beneficiary: Who | None = None

    def says(self) -> str:
        """What fate is spent on, and for whom; a throw tells itself how many successes came from it."""
        if self.use not in SPENT and not self.beneficiary:
            return ""
        use = "to help {beneficiary}" if self.beneficiary else "{use}"
        return f"{{combatant}} spends {{pips:pip}} of fate {use}."

    def brief(self) -> str:
        """What fate is spent on, also where a throw tells it itself; whom it helps is said once."""
        if self.beneficiary:
            return "{combatant} | helps {beneficiary} with | {pips:pip} of fate"
        use = "{use}" if self.use in SPENT else SPENT_ON_ROLLS.get(self.use, "on the roll")
        return f"{{combatant}} | spends | {{pips:pip}} of fate {use}"

    def unless(self) -> tuple[str, ...]:
        """Who is spared an injury is told with what it cost."""
        return ("black_dice.injury_avoided",) if self.use == "injury" else ()

    def lends(self) -> str:
        """What it cost to be spared an injury."""
        return "{combatant} | for {pips:pip} of fate" if self.use == "injury" else ""

    told = Told(brief=brief, unless=unless, lends=lends, adds=True, target="beneficiary")

    def evolve(self, fight: Fight) -> None:
        fight.people[self.combatant].fate -= self.pips


class FateGranted(Event, frozen=True, kw_only=True):
    """The narrator gave fate pips, or took them."""

    type: ClassVar[str] = "black_dice.fate_granted"
    words = "Fate given or taken"
    told = Told(brief=AS_SAID, source=None, target="combatant")
    example = {"combatant": "brass_tom", "pips": 2, "reason": "a rope out of nowhere"}
    combatant: Who
    pips: Annotated[int, Spoken(granted)]
    reason: Quoted = ""

    def says(self) -> str:
        if self.pips < 0:
            return "The narrator takes {pips} from {combatant}[: {reason}]."
        return "The narrator gives {combatant} {pips}[: {reason}]."

    def evolve(self, fight: Fight) -> None:
        fight.people[self.combatant].fate += self.pips


class FatePledged(Event, frozen=True, kw_only=True):
    """A helper promises successes to a combatant's next roll (BD-FATE-9); nothing is paid yet."""

    type: ClassVar[str] = "black_dice.fate_pledged"
    words = "Fate pledged"
    told = Told(brief=AS_SAID, source="helper", target="beneficiary")
    says = "{helper} pledges {successes:success|successes} to {beneficiary}: {description}."
    example = {"helper": "kestrel", "beneficiary": "brass_tom", "successes": 2, "description": "a rope out of nowhere"}
    helper: Who
    beneficiary: Who
    successes: int
    description: Quoted

    def evolve(self, fight: Fight) -> None:
        person = fight.people[self.beneficiary]
        person.pledges = (*person.pledges, Pledge(self.helper, self.successes, self.description))


def spend(decision: Decision[Fight], person: Person, pips: int, use: str, *, beneficiary: str | None = None) -> None:
    """Take pips at once (BD-FATE-1); the caller has checked that they are there."""
    if pips:
        decision.record(FateSpent(combatant=person.id, pips=pips, use=use, beneficiary=beneficiary))


def use_pledges(decision: Decision[Fight], person: Person, own: int) -> tuple[PledgeUsed, ...]:
    """The pledges that count on a combatant's throw, paid by their helpers now (BD-FATE-9, BD-FATE-11).

    Own successes count first, then pledges in order up to the limit; what is beyond it is not charged.
    """
    fight = decision.state
    room = MOST_FATE - own
    used = []
    for pledge in person.pledges:
        helper = fight.people[pledge.helper]
        affordable = helper.fate // PIPS_FOR_ANOTHER if helper.alive else 0
        wanted = min(pledge.successes, affordable)
        count = wanted if fight.options.fate_cap == "per_spender" else min(wanted, room)
        if count:
            spend(decision, helper, PIPS_FOR_ANOTHER * count, "pledge", beneficiary=person.id)
            used.append(PledgeUsed(helper.id, count))
            room -= count
    return tuple(used)


def _pledges(view: View[Fight]) -> Node:
    """What each helper may promise, by beneficiary; nobody else alive in its zone, no helper (BD-FATE-9)."""
    here, promised = view[ALIVE_IN], _promises(view.state)
    found: dict[str, Node] = {}
    for helper in own(view):
        given = promised.get(helper.id, {})
        left = helper.fate // PIPS_FOR_ANOTHER - sum(given.values())
        if helper.alive and left > 0:
            room = {other: MOST_FATE - count for other, count in given.items()}
            full = [helper.id, *(other for other, most in room.items() if most <= 0)]
            if any(other not in full for other in here[helper.zone]):
                limits: dict[str, Node] = {other: Span(1, min(left, most)) for other, most in room.items() if most > 0}
                found[helper.id] = {**limits, ANY_KEY: Span(1, min(left, MOST_FATE))}
    return found


def _promises(fight: Fight) -> dict[str, dict[str, int]]:
    """The successes that are promised so far, by helper and beneficiary."""
    found: dict[str, dict[str, int]] = {}
    for person in fight.people.values():
        for pledge in person.pledges:
            given = found.setdefault(pledge.helper, {})
            given[person.id] = given.get(person.id, 0) + pledge.successes
    return found


def _beneficiaries(view: View[Fight]) -> Node:
    """Those alive where a helper is, but for those to whom it cannot promise more."""
    here, promised = view[ALIVE_IN], _promises(view.state)
    found: dict[str, Node] = {}
    for helper in view[PLEDGES]:
        full = [other for other, count in promised.get(helper, {}).items() if count >= MOST_FATE]
        near = here[view.state.people[helper].zone]
        found[helper] = Without(near, tuple(full)) if full else near
    return found


PLEDGES: Final = Vocabulary[Fight]("pledges", _pledges)


class PledgeFate(SpendingFate):
    """Promise successes to another combatant's next roll (BD-FATE-9). Their price is paid when that roll is made."""

    form = {
        "actor": among(keys_of("who may pledge", PLEDGES)),
        "beneficiary": looked_up(Vocabulary("whom to pledge to", _beneficiaries), "actor", bars=("actor",)),
        "successes": looked_up(PLEDGES, "actor", "beneficiary"),
    }
    says = ()
    example = {"actor": "lark", "beneficiary": "vane", "successes": 2, "description": "She throws him the rope."}
    words = Words(
        "Pledge fate",
        "Pledge {successes:success|successes} to {beneficiary}: “{description}”",
        group="powers",
        costs="2 pips of fate for each success",
        fields={"description": "How it helps"},
    )
    type: Literal["black_dice.pledge"] = "black_dice.pledge"
    beneficiary: CombatantId
    successes: int = Field(ge=1, le=3)
    description: Said

    def decide(self, decision: Decision[Fight]) -> None:
        """The pips are paid when that throw is made (BD-FATE-9)."""
        fight = decision.state
        helper = find_combatant(fight, self.actor, "command.actor")
        other = find_combatant(fight, self.beneficiary, "command.beneficiary")
        whom, what = "command.beneficiary", "command.successes"
        require(
            helper.id != other.id, "BD-FATE-9", f"{helper.name} has to pledge successes to somebody else.", field=whom
        )
        require(helper.alive, "BD-FATE-12", f"{helper.name} is dead and spends nothing.")
        require(other.alive, "BD-FATE-9", f"{other.name} is dead and rolls no more.", field=whom)
        require(helper.zone == other.zone, "BD-FATE-9", f"{helper.name} is not where {other.name} is.", field=whom)
        promised = {one.id: _promised(helper, one) for one in fight.people.values()}
        for_other = promised[other.id] + self.successes
        require(
            for_other <= MOST_FATE,
            "BD-FATE-9",
            f"At most {MOST_FATE} successes can be promised to {other.name}'s next roll, not {for_other}.",
            field=what,
        )
        price = PIPS_FOR_ANOTHER * (sum(promised.values()) + self.successes)
        enough = helper.fate >= price
        said = f"{helper.name} has {helper.fate} pips of fate; what is promised costs {price}."
        require(enough, "BD-FATE-1", said, field=what)
        decision.record(
            FatePledged(helper=helper.id, beneficiary=other.id, successes=self.successes, description=self.description)
        )


def _promised(helper: Person, other: Person) -> int:
    """The successes that a helper has promised to a combatant so far."""
    return sum([pledge.successes for pledge in other.pledges if pledge.helper == helper.id])


ROOM: Final = Vocabulary[Fight](
    "fate to give", lambda view: {one.id: Span(0, MOST_PIPS - one.fate) for one in view.state.people.values()}
)
TAKINGS: Final = Vocabulary[Fight](
    "fate to take", lambda view: {one.id: _taken(one.fate) for one in view.state.people.values() if one.fate}
)


def _taken(most: int) -> Node:
    """Return what can be taken from a purse: numbers below 0, which a menu counts as pips."""
    return tuple([Labelled(-pips, Label.filled("pips", pips=pips)) for pips in range(1, most + 1)])


class GrantFate(Narrating):
    """Give a combatant pips of fate, or take some away (BD-FATE-1)."""

    variants = {
        "give": {"combatant": among(PEOPLE), "pips": looked_up(ROOM, "combatant")},
        "take": {"combatant": among(keys_of("who has fate", TAKINGS)), "pips": looked_up(TAKINGS, "combatant")},
    }
    says = ()
    example = {"combatant": "vane", "pips": 2, "reason": "a good deed"}
    ruling = True
    words = Words(
        "Give or take fate",
        group="rulings",
        variants={
            "give": Variant(
                "Give fate",
                "Give {combatant} {pips:pip|pips} of fate[: “{reason}”]",
                help="Give a combatant pips of fate.",
            ),
            "take": Variant(
                "Take fate away",
                "Take {pips} of fate from {combatant}[: “{reason}”]",
                help="Take pips of fate from a combatant.",
            ),
        },
    )
    type: Literal["black_dice.grant_fate"] = "black_dice.grant_fate"
    combatant: CombatantId
    pips: int = Field(ge=-60, le=60)
    reason: Text = ""

    def decide(self, decision: Decision[Fight]) -> None:
        """A purse holds 0 to 60 pips (BD-FATE-1)."""
        person = find_combatant(decision.state, self.combatant, "command.combatant")
        left = person.fate + self.pips
        said = f"{person.name} would have {left} pips of fate; a purse holds 0 to 60."
        require(0 <= left <= MOST_PIPS, "BD-FATE-1", said, field="command.pips")
        decision.record(FateGranted(combatant=person.id, pips=self.pips, reason=self.reason))


FATE: Chapter[Fight] = Chapter(
    commands=(PledgeFate, GrantFate),
    events=(FateSpent, FateGranted, FatePledged),
    labels={
        "text.pips": "{pips:pip|pips}",
        "beneficiary": "For whom",
        "successes": "Successes",
    },
)
