"""Tests of interrupted decisions: they resume from events alone after other players answer, and repeat nothing."""

from dataclasses import replace
from itertools import permutations
from typing import Any, Self

import pytest
from hypothesis import given, settings
from hypothesis import strategies as some

from domain.chance.draws import Supplied
from domain.chance.seeds import SeedMaterial
from domain.core.commands import Answer, Close, Command, Join, Note, Open, SentAnswer, SetPolicy
from domain.core.events import (
    Answered,
    AnswerUnused,
    Commanded,
    EncounterClosed,
    PolicySet,
    Prompted,
    PromptLapsed,
    Resumed,
)
from domain.decision.decision import Decision
from domain.decision.prompts import answer_first
from domain.decision.stages import reply, stage
from domain.model.encounter import NARRATOR_ID, Prompt
from domain.model.event import Event, Recorded, as_stored
from domain.model.refusal import Refusal
from domain.model.speaker import NARRATOR, SPECTATOR, Speaker
from domain.ruleset.chapter import Chapter
from domain.ruleset.decider import decide
from events.format.codec import Codec
from service.encounters.visibility import view_state
from tests.laws.menus import menu_of
from tests.toy_rulesets.quarrel import (
    QUARREL,
    Council,
    Count,
    Counted,
    Duel,
    Flipped,
    Grumble,
    Interject,
    Quarrel,
    Scored,
    SendOut,
    Taunt,
    Tired,
    fall,
    tire,
)
from yarrow_client.options.values import Values

CODEC = Codec.of(QUARREL)
TIME = "2026-01-01T00:00:00.000Z"


class Played:
    """A quarrel stored only as records: the state is folded from the stored bytes before each command."""

    def __init__(self, *people: str) -> None:
        self.records: list[bytes] = []
        self.batch: tuple[Recorded, ...] = ()
        self.say(Open(ruleset="quarrel", chance="supplied", combatants=tuple(Join(id=who) for who in people)))

    @property
    def state(self) -> Quarrel:
        state = Quarrel(id="q")
        for event in CODEC.decode_events(self.records):
            QUARREL.fold(state, event)
        return state

    def decided(self, command: Command, *faces: str, speaker: Speaker = NARRATOR) -> Any:
        return decide(QUARREL, self.state, command, speaker, Supplied(list(faces)), supplied=bool(faces))

    def say(self, command: Command, *faces: str, speaker: Speaker = NARRATOR) -> Self:
        """Send a command and assert that it is accepted and that the stored records yield the decided state."""
        decision = self.decided(command, *faces, speaker=speaker)
        assert not isinstance(decision, Refusal), decision
        first = len(self.records) + 1
        self.records += CODEC.encode_batch("q", first, TIME, str(speaker), decision.events)
        self.batch = decision.events
        assert self.state == decision.state
        return self

    def refused(self, command: Command, *faces: str, speaker: Speaker = NARRATOR) -> Refusal:
        """Send a command and assert that it is refused and changes nothing. Returns the refusal."""
        before = self.state
        refusal = self.decided(command, *faces, speaker=speaker)
        assert isinstance(refusal, Refusal)
        assert self.state == before
        return refusal

    def answer(self, who: str, answer: str, *faces: str) -> Self:
        """Answer the newest open prompt to ``who``."""
        prompt = [prompt for prompt in self.state.prompts if prompt.to == who][-1]
        return self.say(Answer(prompt=prompt.id, answer=answer), *faces, speaker=Speaker("player", (who,)))

    def facts(self, kind: type[Event]) -> list[Any]:
        return [recorded.event for recorded in self.batch if type(recorded.event) is kind]

    def asked(self) -> list[tuple[str, str]]:
        return [(prompt.to, prompt.kind) for prompt in self.state.prompts]


def listed_answers(played: Played, who: str) -> list[Any]:
    """Return the plain answers that the options list for the first open prompt to ``who``."""
    speaker = NARRATOR if who == NARRATOR_ID else Speaker("player", (who,))
    menu = menu_of(QUARREL, played.state, speaker)
    [first, *_] = [prompt for prompt in menu.prompts if prompt["to"] == who]
    return [value for field in first["answers"] for value, _ in (menu.values(field, {}) or Values()).listed]


