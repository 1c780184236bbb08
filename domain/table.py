"""The table that a decision sits at.

``Table`` holds the speaker, the state as it stands after every fact recorded so far, the chance that is drawn from,
and the events that grow. It also carries the one mechanism by which other people's choices interrupt a decision:
``ask`` takes the answer sent along, then the only possible one, then the standing policy; where there is none it opens
a prompt that stores the agenda, and the decision of the last answer goes on from there.

Prompts that are asked together form a group. While a group is open a ruling, or what an answer brings with it, may add
prompts to it (``ask_also``), withdraw some (``withdraw``) or end the waiting (``call_time``); a command that the rules
allow meanwhile may open a group of its own, which is settled first. Prompts that nobody has to answer any more lapse.
"""

from typing import Any, TypeVar

import msgspec

from domain.agenda import Agenda, Rules
from domain.chance import Chance
from domain.core_commands import SentAnswer
from domain.core_events import Answered, AnswerUnused, Prompted, PromptLapsed, Resumed, RevealedSeed
from domain.encounter import NARRATOR_ID, Encounter, Prompt, Question, Waiting
from domain.event import Json
from domain.prompting import PromptKind
from domain.refusal import Refused, refuse
from domain.speaker import Speaker
from domain.stages import Stage

S = TypeVar("S", bound=Encounter)
T = TypeVar("T", bound=msgspec.Struct)


class Secrets(msgspec.Struct, frozen=True):
    """What the keeper of the seeds lends a decision: the hash of a fresh seed; at the close, the seeds themselves."""

    fresh_commitment: str = ""
    seeds: tuple[RevealedSeed, ...] = ()


class Given(msgspec.Struct, frozen=True):
    """What one prompt of a group came to: the typed answer of whoever was asked, None where the prompt lapsed."""

    kind: str
    to: str
    about: dict[str, Any]
    answer: Any


