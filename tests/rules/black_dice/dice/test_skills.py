"""Skill rolls: what pools are made of, who may roll, who is asked (BD-SKILL)."""

import pytest
from pydantic import ValidationError

from domain.core.commands import Join, SetPolicy
from domain.model.event import Event
from domain.rulesets.black_dice.chapters.dice.casts import DiceThrown, ModifiersSettled
from domain.rulesets.black_dice.chapters.dice.checks import CheckSettled
from domain.rulesets.black_dice.chapters.dice.fate import FateSpent
from domain.rulesets.black_dice.chapters.narrator.contests import ContestDecided
from domain.rulesets.black_dice.chapters.narrator.rulings import Award, Modify
from domain.rulesets.black_dice.chapters.perils.drinking import Drink, StepChanged, Tempt
from domain.rulesets.black_dice.chapters.rounds.agenda import Resolve
from domain.rulesets.black_dice.chapters.rounds.rounds import BeginRound, EndRound
from domain.rulesets.black_dice.chapters.wounds.consciousness import FellUnconscious
from domain.rulesets.black_dice.chapters.wounds.deathbed import Died, Stabilised
from domain.rulesets.black_dice.chapters.wounds.dying import BeganDying
from domain.rulesets.black_dice.tables import degree_of
from tests.rules.black_dice.builders import (
    agenda,
    check,
    choosing,
    clash,
    contender,
    contest,
    duel,
    fell,
    player,
    thrown,
)
from tests.rules.black_dice.specification import fight, given, newcomer, plain, round_of

TIED = [fell("quill sneak", "6/2"), fell("pryce perception", "3/2")]
SNEAKING = contest("quill dex sneak", "pryce wits perception")


# BD-SKILL-1 to BD-SKILL-4: rolls and contests


@pytest.mark.rule("BD-SKILL-1")
def test_white_dice_are_stat_and_rank_and_difficulty_comes_as_black_dice() -> None:
    spec = given(fight("quill"))
    spec.when(check("quill", "dex rifle", difficulty="very_difficult"), throws=[fell("quill rifle", "9/3", "6/1")])
    throw = thrown(spec.events, "rifle")
    assert throw.white_terms == (("dex", 3), ("rifle", 6))
    assert throw.black_terms == (("difficulty", 6),)


@pytest.mark.rule("BD-SKILL-2")
@pytest.mark.parametrize(
    ("needed", "net", "passed"), [(1, 0, False), (1, 1, True), (3, 2, False), (3, 3, True), (3, 4, True)]
)
def test_a_roll_succeeds_with_as_many_net_successes_as_it_needs(needed: int, net: int, passed: bool) -> None:
    spec = given(fight("vane"))
    spec.when(check("vane", "wits perception", needed=needed), throws=[fell("vane perception", f"4/{net}")])
    spec.then(
        CheckSettled(
            combatant="vane",
            label="perception",
            net=net,
            needed=needed,
            passed=passed,
            degree=degree_of(net, foul=False),
        )
    )
    spec.follows(CheckSettled, DiceThrown)


@pytest.mark.rule("BD-SKILL-2")
def test_one_success_is_enough_unless_more_are_asked_for() -> None:
    spec = given(fight("vane")).when(check("vane", "wits perception"), throws=[fell("vane perception", "4/1")])
    spec.then(CheckSettled(combatant="vane", label="perception", net=1, needed=1, passed=True, degree="partial"))


@pytest.mark.rule("BD-SKILL-2")
def test_a_roll_needs_one_to_twenty_net_successes() -> None:
    spec = given(fight("vane"))
    spec.when(check("vane", "wits perception", bonus=15, needed=20), throws=[fell("vane perception", "19/19")])
    spec.then(CheckSettled(combatant="vane", label="perception", net=19, needed=20, passed=False, degree="awesome"))
    for needed in (0, 21):
        with pytest.raises(ValidationError, match="needed"):
            check("vane", "wits perception", needed=needed)


@pytest.mark.rule("BD-SKILL-3")
@pytest.mark.parametrize(
    ("quill", "pryce", "winner", "margin"), [(2, 1, "quill", 1), (1, 2, "pryce", 1), (4, 0, "quill", 4)]
)
def test_more_net_successes_win_a_contest_by_the_difference(quill: int, pryce: int, winner: str, margin: int) -> None:
    spec = given(fight("quill", "pryce"))
    spec.when(SNEAKING, throws=[fell("quill sneak", f"6/{quill}"), fell("pryce perception", f"3/{pryce}")])
    spec.then(
        ContestDecided(
            active="quill",
            passive="pryce",
            active_net=quill,
            passive_net=pryce,
            winner=winner,
            margin=margin,
            degree=degree_of(margin, foul=False),
        )
    )
    spec.follows(ContestDecided, DiceThrown)


