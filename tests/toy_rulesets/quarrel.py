"""A small ruleset that consists of interruptions.

In a quarrel a person *taunts* others: each target chooses how to take it, a coin falls for each who is angry, and after
tails that target may spend luck. A *council* lets everyone vote secretly, and change the vote, until the votes are
*counted*; a vote may call upon another person to speak. A person who is *sent out* has no more choices. Each taunt
tires the taunter.
"""

from collections.abc import Callable, Iterable
from typing import Any, ClassVar, Literal

import msgspec
from msgspec.structs import replace
from pydantic import TypeAdapter

from domain.chance.draws import Draw
from domain.core.commands import Acting, Command, Join, StrictModel
from domain.core.events import CombatantJoined
from domain.decision.decision import Decision, PromptResult
from domain.decision.prompts import GO_ON, PromptKind, any_answer
from domain.decision.stages import reply, stage
from domain.model.encounter import Encounter, Prompt, Question
from domain.model.event import Event, Json
from domain.model.refusal import require
from domain.ruleset.chapter import Chapter
from domain.ruleset.ruleset import Ruleset


class Someone(msgspec.Struct, frozen=True):
    """A person in the quarrel."""

    luck: int = 1
    taunts: int = 0
    score: int = 0
    here: bool = True


class Quarrel(Encounter):
    """The state of the quarrel."""

    people: dict[str, Someone] = {}
    votes: dict[str, str] = {}


class Sheet(StrictModel):
    """An empty sheet: all people are alike."""


class Taunt(Acting):
    type: Literal["quarrel.taunt"] = "quarrel.taunt"
    targets: tuple[str, ...]

    def decide(self, decision: Decision[Quarrel]) -> None:
        """Ask all targets how they take it, then toss the coins one by one; finally the taunter is tired."""
        for target in (self.actor, *self.targets):
            require(decision.state.people[target].here, "QUARREL-1", f"{target} is not here.")
        decision.next(tire, Duel(self.actor))
        questions = tuple(Question("take_it", target, {"from": self.actor}) for target in self.targets)
        decision.ask_all(questions, taken, Duel(self.actor, self.targets))


class Council(Command):
    """Everyone votes until the narrator counts or, if ``called`` is false, until all have voted."""

    type: Literal["quarrel.council"] = "quarrel.council"
    called: bool = True

    def decide(self, decision: Decision[Quarrel]) -> None:
        """Ask everyone to vote."""
        questions = tuple(Question("vote", who) for who in decision.state.joined)
        decision.ask_all(questions, voted, Nobody(), called=self.called)


class Count(Command):
    narrator_only: ClassVar[bool] = True
    interrupts: ClassVar[bool] = True
    type: Literal["quarrel.count"] = "quarrel.count"

    def decide(self, decision: Decision[Quarrel]) -> None:
        """Close the vote."""
        require(decision.state.waiting, "QUARREL-2", "Nobody is voting.")
        decision.close_group("the votes are counted")


class SendOut(Command):
    narrator_only: ClassVar[bool] = True
    interrupts: ClassVar[bool] = True
    type: Literal["quarrel.send_out"] = "quarrel.send_out"
    who: str

    def decide(self, decision: Decision[Quarrel]) -> None:
        """Send a person out."""
        decision.record(SentOut(who=self.who))


class Interject(Command):
    """A taunt that may interrupt a council."""

    interrupts: ClassVar[bool] = True
    type: Literal["quarrel.interject"] = "quarrel.interject"
    actor: str
    target: str

    def decide(self, decision: Decision[Quarrel]) -> None:
        """Taunt one target."""
        Taunt(actor=self.actor, targets=(self.target,)).decide(decision)


class Grumble(Acting):
    """Somebody grumbles for as many breaths, and each tires."""

    type: Literal["quarrel.grumble"] = "quarrel.grumble"
    breaths: int

    def decide(self, decision: Decision[Quarrel]) -> None:
        """Breath after breath; where there are many, the narrator has to say when it continues."""
        decision.steps(*((breathe, Duel(self.actor)) for _ in range(self.breaths)))


class Flipped(Event, frozen=True, kw_only=True):
    type: ClassVar[str] = "quarrel.flipped"
    who: str
    draw: Draw


class Scored(Event, frozen=True, kw_only=True):
    type: ClassVar[str] = "quarrel.scored"
    who: str
    points: int
    luck: int = 0

    def evolve(self, state: Quarrel) -> None:
        someone = state.people[self.who]
        _change(state, self.who, score=someone.score + self.points, luck=someone.luck - self.luck)


class Tired(Event, frozen=True, kw_only=True):
    type: ClassVar[str] = "quarrel.tired"
    who: str

    def evolve(self, state: Quarrel) -> None:
        _change(state, self.who, taunts=state.people[self.who].taunts + 1)


class SentOut(Event, frozen=True, kw_only=True):
    type: ClassVar[str] = "quarrel.sent_out"
    who: str

    def evolve(self, state: Quarrel) -> None:
        _change(state, self.who, here=False)


class Counted(Event, frozen=True, kw_only=True):
    type: ClassVar[str] = "quarrel.counted"
    votes: dict[str, str]

    def evolve(self, state: Quarrel) -> None:
        state.votes = self.votes


def _change(state: Quarrel, who: str, **changes: Any) -> None:
    state.people = {**state.people, who: replace(state.people[who], **changes)}


def joined(event: CombatantJoined, state: Quarrel) -> None:
    state.joined = (*state.joined, event.combatant)
    state.people = {**state.people, event.combatant: Someone()}


