"""Exchanges: calls, what they are made with, who wins what (YY-ATK, YY-ORD-1)."""

from typing import Any

import pytest

from domain.core.commands import Join
from domain.model.event import Event
from domain.model.speaker import parse_speaker
from domain.rulesets.yin_yang.chapters.challenges.confrontation import ConfrontationBegun
from domain.rulesets.yin_yang.chapters.decks.drawing import Attempted
from domain.rulesets.yin_yang.chapters.decks.hands import ActionsSpent
from domain.rulesets.yin_yang.chapters.decks.jokers import TurnCancelled
from domain.rulesets.yin_yang.chapters.exchanges.calls import CallMade
from domain.rulesets.yin_yang.chapters.exchanges.follow_ups import ExchangeEnded, FollowUpEarned
from domain.rulesets.yin_yang.chapters.exchanges.matching import CallMatched, LetPassed
from domain.rulesets.yin_yang.chapters.exchanges.misfires import Misfired
from domain.rulesets.yin_yang.chapters.exchanges.stakes import GoalReached
from domain.rulesets.yin_yang.chapters.exchanges.verdicts import ExchangeDecided
from domain.rulesets.yin_yang.chapters.harm.damage import DamageDrawn
from domain.rulesets.yin_yang.chapters.harm.harm import FellOut, PointsLost
from domain.rulesets.yin_yang.chapters.testing.opposed import OppositionDecided
from domain.rulesets.yin_yang.chapters.testing.scope import RuleScope
from domain.rulesets.yin_yang.chapters.turns.gear import GripSheet, Wield
from domain.rulesets.yin_yang.chapters.turns.guards import Guard
from domain.rulesets.yin_yang.chapters.turns.movement import SetDistance, SplitFight
from domain.rulesets.yin_yang.state import Part
from tests.rules.yin_yang.builders import act, adjust, attempts, bout, damage, extras, hands, policy, vitality
from tests.rules.yin_yang.specification import Specification, attack, given, newcomer, person, plain
from tests.rules.yin_yang.specification import fight as fight_of

BISHOP, BILL = parse_speaker("player:bishop"), parse_speaker("player:bill")
HOOKED = attack("da_hook", "bishop")
RUN = {"stake": "flee"}
BLOOD = {"stake": "goal", "goal": "first blood"}


def decided(spec: Specification) -> ExchangeDecided:
    (found,) = [event for event in spec.events if isinstance(event, ExchangeDecided)]
    return found


# Target values, weapons, abilities


@pytest.mark.rule("YY-ATK-1", "YY-RUL-33")
def test_an_attack_and_its_match_are_on_the_combat_value_and_a_combat_ability() -> None:
    spec = bout("bishop", "da_hook")
    spec.when(attack("bishop", "da_hook"), "da_hook: match", throws=["bishop: 6H", "narrator: 9C", "bishop: 5D"])
    first, second = attempts(spec)
    assert (first.value, first.attributes, first.ability) == (7, ("combat_value",), "Corporate Bodyguard")
    assert (second.value, second.attributes, second.ability) == (7, ("combat_value",), "Freelancer Mercenary")
    assert (vitality(spec, "da_hook"), hands(spec, "bishop", "da_hook")) == (1, [2, 1])


@pytest.mark.rule("YY-ATK-1", "YY-ATK-3")
def test_without_an_ability_the_combat_value_stands_alone() -> None:
    spec = bout(plain("boy", strength=4, side="red"), "thug")
    spec.when(attack("boy", "thug"), "thug: let_pass", throws=["narrator: 5C"])
    (test,) = attempts(spec)
    assert (test.value, test.ability) == (4, None)


@pytest.mark.rule("YY-ATK-2")
def test_another_attribute_is_the_narrators_to_name() -> None:
    spec = bout("bishop", "da_hook")
    blow = attack("bishop", "da_hook", attribute="speed")
    spec.when(blow, speaker=BISHOP).refused("YY-ATK-2")
    spec.when(blow, "da_hook: let_pass", throws=["bishop: 8H", "bishop: AD"])
    assert attempts(spec)[0].value == 8
    assert attempts(spec)[0].success


