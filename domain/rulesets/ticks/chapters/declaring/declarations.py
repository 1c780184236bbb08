"""What may be declared, and what it says (TK-DECL-7 to TK-DECL-14, TK-MAN-16).

When and how often: ``acting.declare``, ``starts.declaration_tick``.
"""

from collections.abc import Mapping
from typing import Final

from domain.model.encounter import Prompt
from domain.model.people import find_combatant
from domain.model.refusal import refuse, require
from domain.model.suggestions import unknown
from domain.rulesets.ticks.chapters.declaring.combinations import (
    extra_cost,
    lacking,
    require_composed,
    require_own_conditions,
    require_paid,
)
from domain.rulesets.ticks.chapters.declaring.starts import QUICK_DRAWS
from domain.rulesets.ticks.chapters.deeds.deeds import check_details
from domain.rulesets.ticks.chapters.deeds.hands import own_thing, thing_meant
from domain.rulesets.ticks.chapters.objections import not_in_hand, part_said, require_luck, require_mode, the
from domain.rulesets.ticks.items import Thing
from domain.rulesets.ticks.parts import ConditionSheet, Declaring
from domain.rulesets.ticks.state import Condition, Declaration, Fight, LuckPaid, Person
from domain.rulesets.ticks.words import Action, Mode
from domain.text.phrases import as_words, sentence

PARTS: Final[Mapping[Action, frozenset[str]]] = {
    "attack": frozenset({"target", "weapon", "mode", "manoeuvres", "trick"}),
    "defend": frozenset({"weapon"}),
    "evade": frozenset(),
    "defer": frozenset({"weapon", "mode", "condition"}),
    "aim": frozenset({"target", "weapon", "mode"}),  # no manoeuvres, so one unit of ammunition (TK-AIM-9)
    "other": frozenset({"kind", "item", "whom", "statistic", "skill", "text"}),
}
"""What each action may name (TK-DECL-12)."""
NEEDED: Final[Mapping[Action, tuple[str, ...]]] = {
    "attack": ("weapon",),
    "defend": ("weapon",),
    "evade": (),
    "defer": ("weapon", "condition"),
    "aim": ("target", "weapon"),
    "other": ("kind",),
}
BESIDE_PARTS: Final = frozenset({"action", "luck", "type", "actor", "answers"})
"""Fields of a declaration, and of the command that makes it, that are parts of no action."""
UNSAID: Final = (None, "", ())
"""What a field holds that names nothing."""
ACTIONS: Final[Mapping[Action, str]] = {
    "attack": "An attack",
    "defend": "Defending",
    "evade": "Evading",
    "defer": "A deferred attack",
    "aim": "Aiming",
    "other": "The action Other",
}
WHERE = "answer"


def declaration_of(fight: Fight, person: Person, sheet: Declaring) -> Declaration:
    """Return the declaration of a sheet that has been checked, its weapon by ID and its condition as a fixed list."""
    weapon, mode = _weapon(person, sheet)
    return Declaration(
        sheet.action,
        sheet.target,
        weapon.id if weapon is not None else None,
        mode,
        sheet.manoeuvres,
        sheet.trick,
        None,
        _condition(fight, person, sheet.condition) if sheet.condition is not None else None,
        sheet.kind or "nothing",
        thing_meant(person, sheet.kind or "nothing", sheet.item),
        sheet.whom,
        sheet.statistic,
        sheet.skill,
        sheet.text,
        LuckPaid(sheet.luck.quickness, sheet.luck.requirements, sheet.luck.extra),
    )


def require_declarable(fight: Fight, person: Person, sheet: Declaring) -> None:
    """Refuse what does not hold together or may not be declared now, in the order of TK-MAN-16."""
    where = f"{WHERE}.manoeuvres"
    said = "Manoeuvres go with an attack alone; leave them out."
    require(sheet.action == "attack" or not sheet.manoeuvres, "TK-DECL-8", said, field=where)
    weapon, mode = _weapon(person, sheet)
    if sheet.action == "attack":
        require_composed(sheet.manoeuvres, mode if weapon is not None else None, where)
    if weapon is not None and sheet.action == "attack":
        require_own_conditions(person, sheet.manoeuvres, weapon, sheet.luck.quickness, where)
        skill = weapon.skill_in(mode)
        require_paid(person, sheet.manoeuvres, skill, sheet.luck.requirements, sheet.luck.extra, WHERE)
    _require_parts(sheet)
    _check_target(fight, person, sheet)
    if weapon is not None:
        _check_weapon(fight, person, sheet, weapon, mode)
    if sheet.action == "other":
        check_details(fight, person, sheet)
    _check_luck(person, sheet, weapon, mode)
    if sheet.condition is not None:
        _check_condition(fight, sheet.condition, mode)


