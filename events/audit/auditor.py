"""The audit of a stream: does its chain hold, did its throws fall as they say, did its events follow from its commands?

Each check ends in a verdict and, where it is broken, in the first fault. What cannot be proven, because a seed is not
revealed yet or because private parts were left out, is said to be so and is no fault.
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
from events.audit.replay_check import first_divergence
from events.audit.verify_draws import check_throws
from events.format import chain
from events.format.bundle import Bundle
from events.format.chain import Fault
from events.format.codec import Codec
from events.format.envelope import redacted
from events.format.signing import is_signed
from events.format.strict_lines import MalformedRecord, parse_record
from events.format.upcasters import Upcasters
from events.projections.tally import Tally
from events.store.snapshots import StateAt

Verdict = Literal["proven", "broken", "not_provable"]
SignatureVerdict = Literal["proven", "broken", "not_provable", "absent"]
KNOWN_PATTERN: Final = "[1-9][0-9]{0,15}:[0-9a-f]{64}"
"""How a version and its hash are written."""
ProgressCallback = Callable[[int], None]
"""Is told the version that a long check has come to."""


class Check(msgspec.Struct, frozen=True):
    """What a check came to: its verdict, a sentence about it, and the first fault where it is broken."""

    verdict: Verdict
    detail: str
    fault: Fault | None = None


class ThrowsCheck(Check, frozen=True):
    """What the check of the throws came to, and how many of them are what.

    Of those in view, ``proven`` follow from their seeds, ``supplied`` came from the table, ``unrevealed`` wait for
    their seed, ``hidden`` cannot be proven without private parts that were left out, and ``elsewhere`` fell before an
    import, by seeds that stayed where they were. ``left_out`` counts events whose throws were left out altogether.
    """

    proven: int = 0
    supplied: int = 0
    unrevealed: int = 0
    hidden: int = 0
    left_out: int = 0
    elsewhere: int = 0


class Audit(msgspec.Struct, frozen=True):
    """The verdicts on a stream, and what the table did by hand: rulings, rewinds, supplied throws.

    ``lineage`` is there for a branch alone: whether it begins as its parent stood.
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
        """The checks that were made, by name."""
        made = {"chain": self.chain, "throws": self.throws, "legality": self.legality}
        return made if self.lineage is None else {**made, "lineage": self.lineage}

    @property
    def sound(self) -> bool:
        """Whether nothing is broken."""
        return all(check.verdict != "broken" for check in self.checks.values())


class SignatureCheck(msgspec.Struct, frozen=True):
    """What the check of a bundle's signature came to; ``key`` is the one that the file names, if it is signed."""

    verdict: SignatureVerdict
    detail: str
    key: str | None = None


class BundleAudit(Audit, frozen=True):
    """The verdicts on a bundle."""

    signature: SignatureCheck

    @property
    def sound(self) -> bool:
        """Whether nothing is broken."""
        return super().sound and self.signature.verdict != "broken"


class KnownHash(NamedTuple):
    """A hash of the chain that somebody remembers, and the version at which it stood."""

    version: int
    hash: bytes

    @classmethod
    def read(cls, text: str) -> Self:
        """Read ``version:hash``, the hash in 64 digits of hex. Raises ValueError."""
        if not _is_known(text):
            raise ValueError(f"{text[:80]!r} is no version and hash: write 12:, and the 64 digits that it had there")
        version, _, digits = text.partition(":")
        return cls(int(version), bytes.fromhex(digits))


_is_known = re.compile(KNOWN_PATTERN).fullmatch


