"""Rendering for the terminal: entries of the story with their throws, audits with their verdicts, errors, and JSON."""

from collections.abc import Iterable, Mapping
from typing import Any, Final

import msgspec
from rich.console import Console
from rich.highlighter import RegexHighlighter
from rich.rule import Rule
from rich.text import Text
from rich.theme import Theme

from domain.text.phrases import counted, listed, sentence
from service.cli.highlights import highlight_of
from yarrow_client import Entry

CHECKS: Final = ("chain", "throws", "legality", "lineage", "signature")
"""The checks of an audit; only a branch has a lineage, only a bundle a signature."""
VERDICTS: Final = {
    "proven": Text("✓ proven", "verdict.proven"),
    "broken": Text("✗ broken", "verdict.broken"),
    "not_provable": Text("– not provable", "verdict.open"),
    "unneeded": Text("– nothing to prove", "verdict.open"),
}
COUNTS: Final = {
    "commands": "command",
    "seeded_throws": "seeded throw",
    "supplied_throws": "supplied throw",
    "rulings": "ruling",
    "rewinds": "rewind",
}
THEME: Final = Theme(
    {
        "thrown.head": "bold yellow",
        "thrown.tail": "yellow dim",
        "thrown.dice": "bold yellow",
        "thrown.red": "bold red",
        "thrown.black": "bold",
        "entry.version": "dim",
        "entry.command": "bold cyan",
        "entry.turns": "bold",
        "entry.hurts": "red",
        "entry.falls": "bold red",
        "entry.decided": "bold green",
        "entry.books": "dim",
        "entry.refused": "bold magenta",
        "chapter": "bold",
        "verdict.proven": "bold green",
        "verdict.broken": "bold red",
        "verdict.open": "bold yellow",
        "error": "bold red",
    }
)
DETAIL: Final = "  "
"""The indentation of entries that are no lines."""
RANK: Final = r"\b(?:[AJQK2-9]|10)"


class Thrown(RegexHighlighter):
    """Highlights heads and dice, dims tails, and shows cards in the colour of their suit."""

    base_style = "thrown."
    highlights = ["(?P<head>●+)", "(?P<tail>○+)", "(?P<dice>[⚀-⚅]+)", f"(?P<red>{RANK}[♥♦])", f"(?P<black>{RANK}[♣♠])"]


console: Final = Console(theme=THEME, highlight=False)
errors: Final = Console(theme=THEME, highlight=False, stderr=True)
_highlight_throws: Final = Thrown().highlight


def show_json(value: Any) -> None:
    """Print a value as one line of JSON, for programs."""
    console.file.write(msgspec.json.encode(value).decode() + "\n")
    console.file.flush()


def show_error(message: str, *, as_json: bool = False) -> None:
    """Print an error to standard error."""
    if as_json:
        errors.file.write(msgspec.json.encode({"error": message}).decode() + "\n")
    else:
        errors.print(Text.assemble(("Error: ", "error"), message), soft_wrap=True)


def show_chapter(title: str, description: str) -> None:
    """Print the title of a chapter of a demonstration, and a sentence about it."""
    console.print()
    console.print(Rule(Text(title, "chapter"), align="left"))
    console.print(description, soft_wrap=True)


def show_entry(entry: Mapping[str, Any], *, begins: bool) -> None:
    """Print one entry of the story, details indented; one that ``begins`` a batch starts a new paragraph."""
    if begins:
        console.print()
    _show_line(entry, "" if entry["level"] == 1 else DETAIL)


def show_story(story: Iterable[Entry]) -> None:
    """Print the entries of the story of a batch."""
    for place, entry in enumerate(story):
        show_entry(msgspec.structs.asdict(entry), begins=place == 0)


def show_told(event: Mapping[str, Any]) -> None:
    """Print one event, if it has a sentence; a command starts a new paragraph."""
    if event["version"] == event["batch"]:
        console.print()
    if event["sentence"] is not None:
        _show_line(event, "")


def _show_line(told: Mapping[str, Any], indentation: str) -> None:
    highlight = highlight_of(told["type"])
    line = Text(told["sentence"], f"entry.{highlight}" if highlight else "")
    _highlight_throws(line)
    console.print(Text.assemble((f"{told['version']:>5}  {indentation}", "entry.version"), line), soft_wrap=True)


def show_refusal(detail: str, rule: str) -> None:
    """Print that a rule refused a command, and what would be legal. A refusal has no version, as it is not recorded."""
    console.print()
    line = Text.assemble("    –  ", (f"Refused by {rule}: ", "entry.refused"), detail)
    console.print(line, soft_wrap=True)


def _verdict_shown(check: Mapping[str, Any]) -> str:
    """Return the verdict of a check, or ``unneeded`` if it is about throws and none of them is seeded."""
    verdict: str = check["verdict"]
    return "unneeded" if verdict == "proven" and check.get("proven") == 0 else verdict


def show_audit(audit: Mapping[str, Any]) -> None:
    """Print the verdict of each check of an audit, with the first fault of a broken one."""
    console.print(f"{audit['encounter']}, {counted(audit['version'], 'event')}", soft_wrap=True)
    checks = {name: audit[name] for name in CHECKS if audit.get(name) and audit[name]["verdict"] != "absent"}
    shown = {name: _verdict_shown(check) for name, check in checks.items()}
    longest, widest = max(map(len, checks)), max(len(VERDICTS[verdict]) for verdict in shown.values())
    for name, check in checks.items():
        sign, fault = VERDICTS[shown[name]], check.get("fault")
        detail = check["detail"] + (f" Version {fault['version']}: {fault['reason']}." if fault else "")
        line = Text.assemble(f"{name:<{longest}}  ", sign, " " * (widest - len(sign) + 2), detail)
        console.print(line, soft_wrap=True)
    numbers = listed(counted(audit[key], noun) for key, noun in COUNTS.items())
    console.print(f"{sentence(numbers)}.\nHash of the chain: {audit['hash']}", soft_wrap=True)
