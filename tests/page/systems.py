"""The five systems as the page shows them: a ready scene of each, and what its throws are called."""

import re
from typing import NamedTuple

SUITS = "hearts|diamonds|clubs|spades"


class System(NamedTuple):
    """A system by the title that the page shows, a scene, what falls, and what to press for it."""

    title: str
    scene: str
    falls: re.Pattern[str] | None
    act: tuple[str, ...] = ("Attack",)


SYSTEMS = {
    "s3": System("S3: Silk, Steam and Steel", "Over the rail", re.compile(r"\d coins?, \d+ heads?")),
    "black_dice": System("Black Dice", "Kestrel between two knives", re.compile(r": white \d")),
    "yin_yang": System("Yin-Yang", "A gang against a tribe", re.compile(rf" of (?:{SUITS})")),
    "century": System("Century", "An ambush in the alley", re.compile(r": \d+(?: against \d+)?$")),
    "ticks": System("Ticks", "Two against two", None),
}
