"""The prompts of Century: every choice that is given to others.

An open one is kept with whom it asks, and what may be answered (CE-SHEET-38). Standing policies (CE-SHEET-20) answer
before it opens.
"""

from collections.abc import Mapping
from typing import Literal

from pydantic import TypeAdapter

from domain.decision.prompts import GO_ON, Occasion, PromptKind, any_answer
from domain.rulesets.century import commands as ask
from domain.rulesets.century.commands.parts import Base, ChosenConsequences, Key, Points
from domain.rulesets.century.decide import (
    areas,
    attempts,
    called_shots,
    consequences,
    criticals,
    defences,
    fate,
    initiative,
    other_actions,
    rolls,
    rolls_throwing,
    shots,
    terms,
    vehicles,
)
from domain.rulesets.century.state import Fight

APPROACH: PromptKind[Fight] = PromptKind(
    "approach",
    TypeAdapter(Key),
    rolls.check_approach,
    rolls.approaches,
    policy=rolls.standing_approach,
    moot=fate.is_over_before,
    policy_type=TypeAdapter(Literal["best"]),
    sheet_fields=frozenset({"candidates"}),
    question="what to use for the roll",
    occasion=Occasion("CE-ROLL-13", "of a roller with several ways to make the roll"),
)
FATE_BEFORE: PromptKind[Fight] = PromptKind(
    "fate_before",
    TypeAdapter(Points),
    fate.check_before,
    fate.spendable,
    policy=fate.standing_before,
    moot=fate.is_over_before,
    on_answer=fate.spend_before,
    sheet_fields=frozenset({"fate", "target"}),
    question="whether to spend Fate before the throw",
    occasion=Occasion("CE-ROLL-13", "before the throw, of a roller with Fate Points"),
)
FATE_AFTER: PromptKind[Fight] = PromptKind(
    "fate_after",
    TypeAdapter(Points),
    fate.check_after,
    fate.useful,
    policy=fate.standing_after,
    moot=fate.is_over_after,
    on_answer=fate.spend_after,
    policy_type=TypeAdapter(Literal["never", "if_it_saves"]),
    sheet_fields=frozenset({"fate"}),
    question="whether to spend Fate after the throw",
    occasion=Occasion("CE-ROLL-13", "after the throw, of a roller whom Fate Points can still help"),
)
AWARD_CRITICAL: PromptKind[Fight] = PromptKind(
    "award_critical",
    TypeAdapter(bool),
    any_answer,
    lambda fight, prompt: (True, False),
    policy=rolls_throwing.standing_award,
    moot=fate.roll_over,
    policy_type=TypeAdapter(Literal["standard"] | bool),
    sealed=True,
    question="whether the throw is critical",
    occasion=Occasion("CE-ROLL-13", "where the narrator awards criticals, after such a number in the open"),
)
CHOOSE_CRITICAL: PromptKind[Fight] = PromptKind(
    "choose_critical",
    TypeAdapter(ask.CriticalSheet | Literal["standard"]),
    criticals.check_choice,
    criticals.forms,
    moot=fate.roll_over,
    policy_type=TypeAdapter(Literal["standard"]),
    sealed=True,
    narrator_only=True,
    question="what the critical throw does",
    occasion=Occasion("CE-ROLL-13", "where the narrator chooses effects, after a critical throw in the open"),
)
CONSEQUENCE: PromptKind[Fight] = PromptKind(
    "consequence",
    TypeAdapter(ChosenConsequences | Literal["standard"]),
    consequences.check_consequence,
    consequences.forms,
    policy=consequences.standing,
    moot=fate.roll_over,
    policy_type=TypeAdapter(Literal["standard"]),
    narrator_only=True,
    question="what the failure leads to",
    occasion=Occasion("CE-ROLL-13", "after a Reaction Check that failed in the open, without a consequence of its own"),
)
SET_TARGET: PromptKind[Fight] = PromptKind(
    "set_target",
    TypeAdapter(Literal["succeeds", "fails"] | ask.RollTerms),
    attempts.check_terms,
    lambda fight, prompt: ("succeeds", "fails"),
    moot=attempts.is_over,
    sealed=True,
    question="what the roll takes",
)
INITIATIVE_BEFORE: PromptKind[Fight] = PromptKind(
    "initiative_before",
    TypeAdapter(Points),
    initiative.check_fate,
    fate.spendable,
    policy=initiative.standing_before,
    moot=initiative.is_moot,
    on_answer=initiative.spend_before,
    sheet_fields=frozenset({"fate"}),
    question="whether to spend Fate before the initiative throw",
)
INITIATIVE_AFTER: PromptKind[Fight] = PromptKind(
    "initiative_after",
    TypeAdapter(Points),
    initiative.check_fate,
    fate.spendable,
    policy=initiative.standing_after,
    moot=initiative.is_moot,
    policy_type=TypeAdapter(Literal["never"]),
    sheet_fields=frozenset({"fate"}),
    question="whether to spend Fate after the initiative throw",
)

