"""What counts in a To-Hit Roll besides the attack itself (CE-MOD): its parts in order, the narrator's numbers."""

from typing import Any

import pytest

from domain.core.commands import Join
from domain.core.events import Prompted
from domain.model.speaker import parse_speaker
from domain.rulesets.century.chapters.attack.attack_terms import TermsGiven
from domain.rulesets.century.chapters.attack.cover import CoverSet
from domain.rulesets.century.chapters.attack.shots import ShotMissed
from domain.rulesets.century.chapters.conditions.conditions import ConditionSet
from domain.rulesets.century.chapters.conditions.downed import HpLost
from domain.rulesets.century.chapters.narrator.scene import CircumstanceSet, SceneSet
from domain.rulesets.century.chapters.round.move_points import PointsSpent
from domain.rulesets.century.state import Circumstance, Condition, Cover, Covered
from tests.rules.century.builders import found, last_parts, parts, refused, skirmish, targets
from tests.rules.century.specification import Specification, attack, policy, stub

MISS = ["d100: 93"]
PLAYER = parse_speaker("player:a")
DARK = SceneSet(light="dark", rain=False, wind=False)


def modifier(key: str, amount: int | None = None, label: str | None = None) -> dict[str, Any]:
    """A modifier of the narrator's."""
    return {"key": key, "amount": amount, "label": label}


def shot(
    *modifiers: dict[str, Any], weapon: str = "avenger_9mm", after: tuple[Any, ...] = (), **fields: Any
) -> Specification:
    """a shoots at b with these modifiers."""
    near = "melee" if weapon in ("sword", "chainsaw") else "short"
    spec = skirmish(stub("a", weapon, str=12), "b", after=after)
    shooting = attack("a", "b", **{"range": near, "modifiers": list(modifiers), **fields})
    return spec.when(shooting, throws=MISS)


def objected(
    *modifiers: dict[str, Any], weapon: str = "avenger_9mm", after: tuple[Any, ...] = (), **fields: Any
) -> Specification:
    """The same, where it is refused."""
    near = "melee" if weapon in ("sword", "chainsaw") else "short"
    spec = skirmish(stub("a", weapon, str=12), "b", after=after)
    return spec.when(attack("a", "b", **{"range": near, "modifiers": list(modifiers), **fields}))


@pytest.mark.rule("CE-MOD-20", "CE-MOD-7", "CE-MOD-8", "CE-HIT-2")
def test_the_parts_stand_in_their_order_each_with_its_rule() -> None:
    gun = {"id": "avenger_9mm", "str_req": 10}
    sheet: dict[str, Any] = {
        "role": "major",
        "fp": 2,
        "hp": 5,
        "agl": 11,
        "weapons": [gun],
        "held": {"left": "avenger_9mm"},
    }
    a = stub("a", skills=[{"name": "Ranged Combat: Small", "level": 1}], **sheet)
    b = stub("b", str=5, armour=[{"id": "flak_jacket"}], worn="flak_jacket")
    after = (
        ConditionSet(combatant="a", condition=Condition("dodge_penalty", 25, lasts="next_action")),
        SceneSet(light="day", rain=True, wind=False),
        ConditionSet(combatant="a", condition=Condition("drunk", 20)),
        CircumstanceSet(circumstance=Circumstance("smoke", -5, "all")),
        policy("a", "fate_before", "ask"),
    )
    spec = skirmish(a, b, asked=("b",), after=after)
    tap = attack(
        "a", "b", fire="double_tap", range="short", from_behind=True, modifiers=[modifier("custom", 7, "luck")]
    )
    answers = ("b: defence dodge", "a: fate_before 0", "a: fate_before 2")
    spec.when(tap, *answers, throws=MISS * 2)
    assert [(part.key, part.amount, part.rule) for part in last_parts(spec)] == [
        ("base", 60, "CE-RANGE-1"),
        ("ability", 6, "CE-ABIL-3"),
        ("skill", 3, "CE-ABIL-4"),
        ("from_behind", 30, "CE-MOD-1"),
        ("heavy_armour", 30, "CE-STR-4"),
        ("off_hand", -20, "CE-MOD-5"),
        ("second_shot", -10, "CE-MOD-7"),
        ("heavy_weapon", -20, "CE-STR-2"),
        ("dodge", -15, "CE-MOD-8"),
        ("dodge_penalty", -25, "CE-DODGE-13"),
        ("health", -10, "CE-HC-2"),
        ("rain", -20, "CE-SKILL-49"),
        ("drunk", -20, "CE-SKILL-45"),
        ("circumstance", -5, "CE-MOD-25"),
        ("custom", 7, "CE-SKILL-12"),
        ("fate_before", 50, "CE-FATE-1"),
    ]
    assert targets(spec)[1] == sum(part.amount for part in last_parts(spec)) == 41


