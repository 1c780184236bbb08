"""Every role on every path of the API: which callers succeed, which are refused, and which receive 404."""

import json
from collections.abc import Iterator, Mapping
from typing import Any, Final, NamedTuple

import httpx
import pytest
import yaml
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from service.rulesets.reference import references
from tests.http.access.callers import (
    EVERYBODY,
    INSIDERS,
    OUTSIDERS,
    PATH,
    PLAYERS,
    STRANGERS,
    TENANT,
    WATCHERS,
    furnish,
    headers_of,
)
from tests.http.access.tokens import SECRET
from tests.live import PLAIN
from tests.program import ROOT, serving
from tests.waiting import PATIENCE

HOSTS: Final = ("narrator", "foreign_narrator")
"""Narrators of all encounters, each of a different tenant."""
ABSENT: Final = "nowhere"
DIGEST: Final = next(iter(references()["s3"].forms))
MADE: Final = ("new-", "brought-", "branch-")
"""Prefixes of the IDs of encounters that the matrix itself opens."""


class Row(NamedTuple):
    """The request for a path, the callers that succeed, and the response to all others.

    Other callers with a valid token receive ``refused``; outsiders of the encounter in the path receive 404.
    """

    answered: tuple[str, ...]
    refused: int = 403
    of: str | None = None
    query: str = ""
    body: Mapping[str, Any] | None = None
    brings: bool = False
    """True if the body is a bundle."""
    endless: bool = False
    """True if the response never ends, so that only its beginning is read."""

    def status(self, caller: str) -> int | None:
        """Return the error status that a caller receives, or None for success."""
        if caller in self.answered:
            return None
        if caller in STRANGERS:
            return 401
        return 404 if self.of and caller in OUTSIDERS else self.refused


GRANTS: Final = {"token": "tok_1", "invitation": "inv_1", "seat": "lamp"}
"""A token and an invitation that no one made, and a seat that no player holds."""
ANYBODY: Final = Row(EVERYBODY)
SEEN: Final = Row((*INSIDERS, *PLAYERS, *WATCHERS), of="duel")
"""Reads of one encounter, which each of its participants and watchers may make."""
HOST: Final = Row(HOSTS)
NARRATORS: Final = Row((*HOSTS, "narrator_of_duel", "narrator_of_other"))
OPERATOR: Final = Row(("narrator",))
"""Requests about all tenants, which only a narrator of all encounters of the service's own tenant may make."""
ROWS: Final[Mapping[tuple[str, str], Row]] = {
    ("get", "/healthz"): ANYBODY,
    ("get", "/livez"): ANYBODY,
    ("get", "/startupz"): ANYBODY,
    ("get", "/readyz"): ANYBODY,
    ("get", "/metrics"): OPERATOR,
    ("get", "/v1/rulesets"): ANYBODY,
    ("get", "/v1/rulesets/{key}"): ANYBODY,
    ("get", "/v1/rulesets/{key}/rules"): ANYBODY,
    ("get", "/v1/rulesets/{key}/rules/{rule}"): ANYBODY,
    ("get", "/v1/rulesets/{key}/templates"): ANYBODY,
    ("get", "/v1/rulesets/{key}/forms/{digest}"): ANYBODY,
    ("get", "/v1/scenes"): NARRATORS,
    ("get", "/v1/scenes/{scene}"): NARRATORS,
    ("get", "/v1/signing-key"): ANYBODY,
    ("get", "/v1/encounters"): Row((*INSIDERS, *PLAYERS, *WATCHERS, *OUTSIDERS)),
    ("post", "/v1/encounters"): Row(HOSTS, body={"ruleset": "s3", "id": "new-{caller}"}),
    ("get", "/v1/encounters/{encounter}"): SEEN,
    ("get", "/v1/encounters/{encounter}/options"): SEEN,
    ("get", "/v1/encounters/{encounter}/events"): SEEN,
    ("get", "/v1/encounters/{encounter}/table"): SEEN,
    ("get", "/v1/encounters/{encounter}/story"): SEEN,
    ("get", "/v1/encounters/{encounter}/tally"): SEEN,
    ("get", "/v1/encounters/{encounter}/events/{version}/why"): SEEN,
    ("get", "/v1/encounters/{encounter}/audit"): SEEN,
    ("get", "/v1/encounters/{encounter}/bundle"): SEEN,
    ("get", "/v1/encounters/{encounter}/branches"): SEEN,
    ("post", "/v1/encounters/{encounter}/branches"): Row(("narrator",), of="duel", body={"id": "branch-{caller}"}),
    ("get", "/v1/encounters/{encounter}/compare"): SEEN._replace(query="?with=duel&with_at=4"),
    ("get", "/v1/encounters/{encounter}/live"): SEEN._replace(of="done", query="?after=0"),
    ("get", "/v1/encounters/{encounter}/replay"): SEEN._replace(query="?speed=0"),
    ("get", "/v1/live"): Row((*INSIDERS, *PLAYERS, "spectator", *OUTSIDERS), endless=True),
    ("post", "/v1/encounters/{encounter}/commands"): Row(
        (*INSIDERS, *PLAYERS), of="duel", body={"command": {"type": "core.note", "text": "I was here."}}
    ),
    ("post", "/v1/bundles"): Row(HOSTS, query="?as=brought-{caller}", brings=True),
    ("get", "/v1/tallies"): HOST._replace(query="?by=combatant"),
    ("get", "/v1/projections"): OPERATOR,
    ("post", "/v1/projections/rebuild"): OPERATOR._replace(body={}),
    ("post", "/v1/projections/verify"): OPERATOR._replace(body={}),
    ("post", "/v1/tickets"): Row((*INSIDERS, *PLAYERS, *WATCHERS, *OUTSIDERS), body={}),
    ("post", "/v1/tokens"): Row((*INSIDERS, *PLAYERS, *WATCHERS, *OUTSIDERS), body={}),
    ("get", "/v1/tokens"): Row((*INSIDERS, *PLAYERS, *WATCHERS, *OUTSIDERS)),
    ("delete", "/v1/tokens/{token}"): Row((), refused=404),
    ("post", "/v1/invitations"): Row((*INSIDERS, *PLAYERS, *WATCHERS, *OUTSIDERS), body={}),
    ("get", "/v1/invitations"): Row((*INSIDERS, *PLAYERS, *WATCHERS, *OUTSIDERS)),
    ("delete", "/v1/invitations/{invitation}"): Row((), refused=404),
    ("post", "/v1/invitations/exchange"): Row((), refused=401, body={"invitation": "of-nobody"}),
    ("get", "/v1/encounters/{encounter}/seats"): SEEN,
    ("post", "/v1/encounters/{encounter}/seats/{seat}/handover"): Row(INSIDERS, of="duel", body={}),
    ("post", "/v1/tokens/revoke"): HOST._replace(body={"token": "of-nobody"}),
}
"""A row for every path; ``test_every_path_has_a_row`` fails if a new path has none."""
CASES: Final = [pytest.param(*key, caller, id=f"{' '.join(key)} {caller}") for key in ROWS for caller in EVERYBODY]
OF_ENCOUNTERS: Final = [key for key, row in ROWS.items() if row.of]


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[httpx.Client]:
    directory = tmp_path_factory.mktemp("matrix")
    key = directory / "key.pem"
    key.write_bytes(Ed25519PrivateKey.generate().private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()))
    variables = {
        "YARROW_SECRET": SECRET,
        "YARROW_SIGNING_KEY": str(key),
        "YARROW_TENANT": TENANT,
        "YARROW_ACKNOWLEDGE": "memory",
    }
    with (
        serving(directory, variables=variables) as url,
        httpx.Client(base_url=url, timeout=60, headers=PLAIN) as client,
    ):
        furnish(client)
        yield client


