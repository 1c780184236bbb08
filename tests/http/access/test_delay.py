"""A delayed spectator sees everything as it was at its horizon; no response reveals anything that happened since."""

from base64 import urlsafe_b64decode
from collections.abc import Awaitable, Callable
from typing import Any

import httpx
import pytest

from service.auth.spectator_delay import Delay, parse_delay
from tests.http.access.tokens import bearer
from tests.http.conftest import Api, tagged_version

PATH = "/v1/encounters"
READ = ("", "/events", "/story", "/tally", "/options", "/audit", "/bundle", "/events/3/why")
DELAYS = ["1 event", "4 events", "11 events", "40 events", "1 round", "2 rounds", "3 rounds"]
COMMANDS: list[dict[str, Any]] = [
    {"type": "s3.begin_round"},
    {"type": "s3.begin_turn", "pc": "ogre", "npc": "bell", "order": "pc_first"},
    {"type": "core.set_policy", "of": "bell", "kind": "oppose", "answer": {"skill": "evasion"}},
    {"type": "core.note", "text": "The lantern swings.", "secret": "The bridge will break."},
    {"type": "s3.end_turn", "actor": "ogre"},
    {"type": "core.join", "template": "doctor_hu"},
    {"type": "s3.end_turn", "actor": "bell"},
    {"type": "s3.begin_round"},
    {"type": "core.rewind", "to": 6, "reason": "once more"},
    {"type": "s3.begin_turn", "pc": "ogre", "npc": "bell", "order": "pc_first"},
    {"type": "s3.attack", "actor": "ogre", "target": "bell", "weapon": "pistol"},
    {"type": "core.note", "text": "The wind turns."},
]
Seen = dict[str, tuple[int, dict[str, str], bytes]]


def told(answer: httpx.Response) -> tuple[int, dict[str, str], bytes]:
    """Return the whole of a response: status, headers without what is left of the rate limit, and body."""
    headers = {name: value for name, value in answer.headers.items() if name != "ratelimit"}
    return answer.status_code, headers, answer.content


async def all_of(api: Api, headers: dict[str, str], encounter: str = "duel") -> Seen:
    """Return every response about the encounter, and of the lists that contain it."""
    seen = {path: told(await api.get(path, encounter=encounter, headers=headers)) for path in READ}
    lines = {**headers, "Accept": "application/x-ndjson"}
    seen["lines"] = told(await api.get("/events", encounter=encounter, headers=lines))
    for status in ("", "?status=open", "?status=closed"):
        seen[f"list{status}"] = told(await api.client.get(f"{PATH}{status}", headers=headers))
    return seen


Heard = Callable[[], Awaitable[None]]


async def play(api: Api, tenant: str, heard: Heard, *, close: bool = False) -> list[dict[str, Any]]:
    """Play a fight, calling ``heard`` after each batch. Returns its events."""
    narrator = bearer(tenant)
    combatants = [{"template": "one_eyed_ogre"}, {"template": "golden_bell_member"}]
    opening = {"ruleset": "s3", "id": "duel", "combatants": combatants}
    assert (await api.client.post(PATH, json=opening, headers=narrator)).status_code == 201
    await heard()
    for number, command in enumerate([*COMMANDS, *([{"type": "core.close"}] if close else [])]):
        named = {**narrator, "Idempotency-Key": f"command-{number}"}
        given = await api.client.post(f"{PATH}/duel/commands", json={"command": command}, headers=named)
        assert given.is_success, (command, given.text)
        await heard()
    events: list[dict[str, Any]] = (await api.get("/events?limit=1000", headers=narrator)).json()["events"]
    return events


def horizon(events: list[dict[str, Any]], delay: Delay) -> int:
    """Return the last version in view, computed by a method other than that of the service."""
    ends: list[int] = [
        0,
        *(event["batch"] - 1 for event in events if event["batch"] == event["version"] > 1),
        len(events),
    ]
    if delay.events:
        return max(end for end in ends if end <= max(0, len(events) - delay.events))
    begun: list[int] = [1, *(event["batch"] for event in events if event["type"] == "s3.round_begun")]
    return begun[-delay.rounds] - 1 if delay.rounds <= len(begun) else 0


