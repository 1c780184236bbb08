"""The time in the fight: its round, where in the round it is, and the scene (S3-TURN-2, S3-TURN-26)."""

from domain.rulesets.s3.chapters.turns.pairings import waiting_to_pair
from domain.rulesets.s3.state import Fight
from domain.rulesets.s3.table.saying import named_all
from domain.table.look import Look
from domain.table.shapes import Clock, TableScene


def clock(look: Look[Fight]) -> Clock:
    """Return the round with its phase, and who still waits for a pairing in it."""
    fight = look.state
    waiting = waiting_to_pair(fight)
    return Clock(
        label=look.said("round", round=fight.round_number) if fight.round_number else look.said("before_rounds"),
        phase=look.said(_phase(fight)),
        round=fight.round_number,
        note=look.said("to_be_paired", who=named_all(look, waiting)) if waiting else "",
    )


def _phase(fight: Fight) -> str:
    if fight.turn is not None:
        return "turn"
    return "between_rounds" if fight.round is None else "between_pairings"


def scene(look: Look[Fight]) -> TableScene | None:
    """Return the name of the scene, if the narrator gave it one."""
    return TableScene(name=look.state.scene_name) if look.state.scene_name else None
