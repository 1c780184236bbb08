"""Tests that the snippets of the access page print what it shows, and that its tables match the code."""

import re
import time

import msgspec
import pytest

from service.auth.tokens import Claims
from tests.docs.snippets import PATH, assert_shows, at, programs, shell_says, snippets
from tests.docs.test_operating import rows
from tests.http.access.tokens import SECRET
from tests.program import ROOT, serving, yarrow

PAGE = ROOT / "docs" / "howto" / "access.md"
TEXT = PAGE.read_text(encoding="utf-8")
SERVE, *REST = snippets(PAGE)


@pytest.fixture(scope="module")
def said(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """The output of each snippet after the first."""
    folder = tmp_path_factory.mktemp("reader")
    directory = tmp_path_factory.mktemp("service")
    with serving(directory, "--host", "0.0.0.0", variables={"YARROW_SECRET": SECRET}) as url:
        first, *others = at(url.replace("0.0.0.0", "127.0.0.1"), REST)
        session = [first._replace(code=f"export YARROW_SECRET={SECRET}\n{first.code}"), *others]
        return shell_says(session, folder, f"{programs(folder)}:{PATH}")


@pytest.mark.parametrize("place", range(len(REST)))
def test_the_shell_prints_what_is_shown(said: list[str], place: int) -> None:
    assert len(said) == len(REST)
    assert_shows(REST[place].shown, said[place])


def test_the_service_is_started_as_it_says() -> None:
    secret, serve = SERVE.code.splitlines()
    assert secret == "export YARROW_SECRET=$(openssl rand -hex 32)"
    assert serve == "yarrow serve --host 0.0.0.0"


def test_the_claims_are_those_that_are_listed_and_the_options_are_there() -> None:
    listed = rows(TEXT, "| claim | option | meaning |")
    assert {name for cells in listed for name in re.findall(r"`(\w+)`", cells[0])} == set(Claims.__struct_fields__)
    options = {option for cells in listed for option in re.findall(r"`(--\w+)`", cells[1])}
    shown = yarrow("token", "--help").stdout
    assert options
    assert all(option in shown for option in options)


def test_the_claims_that_are_shown_are_a_token() -> None:
    [shown] = [block for block in re.findall(r"```json\n(.*?)```", TEXT, flags=re.DOTALL) if '"sub"' in block]
    claims = msgspec.json.decode(shown, type=Claims)
    assert str(claims.speaker) == "player:ogre"
    assert claims.exp > time.time() - 366 * 86400
    for delay in re.findall(r'`(\{"(?:events|rounds)": \d+\})`', TEXT):
        said = {
            **msgspec.json.decode(shown),
            "role": "spectator",
            "combatants": [],
            "delay": msgspec.json.decode(delay),
        }
        assert msgspec.convert(said, Claims).delay is not None
