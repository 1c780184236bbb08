"""Combined actions: several of one side try one thing together (YY-COMB, YY-PROM-3, YY-PROM-4)."""

from typing import Any

import pytest

from domain.core.commands import Command, SentAnswer
from domain.core.events import Answered
from domain.model.speaker import NARRATOR, Speaker, parse_speaker
from domain.rulesets.yin_yang.chapters.combined.combining import CombinationFailed, CombinationMet, Combine, Participant
from domain.rulesets.yin_yang.chapters.combined.consent import ConsentDenied, ConsentGiven
from domain.rulesets.yin_yang.chapters.combined.coordination import JoinCombined
from domain.rulesets.yin_yang.chapters.decks.decks import CardsDrawn
from domain.rulesets.yin_yang.chapters.decks.grants import GiveCards
from domain.rulesets.yin_yang.chapters.decks.hands import ActionsReturned, ActionsSpent, ExtraActionsGained
from domain.rulesets.yin_yang.chapters.decks.jokers import TurnCancelled
from domain.rulesets.yin_yang.chapters.exchanges.calls import CallMade, CardsLaid
from domain.rulesets.yin_yang.chapters.exchanges.follow_ups import FollowUpEarned
from domain.rulesets.yin_yang.chapters.exchanges.matching import VetoAction
from domain.rulesets.yin_yang.chapters.exchanges.stakes import GoalReached
from domain.rulesets.yin_yang.chapters.exchanges.verdicts import ExchangeDecided
from domain.rulesets.yin_yang.chapters.harm.harm import FellOut
from domain.rulesets.yin_yang.chapters.testing.scope import RuleScope
from domain.rulesets.yin_yang.chapters.turns.edge import EdgeGiven
from domain.rulesets.yin_yang.chapters.turns.guards import Guard
from domain.rulesets.yin_yang.chapters.turns.movement import SetDistance, SplitFight
from tests.laws.menus import choices
from tests.rules.yin_yang.builders import (
    CHALLENGE_LOST,
    about,
    adjust,
    asked,
    attempts,
    bout,
    condition,
    damage,
    extras,
    hands,
    open_bout,
    policy,
    spite,
    vitality,
)
from tests.rules.yin_yang.specification import Specification, fight, given, in_turn, newcomer, person

BILL = parse_speaker("player:bill")


def lifter(name: str, ability: str | None = None) -> Participant:
    return Participant(combatant=name, attributes=("strength",), ability=ability)


LIFTERS = (lifter("bill", "Brawling"), lifter("cryptos", "Man-at-arms"))
LIFT = Combine(actor="bill", kind="act", participants=LIFTERS, goal="lift the gate")
PAIR = (Participant(combatant="bill"), Participant(combatant="bishop"))
ASSAULT = Combine(actor="bill", kind="attack", participants=PAIR, target="wedge")


def between(*names: Any, **options: Any) -> Specification:
    return given(fight(*(names or ("bill", "cryptos", "bishop", "wedge")), **options))


def changed(command: Combine, **fields: Any) -> Combine:
    return command.model_copy(update=fields)


# Agreement


@pytest.mark.rule("YY-COMB-1", "YY-PROM-4", "YY-RUL-25")
def test_the_narrator_grants_the_coordination() -> None:
    spec = between().when(LIFT)
    assert (asked(spec), about(spec)["about"]) == ([("consent", "narrator")], "combine")
    spec.answer({"allow": True}, throws=["cryptos: 9S", "bill: 6D"])
    spec.then(ConsentGiven, CombinationMet(combatants=("bill", "cryptos"), leader="cryptos"), CallMade, GoalReached)


@pytest.mark.rule("YY-COMB-1", "YY-RUL-25", "YY-ORD-1")
def test_denied_nothing_is_spent() -> None:
    spec = bout("bill", "bishop", "wedge").when(ASSAULT, "narrator: deny")
    spec.then(ConsentDenied, CombinationFailed(combatants=("bill", "bishop"), refused_by="narrator")).never(
        ActionsSpent, CallMade
    )
    assert (hands(spec, "bill", "bishop"), asked(spec)) == ([3, 3], [])


