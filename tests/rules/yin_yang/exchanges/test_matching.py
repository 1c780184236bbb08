"""Matches: who is asked, in which order, and what becomes of a call meanwhile (YY-ATK-6 to -8, -13 to -16)."""

from typing import Any

import pytest

from domain.core.commands import SetPolicy
from domain.core.events import Answered
from domain.model.speaker import Speaker
from domain.rulesets.yin_yang.chapters.challenges.challenges import Challenge, ChallengeRefused
from domain.rulesets.yin_yang.chapters.challenges.confrontation import ConfrontationBegun
from domain.rulesets.yin_yang.chapters.combined.consent import ConsentDenied, ConsentGiven
from domain.rulesets.yin_yang.chapters.decks.decks import CardsDrawn
from domain.rulesets.yin_yang.chapters.decks.hands import ActionsReturned, ActionsSpent, ExtraActionsGained
from domain.rulesets.yin_yang.chapters.exchanges.calls import CallMade
from domain.rulesets.yin_yang.chapters.exchanges.follow_ups import ExchangeEnded, FollowUpEarned, FollowUpLost
from domain.rulesets.yin_yang.chapters.exchanges.matching import (
    AllowCounter,
    CallMatched,
    CounterAllowed,
    LetPass,
    LetPassed,
    MatchCall,
    VetoAction,
)
from domain.rulesets.yin_yang.chapters.exchanges.stakes import GoalReached
from domain.rulesets.yin_yang.chapters.exchanges.still_standing import CallVoided
from domain.rulesets.yin_yang.chapters.exchanges.verdicts import ExchangeDecided
from domain.rulesets.yin_yang.chapters.harm.damage import DamageDrawn
from domain.rulesets.yin_yang.chapters.harm.harm import FellOut, PointsLost
from domain.rulesets.yin_yang.chapters.turns.guards import Guard, GuardSet
from domain.rulesets.yin_yang.chapters.turns.movement import SplitFight
from tests.rules.yin_yang.builders import (
    CHALLENGE_LOST,
    about,
    act,
    adjust,
    asked,
    attempts,
    bout,
    extras,
    hands,
    open_bout,
    owed,
    policy,
    spite,
    vitality,
)
from tests.rules.yin_yang.specification import attack, newcomer, person

DUEL = attack("da_hook", "bishop")
THREAT = attack("thug", "architect")
WATCH = Guard(actor="bishop", ward="schoolgirl")
BILL = Speaker("player", ("bill",))
DEALT = ["bishop: 9C KD 2H", "narrator: 4S JC"]


# Who is asked


@pytest.mark.rule("YY-PROM-1", "YY-ATK-6", "YY-ATK-8")
def test_the_target_is_asked_to_match_or_let_pass() -> None:
    spec = bout("bishop", "da_hook").when(DUEL)
    assert asked(spec) == [("match", "bishop")]
    spec.when(LetPass(actor="bishop"), throws=["narrator: 9C"]).then(LetPassed(combatant="bishop"), ExchangeEnded)
    spec.when(DUEL).when(MatchCall(actor="bishop"), throws=["narrator: 10C", "bishop: 9H"]).then(CallMatched)
    spec.when(LetPass(actor="bishop")).refused("YY-PROM-1")


@pytest.mark.rule("YY-PROM-1", "YY-ATK-6", "YY-ATK-15", "YY-RUL-31")
def test_then_its_guards_in_the_order_in_which_they_began_then_the_admitted() -> None:
    watching = (Guard(actor="gabrielle", ward="schoolgirl"), WATCH)
    spec = bout("bishop", "gabrielle", "knight", "schoolgirl", "wedge", before=watching)
    spec.when(attack("wedge", "schoolgirl")).when(AllowCounter(combatant="knight")).then(
        CounterAllowed(combatant="knight")
    )
    order = []
    while spec.fight.prompts:
        order += [asked(spec)[0][1]]
        spec.answer("let_pass", throws=["narrator: 9C"] if order[-1] == "knight" else [])
    assert order == ["schoolgirl", "gabrielle", "bishop", "knight"]
    spec.then(ExchangeEnded)


