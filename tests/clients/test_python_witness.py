"""Tests that the Python client's witness follows the chain and rejects a history other than the one it has seen."""

from collections.abc import AsyncIterator

import httpx
import msgspec
import pytest

from tests.waiting import PATIENCE
from yarrow_client import Encounter, HistoryDiffers, Witness, Yarrow

PAIR = [{"template": "one_eyed_ogre"}, {"template": "golden_bell_member"}]


class Swapping(httpx.AsyncHTTPTransport):
    """A transport to a service that returns one encounter in place of another."""

    def __init__(self, asked: str, given: str) -> None:
        super().__init__()
        self._asked, self._given = asked, given

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        request.url = request.url.copy_with(path=request.url.path.replace(self._asked, self._given))
        return await super().handle_async_request(request)


@pytest.fixture
async def yarrow(url: str) -> AsyncIterator[Yarrow]:
    async with Yarrow(url) as yarrow:
        yield yarrow


@pytest.fixture
async def duel(yarrow: Yarrow) -> Encounter:
    duel = await yarrow.open("s3", combatants=PAIR)
    await duel.command("s3.begin_round")
    return duel


async def brought_in(yarrow: Yarrow, fight: Encounter, under: str) -> Encounter:
    """Import the fight under another ID and continue it there."""
    imported = await yarrow.bring_in(b"".join([piece async for piece in fight.bundle()]), under=under)
    return yarrow.encounter(imported.encounter)


async def test_a_witness_follows_the_chain_and_is_kept_as_a_line(yarrow: Yarrow, duel: Encounter) -> None:
    await duel.command("core.note", secret="The bell is cracked.")
    witness = await duel.verify(Witness())
    assert (witness.version, witness.hash.hex()) == (await duel.version(), (await duel.audit()).hash)
    assert str(await duel.speaking("spectator").verify(Witness())) == str(witness)
    kept = Witness.recall(str(witness))
    begun = await duel.command("core.note", text="It rains.")
    kept.see_batch(begun)
    assert str(kept) == str(await duel.verify(witness))
    assert str(kept) == str(await duel.verify(kept))


async def test_a_witness_objects_to_another_history(yarrow: Yarrow, duel: Encounter) -> None:
    other = await yarrow.open("s3", combatants=PAIR)
    with pytest.raises(HistoryDiffers, match="is at version 4"):
        await other.verify(await duel.verify(Witness()))
    witness = await other.verify(Witness())
    with pytest.raises(HistoryDiffers, match="states the hash"):
        await duel.verify(Witness.recall(str(witness)))
    with pytest.raises(HistoryDiffers, match="events before it"):
        await duel.verify(witness)
    kept = str(await duel.verify(Witness()))
    batch = await duel.command("core.note", text="It rains.", secret="The bell is cracked.")
    command, noted = map(bytes, batch.lines)
    for changed in (
        msgspec.structs.replace(batch, lines=(msgspec.Raw(command), msgspec.Raw(noted.replace(b"rains", b"snows")))),
        msgspec.structs.replace(batch, private={batch.version: msgspec.Raw(b'{"salt":"00","data":{}}')}),
        msgspec.structs.replace(batch, first=batch.first + 1, lines=batch.lines[1:]),
        msgspec.structs.replace(batch, chain="00" * 32),
    ):
        with pytest.raises(HistoryDiffers):
            Witness.recall(kept).see_batch(changed)
    Witness.recall(kept).see_batch(batch)


class Cutting(httpx.AsyncHTTPTransport):
    """A transport to a service that omits events and claims that there are no more."""

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        answer = await super().handle_async_request(request)
        if not request.url.path.endswith("/events"):
            return answer
        first, second, *_ = (await answer.aread()).splitlines(keepends=True)
        return httpx.Response(200, headers={"etag": '"2"', "yarrow-chain": "00"}, content=first + second)


async def test_a_witness_objects_to_events_that_end_before_their_time(url: str, duel: Encounter) -> None:
    async with Yarrow(url, http=httpx.AsyncClient(transport=Cutting(), timeout=PATIENCE)) as yarrow:
        with pytest.raises(HistoryDiffers, match="is at version 6, but its events end at version 2"):
            await yarrow.encounter(duel.id).verify(Witness())


@pytest.mark.parametrize(
    "line", ["5:", "0:" + "a" * 64, "5:" + "a" * 63, "-1:" + "a" * 64, "5:" + "g" * 64, "", "five"]
)
def test_what_is_no_memory_is_not_recalled(line: str) -> None:
    with pytest.raises(ValueError, match="not a saved witness"):
        Witness.recall(line)


def test_a_witness_that_has_seen_nothing_is_recalled() -> None:
    assert str(Witness.recall(f"{Witness()}\n")) == "0:"


async def test_a_new_witness_notices_that_another_encounter_is_shown(url: str, yarrow: Yarrow, duel: Encounter) -> None:
    other = await yarrow.open("s3", combatants=PAIR)
    await other.command("core.close")
    async with Yarrow(url, http=httpx.AsyncClient(transport=Swapping(duel.id, other.id), timeout=PATIENCE)) as misled:
        swapped = misled.encounter(duel.id)
        with pytest.raises(HistoryDiffers, match=f"not of {duel.id}"):
            await swapped.verify(Witness())
        with pytest.raises(HistoryDiffers, match=f"not of {duel.id}"):
            [batch async for batch in swapped.watch(witness=Witness())]


async def test_what_was_imported_bears_the_id_that_it_had_until_its_import(yarrow: Yarrow, duel: Encounter) -> None:
    await duel.command("core.note", text="It rains.")
    before = await duel.version()
    once = await brought_in(yarrow, duel, f"once-{duel.id[:8]}")
    again = await brought_in(yarrow, once, f"again-{duel.id[:8]}")
    await again.command("core.close")
    for fight in (again, again.speaking("spectator")):
        witness = Witness()
        batches = [batch async for batch in fight.watch(witness=witness)]
        assert str(witness) == str(await fight.verify(Witness()))
        ids = [event.encounter for batch in batches for event in batch.events]
        assert (ids[before - 1], ids[before], ids[-1]) == (duel.id, once.id, again.id)


async def test_an_id_changes_by_an_import_alone_that_says_what_came_before(yarrow: Yarrow, duel: Encounter) -> None:
    once = await brought_in(yarrow, duel, f"once-{duel.id[:8]}")
    before = await duel.version()
    await once.command("core.close")
    lines = [bytes(line) async for batch in once.watch(after=0) for line in batch.lines]
    command, imported = lines[before : before + 2]
    hash_ = (await duel.audit()).hash
    assert f'"chain":"{hash_}"'.encode() in imported
    for changed in (
        imported.replace(b'"core.imported"', b'"core.noted"'),
        imported.replace(hash_.encode(), b"0" * 64),
        imported.replace(f'"of":"{duel.id}"'.encode(), b'"of":"another"'),
        imported.replace(f'"events":{before}'.encode(), f'"events":{before + 1}'.encode()),
    ):
        assert changed != imported
        witness = await duel.verify(Witness())
        witness.see(command)
        with pytest.raises(HistoryDiffers, match="events before it"):
            witness.see(changed)
        witness.see(imported)
        witness.require_of(once.id)