def taunt(*targets: str, **answers: str) -> Taunt:
    """Return Ann's taunt; ``bob="angrily"`` pre-answers the taunt, ``bob_luck="yes"`` the question after the coin."""
    sent = tuple(
        SentAnswer(kind="spend_luck" if name.endswith("_luck") else "take_it", to=name.split("_")[0], answer=answer)
        for name, answer in answers.items()
    )
    return Taunt(actor="ann", targets=targets, answers=sent)


def outcome(played: Played) -> Any:
    return played.state.people, [event for event in _all_events(played) if isinstance(event, Flipped | Scored | Tired)]


def _all_events(played: Played) -> list[Event]:
    return list(CODEC.decode_events(played.records))


def test_a_decision_comes_to_the_same_whichever_way_it_is_answered() -> None:
    at_once = Played("ann", "bob", "cid").say(
        taunt("bob", "cid", bob="angrily", cid="angrily", bob_luck="yes", cid_luck="no"), "T", "T"
    )
    by_policy = Played("ann", "bob", "cid")
    for who, luck in (("bob", "yes"), ("cid", "no")):
        by_policy.say(SetPolicy(of=who, kind="take_it", answer="angrily"))
        by_policy.say(SetPolicy(of=who, kind="spend_luck", answer=luck))
    by_policy.say(taunt("bob", "cid"), "T", "T")
    one_by_one = Played("ann", "bob", "cid").say(taunt("bob", "cid"))
    one_by_one.answer("cid", "angrily").answer("bob", "angrily", "T").answer("bob", "yes", "T").answer("cid", "no")
    assert outcome(at_once) == outcome(by_policy) == outcome(one_by_one)
    assert [who.score for who in at_once.state.people.values()] == [0, 1, -1]


def test_a_prompt_carries_what_is_needed_to_go_on_and_nothing_happens_twice() -> None:
    played = Played("ann", "bob", "cid").say(taunt("bob", "cid"))
    assert not played.facts(Flipped) + played.facts(Tired)
    played.answer("bob", "angrily")
    assert not played.facts(Flipped) + played.facts(Resumed), "nothing is drawn before the last answer of the group"
    played.answer("cid", "calmly", "T")
    assert [fact.who for fact in played.facts(Flipped)] == ["bob"]
    assert played.asked() == [("bob", "spend_luck")]
    played.answer("bob", "no")
    assert [type(recorded.event) for recorded in played.batch] == [Commanded, Answered, Resumed, Scored, Tired]
    assert played.state.waiting == ()
    assert played.state.prompts == ()
    assert played.state.answers == {}


@pytest.mark.parametrize("order", tuple(permutations(("bob", "cid", "dan"))))
def test_answers_of_a_group_may_come_in_any_order(order: tuple[str, ...]) -> None:
    played = Played("ann", "bob", "cid", "dan").say(taunt("bob", "cid", "dan"))
    for who in order[:-1]:
        played.answer(who, "angrily")
    played.answer(order[-1], "angrily", "H", "H", "H")
    assert [fact.who for fact in played.facts(Flipped)] == ["bob", "cid", "dan"], "coins fall in the order of asking"


def test_a_refused_answer_leaves_no_trace_and_the_prompt_stays() -> None:
    played = (
        Played("ann", "bob").say(taunt("bob", bob="angrily", bob_luck="yes"), "T").say(taunt("bob", bob="angrily"), "T")
    )
    prompt = played.state.prompts[0].id
    assert played.refused(Answer(prompt=prompt, answer="yes")).rule == "QUARREL-3"
    assert played.refused(Answer(prompt=prompt, answer="perhaps")).code == "invalid"
    assert played.refused(Answer(prompt=prompt, answer="no"), speaker=Speaker("player", ("ann",))).code == "not_yours"
    assert played.refused(Answer(prompt="prompt-1-1", answer="no")).field == "command.prompt"
    assert played.asked() == [("bob", "spend_luck")]


