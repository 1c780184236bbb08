"""Tests of rendering: a line of the story highlights throws, and events by the ruleset's highlights."""

import tomllib
from importlib.resources import files
from pathlib import Path

import pytest
from rich.text import Text

from domain.registry import rulesets
from service.cli.highlights import CORE_KINDS, Highlights, highlight_of
from service.cli.render import THEME, Thrown, console, show_audit, show_entry


def shining(line: str) -> list[tuple[str, str]]:
    """Return the highlighted parts of a line with their styles, from left to right."""
    told = Text(line)
    Thrown().highlight(told)
    return [(line[span.start : span.end], str(span.style)) for span in sorted(told.spans)]


@pytest.mark.parametrize(
    ("line", "parts"),
    [
        ("Vane throws ●●○.", [("●●", "thrown.head"), ("○", "thrown.tail")]),
        ("Vane rolls ⚅⚀.", [("⚅⚀", "thrown.dice")]),
        (
            "Bell draws K♥ 10♠ 2♦ A♣.",
            [("K♥", "thrown.red"), ("10♠", "thrown.black"), ("2♦", "thrown.red"), ("A♣", "thrown.black")],
        ),
        ("Bell draws White Joker and has 10 cards, 2 of them Kings.", []),
        ("♥ JACK♠ 100♦", []),
    ],
)
def test_heads_dice_and_suits_stand_out(line: str, parts: list[tuple[str, str]]) -> None:
    assert shining(line) == parts


def test_a_detail_is_indented_and_what_begins_a_batch_begins_a_paragraph() -> None:
    line = {"type": "s3.wounded", "version": 9, "level": 1, "sentence": "Vane is wounded."}
    detail = {"type": "core.answered", "version": 8, "level": 2, "sentence": "Vane answers."}
    with console.capture() as shown:
        show_entry(line, begins=True)
        show_entry(detail, begins=False)
    assert shown.get() == "\n    9  Vane is wounded.\n    8    Vane answers.\n"


@pytest.mark.parametrize(("proven", "shown"), [(2, "throws  ✓ proven  "), (0, "throws  – nothing to prove  ")])
def test_throws_of_which_none_is_seeded_have_nothing_to_prove(proven: int, shown: str) -> None:
    throws = {"verdict": "proven", "detail": "…", "proven": proven}
    counts = dict.fromkeys(("commands", "seeded_throws", "supplied_throws", "rulings", "rewinds"), 0)
    with console.capture() as said:
        show_audit({"encounter": "alley", "version": 4, "hash": "", "throws": throws, **counts})
    assert shown in said.get()


def test_events_stand_out_as_their_ruleset_says() -> None:
    of = ("s3.wounded", "s3.turn_ended", "s3.thrown", "core.commanded", "century.turn_ended", "unknown.wounded")
    assert [highlight_of(event_type) for event_type in of] == ["hurts", "books", None, "command", None, None]


def test_an_event_type_of_a_service_reads_no_file_elsewhere(tmp_path: Path) -> None:
    (tmp_path / "highlights.toml").write_text('hurts = ["wounded"]')
    assert highlight_of(f"{tmp_path}.wounded") is None


@pytest.mark.parametrize("key", rulesets())
def test_what_stands_out_is_an_event_of_the_ruleset_once_and_has_a_style(key: str) -> None:
    types = {event.type for event in rulesets()[key].events}
    file = files("domain.rulesets") / key / "highlights.toml"
    kinds = tomllib.loads(file.read_text(encoding="utf-8")) if file.is_file() else {}
    names = [f"{key}.{name}" for of_kind in kinds.values() for name in of_kind]
    assert set(names) <= types
    assert len(names) == len(set(names))
    assert {f"entry.{kind}" for kind in (*Highlights.__struct_fields__, *CORE_KINDS.values())} <= THEME.styles.keys()
