"""The kinds of prompts of Ticks: those of the count, then what cuts into a tick, then the narrator's.

There are standing answers to three of them, and none to the others (TK-POL-1 to TK-POL-4); whoever has set none is
asked everything (TK-SHEET-13).
"""

from collections.abc import Mapping
from typing import Literal

from pydantic import TypeAdapter

from domain.core.commands import CombatantId
from domain.decision.prompts import ALWAYS_ASKED, GO_ON, Occasion, PromptKind, any_answer
from domain.rulesets.ticks import commands as ask
from domain.rulesets.ticks.commands.parts import Difficulties, Points
from domain.rulesets.ticks.decide import checking_acts, count_up, declaring, deferring, opposing, soaking, trials
from domain.rulesets.ticks.state import Fight

DECLARE: PromptKind[Fight] = PromptKind(
    "declare",
    TypeAdapter(ask.Declaring),
    declaring.check_declare,
    declaring.declare_forms,
    moot=declaring.out_of_it,
    on_answer=count_up.declaration_taken,
    sealed=True,
    policy_type=ALWAYS_ASKED,
    question="what to do this round",
)
ACT: PromptKind[Fight] = PromptKind(
    "act",
    TypeAdapter(Literal["hold"] | ask.Holding | ask.Doing),
    checking_acts.check_act,
    checking_acts.act_forms,
    policy=checking_acts.standing_act,
    check_policy_answer=any_answer,
    moot=checking_acts.not_asked,
    sealed=True,
    replaceable=True,
    policy_type=ALWAYS_ASKED,
    question="what to do on this tick",
    occasion=Occasion("TK-RES-6", "on ticks with a step, a strike or a deed to be done"),
)
OPPOSE: PromptKind[Fight] = PromptKind(
    "oppose",
    TypeAdapter(ask.Opposing),
    opposing.check_oppose,
    opposing.oppose_forms,
    only=opposing.only_pair,
    policy=opposing.standing_oppose,
    policy_type=TypeAdapter(Literal["best"]),
    sheet_fields=frozenset({"pairs"}),
    question="how to oppose the manoeuvre",
    occasion=Occasion("TK-MAN-9", "of the target of a manoeuvre"),
)
SOAK: PromptKind[Fight] = PromptKind(
    "soak",
    TypeAdapter(ask.Soaking),
    soaking.check_soak,
    soaking.soak_forms,
    only=soaking.only_soak,
    policy=soaking.standing_soak,
    policy_type=TypeAdapter(Literal["full", "none"]),
    sheet_fields=frozenset({"attacks", "defence", "luck"}),
    question="how to reduce the damage",
    occasion=Occasion("TK-DMG-4", "of the target of an attack that does damage"),
)
HOLD_BACK: PromptKind[Fight] = PromptKind(
    "hold_back",
    TypeAdapter(CombatantId),
    deferring.check_hold_back,
    deferring.hold_back_forms,
    only=deferring.only_target,
    policy=deferring.standing_hold_back,
    policy_type=TypeAdapter(Literal["attack", "spare_side"]),
    sheet_fields=frozenset({"may_hold_back"}),
    question="whether to attack now",
    occasion=Occasion("TK-DEFER-9", "of a combatant whose deferred attack is due"),
)
COMMIT: PromptKind[Fight] = PromptKind(
    "commit",
    TypeAdapter(Points),
    trials.check_commit,
    trials.commit_forms,
    public_forms=trials.commit_told,
    policy_type=ALWAYS_ASKED,
    question="how much luck to spend on the test",
    occasion=Occasion("TK-TEST-8", "of a combatant who is called for a test"),
)
SET_DIFFICULTY: PromptKind[Fight] = PromptKind(
    "set_difficulty",
    TypeAdapter(Difficulties),
    any_answer,
    trials.difficulty_forms,
    moot=trials.difficulty_moot,
    on_answer=trials.difficulty_taken,
    sealed=True,
    policy_type=ALWAYS_ASKED,
    narrator_only=True,
    question="how hard it is",
    occasion=Occasion("TK-TRICK-1", "when a trick shot is declared or a skill is used"),
)
JUDGE_CONDITION: PromptKind[Fight] = PromptKind(
    "judge_condition",
    TypeAdapter(bool),
    any_answer,
    lambda fight, prompt: (True, False),
    moot=declaring.condition_moot,
    on_answer=count_up.condition_judged,
    sealed=True,
    policy_type=ALWAYS_ASKED,
    narrator_only=True,
    question="whether the condition is simple enough",
    occasion=Occasion("TK-DEFER-5", "when a condition in words is declared"),
)

TICKS_PROMPTS: Mapping[str, PromptKind[Fight]] = {
    kind.name: kind for kind in (DECLARE, ACT, OPPOSE, SOAK, HOLD_BACK, COMMIT, SET_DIFFICULTY, JUDGE_CONDITION, GO_ON)
}
