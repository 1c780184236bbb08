"""A client of Yarrow: fights at the gaming table over HTTP, typed and asynchronous.

``Yarrow`` is a service, ``Encounter`` a fight on it; whatever the service says no to is a ``Problem``.
"""

from yarrow_client.client import Encounter, Yarrow
from yarrow_client.problems import (
    Closed,
    Conflict,
    FacesWanted,
    HistoryDiffers,
    Invalid,
    NotAllowed,
    NotFound,
    NotYarrow,
    Problem,
    Refused,
    TooMuch,
    Unavailable,
    Unreachable,
    YarrowError,
)
from yarrow_client.shapes import (
    Answer,
    Audit,
    Batch,
    Causes,
    Check,
    Entry,
    Event,
    Form,
    Listed,
    OpenField,
    Options,
    Prompt,
    Rule,
    Tally,
)
from yarrow_client.witness import Witness

__all__ = [
    "Answer",
    "Audit",
    "Batch",
    "Causes",
    "Check",
    "Closed",
    "Conflict",
    "Encounter",
    "Entry",
    "Event",
    "FacesWanted",
    "Form",
    "HistoryDiffers",
    "Invalid",
    "Listed",
    "NotAllowed",
    "NotFound",
    "NotYarrow",
    "OpenField",
    "Options",
    "Problem",
    "Prompt",
    "Refused",
    "Rule",
    "Tally",
    "TooMuch",
    "Unavailable",
    "Unreachable",
    "Witness",
    "Yarrow",
    "YarrowError",
]
