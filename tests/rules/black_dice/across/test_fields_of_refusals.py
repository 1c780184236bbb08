"""Refusals name the field at fault, as the command has it, and say what would do."""

import pytest

from domain.core.commands import Command
from domain.rulesets.black_dice.chapters.dice.casts import DiceThrown
from domain.rulesets.black_dice.chapters.dice.fate import GrantFate
from domain.rulesets.black_dice.chapters.dice.throws import Choose
from domain.rulesets.black_dice.chapters.healing.resting import PassTime
from domain.rulesets.black_dice.chapters.narrator.fouls import FoulFollows
from domain.rulesets.black_dice.chapters.narrator.placing import Place
from domain.rulesets.black_dice.chapters.perils.breath import HoldBreath
from domain.rulesets.black_dice.chapters.perils.drinking import Tempt
from domain.rulesets.black_dice.chapters.perils.feats import Feat
from domain.rulesets.black_dice.chapters.rounds.rounds import EndRound
from domain.rulesets.black_dice.chapters.wounds.dying import BeganDying
from domain.rulesets.black_dice.chapters.wounds.harm import ReduceDamage
from tests.rules.black_dice.builders import check, choosing, contest, pledge, strikes
from tests.rules.black_dice.refusal_cases import (
    DENIED,
    LATE,
    OWN_DEATH,
    away,
    ending,
    idle,
    near,
    out,
    resolving,
    save,
    to_prompt,
    treat,
    turn,
)
from tests.rules.black_dice.specification import Step, given

LIVES_ON = "The narrator has denied Vane this rescue; fate may still extend the life."
FOULED = DiceThrown(
    combatant="vane",
    label="pistol",
    kind="action",
    white_terms=(),
    black_terms=(("difficulty", 3),),
    pool=0,
    successes=0,
    black_successes=1,
    raw=-1,
    net=0,
    degree="foul_failure",
    foul=True,
    weapon="revolver",
)


def refusal(steps: tuple[Step, ...], command: Command) -> tuple[str | None, str]:
    """The field and the sentence of the refusal."""
    spec = given(*steps).when(command)
    assert spec.refusal is not None
    return spec.refusal.field, spec.refusal.detail


@pytest.mark.rule("BD-WHO-1")
def test_who_is_held_back_is_told_by_whom() -> None:
    far = turn(away("pryce", "roof"))
    near_enough = turn(near("brass_tom"), away("pryce"))
    held_and_far = turn(near("brass_tom"), away("pryce", "roof"))
    too_far = "Sergeant Pryce is too far away for Vane to strike with the cutlass; a ranged weapon would reach."
    held = "Brass Tom is close to Vane, who cannot go to Sergeant Pryce; a ranged weapon would reach."
    blow = strikes("vane", "pryce cutlass")
    assert refusal(far, blow) == refusal(held_and_far, blow) == ("command.attack[0].target", too_far)
    assert refusal(near_enough, blow) == ("command.attack[0].target", held)


@pytest.mark.rule("BD-FOUL-3")
def test_what_is_not_in_hand_is_not_dropped() -> None:
    steps = idle(FOULED, Place(combatant="vane", zone="deck"), out("vane"))
    throw = given(*idle(FOULED)).fight.version
    drop = FoulFollows(throw=throw, effect="drops_weapon")
    assert refusal(steps, drop) == ("command.effect", "Vane has no revolver in hand to drop.")
    of_another = FoulFollows(throw=1, effect="falls_prone")
    said = f"Nothing more comes of roll 1, only of {throw}."
    assert refusal(steps, of_another) == ("command.throw", said)


@pytest.mark.rule("BD-SKILL-6", "BD-RUL-9")
def test_an_untrained_roll_names_its_skill() -> None:
    steps = idle(untrained="common_only")
    said = "Doctor Lark has no rank in rifle; without one only common skills may be tried at this table."
    assert refusal(steps, check("lark", "dex rifle")) == ("command.skill", said)
    assert refusal(steps, contest("vane wits", "lark dex rifle")) == ("command.passive.skill", said)


