"""Pins, breaking free, letting go (S3-PIN)."""

import pytest

from domain.core.commands import Narrating
from domain.model.event import Event
from domain.rulesets.s3.chapters.attack.attacks import Attack
from domain.rulesets.s3.chapters.attack.blows import AttackHit
from domain.rulesets.s3.chapters.attack.disarming import Disarm
from domain.rulesets.s3.chapters.grapple.bonds import HoldEnded
from domain.rulesets.s3.chapters.grapple.pins import BreakFree, Pin, Pinned, Release
from domain.rulesets.s3.chapters.grapple.strangling import Strangle
from domain.rulesets.s3.chapters.grapple.trips import Trip
from domain.rulesets.s3.chapters.movement.walking import Move, StandUp
from domain.rulesets.s3.chapters.narrator.conditions import Impose
from domain.rulesets.s3.chapters.narrator.corrections import Remove
from domain.rulesets.s3.chapters.narrator.scenery import Link, SetScene, Zone
from domain.rulesets.s3.chapters.turns.gear import Drop, Ready
from domain.rulesets.s3.chapters.turns.pairings import BeginTurn, TurnOrder
from domain.rulesets.s3.chapters.turns.rounds import BeginRound
from domain.rulesets.s3.chapters.turns.turns import EndTurn
from domain.rulesets.s3.chapters.wounds.wounds import Stunned
from domain.rulesets.s3.parts import Acting
from domain.rulesets.s3.state import Hold
from tests.rules.s3.builders import stunt
from tests.rules.s3.specification import Specification, Step, engage, fight, given, newcomer, round_of

PIN = Pin(actor="hu", target="iron_claw")


def pinned(held: str, by: str, successes: int, since: int = 0, kind: str = "pin", means: str = "unarmed") -> Event:
    """Somebody is held: the hold is named after its holder."""
    return Pinned(hold=Hold(f"{kind}_of_{by}", kind, by, held, successes, means, 1, since))


def struggle(*steps: Step, order: TurnOrder = "pc_first") -> Specification:
    """Doctor Hu and Iron Claw at close quarters, one pairing open."""
    return given(fight("hu", "iron_claw"), engage("hu", "iron_claw"), *round_of("hu", "iron_claw", order), *steps)


@pytest.mark.rule("S3-PIN-1", "S3-SKILL-5")
def test_a_pin_throws_the_grappling_value() -> None:
    hu = newcomer("hu", grapple_bonus=2)
    (
        given(fight(hu, "iron_claw"), engage("hu", "iron_claw"), *round_of("hu", "iron_claw"))
        .when(
            PIN,
            "iron_claw: hand_to_hand",
            throws=["hu hand_to_hand 9+2=11c→6", "iron_claw hand_to_hand 7=7c→5"],
        )
        .then(Pinned)
    )


@pytest.mark.rule("S3-PIN-1", "S3-RUL-11")
def test_a_pin_is_not_parried_with_a_blade() -> None:
    struggle().when(PIN, "iron_claw: melee/claws").refused("S3-OPP-2")


@pytest.mark.rule("S3-PIN-1")
def test_a_pin_is_dodged_with_evasion() -> None:
    struggle().when(PIN, "iron_claw: evasion", throws=["hu hand_to_hand 9c→3", "iron_claw evasion 8c→4"]).never(Pinned)


@pytest.mark.rule("S3-PIN-1")
def test_a_pin_needs_one_hand_that_is_free() -> None:
    command = Pin(actor="clarity", target="guard")
    given(fight("clarity", "guard"), engage("clarity", "guard"), *round_of("clarity", "guard")).when(command).asks(
        "oppose", "guard"
    )


@pytest.mark.rule("S3-PIN-1", "S3-STUNT-28")
@pytest.mark.parametrize(
    ("skill", "weapon", "rule"), [("melee", "saber", None), ("sharpshooting", "pistol", "S3-PIN-1")]
)
def test_a_hand_stays_free_beside_all_weapons_of_the_stunt(skill: str, weapon: str, rule: str | None) -> None:
    hu = newcomer("hu", items=[{"kind": "saber"}, {"kind": "pistol"}], hands={"main": "saber"})
    spec = given(fight(hu, "iron_claw"), engage("hu", "iron_claw"), *round_of("hu", "iron_claw"))
    armed = PIN.model_copy(update={"stunt": stunt(skill, **{skill: weapon})})
    if rule is None:
        spec.when(armed).asks("oppose", "iron_claw")
    else:
        spec.when(armed).refused(rule)


