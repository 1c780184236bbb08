"""The fields of answers to prompts, and of the commands that are typed answers."""

from domain.forms.answers import AnswerFields, TypedAnswers
from domain.forms.model import Anything, Choice, OpenField, Range, Text
from domain.rulesets.black_dice.chapters.dice.rerolls import Keep, Reroll
from domain.rulesets.black_dice.chapters.dice.scripting import Approve
from domain.rulesets.black_dice.chapters.dice.throws import Choose
from domain.rulesets.black_dice.chapters.rounds.responses import Respond
from domain.rulesets.black_dice.chapters.wounds.harm import ReduceDamage
from domain.rulesets.black_dice.chapters.wounds.injuries import AvoidInjury
from domain.rulesets.black_dice.chapters.wounds.waking import EnsureSuccess
from domain.rulesets.black_dice.forms.fields import CHOICES, YES_NO

TYPED_ANSWERS: TypedAnswers = {
    "response": ((Respond, lambda fight, person: (OpenField("replies", Anything(), required=True),)),),
    "choose": ((Choose, lambda fight, person: (OpenField("choices", CHOICES, required=True),)),),
    "reroll": ((Reroll, lambda fight, person: (OpenField("description", Text(), required=True),)),),
    "keep": ((Keep, lambda fight, person: (OpenField("keep", Choice(("first", "second")), required=True),)),),
    "reduce_damage": ((ReduceDamage, lambda fight, person: (OpenField("pips", Range(0, 60), required=True),)),),
    "avoid_injury": ((AvoidInjury, lambda fight, person: (OpenField("avoid", YES_NO, required=True),)),),
    "ensure_success": ((EnsureSuccess, lambda fight, person: (OpenField("ensure", YES_NO, required=True),)),),
    "approve": (
        (
            Approve,
            lambda fight, person: (
                OpenField("approve", YES_NO, required=True),
                OpenField("reason", Text()),
                OpenField("prompt", Text()),
            ),
        ),
    ),
}
"""The commands that are typed forms of answers, by the kind of prompt that they answer."""


ANSWER_FIELDS: AnswerFields = {
    "choose": lambda fight, person: CHOICES.fields,
    "reroll": lambda fight, person: (OpenField("description", Text(), required=True),),
    "response": lambda fight, person: (OpenField("replies", Anything(), required=True),),
    "approve": lambda fight, person: (OpenField("approve", YES_NO, required=True), OpenField("reason", Text())),
    "save_from_death": lambda fight, person: (OpenField("extend", Range(1, 60)), OpenField("description", Text())),
}