@pytest.mark.rule("YY-ATK-6")
def test_a_guard_that_begins_anew_comes_last() -> None:
    watching = (WATCH, Guard(actor="gabrielle", ward="schoolgirl"), Guard(actor="bishop", ward="schoolgirl", on=False))
    spec = bout("bishop", "gabrielle", "schoolgirl", "wedge", before=(*watching, WATCH))
    spec.when(attack("wedge", "schoolgirl"), "schoolgirl: let_pass")
    assert asked(spec) == [("match", "gabrielle")]


@pytest.mark.rule("YY-ATK-6", "YY-ATK-8")
def test_the_first_who_matches_is_the_only_one() -> None:
    spec = bout(
        "bishop", "gabrielle", "schoolgirl", "wedge", before=(WATCH, Guard(actor="gabrielle", ward="schoolgirl"))
    )
    answers = ("schoolgirl: let_pass", "bishop: match")
    spec.when(attack("wedge", "schoolgirl"), *answers, throws=["narrator: 9C", "bishop: 9H"])
    assert (asked(spec), hands(spec, "bishop", "gabrielle", "schoolgirl")) == ([], [2, 3, 2])


@pytest.mark.rule("YY-ATK-6")
def test_an_act_without_target_asks_those_who_may_oppose() -> None:
    spec = bout("bishop", "da_hook", "wedge").when(act("bishop", "slip past", against=("wedge", "da_hook")))
    assert asked(spec) == [("match", "wedge")]
    spec.answer("let_pass")
    assert asked(spec) == [("match", "da_hook")]
    spec.answer("let_pass", throws=["bishop: 2H"]).then(GoalReached)
    spec.when(act("bishop", "slip past"), throws=["bishop: 3H"]).then(GoalReached)


@pytest.mark.rule("YY-ATK-6")
def test_with_a_target_nobody_else_is_named() -> None:
    spec = bout("bishop", "da_hook", "wedge")
    spec.when(act("bishop", "slip past", target="wedge", against=("da_hook",))).refused("YY-ATK-6")
    spec.when(act("bishop", "slip past", against=("wedge", "bishop"))).refused("YY-ATK-7")


@pytest.mark.rule("YY-ATK-6")
def test_the_guards_of_the_target_of_an_act_are_asked_too() -> None:
    spec = bout("bishop", "schoolgirl", "wedge", before=(WATCH, policy("schoolgirl", "match", "never")))
    spec.when(act("wedge", "kidnap her", target="schoolgirl"))
    assert asked(spec) == [("match", "bishop")]


@pytest.mark.rule("YY-ATK-6", "YY-ATK-7")
def test_the_narrator_admits_each_once_and_nobody_who_cannot() -> None:
    spec = bout("bishop", "gabrielle", "schoolgirl", "irons", "wedge", before=(WATCH, adjust("irons", "stamina", -9)))
    spec.when(AllowCounter(combatant="gabrielle")).refused("YY-ATK-6")
    spec.when(attack("wedge", "schoolgirl"))
    for again in ("schoolgirl", "bishop"):
        spec.when(AllowCounter(combatant=again)).refused("YY-ATK-6")
    for unable in ("wedge", "irons"):
        spec.when(AllowCounter(combatant=unable)).refused("YY-ATK-7")
    spec.answer("let_pass")
    spec.when(AllowCounter(combatant="schoolgirl")).refused("YY-ATK-6")
    spec.when(AllowCounter(combatant="gabrielle")).when(AllowCounter(combatant="gabrielle")).refused("YY-ATK-6")


@pytest.mark.rule("YY-ATK-7", "YY-ATK-17")
@pytest.mark.parametrize("sheet", [{"stamina": -1}, {"vitality": -1}, {"mental_balance": -1}])
def test_whoever_is_out_of_action_is_not_asked(sheet: dict[str, int]) -> None:
    spec = bout("bishop", newcomer("schoolgirl", side="red", **sheet), "wedge", before=(WATCH,))
    spec.when(attack("wedge", "schoolgirl"))
    assert asked(spec) == [("match", "bishop")]


@pytest.mark.rule("YY-ATK-7")
def test_whoever_has_no_action_is_not_asked() -> None:
    spec = bout("bishop", newcomer("schoolgirl", side="red", perception=1), "wedge", before=(WATCH,))
    spec.when(attack("wedge", "schoolgirl"), "schoolgirl: match", throws=["narrator: 9C", "narrator: 10C"])
    spec.when(attack("wedge", "schoolgirl"))
    assert asked(spec) == [("match", "bishop")]


