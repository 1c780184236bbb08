"""A service with a key signs the bundles that it exports; a service without one reports that it has no key."""

import io
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat

from events.format import bundle
from events.format.signing import read_public
from service.cli.proving import prove
from service.settings import BadSettings, Settings
from tests.http.conftest import Api, running
from tests.program import yarrow


@pytest.fixture
async def signing(settings: Settings, tmp_path: Path) -> AsyncIterator[Api]:
    key = tmp_path / "key.pem"
    key.write_bytes(Ed25519PrivateKey.generate().private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()))
    async with running(settings.model_copy(update={"signing_key": key})) as api:
        yield api


async def test_an_export_is_signed_with_the_key_that_the_service_tells(signing: Api) -> None:
    await signing.open()
    told = (await signing.client.get("/v1/signing-key")).json()
    assert told["algorithm"] == "ed25519"
    assert read_public(told["pem"].encode()) == told["key"]
    for speaker in ("narrator", "spectator"):
        lines = (await signing.get("/bundle", headers={"Yarrow-As": speaker})).content
        audit = prove(bundle.read(io.BytesIO(lines)), key=told["key"])
        assert (audit.sound, audit.signature.verdict) == (True, "proven")


async def test_the_command_line_holds_a_file_against_a_key_and_a_hash(signing: Api, tmp_path: Path) -> None:
    opened = await signing.open()
    known = f"{opened.json()['version']}:{opened.headers['yarrow-chain']}"
    (tmp_path / "public.pem").write_text((await signing.client.get("/v1/signing-key")).json()["pem"])
    assert (await signing.command("core.close")).is_success
    (tmp_path / "duel.ndjson").write_bytes((await signing.get("/bundle")).content)
    done = yarrow("verify", "duel.ndjson", "--key", "public.pem", "--known", known, cwd=tmp_path)
    assert done.returncode == 0
    assert done.stdout.splitlines()[4].split(maxsplit=3) == [
        "signature",
        "✓",
        "proven",
        "The file is signed by the given key.",
    ]
    other = yarrow("verify", "duel.ndjson", "--known", f"2:{'0' * 64}", cwd=tmp_path)
    assert other.returncode == 1
    assert "Version 2: the hash here is " in other.stdout
    for option, value, said in (
        ("--key", "duel.ndjson", "duel.ndjson: this is not a public key in PEM."),
        ("--key", "none.pem", "The key none.pem cannot be read (No such file or directory). Name a PEM file."),
        ("--known", "12", "'12' is not version:hash"),
    ):
        refused = yarrow("verify", "duel.ndjson", option, value, cwd=tmp_path)
        assert refused.returncode != 0
        assert said in refused.stderr


async def test_what_was_restored_is_not_signed_as_played_here(
    signing: Api, settings: Settings, redis_url: str, tenant: str
) -> None:
    """Imported fights are not signed: a player could have repeated one elsewhere until the throws were favourable."""
    ndjson = {"content-type": "application/x-ndjson"}
    elsewhere = settings.model_copy(update={"tenant": f"{tenant}-e"})
    async with running(elsewhere) as other:
        for encounter in ("open", "closed"):
            assert (await other.open(encounter)).is_success
        assert (await other.command("core.close", encounter="closed")).is_success
        unsigned = {name: (await other.get("/bundle", encounter=name)).content for name in ("open", "closed")}
    for name, lines in unsigned.items():
        assert (await signing.client.post("/v1/bundles", content=lines, headers=ndjson)).status_code == 201
        assert (await signing.get("/bundle", encounter=name)).content == lines
    async with running(settings.model_copy(update={"tenant": f"{tenant}-f"})) as third:
        assert (await signing.open()).is_success
        signed = (await signing.get("/bundle")).content
        assert (await third.client.post("/v1/bundles", content=signed, headers=ndjson)).status_code == 201
        assert (await third.get("/bundle")).content == signed
        assert b'"signature"' not in (await third.get("/bundle", headers={"Yarrow-As": "spectator"})).content[-400:]


async def test_what_was_signed_elsewhere_can_be_brought_in(signing: Api) -> None:
    await signing.open()
    lines = (await signing.get("/bundle")).content
    ndjson = {"content-type": "application/x-ndjson"}
    brought = await signing.client.post("/v1/bundles?as=again", content=lines, headers=ndjson)
    assert brought.status_code == 201, brought.text


async def test_without_a_key_nothing_is_signed(api: Api) -> None:
    await api.open()
    assert b'"signature"' not in (await api.get("/bundle")).content
    said = await api.client.get("/v1/signing-key")
    assert (said.status_code, said.json()["code"]) == (404, "not_found")
    assert "YARROW_SIGNING_KEY" in said.json()["detail"]


def test_a_key_that_is_none_keeps_the_service_from_starting(tmp_path: Path) -> None:
    (tmp_path / "key.pem").write_text("no key")
    with pytest.raises(BadSettings, match=r"YARROW_SIGNING_KEY: .*not a private key in PEM"):
        Settings(signing_key=tmp_path / "key.pem").signer()
    with pytest.raises(BadSettings, match="cannot be read"):
        Settings(signing_key=tmp_path / "other.pem").signer()


async def test_an_audit_knows_a_hash_that_an_answer_once_told(api: Api) -> None:
    opened = await api.open()
    known = f"{opened.json()['version']}:{opened.headers['yarrow-chain']}"
    await api.turn()
    audit = (await api.get("/audit", params={"known": known})).json()
    assert audit["chain"]["verdict"] == "proven"
    other = (await api.get("/audit", params={"known": f"{opened.json()['version']}:{'0' * 64}"})).json()
    assert other["chain"]["verdict"] == "broken"
    assert other["chain"]["fault"]["version"] == opened.json()["version"]
    malformed = await api.get("/audit", params={"known": "12:abc"})
    assert (malformed.status_code, malformed.json()["field"]) == (422, "known")
