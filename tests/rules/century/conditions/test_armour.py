"""Worn armour: what it absorbs, how it wears out, what passes it (CE-ARMOR)."""

import pytest

from domain.model.speaker import Speaker
from domain.rulesets.century.chapters.conditions.conditions import SetCondition
from domain.rulesets.century.chapters.conditions.downed import SetDowned
from domain.rulesets.century.chapters.conditions.wounds import DamageAbsorbed
from domain.rulesets.century.chapters.items.worn_armour import ArmourWorn, WearArmor
from domain.rulesets.century.chapters.round.ending import EndCombat
from domain.rulesets.century.chapters.round.initiative import BeginRound
from domain.rulesets.century.chapters.round.slots import FinishRound
from tests.rules.century.builders import FLAK, behind, hp, hurt, in_slot, losses, person, refused
from tests.rules.century.specification import Specification, attack, fight, given, newcomer, stub

LEATHER_TOO = {"armour": [{"id": "flak_jacket"}, {"id": "leather_jacket"}]}


def absorbed(spec: Specification) -> list[tuple[str, int, int, int | None]]:
    """What absorbed how much of the last command's damage, what went on, and what it has left."""
    return [
        (event.by, event.points, event.rest, event.left) for event in spec.events if isinstance(event, DamageAbsorbed)
    ]


def jacket(spec: Specification, name: str = "t") -> int:
    """The HP that a Flak Jacket has left."""
    return person(spec, name).armour["flak_jacket"].hp


@pytest.mark.rule("CE-ARMOR-1", "CE-ARMOR-2", "CE-ARMOR-3", "CE-ARMOR-4", "CE-SHEET-14")
def test_armour_absorbs_up_to_its_resistance_and_its_hp_which_fall_by_that() -> None:
    spec = in_slot(stub("a"), newcomer("eva", worn="flak_jacket"))
    course = []
    for points in (3, 10, 4, 2, 4):
        spec.when(hurt("eva", points, armor=True))
        course.append((jacket(spec, "eva"), hp(spec, "eva")))
    assert course == [(12, 13), (7, 8), (3, 8), (1, 8), (0, 5)]
    spec.when(hurt("eva", 2, armor=True)).never(DamageAbsorbed)
    assert (jacket(spec, "eva"), hp(spec, "eva"), person(spec, "eva").worn) == (0, 3, "flak_jacket")


@pytest.mark.rule("CE-ARMOR-2", "CE-ARMOR-3")
def test_armour_is_as_worn_in_the_next_round() -> None:
    spec = in_slot(stub("a"), stub("t", **FLAK), stub("u", **FLAK)).given(hurt("u", 4, armor=True))
    for _ in range(3):
        spec.given(hurt("t", 5, armor=True))
    spec.given(*[FinishRound(actor=name) for name in ("a", "t", "u")], BeginRound())
    assert (jacket(spec), jacket(spec, "u"), person(spec, "t").worn) == (0, 11, "flak_jacket")
    spec.when(hurt("t", 2, armor=True)).never(DamageAbsorbed)
    assert hp(spec, "t") == 8


@pytest.mark.rule("CE-ARMOR-1")
@pytest.mark.parametrize(
    ("points", "left", "taken"),
    [(4, 15, 4), (9, 15, 5), (9, 3, 3)],
)
def test_it_absorbs_the_least_of_damage_resistance_and_hp(points: int, left: int, taken: int) -> None:
    worn = {"armour": [{"id": "flak_jacket", "hp": left}], "worn": "flak_jacket"}
    spec = in_slot(stub("a"), stub("t", **worn)).when(hurt("t", points, armor=True))
    assert absorbed(spec) == [("armour", taken, points - taken, left - taken)]
    assert losses(spec) == [("t", points - taken, 10 - points + taken)]


@pytest.mark.rule("CE-ARMOR-4")
def test_what_is_not_absorbed_goes_to_the_wearer() -> None:
    spec = in_slot(stub("a", "magnum_357"), stub("t", **FLAK))
    spec.when(attack("a", "t", range="short"), throws=["a d100: 20", "a 1d8: 8"])
    assert losses(spec) == [("t", 3, 7)]


@pytest.mark.rule("CE-ARMOR-5", "CE-RUL-88")
def test_resistance_is_fresh_for_every_hit_of_an_attack() -> None:
    spec = in_slot(stub("a", "avenger_9mm"), stub("t", **FLAK))
    shots = ["a d100: 30", "a d100: 30", "a 1d6: 4", "a 1d6: 5"]
    spec.when(attack("a", "t", range="short", fire="double_tap"), throws=shots)
    assert absorbed(spec) == [("armour", 4, 0, 11), ("armour", 5, 0, 6)]
    assert losses(spec) == [("t", 0, 10), ("t", 0, 10)]


@pytest.mark.rule("CE-ARMOR-6", "CE-SHEET-14")
@pytest.mark.parametrize(("worn", "left"), [("leather_jacket", 5), ("flak_jacket", 9), (None, 4)])
def test_only_the_armour_that_is_worn_counts(worn: str | None, left: int) -> None:
    spec = in_slot(stub("a"), stub("t", **LEATHER_TOO, worn=worn)).when(hurt("t", 6, armor=True))
    assert hp(spec, "t") == left


