"""Tests that docs/verify.py verifies bundles with only Python's standard library."""

import io
import json
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from domain.model.speaker import Speaker
from events.format import chain
from events.format.bundle import FORMAT, Header, write
from events.format.envelope import redact
from service.encounters.visibility import view_record
from tests.recording import Recording
from tests.unit.events.fights import closed, dealt, gambled, shootout
from tests.unit.events.forging import changed, set_data, version_of, with_private

PROGRAM = Path(__file__).parents[3] / "docs" / "verify.py"
PAGE = (PROGRAM.parent / "howto" / "verify.md").read_text(encoding="utf-8")
HELPERS = {"require"}
Change = Callable[[list[bytes]], list[bytes]]


@pytest.fixture(scope="module")
def recording() -> Recording:
    return closed()


def bundle_of(recording: Recording, records: list[bytes] | None = None, seen_by: str = "narrator") -> bytes:
    kept = recording.records if records is None else records
    head = chain.extend(chain.genesis(recording.encounter), kept).hex()
    file = io.BytesIO()
    write(
        file,
        Header(FORMAT, recording.encounter, recording.ruleset.key, recording.ruleset.version, len(kept), head, seen_by),
        kept,
    )
    return file.getvalue()


def checked(bundle: bytes, folder: Path, *hashes: str) -> subprocess.CompletedProcess[str]:
    """Run the program in an environment where only the standard library can be imported."""
    path = folder / "fight.ndjson"
    path.write_bytes(bundle)
    command = [sys.executable, "-I", "-S", str(PROGRAM), path.name, *hashes]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)


def said(bundle: bytes, folder: Path, *hashes: str) -> tuple[int, str, str]:
    """Return the exit status of the program and its verdicts on chain and throws."""
    done = checked(bundle, folder, *hashes)
    assert done.stderr == ""
    chain_line, throws_line, legality = done.stdout.splitlines()
    assert legality == "fight.ndjson: legality not checked: needs the rules"
    name = "fight.ndjson: "
    return done.returncode, chain_line.removeprefix(f"{name}chain "), throws_line.removeprefix(f"{name}throws ")


def throws(recording: Recording) -> list[dict[str, str]]:
    lines = (json.loads(record.partition(b"\n")[0]) for record in recording.records)
    return [line["data"]["draw"] for line in lines if "draw" in line["data"]]


def counts(proven: int, supplied: int = 0, unrevealed: int = 0, hidden: int = 0, *, left_out: int = 0) -> str:
    of = f"{proven} proven, {supplied} supplied, {unrevealed} unrevealed, {hidden} hidden, 0 elsewhere"
    verdict = "not provable" if unrevealed or hidden else "proven"
    return f"{verdict}: {of}; the private parts of {left_out} events are left out"


def test_the_program_is_short_and_takes_nothing_but_the_standard_library() -> None:
    text = PROGRAM.read_text(encoding="utf-8")
    assert len(text.splitlines()) < 150
    imported = re.findall(r"^(?:from|import) (\w+)", text, flags=re.MULTILINE)
    assert set(imported) <= set(sys.stdlib_module_names)
    functions = set(re.findall(r"^def (\w+)", text, flags=re.MULTILINE))
    assert [name for name in functions - HELPERS if f"`{name}`" not in PAGE] == []


def test_a_whole_fight_with_two_epochs_and_supplied_and_hidden_parts_is_proven(
    recording: Recording, tmp_path: Path
) -> None:
    fallen = throws(recording)
    supplied = sum(throw.get("source") == "supplied" for throw in fallen)
    assert 0 < supplied < len(fallen)
    assert said(bundle_of(recording), tmp_path, recording.hash.hex()) == (
        0,
        f"proven: {len(recording.records)} events, hash {recording.hash.hex()}",
        counts(len(fallen) - supplied, supplied),
    )


def test_an_open_fight_has_throws_that_are_not_provable_yet(tmp_path: Path) -> None:
    recording = shootout()
    seeded = sum("source" not in throw for throw in throws(recording))
    assert said(bundle_of(recording), tmp_path)[2] == counts(0, 4, unrevealed=seeded)


def test_a_fight_without_its_private_lines_is_proven_all_the_same(recording: Recording, tmp_path: Path) -> None:
    kept = [record.partition(b"\n")[0] for record in recording.records]
    left_out = sum(b"\n" in record for record in recording.records)
    status, chain_said, throws_said = said(bundle_of(recording, kept, "spectator"), tmp_path, recording.hash.hex())
    assert (status, throws_said) == (0, counts(2, 4, left_out=left_out))
    assert chain_said.startswith("proven: ")
    status, chain_said, _ = said(bundle_of(recording, kept), tmp_path)
    assert (status, chain_said.rpartition(": ")[2]) == (1, "a private line is missing")


