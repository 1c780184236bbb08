"""What members do with their slot besides steps: end it, forgo the round, wait; what the narrator allows for it."""

from domain.decision.decision import Decision
from domain.model.people import find_combatant
from domain.model.refusal import refuse, require
from domain.rulesets.century.commands import AllowLongAction, EndAction, FinishRound, Hold
from domain.rulesets.century.decide.pools import require_slot
from domain.rulesets.century.events.rounds import ActionEnded, LongActionAllowed
from domain.rulesets.century.state import Fight


def end_action(decision: Decision[Fight], command: EndAction) -> None:
    """The slot closes for the actor; without a step it has to say whether it forgoes the round (CE-STAG-8)."""
    fight = decision.state
    actor = find_combatant(fight, command.actor, "command.actor")
    if not require_slot(fight, actor).touched:
        refuse("CE-STAG-8", f"{actor.name} has done nothing in this slot; finish_round forgoes the round.")
    decision.record(ActionEnded(combatant=actor.id, how="ended"))


def finish_round(decision: Decision[Fight], command: FinishRound) -> None:
    """The actor has no further slots in this round (CE-STAG-8)."""
    actor = find_combatant(decision.state, command.actor, "command.actor")
    require_slot(decision.state, actor)
    decision.record(ActionEnded(combatant=actor.id, how="finished"))


def hold(decision: Decision[Fight], command: Hold) -> None:
    """The actor waits for the next pass, without cost (CE-STAG-9)."""
    fight = decision.state
    actor = find_combatant(fight, command.actor, "command.actor")
    said = "No one waits here; take a step, or finish_round."
    require(fight.options.hold_slot, "CE-STAG-9", said)
    said = f"{actor.name} has begun to act; end_action ends it."
    require(not require_slot(fight, actor).touched, "CE-STAG-9", said)
    decision.record(ActionEnded(combatant=actor.id, how="held"))


def allow_long_action(decision: Decision[Fight], command: AllowLongAction) -> None:
    """The present or next slot of somebody may cost more (CE-STAG-11)."""
    fight = decision.state
    person = find_combatant(fight, command.combatant, "command.combatant")
    said = f"{person.name} has no slots; allow it to a driver instead."
    require(person.throws, "CE-STAG-11", said, field="command.combatant")
    least = fight.options.slot_mp_limit
    said = f"The limit is {least}; allow more than that."
    require(command.mp_limit > least, "CE-STAG-11", said, field="command.mp_limit")
    decision.record(LongActionAllowed(combatant=person.id, mp_limit=command.mp_limit))
