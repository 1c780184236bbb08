"""What the narrator changes in fights of Ticks: who stands where, and who sees whom."""

from domain.rulesets.ticks import commands as ask


def put(name: str, x: int, y: int = 0, at: int | None = None) -> ask.PlaceCombatant:
    """Put somebody on a square."""
    return ask.PlaceCombatant(combatant=name, to=ask.SquareSheet(x=x, y=y), at=at)


def sight(observer: str, target: str, visible: bool, *, both: bool = False, at: int | None = None) -> ask.SetSight:
    """Say whether somebody sees somebody, and nothing of the reverse."""
    return ask.SetSight(observer=observer, target=target, visible=visible, both=both, at=at)


def area(name: str, *squares: tuple[int, int]) -> ask.DefineArea:
    """Name some squares."""
    return ask.DefineArea(name=name, squares=tuple([ask.SquareSheet(x=x, y=y) for x, y in squares]))
