"""The count up of declarations under seal (TK-DECL)."""

from domain.decision.decision import Decision, PromptResult
from domain.model.encounter import NARRATOR_ID, Prompt, Question
from domain.rulesets.ticks import commands as ask
from domain.rulesets.ticks.decide.count_down import Counting, count_down
from domain.rulesets.ticks.decide.declaring import declaration_of
from domain.rulesets.ticks.decide.stages import stages
from domain.rulesets.ticks.decide.starts import declaration_tick, start_of
from domain.rulesets.ticks.events.rounds import (
    DeclarationsRevealed,
    DeclarationUpheld,
    DeclarationVoided,
    Declared,
    ResolutionStarted,
    TickCalled,
)
from domain.rulesets.ticks.state import Declaration, Fight, Person


@stages.stage("ticks.counting.up", Counting)
def count_up(decision: Decision[Fight], counting: Counting) -> None:
    """The next tick on which somebody declares; after the last the resolution (TK-DECL-1, TK-DECL-11)."""
    fight = decision.state
    due = [(declaration_tick(person), person.id) for person in _declaring(fight)]
    tick = min([one for one, _ in due if one >= counting.tick], default=None)
    if tick is None:
        highest = max([start_of(person) for person in fight.people.values() if person.conscious], default=0)
        decision.cause = decision.record(ResolutionStarted(highest=highest))
        count_down.run(decision, Counting(highest))
        return
    decision.cause = decision.record(TickCalled(tick=tick))
    questions = tuple([Question("declare", name) for one, name in due if one == tick])
    decision.ask_all(questions, tick_declared, Counting(tick))


def _declaring(fight: Fight) -> list[Person]:
    """Who has not declared in this round (TK-DECL-2); of latecomers the tick is over (TK-COMBAT-4)."""
    silent = [person for person in fight.people.values() if person.turn.declared is None]
    return [person for person in silent if person.since is not None and person.conscious]


@stages.reply("ticks.counting.declared", Counting)
def tick_declared(decision: Decision[Fight], counting: Counting, given: tuple[PromptResult, ...]) -> None:
    """Who is silent does nothing (TK-DECL-9); then all are revealed together (TK-DECL-5, TK-RUL-10)."""
    for person in _declaring(decision.state):
        if declaration_tick(person) == counting.tick:
            decision.record(
                Declared(combatant=person.id, silent=True, declaration=Declaration("other")), audience=person.id
            )
    revealed = {
        person.id: person.turn.declared
        for person in decision.state.people.values()
        if person.turn.declared is not None and not person.turn.revealed
    }
    decision.cause = decision.record(DeclarationsRevealed(tick=counting.tick, declarations=revealed))
    decision.next(count_up, Counting(counting.tick + 1))


def declaration_taken(decision: Decision[Fight], prompt: Prompt, answer: ask.Declaring) -> None:
    """It stands, under seal; the narrator is asked about tricks and conditions in words (TK-DECL-15).

    Others see that the narrator is asked something: what it is, and about whom, is as sealed as the declaration
    (TK-DECL-5).
    """
    person = decision.state.people[prompt.to]
    declaration = declaration_of(decision.state, person, answer)
    decision.cause = decision.record(
        Declared(combatant=person.id, silent=False, declaration=declaration), audience=person.id
    )
    if declaration.trick:
        about = {"combatant": person.id, "what": declaration.trick, "skill": None, "for": "trick"}
        decision.ask_also(Question("set_difficulty", NARRATOR_ID, about, veiled=True))
    condition = declaration.condition
    if condition is not None and condition.event == "narrated":
        about = {"combatant": person.id, "text": condition.text, "who": condition.who}
        decision.ask_also(Question("judge_condition", NARRATOR_ID, about, veiled=True))


def condition_judged(decision: Decision[Fight], prompt: Prompt, answer: bool) -> None:
    """Not simple enough, the declaration is void and made anew on the same tick (TK-DEFER-5, TK-RUL-28)."""
    who = str(prompt.about["combatant"])
    if answer:
        decision.record(DeclarationUpheld(combatant=who), audience=NARRATOR_ID)
    else:
        decision.cause = decision.record(DeclarationVoided(combatant=who))
        decision.ask_also(Question("declare", who))


def may_still_declare(fight: Fight, person: Person) -> bool:
    """Whether the tick on which somebody declares has not been closed (TK-COMBAT-4)."""
    return fight.phase == "declaration" and declaration_tick(person) >= fight.tick