@pytest.mark.rule("YY-ATK-7", "YY-JOKER-8")
def test_whoever_is_cancelled_is_not_asked_even_with_extra_actions() -> None:
    spec = bout("bill", "knight").when(attack("knight", "bill"), "bill: let_pass", throws=["knight: COLOURED"])
    spec.given(ExtraActionsGained(combatant="knight", actions=1, reason="a test"))
    spec.when(attack("bill", "knight"), throws=["bill: 9D"]).then(ExchangeEnded)


@pytest.mark.rule("YY-ATK-7", "YY-CONF-15")
def test_the_locked_match_with_extra_actions_alone() -> None:
    spec = bout("bishop", "vassili", "wedge", "bill")
    spec.given(ConfrontationBegun(first="bishop", second="vassili", locked=True))
    spec.when(attack("bishop", "vassili"), throws=["bishop: 9H"]).then(ExchangeEnded)
    spec.given(ExtraActionsGained(combatant="vassili", actions=1, reason="a test"))
    spec.when(attack("bishop", "vassili"))
    assert asked(spec) == [("match", "vassili")]


@pytest.mark.rule("YY-CONF-15", "YY-ATK-7")
def test_nobody_matches_in_the_place_of_one_locked_against_the_other() -> None:
    spec = bout("bishop", "schoolgirl", "wedge", "knight", before=(WATCH,))
    spec.given(
        ConfrontationBegun(first="schoolgirl", second="wedge", locked=True),
        ExtraActionsGained(combatant="schoolgirl", actions=1, reason="a test"),
    )
    spec.when(attack("knight", "schoolgirl")).refused("YY-CONF-15")
    spec.when(act("knight", "save her", target="schoolgirl")).refused("YY-CONF-15")
    spec.when(act("knight", "slip past", against=("schoolgirl",))).refused("YY-CONF-15")
    spec.when(attack("wedge", "schoolgirl"))
    spec.when(AllowCounter(combatant="knight")).refused("YY-CONF-15")
    spec.answer("let_pass", throws=["narrator: 9C"]).then(ExchangeEnded)


@pytest.mark.rule("YY-ATK-7", "YY-MOVE-4")
def test_guards_and_third_parties_are_in_the_targets_sub_fight() -> None:
    parted = SplitFight(subfights={"schoolgirl": "roof", "wedge": "roof"})
    spec = bout("bishop", "gabrielle", "schoolgirl", "wedge", before=(WATCH, parted))
    spec.when(attack("wedge", "schoolgirl")).when(AllowCounter(combatant="gabrielle")).refused("YY-ATK-7")
    spec.answer("let_pass", throws=["narrator: 9C"]).then(ExchangeEnded)
    spec.when(act("wedge", "hide", against=("bishop",))).refused("YY-ATK-6")


@pytest.mark.rule("YY-ATK-7", "YY-ATK-10")
def test_a_target_in_another_sub_fight_is_asked_all_the_same() -> None:
    spec = bout("bishop", "da_hook", before=(SplitFight(subfights={"da_hook": "roof"}),))
    spec.when(attack("bishop", "da_hook"))
    assert asked(spec) == [("match", "da_hook")]


@pytest.mark.rule("YY-ATK-7")
def test_a_guard_does_not_match_its_own_call() -> None:
    spec = bout("bishop", "schoolgirl", "wedge", before=(WATCH, policy("schoolgirl", "match", "never")))
    spec.when(attack("bishop", "schoolgirl"), throws=["bishop: 9H"]).then(ExchangeEnded)


@pytest.mark.rule("YY-ATK-8", "YY-ORD-1")
def test_a_match_costs_an_action_and_letting_pass_none() -> None:
    spec = bout("bishop", "da_hook").when(DUEL, "bishop: match", throws=["narrator: 9C", "bishop: 9H"])
    spec.then(CallMade, ActionsSpent(combatant="bishop", hand=1, extra=0), CallMatched, CardsDrawn)
    assert hands(spec, "bishop") == [2]
    spec.when(DUEL, "bishop: let_pass", throws=["narrator: 10C"])
    assert hands(spec, "bishop") == [2]


