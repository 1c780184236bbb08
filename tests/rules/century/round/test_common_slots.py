"""Common slots (CE-TIE-3 to CE-TIE-9, -12): all act as if unhurt, and what they have done comes about at the end."""

import pytest

from domain.rulesets.century.chapters.attack.cover import CoveringSheet, SetCover
from domain.rulesets.century.chapters.attack.legal_attacks import AttackCalled
from domain.rulesets.century.chapters.conditions.damage_dice import DamageThrown
from domain.rulesets.century.chapters.conditions.downed import Destroyed, Died, Downed, HpLost
from domain.rulesets.century.chapters.conditions.inflicted_damage import InflictDamage
from domain.rulesets.century.chapters.conditions.wounds import DamageAbsorbed
from domain.rulesets.century.chapters.items.hands import DiscardWeapon, ItemDropped
from domain.rulesets.century.chapters.narrator.scene import SetScene
from domain.rulesets.century.chapters.round.deferred_effects import EffectHeld, EffectsReleased, SlotClosed
from domain.rulesets.century.chapters.round.ending import CombatEnded, EndCombat, RoundEnded
from domain.rulesets.century.chapters.round.initiative import BeginRound
from domain.rulesets.century.chapters.round.slots import ActionEnded, AllowLongAction
from domain.rulesets.century.chapters.round.staggered_order import PassBegun, SlotOpened
from domain.rulesets.century.state import Fall, Held, Wound
from tests.rules.century.builders import does, ends, finishes, holders, of, opened, slots_of
from tests.rules.century.specification import Specification, attack, fight, given, in_action, policy, stub, unasked

TOGETHER = {"a": 7, "b": 7}


def duel(hp: int = 3) -> Specification:
    """Two gunslingers who act together."""
    people = [stub(name, "magnum_357", role="major", hp_max=hp) for name in ("a", "b")]
    return given(fight(*people), *unasked("a", "b"), *in_action("a", "b", scores=TOGETHER))


def brawl(*others: str) -> Specification:
    """Two minors of one score, then others of lower ones; nobody defends itself."""
    people = [stub("a", "sword"), stub("b", "sword"), *map(stub, others)]
    scores = {**TOGETHER, **{name: 3 - place for place, name in enumerate(others)}}
    names = ("a", "b", *others)
    return given(fight(*people), *unasked(*names), *in_action(*names, scores=scores))


@pytest.mark.rule("CE-TIE-5", "CE-TIE-7", "CE-TIE-8", "CE-RUL-52", "CE-SHEET-45")
def test_two_gunslingers_can_kill_each_other() -> None:
    spec = given(fight(*[stub(name, "magnum_357", role="major", hp_max=3) for name in ("a", "b")]), *unasked("a", "b"))
    spec.when(BeginRound(), throws=["a 2d6: 3 4", "b 2d6: 2 5"]).then(SlotOpened(members={"a": 5, "b": 5}, place=0))
    spec.when(attack("a", "b", range="short"), throws=["a d100: 20", "1d8: 8"]).then(DamageThrown, EffectHeld)
    spec.never(HpLost)
    assert (of(spec, "b").hp, of(spec, "b").up, len(spec.fight.held)) == (3, True, 1)
    spec.when(attack("b", "a", range="short"), throws=["b d100: 30", "1d8: 8"]).never(HpLost)
    assert len(spec.fight.held) == 2
    spec.when(ends("a")).never(SlotClosed)
    spec.when(ends("b")).then(
        SlotClosed(members=("a", "b")),
        EffectsReleased(count=2),
        HpLost(combatant="b", points=8, hp=-5, source=".357 Magnum"),
        Died(combatant="b", reason="wounds"),
        HpLost(combatant="a", points=8, hp=-5, source=".357 Magnum"),
        Died(combatant="a", reason="wounds"),
        RoundEnded(round=1, standing=()),
    )
    assert not spec.fight.held


