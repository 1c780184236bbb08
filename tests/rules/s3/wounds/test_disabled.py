"""Disabled: what puts somebody out of action, what that means, how it ends (S3-DIS)."""

import pytest

from domain.core.commands import Command, SentAnswer
from domain.rulesets.s3.chapters.grapple.bonds import HoldEnded
from domain.rulesets.s3.chapters.grapple.pins import Pin, Pinned
from domain.rulesets.s3.chapters.grapple.strangling import Choked, FinishStrangle
from domain.rulesets.s3.chapters.grapple.trips import Trip
from domain.rulesets.s3.chapters.movement.falling import DropDown
from domain.rulesets.s3.chapters.movement.leaving import DragEnded, LeftFight
from domain.rulesets.s3.chapters.movement.pursuit import Chase, Flee
from domain.rulesets.s3.chapters.narrator.conditions import FateSet, Heal, Impose, Recovered, SetFate
from domain.rulesets.s3.chapters.narrator.corrections import Remove
from domain.rulesets.s3.chapters.narrator.hazards import PoisonStrikes
from domain.rulesets.s3.chapters.narrator.placing import CameBack, Place
from domain.rulesets.s3.chapters.narrator.scenery import SceneHazard, SetScene, Zone
from domain.rulesets.s3.chapters.throws.contests import ContestSettled
from domain.rulesets.s3.chapters.throws.throws import CoinsThrown
from domain.rulesets.s3.chapters.turns.pairings import BeginTurn
from domain.rulesets.s3.chapters.turns.rounds import BeginRound, BeginScene, RoundBegun, RoundEnded
from domain.rulesets.s3.chapters.turns.turns import EndTurn, TurnBegun, TurnEnded, TurnEnding, TurnLost
from domain.rulesets.s3.chapters.vehicles.crashes import DamageVehicle
from domain.rulesets.s3.chapters.vehicles.dragging import DragBegun
from domain.rulesets.s3.chapters.vehicles.halting import VehicleHalting, VehicleStopped
from domain.rulesets.s3.chapters.wounds.damage import DamageSuffered, LimbLost, LimbRestored
from domain.rulesets.s3.chapters.wounds.poison import DoseStruck
from domain.rulesets.s3.chapters.wounds.wounds import CombatantDisabled, Stunned
from domain.rulesets.s3.state import Disabled, Drag, Grip, Hold
from domain.rulesets.s3.words import Fate
from tests.rules.s3.builders import KILLING_SHOT, SHOT, attack, check, duel, effects, flee, gunman, hazard, player, shot
from tests.rules.s3.specification import Specification, engage, fight, given, newcomer, riding, round_of

FATAL = shot(4, 1, "damage 6c→3", "bell fortitude 4c→1")
SEVERE = {"id": "severe", "points": 8, "penalty": 3}
DOSE = {"id": "dose", "poison": "viper_oil", "coins": 4, "route": "blade"}


def disable(combatant: str, fate: Fate = "down") -> Command:
    return Impose(combatant=combatant, disabled=fate)


def wound(points: int, combatant: str) -> Command:
    return Impose(combatant=combatant, wound=points)


def end(actor: str) -> Command:
    return EndTurn(actor=actor)


def hold(kind: str, holder: str, held: str, successes: int = 3, intent: str = "subdue") -> Hold:
    return Hold(f"{kind}_by_{holder}", kind, holder, held, successes, "unarmed", 0, 0, intent, 1)  # type: ignore[arg-type]


def fates(spec: Specification) -> list[Disabled]:
    """How those disabled by the last command were disabled."""
    assert spec.refusal is None, spec.refusal
    return [event.disabled for event in spec.events if isinstance(event, CombatantDisabled)]


# What disables


@pytest.mark.rule("S3-DIS-1")
def test_a_fortitude_throw_wounds_strangling_and_rulings_disable_and_the_reason_is_recorded() -> None:
    assert fates(duel().when(SHOT, throws=FATAL)) == [Disabled(("fortitude",), "down")]
    assert fates(given(fight("bell")).when(wound(10, "bell"))) == [Disabled(("wounds",), "down")]
    choke = Choked(hold=hold("choke", "hu", "bell"))
    spec = given(fight("hu", "bell"), choke, *round_of("hu", "bell"))
    finish = FinishStrangle(actor="hu", target="bell")
    spec.when(finish, throws=["hu hand_to_hand 9c→3", "bell fortitude 4c→2"])
    assert fates(spec) == [Disabled(("strangled",), "unconscious")]
    assert fates(given(fight("bell")).when(disable("bell", "unconscious"))) == [Disabled(("ruling",), "unconscious")]


