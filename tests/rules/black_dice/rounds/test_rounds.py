"""Rounds: who takes part, the agenda and its items, acts, the end of a round (BD-ROUND)."""

from typing import Any

import pytest

from domain.core.commands import Command
from domain.core.events import PromptLapsed
from domain.model.event import Event
from domain.rulesets.black_dice.chapters.attacks.aiming import Aimed, AimLost
from domain.rulesets.black_dice.chapters.attacks.exchanges import ExchangeDecided
from domain.rulesets.black_dice.chapters.attacks.places import CameClose
from domain.rulesets.black_dice.chapters.attacks.void_attacks import ItemLost
from domain.rulesets.black_dice.chapters.attacks.weapons_in_hand import Readied
from domain.rulesets.black_dice.chapters.dice.casts import DiceThrown, ModifiersSettled, PledgesSettled
from domain.rulesets.black_dice.chapters.dice.checks import CheckSettled
from domain.rulesets.black_dice.chapters.dice.fate import FatePledged, FateSpent, PledgeFate
from domain.rulesets.black_dice.chapters.dice.scripting import ChangeStory
from domain.rulesets.black_dice.chapters.healing.resting import PassTime, TimePassed
from domain.rulesets.black_dice.chapters.healing.stabilising import Stabilise
from domain.rulesets.black_dice.chapters.healing.treatment import Treat
from domain.rulesets.black_dice.chapters.narrator.calls import Check
from domain.rulesets.black_dice.chapters.narrator.placing import CoverTaken, Distance, FellProne, Place
from domain.rulesets.black_dice.chapters.narrator.rulings import Award, ModifierGiven, Modify
from domain.rulesets.black_dice.chapters.perils.breath import BreathHeld, BreathSpent
from domain.rulesets.black_dice.chapters.perils.drinking import Drink, DrinkTaken
from domain.rulesets.black_dice.chapters.perils.feats import Feat, FeatDone
from domain.rulesets.black_dice.chapters.rounds.agenda import ActPassed, ItemBegun, Resolve
from domain.rulesets.black_dice.chapters.rounds.declarations import Aiming, Declare, Going
from domain.rulesets.black_dice.chapters.rounds.initiative import OrderSet
from domain.rulesets.black_dice.chapters.rounds.responses import AgendaSet
from domain.rulesets.black_dice.chapters.rounds.rounds import BeginRound, EndRound, RoundBegun, RoundEnded
from domain.rulesets.black_dice.chapters.wounds.consciousness import FellUnconscious, Woke
from domain.rulesets.black_dice.chapters.wounds.damage import DamageCounted
from domain.rulesets.black_dice.chapters.wounds.deathbed import Died, Stabilised
from domain.rulesets.black_dice.chapters.wounds.dying import BeganDying, DyingCounted
from domain.rulesets.black_dice.chapters.wounds.harm import HealthLost, MarksDue
from domain.rulesets.black_dice.parts import Choices, Staying
from domain.rulesets.black_dice.state import Cover, Item, Strike
from tests.rules.black_dice.builders import agenda, brawl, clash, fell, meetings, player, strikes, waits
from tests.rules.black_dice.specification import Specification, fight, given, newcomer, round_of

PLEDGED = PledgeFate(actor="lark", beneficiary="vane", successes=1, description="luck")
DECK = Distance(zones=("here", "deck"), feet=15)


def act(actor: str, what: Any) -> Declare:
    return Declare(actor=actor, act=what)


# Who takes part


@pytest.mark.rule("BD-ROUND-2")
def test_all_who_are_able_take_part_unless_the_narrator_names_fewer() -> None:
    spec = given(fight("vane", "pryce", "lark", "wooden_door"), FellUnconscious(combatant="pryce", reason="wounds"))
    throws = ["vane W6[3,3,3,3,3,3]=0", "lark W2[3,3]=0"]
    spec.when(BeginRound(), throws=throws).then(RoundBegun(number=1, participants=("vane", "lark")))
    named = given(fight("vane", "pryce", "lark"))
    named.when(BeginRound(combatants=("lark", "vane")), throws=throws).then(
        RoundBegun(number=1, participants=("vane", "lark"))
    )


