"""The lines of the story of S3 that a table hears most, word for word."""

import pytest

from domain.rulesets.s3.chapters.grapple.pins import Pinned
from domain.rulesets.s3.chapters.movement.falling import DropDown
from domain.rulesets.s3.chapters.movement.hiding import DistractionSet
from domain.rulesets.s3.chapters.movement.walking import Move
from domain.rulesets.s3.chapters.narrator.conditions import Impose
from domain.rulesets.s3.chapters.narrator.hazards import Hazard
from domain.rulesets.s3.chapters.narrator.placing import Place
from domain.rulesets.s3.chapters.narrator.scenery import SetScene, Zone
from domain.rulesets.s3.chapters.turns.pairings import BeginTurn
from domain.rulesets.s3.chapters.turns.rounds import BeginRound
from domain.rulesets.s3.state import Hold
from tests.rules.s3.builders import attack, chase, check, flee, hide, leap, link, scene, seat, stunt
from tests.rules.s3.specification import Specification, engage, fight, given, round_of


def duel() -> Specification:
    return given(fight("ogre", "bell"), *round_of("ogre", "bell"))


def test_a_weapon_that_comes_to_hand_is_named_once() -> None:
    spec = given(fight("fox", "bell"), *round_of("fox", "bell", "npc_first"), engage("fox", "bell"))
    spec.when(attack("bell", "fox", "knife"))
    assert spec.lines() == ["Golden Bell member readies the knife and attacks Flying Fox with it."]


@pytest.mark.rule("S3-OPP-5")
def test_the_table_hears_what_is_tied_before_the_coin_is_called() -> None:
    spec = duel().when(
        attack("ogre", "bell", "pistol"),
        "bell: evasion",
        throws=["ogre sharpshooting 7c→3", "bell evasion 5c→3"],
    )
    [line] = spec.lines()
    assert line == (
        "One-Eyed Ogre attacks Golden Bell member with the pistol and has to call heads or tails in a tie with Golden"
        " Bell member, 3 to 3: the coin decides whether One-Eyed Ogre's attack hits."
    )
    spec.answer("heads", throws=["flip T"])
    assert spec.lines() == ["One-Eyed Ogre misses Golden Bell member with the pistol, by the coin at 3 to 3."]


@pytest.mark.rule("S3-ATK-7")
def test_a_miss_is_told_with_both_results() -> None:
    spec = duel().when(
        attack("ogre", "bell", "pistol"),
        "bell: evasion",
        throws=["ogre sharpshooting 7c→2", "bell evasion 5c→3"],
    )
    assert spec.lines() == ["One-Eyed Ogre misses Golden Bell member with the pistol, 2 to 3."]


@pytest.mark.rule("S3-THROW-11")
@pytest.mark.parametrize(("heads", "said"), [(3, "passes with 3 heads"), (1, "fails with 1 head")])
def test_a_check_is_told_with_its_heads_and_what_was_needed(heads: int, said: str) -> None:
    spec = duel().when(check("ogre", "athletics", need=2), throws=[f"ogre athletics 6c→{heads}"])
    assert spec.lines() == [f"One-Eyed Ogre tries athletics and {said} (2 needed)."]
    spec = duel().when(
        check("ogre", "athletics", need=2, stunt=stunt("acrobatics")),
        throws=[f"ogre athletics 6c→{heads}", "acrobatics 3c→1"],
    )
    assert spec.lines()[0].endswith(f" for 1 Breath, and {said} (2 needed).")


def test_a_tied_initiative_is_told_with_the_pairing() -> None:
    spec = given(fight("fox", "bell"), BeginRound())
    spec.when(BeginTurn(pc="fox", npc="bell"), throws=["fox initiative 7c→2", "bell initiative 4c→2"])
    [line] = spec.lines()
    assert line == (
        "Flying Fox and Golden Bell member face each other; Flying Fox has to call heads or tails in a tie with Golden"
        " Bell member, 2 to 2: the coin decides the initiative."
    )


def test_what_a_coin_decides_about_damage_is_told_with_the_damage() -> None:
    tied = given(fight("jade", "bell")).when(
        Hazard(targets=("jade",), coins=4), throws=["damage 4c→3", "jade fortitude 5c→3"]
    )
    assert tied.lines()[0].endswith(
        ", and has to call heads or tails in a tie with the damage, 3 to 3: the coin decides whether Jade Butterfly is"
        " stunned."
    )


