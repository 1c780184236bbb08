"""The state of an S3 fight: what the sheets and the encounter itself remember.

``Fight``, ``Person`` and ``Vehicle`` are shells that folds write to; all that they hold is replaced, never changed.
Frozen values contain no reference cycles, so the garbage collector does not track them (``gc=False``).
"""

from domain.rulesets.s3.state.fight import Fight, relation_key
from domain.rulesets.s3.state.ground import Distraction, HazardPlan, LinkPlan, Vehicle, ZonePlan
from domain.rulesets.s3.state.person import (
    Disabled,
    Dose,
    Fire,
    Grip,
    Hanging,
    LimbRuling,
    Loss,
    Person,
    Technique,
    Wound,
)
from domain.rulesets.s3.state.turns import Drag, Hold, Memory, Pairing, Round, Turn

__all__ = [
    "Disabled",
    "Distraction",
    "Dose",
    "Drag",
    "Fight",
    "Fire",
    "Grip",
    "Hanging",
    "HazardPlan",
    "Hold",
    "LimbRuling",
    "LinkPlan",
    "Loss",
    "Memory",
    "Pairing",
    "Person",
    "Round",
    "Technique",
    "Turn",
    "Vehicle",
    "Wound",
    "ZonePlan",
    "relation_key",
]
