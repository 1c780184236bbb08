"""Healing: treatment after the fight, and what time does (BD-HEAL, BD-BRUISE-4)."""

from typing import Any

import pytest

from domain.core.commands import Join
from domain.model.speaker import NARRATOR, Speaker
from domain.rulesets.black_dice import BLACK_DICE
from domain.rulesets.black_dice.chapters.dice.casts import DiceThrown
from domain.rulesets.black_dice.chapters.dice.checks import CheckSettled
from domain.rulesets.black_dice.chapters.dice.rerolls import RerollKept
from domain.rulesets.black_dice.chapters.healing.healing_places import EquipZone, ZoneEquipped
from domain.rulesets.black_dice.chapters.healing.resting import Healed, PassTime, TimePassed
from domain.rulesets.black_dice.chapters.healing.treatment import Treat, Treated
from domain.rulesets.black_dice.chapters.perils.drinking import DrinkTaken, StepChanged
from domain.rulesets.black_dice.chapters.wounds.consciousness import FellUnconscious
from domain.rulesets.black_dice.chapters.wounds.deathbed import Died
from domain.rulesets.black_dice.chapters.wounds.harm import HealthLost
from domain.rulesets.black_dice.chapters.wounds.injuries import Injured
from tests.rules.black_dice.builders import at_end, dying, fell, hurts, sure_peril
from tests.rules.black_dice.specification import Specification, Step, fight, given, newcomer, plain

DAY = PassTime(days=1)
LARK = Speaker("player", ("lark",))


def hurt(normal: int = 5, bruise: int = 2, **sheet: Any) -> Join:
    return newcomer("pryce", normal=normal, bruise=bruise, **sheet)


def treat(place: str | None = "medical_kit", **changes: Any) -> Treat:
    """Lark treats pryce with medicine."""
    return Treat.model_validate({"actor": "lark", "patient": "pryce", "skill": "medicine", "place": place, **changes})


def mend(place: str | None = "toolkit", **changes: Any) -> Treat:
    """Tinker repairs the automaton."""
    named = {"actor": "tinker", "patient": "brass_tom", "skill": "engineering_clockwork", **changes}
    return treat(place, **named)


def treated(successes: int, patient: Join | None = None, **changes: Any) -> Specification:
    """Lark has treated somebody with a kit, with so many successes."""
    spec = given(fight(patient or hurt(), "lark"))
    return spec.when(treat(**changes), throws=[fell("lark medicine", f"9/{successes}")])


def minutes(spec: Specification) -> list[int]:
    """The minutes that the last command took, and those that its treatment is said to have taken."""
    return [event.minutes for event in spec.events if isinstance(event, TimePassed | Treated)]


# Treatment


@pytest.mark.rule("BD-HEAL-1", "BD-HEAL-3", "BD-HEAL-5")
def test_each_net_success_of_wits_and_medicine_heals_a_pip_in_ten_minutes() -> None:
    spec = treated(4).then(
        CheckSettled,
        Healed(combatant="pryce", normal=4, bruise=0, health=11, by="lark"),
        Treated(combatant="pryce", healer="lark", minutes=40),
    )
    spec.follows(Healed, CheckSettled)
    pryce = spec.fight.people["pryce"]
    assert (pryce.normal, pryce.bruise, spec.fight.minutes) == (1, 2, 40)


@pytest.mark.rule("BD-HEAL-5", "BD-HEAL-3", "BD-BRUISE-4", "BD-RUL-41")
@pytest.mark.parametrize(
    ("successes", "first", "normal", "bruise", "time"),
    [
        (6, "normal", 5, 2, 60),
        (5, "normal", 5, 0, 50),
        (9, "normal", 5, 3, 70),
        (1, "bruise", 0, 2, 10),
        (2, "bruise", 0, 3, 20),
        (4, "bruise", 2, 3, 40),
        (0, "normal", 0, 0, 10),
    ],
)
def test_successes_go_to_one_kind_first_and_what_is_left_to_the_other(
    successes: int, first: str, normal: int, bruise: int, time: int
) -> None:
    spec = treated(successes, hurt(5, 3), first=first)
    assert minutes(spec) == [time, time]
    healed = [(event.normal, event.bruise) for event in spec.events if isinstance(event, Healed)]
    assert healed == ([(normal, bruise)] if successes else [])


