"""What the steps of the end of a round share (BD-ROUND-8): what was named for the rolls to stay conscious."""

import msgspec


class StayingChosen(msgspec.Struct, frozen=True, omit_defaults=True):
    """Fate and trades for the roll to stay conscious or to wake, or who pays to make it sure (BD-GREY-5, BD-FATE-6)."""

    fate: int = 0
    trade: int = 0
    ensure: str | None = None


class Ending(msgspec.Struct, frozen=True, omit_defaults=True):
    """The end of a round, with what was named for those who may have to roll."""

    staying: dict[str, StayingChosen] = {}
