"""Tests that an exported bundle verifies without a service, and that any change to it is detected."""

import hashlib
import json
import re
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import Fight
from tests.program import yarrow


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
