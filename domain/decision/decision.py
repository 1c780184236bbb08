"""The decision in progress, which handlers and stages read, ask and record through.

``Decision`` holds the speaker, the state after every event recorded so far, the source of chance, and the events
recorded so far. It also carries the one mechanism by which the choices of others interrupt a command. ``ask`` takes the
answer sent with the command, then the only possible answer, then the standing policy. If there is no policy either, it
opens a prompt that stores the agenda, and the last answer continues the decision from there.

Prompts asked together form a group. While a group is open, a ruling or the consequence of an answer may add prompts to
it (``ask_also``), withdraw some (``withdraw``) or end the wait (``close_group``). A command that the rules allow
meanwhile may open a group of its own. Each group continues as soon as nothing of it is open, whichever others are; of
several the newest continues first. Prompts that need no answer any more lapse.

A decision that causes many facts pauses: once its batch is full, the narrator is asked to continue before the next
stage that is ``pausable``, and the rest of the agenda waits with that prompt. So a command that concerns everybody at
once fits into batches that the store takes.
"""

from typing import Any, Final, TypeVar

import msgspec

from domain.chance.draws import Chance
from domain.chance.seeds import SeedMaterial
from domain.core.commands import SentAnswer
from domain.core.events import Answered, AnswerUnused, Prompted, PromptLapsed, Resumed
from domain.decision.agenda import Agenda, Rules
from domain.decision.prompts import GO_ON, PromptKind
from domain.decision.stages import CONTINUED, NoData, Stage
from domain.model.encounter import NARRATOR_ID, UNTOLD, Encounter, Prompt, Question, Waiting, prompt_id
from domain.model.event import Json
from domain.model.refusal import Refused, at_field, refuse
from domain.model.speaker import SPECTATOR, Speaker
from domain.model.suggestions import instead

S = TypeVar("S", bound=Encounter)
T = TypeVar("T", bound=msgspec.Struct)
FULL_BATCH: Final = 400
"""A batch with this number of facts ends before the next pausable stage; the store accepts 500."""
LONG_BATCH: Final = 250
"""Number of events of one command from which standing answers are no longer used, unless a ruleset overrides it."""


class PromptResult(msgspec.Struct, frozen=True):
    """The result of one prompt of a group: the typed answer, or None if the prompt lapsed."""

    kind: str
    to: str
    about: dict[str, Any]
    answer: Any


class ResolvedAnswer(msgspec.Struct, frozen=True):
    """An answer that the rules accept: its source ``how``, as given, and typed."""

    how: str
    answer: Json
    typed: Any


