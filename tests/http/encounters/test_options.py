"""Options over HTTP: a part for each state, which is sent once a version, and declarations that never change."""

from hashlib import sha256
from typing import Any

import pytest

from domain.core.commands import type_of
from domain.options.declared import inherited_fields
from domain.registry import rulesets
from domain.ruleset.offering import groups_of
from domain.ruleset.ruleset import Ruleset
from domain.text.words import GROUPS
from service.problems.problem import CODES
from tests.http.conftest import Api, tagged_version
from yarrow_client.options.declared import Parts
from yarrow_client.options.forms import Form, Menu, Values

NARRATOR = {"Yarrow-As": "narrator"}
OGRE = {"Yarrow-As": "player:ogre"}
BELL = {"Yarrow-As": "player:bell"}
SPECTATOR = {"Yarrow-As": "spectator"}
ATTACK: dict[str, Any] = {"actor": "ogre", "target": "bell", "weapon": "unarmed"}
RULESETS = [pytest.param(ruleset, id=key) for key, ruleset in rulesets().items()]


async def options(api: Api, /, *, headers: Any = None, **parameters: Any) -> dict[str, Any]:
    answer = await api.get("/options", headers=headers, params=parameters)
    assert answer.is_success, answer.text
    found: dict[str, Any] = answer.json()
    return found


async def opened(api: Api, ruleset: Ruleset[Any]) -> list[str]:
    """Open an encounter of a ruleset with its first two templates, and return the IDs of the two."""
    combatants = [{"template": template} for template in list(ruleset.templates)[:2]]
    answer = await api.open(ruleset=ruleset.key, combatants=combatants)
    assert answer.is_success, answer.text
    joined: list[str] = (await api.get()).json()["joined"]
    return joined


def listed(menu: Menu, form: Form, name: str) -> list[Any]:
    """Return the values of a field that depends on no other."""
    [field] = [field for field in form.fields if field["name"] == name]
    return [value for value, _ in (menu.values(field, {}) or Values()).listed]


def plainly_filled(menu: Menu, form: Form) -> dict[str, Any] | None:
    """Return a command with the first value of each required field, or None if one has no listed values."""
    filled: dict[str, Any] = {}
    for field in form.fields:
        values = menu.values(field, filled)
        if values is not None and menu.requires(field, filled):
            if field.get("check") or field.keys() & {"fields", "many", "keys"} or not values.listed:
                return None
            filled[field["name"]] = values.listed[0][0]
        else:
            filled[field["name"]] = menu.default(field, filled)
    return {name: value for name, value in filled.items() if value is not None}


@pytest.mark.parametrize("ruleset", RULESETS)
async def test_a_group_that_only_other_systems_use_has_no_forms(api: Api, ruleset: Ruleset[Any]) -> None:
    await opened(api, ruleset)
    for group in GROUPS:
        found = await options(api, group=group)
        assert group in groups_of(ruleset) or found["forms"] == []


async def test_options_are_those_of_the_version_in_the_answer_and_its_headers(api: Api) -> None:
    await api.open()
    await api.turn()
    state = await api.get()
    answer = await api.get("/options", headers=OGRE)
    assert answer.json()["version"] == state.json()["version"]
    assert tagged_version(answer) == tagged_version(state)
    assert answer.headers["yarrow-chain"] == state.headers["yarrow-chain"]
    assert answer.json()["names"] == {"ogre": "One-Eyed Ogre", "bell": "Golden Bell member"}


@pytest.mark.parametrize("who", [NARRATOR, OGRE, SPECTATOR])
@pytest.mark.parametrize("tags", ['"{0}"', 'W/"{0}"', '"1", "{0}"', '"{0}","other"'])
async def test_options_that_the_client_has_are_not_sent_again(api: Api, who: dict[str, str], tags: str) -> None:
    await api.open()
    await api.turn()
    first = await api.get("/options", headers=who)
    known = {**who, "If-None-Match": tags.format(first.headers["etag"].strip('"'))}
    for method in ("GET", "HEAD"):
        again = await api.client.request(method, "/v1/encounters/duel/options", headers=known)
        assert (again.status_code, again.content) == (304, b"")
        assert "content-length" not in again.headers
        for name in ("etag", "yarrow-chain"):
            assert again.headers[name] == first.headers[name]
    assert (await api.command("core.note", text="The wind turns.")).is_success
    later = await api.get("/options", headers=known)
    assert (later.status_code, later.json()["version"]) == (200, first.json()["version"] + 2)


