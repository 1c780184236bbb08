"""A stranger verifies a bundle by the program of docs/verify.md, with nothing but Python's standard library."""

import io
import json
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from events import chain
from events.bundle import FORMAT, Header, write
from events.envelope import redact
from tests.events.fights import closed, dealt, gambled, shootout
from tests.events.forging import changed, set_data, version_of
from tests.recording import Recording

PAGE = (Path(__file__).parents[2] / "docs" / "verify.md").read_text(encoding="utf-8")
Change = Callable[[list[bytes]], list[bytes]]


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Path:
    [text] = re.findall(r"```python\n(.*?)```", PAGE, flags=re.DOTALL)
    path = tmp_path_factory.mktemp("stranger") / "check.py"
    path.write_text(text, encoding="utf-8")
    return path


@pytest.fixture(scope="module")
def recording() -> Recording:
    return closed()


def bundle_of(recording: Recording, records: list[bytes] | None = None) -> bytes:
    kept = recording.records if records is None else records
    head = chain.extend(chain.genesis(recording.encounter), kept).hex()
    file = io.BytesIO()
    write(file, Header(FORMAT, recording.encounter, recording.ruleset.key, "1", len(kept), head, "narrator"), kept)
    return file.getvalue()


def checked(program: Path, bundle: bytes, *trusted: str) -> subprocess.CompletedProcess[str]:
    """Run the program where it can import nothing but the standard library."""
    path = program.with_name("fight.ndjson")
    path.write_bytes(bundle)
    return subprocess.run(
        [sys.executable, "-I", "-S", str(program), str(path), *trusted], capture_output=True, text=True, check=False
    )


def throws(recording: Recording) -> list[dict[str, str]]:
    lines = (json.loads(record.partition(b"\n")[0]) for record in recording.records)
    return [line["data"]["draw"] for line in lines if "draw" in line["data"]]


def test_a_whole_fight_with_two_epochs_and_supplied_and_hidden_parts_is_proven(
    program: Path, recording: Recording
) -> None:
    fallen = throws(recording)
    supplied = sum(throw.get("source") == "supplied" for throw in fallen)
    assert 0 < supplied < len(fallen)
    done = checked(program, bundle_of(recording), recording.hash.hex())
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines() == [
        f"{len(recording.records)} events, chain whole, hash {recording.hash.hex()}",
        f"throws: {len(fallen) - supplied} proven by their seeds, {supplied} supplied, 0 not provable yet",
    ]


def test_an_open_fight_has_throws_that_are_not_provable_yet(program: Path) -> None:
    recording = shootout()
    seeded = sum("source" not in throw for throw in throws(recording))
    assert f" 0 proven by their seeds, 4 supplied, {seeded} not provable yet" in checked(
        program, bundle_of(recording)
    ).stdout.replace("throws:", "")


def test_a_fight_without_its_private_lines_is_proven_all_the_same(program: Path, recording: Recording) -> None:
    redacted = [record.partition(b"\n")[0] for record in recording.records]
    assert redacted != recording.records
    done = checked(program, bundle_of(recording, redacted), recording.hash.hex())
    assert done.returncode == 0, done.stderr


def test_dice_are_proven_as_coins_are(program: Path) -> None:
    gambles = gambled()
    done = checked(program, bundle_of(gambles), gambles.hash.hex())
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines()[1] == "throws: 11 proven by their seeds, 3 supplied, 0 not provable yet"
    version = version_of(gambles, "gamble.gambled")
    for dice in ([{"faces": [1, 1, 1], "sides": 6}], [{"faces": "HHH"}], [{"faces": [1, 1, 1], "sides": 20}]):
        forged = checked(program, bundle_of(gambles, changed(gambles.records, version, set_data(dice=dice))))
        assert forged.returncode == 1
        assert forged.stderr.startswith(f"BROKEN: event {version}: the seed gives ")