@pytest.mark.rule("BD-SKILL-3")
def test_each_side_of_a_contest_has_its_own_difficulty_dice_and_choices() -> None:
    spec = given(fight("quill", "pryce"))
    active = contender("quill dex sneak", difficulty="difficult", bonus=1, choices=choosing(fate=1))
    passive = contender("pryce wits perception", difficulty="easy", penalty=2, black=1, reason="fog")
    spec.when(
        contest(active, passive), throws=[fell("quill sneak", "7/2", "3/1"), fell("pryce perception", "6/1", "1/0")]
    )
    spec.then(
        FateSpent(combatant="quill", pips=1, use="sneak"),
        ContestDecided(
            active="quill", passive="pryce", active_net=2, passive_net=1, winner="quill", margin=1, degree="partial"
        ),
    )


@pytest.mark.rule("BD-SKILL-3")
def test_nobody_contests_with_itself() -> None:
    given(fight("quill")).when(contest("quill dex sneak", "quill wits perception")).refused("BD-SKILL-3")


@pytest.mark.rule("BD-SKILL-4", "BD-RUL-6")
def test_a_tie_is_a_standoff() -> None:
    spec = given(fight("quill", "pryce")).when(SNEAKING, throws=TIED)
    spec.then(
        ContestDecided(
            active="quill", passive="pryce", active_net=2, passive_net=2, winner=None, margin=0, degree="failure"
        )
    )


@pytest.mark.rule("BD-SKILL-4", "BD-RUL-6")
def test_with_higher_stat_the_stat_then_the_rank_settles_a_tie() -> None:
    spec = given(fight("quill", "pryce", contest_tie="higher_stat"))
    spec.when(SNEAKING, throws=TIED).then(
        ContestDecided(
            active="quill", passive="pryce", active_net=2, passive_net=2, winner="quill", margin=0, degree="failure"
        )
    )
    spec.when(contest("pryce wits perception", "quill dex sneak"), throws=TIED[::-1])
    spec.then(
        ContestDecided(
            active="pryce", passive="quill", active_net=2, passive_net=2, winner="quill", margin=0, degree="failure"
        )
    )
    twins = [plain(name, stats={"wits": 2}, skills={"sneak": rank}) for name, rank in (("a", 1), ("b", 3), ("c", 3))]
    spec = given(fight(*twins, contest_tie="higher_stat"))
    for pair, winner in ((("a", "b"), "b"), (("b", "a"), "b"), (("b", "c"), None), (("b", "a"), "b")):
        one, other = pair
        sizes = {"a": 3, "b": 5, "c": 5}
        throws = [fell(f"{name} sneak", f"{sizes[name]}/1") for name in pair]
        spec.when(contest(f"{one} wits sneak", f"{other} wits sneak"), throws=throws)
        spec.then(
            ContestDecided(
                active=one, passive=other, active_net=1, passive_net=1, winner=winner, margin=0, degree="failure"
            )
        )


@pytest.mark.rule("BD-SKILL-4", "BD-RUL-6")
def test_with_reroll_both_throw_again_with_what_they_had_and_pay_nothing_anew() -> None:
    spec = given(fight("quill", "pryce", contest_tie="reroll"))
    active = contender("quill dex sneak", difficulty="difficult", choices=choosing(fate=1, trade=1))
    again = [fell("quill sneak", "3/0", "3/0"), fell("pryce perception", "3/2")]
    spec.when(
        contest(active, "pryce wits perception"),
        throws=[*again, *again, fell("quill sneak", "3/1", "3/0"), fell("pryce perception", "3/2")],
    )
    spec.then(
        ContestDecided(
            active="quill", passive="pryce", active_net=3, passive_net=2, winner="quill", margin=1, degree="partial"
        )
    )
    assert [event for event in spec.events if isinstance(event, FateSpent)] == [
        FateSpent(combatant="quill", pips=1, use="sneak")
    ]
    assert spec.fight.people["quill"].fate == 5


