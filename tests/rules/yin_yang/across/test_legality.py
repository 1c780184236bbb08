"""Who may command what, and when: open prompts, phases, who is out of action, the narrator's fields (YY-NARR-7)."""

from typing import Any

import pytest

from domain.core.commands import Close, Command, Join, Note, Rule, SentAnswer, SetPolicy, type_of
from domain.core.events import CombatantJoined, PolicySet
from domain.model.speaker import Speaker
from domain.rulesets.yin_yang import YIN_YANG
from domain.rulesets.yin_yang.chapters.challenges.challenges import (
    Accepting,
    AnswerChallenge,
    Challenge,
    ChallengeLost,
    Retaliate,
)
from domain.rulesets.yin_yang.chapters.combined.combining import Combine, Participant
from domain.rulesets.yin_yang.chapters.combined.coordination import JoinCombined
from domain.rulesets.yin_yang.chapters.decks.grants import GiveCards
from domain.rulesets.yin_yang.chapters.exchanges.calls import Act
from domain.rulesets.yin_yang.chapters.exchanges.follow_ups import Decline, ExchangeEnded, Follow
from domain.rulesets.yin_yang.chapters.exchanges.matching import (
    AllowCounter,
    CallMatched,
    LetPass,
    LetPassed,
    MatchCall,
    VetoAction,
)
from domain.rulesets.yin_yang.chapters.harm.harm import ConditionSet, FellOut, PointsLost
from domain.rulesets.yin_yang.chapters.harm.resting import PassTime
from domain.rulesets.yin_yang.chapters.harm.tending import Tend
from domain.rulesets.yin_yang.chapters.narrator.attributes import GenerateAttributes, SetAttribute
from domain.rulesets.yin_yang.chapters.narrator.rulings import Adjust, DeclareDead, SetCondition
from domain.rulesets.yin_yang.chapters.testing.scope import RuleScope
from domain.rulesets.yin_yang.chapters.turns.edge import GiveEdge
from domain.rulesets.yin_yang.chapters.turns.gear import PlaceItem, Wear, Wield
from domain.rulesets.yin_yang.chapters.turns.guards import Guard
from domain.rulesets.yin_yang.chapters.turns.movement import Move, SetDistance, SplitFight
from domain.rulesets.yin_yang.chapters.turns.turns import EndTurn, Hold, StartTurn
from domain.rulesets.yin_yang.options import Options
from domain.rulesets.yin_yang.parts import WeaponSheet
from tests.laws.menus import choices
from tests.rules.yin_yang.builders import contest
from tests.rules.yin_yang.specification import Specification, Step, attack, attempt, fight, given, in_turn, newcomer

BISHOP = Speaker("player", ("bishop",))
ACT = Act(actor="bishop", goal="fly", attributes=("speed",))
TEND = Tend(actor="bishop", patient="da_hook", attributes=("intellect",))
TOGETHER = Combine(
    actor="bishop",
    kind="act",
    goal="lift the gate",
    participants=(Participant(combatant="bishop"), Participant(combatant="gabrielle")),
)
STRIKE_TOGETHER = TOGETHER.model_copy(update={"kind": "attack", "target": "da_hook", "goal": ""})


def turn(*steps: Step) -> Specification:
    """A turn of a fight of Bishop and Gabrielle with Da Hook."""
    return given(fight("bishop", "gabrielle", "da_hook"), in_turn(), *steps)


def called() -> Specification:
    """Bishop attacks, and Da Hook is asked to match."""
    return turn().when(attack("bishop", "da_hook")).asks("match", "da_hook")


def legal(spec: Specification) -> list[str]:
    """What is legal in place of the refused command."""
    assert spec.refusal is not None
    return list(spec.refusal.legal)


# Open prompts


