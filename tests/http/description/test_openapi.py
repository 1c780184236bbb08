"""The API description is valid, has examples of everything, and matches real responses."""

import json
from functools import cache
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest
import yaml
from jsonschema import Draft202012Validator
from openapi_spec_validator import OpenAPIV31SpecValidator
from pydantic import TypeAdapter

from docs import openapi as writer
from domain.core.commands import OPENING_COMMANDS, type_of
from domain.registry import rulesets
from events.format.codec import Codec
from service.app import create_app
from service.openapi.operations import VERSION_HEADERS
from service.openapi.requests import command_name
from service.rulesets.runtime import request_model
from service.settings import Settings
from tests.http.conftest import Api
from tests.laws.fights import RandomFight
from tests.rules.s3.bot_config import S3_FIGHTS

Json = dict[str, Any]
COMMANDS = {type_of(command): command for ruleset in rulesets().values() for command in ruleset.commands}
EVENTS = {event.type: event for ruleset in rulesets().values() for event in ruleset.events}
RULESETS = [pytest.param(ruleset, id=key) for key, ruleset in rulesets().items()]


@cache
def described() -> Json:
    """Return the description as a client reads it."""
    whole: Json = json.loads(json.dumps(create_app(Settings()).openapi()))
    return whole


def resolved(response: Json) -> Json:
    """Return a response, which may be a reference to a shared one."""
    name = response.get("$ref", "").rpartition("/")[2]
    return described()["components"]["responses"][name] if name else response


@cache
def validator(name: str) -> Draft202012Validator:
    """Return a validator for a schema of the description."""
    return Draft202012Validator({"$ref": f"#/components/schemas/{name}", "components": described()["components"]})


@cache
def names() -> dict[str, str]:
    """Return the names of the schemas of commands and events, by type."""
    schemas = described()["components"]["schemas"]
    unions = {**schemas["Command"]["discriminator"]["mapping"], **schemas["Event"]["discriminator"]["mapping"]}
    opening = {type_of(command): command_name(type_of(command)) for command in OPENING_COMMANDS}
    return {**{kind: reference.rpartition("/")[2] for kind, reference in unions.items()}, **opening}


def example(kind: str) -> Any:
    """Return the example of a command, or of the data of an event, as the reference pages show it."""
    return {"type": kind, **COMMANDS[kind].example} if kind in COMMANDS else EVENTS[kind].example


def check(answer: httpx.Response) -> httpx.Response:
    """Assert that the response's status, headers and body match the description of its path."""
    request = answer.request
    operation = next(
        methods[request.method.lower()]
        for path, methods in described()["paths"].items()
        if _fits(path, request.url.path)
    )
    response = resolved(operation["responses"][str(answer.status_code)])
    versions = set(VERSION_HEADERS) if answer.is_error else set()
    sometimes = {"Retry-After", "Preference-Applied", "Yarrow-Unknown", *versions}
    assert {name.lower() for name in response.get("headers", {}) if name not in sometimes} <= answer.headers.keys()
    if "content" not in response:
        assert answer.content == b""
        return answer
    media = answer.headers["content-type"].partition(";")[0]
    schema = response["content"][media]["schema"]
    names = [one["$ref"].rpartition("/")[2] for one in schema.get("anyOf", [schema]) if "$ref" in one]
    if len(names) > 1:
        names = ["CheckAnswer" if "preference-applied" in answer.headers else "CommandAnswer"]
    for name in names:
        validator(name).validate(answer.json())
    if answer.is_error:
        assert answer.json()["code"] in response["description"]
    return answer


def _fits(pattern: str, path: str) -> bool:
    own, given = pattern.split("/"), path.split("/")
    return len(own) == len(given) and all(a == b or a.startswith("{") for a, b in zip(own, given, strict=True))


def test_the_description_is_valid() -> None:
    assert [error.message for error in OpenAPIV31SpecValidator(described()).iter_errors()] == []


def test_it_is_written_and_checked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert writer.main(["--check"]) == 1
    assert writer.main([]) == 0
    assert writer.main(["--check"]) == 0
    assert yaml.load(writer.FILE.read_text("utf-8"), yaml.CSafeLoader) == described()
    writer.FILE.write_text(writer.FILE.read_text("utf-8").replace("s3.attack", "s3.strike"), encoding="utf-8")
    assert writer.main(["--check"]) == 1
    assert writer.main(["--help"]) == 2


@pytest.mark.parametrize("ruleset", RULESETS)
def test_every_command_has_an_example_that_is_taken(ruleset: Any) -> None:
    for command in ruleset.commands:
        shown = example(type_of(command))
        validator(names()[type_of(command)]).validate(shown)
        assert TypeAdapter(command).validate_python(shown).type == shown["type"]


@pytest.mark.parametrize("ruleset", RULESETS)
def test_every_event_has_an_example_that_is_read(ruleset: Any) -> None:
    for event in ruleset.events:
        shown = example(event.type)
        read = msgspec.convert(shown, event)
        assert json.loads(msgspec.json.encode(read)) == shown


