"""How Century says the values of the fields of events and commands: tables of words, and functions."""

import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

from domain.chance.draws import Draw
from domain.core.events import Answered
from domain.model.event import Json
from domain.rulesets.century.state import (
    Attack,
    CalledTerms,
    Candidate,
    Circumstance,
    Condition,
    Consequence,
    Cover,
    CriticalChoice,
    DefenceCalled,
    Held,
    Initiative,
    Modifier,
    Part,
    Place,
    Terms,
)
from domain.rulesets.century.tables import ARMOUR, GEAR, NATURAL_MP, WEAPONS
from domain.rulesets.century.words import Hand, RollKind
from domain.text.phrases import (
    Names,
    RenderValue,
    all_named,
    as_words,
    counted,
    dice_shown,
    listed,
    named,
    number,
    plural_verb,
    possessive,
    quoted,
    render_value,
    side_named,
    themselves,
    thing_key,
    with_article,
)
from domain.text.sentences import SpokenOf

ABILITIES = {
    "str": "Strength",
    "agl": "Agility",
    "con": "Constitution",
    "iq": "IQ",
    "app": "Appearance",
    "prs": "Personality",
}
PARTS = {
    "base": "base",
    "from_behind": "from behind",
    "heavy_armour": "for too heavy armour",
    "heavy_weapon": "for too heavy a weapon",
    "second_shot": "for the second shot",
    "disarm": "for the disarm",
    "dodge": "for the dodge",
    "block": "for the block",
    "parry": "for the parry",
    "dodge_penalty": "for having dodged",
    "block_penalty": "for having blocked or parried",
    "off_hand": "with the off hand",
    "two_hands_dominant": "with both hands",
    "two_hands_off": "with the off hand of two",
    "fate_before": "from Fate",
    "fate_after": "from Fate afterwards",
    "light_low": "in low light",
    "light_moonlight": "in moonlight",
    "light_twilight": "in twilight",
    "light_dark": "in the dark",
    "cover": "for cover",
    "resembles_friend": "for looking like a friend",
    "resembles_enemy": "for looking like an enemy",
    "lucky_day": "for a lucky day",
    "unlucky_day": "for an unlucky day",
    "elevated": "from higher ground",
    "gullible": "against a gullible person",
    "drunk": "for being drunk",
    "drugged": "for being drugged",
    "diseased": "for being ill",
    "surprised": "for being surprised",
    "character_moving": "for moving",
    "attacker_moving": "for moving",
    "target_moving": "for a moving target",
}
"""What a part of a target number is for, by its key; the others are said by their keys."""
TERMS = {
    "resembles_friend": "looking like a friend",
    "resembles_enemy": "looking like an enemy",
    "lucky_day": "a lucky day",
    "unlucky_day": "an unlucky day",
    "elevated": "higher ground",
    "gullible": "a gullible person",
    "drunk": "being drunk",
    "drugged": "being drugged",
    "diseased": "being ill",
    "surprised": "being surprised",
    "off_hand": "the off hand",
    "two_hands_dominant": "using both hands",
    "two_hands_off": "the off hand of two",
    "character_moving": "moving",
    "attacker_moving": "moving",
    "target_moving": "a moving target",
    "light_low": "low light",
    "light_moonlight": "moonlight",
    "light_twilight": "twilight",
    "light_dark": "the dark",
}
"""What the narrator's terms for an attack are for, by their keys, after *for*; the others are said by their keys."""
LABELS = {"turn_class": "for the turn", "control": "for the danger"}
"""Labels that the rules themselves give to a modifier."""
BANDS = {"melee": "hand to hand", "short": "at short range", "medium": "at medium range", "long": "at long range"}
HAZARDS = {
    "deathblow": "a deathblow",
    "disease": "a disease",
    "poison": "poison",
    "electricity": "electricity",
    "gas": "gas",
    "stun": "a stunning blow",
    "surprise": "surprise",
}
CONDITIONS = {
    "unconscious": "is unconscious",
    "dying": "is dying",
    "stabilized": "is stabilized",
    "dead": "is dead",
    "surprised": "is surprised",
    "drunk": "is drunk",
    "drugged": "is drugged",
    "diseased": "is ill",
    "stunned": "is stunned",
    "lucky": "has a lucky day",
    "unlucky": "has an unlucky day",
    "hindered": "is hindered",
    "dodge_penalty": "is off balance from dodging",
    "block_penalty": "is off balance from defending",
    "clearing_jam": "is busy clearing a jam",
    "hidden": "is hidden",
    "stealthy": "moves stealthily",
}
STATUSES = {
    "up": "is up again",
    "dying": "is dying",
    "stabilized": "is stabilized",
    "dead": "is dead",
}
"""How the narrator rules that a combatant fares."""
NO_MORE = {
    "dodge_penalty": "has recovered from dodging",
    "block_penalty": "has recovered from defending",
    "lucky": "has an ordinary day again",
    "unlucky": "has an ordinary day again",
    "stealthy": "moves openly again",
}
"""How it is said that a condition is over, where *no longer* would not do."""
LIGHTS = {
    "day": "daylight",
    "low": "low light",
    "moonlight": "moonlight",
    "twilight": "twilight",
    "dark": "total darkness",
}
FELT = {"deathwish": "a deathwish"}
"""Attitudes that are felt with an article."""
HEALTH = {"fresh": "more than half", "half": "half or less", "quarter": "a quarter or less"}
EFFECTS = {
    "none": "does nothing more",
    "automatic_hit": "hits for certain",
    "double_damage": "doubles the damage",
    "instant_ally": "makes {npc} an ally",
    "confession": "makes {npc} confess",
    "drop_weapon": "makes {weapon} slip",
    "jam": "jams {weapon}",
    "break_weapon": "breaks {weapon}",
    "explode_weapon": "makes {weapon} explode",
    "instant_enemy": "makes {npc} an enemy",
    "other": "has an effect of its own",
}
"""What critical throws do, by their effects."""
CAUSES = {**HAZARDS, "crash": "the crash"}
"""What hurts without an attack, as it is said."""
SOURCES = {"stimpak": "from a Stimpak", "rest": "by resting"}
"""Where hit points come from by the rules, as it is said."""
FIRES = {"single": "", "double_tap": ", a double tap", "burst": ", a burst", "full_auto": ", full auto"}
MANEUVERS = {"none": "attacks", "backstab": "backstabs", "disarm": "tries to disarm"}
CALLED = {
    "damage": "a hit does damage",
    "drop_item": "a hit makes it fall",
    "none": "the narrator says what a hit does",
}
OF_RULES = {
    "control": "to keep control",
    "half damage": "for half the damage",
    "hide": "to hide",
    "stabilize": "to stabilize the dying",
}
"""What rules have a combatant roll for, as it is said."""
SCOPES = {"attacks_by": "attacks by {who}", "attacks_on": "attacks on {who}", "all": "all attacks"}
SCOPES_LEFT = {**SCOPES, "all": "any attack"}
"""What a circumstance counts in, and what it no longer counts in."""


