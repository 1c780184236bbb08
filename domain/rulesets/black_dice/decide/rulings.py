"""The narrator's dice for somebody's next action roll (BD-SKILL-12, BD-MOD-7, BD-MOD-14)."""

from domain.decision.decision import Decision
from domain.model.people import find_combatant
from domain.rulesets.black_dice.commands import Award, Modify
from domain.rulesets.black_dice.events.throws import ModifierGiven
from domain.rulesets.black_dice.state import Fight


def award(decision: Decision[Fight], command: Award) -> None:
    """The awesome bonus for the next action roll; a throw has it once (BD-MOD-7)."""
    person = find_combatant(decision.state, command.combatant, "command.combatant")
    decision.record(ModifierGiven(combatant=person.id, reason=command.reason, awesome=True))


def modify(decision: Decision[Fight], command: Modify) -> None:
    """Bonus, penalty and black dice for the next action roll (BD-MOD-14)."""
    person = find_combatant(decision.state, command.combatant, "command.combatant")
    decision.record(
        ModifierGiven(
            combatant=person.id,
            reason=command.reason,
            bonus=command.bonus,
            penalty=command.penalty,
            black=command.black,
        )
    )