def test_an_illegal_answer_sent_along_refuses_before_the_coin_and_is_unused_after_it() -> None:
    played = Played("ann", "bob").say(taunt("bob", bob="angrily", bob_luck="yes"), "T")
    tired = Played("bob", "ann")
    for _ in range(2):
        tired.say(Taunt(actor="bob", targets=("ann",), answers=(SentAnswer(kind="take_it", answer="calmly"),)))
    assert tired.refused(taunt("bob", bob="angrily")).rule == "QUARREL-4"
    played.say(taunt("bob", bob="angrily", bob_luck="yes"), "T")
    assert [(fact.to, fact.answer) for fact in played.facts(AnswerUnused)] == [("bob", "yes")]
    assert played.asked() == [("bob", "spend_luck")], "and the question is put"


@pytest.mark.parametrize(("to", "accepted"), [("ann", False), (NARRATOR_ID, True), (None, True)])
def test_what_the_narrator_alone_is_asked_nobody_else_answers(to: str | None, accepted: bool) -> None:
    sent = (SentAnswer(kind="go_on", to=to, answer="go_on"),)
    decision = Played("ann", "bob").decided(Grumble(actor="bob", breaths=1, answers=sent))
    assert isinstance(decision, Refusal) != accepted
    if isinstance(decision, Refusal):
        assert (decision.code, decision.field) == ("invalid", "command.answers[0].to")
        assert decision.detail == "Only the narrator is asked when to continue; send the answer without `to`."


def test_an_answer_that_nobody_asked_for_is_recorded_as_unused() -> None:
    played = Played("ann", "bob").say(taunt("bob", bob="angrily", bob_luck="yes"), "H")
    assert [fact.kind for fact in played.facts(AnswerUnused)] == ["spend_luck"]


def test_nobody_may_speak_for_another_in_whichever_field_it_is_named() -> None:
    played, ann = Played("ann", "bob"), Speaker("player", ("ann",))
    for command, field in (
        (Taunt(actor="bob", targets=("ann",)), "actor"),
        (SetPolicy(of="bob", kind="take_it"), "of"),
    ):
        refusal = played.refused(command, speaker=ann)
        assert (refusal.code, refusal.field) == ("not_yours", f"command.{field}")


def test_nobody_may_send_the_answer_of_another() -> None:
    played = Played("ann", "bob")
    refusal = played.refused(taunt("bob", bob="calmly"), speaker=Speaker("player", ("ann",)))
    assert (refusal.code, refusal.field) == ("not_yours", "command.answers[0]")
    played.say(taunt("bob", bob="calmly"), speaker=Speaker("player", ("ann", "bob")))


def test_the_only_possible_answer_is_taken_without_asking() -> None:
    played = Played("ann", "bob")
    for _ in range(2):
        played.say(Taunt(actor="bob", targets=("ann",), answers=(SentAnswer(kind="take_it", answer="calmly"),)))
    played.say(taunt("bob"))
    assert not played.facts(Prompted) + played.facts(Answered)


def test_an_answer_sent_along_comes_before_the_policy_and_a_policy_answers_nothing_open() -> None:
    played = Played("ann", "bob").say(taunt("bob"))
    played.say(SetPolicy(of="bob", kind="take_it", answer="calmly"))
    assert played.asked() == [("bob", "take_it")]
    played.answer("bob", "angrily", "H").say(taunt("bob", bob="angrily"), "H").say(taunt("bob"))
    assert [fact.by for fact in played.facts(Answered)] == ["policy"]


def test_a_policy_that_is_illegal_now_does_not_answer() -> None:
    played = Played("ann", "bob").say(taunt("bob", bob="angrily", bob_luck="yes"), "T")
    played.say(SetPolicy(of="bob", kind="spend_luck", answer="yes")).say(taunt("bob", bob="angrily"), "T")
    assert played.asked() == [("bob", "spend_luck")]


def test_a_prompt_made_moot_lapses_and_the_decision_goes_on_without_it() -> None:
    played = Played("ann", "bob", "cid").say(taunt("bob", "cid")).answer("cid", "angrily")
    played.say(SendOut(who="bob"), "H")
    assert [fact.reason for fact in played.facts(PromptLapsed)] == ["bob is not here any more"]
    assert [fact.who for fact in played.facts(Flipped)] == ["cid"]
    assert played.state.people["ann"].taunts == 1


