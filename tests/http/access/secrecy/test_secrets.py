"""Secrets are read only by their intended readers: in states, events, sentences, refusals and live feeds."""

import json
import re
from collections.abc import Iterable, Iterator

import httpx
import pytest
import redis

from tests.http.access.callers import TENANT
from tests.http.access.secrecy.secrets import NARRATOR, SCENES
from tests.http.access.stage import Stage, found_socket
from tests.http.access.tokens import SECRET
from tests.live import PLAIN
from tests.program import serving
from tests.tiers import one_in

rulesets = pytest.mark.parametrize("ruleset", one_in(2, SCENES))


def holds(text: str, mark: str) -> bool:
    """Return whether a text contains a mark as a separate word."""
    return re.search(rf"\b{mark}\b", text) is not None


@pytest.fixture(scope="module")
def stages(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, Stage]]:
    directory = tmp_path_factory.mktemp("secrets")
    variables = {"YARROW_SECRET": SECRET, "YARROW_TENANT": TENANT, "YARROW_BURST": "100000"}
    with (
        serving(directory, variables=variables) as url,
        httpx.Client(base_url=url, timeout=60, headers=PLAIN) as client,
        redis.Redis(unix_socket_path=str(found_socket(directory))) as store,
    ):
        yield {key: Stage(client, store, key, scene) for key, scene in SCENES.items()}


def found_by(stage: Stage, reader: str, marks: Iterable[str]) -> list[tuple[str, str]]:
    """Return the marks that a reader can see, each with the place where it was found."""
    wanted = list(marks)
    return [(mark, place) for place, text in stage.read(reader) for mark in wanted if holds(text, mark)]


@rulesets
def test_marks_are_read_by_those_whom_they_are_for_alone(stages: dict[str, Stage], ruleset: str) -> None:
    stage = stages[ruleset]
    marked = [told for told in stage.scene.told if told.mark]
    assert marked
    for reader in stage.readers:
        inside = [told.mark for told in marked if reader == NARRATOR or reader in told.to]
        assert {mark for mark, _ in found_by(stage, reader, inside)} == set(inside)
        outside = [told.mark for told in marked if told.mark not in inside]
        assert found_by(stage, reader, outside) == []


@rulesets
def test_private_parts_are_read_by_their_audience_alone(stages: dict[str, Stage], ruleset: str) -> None:
    stage = stages[ruleset]
    private = stage.private()
    assert private
    for reader in stage.readers:
        own = {
            salt for audience, salt in private.values() if reader == NARRATOR or reader in (*audience.split(","), "all")
        }
        others = {salt for _, salt in private.values()} - own
        assert {salt for salt, _ in found_by(stage, reader, own)} == own
        assert found_by(stage, reader, others) == []


@rulesets
def test_nobody_reads_the_seeds_before_the_close(stages: dict[str, Stage], ruleset: str) -> None:
    stage = stages[ruleset]
    seeds = stage.seeds()
    assert seeds
    assert all(len(seed) == 64 for seed in seeds)
    for reader in stage.readers:
        assert found_by(stage, reader, seeds) == []


@rulesets
def test_standing_answers_and_what_waits_are_left_out_of_states(stages: dict[str, Stage], ruleset: str) -> None:
    stage = stages[ruleset]
    for reader in stage.readers[1:]:
        for at in range(1, stage.version):
            state = stage.client.get(f"{stage.path}?at={at}", headers=stage.headers(reader)).json()
            assert {name.partition("/")[0] for name in state.get("policies", {})} <= {reader}
            assert not state.get("waiting")
            assert not state.get("answers")


@rulesets
def test_the_close_reveals_nothing_but_the_seed(stages: dict[str, Stage], ruleset: str) -> None:
    """The last test of the module: secrets of the fight remain secret after its close, also for a delayed spectator."""
    stage = stages[ruleset]
    told_apart = stage.seeds()
    stage.give({"type": "core.close"}, NARRATOR)
    stage.version += 1
    marks = [told.mark for told in stage.scene.told if told.mark and not told.to]
    for reader in stage.readers[1:]:
        assert found_by(stage, reader, marks) == []
    revealed = {reader: {seed for seed, _ in found_by(stage, reader, told_apart)} for reader in stage.readers}
    assert len(revealed[NARRATOR]) >= 1
    assert revealed["spectator"] == revealed["delayed"] == revealed[stage.scene.players[0]]
    assert revealed["spectator"] <= revealed[NARRATOR]
    page = stage.client.get(f"{stage.path}/events?limit=1000", headers=stage.headers("spectator")).json()
    assert json.dumps(page).count("core.encounter_closed") == 1