@pytest.mark.rule("BD-HEAL-5", "BD-RUL-41")
@pytest.mark.parametrize(("factor", "bruise"), [(1, 2), (2, 4), (4, 7)])
def test_a_success_heals_as_many_bruises_as_the_factor_says(factor: int, bruise: int) -> None:
    spec = given(fight(hurt(0, 7), "lark", bruise_heal_factor=factor))
    spec.when(treat(), throws=[fell("lark", "9/2")]).then(
        Healed(combatant="pryce", normal=0, bruise=bruise, health=7 + bruise, by="lark")
    )


@pytest.mark.rule("BD-HEAL-1", "BD-ROUND-10", "BD-RUL-63")
def test_there_is_no_treatment_and_no_passing_of_time_in_a_round() -> None:
    spec = at_end(hurt(), "lark")
    spec.when(treat()).refused("BD-HEAL-1")
    spec.when(DAY).refused("BD-ROUND-10")


@pytest.mark.rule("BD-HEAL-2")
@pytest.mark.parametrize(("skill", "pool"), [("engineering_clockwork", "7/2"), ("ad_hoc_repair", "6/2")])
def test_automata_are_repaired_with_either_skill(skill: str, pool: str) -> None:
    spec = given(fight(newcomer("brass_tom", normal=6), "tinker"))
    spec.when(mend(skill=skill), throws=[fell(f"tinker {skill}", pool)])
    spec.then(Healed(combatant="brass_tom", normal=2, bruise=0, health=16, by="tinker"))


@pytest.mark.rule("BD-HEAL-2")
def test_medicine_is_not_for_automata_nor_repair_for_people() -> None:
    spec = given(fight(newcomer("brass_tom", normal=6), "tinker", hurt(), "lark"))
    spec.when(mend(skill="medicine")).refused("BD-HEAL-2")
    for skill in ("engineering_clockwork", "ad_hoc_repair", "perception"):
        spec.when(treat(skill=skill)).refused("BD-HEAL-2")


@pytest.mark.rule("BD-HEAL-3", "BD-DRINK-14")
def test_the_minutes_of_a_treatment_sober_up_whoever_has_drunk() -> None:
    spec = given(
        fight(hurt(), "lark", "vane"),
        DrinkTaken(combatant="vane", drink="wine", penalties=2),
        StepChanged(combatant="vane", step=1),
    )
    spec.when(treat(), throws=[fell("lark", "9/6")]).then(TimePassed(minutes=60), StepChanged(combatant="vane", step=0))
    spec.follows(StepChanged, TimePassed)


@pytest.mark.rule("BD-HEAL-4", "BD-SKILL-13")
def test_the_healer_is_able_and_where_the_patient_is_or_the_patient_itself() -> None:
    away = newcomer("lark", zone="roof")
    given(fight(hurt(), away)).when(treat()).refused("BD-HEAL-4")
    given(fight(hurt(), "lark"), FellUnconscious(combatant="lark", reason="wounds")).when(treat()).refused(
        "BD-SKILL-13"
    )
    own = newcomer("lark", normal=3)
    spec = given(fight(own)).when(treat(patient="lark"), throws=[fell("lark medicine", "9/2")])
    spec.then(Healed(combatant="lark", normal=2, bruise=0, health=9, by="lark"))


@pytest.mark.rule("BD-HEAL-4", "BD-GREY-3")
def test_the_wounds_of_the_healer_count() -> None:
    spec = given(fight(hurt(), newcomer("lark", normal=13)))
    spec.when(treat(), throws=[fell("lark medicine", "5/1")])