@pytest.mark.rule("YY-PROM-14")
@pytest.mark.parametrize(
    "command",
    [
        attack("gabrielle", "da_hook"),
        ACT,
        TOGETHER,
        attempt("gabrielle", "will"),
        TEND,
        contest("bishop", "gabrielle"),
        Hold(actor="bishop"),
        Wield(actor="bishop"),
        Wear(actor="bishop"),
        Guard(actor="gabrielle", ward="bishop"),
        Move(actor="bishop", subfight="roof"),
        StartTurn(),
        EndTurn(),
        GiveCards(combatant="bishop", bonus=1),
        GiveEdge(),
        Adjust(combatant="bishop", track="stamina", points=-1),
        SetAttribute(combatant="bishop", attribute="speed", score=2),
        SetCondition(combatant="bishop", condition="held"),
        DeclareDead(combatant="bishop"),
        PassTime(hours=1),
        SplitFight(subfights={"bishop": "roof"}),
        SetDistance(first="bishop", second="da_hook", band="arm"),
        RuleScope(combatant="bishop", ability="Corporate Bodyguard", task="fly", within=True),
        PlaceItem(weapon=WeaponSheet(id="sword")),
        GenerateAttributes(combatant="newcomer"),
    ],
)
def test_while_a_prompt_is_open_nothing_else_begins(command: Command) -> None:
    called().when(command).refused("YY-PROM-14")


@pytest.mark.rule("YY-PROM-14")
@pytest.mark.parametrize(
    "command",
    [
        Note(text="a pause"),
        Rule(text="It rains"),
        SetPolicy(of="da_hook", kind="match", answer="never"),
        Join(template="thug"),
        Close(),
        Challenge(actor="bishop", text="No"),
        AllowCounter(combatant="gabrielle"),
        VetoAction(),
        LetPass(actor="da_hook"),
    ],
)
def test_while_a_prompt_is_open_these_come_between(command: Command) -> None:
    spec = called()
    throws = ["bishop: 9H"] if isinstance(command, LetPass) else None
    spec.when(command, throws=throws).then()


@pytest.mark.rule("YY-PROM-14", "YY-ACT-8")
def test_somebody_may_join_while_a_prompt_is_open() -> None:
    spec = called().when(Join(template="thug")).then(CombatantJoined).asks("match", "da_hook")
    assert spec.fight.people["thug"].hand == 2


@pytest.mark.rule("YY-PROM-14", "YY-CHAL-8")
def test_retaliations_come_between_too() -> None:
    spec = given(fight("bishop", "gabrielle", "da_hook"), ChallengeLost(combatant="gabrielle"), in_turn())
    spec.when(attack("bishop", "da_hook")).asks("match", "da_hook")
    spec.when(Retaliate(combatant="gabrielle", text="It rains")).then().asks("match", "da_hook")


@pytest.mark.rule("YY-PROM-14", "YY-ACT-10")
@pytest.mark.parametrize("command", [attack("gabrielle", "da_hook"), ACT, Wield(actor="bishop"), EndTurn()])
def test_while_a_follow_up_is_pending_nobody_calls(command: Command) -> None:
    spec = turn().when(attack("bishop", "da_hook"), "da_hook: let_pass", throws=["bishop: KH", "bishop: 9H"])
    spec.asks("follow_up", "bishop").when(command).refused("YY-ACT-10")


@pytest.mark.rule("YY-PROM-14")
def test_the_refusal_says_what_is_legal_for_whom() -> None:
    spec = called().when(attack("gabrielle", "da_hook")).refused("YY-PROM-14")
    assert legal(spec) == ["core.answer", "yin_yang.challenge"]
    assert legal(spec.when(attack("bishop", "da_hook"), speaker=BISHOP)) == ["yin_yang.challenge"]
    answers = ["yin_yang.match", "yin_yang.let_pass", "core.answer"]
    assert legal(spec.when(EndTurn())) == [*answers, "yin_yang.allow_counter", "yin_yang.veto_action"]


# Phases


@pytest.mark.rule("YY-ACT-5")
@pytest.mark.parametrize("command", [attack("bishop", "da_hook"), ACT, Hold(actor="bishop"), STRIKE_TOGETHER])
def test_calls_need_a_turn(command: Command) -> None:
    given(fight("bishop", "gabrielle", "da_hook")).when(command).refused("YY-ACT-5")


