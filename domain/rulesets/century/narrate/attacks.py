"""How attacks are told, from the call to what comes of it."""

from collections.abc import Mapping

from domain.model.event import Event
from domain.rulesets.century.events import attacks as fact
from domain.rulesets.century.narrate.places import spot
from domain.rulesets.century.said import BANDS, DEFENCES, TERMS, item, signed
from domain.rulesets.century.state import Attack
from domain.text.phrases import (
    Names,
    RenderEvent,
    all_named,
    as_words,
    counted,
    listed,
    named,
    number,
    possessive,
    reason_suffix,
    sentence,
)

FIRES = {"single": "", "double_tap": ", a double tap", "burst": ", a burst", "full_auto": ", full auto"}
MANEUVERS = {"none": "attacks", "backstab": "backstabs", "disarm": "tries to disarm"}
CALLED = {
    "damage": "a hit does damage",
    "drop_item": "a hit makes it fall",
    "none": "the narrator says what a hit does",
}
WITHDRAWN = {
    "withdrawn by its attacker": "thinks better of the attack",
    "not approved": "does not attack after all, as the narrator does not allow it",
    "no backstab": "does not attack after all, as it would be no backstab",
    "no longer able to attack": "can no longer attack",
    "the target is gone": "does not attack after all, as the target is gone",
}
"""Why attacks are taken back."""


def attack_called(event: fact.AttackCalled, names: Names) -> str:
    attack = event.attack
    pair = ", one of a pair" if attack.paired else ""
    called = f", aiming at “{attack.called}”" if attack.called else ""
    band = f", {BANDS[attack.band]}" if attack.band else ""
    metres = f" ({counted(attack.distance, 'metre')})" if attack.distance is not None else ""
    how = f"{FIRES[attack.fire]}{pair}{called}{band}{metres}{_given(attack, names)}"
    what = f"{MANEUVERS[attack.maneuver]} {_goal(attack, names)}{_armed(attack, names)}"
    return sentence(f"{named(names, attack.attacker)} {what}{how}.")


def _goal(attack: Attack, names: Names) -> str:
    if attack.spray:
        each = [f"{named(names, one.target)} ({counted(one.rounds, 'round')})" for one in attack.spray]
        return listed(each)
    return named(names, attack.target) if attack.target else f"a spot{spot(attack.point)}"


def _armed(attack: Attack, names: Names) -> str:
    if attack.natural:
        return f" with a {as_words(attack.natural)}"
    hands = " in one hand" if attack.one_handed else ""
    return f" with {item(names, attack.attacker, attack.weapon)}{hands}" if attack.weapon else ""


def _given(attack: Attack, names: Names) -> str:
    return f"; {all_named(names, attack.terms.shielded)} shielded" if attack.terms.shielded else ""


def terms_given(event: fact.TermsGiven, names: Names) -> str:
    terms = event.terms
    said = [
        f"{signed(one.amount)} for {_quoted(one.label) or TERMS.get(one.key) or as_words(one.key)}"
        for one in terms.modifiers
    ]
    said += [word for word, on in (("from behind", terms.from_behind), ("an unaware target", terms.unaware)) if on]
    said += ["no dodging"] if terms.undodgeable else []
    said += [f"a base of {terms.base}"] if terms.base is not None else []
    said += [f"{all_named(names, terms.shielded)} shielded"] if terms.shielded else []
    return f"The narrator's terms: {', '.join(said)}." if said else "The narrator adds nothing to the attack."


def _quoted(label: str) -> str:
    return f"“{label}”" if label else ""


def called_terms_given(event: fact.CalledTermsGiven, names: Names) -> str:
    terms = event.terms
    what = f"a hit makes {item(names, '', terms.item)} fall" if terms.item else CALLED[terms.effect]
    past = [word for word, on in (("armour", terms.ignores_armor), ("cover", terms.ignores_cover)) if on]
    more = f", ignoring {' and '.join(past)}" if past else ""
    return f"The called shot has a base of {terms.base}; {what}{more}{reason_suffix(terms.reason)}."


def spray_judged(event: fact.SprayJudged, names: Names) -> str:
    verdict = "may spray" if event.approved else "may not spray"
    return sentence(f"{named(names, event.combatant)} {verdict}{reason_suffix(event.reason)}.")


