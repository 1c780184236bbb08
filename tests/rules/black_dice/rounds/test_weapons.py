"""The weapons of the table, and what anybody can do with bare hands (BD-DATA-2)."""

import pytest

from domain.core.commands import Join
from domain.rulesets.black_dice.chapters.rounds.agenda import Resolve
from domain.rulesets.black_dice.chapters.wounds.damage import DamageCounted
from domain.rulesets.black_dice.parts import Choices
from domain.rulesets.black_dice.state import BARE_HANDS, Weapon
from domain.rulesets.black_dice.words import Mark
from tests.rules.black_dice.builders import agenda, brawl, clash, fell
from tests.rules.black_dice.specification import fight, given, newcomer, plain

TABLE = (
    Weapon("fists", "brawl", "melee", 1, bruise=True),
    Weapon("martial_strike", "martial_arts", "melee", 2, bruise=True),
    Weapon("iron_fists", "brawl", "melee", 4, 1, bruise=True, natural=True),
    Weapon("knife", "knives", "melee", 3, 1),
    Weapon("truncheon", "bludgeon", "melee", 4, 2, bruise=True),
    Weapon("rapier", "swordplay", "melee", 4, 2),
    Weapon("cutlass", "swordplay", "melee", 5, 2),
    Weapon("sledgehammer", "bludgeon", "melee", 7, 2, bruise=True, hands=2),
    Weapon("boarding_axe", "swordplay", "melee", 6, 2, hands=2),
    Weapon("spear", "polearm", "melee", 5, 3, hands=2),
    Weapon("throwing_knife", "throw", "ranged", 3),
    Weapon("derringer", "pistol", "ranged", 4),
    Weapon("revolver", "pistol", "ranged", 6),
    Weapon("rifle", "rifle", "ranged", 8, hands=2),
    Weapon("blunderbuss", "rifle", "ranged", 9, hands=2),
    Weapon("bow", "archery", "ranged", 5, hands=2),
)


def bearer(weapon: str) -> Join:
    """Somebody with the weapon in hand, unless it is bare hands, who knows a little of martial arts."""
    carried = [] if weapon in BARE_HANDS else [weapon]
    sheet = {"stats": {"dex": 5}, "skills": {"martial_arts": 1}, "ready": carried}
    return plain("a", weapons=[{"id": key} for key in carried], **sheet)


@pytest.mark.rule("BD-DATA-2")
@pytest.mark.parametrize("weapon", TABLE, ids=lambda weapon: weapon.id)
def test_a_weapon_of_the_table_is_as_the_table_says(weapon: Weapon) -> None:
    assert given(fight(bearer(weapon.id))).fight.people["a"].weapon(weapon.id) == weapon


@pytest.mark.rule("BD-DATA-2", "BD-DMG-3", "BD-BRUISE-1")
@pytest.mark.parametrize("weapon", TABLE, ids=lambda weapon: weapon.id)
def test_it_throws_its_dice_and_makes_its_marks(weapon: Weapon) -> None:
    spec = brawl(bearer(weapon.id), plain("z", armour=20), steps=(agenda(clash(f"a {weapon.id}", "z easy_target")),))
    dice = {"fists": 5, "martial_strike": 8}.get(weapon.id, 7)
    throws = [fell(f"a {weapon.skill}", f"{dice}/1"), fell("a weapon", f"{weapon.damage}/1")]
    spec.when(Resolve(), throws=throws)
    mark: Mark = "bruise" if weapon.bruise else "normal"
    spec.then(
        DamageCounted(
            combatant="z", terms=(("degrees", 1), ("weapon", 1), ("armour", -20)), points=0, mark=mark, source="a"
        )
    )


@pytest.mark.rule("BD-DATA-2")
def test_everybody_has_fists_and_only_martial_artists_their_strike() -> None:
    people = given(fight("pryce", "kestrel", "brass_tom")).fight.people
    assert [person.weapon("fists") is not None for person in people.values()] == [True, True, True]
    assert [person.weapon("martial_strike") is not None for person in people.values()] == [False, True, False]


@pytest.mark.rule("BD-DATA-2", "BD-DATA-1")
def test_a_sheet_may_change_a_weapon_of_the_table_or_bring_its_own() -> None:
    weapons = [{"id": "knife", "damage": 4}, {"id": "whip", "skill": "swordplay", "mode": "melee", "damage": 1}]
    person = given(fight(newcomer("tough", weapons=weapons, ready=[]))).fight.people["tough"]
    assert person.weapons["knife"] == Weapon("knife", "knives", "melee", 4, 1)
    assert person.weapons["whip"] == Weapon("whip", "swordplay", "melee", 1)


@pytest.mark.rule("BD-DATA-1", "BD-COMM-3")
@pytest.mark.parametrize(
    ("weapon", "common"), [("fists", True), ("throwing_knife", True), ("knife", False), ("bow", False)]
)
def test_brawling_and_throwing_are_common_skills(weapon: str, common: bool) -> None:
    spec = brawl(bearer(weapon), plain("z"), steps=(agenda(clash(f"a {weapon}", "z easy_target")),))
    chosen = Resolve(choices={"a": Choices(common=1)})
    if common:
        spec.when(chosen, throws=[fell("a", "6/0" if weapon == "fists" else "8/0", "1/0")])
    else:
        spec.when(chosen).refused("BD-COMM-1")