@pytest.mark.rule("YY-ATK-8")
def test_a_matcher_has_its_own_weapon_and_stake() -> None:
    spec = bout("bishop", "da_hook").when(DUEL)
    spec.answer({"mode": "attack", "weapon": "large_knife"}).refused("YY-ATK-3")
    spec.answer(
        {"mode": "attack", "ability": "Corporate Bodyguard", "weapon": "bare_hands"},
        throws=["narrator: 9C", "bishop: 2H", "bishop: QH"],
    )
    assert next(event.weapon for event in spec.events if isinstance(event, DamageDrawn)) == "bare_hands"


@pytest.mark.rule("YY-SKILL-6")
def test_a_heros_match_takes_a_combat_ability() -> None:
    spec = bout("bill", "da_hook").when(attack("da_hook", "bill"))
    spec.answer({"mode": "attack", "ability": "Flirting"}, speaker=BILL).refused("YY-SKILL-6")
    spec.answer(
        {"mode": "counter", "attributes": ["speed"], "ability": "Flirting"}, throws=["narrator: 9C", "bill: 6H"]
    )
    assert attempts(spec)[1].value == 6


# Policies


@pytest.mark.rule("YY-PROM-1")
@pytest.mark.parametrize(
    ("standing", "matches"),
    [("always", True), ("never", False), ({"keep": 2}, True), ({"keep": 3}, False), ({"keep": 4}, False)],
)
def test_a_policy_answers_in_the_same_batch(standing: Any, matches: bool) -> None:
    spec = bout("bishop", "da_hook", before=(policy("bishop", "match", standing),))
    spec.when(DUEL, throws=["narrator: 9C", "bishop: 9H"] if matches else ["narrator: 9C"]).then(
        Answered, ExchangeEnded
    )
    assert hands(spec, "bishop") == [2 if matches else 3]


@pytest.mark.rule("YY-PROM-1", "YY-PROM-11")
def test_what_is_kept_counts_hand_and_extra_actions() -> None:
    spec = bout("bishop", "da_hook", before=(policy("bishop", "match", {"keep": 3}),))
    spec.given(ExtraActionsGained(combatant="bishop", actions=1, reason="a test"))
    spec.when(DUEL, throws=["narrator: 9C", "bishop: 9H"])
    assert (hands(spec, "bishop"), extras(spec, "bishop")) == ([3], [0])


def test_a_policy_of_another_kind_is_no_standing_answer() -> None:
    spec = bout("bishop", "da_hook")
    spec.when(SetPolicy(of="bishop", kind="match", answer="sometimes")).refused(None, "invalid")
    spec.when(SetPolicy(of="bishop", kind="match", answer={"keep": -1})).refused(None, "invalid")


# Consent and veto


@pytest.mark.rule("YY-ATK-13", "YY-PROM-4", "YY-RUL-32")
def test_by_default_the_narrator_is_not_asked_about_actions() -> None:
    spec = bout("bishop", "da_hook").when(act("bishop", "fly"), throws=["bishop: 2H"]).never(ConsentGiven)
    spec.when(attack("bishop", "da_hook", stake="flee"))
    assert asked(spec) == [("match", "da_hook")]


@pytest.mark.rule("YY-ATK-13", "YY-PROM-4", "YY-RUL-32")
@pytest.mark.parametrize("call", [act("bishop", "fly"), attack("bishop", "da_hook", stake="flee")])
def test_the_option_asks_about_acts_and_other_stakes_than_damage(call: Any) -> None:
    spec = bout("bishop", "da_hook", action_consent="ask").when(call)
    assert (asked(spec), about(spec)["about"], hands(spec, "bishop")) == ([("consent", "narrator")], "action", [2])
    spec.answer({"allow": False}).then(ConsentDenied, CallVoided, ActionsReturned).never(CardsDrawn)
    assert (hands(spec, "bishop"), spec.fight.exchange) == ([3], None)
    spec.when(attack("bishop", "da_hook"))
    assert asked(spec) == [("match", "da_hook")]


