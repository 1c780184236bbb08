"""The count: up for declarations, down for the resolution, tick by tick (TK-DECL, TK-RES, TK-TICK)."""

from typing import Any

import msgspec
from msgspec.structs import replace

from domain.encounter import NARRATOR_ID, Prompt, Question
from domain.refusal import refuse
from domain.rulesets.ticks import commands as ask
from domain.rulesets.ticks.decide.acts import answered_strike
from domain.rulesets.ticks.decide.aiming import refresh_aims
from domain.rulesets.ticks.decide.asked import is_asked
from domain.rulesets.ticks.decide.changes import apply_change
from domain.rulesets.ticks.decide.conditions import note_draws
from domain.rulesets.ticks.decide.declaring import declaration_of
from domain.rulesets.ticks.decide.deeds import Deeds, deed_of, do_deeds
from domain.rulesets.ticks.decide.deferring import After, make_due, offered
from domain.rulesets.ticks.decide.ending import end_round
from domain.rulesets.ticks.decide.stages import stages
from domain.rulesets.ticks.decide.starts import DELAYS, attack_from, declaration_tick, start_of
from domain.rulesets.ticks.decide.steps import Step, Walking, take_steps
from domain.rulesets.ticks.decide.strikes import Striking, make_strikes
from domain.rulesets.ticks.events.places import Drew
from domain.rulesets.ticks.events.rounds import (
    CountAwaited,
    DeclarationsRevealed,
    DeclarationVoided,
    Declared,
    Held,
    ResolutionStarted,
    TickCalled,
)
from domain.rulesets.ticks.items import Thing
from domain.rulesets.ticks.state import Declaration, Fight, Person, Square
from domain.rulesets.ticks.words import TickStage, When
from domain.stages import Stage
from domain.table import Given, Table

MANY_FACTS = 400
"""A count that runs on by itself stops at the end of a tick with so many facts (TK-RES-13)."""
FULL, FACTS_EACH, FEW_FACTS = 490, 4, 10
"""What a batch can hold, what a tick may well add for each who takes part: a crowd stops sooner, but it goes on."""


class Counting(msgspec.Struct, frozen=True):
    """The tick that comes next, of the count up or down."""

    tick: int


# The count up


@stages.stage("ticks.counting.up", Counting)
def count_up(table: Table[Fight], counting: Counting) -> None:
    """The next tick on which somebody declares; after the last the resolution (TK-DECL-1, TK-DECL-11)."""
    fight = table.state
    due = {declaration_tick(person) for person in _declaring(fight)}
    tick = min((one for one in due if one >= counting.tick), default=None)
    if tick is None:
        highest = max((start_of(person) for person in fight.participants if person.conscious), default=0)
        table.cause = table.record(ResolutionStarted(highest))
        table.next(count_down, Counting(highest))
        return
    table.cause = table.record(TickCalled(tick))
    questions = [Question("declare", one.id) for one in _declaring(table.state) if declaration_tick(one) == tick]
    table.ask_all(tuple(questions), tick_declared, Counting(tick))


def _declaring(fight: Fight) -> list[Person]:
    """Who has not declared in this round (TK-DECL-2); of latecomers the tick is over (TK-COMBAT-4)."""
    return [person for person in fight.participants if person.conscious and person.turn.declared is None]


@stages.reply("ticks.counting.declared", Counting)
def tick_declared(table: Table[Fight], counting: Counting, given: tuple[Given, ...]) -> None:
    """Who is silent does nothing (TK-DECL-9); then all are revealed together (TK-DECL-5)."""
    for person in _declaring(table.state):
        if declaration_tick(person) == counting.tick:
            table.record(Declared(person.id, True, Declaration("other")), audience=person.id)
    revealed = {
        person.id: person.turn.declared
        for person in table.state.participants
        if person.turn.declared is not None and not person.turn.revealed
    }
    table.cause = table.record(DeclarationsRevealed(counting.tick, revealed))
    table.next(count_up, Counting(counting.tick + 1))


