from collections.abc import Collection
from typing import Any

from domain.story.clauses import Clause
from domain.story.facts import Fact, Place, Said
from domain.story.lines import entries_of

HITS = Clause("Ogre", "hits Bell")


def fact(version: int, kind: str, clause: Clause | None, *, unless: Collection[str] = (), **told: Any) -> Fact:
    told_as = Fact(Place(version, 1, None, "", kind), "", 2, clause, Said({}, {}), unless=unless)
    return told_as._replace(**told)


def line_of(*facts: Fact) -> str:
    [line] = entries_of(facts, None)
    return line.sentence


def test_a_clause_is_left_out_where_one_that_takes_its_place_comes_later() -> None:
    succeeds = fact(1, "judged", Clause("Ogre", "succeeds"), unless=("hit",))
    assert line_of(succeeds, fact(2, "hit", HITS)) == "Ogre hits Bell."
    assert line_of(fact(1, "hit", HITS), succeeds) == "Ogre hits Bell and succeeds."


def test_an_event_lends_to_the_next_clause_of_its_subject_and_else_tells_its_own() -> None:
    clause, lent = Clause("Ogre", "succeeds"), Clause("Ogre", ",", "40 against 72")
    judged = fact(1, "judged", clause, unless=("hit",), lent=lent)
    assert (
        line_of(judged, fact(2, "hit", HITS), fact(3, "hit", HITS)) == "Ogre hits Bell, 40 against 72, and hits Bell."
    )
    assert line_of(judged, fact(2, "hit", Clause("Bell", "hits Ogre"))) == "Ogre succeeds; Bell hits Ogre."


def test_a_line_begins_with_an_event_that_lends_to_it() -> None:
    [line] = entries_of([fact(1, "judged", None, unless=("hit",), lent=HITS), fact(2, "hit", HITS)], None)
    assert (line.since, line.version) == (1, 2)


def test_a_last_clause_comes_at_the_end_of_its_line() -> None:
    left = fact(1, "left", Clause("Ogre", "has 2 shots left"), last=True)
    assert line_of(left, fact(2, "wound", Clause("Bell", "falls"))) == "Bell falls; Ogre has 2 shots left."
