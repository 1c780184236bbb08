"""The lines of the story of Century that a table hears most, word for word, and their throws."""

from typing import Any

import pytest

from domain.model.speaker import NARRATOR
from domain.ruleset.telling import Happened
from domain.rulesets.century import CENTURY
from domain.rulesets.century.chapters.conditions.downed import SetDowned
from domain.rulesets.century.chapters.conditions.health_categories import HealthChanged
from domain.rulesets.century.chapters.conditions.inflicted_damage import InflictDamage
from domain.rulesets.century.chapters.narrator.other_actions import OtherAction
from domain.rulesets.century.chapters.round.initiative import RoundBegun
from domain.rulesets.century.chapters.round.slots import FinishRound
from domain.rulesets.century.words import Health
from domain.story.facts import Place
from domain.story.lines import entries_of
from domain.story.shapes import Entry
from domain.story.throws import Face, Throw, ThrowPart
from domain.text.phrases import Names
from tests.rules.century.builders import FATE, FLAK, at, behind, skirmish
from tests.rules.century.specification import (
    Specification,
    attack,
    check,
    fight,
    given,
    newcomer,
    policy,
    roll,
    stub,
)


def lines(spec: Specification, before: Names | None = None) -> list[Entry]:
    """The lines of what the last command brought, as the narrator reads them, with the names known ``before``."""
    assert spec.refusal is None, spec.refusal
    names = before or CENTURY.names(spec.fight, NARRATOR)
    batch = CENTURY.tellings.batch()
    facts = []
    for number, event in enumerate(spec.events, 1):
        names = {**names, **CENTURY.names_in(event, names)}
        facts.append(batch.fact(Happened(Place(number, 1, None, "", event.type), event), names))
    facts = batch.finish(facts)
    return [entry for entry in entries_of(facts, None) if entry.level == 1]


def told(spec: Specification) -> list[str]:
    return [line.sentence for line in lines(spec)]


@pytest.mark.rule("CE-HIT-9")
def test_an_attack_is_a_line_and_what_it_comes_to_another() -> None:
    sam = stub("sam", "avenger_9mm", agl=14, position=at(0, 0))
    spec = skirmish(sam, stub("vera", hp_max=12, position=at(0, 8)), asked=("vera",))
    spec.when(attack("sam", "vera"), "vera: defence dodge", throws=["sam d100: 12", "sam 1d6: 5"])
    opening, outcome = told(spec)
    assert opening == (
        "Sam attacks Vera with the Avenger 9mm at medium range and spends 3 Move Points; Vera tries to dodge Sam's"
        " attack (−15 to hit) for 4 Move Points and is off balance from dodging."
    )
    assert outcome == (
        "Sam hits Vera with the Avenger 9mm, 12 against 40; Vera loses 5 hit points, down to 7; Sam has 14 rounds"
        " loaded."
    )


@pytest.mark.parametrize(
    ("amount", "line"),
    [
        (0, "Sam takes no damage from “a fall”."),
        (2, "Sam takes damage from “a fall” and loses 2 hit points, down to 8."),
    ],
)
def test_a_line_of_damage_by_the_narrator_says_if_there_is_none(amount: int, line: str) -> None:
    spec = given(fight(stub("sam"))).when(InflictDamage(combatant="sam", amount=amount, reason="a fall", armor=False))
    assert told(spec) == [line]


@pytest.mark.rule("CE-DTAP-1")
def test_the_shots_of_a_double_tap_are_told_in_one_line() -> None:
    spec = skirmish(stub("sam", "avenger_9mm"), stub("vera", **FLAK))
    spec.when(attack("sam", "vera", range="short", fire="double_tap"), throws=["d100: 12", "d100: 55", "1d6: 6"])
    opening, outcome = told(spec)
    assert opening == "Sam attacks Vera with the Avenger 9mm, a double tap, at short range, and spends 4 Move Points."
    assert outcome == (
        "Sam hits Vera with the Avenger 9mm, 12 against 60; Sam's second shot misses, 55 against 50; Vera's armour"
        " absorbs 5 of 6 points (the armour has 10 left); the first shot takes 1 hit point off Vera, down to 9; Sam has"
        " 13 rounds loaded."
    )


