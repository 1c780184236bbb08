"""Second throws: a scripting die repeats a throw, and one that is worse need not stand (BD-SCRIPT-4 to BD-SCRIPT-7)."""

from collections.abc import Mapping
from typing import Annotated, Any, ClassVar, Final, Literal, NoReturn

import msgspec
from msgspec.structs import replace
from pydantic import TypeAdapter

from domain.core.commands import Answering, StrictModel
from domain.core.events import Answered, Prompted
from domain.decision.decision import Decision
from domain.decision.prompts import Occasion, PromptKind, any_answer, silent_unless_sent
from domain.decision.stages import Continuation, reply, stage
from domain.decision.typed_answers import give_answer, open_prompt
from domain.fields.field import among, listed
from domain.fields.sets import Node
from domain.fields.vocabulary import View, Vocabulary
from domain.model.encounter import Prompt, Question
from domain.model.event import Event, Json
from domain.model.people import find_combatant
from domain.model.refusal import refuse, require
from domain.ruleset.chapter import Chapter
from domain.rulesets.black_dice.chapters.dice.casts import Cast, DiceThrown, repeat
from domain.rulesets.black_dice.chapters.dice.plans import Plan
from domain.rulesets.black_dice.chapters.dice.scripting import Scripting, approve, require_scripting_die
from domain.rulesets.black_dice.chapters.dice.who_is_asked import silent_if_it_spends, unasked
from domain.rulesets.black_dice.parts import Said
from domain.rulesets.black_dice.said import Who, successes, using_a_scripting_die
from domain.rulesets.black_dice.state import Fight
from domain.story.told import Told
from domain.text.phrases import Names
from domain.text.sentences import SpokenOf
from domain.text.words import Words


class Turning(StrictModel):
    """An answer to `reroll`: what turns the throw (BD-SCRIPT-4)."""

    description: Said


FOUL: Final = (":foul", ":foul again")
"""The keys under which ``Names`` have whether the roll of a blow is a foul failure, and the same roll made again."""


def foul_roll(event: DiceThrown) -> Mapping[str, str]:
    """Return as a name whether a blow is a foul failure: ``yes`` or nothing."""
    if event.kind != "action" or not event.weapon:
        return {}
    return {f"{event.combatant}{FOUL[event.again is not None]}": "yes" if event.foul and not event.net else ""}


def foul_if_kept(event: "RerollKept", names: Names) -> str:
    """Render that the blow which counts is a foul failure."""
    foul = names.get(f"{event.combatant}{FOUL[event.kept > event.dropped]}")
    return ", a foul failure" if foul else ""


class RerollKept(Event, frozen=True, kw_only=True):
    """Which of two throws counts (BD-SCRIPT-6): the versions of both."""

    type: ClassVar[str] = "black_dice.reroll_kept"
    words = "Roll kept"
    example = {"combatant": "brass_tom", "kept": 207, "dropped": 188}
    combatant: Who
    kept: int
    dropped: int

    @property
    def foul(self) -> Annotated[bool, SpokenOf(foul_if_kept)]:
        """Whether the second roll counts; said is only that the one which counts went wrong."""
        return self.kept > self.dropped

    told = Told(brief="", lends="{combatant} | {foul}", lends_to=("black_dice.exchange_decided",))

    def says(self) -> str:
        return "{combatant's} second roll stands." if self.kept > self.dropped else "{combatant's} first roll stands."

    def evolve(self, fight: Fight) -> None:
        """A throw that a scripting die repeated is not repeated again (BD-SCRIPT-7); the dropped one was not foul."""
        fight.rerolled = (*fight.rerolled, self.combatant)
        fight.fouled = tuple([foul for foul in fight.fouled if foul.throw != self.dropped])


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


@stage("black_dice.throw.reroll", Throwing)
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


@reply("black_dice.throw.reroll_answered", Throwing)
def reroll_answered(decision: Decision[Fight], throwing: Throwing, answer: Turning | str | None) -> None:
    """A second throw needs the narrator's yes (BD-SCRIPT-2)."""
    if not isinstance(answer, Turning):
        decision.next(offer_reroll, throwing.next())
        return
    fallen = throwing.cast
    then = reroll_approved.continuation(throwing)
    whose = fallen.plan.combatant
    approve(decision, Scripting(whose, "reroll", answer.description, then, throw=fallen.version))


@reply("black_dice.throw.rerolled", Throwing, draws=True)
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
    """A throw and its repetition, of which one counts."""

    throwing: Throwing
    first: Cast
    second: Cast


@reply("black_dice.throw.kept", Two)
def kept(decision: Decision[Fight], both: Two, answer: str | None) -> None:
    """The player says which one counts; unasked it is the better one, the first."""
    keep(decision, both, both.second if answer == "second" else both.first)


def keep(decision: Decision[Fight], both: Two, stands: Cast) -> None:
    """One of two throws counts; then the next thrower may throw again."""
    dropped = both.first if stands.version == both.second.version else both.second
    decision.record(RerollKept(combatant=stands.plan.combatant, kept=stands.version, dropped=dropped.version))
    decision.next(offer_reroll, both.throwing.with_cast(stands).next())