def test_faces_may_come_with_the_answer_and_missing_ones_refuse_it() -> None:
    played = Played("ann", "bob").say(taunt("bob"))
    prompt = played.state.prompts[0].id
    assert played.refused(Answer(prompt=prompt, answer="angrily")).code == "faces_missing"
    assert played.refused(Answer(prompt=prompt, answer="calmly"), "H").code == "faces_left_over"
    played.answer("bob", "angrily", "H")


def test_the_options_list_what_is_legal_now_and_the_prompt_lists_nothing() -> None:
    played = Played("ann", "bob", "cid").say(taunt("bob", "cid"))
    assert listed_answers(played, "bob") == ["calmly", "angrily"]
    for _ in range(2):
        played.say(Interject(actor="bob", target="cid")).answer("cid", "calmly")
    [opened] = [prompt for prompt in played.state.prompts if prompt.to == "bob"]
    assert opened.version < played.state.version
    assert listed_answers(played, "bob") == ["calmly"]
    [seen] = [prompt for prompt in view_state(QUARREL, played.state, SPECTATOR).prompts if prompt.to == "bob"]
    assert seen == opened
    assert "forms" not in as_stored(seen)


def test_sealed_answers_are_their_givers_secret() -> None:
    played = Played("ann", "bob").say(Council()).answer("bob", "aye")
    commanded, answered = played.batch[0], played.batch[1]
    assert isinstance(commanded.event, Commanded)
    assert isinstance(answered.event, Answered)
    assert (commanded.event.command.get("answer"), commanded.event.secret, commanded.audience) == (
        None,
        {"answer": "aye"},
        "bob",
    )
    assert (answered.event.answer, answered.event.secret, answered.audience) == (None, "aye", "bob")
    played.answer("ann", "nay").say(Count())
    assert played.facts(Counted) == [Counted(votes={"ann": "nay", "bob": "aye"})]


def test_what_is_hidden_of_a_prompt_is_the_narrators() -> None:
    played = Played("ann", "bob").say(Council(called=False)).answer("ann", "ask:bob")
    asked = next(one for one in played.batch if isinstance(one.event, Prompted))
    assert isinstance(asked.event, Prompted)
    assert (asked.event.about, asked.event.hidden, asked.audience) == (
        {"in": "council"},
        {"called_by": "ann"},
        "narrator",
    )
    assert asked.event.visible_about == {"called_by": "ann", "in": "council"}
    mine, shown = (QUARREL.seen_by(played.state, speaker).prompts[-1] for speaker in (NARRATOR, SPECTATOR))
    assert (mine.about, mine.hidden) == ({"called_by": "ann", "in": "council"}, ("called_by",))
    assert (shown.about, shown.hidden) == ({"in": "council"}, ())
    assert played.state.waiting[-1].questions[mine.id].about == mine.about


def test_a_replaceable_answer_may_be_thought_over_until_time_is_called() -> None:
    played = Played("ann", "bob").say(Council()).answer("bob", "aye").answer("ann", "aye").answer("bob", "nay")
    assert not played.facts(Resumed), "all have answered, and still it waits"
    assert played.refused(Taunt(actor="ann", targets=("bob",))).rule == "QUARREL-5"
    played.say(Count())
    assert played.facts(Counted) == [Counted(votes={"ann": "aye", "bob": "nay"})]
    assert played.refused(Count()).rule == "QUARREL-2"


def test_without_a_call_a_group_is_settled_by_its_last_answer() -> None:
    played = Played("ann", "bob").say(Council(called=False)).answer("bob", "aye").answer("bob", "nay")
    assert not played.facts(Resumed)
    played.answer("ann", "aye")
    assert played.facts(Counted) == [Counted(votes={"ann": "aye", "bob": "nay"})]


def test_who_has_not_answered_when_time_is_called_is_passed_over() -> None:
    played = Played("ann", "bob").say(Council()).answer("bob", "aye").say(Count())
    assert [fact.reason for fact in played.facts(PromptLapsed)] == ["the votes are counted"]
    assert played.facts(Counted) == [Counted(votes={"bob": "aye"})]


