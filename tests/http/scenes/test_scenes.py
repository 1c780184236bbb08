"""Scenes over HTTP: listed, read, and opened as a whole or not at all."""

from typing import Any

import pytest
import redis
from pydantic import SecretStr

from domain.registry import BUILT_IN
from events.store.keys import keys_of
from events.store.protocol import StreamId
from events.store.redis_store import DEFAULT_PARTITIONS
from service.settings import Settings
from tests.http.conftest import Api, running

SCENES = [one for ruleset in BUILT_IN for one in ruleset.scenes]
JAILBREAK = {"scene": "jailbreak", "id": "duel"}


async def opened(api: Api, **fields: Any) -> Any:
    answer = await api.client.post("/v1/encounters", json={**JAILBREAK, **fields})
    assert answer.status_code == 201, answer.text
    return answer.json()


async def refused(api: Api, **fields: Any) -> tuple[str, str, str]:
    problem = (await api.client.post("/v1/encounters", json={**JAILBREAK, **fields})).json()
    assert (await api.get()).status_code == 404
    return problem["code"], problem.get("field", ""), problem["detail"]


async def test_the_list_says_who_fights_whom_in_which_system(api: Api) -> None:
    listed = (await api.client.get("/v1/scenes")).json()["scenes"]
    assert [one["id"] for one in listed] == [one.id for one in SCENES]
    [jailbreak] = [one for one in listed if one["id"] == "jailbreak"]
    assert jailbreak.keys() == {"id", "ruleset", "name", "description", "sides"}
    assert (jailbreak["ruleset"], jailbreak["name"]) == ("s3", "Under the catwalk")
    assert jailbreak["sides"] == [
        {"id": "players", "name": "Players", "combatants": [{"id": "devil", "name": "Devil in the Wind"}]},
        {
            "id": "opposition",
            "name": "Opposition",
            "combatants": [
                {"id": "guard_1", "name": "First guard"},
                {"id": "guard_2", "name": "Second guard"},
                {"id": "jailor", "name": "Jailor"},
            ],
        },
    ]


async def test_the_list_of_one_ruleset_has_its_scenes_alone(api: Api) -> None:
    for ruleset in BUILT_IN:
        listed = (await api.client.get("/v1/scenes", params={"ruleset": ruleset.key})).json()["scenes"]
        assert [one["id"] for one in listed] == [one.id for one in ruleset.scenes]
    unknown = (await api.client.get("/v1/scenes", params={"ruleset": "s4"})).json()
    assert (unknown["code"], unknown["field"]) == ("invalid", "ruleset")


async def test_a_scene_is_read_with_everything_that_it_does(api: Api) -> None:
    read = (await api.client.get("/v1/scenes/bridge_duel")).json()
    assert (read["options"], read["chance"]) == ({"fast_melee": "allowed"}, "seeded")
    assert read["combatants"] == [{"template": "devil_in_the_wind"}, {"template": "nathaniel_blackthorne"}]
    assert read["commands"] == [{"type": "s3.begin_round"}]
    missing = await api.client.get("/v1/scenes/bridge_dual")
    assert (missing.status_code, missing.json()["code"]) == (404, "not_found")
    assert "did you mean bridge_duel?" in missing.json()["detail"]


@pytest.mark.parametrize("speaker", ["player:devil", "spectator"])
async def test_scenes_are_for_narrators(api: Api, speaker: str) -> None:
    headers = {"Yarrow-As": speaker}
    for answer in (
        await api.client.get("/v1/scenes", headers=headers),
        await api.client.get("/v1/scenes/jailbreak", headers=headers),
        await api.client.post("/v1/encounters", json=JAILBREAK, headers=headers),
    ):
        assert (answer.status_code, answer.json()["code"]) == (403, "not_yours")


@pytest.mark.parametrize("path", ["/v1/scenes", "/v1/scenes?ruleset=s3", "/v1/scenes/jailbreak"])
@pytest.mark.parametrize("encoding", ["identity", "gzip"])
async def test_scenes_that_the_client_has_are_not_sent_again(api: Api, path: str, encoding: str) -> None:
    headers = {"Accept-Encoding": encoding}
    first = await api.client.get(path, headers=headers)
    tag = first.headers["etag"]
    for method in ("GET", "HEAD"):
        for known in (tag, f'"other", W/{tag}', "*"):
            again = await api.client.request(method, path, headers={**headers, "If-None-Match": known})
            assert (again.status_code, again.content) == (304, b"")
            assert again.headers["vary"] == "Authorization, Yarrow-As, Accept-Encoding"
            assert again.headers["cache-control"] == "private, no-cache"
            assert known == "*" or again.headers["etag"] == tag
    others = {**headers, "If-None-Match": '"0123456789abcdef", other'}
    assert (await api.client.get(path, headers=others)).content == first.content


async def test_a_tag_does_not_reveal_scenes(api: Api) -> None:
    anything = {"If-None-Match": "*"}
    refused = await api.client.get("/v1/scenes/jailbreak", headers={**anything, "Yarrow-As": "spectator"})
    assert refused.status_code == 403
    assert (await api.client.get("/v1/scenes/nowhere", headers=anything)).status_code == 404


