"""The register of the stages of Ticks; each chapter names its own here as it is imported."""

from domain.decision.stages import Stages

stages = Stages()
