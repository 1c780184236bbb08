"""Sheets: what may join, and what a sheet that says little comes to (TK-SHEET-1 to TK-SHEET-14)."""

from typing import Any

import pytest

from domain.core.commands import Join
from domain.core.events import CombatantJoined
from domain.rulesets.ticks.chapters.declaring.free_actions import Drop
from domain.rulesets.ticks.chapters.deeds.care import PassTime
from domain.rulesets.ticks.chapters.deeds.harm import BeganDying, FellUnconscious
from domain.rulesets.ticks.items import Armour, Thing
from domain.rulesets.ticks.state import Person, Square
from domain.rulesets.ticks.words import STATISTICS
from tests.rules.ticks.builders import gathered, joined, plain, refused, with_things
from tests.rules.ticks.specification import PLAIN, fight, given

OWN_BLADE = {"key": "rapier", "kind": "melee", "base": 3, "skill": "fencing"}
"""A weapon of no chart, with all that it has to say."""
OWN_GUN = {"key": "crossbow", "kind": "ranged", "base": 4, "skill": "archery", "magazine": 1}


def test_everybody_has_a_name() -> None:
    assert joined(Join(sheet={"name": "Old Pete", "statistics": PLAIN})).id == "old_pete"
    refused(Join(id="a", sheet={"statistics": PLAIN}), None, "name")
    refused(Join(sheet={"id": "no such", "name": "A", "statistics": PLAIN}), None, "id")


# TK-SHEET-1 to -4: statistics, skills, luck


@pytest.mark.rule("TK-SHEET-1")
@pytest.mark.parametrize("statistic", STATISTICS)
def test_each_of_five_statistics_is_required_and_goes_from_1_to_30(statistic: str) -> None:
    without = {key: score for key, score in PLAIN.items() if key != statistic}
    refused(plain("a", statistics=without), "TK-SHEET-1", f"statistics.{statistic}")
    for score in (0, 31, 9.5):
        refused(plain("a", statistics={**PLAIN, statistic: score}), "TK-SHEET-1", f"statistics.{statistic}")
    for score in (1, 30):
        assert joined(plain("a", statistics={**PLAIN, statistic: score})).statistics[statistic] == score


@pytest.mark.rule("TK-SHEET-1")
def test_a_sheet_without_statistics_is_refused() -> None:
    refused(Join(id="a", sheet={"name": "A"}), "TK-SHEET-1", "statistics")


@pytest.mark.rule("TK-SHEET-2")
def test_further_statistics_may_be_named_freely() -> None:
    who = joined(plain("a", statistics={**PLAIN, "intellect": 17, "sense_of_smell2": 1}))
    assert who.statistics == {**PLAIN, "intellect": 17, "sense_of_smell2": 1}
    for score in (0, 31):
        refused(plain("a", statistics={**PLAIN, "intellect": score}), "TK-SHEET-2", "statistics.intellect")
    for name in ("Intellect", "sense-of-smell", "2nd"):
        refused(plain("a", statistics={**PLAIN, name: 10}), "TK-SHEET-2", f"statistics.{name}")


@pytest.mark.rule("TK-SHEET-3")
@pytest.mark.parametrize(("level", "legal"), [(-1, False), (0, True), (5, True), (6, False)])
def test_a_skill_has_a_level_from_0_to_5(level: int, legal: bool) -> None:
    somebody = plain("a", skills={"lockpicking": level})
    if legal:
        assert joined(somebody).level("lockpicking") == level
    else:
        refused(somebody, "TK-SHEET-3", "skills.lockpicking")


@pytest.mark.rule("TK-SHEET-3")
def test_a_skill_that_is_not_there_is_0() -> None:
    who = joined(plain("a", skills={"evade": 2}))
    assert (who.level("evade"), who.level("medicine")) == (2, 0)


@pytest.mark.rule("TK-SHEET-4")
@pytest.mark.parametrize(("luck", "legal"), [(-1, False), (0, True), (20, True), (21, False)])
def test_luck_goes_from_0_to_20(luck: int, legal: bool) -> None:
    if legal:
        assert joined(plain("a", luck=luck)).luck == luck
    else:
        refused(plain("a", luck=luck), "TK-SHEET-4", "luck")


