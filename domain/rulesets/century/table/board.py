"""The ground: places are in metres, dropped weapons lie on it (CE-SHEET-17, CE-SHEET-40), and attacks have areas."""

from domain.rulesets.century.state import Dropped, Fight
from domain.rulesets.century.table.areas import areas
from domain.table.look import Look
from domain.table.shapes import Board, Lying, Place


def board(look: Look[Fight]) -> Board | None:
    """Return the ground with what lies on it; None if nobody has a place and nothing lies about."""
    fight = look.state
    if not fight.ground and all(person.place is None for person in fight.people.values()):
        return None
    return Board(
        kind="metres",
        unit=look.label("metres", "unit"),
        metric="straight",
        features=areas(look),
        lying={key: Lying(one.weapon.name, _where(one)) for key, one in fight.ground.items()},
    )


def _where(dropped: Dropped) -> Place:
    """Return where something lies, as far as that is known."""
    spot = dropped.place
    return Place() if spot is None else Place(x=spot.x, y=spot.y, up=spot.elevation)
