"""The prompts of Century: every choice that is given to others."""

from collections.abc import Mapping
from typing import Literal

from pydantic import TypeAdapter

from domain.encounter import Prompt
from domain.event import Json
from domain.prompting import PromptKind, any_answer
from domain.rulesets.century import commands as ask
from domain.rulesets.century.commands.parts import Key, Points
from domain.rulesets.century.decide import calls, fate, initiative, rolls
from domain.rulesets.century.state import Fight


def standing_award(fight: Fight, prompt: Prompt, owner: str) -> Json:
    """``standard`` awards every critical (CE-CRIT-1)."""
    policy = fight.policy(owner, prompt.kind)
    return True if policy == "standard" else policy if isinstance(policy, bool) else None


APPROACH: PromptKind[Fight] = PromptKind(
    "approach",
    TypeAdapter(Key),
    rolls.check_approach,
    rolls.approaches,
    policy=rolls.standing_approach,
    moot=fate.is_over,
    standing=TypeAdapter(Literal["best"]),
)
FATE_BEFORE: PromptKind[Fight] = PromptKind(
    "fate_before",
    TypeAdapter(Points),
    fate.check_before,
    fate.spendable,
    policy=fate.standing_before,
    moot=fate.is_over,
)
FATE_AFTER: PromptKind[Fight] = PromptKind(
    "fate_after",
    TypeAdapter(Points),
    fate.check_after,
    fate.useful,
    policy=fate.standing_after,
    moot=fate.is_over,
    standing=TypeAdapter(Literal["never", "if_it_saves"]),
)
AWARD_CRITICAL: PromptKind[Fight] = PromptKind(
    "award_critical",
    TypeAdapter(bool),
    any_answer,
    lambda fight, prompt: (True, False),
    policy=standing_award,
    moot=fate.is_over,
    standing=TypeAdapter(Literal["standard"] | bool),
)
SET_TARGET: PromptKind[Fight] = PromptKind(
    "set_target",
    TypeAdapter(Literal["succeeds", "fails"] | ask.RollTerms),
    calls.check_terms,
    lambda fight, prompt: ("succeeds", "fails"),
)
INITIATIVE_BEFORE: PromptKind[Fight] = PromptKind(
    "initiative_before",
    TypeAdapter(Points),
    initiative.check_fate,
    fate.spendable,
    policy=initiative.standing_before,
    moot=initiative.is_moot,
)
INITIATIVE_AFTER: PromptKind[Fight] = PromptKind(
    "initiative_after",
    TypeAdapter(Points),
    initiative.check_fate,
    fate.spendable,
    policy=initiative.standing_after,
    moot=initiative.is_moot,
    standing=TypeAdapter(Literal["never"]),
)

CENTURY_PROMPTS: Mapping[str, PromptKind[Fight]] = {
    kind.name: kind
    for kind in (APPROACH, FATE_BEFORE, FATE_AFTER, AWARD_CRITICAL, SET_TARGET, INITIATIVE_BEFORE, INITIATIVE_AFTER)
}
