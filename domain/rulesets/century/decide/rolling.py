"""What the stages of a roll share: their data, whether the roll still stands, and who can throw at all."""

import msgspec

from domain.decision.decision import Decision
from domain.decision.stages import Continuation
from domain.model.refusal import require
from domain.rulesets.century.state import Candidate, Fight, Person, Roll, RollOutcome
from domain.rulesets.century.words import RollKind


class Rolling(msgspec.Struct, frozen=True, gc=False):
    """A roll by its ID, and the reply that its outcome goes to."""

    roll: str
    then: Continuation | None = None


def roll_of(decision: Decision[Fight], rolling: Rolling) -> Roll | None:
    """The roll as it stands; where it is over before its end, its opener gets a void outcome instead."""
    roll = decision.state.rolls.get(rolling.roll)
    if roll is None and rolling.then is not None:
        decision.enter(rolling.then, RollOutcome(rolling.roll, void=True))
    return roll


def is_unable(person: Person, kind: RollKind, candidate: Candidate) -> bool:
    """Whether somebody cannot make this roll as it is (CE-ROLL-14, CE-ROLL-17)."""
    return why_unable(person, kind, candidate) is not None


def why_unable(person: Person, kind: RollKind, candidate: Candidate) -> str | None:
    """Why somebody makes no such roll, or None (CE-ROLL-17, CE-REACT-8).

    The dead make none, nor does whoever has left (CE-END-8); the unconscious only checks on Constitution alone; the
    stunned all checks, and no Skill Rolls.
    """
    state = person.conditions
    if person.gone:
        return "has left the field and can no longer roll"
    if "dead" in state:
        return "is dead and can no longer roll"
    if "unconscious" in state or "dying" in state:
        alone = kind == "reaction" and candidate.abilities == ("con",) and candidate.skill is None
        return None if alone else "is unconscious and only makes Reaction Checks on Constitution alone"
    if "stunned" in state and kind != "reaction":
        return "is stunned and only makes Reaction Checks"
    return None


def require_free_to_roll(fight: Fight, person: Person, field: str) -> None:
    """Refuse a roll of what throws no dice, of whoever has left, and a second one while one is open (CE-SHEET-37)."""
    said = f"{person.name} is no person or animal and throws no dice; a driver does."
    require(person.throws, "CE-SHEET-1", said, field=field)
    require(person.present, "CE-END-8", f"{person.name} has left the field and can no longer roll.", field=field)
    still = fight.roll_of(person.id)
    open_one = "" if still is None else still.id
    require(still is None, "CE-SHEET-37", f"{person.name} has an open roll, {open_one}; that comes first.", field=field)
