"""Play a fight of any ruleset to its end, for all seats: ``python play.py http://127.0.0.1:8000 <encounter>``.

Each combatant gives its own commands, and the narrator the others; with ``narrator`` as a third argument, the narrator
gives all of them. Nothing here knows a ruleset: what is to be done is read from the table and from the options.
"""

import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from random import SystemRandom
from typing import Any

from yarrow_client import Form, Menu, Problem, Table, Unfilled, Values, fill, fill_answer, sentence, text_of
from yarrow_client.sync import Encounter, Yarrow

CHANCE = SystemRandom()
TRIES = 5
"""How often a form is filled in, before another is tried."""


class Seat:
    """A seat: it fills in forms, for a combatant or for the narrator, and prefers to choose foes."""

    def __init__(self, who: str, table: Table) -> None:
        side = table.combatants[who].side if who in table.combatants else ""
        self.who = who
        able = {name: one for name, one in table.combatants.items() if one.state == "able" and one.kind == "person"}
        self.foes = [name for name, one in able.items() if name != who and not (side and one.side == side)]

    def choose(self, field: Mapping[str, Any], values: Values) -> Any:
        """Return a value for a field, or None to leave it out."""
        known = not (field.get("check") or field.get("guess") or values.schema)
        if not known or not (field["required"] or CHANCE.random() < 0.2):
            return None
        if values.keys is not None:
            return self._keys(field, values, values.keys)
        if field.get("fields"):
            return True
        if values.listed:
            listed = [value for value, _ in values.listed]
            wanted = [self.who] if field["name"] == "actor" else self.foes
            return CHANCE.choice([value for value in listed if value in wanted] or listed)
        if values.span:
            return CHANCE.randint(values.span[0], min(values.span[1], values.span[0] + 3))
        return next((text for text in ("a" * max((values.text or (0, 0))[1], 1), "1") if text in values), None)

    def _keys(self, field: Mapping[str, Any], values: Values, keys: Values) -> Any:
        """Return some keys of an object: as a list if their values have fields, else each with a value."""
        some = [key for key, _ in keys.listed if CHANCE.random() < 0.5]
        if field.get("fields"):
            return some
        given = {key: self.choose({**field, "required": True}, replace(values, keys=None)) for key in some}
        return {key: value for key, value in given.items() if value is not None}

    def suggestions(self, menu: Menu) -> Iterator[tuple[str, dict[str, Any]]]:
        """Yield what may be done, in words and as a command: answers, then attacks, then what else takes a turn."""
        for prompt in [one for one in menu.prompts if not one.get("answered")]:
            yield from self._filled(menu, [form for form in menu.forms if form.name in prompt.get("as_answers", ())])
            for field in shuffled(prompt.get("answers", ())):
                answer = attempt(fill_answer, menu, field, self.choose)
                if answer is not None:
                    said = f"{field['label']}: {text_of(menu, field, answer)}"
                    yield said, {"type": "core.answer", "prompt": prompt["id"], "answer": answer}
        for group, prominence in (("attack", "main"), ("", "main"), ("turn", "usual")):
            forms = [form for form in menu.forms if form.prominence == prominence and group in ("", form.group)]
            yield from self._filled(menu, forms)

    def _filled(self, menu: Menu, forms: list[Form]) -> Iterator[tuple[str, dict[str, Any]]]:
        for form in shuffled(forms):
            for _ in range(TRIES):
                command = attempt(fill, menu, form, self.choose)
                if command is not None:
                    yield sentence(menu, form, command), command


def shuffled(items: Any) -> list[Any]:
    """Return items in any order."""
    return CHANCE.sample(items, len(items))


def attempt(fill_in: Callable[..., Any], *given: Any) -> Any:
    """Return what is filled in, or None if the values do not go together."""
    try:
        return fill_in(*given)
    except Unfilled:
        return None


def step(fight: Encounter, table: Table, *, alone: bool) -> bool:
    """Have one of those who are awaited or whose turn it is give a command; return False if none of them can."""
    asked = [one.to for one in table.awaits.values() if not one.answered and not one.later]
    for who in dict.fromkeys([*asked, *table.to_act.who, "narrator"]):
        seat = fight.speaking(f"player:{who}" if who in table.combatants and not alone else "narrator")
        menu = seat.options()
        for said, command in Seat(who, table).suggestions(menu):
            try:
                done = seat.give(command, story=True)
            except Problem:
                continue  # only the service knows everything: another choice is tried
            name = menu.names.get(command.get("actor", who), "Narrator")
            print(f"{name}: {said}", *[f"  {line.sentence}" for line in done.story if line.level == 1], sep="\n")
            return True
    return False


def play(url: str, encounter: str, *speaker: str) -> None:
    """Play an encounter until it is over, or no one can do more, and close it."""
    with Yarrow(url) as yarrow:
        fight = yarrow.encounter(encounter)
        while (table := fight.table()).over is None and step(fight, table, alone=speaker == ("narrator",)):
            pass
        print(table.over.sentence if table.over else "No one can do more.")
        for one in table.combatants.values():
            meters = [f"{table.legend[key].label} {meter.text or meter.now}" for key, meter in one.meters.items()]
            print(f"{one.name} is {one.state}", *meters, sep=", ")
        fight.command("core.close")


if __name__ == "__main__":
    play(*sys.argv[1:]) if sys.argv[3:] in ([], ["narrator"]) and len(sys.argv) > 2 else sys.exit(__doc__)
