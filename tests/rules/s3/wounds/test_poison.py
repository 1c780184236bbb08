"""Poison: how it gets in, when it strikes, what it does (S3-POIS)."""

from typing import Any

import pytest

from domain.core.commands import Command, Join
from domain.rulesets.s3.chapters.attack.attacks import Attack
from domain.rulesets.s3.chapters.attack.blows import AttackHit
from domain.rulesets.s3.chapters.attack.fast_melee import TurnForfeited
from domain.rulesets.s3.chapters.narrator.conditions import Impose
from domain.rulesets.s3.chapters.narrator.hazards import Administer, PoisonStrikes
from domain.rulesets.s3.chapters.throws.throws import CoinsThrown
from domain.rulesets.s3.chapters.turns.pairings import BeginTurn
from domain.rulesets.s3.chapters.turns.rounds import BeginRound, CombatEnded, EndCombat, RoundBegun
from domain.rulesets.s3.chapters.turns.turns import EndTurn, TurnLost
from domain.rulesets.s3.chapters.wounds.damage import DamageSuffered, LimbLost
from domain.rulesets.s3.chapters.wounds.poison import CoatingUsed, DoseGiven, DoseStruck
from domain.rulesets.s3.chapters.wounds.wounds import CombatantDisabled, Stunned, Wounded
from domain.rulesets.s3.state import Dose
from domain.rulesets.s3.tables import POISONS
from domain.rulesets.s3.words import Limb, Route
from tests.rules.s3.builders import KILLING_SHOT, SHOT, duel, effects, gunman, shot, suffered, wounds
from tests.rules.s3.specification import Specification, fight, given, newcomer, round_of

NEXT_ROUND: tuple[Command, ...] = (EndTurn(actor="ogre"), EndTurn(actor="bell"))


def administer(
    *combatants: str, poison: str = "viper_oil", route: Route = "blade", source: str | None = None
) -> Administer:
    return Administer(combatants=combatants, poison=poison, route=route, source=source)


def dosed(name: str, *doses: dict[str, Any], **fields: Any) -> Join:
    """A combatant with these doses on their way: one of viper oil where nothing else is said."""
    oil = {"id": "dose", "poison": "viper_oil", "coins": 4, "route": "blade"}
    return newcomer(name, doses=[{**oil, **dose} for dose in doses or ({},)], **fields)


def doses_of(spec: Specification, name: str = "bell") -> tuple[Dose, ...]:
    return spec.fight.people[name].doses


# S3-POIS-1, S3-POIS-2: when it strikes


@pytest.mark.rule("S3-POIS-1", "S3-POIS-2", "S3-RUL-25")
@pytest.mark.parametrize("route", ["blade", "gas"])
def test_a_dose_before_the_turn_of_its_round_strikes_when_the_next_round_begins(route: Route) -> None:
    spec = duel("guard").when(administer("bell", route=route)).then(DoseGiven).never(DoseStruck, CoinsThrown)
    spec.when(EndTurn(actor="ogre")).never(DoseStruck)
    spec.when(EndTurn(actor="bell")).never(DoseStruck)
    spec.when(BeginRound(), throws=["poison 4=4c→1", "bell fortitude 4c→3"])
    spec.then(DoseStruck, DamageSuffered, RoundBegun)


@pytest.mark.rule("S3-POIS-1", "S3-POIS-2", "S3-RUL-25")
@pytest.mark.parametrize("route", ["blade", "gas"])
def test_a_dose_after_the_turn_of_its_round_leaves_one_whole_turn_in_the_next(route: Route) -> None:
    spec = duel(order="npc_first").given(EndTurn(actor="bell"), administer("bell", route=route))
    spec.when(EndTurn(actor="ogre")).never(DoseStruck)
    spec.when(BeginRound()).then(RoundBegun).never(DoseStruck)
    spec.when(BeginTurn(pc="ogre", npc="bell", order="npc_first")).never(DoseStruck)
    spec.when(EndTurn(actor="bell"), throws=["poison 4=4c→1", "bell fortitude 4c→3"]).then(DoseStruck)