@pytest.mark.rule("YY-ACT-5")
def test_a_move_needs_a_turn() -> None:
    spec = given(fight("bishop", "gabrielle", "da_hook"))
    spec.when(Move(actor="bishop", subfight="roof")).refused("YY-ACT-5")
    turn(SplitFight(subfights={"gabrielle": "roof"})).when(Move(actor="bishop", subfight="roof")).then()


@pytest.mark.rule("YY-ACT-5")
@pytest.mark.parametrize("command", [Wear(actor="bishop"), PassTime(hours=1)])
def test_armour_and_hours_go_between_turns(command: Command) -> None:
    turn().when(command).refused("YY-ACT-5")
    given(fight("bishop", "gabrielle", "da_hook")).when(command).then()


@pytest.mark.rule("YY-ACT-5")
def test_tests_and_contests_and_acting_together_go_between_turns_too() -> None:
    spec = given(fight("bishop", "gabrielle", "da_hook"))
    spec.when(attempt("bishop", "will"), throws=["bishop: 2H"]).then()
    spec.when(contest("bishop", "gabrielle"), throws=["bishop: 2H", "gabrielle: 9H"]).then()
    spec.when(TOGETHER).asks("consent", "narrator")


@pytest.mark.rule("YY-ACT-1")
def test_turns_begin_and_end_in_their_phases() -> None:
    turn().when(StartTurn()).refused("YY-ACT-1")
    given(fight("bishop")).when(EndTurn()).refused("YY-ACT-1")


# Who acts


@pytest.mark.rule("YY-COND-1")
@pytest.mark.parametrize("reason", ["dying", "exhausted", "shock", "dead", "fled"])
@pytest.mark.parametrize(
    "command",
    [
        attack("bishop", "da_hook"),
        ACT,
        attempt("bishop", "will"),
        Tend(actor="bishop", patient="da_hook", attributes=("intellect",)),
        Guard(actor="bishop", ward="gabrielle"),
        Move(actor="bishop", subfight="roof"),
        Wield(actor="bishop"),
        Hold(actor="bishop"),
    ],
)
def test_whoever_is_out_of_action_does_nothing(command: Command, reason: Any) -> None:
    turn(FellOut(combatant="bishop", reason=reason)).when(command).refused("YY-COND-1")


@pytest.mark.rule("YY-COND-1")
def test_the_narrators_free_test_is_open_to_the_fallen_but_not_to_those_who_are_gone() -> None:
    free = attempt("bishop", "will", free=True)
    turn(FellOut(combatant="bishop", reason="dying")).when(free, throws=["bishop: 2H"]).then()
    turn(FellOut(combatant="bishop", reason="dying")).when(free, speaker=BISHOP).refused("YY-COND-1")
    turn(FellOut(combatant="bishop", reason="dead")).when(free).refused("YY-COND-1")
    turn(FellOut(combatant="bishop", reason="fled")).when(free).refused("YY-COND-1")


def mad() -> Specification:
    """Bishop has lost its wits."""
    return turn(
        PointsLost(combatant="bishop", track="mental_balance", points=4, left=-1),
        FellOut(combatant="bishop", reason="shock"),
        ConditionSet(combatant="bishop", condition="mad", on=True),
    )


@pytest.mark.rule("YY-MB-5")
def test_for_the_mad_speaks_the_narrator_alone() -> None:
    hold = Hold(actor="bishop")
    spec = mad().when(hold, speaker=BISHOP).refused("YY-MB-5")
    assert not legal(spec)
    spec.when(hold).then()


@pytest.mark.rule("YY-MB-5")
def test_nor_do_the_mad_answer() -> None:
    spec = mad().when(attack("da_hook", "bishop")).asks("match", "bishop")
    spec.when(LetPass(actor="bishop"), speaker=BISHOP).refused("YY-MB-5")
    spec.answer("let_pass", speaker=BISHOP).refused("YY-MB-5")
    spec.answer("let_pass", throws=["narrator: 9C"]).then(ExchangeEnded)
    both = Speaker("player", ("bishop", "da_hook"))
    mad().when(attack("da_hook", "bishop"), "bishop: let_pass", speaker=both).refused("YY-MB-5")


