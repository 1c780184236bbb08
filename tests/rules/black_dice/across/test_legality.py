"""Who may command what: open prompts first, the phase, the dead, what is the narrator's to give (BD-DYING-8)."""

from typing import Any

import pytest

from domain.core.commands import Command
from domain.model.speaker import NARRATOR, Speaker
from domain.rulesets.black_dice.chapters.attacks.objects import StrikeObject
from domain.rulesets.black_dice.chapters.attacks.surprise import SurpriseAttack, Surprised
from domain.rulesets.black_dice.chapters.dice.checks import CheckSettled
from domain.rulesets.black_dice.chapters.dice.fate import PledgeFate
from domain.rulesets.black_dice.chapters.dice.scripting import ChangeStory, StoryChanged
from domain.rulesets.black_dice.chapters.healing.resting import Healed
from domain.rulesets.black_dice.chapters.healing.stabilising import Stabilise
from domain.rulesets.black_dice.chapters.healing.treatment import Treat
from domain.rulesets.black_dice.chapters.narrator.calls import Check
from domain.rulesets.black_dice.chapters.narrator.contests import Contender, Contest
from domain.rulesets.black_dice.chapters.narrator.placing import Awareness, CoverSheet, CoverTaken, Place, ThingPlaced
from domain.rulesets.black_dice.chapters.narrator.rulings import Award
from domain.rulesets.black_dice.chapters.perils.drinking import Drink
from domain.rulesets.black_dice.chapters.perils.feats import Feat, FeatDone
from domain.rulesets.black_dice.chapters.rounds.agenda import Resolve
from domain.rulesets.black_dice.chapters.rounds.declarations import Declared
from domain.rulesets.black_dice.chapters.rounds.responses import ReplyTo, Respond
from domain.rulesets.black_dice.chapters.rounds.rounds import BeginRound, EndRound, RoundBegun
from domain.rulesets.black_dice.chapters.wounds.deathbed import Died
from domain.rulesets.black_dice.chapters.wounds.dying import BeganDying
from domain.rulesets.black_dice.parts import Choices
from tests.rules.black_dice.builders import strikes, waits
from tests.rules.black_dice.specification import Specification, fight, given, newcomer, round_of

HEAL = Treat(actor="lark", patient="t2", skill="medicine")
STABILISE = Stabilise(actor="lark", patient="t2", skill="medicine")
LARK = Speaker("player", ("lark",))


@pytest.mark.rule("BD-WHO-7", "BD-ROUND-4")
@pytest.mark.parametrize(
    "command",
    [
        Resolve(),
        EndRound(),
        Check(combatant="vane", stat="wits"),
        Contest(active=Contender(combatant="vane", stat="wits"), passive=Contender(combatant="t1", stat="wits")),
        Drink(actor="vane", drink="light"),
        Place(combatant="vane", prone=True),
        Award(combatant="vane", reason="a leap"),
        PledgeFate(actor="vane", beneficiary="t1", successes=1, description="luck"),
    ],
)
def test_open_prompts_are_answered_first(command: Command) -> None:
    spec = given(fight("vane", "t1"), *round_of("vane", "t1"), strikes("vane", "t1 cutlass")).when(waits("t1"))
    spec.asks("response", "t1").when(command).refused(None)


@pytest.mark.rule("BD-SCRIPT-3")
def test_scripting_dice_wait_for_no_prompt() -> None:
    spec = given(fight("vane", "t1", scripting_approval="standing"), *round_of("vane", "t1"))
    spec.given(strikes("vane", "t1 cutlass")).when(waits("t1")).asks("response", "t1")
    spec.when(ChangeStory(actor="vane", description="a fog comes up")).then(StoryChanged)
    spec.asks("response", "t1")


@pytest.mark.rule("BD-DYING-8")
@pytest.mark.parametrize(
    "command",
    [
        Drink(actor="vane", drink="light"),
        Feat(actor="vane", feat="lift", row=0),
        Treat(actor="vane", patient="t1", skill="medicine", place="medical_kit"),
        Stabilise(actor="vane", patient="t2", skill="medicine"),
        StrikeObject(actor="vane", object="glass", weapon="cutlass"),
        SurpriseAttack(actor="vane", target="t1", weapon="revolver"),
    ],
)
def test_the_dead_are_out(command: Command) -> None:
    spec = given(fight("vane", "t1", "t2", "glass"), BeganDying(combatant="t2", rounds=2), Died(combatant="vane"))
    spec.when(command, speaker=Speaker("player", ("vane",))).refused("BD-DYING-8")
    spec.when(Place(combatant="vane", zone="deck")).then()


