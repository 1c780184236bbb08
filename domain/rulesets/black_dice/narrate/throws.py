"""How throws, fate and checks are told."""

from collections.abc import Mapping

from domain.chance.draws import Draw
from domain.model.event import Event
from domain.rulesets.black_dice.events import throws as fact
from domain.rulesets.black_dice.said import (
    DEGREES,
    SCRIPTED,
    because,
    itemised,
    named,
    roll,
    successes,
    weapon,
)
from domain.rulesets.black_dice.words import WORLD
from domain.text.phrases import (
    Names,
    RenderEvent,
    as_words,
    counted,
    dice_shown,
    listed,
    owning,
    quoted,
    sentence,
    their,
)

EFFECTS = {
    "drops_weapon": "drops the weapon",
    "falls_prone": "falls",
    "loses_aim": "can no longer aim",
    "peril": "gets into danger",
    "other": "has bad luck",
}

SPENT = {
    "damage": "to soften the blow",
    "injury": "against a permanent injury",
    "consciousness": "on staying conscious",
    "life": "to stay alive",
    "weapon": "on the damage of the weapon",
    "strength": "on the damage of Strength",
}
"""What fate is spent on besides rolls of skills and stats."""
OF_NOBODY = {
    "peril": "the peril",
    "asphyxia": "the lack of air",
    "armour": "the armour",
    "structure": "the structure",
}
"""Whose dice they are that nobody throws."""
TOLLS = {
    "injury": ("is spared a permanent injury", "may keep a permanent injury"),
    "consciousness": ("is conscious", "is not conscious"),
    "survival": ("clings to life", "does not cling to life"),
}
"""What passing and failing mean where the rules force a roll on somebody."""


def dice_thrown(event: fact.DiceThrown, names: Names) -> str:
    """The throw as a table says it: what for, how many dice and why, how they lie, what it comes to."""
    who = sentence(named(names, event.combatant))
    against = f" against {named(names, event.against)}" if event.against else ""
    armed = f" with {weapon(event.weapon)}" if event.weapon and event.kind == "action" else ""
    pool = f"{counted(event.pool, 'white die', 'white dice')}{_sources(event, names)}{_faces(event.white)}"
    black = _black(event, names)
    bought = _bought(event, names)
    again = " again" if event.again is not None else ""
    what = f"{_what(event)}{armed}{against}{again}"
    if event.combatant == WORLD:
        return (
            f"The dice of {OF_NOBODY.get(event.label) or roll(event.label)}{against}: {pool}, {successes(event.net)}."
        )
    if event.kind == "effect":
        return f"{who} throws {what}: {pool}, {successes(event.net)}."
    return f"{who} throws {what}: {pool}{black}{bought}; {_outcome(event)}."


def _what(event: fact.DiceThrown) -> str:
    """What is thrown: the dice of a weapon go by its name."""
    return weapon(event.weapon) if event.label == "weapon" and event.weapon else roll(event.label)


def _sources(event: fact.DiceThrown, names: Names) -> str:
    if len(event.white_terms) < 2 and event.divisor == 1:
        return ""
    halved = {1: "", 2: ", halved", 3: ", a third", 4: ", a quarter"}.get(
        event.divisor, f", divided by {event.divisor}"
    )
    return f" ({itemised(event.white_terms, names)}{halved})"


def _faces(draw: Draw | None) -> str:
    return f" {dice_shown(draw.dice)}" if draw is not None else ""


def _black(event: fact.DiceThrown, names: Names) -> str:
    if not event.black_terms:
        return ""
    count = sum(dice for _, dice in event.black_terms)
    return f"; {counted(count, 'black die', 'black dice')} ({itemised(event.black_terms, names)}){_faces(event.black)}"


def _bought(event: fact.DiceThrown, names: Names) -> str:
    """Successes that no die shows."""
    parts = [
        *(f", {dice_shown(wave.dice)} more for the sixes" for wave in event.more),
        f", {event.traded} traded" if event.traded else "",
        f", {event.fate} from fate" if event.fate else "",
        *(f", {pledge.successes} from {named(names, pledge.helper)}" for pledge in event.pledged),
        f", {event.added} for dodging" if event.added else "",
    ]
    return "".join(parts)


def _outcome(event: fact.DiceThrown) -> str:
    """The net successes; degrees are told where a roll is settled, and a foul failure at once (BD-DEG-9)."""
    foul = f", {DEGREES['foul_failure']}" if event.foul else ""
    return f"{successes(event.net)} net{foul}"


def successes_added(event: fact.SuccessesAdded, names: Names) -> str:
    who = sentence(named(names, event.combatant))
    return f"{who} buys {successes(event.fate)} with fate: {successes(event.net)} net."


def reroll_kept(event: fact.RerollKept, names: Names) -> str:
    which = "second" if event.kept > event.dropped else "first"
    return sentence(f"{owning(named(names, event.combatant))} {which} throw stands.")