def test_dice_are_proven_as_coins_are(tmp_path: Path) -> None:
    gambles = gambled()
    assert said(bundle_of(gambles), tmp_path)[::2] == (0, counts(10, 3))
    version = version_of(gambles, "gamble.gambled")
    for dice in ([{"faces": [1, 1, 1], "sides": 6}], [{"faces": "HHH"}], [{"faces": [1, 1, 1], "sides": 20}]):
        forged = said(bundle_of(gambles, changed(gambles.records, version, set_data(dice=dice))), tmp_path)
        assert forged[0] == 1
        assert forged[2].startswith("broken: line ")
        assert f"(event {version}): the seed gives " in forged[2]


@pytest.mark.parametrize("face", [-1, 0, 7, 999_999])
@pytest.mark.parametrize("source", ["seeded", "supplied"])
def test_no_die_shows_what_is_not_on_it(tmp_path: Path, face: int, source: str) -> None:
    gambles = gambled()
    version = version_of(gambles, "gamble.gambled")
    dice = [{"faces": [1, face, 6], "sides": 6, "source": source}]
    forged = said(bundle_of(gambles, changed(gambles.records, version, set_data(dice=dice))), tmp_path)
    assert forged[2].endswith(f"(event {version}): these faces are impossible")


def test_what_is_said_stands_in_one_place_and_is_sealed_for_somebody(recording: Recording, tmp_path: Path) -> None:
    records, noted = recording.records, version_of(recording, "core.noted")
    twice = changed(with_private(records, noted, text="Secret."), noted, set_data(text="Open."))
    for forged, fault in (
        (with_private(records, version_of(recording, "s3.coins_thrown")), "not written as Yarrow writes it"),
        (twice, "a field is in the public line too"),
        (changed(records, 7, lambda line: line.update(time="yesterday")), "not written as Yarrow writes it"),
    ):
        status, chain_said, throws_said = said(bundle_of(recording, forged), tmp_path)
        assert (status, chain_said) == (1, throws_said)
        assert chain_said.endswith(fault)
    seen_by = said(bundle_of(recording, seen_by="somebody"), tmp_path)[1]
    assert seen_by == "broken: line 1: the header does not match the events"
    close = len(records)

    def space(line: dict[str, Any]) -> None:
        line["data"]["seeds"][0]["seed"] += " "

    assert said(bundle_of(recording, changed(records, close, space)), tmp_path)[2] == "broken: a seed is miswritten"


def test_cards_are_proven_by_the_pack_that_they_were_drawn_from(tmp_path: Path) -> None:
    deals = dealt()
    assert said(bundle_of(deals), tmp_path)[::2] == (0, counts(6, 1))
    for which, fields, fault in (
        (0, {"draw": {"faces": ["AH", "2H", "3H"]}}, ": the seed gives "),
        (0, {"draw": {"faces": ["AH", "AH"]}}, ": cards are not in the pack"),
        (0, {"pack": "1"}, ": cards are not in the pack"),
        (2, {"pack": "1"}, ": cards are not in the pack"),
        (3, {"pack": "3fffffffffffff"}, ": the seed gives "),
    ):
        version = version_of(deals, "gamble.dealt", which)
        status, _, throws_said = said(bundle_of(deals, changed(deals.records, version, set_data(**fields))), tmp_path)
        assert status == 1
        assert throws_said.startswith("broken: line ")
        assert f"(event {version}){fault}" in throws_said


def test_what_a_view_leaves_out_is_counted_and_not_proven(tmp_path: Path) -> None:
    deals = dealt()
    seen = [redact(record) for record in deals.records]
    left_out = sum(b"\n" in record for record in deals.records)
    assert said(bundle_of(deals, seen, "spectator"), tmp_path)[2] == counts(4, 1, left_out=left_out)
    version = version_of(deals, "gamble.dealt")
    without = changed(
        seen, version, lambda line: (line["data"].pop("pack"), line.update(audience="narrator", sealed="0" * 64))[0]
    )
    assert said(bundle_of(deals, without, "spectator"), tmp_path)[2] == counts(3, 1, hidden=1, left_out=left_out + 1)
    own = [view_record(record, Speaker("player", ("ogre",))) for record in deals.records]
    assert said(bundle_of(deals, own, "player:ogre"), tmp_path)[2] == counts(4, 1, hidden=2, left_out=2)


def test_a_fight_of_before_there_were_hidden_seeds_is_proven(tmp_path: Path) -> None:
    one_seed = Path(__file__).parents[2] / "unit" / "events" / "fixtures" / "one_seed.ndjson"
    assert said(one_seed.read_bytes(), tmp_path)[::2] == (0, counts(6, 1))


