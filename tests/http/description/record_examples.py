"""Record the examples of the API description: ``python -m tests.http.description.record_examples``.

Each operation is called once, for a small fight, and its request and response are kept; options are those of a round
that is being fought. Long responses are cut: of a list or a table that is not about the fight, one entry is kept.
"""

import json
import re
import tempfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

import httpx
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat

from service.openapi.examples import PATHS
from tests.http.access.tokens import SECRET, bearer
from tests.program import ROOT, serving
from tests.waiting import PATIENCE

FILE: Final = ROOT / "service" / "openapi" / "examples.json"
JSON: Final = "application/json"
NO_CONTENT: Final = 204
SHORT: Final = {"token": "eyJhbGciOiJIUzI1NiJ9…", "invitation": "yarrow_invitation_4DM62nS93Y…"}
"""The beginnings of secrets, by the fields in which they are shown."""
OPAQUE: Final = re.compile(r"\b([0-9a-f]{16})[0-9a-f]{48,}\b|\b(gAAAAA[\w-]{10})[\w-]+")
"""A hash, a signature or a position, with its beginning."""
ALLEY: Final = "/v1/encounters/alley"
OPENING: Final = {
    "ruleset": "s3",
    "id": "alley",
    "name": "Brawl in the alley",
    "combatants": [{"template": "one_eyed_ogre"}],
}
YARD: Final = "/v1/encounters/yard"
DUEL: Final = {"ruleset": "ticks", "id": "yard", "combatants": [{"template": "iris"}, {"template": "bruno"}]}
ROUND: Final[tuple[Mapping[str, Any], ...]] = (
    {"type": "ticks.call_combat", "actor": "iris", "against": "bruno"},
    {"type": "ticks.start_round"},
    {"type": "ticks.declare", "actor": "bruno", "action": "evade"},
    {"type": "ticks.declare", "actor": "iris", "action": "attack", "target": "bruno", "weapon": "sword"},
)
"""The commands up to the first tick on which Iris is asked what to do."""
FORM: Final = "ticks.act/step"
NOTE: Final = {"command": {"type": "core.note", "text": "The bridge is slippery."}}
Examples = dict[str, dict[str, Any]]


@contextmanager
def service() -> Iterator[httpx.Client]:
    """A client of a service that requires tokens and signs its bundles."""
    with tempfile.TemporaryDirectory() as folder:
        key = Path(folder) / "key.pem"
        pem = Ed25519PrivateKey.generate().private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
        key.write_bytes(pem)
        variables = {"YARROW_SECRET": SECRET, "YARROW_SIGNING_KEY": str(key)}
        with (
            serving(Path(folder) / "data", variables=variables) as url,
            httpx.Client(base_url=url, headers=bearer("main"), timeout=PATIENCE) as http,
        ):
            yield http


def whole(body: Any) -> Any:
    """Return a body unchanged."""
    return body


def _one(table: dict[str, Any]) -> dict[str, Any]:
    """Return the first entry of a table, without what is in it unless it is a text."""
    return {key: one if isinstance(one, str) else {} for key, one in list(table.items())[:1]}


def reference(body: Any) -> Any:
    """Return the reference of a ruleset with one entry in each table, without schemas."""
    return {name: _one(part) if isinstance(part, dict) else part for name, part in body.items()}


def declarations(body: Any) -> Any:
    """Return declarations with one form of the example of options, which has the shared parts in their places."""
    form = _without_references(body["forms"][FORM], body["shared"])
    groups = {form["group"]: body["groups"][form["group"]]}
    return {**body, "groups": groups, "forms": {FORM: form}, "shared": []}


def _without_references(node: Any, shared: list[Any]) -> Any:
    """Return a part of a form in which each reference is replaced by the shared part."""
    if isinstance(node, list):
        return [_without_references(one, shared) for one in node]
    if not isinstance(node, dict):
        return node
    if node.keys() == {"$"}:
        return _without_references(shared[node["$"]], shared)
    return {key: _without_references(one, shared) for key, one in node.items()}


def one_rule(body: Any) -> Any:
    """Return a list of rules with its first rule."""
    return {"rules": body["rules"][:1]}


