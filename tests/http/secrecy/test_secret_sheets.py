"""Secret sheets: players of other combatants learn only what play reveals of them."""

from typing import Any

import pytest

from tests.http.conftest import Api

AS: dict[str, dict[str, str]] = {
    name: {"Yarrow-As": who}
    for name, who in (
        ("narrator", "narrator"),
        ("owner", "player:lurker"),
        ("other", "player:ogre"),
        ("spectator", "spectator"),
    )
}
THINGS: dict[str, tuple[dict[str, Any], str]] = {
    "s3": ({"type": "vehicle", "name": "Cart"}, "vehicles"),
    "black_dice": ({"kind": "object", "name": "Door", "structure_dice": 3}, "things"),
}
LURKER: dict[str, Any] = {"id": "lurker", "template": "golden_bell_member", "secret": True}


async def state(api: Api, who: str) -> dict[str, Any]:
    found: dict[str, Any] = (await api.get(headers=AS[who])).json()
    return found


async def events(api: Api, who: str) -> dict[str, Any]:
    page: dict[str, Any] = (await api.get("/events", headers=AS[who])).json()
    return page


@pytest.mark.parametrize("how", ["joined", "from the start"])
async def test_it_is_seen_by_the_narrator_and_its_players_alone(api: Api, how: str) -> None:
    if how == "joined":
        assert (await api.open("duel", "one_eyed_ogre")).is_success
        assert (await api.command("core.join", **LURKER)).is_success
    else:
        combatants = [{"template": "one_eyed_ogre"}, LURKER]
        opening = {"ruleset": "s3", "id": "duel", "combatants": combatants}
        assert (await api.client.post("/v1/encounters", json=opening)).is_success
    for who in AS:
        seen = await state(api, who)
        assert (seen["joined"], seen["secret_sheets"]) == (["ogre", "lurker"], ["lurker"])
        assert set(seen["people"]) == ({"ogre", "lurker"} if who in ("narrator", "owner") else {"ogre"})
        page = await events(api, who)
        joined = next(event for event in page["events"] if event["data"].get("combatant") == "lurker")
        assert "sheet" not in joined["data"]
        assert (joined["data"]["name"], joined["data"]["secret"]) == ("Golden Bell member", True)
        assert (str(joined["version"]) in page.get("private", {})) is (who in ("narrator", "owner"))
        told = (await api.get("/story", headers=AS[who])).json()["entries"]
        assert "Golden Bell member joins the opposition." in [entry["sentence"] for entry in told]
    for who in ("other", "spectator"):
        assert "golden_bell_member" not in (await api.get("/events", headers=AS[who])).text


async def test_what_its_bearer_may_answer_is_told_to_those_who_answer(api: Api) -> None:
    assert (await api.open("duel", "one_eyed_ogre")).is_success
    assert (await api.command("core.join", **LURKER)).is_success
    assert (await api.command("s3.begin_round")).is_success
    begun = await api.command("s3.begin_turn", pc="ogre", npc="lurker", order="pc_first")
    assert begun.is_success, begun.text
    attack: dict[str, Any] = {"actor": "ogre", "target": "lurker", "weapon": "unarmed"}
    answer = await api.command("s3.attack", headers=AS["other"], **attack)
    assert answer.is_success, answer.text
    for who, headers in AS.items():
        [prompt] = (await state(api, who))["prompts"]
        assert (prompt["kind"], prompt["to"]) == ("oppose", "lurker")
        entries = (await api.menu(headers=headers)).prompts
        assert [entry["id"] for entry in entries] == [prompt["id"]] * (who in ("narrator", "owner"))
    given = {"prompt": answer.json()["prompts"][0]["id"], "answer": {"skill": "evasion"}}
    assert (await api.command("core.answer", headers=AS["owner"], **given)).is_success
    audit = (await api.get("/audit")).json()
    assert (audit["chain"]["verdict"], audit["legality"]["verdict"]) == ("proven", "proven")