@pytest.mark.rule("YY-ATK-13", "YY-PROM-4", "YY-ATK-6", "YY-BONUS-7")
def test_consent_may_bring_cards_and_others_who_may_counter() -> None:
    spec = bout("bishop", "da_hook", "wedge", action_consent="ask").when(act("bishop", "fly", bonus=1))
    spec.answer({"allow": True, "bonus": 1, "penalty": 1, "may_counter": ["wedge"]}).then(ConsentGiven)
    assert asked(spec) == [("match", "wedge")]
    spec.answer("let_pass", throws=["bishop: 9H 2H"]).then(GoalReached)
    assert (attempts(spec)[0].bonus, attempts(spec)[0].penalty) == ((("narrator", 2),), (("narrator", 1),))


@pytest.mark.rule("YY-PROM-4")
@pytest.mark.parametrize(
    ("answer", "rule"),
    [
        ({"allow": False, "bonus": 1}, "YY-PROM-4"),
        ({"allow": True, "waive_dedication": True}, "YY-PROM-4"),
        ({"allow": True, "may_counter": ["bishop"]}, "YY-ATK-7"),
    ],
)
def test_a_consent_that_makes_no_sense_is_refused(answer: Any, rule: str) -> None:
    bout("bishop", "da_hook", action_consent="ask").when(act("bishop", "fly")).answer(answer).refused(rule)


@pytest.mark.rule("YY-PROM-4")
def test_the_narrators_policy_may_deny_or_allow() -> None:
    spec = bout("bishop", "da_hook", action_consent="ask", before=(policy("narrator", "consent", "deny"),))
    spec.when(act("bishop", "fly")).then(ConsentDenied, CallVoided)
    spec.given(policy("narrator", "consent", "allow")).when(act("bishop", "fly"), throws=["bishop: 2H"]).then(
        ConsentGiven
    )


@pytest.mark.rule("YY-ATK-14", "YY-RUL-32")
def test_a_veto_voids_the_call_and_returns_the_action() -> None:
    watching = (WATCH, policy("schoolgirl", "match", "never"))
    spec = bout("bishop", "schoolgirl", "wedge", before=watching)
    spec.when(VetoAction()).refused("YY-ATK-14")
    spec.when(act("wedge", "kidnap her", target="schoolgirl"))
    assert (asked(spec), hands(spec, "wedge")) == ([("match", "bishop")], [1])
    spec.when(VetoAction(reason="she is a witness")).never(CardsDrawn, ExchangeDecided)
    spec.then(CallVoided, ActionsReturned(combatant="wedge", hand=1, extra=0))
    assert (asked(spec), hands(spec, "wedge", "bishop"), spec.fight.exchange) == ([], [2, 3], None)
    spec.when(VetoAction()).refused("YY-ATK-14")
    spec.when(DUEL.model_copy(update={"actor": "wedge"}))
    assert asked(spec) == [("match", "bishop")]


@pytest.mark.rule("YY-ATK-14")
def test_while_the_narrator_is_asked_there_is_nothing_to_veto() -> None:
    spec = bout("bishop", "da_hook", action_consent="ask").when(act("bishop", "fly")).asks("consent", "narrator")
    spec.when(VetoAction()).refused("YY-ATK-14")


@pytest.mark.rule("YY-ATK-14")
def test_a_veto_returns_an_extra_action_as_one() -> None:
    spec = (
        bout("bishop", "da_hook").given(ExtraActionsGained(combatant="da_hook", actions=1, reason="a test")).when(DUEL)
    )
    assert (hands(spec, "da_hook"), extras(spec, "da_hook")) == ([2], [0])
    spec.when(VetoAction())
    assert (hands(spec, "da_hook"), extras(spec, "da_hook")) == ([2], [1])


@pytest.mark.rule("YY-ATK-14")
def test_a_veto_gives_the_open_card_back_unseen() -> None:
    spec = open_bout("bishop", "wedge", dealt=DEALT).when(attack("bishop", "wedge", hand_card="2H"))
    assert person(spec, "bishop").cards == ("9C", "KD")
    spec.when(VetoAction())
    assert set(person(spec, "bishop").cards) == {"9C", "KD", "2H"}
    assert "2H" not in spec.fight.decks["bishop"].cards + spec.fight.decks["bishop"].out


