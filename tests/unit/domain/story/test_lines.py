from typing import Any

from domain.story.clauses import Clause
from domain.story.facts import Fact, Place, Said
from domain.story.lines import entries_of

HITS = Clause("Ogre", "hits Bell")


def fact(version: int, kind: str, clause: Clause | None = None, sentence: str = "", **told: Any) -> Fact:
    return Fact(Place(version, 1, None, "", kind), kind, sentence, 2, clause, Said({}, {}))._replace(**told)


def line_of(*facts: Fact) -> str:
    [line] = entries_of(facts, None)
    return line.sentence


def test_a_clause_or_an_explanation_is_left_out_where_another_fact_of_its_line_takes_its_place() -> None:
    facts = [
        fact(1, "called", Clause("Ogre", "attacks"), "Ogre attacks.", unless=("hit",)),
        fact(2, "thrown", None, "Ogre throws 3.", explains=True, unless=("compared",)),
        fact(3, "compared", None, "3 beats 2.", explains=True),
        fact(4, "hit", HITS, "Ogre hits Bell."),
    ]
    [line, *_] = entries_of(facts, None)
    assert (line.sentence, line.why) == ("Ogre hits Bell.", "3 beats 2.")
    [line, *_] = entries_of(facts[:2], None)
    assert (line.sentence, line.why) == ("Ogre attacks.", "Ogre throws 3.")


def test_an_event_lends_to_the_next_clause_of_its_subject_and_else_tells_its_own() -> None:
    clause, lent = Clause("Ogre", "succeeds"), Clause("Ogre", ",", "40 against 72")
    judged = fact(1, "judged", clause, unless=("hit",), lent=lent)
    assert (
        line_of(judged, fact(2, "hit", HITS), fact(3, "hit", HITS)) == "Ogre hits Bell, 40 against 72, and hits Bell."
    )
    assert line_of(judged, fact(2, "hit", Clause("Bell", "hits Ogre"))) == "Ogre succeeds; Bell hits Ogre."


def test_a_line_begins_with_an_event_that_lends_to_it() -> None:
    [line] = entries_of([fact(1, "judged", unless=("hit",), lent=HITS), fact(2, "hit", HITS)], None)
    assert (line.since, line.version) == (1, 2)


def test_a_long_line_ends_before_another_subject_does_something_else() -> None:
    blast = fact(1, "blast", Clause("the blast", f"catches {', '.join(f'Thug {n}' for n in range(30))}"))
    ogre = [fact(2, "wound", Clause("Ogre", "loses 9")), fact(3, "fall", Clause("Ogre", "falls"))]
    bell = [fact(4, "wound", Clause("Bell", "loses 9")), fact(5, "left", Clause("Ogre", "has 2 left"), last=True)]
    lines = [entry.sentence for entry in entries_of([blast, *ogre, *bell], None)]
    assert lines[0].startswith("The blast catches Thug 0, ")
    assert lines[1:] == ["Ogre loses 9 and falls; Bell loses 9; Ogre has 2 left."]
    judged = fact(1, "judged", Clause("Ogre", f"tries {'hard ' * 40}"), unless=("hit",), lent=HITS)
    assert len([*entries_of([judged, fact(2, "hit", Clause("Bell", "is hit"))], None)]) == 1


def test_a_last_clause_comes_at_the_end_of_its_line() -> None:
    left = fact(1, "left", Clause("Ogre", "has 2 shots left"), last=True)
    assert line_of(left, fact(2, "wound", Clause("Bell", "falls"))) == "Bell falls; Ogre has 2 shots left."
