"""The end of a round and of combat (CE-END), and the steps of the clock (CE-SHEET-31)."""

from typing import Any

import pytest

from domain.core.commands import Command
from domain.rulesets.century.chapters.attack.cover import CoveringSheet, SetCover
from domain.rulesets.century.chapters.conditions.conditions import (
    ClearCondition,
    ConditionEnded,
    SetCondition,
    Surprise,
)
from domain.rulesets.century.chapters.conditions.downed import Died, SetDowned
from domain.rulesets.century.chapters.conditions.inflicted_damage import InflictDamage
from domain.rulesets.century.chapters.items.hands import DiscardWeapon
from domain.rulesets.century.chapters.items.jams import ClearJam, JamCleared
from domain.rulesets.century.chapters.movement.moving import Move
from domain.rulesets.century.chapters.movement.turning import Turn
from domain.rulesets.century.chapters.narrator.other_actions import Hide
from domain.rulesets.century.chapters.narrator.scene import CircumstanceEnded, SetCircumstance
from domain.rulesets.century.chapters.rolls.attempts import Attempt
from domain.rulesets.century.chapters.rolls.judging import RollClosed
from domain.rulesets.century.chapters.round.ending import CombatEnded, EndCombat, RoundEnded
from domain.rulesets.century.chapters.round.initiative import BeginRound, RoundBegun
from domain.rulesets.century.chapters.round.slots import ActionEnded
from domain.rulesets.century.chapters.round.staggered_order import ActionsEnded, SlotOpened
from domain.rulesets.century.words import DownedStatus
from tests.rules.century.builders import does, ends, finishes, holders, of, played_out
from tests.rules.century.specification import (
    Specification,
    attack,
    fight,
    given,
    in_action,
    newcomer,
    roll,
    stub,
    unasked,
)

LOW = "2d6: 1 1"


def two(**options: str) -> Specification:
    """A of one side and B of another, in A's slot."""
    people = (stub("a", side="heroes"), stub("b", side="foes"))
    return given(fight(*people, **options), *unasked("a", "b"), *in_action("a", "b"))


@pytest.mark.rule("CE-END-1", "CE-STAG-14", "CE-SHEET-31")
def test_the_round_ends_by_itself_in_the_batch_of_the_last_step() -> None:
    spec = two().when(finishes("a")).when(finishes("b"))
    spec.then(
        ActionEnded(combatant="b", how="finished"),
        ActionsEnded(round=1),
        RoundEnded(round=1, standing=("heroes", "foes")),
    )
    assert (spec.fight.step, spec.fight.slot, spec.fight.order) == ("conclusion", None, ())


@pytest.mark.rule("CE-END-2")
def test_a_round_ends_in_its_order() -> None:
    spec = given(fight(stub("a", "avenger_9mm"), stub("b"), stub("c"), stub("d")), *unasked("a"))
    spec.given(SetDowned(combatant="d", status="dying", hp=-1), SetDowned(combatant="b", status="dying", hp=-2))
    spec.given(Surprise(combatant="c"), SetCircumstance(label="smoke", amount=-10, until=1))
    spec.given(SetCondition(combatant="c", condition="drunk", amount=20))
    spec.when(BeginRound(), throws=["a 2d6: 6 6", "c 2d6: 1 1"]).when(finishes("a")).when(finishes("c"))
    spec.then(
        ActionsEnded(round=1),
        Died(combatant="b", reason="bled out"),
        Died(combatant="d", reason="bled out"),
        ConditionEnded(combatant="c", condition="surprised", reason="end of the round"),
        CircumstanceEnded,
        RoundEnded,
    )
    assert of(spec, "c").conditions.keys() == {"drunk"}


@pytest.mark.rule("CE-END-2")
def test_deaths_come_before_jams_are_cleared() -> None:
    jammed = stub("a", weapons=[{"id": "avenger_9mm", "state": "jammed"}], held={"right": "avenger_9mm"})
    spec = given(fight(jammed, stub("b")), SetDowned(combatant="b", status="dying", hp=-1), *in_action("a"))
    spec.when(ClearJam(actor="a", weapon="avenger_9mm")).then(
        Died(combatant="b", reason="bled out"), JamCleared, RoundEnded
    )


@pytest.mark.rule("CE-END-2", "CE-SHEET-33", "CE-SHEET-36")
def test_what_lasts_for_a_round_lapses() -> None:
    spec = given(fight(stub("a", "avenger_9mm"), stub("b"), newcomer("suv", driver="a", heading=0)))
    spec.given(*unasked("a", "b"), *in_action("a", "b", scores={"a": 9, "b": 1}, pools={"suv": 12}))
    spec.when(attack("a", "b", range="short"), throws=["d100: 90"])
    assert of(spec, "b").outpaced_by == ("a",)
    spec.when(Turn(actor="a", degrees=30, vehicle="suv")).when(ends("a"))
    played_out(spec)
    craft = of(spec, "suv").craft
    assert craft is not None
    assert (craft.used, craft.degrees) == (0, 0)
    for name in ("a", "b"):
        person = of(spec, name)
        assert (person.initiative, person.outpaced_by, person.finished) == (None, (), False)