@pytest.mark.rule("CE-TIE-5")
def test_a_held_effect_follows_from_its_attack() -> None:
    spec = duel().when(attack("a", "b", range="short"), throws=["d100: 20", "1d8: 4"])
    called = next(event for event in spec.events if isinstance(event, AttackCalled))
    held = Held("b", wound=Wound("b", 4, ".357 Magnum", attack=called.attack.id))
    spec.then(EffectHeld(combatant="b", effect=held)).follows(EffectHeld, AttackCalled)


@pytest.mark.rule("CE-TIE-5", "CE-TIE-8")
def test_an_effect_that_waits_no_longer_than_its_attack_is_told_once() -> None:
    people = [stub(name, "magnum_357", role="major", hp_max=20) for name in ("a", "b")]
    spec = given(fight(*people), *unasked("a", "b"), *in_action("a", "b", scores=TOGETHER, pools={"b": 3}))
    spec.when(attack("a", "b", range="short"), throws=["d100: 20", "1d8: 4"])
    assert spec.lines()[-1].endswith("; once everyone acting now is done, B takes 4 points of damage.")
    spec.when(ends("a")).when(attack("b", "a", range="short"), throws=["d100: 20", "1d8: 4"])
    [_, line] = spec.lines()
    hit, _, effects = line.partition("; everything that waited takes effect now; ")
    assert hit == "B hits A with the .357 Magnum, 20 against 60"
    assert effects == "B and A each lose 4 hit points, down to 16; B has 5 rounds loaded."


@pytest.mark.rule("CE-TIE-5", "CE-TIE-7", "CE-TIE-8", "CE-SHEET-43")
def test_outsiders_are_hit_at_the_end_and_health_is_that_of_the_start() -> None:
    spec = given(fight(stub("a"), stub("b", "sword"), stub("c", hp_max=5)), *unasked("a", "b", "c"))
    spec.given(*in_action("a", "b", "c", scores={**TOGETHER, "c": 3}))
    spec.when(attack("a", "c", natural="kick", range="melee"), throws=["d100: 40", "1d2: 2"])
    spec.when(attack("b", "a", range="melee"), throws=["d100: 40", "1d8: 8"]).never(HpLost)
    spec.when(ends("b")).never(EffectsReleased)
    assert (of(spec, "c").hp, of(spec, "a").hp) == (5, 10)
    spec.when(ends("a"))
    assert (of(spec, "c").hp, of(spec, "a").hp) == (3, 2)


@pytest.mark.rule("CE-TIE-7", "CE-SHEET-43")
def test_neither_held_effects_nor_wounds_of_the_slot_change_target_numbers() -> None:
    spec = brawl()
    spec.when(attack("a", "b", range="melee"), throws=["d100: 60", "1d8: 8"])
    spec.when(InflictDamage(combatant="b", amount=7)).then(HpLost)
    assert of(spec, "b").hp == 3
    spec.when(attack("b", "a", range="melee"), throws=["d100: 60", "1d8: 1"]).then(EffectHeld)
    spec.when(ends("a")).when(ends("b"))
    assert of(spec, "b").hp == -5


@pytest.mark.rule("CE-SHEET-43")
def test_alone_in_a_slot_health_is_that_of_the_moment() -> None:
    spec = given(fight(stub("a", "sword"), stub("b")), *unasked("a", "b"), *in_action("a", "b"))
    spec.when(InflictDamage(combatant="a", amount=5))
    spec.when(attack("a", "b", range="melee"), throws=["d100: 51"]).never(DamageThrown)


@pytest.mark.rule("CE-TIE-7")
def test_who_is_shot_dead_in_the_record_still_takes_all_its_steps() -> None:
    spec = duel().when(attack("a", "b", range="short"), throws=["d100: 20", "1d8: 8"])
    spec.when(does("b", 2)).when(attack("b", "a", range="short"), throws=["d100: 60", "1d8: 1"])
    spec.then(EffectHeld, ActionEnded(combatant="b", how="spent"))
    assert of(spec, "b").pool == 5
    spec.when(ends("a")).then(Died(combatant="b", reason="wounds"))
    assert of(spec, "a").hp == 2


