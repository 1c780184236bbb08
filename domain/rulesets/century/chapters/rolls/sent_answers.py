"""Answers sent along with a call for rolls: those whose prompt cannot open are refused before a die falls (CE-ROLL-13).

Whether the other prompts open only the die can tell; an answer that is then not asked for stands unused on record.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from domain.core.commands import SentAnswer
from domain.model.refusal import require
from domain.rulesets.century.chapters.rolls.fate_points import may_spend
from domain.rulesets.century.chapters.rolls.open_rolls import RollCalled
from domain.rulesets.century.state import Fight


def _may_spend(fight: Fight, call: RollCalled) -> bool:
    return may_spend(fight.people[call.combatant])


CAN_OPEN: Final[Mapping[str, Callable[[Fight, RollCalled], bool]]] = {
    "approach": lambda fight, call: len(call.candidates) > 1,
    "fate_before": _may_spend,
    "fate_after": lambda fight, call: _may_spend(fight, call) and not call.hidden,
    "award_critical": lambda fight, call: fight.options.criticals == "narrator" and not call.hidden,
    "choose_critical": lambda fight, call: (
        fight.options.criticals != "off" and fight.options.critical_effects == "narrator" and not call.hidden
    ),
    "consequence": lambda fight, call: call.kind == "reaction" and not call.on_failure and not call.hidden,
}
"""Whether a roll can open a prompt at all, by its kind."""
TO_ROLLER: Final = frozenset({"approach", "fate_before", "fate_after"})


def require_asked(fight: Fight, sent: Sequence[SentAnswer], calls: Sequence[RollCalled]) -> None:
    """Refuse an answer to a prompt that none of these rolls can open."""
    for place, answer in enumerate(sent):
        can_open = CAN_OPEN.get(answer.kind)
        asked = can_open is not None and any(
            can_open(fight, call)
            for call in calls
            if answer.kind not in TO_ROLLER or answer.to in (None, call.combatant)
        )
        said = f"This call does not ask for {answer.kind}; leave the answer out."
        require(asked, "CE-ROLL-13", said, field=f"command.answers[{place}]")
