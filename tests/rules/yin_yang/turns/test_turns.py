"""Turns: hands, calls, holding back and standoffs, the orders of their beginning and end (YY-ACT, YY-ORD-2, -3)."""

import pytest

from domain.core.commands import Command, SetPolicy
from domain.core.events import Commanded
from domain.model.speaker import Speaker
from domain.rulesets.yin_yang.chapters.challenges.challenges import Challenge
from domain.rulesets.yin_yang.chapters.challenges.confrontation import ConfrontationBegun
from domain.rulesets.yin_yang.chapters.combined.combining import Combine, Participant
from domain.rulesets.yin_yang.chapters.decks.decks import CardsDrawn, DeckMadeWhole, HandDealt
from domain.rulesets.yin_yang.chapters.decks.drawing import Attempted
from domain.rulesets.yin_yang.chapters.decks.grants import GiveCards
from domain.rulesets.yin_yang.chapters.decks.hands import ActionsSpent, ExtraActionsGained, HandDiscarded
from domain.rulesets.yin_yang.chapters.decks.jokers import TurnCancelled
from domain.rulesets.yin_yang.chapters.exchanges.calls import Act
from domain.rulesets.yin_yang.chapters.exchanges.follow_ups import FollowUpEarned
from domain.rulesets.yin_yang.chapters.harm.harm import FellOut
from domain.rulesets.yin_yang.chapters.harm.resting import DyingCounted, PassTime
from domain.rulesets.yin_yang.chapters.harm.tending import Tend
from domain.rulesets.yin_yang.chapters.narrator.rulings import Adjust
from domain.rulesets.yin_yang.chapters.turns.edge import GiveEdge
from domain.rulesets.yin_yang.chapters.turns.gear import Wear, Wield
from domain.rulesets.yin_yang.chapters.turns.guards import Guard
from domain.rulesets.yin_yang.chapters.turns.movement import Move
from domain.rulesets.yin_yang.chapters.turns.turns import (
    EndTurn,
    HeldBack,
    Hold,
    StartTurn,
    StoodOff,
    TurnEnded,
    TurnStarted,
)
from tests.rules.yin_yang.specification import Specification, attack, attempt, contest, fight, given, in_turn, newcomer

TOGETHER = (
    Participant(combatant="bishop", attributes=("strength",)),
    Participant(combatant="knight", attributes=("strength",)),
)


def hands(spec: Specification) -> dict[str, tuple[int, int]]:
    """What everybody has in hand, and besides."""
    return {person.id: (person.hand, person.extra) for person in spec.fight.people.values()}


# Beginning and end


@pytest.mark.rule("YY-ACT-1", "YY-ORD-2", "YY-RUL-55")
def test_the_narrator_starts_and_ends_turns_and_nobody_else() -> None:
    spec = given(fight("bishop", "wedge")).when(EndTurn()).refused("YY-ACT-1")
    spec.when(StartTurn()).then(TurnStarted(turn=1), HandDealt)
    assert (spec.fight.turn, spec.fight.phase) == (1, "turn")
    spec.when(StartTurn()).refused("YY-ACT-1")
    spec.when(EndTurn(), speaker=Speaker("player", ("bishop",))).refused(None, "not_yours")
    spec.when(EndTurn()).then(TurnEnded(turn=1))
    assert (spec.fight.turn, spec.fight.phase) == (1, "between")
    spec.when(StartTurn()).then(TurnStarted(turn=2))


@pytest.mark.rule("YY-ACT-1")
def test_a_turn_does_not_end_while_somebody_is_asked() -> None:
    asked = given(fight("bishop", "wedge"), in_turn(), attack("bishop", "wedge")).asks("match", "wedge")
    asked.when(EndTurn()).refused("YY-PROM-14")


