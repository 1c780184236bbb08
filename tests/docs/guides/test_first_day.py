"""Tests that the commands of the operator's first day print what the guide shows, also after a restart."""

import re
from configparser import ConfigParser
from pathlib import Path

from service.settings import PREFIX, Settings
from tests.docs.snippets import PATH, Snippet, assert_shows, at, programs, shell_says, snippets
from tests.program import ROOT, serving

PAGE = ROOT / "docs" / "howto" / "first-day.md"
TEXT = PAGE.read_text(encoding="utf-8")
WRITE, CHECK, SEAT, BACK_UP, AFTER = snippets(PAGE)


def test_the_first_day_is_as_the_guide_shows(tmp_path: Path) -> None:
    path = f"{programs(tmp_path)}:{PATH}"
    shell_says([WRITE], tmp_path, path)
    settings = dict(line.split("=", 1) for line in (tmp_path / "yarrow.env").read_text(encoding="utf-8").splitlines())
    assert (tmp_path / "yarrow.env").stat().st_mode & 0o077 == 0
    data = Path(settings["YARROW_DATA_DIR"])

    with serving(data, variables=settings) as url:
        session = at(url, [CHECK, SEAT, BACK_UP])
        said = shell_says(session, tmp_path, path)
    for snippet, printed in zip(session, said, strict=True):
        assert_shows(snippet.shown, printed)

    with serving(data, variables=settings) as url:
        token = SEAT.code.splitlines()[:2]
        again = [CHECK, Snippet("sh", "\n".join([*token, AFTER.code]), AFTER.shown)]
        *_, printed = shell_says(at(url, again), tmp_path, path)
    assert_shows(AFTER.shown, printed)


def test_the_unit_names_settings_that_exist() -> None:
    [unit] = re.findall(r"```ini\n(.*?)```", TEXT, flags=re.DOTALL)
    parsed = ConfigParser()
    parsed.read_string(unit)
    assert parsed["Service"]["ExecStart"] == "/opt/yarrow/bin/yarrow serve"
    named = set(re.findall(rf"{PREFIX}[A-Z_]+", TEXT)) - {f"{PREFIX}TOKEN", f"{PREFIX}URL"}
    assert named <= {f"{PREFIX}{name.upper()}" for name in Settings.model_fields}