@pytest.mark.rule("BD-HEAL-4", "BD-SCRIPT-4")
def test_treating_is_an_action_roll_with_its_choices() -> None:
    spec = given(fight(hurt(), newcomer("lark", policy={"ask_reroll": True}), scripting_approval="standing"))
    throws = [fell("lark medicine", "6/1"), fell("lark medicine", "6/3")]
    spec.when(treat(choices={"fate": 1, "trade": 1}), "lark: reroll a steadier hand", throws=throws)
    spec.then(RerollKept, Healed(combatant="pryce", normal=5, bruise=0, health=12, by="lark"))
    assert [event.kind for event in spec.events if isinstance(event, DiceThrown)] == ["action", "action"]


# Places


@pytest.mark.rule("BD-HEAL-6", "BD-HEAL-7", "BD-HEAL-8", "BD-HEAL-9", "BD-HEAL-10", "BD-RUL-48")
@pytest.mark.parametrize(
    ("place", "throw", "healed"),
    [
        ("skyloft_hospital", ["9/1"], 2),
        ("skyloft_hospital", ["9/4"], 4),
        ("medical_kit", ["9/1"], 1),
        ("neovictorian_hospital", ["9/3", "3/1"], 2),
        ("improvised_bandages", ["9/4", "6/1"], 3),
    ],
)
def test_the_place_says_how_hard_it_is_to_treat_people(place: str, throw: list[str], healed: int) -> None:
    spec = given(fight(hurt(), "lark")).when(treat(place), throws=[fell("lark medicine", *throw)])
    spec.then(Healed(combatant="pryce", normal=healed, bruise=0, health=7 + healed, by="lark"))


@pytest.mark.rule("BD-HEAL-6", "BD-HEAL-7", "BD-HEAL-8", "BD-HEAL-9", "BD-RUL-48")
@pytest.mark.parametrize(
    ("place", "throw", "healed"),
    [("workshop", ["7/0"], 2), ("toolkit", ["7/1"], 1), ("improvised_tools", ["7/4", "3/1"], 3)],
)
def test_the_place_says_how_hard_it_is_to_repair_automata(place: str, throw: list[str], healed: int) -> None:
    spec = given(fight(newcomer("brass_tom", normal=6), "tinker")).when(mend(place), throws=[fell("tinker", *throw)])
    spec.then(Healed(combatant="brass_tom", normal=healed, bruise=0, health=14 + healed, by="tinker"))


@pytest.mark.rule("BD-HEAL-7", "BD-DIFF-1", "BD-RUL-5")
def test_a_skyloft_hospital_heals_the_automatic_successes_at_least_and_is_never_foul() -> None:
    spec = given(fight(hurt(), "lark", automatic_successes=3))
    spec.when(treat("skyloft_hospital", black=3), throws=[fell("lark", "9/0", "3/2")])
    spec.then(Healed(combatant="pryce", normal=3, bruise=0, health=10, by="lark"))


@pytest.mark.rule("BD-HEAL-8", "BD-RUL-48")
@pytest.mark.parametrize(("option", "pool"), [("no_black", "9/1"), ("plus_five", "14/1")])
def test_a_kit_gives_five_dice_only_by_option(option: str, pool: str) -> None:
    spec = given(fight(hurt(), "lark", newcomer("brass_tom", normal=6), "tinker", heal_easy=option))
    spec.when(treat(), throws=[fell("lark medicine", pool)])
    mended = {"9/1": "7/1", "14/1": "12/1"}[pool]
    spec.when(mend(), throws=[fell("tinker engineering_clockwork", mended)])
    given(fight(hurt(), "lark", heal_easy=option)).when(
        treat("neovictorian_hospital"), throws=[fell("lark medicine", "9/1", "3/0")]
    )


@pytest.mark.rule("BD-HEAL-6", "BD-HEAL-10")
@pytest.mark.parametrize("place", ["workshop", "toolkit", "improvised_tools"])
def test_places_for_automata_are_not_for_people(place: str) -> None:
    given(fight(hurt(), "lark")).when(treat(place)).refused("BD-HEAL-6")


