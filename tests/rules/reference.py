"""The data that a ruleset provides to the shared tests of its rule reference."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

from domain.decision.core_handlers import options_adapter
from domain.ruleset.rule_reference import Rule


class Reference(NamedTuple):
    """A rule reference, and what it must contain.

    ``chapters`` has the number of the last rule of each chapter, in the order of the chapters, ``unused`` the numbers
    that a chapter leaves out; ``titles`` has the titles of some of them. Keys of options that are other words on the
    wire as well are ``ambiguous``: a statement names such an option only together with a value.
    """

    prefix: str
    rules: Mapping[str, Rule]
    chapters: Mapping[str, int]
    titles: Mapping[str, str]
    option_model: type[Any]
    ambiguous: frozenset[str] = frozenset()
    unused: Mapping[str, frozenset[int]] = MappingProxyType({})

    @property
    def options(self) -> dict[str, Any]:
        """The defaults of all options, by key."""
        return dict(options_adapter(self.option_model).dump_python(self.option_model()))
