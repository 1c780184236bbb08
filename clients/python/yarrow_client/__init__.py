"""A typed client of Yarrow, a combat simulation service for tabletop games.

``Yarrow`` is a service, ``Encounter`` an encounter on it; an error response is raised as a ``Problem``. Both are
asynchronous; ``yarrow_client.sync`` has the same without ``await``. ``yarrow_client.rulesets`` has the commands and
answers of each ruleset as structs.
"""

from yarrow_client.client import Yarrow
from yarrow_client.counts import Tallied, Tally
from yarrow_client.encounter import Encounter
from yarrow_client.operating import Progress, ProjectionState, Revoked, Ticket
from yarrow_client.options.filling import Unfilled, fill, fill_answer
from yarrow_client.options.forms import Form, Group, Menu
from yarrow_client.options.phrases import sentence, text_of
from yarrow_client.options.values import Values
from yarrow_client.patching import patched
from yarrow_client.problems import (
    Closed,
    Conflict,
    FacesWanted,
    HistoryDiffers,
    Interrupted,
    Invalid,
    InvalidArgument,
    MalformedOptions,
    NotAllowed,
    NotFound,
    NotYarrow,
    OtherVersion,
    Problem,
    Refused,
    TooMuch,
    Unauthorized,
    Unavailable,
    UnknownRuleset,
    Unreachable,
    YarrowError,
)
from yarrow_client.proofs import Audit, Check, Imported, SigningKey, ThrowsCheck
from yarrow_client.seating import Granted, Seat, Seats
from yarrow_client.shapes import (
    Answer,
    Asked,
    Batch,
    BranchPoint,
    Causes,
    Comparison,
    Entry,
    Event,
    Foreseen,
    Listed,
    Prompt,
    Rule,
    Scene,
    SceneContent,
)
from yarrow_client.table import Table
from yarrow_client.witness import Witness

__all__ = [
    "Answer",
    "Asked",
    "Audit",
    "Batch",
    "BranchPoint",
    "Causes",
    "Check",
    "Closed",
    "Comparison",
    "Conflict",
    "Encounter",
    "Entry",
    "Event",
    "FacesWanted",
    "Foreseen",
    "Form",
    "Granted",
    "Group",
    "HistoryDiffers",
    "Imported",
    "Interrupted",
    "Invalid",
    "InvalidArgument",
    "Listed",
    "MalformedOptions",
    "Menu",
    "NotAllowed",
    "NotFound",
    "NotYarrow",
    "OtherVersion",
    "Problem",
    "Progress",
    "ProjectionState",
    "Prompt",
    "Refused",
    "Revoked",
    "Rule",
    "Scene",
    "SceneContent",
    "Seat",
    "Seats",
    "SigningKey",
    "Table",
    "Tallied",
    "Tally",
    "ThrowsCheck",
    "Ticket",
    "TooMuch",
    "Unauthorized",
    "Unavailable",
    "Unfilled",
    "UnknownRuleset",
    "Unreachable",
    "Values",
    "Witness",
    "Yarrow",
    "YarrowError",
    "fill",
    "fill_answer",
    "patched",
    "sentence",
    "text_of",
]