async def test_a_cache_keeps_the_options_of_each_speaker_apart(api: Api) -> None:
    """A cache that confused them would give one the options of another."""
    await api.open()
    tags = set()
    for who in (NARRATOR, OGRE):
        first = await api.get("/options", headers=who)
        again = await api.get("/options", headers={**who, "If-None-Match": first.headers["etag"]})
        assert (first.status_code, again.status_code) == (200, 304)
        whom = "Authorization, Yarrow-As, Accept-Language, Accept-Encoding"
        assert first.headers["vary"] == again.headers["vary"] == whom
        tags.add(first.headers["etag"])
    assert len(tags) == 2


@pytest.mark.parametrize("tags", ['"1"', '"99"', '"four"', "4", "", '"', '"44"'])
async def test_options_are_sent_if_the_client_has_those_of_other_versions(api: Api, tags: str) -> None:
    await api.open()
    assert await api.version() == 4
    assert (await api.get("/options", headers={"If-None-Match": tags})).status_code == 200


async def test_options_of_a_past_version_are_not_sent_again_either(api: Api) -> None:
    await api.open()
    await api.turn()
    newest = (await api.get("/options")).headers["etag"]
    past = await api.get("/options", params={"at": 4}, headers={"If-None-Match": newest})
    assert (past.status_code, tagged_version(past), past.json()["version"]) == (200, 4, 4)
    again = await api.get("/options", params={"at": 4}, headers={"If-None-Match": past.headers["etag"]})
    assert (again.status_code, again.headers["etag"]) == (304, past.headers["etag"])
    forms = [set((await options(api, **when))["forms"]) for when in ({"at": 4}, {})]
    assert "s3.begin_round" in forms[0] - forms[1]
    assert "s3.end_turn" in forms[1] - forms[0]


async def test_any_of_many_tags_is_recognized(api: Api) -> None:
    await api.open()
    others = [f'"{number}"' for number in range(99)]
    for tags, status in (((await api.get("/options")).headers["etag"], 304), ('"4"', 200)):
        many = ", ".join([*others, tags, *others])
        assert (await api.get("/options", headers={"If-None-Match": many})).status_code == status


async def test_options_of_a_combatant_have_no_other_actor_and_no_prompt_of_others(api: Api) -> None:
    await api.open()
    await api.turn()
    both = {"Yarrow-As": "player:ogre,bell"}
    menu = await api.menu(headers=both, combatant="ogre")
    acting = {form.name: form for form in menu.forms if any(field["name"] == "actor" for field in form.fields)}
    assert {"s3.attack/reach", "s3.end_turn"} <= acting.keys()
    assert {one for form in acting.values() for one in listed(menu, form, "actor")} == {"ogre"}
    [policy] = [form for form in menu.forms if form.name == "core.set_policy/set"]
    assert listed(menu, policy, "of") == ["ogre"]
    assert {form.command for form in (await api.menu(headers=both, combatant="bell")).forms} == {
        "core.set_policy",
        "core.note",
        "core.describe",
    }
    assert (await api.command("s3.attack", **ATTACK)).is_success
    prompts = [(await options(api, headers=both, combatant=one))["prompts"] for one in ("ogre", "bell")]
    assert [[prompt["to"] for prompt in found] for found in prompts] == [[], ["bell"]]


async def test_nobody_has_options_of_a_combatant_of_others(api: Api) -> None:
    await api.open()
    await api.turn()
    assert (await options(api, headers=BELL, combatant="ogre"))["forms"] == ["core.note/open", "core.note/secret"]
    assert (await options(api, headers=SPECTATOR, combatant="ogre"))["forms"] == []


async def test_options_of_a_command_have_its_forms_and_their_sets_alone(api: Api) -> None:
    await api.open()
    await api.turn()
    whole, some = await options(api), await options(api, command="s3.attack")
    assert some["forms"] == [name for name in whole["forms"] if name.partition("/")[0] == "s3.attack"]
    assert len(some["forms"]) >= 1
    for part in ("sets", "lookups"):
        assert some[part].keys() < whole[part].keys() or not some[part]
    assert "attackers" in some["sets"]
    assert some["declarations"] == whole["declarations"]
    assert (await options(api, command="s3.begin_turn"))["forms"] == []
    for never in ("core.answer", "core.open"):
        assert (await options(api, command=never))["forms"] == []


