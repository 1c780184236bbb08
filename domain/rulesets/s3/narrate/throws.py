"""How throws, flips and comparisons are told: the coins lie on the table."""

from collections.abc import Mapping

from domain.model.encounter import NARRATOR_ID
from domain.model.event import Event
from domain.rulesets.s3.events import throws as fact
from domain.rulesets.s3.narrate.words import TASKS, side_of
from domain.rulesets.s3.words import WORLD
from domain.text.phrases import Names, RenderEvent, as_words, coins_shown, counted, named, sentence

FACES = {"H": "heads", "T": "tails"}
TERMS = {
    "narrator": "from the narrator",
    "wounds": "for wounds",
    "pin": "for the pin",
    "drag": "for the drag",
    "one_handed": "for one hand",
    "armour": "for the armour",
    "armour_penalty": "for the armour",
    "talents": "for talents",
    "main_arm": "for the lost main arm",
    "off_arm": "for the lost off arm",
    "left_leg": "for the lost left leg",
    "right_leg": "for the lost right leg",
    "eyes": "for the lost eyes",
    "attack_result": "from the attack",
    "damage_bonus": "from the weapon",
    "rating": "from the weapon",
}


def coins_thrown(event: fact.CoinsThrown, names: Names) -> str:
    """Whose throw, what its coins are made of where that is more than one thing, how they fell."""
    faces = event.draw.coins
    terms = _sum(event.terms) if len(event.terms) > 1 else ""
    shown = f" {coins_shown(faces)}" if faces else ""
    heads = counted(faces.count("H"), "head")
    more = f" and {event.successes} more for equipment" if event.successes else ""
    who = named(names, NARRATOR_ID if event.combatant == WORLD else event.combatant)
    return sentence(
        f"{who} throws for {as_words(event.label)}: {counted(len(faces), 'coin')}{terms}{shown}, {heads}{more}."
    )


def _sum(terms: tuple[tuple[str, int], ...]) -> str:
    """``(8 points − 6 for the pin)``."""
    parts = [f"{'−' if coins < 0 else '+'} {abs(coins)} {TERMS.get(name) or as_words(name)}" for name, coins in terms]
    return f" ({' '.join(parts).removeprefix('+ ')})"


def coin_flipped(event: fact.CoinFlipped, names: Names) -> str:
    actor, opponent = side_of(names, event.actor), side_of(names, event.opponent)
    call = f"{named(names, event.caller)} calls {event.called}, " if event.caller and event.called else ""
    face = event.draw.coins
    winner = side_of(names, event.winner)
    return sentence(
        f"{actor} and {opponent} are tied: {call}the coin lands {coins_shown(face)} {FACES[face]}, and {winner} wins."
    )


def contest_settled(event: fact.ContestSettled, names: Names) -> str:
    actor, opponent = named(names, event.actor), named(names, event.opponent)
    verb = "wins" if event.won else "loses"
    by_coin = " by the coin" if event.actor_result == event.opponent_result else ""
    score = f"{event.actor_result} to {event.opponent_result}"
    task = TASKS.get(event.task) or f"the {as_words(event.task)}"
    return sentence(f"{actor} {verb} {task} against {opponent}{by_coin}, {score}.")


def check_settled(event: fact.CheckSettled, names: Names) -> str:
    who, skill = named(names, event.combatant), as_words(event.skill)
    if event.need is None:
        return sentence(f"{who} gets {counted(event.result, 'head')} at {skill}.")
    verb = "passes" if event.passed else "fails"
    return sentence(f"{who} {verb} the {skill} check: {counted(event.result, 'head')}, {event.need} needed.")


THROWS_TOLD: Mapping[type[Event], RenderEvent] = {
    fact.CoinsThrown: coins_thrown,
    fact.CoinFlipped: coin_flipped,
    fact.ContestSettled: contest_settled,
    fact.CheckSettled: check_settled,
}
