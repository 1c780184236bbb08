"""Challenges: a player contests a call of the narrator, and what that may cost (YY-CHAL)."""

from typing import Any

import pytest

from domain.core.commands import Answer, Close, Command, Join, Note, Rule, SetPolicy
from domain.core.events import Resumed
from domain.model.speaker import Speaker
from domain.rulesets.yin_yang.chapters.challenges.challenges import (
    Accepting,
    AnswerChallenge,
    Challenge,
    ChallengeAccepted,
    Challenged,
    ChallengeLost,
    ChallengeRefused,
    ChallengeWon,
    ConcededAbility,
    Conceding,
    JudgeChallenge,
    Loss,
    Retaliate,
    Retaliated,
)
from domain.rulesets.yin_yang.chapters.challenges.confrontation import ConfrontationDenied
from domain.rulesets.yin_yang.chapters.decks.drawing import Attempted
from domain.rulesets.yin_yang.chapters.decks.grants import CardsGranted, GiveCards
from domain.rulesets.yin_yang.chapters.exchanges.calls import Act
from domain.rulesets.yin_yang.chapters.exchanges.matching import LetPass, VetoAction
from domain.rulesets.yin_yang.chapters.exchanges.still_standing import CallVoided
from domain.rulesets.yin_yang.chapters.harm.harm import FellOut, PointsLost, ZeroReached
from domain.rulesets.yin_yang.chapters.testing.scope import ScopeRuled
from domain.rulesets.yin_yang.chapters.turns.turns import EndTurn, StartTurn
from domain.rulesets.yin_yang.parts import Granting
from tests.rules.yin_yang.builders import attempted, contest
from tests.rules.yin_yang.specification import Specification, attempt, fight, given, in_turn

ARCHITECT = Speaker("player", ("architect",))
CHALLENGE = Challenge(actor="architect", text="It is no trouble at all")
TASK = "invent a perfume"


def challenged(*steps: Any, **options: Any) -> Specification:
    """A fight in which the Architect contests a call."""
    return given(fight("architect", "bishop", **options), *steps).when(CHALLENGE, speaker=ARCHITECT)


def held(*steps: Any) -> Specification:
    """A challenge that has been accepted."""
    return challenged(*steps).answer({"contest": "riddle"})


def owed(*steps: Any) -> Specification:
    """A challenge has been lost: one retaliation is owed."""
    return held(*steps).when(JudgeChallenge(impressed=False)).then(ChallengeLost(combatant="architect"))


def owes(spec: Specification) -> int:
    assert spec.refusal is None, spec.refusal
    return spec.fight.people["architect"].retaliations_owed


# The challenge


@pytest.mark.rule("YY-CHAL-1", "YY-CHAL-3", "YY-PROM-10")
def test_a_player_contests_a_call_and_the_narrator_is_asked() -> None:
    spec = (
        challenged()
        .then(Challenged(combatant="architect", text="It is no trouble at all"))
        .asks("answer_challenge", "narrator")
    )
    assert spec.fight.prompts[0].about == {"combatant": "architect", "text": "It is no trouble at all"}
    kinds = ("staredown", "twist", "riddle", "arm_wrestling", "performance", "other")
    assert all(spec.may_answer(answer) for answer in ("refuse", *({"contest": kind} for kind in kinds)))


@pytest.mark.rule("YY-CHAL-1")
def test_a_challenge_names_the_disputed_event() -> None:
    spec = given(fight("architect", "bishop"), StartTurn())
    latest = spec.fight.version
    late = CHALLENGE.model_copy(update={"about": latest + 1})
    spec.when(late).refused(None, "invalid")
    assert spec.refusal is not None
    assert spec.refusal.field == "command.about"
    spec.when(CHALLENGE.model_copy(update={"about": latest}))
    spec.then(Challenged(combatant="architect", text="It is no trouble at all", about=latest))
    assert spec.fight.prompts[0].about["about"] == latest


@pytest.mark.rule("YY-CHAL-1", "YY-RUL-59")
def test_challenges_may_be_switched_off() -> None:
    challenged(challenges=False).refused("YY-CHAL-1")