@pytest.mark.rule("YY-ATK-2")
def test_a_match_in_mode_attack_names_no_attributes_one_that_counters_does() -> None:
    spec = bout("bishop", "da_hook").when(HOOKED)
    spec.answer({"mode": "attack", "attributes": ["speed"]}).refused("YY-ATK-2")
    spec.answer({"mode": "counter"}).refused("YY-ATK-8")
    spec.answer({"mode": "counter", "attributes": ["speed", "will"]}, throws=["narrator: 4C", "bishop: 7H"])
    assert attempts(spec)[1].value == 7


@pytest.mark.rule("YY-ATK-2")
def test_an_act_is_made_on_any_attribute() -> None:
    spec = bout("bishop", "da_hook").when(act("bishop", "climb up", "perception"), throws=["bishop: 3H"])
    assert (attempts(spec)[0].value, attempts(spec)[0].task) == (3, "climb up")


@pytest.mark.rule("YY-SCOPE-4", "YY-RUL-32")
def test_the_goal_of_an_act_is_its_task_which_may_be_ruled_out() -> None:
    ruled = RuleScope(combatant="bishop", ability="Corporate Bodyguard", task="Fly", within=False)
    spec = bout("bishop", "da_hook", before=(ruled,))
    spec.when(act("bishop", "fly", ability="Corporate Bodyguard")).refused("YY-SCOPE-4")
    spec.when(act("bishop", "fly"), throws=["bishop: 9H"]).then(ExchangeEnded)


@pytest.mark.rule("YY-ARM-10", "YY-ATK-18")
def test_an_act_may_be_a_precision_task() -> None:
    spec = bout("cryptos", "thug")
    spec.when(act("cryptos", "pick the lock", "will", precision=True), throws=["cryptos: 9H 8H"])
    spec.when(act("cryptos", "pick the lock", "will"), throws=["cryptos: 9S"])


@pytest.mark.rule("YY-ATK-3")
def test_what_is_not_named_is_the_default_attack() -> None:
    spec = bout("bishop", "da_hook").when(attack("bishop", "da_hook"), "da_hook: let_pass", throws=["bishop: 9H"])
    called = next(event for event in spec.events if isinstance(event, CallMade))
    assert called.part == Part("bishop", ability="Corporate Bodyguard", weapon="large_magnum")


@pytest.mark.rule("YY-ATK-3")
def test_a_named_weapon_goes_with_the_default_ability() -> None:
    armed = newcomer("gabrielle", side="red", weapons=[{"id": "two_handed_sword"}])
    held = Wield(actor="gabrielle", items=(GripSheet(weapon="two_handed_sword", hands=2),))
    spec = bout(armed, "vassili", before=(held,))
    blow = attack("gabrielle", "vassili", weapon="two_handed_sword")
    spec.when(blow, "vassili: match penalty=1", throws=["gabrielle: 6H", "narrator: 7C 9C", "gabrielle: QH"])
    drawn = damage(spec)[0]
    assert (drawn.weapon, drawn.damage_score, drawn.damage_value) == ("two_handed_sword", 5, 3)
    assert attempts(spec)[0].ability == "Self-Defence"


@pytest.mark.rule("YY-ATK-3")
def test_without_a_default_it_is_bare_hands() -> None:
    spec = bout("irons", "thug").when(attack("irons", "thug"), "thug: let_pass", throws=["irons: 2H", "irons: QH"])
    drawn = damage(spec)[0]
    assert (drawn.weapon, drawn.damage_score, drawn.points) == ("bare_hands", 3, 0)


@pytest.mark.rule("YY-ATK-3")
def test_only_what_is_wielded_or_natural_strikes() -> None:
    spec = bout(with_a_knife(), "da_hook")
    spec.when(attack("bishop", "da_hook")).refused("YY-ATK-3")
    spec.when(attack("bishop", "da_hook", weapon="large_magnum", pull_punches=True)).refused("YY-ATK-3")
    spec.when(attack("bishop", "da_hook", weapon="katana")).refused("YY-ATK-3")
    spec.when(attack("bishop", "da_hook", weapon="bare_hands"), "da_hook: let_pass", throws=["bishop: 9H"]).then()


