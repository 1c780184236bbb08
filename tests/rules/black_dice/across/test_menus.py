"""Menus of Black Dice: what the entries of lists and objects have to do with each other."""

from typing import Any

import pytest

from domain.core.commands import Join
from domain.model.speaker import NARRATOR, Speaker
from domain.ruleset.offering import options
from domain.rulesets.black_dice import BLACK_DICE
from domain.rulesets.black_dice.chapters.healing.healing_places import EquipZone
from domain.rulesets.black_dice.chapters.narrator.placing import Distance, Place
from domain.rulesets.black_dice.chapters.perils.breath import HoldBreath
from domain.rulesets.black_dice.chapters.rounds.agenda import Resolve
from domain.rulesets.black_dice.chapters.rounds.declarations import Declare
from tests.laws.menus import as_json, menu_of, refusal_of
from tests.rules.black_dice.builders import agenda, brawl, clash, duel, dying, fell, fighter, peril, player
from tests.rules.black_dice.specification import Specification, fight, given, newcomer, plain, round_of
from yarrow_client.options.phrases import sentence

Json = dict[str, Any]
CLAWS = {"id": "claws", "skill": "brawl", "mode": "melee", "damage": 1, "natural": True}
LARK = player("lark")
ARMED = newcomer("vane", weapons=[{"id": key} for key in ("cutlass", "revolver", "rifle", "knife")] + [CLAWS], ready=[])


def admits(spec: Specification, wire: Json, speaker: Speaker = NARRATOR) -> bool:
    """Return whether a form admits a command, which is what the rules say too."""
    admitted = menu_of(BLACK_DICE, spec.fight, speaker).admits(wire)
    assert admitted == (refusal_of(BLACK_DICE, spec.fight, speaker, wire) is None)
    return admitted


@pytest.mark.rule("BD-INIT-11")
@pytest.mark.parametrize(
    ("ready", "fits"),
    [
        ([], True),
        (["knife", "cutlass", "claws"], True),
        (["rifle", "claws"], True),
        (["rifle", "knife"], False),
        (["knife", "cutlass", "revolver"], False),
        (["knife", "knife"], False),
    ],
)
def test_two_hands_hold_what_is_to_be_readied(ready: list[str], fits: bool) -> None:
    spec = given(fight(ARMED, "pryce"), *round_of("vane", "pryce"))
    assert admits(spec, {"type": "black_dice.declare", "actor": "vane", "ready": ready}) == fits


def replies(**does: str) -> Json:
    """Replies to attackers, each what it does and with what."""
    said = [
        {"attacker": who, **dict(zip(("does", "weapon"), what.split(), strict=False))} for who, what in does.items()
    ]
    return {"type": "black_dice.respond", "actor": "c", "replies": said}


@pytest.mark.rule("BD-COVER-4")
def test_cover_is_offered_against_those_who_are_there() -> None:
    menu = menu_of(BLACK_DICE, given(fight("vane", "pryce", "glass")).fight, NARRATOR)
    offered = {name: menu.admits(cover_against(name)) for name in ("pryce", "glass", "quill")}
    assert offered == {"pryce": True, "glass": False, "quill": False}


def cover_against(name: str) -> Json:
    return {"type": "black_dice.place", "combatant": "vane", "cover": {"kind": "partial", "against": [name]}}


@pytest.mark.parametrize(
    ("group", "deeds"),
    [
        ("attack", {"attack"}),
        ("defend", {"full_dodge"}),
        ("move", {"move", "close_in"}),
        ("gear", {"ready", "ready_two_handed", "put_away"}),
        ("turn", {"act", "wait"}),
    ],
)
def test_a_deed_is_declared_from_the_group_in_which_a_player_looks_for_it(group: str, deeds: set[str]) -> None:
    spec = given(fight(ARMED, "pryce"), *round_of("vane", "pryce"), Distance(zones=("here", "deck"), feet=5))
    found = as_json(options(BLACK_DICE, spec.fight, player("vane"), groups={group}))["forms"]
    assert {name.partition("/")[2] for name in found if name.startswith("black_dice.declare/")} == deeds