def silent_unless(nothing: Json) -> Callable[[Answered], bool]:
    """Which answers are not told: all of which facts come, that is all but ``nothing``, and standing ones."""
    return lambda event: event.given != nothing or event.by == "policy"


def signed(value: int) -> str:
    """A part of a sum: ``+21``, ``−30``."""
    return f"+{value}" if value >= 0 else number(value)


def abilities_said(label: str) -> str:
    """The abilities of a part by their names: ``app/prs`` is Appearance and Personality."""
    return listed(ABILITIES[name] for name in label.split("/")) if label else "ability"


def part_label(part: Part) -> str:
    """What a part of a target number is for: ``Agility``, ``“duress”``."""
    if part.key == "ability":
        return abilities_said(part.label)
    if part.key == "skill":
        return part.label or "skill"
    if part.key == "health":
        return f"at {HEALTH[part.label]} of the hit points"
    if part.label:
        return LABELS.get(part.label) or f"“{part.label}”"
    return PARTS.get(part.key) or f"for {as_words(part.key)}"


def part_said(part: Part, names: Names) -> str:
    """A part of a target number: ``+21 Agility``, ``−20 “duress”``."""
    return f"{number(part.amount) if part.key == 'base' else signed(part.amount)} {part_label(part)}"


def parts_that_count(parts: Iterable[Part]) -> Iterator[Part]:
    """The parts of a target number, or of what is added to a throw, without those of 0 but for the base."""
    return (part for part in parts if part.amount or part.key == "base")


def parts_said(parts: Iterable[Part], names: Names) -> str:
    """The parts of a target number, or of what is added to a throw: ``60 base, −20 “duress”``."""
    return ", ".join(part_said(part, names) for part in parts_that_count(parts))


def purpose_said(kind: RollKind, what: str) -> str:
    """What a roll is for, by a rule or in the roller's words; the attack of a To-Hit Roll without a weapon."""
    if kind == "to_hit" or not what:
        return what
    return OF_RULES.get(what) or f"for “{what}”"


def fate_gained(points: int, names: Names) -> str:
    """What the narrator gives or takes: ``gains 2 Fate Points``."""
    return f"{'gains' if points > 0 else 'loses'} {counted(abs(points), 'Fate Point')}"


def all_quoted(texts: Iterable[str], names: Names) -> str:
    """Several texts in quotation marks."""
    return listed(quoted(text, names) for text in texts)


def critical_said(choice: CriticalChoice, combatant: str, names: Names) -> str:
    """What a critical throw does: ``jams the .357 Magnum, and Vera is stunned: “it bursts”``."""
    others = "".join(f", and {named(names, who)} {consequence_said(one, names)}" for who, one in choice.conditions)
    return f"{_effect_said(choice, combatant, names)}{others}{f': “{choice.text}”' if choice.text else ''}"


def critical_in_brief(choice: CriticalChoice, combatant: str, names: Names) -> str:
    """The same without the conditions, which facts tell: ``has an effect of its own: “it bursts”``."""
    return f"{_effect_said(choice, combatant, names)}{f': “{choice.text}”' if choice.text else ''}"


def _effect_said(choice: CriticalChoice, combatant: str, names: Names) -> str:
    """The effect of a critical throw: ``jams the .357 Magnum``."""
    weapon = item(names, combatant, choice.weapon) if choice.weapon else "the weapon"
    return EFFECTS[choice.effect].format(weapon=weapon, npc=named(names, choice.npc or ""))