@pytest.mark.rule("TK-SHEET-4")
def test_luck_that_is_not_given_is_0() -> None:
    assert joined(plain("a")).luck == 0


@pytest.mark.rule("TK-SHEET-5")
def test_one_may_join_wounded() -> None:
    assert joined(plain("a")).wounds == 0
    assert joined(plain("a", wounds=500)).wounds == 500
    refused(plain("a", wounds=-1), "TK-SHEET-5", "wounds")


@pytest.mark.rule("TK-SHEET-5", "TK-KO-1", "TK-DYING-1", "TK-DYING-2")
@pytest.mark.parametrize(
    ("wounds", "unconscious", "dying"), [(10, None, None), (11, None, 0), (12, "wounds", 0), (13, "wounds", 0)]
)
def test_wounds_are_looked_at_when_one_joins(wounds: int, unconscious: str | None, dying: int | None) -> None:
    who = joined(plain("a", wounds=wounds))
    assert (who.unconscious, who.dying) == (unconscious, dying)


@pytest.mark.rule("TK-SHEET-5", "TK-KO-1", "TK-DYING-1")
def test_one_begins_to_die_at_the_second_in_which_one_joins() -> None:
    later = given(fight(), PassTime(seconds=45)).when(plain("a", wounds=20))
    later.then(CombatantJoined, FellUnconscious(combatant="a", cause="wounds"), BeganDying(combatant="a", since=45))
    opened = given().when(fight(plain("a", wounds=20)))
    opened.then(CombatantJoined, FellUnconscious(combatant="a", cause="wounds"), BeganDying(combatant="a", since=0))


@pytest.mark.rule("TK-SHEET-5", "TK-DYING-5")
@pytest.mark.parametrize(
    "said",
    [{"dead": True}, {"unconscious": "wounds", "dying": -40}, {"unconscious": "wounds", "stabilised": True}],
)
def test_what_a_sheet_says_of_wounds_does_not_happen_again(said: dict[str, Any]) -> None:
    given(fight()).when(plain("a", wounds=20, **said)).then(CombatantJoined).never(FellUnconscious, BeganDying)


@pytest.mark.rule("TK-KO-4")
def test_unconsciousness_that_was_chosen_is_by_wounds_with_as_many() -> None:
    assert joined(plain("a", wounds=12, unconscious="chosen")).unconscious == "wounds"
    assert joined(plain("a", wounds=11, unconscious="chosen")).unconscious == "chosen"


# TK-SHEET-6 to -8: things, their IDs and places, hands


@pytest.mark.rule("TK-SHEET-6")
def test_a_thing_is_called_by_its_owner_and_key_unless_it_has_an_id() -> None:
    knives = [{"key": "knife", "place": "carried"}] * 3
    who = joined(with_things(*knives, {"key": "sword", "id": "durendal"}))
    assert list(who.things) == ["bell.knife", "bell.knife.2", "bell.knife.3", "durendal"]
    assert [thing.id for thing in who.things.values()] == list(who.things)
    assert [thing.key for thing in who.things.values()] == ["knife", "knife", "knife", "sword"]


@pytest.mark.rule("TK-SHEET-6")
def test_a_default_id_gives_way_to_what_is_called_so_already() -> None:
    own = joined(with_things({"key": "knife", "place": "carried"}, {"key": "sword", "id": "bell.knife"}))
    assert list(own.things) == ["bell.knife.2", "bell.knife"]
    others = with_things({"key": "sword", "id": "bell.knife"}, name="ann")
    assert list(joined(with_things({"key": "knife"}), others).things) == ["bell.knife.2"]


@pytest.mark.rule("TK-SHEET-6")
def test_ids_are_unique_in_the_encounter() -> None:
    blade: dict[str, Any] = {"key": "sword", "id": "durendal"}
    refused(with_things(blade), "TK-SHEET-6", "things[0].id", with_things(blade, name="ann"))
    refused(with_things({"key": "knife", "id": "durendal"}, blade), "TK-SHEET-6", "things[1].id")
    coat = {"key": "light_ballistic", "id": "durendal"}
    refused(with_things(blade, armour=[coat]), "TK-SHEET-6", "armour[0].id")
    refused(with_things(blade), "TK-SHEET-6", "things[0].id", plain("ann", armour=[coat]))
    refused(plain("bell", armour=[coat]), "TK-SHEET-6", "armour[0].id", with_things(blade, name="ann"))


