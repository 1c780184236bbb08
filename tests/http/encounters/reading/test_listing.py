"""The list of encounters: complete at the time of the request, filtered, and paged without gaps."""

import asyncio
import json
from typing import Any

import httpx
import pytest

from service.settings import Settings
from tests.http.conftest import Api, running


async def listed(api: Api, **parameters: Any) -> dict[str, Any]:
    """Return one page."""
    answer = await api.client.get("/v1/encounters", params=parameters)
    assert answer.is_success, answer.text
    page: dict[str, Any] = answer.json()
    return page


async def ids(api: Api, **parameters: Any) -> list[str]:
    """Return the IDs of all encounters of a list, read page by page."""
    found, after = [], ""
    while True:
        page = await listed(api, after=after, **parameters)
        found += [one["id"] for one in page["encounters"]]
        if page["next"] is None:
            return found
        after = page["next"]


def names(count: int, start: int = 0) -> list[str]:
    return [f"fight-{number:02}" for number in range(start, start + count)]


async def test_what_was_just_opened_is_in_the_list_as_it_stands(api: Api) -> None:
    for name in names(5):
        assert (await api.open(name)).is_success
        page = await listed(api)
        assert page["encounters"][-1]["id"] == name
        assert page["current"] is True
    noted = (await api.command("core.note", encounter="fight-03", text="The lantern swings.")).json()
    assert (await listed(api))["encounters"][3]["version"] == noted["version"]
    assert (await api.command("core.close", encounter="fight-03")).is_success
    assert (await listed(api))["encounters"][3]["status"] == "closed"


async def test_an_encounter_is_listed_with_what_it_is(api: Api) -> None:
    opened = (await api.open("duel", name="In the alley")).json()
    joined = await api.command("core.join", template="guard", id="third")
    assert joined.is_success, joined.text
    [one] = (await listed(api))["encounters"]
    assert one == {
        "id": "duel",
        "name": "In the alley",
        "ruleset": "s3",
        "status": "open",
        "version": joined.json()["version"],
        "opened": opened["events"][0]["time"],
        "active": joined.json()["events"][-1]["time"],
        "combatants": ["ogre", "bell", "third"],
    }


async def test_another_service_lists_what_the_first_has_opened(settings: Settings) -> None:
    async with running(settings) as first, running(settings) as second:
        for name in names(8):
            assert (await first.open(name)).is_success
            assert (await listed(second))["encounters"][-1]["id"] == name


async def test_the_list_outlives_the_service(settings: Settings) -> None:
    for name in names(3):
        async with running(settings) as api:
            assert (await api.open(name)).is_success
    async with running(settings) as api:
        assert await ids(api) == names(3)


async def test_pages_follow_one_another_in_the_order_of_ids(api: Api) -> None:
    await asyncio.gather(*(api.open(name) for name in reversed(names(23))))
    for limit in (1, 7, 23, 24):
        assert await ids(api, limit=limit) == names(23)
    page = await listed(api, limit=23)
    assert page["next"] is None


async def test_a_walk_by_id_misses_nothing_and_repeats_nothing_while_others_open_and_play(api: Api) -> None:
    await asyncio.gather(*(api.open(name) for name in names(20)))
    found, after, new = [], "", 50
    while True:
        page = await listed(api, limit=3, after=after)
        found += [one["id"] for one in page["encounters"]]
        for name in found[-2:]:
            assert (await api.command("core.note", encounter=name, text="on")).is_success
        assert (await api.open(f"fight-{new}")).is_success
        new += 1
        after = page["next"]
        if after is None:
            break
        if new > 60:
            new = 0  # new encounters are after the cursor from here on
            await asyncio.gather(*(api.open(f"a-{number}") for number in range(3)))
    assert len(found) == len(set(found))
    assert set(names(20)) <= set(found)


async def test_the_newest_activity_comes_first_and_nothing_twice(api: Api) -> None:
    for name in names(9):
        assert (await api.open(name)).is_success
        await asyncio.sleep(0.002)  # times have a resolution of one millisecond
    assert await ids(api, sort="active") == names(9)[::-1]
    page = await listed(api, sort="active", limit=4)
    assert [one["id"] for one in page["encounters"]] == names(4, 5)[::-1]
    for name in ("fight-07", "fight-02"):
        await asyncio.sleep(0.002)
        assert (await api.command("core.note", encounter=name, text="on")).is_success
    rest = await listed(api, sort="active", limit=100, after=page["next"])
    assert [one["id"] for one in rest["encounters"]] == ["fight-04", "fight-03", "fight-01", "fight-00"]
    assert (await ids(api, sort="active"))[:2] == ["fight-02", "fight-07"]


async def test_filters_show_what_fits_all_of_them(api: Api) -> None:
    assert (await api.open("alley", name="In the Alley")).is_success
    await asyncio.sleep(0.005)
    later = await api.open("alley-2", "guard", name="Alley, again")
    assert later.is_success
    shots = {"ruleset": "black_dice", "id": "saloon", "name": "The saloon"}
    assert (await api.client.post("/v1/encounters", json=shots)).is_success
    assert (await api.command("core.close", encounter="alley")).is_success
    since = later.json()["events"][0]["time"]
    for filters, shown in (
        ({"status": "closed"}, ["alley"]),
        ({"status": "open"}, ["alley-2", "saloon"]),
        ({"ruleset": "black_dice"}, ["saloon"]),
        ({"name": "ALLEY"}, ["alley", "alley-2"]),
        ({"name": "again", "ruleset": "black_dice"}, []),
        ({"since": since}, ["alley-2", "saloon"]),
        ({"before": since}, ["alley"]),
        ({"before": since.replace("Z", "+00:00")}, ["alley"]),
        ({"combatant": "guard"}, ["alley-2"]),
        ({"combatant": "nobody"}, []),
        ({"branch_of": "alley"}, []),
    ):
        assert await ids(api, limit=1, **filters) == shown, filters
        assert sorted(await ids(api, sort="active", **filters)) == shown, filters