def ask(client: httpx.Client, method: str, path: str, caller: str, *, encounter: str | None = None) -> httpx.Response:
    """Send the request of a path's row, about another encounter if one is given."""
    row = ROWS[method, path]
    named = caller.replace("_", "-")
    names = {"version": 3, "key": "s3", "rule": "S3-PIN-3", "digest": DIGEST, "scene": "jailbreak", **GRANTS}
    filled = path.format(encounter=encounter or row.of, **names)
    filled += row.query.format(caller=named)
    if row.brings:
        bundle = client.get(f"{PATH}/duel/bundle", headers=headers_of("narrator"))
        headers = {**headers_of(caller), "Content-Type": bundle.headers["content-type"]}
        return client.request(method.upper(), filled, headers=headers, content=bundle.content)
    if row.endless:
        with client.stream(method, filled, headers=headers_of(caller)) as answer:
            if answer.is_error:
                answer.read()
            return answer
    body = row.body and {
        name: part.format(caller=named) if isinstance(part, str) else part for name, part in row.body.items()
    }
    return client.request(method.upper(), filled, headers=headers_of(caller), json=body)


def heard(client: httpx.Client, caller: str, encounter: str) -> tuple[str, int, str]:
    """Return a socket's first message, and the code and the reason of its close if that message is a problem."""
    url = str(client.base_url.join(f"{PATH}/{encounter}/ws")).replace("http", "ws", 1)
    with connect(url, additional_headers={**PLAIN, **headers_of(caller)}) as socket:
        first = str(socket.recv(PATIENCE))
        if json.loads(first)["type"] != "problem":
            return first, 0, ""
        with pytest.raises(ConnectionClosed):
            socket.recv(PATIENCE)
        return first, socket.protocol.close_code or 0, socket.protocol.close_reason or ""


@pytest.mark.parametrize("caller", EVERYBODY)
def test_who_is_heard_over_a_socket(client: httpx.Client, caller: str) -> None:
    first, code, reason = heard(client, caller, "duel")
    if caller in SEEN.answered:
        assert (json.loads(first)["type"], code) == ("heartbeat", 0)
        return
    expected = {401: (4401, "unauthorized"), 404: (4404, "not_found")}[SEEN.status(caller) or 0]
    assert (code, reason) == expected
    absent, *closing = heard(client, caller, ABSENT)
    assert (first, [code, reason]) == (absent.replace(ABSENT, "duel"), closing)


