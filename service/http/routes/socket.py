"""``WS …/ws``: commands and live events on one WebSocket.

Commands are handled in the order in which they arrive, each before the next is read, so that a client that sends too
fast is slowed down by flow control. Errors during the handshake are also sent over an accepted socket, because browsers
hide the reason of a rejected handshake.
"""

import asyncio
import logging
import re
from collections.abc import Callable, Mapping
from typing import Any, Final

import msgspec
from starlette.routing import WebSocketRoute
from starlette.types import Message
from starlette.websockets import WebSocket, WebSocketDisconnect

from domain.model.refusal import FieldError
from service.auth.access import Caller
from service.auth.middleware import address_of
from service.encounters.encoding import encode
from service.http.requests.parsing import idempotency_key
from service.http.requests.strict_query import repeated_parameters, require_known
from service.http.requests.tickets import ticket_of
from service.http.responses.encoded import problem_response
from service.http.responses.event_stream import ABORT, SILENT_ENDS, Dropped
from service.live.frames.frame_feed import Wanted
from service.live.hub import Hub
from service.live.watch import NothingLeft, Watch, WatchEnded, gone, slow
from service.problems import strict_json
from service.problems.problem import CODES, Problem, internal_error
from service.problems.sent_headers import SentHeaders, headers_of
from service.problems.validation import invalid
from service.services import services_of
from service.work.call import Call
from service.work.slices import parsed

PATH: Final = "/v1/encounters/{encounter}/ws"
SUBPROTOCOL: Final = "yarrow"
BEARER: Final = "bearer."
PARAMETERS: Final = ("after", "as", "table", "story", "seats")
WANTED: Final[Mapping[str | None, bool]] = {None: False, "true": True, "false": False}
"""Values of ``table``, ``story`` and ``seats``."""
CLOSE_TIMEOUT: Final = 1.0
CLOSE_CODES: Final = {"complete": 1000, "stopping": 1012, "slow": 4408, "not_allowed": 4401}
"""WebSocket close codes by reason; any other problem closes with 4000 plus its HTTP status."""
_version = re.compile("[0-9]{1,15}").fullmatch
_log = logging.getLogger(__name__)


