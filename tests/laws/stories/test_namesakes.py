"""A law of menus: of combatants with the same name each has a name of its own, also within the labels of choices."""

from collections.abc import Callable
from typing import Any, Final

import pytest

from domain.core.commands import Join
from domain.model.speaker import NARRATOR
from domain.ruleset.offering import options
from domain.rulesets.black_dice.chapters.dice.scripting import ChangeStory
from domain.rulesets.century.chapters.rolls.calls import CallRolls
from domain.rulesets.s3.chapters.grapple.pins import Pinned
from domain.rulesets.s3.state import Hold
from tests.laws.menus import as_json
from tests.rules.black_dice import specification as black_dice
from tests.rules.black_dice.builders import check
from tests.rules.black_dice.builders import fell as fallen
from tests.rules.century import specification as century
from tests.rules.s3 import specification as s3
from tests.rules.specification import Specification
from tests.rules.ticks.builders import NOTHING, Play, attack
from tests.rules.ticks.specification import act
from tests.rules.ticks.specification import newcomer as newcomer_of_ticks
from tests.rules.yin_yang import specification as yin_yang


def named(name: str, joining: Join) -> Join:
    """Return a combatant with another name."""
    return joining.model_copy(update={"sheet": {**joining.sheet, "name": name}})


def soak() -> Specification[Any]:
    una = newcomer_of_ticks("una", at=(1, 0), luck=1)
    play = Play(una, named("Una", newcomer_of_ticks("zed", things=[{"key": "knife"}])), asks={"una": ("soak",)})
    return play.round(zed=attack("una", "knife"), una=NOTHING).send(act("zed", strike=True)).spec


def change_of_the_story() -> Specification[Any]:
    spec = black_dice.given(black_dice.fight("vane", "vane_2"))
    return spec.when(ChangeStory(actor="vane_2", description="a fog comes up"))


def foul() -> Specification[Any]:
    spec = black_dice.given(black_dice.fight("vane", "vane_2"))
    return spec.when(check("vane_2", "wits", black=3), throws=[fallen("vane_2", "2/0", "3/1")])


def hold() -> Specification[Any]:
    spec = s3.given(s3.fight("fox", "guard_1", "guard_2"), *s3.round_of("fox", "guard_1"))
    return spec.given(Pinned(hold=Hold("pin-1", "pin", "fox", "guard_2", 4, "unarmed", 1, 0)))


def roll() -> Specification[Any]:
    both = [named("Bert", century.stub(one, role="character", fp=3)) for one in ("b", "c")]
    called = CallRolls(roll_id="r", rollers=("c",), kind="reaction", hazard="gas", base=50)
    return century.given(century.fight(*both)).when(called)


def deck() -> Specification[Any]:
    return yin_yang.given(yin_yang.fight("bill", yin_yang.newcomer("bill_2", deck="bill_2")))


LABELS: Final = {
    soak: "1 point of luck against Una 2",
    change_of_the_story: "Vane 2: a fog comes up",
    foul: "Vane 2",
    hold: "on Guard 2",
    roll: "of Bert 2",
    deck: "of Bill 2",
}


@pytest.mark.parametrize("situation", LABELS, ids=lambda one: one.__name__)
def test_the_label_of_a_choice_has_the_name_that_tells_a_combatant_from_its_namesakes(
    situation: Callable[[], Specification[Any]],
) -> None:
    spec = situation()
    offered = as_json(options(spec.notation.ruleset, spec.fight, NARRATOR))
    choices = str([offered["sets"], offered["lookups"], offered["prompts"]])
    assert LABELS[situation] in choices
