"""Throws: from plans to results, with everything that may be chosen on the way.

``throw`` takes the plans of one throw or of one contest. In this order: those who are asked choose what goes into
their throws (BD-SKILL-15); all dice fall; with ``fate_timing=after`` fate is bought (BD-FATE-4); scripting dice
repeat throws (BD-SCRIPT-4 to BD-SCRIPT-7); the results go to the reply that waits for them. Between combatants the
plans are in the order of BD-DIE-7.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, ClassVar, Final, Literal

import msgspec
from msgspec.structs import replace
from pydantic import TypeAdapter

from domain.core.commands import Answering
from domain.core.events import Answered, Prompted
from domain.decision.decision import Decision, PromptResult
from domain.decision.prompts import Occasion, PromptKind
from domain.decision.stages import Continuation, reply, stage
from domain.decision.typed_answers import give_answer
from domain.fields.field import Field, Lookup, looked_up
from domain.fields.sets import Labelled, Node, Span
from domain.fields.vocabulary import View, Vocabulary
from domain.model.encounter import Prompt, Question
from domain.model.event import Event, Json, as_stored
from domain.model.refusal import at_field, require
from domain.ruleset.chapter import Chapter
from domain.rulesets.black_dice.chapters.dice.casts import Cast, cast, reckoned
from domain.rulesets.black_dice.chapters.dice.choice_fields import (
    CHOICES_SAID,
    DICE,
    LATER_FATE,
    LATER_TRADES,
    PIPS,
    WAYS_TO_AVOID,
    by_plan,
    choices,
    inline,
    pips_of,
    trades_of,
)
from domain.rulesets.black_dice.chapters.dice.choice_fields import TRADES as ANY_TRADES
from domain.rulesets.black_dice.chapters.dice.choices import check_choices, check_limits
from domain.rulesets.black_dice.chapters.dice.fate import spend
from domain.rulesets.black_dice.chapters.dice.plans import INITIATIVE, Plan, chosen_of, may_trade
from domain.rulesets.black_dice.chapters.dice.rerolls import Throwing, offer_reroll
from domain.rulesets.black_dice.chapters.dice.who_is_asked import goes_unasked, unasked
from domain.rulesets.black_dice.parts import Choices
from domain.rulesets.black_dice.said import TOLL_ROLLS, Who, named, roll, successes, weapon
from domain.rulesets.black_dice.state import Fight
from domain.rulesets.black_dice.tables import MOST_FATE
from domain.rulesets.black_dice.words import Degree
from domain.text.phrases import Names, counted, listed
from domain.text.words import Words


class SuccessesAdded(Event, frozen=True, kw_only=True):
    """Fate was spent on a throw whose faces are known (BD-FATE-4): what the throw comes to now."""

    type: ClassVar[str] = "black_dice.successes_added"
    words = "Successes added"
    says = "{combatant} buys {fate:success|successes} with fate: {net:success|successes} net."
    example = {"combatant": "pryce", "throw": 148, "fate": 1, "raw": 7, "net": 7, "degree": "impressive"}
    combatant: Who
    throw: int
    fate: int
    raw: int
    net: int
    degree: Degree
    foul: bool = False

    def evolve(self, fight: Fight) -> None:
        """Fate may have saved a throw from being foul."""
        if not self.foul:
            fight.fouled = tuple([foul for foul in fight.fouled if foul.throw != self.throw])


def throw(decision: Decision[Fight], plans: tuple[Plan, ...], then: Continuation) -> None:
    """Make throws, as the last act of a stage; ``then`` receives a tuple of ``Cast`` in the order of the plans."""
    choose_first.run(decision, Throwing(plans, then))


NOTHING_CHOSEN: Final = chosen_of(Choices())
"""The choices of a combatant that is not asked, in the form in which an empty answer is stored."""


@stage("black_dice.throw.choose", Throwing, draws=True)
def choose_first(decision: Decision[Fight], throwing: Throwing) -> None:
    """Ask for choices before any die falls (BD-SKILL-15), where they were not given and can matter."""
    fight = decision.state
    open_plans = [plan for plan in throwing.plans if not plan.given and has_choices(fight, plan)]
    if not decision.answers_left and all(is_not_asked(fight, plan) for plan in open_plans):
        throwing = replace(throwing, plans=tuple([_left_alone(fight, plan) for plan in throwing.plans]))
        dice_fall.run(decision, throwing)
    else:
        questions = [
            Question("choose", plan.combatant, {"plan": as_stored(plan), **asked_of(plan)}) for plan in open_plans
        ]
        decision.ask_all(tuple(questions), chosen, throwing)


def is_not_asked(fight: Fight, plan: Plan) -> bool:
    """Return whether neither a prompt nor a policy has to choose what goes into a throw (BD-SKILL-14, BD-ROUND-11)."""
    return not plan.asked and goes_unasked(fight, plan.combatant, "choose")


def _left_alone(fight: Fight, plan: Plan) -> Plan:
    """Return the plan of a combatant who is not asked, and so puts nothing into this throw or into later ones."""
    return replace(plan, chosen=NOTHING_CHOSEN, given=True) if not plan.given and has_choices(fight, plan) else plan


def has_choices(fight: Fight, plan: Plan) -> bool:
    """Return whether anything can be chosen before the throw: fate, a trade, common dice; never for initiative."""
    if not plan.own or plan.label == INITIATIVE:
        return False
    if plan.common_skill or may_trade(fight.options, plan):
        return True
    return fight.options.fate_timing == "before" and fight.people[plan.combatant].fate > 0


def asked_of(plan: Plan) -> dict[str, Json]:
    """Return the mark of a question that only a policy answers unasked (BD-ROUND-11)."""
    return {"asked": True} if plan.asked else {}


@reply("black_dice.throw.chosen", Throwing, draws=True)
def chosen(decision: Decision[Fight], throwing: Throwing, given: tuple[PromptResult, ...]) -> None:
    """The choices are in, for this throw and for those that may follow from it; all dice fall."""
    choices = {one.to: chosen_of(one.answer) for one in given if isinstance(one.answer, Choices)}
    plans = [
        replace(plan, chosen=choices[plan.combatant], given=True) if plan.combatant in choices else plan
        for plan in throwing.plans
    ]
    dice_fall.run(decision, replace(throwing, plans=tuple(plans)))


@stage("black_dice.throw.fall", Throwing, draws=True)
def dice_fall(decision: Decision[Fight], throwing: Throwing) -> None:
    """All throws of the contest are made before any is changed (BD-SCRIPT-5)."""
    casts = tuple([cast(decision, plan) for plan in throwing.plans])
    after = offer_reroll if decision.state.options.fate_timing == "before" else buy_fate
    after.run(decision, replace(throwing, casts=casts))


# Fate once the faces are known


@stage("black_dice.throw.fate", Throwing)
def buy_fate(decision: Decision[Fight], throwing: Throwing) -> None:
    """With ``fate_timing=after`` each thrower may buy successes now, in order (BD-FATE-4)."""
    if throwing.place == len(throwing.casts):
        decision.next(offer_reroll, replace(throwing, place=0))
        return
    fallen = throwing.cast
    room = most_fate_after(decision.state, fallen)
    if room == 0:
        decision.next(buy_fate, throwing.next())
        return
    about = {"throw": fallen.version, "net": fallen.net, "most": room, **asked_of(fallen.plan)}
    decision.ask(Question("choose", fallen.plan.combatant, about), fate_bought, throwing)


def most_fate_after(fight: Fight, fallen: Cast) -> int:
    """How many successes may still be bought on a throw: at most three on it in all (BD-FATE-11)."""
    plan = fallen.plan
    if not plan.own or plan.label == INITIATIVE:
        return 0
    taken = fallen.own_fate if fight.options.fate_cap == "per_spender" else fallen.fate
    return max(0, min(MOST_FATE - taken, fight.people[plan.combatant].fate))


@reply("black_dice.throw.bought", Throwing)
def fate_bought(decision: Decision[Fight], throwing: Throwing, answer: Choices | None) -> None:
    """The successes are added to the throw; then the next thrower is asked."""
    fallen = throwing.cast
    if isinstance(answer, Choices) and answer.fate:
        person = decision.state.people[fallen.plan.combatant]
        bought = min(answer.fate, most_fate_after(decision.state, fallen))
        spend(decision, person, bought, fallen.plan.label)
        fallen = replace(fallen, own_fate=fallen.own_fate + bought)
        fallen = reckoned(decision.state.options, fallen)
        added = SuccessesAdded(
            combatant=person.id,
            throw=fallen.version,
            fate=bought,
            raw=fallen.raw,
            net=fallen.net,
            degree=fallen.degree,
            foul=fallen.foul,
        )
        decision.record(added)
    decision.next(buy_fate, throwing.with_cast(fallen).next())


def check_choose(fight: Fight, prompt: Prompt, answer: Any) -> None:
    """Before the throw its choices are checked like those of a command, after it fate alone (BD-FATE-4)."""
    if "plan" in prompt.about:
        plan = msgspec.convert(prompt.about["plan"], Plan)
        with at_field("choices", "answer"):
            check_limits(answer)
            check_choices(fight, msgspec.structs.replace(plan, chosen=chosen_of(answer)))
        return
    most = int(prompt.about["most"])
    said = f"At most {most} pips can still be spent on this roll."
    require(answer.fate <= most, "BD-FATE-2", said, field="answer.fate")
    others = answer.model_copy(update={"fate": 0})
    require(others == Choices(), "BD-SKILL-15", "Once the faces are known only fate can be chosen.", field="answer")


def no_choice(fight: Fight, prompt: Prompt) -> Json:
    """Return None, to ask, if the attacker's player has not had its say (BD-ROUND-11); else as ``unasked``."""
    return None if "asked" in prompt.about else unasked(fight, prompt)