LET_PASS = SetPolicy(of="bishop", kind="match", answer="never")
MADNESS = (FellOut(combatant="bishop", reason="shock"), ConditionSet(combatant="bishop", condition="mad", on=True))


@pytest.mark.rule("YY-PROM-11")
@pytest.mark.parametrize(("kind", "word"), [("match", "let_pass"), ("follow_up", "decline")])
def test_of_two_standing_answers_that_mean_the_same_one_is_offered(kind: str, word: str) -> None:
    spec = given(fight("bishop"))
    assert {"always", "never"} <= {*(offered := choices(spec.menu(), "core.set_policy", "answer", kind=kind) or [])}
    assert word not in offered
    spec.when(SetPolicy(of="bishop", kind=kind, answer=word)).then(PolicySet(of="bishop", kind=kind, answer=word))
    [form] = [form for form in spec.menu().forms if form.name == "core.set_policy/set"]
    [field] = [field for field in form.fields if field["name"] == "answer"]
    values = spec.menu().values(field, {"of": "bishop", "kind": kind})
    assert values is not None
    assert word in values
    assert values.meant(word) == "never"


@pytest.mark.rule("YY-MB-5")
def test_nor_do_standing_answers_of_before_speak_for_the_mad() -> None:
    spec = turn(LET_PASS, *MADNESS).when(attack("da_hook", "bishop")).asks("match", "bishop")
    sane = turn(LET_PASS, *MADNESS, ConditionSet(combatant="bishop", condition="mad", on=False))
    sane.when(attack("da_hook", "bishop"), throws=["narrator: 9C"]).then(LetPassed)
    spec.when(LET_PASS, speaker=BISHOP).refused("YY-MB-5")


@pytest.mark.rule("YY-MB-5")
def test_standing_answers_that_the_narrator_sets_for_the_mad_do() -> None:
    others = SetPolicy(of="bishop", kind="follow_up", answer="always")
    turn(LET_PASS, *MADNESS, others).when(attack("da_hook", "bishop")).asks("match", "bishop")
    turn(*MADNESS, LET_PASS).when(attack("da_hook", "bishop"), throws=["narrator: 9C"]).then(LetPassed)
    again = turn(*MADNESS, LET_PASS, ConditionSet(combatant="bishop", condition="mad", on=False), *MADNESS)
    again.when(attack("da_hook", "bishop")).asks("match", "bishop")


@pytest.mark.rule("YY-MB-5")
def test_nor_do_standing_answers_of_before_join_or_strike_for_the_mad() -> None:
    joining = SetPolicy(of="gabrielle", kind="join_combined", answer="yes")
    spec = turn(
        joining,
        FellOut(combatant="gabrielle", reason="shock"),
        ConditionSet(combatant="gabrielle", condition="mad", on=True),
    )
    spec.when(TOGETHER, speaker=BISHOP).asks("join_combined", "gabrielle")
    chasing = SetPolicy(of="bishop", kind="follow_up", answer="always")
    kings = ["bishop: KH", "narrator: 9C", "bishop: 2H"]
    spec = turn(chasing, *MADNESS).when(attack("bishop", "da_hook"), "da_hook: match", throws=kings)
    spec.asks("follow_up", "bishop")


# The narrator's fields


