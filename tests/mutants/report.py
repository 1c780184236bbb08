"""The results of the mutants: caught by a test, equivalent for a recorded reason, or missed."""

import tomllib
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from pathlib import Path
from typing import Final, NamedTuple

from tests.mutants.sample import EACH, SEED, Key, Mutant

FOLDER: Final = Path(__file__).parent
EQUIVALENT: Final = FOLDER / "equivalent.toml"
REPORT: Final = FOLDER / "report.md"
Reasons = Mapping[Key, str]
"""The reasons why surviving mutants are equivalent to the original code, by key."""


class Tried(NamedTuple):
    """A mutant and the test that fails with it, or None if no test does."""

    mutant: Mutant
    caught_by: str | None


def reasons(file: Path = EQUIVALENT) -> Reasons:
    """Return the recorded reasons."""
    rows = tomllib.loads(file.read_text("utf-8")).get("mutant", [])
    return {(row["file"], row["function"], row["line"], row["before"], row["after"]): row["reason"] for row in rows}


def verdict(one: Tried, known: Reasons) -> str:
    """Return the result of one mutant as one word."""
    if one.caught_by is not None:
        return "caught"
    return "survived" if one.mutant.key in known else "MISSED"


def missed(tried: Iterable[Tried], known: Reasons) -> list[Tried]:
    """Return the mutants that no test catches and that have no recorded reason."""
    return [one for one in tried if verdict(one, known) == "MISSED"]


def line(one: Tried, known: Reasons) -> str:
    """Return the result of one mutant as a line."""
    mutant = one.mutant
    place = f"{mutant.file}:{mutant.fault.line} {mutant.function}"
    return f"{verdict(one, known):8}  {place}: {_change(mutant)}  {_why(one, known)}".rstrip()


def report(tried: Sequence[Tried], known: Reasons) -> str:
    """Return the report of a run as Markdown: counts for each ruleset, then its mutants and their results."""
    lines = [
        "# Mutants of the rules",
        "",
        f"`make mutants` draws {EACH} mutants of each ruleset (seed {SEED}) and runs its short tests against each.",
        "",
        "| ruleset | mutants | caught | survived | missed |",
        "| --- | ---: | ---: | ---: | ---: |",
    ]
    by_ruleset = {ruleset: list(own) for ruleset, own in groupby(tried, lambda one: one.mutant.ruleset)}
    for ruleset, own in by_ruleset.items():
        counts = Counter(verdict(one, known) for one in own)
        lines.append(f"| {ruleset} | {len(own)} | {counts['caught']} | {counts['survived']} | {counts['MISSED']} |")
    for ruleset, own in by_ruleset.items():
        lines += ["", f"## {ruleset}", "", "| function | change | verdict | by |", "| --- | --- | --- | --- |"]
        for one in own:
            where = f"{one.mutant.file.removeprefix(f'domain/rulesets/{ruleset}/')} {one.mutant.function}"
            change = f"`{_change(one.mutant)}`".replace("|", "\\|")
            lines.append(f"| {where} | {change} | {verdict(one, known)} | {_why(one, known)} |")
    return "\n".join(lines) + "\n"


def _why(one: Tried, known: Reasons) -> str:
    """Return the test that catches a mutant, or the reason why none can."""
    return (one.caught_by or known.get(one.mutant.key, "")).partition("[")[0]


def _change(mutant: Mutant) -> str:
    return f"{_short(mutant.fault.before)} -> {_short(mutant.fault.after) or 'nothing'}"


def _short(source: str) -> str:
    """Return the first line of a source text; a mutated statement may be long."""
    first, _, rest = source.strip().partition("\n")
    return f"{first} …" if rest else first
