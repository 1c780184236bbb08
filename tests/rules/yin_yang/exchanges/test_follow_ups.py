"""Kings: an attack more at once, Walk Fire, or something worse (YY-KING-2 to -9, YY-WALK, YY-ACT-10, YY-PROM-2, -9)."""

from typing import Any

import pytest

from domain.core.events import Answered, PromptLapsed
from domain.rulesets.yin_yang.chapters.challenges.confrontation import ConfrontationBegun
from domain.rulesets.yin_yang.chapters.decks.decks import CardsDrawn
from domain.rulesets.yin_yang.chapters.decks.hands import ActionsSpent, ExtraActionsGained
from domain.rulesets.yin_yang.chapters.exchanges.calls import CallMade
from domain.rulesets.yin_yang.chapters.exchanges.follow_ups import (
    AdverseEffect,
    Decline,
    ExchangeEnded,
    Follow,
    FollowUpEarned,
    FollowUpLost,
)
from domain.rulesets.yin_yang.chapters.exchanges.matching import VetoAction
from domain.rulesets.yin_yang.chapters.exchanges.stakes import GoalReached
from domain.rulesets.yin_yang.chapters.exchanges.verdicts import ExchangeDecided
from domain.rulesets.yin_yang.chapters.harm.damage import DamageDrawn
from domain.rulesets.yin_yang.chapters.harm.harm import ConditionSet, FellOut
from domain.rulesets.yin_yang.chapters.harm.tending import Tend
from domain.rulesets.yin_yang.chapters.narrator.rulings import SetCondition
from domain.rulesets.yin_yang.chapters.testing.contests import Contest, Contestant
from domain.rulesets.yin_yang.chapters.turns.guards import Guard
from domain.rulesets.yin_yang.chapters.turns.movement import SetDistance, SplitFight
from domain.rulesets.yin_yang.state import Part
from tests.rules.yin_yang.builders import (
    CHALLENGE_LOST,
    about,
    act,
    adjust,
    asked,
    attempted,
    bout,
    damage,
    hands,
    open_bout,
    owed,
    policy,
    spite,
    vitality,
)
from tests.rules.yin_yang.specification import Specification, attack, attempt, newcomer, person

BLOW = attack("bishop", "da_hook")
KING = ["bishop: KH", "bishop: 2D"]


def earned(*others: str, **options: Any) -> Specification:
    """Bishop has hit Da Hook with a King."""
    spec = bout("bishop", "da_hook", *others, **options)
    return spec.when(BLOW, "da_hook: let_pass", throws=KING)


def armed(weapon: str, ability: str = "Trooper") -> dict[str, Any]:
    """The fields of a sheet for somebody who fights with this weapon."""
    attack_with = {"weapon": weapon, "ability": ability}
    return {"weapons": [{"id": weapon}], "wielded": [{"weapon": weapon}], "default_attack": attack_with}


def sprayed(*others: Any, weapon: str = "heavy_repeating_blaster", wounds: int = 0, **options: Any) -> Specification:
    """A trooper has hit the knight with a King, with a Multiple weapon or another."""
    trooper = newcomer("trooper", side="black", **armed(weapon))
    knight = newcomer("knight", side="red", vitality=6 - wounds)
    spec = bout(trooper, knight, "bill", *others, **options)
    return spec.when(attack("trooper", "knight"), "knight: let_pass", throws=["narrator: KC", "narrator: 4S"])


# What earns one


@pytest.mark.rule("YY-KING-2", "YY-KING-3", "YY-PROM-2", "YY-RUL-33")
def test_a_king_in_a_winning_attack_earns_a_free_attack_after_the_damage() -> None:
    spec = earned().then(DamageDrawn, FollowUpEarned, ExchangeEnded)
    assert (asked(spec), about(spec)["adversary"], hands(spec, "bishop")) == ([("follow_up", "bishop")], "da_hook", [2])
    assert all(spec.may_answer(answer) for answer in ({"target": "da_hook"}, "decline"))
    spec.when(Follow(actor="bishop", target="da_hook"), throws=[]).never(ActionsSpent)
    spec.answer("let_pass", throws=["bishop: 7H", "bishop: 6D"]).then(DamageDrawn, ExchangeEnded).never(FollowUpEarned)
    assert (hands(spec, "bishop", "da_hook"), vitality(spec, "da_hook")) == ([2, 2], 0)


