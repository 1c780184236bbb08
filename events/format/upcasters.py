"""Upcasters: functions that lift what was recorded under an older schema, one schema at a time.

Events, recorded commands and carried states each have a registry of their own. A ruleset contributes its functions as
a mapping from (name, schema) to the function that turns data of that schema into data of the next.
"""

from collections.abc import Callable, Mapping
from typing import Any

Data = dict[str, Any]
Upcaster = Callable[[Data], Data]


class SchemaTooNew(ValueError):
    """The record was written by a newer Yarrow than this one."""

    def __init__(self, subject: str, name: str, schema: int, known: int) -> None:
        super().__init__(
            f"The {subject} {name} has schema {schema}; this Yarrow knows schemas up to {known}. Run a newer one."
        )
        self.name, self.schema, self.known = name, schema, known


class Upcasters:
    """The registry for one subject: ``event``, ``command`` or ``state``."""

    def __init__(self, subject: str, steps: Mapping[tuple[str, int], Upcaster] | None = None) -> None:
        self.subject = subject
        self._steps = dict(steps or {})

    def lift(self, name: str, schema: int, data: Data, *, to: int) -> Data:
        """Data of ``schema`` as data of schema ``to``.

        Of a redacted event only the public fields are there; an upcaster leaves alone what it does not find. Raises
        SchemaTooNew where ``schema`` is above ``to``.
        """
        if schema > to:
            raise SchemaTooNew(self.subject, name, schema, to)
        for step in range(schema, to):
            data = self._steps[name, step](data)
        return data

    def require_complete(self, current: Mapping[str, int]) -> None:
        """Raise ValueError unless each name in ``current`` can be lifted from schema 1 to its current one."""
        needed = {(name, schema) for name, to in current.items() for schema in range(1, to)}
        missing = sorted(needed - self._steps.keys())
        idle = sorted(self._steps.keys() - needed)
        if missing:
            raise ValueError(f"No upcaster lifts the {self.subject} {missing[0][0]} from schema {missing[0][1]}.")
        if idle:
            raise ValueError(f"The upcaster of the {self.subject} {idle[0][0]} from schema {idle[0][1]} is never used.")
