"""How S3 says weapons, things, vehicles, places, harm, throws and reasons, for events and commands alike."""

from collections.abc import Mapping
from typing import Any, Final

from domain.chance.draws import Draw
from domain.model.encounter import NARRATOR_ID
from domain.rulesets.s3.items import Item
from domain.rulesets.s3.state import Disabled, Dose, Drag, HazardPlan, Hold, LinkPlan, Loss, Memory, Wound, ZonePlan
from domain.rulesets.s3.tables import POISONS, wound_row
from domain.rulesets.s3.words import HERE, UNARMED, WORLD
from domain.text.phrases import (
    Names,
    RenderValue,
    all_named,
    as_words,
    at_place,
    coins_shown,
    counted,
    listed,
    named,
    possessive,
    thing_key,
    thing_named,
)
from domain.text.sentences import IN_WORDS

ZONES = "zones:"
"""Whose the names of zones are among the names of things."""

AS_WORDS: Final = IN_WORDS
"""Marks a field whose wire key is said as words."""

TASKS = {
    "break_free": "breaking free",
    "finish_strangle": "finishing to strangle",
    "disarm": "disarming",
    "hide": "hiding",
    "strangle": "strangling",
    "reposition": "repositioning",
    "switch_vehicle": "leaping",
    "flee": "fleeing",
    "damage_vehicle": "the attack",
    "fast": "the fast exchange",
    "check": "the contest",
    "trip": "throwing",
    "pin": "pinning",
    "defend": "the defence",
    "drop_down": "the drop",
    "extinguish": "putting out the fire",
}
DECIDED = {
    "initiative": "the initiative",
    "fast": "which of the two hits",
    "disables": "whether {opponent} is disabled",
    "limb": "whether {opponent} loses the use of the {limb}",
    "stuns": "whether {opponent} is stunned",
}
"""What the coin of a tie decides that is no attempt, as a template."""
CONTESTS = {
    "break_free": ("beats", "fails to break free of"),
    "chase": ("catches up with", "fails to catch up with"),
    "check": ("wins the contest against", "loses the contest against"),
    "disarm": ("disarms", "fails to disarm"),
    "finish_strangle": ("strangles", "fails to strangle"),
    "flee": ("outruns", "fails to outrun"),
    "hide": ("hides from", "fails to hide from"),
    "initiative": ("wins the initiative against", "loses the initiative to"),
    "pin": ("beats", "fails to pin"),
    "reposition": ("outmanoeuvres", "fails to outmanoeuvre"),
    "search": ("finds", "does not find"),
    "strangle": ("beats", "fails to strangle"),
    "switch_vehicle": ("makes the leap against", "fails the leap against"),
    "trip": ("throws", "fails to throw"),
}
"""What somebody does to an opponent who wins a contest of some task, or loses it."""
BEATS = ("beats", "loses to")
ATTAINED = {
    "break_free": "breaks free of",
    "pin": "pins",
    "strangle": "strangles",
}
"""What an attempt comes to whose contest is only won."""
DANGERS = {"edge_of_airship": "edge of the airship"}
"""The dangers of a scene whose keys are not said as they are."""
FATES = {
    "slain": "slain",
    "down": "down",
    "unconscious": "unconscious",
    "critical": "in critical condition",
}
INTENTS = {"subdue": "", "kill": ", meaning to kill"}
DISABLED_BY = {
    "fortitude": "the damage was too much",
    "wounds": "the wounds were too heavy",
    "strangled": "the air ran out",
}
"""Why somebody is disabled; a ruling is told as it is given."""
DAMAGE = {
    "damage": "damage",
    "burn": "damage from the fire",
    "poison": "damage from the poison",
    "fall": "damage from the fall",
    "crash": "damage from the crash",
    "drag": "damage from being dragged along",
}
OWED = {
    "damage": " from",
    "burn": ", lit by",
    "poison": ", given by",
    "drag": " by",
}
"""How a kind of damage is owed to somebody."""
THROWN_FOR = {
    "burn": "the fire",
    "poison": "the poison",
    "fall": "the fall",
    "crash": "the crash",
    "drag": "the drag",
    "stun_damage": "damage towards a stun",
    "wound_damage": "damage towards a wound",
}
"""What a throw is for, where its label is not said as it is."""
EXTRAS = {"gunslinger": "fires once more", "double_strike": "strikes a second time"}
FACES = {"H": "heads", "T": "tails"}
TERMS = {
    "narrator": "from the narrator",
    "wounds": "for wounds",
    "pin": "for the pin",
    "drag": "for the drag",
    "one_handed": "for one hand",
    "armour": "for the armour",
    "armour_penalty": "for the armour",
    "talents": "for talents",
    "main_arm": "for the lost main arm",
    "off_arm": "for the lost off arm",
    "left_leg": "for the lost left leg",
    "right_leg": "for the lost right leg",
    "eyes": "for the lost eyes",
    "attack_result": "from the attack",
    "damage_bonus": "from the weapon",
    "rating": "from the weapon",
    "margin": "from the margin",
    "finesse": "for finesse",
    "offense": "for offense",
    "gear": "for gear",
    "speed": "for speed",
    "grapple_bonus": "for grappling",
    "fortitude_bonus": "for toughness",
    "stun_bonus": "for stunning",
    "wound_bonus": "for wounding",
    "hazard": "from the danger",
    "intensity": "from the fire",
    "poison": "from the poison",
    "fall": "from the fall",
    "crash": "from the crash",
}
RULES_OF_TERMS: Final[Mapping[str, str]] = {
    "points": "S3-SKILL-1",
    "narrator": "S3-THROW-9",
    "wounds": "S3-WOUND-5",
    "pin": "S3-PIN-5",
    "drag": "S3-MOUNT-14",
    "one_handed": "S3-ATK-10",
    "armour": "S3-EQUIP-11",
    "armour_penalty": "S3-EQUIP-9",
    "talents": "S3-TAL-5",
    "main_arm": "S3-CALL-5",
    "off_arm": "S3-CALL-5",
    "left_leg": "S3-CALL-8",
    "right_leg": "S3-CALL-8",
    "eyes": "S3-CALL-9",
    "attack_result": "S3-DMG-2",
    "damage_bonus": "S3-EQUIP-3",
    "rating": "S3-DMG-2",
    "margin": "S3-DMG-2",
    "finesse": "S3-EQUIP-1",
    "offense": "S3-EQUIP-2",
    "gear": "S3-EQUIP-6",
    "speed": "S3-EQUIP-5",
    "grapple_bonus": "S3-SKILL-5",
    "fortitude_bonus": "S3-DMG-6",
    "stun_bonus": "S3-EQUIP-4",
    "wound_bonus": "S3-EQUIP-4",
    "hazard": "S3-NARR-4",
    "intensity": "S3-FIRE-3",
    "poison": "S3-POIS-4",
    "fall": "S3-MOVE-11",
    "crash": "S3-MOUNT-23",
}
"""The rules that add or remove the coins of terms."""
DRAGGING: Final = "S3-MOUNT-16"
"""The rule that adds the coins of a drag; as a penalty of the driver they have another one."""
FORTITUDE: Final = "S3-SKILL-2"
"""The rule of the points of Fortitude, which is no skill."""
CAUSES = {
    "burn": "the fire",
    "poison": "the poison",
    "fall": "the fall",
    "crash": "the crash",
    "drag": "the drag",
}
"""What did it, where it was nobody."""
UNTOLD_CAUSES = frozenset({"damage", "ruling"})
"""The causes that have just been told: a danger of the place, a ruling of the narrator."""


