"""A branch or a copy shows a delayed spectator nothing that is not yet in view in the original fight."""

import asyncio
import io
from collections.abc import AsyncIterator
from typing import Any

import httpx
import pytest

from events.format import bundle
from service.cli.proving import prove
from service.settings import Settings
from tests.http.access.tokens import bearer
from tests.http.conftest import Api, running, tagged_version
from tests.live import served

PATH = "/v1/encounters"
READ = ("", "/events?limit=1000", "/story?limit=500", "/tally", "/options", "/audit", "/bundle", "/events/2/why")
DELAY = {"events": 6}
LATE = "A lantern falls."
"""The text of a note that is too recent to be in view."""


@pytest.fixture
async def elsewhere(guarded: Settings, tenant: str) -> AsyncIterator[Api]:
    """A service whose tenant has encounters of its own."""
    async with running(guarded.model_copy(update={"tenant": f"{tenant}-b"})) as api:
        yield api


class Table:
    """The narrator of one tenant, and the view of a delayed spectator."""

    def __init__(self, api: Api, tenant: str, **delayed: Any) -> None:
        self.client = api.client
        self.narrator = bearer(tenant)
        self.delayed = bearer(tenant, "spectator", **{"delay": DELAY, **delayed})

    async def post(self, path: str, body: Any) -> httpx.Response:
        answer = await self.client.post(path, json=body, headers=self.narrator)
        assert answer.is_success, answer.text
        return answer

    async def open(self, encounter: str, **fields: Any) -> None:
        combatants = [{"template": "one_eyed_ogre"}, {"template": "golden_bell_member"}]
        await self.post(PATH, {"ruleset": "s3", "id": encounter, "combatants": combatants, **fields})

    async def command(self, encounter: str, kind: str, **fields: Any) -> None:
        await self.post(f"{PATH}/{encounter}/commands", {"command": {"type": kind, **fields}})

    async def notes(self, encounter: str, *texts: str) -> None:
        for text in texts:
            await self.command(encounter, "core.note", text=text)

    async def turns(self, encounter: str) -> None:
        """Play the only turns of a round."""
        await self.command(encounter, "s3.begin_turn", pc="ogre", npc="bell", order="pc_first")
        for actor in ("ogre", "bell"):
            await self.command(encounter, "s3.end_turn", actor=actor)

    async def round(self, encounter: str) -> None:
        await self.command(encounter, "s3.begin_round")
        await self.turns(encounter)

    async def state(self, encounter: str) -> dict[str, Any]:
        """Return the state as the narrator sees it."""
        state: dict[str, Any] = (await self.client.get(f"{PATH}/{encounter}", headers=self.narrator)).json()
        return state

    async def branch(self, encounter: str, under: str, **fields: Any) -> None:
        await self.post(f"{PATH}/{encounter}/branches", {"id": under, **fields})

    async def bundle(self, encounter: str) -> bytes:
        answer = await self.client.get(f"{PATH}/{encounter}/bundle", headers=self.narrator)
        assert answer.is_success
        return answer.content

    async def bring(self, bundle: bytes, under: str | None = None) -> None:
        headers = {**self.narrator, "Content-Type": "application/x-ndjson"}
        named = {} if under is None else {"as": under}
        answer = await self.client.post("/v1/bundles", content=bundle, params=named, headers=headers)
        assert answer.is_success, answer.text

    async def seen(self, encounter: str) -> int:
        """Return the version up to which the encounter is in view, or 0 if it is not visible."""
        answer = await self.client.get(f"{PATH}/{encounter}", headers=self.delayed)
        assert answer.status_code in (200, 404)
        return tagged_version(answer) if answer.is_success else 0

    async def told(self, encounter: str) -> str:
        """Return everything that can be read of the encounter, and the lists that may contain it."""
        paths = [f"{PATH}/{encounter}{path}" for path in READ] + [
            PATH,
            f"{PATH}?branch_of=duel",
            f"{PATH}/duel/branches",
        ]
        answers = [await self.client.get(path, headers=self.delayed) for path in paths]
        compared = await self.client.get(f"{PATH}/duel/compare", params={"with": encounter}, headers=self.delayed)
        return "\n".join(answer.text for answer in (*answers, compared))


