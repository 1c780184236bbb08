"""Tests that the fields which the page declares give the options that are otherwise found by trial, and no trial."""

import re
from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from tests.docs.snippets import snippets
from tests.plugins.packages import PAGE, install, installed, write
from tests.plugins.test_playing import Yard, fillings, own
from tests.program import serving
from tests.waiting import PATIENCE

CAST = [{"template": "ox"}, {"template": "mouse"}, {"template": "ox", "id": "bull"}]
GIVEN: tuple[dict[str, Any], ...] = (
    {"kind": "tug.spit", "actor": "mouse"},
    {"kind": "tug.pull", "actor": "mouse", "target": "ox"},
    {"kind": "core.answer", "answer": "let_go"},
    {"kind": "tug.pull", "actor": "ox", "target": "bull"},
    {"kind": "core.answer", "answer": "let_go"},
)
"""Commands after which first the mouse and then the ox is over the line, and only one puller is left."""


def changes() -> dict[str, str]:
    """Return what the section on options adds to the code of the page."""
    vocabularies, forms = [one.code for one in snippets(PAGE) if "among" in one.code]
    found = {"\n\nclass Spit(Acting):": f"\n\n{vocabularies}\n\nclass Spit(Acting):"}
    for head, form in re.findall(r'^(class \w+\(Acting\):\n    """.*"""\n)(\n    form = .*\n)', forms, re.MULTILINE):
        found[head] = head + form
    return found


@pytest.fixture(scope="module")
def declaring(tmp_path_factory: pytest.TempPathFactory) -> Iterator[httpx.Client]:
    """A service with the ruleset of the page and its declared fields."""
    folder = tmp_path_factory.mktemp("declared")
    install(write(folder / "source", changes()), folder / "installed")
    with (
        serving(folder, variables=installed(folder / "installed")) as url,
        httpx.Client(base_url=f"{url}/v1/", timeout=PATIENCE) as client,
    ):
        yield client


def test_declared_fields_give_the_options_that_are_found_by_trial(
    client: httpx.Client, declaring: httpx.Client
) -> None:
    yards = [Yard(one, options={"line": 1}, combatants=CAST) for one in (client, declaring)]
    offered = []
    for given in ({}, *GIVEN):
        for yard in yards:
            if given:
                prompts = {"prompt": yard.get()["prompts"][0]["id"]} if given["kind"] == "core.answer" else {}
                answer = yard.give(**given, **prompts)
                assert "events" in answer, answer
        for speaker in ("narrator", "player:mouse", "player:ox,bull", "spectator"):
            tried, declared = [yard.menu(speaker) for yard in yards]
            assert fillings(declared) == fillings(tried)
            assert declared.prompts == tried.prompts
        offered.append(len(fillings(yards[1].menu())))
    assert offered == [9, 8, 0, 4, 0, 2]


def test_declared_fields_have_names_of_vocabularies(declaring: httpx.Client) -> None:
    spit, pull = own(Yard(declaring, combatants=CAST).menu())
    assert [field["in"] for field in (*spit.fields, *pull.fields)] == ["dry hands", "your pullers", "pullers"]
    assert pull.fields[1]["not"] == ["actor"]