@pytest.mark.rule("S3-PIN-1")
def test_the_hand_of_a_lost_arm_is_not_free() -> None:
    clarity = newcomer("clarity", limbs={"off_arm": {}})  # the other hand holds the saber
    command = Pin(actor="clarity", target="guard")
    given(fight(clarity, "guard"), engage("clarity", "guard"), *round_of("clarity", "guard")).when(command).refused(
        "S3-PIN-1"
    )


@pytest.mark.rule("S3-PIN-2", "S3-PIN-11")
def test_a_won_pin_freezes_the_result_and_hurts_nobody() -> None:
    result = struggle().when(
        PIN, "iron_claw: hand_to_hand", throws=["hu hand_to_hand 9c→6", "iron_claw hand_to_hand 7c→5"]
    )
    result.then(Pinned)
    (hold,) = result.fight.holds
    assert (hold.kind, hold.holder, hold.held, hold.successes) == ("pin", "hu", "iron_claw", 6)


@pytest.mark.rule("S3-PIN-2")
def test_a_pin_won_by_the_flip_freezes_the_same_result() -> None:
    result = struggle().when(
        PIN,
        "iron_claw: hand_to_hand",
        "hu: heads",
        throws=["hu hand_to_hand 9c→5", "iron_claw hand_to_hand 7c→5", "flip H"],
    )
    assert [hold.successes for hold in result.fight.holds] == [5]


@pytest.mark.rule("S3-PIN-11")
def test_a_pin_deals_no_damage_to_the_stunned() -> None:
    struggle(Stunned(combatant="iron_claw")).when(
        PIN, "iron_claw: hand_to_hand", throws=["hu hand_to_hand 9c→6", "iron_claw hand_to_hand 7c→5"]
    ).then(Pinned)


@pytest.mark.rule("S3-PIN-3", "S3-LEGAL-4")
@pytest.mark.parametrize(
    "command",
    [
        Attack(actor="iron_claw", target="hu", weapon="claws"),
        Move(actor="iron_claw", leave=True),
        Pin(actor="iron_claw", target="hu"),
        Ready(actor="iron_claw", item="claws", hand="off"),
        StandUp(actor="iron_claw"),
    ],
)
def test_the_pinned_may_only_try_to_break_free(command: Acting) -> None:
    struggle(pinned("iron_claw", "hu", 6), order="npc_first").when(command).refused("S3-PIN-3")


@pytest.mark.rule("S3-LEGAL-4")
@pytest.mark.parametrize("command", [Drop(actor="iron_claw", item="claws"), EndTurn(actor="iron_claw")])
def test_the_pinned_may_drop_things_and_end_the_turn(command: Acting) -> None:
    assert struggle(pinned("iron_claw", "hu", 6), order="npc_first").when(command).refusal is None


@pytest.mark.rule("S3-PIN-3")
def test_nobody_breaks_free_out_of_turn() -> None:
    struggle(pinned("iron_claw", "hu", 6)).when(BreakFree(actor="iron_claw")).refused("S3-TURN-27")


@pytest.mark.rule("S3-PIN-4", "S3-OPP-7")
def test_breaking_free_beats_the_frozen_successes_not_a_throw_of_the_holder() -> None:
    result = struggle(pinned("iron_claw", "hu", 6), order="npc_first").when(
        BreakFree(actor="iron_claw"), throws=["iron_claw hand_to_hand 7c→7"]
    )
    result.then(HoldEnded(hold="pin_of_hu", kind="pin", holder="hu", held="iron_claw", reason="broken_free"))
    assert not result.fight.holds


@pytest.mark.rule("S3-PIN-4")
def test_too_few_successes_leave_the_pin() -> None:
    result = struggle(pinned("iron_claw", "hu", 6), order="npc_first").when(
        BreakFree(actor="iron_claw"), throws=["iron_claw hand_to_hand 7c→5"]
    )
    assert [hold.successes for hold in result.never(HoldEnded).fight.holds] == [6]


@pytest.mark.rule("S3-PIN-4")
def test_breaking_free_is_the_attack_action() -> None:
    (
        struggle(pinned("iron_claw", "hu", 6), order="npc_first")
        .when(BreakFree(actor="iron_claw"), throws=["iron_claw hand_to_hand 7c→5"])
        .when(BreakFree(actor="iron_claw"))
        .refused("S3-TURN-11")
    )


@pytest.mark.rule("S3-PIN-4")
def test_who_is_not_held_has_nothing_to_break_free_from() -> None:
    struggle(order="npc_first").when(BreakFree(actor="iron_claw")).refused("S3-PIN-4")


