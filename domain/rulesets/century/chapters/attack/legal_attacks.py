"""Whether an attack is legal as a whole (stage 1 of CE-HIT-9): its goal, its arms, its rounds, its cost."""

from typing import Annotated, ClassVar, Final

from msgspec.structs import replace

from domain.model.event import Event
from domain.model.people import find_combatant
from domain.model.refusal import refuse, require
from domain.ruleset.chapter import Chapter
from domain.rulesets.century.chapters.attack import attack_terms, two_weapons
from domain.rulesets.century.chapters.attack.attack_terms import with_terms
from domain.rulesets.century.chapters.attack.maneuvers import require_maneuver
from domain.rulesets.century.chapters.attack.ranges import Goal, Range, range_of, require_facing
from domain.rulesets.century.chapters.attack.rounds_fired import rounds_of
from domain.rulesets.century.chapters.items.armament import Armament, choose_armament
from domain.rulesets.century.chapters.objections import refuse_for
from domain.rulesets.century.chapters.round.move_points import require_slot, require_step
from domain.rulesets.century.items import Weapon
from domain.rulesets.century.parts import Attacking
from domain.rulesets.century.said import attack_briefly, attack_said
from domain.rulesets.century.state import Allotment, Attack, Fight, Person, Place
from domain.rulesets.century.tables import COSTS
from domain.story.told import Told
from domain.text.sentences import Spoken

PLAIN_ATTACK: Final = {"fire": "single", "called": None, "maneuver": "none"}
"""All that an area weapon does (CE-AREA-11)."""


class AttackCalled(Event, frozen=True, kw_only=True):
    """An attack is made (stage 1 of CE-HIT-9); what of it the narrator still says comes after.

    ``item`` is the weapon out of a secret sheet, with what is loaded in it and carried for it.
    """

    type: ClassVar[str] = "century.attack_called"
    words = "Attack"
    says = "{attack}."
    example = {
        "attack": {
            "id": "attack-316",
            "attacker": "mulan",
            "target": "desk",
            "natural": "punch",
            "band": "melee",
            "terms": {},
            "cost": 2,
        }
    }
    private: ClassVar[frozenset[str]] = frozenset({"item"})
    sheet_of: ClassVar[str | None] = "attacker"
    attack: Annotated[Attack, Spoken(attack_said)]
    item: Weapon | None = None

    @property
    def attacker(self) -> str:
        """Whose weapon it is."""
        return self.attack.attacker

    @property
    def briefly(self) -> Annotated[Attack, Spoken(attack_briefly)]:
        """The attack without its distance and the name of the attacker."""
        return self.attack

    told = Told(brief="{attacker} | {briefly}", line="attack", source="attack.attacker", target="attack.target")

    def evolve(self, fight: Fight) -> None:
        fight.attack = replace(self.attack, item=self.item or self.attack.item, version=fight.lineage_version)


def checked_attack(fight: Fight, attacker: Person, command: Attacking, *, narrated: bool) -> Attack:
    """Return the attack that a command makes; refuses what the rules forbid (CE-HIT-10, CE-HIT-14, CE-STAG-7)."""
    turn = require_slot(fight, attacker)
    second = two_weapons.is_second(turn, command)
    arms = choose_armament(fight, attacker, command)
    if command.paired:
        refuse_for(two_weapons.why_no_pair(attacker, arms, turn, second=second))
    _require_one_goal(command, arms)
    rounds = rounds_of(fight.options, arms, command)
    _require_called(fight, command, arms)
    allotments, reach, point = _goals(fight, attacker, arms, command)
    made = Attack(
        f"attack-{fight.lineage_version + 2}",
        attacker.id,
        command.fire,
        target=None if command.spray else command.target,
        point=point,
        weapon=arms.weapon.id if arms.weapon is not None else None,
        item=arms.weapon,
        natural=arms.natural.name if arms.natural is not None else None,
        hand=arms.hand,
        one_handed=arms.one_handed,
        paired=command.paired,
        second=second,
        rounds=rounds,
        spray=allotments,
        maneuver=command.maneuver,
        disarm_item=command.disarm_item,
        called=command.called,
        band=reach.band,
        distance=reach.metres,
        cost=_cost(attacker, arms, command, second=second),
    )
    made = with_terms(fight, made, attacker, arms, command, "command")
    terms_come = fight.options.attack_terms == "ask" and not narrated
    require_maneuver(fight, made, arms, terms_come=terms_come)
    require_step(fight, attacker, made.cost)
    return made