@pytest.mark.rule("YY-ACT-3", "YY-DECK-13", "YY-DERIV-3", "YY-ORD-2")
def test_all_who_are_able_take_as_many_actions_as_they_have_per_turn() -> None:
    spec = given(fight("bishop", "knight", newcomer("wedge", vitality=-1))).when(StartTurn())
    dealt = (
        HandDealt(combatant="bishop", actions=3, deck="bishop"),
        HandDealt(combatant="knight", actions=4, deck="knight"),
    )
    spec.then(*dealt).follows(HandDealt, TurnStarted)
    assert hands(spec) == {"bishop": (3, 0), "knight": (4, 0), "wedge": (0, 0)}


@pytest.mark.rule("YY-ORD-2", "YY-DECK-14")
@pytest.mark.parametrize(
    ("hand", "throws"),
    [("blind", []), ("open", ["knight: 2H 3H 4H 5H", "narrator: 2S 3S", "bishop: 2H 3H 4H"])],
    ids=["blind", "open"],
)
def test_hands_come_in_the_order_of_joining_and_in_no_other(hand: str, throws: list[str]) -> None:
    spec = given(fight("knight", "wedge", "bishop", hand=hand)).when(StartTurn(), throws=throws).then()
    dealt = [(event.combatant, event.actions) for event in spec.events if isinstance(event, HandDealt)]
    assert dealt == [("knight", 4), ("wedge", 2), ("bishop", 3)]


@pytest.mark.rule("YY-DECK-13", "YY-RUL-12")
def test_no_card_falls_before_an_action_is_played_where_hands_are_blind() -> None:
    spec = given(fight("bishop", "wedge")).when(StartTurn()).never(CardsDrawn)
    assert not any(person.cards for person in spec.fight.people.values())
    assert len(spec.fight.decks["bishop"].cards) == 54


@pytest.mark.rule("YY-ORD-2", "YY-BONUS-6")
def test_cards_for_the_next_turn_count_from_its_beginning_to_its_end() -> None:
    grant = GiveCards(combatant="bishop", bonus=1, lasting="next_turn")
    spec = given(fight("bishop", "wedge"), grant)
    assert not spec.fight.people["bishop"].granted_on("tests")
    spec.when(StartTurn())
    assert [given.cards for given in spec.fight.people["bishop"].granted_on("tests")] == [1]
    spec.when(EndTurn())
    assert not spec.fight.people["bishop"].granted


@pytest.mark.rule("YY-DECK-15", "YY-ORD-3", "YY-RUL-55")
def test_actions_that_are_left_are_lost_with_the_turn() -> None:
    spec = given(
        fight("bishop", "wedge"), in_turn(), ExtraActionsGained(combatant="wedge", actions=2, reason="test")
    ).when(EndTurn())
    spec.then(
        HandDiscarded(combatant="bishop", hand=3, extra=0, reason="end_of_turn"),
        HandDiscarded(combatant="wedge", hand=2, extra=2, reason="end_of_turn"),
        TurnEnded,
    )
    assert hands(spec) == {"bishop": (0, 0), "wedge": (0, 0)}
    spec.when(StartTurn())
    assert hands(spec) == {"bishop": (3, 0), "wedge": (2, 0)}


@pytest.mark.rule("YY-ORD-3")
def test_the_end_of_a_turn_comes_in_its_order() -> None:
    setting = fight("bishop", newcomer("wedge", vitality=-1), newcomer("thug", vitality=-1), care_within_turns=1)
    spec = given(setting, in_turn(), attempt("bishop", "speed")).when(EndTurn())
    spec.then(
        HandDiscarded,
        DyingCounted(combatant="wedge", turns=1),
        FellOut(combatant="wedge", reason="dead", text="no care"),
        DyingCounted(combatant="thug", turns=1),
        FellOut(combatant="thug", reason="dead", text="no care"),
        DeckMadeWhole(deck="bishop"),
        TurnEnded,
    )


