"""How the facts of S3 are told: one sentence for each event, made from the event and the combatants' names alone."""

from collections.abc import Mapping

from domain.core.events import Answered, Prompted
from domain.model.event import Event
from domain.rulesets.s3.narrate.choices import answered, prompted
from domain.rulesets.s3.narrate.harm import HARM_TOLD
from domain.rulesets.s3.narrate.places import PLACES_TOLD
from domain.rulesets.s3.narrate.throws import THROWS_TOLD
from domain.rulesets.s3.narrate.turns import TURNS_TOLD
from domain.text.phrases import RenderEvent

S3_TELL: Mapping[type[Event], RenderEvent] = {
    Prompted: prompted,
    Answered: answered,
    **THROWS_TOLD,
    **TURNS_TOLD,
    **PLACES_TOLD,
    **HARM_TOLD,
}