def declaration_taken(table: Table[Fight], prompt: Prompt, answer: ask.Declaring) -> None:
    """It stands, under seal; the narrator is asked about tricks and conditions in words (TK-DECL-15).

    What they say is as sealed as the declaration (TK-DECL-5).
    """
    person = table.state.people[prompt.to]
    declaration = declaration_of(table.state, person, answer)
    table.cause = table.record(Declared(person.id, False, declaration), audience=person.id)
    if declaration.trick:
        about = {"combatant": person.id, "what": declaration.trick, "skill": None, "for": "trick"}
        table.ask_also(Question("set_difficulty", "narrator", about, hidden=("what", "skill", "for")))
    condition = declaration.condition
    if condition is not None and condition.event == "narrated":
        about = {"combatant": person.id, "text": condition.text, "who": condition.who}
        table.ask_also(Question("judge_condition", "narrator", about, hidden=("text", "who")))


def condition_judged(table: Table[Fight], prompt: Prompt, answer: bool) -> None:
    """Not simple enough, the declaration is void and made anew on the same tick (TK-DEFER-5)."""
    if not answer:
        who = str(prompt.about["combatant"])
        table.cause = table.record(DeclarationVoided(who))
        table.ask_also(Question("declare", who))


# The count down


@stages.stage("ticks.counting.down", Counting)
def count_down(table: Table[Fight], counting: Counting) -> None:
    """The next tick on which there is something to do (TK-RES-1, TK-RES-8); below the first the round ends."""
    fight = table.state
    tick = counting.tick
    while fight.options.clock == "auto" and tick > 0 and not happens(fight, tick):
        tick -= 1
    if len(table.recorded) >= max(FEW_FACTS, min(MANY_FACTS, FULL - FACTS_EACH * len(fight.participants))):
        table.record(CountAwaited(counting.tick, True))
        return
    if tick <= 0:
        end_round(table)
        return
    table.cause = table.record(TickCalled(tick))
    table.steps((open_tick, Counting(tick)), (make_due, After("opening")), (ask_tick, Counting(tick)))


def happens(fight: Fight, tick: int) -> bool:
    """Whether anything is to be done on a tick: a change, an aim, a draw, a deferred attack, or somebody is asked."""
    then = replace(fight, tick=tick)
    if any(change.tick == tick for change in fight.scheduled):
        return True
    return any(
        is_asked(then, person) or offered(then, person) or _drawing(then, person) or _aims(then, person)
        for person in fight.participants
    )


def _aims(fight: Fight, person: Person) -> bool:
    return person.conscious and person.turn.action == "aim" and start_of(person) == fight.tick


def _drawing(fight: Fight, person: Person) -> Thing | None:
    """The weapon of a quick draw that is due, as long as its owner carries it (TK-QD-2, TK-QD-4)."""
    declared = person.turn.declared
    if declared is None or not any(one in DELAYS for one in declared.manoeuvres):
        return None
    thing = person.things.get(declared.weapon or "")
    due = person.conscious and fight.tick <= attack_from(person)
    return thing if due and thing is not None and not thing.ready else None


@stages.stage("ticks.counting.open", Counting)
def open_tick(table: Table[Fight], counting: Counting) -> None:
    """Changes of the narrator's, aims, quick draws (TK-TICK-1)."""
    fight = table.state
    for change in fight.scheduled:
        if change.tick == counting.tick:
            apply_change(table, change.command)
    refresh_aims(table)
    drew = []
    for person in fight.participants:
        thing = _drawing(fight, person)
        if thing is not None:
            table.record(Drew(person.id, thing.id, True))
            drew.append(person.id)
    note_draws(table, "opening", drew)


@stages.stage("ticks.counting.ask", Counting)
def ask_tick(table: Table[Fight], counting: Counting) -> None:
    """All who have something to do are asked at once (TK-RES-6)."""
    fight = table.state
    questions = _asked_now(fight)
    called = fight.options.clock == "called"
    if questions:
        table.ask_all(questions, tick_answered, counting, called=called)
    elif called:
        table.record(CountAwaited(counting.tick - 1))
    else:
        table.next(count_down, Counting(counting.tick - 1))


@stages.reply("ticks.counting.answered", Counting)
def tick_answered(table: Table[Fight], counting: Counting, given: tuple[Given, ...]) -> None:
    """The tick closes: first steps, strikes, deeds, last steps, and deferred attacks behind each (TK-TICK)."""
    doings: dict[str, ask.Doing] = {}
    answers = {one.to: one.answer for one in given}
    for name, person in table.state.people.items():
        answer = answers.get(name) if person.conscious else None
        if isinstance(answer, ask.Holding):
            table.record(Held(name, answer.until))
        elif isinstance(answer, ask.Doing):
            doings[name] = answer
    work: list[tuple[Stage[Any], Any]] = []
    fight = table.state
    for stage in ("first_steps", "strikes", "deeds", "last_steps"):
        work += _work(fight, stage, doings)
    table.steps(*work, (count_down, Counting(counting.tick - 1)))