@pytest.mark.rule("TK-SHEET-6")
def test_what_lies_on_the_ground_keeps_its_id() -> None:
    lost = [with_things({"key": "knife", "id": "durendal"}, name="ann"), Drop(actor="ann", item="knife")]
    assert not given(fight(), *lost).fight.people["ann"].things
    refused(with_things({"key": "sword", "id": "durendal"}), "TK-SHEET-6", "things[0].id", *lost)


@pytest.mark.rule("TK-SHEET-6")
def test_a_key_means_the_first_thing_of_its_own_that_is_ready() -> None:
    carried, ready = {"key": "knife", "place": "carried"}, {"key": "knife"}
    who = joined(with_things(carried, ready, {"key": "sword", "place": "carried"}, {"key": "knife"}))
    for name, found in (("knife", "bell.knife.2"), ("bell.knife", "bell.knife"), ("sword", "bell.sword")):
        thing = who.thing(name)
        assert thing is not None
        assert thing.id == found
    assert who.thing("pistol") is None


@pytest.mark.rule("TK-SHEET-6")
def test_a_thing_is_ready_or_carried() -> None:
    who = joined(with_things({"key": "sword"}, {"key": "knife", "place": "carried"}))
    assert [thing.ready for thing in who.things.values()] == [True, False]
    for place in ("worn", "ground"):
        refused(with_things({"key": "knife", "place": place}), "TK-SHEET-6", "things[0].place")
    refused(with_things({"name": "knife"}), "TK-SHEET-6", "things[0].key")


@pytest.mark.rule("TK-SHEET-7")
@pytest.mark.parametrize(
    ("keys", "fits"),
    [("rifle", True), ("sword knife", True), ("sword knife hatchet", False), ("rifle knife", False),
     ("bow pistol", False), ("baseball_bat shield", False)],
)  # fmt: skip
def test_two_hands_hold_what_takes_two_hands_in_all(keys: str, fits: bool) -> None:
    things: list[dict[str, Any]] = [{"key": key} for key in keys.split()]
    if fits:
        assert len(joined(with_things(*things)).things) == len(things)
    else:
        refused(with_things(*things), "TK-SHEET-7", "things")
        in_the_hand, *others = things
        carried = [{**thing, "place": "carried"} for thing in others]
        assert joined(with_things(in_the_hand, *carried)).hands_full <= 2


@pytest.mark.rule("TK-SHEET-7")
def test_the_hands_that_a_sheet_names_are_those_that_count() -> None:
    assert joined(with_things({"key": "rifle", "hands": 1}, {"key": "knife"})).hands_full == 2
    assert joined(with_things({"key": "rifle"}, {**OWN_BLADE, "hands": 0})).hands_full == 2
    refused(with_things({"key": "sword", "hands": 2}, {"key": "knife"}), "TK-SHEET-7", "things")
    refused(with_things({"key": "sword", "hands": 3}), "TK-SHEET-9", "things[0].hands")


@pytest.mark.rule("TK-SHEET-7")
def test_bare_hands_are_nothing_that_one_carries() -> None:
    refused(with_things({"key": "unarmed"}), "TK-SHEET-7", "things[0].key")
    refused(with_things({"key": "knife", "id": "unarmed"}), "TK-SHEET-7", "things[0].id")


@pytest.mark.rule("TK-SHEET-8")
def test_one_shield_at_most_is_ready() -> None:
    refused(with_things({"key": "shield"}, {"key": "shield"}), "TK-SHEET-8", "things")
    who = joined(with_things({"key": "shield", "place": "carried"}, {"key": "shield"}))
    assert who.shield is not None
    assert who.shield.id == "bell.shield.2"


@pytest.mark.rule("TK-SHEET-8")
def test_one_armour_at_most_is_worn() -> None:
    assert joined(plain("a")).armour is None
    refused(plain("a", armour=[{"key": "light_ballistic"}, {"key": "heavy_ballistic"}]), "TK-SHEET-8", "armour")