def the(name: str) -> str:
    """A name with its article: ``the sword pistol``, ``the road``."""
    return name if name.startswith("the ") else f"the {name}"


def weapon(ref: str, names: Names, owner: str = "") -> str:
    """A weapon as an attack names it: ``bare hands``, ``the sword-pistol`` and ``the sword-pistol's blade``.

    It is ``a weapon`` if its name is on a sheet that is not shown.
    """
    if ref == UNARMED:
        return "bare hands"
    item_id, _, mode = ref.partition("/")
    known = known_item(item_id, names, owner)
    if known is None:
        return "a weapon"
    name = the(known)
    return f"{name}'s {as_words(mode)}" if mode and not name.endswith(as_words(mode)) else name


def item(thing: Item, names: Names) -> str:
    """An item by its own name."""
    return the(thing.name)


def vehicle(name: str) -> str:
    """The name of a vehicle, if it is a common noun with its article: ``the autocycle``, ``Red Comet``."""
    return name if name[:1].isupper() else the(name)


def side_of(combatant: str, names: Names) -> str:
    """A side of a tie: a combatant, or damage that no combatant dealt."""
    return "the damage" if combatant == WORLD else named(names, combatant)


def _zone(key: str, names: Names) -> str:
    name = thing_named(names, key, ZONES)
    return name if name == HERE else the(as_noun(name))


