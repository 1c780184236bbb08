"""The sub-fights (YY-MOVE-4), the distances of pairs where they count (YY-MOVE-2), and the things that lie about."""

from typing import Final

from domain.rulesets.yin_yang.state import Fight
from domain.rulesets.yin_yang.words import MAIN, Band
from domain.table.look import Look
from domain.table.shapes import Board, BoardPlace, TableScene
from domain.text.words import as_label

USUAL: Final[Band] = "room"
"""How far two are apart at first (YY-MOVE-2)."""


def board(look: Look[Fight]) -> Board | None:
    """Return the sub-fights, and the pairs of combatants that are not a room's length apart.

    Without either, everybody reaches everybody (YY-MOVE-1).
    """
    fight = look.state
    counts = fight.options.movement == "action"
    if not counts and len(fight.subfights) == 1:
        return None
    return Board(
        kind="zones",
        places={key: BoardPlace(look.label(key, "place") if key == MAIN else as_label(key)) for key in fight.subfights},
        distances=_distances(look) if counts else {},
        default=look.label(USUAL, "band") if counts else None,
    )


def _distances(look: Look[Fight]) -> dict[str, int | str]:
    """Return the distances that differ from the usual one, by pair; between sub-fights none counts (YY-MOVE-4).

    Everybody has seen where the others went, those with secret sheets too: no sheet says it.
    """
    fight = look.whole
    found: dict[str, int | str] = {}
    for pair, band in fight.distances.items():
        one, _, other = pair.partition("/")
        there = one in fight.people and other in fight.people
        if band != USUAL and there and fight.together(one, other):
            found[pair] = look.label(band, "band")
    return found


def scene(look: Look[Fight]) -> TableScene | None:
    """Return the weapons and the armour that lie about for everybody."""
    fight = look.state
    things = [thing.name for lying in (fight.scene_weapons, fight.scene_armour) for thing in lying.values()]
    return TableScene(standing=tuple([look.said("lies_about", thing=name) for name in things])) if things else None
