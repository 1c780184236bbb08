"""What is being settled: strikes with their tests and damage, deferred attacks, tests and contests."""

import pytest

from domain.core.commands import SetPolicy
from domain.rulesets.ticks.chapters.counting.count_down import Count
from domain.rulesets.ticks.chapters.narrator.calls import CallContest, CallTest
from domain.rulesets.ticks.chapters.narrator.trials import Commit, SetDifficulty, Totalled
from domain.rulesets.ticks.chapters.strikes.opposing import Oppose
from domain.rulesets.ticks.parts import PartySheet
from tests.rules.ticks.specification import Specification, act, combat, declare, fight, given, newcomer, standing
from tests.rules.ticks.table.tables import drawn, player


def mighty() -> Specification:
    """Iris strikes at Hanna, who defends with a shield in her hand, with a mighty blow."""
    joins = ("iris", newcomer("hanna", at=(1, 0), luck=2))
    spec = given(fight(*joins), *standing("iris"), *combat("iris", "hanna"))
    attack = declare("iris", "attack", target="hanna", weapon="sword", manoeuvres=["mighty_blow"])
    return spec.given(declare("hanna", "defend", weapon="hatchet"), attack, act("iris", strike=True))


@pytest.mark.rule("TK-TICK-8", "TK-MAN-9")
def test_a_manoeuvre_is_pending_with_its_total_while_it_is_opposed() -> None:
    spec = mighty()
    assert drawn(spec, player("hanna"))["pending"] == {
        "strike-iris": {
            "label": "Mighty blow",
            "at": "hanna",
            "parts": [
                {"who": "iris", "does": "Attacks"},
                {"who": "iris", "does": "Mighty blow", "by": "Strength and Melee", "number": 48},
                {"who": "hanna", "does": "Opposes it", "target": 48},
            ],
        }
    }
    [prompt] = drawn(spec, player("hanna"))["awaits"].values()
    assert (prompt["choices"], prompt["more"]) == (
        [
            {
                "answer": {"statistic": statistic, "skill": skill},
                "label": f"Opposes it with {statistic} and {said}",
                "detail": f"comes to {comes_to}",
            }
            for statistic, skill, said, comes_to in (
                ("strength", "melee", "melee", 39),
                ("strength", "unarmed", "unarmed combat", 26),
                ("strength", "evade", "evading", 13),
                ("dexterity", "melee", "melee", 33),
                ("dexterity", "unarmed", "unarmed combat", 22),
                ("dexterity", "evade", "evading", 11),
            )
        ],
        True,
    )


@pytest.mark.rule("TK-DMG-2")
def test_damage_is_pending_with_what_stops_it_while_it_is_reduced() -> None:
    spec = mighty().given(Oppose(actor="hanna", statistic="strength", skill="unarmed"))
    assert drawn(spec)["pending"] == {
        "strike-iris": {
            "label": "Mighty blow",
            "at": "hanna",
            "parts": [
                {"who": "iris", "does": "Attacks", "with": "the sword"},
                {"who": "iris", "does": "Mighty blow succeeds", "by": "Strength and Melee", "number": 48},
                {
                    "who": "hanna",
                    "does": "May reduce the damage",
                    "pool": [
                        {"label": "Damage", "amount": 11, "rule": "TK-DMG-1"},
                        {"label": "Shield", "amount": -3, "rule": "TK-SHIELD-1"},
                    ],
                },
            ],
        }
    }
    [prompt] = drawn(spec)["awaits"].values()
    assert [(choice["label"], choice["detail"]) for choice in prompt["choices"]] == [
        ("Spends nothing against the damage", "8 wounds"),
        ("Spends 6 defence points against the damage", "2 wounds"),
        ("Spends 2 points of luck against the damage", "6 wounds"),
    ]


def test_a_plain_strike_is_called_a_strike() -> None:
    joins = ("iris", newcomer("bruno", at=(1, 0)))
    spec = given(fight(*joins), *standing("iris"), *combat("iris", "bruno"))
    spec.given(declare("bruno", "evade"), declare("iris", "attack", target="bruno", weapon="sword"))
    spec.given(act("iris", strike=True))
    assert drawn(spec)["pending"]["strike-iris"]["label"] == "Strike"


@pytest.mark.rule("TK-DEFER-9")
def test_a_deferred_attack_is_pending_with_who_has_met_its_condition() -> None:
    spec = given(fight("sable", newcomer("iris", at=(3, 0))), *combat("sable", "iris"))
    waits = {"event": "steps", "who": "anyone"}
    spec.given(declare("iris", "defer", weapon="sword", condition=waits), declare("sable", "evade"), Count())
    while spec.fight.tick > 14:
        spec.given(Count())
    spec.given(act("sable", step=(1, 0)))
    assert drawn(spec)["pending"] == {
        "deferred-iris": {
            "label": "Deferred attack",
            "at": "sable",
            "parts": [
                {"who": "iris", "does": "May attack now"},
                {"who": "sable", "does": "Has met the condition"},
            ],
        }
    }
    [prompt] = drawn(spec)["awaits"].values()
    assert [choice["label"] for choice in prompt["choices"]] == ["Attacks Sable Quinn", "Holds back"]


