"""The state of a Black Dice fight: what the sheets and the encounter itself remember.

``Fight``, ``Person`` and ``Thing`` are shells that folds write to; all that they hold is replaced, never changed.
"""

from domain.rulesets.black_dice.state.fight import Fight, Foul, close_pair, zone_pair
from domain.rulesets.black_dice.state.person import Aim, Breath, Drunk, Injury, OneThrow, Person, Pledge
from domain.rulesets.black_dice.state.rounds import Declaration, Exchange, Item, OwedMarks, Part, Reply, Strike
from domain.rulesets.black_dice.state.things import BARE_HANDS, Cover, Thing, Weapon

__all__ = [
    "BARE_HANDS",
    "Aim",
    "Breath",
    "Cover",
    "Declaration",
    "Drunk",
    "Exchange",
    "Fight",
    "Foul",
    "Injury",
    "Item",
    "OneThrow",
    "OwedMarks",
    "Part",
    "Person",
    "Pledge",
    "Reply",
    "Strike",
    "Thing",
    "Weapon",
    "close_pair",
    "zone_pair",
]