@pytest.mark.rule("BD-DYING-8")
def test_the_dead_declare_nothing() -> None:
    spec = given(fight("vane", "t1"), *round_of("vane", "t1"), Died(combatant="vane"))
    spec.when(waits("vane")).refused("BD-DYING-8")
    spec.when(waits("t1")).then(Declared)


def test_what_the_dead_answer_is_looked_at_for_itself() -> None:
    spec = given(fight("vane", "t1"), Died(combatant="vane"))
    reply = ReplyTo(attacker="t1", does="easy_target")
    spec.when(Respond(actor="vane", replies=(reply,))).refused("BD-WHO-7")


@pytest.mark.rule("BD-FATE-12", "BD-DYING-8")
def test_the_dead_spend_no_fate() -> None:
    spec = given(fight("vane", "t1"), Died(combatant="vane"))
    spec.when(PledgeFate(actor="vane", beneficiary="t1", successes=1, description="?")).refused("BD-FATE-12")
    spec.when(ChangeStory(actor="vane", description="?")).refused("BD-FATE-12")


def patients() -> Specification:
    """A surgeon with somebody hurt and dying."""
    return given(fight("lark", newcomer("t2", normal=5), "tinker"), BeganDying(combatant="t2", rounds=3))


@pytest.mark.parametrize(
    ("given_dice", "rule"),
    [
        pytest.param({"bonus": 1}, "BD-MOD-14", marks=pytest.mark.rule("BD-MOD-14")),
        pytest.param({"penalty": 1}, "BD-MOD-14", marks=pytest.mark.rule("BD-MOD-14")),
        pytest.param({"black": 1}, "BD-MOD-14", marks=pytest.mark.rule("BD-MOD-14")),
        pytest.param({"complementary": ("perception",)}, "BD-COMP-5", marks=pytest.mark.rule("BD-COMP-5")),
        pytest.param({"assistants": ("tinker",)}, "BD-COMP-5", marks=pytest.mark.rule("BD-COMP-5")),
        pytest.param({"free_assistants": 1}, "BD-COMP-3", marks=pytest.mark.rule("BD-COMP-3")),
    ],
)
def test_extra_dice_and_help_of_a_treatment_are_the_narrators_to_give(given_dice: dict[str, Any], rule: str) -> None:
    helped = HEAL.model_copy(update=given_dice)
    spec = patients()
    spec.when(Treat.model_validate(helped.model_dump(exclude_unset=True)), speaker=LARK).refused(rule)
    spec.when(HEAL, speaker=LARK, throws=["lark W9[1,3,3,3,3,3,3,3,3]=1 B6[3,3,3,3,3,3]=0"]).then(Healed)


@pytest.mark.rule("BD-DIFF-8", "BD-DYING-4")
def test_the_difficulty_of_stabilising_is_the_narrators_to_name() -> None:
    easy = Stabilise(actor="lark", patient="t2", skill="medicine", difficulty="very_easy")
    patients().when(easy, speaker=LARK).refused("BD-DIFF-8")
    patients().when(easy, speaker=NARRATOR).then(CheckSettled)
    patients().when(STABILISE, speaker=LARK, throws=["lark W9[1,3,3,3,3,3,3,3,3]=1"]).then(CheckSettled)


def test_who_is_not_here_commands_nothing() -> None:
    given(fight("vane")).when(Drink(actor="nobody", drink="light")).refused(None, "invalid")


@pytest.mark.rule("BD-RNG-7", "BD-ROUND-1")
def test_surprise_attacks_come_before_all_have_declared() -> None:
    unseen = Awareness(combatant="t1", unaware_of=("vane",))
    shot = SurpriseAttack(actor="vane", target="t1", weapon="revolver")
    throws = ["vane W5[3,3,3,3,3]=0"]
    given(fight("vane", "t1"), unseen).when(shot, throws=throws).then(Surprised)
    early = given(fight("vane", "t1"), unseen, *round_of("vane", "t1"))
    early.when(shot, throws=throws).then(Surprised)
    late = given(fight("vane", "t1"), unseen, *round_of("vane"), waits("vane"))
    late.when(shot).refused("BD-RNG-7")


