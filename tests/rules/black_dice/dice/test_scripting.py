"""Scripting dice: throws made again, turns of the story, the narrator's yes (BD-SCRIPT-1 to -7, -9)."""

from typing import Any

import pytest
from msgspec.structs import replace

from domain.core.commands import SentAnswer, SetPolicy
from domain.model.event import Event
from domain.model.speaker import NARRATOR
from domain.rulesets.black_dice.chapters.dice.casts import DiceThrown
from domain.rulesets.black_dice.chapters.dice.checks import CheckSettled
from domain.rulesets.black_dice.chapters.dice.fate import FateSpent
from domain.rulesets.black_dice.chapters.dice.rerolls import Keep, Reroll, RerollKept
from domain.rulesets.black_dice.chapters.dice.scripting import (
    Approve,
    ChangeStory,
    ScriptingDenied,
    ScriptingSpent,
    StoryChanged,
)
from domain.rulesets.black_dice.chapters.narrator.contests import ContestDecided
from domain.rulesets.black_dice.chapters.narrator.rulings import Modify
from domain.rulesets.black_dice.chapters.perils.drinking import Drink
from domain.rulesets.black_dice.chapters.rounds.agenda import Resolve
from domain.rulesets.black_dice.chapters.wounds.consciousness import FellUnconscious
from domain.rulesets.black_dice.chapters.wounds.damage import DamageCounted
from domain.rulesets.black_dice.chapters.wounds.deathbed import SaveFromDeath
from domain.rulesets.black_dice.chapters.wounds.dying import BeganDying
from tests.rules.black_dice.builders import agenda, check, choosing, clash, contest, fell, peril, player, pledge, thrown
from tests.rules.black_dice.specification import Specification, fight, given, newcomer, round_of

LOOK = check("vane", "wits perception")
ASKS = {"ask_reroll": True}
AGAIN = Reroll(actor="vane", description="a glint in the mirror")


def looked(first: int, *, keep: str = "better", approval: str = "standing", **sheet: Any) -> Specification:
    """Vane has looked around with so many successes of four dice, and wants to be asked for rerolls."""
    vane = newcomer("vane", policy={**ASKS, "reroll_keep": keep}, **sheet)
    spec = given(fight(vane, "pryce", scripting_approval=approval))
    return spec.when(LOOK, throws=[fell("vane perception", f"4/{first}")])


def purse(spec: Specification, who: str = "vane") -> int:
    return spec.fight.people[who].fate


def throws_of(spec: Specification) -> list[DiceThrown]:
    return [event for event in spec.events if isinstance(event, DiceThrown)]


# BD-SCRIPT-1 to BD-SCRIPT-3


@pytest.mark.rule("BD-SCRIPT-1")
@pytest.mark.parametrize(("fate", "dice"), [(0, 0), (5, 0), (6, 1), (11, 1), (12, 2), (60, 10)])
def test_six_pips_are_a_scripting_die(fate: int, dice: int) -> None:
    spec = looked(1, fate=fate)
    assert spec.fight.people["vane"].scripting_dice == dice
    assert bool(spec.fight.prompts) == (dice > 0)
    if dice:
        spec.when(AGAIN, throws=[fell("vane perception", "4/2")])
        assert purse(spec) == fate - 6
    else:
        spec.when(AGAIN).refused("BD-SCRIPT-1")


@pytest.mark.rule("BD-SCRIPT-1")
def test_the_story_is_not_changed_for_less() -> None:
    spec = given(fight(newcomer("kestrel", fate=5)))
    spec.when(ChangeStory(actor="kestrel", description="the rope holds")).refused("BD-SCRIPT-1")


@pytest.mark.rule("BD-FATE-13", "BD-SCRIPT-1")
def test_non_players_have_scripting_dice_for_the_same_price() -> None:
    spec = given(fight(newcomer("pryce", fate=12, policy=ASKS), scripting_approval="standing"))
    spec.when(check("pryce", "wits"), throws=[fell("pryce wits", "1/0")]).asks("reroll", "pryce")
    spec.when(Reroll(actor="pryce", description="a second look"), throws=[fell("pryce wits", "1/1")])
    spec.then(ScriptingSpent, DiceThrown, RerollKept)
    assert purse(spec, "pryce") == 6
    spec.when(ChangeStory(actor="pryce", description="a whistle")).then(ScriptingSpent, StoryChanged)
    assert purse(spec, "pryce") == 0