class Auditor:
    """Audits the streams of one ruleset."""

    def __init__(self, ruleset: Ruleset[Any], codec: Codec) -> None:
        self._ruleset = ruleset
        self._codec = codec
        self._commands = Upcasters("command", ruleset.lift_commands)
        hiding = (event.type for event in ruleset.events if _hides_draws(event))
        self._hiding = frozenset(f'"type":"{name}","schema":'.encode() for name in hiding)

    def audit(
        self,
        encounter: str,
        records: Sequence[bytes],
        *,
        head: bytes | None = None,
        known: KnownHash | None = None,
        seeds: Mapping[int, bytes] | None = None,
        watch: ProgressCallback | None = None,
        parent: StateAt[Encounter] | None = None,
    ) -> Audit:
        """Make all checks of a whole stream, from its first record on.

        ``head`` is the hash that the chain has to end in, ``known`` one that it had before. ``seeds`` are those that
        whoever keeps them lends to the check of an encounter that is still open. ``parent`` is the one that a branch
        left, as it stood there.
        """
        linked = chain.verify(encounter, records, expected=head)
        tally = self._tally(records)
        return Audit(
            encounter=encounter,
            version=len(records),
            hash=linked.hash.hex(),
            chain=_chain_check(linked, head, records, known),
            throws=self._throws(records, seeds or {}),
            legality=self._legality(encounter, records, watch),
            commands=tally.commands,
            rulings=tally.rulings,
            rewinds=tally.rewinds,
            seeded_throws=tally.throws.throws - tally.throws.supplied,
            supplied_throws=tally.throws.supplied,
            lineage=self._lineage(records, parent),
        )

    def audit_bundle(
        self,
        bundle: Bundle,
        *,
        head: bytes | None = None,
        known: KnownHash | None = None,
        key: str | None = None,
        watch: ProgressCallback | None = None,
    ) -> BundleAudit:
        """Make all checks of a bundle, and say of its chain what is wrong with the file.

        ``head`` is the hash that the chain has to end in by a source that is trusted more than the file's own header,
        ``known`` one that it had before, ``key`` the public key that the file has to be signed with, in hex.
        """
        audit = BundleAudit(
            **msgspec.structs.asdict(
                self.audit(bundle.header.encounter, bundle.records, head=head or bundle.head, known=known, watch=watch)
            ),
            signature=_signature_check(bundle, key),
        )
        fault = bundle.fault or self._header_fault(bundle)
        if fault is None and head is not None and audit.hash == bundle.head.hex() != head.hex():
            differs = Fault(audit.version, f"the hash of the chain is {audit.hash}, not {head.hex()}")
            other = Check("broken", "The chain holds, but its hash is not the one that was given.", differs)
            return msgspec.structs.replace(audit, chain=other)
        if fault is None:
            return audit
        what = "The file is not whole." if bundle.cut else "The file is not as it was written."
        faults = [fault] if bundle.cut or audit.chain.fault is None else [audit.chain.fault, fault]
        broken = Check("broken", what, min(faults, key=lambda fault: fault.version))
        return msgspec.structs.replace(audit, chain=broken)

    def _header_fault(self, bundle: Bundle) -> Fault | None:
        """What the header says that its events do not: the chain covers the events, and the proof anybody can renew."""
        header, records = bundle.header, bundle.records
        if not records:
            return Fault(0, "the file holds no events")
        if header.seen_by == str(NARRATOR) and any(map(redacted, records)):
            return Fault(1, "the file says that the narrator saw it, but private parts were left out")
        try:
            opening = parse_record(records[0]).fields
        except MalformedRecord as error:
            return Fault(1, str(error))
        named = (header.ruleset, header.ruleset_version)
        opened = (opening.get("ruleset"), opening.get("ruleset_version"))
        if named != opened:
            return Fault(0, f"the file names {' '.join(named)}, but {' '.join(map(str, opened))} opened it")
        return None

    def _lineage(self, records: Sequence[bytes], parent: StateAt[Encounter] | None) -> Check | None:
        event = branching(self._codec, records)
        if event is None:
            return None
        there = f"{event.of} stood at version {event.at}"
        if parent is None:
            word = f"It begins as {there}, on its own word; the chain had the hash {event.chain} there."
            return Check("not_provable", word)
        if not is_parent(event, parent):
            there = f"another encounter of the ID {event.of} is here, and this branch does not come from it"
            word = f"the chain of its own had the hash {event.chain} at version {event.at}, not {parent.hash.hex()}"
            return Check("not_provable", f"It begins on its own word: {there}; {word}.")
        whole = is_whole(records)
        fault = lineage_fault(self._ruleset, event, parent, hidden=whole)
        if fault is not None:
            return Check("broken", "It does not begin as its parent stood.", fault)
        return Check("proven", f"It begins as {there}{'' if whole else ', as far as everybody may see it'}.")

    def _throws(self, records: Sequence[bytes], seeds: Mapping[int, bytes]) -> ThrowsCheck:
        found = check_throws(records, seeds)
        left_out = sum(map(self._hides, records))
        verdict: Verdict
        if found.fault is not None:
            verdict, detail = "broken", "The throws are not those of the seeds."
        elif found.open_reasons:
            verdict, detail = "not_provable", found.open_reasons
        else:
            every = "Every seeded throw in view" if left_out else "Every seeded throw"
            verdict, detail = "proven", f"{every} follows from its seed, and every seed is the one promised"
            detail += ", by the word of whoever keeps it." if seeds else "."
        if left_out:
            detail += f" The hidden throws of {counted(left_out, 'event')} were left out, and nothing is said of them."
        counts = (found.proven, found.supplied, found.unrevealed, found.hidden, left_out, found.elsewhere)
        return ThrowsCheck(verdict, detail, found.fault, *counts)

    def _hides(self, record: bytes) -> bool:
        """Whether an event's throws were left out with its private part."""
        return redacted(record) and b'{"faces":' not in record and any(kind in record for kind in self._hiding)

    def _legality(self, encounter: str, records: Sequence[bytes], watch: ProgressCallback | None) -> Check:
        needed = records[:-1] if records and _reveals(records[-1]) else records
        sealed = sum(map(redacted, needed))
        if sealed:
            return Check("not_provable", f"The private parts of {sealed} events were left out; deciding needs them.")
        fault = first_divergence(self._ruleset, self._codec, self._commands, encounter, records, watch)
        if fault is not None:
            return Check("broken", "The rules give something else than what is on record.", fault)
        return Check("proven", "Every command, decided again, gives the events on record.")

    def _tally(self, records: Sequence[bytes]) -> Tally:
        """What can be counted, up to the first record that cannot be read."""
        tally = Tally()
        try:
            tally.add(self._ruleset.tally, self._codec.decode_events(records))
        except Exception:  # whatever a damaged record may hold: the checks name it
            return tally
        return tally


