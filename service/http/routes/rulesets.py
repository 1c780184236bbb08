"""``/v1/rulesets``: what can be played, and how."""

from fastapi import APIRouter, Response

from service.http.responses.encoded import raw_answer
from service.problems.problem import Problem
from service.rulesets.reference import Reference, listed, references

router = APIRouter(prefix="/v1/rulesets", tags=["rulesets"])


def _reference(key: str) -> Reference:
    known = references()
    if key not in known:
        raise Problem("not_found", f"There is no ruleset {key[:40]!r}; there are {', '.join(known)}.")
    return known[key]


@router.get("")
async def list_rulesets() -> Response:
    """List the rulesets that can be played."""
    return raw_answer(listed())


@router.get("/{key}")
async def read_ruleset(key: str) -> Response:
    """Read a ruleset: its options, sheets, commands, prompts and events as JSON schemas, and its tables."""
    return raw_answer(_reference(key).whole)


@router.get("/{key}/rules")
async def list_rules(key: str) -> Response:
    """Read the rules of a ruleset, in the order of its chapters."""
    return raw_answer(_reference(key).rules)


@router.get("/{key}/rules/{rule}")
async def read_rule(key: str, rule: str) -> Response:
    """Read one rule, as refusals and events name it."""
    rules = _reference(key).rule
    if rule not in rules:
        raise Problem("not_found", f"{key} has no rule {rule[:40]!r}; GET /v1/rulesets/{key}/rules lists them.")
    return raw_answer(rules[rule])


@router.get("/{key}/templates")
async def list_templates(key: str) -> Response:
    """Read the ready-made combatants of a ruleset, by the keys that a sheet may start from."""
    return raw_answer(_reference(key).templates)
