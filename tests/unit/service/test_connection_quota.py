"""Tests of connection expiry: a connection lasts until its token expires, even if the clock was set back."""

import asyncio
from collections.abc import Sequence
from typing import Final

import pytest

from domain.model.speaker import SPECTATOR
from service.auth.access import Caller
from service.live.batches import LiveFrame
from service.live.connection_quota import ConnectionQuota
from service.live.watch import Watch, WatchEnded
from tests.clock import Clock
from tests.waiting import PATIENCE

HOUR: Final = 3600.0


class Quiet(Watch):
    """A watch that never has a frame."""

    async def _collect(self) -> Sequence[LiveFrame]:
        return ()


def seated(taken: ConnectionQuota, expires: float) -> Watch:
    """Return a watch that occupies a connection until ``expires``."""
    watch = Quiet(Caller("main", SPECTATOR, token="guest", expires=expires), taken.release)
    taken.acquire(watch)
    return watch


async def ends(watch: Watch) -> str:
    """Return the code with which a watch ends, which it must do at once."""
    async with asyncio.timeout(PATIENCE):
        with pytest.raises(WatchEnded) as ended:
            await watch.next(10 * HOUR)
    return ended.value.code


async def test_a_watch_goes_on_until_its_token_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    clock, taken = Clock(monkeypatch), ConnectionQuota()
    watch = seated(taken, clock.of_day() + HOUR)
    clock.move(HOUR - 60)
    assert await watch.next(0.05) == ()
    clock.move(60)
    assert await ends(watch) == "not_allowed"
    watch.close()


async def test_where_the_clock_was_set_back_a_watch_goes_on_until_its_token_ends(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    clock, taken = Clock(monkeypatch), ConnectionQuota()
    watch = seated(taken, clock.of_day() + HOUR)
    clock.set_back(2 * HOUR)
    clock.move(HOUR)
    assert await watch.next(0.05) == ()
    clock.move(2 * HOUR - 60)
    assert await watch.next(0.05) == ()
    clock.move(60)
    assert await ends(watch) == "not_allowed"
    watch.close()


async def test_who_has_left_is_not_ended_any_more(monkeypatch: pytest.MonkeyPatch) -> None:
    clock, taken = Clock(monkeypatch), ConnectionQuota()
    watch = seated(taken, clock.of_day() + HOUR)
    watch.close()
    clock.move(2 * HOUR)
    assert await watch.next(0.05) == ()
