"""The typed answers: each goes to the open prompt of its kind that is put to the actor, or to the narrator.

Where none is open the refusal names the rule that says when there is something to answer.
"""

from domain.decision.decision import Decision
from domain.decision.typed_answers import answer_fields, give_answer, open_prompt
from domain.model.encounter import NARRATOR_ID, Question
from domain.model.event import Json
from domain.model.people import find_combatant
from domain.model.refusal import refuse, require
from domain.rulesets.ticks import commands as ask
from domain.rulesets.ticks.decide.asked import could_act, is_asked
from domain.rulesets.ticks.decide.count_down import acting_group_open, ask_anew, nobody_asked, tick_open
from domain.rulesets.ticks.decide.plans import HOLD
from domain.rulesets.ticks.decide.starts import declaration_tick
from domain.rulesets.ticks.events.rounds import Held
from domain.rulesets.ticks.state import Fight
from domain.rulesets.ticks.words import NOBODY


def declare(decision: Decision[Fight], command: ask.Declare) -> None:
    """Once, on the tick of one's own quickness (TK-DECL-2, TK-DECL-7), by who takes part (TK-COMBAT-3, TK-COMBAT-4)."""
    fight = decision.state
    if open_prompt(fight, "declare", command.actor) is None:
        person = find_combatant(fight, command.actor, "command.actor")
        said = f"{person.name} takes no part in the combat; the narrator can draw them in."
        require(person.since is not None, "TK-COMBAT-3", said, field="command.actor")
        said = f"{person.name} came when their tick was over, and declares in the next round."
        require(not person.late, "TK-COMBAT-4", said, field="command.actor")
        tick = declaration_tick(person)
        if tick == fight.tick and person.turn.declared is not None:
            said = f"{person.name} has declared already, and a declaration stands for the whole round."
            refuse("TK-DECL-7", said, field="command.actor")
        said = f"{person.name} declares on tick {tick} of the count up, and tick {fight.tick} is open."
        refuse("TK-DECL-2", said, field="command.actor")
    give_answer(decision, "declare", command.actor, answer_fields(command, ask.Declaring))


def act(decision: Decision[Fight], command: ask.Act) -> None:
    """It overrides an earlier hold, which ends on the open tick (TK-RES-10)."""
    fight = decision.state
    person = find_combatant(fight, command.actor, "command.actor")
    if tick_open(fight) and could_act(fight, person) and not is_asked(fight, person):
        decision.record(Held(combatant=person.id, until=fight.tick))
    _ask_again(decision, person.id)
    give_answer(decision, "act", command.actor, answer_fields(command, ask.Doing))


def hold(decision: Decision[Fight], command: ask.Hold) -> None:
    """To do nothing, on this tick or down to a lower one (TK-RES-10)."""
    answer: Json = HOLD if command.until is None else {"until": command.until}
    _ask_again(decision, command.actor)
    give_answer(decision, "act", command.actor, answer)


def _ask_again(decision: Decision[Fight], name: str) -> None:
    """Where a plan has answered without a prompt, there is one for whoever says otherwise (TK-PLAN-1, TK-RES-7)."""
    fight = decision.state
    if nobody_asked(fight):
        ask_anew(decision)
        return
    asked = acting_group_open(fight) and is_asked(fight, find_combatant(fight, name, "command.actor"))
    if asked and open_prompt(fight, "act", name) is None:
        decision.ask_also(Question("act", name))


def oppose(decision: Decision[Fight], command: ask.Oppose) -> None:
    """With one of the legal pairs (TK-MAN-9)."""
    give_answer(decision, "oppose", command.actor, answer_fields(command, ask.Opposing))


def soak(decision: Decision[Fight], command: ask.Soak) -> None:
    """For each attack, in order (TK-DMG-4)."""
    given: list[Json] = [one.model_dump(mode="json", exclude_defaults=True) for one in command.attacks]
    give_answer(decision, "soak", command.actor, given, field="command.attacks")


def hold_back(decision: Decision[Fight], command: ask.HoldBack) -> None:
    """Attack one who is offered, or nobody (TK-DEFER-9, TK-DEFER-11)."""
    give_answer(decision, "hold_back", command.actor, command.attack or NOBODY, field="command.attack")


def commit(decision: Decision[Fight], command: ask.Commit) -> None:
    """Luck for a test or a contest (TK-TEST-8, TK-OPP-4)."""
    give_answer(decision, "commit", command.actor, command.luck, field="command.luck")


def set_difficulty(decision: Decision[Fight], command: ask.SetDifficulty) -> None:
    """That of a trick shot or of a deed with a skill (TK-TRICK-1, TK-OTHER-7)."""
    give_answer(decision, "set_difficulty", NARRATOR_ID, command.difficulty, field="command.difficulty")


def judge_condition(decision: Decision[Fight], command: ask.JudgeCondition) -> None:
    """Whether a condition in words is simple enough (TK-DEFER-5)."""
    give_answer(decision, "judge_condition", NARRATOR_ID, command.simple, field="command.simple")
