"""Branches over HTTP: an encounter continues from a version of another one."""

from typing import Any

import httpx

from domain.chance.draws import commitment
from tests.http.conftest import Api

SPECTATOR = {"Yarrow-As": "spectator"}
ALONE = ("id", "name", "version", "epoch", "commitment", "hidden_commitment", "entropy", "lineage", "before")
"""Fields of a state that are specific to its encounter."""


async def asked(api: Api) -> dict[str, Any]:
    """Open a fight in which the guard was attacked and has to choose a defence."""
    assert (await api.open("duel", "flying_fox", "guard", entropy="an owl")).is_success
    commands: tuple[tuple[str, dict[str, Any]], ...] = (
        ("s3.begin_round", {}),
        ("s3.begin_turn", {"pc": "fox", "npc": "guard", "order": "pc_first"}),
        ("core.set_policy", {"of": "fox", "kind": "call_flip", "answer": "heads"}),
        ("s3.attack", {"actor": "fox", "target": "guard", "weapon": "unarmed"}),
    )
    answers = [await api.command(kind, **fields) for kind, fields in commands]
    assert all(answer.is_success for answer in answers), answers[-1].text
    return dict(answers[-1].json())


async def branch(api: Api, encounter: str = "duel", /, headers: Any = None, **fields: Any) -> httpx.Response:
    return await api.client.post(f"/v1/encounters/{encounter}/branches", json=fields, headers=headers)


async def state(api: Api, encounter: str = "duel", **options: Any) -> dict[str, Any]:
    return dict((await api.get(encounter=encounter, **options)).json())


async def test_a_branch_stands_where_its_parent_stood_and_goes_its_own_way(api: Api) -> None:
    attack = await asked(api)
    opened = await branch(api, id="if", name="What if she ducks")
    assert opened.status_code == 201, opened.text
    assert opened.headers["location"] == "/v1/encounters/if"
    assert [event["type"] for event in opened.json()["events"]] == ["core.commanded", "core.branched"]
    there, here = await state(api), await state(api, "if")
    prompts = [{**prompt, "version": 2} for prompt in there["prompts"]]
    assert {**there, **{name: here[name] for name in ALONE}, "prompts": prompts} == here
    assert (here["name"], here["version"], here["status"], here["epoch"]) == ("What if she ducks", 2, "open", 1)
    [origin] = here["lineage"]
    assert (origin["encounter"], origin["at"]) == ("duel", attack["version"])
    assert origin["chain"] == (await api.get()).headers["yarrow-chain"]
    prompt = opened.json()["prompts"][0]["id"]
    for encounter in ("duel", "if"):
        answered = await api.command("core.answer", encounter=encounter, prompt=prompt, answer={"skill": "evasion"})
        assert answered.is_success, answered.text
        assert answered.json()["events"][0]["cause"] == (2 if encounter == "if" else attack["version"])


async def test_a_branch_begins_at_any_batch_that_is_over(api: Api) -> None:
    attack = await asked(api)
    at = attack["first"] - 1
    assert (await branch(api, id="earlier", at=at)).status_code == 201
    assert (await state(api, "earlier"))["policies"] == {"fox/call_flip": "heads"}
    assert (await state(api, "earlier"))["prompts"] == []
    refused = await branch(api, id="within", at=at + 1)
    assert refused.status_code == 409
    problem = refused.json()
    assert (problem["code"], problem["nearest"], problem["field"]) == ("not_batch_end", at, "at")
    beyond = await branch(api, id="beyond", at=attack["version"] + 1)
    assert (beyond.status_code, beyond.json()["code"]) == (404, "not_found")
    assert (await api.get(encounter="within")).status_code == 404


async def test_a_branch_is_seeded_afresh_and_never_shows_what_is_to_come(api: Api) -> None:
    """The same command at the same version throws different faces in each of eight branches of one state."""
    attack = await asked(api)
    prompt, thrown, promised = attack["prompts"][0]["id"], set(), set()
    for number in range(8):
        name = f"if-{number}"
        assert (await branch(api, id=name)).is_success
        promised.add((await state(api, name))["commitment"])
        fields = {"prompt": prompt, "answer": {"skill": "evasion"}}
        answer = (await api.command("core.answer", encounter=name, **fields)).json()
        thrown.add(tuple(str(event["data"]["draw"]) for event in answer["events"] if "draw" in event["data"]))
    assert len(promised) == 8
    assert len(thrown) > 4
    assert (await state(api))["commitment"] not in promised


async def test_a_closed_encounter_has_branches_too_which_are_open(api: Api) -> None:
    attack = await asked(api)
    closed = (await api.command("core.close")).json()
    assert (await branch(api, id="after")).is_success
    assert (await branch(api, id="before", at=attack["version"])).is_success
    after, before = await state(api, "after"), await state(api, "before")
    assert (after["status"], after["prompts"], after["lineage"][0]["at"]) == ("open", [], closed["version"])
    assert (before["status"], len(before["prompts"])) == ("open", 1)
    assert (await api.command("core.note", encounter="after", text="And yet.")).is_success


async def test_a_branch_may_throw_in_another_way_and_be_closed_and_proven(api: Api) -> None:
    await asked(api)
    assert (await branch(api, id="table", chance="supplied", entropy="three owls")).is_success
    prompt = (await state(api, "table"))["prompts"][0]["id"]
    fields = {"prompt": prompt, "answer": {"skill": "evasion"}}
    missing = await api.command("core.answer", encounter="table", **fields)
    assert missing.json()["code"] == "faces_missing"
    assert (await branch(api, id="seeded", entropy="three owls")).is_success
    assert (await api.command("core.answer", encounter="seeded", **fields)).is_success
    promised = (await state(api, "seeded"))["commitment"]
    closed = (await api.command("core.close", encounter="seeded")).json()
    [seed] = closed["events"][-1]["data"]["seeds"]
    assert commitment(bytes.fromhex(seed["seed"])) == promised
    assert seed["entropy"] == "three owls"
    audit = (await api.get("/audit", encounter="seeded")).json()
    assert {name: audit[name]["verdict"] for name in ("chain", "throws", "legality")} == dict.fromkeys(
        ("chain", "throws", "legality"), "proven"
    )


