"""The lines of the story of Century that a table hears most, word for word, and their throws."""

import pytest

from domain.model.speaker import NARRATOR
from domain.ruleset.telling import Happened
from domain.rulesets.century import CENTURY
from domain.rulesets.century.chapters.narrator.other_actions import OtherAction
from domain.story.facts import Place
from domain.story.lines import entries_of
from domain.story.shapes import Entry
from domain.story.throws import Face, Throw, ThrowPart
from domain.text.phrases import Names
from tests.rules.century.builders import FATE, FLAK, at, behind, skirmish
from tests.rules.century.specification import Specification, attack, policy, stub


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
        "Sam hits Vera with the Avenger 9mm, 12 against 40; Vera loses 5 hit points, down to 7; Sam has 14 rounds left."
    )


@pytest.mark.rule("CE-DTAP-1")
def test_the_shots_of_a_double_tap_are_told_in_one_line() -> None:
    spec = skirmish(stub("sam", "avenger_9mm"), stub("vera", **FLAK))
    spec.when(attack("sam", "vera", range="short", fire="double_tap"), throws=["d100: 12", "d100: 55", "1d6: 6"])
    opening, outcome = told(spec)
    assert opening == "Sam attacks Vera with the Avenger 9mm, a double tap, at short range, and spends 4 Move Points."
    assert outcome == (
        "Sam hits Vera with the Avenger 9mm, 12 against 60, and misses Vera with the Avenger 9mm, 55 against 50;"
        " Vera's armour absorbs 5 points (the armour has 10 left); Vera loses 1 hit point, down to 9; Sam has 13 rounds"
        " left."
    )


@pytest.mark.rule("CE-COVER-13")
def test_a_shot_that_strikes_a_living_shield_is_told_with_whom_it_strikes() -> None:
    spec = skirmish(stub("sam", "avenger_9mm"), "vera", "eva", after=(behind("vera", ("eva", 40)),))
    spec.when(attack("sam", "vera", range="short"), throws=["d100: 12", "d100: 01", "1d6: 3"])
    [_, outcome] = told(spec)
    assert outcome == (
        "Sam hits Vera with the Avenger 9mm, 12 against 60; the shot hits Eva in front of Vera; Eva loses 3 hit points,"
        " down to 7; Sam has 14 rounds left."
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