def with_a_knife(**sheet: Any) -> Join:
    """Bishop, who attacks by default with a large magnum, with another weapon in hand."""
    carried = [{"id": "large_magnum"}, {"id": "large_knife"}]
    return newcomer("bishop", side="red", **{"weapons": carried, "wielded": [{"weapon": "large_knife"}], **sheet})


@pytest.mark.rule("YY-ATK-3", "YY-DMG-19")
@pytest.mark.parametrize(("sheet", "pulled"), [({"wielded": []}, False), ({}, True)])
def test_without_the_default_weapon_empty_hands_and_pulled_punches_are_bare_hands(
    sheet: dict[str, Any], pulled: bool
) -> None:
    spec = bout(with_a_knife(**sheet), "da_hook")
    blow = attack("bishop", "da_hook", pull_punches=pulled)
    spec.when(blow, "da_hook: let_pass", throws=["bishop: 6H", "bishop: 2H"])
    called = next(event for event in spec.events if isinstance(event, CallMade))
    assert (called.part.weapon, called.part.ability) == ("bare_hands", "Corporate Bodyguard")
    assert damage(spec)[0].weapon == "bare_hands"


@pytest.mark.rule("YY-ATK-3")
def test_empty_hands_strike_back_with_bare_hands() -> None:
    spec = bout(with_a_knife(wielded=[]), "da_hook").when(attack("da_hook", "bishop"))
    assert spec.may_answer({"mode": "attack"})
    spec.answer({"mode": "attack"}, throws=["narrator: 9C", "bishop: 6H", "bishop: 2H"])
    assert damage(spec)[0].weapon == "bare_hands"


@pytest.mark.rule("YY-ATK-3")
@pytest.mark.parametrize(("style", "score"), [("boxing", 5), ("martial_arts", 6)])
def test_a_trained_fist_needs_an_ability_that_need_not_be_the_one_used(style: str, score: int) -> None:
    trained = [{"name": "Fists", "rating": 1, "scope": "hobby", "unarmed": style}]
    abilities = [*trained, {"name": "Brawling", "rating": 2, "scope": "hobby", "combat": True}]
    boxer = plain("boxer", strength=5, abilities=abilities, side="red")
    spec = bout(boxer, "bishop", "thug")
    blow = attack("boxer", "thug", weapon=style, ability="Brawling")
    spec.when(blow, "thug: let_pass", throws=["narrator: 2C", "narrator: 3C"])
    assert (damage(spec)[0].weapon, damage(spec)[0].damage_score) == (style, score)
    spec.when(attack("bishop", "thug", weapon=style)).refused("YY-ATK-3")


@pytest.mark.rule("YY-SKILL-6")
def test_a_player_attacks_with_a_combat_ability_the_narrator_with_any() -> None:
    spec = bout("bill", "thug")
    blow = attack("bill", "thug", ability="Flirting")
    spec.when(blow, speaker=BILL).refused("YY-SKILL-6")
    spec.when(attack("bill", "thug", bonus=1), speaker=BILL).refused("YY-NARR-7")
    spec.when(blow, "thug: let_pass", throws=["bill: 9H"])
    assert attempts(spec)[0].ability == "Flirting"


# Targets


@pytest.mark.rule("YY-ATK-4")
@pytest.mark.parametrize("call", [attack("bishop", "bishop"), act("bishop", "wake up", target="bishop")])
def test_nobody_goes_at_itself(call: Any) -> None:
    bout("bishop", "da_hook").when(call).refused("YY-ATK-4")


@pytest.mark.rule("YY-ATK-4")
def test_ones_own_side_is_a_target() -> None:
    spec = bout("bishop", "bill", "thug").when(attack("bishop", "bill"), "bill: let_pass", throws=["bishop: 9H"])
    spec.then(CallMade, ExchangeEnded)