@pytest.mark.rule("BD-OBJ-2")
def test_objects_are_struck_by_command_between_rounds_only() -> None:
    blow = StrikeObject(actor="vane", object="glass", weapon="cutlass")
    given(fight("vane", "glass"), *round_of("vane")).when(blow).refused("BD-OBJ-2")
    given(fight("vane", "glass")).when(blow, throws=["vane W9[3,3,3,3,3,3,3,3,3]=0"]).then()


def test_a_round_begins_by_the_narrators_word() -> None:
    spec = given(fight("t1")).when(BeginRound(), speaker=Speaker("player", ("t1",))).refused(None, "not_yours")
    spec.when(BeginRound(), throws=["t1 W1[3]=0"]).then(RoundBegun)


@pytest.mark.rule("BD-FATE-2", "BD-COMM-1")
@pytest.mark.parametrize(
    ("choices", "rule", "field"),
    [
        ({"fate": 4}, "BD-FATE-2", "fate"),
        ({"fate_weapon": 4}, "BD-FATE-2", "fate_weapon"),
        ({"fate_strength": 4}, "BD-FATE-2", "fate_strength"),
        ({"injury": {"fate": 4}}, "BD-FATE-2", "injury.fate"),
        ({"common": 3}, "BD-COMM-1", "common"),
    ],
)
def test_nobody_names_more_than_a_throw_holds_even_where_none_follows(
    choices: dict[str, Any], rule: str, field: str
) -> None:
    feat = {"actor": "vane", "feat": "lift", "row": 0, "choices": choices}
    spec = given(fight("vane")).when(Feat.model_validate(feat)).refused(rule)
    assert spec.refusal is not None
    assert spec.refusal.field == f"command.choices.{field}"
    given(fight("vane")).when(Feat(actor="vane", feat="lift", row=0, choices=Choices(common=2))).then(FeatDone)


@pytest.mark.rule("BD-FATE-2")
def test_what_is_too_much_is_named_where_it_stands() -> None:
    side = {"combatant": "vane", "stat": "dex"}
    contest = {"active": side, "passive": {**side, "combatant": "t1", "choices": {"fate": 4}}}
    spec = given(fight("vane", "t1")).when(Contest.model_validate(contest)).refused("BD-FATE-2")
    assert spec.refusal is not None
    assert spec.refusal.field == "command.passive.choices.fate"
    spec.when(BeginRound.model_validate({"choices": {"t1": {"fate": 4}}})).refused("BD-FATE-2")
    assert spec.refusal.field == "command.choices.t1.fate"


@pytest.mark.rule("BD-MOD-14")
def test_a_player_gives_no_reason_for_dice_of_the_narrators() -> None:
    patients().when(HEAL.model_copy(update={"reason": "a steady hand"}), speaker=LARK).refused("BD-MOD-14")


def test_a_default_that_is_written_out_says_nothing() -> None:
    plain = HEAL.model_dump(exclude_defaults=True)
    written = Treat.model_validate({**plain, "type": HEAL.type, "bonus": 0, "reason": "", "free_assistants": None})
    throws = ["lark W9[1,3,3,3,3,3,3,3,3]=1 B6[3,3,3,3,3,3]=0"]
    patients().when(written, speaker=LARK, throws=throws).then(Healed)
    pane = Place(combatant="glass", zone="deck", prone=None, close_to=())
    given(fight("vane", "glass")).when(pane).then(ThingPlaced)


def test_no_one_is_placed_both_close_to_somebody_and_apart() -> None:
    spec = given(fight("vane", "t1"))
    spec.when(Place(combatant="vane", close_to=("t1",), apart_from=("t1",))).refused(None, "invalid")


@pytest.mark.rule("BD-COVER-4")
def test_cover_that_stays_as_it_is_is_not_recorded_again() -> None:
    behind = Place(combatant="vane", cover=CoverSheet(kind="partial"))
    spec = given(fight("vane", "t1"))
    spec.when(Place(combatant="vane", cover=CoverSheet(kind="none"))).never(CoverTaken)
    spec.when(behind).then(CoverTaken)
    spec.when(behind).never(CoverTaken)
