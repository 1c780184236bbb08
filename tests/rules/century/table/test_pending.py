"""What is being settled, as the table draws it: attacks, rolls, initiative, and what a common slot holds back."""

from typing import Any

import pytest

from domain.model.speaker import SPECTATOR, Speaker
from domain.rulesets.century.chapters.attack.attacks import Attack
from domain.rulesets.century.chapters.movement.turning import Turn
from domain.rulesets.century.chapters.narrator.attitudes import SetAttitude
from domain.rulesets.century.chapters.narrator.other_actions import Hide, OtherAction
from domain.rulesets.century.chapters.rolls.attempts import Attempt
from domain.rulesets.century.chapters.round.deferred_effects import EffectHeld
from domain.rulesets.century.chapters.round.initiative import BeginRound
from domain.rulesets.century.parts import SprayPart
from domain.rulesets.century.state import Condition, Fall, Held, Turning
from tests.rules.century.builders import FATE, RAPIER, at, at_the_wheel, drive, end, in_slot, steer, way
from tests.rules.century.specification import (
    Specification,
    attack,
    check,
    fight,
    given,
    in_action,
    newcomer,
    roll,
    stub,
)
from tests.rules.century.table.drawn import card, drawn

EVA = Speaker("player", ("eva",))


def thrown_at_the_dog() -> Specification:
    """Eva has thrown 79 against 57, and may buy the difference."""
    eva = newcomer("eva", fp=3, position=at(0, 1), heading=180)
    dog = newcomer("guard_dog", position=at(0, 0), heading=0)
    spec = given(fight(eva, dog), *in_action("eva", "guard_dog", pools={"guard_dog": 16}))
    answers = ("guard_dog: defence dodge", "eva: fate_before 0")
    return spec.when(attack("eva", "guard_dog"), *answers, throws=["eva d100: 79"]).asks("fate_after", "eva")


@pytest.mark.rule("CE-MOD-20", "CE-ROLL-4", "CE-DODGE-2", "CE-DODGE-13", "CE-FATE-7")
def test_eva_has_thrown_at_a_dog_that_dodges() -> None:
    spec = thrown_at_the_dog()
    assert drawn(spec, "pending", EVA) == {
        "attack-13": {
            "label": "Attack",
            "at": "guard_dog",
            "parts": [
                {"who": "eva", "does": "Attacks", "with": "Avenger 9mm", "by": "at short range, 1 metre"},
                {"who": "guard_dog", "does": "Dodge, −27"},
            ],
        },
        "attack-13.1.1": {
            "label": "To-Hit Roll: Avenger 9mm",
            "at": "guard_dog",
            "parts": [
                {
                    "who": "eva",
                    "does": "Has thrown",
                    "pool": [
                        {"label": "Base", "amount": 60, "rule": "CE-RANGE-1"},
                        {"label": "Agility", "amount": 12, "rule": "CE-ABIL-3"},
                        {"label": "Ranged Combat: Small", "amount": 12, "rule": "CE-ABIL-4"},
                        {"label": "Dodge", "amount": -27, "rule": "CE-MOD-8"},
                    ],
                    "target": 57,
                    "number": 79,
                }
            ],
        },
    }
    assert drawn(spec, "to_act", EVA) == {
        "now": False,
        "who": ["eva"],
        "has": "the slot",
        "since": 10,
        "left": {"eva": {"Move Points in the slot": 2}},
        "next": [["guard_dog"]],
    }
    (asked,) = drawn(spec, "awaits", EVA).values()
    assert asked["question"] == "Eva may spend Fate: the throw is 79 against 57."
    assert asked["choices"] == [
        {"answer": 0, "label": "Spends no Fate Points after the throw", "detail": "Target number 57"},
        {"answer": 3, "label": "Spends 3 Fate Points after the throw", "detail": "Target number 87"},
    ]
    assert drawn(spec, "pending", SPECTATOR) == drawn(spec, "pending", EVA)


@pytest.mark.rule("CE-DODGE-2")
def test_an_attack_awaits_the_defence_of_its_target() -> None:
    spec = in_slot(stub("a", "magnum_357"), "b", asked=("b",)).when(attack("a", "b", range="medium"))
    assert drawn(spec, "pending") == {
        "attack-37": {
            "label": "Attack",
            "at": "b",
            "parts": [
                {"who": "a", "does": "Attacks", "with": ".357 Magnum", "by": "at medium range"},
                {"who": "b", "does": "May defend"},
            ],
        }
    }
    assert card(spec, "a")["doing"] == {"label": "Attack", "state": "awaited", "at": ["b"]}
    assert "doing" not in card(spec, "b")