def as_noun(name: str) -> str:
    """The name of a place in a sentence: ``Prison yard`` is a noun, and ``North Tower`` a name."""
    first, *others = name.split(" ")
    is_noun = first == "The" or not any(word[:1].isupper() for word in others)
    return f"{first[:1].lower()}{name[1:]}" if is_noun else name


def zone_drawn(name: str | None, key: str) -> str:
    """A zone as it stands in the list of a scene."""
    said = name or as_words(key)
    return "this place" if said == HERE else as_noun(said)


def to_zone(key: str, names: Names) -> str:
    """The way to a zone: ``back here``, ``to the deck``."""
    zone = _zone(key, names)
    return f"back {zone}" if zone == HERE else f"to {zone}"


def place(key: str, names: Names) -> str:
    """A zone by its name alone: ``upper deck``."""
    return thing_named(names, key, ZONES)


def at_zone(key: str, names: Names) -> str:
    """In a zone: ``here``, ``on the deck``."""
    zone = _zone(key, names)
    return zone if zone == HERE else at_place(zone)


def cause(source: str, names: Names) -> str:
    """Who or what did it: ``Iron Claw``, ``the fall``."""
    return names.get(source) or CAUSES.get(source) or as_words(source)


def attacking_weapon(event: Any, names: Names) -> str:
    """The weapon of an attack, among what the attacker carries."""
    return weapon(event.weapon, names, event.attacker)


def own_item(event: Any, names: Names) -> str:
    """The item of an event with its article, among what the combatant carries, as far as its sheet is shown."""
    return _item(event.item, names, event.combatant)


def own_weapon(event: Any, names: Names) -> str:
    """The item of an event that is used as a weapon, as far as the sheet of the combatant is shown."""
    return weapon(event.item, names, event.combatant)


def item_name(event: Any, names: Names) -> str:
    """The item of an event without an article, among what the combatant carries, as far as its sheet is shown."""
    return known_item(event.item, names, event.combatant) or "item"


def known_item(key: str, names: Names, owner: str = "") -> str | None:
    """The name of an item; None if it is on a sheet that is not shown, and nothing of that key ever lay about."""
    return names.get(thing_key(owner, key)) or names.get(thing_key("", key))


def _item(key: str, names: Names, owner: str = "") -> str:
    known = known_item(key, names, owner)
    return "something" if known is None else the(known)


def hands(value: tuple[str, ...], names: Names) -> str:
    """The hands that hold something: ``both hands``, ``the main hand``."""
    return "both hands" if len(value) == 2 else f"the {listed(value)} hand"


def task(value: str, names: Names) -> str:
    """What a contest or a stunt is about: ``the leap``, ``the attack (eyes)``."""
    kind, _, detail = value.partition("/")
    said = TASKS.get(kind) or the(as_words(kind))
    return f"{said} ({as_words(detail)})" if detail else said


def tie_key(prompt: str) -> str:
    """Return the key under which ``Names`` have what the coin of a prompt decides: a task, or a word of ``DECIDED``."""
    return f"{prompt}/tie"


def results_key(prompt: str) -> str:
    """Return the key under which ``Names`` have the results that the coin of a prompt is called at: ``4 to 4``."""
    return f"{prompt}/results"


def driving_key(combatant: str) -> str:
    """Return the key under which ``Names`` have the ID of the vehicle that a combatant drives."""
    return f"{combatant}/drives"


def drove_key(combatant: str) -> str:
    """Return the key under which ``Names`` have the ID of the vehicle that a combatant drove until it took its seat."""
    return f"{combatant}/drove"


