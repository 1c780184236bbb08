"""How the command line shows things: a story with its throws, an audit with its verdicts, an error in one sentence."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

import msgspec
from rich.console import Console
from rich.highlighter import RegexHighlighter
from rich.rule import Rule
from rich.text import Text
from rich.theme import Theme

from domain.text.phrases import counted, listed, sentence, spoken
from service.cli.highlights import highlight_of

CHECKS: Final = ("chain", "throws", "legality", "lineage", "signature")
"""The checks of an audit; the lineage is that of a branch alone, the signature that of a bundle."""
SIGNS: Final = {
    "proven": Text("✓ proven", "verdict.proven"),
    "broken": Text("✗ broken", "verdict.broken"),
    "not_provable": Text("– not provable", "verdict.open"),
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
RANK: Final = r"\b(?:[AJQK2-9]|10)"


class Thrown(RegexHighlighter):
    """Heads and dice shine, tails do not; cards have their colour."""

    base_style = "thrown."
    highlights = ["(?P<head>●+)", "(?P<tail>○+)", "(?P<dice>[⚀-⚅]+)", f"(?P<red>{RANK}[♥♦])", f"(?P<black>{RANK}[♣♠])"]


console: Final = Console(theme=THEME, highlight=False)
errors: Final = Console(theme=THEME, highlight=False, stderr=True)
_show_throws: Final = Thrown().highlight


def show_json(value: Any) -> None:
    """Print a value as one line of JSON, for programs."""
    console.file.write(msgspec.json.encode(value).decode() + "\n")
    console.file.flush()


def show_error(message: str, *, as_json: bool = False) -> None:
    """Print what went wrong, beside the output."""
    if as_json:
        errors.file.write(msgspec.json.encode({"error": message}).decode() + "\n")
    else:
        errors.print(Text.assemble(("Error: ", "error"), message), soft_wrap=True)


def show_chapter(title: str, words: str) -> None:
    """Print the head of a part of the story, and a sentence on it."""
    console.print()
    console.print(Rule(Text(title, "chapter"), align="left"))
    console.print(words, soft_wrap=True)


def show_entry(entry: Mapping[str, Any]) -> None:
    """Print one entry of a timeline; a command opens a paragraph."""
    if entry["version"] == entry["batch"]:
        console.print()
    highlight = highlight_of(entry["type"])
    told = Text(entry["sentence"], f"entry.{highlight}" if highlight else "")
    _show_throws(told)
    console.print(Text.assemble((f"{entry['version']:>5}  ", "entry.version"), told), soft_wrap=True)


def show_denial(detail: str, rule: str, legal: Sequence[str]) -> None:
    """Print that the rules forbid something: it has no version, because nothing is recorded of it."""
    console.print()
    commands = listed(spoken(command.rpartition(".")[2]) for command in legal)
    instead = f" Legal: {commands}." if legal else ""
    told = Text.assemble("    –  ", (f"Refused by {rule}: ", "entry.refused"), f"{detail}{instead}")
    console.print(told, soft_wrap=True)


def show_audit(audit: Mapping[str, Any]) -> None:
    """Print the verdicts of an audit, with the first fault of what is broken; of a signature, if there is one."""
    console.print(f"{audit['encounter']}, {counted(audit['version'], 'event')}", soft_wrap=True)
    made = {name: audit[name] for name in CHECKS if audit.get(name) and audit[name]["verdict"] != "absent"}
    longest, widest = max(map(len, made)), max(len(SIGNS[check["verdict"]]) for check in made.values())
    for name, check in made.items():
        sign, fault = SIGNS[check["verdict"]], check.get("fault")
        detail = check["detail"] + (f" Version {fault['version']}: {fault['reason']}." if fault else "")
        line = Text.assemble(f"{name:<{longest}}  ", sign, " " * (widest - len(sign) + 2), detail)
        console.print(line, soft_wrap=True)
    numbers = listed(counted(audit[key], noun) for key, noun in COUNTS.items())
    console.print(f"{sentence(numbers)}.\nHash of the chain: {audit['hash']}", soft_wrap=True)
