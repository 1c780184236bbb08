"""A branch is imported with the state of its parent, if available, and refused if its state cannot be played."""

from collections.abc import AsyncIterator, Callable
from typing import Any

import pytest
from pydantic import SecretStr

from service.settings import Settings
from tests.bundles import relinked
from tests.http.bundles.test_import import brought, bundled, exported, header_of, problem
from tests.http.conftest import Api, running

Change = Callable[[dict[str, Any]], None]
BRANCHED = 2
LINE = 3
UNPLAYABLE = "the state that the branch carries is not valid under the rules."


def parent_of(key: str) -> str:
    """Return the ID of the encounter that the branches of a ruleset start from."""
    return str(header_of(bundled(key))["encounter"])


@pytest.fixture
async def elsewhere(redis_url: str, tenant: str) -> AsyncIterator[Api]:
    """A service that has none of the parents."""
    async with running(Settings(redis_url=SecretStr(redis_url), tenant=f"{tenant}-b")) as api:
        yield api


async def branched(api: Api, key: str, *, closed: bool = False) -> bytes:
    """Import a fight, branch from it before its end under the ID ``if``, and return the bundle of the branch."""
    assert (await brought(api, bundled(key))).status_code == 201
    at = header_of(bundled(key, closed=False))["events"]
    opened = await api.client.post(f"/v1/encounters/{parent_of(key)}/branches", json={"id": "if", "at": at})
    assert opened.status_code == 201, opened.text
    assert (await api.command("core.note", encounter="if", text="And yet.")).is_success
    if closed:
        assert (await api.command("core.close", encounter="if")).is_success
    return await exported(api, "if")


def forged(bundle: bytes, change: Change) -> bytes:
    """Return the bundle with a change in the state that its branch carries, and with consistent hashes."""
    return relinked(bundle, BRANCHED, lambda line: change(line["data"]["state"]))


def rename_somebody(state: dict[str, Any]) -> None:
    next(iter(state["people"].values()))["name"] = "The Iron Abbot"


def misname_everybody(state: dict[str, Any]) -> None:
    """Give each combatant an ID that no combatant has."""
    for person in state["people"].values():
        person["id"] = "nobody"


def misname_everything(state: dict[str, Any]) -> None:
    """Give each thing an ID that differs from the key under which it is stored."""
    for person in state["people"].values():
        for thing in person["things"].values():
            thing["id"] = "nothing"


def lose_somebody(state: dict[str, Any]) -> None:
    """Remove the combatant that joined last."""
    del state["people"][state["joined"][-1]]


def misprint_a_card(state: dict[str, Any]) -> None:
    """Replace a card by one that does not exist."""
    deck = next(iter(state["decks"].values()))
    deck["cards"][0] = deck["cards"][0][::-1]


UNPLAYABLE_STATES = [
    *((key, misname_everybody) for key in ("s3", "black_dice", "yin_yang", "century", "ticks")),
    ("ticks", misname_everything),
    ("century", lose_somebody),
]


@pytest.mark.parametrize("key", ["s3", "black_dice", "yin_yang", "century", "ticks"])
async def test_a_branch_beside_its_parent_begins_as_that_stood(api: Api, key: str) -> None:
    honest = await branched(api, key)
    false = forged(honest, rename_somebody)
    said = problem(await brought(api, false, "forged"), 422, "bundle_broken")
    assert (said["line"], said["version"]) == (LINE, BRANCHED)
    assert "its field people differs from" in said["detail"]
    assert (await api.get(encounter="forged")).status_code == 404
    said = problem(await brought(api, false), 422, "bundle_broken")
    assert said["line"] == LINE, "the damage comes before the ID that is taken"
    assert (await brought(api, honest, "again")).status_code == 201
    audit = (await api.get("/audit", encounter="again")).json()
    assert audit["lineage"]["verdict"] == "proven"


NOWHERE = [{"encounter": "nowhere", "at": 7, "chain": "0" * 64}]


@pytest.mark.parametrize(("field", "false"), [("before", 1_000_000), ("ancestors", NOWHERE)])
async def test_what_happened_before_a_branch_is_what_its_parent_says(api: Api, field: str, false: Any) -> None:
    honest = await branched(api, "s3")
    assert (await brought(api, honest, "again")).status_code == 201
    opened = await api.client.post("/v1/encounters/again/branches", json={"id": "further"})
    assert opened.status_code == 201, opened.text
    file = relinked(await exported(api, "further"), BRANCHED, lambda line: line["data"].update({field: false}))
    said = problem(await brought(api, file, "forged"), 422, "bundle_broken")
    assert (said["line"], said["version"]) == (LINE, BRANCHED)
    name = {"before": "before", "ancestors": "lineage"}[field]
    assert f"its field {name} differs from again" in said["detail"]


