"""The fields of answers to prompts."""

from domain.forms.answers import AnswerFields
from domain.forms.model import Choice, OpenField
from domain.rulesets.s3.chapters.attack.fast_melee import SKILLS as FAST_SKILLS
from domain.rulesets.s3.forms.fields import COINS, INTENTS, YES_NO, stunt_domain, weapons
from domain.rulesets.s3.state import Fight, Person
from domain.rulesets.s3.words import LIMBS, SKILLS


def defence_fields(fight: Fight, person: Person | None, skills: tuple[str, ...] = SKILLS) -> tuple[OpenField, ...]:
    """Return the fields of a defence: its skill, the item parried with, a stunt."""
    skill = OpenField("skill", Choice(skills), required=True)
    if person is None:
        return (skill,)
    most = person.breath + len(person.techniques)
    stunt = (OpenField("stunt", stunt_domain(most)),) if most else ()
    return (skill, OpenField("item", Choice(tuple(weapons(fight, person)))), *stunt)


def reply_fields(fight: Fight, person: Person | None) -> tuple[OpenField, ...]:
    """Return the fields of a fast reply: a defence with a called shot and its own intent (S3-FAST-4)."""
    defence = defence_fields(fight, person, FAST_SKILLS)
    return (*defence, OpenField("called", Choice(LIMBS)), OpenField("intent", INTENTS))


def crash_fields(fight: Fight, person: Person | None) -> tuple[OpenField, ...]:
    """Return the fields of the verdict on a crash (S3-MOUNT-23)."""
    return (OpenField("spectacular", YES_NO), OpenField("coins", COINS))


ANSWER_FIELDS: AnswerFields = {
    "oppose": defence_fields,
    "fast_reply": reply_fields,
    "crash": crash_fields,
}
