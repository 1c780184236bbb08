"""A branch names its origin; callers cannot distinguish an origin outside their scope from one that does not exist."""

from typing import Any, Final, NamedTuple

import httpx
import pytest

from tests.http.access.tokens import bearer
from tests.http.conftest import Api

PATH: Final = "/v1/encounters"
BRANCHES: Final = ("deep", "if", "if-two")
"""A branch of a branch, and two branches of the fight that is out of scope."""
ORIGIN: Final = "duel"
NOWHERE: Final = "nowhere"
CALLERS: Final[dict[str, tuple[str, dict[str, Any]]]] = {
    "narrator": ("narrator", {}),
    "player": ("player", {"combatants": ["ogre"]}),
    "spectator": ("spectator", {}),
    "delayed": ("spectator", {"delay": {"events": 2}}),
}
WHOLE: Final = ("", "?at=1", "?at=2", "/options", "/events", "/story", "/tally", "/audit", "/bundle", "/branches")
FEEDS: Final = ("/live?after=0", "/replay?speed=0")
LISTS: Final = ("", "?branch_of=duel", "?branch_of=if", f"?branch_of={NOWHERE}", "?combatant=ogre", "?status=closed")
COMMANDS: Final[list[dict[str, Any]]] = [
    {"type": "s3.begin_round"},
    {"type": "core.set_policy", "of": "bell", "kind": "oppose", "answer": {"skill": "evasion"}},
    {"type": "core.note", "text": "The lantern swings.", "secret": "The bridge will break."},
    {"type": "s3.begin_turn", "pc": "ogre", "npc": "bell", "order": "pc_first"},
]

Told = tuple[int, dict[str, str], bytes]


class Tenants(NamedTuple):
    """Two tenants with the same branches: ``with_origin`` also has their origin, ``without`` does not."""

    with_origin: str
    without: str


async def post(api: Api, tenant: str, path: str, body: dict[str, Any]) -> httpx.Response:
    """Send a body as the narrator of a tenant, and assert that it is accepted."""
    answer = await api.client.post(path, json=body, headers=bearer(tenant))
    assert answer.is_success, answer.text
    return answer


async def command(api: Api, tenant: str, encounter: str, **fields: Any) -> None:
    await post(api, tenant, f"{PATH}/{encounter}/commands", {"command": fields})


@pytest.fixture
async def tenants(api: Api, tenant: str) -> Tenants:
    """Open a running fight with closed branches; import only the branches for another tenant."""
    combatants = [{"template": "one_eyed_ogre"}, {"template": "golden_bell_member"}]
    await post(api, tenant, PATH, {"ruleset": "s3", "id": ORIGIN, "combatants": combatants})
    for fields in COMMANDS:
        await command(api, tenant, ORIGIN, **fields)
    await post(api, tenant, f"{PATH}/{ORIGIN}/branches", {"id": "if"})
    await post(api, tenant, f"{PATH}/{ORIGIN}/branches", {"id": "if-two", "at": 6})
    await command(api, tenant, "if", type="s3.attack", actor="ogre", target="bell", weapon="pistol")
    await post(api, tenant, f"{PATH}/if/branches", {"id": "deep"})
    for encounter in (*BRANCHES, ORIGIN):
        await command(api, tenant, encounter, type="core.note", text="And yet.")
    other = f"{tenant}-b"
    for encounter in BRANCHES:
        await command(api, tenant, encounter, type="core.close")
    for encounter in ("if", "if-two", "deep"):
        bundle = await api.get("/bundle", encounter=encounter, headers=bearer(tenant))
        headers = {**bearer(other), "Content-Type": "application/x-ndjson"}
        brought = await api.client.post("/v1/bundles", content=bundle.content, headers=headers)
        assert brought.json()["status"] == "closed", brought.text
    return Tenants(tenant, other)


def told(answer: httpx.Response) -> Told:
    """Return the whole of a response: status, headers without what is left of the rate limit, and body."""
    headers = {name: value for name, value in answer.headers.items() if name != "ratelimit"}
    return answer.status_code, headers, answer.content