@pytest.mark.rule("YY-KING-2", "YY-PROM-2", "YY-RUL-33")
def test_a_striking_matcher_earns_one_too_one_that_counters_does_not() -> None:
    spec = bout("bishop", "da_hook")
    spec.when(attack("da_hook", "bishop"), "bishop: match", throws=["narrator: 4C", "bishop: KH", "bishop: 5H"])
    assert (asked(spec), about(spec)["adversary"]) == ([("follow_up", "bishop")], "da_hook")
    spec.when(Decline(actor="bishop")).then(FollowUpLost(combatant="bishop", reason="declined"))
    counter = "bishop: match counter attributes=speed"
    spec.when(attack("da_hook", "bishop"), counter, throws=["narrator: 5C", "bishop: KD"]).never(FollowUpEarned)


@pytest.mark.rule("YY-KING-2")
@pytest.mark.parametrize("stake", ["flee", "goal goal=the+door"])
def test_a_counter_that_wins_a_stake_is_no_winning_attack(stake: str) -> None:
    counter = f"bishop: match counter attributes=speed stake={stake}"
    spec = bout("bishop", "da_hook")
    spec.when(attack("da_hook", "bishop"), counter, throws=["narrator: 5C", "bishop: KD"])
    spec.then(ExchangeEnded).never(FollowUpEarned)


@pytest.mark.rule("YY-KING-2")
@pytest.mark.parametrize("stake", [{"stake": "goal", "goal": "first blood"}])
def test_an_attack_for_another_stake_is_a_winning_attack(stake: dict[str, str]) -> None:
    spec = bout("bishop", "da_hook")
    spec.when(attack("bishop", "da_hook", **stake), "da_hook: let_pass", throws=["bishop: KH"])
    spec.then(GoalReached, FollowUpEarned).asks("follow_up", "bishop")


@pytest.mark.rule("YY-KING-2", "YY-OPP-8")
def test_kings_of_acts_contests_tests_and_tends_earn_none() -> None:
    spec = bout("bishop", "da_hook", newcomer("bill", side="red", vitality=-1))
    spec.when(act("bishop", "bar the door"), throws=["bishop: KH"]).then(GoalReached).never(FollowUpEarned)
    spec.when(act("da_hook", "run", target="bishop"), "bishop: let_pass", throws=["narrator: KC"]).never(FollowUpEarned)
    spec.when(attempt("bishop", "speed"), throws=["bishop: KD"]).never(FollowUpEarned)
    tend = Tend(actor="bishop", patient="bill", attributes=("intellect",))
    spec.when(tend, throws=["bishop: KS"]).never(FollowUpEarned)
    sides = [Contestant(combatant=name, attributes=("will",)) for name in ("bishop", "da_hook")]
    contest = Contest(first=sides[0], second=sides[1], stake="the stare")
    spec.when(contest, throws=["bishop: KC", "narrator: 9C"]).never(FollowUpEarned)


@pytest.mark.rule("YY-KING-2")
def test_a_matcher_who_strikes_an_act_with_a_king_earns_one() -> None:
    spec = bout("bishop", "da_hook")
    throws = ["narrator: 9C", "bishop: KH", "bishop: 2D"]
    spec.when(act("da_hook", "run", target="bishop"), "bishop: match", throws=throws).then(FollowUpEarned)


