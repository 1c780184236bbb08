"""Comparison of two branches over HTTP: where they diverge, their events since, and their differences."""

from typing import Any

import httpx
import jsonpatch
import jsonpointer

from service.encounters.branches.comparison import IDENTITY_FIELDS
from tests.http.conftest import Api
from tests.http.encounters.test_branches import asked, branch

SPECTATOR = {"Yarrow-As": "spectator"}


async def compare(api: Api, one: str, other: str, headers: Any = None, **params: Any) -> httpx.Response:
    return await api.get("/compare", encounter=one, params={"with": other, **params}, headers=headers)


async def test_a_branch_and_its_parent_part_where_it_begins(api: Api) -> None:
    attack = await asked(api)
    assert (await branch(api, id="if")).is_success
    there = (await api.get()).headers["yarrow-chain"]
    fields = {"prompt": attack["prompts"][0]["id"], "answer": {"skill": "evasion"}}
    assert (await api.command("core.answer", encounter="if", **fields)).is_success
    assert (await api.command("core.note", text="Nothing happens here.")).is_success
    last = await api.version("if")
    answer = await compare(api, "if", "duel")
    assert answer.is_success, answer.text
    seen = answer.json()
    assert seen["common"] == {"encounter": "duel", "version": attack["version"], "hash": there}
    assert (seen["one"]["encounter"], seen["one"]["version"], seen["one"]["events"]) == ("if", last, last)
    [stretch] = seen["one"]["stretches"]
    assert (stretch["encounter"], stretch["after"], stretch["version"]) == ("if", 0, last)
    assert [entry["version"] for entry in stretch["entries"]] == list(range(1, last + 1))
    [other] = seen["other"]["stretches"]
    assert [entry["sentence"] for entry in other["entries"]][-1] == "A note: “Nothing happens here.”"
    assert (other["after"], seen["other"]["events"]) == (attack["version"], 2)
    assert answer.headers["etag"].startswith(f'"{last}-')


async def test_differences_make_the_other_state_of_the_one(api: Api) -> None:
    attack = await asked(api)
    assert (await branch(api, id="if")).is_success
    same = (await compare(api, "if", "duel")).json()
    assert (same["differences"], same["more"]) == ([], 0)
    fields = {"prompt": attack["prompts"][0]["id"], "answer": {"skill": "evasion"}}
    assert (await api.command("core.answer", encounter="if", **fields)).is_success
    one, other = comparable((await api.get(encounter="if")).json()), comparable((await api.get()).json())
    told = (await compare(api, "if", "duel")).json()["differences"]
    assert jsonpatch.apply_patch(one, told) == other
    assert any(operation["path"].startswith("/prompts") for operation in told)
    for operation in told:
        if operation["op"] != "add":
            assert jsonpointer.resolve_pointer(one, operation["path"]) == operation["was"]


def comparable(state: dict[str, Any]) -> dict[str, Any]:
    """Return a state without what identifies its encounter, and without the versions at which prompts were opened."""
    for prompt in state["prompts"]:
        del prompt["version"]
    return {name: part for name, part in state.items() if name not in IDENTITY_FIELDS}


async def test_branches_of_one_parent_part_at_the_earlier_of_their_beginnings(api: Api) -> None:
    """The side of the later branch also lists the events of the parent between the two branching points."""
    attack = await asked(api)
    early, late = attack["first"] - 1, attack["version"]
    assert (await branch(api, id="early", at=early)).is_success
    assert (await branch(api, id="late")).is_success
    assert (await branch(api, "late", id="later")).is_success
    seen = (await compare(api, "early", "later")).json()
    assert (seen["common"]["encounter"], seen["common"]["version"]) == ("duel", early)
    stretches = [(one["encounter"], one["after"], one["version"]) for one in seen["other"]["stretches"]]
    assert stretches == [("duel", early, late), ("late", 0, 2), ("later", 0, 2)]
    assert seen["other"]["events"] == late - early + 4
    few = (await compare(api, "early", "later", limit=2)).json()["other"]["stretches"]
    assert [len(one["entries"]) for one in few] == [2, 0, 0]
    nearer = (await compare(api, "late", "later")).json()["common"]
    assert (nearer["encounter"], nearer["version"]) == ("late", 2)


async def test_two_versions_of_one_encounter_are_compared_as_well(api: Api) -> None:
    attack = await asked(api)
    seen = (await compare(api, "duel", "duel", at=attack["first"] - 1)).json()
    assert seen["common"]["version"] == attack["first"] - 1
    assert (seen["one"]["events"], seen["one"]["stretches"]) == (0, [])
    assert seen["other"]["events"] == attack["version"] - attack["first"] + 1
    assert {"add", "replace"} >= {one["op"] for one in seen["differences"] if one["path"].startswith("/prompts")}


async def test_what_has_nothing_in_common_is_not_compared(api: Api) -> None:
    await asked(api)
    assert (await api.open("other")).is_success
    refused = await compare(api, "duel", "other")
    assert (refused.status_code, refused.json()["code"], refused.json()["field"]) == (422, "unrelated", "with")
    for one, other in (("duel", "nobody"), ("nobody", "duel")):
        assert (await compare(api, one, other)).status_code == 404
    beyond = await compare(api, "duel", "duel", with_at=999)
    assert beyond.status_code == 404


async def test_a_comparison_shows_nobody_what_is_hidden_from_them(api: Api) -> None:
    await asked(api)
    assert (await branch(api, id="if")).is_success
    policy: dict[str, Any] = {"of": "guard", "kind": "call_flip", "answer": "tails"}
    assert (await api.command("core.set_policy", encounter="if", **policy)).is_success
    assert (await api.command("core.note", encounter="if", secret="It will rain.")).is_success
    told = await compare(api, "if", "duel")
    assert "/policies/guard~1call_flip" in {difference["path"] for difference in told.json()["differences"]}
    assert "It will rain" in told.text
    heard = await compare(api, "if", "duel", headers=SPECTATOR)
    assert heard.json()["differences"] == []
    assert "It will rain" not in heard.text


async def test_the_causes_of_what_happens_in_a_branch_lead_to_its_parent(api: Api) -> None:
    attack = await asked(api)
    assert (await branch(api, id="if")).is_success
    fields = {"prompt": attack["prompts"][0]["id"], "answer": {"skill": "evasion"}}
    answer = (await api.command("core.answer", encounter="if", **fields)).json()
    why = (await api.get(f"/events/{answer['version']}/why", encounter="if")).json()
    assert [cause["version"] for cause in why["causes"]][:2] == [1, 2]
    assert (why["before"]["encounter"], why["before"]["at"]) == ("duel", attack["version"])
    note = (await api.command("core.note", encounter="if", text="Fresh.")).json()
    assert (await api.get(f"/events/{note['version']}/why", encounter="if")).json()["before"] is None
