"""Healers: who may heal whom, and by which skill (BD-HEAL-2, BD-HEAL-4, BD-DYING-4)."""

from collections.abc import Callable
from typing import Final

from domain.fields.field import Field, looked_up
from domain.fields.sets import Node
from domain.fields.vocabulary import View, Vocabulary
from domain.model.refusal import require
from domain.rulesets.black_dice.chapters.dice.choice_fields import CHECKED_TRADE, DICE, for_action, trades_of
from domain.rulesets.black_dice.chapters.dice.pools import action_roll, is_trained
from domain.rulesets.black_dice.chapters.objections import require_acting
from domain.rulesets.black_dice.chapters.vocabularies import by_actor, labelled, own
from domain.rulesets.black_dice.said import roll
from domain.rulesets.black_dice.state import Fight, Person
from domain.rulesets.black_dice.words import Being, Difficulty

HEALING_STAT = "wits"
Needs = Callable[[Fight, Person], bool]
"""Whether a combatant needs a healer."""


SKILLS_FOR: dict[Being, tuple[str, ...]] = {
    "person": ("medicine",),
    "automaton": ("engineering_clockwork", "ad_hoc_repair"),
}
HEALED_BY: Final[dict[str, Being]] = {skill: kind for kind, skills in SKILLS_FOR.items() for skill in skills}
"""The kind of body that each skill heals."""


def patients(name: str, healers: Callable[[View[Fight]], list[Person]], needs: Needs) -> Vocabulary[Fight]:
    """Return the lookup, for those who may heal now, of the patients where they are, themselves among them.

    A healer without the skill for a kind of body has no such patients, unless the sheet of one is secret.
    """

    def of(view: View[Fight]) -> Node:
        fight = view.state
        needy = [one for one in fight.people.values() if needs(fight, one)]
        found: dict[str, Node] = {}
        near: dict[tuple[str, tuple[str, ...]], Node] = {}
        for healer in healers(view) if needy else ():
            if healer.able:
                place = healer.zone, usable_skills(fight, healer)
                if place not in near:
                    zone, usable = place
                    near[place] = tuple([one.id for one in needy if one.zone == zone and _skills(view, usable, one)])
                if near[place]:
                    found[healer.id] = near[place]
        return found

    return Vocabulary(name, of)


def usable_skills(fight: Fight, healer: Person) -> tuple[str, ...]:
    """Return the skills of healing that a combatant may roll (BD-SKILL-6)."""
    every = fight.options.untrained == "stat_only"
    return ALL_SKILLS if every else tuple([skill for skill in ALL_SKILLS if is_trained(fight, healer, skill)])


def _skills(view: View[Fight], usable: tuple[str, ...], patient: Person) -> tuple[str, ...]:
    """The skills that heal a patient, or may do so if its sheet is secret (BD-HEAL-2)."""
    return tuple([skill for skill in usable if skill in SKILLS_FOR[patient.kind] or not view.shows(patient.id)])


def _skills_by_healer(view: View[Fight]) -> Node:
    fight = view.state
    rows: dict[tuple[str, ...], Node] = {}
    found: dict[str, Node] = {}
    for healer in own(view):
        usable = usable_skills(fight, healer)
        if usable not in rows:
            rows[usable] = {one.id: labelled(_skills(view, usable, one)) for one in fight.people.values()}
        found[healer.id] = rows[usable]
    return found


def _common_dice(fight: Fight, healer: Person) -> Node | None:
    return {skill: DICE for skill in ALL_SKILLS if healer.is_common(skill)} or None


ALL_SKILLS: Final = tuple([skill for skills in SKILLS_FOR.values() for skill in skills])
HEALING_SKILLS: Final = looked_up(
    Vocabulary[Fight]("skills that heal", _skills_by_healer), "actor", "patient", mark="guess"
)
COMMON: Final = by_actor("common dice for healing", _common_dice)


def healing_choices(name: str, difficulty: Callable[[Fight, Person, str], Difficulty]) -> Field:
    """Return the field of a healer's choices.

    The trades of a player follow from its healer, the skill and its ``difficulty``; the narrator may give dice besides.
    """

    def trades(view: View[Fight]) -> Node:
        fight = view.state
        rows: dict[str, Node] = {}
        for healer in own(view):
            found = ((skill, _trades(fight, healer, skill)) for skill in usable_skills(fight, healer))
            by_skill: dict[str, Node] = {skill: node for skill, node in found if node is not None}
            if by_skill:
                rows[healer.id] = by_skill
        return rows

    def _trades(fight: Fight, healer: Person, skill: str) -> Node | None:
        hard = difficulty(fight, healer, skill)
        return trades_of(fight.options, action_roll(fight, healer, skill, HEALING_STAT, skill, difficulty=hard))

    players = looked_up(Vocabulary(name, trades), "actor", "skill", "common", default=0, required=False)
    return for_action("actor", looked_up(COMMON, "actor", "skill"), CHECKED_TRADE.but(players=players))


def require_healer(healer: Person, patient: Person, rule: str) -> None:
    """Refuse a healer that is not able (BD-SKILL-13), or not where the patient is."""
    require_acting(healer)
    require(
        healer.zone == patient.zone, rule, f"{healer.name} is not where {patient.name} is.", field="command.patient"
    )


def require_skill(patient: Person, skill: str, rule: str, *, shown: bool) -> None:
    """Refuse a skill that does not heal such a patient; what does is said to those to whom its sheet is ``shown``."""
    skills = SKILLS_FOR[patient.kind]
    said = f"treated with {' or '.join(map(roll, skills))}" if shown else f"not treated with {roll(skill)}"
    require(skill in skills, rule, f"{patient.name} is {said}.", field="command.skill")
