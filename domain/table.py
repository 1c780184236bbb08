"""The table that a decision sits at.

``Table`` holds the speaker, the state as it stands after every fact recorded so far, the chance that is drawn from,
and the events that grow. It also carries the one mechanism by which other people's choices interrupt a decision:
``ask`` takes the answer sent along, then the only possible one, then the standing policy; where there is none it opens
a prompt that stores the agenda, and the answer's own decision goes on from there.
"""

from typing import TYPE_CHECKING, Any, Generic, TypeVar

import msgspec

from domain.chance import Chance, Draw
from domain.core_commands import SentAnswer
from domain.core_events import Answered, AnswerUnused, Prompted, PromptLapsed, Resumed, RevealedSeed
from domain.encounter import Encounter, Frame, Prompt, Waiting
from domain.event import Event, Json, Recorded
from domain.refusal import Refused, refuse
from domain.speaker import Speaker
from domain.stages import Later, Stage

if TYPE_CHECKING:
    from domain.ruleset import PromptKind, Ruleset

S = TypeVar("S", bound=Encounter)
T = TypeVar("T", bound=msgspec.Struct)


class Question(msgspec.Struct, frozen=True):
    """A choice to put to somebody: its kind, who chooses, what it is about; ``policy_of`` if not of the one asked."""

    kind: str
    to: str
    about: dict[str, Json] = {}
    policy_of: str | None = None
    sealed: bool = False
    replaceable: bool = False


class Secrets(msgspec.Struct, frozen=True):
    """What the keeper of the seeds lends a decision: the hash of a fresh seed, and at the close the seeds themselves."""

    fresh_commitment: str = ""
    seeds: tuple[RevealedSeed, ...] = ()