def fate_spent(event: fact.FateSpent, names: Names) -> str:
    spends = f"{named(names, event.combatant)} spends {counted(event.pips, 'pip')} of fate"
    if event.beneficiary:
        return sentence(f"{spends} to help {named(names, event.beneficiary)}.")
    return sentence(f"{spends} {SPENT.get(event.use) or f'on the {roll(event.use)} roll'}.")


def scripting_spent(event: fact.ScriptingSpent, names: Names) -> str:
    whom = f" for {named(names, event.beneficiary)}" if event.beneficiary else ""
    told = because(event.description)
    use = SCRIPTED.get(event.use) or as_words(event.use)
    return sentence(f"{named(names, event.combatant)} spends a scripting die on {use}{whom}{told}.")


def scripting_denied(event: fact.ScriptingDenied, names: Names) -> str:
    use = SCRIPTED.get(event.use) or as_words(event.use)
    return f"The narrator denies {named(names, event.combatant)} {use}{because(event.reason)}."


def fate_granted(event: fact.FateGranted, names: Names) -> str:
    verb = "gains" if event.pips >= 0 else "loses"
    fate = f"{counted(abs(event.pips), 'pip')} of fate{because(event.reason)}"
    return sentence(f"{named(names, event.combatant)} {verb} {fate}.")


def fate_pledged(event: fact.FatePledged, names: Names) -> str:
    helper, other = named(names, event.helper), named(names, event.beneficiary)
    return sentence(f"{helper} pledges {successes(event.successes)} to {other}: {quoted(event.description, names)}.")


def pledges_settled(event: fact.PledgesSettled, names: Names) -> str:
    what = "lapses" if event.lapsed else "is used up"
    return f"The help promised to {named(names, event.combatant)} {what}."


def modifier_given(event: fact.ModifierGiven, names: Names) -> str:
    dice = listed(
        [
            *(["the awesome bonus"] if event.awesome else []),
            *([counted(event.bonus, "more die", "more dice")] if event.bonus else []),
            *([counted(event.penalty, "die fewer", "dice fewer")] if event.penalty else []),
            *([counted(event.black, "black die", "black dice")] if event.black else []),
        ]
    )
    reason = because(event.reason)
    return sentence(
        f"{named(names, event.combatant)} gets {dice} on {their(names, event.combatant)} next roll{reason}."
    )


def modifiers_settled(event: fact.ModifiersSettled, names: Names) -> str:
    what = "lapse" if event.lapsed else "go into the roll"
    return f"The narrator's dice for {named(names, event.combatant)} {what}."


def assisted(event: fact.Assisted, names: Names) -> str:
    return sentence(f"{named(names, event.combatant)} helps {named(names, event.leader)}.")


def check_settled(event: fact.CheckSettled, names: Names) -> str:
    if event.label in TOLLS:
        withstood, failed = TOLLS[event.label]
        met = f"{named(names, event.combatant)} {withstood if event.passed else failed}"
        return sentence(f"{met}, with {successes(event.net)}.")
    came = DEGREES[event.degree]
    if not event.passed and event.degree not in ("foul_failure", "failure"):
        came = "not enough"
    how = "needs no roll for" if event.automatic else "rolls"
    needed = f", {event.needed} needed" if event.needed > 1 else ""
    what = f"{named(names, event.combatant)} {how} {roll(event.label)}"
    return sentence(f"{what}: {successes(event.net)}{needed}, {came}.")


def contest_decided(event: fact.ContestDecided, names: Names) -> str:
    active, passive = named(names, event.active), named(names, event.passive)
    nets = f"{event.active_net} to {event.passive_net}"
    if event.winner is None:
        return sentence(f"{active} and {passive} tie, {nets}, and neither wins.")
    if not event.margin:
        return sentence(f"{active} and {passive} tie, {nets}, and {named(names, event.winner)} wins.")
    loser, nets = (
        (passive, nets) if event.winner == event.active else (active, f"{event.passive_net} to {event.active_net}")
    )
    return sentence(f"{named(names, event.winner)} beats {loser}, {nets}: {DEGREES[event.degree]}.")


def foul_followed(event: fact.FoulFollowed, names: Names) -> str:
    who = f"{named(names, event.combatant)} {EFFECTS[event.effect]}{because(event.text)}"
    return f"It goes badly wrong, and {who}."


THROWS_TOLD: Mapping[type[Event], RenderEvent] = {
    fact.DiceThrown: dice_thrown,
    fact.SuccessesAdded: successes_added,
    fact.RerollKept: reroll_kept,
    fact.FateSpent: fate_spent,
    fact.ScriptingSpent: scripting_spent,
    fact.ScriptingDenied: scripting_denied,
    fact.FateGranted: fate_granted,
    fact.FatePledged: fate_pledged,
    fact.PledgesSettled: pledges_settled,
    fact.ModifierGiven: modifier_given,
    fact.ModifiersSettled: modifiers_settled,
    fact.Assisted: assisted,
    fact.CheckSettled: check_settled,
    fact.ContestDecided: contest_decided,
    fact.FoulFollowed: foul_followed,
}