@pytest.mark.parametrize("ruleset", RULESETS)
def test_every_command_and_event_is_told_apart_by_its_type(ruleset: Any) -> None:
    schemas = described()["components"]["schemas"]
    asked, told = ({type_of(command) for command in ruleset.commands}, {event.type for event in ruleset.events})
    assert asked - {"core.open", "core.import", "core.branch"} <= schemas["Command"]["discriminator"]["mapping"].keys()
    assert told <= schemas["Event"]["discriminator"]["mapping"].keys()
    for kind in asked | told:
        assert schemas[names()[kind]]["description"]


@pytest.mark.parametrize("name", ["actor", "type", "weapon"])
def test_the_schema_of_a_command_is_as_strict_as_its_model(name: str) -> None:
    whole = {"command": example("s3.attack")}
    assert validator("CommandRequest").is_valid(whole)
    TypeAdapter(request_model(rulesets()["s3"])).validate_python(whole)
    less = {"command": {field: value for field, value in whole["command"].items() if field != name}}
    assert not validator("CommandRequest").is_valid(less)


@pytest.mark.parametrize("seed", [1, 2])
def test_the_events_of_a_random_fight_are_as_described(seed: int) -> None:
    random_fight = RandomFight(S3_FIGHTS, "anything", seed)
    for _ in random_fight.play(30):
        pass
    codec = Codec.of(rulesets()["s3"])
    for record in random_fight.recording.records:
        public, _, private = record.partition(b"\n")
        validator(names()[codec.decode_envelope(record).type]).validate(json.loads(public))
        if private:
            validator("PrivatePart").validate(json.loads(private))
    validator("Event").validate(json.loads(random_fight.recording.records[0].partition(b"\n")[0]))
    validator("State").validate(json.loads(msgspec.json.encode(random_fight.fight)))


async def test_every_answer_of_a_fight_is_as_described(api: Api) -> None:
    check(await api.open(chance="either", name="Brawl on the bridge"))
    check(await api.open())
    check(await api.open("other", "dragon"))
    fresh = {"ruleset": "s3", "id": "fresh"}
    check(await api.client.post("/v1/encounters", json=fresh, headers={"Prefer": "check"}))
    await api.turn()
    shot: Json = {"actor": "ogre", "target": "bell", "weapon": "pistol"}
    check(await api.command("s3.attack", faces=["HHTTTTT", "HHTTT"], **shot))
    check(await api.command("s3.attack", **shot))
    check(await api.command("s3.attack", headers={"Prefer": "check"}, **shot))
    check(await api.command("core.rewind", to=2))
    check(await api.command("core.note", secret="The bell is cracked."))
    check(await api.command("core.note", headers={"If-Match": '"1"'}))
    check(await api.command("core.note", headers={"Yarrow-As": "spectator"}))
    check(await api.command("core.note", headers={"Yarrow-As": "referee"}))
    check(await api.command("core.note", encounter="nowhere"))
    for speaker in ("narrator", "player:bell", "spectator"):
        for path in (
            "",
            "?at=4",
            "/options",
            "/options?declarations=true",
            "/events",
            "/story",
            "/tally",
            "/events/4/why",
            "/audit",
            "/bundle",
        ):
            check(await api.get(path, headers={"Yarrow-As": speaker}))
    check(await api.get("/events", headers={"Accept": "application/x-ndjson"}))
    check(await api.get("/events", headers={"Accept": "image/png"}))
    for path in ("/options", "", "/events", "/story", "/tally", "/bundle"):
        check(await api.get(path, headers={"If-None-Match": (await api.get()).headers["etag"]}))
    check(await api.client.get((await api.get("/options")).json()["declarations"]))
    check(await api.get("?at=1"))
    check(await api.get("?at=nine"))
    check(await api.get("/events/4/why", encounter="nowhere"))
    check(await api.command("core.close"))
    check(await api.command("core.note"))


@pytest.mark.parametrize(
    "path",
    [
        *("/v1/rulesets", "/v1/rulesets/s3", "/v1/rulesets/s3/rules", "/v1/rulesets/s3/rules/S3-PIN-3"),
        *(
            "/v1/rulesets/s3/templates",
            "/v1/rulesets/chess",
            "/v1/rulesets/s3/forms/0",
            "/v1/encounters",
            "/v1/encounters?limit=0",
        ),
        *("/healthz", "/livez", "/startupz", "/readyz", "/metrics"),
    ],
)
async def test_every_other_answer_is_as_described(api: Api, path: str) -> None:
    check(await api.client.get(path))


@pytest.mark.parametrize("ruleset", RULESETS)
async def test_the_reference_of_a_ruleset_has_the_schema_of_each_command_and_event(api: Api, ruleset: Any) -> None:
    reference = (await api.client.get(f"/v1/rulesets/{ruleset.key}")).json()
    for kind in ("commands", "events"):
        assert ruleset.examples[kind].keys() <= reference[kind].keys()
        for name, shown in ruleset.examples[kind].items():
            told = {**reference[kind][name], "$defs": reference["$defs"]}
            Draft202012Validator(told).validate(json.loads(msgspec.json.encode(shown)))
    for command in ruleset.commands:
        part = reference["commands"][type_of(command)]["$ref"].rpartition("/")[2]
        assert reference["$defs"][part]["properties"]["type"]["const"] == type_of(command)


async def test_the_service_serves_its_description(api: Api) -> None:
    served = await api.client.get("/openapi.json")
    assert served.json() == described()
