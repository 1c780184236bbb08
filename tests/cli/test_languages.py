"""Tests the command that checks the words of other languages."""

import json

from tests.program import yarrow


def test_every_language_of_every_ruleset_is_complete() -> None:
    done = yarrow("languages")
    assert (done.returncode, done.stdout.splitlines()) == (0, ["core in de: complete", "ticks in de: complete"])
    [only] = [json.loads(line) for line in yarrow("languages", "--ruleset", "ticks", "--json").stdout.splitlines()]
    assert only == {"ruleset": "ticks", "language": "de", "faults": []}


def test_a_ruleset_that_there_is_not_is_said() -> None:
    done = yarrow("languages", "--ruleset", "chess")
    assert (done.returncode, done.stdout) == (1, "")
    assert "There is no ruleset 'chess'; there are core, s3, " in done.stderr
    done = yarrow("languages", "--ruleset", "s3")
    assert (done.returncode, done.stdout) == (0, "No other language than English.\n")