@pytest.mark.rule("CE-END-3", "CE-SHEET-36")
def test_what_is_kept_is_kept() -> None:
    jacket: Any = {"armour": [{"id": "leather_jacket"}], "worn": "leather_jacket"}
    a_in_armour = stub("a", "avenger_9mm", position={"x": 0, "y": 0}, **jacket)
    people = (a_in_armour, stub("b", "knife", role="major", fp=3), "desk")
    spec = given(fight(*people), *unasked("a", "b", but=("b",)), *in_action("a", "b"))
    spec.given(
        SetCover(combatant="b", objects=(CoveringSheet(object="desk"),)),
        SetCondition(combatant="b", condition="hidden"),
        SetCondition(combatant="a", condition="block_penalty"),
        ClearCondition(combatant="b", condition="hidden"),
        InflictDamage(combatant="a", amount=3),
        InflictDamage(combatant="desk", amount=4),
    )
    shot = attack("a", "b", range="short")
    spec.when(shot, "b: defence dodge", "b: fate_miss true", throws=["d100: 10", "d100: 60"])
    spec.when(SetCondition(combatant="b", condition="hidden"))
    spec.when(ends("a")).when(DiscardWeapon(actor="b", item="knife"))
    spec.when(finishes("b")).when(finishes("a")).when(SetCondition(combatant="a", condition="block_penalty"))
    played_out(spec)
    a, b = of(spec, "a"), of(spec, "b")
    assert (a.hp, a.weapons["avenger_9mm"].loaded, a.place is not None, "block_penalty" in a.conditions) == (
        8, 14, True, True,
    )  # fmt: skip
    assert (b.fp, set(b.conditions), len(b.cover.objects), of(spec, "desk").hp) == (
        1, {"dodge_penalty", "hidden"}, 1, 11,
    )  # fmt: skip
    assert (list(spec.fight.ground), a.armour["leather_jacket"].hp) == (["knife"], 5)


@pytest.mark.rule("CE-END-4", "CE-RUL-99")
def test_only_the_narrator_ends_combat() -> None:
    people = (stub("x", "avenger_9mm", side="heroes"), stub("y", side="foes", hp_max=1))
    spec = given(fight(*people), *unasked("x", "y"), *in_action("x", "y"))
    spec.when(attack("x", "y", range="short"), throws=["d100: 30", "1d6: 6"]).then(Died)
    spec.when(finishes("x")).then(RoundEnded(round=1, standing=("heroes",))).never(CombatEnded)
    assert spec.fight.in_combat
    spec.when(EndCombat(outcome="heroes", reason="nobody is left")).then(
        CombatEnded(outcome="heroes", reason="nobody is left")
    )
    spec.when(EndCombat()).refused("CE-END-4")


@pytest.mark.rule("CE-END-4", "CE-END-6", "CE-RUL-99")
def test_combat_may_end_in_mid_round() -> None:
    spec = two().when(does("a")).when(EndCombat()).then(CombatEnded)
    fight_now = spec.fight
    assert (fight_now.step, fight_now.order, fight_now.slot, fight_now.run) == ("story", (), None, 0)
    assert [(of(spec, name).pool, of(spec, name).initiative) for name in "ab"] == [(0, None), (0, None)]


@pytest.mark.rule("CE-END-2", "CE-END-4")
@pytest.mark.parametrize("status", ["dying", "stabilized", "dead"])
def test_the_end_of_a_round_names_the_sides_that_still_act(status: DownedStatus) -> None:
    spec = two().given(SetDowned(combatant="b", status=status, hp=0)).when(finishes("a"))
    spec.then(RoundEnded(round=1, standing=("heroes",)))


@pytest.mark.rule("CE-END-4")
def test_combat_does_not_end_while_somebody_is_asked() -> None:
    spec = given(fight(stub("a"), stub("b")), *in_action("a", "b"))
    spec.when(attack("a", "b", natural="punch", range="melee")).asks("defence", "b")
    spec.when(EndCombat()).refused("CE-STAG-15")


@pytest.mark.rule("CE-END-5")
def test_the_next_round_begins_by_the_narrators_word() -> None:
    spec = played_out(two())
    assert not [event for event in spec.events if isinstance(event, RoundBegun | SlotOpened)]
    spec.when(BeginRound(), throws=[LOW, LOW]).then(RoundBegun(round=2, pools={"a": 10, "b": 10}), SlotOpened)


@pytest.mark.rule("CE-END-6")
def test_after_combat_the_dying_stay_dying_and_their_clock_stands() -> None:
    spec = two().when(InflictDamage(combatant="b", amount=11)).when(EndCombat())
    assert (of(spec, "b").dies_in_round, "dying" in of(spec, "b").conditions) == (2, True)
    spec.when(SetDowned(combatant="b", status="stabilized")).then()
    assert of(spec, "b").dies_in_round is None