@pytest.mark.rule("CE-MOD-10", "CE-MOD-6", "CE-MOD-9", "CE-MOD-20")
def test_rules_of_the_other_entries_are_shown_too() -> None:
    spec = skirmish(stub("a", "sword", "knife"), stub("b", "knife"), asked=("b",))
    spec.when(
        attack("a", "b", range="melee", paired=True, maneuver="disarm", disarm_item="knife"),
        "b: defence block",
        throws=MISS,
    )
    shown = {part.key: part.rule for part in last_parts(spec)}
    assert shown["two_hands_dominant"] == "CE-MOD-6"
    assert (shown["disarm"], shown["block"]) == ("CE-MOD-10", "CE-MOD-9")


@pytest.mark.rule("CE-MOD-2", "CE-MOD-3", "CE-MOD-4", "CE-MOD-22")
@pytest.mark.parametrize("weapon", ["sword", "avenger_9mm"])
@pytest.mark.parametrize("key", ["target_moving", "attacker_moving"])
def test_motion_is_a_number_of_the_narrators(weapon: str, key: str) -> None:
    for amount in (1, 35, 100):
        assert parts(shot(modifier(key, amount), weapon=weapon)) == {"base": 60, key: -amount}
    for wrong in (None, 0, 101):
        refused(objected(modifier(key, wrong), weapon=weapon), "CE-SKILL-11", "command.modifiers[0].amount")


@pytest.mark.rule("CE-MOD-22")
def test_nothing_is_derived_from_movement() -> None:
    places = [stub("a", "avenger_9mm", position={"x": 0, "y": 0}), stub("b", position={"x": 0, "y": 5})]
    spec = skirmish(*places)
    spec.fight.people["a"].metres = spec.fight.people["b"].metres = 8
    assert parts(spec.when(attack("a", "b"), throws=MISS)) == {"base": 60}
    moving = Circumstance("moving", -15, "attacks_on", "b")
    spec = skirmish(*places, after=(CircumstanceSet(circumstance=moving),)).when(attack("a", "b"), throws=MISS)
    assert parts(spec) == {"base": 60, "circumstance": -15}


@pytest.mark.rule("CE-MOD-21")
def test_all_entries_add_up() -> None:
    spec = shot(modifier("target_moving", 10), modifier("attacker_moving", 5), from_behind=True)
    assert parts(spec) == {"base": 60, "from_behind": 30, "target_moving": -10, "attacker_moving": -5}


@pytest.mark.rule("CE-MOD-21", "CE-ROLL-11", "CE-SKILL-56")
def test_what_the_rules_have_set_is_not_named_again() -> None:
    lefty = stub("a", weapons=[{"id": "avenger_9mm"}], held={"left": "avenger_9mm"})
    spec = skirmish(lefty, "b").when(attack("a", "b", range="short", modifiers=[modifier("off_hand")]))
    refused(spec, "CE-ROLL-11", "command.modifiers[0]")
    both = skirmish(stub("a", "avenger_9mm", "pistol_22"), "b")
    paired = attack("a", "b", range="short", paired=True, modifiers=[modifier("two_hands_dominant")])
    refused(both.when(paired), "CE-ROLL-11", "command.modifiers[0]")
    assert parts(shot(modifier("off_hand"))) == {"base": 60, "off_hand": -20}


@pytest.mark.rule("CE-MOD-21", "CE-SKILL-16")
def test_off_hand_and_two_hands_exclude_each_other() -> None:
    both = skirmish(stub("a", "avenger_9mm", "pistol_22"), "b")
    paired = attack("a", "b", range="short", paired=True, modifiers=[modifier("off_hand")])
    refused(both.when(paired), "CE-SKILL-16", "command.modifiers")


@pytest.mark.rule("CE-MOD-23")
def test_general_modifiers_count_in_attacks_too() -> None:
    spec = shot(modifier("elevated"), modifier("gullible"), modifier("drugged", 90), modifier("wind"))
    assert parts(spec) == {"base": 60, "elevated": 40, "gullible": 70, "drugged": -90, "wind": -10}
    refused(objected(modifier("elevated"), weapon="sword"), "CE-SKILL-32", "command.modifiers[0]")


@pytest.mark.rule("CE-MOD-23", "CE-RUL-20")
def test_drink_and_darkness_count_of_themselves_unless_left_out() -> None:
    drunk = ConditionSet(combatant="a", condition=Condition("drunk", 30))
    spec = shot(weapon="sword", after=(drunk, DARK))
    assert (targets(spec), parts(spec)) == ([-60], {"base": 60, "light_dark": -90, "drunk": -30})
    lit = skirmish(stub("a", "sword"), "b", after=(drunk, DARK))
    lit.when(attack("a", "b", range="melee", without=["light"]), throws=["d100: 31"]).then(ShotMissed)
    assert targets(lit) == [30]
    named = objected(modifier("drunk", 30), weapon="sword", after=(drunk, DARK))
    refused(named, "CE-ROLL-11", "command.modifiers[0]")


