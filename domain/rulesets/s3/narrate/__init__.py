"""The sentences of choices in S3; its events declare all other sentences."""

from collections.abc import Mapping

from domain.core.events import Answered, Prompted
from domain.model.event import Event
from domain.rulesets.s3.narrate.choices import answered, prompted
from domain.text.phrases import RenderEvent

S3_TELL: Mapping[type[Event], RenderEvent] = {
    Prompted: prompted,
    Answered: answered,
}
