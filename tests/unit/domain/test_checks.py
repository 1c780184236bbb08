"""A check reports what a command would cause first, and reveals nothing that its speaker does not see."""

from dataclasses import replace
from typing import Any

import pytest

from domain.chance.draws import Supplied
from domain.core.commands import Answer, Command, Join, Open, SetPolicy
from domain.decision.decision import Decision
from domain.model.refusal import NeededThrow, Refusal, require
from domain.model.speaker import NARRATOR, Speaker
from domain.ruleset.check import Asked, Foreseen, check
from domain.ruleset.ruleset import Ruleset, all_seen
from domain.rulesets.s3.chapters.attack.attacks import Attack
from domain.rulesets.s3.chapters.turns.pairings import BeginTurn
from domain.rulesets.s3.chapters.turns.rounds import BeginRound
from domain.rulesets.s3.chapters.turns.turns import EndTurn
from tests.recording import Recording
from tests.toy_rulesets.gamble import GAMBLE, Deal, Gamble
from tests.toy_rulesets.quarrel import QUARREL, Council, Taunt

ANNA = Speaker("player", ("anna",))
TAUNT = Taunt(actor="anna", targets=("bela",))
BELA_IS_ASKED = Foreseen("asks", (Asked("bela", "take_it", "Bela has a choice to make: take it."),), events=2)


def opened(ruleset: Ruleset[Any], *people: str) -> Recording:
    recording = Recording("check", ruleset).play(Open(ruleset=ruleset.key))
    joins = (Join(id=who, sheet={"name": who}) for who in people)
    return recording.play(*joins)


def quarrel() -> Recording:
    """Return a quarrel of three persons, whose names have a capital letter in sentences alone."""
    return opened(QUARREL, "anna", "bela", "cora")


def checked(recording: Recording, command: Command, speaker: Speaker) -> Foreseen | Refusal:
    return check(recording.ruleset, recording.state, command, speaker)


def first_of(recording: Recording, command: Command, speaker: Speaker) -> str:
    result = checked(recording, command, speaker)
    assert isinstance(result, Foreseen), result
    return result.first


@pytest.mark.parametrize(
    ("answer", "narrators"),
    [
        (None, BELA_IS_ASKED),
        ("ask", BELA_IS_ASKED),
        ("calmly", Foreseen("records", events=3)),
        ("angrily", Foreseen("throw", throw=NeededThrow("bela", "Temper", 1, "coins"), events=2)),
    ],
)
def test_a_check_does_not_tell_the_standing_answer_of_another(answer: str | None, narrators: Foreseen) -> None:
    recording = quarrel()
    if answer is not None:
        recording.play(SetPolicy(of="bela", kind="take_it", answer=answer))
    seen = checked(recording, TAUNT, ANNA)
    assert isinstance(seen, Foreseen)
    assert (seen.first, seen.asks) == ("asks", BELA_IS_ASKED.asks)
    assert checked(recording, TAUNT, NARRATOR) == narrators


def test_a_check_uses_the_standing_answers_of_its_speaker() -> None:
    recording = quarrel().play(SetPolicy(of="anna", kind="take_it", answer="calmly"))
    at_herself = Taunt(actor="anna", targets=("anna",))
    assert checked(recording, at_herself, ANNA) == Foreseen("records", events=3)


@pytest.mark.parametrize("vote", ["aye", "ask:cora"])
def test_a_check_does_not_tell_what_comes_of_a_sealed_answer_of_another(vote: str) -> None:
    recording = quarrel().play(Council(called=False))
    own, others, _ = recording.state.prompts
    answer = Answer(prompt=own.id, answer="nay")
    assert first_of(recording, answer, ANNA) == "records"
    recording.play(answer)
    assert first_of(recording, answer, ANNA) == "records", "her own answer is not hidden from her"
    recording.play(Answer(prompt=others.id, answer=vote))
    assert first_of(recording, answer, ANNA) == "untold"
    assert first_of(recording, answer, NARRATOR) == "records"