@pytest.mark.rule("BD-ROUND-2")
def test_neither_objects_nor_the_helpless_are_named_for_a_round() -> None:
    spec = given(fight("vane", "pryce", "wooden_door"), FellUnconscious(combatant="pryce", reason="wounds"))
    spec.when(BeginRound(combatants=("vane", "wooden_door"))).refused("BD-ROUND-2")
    spec.when(BeginRound(combatants=("vane", "pryce"))).refused("BD-ROUND-2")
    spec.when(BeginRound(combatants=("vane", "vane"))).refused(None, "invalid")
    spec.when(BeginRound(combatants=("vane", "nobody"))).refused(None, "invalid")


@pytest.mark.rule("BD-ROUND-2")
def test_who_joins_later_is_in_from_the_next_round() -> None:
    spec = given(fight("t1"), *round_of("t1"), newcomer("t2"))
    spec.when(waits("t2")).refused("BD-ROUND-2")
    spec.given(strikes("t1", "t2 knife"))
    assert meetings(spec) == ["t1 knife, t2 easy_target"]
    spec.given(RoundEnded(number=1)).when(BeginRound(), throws=["t1 W1[1]=1", "t2 W1[3]=0"])
    spec.then(RoundBegun(number=2, participants=("t1", "t2")))


@pytest.mark.rule("BD-ROUND-2")
def test_who_wakes_later_is_in_from_the_next_round() -> None:
    spec = given(
        fight("t1", "t2"), FellUnconscious(combatant="t2", reason="wounds"), *round_of("t1"), Woke(combatant="t2")
    )
    spec.when(waits("t2")).refused("BD-ROUND-2")
    spec.when(strikes("t1", "t2 knife")).then(AgendaSet)
    assert meetings(spec) == ["t1 knife, t2 easy_target"]


@pytest.mark.rule("BD-ROUND-2")
def test_a_round_without_anybody_goes_straight_to_its_end() -> None:
    spec = (
        given(fight("vane"))
        .when(BeginRound(combatants=()))
        .then(RoundBegun(number=1, participants=()))
        .never(OrderSet, DiceThrown)
    )
    spec.when(Resolve()).refused("BD-ROUND-4")
    spec.when(EndRound()).then(RoundEnded(number=1))
    spec.when(BeginRound(combatants=())).then(RoundBegun(number=2, participants=()))


# The agenda


@pytest.mark.rule("BD-ROUND-1", "BD-ROUND-4")
def test_each_step_of_a_round_has_its_time() -> None:
    spec = given(fight("t1", "t2"))
    for early in (waits("t1"), EndRound()):
        spec.when(early).refused("BD-ROUND-1")
    spec.when(Resolve()).refused("BD-ROUND-4")
    spec.when(BeginRound(), throws=["t1 W1[1]=1", "t2 W1[3]=0"])
    for wrong in (BeginRound(), EndRound()):
        spec.when(wrong).refused("BD-ROUND-1")
    spec.when(Resolve()).refused("BD-ROUND-4")
    spec.given(Declare(actor="t1", ready=()), waits("t2"))
    for late in (BeginRound(), waits("t1")):
        spec.when(late).refused("BD-ROUND-1")
    spec.when(EndRound()).refused("BD-ROUND-8")
    spec.when(Resolve()).then(ItemBegun(item=Item("t1", "ready")), Readied(combatant="t1", weapons=())).follows(
        Readied, ItemBegun
    )
    spec.when(Resolve()).refused("BD-ROUND-4")
    spec.when(EndRound()).then(RoundEnded(number=1))


@pytest.mark.rule("BD-ROUND-4")
def test_the_agenda_has_each_deed_in_order_of_the_round_and_attacks_one_by_one() -> None:
    names = ("vane", "t1", "t2", "quill", "pryce", "lark", "kestrel")
    spec = given(fight(*names), DECK, *round_of(*names))
    spec.given(strikes("vane", "t2 cutlass", "t1 revolver"), Declare(actor="t1", move=Going(zone="deck")))
    spec.given(Declare(actor="t2", full_dodge=True), Declare(actor="quill", aim=Aiming(weapon="rifle", target="t1")))
    spec.given(act("pryce", "other"), waits("lark"))
    spec.when(Declare(actor="kestrel", ready=("throwing_knife",)), "t1: dodge vane")
    assert meetings(spec) == [
        "vane cutlass, t2 full_dodge",
        "vane revolver, t1 dodge",
        "t1 move",
        "quill aim",
        "pryce act",
        "kestrel ready",
    ]


