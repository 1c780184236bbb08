"""Calls: what is checked and spent before an exchange begins (YY-ATK, YY-ORD-1 steps 1 and 2)."""

from collections.abc import Mapping

from msgspec.structs import replace

from domain.decision.decision import Decision
from domain.model.people import find_combatant
from domain.model.refusal import require, require_distinct
from domain.rulesets.yin_yang import commands as ask
from domain.rulesets.yin_yang.decide.hands import require_action, spend
from domain.rulesets.yin_yang.decide.order import run_exchange
from domain.rulesets.yin_yang.decide.parts import (
    act_stake,
    attack_part,
    plain_part,
    strikes_with,
    value_of,
)
from domain.rulesets.yin_yang.decide.scope import require_scope
from domain.rulesets.yin_yang.decide.targets import require_open, require_target
from domain.rulesets.yin_yang.decide.turns import require_call
from domain.rulesets.yin_yang.events.exchanges import CallMade, CardsLaid
from domain.rulesets.yin_yang.items import Weapon
from domain.rulesets.yin_yang.state import CalledShot, Fight, Person
from domain.rulesets.yin_yang.words import TestAttribute


def attack(decision: Decision[Fight], command: ask.Attack) -> None:
    """Call an attack (YY-ATK-1)."""
    fight, narrator = decision.state, decision.speaker.is_narrator
    person = find_combatant(fight, command.actor, "command.actor")
    require_call(fight, person)
    require_action(fight, person, command.hand_card)
    attributes: tuple[TestAttribute, ...] = (command.attribute or "combat_value",)
    shot = called_shot_of(command.called_shot, command.penalty if narrator else 0)
    part = attack_part(
        person,
        command.weapon,
        command.ability,
        attributes=attributes,
        stake=command.stake,
        goal=command.goal,
        pull_punches=command.pull_punches,
        bonus=command.bonus,
        penalty=0 if shot is not None and shot.penalty else command.penalty,
        hand_card=command.hand_card,
        any_ability=narrator,
    )
    weapon = strikes_with(person, part)
    if command.charge:
        require_charge(weapon)
    require_target(fight, person, command.target, weapon, charging=command.charge)
    if command.charge:
        require_run_up(fight, person, command.target)
    call = CallMade(
        exchange="", kind="attack", part=part, target=command.target, charge=command.charge, called_shot=shot
    )
    open_call(decision, call, {person.id: 1})


def called_shot_of(sheet: ask.CalledShotSheet | None, penalty: int = 0) -> CalledShot | None:
    """A called shot (YY-CALLED-1); the narrator's own ``penalty`` is what it takes (YY-CALLED-2)."""
    return None if sheet is None else CalledShot(sheet.aim, sheet.text, penalty)


def require_charge(weapon: Weapon) -> None:
    """Only some weapons are used to charge (YY-WPN-22)."""
    said = f"{weapon.name} is not used to charge; attack without it."
    require("used_to_charge" in weapon.edges, "YY-WPN-22", said, field="command.charge")


def require_run_up(fight: Fight, person: Person, target: str) -> None:
    """Where distances count a charge needs some (YY-WPN-23), and one that it can close (YY-MOVE-4)."""
    if fight.options.movement == "free":
        return
    said = f"{fight.name_of(target)} is in another sub-fight, where no charge ends; attack without charging."
    require(fight.together(person.id, target), "YY-MOVE-4", said, field="command.charge")
    close = fight.band(person.id, target) == "arm"
    said = f"{person.name} is at arm's length of {fight.name_of(target)} already; attack without charging."
    require(not close, "YY-WPN-23", said, field="command.charge")


def act(decision: Decision[Fight], command: ask.Act) -> None:
    """Call an action that is no attack (YY-ATK-18); its goal is the task (YY-SCOPE-4)."""
    fight = decision.state
    person = find_combatant(fight, command.actor, "command.actor")
    require_call(fight, person)
    require_action(fight, person, command.hand_card)
    part = plain_part(person, command.attributes, command.ability)
    require_scope(fight, person, command.ability, command.goal)
    part = act_stake(part, command.stake, command.goal)
    if command.target is not None:
        require_target(fight, person, command.target, None)
    require_opponents(fight, person, command.target, command.against)
    part = replace(part, bonus=command.bonus, penalty=command.penalty, hand_card=command.hand_card)
    call = CallMade(
        exchange="", kind="act", part=part, target=command.target, against=command.against, precision=command.precision
    )
    open_call(decision, call, {person.id: 1})


def require_opponents(fight: Fight, person: Person, target: str | None, against: tuple[str, ...]) -> None:
    """Refuse opponents beside a target or in another sub-fight (YY-ATK-6), and the caller itself (YY-ATK-7)."""
    field = "command.against"
    said = "With a target it is the target that is asked; name either a target or those who may oppose."
    require(target is None or not against, "YY-ATK-6", said, field=field)
    require_distinct(against, field)
    for place, who in enumerate(against):
        other = find_combatant(fight, who, f"{field}[{place}]")
        said = f"{person.name} makes the call and cannot oppose it; name somebody else."
        require(who != person.id, "YY-ATK-7", said, field=f"{field}[{place}]")
        require_open(person, other, f"{field}[{place}]")
        said = f"{other.name} is in another sub-fight than {person.name}; name opponents who are there."
        require(fight.together(person.id, who), "YY-ATK-6", said, field=f"{field}[{place}]")


def open_call(decision: Decision[Fight], call: CallMade, costs: Mapping[str, int]) -> None:
    """Spend what the call costs each who makes it (YY-ATK-5), and open its exchange.

    ``call`` has its parts with the cards that are played from open hands. They lie face down: nobody but their owners
    sees them before the cards fall (YY-DECK-14).
    """
    fight = decision.state
    parts = (call.part, *call.partners)
    all_paid = [
        spend(
            decision,
            part.combatant,
            part.hand_card,
            count=costs[part.combatant],
            worst_for=None if part.hand_card is None else value_of(fight.people[part.combatant], part),
        )
        for part in parts
        if part.combatant in costs
    ]
    unseen = [part if part.hand_card is None else replace(part, hand_card=None) for part in parts]
    made = replace(
        call,
        exchange=f"exchange-{decision.next_lineage_version}",
        part=unseen[0],
        partners=tuple(unseen[1:]),
        paid=tuple([replace(paid, cards=()) if paid.cards else paid for paid in all_paid if paid.hand or paid.extra]),
    )
    decision.cause = decision.record(made)
    for paid in all_paid:
        if paid.cards:
            decision.record(CardsLaid(combatant=paid.combatant, cards=paid.cards), audience=paid.combatant)
    run_exchange(decision)