def _plans(view: View[Fight]) -> dict[str, Plan]:
    """The plans of the throws before which somebody is asked."""
    asked = view.asked("choose")
    about = {prompt.to: prompt.about for prompt in reversed(view.state.prompts) if prompt.kind == "choose"}
    return {who: msgspec.convert(about[who]["plan"], Plan) for who in asked if "plan" in about[who]}


def _most_fate(view: View[Fight]) -> Node:
    """The fate that may be chosen: before a throw, or when its faces are known."""
    about = {prompt.to: prompt.about for prompt in reversed(view.state.prompts) if prompt.kind == "choose"}
    after = {who: Span(0, int(about[who]["most"])) for who in view.asked("choose") if "most" in about[who]}
    return {**view[FATE_BEFORE], **after}


PLANS: Final = Vocabulary[Fight]("throws to choose for", _plans)
FATE_BEFORE, COMMON_DICE, TRADES = by_plan("a throw that is asked about", PLANS)
CHOSEN_FATE: Final = Vocabulary[Fight]("fate to choose", _most_fate)


def _before(name: str, values: Vocabulary[Fight]) -> Vocabulary[Fight]:
    """Return what may be chosen for later throws, for those who are asked before the first."""
    return Vocabulary(name, lambda view: {who: node for who in view[PLANS] if (node := view[values])})