@pytest.mark.rule("YY-KING-2")
def test_a_king_that_loses_or_confronts_earns_none() -> None:
    spec = bout("bill", "bishop_2", "da_hook")
    spec.when(attack("bill", "da_hook"), "da_hook: match", throws=["bill: WHITE", "narrator: KC", "bill: 5D"])
    spec.never(FollowUpEarned)
    flurries = ["bill: 2H 3H 4H 5C", "narrator: 2C 3D 4D 5D"]
    throws = ["bill: KS", "narrator: KD", *flurries, "bill: 7D"]
    spec = bout("bill", "da_hook").when(attack("bill", "da_hook"), "da_hook: match", throws=throws)
    spec.then(ConfrontationBegun, DamageDrawn).never(FollowUpEarned)


@pytest.mark.rule("YY-KING-2")
@pytest.mark.parametrize("kept", ["QH", "WHITE", "7H"])
def test_only_kings_earn_follow_ups(kept: str) -> None:
    spec = bout("bishop", "da_hook")
    spec.when(BLOW, "da_hook: let_pass", throws=[f"bishop: {kept}", "bishop: 2D"]).never(FollowUpEarned)


@pytest.mark.rule("YY-KING-7")
def test_a_king_in_a_follow_up_earns_another_without_limit() -> None:
    spec = earned()
    for king, low in (("KD", "JD"), ("KS", "JS"), ("KC", "JC")):
        spec.answer({"target": "da_hook"}, "da_hook: let_pass", throws=[f"bishop: {king}", f"bishop: {low}"])
        spec.then(FollowUpEarned).asks("follow_up", "bishop")


# Before anybody else


@pytest.mark.rule("YY-ACT-10", "YY-KING-3")
@pytest.mark.parametrize("call", [BLOW, attack("wedge", "bishop"), act("wedge", "run"), attempt("bishop", "speed")])
def test_nobody_calls_while_a_follow_up_is_pending(call: Any) -> None:
    spec = earned("wedge")
    spec.when(call).refused("YY-ACT-10")
    spec.when(VetoAction()).refused("YY-ATK-14")
    spec.answer("decline")
    assert (asked(spec), spec.fight.follow_up) == ([], None)


@pytest.mark.rule("YY-ACT-10")
def test_nobody_calls_while_a_follow_up_waits_for_its_match() -> None:
    spec = earned("wedge").answer({"target": "da_hook"}).asks("match", "da_hook")
    spec.when(attack("wedge", "bishop")).refused("YY-PROM-14")


@pytest.mark.rule("YY-KING-3", "YY-PROM-2")
def test_declined_it_is_lost() -> None:
    spec = earned().answer("decline").then(FollowUpLost(combatant="bishop", reason="declined")).never(CardsDrawn)
    assert (spec.fight.follow_up, asked(spec)) == (None, [])
    spec.when(Follow(actor="bishop", target="da_hook")).refused("YY-PROM-2")


# What it is made with


@pytest.mark.rule("YY-KING-4")
def test_it_has_the_same_weapon_and_ability_and_may_have_a_new_stake() -> None:
    spec = bout("bill", "thug")
    blow = attack("bill", "thug", weapon="bare_hands", ability="Brawling")
    spec.when(blow, "thug: let_pass", throws=["bill: KH", "bill: 2D"])
    assert about(spec)["weapon"] == "bare_hands"
    spec.answer({"target": "thug", "goal": "his hat"}).refused("YY-ATK-12")
    spec.answer({"target": "thug", "stake": "goal", "goal": "his hat"}, "thug: let_pass", throws=["bill: 2H"])
    called = next(event for event in spec.events if isinstance(event, CallMade))
    assert called.part == Part("bill", ability="Brawling", weapon="bare_hands", stake="goal", goal="his hat")
    assert (called.follow_up, called.charge, called.paid) == (True, False, ())
    spec.then(GoalReached(combatant="bill", goal="his hat"))


@pytest.mark.rule("YY-KING-4", "YY-ATK-2")
def test_it_has_the_attribute_that_the_narrator_has_named() -> None:
    spec = bout("bishop", "da_hook")
    spec.when(attack("bishop", "da_hook", attribute="speed"), "da_hook: let_pass", throws=KING)
    spec.answer({"target": "da_hook"}, "da_hook: let_pass", throws=["bishop: 8H", "bishop: AD"])
    assert (attempted(spec).attributes, attempted(spec).value) == (("speed",), 8)


