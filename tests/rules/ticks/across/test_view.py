"""What others than the narrator see of the state: sealed declarations, plans and what is in store are left out."""

from typing import Any

import msgspec
import pytest

from domain.core.commands import Command
from domain.model.event import Event, Recorded
from domain.model.speaker import NARRATOR, SPECTATOR, Speaker
from domain.ruleset.decider import Decided, decide
from domain.rulesets.ticks import TICKS
from domain.rulesets.ticks.chapters.declaring.count_up import DeclarationsRevealed, Declared
from domain.rulesets.ticks.chapters.narrator.calls import CallTest
from domain.rulesets.ticks.chapters.narrator.rulings import PlaceCombatant, SetSight
from domain.rulesets.ticks.chapters.narrator.trials import Commit
from domain.rulesets.ticks.parts import SquareSheet
from domain.rulesets.ticks.state import Declaration, Fight, LuckPaid
from service.encounters.visibility import view_state
from tests.rules.specification import SECRETS, SEED
from tests.rules.ticks.specification import (
    Specification,
    Step,
    combat,
    declare,
    fight,
    given,
    newcomer,
    plan,
    standing,
)

IRIS, TOR = Speaker("player", ("iris",)), Speaker("player", ("tor",))
OTHERS = (SPECTATOR, TOR)
HARD = 937
"""A difficulty that is found wherever it is written."""


def seen(spec: Specification, speaker: Speaker) -> Fight:
    return view_state(TICKS, spec.fight, speaker)


def equals(*more: Step) -> Specification:
    """Iris and Tor, both of quickness 10, are to declare on tick 10; Iris has 4 luck."""
    joins = (newcomer("iris", QUI=10, luck=4), newcomer("tor", QUI=10))
    return given(fight(*joins), *standing("iris", "tor"), *combat("iris", "tor"), *more)


def recorded(spec: Specification, command: Command) -> tuple[Recorded, ...]:
    """What a command of the narrator's brings about, with whom its private parts are for."""
    result = decide(TICKS, spec.fight, command, NARRATOR, SEED, secrets=SECRETS)
    assert isinstance(result, Decided), result
    return tuple(result.events)


def public(event: Event) -> dict[str, Any]:
    """The fields that everybody is told."""
    fields: dict[str, Any] = msgspec.to_builtins(event)
    return {name: value for name, value in fields.items() if name not in event.private}


SEALED = declare("iris", "attack", target="tor", weapon="sword", luck={"quickness": 1})


@pytest.mark.rule("TK-DECL-5")
@pytest.mark.parametrize("speaker", OTHERS)
def test_a_sealed_declaration_is_its_makers_and_the_narrators(speaker: Speaker) -> None:
    spec = equals().when(SEALED)
    made = Declaration("attack", "tor", "iris.sword", luck=LuckPaid(1))
    for knowing in (NARRATOR, IRIS):
        iris = seen(spec, knowing).people["iris"]
        assert (iris.turn.declared, iris.luck) == (made, 3)
    hidden = seen(spec, speaker).people["iris"]
    assert (hidden.turn.declared, hidden.luck) == (None, 4)


@pytest.mark.rule("TK-DECL-5")
def test_the_fact_of_a_declaration_says_nothing_of_it_to_others() -> None:
    spec = equals()
    result = decide(TICKS, spec.fight, SEALED, NARRATOR, SEED, secrets=SECRETS)
    assert isinstance(result, Decided)
    [sealed] = [one for one in result.events if isinstance(one.event, Declared)]
    assert sealed.audience == "iris"
    assert public(sealed.event) == {"combatant": "iris"}
    told = [public(one.event) for one in result.events]
    assert b"sword" not in msgspec.json.encode(told)


@pytest.mark.rule("TK-DECL-5", "TK-DECL-6")
@pytest.mark.parametrize("speaker", [*OTHERS, IRIS, NARRATOR])
def test_when_all_of_the_tick_have_declared_all_is_open(speaker: Speaker) -> None:
    spec = equals(SEALED).when(declare("tor", "evade")).then(DeclarationsRevealed)
    people = seen(spec, speaker).people
    assert people["iris"].turn.declared == Declaration("attack", "tor", "iris.sword", luck=LuckPaid(1))
    assert people["tor"].turn.declared == Declaration("evade")
    assert people["iris"].luck == 3


@pytest.mark.rule("TK-PLAN-1")
@pytest.mark.parametrize("speaker", OTHERS)
def test_a_plan_is_its_owners_secret(speaker: Speaker) -> None:
    spec = equals(SEALED, declare("tor", "evade")).when(plan("iris", steps="toward", target="tor"))
    for knowing in (NARRATOR, IRIS):
        made = seen(spec, knowing).people["iris"].turn.plan
        assert made is not None
        assert (made.steps, made.target) == ("toward", "tor")
    hidden = seen(spec, speaker).people["iris"].turn
    assert hidden.plan is None
    assert hidden.declared is not None


@pytest.mark.parametrize("speaker", [*OTHERS, IRIS])
def test_what_waits_for_a_later_tick_is_the_narrators(speaker: Speaker) -> None:
    spec = equals()
    spec.when(PlaceCombatant(combatant="tor", to=SquareSheet(x=5), at=3))
    spec.when(SetSight(observer="iris", target="tor", visible=False, at=2))
    assert [change.tick for change in seen(spec, NARRATOR).scheduled] == [3, 2]
    assert seen(spec, speaker).scheduled == ()


def test_what_the_narrator_has_in_store_is_in_no_public_part() -> None:
    spec, now = equals(), SquareSheet(x=HARD)
    for command in (
        PlaceCombatant(combatant="tor", to=now, at=3),
        SetSight(observer="iris", target="tor", visible=False, at=3),
    ):
        told = recorded(spec, command)
        assert {one.audience for one in told} == {"narrator"}
        assert b"tor" not in msgspec.json.encode([public(one.event) for one in told])
    at_once = recorded(spec, PlaceCombatant(combatant="tor", to=now))
    assert public(at_once[0].event)["command"]["to"] == {"x": HARD}


@pytest.mark.rule("TK-DIFF-8")
@pytest.mark.parametrize("speaker", OTHERS)
def test_a_hidden_difficulty_is_in_no_view(speaker: Speaker) -> None:
    called = CallTest(combatant="iris", statistic="dexterity", skill="evade", difficulty=HARD, hidden=True)
    spec = given(fight("iris", "tor")).when(called).asks("commit", "iris")
    assert str(HARD).encode() in msgspec.json.encode(seen(spec, NARRATOR))
    assert str(HARD).encode() not in msgspec.json.encode(seen(spec, speaker))


@pytest.mark.rule("TK-DIFF-8")
def test_a_hidden_difficulty_is_told_to_nobody_else() -> None:
    """Wherever it is written down, it is in a private part that is the narrator's."""
    called = CallTest(combatant="iris", statistic="dexterity", skill="evade", difficulty=HARD, hidden=True)
    spec = given(fight("iris", "tor"))
    events = [*recorded(spec, called)]
    spec.when(called)
    verdict = decide(TICKS, spec.fight, Commit(actor="iris", luck=0), NARRATOR, SEED, secrets=SECRETS)
    assert isinstance(verdict, Decided)
    events += verdict.events
    bearing = [one for one in events if str(HARD).encode() in msgspec.json.encode(one.event)]
    assert {type(one.event).__name__ for one in bearing} >= {"TestCalled", "Tested"}
    for one in bearing:
        assert one.audience == "narrator", one
        assert str(HARD).encode() not in msgspec.json.encode(public(one.event)), one
