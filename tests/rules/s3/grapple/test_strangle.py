"""Strangling (S3-STRAN)."""

import pytest

from domain.core.commands import Command, Narrating
from domain.model.event import Event
from domain.rulesets.s3.chapters.attack.attacks import Attack
from domain.rulesets.s3.chapters.attack.blows import AttackHit
from domain.rulesets.s3.chapters.grapple.bonds import HoldEnded
from domain.rulesets.s3.chapters.grapple.pins import BreakFree, Pin, Pinned, Release
from domain.rulesets.s3.chapters.grapple.strangling import Choked, FinishStrangle, Strangle
from domain.rulesets.s3.chapters.grapple.trips import Trip
from domain.rulesets.s3.chapters.movement.hiding import Search
from domain.rulesets.s3.chapters.movement.walking import Move
from domain.rulesets.s3.chapters.narrator.conditions import Impose
from domain.rulesets.s3.chapters.narrator.corrections import Remove
from domain.rulesets.s3.chapters.narrator.placing import Place
from domain.rulesets.s3.chapters.narrator.scenery import SetScene, Zone
from domain.rulesets.s3.chapters.turns.actions import ActionTaken
from domain.rulesets.s3.chapters.turns.gear import Drop, Ready, Stow
from domain.rulesets.s3.chapters.turns.pairings import BeginTurn, TurnOrder
from domain.rulesets.s3.chapters.turns.rounds import BeginRound, EndCombat
from domain.rulesets.s3.chapters.turns.turns import EndTurn
from domain.rulesets.s3.chapters.wounds.damage import DamageSuffered
from domain.rulesets.s3.chapters.wounds.wounds import CombatantDisabled, Wounded
from domain.rulesets.s3.parts import Acting
from domain.rulesets.s3.state import Disabled, Hold
from domain.rulesets.s3.words import Intent, Limb
from tests.rules.s3.builders import stunt
from tests.rules.s3.specification import Specification, Step, engage, fight, given, newcomer, round_of

CHOKE = ["hu hand_to_hand 9c→6", "guard hand_to_hand 5c→3"]
STRANGLE = Strangle(actor="hu", target="guard")
FINISH = FinishStrangle(actor="hu", target="guard")


def choke(
    held: str, by: str, successes: int = 6, means: str = "unarmed", round_: int = 1, intent: Intent = "subdue"
) -> Event:
    """A chokehold that is there."""
    return Choked(hold=Hold(f"choke_of_{by}", "choke", by, held, successes, means, round_, 0, intent))


def grappling(*steps: Step, order: TurnOrder = "pc_first") -> Specification:
    """Doctor Hu and a guard at close quarters, their first pairing open."""
    opening: tuple[Step, ...] = (fight("hu", "guard"), engage("hu", "guard"), *round_of("hu", "guard", order))
    return given(*opening, *steps)


def second_round(intent: Intent = "subdue") -> Specification:
    """Hu has choked the guard in round 1, both have ended their turns; it is Hu's turn in round 2."""
    steps: tuple[Step, ...] = (choke("guard", "hu", intent=intent), EndTurn(actor="hu"), EndTurn(actor="guard"))
    return grappling(*steps, *round_of("hu", "guard"))


@pytest.mark.rule("S3-STRAN-1", "S3-STRAN-4")
def test_the_first_check_freezes_its_result_and_does_nothing_else() -> None:
    result = grappling().when(STRANGLE, "guard: hand_to_hand", throws=CHOKE)
    result.then(Choked).never(DamageSuffered, Wounded, CombatantDisabled)
    (hold,) = result.fight.holds
    assert (hold.kind, hold.held, hold.successes, hold.means, hold.round) == ("choke", "guard", 6, "unarmed", 1)


@pytest.mark.rule("S3-STRAN-4")
@pytest.mark.parametrize(
    ("defence", "throw"),
    [("evasion", "guard evasion 4c→1"), ("melee/blackjack", "guard melee 6c→1"), ("hand_to_hand", CHOKE[1])],
)
def test_the_first_check_is_opposed_by_a_dodge_or_any_parry(defence: str, throw: str) -> None:
    grappling().when(STRANGLE, f"guard: {defence}", throws=[CHOKE[0], throw]).then(Choked)


