"""How Yin-Yang says attributes, weapons, results, tracks and reasons."""

from collections.abc import Iterable, Mapping
from typing import Any

from domain.rulesets.yin_yang.words import BARE_HANDS, BOXING, MAIN, MARTIAL_ARTS
from domain.text.phrases import Names, RenderValue, all_named, as_words, counted, listed, named

ATTRIBUTES = {"combat_value": "combat value", "charisma": "Charisma (Intellect)"}
WEAPONS = {BARE_HANDS: "bare hands", BOXING: "the fists", MARTIAL_ARTS: "martial arts"}
TRACKS = {"vitality": "Vitality", "mental_balance": "Mental Balance", "stamina": "Stamina"}
BANDS = {"arm": "at arm's length", "room": "the length of a room apart", "sight": "as far apart as one can see"}
OUT = {
    "dying": "falls and is dying",
    "exhausted": "collapses, exhausted",
    "shock": "breaks down in shock",
    "dead": "is dead",
    "fled": "gets away",
}
ROUND_AGAIN = {
    "dying": "is out of danger of death",
    "exhausted": "has got back some strength",
    "shock": "has got over the shock",
    "dead": "is among the living again",
    "fled": "is back",
}
SOURCES = {
    "target_value": "for a target value above 10",
    "damage_score": "for a Damage Score above 10",
    "vitality": "for Vitality at 0",
    "mental_balance": "for Mental Balance at 0",
    "stamina": "for Stamina at 0",
    "difficulty": "for the difficulty",
    "cumbersome": "for cumbersome armour",
    "called_shot": "for the called shot",
    "charge": "for the charge",
    "partners": "of partners",
    "granted": "as granted",
    "narrator": "from the narrator",
}
"""Where bonus and penalty cards come from."""
REASONS = {
    "white_joker": "the White Joker",
    "coloured_joker": "the Coloured Joker",
    "confrontation": "the Confrontation",
    "out_of_action": "out of action",
    "end_of_turn": "the turn ends",
}
"""Why actions and cards come and go of themselves."""
AIMS = {"weapon": "the weapon", "limb": "a limb", "head": "the head", "gap": "a gap in the armour", "other": "a spot"}
CONTESTS = {
    "staredown": "a staredown",
    "twist": "a twist",
    "riddle": "a riddle",
    "arm_wrestling": "arm wrestling",
    "performance": "a performance",
    "other": "a contest of another kind",
}


def weapon(key: str) -> str:
    """A weapon as an attack names it: ``bare hands``, ``the large magnum``."""
    return WEAPONS.get(key) or f"the {as_words(key)}"


def attributes(names: Iterable[str]) -> str:
    """What a test is made on: ``Speed and Strength``."""
    return listed(ATTRIBUTES.get(name) or name.capitalize() for name in names)


def made_on(attributes_of: Iterable[str], ability: str | None) -> str:
    """What a test is made on, with its ability: ``combat value and Saber Adept``."""
    return attributes(attributes_of) + (f" and {ability}" if ability else "")


def actions(hand: int, extra: int) -> str:
    """Actions, and how many of them are extra ones: ``2 actions``, ``1 action and 2 extra ones``."""
    if not extra:
        return counted(hand, "action")
    more = "1 extra one" if extra == 1 else f"{extra} extra ones"
    return f"{counted(hand, 'action')} and {more}" if hand else counted(extra, "extra action")


def added(bonus: Iterable[tuple[str, int]], penalty: Iterable[tuple[str, int]]) -> str:
    """Where cards come from: `` (bonus cards: 1 as granted; penalty cards: 2 for the called shot)``, or nothing."""
    kinds = {"bonus cards": terms(bonus), "penalty cards": terms(penalty)}
    said = "; ".join(f"{kind}: {why}" for kind, why in kinds.items() if why)
    return f" ({said})" if said else ""


def terms(sources: Iterable[tuple[str, int]]) -> str:
    """So many cards for each reason: ``1 for Stamina at 0, 2 for the called shot``."""
    return ", ".join(f"{count} {SOURCES[source]}" for source, count in sources)


def because(reason: str) -> str:
    """Why actions or cards come or go, after a colon; in the narrator's words where they are his."""
    return f": {REASONS.get(reason, reason)}" if reason else ""


def subfight(key: str) -> str:
    """A sub-fight as one goes there."""
    return "the main fight" if key == MAIN else f"the fight “{as_words(key)}”"


def gear(value: Any, names: Names) -> str:
    """Several things that somebody takes in hand or puts on; none is ``nothing``."""
    keys = [str(one["weapon"]) if isinstance(one, Mapping) else str(one) for one in value]
    return listed(map(weapon, keys)) if keys else "nothing"


def participants(value: Any, names: Names) -> str:
    """Those who act together."""
    return all_named(names, [str(one["combatant"]) for one in value])


def contestant(value: Any, names: Names) -> str:
    """One side of a contest: who, and on what."""
    return f"{named(names, str(value['combatant']))} ({made_on(value['attributes'], value.get('ability'))})"


def text(value: Any, names: Names) -> str:
    """Words of somebody at the table, as they were said."""
    return f"“{value}”"


SAID: Mapping[str, RenderValue] = {
    "weapon": lambda value, names: weapon(str(value)),
    "items": gear,
    "armour": gear,
    "participants": participants,
    "attributes": lambda value, names: attributes(value),
    "ability": lambda value, names: str(value),
    "track": lambda value, names: TRACKS[str(value)],
    "band": lambda value, names: BANDS[str(value)],
    "subfight": lambda value, names: subfight(str(value)),
    "first": lambda value, names: contestant(value, names) if isinstance(value, Mapping) else named(names, str(value)),
    "second": lambda value, names: contestant(value, names) if isinstance(value, Mapping) else named(names, str(value)),
    "hours": lambda value, names: counted(value, "hour") if isinstance(value, int) else str(value),
    "goal": text,
    "task": text,
    "text": text,
    "stake": lambda value, names: f"“{value}”",
    "points": lambda value, names: f"{value:+d}".replace("-", "−") if isinstance(value, int) else str(value),
}
"""How the values of commands' fields are said, by the names of the fields."""