@pytest.mark.rule("S3-POIS-2")
def test_a_turn_that_had_begun_before_the_dose_does_not_count() -> None:
    spec = duel(order="npc_first").given(administer("bell"))
    spec.when(EndTurn(actor="bell")).never(DoseStruck)
    spec.given(EndTurn(actor="ogre")).when(BeginRound()).never(DoseStruck)
    spec.given(BeginTurn(pc="ogre", npc="bell", order="npc_first"))
    spec.when(EndTurn(actor="bell"), throws=["poison 4c→1", "bell fortitude 4c→3"]).then(DoseStruck)


@pytest.mark.rule("S3-POIS-2")
@pytest.mark.parametrize("lost", [Stunned(combatant="bell"), TurnForfeited(combatant="bell")])
def test_a_turn_that_is_lost_counts_as_one_that_was_had(lost: Stunned | TurnForfeited) -> None:
    spec = duel().given(administer("bell"), lost).when(EndTurn(actor="ogre")).then(TurnLost)
    spec.when(BeginRound(), throws=["poison 4c→1", "bell fortitude 4c→3"]).then(DoseStruck, RoundBegun)


@pytest.mark.rule("S3-POIS-2", "S3-TURN-25")
@pytest.mark.parametrize("late", [False, True], ids=["before the turn", "in the turn"])
def test_a_turn_cut_off_by_the_end_of_the_combat_counts_if_it_began_after_the_dose(late: bool) -> None:
    steps: list[Any] = [administer("bell"), *round_of("ogre", "bell", "npc_first")]
    spec = duel(order="npc_first").given(administer("bell")) if late else given(fight("ogre", "bell"), *steps)
    spec.when(EndCombat(), throws=[]).never(DoseStruck)
    assert [dose.turns_had for dose in doses_of(spec)] == [0 if late else 1]
    spec.when(BeginRound(), throws=[] if late else ["poison 4c→1", "bell fortitude 4c→2"])
    assert [type(event) for event in spec.events if isinstance(event, DoseStruck)] == ([] if late else [DoseStruck])


def test_a_combat_that_ended_on_record_before_cut_off_turns_counted_gives_no_turn() -> None:
    spec = given(fight("ogre", "bell"), administer("bell"), *round_of("ogre", "bell", "npc_first")).given(CombatEnded())
    assert [dose.turns_had for dose in doses_of(spec)] == [0]


@pytest.mark.rule("S3-POIS-2")
def test_only_the_first_turn_of_the_later_round_ends_in_the_dose() -> None:
    spec = given(fight("fox", "hu", "general"), administer("general"), *round_of("fox", "general", "npc_first"))
    spec.when(EndTurn(actor="general"), throws=["poison 4c→1", "general fortitude 8c→3"]).then(DoseStruck)
    spec.given(EndTurn(actor="fox"), BeginTurn(pc="hu", npc="general", order="npc_first"))
    spec.when(EndTurn(actor="general")).never(DoseStruck)


@pytest.mark.rule("S3-POIS-2", "S3-RUL-25")
def test_without_any_turn_a_dose_strikes_at_the_end_of_the_round_after_its_own() -> None:
    spec = given(fight("ogre", "bell", "guard"), *round_of("ogre", "guard"), administer("bell"))
    spec.given(EndTurn(actor="ogre")).when(EndTurn(actor="guard")).never(DoseStruck)
    spec.when(BeginRound()).never(DoseStruck)
    spec.given(BeginTurn(pc="ogre", npc="guard", order="pc_first")).when(EndTurn(actor="ogre"))
    spec.never(DoseStruck)
    spec.when(EndTurn(actor="guard"), throws=["poison 4c→1", "bell fortitude 4c→3"]).then(DoseStruck)


@pytest.mark.rule("S3-POIS-2")
def test_a_dose_between_rounds_belongs_to_the_round_before() -> None:
    spec = duel().given(*NEXT_ROUND, administer("bell"))
    assert [dose.given_round for dose in doses_of(spec)] == [1]
    spec.when(BeginRound()).never(DoseStruck)
    spec.given(BeginTurn(pc="ogre", npc="bell", order="npc_first"))
    spec.when(EndTurn(actor="bell"), throws=["poison 4c→1", "bell fortitude 4c→3"]).then(DoseStruck)


