"""Record how the Python client reads options of Ticks: ``python -m tests.clients.record_options``.

It writes ``clients/vectors/options.json``: declarations, and states from fights of bots that together offer most forms
and ask most prompts that came up. Each state has its options, and its forms by groups; fillings of its forms and
answers, each with all that is asked on the way and what is said of it; and commands with whether a form admits them.
Both clients are tested with it.
"""

import json
import random
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Any, Final, NamedTuple

from domain.model.speaker import NARRATOR, Speaker
from domain.ruleset.offering import declarations, options
from tests.clients.vectors import OPTIONS, grouped, question
from tests.laws.fights import RandomFight
from tests.laws.menus import as_json, wire_of
from tests.rules.ticks.bot_config import TICKS_FIGHTS
from yarrow_client.options.filling import Choose, fill, fill_answer
from yarrow_client.options.forms import FieldShape, Menu
from yarrow_client.options.phrases import sentence, text_of
from yarrow_client.options.values import Values

SEEDS: Final = 2
MOST_COMMANDS: Final = 40
MOST_STATES: Final = 12
MUTANTS: Final = 5
GUESS: Final = "guess"
"""What a field gets that can only be guessed or checked."""


class Moment(NamedTuple):
    """A state of a fight as a speaker has it: who speaks, the options, and commands that may be legal."""

    role: str
    options: Mapping[str, Any]
    commands: tuple[dict[str, Any], ...]

    def offers(self) -> set[tuple[str, str]]:
        """Return the forms and the kinds of prompts that it offers to the role."""
        kinds = [f"prompt {one['kind']}" for one in self.options["prompts"]]
        return {(self.role, name) for name in (*self.options["forms"], *kinds)}


class Recorder:
    """Chooses values at random, and records what it is asked."""

    def __init__(self, chance: random.Random) -> None:
        self._chance = chance
        self.asked: list[dict[str, Any]] = []

    def choose(self, field: FieldShape, values: Values) -> Any:
        """Return a value for a field; ``None`` leaves it out."""
        chosen = self._chosen(field, values)
        self.asked.append({**question(field, values), "chosen": chosen})
        return chosen

    def _chosen(self, field: FieldShape, values: Values) -> Any:
        if not field["required"] and self._chance.random() < 0.4:
            return None
        if field.get("fields"):
            return True
        if field.get("check") or field.get("guess"):
            return f"{GUESS} {len(self.asked)}"
        if values.keys is not None:
            return {key: self._plain(values) for key, _ in values.keys.listed[:1]}  # fields of keys do not occur
        return self._plain(values)

    def _plain(self, values: Values) -> Any:
        if values.listed:
            return self._chance.choice(values.listed)[0]
        if values.span is not None:
            return values.span[0]
        text = "x" * max(1, (values.text or (0, 0))[1])
        while text not in values:  # each text of a list is another
            text += "x"
        return text


def moments() -> Iterator[Moment]:
    """Yield the states of fights of bots, each as the narrator and as the acting player have it."""
    fights = TICKS_FIGHTS
    for name in fights.situations:
        for seed in range(SEEDS):
            played, others = RandomFight(fights, name, seed), fights.arbitrary(seed)
            for *_, command in played.play(MOST_COMMANDS):
                acting = fights.acting(played.fight) or next(iter(fights.persons(played.fight)))
                mutants = [others.mutated(played.fight, command) for _ in range(MUTANTS)]
                commands = tuple([wire_of(one) for one in (command, *mutants) if one is not None])
                for speaker in (NARRATOR, Speaker("player", (acting,))):
                    yield Moment(speaker.role, as_json(options(fights.ruleset, played.fight, speaker)), commands)


def chosen(found: list[Moment]) -> Iterator[Moment]:
    """Yield moments that together offer as much as few can."""
    offered: set[tuple[str, str]] = set()
    for _ in range(MOST_STATES):
        best = max(found, key=lambda one: (len(one.offers() - offered), -len(str(one.options))))
        if not best.offers() - offered:
            return
        offered |= best.offers()
        yield best


def recorded(moment: Moment, declared: Mapping[str, Any], filled: set[tuple[str, str]]) -> dict[str, Any]:
    """Return a state of the vectors, with fillings of what is not filled yet for its role."""
    menu, chance = Menu(moment.options, declared), random.Random(len(filled))
    forms = [one for one in menu.forms if (moment.role, one.name) not in filled]
    prompts = [one for one in menu.prompts if (moment.role, f"prompt {one['kind']}") not in filled]
    filled |= moment.offers()
    commands = [*moment.commands, *({"type": "core.answer", "prompt": one["id"], "answer": {}} for one in menu.prompts)]
    return {
        "role": moment.role,
        "options": moment.options,
        "groups": grouped(menu),
        "fillings": [
            {"form": form.name, **asked_for(chance, partial(fill, menu, form), partial(sentence, menu, form))}
            for form in forms
        ],
        "answers": [
            {
                "prompt": prompt["id"],
                "shape": shape,
                **asked_for(chance, partial(fill_answer, menu, field), partial(text_of, menu, field)),
            }
            for prompt in prompts
            for shape, field in enumerate(prompt.get("answers", ()))
        ],
        "commands": [{"command": command, "admitted": menu.admits(command)} for command in commands],
    }


def asked_for(chance: random.Random, filling: Callable[[Choose], Any], saying: Callable[[Any], str]) -> dict[str, Any]:
    """Return what a filling asks, what it returns, and what is said of it."""
    recorder = Recorder(chance)
    result = filling(recorder.choose)
    return {"asked": recorder.asked, "filled": result, "said": saying(result)}


def vectors() -> dict[str, Any]:
    """Return what the file has to contain."""
    ruleset = TICKS_FIGHTS.ruleset
    declared = {role: as_json(declarations(ruleset, narrator=role == "narrator")) for role in ("narrator", "player")}
    filled: set[tuple[str, str]] = set()
    states = [recorded(one, declared[one.role], filled) for one in chosen([*moments()])]
    return {"declarations": declared, "states": states}


def main() -> None:
    """Write the file, with a line for each state."""
    found = vectors()
    states = ",\n".join(json.dumps(one, ensure_ascii=False) for one in found["states"])
    declared = json.dumps(found["declarations"], ensure_ascii=False)
    OPTIONS.write_text(f'{{"declarations": {declared},\n"states": [\n{states}\n]}}\n', "utf-8")
    print(f"{OPTIONS.name}: {len(found['states'])} states, {OPTIONS.stat().st_size} bytes")


if __name__ == "__main__":
    main()