@pytest.mark.rule("S3-PIN-4", "S3-OPP-8", "S3-ORDER-10")
def test_one_throw_is_compared_with_every_hold_and_ties_are_flipped_oldest_first() -> None:
    result = (
        given(fight("hu", "fox", "guard"), *round_of("hu", "guard", "npc_first"))
        .given(pinned("guard", "fox", 3, since=2), pinned("guard", "hu", 3, since=1, kind="choke"))
        .when(
            BreakFree(actor="guard"),
            "hu: tails",
            "fox: heads",
            throws=["guard hand_to_hand 5=5c→3", "flip H", "flip H"],
        )
    )
    result.then(HoldEnded(hold="choke_of_hu", kind="choke", holder="hu", held="guard", reason="broken_free"))
    assert [hold.holder for hold in result.fight.holds] == ["fox"]


@pytest.mark.rule("S3-PIN-5", "S3-PIN-6")
@pytest.mark.parametrize(("successes", "throw"), [(6, "iron_claw evasion 8-6=2c→1"), (9, "iron_claw evasion 8-9=0c→0")])
def test_a_pinned_foe_dodges_with_what_the_pin_leaves(successes: int, throw: str) -> None:
    struggle(pinned("iron_claw", "hu", successes)).when(
        Attack(actor="hu", target="iron_claw", weapon="unarmed"),
        "iron_claw: evasion",
        throws=["hu hand_to_hand 9c→2", throw, "damage 2+2=4c→1", "iron_claw fortitude 6=6c→3"],
    ).then(AttackHit)


@pytest.mark.rule("S3-PIN-6")
def test_breaking_free_and_initiative_are_not_reduced_by_the_pin() -> None:
    held = given(fight("hu", "iron_claw"), pinned("iron_claw", "hu", 6), BeginRound())
    (
        held.when(
            BeginTurn(pc="hu", npc="iron_claw"),
            throws=["hu initiative 5=5c→3", "iron_claw initiative 6=6c→5"],
        ).when(BreakFree(actor="iron_claw"), throws=["iron_claw hand_to_hand 7=7c→4"])
    ).never(HoldEnded)


@pytest.mark.rule("S3-PIN-6", "S3-STUNT-14")
def test_each_throw_of_a_defensive_stunt_is_reduced() -> None:
    jailor = {"skill": "evasion", "stunt": {"with": ["awareness"]}}
    (
        given(fight("hu", "jailor"), engage("hu", "jailor"), *round_of("hu", "jailor"), pinned("jailor", "hu", 4))
        .when(Attack(actor="hu", target="jailor", weapon="unarmed"))
        .answer(
            jailor,
            throws=[
                "hu hand_to_hand 9c→5",
                "jailor evasion 6-4=2c→1",
                "jailor awareness 7-4=3c→2",
                "damage 5+2=7c→2",
                "jailor fortitude 5c→3",
            ],
        )
        .never(HoldEnded)
    )


@pytest.mark.rule("S3-PIN-7", "S3-RUL-12", "S3-THROW-10")
def test_the_successes_of_several_pins_add_up_each_a_term_of_its_own() -> None:
    (
        given(fight("jade", "hu", "fox", "guard"), engage("jade", "guard"), *round_of("jade", "guard"))
        .given(pinned("guard", "hu", 1), pinned("guard", "fox", 2))
        .when(
            Attack(actor="jade", target="guard", weapon="parasol_straightsword"),
            "guard: evasion",
            throws=["jade melee 6+1=7c→0", "guard evasion 4-1-2=1c→1"],
        )
    ).never(AttackHit)


@pytest.mark.rule("S3-PIN-8")
def test_once_free_of_everything_the_movement_action_is_left() -> None:
    freed = struggle(pinned("iron_claw", "hu", 3), order="npc_first").when(
        BreakFree(actor="iron_claw"), throws=["iron_claw hand_to_hand 7c→4"]
    )
    assert freed.when(Move(actor="iron_claw", leave=True)).refusal is None


@pytest.mark.rule("S3-PIN-8")
def test_free_of_one_hold_only_nobody_moves() -> None:
    freed = given(fight("hu", "fox", "guard"), *round_of("hu", "guard", "npc_first"))
    freed.given(pinned("guard", "hu", 2), pinned("guard", "fox", 4))
    freed.when(BreakFree(actor="guard"), throws=["guard hand_to_hand 5c→3"]).then(HoldEnded)
    freed.when(Move(actor="guard", leave=True)).refused("S3-PIN-3")