@pytest.mark.rule("YY-CHAL-1", "YY-ACT-9")
def test_a_challenge_costs_no_action_and_goes_in_both_phases() -> None:
    spec = challenged(in_turn())
    assert spec.then(Challenged).fight.people["architect"].hand == 3


@pytest.mark.rule("YY-CHAL-2")
def test_there_is_one_challenge_at_a_time() -> None:
    spec = challenged()
    other = Challenge(actor="bishop", text="Me too")
    spec.when(other).refused("YY-CHAL-2")
    spec.answer("refuse").when(other).then(Challenged)


@pytest.mark.rule("YY-CHAL-2", "YY-COND-1")
def test_whoever_is_out_of_action_challenges_but_not_the_dead() -> None:
    challenged(FellOut(combatant="architect", reason="exhausted")).then(Challenged)
    challenged(FellOut(combatant="architect", reason="dead")).refused("YY-CHAL-2")


# The narrator's answer


@pytest.mark.rule("YY-CHAL-4", "YY-RUL-59")
def test_a_challenge_that_is_refused_changes_and_costs_nothing() -> None:
    spec = challenged().answer("refuse").then(ChallengeRefused(combatant="architect")).never(ChallengeLost)
    assert (spec.fight.challenge, owes(spec), spec.fight.prompts) == (None, 0, ())
    spec.follows(ChallengeRefused, Resumed)


@pytest.mark.rule("YY-CHAL-3", "YY-PROM-10")
@pytest.mark.parametrize("how", ["staredown", "twist", "riddle", "arm_wrestling", "performance", "other"])
def test_a_challenge_is_accepted_with_a_contest_and_its_terms(how: Any) -> None:
    spec = challenged().answer({"contest": how, "terms": "best of three"})
    spec.then(ChallengeAccepted(combatant="architect", contest=how, terms="best of three"))
    open_one = spec.fight.challenge
    assert open_one is not None
    assert (open_one.challenger, open_one.text) == ("architect", CHALLENGE.text)
    assert (open_one.contest, open_one.terms) == (how, "best of three")


@pytest.mark.rule("YY-CHAL-3", "YY-PROM-10")
@pytest.mark.parametrize("answer", ["accept", {"contest": "dice"}, {"terms": "best of three"}])
def test_a_contest_is_one_of_six(answer: Any) -> None:
    challenged().answer(answer).refused(None, "invalid")


@pytest.mark.rule("YY-CHAL-3", "YY-PROM-10")
def test_the_narrator_answers_with_a_command_of_its_own_too() -> None:
    accept = AnswerChallenge(accept=Accepting(contest="riddle", terms="in verse"))
    challenged().when(accept).then(ChallengeAccepted(combatant="architect", contest="riddle", terms="in verse"))
    challenged().when(AnswerChallenge()).then(ChallengeRefused)
    challenged().when(AnswerChallenge(), speaker=ARCHITECT).refused(None, "not_yours")
    given(fight("architect", "bishop")).when(AnswerChallenge()).refused("YY-PROM-10")


@pytest.mark.rule("YY-CHAL-5")
@pytest.mark.parametrize(
    "command",
    [
        StartTurn(),
        contest("bishop", "architect"),
        CHALLENGE,
        attempt("bishop", "will"),
        GiveCards(combatant="bishop", bonus=1),
        Retaliate(combatant="bishop", text="It begins to rain"),
    ],
)
def test_while_it_is_held_nothing_else_happens(command: Command) -> None:
    held().when(command).refused("YY-CHAL-5")


@pytest.mark.rule("YY-CHAL-5")
@pytest.mark.parametrize(
    "command",
    [
        Note(text="A riddle"),
        Rule(text="Knives count as forks"),
        SetPolicy(of="bishop", kind="match", answer="let_pass"),
        Join(template="thug"),
        Close(),
    ],
)
def test_while_it_is_held_what_every_encounter_knows_is_legal(command: Command) -> None:
    held().when(command).then()