@pytest.mark.rule("YY-ATK-4", "YY-MOVE-4")
def test_another_sub_fight_is_reached_with_a_long_ranged_weapon_alone() -> None:
    spec = bout("bishop", "da_hook", before=(SplitFight(subfights={"da_hook": "roof"}),))
    spec.when(HOOKED).refused("YY-ATK-4")
    spec.when(act("bishop", "shout", target="da_hook")).refused("YY-ATK-4")
    spec.when(attack("bishop", "da_hook", pull_punches=True)).refused("YY-ATK-4")
    spec.when(attack("bishop", "da_hook"), "da_hook: let_pass", throws=["bishop: 9H"]).then(CallMade)


@pytest.mark.rule("YY-MOVE-3")
def test_where_distances_count_a_call_needs_reach() -> None:
    spec = bout("bishop", "da_hook", movement="action")
    spec.when(HOOKED).refused("YY-MOVE-3")
    spec.when(attack("bishop", "da_hook"), "da_hook: let_pass", throws=["bishop: 9H"]).then(CallMade)
    spec.given(SetDistance(first="bishop", second="da_hook", band="arm"))
    spec.when(HOOKED, "bishop: let_pass", throws=["narrator: 9C"]).then(CallMade)


@pytest.mark.rule("YY-COND-5", "YY-ATK-4")
def test_the_dead_and_the_fled_are_no_targets_the_fallen_are() -> None:
    spec = bout("bill", "vinnie", "thug")
    flight = "bill: match counter attributes=speed ability=Flirting stake=flee"
    spec.when(attack("vinnie", "bill"), flight, throws=["vinnie: 9H", "bill: 2C"])
    spec.then(FellOut(combatant="bill", reason="fled"))
    assert (person(spec, "bill").hand, decided(spec).stake) == (0, "flee")
    spec.when(attack("vinnie", "bill")).refused("YY-COND-5")
    spec.when(act("vinnie", "chase", against=("bill",))).refused("YY-COND-5")


@pytest.mark.rule("YY-ATK-17", "YY-ATK-4", "YY-DMG-22")
def test_whoever_is_out_of_action_is_attacked_unmatched() -> None:
    spec = bout("bishop", "thug", before=(adjust("bishop", "stamina", -4),))
    spec.when(attack("thug", "bishop"), throws=["narrator: 2C", "narrator: AC"])
    assert (decided(spec).matcher, damage(spec)[0].victim) == (None, "bishop")


@pytest.mark.rule("YY-ATK-17")
def test_whoever_has_no_actions_is_attacked_unmatched() -> None:
    spec = bout("bishop", newcomer("thug", side="black", perception=1))
    spec.when(attack("thug", "bishop"), "bishop: let_pass", throws=["narrator: 9C"])
    spec.when(attack("bishop", "thug"), throws=["bishop: 9H"]).then(ExchangeEnded)


# The cost


@pytest.mark.rule("YY-ATK-5", "YY-ORD-1")
def test_the_callers_action_is_spent_when_the_call_is_accepted() -> None:
    spec = (
        bout("bishop", "da_hook")
        .when(HOOKED)
        .then(ActionsSpent(combatant="da_hook", hand=1, extra=0), CallMade)
        .asks("match", "bishop")
    )
    assert hands(spec, "bishop", "da_hook") == [3, 1]
    spec = bout("bishop", "da_hook").when(act("da_hook", "trip her", target="bishop"))
    spec.then(ActionsSpent(combatant="da_hook", hand=1, extra=0), CallMade).asks("match", "bishop")


@pytest.mark.rule("YY-ATK-5", "YY-ACT-4")
def test_a_call_without_an_action_is_refused() -> None:
    spec = bout("bishop", newcomer("thug", side="black", perception=1))
    spec.when(attack("thug", "bishop"), "bishop: let_pass", throws=["narrator: 9C"])
    spec.when(attack("thug", "bishop")).refused("YY-ACT-4")
    spec.when(act("thug", "run")).refused("YY-ACT-4")


@pytest.mark.rule("YY-ACT-5")
def test_attacks_and_acts_need_a_turn() -> None:
    spec = given(fight_of("bishop", "thug"))
    spec.when(attack("thug", "bishop")).refused("YY-ACT-5")
    spec.when(act("thug", "run")).refused("YY-ACT-5")


# Matched and unmatched


