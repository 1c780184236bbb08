"""A token defines the caller, its role, its scope and its expiry; invalid tokens are rejected."""

import base64
import json
import time
from typing import Any

import jwt
import msgspec
import pytest
from pydantic import SecretStr

from service.auth.spectator_delay import MAX_DELAY
from service.settings import Settings
from tests.http.access.tokens import OTHER_SECRET, SECRET, bearer, claims, token
from tests.http.conftest import Api, running

PATH = "/v1/encounters"


async def test_without_a_token_only_the_rules_are_read(api: Api) -> None:
    for path in (
        "/",
        "/healthz",
        "/livez",
        "/startupz",
        "/readyz",
        "/docs",
        "/openapi.json",
        "/v1/rulesets",
        "/v1/rulesets/s3/rules",
    ):
        assert (await api.client.get(path)).is_success, path
    for path in (PATH, f"{PATH}/duel", "/metrics", "/v1/nothing"):
        refused = await api.client.get(path, headers={"Yarrow-As": "narrator"})
        assert (refused.status_code, refused.json()["code"]) == (401, "unauthorized"), path
        assert refused.headers["www-authenticate"] == 'Bearer realm="yarrow"'
        assert "Authorization: Bearer" in refused.json()["detail"]


async def test_a_token_names_its_tenant_and_its_speaker(api: Api, tenant: str) -> None:
    narrator = bearer(tenant)
    opened = await api.client.post(PATH, json={"ruleset": "s3", "id": "duel"}, headers=narrator)
    assert opened.status_code == 201
    assert (await api.get(headers=narrator)).json()["id"] == "duel"
    assert (await api.get(headers=bearer("t-another"))).status_code == 404
    closing = await api.command("core.close", headers=bearer(tenant, "player", combatants=["ogre"]))
    assert (closing.status_code, closing.json()["code"]) == (403, "not_yours")


async def test_whose_token_gave_a_command_is_on_record(api: Api, tenant: str) -> None:
    anna = bearer(tenant, sub="anna")
    await api.client.post(PATH, json={"ruleset": "s3", "id": "duel"}, headers=anna)
    await api.command("core.note", text="hm", headers=bearer(tenant, sub="ben"))
    events = (await api.get("/events", headers=anna)).json()["events"]
    given = [event["data"]["principal"] for event in events if event["type"] == "core.commanded"]
    assert given == ["anna", "ben"]
    audit = (await api.get("/audit", headers=anna)).json()
    assert [audit[check]["verdict"] for check in ("chain", "legality")] == ["proven", "proven"]


async def test_who_may_not_do_it_hears_nothing_of_the_keys_of_others(api: Api, tenant: str) -> None:
    opened = await api.client.post(PATH, json={"ruleset": "s3", "id": "duel"}, headers=bearer(tenant))
    assert opened.is_success
    used = {"Idempotency-Key": "used"}
    assert (await api.command("core.note", text="hm", headers=bearer(tenant) | used)).is_success
    for caller in (bearer(tenant, "spectator"), bearer(tenant, "player", combatants=["ogre"])):
        heard = [
            await api.command("s3.begin_round", headers=caller | {"Idempotency-Key": key}) for key in ("used", "unused")
        ]
        assert [(answer.status_code, answer.json()["code"]) for answer in heard] == [(403, "not_yours")] * 2
        assert heard[0].content == heard[1].content
    again = await api.command("s3.begin_round", headers=bearer(tenant) | used)
    assert again.json()["code"] == "idempotency_mismatch"