def condition_until(condition: Condition, names: Names) -> str:
    """What a combatant is like from now on: ``is drunk (−30) until the end of round 3``."""
    until = f" until the end of round {condition.until}" if condition.until else ""
    return f"{condition_said(condition, names)}{until}"


def condition_over(key: str, names: Names) -> str:
    """What a combatant is no longer like: ``is no longer hindered by “sprained ankle”``."""
    name, _, label = key.partition(":")
    no_more = NO_MORE.get(name) or CONDITIONS[name].replace("is ", "is no longer ", 1)
    return f"{no_more} by “{label}”" if label else no_more


def condition_said(condition: Condition, names: Names) -> str:
    """What a combatant is like: ``is drunk (−30)``, ``is hindered by “sprained ankle” (−20)``."""
    said_so = CONDITIONS[condition.name]
    loses = -condition.amount if condition.name != "lucky" else condition.amount
    amount = f" ({signed(loses)})" if loses and not condition.name.endswith("_penalty") else ""
    if condition.name == "surprised":
        amount = _surprise(condition.initiative, condition.skill, condition.reaction)
    return f"{said_so}{f' by “{condition.label}”' if condition.label else ''}{amount}"


def _surprise(initiative: int, skill: int, reaction: int) -> str:
    """What surprise takes off: `` (−2 on initiative, −20 on rolls and −20 on checks)``."""
    taken = ((initiative, "initiative"), (skill, "rolls"), (reaction, "checks"))
    parts = [f"{number(-amount)} on {what}" for amount, what in taken if amount]
    return f" ({listed(parts)})" if parts else ""


def consequence_said(one: Consequence, names: Names) -> str:
    """What a failure brings a combatant, but for lost hit points: ``is drunk (−30)``."""
    if one.effect == "other":
        return f"suffers this: “{one.text}”"
    if one.effect == "none":
        return "gets away with it"
    if one.effect == "surprised":
        return f"is surprised{_surprise(one.initiative, one.skill, one.reaction)}"
    label = f" by “{one.label}”" if one.label else ""
    return f"{CONDITIONS[one.effect]}{label}{f' ({signed(-one.amount)})' if one.amount else ''}"


def consequences_said(of: tuple[str, str, tuple[Consequence, ...]], names: Names) -> str:
    """What a failure brings that no fact tells: ``Vera's failure brings this: “a torn coat”``.

    Whether a hidden roll has failed is not said.
    """
    roll, combatant, effects = of
    found = [quoted(one.text, names) for one in effects if one.effect == "other"]
    texts = listed(found) if found else ""
    if roll_key(roll, "hidden") in names:
        what = "this comes" if texts else "nothing comes"
        return f"{what} of it for {named(names, combatant)}{f': {texts}' if texts else ''}"
    return f"{possessive(names, combatant)} failure {f'brings this: {texts}' if texts else 'has no consequence'}"


def _in_a_sentence(name: str) -> str:
    """A name of the charts, as ``Machine gun``; one with a number or another capital in it is a proper name."""
    return name if re.search("[0-9A-Z]", name[1:]) else name.lower()


ITEMS: Mapping[str, str] = {
    key: _in_a_sentence(str(row["name"])) for chart in (WEAPONS, ARMOUR, GEAR) for key, row in chart.items()
}
"""Items of the charts, as they are spoken of."""
OF_CHARTS: Mapping[str, str] = {
    str(row["name"]): ITEMS[key] for chart in (WEAPONS, ARMOUR, GEAR) for key, row in chart.items()
}
"""The same by the names that they have on sheets."""


THROWN: Mapping[str, str] = {key: str(row["name"]) for key, row in WEAPONS.items() if row["mode"] == "thrown"}
"""Weapons that are thrown, by their names on sheets."""


def drawn(draw: Draw, names: Names) -> str:
    """Dice as they fell: ``⚄``, or their numbers if they have other than six sides."""
    return dice_shown(draw.dice, draw.sides)


def damage_source(source: str, attacker: str | None, names: Names) -> str:
    """What does damage: ``Sam's .357 Magnum``, ``the crash``, ``poison``, ``“falling rocks”``."""
    if attacker:
        return f"{possessive(names, attacker)} {OF_CHARTS.get(source, source)}"
    return CAUSES.get(source) or f"“{source}”"


def loss_source(source: str, names: Names) -> str:
    """What hit points are lost to: ``the .357 Magnum``, ``a punch``, ``poison``, ``“falling rocks”``."""
    if source in NATURAL_MP or source == names.get(NATURAL):
        return a_natural(source)
    if source in OF_CHARTS or any("/" in key and name == source for key, name in names.items()):
        return f"the {OF_CHARTS.get(source, source)}"
    return CAUSES.get(source) or f"“{source}”"


def a_natural(natural: str) -> str:
    """A natural attack with its article: ``a punch``."""
    return with_article(as_words(natural))


def healing(source: str, names: Names) -> str:
    """Where hit points come from: ``by resting``, ``(“a long sleep”)``."""
    return SOURCES.get(source) or f"(“{source}”)"