@pytest.mark.rule("YY-ATK-9", "YY-ATK-8", "YY-RUL-31")
def test_the_winner_gets_its_stake_the_loser_nothing() -> None:
    spec = bout("bishop", "da_hook")
    spec.when(HOOKED, "bishop: match", throws=["narrator: 4C", "bishop: 7H", "bishop: 6D"])
    assert decided(spec) == ExchangeDecided(
        exchange=_exchange(spec), caller="da_hook", matcher="bishop", winner="bishop", stake="damage", victim="da_hook"
    )
    assert [(drawn.combatant, drawn.victim) for drawn in damage(spec)] == [("bishop", "da_hook")]
    assert hands(spec, "bishop", "da_hook") == [2, 1]


@pytest.mark.rule("YY-ATK-9")
def test_where_both_fail_nobody_gets_anything() -> None:
    spec = bout("bishop", "wedge")
    spec.when(attack("bishop", "wedge"), "wedge: match", throws=["bishop: 9H", "narrator: JC"])
    spec.never(DamageDrawn)
    assert (decided(spec).winner, hands(spec, "bishop", "wedge")) == (None, [2, 1])


@pytest.mark.rule("YY-ATK-10", "YY-RUL-65")
@pytest.mark.parametrize(("card", "number"), [("AC", 1), ("5C", 5), ("QC", None)])
def test_unmatched_any_success_wins(card: str, number: int | None) -> None:
    spec = bout("irons", "thug")
    blow = attack("thug", "irons")
    spec.when(blow, "irons: let_pass", throws=[f"narrator: {card}", "narrator: 3C"])
    assert (attempts(spec)[0].number, vitality(spec, "irons")) == (number, 5)
    assert damage(spec)[0].soak == 3


@pytest.mark.rule("YY-ATK-11")
def test_unmatched_and_failed_nothing_happens() -> None:
    spec = bout("irons", "thug").when(attack("thug", "irons"), "irons: let_pass", throws=["narrator: 6C"])
    spec.never(DamageDrawn, OppositionDecided)
    assert decided(spec) == ExchangeDecided(exchange=_exchange(spec), caller="thug", matcher=None, winner=None)
    assert hands(spec, "thug") == [1]


# Stakes


@pytest.mark.rule("YY-ATK-12")
def test_a_goal_is_recorded_as_reached_and_nobody_is_hurt() -> None:
    spec = bout("bishop", "da_hook")
    blow = attack("bishop", "da_hook", **BLOOD)
    spec.when(blow, "da_hook: match stake=goal goal=first+blood", throws=["bishop: 6H", "narrator: 4S"])
    spec.then(GoalReached(combatant="bishop", goal="first blood")).never(DamageDrawn).follows(
        GoalReached, ExchangeDecided
    )
    spec.when(blow, "da_hook: match stake=goal goal=his+hat", throws=["bishop: 2H", "narrator: 5S"])
    spec.then(GoalReached(combatant="da_hook", goal="his hat")).never(DamageDrawn)


@pytest.mark.rule("YY-ATK-12")
def test_whoever_wins_an_escape_leaves_the_fight() -> None:
    spec = bout("bishop", "da_hook", "thug")
    spec.when(attack("da_hook", "bishop", **RUN), "bishop: let_pass", throws=["narrator: 2C"])
    spec.then(FellOut(combatant="da_hook", reason="fled")).never(DamageDrawn)
    assert person(spec, "da_hook").out == ("fled",)
    spec.when(act("thug", "through the window", stake="flee"), throws=["narrator: 2H"]).then(
        FellOut(combatant="thug", reason="fled")
    )


@pytest.mark.rule("YY-ATK-12")
@pytest.mark.parametrize(
    ("call", "field"),
    [
        (attack("bishop", "da_hook", stake="goal"), "command.goal"),
        (attack("bishop", "da_hook", goal="first blood"), "command.goal"),
        (act("bishop", "hide", stake="damage"), "command.stake"),
    ],
)
def test_a_stake_is_one_that_the_call_can_win_and_says_so(call: Any, field: str) -> None:
    spec = bout("bishop", "da_hook").when(call).refused("YY-ATK-12")
    assert spec.refusal is not None
    assert spec.refusal.field == field


