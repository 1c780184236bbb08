"""What a refusal offers instead: the commands that the state leaves to whoever was refused."""

import pytest

from domain.model.speaker import NARRATOR, Speaker
from domain.rulesets.black_dice.chapters.attacks.surprise import SurpriseAttack
from domain.rulesets.black_dice.chapters.narrator.placing import Awareness
from domain.rulesets.black_dice.chapters.perils.feats import Feat
from domain.rulesets.black_dice.chapters.rounds.agenda import Resolve
from domain.rulesets.black_dice.chapters.rounds.declarations import Declare, Disengaging, StrikeSheet
from domain.rulesets.black_dice.chapters.rounds.rounds import BeginRound, EndRound
from tests.laws.menus import commands_in
from tests.rules.black_dice.specification import fight, given, round_of

VANE = Speaker("player", ("vane",))


def test_outside_rounds_a_combatant_is_offered_what_can_be_done_there() -> None:
    refused = given(fight("vane", "pryce")).when(Declare(actor="vane", wait=True)).refused("BD-ROUND-1").refusal
    assert refused is not None
    assert {"black_dice.treat", "black_dice.feat", "black_dice.drink"} <= set(refused.legal)
    assert not {"black_dice.declare", "black_dice.surprise_attack"} & set(refused.legal)
    assert refused.legal[0] == "black_dice.begin_round"
    assert not any(name.endswith(("end_round", "resolve", "place")) for name in refused.legal)


def test_the_narrator_is_offered_what_carries_the_fight_on() -> None:
    idle = given(fight("vane", "pryce")).when(EndRound()).refused("BD-ROUND-1").refusal
    assert idle is not None
    assert set(idle.legal) == {"black_dice.begin_round", "black_dice.pass_time"}


def test_another_deed_is_offered_on_ones_turn_to_declare_and_to_nobody_else() -> None:
    declaring = given(fight("vane", "pryce"), *round_of("vane", "pryce"))
    for actor, offered in (("vane", ("black_dice.declare",)), ("pryce", ())):
        refused = declaring.when(Declare(actor=actor, disengage=Disengaging())).refusal
        assert refused is not None
        assert refused.legal == offered


def test_whoever_goes_on_too_early_is_told_who_has_to_declare() -> None:
    declaring = given(fight("vane", "pryce"), *round_of("vane", "pryce"), Declare(actor="vane", wait=True))
    for command in (BeginRound(), Resolve(), EndRound()):
        refused = declaring.when(command).refusal
        assert refused is not None
        assert refused.detail.endswith(" It is the turn of Sergeant Pryce to declare.")


def test_a_surprise_is_offered_once_where_somebody_is_unaware() -> None:
    waits = Declare(actor="vane", wait=True)
    unaware = given(fight("vane", "pryce"), Awareness(combatant="pryce", unaware_of=("vane",)))
    refused = unaware.when(waits).refused("BD-ROUND-1").refusal
    assert refused is not None
    assert "black_dice.surprise_attack" in refused.legal
    surprised = unaware.given(
        SurpriseAttack(actor="vane", target="pryce", weapon="revolver"),
        Awareness(combatant="pryce", unaware_of=("vane",)),
    )
    refused = surprised.when(waits).refused("BD-ROUND-1").refusal
    assert refused is not None
    assert "black_dice.surprise_attack" not in refused.legal


def test_a_round_is_resolved_to_its_last_item_and_then_ended() -> None:
    declared = given(
        fight("vane", "pryce"),
        *round_of("vane", "pryce"),
        Declare(actor="vane", ready=("revolver",)),
        Declare(actor="pryce", wait=True),
    )
    early = declared.when(EndRound()).refused("BD-ROUND-8").refusal
    assert early is not None
    assert early.legal == ("black_dice.resolve",)
    assert "black_dice.end_round" not in commands_in(declared.menu())
    late = declared.given(Resolve()).when(Resolve()).refused("BD-ROUND-4").refusal
    assert late is not None
    assert late.legal == ("black_dice.end_round",)


@pytest.mark.parametrize(
    ("speaker", "offered"), [(NARRATOR, ("black_dice.respond",)), (Speaker("player", ("pryce",)), ())]
)
def test_while_somebody_is_asked_only_the_answer_is_offered(speaker: Speaker, offered: tuple[str, ...]) -> None:
    asked = given(
        fight("vane", "pryce"),
        *round_of("vane", "pryce"),
        Declare(actor="vane", wait=True),
        Declare(actor="pryce", attack=(StrikeSheet(target="vane", weapon="truncheon"),)),
    )
    refused = asked.when(Resolve(), speaker=speaker).refused(None).refusal
    assert refused is not None
    assert refused.legal == offered


def test_nobody_is_offered_what_another_may_do() -> None:
    refused = given(fight("vane", "pryce")).when(Declare(actor="pryce", wait=True), speaker=VANE).refusal
    assert refused is not None
    assert refused.code == "not_yours"
    assert refused.legal == ()


def test_whoever_is_asked_to_act_is_offered_what_fits_the_act() -> None:
    due = given(
        fight("vane", "pryce"),
        *round_of("vane", "pryce"),
        Declare(actor="vane", act="drink"),
        Declare(actor="pryce", wait=True),
        Resolve(),
    )
    refused = due.when(Feat(actor="vane", feat="lift", row=0)).refusal
    assert refused is not None
    assert refused.legal == ("core.answer", "black_dice.drink")


@pytest.mark.parametrize(
    ("speaker", "offered"), [(NARRATOR, ("core.answer", "black_dice.check")), (VANE, ("core.answer",))]
)
def test_a_roll_that_the_narrator_calls_for_is_offered_to_the_narrator_alone(
    speaker: Speaker, offered: tuple[str, ...]
) -> None:
    due = given(
        fight("vane", "pryce"),
        *round_of("vane", "pryce"),
        Declare(actor="vane", act="check"),
        Declare(actor="pryce", wait=True),
        Resolve(),
    )
    refused = due.when(Feat(actor="vane", feat="lift", row=0), speaker=speaker).refusal
    assert refused is not None
    assert refused.legal == offered