@pytest.mark.parametrize("said", DELAYS)
async def test_it_is_as_it_stood(api: Api, tenant: str, said: str) -> None:
    delay = parse_delay(said)
    plain = bearer(tenant, "spectator")
    field = "rounds" if delay.rounds else "events"
    delayed = bearer(tenant, "spectator", jti="delayed", delay={field: getattr(delay, field)})
    stood: dict[int, Seen] = {}
    behind: list[tuple[int, Seen]] = []

    async def heard() -> None:
        version = tagged_version(await api.get(headers=plain))
        stood[version] = await all_of(api, plain)
        behind.append((version, await all_of(api, delayed)))

    stood[0] = await all_of(api, plain)  # before the encounter exists
    events = await play(api, tenant, heard)
    places = []
    for version, seen in behind:
        place = horizon(events[:version], delay)
        places.append(place)
        for path, answer in seen.items():
            assert answer == stood[place][path], (version, place, path)
    assert places == sorted(places)
    assert len(set(places)) > 2 or said in ("40 events", "2 rounds", "3 rounds")


@pytest.mark.parametrize("said", ["5 events", "1 round", "100 rounds"])
async def test_a_closed_encounter_is_shown_whole(api: Api, tenant: str, said: str) -> None:
    async def heard() -> None:
        return None

    delay = parse_delay(said)
    await play(api, tenant, heard, close=True)
    delayed = bearer(tenant, "spectator", delay={"rounds": delay.rounds} if delay.rounds else {"events": delay.events})
    assert await all_of(api, delayed) == await all_of(api, bearer(tenant, "spectator", jti="plain"))


async def test_a_command_of_its_tells_nothing_of_what_is_not_in_view(api: Api, tenant: str) -> None:
    """The refusal reveals neither the version, nor whether the encounter is closed, nor which command IDs are used."""
    delayed = bearer(tenant, "spectator", delay={"events": 3})
    answers = set()

    async def heard() -> None:
        for more in ({}, {"If-Match": '"1"'}, {"If-Match": '"14"'}, {"Idempotency-Key": "command-2"}):
            for command in ({"type": "core.note"}, {"type": "core.rewind", "to": 2}, {"type": "core.dance"}):
                path = f"{PATH}/duel/commands"
                given = await api.client.post(path, json={"command": command}, headers={**delayed, **more})
                answers.add((given.status_code, given.content))

    await heard()
    [absent] = answers
    assert absent[0] == 404
    await play(api, tenant, heard, close=True)
    [refused] = answers - {absent}
    assert refused[0] == 403
    assert b"version" not in refused[1]


async def test_versions_out_of_view_are_not_there(api: Api, tenant: str) -> None:
    async def heard() -> None:
        return None

    events = await play(api, tenant, heard)
    delayed = bearer(tenant, "spectator", delay={"events": 7})
    last = horizon(events, Delay(events=7))
    at = [f"{path}?at={last + 1}" for path in ("", "/options", "/story", "/tally")]
    for path in (*at, f"/events/{last + 1}/why"):
        hidden, never = (await api.get(path, headers=delayed)).json(), 10**6
        ahead = (await api.get(path.replace(str(last + 1), str(never)), headers=delayed)).json()
        assert hidden == {**ahead, "detail": ahead["detail"].replace(str(never), str(last + 1))}
        assert hidden["version"] == last
    page = (await api.get(f"/events?after={last}", headers=delayed)).json()
    assert (page["version"], page["events"]) == (last, [])