async def test_a_filter_that_names_nothing_says_what_there_is(api: Api) -> None:
    await api.open()
    for given, code, known in (
        ({"combatant": "hermit"}, "not_found", "there are ogre, bell."),
        ({"command": "s3.dance"}, "not_found", "s3.attack"),
        ({"group": "dances"}, "invalid", "there are attack, move, grapple"),
    ):
        answer = await api.get("/options", params=given)
        assert (answer.json()["code"], answer.json()["field"]) == (code, *given)
        assert answer.status_code == CODES[code].status
        assert known in answer.json()["detail"]
        assert tagged_version(answer) == 4


@pytest.mark.parametrize("ruleset", RULESETS)
async def test_declarations_are_at_the_address_in_the_options_and_can_be_kept_for_ever(
    api: Api, ruleset: Ruleset[Any]
) -> None:
    one, _ = await opened(api, ruleset)
    for headers in (NARRATOR, {"Yarrow-As": f"player:{one}"}):
        whole = await options(api, headers=headers, declarations=True)
        address, declared = whole["declarations"], whole.pop("declared")
        assert await options(api, headers=headers) == whole
        assert await options(api, headers=headers, declarations=False) == whole
        answer = await api.client.get(address)
        assert answer.json() == declared
        assert set(whole["forms"]) <= declared["forms"].keys()
        assert answer.headers["cache-control"] == "public, max-age=31536000, immutable"
        assert address == f"/v1/rulesets/{ruleset.key}/forms/{sha256(answer.content).hexdigest()[:16]}"
        assert (await api.command("core.note", text="later")).is_success
        assert (await options(api, headers=headers))["declarations"] == address


async def test_declarations_of_another_hash_or_ruleset_are_not_there(api: Api) -> None:
    await api.open()
    address = (await options(api))["declarations"]
    elsewhere = address.replace("/s3/", "/ticks/")
    for path in (elsewhere, address[:-1], f"{address}0", "/v1/rulesets/chess/forms/0"):
        answer = await api.client.get(path)
        assert (answer.status_code, answer.json()["code"]) == (404, "not_found"), path
        assert "cache-control" not in answer.headers


def whole_forms(declared: dict[str, Any]) -> dict[str, Any]:
    """Return the forms of declarations, with the parts that fields share in their places."""
    parts = Parts(declared["shared"])
    return {name: {**form, "fields": parts.whole(form["fields"])} for name, form in declared["forms"].items()}


@pytest.mark.parametrize("ruleset", RULESETS)
async def test_declarations_of_a_player_have_nothing_that_is_for_the_narrator_alone(
    api: Api, ruleset: Ruleset[Any]
) -> None:
    one, _ = await opened(api, ruleset)
    narrators, players, spectators = [
        whole_forms((await options(api, headers=headers, declarations=True))["declared"])
        for headers in (NARRATOR, {"Yarrow-As": f"player:{one}"}, SPECTATOR)
    ]
    assert players == spectators
    assert players.keys() < narrators.keys()
    commands = {type_of(command): command for command in ruleset.commands}
    assert not [form for form in players.values() if commands[form["command"]].narrator_only]
    assert {form["command"] for form in narrators.values()} >= {
        name for name, command in commands.items() if command.narrator_only and name not in ("core.open", "core.import")
    } - {"core.branch"}
    for name, form in players.items():
        fields = inherited_fields(commands[form["command"]])
        kept = {field["name"] for field in form["fields"]}
        assert not kept & {field for field, own in fields.items() if own is not None and own.narrators}
        assert kept <= {field["name"] for field in narrators[name]["fields"]}


async def test_nothing_is_guessed_by_the_narrator(api: Api) -> None:
    await api.open()
    for headers, guessed in ((NARRATOR, False), (OGRE, True)):
        answer = await api.client.get((await options(api, headers=headers))["declarations"])
        assert ('"guess":true' in answer.text) is guessed


