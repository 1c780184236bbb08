"""Consciousness: the rolls at the end of a round to stay conscious or to wake (BD-GREY-5, BD-GREY-6, BD-FATE-6).

Where ``end_round`` names nothing for a combatant, it may make the roll sure for a pip; then those of its side in the
same zone may for two (BD-FATE-10), which are asked only where their policy says so, until one says yes.
"""

from typing import Final, Literal

import msgspec
from msgspec.structs import replace
from pydantic import TypeAdapter

from domain.core.commands import Answering
from domain.core.events import Prompted
from domain.decision.decision import Decision
from domain.decision.prompts import Occasion, PromptKind, any_answer
from domain.decision.stages import reply, stage
from domain.decision.typed_answers import give_answer
from domain.fields.field import listed
from domain.fields.sets import Either, Node
from domain.fields.vocabulary import View, Vocabulary
from domain.model.encounter import Prompt, Question
from domain.model.event import Json
from domain.model.people import find_combatant
from domain.model.refusal import at_field, require
from domain.ruleset.chapter import Chapter
from domain.rulesets.black_dice.chapters.dice.checks import Trial, attempt, settle
from domain.rulesets.black_dice.chapters.dice.choice_fields import trades_of
from domain.rulesets.black_dice.chapters.dice.choices import check_choices, cut_down
from domain.rulesets.black_dice.chapters.dice.fate import PIPS_FOR_ANOTHER, spend
from domain.rulesets.black_dice.chapters.dice.plans import Chosen, Plan, Terms
from domain.rulesets.black_dice.chapters.dice.pools import toll_roll
from domain.rulesets.black_dice.chapters.dice.who_is_asked import pips_gone, silent_if_it_spends, unasked
from domain.rulesets.black_dice.chapters.rounds.ending import Ending, StayingChosen
from domain.rulesets.black_dice.chapters.vocabularies import in_zones
from domain.rulesets.black_dice.chapters.wounds.consciousness import fall_unconscious, recover
from domain.rulesets.black_dice.said import TOLL_ROLLS, named
from domain.rulesets.black_dice.state import Fight, Person
from domain.rulesets.black_dice.tables import DIFFICULTIES
from domain.rulesets.black_dice.words import Difficulty
from domain.text.phrases import Names, owning
from domain.text.words import Words

CONSCIOUSNESS = "consciousness"
SURVIVAL = "survival"
PIPS_FOR_ONESELF = 1
ENSURED = 1


class Call(msgspec.Struct, frozen=True, omit_defaults=True):
    """What the narrator calls a roll to stay alive with: difficulty, extra dice, the successes that it needs."""

    difficulty: Difficulty = "average"
    bonus: int = 0
    penalty: int = 0
    black: int = 0
    needed: int = 1


class Struggle(msgspec.Struct, frozen=True, omit_defaults=True):
    """A combatant's roll to stay conscious, to wake or to live: what was named for it, who was asked to make it sure.

    ``call`` is what the narrator calls a roll to live with (BD-RUL-44).
    """

    combatant: str
    staying: StayingChosen | None = None
    asked: tuple[str, ...] = ()
    call: Call | None = None

    @property
    def label(self) -> str:
        return CONSCIOUSNESS if self.call is None else SURVIVAL


def check_ending(fight: Fight, ending: Ending) -> None:
    """Refuse what ``end_round`` names for these rolls and purse, pool or place do not admit, before any die falls."""
    for name, staying in ending.staying.items():
        field = f"command.choices.{name}"
        person = find_combatant(fight, name, field)
        with at_field("choices", field):
            check_choices(fight, replace(roll_of(fight, person), chosen=Chosen(staying.fate, staying.trade)))
        if staying.ensure is not None:
            payer = find_combatant(fight, staying.ensure, f"{field}.ensure")
            require(payer.alive, "BD-FATE-12", f"{payer.name} is dead and spends nothing.", field=f"{field}.ensure")
            near = payer.zone == person.zone
            require(near, "BD-FATE-10", f"{payer.name} is not where {person.name} is.", field=f"{field}.ensure")
            price = price_for(payer.id, person.id)
            enough = payer.fate >= price
            said = f"{payer.name} has {payer.fate} pips of fate; it costs {price}."
            require(enough, "BD-FATE-1", said, field=f"{field}.ensure")