def waiting() -> Specification:
    """The narrator is asked whether a mook has a Confrontation."""
    spec = given(fight("architect", "bishop", "thug"))
    spec.when(contest("bishop", "thug"), throws=["bishop: QH", "narrator: QS"])
    return spec.asks("confront", "narrator")


@pytest.mark.rule("YY-CHAL-1")
def test_open_prompts_wait_for_a_challenge() -> None:
    spec = waiting().when(CHALLENGE, speaker=ARCHITECT).then(Challenged)
    confront, challenge = spec.fight.prompts
    spec.when(Answer(prompt=confront.id, answer="no")).refused("YY-CHAL-1")
    spec.when(Answer(prompt=challenge.id, answer="refuse")).then(ChallengeRefused).asks("confront", "narrator")
    spec.answer("no").then(ConfrontationDenied)


@pytest.mark.rule("YY-CHAL-5")
def test_open_prompts_wait_while_a_challenge_is_held() -> None:
    spec = waiting().when(CHALLENGE, speaker=ARCHITECT)
    confront, challenge = spec.fight.prompts
    spec.when(Answer(prompt=challenge.id, answer={"contest": "twist"})).then(ChallengeAccepted)
    spec.when(Answer(prompt=confront.id, answer="no")).refused("YY-CHAL-5")
    spec.when(JudgeChallenge(impressed=False)).then(ChallengeLost).asks("confront", "narrator")
    spec.answer("no").then(ConfrontationDenied)


# Judgement


@pytest.mark.rule("YY-CHAL-6")
def test_a_challenge_is_judged_once_it_is_held() -> None:
    judge = JudgeChallenge(impressed=True, concession=Conceding(text="You may try"))
    given(fight("architect", "bishop")).when(judge).refused("YY-CHAL-6")
    challenged().when(judge).refused("YY-CHAL-6")
    spec = held().when(judge).then(ChallengeWon(combatant="architect", text="You may try"))
    assert (spec.fight.challenge, owes(spec)) == (None, 0)


@pytest.mark.rule("YY-CHAL-6")
def test_an_impressed_narrator_concedes_something() -> None:
    held().when(JudgeChallenge(impressed=True)).refused("YY-CHAL-6")


@pytest.mark.rule("YY-CHAL-6")
@pytest.mark.parametrize(
    "concession",
    [Conceding(), Conceding(text="You may try", cards=Granting(combatant="architect", bonus=1))],
)
def test_a_concession_is_one_of_three(concession: Conceding) -> None:
    held().when(JudgeChallenge(impressed=True, concession=concession)).refused(None, "invalid")


@pytest.mark.rule("YY-CHAL-6", "YY-SCOPE-4")
def test_a_task_may_be_conceded() -> None:
    allowed = ConcededAbility(combatant="architect", ability="Information Architect", task=TASK)
    perfume = attempt("architect", "intellect", ability="Information Architect", task=TASK)
    ruled = ScopeRuled(combatant="architect", ability="Information Architect", task=TASK, within=False)
    given(fight("architect", "bishop"), ruled).when(perfume).refused("YY-SCOPE-4")
    spec = held(ruled).when(JudgeChallenge(impressed=True, concession=Conceding(allow_ability=allowed)))
    spec.then(
        ChallengeWon(combatant="architect"),
        ScopeRuled(combatant="architect", ability="Information Architect", task=TASK, within=True),
    )
    spec.follows(ScopeRuled, ChallengeWon)
    spec.when(perfume, throws=["julian: 3H"]).then()


@pytest.mark.rule("YY-CHAL-6")
@pytest.mark.parametrize(
    ("change", "field"), [({"combatant": "nobody"}, "combatant"), ({"ability": "Cooking"}, "ability")]
)
def test_what_is_conceded_is_somebodys_ability(change: dict[str, str], field: str) -> None:
    fields = {"combatant": "architect", "ability": "Information Architect", "task": TASK, **change}
    concession = Conceding(allow_ability=ConcededAbility(**fields))
    spec = held().when(JudgeChallenge(impressed=True, concession=concession)).refused(None, "invalid")
    assert spec.refusal is not None
    assert spec.refusal.field == f"command.concession.allow_ability.{field}"


