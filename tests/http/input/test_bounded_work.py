"""A small request causes little work: the tests count the work that could grow with an invalid body."""

import json
from collections.abc import Callable, Iterable, Mapping
from itertools import cycle, islice
from typing import Any, Final

import httpx
import pytest

from domain.model.speaker import MAX_COMBATANTS
from domain.registry import rulesets
from domain.text import validation as faults
from domain.text.validation import MAX_NAME_LENGTH, MAX_REPORTED
from service.http.requests import strict_query
from service.problems import strict_json
from service.problems.problem import Problem
from service.problems.strict_json import MAX_BODY_BYTES, MAX_ENTRIES
from service.rulesets.reference import references
from tests.http.conftest import Api

MANY: Final = MAX_ENTRIES - 10
JSON: Final = {"Content-Type": "application/json"}
SMALL: Final = 8 * 1024
COMMANDS: Final = "/v1/encounters/duel/commands"


def unknown(known: Mapping[str, Any], count: int = MANY) -> dict[str, Any]:
    """Return an object whose unknown names each resemble a known one."""
    return {**known, **{f"acto{number:x}": 1 for number in range(count - len(known))}}


def listed(name: str, entry: Any, entries: int) -> dict[str, Any]:
    """Return a command with a list as long as a body may contain."""
    return {"command": {"type": "s3.end_turn", "actor": "ogre", name: [entry] * (MANY // entries)}}


TURN: Final = {"type": "s3.end_turn", "actor": "ogre"}
HOSTILE: Final[dict[str, tuple[str, Any]]] = {
    "unknown fields of a command": (COMMANDS, {"command": unknown(TURN)}),
    "unknown fields beside it": (COMMANDS, unknown({"command": TURN})),
    "answers of the wrong shape": (COMMANDS, listed("answers", {"kin": 1}, 2)),
    "empty answers": (COMMANDS, listed("answers", {}, 2)),
    "faces that are none": (COMMANDS, {"command": TURN, "faces": [{}] * (MANY // 2)}),
    "an answer to no prompt": (COMMANDS, {"command": {"type": "core.set_policy", "of": "ogre", "kind": "oppose",
                                                     "answer": unknown({})}}),
    "a scene of wrong links": (COMMANDS, {"command": {"type": "s3.set_scene", "links": [{}] * (MANY // 2)}}),
    "a sheet": (COMMANDS, {"command": {"type": "core.join", "sheet": unknown({"name": "X"})}}),
    "a sheet of wrong items": (COMMANDS, {"command": {"type": "core.join", "template": "one_eyed_ogre", "sheet":
                                                      {"items": [{"kin": 1}] * (MANY // 2)}}}),
    "an opening": ("/v1/encounters", unknown({"ruleset": "s3"})),
    "options": ("/v1/encounters", {"ruleset": "s3", "options": unknown({})}),
    "combatants": ("/v1/encounters", {"ruleset": "s3", "combatants": [{"tem": 1}] * (MANY // 2)}),
    "sheets of combatants": ("/v1/encounters", {"ruleset": "s3", "combatants":
                                                [{"template": "one_eyed_ogre", "sheet": unknown({}, 49)}] * 190}),
    "a branch": ("/v1/encounters/duel/branches", unknown({"at": 1})),
    "one long name": (COMMANDS, {"command": {**TURN, "x" * 200_000: 1}}),
    "one long text": (COMMANDS, {"command": {**TURN, "actor": "x" * 200_000}}),
    "one long type": (COMMANDS, {"command": {"type": "s3." + "x" * 200_000}}),
}  # fmt: skip


class Guesses:
    """A counter of the searches for the closest match of a word."""

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self.count = 0
        self._nearest: Callable[[str, Iterable[str]], str | None] = faults.closest_match
        for module in (faults, strict_query):
            patch.setattr(module, "closest_match", self._counted)

    def _counted(self, word: str, known: Iterable[str]) -> str | None:
        self.count += 1
        return self._nearest(word, known)


@pytest.fixture
def guesses(monkeypatch: pytest.MonkeyPatch) -> Guesses:
    return Guesses(monkeypatch)


def told(answer: httpx.Response) -> list[Any]:
    """Return the faults that a refusal lists, and assert that its body is small."""
    assert answer.status_code == 422, answer.text
    assert len(answer.content) < SMALL
    return list(answer.json().get("errors", ()))


@pytest.mark.parametrize("name", HOSTILE)
async def test_few_of_many_faults_are_told(api: Api, guesses: Guesses, name: str) -> None:
    await api.open()
    path, body = HOSTILE[name]
    answer = await api.client.post(path, content=json.dumps(body), headers=JSON)
    assert len(told(answer)) <= MAX_REPORTED
    assert guesses.count <= MAX_REPORTED


async def test_it_is_said_how_many_faults_are_not_told(api: Api) -> None:
    await api.open()
    body = {"command": unknown(TURN, 5000)}
    problem = (await api.client.post(COMMANDS, json=body)).json()
    assert problem["detail"].endswith(f"({MAX_REPORTED - 1} more in errors, {4998 - MAX_REPORTED} more left out.)")
    joining = {"command": {"type": "core.join", "sheet": {"name": "X", **dict.fromkeys(map(str, range(100)), 1)}}}
    problem = (await api.client.post(COMMANDS, json=joining)).json()
    assert len(problem["errors"]) == MAX_REPORTED
    assert problem["detail"].count("Unknown field") == MAX_REPORTED - 1  # one report is for the missing skills
    assert " There are 81 more. GET /v1/rulesets/s3 " in problem["detail"]


async def test_a_few_faults_are_all_told(api: Api) -> None:
    await api.open()
    problem = (await api.client.post(COMMANDS, json={"command": unknown(TURN, MAX_REPORTED + 2)})).json()
    assert len(problem["errors"]) == MAX_REPORTED
    assert problem["detail"].endswith(f"({MAX_REPORTED - 1} more in errors.)")


async def test_a_long_name_is_told_by_its_beginning(api: Api) -> None:
    await api.open()
    body = {"command": {**TURN, "x" * (MAX_NAME_LENGTH + 1): 1, "y" * MAX_NAME_LENGTH: 1}}
    fields = [error["field"] for error in (await api.client.post(COMMANDS, json=body)).json()["errors"]]
    assert fields == [f"command.{'x' * MAX_NAME_LENGTH}…", f"command.{'y' * MAX_NAME_LENGTH}"]


@pytest.mark.parametrize(
    ("entry", "others"),
    [(b"1", 0), (b"{}", 1), (b"[]", 1), (b'{"a":1}', 1), (b'"[{,"', 0), (b'"\\",\\\\"', 0), (b"[1,1]", 2)],
)
def test_the_entries_of_a_body_are_bounded(entry: bytes, others: int) -> None:
    most = MAX_ENTRIES // (1 + others)
    strict_json.parse(b"[" + b",".join([entry] * most) + b"]")
    with pytest.raises(Problem) as caught:
        strict_json.parse(b"[" + b",".join([entry] * (most + 1)) + b"]")
    assert caught.value.details.code == "too_large"
    assert str(MAX_ENTRIES) in caught.value.details.detail


@pytest.mark.parametrize("ruleset", rulesets())
def test_as_many_as_may_take_part_join_at_once_with_whole_sheets(ruleset: str) -> None:
    sheets = json.loads(references()[ruleset].templates)["templates"].values()
    joining = [
        {"id": f"c{number}", "sheet": sheet} for number, sheet in enumerate(islice(cycle(sheets), MAX_COMBATANTS))
    ]
    body = json.dumps({"ruleset": ruleset, "combatants": joining}, separators=(",", ":")).encode()
    assert len(body) <= MAX_BODY_BYTES
    strict_json.parse(body)


@pytest.mark.parametrize("speaker", ["spectator", "player:ogre"])
@pytest.mark.parametrize(("path", "what"), [("", "opens"), ("/duel/branches", "opens branches")])
async def test_who_may_not_begin_an_encounter_hears_so_unread(
    api: Api, monkeypatch: pytest.MonkeyPatch, speaker: str, path: str, what: str
) -> None:
    await api.open()
    read: list[bytes] = []
    monkeypatch.setattr(strict_json, "require", read.append)
    answer = await api.client.post(f"/v1/encounters{path}", content=b"[" * 1000, headers={**JSON, "Yarrow-As": speaker})
    assert (answer.status_code, answer.json()["code"]) == (403, "not_yours")
    assert what in answer.json()["detail"]
    assert read == []


async def test_who_may_not_see_an_encounter_hears_nothing_of_what_it_sent_to_branch_it(api: Api) -> None:
    answer = await api.client.post("/v1/encounters/nowhere/branches", content=b"{}}", headers=JSON)
    assert answer.json()["code"] == "not_found"


@pytest.mark.parametrize("path", ["/v1/encounters", "/v1/encounters/duel", "/v1/rulesets", "/v1/live"])
async def test_few_of_many_parameters_are_told(api: Api, guesses: Guesses, path: str) -> None:
    await api.open()
    answer = await api.client.get(path, params={f"limi{number}": "1" for number in range(5000)})
    assert len(told(answer)) == MAX_REPORTED
    assert answer.json()["detail"].endswith(f"{5000 - MAX_REPORTED} more left out.)")
    assert guesses.count <= MAX_REPORTED