@pytest.mark.rule("YY-ORD-3", "YY-JOKER-8", "YY-CONF-5")
def test_with_the_turn_cancellations_locks_and_holding_back_are_over() -> None:
    now = (ConfrontationBegun(first="bishop", second="wedge", locked=True), TurnCancelled(combatant="knight"))
    spec = given(fight("bishop", "wedge", "knight"), in_turn(), Hold(actor="bishop"), *now)
    before = spec.fight.people
    assert (before["bishop"].held_back, before["wedge"].locked_with, before["knight"].cancelled) == (
        True,
        "bishop",
        True,
    )
    spec.when(EndTurn())
    for person in spec.fight.people.values():
        assert (person.held_back, person.locked_with, person.cancelled) == (False, None, False)


@pytest.mark.rule("YY-ACT-8")
def test_whoever_joins_in_mid_turn_has_its_full_hand_at_once() -> None:
    spec = given(fight("bishop", "wedge"), in_turn()).when(newcomer("knight"))
    spec.then(HandDealt(combatant="knight", actions=4, deck="knight"))
    spec.when(newcomer("thug", vitality=-1)).never(HandDealt)
    given(fight("bishop", "wedge")).when(newcomer("knight")).never(HandDealt)


# Calls


@pytest.mark.rule("YY-ACT-2", "YY-EDGE-1")
def test_anybody_calls_at_any_time_in_the_order_in_which_the_commands_come() -> None:
    spec = given(fight("bishop", "wedge", "da_hook"), in_turn())
    spec.when(attempt("wedge", "speed"), throws=["narrator: 2C"])
    spec.when(attempt("wedge", "speed"), throws=["narrator: 3C"])
    spec.when(attempt("bishop", "speed"), throws=["bishop: 2C"])
    spec.when(attempt("da_hook", "speed"), throws=["narrator: 4C"])
    assert hands(spec) == {"bishop": (2, 0), "wedge": (0, 0), "da_hook": (1, 0)}


@pytest.mark.rule("YY-ACT-4")
def test_extra_actions_are_spent_before_the_hand_and_without_an_action_nothing_is_called() -> None:
    spec = given(fight("wedge", "bishop"), in_turn(), ExtraActionsGained(combatant="wedge", actions=1, reason="test"))
    spec.when(attempt("wedge", "speed"), throws=["narrator: 2C"]).then(ActionsSpent(combatant="wedge", extra=1))
    spec.when(attempt("wedge", "speed"), throws=["narrator: 3C"]).then(ActionsSpent(combatant="wedge", hand=1))
    spec.when(attempt("wedge", "speed"), throws=["narrator: 4C"]).then(ActionsSpent(combatant="wedge", hand=1))
    spec.when(attempt("wedge", "speed")).refused("YY-ACT-4")
    spec.when(attack("wedge", "bishop")).refused("YY-ACT-4")


@pytest.mark.rule("YY-ACT-4")
def test_a_match_costs_an_action_like_a_call() -> None:
    spec = given(fight("bishop", "wedge"), in_turn())
    spec.when(attack("bishop", "wedge"), "wedge: match", throws=["bishop: 9C", "narrator: 10C"])
    assert hands(spec) == {"bishop": (2, 0), "wedge": (1, 0)}
    spec.when(attack("bishop", "wedge"), "wedge: match", throws=["bishop: 9D", "narrator: 10D"])
    spec.when(attack("bishop", "wedge"), throws=["bishop: 9H"]).never(FollowUpEarned)


@pytest.mark.rule("YY-ACT-2")
def test_while_an_exchange_is_open_nobody_else_calls() -> None:
    asked = given(fight("bishop", "wedge", "knight"), in_turn(), attack("bishop", "wedge"))
    asked.when(attack("knight", "bishop")).refused("YY-PROM-14")
    asked.when(attempt("knight", "speed")).refused("YY-PROM-14")


@pytest.mark.rule("YY-ACT-5")
@pytest.mark.parametrize(
    "command",
    [
        attack("bishop", "wedge"),
        Act(actor="bishop", goal="get away", attributes=("speed",)),
        Move(actor="bishop", subfight="yard"),
        Hold(actor="bishop"),
        Combine(actor="bishop", kind="attack", target="wedge", participants=TOGETHER),
    ],
)
def test_attacks_acts_moves_and_holding_back_need_a_turn(command: Command) -> None:
    given(fight("bishop", "wedge", "knight")).when(command).refused("YY-ACT-5")


