"""The register of Black Dice's stages; each chapter names its own here as it is imported."""

from domain.decision.stages import Stages

stages = Stages()
