"""The downed (CE-DOWN): unconscious and dying, dead, stabilized, up again."""

from domain.chance.draws import Draw
from domain.decision.decision import Table
from domain.model.people import somebody
from domain.model.refusal import require
from domain.rulesets.century.commands import SetDowned
from domain.rulesets.century.decide.handling import drop_all
from domain.rulesets.century.decide.health import note_health
from domain.rulesets.century.events.harm import Destroyed, Died, Downed, HpGained, HpLost, Revived, Stabilized
from domain.rulesets.century.state import Fight
from domain.rulesets.century.words import DownedStatus

DEAD_AT = -5
"""HP at which one is dead (CE-DOWN-2); from 0 down to there one is dying (CE-DOWN-1)."""


def after_loss(table: Table[Fight], combatant: str) -> None:
    """Who falls, dies, or is destroyed by the loss just recorded (CE-DOWN-1, CE-DOWN-2, CE-DOWN-8, CE-DOWN-11).

    Animals fall as people do (CE-DOWN-12), and no check for a deathblow comes of itself (CE-DOWN-14).
    """
    person = table.state.people[combatant]
    if person.hp > 0 or person.dead or person.destroyed:
        return
    if not person.throws:
        table.record(Destroyed(combatant))
    elif person.hp <= DEAD_AT:
        die(table, combatant, "wounds")
    elif "dying" not in person.conditions:
        fall(table, combatant)


def fall(table: Table[Fight], combatant: str) -> None:
    """Somebody is unconscious and dying; what it holds falls beside it (CE-DOWN-1, CE-DOWN-3, CE-DOWN-4)."""
    table.cause = table.record(Downed(combatant, table.state.round + 1))
    drop_all(table, combatant)


def die(table: Table[Fight], combatant: str, reason: str) -> None:
    """Somebody is dead; what it holds lies beside it (CE-DOWN-2). The round goes on for others (CE-DOWN-15)."""
    table.cause = table.record(Died(combatant, reason))
    drop_all(table, combatant)


def heal(
    table: Table[Fight], combatant: str, points: int, source: str, *, by: str | None = None, dice: Draw | None = None
) -> None:
    """HP come back, never above the maximum (CE-DMG-6); from 1 on one is up again (CE-DOWN-9).

    ``dice`` are what the points were thrown with, ``by`` whoever brings them.
    """
    person = table.state.people[combatant]
    before = person.hp
    gained = min(points, person.hp_max - before)
    table.cause = table.record(HpGained(combatant, gained, _shown(table, combatant, before + gained), source, by, dice))
    after_gain(table, combatant, before)


def _shown(table: Table[Fight], combatant: str, hp: int) -> int | None:
    """The HP that somebody has now, as far as a fact with dice may say them: None of a secret sheet."""
    return None if combatant in table.state.secret_sheets else hp


def after_gain(table: Table[Fight], combatant: str, before: int) -> None:
    """Health rises, and whoever is above 0 again wakes up (CE-HC-4, CE-DOWN-9)."""
    note_health(table, combatant, before)
    person = table.state.people[combatant]
    if person.hp > 0 and person.conditions.keys() & {"dying", "stabilized"}:
        table.record(Revived(combatant))


def set_downed(table: Table[Fight], command: SetDowned) -> None:
    """The narrator says how somebody fares, whatever the rules make of it (CE-DOWN-10)."""
    person = somebody(table.state, command.combatant, "command.combatant")
    said = f"{person.name} is no person or animal."
    require(person.throws, "CE-DOWN-11", said, field="command.combatant")
    _set_hp(table, command)
    set_status(table, person.id, command.status, command.reason)


def set_status(table: Table[Fight], combatant: str, status: DownedStatus, reason: str) -> None:
    """Somebody fares so from now on, by the narrator's word (CE-DOWN-10)."""
    if status == "dead" and not table.state.people[combatant].dead:
        die(table, combatant, reason or "the narrator's word")
    elif status == "dying":
        fall(table, combatant)
    elif status == "stabilized":
        table.record(Stabilized(combatant))
        drop_all(table, combatant)
    elif status == "up" and not table.state.people[combatant].up:
        table.record(Revived(combatant))


def _set_hp(table: Table[Fight], command: SetDowned) -> None:
    person = table.state.people[command.combatant]
    if command.hp is None or command.hp == person.hp:
        return
    said = f"{person.name} has at most {person.hp_max} HP."
    require(command.hp <= person.hp_max, "CE-SHEET-6", said, field="command.hp")
    before, change = person.hp, command.hp - person.hp
    if change > 0:
        table.cause = table.record(HpGained(person.id, change, _shown(table, person.id, command.hp), command.reason))
    else:
        table.cause = table.record(HpLost(person.id, -change, command.hp, command.reason))
    note_health(table, person.id, before)
