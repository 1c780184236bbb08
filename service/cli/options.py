"""What several commands of the command line share: options, what no command takes, and the status of what failed."""

from typing import Annotated, Any, Final

import typer
from typer.core import TyperCommand, TyperGroup

FAILED: Final = 1
EMPTY: Final = "it is empty; say what is meant, or leave it out."
Encounter = Annotated[str, typer.Argument(help="The encounter's ID.")]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON, for programs.")]
Url = Annotated[str, typer.Option(envvar="YARROW_URL", help="The running service.")]
As = Annotated[
    str | None,
    typer.Option("--as", envvar="YARROW_AS", help="Who asks: narrator, player:<ids> or spectator.", show_default=False),
]
AccessToken = Annotated[
    str | None,
    typer.Option("--token", envvar="YARROW_TOKEN", help="The access token, where one is asked for.", show_envvar=True),
]


class Command(TyperCommand):
    """A command that takes no empty word: it comes from a variable that is not set, and was meant to narrow or name."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        for before, word in zip(["", *args], args, strict=False):
            option, given, value = word.partition("=")
            if not word.strip():
                raise typer.BadParameter(EMPTY, ctx, param_hint=before if before.startswith("-") else "an argument")
            if option.startswith("-") and given and not value.strip():
                raise typer.BadParameter(EMPTY, ctx, param_hint=option)
        return super().parse_args(ctx, args)


class Commands(TyperGroup):
    """Commands that are listed where none of them is named."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        return super().parse_args(ctx, args or ["--help"])
