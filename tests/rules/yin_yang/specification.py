"""Specifications of Yin-Yang, and what opens a fight in them.

    given(fight("bishop", "da_hook"), in_turn())
        .when(attack("bishop", "da_hook"), "da_hook: match", throws=["bishop: 6H", "narrator: 9C", "bishop: 5D"])
        .then(DamageDrawn)

``bishop: 6H`` is one draw from the deck ``bishop``.

Answers sent along are written ``who: answer``: ``thug: match``, ``bill: match counter attributes=speed
ability=Flirting stake=flee``, ``thug: let_pass``; ``bill: follow_up thug``, ``bill: decline``; ``cryptos: join``,
``cryptos: stay_out``; ``narrator: allow bonus=1 may_counter=bill,bishop``, ``narrator: deny``; ``narrator: called_shot
2``; ``narrator: confront yes``; ``narrator: outcome success``, ``narrator: outcome narrated through the door``;
``narrator: victim knight``; ``narrator: king follow_up``, ``narrator: king adverse loses a hand``; ``narrator:
challenge refuse``, ``narrator: challenge riddle``. In a field ``+`` stands for a space: ``ability=Saber+Adept``.
"""

from collections.abc import Callable
from typing import Any, TypeAlias

from domain.core.commands import Join, Open, SentAnswer
from domain.model.event import Json
from domain.rulesets.yin_yang import YIN_YANG
from domain.rulesets.yin_yang.chapters.exchanges.calls import Attack
from domain.rulesets.yin_yang.chapters.testing.contests import Contest, Contestant
from domain.rulesets.yin_yang.chapters.testing.unopposed import Test as UnopposedTest
from domain.rulesets.yin_yang.chapters.turns.turns import StartTurn
from domain.rulesets.yin_yang.state import Fight, Person
from domain.rulesets.yin_yang.tables import TEMPLATES
from domain.rulesets.yin_yang.words import ATTRIBUTES, TestAttribute
from tests.rules import specification
from tests.rules.notation import Notation
from tests.rules.yin_yang.notation import assert_draws, faces_of


def newcomer(name: str, **changes: Any) -> Join:
    """A combatant from the template that its name begins with: ``thug``, ``thug_2``."""
    template = next((key for key in sorted(TEMPLATES, key=len, reverse=True) if name.startswith(key)), None)
    assert template is not None, f"no template begins the name {name!r}"
    return Join(template=template, id=name, sheet=changes)


def plain(name: str, **sheet: Any) -> Join:
    """Somebody of no template: every attribute is 3 but for what the sheet says."""
    return Join(id=name, sheet={"name": name, **dict.fromkeys(ATTRIBUTES, 3), **sheet})


def fight(*names: str | Join, **options: Any) -> Open:
    """The opening command of a fight between these combatants, with these options."""
    joins = tuple(name if isinstance(name, Join) else newcomer(name) for name in names)
    return Open(ruleset="yin_yang", options=options, combatants=joins)


def in_turn() -> StartTurn:
    """A turn that has begun, with everybody's actions in hand."""
    return StartTurn()


def attack(actor: str, target: str, **fields: Any) -> Attack:
    """An attack, by default with what the sheet attacks with."""
    return Attack(actor=actor, target=target, **fields)


def attempt(actor: str, *attributes: TestAttribute, **fields: Any) -> UnopposedTest:
    """An unopposed test on one attribute, or on two."""
    return UnopposedTest(actor=actor, attributes=attributes, **fields)


def contest(first: str, second: str, attribute: TestAttribute, **fields: Any) -> Contest:
    """A contest for a wager, both on the same attribute and without abilities."""
    sides = [Contestant(combatant=who, attributes=(attribute,)) for who in (first, second)]
    return Contest(first=sides[0], second=sides[1], stake="a wager", **fields)


def short_answer(text: str) -> SentAnswer:
    """An answer to send along, from its short form."""
    who, _, answer = text.partition(": ")
    word, _, rest = answer.partition(" ")
    kind, read = READ[word]
    return SentAnswer(kind=kind, to=who, answer=read(rest))


def _fields(text: str) -> dict[str, Any]:
    """``stake=flee attributes=speed``, with lists, numbers, yes and no where a field has them."""
    pairs = (pair.split("=") for pair in text.split())
    return {field: _value(field, given.replace("+", " ")) for field, given in pairs}


def _value(field: str, given: str) -> Json:
    if field in LISTS:
        return tuple(given.split(","))
    return {"yes": True, "no": False}.get(given, int(given) if given.isdecimal() else given)


def _matching(text: str) -> Json:
    mode, _, rest = text.partition(" ")
    return {"mode": mode, **_fields(rest)} if mode in ("attack", "counter") else {"mode": "attack", **_fields(text)}


def _following(text: str) -> Json:
    target, _, rest = text.partition(" ")
    return {"target": target, **_fields(rest)}


def _with_text(key: str) -> Callable[[str], Json]:
    """A word, or ``key`` and the words that go with it."""
    return lambda text: {key: text.removeprefix(f"{key} ")} if text.startswith(f"{key} ") else text


LISTS = ("attributes", "may_counter")
READ: dict[str, tuple[str, Callable[[str], Json]]] = {
    "match": ("match", _matching),
    "let_pass": ("match", lambda text: "let_pass"),
    "follow_up": ("follow_up", _following),
    "decline": ("follow_up", lambda text: "decline"),
    "join": ("join_combined", lambda text: {"joins": True, **_fields(text)}),
    "stay_out": ("join_combined", lambda text: {"joins": False}),
    "allow": ("consent", lambda text: {"allow": True, **_fields(text)}),
    "deny": ("consent", lambda text: {"allow": False}),
    "called_shot": ("called_shot_penalty", int),
    "confront": ("confront", str),
    "outcome": ("confrontation_outcome", _with_text("narrated")),
    "victim": ("misfire_victim", str),
    "king": ("king_effect", _with_text("adverse")),
    "challenge": ("answer_challenge", lambda text: text if text == "refuse" else {"contest": text}),
}

YIN_YANG_NOTATION = Notation(YIN_YANG, newcomer, short_answer, faces_of, assert_draws)
Specification: TypeAlias = specification.Specification[Fight]
Step: TypeAlias = specification.Step


def given(*steps: Step) -> Specification:
    """Begin a specification."""
    return Specification(YIN_YANG_NOTATION).given(*steps)


def person(spec: Specification, combatant: str) -> Person:
    """Somebody as the fight has it now, after a command that was accepted."""
    assert spec.refusal is None, spec.refusal
    return spec.fight.people[combatant]