@pytest.mark.rule("CE-BLOCK-3", "CE-PARRY-3")
@pytest.mark.parametrize(
    ("answer", "does", "tool"),
    [
        ({"defence": "block", "with": "left_arm"}, "Block, −30", "Left arm"),
        ({"defence": "parry", "with": "sword"}, "Parry, −30", "Sword"),
    ],
)
def test_a_defence_has_what_it_is_made_with(answer: Any, does: str, tool: str) -> None:
    fated = stub("a", **FATE)
    spec = (
        given(fight(fated, stub("b", "sword")), *in_action("a", "b"))
        .when(attack("a", "b", range="melee"))
        .answer(answer)
    )
    met = next(one for one in drawn(spec, "pending").values() if one["label"] == "Attack")["parts"][1]
    assert met == {"who": "b", "does": does, "with": tool}
    (rolling,) = [one for one in drawn(spec, "pending").values() if one["label"] == "To-Hit Roll: Punch"]
    assert rolling["parts"][0]["does"] == "Has to throw"


@pytest.mark.rule("CE-AUTO-7", "CE-AUTO-9")
def test_a_volley_has_the_bullets_for_each_target() -> None:
    spec = in_slot(stub("a", "ko911"), "b", "c", narrator_approves_spray=True)
    parts = tuple([SprayPart(target=one, rounds=rounds, range="short") for one, rounds in (("b", 13), ("c", 7))])
    spec.when(Attack(actor="a", fire="full_auto", spray=parts)).asks("spray_approval", "narrator")
    (volley,) = drawn(spec, "pending").values()
    assert volley["label"] == "Attack, full auto"
    assert volley["parts"][1:] == [
        {"who": "b", "does": "Is shot at with 13 rounds"},
        {"who": "c", "does": "Is shot at with 7 rounds"},
    ]
    assert card(spec, "a")["doing"]["at"] == ["b", "c"]


@pytest.mark.rule("CE-CALLED-1")
def test_a_called_shot_has_its_aim() -> None:
    spec = in_slot(stub("a", "magnum_357"), "b", called_shots=True)
    spec.when(attack("a", "b", called="the hat", range="short")).asks("called_terms", "narrator")
    (shot,) = drawn(spec, "pending").values()
    assert shot["label"] == "Attack, called shot: “the hat”"
    (asked,) = drawn(spec, "awaits").values()
    assert [choice["label"] for choice in asked["choices"]] == [
        "Gives the called shot a base of 60",
        "Gives the called shot a base of 40",
        "Gives the called shot a base of 20",
    ]


@pytest.mark.rule("CE-DODGE-2", "CE-DODGE-5")
def test_the_possible_defences_are_choices() -> None:
    spec = in_slot("a", stub("b", "sword"), asked=("b",)).when(attack("a", "b", range="melee"))
    (asked,) = drawn(spec, "awaits").values()
    assert asked["choices"] == [
        {"answer": "none", "label": "Does not defend themselves"},
        {"answer": {"defence": "dodge"}, "label": "Dodges", "detail": "−15 to hit, for 4 Move Points"},
        {"answer": {"defence": "block"}, "label": "Blocks", "detail": "−30 to hit, for 4 Move Points"},
        {"answer": {"defence": "parry"}, "label": "Parries", "detail": "−30 to hit, for 4 Move Points"},
    ]
    slow = given(fight("a", stub("b", **FATE)), *in_action("a", "b", scores={"a": 12, "b": 2}))
    slow.when(attack("a", "b", range="melee"))
    (asked,) = drawn(slow, "awaits").values()
    assert [choice["answer"] for choice in asked["choices"]] == [
        "none",
        {"defence": "dodge", "fate": True},
        {"defence": "block", "fate": True},
    ]
    assert asked["choices"][1]["detail"] == "−15 to hit, for 4 Move Points and 2 Fate Points"


@pytest.mark.rule("CE-SKILL-3", "CE-ROLL-12")
def test_a_roll_with_several_ways_has_no_target_number_yet() -> None:
    ways = (way(40, "agl", skill="Climbing"), way(20, "str", key="second"))
    spec = given(fight("a")).when(roll("a", candidates=ways)).asks("approach", "a")
    assert drawn(spec, "pending") == {
        "roll-5": {
            "label": "Skill Roll",
            "parts": [{"who": "a", "does": "Has to choose how to roll"}],
        }
    }
    (asked,) = drawn(spec, "awaits").values()
    assert [choice["label"] for choice in asked["choices"]] == [
        "Chooses Climbing with Agility for the roll",
        "Chooses Strength for the roll",
    ]