@pytest.mark.rule("BD-HEAL-6", "BD-HEAL-10")
@pytest.mark.parametrize("place", ["skyloft_hospital", "medical_kit", "neovictorian_hospital", "improvised_bandages"])
def test_places_for_people_are_not_for_automata(place: str) -> None:
    given(fight(newcomer("brass_tom", normal=6), "tinker")).when(mend(place)).refused("BD-HEAL-6")


def equip(*places: str, zone: str = "here") -> EquipZone:
    return EquipZone.model_validate({"zone": zone, "places": places})


@pytest.mark.rule("BD-HEAL-17", "BD-HEAL-6", "BD-RUL-67")
@pytest.mark.parametrize(
    ("held", "throw"),
    [
        ((), ["9/4", "6/1"]),
        (("toolkit",), ["9/4", "6/1"]),
        (("toolkit", "medical_kit"), ["9/3"]),
        (("neovictorian_hospital", "workshop"), ["9/4", "3/1"]),
    ],
)
@pytest.mark.parametrize("speaker", [NARRATOR, LARK])
def test_a_treatment_without_a_place_is_in_that_of_the_patients_zone_or_improvised(
    held: tuple[str, ...], throw: list[str], speaker: Speaker
) -> None:
    spec = given(fight(hurt(), "lark"), equip("skyloft_hospital", zone="roof"), equip(*held))
    spec.when(treat(place=None), speaker=speaker, throws=[fell("lark medicine", *throw)])
    spec.then(Healed(combatant="pryce", normal=3, bruise=0, health=10, by="lark"))


@pytest.mark.rule("BD-HEAL-17", "BD-RUL-67")
def test_an_automaton_is_repaired_with_what_the_zone_holds_for_automata() -> None:
    spec = given(fight(newcomer("brass_tom", normal=6), "tinker"), equip("medical_kit"))
    spec.when(mend(place=None), throws=[fell("tinker", "7/3", "3/0")]).then(Healed)
    spec = given(fight(newcomer("brass_tom", normal=6), "tinker"), equip("medical_kit", "toolkit"))
    spec.when(mend(place=None), throws=[fell("tinker", "7/3")]).then(Healed)


@pytest.mark.rule("BD-HEAL-17", "BD-RUL-67")
def test_a_player_names_no_place_but_that_which_the_narrator_has_declared() -> None:
    spec = given(fight(hurt(), "lark"))
    for place in ("skyloft_hospital", "medical_kit", "neovictorian_hospital"):
        spec.when(treat(place), speaker=LARK).refused("BD-HEAL-17")
    assert spec.refusal is not None
    assert spec.refusal.field == "command.place"
    spec.when(treat("improvised_bandages"), speaker=LARK, throws=[fell("lark medicine", "9/2", "6/1")]).then(Healed)
    spec = given(fight(hurt(), "lark"), equip("medical_kit"))
    spec.when(treat("improvised_bandages"), speaker=LARK).refused("BD-HEAL-17")
    spec.when(treat("medical_kit"), speaker=LARK, throws=[fell("lark medicine", "9/2")]).then(Healed)


@pytest.mark.rule("BD-HEAL-17")
def test_what_a_zone_holds_is_declared_anew_and_may_be_nothing() -> None:
    spec = given(fight(hurt(), "lark"), equip("medical_kit")).when(equip()).then(ZoneEquipped(zone="here", places=()))
    spec.when(treat("medical_kit"), speaker=LARK).refused("BD-HEAL-17")
    spec.when(equip("toolkit", zone="attic")).then(ZoneEquipped(zone="attic", places=("toolkit",)))
    assert "attic" in spec.fight.zones


@pytest.mark.rule("BD-HEAL-17")
@pytest.mark.parametrize("places", [("medical_kit", "skyloft_hospital"), ("workshop", "toolkit"), ("workshop",) * 2])
def test_a_zone_holds_one_place_for_persons_and_one_for_automata(places: tuple[str, ...]) -> None:
    given(fight("lark")).when(equip(*places)).refused("BD-HEAL-17")


