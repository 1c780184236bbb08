"""Tests of the throws of the story: the cards, where they come from, which one counts, and what it comes to."""

from domain.story.shapes import Entry
from domain.story.throws import Face, Throw, ThrowPart
from events.projections.story import Story
from tests.rules.demonstrations import demonstration


def lines() -> list[Entry]:
    recording = demonstration("yin_yang")
    return [entry for entry in Story(recording.ruleset, recording.codec).entries(recording.records) if entry.level == 1]


def test_a_line_shows_the_cards_of_both_tests_and_of_the_damage_as_they_were_read_off_the_table() -> None:
    [line] = [entry for entry in lines() if entry.sentence.startswith("Bishop attacks Da Hook")]
    six, nine, five = Face("6H"), Face("9C"), Face("5D")
    of_bishop = Throw("cards", "bishop", "the attack", (), (six,), "the 6 of hearts", 6, 7, "supplied", True)
    of_hook = Throw("cards", "da_hook", "the attack", (), (nine,), "the 9 of clubs", "too high", 7, "supplied", False)
    counted = "the 5 of diamonds, against Damage Score 6 and soak 4"
    damage = Throw("cards", "bishop", "damage", (), (five,), counted, 3, None, "supplied", True)
    assert line.throws == (of_bishop, of_hook, damage)
    assert line.why == "Bishop is ahead of Da Hook: only one of them succeeds."


def test_a_throw_names_the_penalty_cards_with_their_rule_and_the_worst_card() -> None:
    [throw] = [throw for line in lines() for throw in line.throws if throw.parts]
    assert throw.parts == (ThrowPart("Vitality at 0", -1, "YY-VIT-3"),)
    assert (len(throw.faces), throw.counted, throw.source) == (2, "the worst, the 4 of clubs", "seeded")