@pytest.mark.rule("TK-DIFF-8", "TK-OPP-4")
def test_tests_and_contests_are_pending_with_what_is_told_of_them() -> None:
    spec = given(fight("lena", "iris", "bruno"))
    called = CallTest(combatant="lena", statistic="dexterity", skill="medicine", difficulty="difficult", text="Sew it")
    spec.given(called)
    part = {"who": "lena", "does": "“Sew it”", "by": "Dexterity and Medicine", "target": 50}
    assert drawn(spec)["pending"] == {"test-lena": {"label": "Test", "parts": [part]}}
    spec.given(Commit(actor="lena"), called.model_copy(update={"hidden": True, "text": ""}))
    part = {"who": "lena", "does": "Test", "by": "Dexterity and Medicine"}
    assert drawn(spec)["pending"] == {"test-lena": {"label": "Test", "parts": [part]}}
    sides = tuple([PartySheet(combatant=one, statistic="strength") for one in ("iris", "bruno")])
    spec.given(Commit(actor="lena"), CallContest(parties=sides, defender="bruno"), Commit(actor="iris"))
    assert drawn(spec)["pending"] == {
        "contest-iris-bruno": {
            "label": "Contest",
            "parts": [{"who": "iris", "does": "Strength", "number": 12}, {"who": "bruno", "does": "Strength"}],
        }
    }


@pytest.mark.rule("TK-TEST-7", "TK-HELP-3", "TK-TEST-3")
def test_luck_for_a_test_says_what_the_test_then_comes_to() -> None:
    opened = fight(newcomer("lena", luck=2), "iris")
    test = CallTest(combatant="lena", statistic="dexterity", skill="medicine", difficulty=50, helpers=("iris",))
    [prompt] = drawn(given(opened, test))["awaits"].values()
    assert [choice["answer"] for choice in prompt["choices"]] == [0, 1, 2]
    for choice in prompt["choices"]:
        spec = given(opened, test).when(Commit(actor="lena", luck=choice["answer"]))
        [brought] = [event for event in spec.events if isinstance(event, Totalled)]
        assert choice["detail"] == f"comes to {brought.total}"
    spec = given(opened, CallTest(combatant="lena", statistic="strength", difficulty=50))
    [prompt] = drawn(spec)["awaits"].values()
    strength = spec.fight.people["lena"].statistics["strength"]
    assert [choice["detail"] for choice in prompt["choices"]] == [f"comes to {strength}"]


@pytest.mark.rule("TK-OTHER-7")
def test_a_deed_with_a_skill_is_pending_from_its_difficulty_on() -> None:
    spec = given(fight("iris", newcomer("bruno", at=(9, 0))), *combat("iris", "bruno"))
    climbs = {"kind": "skill", "statistic": "dexterity", "skill": "climbing"}
    spec.given(declare("bruno", "evade"), declare("iris", "other", **climbs), act("iris", deed={}))
    assert drawn(spec)["pending"] == {"test-iris": {"label": "Test", "parts": [{"who": "iris", "does": "Climbing"}]}}
    assert drawn(spec)["to_act"]["who"] == ["iris"]
    spec.given(SetDifficulty(difficulty=20))
    part = {"who": "iris", "does": "Climbing", "by": "Dexterity and Climbing", "target": 20}
    assert drawn(spec)["pending"] == {"test-iris": {"label": "Test", "parts": [part]}}


def test_an_act_has_buttons_for_what_was_declared() -> None:
    joins = ("iris", newcomer("bruno", at=(1, 0)))
    spec = given(fight(*joins), *standing("iris", "bruno"), *combat("iris", "bruno"))
    spec.given(SetPolicy(of="bruno", kind="soak", answer="none"), declare("bruno", "evade"))
    spec.given(declare("iris", "attack", target="bruno", weapon="sword"))
    [prompt] = drawn(spec, player("iris"))["awaits"].values()
    assert (prompt["choices"], prompt["more"]) == (
        [
            {"answer": {"strike": {}}, "label": "Wants to strike"},
            {"answer": "hold", "label": "Wants to hold"},
            {"answer": {"step": {}}, "label": "Wants to step", "takes": "place"},
        ],
        True,
    )
    assert "choices" not in next(iter(drawn(spec, player("bruno"))["awaits"].values()))
