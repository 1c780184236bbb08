"""Write the reference pages of the documentation from the data of the rulesets and the limits in the code.

``python -m docs.generate`` writes them; with ``--check`` it writes nothing and fails if a page is out of date.
"""

import argparse
import sys
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path

from docs.pages.commands import commands_page, shared_commands_page
from docs.pages.events import events_page, shared_events_page
from docs.pages.limits import limits_page
from docs.pages.operations import operations_page
from docs.pages.reference import page_of
from docs.pages.rules.black_dice import black_dice_page
from docs.pages.rules.century import century_page
from docs.pages.rules.s3 import s3_page
from docs.pages.rules.ticks import ticks_page
from docs.pages.rules.yin_yang import yin_yang_page
from docs.pages.rulings import rulings_page
from docs.scene_schema import scene_schema
from domain.registry import BUILT_IN

HERE = Path(__file__).parent
REFERENCE = HERE / "reference"

SCENE_SCHEMA = HERE / "scene.schema.json"
PAGES: Mapping[Path, Callable[[], str]] = {
    REFERENCE / "rules" / "s3.md": s3_page,
    REFERENCE / "rules" / "black-dice.md": black_dice_page,
    REFERENCE / "rules" / "yin-yang.md": yin_yang_page,
    REFERENCE / "rules" / "century.md": century_page,
    REFERENCE / "rules" / "ticks.md": ticks_page,
    REFERENCE / "rulings.md": rulings_page,
    REFERENCE / "limits.md": limits_page,
    REFERENCE / "operations.md": operations_page,
    SCENE_SCHEMA: scene_schema,
    REFERENCE / "commands" / "core.md": partial(shared_commands_page, BUILT_IN[0]),
    **{REFERENCE / page_of(one, "commands/"): partial(commands_page, one) for one in BUILT_IN},
    REFERENCE / "events" / "core.md": partial(shared_events_page, BUILT_IN),
    **{REFERENCE / page_of(one, "events/"): partial(events_page, one) for one in BUILT_IN},
}


def stale() -> list[Path]:
    """Return the pages that differ from what their data produces."""
    return [path for path, page in PAGES.items() if not path.exists() or path.read_text(encoding="utf-8") != page()]


def main() -> None:
    """Write the pages that are out of date, or with ``--check`` list them and fail."""
    parser = argparse.ArgumentParser(prog="python -m docs.generate", description=main.__doc__)
    parser.add_argument("--check", action="store_true", help="write nothing; fail if a page is out of date")
    check = parser.parse_args().check
    outdated = stale()
    if check and outdated:
        sys.exit(f"Out of date: {', '.join(str(path) for path in outdated)}. Run python -m docs.generate.")
    for path in outdated:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(PAGES[path](), encoding="utf-8")


if __name__ == "__main__":
    main()
