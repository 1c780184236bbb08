"""Refusals: why a command is not accepted, as a value that names the rule."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final, Literal, NoReturn

import msgspec

RefusalCode = Literal[
    "refused",  # a rule forbids it
    "not_yours",  # the speaker may not speak for that combatant, or only the narrator may give the command
    "invalid",  # a field does not fit the encounter
    "closed",  # the encounter is over
    "faces_missing",
    "faces_left_over",
    "faces_wrong",
    "faces_refused",
]
FACES_CODES: Final[frozenset[RefusalCode]] = frozenset({"faces_missing", "faces_left_over", "faces_wrong"})
"""The codes of refusals that concern supplied faces."""


class NeededThrow(msgspec.Struct, frozen=True):
    """A throw that needs faces: the combatant, its purpose ``what``, the number of faces, and what it is ``of``.

    A refusal and a check have the label of the purpose: ``Hand to hand``.

    ``of`` is ``coins``, ``cards``, or a die such as ``d6``.
    """

    combatant: str
    what: str
    count: int
    of: str

    def __str__(self) -> str:
        """Return it in words: ``7 coins for acrobatics of fox``, ``4 dice of 6 sides for check of vane``."""
        if self.of in ("coins", "cards"):
            kind = self.of.removesuffix("s") if self.count == 1 else self.of
        else:
            kind = f"{'die' if self.count == 1 else 'dice'} of {self.of.removeprefix('d')} sides"
        return f"{self.count} {kind} for {self.what} of {self.combatant}"


class FieldError(msgspec.Struct, frozen=True):
    """One fault in a request: the path of the field, and what is wrong with it."""

    field: str
    detail: str


class Refusal(msgspec.Struct, frozen=True, omit_defaults=True):
    """The reason why a command is not accepted, with the rule that forbids it and the legal alternatives.

    ``field`` is the path of the invalid part of the command, if there is one; ``errors`` has all invalid parts of a
    sheet or of options. ``legal`` lists the types of the commands that are possible instead. ``first`` are the types of
    the commands that the sentence asks for. ``needed`` is the throw whose faces are missing or do not fit.
    """

    code: RefusalCode
    detail: str
    rule: str | None = None
    field: str | None = None
    legal: tuple[str, ...] = ()
    first: tuple[str, ...] = ()
    needed: NeededThrow | None = None
    errors: tuple[FieldError, ...] = ()

    def moved(self, inner: str, outer: str) -> "Refusal":
        """Return the refusal with the fields that begin with ``inner`` in ``outer``, its path in the request."""
        errors = tuple([FieldError(_moved(error.field, inner, outer), error.detail) for error in self.errors])
        return msgspec.structs.replace(self, field=self.field and _moved(self.field, inner, outer), errors=errors)


def _moved(field: str, inner: str, outer: str) -> str:
    return outer + field.removeprefix(inner) if field.startswith(inner) else field


class Refused(Exception):
    """Raised to end a decision with a refusal; ``decide`` catches it and returns the refusal."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal.detail)
        self.refusal = refusal


def refuse(
    rule: str | None,
    detail: str,
    *,
    code: RefusalCode = "refused",
    field: str | None = None,
    first: tuple[str, ...] = (),
) -> NoReturn:
    """Raise Refused with a refusal by ``rule``, which ends the decision.

    ``first`` are the types of the commands that ``detail`` asks for.
    """
    raise Refused(Refusal(code, detail, rule, field, first=first))


def require(
    condition: object, rule: str, detail: str, *, field: str | None = None, first: tuple[str, ...] = ()
) -> None:
    """Refuse by ``rule`` unless ``condition`` is true; ``first`` are the commands that ``detail`` asks for."""
    if not condition:
        raise Refused(Refusal("refused", detail, rule, field, first=first))


def require_distinct(names: tuple[str, ...], field: str) -> None:
    """Refuse a list that contains the same combatant twice."""
    if len(set(names)) != len(names):
        refuse(None, "The same combatant is named twice; name each one once.", code="invalid", field=field)


class at_field:  # noqa: N801 - used as a function; a generator-based context manager takes three times as long
    """Context manager that moves the field of a refusal from ``inner`` to ``outer``, its path in the request."""

    __slots__ = ("inner", "outer")

    def __init__(self, inner: str, outer: str) -> None:
        self.inner = inner
        self.outer = outer

    def __enter__(self) -> None:
        """Do nothing; only the exit rewrites a refusal."""

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        if isinstance(error, Refused) and (error.refusal.field or "").startswith(self.inner):
            raise Refused(error.refusal.moved(self.inner, self.outer)) from None


@contextmanager
def without_detail(message: str, *, unless: bool) -> Iterator[None]:
    """Replace the detail of refusals by ``message``, unless the speaker may see what the detail reveals."""
    try:
        yield
    except Refused as refused:
        if unless:
            raise
        raise Refused(msgspec.structs.replace(refused.refusal, detail=message)) from None
