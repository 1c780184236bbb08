"""The Edge: the only side that may call, and the streaks that win it (YY-EDGE)."""

from typing import Annotated, ClassVar, Literal

from domain.core.commands import Narrating
from domain.decision.decision import Decision
from domain.fields.field import among
from domain.fields.sets import Labelled
from domain.fields.vocabulary import Vocabulary
from domain.model.event import Event
from domain.model.refusal import refuse, require
from domain.model.suggestions import unknown
from domain.ruleset.chapter import Chapter
from domain.rulesets.yin_yang import said
from domain.rulesets.yin_yang.parts import Key, Timely
from domain.rulesets.yin_yang.state import Fight, Person
from domain.story.told import AS_SAID, Told
from domain.text.phrases import side_named
from domain.text.sentences import Spoken
from domain.text.words import Label, Words


class EdgeGiven(Event, frozen=True, kw_only=True):
    """A side has the Edge from now on, or nobody (YY-EDGE-3, YY-EDGE-5): by the narrator, or won by tests."""

    type: ClassVar[str] = "yin_yang.edge_given"
    words = "Edge moved"
    told = Told(brief=AS_SAID, last=True)
    example = {"side": "heroes", "won": True}
    side: Annotated[str | None, Spoken(said.side)]
    won: bool = False

    @property
    def winner(self) -> Annotated[str | None, Spoken(said.side_with("has", "have"))]:
        return self.side

    def says(self) -> str:
        if self.side is None:
            return "No side has the Edge any more."
        return "{winner} the Edge." if self.won else "The narrator gives the Edge to {side}."

    def evolve(self, fight: Fight) -> None:
        """With the Edge all streaks start again (YY-EDGE-3, YY-EDGE-5), and others may call."""
        fight.edge, fight.streaks, fight.standoff = self.side, {}, False


class StreakChanged(Event, frozen=True, kw_only=True):
    """How many tests a side has won in a row (YY-EDGE-4)."""

    type: ClassVar[str] = "yin_yang.streak_changed"
    words = "Successes in a row"
    example = {"side": "heroes", "successes": 1}
    side: Annotated[str, Spoken(said.side)]
    successes: int

    def says(self) -> str:
        if self.successes == 0:
            return "A failure ends {side's} run of successes."
        return "A first success for {side}." if self.successes == 1 else "{successes} successes in a row for {side}."

    def evolve(self, fight: Fight) -> None:
        fight.streaks = {**fight.streaks, self.side: self.successes}


def may_call(fight: Fight, person: Person) -> bool:
    """Whether somebody's side may call: all may while nobody has the Edge (YY-EDGE-1, YY-EDGE-2).

    Extra actions may be called whichever side has it (YY-JOKER-3).
    """
    return fight.edge in (None, person.side) or person.extra > 0


def could_call(fight: Fight, person: Person) -> bool:
    """Whether somebody could call something now that costs an action (YY-ACT-2).

    Between turns, and out of action, nobody has one.
    """
    return person.actions > 0 and not person.cancelled and may_call(fight, person)


def _name_of(side: str) -> Label:
    """Return the name of a side as sentences have it: one or many, or a letter or number."""
    name = side_named(side)
    kind = "lettered_side" if name.startswith("side ") else "side" if name.endswith(" side") else "sides"
    return Label.filled(kind, side=name.removeprefix("side ").removeprefix("the ").removesuffix(" side"))


class GiveEdge(Narrating, Timely):
    """Give the Edge to a side (YY-EDGE-3). Without a side it is taken away, and every side may call."""

    form = {
        "side": among(
            Vocabulary[Fight]("sides", lambda view: tuple([Labelled(one, _name_of(one)) for one in view.state.sides]))
        )
    }
    says = ()
    example = {"side": "heroes"}
    ruling = True
    words = Words("Move the Edge", "Take the Edge away[ and give it to {side}]", group="rulings")
    type: Literal["yin_yang.give_edge"] = "yin_yang.give_edge"
    side: Key | None = None

    @classmethod
    def is_timely(cls, fight: Fight) -> bool:
        return fight.options.initiative == "edge"

    def decide(self, decision: Decision[Fight]) -> None:
        """The narrator moves the Edge at will, also to nobody (YY-EDGE-3)."""
        fight = decision.state
        free = "Everybody may call in this fight, and no side has the Edge."
        require(self.is_timely(fight), "YY-EDGE-1", free)
        if self.side is not None and self.side not in fight.sides:
            said = unknown(f"There is no side “{self.side}”", self.side, fight.sides, "There are no sides yet.")
            refuse(None, said, code="invalid", field="command.side")
        decision.record(EdgeGiven(side=self.side))


def count_matched(decision: Decision[Fight], winner: str | None, first: str, second: str) -> None:
    """Count a matched action, a contest, a Confrontation: who won it, if anybody did, and both parties (YY-EDGE-4)."""
    if _counts(decision.state) and not decision.state.friends(first, second):
        for party in sorted((first, second), key=lambda party: party == winner):
            _count(decision, party, party == winner)


def count_single(decision: Decision[Fight], combatant: str, success: bool) -> None:
    """Count an unmatched action or an unopposed test (YY-EDGE-4)."""
    if _counts(decision.state):
        _count(decision, combatant, success)


def _counts(fight: Fight) -> bool:
    """Tests between turns do not count, nor does anything where everybody may call."""
    return fight.options.initiative == "edge" and fight.phase == "turn"


def _count(decision: Decision[Fight], combatant: str, success: bool) -> None:
    """A success more in a row, or none any more; enough of them bring the Edge (YY-EDGE-5, YY-RUL-53)."""
    fight = decision.state
    side = fight.people[combatant].side
    before = fight.streaks.get(side, 0)
    streak = before + 1 if success else 0
    if streak != before:
        changed = decision.record(StreakChanged(side=side, successes=streak))
        if streak >= fight.options.edge_tests:
            decision.record(EdgeGiven(side=side, won=True), cause=changed)


EDGE: Chapter[Fight] = Chapter(
    commands=(GiveEdge,),
    events=(EdgeGiven, StreakChanged),
    labels={
        "text.lettered_side": "side {side}",
        "text.side": "the {side} side",
        "text.sides": "the {side}",
    },
)