@pytest.mark.rule("S3-STRAN-4")
def test_a_lost_first_check_chokes_nobody() -> None:
    grappling().when(STRANGLE, "guard: hand_to_hand", throws=["hu hand_to_hand 9c→2", "guard hand_to_hand 5c→3"]).never(
        Choked
    )


@pytest.mark.rule("S3-STRAN-2")
@pytest.mark.parametrize(("weapon", "rule"), [("saber", "S3-STRAN-2"), ("unarmed", None), ("chain_whip", None)])
def test_one_strangles_with_bare_hands_or_what_is_flexible(weapon: str, rule: str | None) -> None:
    attempt = given(fight("star", "guard"), engage("star", "guard"), *round_of("star", "guard")).when(
        Strangle(actor="star", target="guard", weapon=weapon)
    )
    if rule is None:
        attempt.asks("oppose", "guard")
    else:
        attempt.refused(rule)


@pytest.mark.rule("S3-STRAN-2", "S3-STUNT-28")
def test_a_hand_stays_free_beside_all_weapons_of_the_stunt_at_both_checks() -> None:
    hu = newcomer("hu", items=[{"kind": "saber"}, {"kind": "pistol"}], hands={"main": "saber"})
    opening: tuple[Step, ...] = (fight(hu, "guard"), engage("hu", "guard"), *round_of("hu", "guard"))
    with_pistol = {"stunt": stunt("sharpshooting", sharpshooting="pistol")}
    given(*opening).when(STRANGLE.model_copy(update=with_pistol)).refused("S3-STRAN-2")
    in_hand = {"stunt": stunt("melee", melee="saber")}
    given(*opening).when(STRANGLE.model_copy(update=in_hand)).asks("oppose", "guard")
    held: tuple[Step, ...] = (
        choke("guard", "hu"),
        EndTurn(actor="hu"),
        EndTurn(actor="guard"),
        *round_of("hu", "guard"),
    )
    given(*opening, *held).when(FINISH.model_copy(update=with_pistol)).refused("S3-STRAN-2")
    given(*opening, *held).when(
        FINISH.model_copy(update=in_hand),
        throws=["hu hand_to_hand 9c→6", "hu melee 4c→0", "guard fortitude 4c→1"],
    ).then(CombatantDisabled)


@pytest.mark.rule("S3-STRAN-2", "S3-RUL-14")
def test_bare_hands_need_one_that_is_free_and_works() -> None:
    star = newcomer("star", limbs={"off_arm": {}})  # the other hand holds the whip
    at_grips = given(fight(star, "guard"), engage("star", "guard"), *round_of("star", "guard"))
    at_grips.when(Strangle(actor="star", target="guard")).refused("S3-STRAN-2")
    at_grips.when(Strangle(actor="star", target="guard", weapon="chain_whip")).asks("oppose", "guard")


@pytest.mark.rule("S3-STRAN-3", "S3-SKILL-5", "S3-RUL-14")
def test_unarmed_both_checks_throw_the_grappling_value() -> None:
    hu = newcomer("hu", grapple_bonus=1)
    steps: tuple[Step, ...] = (engage("hu", "guard"), *round_of("hu", "guard"))
    first = given(fight(hu, "guard"), *steps).when(
        STRANGLE, "guard: evasion", throws=["hu hand_to_hand 9+1=10c→6", "guard evasion 4c→3"]
    )
    first.given(EndTurn(actor="hu"), EndTurn(actor="guard"), *round_of("hu", "guard"))
    first.when(FINISH, throws=["hu hand_to_hand 9+1=10c→6", "guard fortitude 4=4c→3"]).then(CombatantDisabled)


@pytest.mark.rule("S3-STRAN-3")
def test_a_flexible_weapon_throws_its_attack_value_at_both_checks() -> None:
    garrotte = {
        "kind": "garrotte",
        "name": "garrotte",
        "modes": [{"skill": "melee", "finesse": 2, "offense": 1, "flags": ["flexible"]}],
    }
    star = newcomer("star", items=[garrotte], hands={"main": "garrotte"}, grapple_bonus=5)
    first = given(fight(star, "guard"), engage("star", "guard"), *round_of("star", "guard")).when(
        Strangle(actor="star", target="guard", weapon="garrotte"),
        "guard: evasion",
        throws=["star melee 7+2+1=10c→6", "guard evasion 4c→3"],
    )
    assert first.fight.holds[0].means == "garrotte"
    first.given(EndTurn(actor="star"), EndTurn(actor="guard"), *round_of("star", "guard"))
    first.when(
        FinishStrangle(actor="star", target="guard"),
        throws=["star melee 7+2+1=10c→6", "guard fortitude 4c→3"],
    ).then(CombatantDisabled)


