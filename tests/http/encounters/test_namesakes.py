"""An imported branch whose parent's ID belongs to a different fight is not mistaken for a branch of that fight."""

from collections.abc import AsyncIterator
from typing import Any

import pytest
from pydantic import SecretStr

from service.settings import Settings
from tests.http.conftest import Api, running
from tests.http.encounters.reading.test_compare import compare
from tests.http.encounters.test_branches import asked, branch

LINES = {"Content-Type": "application/x-ndjson"}


@pytest.fixture
async def elsewhere(redis_url: str, tenant: str) -> AsyncIterator[Api]:
    """A service in which other fights have the same IDs."""
    async with running(Settings(redis_url=SecretStr(redis_url), tenant=f"{tenant}-b")) as api:
        yield api


async def brought(there: Api, here: Api, *encounters: str) -> None:
    """Import encounters of one service into another, unchanged."""
    for encounter in encounters:
        bundle = (await there.get("/bundle", encounter=encounter)).content
        answer = await here.client.post("/v1/bundles", content=bundle, headers=LINES)
        assert answer.status_code == 201, answer.text


async def namesakes(there: Api, here: Api) -> dict[str, Any]:
    """Open a duel with branches in each of two services, and import the branches of the first into the second."""
    attack = await asked(there)
    for name, at in (("early", attack["first"] - 1), ("late", attack["version"])):
        assert (await branch(there, id=name, at=at)).is_success
    assert (await branch(there, "late", id="deep")).is_success
    await asked(here)
    assert (await here.command("core.note", text="Not that duel.")).is_success
    assert (await branch(here, id="own", at=attack["version"])).is_success
    await brought(there, here, "early", "late", "deep")
    return attack


async def listed(api: Api, **params: Any) -> list[str]:
    page = (await api.client.get("/v1/encounters", params=params)).json()
    return [one["id"] for one in page["encounters"]]


async def lineage(api: Api, encounter: str) -> dict[str, Any]:
    audit: dict[str, Any] = (await api.get("/audit", encounter=encounter)).json()
    return dict(audit["lineage"])


async def test_an_audit_cannot_hold_a_branch_against_another_fight_of_its_parents_id(api: Api, elsewhere: Api) -> None:
    await namesakes(elsewhere, api)
    for encounter in ("early", "late"):
        found = await lineage(api, encounter)
        assert found["verdict"] == "not_provable"
        assert "the encounter duel stored here is another one" in found["detail"]
    assert [(await lineage(api, encounter))["verdict"] for encounter in ("own", "deep")] == ["proven", "proven"]


async def test_the_causes_of_a_branch_lead_to_no_other_fight(api: Api, elsewhere: Api) -> None:
    await namesakes(elsewhere, api)

    async def before(encounter: str) -> Any:
        return (await api.get("/events/2/why", encounter=encounter)).json()["before"]

    assert await before("late") is None
    assert (await before("own"))["encounter"] == "duel"
    assert (await before("deep"))["encounter"] == "late"
    assert (await elsewhere.get("/events/2/why", encounter="late")).json()["before"]["encounter"] == "duel"


async def test_a_branch_stands_in_no_list_of_another_fights_branches(api: Api, elsewhere: Api) -> None:
    await namesakes(elsewhere, api)
    page = (await api.get("/branches")).json()
    assert [one["id"] for one in page["encounters"]] == ["own"]
    for sort in ("id", "active"):
        assert await listed(api, branch_of="duel", sort=sort) == ["own"]
    assert await listed(api, branch_of="late") == ["deep"]
    assert await listed(elsewhere, branch_of="duel") == ["early", "late"]


async def test_a_parent_that_is_opened_later_or_not_so_long_is_another(api: Api, elsewhere: Api) -> None:
    await asked(elsewhere)
    assert (await branch(elsewhere, id="late")).is_success
    await brought(elsewhere, api, "late")
    assert (await lineage(api, "late"))["verdict"] == "not_provable"
    assert await listed(api, branch_of="duel") == ["late"]
    assert (await api.open("duel", "flying_fox", "guard")).is_success
    assert (await lineage(api, "late"))["verdict"] == "not_provable"
    assert await listed(api, branch_of="duel") == []
    assert (await api.get("/events/2/why", encounter="late")).json()["before"] is None


async def test_fights_of_one_id_with_different_chains_are_unrelated(api: Api, elsewhere: Api) -> None:
    await namesakes(elsewhere, api)
    for one, other in (("late", "own"), ("own", "late"), ("early", "own"), ("late", "duel"), ("deep", "own")):
        refused = await compare(api, one, other)
        assert (refused.status_code, refused.json()["code"]) == (422, "unrelated"), (one, other)
        assert refused.json()["field"] == "with"


async def test_without_the_fight_itself_the_hashes_of_both_branches_tell_it_from_another(
    api: Api, elsewhere: Api, redis_url: str, tenant: str
) -> None:
    async with running(Settings(redis_url=SecretStr(redis_url), tenant=f"{tenant}-c")) as third:
        await namesakes(elsewhere, api)
        await brought(api, third, "own")
        await brought(elsewhere, third, "late")
        refused = await compare(third, "own", "late")
        assert (refused.status_code, refused.json()["code"]) == (422, "unrelated")


async def test_branches_of_a_fight_that_is_not_here_are_compared_and_nothing_is_told_of_another(
    api: Api, elsewhere: Api
) -> None:
    attack = await namesakes(elsewhere, api)
    seen = (await compare(api, "early", "deep")).json()
    assert seen["common"]["version"] == attack["first"] - 1
    told = {one["encounter"]: len(one["entries"]) for one in seen["other"]["stretches"]}
    assert told == {"duel": 0, "late": 2, "deep": 2}
    there = (await compare(elsewhere, "early", "deep")).json()
    assert [len(one["entries"]) > 0 for one in there["other"]["stretches"]] == [True, True, True]