@pytest.mark.rule("BD-WHO-5", "BD-WHO-7")
def test_replies_meet_each_attacker_once_and_strike_back_as_often_as_attacks_are_left() -> None:
    struck = [{"target": "c", "weapon": "sword"}]
    clumsy = fighter("c", stats={"dex": 0})
    spec = given(fight(fighter("a"), fighter("b"), clumsy), *round_of("a", "b", "c"))
    for one in ("a", "b"):
        spec.given(Declare.model_validate({"actor": one, "attack": struck}))
    spec.given(Declare(actor="c", wait=True))
    assert admits(spec, replies(a="attack_back sword", b="easy_target"))
    assert not admits(spec, replies(a="attack_back sword", b="attack_back sword"))
    assert not admits(spec, replies(a="easy_target"))
    assert not admits(spec, replies(a="full_dodge", b="easy_target"))
    assert admits(spec, replies(a="full_dodge"))


@pytest.mark.rule("BD-ROUND-2", "BD-INIT-6")
def test_only_those_who_take_part_choose_for_initiative() -> None:
    spec = given(fight(newcomer("vane", fate=2), newcomer("lark", fate=2)))
    begin = {"type": "black_dice.begin_round", "choices": {"lark": {"fate": 2}}}
    assert admits(spec, begin)
    assert admits(spec, {**begin, "combatants": ["lark"]})
    assert not admits(spec, {**begin, "combatants": ["vane"]})


@pytest.mark.rule("BD-ROUND-11")
def test_only_who_speaks_for_the_combatant_of_the_next_item_may_resolve_it() -> None:
    spec = brawl("vane", "pryce", steps=(agenda(clash("vane cutlass", "pryce easy_target")),))
    for speaker, may in ((NARRATOR, True), (player("vane"), True), (player("pryce"), False)):
        assert admits(spec, {"type": "black_dice.resolve"}, speaker) == may


@pytest.mark.rule("BD-PERIL-7")
def test_a_stat_that_nobody_has_avoids_no_peril_for_a_door_either() -> None:
    spec = given(fight("vane", plain("seer", stats={"luck": 2}, stat_kinds={"luck": "mental"}), "wooden_door"))
    meets = {"type": "black_dice.peril", "intensity": "minor"}
    assert admits(spec, {**meets, "victims": ["seer", "wooden_door"], "avoidance": {"stat": "luck", "skill": "dodge"}})
    assert not admits(spec, {**meets, "victims": ["vane"], "avoidance": {"stat": "luck", "skill": "dodge"}})
    assert not admits(spec, {**meets, "victims": ["wooden_door"], "avoidance": {"stat": "charm", "skill": "dodge"}})
    unknown = peril("wooden_door", intensity="minor", avoidance={"stat": "charm"})
    spec.when(unknown).refused(None, "invalid")


@pytest.mark.rule("BD-HEAL-2")
@pytest.mark.parametrize("kind", ["person", "automaton"])
def test_what_heals_a_body_that_is_secret_is_left_to_guess(kind: str) -> None:
    hidden = Join(id="lurker", sheet={"name": "Lurker", "kind": kind}, secret=True)
    menu = menu_of(BLACK_DICE, given(fight("lark", hidden)).fight, player("lark"))
    (form,) = [form for form in menu.forms if form.name == "black_dice.treat"]
    skill = next(field for field in form.fields if field["name"] == "skill")
    values = menu.values(skill, {"actor": "lark", "patient": "lurker"})
    assert skill["guess"]
    assert values is not None
    assert [value for value, _ in values.listed] == ["medicine", "engineering_clockwork", "ad_hoc_repair"]


HEALING = ("black_dice.treat", "black_dice.stabilise")
FITTING = {"person": "medicine", "automaton": "engineering_clockwork"}