@pytest.mark.rule("BD-SKILL-4", "BD-RUL-6")
def test_after_twenty_more_ties_it_is_left_at_a_standoff() -> None:
    spec = given(fight("quill", "pryce", contest_tie="reroll"))
    spec.when(SNEAKING, throws=TIED * 21)
    spec.then(
        ContestDecided(
            active="quill", passive="pryce", active_net=2, passive_net=2, winner=None, margin=0, degree="failure"
        )
    )


# BD-SKILL-5 to BD-SKILL-11: pools


@pytest.mark.rule("BD-SKILL-5")
def test_a_negative_stat_lowers_the_pool() -> None:
    weak = plain("one", stats={"strength": -2}, skills={"might": 3})
    spec = given(fight(weak)).when(check("one", "strength might"), throws=[fell("one might", "1/1")])
    assert thrown(spec.events, "might").white_terms == (("strength", -2), ("might", 3))


@pytest.mark.rule("BD-SKILL-6", "BD-RUL-9")
def test_a_stat_may_be_rolled_alone_and_with_a_skill_of_rank_0() -> None:
    spec = given(fight("lark"))
    spec.when(check("lark", "dex"), throws=[fell("lark dex", "1/1")])
    spec.when(check("lark", "dex rifle"), throws=[fell("lark rifle", "1/1")])


@pytest.mark.rule("BD-SKILL-6", "BD-RUL-9")
def test_with_common_only_an_uncommon_skill_of_rank_0_is_refused() -> None:
    spec = given(fight("lark", "vane", untrained="common_only"))
    spec.when(check("lark", "dex rifle")).refused("BD-SKILL-6")
    spec.when(contest("vane dex swordplay", "lark dex rifle")).refused("BD-SKILL-6")
    spec.when(check("lark", "dex athletics"), throws=[fell("lark athletics", "1/1")])
    spec.when(check("lark", "dex pistol"), throws=[fell("lark pistol", "2/1")])
    spec.when(check("lark", "dex"), throws=[fell("lark dex", "1/1")])


@pytest.mark.rule("BD-SKILL-7", "BD-RUL-12")
def test_the_pool_is_summed_then_divided_then_traded() -> None:
    leader = plain("one", stats={"wits": 3}, skills={"sneak": 1, "medicine": 2}, normal=11)
    helper = plain("two", skills={"sneak": 4})
    spec = given(fight(leader, helper), StepChanged(combatant="one", step=5))
    command = check(
        "one",
        "wits sneak",
        choosing(common=1, trade=1),
        difficulty="easy",
        complementary=["medicine"],
        assistants=["two"],
        bonus=5,
        penalty=6,
    )
    # 3 + 1, + 2 + 4, + 5 + 5 + 1, - 6 - 2: 13, halved 6, less 3
    spec.when(command, throws=[fell("one sneak", "3/1", "4/1")])
    throw = thrown(spec.events, "sneak")
    assert throw.white_terms == (
        ("wits", 3),
        ("sneak", 1),
        ("complementary/medicine", 2),
        ("assistant/two", 4),
        ("easy", 5),
        ("narrator", 5),
        ("narrator", -6),
        ("wounds", -2),
        ("common", 1),
    )
    assert (throw.divisor, throw.traded, throw.pool) == (2, 1, 3)


@pytest.mark.rule("BD-SKILL-7", "BD-RUL-12")
def test_below_0_counts_as_0_and_what_is_lost_does_not_become_black_dice() -> None:
    spec = given(fight("vane"))
    spec.when(check("vane", "wits perception", penalty=9))
    throw = thrown(spec.events, "perception")
    assert (throw.pool, throw.black_terms, throw.raw) == (0, (), 0)


@pytest.mark.rule("BD-SKILL-8")
def test_bonus_and_penalty_dice_all_add_up_and_are_itemised() -> None:
    spec = given(
        fight(newcomer("vane", normal=17)),
        Award(combatant="vane", reason="swings in on the chandelier"),
        Modify(combatant="vane", bonus=2, penalty=1, reason="candle light"),
        Modify(combatant="vane", bonus=4, penalty=2, reason="a swaying rope"),
    )
    command = check("vane", "dex athletics", choosing(common=2), difficulty="easy", bonus=1, penalty=3, reason="rain")
    spec.when(command, throws=[fell("vane athletics", "16/3", "2/0")])
    assert thrown(spec.events, "athletics").white_terms == (
        ("dex", 4),
        ("athletics", 3),
        ("easy", 5),
        ("narrator", 1),
        ("awesome", 3),
        ("narrator", 6),
        ("narrator_penalty", -3),
        ("narrator", -3),
        ("wounds", -2),
        ("common", 2),
    )


