"""Upcasters: functions that lift data recorded under an older schema, one schema at a time.

Events, recorded commands and carried states have a registry each. A ruleset contributes a mapping from (name, schema)
to the function that turns data of that schema into data of the next.
"""

from collections.abc import Callable, Mapping
from typing import Any

Data = dict[str, Any]
Upcaster = Callable[[Data], Data]


class SchemaTooNew(ValueError):
    """A newer version of Yarrow wrote the record."""

    def __init__(self, subject: str, name: str, schema: int, known: int) -> None:
        super().__init__(
            f"The {subject} {name} has schema {schema}, but this version of Yarrow knows only schemas up to {known}. "
            "Upgrade Yarrow."
        )
        self.name, self.schema, self.known = name, schema, known


class Upcasters:
    """The registry for one subject: ``event``, ``command`` or ``state``."""

    def __init__(self, subject: str, steps: Mapping[tuple[str, int], Upcaster] | None = None) -> None:
        self.subject = subject
        self._steps = dict(steps or {})

    def lift(self, name: str, schema: int, data: Data, *, to: int) -> Data:
        """Lift data from ``schema`` to schema ``to``.

        A redacted event has only its public fields; an upcaster ignores fields that are missing. Raises SchemaTooNew if
        ``schema`` is above ``to``.
        """
        if schema > to:
            raise SchemaTooNew(self.subject, name, schema, to)
        for step in range(schema, to):
            data = self._steps[name, step](data)
        return data

    def require_complete(self, current: Mapping[str, int]) -> None:
        """Raise ValueError unless every name in ``current`` can be lifted from schema 1 to its current schema."""
        needed = {(name, schema) for name, to in current.items() for schema in range(1, to)}
        missing = sorted(needed - self._steps.keys())
        idle = sorted(self._steps.keys() - needed)
        if missing:
            raise ValueError(f"No upcaster lifts the {self.subject} {missing[0][0]} from schema {missing[0][1]}.")
        if idle:
            raise ValueError(f"The upcaster of the {self.subject} {idle[0][0]} from schema {idle[0][1]} is never used.")