@pytest.mark.rule("CE-DTAP-4")
def test_each_loss_of_a_double_tap_is_told_with_its_shot() -> None:
    spec = skirmish(stub("sam", "avenger_9mm"), stub("vera", hp_max=8))
    spec.when(
        attack("sam", "vera", range="short", fire="double_tap"), throws=["d100: 12", "d100: 15", "1d6: 5", "1d6: 3"]
    )
    assert told(spec)[1:] == [
        (
            "Sam hits Vera with the Avenger 9mm, 12 against 60; Sam's second shot hits, 15 against 50; the first"
            " shot takes 5 hit points off Vera, down to 3; the second shot takes 3 hit points off Vera, down to"
            " 0; Sam has 13 rounds loaded."
        ),
        "Vera falls unconscious (without help, dead in round 2).",
    ]


@pytest.mark.rule("CE-DTAP-4", "CE-DMG-8")
def test_the_hide_of_an_animal_is_told_with_what_each_shot_does() -> None:
    spec = skirmish(stub("sam", "avenger_9mm"), newcomer("bear"))
    spec.when(
        attack("sam", "bear", range="short", fire="double_tap"), throws=["d100: 12", "d100: 15", "1d6: 3", "1d6: 1"]
    )
    assert told(spec)[1:] == [
        (
            "Sam hits Bear with the Avenger 9mm, 12 against 60; Sam's second shot hits, 15 against 50; Bear"
            " shrugs off 1 of 3 points; the first shot takes 2 hit points off Bear, down to 23; Sam has 13 rounds"
            " loaded."
        ),
        "Bear shrugs off the only point of damage of the second shot.",
    ]


@pytest.mark.rule("CE-DTAP-4")
def test_a_loss_is_told_with_its_shot_after_a_question_between_the_shots() -> None:
    spec = skirmish(stub("sam", "avenger_9mm", **FATE), "vera").given(policy("sam", "fate_before", "ask"))
    spec.when(attack("sam", "vera", range="short", fire="double_tap"))
    spec.answer(0, throws=["d100: 12"])
    names = CENTURY.names(spec.fight, NARRATOR)
    spec.answer(0, throws=["d100: 87", "1d6: 6"])
    assert [line.sentence for line in lines(spec, names)] == [
        (
            "Sam's second shot misses, 87 against 50; the first shot takes 6 hit points off Vera, down to 4; Vera"
            " is hurt (−10 on rolls); Sam has 13 rounds loaded."
        ),
    ]


@pytest.mark.rule("CE-DTAP-4", "CE-FATE-1")
def test_fate_for_the_second_shot_is_told_as_such() -> None:
    spec = skirmish(stub("sam", "avenger_9mm", **FATE), "vera").given(policy("sam", "fate_before", "ask"))
    spec.when(attack("sam", "vera", range="short", fire="double_tap")).answer(1, throws=["d100: 12"])
    assert told(spec)[0].startswith("Sam spends 1 Fate Point before the throw and hits Vera")
    spec.answer(1, throws=["d100: 87", "1d6: 6"])
    assert told(spec)[0].startswith("Sam spends 1 Fate Point before the second throw; Sam's second shot misses")


@pytest.mark.rule("CE-DTAP-4", "CE-FATE-1", "CE-ARMOR-2")
def test_what_both_shots_cost_and_what_hide_makes_of_them_is_told_once() -> None:
    spec = skirmish(stub("sam", "avenger_9mm", **FATE), newcomer("bear")).given(policy("sam", "fate_before", 1))
    throws = ["d100: 12", "d100: 15", "1d6: 1", "1d6: 1"]
    spec.when(attack("sam", "bear", range="short", fire="double_tap"), throws=throws)
    shots, hide = told(spec)[1:]
    assert shots.startswith(
        "Sam spends 1 Fate Point before the throw and 1 Fate Point before the second throw, and hits Bear"
    )
    assert hide == (
        "Bear shrugs off the only point of damage of the first shot and the only point of damage of the second shot."
    )


