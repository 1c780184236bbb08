"""What ends when a combatant leaves its place, its vehicle or the fight: holds, drags and climbs.

Each has one function here, so that it ends in one place whatever the cause.
"""

from typing import Annotated, ClassVar, Final

from domain.decision.decision import Decision
from domain.model.event import Event
from domain.ruleset.chapter import Chapter
from domain.rulesets.s3.chapters.grapple.bonds import LET_GO, TOLD_BEFORE, drags_by, end_hold, holds_by
from domain.rulesets.s3.chapters.vehicles.halting import check_vehicle
from domain.rulesets.s3.state import Drag, Fight, Person
from domain.rulesets.s3.words import LEGS, Gone
from domain.story.told import AS_SAID, Told
from domain.text.sentences import Spoken

OUT: Final = {
    "escaped": "escapes",
    "left_behind": "is left behind",
    "thrown_out": "is thrown out of the fight",
}


class DragEnded(Event, frozen=True, kw_only=True):
    """A drag ended (S3-MOUNT-18)."""

    type: ClassVar[str] = "s3.drag_ended"
    words = "Drag ended"
    example = {"drag": "drag-33-1", "dragger": "one_eyed_ogre", "dragged": "bell_1", "reason": "arm_lost"}
    drag: str
    dragger: str
    dragged: str
    reason: str

    def says(self) -> str:
        template = LET_GO.get(self.reason, "{holder} no longer drags {held} along.")
        return template.replace("{holder}", "{dragger}").replace("{held}", "{dragged}")

    def brief(self) -> str:
        """Tell the end of a drag, but not what it follows from, as that has just been told."""
        return "{dragger} | lets go of {dragged}" if self.reason in TOLD_BEFORE else AS_SAID

    told = Told(brief=brief, source="dragger", target="dragged")

    def evolve(self, fight: Fight) -> None:
        fight.drags = tuple(drag for drag in fight.drags if drag.id != self.drag)


class ClimbForgotten(Event, frozen=True, kw_only=True):
    """A move elsewhere lost the feet gained on a climb (S3-MOVE-8)."""

    type: ClassVar[str] = "s3.climb_forgotten"
    words = "Climb given up"
    told = Told(brief=AS_SAID)
    says = "{combatant} gives up the climb."
    example = {"combatant": "doctor_hu"}
    combatant: str

    def evolve(self, fight: Fight) -> None:
        fight.people[self.combatant].climb = None


class FellProne(Event, frozen=True, kw_only=True):
    """A combatant lies on the ground (S3-TRIP-4)."""

    type: ClassVar[str] = "s3.fell_prone"
    words = "Fall to the ground"
    told = Told(brief=AS_SAID, moment="fall")
    says = "{combatant} falls to the ground."
    example = {"combatant": "bell_1"}
    combatant: str

    def evolve(self, fight: Fight) -> None:
        fight.people[self.combatant].prone = True


class LeftFight(Event, frozen=True, kw_only=True):
    """A combatant left the fight without being disabled."""

    type: ClassVar[str] = "s3.left_fight"
    words = "Out of the fight"
    told = Told(brief=AS_SAID)
    example = {"combatant": "bell_1", "reason": "left_behind"}
    combatant: str
    reason: Annotated[Gone, Spoken(OUT)]

    def says(self) -> str:
        """Render how it left; the narrator's command tells a removal."""
        return "{combatant} {reason}." if self.reason in OUT else ""

    def evolve(self, fight: Fight) -> None:
        fight.people[self.combatant].out = self.reason
        fight.disengage(self.combatant)


class SeatLeft(Event, frozen=True, kw_only=True):
    """A combatant got off a vehicle."""

    type: ClassVar[str] = "s3.seat_left"
    words = "Off the vehicle"
    told = Told(brief=AS_SAID, unless=("s3.left_fight",))
    says = "{combatant} is off {vehicle}."
    example = {"combatant": "one_eyed_ogre", "vehicle": "auto_cycle"}
    combatant: str
    vehicle: str

    def evolve(self, fight: Fight) -> None:
        fight.unseat(fight.people[self.combatant])