@pytest.mark.rule("YY-ACT-5", "YY-TEST-10")
def test_tests_tending_contests_and_acts_together_go_between_turns_too_at_no_cost() -> None:
    spec = given(fight("bishop", "knight", newcomer("bill", vitality=-1)))
    spec.when(attempt("bishop", "speed"), throws=["bishop: 4H"]).then(Attempted).never(ActionsSpent)
    tend = Tend(actor="bishop", patient="bill", attributes=("intellect",))
    spec.when(tend, throws=["bishop: 9H"]).then(Attempted).never(ActionsSpent)
    spec.when(contest("bishop", "knight", "will"), throws=["bishop: 2H", "knight: 9H"]).never(ActionsSpent)
    lift = Combine(actor="bishop", kind="act", goal="lift the gate", participants=TOGETHER)
    cards = ["bishop: 2H", "knight: 3H"]
    spec.when(lift, "knight: join", "narrator: allow", throws=cards).then(Attempted).never(ActionsSpent)


@pytest.mark.rule("YY-ACT-5")
@pytest.mark.parametrize("command", [Wear(actor="bishop"), PassTime(hours=1)])
def test_armour_is_changed_and_time_passes_between_turns_only(command: Command) -> None:
    spec = given(fight("bishop", "wedge"), in_turn()).when(command).refused("YY-ACT-5")
    spec.when(EndTurn()).when(command).then(Commanded)


# Holding back


@pytest.mark.rule("YY-ACT-6", "YY-ACT-7", "YY-RUL-55")
def test_when_all_who_could_call_hold_back_it_is_a_standoff_and_any_call_ends_it() -> None:
    spec = given(fight("bishop", "wedge"), in_turn())
    spec.when(Hold(actor="bishop")).then(HeldBack(combatant="bishop")).never(StoodOff)
    spec.when(Hold(actor="wedge")).then(HeldBack(combatant="wedge"), StoodOff(combatants=("bishop", "wedge"))).follows(
        StoodOff, HeldBack
    )
    spec.when(Hold(actor="wedge")).never(StoodOff, TurnEnded)
    assert (spec.fight.standoff, spec.fight.phase) == (True, "turn")
    called = spec.when(attack("wedge", "bishop"), "bishop: let_pass", throws=["narrator: 9C"]).never(StoodOff)
    assert not called.fight.standoff
    assert not any(person.held_back for person in called.fight.people.values())


@pytest.mark.rule("YY-ACT-6")
def test_whoever_holds_back_may_call_and_match_all_the_same() -> None:
    held = (fight("bishop", "wedge", "da_hook"), in_turn(), Hold(actor="bishop"), Hold(actor="wedge"))
    spec = given(*held).when(attack("bishop", "wedge"), "wedge: match", throws=["bishop: 9C", "narrator: 10C"])
    assert hands(spec) == {"bishop": (2, 0), "wedge": (1, 0), "da_hook": (2, 0)}


@pytest.mark.rule("YY-ACT-6")
def test_a_test_that_costs_an_action_is_a_call_and_a_free_one_is_none() -> None:
    held = (fight("bishop", "wedge"), in_turn(), Hold(actor="bishop"))
    free = given(*held).when(attempt("wedge", "speed", free=True), throws=["narrator: 2C"])
    assert free.fight.people["bishop"].held_back
    paid = given(*held).when(attempt("wedge", "speed"), throws=["narrator: 2C"])
    assert not paid.fight.people["bishop"].held_back


@pytest.mark.rule("YY-ACT-7")
def test_nobody_waits_for_those_who_could_not_call_anyway() -> None:
    spec = given(
        fight("bishop", newcomer("wedge", vitality=-1), "knight"), in_turn(), TurnCancelled(combatant="knight")
    )
    spec.when(Hold(actor="bishop")).then(StoodOff(combatants=("bishop",)))
    spent = given(fight("bishop", "irons"), in_turn(), ActionsSpent(combatant="irons", hand=2))
    spent.when(Hold(actor="bishop")).then(StoodOff(combatants=("bishop",)))


