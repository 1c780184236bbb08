"""Tests of words: the rules that a docstring cites, labels of several tables, and groups that a ruleset adds."""

from dataclasses import replace
from typing import Any, ClassVar, Literal

import pytest

from domain.core.commands import Acting
from domain.ruleset.chapter import Chapter
from domain.ruleset.offering import declarations, groups_of
from domain.text.words import Words, merged, rules_in
from tests.toy_rulesets.fair import FAIR

PULLING: Any = "pulling"


class Pull(Acting):
    """Pull at the rope."""

    words: ClassVar[Words | None] = Words("Pull", group=PULLING)
    type: Literal["fair.pull"] = "fair.pull"


@pytest.mark.parametrize(
    ("docstring", "cited"),
    [
        ("Draw or stow (TK-OTHER-4).", ["TK-OTHER-4"]),
        ("Draw, stow, pick up or reload (TK-OTHER-4 to TK-OTHER-6).", ["TK-OTHER-4", "TK-OTHER-5", "TK-OTHER-6"]),
        ("Twice (TK-OTHER-4, TK-OTHER-4), or another (TK-AIM-1 and TK-OTHER-9).", ["TK-OTHER-4", "TK-AIM-1"]),
        (None, []),
    ],
)
def test_a_docstring_cites_known_rules_once_and_all_of_a_range(docstring: str | None, cited: list[str]) -> None:
    known = dict.fromkeys(("TK-AIM-1", "TK-OTHER-4", "TK-OTHER-5", "TK-OTHER-6"))
    assert list(rules_in(docstring, known)) == cited


def test_tables_that_give_an_identifier_two_labels_are_an_error() -> None:
    assert merged([{"to": "Square"}, {"to": "Square", "at": "On tick"}]) == {"to": "Square", "at": "On tick"}
    with pytest.raises(ValueError, match="'to' has two labels"):
        merged([{"to": "Square"}, {"to": "Where"}])


def test_a_group_of_a_ruleset_alone_comes_last_and_is_declared() -> None:
    tug = replace(FAIR, chapters=(*FAIR.chapters, Chapter(commands=(Pull,))))
    assert groups_of(tug)[-1] == PULLING
    assert set(groups_of(tug)) > set(groups_of(FAIR))
    assert declarations(tug, narrator=False).groups[PULLING] == "Pulling"