@pytest.mark.rule("BD-SKILL-13")
def test_who_cannot_act_is_named_where_the_command_has_it() -> None:
    said = "Vane is unconscious and cannot act."
    steps = idle(out("vane"))
    assert refusal(steps, check("vane", "wits")) == ("command.combatant", said)
    assert refusal(steps, contest("pryce wits", "vane wits")) == ("command.passive.combatant", said)
    assert refusal(steps, Feat(actor="vane", feat="lift", row=0)) == ("command.actor", said)


@pytest.mark.parametrize(
    ("steps", "command", "field", "said"),
    [
        pytest.param(
            LATE,
            Choose(actor="vane", choices=choosing(fate=3, common=1)),
            "command.choices",
            "Once the faces are known only fate can be chosen.",
            marks=pytest.mark.rule("BD-SKILL-15"),
        ),
        pytest.param(
            *to_prompt({"fate": 4}, *LATE),
            "command.answer.fate",
            "At most 3 pips can still be spent on this roll.",
            marks=pytest.mark.rule("BD-FATE-2"),
        ),
        pytest.param(
            idle(),
            ReduceDamage(actor="vane", pips=1),
            None,
            "Vane is not asked whether to lessen damage now; that is asked when an attack does more than 1 point "
            "to somebody with fate.",
            marks=pytest.mark.rule("BD-FATE-5"),
        ),
        pytest.param(
            (*OWN_DEATH, EndRound(), *DENIED),
            save("vane", "vane"),
            "command.description",
            LIVES_ON,
            marks=pytest.mark.rule("BD-SCRIPT-2"),
        ),
        pytest.param(
            idle(away("vane")),
            pledge("vane", "lark", 1),
            "command.beneficiary",
            "Vane is not where Doctor Lark is.",
            marks=pytest.mark.rule("BD-FATE-9"),
        ),
        pytest.param(
            idle(),
            pledge("quill", "vane", 3).model_copy(update={"actor": "pryce"}),
            "command.successes",
            "Sergeant Pryce has 0 pips of fate; what is promised costs 6.",
            marks=pytest.mark.rule("BD-FATE-1"),
        ),
        pytest.param(
            idle(),
            GrantFate(combatant="vane", pips=60),
            "command.pips",
            "Vane would have 72 pips of fate; a purse holds 0 to 60.",
            marks=pytest.mark.rule("BD-FATE-1"),
        ),
        pytest.param(
            resolving(),
            ending(ensure="pryce"),
            "command.choices.vane.ensure",
            "Sergeant Pryce has 0 pips of fate; it costs 2.",
            marks=pytest.mark.rule("BD-FATE-1"),
        ),
        pytest.param(
            idle(),
            Tempt(combatant="vane", temptation="laugh"),
            "command.temptation",
            "Vane is sober; the urge to laugh tempts those who are merry or worse.",
            marks=pytest.mark.rule("BD-DRINK-8"),
        ),
        pytest.param(
            idle(),
            HoldBreath(combatant="vane", breath="end"),
            "command.breath",
            "Vane breathes already.",
            marks=pytest.mark.rule("BD-DROWN-8"),
        ),
        pytest.param(
            idle(),
            treat("brass_tom", skill="ad_hoc_repair"),
            "command.place",
            "Brass Tom cannot be treated with a medical kit; there is a workshop, a toolkit and improvised tools.",
            marks=pytest.mark.rule("BD-HEAL-6"),
        ),
        pytest.param(
            idle(BeganDying(combatant="pryce", rounds=2)),
            PassTime(hours=1),
            None,
            "No time passes while somebody is dying: Sergeant Pryce; stabilise them first.",
            marks=pytest.mark.rule("BD-HEAL-16"),
        ),
    ],
)
def test_a_refusal_names_its_field_and_says_what_would_do(
    steps: tuple[Step, ...], command: Command, field: str | None, said: str
) -> None:
    assert refusal(steps, command) == (field, said)
