from collections.abc import Sequence

import pytest

from domain.core.events import Prompted
from domain.model.encounter import UNTOLD, asked_at, prompt_id
from domain.rulesets.s3 import S3
from domain.story.clauses import Clause
from domain.story.exchanges import MOST_LINES, QUESTION, SPAN, Exchanges, Questions, Room
from domain.story.facts import Fact, Place, Said
from domain.story.lines import LONGEST_IN_FEW, MOST_CLAUSES, entries_of, lines_among
from domain.story.throws import Face, Throw


def fact(version: int, says: str, kind: str = "did") -> Fact:
    clause = Clause("Ogre", says) if says else None
    return Fact(Place(version, version, None, "", kind), kind, f"Ogre {says}.", 2, clause, Said({}, {}))


def tell(exchanges: Exchanges, questions: Questions, *facts: Fact) -> list[str]:
    """Return the lines of the next batch."""
    room = exchanges.room(questions, facts)
    entries = [*entries_of(room.facts, room.line, most=room.lines)]
    exchanges.told(lines_among(entries))
    return [entry.sentence for entry in entries if entry.level == 1]


def asks(prompt: str, answered: Sequence[str] = ()) -> Questions:
    return Questions(answered=answered, asked=(prompt,), settled=answered, resumes=bool(answered))


def settles(*prompts: str) -> Questions:
    return Questions(answered=prompts[:1], settled=prompts, resumes=True)


def test_what_follows_from_answers_is_told_while_there_is_room_for_the_outcome() -> None:
    exchanges = Exchanges()
    assert tell(exchanges, asks("a"), fact(1, "attacks")) == ["Ogre attacks."]
    assert tell(exchanges, asks("b", ["a"]), fact(2, "hits")) == ["Ogre hits."]
    assert tell(exchanges, asks("c", ["b"]), fact(3, "spends 1 Breath")) == []
    assert tell(exchanges, asks("d", ["c"]), fact(4, "asks", QUESTION)) == []
    assert tell(exchanges, settles("d"), fact(5, "falls")) == ["Ogre spends 1 Breath and falls."]


def test_the_outcome_has_the_first_and_the_last_version_of_what_it_tells() -> None:
    exchanges = Exchanges()
    questions = (asks("a"), asks("b", ["a"]), asks("c", ["b"]))
    for version, one in enumerate(questions, 1):
        tell(exchanges, one, fact(version, f"does {version}"))
    room = exchanges.room(settles("c"), [fact(4, "falls")])
    outcome, *details = entries_of(room.facts, room.line, most=room.lines)
    assert (outcome.since, outcome.version, outcome.batch) == (3, 4, 4)
    assert [detail.version for detail in details] == [4]  # what was held has been a detail of its own batch


def test_the_outcome_has_the_throws_of_batches_without_a_line() -> None:
    exchanges = Exchanges()
    tell(exchanges, asks("a"), fact(1, "shoots"))
    thrown = fact(2, "")._replace(throws=(Throw(kind="percentile", faces=(Face(86),), id="shot"),))
    assert tell(exchanges, asks("b", ["a"]), thrown) == []
    missed = fact(3, "misses")._replace(throws=(Throw(kind="percentile", result=86, id="shot"),))
    room = exchanges.room(settles("b"), [missed])
    outcome, *_ = entries_of(room.facts, room.line, most=room.lines)
    assert outcome.throws == (Throw(kind="percentile", faces=(Face(86),), result=86, id="shot"),)


def test_those_who_are_asked_together_are_told_together() -> None:
    exchanges = Exchanges()
    tell(exchanges, Questions(asked=("a", "b")), fact(1, "asks"))
    assert tell(exchanges, Questions(answered=("a",)), fact(2, "spends 1 Breath")) == []
    assert tell(exchanges, settles("b", "a"), fact(3, "waits")) == ["Ogre spends 1 Breath and waits."]


def held(exchanges: Exchanges) -> None:
    """Hold one fact of an exchange that begins at version 1."""
    tell(exchanges, Questions(asked=("a", "b")), fact(1, "asks"))
    tell(exchanges, Questions(answered=("a",)), fact(2, "spends 1 Breath"))


def test_what_is_held_is_told_when_the_questions_lapse_or_everything_ends() -> None:
    for questions in (Questions(settled=("a", "b")), Questions(ends_all=True)):
        exchanges = Exchanges()
        held(exchanges)
        assert tell(exchanges, Questions(), fact(3, "rests")) == ["Ogre rests."]
        assert tell(exchanges, questions, fact(4, "leaves")) == ["Ogre spends 1 Breath and leaves."]
        assert tell(exchanges, settles("b"), fact(5, "waits")) == ["Ogre waits."]