@pytest.mark.rule("CE-ARMOR-7", "CE-COVER-7", "CE-DMG-1")
def test_damage_meets_the_cover_then_the_armour_then_the_hp() -> None:
    spec = in_slot(stub("a", "magnum_357"), stub("t", **FLAK), "desk").given(behind("t", "desk"))
    spec.when(attack("a", "t", range="short"), throws=["a d100: 20", "a d100: 50", "a 1d8: 8"])
    assert absorbed(spec) == [("desk", 5, 3, 10), ("armour", 3, 0, 12)]
    assert losses(spec) == [("t", 0, 10)]


@pytest.mark.rule("CE-ARMOR-7")
def test_the_own_resistance_of_an_animal_comes_after_cover_and_armour() -> None:
    spec = in_slot(stub("a", "machine_gun", str=12), newcomer("bear", **FLAK), "desk").given(behind("bear", "desk"))
    spec.when(attack("a", "bear", range="short", fire="burst"), throws=["a d100: 20", "a d100: 1", "a 2d10: 8 7"])
    assert absorbed(spec) == [("desk", 5, 10, 10), ("armour", 5, 5, 10), ("hide", 1, 4, None)]
    assert losses(spec) == [("bear", 4, 21)]


@pytest.mark.rule("CE-ARMOR-8")
@pytest.mark.parametrize(
    ("terms", "left"), [('{"base": 40, "ignores_armor": true}', (4, 15)), ('{"base": 40}', (9, 10))]
)
def test_a_called_shot_may_pass_armour_without_wearing_it(terms: str, left: tuple[int, int]) -> None:
    spec = in_slot(stub("a", "avenger_9mm"), stub("t", **FLAK))
    called = attack("a", "t", range="short", called="throat")
    spec.when(called, f"narrator: called_terms {terms}", throws=["a d100: 40", "a 1d6: 6"])
    assert (hp(spec, "t"), jacket(spec)) == left


# Putting it on and off

TWO = {
    "armour": [{"id": "flak_jacket"}, {"id": "plate", "name": "Plate", "dr": 9, "hp_max": 20, "str_req": 16}],
    "worn": "flak_jacket",
}
PLAYER = Speaker("player", ("t",))


def wears(armor: str | None = None) -> WearArmor:
    """t puts on a piece, or takes off what it wears."""
    return WearArmor(actor="t", armor=armor)


@pytest.mark.rule("CE-ARMOR-9", "CE-RUL-100", "CE-SHEET-14")
def test_armour_is_taken_off_and_put_on_free_and_at_once_and_stays_as_worn_as_it_is() -> None:
    spec = given(fight(stub("t", hp_max=30, **FLAK)), hurt("t", 9, armor=True))
    assert (hp(spec, "t"), jacket(spec)) == (26, 10)
    spec.when(wears(), speaker=PLAYER).then(ArmourWorn(combatant="t", armour=None)).given(hurt("t", 6, armor=True))
    assert (hp(spec, "t"), jacket(spec)) == (20, 10)
    spec.when(wears("flak_jacket"), speaker=PLAYER).then(ArmourWorn(combatant="t", armour="flak_jacket")).given(
        hurt("t", 6, armor=True)
    )
    assert (hp(spec, "t"), jacket(spec)) == (19, 5)


@pytest.mark.rule("CE-ARMOR-9")
def test_another_piece_takes_the_place_of_the_one_worn() -> None:
    spec = given(fight(stub("t", str=16, **TWO))).when(wears("plate"))
    assert (person(spec, "t").worn, set(person(spec, "t").armour)) == ("plate", {"flak_jacket", "plate"})


@pytest.mark.rule("CE-ARMOR-9", "CE-STR-5")
def test_what_is_worn_already_not_carried_or_too_heavy_is_refused() -> None:
    spec = given(fight(stub("t", str=9, **TWO), stub("b")))
    refused(spec.when(wears("flak_jacket")), "CE-ARMOR-9", "command.armor")
    refused(spec.when(wears("helmet")), "CE-ARMOR-9", "command.armor", "invalid")
    refused(spec.when(wears("plate")), "CE-STR-5", "command.armor")
    refused(spec.when(WearArmor(actor="b")), "CE-ARMOR-9", "command.armor")


@pytest.mark.rule("CE-ARMOR-9")
def test_nobody_changes_armour_in_a_round() -> None:
    spec = in_slot(stub("t", **FLAK)).when(wears()).refused("CE-ARMOR-9")
    spec.when(FinishRound(actor="t")).when(wears()).refused("CE-ARMOR-9")
    spec.given(EndCombat()).when(wears()).then(ArmourWorn)


@pytest.mark.rule("CE-ARMOR-9")
def test_a_player_dresses_one_that_is_up_and_the_narrator_anybody_living() -> None:
    down = SetCondition(combatant="t", condition="unconscious")
    spec = given(fight(stub("t", **FLAK)), down).when(wears(), speaker=PLAYER).refused("CE-STAG-2")
    spec.when(wears()).then(ArmourWorn)
    spec.given(SetDowned(combatant="t", status="dead")).when(wears("flak_jacket")).refused("CE-STAG-2")
