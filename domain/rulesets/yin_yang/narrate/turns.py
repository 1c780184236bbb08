"""How turns, the Edge and challenges are told."""

from collections.abc import Mapping

from domain.model.event import Event
from domain.rulesets.yin_yang.events import turns as fact
from domain.rulesets.yin_yang.said import CONTESTS, TRACKS, side
from domain.text.phrases import Names, RenderEvent, all_named, counted, named, possessive, sentence, them


def turn_started(event: fact.TurnStarted, names: Names) -> str:
    return f"Turn {event.turn} begins."


def turn_ended(event: fact.TurnEnded, names: Names) -> str:
    return f"Turn {event.turn} is over."


def held_back(event: fact.HeldBack, names: Names) -> str:
    return sentence(f"{named(names, event.combatant)} holds back for now.")


def stood_off(event: fact.StoodOff, names: Names) -> str:
    wait = "waits" if len(event.combatants) == 1 else "wait"
    return f"A standoff: {all_named(names, event.combatants)} {wait}."


def edge_given(event: fact.EdgeGiven, names: Names) -> str:
    if event.side is None:
        return "No side has the Edge any more."
    return f"The Edge {'is won by' if event.won else 'goes to'} {side(names, event.side)}."


def streak_changed(event: fact.StreakChanged, names: Names) -> str:
    if not event.successes:
        return f"A failure ends the run of successes of {side(names, event.side)}."
    if event.successes == 1:
        return f"A first success for {side(names, event.side)}."
    return f"{event.successes} successes in a row for {side(names, event.side)}."


def challenged(event: fact.Challenged, names: Names) -> str:
    return sentence(f"{named(names, event.combatant)} contests the narrator's call: “{event.text}”.")


def challenge_refused(event: fact.ChallengeRefused, names: Names) -> str:
    return sentence(f"{possessive(names, event.combatant)} challenge is refused; the call stands.")


def challenge_accepted(event: fact.ChallengeAccepted, names: Names) -> str:
    terms = f", “{event.terms}”" if event.terms else ""
    return sentence(f"{possessive(names, event.combatant)} challenge is decided by {CONTESTS[event.contest]}{terms}.")


def challenge_won(event: fact.ChallengeWon, names: Names) -> str:
    text = f": “{event.text}”" if event.text else ""
    return sentence(f"{named(names, event.combatant)} impresses the narrator, who gives way{text}.")


def challenge_lost(event: fact.ChallengeLost, names: Names) -> str:
    who, paid = named(names, event.combatant), them(names, event.combatant)
    return sentence(f"{who} does not impress the narrator; the call stands, and the narrator may pay {paid} back.")


def retaliated(event: fact.Retaliated, names: Names) -> str:
    who = named(names, event.combatant)
    text = f": “{event.text}”" if event.text else ""
    if event.waived:
        return sentence(f"{who} is let off{text}.")
    lost = f", which costs {counted(event.points, 'point')} of {TRACKS[event.track]}" if event.track else ""
    return sentence(f"The narrator pays {who} back{lost}{text}.")


TURNS_TOLD: Mapping[type[Event], RenderEvent] = {
    fact.TurnStarted: turn_started,
    fact.TurnEnded: turn_ended,
    fact.HeldBack: held_back,
    fact.StoodOff: stood_off,
    fact.EdgeGiven: edge_given,
    fact.StreakChanged: streak_changed,
    fact.Challenged: challenged,
    fact.ChallengeRefused: challenge_refused,
    fact.ChallengeAccepted: challenge_accepted,
    fact.ChallengeWon: challenge_won,
    fact.ChallengeLost: challenge_lost,
    fact.Retaliated: retaliated,
}