@pytest.mark.parametrize("secret", [False, True])
def test_a_secret_sheet_of_another_leaves_what_comes_first_untold(secret: bool) -> None:
    joins = (Join(template="flying_fox"), Join(template="guard", secret=secret))
    recording = Recording().play(Open(ruleset="s3", combatants=joins), BeginRound())
    recording.play(BeginTurn(pc="fox", npc="guard", order="pc_first"))
    attack = Attack(actor="fox", target="guard", weapon="unarmed")
    of_fox, of_guard = (Speaker("player", (who,)) for who in ("fox", "guard"))
    assert first_of(recording, attack, of_fox) == ("untold" if secret else "asks")
    assert first_of(recording, EndTurn(actor="fox"), Speaker("player", ("fox", "guard"))) == "records"
    assert isinstance(checked(recording, attack, of_guard), Refusal)


def test_what_is_hidden_by_the_view_of_a_ruleset_leaves_what_comes_first_untold() -> None:
    recording = opened(GAMBLE, "anna")
    gamble = Gamble(coins=3)
    throw = NeededThrow("narrator", "Coins", 3, "coins")
    assert checked(recording, gamble, NARRATOR) == Foreseen("throw", throw=throw, events=1)
    assert checked(recording, gamble, ANNA) == Foreseen("untold", events=1)
    open_book = replace(GAMBLE, view=all_seen)
    assert check(open_book, recording.state, gamble, ANNA) == Foreseen("throw", throw=throw, events=1)


def test_only_the_narrator_is_told_of_a_hidden_throw() -> None:
    recording = opened(replace(GAMBLE, view=all_seen), "anna")
    throw = NeededThrow("anna", "Deal", 2, "cards")
    for speaker, face_down, first in ((NARRATOR, True, throw), (ANNA, True, None), (ANNA, False, throw)):
        foreseen = checked(recording, Deal(to="anna", count=2, face_down=face_down), speaker)
        assert isinstance(foreseen, Foreseen)
        assert (foreseen.first, foreseen.throw) == ("throw" if first else "untold", first)


def test_no_coins_are_no_throw() -> None:
    def no_coins_before_a_lot(decision: Decision[Any], command: Gamble) -> None:
        decision.toss("narrator", "coins", 0)
        decision.roll("world", "lot", 1, 8)

    ruleset = replace(GAMBLE, decide={**GAMBLE.decide, Gamble: no_coins_before_a_lot})
    lot = Foreseen("throw", throw=NeededThrow("world", "Lot", 1, "d8"), events=1)
    assert check(ruleset, opened(GAMBLE).state, Gamble(), NARRATOR) == lot


def test_a_command_that_only_a_standing_answer_of_another_makes_legal_is_accepted_and_nothing_else_is_told() -> None:
    def bela_has_to_have_answered(decision: Decision[Any], command: Taunt) -> None:
        require(decision.state.policy("bela", "take_it"), "QUARREL-9", "Bela has not answered.")

    ruleset = replace(QUARREL, decide={**QUARREL.decide, Taunt: bela_has_to_have_answered})
    recording = opened(ruleset, "anna", "bela")
    assert isinstance(checked(recording, TAUNT, ANNA), Refusal)
    recording.play(SetPolicy(of="bela", kind="take_it", answer="calmly"))
    assert checked(recording, TAUNT, ANNA) == Foreseen("untold", events=1)


FACES: tuple[tuple[list[str], str | None], ...] = (
    (["HHT"], None),
    ([], "faces_missing"),
    (["HH"], "faces_wrong"),
    (["HHT", "H"], "faces_left_over"),
)


@pytest.mark.parametrize(("faces", "code"), FACES)
def test_supplied_faces_are_used_to_the_end(faces: list[str], code: str | None) -> None:
    result = check(GAMBLE, opened(GAMBLE).state, Gamble(coins=3), NARRATOR, supplied=Supplied(faces))
    if code is None:
        throw = NeededThrow("narrator", "Coins", 3, "coins")
        assert result == Foreseen("throw", throw=throw, events=2)
    else:
        assert isinstance(result, Refusal)
        assert result.code == code
