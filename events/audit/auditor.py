"""The audit of a stream: verifies its chain, its throws, and that its events follow from its commands.

Each check has a verdict and, if it is broken, the first fault. Claims that cannot be proven, because a seed is not
revealed yet or because private parts are omitted, are reported as not provable and are not faults.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Any, Final, Literal, NamedTuple, Self

import msgspec
from msgspec import inspect

from domain.chance.draws import Draw
from domain.core.events import EncounterClosed, Imported
from domain.model.encounter import Encounter
from domain.model.event import Event
from domain.model.speaker import NARRATOR
from domain.ruleset.ruleset import Ruleset
from domain.text.phrases import counted
from events.audit.lineage import branching, is_parent, is_whole, lineage_fault
from events.audit.replay_check import DifferentDecision, replay
from events.audit.verify_draws import check_throws
from events.format import chain
from events.format.bundle import Bundle
from events.format.chain import Fault
from events.format.codec import Codec
from events.format.envelope import redacted
from events.format.signing import is_signed
from events.format.steps import Steps, at_once, parts
from events.format.strict_lines import MalformedRecord, parse_record
from events.format.upcasters import Upcasters
from events.projections.tally import Tally
from events.store.snapshots import StateAt

Verdict = Literal["proven", "broken", "not_provable"]
SignatureVerdict = Literal["proven", "broken", "not_provable", "absent"]
KNOWN_PATTERN: Final = "[1-9][0-9]{0,15}:[0-9a-f]{64}"
"""The form of a version and its hash."""
ProgressCallback = Callable[[int], None]
"""Called by a long check with the version that it has reached."""


class Check(msgspec.Struct, frozen=True):
    """The result of a check: its verdict, a sentence about it, and the first fault if it is broken."""

    verdict: Verdict
    detail: str
    fault: Fault | None = None


class ThrowsCheck(Check, frozen=True):
    """The result of the check of the throws, with the number of throws of each kind.

    ``proven`` counts the visible throws that follow from their seeds, ``supplied`` those that came from the table,
    ``unrevealed`` those whose seed is not revealed yet, ``hidden`` those that cannot be proven without omitted private
    parts, and ``elsewhere`` those that fell before an import, from seeds that were not imported. ``left_out`` counts
    the events whose throws are omitted altogether.
    """

    proven: int = 0
    supplied: int = 0
    unrevealed: int = 0
    hidden: int = 0
    left_out: int = 0
    elsewhere: int = 0


class Audit(msgspec.Struct, frozen=True):
    """The verdicts on a stream, and what the table did by hand: rulings, rewinds, supplied throws.

    ``lineage`` is present only for a branch: whether it begins with the state of its parent.
    """

    encounter: str
    version: int
    hash: str
    chain: Check
    throws: ThrowsCheck
    legality: Check
    commands: int
    rulings: int
    rewinds: int
    seeded_throws: int
    supplied_throws: int
    lineage: Check | None

    @property
    def checks(self) -> dict[str, Check]:
        """The checks made, by name."""
        checks = {"chain": self.chain, "throws": self.throws, "legality": self.legality}
        return checks if self.lineage is None else {**checks, "lineage": self.lineage}

    @property
    def sound(self) -> bool:
        """True if no check is broken."""
        return all(check.verdict != "broken" for check in self.checks.values())


class SignatureCheck(msgspec.Struct, frozen=True):
    """The result of the check of a bundle's signature; ``key`` is the key that a signed file names."""

    verdict: SignatureVerdict
    detail: str
    key: str | None = None


class BundleAudit(Audit, frozen=True):
    """The verdicts on a bundle."""

    signature: SignatureCheck

    @property
    def sound(self) -> bool:
        """True if no check is broken."""
        return super().sound and self.signature.verdict != "broken"


