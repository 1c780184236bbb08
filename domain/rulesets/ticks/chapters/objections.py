"""What refusals of several chapters say: luck, statistics, what is in hand, and parts that belong or do not."""

from domain.model.refusal import refuse, require
from domain.rulesets.ticks.items import BARE_HANDS, Thing
from domain.rulesets.ticks.state import Person
from domain.rulesets.ticks.words import Mode
from domain.text.phrases import as_words, counted, listed, sentence

USED: dict[Mode, str] = {"melee": "in melee", "ranged": "at range", "thrown": "thrown"}
NOUNS = {"whom": "person"}


def require_luck(person: Person, points: int, field: str) -> None:
    """Nobody spends more than it holds (TK-LUCK-7); there is no other limit (TK-LCOMB-7)."""
    if points > person.luck:
        has = counted(person.luck, "point")
        said = f"{person.name} has {has} of luck, and this takes {points}; spend no more than that."
        refuse("TK-LUCK-7", said, field=field)


def require_statistic(person: Person, statistic: str, rule: str, field: str) -> None:
    """The sheet has what is to be tested."""
    has = listed(map(as_words, person.statistics))
    said = f"{person.name} has no {as_words(statistic)}, but {has}."
    require(statistic in person.statistics, rule, said, field=field)


def require_mode(thing: Thing, mode: Mode, field: str) -> None:
    """A weapon is used as it is made for (TK-ATK-7)."""
    used = " or ".join([USED[one] for one in thing.modes])
    said = sentence(f"{the(thing)} can only be used {used}, not {USED[mode]}.")
    require(mode in thing.modes, "TK-ATK-7", said, field=field)


def not_in_hand(person: Person, thing: Thing) -> str:
    """That a weapon is not ready, and which ones are."""
    ready = " or ".join([the(weapon) for weapon in (*person.ready_weapons, BARE_HANDS)])
    return f"{person.name} has no {thing.name} in hand; use {ready}, or draw it first."


def part_said(what: str, name: str, *, wanted: bool) -> str:
    """What belongs to something, or does not: ``Aiming needs a target; name one.``"""
    noun = NOUNS.get(name, name)
    article = "an" if noun[0] in "aeiou" else "a"
    return f"{what} needs {article} {noun}; name one." if wanted else f"{what} takes no {noun}; leave it out."


def the(thing: Thing) -> str:
    """A thing as it is spoken of: ``the sword``, ``bare hands``."""
    return thing.name if thing.id == BARE_HANDS.id else f"the {thing.name}"
