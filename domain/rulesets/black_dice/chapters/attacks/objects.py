"""Attacks on objects (BD-OBJ-2); what they do to a structure is in ``damage``."""

from collections.abc import Callable, Mapping
from typing import Final, Literal

from domain.core.commands import Acting, CombatantId, PhaseRule
from domain.decision.decision import Decision
from domain.decision.stages import reply
from domain.fields.field import among, looked_up
from domain.fields.sets import Node
from domain.fields.vocabulary import View, Vocabulary, keys_of
from domain.model.refusal import at_field, refuse
from domain.ruleset.chapter import Chapter
from domain.rulesets.black_dice.chapters.attacks.combat_pools import (
    attack_roll,
    attacking_choices,
    common_weapons,
    trades_in_attacks,
)
from domain.rulesets.black_dice.chapters.attacks.cover import is_shielded
from domain.rulesets.black_dice.chapters.attacks.exchanges import ExchangeDecided, after_throw
from domain.rulesets.black_dice.chapters.attacks.may_attack import can_use, check_attack
from domain.rulesets.black_dice.chapters.attacks.places import go, may_close_in
from domain.rulesets.black_dice.chapters.attacks.targets import Armed, Strikable, at_each, strikable
from domain.rulesets.black_dice.chapters.attacks.void_attacks import ItemLost
from domain.rulesets.black_dice.chapters.dice.casts import Cast
from domain.rulesets.black_dice.chapters.dice.plans import Plan
from domain.rulesets.black_dice.chapters.dice.throws import throw
from domain.rulesets.black_dice.chapters.objections import own_weapon, require_acting, target_of
from domain.rulesets.black_dice.chapters.vocabularies import own
from domain.rulesets.black_dice.chapters.wounds.damage import Hit, hit
from domain.rulesets.black_dice.parts import (
    Choices,
    Key,
)
from domain.rulesets.black_dice.state import Fight, Person, Strike, Thing, Weapon
from domain.rulesets.black_dice.words import DECLARE, IDLE
from domain.story.told import AS_SAID, Told
from domain.text.words import Words


def _strikes(view: View[Fight]) -> dict[str, Strikable]:
    """What each may strike, with the weapons for it (BD-OBJ-2, BD-OBJ-5)."""
    whole = [thing for thing in view.state.things.values() if thing.whole]
    able = (person for person in own(view) if person.able and whole)
    found = ((person.id, strikable(Armed(view, person), whole)) for person in able)
    return {who: weapons for who, weapons in found if weapons}


def _of_strikers(name: str, values: Callable[[Fight, Person, list[Weapon]], Node | None]) -> Vocabulary[Fight]:
    """Return the lookup of what the weapons of each striker bring."""

    def of(view: View[Fight]) -> Node:
        strikers = [view.state.people[one] for one in view[STRIKES]]
        found = ((one.id, values(view.state, one, Armed(view, one).usable)) for one in strikers)
        return {who: node for who, node in found if node is not None}

    return Vocabulary(name, of)


STRIKES: Final = Vocabulary[Fight]("weapons for each object", _strikes)
WEAPONS: Final = Vocabulary[Fight](
    "weapons to strike objects with", lambda view: {who: at_each(weapons) for who, weapons in view[STRIKES].items()}
)
OBJECTS_TO_STRIKE: Final = Vocabulary[Fight](
    "objects to strike", lambda view: {who: tuple(things) for who, things in view[STRIKES].items()}
)
TRADE: Final = _of_strikers("trades in blows", trades_in_attacks)
COMMON: Final = _of_strikers("common dice for blows", common_weapons)