@pytest.mark.rule("BD-ROUND-4", "BD-ROUND-11")
def test_the_narrator_and_the_player_of_its_combatant_may_have_the_next_item_resolved() -> None:
    spec = given(fight("vane", "quill", "lark"), *round_of("vane", "quill"), Declare(actor="vane", ready=()))
    spec.given(Declare(actor="quill", ready=()))
    for other in ("lark", "quill"):
        spec.when(Resolve(), speaker=player(other)).refused("BD-ROUND-11", "not_yours")
    spec.when(Resolve(), speaker=player("lark", "vane")).then(ItemBegun(item=Item("vane", "ready")))
    spec.when(Resolve()).then(ItemBegun(item=Item("quill", "ready")))


@pytest.mark.rule("BD-ROUND-4", "BD-FATE-14")
def test_choices_are_ones_own_and_for_what_comes_next() -> None:
    spec = given(fight("vane", "quill", "t1"), *round_of("vane", "quill", "t1"))
    spec.given(strikes("vane", "t1 cutlass"), waits("quill")).when(waits("t1"), "t1: easy_target vane")
    one = {"vane": Choices(fate=1)}
    both = {**one, "t1": Choices()}
    spec.when(Resolve(choices=both), speaker=player("vane")).refused(None, "not_yours")
    spec.when(Resolve(choices={"quill": Choices()})).refused(None, "invalid")
    spec.when(Resolve(choices={"nobody": Choices()})).refused(None, "invalid")
    throws = ["vane W11[3,3,3,3,3,3,3,3,3,3,3]=0", "vane W5[3,3,3,3,3]=0", "vane W2[3,3]=0"]
    spec.when(Resolve(choices=one), throws=throws, speaker=player("vane")).then(DamageCounted)


# BD-ROUND-11: the attacker decides first


UNSET = {"ask_choices": None}


def attacking(policy: dict[str, Any] = UNSET, *, other: str = "pryce easy_target", **sheet: Any) -> Specification:
    """Vane is about to strike; nobody has said what goes into the throw."""
    vane = newcomer("vane", policy=policy, **sheet)
    return brawl(vane, "pryce", "quill", steps=(agenda(clash("vane cutlass", other)),))


@pytest.mark.rule("BD-ROUND-11")
def test_an_attacking_player_is_asked_first_where_somebody_else_has_the_item_resolved() -> None:
    spec = attacking().when(Resolve()).asks("choose", "vane").never(DiceThrown)
    throws = [fell("vane swordplay", "11/0"), fell("vane weapon", "5/0"), fell("vane strength", "2/0")]
    spec.answer({"fate": 1}, throws=throws).then(FateSpent, DamageCounted)


@pytest.mark.rule("BD-ROUND-11")
@pytest.mark.parametrize("policy", [{"ask_choices": False}, UNSET])
def test_an_attacking_player_is_not_asked_who_resolves_or_has_chosen_or_declines_by_policy(policy: Any) -> None:
    throws = [fell("vane swordplay", "11/0")]
    attacking(policy).when(Resolve(), speaker=player("vane"), throws=throws).then(ExchangeDecided)
    attacking(policy).when(Resolve(choices={"vane": Choices()}), throws=throws).then(ExchangeDecided)
    if policy != UNSET:
        attacking(policy).when(Resolve(), throws=throws).then(ExchangeDecided)


@pytest.mark.rule("BD-ROUND-11")
@pytest.mark.parametrize(
    ("sheet", "asked"),
    [
        ({"fate": 0}, True),
        ({"fate": 1, "stats": {}, "skills": {"swordplay": 0}}, True),
        ({"fate": 0, "stats": {}, "skills": {"swordplay": 0}}, False),
        ({"player": False, "side": "players"}, False),
    ],
)
def test_an_attacker_is_asked_who_is_a_players_and_has_fate_or_a_trade(sheet: dict[str, Any], asked: bool) -> None:
    spec = attacking(**sheet).when(Resolve())
    assert [prompt.kind for prompt in spec.fight.prompts] == ["choose"] * asked