@pytest.mark.parametrize("scene", [one.id for one in SCENES])
async def test_every_scene_is_opened_and_what_is_recorded_is_proven(api: Api, scene: str) -> None:
    answer = await api.client.post("/v1/encounters", json={"scene": scene, "id": "duel"})
    assert answer.status_code == 201, answer.text
    events = answer.json()["events"]
    read = (await api.client.get(f"/v1/scenes/{scene}")).json()
    given = [event["data"]["command"]["type"] for event in events if event["type"] == "core.commanded"]
    assert given == ["core.open", *[command["type"] for command in read["commands"]]]
    state = (await api.get()).json()
    assert (state["name"], state["version"]) == (read["name"], answer.json()["version"])
    assert state["joined"] == [one["id"] for side in _in_order(read, state) for one in side]
    audit = (await api.get("/audit")).json()
    assert [audit[check]["verdict"] for check in ("chain", "legality")] == ["proven", "proven"]
    assert (audit["supplied_throws"], audit["seeded_throws"]) == (0, 0)


def _in_order(read: Any, state: Any) -> list[list[Any]]:
    """Return the combatants of a scene in the order of joining."""
    known = {one["id"]: one for side in read["sides"] for one in side["combatants"]}
    return [[known.pop(one) for one in state["joined"]], [*known.values()]]


async def test_each_command_is_a_batch_of_its_own(api: Api) -> None:
    answer = await opened(api)
    batches = [event["batch"] for event in answer["events"] if event["type"] == "core.commanded"]
    assert (answer["first"], batches) == (1, sorted(set(batches)))
    assert len(batches) == 6
    page = (await api.get("/events")).json()
    assert page["events"] == answer["events"]
    cut = batches[2] - 1
    branch = await api.client.post("/v1/encounters/duel/branches", json={"at": cut, "id": "if"})
    assert branch.status_code == 201, branch.text
    assert (await api.command("core.rewind", to=batches[-1] - 1)).is_success
    frames = (await api.get("/replay")).text
    assert frames.count("event: batch") == len(batches) + 1


async def test_a_name_open_options_chance_and_metadata_are_the_callers(api: Api) -> None:
    options = {"fast_melee": "allowed"}
    await opened(api, name="Ours", options=options, chance="supplied", metadata={"channel": "one"})
    state = (await api.get()).json()
    assert (state["name"], state["chance"], state["metadata"]) == ("Ours", "supplied", {"channel": "one"})
    assert state["options"]["fast_melee"] == "allowed"


async def test_the_ruleset_may_be_named_with_its_scene(api: Api) -> None:
    await opened(api, ruleset="s3")


async def test_what_does_not_go_with_a_scene_is_refused_and_nothing_is_opened(api: Api) -> None:
    assert await refused(api, scene="jailbrake") == (
        "invalid",
        "scene",
        "There is no scene “jailbrake”; did you mean jailbreak? GET /v1/scenes lists the scenes.",
    )
    assert (await refused(api, ruleset="ticks"))[:2] == ("invalid", "ruleset")
    assert (await refused(api, combatants=[{"template": "guard"}]))[:2] == ("invalid", "combatants")
    assert (await refused(api, scene="bridge_duel", options={"fast_melee": "always"}))[:2] == (
        "invalid",
        "options.fast_melee",
    )
    assert (await refused(api, options={"fast": True}))[:2] == ("invalid", "options.fast")
    assert (await refused(api, scene=3))[:2] == ("invalid", "scene")
    without = (await api.client.post("/v1/encounters", json={"name": "Nothing"})).json()
    assert (without["code"], without["field"]) == ("invalid", "ruleset")
    assert "scene" in without["detail"]


async def test_a_retry_with_the_same_key_opens_nothing_again(api: Api) -> None:
    headers = {"Idempotency-Key": "the-jail"}
    first = await api.client.post("/v1/encounters", json=JAILBREAK, headers=headers)
    again = await api.client.post("/v1/encounters", json=JAILBREAK, headers=headers)
    assert (first.status_code, again.status_code) == (201, 201)
    assert first.content == again.content
    assert (await api.command("s3.end_turn", actor="devil")).is_success
    assert (await api.client.post("/v1/encounters", json=JAILBREAK, headers=headers)).content == first.content
    other = await api.client.post("/v1/encounters", json={**JAILBREAK, "name": "Other"}, headers=headers)
    assert other.json()["code"] == "idempotency_mismatch"
    taken = await api.client.post("/v1/encounters", json=JAILBREAK)
    assert taken.json()["code"] == "encounter_exists"


async def test_a_check_says_what_would_come_and_opens_nothing(api: Api) -> None:
    headers = {"Prefer": "check"}
    checked = await api.client.post("/v1/encounters", json=JAILBREAK, headers=headers)
    assert (checked.status_code, checked.json()) == (200, {"version": 0, "first": "records"})
    asks = await api.client.post("/v1/encounters", json={"scene": "two_against_two"}, headers=headers)
    assert asks.json()["first"] == "asks"
    assert (await api.get()).status_code == 404
    await opened(api)
    assert (await api.client.post("/v1/encounters", json=JAILBREAK, headers=headers)).json()[
        "code"
    ] == "encounter_exists"


async def test_where_the_store_cannot_take_it_nothing_of_it_is_there(empty_redis_url: str, tenant: str) -> None:
    """The feed of its partition has an entry that does not follow, so the first write of the script fails."""
    keys = keys_of(StreamId(tenant, "duel"), DEFAULT_PARTITIONS)
    settings = Settings(redis_url=SecretStr(empty_redis_url), tenant=tenant)
    with redis.Redis.from_url(empty_redis_url) as client:
        async with running(settings) as api:
            client.xadd(keys.feed, {"e": f"{tenant} other 1 1"}, id="9-0")
            answer = await api.client.post("/v1/encounters", json=JAILBREAK)
            assert (answer.status_code, answer.json()["code"]) == (503, "store_damaged")
            assert [key for key in (keys.events, keys.head, keys.commands, keys.seed) if client.exists(key)] == []
            assert (await api.get()).status_code == 404
            client.delete(keys.feed)
            await opened(api)