@pytest.mark.rule("S3-STRAN-5", "S3-LEGAL-5")
@pytest.mark.parametrize(
    "command",
    [
        Attack(actor="guard", target="hu", weapon="knife", called="main_arm"),
        Trip(actor="guard", target="hu", outcome="ground"),
        Pin(actor="guard", target="hu"),
        Ready(actor="guard", item="knife", hand="off"),
    ],
)
def test_the_choked_may_draw_and_strike_at_the_strangler(command: Acting) -> None:
    assert grappling(choke("guard", "hu"), order="npc_first").when(command).refusal is None


@pytest.mark.rule("S3-STRAN-5", "S3-LEGAL-5")
@pytest.mark.parametrize(
    "command",
    [
        Move(actor="guard", leave=True),
        Attack(actor="guard", target="fox", weapon="blackjack"),
        Strangle(actor="guard", target="hu"),
        Search(actor="guard", target="fox"),
    ],
)
def test_the_choked_neither_move_nor_reach_anybody_else(command: Acting) -> None:
    (
        given(fight("hu", "fox", "guard"), engage("guard", "hu", "fox"), *round_of("hu", "guard", "npc_first"))
        .given(choke("guard", "hu"))
        .when(command)
        .refused("S3-LEGAL-5")
    )


@pytest.mark.rule("S3-STRAN-5", "S3-PIN-4")
def test_breaking_out_of_a_choke_beats_its_frozen_successes() -> None:
    grappling(choke("guard", "hu", 3), order="npc_first").when(
        BreakFree(actor="guard"), throws=["guard hand_to_hand 5c→4"]
    ).then(HoldEnded(hold="choke_of_hu", kind="choke", holder="hu", held="guard", reason="broken_free"))


@pytest.mark.rule("S3-STRAN-6", "S3-TURN-25")
def test_a_turn_of_the_victim_that_the_end_of_the_combat_cuts_off_counts() -> None:
    spec = grappling(choke("guard", "hu"), EndTurn(actor="hu"))
    spec.when(EndCombat()).never(HoldEnded)
    assert [hold.victim_turns for hold in spec.fight.holds] == [1]
    spec.given(*round_of("hu", "guard")).when(FINISH, throws=["hu hand_to_hand 9c→6", "guard fortitude 4c→1"])
    spec.then(CombatantDisabled)


@pytest.mark.rule("S3-STRAN-6", "S3-RUL-14")
def test_a_choke_is_not_finished_in_the_round_it_was_laid() -> None:
    choked = grappling().when(STRANGLE, "guard: hand_to_hand", throws=CHOKE)
    choked.when(FINISH).refused("S3-STRAN-6")


@pytest.mark.rule("S3-STRAN-6")
def test_without_a_choke_there_is_nothing_to_finish() -> None:
    grappling(choke("fox", "hu")).when(FINISH).refused("S3-STRAN-6")


@pytest.mark.rule("S3-STRAN-6")
@pytest.mark.parametrize(("rounds", "accepted"), [(1, False), (2, True)])
def test_a_victim_without_a_turn_is_finished_two_rounds_later(rounds: int, accepted: bool) -> None:
    later = given(fight("hu", "guard", "bell"), engage("hu", "guard"), *round_of("hu", "bell"), choke("guard", "hu"))
    for _ in range(rounds):
        later.given(EndTurn(actor="hu"), EndTurn(actor="bell"), *round_of("hu", "bell"))
    result = later.when(FINISH, throws=["hu hand_to_hand 9c→5", "guard fortitude 4c→3"] if accepted else None)
    if accepted:
        result.then(CombatantDisabled)
    else:
        result.refused("S3-STRAN-6")