@pytest.mark.rule("BD-SCRIPT-2", "BD-RUL-16")
def test_the_narrator_says_yes_to_each_use() -> None:
    spec = looked(1, approval="narrator").asks("reroll", "vane").never(CheckSettled)
    spec.when(AGAIN, speaker=player("vane")).asks("approve", "narrator").never(ScriptingSpent)
    about = spec.fight.prompts[0].about
    assert (about["of"], about["use"], about["description"]) == ("vane", "reroll", "a glint in the mirror")
    spec.when(Approve(approve=True), throws=[fell("vane perception", "4/2")])
    first = throws_of(spec)[0].again
    spec.then(
        ScriptingSpent(combatant="vane", use="reroll", description="a glint in the mirror", throw=first),
        DiceThrown,
        CheckSettled,
    )
    assert purse(spec) == 6


@pytest.mark.rule("BD-SCRIPT-1", "BD-SCRIPT-2")
def test_a_yes_for_which_no_scripting_die_is_left_is_told_as_such() -> None:
    twice = [ChangeStory(actor="vane", description=one) for one in ("a whistle", "a rope")]
    spec = given(fight(newcomer("vane", fate=6)), *twice)
    spec.when(Approve(approve=True, reason="well told")).then(ScriptingSpent, StoryChanged)
    spec.when(Approve(approve=True, reason="well told")).then(ScriptingDenied)
    assert spec.lines() == ["Vane does not get a change of the story (no scripting die is left)."]
    assert [one.sentence for one in spec.entries(2)][-1] == (
        "Vane does not get a change of the story: no scripting die is left."
    )
    spec = given(fight(newcomer("vane", fate=6)), *twice)
    spec.when(Approve(approve=False, reason="too much")).then(ScriptingDenied)
    assert spec.lines() == ["Vane does not get a change of the story (“too much”)."]


@pytest.mark.rule("BD-SCRIPT-2")
def test_two_refusals_and_two_dice_of_one_line_share_their_verbs() -> None:
    spec = given(fight("vane"), ChangeStory(actor="vane", description="a rope"))
    spec.when(Approve(approve=False))
    [denied] = [event for event in spec.events if isinstance(event, ScriptingDenied)]
    spec.events = [replace(denied, use="reroll", reason="too late"), replace(denied, use="reroll")]
    assert spec.lines() == ["Vane does not get another roll (“too late”)."]
    spec.events = [replace(denied, use="reroll"), replace(denied, use="save_from_death")]
    assert spec.lines() == ["Vane does not get another roll and a rescue from death."]
    rope, whistle = (ScriptingSpent(combatant="vane", use="reroll", description=one) for one in ("a rope", "a whistle"))
    spec.events = [rope, whistle]
    assert spec.lines() == [
        "Vane spends a scripting die on another roll (“a rope”) and a scripting die on another roll (“a whistle”)."
    ]


@pytest.mark.rule("BD-SCRIPT-2")
def test_a_no_costs_nothing_and_the_game_goes_on_as_if_nobody_had_asked() -> None:
    spec = looked(1, approval="narrator").when(AGAIN)
    spec.when(Approve(approve=False, reason="you have had your look"))
    spec.then(
        ScriptingDenied(combatant="vane", use="reroll", reason="you have had your look"),
        CheckSettled(combatant="vane", label="perception", net=1, needed=1, passed=True, degree="partial"),
    ).never(ScriptingSpent, DiceThrown, RerollKept)
    assert purse(spec) == 12
    assert spec.fight.prompts == ()


@pytest.mark.rule("BD-SCRIPT-2")
def test_a_use_needs_words() -> None:
    spec = looked(1).answer({"description": ""}).refused(None, "invalid")
    spec.answer({}).refused(None, "invalid")
    for command in (Reroll, ChangeStory, SaveFromDeath):
        assert command.model_json_schema()["properties"]["description"]["minLength"] == 1


@pytest.mark.rule("BD-SCRIPT-2", "BD-RUL-16")
def test_where_the_yes_stands_nobody_is_asked_for_it() -> None:
    spec = looked(1).when(AGAIN, throws=[fell("vane perception", "4/2")])
    spec.then(
        ScriptingSpent,
        CheckSettled(combatant="vane", label="perception", net=2, needed=1, passed=True, degree="success"),
    )


