"""Plans beside somebody who keeps every tick open, and who has answered for whom."""

from typing import Any

from domain.core.events import Answered
from tests.rules.ticks.playing import EVADE, Play, attack, going
from tests.rules.ticks.specification import newcomer

EAST = going(*[(x, 0) for x in range(1, 40)])
EVE = newcomer("eve", QUI=20, skills={"evade": 1}, at=(0, 99))
"""Who evades, so that every tick is open until she has answered."""


def beside_eve(plan_of_iris: dict[str, Any] | None, declared: Any = None, *, at: tuple[int, int] = (9, 0)) -> Play:
    """Iris, who has declared an attack on Tor, with a plan; tick 14 is open, and Eve has not answered on it."""
    play = Play("iris", newcomer("tor", at=at), EVE)
    plans = {"iris": plan_of_iris} if plan_of_iris is not None else {}
    return play.round(plans, iris=declared or attack("tor", "sword"), eve=EVADE).until(14)


def answers(play: Play, name: str) -> list[tuple[int, str]]:
    """Who has answered for somebody in the resolution: the plan (``policy``), or itself (``prompt``)."""
    asked = [(tick, event) for tick, event in play.log if isinstance(event, Answered) and event.kind == "act"]
    return [(tick, event.by) for tick, event in asked if event.to == name]
