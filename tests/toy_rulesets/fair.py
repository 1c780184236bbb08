"""A fair: a ruleset with the minimum of declarations, whose commands have fields of every kind."""

from dataclasses import dataclass
from typing import Annotated, Any, ClassVar, Literal

from pydantic import Field, TypeAdapter

from domain.core.commands import Acting, CombatantId, Command, Text
from domain.decision.decision import Decision
from domain.decision.prompts import PromptKind, any_answer
from domain.decision.stages import Stages
from domain.model.encounter import Question
from domain.model.event import Event
from domain.model.refusal import require
from domain.ruleset.ruleset import Ruleset
from domain.ruleset.simple_state import SimpleCombatant, SimpleState


@dataclass(frozen=True)
class Guest(SimpleCombatant):
    purse: Annotated[int, Field(ge=0, le=9)] = 3


class Fair(SimpleState[Guest]):
    """The guests, with their purses."""


class Bet(Acting):
    """Bet coins on a guest (FAIR-BET-1: no more than the purse holds; FAIR-BET-2: bets of three are made aloud)."""

    type: Literal["fair.bet"] = "fair.bet"
    coins: int = Field(ge=1, le=9)
    on: CombatantId
    how: Literal["aloud", "in_silence"]
    twice: bool = False
    word: Text | None = None


class Feast(Command):
    """The narrator lets some of the guests eat: as many as there are tables (FAIR-FEAST-1)."""

    narrator_only: ClassVar[bool] = True
    type: Literal["fair.feast"] = "fair.feast"
    guests: tuple[CombatantId, ...] = Field(min_length=1, max_length=2)
    dishes: dict[str, int] = Field(default_factory=dict)


class Guess(Acting):
    """A guest asks the narrator for a number."""

    type: Literal["fair.guess"] = "fair.guess"


class Paid(Event, frozen=True, kw_only=True):
    type: ClassVar[str] = "fair.paid"
    says = "{guest} pays {coins}."
    guest: str
    coins: int

    def evolve(self, fair: Fair) -> None:
        fair.change(self.guest, purse=fair.people[self.guest].purse - self.coins)


stages = Stages()


def bet(decision: Decision[Fair], command: Bet) -> None:
    purse = decision.state.people[command.actor].purse
    require(command.coins * (1 + command.twice) <= purse, "FAIR-BET-1", "The purse is too small.")
    require(command.coins < 3 or command.how == "aloud", "FAIR-BET-2", "Say that aloud.")
    decision.record(Paid(guest=command.actor, coins=command.coins * (1 + command.twice)))


def feast(decision: Decision[Fair], command: Feast) -> None:
    require(len(set(command.guests)) == len(command.guests), "FAIR-FEAST-1", "One chair for each.")


def guess(decision: Decision[Fair], command: Guess) -> None:
    decision.ask(Question("number", "narrator"), guessed, Paid(guest=command.actor, coins=0))


@stages.reply("fair.guessed", Paid)
def guessed(decision: Decision[Fair], paid: Paid, number: int) -> None:
    decision.record(Paid(guest=paid.guest, coins=number))


def nothing_listed(fair: Fair, prompt: Any) -> tuple[()]:
    """List no answers, because every number is possible."""
    return ()


FAIR: Ruleset[Fair] = Ruleset(
    key="fair",
    title="Fair",
    version="1",
    state=Fair,
    decide={Bet: bet, Feast: feast, Guess: guess},
    events=(Paid,),
    prompts={"number": PromptKind("number", TypeAdapter(int), any_answer, nothing_listed)},
    stages=stages,
    rules={},
)
