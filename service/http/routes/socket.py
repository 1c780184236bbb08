"""``WS …/ws``: commands and what happens on one socket.

Commands are answered in the order in which they are sent, each before the next is read: a client that sends faster than
the rules decide waits at its own end of the socket. Whatever goes wrong before anything can be said over the socket is
said over it all the same, because a browser shows nothing of a handshake that was refused.
"""

import asyncio
import logging
import re
from collections.abc import Callable
from typing import Any, Final

import msgspec
from starlette.routing import WebSocketRoute
from starlette.types import Message
from starlette.websockets import WebSocket, WebSocketDisconnect

from service.auth.access import Caller
from service.auth.middleware import address_of
from service.encounters.service import encode
from service.http.requests.parsing import command_id
from service.http.requests.strict_query import require_known
from service.http.responses.encoded import problem_answer
from service.http.responses.event_stream import ABORT, QUIET, Dropped, StreamTimeouts
from service.live.hub import Hub
from service.live.watch import NothingLeft, Watch, WatchEnded, gone, slow
from service.problems import strict_json
from service.problems.problem import CODES, FieldError, Problem, broken
from service.problems.validation import invalid

PATH: Final = "/v1/encounters/{encounter}/ws"
SUBPROTOCOL: Final = "yarrow"
BEARER: Final = "bearer."
PARAMETERS: Final = ("after", "as")
LAST_WORDS: Final = 1.0
CLOSE_CODES: Final = {"complete": 1000, "stopping": 1012, "slow": 4408, "not_allowed": 4401}
"""How a socket is closed, by why; any other problem closes it with 4000 and its HTTP status."""
_version = re.compile("[0-9]{1,15}").fullmatch
_log = logging.getLogger(__name__)


