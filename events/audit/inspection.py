"""Inspecting a bundle while it comes in: line by line, up to the first that is wrong.

What a stranger sends costs no more than the lines that hold: no line is kept longer than its record is open, and
whoever sends anything else is told at once. What holds here are events, each in its place; whether they are
true and legal is the matter of ``events.audit.admission``.
"""

from typing import Final

from domain.model.speaker import NARRATOR
from events.audit.admission import HEADER_LINE, PRIVATE_PART_MISSING, BrokenBundle, RedactedBundle
from events.format.bundle import PRIVATE_LINE, PROOF_LINE, Header, file_fault, header_fault, read_header
from events.format.chain import ChainVerifier
from events.format.envelope import NEWLINE, redacted

MAX_LINE_BYTES: Final = 4 << 20
"""Bytes of a line. One is decoded in one go, during which nobody else gets an answer."""


class BundleInspector:
    """One bundle on its way in. ``header`` is there as soon as the first line is.

    ``take`` and ``end`` raise NoBundle where the file does not begin like one, RedactedBundle where it is not the
    narrator's, and BrokenBundle for the first line that is wrong.
    """

    def __init__(self) -> None:
        self.header: Header | None = None
        self._parts: list[bytes] = []
        self._length = 0
        self._lines = 0
        self._held: bytes | None = None
        self._record: bytes | None = None
        self._record_line = 0
        self._linking = ChainVerifier("")

    def take(self, piece: bytes) -> None:
        """Look at the next bytes of the file."""
        start = 0
        while (end := piece.find(NEWLINE, start)) >= 0:
            self._gather(piece[start : end + 1])
            line, self._parts, self._length = b"".join(self._parts), [], 0
            self._line(line)
            start = end + 1
        if start < len(piece):
            self._gather(piece[start:])

    def end(self) -> None:
        """Look at the file as a whole: nothing follows any more.

        Whether it is as it was written, and ends in the hash that it says, is left to the audit, which may know where.
        """
        if self._parts or not self._lines:
            self._line(b"".join(self._parts))
        header, last = self._named(), self._held or b""
        if last.startswith(PROOF_LINE):
            self._close_record()
            self._require_names(header)
        elif last.endswith(NEWLINE):
            self._body(last.removesuffix(NEWLINE), self._lines)
        events = self._linking.version + (self._record is not None)
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
        if self._lines == HEADER_LINE:
            self._begin(line)
            return
        if self._held is not None:
            if self._held.startswith(PROOF_LINE):
                self._close_record()
                raise BrokenBundle(
                    self._lines, None, "something follows on the proof, which is the last line of a file"
                )
            self._body(self._held.removesuffix(NEWLINE), self._lines - 1)
        self._held = line

    def _begin(self, line: bytes) -> None:
        header = read_header(line)
        if header.seen_by != str(NARRATOR):
            raise RedactedBundle(header.seen_by)
        fault = header_fault(header, line)
        if fault is not None:
            raise BrokenBundle(HEADER_LINE, None, fault.reason)
        self._linking = ChainVerifier(header.encounter)
        self.header = header

    def _named(self) -> Header:
        assert self.header is not None
        return self.header

    def _body(self, line: bytes, number: int) -> None:
        """A line between the first and the last: a private one belongs to the public one before it."""
        if self._record is not None and line.startswith(PRIVATE_LINE) and NEWLINE not in self._record:
            self._record += NEWLINE + line
            return
        self._close_record()
        self._record, self._record_line = line, number

    def _close_record(self) -> None:
        """Link a record that is whole."""
        record, self._record = self._record, None
        if record is None:
            return
        fault, version = self._linking.take(record), self._linking.version
        if fault is not None:
            raise BrokenBundle(self._record_line, fault.version, fault.reason)
        if redacted(record):
            raise BrokenBundle(self._record_line, version, PRIVATE_PART_MISSING)
        events = self._named().events
        if version > events:
            reason = f"the file says that it holds {events} events, but here another one follows"
            raise BrokenBundle(self._record_line, version, reason)

    def _require_names(self, header: Header) -> None:
        """The events are those of the encounter that the header names."""
        linking = self._linking
        fault = linking.unfinished()
        if fault is not None:
            raise BrokenBundle(self._record_line, fault.version, fault.reason)
        if linking.version and linking.encounter != header.encounter:
            reason = f"the header names {header.encounter}, but the events are those of {linking.encounter}"
            raise BrokenBundle(HEADER_LINE, None, reason)
