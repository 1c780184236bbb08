"""How the prompts, answers and commands of Yin-Yang are told; its events declare their sentences themselves."""

from collections.abc import Mapping

from domain.core.events import Answered, AnswerUnused, PolicySet, Prompted
from domain.core.narrate import render_answer_unused, render_policy_set
from domain.model.event import Event
from domain.ruleset.chapter import prompts_of
from domain.rulesets.yin_yang.chapters import CHAPTERS
from domain.rulesets.yin_yang.narrate.choices import answered, chosen, prompted
from domain.rulesets.yin_yang.narrate.things import BROUGHT, things
from domain.text.phrases import RenderEvent

QUESTIONS: Mapping[str, str] = {name: prompt.question for name, prompt in prompts_of(CHAPTERS).items()}
YIN_YANG_TELL: Mapping[type[Event], RenderEvent] = {
    Prompted: prompted,
    Answered: answered,
    AnswerUnused: render_answer_unused(QUESTIONS, chosen),
    PolicySet: render_policy_set(QUESTIONS, chosen),
}

__all__ = ["BROUGHT", "YIN_YANG_TELL", "things"]
