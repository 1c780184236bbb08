"""The sentences of choices and joins in S3; its events declare all other sentences."""

from collections.abc import Mapping

from domain.core.events import Answered, CombatantJoined, Prompted
from domain.model.event import Event
from domain.rulesets.s3.narrate.choices import answered, prompted
from domain.rulesets.s3.narrate.things import joined
from domain.text.phrases import RenderEvent

S3_TELL: Mapping[type[Event], RenderEvent] = {
    CombatantJoined: joined,
    Prompted: prompted,
    Answered: answered,
}