async def begun(table: Table, **fields: Any) -> None:
    """Open a duel of 20 versions of which the newest six are not in view."""
    await table.open("duel", **fields)
    await table.notes("duel", "one", "two", "three", "four", "five", LATE)
    await table.command("duel", "core.join", template="guard", id="latecomer")
    await table.notes("duel", "six")
    assert await table.seen("duel") == 14


@pytest.mark.parametrize("delay", [DELAY, {"rounds": 1}], ids=["events", "rounds"])
async def test_a_branch_is_not_there_before_what_it_carries_is_in_view(
    api: Api, tenant: str, delay: dict[str, int]
) -> None:
    table = Table(api, tenant, delay=delay)
    await table.open("duel")
    await table.round("duel")
    await table.command("duel", "s3.begin_round")
    await table.notes("duel", LATE)
    await table.command("duel", "core.join", template="guard", id="latecomer")
    newest = (await table.state("duel"))["version"]
    assert 0 < await table.seen("duel") < newest - 4
    for name in ("open", "closed"):
        await table.branch("duel", name)
        await table.turns(name)
        await table.round(name)
    await table.command("closed", "core.close")
    await table.branch("closed", "grandchild")
    await table.command("grandchild", "core.close")
    for name in ("open", "closed", "grandchild"):
        assert await table.seen(name) == 0
        told = await table.told(name)
        assert "branch_of" not in told
        assert LATE not in told
        assert "latecomer" not in told
    await table.turns("duel")
    await table.command("duel", "s3.begin_round")
    assert await table.seen("duel") >= newest
    for name in ("open", "closed", "grandchild"):
        whole = (await table.state(name))["version"]
        assert (await table.seen(name) == whole) == (name != "open")
        assert await table.seen(name) >= 2
    assert f'"branch_of":{{"encounter":"duel","version":{newest}}}' in await table.told("closed")


async def test_a_branch_of_what_is_in_view_is_held_back_by_its_own_events_alone(api: Api, tenant: str) -> None:
    table = Table(api, tenant)
    await begun(table)
    await table.branch("duel", "if", at=14)
    assert await table.seen("if") == 0
    await table.notes("if", "a", "b", "c")
    assert await table.seen("if") == 2
    await table.command("if", "core.close")
    assert await table.seen("if") > 8


async def test_whoever_may_not_see_the_origin_sees_its_branch_no_sooner(api: Api, tenant: str) -> None:
    table = Table(api, tenant, encounters=["if"])
    whole = Table(api, tenant)
    await begun(whole)
    await table.branch("duel", "if")
    await table.command("if", "core.close")
    assert (await table.seen("duel"), await table.seen("if")) == (0, 0)
    assert "latecomer" not in await table.told("if")
    await table.notes("duel", "a", "b", "c")
    assert (await table.seen("duel"), await table.seen("if")) == (0, 4)


async def test_a_copy_shows_of_what_it_has_in_common_what_the_original_shows(api: Api, tenant: str) -> None:
    table = Table(api, tenant)
    await begun(table)
    bundle = await table.bundle("duel")
    for name in ("open", "closed"):
        await table.bring(bundle, name)
        await table.notes(name, *"abcdef")
    await table.command("closed", "core.close")
    await table.bring(await table.bundle("open"), "copy-of-the-copy")
    await table.command("copy-of-the-copy", "core.close")
    copies = ("open", "closed", "copy-of-the-copy")
    for place in (14, 16, 18):
        assert await table.seen("duel") == place
        for name in copies:
            assert await table.seen(name) == place
            told = await table.told(name)
            assert (LATE in told) == (place > 14)
            assert ("latecomer" in told) == (place > 16)
        await table.notes("duel", "on")
    assert await table.seen("duel") == 20
    assert [await table.seen(name) for name in copies] == [28, 36, 28]


async def test_a_closed_original_holds_nothing_back(api: Api, tenant: str) -> None:
    table = Table(api, tenant)
    await begun(table)
    await table.bring(await table.bundle("duel"), "copy")
    await table.branch("duel", "if")
    for name in ("copy", "if"):
        await table.command(name, "core.close")
    assert (await table.seen("copy"), await table.seen("if")) == (14, 0)
    await table.command("duel", "core.close")
    assert (await table.seen("copy"), await table.seen("if")) == (24, 4)