@pytest.mark.rule("CE-TIE-5", "CE-TIE-9")
def test_items_fall_and_hit_points_go_on_falling_when_effects_are_released() -> None:
    spec = given(fight(stub("a", "sword"), stub("b", "sword"), stub("c", "knife", hp_max=5)), *unasked("a", "b", "c"))
    spec.given(*in_action("a", "b", "c", scores={**TOGETHER, "c": 3}))
    disarm = attack("a", "c", maneuver="disarm", disarm_item="knife", range="melee")
    spec.when(disarm, throws=["d100: 40"]).then(
        EffectHeld(combatant="c", effect=Held("c", drop=Fall("knife", "disarmed")))
    )
    spec.never(ItemDropped)
    spec.when(attack("b", "c", range="melee"), throws=["d100: 40", "1d8: 7"])
    assert of(spec, "c").held
    spec.when(ends("b")).then(EffectsReleased(count=2), ItemDropped, Downed(combatant="c", dies_in_round=2))
    assert opened(spec.events) == [("a", "b")], "c is out of the order"
    assert len([event for event in spec.events if isinstance(event, ItemDropped)]) == 1


@pytest.mark.rule("CE-TIE-9")
def test_the_dead_are_hit_again_by_what_is_released_later() -> None:
    spec = given(fight(stub("a", "sword"), stub("b", "sword"), stub("c", hp_max=1)), *unasked("a", "b", "c"))
    spec.given(*in_action("a", "b", "c", scores={**TOGETHER, "c": 3}))
    for name in ("a", "b"):
        spec.when(attack(name, "c", range="melee"), throws=["d100: 40", "1d8: 6"])
    spec.when(ends("a")).when(ends("b")).then(
        HpLost(combatant="c", points=6, hp=-5, source="Sword"),
        Died(combatant="c", reason="wounds"),
        HpLost(combatant="c", points=6, hp=-11, source="Sword"),
    )
    assert len([event for event in spec.events if isinstance(event, Died)]) == 1


@pytest.mark.rule("CE-TIE-8")
def test_armour_and_cover_absorb_at_the_release_in_the_order_of_the_record() -> None:
    dressed = stub("c", armour=[{"id": "leather_jacket"}], worn="leather_jacket")
    spec = given(fight(stub("a", "sword"), stub("b", "sword"), dressed, "desk"), *unasked("a", "b", "c"))
    spec.given(*in_action("a", "b", "c", scores={**TOGETHER, "c": 3}))
    cover = CoveringSheet(object="desk", percent=50)
    spec.given(SetCover(combatant="c", objects=(cover,)), InflictDamage(combatant="desk", amount=12))
    spec.when(attack("a", "c", range="melee"), throws=["d100: 40", "d100: 50", "1d8: 8"]).never(DamageAbsorbed)
    spec.when(attack("b", "c", range="melee"), throws=["d100: 40", "d100: 50", "1d8: 4"]).never(DamageAbsorbed)
    spec.when(ends("a")).when(ends("b")).then(
        DamageAbsorbed(combatant="c", by="desk", points=3, rest=5, left=0, cover=True),
        Destroyed(combatant="desk"),
        DamageAbsorbed(combatant="c", by="armour", points=1, rest=4, left=5),
        HpLost(combatant="c", points=4, hp=6, source="Sword"),
        DamageAbsorbed(combatant="c", by="armour", points=1, rest=3, left=4),
        HpLost(combatant="c", points=3, hp=3, source="Sword"),
    )


@pytest.mark.rule("CE-TIE-8")
def test_each_released_effect_follows_from_the_release() -> None:
    spec = duel(hp=20)
    for one, other in (("a", "b"), ("b", "a")):
        spec.when(attack(one, other, range="short"), throws=["d100: 20", "1d8: 2"])
    spec.when(ends("a")).when(ends("b")).follows(HpLost, EffectsReleased)
    lost = [cause for event, cause in zip(spec.events, spec.causes, strict=True) if isinstance(event, HpLost)]
    assert len(set(lost)) == 1
    given(fight(stub("a"), stub("b")), *in_action("a", "b", scores=TOGETHER)).when(finishes("a")).when(
        finishes("b")
    ).never(EffectsReleased)