# S3-POIS-3: needles


@pytest.mark.rule("S3-POIS-3", "S3-DMG-12")
def test_a_needle_strikes_at_once_when_everything_else_of_the_hit_is_done() -> None:
    spec = duel(gunman(flags=["needle"], coating="needle_venom", stun_bonus=1))
    spec.when(
        SHOT,
        throws=shot(
            4, 1, "damage 6c→2", "stun_damage 1c→1", "bell fortitude 4c→2", "ogre poison 5=5c→1", "bell fortitude 3c→2"
        ),
    )
    spec.then(AttackHit, Wounded, Stunned, CoatingUsed(combatant="ogre", item="pistol", left=0), Wounded).never(
        DoseGiven
    )
    assert suffered(spec.events) == [("bell", "damage", 2, 3, 2), ("bell", "poison", 1, 1, 1)]
    assert doses_of(spec) == ()


@pytest.mark.rule("S3-POIS-3")
def test_a_needle_administered_strikes_at_once_in_the_order_listed() -> None:
    spec = given(fight("bell", "guard")).when(
        administer("guard", "bell", poison="needle_venom", route="needle"),
        throws=["poison 5c→1", "guard fortitude 4c→2", "poison 5c→1", "bell fortitude 4c→2"],
    )
    assert [who for who, *_ in suffered(spec.events)] == ["guard", "bell"]


# S3-POIS-4: what it does


@pytest.mark.rule("S3-POIS-4")
@pytest.mark.parametrize(("fortitude", "effect"), [(4, []), (2, ["bell stunned"]), (1, ["bell disabled by fortitude"])])
def test_the_coins_of_a_dose_are_damage_that_wounds_and_may_stun_or_disable(fortitude: int, effect: list[str]) -> None:
    spec = duel(dosed("bell"), order="npc_first")
    spec.when(EndTurn(actor="bell"), throws=["world poison 4=4c→3", f"bell fortitude 4=4c→{fortitude}"])
    assert suffered(spec.events) == [("bell", "poison", 3, 3, 3)]
    assert wounds(spec.events) == [("bell", 3, 1)]
    assert effects(spec.events) == effect


@pytest.mark.rule("S3-POIS-4")
def test_each_dose_strikes_once() -> None:
    spec = duel(dosed("bell"), order="npc_first")
    spec.when(EndTurn(actor="bell"), throws=["poison 4c→0"]).then(DoseStruck(combatant="bell", dose="dose"))
    assert doses_of(spec) == ()
    spec.when(EndTurn(actor="ogre")).never(DoseStruck)
    spec.given(*round_of("ogre", "bell", "npc_first")).when(EndTurn(actor="bell")).never(DoseStruck)


@pytest.mark.rule("S3-POIS-4", "S3-EQUIP-22")
@pytest.mark.parametrize("armour", ["fortitude", "damage"])
@pytest.mark.parametrize("kind", ["heavy_armour", "fireproof_coat"])
def test_armour_does_not_help_against_poison(kind: str, armour: str) -> None:
    bell = dosed("bell", items=[{"kind": kind}], hands={}, armour=kind)
    spec = duel(bell, order="npc_first", armour=armour)
    spec.when(EndTurn(actor="bell"), throws=["poison 4=4c→1", "bell fortitude 4=4c→2"])


@pytest.mark.rule("S3-POIS-4")
@pytest.mark.parametrize(("source", "thrower"), [("ogre", "player"), ("guard", "narrator")])
def test_whoever_poisoned_throws_the_coins(source: str, thrower: str) -> None:
    spec = duel("guard").given(administer("bell", source=source), *NEXT_ROUND)
    spec.when(BeginRound(), throws=[f"{source} poison 4c→1", "bell fortitude 4c→3"])
    assert next(event.thrower for event in spec.events if isinstance(event, CoinsThrown)) == thrower


