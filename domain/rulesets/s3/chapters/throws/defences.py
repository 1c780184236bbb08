"""Answers to `oppose`: which are legal, and what they throw (S3-OPP-2, S3-ATK-3 to S3-ATK-6)."""

from collections.abc import Iterable, Mapping
from typing import Any, Final

from pydantic import TypeAdapter

from domain.core.commands import StrictModel
from domain.core.events import Answered, Prompted
from domain.decision.prompts import PromptKind
from domain.fields.field import Field, among, looked_up, record
from domain.fields.sets import ABSENT_KEY, Labelled, Node, Set
from domain.model.encounter import Prompt
from domain.model.event import Json
from domain.model.refusal import refuse, require
from domain.ruleset.chapter import Chapter
from domain.rulesets.s3.chapters.throws.stunt_fields import answer_stunt
from domain.rulesets.s3.chapters.throws.stunts import can_stunt, check_stunt, plan
from domain.rulesets.s3.chapters.throws.throws import Effort
from domain.rulesets.s3.chapters.throws.weapons import (
    BARE_HANDS,
    Wielded,
    as_option,
    find_weapon,
    has_hand,
    is_bound,
)
from domain.rulesets.s3.parts import Stunt, Weapon
from domain.rulesets.s3.said import weapon
from domain.rulesets.s3.state import Fight, Person
from domain.rulesets.s3.words import UNARMED, Skill
from domain.text.phrases import Names, as_words, listed, possessive

DEFENCES = ("evasion", "hand_to_hand", "melee")


class Defence(StrictModel):
    """An answer to `oppose`: the skill, the item parried with, a stunt."""

    skill: Skill
    item: Weapon | None = None
    stunt: Stunt | None = None


def defence_task(task: str) -> str:
    """Return the task under which the memory stores a defender's stunt: always `defend` (S3-STUNT-18)."""
    return "defend"


def defence_effort(fight: Fight, combatant: str, defence: Defence, about: dict[str, Any]) -> Effort:
    """Return what a defence throws: a parry with the weapon's finesse (S3-ATK-4, S3-ATK-5), or the plain skill."""
    parry = bool(about["parry"]) and defence.skill in ("melee", "hand_to_hand")
    weapon = UNARMED
    if parry and defence.skill == "melee":
        weapon = defence.item or _default_parry(fight, fight.people[combatant])
    return Effort(
        combatant,
        defence.skill,
        "parry" if parry else "plain",
        weapon,
        defence=bool(about["attack"]),
        stunt=plan(defence.stunt),
    )


def check_defence(fight: Fight, prompt: Prompt, defence: Defence) -> None:
    """Refuse a defence that is not open here; the prompt waits for another (S3-ORDER-13).

    The stunned defend as others do (S3-STUN-5).
    """
    person = fight.people[prompt.to]
    about: dict[str, Any] = prompt.about
    legal = about["skills"]
    if defence.skill not in legal:
        ways = " or ".join(map(as_words, legal))
        said = f"{person.name} may oppose this with {ways}, not with {as_words(defence.skill)}."
        refuse("S3-OPP-2", said, field="answer.skill")
    if about["parry"] and defence.skill == "melee":
        weapons = [weapon.ref for weapon in parry_weapons(fight, person)]
        require(weapons, "S3-ATK-4", f"{person.name} has no melee weapon to parry with.")
        if defence.item is not None:
            weapon = find_weapon(person, defence.item, "S3-ATK-4", "answer.item")
            require(weapon.ref in weapons, "S3-ATK-4", f"{weapon.ref} cannot parry now; {', '.join(weapons)} can.")
    elif defence.item is not None:
        refuse("S3-ATK-4", "Only a Melee parry names an item.", field="answer.item")
    if defence.stunt is not None:
        check_stunt(fight, defence_effort(fight, person.id, defence, about), defence_task(about["task"]))


def parry_weapons(fight: Fight, person: Person) -> list[Wielded]:
    """Return melee weapons in hand, or that a free hand can draw; one that drags is bound (S3-MOUNT-33)."""
    carried = [item for item in person.items.values() if item.quantity]
    found = [Wielded(item, mode) for item in carried for mode in item.modes if mode.skill == "melee"]
    able = [weapon for weapon in found if has_hand(person, weapon) and not is_bound(fight, person, weapon)]
    return sorted(able, key=lambda weapon: not _in_hand(person, weapon))


def _in_hand(person: Person, weapon: Wielded) -> bool:
    return weapon.item is not None and bool(person.hands.hands_with(weapon.item.id))


def _default_parry(fight: Fight, person: Person) -> str:
    return next((weapon.ref for weapon in parry_weapons(fight, person)), BARE_HANDS.ref)


def plain_defences(fight: Fight, prompt: Prompt) -> list[dict[str, Json]]:
    """Return every legal defence without a stunt."""
    about: dict[str, Any] = prompt.about
    plain: list[dict[str, Json]] = []
    for skill in about["skills"]:
        if skill == "melee" and about["parry"]:
            weapons = parry_weapons(fight, fight.people[prompt.to])
            plain += [{"skill": skill, "item": weapon.ref} for weapon in weapons]
        else:
            plain.append({"skill": skill})
    return plain