@pytest.mark.rule("BD-HEAL-6", "BD-COMP-5", "BD-MOD-14")
def test_the_narrator_may_add_dice_and_help_and_players_may_not() -> None:
    spec = given(fight(hurt(), "lark", "tinker"))
    added: dict[str, Any] = {
        "bonus": 2,
        "penalty": 1,
        "black": 1,
        "complementary": ("perception",),
        "assistants": ("tinker",),
    }
    throws = [fell("lark medicine", "13/4", "2/0")]
    spec.when(treat(**added, free_assistants=0), throws=throws).then(
        Healed(combatant="pryce", normal=4, bruise=0, health=11, by="lark")
    )
    for field, value in added.items():
        spec = given(fight(hurt(), "lark", "tinker"))
        rule = "BD-COMP-5" if field in ("complementary", "assistants") else "BD-MOD-14"
        spec.when(treat(**{field: value}), speaker=Speaker("player", ("lark",))).refused(rule)


# Again, and in vain


@pytest.mark.rule("BD-HEAL-11", "BD-RUL-49")
def test_one_treatment_until_the_patient_is_hurt_again() -> None:
    spec = treated(0).when(treat()).refused("BD-HEAL-11")
    for bruise in (False, True):
        spec.when(sure_peril("pryce", 1, bruise=bruise), throws=[hurts(1)]).then(HealthLost)
        spec.when(treat(), throws=[fell("lark", "9/1")]).when(treat()).refused("BD-HEAL-11")
    spec = given(fight(hurt(), "lark", heal_attempts="unlimited"))
    for _ in range(2):
        spec.when(treat(), throws=[fell("lark", "9/1")]).then(Healed)


@pytest.mark.rule("BD-HEAL-12", "BD-FOUL-2", "BD-FOUL-3")
@pytest.mark.parametrize("counts", ["all", "dice"])
def test_a_foul_failure_heals_nothing_and_the_narrator_may_make_more_of_it(counts: str) -> None:
    spec = given(fight(hurt(), "lark", foul_counts=counts))
    choices = {"fate": 3} if counts == "dice" else {}
    throws = [fell("lark medicine", "9/1", "6/2")]
    spec.when(treat("improvised_bandages", choices=choices), throws=throws).never(Healed)
    assert minutes(spec) == [10, 10]
    assert len(spec.fight.fouled) == 1


@pytest.mark.rule("BD-HEAL-12", "BD-FOUL-2")
def test_a_foul_treatment_with_net_successes_has_not_passed() -> None:
    spec = given(fight(hurt(), "lark", foul_counts="dice"))
    throws = [fell("lark medicine", "9/1", "6/2")]
    spec.when(treat("improvised_bandages", choices={"fate": 3}), throws=throws)
    spec.then(CheckSettled(combatant="lark", label="medicine", net=2, needed=1, passed=False, degree="foul_failure"))
    (settled,) = [event for event in spec.events if isinstance(event, CheckSettled)]
    told = BLACK_DICE.sentences[CheckSettled](settled, {"lark": "Lark"})
    assert told == "Lark's medicine roll is a foul failure."


@pytest.mark.rule("BD-HEAL-3", "BD-HEAL-12")
def test_a_failure_takes_ten_minutes_all_the_same() -> None:
    assert minutes(treated(0).never(Healed)) == [10, 10]


@pytest.mark.rule("BD-HEAL-12")
def test_a_success_on_somebody_unhurt_is_not_told_as_a_failure() -> None:
    spec = given(fight("pryce", "lark")).when(treat(), throws=[fell("lark medicine", "9/1")]).never(Healed)
    [line] = spec.lines()
    assert " rolls medicine (a partial success) and treats Sergeant Pryce, healing nothing; " in line


# Rest