@pytest.mark.rule("YY-PROM-3", "YY-COMB-2", "YY-DECK-14")
def test_partners_of_other_players_are_asked_before_the_narrator() -> None:
    spec = between().when(LIFT, speaker=BILL)
    assert asked(spec) == [("join_combined", "cryptos")]
    assert (about(spec)["goal"], about(spec)["combatants"]) == ("lift the gate", ["bill", "cryptos"])
    assert spec.listed_answers() == ["yes", "no"]
    spec.when(JoinCombined(actor="cryptos", joins=True)).asks("consent", "narrator")


@pytest.mark.rule("YY-PROM-3")
@pytest.mark.parametrize("speaker", [parse_speaker("player:bill,cryptos"), NARRATOR])
def test_whoever_speaks_for_the_partners_answers_for_them(speaker: Speaker) -> None:
    between().when(LIFT, speaker=speaker).asks("consent", "narrator")


@pytest.mark.rule("YY-PROM-3", "YY-MB-5")
def test_for_a_mad_partner_the_narrator_answers() -> None:
    both = parse_speaker("player:bill,cryptos")
    spec = between().given(adjust("cryptos", "mental_balance", -4), condition("cryptos", "mad"))
    assert asked(spec.when(LIFT, speaker=both)) == [("join_combined", "cryptos")]
    spec.when(JoinCombined(actor="cryptos", joins=True), speaker=both).refused("YY-MB-5")


@pytest.mark.rule("YY-PROM-3", "YY-COMB-2")
def test_several_answer_in_any_order_and_a_refusal_by_one_ends_it() -> None:
    three = changed(LIFT, participants=(*LIFTERS, lifter("bishop")))
    spec = between().when(three, speaker=BILL)
    assert asked(spec) == [("join_combined", "cryptos"), ("join_combined", "bishop")]
    spec.answer("yes", to="bishop").asks("join_combined", "cryptos").answer("yes").asks("consent", "narrator")
    offered = between().when(three, speaker=BILL)
    offered.answer({"joins": False, "hand_card": "2H"}, to="bishop").refused("YY-DECK-14")
    spec = offered.answer({"joins": False}, to="bishop")
    spec.then(CombinationFailed(combatants=("bill", "cryptos", "bishop"), refused_by="bishop"))
    assert asked(spec) == []


@pytest.mark.rule("YY-PROM-3")
@pytest.mark.parametrize(("standing", "kind"), [("yes", "consent"), ("no", None)])
def test_a_policy_joins_or_does_not(standing: str, kind: str | None) -> None:
    spec = between().given(policy("cryptos", "join_combined", standing)).when(LIFT, speaker=BILL).then(Answered)
    assert [name for name, _ in asked(spec)] == ([kind] if kind else [])


@pytest.mark.rule("YY-COMB-2")
@pytest.mark.parametrize(
    ("command", "steps", "rule"),
    [
        (LIFT, (adjust("cryptos", "stamina", -4),), "YY-COMB-2"),
        pytest.param(
            LIFT, (SplitFight(subfights={"cryptos": "roof"}),), "YY-COMB-2", marks=pytest.mark.rule("YY-MOVE-4")
        ),
        (changed(LIFT, participants=(*LIFTERS, lifter("wedge"))), (), "YY-COMB-1"),
        (changed(LIFT, participants=(lifter("cryptos"), lifter("bishop"))), (), "YY-COMB-2"),
        (changed(ASSAULT, target=None), (), "YY-ATK-4"),
        (changed(ASSAULT, target="bishop"), (), "YY-ATK-4"),
        (changed(LIFT, stake="damage"), (), "YY-ATK-12"),
    ],
)
def test_all_are_able_of_one_side_and_in_one_place(command: Combine, steps: tuple[Command, ...], rule: str) -> None:
    spec = bout("bill", "cryptos", "bishop", "wedge", before=steps)
    spec.when(command).refused(rule)


