"""The story over HTTP: levels, and the documents to take away."""

from collections.abc import Sequence
from typing import Any

import pytest

from events.projections.story import NEAR
from tests.http.conftest import Api
from tests.http.encounters.reading.test_projections import fought

HIT = "One-Eyed Ogre hits Golden Bell member with the pistol, 5 to 4"


async def test_level_one_tells_an_attack_in_one_line_and_level_two_how_it_came_about(api: Api) -> None:
    shot = await fought(api)
    lines = (await api.get("/story", params={"level": 1})).json()["entries"]
    [line] = [entry for entry in lines if entry["batch"] == shot["first"]]
    assert line["sentence"].startswith(HIT)
    assert (line["from"], line["to"]) == ({"combatant": "ogre"}, {"combatant": "bell"})
    assert line["why"] == "One-Eyed Ogre throws for sharpshooting: 7 coins ●●●●●○○, 5 heads."
    assert [throw["for"] for throw in line["throws"][:2]] == ["sharpshooting", "evasion"]
    assert "S3-ATK-7" in line["rules"]
    found = (await api.get("/story")).json()["entries"]
    place = found.index(line)
    details = [entry for entry in found[place + 1 :] if entry["batch"] == shot["first"]]
    assert details
    assert {entry["of"] for entry in details} == {line["version"]}
    assert {entry["level"] for entry in details} == {2}


@pytest.mark.parametrize("level", ["0", "4", "high"])
async def test_there_are_three_levels(api: Api, level: str) -> None:
    await api.open()
    refused = await api.get("/story", params={"level": level})
    assert (refused.status_code, refused.json()["field"]) == (422, "level")


@pytest.mark.parametrize(
    ("shape", "media_type", "line"),
    [
        ("markdown", "text/markdown", "- A note: “A \\<b\\>bold\\</b\\> \\*move\\*.” [{version}]({address})"),
        ("html", "text/html", '<p>A note: “A &lt;b&gt;bold&lt;/b&gt; *move*.” <a href="{address}">{version}</a></p>'),
        ("text", "text/plain", "A note: “A <b>bold</b> *move*.” [{version}]"),
    ],
)
async def test_a_document_tells_each_line_with_the_address_of_its_moment(
    api: Api, shape: str, media_type: str, line: str
) -> None:
    await fought(api)
    note = await api.command("core.note", text="A <b>bold</b> *move*.")
    version = note.json()["version"]
    negotiated = await api.get("/story", headers={"Accept": media_type})
    assert negotiated.headers["content-type"] == f"{media_type}; charset=utf-8"
    by_name = await api.get("/story", params={"format": shape})
    assert by_name.text == negotiated.text
    address = f"http://localhost/v1/encounters/duel/table?at={version}"
    assert line.format(version=version, address=address) in negotiated.text.splitlines()
    assert address in negotiated.text
    assert "script" not in negotiated.text
    assert HIT in negotiated.text
    later = (await api.get("/story", params={"format": shape, "after": version - 1, "level": 1})).text
    assert HIT not in later
    assert "move" in later
    unchanged = await api.get("/story", params={"format": shape}, headers={"If-None-Match": by_name.headers["etag"]})
    assert unchanged.status_code == 304


async def test_plain_text_is_as_wide_as_an_email_and_has_the_addresses_at_its_foot(api: Api) -> None:
    await fought(api)
    text = (await api.get("/story", params={"format": "text"})).text
    told, foot = text.rsplit("\n\n", 1)
    assert max(map(len, told.splitlines())) <= 76
    assert "http" not in told
    feet = [line.split("] ") for line in foot.splitlines()]
    assert [version for version, _ in feet] == [f"[{address.rpartition('=')[2]}" for _, address in feet]
    entries = (await api.get("/story")).json()["entries"]
    assert {f"[{entry['version']}" for entry in entries} == {version for version, _ in feet}


