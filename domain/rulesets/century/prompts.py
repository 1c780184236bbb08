"""The prompts of Century: every choice that is given to others."""

from collections.abc import Mapping

from domain.prompting import PromptKind
from domain.rulesets.century.state import Fight

CENTURY_PROMPTS: Mapping[str, PromptKind[Fight]] = {}
