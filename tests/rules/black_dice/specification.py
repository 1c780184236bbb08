"""Specifications of Black Dice, and what opens a fight in them.

    given(fight("vane", "pryce"), *round_of("vane", "pryce"))
        .when(attack("vane", "pryce"), throws=["vane cutlass W11[…]=2", "pryce truncheon W6[…]=1", …])
        .then(ExchangeDecided)

Answers sent along are written ``who: answer``: ``pryce: dodge quill``, ``pryce: attack_back vane truncheon``, several
replies with commas between them, ``pryce: full_dodge vane``; ``vane: reroll a lucky stumble``, ``vane: reroll no``;
``narrator: approve yes``; ``vane: keep first``; ``vane: choose fate=2 trade=1``; ``vane: reduce_damage 3``;
``vane: avoid_injury yes``; ``vane: ensure_success no``; ``vane: save_from_death extend 2``,
``vane: save_from_death a rope out of nowhere``, ``vane: save_from_death no``.
"""

from collections.abc import Callable
from typing import Any, TypeAlias, get_args

from domain.core.commands import Join, Open, SentAnswer
from domain.model.event import Event, Json
from domain.rulesets.black_dice import BLACK_DICE
from domain.rulesets.black_dice.chapters.rounds.initiative import OrderSet
from domain.rulesets.black_dice.chapters.rounds.rounds import RoundBegun
from domain.rulesets.black_dice.state import Fight
from domain.rulesets.black_dice.tables import OBJECTS, TEMPLATES
from domain.rulesets.black_dice.words import ReplyKind
from tests.rules import specification
from tests.rules.black_dice.notation import assert_throws
from tests.rules.black_dice.throws import faces_of
from tests.rules.notation import Notation


def newcomer(name: str, **changes: Any) -> Join:
    """A combatant from the template that its name begins with; ``t1``, ``t2`` are toughs, ``glass_1`` is an object.

    A player's character is not asked for choices unless ``policy`` says so; with ``ask_choices`` None it says nothing.
    """
    known = sorted([*TEMPLATES, *OBJECTS], key=len, reverse=True)
    template = next((key for key in known if name.startswith(key)), None)
    if template is None and name[0] == "t" and name[1:].isdecimal():
        template = "tough"
    assert template is not None, f"no template begins the name {name!r}"
    if TEMPLATES.get(template, {}).get("player"):
        changes = {**changes, "policy": {"ask_choices": False, **changes.get("policy", {})}}
    return Join(template=template, id=name, sheet=changes)


def plain(name: str, **sheet: Any) -> Join:
    """Somebody of no template: every stat and rank is 0 but for what the sheet says."""
    return Join(id=name, sheet={"name": name, **sheet})


def fight(*names: str | Join, **options: Any) -> Open:
    """The opening command of a fight between these combatants, with these options."""
    joins = tuple(name if isinstance(name, Join) else newcomer(name) for name in names)
    return Open(ruleset="black_dice", options=options, combatants=joins)


def round_of(*order: str, number: int = 1) -> tuple[Event, ...]:
    """A round that has begun, with everybody named in this order of the round; nobody has declared yet."""
    successes = {name: len(order) - place for place, name in enumerate(order)}
    return RoundBegun(number=number, participants=order), OrderSet(order=order, successes=successes)


def short_answer(text: str) -> SentAnswer:
    """An answer to send along, from its short form."""
    who, _, answer = text.partition(": ")
    kind, _, rest = answer.partition(" ")
    if kind in get_args(ReplyKind):
        return SentAnswer(kind="response", to=who, answer={"replies": [_reply(part) for part in answer.split(", ")]})
    return SentAnswer(kind=kind, to=who, answer=READ[kind](rest))


def _reply(text: str) -> dict[str, str]:
    does, attacker, *weapon = text.split()
    return {"attacker": attacker, "does": does, **({"weapon": weapon[0]} if weapon else {})}


def _choices(text: str) -> Json:
    """``fate=2 trade=1``: choices before or after a throw."""
    return {field: int(number) for field, number in (pair.split("=") for pair in text.split())}


def _described(text: str) -> Json:
    return text if text == "no" else {"description": text}


def _saving(text: str) -> Json:
    return {"extend": int(text.removeprefix("extend "))} if text.startswith("extend ") else _described(text)


READ: dict[str, Callable[[str], Json]] = {
    "choose": _choices,
    "reroll": _described,
    "keep": str,
    "approve": lambda text: {"approve": text == "yes"},
    "reduce_damage": int,
    "avoid_injury": str,
    "ensure_success": str,
    "save_from_death": _saving,
}

BLACK_DICE_NOTATION = Notation(BLACK_DICE, newcomer, short_answer, faces_of, assert_throws)
Specification: TypeAlias = specification.Specification[Fight]
Step: TypeAlias = specification.Step


def given(*steps: Step) -> Specification:
    """Begin a specification."""
    return Specification(BLACK_DICE_NOTATION).given(*steps)