@pytest.mark.rule("BD-ROUND-11")
def test_a_player_who_strikes_back_is_asked_too_and_one_who_dodges_is_not() -> None:
    people = (newcomer("pryce"), newcomer("vane", policy=UNSET), newcomer("quill", policy=UNSET))
    back = brawl(*people, steps=(agenda(clash("pryce truncheon", "vane back cutlass")),))
    back.when(Resolve(), speaker=player("pryce")).asks("choose", "vane")
    dodge = brawl(*people, steps=(agenda(clash("pryce derringer", "vane dodge")),))
    throws = [fell("pryce pistol", "4/0"), fell("vane dodge", "7/1")]
    dodge.when(Resolve(), throws=throws).then(ExchangeDecided)
    friends = brawl(people[1], people[2], steps=(agenda(clash("vane cutlass", "quill back rifle")),))
    friends.when(Resolve(), speaker=player("vane"))
    assert [prompt.to for prompt in friends.fight.prompts] == ["quill"]


@pytest.mark.rule("BD-ROUND-11", "BD-FATE-4")
def test_where_fate_comes_after_the_faces_an_attacking_player_is_asked_then() -> None:
    vane = newcomer("vane", policy=UNSET, stats={}, skills={})
    spec = brawl(vane, "pryce", steps=(agenda(clash("vane cutlass", "pryce easy_target")),), fate_timing="after")
    spec.when(Resolve(), throws=[fell("vane swordplay", "2/0")]).asks("choose", "vane").never(ExchangeDecided)
    throws = [fell("vane weapon", "5/0")]
    spec.answer({"fate": 1}, throws=throws).then(FateSpent, ExchangeDecided, DamageCounted)


@pytest.mark.rule("BD-ROUND-11", "BD-SKILL-14")
def test_nobody_else_is_asked_without_a_policy() -> None:
    vane = newcomer("vane", policy=UNSET)
    spec = given(fight(vane, "glass"), *round_of("vane")).when(strikes("vane", "glass cutlass"))
    throws = ["vane W9[3,3,3,3,3,3,3,3,3]=0"]
    spec.when(Resolve(), throws=throws).then(ItemBegun)
    assert spec.fight.prompts == ()


@pytest.mark.rule("BD-ROUND-4", "BD-OBJ-2")
def test_an_attack_on_an_object_is_an_item_with_choices() -> None:
    spec = given(fight("vane", "glass"), *round_of("vane")).when(strikes("vane", "glass cutlass"))
    assert spec.fight.agenda == (Item("vane", "attack", strike=Strike("glass", "cutlass")),)
    throws = ["vane W9[3,3,3,3,3,3,3,3,3]=0", "vane W5[3,3,3,3,3]=0", "vane W2[3,3]=0", "world W1[1]=1"]
    spec.when(Resolve(choices={"vane": Choices(fate=1)}), throws=throws).then(DamageCounted)


@pytest.mark.rule("BD-ROUND-6")
@pytest.mark.parametrize(
    "deed",
    [
        strikes("t1", "glass knife"),
        Declare(actor="t1", move=Going(close_to="lark")),
        Declare(actor="t1", ready=()),
        act("t1", "other"),
    ],
)
@pytest.mark.parametrize(
    "fact",
    [
        FellUnconscious(combatant="t1", reason="wounds"),
        BeganDying(combatant="t1", rounds=2),
        Stabilised(combatant="t1", by="lark"),
        Died(combatant="t1"),
    ],
)
def test_who_is_not_able_any_more_loses_its_deed(deed: Declare, fact: Event) -> None:
    spec = given(fight("t1", "lark", "glass"), *round_of("t1"), deed, fact)
    condition = spec.fight.people["t1"].condition
    declared = spec.fight.declarations["t1"].deed
    spec.when(Resolve()).then(ItemBegun, ItemLost(combatant="t1", deed=declared, reason=condition)).never(
        Readied, CameClose, DiceThrown
    )
    assert not spec.fight.prompts