class SocketCommand(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A message of a client: a command with its faces, and what a request has in its headers.

    ``ref`` is anything: the answer repeats it. ``key`` is the idempotency key, ``expected`` the version.
    """

    command: msgspec.Raw
    faces: msgspec.Raw = msgspec.Raw()
    ref: Any = None
    key: str | None = None
    expected: int | None = None


class _Referring(msgspec.Struct):
    """The one part of a message that is answered with, whatever is wrong with the others."""

    ref: Any = None


_told: Final = msgspec.json.Decoder(SocketCommand).decode
_referring: Final = msgspec.json.Decoder(_Referring).decode


async def converse(websocket: WebSocket) -> None:
    """Serve one socket from its first word to its last."""
    offered = websocket.scope.get("subprotocols", [])
    await websocket.accept(SUBPROTOCOL if SUBPROTOCOL in offered else None)
    socket = _Socket(websocket)
    try:
        caller = socket.admit()
        after = position_of(websocket)
        hub: Hub = websocket.app.state.hub
        watch = await hub.watch(websocket.path_params["encounter"], caller, after)
    except Problem as problem:
        await socket.refuse(problem)
    except WebSocketDisconnect:
        return
    except Exception:
        _log.exception("A socket on %s failed", websocket.path_params["encounter"])
        await socket.refuse(broken())
    else:
        if isinstance(watch, NothingLeft):
            await socket.close("complete")
        else:
            await socket.serve(watch, hub)


def position_of(websocket: WebSocket) -> int | None:
    """The version to go on behind, as the parameter ``after`` names it. Raises Problem ``invalid``."""
    parameters = websocket.query_params
    require_known(parameters, PARAMETERS)
    if twice := [name for name in PARAMETERS if len(parameters.getlist(name)) > 1]:
        raise invalid([FieldError(name, "It stands here more than once; say it once.") for name in twice])
    after = parameters.get("after")
    if after is None:
        return None
    if not _version(after):
        raise invalid([FieldError("after", "It has to be a version, a whole number from 0 on.")])
    return int(after)


def headers_of(websocket: WebSocket) -> list[tuple[bytes, bytes]]:
    """The headers that say who asks; a browser, which can send none, says it by subprotocol and parameter."""
    headers = list(websocket.scope["headers"])
    names = {name for name, _ in headers}
    bearer = next((word for word in websocket.scope.get("subprotocols", ()) if word.startswith(BEARER)), None)
    if bearer is not None and b"authorization" not in names:
        headers.append((b"authorization", b"Bearer " + bearer.removeprefix(BEARER).encode()))
    speaker = websocket.query_params.get("as")
    if speaker is not None and b"yarrow-as" not in names:
        headers.append((b"yarrow-as", speaker.encode()))
    return headers


class _Socket:
    """One client: what it says goes to the encounter, what happens there goes to it."""

    def __init__(self, websocket: WebSocket) -> None:
        self._websocket = websocket
        self._state = websocket.app.state
        self._pace: StreamTimeouts = self._state.pace
        self._headers = headers_of(websocket)
        self._saying = asyncio.Lock()
        self._commanding = asyncio.Lock()

    def admit(self) -> Caller:
        """Who speaks, counted as one request. Raises Problem."""
        caller: Caller = self._state.access.admit(self._headers, address_of(self._websocket.scope))
        return caller

    async def serve(self, watch: Watch, hub: Hub) -> None:
        """Talk until one side ends it."""
        listening = asyncio.create_task(self._listen(watch))
        try:
            hub.measures.ended(await self._tell(watch, hub))
        finally:
            listening.cancel()
            watch.close()

    async def refuse(self, problem: Problem) -> None:
        """Say a problem, and close."""
        try:
            await self._say(_problem(None, problem))
        except (TimeoutError, WebSocketDisconnect):
            return
        await self.close(problem.details.code)

    async def close(self, reason: str) -> None:
        """Close with a reason, and the code that belongs to it."""
        code = CLOSE_CODES[reason] if reason in CLOSE_CODES else 4000 + CODES[reason].status
        try:
            async with asyncio.timeout(LAST_WORDS):
                await self._websocket.close(code, reason)
        except TimeoutError:
            self._abort()
        except WebSocketDisconnect:
            return

    async def _tell(self, watch: Watch, hub: Hub) -> str:
        """Send what happens until the watch ends; the reason."""
        position = watch.position
        frames: Any = ()
        try:
            while True:
                if not frames:
                    await self._say(encode({"type": "heartbeat", "position": watch.position}))
                    position = watch.position
                for frame in frames:
                    await self._say(_typed("batch", frame.body))
                    position = frame.position
                hub.measures.sent(frames, live=watch.live)
                frames = await watch.next(self._pace.heartbeat)
        except TimeoutError:
            self._abort()
            return "slow"
        except WebSocketDisconnect:
            return "gone"
        except WatchEnded as ended:
            if ended.code != "gone":
                await self._take_leave(ended, position)
            return ended.code

    async def _take_leave(self, ended: WatchEnded, position: str) -> None:
        """Answer the command at hand, say why the socket is closed, and close it."""
        try:
            async with asyncio.timeout(LAST_WORDS), self._commanding:
                if ended.code not in QUIET:
                    dropped = Dropped(position, ended.code, ended.detail)
                    await self._say(_typed("dropped", encode(dropped)))
        except TimeoutError:
            self._abort()
        except WebSocketDisconnect:
            return
        else:
            await self.close(ended.code)

    async def _listen(self, watch: Watch) -> None:
        """Answer what the client says until it goes."""
        try:
            while (message := await self._websocket.receive())["type"] == "websocket.receive":
                async with self._commanding:
                    await self._say(await self._answer(message))
                await asyncio.sleep(0)  # others are waited on too, however many messages came at once
            watch.end(gone())
        except TimeoutError:
            watch.end(slow())
        except WebSocketDisconnect:
            watch.end(gone())

    async def _answer(self, message: Message) -> bytes:
        """The answer to one message, or the problem with it."""
        ref = ref_of(message)
        try:
            caller = self.admit()
            body = body_of(message)
            told = told_in(body)
            faces = b',"faces":' + bytes(told.faces) if bytes(told.faces) else b""
            answered = await self._state.encounters.command(
                self._websocket.path_params["encounter"],
                b'{"command":' + bytes(told.command) + faces + b"}",
                caller,
                key=None if told.key is None else command_id(told.key.encode()),
                expected=told.expected,
            )
        except Problem as problem:
            return _problem(ref, problem)
        except Exception:
            _log.exception("A command on %s failed", self._websocket.path_params["encounter"])
            return _problem(ref, broken())
        return _typed("answer", answered.body, ref=ref)

    async def _say(self, text: bytes) -> None:
        """Send one message. Raises TimeoutError where the client takes nothing for too long."""
        async with asyncio.timeout(self._pace.patience), self._saying:
            await self._websocket.send_text(text.decode())

    def _abort(self) -> None:
        abort: Callable[[], None] | None = self._websocket.scope["extensions"].get(ABORT, {}).get("connection")
        if abort is not None:
            abort()


def body_of(message: Message) -> bytes:
    """The JSON that a client sent. Raises Problem ``malformed`` or ``invalid``."""
    text: str | None = message.get("text")
    if text is None:
        raise Problem("malformed", "Messages are JSON as text; this one was binary.")
    body = text.encode()
    strict_json.check(body)
    return body


def ref_of(message: Message) -> Any:
    """By what the client knows the message; None where that cannot be read."""
    try:
        return _referring(message.get("text") or "").ref
    except (msgspec.DecodeError, RecursionError):
        return None


def told_in(body: bytes) -> SocketCommand:
    """What a client says. Raises Problem ``invalid``, and ``malformed`` for half a character."""
    try:
        return _told(body)
    except msgspec.ValidationError as error:
        said = str(error).replace("`", "'")[:200]
        raise Problem("invalid", f"The message is {{command, faces?, ref?, key?, expected?}}: {said}.") from None
    except msgspec.DecodeError as error:
        raise Problem("malformed", f"The message is not JSON: {error}.") from None


def _problem(ref: Any, problem: Problem) -> bytes:
    """A problem; its code says what its own ``type`` would."""
    details = msgspec.json.decode(encode(problem.details))
    return _typed("problem", encode({name: part for name, part in details.items() if name != "type"}), ref=ref)


def _typed(kind: str, body: bytes, **own: Any) -> bytes:
    """A JSON object with its type in front."""
    return encode({"type": kind, **own})[:-1] + b"," + body[1:]


async def deny(websocket: WebSocket) -> None:
    """Say as a problem that there is no socket at a path, to whoever is let in."""
    detail = f"There is no socket at {websocket.url.path}; an encounter's is at {PATH}."
    problem = Problem("not_found", detail)
    try:
        _Socket(websocket).admit()
    except Problem as refused:
        problem = refused
    await websocket.send_denial_response(problem_answer(problem))


class SocketRoute(WebSocketRoute):
    """The path of the sockets."""

    def __init__(self) -> None:
        super().__init__(PATH, converse)


class NoSocketRoute(WebSocketRoute):
    """Every other path."""

    def __init__(self) -> None:
        super().__init__("/{path:path}", deny)