def _weapon(person: Person, sheet: Declaring) -> tuple[Thing | None, Mode]:
    """The weapon that is named, and how it is used: thrown where it is aimed, else as it is made for (TK-ATK-7)."""
    if sheet.weapon is None:
        return None, "melee"
    weapon = own_thing(person, sheet.weapon, f"{WHERE}.weapon")
    if not weapon.is_weapon:
        refuse("TK-DECL-12", sentence(f"{the(weapon)} is no weapon; name one."), field=f"{WHERE}.weapon")
    if sheet.mode is None:
        return weapon, weapon.modes[-1] if sheet.action == "aim" else weapon.modes[0]
    require_mode(weapon, sheet.mode, f"{WHERE}.mode")
    return weapon, sheet.mode


def _require_parts(sheet: Declaring) -> None:
    """What belongs to the action is named, and nothing else (TK-DECL-12)."""
    given = {name for name in sheet.model_fields_set - BESIDE_PARTS if getattr(sheet, name) not in UNSAID}
    what = ACTIONS[sheet.action]
    for name in NEEDED[sheet.action]:
        if name not in given:
            refuse("TK-DECL-12", part_said(what, name, wanted=True), field=f"{WHERE}.{name}")
    for name in sorted(given - PARTS[sheet.action]):
        refuse("TK-DECL-12", part_said(what, name, wanted=False), field=f"{WHERE}.{name}")
    if sheet.action != "attack":
        return
    trick = "trick_shot" in sheet.manoeuvres
    said = "A trick shot says what the trick is, and names no target."
    require(not trick or (sheet.trick and sheet.target is None), "TK-DECL-12", said, field=f"{WHERE}.trick")
    require(
        trick or not sheet.trick, "TK-DECL-12", "Only a trick shot has a trick; leave it out.", field=f"{WHERE}.trick"
    )
    if not trick and sheet.target is None:
        refuse("TK-DECL-12", part_said(what, "target", wanted=True), field=f"{WHERE}.target")


def _check_target(fight: Fight, person: Person, sheet: Declaring) -> None:
    """A participant who is alive, and not oneself (TK-COMBAT-3, TK-DECL-10)."""
    if sheet.target is None:
        return
    where = f"{WHERE}.target"
    target = find_combatant(fight, sheet.target, where)
    if target.since is None:
        said = f"{target.name} takes no part in the combat; the narrator can draw them in."
        refuse("TK-COMBAT-3", said, field=where)
    if target is person:
        refuse("TK-DECL-10", "No one targets themselves; name another combatant.", field=where)
    if target.dead:
        refuse("TK-DECL-10", f"{target.name} is dead; name someone alive.", field=where)
    if sheet.action == "aim" and not fight.sees(person.id, target.id):
        refuse("TK-AIM-1", f"{person.name} does not see {target.name}; aim at somebody in sight.", field=where)


def _check_weapon(fight: Fight, person: Person, sheet: Declaring, weapon: Thing, mode: Mode) -> None:
    """It is in hand, or about to be drawn (TK-DECL-13), and fit for the action (TK-DEF-1, TK-AIM-1)."""
    where = f"{WHERE}.weapon"
    if not weapon.ready and QUICK_DRAWS.isdisjoint(sheet.manoeuvres):
        refuse("TK-DECL-13", not_in_hand(person, weapon), field=where)
    if sheet.action == "defend":
        said = f"{person.name} cannot defend with {the(weapon)}; name a melee weapon, or bare hands."
        require(weapon.kind == "melee", "TK-DEF-1", said, field=where)
    if sheet.action == "aim":
        said = f"{person.name} cannot aim {the(weapon)} in melee; name a weapon that shoots or is thrown."
        require(mode != "melee", "TK-AIM-1", said, field=where)
        loaded = weapon.kind != "ranged" or weapon.loaded > 0 or not fight.options.track_ammunition
        said = f"{person.name} has nothing loaded in {the(weapon)}; reload it first."
        require(loaded, "TK-AIM-1", said, field=where)