class Table(Agenda[S]):
    """Where a command is decided.

    Handlers and stages read ``state`` and call ``record``, ``toss``, ``next`` and, as their last act, ``ask``;
    ``secrets`` and ``past`` serve the commands that open, close and rewind.
    """

    def __init__(
        self,
        ruleset: Rules[S],
        state: S,
        speaker: Speaker,
        chance: Chance,
        *,
        secrets: Secrets | None = None,
        past: S | None = None,
    ) -> None:
        super().__init__(ruleset, state, speaker, chance)
        self.secrets = secrets or Secrets()
        self.past = past
        self._sent: list[SentAnswer] = []
        self._asking: list[Question] | None = None
        self._called: tuple[str, ...] = ()

    def run(self) -> None:
        """Work the agenda off. Then go on with what waited for answers, newest first, or let what falls due fall due.

        Ends when nothing is left to do but what waits for somebody's choice.
        """
        while True:
            if self._agenda:
                stage, data, self.cause = self._agenda.pop()
                stage.run(self, data)
            elif self.state.waiting:
                if not self.go_on():
                    return
            else:
                self.ruleset.settle(self)
                if not self._agenda:
                    return

    # Answers that come with the command

    def take_along(self, answers: tuple[SentAnswer, ...]) -> None:
        """Keep the answers that came with the command, after checking that the speaker may give them."""
        for place, sent in enumerate(answers):
            field = f"answers[{place}]"
            if sent.kind not in self.ruleset.prompts:
                kinds = ", ".join(sorted(self.ruleset.prompts))
                refuse(None, f"There is no prompt {sent.kind!r}; the kinds are {kinds}.", code="invalid", field=field)
            if sent.to is not None:
                self._require_voice(sent.to, field)
            self.ruleset.prompts[sent.kind].parse(sent.answer, f"{field}.answer")
        self._sent = list(answers)

    def finish(self) -> None:
        """End the decision: answers that nobody asked for are recorded, supplied faces must be used up."""
        self.lay_answers_aside()
        self.chance.finish()

    def lay_answers_aside(self) -> None:
        """Record the answers sent along that nobody has asked for; nobody will."""
        commanded = self.state.version - len(self.recorded) + 1
        for sent in self._sent:
            self._unused(sent, cause=commanded)
        self._sent = []

    def _unused(self, sent: SentAnswer, *, cause: int | None = None) -> None:
        if self.ruleset.prompts[sent.kind].sealed:
            event, audience = AnswerUnused(sent.kind, sent.to, None, sent.answer), sent.to or NARRATOR_ID
            self.record(event, cause=cause, audience=audience)
        else:
            self.record(AnswerUnused(sent.kind, sent.to, sent.answer), cause=cause)

    def _require_voice(self, to: str, field: str) -> None:
        if not self.speaker.speaks_for(to):
            refuse(None, f"{self.speaker} may not answer for {to}.", code="not_yours", field=field)

    # Questions

    def ask(self, question: Question, then: Stage[T], data: T) -> None:
        """Put one question; ``then`` receives its answer, now or later. Nothing may follow in the asking stage."""
        self._put((question,), then, data, single=True)

    def ask_all(self, questions: tuple[Question, ...], then: Stage[T], data: T, *, called: bool = False) -> None:
        """Put several questions at once; ``then`` receives a ``Given`` for each, in the order of asking.

        ``called`` opens a prompt for each of them, also where the answer is at hand, and keeps the group open until
        ``call_time`` ends it; so replaceable answers may be thought over till then.
        """
        if not (called and questions):
            self._put(questions, then, data, single=False)
            return
        asked = {f"prompt-{self.next_version}-{place}": question for place, question in enumerate(questions, 1)}
        at_hand = {name: self._answer_at_hand(name, question) for name, question in asked.items()}
        self._suspend(asked, {}, then, data, called=True)
        for name, answered in at_hand.items():
            if answered is not None:
                self._take(self._prompt(name, asked[name]), *answered)

    def ask_also(self, question: Question) -> None:
        """Add a question to the newest open group, or to the one that is being asked."""
        if self._asking is not None:
            self._asking.append(question)
            return
        name = f"prompt-{self.next_version}-1"
        answered = self._answer_at_hand(name, question)
        self._open(name, question, joins=self.state.waiting[-1].name)
        if answered is not None:
            self._take(self._prompt(name, question), *answered)

    def withdraw(self, prompt_id: str, reason: str) -> None:
        """Close an open prompt that nobody has to answer any more."""
        self.record(PromptLapsed(prompt_id, reason))

    def call_time(self, reason: str) -> None:
        """End the newest group: what is not answered lapses, and its decision goes on when this one has run dry."""
        newest = self.state.waiting[-1]
        for name in newest.questions:
            if self._is_open(name):
                self.withdraw(name, reason)
        self._called = (*self._called, newest.name)

    def _put(self, questions: tuple[Question, ...], then: Stage[T], data: T, *, single: bool) -> None:
        """Ask what has no answer at hand; if everything has one the reply follows at once."""
        version = self.next_version
        asked: dict[str, Question] = {}
        answers: dict[str, Json] = {}
        self._asking = list(questions)
        while self._asking:
            question = self._asking.pop(0)
            name = f"prompt-{version}-{len(asked) + 1}"
            asked[name] = question
            answered = self._answer_at_hand(name, question)
            if answered is not None:
                answers[name] = answered[1]
                self._take(self._prompt(name, question), *answered)
        self._asking = None
        if len(answers) < len(asked):
            self._suspend(asked, answers, then, data, single=single)
            return
        given = self._given(asked, answers)
        then.run(self, data, given[0].answer if single else given)

    def _suspend(
        self,
        asked: dict[str, Question],
        answers: dict[str, Json],
        then: Stage[T],
        data: T,
        *,
        single: bool = False,
        called: bool = False,
    ) -> None:
        """Open a prompt for each question without an answer; the last of them carries what waits."""
        cause = self.cause or 0
        waiting = Waiting(then.frame(data, cause), self.put_away(), asked, answers, single, called)
        still_open = [name for name in asked if name not in answers]
        for name in still_open:
            self._open(name, asked[name], waiting=waiting if name == still_open[-1] else None)

    def _prompt(self, name: str, question: Question) -> Prompt:
        return Prompt(name, question.kind, question.to, question.about)

    def _answer_at_hand(self, name: str, question: Question) -> tuple[str, Json] | None:
        """How the question is answered without asking, and the answer: sent along, the only one, by policy."""
        kind = self.ruleset.prompts[question.kind]
        prompt = self._prompt(name, question)
        sent = next((sent for sent in self._sent if self._serves(sent, question)), None)
        if sent is not None:
            self._sent.remove(sent)
            if self._passes(kind, prompt, sent.answer):
                return "sent", sent.answer
            self._unused(sent)
        only = kind.only(self.state, prompt)
        if only is not None:
            return "only", only
        policy = kind.policy(self.state, prompt, question.policy_of or question.to)
        if policy is not None and _legal(kind, self.state, prompt, policy):
            return "policy", policy
        return None

    def _serves(self, sent: SentAnswer, question: Question) -> bool:
        """Whether it was sent for this question; one that names nobody serves whomever the speaker speaks for."""
        if sent.kind != question.kind:
            return False
        return sent.to == question.to if sent.to is not None else self.speaker.speaks_for(question.to)

    def _passes(self, kind: PromptKind[S], prompt: Prompt, answer: Json) -> bool:
        """Whether an answer sent along is legal. Before the first draw an illegal one refuses the whole command."""
        if self.drawn:
            return _legal(kind, self.state, prompt, answer)
        kind.check(self.state, prompt, kind.parse(answer, "answers"))
        return True

    def _take(self, prompt: Prompt, how: str, answer: Json) -> None:
        """Record an answer, and what its kind brings with it at once."""
        kind = self.ruleset.prompts[prompt.kind]
        prompt_id = None if self.state.prompt(prompt.id) is None else prompt.id
        if how != "only" or prompt_id is not None:
            secret = answer if kind.sealed else None
            event = Answered(prompt.kind, prompt.to, how, None if kind.sealed else answer, prompt_id, secret)
            self.cause = self.record(event, audience=prompt.to if kind.sealed else "all")
        kind.taken(self, prompt, kind.parse(answer, None))

    def _open(self, name: str, question: Question, *, waiting: Waiting | None = None, joins: str | None = None) -> None:
        """Open a prompt; the last of a group carries what waits, a later one names the group that it joins."""
        kind = self.ruleset.prompts[question.kind]
        forms = tuple(kind.forms(self.state, self._prompt(name, question)))
        event = Prompted(
            name, question.kind, question.to, question.about, forms, kind.sealed, kind.replaceable, waiting, joins
        )
        self.record(event, audience="narrator" if waiting is not None else "all")

    # Answers to open prompts

    def answer(self, prompt: Prompt, answer: Any) -> None:
        """Take the answer to an open prompt; with the last of its group the decision that waited goes on."""
        kind = self.ruleset.prompts[prompt.kind]
        self._require_voice(prompt.to, "prompt")
        kind.check(self.state, prompt, kind.parse(answer, "answer"))
        self._take(prompt, "prompt", answer)

    def go_on(self) -> bool:
        """Let moot prompts lapse; enter the reply of the newest group if nothing of it is open any more."""
        for prompt in self.state.prompts:
            reason = self.ruleset.prompts[prompt.kind].moot(self.state, prompt)
            if reason is not None:
                self.withdraw(prompt.id, reason)
        newest = self.state.waiting[-1]
        if any(self._is_open(name) for name in newest.questions) or (newest.called and newest.name not in self._called):
            return False
        given = self._given(newest.questions, {**newest.answers, **self.state.answers})
        self.cause = self.record(Resumed(tuple(newest.questions)))
        self.take_up(newest.agenda)
        reply = self.ruleset.stages[newest.reply.stage]
        reply.run(self, reply.thaw(newest.reply), given[0].answer if newest.single else given)
        return True

    def _is_open(self, name: str) -> bool:
        return name not in self.state.answers and self.state.prompt(name) is not None

    def _given(self, questions: dict[str, Question], answers: dict[str, Json]) -> tuple[Given, ...]:
        def typed(name: str, kind: str) -> Any:
            return self.ruleset.prompts[kind].parse(answers[name], None) if name in answers else None

        return tuple([Given(q.kind, q.to, q.about, typed(name, q.kind)) for name, q in questions.items()])


def _legal(kind: PromptKind[S], state: S, prompt: Prompt, answer: Json) -> bool:
    try:
        kind.check(state, prompt, kind.parse(answer, None))
    except Refused:
        return False
    return True