@pytest.mark.rule("YY-KING-4", "YY-CALLED-1")
def test_it_may_be_a_called_shot_of_its_own() -> None:
    spec = earned().answer({"target": "da_hook", "called_shot": {"aim": "head", "text": "the hat"}})
    assert asked(spec) == [("called_shot_penalty", "narrator")]
    spec.answer(2, "da_hook: let_pass", throws=["bishop: 3H 4H 5H", "bishop: AD"])
    assert next(event.achieved for event in spec.events if isinstance(event, ExchangeDecided)) == "the hat"


@pytest.mark.rule("YY-KING-4", "YY-WPN-22")
def test_it_is_never_a_charge() -> None:
    cryptos = newcomer("cryptos", side="red", **armed("polearm", "Man-at-arms"), worn=[])
    spec = bout(cryptos, "thug", charge="free")
    throws = ["cryptos: KH", "cryptos: AH 2H"]
    spec.when(attack("cryptos", "thug", charge=True), "thug: let_pass", throws=throws)
    spec.answer({"target": "thug", "charge": True}).refused(None, "invalid")
    spec.answer({"target": "thug"}, "thug: let_pass", throws=["cryptos: 3H", "cryptos: 2D"]).then(DamageDrawn)


@pytest.mark.rule("YY-KING-6")
def test_it_may_be_matched_for_an_action() -> None:
    spec = earned()
    throws = ["bishop: 7H", "narrator: 3C", "bishop: 6D"]
    spec.answer({"target": "da_hook"}, "da_hook: match", throws=throws).then(
        ActionsSpent(combatant="da_hook", hand=1, extra=0)
    )
    assert hands(spec, "bishop", "da_hook") == [2, 1]


@pytest.mark.rule("YY-KING-3")
def test_from_an_open_hand_it_plays_no_card() -> None:
    spec = open_bout("bishop", "wedge", dealt=["bishop: 9C KD 2H", "narrator: 4S JC"])
    spec.given(policy("wedge", "match", "never"))
    spec.when(attack("bishop", "wedge", hand_card="KD"), throws=["bishop: 2D"]).asks("follow_up", "bishop")
    spec.answer({"target": "wedge"}, throws=["bishop: 8S"])
    assert person(spec, "bishop").cards == ("9C", "2H")


# At whom


@pytest.mark.rule("YY-KING-5", "YY-WALK-1")
def test_without_a_multiple_weapon_it_goes_at_the_same_adversary() -> None:
    earned("wedge").answer({"target": "wedge"}).refused("YY-KING-5")
    sprayed(weapon="large_magnum").answer({"target": "bill"}).refused("YY-KING-5")


@pytest.mark.rule("YY-MOVE-3", "YY-DMG-19")
def test_fists_do_not_follow_up_where_only_the_weapon_reaches() -> None:
    spec = bout("bishop", "wedge", movement="action")
    spec.when(attack("bishop", "wedge"), "wedge: let_pass", throws=["bishop: KH", "bishop: 2D"])
    spec.answer({"target": "wedge", "pull_punches": True}).refused("YY-MOVE-3")
    spec.answer({"target": "wedge"}).asks("match", "wedge")


@pytest.mark.rule("YY-ATK-4", "YY-DMG-19")
def test_nor_from_one_sub_fight_into_another() -> None:
    spec = bout("bishop", "wedge", before=(SplitFight(subfights={"wedge": "roof"}),))
    spec.when(attack("bishop", "wedge"), "wedge: let_pass", throws=["bishop: KH", "bishop: 2D"])
    spec.answer({"target": "wedge", "pull_punches": True}).refused("YY-ATK-4")


