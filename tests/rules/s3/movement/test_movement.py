"""Movement: going, climbing, dropping, running (S3-MOVE)."""

from typing import Any

import pytest

from domain.core.commands import Command
from domain.rulesets.s3.chapters.attack.blows import AttackMissed
from domain.rulesets.s3.chapters.attack.reach import Disengaged, Engaged
from domain.rulesets.s3.chapters.grapple.pins import Pinned
from domain.rulesets.s3.chapters.movement.climbing import Climb, Climbed
from domain.rulesets.s3.chapters.movement.falling import DropDown, Fell
from domain.rulesets.s3.chapters.movement.leaving import ClimbForgotten, FellProne, LeftFight
from domain.rulesets.s3.chapters.movement.pursuit import Chase
from domain.rulesets.s3.chapters.movement.walking import Move, Moved, StandUp, StoodUp
from domain.rulesets.s3.chapters.narrator.conditions import Impose
from domain.rulesets.s3.chapters.narrator.placing import Place
from domain.rulesets.s3.chapters.throws.checks import Check, CheckSettled
from domain.rulesets.s3.chapters.throws.contests import ContestSettled
from domain.rulesets.s3.chapters.throws.stunts import BreathSpent
from domain.rulesets.s3.chapters.throws.throws import CoinsThrown
from domain.rulesets.s3.chapters.turns.actions import ActionTaken
from domain.rulesets.s3.chapters.turns.gear import Drop, ItemPickedUp, PickUp, Ready, Stow
from domain.rulesets.s3.chapters.turns.turns import EndTurn
from domain.rulesets.s3.chapters.wounds.wounds import Wounded
from domain.rulesets.s3.parts import Modifier
from domain.rulesets.s3.state import Hold
from tests.rules.s3.builders import attack, flee, link, scene, stunt
from tests.rules.s3.specification import Specification, engage, fight, given, newcomer, riding, round_of

GROUND = scene(
    "here",
    "yard",
    "roof",
    "river",
    "cellar",
    links=(
        link("door", "here", "yard"),
        link("gap", "here", "river", "check", skill="athletics", need=3),
        link("wall", "here", "roof", "climb", feet=25),
        link("shaft", "here", "cellar", "drop", storeys=3),
    ),
)
LEAVE = Move(actor="fox", leave=True)


def on_the_ground(*others: Any, pc: str = "fox", **options: Any) -> Specification:
    """The turn of ``pc`` on the common ground, against ``bell`` and the others."""
    return given(fight(pc, "bell", *others, **options), GROUND, *round_of(pc, "bell"))


def go(**fields: Any) -> Command:
    return Move(actor="fox", **fields)


def around(spec: Specification, combatant: str) -> set[str]:
    """Whom somebody is engaged with."""
    return {other for pair in spec.fight.engaged if combatant in pair for other in pair} - {combatant}


@pytest.mark.rule("S3-MOVE-1", "S3-MOVE-16")
def test_moving_inside_a_zone_engages_or_leaves_without_a_check() -> None:
    spec = on_the_ground("guard").given(engage("fox", "guard"))
    spec.when(go(engage="bell")).then(
        Disengaged(combatant="fox", others=("guard",)), Engaged(combatant="fox", other="bell")
    ).never(CoinsThrown)
    assert around(spec, "fox") == {"bell"}
    spec = on_the_ground("guard").given(engage("fox", "bell", "guard"))
    spec.when(LEAVE).then(ActionTaken(actor="fox", action="movement", command="s3.move")).never(CoinsThrown, Moved)
    assert around(spec, "fox") == set()
    spec.when(go()).refused("S3-MOVE-1")
    on_the_ground().when(go(leave=True, zone="yard")).refused("S3-MOVE-1")


@pytest.mark.rule("S3-MOVE-1", "S3-MOVE-8")
def test_to_step_away_from_no_one_is_seldom_wanted() -> None:
    alone, close = on_the_ground(), on_the_ground().given(engage("fox", "bell"))
    climbing = on_the_ground().given(Climbed(combatant="fox", link="wall", gained=20, feet=20, arrived=False))
    assert steps_away(alone) == {"s3.move/away_from_no_one": "seldom"}
    assert steps_away(close) == {"s3.move/away": "main"}
    assert steps_away(climbing) == {"s3.move/away": "main"}
    alone.when(LEAVE).then(ActionTaken(actor="fox", action="movement", command="s3.move"))


