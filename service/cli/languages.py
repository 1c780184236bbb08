"""``yarrow languages``: check the words of other languages against the English ones."""

from collections.abc import Iterator
from typing import Annotated, Any

import typer

from domain.registry import rulesets
from domain.ruleset.english import SHARED, faults
from domain.ruleset.ruleset import Ruleset
from domain.text.phrases import counted
from service.cli.api_client import CommandFailed
from service.cli.options import FAILED, AsJson
from service.cli.render import console, show_json


def languages(
    ruleset: Annotated[
        str | None, typer.Option(help="Key of a ruleset; `core` is what all share.", show_default="all")
    ] = None,
    json: AsJson = False,
) -> None:
    """List the words that the languages of rulesets lack or have too many of; exits with 1 if there are any."""
    found = [_checked(one, language) for one in _chosen(ruleset) for language in one.languages]
    for one in found:
        if json:
            show_json(one)
        else:
            for line in _lines(one):
                console.print(line, soft_wrap=True, highlight=False, markup=False)
    if not found and not json:
        console.print("No other language than English.")
    if any(one["faults"] for one in found):
        raise typer.Exit(FAILED)


def _chosen(key: str | None) -> list[Ruleset[Any]]:
    """Return the rulesets to check: one, or all of them, with what they share."""
    known = {SHARED.key: SHARED, **rulesets()}
    if key is None:
        return [*known.values()]
    if key not in known:
        raise CommandFailed(f"There is no ruleset {key!r}; there are {', '.join(known)}.")
    return [known[key]]


def _checked(ruleset: Ruleset[Any], language: str) -> dict[str, Any]:
    wrong = [one._asdict() for one in faults(ruleset, language)]
    return {"ruleset": ruleset.key, "language": language, "faults": wrong}


def _lines(checked: dict[str, Any]) -> Iterator[str]:
    wrong = checked["faults"]
    yield f"{checked['ruleset']} in {checked['language']}: {counted(len(wrong), 'fault') if wrong else 'complete'}"
    yield from (f"  {one['section']}: {one['identifier']} {one['says']}" for one in wrong)