def thing(names: Names, owner: str, key: str) -> str:
    """An item of a combatant as it is spoken of: ``.357 Magnum``, by its name on the sheet, else by its key.

    The number that keeps two apart on the ground is left out of the key.
    """
    name = names.get(thing_key(owner, key))
    if name is not None:
        return OF_CHARTS.get(name, name)
    kind = key.partition(".")[0]
    return ITEMS.get(kind) or as_words(kind)


def item(names: Names, owner: str, key: str) -> str:
    """One that is known of: ``the .357 Magnum``."""
    return f"the {thing(names, owner, key)}"


def roll_key(roll: str, fact: str) -> str:
    """The key under which ``Names`` have a fact about a roll, ``weapon``, ``natural`` or ``purpose``."""
    return f"{roll}:{fact}"


def thrown_with(of: tuple[str, str], names: Names) -> str:
    """What a combatant's To-Hit Roll is made with, if it is known: `` with the .357 Magnum``, `` with a punch``."""
    roll, combatant = of
    weapon, natural = names.get(roll_key(roll, "weapon")), names.get(roll_key(roll, "natural"))
    if weapon is not None:
        return f" with {item(names, combatant, weapon)}"
    return f" with {a_natural(natural)}" if natural is not None else ""


SECOND_SHOT: Final = ".2"
"""How the roll of the second shot of a double tap ends (CE-DTAP-1)."""
SHOTS_HIT: Final = ":hits"
"""The key under which ``Names`` have the shots of a double tap that have hit and whose damage is not thrown yet."""
SHOTS_LANDING: Final = ":landing"
"""The key under which ``Names`` have the shots of a double tap whose damage has not landed yet."""
SHOT: Final = ":shot"
"""The key under which ``Names`` have the shot of a double tap that the damage now comes from."""
CIRCUMSTANCES: Final = ":circumstances"
"""The key under which ``Names`` have the parts of an initiative that are neither dice, Agility nor Fate."""
ATTACKER: Final = ":attacker"
"""The key under which ``Names`` have who makes the attack."""
FIRE: Final = ":fire"
"""The key under which ``Names`` have how the attack fires."""
BAND: Final = ":band"
"""The key under which ``Names`` have the range of the attack, empty if that is not known."""
NATURAL: Final = ":natural"
"""The key under which ``Names`` have the natural attack with which the attack is made, empty for a weapon."""


def shot_by(roll: str) -> str:
    """Return the subject of a shot's clause, as a template: the attacker, or the second shot of a double tap."""
    return "{combatant's} second shot" if roll.endswith(SECOND_SHOT) else "{combatant}"


def shot_named(roll: str, names: Names) -> str:
    """The shot of an attack: ``the shot``, ``the second shot``; hand to hand ``the blow``, or ``the kick``."""
    natural = names.get(NATURAL)
    if natural or names.get(BAND) == "melee":
        return f"the {as_words(natural) if natural else 'blow'}"
    if roll.endswith(SECOND_SHOT):
        return "the second shot"
    return "the first shot" if names.get(FIRE) == "double_tap" else "the shot"


def landing(names: Names) -> str:
    """The shot of a double tap that damage comes from, if it has to be said: ``the first shot``."""
    shot = names.get(SHOT)
    return f"the {shot} shot" if shot else ""


def loser_said(combatant: str, names: Names) -> str:
    """Who is the subject of a loss: the combatant, or the shot that hurts it."""
    return landing(names) or named(names, combatant)


def loses_said(combatant: str, names: Names) -> str:
    """The verb of a loss."""
    return "takes" if landing(names) else "loses"


def loss_said(of: tuple[str, int, int | None], names: Names) -> str:
    """A loss: ``6 hit points, down to 5``, ``6 hit points off Vera, down to 5``."""
    combatant, points, hp = of
    off = f" off {named(names, combatant)}" if landing(names) else ""
    return f"{counted(points, 'hit point')}{off}{f', down to {number(hp)}' if hp is not None else ''}"


def absorbed_said(of: tuple[int, int], names: Names) -> str:
    """What is absorbed, and of how much: ``3 of 5 points``, ``both points of damage of the first shot``."""
    points, rest = of
    if not points:
        return "nothing"
    if rest:
        return f"{points} of {points + rest} points"
    shot = landing(names)
    whole = {1: "the only point of damage", 2: "both points of damage"}.get(points, f"all {points} points of damage")
    return f"{whole} of {shot}" if shot else whole


def critical_key(roll: str) -> str:
    """The key under which ``Names`` have whether the throw of a roll is a critical success or failure."""
    return f"{roll}:critical"


def outcome_said(of: tuple[str, str, bool], names: Names) -> str:
    """What a roll comes to: ``succeeds in a Skill Roll``; of a critical shot ``throws a critical success``."""
    roll, _, success = of
    critical = critically(of, names)
    if critical and roll_key(roll, "kind") not in names:
        return f"throws {critical}{roll_said(of, names)}"
    return f"{'succeeds' if success else 'fails'}{roll_said(of, names)}"


def critically(of: tuple[str, str, bool], names: Names) -> str:
    """Whether a throw is critical: ``a critical success``; Fate may make a success of a failure."""
    roll, _, success = of
    critical = names.get(critical_key(roll))
    return f"a critical {critical}" if critical == ("success" if success else "failure") else ""