@pytest.mark.rule("S3-POIS-4", "S3-OPP-6", "S3-STUN-3")
@pytest.mark.parametrize(
    ("call", "told"),
    [
        ("heads", "One-Eyed Ogre holds out against the damage by the coin."),
        ("tails", "One-Eyed Ogre loses the toss and is stunned."),
    ],
)
def test_nobody_ties_with_themselves_over_their_own_poison(call: str, told: str) -> None:
    """The damage is a side of its own, so that a right call is one for its victim."""
    spec = duel().given(administer("ogre", source="ogre"), *NEXT_ROUND, *round_of("ogre", "bell"))
    spec.when(EndTurn(actor="ogre"), throws=["ogre poison 4c→2", "ogre fortitude 8c→2"]).asks("call_flip", "ogre")
    assert " in a tie with the damage, 2 to 2: " in spec.lines()[-1]
    spec.answer(call, throws=["flip H"])
    assert spec.lines()[0] == told


# S3-POIS-5: blades, needles, gas


@pytest.mark.rule("S3-POIS-5", "S3-DMG-12", "S3-EQUIP-15")
def test_a_blade_gives_its_dose_with_a_hit_that_hurts() -> None:
    spec = duel(gunman(flags=["blade"], coating="viper_oil"))
    spec.when(KILLING_SHOT, throws=shot(4, 1, "damage 6c→1", "bell fortitude 4c→3"))
    spec.then(Wounded, CoatingUsed(combatant="ogre", item="pistol", left=0), DoseGiven)
    (dose,) = doses_of(spec)
    assert (dose.poison, dose.coins, dose.route, dose.given_round) == ("viper_oil", 4, "blade", 1)
    assert (dose.source, dose.intent, dose.waits_for_narrator) == ("ogre", "kill", False)


@pytest.mark.rule("S3-POIS-5")
@pytest.mark.parametrize(("flag", "given_or_struck"), [("blade", None), ("gas", DoseGiven), ("needle", CoatingUsed)])
def test_without_a_damage_point_only_needle_and_gas_give_their_dose(flag: str, given_or_struck: type | None) -> None:
    spec = duel(gunman(flags=[flag], coating="viper_oil"))
    poison = ["poison 4c→1", "bell fortitude 4c→3"] if flag == "needle" else []
    spec.when(SHOT, throws=shot(4, 1, "damage 6c→0", *poison))
    if given_or_struck is None:
        spec.then(AttackHit).never(CoatingUsed, DoseGiven)
    else:
        spec.then(AttackHit, CoatingUsed, given_or_struck if given_or_struck is DoseGiven else DamageSuffered)


@pytest.mark.rule("S3-POIS-5")
@pytest.mark.parametrize("flag", ["blade", "gas", "needle"])
def test_a_miss_gives_no_dose(flag: str) -> None:
    spec = duel(gunman(flags=[flag], coating="viper_oil")).when(SHOT, throws=shot(1, 4)).never(CoatingUsed, DoseGiven)
    coating = spec.fight.people["ogre"].items["pistol"].coating
    assert coating is not None
    assert coating.doses == 1


@pytest.mark.rule("S3-POIS-5")
def test_one_dose_is_used_up_and_the_last_leaves_a_clean_blade() -> None:
    blade = {
        "kind": "pistol",
        "modes": [{"skill": "sharpshooting", "reach": "medium", "damage": 2, "flags": ["blade"]}],
        "coating": {"poison": "viper_oil", "doses": 2},
    }
    spec = duel(newcomer("ogre", items=[blade], hands={"main": "pistol"}, talents=["gunslinger"]), "guard")
    first = spec.when(SHOT, throws=shot(4, 1, "damage 6c→1", "bell fortitude 4c→3"))
    first.then(CoatingUsed(combatant="ogre", item="pistol", left=1), DoseGiven)
    spec.given(*NEXT_ROUND).when(BeginRound(), throws=["poison 4c→0"])
    spec.given(BeginTurn(pc="ogre", npc="bell", order="pc_first"))
    hit = ["ogre sharpshooting 7c→4", "bell evasion 4c→1", "damage 6c→1", "bell fortitude 3c→2"]
    spec.when(SHOT, throws=hit).then(CoatingUsed(combatant="ogre", item="pistol", left=0), DoseGiven)
    assert spec.fight.people["ogre"].items["pistol"].coating is None
    spec.given(EndTurn(actor="ogre"), EndTurn(actor="bell"))
    spec.when(BeginRound(), throws=["poison 4c→0"])
    spec.given(BeginTurn(pc="ogre", npc="bell", order="pc_first"))
    hit = ["ogre sharpshooting 7c→4", "bell evasion 3c→1", "damage 6c→1", "bell fortitude 2c→2"]
    spec.when(SHOT, throws=hit).never(CoatingUsed, DoseGiven)


