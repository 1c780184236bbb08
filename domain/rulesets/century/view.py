"""What a speaker may see of a Century fight; hidden throws and ladders are secret (CE-ROLL-16, CE-NPC-5)."""

from msgspec.structs import replace

from domain.rulesets.century.state import Fight, Roll
from domain.speaker import Speaker


def seen_by(fight: Fight, speaker: Speaker) -> Fight:
    """The fight without what only the narrator knows: of open rolls, and of first attitudes."""
    if speaker.is_narrator:
        return fight
    seen = fight.fork()
    seen.rolls = {key: _roll_seen(roll) for key, roll in fight.rolls.items()}
    seen.attitudes = {
        key: replace(felt, number=None) if felt.hidden else felt
        for key, felt in fight.attitudes.items()
        if not (felt.hidden and felt.initial)
    }
    return seen


def _roll_seen(roll: Roll) -> Roll:
    """A roll that shows its number only if it is open; what can be learnt from it shows when it is learnt."""
    if not roll.hidden:
        return replace(roll, ladder=())
    return Roll(roll.id, roll.combatant, roll.kind, roll.stage, roll.what, chosen=roll.chosen, hidden=True)