@pytest.mark.rule("S3-STRAN-6", "S3-RUL-14")
@pytest.mark.parametrize("gap", ["round", "turn"])
def test_with_strangle_gap_turn_the_same_round_will_do(gap: str) -> None:
    opening: tuple[Step, ...] = (fight("jade", "ogre", "general", strangle_gap=gap), BeginRound())
    same_round = given(
        *opening,
        BeginTurn(pc="jade", npc="general", order="npc_first"),
        choke("jade", "general", 4),
        EndTurn(actor="general"),
        EndTurn(actor="jade"),
        BeginTurn(pc="ogre", npc="general", order="npc_first"),
        Stow(actor="general", item="spear"),
    )
    command = FinishStrangle(actor="general", target="jade")
    if gap == "turn":
        same_round.when(command, throws=["general hand_to_hand 6c→3", "jade fortitude 5c→2"]).then(CombatantDisabled)
    else:
        same_round.when(command).refused("S3-STRAN-6")


@pytest.mark.rule("S3-STRAN-6")
def test_finishing_is_the_attack_action() -> None:
    second_round().given(ActionTaken(actor="hu", action="attack", command="s3.check")).when(FINISH).refused(
        "S3-TURN-11"
    )


@pytest.mark.rule("S3-STRAN-7", "S3-STRAN-1", "S3-RUL-14")
def test_the_second_check_disables_at_once_without_wound_and_without_doubling() -> None:
    (
        second_round()
        .when(FINISH, throws=["hu hand_to_hand 9c→4", "guard fortitude 4c→3"])
        .then(CombatantDisabled(combatant="guard", disabled=Disabled(("strangled",), "unconscious")), HoldEnded)
        .never(DamageSuffered, Wounded)
    )


@pytest.mark.rule("S3-STRAN-7", "S3-DIS-9")
def test_meant_to_kill_strangling_slays_an_npc() -> None:
    second_round(intent="kill").when(FINISH, throws=["hu hand_to_hand 9c→4", "guard fortitude 4c→3"]).then(
        CombatantDisabled(combatant="guard", disabled=Disabled(("strangled",), "slain"))
    )


@pytest.mark.rule("S3-STRAN-4")
def test_the_intent_of_the_strangling_goes_with_the_hold() -> None:
    result = grappling().when(Strangle(actor="hu", target="guard", intent="kill"), "guard: hand_to_hand", throws=CHOKE)
    assert result.fight.holds[0].intent == "kill"


@pytest.mark.rule("S3-STRAN-7", "S3-OPP-2")
def test_nobody_chooses_how_to_oppose_the_second_check() -> None:
    hu_and_jade = given(fight("jade", "yue"), engage("jade", "yue"), *round_of("jade", "yue"))
    hu_and_jade.given(choke("yue", "jade", 4), EndTurn(actor="jade"), EndTurn(actor="yue"))
    hu_and_jade.given(*round_of("jade", "yue")).when(
        FinishStrangle(actor="jade", target="yue"), throws=["jade hand_to_hand 5c→2", "yue fortitude 7c→3"]
    ).then(HoldEnded)


@pytest.mark.rule("S3-STRAN-8", "S3-RUL-14")
def test_a_lost_second_check_ends_the_hold() -> None:
    result = second_round().when(FINISH, throws=["hu hand_to_hand 9c→2", "guard fortitude 4c→3"])
    result.then(HoldEnded(hold="choke_of_hu", kind="choke", holder="hu", held="guard", reason="failed")).never(
        CombatantDisabled
    )


@pytest.mark.rule("S3-STRAN-9")
def test_neither_end_of_a_choke_defends_with_less() -> None:
    (
        given(fight("hu", "fox", "guard", "bell"), engage("hu", "guard", "fox"))
        .given(BeginRound(), BeginTurn(pc="hu", npc="guard", order="npc_first"), choke("guard", "hu"))
        .when(
            Attack(actor="guard", target="hu", weapon="knife"),
            "hu: hand_to_hand",
            throws=["guard melee 6c→2", "hu hand_to_hand 9=9c→3"],
        )
        .given(EndTurn(actor="guard"), EndTurn(actor="hu"))
        .given(BeginTurn(pc="fox", npc="bell", order="pc_first"), engage("fox", "guard"), choke("guard", "hu"))
        .when(
            Attack(actor="fox", target="guard", weapon="unarmed"),
            "guard: evasion",
            throws=["fox hand_to_hand 8c→2", "guard evasion 4=4c→3"],
        )
        .never(AttackHit)
    )