@pytest.mark.rule("YY-COMB-2", "YY-COMB-6")
def test_in_a_turn_all_hold_an_action() -> None:
    spec = bout("bill", newcomer("bishop", side="red", perception=1), "wedge")
    spec.when(ASSAULT, "narrator: allow waive_dedication=yes", "wedge: let_pass", throws=["bill: 9H", "bishop: 9C"])
    spec.when(ASSAULT).refused("YY-COMB-2")


@pytest.mark.rule("YY-ACT-5", "YY-COMB-6")
def test_a_combined_attack_needs_a_turn_an_act_does_not() -> None:
    spec = between().when(ASSAULT).refused("YY-ACT-5")
    spec.when(LIFT, "narrator: allow", throws=["cryptos: 9S", "bill: 6D"]).never(ActionsSpent)


@pytest.mark.rule("YY-COMB-2", "YY-MOVE-3")
def test_the_leaders_weapon_reaches_the_target_where_distances_count() -> None:
    pair = (Participant(combatant="bishop"), Participant(combatant="cryptos"))
    assault = Combine(actor="bishop", kind="attack", participants=pair, target="wedge")
    spec = bout("cryptos", newcomer("bishop", side="red", strength=1, intellect=1), "wedge", movement="action")
    spec.when(assault).refused("YY-MOVE-3")
    spec.given(SetDistance(first="cryptos", second="wedge", band="arm"))
    spec.when(assault).asks("consent", "narrator")


@pytest.mark.rule("YY-SCOPE-4", "YY-SKILL-6", "YY-ATK-2")
def test_each_part_is_checked_as_if_it_were_done_alone() -> None:
    ruled = RuleScope(combatant="cryptos", ability="Man-at-arms", task="lift the gate", within=False)
    between().given(ruled).when(LIFT).refused("YY-SCOPE-4")
    spec, charm = bout("bill", "bishop", "wedge"), Participant(combatant="bill", ability="Flirting")
    spec.when(changed(ASSAULT, participants=(charm, PAIR[1])), speaker=BILL).refused("YY-SKILL-6")
    fast = Participant(combatant="bill", attributes=("speed",))
    spec.when(changed(ASSAULT, participants=(fast, PAIR[1])), speaker=BILL).refused("YY-ATK-2")
    spec.when(changed(ASSAULT, participants=(fast, PAIR[1]))).asks("consent", "narrator")


@pytest.mark.rule("YY-COMB-2", "YY-COMB-6")
def test_a_single_action_is_enough_to_be_asked_as_long_as_the_rest_may_be_waived() -> None:
    poor = newcomer("bishop", side="red", perception=1)
    bout("bill", poor, "wedge").when(changed(ASSAULT, actor="bishop")).asks("consent", "narrator")
    spec = bout("bill", poor, "wedge").when(ASSAULT, speaker=BILL).answer("yes").asks("consent", "narrator")
    spec.answer("allow").refused("YY-COMB-6")


def offered(spec: Specification) -> list[str]:
    """To whom it is offered to act together."""
    return choices(spec.menu(), "yin_yang.combine", "actor") or []


@pytest.mark.rule("YY-COMB-1", "YY-COMB-2")
def test_it_is_offered_to_whoever_has_somebody_to_act_with() -> None:
    assert offered(between("bill", "cryptos", "wedge")) == ["bill", "cryptos"]
    assert offered(given(fight("bill", "cryptos", "wedge"), FellOut(combatant="cryptos", reason="dying"))) == []
    spec = given(fight("bill", "cryptos", "bishop", "wedge"), SplitFight(subfights={"bishop": "roof"}))
    assert offered(spec) == ["bill", "cryptos"]
    assert offered(given(fight("bill", "cryptos", "wedge"), in_turn(), TurnCancelled(combatant="cryptos"))) == []
    assert offered(given(fight("bill", "cryptos", "wedge"), in_turn(), ActionsSpent(combatant="bill", hand=3))) == []
    with_edge = given(fight("bill", "cryptos", "wedge", initiative="edge"), EdgeGiven(side="foes"))
    assert (offered(with_edge), offered(with_edge.given(in_turn()))) == (["bill", "cryptos"], [])