class KnownHash(NamedTuple):
    """A hash of the chain known from an earlier time, and its version."""

    version: int
    hash: bytes

    @classmethod
    def read(cls, text: str) -> Self:
        """Parse ``version:hash``, the hash in 64 hex digits. Raises ValueError."""
        if not _is_known(text):
            raise ValueError(f"{text[:80]!r} is not version:hash; write the version, a colon and 64 hex digits")
        version, _, digits = text.partition(":")
        return cls(int(version), bytes.fromhex(digits))


_is_known = re.compile(KNOWN_PATTERN).fullmatch


class Auditor:
    """Audits the streams of one ruleset."""

    def __init__(self, ruleset: Ruleset[Any], codec: Codec) -> None:
        self._ruleset = ruleset
        self._codec = codec
        self._commands = Upcasters("command", ruleset.command_upcasters)
        hiding = (event.type for event in ruleset.events if _hides_draws(event))
        self._hiding = frozenset(f'"type":"{name}","schema":'.encode() for name in hiding)

    def audit_steps(
        self,
        encounter: str,
        records: Sequence[bytes],
        *,
        head: bytes | None = None,
        known: KnownHash | None = None,
        seeds: Mapping[int, bytes] | None = None,
        on_progress: ProgressCallback | None = None,
        parent: StateAt[Encounter] | None = None,
    ) -> Steps[Audit]:
        """Make all checks of a whole stream, from its first record.

        ``head`` is the hash that the chain must end in, ``known`` a hash that it must contain. ``seeds`` are the secret
        seeds of an encounter that is still open, lent by the store for this check. ``parent`` is the state of a
        branch's parent at the version of the branch.
        """
        linked = yield from chain.verify_steps(encounter, records, expected=head)
        tally = yield from self._tally(records)
        return Audit(
            encounter=encounter,
            version=len(records),
            hash=linked.hash.hex(),
            chain=(yield from _chain_check(linked, head, records, known)),
            throws=(yield from self._throws(records, seeds or {})),
            legality=(yield from self._legality(encounter, records, on_progress)),
            commands=tally.commands,
            rulings=tally.rulings,
            rewinds=tally.rewinds,
            seeded_throws=tally.throws.throws - tally.throws.supplied,
            supplied_throws=tally.throws.supplied,
            lineage=self._lineage(records, parent),
        )

    audit = at_once(audit_steps)

    def audit_bundle_steps(
        self,
        bundle: Bundle,
        *,
        head: bytes | None = None,
        known: KnownHash | None = None,
        key: str | None = None,
        on_progress: ProgressCallback | None = None,
    ) -> Steps[BundleAudit]:
        """Make all checks of a bundle; faults of the file are reported by the check of the chain.

        ``head`` is the hash that the chain must end in, from a source that is trusted more than the file's header,
        ``known`` a hash that it must contain, ``key`` the public key that must have signed the file, in hex.
        """
        made = yield from self.audit_steps(
            bundle.header.encounter, bundle.records, head=head or bundle.head, known=known, on_progress=on_progress
        )
        audit = BundleAudit(**msgspec.structs.asdict(made), signature=_signature_check(bundle, key))
        fault = bundle.fault or (yield from self._header_fault(bundle))
        if fault is None and head is not None and audit.hash == bundle.head.hex() != head.hex():
            differs = Fault(audit.version, f"the hash of the chain is {audit.hash}, not {head.hex()}")
            other = Check("broken", "The chain is valid, but its hash is not the given one.", differs)
            return msgspec.structs.replace(audit, chain=other)
        if fault is None:
            return audit
        what = "The file is truncated." if bundle.truncated else "The file was changed after it was written."
        faults = [fault] if bundle.truncated or audit.chain.fault is None else [audit.chain.fault, fault]
        broken = Check("broken", what, min(faults, key=lambda fault: fault.version))
        return msgspec.structs.replace(audit, chain=broken)

    audit_bundle = at_once(audit_bundle_steps)

    def _header_fault(self, bundle: Bundle) -> Steps[Fault | None]:
        """Return a claim of the header that the events contradict: the chain covers only events, and anyone can redo
        the proof.
        """
        header, records = bundle.header, bundle.records
        if not records:
            return Fault(0, "the file has no events")
        if header.seen_by == str(NARRATOR) and (yield from _count(redacted, records)):
            return Fault(1, "the header names the narrator as viewer, but private parts are missing")
        try:
            opening = parse_record(records[0]).fields
        except MalformedRecord as error:
            return Fault(1, str(error))
        given = (header.ruleset, header.ruleset_version)
        opened = (opening.get("ruleset"), opening.get("ruleset_version"))
        if given != opened:
            actual = " ".join(map(str, opened))
            return Fault(0, f"the header names {' '.join(given)}, but the first event names {actual}")
        return None

    def _lineage(self, records: Sequence[bytes], parent: StateAt[Encounter] | None) -> Check | None:
        event = branching(self._codec, records)
        if event is None:
            return None
        there = f"{event.of} at version {event.at}"
        if parent is None:
            detail = f"It claims to begin as {there}, where the chain had the hash {event.chain}."
            return Check("not_provable", detail)
        if not is_parent(event, parent):
            there = f"the encounter {event.of} stored here is another one"
            differs = f"the branch names the hash {event.chain} at version {event.at}, not {parent.hash.hex()}"
            return Check("not_provable", f"Its parent cannot be checked: {there}; {differs}.")
        whole = is_whole(records)
        fault = lineage_fault(self._ruleset, event, parent, hidden=whole)
        if fault is not None:
            return Check("broken", "It does not begin with the state of its parent.", fault)
        return Check("proven", f"It begins as {there}{'' if whole else ', as far as its public parts show'}.")

    def _throws(self, records: Sequence[bytes], seeds: Mapping[int, bytes]) -> Steps[ThrowsCheck]:
        found = yield from check_throws(records, seeds)
        left_out = yield from _count(self._hides_throws, records)
        verdict: Verdict
        if found.fault is not None:
            verdict, detail = "broken", "A throw does not follow from its seed."
        elif found.open_reasons:
            verdict, detail = "not_provable", found.open_reasons
        else:
            in_view = " in view" if left_out else ""
            proven = (
                f"Every seeded throw{in_view} follows from its seed"
                if found.proven
                else f"No throw{in_view} needs a proof"
            )
            verdict, detail = "proven", f"{proven}, and every seed matches its commitment"
            detail += ", as reported by the service that keeps it." if seeds else "."
        if left_out:
            detail += f" The hidden throws of {counted(left_out, 'event')} are omitted and were not checked."
        counts = (found.proven, found.supplied, found.unrevealed, found.hidden, left_out, found.elsewhere)
        return ThrowsCheck(verdict, detail, found.fault, *counts)

    def _hides_throws(self, record: bytes) -> bool:
        """Return whether an event's throws are omitted with its private part."""
        return redacted(record) and b'{"faces":' not in record and any(kind in record for kind in self._hiding)

    def _legality(self, encounter: str, records: Sequence[bytes], on_progress: ProgressCallback | None) -> Steps[Check]:
        needed = records[:-1] if records and _reveals(records[-1]) else records
        sealed = yield from _count(redacted, needed)
        if sealed:
            return Check("not_provable", f"The private parts of {sealed} events, which deciding needs, are omitted.")
        fault, differing = yield from replay(
            self._ruleset, self._codec, self._commands, encounter, records, on_progress
        )
        if fault is not None:
            return Check("broken", "The rules give other events than those on record.", fault)
        if differing:
            return Check("not_provable", self._versions_differ(differing))
        return Check("proven", "Every command, decided again, gives the events on record.")

    def _versions_differ(self, differing: Sequence[DifferentDecision]) -> str:
        """Return the sentence about commands that the installed version of the ruleset decides differently."""
        recorded, first = differing[0]
        key, installed = self._ruleset.key, self._ruleset.version
        return (
            f"The ruleset's version differs: {key} {recorded} recorded {counted(len(differing), 'command')} that"
            f" {key} {installed}, which is installed, decides differently;"
            f" first at version {first.version}: {first.reason.rstrip('.')}."
        )

    def _tally(self, records: Sequence[bytes]) -> Steps[Tally]:
        """Return the counts up to the first record that cannot be read."""
        tally = Tally()
        try:
            for part in parts(records):
                tally.add(self._ruleset.tally, self._codec.decode_events(part))
                yield
        except Exception:  # a damaged record may cause any error; the checks report it
            return tally
        return tally