def _work(fight: Fight, stage: TickStage, doings: dict[str, ask.Doing]) -> list[tuple[Stage[Any], Any]]:
    """What a stage of the tick has to do, and the deferred attacks behind it (TK-TICK-6)."""
    piece: tuple[Stage[Any], Any] | None = None
    if stage in ("first_steps", "last_steps"):
        steps = _steps(fight, doings, "before" if stage == "first_steps" else "after")
        piece = (take_steps, Walking(stage, steps)) if steps else None
    elif stage == "strikes":
        strikes = []
        for name, doing in doings.items():
            declared = fight.people[name].turn.declared
            strike = answered_strike(fight.people[name], declared, doing) if declared is not None else None
            if strike is not None:
                strikes.append(strike)
        piece = (make_strikes, Striking(stage, tuple(strikes))) if strikes else None
    else:
        deeds = []
        for name, doing in doings.items():
            declared = fight.people[name].turn.declared
            if doing.deed is not None and declared is not None:
                deeds.append(deed_of(fight.people[name], declared, doing.deed))
        piece = (do_deeds, Deeds(tuple(deeds))) if deeds else None
    return [] if piece is None else [piece, (make_due, After(stage))]


def _steps(fight: Fight, doings: dict[str, ask.Doing], when: When) -> tuple[Step, ...]:
    steps = []
    for name, doing in doings.items():
        if doing.stand and when == "before":
            steps.append(Step(name))
        elif doing.step is not None and doing.step.when == when:
            planned = fight.people[name].turn.answered_by == "plan"
            steps.append(Step(name, Square(doing.step.to.x, doing.step.to.y), planned))
    return tuple(steps)


# The narrator counts on, and whoever is asked anew


def count(table: Table[Fight], command: ask.Count) -> None:
    """The open tick closes, or the count goes on where it waits (TK-DECL-9, TK-RES-9, TK-RES-13)."""
    fight = table.state
    asked = [prompt for prompt in fight.prompts if prompt.to == NARRATOR_ID]
    if asked:
        who = fight.name_of(str(asked[0].about["combatant"]))
        refuse("TK-DECL-15", f"The declaration of {who} waits for the narrator's answer; give that first.")
    if fight.waiting:
        table.call_time("the narrator counts on")
    elif fight.awaited is not None:
        table.next(count_down, Counting(fight.awaited))
    else:
        refuse("TK-RES-7", "No tick is open; nobody is waited for.")


def ask_anew(table: Table[Fight]) -> None:
    """Something has changed while a tick is open: who has something to do now is asked too (TK-RES-7)."""
    fight = table.state
    if not acting_group_open(fight):
        if nobody_asked(fight) and _asked_now(fight):
            table.ask_all(_asked_now(fight), tick_answered, Counting(fight.tick), called=True)
        return
    asked = {prompt.to for prompt in fight.prompts if prompt.kind == "act"}
    for question in _asked_now(fight):
        if question.to not in asked and fight.people[question.to].turn.answered_by is None:
            table.ask_also(question)


def _asked_now(fight: Fight) -> tuple[Question, ...]:
    """A question for each who has something to do on the open tick (TK-RES-6)."""
    return tuple([Question("act", person.id) for person in fight.participants if is_asked(fight, person)])


def acting_group_open(fight: Fight) -> bool:
    """Whether the answers of a tick of the resolution are awaited."""
    return bool(fight.waiting) and fight.waiting[-1].reply.stage == tick_answered.name


def nobody_asked(fight: Fight) -> bool:
    """Whether a tick of the called clock is open on which nobody is asked (TK-RES-8)."""
    return fight.awaited is not None and not fight.closed


def tick_open(fight: Fight) -> bool:
    """Whether somebody may act on the tick of the resolution that was called last (TK-RES-10)."""
    return acting_group_open(fight) or nobody_asked(fight)


def may_still_declare(fight: Fight, person: Person) -> bool:
    """Whether the tick on which somebody declares has not been closed (TK-COMBAT-4)."""
    return fight.phase == "declaration" and declaration_tick(person) >= fight.tick