@pytest.mark.rule("YY-KING-8")
def test_whoever_falls_while_it_waits_is_no_option_any_more() -> None:
    """The refusal asserts that the answer is no option either."""
    spec = owed("trooper", "knight").when(
        attack("trooper", "knight"), "knight: let_pass", throws=["narrator: KC", "narrator: 4S"]
    )
    assert about(spec)["targets"] == ["knight", "architect"]
    spec.when(spite("stamina", 50)).then(FellOut)
    spec.answer({"target": "architect"}).refused("YY-KING-8")


@pytest.mark.rule("YY-KING-5")
def test_the_callers_adversary_is_its_target_though_a_guard_has_matched() -> None:
    watching = (Guard(actor="bishop", ward="gabrielle"),)
    spec = bout("bishop", "gabrielle", "wedge", before=watching)
    throws = ["narrator: KS", "bishop: 2H", "narrator: 2D"]
    spec.when(attack("wedge", "gabrielle"), "gabrielle: let_pass", "bishop: match", throws=throws)
    spec.answer({"target": "bishop"}).refused("YY-KING-5")
    spec.answer({"target": "gabrielle"}).asks("match", "gabrielle")


@pytest.mark.rule("YY-KING-5")
def test_a_matchers_adversary_is_the_caller() -> None:
    watching = (Guard(actor="bishop", ward="gabrielle"),)
    spec = bout("bishop", "gabrielle", "wedge", "da_hook", before=watching)
    throws = ["narrator: 9S", "bishop: KH", "bishop: 2D"]
    spec.when(attack("da_hook", "gabrielle"), "gabrielle: let_pass", "bishop: match", throws=throws)
    spec.answer({"target": "wedge"}).refused("YY-KING-5")
    spec.answer({"target": "da_hook"}).asks("match", "da_hook")


@pytest.mark.rule("YY-WALK-1", "YY-WPN-15", "YY-RUL-62")
def test_with_a_multiple_weapon_it_may_go_at_another_opponent() -> None:
    spec = sprayed()
    assert about(spec)["targets"] == ["knight", "bill"]
    throws = ["narrator: 5S", "bill: 8D", "bill: 6D"]
    spec.answer({"target": "bill"}, "bill: match", throws=throws)
    assert (vitality(spec, "trooper"), vitality(spec, "knight")) == (3, 3)


@pytest.mark.rule("YY-WALK-1", "YY-RUL-62")
def test_walk_fire_goes_at_opponents_nearby() -> None:
    bystander = newcomer("schoolgirl", side="neither")
    spec = sprayed("thug", "bishop", bystander, before=(SplitFight(subfights={"bishop": "roof"}),))
    assert about(spec)["targets"] == ["knight", "bill", "schoolgirl"]
    for other in ("thug", "bishop", "trooper"):
        spec.answer({"target": other}).refused("YY-WALK-1")


@pytest.mark.rule("YY-WALK-1")
def test_where_distances_count_it_goes_as_far_as_the_weapon_reaches() -> None:
    close = SetDistance(first="trooper", second="knight", band="arm")
    spec = sprayed(weapon="polearm", movement="action", before=(close,))
    assert about(spec)["targets"] == ["knight"]
    spec.answer({"target": "bill"}).refused("YY-WALK-1")


@pytest.mark.rule("YY-WALK-1", "YY-DMG-19")
def test_pulled_punches_walk_no_fire() -> None:
    spec = sprayed()
    spec.answer({"target": "bill", "pull_punches": True}).refused("YY-KING-5")
    spec = bout(newcomer("trooper", side="black", **armed("smg")), "knight", "bill")
    blow = attack("trooper", "knight", pull_punches=True)
    spec.when(blow, "knight: let_pass", throws=["narrator: KC", "narrator: 4S"])
    assert about(spec)["targets"] == ["knight"]
    spec.answer({"target": "bill"}).refused("YY-KING-5")


@pytest.mark.rule("YY-WALK-3")
def test_each_further_king_may_choose_anew() -> None:
    spec = sprayed().answer({"target": "bill"}, "bill: let_pass", throws=["narrator: KD", "narrator: 2S"])
    assert about(spec)["targets"] == ["bill", "knight"]
    spec.answer({"target": "knight"}).asks("match", "knight")