@pytest.mark.rule("BD-SCRIPT-2")
def test_a_narrator_puts_the_yes_into_the_command() -> None:
    spec = looked(1, approval="narrator")
    spec.when(AGAIN, "narrator: approve yes", throws=[fell("vane perception", "4/2")], speaker=NARRATOR)
    spec.then(ScriptingSpent, CheckSettled)


@pytest.mark.rule("BD-SCRIPT-2")
def test_a_player_does_not_say_the_narrators_yes() -> None:
    spec = looked(1, approval="narrator")
    yes = SentAnswer(kind="approve", to="narrator", answer={"approve": True})
    spec.when(AGAIN, yes, speaker=player("vane")).refused(None, "not_yours")
    spec.when(AGAIN).when(Approve(approve=True), speaker=player("vane")).refused(None, "not_yours")


@pytest.mark.rule("BD-SCRIPT-2")
def test_a_narrator_may_say_yes_once_and_for_all() -> None:
    spec = given(fight(newcomer("vane", policy=ASKS)))
    spec.given(SetPolicy(of="narrator", kind="approve", answer={"approve": True}))
    spec.when(LOOK, throws=[fell("vane perception", "4/1")]).when(AGAIN, throws=[fell("vane perception", "4/2")])
    spec.then(ScriptingSpent, CheckSettled)


@pytest.mark.rule("BD-SCRIPT-3", "BD-SCRIPT-9")
@pytest.mark.parametrize(
    "before",
    [
        [],
        [FellUnconscious(combatant="vane", reason="wounds")],
        [BeganDying(combatant="vane", rounds=2)],
        [*round_of("pryce", "vane")],
    ],
    ids=["idle", "unconscious", "dying", "out of turn"],
)
def test_no_moment_is_barred(before: list[Event]) -> None:
    spec = given(fight("vane", "pryce"), *before)
    spec.when(ChangeStory(actor="vane", description="a ship is sighted"), speaker=player("vane"))
    spec.asks("approve", "narrator").answer({"approve": True})
    spec.then(
        ScriptingSpent(combatant="vane", use="story", description="a ship is sighted"),
        StoryChanged(combatant="vane", description="a ship is sighted"),
    )
    assert purse(spec) == 6


@pytest.mark.rule("BD-SCRIPT-3")
def test_a_story_may_turn_while_somebody_else_is_asked() -> None:
    spec = given(fight(newcomer("vane", policy=ASKS), newcomer("quill")))
    spec.when(LOOK, throws=[fell("vane perception", "4/1")])
    spec.when(ChangeStory(actor="quill", description="a shot rings out")).asks("approve", "narrator")
    spec.when(Approve(approve=True)).then(StoryChanged).asks("reroll", "vane")
    spec.answer("no").then(CheckSettled)


@pytest.mark.rule("BD-SCRIPT-9", "BD-SCRIPT-2")
def test_a_story_that_is_not_approved_of_does_not_turn() -> None:
    spec = given(fight("vane")).when(ChangeStory(actor="vane", description="a ship is sighted"))
    spec.answer({"approve": False, "reason": "fog"})
    spec.then(ScriptingDenied(combatant="vane", use="story", reason="fog")).never(StoryChanged, ScriptingSpent)
    assert purse(spec) == 12


@pytest.mark.rule("BD-SCRIPT-1", "BD-SCRIPT-2")
def test_a_yes_that_comes_when_the_pips_are_gone_changes_nothing() -> None:
    spec = given(fight("quill"))
    for story in ("a shot rings out", "and another"):
        spec.given(ChangeStory(actor="quill", description=story))
    newest = spec.fight.prompts[-1].id
    spec.when(Approve(prompt=newest, approve=True)).then(StoryChanged(combatant="quill", description="and another"))
    spec.when(Approve(approve=True)).then(ScriptingDenied(combatant="quill", use="story")).never(
        StoryChanged, ScriptingSpent
    )
    assert purse(spec, "quill") == 0


# BD-SCRIPT-4: what is thrown again


