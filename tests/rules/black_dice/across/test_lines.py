"""The lines of the story of Black Dice that a table hears most, word for word."""

import pytest

from domain.core.commands import SentAnswer
from domain.rulesets.black_dice.chapters.narrator.placing import Place
from domain.rulesets.black_dice.chapters.narrator.rulings import Modify
from domain.rulesets.black_dice.chapters.perils.breath import BreathSpent, HoldBreath
from domain.rulesets.black_dice.chapters.perils.drinking import Drink
from domain.rulesets.black_dice.chapters.rounds.agenda import Resolve
from domain.rulesets.black_dice.chapters.rounds.rounds import BeginRound, EndRound
from domain.rulesets.black_dice.parts import Choices, InjuryChoices, RollChoices
from tests.rules.black_dice.builders import (
    RESOLVE,
    agenda,
    check,
    clash,
    contender,
    contest,
    duel,
    fell,
    hurts,
    pledge,
    sure_peril,
    waits,
)
from tests.rules.black_dice.specification import fight, given, newcomer, round_of


@pytest.mark.rule("BD-INIT-12")
def test_who_drops_to_the_ground_does_so_before_the_deed() -> None:
    spec = given(fight("vane", "pryce"), *round_of("vane", "pryce"))
    dropping = waits("vane").model_copy(update={"posture": "prone"})
    assert spec.when(dropping).lines() == ["Vane drops to the ground and waits."]


def test_who_is_placed_where_they_are_stays_there() -> None:
    spec = given(fight("vane", "pryce"))
    assert spec.when(Place(combatant="vane", zone="deck")).lines() == ["Vane is now on the deck."]
    assert spec.when(Place(combatant="vane", zone="deck")).lines() == ["Vane stays on the deck."]


@pytest.mark.rule("BD-DMG-10")
def test_damage_that_may_still_be_lessened_is_told_beside_the_marks_of_another() -> None:
    vane = newcomer("vane", fate=24)
    struck = [fell("vane", "7/5"), fell("pryce", "2/1")]
    hurt = [fell("vane", "6/2"), fell("pryce", "9/3", "3/0"), fell("pryce", "4/3")]
    spec = duel(vane, "pryce", agenda(clash("vane revolver", "pryce derringer"))).when(RESOLVE, throws=[*struck, *hurt])
    [line] = spec.asks("reduce_damage", "vane").lines()
    assert line.endswith("; Sergeant Pryce takes 5 marks (health 9); Vane faces 3 points of damage.")
    [field] = spec.menu().prompts[0]["answers"]
    values = spec.menu().values(field, {})
    assert values is not None
    assert [*values.listed] == [
        (0, "Take all of it"),
        (1, "1 point less, for 1 pip of fate"),
        (2, "2 points less, for 2 pips of fate"),
    ]


@pytest.mark.rule("BD-ATK-6", "BD-DMG-6")
def test_a_miss_and_a_hit_without_damage_are_told_with_their_successes_and_of_whom() -> None:
    shot = agenda(clash("vane revolver", "pryce easy_target"))
    spec = duel("vane", "pryce", shot).when(RESOLVE, throws=[fell("vane", "7/0")])
    assert spec.lines() == ["Vane misses Sergeant Pryce with the revolver (no successes)."]
    throws = [fell("vane", "7/1"), fell("vane", "6/0")]
    spec = duel("vane", "pryce", shot).when(RESOLVE, throws=throws)
    assert spec.lines() == ["Vane hits Sergeant Pryce with the revolver (1 success); Sergeant Pryce takes no damage."]


@pytest.mark.rule("BD-DROWN-6")
def test_the_lack_of_air_is_told_with_the_marks_that_it_leaves() -> None:
    spec = given(fight("quill", "vane"), *[HoldBreath(combatant=one, breath="start") for one in ("vane", "quill")])
    spec.given(BreathSpent(combatant="vane", points=0, airless=1), *round_of("vane", "quill"), agenda())
    [line] = spec.when(EndRound(), throws=[fell("world asphyxia", "6/2")]).lines()
    assert "; Vane takes 2 marks (health 14) after 2 rounds without air." in line