async def test_a_delayed_spectator_has_no_options_and_does_not_learn_a_version_by_naming_it(
    api: Api, tenant: str
) -> None:
    async def heard() -> None:
        return None

    events = await play(api, tenant, heard)
    delayed = bearer(tenant, "spectator", delay={"events": 7})
    last = horizon(events, Delay(events=7))
    whole = await api.get("/options", headers=delayed)
    tag = whole.headers["etag"]
    seen = whole.json()
    assert (seen["version"], seen["forms"], seen["prompts"], seen["sets"]) == (last, [], [], {})
    for version in range(1, len(events) + 2):
        answer = await api.get(
            "/options", headers={**delayed, "If-None-Match": tag.replace(str(last), str(version), 1)}
        )
        assert answer.headers["etag"] == tag
        if version == last:
            assert (answer.status_code, answer.content) == (304, b"")
        else:
            assert told(answer) == told(whole)


async def test_causes_do_not_name_whoever_has_joined_out_of_view(api: Api, tenant: str) -> None:
    """An event that refers to a combatant before its join shows only its ID until the join is in view."""
    narrator, plain = bearer(tenant), bearer(tenant, "spectator")
    delayed = bearer(tenant, "spectator", jti="delayed", delay={"events": 2})
    opening = {"ruleset": "s3", "id": "duel", "combatants": [{"template": "one_eyed_ogre"}, {"template": "guard"}]}
    assert (await api.client.post(PATH, json=opening, headers=narrator)).is_success
    sent = [{"kind": "oppose", "to": "hermit", "answer": {"skill": "evasion"}}]
    begun = await api.command("s3.begin_round", headers=narrator, answers=sent)
    assert begun.is_success, begun.text
    version = tagged_version(await api.get(headers=plain))
    before = (await api.get(f"/events/{version}/why", headers=plain)).content
    assert b"after all: hermit" in before
    joined = await api.command("core.join", headers=narrator, template="golden_bell_member", id="hermit")
    assert joined.is_success, joined.text
    assert tagged_version(await api.get(headers=delayed)) == version
    assert (await api.get(f"/events/{version}/why", headers=delayed)).content == before
    assert b"Golden Bell" in (await api.get(f"/events/{version}/why", headers=plain)).content


async def test_a_second_service_finds_the_same_horizon(api: Api, tenant: str, guarded: Any) -> None:
    """A service that finds the last round backwards from the end computes the same horizon as one that read along."""
    from tests.http.conftest import running

    delayed = bearer(tenant, "spectator", delay={"rounds": 1})

    async def heard() -> None:
        await api.get(headers=delayed)

    await play(api, tenant, heard)
    async with running(guarded) as cold:
        assert await all_of(cold, delayed) == await all_of(api, delayed)


@pytest.mark.parametrize(
    "said", ["", "5", "0 events", "-1 events", "many rounds", "1000000 events", "5 events 2 rounds"]
)
def test_what_is_no_delay_is_said(said: str) -> None:
    with pytest.raises(ValueError, match="write 20 events or 1 round"):
        parse_delay(said)


async def test_no_cursor_of_a_list_names_what_is_not_in_view(api: Api, tenant: str) -> None:
    delayed = bearer(tenant, "spectator", delay={"events": 3})
    for encounter in ("a", "b-hidden", "c", "d-hidden", "e", "f-hidden"):
        opening = {"ruleset": "s3", "id": encounter}
        assert (await api.client.post(PATH, json=opening, headers=bearer(tenant))).is_success
        for _ in range(0 if "hidden" in encounter else 2):
            noted = await api.command("core.note", encounter=encounter, text="hm", headers=bearer(tenant))
            assert noted.is_success
    for limit in (1, 2, 3, 6):
        seen: list[str] = []
        after = ""
        for _ in range(8):
            page = (await api.client.get(PATH, params={"limit": limit, "after": after}, headers=delayed)).json()
            seen += [one["id"] for one in page["encounters"]]
            if page["next"] is None:
                break
            after = page["next"]
            assert b"hidden" not in urlsafe_b64decode(after + "=" * (-len(after) % 4))
        assert seen == ["a", "c", "e"]
