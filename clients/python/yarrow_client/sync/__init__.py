"""The synchronous face of the client: the same ``Yarrow`` and ``Encounter``, without ``async`` and ``await``.

Its modules are written from those of the asynchronous face, so that both have the same methods.
"""

from yarrow_client.sync.client import Yarrow
from yarrow_client.sync.encounter import Encounter

__all__ = ["Encounter", "Yarrow"]