@pytest.mark.rule("S3-STRAN-10")
@pytest.mark.parametrize(
    ("ruling", "reason"),
    [
        (Impose(combatant="star", stunned=True), "stunned"),
        (Impose(combatant="star", disabled="critical"), "disabled"),
        (Remove(combatant="star"), "removed"),
        (Impose(combatant="star", limb="main_arm"), "arm_lost"),
        (Impose(combatant="guard", disabled="down"), "disabled"),
        (Remove(combatant="guard"), "removed"),
    ],
)
def test_a_choke_ends_with_the_strength_of_the_strangler_or_the_fight_of_the_victim(
    ruling: Narrating, reason: str
) -> None:
    (
        given(fight("star", "guard"), engage("star", "guard"), *round_of("star", "guard"))
        .given(choke("guard", "star", means="chain_whip"))
        .when(ruling)
        .then(HoldEnded(hold="choke_of_star", kind="choke", holder="star", held="guard", reason=reason))
    )


@pytest.mark.rule("S3-STRAN-10")
def test_the_loss_of_the_other_arm_leaves_a_choke_with_a_weapon() -> None:
    steps = (engage("star", "guard"), *round_of("star", "guard"))
    with_a_whip = choke("guard", "star", means="chain_whip")
    result = given(fight("star", "guard"), *steps, with_a_whip).when(Impose(combatant="star", limb="off_arm"))
    assert result.fight.holds


@pytest.mark.rule("S3-STRAN-10", "S3-CALL-15")
@pytest.mark.parametrize("limb", ["main_arm", "off_arm"])
def test_the_loss_of_either_arm_ends_an_unarmed_choke(limb: Limb) -> None:
    ruling = Impose(combatant="hu", limb=limb)
    grappling(choke("guard", "hu")).when(ruling).then(HoldEnded)


@pytest.mark.rule("S3-STRAN-10")
@pytest.mark.parametrize("letting_go", [Drop, Stow])
def test_a_choke_ends_when_its_weapon_leaves_the_hand(letting_go: type[Drop | Stow]) -> None:
    steps = (engage("star", "guard"), *round_of("star", "guard"))
    with_a_whip = choke("guard", "star", means="chain_whip")
    given(fight("star", "guard"), *steps, with_a_whip).when(letting_go(actor="star", item="chain_whip")).then(
        HoldEnded(hold="choke_of_star", kind="choke", holder="star", held="guard", reason="weapon_lost")
    )


@pytest.mark.rule("S3-STRAN-10")
def test_a_strangler_that_is_pinned_chokes_nobody_any_more() -> None:
    (
        given(fight("hu", "fox", "guard"), engage("guard", "hu", "fox"), *round_of("hu", "guard"))
        .given(choke("fox", "guard"))
        .when(
            Pin(actor="hu", target="guard"),
            "guard: evasion",
            throws=["hu hand_to_hand 9c→5", "guard evasion 4c→2"],
        )
        .then(Pinned, HoldEnded(hold="choke_of_guard", kind="choke", holder="guard", held="fox", reason="pinned"))
    )


@pytest.mark.rule("S3-STRAN-10")
def test_a_choke_ends_when_the_victim_is_moved_away() -> None:
    zones = (Zone(key="here"), Zone(key="yard"))
    grappling(SetScene(zones=zones), choke("guard", "hu")).when(Place(combatant="guard", zone="yard")).then(HoldEnded)


@pytest.mark.rule("S3-STRAN-10")
def test_a_hit_that_neither_stuns_nor_maims_leaves_the_choke() -> None:
    grappling(choke("guard", "hu"), order="npc_first").when(
        Attack(actor="guard", target="hu", weapon="knife", called="main_arm"),
        "hu: hand_to_hand",
        throws=["guard melee 6c→4", "hu hand_to_hand 9c→3", "damage 4+1=5c→4", "hu fortitude 6c→5"],
    ).then(Wounded).never(HoldEnded)


@pytest.mark.rule("S3-STRAN-11", "S3-LEGAL-13")
@pytest.mark.parametrize(
    ("command", "reason"),
    [
        (Move(actor="hu", leave=True), "holder_moved"),
        (Attack(actor="hu", target="guard", weapon="unarmed"), "holder_acted"),
        (Pin(actor="hu", target="guard"), "holder_acted"),
        (Strangle(actor="hu", target="guard"), "holder_acted"),
        (Release(actor="hu", hold="choke_of_hu"), "released"),
    ],
)
def test_the_strangler_gives_the_choke_up_by_any_other_deed(command: Acting, reason: str) -> None:
    grappling(choke("guard", "hu")).when(command).then(
        HoldEnded(hold="choke_of_hu", kind="choke", holder="hu", held="guard", reason=reason)
    )