@pytest.mark.rule("S3-PIN-9", "S3-RUL-12", "S3-LEGAL-12")
@pytest.mark.parametrize(
    ("command", "reason"),
    [
        (Move(actor="hu", leave=True), "holder_moved"),
        (Attack(actor="hu", target="guard", weapon="unarmed"), "holder_acted"),
        (Attack(actor="hu", target="iron_claw", weapon="knife"), "holder_acted"),
        (Trip(actor="hu", target="iron_claw", outcome="ground"), "holder_acted"),
        (Disarm(actor="hu", target="iron_claw", item="claws"), "holder_acted"),
        (Release(actor="hu", hold="pin_of_hu"), "released"),
    ],
)
def test_the_holder_gives_the_pin_up_by_other_deeds(command: Acting, reason: str) -> None:
    hu = newcomer("hu", items=[{"kind": "knife"}])
    (
        given(fight(hu, "iron_claw", "guard"), engage("hu", "iron_claw", "guard"), *round_of("hu", "iron_claw"))
        .given(pinned("iron_claw", "hu", 6))
        .when(command)
        .then(HoldEnded(hold="pin_of_hu", kind="pin", holder="hu", held="iron_claw", reason=reason))
    )


@pytest.mark.rule("S3-PIN-9", "S3-LEGAL-12")
@pytest.mark.parametrize(
    "command",
    [
        Attack(actor="hu", target="iron_claw", weapon="unarmed"),
        Pin(actor="hu", target="iron_claw"),
        Strangle(actor="hu", target="iron_claw"),
        EndTurn(actor="hu"),
    ],
)
def test_the_holder_keeps_the_pin_through_deeds_against_the_pinned_alone(command: Acting) -> None:
    struggle(pinned("iron_claw", "hu", 6)).when(command).never(HoldEnded)


@pytest.mark.rule("S3-PIN-9")
@pytest.mark.parametrize(("thrown", "kept"), [(7, 7), (6, 6), (5, 6)])
def test_a_new_pin_replaces_the_successes_only_if_they_are_more(thrown: int, kept: int) -> None:
    result = struggle(pinned("iron_claw", "hu", 6)).when(
        PIN, "iron_claw: hand_to_hand", throws=[f"hu hand_to_hand 9c→{thrown}", "iron_claw hand_to_hand 7-6=1c→1"]
    )
    assert [hold.successes for hold in result.fight.holds] == [kept]
    assert [type(event) for event in result.events].count(Pinned) == (thrown > 6)
    outcome = " and pins Iron Claw with bare hands, 7 heads to beat." if thrown > 6 else " to no further effect."
    assert result.lines() == [f"Doctor Hu beats Iron Claw, {thrown} to 1,{outcome}"]


@pytest.mark.rule("S3-PIN-9")
def test_a_lost_new_pin_leaves_the_old_one() -> None:
    result = struggle(pinned("iron_claw", "hu", 1)).when(
        PIN, "iron_claw: hand_to_hand", throws=["hu hand_to_hand 9c→3", "iron_claw hand_to_hand 7-1=6c→4"]
    )
    assert [hold.successes for hold in result.never(HoldEnded).fight.holds] == [1]


@pytest.mark.rule("S3-PIN-9", "S3-ORDER-10")
def test_a_renewed_pin_keeps_its_age() -> None:
    result = (
        given(fight("hu", "fox", "guard"), engage("hu", "guard"), *round_of("hu", "guard"))
        .given(pinned("guard", "hu", 2, since=1), pinned("guard", "fox", 1, since=2))
        .when(
            Pin(actor="hu", target="guard"),
            "guard: hand_to_hand",
            throws=["hu hand_to_hand 9c→5", "guard hand_to_hand 5-2-1=2c→0"],
        )
    )
    assert [(hold.holder, hold.successes) for hold in result.fight.holds] == [("hu", 5), ("fox", 1)]


@pytest.mark.rule("S3-PIN-10")
@pytest.mark.parametrize(
    ("ruling", "reason"),
    [
        (Impose(combatant="hu", stunned=True), "stunned"),
        (Impose(combatant="hu", disabled="critical"), "disabled"),
        (Impose(combatant="hu", limb="off_arm"), "arm_lost"),
        (Remove(combatant="hu"), "removed"),
        (Impose(combatant="iron_claw", disabled="down"), "disabled"),
        (Remove(combatant="iron_claw"), "removed"),
    ],
)
def test_a_pin_ends_with_the_strength_of_the_holder_or_the_fight_of_the_pinned(ruling: Narrating, reason: str) -> None:
    struggle(pinned("iron_claw", "hu", 6)).when(ruling).then(
        HoldEnded(hold="pin_of_hu", kind="pin", holder="hu", held="iron_claw", reason=reason)
    )


