"""Throws: from plans to results, with everything that may be chosen on the way.

``throw`` takes the plans of one throw or of one contest. In this order: whoever wants to be asked chooses what goes
into its throw (BD-SKILL-15); all dice fall; with ``fate_timing=after`` fate is bought (BD-FATE-4); scripting dice
repeat throws (BD-SCRIPT-4 to BD-SCRIPT-7); the results go to the reply that waits for them. Between combatants the
plans stand in the order of BD-DIE-7.
"""

from typing import Final

import msgspec
from msgspec.structs import replace

from domain.decision.decision import Decision, PromptResult
from domain.decision.stages import Continuation
from domain.model.encounter import Question
from domain.model.event import Json, as_stored
from domain.rulesets.black_dice.commands import Choices, Turning
from domain.rulesets.black_dice.decide.asking import goes_unasked
from domain.rulesets.black_dice.decide.casts import Cast, cast, reckoned, repeat
from domain.rulesets.black_dice.decide.fate import Scripting, approve, spend
from domain.rulesets.black_dice.decide.plans import INITIATIVE, Plan, chosen_of, may_trade
from domain.rulesets.black_dice.decide.stages import stages
from domain.rulesets.black_dice.events.throws import RerollKept, SuccessesAdded
from domain.rulesets.black_dice.state import Fight
from domain.rulesets.black_dice.tables import MOST_FATE


class Throwing(msgspec.Struct, frozen=True, omit_defaults=True):
    """Throws on their way: plans, then casts; ``place`` is whose turn it is to choose; the reply that waits."""

    plans: tuple[Plan, ...]
    then: Continuation
    casts: tuple[Cast, ...] = ()
    place: int = 0

    @property
    def cast(self) -> Cast:
        return self.casts[self.place]

    def next(self) -> "Throwing":
        return replace(self, place=self.place + 1)

    def with_cast(self, cast: Cast) -> "Throwing":
        casts = (*self.casts[: self.place], cast, *self.casts[self.place + 1 :])
        return replace(self, casts=casts)


def throw(decision: Decision[Fight], plans: tuple[Plan, ...], then: Continuation) -> None:
    """Make throws, as the last act of a stage; ``then`` receives a tuple of ``Cast`` in the order of the plans."""
    choose_first.run(decision, Throwing(plans, then))


NOTHING_CHOSEN: Final = chosen_of(Choices())
"""The choices of a combatant that is not asked, in the form in which an empty answer is stored."""


@stages.stage("black_dice.throw.choose", Throwing)
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
    """Return the plan of somebody who is not asked, and so puts nothing into this throw or into later ones."""
    return replace(plan, chosen=NOTHING_CHOSEN, given=True) if not plan.given and has_choices(fight, plan) else plan


def has_choices(fight: Fight, plan: Plan) -> bool:
    """Whether there is something to choose before the throw: fate, a trade, common dice; initiative asks nobody."""
    if not plan.own or plan.label == INITIATIVE:
        return False
    if plan.common_skill or may_trade(fight.options, plan):
        return True
    return fight.options.fate_timing == "before" and fight.people[plan.combatant].fate > 0


def asked_of(plan: Plan) -> dict[str, Json]:
    """What a question says besides where a player is asked whom only a policy spares (BD-ROUND-11)."""
    return {"asked": True} if plan.asked else {}


@stages.reply("black_dice.throw.chosen", Throwing)
def chosen(decision: Decision[Fight], throwing: Throwing, given: tuple[PromptResult, ...]) -> None:
    """The choices are in, for this throw and for those that may follow from it; all dice fall."""
    choices = {one.to: chosen_of(one.answer) for one in given if isinstance(one.answer, Choices)}
    plans = [
        replace(plan, chosen=choices[plan.combatant], given=True) if plan.combatant in choices else plan
        for plan in throwing.plans
    ]
    dice_fall.run(decision, replace(throwing, plans=tuple(plans)))