async def test_another_media_type_is_refused_with_those_that_there_are(api: Api) -> None:
    await api.open()
    for accept in (
        "application/json, text/plain, */*",
        "*/*",
        "text/html;q=0, */*",
        "text/html;q=0.1, application/json",
    ):
        assert (await api.get("/story", headers={"Accept": accept})).headers["content-type"] == "application/json"
    assert (
        (await api.get("/story", headers={"Accept": "Text/HTML, */*;q=0.8"}))
        .headers["content-type"]
        .startswith("text/html")
    )
    refused = await api.get("/story", headers={"Accept": "application/pdf"})
    assert (refused.status_code, refused.json()["code"]) == (406, "not_acceptable")
    assert "text/markdown" in refused.json()["detail"]


COAT = {"armour": {"id": "coat", "name": "Heavy coat"}}
KNIFE = {"weapon": {"id": "coat", "kind": "large_knife", "name": "Knife"}}
IN_THE_RING: tuple[dict[str, Any], ...] = (
    {"type": "core.note", "text": "A quiet evening."},
    {"type": "yin_yang.place_item", **COAT},
    {"type": "yin_yang.wear", "actor": "gabrielle", "armour": ["coat"]},
    {"type": "core.set_policy", "of": "gabrielle", "kind": "match", "answer": "never"},
    {"type": "yin_yang.place_item", **KNIFE},
    {"type": "yin_yang.place_item", "weapon": {"id": "a", "kind": "large_knife", "name": "A"}},
)


@pytest.mark.parametrize("speaker", ["narrator", "player:gabrielle", "spectator"])
async def test_entries_do_not_change_when_things_come_later(api: Api, speaker: str) -> None:
    headers = {"Yarrow-As": speaker}
    opened = await api.client.post("/v1/encounters", json={"scene": "boxing_match", "id": "duel"})
    assert opened.status_code == 201, opened.text
    told = (await api.get("/story", headers=headers, params={"level": 3})).json()["entries"]
    for command in IN_THE_RING:
        before = await api.version()
        given = await api.client.post("/v1/encounters/duel/commands", json={"command": command})
        assert given.is_success, given.text
        told += (await api.get("/story", headers=headers, params={"after": before, "level": 3})).json()["entries"]
    assert "Gabrielle picks up the Heavy coat" in " ".join(entry["sentence"] for entry in told)
    assert (await api.get("/story", headers=headers, params={"level": 3})).json()["entries"] == told
    assert all(entry["of"] for entry in told if entry["level"] > 1)


async def test_a_standing_answer_that_is_gone_is_told_only_to_those_who_may_know_it(api: Api) -> None:
    assert (await api.open()).is_success
    for answer in ("tails", None):
        assert (await api.command("core.set_policy", of="bell", kind="call_flip", answer=answer)).is_success
    question = "whether to call heads or tails for the coin that breaks a tie."
    hidden = f"Golden Bell member's standing answer changes: {question}"
    gone = f"From now on, Golden Bell member is asked again {question}"
    assert (await sentences_for(api, "player:bell"))[-1] == gone
    assert (await sentences_for(api, "narrator"))[-1] == gone
    assert (await sentences_for(api, "spectator"))[-2:] == [hidden, hidden]


async def sentences_for(api: Api, speaker: str) -> list[str]:
    """Return all sentences of the story, down to the bookkeeping, as a speaker reads them."""
    answer = await api.get("/story", params={"level": 3}, headers={"Yarrow-As": speaker})
    return [entry["sentence"] for entry in answer.json()["entries"]]


async def test_a_thing_that_falls_from_a_hidden_sheet_is_known_in_the_line_in_which_it_falls(api: Api) -> None:
    sheet = {"weapons": [{"id": "avenger_9mm"}], "held": {"right": "avenger_9mm"}}
    combatants = [{"template": "eva"}, {"template": "guido", "sheet": sheet, "secret": True}]
    opening = {"ruleset": "century", "id": "duel", "combatants": combatants}
    opened = await api.client.post("/v1/encounters", json=opening)
    assert opened.status_code == 201, opened.text
    downed = await api.command("century.set_downed", combatant="guido", status="stabilized")
    assert downed.is_success, downed.text
    entries = (await api.get("/story", headers={"Yarrow-As": "spectator"})).json()["entries"]
    fallen = [entry for entry in entries if "lets go" in entry["sentence"]]
    assert {entry["level"] for entry in fallen} == {1, 2}
    for entry in fallen:
        assert {"text": "Avenger 9mm", "thing": "avenger_9mm"} in entry["parts"]


