"""The order of work where several strike on one tick: tests, damage, what is taken off, wounds, and what follows."""

from typing import Any

import pytest

from domain.core.events import Prompted
from domain.model.event import Event
from domain.rulesets.ticks.chapters.deeds.hands import Dropped
from domain.rulesets.ticks.chapters.deeds.harm import Wounded
from domain.rulesets.ticks.chapters.narrator.trials import LuckSpent
from domain.rulesets.ticks.chapters.strikes.effects import AmmunitionUsed, Fell, Grabbed
from domain.rulesets.ticks.chapters.strikes.strikes import ManoeuvreTested, ManoeuvreTried, Struck
from tests.rules.ticks.builders import Play, attack
from tests.rules.ticks.specification import act, newcomer

STRONG = {"STR": 20, "DEX": 20, "skills": {"unarmed": 3}, "QUI": 12}
KNIFE, PISTOL = {"key": "knife"}, {"key": "pistol", "loaded": 8}
FACTS: tuple[type[Event], ...] = (
    LuckSpent,
    ManoeuvreTried,
    ManoeuvreTested,
    Struck,
    Wounded,
    Dropped,
    Fell,
    Grabbed,
    AmmunitionUsed,
)
STRENGTH = {"statistic": "strength", "skill": "unarmed"}
DEXTERITY = {"statistic": "dexterity", "skill": "unarmed"}
WITH_THE_KNIFE = {"statistic": "strength", "skill": "melee"}


def melee() -> Play:
    """Zed trips and hits Tim, Abe grapples him; Pat throws at Una, Gus shoots at her, Dis knocks her knife away."""
    people = (
        newcomer("una", QUI=5, luck=2, at=(1, 0), things=[KNIFE]),
        newcomer("tim", QUI=5, luck=2, at=(0, 1)),
        newcomer("zed", luck=2, **STRONG),
        newcomer("abe", **STRONG),
        newcomer("pat", **STRONG, things=[KNIFE]),
        newcomer("gus", **STRONG, things=[PISTOL]),
        newcomer("dis", **STRONG),
    )
    play = Play(*people, asks={"una": ("oppose", "soak"), "tim": ("oppose", "soak")})
    play.round(
        zed=attack("tim", "unarmed", "trip", "rapid_attack", extra=1),
        abe=attack("tim", "unarmed", "grapple"),
        pat=attack("una", "knife", mode="thrown"),
        gus=attack("una", "pistol"),
        dis=attack("una", "unarmed", "disarm"),
    )
    for name in ("dis", "gus", "pat", "abe"):
        play.send(act(name, strike=True))
    return play.send(act("zed", strike={"luck": {"trip": 1}}))


def about(play: Play) -> tuple[str, Any, Any]:
    """Whom the open prompt is put to, and about whose manoeuvre."""
    [prompt] = play.fight.prompts
    return prompt.to, prompt.about.get("attacker"), prompt.about.get("manoeuvre")


def facts(play: Play) -> list[Event]:
    return [event for tick, event in play.log if tick == 12 and isinstance(event, FACTS)]


def settled(play: Play) -> Play:
    """All is answered: Tim spends his luck on the first test."""
    play.answer("tim", "oppose", {**DEXTERITY, "luck": 1})
    play.answer("tim", "oppose", DEXTERITY).answer("tim", "oppose", STRENGTH)
    play.answer("una", "oppose", WITH_THE_KNIFE)
    play.answer("una", "soak", [{"luck": 1}, {"luck": 1}])
    return play.answer("tim", "soak", [{}])


@pytest.mark.rule("TK-TICK-8")
def test_luck_is_spent_and_totals_are_public_before_anybody_opposes() -> None:
    play = melee()
    known = [(type(fact), getattr(fact, "combatant", None), getattr(fact, "total", None)) for fact in facts(play)]
    assert known == [
        (LuckSpent, "zed", None),
        (ManoeuvreTried, "zed", 80),
        (ManoeuvreTried, "zed", 60),
        (ManoeuvreTried, "abe", 60),
        (ManoeuvreTried, "dis", 60),
    ]
    assert play["zed"].luck == 0
    assert not any(fact.private for fact in facts(play))


