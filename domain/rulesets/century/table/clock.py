"""The time in the fight (CE-SHEET-31), and the scene with what counts in attacks (CE-SHEET-32, CE-SHEET-44)."""

from domain.rulesets.century.said import signed
from domain.rulesets.century.state import Circumstance, Fight
from domain.rulesets.century.tables import LIGHTS
from domain.table.look import Look
from domain.table.shapes import Clock, TableScene
from domain.text.phrases import named


def clock(look: Look[Fight]) -> Clock:
    """Return the round, its step, and which run down the order it is (CE-STAG-1)."""
    fight = look.state
    return Clock(
        label=look.said("round", round=fight.round) if fight.round else look.said("before_rounds"),
        phase=look.said(f"step_{fight.step}"),
        round=fight.round,
        run=fight.run or None,
    )


def scene(look: Look[Fight]) -> TableScene | None:
    """Return light and weather, and standing modifiers of attacks; None for a plain day of which nothing is said."""
    fight, place = look.state, look.state.scene
    drawn = TableScene(
        light=look.label(LIGHTS[place.light]) if place.light in LIGHTS else "",
        weather=tuple([look.label(name) for name, on in (("rain", place.rain), ("wind", place.wind)) if on]),
        standing=tuple([_circumstance(look, one) for one in fight.circumstances.values()]),
        notes=place.notes,
    )
    return drawn if drawn != TableScene() else None


def _circumstance(look: Look[Fight], one: Circumstance) -> str:
    """Return what a circumstance counts, in which attacks, and until when (CE-MOD-25)."""
    whose = named(look.names, one.combatant or "")
    counts = look.said(f"counts_{one.on}", label=one.label, amount=signed(one.amount), who=whose)
    return counts if one.until is None else look.said("counts_until", counts=counts, round=one.until)