@pytest.mark.parametrize(("coins", "fortitude", "at"), [(4, 2, "4 against 2 heads"), (2, 1, "2 against 1 head")])
def test_what_a_coin_decides_about_damage_twice_as_high_is_told_with_both(coins: int, fortitude: int, at: str) -> None:
    twice = given(fight("jade", disable_by_fortitude="flip")).when(
        Hazard(targets=("jade",), coins=5), throws=[f"damage 5c→{coins}", f"jade fortitude 5c→{fortitude}"]
    )
    assert twice.lines()[0].endswith(
        f", and has to call heads or tails for damage of {at}: the coin decides whether Jade Butterfly is disabled."
    )


@pytest.mark.rule("S3-OPP-8")
def test_the_coin_is_told_of_the_opponent_who_was_tied() -> None:
    spec = given(fight("jade", "bell", "guard"), DistractionSet(zone="here"), *round_of("jade", "bell"))
    spec.when(
        hide("jade"),
        "jade: heads",
        throws=["jade stealth 8c→4", "bell awareness 6c→3", "guard awareness 5c→4", "flip T"],
    )
    assert spec.lines() == [
        "Jade Butterfly hides from Golden Bell member, 4 to 3, and fails to hide from Guard, 4 to 4, by the coin."
    ]


def test_who_escapes_with_nobody_in_pursuit_just_escapes() -> None:
    spec = given(fight("ogre", "bell"), *round_of("ogre", "bell"))
    spec.when(flee("ogre"), throws=["ogre athletics 6c→2"])
    assert spec.lines()[0] == "One-Eyed Ogre escapes."


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("Prison yard", "in the prison yard"),
        ("Roof", "on the roof"),
        ("North Tower", "at the North Tower"),
        ("The Golden Lotus", "at the Golden Lotus"),
    ],
)
def test_a_zone_is_said_as_a_noun_unless_it_has_a_name(name: str, said: str) -> None:
    zones = (Zone(key="here"), Zone(key="there", name=name))
    spec = given(fight("ogre", "bell"), SetScene(zones=zones)).when(Place(combatant="ogre", zone="there"))
    assert spec.lines() == [f"The narrator places One-Eyed Ogre {said}."]


@pytest.mark.rule("S3-CALL-4")
def test_a_coin_that_decides_about_a_called_shot_names_what_is_lost() -> None:
    spec = duel().when(
        attack("ogre", "bell", "pistol", called="eyes"),
        "bell: evasion",
        throws=["ogre sharpshooting 7c→5", "bell evasion 5c→1", "damage 7c→3", "bell fortitude 4c→3"],
    )
    assert spec.lines()[-1].endswith("the coin decides whether Golden Bell member loses the use of the eyes.")


@pytest.mark.rule("S3-MOVE-9")
@pytest.mark.parametrize(
    ("heads", "line"),
    [
        (6, "Flying Fox comes down 3 storeys safely, to the cellar."),
        (2, "Flying Fox drops 3 storeys, 1 of them safely, to the cellar, and takes no damage."),
    ],
)
def test_a_drop_is_told_before_where_it_ends(heads: int, line: str) -> None:
    ground = scene("here", "cellar", links=(link("shaft", "here", "cellar", "drop", storeys=3),))
    spec = given(fight("fox", "bell"), ground, *round_of("fox", "bell"))
    throws = [f"fox acrobatics 8c→{heads}", *([] if heads == 6 else ["fall 6c→0"])]
    assert spec.when(DropDown(actor="fox", link="shaft"), throws=throws).lines()[0] == line


@pytest.mark.rule("S3-STUNT-18")
def test_a_stunt_is_told_as_its_player_has_named_it_and_remembered_in_any_letters() -> None:
    first = check("ogre", "athletics", stunt=stunt("acrobatics", tactic=" Over Old Chen "))
    spec = duel().when(first, throws=["ogre athletics 6c→3", "acrobatics 3c→1"])
    told = "One-Eyed Ogre tries a stunt with acrobatics and athletics (“Over Old Chen”) for 1 Breath, and gets 3 heads."
    assert spec.lines() == [told]
    spec.when(check("ogre", "athletics", stunt=stunt("acrobatics", tactic="over old chen"))).refused("S3-STUNT-17")


@pytest.mark.rule("S3-STUNT-1")
def test_a_check_with_a_stunt_is_tried_once() -> None:
    tried = "One-Eyed Ogre tries a stunt with acrobatics and athletics for 1 Breath"
    check_with_stunt = check("ogre", "athletics", stunt=stunt("acrobatics"))
    spec = duel().when(check_with_stunt, throws=["ogre athletics 6c→3", "acrobatics 3c→1"])
    assert spec.lines() == [f"{tried}, and gets 3 heads."]
    spec = given(fight("ogre", "jade", "bell"), *round_of("ogre", "bell"))
    spec.when(check("ogre", "athletics", against="jade athletics", stunt=stunt("acrobatics")))
    assert spec.lines() == [f"{tried} against Jade Butterfly, who opposes with athletics."]