@pytest.mark.rule("YY-CHAL-6", "YY-BONUS-6")
def test_cards_may_be_conceded() -> None:
    cards = Granting(combatant="architect", bonus=2, lasting="encounter", reason="well sold")
    spec = held().when(JudgeChallenge(impressed=True, concession=Conceding(cards=cards)))
    spec.then(
        ChallengeWon, CardsGranted(combatant="architect", cards=2, on="tests", lasting="encounter", reason="well sold")
    )


@pytest.mark.rule("YY-CHAL-6")
@pytest.mark.parametrize(
    ("cards", "field"),
    [
        (Granting(combatant="architect"), "bonus"),
        (Granting(combatant="nobody", bonus=1), "combatant"),
    ],
)
def test_conceded_cards_are_like_those_that_are_given(cards: Granting, field: str) -> None:
    spec = held().when(JudgeChallenge(impressed=True, concession=Conceding(cards=cards))).refused(None, "invalid")
    assert spec.refusal is not None
    assert spec.refusal.field == f"command.concession.cards.{field}"


@pytest.mark.rule("YY-CHAL-7")
def test_the_call_stands_and_a_retaliation_is_owed() -> None:
    spec = owed()
    assert (spec.fight.challenge, owes(spec)) == (None, 1)
    spec.when(CHALLENGE).answer({"contest": "other"}).when(JudgeChallenge(impressed=False))
    assert owes(spec) == 2


@pytest.mark.rule("YY-CHAL-7")
def test_where_the_call_stands_nothing_is_conceded() -> None:
    held().when(JudgeChallenge(impressed=False, concession=Conceding(text="You may try"))).refused("YY-CHAL-7")


# Retaliation


@pytest.mark.rule("YY-CHAL-8")
def test_a_retaliation_in_words_uses_one_up() -> None:
    rain = Retaliate(combatant="architect", text="It begins to rain")
    spec = owed().when(rain).then(Retaliated(combatant="architect", text="It begins to rain")).never(PointsLost)
    assert owes(spec) == 0
    spec.when(rain).refused("YY-CHAL-8")


@pytest.mark.rule("YY-CHAL-8", "YY-CHAL-9")
@pytest.mark.parametrize("how", [{"text": "It begins to rain"}, {"waive": True}])
def test_of_several_owed_each_act_uses_one_up(how: Any) -> None:
    spec = owed(ChallengeLost(combatant="architect"))
    for left in (1, 0):
        spec.when(Retaliate(combatant="architect", **how)).then(Retaliated)
        assert owes(spec) == left


@pytest.mark.rule("YY-CHAL-8")
@pytest.mark.parametrize(
    ("track", "left"), [("vitality", (3, 3, 2)), ("mental_balance", (4, 2, 2)), ("stamina", (4, 3, 1))]
)
def test_a_retaliation_may_cost_points_of_one_track(track: Any, left: tuple[int, int, int]) -> None:
    spec = owed().when(Retaliate(combatant="architect", loss=Loss(track=track, points=1)))
    spec.then(Retaliated(combatant="architect", text="", track=track, points=1), PointsLost).follows(
        PointsLost, Retaliated
    )
    person = spec.fight.people["architect"]
    assert (person.vitality, person.mental_balance, person.stamina) == left
    assert owes(spec) == 0


@pytest.mark.rule("YY-CHAL-8")
def test_a_retaliation_works_through_the_thresholds() -> None:
    spec = owed().when(Retaliate(combatant="architect", loss=Loss(track="stamina", points=2)))
    spec.then(ZeroReached(combatant="architect", track="stamina"))
    spec = owed(
        PointsLost(combatant="architect", track="vitality", points=5, left=-1),
        FellOut(combatant="architect", reason="dying"),
    )
    spec.when(Retaliate(combatant="architect", loss=Loss(track="vitality", points=1)))
    spec.then(FellOut(combatant="architect", reason="dead"))


@pytest.mark.rule("YY-CHAL-8", "YY-RUL-59")
def test_a_retaliation_costs_as_much_as_the_narrator_likes() -> None:
    spec = owed().when(Retaliate(combatant="architect", loss=Loss(track="vitality", points=200)))
    spec.then(
        PointsLost(combatant="architect", track="vitality", points=200, left=-196, reason="retaliation"),
        FellOut(combatant="architect", reason="dying"),
    )