def critical_suffix(of: tuple[str, str, bool], names: Names) -> str:
    """The same after the number thrown: `` (a critical success)``."""
    critical = critically(of, names)
    return f" ({critical})" if critical else ""


def critical_note(of: tuple[str, str, bool], names: Names) -> str:
    """The same beside the number of a roll that is no shot: ``, a critical success``."""
    critical = critically(of, names)
    return f", {critical}" if critical and roll_key(of[0], "kind") in names else ""


def roll_said(of: tuple[str, str, bool], names: Names) -> str:
    """What a roll is that a combatant succeeds in, or fails: `` in a Skill Roll to hide``, `` a Reaction Check``."""
    roll, combatant, success = of
    kind, on = names.get(roll_key(roll, "kind")), names.get(roll_key(roll, "on"))
    if kind is None:
        return " with the second shot" if roll.endswith(SECOND_SHOT) else ""
    whom = "" if on is None else f" on {themselves(names, combatant) if on == combatant else named(names, on)}"
    return f"{' in' if success else ''} {kind}{whom}{names.get(roll_key(roll, 'purpose'), '')}"


USUAL_WAYS: Final = {
    key: f"option {place}" for place, key in enumerate(("main", "second", "third", "fourth", "fifth", "sixth"), 1)
}
"""What ways to roll are called whose keys say no more than which of them they are."""


def way_key(roll: str, way: str) -> str:
    """The key under which ``Names`` have what a way to make a roll is."""
    return f"{roll}:way {way}"


def open_roll_key(combatant: str) -> str:
    """The key under which ``Names`` have the roll that a combatant has to make."""
    return f"{combatant}:roll"


def ways_said(candidates: Collection[Candidate], *, hidden: bool) -> dict[str, str]:
    """The ways to make a roll by their keys: ``Climbing with Agility``, ``the base of 20``.

    In a hidden roll, whose numbers and Skills are the narrator's, they are what the narrator calls them.
    """
    said = {one.key: way_called(one) if hidden else way_said(one) for one in candidates}
    several = [way for way, count in Counter(said.values()).items() if count > 1]
    alike = {one.key: f"{said[one.key]} on a base of {one.base}" for one in candidates if said[one.key] in several}
    return {**said, **alike}


def way_said(one: Candidate) -> str:
    """A way to make a roll: its Skill and abilities; without them what the narrator calls it, or its base."""
    abilities = listed(ABILITIES[ability] for ability in one.abilities) if one.abilities else ""
    if one.skill and abilities:
        return f"{one.skill} with {abilities}"
    return one.skill or abilities or (f"the base of {one.base}" if one.key in USUAL_WAYS else way_called(one))


def way_called(one: Candidate) -> str:
    """What the narrator calls a way to make a roll: ``option 2``, ``Agility``, ``“the stairs”``."""
    return ABILITIES.get(one.key) or USUAL_WAYS.get(one.key) or f"“{as_words(one.key)}”"


def seat_key(combatant: str) -> str:
    """The key under which ``Names`` have the vehicle that a combatant is in."""
    return f"{combatant}:seat"


def out_of(combatant: str, names: Names) -> str:
    """What somebody gets out of, if it is known: `` of Libretta Rapier``."""
    vehicle = names.get(seat_key(combatant))
    return "" if vehicle is None else f" of {named(names, vehicle)}"


def armed_key(combatant: str) -> str:
    """The key under which ``Names`` have the weapon of a combatant's attack."""
    return f"{combatant}:armed"


def missile_said(combatant: str, names: Names) -> str:
    """What flies in an attack: a weapon that is thrown, by its name."""
    weapon = names.get(armed_key(combatant), "")
    thrown = weapon.partition(".")[0] in THROWN or names.get(thing_key(combatant, weapon)) in THROWN.values()
    return item(names, combatant, weapon) if thrown else "the missile"


def own_missile(combatant: str, names: Names) -> str:
    """What flies in an attack, and whose it is: ``Sam's grenade``."""
    return f"{possessive(names, combatant)} {missile_said(combatant, names).removeprefix('the ')}"


def attempt_key(combatant: str) -> str:
    """The key under which ``Names`` have what a combatant attempts, as the narrator is asked about it."""
    return f"{combatant}:attempt"


def attempted(combatant: str, names: Names) -> str:
    """Whose attempt it is, and at what if that is known: ``Sam's attempt to hide``, ``Sam's attempt at “the lock”``."""
    what = names.get(attempt_key(combatant))
    if what is None:
        return named(names, combatant)
    return f"{possessive(names, combatant)} attempt {OF_RULES.get(what) or f'at “{what}”'}"


def item_in(field: str) -> SpokenOf:
    """How an event says the item of its combatant that a field names: ``the .357 Magnum``."""
    return SpokenOf(lambda event, names: item(names, event.combatant, getattr(event, field)))


def thing_in(field: str) -> SpokenOf:
    """The same after the name of the combatant: ``.357 Magnum``."""
    return SpokenOf(lambda event, names: thing(names, event.combatant, getattr(event, field)))


def in_hands(hands: Collection[Hand], names: Names) -> str:
    """The hands that hold something: ``both hands``, ``the left hand``."""
    return "both hands" if len(hands) == 2 else f"the {listed(hands)} hand"