@pytest.mark.rule("CE-TIE-5", "CE-DTAP-4")
def test_damage_that_waits_is_told_with_its_shot_at_the_end_of_the_line() -> None:
    both: dict[str, Any] = {"scores": {"sam": 9, "vera": 9}}
    spec = skirmish(stub("sam", "avenger_9mm"), "vera", **both)
    spec.when(
        attack("sam", "vera", range="short", fire="double_tap"), throws=["d100: 12", "d100: 15", "1d6: 5", "1d6: 3"]
    )
    assert told(spec)[1:] == [
        (
            "Sam hits Vera with the Avenger 9mm, 12 against 60; Sam's second shot hits, 15 against 50; Sam has 13"
            " rounds loaded."
        ),
        (
            "Once everyone acting now is done, Vera takes 5 points of damage from the first shot and 3 points of"
            " damage from the second shot."
        ),
    ]
    spec.given(FinishRound(actor="vera")).when(FinishRound(actor="sam"))
    assert "Vera loses 5 hit points, down to 5, and 3 hit points, down to 2" in " ".join(told(spec))


@pytest.mark.rule("CE-ROLL-13", "CE-DTAP-4")
def test_that_a_throw_is_not_critical_is_told_with_the_shot() -> None:
    spec = skirmish(stub("sam", "avenger_9mm"), "vera", criticals="narrator")
    spec.when(attack("sam", "vera", range="short", fire="double_tap"), throws=["d100: 98"])
    spec.answer(False, throws=["d100: 97"])
    assert told(spec)[0].startswith("Sam misses Vera, not critically, 98 against 60")
    spec.answer(False)
    assert told(spec)[0].startswith("Sam's second shot misses, not critically, 97 against 50")


@pytest.mark.rule("CE-CRIT-21")
def test_what_the_narrator_makes_of_a_critical_failure_is_told_after_the_miss() -> None:
    both: dict[str, Any] = {"scores": {"sam": 9, "vera": 9}, "critical_effects": "narrator"}
    spec = skirmish(stub("sam", "sword"), "vera", **both)
    spec.when(attack("sam", "vera", range="melee"), throws=["d100: 97"])
    names = CENTURY.names(spec.fight, NARRATOR)
    ill = {"combatant": "sam", "condition": {"effect": "diseased", "amount": 4}}
    spec.answer({"effect": "other", "text": "cramp", "modifiers": [ill]})
    assert [line.sentence for line in lines(spec, names)] == [
        (
            "Sam misses Vera with the sword (the critical throw has an effect of its own: “cramp”); once everyone"
            " acting now is done, Sam is ill (−4)."
        ),
    ]


@pytest.mark.rule("CE-CRIT-16", "CE-CRIT-19")
@pytest.mark.parametrize(
    ("chosen", "throws", "outcome"),
    [
        (
            {"effect": "jam", "rounds": 1},
            [],
            "Sam's attack on Vera comes to nothing; Sam's Avenger 9mm jams, and clearing it takes 1 round.",
        ),
        (
            {"effect": "explode_weapon"},
            ["sam 1d6: 3"],
            (
                "Sam's attack on Vera comes to nothing; Sam's Avenger 9mm explodes and does 3 points of damage; Sam"
                " loses 3 hit points, down to 7."
            ),
        ),
    ],
)
def test_what_a_critical_failure_brings_at_once_is_told_after_the_miss(
    chosen: dict[str, Any], throws: list[str], outcome: str
) -> None:
    spec = skirmish(stub("sam", "avenger_9mm"), "vera", critical_effects="narrator")
    spec.when(attack("sam", "vera", range="short"), throws=["d100: 97"])
    names = CENTURY.names(spec.fight, NARRATOR)
    spec.answer(chosen, throws=throws)
    assert [line.sentence for line in lines(spec, names)] == [outcome]


