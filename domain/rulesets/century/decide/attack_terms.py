"""The narrator's numbers for an attack (CE-MOD-24), however they come: with the command, or in answer to a prompt."""

from msgspec.structs import replace

from domain.model.people import find_combatant
from domain.rulesets.century.commands import AttackTerms
from domain.rulesets.century.decide.armament import Armament
from domain.rulesets.century.decide.modifiers import modifiers_of
from domain.rulesets.century.decide.pairs import hand_key
from domain.rulesets.century.state import Attack, Fight, Person, Terms


def with_terms(fight: Fight, made: Attack, attacker: Person, arms: Armament, given: AttackTerms, field: str) -> Attack:
    """The attack with the narrator's terms; refuses modifiers that count already (CE-MOD-21, CE-MOD-24)."""
    key = hand_key(attacker, made)
    modifiers = modifiers_of(
        fight,
        attacker,
        given.modifiers,
        given.without,
        "to_hit",
        field,
        ranged=arms.mode != "melee",
        taken=frozenset({key} if key is not None else ()),
    )
    for place, name in enumerate(given.shielded):
        find_combatant(fight, name, f"{field}.shielded[{place}]")
    kept = Terms(
        modifiers,
        given.without,
        given.from_behind,
        given.unaware,
        given.undodgeable,
        given.shielded,
        given.base,
    )
    return replace(made, terms=kept)