# TK-SHEET-9 and -10: what a thing is


@pytest.mark.rule("TK-SHEET-9")
def test_what_a_sheet_says_of_a_weapon_wins_over_the_chart() -> None:
    said = {
        "name": "Old Faithful", "base": 9, "skill": "longarm", "hands": 2, "quick_draw": ["melee"], "magazine": 6,
        "loaded": 2, "spare": 18, "place": "carried",
    }  # fmt: skip
    (thing,) = joined(with_things({"key": "pistol", **said})).things.values()
    assert {part: getattr(thing, part) for part in said} == {**said, "quick_draw": ("melee",)}
    assert (thing.key, thing.kind) == ("pistol", "ranged")
    (thing,) = joined(with_things({"key": "sword", "reach": 5, "throwable": True, "quick_draw": []})).things.values()
    assert (thing.reach, thing.throwable, thing.quick_draw, thing.base) == (5, True, (), 4)
    (thing,) = joined(with_things({"key": "baseball_bat", "quick_draw": ["ranged"]})).things.values()
    assert (thing.hands, thing.quick_draw) == (2, ("ranged",))


@pytest.mark.rule("TK-SHEET-9")
def test_a_weapon_of_no_chart_says_what_it_is() -> None:
    blade, gun = joined(with_things(OWN_BLADE, OWN_GUN | {"key": "hand_crossbow"})).things.values()
    assert blade == Thing("bell.rapier", "rapier", "rapier", "melee", base=3, skill="fencing", reach=1, hands=1)
    assert gun == Thing(
        "bell.hand_crossbow", "hand_crossbow", "hand crossbow", "ranged",
        base=4, skill="archery", hands=1, magazine=1, loaded=1,
    )  # fmt: skip
    assert (blade.ready, blade.quick_draw, blade.throwable, gun.spare) == (True, (), False, 0)


@pytest.mark.rule("TK-SHEET-9")
@pytest.mark.parametrize(
    ("weapon", "missing"), [*((OWN_BLADE, part) for part in ("kind", "base", "skill")), (OWN_GUN, "magazine")]
)
def test_a_weapon_of_no_chart_leaves_nothing_out(weapon: dict[str, Any], missing: str) -> None:
    less = {part: value for part, value in weapon.items() if part != missing}
    refused(with_things(less), "TK-SHEET-9", f"things[0].{missing}")


@pytest.mark.rule("TK-SHEET-9")
@pytest.mark.parametrize(
    ("part", "least", "most"),
    [("base", 0, 999), ("reach", 0, 100), ("hands", 0, 2), ("magazine", 0, 9999), ("spare", 0, 9999)],
)
def test_the_numbers_of_a_weapon_have_their_span(part: str, least: int, most: int) -> None:
    weapon = OWN_GUN if part in ("magazine", "spare") else OWN_BLADE
    for number in (least, most):
        (thing,) = joined(with_things({**weapon, part: number})).things.values()
        assert getattr(thing, part) == number
    for number in (least - 1, most + 1):
        refused(with_things({**weapon, part: number}), "TK-SHEET-9", f"things[0].{part}")


@pytest.mark.rule("TK-SHEET-9")
@pytest.mark.parametrize(("loaded", "legal"), [(-1, False), (0, True), (8, True), (9, False)])
def test_no_more_is_loaded_than_the_magazine_holds(loaded: int, legal: bool) -> None:
    somebody = with_things({"key": "pistol", "loaded": loaded})
    if legal:
        assert joined(somebody).things["bell.pistol"].loaded == loaded
    else:
        refused(somebody, "TK-SHEET-9", "things[0].loaded")


@pytest.mark.rule("TK-SHEET-9")
def test_a_smaller_magazine_holds_less() -> None:
    assert joined(with_things({"key": "pistol", "magazine": 5})).things["bell.pistol"].loaded == 5
    refused(with_things({"key": "pistol", "magazine": 5, "loaded": 6}), "TK-SHEET-9", "things[0].loaded")