def spot(place: Place, names: Names) -> str:
    """A place as coordinates: ``3 east, 22 north``."""
    height = f", {_metres(place.elevation, 'up', 'down')}" if place.elevation else ""
    return f"{_metres(place.x, 'east', 'west')}, {_metres(place.y, 'north', 'south')}{height}"


def _metres(value: int, ahead: str, back: str) -> str:
    """A coordinate with its direction: ``3 east``, ``3 west``."""
    return f"{abs(value)} {ahead if value >= 0 else back}"


def turn_said(degrees: int, names: Names) -> str:
    """A turn: ``90 degrees to the right``."""
    return f"{counted(abs(degrees), 'degree')} to the {'right' if degrees > 0 else 'left'}"


POINTS: Final = ("north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west")
"""The points of the compass, in the order of the headings."""


def heading_said(heading: int, names: Names) -> str:
    """A heading: ``west``, ``north-east (29 degrees)``."""
    part = 360 // len(POINTS)
    point = POINTS[round(heading / part) % len(POINTS)]
    return point if heading % part == 0 else f"{point} ({counted(heading, 'degree')})"


def cover_said(cover: Cover, names: Names) -> str:
    """What a combatant is behind: ``has cover from Vera behind Desk (50 percent)``, ``has no cover``."""
    against = f" from {all_named(names, cover.against)}" if cover.against else ""
    behind = [f"{named(names, one.object)} ({one.percent} percent)" for one in cover.objects]
    return f"has cover{against} behind {listed(behind)}" if behind else f"has no cover{against}"


def circumstance_said(one: Circumstance, names: Names) -> str:
    """What a circumstance counts: ``“smoke” counts −10 in attacks by Sam until the end of round 3``."""
    scope = SCOPES[one.on].format(who=named(names, one.combatant or ""))
    until = f" until the end of round {one.until}" if one.until else ""
    return f"“{one.label}” counts {signed(one.amount)} in {scope}{until}"


def circumstance_over(one: Circumstance, names: Names) -> str:
    """What a circumstance that is over counted in: ``“smoke” no longer counts in any attack``."""
    scope = SCOPES_LEFT[one.on].format(who=named(names, one.combatant or ""))
    return f"“{one.label}” no longer counts in {scope}"


def die_shown(die: Draw, names: Names) -> str:
    """A d100 as it is read: ``05``."""
    return two_digits(die.dice[0], names)


def two_digits(value: int, names: Names) -> str:
    """A number of a d100: ``05``."""
    return f"{value:02d}"


def metres_thrown(die: Draw, names: Names) -> str:
    """How far a missile goes astray."""
    return counted(die.dice[0], "metre")


def scatter_way(die: Draw, names: Names) -> str:
    """Where a missile goes: ``60 degrees off``, ``straight ahead``."""
    direction = (die.dice[0] - 1) * 60
    return f"{direction} degrees off" if direction else "straight ahead"


def attack_said(attack: Attack, names: Names) -> str:
    """An attack: ``Sam attacks Vera with the .357 Magnum, a burst, at short range (8 metres)``."""
    band = f", {BANDS[attack.band]}" if attack.band else ""
    metres = f" ({counted(attack.distance, 'metre')})" if attack.distance else ""
    return f"{named(names, attack.attacker)} {_attacks(attack, names, f'{band}{metres}')}"


def attack_briefly(attack: Attack, names: Names) -> str:
    """The same without attacker, metres and coordinates: ``attacks Vera with the .357 Magnum at short range``."""
    band = f" {BANDS[attack.band]}" if attack.band not in (None, "melee") else ""
    return _attacks(attack, names, f",{band}" if band and _manner(attack) else band, briefly=True)


def _attacks(attack: Attack, names: Names, band: str, *, briefly: bool = False) -> str:
    """What an attacker does."""
    goal = "a spot" if briefly and attack.point is not None else _goal(attack, names)
    shielded = f", with shelter for {all_named(names, attack.terms.shielded)}" if attack.terms.shielded else ""
    what = f"{MANEUVERS[attack.maneuver]} {goal}{_armed(attack, names)}"
    return f"{what}{_manner(attack)}{band}{shielded}"


def _manner(attack: Attack) -> str:
    """How an attack is made: ``, a burst``, ``, aiming at “the leg”``."""
    pair = ", one of a pair" if attack.paired else ""
    called = f", aiming at “{attack.called}”" if attack.called else ""
    return f"{FIRES[attack.fire]}{pair}{called}"


def _goal(attack: Attack, names: Names) -> str:
    """What an attack is aimed at: a target, the targets of a volley, or a spot."""
    if attack.spray:
        return listed(f"{named(names, one.target)} ({counted(one.rounds, 'round')})" for one in attack.spray)
    if attack.target:
        return named(names, attack.target)
    return f"a spot at {spot(attack.point, names)}" if attack.point is not None else "a spot"


def _armed(attack: Attack, names: Names) -> str:
    """What an attack is made with."""
    if attack.natural:
        return f" with {a_natural(attack.natural)}"
    hands = " in one hand" if attack.one_handed else ""
    return f" with {item(names, attack.attacker, attack.weapon)}{hands}" if attack.weapon else ""


