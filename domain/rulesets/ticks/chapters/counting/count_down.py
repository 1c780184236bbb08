"""The count down of the resolution, tick by tick (TK-RES, TK-TICK-1)."""

from dataclasses import replace as reworded
from typing import Annotated, ClassVar, Literal

import msgspec
from msgspec.structs import replace

from domain.core.commands import PhaseRule
from domain.decision.decision import Decision, PromptResult
from domain.decision.prompts import GO_ON
from domain.decision.stages import reply, stage
from domain.model.encounter import NARRATOR_ID, Question
from domain.model.event import Event
from domain.model.refusal import refuse
from domain.model.speaker import Speaker
from domain.ruleset.chapter import Chapter
from domain.rulesets.ticks.chapters.counting.ending import end_round
from domain.rulesets.ticks.chapters.counting.tick_stages import work_of_tick
from domain.rulesets.ticks.chapters.counting.who_acts import is_asked, next_asked
from domain.rulesets.ticks.chapters.declaring.plans import HOLD
from domain.rulesets.ticks.chapters.declaring.starts import QUICK_DRAWS, attack_from, start_of
from domain.rulesets.ticks.chapters.deeds.deeds import Drew
from domain.rulesets.ticks.chapters.narrator.changes import apply_change
from domain.rulesets.ticks.chapters.strikes.aiming import refresh_aims
from domain.rulesets.ticks.chapters.strikes.conditions import note_draws
from domain.rulesets.ticks.chapters.strikes.deferring import After, make_due, offered
from domain.rulesets.ticks.items import Thing
from domain.rulesets.ticks.parts import (
    Continuing,
    Doing,
    Holding,
)
from domain.rulesets.ticks.said import holding_said
from domain.rulesets.ticks.state import Fight, Person, Scheduled
from domain.rulesets.ticks.words import IN_ROUND, TO_ROUND, Action
from domain.story.told import AS_SAID, Told
from domain.text.sentences import Spoken
from domain.text.words import Words


class Held(Event, frozen=True, kw_only=True):
    """Somebody does nothing down to a lower tick (TK-RES-10)."""

    type: ClassVar[str] = "ticks.held"
    words = "Hold"
    told = Told(brief=AS_SAID)
    example = {"combatant": "sable", "until": 18}
    combatant: str
    until: int

    says = "{combatant} {holding}."

    @property
    def holding(self) -> Annotated[int, Spoken(holding_said)]:
        """When the combatant acts again."""
        return self.until

    def evolve(self, fight: Fight) -> None:
        person = fight.people[self.combatant]
        person.turn = replace(person.turn, until=self.until)


class CountAwaited(Event, frozen=True, kw_only=True):
    """The count waits for the narrator: nobody is asked (TK-RES-8), or much has happened at once (TK-RES-13).

    ``next`` is the tick that comes when he counts on; ``closed`` says that the one before it is over.
    """

    type: ClassVar[str] = "ticks.count_awaited"
    words = "Waiting for the narrator"
    told = Told(level=3)
    example = {"next": 12}
    next: int
    closed: bool = False

    def says(self) -> str:
        then = "tick {next}" if self.next > 0 else "the end of the round"
        return f"The count waits for the narrator; {then} comes next."

    def evolve(self, fight: Fight) -> None:
        fight.awaited, fight.closed = self.next, self.closed


class TickCalled(Event, frozen=True, kw_only=True):
    """A tick is open: of the count up (TK-DECL-1), or of the count down (TK-RES-1)."""

    type: ClassVar[str] = "ticks.tick_called"
    words = "Tick"
    says = "Tick {tick}."
    example = {"tick": 10}
    tick: int

    def evolve(self, fight: Fight) -> None:
        fight.tick, fight.awaited, fight.closed = self.tick, None, False
        for person in fight.people.values():
            if person.turn.answered_by is not None:
                person.turn = replace(person.turn, answered_by=None)


FULL, FACTS_EACH, FEW_FACTS = 490, 4, 10
"""What a batch can hold, what a tick may well add for each who takes part: a crowd stops sooner, but it goes on."""
A_CHANGE, AN_ANSWER = 2, 2
"""What a change of the narrator's, and what asking everybody, may add for each who takes part."""


class Counting(msgspec.Struct, frozen=True):
    """The tick that comes next, of the count up or down."""

    tick: int


