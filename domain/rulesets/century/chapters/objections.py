"""Objections: why something is not legal, for the command that refuses it and the form that does not list it."""

from typing import NamedTuple

from domain.model.refusal import refuse


class Objection(NamedTuple):
    """The rule that forbids something, the sentence, and the field of the command, if there is one."""

    rule: str
    said: str
    field: str | None = None


def refuse_for(objection: Objection | None) -> None:
    """Refuse by an objection, if there is one."""
    if objection is not None:
        refuse(objection.rule, objection.said, field=objection.field)
