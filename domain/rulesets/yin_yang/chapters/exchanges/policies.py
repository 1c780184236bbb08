"""Standing answers of combatants (YY-PROM-11), and whose they are while somebody is mad (YY-MB-5)."""

from domain.decision.prompts import policy_answer
from domain.model.encounter import Prompt
from domain.model.event import Json
from domain.rulesets.yin_yang.state import Fight


def policy_of(fight: Fight, prompt: Prompt, owner: str) -> Json:
    """The policy of the owner for prompts of this kind; None where it wants to be asked.

    For the mad speaks the narrator alone: what was set before the madness answers nothing until it is over. An answer
    that would be illegal just then opens the prompt after all (YY-PROM-16): ``domain/decision/decision.py``.
    """
    person = fight.people[owner]
    if person.mad and prompt.kind not in person.mad_policies:
        return None
    return policy_answer(fight, prompt, owner)
