"""What a speaker may see of a Ticks fight: sealed declarations, answers, plans, and the narrator's are secret."""

from msgspec.structs import replace

from domain.model.speaker import Speaker
from domain.rulesets.ticks.state import Fight, Person


def seen_by(fight: Fight, speaker: Speaker) -> Fight:
    """Return the fight without others' sealed declarations, answers and plans, and without changes that wait.

    The rules are TK-DECL-5, TK-RES-7 and TK-PLAN-1.
    """
    if speaker.is_narrator:
        return fight
    seen = fight.fork()
    seen.scheduled = ()
    own = {prompt.id for prompt in fight.prompts if speaker.speaks_for(prompt.to)}
    seen.answers = {prompt: answer if prompt in own else None for prompt, answer in fight.answers.items()}
    for person in seen.people.values():
        if not speaker.speaks_for(person.id):
            _hide(person)
    return seen


def _hide(person: Person) -> None:
    """Whoever has declared under seal shows as much luck as before: less of it would tell of the declaration."""
    turn = person.turn
    if turn.declared is not None and not turn.revealed:
        person.luck += turn.declared.luck.total
        turn = replace(turn, declared=None)
    person.turn = turn if turn.plan is None else replace(turn, plan=None)