@pytest.mark.rule("BD-ROUND-6")
def test_an_attack_of_the_helpless_is_lost_while_others_find_an_easy_target() -> None:
    spec = given(fight("vane", newcomer("t1", normal=19), "lark"), *round_of("vane", "t1", "lark"))
    spec.given(strikes("vane", "t1 cutlass"), strikes("t1", "lark knife"))
    spec.when(waits("lark"), "t1: easy_target vane", "lark: easy_target t1")
    throws = ["vane W11[1,2,3,4,5,2,3,4,5,2,3]=1", "vane W5[2,3,4,5,2]=0", "vane W2[3,4]=0"]
    spec.when(Resolve(), throws=throws).then(HealthLost, BeganDying(combatant="t1", rounds=1))
    spec.when(Resolve()).then(ItemBegun).never(DiceThrown)
    spec.when(EndRound()).then(RoundEnded)


@pytest.mark.rule("BD-ROUND-7", "BD-RUL-33")
def test_owed_marks_come_behind_the_last_item() -> None:
    spec = given(fight("vane", newcomer("t1", normal=19), "lark", resolution="simultaneous"), *round_of("vane", "t1"))
    spec.given(strikes("vane", "t1 cutlass")).when(strikes("t1", "lark knife"), "t1: easy_target vane")
    throws = ["vane W11[1,2,3,4,5,2,3,4,5,2,3]=1", "vane W5[2,3,4,5,2]=0", "vane W2[3,4]=0"]
    spec.when(Resolve(), throws=throws).then(DamageCounted).never(HealthLost)
    spec.when(Resolve()).then(ItemBegun, DiceThrown, MarksDue, HealthLost, BeganDying(combatant="t1", rounds=1))


# Acts


@pytest.mark.rule("BD-ROUND-5", "BD-RUL-63")
@pytest.mark.parametrize(
    ("what", "command", "throws", "fact"),
    [
        ("feat", Feat(actor="vane", feat="lift", row=3), [], FeatDone),
        ("drink", Drink(actor="vane", drink="light"), ["vane W8[1,1,3,3,3,3,3,3]=2 B1[3]=0"], DrinkTaken),
        ("check", Check(combatant="vane", stat="wits"), ["vane W2[3,3]=0"], CheckSettled),
        ("other", Check(combatant="vane", stat="wits"), ["vane W2[3,3]=0"], CheckSettled),
        (
            "stabilise",
            Stabilise(actor="vane", patient="t1", skill="medicine"),
            ["vane W2[1,3]=1"],
            Stabilised,
        ),
    ],
)  # fmt: skip
def test_an_act_that_comes_due_is_carried_out_by_its_command(
    what: str, command: Command, throws: list[str], fact: type[Event]
) -> None:
    spec = given(fight("vane", "t1"), BeganDying(combatant="t1", rounds=3), *round_of("vane"), act("vane", what))
    spec.when(command)
    if what in ("feat", "drink", "stabilise"):
        assert spec.refusal is not None, "an act waits for its place"
    spec.when(Resolve()).then(ItemBegun(item=Item("vane", "act"))).asks("act", "vane")
    spec.when(command, throws=throws).then(PromptLapsed, fact)
    assert not spec.fight.prompts
    assert not spec.fight.waiting
    spec.when(EndRound()).then(RoundEnded)


@pytest.mark.rule("BD-ROUND-5", "BD-ROUND-3")
def test_another_command_does_not_carry_out_an_act() -> None:
    spec = given(fight("vane", "pryce"), *round_of("vane", "pryce"), act("vane", "drink"), act("pryce", "feat"))
    spec.when(Resolve()).asks("act", "vane")
    spec.when(Feat(actor="vane", feat="lift", row=0)).refused(None)
    spec.when(Drink(actor="pryce", drink="light")).refused(None)
    spec.when(Check(combatant="vane", stat="wits")).refused(None)
    spec.when(Resolve()).refused(None)
    spec.answer("pass").then(ActPassed(combatant="vane", act="drink"))
    spec.when(Drink(actor="vane", drink="light")).refused("BD-ROUND-3")
    spec.when(Feat(actor="pryce", feat="lift", row=0)).refused("BD-FEAT-12")
    spec.when(Resolve()).asks("act", "pryce")
    spec.when(Feat(actor="pryce", feat="lift", row=0)).then(PromptLapsed, FeatDone)