@pytest.mark.rule("YY-NARR-7", "YY-ATK-2", "YY-AUTO-6")
@pytest.mark.parametrize(
    ("command", "field", "rule"),
    [
        (attack("bishop", "da_hook", bonus=1), "bonus", "YY-NARR-7"),
        (attack("bishop", "da_hook", penalty=1), "penalty", "YY-NARR-7"),
        (attack("bishop", "da_hook", attribute="speed"), "attribute", "YY-ATK-2"),
        (ACT.model_copy(update={"bonus": 1}), "bonus", "YY-NARR-7"),
        (ACT.model_copy(update={"penalty": 1}), "penalty", "YY-NARR-7"),
        (TOGETHER.model_copy(update={"bonus": 1}), "bonus", "YY-NARR-7"),
        (attempt("bishop", "will", difficulty="easy"), "difficulty", "YY-AUTO-6"),
        (attempt("bishop", "will", needs_scope="hobby"), "needs_scope", "YY-NARR-7"),
        (attempt("bishop", "will", bonus=1), "bonus", "YY-NARR-7"),
        (attempt("bishop", "will", free=True), "free", "YY-NARR-7"),
        (TEND.model_copy(update={"bonus": 1}), "bonus", "YY-NARR-7"),
        (TEND.model_copy(update={"penalty": 1}), "penalty", "YY-NARR-7"),
    ],
)
def test_what_the_narrator_gives_players_leave_out(command: Command, field: str, rule: str) -> None:
    spec = turn().when(command, speaker=BISHOP).refused(rule)
    assert spec.refusal is not None
    assert spec.refusal.field == f"command.{field}"


@pytest.mark.rule("YY-NARR-7")
def test_what_is_refused_costs_nothing() -> None:
    spec = turn().when(attempt("bishop", "will", bonus=1), speaker=BISHOP).refused("YY-NARR-7")
    assert spec.fight.people["bishop"].hand == 3


MATCHED = {"mode": "attack", "bonus": 1}


def struck() -> Specification:
    """Da Hook attacks Bishop, who may match."""
    return turn().when(attack("da_hook", "bishop")).asks("match", "bishop")


@pytest.mark.rule("YY-NARR-7")
def test_nor_do_players_give_cards_to_their_matches() -> None:
    spec = struck().answer(MATCHED, speaker=BISHOP).refused("YY-NARR-7")
    assert spec.refusal is not None
    assert spec.refusal.field == "command.answer.bonus"
    spec.when(MatchCall(actor="bishop", penalty=1), speaker=BISHOP).refused("YY-NARR-7")
    assert spec.refusal.field == "command.penalty"
    spec.answer(MATCHED, throws=["narrator: 9C", "bishop: 9H 10H"]).then(CallMatched)


@pytest.mark.rule("YY-NARR-7")
def test_nor_do_players_give_them_by_a_standing_answer() -> None:
    spec = struck().when(SetPolicy(of="bishop", kind="match", answer=MATCHED), speaker=BISHOP).refused("YY-NARR-7")
    assert spec.refusal is not None
    assert spec.refusal.field == "command.answer.bonus"
    spec.when(SetPolicy(of="bishop", kind="match", answer=MATCHED)).then(PolicySet)


@pytest.mark.rule("YY-NARR-7")
def test_nor_in_answers_that_they_send_along() -> None:
    both = Speaker("player", ("bishop", "da_hook"))
    spec = turn().when(attack("da_hook", "bishop"), "bishop: match attack bonus=1", speaker=both)
    spec.refused("YY-NARR-7")
    assert spec.refusal is not None
    assert spec.refusal.field == "command.answers[0].answer.bonus"


@pytest.mark.rule("YY-NARR-7")
def test_the_narrator_gives_them_to_anybody() -> None:
    spec = turn().when(attempt("bishop", "will", bonus=1, difficulty="easy", free=True), throws=["bishop: 2H 3H 4H"])
    assert spec.then().fight.people["bishop"].hand == 3


FLIRT = {"mode": "attack", "ability": "Flirting"}
BILL = Speaker("player", ("bill",))


def wooed(**sheet: Any) -> Specification:
    """Somebody attacks Bill, whose deck is the narrator's like that of everybody whom nobody gave another."""
    return given(fight(newcomer("bill", deck="narrator", **sheet), "da_hook"), in_turn())