@pytest.mark.rule("BD-HEAL-13", "BD-HEAL-14", "BD-BRUISE-4", "BD-RUL-41")
@pytest.mark.parametrize(
    ("fortitude", "time", "normal", "bruise"),
    [
        (3, {"days": 1}, 5, 1),
        (0, {"days": 1}, 8, 7),
        (-1, {"days": 1}, 8, 7),
        (1, {"days": 2}, 5, 1),
        (1, {"hours": 24}, 7, 5),
        (1, {"hours": 47, "minutes": 59}, 7, 5),
        (1, {"hours": 47, "minutes": 60}, 5, 1),
        (1, {"hours": 23, "minutes": 59}, 9, 9),
        (9, {"days": 9}, 0, 0),
    ],
)
def test_whole_days_heal_a_pip_and_one_for_each_point_of_fortitude_bruises_twice_that(
    fortitude: int, time: dict[str, Any], normal: int, bruise: int
) -> None:
    sleeper = plain("sleeper", stats={"fortitude": fortitude}, health_dice=10, normal=9, bruise=9)
    spec = given(fight(sleeper)).when(PassTime(**time)).then(TimePassed)
    found = spec.fight.people["sleeper"]
    assert (found.normal, found.bruise) == (normal, bruise)
    assert [event.by for event in spec.events if isinstance(event, Healed)] == ["rest"] * (normal < 9)


@pytest.mark.rule("BD-HEAL-13")
def test_hours_that_are_over_are_not_carried_on() -> None:
    spec = given(fight(hurt(5, 0)))
    for _ in range(2):
        spec.when(PassTime(hours=20)).never(Healed)
    assert spec.fight.minutes == 2 * 20 * 60


@pytest.mark.rule("BD-HEAL-15", "BD-RUL-50")
@pytest.mark.parametrize(("option", "normal"), [(False, 3), (True, 0)])
def test_automata_heal_by_themselves_only_by_option(option: bool, normal: int) -> None:
    spec = given(fight(newcomer("brass_tom", normal=3), automata_heal=option)).when(DAY).then(TimePassed)
    assert spec.fight.people["brass_tom"].normal == normal


@pytest.mark.rule("BD-HEAL-15", "BD-RUL-50")
def test_automata_do_not_heal_where_the_table_has_not_said_so() -> None:
    given(fight(newcomer("brass_tom", normal=3))).when(DAY).then(TimePassed).never(Healed)


@pytest.mark.rule("BD-HEAL-16")
def test_permanent_injuries_do_not_heal() -> None:
    lame = Injured(combatant="pryce", injury="injury-1", description="lame", changes={"dex": -1})
    spec = given(fight(hurt(), "lark"), lame).when(PassTime(days=300)).then(Healed)
    spec.when(treat(), throws=[fell("lark", "9/3")])
    pryce = spec.fight.people["pryce"]
    assert (pryce.stats["dex"], len(pryce.injuries)) == (1, 1)


@pytest.mark.rule("BD-HEAL-16")
def test_no_time_passes_while_anybody_is_dying() -> None:
    spec = given(fight("tough", hurt()), *dying("tough", 3, track=20))
    for command in (DAY, PassTime(minutes=1)):
        spec.when(command).refused("BD-HEAL-16")


@pytest.mark.rule("BD-HEAL-16")
def test_nobody_is_treated_while_anybody_else_is_dying() -> None:
    spec = given(fight("tough", hurt(), "lark"), *dying("tough", 3, track=20))
    spec.when(treat()).refused("BD-HEAL-16")
    assert spec.refusal is not None
    assert "Street Tough" in spec.refusal.detail
    spec.when(treat(patient="tough"), throws=[fell("lark medicine", "9/1")]).then(Healed)


@pytest.mark.rule("BD-HEAL-13", "BD-DYING-8")
def test_the_dead_do_not_heal_or_wake() -> None:
    steps: list[Step] = [FellUnconscious(combatant="pryce", reason="wounds"), Died(combatant="pryce")]
    spec = given(fight(hurt()), *steps).when(DAY).never(Healed)
    assert spec.fight.people["pryce"].condition == "dead"