@pytest.mark.rule("BD-SCRIPT-4")
def test_an_action_roll_is_thrown_again_before_anything_comes_of_it() -> None:
    spec = looked(0).asks("reroll", "vane").never(CheckSettled)
    assert spec.fight.prompts[0].about["net"] == 0
    spec.when(AGAIN, throws=[fell("vane perception", "4/3")])
    spec.then(CheckSettled(combatant="vane", label="perception", net=3, needed=1, passed=True, degree="good"))


@pytest.mark.rule("BD-SCRIPT-4")
def test_whoever_does_not_want_to_be_asked_is_not() -> None:
    spec = given(fight("vane")).when(LOOK, throws=[fell("vane perception", "4/0")]).then(CheckSettled)
    assert spec.fight.prompts == ()
    spec.when(AGAIN).refused("BD-SCRIPT-4")


@pytest.mark.rule("BD-SKILL-14", "BD-SCRIPT-10", "BD-DIE-6")
@pytest.mark.parametrize("scripting_offers", ["policy", "ask"])
def test_nobody_is_asked_to_repeat_a_throw_in_which_no_die_fell(scripting_offers: str) -> None:
    spec = given(fight(newcomer("vane", policy=ASKS), scripting_offers=scripting_offers))
    spec.when(check("vane", "wits perception", choosing(), penalty=4)).then(CheckSettled)
    spec.when(check("vane", "wits perception", choosing(fate=1), penalty=4)).then(CheckSettled)
    black = check("vane", "wits perception", choosing(), penalty=4, black=1)
    spec.when(black, throws=[fell("vane perception", "0/0", "1/0")]).asks("reroll", "vane")


@pytest.mark.rule("BD-SCRIPT-10", "BD-RUL-68")
def test_where_scripting_dice_are_offered_whoever_has_one_left_is_asked_after_each_throw_of_its_own() -> None:
    people = (newcomer("vane", fate=6), newcomer("pryce", fate=5))
    spec = given(fight(*people, scripting_offers="ask"))
    spec.when(LOOK, throws=[fell("vane perception", "4/0")]).asks("reroll", "vane")
    spec.answer("no").then(CheckSettled)
    spec.when(check("pryce", "wits perception"), throws=[fell("pryce perception", "3/0")]).then(CheckSettled)
    blow = agenda(clash("vane cutlass", "pryce easy_target"))
    spec = given(fight(*people, scripting_offers="ask"), *round_of("vane", "pryce"), blow)
    throws = ["vane swordplay W11[6,2,3,4,5,2,3,4,5,2,3]=1"]
    spec.when(Resolve(choices={"vane": choosing()}), throws=throws).asks("reroll", "vane")
    spec.answer("no", throws=[fell("vane weapon", "5/0")]).asks("reroll", "vane")
    spec.answer("no", throws=[fell("vane strength", "2/0")]).asks("reroll", "vane")


@pytest.mark.rule("BD-SCRIPT-10", "BD-RUL-68")
def test_a_policy_that_declines_rerolls_is_not_asked_even_where_scripting_dice_are_offered() -> None:
    vane = newcomer("vane", policy={"ask_reroll": False})
    spec = given(fight(vane, scripting_offers="ask"))
    spec.when(LOOK, throws=[fell("vane perception", "4/0")]).then(CheckSettled)
    asked = given(fight(newcomer("vane", policy={"ask_reroll": True}), scripting_offers="ask"))
    asked.when(LOOK, throws=[fell("vane perception", "4/0")]).asks("reroll", "vane")
    toll = given(fight("vane", scripting_offers="ask"))
    toll.when(Drink(actor="vane", drink="light"), throws=[fell("vane drink", "8/0", "1/0")])
    assert toll.fight.prompts == ()


@pytest.mark.rule("BD-SCRIPT-4", "BD-RUL-66", "BD-RUL-16")
def test_toll_rolls_are_not_thrown_again() -> None:
    spec = given(fight(newcomer("vane", policy=ASKS)))
    spec.when(Drink(actor="vane", drink="light"), throws=[fell("vane drink", "8/0", "1/0")])
    assert spec.fight.prompts == ()
    spec.when(AGAIN).refused("BD-SCRIPT-4")


