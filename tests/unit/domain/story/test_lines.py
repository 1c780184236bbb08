from typing import Any

from domain.story.clauses import Clause
from domain.story.facts import Fact, Place, Said
from domain.story.lines import LONGEST_IN_FEW, entries_of

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


def test_a_last_clause_comes_at_the_end_of_its_line() -> None:
    left = fact(1, "left", Clause("Ogre", "has 2 shots left"), last=True)
    assert line_of(left, fact(2, "wound", Clause("Bell", "falls"))) == "Bell falls; Ogre has 2 shots left."


def test_a_clause_may_have_a_short_form_beside_those_that_take_its_place() -> None:
    came = fact(1, "came", Clause("Ogre", "closes in on Bell"), unless=("hit",), short=Clause("Ogre", "closes in"))
    assert line_of(came) == "Ogre closes in on Bell."
    assert line_of(came, fact(2, "hit", HITS)) == "Ogre closes in and hits Bell."


def test_an_event_that_lends_to_some_is_left_out_beside_all_that_take_its_place() -> None:
    lent = Clause("Ogre", "with the axe")
    thrown = fact(1, "thrown", Clause("Ogre", "rolls 2"), unless=("hit",), lent=lent, takers=("hit",))
    assert line_of(thrown) == "Ogre rolls 2."
    assert line_of(thrown, fact(2, "hit", HITS)) == "Ogre hits Bell with the axe."
    assert line_of(thrown, fact(2, "hit", Clause("Bell", "hits Ogre"))) == "Bell hits Ogre."


def test_of_two_events_of_one_type_the_last_one_lends() -> None:
    first, again = (
        fact(version, "thrown", unless=("hit",), lent=Clause("Ogre", f", {result} to 4"))
        for version, result in ((1, 3), (2, 5))
    )
    assert line_of(first, again, fact(3, "hit", HITS)) == "Ogre hits Bell, 5 to 4."


def test_what_two_events_lend_alike_is_told_once() -> None:
    lent = Clause("Ogre", "with the axe")
    thrown = [fact(version, "thrown", unless=("hit",), lent=lent) for version in (1, 2)]
    assert line_of(*thrown, fact(3, "hit", HITS)) == "Ogre hits Bell with the axe."


def test_a_line_that_is_too_long_is_divided_where_its_subject_changes_and_keeps_what_it_leaves_out() -> None:
    attack = fact(1, "called", Clause("The narrator", "deals damage"), "Damage.", unless=("hurt",))
    hurt = [
        fact(place, "hurt", Clause(who, f"takes {place} points of damage"), f"{who} is hurt.")
        for place, who in enumerate(("A" * 60, "B" * 60, "C" * 60), 2)
    ]
    falls = fact(5, "fall", Clause("C" * 60, "falls"))
    lines = [entry for entry in entries_of([attack, *hurt, falls], None) if entry.level == 1]
    assert [line.sentence for line in lines] == [
        f"{'A' * 60} takes 2 points of damage; {'B' * 60} takes 3 points of damage.",
        f"{'C' * 60} takes 4 points of damage and falls.",
    ]
    assert [(line.since, line.version) for line in lines] == [(1, 3), (4, 5)]


def test_what_follows_an_event_is_told_right_after_the_last_of_its_kind_and_before_what_came_between() -> None:
    judged = [fact(version, "judged", Clause("Ogre", f"throws {version}")) for version in (1, 3)]
    jams, missed = fact(4, "failed", Clause("the pistol", "jams")), Clause("Ogre", "misses")
    facts = [judged[0], fact(2, "missed", HITS, follows=("judged",)), judged[1], jams]
    told = "Ogre throws 1, hits Bell, throws 3 and misses; the pistol jams."
    assert line_of(*facts, fact(5, "missed", missed, follows=("judged",))) == told
    assert line_of(jams, fact(5, "missed", missed, follows=("judged",))) == "The pistol jams; Ogre misses."


def lines_in(most: int, *facts: Fact) -> list[tuple[int | None, int, str]]:
    """Return the first and the last version of each line, and its sentence."""
    told = [entry for entry in entries_of(facts, None, most=most) if entry.level == 1]
    return [(line.since, line.version, line.sentence) for line in told]


def test_neighbouring_lines_become_one_the_shortest_first_where_there_may_be_few() -> None:
    facts = (
        fact(1, "hit", HITS, line="attack"),
        fact(2, "turn", None, "It is Bell's turn.", level=1),
        fact(3, "moved", Clause("Bell", f"goes to the {'long ' * 10}gallery"), line="move"),
    )
    gallery = f"goes to the {'long ' * 10}gallery"
    assert lines_in(3, *facts) == [
        (None, 1, "Ogre hits Bell."),
        (None, 2, "It is Bell's turn."),
        (None, 3, f"Bell {gallery}."),
    ]
    assert lines_in(2, *facts) == [(1, 2, "Ogre hits Bell; it is Bell's turn."), (None, 3, f"Bell {gallery}.")]
    assert lines_in(1, *facts) == [(1, 3, f"Ogre hits Bell; it is Bell's turn; Bell {gallery}.")]


def test_lines_do_not_become_one_that_is_too_long() -> None:
    third = "A" * (LONGEST_IN_FEW // 3)
    hurt = [fact(place, "hurt", Clause(f"{place}{third}", "falls"), line=str(place)) for place in range(1, 4)]
    assert [(since, version) for since, version, _ in lines_in(1, *hurt)] == [(1, 2), (None, 3)]


def test_without_room_for_a_line_every_event_is_a_detail_of_the_line_before() -> None:
    facts = (fact(4, "hit", HITS, "Ogre hits Bell."), fact(5, "turn", None, "It is Bell's turn.", level=1))
    entries = [*entries_of(facts, 3, most=0)]
    assert [(entry.version, entry.level, entry.of) for entry in entries] == [(4, 2, 3), (5, 2, 3)]


def test_lines_of_earlier_batches_alone_have_places_of_their_own() -> None:
    half = "A" * (LONGEST_IN_FEW // 2)
    old = [fact(place, "hurt", Clause(f"{place}{half}", "falls"), line=str(place)) for place in (1, 2)]
    new = [
        fact(place, "set", sentence="A rest.")._replace(place=Place(place, 3, None, "", "set")) for place in (3, 4, 5)
    ]
    entries = [*entries_of([*old, *new], None, most=1, begins=new[0].place)]
    versions = [entry.version for entry in entries if entry.level == 1]
    assert len(versions) == len(set(versions)) == 2
    assert {entry.batch for entry in entries} == {3}
