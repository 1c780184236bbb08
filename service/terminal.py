"""How the command line shows things: a story with its coins, an audit with its verdicts, an error in one sentence."""

from collections.abc import Mapping
from typing import Any, Final

import msgspec
from rich.console import Console
from rich.highlighter import RegexHighlighter
from rich.table import Table
from rich.text import Text
from rich.theme import Theme

from domain.telling import counted, listed, sentence

CHECKS: Final = ("chain", "throws", "legality")
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
        "coin.head": "bold yellow",
        "coin.tail": "yellow dim",
        "entry.version": "dim",
        "entry.command": "bold cyan",
        "verdict.proven": "bold green",
        "verdict.broken": "bold red",
        "verdict.open": "bold yellow",
        "error": "bold red",
    }
)


class Coins(RegexHighlighter):
    """Heads shine, tails do not."""

    base_style = "coin."
    highlights = ["(?P<head>●+)", "(?P<tail>○+)"]


console: Final = Console(theme=THEME, highlight=False)
errors: Final = Console(theme=THEME, highlight=False, stderr=True)
_shown_coins: Final = Coins()


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


def show_entry(entry: Mapping[str, Any]) -> None:
    """Print one entry of a timeline; a command opens a paragraph."""
    opens = entry["type"] == "core.commanded"
    if opens:
        console.print()
    told = Text(entry["sentence"], "entry.command" if opens else "")
    _shown_coins.highlight(told)
    console.print(Text(f"{entry['version']:>5}  ", "entry.version").append_text(told), soft_wrap=True)


def show_audit(audit: Mapping[str, Any]) -> None:
    """Print the verdicts of an audit, with the first fault of what is broken."""
    table = Table(title=f"{audit['encounter']}, {audit['version']} events", title_justify="left", box=None)
    for head in ("", "verdict", ""):
        table.add_column(head)
    for name in CHECKS:
        check = audit[name]
        fault = check.get("fault")
        detail = check["detail"] + (f" Version {fault['version']}: {fault['reason']}." if fault else "")
        table.add_row(name, SIGNS[check["verdict"]], detail)
    console.print(table)
    numbers = listed(counted(audit[key], noun) for key, noun in COUNTS.items())
    console.print(f"{sentence(numbers)}.\nHash of the chain: {audit['hash']}", soft_wrap=True)
