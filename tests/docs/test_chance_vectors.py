"""Tests that the published algorithm of the draws, implemented here without Yarrow, yields the published vectors."""

import hashlib
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import pytest

PAGE = (Path(__file__).parents[2] / "docs" / "explanation" / "chance.md").read_text(encoding="utf-8")
SEED, COMMITMENT = map(str, re.findall(r"^([0-9a-f]{64})$", PAGE, flags=re.MULTILINE))
SHOWN_COINS, SHOWN_DICE, SHOWN_CARDS = 32, 16, 12


class Tossed(NamedTuple):
    """A row of the table of coin draws."""

    entropy: str
    epoch: int
    version: int
    draw: int
    coins: int
    faces: str


class Rolled(NamedTuple):
    """A row of the table of dice draws."""

    entropy: str
    epoch: int
    version: int
    draw: int
    dice: int
    sides: int
    faces: tuple[int, ...]


class Drawn(NamedTuple):
    """A row of the table of card draws."""

    entropy: str
    epoch: int
    version: int
    draw: int
    cards: int
    pack: str
    many: int
    faces: tuple[str, ...]


def rows(columns: int) -> list[list[str]]:
    """Return the body rows of the vector tables that have this number of columns."""
    section = PAGE.partition("## Test vectors")[2].partition("\n## ")[0]
    cells = [[cell.strip(" `") for cell in line.strip("|").split("|")] for line in section.splitlines() if "|" in line]
    return [row for row in cells if len(row) == columns and row[0] not in ("entropy", "---")]


def entropy_of(cell: str) -> str:
    return "" if cell == "(none)" else cell


KEYS = [(entropy_of(entropy), key) for entropy, key in rows(2)]
TOSSES = [
    Tossed(entropy_of(entropy), int(epoch), int(version), int(draw), int(coins), faces)
    for entropy, epoch, version, draw, coins, faces in rows(6)
]
ROLLS = [
    Rolled(
        entropy_of(entropy), int(epoch), int(version), int(draw), int(dice), int(sides), tuple(map(int, faces.split()))
    )
    for entropy, epoch, version, draw, dice, sides, faces in rows(7)
]

DRAWS = [
    Drawn(entropy_of(entropy), int(epoch), int(version), int(draw), int(cards), pack, int(many), tuple(faces.split()))
    for entropy, epoch, version, draw, cards, pack, many, faces in rows(8)
]


def key_by_the_steps(entropy: str) -> bytes:
    """Step 1 of a draw: derive the key."""
    return hashlib.blake2b(entropy.encode("utf-8"), key=bytes.fromhex(SEED), digest_size=64).digest()


def blocks_by_the_steps(vector: Tossed | Rolled | Drawn, count: int) -> bytes:
    """Step 2 of a draw: return its first ``count`` blocks, joined."""
    key, blocks = key_by_the_steps(vector.entropy), b""
    for block in range(count):
        place = bytes.fromhex(f"{vector.epoch:08x}{vector.version:016x}{vector.draw:08x}{block:08x}")
        blocks += hashlib.blake2b(place, key=key, digest_size=64).digest()
    return blocks