@pytest.mark.rule("S3-PIN-10")
@pytest.mark.parametrize("ruling", [Impose(combatant="iron_claw", stunned=True), Impose(combatant="hu", wound=3)])
def test_a_pin_survives_a_stun_of_the_pinned_and_a_wound_of_the_holder(ruling: Narrating) -> None:
    assert struggle(pinned("iron_claw", "hu", 6)).when(ruling).fight.holds


@pytest.mark.rule("S3-PIN-10")
def test_a_holder_that_is_pinned_itself_loses_its_holds() -> None:
    (
        given(fight("hu", "fox", "guard"), engage("guard", "hu", "fox"), *round_of("hu", "guard"))
        .given(pinned("fox", "guard", 3))
        .when(
            Pin(actor="hu", target="guard"),
            "guard: evasion",
            throws=["hu hand_to_hand 9c→5", "guard evasion 4c→2"],
        )
        .then(Pinned, HoldEnded(hold="pin_of_guard", kind="pin", holder="guard", held="fox", reason="pinned"))
    )


@pytest.mark.rule("S3-PIN-10", "S3-TRIP-8")
def test_a_pin_ends_when_the_pinned_is_thrown_elsewhere() -> None:
    zones = (Zone(key="here"), Zone(key="yard"))
    links = (Link.model_validate({"key": "door", "from": "here", "to": "yard"}),)
    (
        given(fight("hu", "clarity", "guard"), SetScene(zones=zones, links=links))
        .given(engage("guard", "hu", "clarity"), *round_of("clarity", "guard"), pinned("guard", "hu", 3))
        .when(
            Trip(actor="clarity", target="guard", outcome="zone:yard"),
            "guard: evasion",
            throws=["clarity hand_to_hand 8c→5", "guard evasion 4-3=1c→1"],
        )
        .then(HoldEnded(hold="pin_of_hu", kind="pin", holder="hu", held="guard", reason="moved_away"))
    )


@pytest.mark.rule("S3-PIN-12", "S3-RUL-12")
def test_the_holder_defends_in_full_and_holds_on_through_a_hit_that_neither_stuns_nor_maims() -> None:
    (
        given(
            fight("hu", "iron_claw", "guard"), engage("hu", "iron_claw", "guard"), *round_of("hu", "guard", "npc_first")
        )
        .given(pinned("iron_claw", "hu", 6))
        .when(
            Attack(actor="guard", target="hu", weapon="blackjack"),
            "hu: hand_to_hand",
            throws=[
                "guard melee 6c→5",
                "hu hand_to_hand 9=9c→4",
                "damage 5+0=5c→3",
                "stun_damage 2c→0",
                "hu fortitude 6c→4",
            ],
        )
        .never(HoldEnded)
    )


@pytest.mark.rule("S3-RUL-12")
def test_a_tie_with_frozen_successes_is_flipped() -> None:
    held = struggle(pinned("iron_claw", "hu", 6), order="npc_first")
    held.when(BreakFree(actor="iron_claw"), throws=["iron_claw hand_to_hand 7c→6"]).asks("call_flip", "hu")
    held.answer("tails", throws=["flip T"]).never(HoldEnded)


@pytest.mark.rule("S3-TURN-13")
def test_only_ones_own_holds_are_released() -> None:
    struggle(pinned("hu", "iron_claw", 2)).given(pinned("iron_claw", "hu", 3)).when(
        Release(actor="hu", hold="pin_of_iron_claw")
    ).refused("S3-PIN-9")


@pytest.mark.rule("S3-PIN-10")
def test_a_holder_stunned_while_the_flip_waits_pins_nobody() -> None:
    result = struggle().when(
        PIN, "iron_claw: hand_to_hand", throws=["hu hand_to_hand 9c→3", "iron_claw hand_to_hand 7c→3"]
    )
    result.given(Impose(combatant="hu", stunned=True)).answer("heads", throws=["flip H"]).never(Pinned)


@pytest.mark.rule("S3-PIN-10")
def test_a_holder_who_has_lost_its_hands_while_the_flip_waits_pins_nobody() -> None:
    result = struggle().when(
        PIN, "iron_claw: hand_to_hand", throws=["hu hand_to_hand 9c→3", "iron_claw hand_to_hand 7c→3"]
    )
    result.given(Impose(combatant="hu", limb="main_arm"), Impose(combatant="hu", limb="off_arm"))
    result.answer("heads", throws=["flip H"]).never(Pinned)
