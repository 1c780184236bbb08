"""Hosts of worked examples: a service over HTTP, or this process, with the same answers."""

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, NamedTuple, Protocol

import httpx
import msgspec

from domain.chance.draws import SentFaces
from domain.core.commands import Open
from domain.model.encounter import Encounter
from domain.model.event import Event
from domain.model.refusal import Refusal
from domain.model.speaker import parse_speaker
from domain.registry import rulesets
from domain.ruleset.ruleset import Ruleset
from events.audit.auditor import Auditor
from service.encounters.visibility import view_records
from service.rulesets.runtime import CommandRequest, request_model
from tests.recording import Recording

PAGE = 100
Json = dict[str, Any]


class Reply(NamedTuple):
    """The answer to a command: its HTTP status, and its body as text."""

    status: int
    text: str

    @property
    def body(self) -> Json:
        """The decoded body."""
        body: Json = msgspec.json.decode(self.text)
        return body


class Host(Protocol):
    """A host of one encounter that is played with supplied throws."""

    def open(self, body: Json) -> Reply:
        """Open the encounter."""

    def say(self, command: Mapping[str, Any], faces: Sequence[SentFaces], speaker: str) -> Reply:
        """Send a command, with the faces thrown at the table."""

    def events(self, after: int) -> list[Event]:
        """Return the events after a version, with their private parts."""

    def told(self, after: int, speaker: str) -> str:
        """Return the events after a version as the text that a speaker receives."""

    def state(self) -> Encounter:
        """Return the current state."""

    def audit(self) -> Json:
        """Return the audit, which decides every command again."""


class HttpHost:
    """A service over HTTP."""

    def __init__(self, client: httpx.Client, ruleset: Ruleset[Any], encounter: str) -> None:
        self._client = client
        self._ruleset = ruleset
        self._events = {kind.type: kind for kind in ruleset.events}
        self._path = f"/v1/encounters/{encounter}"

    def open(self, body: Json) -> Reply:
        answer = self._client.post("/v1/encounters", json=body)
        return Reply(answer.status_code, answer.text)

    def say(self, command: Mapping[str, Any], faces: Sequence[SentFaces], speaker: str) -> Reply:
        body = {"command": command, "faces": faces}
        answer = self._client.post(f"{self._path}/commands", json=body, headers={"Yarrow-As": speaker})
        return Reply(answer.status_code, answer.text)

    def events(self, after: int) -> list[Event]:
        found: list[Event] = []
        version = None
        while version != after + len(found):
            parameters = {"after": after + len(found), "limit": PAGE}
            page = self._client.get(f"{self._path}/events", params=parameters).json()
            found += [self._event(line, page.get("private", {})) for line in page["events"]]
            version = page["version"]
        return found

    def _event(self, line: Mapping[str, Any], private: Mapping[str, Any]) -> Event:
        """Return the event of a line, joined with its private part."""
        sealed = private.get(str(line["version"]), {"data": {}})
        return msgspec.convert({**line["data"], **sealed["data"]}, self._events[line["type"]])

    def told(self, after: int, speaker: str) -> str:
        parameters = {"after": after, "limit": PAGE}
        return self._client.get(f"{self._path}/events", params=parameters, headers={"Yarrow-As": speaker}).text

    def state(self) -> Encounter:
        state: Encounter = msgspec.json.decode(self._client.get(self._path).content, type=self._ruleset.state)
        return state

    def audit(self) -> Json:
        audit: Json = self._client.get(f"{self._path}/audit").json()
        return audit


class MemoryHost:
    """This process: the rules, the events and the views, without a store and without HTTP."""

    def __init__(self, ruleset: Ruleset[Any], encounter: str) -> None:
        self.recording = Recording(encounter, ruleset)
        self._request = _request_model(ruleset.key)

    def open(self, body: Json) -> Reply:
        fields = {name: value for name, value in body.items() if name not in ("id", "ruleset")}
        self.recording.play(Open.model_validate({**fields, "ruleset": self.recording.ruleset.key}))
        return Reply(201, "{}")

    def say(self, command: Mapping[str, Any], faces: Sequence[SentFaces], speaker: str) -> Reply:
        body = msgspec.json.encode({"command": command, "faces": faces})
        request = self._request.model_validate_json(body, strict=True)
        refusal = self.recording.attempt(request.command, request.faces, parse_speaker(speaker))
        return Reply(200, "{}") if refusal is None else Reply(422, _problem(refusal))

    def events(self, after: int) -> list[Event]:
        return list(self.recording.codec.decode_events(self.recording.records[after:]))

    def told(self, after: int, speaker: str) -> str:
        lines = view_records(self.recording.records[after:], after + 1, parse_speaker(speaker))
        return msgspec.json.encode(lines).decode()

    def state(self) -> Encounter:
        state: Encounter = self.recording.state
        return state

    def audit(self) -> Json:
        recording = self.recording
        auditor = Auditor(recording.ruleset, recording.codec)
        audit = auditor.audit(recording.encounter, recording.records, head=recording.hash, seeds={})
        told: Json = msgspec.to_builtins(audit)
        return told


@cache
def _request_model(ruleset: str) -> type[CommandRequest]:
    return request_model(rulesets()[ruleset])


def _problem(refusal: Refusal) -> str:
    return msgspec.json.encode(refusal).decode()
