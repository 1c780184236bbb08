"""Guards: those who watch over others, and may match what is aimed at them (YY-ATK-15)."""

from domain.decision.decision import Decision
from domain.model.people import find_combatant
from domain.model.refusal import require
from domain.rulesets.yin_yang import commands as ask
from domain.rulesets.yin_yang.decide.targets import require_present
from domain.rulesets.yin_yang.events.places import GuardSet
from domain.rulesets.yin_yang.state import Fight


def guard(decision: Decision[Fight], command: ask.Guard) -> None:
    """Watch over somebody, fallen or not, or stop it (YY-ATK-15); it costs nothing (YY-ACT-9)."""
    person = find_combatant(decision.state, command.actor, "command.actor")
    ward = find_combatant(decision.state, command.ward, "command.ward")
    said = f"{person.name} can only watch over somebody else."
    require(ward.id != person.id, "YY-ATK-15", said, field="command.ward")
    require_present(ward, "cannot be guarded", "command.ward")
    watches = person.id in ward.guards
    already = f"{person.name} watches over {ward.name} already; end it, or name somebody else."
    not_yet = f"{person.name} does not watch over {ward.name}; there is nothing to end."
    require(watches != command.on, "YY-ATK-15", already if command.on else not_yet, field="command.on")
    decision.cause = decision.record(GuardSet(combatant=person.id, ward=ward.id, on=command.on))
