"""Abilities and Skills in a roll (CE-ABIL, CE-SKILL-1 to -7), and the picking of an approach."""

from typing import Any

import pytest

from domain.core.commands import Join
from domain.core.events import Answered
from domain.model.speaker import NARRATOR
from domain.rulesets.century import CENTURY
from domain.rulesets.century.chapters.narrator.scene import SetScore
from domain.rulesets.century.chapters.rolls.abilities import (
    initiative_bonus,
    percentage,
    reaction_adjustment,
    skill_bonus,
)
from domain.rulesets.century.chapters.rolls.calls import CallRoll
from domain.rulesets.century.chapters.rolls.open_rolls import RollCalled
from domain.rulesets.century.chapters.rolls.opening import ApproachChosen
from domain.rulesets.century.chapters.round.initiative import BeginRound, InitiativeScored
from domain.rulesets.century.parts import CandidateSheet
from domain.rulesets.century.words import ABILITIES, Ability
from tests.rules.century.builders import NOTHING, joined, modifier, parts_of_roll, result, way
from tests.rules.century.specification import Specification, attack, fight, given, in_action, policy, roll, stub

INITIATIVE = (-4, -3, -3, -2, -2, -1, -1, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6)
"""What Agility from 1 to 20 gives."""
SCORES = [*[(score, 3 * score - 27, bonus) for score, bonus in enumerate(INITIATIVE, 1)], (30, 63, 11)]
OWN = {"skill_bonus": 7, "reaction_adjustment": -4, "initiative_bonus": 9}


def rolled(sheet: Join, candidate: CandidateSheet, **fields: Any) -> Specification:
    """A roll with one candidate."""
    options = fields.pop("options", {})
    call = roll(sheet.id or "", candidates=[candidate], **fields)
    return given(fight(sheet, **options)).when(call, throws=[f"{sheet.id} d100: 60"])


# Abilities


@pytest.mark.rule("CE-ABIL-1")
@pytest.mark.parametrize("ability", ABILITIES)
def test_each_of_six_abilities_counts_where_it_is_named(ability: Ability) -> None:
    assert ABILITIES == ("str", "agl", "con", "iq", "app", "prs")
    sheet: Any = {ability: 12}
    for other in ABILITIES:
        assert parts_of_roll(rolled(stub("a", **sheet), way(50, other)))["ability"] == (9 if other == ability else 0)


@pytest.mark.rule("CE-ABIL-2", "CE-RUL-5")
@pytest.mark.parametrize(("score", "percent", "initiative"), SCORES)
def test_what_a_score_gives(score: int, percent: int, initiative: int) -> None:
    person = joined(stub("a", agl=score))
    assert (skill_bonus(person, "agl"), reaction_adjustment(person, "agl")) == (percent, percent)
    assert (percentage(score), initiative_bonus(person)) == (percent, initiative)


@pytest.mark.rule("CE-RUL-5")
def test_the_printed_numbers_fit() -> None:
    mulan, sam, thurston = (joined(Join(template=key)) for key in ("mulan", "sam", "thurston"))
    assert (skill_bonus(mulan, "agl"), initiative_bonus(mulan)) == (21, 4)
    assert (reaction_adjustment(sam, "agl"), initiative_bonus(sam)) == (12, 2)
    assert skill_bonus(thurston, "con") == -3


@pytest.mark.rule("CE-ABIL-3", "CE-REACT-2", "CE-SKILL-2", "CE-RUL-5")
def test_rolls_checks_and_initiative_read_numbers_of_their_own() -> None:
    own = stub("a", "avenger_9mm", overrides={"agl": OWN})
    assert parts_of_roll(rolled(own, way(50, "agl")))["ability"] == 7
    assert parts_of_roll(rolled(own, way(50, "agl"), kind="reaction", on_failure=NOTHING))["ability"] == -4
    spec = given(fight(own, stub("b", "avenger_9mm")), policy("b", "defence", "never"))
    spec.when(BeginRound(), throws=["a 2d6: 1 1", "b 2d6: 1 1"]).then(InitiativeScored)
    assert spec.fight.people["a"].initiative.bonus == 9  # type: ignore[union-attr]
    spec.when(attack("a", "b", range="short"), throws=["a d100: 90"])
    assert parts_of_roll(spec)["ability"] == 7


@pytest.mark.rule("CE-ABIL-3")
def test_a_dodge_reads_agilitys_reaction_adjustment() -> None:
    target = stub("b", overrides={"agl": {"skill_bonus": 50, "reaction_adjustment": 6}})
    spec = given(fight(stub("a", "avenger_9mm"), target), *in_action("a", "b"))
    spec.when(attack("a", "b", range="short"), "b: defence dodge", throws=["a d100: 90"])
    assert parts_of_roll(spec)["dodge"] == -21