class Decision(Agenda[S]):
    """The working context of one command, which handlers and stages receive.

    They read ``state`` and call ``record``, ``toss``, ``roll``, ``draw``, ``next`` and, as their last act, ``ask``;
    ``secrets`` and ``past`` serve the commands that open, branch, close and rewind. A ``replayed`` command was
    accepted before.
    """

    def __init__(
        self,
        ruleset: Rules[S],
        state: S,
        speaker: Speaker,
        chance: Chance,
        *,
        secrets: SeedMaterial | None = None,
        past: S | None = None,
        replayed: bool = False,
    ) -> None:
        super().__init__(ruleset, state, speaker, chance)
        self.replayed = replayed
        self.secrets = secrets or SeedMaterial()
        self.past = past
        self._along: tuple[SentAnswer, ...] = ()
        self._sent: list[SentAnswer] = []
        self._asking: list[Question] | None = None
        self._called: tuple[str, ...] = ()
        self._taking: str | None = None

    def run(self) -> None:
        """Run all stages on the agenda, then resume settled groups, newest first, or run the ruleset's ``settle``.

        Returns when only open prompts are left, when nothing is left, or when the encounter is closed.
        """
        state, agenda = self.state, self._agenda
        while state.status == "open":
            if agenda:
                if agenda[-1][0].pausable and len(self.recorded) >= FULL_BATCH:
                    self.pause()
                    continue
                stage, data, self.cause = agenda.pop()
                self._running = stage
                stage.run(self, data)
            elif state.waiting:
                if not self.resume_group():
                    return
            else:
                self._running = None
                self.ruleset.settle(self)
                if not agenda:
                    return

    @property
    def full(self) -> bool:
        """True if the batch is full, so that the decision pauses before the next pausable stage."""
        return len(self.recorded) >= FULL_BATCH

    def pause(self) -> None:
        """Open a prompt of the narrator that stores the rest of the agenda, and so end the batch.

        It opens even if its answer was sent with the command.
        """
        question = Question(GO_ON.name, NARRATOR_ID)
        prompt = self._prompt(prompt_id(self.next_lineage_version, 1), question)
        self._suspend({prompt.id: question}, [prompt], {}, CONTINUED, NoData())

    # Answers that come with the command

    def preload_answers(self, answers: tuple[SentAnswer, ...]) -> None:
        """Keep the answers sent with the command, after checking their kind, speaker and type."""
        for place, sent in enumerate(answers):
            field = f"command.answers[{place}]"
            if sent.kind not in self.ruleset.prompts:
                refuse(
                    None,
                    f"There is no kind of prompt “{sent.kind}”; {instead(sent.kind, sorted(self.ruleset.prompts))}",
                    code="invalid",
                    field=field,
                )
            kind = self.ruleset.prompts[sent.kind]
            if sent.to is not None:
                self._require_voice(sent.to, field)
                if kind.narrator_only and sent.to != NARRATOR_ID:
                    detail = f"Only the narrator is asked {kind.question}; send the answer without `to`."
                    refuse(None, detail, code="invalid", field=f"{field}.to")
            kind.parse(sent.answer, f"{field}.answer")
        self._along = answers
        self._sent = list(answers)

    @property
    def answers_left(self) -> bool:
        """True if answers came with the command that no prompt has asked for yet."""
        return bool(self._sent)

    def finish(self) -> None:
        """End the decision: record unused answers, and refuse if supplied faces are left over."""
        self.record_unused_answers()
        self.chance.finish()

    def record_unused_answers(self) -> None:
        """Record the answers sent with the command that no prompt asked for."""
        if self._sent:
            commanded = self.state.lineage_version - len(self.recorded) + 1
            for sent in self._sent:
                self._unused(sent, cause=commanded)
            self._sent = []

    def _unused(self, sent: SentAnswer, *, cause: int | None = None) -> None:
        """Record an answer that was not used.

        Others do not see the kind of the narrator's sealed answers: that of a veiled prompt could be inferred from it.
        """
        kind = self.ruleset.prompts[sent.kind]
        if kind.sealed:
            shown, veiled = (UNTOLD, sent.kind) if kind.narrator_only else (sent.kind, "")
            event = AnswerUnused(kind=shown, to=sent.to, answer=None, secret=sent.answer, veiled=veiled)
            audience = sent.to or NARRATOR_ID
            self.record(event, cause=cause, audience=audience)
        else:
            self.record(AnswerUnused(kind=sent.kind, to=sent.to, answer=sent.answer), cause=cause)

    def _require_voice(self, to: str, field: str) -> None:
        if not self.speaker.speaks_for(to):
            whom = "the narrator" if to == NARRATOR_ID else to
            refuse(None, f"{self.speaker} may not answer for {whom}.", code="not_yours", field=field)

    # Questions

    def ask(self, question: Question, then: Stage[T], data: T) -> None:
        """Ask one question; ``then`` receives its answer, now or later. Must be the last act of the asking stage."""
        self._put((question,), then, data, single=True)

    def ask_all(self, questions: tuple[Question, ...], then: Stage[T], data: T, *, called: bool = False) -> None:
        """Ask several questions at once; ``then`` receives a ``PromptResult`` for each, in the order of asking.

        With ``called`` every question opens a prompt, even if its answer is known, and the group stays open until
        ``close_group``. Replaceable answers can be changed until then.
        """
        if not (called and questions):
            self._put(questions, then, data, single=False)
            return
        version = self.next_lineage_version
        prompts = [self._prompt(prompt_id(version, place), question) for place, question in enumerate(questions, 1)]
        asked = {prompt.id: question for prompt, question in zip(prompts, questions, strict=True)}
        found = [self._answer_at_hand(prompt, question) for prompt, question in zip(prompts, questions, strict=True)]
        self._suspend(asked, prompts, {}, then, data, called=True)
        for prompt, at_hand in zip(prompts, found, strict=True):
            if at_hand is not None:
                self._take(prompt, at_hand)

    def ask_also(self, question: Question) -> None:
        """Add a question to the group being asked, to that of the answer being taken, or else to the newest."""
        if self._asking is not None:
            self._asking.append(question)
            return
        prompt = self._prompt(prompt_id(self.next_lineage_version, 1), question)
        at_hand = self._answer_at_hand(prompt, question)
        waiting = self.state.waiting
        joined = next((group for group in waiting if self._taking in group.questions), waiting[-1])
        self._open(prompt, joins=joined.name)
        if at_hand is not None:
            self._take(prompt, at_hand)

    def withdraw(self, prompt_id: str, reason: str) -> None:
        """Close an open prompt that no longer needs an answer."""
        self.record(PromptLapsed(prompt=prompt_id, reason=reason))

    def close_group(self, reason: str) -> None:
        """End the newest group: open prompts lapse, and its decision resumes when the agenda is empty."""
        newest = self.state.waiting[-1]
        for name in newest.questions:
            if self._is_open(name):
                self.withdraw(name, reason)
        self._called = (*self._called, newest.name)

    def _put(self, questions: tuple[Question, ...], then: Stage[T], data: T, *, single: bool) -> None:
        """Open prompts for the questions without a known answer; if there are none, run the reply at once."""
        moment = self.next_lineage_version
        asked: dict[str, Question] = {}
        answers: dict[str, Json] = {}
        results: list[PromptResult] = []
        unanswered: list[Prompt] = []
        self._asking = list(questions)
        while self._asking:
            question = self._asking.pop(0)
            prompt = self._prompt(prompt_id(moment, len(asked) + 1), question)
            asked[prompt.id] = question
            at_hand = self._answer_at_hand(prompt, question)
            if at_hand is None:
                unanswered.append(prompt)
            else:
                answers[prompt.id] = at_hand.answer
                results.append(PromptResult(question.kind, question.to, question.about, at_hand.typed))
                self._take(prompt, at_hand)
        self._asking = None
        if unanswered:
            self._suspend(asked, unanswered, answers, then, data, single=single)
        else:
            self._reply(then, data, results[0].answer if single else tuple(results))

    def _suspend(
        self,
        asked: dict[str, Question],
        unanswered: list[Prompt],
        answers: dict[str, Json],
        then: Stage[T],
        data: T,
        *,
        single: bool = False,
        called: bool = False,
    ) -> None:
        """Open the prompts without an answer; the last one carries the suspended decision."""
        cause = self.cause or 0
        waiting = Waiting(then.frame(data, cause), self.suspend(), asked, answers, single, called)
        for prompt in unanswered:
            self._open(prompt, waiting=waiting if prompt is unanswered[-1] else None)

    def _answer_at_hand(self, prompt: Prompt, question: Question) -> ResolvedAnswer | None:
        """Return an answer that needs no prompt, or None: sent with the command, the only legal one, or by policy.

        Before the first draw, an illegal answer that was sent refuses the whole command.
        """
        kind = self.ruleset.prompts[prompt.kind]
        sent = next((sent for sent in self._sent if self._serves(sent, question)), None) if self._sent else None
        if sent is not None:
            self._sent.remove(sent)
            field = f"command.answers[{self._along.index(sent)}].answer"
            try:
                with at_field("answer", field):
                    return self._passed(kind, "sent", prompt, sent.answer, field)
            except Refused:
                if not self.drawn:
                    raise
                self._unused(sent)
        only = kind.only(self.state, prompt)
        if only is not None:
            return ResolvedAnswer("only", only, kind.parse(only, None))
        return self._standing(kind, prompt, question.policy_of or question.to)

    def _standing(self, kind: PromptKind[S], prompt: Prompt, owner: str) -> ResolvedAnswer | None:
        """Return the answer by policy if there is one and it is legal, else None."""
        if len(self.recorded) >= self.ruleset.long_batch:
            return None
        try:
            policy = kind.policy(self.state, prompt, owner)
            return None if policy is None else self._passed(kind, "policy", prompt, policy, None)
        except Refused:
            return None

    def _serves(self, sent: SentAnswer, question: Question) -> bool:
        """Return whether an answer was sent for this question; without ``to``, for anyone the speaker speaks for."""
        if sent.kind != question.kind:
            return False
        return sent.to == question.to if sent.to is not None else self.speaker.speaks_for(question.to)

    def _passed(self, kind: PromptKind[S], how: str, prompt: Prompt, answer: Json, field: str | None) -> ResolvedAnswer:
        """Return the typed answer. Refuses an answer of the wrong type or one that the rules forbid here."""
        typed = kind.parse(answer, field)
        check = kind.check_policy_answer if how == "policy" and kind.check_policy_answer is not None else kind.check
        check(self.state, prompt, typed)
        return ResolvedAnswer(how, answer, typed)

    def _take(self, prompt: Prompt, given: ResolvedAnswer) -> None:
        """Record an answer and apply its immediate effect."""
        kind = self.ruleset.prompts[prompt.kind]
        prompt_id = None if self.state.prompt(prompt.id) is None else prompt.id
        if given.how != "only" or prompt_id is not None:
            shown, secret = (None, given.answer) if kind.sealed else (given.answer, None)
            if prompt.veiled:
                event = Answered(
                    kind=UNTOLD,
                    to=prompt.to,
                    by=given.how,
                    answer=shown,
                    prompt=prompt_id,
                    secret=secret,
                    veiled=prompt.kind,
                )
            else:
                event = Answered(
                    kind=prompt.kind, to=prompt.to, by=given.how, answer=shown, prompt=prompt_id, secret=secret
                )
            self.cause = self.record(event, audience=prompt.to if kind.sealed else "all")
        outer, self._taking = self._taking, prompt.id
        kind.on_answer(self, prompt, given.typed)
        self._taking = outer

    def _open(self, prompt: Prompt, *, waiting: Waiting | None = None, joins: str | None = None) -> None:
        """Record a prompt. The last of a group carries ``waiting``; one added later names its group in ``joins``."""
        kind = self.ruleset.prompts[prompt.kind]
        seen = prompt.seen_by(SPECTATOR)
        event = Prompted(
            id=prompt.id,
            kind=seen.kind,
            to=prompt.to,
            about=seen.about,
            sealed=kind.sealed,
            replaceable=kind.replaceable,
            waiting=waiting,
            joins=joins,
            hidden={name: prompt.about[name] for name in prompt.hidden},
            veiled=prompt.kind if prompt.veiled else "",
        )
        # All prompts to the owner of a secret sheet have a private part, though it may be empty.
        is_public = waiting is None and seen is prompt and prompt.to not in self.state.secret_sheets
        self.record(event, audience="all" if is_public else "narrator")

    # Answers to open prompts

    def answer(self, prompt: Prompt, answer: Any) -> None:
        """Accept the answer to an open prompt. The last answer of a group resumes the suspended decision."""
        self._require_voice(prompt.to, "command.prompt")
        with at_field("answer", "command.answer"):
            given = self._passed(self.ruleset.prompts[prompt.kind], "prompt", prompt, answer, "command.answer")
        self._take(prompt, given)

    def answer_by_policy(self, prompt: Prompt) -> bool:
        """Answer an open prompt by its owner's new policy. Return whether there was a legal answer."""
        found = self._standing(self.ruleset.prompts[prompt.kind], prompt, prompt.to)
        if found is not None:
            self._take(prompt, found)
        return found is not None

    def resume_group(self) -> bool:
        """Let moot prompts lapse, and resume the newest settled group. Return whether there was one."""
        for prompt in self.state.prompts:
            reason = self.ruleset.prompts[prompt.kind].moot(self.state, prompt)
            if reason is not None:
                self.withdraw(prompt.id, reason)
        group = next(filter(self._is_settled, reversed(self.state.waiting)), None)
        if group is None:
            return False
        given = self._given(group.questions, {**group.answers, **self.state.answers})
        self.cause = self.record(Resumed(prompts=tuple(group.questions)))
        self.resume(group.agenda)
        reply = self.ruleset.stages[group.reply.stage]
        self._reply(reply, reply.thaw(group.reply), given[0].answer if group.single else given)
        return True

    def _is_settled(self, group: Waiting) -> bool:
        """Return whether a group waits neither for an answer nor to be closed."""
        if group.called and group.name not in self._called:
            return False
        return not any(map(self._is_open, group.questions))

    def _is_open(self, name: str) -> bool:
        return name not in self.state.answers and self.state.prompt(name) is not None

    def _given(self, questions: dict[str, Question], answers: dict[str, Json]) -> tuple[PromptResult, ...]:
        results = []
        for name, asked in questions.items():
            typed = self.ruleset.prompts[asked.kind].parse(answers[name], None) if name in answers else None
            results.append(PromptResult(asked.kind, asked.to, asked.about, typed))
        return tuple(results)

    def _prompt(self, name: str, question: Question) -> Prompt:
        """Return the prompt of a question; one to the owner of a secret sheet hides what comes from the sheet."""
        unseen = question.hidden
        if question.to in self.state.secret_sheets:
            unseen = (*unseen, *self.ruleset.prompts[question.kind].sheet_fields)
        if question.veiled:
            hidden = tuple(question.about)
            return Prompt(name, question.kind, question.to, question.about, hidden=hidden, veiled=True)
        hidden = tuple([name for name in question.about if name in unseen]) if unseen else ()
        return Prompt(name, question.kind, question.to, question.about, hidden=hidden)