@pytest.mark.rule("BD-SCRIPT-4", "BD-RUL-16")
def test_ones_own_damage_is_thrown_again() -> None:
    vane = newcomer("vane", policy=ASKS, fate=60)
    spec = given(fight(vane, "pryce", scripting_approval="standing"), *round_of("vane", "pryce"))
    spec.given(agenda(clash("vane cutlass", "pryce easy_target")))
    spec.when(Resolve(), throws=[fell("vane swordplay", "11/1")]).asks("reroll", "vane")
    spec.answer("no", throws=[fell("vane weapon", "5/0")]).asks("reroll", "vane").never(DamageCounted)
    spec.when(AGAIN, throws=[fell("vane weapon", "5/1"), fell("vane strength", "2/0")]).asks("reroll", "vane")
    spec.when(AGAIN, throws=[fell("vane strength", "2/1")])
    terms = next(event for event in spec.events if isinstance(event, DamageCounted)).terms
    assert terms == (("degrees", 1), ("weapon", 1), ("strength", 1), ("armour", -2))


@pytest.mark.rule("BD-SCRIPT-4", "BD-RUL-16")
def test_dice_thrown_against_one_or_for_armour_are_not_thrown_again() -> None:
    spec = given(fight(newcomer("vane", policy={**ASKS, "ask_reduce": False}), armour="dice"))
    command = peril("vane", intensity="moderate", avoidance="none", armour_applies=True)
    spec.when(command, throws=[fell("world peril", "3/1"), fell("world armour", "1/1")]).then(DamageCounted)
    assert spec.fight.prompts == ()


@pytest.mark.rule("BD-SCRIPT-4")
def test_nobody_throws_anothers_throw_again() -> None:
    spec = given(fight("pryce", newcomer("vane", policy=ASKS)))
    spec.when(check("pryce", "wits perception"), throws=[fell("pryce perception", "3/0")]).then(CheckSettled)
    spec.when(AGAIN).refused("BD-SCRIPT-4")


# BD-SCRIPT-5 to BD-SCRIPT-7: how, what stands, how often


@pytest.mark.rule("BD-SCRIPT-5")
def test_the_whole_throw_is_made_again_with_what_it_had_and_nothing_is_paid_anew() -> None:
    vane = newcomer("vane", policy=ASKS, fate=9)
    spec = given(fight(vane, "lark", scripting_approval="standing"), pledge("lark", "vane", 1))
    spec.given(Modify(combatant="vane", bonus=3, black=1, reason="fog"))
    command = check("vane", "dex athletics", choosing(fate=1, trade=1, common=1), difficulty="difficult")
    dice = fell("vane athletics", "8/1", "5/1")
    spec.when(command, throws=[dice])
    assert (purse(spec), purse(spec, "lark")) == (8, 16)
    spec.when(AGAIN, throws=[dice]).never(FateSpent)
    again = thrown(spec.events, "athletics")
    assert (again.fate, again.traded, again.successes, len(again.pledged)) == (1, 1, 4, 1)
    assert again.again is not None
    assert (purse(spec), purse(spec, "lark")) == (2, 16)


@pytest.mark.rule("BD-SCRIPT-5")
def test_in_a_contest_both_throw_first_and_then_have_one_chance_each_in_order_of_the_round() -> None:
    people = (newcomer("quill", policy=ASKS, fate=12), newcomer("lark", policy=ASKS))
    spec = given(fight(*people, scripting_approval="standing"), *round_of("lark", "quill"))
    throws = [fell("lark perception", "7/1"), fell("quill sneak", "6/1")]
    spec.when(contest("quill dex sneak", "lark wits perception"), throws=throws)
    assert [(prompt.kind, prompt.to) for prompt in spec.fight.prompts] == [("reroll", "lark")]
    again = Reroll(actor="lark", description="a creak")
    spec.when(again, throws=[fell("lark perception", "7/2")])
    assert [(prompt.kind, prompt.to) for prompt in spec.fight.prompts] == [("reroll", "quill")]
    spec.when(again).refused("BD-SCRIPT-7")
    spec.when(Reroll(actor="quill", description="a cat"), throws=[fell("quill sneak", "6/3")])
    spec.then(
        ContestDecided(
            active="quill", passive="lark", active_net=3, passive_net=2, winner="quill", margin=1, degree="partial"
        )
    )
    assert spec.fight.prompts == ()