def decided(tie: str, actor: str, opponent: str, names: Names) -> str:
    """What a coin decides: ``the initiative``, ``whether Guard is stunned``; empty where it is unknown."""
    task, _, limb = tie.partition("/")
    if task in DECIDED:
        return DECIDED[task].format(opponent=named(names, opponent), limb=as_words(limb))
    if task in ("attack", "damage_vehicle"):
        return f"whether {possessive(names, actor)} attack hits"
    does = ATTAINED.get(task) or contest(task, won=True)
    return f"whether {named(names, actor)} {does} {named(names, opponent)}" if task else ""


def contest(task: str, *, won: bool) -> str:
    """How somebody fares in a contest, before the name of the opponent: ``fails to pin``."""
    return CONTESTS.get(task.partition("/")[0], BEATS)[not won]


def stunt(memory: Memory, names: Names, written: str = "") -> str:
    """A stunt by its skills and its name, as it is written or as it is compared: ``evasion and melee (“Crane”)``."""
    label = written or memory.label
    return f"{listed(as_words(skill) for skill in memory.skills)}{f' (“{label}”)' if label else ''}"


def stunt_declared(event: Any, names: Names) -> str:
    """A stunt as the player has named it."""
    return stunt(event.memory, names, event.written)


def remembered(memory: Memory, names: Names) -> str:
    """A stunt that counts as used, with its task."""
    return f"a stunt with {stunt(memory, names)} for {task(memory.task, names)}"


def damage(label: str, names: Names) -> str:
    """A kind of damage: ``damage from the fire``."""
    return DAMAGE.get(label) or f"damage from {as_words(label)}"


def owed_to(event: Any, names: Names) -> str:
    """Who caused damage, in the words for its kind: ``, lit by Iron Claw``."""
    return f"{OWED.get(event.label, ', caused by')} {named(names, event.source)}"


def wound(value: Wound, names: Names) -> str:
    """A wound with its cause: ``deep wound from the fall``."""
    kind = kind_of_wound(value, names)
    return kind if value.source in UNTOLD_CAUSES else f"{kind} from {cause(value.source, names)}"


def kind_of_wound(value: Wound, names: Names) -> str:
    """A wound without its cause: ``deep wound``."""
    row = wound_row(value.points)
    return f"{row.name} wound" if row is not None else "wound"


def lost_by(loss: Loss, names: Names) -> str:
    """Who or what took the use of a limb."""
    return cause(loss.source, names)


def disabled(value: Disabled, names: Names) -> str:
    """What being disabled means, and why it happened."""
    reasons = [DISABLED_BY[reason] for reason in value.reasons if reason in DISABLED_BY]
    return f"{FATES[value.fate]}: {listed(reasons)}" if reasons else FATES[value.fate]


def held_with(hold: Hold, names: Names) -> str:
    """The means of a hold, and its intent if that is to kill."""
    return f"{weapon(hold.means, names, hold.holder)}{INTENTS[hold.intent]}"


def dragged_with(drag: Drag, names: Names) -> str:
    """The weapon of a drag, and its intent if that is to kill."""
    return f"{weapon(drag.weapon, names, drag.dragger)}{INTENTS[drag.intent]}"


def poison(dose: Dose, names: Names) -> str:
    """The poison of a dose."""
    return poison_named(dose.poison)


def poison_named(key: str) -> str:
    """A poison by its name in the table of poisons: ``viper oil``."""
    name: str = POISONS.get(key, {}).get("name") or as_words(key)
    return name


def extra_attack(talent: str, names: Names) -> str:
    """How a talent attacks once more."""
    return EXTRAS.get(talent, "attacks once more")


def talent(value: str, names: Names) -> str:
    """A talent by its name: ``Double Strike``."""
    return as_words(value).title()


def zones(plans: tuple[ZonePlan, ...], names: Names) -> str:
    """The zones of a scene."""
    return listed(zone_drawn(zone.name, zone.key) for zone in plans)


def ground(plans: tuple[LinkPlan | HazardPlan, ...], names: Names) -> str:
    """The ways or the dangers of a scene by their keys, each once: ``the door and the wall``."""
    return listed(dict.fromkeys(the(DANGERS.get(plan.key) or as_words(plan.key)) for plan in plans))


def thrower(combatant: str, names: Names) -> str:
    """Whose throw it is: a combatant's, or the narrator's for the world."""
    return named(names, NARRATOR_ID if combatant == WORLD else combatant)


