"""Folds of turns: what begins and ends with them, the Edge, challenges."""

from msgspec.structs import replace

from domain.core.evolve import Folds
from domain.rulesets.yin_yang.events.turns import (
    ChallengeAccepted,
    Challenged,
    ChallengeLost,
    ChallengeRefused,
    ChallengeWon,
    EdgeGiven,
    HeldBack,
    Retaliated,
    StoodOff,
    StreakChanged,
    TurnEnded,
    TurnStarted,
)
from domain.rulesets.yin_yang.state import Challenge, Fight


def started(fight: Fight, event: TurnStarted) -> None:
    """Cards granted for the next turn count in this one (YY-ORD-2)."""
    fight.turn, fight.phase = event.turn, "turn"
    for person in fight.people.values():
        person.granted = tuple(
            [replace(grant, lasting="this_turn") if grant.lasting == "next_turn" else grant for grant in person.granted]
        )


def ended(fight: Fight, event: TurnEnded) -> None:
    """What lasted for this turn is over (YY-ORD-3); streaks and the Edge outlast it (YY-EDGE-6)."""
    fight.phase, fight.standoff = "between", False
    for person in fight.people.values():
        person.granted = tuple([grant for grant in person.granted if grant.lasting != "this_turn"])
        person.cancelled, person.locked_with, person.held_back = False, None, False


def held_back(fight: Fight, event: HeldBack) -> None:
    fight.people[event.combatant].held_back = True


def call_heard(fight: Fight) -> None:
    """Every call by anybody ends all holding back, and a standoff with it (YY-ACT-6)."""
    fight.standoff = False
    for person in fight.people.values():
        person.held_back = False


def stood_off(fight: Fight, event: StoodOff) -> None:
    fight.standoff = True


def edge_given(fight: Fight, event: EdgeGiven) -> None:
    """With the Edge all streaks begin anew (YY-EDGE-3, YY-EDGE-5), and others may call."""
    fight.edge, fight.streaks, fight.standoff = event.side, {}, False


def streak_changed(fight: Fight, event: StreakChanged) -> None:
    fight.streaks = {**fight.streaks, event.side: event.successes}


def challenged(fight: Fight, event: Challenged) -> None:
    fight.challenge = Challenge(event.combatant, event.text, event.about)


def accepted(fight: Fight, event: ChallengeAccepted) -> None:
    if fight.challenge is not None:
        fight.challenge = replace(fight.challenge, contest=event.contest, terms=event.terms)


def over(fight: Fight, event: ChallengeRefused | ChallengeWon) -> None:
    fight.challenge = None


def lost(fight: Fight, event: ChallengeLost) -> None:
    fight.challenge = None
    fight.people[event.combatant].retaliations_owed += 1


def retaliated(fight: Fight, event: Retaliated) -> None:
    fight.people[event.combatant].retaliations_owed -= 1


TURN_FOLDS: Folds = {
    TurnStarted: started,
    TurnEnded: ended,
    HeldBack: held_back,
    StoodOff: stood_off,
    EdgeGiven: edge_given,
    StreakChanged: streak_changed,
    Challenged: challenged,
    ChallengeRefused: over,
    ChallengeAccepted: accepted,
    ChallengeWon: over,
    ChallengeLost: lost,
    Retaliated: retaliated,
}