async def test_a_key_of_somebody_else_answers_nobody(api: Api, tenant: str) -> None:
    """An idempotency key belongs to one subject: another with the same role uses the same one for its own command."""
    anna, ben = (bearer(tenant, sub=name) | {"Idempotency-Key": "one"} for name in ("anna", "ben"))
    await api.client.post(PATH, json={"ruleset": "s3", "id": "duel"}, headers=bearer(tenant))
    first = await api.command("core.note", text="hm", headers=anna)
    assert first.is_success
    other = await api.command("core.note", text="hm", headers=ben)
    assert (other.status_code, other.json()["first"]) == (200, first.json()["version"] + 1)
    assert (await api.command("core.note", text="hm", headers=ben)).content == other.content
    changed = await api.command("core.note", text="hm, hm", headers=ben)
    assert (changed.status_code, changed.json()["code"]) == (422, "idempotency_mismatch")
    renewed = {**bearer(tenant, sub="anna", jti="another"), "Idempotency-Key": "one"}
    assert (await api.command("core.note", text="hm", headers=renewed)).content == first.content


def altered(found: str) -> str:
    """Return the token with another role and its old signature."""
    head, body, signature = found.split(".")
    said = json.loads(base64.urlsafe_b64decode(body + "=="))
    swapped = base64.urlsafe_b64encode(json.dumps({**said, "role": "narrator", "combatants": []}).encode())
    return f"{head}.{swapped.decode().rstrip('=')}.{signature}"


def signed(said: dict[str, Any], **options: Any) -> str:
    return jwt.encode(said, **{"key": SECRET, "algorithm": "HS256", **options})


def unfit(tenant: str) -> dict[str, str]:
    """Return invalid tokens, by the reason why they are invalid."""
    whole = {"sub": "x", "jti": "x", "exp": int(time.time()) + 60, "tenant": tenant, "encounters": "all"}
    narrator = {**whole, "role": "narrator"}
    return {
        "expired": token(tenant, exp=int(time.time()) - 1),
        "too long": token(tenant, exp=int(time.time()) + 400 * 86400),
        "other secret": token(tenant, secret=OTHER_SECRET),
        "altered": altered(token(tenant, "spectator")),
        "unsigned": signed(narrator, key=None, algorithm="none"),
        "other algorithm": signed(narrator, algorithm="HS512"),
        "not yet": signed({**narrator, "nbf": int(time.time()) + 3600}),
        "no end": signed({name: part for name, part in narrator.items() if name != "exp"}),
        "no id": signed({name: part for name, part in narrator.items() if name != "jti"}),
        "no scope": signed({name: part for name, part in narrator.items() if name != "encounters"}),
        "a claim that nobody knows": signed({**narrator, "encounter": ["duel"]}),
        "delayed narrator": signed({**narrator, "delay": {"events": 3}}),
        "player of nobody": signed({**whole, "role": "player"}),
        "spectator of somebody": signed({**whole, "role": "spectator", "combatants": ["ogre"]}),
        "player of the narrator": signed({**whole, "role": "player", "combatants": ["narrator"]}),
        "no delay": signed({**whole, "role": "spectator", "delay": {}}),
        "two delays": signed({**whole, "role": "spectator", "delay": {"events": 1, "rounds": 1}}),
        "a delay beyond the limit": signed({**whole, "role": "spectator", "delay": {"events": MAX_DELAY + 1}}),
        "other tenant's shape": signed({**narrator, "tenant": "a:b"}),
        "no encounter's ID": signed({**narrator, "encounters": ["../x", "all"]}),
        "no encounter at all": signed({**narrator, "encounters": ["Al:ley"]}),
        "two names as one": signed({**whole, "role": "player", "combatants": ["a,b"]}),
        "blanks about a name": signed({**whole, "role": "player", "combatants": [" bell "]}),
        "a line break behind its ID": signed({**narrator, "jti": "x\n"}),
        "a line break behind its tenant": signed({**narrator, "tenant": f"{tenant}\n"}),
        "a line break behind an encounter": signed({**narrator, "encounters": ["duel\n"]}),
        "a line break behind a combatant": signed({**whole, "role": "player", "combatants": ["ogre\n"]}),
        "half a character in its name": signed({**narrator, "sub": "Zoe \ud83d"}),
        "half a character in its scope": signed({**narrator, "encounters": "\ud83d"}),
        "half a character as its role": signed({**whole, "role": "\ud83d"}),
        "half a character as a claim": signed({**narrator, "\ud83d": 1}),
        "half a character as its issuer": signed({**narrator, "iss": "\ud83d"}),
        "a name on two lines": signed({**narrator, "sub": "anna\nben"}),
        "a name that turns the direction": signed({**narrator, "sub": "anna\u202e"}),
        "an issuer on two lines": signed({**narrator, "iss": "a\n"}),
        "hardly any requests": signed({**narrator, "limits": {"rate": 5e-324, "burst": 1}}),
        "countless requests": signed({**narrator, "limits": {"rate": 1, "burst": 10**400}}),
        "not a token": "abc",
        "empty": "",
    }


