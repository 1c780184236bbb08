"""The register of Century's stages; each chapter names its own here as it is imported."""

import msgspec

from domain.stages import Stages

stages = Stages()


class Nothing(msgspec.Struct, frozen=True):
    """The data of a stage that reads all it needs from the state."""
