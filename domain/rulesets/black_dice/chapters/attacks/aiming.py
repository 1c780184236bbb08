"""Aiming a ranged weapon: whole rounds of it, and what breaks them (BD-MOD-6)."""

from typing import Annotated, ClassVar

from domain.decision.decision import Decision
from domain.model.event import Event
from domain.model.refusal import require
from domain.ruleset.chapter import Chapter
from domain.rulesets.black_dice.chapters.objections import own_weapon, target_of
from domain.rulesets.black_dice.said import (
    AIM_ENDED_BY,
    Armed,
    Who,
)
from domain.rulesets.black_dice.said import weapon as weapon_named
from domain.rulesets.black_dice.state import Aim, Declaration, Fight, Person
from domain.story.told import AS_SAID, Told
from domain.text.phrases import sentence
from domain.text.sentences import Spoken

MOST_ROUNDS = 3


class Aimed(Event, frozen=True, kw_only=True):
    """A combatant has aimed at a target for ``rounds``, including this one (BD-MOD-6)."""

    type: ClassVar[str] = "black_dice.aimed"
    words = "Aim"
    told = Told(brief=AS_SAID)
    example = {"combatant": "kestrel", "weapon": "throwing_knife", "target": "brass_tom", "rounds": 1}
    combatant: Who
    weapon: Armed
    target: Who
    rounds: int

    def says(self) -> str:
        held = ", for {rounds} rounds now" if self.rounds > 1 else ""
        return f"{{combatant}} aims {{weapon}} at {{target}}{held}."

    def evolve(self, fight: Fight) -> None:
        fight.people[self.combatant].aim = Aim(self.weapon, self.target, self.rounds)
        fight.aimed = (*fight.aimed, self.combatant)


class AimLost(Event, frozen=True, kw_only=True):
    """An aim is lost or used up, and this round is no whole round of aiming (BD-MOD-6)."""

    type: ClassVar[str] = "black_dice.aim_lost"
    words = "Aim lost"
    says = "{reason} ends {combatant's} aim."
    example = {"combatant": "kestrel", "reason": "not_kept_up"}
    combatant: Who
    reason: Annotated[str, Spoken(AIM_ENDED_BY)]

    def brief(self) -> str:
        """That an aim is lost, unless the shot has used it up, or a mishap tells it."""
        return "" if self.reason in ("attacked", "foul") else "{combatant} | loses {combatant:their} aim"

    told = Told(brief=brief)

    def evolve(self, fight: Fight) -> None:
        fight.people[self.combatant].aim = None
        if fight.phase != "idle":
            fight.aim_broken = (*fight.aim_broken, self.combatant)


def check_aim(fight: Fight, person: Person, weapon_name: str, target: str) -> None:
    """Refuse an aim with a weapon that is not ranged or not ready, or at what is no target (BD-MOD-6)."""
    weapon = own_weapon(person, weapon_name, "command.aim.weapon")
    name = person.name
    require(
        not weapon.melee,
        "BD-MOD-6",
        f"{sentence(weapon_named(weapon.id))} is no ranged weapon.",
        field="command.aim.weapon",
    )
    require(
        weapon.id in person.ready,
        "BD-MOD-6",
        f"{name} does not have {weapon_named(weapon.id)} in hand.",
        field="command.aim.weapon",
    )
    target_of(fight, target, "command.aim.target")
    require(target != person.id, "BD-MOD-6", f"{name} has to aim at somebody else.", field="command.aim.target")


def why_not_aimed(fight: Fight, person: Person, declared: Declaration) -> str | None:
    """Return why a declared aim comes to nothing: this is no whole round of it; None if it is one."""
    if person.id in fight.aim_broken:
        return "disturbed"
    return None if declared.weapon in person.ready else "weapon_not_ready"


def take_aim(decision: Decision[Fight], person: Person, declared: Declaration) -> None:
    """Aim for one whole round more at this target with this weapon."""
    weapon, target = declared.weapon or "", declared.target or ""
    aim = person.aim
    before = aim.rounds if aim is not None and (aim.weapon, aim.target) == (weapon, target) else 0
    decision.record(Aimed(combatant=person.id, weapon=weapon, target=target, rounds=min(MOST_ROUNDS, before + 1)))


def lose_aim(decision: Decision[Fight], person: Person, reason: str, *, cause: int | None = None) -> None:
    """Break the aim of a combatant: one that it has is lost, and this round does not count for one."""
    fight = decision.state
    declared = fight.declarations.get(person.id)
    means_to = declared is not None and declared.deed == "aim" and person.id not in fight.aim_broken
    if person.aim is not None or means_to:
        decision.record(AimLost(combatant=person.id, reason=reason), cause=cause)


def lapse(decision: Decision[Fight], person: Person) -> None:
    """At the end of a round an aim is lost that was not kept up in it (BD-ROUND-8)."""
    if person.id not in decision.state.aimed and person.aim is not None:
        decision.record(AimLost(combatant=person.id, reason="not_kept_up"))


AIMING: Chapter[Fight] = Chapter(events=(Aimed, AimLost))
