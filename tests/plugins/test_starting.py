"""Tests the messages for an operator whose packages are missing, conflict, or provide no playable ruleset."""

import re
from pathlib import Path

import httpx
import pytest

from domain.registry import InvalidRuleset, collect
from tests.plugins.packages import install, installed, loaded, write
from tests.program import serving, yarrow_process
from tests.tiers import long
from tests.waiting import PATIENCE

S3_INSTEAD = {'key="tug"': 'key="s3"', '"tug.s': '"s3.s', '"tug.pu': '"s3.pu'}
ANOTHER = {"yarrow-tug": "yarrow-rope", "tug.py": "rope.py", "tug:TUG": "rope:TUG"}


UNFIT_SCENE = """    scenes=(__import__("domain.ruleset.scene").ruleset.scene.scene("yard", {
        "name": "In the yard", "description": "They pull.", "ruleset": "tug", "combatants": [{"template": "oxen"}],
    }, "yard.toml"),),"""
LOST_SCENE = """    demo=__import__("domain.ruleset.demo").ruleset.demo.Demonstration("yard", ()),"""


def refused(*targets: Path, data_dir: Path) -> str:
    """Return the error message of a service that does not start."""
    done = yarrow_process("serve", "--port", "0", "--data-dir", data_dir, variables=installed(*targets))
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.count("\n") == 1
    return done.stderr.removeprefix("Error: ").rstrip("\n")


def test_an_encounter_whose_ruleset_is_gone_is_listed_and_says_what_it_needs_and_plays_on_when_it_is_back(
    tug: Path, tmp_path: Path
) -> None:
    with serving(tmp_path, variables=installed(tug)) as url:
        opening = {"ruleset": "tug", "id": "yard", "combatants": [{"template": "ox"}]}
        assert httpx.post(f"{url}/v1/encounters", json=opening, timeout=PATIENCE).status_code == 201
    spit = {"command": {"type": "tug.spit", "actor": "ox"}}
    with serving(tmp_path) as url:
        [listed] = httpx.get(f"{url}/v1/encounters", timeout=PATIENCE).json()["encounters"]
        assert (listed["id"], listed["ruleset"]) == ("yard", "tug")
        for path in ("", "/story", "/options", "/audit", "/bundle"):
            answer = httpx.get(f"{url}/v1/encounters/yard{path}", timeout=PATIENCE)
            assert (answer.status_code, answer.json()["code"]) == (501, "ruleset_missing"), path
        answer = httpx.post(f"{url}/v1/encounters/yard/commands", json=spit, timeout=PATIENCE)
        assert (answer.status_code, answer.json()["code"]) == (501, "ruleset_missing")
        assert answer.json()["detail"] == (
            "The encounter is played by “tug”, which is not installed here; install its package and restart."
        )
        unknown = httpx.post(f"{url}/v1/encounters", json={"ruleset": "tug"}, timeout=PATIENCE)
        assert (unknown.status_code, unknown.json()["field"]) == (422, "ruleset")
        exported = yarrow_process("export", "yard", "--url", url, cwd=tmp_path)
        assert exported.returncode == 1
        assert "“tug”, which is not installed here" in exported.stderr
    with serving(tmp_path, variables=installed(tug)) as url:
        assert httpx.post(f"{url}/v1/encounters/yard/commands", json=spit, timeout=PATIENCE).status_code == 200


def test_two_packages_with_one_key_keep_it_from_starting_and_are_both_named(tug: Path, tmp_path: Path) -> None:
    install(write(tmp_path / "source", ANOTHER), tmp_path / "installed")
    said = refused(tug, tmp_path / "installed", data_dir=tmp_path / "data")
    assert "a ruleset with the key 'tug'" in said
    assert {"yarrow-tug", "yarrow-rope"} <= {word.strip(",:") for word in said.split()}
    assert said.endswith("remove one of them.")


