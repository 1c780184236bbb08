"""Rounds: who takes part, and what falls due at the end (BD-ROUND).

``END_OF_ROUND`` is the table of order of what the end of a round brings; a chapter that adds something adds a row.
"""

from typing import ClassVar, Final, Literal

from msgspec.structs import replace
from pydantic import Field

from domain.core.commands import CombatantId, Narrating, PhaseRule
from domain.decision.decision import Decision
from domain.decision.stages import NoData, Stage, stage
from domain.fields.field import looked_up, record, several
from domain.fields.sets import Node
from domain.fields.vocabulary import View, Vocabulary, keys_of
from domain.model.event import Event
from domain.model.people import find_combatant
from domain.model.refusal import refuse, require, require_distinct
from domain.ruleset.chapter import Chapter
from domain.rulesets.black_dice.chapters.attacks import aiming
from domain.rulesets.black_dice.chapters.dice.casts import ModifiersSettled, PledgesSettled
from domain.rulesets.black_dice.chapters.dice.choice_fields import FATE, purse_of, trades_of
from domain.rulesets.black_dice.chapters.dice.plans import Plan
from domain.rulesets.black_dice.chapters.dice.throws import throw
from domain.rulesets.black_dice.chapters.perils.breath import lack_air, spend_breath
from domain.rulesets.black_dice.chapters.rounds.ending import Ending, StayingChosen
from domain.rulesets.black_dice.chapters.rounds.initiative import (
    Opening,
    initiative_roll,
    initiative_thrown,
    set_order,
    throws,
)
from domain.rulesets.black_dice.chapters.rounds.responses import ask_responses
from domain.rulesets.black_dice.chapters.vocabularies import ABLE, PEOPLE
from domain.rulesets.black_dice.chapters.wounds.dying import count_down
from domain.rulesets.black_dice.chapters.wounds.waking import PAYERS, STAYING_TRADES, check_ending, stay_conscious
from domain.rulesets.black_dice.parts import (
    MOST_COMBATANTS,
    AtAgenda,
    Combatants,
    RollChoices,
    Staying,
)
from domain.rulesets.black_dice.said import (
    Several,
)
from domain.rulesets.black_dice.state import Fight, Person
from domain.rulesets.black_dice.words import IDLE, TO_AGENDA, TO_END
from domain.story.told import AS_SAID, Told
from domain.text.phrases import counted
from domain.text.words import Words


class RoundBegun(Event, frozen=True, kw_only=True):
    """A round begins, with these participants in order of joining (BD-ROUND-2)."""

    type: ClassVar[str] = "black_dice.round_begun"
    words = "Round begun"
    example = {"number": 4, "participants": ["kestrel", "vane", "lark", "brass_tom", "pryce", "tough", "rat"]}
    number: int
    participants: Several

    def says(self) -> str:
        if not self.participants:
            return "Round {number} begins, and no one can take part."
        return "Round {number} begins for {participants}."

    def brief(self) -> str:
        """That it begins; of several participants the order names each."""
        return "round {number} begins" if len(self.participants) > 1 else AS_SAID

    told = Told(brief=brief, opens=("round", "Round {number}"))

    def evolve(self, fight: Fight) -> None:
        """Foul failures from before the round have no further effect (BD-FOUL-3)."""
        fight.phase = "declare" if self.participants else "resolve"
        fight.fouled = ()
        fight.round_number = self.number


class RoundEnded(Event, frozen=True, kw_only=True):
    """The round is over: declarations and exchanges are forgotten (BD-ROUND-8)."""

    type: ClassVar[str] = "black_dice.round_ended"
    words = "Round ended"
    says = "Round {number} is over."
    example = {"number": 10}
    number: int

    def evolve(self, fight: Fight) -> None:
        fight.phase = "idle"
        fight.order = ()
        fight.declarations = {}
        fight.replies = {}
        fight.exchanges = {}
        fight.agenda = ()
        fight.divisors = {}
        fight.dodge_divisors = {}
        fight.aimed = ()
        fight.aim_broken = ()
        fight.strenuous = ()
        fight.disengaged = ()
        fight.surprised = ()
        fight.assisted = ()
        fight.fouled = ()
        for person in fight.people.values():
            if person.breath is not None:
                person.breath = replace(person.breath, strenuous=None, emptied=False)