@pytest.mark.rule("YY-ACT-7", "YY-EDGE-2")
def test_where_one_side_has_the_edge_it_alone_makes_a_standoff() -> None:
    setting = (fight("bishop", "wedge", initiative="edge"), GiveEdge(side="opposition"), in_turn())
    given(*setting).when(Hold(actor="wedge")).then(StoodOff(combatants=("wedge",)))


@pytest.mark.rule("YY-ACT-7")
def test_a_standoff_comes_about_too_when_the_last_who_would_call_falls() -> None:
    spec = given(fight("bishop", "wedge", "thug"), in_turn(), Hold(actor="bishop"), Hold(actor="thug"))
    spec.when(Adjust(combatant="wedge", track="vitality", points=-3)).then(StoodOff(combatants=("bishop", "thug")))
    spec.when(Hold(actor="thug")).never(StoodOff)


@pytest.mark.rule("YY-ACT-7", "YY-ORD-3")
def test_a_standoff_is_over_when_another_could_call_and_may_come_about_again() -> None:
    def standing() -> Specification:
        return given(fight("bishop", "wedge"), in_turn(), ActionsSpent(combatant="bishop", hand=3))

    joined = standing().when(Hold(actor="wedge")).then(StoodOff(combatants=("wedge",))).when(newcomer("knight"))
    assert not joined.fight.standoff
    joined.when(Hold(actor="knight")).then(StoodOff(combatants=("wedge", "knight")))
    won = standing().when(Hold(actor="wedge")).then(StoodOff)
    won.when(attempt("bishop", "speed", free=True), throws=["bishop: WHITE"]).then(ExtraActionsGained)
    won.when(Hold(actor="bishop")).then(StoodOff(combatants=("bishop", "wedge")))
    sides = fight("bishop", "wedge", initiative="edge"), GiveEdge(side="opposition"), in_turn()
    moved = given(*sides).when(Hold(actor="wedge")).then(StoodOff(combatants=("wedge",)))
    moved.when(GiveEdge(side="heroes")).when(Hold(actor="bishop")).then(StoodOff(combatants=("bishop",)))
    assert not moved.when(EndTurn()).fight.standoff


@pytest.mark.rule("YY-ACT-7")
def test_where_nobody_could_call_there_is_no_standoff() -> None:
    spec = given(fight("irons"), in_turn()).when(attempt("irons", "speed"), throws=["irons: 2H"])
    spec.when(attempt("irons", "speed"), throws=["irons: 3H"]).never(StoodOff)
    spec.when(EndTurn()).never(StoodOff)


@pytest.mark.rule("YY-ACT-9")
@pytest.mark.parametrize(
    "command",
    [
        Hold(actor="bishop"),
        Wield(actor="bishop"),
        Guard(actor="bishop", ward="schoolgirl"),
        Challenge(actor="bishop", text="that was no hit"),
        SetPolicy(of="bishop", kind="match", answer="always"),
    ],
)
def test_holding_back_wielding_guarding_challenging_and_policies_cost_nothing(command: Command) -> None:
    spec = given(fight("bishop", "wedge", "schoolgirl"), in_turn()).when(command).then(Commanded).never(ActionsSpent)
    assert hands(spec)["bishop"] == (3, 0)


@pytest.mark.rule("YY-ACT-9")
@pytest.mark.parametrize("command", [Wield(actor="bishop"), Guard(actor="bishop", ward="schoolgirl")])
def test_wielding_and_guarding_go_in_both_phases_but_not_within_an_exchange(command: Command) -> None:
    given(fight("bishop", "wedge", "schoolgirl")).when(command).then(Commanded)
    asked = given(fight("bishop", "wedge", "schoolgirl"), in_turn(), attack("bishop", "wedge"))
    asked.when(command).refused("YY-PROM-14")