async def test_a_branch_and_a_rewind_keep_it_secret(api: Api) -> None:
    assert (await api.open("duel", "one_eyed_ogre")).is_success
    assert (await api.command("core.join", **LURKER)).is_success
    at = await api.version()
    assert (await api.command("core.note", text="on")).is_success
    assert (await api.command("core.rewind", to=at)).is_success
    assert (await api.client.post("/v1/encounters/duel/branches", json={"id": "what-if"})).is_success
    for encounter in ("duel", "what-if"):
        for who, headers in AS.items():
            answer = await api.get(encounter=encounter, headers=headers)
            assert ("lurker" in answer.json()["people"]) is (who in ("narrator", "owner"))
        page = await api.get("/events", encounter=encounter, headers=AS["spectator"])
        assert '"secret_sheets":["lurker"]' in page.text  # in the carried state
        assert "golden_bell" not in page.text
        assert '"fortitude_bonus"' not in page.text.partition("core.rewound")[2]
    compared = await api.get("/compare", params={"with": "what-if"}, headers=AS["spectator"])
    assert "lurker" not in compared.json().get("differences", {})


@pytest.mark.parametrize("ruleset", THINGS)
async def test_things_have_secret_sheets_as_well(api: Api, ruleset: str) -> None:
    sheet, field = THINGS[ruleset]
    opening = {"ruleset": ruleset, "id": "duel"}
    assert (await api.client.post("/v1/encounters", json=opening)).is_success
    joined = await api.command("core.join", id="lurker", sheet=sheet, secret=True)
    assert joined.is_success, joined.text
    for who in AS:
        assert ("lurker" in (await state(api, who))[field]) is (who in ("narrator", "owner"))


async def test_what_the_narrator_changes_of_it_is_for_its_players(api: Api) -> None:
    opening = {"ruleset": "yin_yang", "id": "duel"}
    assert (await api.client.post("/v1/encounters", json=opening)).is_success
    assert (await api.command("core.join", id="lurker", template="titan", secret=True)).is_success
    changed: dict[str, Any] = {
        "combatant": "lurker",
        "attribute": "will",
        "score": 97,
        "reason": "The markhex has come.",
    }
    assert (await api.command("yin_yang.set_attribute", **changed)).is_success
    for who, headers in AS.items():
        told = [(await api.get(path, headers=headers)).text for path in ("/events", "/story")]
        assert ["markhex" in text for text in told] == [who in ("narrator", "owner")] * 2
        assert ['"score":97' in told[0], "Will is now 97" in told[1]] == [who in ("narrator", "owner")] * 2


@pytest.mark.parametrize("breath", [0, 7])
async def test_that_nothing_else_is_possible_is_asked_all_the_same(api: Api, breath: int) -> None:
    assert (await api.open("duel", "one_eyed_ogre")).is_success
    sheet = {"name": "Lurker", "fortitude": 5, "breath_max": breath, "skills": {"evasion": 2}}
    assert (await api.command("core.join", id="lurker", sheet=sheet, secret=True)).is_success
    assert (await api.command("s3.begin_round")).is_success
    assert (await api.command("s3.begin_turn", pc="ogre", npc="lurker", order="pc_first")).is_success
    attack: dict[str, Any] = {"actor": "ogre", "target": "lurker", "weapon": "pistol"}
    answer = await api.command("s3.attack", headers=AS["other"], **attack)
    assert [prompt["kind"] for prompt in answer.json()["prompts"]] == ["oppose"]


async def test_one_event_tells_of_its_joining_whatever_it_brings(api: Api) -> None:
    for ruleset, sheet, private in (
        ("s3", {"policy": {"oppose": {"skill": "evasion"}}}, {"policies": {"oppose": {"skill": "evasion"}}}),
        ("yin_yang", {"kind": "hero", "strength": 9}, {"remarks": "highest_attribute"}),
    ):
        template = "guard" if ruleset == "s3" else "bill"
        assert (await api.client.post("/v1/encounters", json={"ruleset": ruleset, "id": ruleset})).is_success
        joins = {"type": "core.join", "id": "lurker", "template": template, "sheet": sheet, "secret": True}
        answer = await api.client.post(f"/v1/encounters/{ruleset}/commands", json={"command": joins})
        assert answer.is_success, answer.text
        page = (await api.get("/events", encounter=ruleset, headers=AS["narrator"])).json()
        joined = page["events"][-1]
        assert (joined["type"], joined["version"]) == ("core.combatant_joined", 4)
        [(name, brought)] = private.items()
        assert str(brought) in str(page["private"]["4"]["data"][name])
        state = (await api.get(encounter=ruleset, headers=AS["owner"])).json()
        assert bool(state["policies"]) is (ruleset == "s3")