@pytest.mark.rule("YY-ATK-12")
@pytest.mark.parametrize("stake", [{"stake": "damage"}, {"stake": "goal"}, {"goal": "his hat"}])
def test_a_counter_wins_an_escape_or_a_goal_and_no_damage(stake: dict[str, str]) -> None:
    spec = bout("bishop", "da_hook").when(HOOKED)
    spec.answer({"mode": "counter", "attributes": ["speed"], **stake}).refused("YY-ATK-12")
    spec.answer({"mode": "counter", "attributes": ["speed"], "weapon": "large_magnum"}).refused("YY-ATK-8")
    spec.answer({"mode": "counter", "attributes": ["speed"], "pull_punches": True}).refused("YY-ATK-8")


@pytest.mark.rule("YY-ATK-8", "YY-ATK-12")
def test_a_counter_without_a_stake_only_foils() -> None:
    spec = bout("bishop", "da_hook")
    counter = "bishop: match counter attributes=speed ability=Corporate+Bodyguard"
    spec.when(HOOKED, counter, throws=["narrator: 5C", "bishop: KD"]).never(DamageDrawn, FollowUpEarned)
    assert (decided(spec).winner, decided(spec).stake, decided(spec).foiled) == ("bishop", None, True)
    assert attempts(spec)[1].value == 8


@pytest.mark.rule("YY-ATK-9", "YY-ATK-12")
def test_a_counter_may_win_a_goal() -> None:
    counter = "bishop: match counter attributes=speed stake=goal goal=the+door"
    spec = bout("bishop", "da_hook").when(HOOKED, counter, throws=["narrator: 2C", "bishop: 3D"])
    spec.then(GoalReached(combatant="bishop", goal="the door"))


@pytest.mark.rule("YY-ATK-18")
def test_an_act_without_a_matcher_is_decided_by_its_own_test() -> None:
    spec = bout("bishop", "da_hook")
    spec.when(act("bishop", "bar the door"), throws=["bishop: 4H"]).then(
        GoalReached(combatant="bishop", goal="bar the door")
    )
    spec.when(act("bishop", "bar the door"), throws=["bishop: 5H"]).never(GoalReached)
    spec.when(act("bishop", "get out", stake="flee"), throws=["bishop: 3H"]).then(
        FellOut(combatant="bishop", reason="fled")
    )
    spec.never(GoalReached)


@pytest.mark.rule("YY-ATK-19")
def test_a_matcher_that_attacks_an_act_strikes_its_caller() -> None:
    spec = bout("bishop", "wedge")
    call = act("wedge", "kidnap her", "combat_value", ability="Freelancer Mercenary", target="bishop")
    spec.when(call, "bishop: match", throws=["narrator: 5C", "bishop: QH", "bishop: 5H"])
    spec.then(DamageDrawn, FellOut(combatant="wedge", reason="dying")).never(GoalReached)


@pytest.mark.rule("YY-ATK-20")
@pytest.mark.parametrize("stake", ["", " stake=goal goal=his+hat"])
def test_a_matcher_that_does_not_reach_only_foils_and_its_king_earns_nothing(stake: str) -> None:
    spec = bout("bishop", "da_hook", before=(SplitFight(subfights={"da_hook": "roof"}),))
    blow = attack("bishop", "da_hook")
    spec.when(blow, f"da_hook: match{stake}", throws=["bishop: 5H", "narrator: KC"])
    spec.never(DamageDrawn, FollowUpEarned, GoalReached)
    assert (decided(spec).winner, decided(spec).foiled) == ("da_hook", True)


@pytest.mark.rule("YY-ATK-20", "YY-MOVE-3")
def test_where_distances_count_reach_decides_too() -> None:
    spec = bout("bishop", "da_hook", movement="action")
    spec.when(attack("bishop", "da_hook"), "da_hook: match", throws=["bishop: 5H", "narrator: KC"]).never(DamageDrawn)
    spec.given(SetDistance(first="bishop", second="da_hook", band="arm"))
    blow = attack("bishop", "da_hook")
    spec.when(blow, "da_hook: match", throws=["bishop: 4H", "narrator: 7C", "narrator: 5C"]).then(DamageDrawn)


