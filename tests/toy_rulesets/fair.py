"""A fair: a ruleset with the minimum of declarations, whose commands have fields of every kind."""

from dataclasses import dataclass
from typing import Annotated, Any, ClassVar, Literal

from pydantic import Field, TypeAdapter

from domain.core.commands import Acting, CombatantId, Command, Text
from domain.decision.decision import Decision
from domain.decision.prompts import PromptKind, any_answer
from domain.decision.stages import reply
from domain.model.encounter import Question
from domain.model.event import Event
from domain.model.refusal import require
from domain.ruleset.chapter import Chapter
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

    def decide(self, decision: Decision[Fair]) -> None:
        purse = decision.state.people[self.actor].purse
        require(self.coins * (1 + self.twice) <= purse, "FAIR-BET-1", "The purse is too small.")
        require(self.coins < 3 or self.how == "aloud", "FAIR-BET-2", "Say that aloud.")
        decision.record(Paid(guest=self.actor, coins=self.coins * (1 + self.twice)))


class Feast(Command):
    """The narrator lets some of the guests eat: as many as there are tables (FAIR-FEAST-1)."""

    narrator_only: ClassVar[bool] = True
    type: Literal["fair.feast"] = "fair.feast"
    guests: tuple[CombatantId, ...] = Field(min_length=1, max_length=2)
    dishes: dict[str, int] = Field(default_factory=dict)

    def decide(self, decision: Decision[Fair]) -> None:
        require(len(set(self.guests)) == len(self.guests), "FAIR-FEAST-1", "One chair for each.")


class Guess(Acting):
    """A guest asks the narrator for a number."""

    type: Literal["fair.guess"] = "fair.guess"

    def decide(self, decision: Decision[Fair]) -> None:
        decision.ask(Question("number", "narrator"), guessed, Paid(guest=self.actor, coins=0))


class Paid(Event, frozen=True, kw_only=True):
    type: ClassVar[str] = "fair.paid"
    says = "{guest} pays {coins}."
    guest: str
    coins: int

    def evolve(self, fair: Fair) -> None:
        fair.change(self.guest, purse=fair.people[self.guest].purse - self.coins)


@reply("fair.guessed", Paid)
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
    chapters=(
        Chapter(
            commands=(Bet, Feast, Guess),
            events=(Paid,),
            prompts=(PromptKind("number", TypeAdapter(int), any_answer, nothing_listed),),
            stages=(guessed,),
        ),
    ),
    rules={},
)
