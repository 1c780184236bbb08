"""Facts about turns: their beginning and end, holding back, the Edge, challenges."""

from typing import Annotated, ClassVar

from msgspec.structs import replace

from domain.model.event import Event
from domain.rulesets.yin_yang import said
from domain.rulesets.yin_yang.state import Challenge as OpenChallenge
from domain.rulesets.yin_yang.state import Fight
from domain.rulesets.yin_yang.words import ContestKind, Track
from domain.text.sentences import Spoken


class TurnStarted(Event, frozen=True, kw_only=True):
    """A turn starts (YY-ORD-2): cards granted for the next turn count from now on."""

    type: ClassVar[str] = "yin_yang.turn_started"
    says = "Turn {turn} begins."
    turn: int

    def evolve(self, fight: Fight) -> None:
        """Cards granted for the next turn count in this one (YY-ORD-2)."""
        fight.turn, fight.phase = self.turn, "turn"
        for person in fight.people.values():
            person.granted = tuple(
                [
                    replace(grant, lasting="this_turn") if grant.lasting == "next_turn" else grant
                    for grant in person.granted
                ]
            )


class TurnEnded(Event, frozen=True, kw_only=True):
    """The turn is over (YY-ORD-3): what lasted this turn ends, whoever was cancelled or locked is free again."""

    type: ClassVar[str] = "yin_yang.turn_ended"
    says = "Turn {turn} is over: remaining actions are lost, and every deck is whole again."
    turn: int

    def evolve(self, fight: Fight) -> None:
        """What lasted for this turn is over (YY-ORD-3); streaks and the Edge outlast it (YY-EDGE-6)."""
        fight.phase, fight.standoff = "between", False
        for person in fight.people.values():
            person.granted = tuple([grant for grant in person.granted if grant.lasting != "this_turn"])
            person.cancelled, person.locked_with, person.held_back = False, None, False


class HeldBack(Event, frozen=True, kw_only=True):
    """Somebody calls nothing for now (YY-ACT-6)."""

    type: ClassVar[str] = "yin_yang.held_back"
    says = "{combatant} holds back for now."
    combatant: str

    def evolve(self, fight: Fight) -> None:
        fight.people[self.combatant].held_back = True


class StoodOff(Event, frozen=True, kw_only=True):
    """Everybody who could call holds back (YY-ACT-7)."""

    type: ClassVar[str] = "yin_yang.stood_off"
    combatants: tuple[str, ...]

    def says(self) -> str:
        return f"A standoff: {{combatants}} {'waits' if len(self.combatants) == 1 else 'wait'}."

    def evolve(self, fight: Fight) -> None:
        fight.standoff = True


class EdgeGiven(Event, frozen=True, kw_only=True):
    """A side has the Edge from now on, or nobody (YY-EDGE-3, YY-EDGE-5): by the narrator, or won by tests."""

    type: ClassVar[str] = "yin_yang.edge_given"
    side: Annotated[str | None, Spoken(said.side)]
    won: bool = False

    def says(self) -> str:
        if self.side is None:
            return "No side has the Edge any more."
        return "The Edge is won by {side}." if self.won else "The narrator gives the Edge to {side}."

    def evolve(self, fight: Fight) -> None:
        """With the Edge all streaks start again (YY-EDGE-3, YY-EDGE-5), and others may call."""
        fight.edge, fight.streaks, fight.standoff = self.side, {}, False


class StreakChanged(Event, frozen=True, kw_only=True):
    """How many tests a side has won in a row (YY-EDGE-4)."""

    type: ClassVar[str] = "yin_yang.streak_changed"
    side: Annotated[str, Spoken(said.side)]
    successes: int

    def says(self) -> str:
        if self.successes == 0:
            return "A failure ends the run of successes of {side}."
        return "A first success for {side}." if self.successes == 1 else "{successes} successes in a row for {side}."

    def evolve(self, fight: Fight) -> None:
        fight.streaks = {**fight.streaks, self.side: self.successes}


class Challenged(Event, frozen=True, kw_only=True):
    """A call of the narrator is contested (YY-CHAL-1)."""

    type: ClassVar[str] = "yin_yang.challenged"
    says = "{combatant} contests the narrator's call: {text}."
    combatant: str
    text: Annotated[str, Spoken(said.stated)]
    about: int | None = None

    def evolve(self, fight: Fight) -> None:
        fight.challenge = OpenChallenge(self.combatant, self.text, self.about)


class ChallengeRefused(Event, frozen=True, kw_only=True):
    """The narrator does not take up a challenge (YY-CHAL-4)."""

    type: ClassVar[str] = "yin_yang.challenge_refused"
    says = "{combatant's} challenge is refused; the call stands."
    combatant: str

    def evolve(self, fight: Fight) -> None:
        fight.challenge = None


class ChallengeAccepted(Event, frozen=True, kw_only=True):
    """A challenge is decided at the table (YY-CHAL-5): how, on what terms."""

    type: ClassVar[str] = "yin_yang.challenge_accepted"
    says = "The narrator takes up {combatant's} challenge: {contest}[, {terms}]."
    combatant: str
    contest: Annotated[ContestKind, Spoken(said.CONTESTS)]
    terms: Annotated[str, Spoken(said.stated)] = ""

    def evolve(self, fight: Fight) -> None:
        if fight.challenge is not None:
            fight.challenge = replace(fight.challenge, contest=self.contest, terms=self.terms)


class ChallengeWon(Event, frozen=True, kw_only=True):
    """The narrator is impressed and changes the call (YY-CHAL-6); ``text`` where the concession is in words."""

    type: ClassVar[str] = "yin_yang.challenge_won"
    says = "{combatant} impresses the narrator, who gives way[: {text}]."
    combatant: str
    text: Annotated[str, Spoken(said.stated)] = ""

    def evolve(self, fight: Fight) -> None:
        fight.challenge = None


class ChallengeLost(Event, frozen=True, kw_only=True):
    """The call stands, and the narrator has a retaliation more (YY-CHAL-7)."""

    type: ClassVar[str] = "yin_yang.challenge_lost"
    says = "{combatant} does not impress the narrator; the call stands, and the narrator may pay {combatant:them} back."
    combatant: str

    def evolve(self, fight: Fight) -> None:
        fight.challenge = None
        fight.people[self.combatant].retaliations_owed += 1


class Retaliated(Event, frozen=True, kw_only=True):
    """The narrator has used up an owed retaliation, or waived it (YY-CHAL-8, YY-CHAL-9)."""

    type: ClassVar[str] = "yin_yang.retaliated"
    combatant: str
    text: Annotated[str, Spoken(said.stated)] = ""
    track: Annotated[Track | None, Spoken(said.TRACKS)] = None
    points: int = 0
    waived: bool = False

    def says(self) -> str:
        if self.waived:
            return "{combatant} is let off[: {text}]."
        return "The narrator pays {combatant} back[, which costs {points:point} of {track}][: {text}]."

    def evolve(self, fight: Fight) -> None:
        fight.people[self.combatant].retaliations_owed -= 1


TURN_EVENTS: tuple[type[Event], ...] = (
    TurnStarted,
    TurnEnded,
    HeldBack,
    StoodOff,
    EdgeGiven,
    StreakChanged,
    Challenged,
    ChallengeRefused,
    ChallengeAccepted,
    ChallengeWon,
    ChallengeLost,
    Retaliated,
)


def call_heard(fight: Fight) -> None:
    """Every call by anybody ends all holding back, and a standoff with it (YY-ACT-6)."""
    fight.standoff = False
    for person in fight.people.values():
        person.held_back = False