def steps_away(spec: Specification) -> dict[str, str]:
    """The forms to step away in, and how prominent each is."""
    return {form.name: form.prominence for form in spec.menu().forms if form.name.startswith("s3.move/away")}


@pytest.mark.rule("S3-MOVE-2")
def test_another_zone_needs_a_link_and_a_plain_way_leads_both_ways() -> None:
    spec = on_the_ground()
    for zone in ("roof", "cellar", "moon"):
        spec.when(go(zone=zone)).refused("S3-MOVE-2")
    spec.when(go(zone="yard")).then(Moved(combatant="fox", zone="yard")).never(CoinsThrown)
    spec.given(EndTurn(actor="fox"), EndTurn(actor="bell"), *round_of("fox", "bell"))
    spec.when(go(zone="river")).refused("S3-MOVE-2")
    spec.when(go(zone="here")).then(Moved(combatant="fox", zone="here"))


@pytest.mark.rule("S3-MOVE-2", "S3-MOVE-3")
@pytest.mark.parametrize(
    "lacking",
    [{"kind": "check", "skill": "athletics"}, {"kind": "check", "need": 2}, {"kind": "climb"}, {"kind": "drop"}],
)
def test_a_link_says_what_it_takes(lacking: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="needs"):
        link("gap", "here", "river", **lacking)


@pytest.mark.rule("S3-MOVE-3")
@pytest.mark.parametrize(("heads", "arrives"), [(3, True), (2, False)])
@pytest.mark.parametrize("origin", ["here", "river"])
def test_a_doubtful_way_is_a_check_and_who_fails_stays_with_the_action_spent(
    heads: int, arrives: bool, origin: str
) -> None:
    spec = on_the_ground().given(Place(combatant="fox", zone=origin))
    zone = {"here": "river", "river": "here"}[origin]
    spec.when(go(zone=zone), throws=[f"fox athletics 7c→{heads}"]).then(
        CheckSettled(combatant="fox", skill="athletics", result=heads, need=3, passed=arrives)
    )
    assert spec.fight.people["fox"].zone == (zone if arrives else origin)
    spec.when(LEAVE).refused("S3-TURN-10")


@pytest.mark.rule("S3-MOVE-3")
def test_of_two_ways_the_one_without_a_check_is_taken() -> None:
    ground = scene(
        "here",
        "yard",
        links=(link("gap", "here", "yard", "check", skill="stealth", need=9), link("door", "yard", "here")),
    )
    given(fight("fox", "bell"), ground, *round_of("fox", "bell")).when(go(zone="yard")).then(Moved).never(CoinsThrown)


@pytest.mark.rule("S3-MOVE-4")
def test_arriving_may_end_engaged_with_one_combatant_of_the_place() -> None:
    spec = on_the_ground("guard").given(Place(combatant="guard", zone="yard"))
    spec.when(go(zone="yard", engage="bell")).refused("S3-MOVE-4")
    spec.when(go(engage="guard")).refused("S3-MOVE-4")
    spec.when(go(zone="yard", engage="guard")).then(
        Moved(combatant="fox", zone="yard"), Engaged(combatant="fox", other="guard")
    )
    spec = on_the_ground("guard").given(Place(combatant="guard", zone="river"))
    spec.when(go(zone="river", engage="guard"), throws=["fox athletics 7c→3"]).then(
        Moved(combatant="fox", zone="river"), Engaged(combatant="fox", other="guard")
    )
    spec = on_the_ground().given(Place(combatant="bell", unseen_by=("fox",)))
    spec.when(go(engage="bell")).refused("S3-HIDE-6")


def test_nobody_on_foot_engages_a_rider() -> None:
    spec = given(fight("fox", "ripper", riding("cycle", "ripper")), *round_of("fox", "ripper"))
    spec.given(Place(combatant="fox", zone="road")).when(go(engage="ripper")).refused("S3-MOUNT-7")
    spec.when(Chase(actor="fox", target="ripper")).refused("S3-MOUNT-7")