LATER_FATE_CHOSEN: Final = _before("fate to choose for later throws", LATER_FATE)
LATER_TRADES_CHOSEN: Final = _before("trades to choose in later throws", LATER_TRADES)
INJURY_TRADES: Final = Vocabulary[Fight](
    "trades to choose for an injury", lambda view: dict.fromkeys(view[PLANS], ANY_TRADES)
)
AVOIDING: Final = Vocabulary[Fight]("ways to avoid an injury", lambda view: dict.fromkeys(view[PLANS], _ways(view)))


def _ways(view: View[Fight]) -> Node:
    """Return the ways to avoid an injury with their labels."""
    return tuple([Labelled(one, view.labels.of(one, "avoid")) for one in WAYS_TO_AVOID])


FATE_CHOSEN: Final = "Roll[ with {fate:pip|pips} of fate]"
CHOSEN: Final = f"Roll{CHOICES_SAID}"
"""What is chosen for a throw, as one says it who throws."""


class Choose(Answering):
    """Put fate, common dice or guaranteed successes into a throw, or nothing (BD-SKILL-15).

    Answers `choose`.
    """

    form = {
        "choices": choices(
            looked_up(CHOSEN_FATE, "actor"),
            looked_up(COMMON_DICE, "actor"),
            looked_up(TRADES, "actor", "common"),
            looked_up(LATER_FATE_CHOSEN, "actor"),
            looked_up(LATER_TRADES_CHOSEN, "actor"),
            looked_up(INJURY_TRADES, "actor"),
            looked_up(AVOIDING, "actor"),
        ).but(phrase=CHOSEN, seldom=False)
    }
    answers_to = "choose"
    says = ()
    example = {"actor": "vane", "choices": {"fate": 2, "common": 1}}
    words = Words("Make choices for a roll", "{choices}", group="tests", prominence="main")
    type: Literal["black_dice.choose"] = "black_dice.choose"
    choices: Choices

    def decide(self, decision: Decision[Fight]) -> None:
        """Before the throw anything may be chosen, after it fate alone (BD-SKILL-15, BD-FATE-4)."""
        answer = self.choices.model_dump(mode="json", exclude_defaults=True)
        give_answer(decision, "choose", self.actor, answer, field="command.choices")


