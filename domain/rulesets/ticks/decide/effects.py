"""What strikes bring about beside wounds: things knocked away, falls, holds, ammunition (TK-TICK-8, 7 and 8)."""

from domain.decision.decision import Decision
from domain.rulesets.ticks.decide.blows import Blow
from domain.rulesets.ticks.decide.hands import lose
from domain.rulesets.ticks.decide.one_strike import Strike, units_of, weapon_of
from domain.rulesets.ticks.events.places import AmmunitionUsed, Dropped
from domain.rulesets.ticks.events.strikes import Fell, Grabbed
from domain.rulesets.ticks.items import BARE_HANDS, Thing
from domain.rulesets.ticks.state import Fight


def take_effect(decision: Decision[Fight], blow: Blow) -> None:
    """A control takes effect on its own success, whatever the forces do (TK-MAN-11).

    One that fails has no effect (TK-TRIP-4, TK-GRAP-6).
    """
    strike = blow.strike
    if strike.target is None:
        return
    target = decision.state.people[strike.target]
    for one in blow.tries:
        if not one.success:
            continue
        if one.manoeuvre == "disarm" and one.item is not None and one.item in target.things:
            lose(decision, target, one.item, "disarmed")
        elif one.manoeuvre == "trip":
            decision.record(Fell(combatant=target.id, by=strike.attacker))
        elif one.manoeuvre == "grapple":
            decision.record(
                Grabbed(combatant=target.id, by=strike.attacker, reach=_weapon(decision.state, strike).reach)
            )


def use_up_ammunition(decision: Decision[Fight], blow: Blow) -> None:
    """Ammunition is gone, hit or miss (TK-AMMO-1); what is thrown lies at the target (TK-ATK-7, TK-TRICK-3)."""
    fight, strike = decision.state, blow.strike
    attacker = fight.people[strike.attacker]
    weapon = _weapon(fight, strike)
    units = units_of(fight.options, weapon, strike)
    if units:
        decision.record(
            AmmunitionUsed(combatant=attacker.id, item=weapon.id, units=units, loaded=weapon.loaded - units)
        )
    if strike.mode == "thrown":
        where = attacker if strike.target is None else fight.people[strike.target]
        decision.record(Dropped(combatant=attacker.id, item=weapon.id, square=where.square, why="thrown"))


def _weapon(fight: Fight, strike: Strike) -> Thing:
    """That of a strike; struck from the hand in the same stage, it lies on the ground by now (TK-TICK-7)."""
    lying = fight.ground.get(strike.weapon)
    return lying.thing if lying is not None else weapon_of(fight, strike) or BARE_HANDS