def one_template(body: Any) -> Any:
    """Return the shortest of the templates."""
    name = min(body["templates"], key=lambda one: len(json.dumps(body["templates"][one])))
    return {"templates": {name: body["templates"][name]}}


def grants(body: Any) -> Any:
    """Return a response about tokens or invitations with short secrets, and with the IDs of the examples of paths."""
    if isinstance(body, list):
        return [grants(one) for one in body]
    if not isinstance(body, dict):
        return body
    parts = {name: grants(part) for name, part in body.items()}
    for name in ("id", "invitation_id"):
        if name in parts:
            parts[name] = PATHS["token" if parts[name].startswith("tok_") else "invitation"]
    secrets = {name: SHORT[name] for name in SHORT if isinstance(parts.get(name), str)}
    return {**parts, **secrets}


class Recorder:
    """Calls operations and keeps the examples: the body of a request, and the body of its response by media type."""

    def __init__(self, http: httpx.Client) -> None:
        self._http = http
        self.examples: Examples = {}

    def call(
        self,
        operation: str,
        method: str,
        path: str,
        *,
        cut: Callable[[Any], Any] = whole,
        body: Any = None,
        headers: Mapping[str, str] | None = None,
    ) -> Any:
        """Call an operation and keep both bodies; return the whole body of the response."""
        kept = self.examples.setdefault(operation, {})
        lines = {"content": body} if isinstance(body, str) else {"json": body}
        sent: dict[str, Any] = lines if body is not None else {}
        if isinstance(body, str):
            sent["headers"] = {"content-type": "application/x-ndjson"}
        answer = self._http.request(method, path, **{"headers": headers, **sent})
        answer.raise_for_status()
        if answer.status_code == NO_CONTENT:
            kept["responses"] = {}
            return None
        media = answer.headers["content-type"].partition(";")[0]
        if body is not None:
            kept["request"] = _ends(body) if isinstance(body, str) else body
        found = answer.json() if media == JSON else answer.text
        kept.setdefault("responses", {})[media] = cut(found) if media == JSON else _ends(found)
        return found

    def frame(self, operation: str, path: str, wanted: int = 2) -> None:
        """Keep the beginning of an event stream."""
        with self._http.stream("GET", path) as stream:
            lines: list[str] = []
            for line in stream.iter_lines():
                lines.append(line)
                if lines.count("") == wanted:
                    break
        self.examples.setdefault(operation, {})["responses"] = {"text/event-stream": "\n".join(lines) + "\n"}


def _ends(text: str) -> str:
    """Return the first and the last line of a text, which has both alone."""
    lines = text.splitlines(keepends=True)
    return text if len(lines) < 3 else lines[0] + lines[-1]