def terms_of(terms: tuple[tuple[str, int], ...], names: Names) -> str:
    """The terms of a throw, if there are several: `` (8 points − 6 for the pin)``, `` (no points − 1 for wounds)``."""
    if len(terms) < 2:
        return ""
    parts = [f"{'−' if coins < 0 else '+'} {abs(coins)} {TERMS.get(name) or as_words(name)}" for name, coins in terms]
    return f" ({'no points ' if terms[0][1] < 0 else ''}{' '.join(parts).removeprefix('+ ')})"


def rule_of_term(label: str, name: str, coins: int) -> str:
    """The rule that adds or removes the coins of a term to a throw with this label."""
    if name == "drag" and coins > 0:
        return DRAGGING
    return FORTITUDE if name == "points" and label == "fortitude" else RULES_OF_TERMS.get(name, "")


def fallen(draw: Draw, names: Names) -> str:
    """How the coins of a throw fell, and how many heads there are."""
    shown = f" {coins_shown(draw.coins)}" if draw.coins else ""
    return f"{shown}, {counted(draw.coins.count('H'), 'head')}"


def flipped(draw: Draw, names: Names) -> str:
    """How a single coin fell: ``● heads``."""
    return f"{coins_shown(draw.coins)} {FACES[draw.coins]}"


def said_item(value: Any, names: Names) -> str:
    """The field of a command that names an item, as far as the sheet of its owner is shown."""
    return _item(value, names)


def said_link(value: Any, names: Names) -> str:
    """The field of a command that names a way of the scene."""
    return the(as_words(value))


def said_outcome(value: Any, names: Names) -> str:
    """Where a trip is to end: ``to the ground``, ``off the vehicle``, ``to the deck``, ``towards the furnace``."""
    kind, _, key = str(value).partition(":")
    if kind == "zone":
        return to_zone(key, names)
    towards = f"towards {the(DANGERS.get(key) or as_words(key))}"
    return {"ground": "to the ground", "dismount": "off the vehicle"}.get(kind, towards)


def said_people(value: Any, names: Names) -> str:
    """The field of a command that lists people, each once."""
    return all_named(names, dict.fromkeys(value))


def said_against(value: Any, names: Names) -> str:
    """Who opposes a check, and with what."""
    return f"{named(names, value['combatant'])}, who opposes with {as_words(value['skill'])}"


def said_relative(value: Any, names: Names) -> str:
    """Where a vehicle is placed: ``alongside the autocycle``."""
    return listed(f"{POSITIONS[entry['is']]} {named(names, entry['vehicle'])}" for entry in value)


def said_fate(value: Any, names: Names) -> str:
    """What being disabled means."""
    return FATES[value]


def said_wound(value: Any, names: Names) -> str:
    """The points of a wound."""
    return counted(value, "point")


def said_need(value: Any, names: Names) -> str:
    """The successes that a check needs."""
    return counted(value, "head")


def said_coins(value: Any, names: Names) -> str:
    """Damage coins."""
    return counted(value, "coin")


def said_storeys(value: Any, names: Names) -> str:
    """The depth of a drop."""
    return counted(value, "storey")


def said_stunned(value: Any, names: Names) -> str:
    """A stun that is imposed."""
    return "stunned"


def said_leave(value: Any, names: Names) -> str:
    """A step away from everyone."""
    return "away"


def said_prone(value: Any, names: Names) -> str:
    """A fall that is imposed."""
    return "to the ground"


POSITIONS = {"ahead": "ahead of", "behind": "behind", "alongside": "alongside"}
SAID: Final[Mapping[str, RenderValue]] = {
    "weapon": weapon,
    "item": said_item,
    "link": said_link,
    "zone": to_zone,
    "zone:at": at_zone,
    "outcome": said_outcome,
    "from": said_people,
    "engaged_with": said_people,
    "unseen_by": said_people,
    "against": said_against,
    "relative": said_relative,
    "disabled": said_fate,
    "wound": said_wound,
    "need": said_need,
    "coins": said_coins,
    "storeys": said_storeys,
    "stunned": said_stunned,
    "leave": said_leave,
    "prone": said_prone,
}
"""How fields of commands are said, where they are neither combatants nor plain words."""
