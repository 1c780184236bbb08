"""How throws, fate and checks are told."""

from collections.abc import Mapping

from domain.chance.draws import Draw
from domain.model.event import Event
from domain.rulesets.black_dice.events import throws as fact
from domain.rulesets.black_dice.narrate.words import DEGREES, roll, successes, terms, weapon
from domain.text.phrases import Names, RenderEvent, as_words, counted, dice_shown, listed, named, possessive, sentence

EFFECTS = {
    "drops_weapon": "drops the weapon",
    "falls_prone": "falls",
    "loses_aim": "loses the aim",
    "peril": "gets into danger",
    "other": "has bad luck",
}

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
    return f" ({terms(event.white_terms, names)}{halved})"


def _faces(draw: Draw | None) -> str:
    return f" {dice_shown(draw.dice)}" if draw is not None else ""


def _black(event: fact.DiceThrown, names: Names) -> str:
    if not event.black_terms:
        return ""
    count = sum(dice for _, dice in event.black_terms)
    return f"; {count} black ({terms(event.black_terms, names)}){_faces(event.black)}"


def _bought(event: fact.DiceThrown, names: Names) -> str:
    """Successes that no die shows."""
    parts = [
        *(f", {dice_shown(wave.dice)} more for the sixes" for wave in event.more),
        f", {event.traded} traded" if event.traded else "",
        f", {event.fate} by fate" if event.fate else "",
        *(f", {pledge.successes} by {named(names, pledge.helper)}" for pledge in event.pledged),
        f", {event.added} for dodging" if event.added else "",
    ]
    return "".join(parts)


def _outcome(event: fact.DiceThrown) -> str:
    """The net successes; degrees are told where a roll is settled, and a foul failure at once (BD-DEG-9)."""
    foul = f", {DEGREES['foul_failure']}" if event.foul else ""
    return f"{successes(event.net)} net{foul}"


def successes_added(event: fact.SuccessesAdded, names: Names) -> str:
    who = sentence(named(names, event.combatant))
    return f"{who} buys {successes(event.fate)}: {successes(event.net)} net."


def reroll_kept(event: fact.RerollKept, names: Names) -> str:
    which = "second" if event.kept > event.dropped else "first"
    return sentence(f"the {which} throw of {named(names, event.combatant)} stands.")


def fate_spent(event: fact.FateSpent, names: Names) -> str:
    whom = f" for {named(names, event.beneficiary)}" if event.beneficiary else ""
    pips = counted(event.pips, "pip")
    return sentence(f"{named(names, event.combatant)} spends {pips} of fate on {roll(event.use)}{whom}.")


def scripting_spent(event: fact.ScriptingSpent, names: Names) -> str:
    whom = f" for {named(names, event.beneficiary)}" if event.beneficiary else ""
    told = f": “{event.description}”" if event.description else ""
    return sentence(f"{named(names, event.combatant)} spends a scripting die{whom}, {as_words(event.use)}{told}.")


def scripting_denied(event: fact.ScriptingDenied, names: Names) -> str:
    reason = f": {event.reason}" if event.reason else ""
    return sentence(f"{possessive(names, event.combatant)} scripting die is not taken, {as_words(event.use)}{reason}.")


def fate_granted(event: fact.FateGranted, names: Names) -> str:
    reason = f": {event.reason}" if event.reason else ""
    verb = "gains" if event.pips >= 0 else "loses"
    return sentence(f"{named(names, event.combatant)} {verb} {counted(abs(event.pips), 'pip')} of fate{reason}.")


def fate_pledged(event: fact.FatePledged, names: Names) -> str:
    helper, other = named(names, event.helper), named(names, event.beneficiary)
    return sentence(f"{helper} stands by {other} with {successes(event.successes)}: “{event.description}”.")


def pledges_settled(event: fact.PledgesSettled, names: Names) -> str:
    what = "lapses" if event.lapsed else "is used up"
    return f"What was promised to {named(names, event.combatant)} {what}."


def modifier_given(event: fact.ModifierGiven, names: Names) -> str:
    dice = listed(
        [
            *(["the awesome bonus"] if event.awesome else []),
            *([f"{event.bonus} more"] if event.bonus else []),
            *([f"{event.penalty} fewer"] if event.penalty else []),
            *([f"{event.black} black"] if event.black else []),
        ]
    )
    reason = f" for {event.reason}" if event.reason else ""
    return sentence(f"{named(names, event.combatant)} gets dice for the next roll, {dice}{reason}.")


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
    came = "succeeds" if event.passed else "fails"
    itself = " of itself" if event.automatic else ""
    needed = f", {event.needed} needed" if event.needed > 1 else ""
    what = f"{possessive(names, event.combatant)} {roll(event.label)} {came}{itself}"
    return sentence(f"{what} with {successes(event.net)}{needed}: {DEGREES[event.degree]}.")


def contest_decided(event: fact.ContestDecided, names: Names) -> str:
    active, passive = named(names, event.active), named(names, event.passive)
    nets = f"{event.active_net} to {event.passive_net}"
    if event.winner is None:
        return sentence(f"{active} and {passive} stand off, {nets}.")
    loser = passive if event.winner == event.active else active
    won = f"{named(names, event.winner)} wins over {loser}, {nets}"
    return sentence(f"{won}, {DEGREES[event.degree]}." if event.margin else f"{won}.")


def foul_followed(event: fact.FoulFollowed, names: Names) -> str:
    text = f": {event.text}" if event.text else ""
    return sentence(f"it goes badly wrong, and {named(names, event.combatant)} {EFFECTS[event.effect]}{text}.")


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