@pytest.mark.rule("S3-ORDER-12", "S3-MOVE-4", "S3-MOVE-15")
def test_where_a_rider_is_comes_before_its_vehicle() -> None:
    ground = scene("here", "road", links=(link("gate", "here", "road"),), sees={"here": ()})
    spec = given(fight("fox", "ripper", riding("cycle", "ripper")), ground, *round_of("fox", "ripper"))
    spec.when(go(engage="ripper")).refused("S3-MOVE-4")
    spec.when(Chase(actor="fox", target="ripper")).refused("S3-MOVE-15")


@pytest.mark.rule("S3-MOVE-5", "S3-MOVE-7", "S3-MOVE-8", "S3-RUL-31")
def test_every_full_three_successes_raise_a_climber_ten_feet_and_the_rest_comes_next_turn() -> None:
    spec = given(fight("clarity", "bell"), GROUND, engage("clarity", "bell"), *round_of("clarity", "bell"))
    climb = Climb(actor="clarity", link="wall", engage="eagle")
    spec.given(newcomer("eagle"), Place(combatant="eagle", zone="roof"))
    spec.when(climb, throws=["clarity acrobatics 6c→5"]).then(
        Disengaged(combatant="clarity", others=("bell",)),
        Climbed(combatant="clarity", link="wall", gained=10, feet=10, arrived=False),
    ).never(Moved, Engaged)
    assert spec.fight.people["clarity"].zone == "here"
    spec.given(EndTurn(actor="clarity"), EndTurn(actor="bell"), *round_of("clarity", "bell"))
    spec.when(climb, throws=["clarity acrobatics 6c→6"]).then(
        Climbed(combatant="clarity", link="wall", gained=20, feet=25, arrived=True),
        Moved(combatant="clarity", zone="roof"),
        Engaged(combatant="clarity", other="eagle"),
    )
    assert spec.fight.people["clarity"].climb is None


@pytest.mark.rule("S3-MOVE-5", "S3-MOVE-7")
@pytest.mark.parametrize(("heads", "gained"), [(0, 0), (2, 0), (3, 10), (6, 20)])
def test_less_than_the_height_is_not_there_yet(heads: int, gained: int) -> None:
    spec = on_the_ground(pc="clarity")
    spec.when(Climb(actor="clarity", link="wall"), throws=[f"clarity acrobatics 6c→{heads}"]).then(
        Climbed(combatant="clarity", link="wall", gained=gained, feet=gained, arrived=False)
    )


@pytest.mark.rule("S3-MOVE-7")
def test_exactly_the_height_is_there() -> None:
    spec = on_the_ground().given(Climbed(combatant="fox", link="wall", gained=20, feet=20, arrived=False))
    spec.when(Climb(actor="fox", link="wall"), throws=["fox acrobatics 8c→1"]).then(
        Climbed(combatant="fox", link="wall", gained=5, feet=25, arrived=True), Moved(combatant="fox", zone="roof")
    )


@pytest.mark.rule("S3-MOVE-6", "S3-TAL-3")
@pytest.mark.parametrize(("heads", "feet", "arrived"), [(4, 20, False), (5, 25, True), (6, 25, True)])
def test_with_spider_climb_every_success_is_five_feet(heads: int, feet: int, arrived: bool) -> None:
    on_the_ground().when(Climb(actor="fox", link="wall"), throws=[f"fox acrobatics 8c→{heads}"]).then(
        Climbed(combatant="fox", link="wall", gained=5 * heads, feet=feet, arrived=arrived)
    )


@pytest.mark.rule("S3-MOVE-8")
def test_moving_elsewhere_forgets_the_feet_that_were_climbed() -> None:
    spec = on_the_ground().given(Climbed(combatant="fox", link="wall", gained=20, feet=20, arrived=False))
    spec.when(go(zone="yard")).then(ClimbForgotten(combatant="fox"), Moved(combatant="fox", zone="yard"))
    for elsewhere in (go(engage="bell"), LEAVE, attack("fox", "bell", answers=EVADE)):
        spec = on_the_ground().given(
            Climbed(combatant="fox", link="wall", gained=20, feet=20, arrived=False), elsewhere
        )
        assert spec.fight.people["fox"].climb is None