# The leader, the cards


@pytest.mark.rule("YY-ARM-10", "YY-COMB-5")
def test_a_combined_act_may_be_a_precision_task() -> None:
    precise = changed(LIFT, precision=True)
    spec = between().when(precise, "narrator: allow", throws=["cryptos: 9S"])
    assert attempts(spec)[0].penalty == (("cumbersome", 1),)


@pytest.mark.rule("YY-COMB-3", "YY-COMB-4", "YY-COMB-7")
def test_the_best_target_value_leads_and_the_best_card_is_kept() -> None:
    spec = between().when(LIFT, "narrator: allow", throws=["cryptos: 9S", "bill: 6D"])
    (test,) = attempts(spec)
    assert (test.combatant, test.value, test.cards, test.kept, test.success) == ("cryptos", 6, ("9S", "6D"), "6D", True)
    spec.then(GoalReached(combatant="cryptos", goal="lift the gate"))


@pytest.mark.rule("YY-COMB-3")
def test_of_equal_ones_the_first_named_leads() -> None:
    equal = (lifter("bishop"), lifter("bill"))
    lift = Combine(actor="bill", kind="act", participants=equal, goal="lift the gate")
    spec = between().when(lift, "narrator: allow", throws=["bishop: 9S", "bill: 3D"])
    spec.then(CombinationMet(combatants=("bishop", "bill"), leader="bishop"))


@pytest.mark.rule("YY-COMB-3")
def test_above_ten_too_the_better_target_value_leads() -> None:
    pair = (lifter("titan_twin", "Titanic Brawl"), lifter("titan", "Titanic Brawl"))
    lift = Combine(actor="titan_twin", kind="act", participants=pair, goal="lift the gate")
    spec = between(newcomer("titan_twin", strength=8), "titan").when(lift)
    assert about(spec)["combatant"] == "titan"


@pytest.mark.rule("YY-COMB-4", "YY-DECK-6")
def test_partners_draw_from_their_decks_in_the_order_named() -> None:
    three = changed(LIFT, participants=(*LIFTERS, lifter("bishop")))
    between().when(three, "narrator: allow", throws=["cryptos: 9S", "bill: 6D", "bishop: 2H"]).then(GoalReached)


@pytest.mark.rule("YY-COMB-5")
def test_penalties_cancel_the_leaders_bonus_cards_then_partners_from_the_last_on() -> None:
    three = changed(LIFT, participants=(*LIFTERS, lifter("bishop")))
    granted = GiveCards(combatant="cryptos", bonus=1)
    spec = between().given(granted).when(three, "narrator: allow penalty=2", throws=["cryptos: 9S", "bill: 4D"])
    assert (attempts(spec)[0].kept, attempts(spec)[0].net) == ("4D", 1)
    spec.when(three, "narrator: allow penalty=5", throws=["cryptos: 2C 5C 6S 3D"])
    assert (attempts(spec)[0].kept, attempts(spec)[0].net) == ("2C", -3)
    between().when(LIFT, "narrator: allow penalty=1", throws=["cryptos: 9S"]).never(GoalReached)


@pytest.mark.rule("YY-COMB-5", "YY-COND-3")
def test_the_leaders_conditions_count_the_partners_do_not() -> None:
    weak = between().given(adjust("bill", "stamina", -2))
    weak.when(LIFT, "narrator: allow", throws=["cryptos: 9S", "bill: 6D"]).then(GoalReached)
    worn = between().given(adjust("cryptos", "stamina", -3))
    worn.when(LIFT, "narrator: allow", throws=["cryptos: 9S"]).never(GoalReached)


