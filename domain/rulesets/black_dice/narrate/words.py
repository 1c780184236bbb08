"""How Black Dice says stats, skills, weapons, places, degrees and reasons."""

from collections.abc import Iterable, Mapping
from typing import Any

from domain.rulesets.black_dice.state import Cover
from domain.rulesets.black_dice.words import FISTS, HERE, MARTIAL_STRIKE
from domain.text.phrases import Names, RenderValue, all_named, as_words, counted, listed, named, number, render_value

ROLLS = {
    "dex": "DEX",
    "initiative": "initiative",
    "engineering_clockwork": "engineering of clockwork",
    "ad_hoc_repair": "ad hoc repair",
    "wits": "Wits",
    "strength": "Strength",
    "fortitude": "Fortitude",
    "resolve": "Resolve",
}
DEGREES = {
    "foul_failure": "a foul failure",
    "failure": "a failure",
    "partial": "a partial success",
    "success": "a success",
    "good": "a good success",
    "impressive": "an impressive success",
    "virtuoso": "a virtuoso success",
    "awesome": "an awesome success",
    "god_like": "a god-like success",
}
COVERS = {
    "slight": "slight cover",
    "partial": "partial cover",
    "near_total": "near-total cover",
    "total": "total cover",
}
MARKS = {"normal": "point", "bruise": "bruise"}
DEEDS = {
    "attack": "the attack",
    "full_dodge": "the full dodge",
    "disengage": "the way out of the melee",
    "move": "the way",
    "aim": "the aim",
    "ready": "the readying",
    "act": "the act",
    "wait": "the waiting",
}
ACTS = {
    "feat": "a feat of strength",
    "drink": "a drink",
    "stabilise": "the care for somebody dying",
    "check": "a check",
    "assist": "help for somebody",
    "other": "something else",
}
FEATS = {"lift": "lifting", "break": "breaking", "throw": "throwing"}
DRINKS = {"light": "something light", "wine": "wine", "spirits": "spirits"}
HEALED_IN = {
    "skyloft_hospital": "a Skyloft hospital",
    "medical_kit": "a medical kit",
    "neovictorian_hospital": "a Neovictorian hospital",
    "improvised_bandages": "cloth for bandages",
    "workshop": "a workshop",
    "toolkit": "a toolkit",
    "improvised_tools": "something to serve as tools",
}
TEMPTATIONS = {"another_drink": "another drink", "laugh": "the laughter"}
STEPS = ("sober", "tipsy", "merry", "hammered", "bladdered", "legless", "plastered", "paralytic")


def weapon(key: str) -> str:
    """A weapon as an attack names it: ``bare fists``, ``the boarding axe``."""
    return {FISTS: "bare fists", MARTIAL_STRIKE: "a martial strike"}.get(key) or f"the {as_words(key)}"


def roll(label: str) -> str:
    """What is rolled: a stat or skill by its name; ``complementary/x`` and ``assistant/x`` by what comes behind."""
    head, slash, rest = label.partition("/")
    return roll(rest) if slash and head == "complementary" else ROLLS.get(label) or as_words(label)


def successes(count: int) -> str:
    """A number of successes."""
    return counted(count, "success", "successes")


def zone(key: str) -> str:
    """A zone as one goes there."""
    return "here" if key == HERE else f"to {as_words(key)}"


def at_zone(key: str) -> str:
    """A zone as one stands there."""
    return "here" if key == HERE else f"at {as_words(key)}"


def cover(taken: Cover, names: Names) -> str:
    """Cover, and against whom it stands."""
    whom = f" against {all_named(names, taken.against)}" if taken.against is not None else ""
    return f"{COVERS[taken.kind]}{whom}"


def terms(sources: Iterable[tuple[str, int]], names: Names) -> str:
    """Where dice or points come from: ``DEX 4, swordplay 5, wounds −2``."""
    return ", ".join(f"{_source(source, names)} {number(count)}" for source, count in sources)


def _source(source: str, names: Names) -> str:
    head, _, rest = source.partition("/")
    return f"{named(names, rest)}" if head == "assistant" else roll(source)


def strikes(value: Any, names: Names) -> str:
    """Declared attacks: ``Pryce with the cutlass and Quill with the revolver``."""
    return listed(f"{named(names, str(strike['target']))} with {weapon(str(strike['weapon']))}" for strike in value)


def where_to(value: Any, names: Names) -> str:
    """Where somebody goes: to a zone, or close to somebody."""
    if value.get("zone"):
        return zone(str(value["zone"]))
    return f"close to {named(names, str(value['close_to']))}" if value.get("close_to") else "away"


def aim_at(value: Any, names: Names) -> str:
    """What is aimed, and at whom."""
    return f"{weapon(str(value['weapon']))} at {named(names, str(value['target']))}"


def rolled(value: Any, names: Names) -> str:
    """A stat or a skill of a command."""
    return roll(str(value))


def contender(value: Any, names: Names) -> str:
    """One side of a contest: who, and with what."""
    return f"{named(names, str(value['combatant']))} ({roll(str(value.get('skill') or value['stat']))})"


def weapons(value: Any, names: Names) -> str:
    """Several weapons; none is ``nothing``."""
    return listed(weapon(str(one)) for one in value) if value else "nothing"


SAID: Mapping[str, RenderValue] = {
    "attack": strikes,
    "weapon": lambda value, names: weapon(str(value)),
    "ready": weapons,
    "aim": aim_at,
    "move": where_to,
    "disengage": where_to,
    "act": lambda value, names: ACTS[str(value)],
    "zone": lambda value, names: zone(str(value)),
    "stat": rolled,
    "with_stat": rolled,
    "skill": rolled,
    "active": contender,
    "passive": contender,
    "feat": lambda value, names: FEATS[str(value)],
    "drink": lambda value, names: DRINKS[str(value)],
    "temptation": lambda value, names: TEMPTATIONS[str(value)],
    "peril": render_value,
    "pips": lambda value, names: counted(int(value), "pip"),
    "successes": lambda value, names: successes(int(value)),
}
"""How the values of commands' fields are said, by the names of the fields."""
