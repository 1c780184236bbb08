"""What a speaker may see of a Century fight: hidden rolls and ladders are the narrator's secret (CE-ROLL-16)."""

from msgspec.structs import replace

from domain.rulesets.century.state import Fight, Roll
from domain.speaker import Speaker


def seen_by(fight: Fight, speaker: Speaker) -> Fight:
    """The fight without what only the narrator knows of open rolls."""
    if speaker.is_narrator or not fight.rolls:
        return fight
    seen = fight.fork()
    seen.rolls = {key: _roll_seen(roll) for key, roll in fight.rolls.items()}
    return seen


def _roll_seen(roll: Roll) -> Roll:
    """A roll that shows its number only if it is open; what can be learnt from it shows when it is learnt."""
    if not roll.hidden:
        return replace(roll, ladder=())
    return Roll(roll.id, roll.combatant, roll.kind, roll.stage, roll.what, chosen=roll.chosen, hidden=True)
