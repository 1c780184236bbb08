"""A damaged bundle is refused as a whole, with the number of the line, and the store remains unchanged."""

import asyncio
import re
from collections.abc import Callable
from typing import Any

import httpx
import msgspec
import pytest
import redis
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import SecretStr

from service.settings import Settings
from tests.bundles import first_of, pack, relinked, resealed
from tests.http.bundles.test_import import brought, bundled, problem
from tests.http.conftest import Api, running
from tests.unit.events.fights import closed, shootout

OPEN = first_of(closed(), -1)
CLOSED = pack(closed())
Damage = Callable[[list[bytes], int, int], list[bytes]]


def flip(lines: list[bytes], place: int, bit: int) -> list[bytes]:
    line = bytearray(lines[place])
    line[bit // 8 % len(line)] ^= 1 << bit % 8
    return [*lines[:place], bytes(line), *lines[place + 1 :]]


def drop(lines: list[bytes], place: int, other: int) -> list[bytes]:
    return [*lines[:place], *lines[place + 1 :]]


def double(lines: list[bytes], place: int, other: int) -> list[bytes]:
    return [*lines[: place + 1], *lines[place:]]


def swap(lines: list[bytes], place: int, other: int) -> list[bytes]:
    changed, other = list(lines), other % len(lines)
    changed[place], changed[other] = changed[other], changed[place]
    return changed


def cut(lines: list[bytes], place: int, other: int) -> list[bytes]:
    return [*lines[:place], lines[place][: other % len(lines[place])]]


def mix(lines: list[bytes], place: int, other: int) -> list[bytes]:
    """Replace a line by one of another fight."""
    others = pack(shootout("brawl")).splitlines(keepends=True)
    return [*lines[:place], others[other % len(others)], *lines[place + 1 :]]


def everything_in(url: str, tenant: str) -> dict[bytes, bytes | None]:
    """Return each key of a tenant with its value, except for those of projections, which are updated asynchronously."""
    with redis.Redis.from_url(url) as client:
        keys = client.keys(f"*:{tenant}*") + client.keys("*:feed")
        return {key: client.dump(key) for key in keys if b":projection:" not in key}


@settings(max_examples=60)
@given(
    bundle=st.sampled_from([OPEN, CLOSED]),
    damage=st.sampled_from([flip, drop, double, swap, cut, mix]),
    place=st.integers(0, 10**6),
    other=st.integers(0, 10**6),
    sealed_again=st.booleans(),
    under=st.sampled_from([None, "rematch"]),
)
def test_any_damage_is_refused_and_leaves_the_store_as_it_was(
    empty_url: str, bundle: bytes, damage: Damage, place: int, other: int, sealed_again: bool, under: str | None
) -> None:
    lines = bundle.splitlines(keepends=True)
    damaged = b"".join(damage(lines, place % len(lines), other))
    if damaged == bundle:
        return
    if sealed_again and b'{"sha256":' in damaged and damage is not mix:
        damaged = resealed(damaged)
        if damaged == bundle:  # only the proof was damaged
            return
    asyncio.run(refused_without_a_trace(empty_url, damaged, under))


async def refused_without_a_trace(url: str, damaged: bytes, under: str | None) -> None:
    async with running(Settings(redis_url=SecretStr(url), tenant="damage")) as api:
        await api.open("before")
        before = everything_in(url, "damage")
        answer = await brought(api, damaged, under)
        said = answer.json()
        assert (answer.status_code, said["code"]) in (
            (422, "bundle_broken"),
            (422, "bundle_redacted"),
            (501, "ruleset_missing"),
            (422, "invalid"),
        ), answer.text
        if said["code"] != "invalid":
            assert 1 <= said["line"] <= len(damaged.split(b"\n"))
        assert everything_in(url, "damage") == before


@pytest.fixture(scope="module")
def empty_url(redis_url: str) -> str:
    """The URL of a database to which no other test writes."""
    url = f"{redis_url}?db=0"
    with redis.Redis.from_url(url) as client:
        client.flushdb()
    return url


def line_in(bundle: bytes, text: bytes, which: int = 0) -> int:
    """Return the number of the line that contains a text, counted from 1."""
    return [number for number, line in enumerate(bundle.splitlines(), 1) if text in line][which]


@pytest.mark.parametrize(
    "behind",
    [b"\n", b"{}\n", b"more", CLOSED, CLOSED.splitlines(keepends=True)[-1]],
    ids=["nothing", "a line", "half a line", "the file again", "the proof again"],
)
async def test_what_stands_behind_the_proof_is_the_line_that_is_wrong(api: Api, behind: bytes) -> None:
    said = problem(await brought(api, CLOSED + behind), 422, "bundle_broken")
    last = len(CLOSED.splitlines())
    assert said["line"] == last + 1
    assert said["detail"] == (
        f"Line {last + 1}: there is a line after the proof, which must be the last line. Nothing was imported."
    )
    assert (await brought(api, CLOSED)).is_success


@pytest.mark.parametrize("key", ["s3", "black_dice", "yin_yang", "century", "ticks"])
async def test_the_line_that_is_wrong_is_named(api: Api, key: str) -> None:
    bundle = bundled(key)
    lines = bundle.splitlines(keepends=True)
    place = next(
        place
        for place, line in enumerate(lines)
        if place > len(lines) // 2 and b'"version":' in line and b'"version":' in lines[place + 1]
    )
    version = int(re.findall(rb'"version":(\d+)', lines[place])[0])
    for damage in (drop, double):
        said = problem(await brought(api, b"".join(damage(lines, place, 0))), 422, "bundle_broken")
        assert said["line"] == place + 1 + (damage is double)
        assert said["version"] == version + (damage is double)
        assert said["detail"].startswith(f"Line {said['line']} (event {said['version']}): the event has version ")
        assert said["detail"].endswith(" Nothing was imported.")


async def test_what_only_the_sums_tell_is_found_at_the_end(api: Api) -> None:
    lines = CLOSED.splitlines(keepends=True)
    time = [line.replace(b"T20:15:00.250Z", b"T20:15:00.251Z") for line in lines]
    said = problem(await brought(api, b"".join(time)), 422, "bundle_broken")
    assert said["line"] == line_in(CLOSED, b'"core.encounter_closed"')
    proof = [*lines[:-1], lines[-1].replace(lines[-1][11:13], b"xx", 1)]
    said = problem(await brought(api, b"".join(proof)), 422, "bundle_broken")
    assert (said["line"], "version" in said) == (len(lines), False)
    problem(await brought(api, b"".join(lines[:-1])), 422, "bundle_broken")


@pytest.mark.parametrize(
    ("field", "said"),
    [
        ("chain", "the header gives"),
        ("encounter", "the header names"),
        ("ruleset_version", "the header names"),
        ("events", "the header announces 46 events, but the file has 45"),
    ],
)
async def test_what_the_header_says_wrongly_is_wrong_in_the_first_line(api: Api, field: str, said: str) -> None:
    first, rest = CLOSED.split(b"\n", 1)
    header = msgspec.json.decode(first)
    header[field] = {"chain": "0" * 64, "encounter": "brawl", "ruleset_version": "0.0", "events": header["events"] + 1}[
        field
    ]
    answer = problem(await brought(api, resealed(msgspec.json.encode(header) + b"\n" + rest)), 422, "bundle_broken")
    line = len(CLOSED.splitlines()) if field == "events" else 1
    assert (answer["line"], "version" in answer, said in answer["detail"]) == (line, False, True), answer


async def test_a_file_that_was_cut_short_says_so(api: Api) -> None:
    lines = CLOSED.splitlines(keepends=True)
    for kept in range(1, len(lines)):
        said = problem(await brought(api, b"".join(lines[:kept])), 422, "bundle_broken")
        events = sum(not line.startswith(b'{"salt":') for line in lines[1:kept])
        there = f"it has {events} of the 45 events that its header announces"
        assert (there if events < 45 else "the proof on its last line is missing") in said["detail"]


async def refused(api: Api, change: Callable[[dict[str, Any]], None], version: int) -> Any:
    """Return the problem for a bundle in which one line was changed and all hashes were recomputed."""
    return problem(await brought(api, relinked(CLOSED, version, change)), 422, "bundle_broken")


async def test_who_makes_all_hashes_fit_is_found_out_by_the_rules_and_by_the_writing(api: Api) -> None:
    note = next(number for number, record in enumerate(closed().records, 1) if b'"core.noted"' in record)
    said = await refused(api, lambda line: line["data"].update(text="No lantern."), note)
    assert (said["version"], "by the rules" in said["detail"]) == (note, True)
    said = await refused(api, lambda line: line["data"].update(more="than it should"), note)
    assert (said["version"], "not in canonical form" in said["detail"]) == (note, True)
    said = await refused(api, lambda line: line.update(time="tomorrow"), 1)
    assert (said["version"], "'tomorrow' is not a time" in said["detail"]) == (1, True)
    said = await refused(api, lambda line: line.update(time="2026-03-01T20:15:00.251Z"), 2)
    assert (said["version"], "not in canonical form" in said["detail"]) == (2, True)


@pytest.mark.parametrize(
    "body",
    [b"", b"\n", b"{}", b"no json", b"\xff\xfe", b"[" * 100_000, b'{"format":"yarrow-bundle-2"}\n', CLOSED[1:]],
    ids=["empty", "blank", "object", "text", "binary", "deep", "newer", "headless"],
)
async def test_what_is_no_bundle_is_broken_in_its_first_line(api: Api, body: bytes) -> None:
    said = problem(await brought(api, body), 422, "bundle_broken")
    assert (said["line"], "first line is not the header" in said["detail"]) == (1, True)


async def test_lines_that_are_absurdly_deep_are_faults_and_no_crash(api: Api) -> None:
    lines = CLOSED.splitlines(keepends=True)
    deep = resealed(b"".join([*lines[:5], b'{"a":' * 100_000 + b"\n", *lines[6:]]))
    said = problem(await brought(api, deep), 422, "bundle_broken")
    assert said["line"] == 6


async def test_an_import_beside_which_commands_go_on(api: Api) -> None:
    await api.open()
    bundle = bundled("century", closed=False)
    importing = asyncio.create_task(brought(api, bundle, "rematch"))
    answers: list[httpx.Response] = []
    while not importing.done():
        answers.append(await api.command("core.note", text="meanwhile"))
    assert importing.result().is_success
    assert answers
    assert all(answer.is_success for answer in answers)
    assert msgspec.json.decode((await api.get(encounter="rematch")).content)["id"] == "rematch"