@stages.stage("black_dice.throw.fall", Throwing)
def dice_fall(decision: Decision[Fight], throwing: Throwing) -> None:
    """All throws of the contest are made before anybody changes one (BD-SCRIPT-5)."""
    casts = tuple([cast(decision, plan) for plan in throwing.plans])
    after = offer_reroll if decision.state.options.fate_timing == "before" else buy_fate
    after.run(decision, replace(throwing, casts=casts))


# Fate once the faces are known


@stages.stage("black_dice.throw.fate", Throwing)
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


@stages.reply("black_dice.throw.bought", Throwing)
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


# Scripting dice


@stages.stage("black_dice.throw.reroll", Throwing)
def offer_reroll(decision: Decision[Fight], throwing: Throwing) -> None:
    """Each thrower may throw again, once and in order (BD-SCRIPT-4, BD-SCRIPT-5); then the results are final."""
    for place, fallen in enumerate(throwing.casts[throwing.place :], throwing.place):
        if may_reroll(decision.state, fallen):
            about = {"throw": fallen.version, "net": fallen.net, "raw": fallen.raw}
            question = Question("reroll", fallen.plan.combatant, about)
            decision.ask(question, reroll_answered, replace(throwing, place=place))
            return
    decision.cause = throwing.casts[-1].version
    decision.enter(throwing.then, throwing.casts)


def may_reroll(fight: Fight, fallen: Cast) -> bool:
    """Check that a scripting die (BD-SCRIPT-1) may repeat an own action roll or own effect throw (BD-SCRIPT-4).

    A throw in which no die fell would come to the same again (BD-SKILL-14).
    """
    plan = fallen.plan
    if not plan.own or plan.kind == "toll" or fight.people[plan.combatant].scripting_dice == 0:
        return False
    return fallen.white_dice + fallen.black_dice > 0


@stages.reply("black_dice.throw.reroll_answered", Throwing)
def reroll_answered(decision: Decision[Fight], throwing: Throwing, answer: Turning | str | None) -> None:
    """Whoever wants to throw again needs the narrator's yes (BD-SCRIPT-2)."""
    if not isinstance(answer, Turning):
        decision.next(offer_reroll, throwing.next())
        return
    fallen = throwing.cast
    then = reroll_approved.continuation(throwing)
    whose = fallen.plan.combatant
    approve(decision, Scripting(whose, "reroll", answer.description, then, throw=fallen.version))


@stages.reply("black_dice.throw.rerolled", Throwing)
def reroll_approved(decision: Decision[Fight], throwing: Throwing, approved: bool) -> None:
    """The whole throw is repeated (BD-SCRIPT-5); one that is worse need not stand (BD-SCRIPT-6)."""
    if not approved:
        decision.next(offer_reroll, throwing.next())
        return
    first = throwing.cast
    second = repeat(decision, first)
    both = Two(throwing, first, second)
    if second.raw < first.raw:
        about = {"first": first.version, "second": second.version, "first_raw": first.raw, "second_raw": second.raw}
        decision.ask(Question("keep", first.plan.combatant, about), kept, both)
    else:
        keep(decision, both, second)


class Two(msgspec.Struct, frozen=True):
    """A throw and its repetition, of which one stands."""

    throwing: Throwing
    first: Cast
    second: Cast


@stages.reply("black_dice.throw.kept", Two)
def kept(decision: Decision[Fight], both: Two, answer: str | None) -> None:
    """The player says which one stands; unasked it is the better one, the first."""
    keep(decision, both, both.second if answer == "second" else both.first)


def keep(decision: Decision[Fight], both: Two, stands: Cast) -> None:
    """One of two throws stands; then the next thrower may throw again."""
    dropped = both.first if stands.version == both.second.version else both.second
    decision.record(RerollKept(combatant=stands.plan.combatant, kept=stands.version, dropped=dropped.version))
    decision.next(offer_reroll, both.throwing.with_cast(stands).next())
