"""Measures of the page in a real Chromium: ``page_paint``, ``page_exchange``, ``page_frame`` and ``page_heap``.

Each is a limit that people notice. The times come from the browser's own tracing, over the DevTools protocol.
"""

import asyncio
import statistics
import tempfile
from collections.abc import Awaitable, Callable, Iterator, Mapping
from itertools import pairwise
from pathlib import Path
from typing import Any, Final

import httpx
from playwright.async_api import Browser, CDPSession, Page, expect

from bench.fights.s3 import OPENING, script
from bench.measure import Measure
from bench.stall import fields
from tests.browser.pages import new_page, running_browser
from tests.page.visitor import Visitor
from tests.program import serving

PAINT: Final = 1000.0
"""Milliseconds until the first paint, with an empty cache."""
EXCHANGE: Final = 100.0
"""Milliseconds from the answer to a command until what it caused is drawn."""
FRAME: Final = 16.0
"""Milliseconds of scripts within a frame while the scrubber moves."""
GROWTH: Final = 1.1
"""The heap after long play, over that after short play."""
PAINTS: Final = 9
EXCHANGES: Final = 60
SCRUBBED: Final = 10_000
FRAMES: Final = 300
SHORT: Final = 500
LONG: Final = 3_000
PATIENCE: Final = 600
SCRIPTS: Final = frozenset(
    {"FunctionCall", "EvaluateScript", "RunMicrotasks", "TimerFire", "EventDispatch", "v8.callFunction"}
)
"""Names of trace events during which scripts run."""
PAINTED: Final = "performance.getEntriesByName('first-contentful-paint')[0]?.startTime"
WATCH: Final = """() => {
  const asked = window.fetch;
  window.drawn = [];
  window.fetch = async (...request) => {
    const answer = await asked(...request);
    if (request[1]?.method !== 'POST' || !String(request[0]).endsWith('/commands')) return answer;
    const text = await answer.text(), version = JSON.parse(text).version, began = performance.now();
    const look = () => {
      const shown = Number(document.querySelector('[data-version]').dataset.version);
      shown >= version ? window.drawn.push(performance.now() - began) : requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
    return new Response(text, answer);
  };
}"""
"""Notes the time from the answer to each command until the frame in which its version is drawn."""
SCRUB: Final = """(frames) => new Promise((done) => {
  const range = document.querySelector('.scrub'), last = Number(range.max);
  let frame = 0;
  const step = () => {
    const way = Math.abs(1 - 2 * frame / frames);
    range.value = String(Math.max(1, Math.round(last * way)));
    range.dispatchEvent(new Event('input', { bubbles: true }));
    frame++ < frames ? requestAnimationFrame(step) : done();
  };
  requestAnimationFrame(step);
})"""
"""Moves the scrubber from the end to the start and back, a step in each frame."""


def page_paint() -> Measure:
    """Measure the first paint of the list of fights, with an empty cache."""
    return _run(_paint)


def page_exchange() -> Measure:
    """Measure the time from the answer to a command until what it caused is drawn."""
    return _run(_exchange)


def page_frame() -> Measure:
    """Measure the time that scripts take within a frame while the scrubber moves over a long fight."""
    return _run(_frame)


def page_heap() -> Measure:
    """Measure the heap after long live play over that after short live play."""
    return _run(_heap)


class Fight:
    """The endless duel, played over the API."""

    def __init__(self, client: httpx.AsyncClient) -> None:
        self._client = client
        self._commands = script()
        self.version = 0

    async def open(self) -> None:
        body = {**fields(OPENING), "id": "duel"}
        (await self._client.post("encounters", json=body)).raise_for_status()

    async def play(self, version: int) -> None:
        """Play until a version is reached."""
        while self.version < version:
            body = {"command": fields(next(self._commands))}
            answer = (await self._client.post("encounters/duel/commands", json=body)).raise_for_status().json()
            self.version = answer["version"]


Work = Callable[[Browser, str, Fight], Awaitable[Measure]]


def _run(work: Work) -> Measure:
    with (
        tempfile.TemporaryDirectory() as folder,
        serving(Path(folder), variables={"YARROW_ACKNOWLEDGE": "memory"}) as address,
    ):
        return asyncio.run(_with_browser(work, address))


async def _with_browser(work: Work, address: str) -> Measure:
    expect.set_options(timeout=PATIENCE * 1000)
    async with running_browser() as browser, httpx.AsyncClient(base_url=f"{address}/v1/", timeout=PATIENCE) as client:
        fight = Fight(client)
        await fight.open()
        return await work(browser, address, fight)


