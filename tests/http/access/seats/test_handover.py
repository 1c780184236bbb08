"""A seat is handed over by its holder or the narrator: what was valid for it ends, and a new invitation is made."""

import asyncio
from typing import Any

import pytest

from service.auth import revocations
from service.settings import Settings
from tests.http.access.seats.table import DUEL, EXCHANGE, OGRE, SEATS, TOKENS, Table, authorized, laid
from tests.http.access.tokens import bearer
from tests.live import served

HANDOVER = f"{SEATS}/ogre/handover"


async def handed(table: Table, headers: dict[str, str] | None = None, **body: Any) -> dict[str, Any]:
    """Return the invitation for which the seat of the ogre is handed over."""
    answer = await table.ask("POST", HANDOVER, headers, body)
    assert answer.status_code == 201, answer.text
    found: dict[str, Any] = answer.json()
    return found


async def test_a_holder_passes_its_seat_on(table: Table) -> None:
    old = await table.made("invitation", **OGRE, name="anna", expires="3d")
    phone, laptop = [authorized((await table.exchanged(old["invitation"]))["token"]) for _ in range(2)]
    async with table.service.watching(f"{DUEL}/live", headers={**phone, "Yarrow-As": "player:ogre"}) as feed:
        new = await handed(table, laptop)
        assert (await feed.dropped())["code"] == "not_allowed"
    assert {name: new[name] for name in OGRE} == OGRE
    assert (new["name"], new["expires"]) == ("player:ogre", old["expires"])
    for headers in (phone, laptop):
        assert (await table.refused("GET", DUEL, headers))[:2] == (401, "unauthorized")
    assert (await table.refused("POST", EXCHANGE, {}, {"invitation": old["invitation"]}))[0] == 401
    assert await table.ids("invitation") == [new["id"]]
    assert await table.speaker(authorized((await table.exchanged(new["invitation"]))["token"])) == "player:ogre"


async def test_a_seat_that_is_handed_over_several_times_at_once_has_one_next_holder(table: Table) -> None:
    old = await table.made("invitation", **OGRE)
    players = [authorized((await table.exchanged(old["invitation"]))["token"]) for _ in range(3)]
    answers = await asyncio.gather(*(table.ask("POST", HANDOVER, one, {}) for one in players))
    assert sorted(answer.status_code for answer in answers) == [201, 401, 401]
    [new] = [answer.json() for answer in answers if answer.is_success]
    holder = authorized((await table.exchanged(new["invitation"]))["token"])
    await asyncio.gather(*(table.ask("POST", HANDOVER, one, {}) for one in (holder, None, None)))
    assert len(await table.ids("invitation")) == 1
    assert await table.ids("token") == []


async def test_the_narrator_passes_on_the_seat_of_anyone(table: Table) -> None:
    both = {**OGRE, "combatants": ["ogre", "bell"]}
    old = [await table.seated(**both, name="anna"), await table.seated(**OGRE)]
    waiting = await table.made("invitation", **OGRE)
    bell = await table.seated(**{**OGRE, "combatants": ["bell"]})
    new = await handed(table, name="bert", expires="2d")
    assert (new["name"], new["combatants"], new["encounters"]) == ("bert", ["ogre", "bell"], ["duel"])
    for headers in old:
        assert (await table.refused("GET", DUEL, headers))[0] == 401
    assert await table.ids("invitation") == [new["id"]] != [waiting["id"]]
    assert await table.speaker(bell) == "player:bell"
    assert (await table.seats())["ogre"] == ("invited", 0, ["bert"])


async def test_a_free_seat_is_handed_over_too(table: Table) -> None:
    assert (await handed(table))["combatants"] == ["ogre"]


async def test_a_holder_whose_token_is_of_the_command_line_passes_it_on(guarded_table: Table, tenant: str) -> None:
    own = bearer(tenant, "player", jti="own", combatants=["ogre"], encounters=["duel"])
    new = await handed(guarded_table, own)
    assert (await guarded_table.refused("GET", DUEL, own))[0] == 401
    player = authorized((await guarded_table.exchanged(new["invitation"]))["token"])
    assert await guarded_table.speaker(player) == "player:ogre"