def test_standing_answers_fill_a_called_group_and_may_be_thought_over() -> None:
    played = Played("ann", "bob").say(SetPolicy(of="ann", kind="vote", answer="aye")).say(Council())
    assert played.asked() == [("ann", "vote"), ("bob", "vote")]
    played.say(Count())
    assert played.facts(Counted) == [Counted(votes={"ann": "aye"})]


def test_an_answer_may_call_upon_somebody_else_who_joins_the_group() -> None:
    played = Played("ann", "bob").say(Council(called=False)).answer("ann", "ask:bob")
    first, joined = [prompt.id for prompt in played.state.prompts if prompt.to == "bob"]
    played.say(Answer(prompt=first, answer="nay"))
    assert not played.facts(Resumed), "who joined has to answer too"
    played.say(Answer(prompt=joined, answer="aye"))
    assert played.facts(Counted) == [Counted(votes={"ann": "ask:bob", "bob": "aye"})]


def test_a_question_that_comes_up_while_others_are_asked_is_asked_with_them() -> None:
    played = Played("ann", "bob").say(SetPolicy(of="ann", kind="vote", answer="ask:bob")).say(Council(called=False))
    assert played.asked() == [("bob", "vote"), ("bob", "vote")]


def test_an_answer_may_make_another_question_needless() -> None:
    played = Played("ann", "bob").say(Council(called=False)).answer("ann", "hush:bob")
    assert played.facts(Counted) == [Counted(votes={"ann": "hush:bob"})]


def test_a_decision_that_cuts_into_another_is_settled_first() -> None:
    played = Played("ann", "bob", "cid").say(Council())
    played.say(Interject(actor="cid", target="bob"))
    assert len(played.state.waiting) == 2
    played.answer("ann", "aye").answer("bob", "angrily", "T")
    assert played.asked()[-1] == ("bob", "spend_luck")
    played.answer("bob", "no")
    assert played.facts(Tired) == [Tired(who="cid")]
    assert [group.called for group in played.state.waiting] == [True]
    played.say(Count())
    assert played.facts(Counted) == [Counted(votes={"ann": "aye"})]


def test_a_group_continues_as_soon_as_it_is_answered_whatever_is_open_besides() -> None:
    played = Played("ann", "bob", "cid").say(taunt("bob")).say(Interject(actor="cid", target="ann"))
    assert len(played.state.waiting) == 2
    played.answer("bob", "angrily", "H")
    assert played.facts(Scored) == [Scored(who="bob", points=1)]
    assert played.facts(Tired) == [Tired(who="ann")]
    assert played.asked() == [("ann", "take_it")]
    played.answer("ann", "calmly")
    assert played.facts(Tired) == [Tired(who="cid")]
    assert not played.state.waiting


def test_a_group_whose_prompts_lapse_continues_under_a_newer_one() -> None:
    played = Played("ann", "bob", "cid").say(taunt("bob")).say(Interject(actor="cid", target="ann"))
    played.say(SendOut(who="bob"))
    assert played.facts(Tired) == [Tired(who="ann")]
    assert played.asked() == [("ann", "take_it")]


def test_of_two_groups_that_are_settled_at_once_the_newer_continues_first() -> None:
    played = Played("ann", "bob", "cid").say(taunt("bob")).say(Interject(actor="cid", target="bob"))
    played.say(SendOut(who="bob"))
    assert played.facts(Tired) == [Tired(who="cid"), Tired(who="ann")]


def test_a_question_that_an_answer_brings_joins_the_group_of_that_answer() -> None:
    played = Played("ann", "bob", "cid").say(Council(called=False)).say(Interject(actor="cid", target="ann"))
    [votes, taunted] = played.state.waiting
    first = next(prompt for prompt in played.state.prompts if (prompt.to, prompt.kind) == ("ann", "vote"))
    played.say(Answer(prompt=first.id, answer="ask:bob"))
    assert [len(group.questions) for group in played.state.waiting] == [len(votes.questions) + 1, 1]
    assert taunted == played.state.waiting[-1]