def fall_unless_standing(decision: Decision[Fight], person: Person, *, cause: int | None = None) -> None:
    """Leave the disabled and those without legs on the ground, unless they sit (S3-DIS-7, S3-LEGAL-10, S3-LEGAL-11)."""
    stands = person.disabled is None and not person.limbs.keys() >= LEGS
    if not stands and person.vehicle is None and not person.prone:
        decision.record(FellProne(combatant=person.id), cause=cause)


def leave_fight(decision: Decision[Fight], person: Person, reason: Gone, *, cause: int | None = None) -> None:
    """End the holds, drags and the seat of a combatant that leaves the fight (S3-NARR-8, S3-MOUNT-11)."""
    left = decision.record(LeftFight(combatant=person.id, reason=reason), cause=cause)
    end_bonds(decision, person, reason, left)
    leave_vehicle(decision, person, cause=left)


def leave_vehicle(decision: Decision[Fight], person: Person, *, cause: int | None = None) -> None:
    """Get off the vehicle; a combatant that cannot stand lies on the ground at once (S3-DIS-7, S3-LEGAL-11)."""
    if person.vehicle is not None:
        vehicle = person.vehicle
        left = decision.record(SeatLeft(combatant=person.id, vehicle=vehicle), cause=cause)
        fall_unless_standing(decision, person, cause=left)
        check_vehicle(decision, vehicle, cause=cause)


def moved_away(decision: Decision[Fight], person: Person, *, cause: int | None = None) -> None:
    """End the holds and the climb of a combatant that is moved away (S3-PIN-10, S3-STRAN-10, S3-TRIP-8, S3-MOVE-8)."""
    end_bonds(decision, person, "moved_away", cause)
    forget_climb(decision, person, cause=cause)


def forget_climb(decision: Decision[Fight], person: Person, *, cause: int | None = None) -> None:
    """Lose the feet gained on a climb, which begins again after a move (S3-MOVE-8)."""
    if person.climb is not None:
        decision.record(ClimbForgotten(combatant=person.id), cause=cause)


def end_bonds(decision: Decision[Fight], person: Person, reason: str, cause: int | None) -> None:
    """End every hold and drag of a combatant, at either end."""
    for hold in decision.state.holds:
        if person.id in (hold.holder, hold.held):
            end_hold(decision, hold, reason, cause=cause)
    for drag in decision.state.drags:
        if person.id in (drag.dragger, drag.dragged):
            end_drag(decision, drag, reason, cause=cause)


def end_drag(decision: Decision[Fight], drag: Drag, reason: str, *, cause: int | None = None) -> None:
    """End a drag; the dragged combatant, if able, is left behind (S3-MOUNT-18, S3-MOUNT-32)."""
    ended = decision.record(
        DragEnded(drag=drag.id, dragger=drag.dragger, dragged=drag.dragged, reason=reason), cause=cause
    )
    dragged = decision.state.people[drag.dragged]
    if dragged.able:
        fall_behind(decision, dragged, cause=ended)


def end_bonds_with(decision: Decision[Fight], person: Person, item: str, *, cause: int | None = None) -> None:
    """End the chokes and drags whose weapon leaves the hand (S3-STRAN-10, S3-MOUNT-18, S3-DISARM-5)."""
    for hold in holds_by(decision.state, person.id):
        if hold.means == item:
            end_hold(decision, hold, "weapon_lost", cause=cause)
    for drag in drags_by(decision.state, person.id):
        if drag.weapon == item:
            end_drag(decision, drag, "weapon_lost", cause=cause)


def fall_behind(decision: Decision[Fight], person: Person, *, cause: int | None = None) -> None:
    """Take a dismounted foe out of the fight, or with ``dismount_out=false`` leave it on the road (S3-MOUNT-10)."""
    if decision.state.options.dismount_out:
        leave_fight(decision, person, "left_behind", cause=cause)
    elif not person.prone:
        decision.record(FellProne(combatant=person.id), cause=cause)


LEAVING: Chapter[Fight] = Chapter(events=(DragEnded, ClimbForgotten, FellProne, LeftFight, SeatLeft))