@pytest.mark.rule("BD-ROUND-8")
def test_the_end_of_a_round_is_told_by_the_beginning_of_the_next_one() -> None:
    spec = given(fight("vane", "pryce"), *round_of("vane", "pryce"), agenda())
    assert spec.when(EndRound()).lines() == []
    [line] = spec.when(BeginRound(), throws=[fell("vane", "6/2"), fell("pryce", "3/1")]).lines()
    assert line.startswith("Round 2 begins")


@pytest.mark.rule("BD-FOUL-3")
def test_a_roll_for_several_successes_that_is_foul_is_told_so() -> None:
    spec = given(fight("vane")).when(check("vane", "wits", needed=2, black=3), throws=[fell("vane", "2/0", "3/1")])
    assert spec.lines() == ["Vane rolls Wits, a foul failure (no successes, 2 needed)."]
    spec = given(fight("vane")).when(check("vane", "wits", needed=2, black=3), throws=[fell("vane", "2/0", "3/0")])
    assert spec.lines() == ["Vane rolls Wits and fails (no successes, 2 needed)."]


@pytest.mark.rule("BD-DIFF-1", "BD-SKILL-2")
@pytest.mark.parametrize(
    ("needed", "line"),
    [
        (1, "Vane needs no roll for Wits (2 successes)."),
        (2, "Vane needs no roll for Wits (2 successes, 2 needed)."),
        (3, "Vane needs no roll for Wits and fails (2 successes, 3 needed)."),
    ],
)
def test_what_needs_no_roll_fails_where_more_is_needed(needed: int, line: str) -> None:
    spec = given(fight("vane")).when(check("vane", "wits", difficulty="very_easy", needed=needed))
    assert spec.lines() == [line]


@pytest.mark.rule("BD-FOUL-3", "BD-FOUL-5")
def test_a_foul_blow_is_told_as_one() -> None:
    shot = agenda(clash("vane revolver", "pryce easy_target"))
    fog = Modify(combatant="vane", black=3, reason="fog")
    spec = duel("vane", "pryce", fog, shot).when(RESOLVE, throws=[fell("vane", "7/0", "3/1")])
    assert spec.lines() == ["Vane misses Sergeant Pryce with the revolver, a foul failure (no successes)."]


@pytest.mark.rule("BD-SCRIPT-6", "BD-FOUL-3")
@pytest.mark.parametrize(
    ("first", "second", "outcome"),
    [
        (("7/0", "3/1"), ("7/2", "3/1"), "hits Sergeant Pryce with the revolver (1 success)"),
        (("7/2", "3/1"), ("7/0", "3/1"), "hits Sergeant Pryce with the revolver (1 success)"),
        (("7/0", "3/0"), ("7/0", "3/1"), "misses Sergeant Pryce with the revolver (no successes)"),
        (("7/0", "3/2"), ("7/0", "3/1"), "misses Sergeant Pryce with the revolver, a foul failure (no successes)"),
    ],
)
def test_of_a_blow_that_is_rolled_again_only_the_roll_that_counts_is_told(
    first: tuple[str, str], second: tuple[str, str], outcome: str
) -> None:
    vane = newcomer("vane", fate=24, policy={"ask_reroll": True})
    shot = agenda(clash("vane revolver", "pryce easy_target"))
    spec = given(fight(vane, "pryce", scripting_approval="standing"), *round_of("vane", "pryce"))
    spec.given(Modify(combatant="vane", black=3, reason="fog"), shot)
    again = SentAnswer(kind="reroll", to="vane", answer={"description": "a gust of wind"})
    rest = [SentAnswer(kind="reroll", to="vane", answer="no")] * outcome.startswith("hits")
    hurt = [fell("vane weapon", "6/0")] * outcome.startswith("hits")
    throws = [fell("vane", *first), fell("vane", *second), *hurt]
    [line] = spec.when(Resolve(answers=(again, *rest)), throws=throws).lines()
    assert line.removesuffix("; Sergeant Pryce takes no damage.").removesuffix(".") == (
        f"Vane spends a scripting die on another roll (“a gust of wind”) and {outcome}"
    )


