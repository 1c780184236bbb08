"""Yin-Yang: decks, attributes, abilities, weapons, broken limits and tracks stay behind the sheet."""

from collections.abc import Mapping
from typing import Final

from tests.access.noninterference import Case, Json, Step

BILL = {"template": "bill", "id": "bill"}
SHEETS: Mapping[str, Json] = {
    "titan": {"template": "titan", "sheet": {"name": "Lurker", "side": "opposition", "colour": "black"}},
    "mentalist": {"template": "mentalist", "sheet": {"name": "Lurker", "side": "opposition", "colour": "black"}},
    "bishop": {"template": "bishop", "sheet": {"name": "Lurker", "side": "opposition", "colour": "black"}},
    "own_deck": {
        "sheet": {
            "name": "Lurker",
            "side": "opposition",
            "colour": "black",
            "deck": "tarot",
            "strength": 2,
            "endurance": 3,
            "speed": 4,
            "intellect": 5,
            "will": 6,
            "perception": 7,
        }
    },
}
PROBES: tuple[Json, ...] = ()
TOLD: Mapping[str, str] = {}

YIN_YANG_CASES: Final = tuple(
    Case(
        "yin_yang",
        f"opponent_{hand}",
        (BILL,),
        "bill",
        SHEETS,
        (Step({"type": "core.note", "text": "A note."}),),
        options={"hand": hand},
        probes=PROBES,
        told=TOLD,
    )
    for hand in ("blind", "open")
)
