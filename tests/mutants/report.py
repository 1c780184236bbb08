"""What became of the mutants: caught by a test, equivalent for a reason that is on record, or missed."""

import tomllib
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Final, NamedTuple

from tests.mutants.sample import EACH, SEED, Mutant

FOLDER: Final = Path(__file__).parent
EQUIVALENT: Final = FOLDER / "equivalent.toml"
REPORT: Final = FOLDER / "report.md"
Reasons = Mapping[tuple[str, str, str, str], str]
"""Why mutants that survive mean the same as the rules, by their keys."""


class Tried(NamedTuple):
    """A mutant and the test that fails with it, None where none does."""

    mutant: Mutant
    caught_by: str | None


def reasons(file: Path = EQUIVALENT) -> Reasons:
    """Return the reasons on record."""
    rows = tomllib.loads(file.read_text("utf-8")).get("mutant", [])
    return {(row["file"], row["function"], row["before"], row["after"]): row["reason"] for row in rows}


def missed(tried: Iterable[Tried], known: Reasons) -> list[Tried]:
    """Return those that no test catches and nothing excuses."""
    return [one for one in tried if one.caught_by is None and one.mutant.key not in known]


def line(one: Tried, known: Reasons) -> str:
    """Return what became of one mutant, as a line."""
    mutant = one.mutant
    verdict = "caught" if one.caught_by else "survived" if mutant.key in known else "MISSED"
    change = f"{_short(mutant.fault.before)} -> {_short(mutant.fault.after) or 'nothing'}"
    why = one.caught_by or known.get(mutant.key, "")
    return f"{verdict}  {mutant.file}:{mutant.fault.line} {mutant.function}: {change}  {why}".rstrip()


def report(tried: list[Tried], known: Reasons) -> str:
    """Return the report of a run as Markdown: counts for each ruleset, then the mutants that survive."""
    lines = [
        "# Mutants of the rules",
        "",
        f"`make mutants` draws {EACH} mutants of each ruleset (seed {SEED}) and runs its short tests against each.",
        "",
        "| ruleset | mutants | caught | equivalent | missed |",
        "| --- | ---: | ---: | ---: | ---: |",
    ]
    lost = missed(tried, known)
    for ruleset in sorted({one.mutant.ruleset for one in tried}):
        own = [one for one in tried if one.mutant.ruleset == ruleset]
        caught = sum(one.caught_by is not None for one in own)
        gone = sum(one.mutant.ruleset == ruleset for one in lost)
        lines.append(f"| {ruleset} | {len(own)} | {caught} | {len(own) - caught - gone} | {gone} |")
    survivors = [one for one in tried if one.caught_by is None]
    if survivors:
        lines += ["", "| survivor | change | why no test fails |", "| --- | --- | --- |"]
    for one in survivors:
        mutant = one.mutant
        change = f"`{_short(mutant.fault.before)}` → `{_short(mutant.fault.after) or 'nothing'}`"
        lines.append(f"| `{mutant.file}` `{mutant.function}` | {change} | {known.get(mutant.key, 'missed')} |")
    return "\n".join(lines) + "\n"


def _short(source: str) -> str:
    """Return the first line of a source text; a mutated statement may be long."""
    first, _, rest = source.partition("\n")
    return f"{first} …" if rest else first
