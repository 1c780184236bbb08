"""Cover: black dice on attacks against those behind something or on the ground (BD-COVER)."""

import pytest

from domain.rulesets.black_dice.chapters.attacks.exchanges import AttackVoid, ExchangeDecided, ExchangeVoid
from domain.rulesets.black_dice.chapters.attacks.places import CameClose
from domain.rulesets.black_dice.chapters.attacks.surprise import SurpriseAttack
from domain.rulesets.black_dice.chapters.dice.casts import DiceThrown
from domain.rulesets.black_dice.chapters.narrator.placing import Awareness, CoverSheet, Distance, FellProne, Place
from domain.rulesets.black_dice.chapters.rounds.agenda import Resolve
from domain.rulesets.black_dice.chapters.rounds.declarations import Declare, Declared, PostureTaken
from domain.rulesets.black_dice.chapters.wounds.consciousness import FellUnconscious
from domain.rulesets.black_dice.state import Cover, Exchange
from domain.rulesets.black_dice.words import CoverKind
from tests.rules.black_dice.builders import agenda, brawl, clash, duel, fell, fighter, strikes
from tests.rules.black_dice.specification import fight, given, round_of


def behind(who: str, kind: CoverKind, *against: str) -> Place:
    """The narrator puts somebody behind cover."""
    return Place(combatant=who, cover=CoverSheet(kind=kind, against=against or None))


@pytest.mark.rule("BD-COVER-1", "BD-COVER-2", "BD-COVER-3", "BD-MOD-10")
@pytest.mark.parametrize(("kind", "ranged", "melee"), [("slight", 3, 2), ("partial", 6, 4), ("near_total", 12, 8)])
def test_cover_costs_black_dice_more_for_missiles(kind: CoverKind, ranged: int, melee: int) -> None:
    exchanges = agenda(clash("a gun", "b easy_target"), clash("c easy_target", "b sword"))
    spec = brawl("a", "b", "c", steps=(exchanges, behind("b", kind), behind("c", kind)))
    spec.when(Resolve(), throws=[fell("a pistol", "7/0", f"{ranged + 3}/0")])
    thrown = next(event for event in spec.events if isinstance(event, DiceThrown))
    assert thrown.black_terms == (("melee", 3), ("cover", ranged))
    spec.when(Resolve(), throws=[fell("b swordplay", "9/0", f"{melee}/0")])


@pytest.mark.rule("BD-COVER-1", "BD-RUL-37", "BD-MOD-10")
@pytest.mark.parametrize(("weapon", "throw"), [("gun", "a pistol"), ("sword", "a swordplay")])
def test_lying_prone_is_slight_cover_in_melee_too(weapon: str, throw: str) -> None:
    spec = duel("a", "b", FellProne(combatant="b"), agenda(clash(f"a {weapon}", "b easy_target")))
    dice, black = ("7/0", "3/0") if weapon == "gun" else ("9/0", "2/0")
    spec.when(Resolve(), throws=[fell(throw, dice, black)]).then(ExchangeDecided)


@pytest.mark.rule("BD-RUL-37", "BD-GREY-7")
def test_so_is_lying_there_unconscious() -> None:
    spec = duel("a", "b", FellUnconscious(combatant="b", reason="wounds"), agenda(clash("a sword", "b easy_target")))
    spec.when(Resolve(), throws=[fell("a swordplay", "9/0", "2/0")]).then(ExchangeDecided)


@pytest.mark.rule("BD-COVER-4")
@pytest.mark.parametrize(("kind", "black"), [("slight", 3), ("partial", 6)])
def test_only_the_best_cover_counts_and_prone_is_one_of_them(kind: CoverKind, black: int) -> None:
    spec = duel("a", "b", FellProne(combatant="b"), behind("b", kind), agenda(clash("a gun", "b easy_target")))
    spec.when(Resolve(), throws=[fell("a pistol", "7/0", f"{black}/0")]).then(ExchangeDecided)


@pytest.mark.rule("BD-COVER-4")
@pytest.mark.parametrize(("against", "black"), [((), 6), (("a",), 6), (("a", "c"), 6), (("c",), 0)])
def test_cover_stands_against_everybody_or_against_those_named(against: tuple[str, ...], black: int) -> None:
    spec = brawl("a", "b", "c", steps=(behind("b", "partial", *against), agenda(clash("a gun", "b easy_target"))))
    spec.when(Resolve(), throws=[fell("a pistol", "7/0", f"{black}/0")]).then(ExchangeDecided)


@pytest.mark.rule("BD-COVER-4")
@pytest.mark.parametrize("unknown", ["kestrel", "glass_1"])
def test_cover_is_against_nobody_who_is_not_there_and_against_no_object(unknown: str) -> None:
    spec = given(fight("pryce", "quill", "glass_1"))
    spec.when(behind("pryce", "total", "quill", unknown)).refused(None, "invalid")
    spec.when(behind("pryce", "total", "quill", "pryce")).refused(None, "invalid")
    assert spec.refusal is not None
    assert spec.refusal.field == "command.cover.against[1]"
    spec.when(behind("glass_1", "total", unknown)).refused(None, "invalid")
    assert spec.offers(behind("pryce", "total", "quill"))


@pytest.mark.rule("BD-COVER-5")
def test_each_of_two_who_fight_has_the_dice_of_the_other_s_cover() -> None:
    spec = duel("vane", "pryce", behind("vane", "slight"), behind("pryce", "partial"))
    spec.given(agenda(clash("vane cutlass", "pryce back truncheon")))
    throws = [fell("vane swordplay", "11/0", "4/1"), fell("pryce bludgeon", "6/0", "2/1")]
    spec.when(Resolve(), throws=throws).then(ExchangeDecided)


