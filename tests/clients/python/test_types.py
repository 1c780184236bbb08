"""Tests that the structs of each ruleset are its commands, answers and options, and that a type checker uses them."""

import importlib
import json
import re
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from types import ModuleType
from typing import Any, get_args, get_type_hints

import msgspec
import pytest

from docs.answers import examples
from docs.python_client.__main__ import modules
from domain.core.commands import OPENING_COMMANDS, type_of
from domain.registry import BUILT_IN, rulesets
from domain.ruleset.ruleset import Ruleset
from examples.play import Seat
from tests.clients.python.menus import play
from tests.docs.snippets import Snippet, at, python_says
from tests.examples.fights import ID
from tests.program import ROOT
from tests.tiers import long
from yarrow_client import Refused, Unfilled, Yarrow, fill, patched
from yarrow_client.rulesets import core, s3
from yarrow_client.shapes import Difference, TableChange

every_ruleset = pytest.mark.parametrize("ruleset", BUILT_IN, ids=lambda one: one.key)


def module_of(key: str) -> ModuleType:
    return importlib.import_module(f"yarrow_client.rulesets.{key}")


def test_the_generated_modules_are_up_to_date() -> None:
    assert [path.name for path, text in modules().items() if path.read_text(encoding="utf-8") != text] == []


@every_ruleset
def test_every_command_is_a_struct_that_sends_what_it_was_given(ruleset: Ruleset[Any]) -> None:
    module = module_of(ruleset.key)
    commands = [command for command in ruleset.commands if command not in OPENING_COMMANDS]
    for command in commands:
        given = {"type": type_of(command), **command.example}
        sent = msgspec.to_builtins(module.read_command(given))
        assert sent.keys() <= given.keys()
        assert command.model_validate(sent) == command.model_validate(given)
    assert len(commands) == len(get_args(module.AnyCommand))


@every_ruleset
def test_every_answer_is_read_by_its_kind(ruleset: Ruleset[Any]) -> None:
    kinds = get_type_hints(module_of(ruleset.key).Answers)
    assert kinds.keys() == ruleset.prompts.keys()
    for kind, prompt in ruleset.prompts.items():
        for answer in examples(ruleset, prompt):
            read = msgspec.convert(answer, kinds[kind])
            sent = msgspec.to_builtins(module_of(ruleset.key).sent(kind, read, to="narrator"))
            assert (sent["kind"], sent["to"]) == (kind, "narrator")
            assert prompt.answer.validate_python(sent["answer"]) == prompt.answer.validate_python(answer)


@every_ruleset
async def test_every_option_is_a_field_and_only_those_that_are_set_are_sent(url: str, ruleset: Ruleset[Any]) -> None:
    options = module_of(ruleset.key).Options
    assert msgspec.to_builtins(options()) == {}
    async with Yarrow(url) as yarrow:
        known = (await yarrow.ruleset(ruleset.key))["options"]["properties"]
        assert {field.encode_name for field in msgspec.structs.fields(options)} == known.keys()
        fight, plain = [await yarrow.open(ruleset.key, options=given) for given in (options(), None)]
        assert (await fight.state())["options"] == (await plain.state())["options"]
    with pytest.raises(TypeError):
        options(nothing_like_it=1)


async def test_a_fight_is_played_with_structs(url: str) -> None:
    async with Yarrow(url) as yarrow:
        pair = [core.Newcomer(template="flying_fox"), core.Newcomer(template="guard", sheet={"fortitude": 6})]
        fight = await yarrow.open("s3", combatants=pair, options=s3.Options(pc_death=False))
        assert (await fight.state())["options"]["pc_death"] is False
        await fight.give(s3.BeginRound())
        await fight.give(s3.BeginTurn(pc="fox", npc="guard", order="pc_first"))
        menu = await fight.options(command="s3.end_turn")
        ended = s3.read_command(fill(menu, menu.forms[0], lambda _, values: values.listed[0][0]))
        assert isinstance(ended, s3.EndTurn | s3.StrikeTurn)
        evasion = s3.sent("oppose", s3.OpposeAnswer(skill="evasion"), to="guard")
        punch = s3.Attack(actor="fox", target="guard", weapon="unarmed", answers=[evasion])
        assert (await fight.check(punch)).first == "throw"
        struck = await fight.give(punch, story=True)
        assert struck.story[0].throws
        with pytest.raises(Refused):
            await fight.give(punch)
        card = (await fight.table()).combatants["fox"]
        assert (card.name, card.kind, card.state) == ("Flying Fox", "person", "able")


