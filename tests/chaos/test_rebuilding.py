"""Tests that projections rebuilt during commands are correct, even if a service is killed in the middle.

The expected values are read from the encounters, one by one.
"""

import json
import os
import signal
import subprocess
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any, Final

import httpx
import pytest

from tests.chaos.writers import COMBATANTS, Writer, writing
from tests.program import said, started, yarrow
from tests.servers import SAFE, free_ports, running
from tests.tiers import long
from tests.waiting import until

ENCOUNTERS: Final = tuple(f"fight-{number}" for number in range(10))
NUMBERS: Final = ("throws", "coins", "heads", "supplied", "dice", "cards")


@pytest.fixture(scope="module")
def redis_address(redis_program: Path, tmp_path_factory: pytest.TempPathFactory) -> Any:
    """The address of a Redis that outlives the services."""
    with running(redis_program, tmp_path_factory.mktemp("redis"), **SAFE) as url:
        yield url


def pages(client: httpx.Client, path: str, **parameters: Any) -> list[dict[str, Any]]:
    """Return the items of all pages of a list."""
    found: list[dict[str, Any]] = []
    while not found or found[-1]["next"] is not None:
        after = found[-1]["next"] if found else ""
        answer = client.get(path, params={**parameters, "after": after, "limit": 100})
        assert answer.is_success, answer.text
        found.append(answer.json())
        assert found[-1]["current"] is True
    return found


def open_encounters(client: httpx.Client) -> None:
    for encounter in ENCOUNTERS:
        body = {"ruleset": "s3", "id": encounter, "combatants": COMBATANTS}
        assert client.post("/v1/encounters", json=body).is_success
        round_ = client.post(f"/v1/encounters/{encounter}/commands", json={"command": {"type": "s3.begin_round"}})
        assert round_.is_success, round_.text
        turn = {"type": "s3.begin_turn", "pc": "ogre", "npc": "bell"}
        begun = client.post(f"/v1/encounters/{encounter}/commands", json={"command": turn})
        assert begun.is_success, begun.text


def check_all(client: httpx.Client, writers: list[Writer]) -> None:
    """Check that the list and the tallies match the encounters, each of which is read separately."""
    until_they_stand(client, lambda found: all(one["behind"] == 0 for one in found.values()))
    opened = {batch.encounter for writer in writers for batch in writer.acknowledged} | set(ENCOUNTERS)
    listed = [one for page in pages(client, "/v1/encounters") for one in page["encounters"]]
    assert [one["id"] for one in listed] == sorted(opened)
    tallies = {}
    for one in listed:
        state = client.get(f"/v1/encounters/{one['id']}").json()
        assert (one["version"], one["status"]) == (state["version"], state["status"])
        assert one["combatants"] == state["joined"]
        tallies[one["id"]] = client.get(f"/v1/encounters/{one['id']}/tally").json()
    [[of_all]] = [page["tallies"] for page in pages(client, "/v1/tallies", by="ruleset")]
    totals = of_all["totals"]
    assert totals["encounters"] == len(opened)
    assert totals["commands"] == sum(tally["commands"] for tally in tallies.values())
    for what in NUMBERS:
        assert totals["throws"][what] == sum(tally["throws"][what] for tally in tallies.values())
    doings = [doing for tally in tallies.values() for doing in tally["combatants"].items()]
    for one in (one for page in pages(client, "/v1/tallies", by="combatant") for one in page["tallies"]):
        counts: Counter[str] = Counter()
        for name, doing in doings:
            counts.update(doing["counts"] if name == one["of"] else {})
        assert one["totals"].get("counts", {}) == counts
    [narrator] = [one for page in pages(client, "/v1/tallies", by="principal") for one in page["tallies"]]
    assert narrator["totals"]["commands"] == totals["commands"]


def rebuilt(url: str, *arguments: str) -> list[dict[str, Any]]:
    """Rebuild the projections and return the outcome for each."""
    done = yarrow("projections", *arguments, "--json", variables={"YARROW_URL": url})
    assert (done.returncode, done.stderr) == (0, ""), done.stderr
    steps = [json.loads(line) for line in done.stdout.splitlines()]
    return [step for step in steps if "outcome" in step]


@contextmanager
def serving(port: int, redis_address: str, tenant: str) -> Iterator["subprocess.Popen[str]"]:
    """Run a service on the port."""
    variables = {"YARROW_ACKNOWLEDGE": "memory", "YARROW_TENANT": tenant}
    arguments = ("serve", "--port", str(port), "--redis-url", redis_address, "--json")
    with started(*arguments, variables=variables) as process:
        line = said(process)
        assert line, process.communicate()[1]
        yield process


def projections(client: httpx.Client) -> dict[str, dict[str, Any]]:
    """Return the status of each projection by name."""
    found = client.get("/v1/projections").raise_for_status().json()["projections"]
    return {one["projection"]: one for one in found}


def until_they_stand(client: httpx.Client, condition: Callable[[dict[str, dict[str, Any]]], bool]) -> None:
    """Wait until the status of the projections meets the condition."""
    until(lambda: condition(projections(client)), "the projections stand as they should")


@pytest.mark.long
def test_twenty_writers_go_on_while_projections_are_built_anew(redis_address: str, tenant: str) -> None:
    (port,) = free_ports(1)
    url = f"http://127.0.0.1:{port}"
    with serving(port, redis_address, tenant), httpx.Client(base_url=url, timeout=60) as client:
        open_encounters(client)
        with writing(url, ENCOUNTERS, "writer") as writers:
            before = sum(len(writer.acknowledged) for writer in writers)
            ended = [one for _ in range(3) for one in rebuilt(url, "rebuild")]
            during = sum(len(writer.acknowledged) for writer in writers) - before
        assert (len(writers), during > 100) == (20, True)
        assert sorted(one["projection"] for one in ended) == ["directory"] * 3 + ["tallies"] * 3
        assert [one["outcome"]["differing"] for one in ended] == [0] * 6
        check_all(client, writers)
        verified = rebuilt(url, "verify")
        assert [one["outcome"]["differing"] for one in verified] == [0, 0]
        assert [one["outcome"]["purpose"] for one in verified] == ["verify", "verify"]
        check_all(client, writers)


@pytest.mark.parametrize("kills", [1, long(2)])
def test_a_service_that_is_killed_while_it_builds_goes_on_when_it_is_back(
    redis_address: str, tenant: str, kills: int
) -> None:
    (port,) = free_ports(1)
    url = f"http://127.0.0.1:{port}"
    with httpx.Client(base_url=url, timeout=60) as client, ExitStack() as writing_on:
        service = ExitStack()
        process = service.enter_context(serving(port, redis_address, tenant))
        open_encounters(client)
        writers = writing_on.enter_context(writing(url, ENCOUNTERS[:3], "writer"))
        until_they_stand(client, lambda found: found["tallies"]["batches"] > 300)
        for _ in range(kills):
            before = projections(client)
            with client.stream("POST", "/v1/projections/rebuild") as answer:
                first = json.loads(next(answer.iter_lines()))
                os.kill(process.pid, signal.SIGKILL)
            assert "outcome" not in first
            service.close()
            process = service.enter_context(serving(port, redis_address, tenant))
            # The rebuild resumes without another request.
            until_they_stand(client, lambda found: all(one["building"] is None for one in found.values()))
            after = projections(client)
            assert all(after[name]["generation"] > before[name]["generation"] for name in after)
            assert all(one["outcome"]["differing"] == 0 for one in after.values())
        writing_on.close()
        check_all(client, writers)
        assert [one["outcome"]["differing"] for one in rebuilt(url, "verify")] == [0, 0]
        service.close()