def _require_one_goal(command: Attacking, arms: Armament) -> None:
    """Refuse all but one of a target, a point of an area weapon, or a spray (CE-HIT-10, CE-AREA-2)."""
    given = [command.target is not None, command.point is not None, bool(command.spray)]
    if given.count(True) != 1:
        refuse(None, "An attack has a target, a point or a spray: one of them.", code="invalid", field="command.target")
    if command.point is not None and not arms.area:
        said = f"Only area weapons are aimed at a point; {arms.name} needs a target."
        refuse("CE-AREA-2", said, field="command.point")
    said = "Only full auto is sprayed over several."
    require(not command.spray or command.fire == "full_auto", "CE-AUTO-7", said, field="command.spray")
    said = "An area weapon attacks plainly: no burst, double tap, called shot, backstab or disarm."
    for name, plain in PLAIN_ATTACK.items() if arms.area else ():
        require(getattr(command, name) == plain, "CE-AREA-11", said, field=f"command.{name}")


def _require_called(fight: Fight, command: Attacking, arms: Armament) -> None:
    """Called shots go with melee attacks, single shots and double taps (CE-CALLED-5), not with volleys (CE-AUTO-11)."""
    if command.called is None:
        return
    require(fight.options.called_shots, "CE-CALLED-1", "Called shots are not used here.", field="command.called")
    alone = command.fire in ("single", "double_tap") and command.maneuver != "disarm"
    said = "A called shot goes with a melee attack, a single shot or a double tap."
    require(alone, "CE-CALLED-5", said, field="command.called")


def _goals(
    fight: Fight, attacker: Person, arms: Armament, command: Attacking
) -> tuple[tuple[Allotment, ...], Range, Place | None]:
    """Return whom or what is aimed at, and how far it is."""

    def reach_of(goal: Goal) -> Range:
        require_facing(fight.options, attacker, goal)
        return range_of(attacker, arms, goal, based=command.base is not None)

    if command.spray:
        parts = []
        for place, one in enumerate(command.spray):
            field = f"command.spray[{place}]"
            target = _target(fight, attacker, one.target, f"{field}.target")
            goal = Goal(target.place, one.range or command.range, f"{field}.target", f"{field}.range")
            parts.append(Allotment(target.id, one.rounds, *reach_of(goal)))
        return tuple(parts), Range(None), None
    if command.point is not None:
        point = Place(command.point.x, command.point.y, command.point.elevation)
        return (), reach_of(Goal(point, command.range, "command.point")), point
    target = _target(fight, attacker, command.target or "", "command.target")
    return (), reach_of(Goal(target.place, command.range, "command.target")), None


def _target(fight: Fight, attacker: Person, name: str, field: str) -> Person:
    """Return the target: not the attacker, the dead, the destroyed or the hidden (CE-HIT-10, CE-ACT-49)."""
    target = find_combatant(fight, name, field)
    require(target.id != attacker.id, "CE-HIT-10", "An attack needs someone else as its target.", field=field)
    if not attack_terms.is_target(target):
        refuse("CE-HIT-10", f"{target.name} can no longer be attacked.", field=field)
    if "hidden" in target.conditions:
        refuse("CE-ACT-49", f"{target.name} is hidden.", field=field)
    return target


def _cost(attacker: Person, arms: Armament, command: Attacking, *, second: bool) -> int:
    """Return the cost with what is added to it (CE-ACT-50, CE-RUL-78)."""
    cost = two_weapons.cost_of(attacker, arms, command.maneuver, second=second)
    cost += COSTS["called_shot"] if command.called is not None else 0
    return cost + (COSTS["double_tap"] if command.fire == "double_tap" else 0)


LEGAL_ATTACKS: Chapter[Fight] = Chapter(events=(AttackCalled,))
