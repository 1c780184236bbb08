"""Specifications of Century, and what opens a fight in them.

    given(fight("a", "b"), *in_action("a", "b"))
        .when(attack("a", "b", range="short"), throws=["a d100: 30", "a 1d6: 4"])
        .then(HpLost("b", 4, 6, "Avenger 9mm"))

``d100: 36`` is one draw. Stubs (``stub``) are minor people with every score 9, 10 HP and a pool of 10; ``newcomer``
takes a template where the name begins with one. Answers sent along are written ``who: kind answer``: ``sam: fate_before
2``, ``mulan: defence dodge``, ``narrator: set_target succeeds``; an answer in braces is JSON: ``narrator:
called_terms {"base": 10}``.
"""

from typing import Any, TypeAlias

import msgspec

from domain.chance.draws import Draw
from domain.core.commands import Join, Open, SentAnswer, SetPolicy
from domain.model.event import Event
from domain.rulesets.century import CENTURY
from domain.rulesets.century.chapters.attack.attacks import Attack
from domain.rulesets.century.chapters.rolls.calls import CallRoll
from domain.rulesets.century.chapters.round.initiative import InitiativeScored, OrderSet, RoundBegun
from domain.rulesets.century.chapters.round.staggered_order import PassBegun, SlotOpened
from domain.rulesets.century.parts import CandidateSheet
from domain.rulesets.century.state import Fight, Initiative
from domain.rulesets.century.tables import TEMPLATES
from domain.rulesets.century.words import Hazard
from tests.rules import specification
from tests.rules.century.notation import assert_throws, faces_of
from tests.rules.notation import Notation


def newcomer(name: str, **changes: Any) -> Join:
    """A combatant from the template that its name begins with, else a stub."""
    template = next((key for key in sorted(TEMPLATES, key=len, reverse=True) if name.startswith(key)), None)
    return stub(name, **changes) if template is None else Join(template=template, id=name, sheet=changes)


def stub(name: str, *weapons: str, **sheet: Any) -> Join:
    """A minor person of no template; ``weapons`` are keys of the chart, the first two in the right and left hand."""
    given: dict[str, Any] = {"name": name.replace("_", " ").title(), "hp_max": 10, **sheet}
    if weapons:
        given.setdefault("weapons", [{"id": weapon} for weapon in weapons])
        given.setdefault("held", dict(zip(("right", "left"), weapons, strict=False)))
    return Join(id=name, sheet=given)


def fight(*names: str | Join, **options: Any) -> Open:
    """The opening command of a fight between these combatants, with these options."""
    joins = tuple(name if isinstance(name, Join) else newcomer(name) for name in names)
    return Open(ruleset="century", options=options, combatants=joins)


def policy(of: str, kind: str, answer: Any) -> SetPolicy:
    """A standing answer."""
    return SetPolicy(of=of, kind=kind, answer=answer)


def unasked(*names: str, but: tuple[str, ...] = ()) -> list[SetPolicy]:
    """Standing answers with which nobody of these is asked; those in ``but`` still are when they are attacked."""
    silent = {"fate_before": 0, "fate_after": "never", "initiative_before": 0, "initiative_after": "never"}
    attacked = {"defence": "never", "fate_miss": "never"}
    return [
        policy(name, kind, answer)
        for name in names
        for kind, answer in {**silent, **({} if name in but else attacked)}.items()
    ]


def in_action(*names: str, scores: dict[str, int] | None = None, pools: dict[str, int] | None = None) -> list[Event]:
    """Round 1 in its first pass, with the slot of the first of them open: scores 10, 9, 8 ... in this order.

    ``scores`` and ``pools`` say otherwise where they name somebody; equal scores act in one common slot. Vehicles have
    pools only if ``pools`` gives them one.
    """
    score = {name: (scores or {}).get(name, 10 - place) for place, name in enumerate(names)}
    groups: dict[int, tuple[str, ...]] = {}
    for name in sorted(names, key=lambda one: -score[one]):
        groups[score[name]] = (*groups.get(score[name], ()), name)
    order = tuple(groups.values())
    scored = [
        InitiativeScored(combatant=name, initiative=Initiative(score[name], 0, 0, 0, 0, score[name])) for name in names
    ]
    begun = RoundBegun(round=1, pools={**dict.fromkeys(names, 10), **(pools or {})})
    return [
        begun,
        *scored,
        OrderSet(groups=order),
        PassBegun(run=1),
        SlotOpened(members=dict.fromkeys(order[0], 5), place=0),
    ]


def attack(actor: str, target: str | None, **fields: Any) -> Attack:
    """An attack, by default with what the dominant hand holds."""
    return Attack(actor=actor, target=target, **fields)


def roll(roller: str, base: int = 50, **fields: Any) -> CallRoll:
    """A Skill Roll on a base alone, unless candidates or a hazard say otherwise."""
    plain = {} if "candidates" in fields or "hazard" in fields else {"candidates": [CandidateSheet(base=base)]}
    return CallRoll(roller=roller, **{**plain, **fields})


def check(roller: str, hazard: Hazard, base: int = 50, **fields: Any) -> CallRoll:
    """A Reaction Check against a hazard."""
    return CallRoll(roller=roller, kind="reaction", hazard=hazard, base=base, **fields)


def d100(number: int) -> Draw:
    """A supplied percentile die."""
    return Draw((number,), "supplied", 100)


def short_answer(text: str) -> SentAnswer:
    """An answer to send along, from its short form."""
    who, _, answer = text.partition(": ")
    kind, _, rest = answer.partition(" ")
    return SentAnswer(kind=kind, to=who, answer=_answer(kind, rest))


def _answer(kind: str, text: str) -> Any:
    if text.startswith(("{", "[")):
        return msgspec.json.decode(text)
    if text.isdecimal():
        return int(text)
    if text in ("true", "false"):
        return text == "true"
    if kind == "defence" and text != "none":
        word, *more = text.split()
        items = [name for name in more if name != "fate"]
        with_item = {"with": items[0]} if items else {}
        return {"defence": word, **({"fate": True} if "fate" in more else {}), **with_item}
    return text


CENTURY_NOTATION = Notation(CENTURY, newcomer, short_answer, faces_of, assert_throws)
Specification: TypeAlias = specification.Specification[Fight]
Step: TypeAlias = specification.Step


def given(*steps: Step) -> Specification:
    """Begin a specification."""
    return Specification(CENTURY_NOTATION).given(*steps)