@pytest.mark.rule("YY-ATK-20")
def test_a_counter_needs_no_reach() -> None:
    spec = bout("bishop", "da_hook", before=(SplitFight(subfights={"da_hook": "roof"}),))
    counter = "da_hook: match counter attributes=speed stake=flee"
    spec.when(attack("bishop", "da_hook"), counter, throws=["bishop: 9H", "narrator: 2C"]).then(FellOut)


# Pulled punches


@pytest.mark.rule("YY-DMG-19")
def test_pulled_punches_are_bare_hands() -> None:
    spec = bout("bishop", "thug")
    blow = attack("bishop", "thug", pull_punches=True)
    spec.when(blow, "thug: let_pass", throws=["bishop: 6H", "bishop: 2H"])
    assert (damage(spec)[0].damage_score, damage(spec)[0].points, damage(spec)[0].soak) == (3, 0, None)
    spec.when(blow, "thug: let_pass", throws=["bishop: 7C", "bishop: QH"])
    assert (vitality(spec, "thug"), person(spec, "thug").stamina) == (4, 1)


# The order


@pytest.mark.rule("YY-ORD-1", "YY-RUL-57")
def test_the_steps_of_an_exchange_follow_each_other() -> None:
    spec = bout("bishop", "knight_2", "knight", white_joker_cards=1, dangerous_on="both", misfire_victim="self")
    spec.given(policy("knight", "match", "never"))
    blow = attack("knight_2", "bishop", called_shot={"aim": "limb", "text": "the hand"})
    answers = ("narrator: called_shot 1", "bishop: match")
    spec.when(blow, *answers, throws=["knight: 3H JD", "bishop: KS", "bishop: 5H", "knight: 9D"])
    order = [type(event) for event in spec.events]
    steps: list[type[Event]] = [
        ActionsSpent,
        CallMade,
        CallMatched,
        Attempted,
        OppositionDecided,
        ExchangeDecided,
        DamageDrawn,
        Misfired,
    ]
    places = [order.index(step) for step in steps]
    assert places == sorted(places)
    assert order.index(Misfired) < order.index(FollowUpEarned) < order.index(ExchangeEnded)
    spec.follows(ExchangeDecided, OppositionDecided)


@pytest.mark.rule("YY-ORD-1")
def test_a_coloured_joker_cancels_before_the_stake_and_a_white_one_gives_after_it() -> None:
    spec = bout("bill", "knight").when(
        attack("bill", "knight"), "knight: match", throws=["bill: WHITE", "knight: COLOURED", "bill: 4C"]
    )
    order = [type(event).type for event in spec.events]
    wanted = ["yin_yang.turn_cancelled", "yin_yang.damage_drawn", "yin_yang.extra_actions_gained"]
    assert [name for name in order if name in wanted] == wanted
    assert (hands(spec, "bill", "knight"), extras(spec, "bill")) == ([2, 0], [2])


@pytest.mark.rule("YY-ORD-1")
def test_the_callers_coloured_joker_cancels_first() -> None:
    spec = bout("bill", "knight")
    spec.when(attack("bill", "knight"), "knight: match", throws=["bill: COLOURED", "knight: 9C"])
    spec.then(TurnCancelled(combatant="bill"))
    assert hands(spec, "bill", "knight") == [0, 3]


@pytest.mark.rule("YY-ORD-1")
def test_streaks_are_counted_before_the_stake() -> None:
    spec = bout("bishop", "wedge", initiative="edge", edge_tests=1)
    spec.when(attack("bishop", "wedge"), "wedge: let_pass", throws=["bishop: 2H", "bishop: 3D"])
    order = [type(event).type for event in spec.events]
    assert order.index("yin_yang.edge_given") < order.index("yin_yang.damage_drawn")


