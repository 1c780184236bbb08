"""What a speaker may see of a Century fight; hidden throws and ladders are secret (CE-ROLL-16, CE-NPC-5)."""

from msgspec.structs import replace

from domain.model.speaker import Speaker
from domain.rulesets.century.state import Fight, Roll


def seen_by(fight: Fight, speaker: Speaker) -> Fight:
    """The fight without what only the narrator knows: of open rolls, of first attitudes, and of secret sheets."""
    if speaker.is_narrator:
        return fight
    seen = fight.fork()
    _hide_sheets(seen, {name for name in fight.secret_sheets if not fight.shows_sheet(name, speaker)})
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


def _hide_sheets(seen: Fight, unseen: set[str]) -> None:
    """What slot and attack have taken over from these sheets: HP, and a weapon with what is in it."""
    slot, attack = seen.slot, seen.attack
    if slot is not None and unseen:
        members = {name: replace(turn, hp=None) if name in unseen else turn for name, turn in slot.members.items()}
        seen.slot = replace(
            slot, members=members, hps={name: hp for name, hp in slot.hps.items() if name not in unseen}
        )
    if attack is not None and attack.attacker in unseen:
        seen.attack = replace(attack, item=None)
