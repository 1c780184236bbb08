"""The rule reference of Yin-Yang (``rules.toml``)."""

from domain.ruleset.rule_reference import load_rules

RULES = load_rules("domain.rulesets.yin_yang", "rules.toml")