async def test_a_form_filled_from_its_sets_is_accepted(api: Api) -> None:
    await api.open()
    await api.turn()
    tried = set()
    for headers in (NARRATOR, OGRE):
        menu = await api.menu(headers=headers)
        for form in menu.forms:
            filled = plainly_filled(menu, form)
            if filled is not None:
                checked = await api.command(form.command, headers={**headers, "Prefer": "check"}, **filled)
                assert checked.is_success, (form.name, filled, checked.text)
                tried.add(form.command)
    assert {"s3.attack", "s3.pin", "s3.end_turn", "core.join", "s3.end_combat"} <= tried


async def test_a_prompt_has_the_answers_of_those_who_may_give_them(api: Api) -> None:
    await api.open()
    await api.turn()
    [prompt] = (await api.command("s3.attack", **ATTACK)).json()["prompts"]
    for headers, asked in ((NARRATOR, True), (BELL, True), (OGRE, False), (SPECTATOR, False)):
        entries = (await options(api, headers=headers))["prompts"]
        assert [entry["id"] for entry in entries] == [prompt["id"]] * asked
    menu = await api.menu(headers=BELL)
    [entry] = menu.prompts
    assert (entry["kind"], entry["to"], entry["since"]) == ("oppose", "bell", prompt["version"])
    assert "answered" not in entry
    answered = {"type": "core.answer", "prompt": prompt["id"]}
    assert menu.admits({**answered, "answer": {"skill": "evasion"}})
    assert not menu.admits({**answered, "answer": {"skill": "acrobatics"}})
    for answer in ({"skill": "acrobatics"}, {"skill": "evasion"}):
        given = await api.command("core.answer", headers=BELL, prompt=prompt["id"], answer=answer)
        assert given.is_success is menu.admits({**answered, "answer": answer})
    assert (await options(api, headers=BELL))["prompts"] == []


async def test_a_prompt_names_the_commands_that_answer_it_and_says_that_it_is_answered(api: Api) -> None:
    equals = [{"template": name, "id": name, "sheet": {"statistics": {"quickness": 10}}} for name in ("iris", "tor")]
    assert (await api.open(ruleset="ticks", combatants=equals)).is_success
    assert (await api.command("ticks.call_combat", actor="iris", against="tor")).is_success
    assert (await api.command("ticks.start_round")).is_success
    hers = {"Yarrow-As": "player:iris"}
    [entry] = (menu := await api.menu(headers=hers)).prompts
    assert (entry["kind"], entry["to"]) == ("declare", "iris")
    assert set(entry["commands"]) == {form.name for form in menu.forms if form.command == "ticks.declare"}
    declared = [form for form in menu.forms if form.name in entry["commands"]]
    assert {form.declaration["answers_to"] for form in declared} == {"declare"}
    assert {one for form in declared for one in listed(menu, form, "actor")} == {"iris"}
    for name in ("iris", "tor"):
        assert (await api.command("ticks.declare", actor=name, action="other", kind="move")).is_success
    assert (await api.command("ticks.hold", actor="iris", headers=hers)).is_success
    [acting] = (await options(api, headers=hers))["prompts"]
    assert (acting["kind"], acting["answered"]) == ("act", True)
    assert (await api.command("ticks.hold", actor="iris", until=3, headers=hers)).is_success


async def test_neither_spectators_nor_closed_encounters_have_options(api: Api) -> None:
    await api.open()
    await api.turn()
    assert (await api.command("s3.attack", **ATTACK)).is_success
    nothing: tuple[Any, ...] = ([], [], {}, {})
    watched = await options(api, headers=SPECTATOR)
    assert (watched["forms"], watched["prompts"], watched["sets"], watched["lookups"]) == nothing
    assert watched["names"].keys() == {"ogre", "bell"}
    assert (await api.command("core.close")).is_success
    for headers in (NARRATOR, OGRE, BELL, SPECTATOR):
        closed = await options(api, headers=headers)
        assert (closed["forms"], closed["prompts"], closed["sets"], closed["lookups"]) == nothing


async def test_combatants_of_one_name_are_told_apart_as_in_the_story(api: Api) -> None:
    thug = {"template": "street_thug"}
    await api.open(ruleset="century", combatants=[thug, {**thug, "id": "other"}, {**thug, "id": "third"}])
    names = (await options(api, headers=NARRATOR))["names"]
    assert names == {"street_thug": "Street thug", "other": "Street thug 2", "third": "Street thug 3"}
    joins = [entry["sentence"] for entry in (await api.get("/story")).json()["entries"]]
    assert all(any(name in sentence for sentence in joins) for name in names.values())