def _under(times: list[float], limit: float, note: str) -> Measure:
    """Return the 95th percentile of times, against a limit."""
    value = statistics.quantiles(times, n=20, method="inclusive")[-1]
    note = f"{note}: median {statistics.median(times):.1f}, p95 of {len(times):,}, longest {max(times):.1f}"
    return Measure(value=value, floor=limit, ratio=value / limit, target=1, at_most=True, unit="ms", note=note)


async def _paint(browser: Browser, address: str, fight: Fight) -> Measure:
    await fight.play(SHORT)
    times: list[float] = []
    for _ in range(PAINTS):
        for path in ("", "duel"):
            async with new_page(browser) as page:
                await page.goto(f"{address}/#/{path}")
                await page.locator("main > *").first.wait_for()
                painted = await page.wait_for_function(PAINTED)  # the element may be there before it is painted
                times.append(await painted.json_value())
    return _under(times, PAINT, "list and table")


async def _exchange(browser: Browser, address: str, fight: Fight) -> Measure:
    await fight.play(SHORT)
    async with new_page(browser) as page:
        await page.add_init_script(f"({WATCH})()")
        visitor = Visitor(page, address)
        await visitor.go("duel")
        await page.get_by_text("live", exact=True).wait_for()
        for _ in range(EXCHANGES):
            await visitor.act("Attack")
        times: list[float] = await page.evaluate("window.drawn")
    return _under(times, EXCHANGE, "exchanges")


async def _frame(browser: Browser, address: str, fight: Fight) -> Measure:
    await fight.play(SCRUBBED)
    async with new_page(browser) as page:
        await page.goto(f"{address}/#/duel/replay")
        await page.locator("[data-version]").wait_for()
        session = await page.context.new_cdp_session(page)
        events = await _traced(session, page.evaluate(SCRUB, FRAMES))
    return _under(list(script_times(events)), FRAME, f"frames over {SCRUBBED:,} events")


async def _traced(session: CDPSession, work: Awaitable[Any]) -> list[Mapping[str, Any]]:
    """Return the trace events of the browser during some work."""
    events: list[Mapping[str, Any]] = []
    done = asyncio.get_running_loop().create_future()
    session.on("Tracing.dataCollected", lambda data: events.extend(data["value"]))
    session.on("Tracing.tracingComplete", lambda _: done.set_result(None))
    categories = "devtools.timeline,disabled-by-default-devtools.timeline,v8"
    await session.send("Tracing.start", {"transferMode": "ReportEvents", "categories": categories})
    await work
    await session.send("Tracing.end")
    await done
    return events


def script_times(events: list[Mapping[str, Any]]) -> Iterator[float]:
    """Yield the milliseconds of scripts from each frame's begin to the next, on the thread that has most of them."""
    begun = [one for one in events if one["name"] == "FireAnimationFrame"]
    thread = statistics.mode((one["pid"], one["tid"]) for one in begun)
    frames = sorted(one["ts"] for one in begun if (one["pid"], one["tid"]) == thread)
    spans = sorted(
        (one["ts"], one["ts"] + one["dur"])
        for one in events
        if one["name"] in SCRIPTS | {"FireAnimationFrame"} and (one["pid"], one["tid"]) == thread and "dur" in one
    )
    merged: list[tuple[float, float]] = []
    for start, end in spans:
        if merged and start <= merged[-1][1]:
            merged[-1] = merged[-1][0], max(merged[-1][1], end)
        else:
            merged.append((start, end))
    for begin, until in pairwise(frames):
        yield sum(min(end, until) - max(start, begin) for start, end in merged if start < until and end > begin) / 1000


async def _heap(browser: Browser, address: str, fight: Fight) -> Measure:
    async with new_page(browser) as page:
        await page.goto(f"{address}/#/duel")
        await page.get_by_text("live", exact=True).wait_for()
        session = await page.context.new_cdp_session(page)
        short, long = [await _played(page, session, fight, version) for version in (SHORT, LONG)]
    return Measure(
        value=long,
        floor=short,
        ratio=long / short,
        target=GROWTH,
        at_most=True,
        unit="MB",
        note=f"after {LONG:,} and {SHORT} events of live play",
    )


async def _played(page: Page, session: CDPSession, fight: Fight, version: int) -> float:
    """Play until a version, and return the megabytes of the heap after a forced collection."""
    await fight.play(version)
    await expect(page.locator("[data-version]")).to_have_attribute("data-version", str(fight.version))
    await Visitor(page, "").settles()  # until the options are there, the page keeps what it drew before
    # A snapshot collects elements too, which collections alone leave for later ones.
    for _ in range(3):
        await session.send("HeapProfiler.collectGarbage")
    await session.send("HeapProfiler.takeHeapSnapshot", {"reportProgress": False})
    return float((await session.send("Runtime.getHeapUsage"))["usedSize"]) / 1e6