@pytest.mark.rule("S3-POIS-5")
def test_a_coating_goes_in_by_nothing_but_blade_needle_and_gas() -> None:
    spec = duel(gunman(flags=["firearm"], coating="viper_oil"))
    spec.when(SHOT, throws=shot(4, 1, "damage 6c→1", "bell fortitude 4c→3")).then(Wounded).never(CoatingUsed)


@pytest.mark.rule("S3-POIS-5", "S3-DMG-12")
@pytest.mark.parametrize("flag", ["blade", "gas", "needle"])
def test_the_disabled_are_not_poisoned_besides(flag: str) -> None:
    spec = duel("guard", gunman(flags=[flag], coating="viper_oil"))
    spec.when(SHOT, throws=shot(4, 1, "damage 6c→4", "bell fortitude 4c→1"))
    spec.then(CombatantDisabled).never(CoatingUsed, DoseGiven)


# S3-POIS-6: food and drink


@pytest.mark.rule("S3-POIS-6")
def test_poison_in_food_waits_for_the_narrator() -> None:
    spec = duel("guard").given(administer("bell", poison="banquet_poison", route="ingested"))
    for _ in range(3):
        for command in (*NEXT_ROUND, *round_of("ogre", "bell")):
            spec.when(command).never(DoseStruck)
    (dose,) = doses_of(spec)
    spec.when(PoisonStrikes(combatant="bell", dose=dose.id), throws=["poison 6=6c→3", "bell fortitude 4c→3", "flip T"])
    spec.then(
        DoseStruck(combatant="bell", dose=dose.id),
        DamageSuffered(combatant="bell", label="poison", points=3, stun_amount=3, wound_amount=3),
    )
    assert doses_of(spec) == ()


@pytest.mark.rule("S3-POIS-6")
def test_other_doses_do_not_wait_for_the_narrator() -> None:
    spec = duel(dosed("bell", {"id": "oil"}, {"id": "wine", "route": "ingested", "waits_for_narrator": True}))
    spec.when(PoisonStrikes(combatant="bell", dose="oil")).refused("S3-POIS-6")
    spec.when(PoisonStrikes(combatant="bell", dose="tea")).refused("S3-POIS-6")
    spec.when(PoisonStrikes(combatant="bell", dose="wine"), throws=["poison 4c→0"]).then(DoseStruck)


@pytest.mark.rule("S3-POIS-6")
@pytest.mark.parametrize("poison", ["viper_oil", "choking_gas", "needle_venom"])
def test_any_poison_that_is_swallowed_waits(poison: str) -> None:
    spec = given(fight("bell")).when(administer("bell", poison=poison, route="ingested")).never(CoinsThrown)
    assert [dose.waits_for_narrator for dose in doses_of(spec)] == [True]


# S3-POIS-7: poisons that aim


@pytest.mark.rule("S3-POIS-7", "S3-CALL-4")
@pytest.mark.parametrize(
    ("poison", "route", "limb"), [("blinding_powder", "gas", "eyes"), ("numbing_needle", "needle", "main_arm")]
)
@pytest.mark.parametrize(("fortitude", "stunned"), [(3, None), (2, False), (1, True)])
def test_a_poison_that_aims_is_resolved_as_a_called_shot(
    poison: str, route: Route, limb: Limb, fortitude: int, stunned: bool | None
) -> None:
    heads = 3 if fortitude < 3 else 2
    throws = [f"poison 4=4c→{heads}", f"star fortitude 6c→{fortitude}"]
    spec = given(fight("star"))
    if route == "needle":
        spec.when(administer("star", poison=poison, route=route), throws=throws)
    else:
        spec.given(administer("star", poison=poison, route=route))
        spec.given(BeginRound(force=True), BeginTurn(pc="star"))
        spec.when(EndTurn(actor="star"), throws=throws)
    lost = [] if stunned is None else [f"star {limb}"]
    assert effects(spec.events) == [*lost, *(["star stunned"] if stunned else [])]


