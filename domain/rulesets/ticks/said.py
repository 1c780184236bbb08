"""How Ticks says values of events and commands: things, squares, products of tests, declarations and plans.

Events annotate their fields with the types that say them (``Keyword``, ``Item``, ``Spot``).
"""

from collections.abc import Iterable, Mapping
from typing import Annotated, Any, TypeAlias

import msgspec
from msgspec.structs import replace

from domain.rulesets.ticks.state import Condition, Declaration, Plan, Square
from domain.rulesets.ticks.tables import WEAPONS
from domain.rulesets.ticks.words import EVADE, MEDICINE, MELEE, STATISTICS, THROWN, UNARMED, Manoeuvre, Mode
from domain.text.phrases import (
    Names,
    RenderValue,
    all_named,
    as_words,
    counted,
    listed,
    named,
    number,
    quoted,
    themselves,
    they_do,
    thing_key,
    with_article,
)
from domain.text.sentences import IN_WORDS, QUOTED, Spoken

MODES: Mapping[Mode, str] = {"melee": "attacks", "ranged": "shoots at", "thrown": "throws"}
VERDICTS: Mapping[bool, str] = {True: "succeeds", False: "fails"}
EVENTS = {
    "enters_reach": "to come within reach",
    "enters_sight": "to come into sight",
    "steps": "to take a step",
    "fires": "to fire a shot",
    "draws": "to draw a weapon",
}
WHO = {
    "anyone": "any combatant",
    "present_enemies": "any enemy present",
    "present_others": "anyone present",
    "newcomers": "any newcomer",
}
SKILLS: Mapping[str, str] = {UNARMED: "unarmed combat", EVADE: "evading", THROWN: "throwing"}
"""How skills are said whose key is no noun; any other is said as words."""
MANOEUVRES: Mapping[str, str] = {
    "quick_draw_melee": "quick draw",
    "quick_draw_ranged": "quick draw",
    "run_and_gun": "run-and-gun",
    "follow_up": "follow-up",
    "marksman": "marksman shot",
}
"""How manoeuvres are said whose key is no noun; any other is said as words."""
USUAL_SKILLS = frozenset({UNARMED, MELEE, THROWN, EVADE, MEDICINE, *(weapon["skill"] for weapon in WEAPONS.values())})
SKILLS_KEY = "skills:/"
"""The key under which ``Names`` have the skills and statistics that combatants have, with blanks between them."""
LACKING = {
    "early": ", but {combatant} may not act yet",
    "reach": ", but {combatant} is too far away to strike",
    "sight": ", but {combatant} does not see {by}",
    "weapon": ", but the weapon of {combatant} is not ready",
}
"""Why a condition that is met gives no chance to attack, as templates."""
FIRST_AID = "first aid"
"""What a test of first aid is about, as its event records it."""
KINDS = {
    "nothing": "does nothing",
    "move": "moves",
    "draw": "means to draw",
    "stow": "means to stow",
    "pick_up": "means to pick up",
    "reload": "means to reload",
    "first_aid": "means to give first aid to",
    "help": "means to help",
}
"""What is declared under Other, as its sentence continues with the thing or the person."""


def thing_names(things: Mapping[str, str]) -> dict[str, str]:
    """The names of things for sentences, from their names by their IDs, of which no two in an encounter are equal."""
    return {thing_key("", thing): name for thing, name in things.items()}


def deed_key(combatant: str) -> str:
    """Return the key under which ``Names`` have the thing that a combatant's deed is about."""
    return f"{combatant}:deed"


def lacking_key(combatant: str, by: str) -> str:
    """Return the key under which ``Names`` have why a deferrer cannot strike at a combatant: a word of ``LACKING``."""
    return f"{combatant}/lacks/{by}"


OPEN_TICK = ":tick"
"""The key under which ``Names`` have the tick that is open."""


def holding_said(until: int, names: Names) -> str:
    """How long somebody holds; one who gives up a hold does so on the open tick."""
    if until > 0 and str(until) == names.get(OPEN_TICK):
        return "no longer holds"
    return f"holds until tick {until}" if until > 0 else "holds for the rest of the round"


def item(key: str, names: Names) -> str:
    """A thing as players speak of it: ``the sword``, or by a name of its own; bare hands are ``bare hands``.

    One whose name is unknown, as that of a secret sheet is, goes by the words of its ID.
    """
    if key == UNARMED:
        return "bare hands"
    name = names.get(thing_key("", key))
    if name is not None:
        return name if name[:1].isupper() else f"the {name}"
    words = [word for word in key.split(".") if not word.isdecimal()]
    return f"the {as_words(words[-1] if words else key)}"


