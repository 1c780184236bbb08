"""Places: going, coming close, weapons in hand, the narrator's hand (BD-WHO-1, BD-INIT-11, BD-MOD-2, BD-COVER)."""

from typing import Any

import pytest

from domain.core.commands import Command
from domain.rulesets.black_dice.chapters.attacks.places import CameClose, Moved
from domain.rulesets.black_dice.chapters.attacks.void_attacks import ItemLost
from domain.rulesets.black_dice.chapters.attacks.weapons_in_hand import Readied
from domain.rulesets.black_dice.chapters.narrator.placing import (
    Awareness,
    AwarenessSet,
    CameApart,
    CoverSheet,
    CoverTaken,
    Distance,
    DistanceSet,
    FellProne,
    Place,
    StoodUp,
    ThingPlaced,
)
from domain.rulesets.black_dice.chapters.perils.breath import BreathSpent, HoldBreath
from domain.rulesets.black_dice.chapters.rounds.agenda import Resolve
from domain.rulesets.black_dice.chapters.rounds.declarations import Declare, Going
from domain.rulesets.black_dice.chapters.rounds.rounds import EndRound
from domain.rulesets.black_dice.chapters.wounds.consciousness import FellUnconscious
from domain.rulesets.black_dice.chapters.wounds.deathbed import Died
from domain.rulesets.black_dice.state import Cover
from tests.rules.black_dice.builders import strikes, waits
from tests.rules.black_dice.specification import Step, fight, given, newcomer, plain, round_of

DECK: tuple[Step, ...] = (Distance(zones=("here", "deck"), feet=15), Distance(zones=("here", "roof"), feet=60))
HANDFUL: tuple[dict[str, Any], ...] = tuple(
    {"id": key} for key in ("knife", "cutlass", "revolver", "spear", "iron_fists")
)


# Moving at one's item


@pytest.mark.rule("BD-INIT-11", "BD-DROWN-5")
@pytest.mark.parametrize(
    ("going", "fact"),
    [
        (Going(zone="deck"), Moved(combatant="vane", zone="deck")),
        (Going(close_to="t1"), CameClose(combatant="vane", other="t1")),
    ],
)
def test_a_move_is_carried_out_at_its_item_and_is_strenuous(going: Going, fact: Any) -> None:
    setting = (fight("vane", "t1"), *DECK, HoldBreath(combatant="vane", breath="start"), *round_of("vane"))
    spec = given(*setting, Declare(actor="vane", move=going)).when(Resolve()).then(fact)
    spec.when(EndRound()).then(BreathSpent(combatant="vane", points=20, strenuous=True))
    calm = given(*setting, waits("vane")).when(EndRound())
    calm.then(BreathSpent(combatant="vane", points=23))


@pytest.mark.rule("BD-INIT-11")
@pytest.mark.parametrize("going", [Going(zone="deck"), Going(close_to="lark")])
def test_whom_an_opponent_has_come_close_to_meanwhile_stays(going: Going) -> None:
    walk = Declare(actor="vane", move=going)
    setting = (fight("vane", "t1", "lark"), *DECK, *round_of("t1", "vane"))
    caught = given(*setting, strikes("t1", "vane knife")).when(walk, "vane: easy_target t1")
    caught.when(Resolve(), throws=["t1 knives W5[2,3,4,5,2]=0"]).then(CameClose(combatant="t1", other="vane"))
    caught.when(Resolve()).then(ItemLost(combatant="vane", deed="move", reason="held")).never(Moved, CameClose)
    friend = given(
        *setting,
        waits("t1"),
        walk,
        Place(combatant="vane", close_to=("t1",)),
        FellUnconscious(combatant="t1", reason="wounds"),
    )
    friend.when(Resolve()).never(ItemLost)


@pytest.mark.rule("BD-INIT-11")
def test_who_has_nowhere_to_go_any_more_stays() -> None:
    setting = (fight("vane", "t1", "t2"), *DECK, *round_of("vane"))
    walk = Declare(actor="vane", move=Going(zone="deck"))
    exactly = (Distance(zones=("here", "deck"), feet=20), walk)
    given(*setting, *exactly).when(Resolve()).then(Moved(combatant="vane", zone="deck")).never(ItemLost)
    given(*setting, walk, Place(combatant="vane", zone="roof")).when(Resolve()).then(
        ItemLost(combatant="vane", deed="move", reason="too_far")
    ).never(Moved)
    meet = Declare(actor="vane", move=Going(close_to="t1"))
    for gone in (Place(combatant="t1", zone="deck"), Died(combatant="t1")):
        given(*setting, meet, gone).when(Resolve()).then(
            ItemLost(combatant="vane", deed="move", reason="nobody_there")
        ).never(CameClose)