@pytest.mark.rule("S3-MOVE-8")
def test_a_drop_on_the_spot_forgets_the_feet_that_were_climbed() -> None:
    spec = on_the_ground().given(Climbed(combatant="fox", link="wall", gained=20, feet=20, arrived=False))
    spec.when(DropDown(actor="fox", storeys=1), throws=["fox acrobatics 8c→2"]).then(
        ClimbForgotten(combatant="fox"), Fell
    )
    assert spec.fight.people["fox"].climb is None


EVADE = [{"kind": "oppose", "to": "bell", "answer": {"skill": "evasion"}}]


@pytest.mark.rule("S3-MOVE-7", "S3-MOVE-8")
def test_feet_count_on_their_own_link_only() -> None:
    ground = scene(
        "here",
        "roof",
        links=(link("wall", "here", "roof", "climb", feet=25), link("pipe", "here", "roof", "climb", storeys=2)),
    )
    spec = given(
        fight("fox", "bell"),
        ground,
        *round_of("fox", "bell"),
        Climbed(combatant="fox", link="wall", gained=20, feet=20, arrived=False),
    )
    spec.when(Climb(actor="fox", link="pipe"), throws=["fox acrobatics 8c→3"]).then(
        Climbed(combatant="fox", link="pipe", gained=15, feet=15, arrived=False)
    )


@pytest.mark.rule("S3-MOVE-2", "S3-MOVE-5")
def test_only_a_climb_link_is_climbed_and_only_from_below() -> None:
    spec = on_the_ground()
    for key in ("door", "shaft"):
        spec.when(Climb(actor="fox", link=key)).refused("S3-MOVE-5")
    spec.when(Climb(actor="fox", link="moon")).refused("S3-MOVE-2")
    spec.given(Place(combatant="fox", zone="roof")).when(Climb(actor="fox", link="wall")).refused("S3-MOVE-5")


@pytest.mark.rule("S3-MOVE-9", "S3-MOVE-11")
@pytest.mark.parametrize(("heads", "covered"), [(0, 0), (1, 0), (2, 1), (5, 2), (6, 3), (8, 3)])
def test_every_full_two_successes_make_one_storey_harmless(heads: int, covered: int) -> None:
    coins = 3 * (3 - covered)
    spec = on_the_ground().when(
        DropDown(actor="fox", link="shaft"),
        throws=[f"fox acrobatics 8c→{heads}", *([f"fall {coins}c→0"] if coins else [])],
    )
    spec.then(
        ActionTaken(actor="fox", action="movement", command="s3.drop_down"),
        Moved(combatant="fox", zone="cellar"),
        Fell(combatant="fox", storeys=3, covered=covered),
    )
    spec.never(FellProne)


@pytest.mark.rule("S3-MOVE-10")
@pytest.mark.parametrize(("fields", "storeys"), [({"feet": 20}, 2), ({"feet": 21}, 3), ({"storeys": 4}, 4)])
def test_a_begun_storey_counts_whole(fields: dict[str, int], storeys: int) -> None:
    ground = scene("here", "yard", links=(link("ledge", "here", "yard", "drop", **fields),))
    given(fight("fox", "bell"), ground, *round_of("fox", "bell")).when(
        DropDown(actor="fox", link="ledge"), throws=["fox acrobatics 8c→8"]
    ).then(Fell(combatant="fox", storeys=storeys, covered=storeys))


@pytest.mark.rule("S3-MOVE-2", "S3-MOVE-9")
def test_a_climb_link_is_a_drop_of_its_height_too_and_a_drop_may_be_on_the_spot() -> None:
    spec = on_the_ground().given(Place(combatant="fox", zone="roof"))
    spec.when(DropDown(actor="fox", link="shaft")).refused("S3-MOVE-9")
    spec.when(DropDown(actor="fox")).refused("S3-MOVE-9")
    spec.when(DropDown(actor="fox", link="wall", storeys=1)).refused("S3-MOVE-9")
    spec.when(DropDown(actor="fox", link="wall"), throws=["fox acrobatics 8c→6"]).then(
        Moved(combatant="fox", zone="here"), Fell(combatant="fox", storeys=3, covered=3)
    )
    on_the_ground().when(DropDown(actor="fox", storeys=2), throws=["fox acrobatics 8c→5"]).then(
        Fell(combatant="fox", storeys=2, covered=2)
    ).never(Moved)
    on_the_ground().when(DropDown(actor="fox", link="door")).refused("S3-MOVE-9")


