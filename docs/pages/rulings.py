"""The page of all rulings: unclear rules, Yarrow's interpretation of each, and the options that change it."""

from collections.abc import Mapping
from typing import Any

from docs.pages.reference import GENERATED, commands_by_rule, linked, page_of, table, value
from domain.decision.core_handlers import options_adapter
from domain.registry import BUILT_IN
from domain.ruleset.ruleset import Ruleset

INTRODUCTION = """\
This page lists how Yarrow interprets texts that are incomplete or ambiguous. Some rulings have ruleset options, which \
are set when the encounter opens; the default value is listed first. The Narrator may always make another ruling \
during play, which is recorded."""


def rulings_page() -> str:
    """Return the page with the rulings of the built-in rulesets."""
    chapters = (rulings_of(ruleset) for ruleset in BUILT_IN if any(map(is_ruling, ruleset.rules)))
    return "\n\n".join((GENERATED, "# Rulings", INTRODUCTION, *chapters)) + "\n"


def rulings_of(ruleset: Ruleset[Any]) -> str:
    """The rulings of one ruleset as a table, each with its options and their values."""
    page, commands = page_of(ruleset, "rules/"), commands_by_rule(ruleset, "commands/")
    settings = options_adapter(ruleset.option_model).json_schema()["properties"]
    rows = (
        (
            linked(rule.id, page),
            rule.title,
            linked(rule.statement, page),
            "<br>".join(f"`{key}`: {readings(settings[key], default)}" for key, default in rule.options.items()),
            commands.get(rule.id),
        )
        for rule in ruleset.rules.values()
        if is_ruling(rule.id)
    )
    return f"## {ruleset.title}\n\n" + table(("ruling", "question", "reading", "options", "commands"), rows)


def is_ruling(rule_id: str) -> bool:
    """Return whether a rule is a ruling."""
    return "-RUL-" in rule_id


def readings(setting: Mapping[str, Any], default: Any) -> str:
    """The values of an option, its default first; of a number, its bounds; of a word or a number, both."""
    if "anyOf" in setting:
        (numbers,) = (kind for kind in setting["anyOf"] if kind.get("type") == "integer")
        return f"{value(default)}, or from {numbers['minimum']} to {numbers['maximum']}"
    if "minimum" in setting and "maximum" in setting:
        return f"{value(default)}, from {setting['minimum']} to {setting['maximum']}"
    possible = [True, False] if setting.get("type") == "boolean" else setting.get("enum", ())
    return ", ".join(value(one) for one in (default, *(other for other in possible if other != default)))