@pytest.mark.rule("CE-FATE-1", "CE-REACT-7", "CE-REACT-20")
def test_a_check_that_waits_for_fate_has_its_target_number_as_it_is() -> None:
    spec = given(fight(stub("a", role="major", fp=2, con=12, hp=5))).when(check("a", "gas")).asks("fate_before", "a")
    assert drawn(spec, "pending") == {
        "roll-5": {
            "label": "Reaction Check: Gas",
            "parts": [
                {
                    "who": "a",
                    "does": "Has to throw",
                    "pool": [
                        {"label": "Base", "amount": 50, "rule": "CE-ROLL-10"},
                        {"label": "Constitution", "amount": 9, "rule": "CE-ABIL-3"},
                        {"label": "Half the Hit Points or fewer", "amount": -10, "rule": "CE-HC-2"},
                    ],
                    "target": 49,
                }
            ],
        }
    }


@pytest.mark.rule("CE-ROLL-16")
def test_a_hidden_roll_has_nothing_but_its_roller_for_others() -> None:
    spec = given(fight(stub("a", role="major", fp=2))).when(roll("a", 50, hidden=True))
    (seen,) = drawn(spec, "pending", SPECTATOR).values()
    assert seen == {"label": "Skill Roll", "parts": [{"who": "a", "does": "Has to throw"}]}
    (known,) = drawn(spec, "pending").values()
    assert known["parts"][0]["target"] == 50


@pytest.mark.rule("CE-CLASS-3", "CE-CLASS-7")
def test_a_driver_rolls_to_keep_control() -> None:
    spec = at_the_wheel(driver=stub("dan", role="major", fp=1), after=(drive(40), end()))
    spec.when(steer(120), 'narrator: control_terms {"base": 60}').asks("fate_before", "dan")
    (rolling,) = drawn(spec, "pending").values()
    assert rolling["label"] == "Skill Roll: keeping control"
    assert {"label": "The turn", "amount": -30, "rule": "CE-SKILL-12"} in rolling["parts"][0]["pool"]
    assert isinstance(spec.said, tuple)
    assert isinstance(spec.said[0], Turn)
    assert spec.said[0].vehicle == RAPIER


@pytest.mark.rule("CE-ACT-51", "CE-ROLL-9", "CE-ACT-21")
def test_what_somebody_tries_is_what_it_is_doing_while_the_narrator_is_asked() -> None:
    spec = in_slot("a", "b").when(OtherAction(actor="a", what="call the lift")).asks("action_cost", "narrator")
    assert card(spec, "a")["doing"] == {"label": "Tries “call the lift”", "state": "awaited"}
    hiding = in_slot("a", "b").when(Hide(actor="a")).asks("set_target", "narrator")
    assert card(hiding, "a")["doing"] == {"label": "Hiding", "state": "awaited"}
    tried = given(fight("a", "b")).when(Attempt(actor="b", what="pick the lock"))
    assert card(tried, "b")["doing"] == {"label": "Tries “pick the lock”", "state": "awaited"}
    assert "doing" not in card(tried, "a")


@pytest.mark.rule("CE-INIT-8")
def test_initiative_has_the_dice_of_all_while_fate_may_be_added() -> None:
    spec = given(fight(stub("a", **FATE), "b"))
    spec.when(BeginRound(), "a: initiative_before 0", throws=["a 2d6: 3 4", "b 2d6: 6 5"]).asks("initiative_after", "a")
    assert [*drawn(spec, "pending").values()] == [
        {
            "label": "Initiative",
            "parts": [
                {"who": "a", "does": "Has thrown", "number": 7},
                {"who": "b", "does": "Has thrown", "number": 11},
            ],
        }
    ]
    assert drawn(spec, "to_act") == {"now": False, "who": [], "has": "no slot"}


@pytest.mark.rule("CE-TIE-5")
def test_what_a_common_slot_holds_back_waits_for_its_end() -> None:
    people = [stub("a", "sword"), stub("b", "sword")]
    spec = given(fight(*people), SetAttitude(npc="b", toward="a", attitude="caution", reason="a scowl"))
    spec.given(*in_action("a", "b", scores={"a": 7, "b": 7}))
    spec.when(attack("a", "b", range="melee"), "b: defence none", throws=["a d100: 20", "a 1d8: 4"]).then(EffectHeld)
    others = (
        Held("b", drop=Fall("sword", "critical")),
        Held("b", condition=Condition("stunned")),
        Held("b", attitude=Turning("a", "goodwill")),
    )
    spec.given(*[EffectHeld(combatant="b", effect=one) for one in others])
    (held,) = drawn(spec, "pending").values()
    assert held["label"] == "When everyone acting now is done"
    assert [part["does"] for part in held["parts"]] == [
        "4 points of damage",
        "Drops Sword",
        "Stunned",
        "Feels goodwill towards A",
    ]
