"""Refusals: the rules' no, as a value with the rule that says it."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final, Literal, NoReturn

import msgspec

RefusalCode = Literal[
    "refused",  # a rule forbids it
    "not_yours",  # the speaker may not speak for that combatant, or the command is the narrator's
    "invalid",  # a field does not fit the encounter
    "closed",  # the encounter is over
    "faces_missing",
    "faces_left_over",
    "faces_wrong",
    "faces_refused",
]
FACES_CODES: Final[frozenset[RefusalCode]] = frozenset({"faces_missing", "faces_left_over", "faces_wrong"})
"""What may be at fault with supplied faces."""


class NeededThrow(msgspec.Struct, frozen=True):
    """The throw that waits for its faces: whose it is, for what, how many, and ``of`` what.

    ``of`` says coins, cards, or dice as d6.
    """

    combatant: str
    what: str
    count: int
    of: str

    def __str__(self) -> str:
        """As it is said: ``7 coins for acrobatics of fox``, ``4 dice of 6 sides for check of vane``."""
        if self.of in ("coins", "cards"):
            kind = self.of.removesuffix("s") if self.count == 1 else self.of
        else:
            kind = f"{'die' if self.count == 1 else 'dice'} of {self.of.removeprefix('d')} sides"
        return f"{self.count} {kind} for {self.what} of {self.combatant}"


class Refusal(msgspec.Struct, frozen=True, omit_defaults=True):
    """Why a command is not accepted, by which rule, and what would be.

    ``field`` names the part of the command that is at fault where one is; ``legal`` lists the types of the commands
    that the state of the encounter allows instead; ``needed`` is the throw whose faces are missing or do not fit.
    """

    code: RefusalCode
    detail: str
    rule: str | None = None
    field: str | None = None
    legal: tuple[str, ...] = ()
    needed: NeededThrow | None = None


class Refused(Exception):
    """Carries a refusal out of a decision; ``decide`` gives it back as a value."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal.detail)
        self.refusal = refusal


def refuse(rule: str | None, detail: str, *, code: RefusalCode = "refused", field: str | None = None) -> NoReturn:
    """End the decision with a refusal by ``rule``."""
    raise Refused(Refusal(code, detail, rule, field))


def require(condition: object, rule: str, detail: str, *, field: str | None = None) -> None:
    """Refuse by ``rule`` unless ``condition`` holds."""
    if not condition:
        raise Refused(Refusal("refused", detail, rule, field))


def all_different(names: tuple[str, ...], field: str) -> None:
    """Refuse a list that names somebody twice."""
    if len(set(names)) != len(names):
        refuse(None, "Somebody is named twice.", code="invalid", field=field)


class at_field:  # noqa: N801 - a context manager, and no generator, which takes three times as long
    """Have refusals that name a field of ``inner`` name it in ``outer``, where the client has put it."""

    __slots__ = ("inner", "outer")

    def __init__(self, inner: str, outer: str) -> None:
        self.inner = inner
        self.outer = outer

    def __enter__(self) -> None:
        """Nothing is to be done before a refusal."""

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        if isinstance(error, Refused) and (error.refusal.field or "").startswith(self.inner):
            field = self.outer + (error.refusal.field or "").removeprefix(self.inner)
            raise Refused(msgspec.structs.replace(error.refusal, field=field)) from None


@contextmanager
def without_detail(said: str, *, unless: bool) -> Iterator[None]:
    """Have refusals say no more than this, where their own words would tell what the speaker may not see."""
    try:
        yield
    except Refused as refused:
        if unless:
            raise
        raise Refused(msgspec.structs.replace(refused.refusal, detail=said)) from None
