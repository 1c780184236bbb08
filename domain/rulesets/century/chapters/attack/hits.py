"""What the hits of an attack do (stages 8 to 13 of CE-HIT-9): areas open, damage is thrown, wounds and items fall."""

from domain.decision.decision import Decision
from domain.decision.stages import NoData, stage
from domain.ruleset.chapter import Chapter
from domain.rulesets.century.chapters.attack.areas import open_area
from domain.rulesets.century.chapters.attack.rounds_fired import dice_factor
from domain.rulesets.century.chapters.conditions.damage_dice import throw_damage
from domain.rulesets.century.chapters.items.armament import armament_of
from domain.rulesets.century.chapters.round.deferred_effects import bring
from domain.rulesets.century.state import Attack, Fall, Fight, Held, Hit, Wound


@stage("century.hits.strike", NoData, draws=True)
def strike(decision: Decision[Fight], nothing: NoData) -> None:
    """Damage dice for each hit, in the order of the hits, then what they do (CE-DMG-5); areas have their own way.

    Each hit of a double tap is for itself (CE-DTAP-4); a burst (CE-BURST-4) or a volley (CE-AUTO-6) is one. Where it
    lands on the body no rule asks (CE-HIT-7).
    """
    fight, attack = decision.state, decision.state.attack
    if attack is None or attack.target is None or not attack.hits or armament_of(fight, attack).area:
        return
    item = falling_item(attack)
    if attack.maneuver == "disarm" or (attack.called_terms is not None and attack.called_terms.effect != "damage"):
        if item is not None and any(hit.struck is None for hit in attack.hits):  # not if cover is struck (CE-DISARM-4)
            reason = "disarmed" if attack.maneuver == "disarm" else "shot"
            bring(decision, Held(attack.target, drop=Fall(item, reason)))
        return
    shot, thrown = decision.cause, []
    for hit in attack.hits:
        decision.cause = shot
        total = _damage(decision, attack, hit)
        thrown.append((hit, total, decision.state.lineage_version))
    for hit, total, version in thrown:
        decision.cause = version
        bring(decision, Held(attack.target, wound=_wound(decision.state, attack, hit, total)))


def falling_item(attack: Attack) -> str | None:
    """Return the item that a disarm or a called shot is to make fall (CE-DISARM-2, CE-CALLED-3, CE-RUL-77)."""
    if attack.maneuver == "disarm":
        return attack.disarm_item
    return attack.called_terms.item if attack.called_terms is not None else None


def _damage(decision: Decision[Fight], attack: Attack, hit: Hit) -> int:
    arms = armament_of(decision.state, attack)  # its dice stand in its row (CE-DMG-10)
    factor = dice_factor(decision.state.options, attack.fire, attack.rounds)
    return throw_damage(
        decision, attack.attacker, arms.damage, arms.name, factor=factor, doubled=hit.doubled, target=attack.target
    )


def _wound(fight: Fight, attack: Attack, hit: Hit, total: int) -> Wound:
    ignores = attack.called_terms is not None and attack.called_terms.ignores_armor  # CE-ARMOR-8
    source = armament_of(fight, attack).name
    return Wound(attack.target or "", total, source, hit.struck, armor=not ignores, attack=attack.id)


STAGES = (open_area, strike)
"""Stages 8 to 13: what an area does, and what direct hits do."""


HITS: Chapter[Fight] = Chapter(stages=(strike,))