def defence_fields(fight: Fight, prompt: Prompt) -> tuple[Field, ...]:
    """Return the defence: its skill, for a Melee parry the weapon, a stunt."""
    about: dict[str, Any] = prompt.about
    person = fight.people[prompt.to]
    weapons = parry_weapons(fight, person) if about["parry"] else []
    parries = about["parry"] and "melee" in about["skills"]
    skills = tuple([skill for skill in about["skills"] if skill != "melee" or weapons or not parries])
    items = {"melee": options_of(weapons)} if weapons and parries else {}
    thrown = {skill: {ABSENT_KEY: BARE_HANDS} for skill in skills}
    if items:
        thrown["melee"] = {ABSENT_KEY: weapons[0], **{weapon.ref: weapon for weapon in weapons}}
    stunt = answer_stunt(fight, person, thrown, defence_task(about["task"]))
    parts = {**defence_parts(skills, items), "stunt": stunt}
    return (record(parts, phrase="{skill}[ with {item}][, stunt: {stunt}]"),)


def defence_parts(skills: Set, items: Mapping[str, Node]) -> dict[str, Field]:
    """Return the parts of a defence without a stunt: its skill, and the weapons by skill."""
    return {"skill": among(skills, required=True), "item": looked_up({**items}, "skill", required=False)}


def options_of(weapons: Iterable[Wielded]) -> tuple[Labelled, ...]:
    """Return weapons as options list them, each once."""
    return tuple({weapon.ref: as_option(weapon) for weapon in weapons}.values())


def only_defence(fight: Fight, prompt: Prompt) -> Json:
    """Return the answer if one skill, one item and no stunt are possible, so that no prompt is needed (S3-OPP-2).

    With a secret sheet its players are asked all the same, because asking none would reveal it.
    """
    if prompt.to in fight.secret_sheets:
        return None
    plain = plain_defences(fight, prompt)
    if len(plain) == 1 and not can_stunt(fight.people[prompt.to], str(plain[0]["skill"])):
        return plain[0]
    return None


def defence_moot(fight: Fight, prompt: Prompt) -> str | None:
    """Return why there is no defence: one of the two is out of action (S3-OPP-9)."""
    about: dict[str, Any] = prompt.about
    for person in (fight.people[prompt.to], fight.people[about["actor"]]):
        if not person.able:
            return person.why_unable
    return None


ATTEMPTS: Final = {
    "attack": "attack",
    "trip": "throw",
    "disarm": "attempt to disarm",
    "pin": "attempt to pin",
    "strangle": "attempt to strangle",
    "chase": "chase",
    "flee": "attempt to flee",
    "hide": "attempt to hide",
    "search": "search",
    "reposition": "manoeuvre",
    "switch_vehicle": "leap",
    "damage_vehicle": "attack",
}
"""What somebody attempts, as the story says it; any other task is said as words."""


def asks_defence(event: Prompted, names: Names) -> str:
    """Whose attempt it is."""
    return f"has to answer {_attempt(event.about, names)}"


def asked_to_oppose(to: str, about: Mapping[str, Any], names: Names) -> str:
    """Return whose attempt is to be opposed."""
    return f"which skill to oppose {_attempt(about, names)} with"


def _attempt(about: Mapping[str, Any], names: Names) -> str:
    task = str(about.get("task", ""))
    return f"{possessive(names, str(about.get('actor', '')))} {ATTEMPTS.get(task, as_words(task))}"


def tells_defence(event: Answered, names: Names) -> str | None:
    """The means of the defence."""
    answer = event.given
    if not isinstance(answer, dict):
        return None
    return f"{'parries' if answer.get('item') else 'answers'} with {means_said(event.to, answer, names)}"


def means_said(who: str, answer: Mapping[str, Any], names: Names) -> str:
    """The weapon or the skill of an answer, with its stunt."""
    stunt = answer.get("stunt") or {}
    tricks = [as_words(str(skill)) for skill in stunt.get("with", ())]
    as_stunt = f", in a stunt with {listed(tricks)}" if tricks else ""
    means = weapon(str(answer["item"]), names, who) if answer.get("item") else as_words(str(answer["skill"]))
    return f"{means}{as_stunt}"


OPPOSE: PromptKind[Fight] = PromptKind(
    "oppose",
    TypeAdapter(Defence),
    check_defence,
    plain_defences,
    only=only_defence,
    moot=defence_moot,
    question="which skill to oppose the attempt with",
    asked_about=asked_to_oppose,
    words="Answer to an attempt",
    asks=asks_defence,
    tells=tells_defence,
    fields=defence_fields,
)

DEFENCES_CHAPTER: Chapter[Fight] = Chapter(prompts=(OPPOSE,))
