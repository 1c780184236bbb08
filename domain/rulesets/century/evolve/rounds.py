"""Folds of rounds: pools, initiative, the order of action, slots, effects that wait."""

from typing import Any

from msgspec.structs import replace

from domain.core.evolve import Folds, no_change
from domain.rulesets.century.events.rounds import (
    ActionEnded,
    ActionsEnded,
    CombatEnded,
    EffectHeld,
    EffectsReleased,
    InitiativeScored,
    InitiativeThrown,
    LongActionAllowed,
    OrderSet,
    PassBegun,
    PointsSpent,
    RoundBegun,
    RoundEnded,
    SlotClosed,
    SlotOpened,
    TieBroken,
)
from domain.rulesets.century.state import Fight, Person, Slot, Turn

NEXT_ACTION = ("dodge_penalty", "block_penalty")
"""Conditions on the next action of their bearer (CE-DODGE-13, CE-BLOCK-6)."""


def change_turn(fight: Fight, combatant: str, **fields: Any) -> None:
    """Change what a member has done in the present slot; nothing if it is no member."""
    slot = fight.slot
    if slot is not None and combatant in slot.members:
        members = {**slot.members, combatant: replace(slot.members[combatant], **fields)}
        fight.slot = replace(slot, members=members)


def leave_order(fight: Fight, combatant: str) -> None:
    """Take somebody out of the order of the round, for good; its place stays empty (CE-STAG-4, CE-STAG-5)."""
    fight.order = tuple([tuple([name for name in group if name != combatant]) for group in fight.order])


def _forget_round(person: Person) -> None:
    """What lasts for one round (CE-END-2): its counts (CE-SHEET-35), and who was too fast (CE-SHEET-36)."""
    person.initiative = None  # CE-INIT-11
    person.finished = False
    person.outpaced_by = ()
    person.attacks = 0
    person.metres = 0
    person.spent = 0
    if person.craft is not None:  # CE-CLASS-13
        person.craft = replace(
            person.craft, used=0, degrees=0, turning=0, longest=0, checked=None, out_of_control=False
        )


def begun(fight: Fight, event: RoundBegun) -> None:
    """Pools are refilled (CE-MP-4); a stalled vehicle has had its half pool (CE-CLASS-8)."""
    fight.round = event.round
    fight.step = "initiative"
    fight.order, fight.run, fight.due, fight.slot = (), 0, 0, None
    pools = {**event.pools, **event.secret_pools}
    for person in fight.people.values():
        _forget_round(person)
        person.pool = pools.get(person.id, 0)
        if person.craft is not None:
            person.craft = replace(person.craft, half_pool=False)
    for name in event.due:
        fight.people[name].dies_in_round = event.round


def scored(fight: Fight, event: InitiativeScored) -> None:
    """What surprise takes off initiative has counted now, once (CE-REACT-41)."""
    person = fight.people[event.combatant]
    person.initiative = event.initiative
    surprised = person.conditions.get("surprised")
    if surprised is not None:
        person.conditions = {**person.conditions, "surprised": replace(surprised, initiative=0)}


def order_set(fight: Fight, event: OrderSet) -> None:
    fight.order = event.groups
    fight.step = "actions"


def pass_begun(fight: Fight, event: PassBegun) -> None:
    fight.run, fight.due, fight.run_spent = event.run, 0, False


def slot_opened(fight: Fight, event: SlotOpened) -> None:
    """What the narrator allows for one slot is used up by it (CE-STAG-11)."""
    fight.due = event.place + 1
    members = {name: Turn(limit, fight.people[name].hp) for name, limit in event.members.items()}
    common = len(members) > 1
    fight.slot = Slot(members, {person.id: person.hp for person in fight.people.values()} if common else {})
    for name in event.members:
        fight.people[name].mp_limit = None


def spent(fight: Fight, event: PointsSpent) -> None:
    """Reactions do not count toward the limit of a slot (CE-MP-7, CE-RUL-57), a vehicle's points do (CE-CLASS-11)."""
    payer = fight.people[event.vehicle or event.combatant]
    payer.pool -= event.points
    fight.people[event.combatant].spent += event.points
    if payer.craft is not None and event.vehicle is not None:
        payer.craft = replace(payer.craft, used=payer.craft.used + event.points)
    fight.run_spent = fight.run_spent or event.points > 0
    turn = None if event.reaction else fight.turn_of(event.combatant)
    if turn is not None:
        change_turn(fight, event.combatant, spent=turn.spent + event.points, touched=True)


def long_action_allowed(fight: Fight, event: LongActionAllowed) -> None:
    if fight.turn_of(event.combatant) is not None:
        change_turn(fight, event.combatant, limit=event.mp_limit)
    else:
        fight.people[event.combatant].mp_limit = event.mp_limit


def action_ended(fight: Fight, event: ActionEnded) -> None:
    change_turn(fight, event.combatant, open=False)
    if event.how == "finished":
        fight.people[event.combatant].finished = True


def slot_closed(fight: Fight, event: SlotClosed) -> None:
    """A penalty that came after the first step counts from the next slot on (CE-DODGE-20)."""
    for name in event.members:
        person = fight.people[name]
        if person.conditions:
            person.conditions = {
                key: replace(one, fresh=False, renewed=False) if key in NEXT_ACTION else one
                for key, one in person.conditions.items()
            }
    fight.slot = None


def effect_held(fight: Fight, event: EffectHeld) -> None:
    fight.held = (*fight.held, event.effect)


def released(fight: Fight, event: EffectsReleased) -> None:
    fight.held = ()


def actions_ended(fight: Fight, event: ActionsEnded) -> None:
    fight.step = "conclusion"
    fight.slot = None


def round_ended(fight: Fight, event: RoundEnded) -> None:
    fight.order, fight.run, fight.due = (), 0, 0
    for person in fight.people.values():
        _forget_round(person)


def combat_ended(fight: Fight, event: CombatEnded) -> None:
    """Pools and order are cleared (CE-END-6)."""
    fight.step = "story"
    fight.order, fight.run, fight.due, fight.slot = (), 0, 0, None
    for person in fight.people.values():
        _forget_round(person)
        person.pool = 0


ROUND_FOLDS: Folds = {
    RoundBegun: begun,
    InitiativeThrown: no_change,
    InitiativeScored: scored,
    TieBroken: no_change,
    OrderSet: order_set,
    PassBegun: pass_begun,
    SlotOpened: slot_opened,
    PointsSpent: spent,
    LongActionAllowed: long_action_allowed,
    ActionEnded: action_ended,
    SlotClosed: slot_closed,
    EffectHeld: effect_held,
    EffectsReleased: released,
    ActionsEnded: actions_ended,
    RoundEnded: round_ended,
    CombatEnded: combat_ended,
}
