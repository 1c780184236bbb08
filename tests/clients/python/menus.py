"""Fights that are played at random from whole menus, and the lines of these menus."""

from random import SystemRandom
from typing import Any

from examples.play import Seat, attempt
from yarrow_client import Encounter, fill, fill_answer, sentence, text_of

_CHANCE = SystemRandom()


async def play(fight: Encounter, commands: int) -> list[str]:
    """Give a number of commands of the menu, any of them, and return all lines of the menus.

    Raises Refused if the service does not accept what the options offer.
    """
    said: list[str] = []
    for _ in range(commands):
        menu, seat = await fight.options(), Seat("narrator", await fight.table())
        possible: list[dict[str, Any]] = []
        for group in menu.groups:
            said.append(group.label or "Other")
            for form in group.forms:
                command = attempt(fill, menu, form, seat.choose)
                said.append(f"  {form.label}: {'' if command is None else sentence(menu, form, command)}")
                possible += [command] if command and command["type"] != "core.close" else []
        for prompt in menu.prompts:
            said.append(prompt["sentence"])
            for field in () if prompt.get("answered") else prompt.get("answers", ()):
                answer = attempt(fill_answer, menu, field, seat.choose)
                said.append(f"  {field['label']}: {text_of(menu, field, answer)}")
                possible += (
                    [] if answer is None else [{"type": "core.answer", "prompt": prompt["id"], "answer": answer}]
                )
        if possible:
            await fight.give(_CHANCE.choice(possible))
    return said