@pytest.mark.rule("S3-POIS-7")
def test_a_needle_in_the_flesh_aims_at_the_limb_of_its_poison() -> None:
    spec = duel(gunman(flags=["needle"], coating="numbing_needle"))
    spec.when(SHOT, throws=shot(4, 1, "damage 6c→1", "bell fortitude 4c→3", "poison 4c→3", "bell fortitude 3c→2"))
    spec.then(LimbLost).never(Stunned)
    assert effects(spec.events) == ["bell main_arm"]


# S3-POIS-8, S3-POIS-9: gas, and poison without an attack


@pytest.mark.rule("S3-POIS-8")
@pytest.mark.parametrize("reach", ["medium", "close"])
def test_gas_that_is_thrown_is_an_attack_that_only_evasion_opposes(reach: str) -> None:
    vial = {"kind": "vial", "name": "vial", "coating": {"poison": "choking_gas"}}
    mode = {"skill": "explosives", "reach": reach, "flags": ["gas", "consumed"]}
    ogre = newcomer("ogre", items=[{**vial, "modes": [mode]}], hands={"main": "vial"})
    throw = Attack(actor="ogre", target="iron_claw", weapon="vial")
    spec = given(fight(ogre, "iron_claw"), *round_of("ogre", "iron_claw"))
    spec.when(throw, "iron_claw: melee/claws").refused("S3-OPP-2")
    spec.when(
        throw, "iron_claw: evasion", throws=["ogre explosives 2c→2", "iron_claw evasion 8c→1", "damage 2c→0"]
    ).then(DoseGiven)
    assert [(dose.poison, dose.coins, dose.route) for dose in doses_of(spec, "iron_claw")] == [
        ("choking_gas", 3, "gas")
    ]
    assert "vial" not in spec.fight.people["ogre"].items


@pytest.mark.rule("S3-POIS-8", "S3-POIS-9")
def test_gas_that_fills_a_place_reaches_all_whom_the_narrator_names_without_a_throw() -> None:
    spec = duel("guard", "jade").when(administer("bell", "jade", poison="choking_gas", route="gas"))
    spec.then(DoseGiven, DoseGiven).never(CoinsThrown)
    assert [name for name, person in spec.fight.people.items() if person.doses] == ["bell", "jade"]


@pytest.mark.rule("S3-POIS-9")
@pytest.mark.parametrize("route", ["blade", "gas", "ingested"])
def test_administering_gives_a_dose_by_the_route_named(route: Route) -> None:
    spec = duel().when(administer("bell", poison="choking_gas", route=route, source="ogre"))
    (dose,) = doses_of(spec)
    assert (dose.poison, dose.coins, dose.route, dose.source, dose.intent) == ("choking_gas", 3, route, "ogre", None)


@pytest.mark.rule("S3-POIS-9")
def test_only_a_known_poison_is_given_to_somebody_able_once() -> None:
    spec = duel("guard")
    spec.when(administer("bell", poison="tea")).refused("S3-EQUIP-20")
    spec.when(administer("bell", "bell")).refused(None, "invalid")
    spec.when(administer("nobody")).refused(None, "invalid")
    spec.when(administer("bell", source="nobody")).refused(None, "invalid")
    spec.given(Impose(combatant="bell", disabled="down")).when(administer("guard", "bell")).refused("S3-LEGAL-15")


@pytest.mark.rule("S3-POIS-9", "S3-DIS-9")
def test_poison_of_nobody_slays_nobody() -> None:
    spec = duel("guard").given(administer("bell"), *NEXT_ROUND)
    spec.when(BeginRound(), throws=["world poison 4c→4", "bell fortitude 4c→1"]).then(CombatantDisabled)
    disabled = spec.fight.people["bell"].disabled
    assert disabled is not None
    assert disabled.fate == "down"


# S3-POIS-10: several doses


