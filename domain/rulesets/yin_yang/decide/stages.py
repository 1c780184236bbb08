"""The register of Yin-Yang's stages; each chapter names its own here as it is imported."""

from domain.decision.stages import Stages

stages = Stages()
