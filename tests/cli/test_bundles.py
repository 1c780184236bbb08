"""Tests that an exported bundle verifies without a service, and that any change to it is detected."""

import errno
import hashlib
import json
import os
import re
from io import BytesIO
from pathlib import Path
from typing import Any

import httpx
import pytest

from service.cli.api_client import CommandFailed
from service.cli.bundles import CHUNK_BYTES, chunks_of, replacing
from tests.cli.conftest import Fight
from tests.program import yarrow
from tests.waiting import PATIENCE


def verified(path: Path, *options: str) -> tuple[int, dict[str, Any]]:
    done = yarrow("verify", path, "--json", *options)
    assert done.stderr == ""
    audit: dict[str, Any] = json.loads(done.stdout)
    return done.returncode, audit


def verdicts(audit: dict[str, Any]) -> list[str]:
    return [audit[check]["verdict"] for check in ("chain", "throws", "legality")]


def resealed(lines: list[bytes]) -> bytes:
    """Return the lines with a matching proof, as a forger who knows the format would write it."""
    body = b"".join(lines)
    return body + b'{"sha256":"%s"}\n' % hashlib.sha256(body).hexdigest().encode()


def test_an_exported_fight_is_verified_without_a_service(service_url: str, fight: Fight, tmp_path: Path) -> None:
    exported = yarrow("export", fight.id, "--url", service_url, cwd=tmp_path)
    path = tmp_path / f"{fight.id}.ndjson"
    assert exported.stdout == f"{path.name}: {fight.said['audit']['version']} events, as seen by narrator.\n"
    assert [path] == list(tmp_path.iterdir())
    assert path.read_bytes() == fight.bundle.read_bytes()
    status, audit = verified(path)
    assert (status, verdicts(audit)) == (0, ["proven"] * 3)
    assert audit == fight.said["audit"]


def test_a_verdict_is_readable_and_each_on_a_line_of_its_own(fight: Fight) -> None:
    done = yarrow("verify", fight.bundle, variables={"COLUMNS": "40"})
    assert done.returncode == 0
    lines = done.stdout.splitlines()
    assert lines[0] == f"{fight.id}, {fight.said['audit']['version']} events"
    audit = fight.said["audit"]
    assert lines[1:4] == [
        f"chain     ✓ proven  {audit['chain']['detail']}",
        f"throws    ✓ proven  {audit['throws']['detail']}",
        f"legality  ✓ proven  {audit['legality']['detail']}",
    ]
    assert lines[-1] == f"Hash of the chain: {fight.said['audit']['hash']}"


def test_export_and_verify_meet_in_a_pipe(service_url: str, fight: Fight) -> None:
    exported = yarrow("export", fight.id, "--output", "-", "--url", service_url)
    assert exported.stdout.encode() == fight.bundle.read_bytes()
    done = yarrow("verify", "-", given=exported.stdout.encode())
    assert done.returncode == 0


def test_export_replaces_a_file_only_with_consent_and_says_so(service_url: str, fight: Fight, tmp_path: Path) -> None:
    for consent, instead in (((), ""), (("--yes",), " It replaced the existing file.")):
        exported = yarrow("export", fight.id, *consent, "--url", service_url, cwd=tmp_path)
        events = fight.said["audit"]["version"]
        assert exported.stdout == f"{fight.id}.ndjson: {events} events, as seen by narrator.{instead}\n"
    before = (tmp_path / f"{fight.id}.ndjson").read_bytes()
    refused = yarrow("export", fight.id, "--url", service_url, cwd=tmp_path)
    assert (refused.returncode, refused.stdout) == (1, "")
    assert "exists. Pass --yes to replace it, or choose another with -o." in refused.stderr
    assert (tmp_path / f"{fight.id}.ndjson").read_bytes() == before


def test_a_pipe_is_written_to_and_stays_a_pipe(service_url: str, tmp_path: Path) -> None:
    scene = {"scene": "bridge_duel", "id": "piped"}
    httpx.post(f"{service_url}/v1/encounters", json=scene, timeout=PATIENCE).raise_for_status()
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    words = ("export", "piped", "--url", service_url, "-o")
    with os.fdopen(os.open(pipe, os.O_RDONLY | os.O_NONBLOCK), "rb") as reader:
        assert yarrow(*words, pipe).returncode == 0
        assert reader.read() == yarrow(*words, "-").stdout.encode()
    assert [*tmp_path.iterdir()] == [pipe]
    assert pipe.is_fifo()


def test_a_link_stays_and_the_file_that_it_leads_to_is_replaced(service_url: str, fight: Fight, tmp_path: Path) -> None:
    kept = tmp_path / "kept.ndjson"
    kept.write_bytes(b"old")
    kept.chmod(0o640)
    link = tmp_path / "link.ndjson"
    link.symlink_to(kept)
    assert yarrow("export", fight.id, "-o", link, "--yes", "--url", service_url).returncode == 0
    assert link.readlink() == kept
    assert kept.read_bytes() == fight.bundle.read_bytes()
    assert kept.stat().st_mode & 0o777 == 0o640


def test_export_leaves_the_files_beside_its_own_alone(service_url: str, fight: Fight, tmp_path: Path) -> None:
    mine = tmp_path / "kept.ndjson.part"
    mine.write_bytes(b"mine")
    assert yarrow("export", fight.id, "-o", tmp_path / "kept.ndjson", "--url", service_url).returncode == 0
    assert mine.read_bytes() == b"mine"


def test_a_file_keeps_its_content_until_the_new_one_is_whole(tmp_path: Path) -> None:
    path = tmp_path / "story.md"
    path.write_bytes(b"old")

    def fill() -> None:
        with replacing(path) as file:
            file.write(b"new")
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    with pytest.raises(CommandFailed, match=r"cannot be written \(No space left on device\)"):
        fill()
    assert (path.read_bytes(), [*tmp_path.iterdir()]) == (b"old", [path])


