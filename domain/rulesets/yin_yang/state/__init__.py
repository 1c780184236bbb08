"""The state of a Yin-Yang fight: what the sheets and the encounter itself remember.

``Fight`` and ``Person`` are shells that folds write to; all that they hold is replaced, never changed.
"""

from domain.rulesets.yin_yang.state.exchange import CalledShot, Exchange, FollowUp, Match, Paid, Part
from domain.rulesets.yin_yang.state.fight import Challenge, Deck, Fight, pair_key, scope_key
from domain.rulesets.yin_yang.state.person import Ability, DefaultAttack, Derived, Grant, Person

__all__ = [
    "Ability",
    "CalledShot",
    "Challenge",
    "Deck",
    "DefaultAttack",
    "Derived",
    "Exchange",
    "Fight",
    "FollowUp",
    "Grant",
    "Match",
    "Paid",
    "Part",
    "Person",
    "pair_key",
    "scope_key",
]