@pytest.mark.rule("S3-MOVE-11", "S3-RUL-31", "S3-WOUND-8", "S3-DMG-13")
def test_an_uncovered_storey_is_three_damage_coins_and_a_wounded_faller_lies_prone_below() -> None:
    spec = on_the_ground().when(
        DropDown(actor="fox", link="shaft"),
        throws=["fox acrobatics 8c→5", "fall 3c→2", "fox fortitude 5c→3"],
    )
    spec.then(
        Moved(combatant="fox", zone="cellar"),
        Fell(combatant="fox", storeys=3, covered=2),
        Wounded,
        FellProne(combatant="fox"),
    )
    assert spec.fight.people["fox"].wound_penalty == 1


@pytest.mark.rule("S3-MOVE-11")
@pytest.mark.parametrize("coins", [0, 5])
def test_how_much_a_storey_hurts_is_an_option(coins: int) -> None:
    on_the_ground(fall_coins=coins).when(
        DropDown(actor="fox", link="shaft"), throws=["fox acrobatics 8c→2", f"fall {2 * coins}c→0"]
    ).then(Fell(combatant="fox", storeys=3, covered=1))


@pytest.mark.rule("S3-MOVE-11")
def test_a_fall_that_leaves_no_wound_does_not_throw_down_and_armour_helps() -> None:
    armoured = newcomer("fox", items=[{"kind": "light_armour"}], armour="light_armour")
    spec = given(fight(armoured, "bell", wound_scale="per_three"), GROUND, *round_of("fox", "bell"))
    spec.when(
        DropDown(actor="fox", link="shaft"),
        throws=["fox acrobatics 8-1=7c→4", "fall 3c→2", "fox fortitude 5+1=6c→3"],
    ).never(Wounded, FellProne)


@pytest.mark.rule("S3-MOVE-11", "S3-MOVE-4")
def test_whoever_drops_beside_somebody_is_engaged_with_it_unless_the_fall_disabled_it() -> None:
    drop = DropDown(actor="fox", link="shaft", engage="bell")
    spec = on_the_ground().given(Place(combatant="bell", zone="cellar"))
    spec.when(drop, throws=["fox acrobatics 8c→6"]).then(
        Moved(combatant="fox", zone="cellar"), Engaged(combatant="fox", other="bell")
    )
    spec = on_the_ground().given(Place(combatant="bell", zone="cellar"))
    spec.when(drop, throws=["fox acrobatics 8c→0", "fall 9c→9", "fox fortitude 5c→1"]).never(Engaged)


@pytest.mark.rule("S3-MOVE-13", "S3-MOVE-14")
def test_who_beats_all_pursuers_escapes() -> None:
    spec = on_the_ground("guard").given(engage("fox", "bell", "guard"))
    spec.when(
        flee("fox", "bell", "guard"),
        throws=["fox athletics 7c→4", "bell athletics 4c→3", "guard athletics 4c→2"],
    ).then(LeftFight(combatant="fox", reason="escaped"))
    assert around(spec, "fox") == set()


@pytest.mark.rule("S3-MOVE-14")
def test_who_does_not_beat_all_pursuers_stays_engaged_with_those() -> None:
    spec = on_the_ground("guard", "asura").given(engage("fox", "bell", "asura"))
    spec.when(
        flee("fox", "bell", "guard", "asura"),
        "asura: athletics",
        throws=["fox athletics 7c→2", "bell athletics 4c→1", "guard athletics 4c→3", "asura athletics 5c→4"],
    ).never(LeftFight, Moved)
    assert around(spec, "fox") == {"guard", "asura"}