def test_a_hash_from_elsewhere_has_to_be_one_that_the_chain_had(recording: Recording, tmp_path: Path) -> None:
    bundle = bundle_of(recording)
    in_the_middle = chain.extend(chain.genesis(recording.encounter), recording.records[:9]).hex()
    assert said(bundle, tmp_path, recording.hash.hex(), in_the_middle)[0] == 0
    other = said(bundle, tmp_path, in_the_middle, "0" * 64)
    assert other[:2] == (1, "broken: the chain never had the given hash")


@pytest.mark.parametrize("held", [b"", b"\n", b"\n\n", b"nothing of the kind", b"[]\n{}\n", b"{}\n{}\n"])
def test_a_file_that_holds_no_bundle_is_a_fault(held: bytes, tmp_path: Path) -> None:
    status, chain_said, throws_said = said(held, tmp_path)
    assert status == 1
    assert chain_said.startswith("broken: ")
    assert throws_said.startswith("broken: ")


@pytest.mark.parametrize("share", [0.01, 0.2, 0.4, 0.6, 0.8, 0.999])
def test_a_flipped_bit_is_a_fault(recording: Recording, share: float, tmp_path: Path) -> None:
    whole = bytearray(bundle_of(recording))
    whole[int(share * len(whole))] ^= 1
    assert checked(bytes(whole), tmp_path).returncode == 1


def turned(records: list[bytes], *, supplied: bool) -> list[bytes]:
    """Return the records with the first coin of the last throw of a kind turned over."""
    place = max(
        place
        for place, record in enumerate(records)
        if b'"draw":{"faces":"' in record and (b'"source":"supplied"' in record) == supplied
    )
    head, mark, rest = records[place].partition(b'"faces":"')
    coin = b"T" if rest.startswith(b"H") else b"H"
    return [*records[:place], head + mark + coin + rest[1:], *records[place + 1 :]]


FORGERIES: list[tuple[Change, str]] = [
    (lambda records: turned(records, supplied=False), ": the seed gives "),
    (
        lambda records: [*records[:-1], re.sub(rb'"seed":"..', b'"seed":"ff', records[-1], count=1)],
        "a seed has another hash",
    ),
    (lambda records: [*records[:10], *records[11:]], "(event 11) is out of place"),
    (lambda records: [*records[:4], records[5], records[4], *records[6:]], "(event 5) is out of place"),
]


@pytest.mark.parametrize(("forge", "fault"), FORGERIES)
def test_a_forger_who_makes_chain_and_proof_fit_is_found_out_by_seeds_and_versions(
    recording: Recording, forge: Change, fault: str, tmp_path: Path
) -> None:
    status, *both = said(bundle_of(recording, forge(recording.records)), tmp_path)
    assert status == 1
    assert any(fault in verdict for verdict in both)


def test_a_forged_supplied_throw_is_found_out_by_the_hash_from_elsewhere(recording: Recording, tmp_path: Path) -> None:
    forged = bundle_of(recording, turned(recording.records, supplied=True))
    assert said(forged, tmp_path)[0] == 0
    assert said(forged, tmp_path, recording.hash.hex())[0] == 1


def test_many_files_are_checked_at_once_and_one_broken_one_is_enough(recording: Recording, tmp_path: Path) -> None:
    for name, bundle in (("good", bundle_of(recording)), ("bad", bundle_of(recording)[:-9])):
        (tmp_path / name).write_bytes(bundle)
    command = [sys.executable, "-I", "-S", str(PROGRAM)]
    both, good = (
        subprocess.run([*command, *names], cwd=tmp_path, capture_output=True, text=True, check=False)
        for names in (("good", "bad"), ("good", "good"))
    )
    assert (both.returncode, good.returncode) == (1, 0)
    first, second = both.stdout.splitlines()[:3], both.stdout.splitlines()[3:]
    assert [line.split(": ")[1] for line in first] == ["chain proven", "throws proven", "legality not checked"]
    assert second[0].startswith("bad: chain broken: ")


def told(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """Run the program with these command-line arguments."""
    command = [sys.executable, "-I", "-S", str(PROGRAM), *words]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)


@pytest.mark.parametrize("words", [[], ["0" * 64]], ids=["nothing", "a hash alone"])
def test_without_a_file_it_says_how_to_use_it(words: list[str], tmp_path: Path) -> None:
    done = told(tmp_path, *words)
    assert (done.returncode, done.stdout) == (2, "")
    assert "python verify.py BUNDLE... [HASH" in done.stderr


def test_a_file_that_is_missing_is_said_to_be_so_and_the_others_are_checked(
    recording: Recording, tmp_path: Path
) -> None:
    (tmp_path / "good").write_bytes(bundle_of(recording))
    done = told(tmp_path, "gone", "good")
    assert (done.returncode, done.stderr) == (1, "")
    missing, *verdicts = done.stdout.splitlines()
    assert missing == "gone: there is no such file"
    assert [line.split(": ")[1] for line in verdicts] == ["chain proven", "throws proven", "legality not checked"]