def coins_by_the_steps(vector: Tossed) -> str:
    """Step 3 for coins: read the bits of all blocks as one number, starting with the most significant bit."""
    blocks = blocks_by_the_steps(vector, -(-vector.coins // 512))
    number, length = int.from_bytes(blocks, "big"), 8 * len(blocks)
    return "".join("H" if number >> (length - 1 - coin) & 1 else "T" for coin in range(vector.coins))


def dice_by_the_steps(vector: Rolled) -> tuple[int, ...]:
    """Step 3 for dice. Generates more than four bytes per die, because almost half of all bytes are skipped."""
    many = blocks_by_the_steps(vector, 1 + vector.dice // 16)
    counted = [byte for byte in many if byte < 256 // vector.sides * vector.sides]
    assert len(counted) >= vector.dice
    return tuple(byte % vector.sides + 1 for byte in counted[: vector.dice])


RANKS = ["A", *map(str, range(2, 11)), "J", "Q", "K"]
WHOLE_PACK = [*(rank + suit for suit in ("H", "D", "C", "S") for rank in RANKS), "WHITE", "COLOURED"]


def pack_by_the_steps(pack: str) -> list[str]:
    """Parse a pack as its section describes: the digits of the binary number, from last to first."""
    digits = reversed(bin(int(pack, 16)).removeprefix("0b"))
    return [WHOLE_PACK[bit % 54] for bit, digit in enumerate(digits) if digit == "1"]


def cards_by_the_steps(vector: Drawn) -> tuple[str, ...]:
    """Step 3 for cards. Generates more than four bytes per card, because some bytes are skipped."""
    left, fallen = pack_by_the_steps(vector.pack), list[str]()
    for byte in blocks_by_the_steps(vector, 1 + vector.cards // 16):
        whole_rounds = 256 // len(left) * len(left) if left else 0
        if byte < whole_rounds:
            card = left[byte % len(left)]
            left = [*left[: byte % len(left)], *left[byte % len(left) + 1 :]]
            fallen.append(card)
    assert len(fallen) >= vector.cards
    return tuple(fallen[: vector.cards])


@pytest.fixture(scope="module")
def published() -> dict[str, Callable[..., Any]]:
    """The functions of the program on the page."""
    program = re.search(r"```python\n(.*?)```", PAGE, flags=re.DOTALL)
    assert program is not None
    names: dict[str, Any] = {}
    exec(program[1], names)
    return names


def test_the_page_has_vectors_for_every_part_of_the_algorithm() -> None:
    assert len(KEYS) == 3
    for vectors in (TOSSES, ROLLS, DRAWS):
        assert {vector.entropy for vector in vectors} == {entropy for entropy, _ in KEYS}
        assert max(vector.epoch for vector in vectors) == 2**32 - 1
        assert max(vector.version for vector in vectors) > 2**32
        assert {vector.draw for vector in vectors} > {0, 1}
    assert {vector.coins for vector in TOSSES} >= {1, 8, 9, 512, 513}
    assert {vector.sides for vector in ROLLS} >= {2, 6, 10, 20, 100, 129, 255, 256}
    assert {vector.dice for vector in ROLLS} >= {1, 8, 64, 65, 500}
    assert {vector.many for vector in DRAWS} >= {1, 2, 3, 52, 54, 108, 216}
    assert {vector.cards for vector in DRAWS} >= {1, 5, 54, 216}


def test_some_vectors_skip_bytes_before_the_faces_that_are_shown() -> None:
    skipping = [vector for vector in ROLLS if dice_by_the_steps(vector) != biased(vector)]
    assert {vector.sides for vector in skipping} >= {6, 100, 129}


def biased(vector: Rolled) -> tuple[int, ...]:
    """Return the dice that would be drawn if no bytes were skipped."""
    return tuple(byte % vector.sides + 1 for byte in blocks_by_the_steps(vector, 1 + vector.dice // 64)[: vector.dice])


def test_the_commitment_follows_from_the_seed() -> None:
    assert hashlib.sha256(b"yarrow-seed-1:" + bytes(range(32))).hexdigest() == COMMITMENT
    assert bytes.fromhex(SEED) == bytes(range(32))


@pytest.mark.parametrize(("entropy", "key"), KEYS)
def test_a_key_follows_from_seed_and_entropy(entropy: str, key: str) -> None:
    assert key_by_the_steps(entropy).hex() == key


@pytest.mark.parametrize("vector", TOSSES, ids=str)
def test_the_steps_of_the_text_give_the_coins(vector: Tossed) -> None:
    faces = coins_by_the_steps(vector)
    assert len(faces) == vector.coins
    assert faces[-SHOWN_COINS:] == vector.faces


@pytest.mark.parametrize("vector", DRAWS, ids=str)
def test_the_steps_of_the_text_give_the_cards(vector: Drawn) -> None:
    assert len(pack_by_the_steps(vector.pack)) == vector.many
    assert cards_by_the_steps(vector)[-SHOWN_CARDS:] == vector.faces


def test_some_vectors_skip_bytes_before_cards_that_are_shown() -> None:
    skipping = [vector for vector in DRAWS if cards_by_the_steps(vector) != biased_cards(vector)]
    assert {vector.many for vector in skipping} >= {54, 70, 108, 216}


def biased_cards(vector: Drawn) -> tuple[str, ...]:
    """Return the cards that would be drawn if no bytes were skipped."""
    left, many = pack_by_the_steps(vector.pack), blocks_by_the_steps(vector, 1 + vector.cards // 64)
    return tuple([left.pop(byte % len(left)) for byte in many[: vector.cards]])


@pytest.mark.parametrize("vector", ROLLS, ids=str)
def test_the_steps_of_the_text_give_the_dice(vector: Rolled) -> None:
    faces = dice_by_the_steps(vector)
    assert len(faces) == vector.dice
    assert faces[-SHOWN_DICE:] == vector.faces


def test_the_program_of_the_text_gives_the_commitment(published: dict[str, Callable[..., Any]]) -> None:
    assert published["commitment"](bytes.fromhex(SEED)) == COMMITMENT


@pytest.mark.parametrize("vector", TOSSES, ids=str)
def test_the_program_of_the_text_gives_the_same_coins(published: dict[str, Callable[..., Any]], vector: Tossed) -> None:
    assert published["coins"](bytes.fromhex(SEED), *vector[:5]) == coins_by_the_steps(vector)


@pytest.mark.parametrize("vector", ROLLS, ids=str)
def test_the_program_of_the_text_gives_the_same_dice(published: dict[str, Callable[..., Any]], vector: Rolled) -> None:
    assert published["dice"](bytes.fromhex(SEED), *vector[:6]) == list(dice_by_the_steps(vector))


@pytest.mark.parametrize("vector", DRAWS, ids=str)
def test_the_program_of_the_text_gives_the_same_cards(published: dict[str, Callable[..., Any]], vector: Drawn) -> None:
    assert published["cards_of"](vector.pack) == pack_by_the_steps(vector.pack)
    assert published["cards"](bytes.fromhex(SEED), *vector[:6]) == list(cards_by_the_steps(vector))


def test_the_service_promises_what_the_text_says() -> None:
    from domain.chance.draws import commitment

    assert commitment(bytes.fromhex(SEED)) == COMMITMENT


@pytest.mark.parametrize("vector", TOSSES, ids=str)
def test_the_service_tosses_what_the_text_says(vector: Tossed) -> None:
    from domain.chance.draws import Draw, Seeded, draw_key

    seeded = Seeded(draw_key(bytes.fromhex(SEED), vector.entropy))
    drawn = seeded.coins("ogre", "attack", vector.coins, vector.epoch, vector.version, vector.draw)
    assert drawn == Draw(coins_by_the_steps(vector), "seeded")


@pytest.mark.parametrize("vector", ROLLS, ids=str)
def test_the_service_rolls_what_the_text_says(vector: Rolled) -> None:
    from domain.chance.draws import Draw, Seeded, draw_key

    seeded = Seeded(draw_key(bytes.fromhex(SEED), vector.entropy))
    drawn = seeded.dice("ogre", "attack", vector.dice, vector.sides, vector.epoch, vector.version, vector.draw)
    assert drawn == Draw(dice_by_the_steps(vector), "seeded", vector.sides)


@pytest.mark.parametrize("vector", DRAWS, ids=str)
def test_the_service_draws_what_the_text_says(vector: Drawn) -> None:
    from domain.chance.draws import Draw, Seeded, draw_key
    from domain.model.cards import cards_of, mask_of

    pack = cards_of(vector.pack)
    assert pack == tuple(pack_by_the_steps(vector.pack))
    assert mask_of(pack) == vector.pack
    seeded = Seeded(draw_key(bytes.fromhex(SEED), vector.entropy))
    drawn = seeded.cards("ogre", "attack", vector.cards, pack, vector.epoch, vector.version, vector.draw)
    assert drawn == Draw(cards_by_the_steps(vector), "seeded")
