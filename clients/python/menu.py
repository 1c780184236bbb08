"""Play at random, from the options alone: ``python menu.py http://127.0.0.1:8000 <encounter> <number of commands>``."""

import asyncio
import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from random import SystemRandom
from typing import Any

from yarrow_client import Menu, Unfilled, Values, Yarrow, fill, fill_answer, sentence, text_of

CHANCE = SystemRandom()


def entries(menu: Menu) -> Iterator[tuple[str, Mapping[str, Any] | None]]:
    """Yield the lines of the menu, each with a command if it can be filled in without the service."""
    for group in menu.groups:
        yield group.label or "Other", None
        for form in group.forms:
            command = filled(fill, menu, form, choose)
            said = form.label if command is None else sentence(menu, form, command)
            yield f"  {said if said.startswith(form.label) else f'{form.label}: {said}'}", command
    for prompt in menu.prompts:
        if prompt.get("answered"):
            continue
        yield prompt["sentence"], None
        for field in prompt.get("answers", ()):
            answer = filled(fill_answer, menu, field, choose)
            command = {"type": "core.answer", "prompt": prompt["id"], "answer": answer}
            yield f"  {field['label']}: {text_of(menu, field, answer)}", None if answer is None else command


def filled(fill_in: Callable[..., Any], *given: Any) -> Any:
    """Return what is filled in, or None if it needs a value that only the service can judge."""
    try:
        return fill_in(*given)
    except Unfilled:
        return None


def choose(field: Mapping[str, Any], values: Values) -> Any:
    """Return any value, or none where the field may be left out or only the service knows."""
    if field.get("check") or field.get("guess") or values.schema or not (field["required"] or CHANCE.random() < 0.4):
        return None
    if values.keys is not None or field.get("fields"):
        return keys_of(field, values) if values.keys is not None else True
    if values.listed or values.text is None:
        return CHANCE.choice(values.listed)[0] if values.listed else CHANCE.randint(*(values.span or (0, 0)))
    return next((text for text in ("a" * max(values.text[1], 1), "1") if text in values), None)


def keys_of(field: Mapping[str, Any], values: Values) -> Any:
    """Return any of the keys of an object: a list of them if their values have fields, else each with a value."""
    keys = [key for key, _ in values.keys.listed if CHANCE.random() < 0.4] if values.keys else []
    if field.get("fields"):
        return keys
    given = {key: choose({**field, "required": True}, replace(values, keys=None)) for key in keys}
    return {key: value for key, value in given.items() if value is not None}


async def play(url: str, encounter: str, commands: str) -> None:
    """Print a menu of filled forms and send one of them, repeatedly."""
    async with Yarrow(url) as yarrow:
        for _ in range(int(commands)):
            lines = [*entries(await yarrow.encounter(encounter).options())]
            print(*[line for line, _ in lines], sep="\n")
            possible = [command for _, command in lines if command and command["type"] != "core.close"]
            if possible:
                await yarrow.encounter(encounter).give(CHANCE.choice(possible))


if __name__ == "__main__":
    asyncio.run(play(*sys.argv[1:])) if len(sys.argv) == 4 else sys.exit(__doc__)
