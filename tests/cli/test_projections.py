"""Tests the commands that show, rebuild and compare projections."""

import json
from typing import Any

import httpx
import pytest
import redis

from tests.cli.conftest import Fight
from tests.program import yarrow
from tests.waiting import PATIENCE


def asked(service_url: str, *arguments: str) -> list[dict[str, Any]]:
    done = yarrow("projections", *arguments, "--url", service_url, "--json")
    assert (done.returncode, done.stderr) == (0, "")
    return [json.loads(line) for line in done.stdout.splitlines()]


def test_how_they_stand_is_shown(service_url: str, fight: Fight) -> None:
    [found] = asked(service_url, "status")
    batches = len({entry["batch"] for entry in fight.said["story"]})
    assert [one["projection"] for one in found["projections"]] == ["directory", "tallies"]
    assert all(one["batches"] >= batches and one["stuck"] == [] for one in found["projections"])
    told = yarrow("projections", "status", "--url", service_url)
    assert told.stdout.startswith("directory: generation ")
    assert len(told.stdout.splitlines()) == 2


def test_a_rebuild_tells_its_steps_and_ends_in_a_new_generation(service_url: str, fight: Fight) -> None:
    before = asked(service_url, "status")[0]["projections"]
    steps = asked(service_url, "rebuild", "--only", "tallies")
    assert {step["projection"] for step in steps} == {"tallies"}
    outcome = steps[-1]["outcome"]
    assert (outcome["purpose"], outcome["differing"]) == ("replace", 0)
    directory, tallies = asked(service_url, "status")[0]["projections"]
    assert directory["generation"] == before[0]["generation"]
    assert tallies["generation"] == outcome["generation"] > before[1]["generation"]
    told = yarrow("projections", "rebuild", "--url", service_url)
    assert told.returncode == 0
    lines = [line for line in told.stdout.splitlines() if "the live one was equal" in line]
    assert sorted(line.partition(":")[0] for line in lines) == ["directory", "tallies"]
    assert told.stdout.count("  digest ") == 2


def test_what_somebody_changed_is_found_by_verifying_and_mended_by_a_rebuild(
    service_url: str, fight: Fight, service_redis: redis.Redis
) -> None:
    listed = httpx.get(f"{service_url}/v1/encounters", timeout=PATIENCE).json()["encounters"]
    rows = [key for key in service_redis.keys("yarrow:*projection:directory:*") if service_redis.type(key) == b"hash"]
    assert sum(service_redis.hdel(key, f"main {fight.id}") for key in rows) > 0
    assert fight.id not in {
        one["id"] for one in httpx.get(f"{service_url}/v1/encounters", timeout=PATIENCE).json()["encounters"]
    }
    found = yarrow("projections", "verify", "--only", "directory", "--url", service_url)
    assert found.returncode == 1
    assert "the live one differed in 1 place (partitions " in found.stdout
    assert asked(service_url, "rebuild", "--only", "directory")[-1]["outcome"]["differing"] == 1
    assert httpx.get(f"{service_url}/v1/encounters", timeout=PATIENCE).json()["encounters"] == listed
    assert asked(service_url, "verify")[-1]["outcome"]["differing"] == 0


@pytest.mark.parametrize("command", ["rebuild", "verify"])
def test_a_projection_that_there_is_not_is_said(service_url: str, command: str) -> None:
    done = yarrow("projections", command, "--only", "ledger", "--url", service_url)
    assert done.returncode == 1
    assert "directory, tallies" in done.stderr