@pytest.mark.rule("TK-SHEET-9")
@pytest.mark.parametrize(
    ("weapon", "part", "value"),
    [
        *(("sword", part, 1) for part in ("magazine", "loaded", "spare")),
        ("pistol", "reach", 1),
        ("pistol", "throwable", True),
    ],
)
def test_hand_weapons_hold_no_ammunition_and_only_they_reach_and_fly(weapon: str, part: str, value: object) -> None:
    detail = refused(with_things({"key": weapon, part: value}), "TK-SHEET-9", f"things[0].{part}")
    assert detail.count("things[0]") == 1
    nothing = type(value)(0)  # type: ignore[call-arg]
    assert f"bell.{weapon}" in joined(with_things({"key": weapon, part: nothing})).things


@pytest.mark.rule("TK-SHEET-9")
def test_a_weapon_is_melee_or_ranged() -> None:
    refused(with_things({**OWN_BLADE, "kind": "magic"}), "TK-SHEET-9", "things[0].kind")
    refused(with_things({**OWN_BLADE, "quick_draw": ["thrown"]}), "TK-SHEET-9", "things[0].quick_draw[0]")
    (gun,) = joined(with_things({"key": "sword", "kind": "ranged", "magazine": 3})).things.values()
    assert (gun.kind, gun.base, gun.skill, gun.magazine, gun.loaded) == ("ranged", 4, "melee", 3, 3)
    assert gun.reach == Thing("", "", "", "ranged").reach


@pytest.mark.rule("TK-SHEET-10")
def test_a_shield_has_a_skill_and_takes_one_hand() -> None:
    (shield,) = joined(with_things({"key": "buckler", "kind": "shield"})).things.values()
    assert (shield.name, shield.kind, shield.skill, shield.hands) == ("buckler", "shield", "melee", 1)
    (shield,) = joined(with_things({"key": "shield", "skill": "shields", "hands": 1})).things.values()
    assert shield.skill == "shields"
    for hands in (0, 2):
        refused(with_things({"key": "shield", "hands": hands}), "TK-SHEET-10", "things[0].hands")
    for part in ("base", "reach", "magazine", "loaded", "spare"):
        refused(with_things({"key": "shield", part: 1}), "TK-SHEET-10", f"things[0].{part}")
    detail = refused(with_things({"key": "shield", "throwable": True}), "TK-SHEET-10", "things[0].throwable")
    assert "A shield has none" in detail
    refused(with_things({"key": "shield", "quick_draw": ["melee"]}), "TK-SHEET-10", "things[0].quick_draw")


@pytest.mark.rule("TK-SHEET-10")
def test_armour_may_be_worn_down_or_of_no_chart() -> None:
    worn = joined(plain("bell", armour=[{"key": "heavy_ballistic", "wear": 2, "rating_melee": 1}])).armour
    assert worn == Armour("bell.heavy_ballistic", "heavy_ballistic", "heavy ballistic armour", 4, 1, 2)
    mail = {"key": "chain_mail", "rating_ranged": 1, "rating_melee": 5}
    assert joined(plain("bell", armour=[mail])).armour == Armour("bell.chain_mail", "chain_mail", "chain mail", 1, 5)
    named = joined(plain("bell", armour=[{**mail, "name": "Mithril", "id": "mithril"}])).armour
    assert named == Armour("mithril", "chain_mail", "Mithril", 1, 5)


@pytest.mark.rule("TK-SHEET-10")
@pytest.mark.parametrize("part", ["rating_ranged", "rating_melee"])
def test_armour_has_both_ratings_and_neither_is_below_0(part: str) -> None:
    mail = {"key": "chain_mail", "rating_ranged": 1, "rating_melee": 5}
    less = {key: value for key, value in mail.items() if key != part}
    refused(plain("a", armour=[less]), "TK-SHEET-10", f"armour[0].{part}")
    refused(plain("a", armour=[{**mail, part: -1}]), "TK-SHEET-10", f"armour[0].{part}")
    refused(plain("a", armour=[{**mail, "wear": -1}]), "TK-SHEET-10", "armour[0].wear")
    bare = joined(plain("a", armour=[{**mail, part: 0, "wear": 0}])).armour
    assert getattr(bare, part) == 0