@pytest.mark.parametrize("wrong", unfit("main"))
async def test_what_is_no_token_that_holds_is_turned_away(api: Api, tenant: str, wrong: str) -> None:
    sent = {"Authorization": f"Bearer {unfit(tenant)[wrong]}"}
    refused = await api.client.get(PATH, headers=sent)
    assert (refused.status_code, refused.json()["code"]) == (401, "unauthorized"), refused.text
    assert refused.headers["www-authenticate"] == 'Bearer realm="yarrow", error="invalid_token"'
    command = await api.command("core.note", text="hm", headers=sent)
    assert (command.status_code, command.content) == (401, refused.content)


async def test_a_name_may_be_in_any_letters(api: Api, tenant: str) -> None:
    for name in ("Zoë 🎲", "أمينة", "x" * 100):
        assert (await api.client.get(PATH, headers=bearer(tenant, sub=name, iss=name))).is_success, name


@pytest.mark.parametrize("name", ["a\nb", "a\0", "\u2066a", "a\udce9"])
def test_no_token_is_made_that_would_not_hold(tenant: str, name: str) -> None:
    with pytest.raises(msgspec.ValidationError, match="control characters"):
        claims(tenant, sub=name)


async def test_another_scheme_is_no_token(api: Api) -> None:
    refused = await api.client.get(PATH, auth=("anna", "secret"))
    assert (refused.status_code, refused.json()["code"]) == (401, "unauthorized")


async def test_two_tokens_are_none(api: Api, tenant: str) -> None:
    twice = [("Authorization", f"Bearer {token(tenant)}")] * 2
    refused = await api.client.get(PATH, headers=twice)
    assert (refused.status_code, refused.json()["field"]) == (400, "Authorization")


async def test_a_token_ends_while_it_is_in_use(api: Api, tenant: str, monkeypatch: pytest.MonkeyPatch) -> None:
    sent = bearer(tenant, exp=int(time.time()) + 60)
    assert (await api.client.get(PATH, headers=sent)).is_success
    then = time.time() + 60
    monkeypatch.setattr(time, "time", lambda: then)
    assert (await api.client.get(PATH, headers=sent)).status_code == 401


@pytest.mark.parametrize(
    ("role", "wanted", "heard"),
    [
        ("narrator", "narrator", True),
        ("narrator", "player:ogre", True),
        ("narrator", "spectator", True),
        ("player", "player:ogre", True),
        ("player", "player:bell,ogre", True),
        ("player", "spectator", True),
        ("player", "player:ogre,fox", False),
        ("player", "narrator", False),
        ("spectator", "spectator", True),
        ("spectator", "player:ogre", False),
        ("spectator", "narrator", False),
    ],
)
async def test_the_header_may_only_narrow(api: Api, tenant: str, role: str, wanted: str, heard: bool) -> None:
    await api.client.post(PATH, json={"ruleset": "s3", "id": "duel"}, headers=bearer(tenant))
    more = {"combatants": ["ogre", "bell"]} if role == "player" else {}
    answer = await api.get("/bundle", headers={**bearer(tenant, role, **more), "Yarrow-As": wanted})
    if heard:
        assert json.loads(answer.text.splitlines()[0])["seen_by"] == wanted
    else:
        problem = answer.json()
        assert (answer.status_code, problem["code"], problem["field"]) == (403, "not_yours", "Yarrow-As")


