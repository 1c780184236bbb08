"""What a speaker may see of a Ticks fight: sealed declarations, plans, and what the narrator plans are secret."""

from msgspec.structs import replace

from domain.model.speaker import Speaker
from domain.rulesets.ticks.state import Fight, Person


def seen_by(fight: Fight, speaker: Speaker) -> Fight:
    """The fight without others' sealed declarations and plans, and without changes that wait (TK-DECL-5, TK-PLAN-1)."""
    if speaker.is_narrator:
        return fight
    seen = fight.fork()
    seen.scheduled = ()
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
