"""The rule reference of Century (``rules.toml``)."""

from domain.ruleset.rule_reference import load_rules

RULES = load_rules("domain.rulesets.century", "rules.toml")