def _check_luck(person: Person, sheet: Declaring, weapon: Thing | None, mode: Mode) -> None:
    """Requirements and further manoeuvres are paid for exactly; all together is at hand (TK-DECL-14, TK-LUCK-7)."""
    where = f"{WHERE}.luck"
    missing = lacking(person, sheet.manoeuvres, weapon.skill_in(mode)) if weapon is not None else ()
    cost, extra = sum([levels for _, levels in missing]), extra_cost(sheet.manoeuvres)
    if (sheet.luck.requirements, sheet.luck.extra) != (cost, extra):
        said = f"{person.name} pays what this costs, and no more: requirements {cost} and extra {extra}."
        refuse("TK-DECL-14", said, field=where)
    require_luck(person, sheet.luck.quickness + cost + extra, where)


def _check_condition(fight: Fight, given: ConditionSheet, mode: Mode) -> None:
    """What the attack waits for, and who may meet it (TK-DEFER-2, TK-DEFER-3)."""
    where = f"{WHERE}.condition"
    wanted = {"enters_area": "area", "narrated": "text"}.get(given.event)
    for name, value in (("area", given.area), ("text", given.text)):
        said = part_said(f"The event “{as_words(given.event)}”", name, wanted=wanted == name)
        require(bool(value) == (wanted == name), "TK-DEFER-2", said, field=f"{where}.{name}")
    said = "Only a wait for an attack names its victims; leave them out."
    require(given.victims is None or given.event == "attacks", "TK-DEFER-2", said, field=f"{where}.victims")
    none = "No area has a name yet; the narrator can give some squares one."
    said = unknown(f"No area is called “{given.area}”", given.area or "", fight.areas, none)
    require(given.area is None or given.area in fight.areas, "TK-DEFER-2", said, field=f"{where}.area")
    said = "Only a weapon in melee has a reach; wait for something else, or with another weapon."
    require(given.event != "enters_reach" or mode == "melee", "TK-DEFER-2", said, field=f"{where}.event")
    said = "Name those who may meet it." if given.who == "listed" else "Names go with a list alone; leave them out."
    require(bool(given.listed) == (given.who == "listed"), "TK-DEFER-3", said, field=f"{where}.listed")
    for place, name in enumerate(given.victims or ()):
        find_combatant(fight, name, f"{where}.victims[{place}]")
    for place, name in enumerate(given.listed):
        one = find_combatant(fight, name, f"{where}.listed[{place}]")
        said = f"{one.name} takes no part in the combat; leave them out."
        require(one.since is not None, "TK-DEFER-3", said, field=f"{where}.listed[{place}]")


def _condition(fight: Fight, person: Person, given: ConditionSheet) -> Condition:
    """The condition, with those present as a fixed list (TK-DEFER-4)."""
    listed = _listed(fight, person, given)
    return Condition(given.event, given.who, listed, given.area or "", given.victims, given.text)


def _listed(fight: Fight, person: Person, given: ConditionSheet) -> tuple[str, ...]:
    """Those who may meet it; of newcomers those who are none (TK-DEFER-4)."""
    present = [other for other in fight.participants if other is not person]
    if given.who == "present_enemies":
        return tuple([other.id for other in present if other.side != person.side])
    if given.who in ("present_others", "newcomers"):
        return tuple([other.id for other in present])
    return given.listed


# The prompt


def check_declare(fight: Fight, prompt: Prompt, answer: Declaring) -> None:
    """It holds together, and may be declared now."""
    require_declarable(fight, fight.people[prompt.to], answer)


def out_of_it(fight: Fight, prompt: Prompt) -> str | None:
    """Who is unconscious or dead declares nothing (TK-KO-2)."""
    person = fight.people[prompt.to]
    return None if person.conscious and person.turn.declared is None else f"{person.name} declares nothing now"


def condition_moot(fight: Fight, prompt: Prompt) -> str | None:
    """Whoever drops out waits for nothing (TK-RES-14)."""
    person = fight.people[str(prompt.about["combatant"])]
    return None if person.conscious else "the declaration is void"