def recorded(http: httpx.Client) -> Examples:
    """Return the examples of all operations."""
    record = Recorder(http)
    call = record.call
    call("open_encounter", "POST", "/v1/encounters", body=OPENING)
    call("give_command", "POST", f"{ALLEY}/commands", body=NOTE)
    call("read_encounter", "GET", f"{ALLEY}?at=2")
    call("list_encounters", "GET", "/v1/encounters")
    for path, body in (("/v1/encounters", DUEL), *((f"{YARD}/commands", {"command": one}) for one in ROUND)):
        http.post(path, json=body).raise_for_status()
    forms = call("list_options", "GET", f"{YARD}/options?command=ticks.act&combatant=iris")["declarations"]
    call("read_forms", "GET", forms, cut=declarations)
    call("list_events", "GET", f"{ALLEY}/events?after=4")
    call("list_events", "GET", f"{ALLEY}/events?after=4", headers={"accept": "application/x-ndjson"})
    call("read_table", "GET", f"{ALLEY}/table")
    call("read_story", "GET", f"{ALLEY}/story?after=4")
    call("explain_event", "GET", f"{ALLEY}/events/5/why")
    call("read_tally", "GET", f"{ALLEY}/tally")
    call("audit_encounter", "GET", f"{ALLEY}/audit")
    call("open_branch", "POST", f"{ALLEY}/branches", body={"at": 3, "id": "what_if", "name": "What if?"}, cut=_no_state)
    call("list_branches", "GET", f"{ALLEY}/branches")
    call("compare_encounters", "GET", f"{ALLEY}/compare?with=what_if")
    record.frame("watch_encounter", f"{ALLEY}/live?after=3")
    record.frame("replay_encounter", f"{ALLEY}/replay?from=4")
    record.frame("watch_everything", "/v1/live", 1)
    bundle = http.get(f"{ALLEY}/bundle").raise_for_status().text
    call("export_bundle", "GET", f"{ALLEY}/bundle")
    call("import_bundle", "POST", "/v1/bundles?as=again", body=bundle)
    call("list_rulesets", "GET", "/v1/rulesets", cut=lambda body: {"rulesets": body["rulesets"][:1]})
    call("read_ruleset", "GET", "/v1/rulesets/s3", cut=reference)
    rules = call("list_rules", "GET", "/v1/rulesets/s3/rules", cut=one_rule)["rules"]
    call("read_rule", "GET", f"/v1/rulesets/s3/rules/{rules[0]['id']}")
    call("list_templates", "GET", "/v1/rulesets/s3/templates", cut=one_template)
    call("list_scenes", "GET", "/v1/scenes", cut=lambda body: {"scenes": body["scenes"][:1]})
    call("read_scene", "GET", "/v1/scenes/bridge_duel")
    call("list_tallies", "GET", "/v1/tallies?by=ruleset")
    call("list_projections", "GET", "/v1/projections")
    call("rebuild_projections", "POST", "/v1/projections/rebuild?only=tallies")
    call("verify_projections", "POST", "/v1/projections/verify?only=tallies")
    call("read_signing_key", "GET", "/v1/signing-key")
    call("make_ticket", "POST", "/v1/tickets", body={"role": "spectator", "encounters": ["alley"]})
    _seat(http, record)
    call("revoke_token", "POST", "/v1/tokens/revoke", body={"token": "narrator-9"})
    call("check_alive", "GET", "/healthz")
    call("check_live", "GET", "/livez")
    call("check_started", "GET", "/startupz")
    call("check_ready", "GET", "/readyz")
    call("read_metrics", "GET", "/metrics")
    shown: Examples = json.loads(OPAQUE.sub(r"\1\2…", json.dumps(record.examples, ensure_ascii=False)))
    return dict(sorted(shown.items()))


def _seat(http: httpx.Client, record: Recorder) -> None:
    """Seat a player and a watcher, and end what was made."""
    call = record.call
    rights = {"role": "player", "combatants": ["ogre"], "encounters": ["alley"], "name": "anna"}
    invited = call("make_invitation", "POST", "/v1/invitations", body={**rights, "expires": "30m"}, cut=grants)
    call("list_invitations", "GET", "/v1/invitations", cut=grants)
    exchanged = {"invitation": invited["invitation"]}
    call("exchange_invitation", "POST", "/v1/invitations/exchange", body=exchanged, cut=grants)
    record.examples["exchange_invitation"]["request"] = grants(exchanged)
    call("list_seats", "GET", f"{ALLEY}/seats")
    call("hand_over_seat", "POST", f"{ALLEY}/seats/ogre/handover", body={"name": "bert"}, cut=grants)
    watching = {"role": "spectator", "encounters": ["alley"], "delay": {"rounds": 1}}
    made = call("make_token", "POST", "/v1/tokens", body=watching, cut=grants)
    call("list_tokens", "GET", "/v1/tokens", cut=grants)
    call("end_token", "DELETE", f"/v1/tokens/{made['id']}")
    [invitation] = http.get("/v1/invitations").json()["invitations"]
    call("end_invitation", "DELETE", f"/v1/invitations/{invitation['id']}")


def _no_state(body: Any) -> Any:
    """Return the response to the opening of a branch without the state that its second event carries."""
    events = [
        {**one, "data": {**one["data"], "state": {}}} if "state" in one["data"] else one for one in body["events"]
    ]
    return {**body, "events": events}


def main() -> None:
    """Write the file."""
    with service() as http:
        found = recorded(http)
    FILE.write_text(json.dumps(found, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