@pytest.mark.rule("S3-POIS-10")
def test_several_doses_strike_one_after_the_other_oldest_first() -> None:
    spec = duel(order="npc_first").given(*(EndTurn(actor=actor) for actor in ("bell", "ogre")))
    spec.given(administer("bell", poison="needle_venom", route="gas"), administer("bell"))
    spec.given(*round_of("ogre", "bell", "npc_first"))
    spec.when(
        EndTurn(actor="bell"),
        throws=["poison 5=5c→1", "bell fortitude 4=4c→2", "poison 4=4c→1", "bell fortitude 4-1=3c→2"],
    )


@pytest.mark.rule("S3-POIS-10")
def test_the_age_of_doses_brought_along_is_the_round_they_were_given_in() -> None:
    young, old = {"id": "young", "coins": 2, "given_round": 2}, {"id": "old", "coins": 3, "given_round": 1}
    spec = duel().given(*NEXT_ROUND, *round_of("ogre", "bell"), *NEXT_ROUND, dosed("guard", young, old))
    spec.given(*round_of("ogre", "guard", "npc_first"))
    spec.when(EndTurn(actor="guard"), throws=["poison 3c→0", "poison 2c→0"])


@pytest.mark.rule("S3-POIS-10")
def test_what_was_still_to_come_for_the_disabled_falls_away() -> None:
    spec = duel(dosed("bell", {"id": "first"}, {"id": "second"}), "guard", order="npc_first")
    spec.when(EndTurn(actor="bell"), throws=["poison 4c→4", "bell fortitude 4c→1"])
    spec.then(DoseStruck(combatant="bell", dose="first"), CombatantDisabled)
    assert [dose.id for dose in doses_of(spec)] == ["second"]


# The numbers


@pytest.mark.rule("S3-RUL-26", "S3-EQUIP-20")
@pytest.mark.parametrize(
    ("poison", "route", "coins", "effect"),
    [
        ("viper_oil", "blade", 4, None),
        ("choking_gas", "gas", 3, None),
        ("blinding_powder", "gas", 4, "eyes"),
        ("needle_venom", "needle", 5, None),
        ("numbing_needle", "needle", 4, "main_arm"),
        ("banquet_poison", "ingested", 6, None),
    ],
)
def test_the_poisons_and_their_coins(poison: str, route: Route, coins: int, effect: Limb | None) -> None:
    entry = POISONS[poison]
    assert (entry["route"], entry["coins"], entry.get("effect")) == (route, coins, effect)
    spec = given(fight("bell"))
    if route == "needle":
        spec.when(administer("bell", poison=poison, route=route), throws=[f"poison {coins}c→0"]).then(DoseStruck)
    else:
        (dose,) = doses_of(spec.given(administer("bell", poison=poison, route=route)))
        assert (dose.coins, dose.effect, dose.lasts) == (coins, effect, None)


@pytest.mark.rule("S3-RUL-26", "S3-EQUIP-20")
def test_there_are_no_other_poisons_and_a_coating_holds_one_dose() -> None:
    assert len(POISONS) == 6
    item = given(fight("yue")).fight.people["yue"].items["needle"]
    assert item.coating is not None
    assert (item.coating.poison, item.coating.doses) == ("needle_venom", 1)


@pytest.mark.rule("S3-SHEET-8")
def test_nobody_joins_with_a_poison_that_does_not_exist() -> None:
    coated = newcomer("bell", items=[{"kind": "knife", "coating": {"poison": "tea"}}], hands={})
    given(fight("ogre")).when(coated).refused("S3-SHEET-8", "invalid")


@pytest.mark.rule("S3-SHEET-8")
@pytest.mark.parametrize(
    ("what", "entry"),
    [("doses", {"poison": "viper_oil", "coins": 4, "route": "blade"}), ("wounds", {"points": 1, "penalty": 1})],
)
def test_no_two_doses_or_wounds_have_the_same_name(what: str, entry: dict[str, Any]) -> None:
    twice = newcomer("bell", **{what: [{"id": "one", **entry}, {"id": "one", **entry}]})
    given(fight("ogre")).when(twice).refused("S3-SHEET-8", "invalid")