# The beginning


def _initiative(view: View[Fight]) -> dict[str, Plan]:
    """The throws of those who would throw initiative (BD-INIT-1)."""
    fight = view.state
    return {one.id: initiative_roll(fight, one, None) for one in fight.able() if throws(fight, one)}


def _initiative_trades(view: View[Fight]) -> Node:
    found = ((who, trades_of(view.state.options, plan)) for who, plan in view[INITIATIVE_THROWS].items())
    return {who: node for who, node in found if node is not None}


INITIATIVE_THROWS: Final = Vocabulary[Fight]("throws of initiative", _initiative)
THROWERS: Final = keys_of("who throws initiative", INITIATIVE_THROWS)
PURSES: Final = Vocabulary[Fight](
    "fate for initiative",
    lambda view: {one.id: pips for one in view.state.people.values() if (pips := purse_of(one)) is not None},
)


class BeginRound(Narrating):
    """Begin a round of combat: those who take part throw for initiative (BD-ROUND-2, BD-INIT-1)."""

    form = {
        "combatants": several(ABLE, 0, MOST_COMBATANTS, distinct=True),
        "choices": record(
            {
                "fate": looked_up(PURSES, "key", default=0),
                "trade": looked_up(Vocabulary("trades in initiative", _initiative_trades), "key", default=0),
            },
            keys=THROWERS,
            within="combatants",
            seldom=True,
        ),
    }
    during = PhaseRule(IDLE, "BD-ROUND-1", "A round is on; it has to end first.", TO_END)
    says = ()
    example = {"combatants": ["vane", "pryce", "lark"], "choices": {"vane": {"fate": 1}}}
    words = Words("Begin the round", "Begin the round[ for {combatants} only]", group="turn", prominence="main")
    type: Literal["black_dice.begin_round"] = "black_dice.begin_round"
    combatants: Combatants | None = Field(default=None, description="by default all who are able")
    choices: dict[CombatantId, RollChoices] = Field(
        default_factory=dict, max_length=200, description="fate on initiative, and trades where all rolls allow them"
    )

    def decide(self, decision: Decision[Fight]) -> None:
        """The participants throw initiative, and one-throw modifiers lapse (BD-ROUND-2, BD-INIT-1, BD-SKILL-12)."""
        fight = decision.state
        people = participants(fight, self.combatants)
        throwers = [person for person in people if throws(fight, person)]
        for name in self.choices:
            if name not in [person.id for person in throwers]:
                detail = f"{fight.name_of(name)} rolls no initiative now."
                refuse(None, detail, code="invalid", field=f"command.choices.{name}")
        plans = [initiative_roll(fight, person, self.choices.get(person.id)) for person in throwers]
        names = tuple([person.id for person in people])
        decision.cause = decision.record(RoundBegun(number=fight.round_number + 1, participants=names))
        for person in fight.people.values():
            lapse_modifiers(decision, person)
        if plans:
            throw(decision, tuple(plans), initiative_thrown.continuation(Opening(names)))
        elif people:
            set_order(decision, people, {})


def participants(fight: Fight, named: tuple[str, ...] | None) -> list[Person]:
    """All who are able, or fewer if the narrator names them; in order of joining, and never objects (BD-ROUND-2)."""
    if named is None:
        return fight.able()
    require_distinct(named, "command.combatants")
    for number, name in enumerate(named):
        field = f"command.combatants[{number}]"
        said = f"{fight.name_of(name)} is an object and takes no part in a round."
        require(name not in fight.things, "BD-ROUND-2", said, field=field)
        person = find_combatant(fight, name, field)
        said = f"{person.name} is {person.condition}; only the able take part in a round."
        require(person.able, "BD-ROUND-2", said, field=field)
    return [person for person in fight.able() if person.id in named]


