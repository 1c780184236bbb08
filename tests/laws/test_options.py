"""Tests of the laws of options: every filling of a form is accepted, and every accepted command is one of a form."""

import random
from typing import Any

import pytest

from domain.model.speaker import NARRATOR, SPECTATOR, Speaker
from domain.ruleset.ruleset import default_in_place
from tests.laws.fights import Fights, RandomFight
from tests.laws.menus import Filler, marked, menu_of, refusal_of, wire_of
from tests.rules.rulesets import some_situations
from tests.tiers import long, soak

MOST_COMMANDS = 40
FILLINGS = 2
MUTANTS = 3


def exact(fights: Fights[Any]) -> bool:
    return fights.ruleset.in_place is not default_in_place


@pytest.mark.parametrize("seed", [2000, long(range(2001, 2006)), soak(range(2006, 2030))])
@some_situations
def test_every_filling_of_a_form_is_accepted(fights: Fights[Any], name: str, seed: int) -> None:
    played, chance = RandomFight(fights, name, seed), random.Random(seed)
    for _ in played.play(MOST_COMMANDS):
        acting = fights.acting(played.fight) or next(iter(fights.persons(played.fight)))
        for speaker in (NARRATOR, Speaker("player", (acting,))):
            menu = menu_of(fights.ruleset, played.fight, speaker)
            filler = Filler(menu, chance)
            for form in menu.forms:
                for _ in range(FILLINGS):
                    wire = filler.fill(form)
                    if wire is not None and form.command != "core.rewind":
                        refusal = refusal_of(fights.ruleset, played.fight, speaker, wire)
                        assert refusal is None, (speaker, wire, refusal)
            for prompt in menu.prompts:
                for field in prompt.get("answers", ()):
                    answer = filler.answer(field)
                    if answer is not None:
                        wire = {"type": "core.answer", "prompt": prompt["id"], "answer": answer}
                        refusal = refusal_of(fights.ruleset, played.fight, speaker, wire)
                        assert refusal is None, (speaker, prompt, wire, refusal)


@pytest.mark.parametrize("seed", [3000, long(range(3001, 3006)), soak(range(3006, 3030))])
@some_situations
def test_a_command_is_accepted_if_and_only_if_a_form_admits_it(fights: Fights[Any], name: str, seed: int) -> None:
    played = RandomFight(fights, name, seed)
    mutants = fights.arbitrary(seed)
    for speaker, _, command in played.play(MOST_COMMANDS):
        menu = menu_of(fights.ruleset, played.fight, speaker)
        arbitrary = [mutants.mutated(played.fight, command) for _ in range(MUTANTS)]
        for one in (command, *arbitrary, mutants.command(played.fight)):
            if one is None or one.type in ("core.rewind", "core.set_policy", "core.open", "core.import", "core.branch"):
                continue
            wire = wire_of(one)
            refusal = refusal_of(fights.ruleset, played.fight, speaker, wire)
            if refusal is None:
                assert menu.admits(wire), (speaker, wire)
            elif not marked(menu, wire):
                assert not menu.admits(wire), (speaker, wire, refusal)


@some_situations
def test_a_spectator_has_no_options(fights: Fights[Any], name: str) -> None:
    played = RandomFight(fights, name, 0)
    for _ in played.play(3):
        menu = menu_of(fights.ruleset, played.fight, SPECTATOR)
        assert (menu.forms, menu.prompts) == ([], [])
