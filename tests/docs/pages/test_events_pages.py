"""Tests of the pages of events: every event is there, with its fields, what may be private, and an example."""

import json
import re
from functools import cache
from typing import Any

import msgspec
import pytest

from docs.generate import PAGES, REFERENCE
from docs.pages.events import data_of, events_page, schemas, shared_events_page
from domain.core.events import CORE_EVENTS
from domain.model.event import Event
from domain.registry import BUILT_IN
from domain.text.words import rules_in

EVENTS = {event: one for one in reversed(BUILT_IN) for event in one.events}
ROW = re.compile(r"^\| `(\w+)`(\*?) \| (.+) \| (.*) \| (.+) \|$", re.MULTILINE)
KEYS = ("core", *(one.key for one in BUILT_IN))
every_page = pytest.mark.parametrize("key", KEYS)


@cache
def page(key: str) -> str:
    """Return the page of the events whose types begin with this key."""
    found = next((one for one in BUILT_IN if one.key == key), None)
    return shared_events_page(BUILT_IN) if found is None else events_page(found)


def sections(key: str) -> list[tuple[type[Event], str]]:
    """Return the events of a page, each with its section."""
    parts = re.split(r'^<a id="|^## ', page(key), flags=re.MULTILINE)
    found = {match[1]: part for part in parts if (match := re.search(r"\n`([\w.]+)`, schema \d", part))}
    events = [event for event in EVENTS if event.type.partition(".")[0] == key]
    assert found.keys() == {event.type for event in events}
    assert page(key).count("`, schema ") == len(events)
    return [(event, found[event.type]) for event in events]


@every_page
def test_every_event_is_on_its_page_once_with_its_label_schema_and_fields(key: str) -> None:
    for event, text in sections(key):
        assert f"### {event.words}\n\n`{event.type}`, schema {event.schema}\n" in text
        fields = {field.name: field.required for field in msgspec.structs.fields(event)}
        assert {name: bool(star) for name, star, *_ in ROW.findall(text)} == fields
        assert ("No fields." in text) == (not fields)


@every_page
def test_the_default_of_a_field_is_that_with_which_its_event_omits_it(key: str) -> None:
    for event, text in sections(key):
        for field in msgspec.structs.fields(event):
            (cell,) = (default for name, _, _, default, _ in ROW.findall(text) if name == field.name)
            if field.required:
                assert cell == ""
            elif cell:
                value = msgspec.convert(json.loads(cell.strip("`")), field.type)
                usual = field.default if field.default_factory is msgspec.NODEFAULT else field.default_factory()
                assert value == usual
            else:
                assert "by default" in text


@every_page
def test_what_may_be_private_is_named(key: str) -> None:
    for event, text in sections(key):
        (line,) = re.findall(r"^May be private: (.*)\.$", text, flags=re.MULTILINE) or [""]
        names, _, sheet = line.partition(", if the sheet of ")
        assert set(re.findall(r"`(\w+)`", names)) == event.private
        assert sheet.partition(" ")[0].strip("`") == (event.sheet_of or "")


@every_page
def test_the_example_of_an_event_is_read_as_it(key: str) -> None:
    for event, text in sections(key):
        shown = json.loads(text.partition("```json\n")[2].partition("\n```")[0])
        assert shown == {"type": event.type, "data": event.example}
        msgspec.convert(shown["data"], event)


@every_page
def test_the_rules_of_an_event_are_listed_with_links(key: str) -> None:
    for event, text in sections(key):
        (line,) = re.findall(r"^Rules: (.*)\.$", text, flags=re.MULTILINE) or [""]
        assert re.findall(r"\[([A-Z0-9-]+)\]\(\.\./rules/", line) == [*rules_in(event.__doc__, EVENTS[event].rules)]


@every_page
def test_fields_mean_what_the_description_of_the_api_says(key: str) -> None:
    for event, text in sections(key):
        described = {name: field["description"] for name, field in data_of(event)["properties"].items()}
        assert {name: meaning.replace("\\|", "|") for name, *_, meaning in ROW.findall(text)} == described


@every_page
def test_every_object_in_a_field_is_described_on_the_page_that_the_link_leads_to(key: str) -> None:
    links = re.findall(r"\[(\w+)\]\(((?:core\.md)?)#([\w-]+)\)", page(key))
    for name, other, place in links:
        target = page("core" if other else key)
        _, found, rest = target.partition(f'<a id="{place}"></a>\n\n### {name}\n\n')
        assert found, name
        if name in schemas():
            table = re.split(r'^<a id="', rest, flags=re.MULTILINE)[0]
            assert {field for field, *_ in ROW.findall(table)} == schemas()[name]["properties"].keys()


def test_a_class_that_a_docstring_names_is_a_link_to_its_event() -> None:
    assert "[Cards turned up](#yin-yang-cards-played) shows them" in page("yin_yang")


def test_there_is_a_page_for_every_ruleset_and_one_for_the_shared_events() -> None:
    pages = {
        path.stem.replace("-", "_"): written for path, written in PAGES.items() if path.parent == REFERENCE / "events"
    }
    assert {key: written() for key, written in pages.items()} == {key: page(key) for key in KEYS}
    shared: set[Any] = {event for event in EVENTS if event.type.startswith("core.")}
    assert shared == set(CORE_EVENTS)