@pytest.mark.parametrize(("breaths", "batches"), [(1, 1), (399, 1), (400, 2), (796, 2), (797, 3), (1600, 5)])
def test_a_decision_of_many_facts_pauses_and_goes_on_where_it_stopped(breaths: int, batches: int) -> None:
    """Each batch holds 400 facts at most and the prompt; one that ends with the last stage does not pause."""
    played = Played("ann", "bob").say(Grumble(actor="ann", breaths=breaths))
    sizes = [len(played.batch)]
    while played.state.prompts:
        [prompt] = played.state.prompts
        assert (prompt.kind, prompt.to, listed_answers(played, "narrator")) == ("go_on", "narrator", ["go_on"])
        played.say(Answer(prompt=prompt.id, answer="go_on"))
        sizes.append(len(played.batch))
    assert (len(sizes), played.state.people["ann"].taunts) == (batches, breaths)
    assert all(size == 401 for size in sizes[:-1])
    assert sizes[-1] <= 400


def test_a_pause_ends_the_batch_whatever_is_sent_along_or_stands_and_is_the_narrators() -> None:
    sent = (SentAnswer(kind="go_on", answer="go_on"),)
    played = Played("ann", "bob").say(Grumble(actor="ann", breaths=500, answers=sent))
    assert [fact.kind for fact in played.facts(AnswerUnused)] == ["go_on"]
    assert played.asked() == [("narrator", "go_on")]
    [prompt] = played.state.prompts
    answer = Answer(prompt=prompt.id, answer="go_on")
    assert played.refused(answer, speaker=Speaker("player", ("ann",))).code == "not_yours"
    assert played.refused(SetPolicy(of="narrator", kind="go_on", answer="go_on")).code == "invalid"


def test_closing_withdraws_what_is_open() -> None:
    played = Played("ann", "bob").say(taunt("bob")).say(Close())
    assert played.state.prompts == ()
    assert played.state.waiting == ()


def test_nothing_follows_on_the_close_not_even_an_answer_that_nobody_asked_for() -> None:
    unasked = (SentAnswer(kind="spend_luck", answer="yes"),)
    played = Played("ann", "bob").say(Close(answers=unasked))
    assert [type(event) for event in _all_events(played)][-2:] == [AnswerUnused, EncounterClosed]


def test_nothing_falls_due_any_more_once_it_is_closed() -> None:
    def tire(decision: Decision[Quarrel]) -> None:
        decision.record(Tired(who="ann"))

    tiring = replace(QUARREL, settle=tire)
    state, last = Played("ann", "bob").state, {Note(text="late"): Tired, Close(): EncounterClosed}
    for command, kind in last.items():
        decision = decide(tiring, state, command, NARRATOR, Supplied([]), secrets=SeedMaterial())
        assert not isinstance(decision, Refusal), decision
        assert isinstance(decision.events[-1].event, kind)


PEOPLE = ("ann", "bob", "cid")
MOVES = some.lists(some.tuples(some.integers(0, 5), some.sampled_from(PEOPLE), some.integers(0, 9)), max_size=25)


@settings(max_examples=60)
@given(MOVES)
def test_whatever_happens_each_taunt_tires_once_and_each_anger_has_one_coin(moves: list[tuple[int, str, int]]) -> None:
    """Random taunts, interjections, answers and exits; ``say`` compares live and replayed state after each."""
    played = Played(*PEOPLE)
    for move, who, number in moves:
        others = tuple(other for other in PEOPLE if other != who)
        prompts = played.state.prompts
        choice = prompts[number % len(prompts)] if prompts else None
        command: Command
        match move, choice:
            case 0, _:
                command = Taunt(actor=who, targets=others)
            case 1, _:
                command = Interject(actor=who, target=others[number % 2])
            case 2, _:
                command = SendOut(who=who) if number == 0 else Council(called=number < 5)
            case 3, _:
                command = Count()
            case _, None:
                continue
            case _, prompt:
                answers = listed_answers(played, prompt.to)
                command = Answer(prompt=prompt.id, answer=answers[number % len(answers)])
        for faces in ((), ("T",), ("T", "H"), ("T", "T", "H")):
            if not isinstance(played.decided(command, *faces), Refusal):
                played.say(command, *faces)
                break
        state = played.state
        for group in state.waiting:
            still_open = [name for name in group.questions if name not in state.answers and state.prompt(name)]
            assert group.called or still_open, "a group that waits for nothing has to continue"
    facts = _all_events(played)
    begun = sum(isinstance(f, Commanded) and f.command["type"] in {"quarrel.taunt", "quarrel.interject"} for f in facts)
    pending = sum(group.reply.stage != "quarrel.voted" for group in played.state.waiting)
    assert sum(isinstance(fact, Tired) for fact in facts) == begun - pending
    angry = sum(isinstance(fact, Answered) and fact.answer == "angrily" for fact in facts)
    coins = sum(isinstance(fact, Flipped) for fact in facts)
    still = sum(answer == "angrily" for answer in played.state.answers.values())
    due = sum(frame.stage == "quarrel.fall" for group in played.state.waiting for frame in group.agenda)
    assert coins + still + due <= angry
    assert (
        sum(isinstance(fact, Scored) for fact in facts)
        + sum(group.reply.stage == "quarrel.spent" for group in played.state.waiting)
        == coins
    )