@pytest.mark.rule("BD-SKILL-9")
def test_black_dice_add_up_without_a_maximum_and_are_neither_divided_nor_traded() -> None:
    leader = newcomer("vane", normal=19)
    crowd = [plain(name) for name in ("a", "b", "c")]
    spec = given(
        fight(leader, *crowd, wound_penalty="black"),
        StepChanged(combatant="vane", step=5),
        Modify(combatant="vane", black=20, reason="a storm"),
    )
    command = check(
        "vane",
        "dex athletics",
        choosing(common=2, trade=1),
        difficulty="extremely_difficult",
        assistants=["a", "b", "c"],
        black=20,
    )
    spec.when(command, throws=[fell("vane athletics", "1/0", "62/0")])
    throw = thrown(spec.events, "athletics")
    assert throw.black_terms == (
        ("difficulty", 12),
        ("crowd", 1),
        ("narrator", 20),
        ("drink", 3),
        ("wounds", 4),
        ("narrator", 20),
        ("common", 2),
    )


@pytest.mark.rule("BD-SKILL-10", "BD-RUL-12")
@pytest.mark.parametrize(("rounding", "halves", "quarters"), [("down", 4, 2), ("up", 5, 3)])
def test_divisors_multiply_and_the_pool_is_divided_once(rounding: str, halves: int, quarters: int) -> None:
    meets = agenda(clash("a sword", "b easy_target"), divided={"a": 2})
    throws = [fell("a swordplay", f"{halves}/0")]
    duel("a", "b", meets, rounding=rounding).when(Resolve(), throws=throws)
    throws = [fell("a swordplay", f"{quarters}/0", "3/0")]
    drunk = duel("a", "b", meets, StepChanged(combatant="a", step=5), rounding=rounding).when(Resolve(), throws=throws)
    assert thrown(drunk.events, "swordplay").divisor == 4


@pytest.mark.rule("BD-SKILL-10", "BD-RUL-12")
@pytest.mark.parametrize(("rounding", "white"), [("down", "0/0"), ("up", "1/1")])
def test_half_of_one_die_is_none_unless_one_rounds_up(rounding: str, white: str) -> None:
    spec = given(fight("lark", rounding=rounding), StepChanged(combatant="lark", step=5))
    spec.when(check("lark", "dex"), throws=[fell("lark dex", white, "3/0")])


@pytest.mark.rule("BD-SKILL-11", "BD-RUL-66")
def test_wounds_hinder_what_one_does_and_not_what_the_rules_demand() -> None:
    spec = given(fight(newcomer("vane", normal=19)))
    spec.when(check("vane", "wits perception"))
    assert thrown(spec.events, "perception").white_terms == (("wits", 2), ("perception", 2), ("wounds", -4))
    spec.when(Drink(actor="vane", drink="light"), throws=[fell("vane drink", "8/2", "1/0")])
    spec.given(StepChanged(combatant="vane", step=2))
    spec.when(Tempt(combatant="vane", temptation="laugh"), throws=[fell("vane laugh", "3/1", "1/0")])


@pytest.mark.rule("BD-SKILL-11")
def test_wounds_hinder_the_blow_but_not_its_damage() -> None:
    spec = duel(newcomer("vane", normal=19), "pryce", agenda(clash("vane cutlass", "pryce easy_target")))
    throws = [
        fell("vane swordplay", "7/1"),
        fell("vane weapon", "5/0"),
        fell("vane strength", "2/0"),
    ]
    spec.when(Resolve(), throws=throws)


# BD-SKILL-12: the narrator's dice for one throw


@pytest.mark.rule("BD-SKILL-12", "BD-MOD-7")
def test_the_narrators_dice_fall_on_the_next_action_roll_and_are_then_used_up() -> None:
    dice = Modify(combatant="vane", bonus=2, penalty=1, black=1, reason="fog")
    spec = given(fight("vane"), dice, Award(combatant="vane", reason="a song"))
    spec.when(check("vane", "wits perception"), throws=[fell("vane perception", "8/2", "1/0")])
    spec.then(ModifiersSettled(combatant="vane"), DiceThrown)
    spec.when(check("vane", "wits perception"), throws=[fell("vane perception", "4/2")]).never(ModifiersSettled)