class Table(Generic[S]):
    """Where a command is decided. Handlers and stages read ``state`` and call ``record``, ``toss``, ``ask``, ``next``."""

    def __init__(
        self,
        ruleset: "Ruleset[S]",
        state: S,
        speaker: Speaker,
        chance: Chance,
        *,
        secrets: Secrets | None = None,
        past: S | None = None,
    ) -> None:
        self.ruleset = ruleset
        self.state: S = state.fork()
        self.speaker = speaker
        self.chance = chance
        self.secrets = secrets or Secrets()
        self.past = past
        self.recorded: list[Recorded] = []
        self.cause: int | None = None
        self._sent: list[SentAnswer] = []
        self._agenda: list[tuple[Stage[Any], Any, int | None]] = []
        self._toss_version = 0
        self._toss_index = 0

    # Facts

    @property
    def next_version(self) -> int:
        return self.state.version + 1

    def record(self, event: Event, *, cause: int | None = None, audience: str = "all") -> int:
        """Write a fact down and fold it into the state; gives its version, for later facts to name as their cause."""
        self.ruleset.fold(self.state, event)
        self.recorded.append(Recorded(event, self.cause if cause is None else cause, audience))
        return self.state.version

    def toss(self, whom: str, what: str, count: int) -> Draw:
        """Toss coins for the event that is recorded next."""
        version = self.state.version + 1
        if version != self._toss_version:
            self._toss_version, self._toss_index = version, 0
        draw = self.chance.coins(whom, what, count, self.state.epoch, version, self._toss_index)
        self._toss_index += 1
        return draw

    # What is still to do

    def next(self, stage: Stage[T], data: T, *, cause: int | None = None) -> None:
        """Put a stage on the agenda, before everything that waits there; it follows from ``cause``."""
        self._agenda.append((stage, data, self.cause if cause is None else cause))

    def steps(self, *steps: tuple[Stage[Any], Any], cause: int | None = None) -> None:
        """Put several stages on the agenda, to run in the order given."""
        for stage, data in reversed(steps):
            self.next(stage, data, cause=cause)

    def enter(self, later: Later, outcome: object) -> None:
        """Run the reply that a stage was told to hand its outcome to."""
        stage = self.ruleset.stages[later.stage]
        data = later.data if isinstance(later.data, stage.data) else msgspec.convert(later.data, stage.data)
        stage.run(self, data, outcome)

    def run(self) -> None:
        """Work the agenda off until it is empty or a prompt is open; the ruleset settles what then falls due."""
        while self.state.waiting is None:
            if self._agenda:
                stage, data, self.cause = self._agenda.pop()
                stage.run(self, data)
            else:
                self.ruleset.settle(self)
                if not self._agenda:
                    return

    # Questions

    def take_along(self, answers: tuple[SentAnswer, ...]) -> None:
        """Keep the answers that came with the command, after checking that the speaker may give them."""
        for place, sent in enumerate(answers):
            field = f"answers[{place}]"
            if sent.kind not in self.ruleset.prompts:
                kinds = ", ".join(sorted(self.ruleset.prompts))
                refuse(None, f"There is no prompt {sent.kind!r}; the kinds are {kinds}.", code="invalid", field=field)
            if sent.to is not None and not self.speaker.speaks_for(sent.to):
                refuse(None, f"{self.speaker} may not answer for {sent.to}.", code="not_yours", field=field)
            self.ruleset.prompts[sent.kind].parse(sent.answer, f"{field}.answer")
        self._sent = list(answers)

    def ask(self, question: Question, then: Stage[T], data: T) -> None:
        """Put one question; ``then`` receives its answer, now or later. Nothing may follow in the asking stage."""
        self._put((question,), then, data, single=True)

    def ask_all(self, questions: tuple[Question, ...], then: Stage[T], data: T) -> None:
        """Put several questions at once; ``then`` receives the answers in the order of the questions."""
        self._put(questions, then, data, single=False)

    def _put(self, questions: tuple[Question, ...], then: Stage[T], data: T, *, single: bool) -> None:
        version = self.next_version
        asked = {f"prompt-{version}-{place}": question for place, question in enumerate(questions, 1)}
        answers: dict[str, Json] = {}
        for name, question in asked.items():
            answered = self._answer_at_hand(question)
            if answered is not None:
                how, answers[name] = answered
                self._record_answer(question, how, answers[name])
        if len(answers) < len(asked):
            self._open(asked, answers, then, data, single=single)
            return
        given = tuple(self.ruleset.prompts[asked[name].kind].parse(answers[name], None) for name in asked)
        then.run(self, data, given[0] if single else given)

    def _answer_at_hand(self, question: Question) -> tuple[str, Json] | None:
        kind = self.ruleset.prompts[question.kind]
        prompt = Prompt("", question.kind, question.to, question.about)
        for sent in self._sent:
            if sent.kind == question.kind and sent.to in (None, question.to):
                self._sent.remove(sent)
                if sent.to is None and not self.speaker.speaks_for(question.to):
                    refuse(None, f"{self.speaker} may not answer for {question.to}.", code="not_yours", field="answers")
                if not kind.after_draw:
                    kind.check(self.state, prompt, kind.parse(sent.answer, "answers"))
                    return "sent", sent.answer
                if _legal(kind, self.state, prompt, sent.answer):
                    return "sent", sent.answer
                self.record(AnswerUnused(sent.kind, sent.to, sent.answer))
                break
        only = kind.only(self.state, prompt)
        if only is not None:
            return "only", only
        policy = kind.policy(self.state, prompt, question.policy_of or question.to)
        if policy is not None and _legal(kind, self.state, prompt, policy):
            return "policy", policy
        return None

    def _record_answer(self, asked: Question | Prompt, how: str, answer: Json) -> None:
        prompt_id = asked.id if isinstance(asked, Prompt) else None
        if how == "only":
            return
        if asked.sealed:
            event = Answered(asked.kind, asked.to, how, None, prompt_id, answer)
            self.cause = self.record(event, audience=asked.to)
        else:
            self.cause = self.record(Answered(asked.kind, asked.to, how, answer, prompt_id))

    def _open(
        self, asked: dict[str, Question], answers: dict[str, Json], then: Stage[T], data: T, *, single: bool
    ) -> None:
        """Open a prompt for each question that has no answer yet; the last of them carries what waits."""
        cause = self.cause or 0
        agenda = tuple(stage.frame(later, because or 0) for stage, later, because in self._agenda)
        self._agenda.clear()
        kinds = {name: question.kind for name, question in asked.items()}
        waiting = Waiting(then.frame(data, cause), agenda, tuple(asked), kinds, answers, single)
        still_open = [name for name in asked if name not in answers]
        for name in still_open:
            question = asked[name]
            prompt = Prompt(name, question.kind, question.to, question.about)
            forms = tuple(self.ruleset.prompts[question.kind].forms(self.state, prompt))
            carried = waiting if name == still_open[-1] else None
            event = Prompted(
                name, prompt.kind, prompt.to, prompt.about, forms, question.sealed, question.replaceable, carried
            )
            self.record(event, cause=cause, audience="narrator" if carried else "all")

    def answer(self, prompt: Prompt, answer: Any) -> None:
        """Take the answer to an open prompt; when it is the last of its group the decision that waited goes on."""
        kind = self.ruleset.prompts[prompt.kind]
        if not self.speaker.speaks_for(prompt.to):
            refuse(None, f"{self.speaker} may not answer for {prompt.to}.", code="not_yours", field="prompt")
        kind.check(self.state, prompt, kind.parse(answer, "answer"))
        self._record_answer(prompt, "prompt", answer)
        self.go_on()

    def lapse(self) -> None:
        """After a ruling: let prompts that nobody has to answer any more lapse, and go on if none is left."""
        for prompt in self.state.prompts:
            reason = self.ruleset.prompts[prompt.kind].moot(self.state, prompt)
            if reason is not None:
                self.record(PromptLapsed(prompt.id, reason))
        self.go_on()

    def go_on(self) -> None:
        """Enter the reply that waits, once every prompt of its group is answered or has lapsed."""
        waiting = self.state.waiting
        if waiting is None or any(self._is_open(name) for name in waiting.prompts):
            return
        given = tuple(self._given(waiting, name) for name in waiting.prompts)
        self.cause = self.record(Resumed(waiting.prompts))
        self._agenda.extend((stage, stage.thaw(frame), frame.cause) for stage, frame in self._stored(waiting.agenda))
        reply = self.ruleset.stages[waiting.reply.stage]
        reply.run(self, reply.thaw(waiting.reply), given[0] if waiting.single else given)

    def _is_open(self, name: str) -> bool:
        return name not in self.state.answers and self.state.prompt(name) is not None

    def _given(self, waiting: Waiting, name: str) -> Any:
        """The answer to one prompt of the group, parsed; None where it lapsed."""
        for answers in (self.state.answers, waiting.answers):
            if name in answers:
                return self.ruleset.prompts[waiting.kinds[name]].parse(answers[name], "answer")
        return None

    def _stored(self, agenda: tuple[Frame, ...]) -> list[tuple[Stage[Any], Frame]]:
        return [(self.ruleset.stages[frame.stage], frame) for frame in agenda]

    def finish(self) -> None:
        """End the decision: answers that nobody asked for are recorded, supplied faces must be used up."""
        for sent in self._sent:
            self.record(AnswerUnused(sent.kind, sent.to, sent.answer), cause=self.state.version - len(self.recorded) + 1)
        self.chance.finish()


def _legal(kind: "PromptKind[S]", state: S, prompt: Prompt, answer: Json) -> bool:
    try:
        kind.check(state, prompt, kind.parse(answer, None))
    except Refused:
        return False
    return True