@pytest.mark.rule("BD-ROUND-5")
def test_an_act_is_carried_out_by_its_own_combatant_and_after_what_was_asked_since() -> None:
    spec = given(fight("vane", "pryce"), *round_of("vane"), act("vane", "check")).when(Resolve())
    spec.when(Check(combatant="pryce", stat="wits")).refused(None)
    spec.when(ChangeStory(actor="vane", description="a fog comes up")).asks("approve", "narrator")
    spec.when(Check(combatant="vane", stat="wits")).refused(None)
    spec.answer({"approve": False}, to="narrator").asks("act", "vane")
    spec.when(Check(combatant="vane", stat="wits"), throws=["vane W2[3,3]=0"]).then(PromptLapsed, CheckSettled)


@pytest.mark.rule("BD-ROUND-5")
def test_an_act_refused_for_its_own_reasons_stays_due() -> None:
    spec = given(fight("vane", "t1"), *round_of("vane"), act("vane", "stabilise")).when(Resolve())
    spec.when(Stabilise(actor="vane", patient="t1", skill="medicine"))
    assert spec.refusal is not None
    spec.given().answer("pass").then(ActPassed(combatant="vane", act="stabilise"))


@pytest.mark.rule("BD-ROUND-5", "BD-COMP-4")
def test_to_assist_is_done_by_word_alone() -> None:
    spec = given(fight("vane"), *round_of("vane"), act("vane", "assist"))
    spec.when(Resolve()).then(ItemBegun, ActPassed(combatant="vane", act="assist"))
    assert not spec.fight.prompts


@pytest.mark.rule("BD-ROUND-3", "BD-DYING-4", "BD-FEAT-12")
def test_there_is_one_action_in_a_round_and_it_is_declared() -> None:
    spec = given(fight("vane", "t1"), BeganDying(combatant="t1", rounds=3), *round_of("vane"))
    spec.when(Drink(actor="vane", drink="light")).refused("BD-ROUND-3")
    spec.when(Feat(actor="vane", feat="lift", row=0)).refused("BD-FEAT-12")
    spec.when(Stabilise(actor="vane", patient="t1", skill="medicine")).refused("BD-DYING-4")
    spec.given(waits("vane")).when(waits("vane")).refused("BD-ROUND-1")


@pytest.mark.rule("BD-ROUND-10", "BD-HEAL-1", "BD-RUL-63")
def test_healing_and_time_are_for_between_rounds() -> None:
    heal = Treat(actor="lark", patient="t1", skill="medicine", place="medical_kit")
    spec = given(fight("lark", newcomer("t1", normal=3)), *round_of("lark", "t1"))
    spec.when(heal).refused("BD-HEAL-1")
    spec.when(PassTime(days=1)).refused("BD-ROUND-10")
    spec.given(RoundEnded(number=1)).when(PassTime(days=1)).then()
    assert spec.fight.people["t1"].normal == 1
    spec.given(HealthLost(combatant="t1", points=1, mark="normal", normal=2, bruise=0, health=10)).when(
        heal, throws=["lark W9[1,3,3,3,3,3,3,3,3]=1"]
    )
    assert spec.fight.people["t1"].normal == 1


# The end


@pytest.mark.rule("BD-ROUND-8")
def test_what_falls_due_at_the_end_of_a_round_falls_in_order() -> None:
    drowning = newcomer("quill", normal=13)
    facts: tuple[Event, ...] = (
        BreathHeld(combatant="quill", points=0),
        BeganDying(combatant="t1", rounds=3),
        Aimed(combatant="t2", weapon="derringer", target="quill", rounds=1),
        ModifierGiven(combatant="pryce", reason="a slip", penalty=1),
        FatePledged(helper="lark", beneficiary="pryce", successes=1, description="a word"),
        RoundEnded(number=1),
    )
    archer = newcomer("t2", weapons=[{"id": "derringer"}], ready=["derringer"])
    spec = given(fight("t1", drowning, archer, "pryce", "lark"), *facts)
    spec.given(*round_of("quill", "t2", "pryce", "lark", number=2), *map(waits, ("quill", "t2", "pryce", "lark")))
    end = EndRound(choices={"quill": Staying(ensure="quill")})
    spec.when(end, throws=["world asphyxia W3[1,3,3]=1"])
    steps = (BreathSpent, HealthLost, CheckSettled, DyingCounted, AimLost)
    wanted = (*steps, ModifiersSettled, PledgesSettled, RoundEnded)
    spec.then(*wanted)
    assert [type(event) for event in spec.events if isinstance(event, wanted)] == list(wanted)