@pytest.mark.parametrize("commands", [8, long(80)])
@pytest.mark.parametrize("key", list(rulesets()))
async def test_a_table_that_is_patched_is_the_table_that_is_read(url: str, key: str, commands: int) -> None:
    templates = [key for key, sheet in rulesets()[key].templates.items() if "driver" not in sheet][:3]
    newcomers = [{"template": template, "id": f"{ID}{place}"} for place, template in enumerate(templates)]
    async with Yarrow(url) as yarrow:
        fight = await yarrow.open(key, combatants=newcomers)
        first = await fight.version()
        await play(fight, commands)
        await fight.command("core.close")
        table = await fight.table(first)
        async for batch in fight.watch(first, table=True):
            table = patched(table, batch.table)
            assert table == await fight.table(batch.version)


async def test_a_patch_of_what_a_later_service_adds_is_left_out(url: str) -> None:
    later = [
        Difference("add", "/auras", {"a-1": {"radius": 1}}),
        Difference("add", "/auras/a-7", {"radius": 2}),
        Difference("replace", "/combatants/fox/name", "Flying Vixen"),
    ]
    async with Yarrow(url) as yarrow:
        fight = await yarrow.open("s3", combatants=[{"template": "flying_fox"}])
        table = await fight.table()
    for operation in later:
        table = patched(table, [TableChange(table.version, (operation,))])
    assert table.combatants["fox"].name == "Flying Vixen"


@every_ruleset
async def test_what_is_filled_in_by_a_menu_is_read_as_a_struct(url: str, ruleset: Ruleset[Any]) -> None:
    module = module_of(ruleset.key)
    types = {type_of(command): command for command in ruleset.commands}
    templates = [{"template": key} for key, sheet in ruleset.templates.items() if "driver" not in sheet][:3]
    async with Yarrow(url) as yarrow:
        fight = await yarrow.open(ruleset.key, combatants=templates)
        await play(fight, 3)
        menu, choose = await fight.options(), Seat("narrator", await fight.table()).choose
    read = 0
    for form in [*menu.forms] * 3:
        with suppress(Unfilled):
            given = fill(menu, form, choose)
            sent = msgspec.to_builtins(module.read_command(given))
            assert types[form.command].model_validate(sent) == types[form.command].model_validate(given)
            read += 1
    assert read > 10


def test_a_ruleset_is_loaded_only_when_it_is_used() -> None:
    code = "import sys, yarrow_client.sync; print([name for name in sys.modules if 'client.rulesets.' in name])"
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert loaded == "['yarrow_client.rulesets.base', 'yarrow_client.rulesets.core']\n"


WRONG = {
    's3.Attack(actor="fox", target="guard", weapn="unarmed")': "call-arg",
    's3.Attack(actor="fox", target="guard", weapon="unarmed", intent="tickle")': "arg-type",
    's3.sent("oppose", "heads")': "call-overload",
    's3.Options(stun_length="hour")': "arg-type",
    "table.combatants['fox'].nme": "attr-defined",
    "entry.sentense": "attr-defined",
}
PAGE = (ROOT / "clients" / "python" / "README.md").read_text(encoding="utf-8")
[TYPED] = re.findall(r"## Types\n.*?```python\n(.*?)```", PAGE, flags=re.DOTALL)


def test_the_types_of_the_page_play_as_it_shows(url: str, tmp_path: Path) -> None:
    [said] = python_says(at(url, [Snippet("python", TYPED, None)]), tmp_path)
    sentence, state = said.splitlines()
    assert sentence.startswith("Flying Fox ")
    assert state in {"able", "down"}


SNIPPET = """from yarrow_client import Entry, Table
from yarrow_client.rulesets import s3
from yarrow_client.sync import Yarrow

def use(yarrow: Yarrow, table: Table, entry: Entry) -> str:
    fight = yarrow.open("s3", options=s3.Options(stun_length="turn"))
    evasion = s3.sent("oppose", s3.OpposeAnswer(skill="evasion"))
    fight.give(s3.Attack(actor="fox", target="guard", weapon="unarmed", answers=[evasion]))
    return table.combatants["fox"].name + entry.sentence

"""


@pytest.mark.parametrize("wrong", [long(True), long(False)])
def test_a_type_checker_finds_what_is_wrong_and_nothing_else(tmp_path: Path, *, wrong: bool) -> None:
    lines = "".join(f"    {line}\n" for line in WRONG) if wrong else ""
    code = f"{SNIPPET}def misuse(table: Table, entry: Entry) -> None:\n    'Wrong.'\n{lines}"
    (tmp_path / "bot.py").write_text(code, encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", "--no-incremental", "--output", "json", "bot.py"],
        env={"MYPYPATH": str(ROOT / "clients" / "python"), "PATH": ""},
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    found = [json.loads(line) for line in done.stdout.splitlines() if line.startswith("{")]
    start = len(SNIPPET.splitlines()) + 3
    assert [(one["line"], one["code"]) for one in found if one["severity"] == "error"] == [
        (start + place, code) for place, code in enumerate(WRONG.values() if wrong else ())
    ]