def test_every_path_has_a_row() -> None:
    described = yaml.load((ROOT / "openapi.yaml").read_text(encoding="utf-8"), yaml.CSafeLoader)
    assert {(method, path) for path, methods in described["paths"].items() for method in methods} == ROWS.keys()


@pytest.mark.parametrize(("method", "path", "caller"), CASES)
def test_who_is_answered(client: httpx.Client, method: str, path: str, caller: str) -> None:
    expected = ROWS[method, path].status(caller)
    answer = ask(client, method, path, caller)
    if expected is None:
        assert answer.is_success, answer.status_code
    else:
        assert answer.status_code == expected, answer.text
        assert answer.json()["code"] == {401: "unauthorized", 403: "not_yours", 404: "not_found"}[expected]
        told = answer.text + str(answer.headers)
        place = () if expected == 403 else ("etag", "yarrow-chain")  # a 403 includes the version
        assert not [word for word in ("lantern", "The duel fight", "golden", *place) if word in told]


@pytest.mark.parametrize(("method", "path"), OF_ENCOUNTERS)
@pytest.mark.parametrize("caller", OUTSIDERS)
def test_what_is_not_for_one_is_as_what_is_not_there(client: httpx.Client, method: str, path: str, caller: str) -> None:
    """The response equals that for an encounter that does not exist, for any caller and except for the ID."""
    encounter = ROWS[method, path].of
    assert encounter is not None
    forbidden = ask(client, method, path, caller)
    for other in (caller, "narrator"):
        absent = ask(client, method, path, other, encounter=ABSENT)
        assert (forbidden.status_code, forbidden.text) == (404, absent.text.replace(ABSENT, encounter))
        differing = {"content-length", "ratelimit"}
        assert _without(forbidden, differing) == _without(absent, differing)


@pytest.mark.parametrize("caller", ["narrator_of_duel", "player_of_ogre", "foreign_narrator"])
def test_nothing_is_compared_with_what_is_not_for_one(client: httpx.Client, caller: str) -> None:
    mine = "done" if caller != "foreign_narrator" else "same"
    forbidden, absent = (
        client.get(f"{PATH}/{mine}/compare", params={"with": other}, headers=headers_of(caller))
        for other in ("other", ABSENT)
    )
    assert (forbidden.status_code, forbidden.text) == (404, absent.text.replace(ABSENT, "other"))


def _without(answer: httpx.Response, names: set[str]) -> dict[str, str]:
    return {name: value for name, value in answer.headers.items() if name not in names}


@pytest.mark.parametrize(
    ("caller", "named"),
    [
        ("narrator_of_duel", {"duel", "done"}),
        ("player_of_ogre", {"duel", "done"}),
        ("narrator_of_other", {"other"}),
        ("player_elsewhere", {"other"}),
        ("foreign_spectator", set()),
    ],
)
def test_a_list_names_what_a_token_is_for(client: httpx.Client, caller: str, named: set[str]) -> None:
    listed = client.get(PATH, headers=headers_of(caller))
    assert {one["id"] for one in listed.json()["encounters"] if not one["id"].startswith(MADE)} == named
    for limit in (1, 2):
        seen, after = set(), ""
        while True:
            page = client.get(PATH, params={"limit": limit, "after": after}, headers=headers_of(caller)).json()
            seen |= {one["id"] for one in page["encounters"]}
            if page["next"] is None:
                break
            after = page["next"]
        assert {one for one in seen if not one.startswith(MADE)} == named


def test_one_tenant_knows_nothing_of_another(client: httpx.Client) -> None:
    """Both tenants use the same ID; tallies and revocations of one do not affect the other."""
    narrator, foreign = headers_of("narrator"), headers_of("foreign_narrator")
    opening = {"ruleset": "s3", "id": "same"}
    for headers in (narrator, foreign):
        assert client.post(PATH, json={**opening, "name": headers["Authorization"][-4:]}, headers=headers).is_success
    for headers in (narrator, foreign):
        assert client.get(f"{PATH}/same", headers=headers).json()["name"] == headers["Authorization"][-4:]
    own, others = (client.get("/v1/tallies?by=combatant&limit=100", headers=each) for each in (narrator, foreign))
    assert (own.status_code, others.status_code) == (200, 200)
    assert "hermit" in own.text
    assert "hermit" not in others.text
    assert client.post("/v1/tokens/revoke", json={"token": "s-1"}, headers=narrator).is_success
    assert client.get(PATH, headers=headers_of("spectator")).status_code == 401
    assert client.get(PATH, headers=headers_of("foreign_spectator")).is_success


def test_only_what_the_token_names_is_opened_with_it(client: httpx.Client) -> None:
    headers = headers_of("narrator_of_other")
    for body in ({"ruleset": "s3"}, {"ruleset": "s3", "id": "duel"}, {"ruleset": "s3", "id": ABSENT}):
        refused = client.post(PATH, json=body, headers=headers)
        assert (refused.status_code, refused.json()["code"], refused.json()["field"]) == (403, "not_yours", "id")
    assert client.post(PATH, json={"ruleset": "s3", "id": "not-yet"}, headers=headers).status_code == 201
