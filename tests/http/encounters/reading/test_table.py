"""Tests of the table over HTTP: at any version, in a language, for one speaker, and sent once."""

from typing import Any

import pytest

from tests.http.conftest import Api

NARRATOR = {"Yarrow-As": "narrator"}
BELL = {"Yarrow-As": "player:bell"}
SPECTATOR = {"Yarrow-As": "spectator"}
ATTACK: dict[str, Any] = {"actor": "ogre", "target": "bell", "weapon": "unarmed"}


async def table(api: Api, *, headers: Any = None, **parameters: Any) -> dict[str, Any]:
    answer = await api.get("/table", headers=headers, params=parameters)
    assert answer.is_success, answer.text
    found: dict[str, Any] = answer.json()
    return found


async def attacked(api: Api) -> None:
    """Open a fight in which an attack waits for the answer of its target."""
    await api.open()
    await api.turn()
    assert (await api.command("s3.attack", **ATTACK)).is_success


async def test_it_shows_who_is_awaited_with_choices_for_those_who_may_answer(api: Api) -> None:
    await attacked(api)
    [prompt] = (await table(api, headers=BELL))["awaits"].values()
    assert (prompt["to"], prompt["kind"]) == ("bell", "oppose")
    assert prompt["question"] == "Golden Bell member has to answer One-Eyed Ogre's attack."
    evasion = {"answer": {"skill": "evasion"}, "label": "Answers with evasion", "detail": "5 coins"}
    assert evasion in prompt["choices"]
    [unseen] = (await table(api, headers=SPECTATOR))["awaits"].values()
    assert "choices" not in unseen
    answer = await api.command(
        "core.answer", prompt=next(iter((await table(api))["awaits"])), answer=prompt["choices"][0]["answer"]
    )
    assert answer.is_success, answer.text


async def test_within_a_batch_nothing_is_awaited(api: Api) -> None:
    await attacked(api)
    version = await api.version()
    assert ((await table(api))["settled"], (await table(api, at=version))["settled"]) == (True, True)
    inside = await table(api, at=version - 1)
    assert (inside["settled"], inside["awaits"], inside["to_act"]["now"]) == (False, {}, False)


async def test_every_version_has_a_table_from_the_first_on(api: Api) -> None:
    await attacked(api)
    for version in range(1, await api.version() + 1):
        assert (await table(api, at=version))["version"] == version
    answer = await api.get("/table", params={"at": version + 1})
    assert (answer.status_code, answer.json()["field"]) == (404, "at")


async def test_it_is_sent_once(api: Api) -> None:
    await attacked(api)
    first = await api.get("/table")
    again = await api.get("/table", headers={"If-None-Match": first.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")
    assert "yarrow-as" in first.headers["vary"].lower()
    assert (await api.command("core.note", text="Rain begins.")).is_success
    assert (await api.get("/table", headers={"If-None-Match": first.headers["etag"]})).status_code == 200
    past = {"at": first.json()["version"]}
    then = await api.get("/table", params=past, headers={"If-None-Match": first.headers["etag"]})
    assert then.status_code == 304


async def test_its_labels_are_in_the_language_that_the_client_prefers(api: Api) -> None:
    await api.open("duel", "iris", "bruno", ruleset="ticks")
    answer = await api.get("/table", headers={"Accept-Language": "de"})
    assert answer.headers["content-language"] == "de"
    for language, status in (("de", 304), ("en", 200)):
        headers = {"Accept-Language": language, "If-None-Match": answer.headers["etag"]}
        again = await api.get("/table", headers=headers)
        assert (again.status_code, again.headers["vary"]) == (status, answer.headers["vary"])
    assert "Accept-Language" in answer.headers["vary"].split(", ")
    english = await table(api)
    assert answer.json()["legend"]["luck"]["label"] == "Glück"
    assert english["legend"]["luck"]["label"] == "Luck"


@pytest.mark.parametrize("query", ["at=0", "at=one", "at=", "version=3"])
async def test_a_bad_query_names_its_field(api: Api, query: str) -> None:
    await api.open()
    answer = await api.client.get(f"/v1/encounters/duel/table?{query}")
    assert (answer.status_code, answer.json()["code"]) == (422, "invalid")
    assert answer.json()["field"] in ("at", "version")


async def test_the_table_of_a_secret_sheet_has_its_name_and_side_alone(api: Api) -> None:
    await api.open()
    joined = await api.command("core.join", id="shadow", template="guard", secret=True)
    assert joined.is_success, joined.text
    card = (await table(api, headers=BELL))["combatants"]["shadow"]
    assert {**card, "name": ""} == {
        "name": "",
        "kind": "unknown",
        "state": "able",
        "side": card["side"],
        "secret": True,
    }
    assert (await table(api))["combatants"]["shadow"]["kind"] == "person"


@pytest.mark.parametrize("ruleset", ["s3", "black_dice", "yin_yang", "century", "ticks"])
async def test_a_rewind_gives_the_table_of_its_version(api: Api, ruleset: str) -> None:
    """Also where it takes away those who have joined since: the other side, and everybody."""
    sides = [{"pc": True}, {"pc": False}] if ruleset == "s3" else [{"side": "players"}, {"side": "opposition"}]
    template = next(iter((await api.client.get(f"/v1/rulesets/{ruleset}/templates")).json()["templates"]))
    assert (await api.open(ruleset=ruleset, combatants=[])).is_success
    versions = [await api.version()]
    for number, side in enumerate(sides):
        joined = await api.command("core.join", template=template, id=f"one_{number}", sheet=side)
        assert joined.is_success, joined.text
        versions.append(await api.version())
    for version in versions[1::-1]:
        assert (await api.command("core.rewind", to=version, reason="a slip")).is_success
        now, then = await table(api), await table(api, at=version)
        assert now == {**then, "version": now["version"]}


@pytest.mark.parametrize("ruleset", ["s3", "black_dice", "yin_yang", "century", "ticks"])
async def test_a_fight_without_combatants_waits_for_somebody(api: Api, ruleset: str) -> None:
    assert (await api.open(ruleset=ruleset, combatants=[])).is_success
    found = await table(api)
    assert (bool(found["to_act"]["who"]), found["to_act"]["now"], found["combatants"]) == (True, True, {})
    assert (await table(api, at=1))["to_act"]["now"] is False