def test_cards_are_proven_by_the_pack_that_they_were_drawn_from(program: Path) -> None:
    deals = dealt()
    done = checked(program, bundle_of(deals), deals.hash.hex())
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines()[1] == "throws: 6 proven by their seeds, 1 supplied, 0 not provable yet"
    for which, fields, fault in (
        (0, {"draw": {"faces": ["AH", "2H", "3H"]}}, ": the seed gives "),
        (0, {"draw": {"faces": ["AH", "AH"]}}, ": AH was not there to be drawn"),
        (0, {"pack": "1"}, " was not there to be drawn"),
        (2, {"pack": "1"}, ": KH was not there to be drawn"),
        (3, {"pack": "3fffffffffffff"}, ": the seed gives "),
    ):
        version = version_of(deals, "gamble.dealt", which)
        forged = checked(program, bundle_of(deals, changed(deals.records, version, set_data(**fields))))
        assert forged.returncode == 1
        assert forged.stderr.startswith(f"BROKEN: event {version}: ")
        assert fault in forged.stderr


def test_hidden_cards_and_cards_of_a_hidden_pack_are_not_provable(program: Path) -> None:
    deals = dealt()
    seen = [redact(record) for record in deals.records]
    done = checked(program, bundle_of(deals, seen), deals.hash.hex())
    assert done.stdout.splitlines()[1] == "throws: 4 proven by their seeds, 1 supplied, 0 not provable yet"
    version = version_of(deals, "gamble.dealt")
    without = changed(seen, version, lambda line: (line["data"].pop("pack"), line.update(sealed="0" * 64))[0])
    done = checked(program, bundle_of(deals, without))
    assert done.stdout.splitlines()[1] == "throws: 3 proven by their seeds, 1 supplied, 1 not provable yet"


def test_another_hash_from_elsewhere_is_a_fault(program: Path, recording: Recording) -> None:
    done = checked(program, bundle_of(recording), "0" * 64)
    assert (done.returncode, done.stderr) == (1, "BROKEN: the chain does not end in the hash from elsewhere\n")


@pytest.mark.parametrize("held", [b"", b"\n", b"\n\n", b"nothing of the kind"])
def test_a_file_that_holds_no_bundle_is_a_fault_said_in_a_sentence(program: Path, held: bytes) -> None:
    done = checked(program, held)
    assert (done.returncode, done.stderr) == (1, "BROKEN: the file is not whole\n")


def test_without_a_file_the_program_says_how_it_is_called(program: Path) -> None:
    done = subprocess.run([sys.executable, "-I", "-S", str(program)], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (1, "BROKEN: name the file to check: check.py BUNDLE [HASH]\n")


@pytest.mark.parametrize("share", [0.01, 0.2, 0.4, 0.6, 0.8, 0.999])
def test_a_flipped_bit_is_a_fault(program: Path, recording: Recording, share: float) -> None:
    whole = bytearray(bundle_of(recording))
    whole[int(share * len(whole))] ^= 1
    assert checked(program, bytes(whole)).returncode == 1


def turned(records: list[bytes], *, supplied: bool) -> list[bytes]:
    """Records in which the first coin of the last throw of a kind lies on its other side."""
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
        "the seed of epoch 1 is not the one that was promised",
    ),
    (lambda records: [*records[:10], *records[11:]], "event 11 is another"),
    (lambda records: [*records[:4], records[5], records[4], *records[6:]], "event 5 is another"),
]


@pytest.mark.parametrize(("forge", "fault"), FORGERIES)
def test_a_forger_who_makes_chain_and_proof_fit_is_found_out_by_seeds_and_versions(
    program: Path, recording: Recording, forge: Change, fault: str
) -> None:
    done = checked(program, bundle_of(recording, forge(recording.records)))
    assert done.returncode == 1
    assert fault in done.stderr


def test_a_forged_supplied_throw_is_found_out_by_the_hash_from_elsewhere(program: Path, recording: Recording) -> None:
    forged = bundle_of(recording, turned(recording.records, supplied=True))
    assert checked(program, forged).returncode == 0
    assert checked(program, forged, recording.hash.hex()).returncode == 1
