"""Tests that ``yarrow verify`` and the independent program docs/verify.py reach the same verdict on every bundle."""

import io
import re
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import NamedTuple

from service.cli.api_client import CommandFailed
from service.cli.proving import prove, read_bundle
from tests.docs.verifying.bundles import WAYS, good_bundles, spoiled
from tests.docs.verifying.leaves import with_other_values

PROGRAM = Path(__file__).parents[3] / "docs" / "verify.py"
MANY = 100
AT_ONCE = 50
FORGED = 200
LINE = re.compile(r"(\d+): (chain|throws) (proven|broken|not provable): (.*)")
COUNTS = re.compile(r"(\d+) proven, (\d+) supplied, (\d+) unrevealed, (\d+) hidden, (\d+) elsewhere")
NOTHING = (0, 0, 0, 0, 0)
UNSAID = "unsaid"


class Verdicts(NamedTuple):
    """The verdicts on chain and throws and, unless the throws are broken, the number of throws of each kind."""

    chain: str
    throws: str
    counts: tuple[int, ...] = NOTHING


def by_yarrow(file: bytes) -> Verdicts:
    """Return the verdicts of ``yarrow verify``; a file that is not a known kind of bundle has none on its throws."""
    try:
        audit = prove(read_bundle(io.BytesIO(file), "bundle"))
    except CommandFailed:
        return Verdicts("broken", UNSAID)
    throws = audit.throws
    counts = throws.proven, throws.supplied, throws.unrevealed, throws.hidden, throws.elsewhere
    verdict = throws.verdict.replace("_", " ")
    return Verdicts(audit.chain.verdict, verdict, NOTHING if verdict == "broken" else counts)


def by_the_stranger(files: list[bytes], folder: Path) -> list[Verdicts]:
    """Return the verdicts of docs/verify.py on each file, run in a separate process with only the standard library."""
    said: list[str] = []
    for first in range(0, len(files), AT_ONCE):
        names = [str(number) for number in range(first, min(first + AT_ONCE, len(files)))]
        for name in names:
            (folder / name).write_bytes(files[int(name)])
        done = subprocess.run(
            [sys.executable, "-I", "-S", str(PROGRAM), *names], cwd=folder, capture_output=True, text=True, check=False
        )
        assert done.stderr == ""
        assert done.returncode == (": broken" in done.stdout.replace(" broken: ", ": broken: "))
        said += done.stdout.splitlines()
    lines = [found for line in said if (found := LINE.match(line))]
    chains = {int(found[1]): found[3] for found in lines if found[2] == "chain"}
    throws = {int(found[1]): found for found in lines if found[2] == "throws"}
    return [Verdicts(chains[number], throws[number][3], counts_of(throws[number][4])) for number in range(len(files))]


def counts_of(detail: str) -> tuple[int, ...]:
    found = COUNTS.match(detail)
    return tuple(map(int, found.groups())) if found else NOTHING


def test_both_agree_on_sound_bundles_and_find_them_sound(tmp_path: Path) -> None:
    made = list(good_bundles())
    assert len(made) == MANY
    files = [bundle.file for bundle in made]
    ours = [by_yarrow(file) for file in files]
    theirs = by_the_stranger(files, tmp_path)
    assert [(one.name, said) for one, said in zip(made, theirs, strict=True)] == [
        (one.name, said) for one, said in zip(made, ours, strict=True)
    ]
    assert {said.chain for said in ours} == {"proven"}
    assert Counter(said.throws for said in ours).keys() == {"proven", "not provable"}
    totals = [sum(counts) for counts in zip(*(said.counts for said in ours), strict=True)]
    assert all(total > 4 for total in totals), totals
    for kind in (b"core.rewound", b"core.imported", b"core.branched"):
        assert sum(b'"type":"%s"' % kind in file for file in files) >= 15


def test_both_agree_on_damaged_bundles(tmp_path: Path) -> None:
    damaged = list(spoiled(list(good_bundles()), MANY))
    assert {one.way for one in damaged} >= set(WAYS)
    files = [one.file for one in damaged]
    ours = [by_yarrow(file) for file in files]
    theirs = by_the_stranger(files, tmp_path)
    for one, own, other in zip(damaged, ours, theirs, strict=True):
        assert own == (Verdicts(other.chain, UNSAID) if own.throws == UNSAID else other), (one.way, one.name)
    assert Counter(said.throws for said in ours)[UNSAID] < MANY / 10
    unfound = [one for one, said in zip(damaged, ours, strict=True) if "broken" not in said]
    assert len(unfound) < MANY / 4
    for one in unfound:  # a complete forgery is consistent in itself; only a hash from another source exposes it
        audit = prove(read_bundle(io.BytesIO(one.file), "bundle"), head=one.head)
        assert audit.chain.verdict == "broken" or one.way == "another seen_by in the header", (one.way, one.name)


def test_both_agree_where_a_forger_changes_one_value_and_renews_all_hashes(tmp_path: Path) -> None:
    forged = list(with_other_values(list(good_bundles()), FORGED, seed=14))
    files = [one.file for one in forged]
    ours = [by_yarrow(file) for file in files]
    theirs = by_the_stranger(files, tmp_path)
    for one, own, other in zip(forged, ours, theirs, strict=True):
        assert own == (Verdicts(other.chain, UNSAID) if own.throws == UNSAID else other), (one.way, one.name)
    assert {"proven", "broken"} <= {said.chain for said in ours}
    assert {"proven", "broken", "not provable"} <= {said.throws for said in ours}