@pytest.mark.rule("YY-COMB-1", "YY-NARR-7", "YY-BONUS-7")
def test_the_narrators_own_cards_go_to_the_leader() -> None:
    throws = ["cryptos: 9S 8S", "bill: 6D"]
    spec = between().when(changed(LIFT, bonus=1), "narrator: allow bonus=1 penalty=1", throws=throws)
    assert attempts(spec)[0].bonus == (("narrator", 2), ("partners", 1))
    assert attempts(spec)[0].penalty == (("narrator", 1),)


# What it costs


@pytest.mark.rule("YY-COMB-6", "YY-RUL-25")
@pytest.mark.parametrize(
    ("answer", "options", "left"),
    [
        ("allow", {}, [1, 1]),
        ("allow waive_dedication=yes", {}, [2, 2]),
        ("allow", {"combined_dedication": 0}, [2, 2]),
        ("allow", {"combined_dedication": 2}, [0, 0]),
    ],
)
def test_each_pays_for_the_deed_and_for_the_coordination(answer: str, options: dict[str, Any], left: list[int]) -> None:
    spec = bout("bill", "bishop", "wedge", **options)
    spec.when(ASSAULT, f"narrator: {answer}", "wedge: let_pass", throws=["bill: 9H", "bishop: 9C"])
    assert hands(spec, "bill", "bishop") == left


@pytest.mark.rule("YY-COMB-6", "YY-COMB-2")
def test_what_is_not_waived_has_to_be_there() -> None:
    spec = bout("bill", newcomer("bishop", side="red", perception=1), "wedge").when(ASSAULT)
    spec.answer({"allow": True}).refused("YY-COMB-6")
    spec.answer({"allow": True, "waive_dedication": True}).asks("match", "wedge")
    assert hands(spec, "bill", "bishop") == [2, 0]


@pytest.mark.rule("YY-COMB-6")
def test_from_open_hands_each_names_a_card_and_dedicates_the_worst_of_the_rest() -> None:
    dealt = ["bill: 2H 9H KH", "bishop: 3C 2C 8C", "narrator: 4S 5S"]
    spec = open_bout("bill", "bishop", "wedge", dealt=dealt)
    spec.when(ASSAULT).refused("YY-DECK-14")
    assault = changed(ASSAULT, hand_card="2H")
    spec.when(assault).asks("join_combined", "bishop")
    spec.answer("yes").refused("YY-DECK-14")
    spec.answer({"joins": True, "hand_card": "3C"}, "narrator: allow").asks("match", "wedge")
    assert (person(spec, "bill").cards, person(spec, "bishop").cards) == (("KH",), ("2C",))
    spec.answer("let_pass", throws=["bill: 5H"])
    assert (attempts(spec)[0].cards, attempts(spec)[0].kept) == (("2H", "3C"), "3C")
    assert set(spec.fight.decks["bill"].out) == {"2H", "9H", "5H"}
    assert set(spec.fight.decks["bishop"].out) == {"3C", "8C"}


@pytest.mark.rule("YY-COMB-6")
def test_a_card_that_is_played_is_not_dedicated_too_though_it_is_the_worst() -> None:
    dealt = ["bill: 2H 9H KH", "bishop: 3C 2C 8C", "narrator: 4S 5S"]
    spec = open_bout("bill", "bishop", "wedge", dealt=dealt, before=(policy("bishop", "join_combined", "yes"),))
    spec.when(changed(ASSAULT, hand_card="9H"), "narrator: allow").asks("match", "wedge")
    assert person(spec, "bill").cards == ("KH",)


@pytest.mark.rule("YY-COMB-6", "YY-ORD-1")
def test_everybody_sees_only_the_cards_of_his_own_hand() -> None:
    spec = open_bout("bill", "bishop", "wedge", dealt=["bill: 2H 9H KH", "bishop: 3C JC 8C", "narrator: 4S 5S"])
    joining = SentAnswer(kind="join_combined", to="bishop", answer={"joins": True, "hand_card": "3C"})
    spec.when(changed(ASSAULT, hand_card="2H"), joining, "narrator: allow")
    assert [event.combatant for event in spec.events if isinstance(event, CardsLaid)] == ["bill", "bishop"]
    for event in spec.events:
        shown = {name: getattr(event, name) for name in event.__struct_fields__ if name not in event.private}
        assert "2H" not in str(shown), event
        assert "3C" not in str(shown), event


