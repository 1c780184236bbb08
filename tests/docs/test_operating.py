"""Tests that the lists of the operating, command line and architecture pages are complete and correct."""

import re
import subprocess
import sys
from collections import Counter
from pathlib import Path

import httpx
from redis.crc import key_slot

from bench.measures import MEASURES
from events.format.envelope import Envelope
from events.read_models import redis_rows as models
from events.store import keys
from events.store.cluster import SLOTS
from events.store.protocol import StreamId
from service.redis.embedded import STOP_TIMEOUT
from service.settings import PREFIX, Settings
from tests.program import ROOT, serving, yarrow
from tests.waiting import PATIENCE

OPERATING = (ROOT / "docs" / "howto" / "operating.md").read_text(encoding="utf-8")
COMMAND_LINE = (ROOT / "docs" / "reference" / "cli.md").read_text(encoding="utf-8")
ARCHITECTURE = (ROOT / "docs" / "explanation" / "architecture.md").read_text(encoding="utf-8")


def rows(page: str, head: str) -> list[list[str]]:
    """Return the rows of the table with this header, as lists of cells."""
    table = page.partition(f"{head}\n")[2].partition("\n\n")[0]
    return [[cell.strip() for cell in line.strip("|").split(" | ")] for line in table.splitlines()[1:]]


def test_every_setting_is_listed_with_its_default_and_its_meaning() -> None:
    listed = rows(OPERATING, "| variable | default | meaning |")
    assert listed == [
        [
            f"`{PREFIX}{name.upper()}`",
            "none" if field.default is None else f"`{field.default}`",
            field.description,
        ]
        for name, field in Settings.model_fields.items()
    ]


def test_every_command_is_listed() -> None:
    named = [re.findall(r"`yarrow (\w+)", cells[0])[0] for cells in rows(COMMAND_LINE, "| command | does |")]
    told = yarrow("--help").stdout.partition("Commands ─")[2]
    assert sorted(named) == sorted(re.findall(r"^│ (\w+)", told, flags=re.MULTILINE))


def test_every_measure_is_listed_and_every_path_of_health_answers(tmp_path: Path) -> None:
    with serving(tmp_path) as url:
        paths = [cells[0].strip("`") for cells in rows(OPERATING, "| path | answers |")]
        assert paths == ["/livez", "/startupz", "/readyz", "/healthz", "/metrics"]
        answers = [httpx.get(f"{url}{path}", timeout=PATIENCE) for path in paths]
    assert all(answer.status_code == 200 for answer in answers)
    measured = set(re.findall(r"^# HELP (yarrow_\w+) ", answers[-1].text, flags=re.MULTILINE))
    listed = {cells[0].strip("`") for cells in rows(OPERATING, "| measure | meaning |")}
    assert listed == {name for name in measured if not name.endswith("_created")}


def test_every_bench_is_listed_with_a_ratio_to_reach() -> None:
    listed = rows(OPERATING, "| measure | value | floor | to reach |")
    names = ", ".join(name.strip("`") for name, _, _, _ in listed)
    unknown = subprocess.run(
        [sys.executable, "-m", "bench", "unknown"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert unknown.stderr == f"Unknown measure: unknown. Choose from {names}.\n"
    beyond = [f"`{name}`" for name, entry in MEASURES.items() if not entry.core]
    assert f"{', '.join(beyond[:-1])} and {beyond[-1]} too." in " ".join(OPERATING.split())
    assert all(re.fullmatch(r"[≥≤] [\d.]+", ratio) for *_, ratio in listed)


def test_the_envelope_is_listed_field_by_field_in_order() -> None:
    cells = [cells[0] for cells in rows(ARCHITECTURE, "| field | meaning |")]
    assert [name for cell in cells for name in re.findall(r"`(\w+)`", cell)] == list(Envelope.__struct_fields__)


def test_the_keys_are_those_of_the_store() -> None:
    listed = [cells[0].strip("`") for cells in rows(ARCHITECTURE, "| key | type | holds |")]
    assert keys.__doc__ is not None
    assert listed == re.findall(r"``(yarrow:[^`]+)``", keys.__doc__)
    made = keys.keys_of(StreamId("main", "duel"), 64)
    tenant = keys.grant_key("main", "x", 64).partition(":")[2].partition(":")[0]
    tags = {"p": f"{{{made.partition}}}", "q": tenant}
    filled = {key.format(**tags).replace("<t>", "main").replace("<id>", "duel") for key in listed}
    of_grants = {keys.grant_key("main", "<grant>", 64), keys.grants_key("main", "<index>", 64)}
    apart = {keys.PARTITIONS, keys.REVOKED, keys.lent_key("<digest>"), keys.kept_key("<digest>")}
    of_partition = {keys.presence_key(StreamId("main", "duel"), 64), keys.ready_key(made.partition)}
    assert filled == apart | of_grants | of_partition | {*made[1:]}


def test_the_keys_of_the_projections_are_those_of_their_models() -> None:
    listed = [cells[0].strip("`") for cells in rows(ARCHITECTURE, "| key | type | kept in it |")]
    assert models.__doc__ is not None
    assert listed == re.findall(r"``(yarrow:[^`]+)``", models.__doc__)


def test_the_pages_that_the_files_of_the_deployment_name_exist() -> None:
    texts = [file.read_text(encoding="utf-8") for file in (ROOT / "deploy").iterdir() if file.is_file()]
    named = {page for text in texts for page in re.findall(r"docs/[\w/]+\.md", text)}
    assert "docs/howto/operating.md" in named
    assert all((ROOT / page).is_file() for page in named), named


def test_a_server_that_hangs_is_killed_as_soon_as_the_page_says() -> None:
    assert STOP_TIMEOUT == 10
    assert "a server that hangs is killed after ten seconds" in " ".join(OPERATING.split())


PRIMARIES = (2, 3, 4, 6, 8)


def test_the_partitions_of_each_primary_are_those_of_an_even_division_of_the_slots() -> None:
    head = f"| `YARROW_PARTITIONS` | {' | '.join(f'{count} primaries' for count in PRIMARIES)} |"
    listed = rows(OPERATING, head)
    assert listed[0][0] == f"{Settings.model_fields['partitions'].default}"
    for partitions, *cells in listed:
        slots = [key_slot(keys.feed_key(number).encode()) for number in range(int(partitions.replace(",", "")))]
        assert len(set(slots)) == len(slots), "each partition is in a slot of its own"
        for count, cell in zip(PRIMARIES, cells, strict=True):
            shares = Counter(slot * count // SLOTS for slot in slots).values()
            assert cell == (f"{min(shares)} to {max(shares)}" if min(shares) < max(shares) else f"{min(shares)}")
    [(partition, slot)] = re.findall(r"slot of partition (\d+), which is (\d+)", " ".join(OPERATING.split()))
    assert key_slot(keys.feed_key(int(partition)).encode()) == int(slot)
