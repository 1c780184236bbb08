"""The rule reference of Ticks (``rules.toml``)."""

from domain.ruleset.rule_reference import load_rules

RULES = load_rules("domain.rulesets.ticks", "rules.toml")