def square(place: Square) -> str:
    """A square by its coordinates: ``(3, −1)``."""
    return f"({number(place.x)}, {number(place.y)})"


def squares_said(places: Iterable[Square], names: Names) -> str:
    """Return squares in a list: ``(3, −1) and (4, −1)``."""
    return listed(map(square, places))


def luck(points: int) -> str:
    """``1 point of luck``, ``2 points of luck``, ``no luck``."""
    return f"{counted(points, 'point')} of luck" if points else "no luck"


def skill_said(skill: str) -> str:
    """A skill as players speak of it: ``melee``, ``evading``."""
    return SKILLS.get(skill) or as_words(skill)


def product(statistic: str, skill: str, level: int, total: int) -> str:
    """How a total comes about: ``dexterity 14 × melee 4``, or ``half of dexterity with no skill in melee``."""
    if level < 1:
        return f"half of {as_words(statistic)} with no skill in {skill_said(skill)}"
    return f"{as_words(statistic)} {total // level} × {skill_said(skill)} {level}"


def product_of_total(event: Any, names: Names) -> str:
    """Return how the total of a manoeuvre is made up."""
    return product(event.statistic, event.skill, event.level, event.total)


def product_of_opponent(event: Any, names: Names) -> str:
    """Return how the total that opposes a manoeuvre is made up."""
    return product(event.statistic, event.skill, event.level, event.against)


def product_of_test(event: Any, names: Names) -> str:
    """Return how the total of a test is made up, without the help in it."""
    return product(event.statistic, event.skill, event.level, event.total - event.help)


def hint_said(hint: tuple[int, int], names: Names) -> str:
    """Return the range in which a hidden difficulty lies: ``between 20 and 60``."""
    return f"between {hint[0]} and {hint[1]}"


def what_said(what: str, names: Names) -> str:
    """Return what is tested: first aid, a skill or a statistic as words, or the narrator's text in quotation marks."""
    if what == FIRST_AID:
        return what
    known = what in STATISTICS or what in USUAL_SKILLS or what in names.get(SKILLS_KEY, "").split()
    return skill_said(what) if known or (what.isidentifier() and "_" in what) else f"“{what}”"


def totals_said(event: Any, names: Names) -> str:
    """Return the totals of a contest, the winner's first: ``14 to 12``."""
    return f"{event.totals[event.winner]} to {event.totals[event.loser]}"


def parties_said(parties: Any, names: Names) -> str:
    """Return who competes with whom, and with what: ``Iris (strength) competes with Bruno (strength and evading)``."""
    one, other = [f"{named(names, str(party['combatant']))} ({_tested_by(party)})" for party in parties]
    return f"{one} competes with {other}"


def _tested_by(party: Mapping[str, Any]) -> str:
    skill = party.get("skill")
    statistic = as_words(str(party["statistic"]))
    return f"{statistic} and {skill_said(str(skill))}" if skill else statistic


def damage_said(event: Any, names: Names) -> str:
    """Return the damage of a strike, with its parts: ``8 points of damage (base 4 and melee 4)``."""
    if not event.gross:
        return "no damage"
    parts = [f"{part_of_damage(what)} {points}" for what, points in event.parts if points]
    return f"{counted(event.gross, 'point')} of damage{f' ({listed(parts)})' if len(parts) > 1 else ''}"


def part_of_damage(what: str) -> str:
    """A part of the damage of a strike: the base, a skill, or what a manoeuvre adds."""
    return MANOEUVRES.get(what) or skill_said(what)


def aiming_said(ticks: int, names: Names) -> str:
    """Return how long a shot was aimed: ``after 3 ticks of aiming``, ``without aiming``."""
    return f"after {counted(ticks, 'tick')} of aiming" if ticks else "without aiming"


def reductions_said(event: Any, names: Names) -> str:
    """Return what stops how much of an attack, or all of it: ``the shield stops 3 and luck stops 1``."""
    parts = (
        ("the shield", event.shield),
        ("defence", event.defended),
        ("the armour", event.armour),
        ("luck", event.luck),
    )
    stopped = [f"{what} stops {'all' if points == event.gross else points}" for what, points in parts if points]
    return listed(stopped)


def left_said(points: int) -> str:
    """How much gets through what is stopped: ``1 gets``, ``3 get``, ``none get``."""
    return f"{points or 'none'} {'gets' if points == 1 else 'get'}"