@pytest.mark.rule("S3-DIS-1")
def test_reasons_that_coincide_are_both_recorded() -> None:
    spec = duel(newcomer("bell", wounds=[SEVERE]))
    spec.when(
        SHOT,
        throws=["ogre sharpshooting 7c→4", "bell evasion 5-3=2c→1", "damage 6c→3", "bell fortitude 4-3=1c→1"],
    )
    assert fates(spec) == [Disabled(("fortitude", "wounds"), "down")]


@pytest.mark.rule("S3-DIS-2", "S3-DIS-3", "S3-RUL-15")
@pytest.mark.parametrize(
    ("option", "damage", "fortitude", "flips", "effect"),
    [
        ("inclusive", 7, 4, [], ["guard stunned"]),
        ("inclusive", 8, 4, [], ["guard disabled by fortitude"]),
        ("inclusive", 8, 3, [], ["guard disabled by fortitude"]),
        ("flip", 7, 4, [], ["guard stunned"]),
        ("flip", 8, 4, ["flip H"], ["guard disabled by fortitude"]),
        ("flip", 8, 4, ["flip T"], ["guard stunned"]),
        ("flip", 8, 3, [], ["guard disabled by fortitude"]),
        ("strict", 7, 4, [], ["guard stunned"]),
        ("strict", 8, 4, [], ["guard stunned"]),
        ("strict", 8, 3, [], ["guard disabled by fortitude"]),
    ],
)
def test_damage_of_twice_the_fortitude_result_disables_by_option_surely_by_a_flip_or_not_yet(
    option: str, damage: int, fortitude: int, flips: list[str], effect: list[str]
) -> None:
    spec = given(fight("guard", disable_by_fortitude=option))
    throws = [f"damage 8c→{damage}", f"guard fortitude 4c→{fortitude}", *flips]
    spec.when(hazard(8, "guard"), throws=throws)
    assert effects(spec.events) == effect


@pytest.mark.rule("S3-DIS-2", "S3-RUL-15")
def test_twice_the_fortitude_disables_where_the_table_has_not_chosen() -> None:
    spec = given(fight("guard")).when(hazard(8, "guard"), throws=["damage 8c→8", "guard fortitude 4c→4"])
    assert effects(spec.events) == ["guard disabled by fortitude"]


@pytest.mark.rule("S3-DIS-3", "S3-RUL-15")
@pytest.mark.parametrize(
    ("call", "coin", "effect"),
    [
        ("heads", "flip H", ["jade stunned"]),
        ("heads", "flip T", ["jade disabled by fortitude"]),
        ("tails", "flip H", ["jade disabled by fortitude"]),
    ],
)
def test_the_flip_at_twice_the_fortitude_is_called_by_the_pc_and_won_leaves_it_only_stunned(
    call: str, coin: str, effect: list[str]
) -> None:
    spec = given(fight("jade", disable_by_fortitude="flip"))
    spec.when(hazard(5, "jade"), throws=["damage 5c→4", "jade fortitude 5c→2"]).asks("call_flip", "jade")
    spec.answer(call, throws=[coin])
    assert effects(spec.events) == effect


@pytest.mark.rule("S3-DIS-2", "S3-DIS-3", "S3-RUL-15", "S3-RUL-47")
@pytest.mark.parametrize("option", ["inclusive", "flip", "strict"])
def test_against_no_fortitude_at_all_every_damage_disables(option: str) -> None:
    spec = given(fight("guard", disable_by_fortitude=option))
    spec.when(hazard(8, "guard"), throws=["damage 8c→1", "guard fortitude 4c→0"])
    assert effects(spec.events) == ["guard disabled by fortitude"]


