"""What binds two combatants: who holds whom, who aims at whom, who does not see whom (TK-GRAP, TK-AIM, TK-SIGHT)."""

from collections.abc import Iterator

from domain.rulesets.ticks.state import Fight
from domain.table.look import Look
from domain.table.shapes import Bond


def bonds(look: Look[Fight]) -> dict[str, Bond]:
    """Return the bonds; a hold and an aim are read from the sheets that the reader may see."""
    return {**dict(_holds(look)), **dict(_aims(look)), **dict(_unseen(look))}


def _holds(look: Look[Fight]) -> Iterator[tuple[str, Bond]]:
    """Yield who holds whom (TK-GRAP-3)."""
    label, back = look.label("holds", "text"), look.label("held_by", "text")
    for person in look.state.people.values():
        for holder in person.held_by:
            yield f"hold-{holder}-{person.id}", Bond("holds", label, back, holder, person.id, "good", "bad")


def _aims(look: Look[Fight]) -> Iterator[tuple[str, Bond]]:
    """Yield who aims at whom, from the tick on which the wait counts (TK-AIM-2)."""
    label, back = look.label("aims_at", "text"), look.label("aimed_at_by", "text")
    for person in look.state.people.values():
        turn = person.turn
        aims = turn.aim is not None and not turn.attack_used and person.conscious
        if aims and turn.declared is not None and turn.declared.target is not None:
            note = look.said("since_tick", tick=turn.aim or 0)
            yield (
                f"aim-{person.id}",
                Bond("aims", label, back, person.id, turn.declared.target, "good", "warn", note=note),
            )


def _unseen(look: Look[Fight]) -> Iterator[tuple[str, Bond]]:
    """Yield who does not see whom: everybody else sees everybody (TK-SIGHT-1)."""
    label, back = look.label("does_not_see", "text"), look.label("not_seen_by", "text")
    for pair in look.state.blind:
        observer, _, target = pair.partition(">")
        yield f"blind-{observer}-{target}", Bond("blind", label, back, observer, target, "bad", "good")