def check_reroll(fight: Fight, prompt: Prompt, answer: Any) -> None:
    """A scripting die has to be there (BD-SCRIPT-1)."""
    if isinstance(answer, Turning):
        require_scripting_die(fight.people[prompt.to])


def keeps_better(fight: Fight, prompt: Prompt) -> Json:
    """The worse second throw is dropped unasked, unless the player wants to see both (BD-SCRIPT-6)."""
    return "first" if fight.policy(prompt.to, "keep") in (None, "better") else None


def _rerolling(view: View[Fight]) -> Node:
    """Those who are asked and still have a scripting die (BD-SCRIPT-1)."""
    return tuple([one for one in view.asked("reroll") if view.state.people[one].scripting_dice])


class Reroll(Answering):
    """Spend a scripting die to make a throw again (BD-SCRIPT-4).

    Answers `reroll` with yes.
    """

    form = {"actor": among(Vocabulary("who may throw again", _rerolling))}
    answers_to = "reroll"
    says = ()
    example = {"actor": "vane", "description": "A gust of wind."}
    words = Words(
        "Roll again",
        "Roll again: “{description}”",
        group="tests",
        prominence="main",
        costs="a scripting die (6 pips of fate)",
    )
    told = Told(
        brief=("{actor} | asks for another roll: “{description}”",),
        unless=("black_dice.scripting_spent", "black_dice.scripting_denied"),
    )
    type: Literal["black_dice.reroll"] = "black_dice.reroll"
    description: Said

    def decide(self, decision: Decision[Fight]) -> None:
        """A scripting die repeats the throw (BD-SCRIPT-4)."""
        if open_prompt(decision.state, "reroll", self.actor) is None:
            self._refuse_reroll(decision.state)
        give_answer(decision, "reroll", self.actor, {"description": self.description})

    def _refuse_reroll(self, fight: Fight) -> NoReturn:
        """The last throw has been made twice (BD-SCRIPT-7), there is no scripting die, or there is no throw."""
        person = find_combatant(fight, self.actor, "command.actor")
        once = f"{person.name}'s last roll has been made twice; a roll takes one scripting die."
        require(person.id not in fight.rerolled, "BD-SCRIPT-7", once)
        require_scripting_die(person)
        refuse(
            "BD-SCRIPT-4",
            f"{person.name} has no roll to make again now: that is asked before anything comes of a roll.",
        )


class Keep(Answering):
    """Choose which of two throws counts (BD-SCRIPT-6).

    Answers `keep`.
    """

    answers_to = "keep"
    says = ()
    example = {"actor": "vane", "keep": "first"}
    words = Words("Keep a roll", "Keep: {keep}", group="tests", prominence="main", fields={"keep": "Which roll"})
    type: Literal["black_dice.keep"] = "black_dice.keep"
    keep: Literal["first", "second"]

    def decide(self, decision: Decision[Fight]) -> None:
        give_answer(decision, "keep", self.actor, self.keep, field="command.keep")


def asks_reroll(event: Prompted, names: Names) -> str:
    """What fell, and how it may be turned."""
    return f"has {successes(event.visible_about['net'])} and may roll again with a scripting die"


def asks_keep(event: Prompted, names: Names) -> str:
    """What fell each time."""
    first, second = [successes(max(0, event.visible_about[which])) for which in ("first_raw", "second_raw")]
    return f"has to say which roll stands: the first with {first}, or the second with {second}"


def tells_reroll(event: Answered, names: Names) -> str:
    """What turns the throw, if anything does."""
    match event.given:
        case {"description": str(description)}:
            return using_a_scripting_die(description)
    return "lets the roll stand"


REROLL: PromptKind[Fight] = PromptKind(
    "reroll",
    TypeAdapter(Turning | Literal["no"]),
    check_reroll,
    only=unasked,
    question="whether to roll again",
    words="Second roll",
    asks=asks_reroll,
    tells=tells_reroll,
    silent=silent_if_it_spends,
    fields=lambda fight, prompt: (listed("no"),),
)


KEEP: PromptKind[Fight] = PromptKind(
    "keep",
    TypeAdapter(Literal["first", "second"]),
    any_answer,
    only=keeps_better,
    policy_type=TypeAdapter(Literal["first", "second", "better"]),
    question="which roll to keep",
    words="Roll to keep",
    asks=asks_keep,
    tells={
        "first": "keeps the first roll",
        "second": "keeps the second roll",
        "better": "keeps the better roll",
    },
    silent=silent_unless_sent,
    fields=lambda fight, prompt: (listed("first", "second"),),
    occasion=Occasion("BD-SCRIPT-6", "after a second roll that is worse, where the policy asks"),
)


REROLLS: Chapter[Fight] = Chapter(
    commands=(Reroll, Keep),
    events=(RerollKept,),
    prompts=(REROLL, KEEP),
    stages=(offer_reroll, reroll_answered, reroll_approved, kept),
    labels={
        "answer.better": "The better roll",
        "first": "First roll",
        "second": "Second roll",
        "reroll.no": "Let the roll stand",
    },
)