@pytest.mark.rule("S3-DIS-4", "S3-DIS-5", "S3-RUL-16")
@pytest.mark.parametrize(
    ("option", "wounds", "disabled"),
    [
        ("equals", (7, 3), False),
        ("equals", (7, 4), True),
        ("equals", (7, 7), True),
        ("exceeds", (7, 4), False),
        ("exceeds", (7, 7), True),
        (None, (7, 4), True),
    ],
)
def test_wounds_disable_when_their_total_reaches_total_fortitude_or_by_option_exceeds_it(
    option: str | None, wounds: tuple[int, int], disabled: bool
) -> None:
    options = {} if option is None else {"disable_by_wounds": option}
    first, second = wounds
    spec = given(fight("jade", **options))  # total Fortitude 5
    assert fates(spec.when(wound(first, "jade"))) == []
    assert fates(spec.when(wound(second, "jade"))) == ([Disabled(("wounds",), "critical")] if disabled else [])


@pytest.mark.rule("S3-DIS-4")
@pytest.mark.parametrize("fortitude", [4, 3])
def test_wounds_are_added_up_whenever_damage_adds_one_whatever_fortitude_shows(fortitude: int) -> None:
    spec = duel(newcomer("bell", wounds=[SEVERE]), wounds_on_fortitude=False)
    throws = ["ogre sharpshooting 7c→4", "bell evasion 5-3=2c→1", "damage 6c→2", f"bell fortitude 4c→{fortitude}"]
    assert fates(spec.when(SHOT, throws=throws)) == [Disabled(("wounds",), "down")]


@pytest.mark.rule("S3-DIS-4")
def test_old_wounds_are_not_looked_at_where_none_is_added() -> None:
    dazed = newcomer("guard", fortitude=3, wounds=[SEVERE])
    spec = given(fight(dazed))
    spec.when(hazard(1, "guard", stun_coins=2), throws=["damage 1c→0", "stun_damage 2c→0"]).never(CombatantDisabled)


@pytest.mark.rule("S3-DIS-6")
def test_total_fortitude_counts_the_lasting_bonus_and_neither_wounds_nor_armour() -> None:
    armour = {"items": [{"kind": "heavy_armour"}], "hands": {}, "armour": "heavy_armour"}
    spec = given(fight(newcomer("bell", fortitude=3, fortitude_bonus=2, **armour)), wound(10, "bell"))
    assert spec.fight.people["bell"].able
    assert fates(spec.when(wound(1, "bell"))) == [Disabled(("wounds",), "down")]
    given(fight(newcomer("bell", fortitude=3, fortitude_bonus=3)), wound(10, "bell")).when(wound(1, "bell")).never(
        CombatantDisabled
    )


# What the disabled cannot do


@pytest.mark.rule("S3-DIS-7")
def test_the_disabled_take_no_turns_and_do_not_count_for_the_round() -> None:
    spec = given(fight("fox", "hu", "bell", "guard"), disable("hu", "critical"), disable("bell"))
    spec.when(BeginRound()).then(RoundBegun(round=1, pairings=1, pcs=("fox",)))
    spec.when(BeginTurn(pc="fox", npc="bell", order="pc_first")).refused("S3-TURN-5")
    spec.given(BeginTurn(pc="fox", npc="guard", order="pc_first"), disable("guard"))
    spec.when(end("fox")).then(TurnLost(actor="guard", reason="not_able")).never(TurnBegun)


@pytest.mark.rule("S3-DIS-7")
def test_who_is_disabled_in_its_turn_commands_nothing_more() -> None:
    spec = given(fight("fox", "hu", "bell"), *round_of("fox", "bell")).when(disable("fox", "critical"))
    spec.then(TurnEnding(actor="fox", reason="not_able"), TurnEnded(actor="fox"), TurnBegun(actor="bell"))
    spec.when(check("fox", "awareness")).refused("S3-LEGAL-15")


@pytest.mark.rule("S3-DIS-7")
@pytest.mark.parametrize(
    "command",
    [
        attack("ogre", "bell", "pistol"),
        Pin(actor="ogre", target="bell"),
        Trip(actor="ogre", target="bell", outcome="ground"),
        Chase(actor="ogre", target="bell"),
        flee("ogre", "bell"),
    ],
)
def test_nobody_acts_on_the_disabled(command: Command) -> None:
    spec = given(fight("ogre", "bell", "guard"), *round_of("ogre", "guard"), disable("bell"))
    spec.when(command).refused("S3-LEGAL-15")


