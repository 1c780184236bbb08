"""What is being settled: the exchanges of the round, dice on their way, and what prompts are about.

It is read from the data that the waiting decision stores for the stage that continues it (``PENDING``, and
``throws.THROWING``).
"""

from collections.abc import Callable, Mapping
from typing import Final

from domain.model.encounter import Waiting
from domain.rulesets.black_dice.chapters.attacks import objects
from domain.rulesets.black_dice.chapters.attacks.exchanges import Met, fallen
from domain.rulesets.black_dice.chapters.dice.rerolls import Throwing
from domain.rulesets.black_dice.chapters.dice.scripting import Scripting, approve_answered
from domain.rulesets.black_dice.chapters.narrator.contests import contested
from domain.rulesets.black_dice.chapters.perils.avoiding import avoided, spotted
from domain.rulesets.black_dice.chapters.wounds import damage, injuries
from domain.rulesets.black_dice.chapters.wounds.deathbed import Deathbed, save_answered
from domain.rulesets.black_dice.chapters.wounds.harm import Harm, reduced
from domain.rulesets.black_dice.chapters.wounds.waking import Struggle, ensure_answered
from domain.rulesets.black_dice.said import weapon
from domain.rulesets.black_dice.state import Exchange, Fight, Part, Strike
from domain.rulesets.black_dice.table.throws import data_of, parts_of, roll, roll_of, throwing_of
from domain.table.look import Look
from domain.table.shapes import Pending, PendingPart

THROWS: Final[Mapping[str, str]] = {
    damage.weapon_thrown.name: "damage_of_hit",
    damage.strength_thrown.name: "damage_of_hit",
    objects.thrown.name: "blow_at_object",
    contested.name: "contest",
    spotted.name: "peril",
    avoided.name: "peril",
}
"""What throws are for, by the stage that waits for them; others are called like their roll."""


def pending(look: Look[Fight]) -> Mapping[str, Pending]:
    """Return the exchanges that are not settled by their IDs, other throws and questions by their first prompt."""
    fight = look.state
    found = {one.id: _exchange(look, one) for one in fight.exchanges.values() if not one.over}
    for group in fight.waiting if fight.prompts else ():
        throwing, asked = throwing_of(group), PENDING.get(group.reply.stage)
        if throwing is not None:
            key, thrown = _thrown(look, group, throwing)
            found[key] = thrown
        if asked is not None:
            found[group.name] = asked(look, group)
    return found


def _exchange(look: Look[Fight], exchange: Exchange) -> Pending:
    """Return an exchange that has yet to come up, or is under way (BD-ROUND-4)."""
    return Pending(look.said("exchange"), parts=tuple([_part(look, part) for part in exchange.parts]))


def _part(look: Look[Fight], part: Part) -> PendingPart:
    held = "" if part.weapon is None else weapon(part.weapon).removeprefix("the ")
    return PendingPart(part.combatant, look.said(f"part_{part.does}"), held)


def _thrown(look: Look[Fight], group: Waiting, throwing: Throwing) -> tuple[str, Pending]:
    """Return throws on their way, those of an exchange under its ID."""
    stage = throwing.then.stage
    if stage == fallen.name:
        met: Met = data_of(throwing, Met)
        return met.exchange.id, _fought(look, met.exchange, throwing)
    parts = parts_of(look, throwing, {})
    at = throwing.plans[0].against or ""
    if stage == objects.thrown.name:
        strike: Strike = data_of(throwing, Strike)
        parts = parts_of(look, throwing, {throwing.plans[0].combatant: look.said("part_attack")})
        at = strike.target
    text = THROWS.get(stage)
    label = roll(look, throwing.plans[0]) if text is None else look.said(text)
    # Its first cast names a throw as soon as it has fallen: later prompts about it are others.
    key = f"throw-{throwing.casts[0].version}" if throwing.casts else f"throw-{group.name}"
    return key, Pending(label, at, parts)


def _fought(look: Look[Fight], exchange: Exchange, throwing: Throwing) -> Pending:
    """Return an exchange whose dice are on their way; an easy target throws none (BD-WHO-9)."""
    does = {part.combatant: look.said(f"part_{part.does}") for part in exchange.parts}
    thrown = {part.who: part for part in parts_of(look, throwing, does)}
    parts = tuple([thrown.get(part.combatant) or _part(look, part) for part in exchange.parts])
    return Pending(look.said("exchange" if exchange.id in look.state.exchanges else "surprise"), parts=parts)


def _harm(look: Look[Fight], group: Waiting) -> Pending:
    """Return damage that fate may lessen before it is marked (BD-FATE-5)."""
    harm: Harm = reduced.thaw(group.reply)
    suffers = PendingPart(harm.combatant, look.said("may_lessen"))
    hit = () if harm.source is None else (PendingPart(harm.source, look.said("has_hit")),)
    return Pending(look.said("damage", points=harm.points), harm.combatant, (*hit, suffers))


def _injury(look: Look[Fight], group: Waiting) -> Pending:
    """Return a permanent injury that fate may avert (BD-FATE-8)."""
    suffered: injuries.Suffered = injuries.answered.thaw(group.reply)
    part = PendingPart(suffered.combatant, look.said("may_avert"))
    return Pending(look.said("injury_threatens"), suffered.combatant, (part,))


def _death(look: Look[Fight], group: Waiting) -> Pending:
    """Return a death that somebody may prevent (BD-FATE-7, BD-SCRIPT-8)."""
    bed: Deathbed = save_answered.thaw(group.reply)
    return Pending(look.said("deathbed"), bed.combatant, (PendingPart(bed.asked[-1], look.said("may_rescue")),))


def _struggle(look: Look[Fight], group: Waiting) -> Pending:
    """Return a roll to stay conscious or to live that somebody may make sure (BD-FATE-6, BD-FATE-10)."""
    struggling: Struggle = ensure_answered.thaw(group.reply)
    ensures = PendingPart(struggling.asked[-1], look.said("may_ensure"))
    rolls = PendingPart(struggling.combatant, look.said("has_to_roll"))
    return Pending(
        roll_of(look, struggling.label),
        struggling.combatant,
        (ensures,) if ensures.who == rolls.who else (rolls, ensures),
    )


def _script(look: Look[Fight], group: Waiting) -> Pending:
    """Return a scripting die of which the narrator has to approve (BD-SCRIPT-2)."""
    scripting: Scripting = approve_answered.thaw(group.reply)
    part = PendingPart(
        scripting.combatant, look.said(f"script_{scripting.use}"), means=look.said("quoted", text=scripting.description)
    )
    return Pending(look.said("scripting_die"), scripting.beneficiary or "", (part,))


PENDING: Final[Mapping[str, Callable[[Look[Fight], Waiting], Pending]]] = {
    reduced.name: _harm,
    injuries.answered.name: _injury,
    save_answered.name: _death,
    ensure_answered.name: _struggle,
    approve_answered.name: _script,
}
"""How a waiting decision is drawn that is about no throw, by the stage that continues it."""
