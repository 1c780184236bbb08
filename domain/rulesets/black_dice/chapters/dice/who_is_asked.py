"""Who is asked: the standing policy of a combatant for each kind of choice (BD-SKILL-14).

A policy is ``ask`` or an answer. Without one, players are asked what costs or saves them something, and others are
not asked at all; those who are not asked spend nothing.
"""

from collections.abc import Mapping

from domain.core.events import Answered
from domain.model.encounter import NARRATOR_ID, Prompt
from domain.model.event import Json
from domain.rulesets.black_dice.state import Fight

ASKED_OF_PLAYERS = frozenset({"reduce_damage", "avoid_injury", "ensure_success", "save_from_death"})
ASKED_OF_ALL = frozenset({"response", "approve", "act"})
UNASKED: Mapping[str, Json] = {
    "choose": {},
    "reroll": "no",
    "reduce_damage": 0,
    "avoid_injury": "no",
    "ensure_success": "no",
    "save_from_death": "no",
    "keep": "better",
}
"""The answers of those who are not asked, by kind of prompt."""


def unasked(fight: Fight, prompt: Prompt) -> Json:
    """Return the answer of a combatant that is not asked; None if a prompt or a policy has to answer."""
    return UNASKED[prompt.kind] if goes_unasked(fight, prompt.to, prompt.kind) else None


def goes_unasked(fight: Fight, combatant: str, kind: str) -> bool:
    """Return whether neither a prompt nor a policy has to answer this kind of choice of a combatant."""
    return fight.policy(combatant, kind) is None and not _asks_unless_told(fight, combatant, kind)


def _asks_unless_told(fight: Fight, combatant: str, kind: str) -> bool:
    """Return whether a combatant without a policy is asked."""
    if kind in ASKED_OF_ALL or combatant == NARRATOR_ID:
        return True
    if kind == "reroll":
        return fight.options.scripting_offers == "ask"  # BD-SCRIPT-10
    return kind in ASKED_OF_PLAYERS and fight.people[combatant].player


def silent_if_it_spends(event: Answered) -> bool:
    """Return whether what an answer spends tells it; one that spends nothing is told, and one sent in advance."""
    return event.by != "sent" and event.given != UNASKED[event.visible_kind]


def pips_gone(fight: Fight, prompt: Prompt) -> str | None:
    """Why there is nothing to choose: the pips have been spent on something else meanwhile (BD-FATE-1)."""
    person = fight.people[prompt.to]
    needed = prompt.about["most"] if prompt.kind == "reduce_damage" else prompt.about["pips"]
    left = "too few pips" if prompt.to in fight.secret_sheets else f"{person.fate} pips"
    return None if person.fate >= needed else f"{person.name} has {left} of fate"
