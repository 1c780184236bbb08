"""How throws, flips and comparisons are told: the coins lie on the table."""

from collections.abc import Mapping

from domain.model.event import Event
from domain.rulesets.s3.events import throws as fact
from domain.rulesets.s3.narrate.words import TASKS
from domain.text.phrases import Names, RenderEvent, as_words, coins_shown, counted, named, sentence

FACES = {"H": "heads", "T": "tails"}


def coins_thrown(event: fact.CoinsThrown, names: Names) -> str:
    """Whose throw, what its coins are made of where that is more than one thing, how they fell."""
    faces = event.draw.coins
    terms = _sum(event.terms) if len(event.terms) > 1 else ""
    shown = f" {coins_shown(faces)}" if faces else ""
    heads = counted(faces.count("H"), "head")
    more = f" and {event.successes} more for equipment" if event.successes else ""
    who = named(names, event.combatant)
    return sentence(
        f"{who} throws {as_words(event.label)}: {counted(len(faces), 'coin')}{terms}{shown}, {heads}{more}."
    )


def _sum(terms: tuple[tuple[str, int], ...]) -> str:
    """``(8 points − 6 pin)``."""
    parts = [f"{'−' if coins < 0 else '+'} {abs(coins)} {as_words(name)}" for name, coins in terms]
    return f" ({' '.join(parts).removeprefix('+ ')})"


def coin_flipped(event: fact.CoinFlipped, names: Names) -> str:
    actor, opponent = named(names, event.actor), named(names, event.opponent)
    call = f"{named(names, event.caller)} calls {event.called}, and " if event.caller and event.called else ""
    face = event.draw.coins
    winner = named(names, event.winner)
    return sentence(
        f"{actor} and {opponent} are even: {call}the coin falls {coins_shown(face)} {FACES[face]}, for {winner}."
    )


def contest_settled(event: fact.ContestSettled, names: Names) -> str:
    actor, opponent = named(names, event.actor), named(names, event.opponent)
    verb = "wins" if event.won else "loses"
    score = f"{event.actor_result} to {event.opponent_result}"
    task = TASKS.get(event.task) or f"the {as_words(event.task)}"
    return sentence(f"{actor} {verb} {task} against {opponent}, {score}.")


def check_settled(event: fact.CheckSettled, names: Names) -> str:
    who, skill = named(names, event.combatant), as_words(event.skill)
    if event.need is None:
        return sentence(f"{who} gets {event.result} at {skill}.")
    verb = "passes" if event.passed else "fails"
    return sentence(f"{who} {verb} the check of {skill}: {event.result} of {event.need} needed.")


THROWS_TOLD: Mapping[type[Event], RenderEvent] = {
    fact.CoinsThrown: coins_thrown,
    fact.CoinFlipped: coin_flipped,
    fact.ContestSettled: contest_settled,
    fact.CheckSettled: check_settled,
}