@pytest.mark.rule("BD-INIT-11")
def test_named_weapons_are_ready_others_are_put_away_and_natural_ones_stay() -> None:
    armed = newcomer("vane", weapons=HANDFUL, ready=["knife", "revolver"])
    spec = given(fight(armed), *round_of("vane"), Declare(actor="vane", ready=("cutlass", "revolver")))
    spec.when(Resolve()).then(Readied(combatant="vane", weapons=("revolver", "iron_fists", "cutlass")))
    spec = given(fight(armed), *round_of("vane"), Declare(actor="vane", ready=())).when(Resolve())
    spec.then(Readied(combatant="vane", weapons=("iron_fists",)))


# Weapons in hand after an attack


@pytest.mark.rule("BD-MOD-2")
@pytest.mark.parametrize(
    ("ready", "weapon", "after"),
    [
        (["knife", "revolver"], "cutlass", ("revolver", "cutlass")),
        (["revolver", "knife"], "cutlass", ("knife", "cutlass")),
        (["knife"], "cutlass", ("knife", "cutlass")),
        (["knife", "revolver"], "spear", ("spear",)),
        (["spear"], "knife", ("knife",)),
        ([], "knife", ("knife",)),
    ],
)
def test_an_attack_readies_its_weapon_and_the_oldest_others_make_room(
    ready: list[str], weapon: str, after: tuple[str, ...]
) -> None:
    armed = plain("a", weapons=list(HANDFUL[:4]), ready=ready, stats={"dex": 3})
    spec = given(fight(armed, "glass"), *round_of("a"), strikes("a", f"glass {weapon}"))
    spec.when(Resolve(), throws=["a W1[3]=0"]).then(Readied(combatant="a", weapons=after))


@pytest.mark.rule("BD-MOD-2", "BD-MOD-3")
@pytest.mark.parametrize("weapon", ["knife", "fists", "martial_strike", "iron_fists"])
def test_what_is_ready_natural_or_bare_is_not_readied_by_its_attack(weapon: str) -> None:
    armed = plain(
        "a", weapons=list(HANDFUL), ready=["knife"], skills={"martial_arts": 1}, stats={"dex": 9, "strength": -5}
    )
    spec = given(fight(armed, "rocks"), *round_of("a"), strikes("a", f"rocks {weapon}"))
    before = spec.fight.people["a"].ready
    dice = {"martial_strike": 10, "fists": 7}.get(weapon, 9)
    spec.when(Resolve(), throws=[f"a W{dice}[{','.join('3' * dice)}]=0"]).never(Readied)
    assert spec.fight.people["a"].ready == before


@pytest.mark.rule("BD-MOD-2")
@pytest.mark.parametrize(
    ("weapon", "after"), [("spear", ("iron_fists", "spear")), ("cutlass", ("iron_fists", "knife", "cutlass"))]
)
def test_natural_weapons_need_no_hand_and_make_no_room(weapon: str, after: tuple[str, ...]) -> None:
    armed = plain("a", weapons=list(HANDFUL), ready=["iron_fists", "knife"], stats={"dex": 3})
    spec = given(fight(armed, "glass"), *round_of("a"), strikes("a", f"glass {weapon}"))
    spec.when(Resolve(), throws=["a W1[3]=0"]).then(Readied(combatant="a", weapons=after))


# The narrator's hand


@pytest.mark.rule("BD-COVER-6", "BD-WHO-1")
def test_leaving_the_zone_ends_cover_and_closeness() -> None:
    spec = given(
        fight("vane", "t1"), *DECK, Place(combatant="vane", cover=CoverSheet(kind="partial"), close_to=("t1",))
    )
    spec.when(Place(combatant="vane", zone="deck")).then(Moved(combatant="vane", zone="deck", placed=True)).never(
        StoodUp, FellProne
    )
    assert spec.fight.people["vane"].cover is None
    assert not spec.fight.close
    stays = given(fight("vane"), Place(combatant="vane", cover=CoverSheet(kind="partial")))
    stays.when(Place(combatant="vane", zone="here")).never(Moved)
    assert stays.fight.people["vane"].cover == Cover("partial")


@pytest.mark.rule("BD-COVER-6", "BD-OBJ-2")
def test_an_object_that_is_placed_in_another_zone_loses_its_cover() -> None:
    crate = Place(combatant="glass", cover=CoverSheet(kind="partial"))
    spec = given(fight("vane", "glass"), *DECK, crate).when(Place(combatant="glass", zone="here"))
    spec.then(ThingPlaced(combatant="glass", zone="here")).never(CoverTaken)
    spec.when(Place(combatant="glass", zone="deck")).then(
        ThingPlaced(combatant="glass", zone="deck"), CoverTaken(combatant="glass", cover=None)
    )
    assert spec.fight.things["glass"].cover is None
    spec.when(Place(combatant="glass", zone="here")).never(CoverTaken)
    spec.when(Place(combatant="glass", zone="deck", cover=CoverSheet(kind="slight")))
    assert spec.fight.things["glass"].cover == Cover("slight")