# Lost


@pytest.mark.rule("YY-KING-8", "YY-RUL-73")
def test_one_that_finds_its_only_adversary_out_of_action_is_lost() -> None:
    spec = bout("bishop", "da_hook", before=(adjust("da_hook", "vitality", -2),))
    spec.when(BLOW, "da_hook: let_pass", throws=["bishop: KS", "bishop: 5H"])
    spec.then(FellOut, FollowUpEarned, FollowUpLost(combatant="bishop", reason="out_of_action"), ExchangeEnded)
    assert (asked(spec), spec.fight.follow_up) == ([], None)


@pytest.mark.rule("YY-WALK-2", "YY-KING-8", "YY-RUL-73")
def test_a_multiple_weapon_finds_another() -> None:
    spec = sprayed(wounds=5).then(FellOut(combatant="knight", reason="dying"))
    assert about(spec)["targets"] == ["bill"]
    spec.answer({"target": "knight"}).refused("YY-KING-8")
    spec.answer({"target": "bill"}).asks("match", "bill")


@pytest.mark.rule("YY-WALK-2", "YY-KING-8")
def test_where_there_is_no_other_it_is_lost_all_the_same() -> None:
    spec = bout(newcomer("trooper", side="black", **armed("smg")), newcomer("knight", side="red", vitality=1), "thug")
    spec.when(attack("trooper", "knight"), "knight: let_pass", throws=["narrator: KC", "narrator: 6S"])
    spec.then(FollowUpLost(combatant="trooper", reason="out_of_action"))


@pytest.mark.rule("YY-KING-8")
def test_one_at_an_adversary_locked_with_somebody_else_is_lost() -> None:
    spec = bout("bishop", "da_hook", "vassili")
    spec.given(
        ConfrontationBegun(first="da_hook", second="vassili", locked=True),
        ExtraActionsGained(combatant="da_hook", actions=1, reason="a test"),
    )
    throws = ["narrator: 9C", "bishop: KH", "bishop: 2D"]
    spec.when(attack("da_hook", "bishop"), "bishop: match", throws=throws)
    spec.then(FollowUpLost(combatant="bishop", reason="locked"))
    assert asked(spec) == []


@pytest.mark.rule("YY-KING-8", "YY-COND-8")
def test_one_of_a_drawer_who_has_left_is_lost() -> None:
    spec = bout("bishop", "da_hook")
    spec.when(attack("bishop", "da_hook", stake="flee"), "da_hook: let_pass", throws=["bishop: KH"])
    spec.then(FellOut(combatant="bishop", reason="fled"), FollowUpLost(combatant="bishop", reason="drawer_out"))


@pytest.mark.rule("YY-KING-8", "YY-COND-1")
def test_one_whose_drawer_falls_while_it_waits_is_lost() -> None:
    spec = bout("architect", "thug", before=CHALLENGE_LOST)
    spec.when(attack("architect", "thug"), "thug: let_pass", throws=["julian: KH", "julian: 2D"])
    spec.asks("follow_up", "architect").when(spite("stamina", 3)).then(FellOut, PromptLapsed)
    assert (asked(spec), spec.fight.follow_up) == ([], None)


@pytest.mark.rule("YY-KING-8", "YY-COND-5")
def test_one_whose_adversary_falls_while_it_waits_is_lost() -> None:
    spec = bout("architect", "thug", before=CHALLENGE_LOST)
    spec.when(attack("thug", "architect"), "architect: let_pass", throws=["narrator: KH", "narrator: AD"])
    spec.asks("follow_up", "thug").when(spite("stamina", 3)).then(
        FollowUpLost(combatant="thug", reason="out_of_action")
    )
    assert (asked(spec), spec.fight.follow_up) == ([], None)


# Policies