@pytest.mark.rule("BD-FOUL-4", "BD-SKILL-4")
def test_who_a_tie_goes_to_has_not_been_beaten() -> None:
    black = contender("vane wits", black=1)
    spec = given(fight("vane", "pryce"))
    spec.when(contest(black, "pryce wits"), throws=[fell("vane", "2/0", "1/1"), fell("pryce", "1/0")])
    [line] = spec.lines()
    assert line.endswith("; they tie, 0 to 0, and the tie goes to Sergeant Pryce.")


@pytest.mark.rule("BD-COMP-2", "BD-FATE-9")
def test_who_helps_with_a_roll_and_with_fate_does_two_things() -> None:
    spec = given(fight("vane", "lark"), pledge("lark", "vane", 1))
    spec.when(check("vane", "wits medicine", assistants=("lark",)), throws=[fell("vane", "7/1")])
    [line] = spec.lines()
    assert line.startswith("Doctor Lark lends a hand and helps Vane with 2 pips of fate; Vane rolls medicine (")


@pytest.mark.rule("BD-INJ-1", "BD-FATE-9")
def test_what_the_fate_of_another_does_against_an_injury_is_told_beside_the_blow_too() -> None:
    blow = agenda(clash("vane cutlass", "pryce easy_target"))
    spec = duel("vane", "pryce", blow).given(newcomer("lark"), pledge("lark", "pryce", 1))
    hurt = [fell("vane", "11/4"), fell("vane weapon", "5/2"), fell("vane strength", "2/0")]
    [line] = spec.when(RESOLVE, throws=[*hurt, fell("pryce injury", "9/1", "2/0")]).lines()
    helps = "Doctor Lark helps Sergeant Pryce with 2 pips of fate"
    assert line.endswith(f"; {helps}; Sergeant Pryce gets 2 successes against a permanent injury.")


@pytest.mark.rule("BD-DRINK-3", "BD-FATE-1")
def test_what_fate_does_against_a_drink_is_told() -> None:
    drink = Drink(actor="vane", drink="light", choices=RollChoices(fate=1))
    spec = given(fight(newcomer("vane", fate=3))).when(drink, throws=[fell("vane drink", "8/1", "1/0")])
    said = "Vane drinks light alcohol (1 black die from drink), spends 1 pip of fate on the roll"
    assert spec.lines() == [f"{said} and gets 2 successes against the drink."]


@pytest.mark.rule("BD-INJ-1", "BD-FATE-1")
def test_what_fate_does_against_an_injury_of_its_own_is_told_once() -> None:
    spec = given(fight(newcomer("vane", fate=3)))
    named = {"vane": Choices(injury=InjuryChoices(fate=1))}
    throws = [hurts(7), fell("vane injury", "11/1", "4/0")]
    [line] = spec.when(sure_peril("vane", 7, choices=named), throws=throws).lines()
    assert line.endswith(", spends 1 pip of fate against a permanent injury and gets 2 successes against the injury.")


@pytest.mark.rule("BD-INJ-4", "BD-FATE-8")
@pytest.mark.parametrize(
    ("answer", "outcome"),
    [
        ("yes", "is spared a permanent injury for 3 pips of fate"),
        ("no", "is left with a permanent injury yet to be named"),
    ],
)
def test_who_is_asked_whether_to_avoid_an_injury_has_been_told_of_it(answer: str, outcome: str) -> None:
    spec = given(fight(newcomer("quill", fate=3, policy={"ask_choices": False, "ask_reduce": False})))
    spec.when(sure_peril("quill", 7), throws=[hurts(7), fell("quill injury", "8/0", "6/0")])
    [line] = spec.asks("avoid_injury", "quill").lines()
    assert line.endswith(" and faces a permanent injury.")
    assert spec.answer(answer).lines() == [f"Quill {outcome}."]