@pytest.mark.rule("CE-CRIT-14")
def test_what_a_critical_success_brings_at_once_is_told_after_the_hit() -> None:
    spec = skirmish(stub("sam", "sword"), "vera", critical_effects="narrator")
    spec.when(attack("sam", "vera", range="melee"), throws=["d100: 02"])
    names = CENTURY.names(spec.fight, NARRATOR)
    spec.answer({"effect": "confession", "npc": "vera", "text": "it was me"}, throws=["sam 1d8: 1"])
    assert [line.sentence for line in lines(spec, names)] == [
        "Sam hits Vera with the sword; Vera confesses to Sam: “it was me”, and loses 1 hit point, down to 9."
    ]


@pytest.mark.rule("CE-HC-5")
@pytest.mark.parametrize(
    ("before", "now", "how"),
    [("fresh", "half", "hurt"), ("quarter", "half", "only hurt now"), ("half", "quarter", "badly hurt")],
)
def test_who_is_healed_is_told_to_be_only_hurt(before: Health, now: Health, how: str) -> None:
    event = HealthChanged(combatant="sam", before=before, now=now)
    fact = CENTURY.tellings.batch().fact(Happened(Place(1, 1, None, "", event.type), event), {"sam": "Sam"})
    assert fact.clause is not None
    assert fact.clause.predicate.startswith(f"is {how} (")


@pytest.mark.rule("CE-CRIT-12")
def test_two_remarks_on_a_shot_are_told_together() -> None:
    spec = skirmish(stub("sam", "sword"), "vera", critical_effects="standard")
    spec.when(attack("sam", "vera", range="melee"), throws=["d100: 02", "sam 1d8: 1"])
    assert told(spec)[-1] == (
        "Sam hits Vera with the sword, 02 against 60 (a critical success, double damage); Vera loses 2 hit points, down"
        " to 8."
    )


@pytest.mark.rule("CE-COVER-13")
def test_a_shot_that_strikes_a_living_shield_is_told_with_whom_it_strikes() -> None:
    spec = skirmish(stub("sam", "avenger_9mm"), "vera", "eva", after=(behind("vera", ("eva", 40)),))
    spec.when(attack("sam", "vera", range="short"), throws=["d100: 12", "d100: 01", "1d6: 3"])
    [_, outcome] = told(spec)
    assert outcome == (
        "Sam hits Vera with the Avenger 9mm, 12 against 60; the shot hits Eva in front of Vera; Eva loses 3 hit points,"
        " down to 7; Sam has 14 rounds loaded."
    )


@pytest.mark.rule("CE-COVER-13")
def test_what_an_object_absorbs_of_two_shots_is_told_at_once() -> None:
    desk = newcomer("desk", position=at(0, 4))
    spec = skirmish(stub("sam", "avenger_9mm"), "vera", things=(desk,), after=(behind("vera", ("desk", 60)),))
    throws = ["d100: 12", "d100: 12", "d100: 07", "d100: 07", "1d6: 3", "1d6: 4"]
    spec.when(attack("sam", "vera", range="short", fire="double_tap"), throws=throws)
    assert told(spec)[-1].endswith(
        " in front of Vera absorbs all 3 points of damage of the first shot (12 hit points left) and all 4 points of"
        " damage of the second shot (8 hit points left)."
    )


@pytest.mark.rule("CE-FATE-2")
def test_a_percentile_throw_is_one_throw_with_its_parts_and_what_it_comes_to() -> None:
    spec = skirmish(stub("sam", "avenger_9mm", **FATE), "vera").given(policy("sam", "fate_after", "ask"))
    spec.when(attack("sam", "vera", range="short"), "sam: fate_after 1", throws=["d100: 70", "1d6: 3"])
    [_, line] = lines(spec)
    assert line.throws[0] == Throw(
        kind="percentile",
        who="sam",
        purpose="To-Hit Roll: Avenger 9mm",
        parts=(ThrowPart("base", 60, "CE-RANGE-1"), ThrowPart("Fate after the throw", 10, "CE-FATE-2")),
        faces=(Face(70),),
        result=70,
        target=70,
        source="supplied",
        won=True,
        id=line.throws[0].id,
    )
    assert [throw.purpose for throw in line.throws[1:]] == ["damage"]