def terms_said(terms: Terms, names: Names) -> str:
    """The narrator's terms of an attack: ``The narrator's terms: −30 for moonlight, from behind``."""
    said = [f"{signed(one.amount)} for {_term(one)}" for one in terms.modifiers]
    said += [word for word, on in (("from behind", terms.from_behind), ("an unaware target", terms.unaware)) if on]
    said += ["no dodging"] if terms.undodgeable else []
    said += [f"a base of {terms.base}"] if terms.base is not None else []
    said += [f"shelter for {all_named(names, terms.shielded)}"] if terms.shielded else []
    return f"The narrator's terms: {'; '.join(said)}" if said else "The narrator adds nothing to the attack"


def _term(one: Modifier) -> str:
    """What a modifier is for."""
    return f"“{one.label}”" if one.label else TERMS.get(one.key) or as_words(one.key)


def called_terms_said(terms: CalledTerms, names: Names) -> str:
    """The terms of a called shot: ``a base of 30; a hit does damage, ignoring cover``."""
    what = f"a hit makes {item(names, '', terms.item)} fall" if terms.item else CALLED[terms.effect]
    past = [word for word, on in (("armour", terms.ignores_armor), ("cover", terms.ignores_cover)) if on]
    more = f", ignoring {' and '.join(past)}" if past else ""
    return f"a base of {terms.base}; {what}{more}{f': “{terms.reason}”' if terms.reason else ''}"


def defence_said(called: DefenceCalled, combatant: str, attacker: str, names: Names) -> str:
    """A defence, and what it takes off: ``tries to block Vera's attack with the sword, −20``."""
    return f"{defence_in_brief(called, combatant, attacker, names)}, {number(-called.reduction)}"


def defence_in_brief(called: DefenceCalled, combatant: str, attacker: str, names: Names) -> str:
    """A defence: ``tries to block Vera's attack with the sword``."""
    means = means_said(combatant, called.with_item, names)
    return f"tries to {called.defence} {possessive(names, attacker)} attack{means}"


def means_said(combatant: str, means: str | None, names: Names) -> str:
    """What a combatant defends itself with, if that is chosen: `` with the sword``, `` with a kick``."""
    if not means:
        return ""
    return f" with {a_natural(means) if means in NATURAL_MP else item(names, combatant, means)}"


def side_said(side: str, names: Names) -> str:
    """A side: ``the characters``, ``the red side``, or ``Guido's side``, which a combatant has taken of its own."""
    return f"{possessive(names, side)} side" if side in names else side_named(side)


def sides_said(sides: Iterable[str], names: Names) -> str:
    """Several sides: ``the characters and the red side``."""
    return listed(side_said(side, names) for side in sides)


def modifiers_said(given: Iterable[tuple[str, int, str]], names: Names) -> str:
    """The narrator's modifiers of initiative: ``Sam is 2 faster in the initiative (“on guard”)``."""
    return _modified(given, "is {} in the initiative", ("faster", "slower"), "as fast as before", names)


def mp_modifiers_said(given: Iterable[tuple[str, int, str]], names: Names) -> str:
    """The narrator's modifiers of Move Points: ``Sam and Vera have 2 fewer Move Points (“cramped”)``."""
    return _modified(given, "has {}", ("more Move Point", "fewer Move Point"), "as many Move Points as before", names)


def _modified(
    given: Iterable[tuple[str, int, str]], says: str, words: tuple[str, str], unchanged: str, names: Names
) -> str:
    """What modifiers come to for each combatant, with their reasons; those for whom it is the same together."""
    totals: dict[str, int] = {}
    reasons: dict[str, dict[str, None]] = {}
    for who, value, reason in given:
        totals[who] = totals.get(who, 0) + value
        reasons.setdefault(who, {})[f"“{reason}”"] = None
    alike: dict[tuple[int, str], list[str]] = {}
    for who, total in totals.items():
        alike.setdefault((total, listed(reasons[who])), []).append(who)
    told = []
    for (total, why), group in alike.items():
        what = _more_or_less(total, *words) if total else unchanged
        verb = plural_verb(says) if len(group) > 1 else says
        told.append(f"{all_named(names, group)} {verb.format(what)} ({why})")
    return "; ".join(told)


def _more_or_less(total: int, more: str, less: str) -> str:
    """A difference: ``2 slower``, ``1 more Move Point``."""
    word, amount = more if total > 0 else less, abs(total)
    return counted(amount, word) if word.endswith("Point") else f"{amount} {word}"


def initiative_said(one: Initiative, names: Names) -> str:
    """A score with its parts: ``12: 9 thrown, +3 Agility``; ``names`` have those that circumstances come to."""
    fate = [("Fate before the throw", 3 * one.fate_before), ("Fate after the throw", one.fate_after)]
    together = f", {signed(one.modifiers)} for circumstances together" if one.modifiers else ""
    agility = f", {signed(one.bonus)} Agility" if one.bonus else ""
    spent = "".join(f", {signed(amount)} {what}" for what, amount in fate if amount)
    return f"{number(one.score)}: {one.dice} thrown{agility}{names.get(CIRCUMSTANCES, together)}{spent}"


def given_key(combatant: str) -> str:
    """The key under which ``Names`` have what the narrator adds to the initiative of a combatant in this round."""
    return f"{combatant}:initiative given"


def surprise_key(combatant: str) -> str:
    """The key under which ``Names`` have what surprise takes off the next initiative of a combatant."""
    return f"{combatant}:surprise"