@pytest.mark.parametrize("before", [-1, 2**64])
async def test_no_branch_begins_before_everything(api: Api, elsewhere: Api, before: int) -> None:
    file = relinked(await branched(api, "s3"), BRANCHED, lambda line: line["data"].update(before=before))
    said = problem(await brought(elsewhere, file), 422, "bundle_broken")
    assert (said["line"], said["version"]) == (LINE, BRANCHED)


async def test_without_its_parent_a_branch_comes_in_on_its_own_word(api: Api, elsewhere: Api) -> None:
    honest = await branched(api, "century", closed=True)
    assert (await brought(elsewhere, forged(honest, rename_somebody))).status_code == 201
    audit = (await elsewhere.get("/audit", encounter="if")).json()
    assert audit["lineage"]["verdict"] == "not_provable"


async def test_another_encounter_under_the_parents_id_says_nothing_of_a_branch(api: Api, elsewhere: Api) -> None:
    honest = await branched(api, "s3")
    assert (await elsewhere.open(parent_of("s3"))).is_success
    for number in range(header_of(bundled("s3"))["events"] // 2):
        assert (await elsewhere.command("core.note", encounter=parent_of("s3"), text=f"Page {number}.")).is_success
    assert await elsewhere.version(parent_of("s3")) >= header_of(bundled("s3"))["events"]
    assert (await brought(elsewhere, honest, "again")).status_code == 201


@pytest.mark.parametrize(("key", "change"), UNPLAYABLE_STATES)
@pytest.mark.parametrize("under", [None, "again"])
async def test_a_state_that_the_rules_cannot_play_is_refused(
    api: Api, elsewhere: Api, key: str, change: Change, under: str | None
) -> None:
    honest = await branched(api, key)
    said = problem(await brought(elsewhere, forged(honest, change), under), 422, "bundle_broken")
    assert (said["line"], said["version"]) == (LINE, BRANCHED)
    assert said["detail"] == f"Line {LINE} (event {BRANCHED}): {UNPLAYABLE} Nothing was imported."
    assert (await elsewhere.get(encounter=under or "if")).status_code == 404
    assert (await brought(elsewhere, honest, under)).status_code == 201


async def test_nor_is_one_that_holds_a_card_of_no_pack(api: Api, elsewhere: Api) -> None:
    file = forged(await branched(api, "yin_yang"), misprint_a_card)
    said = problem(await brought(elsewhere, file), 422, "bundle_broken")
    assert (said["line"], said["version"]) == (LINE, BRANCHED)


async def test_nor_is_one_let_in_that_nobody_plays_any_more(api: Api, elsewhere: Api) -> None:
    """Its state after the branch can still be requested."""
    false = forged(await branched(api, "ticks", closed=True), misname_everything)
    assert UNPLAYABLE in problem(await brought(elsewhere, false), 422, "bundle_broken")["detail"]


async def test_a_branch_of_a_fight_with_vehicles_comes_in(api: Api, elsewhere: Api) -> None:
    opened = await api.client.post("/v1/encounters", json={"scene": "autocycle_chase", "id": "chase"})
    assert opened.is_success, opened.text
    assert (await api.client.post("/v1/encounters/chase/branches", json={"id": "if"})).is_success
    brought_in = await brought(elsewhere, await exported(api, "if"))
    assert brought_in.status_code == 201, brought_in.text


async def test_a_branch_comes_in_after_a_rewind_has_taken_combatants_away(api: Api, elsewhere: Api) -> None:
    assert (await api.open()).is_success
    before = await api.version()
    assert (await api.command("core.join", template="guard")).is_success
    assert (await api.command("core.rewind", to=before, reason="a slip")).is_success
    assert (await api.client.post("/v1/encounters/duel/branches", json={"id": "if"})).is_success
    brought_in = await brought(elsewhere, await exported(api, "if"))
    assert brought_in.status_code == 201, brought_in.text
    table = (await elsewhere.get("/table", encounter="if")).json()
    assert table["order"] == ["ogre", "bell"]
