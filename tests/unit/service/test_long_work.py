"""Long work: slices that take turns, places that are bounded, charges by the slice, and clients that leave."""

import asyncio
from collections.abc import Iterator

import pytest
from starlette.types import Message

from events.format.steps import Steps
from service.problems.problem import Problem
from service.work.call import FREE_SLICES, Call, shared_work
from service.work.measured import Measured
from service.work.places import Places
from service.work.slices import MAX_SMALL_BODY, in_slices, parsed, slice_here
from service.work.worker import worker
from tests.gate import gate
from tests.waiting import eventually

MANY = 50


class Work:
    """Notes the name of its owner at each step."""

    def __init__(self) -> None:
        self.done: list[str] = []
        self.charged: list[str] = []

    def steps(self, name: str, count: int = MANY) -> Steps[str]:
        """Return work of some steps, and its owner as its result."""
        for _ in range(count):
            self.done.append(name)
            yield
        return name

    async def call(self, places: Places, name: str, count: int = MANY, account: str = "") -> str:
        """Do the work as a call of an account."""
        with Call(places, account or name, self.charged.append):
            return await in_slices(self.steps(name, count))


async def taken(places: Places, count: int) -> None:
    """Wait until this number of places are taken."""

    async def are_taken() -> bool:
        return len(places) == count

    await eventually(are_taken, f"{count} places are taken")


@pytest.fixture
def work() -> Work:
    return Work()


async def test_slices_of_different_calls_take_turns(work: Work) -> None:
    await asyncio.gather(in_slices(work.steps("a")), in_slices(work.steps("b")))
    assert work.done == ["a", "b"] * MANY


async def test_short_work_is_done_at_once_and_long_work_on_the_worker(work: Work) -> None:
    before = worker().slices
    assert await in_slices(work.steps("a", 3), over=[b""] * 3) == "a"
    assert await parsed(len, body=bytes(MAX_SMALL_BODY)) == MAX_SMALL_BODY
    assert worker().slices == before
    assert await in_slices(work.steps("b", 3), over=[b""] * 3000) == "b"
    assert await parsed(len, body=bytes(MAX_SMALL_BODY + 1)) == MAX_SMALL_BODY + 1
    assert worker().slices == before + 4 + 1  # the last step returns the result


async def test_each_slice_is_charged_to_the_account_of_its_call(work: Work) -> None:
    await asyncio.gather(work.call(Places(), "a", 3), work.call(Places(), "b", 5))
    assert (work.charged.count("a"), work.charged.count("b")) == (4, 6)


async def test_work_in_the_event_loop_is_counted_as_slices_too(work: Work) -> None:
    places = Places(at_once=1)
    await slice_here()
    with Call(places, "a", work.charged.append):
        await slice_here()
        await slice_here()
        assert len(places) == 1
        with Call(places, "a", work.charged.append), pytest.raises(Problem, match="1 of your long calls"):
            await slice_here()
    later = asyncio.create_task(slice_here())
    await later
    assert (work.charged, len(places)) == (["a", "a"], 0)


async def test_work_in_the_event_loop_ends_when_its_client_disconnects(work: Work) -> None:
    client = Client({"type": "http.request"})
    with Call(Places(), "a", work.charged.append) as call:
        call.watch(client.receive, "GET")
        await slice_here()
        client.left.set()

        async def go_on() -> None:
            for _ in range(MANY):
                await slice_here()

        with pytest.raises(Problem, match="disconnected"):
            await go_on()


async def test_shared_work_is_charged_to_nobody(work: Work) -> None:
    with Call(Places(), "a", work.charged.append), shared_work():
        await in_slices(work.steps("a"))
    assert work.charged == []


async def test_work_that_outlives_its_call_goes_on_in_the_background(work: Work) -> None:
    places = Places()
    with Call(places, "a", work.charged.append):
        later = asyncio.create_task(in_slices(work.steps("a")))
    assert await later == "a"
    assert (work.charged, len(places)) == ([], 0)


async def test_an_account_has_so_many_calls_at_once_and_others_are_not_affected(work: Work) -> None:
    places = Places(at_once=3)
    with gate() as held:
        mine = [asyncio.create_task(work.call(places, "a", account="mine")) for _ in range(3)]
        await taken(places, 3)
        with pytest.raises(Problem, match="3 of your long calls") as refused:
            await work.call(places, "a", account="mine")
        assert refused.value.details.code == "too_many_requests"
        assert refused.value.headers == {"retry-after": "1"}
        other = asyncio.create_task(work.call(places, "b", account="other"))
        await taken(places, 4)
        await held.open()
    assert await other == "b"
    assert await asyncio.gather(*mine) == ["a"] * 3
    assert len(places) == 0
    assert await work.call(places, "a", account="mine") == "a"


