"""Other players learn only what play reveals of a secret sheet: they read the same whatever the sheet contains."""

from typing import get_type_hints

import pytest

from domain.chance.draws import Draw
from domain.core.commands import Join, Open
from domain.model.speaker import NARRATOR, Speaker
from domain.ruleset.check import Asked, Foreseen, check
from tests.http.access.secrecy.noninterference import Case, Json, Play, Step, leaks, typed
from tests.http.access.secrecy.secret_sheets import CASES
from tests.recording import Recording
from tests.rules.rulesets import FIGHTS
from tests.tiers import long

OF_RULESET = {fights.ruleset.key: fights for fights in FIGHTS}


@pytest.mark.parametrize("late", [pytest.param(False, id="from_the_start"), long(True, name="joining_later")])
@pytest.mark.parametrize("name", CASES)
def test_a_secret_sheet_changes_nothing_that_others_read(name: str, late: bool) -> None:
    case = CASES[name]
    assert leaks(case, OF_RULESET[case.ruleset], late=late) == []


CHANGES: tuple[tuple[str, str, tuple[Json, Json]], ...] = (
    (
        "century-fate",
        "rich",
        (
            {"type": "century.set_score", "combatant": "lurker", "ability": "iq", "score": 17, "reason": "a book"},
            {"type": "century.set_score", "combatant": "lurker", "ability": "agl", "score": 4},
        ),
    ),
    (
        "ticks-struck",
        "guard",
        (
            {"type": "ticks.restock", "combatant": "lurker", "weapon": "pistol", "spare": 3},
            {"type": "ticks.restock", "combatant": "lurker", "weapon": "lurker.pistol", "spare": 90},
        ),
    ),
)
"""Cases, one of the sheets of each, and two changes of it."""


@pytest.mark.parametrize(("name", "sheet", "changes"), CHANGES, ids=[name for name, _, _ in CHANGES])
def test_what_the_narrator_changes_of_a_secret_sheet_is_not_told(
    name: str, sheet: str, changes: tuple[Json, Json]
) -> None:
    case = CASES[name]
    ruleset = OF_RULESET[case.ruleset].ruleset
    one, other = (Play(case, ruleset, case.sheets[sheet], late=False) for _ in changes)
    for play, change in zip((one, other), changes, strict=True):
        play.give(Step(change))
    for reader in case.readers:
        assert one.read(reader) == other.read(reader)
    assert one.read(NARRATOR) != other.read(NARRATOR)


WAITS = {"event": "narrated", "who": "newcomers", "text": "somebody whistles"}
SEALED: tuple[tuple[Json, Json], ...] = (
    (
        {"action": "defer", "weapon": "sword", "condition": WAITS},
        {"type": "ticks.judge_condition", "simple": True},
    ),
    (
        {"action": "attack", "weapon": "sword", "manoeuvres": ["trick_shot"], "trick": "cut the rope"},
        {"type": "ticks.set_difficulty", "difficulty": 60},
    ),
)
"""Declarations of Ticks about which the narrator is asked, and the answers."""


def first_counts() -> tuple[Case, Play, Play]:
    """Return twice the same first count up, on which Iris and Tor are equally quick."""
    quick = {"statistics": {"quickness": 10}}
    equals = tuple([{"template": name, "id": name, "sheet": quick} for name in ("iris", "tor")])
    case = Case("ticks", "sealed", equals, "tor", {"lena": {"template": "lena"}}, ())
    one, other = (Play(case, OF_RULESET["ticks"].ruleset, case.sheets["lena"], late=False) for _ in range(2))
    for play in (one, other):
        play.give(Step({"type": "ticks.call_combat", "actor": "iris", "against": "tor"}))
        play.give(Step({"type": "ticks.start_round"}))
    return case, one, other


@pytest.mark.rule("TK-DECL-5", "TK-DECL-15")
def test_what_the_narrator_is_asked_about_a_sealed_declaration_is_not_told() -> None:
    """One way or the other, others read that the narrator is asked something, until all of the tick have declared."""
    case, one, other = first_counts()
    for play, (declared, _) in zip((one, other), SEALED, strict=True):
        play.give(Step({"type": "ticks.declare", "actor": "iris", **declared}, by="player:iris"))
    for reader in case.readers:
        assert one.read(reader) == other.read(reader), "it is asked"
        narrators = [prompt for prompt in one.read(reader)["state"]["prompts"] if prompt["to"] == "narrator"]
        assert [(prompt["kind"], prompt.get("about")) for prompt in narrators] == [("untold", None)]
    last = typed(one.ruleset, {"type": "ticks.declare", "actor": "tor", "action": "evade"})
    tor = case.readers[-1]
    assert [play.checked(last, tor)["first"] for play in (one, other)] == ["untold", "untold"]
    for play, (_, judged) in zip((one, other), SEALED, strict=True):
        play.give(Step(judged))
    for reader in case.readers:
        assert one.read(reader) == other.read(reader), "it is answered"
    assert [play.checked(last, tor)["first"] for play in (one, other)] == ["untold", "untold"]
    assert one.read(NARRATOR) != other.read(NARRATOR)
    for play in (one, other):
        play.give(Step({"type": "ticks.declare", "actor": "tor", "action": "evade"}))
    assert one.read(case.readers[0]) != other.read(case.readers[0]), "it is revealed"


@pytest.mark.rule("TK-DECL-5", "TK-DECL-15")
def test_a_check_of_a_sealed_declaration_tells_its_speaker_only_that_the_narrator_is_asked() -> None:
    ticks = OF_RULESET["ticks"].ruleset
    joins = tuple(Join(template=name, sheet={"statistics": {"quickness": 10}}) for name in ("iris", "tor"))
    recording = Recording("sealed", ticks).play(Open(ruleset="ticks", combatants=joins))
    for narrated in ({"type": "ticks.call_combat", "actor": "iris", "against": "tor"}, {"type": "ticks.start_round"}):
        recording.play(typed(ticks, narrated))
    for declared, _ in SEALED:
        command = typed(ticks, {"type": "ticks.declare", "actor": "iris", **declared})
        foreseen = check(ticks, recording.state, command, Speaker("player", ("iris",)))
        assert isinstance(foreseen, Foreseen)
        assert foreseen.asks == (Asked("narrator", "untold", "The narrator is asked something in secret."),)


@pytest.mark.rule("TK-DECL-5", "TK-DECL-15")
def test_what_the_narrator_answers_in_advance_and_is_not_asked_is_not_told() -> None:
    """With answers to both questions sent along, the one that is not used would tell which the other is."""
    case, one, other = first_counts()
    both = [
        {"kind": "judge_condition", "to": "narrator", "answer": True},
        {"kind": "set_difficulty", "to": "narrator", "answer": 60},
    ]
    for play, (declared, _) in zip((one, other), SEALED, strict=True):
        play.give(Step({"type": "ticks.declare", "actor": "iris", **declared, "answers": both}))
    for reader in case.readers:
        assert one.read(reader) == other.read(reader)
    told = [entry["sentence"] or "" for entry in one.read(NARRATOR)["told"]]
    unused = [sentence for sentence in told if "Not needed" in sentence]
    assert unused == ["Not needed after all: the narrator sets the difficulty at 60."]


def test_what_is_kept_of_a_secret_sheet_keeps_no_throws_from_others() -> None:
    """The throws of an event with a sealed part use the hidden seed, so other readers cannot verify them."""
    kept = [event for fights in FIGHTS for event in fights.ruleset.events if event.sheet_of is not None]
    assert kept
    for event in kept:
        assert event.private
        assert Draw.__name__ not in str([*get_type_hints(event).values()]), event.type