@pytest.mark.rule("S3-STRAN-11")
def test_finishing_one_victim_lets_go_of_another() -> None:
    later = (
        given(fight("hu", "guard", "bell"), engage("hu", "guard", "bell"), *round_of("hu", "guard"))
        .given(choke("guard", "hu"), EndTurn(actor="hu"), EndTurn(actor="guard"), *round_of("hu", "guard"))
        .given(Pinned(hold=Hold("pin_of_hu", "pin", "hu", "bell", 3, "unarmed", 2, 0)))
    )
    later.when(FINISH, throws=["hu hand_to_hand 9c→5", "guard fortitude 4c→3"]).then(
        HoldEnded(hold="pin_of_hu", kind="pin", holder="hu", held="bell", reason="holder_acted"), CombatantDisabled
    )


@pytest.mark.rule("S3-STRAN-12")
def test_a_choke_that_is_not_finished_when_it_could_be_lapses() -> None:
    second_round().when(EndTurn(actor="hu")).then(
        HoldEnded(hold="choke_of_hu", kind="choke", holder="hu", held="guard", reason="not_finished")
    )


@pytest.mark.rule("S3-STRAN-12")
def test_a_choke_that_could_not_be_finished_yet_goes_on() -> None:
    grappling(choke("guard", "hu")).when(EndTurn(actor="hu")).never(HoldEnded)


@pytest.mark.rule("S3-STRAN-13", "S3-EQUIP-11")
def test_armour_does_not_help_against_the_second_check_and_wounds_hurt() -> None:
    wound = {"id": "old", "points": 4, "penalty": 2}
    archer = newcomer("archer", pc=False, wounds=[wound])
    (
        given(fight("hu", archer), engage("hu", "archer"), *round_of("hu", "archer"))
        .given(choke("archer", "hu", 5), EndTurn(actor="hu"), EndTurn(actor="archer"))
        .given(*round_of("hu", "archer"))
        .when(
            FinishStrangle(actor="hu", target="archer"),
            throws=["hu hand_to_hand 9c→3", "archer fortitude 5-2=3c→2"],
        )
        .then(CombatantDisabled)
    )


@pytest.mark.rule("S3-STRAN-10")
@pytest.mark.parametrize("ruling", [Impose(combatant="hu", stunned=True), Remove(combatant="guard")])
def test_nothing_is_finished_where_a_ruling_has_ended_the_hold_while_the_flip_waits(ruling: Command) -> None:
    result = second_round().when(FINISH, throws=["hu hand_to_hand 9c→3", "guard fortitude 4c→3"])
    result.when(ruling).then(HoldEnded)
    result.answer("heads", throws=["flip H"]).never(HoldEnded, CombatantDisabled)


@pytest.mark.rule("S3-STRAN-10")
def test_a_strangler_stunned_while_the_flip_waits_chokes_nobody() -> None:
    result = grappling().when(
        STRANGLE, "guard: hand_to_hand", throws=["hu hand_to_hand 9c→3", "guard hand_to_hand 5c→3"]
    )
    result.given(Impose(combatant="hu", stunned=True)).answer("heads", throws=["flip H"]).never(Choked)


@pytest.mark.rule("S3-STRAN-10")
@pytest.mark.parametrize(("weapon", "limbs"), [("grappling_hook", ("off_arm",)), ("unarmed", ("main_arm", "off_arm"))])
def test_nobody_chokes_with_what_a_ruling_has_taken_while_the_victim_thinks(
    weapon: str, limbs: tuple[Limb, ...]
) -> None:
    result = given(fight("devil", "guard"), engage("devil", "guard"), *round_of("devil", "guard"))
    result.when(Strangle(actor="devil", target="guard", weapon=weapon)).asks("oppose", "guard")
    result.given(*(Impose(combatant="devil", limb=limb) for limb in limbs))
    skill = "melee 9-2=7c→5" if weapon == "grappling_hook" else "hand_to_hand 5-2-2=1c→1"
    result.answer({"skill": "evasion"}, throws=[f"devil {skill}", "guard evasion 4c→0"]).never(Choked)