class StrikeObject(Acting):
    """Strike an object outside rounds (BD-OBJ-2)."""

    form = {
        "actor": among(keys_of("who may strike an object", STRIKES)),
        "object": looked_up(OBJECTS_TO_STRIKE, "actor"),
        "weapon": looked_up(WEAPONS, "actor", "object"),
        "choices": attacking_choices(TRADE, COMMON, "object"),
    }
    during = PhaseRule(IDLE, "BD-OBJ-2", "In a round an object is attacked by declaration.", DECLARE)
    says = ("{actor} strikes at {object} with {weapon}.",)
    example = {"actor": "brass_tom", "object": "door", "weapon": "iron_fists"}
    words = Words("Strike an object", "Strike {object} with {weapon}", group="attack")
    told = Told(brief=AS_SAID, unless=("black_dice.exchange_decided", "black_dice.item_lost"))
    type: Literal["black_dice.strike_object"] = "black_dice.strike_object"
    object: CombatantId
    weapon: Key
    choices: Choices | None = None

    def decide(self, decision: Decision[Fight]) -> None:
        fight = decision.state
        person = fight.people[self.actor]
        require_acting(person)
        thing = target_of(fight, self.object, "command.object")
        if isinstance(thing, Person):
            refuse("BD-OBJ-2", f"{thing.name} is no object; a round is for that.", field="command.object")
        weapon = own_weapon(person, self.weapon, "command.weapon")
        check_attack(fight, person, weapon, thing, "command.object")
        choices = {person.id: self.choices} if self.choices is not None else {}
        with at_field(f"command.choices.{person.id}", "command.choices"):
            strike(decision, person.id, Strike(thing.id, weapon.id), choices)


def strike(decision: Decision[Fight], attacker: str, strike: Strike, choices: Mapping[str, Choices]) -> None:
    """Attack an object: an uncontested combat roll, in a round a declared attack like others (BD-OBJ-2)."""
    fight = decision.state
    person, thing = fight.people[attacker], fight.things[strike.target]
    reason = why_lost(fight, person, thing, person.weapon(strike.weapon))
    if reason is not None:
        decision.record(ItemLost(combatant=person.id, deed="attack", reason=reason))
        return
    weapon = own_weapon(person, strike.weapon, "command.weapon")
    if weapon.melee:
        go(decision, person, thing.zone)
    with at_field("command.choices", f"command.choices.{person.id}"):
        plan = attack_roll(fight, person, weapon, thing, choices=choices.get(person.id))
    throw(decision, (plan,), thrown.continuation(strike))


def plan_to_throw(fight: Fight, attacker: str, strike: Strike) -> Plan | None:
    """Return the throw of a declared attack on an object, if it comes to one now."""
    person, thing = fight.people[attacker], fight.things[strike.target]
    weapon = person.weapon(strike.weapon)
    if weapon is None or not person.able or why_lost(fight, person, thing, weapon) is not None:
        return None
    return attack_roll(fight, person, weapon, thing)


def why_lost(fight: Fight, attacker: Person, thing: Thing, weapon: Weapon | None) -> str | None:
    """Return why a declared attack on an object comes to nothing now, or None (BD-OBJ-5, BD-COVER-7, BD-WHO-15)."""
    if not thing.whole:
        return "target_destroyed"
    if is_shielded(thing, attacker.id):
        return "total_cover"
    if weapon is None or not can_use(fight, attacker, weapon):
        return "cannot_use_weapon"
    return "out_of_reach" if weapon.melee and not may_close_in(fight, attacker, thing) else None


@reply("black_dice.things.thrown", Strike, draws=True)
def thrown(decision: Decision[Fight], strike: Strike, casts: tuple[Cast, ...]) -> None:
    """One net success hits, and all of them are the margin (BD-ATK-6)."""
    cast = casts[0]
    attacker, target, chosen = cast.plan.combatant, strike.target, cast.plan.chosen
    after_throw(decision, cast)
    hits = (attacker,) if cast.net >= 1 else ()
    exchange, nets, winner = f"blow-{cast.version}", (cast.net, 0), attacker if hits else None
    decided = ExchangeDecided(
        exchange=exchange,
        combatants=(attacker, target),
        nets=nets,
        margin=cast.net,
        winner=winner,
        hits=hits,
        fought=(attacker,),
    )
    decision.cause = decision.record(decided)
    if hits:
        hit(decision, Hit(attacker, target, strike.weapon, cast.net, cast.net, False, chosen, cast.plan.given))


OBJECTS: Chapter[Fight] = Chapter(
    commands=(StrikeObject,),
    stages=(thrown,),
    labels={"object": "Object"},
)
