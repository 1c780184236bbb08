"""Options and command classes that several commands share, and the exit status of a failure."""

from typing import Annotated, Any, Final

import typer
from typer.core import TyperCommand, TyperGroup

FAILED: Final = 1
Yes = Annotated[bool, typer.Option("--yes", help="Replace an existing file without asking.")]
EMPTY: Final = "it is empty; give a value, or leave it out."
Encounter = Annotated[str, typer.Argument(help="ID of the encounter.")]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON, for programs.")]
Url = Annotated[str, typer.Option(envvar="YARROW_URL", help="URL of the running service.")]
Level = Annotated[
    int,
    typer.Option(min=1, max=3, help="Show up to this level: 1 lines, 2 how they came about, 3 bookkeeping, too."),
]
As = Annotated[
    str | None,
    typer.Option(
        "--as",
        envvar="YARROW_AS",
        help="Speaker of the request: narrator, player:<ids> or spectator.",
        show_default=False,
    ),
]
AccessToken = Annotated[
    str | None,
    typer.Option("--token", envvar="YARROW_TOKEN", help="Access token, if the service requires one.", show_envvar=True),
]


class StrictCommand(TyperCommand):
    """A command that rejects empty arguments and option values: they usually come from an unset shell variable."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        for previous, word in zip(["", *args], args, strict=False):
            option, equals, value = word.partition("=")
            if not word.strip():
                raise typer.BadParameter(EMPTY, ctx, param_hint=previous if previous.startswith("-") else "an argument")
            if option.startswith("-") and equals and not value.strip():
                raise typer.BadParameter(EMPTY, ctx, param_hint=option)
        return super().parse_args(ctx, args)


class Commands(TyperGroup):
    """A group of commands that shows its help if none of them is given."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        return super().parse_args(ctx, args or ["--help"])
