"""Tests that an external ruleset works like a built-in one, over HTTP and in a bundle."""

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.plugins.packages import installed
from tests.program import yarrow_process
from tests.waiting import PATIENCE
from yarrow_client.options.forms import Form, Menu, Values

MANY = 30
"""So many that their pairs are more than the service tries."""
CAST = [{"template": "ox"}, {"template": "mouse", "sheet": {"name": "Mighty Mouse"}}]


class Yard:
    """An encounter of the tug of war."""

    def __init__(self, client: httpx.Client, **opening: Any) -> None:
        self.client = client
        body = {"ruleset": "tug", "combatants": CAST, **opening}
        answer = client.post("encounters", json=body)
        assert answer.status_code == 201, answer.text
        self.id = answer.json()["encounter"]

    def give(self, kind: str, *, speaker: str = "narrator", faces: Any = None, **fields: Any) -> dict[str, Any]:
        answer = self.client.post(
            f"encounters/{self.id}/commands",
            json={"command": {"type": kind, **fields}, "faces": faces},
            headers={"Yarrow-As": speaker},
        )
        given: dict[str, Any] = answer.json()
        return given

    def get(self, path: str = "", **parameters: Any) -> Any:
        return self.client.get(f"encounters/{self.id}{path}", params=parameters).raise_for_status().json()

    def menu(self, speaker: str = "narrator") -> Menu:
        path, asked = f"encounters/{self.id}/options", {"declarations": True}
        answer = self.client.get(path, params=asked, headers={"Yarrow-As": speaker}).raise_for_status()
        options = answer.json()
        return Menu(options, options["declared"])

    def exchange(self, actor: str, target: str, **fields: Any) -> dict[str, Any]:
        """Send a pull and the defence against it in one request."""
        held = {"kind": "grip", "to": target, "answer": "hold"}
        return self.give("tug.pull", actor=actor, target=target, answers=[held], **fields)


def own(menu: Menu) -> list[Form]:
    """Return the forms of the ruleset's own commands."""
    return [form for form in menu.forms if form.command.startswith("tug.")]


def fillings(menu: Menu) -> list[tuple[str, dict[str, Any]]]:
    """Return every filling of the forms of the ruleset's own commands."""
    return [(form.command, filled) for form in own(menu) for filled in filled_from(menu, form.fields, {})]