@pytest.mark.rule("CE-TIE-6")
def test_what_a_member_pays_or_does_itself_takes_effect_at_once() -> None:
    people = [stub(name, "magnum_357", role="major", fp=3, hp_max=3) for name in ("a", "b")]
    spec = given(fight(*people), *unasked("a", "b", but=("b",)), *in_action("a", "b", scores=TOGETHER))
    spec.given(policy("a", "fate_before", 1), policy("b", "fate_miss", "never"))
    spec.when(attack("a", "b", range="short"), "b: defence dodge", throws=["d100: 20", "1d8: 8"])
    a, b = of(spec, "a"), of(spec, "b")
    assert (a.pool, a.fp, a.weapons["magnum_357"].loaded) == (7, 2, 5)
    assert (b.pool, b.hp, "dodge_penalty" in b.conditions) == (6, 3, True)
    spec.when(DiscardWeapon(actor="b", item="magnum_357")).then(ItemDropped)


@pytest.mark.rule("CE-TIE-6")
@pytest.mark.parametrize(
    ("number", "held", "state"), [(97, False, "jammed"), (99, False, "broken"), (100, True, "destroyed")]
)
def test_a_critical_failure_strikes_its_own_weapon_at_once_but_not_its_wielder(
    number: int, held: bool, state: str
) -> None:
    people = [stub(name, "kaufman", str=18) for name in ("a", "b")]
    spec = given(fight(*people, critical_effects="standard"), *unasked("a", "b"), *in_action("a", "b", scores=TOGETHER))
    throws = [f"a d100: {number}", *(["1d10: 4"] if held else [])]
    spec.when(attack("a", "b", range="short"), throws=throws).never(HpLost)
    assert (of(spec, "a").weapons["kaufman"].state, bool(spec.fight.held)) == (state, held)
    spec.when(ends("a")).when(finishes("b"))
    assert of(spec, "a").hp == (6 if held else 10)


@pytest.mark.rule("CE-TIE-6")
def test_a_weapon_dropped_by_a_critical_failure_is_gone_at_once() -> None:
    people = [stub(name, "sword") for name in ("a", "b")]
    spec = given(fight(*people, critical_effects="standard"), *unasked("a", "b"), *in_action("a", "b", scores=TOGETHER))
    spec.when(attack("a", "b", range="melee"), throws=["a d100: 97"]).then(ItemDropped).never(EffectHeld)
    assert not of(spec, "a").held


@pytest.mark.rule("CE-TIE-3", "CE-TIE-4")
def test_members_act_in_any_sequence_each_with_its_own_limit_and_attack() -> None:
    spec = brawl("c")
    assert holders(spec) == ("a", "b")
    early = brawl("c").when(does("c", 1)).refused("CE-STAG-1").refusal
    assert early is not None
    assert early.detail == "C cannot act now; A and B act."
    spec.when(does("b", 2)).when(does("a", 2)).when(does("b", 2))
    assert slots_of(spec, ends("a")) == []
    assert holders(spec) == ("b",)
    late = spec.when(does("a", 1)).refused("CE-STAG-1").refusal
    assert late is not None
    assert late.detail == "A cannot act now; B acts."
    spec.when(does("b", 2)).refused("CE-STAG-10")
    spec.when(does("b", 1)).then(
        ActionEnded(combatant="b", how="spent"), SlotClosed(members=("a", "b")), SlotOpened(members={"c": 5}, place=1)
    )


@pytest.mark.rule("CE-TIE-4")
def test_the_slot_stays_open_when_the_first_member_is_spent() -> None:
    spec = brawl("c").when(does("a", 5)).then(ActionEnded(combatant="a", how="spent")).never(SlotClosed)
    assert holders(spec) == ("b",)
    spec.when(does("b", 2)).when(ends("b")).then(SlotClosed(members=("a", "b")), SlotOpened(members={"c": 5}, place=1))