async def test_an_audit_holds_a_branch_against_its_parent(api: Api) -> None:
    attack = await asked(api)
    assert (await branch(api, id="if")).is_success
    assert (await branch(api, "if", id="if-if")).is_success
    for name, of, at in (("if", "duel", attack["version"]), ("if-if", "if", 2)):
        lineage = (await api.get("/audit", encounter=name)).json()["lineage"]
        assert (lineage["verdict"], lineage["detail"]) == ("proven", f"It begins as {of} at version {at}.")
        seen = (await api.get("/audit", encounter=name, headers=SPECTATOR)).json()["lineage"]
        assert (seen["verdict"], "public parts" in seen["detail"]) == ("proven", True)
    assert (await api.get("/audit")).json()["lineage"] is None


async def test_only_a_narrator_asks_what_if(api: Api) -> None:
    await asked(api)
    for who in ("spectator", "player:fox"):
        refused = await branch(api, headers={"Yarrow-As": who}, id="peek")
        assert (refused.status_code, refused.json()["code"]) == (403, "not_yours")
    assert (await api.get(encounter="peek")).status_code == 404


async def test_what_is_hidden_stays_hidden_in_a_branch(api: Api) -> None:
    await asked(api)
    assert (await branch(api, id="if")).is_success
    seen = await state(api, "if", headers=SPECTATOR)
    assert (seen["policies"], seen["waiting"]) == ({}, [])
    mine = await state(api, "if", headers={"Yarrow-As": "player:fox"})
    assert mine["policies"] == {"fox/call_flip": "heads"}
    page = (await api.get("/events", encounter="if", headers=SPECTATOR)).json()
    assert not page.get("private")
    assert {"waiting", "policies"}.isdisjoint(page["events"][1]["data"]["state"])
    whole = (await api.get("/events", encounter="if")).json()
    assert whole["private"]["2"]["data"]["hidden"]["waiting"]


async def test_a_branch_that_is_asked_for_twice_is_opened_once(api: Api) -> None:
    await asked(api)
    key = {"Idempotency-Key": "what-if-1"}
    first = await branch(api, headers=key)
    assert (await api.command("core.note", text="Time goes on.")).is_success
    again = await branch(api, headers=key)
    assert (again.status_code, again.content) == (201, first.content)
    assert (await api.open("other")).is_success
    elsewhere = await branch(api, "other", headers=key)
    assert elsewhere.json()["code"] == "idempotency_mismatch"
    taken = await branch(api, id=first.json()["encounter"])
    assert (taken.status_code, taken.json()["code"]) == (409, "encounter_exists")


async def test_the_branches_of_an_encounter_are_listed_with_where_they_begin(api: Api) -> None:
    attack = await asked(api)
    assert (await api.open("other")).is_success
    at = attack["first"] - 1
    for name, parent, fields in (
        ("if-b", "duel", {"at": at}),
        ("if-a", "duel", {}),
        ("if-c", "other", {}),
        ("if-d", "if-a", {}),
    ):
        assert (await branch(api, parent, id=name, **fields)).is_success
    found: list[dict[str, Any]] = []
    after = ""
    while True:
        page = (await api.get("/branches", params={"limit": 1, "after": after})).json()
        found += page["encounters"]
        after = page["next"]
        if after is None:
            break
    assert [(one["id"], one["branch_of"]) for one in found] == [
        ("if-a", {"encounter": "duel", "version": attack["version"]}),
        ("if-b", {"encounter": "duel", "version": at}),
    ]
    assert found[0]["combatants"] == ["fox", "guard"]
    filtered = (await api.client.get("/v1/encounters", params={"branch_of": "if-a"})).json()
    assert [one["id"] for one in filtered["encounters"]] == ["if-d"]
    assert (await api.get("/branches", encounter="if-d")).json()["encounters"] == []
    assert (await api.get("/branches", encounter="nobody")).status_code == 404


async def test_a_branch_may_be_rewound_to_where_it_began(api: Api) -> None:
    attack = await asked(api)
    assert (await branch(api, id="if")).is_success
    fields = {"prompt": attack["prompts"][0]["id"], "answer": {"skill": "evasion"}}
    assert (await api.command("core.answer", encounter="if", **fields)).is_success
    rewound = await api.command("core.rewind", encounter="if", to=2)
    assert rewound.is_success, rewound.text
    now = await state(api, "if")
    assert ([prompt["id"] for prompt in now["prompts"]], now["epoch"]) == ([fields["prompt"]], 2)
    assert now["lineage"][0]["encounter"] == "duel"
    assert (await api.command("core.answer", encounter="if", **fields)).is_success
    assert (await api.get("/audit", encounter="if")).json()["legality"]["verdict"] == "proven"


async def test_bad_requests_for_branches_say_what_is_wrong(api: Api) -> None:
    await asked(api)
    for body, field in (({"at": 0}, "at"), ({"id": "NO"}, "id"), ({"name": ""}, "name"), ({"when": 3}, "when")):
        refused = await branch(api, **body)
        assert refused.status_code == 422
        assert refused.json()["field"] == field
    assert (await branch(api, "nobody")).status_code == 404
    inside = await api.command("core.branch", of="duel", at=2)
    assert (inside.status_code, inside.json()["field"]) == (422, "command.type")
