"""The prompts of Yin-Yang: every choice that is given to others (YY-PROM).

An answer that was sent along to a prompt that never opens is put on record as unused (YY-PROM-13):
``domain/decision/decision.py``.
"""

from collections.abc import Mapping
from typing import Annotated, Any, Literal, get_args

from pydantic import Field, TypeAdapter

from domain.core.commands import CombatantId
from domain.decision.prompts import Occasion, PromptKind, any_answer
from domain.rulesets.yin_yang import commands as ask
from domain.rulesets.yin_yang.decide import consent, coordination, follow_ups, matching
from domain.rulesets.yin_yang.decide.misfires import check_victim, possible_victims, standing_victim
from domain.rulesets.yin_yang.state import Fight
from domain.rulesets.yin_yang.words import ContestKind

MATCH: PromptKind[Fight] = PromptKind(
    "match",
    TypeAdapter(ask.Matching | Literal["let_pass"]),
    matching.check_match,
    matching.plain_matches,
    policy=matching.standing_match,
    moot=matching.is_closed,
    sealed=True,
    policy_type=TypeAdapter(ask.Matching | ask.Keeping | Literal["always", "never", "let_pass"]),
    question="whether to match the call",
    occasion=Occasion(
        "YY-PROM-1", "of the target of a call, then of its guards and of those whom the narrator lets counter"
    ),
)
FOLLOW_UP: PromptKind[Fight] = PromptKind(
    "follow_up",
    TypeAdapter(ask.Following | Literal["decline"]),
    follow_ups.check_follow_up,
    follow_ups.plain_follow_ups,
    policy=follow_ups.standing_follow_up,
    moot=follow_ups.is_lost,
    policy_type=TypeAdapter(Literal["always", "never", "decline"]),
    question="whether to attack once more",
    occasion=Occasion("YY-PROM-2", "when a King wins an attack"),
)
JOIN_COMBINED: PromptKind[Fight] = PromptKind(
    "join_combined",
    TypeAdapter(ask.Joining | Literal["yes", "no"]),
    coordination.check_join,
    coordination.plain_joins,
    policy=coordination.standing_join,
    moot=coordination.is_settled,
    sealed=True,
    sheet_fields=frozenset({"ability"}),
    policy_type=TypeAdapter(Literal["yes", "no"]),
    question="whether to join in",
    occasion=Occasion("YY-PROM-3", "when others combine, of each partner"),
)
CONSENT: PromptKind[Fight] = PromptKind(
    "consent",
    TypeAdapter(ask.Consenting | Literal["allow", "deny"]),
    coordination.check_any_consent,
    coordination.plain_consents,
    moot=coordination.is_moot,
    narrator_only=True,
    question="whether to allow it",
)
CALLED_SHOT_PENALTY: PromptKind[Fight] = PromptKind(
    "called_shot_penalty",
    TypeAdapter(Annotated[int, Field(ge=1, le=5)]),
    any_answer,
    lambda fight, prompt: (1, 2, 3, 4, 5),
    moot=consent.is_over,
    narrator_only=True,
    question="how hard the called shot is",
)
KING_EFFECT: PromptKind[Fight] = PromptKind(
    "king_effect",
    TypeAdapter(ask.Adverse | Literal["follow_up"]),
    follow_ups.check_king_effect,
    lambda fight, prompt: ("follow_up",),
    policy_type=TypeAdapter(Literal["follow_up"]),
    narrator_only=True,
    question="what the King does",
)

CONFRONT: PromptKind[Fight] = PromptKind.of(
    "confront", "yes", "no", narrator_only=True, question="whether there is a Confrontation"
)
CONFRONTATION_OUTCOME: PromptKind[Fight] = PromptKind(
    "confrontation_outcome",
    TypeAdapter(ask.Narrated | Literal["white_joker", "success"]),
    any_answer,
    lambda fight, prompt: ("white_joker", "success"),
    policy_type=TypeAdapter(Literal["white_joker", "success"]),
    narrator_only=True,
    question="what the Confrontation brings",
)
MISFIRE_VICTIM: PromptKind[Fight] = PromptKind(
    "misfire_victim",
    TypeAdapter(CombatantId),
    check_victim,
    possible_victims,
    policy=standing_victim,
    policy_type=TypeAdapter(Literal["self"]),
    narrator_only=True,
    question="whom the weapon strikes instead",
)
ANSWER_CHALLENGE: PromptKind[Fight] = PromptKind(
    "answer_challenge",
    TypeAdapter(ask.Accepting | Literal["refuse"]),
    any_answer,
    lambda fight, prompt: ("refuse", *({"contest": contest} for contest in get_args(ContestKind))),
    policy_type=TypeAdapter(Literal["refuse"]),
    narrator_only=True,
    question="whether to take up the challenge",
    occasion=Occasion("YY-PROM-10", "when a call of the narrator is challenged"),
)

_ALL: tuple[PromptKind[Any], ...] = (
    MATCH,  # YY-PROM-1
    FOLLOW_UP,  # YY-PROM-2
    JOIN_COMBINED,  # YY-PROM-3
    CONSENT,  # YY-PROM-4
    CALLED_SHOT_PENALTY,  # YY-PROM-5
    KING_EFFECT,  # YY-PROM-9
    CONFRONT,  # YY-PROM-6
    CONFRONTATION_OUTCOME,  # YY-PROM-7
    MISFIRE_VICTIM,  # YY-PROM-8
    ANSWER_CHALLENGE,  # YY-PROM-10
)
YIN_YANG_PROMPTS: Mapping[str, PromptKind[Fight]] = {kind.name: kind for kind in _ALL}