def test_a_bundle_that_is_sent_again_begins_its_progress_again() -> None:
    whole = bytes(2 * CHUNK_BYTES + 1)
    file, reached = BytesIO(whole), list[int]()
    for _ in range(2):
        assert b"".join(chunks_of(file, reached.append)) == whole
    assert reached == [0, CHUNK_BYTES, 2 * CHUNK_BYTES, len(whole)] * 2


def test_export_says_what_it_wrote_as_json(service_url: str, fight: Fight, tmp_path: Path) -> None:
    path = tmp_path / "kept.ndjson"
    done = yarrow("export", fight.id, "--output", path, "--url", service_url, "--json")
    audit = fight.said["audit"]
    assert json.loads(done.stdout) == {"file": str(path), "events": audit["version"], "chain": audit["hash"]}


@pytest.mark.parametrize("share", [0.0, 0.3, 0.6, 1.0])
def test_a_flipped_bit_anywhere_in_the_file_fails_verification(fight: Fight, tmp_path: Path, share: float) -> None:
    whole = bytearray(fight.bundle.read_bytes())
    whole[int(share * (len(whole) - 1))] ^= 1
    path = tmp_path / "flipped.ndjson"
    path.write_bytes(whole)
    done = yarrow("verify", path)
    assert done.returncode == 1
    assert re.search(r"✗ broken +\S.* Version \d+: \S", done.stdout) or "is not a bundle" in done.stderr


def test_a_changed_coin_is_found_with_its_version_even_where_the_file_was_sealed_again(
    fight: Fight, tmp_path: Path
) -> None:
    lines = fight.bundle.read_bytes().splitlines(keepends=True)
    place, line = next((place, line) for place, line in enumerate(lines) if b'"faces":"HHTHTHHTH"' in line)
    lines[place] = line.replace(b'"faces":"HHTHTHHTH"', b'"faces":"HHHHHHHHH"')
    path = tmp_path / "forged.ndjson"
    path.write_bytes(resealed(lines[:-1]))
    status, audit = verified(path)
    version = json.loads(line)["version"]
    assert status == 1
    assert audit["chain"]["verdict"] == "broken"
    # A forger of coins must also change what the rules derive from them: 9 heads do not make a 6.
    assert audit["legality"]["fault"]["version"] in (version, version + 1, version + 2)


def test_a_seeded_coin_that_was_turned_is_named_with_what_the_seed_gives(fight: Fight, tmp_path: Path) -> None:
    lines = fight.bundle.read_bytes().splitlines(keepends=True)
    thrown = [
        (place, json.loads(line))
        for place, line in enumerate(lines)
        if b'"type":"s3.coins_thrown"' in line and b'"source":"supplied"' not in line
    ]
    place, event = thrown[0]
    faces = event["data"]["draw"]["faces"]
    turned = ("T" if faces[0] == "H" else "H") + faces[1:]
    lines[place] = lines[place].replace(f'"faces":"{faces}"'.encode(), f'"faces":"{turned}"'.encode())
    path = tmp_path / "turned.ndjson"
    path.write_bytes(resealed(lines[:-1]))
    status, audit = verified(path)
    assert status == 1
    assert audit["throws"]["fault"] == {
        "version": event["version"],
        "reason": f"the coins fell {turned}, but the seed gives {faces}",
    }


def test_a_bundle_that_breaks_off_is_found(fight: Fight, tmp_path: Path) -> None:
    lines = fight.bundle.read_bytes().splitlines(keepends=True)
    path = tmp_path / "short.ndjson"
    path.write_bytes(b"".join(lines[:-2]))
    status, audit = verified(path)
    assert status == 1
    assert audit["chain"]["detail"] == "The file is truncated."


def test_a_hash_from_elsewhere_unmasks_a_fight_that_was_made_up_whole(
    service_url: str, fight: Fight, tmp_path: Path
) -> None:
    other = tmp_path / "other.ndjson"
    assert yarrow("demo", "--url", service_url, "--output", other).returncode == 0
    trusted = fight.said["audit"]["hash"]
    assert verified(fight.bundle, "--hash", trusted)[0] == 0
    assert verified(other)[0] == 0
    status, audit = verified(other, "--hash", trusted)
    assert (status, audit["chain"]["verdict"]) == (1, "broken")
    assert audit["chain"]["detail"] == "The chain is valid, but its hash is not the given one."
    assert audit["chain"]["fault"]["reason"] == f"the hash of the chain is {audit['hash']}, not {trusted}"


def test_what_a_spectator_exports_proves_chain_and_throws_and_says_what_it_cannot_prove(
    service_url: str, fight: Fight, tmp_path: Path
) -> None:
    path = tmp_path / "seen.ndjson"
    done = yarrow("export", fight.id, "--as", "spectator", "--output", path, "--url", service_url)
    assert "seen by spectator" in done.stdout
    assert b'{"salt":' not in path.read_bytes()
    status, audit = verified(path)
    assert (status, verdicts(audit)) == (0, ["proven", "proven", "not_provable"])
    assert audit["hash"] == fight.said["audit"]["hash"]


def test_a_bundle_of_a_ruleset_that_is_not_here_says_so(fight: Fight, tmp_path: Path) -> None:
    lines = fight.bundle.read_bytes().splitlines(keepends=True)
    lines[0] = lines[0].replace(b'"ruleset":"s3"', b'"ruleset":"go"')
    path = tmp_path / "go.ndjson"
    path.write_bytes(resealed(lines[:-1]))
    done = yarrow("verify", path)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == "Error: The bundle's ruleset 'go' is not installed. Install its package.\n"
