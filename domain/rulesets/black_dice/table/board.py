"""The ground: zones and the feet between them, and what there is to treat wounds with (BD-WHO-2, BD-HEAL-17)."""

from domain.rulesets.black_dice.state import Fight
from domain.rulesets.black_dice.table.saying import listed
from domain.rulesets.black_dice.tables import UNKNOWN_FEET
from domain.table.look import Look
from domain.table.shapes import Board, BoardPlace
from domain.text.words import as_label


def board(look: Look[Fight]) -> Board:
    """Return the zones, which lie so far from each other that it matters only in feet."""
    fight = look.state
    return Board(
        kind="zones",
        unit=look.label("feet", "unit"),
        places={zone: _place(look, zone) for zone in fight.zones},
        distances=dict(fight.distances),
        default=UNKNOWN_FEET,
    )


def _place(look: Look[Fight], zone: str) -> BoardPlace:
    places = [look.label(place) for place in look.state.equipped.get(zone, ())]
    return BoardPlace(as_label(zone), note=listed(look, places))