@pytest.mark.rule("YY-ORD-1")
def test_a_confrontation_takes_the_place_of_the_figures() -> None:
    knight, bishop = newcomer("knight", side="red"), newcomer("bishop", side="black")
    spec = bout(knight, bishop)
    flurries = ["knight: 2H 3H 4H", "bishop: 2C 3D 4D"]
    spec.when(attack("knight", "bishop"), "bishop: match", throws=["knight: JD", "bishop: JS", *flurries, "knight: 6D"])
    spec.then(ConfrontationBegun, ExchangeDecided, DamageDrawn).never(Misfired)
    assert (vitality(spec, "bishop"), extras(spec, "knight"), hands(spec, "knight", "bishop")) == (3, [2], [0, 0])


@pytest.mark.rule("YY-ORD-1", "YY-RUL-72")
def test_a_jack_of_the_test_misfires_where_no_confrontation_came_of_it() -> None:
    knight, bishop = newcomer("knight", side="red"), newcomer("bishop", side="black")
    spec = bout(knight, bishop, jack_confrontation=False)
    throws = ["knight: JD", "bishop: JS", "knight: 5D"]
    spec.when(attack("knight", "bishop"), "bishop: match", throws=throws).then(ExchangeDecided, Misfired)
    assert (vitality(spec, "bishop"), vitality(spec, "knight")) == (6, 3)


@pytest.mark.rule("YY-ORD-1")
def test_a_jack_of_the_damage_draw_misfires_where_the_option_says_so() -> None:
    spec = bout("knight", "trooper", dangerous_on="damage")
    throws = ["knight: 3H", "knight: JD", "knight: 2D"]
    spec.when(attack("knight", "trooper"), "trooper: let_pass", throws=throws)
    assert (vitality(spec, "knight"), vitality(spec, "trooper")) == (5, 4)
    spec.when(attack("knight", "trooper"), "trooper: let_pass", throws=["knight: JS"]).never(Misfired)


@pytest.mark.rule("YY-ORD-1", "YY-RUL-72")
def test_both_weapons_may_misfire_the_callers_first() -> None:
    mates = [newcomer("knight", side="red"), newcomer("knight_2", side="black", deck="knight_2")]
    spec = bout(*mates, jack_confrontation=False)
    throws = ["knight: JD", "knight_2: JS", "knight: 4D", "knight_2: 2D"]
    spec.when(attack("knight", "knight_2"), "knight_2: match", throws=throws)
    assert [event.combatant for event in spec.events if isinstance(event, Misfired)] == ["knight", "knight_2"]


@pytest.mark.rule("YY-COND-8", "YY-RUL-72")
def test_what_the_cards_have_earned_is_carried_out_on_the_fallen_too() -> None:
    knight, bishop = newcomer("knight", side="red", vitality=1), newcomer("bishop", side="black")
    spec = bout(knight, bishop)
    throws = ["knight: JD", "bishop: 4H", "bishop: 5H", "knight: 4D"]
    spec.when(attack("knight", "bishop"), "bishop: match", throws=throws)
    spec.then(FellOut(combatant="knight", reason="dying"), Misfired, FellOut(combatant="knight", reason="dead"))


@pytest.mark.rule("YY-COND-4")
def test_tracks_are_read_when_the_test_is_drawn() -> None:
    spec = bout("bishop", "thug", before=(adjust("bishop", "stamina", -3),))
    spec.when(attack("bishop", "thug"), "thug: let_pass", throws=["bishop: 2H 8H"])
    assert attempts(spec)[0].penalty == (("stamina", 1),)


@pytest.mark.rule("YY-DMG-1", "YY-ATK-16", "YY-RUL-31")
def test_a_guard_that_loses_leaves_the_target_to_be_struck() -> None:
    spec = bout("bishop", "schoolgirl", "wedge", before=(Guard(actor="bishop", ward="schoolgirl"),))
    answers = ("schoolgirl: let_pass", "bishop: match")
    spec.when(attack("wedge", "schoolgirl"), *answers, throws=["narrator: 6S", "bishop: 2H", "narrator: 4S"])
    assert (vitality(spec, "schoolgirl"), vitality(spec, "bishop")) == (0, 6)
    spec.then(LetPassed(combatant="schoolgirl"), PointsLost)


def _exchange(spec: Specification) -> str:
    return next(event.exchange for event in spec.events if isinstance(event, CallMade))