@pytest.mark.rule("BD-GUAR-1", "BD-HEAL-8", "BD-DYING-4")
@pytest.mark.parametrize("secret", [False, True])
@pytest.mark.parametrize("kind", ["person", "automaton"])
@pytest.mark.parametrize("heal_easy", ["no_black", "plus_five"])
def test_a_player_is_offered_as_many_trades_as_the_pool_of_a_healer_has(
    kind: str, heal_easy: str, *, secret: bool
) -> None:
    """Five dice more in the pool are one or two trades more, and they depend on the place alone."""
    lurker = Join(id="lurker", sheet={"name": "Lurker", "kind": kind, "normal": 5}, secret=secret)
    healer = newcomer("lark", common={"medicine": True}, skills={"medicine": 3, "engineering_clockwork": 2})
    spec = given(fight(healer, lurker, heal_easy=heal_easy), EquipZone(zone="here", places=("medical_kit",)))
    treats = {"type": "black_dice.treat", "actor": "lark", "patient": "lurker", "skill": FITTING[kind]}
    most = {
        common: max(
            trade for trade in range(9) if admits(spec, {**treats, "choices": {"common": common, "trade": trade}}, LARK)
        )
        for common in ((0, 1, 2) if kind == "person" else (0,))
    }
    lark = spec.fight.people["lark"]
    dice = lark.stats["wits"] + lark.rank(FITTING[kind])
    easy = 5 if heal_easy == "plus_five" and kind == "person" else 0
    assert most == {common: (dice + easy + common) // 3 for common in most}


def test_only_the_skill_is_a_guess_of_a_player_who_heals() -> None:
    menu = menu_of(BLACK_DICE, given(fight("lark", "vane"), *dying("vane", 3, track=20)).fight, LARK)
    forms = [form for form in menu.forms if form.name in HEALING]
    assert len(forms) == len(HEALING)
    for form in forms:
        choices = next(field["fields"] for field in form.fields if field["name"] == "choices")
        marked = [field["name"] for field in (*form.fields, *choices) if field.get("guess") or field.get("check")]
        assert marked == ["skill"]


@pytest.mark.rule("BD-HEAL-17")
@pytest.mark.parametrize("kind", ["person", "automaton"])
def test_the_place_for_a_body_that_is_secret_follows_from_the_skill(kind: str) -> None:
    hidden = Join(id="lurker", sheet={"name": "Lurker", "kind": kind}, secret=True)
    menu = menu_of(BLACK_DICE, given(fight("lark", hidden)).fight, LARK)
    (form,) = [form for form in menu.forms if form.name == "black_dice.treat"]
    place = next(field for field in form.fields if field["name"] == "place")
    named = {}
    for skill in FITTING.values():
        values = menu.values(place, {"actor": "lark", "patient": "lurker", "skill": skill})
        assert values is not None
        named[skill] = [value for value, _ in values.listed]
    assert named == {"medicine": ["improvised_bandages"], "engineering_clockwork": ["improvised_tools"]}


@pytest.mark.rule("BD-FATE-1", "BD-RNG-7", "BD-HEAL-17")
@pytest.mark.parametrize(
    ("form", "filled", "said"),
    [
        ("grant_fate/give", {"combatant": "vane", "pips": 1}, "Give Vane 1 pip of fate"),
        ("grant_fate/take", {"combatant": "vane", "pips": -1}, "Take 1 pip of fate from Vane"),
        ("awareness/aware", {"combatant": "vane"}, "Vane is aware of everyone"),
        ("awareness/unaware", {"combatant": "vane", "unaware_of": ["pryce"]}, "Vane is unaware of Sergeant Pryce"),
        ("equip_zone/none", {"zone": "deck"}, "There is nothing in deck to treat wounds with"),
        ("equip_zone/none", {"zone": "here"}, "There is nothing in this place to treat wounds with"),
        ("equip_zone/some", {"zone": "here", "places": ["toolkit"]}, "Wounds can be treated in this place: Toolkit"),
        (
            "check/skill",
            {"combatant": "vane", "stat": "wits", "needed": 2, "black": 3, "reason": "fog"},
            "Ask Vane to roll Wits: Average, 2 successes needed, 3 black dice (“fog”)",
        ),
        (
            "peril/fall",
            {"victims": ["vane"], "fall": 2, "avoidance": {"stat": "dex", "skill": "piloting"}},
            "Let Vane fall 2 yards; avoided with Dexterity and Piloting",
        ),
        ("peril/fall", {"victims": ["vane"], "fall": 2}, "Let Vane fall 2 yards"),
        ("pass_time/days", {"days": 4, "minutes": 3}, "Let 4 days and 3 minutes pass"),
        ("pass_time/hours", {"hours": 2}, "Let 2 hours pass"),
        (
            "contest",
            {
                "active": {"combatant": "vane", "stat": "wits", "difficulty": "easy"},
                "passive": {"combatant": "pryce", "stat": "dex", "skill": "dodge", "penalty": 1},
            },
            "Contest: Vane with Wits (Easy), against Sergeant Pryce with Dexterity and Dodge (Average), 1 penalty die",
        ),
    ],
)
def test_a_menu_says_what_a_negative_number_or_an_empty_list_does(form: str, filled: Json, said: str) -> None:
    spec = given(fight(newcomer("vane", fate=2), "pryce"))
    menu = spec.menu()
    shape = next(one for one in menu.forms if one.name == f"black_dice.{form}")
    assert sentence(menu, shape, filled) == said
    assert admits(spec, {"type": shape.command, **filled})


@pytest.mark.rule("BD-FATE-14")
@pytest.mark.parametrize(
    ("chosen", "said"),
    [
        ({}, ""),
        ({"fate": 1}, "rolls with 1 pip of fate"),
        ({"trade": 1}, "rolls, trading dice for 1 guaranteed success"),
        ({"injury": {"avoid": "ask"}}, ""),
        ({"injury": {}}, ""),
        ({"injury": {"avoid": "no"}}, "rolls; if an injury threatens: Accept it"),
    ],
)
def test_a_menu_says_what_is_chosen_for_a_throw_and_not_what_is_left_as_it_is(chosen: Json, said: str) -> None:
    menu = duel(fighter("a", fate=2), "b", agenda(clash("a gun", "b easy_target"))).menu()
    shape = next(one for one in menu.forms if one.name == "black_dice.resolve")
    name = menu.names["a"]
    assert sentence(menu, shape, {"choices": {"a": chosen}}) == (
        f"Resolve the next deed; {name} ({said})" if said else "Resolve the next deed"
    )


@pytest.mark.rule("BD-FATE-5")
def test_to_lessen_the_damage_by_nothing_is_to_take_it() -> None:
    spec = duel("pryce", "vane", agenda(clash("pryce truncheon", "vane easy_target")))
    throws = [fell("pryce bludgeon", "8/4"), fell("pryce weapon", "4/0"), fell("pryce strength", "3/0")]
    spec.when(Resolve(), throws=throws)
    spec.asks("reduce_damage", "vane")
    menu = spec.menu()
    forms = {one.name.partition("/")[2]: one for one in menu.forms if one.command == "black_dice.reduce_damage"}
    assert sentence(menu, forms["take"], {"actor": "vane", "pips": 0}) == "Take the damage"
    assert sentence(menu, forms["lessen"], {"actor": "vane", "pips": 2}) == "Lessen the damage by 2 points"
    assert admits(spec, {"type": "black_dice.reduce_damage", "actor": "vane", "pips": 0})


@pytest.mark.parametrize(
    ("form", "filled", "said"),
    [
        ("attack", {"attack": [{"target": "pryce", "weapon": "cutlass"}]}, "Attack Sergeant Pryce with cutlass"),
        ("attack", {"attack": [{"target": "pryce", "weapon": "fists"}]}, "Attack Sergeant Pryce with bare fists"),
        ("ready", {"ready": ["revolver", "knife"]}, "Take revolver and knife in hand"),
        ("move", {"move": {"zone": "here"}}, "Move to this place"),
        ("move", {"move": {"zone": "deck"}}, "Move to deck"),
    ],
)
def test_a_deed_names_weapons_and_places_within_a_sentence(form: str, filled: Json, said: str) -> None:
    zone = "deck" if said.endswith("place") else "here"
    start = Place(combatant="vane", zone=zone)
    spec = given(fight(ARMED, "pryce"), Distance(zones=("here", "deck"), feet=5), start, *round_of("vane", "pryce"))
    menu = spec.menu()
    [shape] = [one for one in menu.forms if one.name == f"black_dice.declare/{form}"]
    assert sentence(menu, shape, {"actor": "vane", **filled}) == said


@pytest.mark.rule("BD-DROWN-4", "BD-DROWN-5")
@pytest.mark.parametrize(
    ("form", "filled", "said"),
    [
        ("strenuous", {"strenuous": True}, "A strenuous round for Vane"),
        ("strenuous", {"strenuous": False}, "A calm round for Vane"),
        ("breath", {"breath": "start"}, "pryce: Holds their breath"),
    ],
)
def test_the_breath_of_somebody_is_theirs_in_a_menu(form: str, filled: Json, said: str) -> None:
    menu = given(fight("vane", plain("pryce")), HoldBreath(combatant="vane", breath="start")).menu()
    [shape] = [one for one in menu.forms if one.name == f"black_dice.breath/{form}"]
    whose = "vane" if form == "strenuous" else "pryce"
    assert sentence(menu, shape, {"combatant": whose, **filled}) == said