@pytest.mark.rule("CE-TIE-3")
def test_each_member_has_an_attack_of_its_own() -> None:
    spec = brawl("c")
    for name in ("a", "b"):
        spec.when(attack(name, "c", natural="kick", range="melee"), throws=["d100: 90"])
    spec.when(AllowLongAction(combatant="a", mp_limit=9))
    spec.when(attack("a", "c", natural="kick", range="melee")).refused("CE-STAG-7")


@pytest.mark.rule("CE-TIE-3")
def test_one_who_is_left_of_a_group_has_an_ordinary_slot() -> None:
    spec = brawl("c")
    spec.when(finishes("b")).when(does("a")).when(ends("a")).when(finishes("c"))
    assert (spec.fight.run, holders(spec)) == (2, ("a",))
    spec.when(attack("a", "c", range="melee"), throws=["d100: 40", "1d8: 2"]).then(HpLost).never(EffectHeld)


@pytest.mark.rule("CE-TIE-12")
def test_members_may_defend_themselves_against_each_other() -> None:
    spec = given(fight(stub("a", "sword"), stub("b")), *in_action("a", "b", scores=TOGETHER))
    spec.when(attack("a", "b", range="melee")).asks("defence", "b")
    assert spec.fight.prompts[0].about["too_slow"] is False
    spec.answer({"defence": "dodge"}, throws=["d100: 46"])
    assert (of(spec, "b").pool, holders(spec)) == (6, ("a", "b"))


@pytest.mark.rule("CE-TIE-8")
def test_combat_that_ends_in_a_common_slot_releases_what_was_held() -> None:
    spec = duel(hp=10).when(attack("a", "b", range="short"), throws=["d100: 20", "1d8: 3"])
    spec.when(EndCombat()).then(SlotClosed(members=("a", "b")), EffectsReleased(count=1), HpLost)
    assert of(spec, "b").hp == 7


@pytest.mark.rule("CE-TIE-3")
def test_common_slots_come_again_in_every_pass() -> None:
    spec = brawl().when(does("a")).when(does("b")).when(ends("a")).when(ends("b")).then(PassBegun(run=2))
    assert opened(spec.events) == [("a", "b")]


ARMOUR = {"armour": [{"id": "plate", "name": "Plate", "dr": 1, "hp_max": 999}], "worn": "plate"}


def crowded() -> Specification:
    """So much is held back that it takes more than one batch: 300 wounds of 2 facts each."""
    spec = given(fight("a", "b", stub("t", hp_max=999, **ARMOUR)), *unasked("a", "b", "t"))
    wound = Held("t", wound=Wound("t", 2, "gun"))
    spec.given(*in_action("a", "b", "t", scores={**TOGETHER, "t": 1}), *[EffectHeld(combatant="t", effect=wound)] * 300)
    return spec.given(finishes("a"))


@pytest.mark.rule("CE-TIE-13")
def test_a_long_release_stops_after_400_facts_and_the_narrator_continues_it() -> None:
    spec = crowded().when(finishes("b")).asks("go_on", "narrator").never(SlotOpened)
    assert 400 <= len(spec.events) < 410
    left = 999 - of(spec, "t").hp
    spec.when(SetScene(rain=True)).refused("CE-STAG-15")
    spec.given(policy("t", "defence", "dodge")).answer("go_on").then(HpLost, SlotOpened(members={"t": 5}, place=1))
    assert (of(spec, "t").hp, len([one for one in spec.events if isinstance(one, HpLost)])) == (699, 300 - left)


@pytest.mark.rule("CE-TIE-13", "CE-END-4")
def test_combat_is_over_when_a_long_release_is() -> None:
    spec = crowded().when(EndCombat()).asks("go_on", "narrator").never(CombatEnded)
    spec.answer("go_on").then(HpLost, CombatEnded).never(SlotOpened)
    assert (of(spec, "t").hp, spec.fight.step) == (699, "story")