@pytest.mark.rule("CE-END-7")
def test_combat_taken_up_again_goes_on_with_the_next_number() -> None:
    spec = two().when(InflictDamage(combatant="b", amount=11)).when(finishes("a"))
    spec.when(BeginRound(), throws=[LOW]).when(EndCombat())
    assert (spec.fight.round, of(spec, "b").dies_in_round) == (2, 2)
    spec.when(BeginRound(), throws=[LOW]).then(RoundBegun(round=3, pools={"a": 10}, due=("b",)))
    assert of(spec, "b").dies_in_round == 3
    spec.when(finishes("a")).then(Died(combatant="b", reason="bled out"))


@pytest.mark.rule("CE-END-7")
def test_who_is_due_in_the_round_that_comes_stays_due_in_it() -> None:
    spec = two().when(InflictDamage(combatant="b", amount=11)).when(EndCombat())
    spec.when(BeginRound(), throws=[LOW]).then(RoundBegun(round=2, pools={"a": 10})).when(finishes("a"))
    spec.then(Died(combatant="b", reason="bled out"))


@pytest.mark.rule("CE-END-7", "CE-INIT-13")
def test_by_option_the_dying_die_before_the_dice_of_the_next_round() -> None:
    spec = two(bleed_out="start_of_next_round").when(InflictDamage(combatant="b", amount=12))
    spec.when(finishes("a")).never(Died)
    spec.when(BeginRound(), throws=["a 2d6: 3 4"]).then(
        Died(combatant="b", reason="bled out"), RoundBegun(round=2, pools={"a": 10})
    )
    spec = two().when(InflictDamage(combatant="b", amount=12)).when(finishes("a"))
    spec.when(BeginRound(), throws=["a 2d6: 3 4"]).never(Died)


@pytest.mark.rule("CE-END-7", "CE-END-2")
def test_what_ends_with_a_round_ends_with_the_combat_that_breaks_it_off() -> None:
    stunned = SetCondition(combatant="a", condition="stunned", end_of_round=1)
    longer = SetCondition(combatant="b", condition="drunk", amount=30, end_of_round=2)
    smoke = SetCircumstance(label="smoke", amount=-10, until=1)
    spec = given(fight("a", "b"), *in_action("a", "b"), stunned, longer, smoke)
    over = ConditionEnded(combatant="a", condition="stunned", reason="end of the round")
    spec.when(EndCombat()).then(over, CircumstanceEnded, CombatEnded)
    assert (spec.fight.circumstances, list(of(spec, "b").conditions)) == ({}, ["drunk"])
    spec.when(BeginRound(), throws=["a 2d6: 6 6", "b 2d6: 1 1"])
    assert holders(spec) == ("a",)


@pytest.mark.rule("CE-SHEET-31")
def test_the_clock_goes_from_story_through_the_steps_of_rounds() -> None:
    spec = given(fight(stub("a", role="character", fp=1), stub("b")))
    assert (spec.fight.round, spec.fight.step) == (0, "story")
    spec.when(BeginRound())
    assert (spec.fight.round, spec.fight.step) == (1, "initiative")
    spec.answer(0, throws=[LOW, LOW]).answer(0)
    assert (spec.fight.round, spec.fight.step) == (1, "actions")
    played_out(spec)
    assert (spec.fight.round, spec.fight.step) == (1, "conclusion")
    spec.when(EndCombat())
    assert (spec.fight.round, spec.fight.step) == (1, "story")


STEPS = (
    does("a"),
    ends("a"),
    finishes("a"),
    Move(actor="a", mode="legs2", distance_m=1),
    attack("a", "b", natural="punch", range="melee"),
    Hide(actor="a"),
)


@pytest.mark.rule("CE-SHEET-31")
@pytest.mark.parametrize("command", STEPS)
def test_steps_belong_to_the_actions_of_a_round(command: Command) -> None:
    given(fight(stub("a"), stub("b"))).when(command).refused("CE-SHEET-31")
    played_out(two()).when(command).refused("CE-SHEET-31")


@pytest.mark.rule("CE-SHEET-31")
def test_attempts_belong_to_the_story() -> None:
    attempt = Attempt(actor="a", what="listens")
    given(fight(stub("a"), stub("b"))).when(attempt, "narrator: set_target succeeds").then()
    two().when(attempt).refused("CE-SHEET-31")
    played_out(two()).when(attempt).refused("CE-SHEET-31")
    two().when(roll("b"), throws=["d100: 20"]).then(RollClosed)


@pytest.mark.rule("CE-END-2", "CE-END-4")
def test_the_end_of_a_round_that_decides_is_told_in_one_line_with_what_else_ends() -> None:
    smoke = SetCircumstance(label="smoke", amount=-10, on="all", until=1)
    down = SetDowned(combatant="b", status="stabilized")
    spec = two().given(smoke, down).when(finishes("a"))
    ended = "“smoke” no longer counts in any attack; round 1 is over; only the heroes can still fight."
    assert spec.lines() == ["A is done for this round.", ended]