@pytest.mark.rule("S3-DIS-7")
def test_the_disabled_oppose_nothing() -> None:
    spec = given(fight("ogre", "bell"), disable("bell"))
    spec.when(check("ogre", "bravado", against="bell bravado"), throws=["ogre bravado 7c→1"])
    spec.then(
        ContestSettled(
            task="check", actor="ogre", opponent="bell", actor_result=1, opponent_result=0, won=True, margin=1
        )
    )


@pytest.mark.rule("S3-DIS-7")
def test_who_is_disabled_while_asked_to_defend_does_not_throw_any_more() -> None:
    spec = given(fight("devil", "asura", "bell"), *round_of("devil", "asura"))
    spec.given(Place(combatant="devil", engaged_with=("asura",)))
    escape = Flee.model_validate({"actor": "devil", "from": ("asura",)})
    spec.when(escape).asks("oppose", "asura")
    spec.when(disable("asura"), throws=["devil athletics 6c→1"]).then(LeftFight(combatant="devil", reason="escaped"))


@pytest.mark.rule("S3-DIS-7")
def test_holds_and_drags_of_the_disabled_end_those_they_make_and_those_they_suffer() -> None:
    drags = (
        DragBegun(drag=Drag("drags", "star", "ripper", "chain_whip", 4, 6, "subdue", 0)),
        DragBegun(drag=Drag("dragged", "hu", "star", "chain_whip", 4, 6, "subdue", 0)),
    )
    holds = Pinned(hold=hold("pin", "star", "bell")), Choked(hold=hold("choke", "fox", "star"))
    spec = given(fight("star", "hu", "fox", "bell", "ripper"), *holds, *drags).when(disable("star", "critical"))
    spec.then(
        CombatantDisabled,
        HoldEnded(hold="pin_by_star", kind="pin", holder="star", held="bell", reason="disabled"),
        HoldEnded(hold="choke_by_fox", kind="choke", holder="fox", held="star", reason="disabled"),
        DragEnded(drag="drags", dragger="star", dragged="ripper", reason="disabled"),
    )
    assert (spec.fight.holds, spec.fight.drags) == ((), ())
    assert spec.fight.people["star"].out is None
    assert spec.fight.people["ripper"].out == "left_behind"


@pytest.mark.rule("S3-DIS-7")
def test_the_disabled_drop_what_they_hold_and_lie_prone() -> None:
    two = newcomer("bell", hands={"main": "pistol", "off": "knife"})
    spec = given(fight(two, "eagle")).given(disable("bell"), disable("eagle"))
    for name in ("bell", "eagle"):
        assert spec.fight.people[name].hands == Grip()
        assert spec.fight.people[name].prone
        assert not spec.fight.people[name].items
    assert [item.id for item in spec.fight.ground["here"]] == ["pistol", "knife", "rifle"]


@pytest.mark.rule("S3-DIS-7")
@pytest.mark.parametrize(
    ("riders", "what"),
    [(("guard",), VehicleHalting(vehicle="cycle", cause="driverless")), ((), VehicleStopped(vehicle="cycle"))],
)
def test_the_disabled_drive_no_more(riders: tuple[str, ...], what: VehicleHalting | VehicleStopped) -> None:
    spec = given(fight("ogre", "ripper", *riders, riding("cycle", "ripper", *riders)))
    spec.when(disable("ripper")).then(CombatantDisabled, what)
    assert spec.fight.vehicles["cycle"].driver is None
    seated = Place(combatant="ripper", vehicle="cycle", seat="driver")
    spec.when(seated).refused("S3-MOUNT-29")


@pytest.mark.rule("S3-DIS-8")
def test_fire_on_the_disabled_burns_no_more_neither_in_a_turn_nor_at_the_end_of_the_round() -> None:
    burning = newcomer("guard", fire={"intensity": 4, "flame": 4})
    spec = given(fight("ogre", burning, "bell"), *round_of("ogre", "guard"), disable("guard"))
    spec.when(end("ogre"), throws=[]).then(TurnEnded, RoundEnded).never(DamageSuffered)
    spec.given(*round_of("ogre", "bell"), end("ogre"))
    spec.when(end("bell"), throws=[]).then(RoundEnded).never(DamageSuffered)
    assert spec.fight.people["guard"].fire is not None


