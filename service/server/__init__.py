"""The server process: start-up, listening socket, limits of connections and requests, and logs."""

import os
from typing import Final

MAX_HEAD_BYTES: Final = 64 * 1024
"""Maximum size of path and headers together; enough for a token for a thousand encounters, named by UUIDs."""

# The WebSocket library reads its limit of a header line when it is imported. Ours is that of all headers together.
os.environ.setdefault("WEBSOCKETS_MAX_LINE_LENGTH", str(2 * MAX_HEAD_BYTES))