@pytest.mark.rule("BD-COVER-5")
@pytest.mark.parametrize(
    ("attack", "answer", "throws"),
    [
        ("a gun", "b dodge", [fell("a pistol", "7/0"), fell("b dodge", "8/1")]),
        ("a gun", "b full_dodge", [fell("a pistol", "7/0"), fell("b full_dodge", "8/0")]),
        ("a sword", "b full_dodge", [fell("a swordplay", "9/0"), fell("b full_dodge", "8/0")]),
    ],
)
def test_a_dodge_has_no_dice_for_cover(attack: str, answer: str, throws: list[str]) -> None:
    spec = duel("a", "b", behind("a", "near_total"), agenda(clash(attack, answer)))
    spec.when(Resolve(), throws=throws).then(ExchangeDecided)


@pytest.mark.rule("BD-COVER-6")
def test_cover_ends_when_somebody_leaves_its_zone_for_an_attack() -> None:
    spec = given(fight(fighter("a"), fighter("b", zone="deck")), *round_of("a", "b"), behind("a", "partial"))
    spec.given(behind("b", "slight"), Distance(zones=("here", "deck"), feet=10))
    spec.given(agenda(clash("a sword", "b back sword")))
    spec.when(Resolve(), throws=[fell("a swordplay", "9/1", "2/0"), fell("b swordplay", "7/0")])
    assert (spec.fight.people["a"].cover, spec.fight.people["b"].cover) == (None, Cover("slight"))


@pytest.mark.rule("BD-COVER-6")
@pytest.mark.parametrize("up", [Place(combatant="b", prone=False), PostureTaken(combatant="b", posture="stand")])
def test_standing_up_ends_prone_and_leaves_other_cover(up: Place | PostureTaken) -> None:
    steps = (FellProne(combatant="b"), behind("b", "partial", "c"), up, agenda(clash("a gun", "b easy_target")))
    spec = brawl("a", "b", "c", steps=steps)
    spec.when(Resolve(), throws=[fell("a pistol", "7/0")]).then(ExchangeDecided)
    assert spec.fight.people["b"].cover == Cover("partial", ("c",))


# BD-COVER-7: total cover


@pytest.mark.rule("BD-COVER-7")
@pytest.mark.parametrize(("against", "refused"), [((), True), (("vane",), True), (("quill",), False)])
def test_one_in_total_cover_is_no_target(against: tuple[str, ...], refused: bool) -> None:
    spec = given(fight("vane", "pryce", "quill"), behind("pryce", "total", *against), *round_of("vane", "pryce"))
    spec.when(strikes("vane", "pryce revolver"))
    if refused:
        spec.refused("BD-COVER-7")
    else:
        spec.then(Declared)


@pytest.mark.rule("BD-COVER-7")
def test_nor_is_one_whom_an_attack_comes_from() -> None:
    spec = given(fight("vane", "pryce"), behind("vane", "total"), *round_of("vane", "pryce"))
    spec.given(strikes("vane", "pryce cutlass"), Declare(actor="pryce", wait=True)).asks("response", "pryce")
    attack_back = {"replies": [{"attacker": "vane", "does": "attack_back", "weapon": "truncheon"}]}
    spec.answer(attack_back).refused("BD-COVER-7")


@pytest.mark.rule("BD-COVER-7")
def test_one_in_total_cover_is_not_surprised_either() -> None:
    spec = given(fight("quill", "pryce"), behind("pryce", "total"), Awareness(combatant="pryce", unaware_of=("quill",)))
    spec.when(SurpriseAttack(actor="quill", target="pryce", weapon="rifle")).refused("BD-COVER-7")


@pytest.mark.rule("BD-COVER-7")
@pytest.mark.parametrize("exchange", [clash("a gun", "b dodge"), clash("a sword", "b easy_target")])
def test_an_attack_on_one_put_behind_total_cover_meanwhile_is_void(exchange: Exchange) -> None:
    spec = duel("a", "b", agenda(exchange), behind("b", "total"))
    spec.when(Resolve()).then(ExchangeVoid(exchange="a-b", combatants=("a", "b"), reason="total_cover")).never(
        DiceThrown
    )


@pytest.mark.rule("BD-COVER-7")
def test_the_attack_of_one_put_behind_total_cover_goes_on() -> None:
    spec = duel(
        "a", "b", CameClose(combatant="a", other="b"), agenda(clash("a sword", "b back sword")), behind("b", "total")
    )
    spec.when(Resolve(), throws=[fell("b swordplay", "7/1")])
    spec.then(
        AttackVoid(exchange="a-b", combatant="a", does="easy_target", reason="total_cover"),
        ExchangeDecided(
            exchange="a-b", combatants=("a", "b"), nets=(0, 1), margin=1, winner="b", hits=("b",), fought=("b",)
        ),
    )


@pytest.mark.rule("BD-COVER-7", "BD-RNG-8")
def test_a_missile_out_of_total_cover_may_be_dodged() -> None:
    spec = duel("a", "b", CameClose(combatant="a", other="b"), agenda(clash("a sword", "b gun")), behind("b", "total"))
    spec.when(Resolve(), throws=[fell("a dodge", "3/1"), fell("b pistol", "5/0")])
    spec.then(AttackVoid(exchange="a-b", combatant="a", does="dodge", reason="total_cover"), ExchangeDecided)