@pytest.mark.rule("S3-DIS-8")
def test_doses_in_the_disabled_strike_no_more() -> None:
    poisoned = newcomer("guard", doses=[DOSE, {**DOSE, "id": "old", "turns_had": 1}])
    spec = given(fight("ogre", poisoned, "bell"), disable("guard"))
    spec.when(BeginRound(), throws=[]).then(RoundBegun).never(DoseStruck)
    spec.given(BeginTurn(pc="ogre", npc="bell", order="pc_first"), end("ogre"))
    spec.when(end("bell"), throws=[]).then(RoundEnded).never(DoseStruck)
    assert [dose.id for dose in spec.fight.people["guard"].doses] == ["dose", "old"]
    waiting = newcomer("guard", doses=[{**DOSE, "waits_for_narrator": True}])
    given(fight(waiting), disable("guard")).when(PoisonStrikes(combatant="guard", dose="dose")).refused("S3-LEGAL-15")


@pytest.mark.rule("S3-DIS-8")
def test_timed_losses_of_the_disabled_do_not_run_out() -> None:
    blinded = {"limbs": {"eyes": {"source": "flash", "until_round": 1}}}
    spec = given(fight("ogre", newcomer("guard", **blinded), newcomer("bell", **blinded)), disable("guard"))
    spec.given(*round_of("ogre", "bell"), end("ogre"))
    spec.when(end("bell")).then(LimbRestored(combatant="bell", limb="eyes"), RoundEnded)
    assert "eyes" in spec.fight.people["guard"].limbs


# What it meant


@pytest.mark.rule("S3-DIS-9", "S3-DIS-10", "S3-RUL-40")
@pytest.mark.parametrize(
    ("victim", "intent", "pc_death", "fate"),
    [
        ("bell", "subdue", False, "down"),
        ("bell", "kill", False, "slain"),
        ("bell", None, False, "down"),
        ("jade", "subdue", False, "critical"),
        ("jade", "kill", False, "critical"),
        ("jade", None, False, "critical"),
        ("jade", "subdue", True, "down"),
        ("jade", "kill", True, "slain"),
        ("jade", None, True, "down"),
    ],
)
def test_the_fate_follows_the_intent_and_a_pc_is_never_slain_unless_the_table_has_agreed(
    victim: str, intent: str | None, pc_death: bool, fate: str
) -> None:
    points = {"bell": 4, "jade": 5}[victim]
    spec = given(fight("jade", "bell", pc_death=pc_death))
    spec.when(hazard(6, victim, intent=intent), throws=["damage 6c→6", f"{victim} fortitude {points}c→1"])
    assert [one.fate for one in fates(spec)] == [fate]


@pytest.mark.rule("S3-DIS-9", "S3-ATK-13")
@pytest.mark.parametrize(("command", "fate"), [(SHOT, "down"), (KILLING_SHOT, "slain")])
def test_an_attack_says_whether_it_means_to_kill(command: Command, fate: str) -> None:
    assert [one.fate for one in fates(duel().when(command, throws=FATAL))] == [fate]


@pytest.mark.rule("S3-DIS-9", "S3-DIS-10", "S3-RUL-40")
@pytest.mark.parametrize(
    ("victim", "intent", "pc_death", "fate"),
    [
        ("bell", "subdue", False, "unconscious"),
        ("bell", "kill", False, "slain"),
        ("jade", "subdue", False, "unconscious"),
        ("jade", "kill", False, "unconscious"),
        ("jade", "subdue", True, "unconscious"),
        ("jade", "kill", True, "slain"),
    ],
)
def test_the_strangled_are_unconscious_or_slain(victim: str, intent: str, pc_death: bool, fate: str) -> None:
    points = {"bell": 4, "jade": 5}[victim]
    choke = Choked(hold=hold("choke", "hu", victim, intent=intent))
    spec = given(fight("hu", "jade", "bell", "guard", pc_death=pc_death), choke, *round_of("hu", "guard"))
    finish = FinishStrangle(actor="hu", target=victim)
    spec.when(finish, throws=["hu hand_to_hand 9c→3", f"{victim} fortitude {points}c→2"])
    assert fates(spec) == [Disabled(("strangled",), fate)]  # type: ignore[arg-type]