ATTACK_TERMS: PromptKind[Fight] = PromptKind(
    "attack_terms",
    TypeAdapter(ask.AttackTerms),
    terms.check_terms,
    lambda fight, prompt: ({},),
    moot=terms.attack_over,
    question="what the terms of the attack are",
    occasion=Occasion("CE-ROLL-13", "where the narrator gives the terms of each attack"),
)
CALLED_TERMS: PromptKind[Fight] = PromptKind(
    "called_terms",
    TypeAdapter(ask.CallingTerms),
    called_shots.check_called_terms,
    lambda fight, prompt: (),
    moot=terms.attack_over,
    question="how hard the called shot is",
)
CALLED_CONFIRM: PromptKind[Fight] = PromptKind(
    "called_confirm",
    TypeAdapter(Literal["go_on", "withdraw"]),
    any_answer,
    lambda fight, prompt: ("go_on", "withdraw"),
    policy=called_shots.standing_confirmation,
    moot=terms.attack_over,
    policy_type=TypeAdapter(Literal["go_on"]),
    question="whether to go ahead with the called shot",
)
SPRAY_APPROVAL: PromptKind[Fight] = PromptKind(
    "spray_approval",
    TypeAdapter(ask.SprayVerdict | Literal["yes"]),
    any_answer,
    lambda fight, prompt: ("yes", {"refused": ""}),
    moot=terms.attack_over,
    question="whether the spray is allowed",
)
DEFENCE: PromptKind[Fight] = PromptKind(
    "defence",
    TypeAdapter(ask.Defending | Literal["none"]),
    defences.check_defence,
    defences.defence_forms,
    policy=defences.standing_defence,
    moot=defences.is_over,
    on_answer=defences.defend,
    policy_type=TypeAdapter(Literal["never", "dodge", "block", "parry"]),
    question="how to defend against the attack",
    occasion=Occasion("CE-ROLL-13", "of a target that can defend against the attack"),
)
FATE_MISS: PromptKind[Fight] = PromptKind(
    "fate_miss",
    TypeAdapter(bool),
    any_answer,
    lambda fight, prompt: (True, False),
    policy=shots.standing_miss,
    moot=shots.is_over,
    on_answer=shots.force_miss,
    policy_type=TypeAdapter(Literal["never", "always"]),
    question="whether to escape the attack with Fate",
)
BLAST_LIST: PromptKind[Fight] = PromptKind(
    "blast_list",
    TypeAdapter(ask.BlastList),
    areas.check_list,
    areas.blast_lists,
    moot=terms.attack_over,
    narrator_only=True,
    question="who is inside the blast",
    occasion=Occasion("CE-ROLL-13", "when an area opens that a combatant without a position may be in"),
)
HALF_CHECK_TERMS: PromptKind[Fight] = PromptKind(
    "half_check_terms",
    TypeAdapter(ask.HalfCheckTerms | Literal["none"]),
    any_answer,
    lambda fight, prompt: ("none",),
    policy=areas.standing_half_check,
    moot=terms.attack_over,
    policy_type=TypeAdapter(Literal["none"] | Base),
    narrator_only=True,
    question="whether there is a check for half damage",
)
ACTION_COST: PromptKind[Fight] = PromptKind(
    "action_cost",
    TypeAdapter(ask.ActionCost),
    any_answer,
    other_actions.costs,
    moot=other_actions.is_over,
    narrator_only=True,
    question="what the action costs",
)
CONTROL_TERMS: PromptKind[Fight] = PromptKind(
    "control_terms",
    TypeAdapter(ask.ControlTerms),
    vehicles.check_terms,
    lambda fight, prompt: (),
    moot=vehicles.is_over,
    narrator_only=True,
    question="how hard it is to keep control",
)

CENTURY_PROMPTS: Mapping[str, PromptKind[Fight]] = {
    kind.name: kind
    for kind in (
        APPROACH,
        FATE_BEFORE,
        FATE_AFTER,
        AWARD_CRITICAL,
        CHOOSE_CRITICAL,
        CONSEQUENCE,
        SET_TARGET,
        INITIATIVE_BEFORE,
        INITIATIVE_AFTER,
        ATTACK_TERMS,
        CALLED_TERMS,
        CALLED_CONFIRM,
        SPRAY_APPROVAL,
        DEFENCE,
        FATE_MISS,
        BLAST_LIST,
        HALF_CHECK_TERMS,
        ACTION_COST,
        CONTROL_TERMS,
        GO_ON,
    )
}
