"""Who acts at all (YY-COND-1), and who is beyond numbers (YY-COND-10)."""

from domain.model.refusal import refuse, require
from domain.model.speaker import Speaker
from domain.rulesets.yin_yang.state import Fight, Person


def has_voice(fight: Fight, speaker: Speaker, combatant: str) -> bool:
    """Whether somebody speaks for a combatant, or for the narrator: for the mad the narrator alone (YY-MB-5)."""
    person = fight.people.get(combatant)
    mad = person is not None and person.mad
    return speaker.speaks_for(combatant) and (speaker.is_narrator or not mad)


def require_able(person: Person, field: str = "command.actor") -> None:
    """Refuse whoever is out of action (YY-COND-1); ``field`` is where the command names it."""
    if not person.able:
        why = " and ".join(person.out)
        detail = f"{person.name} is out of action ({why}); nothing is left but the narrator's free tests."
        if person.gone:
            detail = f"{person.name} {'has left the fight' if person.alive else 'is dead'} and takes no part any more."
        refuse("YY-COND-1", detail, field=field)


def require_alive(person: Person, field: str) -> None:
    """Refuse the dead, whose numbers no command changes (YY-COND-10)."""
    said = f"{person.name} is dead; only a ruling or a rewind brings somebody back."
    require(person.alive, "YY-COND-10", said, field=field)
