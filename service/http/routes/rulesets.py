"""``/v1/rulesets`` and ``/v1/scenes``: the installed rulesets, their schemas, rules and templates, and ready fights."""

from typing import Annotated, Final

from fastapi import APIRouter, Path, Query, Response

from domain.model.suggestions import instead
from service.auth.access import Caller
from service.encounters.encoding import encode
from service.http.requests.dependencies import AcceptedLanguages, AppServices, CurrentCaller, Known
from service.http.responses.encoded import json_response, tagged_response
from service.problems.problem import Problem
from service.rulesets.negotiation import preferred
from service.rulesets.reference import Reference, references, ruleset_list, with_english
from service.rulesets.runtime import require_known
from service.work.slices import in_slice

Key = Annotated[str, Path(description="key of the ruleset")]
PERMANENT: Final = {"cache-control": "public, max-age=31536000, immutable"}
router = APIRouter(prefix="/v1/rulesets", tags=["rulesets"])
scenes_router = APIRouter(prefix="/v1/scenes", tags=["rulesets"])


def _reference(key: str) -> Reference:
    known = references()
    if key not in known:
        detail = f"There is no ruleset “{key[:40]}”; {instead(key, known)}"
        raise Problem("not_found", detail, rulesets=tuple(known))
    return known[key]


@router.get("")
async def list_rulesets() -> Response:
    """List the installed rulesets."""
    return json_response(ruleset_list())


@router.get("/{key}")
async def read_ruleset(key: Key, accept_language: AcceptedLanguages) -> Response:
    """Read a ruleset: the JSON schemas of its options, sheets, commands, prompts and events, its tables and labels.

    The labels are in the preferred language, and those that it lacks in English. The schemas are always in English.
    """
    known = _reference(key)
    language = preferred(accept_language, known.languages)
    headers = {"vary": "Accept-Language", "content-language": with_english(language)}
    whole = known.whole if known.is_declared else await in_slice(lambda: known.whole)
    return json_response(whole[language], headers=headers)


@router.get("/{key}/rules")
async def list_rules(key: Key) -> Response:
    """List the rules of a ruleset, in the order of its chapters."""
    return json_response(_reference(key).rules)


@router.get("/{key}/rules/{rule}")
async def read_rule(key: Key, rule: Annotated[str, Path(description="ID of the rule")]) -> Response:
    """Read a rule by the ID that refusals and events refer to."""
    rules = _reference(key).rule
    if rule not in rules:
        meant = next((one for one in (rule.upper(), rule.upper().replace("_", "-")) if one in rules), None)
        hint = "" if meant is None else f"did you mean {meant}? "
        detail = f"{key} has no rule “{rule[:40]}”; {hint}GET /v1/rulesets/{key}/rules lists them."
        raise Problem("not_found", detail)
    return json_response(rules[rule])


@router.get("/{key}/forms/{digest}")
async def read_forms(key: Key, digest: Annotated[str, Path(description="hash of the declarations")]) -> Response:
    """Read the declarations of forms at the address that options name. They never change: cache them permanently.

    Their language is that of the options that named the address.
    """
    known = _reference(key)
    forms = known.forms if known.is_declared else await in_slice(lambda: known.forms)
    if digest not in forms:
        detail = "There are no such declarations any more; read the options again, which name their address."
        raise Problem("not_found", detail)
    found = forms[digest]
    return json_response(found.body, headers={**PERMANENT, "content-language": found.languages})


@router.get("/{key}/templates")
async def list_templates(key: Key) -> Response:
    """List the templates of a ruleset: ready-made sheets, by the key that a new combatant can name."""
    return json_response(_reference(key).templates)


def _require_narrator(caller: Caller) -> None:
    """Raise Problem ``not_yours`` for players and spectators: a scene may have secret sheets."""
    if not caller.speaker.is_narrator:
        raise Problem(
            "not_yours",
            "Only a narrator reads scenes, and opens them: send a narrator's token if the service uses tokens, "
            "otherwise send Yarrow-As: narrator.",
        )


@scenes_router.get("")
async def list_scenes(
    services: AppServices,
    caller: CurrentCaller,
    known: Known,
    ruleset: Annotated[str | None, Query(max_length=40, description="key of a ruleset")] = None,
) -> Response:
    """List the scenes, ready fights that `POST /v1/encounters` opens. Only a narrator may read them."""
    _require_narrator(caller)
    if ruleset is not None:
        require_known(services.scenes.rulesets, ruleset)
    return tagged_response(encode(await in_slice(services.scenes.listed, ruleset)), known)


@scenes_router.get("/{scene}")
async def read_scene(
    services: AppServices,
    caller: CurrentCaller,
    known: Known,
    scene: Annotated[str, Path(description="ID of the scene")],
) -> Response:
    """Read a scene: its options, its combatants, and the commands that follow the opening."""
    _require_narrator(caller)
    return tagged_response(encode(services.scenes.whole(scene)), known)
