"""Metadata of encounters and combatants over HTTP: given at the start, changed by ``core.describe``, refused if bad."""

from typing import Any

import pytest

from tests.http.conftest import Api

BELL = {"Yarrow-As": "player:bell"}
GIVEN = {"colour": "#b08d57", "picture": "https://example.org/bell.png", "token": 12, "hidden": False}


async def opened(api: Api) -> None:
    combatants = [{"template": "one_eyed_ogre"}, {"template": "golden_bell_member", "id": "bell", "metadata": GIVEN}]
    opening = {"ruleset": "s3", "id": "duel", "combatants": combatants, "metadata": {"channel": "the-bridge"}}
    assert (await api.client.post("/v1/encounters", json=opening)).status_code == 201


async def metadata(api: Api, **options: Any) -> tuple[Any, Any]:
    state = (await api.get(**options)).json()
    return state["metadata"], state["combatant_metadata"]


async def test_it_is_in_the_state_at_every_version(api: Api) -> None:
    await opened(api)
    before = await api.version()
    assert await metadata(api) == ({"channel": "the-bridge"}, {"bell": GIVEN})
    changed = await api.command("core.describe", headers=BELL, of="bell", metadata={"token": 13, "picture": None})
    assert changed.is_success, changed.text
    [_, event] = changed.json()["events"]
    assert (event["type"], event["data"]) == (
        "core.described",
        {"of": "bell", "metadata": {"token": 13, "picture": None}},
    )
    assert (await api.command("core.describe", metadata={"channel": "cellar", "map": 3})).is_success
    after = {key: value for key, value in {**GIVEN, "token": 13}.items() if key != "picture"}
    assert await metadata(api) == ({"channel": "cellar", "map": 3}, {"bell": after})
    for headers in (BELL, {"Yarrow-As": "player:ogre"}, {"Yarrow-As": "spectator"}):
        assert await metadata(api, headers=headers) == ({"channel": "cellar", "map": 3}, {"bell": after})
    assert await metadata(api, params={"at": before}) == ({"channel": "the-bridge"}, {"bell": GIVEN})
    told = (await api.get("/story?level=3")).json()["entries"]
    assert [one["sentence"] for one in told if one["type"] == "core.described"] == [
        "Golden Bell member has a new token and no longer has a picture.",
        "The encounter has a new channel and map.",
    ]
    audit = (await api.get("/audit")).json()
    assert audit["legality"]["verdict"] == "proven"


async def test_it_may_change_while_somebody_is_asked(api: Api) -> None:
    await opened(api)
    await api.turn()
    attack = await api.command("s3.attack", actor="ogre", target="bell", weapon="unarmed")
    assert attack.json()["prompts"]
    assert (await api.command("core.describe", headers=BELL, of="bell", metadata={"token": 1})).is_success
    assert (await api.get()).json()["prompts"] == attack.json()["prompts"]


FLAT = "Must be a string, a whole number, or true or false: metadata has no lists and no objects."
SIZE = "Its keys and texts have 2,018 characters in all; at most 2,000 are kept."
KEY = (
    "Must have 1 to 40 characters: small letters, digits, _, . and -, and begin with a small letter or a digit; did "
    "you mean colour?"
)
BAD: dict[str, tuple[Any, str, str]] = {
    "a list": ({"places": [1, 2]}, ".places", FLAT),
    "an object": ({"place": {"x": 1}}, ".place", FLAT),
    "a fraction": ({"x": 1.5}, ".x", "The number 1.5 is not an integer; send integers only, without . or e."),
    "a text too long": ({"picture": "x" * 501}, ".picture", "Must have at most 500 characters."),
    "two lines": ({"picture": "a\nb"}, ".picture", "Control characters are not allowed; remove them."),
    "too many keys": ({f"key{number}": 1 for number in range(17)}, "", "Must have at most 16 entries."),
    "too much in all": ({f"k{number}": "x" * 500 for number in range(4)} | {"key_number": ""}, "", SIZE),
    "no object": ([1], "", "Must be an object."),
    "a key in capitals": (
        {"Colour": "red"},
        ".Colour",
        KEY,
    ),
}


@pytest.mark.parametrize("what", BAD)
async def test_bad_metadata_is_refused_with_its_field(api: Api, what: str) -> None:
    bad, path, detail = BAD[what]
    await opened(api)
    before = await api.version()
    joining = {"template": "guard", "metadata": bad}
    opening = {"ruleset": "s3", "id": "other"}
    for answer, field in (
        (await api.command("core.describe", of="bell", metadata=bad), "command.metadata"),
        (await api.command("core.join", **joining), "command.metadata"),
        (await api.client.post("/v1/encounters", json={**opening, "metadata": bad}), "metadata"),
        (await api.client.post("/v1/encounters", json={**opening, "combatants": [joining]}), "combatants[0].metadata"),
    ):
        problem = answer.json()
        assert (answer.status_code, problem["code"], problem["field"]) == (422, "invalid", field + path)
        assert problem["detail"].startswith(f"{field}{path}: {detail}".removesuffix("."))
    assert await api.version() == before
    assert (await api.get(encounter="other")).status_code == 404


async def test_a_null_removes_a_key_and_begins_none(api: Api) -> None:
    await opened(api)
    assert (await api.command("core.describe", of="bell", metadata={"nothing": None})).is_success
    joined = await api.command("core.join", template="guard", metadata={"colour": None})
    assert (joined.json()["code"], joined.json()["field"]) == ("invalid", "command.metadata.colour")
    empty = await api.command("core.describe", of="bell", metadata={})
    assert (empty.json()["code"], empty.json()["field"]) == ("invalid", "command.metadata")
    assert (await metadata(api))[1]["bell"] == GIVEN


async def test_it_can_grow_no_larger_by_changes(api: Api) -> None:
    await opened(api)
    grown = await api.command("core.describe", of="bell", metadata={f"key{number}": 1 for number in range(13)})
    problem = grown.json()
    assert (problem["code"], problem["field"]) == ("invalid", "command.metadata")
    assert problem["detail"] == (
        "With these changes there would be 17 keys, and at most 16 are kept; remove some by null."
    )


async def test_a_player_changes_only_that_of_its_own(api: Api) -> None:
    await opened(api)
    others: list[dict[str, Any]] = [{"of": "ogre"}, {}]
    for fields in others:
        refused = await api.command("core.describe", headers=BELL, metadata={"colour": "red"}, **fields)
        assert (refused.status_code, refused.json()["code"], refused.json()["field"]) == (
            403,
            "not_yours",
            "command.of",
        )