async def test_a_token_that_another_service_has_just_revoked_hands_nothing_over(
    guarded: Settings, tenant: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(revocations, "POLL_INTERVAL", 3600.0)  # the other service hears of it by this request alone
    own = bearer(tenant, "player", jti="lost", combatants=["ogre"], encounters=["duel"])
    async with laid(guarded) as one, served(guarded) as service:
        other = one._replace(service=service)
        assert (await one.ask("POST", f"{TOKENS}/revoke", None, {"token": "lost"})).is_success
        assert (await other.refused("POST", HANDOVER, own, {}))[:2] == (401, "unauthorized")
        assert await one.ids("invitation") == []


async def test_a_wider_token_does_not_end_with_a_seat_of_its_holder(guarded_table: Table, tenant: str) -> None:
    narrowed = {"Yarrow-As": "player:ogre"}
    assert await guarded_table.refused("POST", HANDOVER, {**guarded_table.narrator, **narrowed}, {}) == (
        *(403, "not_yours"),
        "Yarrow-As",
    )
    assert (await guarded_table.ask("GET", DUEL)).is_success


async def test_without_a_secret_the_header_names_the_holder(open_table: Table) -> None:
    new = await handed(open_table, {"Yarrow-As": "player:ogre"})
    assert {name: new[name] for name in OGRE} == OGRE
    assert (
        await open_table.speaker(authorized((await open_table.exchanged(new["invitation"]))["token"])) == "player:ogre"
    )


async def test_a_new_invitation_ends_with_the_narrators_token_that_made_the_old_one(table: Table) -> None:
    helper = await table.made(encounters=["duel"])
    player = await table.seated(authorized(helper["token"]), **OGRE)
    new = await handed(table, player)
    await table.ask("DELETE", f"/v1/tokens/{helper['id']}")
    assert (await table.refused("POST", EXCHANGE, {}, {"invitation": new["invitation"]}))[0] == 401


async def test_only_narrators_of_all_its_encounters_pass_on_a_wider_seat(guarded_table: Table, tenant: str) -> None:
    table = guarded_table
    narrator = bearer(tenant, jti="of-duel", encounters=["duel"])
    player = await table.seated(**{**OGRE, "encounters": ["duel", "other"]})
    assert await table.refused("POST", HANDOVER, narrator, {}) == (403, "not_yours", "seat")
    assert await table.speaker(player) == "player:ogre"
    assert (await handed(table))["encounters"] == ["duel", "other"]


NOT_HANDED: tuple[tuple[str, str, dict[str, Any], tuple[int, str, str]], ...] = (
    ("player:bell", "ogre", {}, (403, "not_yours", "seat")),
    ("spectator", "ogre", {}, (403, "not_yours", "seat")),
    ("narrator", "orge", {}, (404, "not_found", "seat")),
    ("narrator", "narrator", {}, (404, "not_found", "seat")),
    ("narrator", "ogre", {"expires": "yesterday"}, (422, "invalid", "expires")),
    ("narrator", "ogre", {"role": "narrator"}, (422, "invalid", "role")),
    ("player:ogre", "ogre", {"name": "mara"}, (403, "not_yours", "name")),
)


async def test_what_cannot_be_handed_over_is_refused_with_its_field(table: Table) -> None:
    for speaker, seat, body, refused in NOT_HANDED:
        role, _, combatants = speaker.partition(":")
        rights = {"role": role, "encounters": ["duel"], **({"combatants": [combatants]} if combatants else {})}
        headers = await table.seated(**rights)
        held = await table.ids("token")
        assert await table.refused("POST", f"{SEATS}/{seat}/handover", headers, body) == refused
        assert await table.ids("token") == held


async def test_no_seat_of_a_closed_encounter_is_handed_over(table: Table) -> None:
    await table.ask("POST", f"{DUEL}/commands", None, {"command": {"type": "core.close"}})
    assert await table.refused("POST", HANDOVER, None, {}) == (409, "closed", "encounter")
