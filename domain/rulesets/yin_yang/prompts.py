"""The prompts of Yin-Yang: every choice that is given to others (YY-PROM)."""

from collections.abc import Mapping

from domain.prompting import PromptKind
from domain.rulesets.yin_yang.state import Fight

_ALL: tuple[PromptKind[Fight], ...] = ()
YIN_YANG_PROMPTS: Mapping[str, PromptKind[Fight]] = {kind.name: kind for kind in _ALL}
