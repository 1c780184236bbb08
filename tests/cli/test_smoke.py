"""Tests each command once as a separate process, as a shell runs it; the other tests run commands in this process."""

import json
from pathlib import Path

import pytest

from tests.cli.conftest import Fight
from tests.http.access.tokens import SECRET
from tests.program import yarrow_process

FIGHT, URL, BUNDLE, NEW = "<fight>", "<url>", "<bundle>", "<new>"
SMOKE = {
    "version": ["--version"],
    "help": ["--help"],
    "token": ["token", "--role", "narrator", "--json"],
    "replay": ["replay", FIGHT, "--url", URL, "--json"],
    "watch": ["watch", FIGHT, "--after", "0", "--url", URL, "--json"],
    "export": ["export", FIGHT, "--url", URL, "--output", NEW],
    "verify": ["verify", BUNDLE, "--json"],
    "branch": ["branch", FIGHT, "--url", URL, "--json"],
    "languages": ["languages", "--json"],
    "projections": ["projections", "verify", "--url", URL, "--json"],
    "demo": ["demo", "--url", URL, "--output", NEW, "--json"],
}


@pytest.mark.parametrize("words", SMOKE.values(), ids=SMOKE)
def test_it_runs_as_a_process_and_succeeds(words: list[str], service_url: str, fight: Fight, tmp_path: Path) -> None:
    places = {FIGHT: fight.id, URL: service_url, BUNDLE: str(fight.bundle), NEW: str(tmp_path / "new.ndjson")}
    done = yarrow_process(*(places.get(word, word) for word in words), variables={"YARROW_SECRET": SECRET})
    assert done.returncode == 0, done.stderr
    assert done.stdout
    if "--json" in words:
        assert all(json.loads(line) for line in done.stdout.splitlines())


@pytest.mark.parametrize(("words", "status"), [(["verify", "nothing.ndjson"], 1), (["no-such-command"], 2)])
def test_as_a_process_it_fails_with_a_status_and_a_sentence(words: list[str], status: int) -> None:
    done = yarrow_process(*words)
    assert (done.returncode, done.stdout) == (status, "")
    assert done.stderr.startswith("Error: ")
    assert "Traceback" not in done.stderr