async def test_a_note_of_a_player_names_whose_player_wrote_it(api: Api) -> None:
    await fought(api)
    await api.command("core.note", headers={"Yarrow-As": "player:bell"}, text="I hold the lamp.", about=["ogre"])
    await api.command("core.note", text="It rains.")
    notes = [entry for entry in (await api.get("/story")).json()["entries"] if entry["type"] == "core.noted"]
    assert [entry["sentence"] for entry in notes[-2:]] == [
        "A note by Golden Bell member about One-Eyed Ogre: “I hold the lamp.”",
        "A note: “It rains.”",
    ]


ROUND: tuple[dict[str, Any], ...] = (
    {"type": "century.begin_round"},
    {"type": "core.note", "text": "It rains."},
    {"type": "core.answer", "answer": 2},
    {"type": "core.note", "text": "It still rains."},
    {"type": "core.answer", "answer": 1},
    {"type": "core.answer", "answer": 1},
)
"""A round in which two are asked about Fate before the throw, one after the other and between notes, and after it."""


QUIET: tuple[dict[str, Any], ...] = ({"type": "core.describe", "metadata": {"weather": "rain"}},)
"""A command that has no line."""
REWINDS: tuple[dict[str, Any], ...] = (
    {"type": "century.begin_round"},
    {"type": "core.answer", "answer": 2},
    {"type": "core.rewind", "to": -2},
    {"type": "core.answer", "answer": 1},
    {"type": "core.rewind", "to": -2},
    *ROUND[2:],
)
"""Rewinds to the midst of the exchange, before and after its first answer; versions count back over batches."""


async def begun(api: Api, commands: Sequence[dict[str, Any]]) -> list[int]:
    """Open a duel and send commands, of which answers are to the first open prompt; return the end of each batch."""
    combatants = [{"template": "eva"}, {"template": "gunslinger"}]
    opening = {"ruleset": "century", "id": "duel", "combatants": combatants}
    opened = (await api.client.post("/v1/encounters", json=opening)).json()
    versions, prompts = [opened["version"]], list[dict[str, Any]]()
    for command in commands:
        given = {**command, "prompt": prompts[0]["id"]} if "answer" in command else command
        given = {**given, "to": versions[given["to"]]} if "to" in given else given
        answer = await api.client.post("/v1/encounters/duel/commands", json={"command": given})
        assert answer.is_success, answer.text
        versions.append(answer.json()["version"])
        prompts = answer.json()["prompts"]
    return versions


@pytest.mark.parametrize(
    "commands",
    [ROUND, REWINDS, (*ROUND[:3], *QUIET * (NEAR // 2), *ROUND[3:])],
    ids=["round", "rewinds", "without a line for long"],
)
@pytest.mark.parametrize("speaker", ["narrator", "player:eva", "spectator"])
async def test_an_exchange_reads_the_same_from_each_version(
    api: Api, speaker: str, commands: Sequence[dict[str, Any]]
) -> None:
    versions = await begun(api, commands)
    headers = {"Yarrow-As": speaker}

    async def story(after: int) -> list[dict[str, Any]]:
        params = {"level": 3, "after": after, "limit": 1000}
        entries: list[dict[str, Any]] = (await api.get("/story", headers=headers, params=params)).json()["entries"]
        return entries

    whole = await story(0)
    assert any(entry.get("since", entry["version"]) < entry["batch"] for entry in whole)
    for version in versions[:8] + versions[NEAR // 2 :][:8] + versions[-8:]:
        assert await story(version) == [entry for entry in whole if entry["version"] > version]
