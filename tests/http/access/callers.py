"""All kinds of callers of a service that requires tokens, and the encounters that they request."""

import time
from typing import Any, Final

import httpx

from tests.http.access.tokens import OTHER_SECRET, bearer

TENANT: Final = "club"
FOREIGN: Final = "guild"
PATH: Final = "/v1/encounters"

INSIDERS: Final = ("narrator", "narrator_of_duel")
PLAYERS: Final = ("player_of_ogre", "player_of_bell")
WATCHERS: Final = ("spectator", "delayed")
OUTSIDERS: Final = ("narrator_of_other", "foreign_narrator", "player_elsewhere", "foreign_spectator")
STRANGERS: Final = ("expired", "revoked", "bad_signature", "nobody")
EVERYBODY: Final = (*INSIDERS, *PLAYERS, *WATCHERS, *OUTSIDERS, *STRANGERS)


def headers_of(caller: str) -> dict[str, str]:
    """Return the headers that identify a caller."""
    both = ["duel", "done"]
    known: dict[str, dict[str, str]] = {
        "narrator": bearer(TENANT, jti="n-1"),
        "narrator_of_duel": bearer(TENANT, jti="n-2", encounters=both),
        "player_of_ogre": bearer(TENANT, "player", jti="p-1", combatants=["ogre"], encounters=both),
        "player_of_bell": bearer(TENANT, "player", jti="p-2", combatants=["bell"]),
        "spectator": bearer(TENANT, "spectator", jti="s-1"),
        "delayed": bearer(TENANT, "spectator", jti="s-2", delay={"events": 3}),
        "narrator_of_other": bearer(TENANT, jti="n-3", encounters=["other", "not-yet"]),
        "foreign_narrator": bearer(FOREIGN, jti="n-1"),
        "player_elsewhere": bearer(TENANT, "player", jti="p-3", combatants=["ogre"], encounters=["other"]),
        "foreign_spectator": bearer(FOREIGN, "spectator", jti="s-1"),
        "expired": bearer(TENANT, jti="n-4", exp=int(time.time()) - 1),
        "revoked": bearer(TENANT, jti="n-5"),
        "bad_signature": bearer(TENANT, jti="n-1", secret=OTHER_SECRET),
        "nobody": {},
    }
    return known[caller]


def post(client: httpx.Client, path: str, body: Any, caller: str = "narrator") -> httpx.Response:
    """Send a body, and assert that it is accepted."""
    answer = client.post(path, json=body, headers=headers_of(caller))
    assert answer.is_success, answer.text
    return answer


def command(client: httpx.Client, encounter: str, kind: str, /, *, caller: str = "narrator", **fields: Any) -> Any:
    """Send a command, and assert that it is accepted."""
    body = {"command": {"type": kind, **fields}}
    return post(client, f"{PATH}/{encounter}/commands", body, caller).json()


def furnish(client: httpx.Client) -> None:
    """Open a running fight, a closed one and another of the same tenant, and revoke a token."""
    for encounter in ("duel", "done", "other"):
        opening = {"ruleset": "s3", "id": encounter, "name": f"The {encounter} fight"}
        post(
            client, PATH, {**opening, "combatants": [{"template": "one_eyed_ogre"}, {"template": "golden_bell_member"}]}
        )
        command(client, encounter, "s3.begin_round")
        command(client, encounter, "s3.begin_turn", pc="ogre", npc="bell", order="pc_first")
        command(client, encounter, "core.note", text="The lantern swings.")
    command(client, "duel", "core.join", template="guard", id="lamp")
    command(client, "done", "core.close")
    command(client, "other", "core.join", template="golden_bell_member", id="hermit")
    command(client, "other", "core.set_policy", of="bell", kind="oppose", answer={"skill": "evasion"})
    command(client, "other", "s3.attack", actor="ogre", target="bell", weapon="pistol")
    post(client, "/v1/tokens/revoke", {"token": "n-5"})