async def test_another_encounter_under_the_name_of_the_origin_holds_nothing_back(
    api: Api, elsewhere: Api, tenant: str
) -> None:
    there, here = Table(elsewhere, f"{tenant}-b"), Table(api, tenant)
    await begun(there)
    await there.branch("duel", "if")
    await there.command("if", "core.close")
    bundle, branch = await there.bundle("duel"), await there.bundle("if")
    await here.bring(bundle, "alone")
    await here.bring(branch)
    await here.command("alone", "core.close")
    assert (await here.seen("alone"), await here.seen("if")) == (24, 4)
    await here.open("duel", name="quite another one")
    assert await here.seen("alone") == 24
    await here.notes("duel", *"abcdefghij")
    assert (await here.seen("alone"), await here.seen("if")) == (24, 4)


async def test_an_original_that_went_on_elsewhere_holds_back_what_it_has_in_common(
    api: Api, elsewhere: Api, tenant: str
) -> None:
    """The original of the copy continued differently after version 20; both have the versions up to there in common."""
    there, here = Table(elsewhere, f"{tenant}-b"), Table(api, tenant)
    await begun(here)
    await there.bring(await here.bundle("duel"), "away")
    await there.notes("away", *"abcd")
    await here.bring(await there.bundle("away"), "back")
    await here.command("back", "core.close")
    assert (await here.seen("duel"), await here.seen("back")) == (14, 14)
    await here.notes("duel", "on", "on")
    assert (await here.seen("duel"), await here.seen("back")) == (18, 18)
    await here.notes("duel", "on")
    assert (await here.seen("duel"), await here.seen("back")) == (20, 34)


async def test_copies_of_each_other_hold_each_other_back(api: Api, elsewhere: Api, tenant: str) -> None:
    there, here = Table(elsewhere, f"{tenant}-b"), Table(api, tenant)
    await begun(there)
    await here.bring(await there.bundle("duel"), "copy")
    await here.bring(await here.bundle("copy"), "duel")
    await here.command("copy", "core.close")
    assert (await here.seen("duel"), await here.seen("copy")) == (18, 18)
    await here.command("duel", "core.close")
    assert (await here.seen("duel"), await here.seen("copy")) == (26, 24)


async def test_an_audit_of_what_is_in_view_is_lent_no_seed_of_what_is_not(api: Api, tenant: str) -> None:
    """The copy stores only the seed of its own epoch, which begins after the last version in view."""
    table = Table(api, tenant)
    await begun(table)
    await table.bring(await table.bundle("duel"), "copy")
    assert await table.seen("copy") == 14
    lent = "as reported by the service that keeps it"
    for encounter, told in (("duel", True), ("copy", False)):
        audit = (await api.get("/audit", encounter=encounter, headers=table.delayed)).json()
        assert (lent in audit["throws"]["detail"]) is told, audit
        assert audit["chain"]["verdict"] == "proven", audit
        lines = (await api.get("/bundle", encounter=encounter, headers=table.delayed)).content
        assert prove(bundle.read(io.BytesIO(lines))).chain.verdict == "proven"
    whole = (await api.get("/audit", encounter="copy", headers=table.narrator)).json()
    assert lent in whole["throws"]["detail"]


async def test_a_live_feed_of_a_copy_goes_on_when_the_original_does(guarded: Settings, tenant: str) -> None:
    async with running(guarded) as api, served(guarded.model_copy(update={"heartbeat": 0.3})) as service:
        table = Table(api, tenant)
        await begun(table)
        await table.bring(await table.bundle("duel"), "copy")
        await table.command("copy", "core.close")
        watching = service.watching(
            f"{PATH}/copy/live", speaker="spectator", params={"after": 0}, headers=table.delayed
        )
        async with asyncio.timeout(60), watching as feed:
            versions = [await version_of(feed) for _ in range(6)]
            assert versions[-1] == 14
            assert (await feed.next()).comment == "heartbeat"
            for place in (16, 18):
                await table.notes("duel", "on")
                assert await version_of(feed) == place
                assert (await feed.next()).comment == "heartbeat"
            await table.command("duel", "core.close")
            assert [await version_of(feed) for _ in range(3)] == [20, 22, 24]
            assert await feed.ended()


async def version_of(feed: Any) -> int:
    return int((await feed.batch())["version"])