async def test_a_token_speaks_by_itself_as_whom_it_is_for(api: Api, tenant: str) -> None:
    await api.client.post(PATH, json={"ruleset": "s3", "id": "duel"}, headers=bearer(tenant))
    for role, more, seen_by in (
        ("narrator", {}, "narrator"),
        ("player", {"combatants": ["ogre", "bell"]}, "player:ogre,bell"),
        ("spectator", {}, "spectator"),
    ):
        lines = (await api.get("/bundle", headers=bearer(tenant, role, **more))).text.splitlines()
        assert json.loads(lines[0])["seen_by"] == seen_by


async def test_secrets_are_changed_one_after_the_other(guarded: Settings, tenant: str) -> None:
    """The first of several secrets signs; tokens of an older one are valid while it is still listed."""
    both = guarded.model_copy(update={"secret": SecretStr(f"{OTHER_SECRET} {SECRET}")})
    async with running(both) as api:
        for secret in (SECRET, OTHER_SECRET):
            assert (await api.client.get(PATH, headers=bearer(tenant, secret=secret))).is_success
    alone = guarded.model_copy(update={"secret": SecretStr(OTHER_SECRET)})
    async with running(alone) as api:
        assert (await api.client.get(PATH, headers=bearer(tenant))).status_code == 401


@pytest.mark.parametrize("secret", ["short", f"{SECRET} short", " ", "ä" * 15])
def test_a_secret_that_can_be_guessed_is_refused_and_not_repeated(secret: str) -> None:
    from service.settings import BadSettings

    with pytest.raises(BadSettings, match="YARROW_SECRET: Each secret must have 32 bytes or more") as refused:
        Settings.from_environment({"YARROW_SECRET": secret})
    assert secret.strip() == "" or secret not in str(refused.value)


def test_a_token_reads_as_it_was_made(tenant: str) -> None:
    said = claims(tenant, "spectator", encounters=["duel"], delay={"rounds": 2}, limits={"rate": 3, "burst": 9})
    from service.auth.tokens import Tokens

    tokens = Tokens([SECRET.encode()])
    assert tokens.read(tokens.make(said)) == said


def naming(encounter: str, bundle: bytes) -> tuple[tuple[str, str, dict[str, Any]], ...]:
    """Return every request that names an existing or a new encounter."""
    return (
        ("POST", PATH, {"json": {"ruleset": "s3", "id": encounter}}),
        ("POST", f"{PATH}/duel/branches", {"json": {"id": encounter}}),
        ("POST", f"/v1/bundles?as={encounter}", {"content": bundle}),
        ("GET", f"{PATH}/duel/compare?with={encounter}", {}),
        ("GET", f"{PATH}/{encounter}", {}),
    )


async def test_of_an_encounter_that_a_token_is_not_for_nothing_is_told(api: Api, tenant: str) -> None:
    """Responses reveal neither that the ID is taken nor the version: they equal those for an unused ID."""
    for encounter in ("duel", "taken"):
        opened = await api.client.post(PATH, json={"ruleset": "s3", "id": encounter}, headers=bearer(tenant))
        assert opened.is_success
    bundle = (await api.get("/bundle", headers=bearer(tenant))).content
    guest = bearer(tenant, encounters=["duel"])
    for taken, free in zip(naming("taken", bundle), naming("free-", bundle), strict=True):
        heard = []
        for method, url, sent in (taken, free):
            lines = {"Content-Type": "application/x-ndjson"} if "content" in sent else {}
            heard.append(await api.client.request(method, url, headers=guest | lines, **sent))
        assert [answer.status_code for answer in heard] == [heard[0].status_code] * 2
        assert heard[0].is_client_error
        assert heard[0].text.replace("taken", "free-") == heard[1].text
        for answer in heard:
            del answer.headers["ratelimit"]  # the second has one request less
        assert heard[0].headers == heard[1].headers
        assert ("etag" in heard[0].headers) == ("/duel/" in taken[1])
