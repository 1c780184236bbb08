"""Tests of signing: the operator signs a bundle, and anyone can verify the signature with the public key."""

import io
import json

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat, PublicFormat

from domain.rulesets.s3 import S3
from events.audit.admission import BrokenBundle, admit
from events.audit.auditor import Auditor, BundleAudit
from events.format import bundle
from events.format.bundle import FORMAT, BundleWriter, Header, no_signature
from events.format.codec import Codec
from events.format.signing import InvalidKey, Signer, read_public
from events.format.steps import finished
from tests.bundles import resealed
from tests.recording import Recording
from tests.unit.events.fights import closed, rewound
from tests.unit.events.forging import version_of

SECRET = Ed25519PrivateKey.from_private_bytes(bytes(range(32)))
PEM = SECRET.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
PUBLIC = SECRET.public_key().public_bytes_raw().hex()


@pytest.fixture(scope="module")
def over() -> Recording:
    return closed()


@pytest.fixture(scope="module")
def signed(over: Recording) -> bytes:
    return written(over, Signer.from_pem(PEM))


def written(over: Recording, signer: Signer | None) -> bytes:
    header = Header(FORMAT, over.encounter, "s3", S3.version, len(over.records), over.hash.hex(), "narrator")
    writer = BundleWriter(header, no_signature if signer is None else signer.sign)
    return writer.opening() + writer.records(over.records) + writer.closing()


def audited(file: bytes, key: str | None = None) -> BundleAudit:
    return Auditor(S3, Codec.of(S3)).audit_bundle(bundle.read(io.BytesIO(file)), key=key)


def verdict(file: bytes, key: str | None = None) -> tuple[str, bool]:
    audit = audited(file, key)
    assert audit.chain.verdict == "proven"
    return audit.signature.verdict, audit.sound


def test_a_signed_bundle_is_proven_by_the_public_key(signed: bytes) -> None:
    assert verdict(signed, PUBLIC) == ("proven", True)
    assert read_public(Signer.from_pem(PEM).public.pem.encode()) == PUBLIC == Signer.from_pem(PEM).public.key


def test_a_signature_proves_nothing_without_a_key_to_hold_it_against(signed: bytes) -> None:
    assert verdict(signed) == ("not_provable", True)
    assert audited(signed).signature.key == PUBLIC


def test_whoever_signs_what_was_brought_in_says_so() -> None:
    """After an import under another ID the signer recorded the rest of the fight, but not its beginning."""
    fight = rewound().go_on_as("rematch")
    proven = audited(written(fight, Signer.from_pem(PEM)), PUBLIC).signature
    elsewhere = version_of(fight, "core.imported") - 2
    assert proven.verdict == "proven"
    assert proven.detail.endswith(f"Its first {elsewhere} events were imported, so the signer did not record them.")


def test_a_bundle_without_a_signature_is_none_of_a_signer(over: Recording) -> None:
    assert verdict(written(over, None)) == ("absent", True)
    assert verdict(written(over, None), PUBLIC) == ("broken", False)


def test_another_key_than_the_one_given_is_found(signed: bytes) -> None:
    assert verdict(signed, "00" * 32) == ("broken", False)


def test_the_signature_of_another_file_is_found(signed: bytes) -> None:
    proof = json.loads(signed.splitlines()[-1])
    other = resealed(written(closed("another"), None))
    lines, mark, own = other.rpartition(b'{"sha256":')
    forged = {**json.loads(mark + own), "signature": proof["signature"]}
    file = lines + json.dumps(forged, separators=(",", ":")).encode() + b"\n"
    assert verdict(file) == verdict(file, PUBLIC) == ("broken", False)
    with pytest.raises(BrokenBundle, match="The signature is not valid for this file"):
        finished(admit(S3, Codec.of(S3), bundle.read(io.BytesIO(file))))


@pytest.mark.parametrize(("field", "value"), [("ed25519", "00" * 64), ("key", "ff" * 32)])
def test_a_damaged_signature_is_found(signed: bytes, field: str, value: str) -> None:
    lines, mark, proof = signed.rpartition(b'{"sha256":')
    line = json.loads(mark + proof)
    line["signature"][field] = value
    assert verdict(lines + json.dumps(line, separators=(",", ":")).encode() + b"\n", PUBLIC) == ("broken", False)


@pytest.mark.parametrize(
    ("written", "otherwise"),
    [
        (b'"ed25519":"', b'"ed25519":"no hex'),
        (PUBLIC.encode(), b""),
        (PUBLIC.encode(), PUBLIC.upper().encode()),
        (b'"signature":{', b'"signature": {'),
        (b"}}\n", b'},"more":1}\n'),
    ],
)
def test_a_signature_that_is_written_otherwise_makes_another_file(
    signed: bytes, written: bytes, otherwise: bytes
) -> None:
    lines, mark, proof = signed.rpartition(b'{"sha256":')
    changed = (mark + proof).replace(written, otherwise)
    assert changed != mark + proof
    audit = audited(lines + changed, PUBLIC)
    assert (audit.chain.verdict, audit.signature.verdict) == ("broken", "broken")


def test_what_was_signed_cannot_be_changed(signed: bytes) -> None:
    changed = signed.replace(b"The lantern", b"The candles", 1)
    assert changed != signed
    assert not audited(changed, PUBLIC).sound


def test_what_is_no_key_is_refused_in_a_sentence() -> None:
    other = X25519PrivateKey.generate()
    private = other.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    public = other.public_key().public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo)
    for pem in (b"", b"no key", Signer.from_pem(PEM).public.pem.encode()):
        with pytest.raises(InvalidKey, match="not a private key in PEM"):
            Signer.from_pem(pem)
    with pytest.raises(InvalidKey, match="not an Ed25519 key"):
        Signer.from_pem(private)
    with pytest.raises(InvalidKey, match="not an Ed25519 key"):
        read_public(public)
    with pytest.raises(InvalidKey, match="not a public key in PEM"):
        read_public(PEM)
