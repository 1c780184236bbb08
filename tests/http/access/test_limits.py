"""Rate limits: each token is limited separately, and so is each address without one."""

from pathlib import Path

import httpx
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from service.auth.rate_limit import RateLimiter, TooManyRequests, quota_headers, rate_limit_key
from service.auth.tokens import Rate
from service.settings import Settings
from tests.http.access.tokens import SECRET, bearer
from tests.http.conftest import running
from tests.http.live.test_socket import talking
from tests.live import served
from tests.program import serving
from tests.waiting import PATIENCE

PATH = "/v1/encounters"


class Clock:
    """A clock that moves only when the test moves it."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


def taken(limits: RateLimiter, caller: str, rate: Rate) -> int:
    """Return how many requests of a caller are allowed at once."""
    for count in range(1000):
        try:
            limits.take(caller, rate)
        except TooManyRequests:
            return count
    raise AssertionError("there is no limit")


def test_a_bucket_fills_up_again_and_never_over_its_brim() -> None:
    clock = Clock()
    limits, rate = RateLimiter(clock), Rate(2.0, 5)
    assert taken(limits, "a", rate) == 5
    assert taken(limits, "b", rate) == 5
    clock.now += 1.6
    assert taken(limits, "a", rate) == 3
    clock.now += 3600
    assert taken(limits, "a", rate) == 5


def test_it_says_how_long_to_wait() -> None:
    clock = Clock()
    limits, rate = RateLimiter(clock), Rate(0.1, 1)
    limits.take("a", rate)
    with pytest.raises(TooManyRequests) as refused:
        limits.take("a", rate)
    assert refused.value.headers == {
        "retry-after": "10",
        "ratelimit-policy": '"requests";q=1;w=10',
        "ratelimit": '"requests";r=0;t=10',
    }
    clock.now += 10
    limits.take("a", rate)


def test_buckets_that_nobody_uses_make_room() -> None:
    limits, rate = RateLimiter(Clock(), size=2), Rate(1.0, 1)
    for caller in ("a", "b", "c"):
        limits.take(caller, rate)
    limits.take("a", rate)  # forgotten, and starts again with a full bucket
    with pytest.raises(TooManyRequests):
        limits.take("c", rate)


@pytest.mark.parametrize(
    ("rate", "left", "policy", "quota"),
    [
        (Rate(200.0, 1000), 1000.0, "q=1000;w=5", "r=1000;t=1"),
        (Rate(200.0, 1000), 17.3, "q=1000;w=5", "r=17;t=1"),
        (Rate(0.1, 3), 2.5, "q=3;w=30", "r=2;t=5"),
        (Rate(0.1, 3), 0.0, "q=3;w=30", "r=0;t=10"),
        (Rate(0.5, 3), -4.0, "q=3;w=6", "r=0;t=10"),  # it owes the slices of a long call
        (Rate(1000.0, 10), 9.0, "q=10;w=1", "r=9;t=1"),
    ],
)
def test_what_is_left_is_said_in_the_words_of_the_draft(rate: Rate, left: float, policy: str, quota: str) -> None:
    assert quota_headers(left, rate) == {
        "ratelimit-policy": f'"requests";{policy}',
        "ratelimit": f'"requests";{quota}',
    }


async def test_every_answer_to_a_token_says_what_is_left(guarded: Settings, tenant: str) -> None:
    async with served(guarded.model_copy(update={"rate": 0.01, "burst": 7})) as service:
        one, client = bearer(tenant, jti="one"), service.client
        opening = {"ruleset": "s3", "id": "duel"}
        note = {"command": {"type": "core.note", "text": "hm"}}
        answers = [
            await client.post(PATH, json=opening, headers=one),
            await client.post(f"{PATH}/duel/commands", json=note, headers=one),
            await client.post(f"{PATH}/duel/commands", json={}, headers=one),
            await client.get(f"{PATH}/nowhere", headers=one),
            await client.head(f"{PATH}/duel", headers=one),
        ]
        async with service.watching(headers=one) as feed:
            answers.append(feed.answer)
        answers += [await client.get("/v1/nothing", headers=one), await client.get(PATH, headers=one)]
        assert [answer.status_code for answer in answers] == [201, 200, 422, 404, 200, 200, 404, 429]
        left = [answer.headers["ratelimit"].partition(";t=")[0] for answer in answers]
        assert left == [f'"requests";r={count}' for count in (6, 5, 4, 3, 2, 1, 0, 0)]
        assert {answer.headers["ratelimit-policy"] for answer in answers} == {'"requests";q=7;w=700'}
        assert answers[-1].headers["ratelimit"].endswith(f";t={answers[-1].headers['retry-after']}")
        assert "ratelimit" not in (await client.get("/healthz")).headers
        assert (await client.get("/v1/rulesets")).headers["ratelimit"].startswith('"requests";r=6;t=')


async def test_the_slices_of_a_long_call_are_taken_from_what_is_left(guarded: Settings, tenant: str) -> None:
    async with running(guarded.model_copy(update={"rate": 0.01, "burst": 50})) as api:
        own = bearer(tenant)
        assert (await api.client.post(PATH, json={"ruleset": "s3", "id": "duel"}, headers=own)).is_success
        audit, state = await api.get("/audit", headers=own), await api.get(headers=own)
        left = [int(answer.headers["ratelimit"].split(";")[1][2:]) for answer in (audit, state)]
        assert left[0] < 47
        assert left[1] == left[0] - 1


@pytest.mark.parametrize(
    ("address", "meant"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3::4", "2001:db8:1:2::/64"),
        ("", ""),
    ],
)
def test_an_address_stands_for_its_neighbourhood(address: str, meant: str) -> None:
    assert rate_limit_key(address) == meant


async def test_each_token_has_a_bucket_of_its_own(guarded: Settings, tenant: str) -> None:
    few = guarded.model_copy(update={"rate": 0.01, "burst": 3})
    async with running(few) as api:
        one, other = bearer(tenant, jti="one"), bearer(tenant, jti="other")
        large = bearer(tenant, jti="large", limits={"rate": 1000, "burst": 1000})
        statuses = [(await api.client.get(PATH, headers=one)).status_code for _ in range(5)]
        assert statuses == [200, 200, 200, 429, 429]
        narrowed = await api.client.get(PATH, headers={**one, "Yarrow-As": "spectator"})
        assert narrowed.status_code == 429
        refused = await api.command("core.note", text="hm", headers=one)
        assert (refused.status_code, refused.json()["code"]) == (429, "too_many_requests")
        assert 1 <= int(refused.headers["retry-after"]) <= 100
        assert (await api.client.get(PATH, headers=other)).is_success
        assert {(await api.client.get(PATH, headers=large)).status_code for _ in range(10)} == {200}


async def test_who_has_no_token_is_counted_by_address(guarded: Settings, tenant: str) -> None:
    few = guarded.model_copy(update={"rate": 0.01, "burst": 3})
    async with running(few) as api:
        paths = ("/v1/rulesets", PATH, "/docs", "/v1/rulesets", PATH)
        assert [(await api.client.get(path)).status_code for path in paths] == [200, 401, 200, 429, 429]
        assert {(await api.client.get("/healthz")).status_code for _ in range(10)} == {200}
        assert (await api.client.get(PATH, headers=bearer(tenant))).is_success


async def test_behind_a_proxy_on_this_machine_the_address_that_it_names_is_counted(guarded: Settings) -> None:
    async with (
        served(guarded.model_copy(update={"rate": 0.01, "burst": 2})) as service,
        httpx.AsyncClient(base_url=service.url, timeout=PATIENCE) as client,
    ):

        async def asked(*forwarded: str) -> int:
            headers = [("X-Forwarded-For", addresses) for addresses in forwarded]
            return (await client.get("/v1/rulesets", headers=headers)).status_code

        assert [await asked("192.0.2.1") for _ in range(3)] == [200, 200, 429]
        assert [await asked("198.51.100.9", "192.0.2.2, 127.0.0.1") for _ in range(3)] == [200, 200, 429]
        assert [await asked("192.0.2.2") for _ in range(2)] == [429, 429]
        assert [await asked() for _ in range(3)] == [200, 200, 429]
        assert await asked("192.0.2.3") == 200


@pytest.mark.parametrize(
    ("sent", "status"),
    [
        ([("Yarrow-As", "narrator")], 403),
        ([("Yarrow-As", "nobody at all")], 400),
        ([("Yarrow-As", "spectator"), ("Yarrow-As", "narrator")], 400),
        ([("Authorization", "Bearer x")], 400),
    ],
)
async def test_who_says_wrongly_as_whom_it_speaks_is_counted_by_address(
    guarded: Settings, tenant: str, sent: list[tuple[str, str]], status: int
) -> None:
    few = guarded.model_copy(update={"rate": 0.01, "burst": 3})
    async with running(few) as api:
        own = bearer(tenant, "spectator")
        headers = [*own.items(), *sent]
        assert [(await api.client.get(PATH, headers=headers)).status_code for _ in range(5)] == [status] * 3 + [429] * 2
        assert (await api.client.get(PATH, headers=own)).is_success


@pytest.mark.parametrize("query", ["", "?foo=1", "?after=x", "?after=1&after=2"])
async def test_a_socket_is_counted_whatever_it_asks_for(guarded: Settings, query: str) -> None:
    async with served(guarded.model_copy(update={"rate": 0.01, "burst": 3})) as service:
        closed = []
        for _ in range(5):
            async with talking(service, query=query) as socket:
                closed.append(await socket.closed())
        assert closed == [(4401, "unauthorized")] * 3 + [(4429, "too_many_requests")] * 2


async def test_where_no_socket_is_nobody_asks_uncounted(guarded: Settings, tenant: str) -> None:
    async with served(guarded.model_copy(update={"rate": 0.01, "burst": 3})) as service:
        for headers, status in (({}, 401), (bearer(tenant), 404)):
            statuses = []
            for _ in range(5):
                with pytest.raises(InvalidStatus) as refused:
                    async with connect(f"{service.url.replace('http', 'ws', 1)}/v1/zzz", additional_headers=headers):
                        pass
                statuses.append(refused.value.response.status_code)
            assert statuses == [status] * 3 + [429] * 2


async def test_without_a_secret_nothing_is_limited(guarded: Settings) -> None:
    async with running(guarded.model_copy(update={"secret": None, "rate": 0.01, "burst": 1})) as api:
        answers = [await api.client.get(PATH) for _ in range(5)]
        assert {answer.status_code for answer in answers} == {200}
        assert not [answer for answer in answers if "ratelimit" in answer.headers]


def test_measures_are_open_where_the_operator_says_so(tmp_path: Path) -> None:
    with serving(tmp_path, variables={"YARROW_SECRET": SECRET, "YARROW_METRICS": "open"}) as url:
        assert httpx.get(f"{url}/metrics", timeout=PATIENCE).is_success
        assert httpx.get(f"{url}{PATH}", timeout=PATIENCE).status_code == 401


async def test_of_a_bundle_nothing_is_taken_from_who_may_not_bring_it(guarded: Settings, tenant: str) -> None:
    async with running(guarded.model_copy(update={"largest_bundle": 1})) as api:
        kind, large = {"Content-Type": "application/x-ndjson"}, bytes(2 << 20)
        for role, more, status in (("narrator", {}, 413), ("player", {"combatants": ["ogre"]}, 403)):
            headers = {**kind, **bearer(tenant, role, **more)}
            answer = await api.client.post("/v1/bundles", content=large, headers=headers)
            assert answer.status_code == status, answer.text


async def test_a_token_may_let_in_no_more_than_so_many_bytes_at_once(guarded: Settings, tenant: str) -> None:
    limits = {"rate": 1000, "burst": 1000, "bytes": 300}
    few, player = bearer(tenant, limits=limits), bearer(tenant, "player", combatants=["fox"], limits=limits)
    lines = {"Content-Type": "application/x-ndjson"}
    async with served(guarded) as service:
        client = service.client
        opened = await client.post(
            PATH, headers=few, json={"id": "duel", "ruleset": "s3", "combatants": [{"template": "flying_fox"}]}
        )
        assert opened.status_code == 201, opened.text
        for path, body, headers in (
            (PATH, {"ruleset": "s3", "name": "x" * 80, "entropy": "y" * 120, "id": "z" * 64}, few),
            (f"{PATH}/duel/branches", {"name": "x" * 80, "entropy": "y" * 120, "id": "z" * 64, "at": 2}, few),
            (f"{PATH}/duel/commands", {"command": {"type": "core.note", "text": "x" * 300}}, player),
            ("/v1/bundles", "x" * 301, {**few, **lines}),
        ):
            sent = {"content": body} if isinstance(body, str) else {"json": body}
            answer = await client.post(path, headers=headers, **sent)
            assert (answer.status_code, answer.json()["code"]) == (413, "too_large"), (path, answer.text)
            assert "at most 300 bytes" in answer.json()["detail"]
        async with talking(service, additional_headers=player) as socket:
            await socket.say({"type": "core.note", "text": "x" * 300})
            answers = [await socket.next(), await socket.next()]
            assert "too_large" in str(answers)