@pytest.mark.rule("CE-RUL-9", "CE-RUL-69", "CE-COVER-3")
@pytest.mark.parametrize("mode", [None, "location", "penalty", "both"])
def test_the_key_cover_is_never_for_attacks(mode: str | None) -> None:
    options: dict[str, Any] = {} if mode is None else {"cover_mode": mode}
    spec = skirmish(stub("a", "avenger_9mm"), "b", **options)
    covered = attack("a", "b", range="short", modifiers=[modifier("cover", 50)])
    refused(spec.when(covered), "CE-RUL-9", "command.modifiers[0]")


@pytest.mark.rule("CE-RUL-69", "CE-COVER-3")
@pytest.mark.parametrize(
    ("mode", "number", "throws", "hurt"),
    [
        (None, 60, ["d100: 60", "d100: 50", "1d6: 6"], 1),
        ("penalty", 10, ["d100: 10", "1d6: 6"], 6),
        ("both", 10, ["d100: 10", "d100: 50", "1d6: 6"], 1),
    ],
)
def test_cover_of_an_attack_is_a_second_throw_or_by_option_a_penalty_or_both(
    mode: str | None, number: int, throws: list[str], hurt: int
) -> None:
    options: dict[str, Any] = {} if mode is None else {"cover_mode": mode}
    behind = CoverSet(combatant="b", cover=Cover((Covered("desk", 50),)))
    spec = skirmish(stub("a", "avenger_9mm"), "b", things=(Join(template="desk"),), after=(behind,), **options)
    spec.when(attack("a", "b", range="short"), throws=throws)
    assert (targets(spec), [event.points for event in found(spec, HpLost)]) == ([number], [hurt])


@pytest.mark.rule("CE-MOD-24", "CE-DODGE-12")
@pytest.mark.parametrize(
    ("field", "value", "rule"),
    [
        ("modifiers", [modifier("wind")], "CE-MOD-24"),
        ("without", ["light"], "CE-MOD-24"),
        ("from_behind", True, "CE-MOD-24"),
        ("undodgeable", True, "CE-DODGE-12"),
        ("shielded", ["b"], "CE-AREA-8"),
        ("base", 90, "CE-MOD-24"),
    ],
)
def test_in_the_command_only_the_narrator_gives_terms(field: str, value: Any, rule: str) -> None:
    spec = skirmish(stub("a", "avenger_9mm"), "b")
    given_by_a = attack("a", "b", range="short", **{field: value})
    refused(spec.when(given_by_a, speaker=PLAYER), rule, f"command.{field}")
    spec.when(attack("a", "b", range="short"), throws=MISS, speaker=PLAYER).never(Prompted, TermsGiven)


@pytest.mark.rule("CE-AREA-8")
def test_nobody_is_sheltered_from_what_has_no_area() -> None:
    spec = skirmish(stub("a", "avenger_9mm"), "b", "c", asked=("b",), attack_terms="ask")
    spec.when(attack("a", "b", range="short", shielded=("c",))).refused("CE-AREA-8")
    spec.when(attack("a", "b", range="short"), speaker=PLAYER).asks("attack_terms", "narrator")
    refused(spec.answer({"shielded": ["c"]}), "CE-AREA-8", "command.answer.shielded")


@pytest.mark.rule("CE-MOD-24")
def test_by_option_the_narrator_is_asked_before_each_attack_of_a_players() -> None:
    spec = skirmish(stub("a", "avenger_9mm"), "b", asked=("b",), attack_terms="ask")
    shooting = attack("a", "b", range="short")
    spec.when(shooting, speaker=PLAYER).asks("attack_terms", "narrator").never(PointsSpent)
    refused(spec.answer({"modifiers": [modifier("cover", 5)]}), "CE-RUL-9", "command.answer.modifiers[0]")
    answer = {"modifiers": [modifier("wind")], "from_behind": True, "base": 33, "undodgeable": True}
    spec.answer(answer, throws=MISS).then(TermsGiven, PointsSpent, ShotMissed).never(Prompted)
    assert parts(spec) == {"base": 33, "from_behind": 30, "wind": -10}


@pytest.mark.rule("CE-MOD-24")
def test_the_narrators_own_attacks_bring_their_terms_along() -> None:
    spec = skirmish(stub("a", "avenger_9mm"), "b", attack_terms="ask")
    spec.when(attack("a", "b", range="short", base=90), throws=MISS).never(Prompted)
    assert parts(spec) == {"base": 90}
    plain = skirmish(stub("a", "avenger_9mm"), "b")
    assert targets(plain.when(attack("a", "b", range="long", base=77), throws=MISS)) == [77]