@pytest.mark.rule("YY-SKILL-6")
def test_players_match_with_combat_abilities_whatever_their_deck() -> None:
    spec = wooed().when(attack("da_hook", "bill")).asks("match", "bill")
    spec.answer(FLIRT, speaker=BILL).refused("YY-SKILL-6")
    assert spec.refusal is not None
    assert spec.refusal.field == "command.answer.ability"
    spec.when(MatchCall(actor="bill", ability="Flirting"), speaker=BILL).refused("YY-SKILL-6")
    assert spec.refusal.field == "command.ability"
    spec.when(SetPolicy(of="bill", kind="match", answer=FLIRT), speaker=BILL).refused("YY-SKILL-6")
    assert spec.refusal.field == "command.answer.ability"
    counter = {"mode": "counter", "attributes": ["speed"], "ability": "Flirting"}
    spec.answer(counter, speaker=BILL, throws=["narrator: 9C", "narrator: 10C"]).then(CallMatched)


@pytest.mark.rule("YY-SKILL-6")
@pytest.mark.parametrize("to", ["bill", None])
def test_nor_do_players_send_others_along(to: str | None) -> None:
    both = Speaker("player", ("bill", "da_hook"))
    sent = SentAnswer(kind="match", to=to, answer=FLIRT)
    spec = wooed().when(attack("da_hook", "bill").model_copy(update={"answers": (sent,)}), speaker=both)
    spec.refused("YY-SKILL-6")
    assert spec.refusal is not None
    assert spec.refusal.field == "command.answers[0].answer.ability"


@pytest.mark.rule("YY-SKILL-6")
def test_what_the_sheet_attacks_with_is_no_way_round() -> None:
    default = {"weapon": "bare_hands", "ability": "Flirting"}
    spec = wooed(default_attack=default).when(SetPolicy(of="bill", kind="match", answer="always"), speaker=BILL)
    spec.refused("YY-SKILL-6")
    spec.when(SetPolicy(of="bill", kind="match", answer={"keep": 1}), speaker=BILL).refused("YY-SKILL-6")
    spec.when(SetPolicy(of="bill", kind="match", answer="never"), speaker=BILL).then(PolicySet)
    spec.when(SetPolicy(of="bill", kind="match", answer="ask"), speaker=BILL).then(PolicySet)
    spec.when(attack("da_hook", "bill")).asks("match", "bill")
    assert not spec.may_answer({"mode": "attack"}, BILL)
    spec.answer({"mode": "attack"}, speaker=BILL).refused("YY-SKILL-6")
    spec.answer({"mode": "attack"}, throws=["narrator: 9C", "narrator: 10C"]).then(CallMatched)


@pytest.mark.rule("YY-PROM-1", "YY-ATK-3", "YY-ATK-8")
@pytest.mark.parametrize(("wielded", "at_hand"), [([{"weapon": "sword"}], False), ([{"weapon": "polearm"}], True)])
def test_striking_back_is_offered_where_the_default_weapon_is_at_hand(wielded: list[Any], at_hand: bool) -> None:
    spec = wooed(weapons=[{"id": "polearm"}, {"id": "sword"}], wielded=wielded, default_attack={"weapon": "polearm"})
    spec.when(attack("da_hook", "bill")).asks("match", "bill")
    assert spec.may_answer({"mode": "attack"}, BILL) is at_hand
    strike = spec.answer({"mode": "attack"}, speaker=BILL, throws=["narrator: 9C", "narrator: 10C"] if at_hand else [])
    if at_hand:
        strike.then(CallMatched)
    else:
        strike.refused("YY-ATK-3")


@pytest.mark.rule("YY-SKILL-6")
def test_the_narrator_matches_for_heroes_with_any_ability() -> None:
    spec = given(fight("bill", "da_hook"), in_turn()).when(attack("da_hook", "bill"))
    spec.answer(FLIRT, throws=["narrator: 9C", "bill: 10H"]).then(CallMatched)


# The narrator's hand


NARRATORS = (
    "start_turn end_turn contest give_cards give_edge adjust set_condition declare_dead pass_time split_fight "
    "set_distance allow_counter veto_action rule_scope place_item generate_attributes answer_challenge "
    "judge_challenge retaliate"
)


