"""Tests that server-sent events are read as the HTML standard defines them, however the stream is split."""

from collections.abc import AsyncIterator
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from yarrow_client.sse import Frame, frames_of

END_OF_LINE = st.sampled_from(["\n", "\r\n", "\r"])
WORDS = st.text(st.characters(exclude_characters="\r\n\0", exclude_categories=["Cs"]), max_size=12)


async def pieces(text: bytes, cuts: list[int]) -> AsyncIterator[bytes]:
    places = [0, *sorted(cut % (len(text) + 1) for cut in cuts), len(text)]
    for first, last in pairwise(places):
        yield text[first:last]


async def read(text: str | bytes, *cuts: int) -> list[Frame | None]:
    whole = text.encode() if isinstance(text, str) else text
    return [frame async for frame in frames_of(pieces(whole, list(cuts)))]


@pytest.mark.parametrize(
    ("text", "frames"),
    [
        ("data: one\ndata:two\n\n", [Frame("message", "one\ntwo", "", None)]),
        ("event: batch\nid: 7\ndata: {}\n\n", [Frame("batch", "{}", "7", None)]),
        ("id: 7\ndata: a\n\ndata: b\n\n", [Frame("message", "a", "7", None), Frame("message", "b", "7", None)]),
        ("retry: 1000\nid: 4\n\n", [Frame("message", "", "4", 1000)]),
        ("id: 7\ndata: a\n\nid\ndata: b\n\n", [Frame("message", "a", "7", None), Frame("message", "b", "", None)]),
        ("id: 7\0\nretry: soon\nother: x\ndata:  a\n\n", [Frame("message", " a", "", None)]),
        (": heartbeat\n\n", [None]),
        ("event: batch\n\n", []),
        ("data: never ended\n", []),
        ("\ufeffdata: marked\n\n", [Frame("message", "marked", "", None)]),
        ("data\n\n", [Frame("message", "", "", None)]),
    ],
)
async def test_frames_are_those_of_the_standard(text: str, frames: list[Frame | None]) -> None:
    assert await read(text) == frames
    assert await read(text.replace("\n", "\r\n")) == frames
    assert await read(text, *range(len(text.encode()))) == frames


@given(
    said=st.lists(st.tuples(WORDS.filter(lambda id_: id_ == id_.lstrip(" ")), st.lists(WORDS, min_size=1)), max_size=5),
    end=END_OF_LINE,
    cuts=st.lists(st.integers(0, 500)),
)
async def test_where_a_stream_is_cut_into_pieces_changes_nothing(
    said: list[tuple[str, list[str]]], end: str, cuts: list[int]
) -> None:
    blocks = [[f"id: {name}", *(f"data: {line}" for line in data), "", ""] for name, data in said]
    text = "".join(end.join(block) for block in blocks)
    # If lines end with CR alone, only the next byte shows that the last line has ended.
    frames = await read(f"{text}:".encode(), *cuts)
    assert frames == [Frame("message", "\n".join(data), name, None) for name, data in said]