@pytest.mark.rule("YY-ATK-14")
def test_a_vetoed_follow_up_is_lost() -> None:
    spec = bout("bishop", "da_hook")
    spec.when(attack("bishop", "da_hook"), "da_hook: let_pass", throws=["bishop: KH", "bishop: 2D"]).then(
        FollowUpEarned
    )
    spec.answer({"target": "da_hook"})
    assert asked(spec) == [("match", "da_hook")]
    spec.when(VetoAction()).never(CardsDrawn)
    assert (asked(spec), hands(spec, "bishop"), spec.fight.follow_up) == ([], [2], None)


# Open hands


@pytest.mark.rule("YY-ORD-1")
def test_the_callers_card_stays_hidden_until_the_matcher_has_chosen() -> None:
    spec = open_bout("bishop", "wedge", dealt=DEALT).when(attack("bishop", "wedge", hand_card="2H"))
    for event in spec.events:
        shown = {name: getattr(event, name) for name in event.__struct_fields__ if name not in event.private}
        assert "2H" not in str(shown), event
    assert "2H" not in str(spec.fight.prompts)
    spec.answer({"mode": "attack", "hand_card": "JC"}, throws=["bishop: 5S"])
    assert [test.cards for test in attempts(spec)] == [("2H",), ("JC",)]
    assert (vitality(spec, "wedge"), person(spec, "bishop").cards) == (-1, ("9C", "KD"))
    assert "4S" in spec.fight.decks["narrator"].out


@pytest.mark.rule("YY-PROM-1")
def test_from_an_open_hand_the_policy_plays_the_best_card() -> None:
    always = policy("wedge", "match", "always")
    spec = open_bout("bishop", "wedge", before=(always,), dealt=DEALT)
    spec.when(attack("bishop", "wedge")).refused("YY-DECK-14")
    spec.when(attack("bishop", "wedge", hand_card="2H"), throws=["narrator: 2C"])
    assert (vitality(spec, "bishop"), person(spec, "wedge").cards) == (5, ("JC",))


@pytest.mark.rule("YY-PROM-1")
def test_a_match_from_an_open_hand_names_a_card_that_is_held() -> None:
    spec = open_bout("bishop", "wedge", dealt=DEALT).when(attack("bishop", "wedge", hand_card="2H"))
    spec.answer({"mode": "attack"}).refused("YY-DECK-14")
    spec.answer({"mode": "attack", "hand_card": "9C"}).refused("YY-DECK-14")
    assert spec.listed_answers() == ["let_pass"]


# Struck meanwhile


@pytest.mark.rule("YY-COND-4")
def test_a_loss_between_call_and_cards_counts() -> None:
    spec = owed("bill").when(act("architect", "slip past", against=("bill",))).when(spite("stamina", 2))
    assert asked(spec) == [("match", "bill")]
    spec.answer("let_pass", throws=["julian: 3H 9H"]).never(GoalReached)
    assert hands(spec, "architect") == [2]


@pytest.mark.rule("YY-COND-6", "YY-RUL-72")
def test_a_caller_who_falls_before_the_cards_ends_the_exchange() -> None:
    spec = owed("bill").when(act("architect", "slip past", against=("bill",))).when(spite("stamina", 3))
    spec.then(FellOut(combatant="architect", reason="exhausted"), CallVoided).never(
        CardsDrawn, ExchangeDecided, ActionsReturned
    )
    assert (asked(spec), hands(spec, "architect", "bill"), spec.fight.exchange) == ([], [0, 3], None)


@pytest.mark.rule("YY-COND-6")
def test_the_narrator_has_no_word_any_more_on_the_action_of_the_fallen() -> None:
    spec = owed("bill", action_consent="ask").when(act("architect", "slip past")).when(spite("stamina", 3))
    assert (asked(spec), spec.fight.exchange) == ([], None)
    shot = attack("architect", "bill", called_shot={"aim": "head", "text": "the hat"})
    spec = owed("bill").when(shot).asks("called_shot_penalty", "narrator").when(spite("stamina", 3))
    assert (asked(spec), spec.fight.exchange) == ([], None)