@pytest.mark.rule("CE-FATE-2")
def test_the_weapon_is_named_again_after_a_question() -> None:
    spec = skirmish(stub("sam", "sword", **FATE), "vera").given(policy("sam", "fate_before", "ask"))
    spec.when(attack("sam", "vera", range="melee"))
    assert spec.refusal is None, spec.refusal
    names = CENTURY.names(spec.fight, NARRATOR)
    spec.answer(0, throws=["d100: 12", "1d8: 3"])
    assert lines(spec, names)[-1].sentence.startswith("Sam hits Vera with the sword, 12 against ")


def test_a_roll_or_an_attempt_is_named_again_after_a_question() -> None:
    spec = skirmish(stub("sam", **FATE), "vera").when(OtherAction(actor="sam", what="picks the lock", roll=True))
    spec.answer(2)
    names = CENTURY.names(spec.fight, NARRATOR)
    spec.answer("fails")
    assert [line.sentence for line in lines(spec, names)] == ["Sam's attempt at “picks the lock” fails without a roll."]


@pytest.mark.rule("CE-ROLL-16")
def test_what_a_hidden_roll_brings_does_not_say_that_it_has_failed() -> None:
    spec = skirmish("sam").when(
        roll("sam", base=10, hidden=True, on_failure=[{"effect": "other", "text": "a torn coat"}]), throws=["d100: 83"]
    )
    said = " ".join(told(spec))
    assert "this comes of it for Sam: “a torn coat”" in said
    assert "Sam's failure" not in said


@pytest.mark.rule("CE-CRIT-5")
def test_a_critical_roll_that_is_no_attack_is_told_with_what_it_comes_to() -> None:
    spec = skirmish("sam", critical_effects="none").when(roll("sam", base=10), throws=["d100: 97"])
    assert told(spec)[-1].endswith("fails a Skill Roll (97 against 10, a critical failure).")


@pytest.mark.rule("CE-INIT-6", "CE-MP-1")
def test_the_modifiers_of_a_round_are_told_as_what_they_come_to() -> None:
    spec = skirmish("sam", "vera")
    given = [("sam", 2, "alert"), ("sam", 2, "alert"), ("vera", -1, "cramped"), ("vera", 1, "alert")]
    begun = RoundBegun(
        round=2, pools={}, modifiers=tuple(given), mp_modifiers=(("sam", -1, "cramped"), ("vera", -1, "cramped"))
    )
    assert CENTURY.sentences[RoundBegun](begun, CENTURY.names(spec.fight, NARRATOR)) == (
        "Round 2 begins; Sam is 4 faster in the initiative (“alert”); Vera is as fast as before in the initiative"
        " (“cramped” and “alert”); Sam and Vera have 1 fewer Move Point (“cramped”)."
    )


@pytest.mark.rule("CE-CRIT-16", "CE-DTAP-1")
def test_a_jam_of_a_double_tap_tells_the_first_shot_before_the_second() -> None:
    spec = skirmish(stub("sam", "avenger_9mm"), "vera", critical_effects="narrator")
    spec.when(attack("sam", "vera", range="short", fire="double_tap"), throws=["d100: 97"])
    names = CENTURY.names(spec.fight, NARRATOR)
    spec.answer({"effect": "jam", "rounds": 1})
    assert [line.sentence for line in lines(spec, names)] == [
        (
            "Sam's attack on Vera and Sam's second shot come to nothing; Sam's Avenger 9mm jams, and clearing it takes"
            " 1 round."
        ),
    ]


@pytest.mark.rule("CE-ROLL-16")
def test_a_hidden_roll_is_told_as_one_and_nothing_else_seems_to_be_hidden() -> None:
    spec = skirmish("sam").when(check("sam", "gas", 20, hidden=True), throws=["sam d100: 83"])
    assert told(spec)[0].startswith("Sam fails a hidden Reaction Check against gas (83 against")


@pytest.mark.rule("CE-DOWN-9")
def test_a_combatant_by_the_word_of_the_narrator_is_up_again_and_need_not_have_been_unconscious() -> None:
    spec = skirmish("sam", "vera").given(SetDowned(combatant="vera", status="dead"))
    assert told(spec.when(SetDowned(combatant="vera", status="up"))) == ["Vera is up again."]
