"""Tests the demonstration of an external ruleset: it has none, or provides one as data, which is played as written."""

import json
from pathlib import Path

import pytest

from tests.plugins.packages import install, installed, write
from tests.program import yarrow_process

DEMO = """scenes=(scene("in_the_yard", {
        "name": "In the yard", "description": "An ox pulls against a mouse.", "ruleset": "tug", "chance": "either",
        "combatants": [{"template": "ox"}, {"template": "mouse"}], "options": {"line": 1},
    }),),
    demo=msgspec.convert({
    "scene": "in_the_yard",
    "chapters": [
        {
            "title": "By hand",
            "words": "The dice are real.",
            "steps": [
                {"command": {"type": "tug.spit", "actor": "mouse"}},
                {"command": {"type": "tug.spit", "actor": "mouse"}, "refused_by": "TUG-PULL-4"},
                {
                    "command": {
                        "type": "tug.pull", "actor": "ox", "target": "mouse",
                        "answers": [{"kind": "grip", "answer": "hold"}],
                    },
                    "faces": [[2, 1, 2, 1, 2], [6, 2]],
                },
            ],
        },
        {
            "title": "By itself",
            "words": "Somebody slides.",
            "until": {"people.ox.slid": [1], "over": [True]},
            "wishes": [
                {"command": "tug.swim"},
                {"command": "tug.pull", "fields": {"actor": ["mouse"], "target": ["ox"]}},
                {"command": "tug.spit", "fields": {"actor": ["ox"]}},
            ],
            "answers": {"grip": ["let_go"]},
        },
    ],
}, Demonstration),"""
BRINGS = {
    "    option_model=Options,": f"    option_model=Options,\n    {DEMO}",
    "from domain.model.encounter import": (
        "from domain.ruleset.demo import Demonstration\nfrom domain.ruleset.scene import scene\n"
        "from domain.model.encounter import"
    ),
    "class Rope(SimpleState[Puller]):": "class Rope(SimpleState[Puller]):\n    over: bool = False\n",
    "        rope.change(self.combatant, slid": "        rope.over = True\n        rope.change(self.combatant, slid",
}


def test_one_without_is_told_so_with_those_that_have_one(tug: Path) -> None:
    done = yarrow_process("demo", "--ruleset", "tug", variables=installed(tug))
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith("Error: The ruleset 'tug' has no demonstration. Choose one of s3")


def test_one_that_it_brings_is_played_with_its_faces_and_on_by_its_wishes(tmp_path: Path) -> None:
    install(write(tmp_path / "source", BRINGS), tmp_path / "installed")
    done = yarrow_process("demo", "--ruleset", "tug", "--json", variables=installed(tmp_path / "installed"))
    assert (done.returncode, done.stderr) == (0, "")
    said = json.loads(done.stdout)
    assert [refusal["rule"] for refusal in said["refusals"]] == ["TUG-PULL-4"]
    sentences = [entry["sentence"] for entry in said["story"]]
    assert sentences.index("Mouse pulls: ⚅⚁.") == sentences.index("Ox pulls: ⚁⚀⚁⚀⚁.") + 1
    audit = said["audit"]
    assert {audit[check]["verdict"] for check in ("chain", "throws", "legality")} == {"proven"}
    assert audit["supplied_throws"] == 2


@pytest.mark.long
def test_one_that_is_refused_by_another_rule_than_it_says_breaks_off_with_that_rule(tmp_path: Path) -> None:
    wrong = {**BRINGS, '"refused_by": "TUG-PULL-4"': '"refused_by": "TUG-PULL-3"'}
    install(write(tmp_path / "source", wrong), tmp_path / "installed")
    done = yarrow_process("demo", "--ruleset", "tug", "--json", variables=installed(tmp_path / "installed"))
    assert done.returncode == 5
    error = json.loads(done.stderr)["error"]
    assert error.startswith("These hands are wet.")
    assert error.endswith("(TUG-PULL-4)")