@pytest.mark.rule("BD-ROUND-8")
def test_at_the_end_the_order_of_the_round_goes_before_the_order_of_joining() -> None:
    spec = given(
        fight("t1", "t2", "t3"),
        *[BreathHeld(combatant=name, points=8) for name in ("t1", "t2", "t3")],
        *round_of("t3", "t2"),
    )
    spec.given(waits("t3"), waits("t2")).when(EndRound())
    assert [event.combatant for event in spec.events if isinstance(event, BreathSpent)] == ["t3", "t2", "t1"]


@pytest.mark.rule("BD-ROUND-8")
def test_declarations_are_forgotten_and_places_and_wounds_stay() -> None:
    spec = given(fight("vane", "t1"), DECK, Place(combatant="vane", close_to=("t1",)), *round_of("vane", "t1"))
    spec.given(strikes("vane", "t1 cutlass")).when(waits("t1"), "t1: easy_target vane")
    facts = (
        CoverTaken(combatant="t1", cover=Cover("slight")),
        FellProne(combatant="t1"),
        HealthLost(combatant="t1", points=2, mark="normal", normal=2, bruise=0, health=10),
    )
    spec.when(Resolve(), throws=["vane W11[3,3,3,3,3,3,3,3,3,3,3]=0"]).given(*facts).when(EndRound())
    now = spec.fight
    assert (now.phase, now.order, now.agenda) == ("idle", (), ())
    assert (now.declarations, now.replies, now.exchanges) == ({}, {}, {})
    assert now.are_close("vane", "t1")
    tough = now.people["t1"]
    assert (tough.cover, tough.prone, tough.normal) == (Cover("slight"), True, 2)


@pytest.mark.rule("BD-RUL-62")
def test_rounds_take_no_minutes() -> None:
    spec = given(fight("vane"), *round_of("vane"), waits("vane")).when(EndRound()).never(TimePassed)
    assert spec.fight.minutes == 0


@pytest.mark.rule("BD-ROUND-8", "BD-SKILL-12", "BD-FATE-9")
def test_what_nobody_used_lapses_with_the_round() -> None:
    spec = given(fight("vane", "lark"), *round_of("vane", "lark"))
    spec.given(Award(combatant="vane", reason="a leap"), PLEDGED)
    spec.given(waits("vane"), waits("lark")).when(EndRound())
    spec.then(
        ModifiersSettled(combatant="vane", lapsed=True), PledgesSettled(combatant="vane", lapsed=True), RoundEnded
    )


@pytest.mark.rule("BD-SKILL-12")
def test_modifiers_from_between_rounds_lapse_when_the_next_begins_but_pledges_wait() -> None:
    spec = given(fight("vane", "lark"), Modify(combatant="vane", bonus=2, reason="a head start"))
    spec.given(PLEDGED)
    throws = ["vane W6[3,3,3,3,3,3]=0", "lark W2[3,3]=0"]
    spec.when(BeginRound(), throws=throws).then(RoundBegun, ModifiersSettled(combatant="vane", lapsed=True)).never(
        PledgesSettled
    )


@pytest.mark.rule("BD-ROUND-8")
def test_the_end_waits_for_the_last_item() -> None:
    spec = given(fight("t1", "t2"), *round_of("t1", "t2"), act("t1", "other"), Declare(actor="t2", ready=()))
    spec.when(EndRound()).refused("BD-ROUND-8")
    spec.when(Resolve()).when(EndRound()).refused(None)
    spec.answer("pass").when(EndRound()).refused("BD-ROUND-8")
    spec.when(Resolve()).when(EndRound()).then(RoundEnded(number=1))