# The end


class EndRound(AtAgenda, Narrating):
    """End the round (BD-ROUND-8). Held breath, rolls to stay conscious and the dying are settled."""

    form = {
        "choices": record(
            {
                "fate": looked_up(FATE, "key", default=0),
                "trade": looked_up(STAYING_TRADES, "key", default=0),
                "ensure": looked_up(PAYERS, "key"),
            },
            keys=PEOPLE,
            phrase="rolls to stay conscious[ with {fate:pip|pips} of fate]"
            "[, trading dice for {trade:guaranteed success|guaranteed successes}][, made sure by {ensure}]",
            seldom=True,
        )
    }
    during = PhaseRule(
        frozenset({"resolve"}), "BD-ROUND-1", "A round ends when all have declared and responded.", TO_AGENDA
    )
    agenda_left = False
    says = ()
    example = {"choices": {"vane": {"ensure": "lark"}}}
    words = Words("End the round", "End the round[; {choices}]", group="turn", prominence="main")
    type: Literal["black_dice.end_round"] = "black_dice.end_round"
    choices: dict[CombatantId, Staying] = Field(default_factory=dict, max_length=200)

    def decide(self, decision: Decision[Fight]) -> None:
        """Run the steps of ``END_OF_ROUND`` in order (BD-ROUND-8)."""
        fight = decision.state
        if fight.agenda:
            said = f"{counted(len(fight.agenda), 'deed is', 'deeds are')} still to be resolved."
            refuse("BD-ROUND-8", said, first=("black_dice.resolve",))
        ending = Ending({name: StayingChosen(one.fate, one.trade, one.ensure) for name, one in self.choices.items()})
        check_ending(fight, ending)
        decision.steps(*[(step, ending) for step in END_OF_ROUND])


@stage("black_dice.rounds.aims_lapse", Ending)
def aims_lapse(decision: Decision[Fight], ending: Ending) -> None:
    """Step 5: who has not aimed in this round keeps no aim (BD-MOD-6)."""
    for person in decision.state.in_order():
        if person.aim is not None:
            aiming.lapse(decision, person)


@stage("black_dice.rounds.gifts_lapse", Ending)
def gifts_lapse(decision: Decision[Fight], ending: Ending) -> None:
    """Step 6: unused one-throw modifiers and pledges lapse (BD-SKILL-12, BD-FATE-9)."""
    for person in decision.state.in_order():
        lapse_modifiers(decision, person)
        if person.pledges:
            decision.record(PledgesSettled(combatant=person.id, lapsed=True))


@stage("black_dice.rounds.over", Ending)
def round_over(decision: Decision[Fight], ending: Ending) -> None:
    """Step 7: declarations and exchanges are forgotten; places, cover, prone and wounds stay."""
    decision.record(RoundEnded(number=decision.state.round_number))


def lapse_modifiers(decision: Decision[Fight], person: Person) -> None:
    """One-throw modifiers that are not used end with the round, or with the next one's beginning (BD-SKILL-12)."""
    if person.one_throw:
        decision.record(ModifiersSettled(combatant=person.id, lapsed=True))


END_OF_ROUND: tuple[Stage[Ending], ...] = (
    spend_breath,
    lack_air,
    stay_conscious,
    count_down,
    aims_lapse,
    gifts_lapse,
    round_over,
)


# What falls due by itself


def settle(decision: Decision[Fight]) -> None:
    """Once all have declared, those who are attacked respond (BD-ROUND-4, BD-INIT-7)."""
    if decision.state.phase == "declare" and decision.state.next_to_declare() is None:
        decision.next(ask_responses, NoData(), cause=decision.state.lineage_version)


ROUNDS: Chapter[Fight] = Chapter(
    commands=(BeginRound, EndRound),
    events=(RoundBegun, RoundEnded),
    stages=(aims_lapse, gifts_lapse, round_over),
    labels={"choices.ensure": "Ensured by"},
)