def manoeuvre(key: Manoeuvre) -> str:
    """A manoeuvre as players speak of it: ``mighty blow``, ``follow-up``."""
    return MANOEUVRES.get(key) or as_words(key)


def a_manoeuvre(key: Manoeuvre, names: Names) -> str:
    """A manoeuvre with its article: ``a trip``, ``an accurate strike``."""
    return with_article(manoeuvre(key))


def manoeuvres(keys: Iterable[Manoeuvre]) -> str:
    """Manoeuvres in their order: ``trip and mighty blow``."""
    return listed(map(manoeuvre, keys))


def bystanders_said(event: Any, names: Names) -> str:
    """Return who is in earshot of a violent act, without those between whom it happens."""
    return all_named(names, [one for one in event.earshot if one not in (event.combatant, event.against)])


def own_declaration_said(event: Any, names: Names) -> str:
    """Return what the combatant of an event has declared, after its pronoun: ``they attack Bruno Hale``."""
    return they_do(names, event.combatant, declaration_said(event.combatant, event.declaration, names))


def declarations_said(declarations: Mapping[str, Declaration], names: Names) -> str:
    """Return what each of several combatants does: ``Iris Vane evades; Bruno Hale aims at Iris Vane``."""
    each = [f"{named(names, who)} {declaration_said(who, what, names)}" for who, what in declarations.items()]
    return "; ".join(each) or "nothing"


def declarations_in_short(declarations: Mapping[str, Declaration], names: Names) -> str:
    """Return what each of several combatants does, without the names of those who are meant by anyone present."""
    return declarations_said({who: _in_short(what) for who, what in declarations.items()}, names)


def _in_short(declared: Declaration) -> Declaration:
    condition = declared.condition
    if condition is None or condition.who == "listed":
        return declared
    return replace(declared, condition=replace(condition, listed=()))


def declaration_said(who: str, declared: Declaration, names: Names) -> str:
    """What ``who`` does, as its sentence continues: ``attacks Bruno Hale with the sword: trip``."""
    return f"{_action_said(who, declared, names)}{_paid(declared)}"


def _action_said(who: str, declared: Declaration, names: Names) -> str:
    armed = f" with {item(declared.weapon, names)}" if declared.weapon is not None else ""
    match declared.action:
        case "attack":
            return _attack_said(declared, armed, names)
        case "defend":
            return f"defends {themselves(names, who)}{armed}"
        case "evade":
            return "evades"
        case "defer":
            if declared.condition is None:
                return f"waits to attack{armed}"
            return f"waits for {condition_said(declared.condition, names)}, to attack{armed}"
        case "aim":
            return f"aims at {named(names, declared.target or '')}{armed}"
    return _other_said(declared, names)


def _attack_said(declared: Declaration, armed: str, names: Names) -> str:
    if declared.target is None:
        others = [one for one in declared.manoeuvres if one != "trick_shot"]
        also = f" ({manoeuvres(others)})" if others else ""
        hard = f", difficulty {declared.difficulty}" if declared.difficulty is not None else ""
        return f"tries “{declared.trick}”{armed} as a trick shot{also}{hard}"
    how = f": {manoeuvres(declared.manoeuvres)}" if declared.manoeuvres else ""
    if declared.mode == "thrown":
        return f"throws {item(declared.weapon or UNARMED, names)} at {named(names, declared.target)}{how}"
    return f"{MODES[declared.mode]} {named(names, declared.target)}{armed}{how}"


def _other_said(declared: Declaration, names: Names) -> str:
    text = f"“{declared.text}”"
    if declared.kind == "narrated":
        return f"means to do this: {text}"
    if declared.kind == "skill":
        what = f": {text}" if declared.text else ""
        statistic = as_words(declared.statistic or "a statistic")
        return f"means to use {skill_said(declared.skill or 'a skill')} with {statistic}{what}"
    whom = f" {named(names, declared.whom)}" if declared.whom is not None else ""
    thing = f" {item(declared.item, names)}" if declared.item is not None else ""
    return f"{KINDS[declared.kind]}{thing}{whom}"


def _paid(declared: Declaration) -> str:
    """The luck that goes with it, and what it is for."""
    uses = (("quickness", declared.luck.quickness), ("requirements", declared.luck.requirements))
    paid = [f"{luck(points)} for {what}" for what, points in uses if points]
    paid += [f"{luck(declared.luck.extra)} for more manoeuvres"] if declared.luck.extra else []
    return f", with {listed(paid)}" if paid else ""