@pytest.mark.long
def test_a_package_that_takes_the_key_of_a_built_in_ruleset_is_named(tmp_path: Path) -> None:
    install(write(tmp_path / "source", {'key="tug"': 'key="s3"'}), tmp_path / "installed")
    assert refused(tmp_path / "installed", data_dir=tmp_path / "data") == (
        "The package yarrow-tug provides an invalid ruleset: its command 'tug.spit' must begin with 's3.'. "
        "Fix the package or remove it."
    )
    install(
        write(tmp_path / "taken", S3_INSTEAD),
        tmp_path / "taken_installed",
    )
    assert refused(tmp_path / "taken_installed", data_dir=tmp_path / "data") == (
        "The package yarrow-tug provides a ruleset with the key 's3', and so does Yarrow itself: remove one of them."
    )


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (
            {"from domain.chance.draws import Draw": "from domain.chance.draws import Drawn"},
            "cannot be loaded (ImportError: ",
        ),
        long({'TUG"': 'RULES"'}, "tug:RULES is not a Ruleset"),
    ],
)
def test_a_package_that_brings_no_ruleset_keeps_it_from_starting_and_is_named_with_the_reason(
    change: dict[str, str], why: str, tmp_path: Path
) -> None:
    install(write(tmp_path / "source", change), tmp_path / "installed")
    said = refused(tmp_path / "installed", data_dir=tmp_path / "data")
    assert said.startswith("The package yarrow-tug provides an invalid ruleset: ")
    assert why in said
    assert said.endswith("Fix the package or remove it.")


@pytest.mark.parametrize(
    ("line", "instead", "why"),
    [
        ('"tug.spit"] = "tug.spit"', '"tug.spit"]', "its command Spit has no type"),
        ("events=(Spat, Pulled, Slid)", "events=(Spat, Event)", "its event Event has no type"),
        (
            "    def decide(self, decision: Decision[Rope]) -> None:\n        require(not",
            "    def give(self, decision: Decision[Rope]) -> None:\n        require(not",
            "'tug.spit' has no method decide",
        ),
        ('    says = "{combatant} slides', '    said = "{combatant} slides', "'tug.slid' has no sentence (says)"),
        ('"tug.spat"', '"tug.slid"', "two of its events have the type 'tug.slid'"),
        ('"tug.spat"', '"spat"', "its event 'spat' must begin with 'tug.'"),
        (
            'key="tug"',
            'key="Tug of War"',
            "its key is 'Tug of War', which must be a word of 1 to 40 characters from a-z, 0-9 and _",
        ),
        (
            "    option_model=Options,",
            f"    option_model=Options,\n{UNFIT_SCENE}",
            "a scene does not fit: yard.toml: combatants[0].template: There is no template “oxen”; there are ox",
        ),
        (
            "    option_model=Options,",
            f"    option_model=Options,\n{LOST_SCENE}",
            "its demonstration needs the scene 'yard', which it does not have",
        ),
    ],
)
def test_a_ruleset_that_lacks_something_is_not_taken(
    line: str, instead: str, why: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(InvalidRuleset, match=re.escape(why)):
        collect((), [loaded(tmp_path, {line: instead})])


@pytest.mark.long
def test_verifying_with_a_broken_package_names_it_in_one_sentence(tug: Path, tmp_path: Path) -> None:
    install(write(tmp_path / "source", {"tug:TUG": "tug:RULES"}), tmp_path / "installed")
    with serving(tmp_path / "data") as url:
        opening = {"ruleset": "s3", "id": "duel", "combatants": [{"template": "doctor_hu"}]}
        assert httpx.post(f"{url}/v1/encounters", json=opening, timeout=PATIENCE).status_code == 201
        bundle = tmp_path / "duel.ndjson"
        assert yarrow_process("export", "duel", "--url", url, "--output", bundle).returncode == 0
    done = yarrow_process("verify", bundle, variables=installed(tmp_path / "installed"))
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (1, "", 1)
    assert "The package yarrow-tug provides an invalid ruleset" in done.stderr