def _staying_trades(view: View[Fight]) -> Node:
    """What dice of each one's roll to stay conscious may be traded for."""
    fight = view.state
    found = ((one.id, trades_of(fight.options, roll_of(fight, one))) for one in fight.people.values())
    return {who: node for who, node in found if node is not None}


def _payers(view: View[Fight]) -> Node:
    """Who can make each one's roll sure: those alive in its zone who can pay for it (BD-FATE-6, BD-FATE-10)."""
    helpers = in_zones(view, lambda person: person.alive and person.fate >= PIPS_FOR_ANOTHER)
    found: dict[str, Node] = {}
    for person in view.state.people.values():
        near = helpers.get(person.zone, ())
        alone = person.alive and PIPS_FOR_ONESELF <= person.fate < PIPS_FOR_ANOTHER
        if near or alone:
            found[person.id] = Either((near, (person.id,))) if alone else near
    return found


STAYING_TRADES: Final = Vocabulary[Fight]("trades in staying conscious", _staying_trades)
PAYERS: Final = Vocabulary[Fight]("who can make sure", _payers)


@stage("black_dice.waking.stay_conscious", Ending)
def stay_conscious(decision: Decision[Fight], ending: Ending) -> None:
    """Step 3 of the end of a round: everyone in the grey or unconscious by wounds rolls (BD-GREY-5, BD-GREY-6)."""
    rolling = [person.id for person in decision.state.in_order() if has_to_roll(person)]
    decision.steps(*[(struggle, Struggle(name, ending.staying.get(name))) for name in rolling])


def has_to_roll(person: Person) -> bool:
    """Return whether a combatant is in the grey or knocked out by wounds, and its track is not full (BD-BRUISE-2).

    So neither the dying, the stabilised nor the dead roll (BD-DYING-2, BD-DYING-5), nor do the drunk who are otherwise
    well (BD-DRINK-13).
    """
    return (person.knocked_out or person.health < 0) and not person.at_bottom


def roll_of(fight: Fight, person: Person, struggling: Struggle | None = None) -> Plan:
    """Resolve + Fortitude, with black dice for the penalty of the grey die; healed above it, none (BD-GREY-5).

    A roll to live has the dice that the narrator calls it with instead (BD-RUL-44).
    """
    white: Terms = (("resolve", person.stats["resolve"]), ("fortitude", person.stats["fortitude"]))
    if struggling is not None and struggling.call is not None:
        call = struggling.call
        easy, hard = DIFFICULTIES[call.difficulty]
        white = (*white, ("easy", easy), ("narrator", call.bonus - call.penalty))
        return toll_roll(fight, person, SURVIVAL, white, (("difficulty", hard), ("narrator", call.black)))
    return toll_roll(fight, person, CONSCIOUSNESS, white, (("grey", person.wound_penalty),))


@stage("black_dice.waking.struggle", Struggle, draws=True)
def struggle(decision: Decision[Fight], struggling: Struggle) -> None:
    """Make the roll sure as named, ask who will, or let the dice fall."""
    fight = decision.state
    person = fight.people[struggling.combatant]
    payers = payers_for(fight, person)
    named = struggling.staying
    if named is not None:
        if named.ensure in payers:
            ensure(decision, struggling, named.ensure)
        else:
            roll(decision, struggling)
        return
    own_side = [one for one in payers if not fight.opponents(one, person.id)]
    payer = next((one for one in own_side if one not in struggling.asked), None)
    if payer is None:
        roll(decision, struggling)
        return
    about = {"combatant": person.id, "roll": struggling.label, "pips": price_for(payer, person.id)}
    asking = replace(struggling, asked=(*struggling.asked, payer))
    decision.ask(Question("ensure_success", payer, about), ensure_answered, asking)


def price_for(payer: str, combatant: str) -> int:
    """One pip for oneself (BD-FATE-6), two for another (BD-FATE-10)."""
    return PIPS_FOR_ONESELF if payer == combatant else PIPS_FOR_ANOTHER


def payers_for(fight: Fight, person: Person) -> list[str]:
    """Return those who can make a roll sure: the combatant itself, then others alive in its zone, in order."""
    others = [one for one in fight.in_order() if one.id != person.id and one.alive and one.zone == person.zone]
    return [one.id for one in (person, *others) if one.fate >= price_for(one.id, person.id)]