async def all_of(api: Api, caller: str, tenant: str, scope: list[str]) -> dict[str, Told]:
    """Return every response that a caller receives about the branches, including lists and refusals."""
    role, more = CALLERS[caller]
    headers = bearer(tenant, role, encounters=scope, **more)
    seen: dict[str, Told] = {}
    for encounter in BRANCHES:
        version = await api.client.get(f"{PATH}/{encounter}", headers=headers)
        whys = [f"/events/{number}/why" for number in range(1, version.json()["version"] + 2)]
        compared = [f"/compare?with={other}" for other in (*BRANCHES, ORIGIN, NOWHERE)]
        for path in (*WHOLE, *FEEDS, *whys, *compared):
            seen[encounter + path] = told(await api.get(path, encounter=encounter, headers=headers))
        lines = {**headers, "Accept": "application/x-ndjson"}
        seen[f"{encounter} lines"] = told(await api.get("/events", encounter=encounter, headers=lines))
        note = {"command": {"type": "core.note", "text": "More."}}
        for path, body in (("commands", note), ("branches", {"at": 1, "id": "if"}), ("branches", {"id": "if-two"})):
            named = {**headers, "Idempotency-Key": "once"}
            answer = await api.client.post(f"{PATH}/{encounter}/{path}", json=body, headers=named)
            assert answer.is_error
            seen[f"{encounter} {path} {body}"] = told(answer)
    for path in ("", "/events", "/branches", "/compare?with=if"):
        seen[ORIGIN + path] = told(await api.get(path, encounter=ORIGIN, headers=headers))
    for query in LISTS:
        seen[f"list{query}"] = told(await api.client.get(f"{PATH}{query}", headers=headers))
    return seen


@pytest.mark.parametrize("caller", CALLERS)
async def test_an_origin_out_of_scope_is_as_one_that_is_not_there(api: Api, tenants: Tenants, caller: str) -> None:
    """Every response is the same, with all its bytes and headers."""
    forbidden = await all_of(api, caller, tenants.with_origin, [*BRANCHES])
    absent = await all_of(api, caller, tenants.without, [*BRANCHES, ORIGIN])
    assert [path for path in forbidden if forbidden[path] != absent[path]] == []
    assert forbidden.keys() == absent.keys()


async def test_what_a_branch_says_of_its_origin_everybody_reads(api: Api, tenants: Tenants) -> None:
    """The origin is in the first event of the branch, which is hashed; other reads include it, and verify nothing."""
    for caller in CALLERS:
        role, more = CALLERS[caller]
        headers = bearer(tenants.with_origin, role, encounters=[*BRANCHES], **more)
        state = (await api.get(encounter="if", headers=headers)).json()
        [origin] = state["lineage"]
        assert origin["encounter"] == ORIGIN
        why = (await api.get("/events/4/why", encounter="if", headers=headers)).json()
        assert [entry["version"] for entry in why["causes"]] == [3, 4]
        opened = (await api.get("/events/2/why", encounter="if", headers=headers)).json()
        assert opened["before"] == origin
        listed = (await api.client.get(f"{PATH}?branch_of={ORIGIN}", headers=headers)).json()["encounters"]
        assert [(one["id"], one["branch_of"]["encounter"]) for one in listed] == [("if", ORIGIN), ("if-two", ORIGIN)]
        lineage = (await api.get("/audit", encounter="if", headers=headers)).json()["lineage"]
        assert lineage["verdict"] == "not_provable"
        assert origin["chain"] in lineage["detail"]


async def test_who_sees_the_origin_has_it_held_against_the_branch(api: Api, tenants: Tenants) -> None:
    """The origin is looked up for a caller that may see it, so it is not simply ignored for every caller."""
    headers = bearer(tenants.with_origin)
    for encounter in ("if", "if-two"):
        audit = (await api.get("/audit", encounter=encounter, headers=headers)).json()
        assert audit["lineage"]["verdict"] == "proven"
    told_of = (await api.get("/compare", encounter="if", params={"with": "if-two"}, headers=headers)).json()
    assert [(side["encounter"], bool(side["entries"])) for side in told_of["one"]["stretches"]] == [
        (ORIGIN, True),
        ("if", True),
    ]
    scoped = bearer(tenants.with_origin, encounters=[*BRANCHES])
    told_of = (await api.get("/compare", encounter="if", params={"with": "if-two"}, headers=scoped)).json()
    assert [(side["encounter"], bool(side["entries"])) for side in told_of["one"]["stretches"]] == [
        (ORIGIN, False),
        ("if", True),
    ]