@pytest.mark.rule("CE-ABIL-4", "CE-RUL-36", "CE-SKILL-2")
@pytest.mark.parametrize("level", range(1, 21))
def test_a_level_is_three_percent(level: int) -> None:
    climber = stub("a", skills=[{"name": "Climbing", "level": level}])
    assert parts_of_roll(rolled(climber, way(skill="Climbing")))["skill"] == 3 * level
    assert (
        parts_of_roll(rolled(climber, way(skill="Climbing"), kind="reaction", on_failure=NOTHING))["skill"] == 3 * level
    )


@pytest.mark.rule("CE-ABIL-5")
def test_a_score_that_is_not_named_changes_nothing() -> None:
    strong = stub("a", str=20, agl=20, con=20, app=20, prs=20)
    assert result(rolled(strong, way(50, "iq"))).target == 50
    assert result(rolled(strong, way(50))).target == 50


@pytest.mark.rule("CE-ABIL-6")
def test_the_abilities_that_count_are_those_that_the_candidate_names() -> None:
    climber = stub("a", agl=16, prs=11, skills=[{"name": "Climbing", "level": 1}])
    assert parts_of_roll(rolled(climber, way(50, "prs", skill="Climbing"))) == {"base": 50, "ability": 6, "skill": 3}


@pytest.mark.rule("CE-ABIL-7")
def test_a_changed_score_counts_at_once_but_in_no_target_number_that_is_fixed() -> None:
    spec = given(fight(stub("a", role="character", fp=2)))
    wiser = SetScore(combatant="a", ability="iq", score=12)
    spec.when(roll("a", candidates=[way(50, "iq")]), "a: fate_before 0", throws=["a d100: 61"]).given(wiser)
    spec.answer(0)
    assert result(spec) == (50, False, -2)
    spec.when(roll("a", candidates=[way(50, "iq")]), "a: fate_before 0", throws=["a d100: 59"])
    assert result(spec) == (59, True, 1)


@pytest.mark.rule("CE-RUL-6", "CE-SKILL-2")
@pytest.mark.parametrize(("option", "amount"), [(None, 21), ("sum", 21), ("best", 15), ("mean", 10)])
def test_several_abilities_are_added_or_compared(option: str | None, amount: int) -> None:
    options = {"shared_adjustment": option} if option else {}
    talker = stub("a", app=14, prs=11)
    for kind in ("skill", "reaction"):
        fields: Any = {"kind": kind, "on_failure": NOTHING, "options": options}
        assert parts_of_roll(rolled(talker, way(40, "app", "prs", skill="Fast Talk"), **fields))["ability"] == amount


@pytest.mark.rule("CE-RUL-6")
def test_a_mean_is_rounded_down() -> None:
    options = {"shared_adjustment": "mean"}
    assert parts_of_roll(rolled(stub("a", app=8, prs=9), way(40, "app", "prs"), options=options))["ability"] == -2
    assert parts_of_roll(rolled(stub("a", app=8), way(40, "app", "prs", "iq"), options=options))["ability"] == -1
    assert parts_of_roll(rolled(stub("a"), way(40), options={"shared_adjustment": "best"}))["ability"] == 0


# Skills


@pytest.mark.rule("CE-SKILL-1")
def test_the_narrator_calls_for_a_roll() -> None:
    spec = given(fight(stub("a"), stub("b")))
    spec.when(roll("a", roll_id="lock", target="b"), throws=["a d100: 60"])
    called = next(event for event in spec.events if isinstance(event, RollCalled))
    assert (called.roll, called.combatant, called.kind, called.target_of) == ("lock", "a", "skill", "b")
    spec.when(CallRoll(roller="a")).refused("CE-SKILL-1")
    spec.when(CallRoll(roller="a", base=40)).refused("CE-SKILL-1")
    assert spec.refusal is not None
    assert spec.refusal.field == "command.candidates"


@pytest.mark.rule("CE-SKILL-5", "CE-SKILL-7")
def test_without_a_skill_the_ability_counts_and_without_both_the_base() -> None:
    clever = stub("a", iq=12, skills=[{"name": "Perception", "level": 4}])
    assert parts_of_roll(rolled(clever, way(50, "iq"))) == {"base": 50, "ability": 9, "skill": 0}
    assert parts_of_roll(rolled(clever, way(50), modifiers=(modifier("rain"),))) == {
        "base": 50, "ability": 0, "skill": 0, "rain": -20,
    }  # fmt: skip


@pytest.mark.rule("CE-SKILL-6", "CE-RUL-7")
@pytest.mark.parametrize("kind", ["skill", "reaction"])
def test_without_the_skill_itself_its_group_gives_nothing(kind: Any) -> None:
    shooter = stub("a", agl=12, skills=[{"group": "Ranged Combat", "name": "Small", "level": 4}])
    for skill, percent in (("Ranged Combat: Small", 12), ("Ranged Combat: Large", 0), ("Small", 0), ("Climbing", 0)):
        spec = rolled(shooter, way(50, "agl", skill=skill), kind=kind, on_failure=NOTHING)
        assert parts_of_roll(spec) == {"base": 50, "ability": 9, "skill": percent}