@pytest.mark.rule("BD-SKILL-12")
def test_a_toll_roll_leaves_the_narrators_dice_for_the_next_action_roll() -> None:
    spec = given(fight("vane"), Modify(combatant="vane", bonus=2, black=1, reason="fog"))
    spec.when(Drink(actor="vane", drink="light"), throws=[fell("vane drink", "8/2", "1/0")])
    spec.never(ModifiersSettled)
    spec.when(check("vane", "wits perception"), throws=[fell("vane perception", "6/2", "1/0")])


@pytest.mark.rule("BD-SKILL-12")
def test_the_narrators_dice_end_with_the_round() -> None:
    spec = given(fight("vane"), *round_of("vane"), Modify(combatant="vane", bonus=2, reason="fog"), agenda())
    spec.when(EndRound()).then(ModifiersSettled(combatant="vane", lapsed=True))
    spec.when(check("vane", "wits perception"), throws=[fell("vane perception", "4/2")])


@pytest.mark.rule("BD-SKILL-12")
def test_outside_rounds_the_narrators_dice_end_with_the_next_begin_round() -> None:
    spec = given(fight("vane"), Modify(combatant="vane", bonus=2, reason="fog"))
    spec.when(BeginRound(), throws=[fell("vane initiative", "6/1")]).then(
        ModifiersSettled(combatant="vane", lapsed=True)
    )
    spec.when(check("vane", "wits perception"), throws=[fell("vane perception", "4/2")])


@pytest.mark.rule("BD-SKILL-12", "BD-MOD-7")
def test_a_throw_has_the_awesome_bonus_once() -> None:
    twice = [Award(combatant="vane", reason="a song"), Award(combatant="vane", reason="a jump")]
    given(fight("vane"), *twice).when(check("vane", "wits perception"), throws=[fell("vane perception", "7/2")])


@pytest.mark.rule("BD-SKILL-12")
def test_the_narrators_dice_are_for_one_combatant_alone() -> None:
    spec = given(fight("vane", "quill"), Modify(combatant="vane", bonus=2, reason="a ladder"))
    spec.when(check("quill", "wits perception"), throws=[fell("quill perception", "7/2")]).never(ModifiersSettled)
    spec.when(check("vane", "wits perception"), throws=[fell("vane perception", "6/2")])


# BD-SKILL-13: who rolls


@pytest.mark.rule("BD-SKILL-13")
@pytest.mark.parametrize(
    "fallen",
    [
        [FellUnconscious(combatant="vane", reason="wounds")],
        [BeganDying(combatant="vane", rounds=6)],
        [BeganDying(combatant="vane", rounds=6), Stabilised(combatant="vane", by="lark")],
        [Died(combatant="vane")],
    ],
    ids=lambda events: type(events[-1]).__name__,
)
def test_only_the_able_make_action_rolls(fallen: list[Event]) -> None:
    spec = given(fight("vane", "pryce"), *fallen)
    spec.when(check("vane", "wits perception")).refused("BD-SKILL-13")
    spec.when(contest("vane wits perception", "pryce wits perception")).refused("BD-SKILL-13")
    spec.when(contest("pryce wits perception", "vane wits perception")).refused("BD-SKILL-13")


# BD-SKILL-14, BD-SKILL-15: who is asked what, and when


@pytest.mark.rule("BD-SKILL-14")
def test_by_default_nobody_is_asked_what_goes_into_a_throw_and_nothing_does() -> None:
    spec = given(fight("vane")).when(check("vane", "dex athletics"), throws=[fell("vane athletics", "7/0")])
    spec.then(CheckSettled).never(FateSpent)
    assert spec.fight.prompts == ()


@pytest.mark.rule("BD-SKILL-14", "BD-SKILL-15")
def test_whoever_wants_to_be_asked_chooses_before_the_dice_fall() -> None:
    spec = given(fight(newcomer("vane", policy={"ask_choices": True})))
    spec.when(check("vane", "dex athletics")).asks("choose", "vane").never(DiceThrown)
    spec.answer(
        {"fate": 1, "trade": 1, "common": 1}, throws=[fell("vane athletics", "5/1", "1/0")], speaker=player("vane")
    )
    spec.then(
        FateSpent(combatant="vane", pips=1, use="athletics"),
        CheckSettled(combatant="vane", label="athletics", net=3, needed=1, passed=True, degree="good"),
    )


@pytest.mark.rule("BD-SKILL-14", "BD-SKILL-15")
@pytest.mark.parametrize(
    ("who", "roll"),
    [
        (newcomer("vane", fate=0, policy={"ask_choices": True}), "dex swordplay"),  # a trade
        (newcomer("vane", fate=1, policy={"ask_choices": True}), "strength"),  # fate
        (newcomer("vane", fate=0, skills={}, policy={"ask_choices": True}), "strength might"),  # common dice
    ],
)
def test_it_is_enough_that_one_thing_can_be_chosen(who: Join, roll: str) -> None:
    given(fight(who)).when(check("vane", roll)).asks("choose", "vane").never(DiceThrown)


