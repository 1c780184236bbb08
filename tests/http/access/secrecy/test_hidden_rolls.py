"""Other readers see the same of a hidden roll of Century whatever its result, except for hashes and times."""

import re
from collections.abc import Iterator
from typing import Any, Final

import httpx
import pytest
import redis

from tests.http.access.callers import TENANT
from tests.http.access.secrecy.secrets import NARRATOR, Scene, Told, two
from tests.http.access.stage import Stage, found_socket
from tests.http.access.tokens import SECRET
from tests.live import PLAIN
from tests.program import serving
from tests.tiers import long

NUMBERS: Final = {"best": 1, "good": 40, "bad": 90}
"""Results against a target number between 40 and 90: a critical success, a success, a failure."""
CHANGING: Final = re.compile(
    r"[0-9a-f]{64}"  # hashes and commitments
    r"|\d{4}-\d\d-\d\dT[0-9:.]+(?:Z|\+00:00)"
    r"|'date': '[^']*'"
    r"|'content-length': '\d+'"
    r"|(?<=\d)(?:-[0-9a-f]{16})+(?=\")"  # digests in entity tags
)
CLIMB: Final[dict[str, Any]] = {
    "candidates": [{"key": "climb", "skill": "Climbing", "abilities": ["agl"], "base": 50}],
    "modifiers": [{"key": "custom", "label": "rain", "amount": -20}],
}
CASES: Final[dict[str, tuple[dict[str, Any], dict[str, Any]]]] = {
    "by default": ({}, CLIMB),
    "awarded": ({"criticals": "narrator"}, CLIMB),
    "a ladder": ({"critical_effects": "standard"}, {**CLIMB, "ladder": ["one", "two", "three"]}),
    "a check": ({}, {"kind": "reaction", "hazard": "gas", "base": 60}),
}
"""Options, and the terms of the call."""
POLICIES: Final = tuple(
    {"type": "core.set_policy", "of": "narrator", "kind": kind, "answer": "standard"}
    for kind in ("award_critical", "choose_critical", "consequence")
)


def scene(number: int, case: str, *, standing: bool) -> Scene:
    """Return a scene with a hidden roll of Mulan that shows this number."""
    options, terms = CASES[case]
    sent = [{"kind": "fate_before", "to": "mulan", "answer": 0}]
    call = {"type": "century.call_roll", "roller": "mulan", "hidden": True, "answers": sent, **terms}
    before = POLICIES if standing else ()
    told = (*map(Told, before), Told(call, faces=[[number]]))
    opening = {"combatants": two("mulan", "sam"), "chance": "supplied", "options": options}
    return Scene(opening, ("mulan", "sam"), told)


def read(stage: Stage, reader: str) -> dict[str, str]:
    """Return everything that a reader can see of the fight, without the parts that differ between any two fights."""
    told = {place: text for place, text in stage.read(reader) if place != "the list"}
    listed = stage.client.get("/v1/encounters", headers=stage.headers(reader)).json()["encounters"]
    told["the list"] = str([one for one in listed if one["id"] == stage.id])
    return {place: CHANGING.sub("…", text).replace(stage.id, "fight") for place, text in told.items()}


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[httpx.Client, redis.Redis]]:
    directory = tmp_path_factory.mktemp("hidden")
    variables = {"YARROW_SECRET": SECRET, "YARROW_TENANT": TENANT, "YARROW_BURST": "100000"}
    with (
        serving(directory, variables=variables) as url,
        httpx.Client(base_url=url, timeout=60, headers=PLAIN) as client,
        redis.Redis(unix_socket_path=str(found_socket(directory))) as store,
    ):
        yield client, store


@pytest.mark.rule("CE-ROLL-16", "CE-CRIT-1", "CE-CRIT-9", "CE-REACT-9")
@pytest.mark.parametrize(
    ("case", "standing"),
    [
        *((case, False) for case in ("awarded", "a check")),
        *(long(case, False) for case in ("by default", "a ladder")),
        *(long(case, True) for case in ("by default", "awarded")),
    ],
)
def test_how_a_hidden_roll_goes_is_read_by_nobody_else(
    served: tuple[httpx.Client, redis.Redis], case: str, standing: bool
) -> None:
    names = {how: f"{case}-{standing}-{how}".lower().replace(" ", "-") for how in NUMBERS}
    stages = {
        how: Stage(*served, "century", scene(number, case, standing=standing), names[how])
        for how, number in NUMBERS.items()
    }
    others = ["sam", "spectator", "delayed", *(["mulan"] if "ladder" not in CASES[case][1] else [])]
    for reader in others:
        good = read(stages["good"], reader)
        assert "century.percent_thrown" in good["/events"]
        for how in NUMBERS:
            assert read(stages[how], reader) == good, (reader, how)
    assert read(stages["best"], NARRATOR) != read(stages["good"], NARRATOR)