def attack_withdrawn(event: fact.AttackWithdrawn, names: Names) -> str:
    why = WITHDRAWN.get(event.reason) or f"does not attack after all: {event.reason}"
    return sentence(f"{named(names, event.combatant)} {why}.")


def attack_launched(event: fact.AttackLaunched, names: Names) -> str:
    return sentence(f"{named(names, event.combatant)} goes ahead with the attack.")


def target_faced(event: fact.TargetFaced, names: Names) -> str:
    band = f", {BANDS[event.band]}" if event.band else ""
    who = f"{named(names, event.combatant)} turns on {named(names, event.target)}"
    return sentence(f"{who} with {counted(event.rounds, 'round')}{band}.")


def defended(event: fact.Defended, names: Names) -> str:
    one = event.defence
    with_item = f" with {item(names, event.combatant, one.with_item)}" if one.with_item else ""
    who = f"{named(names, event.combatant)} {DEFENCES[one.defence]}"
    return sentence(f"{who} {possessive(names, event.attacker)} attack{with_item}, {number(-one.reduction)} to hit.")


def outpaced(event: fact.Outpaced, names: Names) -> str:
    who = named(names, event.combatant)
    return sentence(f"{named(names, event.attacker)} is too fast this time for {who} to dodge.")


def shot_hit(event: fact.ShotHit, names: Names) -> str:
    whom = f" on {named(names, event.target)}" if event.target else ""
    doubled = ", with double damage" if event.hit.doubled else ""
    return sentence(f"{possessive(names, event.combatant)} attack{whom} succeeds{doubled}.")


def shot_missed(event: fact.ShotMissed, names: Names) -> str:
    whom = f" {named(names, event.target)}" if event.target else ""
    if event.kept:
        at = f" on {named(names, event.target)}" if event.target else ""
        return sentence(f"{possessive(names, event.combatant)} attack{at} never comes off.")
    return sentence(f"{named(names, event.combatant)} misses{whom}.")


def cover_rolled(event: fact.CoverRolled, names: Names) -> str:
    thrown = f"{event.die.dice[0]:02d}"
    target = named(names, event.target)
    struck = f"{named(names, event.struck)} in front of {target}" if event.struck else f"{target}, past the cover"
    return sentence(f"{named(names, event.combatant)} throws {thrown} for cover and hits {struck}.")


def miss_forced(event: fact.MissForced, names: Names) -> str:
    who = named(names, event.combatant)
    return sentence(f"{who} escapes {possessive(names, event.attacker)} attack after all.")


def scattered(event: fact.Scattered, names: Names) -> str:
    metres = counted(event.metres.dice[0], "metre")
    where = f", and lands{spot(event.impact)}" if event.impact else ""
    direction = (event.direction.dice[0] - 1) * 60
    way = f"{direction} degrees off" if direction else "straight ahead"
    return sentence(f"{possessive(names, event.combatant)} missile goes {metres} astray, {way}{where}.")


def blast_opened(event: fact.BlastOpened, names: Names) -> str:
    inside = all_named(names, event.inside)  # ``nobody`` if there is no one
    spared = f"; {all_named(names, event.shielded)} shielded" if event.shielded else ""
    return sentence(
        f"{possessive(names, event.combatant)} blast goes off{spot(event.centre)} and catches {inside}{spared}."
    )


def attack_ended(event: fact.AttackEnded, names: Names) -> str:
    return sentence(f"{possessive(names, event.combatant)} attack is over.")


ATTACKS_TOLD: Mapping[type[Event], RenderEvent] = {
    fact.AttackCalled: attack_called,
    fact.TermsGiven: terms_given,
    fact.CalledTermsGiven: called_terms_given,
    fact.SprayJudged: spray_judged,
    fact.AttackWithdrawn: attack_withdrawn,
    fact.AttackLaunched: attack_launched,
    fact.TargetFaced: target_faced,
    fact.Defended: defended,
    fact.Outpaced: outpaced,
    fact.ShotHit: shot_hit,
    fact.ShotMissed: shot_missed,
    fact.CoverRolled: cover_rolled,
    fact.MissForced: miss_forced,
    fact.Scattered: scattered,
    fact.BlastOpened: blast_opened,
    fact.AttackEnded: attack_ended,
}
