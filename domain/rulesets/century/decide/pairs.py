"""A weapon in each hand (CE-DUAL): announced with the first attack, paid cheaply by the second."""

from domain.refusal import require
from domain.rulesets.century import commands as ask
from domain.rulesets.century.decide.armament import Armament
from domain.rulesets.century.options import Options
from domain.rulesets.century.state import Attack, Part, Person
from domain.rulesets.century.state.fight import Turn
from domain.rulesets.century.tables import COSTS, MODIFIERS

OFF_HAND, DOMINANT_OF_PAIR, OFF_OF_PAIR = "off_hand", "two_hands_dominant", "two_hands_off"


def is_second(turn: Turn, command: ask.Attack) -> bool:
    """Whether this is the second attack of a slot; refuses all but the second half of a pair (CE-STAG-7, CE-DUAL-4)."""
    if not turn.attacks:
        return False
    said = "One action holds one attack; a second one needs a weapon in each hand, announced with the first."
    require(command.paired and turn.paired is not None, "CE-DUAL-4" if command.paired else "CE-STAG-7", said)
    require(not turn.pair_done, "CE-STAG-7", "Both attacks of the pair are made.")
    said = "A backstab or a disarm cannot be the second attack."
    require(command.maneuver == "none", "CE-DUAL-9", said, field="command.maneuver")
    return True


def require_pair(attacker: Person, arms: Armament, turn: Turn, second: bool) -> None:
    """Two different weapons, one in each hand; the second attack is made with the other one (CE-DUAL-2, CE-DUAL-4)."""
    both = set(attacker.held.values())
    said = f"{attacker.name} holds no weapon in each hand."
    require(arms.weapon is not None and len(both) == 2, "CE-DUAL-2", said, field="command.paired")
    said = "The second attack is made with the other hand."
    require(not second or arms.hand != turn.paired, "CE-DUAL-4", said, field="command.weapon")


def second_cost(attacker: Person) -> int:
    """Move Points of the second attack (CE-DUAL-3)."""
    return COSTS["second_attack_ambidextrous" if attacker.ambidextrous else "second_attack"]


def hand_key(attacker: Person, attack: Attack) -> str | None:
    """The modifier of the hand that is used, or None for the dominant one alone (CE-MOD-5, CE-MOD-6)."""
    if attack.weapon is None or attack.hand is None:
        return None
    dominant = attack.hand == attacker.dominant
    if attack.paired:
        return DOMINANT_OF_PAIR if dominant else OFF_OF_PAIR
    uses_both = len(attacker.holding(attack.weapon)) == 2 or (
        attacker.weapons[attack.weapon].hands == 2 and not attack.one_handed
    )
    return OFF_HAND if not dominant and not uses_both and not attacker.ambidextrous else None


def hand_part(options: Options, attacker: Person, attack: Attack) -> Part | None:
    """What the hand takes off the To-Hit Roll (CE-DUAL-1, CE-DUAL-2, CE-DUAL-7, CE-DUAL-8)."""
    key = hand_key(attacker, attack)
    if key is None:
        return None
    if key == OFF_HAND:
        return Part(key, -(MODIFIERS[key].amount or 0), "CE-MOD-5")
    both_dominant = attacker.ambidextrous and options.ambidextrous_pair == "both_dominant"
    amount = MODIFIERS[DOMINANT_OF_PAIR if both_dominant else key].amount or 0
    adds = key == OFF_OF_PAIR and options.two_hands_with_off_hand == "add" and not attacker.ambidextrous
    of_off_hand = MODIFIERS[OFF_HAND].amount or 0 if adds else 0
    return Part(key, -(amount + of_off_hand), "CE-MOD-6")