@pytest.mark.rule("YY-COMB-6", "YY-PROM-3")
def test_a_policy_that_joins_plays_the_best_card() -> None:
    dealt = ["bill: 2H 9H KH", "bishop: 3C JC 6C", "narrator: 4S 5S"]
    joining = policy("bishop", "join_combined", "yes")
    spec = open_bout("bill", "bishop", "wedge", before=(joining,), dealt=dealt)
    spec.when(changed(ASSAULT, hand_card="2H"), "narrator: allow", "wedge: let_pass", throws=["bill: 5H"])
    assert (attempts(spec)[0].cards, person(spec, "bishop").cards) == (("2H", "6C"), ("3C",))


@pytest.mark.rule("YY-COMB-6")
def test_a_partners_card_that_is_cancelled_is_spent_all_the_same() -> None:
    dealt = ["bill: 2H 9H KH", "bishop: 3C JC 6C", "narrator: 4S 5S"]
    spec = open_bout("bill", "bishop", "wedge", dealt=dealt, before=(policy("bishop", "join_combined", "yes"),))
    answers = ("narrator: allow penalty=1", "wedge: let_pass")
    spec.when(changed(ASSAULT, hand_card="2H"), *answers, throws=["bill: 5H"])
    assert attempts(spec)[0].cards == ("2H",)
    assert set(spec.fight.decks["bishop"].out) == {"6C", "JC"}


@pytest.mark.rule("YY-COMB-6")
def test_extra_actions_pay_for_the_coordination_first() -> None:
    dealt = ["bill: 2H 9H KH", "bishop: 3C JC 6C", "narrator: 4S 5S"]
    spec = open_bout("bill", "bishop", "wedge", dealt=dealt, before=(policy("bishop", "join_combined", "yes"),))
    spec.given(
        ExtraActionsGained(combatant="bill", actions=1, reason="a test"),
        ExtraActionsGained(combatant="bishop", actions=2, reason="a test"),
    )
    throws = ["bishop: 2D", "bill: 5H"]
    spec.when(changed(ASSAULT, hand_card="2H"), "narrator: allow", "wedge: let_pass", throws=throws)
    assert (extras(spec, "bill", "bishop"), hands(spec, "bill", "bishop")) == ([0, 0], [2, 3])
    assert (person(spec, "bill").cards, person(spec, "bishop").cards) == (("9H", "KH"), ("3C", "JC", "6C"))


@pytest.mark.rule("YY-COMB-6")
def test_a_card_that_is_not_needed_once_the_dedication_is_waived_stays_in_hand() -> None:
    dealt = ["bill: 2H 9H KH", "bishop: 3C JC 6C", "narrator: 4S 5S"]
    spec = open_bout("bill", "bishop", "wedge", dealt=dealt, before=(policy("bishop", "join_combined", "yes"),))
    spec.given(ExtraActionsGained(combatant="bill", actions=1, reason="a test"))
    answers = ("narrator: allow waive_dedication=yes", "wedge: let_pass")
    spec.when(changed(ASSAULT, hand_card="2H"), *answers, throws=["bill: 10H", "bill: JD"])
    assert person(spec, "bill").cards == ("2H", "9H", "KH")


@pytest.mark.rule("YY-ATK-14", "YY-COMB-6")
def test_a_veto_gives_every_participant_everything_back() -> None:
    spec = bout("bill", "bishop", "wedge").when(ASSAULT, "narrator: allow").asks("match", "wedge")
    assert hands(spec, "bill", "bishop") == [1, 1]
    spec.when(VetoAction()).then(
        ActionsReturned(combatant="bill", hand=2), ActionsReturned(combatant="bishop", hand=2)
    ).never(CardsDrawn)
    assert hands(spec, "bill", "bishop") == [3, 3]


