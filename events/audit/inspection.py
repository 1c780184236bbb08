"""Inspection of a bundle during its upload: line by line, up to the first fault.

An upload costs no more than its valid lines: a line is kept only until its record is complete, and a fault ends the
upload at once. The inspection checks that the lines are events in order; whether they are true and legal is checked by
``events.audit.admission``.
"""

from typing import Final

from domain.model.speaker import NARRATOR
from events.audit.admission import HEADER_LINE, PRIVATE_PART_MISSING, BrokenBundle, RedactedBundle
from events.format.bundle import PRIVATE_LINE, PROOF_LINE, Header, file_fault, header_fault, read_header
from events.format.chain import ChainVerifier
from events.format.envelope import NEWLINE, redacted

MAX_LINE_BYTES: Final = 4 << 20
MAX_FIELDS: Final = 200_000
"""Fields of a line, so that nothing waits long while it is decoded; a state of 200 combatants has some 20,000."""
"""Maximum length of a line, which is decoded in one piece and blocks other requests meanwhile."""


class BundleInspector:
    """Inspects one bundle; ``header`` is set after the first line.

    ``feed`` and ``finish`` raise InvalidBundle if the first line is not a header, RedactedBundle if the bundle is not
    the narrator's, and BrokenBundle for the first faulty line.
    """

    def __init__(self) -> None:
        self.header: Header | None = None
        self._parts: list[bytes] = []
        self._length = 0
        self._lines = 0
        self._held: bytes | None = None
        self._record: bytes | None = None
        self._record_line = 0
        self._verifier = ChainVerifier("")

    def feed(self, piece: bytes) -> None:
        """Inspect the next bytes of the file."""
        start = 0
        while (end := piece.find(NEWLINE, start)) >= 0:
            self._gather(piece[start : end + 1])
            line, self._parts, self._length = b"".join(self._parts), [], 0
            self._line(line)
            start = end + 1
        if start < len(piece):
            self._gather(piece[start:])

    def finish(self) -> None:
        """Inspect the end of the file.

        The checksum and the final hash are left to the audit, which may be able to locate the fault.
        """
        if self._parts or not self._lines:
            self._line(b"".join(self._parts))
        header, last = self._require_header(), self._held or b""
        if last.startswith(PROOF_LINE):
            self._close_record()
            self._require_names(header)
        elif last.endswith(NEWLINE):
            self._body(last.removesuffix(NEWLINE), self._lines)
        events = self._verifier.version + (self._record is not None)
        if not last.startswith(PROOF_LINE) or events != header.events:
            fault = file_fault(header, events, last, None, "")
            assert fault is not None
            raise BrokenBundle(max(self._lines, HEADER_LINE + 1), None, fault.reason)

    def _gather(self, part: bytes) -> None:
        self._parts.append(part)
        self._length += len(part)
        if self._length > MAX_LINE_BYTES:
            raise BrokenBundle(self._lines + 1, None, f"the line is longer than {MAX_LINE_BYTES >> 20} MiB")

    def _line(self, line: bytes) -> None:
        self._lines += 1
        if line.count(b'":') > MAX_FIELDS:
            raise BrokenBundle(self._lines, None, f"the line has more than {MAX_FIELDS:,} fields")
        if self._lines == HEADER_LINE:
            self._begin(line)
            return
        if self._held is not None:
            if self._held.startswith(PROOF_LINE):
                self._close_record()
                raise BrokenBundle(self._lines, None, "there is a line after the proof, which must be the last line")
            self._body(self._held.removesuffix(NEWLINE), self._lines - 1)
        self._held = line

    def _begin(self, line: bytes) -> None:
        header = read_header(line)
        if header.seen_by != str(NARRATOR):
            raise RedactedBundle(header.seen_by)
        fault = header_fault(header, line)
        if fault is not None:
            raise BrokenBundle(HEADER_LINE, None, fault.reason)
        self._verifier = ChainVerifier(header.encounter)
        self.header = header

    def _require_header(self) -> Header:
        assert self.header is not None
        return self.header

    def _body(self, line: bytes, number: int) -> None:
        """Handle a line between the first and the last; a private line belongs to the public line before it."""
        if self._record is not None and line.startswith(PRIVATE_LINE) and NEWLINE not in self._record:
            self._record += NEWLINE + line
            return
        self._close_record()
        self._record, self._record_line = line, number

    def _close_record(self) -> None:
        """Verify a complete record."""
        record, self._record = self._record, None
        if record is None:
            return
        fault, version = self._verifier.take(record), self._verifier.version
        if fault is not None:
            raise BrokenBundle(self._record_line, fault.version, fault.reason)
        if redacted(record):
            raise BrokenBundle(self._record_line, version, PRIVATE_PART_MISSING)
        events = self._require_header().events
        if version > events:
            reason = f"the header announces {events} events, but the file has more"
            raise BrokenBundle(self._record_line, version, reason)

    def _require_names(self, header: Header) -> None:
        """Raise BrokenBundle unless the events belong to the encounter that the header names."""
        verifier = self._verifier
        fault = verifier.unmatched_rename()
        if fault is not None:
            raise BrokenBundle(self._record_line, fault.version, fault.reason)
        if verifier.version and verifier.encounter != header.encounter:
            reason = f"the header names {header.encounter}, but the events belong to {verifier.encounter}"
            raise BrokenBundle(HEADER_LINE, None, reason)