@pytest.mark.rule("YY-PROM-2")
def test_the_policy_always_goes_at_the_same_adversary() -> None:
    spec = bout("bishop", "da_hook", "wedge", before=(policy("bishop", "follow_up", "always"),))
    spec.when(BLOW, "da_hook: let_pass", throws=KING).then(FollowUpEarned, Answered, CallMade).asks("match", "da_hook")


@pytest.mark.rule("YY-PROM-2", "YY-WALK-2")
def test_the_policy_always_goes_at_the_first_other_where_the_adversary_is_out() -> None:
    trooper = policy("trooper", "follow_up", "always")
    spec = sprayed(wounds=5, before=(trooper,))
    assert asked(spec) == [("match", "bill")]


@pytest.mark.rule("YY-PROM-2")
def test_the_policy_never_declines() -> None:
    spec = bout("bishop", "da_hook", before=(policy("bishop", "follow_up", "never"),))
    spec.when(BLOW, "da_hook: let_pass", throws=KING).then(FollowUpLost(combatant="bishop", reason="declined"))


# Something worse


@pytest.mark.rule("YY-KING-9", "YY-RUL-34")
def test_by_default_a_king_is_a_follow_up_without_a_question() -> None:
    earned().asks("follow_up", "bishop")


@pytest.mark.rule("YY-KING-9", "YY-PROM-9", "YY-RUL-34")
def test_the_narrator_may_choose_an_adverse_effect_in_its_place() -> None:
    spec = earned(king_effect="ask")
    assert asked(spec) == [("king_effect", "narrator")]
    assert spec.listed_answers() == ["follow_up"]
    spec.answer({"adverse": "loses a hand", "condition": "severed_hand"})
    spec.then(
        AdverseEffect(combatant="bishop", victim="da_hook", text="loses a hand"), ConditionSet, ExchangeEnded
    ).never(FollowUpEarned)
    assert person(spec, "da_hook").conditions == {"severed_hand": "loses a hand"}


@pytest.mark.rule("YY-KING-9", "YY-NARR-3")
def test_an_adverse_condition_in_whatever_words_can_be_ended() -> None:
    spec = earned(king_effect="ask").answer({"adverse": "loses a hand", "condition": "Severed hand!"})
    spec.when(SetCondition(combatant="da_hook", condition="Severed hand!", on=False)).then(ConditionSet)
    assert person(spec, "da_hook").conditions == {}
    assert (asked(spec), vitality(spec, "da_hook")) == ([], 3)


@pytest.mark.rule("YY-KING-9", "YY-PROM-9")
def test_or_the_follow_up_each_time_anew() -> None:
    spec = earned(king_effect="ask").answer("follow_up").then(FollowUpEarned).asks("follow_up", "bishop")
    spec.answer({"target": "da_hook"}, "da_hook: let_pass", throws=["bishop: KD", "bishop: JD"])
    spec.asks("king_effect", "narrator").answer({"adverse": "stumbles"}).never(ConditionSet)


@pytest.mark.rule("YY-KING-9")
def test_he_is_asked_though_the_follow_up_would_be_lost() -> None:
    spec = bout("bishop", "da_hook", king_effect="ask", before=(adjust("da_hook", "vitality", -4),))
    spec.when(BLOW, "da_hook: let_pass", throws=["bishop: KS", "bishop: 5H"]).then(FellOut)
    assert asked(spec) == [("king_effect", "narrator")]
    spec.answer("follow_up").then(FollowUpEarned, FollowUpLost)


@pytest.mark.rule("YY-KING-9", "YY-PROM-9", "YY-NARR-3")
def test_his_policy_answers_and_conditions_with_rules_are_no_adverse_effects() -> None:
    spec = earned(king_effect="ask", before=(policy("narrator", "king_effect", "follow_up"),))
    spec.asks("follow_up", "bishop")
    for ruled in ("mad", "stabilised"):
        earned(king_effect="ask").answer({"adverse": "raves", "condition": ruled}).refused("YY-NARR-3")
    assert damage(earned(king_effect="ask"))[0].points == 1
