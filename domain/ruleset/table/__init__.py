"""The table of a fight: the parts that all rulesets share, and the parts that each draws itself."""

from domain.ruleset.table.whole import table

__all__ = ["table"]
