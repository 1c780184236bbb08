"""The floor of the HTTP measures: a FastAPI route that validates three fields and does one XADD.

``python -m bench.http.floor URL PORT memory|fsync`` serves it with the server and the Redis client of Yarrow.
"""

import sys

import uvicorn
from fastapi import FastAPI
from pydantic import BaseModel
from redis.asyncio import Redis


class Shot(BaseModel):
    """A request body of three fields."""

    actor: str
    target: str
    weapon: str


def floor_app(url: str, *, fsync: bool) -> FastAPI:
    """Return the application; with ``fsync``, WAITAOF follows the XADD on the same connection."""
    app = FastAPI()
    client = Redis.from_url(url, protocol=2)

    @app.post("/floor/{encounter}")
    async def shoot(encounter: str, shot: Shot) -> dict[str, str]:
        entry = {"actor": shot.actor, "target": shot.target, "weapon": shot.weapon}
        if fsync:
            pipeline = client.pipeline(transaction=False)
            pipeline.xadd(f"floor:{encounter}", entry)  # type: ignore[arg-type]  # a dict of strings is valid
            pipeline.execute_command("WAITAOF", 1, 0, 1000)
            added = (await pipeline.execute())[0]
        else:
            added = await client.xadd(f"floor:{encounter}", entry)  # type: ignore[arg-type]  # as above
        return {"id": added.decode()}

    return app


if __name__ == "__main__":
    redis_url, port, acknowledge = sys.argv[1:]
    uvicorn.run(
        floor_app(redis_url, fsync=acknowledge == "fsync"),
        port=int(port),
        loop="uvloop",
        http="httptools",
        access_log=False,
        timeout_keep_alive=60,
        log_level="warning",
    )