@pytest.mark.parametrize(
    ("parameters", "field"),
    [
        ({"after": "fight-01"}, "after"),
        ({"after": "x" * 3000}, "after"),
        ({"since": "2026-03-01T20:15:00"}, "since"),
        ({"since": "0001-01-01T00:00:00+14:00"}, "since"),
        ({"before": "9999-12-31T23:59:59-14:00"}, "before"),
        ({"before": "2026-02-30T00:00:00Z"}, "before"),
        ({"limit": [1, 2]}, "limit"),
        ({"sort": "name"}, "sort"),
        ({"limit": 0}, "limit"),
        ({"opened": "today"}, "opened"),
    ],
)
async def test_what_cannot_be_listed_is_said(api: Api, parameters: dict[str, Any], field: str) -> None:
    answer = await api.client.get("/v1/encounters", params=parameters)
    assert (answer.status_code, answer.json()["code"], answer.json()["field"]) == (422, "invalid", field)


@pytest.mark.parametrize("time", ["2026-13-01T00:00:00Z", "2026-02-30T00:00:00Z", "2026-02-03T25:00:00+01:00"])
async def test_a_time_that_there_is_not_is_said_to_be_none(api: Api, time: str) -> None:
    for parameter in ("since", "before"):
        refused = (await api.client.get("/v1/encounters", params={parameter: time})).json()
        assert refused["detail"] == f"{parameter}: This time does not exist; send one like 2031-05-09T20:15:00Z."


async def test_a_cursor_goes_on_in_its_own_order_alone(api: Api) -> None:
    for name in names(3):
        assert (await api.open(name)).is_success
    after = (await listed(api, limit=1))["next"]
    wrong: httpx.Response = await api.client.get("/v1/encounters", params={"after": after, "sort": "active"})
    assert (wrong.status_code, wrong.json()["field"]) == (422, "after")


async def test_the_list_of_one_tenant_is_closed_to_others(settings: Settings, tenant: str) -> None:
    other = settings.model_copy(update={"tenant": f"{tenant}-2"})
    async with running(settings) as api, running(other) as elsewhere:
        assert (await api.open("duel")).is_success
        assert (await elsewhere.open("brawl")).is_success
        assert (await ids(api), await ids(elsewhere)) == (["duel"], ["brawl"])
        assert (await ids(api, sort="active"), await ids(elsewhere, sort="active")) == (["duel"], ["brawl"])


async def test_what_was_brought_in_from_elsewhere_is_listed_as_what_it_is(settings: Settings, tenant: str) -> None:
    elsewhere = settings.model_copy(update={"tenant": f"{tenant}-2"})
    async with running(settings) as api, running(elsewhere) as other:
        for name in ("duel", "done"):
            assert (await api.open(name)).is_success
        assert (await api.command("core.close", encounter="done")).is_success
        for name, under in (("duel", ""), ("done", ""), ("duel", "rematch")):
            brought = await other.client.post(
                "/v1/bundles",
                params={"as": under} if under else {},
                content=(await api.get("/bundle", encounter=name)).content,
                headers={"Content-Type": "application/x-ndjson"},
            )
            assert brought.is_success, brought.text
        shown = {one["id"]: one for one in (await listed(other))["encounters"]}
        there = {one["id"]: one for one in (await listed(api))["encounters"]}
        assert shown["done"] == there["done"]
        assert shown["duel"] == {**there["duel"], "status": "sealed"}
        assert (shown["rematch"]["status"], shown["rematch"]["combatants"]) == ("open", ["ogre", "bell"])
        assert await ids(other, status="sealed") == ["duel"]
        verified = await other.client.post("/v1/projections/verify", timeout=60)
        ended = [json.loads(line) for line in verified.text.splitlines() if "outcome" in line]
        assert [one["outcome"]["differing"] for one in ended] == [0, 0]


async def test_a_verify_and_a_rebuild_at_one_time_both_come_to_their_end(api: Api) -> None:
    await asyncio.gather(*(api.open(name) for name in names(20)))
    asked = [api.client.post(f"/v1/projections/{what}") for what in ("rebuild", "verify", "rebuild")]
    for answer in await asyncio.gather(*asked):
        steps = [json.loads(line) for line in answer.text.splitlines()]
        assert sorted(step["projection"] for step in steps if "outcome" in step) == ["directory", "tallies"]
        assert not any("given_up" in step for step in steps)
    assert await ids(api) == names(20)


async def test_a_slip_in_the_key_of_a_ruleset_is_no_empty_list(api: Api) -> None:
    answer = await api.client.get("/v1/encounters", params={"ruleset": "s4"})
    problem = answer.json()
    assert (answer.status_code, problem["code"], problem["field"]) == (422, "invalid", "ruleset")
    assert problem["detail"].startswith("There is no ruleset “s4”")