@pytest.mark.rule("BD-COVER-6")
def test_an_object_that_was_placed_on_record_keeps_the_cover_that_it_had_there() -> None:
    crate = Place(combatant="glass", cover=CoverSheet(kind="partial"))
    spec = given(fight("vane", "glass"), *DECK, crate, ThingPlaced(combatant="glass", zone="deck"))
    assert spec.fight.things["glass"].cover == Cover("partial")


@pytest.mark.rule("BD-COVER-4")
def test_cover_is_the_narrators_against_everybody_or_some() -> None:
    spec = given(fight("vane", "t1", "t2"))
    spec.when(Place(combatant="vane", cover=CoverSheet(kind="near_total", against=("t1",))))
    spec.then(CoverTaken(combatant="vane", cover=Cover("near_total", ("t1",))))
    spec.when(Place(combatant="vane", cover=CoverSheet(kind="none"))).then(CoverTaken(combatant="vane", cover=None))


def test_the_narrator_places_zone_first_then_what_stands_there() -> None:
    cover = CoverSheet(kind="slight")
    spec = given(fight("vane", "t1", "t2", "t3"), *DECK, *[Place(combatant=t, zone="deck") for t in ("t1", "t2")])
    spec.given(Place(combatant="vane", close_to=("t3",)))
    spec.when(Place(combatant="vane", zone="deck", cover=cover, prone=True, close_to=("t1", "t2")))
    close = (CameClose(combatant="vane", other="t1", placed=True), CameClose(combatant="vane", other="t2", placed=True))
    facts = (CoverTaken(combatant="vane", cover=Cover("slight")), FellProne(combatant="vane"), *close)
    spec.then(Moved(combatant="vane", zone="deck", placed=True), *facts)
    spec.when(Place(combatant="vane", prone=False, apart_from=("t1",))).then(
        StoodUp(combatant="vane"), CameApart(combatant="vane", other="t1")
    )
    assert spec.fight.close_to("vane") == ["t2"]
    spec.when(Place(combatant="vane", prone=False, apart_from=("t1",), close_to=("t2",)))
    spec.never(StoodUp, CameApart, CameClose)
    spec.when(Place(combatant="vane", apart_from=("t3",))).never(CameApart)


@pytest.mark.parametrize(
    "command",
    [
        Place(combatant="nobody", zone="deck"),
        Place(combatant="vane", close_to=("t2",)),
        Place(combatant="vane", zone="deck", close_to=("t1",)),
        Place(combatant="vane", close_to=("vane",)),
        Place(combatant="vane", apart_from=("vane",)),
        Place(combatant="vane", close_to=("t1", "t1")),
        Place(combatant="vane", close_to=("glass",)),
        Place(combatant="glass", zone="deck", prone=True),
        Place(combatant="glass", prone=True),
        Place(combatant="glass"),
        Distance(zones=("deck", "deck"), feet=5),
        Awareness(combatant="vane", unaware_of=("nobody",)),
        Awareness(combatant="vane", unaware_of=("t1", "t1")),
    ],
)
def test_what_cannot_be_is_not_placed(command: Command) -> None:
    spec = given(fight("vane", "t1", "t2", "glass"), *DECK, Place(combatant="t2", zone="deck"))
    spec.when(command).refused(None, "invalid")


def test_objects_have_a_zone() -> None:
    spec = (
        given(fight("glass"), *DECK)
        .when(Place(combatant="glass", zone="attic"))
        .then(ThingPlaced(combatant="glass", zone="attic"))
    )
    assert (spec.fight.things["glass"].zone, "attic" in spec.fight.zones) == ("attic", True)


@pytest.mark.rule("BD-WHO-2")
def test_the_narrator_says_how_far_zones_are() -> None:
    spec = given(fight("vane")).when(Distance(zones=("here", "deck"), feet=15))
    spec.then(DistanceSet(zones=("here", "deck"), feet=15))
    assert (spec.fight.feet("deck", "here"), spec.fight.feet("deck", "deck"), spec.fight.feet("deck", "roof")) == (
        15,
        0,
        60,
    )


@pytest.mark.rule("BD-RNG-7")
def test_the_narrator_says_who_is_unaware_of_whom() -> None:
    spec = given(fight("vane", "t1", "t2"))
    spec.when(Awareness(combatant="vane", unaware_of=("t1", "t2"))).then(
        AwarenessSet(combatant="vane", unaware_of=("t1", "t2"))
    )
    spec.when(Awareness(combatant="vane")).then(AwarenessSet(combatant="vane", unaware_of=()))
    spec.when(Awareness(combatant="vane", unaware_of=("vane",))).refused("BD-RNG-7")
