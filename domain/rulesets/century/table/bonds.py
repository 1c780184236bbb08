"""Bonds: what NPCs feel about others (CE-NPC-2, CE-NPC-7)."""

from collections.abc import Mapping
from typing import Final

from domain.rulesets.century.state import Fight, Towards
from domain.rulesets.century.words import Attitude
from domain.table.look import Look
from domain.table.shapes import Bond, Tone

TONES: Final[Mapping[Attitude, Tone]] = {
    "deathwish": "bad",
    "hatred": "bad",
    "enmity": "bad",
    "caution": "warn",
    "geniality": "plain",
    "affection": "good",
    "goodwill": "good",
    "admiration": "good",
    "adoration": "good",
}
"""What an attitude means for whom it is towards (CE-NPC-10 to CE-NPC-18)."""
CRITICAL: Final = "critical"
"""The reason of an attitude that a critical throw has brought."""


def bonds(look: Look[Fight]) -> Mapping[str, Bond]:
    """Return the attitudes, by NPC and whom they are towards."""
    return {f"attitude-{pair}": _attitude(look, pair, felt) for pair, felt in look.state.attitudes.items()}


def _attitude(look: Look[Fight], pair: str, felt: Towards) -> Bond:
    npc, _, other = pair.partition("/")
    why = look.said("quoted", text=felt.reason) if felt.reason else ""
    return Bond(
        kind="attitude",
        label=look.said(f"feels_{felt.attitude}"),
        back=look.said(f"meets_{felt.attitude}"),
        start=npc,
        end=other,
        back_tone=TONES[felt.attitude],
        note=look.said("critical_throw") if felt.reason == CRITICAL else why,
    )
