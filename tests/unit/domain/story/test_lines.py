from domain.story.clauses import Clause
from domain.story.facts import Fact, Place, Said
from domain.story.lines import entries_of


def fact(version: int, kind: str, sentence: str, clause: Clause | None = None, **other: object) -> Fact:
    place = Place(version, 1, None, "", kind)
    return Fact(place, kind, sentence, 2, clause, Said({}, {}), **other)  # type: ignore[arg-type]


def test_a_clause_or_an_explanation_is_left_out_where_a_later_fact_of_its_line_takes_its_place() -> None:
    facts = [
        fact(1, "called", "Ogre attacks.", Clause("Ogre", "attacks"), unless=("hit",)),
        fact(2, "thrown", "Ogre throws 3.", explains=True, unless=("compared",)),
        fact(3, "compared", "3 beats 2.", explains=True),
        fact(4, "hit", "Ogre hits Bell.", Clause("Ogre", "hits Bell")),
    ]
    [line, *_] = entries_of(facts, None)
    assert (line.sentence, line.why) == ("Ogre hits Bell.", "3 beats 2.")
    [line, *_] = entries_of(facts[:2], None)
    assert (line.sentence, line.why) == ("Ogre attacks.", "Ogre throws 3.")
