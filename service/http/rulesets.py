"""``/v1/rulesets``: what can be played, and how."""

from collections.abc import Mapping

from fastapi import APIRouter, Request, Response

from service.http.answers import raw_answer
from service.problems import Problem
from service.reference import Reference, list_of

router = APIRouter(prefix="/v1/rulesets", tags=["rulesets"])


def _references(request: Request) -> Mapping[str, Reference]:
    found: Mapping[str, Reference] = request.app.state.references
    return found


def _reference(request: Request, key: str) -> Reference:
    references = _references(request)
    if key not in references:
        raise Problem("not_found", f"There is no ruleset {key[:40]!r}; there are {', '.join(references)}.")
    return references[key]


@router.get("")
async def list_rulesets(request: Request) -> Response:
    """List the rulesets that can be played."""
    return raw_answer(list_of(_references(request)))


@router.get("/{key}")
async def read_ruleset(key: str, request: Request) -> Response:
    """Read a ruleset: its options, sheets, commands, prompts and events as JSON schemas, and its tables."""
    return raw_answer(_reference(request, key).whole)


@router.get("/{key}/rules")
async def list_rules(key: str, request: Request) -> Response:
    """Read the rules of a ruleset, in the order of its chapters."""
    return raw_answer(_reference(request, key).rules)


@router.get("/{key}/rules/{rule}")
async def read_rule(key: str, rule: str, request: Request) -> Response:
    """Read one rule, as refusals and events name it."""
    rules = _reference(request, key).rule
    if rule not in rules:
        raise Problem("not_found", f"{key} has no rule {rule[:40]!r}; GET /v1/rulesets/{key}/rules lists them.")
    return raw_answer(rules[rule])


@router.get("/{key}/templates")
async def list_templates(key: str, request: Request) -> Response:
    """Read the ready-made combatants of a ruleset, by the keys that a sheet may start from."""
    return raw_answer(_reference(request, key).templates)
