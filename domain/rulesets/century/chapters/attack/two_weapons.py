"""A weapon in each hand (CE-DUAL): announced with the first attack, paid cheaply by the second."""

from domain.model.refusal import require
from domain.rulesets.century.chapters.items.armament import Armament
from domain.rulesets.century.chapters.objections import Objection
from domain.rulesets.century.chapters.rolls.modifiers import DOMINANT_OF_PAIR, OFF_HAND, OFF_OF_PAIR, hand_amount
from domain.rulesets.century.options import Options
from domain.rulesets.century.parts import Attacking
from domain.rulesets.century.state import Attack, Part, Person, Turn
from domain.rulesets.century.tables import COSTS
from domain.rulesets.century.words import Maneuver


def is_second(turn: Turn, command: Attacking) -> bool:
    """Whether this is the second attack of a slot; refuses all but the second half of a pair (CE-STAG-7, CE-DUAL-4).

    It has target, defence, roll and ammunition of its own (CE-DUAL-6), and comes when the first is settled; which hand
    is first is the actor's to choose (CE-STAG-13).
    """
    if not turn.attacks:
        return False
    said = "One action holds one attack; a second one needs a weapon in each hand, announced with the first."
    rule = "CE-DUAL-4" if command.paired else "CE-STAG-7"
    require(command.paired and turn.paired is not None, rule, said, field="command.paired")
    require(not turn.pair_done, "CE-STAG-7", "Both attacks of the pair are made.", field="command.paired")
    said = "A backstab or a disarm cannot be the second attack."
    require(command.maneuver == "none", "CE-DUAL-9", said, field="command.maneuver")
    return True


def has_attack_left(turn: Turn) -> bool:
    """Return whether one action may have another attack: it holds one, or the two of a pair (CE-STAG-7, CE-DUAL-4)."""
    return not turn.attacks or (turn.paired is not None and not turn.pair_done)


def why_no_pair(attacker: Person, arms: Armament, turn: Turn, *, second: bool) -> Objection | None:
    """Return why an attack is none of a pair, or None.

    It takes two weapons, one in each hand, and the second attack the other one (CE-DUAL-2, CE-DUAL-4).
    """
    of_one_hand = arms.weapon is not None and arms.hand is not None  # two fists are no weapons (CE-UNARM-13)
    both = second or len(set(attacker.held.values())) == 2
    if not (of_one_hand and both):
        return Objection("CE-DUAL-2", f"{attacker.name} holds no weapon in each hand.", "command.paired")
    if second and arms.hand == turn.paired:
        return Objection("CE-DUAL-4", "The second attack is made with the other hand.", "command.weapon")
    return None


def cost_of(attacker: Person, arms: Armament, maneuver: Maneuver, *, second: bool) -> int:
    """Return the cost of an attack: some rows replace the weapon's (CE-ACT-50, CE-RUL-78)."""
    if second:
        return second_cost(attacker)
    return COSTS[maneuver] if maneuver != "none" else arms.mp  # CE-ACT-22


def second_cost(attacker: Person) -> int:
    """Return the Move Points of the second attack (CE-DUAL-3)."""
    return COSTS["second_attack_ambidextrous" if attacker.ambidextrous else "second_attack"]


def hand_key(attacker: Person, attack: Attack) -> str | None:
    """Return the modifier of the hand that is used, or None for the dominant one alone or both (CE-MOD-5, CE-MOD-6).

    The first of a pair has it even if no second follows (CE-DUAL-5).
    """
    if attack.hand is None:
        return None
    dominant = attack.hand == attacker.dominant
    if attack.paired:
        return DOMINANT_OF_PAIR if dominant else OFF_OF_PAIR
    return None if dominant or attacker.ambidextrous else OFF_HAND


def hand_part(options: Options, attacker: Person, attack: Attack) -> Part | None:
    """Return what the hand takes off the To-Hit Roll (CE-DUAL-1, CE-DUAL-2, CE-DUAL-7, CE-DUAL-8)."""
    key = hand_key(attacker, attack)
    if key is None:
        return None
    return Part(key, -hand_amount(options, attacker, key), "CE-MOD-5" if key == OFF_HAND else "CE-MOD-6")