@pytest.mark.rule("YY-CHAL-8")
def test_a_retaliation_is_words_or_points() -> None:
    owed().when(Retaliate(combatant="architect")).refused("YY-CHAL-8")


@pytest.mark.rule("YY-CHAL-8")
def test_nothing_is_owed_to_others() -> None:
    owed().when(Retaliate(combatant="bishop", text="It begins to rain")).refused("YY-CHAL-8")
    owed().when(Retaliate(combatant="nobody", text="It begins to rain")).refused(None, "invalid")


@pytest.mark.rule("YY-CHAL-9")
def test_a_retaliation_may_be_waived() -> None:
    spec = (
        owed().when(Retaliate(combatant="architect", waive=True)).then(Retaliated(combatant="architect", waived=True))
    )
    assert owes(spec) == 0
    loss = Loss(track="stamina", points=1)
    owed().when(Retaliate(combatant="architect", waive=True, loss=loss)).refused("YY-CHAL-9")


@pytest.mark.rule("YY-CHAL-9")
def test_retaliations_stay_owed_from_turn_to_turn() -> None:
    spec = owed().given(StartTurn(), EndTurn(), StartTurn()).when(Note(text="later"))
    assert owes(spec) == 1


# In an open exchange


def called() -> Specification:
    """The Architect is about to slip past Bishop, who may match; a retaliation is owed to it."""
    act = Act(actor="architect", goal="slip past", against=("bishop",), attributes=("speed",))
    return owed().given(StartTurn()).when(act).asks("match", "bishop")


@pytest.mark.rule("YY-CHAL-6")
def test_conceded_cards_count_for_the_draws_of_an_open_exchange() -> None:
    cards = Granting(combatant="architect", bonus=1, lasting="next_test")
    spec = called().when(CHALLENGE)
    spec.when(Answer(prompt=spec.fight.prompts[-1].id, answer={"contest": "riddle"}))
    spec.when(JudgeChallenge(impressed=True, concession=Conceding(cards=cards))).then(CardsGranted)
    spec.when(LetPass(actor="bishop"), throws=["julian: 9H 2H"])
    assert (attempted(spec).kept, attempted(spec).success) == ("2H", True)


@pytest.mark.rule("YY-CHAL-1", "YY-PROM-14")
def test_typed_answers_wait_for_a_challenge_too() -> None:
    spec = called().when(CHALLENGE).when(LetPass(actor="bishop")).refused("YY-CHAL-1")
    spec.when(AnswerChallenge()).when(LetPass(actor="bishop"), throws=["julian: 2H"]).then(Attempted)


@pytest.mark.rule("YY-CHAL-8", "YY-PROM-14")
def test_a_retaliation_comes_between_a_call_and_its_cards() -> None:
    spec = called().when(Retaliate(combatant="architect", loss=Loss(track="stamina", points=2)))
    spec.then(ZeroReached).asks("match", "bishop")
    spec.when(LetPass(actor="bishop"), throws=["julian: 3H 9H"])
    assert (attempted(spec).penalty, attempted(spec).success) == ((("stamina", 1),), False)


@pytest.mark.rule("YY-CHAL-8", "YY-COND-6")
def test_a_retaliation_may_end_the_exchange() -> None:
    spec = called().when(Retaliate(combatant="architect", loss=Loss(track="stamina", points=3)))
    spec.then(FellOut(combatant="architect", reason="exhausted"), CallVoided).never(Attempted)
    assert not spec.fight.prompts


@pytest.mark.rule("YY-PROM-14", "YY-ATK-14")
def test_a_veto_comes_before_the_challenge_is_answered() -> None:
    spec = called().when(CHALLENGE).when(VetoAction(reason="on second thoughts")).then(CallVoided)
    spec.asks("answer_challenge", "narrator").answer("refuse").then(ChallengeRefused)
    assert (spec.fight.prompts, spec.fight.exchange) == ((), None)