@pytest.mark.rule("YY-COND-7", "YY-RUL-72")
def test_a_target_who_falls_while_asked_is_struck_unmatched_in_the_same_batch() -> None:
    spec = owed("thug").when(THREAT).when(spite("stamina", 3), throws=["narrator: 3C", "narrator: 3D"])
    spec.then(FellOut(combatant="architect", reason="exhausted"), ExchangeDecided, PointsLost)
    assert (vitality(spec, "architect"), hands(spec, "thug"), asked(spec)) == (2, [1], [])


@pytest.mark.rule("YY-COND-7")
def test_a_guard_is_asked_in_the_place_of_a_target_who_falls() -> None:
    spec = owed("bishop", "thug", before=(Guard(actor="bishop", ward="architect"),)).when(THREAT)
    spec.when(spite("stamina", 3))
    assert asked(spec) == [("match", "bishop")]
    spec.answer({"mode": "attack"}, throws=["narrator: 6C", "bishop: 2H", "bishop: 4D"]).then(CallMatched)


@pytest.mark.rule("YY-COND-7")
def test_a_target_who_dies_before_the_cards_ends_the_exchange() -> None:
    watched = (Guard(actor="bishop", ward="architect"),)
    spec = owed("bishop", "thug", before=(*watched, adjust("architect", "vitality", -5))).when(THREAT)
    assert asked(spec) == [("match", "bishop")]
    spec.when(spite("vitality", 1)).then(FellOut(combatant="architect", reason="dead"), CallVoided).never(
        CardsDrawn, ActionsReturned
    )
    assert (asked(spec), hands(spec, "thug", "bishop"), spec.fight.exchange) == ([], [1, 3], None)


@pytest.mark.rule("YY-COND-6")
def test_the_open_card_of_a_caller_who_falls_is_played() -> None:
    dealt = ["julian: 2H 3H 4H", "narrator: 4S JC"]
    spec = open_bout("architect", "thug", before=CHALLENGE_LOST, dealt=dealt)
    spec.when(attack("architect", "thug", hand_card="2H")).when(spite("stamina", 3))
    assert set(spec.fight.decks["julian"].out) == {"2H", "3H", "4H"}


# While a challenge waits for its answer

CONTESTED = Challenge(actor="bishop", text="that was no fair call")


@pytest.mark.rule("YY-COND-6", "YY-CHAL-1")
def test_under_a_challenge_a_caller_who_falls_ends_the_exchange_at_once() -> None:
    spec = owed("bishop", "thug").when(act("architect", "slip past", against=("thug",))).when(CONTESTED)
    assert asked(spec) == [("match", "thug"), ("answer_challenge", "narrator")]
    spec.when(spite("stamina", 3)).then(FellOut(combatant="architect", reason="exhausted"), CallVoided).never(
        CardsDrawn
    )
    assert (asked(spec), spec.fight.exchange) == ([("answer_challenge", "narrator")], None)
    assert hands(spec, "architect", "thug") == [0, 2]
    spec.answer("refuse").then(ChallengeRefused(combatant="bishop")).never(CallVoided)
    assert asked(spec) == []


@pytest.mark.rule("YY-COND-7", "YY-CHAL-1")
def test_under_a_challenge_a_target_who_falls_is_struck_at_once() -> None:
    spec = owed("bishop", "thug").when(THREAT).when(CONTESTED)
    spec.when(spite("stamina", 3), throws=["narrator: 3C", "narrator: 3D"])
    spec.then(FellOut(combatant="architect", reason="exhausted"), ExchangeDecided, PointsLost, ExchangeEnded)
    assert (asked(spec), spec.fight.exchange) == ([("answer_challenge", "narrator")], None)


@pytest.mark.rule("YY-COND-7", "YY-CHAL-1")
def test_under_a_challenge_the_next_guard_is_asked_and_waits() -> None:
    spec = owed("bishop", "thug", before=(Guard(actor="bishop", ward="architect"),)).when(THREAT).when(CONTESTED)
    spec.when(spite("stamina", 3))
    assert asked(spec) == [("answer_challenge", "narrator"), ("match", "bishop")]
    spec.when(LetPass(actor="bishop")).refused("YY-CHAL-1")
    spec.answer("refuse").when(LetPass(actor="bishop"), throws=["narrator: 3C", "narrator: 3D"]).then(ExchangeEnded)


