"""Seats by the clock: a connection lasts until its token ends, also where the clock was set back meanwhile."""

import asyncio
import time
from collections.abc import Sequence
from datetime import timedelta

import pytest

from domain.speaker import SPECTATOR
from service.access import Caller
from service.live import seats
from service.live.batches import Frame
from service.live.seats import Seats
from service.live.watch import Ended, Watch

LASTS = timedelta(seconds=0.2)
BACK = timedelta(seconds=0.4)


class Quiet(Watch):
    """A watch of something where nothing happens."""

    async def _collect(self) -> Sequence[Frame]:
        return ()


class Clock:
    """The time of day, which somebody sets back."""

    def __init__(self) -> None:
        self.behind = 0.0

    def __call__(self) -> float:
        return time.time() - self.behind


async def test_where_the_clock_was_set_back_a_watch_goes_on_until_its_token_ends(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    clock, taken = Clock(), Seats()
    monkeypatch.setattr(seats, "time", clock)
    expires = clock() + LASTS.total_seconds()
    watch = Quiet(Caller("main", SPECTATOR, token="guest", expires=expires), taken.leave)
    taken.take(watch)
    clock.behind = BACK.total_seconds()
    assert await watch.next(LASTS.total_seconds() * 1.5) == ()
    async with asyncio.timeout(20):
        with pytest.raises(Ended) as ended:
            await watch.next(60)
    assert ended.value.code == "not_allowed"
    assert clock() >= expires
    watch.close()


async def test_who_has_left_is_not_ended_any_more() -> None:
    taken = Seats()
    watch = Quiet(Caller("main", SPECTATOR, token="guest", expires=time.time() + 0.1), taken.leave)
    taken.take(watch)
    watch.close()
    assert await watch.next(0.3) == ()