@pytest.mark.rule("YY-NARR-6")
@pytest.mark.parametrize("name", NARRATORS.split())
def test_what_is_left_to_the_narrator_is_a_command_that_players_may_not_give(name: str) -> None:
    kind = next(kind for kind in YIN_YANG.commands if type_of(kind) == f"yin_yang.{name}")
    assert kind.narrator_only


@pytest.mark.rule("YY-NARR-6")
def test_or_a_prompt_to_the_narrator() -> None:
    narrators = {
        "consent",
        "called_shot_penalty",
        "confront",
        "confrontation_outcome",
        "misfire_victim",
        "king_effect",
        "answer_challenge",
    }
    assert set(YIN_YANG.prompts) == {*narrators, "match", "follow_up", "join_combined"}


@pytest.mark.rule("YY-NARR-6")
def test_or_an_option_and_by_default_the_narrator_is_asked() -> None:
    options = Options()
    asked = {options.mook_confrontation, options.called_shot, options.charge, options.misfire_victim}
    assert asked == {"ask"}
    decided = given(fight("bishop", "da_hook"), in_turn()).when(
        attack("bishop", "da_hook", called_shot={"aim": "limb", "text": "lame him"})
    )
    decided.asks("called_shot_penalty", "narrator")


# Typed answers


@pytest.mark.rule("YY-PROM-1", "YY-PROM-2", "YY-PROM-3", "YY-PROM-14")
@pytest.mark.parametrize(
    ("command", "rule"),
    [
        (MatchCall(actor="bishop"), "YY-PROM-1"),
        (LetPass(actor="bishop"), "YY-PROM-1"),
        (Follow(actor="bishop", target="da_hook"), "YY-PROM-2"),
        (Decline(actor="bishop"), "YY-PROM-2"),
        (JoinCombined(actor="bishop", joins=True), "YY-PROM-3"),
        (AnswerChallenge(), "YY-PROM-10"),
    ],
)
def test_what_nobody_asks_is_not_answered(command: Command, rule: str) -> None:
    turn().when(command).refused(rule)
    called().when(command).refused(rule)


@pytest.mark.rule("YY-PROM-1")
def test_typed_answers_show_faults_where_they_stand() -> None:
    spec = struck().when(MatchCall(actor="bishop", weapon="cannon")).refused("YY-ATK-3")
    assert spec.refusal is not None
    assert spec.refusal.field == "command.weapon"


# What is legal instead


@pytest.mark.rule("YY-ACT-2", "YY-ACT-5")
def test_in_a_turn_the_able_may_call() -> None:
    spec = turn().when(Wear(actor="bishop"), speaker=BISHOP).refused("YY-ACT-5")
    names = ("attack", "act", "combine", "test", "hold", "wield", "guard", "challenge")
    nobody_is_hurt_and_there_is_one_sub_fight = {f"yin_yang.{name}" for name in ("tend", "move")}
    assert not nobody_is_hurt_and_there_is_one_sub_fight & set(legal(spec))
    assert set(legal(spec)) == {f"yin_yang.{name}" for name in names}


@pytest.mark.rule("YY-COND-1")
def test_the_fallen_may_challenge_and_the_dead_nothing() -> None:
    spec = turn(FellOut(combatant="bishop", reason="dying")).when(ACT).refused("YY-COND-1")
    assert legal(spec) == ["yin_yang.challenge", "yin_yang.end_turn"]
    spec = turn(FellOut(combatant="bishop", reason="dead")).when(ACT).refused("YY-COND-1")
    assert legal(spec) == ["yin_yang.end_turn"]
    assert not legal(spec.when(ACT, speaker=BISHOP).refused("YY-COND-1"))


@pytest.mark.rule("YY-CHAL-5")
def test_while_a_challenge_is_held_only_its_judgement_is_left() -> None:
    spec = turn(Challenge(actor="bishop", text="No"), AnswerChallenge(accept=Accepting(contest="twist")))
    spec.when(EndTurn()).refused("YY-CHAL-5")
    assert legal(spec) == ["yin_yang.judge_challenge"]
    assert not legal(spec.when(ACT, speaker=BISHOP).refused("YY-CHAL-5"))