@pytest.mark.rule("TK-TICK-8")
def test_tests_follow_the_strikers_and_their_manoeuvres_and_targets_soak_once_in_the_order_of_joining() -> None:
    play = melee()
    assert about(play) == ("tim", "zed", "trip")
    play.answer("tim", "oppose", DEXTERITY)
    assert about(play) == ("tim", "zed", "rapid_attack")
    play.answer("tim", "oppose", DEXTERITY)
    assert about(play) == ("tim", "abe", "grapple")
    play.answer("tim", "oppose", STRENGTH)
    assert about(play) == ("una", "dis", "disarm")
    play.answer("una", "oppose", WITH_THE_KNIFE)
    assert about(play) == ("una", None, None)
    assert [(one["attacker"], one["gross"]) for one in play.asked("soak")["attacks"]] == [("pat", 2), ("gus", 3)]
    play.answer("una", "soak", [{}, {}])
    assert about(play) == ("tim", None, None)
    assert play.wounds("una") == [], "all wounds come behind the last answer"
    assert [one["gross"] for one in play.asked("soak")["attacks"]] == [9]
    play.answer("tim", "soak", [{"luck": 1}])
    assert (play.wounds("una"), play.wounds("tim")) == ([(12, 5)], [(12, 8)])


@pytest.mark.rule("TK-TICK-8")
def test_damage_then_wounds_then_what_controls_bring_then_what_is_used_up() -> None:
    done = settled(melee())
    rest = [fact for fact in facts(done) if not isinstance(fact, LuckSpent | ManoeuvreTried | ManoeuvreTested)]
    assert [type(fact) for fact in rest] == [
        *[Struck] * 5,
        *[Wounded] * 2,
        *[Fell, Grabbed, Dropped],
        *[Dropped, AmmunitionUsed],
    ]
    assert [getattr(fact, "combatant", None) for fact in rest[:7]] == ["zed", "abe", "pat", "gus", "dis", "una", "tim"]
    assert [(fact.combatant, fact.why) for fact in rest if isinstance(fact, Dropped)] == [
        ("una", "disarmed"),
        ("pat", "thrown"),
    ]


@pytest.mark.rule("TK-TICK-8")
def test_luck_that_goes_into_opposing_is_missing_afterwards() -> None:
    play = melee().answer("tim", "oppose", {**DEXTERITY, "luck": 1})
    play.spec.answer({**DEXTERITY, "luck": 2}, to="tim").refused("TK-LUCK-7")
    play.answer("tim", "oppose", DEXTERITY).answer("tim", "oppose", STRENGTH)
    play.answer("una", "oppose", WITH_THE_KNIFE).answer("una", "soak", [{}, {}])
    play.spec.answer([{"luck": 2}], to="tim").refused("TK-LUCK-7")
    assert play.answer("tim", "soak", [{}]).wounds("tim") == [(12, 9)]


@pytest.mark.rule("TK-TICK-8")
def test_an_impossible_strike_is_none_of_the_others() -> None:
    """Which strikes are possible is found out first: what is not possible is neither tested nor paid for."""
    people = (
        newcomer("tim", QUI=5, at=(9, 0)),
        newcomer("zed", luck=1, **STRONG),
        newcomer("abe", **STRONG, at=(8, 0)),
    )
    play = Play(*people, asks={"tim": ("oppose",)})
    play.round(zed=attack("tim", "unarmed", "trip"), abe=attack("tim", "unarmed", "trip"))
    play.send(act("zed", strike={"luck": {"trip": 1}}), act("abe", strike=True))
    assert about(play) == ("tim", "abe", "trip")
    assert (play["zed"].luck, play.lapses("zed")) == (1, [(12, "strike")])
    asked = [event.to for tick, event in play.log if tick == 12 and isinstance(event, Prompted)]
    assert asked.count("tim") == 1
