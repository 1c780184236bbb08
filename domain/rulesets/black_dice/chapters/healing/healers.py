"""Healers: who may heal whom, and by which skill (BD-HEAL-2, BD-HEAL-4, BD-DYING-4)."""

from domain.model.refusal import require
from domain.rulesets.black_dice.chapters.objections import require_acting
from domain.rulesets.black_dice.said import roll
from domain.rulesets.black_dice.state import Person
from domain.rulesets.black_dice.words import Being

HEALING_STAT = "wits"


SKILLS_FOR: dict[Being, tuple[str, ...]] = {
    "person": ("medicine",),
    "automaton": ("engineering_clockwork", "ad_hoc_repair"),
}


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
