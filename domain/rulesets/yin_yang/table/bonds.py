"""Who watches over whom (YY-ATK-15), and who is locked with whom in a Confrontation (YY-CONF-15)."""

from domain.rulesets.yin_yang.state import Fight, Person
from domain.table.look import Look
from domain.table.shapes import Bond


def bonds(look: Look[Fight]) -> dict[str, Bond]:
    """Return all bonds, by ID. Play has shown each of them to everybody, and none is part of a sheet."""
    fight = look.whole
    found: dict[str, Bond] = {}
    for person in fight.people.values():
        for guard in person.guards:
            found[f"guard:{guard}:{person.id}"] = Bond(
                "guard", look.said("guards"), look.said("guarded_by"), guard, person.id, back_tone="good"
            )
        if person.locked_with is not None:
            _lock(look, person, person.locked_with, found)
    return found


def _lock(look: Look[Fight], person: Person, other: str, found: dict[str, Bond]) -> None:
    """Add that somebody is locked with another, once for both; with extra actions a third may have come between."""
    said = look.said("locked_with")
    if f"locked:{other}:{person.id}" not in found:
        mutual = look.whole.people[other].locked_with == person.id
        note = look.said("until_end_of_turn")
        found[f"locked:{person.id}:{other}"] = Bond(
            "locked", said, said, person.id, other, tone="warn", back_tone="warn", mutual=mutual, note=note
        )