@reply("black_dice.waking.ensure_answered", Struggle)
def ensure_answered(decision: Decision[Fight], struggling: Struggle, answer: str | None) -> None:
    """A yes makes the roll sure; after a no the next one is asked."""
    if answer == "yes":
        ensure(decision, struggling, struggling.asked[-1])
    else:
        decision.next(struggle, struggling)


def ensure(decision: Decision[Fight], struggling: Struggle, payer: str) -> None:
    """No dice are thrown: the roll succeeds with net 1 (BD-FATE-6)."""
    person = decision.state.people[struggling.combatant]
    beneficiary = None if payer == person.id else person.id
    spend(
        decision, decision.state.people[payer], price_for(payer, person.id), struggling.label, beneficiary=beneficiary
    )
    trial = Trial(person.id, struggling.label, then=struggled.continuation(struggling))
    settle(decision, trial, ENSURED, automatic=True)


def roll(decision: Decision[Fight], struggling: Struggle) -> None:
    """The dice decide, with the fate and the trades that were named for them."""
    fight = decision.state
    plan = roll_of(fight, fight.people[struggling.combatant], struggling)
    named = struggling.staying or StayingChosen()
    plan = cut_down(fight, plan, named.fate, named.trade, given=struggling.staying is not None)
    call = struggling.call or Call()
    attempt(decision, plan, call.difficulty, call.needed, then=struggled.continuation(struggling))


@reply("black_dice.waking.struggled", Struggle)
def struggled(decision: Decision[Fight], struggling: Struggle, net: int) -> None:
    """One success keeps conscious, or wakes; without it one falls, or stays, unconscious.

    What a roll to live means is the narrator's (BD-RUL-44).
    """
    person = decision.state.people[struggling.combatant]
    if struggling.call is not None:
        return
    if net == 0:
        fall_unconscious(decision, person, "wounds")
    elif person.knocked_out:
        recover(decision, person, "wounds")


def no_helper(fight: Fight, prompt: Prompt) -> Json:
    """A helper is asked to pay for another's roll only if its policy says so (BD-FATE-10, BD-SKILL-14)."""
    for_another = prompt.to != prompt.about["combatant"]
    if for_another and fight.policy(prompt.to, prompt.kind) is None:
        return "no"
    return unasked(fight, prompt)


class EnsureSuccess(Answering):
    """Spend fate so that a roll to stay conscious, to wake or to stay alive succeeds (BD-FATE-6, BD-FATE-10).

    Answers `ensure_success`.
    """

    answers_to = "ensure_success"
    says = ()
    example = {"actor": "vane", "ensure": True}
    words = Words(
        "Ensure success",
        "{ensure}",
        group="tests",
        prominence="main",
        costs="a pip of fate, or 2 for another",
    )
    type: Literal["black_dice.ensure_success"] = "black_dice.ensure_success"
    ensure: bool

    def decide(self, decision: Decision[Fight]) -> None:
        give_answer(decision, "ensure_success", self.actor, "yes" if self.ensure else "no", field="command.ensure")


def asks_ensure(event: Prompted, names: Names) -> str:
    """Whose roll it is, and against what."""
    about = event.visible_about
    whose = "the" if about["combatant"] == event.to else owning(named(names, about["combatant"]))
    return f"may make sure of {whose} roll {TOLL_ROLLS[about['roll']]} with fate"


ENSURE_SUCCESS: PromptKind[Fight] = PromptKind(
    "ensure_success",
    TypeAdapter(Literal["yes", "no"]),
    any_answer,
    only=no_helper,
    moot=pips_gone,
    question="whether to make sure of success",
    words="Ensured success",
    asks=asks_ensure,
    tells={"yes": "makes sure of the roll with fate", "no": "trusts the dice"},
    silent=silent_if_it_spends,
    fields=lambda fight, prompt: (listed("yes", "no"),),
    occasion=Occasion("BD-FATE-6", "before a roll to stay conscious or to wake"),
)


WAKING: Chapter[Fight] = Chapter(
    commands=(EnsureSuccess,),
    prompts=(ENSURE_SUCCESS,),
    stages=(stay_conscious, struggle, ensure_answered, struggled),
    labels={"ensure.true": "Ensure success", "ensure.false": "Trust in the dice"},
)