def test_all_exchanges_end_with_a_stretch_and_what_is_held_is_told_then() -> None:
    for version, told in ((SPAN - 1, "Ogre rests."), (SPAN, "Ogre spends 1 Breath and rests.")):
        exchanges = Exchanges()
        held(exchanges)
        assert tell(exchanges, Questions(), fact(version, "rests")) == [told]


def test_what_other_exchanges_have_held_takes_no_room_of_one_that_still_asks() -> None:
    exchanges = Exchanges()
    held(exchanges)
    over = (fact(2, "spends 1 Breath"),)
    attack = fact(3, "attacks")
    room = exchanges.room(Questions(asked=("c",), settled=("a", "b")), [attack])
    assert room == Room([attack], MOST_LINES - 1, None, over)
    [line] = entries_of(room.over, None, most=1, begins=attack.place)
    assert (line.sentence, line.since, line.version, line.batch) == ("Ogre spends 1 Breath.", 2, 3, 3)


def test_what_is_asked_and_settled_in_one_batch_keeps_no_exchange_open() -> None:
    exchanges = Exchanges()
    tell(exchanges, Questions(asked=("a", "b"), settled=("a",)), fact(1, "attacks"))
    assert tell(exchanges, Questions(answered=("b",), settled=("b",)), fact(2, "hits")) == ["Ogre hits."]


def test_a_line_of_what_was_held_alone_is_one_of_the_batch_that_tells_it() -> None:
    exchanges = Exchanges()
    held(exchanges)
    answered = fact(3, "", "answered")
    outcome = fact(4, "falls")._replace(place=answered.place._replace(version=4), line="fall")
    room = exchanges.room(settles("b", "a"), [answered, outcome])
    lines = [one for one in entries_of(room.facts, room.line, most=room.lines) if one.level == 1]
    told = [(line.sentence, line.since, line.version, line.batch) for line in lines]
    assert told == [("Ogre spends 1 Breath.", 2, 3, 3), ("Ogre falls.", None, 4, 3)]


def test_few_lines_do_not_become_too_long() -> None:
    for longer, lines in ((0, 1), (1, 2)):
        half = "x" * (LONGEST_IN_FEW // 2 - len("Ogre ..") + longer)
        alone = [fact(version, half)._replace(clause=None, level=1, said=Said({}, {})) for version in (1, 2)]
        alone[1] = alone[1]._replace(sentence=f"{half} Ogre.", place=alone[1].place._replace(batch=1))
        told = [one.sentence for one in entries_of(alone, None, most=1) if one.level == 1]
        assert len(told) == lines, told
        assert max(map(len, told)) <= LONGEST_IN_FEW


def test_no_more_is_held_than_a_line_can_tell() -> None:
    exchanges = Exchanges()
    prompts = [f"p{place}" for place in range(MOST_CLAUSES + 1)]
    tell(exchanges, Questions(asked=prompts), fact(1, "asks"))
    told = [
        tell(exchanges, Questions(answered=(prompt,)), fact(version, f"takes {version}"))
        for version, prompt in enumerate(prompts, 2)
    ]
    assert [len(lines) for lines in told[:-1]] == [0] * MOST_CLAUSES
    assert "takes 2, takes 3" in told[-1][0]


def test_a_deed_within_a_batch_begins_an_exchange_with_room_of_its_own() -> None:
    exchanges = Exchanges()
    tell(exchanges, asks("a"), fact(1, "attacks"))
    tell(exchanges, asks("b", ["a"]), fact(2, "hits"))
    room = exchanges.room(asks("c", ["b"])._replace(deed=True), [fact(3, "falls")])
    assert room.lines == 2  # the outcome, and the line that opens the next exchange
    exchanges.told([3])
    assert exchanges.room(settles("c"), [fact(4, "rises")]) == Room([fact(4, "rises")], MOST_LINES - 1, 3)


@pytest.mark.parametrize("prompt", ["p", "prompt-21", "prompt-x-1", "prompt-²-1", "prompt-0-1", ""])
def test_an_id_of_another_form_says_nothing_of_when_its_prompt_was_asked(prompt: str) -> None:
    assert (asked_at(prompt_id(21, 2)), asked_at(prompt)) == (21, 0)


def test_a_veiled_prompt_asks_for_no_deed_so_that_all_readers_have_the_same_exchanges() -> None:
    def is_deed(kind: str, veiled: str = "") -> bool:
        return S3.tellings.is_deed(Prompted(id="prompt-1-1", kind=kind, to="bell", about={}, veiled=veiled))

    assert (is_deed("act_stunned"), is_deed(UNTOLD), is_deed(UNTOLD, "act_stunned")) == (True, False, False)
