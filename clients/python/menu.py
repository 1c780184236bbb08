"""Play at random, from the options alone: ``python menu.py http://127.0.0.1:8000 <encounter> <number of commands>``."""

import asyncio
import sys
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from random import SystemRandom
from typing import Any

from yarrow_client import Menu, Unfilled, Values, Yarrow, fill, fill_answer

CHANCE = SystemRandom()


def ways(menu: Menu) -> Iterator[tuple[str, Callable[[], Any]]]:
    """Yield all that may be done: its line in the menu, and the function that fills it in."""
    for form in menu.forms:
        fields = (f"{field['label']} ({held(menu.values(field, {}))})" for field in form.fields)
        yield f"{form.label}: {', '.join(fields)}", partial(fill, menu, form, choose)
    for prompt in menu.prompts:
        asked = f"{menu.names.get(prompt['to'], 'The narrator')} decides {prompt['question']}"
        yield from ((asked, partial(answer, menu, prompt["id"], field)) for field in prompt.get("answers", ()))


def answer(menu: Menu, prompt: str, field: Mapping[str, Any]) -> dict[str, Any]:
    """Return any answer to a prompt."""
    return {"type": "core.answer", "prompt": prompt, "answer": fill_answer(menu, field, choose)}


def held(values: Values | None) -> str:
    """Return what a field may hold, in a few words."""
    if values is None:
        return "after the others"
    some = [label for _, label in values.listed[:4]]
    return ", ".join(some) if some else "{} to {}".format(*values.span) if values.span else "your words"


def choose(field: Mapping[str, Any], values: Values) -> Any:
    """Return any value, or none where the field may be left out or only the service knows."""
    if field.get("check") or field.get("guess") or values.schema or not (field["required"] or CHANCE.random() < 0.4):
        return None
    if values.keys is not None or field.get("fields"):
        return {} if values.keys is not None else True
    if values.listed or values.text is None:
        return CHANCE.choice(values.listed)[0] if values.listed else CHANCE.randint(*(values.span or (0, 0)))
    return next((text for text in ("a" * max(values.text[1], 1), "1") if text in values), None)


async def play(url: str, encounter: str, commands: str) -> None:
    """Print a menu, fill in one of its forms, and send it, repeatedly."""
    async with Yarrow(url) as yarrow:
        for _ in range(int(commands)):
            menu = await yarrow.encounter(encounter).options()
            every = [*ways(menu)]
            print(*[line for line, _ in every], sep="\n")
            for line, filled in CHANCE.sample(every, len(every)):
                try:
                    command = filled()
                except Unfilled:
                    continue  # a field that only the service can judge
                if not line.startswith("Close"):
                    await yarrow.encounter(encounter).give(command)
                    break


asyncio.run(play(*sys.argv[1:]))