@pytest.mark.rule("S3-DIS-9")
@pytest.mark.parametrize(("intent", "fate"), [("kill", "slain"), ("subdue", "down"), (None, "down")])
def test_fire_and_poison_carry_the_intent_of_the_attack_that_caused_them(intent: str | None, fate: str) -> None:
    fire = {"intensity": 6, "flame": 6, "source": "ogre", "intent": intent}
    spec = given(fight("ogre", newcomer("bell", fire=fire)), *round_of("ogre", "bell", "npc_first"))
    spec.when(end("bell"), throws=["ogre burn 6c→4", "bell fortitude 4c→1"])
    assert [one.fate for one in fates(spec)] == [fate]
    dose = {**DOSE, "source": "ogre", "intent": intent}
    spec = given(fight("ogre", newcomer("bell", doses=[dose])), *round_of("ogre", "bell", "npc_first"))
    spec.when(end("bell"), throws=["ogre poison 4c→4", "bell fortitude 4c→1"])
    assert [one.fate for one in fates(spec)] == [fate]


@pytest.mark.rule("S3-DIS-9")
def test_an_attack_hands_its_intent_on_to_the_fire_and_the_poison_it_brings() -> None:
    spec = duel(gunman(flags=["incendiary", "blade"], coating="viper_oil"))
    spec.when(KILLING_SHOT, throws=shot(4, 1, "damage 6c→1", "bell fortitude 4c→4"))
    bell = spec.fight.people["bell"]
    assert bell.fire is not None
    assert [bell.fire.intent, *(dose.intent for dose in bell.doses)] == ["kill", "kill"]


@pytest.mark.rule("S3-DIS-9", "S3-RUL-40")
def test_the_narrator_may_change_the_fate_of_the_disabled_and_of_nobody_else() -> None:
    spec = given(fight("bell")).when(SetFate(combatant="bell", fate="slain")).refused("S3-DIS-9")
    spec.given(disable("bell")).when(SetFate(combatant="bell", fate="slain")).then(
        FateSet(combatant="bell", fate="slain")
    )
    assert spec.fight.people["bell"].disabled == Disabled(("ruling",), "slain")
    spec.when(SetFate(combatant="bell", fate="down"), speaker=player("bell")).refused(None, "not_yours")


@pytest.mark.rule("S3-DIS-10", "S3-RUL-40")
def test_no_ruling_slays_a_pc_without_the_option() -> None:
    slay = SetFate(combatant="jade", fate="slain")
    given(fight("jade")).when(disable("jade", "slain")).refused("S3-DIS-10")
    given(fight("jade"), disable("jade", "critical")).when(slay).refused("S3-DIS-10")
    spec = given(fight("jade", pc_death=True), disable("jade", "critical")).when(slay)
    spec.then(FateSet(combatant="jade", fate="slain"))
    assert fates(given(fight("jade", pc_death=True)).when(disable("jade", "slain"))) == [Disabled(("ruling",), "slain")]
    given(fight("jade"), disable("jade", "critical")).when(SetFate(combatant="jade", fate="unconscious")).then(
        FateSet(combatant="jade", fate="unconscious")
    )


# Called shots


@pytest.mark.rule("S3-DIS-11")
@pytest.mark.parametrize("fortitude", [2, 1, 0])
@pytest.mark.parametrize("option", ["inclusive", "strict"])
def test_a_called_shot_never_disables_by_fortitude(option: str, fortitude: int) -> None:
    aimed = attack("ogre", "bell", "pistol", called="left_leg")
    spec = duel(newcomer("bell", fortitude=9), disable_by_fortitude=option)
    spec.when(aimed, throws=shot(4, 1, "damage 6c→5", f"bell fortitude 9c→{fortitude}"))
    spec.then(LimbLost, Stunned).never(CombatantDisabled)


@pytest.mark.rule("S3-DIS-11")
@pytest.mark.parametrize(("points", "limbs"), [(3, ["left_leg"]), (1, [])])
def test_a_called_shot_disables_by_wounds(points: int, limbs: list[str]) -> None:
    aimed = attack("ogre", "bell", "pistol", called="left_leg")
    spec = duel(newcomer("bell", wounds=[SEVERE]), wounds_on_fortitude=False)
    throws = ["ogre sharpshooting 7c→4", "bell evasion 5-3=2c→1", f"damage 6c→{points}", "bell fortitude 4c→2"]
    assert fates(spec.when(aimed, throws=throws)) == [Disabled(("wounds",), "down")]
    assert [event.limb for event in spec.events if isinstance(event, LimbLost)] == limbs