async def test_only_some_calls_of_an_account_go_beyond_their_first_slices(work: Work) -> None:
    places = Places(advancing=1)
    await asyncio.gather(*(work.call(places, name, account="mine") for name in "ab"), work.call(places, "c"))
    ended = len(work.done) - 1 - work.done[::-1].index("a")
    assert work.done[:ended].count("b") == FREE_SLICES
    assert work.done[:ended].count("c") >= MANY - 2
    assert len(places) == 0


async def test_an_urgent_call_does_not_wait_for_others_of_its_account(work: Work) -> None:
    places = Places(advancing=1)
    first = asyncio.create_task(work.call(places, "a", 10_000 * MANY, account="mine"))
    await taken(places, 1)
    with Call(places, "mine", work.charged.append, urgent=True):
        assert await in_slices(work.steps("b")) == "b"
    assert not first.done()
    first.cancel()
    await asyncio.gather(first, return_exceptions=True)


class Client:
    """A client that disconnects when told to."""

    def __init__(self, *messages: Message) -> None:
        self.left = asyncio.Event()
        self._messages: Iterator[Message] = iter(messages)

    async def receive(self) -> Message:
        """Return the next message, or wait for the client to disconnect."""
        message = next(self._messages, None)
        if message is None:
            await self.left.wait()
            return {"type": "http.disconnect"}
        return message


async def test_work_ends_after_the_slice_in_which_its_client_disconnects(work: Work) -> None:
    client, places = Client({"type": "http.request"}), Places()

    def steps() -> Steps[None]:
        for count in range(MANY):
            work.done.append("a")
            if count == FREE_SLICES + 3:
                loop.call_soon_threadsafe(client.left.set)
            yield

    loop = asyncio.get_running_loop()
    with Call(places, "a", work.charged.append) as call:
        call.watch(client.receive, "GET")
        with pytest.raises(Problem, match="disconnected"):
            await in_slices(steps())
    assert FREE_SLICES + 4 <= len(work.done) < MANY
    assert len(places) == 0


async def test_a_call_that_waits_ends_when_its_client_disconnects(work: Work) -> None:
    client, places = Client(), Places(advancing=1)
    first = asyncio.create_task(work.call(places, "a", 10_000 * MANY, account="mine"))
    with Call(places, "mine", work.charged.append) as call:
        call.watch(client.receive, "GET")
        waiting = asyncio.create_task(in_slices(work.steps("b")))

        async def waits() -> bool:
            return work.done.count("b") == FREE_SLICES

        await eventually(waits, "the second call has used its free slices")
        client.left.set()
        with pytest.raises(Problem, match="disconnected"):
            await waiting
    assert not first.done()
    first.cancel()
    await asyncio.gather(first, return_exceptions=True)
    assert len(places) == 0


async def test_a_body_that_is_still_arriving_is_not_taken_from_its_reader(work: Work) -> None:
    more: Message = {"type": "http.request", "body": b"1", "more_body": True}
    client = Client(more, {"type": "http.request", "body": b"2"})
    with Call(Places(), "a", work.charged.append) as call:
        receive = call.watch(client.receive, "POST")
        assert (await receive())["body"] == b"1"
        await in_slices(work.steps("a", 3))
        assert (await receive())["body"] == b"2"
        client.left.set()
        with pytest.raises(Problem, match="disconnected"):
            await in_slices(work.steps("a", 1000))


async def test_a_cancelled_call_gives_back_its_place(work: Work) -> None:
    places = Places()
    with gate():
        calling = asyncio.create_task(work.call(places, "a"))
        await taken(places, 1)
        calling.cancel()
        with pytest.raises(asyncio.CancelledError):
            await calling
    assert len(places) == 0


async def test_what_is_measured_is_the_time_for_which_others_wait() -> None:
    now = 100

    async def work() -> str:
        nonlocal now
        for seconds in (2, 3):
            now += seconds
            await asyncio.sleep(0)
        return "done"

    async def others() -> None:
        nonlocal now
        for _ in range(10):
            now += 7
            await asyncio.sleep(0)

    beside = asyncio.create_task(others())
    measured = Measured(work(), clock=lambda: now)
    assert await measured == "done"
    assert (now > 105, measured.seconds) == (True, 5)
    await beside


async def test_what_is_measured_hears_of_errors_and_of_its_end() -> None:
    heard: list[str] = []

    async def work(waiting: asyncio.Future[None]) -> None:
        try:
            await waiting
        except ValueError as error:
            heard.append(str(error))
        try:
            await asyncio.sleep(10)
        except asyncio.CancelledError:
            heard.append("cancelled")
            raise

    waiting = asyncio.get_running_loop().create_future()

    async def measure() -> None:
        await Measured(work(waiting))

    task = asyncio.create_task(measure())
    await asyncio.sleep(0)
    waiting.set_exception(ValueError("failed"))
    for _ in range(3):
        await asyncio.sleep(0)
    assert heard == ["failed"]
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert heard == ["failed", "cancelled"]
