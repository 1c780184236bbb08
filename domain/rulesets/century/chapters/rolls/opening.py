"""One roll under a target number, stage by stage (CE-ROLL-12): every percentage throw of a combatant runs through here,
be it called Skill Roll, To-Hit Roll or Reaction Check (CE-ROLL-8).

``open_roll`` records the call and puts the first stage on the agenda; each stage runs the next as its last act.
The caller may name a reply that receives the outcome.
"""

from typing import Annotated, ClassVar, Final, Literal

from pydantic import TypeAdapter

from domain.core.commands import Answering
from domain.core.events import Answered
from domain.decision.decision import Decision
from domain.decision.prompts import Occasion, PromptKind
from domain.decision.stages import Continuation, reply, stage
from domain.decision.typed_answers import give_answer
from domain.fields.field import listed, looked_up
from domain.fields.sets import Labelled
from domain.fields.vocabulary import Vocabulary
from domain.model.encounter import NARRATOR_ID, Prompt, Question
from domain.model.event import Event, Json
from domain.model.refusal import require
from domain.ruleset.chapter import Chapter
from domain.rulesets.century.chapters.rolls.fate_points import is_over_before
from domain.rulesets.century.chapters.rolls.judging import audience
from domain.rulesets.century.chapters.rolls.open_rolls import RollCalled, Rolling, roll_of
from domain.rulesets.century.chapters.rolls.target_numbers import target_number, target_parts
from domain.rulesets.century.chapters.rolls.throwing import ask_fate_before, close_void
from domain.rulesets.century.parts import Key
from domain.rulesets.century.said import open_roll_key, way_called, way_key, ways_said
from domain.rulesets.century.state import Candidate, Fight, Roll
from domain.rulesets.century.state.changes import change_roll
from domain.text.phrases import Names, counted
from domain.text.sentences import Spoken
from domain.text.words import Words


class LadderWritten(Event, frozen=True, kw_only=True):
    """What the narrator has prepared to be learnt from a roll, degree by degree (CE-DEG-6); its own until learnt."""

    type: ClassVar[str] = "century.ladder_written"
    words = "Ladder written"
    example = {"roll": "roll-9", "texts": ["one", "two"]}
    private: ClassVar[frozenset[str]] = frozenset({"texts"})
    roll: str
    texts: Annotated[tuple[str, ...], Spoken(lambda texts, names: counted(len(texts), "thing"))] = ()

    def says(self) -> str:
        return "The roll can reveal up to {texts}." if self.texts else "The roll can reveal something."

    def evolve(self, fight: Fight) -> None:
        change_roll(fight, self.roll, ladder=self.texts)


class ApproachChosen(Event, frozen=True, kw_only=True):
    """Which of several candidates the roller uses (stage 2 of CE-ROLL-12)."""

    type: ClassVar[str] = "century.approach_chosen"
    words = "Way to roll chosen"
    says = ""
    example = {"roll": "roll-20", "combatant": "sam", "candidate": "main"}
    roll: str
    combatant: str
    candidate: str

    def evolve(self, fight: Fight) -> None:
        change_roll(fight, self.roll, chosen=self.candidate, stage="approached")


def open_roll(
    decision: Decision[Fight], call: RollCalled, *, ladder: tuple[str, ...] = (), then: Continuation | None = None
) -> None:
    """Stage 1: the call is on record; ``then`` receives the outcome, void where no die ever falls."""
    decision.cause = decision.record(call, audience=audience(call.hidden))
    if ladder:
        decision.record(LadderWritten(roll=call.roll, texts=ladder), audience=NARRATOR_ID)
    decision.next(choose_approach, Rolling(call.roll, then))


@stage("century.rolls.approach", Rolling, draws=True)
def choose_approach(decision: Decision[Fight], rolling: Rolling) -> None:
    """Of several candidates the roller picks one, knowing their target numbers, unless they are hidden (CE-SKILL-3)."""
    roll = roll_of(decision, rolling)
    if roll is None:
        return
    if roll.chosen is not None:
        ask_fate_before.run(decision, rolling)
        return
    fight = decision.state
    shown: list[Json] = [{"key": one.key, **_compared(fight, roll, one)} for one in roll.candidates]
    decision.ask(Question("approach", roll.combatant, {"roll": roll.id, "candidates": shown}), approach_chosen, rolling)


