"""The published algorithm of the draws gives the published vectors, by its own steps and without a line of Yarrow."""

import hashlib
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import pytest

PAGE = (Path(__file__).parents[2] / "docs" / "chance.md").read_text(encoding="utf-8")
SEED, COMMITMENT = map(str, re.findall(r"^([0-9a-f]{64})$", PAGE, flags=re.MULTILINE))
SHOWN = 32


class Vector(NamedTuple):
    """A row of the table of draws."""

    entropy: str
    epoch: int
    version: int
    draw: int
    coins: int
    faces: str


def rows(columns: int) -> list[list[str]]:
    """The rows of the tables of vectors with so many columns, without their heads."""
    section = PAGE.partition("## Test vectors")[2].partition("\n## ")[0]
    cells = [[cell.strip(" `") for cell in line.strip("|").split("|")] for line in section.splitlines() if "|" in line]
    return [row for row in cells if len(row) == columns and row[0] not in ("entropy", "---")]


def entropy_of(cell: str) -> str:
    return "" if cell == "(none)" else cell


KEYS = [(entropy_of(entropy), key) for entropy, key in rows(2)]
VECTORS = [
    Vector(entropy_of(entropy), int(epoch), int(version), int(draw), int(coins), faces)
    for entropy, epoch, version, draw, coins, faces in rows(6)
]


def key_by_the_steps(entropy: str) -> bytes:
    """Step 1 of a draw."""
    return hashlib.blake2b(entropy.encode("utf-8"), key=bytes.fromhex(SEED), digest_size=64).digest()


def coins_by_the_steps(vector: Vector) -> str:
    """Steps 2 and 3: all bits of all blocks as one long number, read from its most significant end."""
    blocks = b""
    for block in range(-(-vector.coins // 512)):
        place = bytes.fromhex(f"{vector.epoch:08x}{vector.version:016x}{vector.draw:08x}{block:08x}")
        blocks += hashlib.blake2b(place, key=key_by_the_steps(vector.entropy), digest_size=64).digest()
    number, length = int.from_bytes(blocks, "big"), 8 * len(blocks)
    return "".join("H" if number >> (length - 1 - coin) & 1 else "T" for coin in range(vector.coins))


@pytest.fixture(scope="module")
def published() -> dict[str, Callable[..., Any]]:
    """The functions of the page's own program."""
    program = re.search(r"```python\n(.*?)```", PAGE, flags=re.DOTALL)
    assert program is not None
    names: dict[str, Any] = {}
    exec(program[1], names)
    return names


def test_the_page_has_vectors_for_every_part_of_the_algorithm() -> None:
    assert len(KEYS) == 3
    assert {vector.entropy for vector in VECTORS} == {entropy for entropy, _ in KEYS}
    assert {vector.coins for vector in VECTORS} >= {1, 8, 9, 512, 513}
    assert max(vector.epoch for vector in VECTORS) == 2**32 - 1
    assert max(vector.version for vector in VECTORS) > 2**32
    assert {vector.draw for vector in VECTORS} > {0, 1}


def test_the_commitment_follows_from_the_seed() -> None:
    assert hashlib.sha256(b"yarrow-seed-1:" + bytes(range(32))).hexdigest() == COMMITMENT
    assert bytes.fromhex(SEED) == bytes(range(32))


@pytest.mark.parametrize(("entropy", "key"), KEYS)
def test_a_key_follows_from_seed_and_entropy(entropy: str, key: str) -> None:
    assert key_by_the_steps(entropy).hex() == key


@pytest.mark.parametrize("vector", VECTORS, ids=str)
def test_the_steps_of_the_text_give_the_faces(vector: Vector) -> None:
    faces = coins_by_the_steps(vector)
    assert len(faces) == vector.coins
    assert faces[-SHOWN:] == vector.faces


@pytest.mark.parametrize("vector", VECTORS, ids=str)
def test_the_program_of_the_text_gives_the_same(published: dict[str, Callable[..., Any]], vector: Vector) -> None:
    seed = bytes.fromhex(SEED)
    assert published["commitment"](seed) == COMMITMENT
    assert published["coins"](seed, *vector[:5]) == coins_by_the_steps(vector)


@pytest.mark.parametrize("vector", VECTORS, ids=str)
def test_the_service_draws_what_the_text_says(vector: Vector) -> None:
    from domain.chance import Seeded, commitment, draw_key

    seed = bytes.fromhex(SEED)
    assert commitment(seed) == COMMITMENT
    draw = Seeded(draw_key(seed, vector.entropy)).coins(
        "ogre", "attack", vector.coins, vector.epoch, vector.version, vector.draw
    )
    assert draw.source == "seeded"
    assert draw.faces == coins_by_the_steps(vector)
