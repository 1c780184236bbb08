"""The table of measures: the name and function of each, and whether it is a core measure."""

from collections.abc import Callable
from functools import partial
from typing import Final, NamedTuple

from bench.append import append, memory
from bench.fights.crowds import CROWDS
from bench.fights.duels import duels
from bench.fights.scripts import SCRIPTS, names
from bench.fillable import fillable
from bench.http.command import http_command, http_command_fsync
from bench.http.watchers import watchers
from bench.long import any_version, cold, growth
from bench.measure import Measure
from bench.options import options_of
from bench.page import page_exchange, page_frame, page_heap, page_paint
from bench.rebuild import rebuild, rebuild_peer
from bench.stall import stall
from bench.start import start
from bench.table import table_of
from bench.throws import throws


class Entry(NamedTuple):
    """A measure; ``make bench`` runs those that are ``core``, ``make bench-all`` every one."""

    run: Callable[[], Measure]
    core: bool = True


MEASURES: Final[dict[str, Entry]] = {
    "http_command": Entry(http_command),
    "http_command_fsync": Entry(http_command_fsync),
    "throws": Entry(throws),
    **{name: Entry(partial(duels, script)) for name, script in names("duels").items()},
    **{name: Entry(partial(rebuild, script)) for name, script in names("rebuild").items()},
    "rebuild_peer": Entry(partial(rebuild_peer, SCRIPTS[0])),
    "append": Entry(append),
    "bytes": Entry(memory),
    "growth": Entry(growth, core=False),
    "any_version": Entry(any_version, core=False),
    "cold": Entry(cold, core=False),
    "watchers": Entry(watchers, core=False),
    **{f"options_{key}": Entry(partial(options_of, crowd)) for key, crowd in CROWDS.items()},
    **{f"table_{key}": Entry(partial(table_of, crowd)) for key, crowd in CROWDS.items()},
    "stall": Entry(stall, core=False),
    "page_paint": Entry(page_paint, core=False),
    "page_exchange": Entry(page_exchange, core=False),
    "page_frame": Entry(page_frame, core=False),
    "page_heap": Entry(page_heap, core=False),
    "fillable": Entry(fillable),
    "start": Entry(start),
}