def _compared(fight: Fight, roll: Roll, one: Candidate) -> dict[str, Json]:
    """Return what its player compares a candidate by: nothing where the roll is hidden (CE-SKILL-4, CE-RUL-31)."""
    return {} if roll.hidden else {"base": one.base, "target": target_number(target_parts(fight, roll, one))}


@reply("century.rolls.approach_chosen", Rolling, draws=True)
def approach_chosen(decision: Decision[Fight], rolling: Rolling, answer: str | None) -> None:
    """The candidate holds for the whole roll; a roller that can no longer make it makes none (CE-ROLL-14)."""
    roll = roll_of(decision, rolling)
    if roll is not None and answer is None:
        close_void(decision, roll, rolling)
    elif roll is not None:
        decision.cause = decision.record(ApproachChosen(roll=roll.id, combatant=roll.combatant, candidate=answer or ""))
        ask_fate_before.run(decision, rolling)


def check_approach(fight: Fight, prompt: Prompt, answer: str) -> None:
    """Refuse an answer that is none of the candidates."""
    known = approaches(fight, prompt)
    require(answer in known, "CE-SKILL-3", f"There are the approaches {', '.join(known)}.", field="answer")


def approaches(fight: Fight, prompt: Prompt) -> tuple[str, ...]:
    """Return the keys of the candidates."""
    roll = fight.rolls.get(str(prompt.about["roll"]))
    return tuple([candidate.key for candidate in roll.candidates]) if roll is not None else ()


def _labelled_approaches(fight: Fight, prompt: Prompt) -> tuple[Labelled, ...]:
    """Return the keys of the candidates, with what those are."""
    roll = fight.rolls.get(str(prompt.about["roll"]))
    ways = {} if roll is None else ways_said(roll.candidates, hidden=roll.hidden)
    return tuple([Labelled(key, way) for key, way in ways.items()])


def standing_approach(fight: Fight, prompt: Prompt, owner: str) -> Json:
    """Return, for ``best``, the way with the highest target number (CE-SKILL-3, CE-REACT-5, CE-RUL-32)."""
    roll = fight.rolls.get(str(prompt.about["roll"]))
    if fight.policy(owner, prompt.kind) != "best" or roll is None:
        return None
    return max(roll.candidates, key=lambda one: target_number(target_parts(fight, roll, one))).key


APPROACHES: Final[Vocabulary[Fight]] = Vocabulary(
    "ways to make the roll",
    lambda view: {
        prompt.to: _labelled_approaches(view.state, prompt)
        for prompt in view.state.prompts
        if prompt.kind == "approach" and prompt.to in view.whose
    },
)


class AnswerApproach(Answering):
    """Choose the Skill or ability to roll with (CE-SKILL-3).

    Answers `approach`.
    """

    form = {"candidate": looked_up(APPROACHES, "actor")}
    answers_to = "approach"
    says = ()
    example = {"actor": "sam", "candidate": "detective"}
    words = Words(
        "Choose how to roll", "Use {candidate}", group="tests", prominence="main", fields={"candidate": "What to use"}
    )
    type: Literal["century.answer_approach"] = "century.answer_approach"
    candidate: Key

    def decide(self, decision: Decision[Fight]) -> None:
        give_answer(decision, "approach", self.actor, self.candidate, field="command.candidate")


def tells_approach(event: Answered, names: Names) -> str:
    """The Skill and abilities of the way that is chosen; where they are not known, the narrator's word for it."""
    way = str(event.given)
    if way == "best":
        return "uses what is best for each roll"
    known = names.get(way_key(names.get(open_roll_key(event.to), ""), way))
    return f"chooses {known or way_called(Candidate(way, 0))} for the roll"


APPROACH: PromptKind[Fight] = PromptKind(
    "approach",
    TypeAdapter(Key),
    check_approach,
    policy=standing_approach,
    moot=is_over_before,
    policy_type=TypeAdapter(Literal["best"]),
    sheet_fields=frozenset({"candidates"}),
    question="what to use for the roll",
    words="Way to roll",
    asks="has to say what to use for the roll",
    tells=tells_approach,
    fields=lambda fight, prompt: (listed(*_labelled_approaches(fight, prompt)),),
    occasion=Occasion("CE-ROLL-13", "of a roller with several ways to make the roll"),
)


OPENING: Chapter[Fight] = Chapter(
    commands=(AnswerApproach,),
    events=(LadderWritten, ApproachChosen),
    prompts=(APPROACH,),
    stages=(choose_approach, approach_chosen),
    labels={
        "answer.best": "Whatever is best",
    },
)