@pytest.mark.rule("BD-SKILL-14")
def test_no_prompt_opens_where_nothing_can_be_chosen() -> None:
    spec = given(fight(newcomer("vane", fate=0, policy={"ask_choices": True})))
    spec.when(check("vane", "strength"), throws=[fell("vane strength", "2/0")]).then(CheckSettled)


@pytest.mark.rule("BD-SKILL-14")
def test_choices_given_with_the_command_are_not_asked_for() -> None:
    spec = given(fight(newcomer("vane", policy={"ask_choices": True})))
    spec.when(check("vane", "dex athletics", choosing()), throws=[fell("vane athletics", "7/1")]).then(CheckSettled)


@pytest.mark.rule("BD-SKILL-14")
@pytest.mark.parametrize("policy", [{"ask_choices": True}, {}])
def test_an_answer_may_be_sent_along(policy: dict[str, bool]) -> None:
    spec = given(fight(newcomer("vane", policy=policy)))
    spec.when(check("vane", "dex athletics"), "vane: choose fate=2", throws=[fell("vane athletics", "7/0")])
    spec.then(FateSpent(combatant="vane", pips=2, use="athletics"), CheckSettled)


@pytest.mark.rule("BD-SKILL-14")
def test_a_standing_answer_holds_until_it_is_not_possible() -> None:
    spec = given(fight(newcomer("vane", fate=1)), SetPolicy(of="vane", kind="choose", answer={"fate": 1}))
    spec.when(check("vane", "dex athletics"), throws=[fell("vane athletics", "7/0")])
    spec.then(FateSpent(combatant="vane", pips=1, use="athletics"))
    spec.when(check("vane", "dex athletics")).asks("choose", "vane")


@pytest.mark.rule("BD-SKILL-14")
def test_the_word_ask_is_a_policy_and_no_answer() -> None:
    asking = newcomer("vane", policy={"ask_choices": True, "ask_reroll": True, "reroll_keep": "ask"})
    spec = given(fight(asking)).when(check("vane", "wits perception")).asks("choose", "vane")
    spec.answer("ask").refused(None, "invalid")
    spec.answer({}, throws=[fell("vane perception", "4/1")]).asks("reroll", "vane")
    spec.answer("ask").refused(None, "invalid")
    spec.answer({"description": "a second look"}).asks("approve", "narrator")
    spec.answer("ask").refused(None, "invalid")
    spec.answer({"approve": True}, throws=[fell("vane perception", "4/0")]).asks("keep", "vane")
    spec.answer("ask").refused(None, "invalid")
    spec.answer("first").then(CheckSettled)


@pytest.mark.rule("BD-SKILL-15")
@pytest.mark.parametrize("later", [{"trade": 1}, {"common": 1}, {"fate_weapon": 1}])
def test_once_the_faces_are_known_only_fate_can_be_chosen(later: dict[str, int]) -> None:
    asking = newcomer("vane", policy={"ask_choices": True})
    spec = given(fight(asking, fate_timing="after"))
    spec.when(check("vane", "dex athletics", choosing()), throws=[fell("vane athletics", "7/0")])
    spec.asks("choose", "vane").answer({"fate": 1, **later}).refused("BD-SKILL-15")
    spec.answer({"fate": 1}).then(
        CheckSettled(combatant="vane", label="athletics", net=1, needed=1, passed=True, degree="partial")
    )


@pytest.mark.rule("BD-SKILL-15")
def test_both_sides_of_a_contest_choose_before_any_die_falls() -> None:
    asking = {"ask_choices": True}
    spec = given(fight(newcomer("quill", policy=asking), newcomer("lark", policy=asking)), *round_of("lark", "quill"))
    spec.when(contest("quill dex sneak", "lark wits perception")).asks("choose", "quill").asks("choose", "lark")
    spec.answer({"fate": 1}, to="lark").never(DiceThrown)
    spec.answer({"trade": 1}, to="quill", throws=[fell("lark perception", "7/1"), fell("quill sneak", "3/1")])
    spec.then(
        ContestDecided(
            active="quill", passive="lark", active_net=2, passive_net=2, winner=None, margin=0, degree="failure"
        )
    )