def filled_from(menu: Menu, fields: Sequence[Any], filled: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Yield every filling of fields after those that are filled."""
    if not fields:
        yield filled
        return
    first, *rest = fields
    for value, _ in (menu.values(first, filled) or Values()).listed:
        yield from filled_from(menu, rest, {**filled, first["name"]: value})


def types(answer: dict[str, Any]) -> list[str]:
    return [event["type"] for event in answer["events"]]


@pytest.fixture
def yard(client: httpx.Client) -> Yard:
    return Yard(client)


def test_it_is_listed_beside_the_built_in_ones_with_its_rules_and_templates(client: httpx.Client) -> None:
    keys = [ruleset["key"] for ruleset in client.get("rulesets").json()["rulesets"]]
    assert {"s3", "tug"} <= set(keys)
    rules = client.get("rulesets/tug/rules").json()["rules"]
    assert [rule["id"] for rule in rules] == [f"TUG-PULL-{number}" for number in range(1, 5)]
    assert client.get("rulesets/tug/rules/TUG-PULL-3").json()["options"] == {"line": 3}
    assert client.get("rulesets/tug/templates").json()["templates"]["ox"] == {"name": "Ox", "strength": 5}
    reference = client.get("rulesets/tug").json()
    assert reference["sheet"]["properties"]["strength"]["maximum"] == 9
    assert reference["options"]["properties"]["line"]["default"] == 3


def test_its_commands_events_and_answers_are_typed_in_the_description_of_the_api(url: str) -> None:
    schemas = httpx.get(f"{url}/openapi.json", timeout=PATIENCE).json()["components"]["schemas"]
    pull = schemas["TugPullCommand"]
    assert pull["required"] == ["type", "actor", "target"]
    assert pull["additionalProperties"] is False
    assert schemas["Command"]["discriminator"]["mapping"]["tug.pull"] == "#/components/schemas/TugPullCommand"
    assert schemas["Event"]["discriminator"]["mapping"]["tug.pulled"] == "#/components/schemas/TugPulledEvent"
    assert schemas["TugAnswers"]["properties"]["grip"]["enum"] == ["hold", "let_go"]
    assert all(field["description"] for field in pull["properties"].values())


def test_its_options_rule_the_encounter_and_faulty_ones_are_named(client: httpx.Client) -> None:
    short = Yard(client, options={"line": 1}, chance="supplied")
    lost = short.exchange("mouse", "ox", faces=[[1], [1, 1, 1, 1, 1]])
    assert types(lost)[-1] == "tug.slid"
    over = short.give("tug.pull", actor="ox", target="mouse")
    assert (over["code"], over["rule"]) == ("refused", "TUG-PULL-3")
    faulty = client.post("encounters", json={"ruleset": "tug", "options": {"line": 0}}).json()
    assert (faulty["code"], faulty["field"]) == ("invalid", "options.line")


def test_a_faulty_sheet_is_refused_with_all_its_faults_and_the_field_of_the_first(client: httpx.Client) -> None:
    sheet = {"name": "Calf", "strength": 10, "weight": 80}
    answer = client.post("encounters", json={"ruleset": "tug", "combatants": [{"sheet": sheet}]})
    assert (answer.status_code, answer.json()["field"]) == (422, "combatants[0].sheet.strength")
    assert "Must be at most 9." in answer.json()["detail"]
    assert "weight: Unknown field; remove it." in answer.json()["detail"]
    missing = client.post("encounters", json={"ruleset": "tug", "combatants": [{"template": "elephant"}]}).json()
    assert missing["detail"] == "There is no template “elephant”; there are ox, mouse."


def test_newcomers_are_called_as_the_command_says_or_after_their_name(yard: Yard) -> None:
    assert yard.give("core.join", sheet={"name": "Old Nick!", "strength": 2})["events"][-1]["data"]["combatant"] == (
        "old_nick"
    )
    named = yard.give("core.join", id="second_ox", template="ox")
    assert named["events"][-1]["data"]["sheet"] == {
        "id": "second_ox",
        "name": "Ox",
        "strength": 5,
        "wet": False,
        "slid": 0,
    }
    taken = yard.give("core.join", template="ox")
    assert taken["code"] == "invalid"
    assert "“ox” is taken, and IDs are never reused" in taken["detail"]


def test_what_is_legal_is_read_from_the_commands_and_tried_against_the_rules(yard: Yard) -> None:
    mine = [("tug.spit", {"actor": "mouse"}), ("tug.pull", {"actor": "mouse", "target": "ox"})]
    assert fillings(yard.menu("player:mouse")) == mine
    yard.give("tug.spit", actor="mouse")
    assert fillings(yard.menu("player:mouse")) == mine[1:]
    everything = [
        ("tug.spit", {"actor": "ox"}),
        ("tug.pull", {"actor": "ox", "target": "mouse"}),
        ("tug.pull", {"actor": "mouse", "target": "ox"}),
    ]
    assert fillings(yard.menu()) == everything
    assert {form.name for form in own(yard.menu())} == {"tug.spit", "tug.pull"}
    assert not [field for form in own(yard.menu()) for field in form.fields if field.get("check") or field.get("guess")]


def test_of_a_crowd_every_value_is_listed_to_be_checked(client: httpx.Client) -> None:
    many = [f"ox_{number}" for number in range(MANY)]
    yard = Yard(client, combatants=[{"template": "ox", "id": one} for one in many])
    menu = yard.menu()
    [pull] = [form for form in own(menu) if form.command == "tug.pull"]
    assert pull.name == "tug.pull/checked"
    for field in pull.fields:
        assert field["check"]
        assert [value for value, _ in (menu.values(field, {"actor": "ox_0"}) or Values()).listed] == many
    assert yard.give("tug.pull", actor="ox_0", target="ox_0")["rule"] == "TUG-PULL-1"
    [spit] = [form for form in own(menu) if form.command == "tug.spit"]
    yard.give("tug.spit", actor="ox_0")
    dry = yard.menu()
    assert [value for value, _ in (dry.values(spit.fields[0], {}) or Values()).listed] == many[1:]


def test_a_prompt_waits_for_whoever_is_asked_and_is_answered_before_anything_else(yard: Yard) -> None:
    [prompt] = yard.give("tug.pull", speaker="player:ox", actor="ox", target="mouse")["prompts"]
    assert (prompt["kind"], prompt["to"]) == ("grip", "mouse")
    waiting = yard.give("tug.spit", actor="ox")
    assert (waiting["code"], waiting["legal"]) == ("refused", ["core.answer"])
    assert waiting["detail"] == "First Mighty Mouse has to decide about “grip”. Legal now: Answer."
    menu = yard.menu("player:mouse")
    assert own(menu) == []
    [asked] = menu.prompts
    assert (asked["id"], asked["to"], asked["since"]) == (prompt["id"], "mouse", prompt["version"])
    assert [field["in"] for field in asked["answers"]] == [[["hold", "Hold the rope"], ["let_go", "Let go"]]]
    assert (own(yard.menu("player:ox")), yard.menu("player:ox").prompts) == ([], [])
    foreign = yard.give("core.answer", speaker="player:ox", prompt=prompt["id"], answer="let_go")
    assert foreign["code"] == "not_yours"
    wrong = yard.give("core.answer", prompt=prompt["id"], answer="faint")
    assert wrong["code"] == "invalid"
    slid = yard.give("core.answer", speaker="player:mouse", prompt=prompt["id"], answer="let_go")
    assert types(slid)[-2:] == ["core.resumed", "tug.slid"]
    assert yard.get()["people"]["ox"]["slid"] == 1


def test_a_refusal_names_the_rule_and_what_is_legal_instead(yard: Yard) -> None:
    yard.give("tug.spit", actor="mouse")
    again = yard.give("tug.spit", speaker="player:mouse", actor="mouse")
    assert (again["code"], again["rule"], again["legal"]) == ("refused", "TUG-PULL-4", ["tug.pull"])
    stranger = yard.give("tug.pull", actor="mouse", target="cow")
    assert (stranger["code"], stranger["field"]) == ("invalid", "command.target")
    assert stranger["detail"] == "No one here is called “cow”; there are ox, mouse."


def test_story_tally_and_causes_tell_of_it(client: httpx.Client) -> None:
    yard = Yard(client, chance="supplied")
    yard.give("tug.spit", actor="mouse")
    lost = yard.exchange("mouse", "ox", faces=[[6, 4], [1, 1, 1, 2, 2]])
    slid = lost["events"][-1]
    assert (slid["type"], slid["data"]) == ("tug.slid", {"combatant": "ox"})
    told = [entry["sentence"] for entry in yard.get("/story")["entries"]]
    assert "Mighty Mouse pulls: ⚅⚃." in told
    assert "Ox slides a step towards the line." in told
    tally = yard.get("/tally")
    assert (tally["throws"]["dice"], tally["throws"]["supplied"]) == (7, 2)
    assert tally["combatants"]["ox"]["throws"]["pull"]["faces"] == {"6": {"1": 3, "2": 2}}
    why = [cause["type"] for cause in yard.get(f"/events/{slid['version']}/why")["causes"]]
    assert (why[0], why[-1]) == ("core.commanded", "tug.slid")


def test_a_rewind_takes_everybody_back(yard: Yard) -> None:
    before = yard.get()
    yard.give("tug.spit", actor="ox")
    yard.give("core.rewind", to=before["version"])
    assert yard.get()["people"] == before["people"]


def test_a_closed_fight_is_proven_and_its_bundle_is_verified_where_the_ruleset_is_installed(
    yard: Yard, url: str, tug: Path, tmp_path: Path
) -> None:
    for _ in range(4):
        yard.exchange("ox", "mouse")
    yard.give("core.close")
    audit = yard.get("/audit")
    assert [audit[check]["verdict"] for check in ("chain", "throws", "legality")] == ["proven"] * 3
    answered = Counter(event["type"] for event in yard.get("/events")["events"])["core.answered"]
    assert audit["seeded_throws"] == 2 * answered
    bundle = tmp_path / "yard.ndjson"
    assert yarrow_process("export", yard.id, "--url", url, "--output", bundle).returncode == 0
    verified = yarrow_process("verify", bundle, "--json", variables=installed(tug))
    assert (verified.returncode, verified.stderr) == (0, "")
    assert json.loads(verified.stdout)["legality"]["verdict"] == "proven"
    without = yarrow_process("verify", bundle)
    assert (without.returncode, without.stdout) == (1, "")
    assert without.stderr == ("Error: The bundle's ruleset 'tug' is not installed. Install its package.\n")
