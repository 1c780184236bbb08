"""How the table says names, lists and moments."""

from collections.abc import Iterable

from domain.model.encounter import BRANCHED_AT
from domain.rulesets.s3.state import Fight
from domain.table.look import Look
from domain.text.phrases import named


def listed(look: Look[Fight], texts: Iterable[str]) -> str:
    """Return texts as a list: *Hu, Fox and Guard*."""
    return look.wording.labels.enumerated([*texts])


def named_all(look: Look[Fight], combatants: Iterable[str]) -> str:
    """Return the names of combatants as a list."""
    return listed(look, [named(look.names, one) for one in combatants])


def version_of(fight: Fight, moment: int) -> int:
    """Return the version of a moment counted along the lineage; of one before a branch, that of the branching."""
    return max(moment - fight.before, BRANCHED_AT) if fight.before else moment