# TK-SHEET-11: conditions


@pytest.mark.rule("TK-SHEET-11")
def test_whoever_says_nothing_of_conditions_has_none() -> None:
    assert joined(plain("a")) == Person("a", "A", "a", PLAIN)


@pytest.mark.rule("TK-SHEET-11")
def test_a_sheet_carries_conditions() -> None:
    said: dict[str, Any] = {
        "unconscious": "wounds", "stabilised": True, "prone": True, "care_days": 1, "care": "basic",
    }  # fmt: skip
    who = joined(plain("a", wounds=12, **said))
    assert {part: getattr(who, part) for part in said} == said
    assert not who.conscious
    dying = joined(plain("a", wounds=11, dying=-40, unconscious="chosen"))
    assert (dying.dying, dying.unconscious, dying.stabilised) == (-40, "chosen", False)
    dead = joined(plain("a", wounds=30, dead=True))
    assert (dead.dead, dead.conscious) == (True, False)


@pytest.mark.rule("TK-SHEET-11")
@pytest.mark.parametrize(
    ("part", "value"),
    [("unconscious", "sleep"), ("dying", -301), ("stabilised", 2), ("dead", "very"), ("prone", None), ("held_by", "x"),
     ("care_days", -1), ("care", "good")],
)  # fmt: skip
def test_there_are_no_other_conditions(part: str, value: object) -> None:
    refused(plain("a", **{part: value}), "TK-SHEET-11", part)


@pytest.mark.rule("TK-SHEET-11")
def test_days_of_care_are_counted_from_0() -> None:
    assert [joined(plain("a", care_days=days)).care_days for days in (0, 1, 999_999)] == [0, 1, 999_999]
    refused(plain("a", care_days=1_000_000), "TK-SHEET-11", "care_days")


@pytest.mark.rule("TK-KO-4")
def test_nobody_is_unconscious_by_fewer_wounds_than_willpower() -> None:
    refused(plain("a", wounds=11, unconscious="wounds"), "TK-KO-4", "unconscious")
    assert joined(plain("a", wounds=12, unconscious="wounds")).unconscious == "wounds"
    assert joined(plain("a", wounds=0, unconscious="chosen")).unconscious == "chosen"


@pytest.mark.rule("TK-DYING-1", "TK-DYING-5")
@pytest.mark.parametrize(("part", "value", "rule"), [("dying", 0, "TK-DYING-1"), ("stabilised", True, "TK-DYING-5")])
def test_nobody_dies_of_as_many_wounds_as_resilience(part: str, value: object, rule: str) -> None:
    refused(plain("a", wounds=10, **{part: value}), rule, part)
    assert getattr(joined(plain("a", wounds=11, **{part: value})), part) == value


@pytest.mark.rule("TK-AID-5")
def test_the_stabilised_are_not_dying() -> None:
    refused(plain("a", wounds=11, dying=0, stabilised=True), "TK-AID-5", "stabilised")


@pytest.mark.rule("TK-SHEET-11")
def test_the_dead_are_not_dying() -> None:
    refused(plain("a", wounds=11, dying=0, dead=True), "TK-DYING-7", "dying")


@pytest.mark.parametrize("answer", ["none", "attack", "spare_side"])
def test_nobody_is_called_by_an_answer_about_deferred_attacks(answer: str) -> None:
    spec = given(fight()).when(plain(answer)).refused(None, "invalid")
    assert spec.refusal is not None
    assert spec.refusal.detail == f"“{answer}” is an answer about deferred attacks, and nobody's ID; give another."
    given(fight()).when(plain("nobody")).then(CombatantJoined)


@pytest.mark.rule("TK-SHEET-11", "TK-DYING-1")
def test_nobody_is_dying_since_a_time_to_come() -> None:
    refused(plain("a", wounds=11, dying=21), "TK-DYING-1", "dying", PassTime(seconds=20))
    given(fight(), PassTime(seconds=20)).when(plain("a", wounds=11, dying=20)).then(CombatantJoined)
    refused(plain("a", wounds=11, dying=1), "TK-DYING-1", "dying")
    assert joined(plain("a", wounds=11, dying=0)).dying == 0