# What comes of it


@pytest.mark.rule("YY-COMB-7", "YY-COMB-8")
def test_the_leader_strikes_once_for_all() -> None:
    spec, assault = bout("bill", "bishop", "wedge"), changed(ASSAULT, participants=PAIR[::-1])
    spec.when(assault, "narrator: allow", "wedge: let_pass", throws=["bill: 9H", "bishop: 4H", "bill: 5C"])
    assert [(drawn.combatant, drawn.weapon, drawn.points) for drawn in damage(spec)] == [("bill", "blaster", 2)]
    assert vitality(spec, "wedge") == 0


@pytest.mark.rule("YY-COMB-7", "YY-ATK-12")
def test_all_flee_together() -> None:
    run = Combine(actor="bill", kind="act", participants=PAIR, goal="get out", stake="flee")
    spec = bout("bill", "bishop", "wedge")
    spec.when(run, "narrator: allow", throws=["bill: 2H", "bishop: 9C"])
    spec.then(FellOut(combatant="bill", reason="fled"), FellOut(combatant="bishop", reason="fled"))


@pytest.mark.rule("YY-COMB-8", "YY-RUL-25")
@pytest.mark.parametrize(("card", "bills"), [("WHITE", (1, 2)), ("COLOURED", (0, 0))])
def test_jokers_concern_the_leader_alone(card: str, bills: tuple[int, int]) -> None:
    spec = bout("bill", "bishop", "wedge")
    cards = ["bill: JH", f"bishop: {card}"] if card == "WHITE" else ["bill: COLOURED JH", "bishop: 2H"]
    answer = "narrator: allow" if card == "WHITE" else "narrator: allow penalty=2"
    throws = [*cards, "bill: 5C"] if card == "WHITE" else cards[:1]
    spec.when(ASSAULT, answer, "wedge: let_pass", throws=throws)
    assert (hands(spec, "bill", "bishop"), extras(spec, "bill", "bishop")) == ([bills[0], 1], [bills[1], 0])


@pytest.mark.rule("YY-COMB-8", "YY-KING-2", "YY-RUL-25")
def test_the_follow_up_is_the_leaders() -> None:
    spec = bout("bill", "bishop", "wedge")
    spec.when(ASSAULT, "narrator: allow", "wedge: let_pass", throws=["bill: 9H", "bishop: KH", "bill: AC"])
    spec.then(FollowUpEarned).asks("follow_up", "bill")
    spec.answer({"target": "wedge"}, "wedge: let_pass", throws=["bill: 10H"])
    assert hands(spec, "bill", "bishop") == [1, 1]


@pytest.mark.rule("YY-COMB-8", "YY-RUL-25")
def test_a_confrontation_is_the_leaders_and_partners_keep_their_actions() -> None:
    flurries = ["bill: 3H 4H 5H 6H", "narrator: 3D 4D 5D 6D"]
    throws = ["bill: KH", "bishop: 2H", "narrator: KC", *flurries, "bill: 5C"]
    spec = bout("bill", "bishop", "wedge").when(ASSAULT, "narrator: allow", "wedge: match", throws=throws)
    assert (hands(spec, "bill", "bishop", "wedge"), extras(spec, "bill", "bishop")) == ([0, 1, 0], [2, 0])
    assert [person(spec, who).locked_with for who in ("bill", "bishop")] == ["wedge", None]


@pytest.mark.rule("YY-COMB-9")
def test_the_target_matches_with_one_action_and_strikes_the_leader() -> None:
    spec = bout("bill", "bishop", "wedge")
    throws = ["bill: 9H", "bishop: 10H", "narrator: 5C", "narrator: 4C"]
    spec.when(ASSAULT, "narrator: allow", "wedge: match", throws=throws)
    assert [(drawn.combatant, drawn.victim) for drawn in damage(spec)] == [("wedge", "bill")]
    assert hands(spec, "wedge") == [1]