def _count(matches: Callable[[bytes], bool], records: Sequence[bytes]) -> Steps[int]:
    """Return the number of records that match."""
    count = 0
    for part in parts(records):
        count += sum(map(matches, part))
        yield
    return count


def _signature_check(bundle: Bundle, key: str | None) -> SignatureCheck:
    signature = bundle.signature
    if signature is None:
        if key is not None:
            return SignatureCheck("broken", "The file is not signed, but a key was given.")
        return SignatureCheck("absent", "The file is not signed.")
    if not is_signed(signature, bundle.sha256):
        detail = "The signature is not valid for this file and the key that it names."
        return SignatureCheck("broken", detail, signature.key)
    if key is not None and signature.key != key:
        detail = "The file is signed by another key than the given one."
        return SignatureCheck("broken", detail, signature.key)
    elsewhere = _imported_events(bundle.records)
    note = f" Its first {elsewhere} events were imported, so the signer did not record them." if elsewhere else ""
    if key is None:
        detail = "The file is signed by the key that it names; give a key that you trust to prove who signed it."
        return SignatureCheck("not_provable", detail + note, signature.key)
    return SignatureCheck("proven", f"The file is signed by the given key.{note}", signature.key)


def _imported_events(records: Sequence[bytes]) -> int:
    """Return the number of events before the last import under another ID, which is an event and its command."""
    imported = f'"type":"{Imported.type}","schema":'.encode()
    before = (version - 2 for version in range(len(records), 0, -1) if imported in records[version - 1])
    return next(before, 0)


