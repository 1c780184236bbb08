"""The options of Yin-Yang: what a table decides before the fight, and which ruling each of them settles."""

from typing import Annotated, Literal

from pydantic import Field
from pydantic.dataclasses import dataclass

from domain.core.commands import OPTIONS
from domain.rulesets.yin_yang.words import CampaignLevel


@dataclass(frozen=True, config=OPTIONS)
class Options:
    """Ruleset options, fixed when the encounter opens. The first value of each is the default."""

    campaign_level: CampaignLevel = "competent"
    """How good heroes may be (YY-ATTR-4, YY-SKILL-4)."""
    attribute_method: Literal["points", "random", "set"] = "points"
    """How heroes come by their attributes (YY-ATTR-5)."""
    validation: Literal["warn", "strict", "off"] = "warn"
    """What becomes of a hero's sheet that breaks the limits of the level (YY-ATTR-7)."""
    jokers: bool = True
    """Whether each deck has a White and a Coloured Joker (YY-DECK-2)."""
    narrator_decks: Annotated[int, Field(ge=1, le=2)] = 1
    """How many decks are shuffled together for the narrator (YY-DECK-4)."""
    hand: Literal["blind", "open"] = "blind"
    """Whether actions are mere counters or cards that their owner knows (YY-DECK-13, YY-DECK-14)."""
    automatic_success: bool = True
    """Whether wide abilities succeed at easy tasks without a card (YY-AUTO-10)."""
    initiative: Literal["free", "edge"] = "free"
    """Whether everybody may call, or only the side that has the Edge (YY-EDGE-1)."""
    edge_tests: Annotated[int, Field(ge=1, le=9)] = 3
    """Successes in a row that win the Edge (YY-EDGE-5)."""
    movement: Literal["free", "action"] = "free"
    """Whether distances count and moving costs an action (YY-MOVE-2)."""
    action_consent: Literal["off", "ask"] = "off"
    """Whether the narrator is asked about every action but plain attacks (YY-ATK-13)."""
    king_effect: Literal["follow_up", "ask"] = "follow_up"
    """Whether the narrator may put an adverse effect in place of a King's follow-up (YY-KING-9)."""
    white_joker_cards: Annotated[int, Field(ge=0, le=3)] = 0
    """Bonus cards of a White Joker for the whole next turn (YY-JOKER-6)."""
    coloured_joker_cards: Annotated[int, Field(ge=0, le=3)] = 0
    """Penalty cards of a Coloured Joker for the whole next turn (YY-JOKER-11)."""
    jack_confrontation: bool = True
    """Whether two Jacks make a Confrontation (YY-CONF-2)."""
    joker_confrontation: Literal["same", "any"] = "same"
    """Whether a White and a Coloured Joker make a Confrontation too (YY-CONF-3)."""
    mook_confrontation: Literal["ask", "always", "never"] = "ask"
    """Whether mooks have Confrontations (YY-CONF-13)."""
    confrontation_outcome: Literal["white_joker", "ask"] = "white_joker"
    """What the winner of a Confrontation gets (YY-CONF-16)."""
    confrontation_limit: Annotated[int, Field(ge=1, le=50)] = 10
    """Standstills after which a Confrontation is decided without cards (YY-CONF-12)."""
    combined_dedication: Annotated[int, Field(ge=0, le=3)] = 1
    """Actions that each participant spends to coordinate (YY-COMB-6)."""
    called_shot: Literal["ask", "table"] = "ask"
    """Whether the narrator or a table says how many penalty cards a called shot takes (YY-CALLED-2)."""
    charge: Literal["ask", "free"] = "ask"
    """Whether the narrator confirms a charge (YY-WPN-22)."""
    dangerous_on: Literal["attack", "damage", "both"] = "attack"
    """Which Jack turns a dangerous weapon round (YY-WPN-26)."""
    misfire_victim: Literal["ask", "self"] = "ask"
    """Whom a misfire strikes (YY-WPN-27)."""
    high_damage_score: bool = True
    """Whether a Damage Score above 10 gives bonus cards (YY-HIGH-4)."""
    chain_minimum: bool = True
    """Whether a failed or soaked number late in a chain still costs a point (YY-DMG-11)."""
    white_joker_damage: Literal["two_draws", "as_king"] = "two_draws"
    """Draws that a White Joker adds to a Damage Draw (YY-DMG-12)."""
    mental_stamina: bool = True
    """Whether figures of a Mental weapon cost Stamina too (YY-DMG-18)."""
    care_within_turns: Literal["none"] | Annotated[int, Field(ge=1, le=20)] = "none"
    """Turns after which the dying die without care; without a number the narrator says so (YY-VIT-8)."""
    vitality_days: Annotated[int, Field(ge=1, le=7)] = 7
    """Days that give back a point of Vitality (YY-VIT-10)."""
    challenges: bool = True
    """Whether players may challenge a call of the narrator (YY-CHAL-1)."""