def _fields(fight: Fight, prompt: Prompt) -> Iterable[Field]:
    """Before the throw what it admits, after it fate alone."""
    if "plan" not in prompt.about:
        nothing = inline(None)
        yield choices(inline(Span(0, int(prompt.about["most"]))), *[nothing] * 6).but(phrase=FATE_CHOSEN)
        return
    plan, options = msgspec.convert(prompt.about["plan"], Plan), fight.options
    trade = trades_of(options, plan)
    yield choices(
        inline(pips_of(fight, fight.people[prompt.to])),
        inline(DICE if plan.common_skill else None),
        Field(source=Lookup(trade, ("common",))) if isinstance(trade, dict) else inline(trade),
        inline(PIPS if options.fate_timing == "before" else None),
        inline(ANY_TRADES if options.guaranteed_scope == "all_rolls" else None),
    ).but(phrase=CHOSEN)


def plain_choices(fight: Fight, prompt: Prompt) -> Iterator[Json]:
    """Yield to put nothing in, and the plain choices: fate, one sure success, common dice (BD-SKILL-15, BD-FATE-4)."""
    yield {}
    plan = msgspec.convert(prompt.about["plan"], Plan) if "plan" in prompt.about else None
    pips = pips_of(fight, fight.people[prompt.to]) if plan is not None else Span(0, int(prompt.about["most"]))
    for fate in range(1, pips.high + 1) if pips is not None else ():
        yield {"fate": fate}
    if plan is not None and may_trade(fight.options, plan):
        yield {"trade": 1}
    if plan is not None and plan.common_skill:
        yield {"common": 1}


def asks_choose(event: Prompted, names: Names) -> str:
    """Before a throw it is about its plan, afterwards about the throw itself."""
    about = event.visible_about
    if "throw" in about:
        return f"has {successes(about['net'])} and may still put fate into the roll"
    what = "the roll" if "plan" not in about else _roll_of(msgspec.convert(about["plan"], Plan), names)
    return f"may put fate or common dice into {what}, or trade dice"


def _roll_of(plan: Plan, names: Names) -> str:
    """A roll that is to be made: ``the pistol roll with the revolver against Bell``."""
    armed = f" with {weapon(plan.weapon)}" if plan.weapon else ""
    against = f" against {named(names, plan.against)}" if plan.against else ""
    if plan.kind == "toll" and plan.label in TOLL_ROLLS:
        return f"the roll {TOLL_ROLLS[plan.label]}"
    return f"the {roll(plan.label)} roll{armed}{against}"


def tells_choose(event: Answered, names: Names) -> str | None:
    """What is done for the throw: ``puts 2 pips of fate into the throw and adds 1 common die``."""
    if not isinstance(event.given, dict):
        return None
    done: dict[str, list[str]] = {}
    for name, (verb, what, single, many) in PUT_IN.items():
        count = event.given.get(name)
        if isinstance(count, int) and count:
            done.setdefault(verb, []).append(what.format(counted(count, single, many)))
    return listed(f"{verb} {listed(parts)}" for verb, parts in done.items()) if done else "puts nothing into the roll"


def silent_choose(event: Answered) -> bool:
    """To put nothing in is told of those who are asked: others may have yet to choose before a throw falls."""
    return event.by in ("policy", "only") and not event.given


PUT_IN: Final[Mapping[str, tuple[str, str, str, str]]] = {
    "fate": ("puts", "{} into the roll", "pip of fate", "pips of fate"),
    "trade": ("trades", "dice for {}", "guaranteed success", "guaranteed successes"),
    "common": ("adds", "{}", "common die", "common dice"),
    "fate_weapon": ("puts", "{} into the damage roll", "pip of fate", "pips of fate"),
    "fate_strength": ("puts", "{} into the Strength roll", "pip of fate", "pips of fate"),
    "trade_weapon": ("trades", "weapon dice for {}", "guaranteed success", "guaranteed successes"),
    "trade_strength": ("trades", "Strength dice for {}", "guaranteed success", "guaranteed successes"),
}
"""How choices for throws are said: the verb, what it is about, one and several."""
CHOOSE: PromptKind[Fight] = PromptKind(
    "choose",
    TypeAdapter(Choices),
    check_choose,
    plain_choices,
    only=no_choice,
    sheet_fields=frozenset({"plan", "most", "asked"}),
    question="what to put into a roll",
    words="Choices for a roll",
    asks=asks_choose,
    tells=tells_choose,
    silent=silent_choose,
    fields=_fields,
    occasion=Occasion("BD-SKILL-15", "before a roll, or with fate after it, where the policy asks"),
)


THROWS: Chapter[Fight] = Chapter(
    commands=(Choose,),
    events=(SuccessesAdded,),
    prompts=(CHOOSE,),
    stages=(choose_first, chosen, dice_fall, buy_fate, fate_bought),
    labels={"answer.injury": "If an injury threatens"},
)