def any_named(names: Names, combatants: Iterable[str]) -> str:
    """Several names of which any will do: ``Iris Vane or Bruno Hale``."""
    *others, last = [named(names, one) for one in combatants] or ["no one"]
    return f"{', '.join(others)} or {last}" if others else last


def condition_said(condition: Condition, names: Names) -> str:
    """What a deferred attack waits for: ``any enemy present (Bruno Hale) to come within reach``."""
    who = any_named(names, condition.listed) if condition.who == "listed" else WHO[condition.who]
    match condition.event:
        case "enters_area":
            does = f"to enter the area “{as_words(condition.area)}”"
        case "attacks":
            whom = "" if condition.victims is None else f" on {any_named(names, condition.victims)}"
            does = f"to make an attack{whom}"
        case "narrated":
            does = f"to do this: “{condition.text}”"
        case _:
            does = EVENTS[condition.event]
    present = condition.listed if condition.who in ("present_enemies", "present_others") else ()
    which = f" ({all_named(names, present)})" if present else ""
    return f"{who}{which} {does}"


def plan_said(plan: Plan, names: Names) -> str:
    """What a plan is to do: step, strike, and down to which tick: ``stay and strike at the first chance``."""
    goal = named(names, plan.target or "")
    match plan.steps:
        case "path":
            goes = f"step along {listed(map(square, plan.path))}" if plan.path else "stay"
        case "toward":
            stop = f" to within {counted(plan.stop, 'step')}" if plan.stop is not None else ""
            goes = f"step towards {goal}{stop}"
        case "away":
            goes = f"step away from {goal}"
        case _:
            goes = "stay"
    when = " after the strikes" if plan.when == "after" and plan.steps != "stay" else ""
    strikes = {"first_chance": " and strike at the first chance", "from": f" and strike from tick {plan.tick} on"}
    thing = f", aiming for {item(plan.item, names)}" if plan.item is not None else ""
    with_it = f", with {as_words(plan.statistic)}" if plan.statistic is not None else ""
    paid = f", with {luck_said(plan.luck)}" if any(plan.luck.values()) else ""
    until = f", until tick {plan.until}" if plan.until else ""
    return f"{goes}{when}{strikes.get(plan.strike, '')}{thing}{with_it}{paid}{until}"


def change_said(change: Mapping[str, Any], names: Names) -> str:
    """Return what a scheduled command changes: ``Bruno Hale is placed on (2, 0)``."""
    match change.get("type"):
        case "ticks.place":
            to = square(msgspec.convert(change.get("to") or {}, Square))
            return f"{named(names, change['combatant'])} is placed on {to}"
        case "ticks.set_sight":
            sees = "sees" if change.get("visible", True) else "no longer sees"
            return f"{named(names, change['observer'])} {sees} {named(names, change['target'])}"
    deferrer = named(names, str(change.get("deferrer", "")))
    return f"{named(names, str(change.get('by', '')))} does what {deferrer} is waiting for"


def luck_said(given: Mapping[Manoeuvre, int]) -> str:
    """Luck by the manoeuvres that it is for: ``2 points of luck for the trip``."""
    return listed(f"{luck(points)} for the {manoeuvre(one)}" for one, points in given.items() if points)


UNITS_OF_TIME = (("day", 86_400), ("hour", 3_600), ("minute", 60), ("second", 1))


def duration_said(seconds: int, names: Names) -> str:
    """How long something lasts: ``10 minutes``, ``5 minutes and 30 seconds``."""
    parts, left = [], seconds
    for unit, length in UNITS_OF_TIME:
        number, left = divmod(left, length)
        parts += [counted(number, unit)] if number else []
    return listed(parts or [counted(0, "second")])


SAID: Mapping[str, RenderValue] = {
    "seconds": duration_said,
    "parties": parties_said,
    "text": quoted,
}
"""How the values of commands' fields are said, by the names of the fields."""
Keyword: TypeAlias = Annotated[str, IN_WORDS]
"""A key of a statistic or an area, said as words."""
Skill: TypeAlias = Annotated[str, Spoken(SKILLS)]
"""A key of a skill, as players speak of it."""
Item: TypeAlias = Annotated[str, Spoken(item)]
"""The ID of a thing, said by its name."""
Spot: TypeAlias = Annotated[Square, Spoken(lambda place, names: square(place))]
"""A square, said by its coordinates."""
Luck: TypeAlias = Annotated[int, Spoken(lambda points, names: luck(points))]
"""Points of luck."""
Quote: TypeAlias = Annotated[str, QUOTED]
"""Free text, said in quotation marks."""
