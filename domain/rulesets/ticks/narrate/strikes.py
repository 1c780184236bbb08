"""How strikes are told: luck, manoeuvres and their tests, damage and what is taken off it, aims, falls and holds."""

from collections.abc import Mapping

from domain.model.event import Event
from domain.rulesets.ticks.events import strikes as fact
from domain.rulesets.ticks.said import MODES, item, luck, product
from domain.rulesets.ticks.words import TickStage
from domain.text.phrases import (
    Names,
    RenderEvent,
    all_named,
    as_words,
    counted,
    listed,
    named,
    possessive,
    sentence,
    they_do,
)

STAGES: Mapping[TickStage, str] = {
    "opening": "as tick {} opens",
    "first_steps": "with the first steps of tick {}",
    "strikes": "with the strikes of tick {}",
    "deeds": "with the deeds of tick {}",
    "last_steps": "with the last steps of tick {}",
}
USES = {
    "quickness": "on quickness",
    "requirements": "to meet the requirements of a manoeuvre",
    "extra": "on further manoeuvres",
    "test": "on a test",
    "strike": "on the strike",
    "oppose": "to oppose a manoeuvre",
    "wound": "to be spared wounds",
}
WHY_ENDED = {"released": "lets go of", "dropped_out": "no longer holds", "out_of_reach": "is too far away to hold"}


def luck_spent(event: fact.LuckSpent, names: Names) -> str:
    use = USES[event.use]
    if event.manoeuvre is not None:
        use = f"{'against' if event.use == 'oppose' else 'on'} the {as_words(event.manoeuvre)}"
    return sentence(f"{named(names, event.combatant)} spends {luck(event.points)} {use}.")


def manoeuvre_tried(event: fact.ManoeuvreTried, names: Names) -> str:
    on = f" on {named(names, event.target)}" if event.target is not None else ""
    tries = f"{named(names, event.combatant)} tries the {as_words(event.manoeuvre)}{on}"
    worth = product(event.statistic, event.skill, event.level, event.total)
    return sentence(f"{tries}: {worth} makes {event.total}.")


def manoeuvre_tested(event: fact.ManoeuvreTested, names: Names) -> str:
    verdict = "succeeds" if event.success else "fails"
    comes = f"{possessive(names, event.combatant)} {as_words(event.manoeuvre)} {verdict}"
    if event.target is None:
        return sentence(f"{comes}: {event.total} against a difficulty of {event.against}.")
    if event.against is None or event.statistic is None or event.skill is None:
        return sentence(f"{comes}: {named(names, event.target)} does not oppose it.")
    worth = product(event.statistic, event.skill, event.level, event.against)
    return sentence(f"{comes}: {event.total} against {possessive(names, event.target)} {event.against}, {worth}.")


def struck(event: fact.Struck, names: Names) -> str:
    who, weapon = named(names, event.combatant), item(event.weapon, names)
    aimed = f"after {counted(event.waited, 'tick')} of aiming" if event.waited else "without aiming"
    waited = "" if event.waited is None else f", {aimed}"
    late = f"{waited}, as {they_do(names, event.combatant, 'has been waiting')} to do" if event.deferred else waited
    if event.target is None:
        return sentence(f"{who} tries “{event.trick}” with {weapon}{late}.")
    target, points = named(names, event.target), _damage(event)
    if event.mode == "thrown":
        return sentence(f"{who} throws {weapon} at {target}{late}: {points}.")
    return sentence(f"{who} {MODES[event.mode]} {target} with {weapon}{late}: {points}.")


def _damage(event: fact.Struck) -> str:
    """What it would do, and of what that is the sum: ``8 points (base 4 and melee 4)``."""
    if not event.gross:
        return "no damage"
    parts = [f"{as_words(what)} {points}" for what, points in event.parts if points]
    return f"{counted(event.gross, 'point')}{f' ({listed(parts)})' if len(parts) > 1 else ''}"


def soaked(event: fact.Soaked, names: Names) -> str:
    parts = (
        ("the shield", event.shield),
        ("defence", event.defended),
        ("the armour", event.armour),
        ("luck", event.luck),
    )
    taken = [f"{what} stops {points}" for what, points in parts if points]
    off = listed(taken) if taken else "nothing is stopped"
    attack = (
        f"{possessive(names, event.attacker)} {counted(event.gross, 'point')} against {named(names, event.combatant)}"
    )
    comes = f"which leaves {counted(event.wounds, 'wound')}" if event.hit else "so it is not a hit"
    return sentence(f"Of {attack}, {off}, {comes}.")


def aim_began(event: fact.AimBegan, names: Names) -> str:
    return sentence(f"{named(names, event.combatant)} starts to aim on tick {event.tick}.")


def aim_broken(event: fact.AimBroken, names: Names) -> str:
    over = "loses the aim for this round" if event.lost else "has to aim again"
    return sentence(f"{named(names, event.combatant)} {over}.")


def condition_met(event: fact.ConditionMet, names: Names) -> str:
    met = f"{named(names, event.by)} does what {named(names, event.combatant)} has been waiting for"
    return sentence(f"{met}, {STAGES[event.stage].format(event.tick)}.")


def held_back(event: fact.HeldBack, names: Names) -> str:
    return sentence(f"{named(names, event.combatant)} holds back and spares {all_named(names, event.spared)}.")


def fell(event: fact.Fell, names: Names) -> str:
    return sentence(f"{named(names, event.combatant)} is tripped by {named(names, event.by)} and falls prone.")


def stood_up(event: fact.StoodUp, names: Names) -> str:
    return sentence(f"{named(names, event.combatant)} stands up.")


def grabbed(event: fact.Grabbed, names: Names) -> str:
    far = counted(event.reach, "step")
    return sentence(f"{named(names, event.by)} grabs {named(names, event.combatant)} and can hold on up to {far} away.")


def hold_ended(event: fact.HoldEnded, names: Names) -> str:
    ends = WHY_ENDED.get(event.why, "no longer holds")
    return sentence(f"{named(names, event.by)} {ends} {named(names, event.combatant)}.")


STRIKES_TOLD: Mapping[type[Event], RenderEvent] = {
    fact.LuckSpent: luck_spent,
    fact.ManoeuvreTried: manoeuvre_tried,
    fact.ManoeuvreTested: manoeuvre_tested,
    fact.Struck: struck,
    fact.Soaked: soaked,
    fact.AimBegan: aim_began,
    fact.AimBroken: aim_broken,
    fact.ConditionMet: condition_met,
    fact.HeldBack: held_back,
    fact.Fell: fell,
    fact.StoodUp: stood_up,
    fact.Grabbed: grabbed,
    fact.HoldEnded: hold_ended,
}