@pytest.mark.rule("YY-COMB-1", "YY-PROM-4", "YY-ATK-6")
def test_the_narrator_may_admit_others_to_counter() -> None:
    spec = bout("bill", "bishop", "wedge", "da_hook").when(ASSAULT, "narrator: allow may_counter=da_hook")
    spec.asks("match", "wedge").answer("let_pass").asks("match", "da_hook")
    spec = bout("bill", "bishop", "wedge").when(ASSAULT)
    spec.answer({"allow": True, "may_counter": ["bishop"]}).refused("YY-ATK-7")


@pytest.mark.rule("YY-ATK-7")
def test_a_partner_does_not_match_what_it_takes_part_in() -> None:
    watching = (Guard(actor="bishop", ward="schoolgirl"), policy("schoolgirl", "match", "never"))
    spec = bout("bill", "bishop", "schoolgirl", before=watching)
    spec.when(changed(ASSAULT, target="schoolgirl"), "narrator: allow", throws=["bill: 9H", "bishop: 9C"])
    assert asked(spec) == []


@pytest.mark.rule("YY-ATK-13", "YY-PROM-4")
def test_the_narrator_is_asked_once_only() -> None:
    spec = bout("bill", "cryptos", action_consent="ask")
    spec.when(LIFT, "narrator: allow", throws=["cryptos: 9S", "bill: 9D"])
    assert [event.about for event in spec.events if isinstance(event, ConsentGiven)] == ["combine"]


# Struck meanwhile


@pytest.mark.rule("YY-COMB-2", "YY-COND-1")
@pytest.mark.parametrize("answered", [False, True])
def test_a_participant_who_falls_while_it_is_agreed_on_ends_it(answered: bool) -> None:
    pair = (lifter("bill", "Brawling"), lifter("architect"))
    lift = Combine(actor="bill", kind="act", participants=pair, goal="lift the gate")
    spec = bout("bill", "architect", before=CHALLENGE_LOST).when(lift, speaker=BILL)
    if answered:
        spec.answer("yes")
    spec.when(spite("stamina", 3)).then(
        FellOut, CombinationFailed(combatants=("bill", "architect"), refused_by="architect")
    )
    spec.never(ActionsSpent, CallMade, ExchangeDecided)
    assert asked(spec) == []


@pytest.mark.rule("YY-COMB-2", "YY-COND-7")
@pytest.mark.parametrize("answered", [False, True])
def test_a_target_who_dies_while_it_is_agreed_on_ends_it(answered: bool) -> None:
    pair = (Participant(combatant="thug"), Participant(combatant="trooper"))
    assault = Combine(actor="thug", kind="attack", participants=pair, target="architect")
    dying = adjust("architect", "vitality", -5)
    spec = bout("architect", "thug", "trooper", before=(*CHALLENGE_LOST, dying))
    spec.when(assault, speaker=parse_speaker("player:thug")).asks("join_combined", "trooper")
    if answered:
        spec.answer("yes").asks("consent", "narrator")
    spec.when(spite("vitality", 1)).then(
        FellOut, CombinationFailed(combatants=("thug", "trooper"), refused_by="architect")
    )
    spec.never(ActionsSpent, CallMade)
    assert (asked(spec), hands(spec, "thug", "trooper")) == ([], [2, 2])


@pytest.mark.rule("YY-COMB-2")
def test_a_target_who_falls_and_is_still_there_does_not_end_it() -> None:
    pair = (Participant(combatant="thug"), Participant(combatant="trooper"))
    assault = Combine(actor="thug", kind="attack", participants=pair, target="architect")
    spec = bout("architect", "thug", "trooper", before=CHALLENGE_LOST).when(assault)
    spec.when(spite("stamina", 3)).then(FellOut(combatant="architect", reason="exhausted")).asks("consent", "narrator")
