"""The staggered order (CE-STAG): slots open and close by themselves, pass after pass, until no combatant acts.

``settle`` is called whenever a command has run dry; what is due then happens one step at a time.
"""

from typing import ClassVar

from domain.decision.decision import Decision
from domain.decision.stages import NoData, stage
from domain.model.event import Event
from domain.ruleset.chapter import Chapter
from domain.rulesets.century.chapters.round.deferred_effects import close_slot
from domain.rulesets.century.chapters.round.ending import end_round
from domain.rulesets.century.chapters.round.slots import ActionEnded
from domain.rulesets.century.state import Fight, Person, Slot, Turn
from domain.story.told import Told


class PassBegun(Event, frozen=True, kw_only=True):
    """A run down the order begins (CE-STAG-1)."""

    type: ClassVar[str] = "century.pass_begun"
    words = "Pass begun"
    told = Told(level=3)
    example = {"run": 1}
    run: int

    def says(self) -> str:
        return "" if self.run == 1 else "The order of action starts again from the top."

    def evolve(self, fight: Fight) -> None:
        fight.run, fight.due, fight.run_spent = self.run, 0, False


class SlotOpened(Event, frozen=True, kw_only=True):
    """Those of a group who still act in this pass have their slot (CE-TIE-3): each with the MP it may spend."""

    type: ClassVar[str] = "century.slot_opened"
    words = "Slot opened"
    example = {"members": {"eva": 5}, "place": 1}
    members: dict[str, int]
    place: int

    def says(self) -> str:
        return "{members} acts." if len(self.members) == 1 else "{members} act together."

    def evolve(self, fight: Fight) -> None:
        """What the narrator allows for one slot is used up by it (CE-STAG-11)."""
        fight.due = self.place + 1
        members = {name: Turn(limit, fight.people[name].hp) for name, limit in self.members.items()}
        common = len(members) > 1
        hps = {person.id: person.hp for person in fight.people.values()} if common else {}
        fight.slot = Slot(members, hps, fight.lineage_version)
        for name in self.members:
            fight.people[name].mp_limit = None


class ActionsEnded(Event, frozen=True, kw_only=True):
    """No combatant acts any longer in this round (CE-STAG-14): its conclusion."""

    type: ClassVar[str] = "century.actions_ended"
    words = "All actions over"
    says = ""
    example = {"round": 1}
    round: int

    def evolve(self, fight: Fight) -> None:
        fight.step = "conclusion"
        fight.slot = None


def settle(decision: Decision[Fight]) -> None:
    """Advance the order, unless a slot is open that is not over."""
    fight = decision.state
    if fight.step != "actions" or fight.prompts:
        return
    if is_due(fight):
        decision.next(advance, NoData(), cause=fight.lineage_version)


def is_due(fight: Fight) -> bool:
    """Return whether a step of the order is due: no part of a slot is open, or one is over."""
    all_closed = True
    for name, turn in fight.slot.members.items() if fight.slot is not None else ():
        if turn.open:
            if _why_over(fight, name, turn) is not None:
                return True
            all_closed = False
    return all_closed


@stage("century.order.advance", NoData)
def advance(decision: Decision[Fight], nothing: NoData) -> None:
    """One step of the order: parts of the slot that are over end, the slot closes, the next one opens."""
    fight, slot = decision.state, decision.state.slot
    if slot is not None:
        for name, turn in slot.members.items():
            how = _why_over(fight, name, turn) if turn.open else None
            if how is not None:
                decision.record(ActionEnded(combatant=name, how=how))
        if not open_members(fight):
            close_slot(decision, slot)
    elif not open_next(decision):
        begin_pass(decision)


def open_members(fight: Fight) -> list[str]:
    """Return the members of the slot whose part is open."""
    return [] if fight.slot is None else [name for name, turn in fight.slot.members.items() if turn.open]


def _why_over(fight: Fight, name: str, turn: Turn) -> str | None:
    """Return why a member's open part of the slot ends now, or None (CE-STAG-4, CE-STAG-8, CE-MP-8)."""
    person = fight.people[name]
    if not person.up:
        return "out"
    return "spent" if _is_full(turn) or not has_points(fight, person) else None


def _is_full(turn: Turn) -> bool:
    return turn.touched and turn.spent >= turn.limit


def has_points(fight: Fight, person: Person) -> bool:
    """Return whether a combatant has Move Points left, its own or those of the vehicle that it drives (CE-MP-8)."""
    if person.pool > 0:
        return True
    vehicle = fight.vehicle_driven_by(person.id)
    return vehicle is not None and vehicle.pool > 0 and not vehicle.destroyed


def acts(fight: Fight, name: str) -> bool:
    """Return whether a combatant still acts in this round (CE-STAG-2); the downed have no slot.

    How often it will is not declared beforehand (CE-STAG-3, CE-RUL-54).
    """
    person = fight.people[name]
    return person.up and not person.finished and has_points(fight, person)


def open_next(decision: Decision[Fight]) -> bool:
    """Open the slot of the next group that has a combatant who acts (CE-TIE-3); False at the end of the order."""
    fight = decision.state
    for place in range(fight.due, len(fight.order)):
        acting = [name for name in fight.order[place] if acts(fight, name)]
        if acting:
            decision.record(SlotOpened(members={name: _limit(fight, name) for name in acting}, place=place))
            return True
    return False


def _limit(fight: Fight, name: str) -> int:
    """Return what the slot may cost: the option's limit, or what the narrator allows once (CE-STAG-6, CE-STAG-11)."""
    allowed = fight.people[name].mp_limit
    return fight.options.slot_mp_limit if allowed is None else allowed


def begin_pass(decision: Decision[Fight]) -> None:
    """The next run down the order, or the end of the actions (CE-STAG-1, CE-STAG-9, CE-STAG-14).

    With the actions the round ends, without a command (CE-END-1).
    """
    fight = decision.state
    all_wait = fight.options.hold_slot and not fight.run_spent
    if not all_wait and any(acts(fight, name) for group in fight.order for name in group):
        decision.record(PassBegun(run=fight.run + 1))
    else:
        decision.cause = decision.record(ActionsEnded(round=fight.round))
        end_round(decision)


STAGGERED_ORDER: Chapter[Fight] = Chapter(events=(PassBegun, SlotOpened, ActionsEnded), stages=(advance,))
