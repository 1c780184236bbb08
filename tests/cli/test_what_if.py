"""Tests the what-if commands: a branch is opened, continued, and compared with its original."""

import itertools
import json
from typing import Any

import httpx
import pytest

from tests.program import yarrow
from tests.waiting import PATIENCE

NUMBERS = itertools.count(1)


@pytest.fixture
def duel(service_url: str) -> str:
    """An encounter at version 8: two combatants have joined, a round has begun, and there is a note."""
    duel = f"duel-{next(NUMBERS)}"
    combatants = [{"template": "flying_fox"}, {"template": "guard"}]
    with httpx.Client(base_url=service_url, timeout=PATIENCE) as client:
        body = {"ruleset": "s3", "id": duel, "combatants": combatants, "name": "In the alley"}
        client.post("/v1/encounters", json=body).raise_for_status()
        for command in ({"type": "s3.begin_round"}, {"type": "core.note", "text": "It rains."}):
            client.post(f"/v1/encounters/{duel}/commands", json={"command": command}).raise_for_status()
    return duel


def test_a_branch_is_opened_and_says_how_to_go_on(service_url: str, duel: str) -> None:
    done = yarrow("branch", duel, "--at", "6", "--as", "if-1", "--name", "In the sun", "--url", service_url)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == (
        f"if-1 continues {duel} from version 6.\n"
        f"Send commands to {service_url}/v1/encounters/if-1/commands, and watch or compare it:\n"
        f"  yarrow watch if-1\n  yarrow compare if-1 {duel}\n"
    )
    state = httpx.get(f"{service_url}/v1/encounters/if-1", timeout=PATIENCE).json()
    assert (state["name"], state["lineage"][0]["encounter"], state["lineage"][0]["at"]) == ("In the sun", duel, 6)
    for line in done.stdout.splitlines()[2:]:
        again = yarrow(*line.split()[1:], *(["--after", "99"] if "watch" in line else []), "--url", service_url)
        assert "if-1" in again.stdout or "version 99" in again.stderr


def test_a_branch_without_a_version_or_a_name_goes_on_from_now(service_url: str, duel: str) -> None:
    done = yarrow("branch", duel, "--url", service_url, "--json")
    answer = json.loads(done.stdout)
    state = httpx.get(f"{service_url}/v1/encounters/{answer['encounter']}", timeout=PATIENCE).json()
    assert (state["lineage"][0]["at"], state["name"], answer["version"]) == (8, "In the alley", 2)


def test_the_choices_that_a_branch_inherits_are_counted(service_url: str, duel: str) -> None:
    commands: tuple[dict[str, Any], ...] = (
        {"type": "s3.begin_turn", "pc": "fox", "npc": "guard", "order": "pc_first"},
        {"type": "s3.attack", "actor": "fox", "target": "guard", "weapon": "unarmed"},
    )
    for command in commands:
        httpx.post(
            f"{service_url}/v1/encounters/{duel}/commands", json={"command": command}, timeout=PATIENCE
        ).raise_for_status()
    done = yarrow("branch", duel, "--as", "if-asked", "--url", service_url)
    assert ", with 1 open prompt.\n" in done.stdout


def test_a_comparison_tells_the_parting_both_ways_on_and_the_differences(service_url: str, duel: str) -> None:
    assert yarrow("branch", duel, "--at", "4", "--as", "if-2", "--url", service_url).returncode == 0
    done = yarrow("compare", "if-2", duel, "--url", service_url)
    assert (done.returncode, done.stderr) == (0, "")
    parts = done.stdout.split("\n\n")
    assert parts[:2] == [f"They diverge after version 4 of {duel}.", "if-2 at version 2: 2 events since then."]
    assert f"{duel} at version 8: 4 events since then." in parts
    behind = parts[parts.index(f"{duel} at version 8: 4 events since then.") + 1 :]
    assert [part[:7] for part in behind[:2]] == ["    6  ", "    8  "]
    assert "    8  A note: “It rains.”" in done.stdout
    where = parts[-1].splitlines()
    found = json.loads(yarrow("compare", "if-2", duel, "--url", service_url, "--json").stdout)
    assert where[0] == f"Their states differ in {len(found['differences'])} places:"
    assert [line.strip() for line in where[1::3]] == [one["path"].removesuffix("/-") for one in found["differences"]]
    number = where.index("  /round_number")
    width = max(len("if-2 2"), len(f"{duel} 8"))
    assert where[number + 1 : number + 3] == [f"    {'if-2 2':<{width}}  0", f"    {f'{duel} 8':<{width}}  1"]


def test_two_versions_of_one_encounter_are_compared_with_as_many_events_as_are_asked_for(
    service_url: str, duel: str
) -> None:
    done = yarrow("compare", duel, duel, "--at", "4", "--with-at", "8", "--limit", "1", "--url", service_url)
    assert f"{duel} at version 4: no events since then.\n" in done.stdout
    assert f"       … and 3 more of {duel}.\n" in done.stdout
    same = yarrow("compare", duel, duel, "--url", service_url)
    assert same.stdout.endswith("\n\nTheir states are equal.\n")


def test_of_branches_of_branches_each_stretch_is_told_apart(service_url: str, duel: str) -> None:
    for parent, name in ((duel, "if-3"), ("if-3", "if-4")):
        assert yarrow("branch", parent, "--as", name, "--url", service_url).returncode == 0
    done = yarrow("compare", "if-4", duel, "--url", service_url)
    assert "if-4 at version 2: 4 events since then.\n\nIn if-3:\n" in done.stdout
    assert "\nIn if-4:\n" in done.stdout


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (["branch", "nobody"], "There is no encounter nobody. `yarrow list` lists them;"),
        (["branch", "{duel}", "--at", "99"], "there is no version 99."),
        (["branch", "{duel}", "--at", "5"], "version 5 is not one; the nearest is"),
        (["branch", "{duel}", "--as", "{duel}"], "choose another id, or continue with that one: `yarrow play "),
        (["branch", "{duel}", "--as", "Upper"], "id: "),
        (["compare", "{duel}", "nobody"], "There is no encounter nobody."),
        (["compare", "{duel}", "{duel}", "--at", "99"], "there is no version 99."),
        (["branch", "{duel}", "--url", "http://127.0.0.1:1"], "Start one with yarrow serve"),
        (["compare", "{duel}", "{duel}", "--url", "http://127.0.0.1:1"], "Start one with yarrow serve"),
    ],
)
def test_what_cannot_be_is_said_in_one_line(service_url: str, duel: str, arguments: list[str], reason: str) -> None:
    filled = [word.format(duel=duel) for word in arguments]
    done = yarrow(*filled, variables={"YARROW_URL": service_url})
    assert (done.returncode, done.stdout) == (3 if "--url" in arguments else 1, "")
    assert reason in done.stderr
    assert done.stderr.count("\n") == 1