@pytest.mark.rule("S3-MOUNT-24")
def test_who_lands_on_another_vehicle_has_leapt_there() -> None:
    spec = chase().when(
        leap("star", "black"), "ripper: piloting", throws=["star acrobatics 7c→5", "ripper piloting 8c→4"]
    )
    assert spec.lines()[0].startswith("Shooting Star makes the leap against Ripper Zhang, 5 to 4, and now rides on ")


@pytest.mark.rule("S3-MOUNT-26")
def test_a_leap_that_fails_is_told_by_how_it_ends_alone() -> None:
    spec = chase().when(
        leap("star", "black"), "ripper: piloting", throws=["star acrobatics 7c→2", "ripper piloting 8c→4"]
    )
    assert spec.lines() == ["Shooting Star fails the leap against Ripper Zhang, 2 to 4."]


@pytest.mark.rule("S3-MOUNT-29", "S3-DIS-7")
def test_a_driver_who_goes_down_no_longer_steers() -> None:
    spec = chase(seat("star", "black")).when(Impose(combatant="ripper", disabled="down"))
    assert seats(spec) == ["Ripper Zhang no longer steers autocycle 2."]
    spec.given(Place(combatant="ripper", zone="here")).when(Place(combatant="ripper", vehicle="black"))
    assert seats(spec) == ["Ripper Zhang now rides on autocycle 2."]


def seats(spec: Specification) -> list[str]:
    """What is told of seats that the last command gave."""
    told = [entry for entry in spec.entries(2) if entry.level == 2]
    return [entry.sentence for entry in told if entry.type == "s3.seat_taken"]


@pytest.mark.rule("S3-MOVE-19")
def test_who_moves_on_is_told_to_let_go_before() -> None:
    spec = given(fight("fox", "bell", "guard"), *round_of("fox", "bell"), engage("fox", "bell"))
    held = Hold("pin-1", "pin", "fox", "bell", 4, "unarmed", 1, 0)
    spec.given(Pinned(hold=held)).when(Move(actor="fox", engage="guard"))
    assert spec.lines() == ["Flying Fox lets go of Golden Bell member to move and closes in on Guard."]


@pytest.mark.rule("S3-RANGE-4", "S3-PIN-9")
def test_who_closes_in_to_attack_is_told_to_let_go_before() -> None:
    spec = given(fight("fox", "bell", "guard"), *round_of("fox", "bell"), engage("fox", "bell"))
    held = Hold("pin-1", "pin", "fox", "bell", 4, "unarmed", 1, 0)
    spec.given(Pinned(hold=held)).when(attack("fox", "guard", "unarmed"))
    goes = "Flying Fox lets go of Golden Bell member to move, closing in"
    assert spec.lines() == [f"{goes}, and attacks Guard with bare hands."]


@pytest.mark.rule("S3-TURN-25")
def test_a_turn_that_a_decided_fight_leaves_out_is_no_heading() -> None:
    spec = duel().when(flee("ogre"), throws=["ogre athletics 6c→2"])
    entry = spec.entries()[-1]
    assert (entry.sentence, entry.opens) == ("The opposition wins the fight.", None)


@pytest.mark.rule("S3-MOVE-2")
@pytest.mark.parametrize(("heads", "said"), [(3, "passes with 3 heads"), (1, "fails with 1 head")])
def test_a_way_with_a_check_is_told_before_how_the_check_goes(heads: int, said: str) -> None:
    ground = scene("here", "roof", links=(link("ledge", "here", "roof", "check", skill="athletics", need=2),))
    spec = given(fight("ogre", "bell"), ground, *round_of("ogre", "bell"))
    spec.when(Move(actor="ogre", zone="roof"), throws=[f"ogre athletics 6c→{heads}"])
    assert spec.lines() == [f"One-Eyed Ogre heads to the roof and {said} (2 needed)."]


@pytest.mark.rule("S3-MOVE-9", "S3-MOVE-12")
@pytest.mark.parametrize(("heads", "moment"), [(6, None), (2, "fall")])
def test_who_comes_down_safely_has_no_big_moment(heads: int, moment: str | None) -> None:
    ground = scene("here", "cellar", links=(link("shaft", "here", "cellar", "drop", storeys=3),))
    spec = given(fight("fox", "bell"), ground, *round_of("fox", "bell"))
    throws = [f"fox acrobatics 8c→{heads}", *([] if heads == 6 else ["fall 6c→0"])]
    [line, *_] = spec.when(DropDown(actor="fox", link="shaft"), throws=throws).entries()
    assert line.moment == moment