class SocketCommand(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A message from a client: a command with its faces, and what an HTTP request has in its headers.

    ``ref`` is any JSON value, which the response repeats. ``key`` is the idempotency key, ``expected`` the version that
    the encounter must have. With ``check`` the command is checked, and not executed.
    """

    command: msgspec.Raw
    faces: msgspec.Raw = msgspec.Raw()
    ref: Any = None
    key: str | None = None
    expected: int | None = None
    check: bool = False


class _Reference(msgspec.Struct):
    """The ``ref`` of a message, which a response repeats even if the rest of the message is invalid."""

    ref: Any = None


_decode_command: Final = msgspec.json.Decoder(SocketCommand).decode
_decode_reference: Final = msgspec.json.Decoder(_Reference).decode


async def handle_socket(websocket: WebSocket) -> None:
    """Serve one WebSocket until it is closed."""
    offered = websocket.scope.get("subprotocols", [])
    await websocket.accept(SUBPROTOCOL if SUBPROTOCOL in offered else None)
    socket = _Socket(websocket)
    try:
        caller = await socket.identify()
        after = start_version(websocket)
        hub = services_of(websocket.app).hub
        watch = await hub.watch(
            websocket.path_params["encounter"],
            caller,
            after,
            wanted_beside(websocket),
            seats=is_wanted(websocket, "seats"),
        )
    except Problem as problem:
        await socket.refuse(problem)
    except WebSocketDisconnect:
        return
    except Exception:
        _log.exception("The WebSocket on %s failed", websocket.path_params["encounter"])
        await socket.refuse(internal_error())
    else:
        if isinstance(watch, NothingLeft):
            await socket.close("complete")
        else:
            await socket.serve(watch, hub)


def start_version(websocket: WebSocket) -> int | None:
    """Return the version to resume after, from the parameter ``after``. Raises Problem ``invalid``."""
    parameters = websocket.query_params
    require_known(parameters, PARAMETERS)
    if repeated := [name for name in PARAMETERS if len(parameters.getlist(name)) > 1]:
        raise repeated_parameters(repeated)
    after = parameters.get("after")
    if after is None:
        return None
    if not _version(after):
        raise invalid([FieldError("after", "Send a version, an integer from 0.")])
    return int(after)


def wanted_beside(websocket: WebSocket) -> Wanted:
    """Return what frames are to have beside the events, by the parameters ``table`` and ``story``. Raises Problem."""
    language = websocket.headers.get("accept-language", "")
    return Wanted(language if is_wanted(websocket, "table") else None, is_wanted(websocket, "story"))


def is_wanted(websocket: WebSocket, name: str) -> bool:
    """Return whether a parameter asks for more than batches. Raises Problem ``invalid``."""
    value = websocket.query_params.get(name)
    if value not in WANTED:
        raise invalid([FieldError(name, "Send true or false.")])
    return WANTED[value]


def caller_headers(websocket: WebSocket) -> SentHeaders:
    """Return the headers that identify the caller.

    A browser cannot set headers on a WebSocket: its token may be a subprotocol, and its speaker the parameter ``as``.
    """
    headers = dict(headers_of(websocket.scope))
    subprotocols = websocket.scope.get("subprotocols", ())
    bearer = next((name for name in subprotocols if name.startswith(BEARER)), None)
    if bearer is not None:
        headers.setdefault(b"authorization", [b"Bearer " + bearer.removeprefix(BEARER).encode()])
    speaker = websocket.query_params.get("as")
    if speaker is not None:
        headers.setdefault(b"yarrow-as", [speaker.encode()])
    return headers


class _Socket:
    """One client: sends its commands to the encounter, and the encounter's events to it."""

    def __init__(self, websocket: WebSocket) -> None:
        self._websocket = websocket
        self._services = services_of(websocket.app)
        self._timeouts = self._services.timeouts
        self._headers = caller_headers(websocket)
        self._admitted: Caller | None = None
        self._sending = asyncio.Lock()
        self._handling = asyncio.Lock()

    async def identify(self) -> Caller:
        """Return the caller that the ticket or the headers identify, and count one request. Raises Problem."""
        ticket = ticket_of(self._websocket.scope)
        if ticket is None:
            self._admitted = await self._services.grants.opaque_caller(self._headers)
            return self._admitted or self.admit()
        address = address_of(self._websocket.scope)
        self._admitted = await self._services.tickets.admit(ticket, self._headers, address)
        return self._admitted

    def admit(self) -> Caller:
        """Return the caller, and count one request against its rate limit. Raises Problem."""
        access = self._services.access
        if self._admitted is None:
            return access.admit(self._headers, address_of(self._websocket.scope))
        access.admit_again(self._admitted)
        return self._admitted

    async def serve(self, watch: Watch, hub: Hub) -> None:
        """Send events and handle commands until one side closes."""
        receiving = asyncio.create_task(self._receive(watch))
        try:
            hub.metrics.ended(await self._send_events(watch, hub))
        finally:
            receiving.cancel()
            watch.close()

    async def refuse(self, problem: Problem) -> None:
        """Send a problem, and close."""
        try:
            await self._send(_problem(None, problem))
        except (TimeoutError, WebSocketDisconnect):
            return
        await self.close(problem.details.code)

    async def close(self, reason: str) -> None:
        """Close with a reason and its close code."""
        code = CLOSE_CODES[reason] if reason in CLOSE_CODES else 4000 + CODES[reason].status
        try:
            async with asyncio.timeout(CLOSE_TIMEOUT):
                await self._websocket.close(code, reason)
        except TimeoutError:
            self._abort()
        except WebSocketDisconnect:
            return

    async def _send_events(self, watch: Watch, hub: Hub) -> str:
        """Send frames until the watch ends; return the reason."""
        position = watch.position
        frames: Any = ()
        unknown = {"unknown": watch.unknown} if watch.unknown else {}
        try:
            while True:
                if not frames:
                    await self._send(encode({"type": "heartbeat", "position": watch.position, **unknown}))
                    position, unknown = watch.position, {}
                for frame in frames:
                    await self._send(_typed(frame.kind, frame.body))
                    position = frame.position
                hub.metrics.sent(frames, live=watch.live)
                frames = await watch.next(self._timeouts.heartbeat)
        except TimeoutError:
            self._abort()
            return "slow"
        except WebSocketDisconnect:
            return "gone"
        except WatchEnded as ended:
            if ended.code != "gone":
                await self._end(ended, position)
            return ended.code

    async def _end(self, ended: WatchEnded, position: str) -> None:
        """Finish the command being handled, send the reason, and close."""
        try:
            async with asyncio.timeout(CLOSE_TIMEOUT), self._handling:
                if ended.code not in SILENT_ENDS:
                    dropped = Dropped(position, ended.code, ended.detail)
                    await self._send(_typed("dropped", encode(dropped)))
        except TimeoutError:
            self._abort()
        except WebSocketDisconnect:
            return
        else:
            await self.close(ended.code)

    async def _receive(self, watch: Watch) -> None:
        """Handle the client's commands until it disconnects."""
        try:
            while (message := await self._websocket.receive())["type"] == "websocket.receive":
                async with self._handling:
                    await self._send(await self._respond(message))
                await asyncio.sleep(0)  # let other tasks run between messages that arrived together
            watch.end(gone())
        except TimeoutError:
            watch.end(slow())
        except WebSocketDisconnect:
            watch.end(gone())

    async def _respond(self, message: Message) -> bytes:
        """Handle one message; return the response or the problem."""
        ref = message_ref(message)
        try:
            caller = self.admit()
            access = self._services.access
            with Call(self._services.places, access.account(caller), access.charge, urgent=True):
                sent = await parse_message(message)
                faces = b',"faces":' + bytes(sent.faces) if bytes(sent.faces) else b""
                content = await self._services.commands.command(
                    self._websocket.path_params["encounter"],
                    b'{"command":' + bytes(sent.command) + faces + b"}",
                    caller,
                    key=None if sent.key is None else idempotency_key(sent.key.encode()),
                    expected=sent.expected,
                    check=sent.check,
                )
        except Problem as problem:
            return _problem(ref, problem)
        except Exception:
            _log.exception("A command on %s failed", self._websocket.path_params["encounter"])
            return _problem(ref, internal_error())
        return _typed("checked" if sent.check else "answer", content.body, ref=ref)

    async def _send(self, text: bytes) -> None:
        """Send one message. Raises TimeoutError if the client does not read it in time."""
        async with asyncio.timeout(self._timeouts.patience), self._sending:
            await self._websocket.send_text(text.decode())

    def _abort(self) -> None:
        abort: Callable[[], None] | None = self._websocket.scope.get(ABORT)
        if abort is not None:
            abort()


async def parse_message(message: Message) -> SocketCommand:
    """Return the command of a message. Raises Problem ``malformed``, ``too_large`` or ``invalid``."""
    text: str | None = message.get("text")
    if text is None:
        raise Problem("malformed", "This message is binary; send JSON in a text message.")
    return await parsed(parse_command, body=text.encode())


def message_ref(message: Message) -> Any:
    """Return the ``ref`` of a message; None if it cannot be read."""
    try:
        return _decode_reference(message.get("text") or "").ref
    except (msgspec.DecodeError, RecursionError):
        return None


def parse_command(body: bytes) -> SocketCommand:
    """Return the command in the JSON of a message. Raises Problem ``malformed``, ``too_large`` or ``invalid``."""
    strict_json.require(body)
    try:
        return _decode_command(body)
    except msgspec.ValidationError as error:
        reason = str(error).replace("`", "'")[:200]
        raise Problem(
            "invalid", f"A message is {{command, faces?, ref?, key?, expected?, check?}}: {reason}."
        ) from None
    except msgspec.DecodeError as error:
        raise Problem("malformed", f"The message is not JSON: {error}.") from None


def _problem(ref: Any, problem: Problem) -> bytes:
    """Return a message with a problem, whose ``code`` takes the place of the problem's own ``type``."""
    details = msgspec.json.decode(encode(problem.occurrence()))
    return _typed("problem", encode({name: part for name, part in details.items() if name != "type"}), ref=ref)


def _typed(kind: str, body: bytes, **own: Any) -> bytes:
    """Return the JSON object ``body`` with its type and ``own`` fields in front."""
    return encode({"type": kind, **own})[:-1] + b"," + body[1:]


async def reject_unknown_path(websocket: WebSocket) -> None:
    """Reject a WebSocket on an unknown path with a problem."""
    detail = f"There is no WebSocket at {websocket.url.path}; that of an encounter is at {PATH}."
    problem = Problem("not_found", detail)
    try:
        await _Socket(websocket).identify()
    except Problem as refused:
        problem = refused
    await websocket.send_denial_response(problem_response(problem))


class SocketRoute(WebSocketRoute):
    """Route of the WebSocket of an encounter."""

    def __init__(self) -> None:
        super().__init__(PATH, handle_socket)


class NoSocketRoute(WebSocketRoute):
    """Route that rejects WebSockets on all other paths."""

    def __init__(self) -> None:
        super().__init__("/{path:path}", reject_unknown_path)