def _signature_check(bundle: Bundle, key: str | None) -> SignatureCheck:
    signature = bundle.signature
    if signature is None:
        if key is not None:
            return SignatureCheck("broken", "The file is not signed, and by the key that was given it should be.")
        return SignatureCheck("absent", "The file is not signed.")
    if not is_signed(signature, bundle.sha256):
        said = "The signature is not one of this file by the key that it names."
        return SignatureCheck("broken", said, signature.key)
    if key is not None and signature.key != key:
        said = "The file is signed by another key than the one that was given."
        return SignatureCheck("broken", said, signature.key)
    elsewhere = _imported_events(bundle.records)
    more = f" Whoever signed it did not see its first {elsewhere} events: they were brought in." if elsewhere else ""
    if key is None:
        said = "The file is signed by the key that it names itself; name the one that you trust to prove whose it is."
        return SignatureCheck("not_provable", said + more, signature.key)
    return SignatureCheck("proven", f"The file is signed by the key that was given.{more}", signature.key)


def _imported_events(records: Sequence[bytes]) -> int:
    """How many events were played elsewhere: all before the last import under another ID, which are two more."""
    imported = f'"type":"{Imported.type}","schema":'.encode()
    before = (version - 2 for version in range(len(records), 0, -1) if imported in records[version - 1])
    return next(before, 0)


def _not_as_known(records: Sequence[bytes], known: KnownHash) -> Fault | None:
    """What is wrong where the history that somebody remembers is not the beginning of this one."""
    if known.version > len(records):
        return Fault(len(records), f"the events end here, before version {known.version}, whose hash is remembered")
    had = chain.extend(chain.genesis(chain.first_encounter_id(records[0])), records[: known.version])
    if had != known.hash:
        return Fault(known.version, f"the hash here is {had.hex()}, not the one that is remembered")
    return None


def _chain_check(
    linked: chain.ChainVerdict, head: bytes | None, records: Sequence[bytes], known: KnownHash | None
) -> Check:
    if linked.fault is not None:
        return Check("broken", "The chain does not hold.", linked.fault)
    differs = None if known is None else _not_as_known(records, known)
    if differs is not None:
        return Check("broken", "This is not the history that somebody has seen.", differs)
    against = "and ends in the hash that was expected" if head is not None else "; compare its hash with one you trust"
    return Check("proven", f"Every event is linked to all before it{' ' if head is not None else ''}{against}.")


def _reveals(record: bytes) -> bool:
    """Whether a record closes its encounter: what it keeps for the narrator are hidden seeds, which decide nothing."""
    return f'"type":"{EncounterClosed.type}","schema":'.encode() in record


@cache
def _hides_draws(event: type[Event]) -> bool:
    """Return whether events of a type may keep a draw for an audience."""
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
