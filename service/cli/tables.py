"""The table of a fight, as Rich draws it."""

from collections.abc import Iterable, Iterator

from rich.cells import cell_len
from rich.table import Column
from rich.table import Table as Grid
from rich.text import Text

from domain.text.phrases import listed, sentence
from service.cli.render import console
from yarrow_client import Table
from yarrow_client.table import Combatant, Meter

STATES = {"able": "", "down": "entry.falls", "dying": "entry.falls", "dead": "entry.falls", "gone": "entry.books"}
TONES = {"good": "verdict.proven", "bad": "entry.hurts"}


def show_table(table: Table, name: str) -> None:
    """Print the table of a fight: its clock, its combatants by side, and who is to decide what."""
    heading = [part for part in (name, *_clock(table), f"version {table.version}", table.status) if part]
    console.print(Text(" · ".join(heading), "chapter"), soft_wrap=True)
    console.print(_grid(table))
    for line in _lines(table):
        console.print(line, soft_wrap=True, markup=False)


def _clock(table: Table) -> Iterator[str]:
    if table.scene is not None:
        yield table.scene.name
    if table.clock is not None:
        yield table.clock.label
        yield table.clock.phase


def _grid(table: Table) -> Grid:
    """Return the combatants, one a row."""
    sides = {side.id: side.name for side in table.sides}
    names = whole("", [f"▶ {card.name}" for card in table.combatants.values()])
    grid = Grid(
        names, whole("ID", table.order), "side", "numbers", "conditions", "doing", box=None, padding=(0, 2, 0, 0)
    )
    for place in table.order:
        card = table.combatants[place]
        mark = "▶" if table.to_act.now and place in table.to_act.who else ""
        grid.add_row(
            Text.assemble(f"{mark:<2}", (card.name, STATES.get(card.state, ""))),
            Text(place, "entry.books"),
            sides.get(card.side, ""),
            ", ".join(f"{table.legend[key].label} {_number(meter)}" for key, meter in card.meters.items()),
            _conditions(card),
            card.doing.label if card.doing else "",
        )
    return grid


def whole(heading: str, texts: Iterable[str]) -> Column:
    """Return a column whose texts are neither cut nor wrapped, however narrow the terminal is."""
    return Column(heading, no_wrap=True, min_width=max(map(cell_len, texts), default=0))


def _named(table: Table, one: str) -> str:
    """Return the name of a combatant, ``the narrator`` or ``anybody``."""
    if one in table.combatants:
        return table.combatants[one].name
    return "the narrator" if one == "narrator" else one


def _number(meter: Meter) -> str:
    if meter.text:
        return meter.text
    return f"{meter.now}" if meter.most is None else f"{meter.now}/{meter.most}"


def _conditions(card: Combatant) -> Text:
    """Return the state of a combatant, if it is not able, and its conditions."""
    found = [] if card.state == "able" else [Text(card.why or card.state, STATES.get(card.state, ""))]
    found += [Text(one.label, TONES.get(one.tone, "")) for one in card.conditions.values()]
    return Text(", ").join(found)


def _lines(table: Table) -> Iterator[str]:
    """Yield who may act, or waits for which question, the other open questions, and the outcome."""
    questions = [prompt.question for prompt in table.awaits.values() if not prompt.answered]
    if table.to_act.who:
        has, waits = ("has", "waits") if len(table.to_act.who) == 1 else ("have", "wait")
        turn = sentence(f"{listed(_named(table, one) for one in table.to_act.who)} {has} {table.to_act.has}")
        if table.to_act.now:
            yield f"{turn}."
        else:
            yield f"{turn}, and {waits}: {questions.pop(0)}" if questions else f"{turn}, and {waits}."
    yield from questions
    if table.over is not None:
        yield table.over.sentence