@pytest.mark.rule("YY-KING-8", "YY-CHAL-1")
def test_under_a_challenge_a_follow_up_that_finds_nobody_any_more_is_lost_at_once() -> None:
    spec = owed("bishop", "thug").when(THREAT, "architect: let_pass", throws=["narrator: KC", "narrator: 3D"])
    assert asked(spec) == [("follow_up", "thug")]
    spec.when(CONTESTED).when(spite("stamina", 3))
    spec.then(
        FellOut(combatant="architect", reason="exhausted"), FollowUpLost(combatant="thug", reason="out_of_action")
    )
    assert (asked(spec), spec.fight.follow_up) == ([("answer_challenge", "narrator")], None)


# Guards


@pytest.mark.rule("YY-ATK-15", "YY-ACT-9")
def test_a_guard_is_free_and_lasts_until_it_is_taken_back() -> None:
    spec = (
        bout("bishop", "schoolgirl", "wedge").when(WATCH).then(GuardSet(combatant="bishop", ward="schoolgirl", on=True))
    )
    assert hands(spec, "bishop") == [3]
    spec.when(WATCH).refused("YY-ATK-15")
    spec.when(Guard(actor="bishop", ward="schoolgirl", on=False)).then(
        GuardSet(combatant="bishop", ward="schoolgirl", on=False)
    )
    spec.when(Guard(actor="bishop", ward="schoolgirl", on=False)).refused("YY-ATK-15")
    spec.when(attack("wedge", "schoolgirl"), "schoolgirl: let_pass", throws=["narrator: 9C"]).then(ExchangeEnded)


@pytest.mark.rule("YY-ATK-15", "YY-COND-5", "YY-COND-1")
def test_nobody_guards_itself_the_dead_or_when_out_of_action() -> None:
    spec = bout("bishop", "schoolgirl", "bill", before=(adjust("schoolgirl", "vitality", -2),))
    spec.when(Guard(actor="bishop", ward="bishop")).refused("YY-ATK-15")
    spec.when(WATCH).then(GuardSet)
    spec.when(Guard(actor="schoolgirl", ward="bill")).refused("YY-COND-1")
    spec.when(adjust("schoolgirl", "vitality", -1)).then(FellOut(combatant="schoolgirl", reason="dead"))
    assert person(spec, "schoolgirl").guards == ()
    spec.when(WATCH).refused("YY-COND-5")


@pytest.mark.rule("YY-ATK-15", "YY-ATK-17")
def test_several_guards_and_several_wards_are_allowed_and_a_fallen_ward_stays_guarded() -> None:
    watching = (WATCH, Guard(actor="bill", ward="schoolgirl"), Guard(actor="bishop", ward="bill"))
    spec = bout("bishop", "bill", "schoolgirl", "thug", before=watching).when(adjust("schoolgirl", "vitality", -2))
    assert person(spec, "schoolgirl").guards == ("bishop", "bill")
    assert person(spec, "bill").guards == ("bishop",)
    spec.when(attack("thug", "schoolgirl"))
    assert asked(spec) == [("match", "bishop")]


@pytest.mark.rule("YY-ATK-16", "YY-RUL-57")
def test_a_guard_who_wins_strikes_the_caller() -> None:
    spec = bout("bishop", "schoolgirl", "wedge", before=(WATCH, policy("schoolgirl", "match", "never")))
    spec.when(attack("wedge", "schoolgirl"), "bishop: match", throws=["narrator: 5C", "bishop: QH", "bishop: 5H"])
    assert (vitality(spec, "wedge"), vitality(spec, "schoolgirl")) == (-1, 1)


@pytest.mark.rule("YY-ATK-16", "YY-DMG-1")
def test_a_guard_who_loses_leaves_the_stake_to_strike_the_target() -> None:
    spec = bout("bishop", "schoolgirl", "wedge", before=(WATCH,))
    answers = ("schoolgirl: let_pass", "bishop: match")
    spec.when(attack("wedge", "schoolgirl"), *answers, throws=["narrator: 6S", "bishop: 2H", "narrator: 4S"])
    assert (vitality(spec, "schoolgirl"), vitality(spec, "bishop")) == (0, 6)
    assert hands(spec, "wedge", "bishop") == [1, 2]
