"""Specifications of Ticks, and what opens a fight in them.

    given(fight("iris", "tor", at={"tor": (4, 0)}), combat("iris", "tor"), *declared(tor=NOTHING, iris=attack("tor")))
        .when(act("iris", step=(1, 0)))
        .then(Stepped)

Names that begin with a template take it; others are ``plain``: all statistics 10, willpower 12, and nothing else.
Unless a test says otherwise everybody opposes with its best pair, soaks nothing and never holds back.
"""

from typing import Any, TypeAlias

import msgspec

from domain.core.commands import Command, Join, Open, SentAnswer, SetPolicy
from domain.rulesets.ticks import TICKS
from domain.rulesets.ticks.chapters.counting.acting import Act, Hold
from domain.rulesets.ticks.chapters.declaring.count_up import Declare
from domain.rulesets.ticks.chapters.declaring.free_actions import MakePlan
from domain.rulesets.ticks.chapters.declaring.rounds import CallCombat, StartRound
from domain.rulesets.ticks.state import Fight, Person
from domain.rulesets.ticks.tables import TEMPLATES
from tests.rules import specification
from tests.rules.notation import Notation

PLAIN = {"strength": 10, "dexterity": 10, "quickness": 10, "willpower": 12, "resilience": 10}
SHORT = {"STR": "strength", "DEX": "dexterity", "QUI": "quickness", "WIL": "willpower", "RES": "resilience"}
STANDING = {"oppose": "best", "soak": "none", "hold_back": "attack"}


def newcomer(name: str, **changes: Any) -> Join:
    """A combatant from the template that its name begins with, else a plain one; ``QUI=16`` changes a statistic.

    ``at`` is its square.
    """
    template = next((key for key in sorted(TEMPLATES, key=len, reverse=True) if name.startswith(key)), None)
    base = dict(TEMPLATES[template]["statistics"]) if template is not None else dict(PLAIN)
    statistics = {**base, **changes.pop("statistics", {})}
    for short in SHORT.keys() & changes.keys():
        statistics[SHORT[short]] = changes.pop(short)
    if "at" in changes:
        x, y = changes.pop("at")
        changes["position"] = {"x": x, "y": y}
    sheet = {"statistics": statistics, **changes}
    if template is None:
        return Join(id=name, sheet={"name": name.title(), **sheet})
    return Join(template=template, id=name, sheet=sheet)


def fight(*names: str | Join, **options: Any) -> Open:
    """The opening command of a fight between these combatants, with these options."""
    joins = tuple([name if isinstance(name, Join) else newcomer(name) for name in names])
    return Open(ruleset="ticks", options=options, combatants=joins, chance="supplied")


def standing(*names: str, **policies: str) -> list[SetPolicy]:
    """The standing answers of these combatants; ``soak="ask"`` says otherwise for all of them."""
    said = {**STANDING, **policies}
    return [SetPolicy(of=name, kind=kind, answer=answer) for name in names for kind, answer in said.items()]


def combat(*names: str) -> list[Command]:
    """Combat between the first two, heard by the rest, and the start of its first round."""
    one, other, *rest = names
    return [CallCombat(actor=one, against=other, earshot=tuple(rest)), StartRound()]


def declare(actor: str, action: str, **fields: Any) -> Declare:
    """A declaration."""
    return Declare.model_validate({"actor": actor, "action": action, **fields})


def act(actor: str, **fields: Any) -> Act:
    """What somebody does; ``step=(1, 0)`` is a step before, ``after=(1, 0)`` one after, ``strike=True`` the strike."""
    for name, when in (("step", "before"), ("after", "after")):
        if name in fields:
            x, y = fields.pop(name)
            fields["step"] = {"to": {"x": x, "y": y}, "when": when}
    fields = {key: {} if value is True and key != "stand" else value for key, value in fields.items()}
    return Act.model_validate({"actor": actor, **fields})


def hold(actor: str, until: int | None = 0) -> Hold:
    """To hold, by default for the rest of the round."""
    return Hold(actor=actor, until=until)


def plan(actor: str, **fields: Any) -> MakePlan:
    """A plan; ``path`` are squares as pairs."""
    if "path" in fields:
        fields["path"] = [{"x": x, "y": y} for x, y in fields["path"]]
    return MakePlan.model_validate({"actor": actor, **fields})


def short_answer(text: str) -> SentAnswer:
    """An answer to send along: ``iris: soak [{"luck": 2}]``, ``narrator: set_difficulty difficult``."""
    who, _, answer = text.partition(": ")
    kind, _, rest = answer.partition(" ")
    plain = not rest.startswith(("{", "[")) and rest not in ("true", "false") and not rest.isdecimal()
    return SentAnswer(kind=kind, to=who, answer=rest if plain else msgspec.json.decode(rest))


def no_faces(throws: Any) -> list[Any]:
    """Nothing is drawn in Ticks (TK-TEST-6)."""
    assert not list(throws)
    return []


def no_throws(events: Any, throws: Any) -> None:
    """And nothing was."""
    assert not list(throws)


TICKS_NOTATION = Notation(TICKS, newcomer, short_answer, no_faces, no_throws)
Specification: TypeAlias = specification.Specification[Fight]
Step: TypeAlias = specification.Step


def given(*steps: Step) -> Specification:
    """Begin a specification."""
    return Specification(TICKS_NOTATION).given(*steps)


def person(spec: Specification, name: str) -> Person:
    """Somebody as it is now."""
    return spec.fight.people[name]
