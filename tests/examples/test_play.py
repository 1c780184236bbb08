"""The client that knows no ruleset plays a whole fight of every ruleset, and prints nothing but words."""

import re
import subprocess
import sys
from collections.abc import Iterator

import pytest

from domain.registry import rulesets
from tests.examples.fights import PLAY, SCENES, code_in, ended, opened, run
from tests.program import environment, serving
from tests.tiers import long
from tests.waiting import PATIENCE

SOURCE = PLAY.read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a running service."""
    with serving(tmp_path_factory.mktemp("service")) as url:
        yield url


@pytest.mark.parametrize("speaker", [(), long(("narrator",))])
@pytest.mark.parametrize("key", ["s3", *[long(key) for key in SCENES if key != "s3"]])
def test_a_fight_of_any_ruleset_is_played_to_its_end(url: str, key: str, speaker: tuple[str, ...]) -> None:
    encounter = opened(url, SCENES[key])
    said = run("play.py", url, encounter, *speaker)
    assert code_in(said) == []
    over = ended(url, encounter)["over"]
    assert over["sentence"] in said
    assert any(re.match(r"\S.*: ", line) for line in said)  # one blow may end a fight


@pytest.mark.parametrize("words", [("alley", "narator"), ("alley", "narrator", "narrator"), ()])
def test_wrong_arguments_are_answered_with_the_usage(words: tuple[str, ...]) -> None:
    command = [sys.executable, str(PLAY), "http://127.0.0.1:9", *words]
    done = subprocess.run(command, env=environment(), capture_output=True, text=True, timeout=PATIENCE, check=False)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith("Play a fight of any ruleset to its end")


def test_every_ruleset_has_a_fight_here() -> None:
    assert SCENES.keys() == rulesets().keys()


def test_it_names_no_ruleset_and_has_at_most_120_lines() -> None:
    assert [key for key in rulesets() if re.search(rf"\b{key}\b", SOURCE)] == []
    assert len(SOURCE.splitlines()) <= 120
