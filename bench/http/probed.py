"""The service with a probe of its event loop: ``python -m bench.http.probed PORT`` serves it.

``GET /stall`` returns the longest time, in seconds of CPU of the whole process, for which the loop has kept the probe
waiting since it was last read.
"""

import asyncio
import sys
import time

import uvloop

from service.server.serve import server
from service.settings import Settings

INTERVAL = 0.001


class Probe:
    """Wakes each millisecond, and notes how much CPU time the process has spent since it last woke."""

    def __init__(self) -> None:
        self._longest = 0.0

    async def run(self) -> None:
        """Watch the loop until cancelled."""
        before = time.process_time()
        while True:
            await asyncio.sleep(INTERVAL)
            now = time.process_time()
            self._longest = max(self._longest, now - before)
            before = now

    async def read(self) -> float:
        """Return the longest stall since the last call."""
        longest, self._longest = self._longest, 0.0
        return longest


async def serve(port: int) -> None:
    """Serve until the process receives a stop signal."""
    serving = server(Settings.from_environment().model_copy(update={"port": port}))
    app = serving.app
    probe = Probe()
    app.add_api_route("/stall", probe.read, include_in_schema=False)
    probing = asyncio.create_task(probe.run())
    await serving.serve()
    probing.cancel()


if __name__ == "__main__":
    uvloop.run(serve(int(sys.argv[1])))
