"""The stages of Ticks by name; chapters register theirs as they are imported."""

import msgspec

from domain.stages import Stages

stages = Stages()


class Nothing(msgspec.Struct, frozen=True):
    """The data of a stage that needs none."""