class Duel(msgspec.Struct, frozen=True):
    actor: str
    targets: tuple[str, ...] = ()


class Fall(msgspec.Struct, frozen=True):
    who: str
    faces: str


class Nobody(msgspec.Struct, frozen=True):
    """The empty data of a stage."""


@reply("quarrel.taken", Duel)
def taken(decision: Decision[Quarrel], duel: Duel, given: tuple[PromptResult, ...]) -> None:
    """Toss a coin for each target who took it angrily; calm and lapsed answers need none."""
    hurt = [one.to for one in given if one.answer == "angrily"]
    decision.steps(*((fall, Duel(who)) for who in hurt))


@stage("quarrel.fall", Duel, draws=True)
def fall(decision: Decision[Quarrel], duel: Duel) -> None:
    """Toss a coin; after tails the angry target may spend luck."""
    draw = decision.toss(duel.actor, "temper", 1)
    decision.cause = decision.record(Flipped(who=duel.actor, draw=draw))
    if draw.faces == "H":
        decision.record(Scored(who=duel.actor, points=1))
    else:
        decision.ask(Question("spend_luck", duel.actor), spent, Fall(duel.actor, draw.coins))


@reply("quarrel.spent", Fall)
def spent(decision: Decision[Quarrel], after: Fall, answer: str | None) -> None:
    decision.record(Scored(who=after.who, points=1, luck=1) if answer == "yes" else Scored(who=after.who, points=-1))


@stage("quarrel.tire", Duel)
def tire(decision: Decision[Quarrel], duel: Duel) -> None:
    decision.record(Tired(who=duel.actor))


@stage("quarrel.breathe", Duel, pausable=True)
def breathe(decision: Decision[Quarrel], duel: Duel) -> None:
    decision.record(Tired(who=duel.actor))


@reply("quarrel.voted", Nobody)
def voted(decision: Decision[Quarrel], _: Nobody, given: tuple[PromptResult, ...]) -> None:
    decision.record(Counted(votes={one.to: one.answer for one in given if one.answer is not None}))


def called_upon(decision: Decision[Quarrel], prompt: Prompt, answer: str) -> None:
    """Handle a vote: ``ask:<id>`` asks another person to vote too, ``hush:<id>`` withdraws that person's prompt.

    Only the narrator sees who called.
    """
    word, _, whom = answer.partition(":")
    if word == "ask":
        about = {"called_by": prompt.to, "in": "council"}
        decision.ask_also(Question("vote", whom, about, hidden=("called_by",)))
    if word == "hush":
        for other in decision.state.prompts:
            if other.to == whom:
                decision.withdraw(other.id, f"{prompt.to} talks over {whom}")


def check_luck(state: Quarrel, prompt: Prompt, answer: str) -> None:
    require(answer == "no" or state.people[prompt.to].luck, "QUARREL-3", f"{prompt.to} has no luck left.")


def check_taking(state: Quarrel, prompt: Prompt, answer: str) -> None:
    tired_out = state.people[prompt.to].taunts >= 2
    require(answer == "calmly" or not tired_out, "QUARREL-4", f"{prompt.to} is too tired to be angry.")


def takings(state: Quarrel, prompt: Prompt) -> Iterable[Json]:
    return ("calmly",) if state.people[prompt.to].taunts >= 2 else ("calmly", "angrily")


def only_taking(state: Quarrel, prompt: Prompt) -> Json:
    return "calmly" if state.people[prompt.to].taunts >= 2 else None


def gone(state: Quarrel, prompt: Prompt) -> str | None:
    return None if state.people[prompt.to].here else f"{prompt.to} is not here any more"


def guard(decision: Decision[Quarrel], command: Command) -> None:
    if decision.state.prompts and not command.interrupts:
        require(False, "QUARREL-5", "Somebody has to answer first.")


def join(state: Quarrel, command: Join) -> tuple[str, list[tuple[Event, str]]]:
    who = command.id or "somebody"
    return who, [(CombatantJoined(combatant=who, name=who, side=None, sheet={}), "all")]


def choices(*answers: str) -> Callable[[Quarrel, Prompt], Iterable[Json]]:
    """Return a function that lists the same legal answers for every prompt."""
    return lambda state, prompt: answers


TAKE_IT: PromptKind[Quarrel] = PromptKind(
    "take_it", TypeAdapter(Literal["calmly", "angrily"]), check_taking, takings, only=only_taking, moot=gone
)
SPEND_LUCK: PromptKind[Quarrel] = PromptKind(
    "spend_luck", TypeAdapter(Literal["yes", "no"]), check_luck, choices("yes", "no"), moot=gone
)
VOTE: PromptKind[Quarrel] = PromptKind(
    "vote",
    TypeAdapter(str),
    any_answer,
    choices("aye", "nay"),
    on_answer=called_upon,
    moot=gone,
    sealed=True,
    replaceable=True,
)
QUARREL: Ruleset[Quarrel] = Ruleset(
    key="quarrel",
    title="Quarrel",
    version="1",
    state=Quarrel,
    chapters=(
        Chapter(
            commands=(Taunt, Council, Count, SendOut, Interject, Grumble),
            events=(Flipped, Scored, Tired, SentOut, Counted),
            prompts=(TAKE_IT, SPEND_LUCK, VOTE, GO_ON),
            stages=(taken, fall, spent, tire, breathe, voted),
        ),
    ),
    sheet_model=TypeAdapter(Sheet),
    join=join,
    evolve={CombatantJoined: joined},
    guard=guard,
    legal=lambda state, speaker, command, commands: ("core.answer",) if state.prompts else (),
    rules={},
)