@pytest.mark.rule("TK-SHEET-11", "TK-GRAP-5")
def test_a_hold_has_its_grappler_and_its_reach() -> None:
    ann = plain("ann", position={"x": 2, "y": -1})
    assert joined(plain("a", held_by={"ann": 2}), ann).held_by == {"ann": 2}
    refused(plain("a", held_by={"ann": 1}), "TK-GRAP-5", "held_by.ann", ann)
    refused(plain("a", held_by={"ann": 2}, position={"x": 5}), "TK-GRAP-5", "held_by.ann", ann)
    refused(plain("a", held_by={"a": 1}), "TK-SHEET-11", "held_by.a", ann)
    refused(plain("a", held_by={"ann": 2}), "TK-GRAP-5", "held_by.ann", plain("ann", unconscious="chosen"))
    refused(plain("a", held_by={"ann": 2}), "TK-GRAP-5", "held_by.ann", plain("ann", dead=True))


@pytest.mark.rule("TK-SHEET-11", "TK-RES-14")
@pytest.mark.parametrize("said", [{"unconscious": "chosen"}, {"dead": True}, {"wounds": 12}])
def test_whoever_can_do_nothing_is_not_held(said: dict[str, Any]) -> None:
    refused(plain("a", held_by={"ann": 2}, **said), "TK-RES-14", "held_by", plain("ann"))
    assert joined(plain("a", held_by={"ann": 2}, wounds=11), plain("ann")).held_by == {"ann": 2}


# TK-SHEET-12 to -14: places, sides, limits


@pytest.mark.rule("TK-SHEET-12")
def test_a_position_is_a_square_of_whole_numbers() -> None:
    assert joined(plain("a")).square == Square(0, 0)
    assert joined(plain("a", position={"y": 3})).square == Square(0, 3)
    for axis in ("x", "y"):
        for number in (-10_000, 10_000):
            assert getattr(joined(plain("a", position={axis: number})).square, axis) == number
        for beyond in (-10_001, 10_001, 0.5):
            refused(plain("a", position={axis: beyond}), "TK-SHEET-12", f"position.{axis}")


@pytest.mark.rule("TK-SHEET-12")
def test_a_side_is_a_name_and_whoever_names_none_is_on_its_own() -> None:
    there = gathered(plain("a"), plain("b"), plain("c", side="watch"), plain("d", side="watch"))
    assert [one.side for one in there.people.values()] == ["a", "b", "watch", "watch"]
    refused(plain("a", side="The Watch"), "TK-SHEET-12", "side")


@pytest.mark.rule("TK-SHEET-13")
def test_a_sheet_brings_no_policies_everybody_is_asked() -> None:
    assert gathered(plain("a"), Join(template="iris")).policies == {}
    refused(plain("a", policies={"oppose": "best"}), None, "policies")


@pytest.mark.rule("TK-SHEET-14")
def test_nothing_but_the_spans_of_the_table_limits_a_sheet() -> None:
    skills = [f"skill_{number}" for number in range(60)]
    best = plain("a", statistics=dict.fromkeys(PLAIN, 30), skills=dict.fromkeys(skills, 5), luck=20)
    assert set(joined(best).statistics.values()) == {30}
    assert set(joined(best).skills.values()) == {5}


def test_there_are_no_other_fields() -> None:
    refused(plain("a", strength=10), None, "strength")
    refused(with_things({"key": "knife", "loadde": 3}), "TK-SHEET-9", "things[0].loadde")


def test_all_faults_are_told_at_once() -> None:
    detail = refused(plain("a", luck=30, wounds=-1, skills={"evade": 6}), "TK-SHEET-3", "skills.evade")
    assert "luck: Must be at most 20." in detail
    assert "wounds: Must be at least 0." in detail
    several = refused(
        with_things({"key": "rapier"}, {"key": "pistol", "loaded": 9}, armour=[{"key": "mail"}]),
        "TK-SHEET-9",
        "things[0].kind",
    )
    for field in ("things[1].loaded", "armour[0].rating_ranged", "armour[0].rating_melee"):
        assert f"{field}: " in several