@pytest.mark.rule("S3-MOVE-14")
def test_fleeing_to_a_zone_needs_a_way_on_foot_whose_own_check_is_not_thrown() -> None:
    spec = on_the_ground().given(engage("fox", "bell"))
    for zone in ("roof", "cellar"):
        spec.when(flee("fox", zone=zone)).refused("S3-MOVE-2")
    spec.when(flee("fox", zone="here")).refused("S3-MOVE-14")
    spec.when(flee("fox", zone="river"), throws=["fox athletics 7c→4", "bell athletics 4c→3"]).then(
        Moved(combatant="fox", zone="river")
    )
    assert around(spec, "fox") == set()


@pytest.mark.rule("S3-MOVE-14")
def test_every_able_foe_at_hand_must_be_named_and_others_may_be() -> None:
    spec = on_the_ground("guard", "hu", newcomer("asura", disabled={"reasons": ["ruling"], "fate": "down"}))
    spec.given(engage("fox", "bell", "hu", "asura"))
    spec.when(flee("fox", "guard")).refused("S3-MOVE-14")
    spec.when(flee("fox", "fox", "bell")).refused("S3-MOVE-14")
    spec.when(flee("fox", "bell", "asura")).refused("S3-LEGAL-15")
    spec.when(
        flee("fox", "bell", "guard"),
        throws=["fox athletics 7c→4", "bell athletics 4c→1", "guard athletics 4c→2"],
    ).then(LeftFight)


@pytest.mark.rule("S3-MOVE-13", "S3-MOVE-15")
@pytest.mark.parametrize(("fox", "bell", "caught"), [(4, 3, True), (3, 4, False)])
def test_a_won_chase_ends_beside_the_target_in_its_zone_and_a_lost_one_changes_nothing(
    fox: int, bell: int, caught: bool
) -> None:
    spec = on_the_ground("guard").given(Place(combatant="bell", zone="roof"), engage("fox", "guard"))
    spec.when(Chase(actor="fox", target="bell"), throws=[f"fox athletics 7c→{fox}", f"bell athletics 4c→{bell}"]).then(
        ContestSettled(
            task="chase", actor="fox", opponent="bell", actor_result=fox, opponent_result=bell, won=caught, margin=1
        )
    )
    assert spec.fight.people["fox"].zone == ("roof" if caught else "here")
    assert around(spec, "fox") == ({"bell"} if caught else {"guard"})
    spec.when(LEAVE).refused("S3-TURN-10")


@pytest.mark.rule("S3-MOVE-15")
def test_a_chase_needs_a_target_in_sight() -> None:
    ground = scene("here", "yard", "attic", sees={"here": ("yard",)})
    spec = given(fight("fox", "bell"), ground, *round_of("fox", "bell"), Place(combatant="bell", zone="attic"))
    spec.when(Chase(actor="fox", target="bell")).refused("S3-MOVE-15")
    spec.given(Place(combatant="bell", zone="yard", unseen_by=("fox",)))
    spec.when(Chase(actor="fox", target="bell")).refused("S3-HIDE-6")


@pytest.mark.rule("S3-MOVE-16")
def test_moving_away_ends_all_engagements_and_provokes_no_attack() -> None:
    spec = on_the_ground("guard").given(engage("fox", "bell", "guard"))
    spec.when(go(zone="yard")).never(CoinsThrown)
    assert around(spec, "fox") == set()


@pytest.mark.rule("S3-MOVE-17")
@pytest.mark.parametrize(
    ("command", "throws"),
    [
        (go(zone="river", stunt=stunt("stealth")), ["fox athletics 7c→2", "fox stealth 6c→3"]),
        (Climb(actor="fox", link="wall", stunt=stunt("stealth")), ["fox acrobatics 8c→2", "fox stealth 6c→5"]),
        (DropDown(actor="fox", link="shaft", stunt=stunt("stealth")), ["fox acrobatics 8c→2", "fox stealth 6c→6"]),
        (
            flee("fox", "bell", stunt=stunt("stealth")),
            ["fox athletics 7c→2", "fox stealth 6c→4", "bell athletics 4c→3"],
        ),
        (
            Chase(actor="fox", target="bell", stunt=stunt("stealth")),
            ["fox athletics 7c→2", "fox stealth 6c→4", "bell athletics 4c→3"],
        ),
    ],
)
def test_any_movement_check_may_be_a_stunt(command: Command, throws: list[str]) -> None:
    spec = on_the_ground().when(command, throws=throws).then(BreathSpent(combatant="fox", points=1, purpose="stunt"))
    fox = spec.fight.people["fox"]
    assert fox.out == "escaped" or fox.zone != "here" or around(spec, "fox") == {"bell"}