def initiative_key(combatant: str) -> str:
    """The key under which ``Names`` have the initiative of a combatant."""
    return f"{combatant}:initiative"


TIE_BREAK = ":tie_break"
"""The key under which ``Names`` have the option that says what breaks ties of initiative."""


def tie_key(combatant: str) -> str:
    """The key under which ``Names`` have that a combatant has thrown to break a tie of this round."""
    return f"{combatant}:tie"


def groups_said(groups: Sequence[Sequence[str]], names: Names) -> str:
    """The order of action with the initiative of each, as far as it is known: ``Sam (24), then Vera and Eva (9)``."""
    told = []
    for place, group in enumerate(groups):
        score = _score(group, names)
        who = f"{all_named(names, group)}{' together' if len(group) > 1 else ''}"
        why = _why_later(groups, place, names) if place and score else ""
        told.append(f"{who} ({score}{why})" if score else who)
    return ", then ".join(told) or "no one"


def _score(group: Iterable[str], names: Names) -> str:
    return next((names[key] for one in group if (key := initiative_key(one)) in names), "")


def _why_later(groups: Sequence[Sequence[str]], place: int, names: Names) -> str:
    """Why a group comes after the one before it with the same score, where it can have no other reason (CE-TIE)."""
    tied = [group for group in groups if _score(group, names) == _score(groups[place], names)]
    if groups[place - 1] not in tied:
        return ""
    threw = [group for group in tied if names.get(tie_key(group[0]))]
    if threw == [groups[place - 1], groups[place]]:
        return ", with the lower throw"
    option = names.get(TIE_BREAK)
    if option == "simultaneous":
        return ", without Fate"
    by_agility = option == "agl_all" and not (groups[place - 1] in threw and groups[place] in threw)
    return ", with less Agility" if by_agility else ""


def those_inside(combatants: Collection[str], names: Names) -> str:
    """Those whom a blast catches."""
    return all_named(names, combatants) if combatants else "no one"


def effect_said(effect: Held, names: Names) -> str:
    """An effect that is held back: ``3 points of damage to Sam``."""
    who = named(names, effect.combatant)
    if effect.wound is not None:
        return f"{counted(effect.wound.total, 'point')} of damage to {who}{_through(effect, names)}"
    if effect.drop is not None:
        return f"{who} loses {item(names, effect.combatant, effect.drop.item)}"
    if effect.condition is not None:
        return f"{who} {condition_said(effect.condition, names)}"
    if effect.attitude is None:
        return f"{who} feels otherwise"
    felt = effect.attitude.attitude
    return f"{who} feels {FELT.get(felt, felt)} towards {named(names, effect.attitude.toward)}"


def harm_said(effect: Held, names: Names) -> str:
    """The damage that is held back: ``3 points of damage through Desk``, ``3 points of damage from the first shot``."""
    total = effect.wound.total if effect.wound is not None else 0
    shot = landing(names)
    return f"{counted(total, 'point')} of damage{f' from {shot}' if shot else ''}{_through(effect, names)}"


def _through(effect: Held, names: Names) -> str:
    """The cover that damage comes through."""
    return f" through {named(names, effect.wound.cover)}" if effect.wound is not None and effect.wound.cover else ""


def own_item(value: Any, names: Names) -> str:
    """An item in a field of a command."""
    return item(names, "", str(value))


def candidates(value: Any, names: Names) -> str:
    """The ways to make a roll."""
    ways = [str(one.get("skill") or one.get("key") or "main") for one in value]
    return listed(map(as_words, ways))


def objects(value: Any, names: Names) -> str:
    """What a combatant stands behind."""
    return all_named(names, [str(one["object"]) for one in value])


SAID: Mapping[str, RenderValue] = {
    "what": quoted,
    "text": quoted,
    "label": quoted,
    "called": quoted,
    "reason": quoted,
    "item": own_item,
    "for_item": own_item,
    "weapon": own_item,
    "armor": own_item,
    "condition": lambda value, names: CONDITIONS.get(str(value), str(value)),
    "status": lambda value, names: STATUSES[str(value)],
    "attitude": lambda value, names: FELT.get(str(value), str(value)),
    "natural": lambda value, names: a_natural(str(value)),
    "candidates": candidates,
    "hazard": lambda value, names: HAZARDS.get(str(value), str(value)),
    "objects": objects,
    "light": lambda value, names: LIGHTS.get(str(value), str(value)),
    "degrees": lambda value, names: counted(abs(value), "degree") if isinstance(value, int) else str(value),
    "distance_m": lambda value, names: counted(value, "metre") if isinstance(value, int) else str(value),
    "spray": lambda value, names: all_named(names, [str(one["target"]) for one in value]),
    "effects": lambda value, names: listed(as_words(str(one["effect"])) for one in value),
    "ability": lambda value, names: ABILITIES.get(str(value), str(value)),
    "mode": lambda value, names: as_words(str(value)),
    "dice": lambda value, names: str(value),
    "toward": lambda value, names: named(names, value) if isinstance(value, str) else render_value(value, names),
    "amount": lambda value, names: "damage" if value else "no damage",
}
"""How the values of commands' fields are said, by the names of the fields."""