def _not_as_known(records: Sequence[bytes], known: KnownHash) -> Steps[Fault | None]:
    """Return a fault if the known hash is not part of this history."""
    if known.version > len(records):
        return Fault(len(records), f"the events end here, before version {known.version} of the known hash")
    actual = chain.genesis(chain.first_encounter_id(records[0]))
    for part in parts(records[: known.version]):
        actual = chain.extend(actual, part)
        yield
    if actual != known.hash:
        return Fault(known.version, f"the hash here is {actual.hex()}, not the known one")
    return None


def _chain_check(
    linked: chain.ChainVerdict, head: bytes | None, records: Sequence[bytes], known: KnownHash | None
) -> Steps[Check]:
    if linked.fault is not None:
        return Check("broken", "The chain is broken.", linked.fault)
    differs = None if known is None else (yield from _not_as_known(records, known))
    if differs is not None:
        return Check("broken", "This is not the history of the known hash.", differs)
    against = "and the chain ends in the expected hash" if head is not None else "; compare its hash with one you trust"
    return Check("proven", f"Every event is linked to all before it{' ' if head is not None else ''}{against}.")


def _reveals(record: bytes) -> bool:
    """Return whether a record closes its encounter; its private part holds only hidden seeds, which deciding does not
    need.
    """
    return f'"type":"{EncounterClosed.type}","schema":'.encode() in record


@cache
def _hides_draws(event: type[Event]) -> bool:
    """Return whether events of a type may record a draw for an audience."""
    info = inspect.type_info(event)
    assert isinstance(info, inspect.StructType)
    return any(_holds_draws(field.type) for field in info.fields if field.name in event.private)


def _holds_draws(kind: inspect.Type) -> bool:
    if isinstance(kind, inspect.UnionType):
        return any(map(_holds_draws, kind.types))
    if isinstance(kind, inspect.TupleType):
        return any(map(_holds_draws, kind.item_types))
    if isinstance(kind, inspect.VarTupleType):
        return _holds_draws(kind.item_type)
    return isinstance(kind, inspect.StructType) and kind.cls is Draw