def test_a_way_without_a_throw_is_no_stunt_and_has_nothing_to_modify() -> None:
    spec = on_the_ground()
    spec.when(go(zone="yard", stunt=stunt("stealth"))).refused("S3-STUNT-1")
    spec.when(go(leave=True, modifier=Modifier(coins=1))).refused("S3-THROW-9")


@pytest.mark.rule("S3-MOVE-18", "S3-RUL-50")
def test_standing_up_is_the_movement_action() -> None:
    spec = on_the_ground().given(Impose(combatant="fox", prone=True))
    spec.when(StandUp(actor="fox")).then(
        ActionTaken(actor="fox", action="movement", command="s3.stand_up"), StoodUp(combatant="fox")
    )
    assert not spec.fight.people["fox"].prone
    spec.when(StandUp(actor="fox")).refused("S3-MOVE-18")
    spec.given(Impose(combatant="fox", prone=True)).when(StandUp(actor="fox")).refused("S3-TURN-10")


@pytest.mark.rule("S3-MOVE-18")
def test_picking_up_is_the_movement_action_and_needs_a_free_hand() -> None:
    spec = given(fight("ogre", "bell"), *round_of("ogre", "bell", "npc_first"), Drop(actor="bell", item="pistol"))
    spec.given(Ready(actor="bell", item="knife"), EndTurn(actor="bell"))
    spec.given(Ready(actor="ogre", item="hand_cannon"))
    spec.when(PickUp(actor="ogre", item="pistol")).refused("S3-MOVE-18")
    spec.given(Stow(actor="ogre", item="pistol")).when(PickUp(actor="ogre", item="knife")).refused("S3-MOVE-18")
    spec.when(PickUp(actor="ogre", item="pistol")).then(
        ActionTaken(actor="ogre", action="movement", command="s3.pick_up"), ItemPickedUp
    )
    assert spec.fight.ground["here"] == ()
    spec.given(Drop(actor="ogre", item="hand_cannon"))
    spec.when(PickUp(actor="ogre", item="hand_cannon")).refused("S3-TURN-10")


@pytest.mark.rule("S3-MOVE-18", "S3-TURN-13")
def test_what_is_no_weapon_is_readied_and_picked_up_with_one_hand() -> None:
    watcher = newcomer("fox", items=[{"kind": "spyglass"}], hands={})
    spec = given(fight(watcher, "bell"), *round_of("fox", "bell"), Ready(actor="fox", item="spyglass"))
    assert spec.fight.people["fox"].hands.hands_with("spyglass") == ("main",)
    spec.given(Drop(actor="fox", item="spyglass")).when(PickUp(actor="fox", item="spyglass")).then(ItemPickedUp)
    assert spec.fight.people["fox"].hands.hands_with("spyglass") == ("main",)


@pytest.mark.rule("S3-MOVE-19")
def test_the_attack_may_follow_where_the_climb_ended() -> None:
    spec = on_the_ground().given(Place(combatant="bell", zone="roof"))
    spec.when(Climb(actor="fox", link="wall", engage="bell"), throws=["fox acrobatics 8c→5"]).then(Engaged)
    spec.when(attack("fox", "bell"), "bell: evasion", throws=["fox hand_to_hand 8c→1", "bell evasion 5c→2"]).then(
        AttackMissed
    )


@pytest.mark.parametrize(
    "command",
    [
        LEAVE,
        go(engage="guard"),
        Climb(actor="fox", link="wall"),
        DropDown(actor="fox", storeys=1),
        Chase(actor="fox", target="bell"),
        flee("fox", "bell"),
        Check(actor="fox", skill="stealth", action="movement"),
    ],
)
def test_every_movement_action_lets_go_of_whoever_is_held(command: Command) -> None:
    pin = Pinned(hold=Hold("pin-1", "pin", "fox", "bell", 4, "unarmed", 0, 0))
    spec = on_the_ground("guard").given(engage("fox", "bell"), pin).given(command)
    assert not spec.fight.holds
