"""Surprise attacks: free, and met by no defence (BD-RNG-7)."""

from domain.decision.decision import Decision
from domain.model.people import find_combatant
from domain.model.refusal import at_field, require
from domain.rulesets.black_dice import commands as ask
from domain.rulesets.black_dice.decide.attacks import check_attack
from domain.rulesets.black_dice.decide.exchanges import begin
from domain.rulesets.black_dice.decide.objections import own_weapon, require_acting, target_of
from domain.rulesets.black_dice.decide.shooting import finds_no_defence, is_unaware
from domain.rulesets.black_dice.events.places import Surprised
from domain.rulesets.black_dice.said import weapon as weapon_named
from domain.rulesets.black_dice.state import Exchange, Fight, Part


def surprise_attack(decision: Decision[Fight], command: ask.SurpriseAttack) -> None:
    """Attack somebody that is unaware of one: once until the round ends, for no action (BD-RNG-7)."""
    fight = decision.state
    attacker = fight.people[command.actor]
    require_acting(attacker)
    require(
        attacker.id not in fight.surprised,
        "BD-RNG-7",
        f"{attacker.name} has had a surprise attack; there is another after the end of a round.",
    )
    target = find_combatant(fight, command.target, "command.target")
    target_of(fight, target.id, "command.target")
    require(
        is_unaware(fight, target, attacker.id),
        "BD-RNG-7",
        f"{target.name} is aware of {attacker.name}; attack in a round.",
        field="command.target",
    )
    weapon = own_weapon(attacker, command.weapon, "command.weapon")
    require(
        finds_no_defence(fight, target, attacker.id, weapon),
        "BD-RNG-7",
        f"Only a ranged weapon takes somebody by surprise; {weapon_named(weapon.id)} is none.",
        field="command.weapon",
    )
    check_attack(fight, attacker, weapon, target, "command.target")
    decision.cause = decision.record(Surprised(attacker=attacker.id, target=target.id))
    parts = (Part(attacker.id, "attack", weapon.id, declared=True), Part(target.id, "easy_target"))
    choices = {attacker.id: command.choices} if command.choices is not None else {}
    with at_field(f"command.choices.{attacker.id}", "command.choices"):
        begin(decision, Exchange(f"surprise-{decision.state.lineage_version}", attacker.id, parts), choices)
