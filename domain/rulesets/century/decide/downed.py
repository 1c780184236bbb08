"""The downed (CE-DOWN): unconscious and dying, dead, stabilized, up again."""

from domain.chance.draws import Draw
from domain.decision.decision import Decision
from domain.model.people import find_combatant
from domain.model.refusal import require
from domain.rulesets.century.commands import SetDowned
from domain.rulesets.century.decide.handling import drop_all
from domain.rulesets.century.decide.health import note_health
from domain.rulesets.century.events.harm import Destroyed, Died, Downed, HpGained, HpLost, Revived, Stabilized
from domain.rulesets.century.state import Fight
from domain.rulesets.century.words import DownedStatus

DEAD_AT = -5
"""HP at which one is dead (CE-DOWN-2); from 0 down to there one is dying (CE-DOWN-1)."""


def after_loss(decision: Decision[Fight], combatant: str) -> None:
    """Who falls, dies, or is destroyed by the loss just recorded (CE-DOWN-1, CE-DOWN-2, CE-DOWN-8, CE-DOWN-11).

    Animals fall as people do (CE-DOWN-12), and no check for a deathblow comes of itself (CE-DOWN-14).
    """
    person = decision.state.people[combatant]
    if person.hp > 0 or person.dead or person.destroyed:
        return
    if not person.throws:
        decision.record(Destroyed(combatant=combatant))
    elif person.hp <= DEAD_AT:
        die(decision, combatant, "wounds")
    elif "dying" not in person.conditions:
        fall(decision, combatant)


def fall(decision: Decision[Fight], combatant: str) -> None:
    """Somebody is unconscious and dying; what it holds falls beside it (CE-DOWN-1, CE-DOWN-3, CE-DOWN-4)."""
    decision.cause = decision.record(Downed(combatant=combatant, dies_in_round=decision.state.round + 1))
    drop_all(decision, combatant)


def die(decision: Decision[Fight], combatant: str, reason: str) -> None:
    """Somebody is dead; what it holds lies beside it (CE-DOWN-2). The round goes on for others (CE-DOWN-15)."""
    decision.cause = decision.record(Died(combatant=combatant, reason=reason))
    drop_all(decision, combatant)


def heal(
    decision: Decision[Fight],
    combatant: str,
    points: int,
    source: str,
    *,
    by: str | None = None,
    dice: Draw | None = None,
) -> None:
    """HP come back, never above the maximum (CE-DMG-6); from 1 on one is up again (CE-DOWN-9).

    ``dice`` are what the points were thrown with, ``by`` whoever brings them.
    """
    person = decision.state.people[combatant]
    before = person.hp
    gained = min(points, person.hp_max - before)
    decision.cause = decision.record(
        HpGained(
            combatant=combatant,
            points=gained,
            hp=_shown(decision, combatant, before + gained),
            source=source,
            by=by,
            dice=dice,
        )
    )
    after_gain(decision, combatant, before)


def _shown(decision: Decision[Fight], combatant: str, hp: int) -> int | None:
    """The HP that somebody has now, as far as a fact with dice may say them: None of a secret sheet."""
    return None if combatant in decision.state.secret_sheets else hp


def after_gain(decision: Decision[Fight], combatant: str, before: int) -> None:
    """Health rises, and whoever is above 0 again wakes up (CE-HC-4, CE-DOWN-9)."""
    note_health(decision, combatant, before)
    person = decision.state.people[combatant]
    if person.hp > 0 and person.conditions.keys() & {"dying", "stabilized"}:
        decision.record(Revived(combatant=combatant))


def set_downed(decision: Decision[Fight], command: SetDowned) -> None:
    """The narrator says how somebody fares, whatever the rules make of it (CE-DOWN-10)."""
    person = find_combatant(decision.state, command.combatant, "command.combatant")
    said = f"{person.name} is no person or animal."
    require(person.throws, "CE-DOWN-11", said, field="command.combatant")
    _set_hp(decision, command)
    set_status(decision, person.id, command.status, command.reason)


def set_status(decision: Decision[Fight], combatant: str, status: DownedStatus, reason: str) -> None:
    """Somebody fares so from now on, by the narrator's word (CE-DOWN-10)."""
    if status == "dead" and not decision.state.people[combatant].dead:
        die(decision, combatant, reason or "the narrator's word")
    elif status == "dying":
        fall(decision, combatant)
    elif status == "stabilized":
        decision.record(Stabilized(combatant=combatant))
        drop_all(decision, combatant)
    elif status == "up" and not decision.state.people[combatant].up:
        decision.record(Revived(combatant=combatant, ends_stun=True))


def _set_hp(decision: Decision[Fight], command: SetDowned) -> None:
    person = decision.state.people[command.combatant]
    if command.hp is None or command.hp == person.hp:
        return
    said = f"{person.name} has at most {person.hp_max} HP."
    require(command.hp <= person.hp_max, "CE-SHEET-6", said, field="command.hp")
    before, change = person.hp, command.hp - person.hp
    if change > 0:
        decision.cause = decision.record(
            HpGained(
                combatant=person.id, points=change, hp=_shown(decision, person.id, command.hp), source=command.reason
            )
        )
    else:
        decision.cause = decision.record(
            HpLost(combatant=person.id, points=-change, hp=command.hp, source=command.reason)
        )
    note_health(decision, person.id, before)