def test_a_refusal_and_the_story_name_the_narrator_as_one_does() -> None:
    prompt = Prompt("prompt-1-1", "vote", "narrator", {})
    assert answer_first(Quarrel(), QUARREL.prompts, prompt) == "First the narrator has to decide about “vote”."
    veiled = Prompt("prompt-1-1", "vote", "narrator", {}, veiled=True)
    assert answer_first(Quarrel(), QUARREL.prompts, veiled) == "First the narrator has to answer."
    policy = PolicySet(of="narrator", kind="vote", answer="ask")
    assert QUARREL.sentences[PolicySet](policy, {}) == "The narrator wants to be asked about “vote”."


def test_a_stage_that_does_not_say_so_cannot_draw() -> None:
    silent = stage("quarrel.silent", Duel)(fall.run)
    decision = Decision(QUARREL, Played("ann", "bob").state, NARRATOR, Supplied(["H"]))
    decision.next(silent, Duel("ann"))
    with pytest.raises(RuntimeError, match=r"quarrel\.silent draws"):
        decision.run()
    assert not decision.drawn


def test_a_reply_draws_for_itself_and_not_for_the_stage_that_it_runs_in() -> None:
    @reply("quarrel.tossed", Duel, draws=True)
    def tossed(decision: Decision[Quarrel], duel: Duel, given: Any) -> None:
        decision.record(Flipped(who=duel.actor, draw=decision.toss(duel.actor, "temper", 1)))

    @stage("quarrel.leading", Duel)
    def leading(decision: Decision[Quarrel], duel: Duel) -> None:
        decision.enter(tossed.continuation(duel), None)

    @stage("quarrel.leading_on", Duel)
    def leading_on(decision: Decision[Quarrel], duel: Duel) -> None:
        decision.enter(tossed.continuation(duel), None)
        decision.toss(duel.actor, "temper", 1)

    ruleset = replace(QUARREL, chapters=(*QUARREL.chapters, Chapter(stages=(tossed, leading, leading_on))))
    state = Played("ann", "bob").state
    decision = Decision(ruleset, state, NARRATOR, Supplied(["H"]))
    decision.next(leading, Duel("ann"))
    decision.run()
    assert [type(recorded.event) for recorded in decision.recorded] == [Flipped]
    decision = Decision(ruleset, state, NARRATOR, Supplied(["H", "H"]))
    decision.next(leading_on, Duel("ann"))
    with pytest.raises(RuntimeError, match=r"quarrel\.leading_on draws"):
        decision.run()


def test_what_follows_at_the_end_of_a_command_may_draw_after_a_stage_that_does_not() -> None:
    def toss_once(decision: Decision[Quarrel]) -> None:
        if not decision.drawn:
            decision.record(Flipped(who="ann", draw=decision.toss("ann", "temper", 1)))

    decision = Decision(replace(QUARREL, settle=toss_once), Played("ann", "bob").state, NARRATOR, Supplied(["H"]))
    decision.next(tire, Duel("ann"))
    decision.run()
    assert [type(recorded.event) for recorded in decision.recorded] == [Tired, Flipped]
