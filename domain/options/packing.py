"""Packed declarations: parts that several fields have are written once, under ``shared``."""

from collections import Counter
from typing import Any, Final

import msgspec

from domain.options.shapes import Declarations

PLACE: Final = "$"
"""The key of a reference to a shared part: ``{"$": 3}`` is the fourth of ``shared``."""
WORTH_SHARING: Final = 16
"""Parts of fewer bytes are written where they are used."""


def packed(declared: Declarations) -> dict[str, Any]:
    """Return declarations as JSON values in which parts of fields that recur are ``{"$": n}``, the n-th of ``shared``.

    A shared part may have earlier ones in it.
    """
    whole = msgspec.to_builtins(declared)
    pack = _Packing()
    for form in whole["forms"].values():
        pack.count(form["fields"])
    for form in whole["forms"].values():
        form["fields"] = [pack.part(field) for field in form["fields"]]
    return {**whole, "shared": pack.shared}


class _Packing:
    """Counts parts, then replaces those that recur."""

    def __init__(self) -> None:
        self.shared: list[Any] = []
        self._uses: Counter[bytes] = Counter()
        self._places: dict[bytes, int] = {}

    def count(self, part: Any) -> None:
        """Count a part; what is within one that recurs counts once."""
        if not isinstance(part, dict | list | tuple):
            return
        if PLACE in part and isinstance(part, dict):
            raise ValueError(f"a part of a field has the key {PLACE!r}")
        written = _written(part)
        self._uses[written] += 1
        if self._uses[written] == 1:
            for below in part.values() if isinstance(part, dict) else part:
                self.count(below)

    def part(self, part: Any) -> Any:
        """Return a part with what it shares replaced, or its place."""
        if not isinstance(part, dict | list | tuple):
            return part
        written = _written(part)
        if self._uses[written] < 2 or len(written) < WORTH_SHARING:
            return self._parts(part)
        if written not in self._places:
            inner = self._parts(part)
            self._places[written] = len(self.shared)
            self.shared.append(inner)
        return {PLACE: self._places[written]}

    def _parts(self, part: Any) -> Any:
        if isinstance(part, dict):
            return {name: self.part(one) for name, one in part.items()}
        return [self.part(one) for one in part]


_written = msgspec.json.Encoder().encode