# How it ends


@pytest.mark.rule("S3-DIS-12")
def test_neither_time_nor_place_ends_being_disabled() -> None:
    spec = given(fight("fox", "bell", "guard"), disable("bell"), *round_of("fox", "guard"), end("fox"), end("guard"))
    spec.given(BeginScene(), Remove(combatant="bell"))
    spec.when(Place(combatant="bell", zone="here")).then(CameBack(combatant="bell")).never(Recovered)
    rest = Heal(combatant="bell", wounds="all", limbs="all", stunned=True, fire=True, doses=True)
    spec.when(rest).never(Recovered)
    assert not spec.fight.people["bell"].able


@pytest.mark.rule("S3-DIS-12", "S3-NARR-6")
def test_healed_of_it_somebody_stands_up_able_unless_its_wounds_still_suffice() -> None:
    spec = given(fight("bell"), disable("bell")).when(Heal(combatant="bell", disabled=True))
    spec.then(Recovered(combatant="bell")).never(CombatantDisabled)
    assert spec.fight.people["bell"].able
    assert not spec.fight.people["bell"].prone
    hurt = newcomer("bell", wounds=[SEVERE, {"id": "light", "points": 1, "penalty": 1}])
    spec = given(fight(hurt), disable("bell")).when(Heal(combatant="bell", disabled=True))
    assert fates(spec) == [Disabled(("wounds",), "down")]
    spec.when(Heal(combatant="bell", wounds=("light",), disabled=True)).then(Recovered(combatant="bell"))
    assert spec.fight.people["bell"].able


# Whose intent


BALCONY = SetScene(
    zones=(Zone(key="here"),),
    hazards=(
        SceneHazard(key="boiler", zone="here", coins=8),
        SceneHazard(key="balcony", zone="here", storeys=2),
    ),
)


@pytest.mark.rule("S3-DIS-13")
@pytest.mark.parametrize(("intent", "fate"), [("kill", "slain"), ("subdue", "down")])
@pytest.mark.parametrize(
    ("key", "harm"),
    [("boiler", ["damage 8c→6"]), ("balcony", ["bell acrobatics 0c→0", "fall 6c→6"])],
)
def test_the_fall_and_the_coins_of_a_trip_carry_its_intent(key: str, harm: list[str], intent: str, fate: str) -> None:
    spec = given(fight("hu", "bell"), engage("hu", "bell"), BALCONY, *round_of("hu", "bell"))
    spec.when(
        Trip.model_validate({"actor": "hu", "target": "bell", "outcome": f"hazard:{key}", "intent": intent}),
        "bell: evasion",
        throws=["hu hand_to_hand 9c→5", "bell evasion 5c→1", *harm, "bell fortitude 4c→1"],
    )
    assert [one.fate for one in fates(spec)] == [fate]


@pytest.mark.rule("S3-DIS-13")
def test_a_fall_of_ones_own_carries_no_intent() -> None:
    spec = given(fight("ogre", "bell"), *round_of("ogre", "bell", "npc_first"))
    drop = DropDown(actor="bell", storeys=2)
    spec.when(drop, throws=["bell acrobatics 0c→0", "fall 6c→6", "bell fortitude 4c→1"])
    assert [one.fate for one in fates(spec)] == ["down"]


@pytest.mark.rule("S3-DIS-13")
def test_a_crash_carries_no_intent() -> None:
    cycle = riding("cycle", "ripper").model_copy(update={"sheet": {"driver": "ripper", "zone": "here"}})
    spec = given(fight("star", "ripper", cycle), *round_of("star", "ripper"))
    verdict = SentAnswer(kind="crash", to="narrator", answer={"spectacular": True, "coins": 7})
    spec.when(
        DamageVehicle(actor="star", vehicle="cycle", weapon="grenade"),
        "ripper: piloting",
        verdict,
        throws=["star explosives 9c→5", "ripper piloting 6+2=8c→2", "crash 7c→7", "ripper fortitude 6c→1"],
    )
    assert fates(spec) == [Disabled(("fortitude",), "down")]
    thrown = [event.thrower for event in spec.events if isinstance(event, CoinsThrown) and event.label == "crash"]
    assert thrown == ["narrator"]