@pytest.mark.rule("BD-SCRIPT-6", "BD-RUL-16")
@pytest.mark.parametrize(
    ("first", "second", "stands"), [(1, 0, "first"), (1, 1, "second"), (1, 2, "second"), (2, 3, "second")]
)
def test_the_new_throw_stands_unless_it_is_worse(first: int, second: int, stands: str) -> None:
    spec = looked(first)
    before = spec.fight.prompts[0].about["throw"]
    spec.when(AGAIN, throws=[fell("vane perception", f"4/{second}")])
    kept = next(event for event in spec.events if isinstance(event, RerollKept))
    assert (kept.kept == before, kept.dropped == before) == (stands == "first", stands == "second")
    net = max(first, second)
    settled = next(event for event in spec.events if isinstance(event, CheckSettled))
    assert settled.net == net


@pytest.mark.rule("BD-SCRIPT-6")
def test_worse_means_lower_raw() -> None:
    vane = newcomer("vane", policy=ASKS)
    spec = given(fight(vane, scripting_approval="standing"))
    command = check("vane", "wits perception", difficulty="difficult")
    spec.when(command, throws=[fell("vane perception", "4/1", "3/2")])
    first = spec.fight.prompts[0].about["throw"]
    spec.when(AGAIN, throws=[fell("vane perception", "4/1", "3/3")])
    spec.then(CheckSettled(combatant="vane", label="perception", net=0, needed=1, passed=False, degree="foul_failure"))
    assert [foul.throw for foul in spec.fight.fouled] == [first]  # of two foul throws the one that stands


@pytest.mark.rule("BD-SCRIPT-6")
@pytest.mark.parametrize(("answer", "net"), [("first", 2), ("second", 1)])
def test_whoever_wants_to_see_both_says_which_stands(answer: str, net: int) -> None:
    spec = looked(2, keep="ask").when(AGAIN, throws=[fell("vane perception", "4/1")])
    spec.asks("keep", "vane").never(CheckSettled)
    keep = Keep.model_validate({"actor": "vane", "keep": answer})
    spec.when(keep, speaker=player("vane"))
    settled = next(event for event in spec.events if isinstance(event, CheckSettled))
    assert settled.net == net


@pytest.mark.rule("BD-SCRIPT-6")
@pytest.mark.parametrize("second", [1, 2])
def test_a_throw_that_is_not_worse_leaves_nothing_to_keep(second: int) -> None:
    spec = looked(1, keep="ask").when(AGAIN, throws=[fell("vane perception", f"4/{second}")]).then(CheckSettled)
    spec.when(Keep(actor="vane", keep="first")).refused("BD-SCRIPT-6")


@pytest.mark.rule("BD-SCRIPT-7")
def test_a_throw_takes_one_scripting_die() -> None:
    spec = looked(1, fate=60).when(AGAIN, throws=[fell("vane perception", "4/0")]).then(CheckSettled)
    assert spec.fight.prompts == ()
    spec.when(AGAIN).refused("BD-SCRIPT-7")


@pytest.mark.rule("BD-SCRIPT-7")
def test_the_next_throw_may_be_made_again() -> None:
    spec = looked(1, fate=60).when(AGAIN, throws=[fell("vane perception", "4/0")])
    spec.when(check("pryce", "wits perception"), throws=[fell("pryce perception", "3/0")])
    spec.when(AGAIN).refused("BD-SCRIPT-7")
    spec.when(LOOK, throws=[fell("vane perception", "4/1")]).asks("reroll", "vane")
    spec.answer("no").when(AGAIN).refused("BD-SCRIPT-4")


@pytest.mark.rule("BD-SCRIPT-7", "BD-SKILL-4")
def test_a_contest_that_is_made_again_for_a_tie_has_taken_no_scripting_die() -> None:
    people = (newcomer("quill", policy=ASKS), newcomer("pryce"))
    spec = given(fight(*people, contest_tie="reroll"))
    tied = [fell("quill sneak", "6/1"), fell("pryce perception", "3/1")]
    spec.when(contest("quill dex sneak", "pryce wits perception"), throws=tied)
    spec.answer("no", throws=[fell("quill sneak", "6/2"), fell("pryce perception", "3/1")]).then(ContestDecided)
    spec.when(Reroll(actor="quill", description="a cat")).refused("BD-SCRIPT-4")