@pytest.mark.rule("CE-SKILL-8")
def test_no_skill_is_needed_to_attack() -> None:
    spec = given(fight(stub("a", "avenger_9mm"), stub("b")), policy("b", "defence", "never"), *in_action("a", "b"))
    spec.when(attack("a", "b", range="short"), throws=["a d100: 90"])
    assert parts_of_roll(spec) == {"base": 60, "ability": 0, "skill": 0}


# Approaches


CLUES = (way(50, "iq", skill="Detective", key="detective"), way(30, "iq", skill="Perception", key="perception"))


def sleuth() -> Join:
    """Somebody who is better at both, by the numbers of the text."""
    return stub("a", iq=14, skills=[{"name": "Detective", "level": 4}, {"name": "Perception", "level": 3}])


@pytest.mark.rule("CE-SKILL-3", "CE-SKILL-4", "CE-RUL-31")
def test_the_roller_picks_one_of_several_ways_and_sees_what_each_comes_to() -> None:
    spec = given(fight(sleuth())).when(roll("a", candidates=CLUES)).asks("approach", "a")
    assert spec.fight.prompts[0].about["candidates"] == [
        {"key": "detective", "base": 50, "target": 77},
        {"key": "perception", "base": 30, "target": 54},
    ]
    assert spec.listed_answers() == ["detective", "perception"]
    spec.answer("fast_talk").refused("CE-SKILL-3")
    spec.answer("perception", throws=["a d100: 60"])
    assert result(spec) == (54, False, -1)


@pytest.mark.rule("CE-SKILL-3", "CE-SKILL-4")
def test_ways_are_called_by_what_they_are_unless_the_roll_is_hidden() -> None:
    ways = (way(50, "agl", "str", skill="Climbing", key="main"), way(40, key="second"), way(30, "iq", key="third"))
    for hidden, labels in (
        (False, ["Climbing with Agility and Strength", "the base of 40", "IQ"]),
        (True, ["option 1", "option 2", "option 3"]),
    ):
        menu = given(fight(sleuth())).when(roll("a", candidates=ways, hidden=hidden)).menu()
        (field,) = menu.prompts[0]["answers"]
        values = menu.values(field, {})
        assert values is not None
        assert [label for _, label in values.listed] == labels


@pytest.mark.rule("CE-SKILL-3")
def test_the_story_says_which_way_is_chosen_as_the_options_do() -> None:
    ways = (
        way(50, skill="Climbing", key="main"),
        way(40, skill="Climbing", key="second"),
        way(30, key="third"),
        way(20, key="stairs"),
        way(10, "str", key="iq"),
    )
    spec = given(fight(sleuth())).when(roll("a", candidates=ways))
    (field,) = spec.menu().prompts[0]["answers"]
    values = spec.menu().values(field, {})
    assert values is not None
    labels = {
        "main": "Climbing on a base of 50",
        "second": "Climbing on a base of 40",
        "third": "the base of 30",
        "stairs": "“stairs”",
        "iq": "Strength",
    }
    assert dict(values.listed) == labels
    names = CENTURY.names(spec.fight, NARRATOR)
    for key, label in labels.items():
        answered = Answered(kind="approach", to="a", by="sent", answer=key)
        assert CENTURY.sentences[Answered](answered, names) == f"A chooses {label} for the roll."


@pytest.mark.rule("CE-SKILL-3")
def test_modifiers_count_whichever_way_is_picked() -> None:
    for key, target in (("detective", 57), ("perception", 34)):
        spec = given(fight(sleuth())).when(roll("a", candidates=CLUES, modifiers=(modifier("rain"),)))
        assert result(spec.answer(key, throws=["a d100: 90"])).target == target


@pytest.mark.rule("CE-SKILL-3")
def test_by_policy_the_best_way_is_picked_and_the_first_of_equals() -> None:
    spec = given(fight(sleuth()), policy("a", "approach", "best"))
    call = roll("a", candidates=CLUES[::-1])
    spec.when(call, throws=["a d100: 60"]).then(ApproachChosen)
    assert result(spec) == (77, True, 2)
    even = [way(50, key="first"), way(40, key="worse"), way(50, key="last")]
    spec.when(roll("a", candidates=even, roll_id="r"), throws=["a d100: 60"]).then(
        ApproachChosen(roll="r", combatant="a", candidate="first")
    )
    asked = given(fight(sleuth()), policy("a", "approach", "ask")).when(call).asks("approach", "a")
    assert asked.fight.rolls


@pytest.mark.rule("CE-SKILL-3")
def test_ways_have_keys_of_their_own() -> None:
    spec = given(fight(stub("a"))).when(roll("a", candidates=[way(), way()])).refused(None, "invalid")
    assert spec.refusal is not None
    assert spec.refusal.field == "command.candidates"
