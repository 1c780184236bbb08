"""What several commands of the command line share: options, and the status of what could not be done."""

from typing import Annotated, Final

import typer

FAILED: Final = 1
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