class Changing(msgspec.Struct, frozen=True):
    """Changes of the narrator's whose tick has come."""

    changes: tuple[Scheduled, ...]


@stage("ticks.counting.down", Counting)
def count_down(decision: Decision[Fight], counting: Counting) -> None:
    """The next tick on which there is something to do (TK-RES-1, TK-RES-8).

    Nothing comes below tick 1 (TK-RES-4, TK-RUL-12): the round ends (TK-RES-15).
    """
    fight = decision.state
    if _long(decision):
        decision.record(CountAwaited(next=counting.tick, closed=True))
        return
    tick = next_tick(fight, counting.tick) if fight.options.clock == "auto" else counting.tick
    if tick <= 0:
        end_round(decision)
        return
    decision.cause = decision.record(TickCalled(tick=tick))
    decision.steps((make_due, After("opening")), (ask_tick, Counting(tick)))
    due = tuple([change for change in fight.scheduled if change.tick == tick])
    if due:
        decision.steps((apply_changes, Changing(due)), (open_tick, Counting(tick)))
    else:
        open_tick.run(decision, Counting(tick))


def _long(decision: Decision[Fight]) -> bool:
    """Whether the count waits, for all that has happened in this batch (TK-RES-13)."""
    return decision.full or _too_full(decision, FACTS_EACH)


def _too_full(decision: Decision[Fight], each: int) -> bool:
    """Whether a batch might not hold this number of facts more for each participant."""
    facts, fight = len(decision.recorded), decision.state
    if facts < FEW_FACTS or facts < FULL - each * len(fight.people):
        return False
    return facts >= FULL - each * len(fight.participants)


def next_tick(fight: Fight, highest: int) -> int:
    """Return the next tick on which there is something to do, counting down from ``highest``; 0 if none comes."""
    ticks = [0, *[change.tick for change in fight.scheduled if change.tick <= highest]]
    for person in fight.people.values():
        declared = person.turn.declared
        if declared is not None:
            ticks.append(next_asked(fight, person, highest))
            ticks.append(_next_due(fight, person, declared.action, highest))
    return max(ticks)


def _next_due(fight: Fight, person: Person, action: Action, highest: int) -> int:
    """The next tick on which a draw, a deferred attack or an aim is due; 0 or less if none comes."""
    match action:
        case "attack":
            return min(highest, attack_from(person)) if _undrawn(person) is not None else 0
        case "defer":
            then = replace(fight, tick=min(highest, start_of(person)))
            return then.tick if offered(then, person) else 0
        case "aim":
            start = start_of(person)
            return start if start <= highest and person.conscious else 0
    return 0


def _undrawn(person: Person) -> Thing | None:
    """The weapon of a quick draw, as long as its owner carries it (TK-QD-2, TK-QD-4)."""
    declared = person.turn.declared
    if declared is None or QUICK_DRAWS.isdisjoint(declared.manoeuvres):
        return None
    thing = person.things.get(declared.weapon or "")
    return thing if thing is not None and not thing.ready and person.conscious else None


@stage("ticks.counting.changes", Changing)
def apply_changes(decision: Decision[Fight], changing: Changing) -> None:
    """The narrator's changes of the tick, in the order in which they were given (TK-TICK-1)."""
    if _too_full(decision, A_CHANGE):
        decision.next(apply_changes, changing)
        decision.pause()
        return
    change, *rest = changing.changes
    if rest:
        decision.next(apply_changes, Changing(tuple(rest)))
    apply_change(decision, change.command)


@stage("ticks.counting.open", Counting, pausable=True)
def open_tick(decision: Decision[Fight], counting: Counting) -> None:
    """Aims and quick draws, of each person one at most (TK-TICK-1)."""
    fight = decision.state
    refresh_aims(decision)
    drew = []
    for person in fight.people.values():
        thing = _undrawn(person)
        if thing is not None and fight.tick <= attack_from(person):
            decision.record(Drew(combatant=person.id, item=thing.id, quick=True))
            drew.append(person.id)
    if drew:
        note_draws(decision, "opening", drew)


@stage("ticks.counting.ask", Counting)
def ask_tick(decision: Decision[Fight], counting: Counting) -> None:
    """All who have something to do are asked at once (TK-RES-6)."""
    if _too_full(decision, AN_ANSWER):
        decision.next(ask_tick, counting)
        decision.pause()
        return
    fight = decision.state
    questions = _asked_now(fight)
    called = fight.options.clock == "called"
    if questions:
        decision.ask_all(questions, tick_answered, counting, called=called)
    elif called:
        decision.record(CountAwaited(next=counting.tick - 1))
    else:
        count_down.run(decision, Counting(counting.tick - 1))


@reply("ticks.counting.answered", Counting)
def tick_answered(decision: Decision[Fight], counting: Counting, given: tuple[PromptResult, ...]) -> None:
    """The tick closes: first steps, strikes, deeds, last steps, and deferred attacks behind each (TK-TICK)."""
    doings: dict[str, Doing] = {}
    answers = {one.to: one.answer for one in given}
    for name, person in decision.state.people.items():
        answer = answers.get(name, HOLD)
        if answer is None or isinstance(answer, str) or not person.conscious:
            continue
        if isinstance(answer, Holding):
            decision.record(Held(combatant=name, until=answer.until))
        else:
            doings[name] = answer
    if doings:
        decision.steps(*work_of_tick(decision.state, doings), (count_down, Counting(counting.tick - 1)))
    else:
        count_down.run(decision, Counting(counting.tick - 1))


# The narrator counts on, and whoever is asked anew


class Count(Continuing):
    """Close the open tick and count on (TK-DECL-9, TK-RES-9). Combatants who are silent do nothing."""

    interrupts: ClassVar[bool] = True
    during = PhaseRule(IN_ROUND, "TK-RES-7", "No count is on; the next round begins one.", TO_ROUND)
    says = ("The narrator continues the count.",)
    words = Words("Continue the count", group="turn", prominence="main")
    told = Told(level=3)
    type: Literal["ticks.count"] = "ticks.count"

    @classmethod
    def offered(cls, fight: Fight, speaker: Speaker) -> bool:
        return bool(fight.waiting) or fight.awaited is not None

    def decide(self, decision: Decision[Fight]) -> None:
        """The open tick closes, or the count continues where it waits (TK-DECL-9, TK-RES-9, TK-RES-13)."""
        fight = decision.state
        asked = [prompt for prompt in fight.prompts if prompt.to == NARRATOR_ID]
        if asked and asked[0].kind == GO_ON.name:
            decision.answer(asked[0], GO_ON.name)
        elif asked:
            who = fight.name_of(str(asked[0].about["combatant"]))
            refuse("TK-DECL-15", f"The declaration of {who} waits for the narrator's answer; give that first.")
        elif fight.waiting:
            decision.close_group("the narrator counts on")
        elif fight.awaited is not None:
            decision.next(count_down, Counting(fight.awaited))
        else:
            refuse("TK-RES-7", "No tick is open; nobody is waited for.")


def ask_anew(decision: Decision[Fight]) -> None:
    """Something has changed while a tick is open: who has something to do now is asked too (TK-RES-7)."""
    fight = decision.state
    if not acting_group_open(fight):
        if nobody_asked(fight) and _asked_now(fight):
            decision.ask_all(_asked_now(fight), tick_answered, Counting(fight.tick), called=True)
        return
    asked = {prompt.to for prompt in fight.prompts if prompt.kind == "act"}
    for question in _asked_now(fight):
        if question.to not in asked and fight.people[question.to].turn.answered_by is None:
            decision.ask_also(question)


def _asked_now(fight: Fight) -> tuple[Question, ...]:
    """A question for each who has something to do on the open tick (TK-RES-6)."""
    return tuple([Question("act", person.id) for person in fight.people.values() if is_asked(fight, person)])


def acting_group_open(fight: Fight) -> bool:
    """Whether the answers of a tick of the resolution are awaited."""
    return bool(fight.waiting) and fight.waiting[-1].reply.stage == tick_answered.name


def nobody_asked(fight: Fight) -> bool:
    """Whether a tick of the called clock is open on which nobody is asked (TK-RES-8)."""
    return fight.awaited is not None and not fight.closed


def tick_open(fight: Fight) -> bool:
    """Whether somebody may act on the tick of the resolution that was called last (TK-RES-10)."""
    return acting_group_open(fight) or nobody_asked(fight)


COUNT_DOWN: Chapter[Fight] = Chapter(
    prompts=(reworded(GO_ON, asks="has to continue the count: too much happens at once"),),
    commands=(Count,),
    events=(Held, CountAwaited, TickCalled),
    stages=(count_down, apply_changes, open_tick, ask_tick, tick_answered),
)
