"""The chapters of Yin-Yang in the order of the rules; each declares its commands, prompts, events and stages."""

from domain.ruleset.chapter import Chapter
from domain.rulesets.yin_yang.chapters.challenges.challenges import CHALLENGES
from domain.rulesets.yin_yang.chapters.challenges.confrontation import CONFRONTATION_CHAPTER
from domain.rulesets.yin_yang.chapters.combined.combining import COMBINING
from domain.rulesets.yin_yang.chapters.combined.consent import CONSENT
from domain.rulesets.yin_yang.chapters.combined.coordination import COORDINATION
from domain.rulesets.yin_yang.chapters.decks.decks import DECKS
from domain.rulesets.yin_yang.chapters.decks.drawing import DRAWING
from domain.rulesets.yin_yang.chapters.decks.grants import GRANTS
from domain.rulesets.yin_yang.chapters.decks.hands import HANDS
from domain.rulesets.yin_yang.chapters.decks.jokers import JOKERS
from domain.rulesets.yin_yang.chapters.exchanges.calls import CALLS
from domain.rulesets.yin_yang.chapters.exchanges.follow_ups import FOLLOW_UPS
from domain.rulesets.yin_yang.chapters.exchanges.matching import MATCHING
from domain.rulesets.yin_yang.chapters.exchanges.misfires import MISFIRES
from domain.rulesets.yin_yang.chapters.exchanges.stakes import STAKES
from domain.rulesets.yin_yang.chapters.exchanges.still_standing import STILL_STANDING
from domain.rulesets.yin_yang.chapters.exchanges.verdicts import VERDICTS
from domain.rulesets.yin_yang.chapters.harm.damage import DAMAGE
from domain.rulesets.yin_yang.chapters.harm.harm import HARM
from domain.rulesets.yin_yang.chapters.harm.resting import RESTING
from domain.rulesets.yin_yang.chapters.harm.tending import TENDING
from domain.rulesets.yin_yang.chapters.narrator.attributes import ATTRIBUTES_CHAPTER
from domain.rulesets.yin_yang.chapters.narrator.rulings import RULINGS
from domain.rulesets.yin_yang.chapters.testing.contests import CONTESTS
from domain.rulesets.yin_yang.chapters.testing.opposed import OPPOSED
from domain.rulesets.yin_yang.chapters.testing.scope import SCOPE
from domain.rulesets.yin_yang.chapters.testing.unopposed import UNOPPOSED
from domain.rulesets.yin_yang.chapters.turns.edge import EDGE
from domain.rulesets.yin_yang.chapters.turns.gear import GEAR
from domain.rulesets.yin_yang.chapters.turns.guards import GUARDS
from domain.rulesets.yin_yang.chapters.turns.movement import MOVEMENT
from domain.rulesets.yin_yang.chapters.turns.turns import TURNS
from domain.rulesets.yin_yang.sheet import LimitBroken
from domain.rulesets.yin_yang.state import Fight

JOINING: Chapter[Fight] = Chapter(events=(LimitBroken,))
CHAPTERS: tuple[Chapter[Fight], ...] = (
    JOINING,
    DECKS,
    GRANTS,
    JOKERS,
    HANDS,
    DRAWING,
    EDGE,
    TURNS,
    MOVEMENT,
    GUARDS,
    GEAR,
    SCOPE,
    UNOPPOSED,
    OPPOSED,
    CONTESTS,
    STILL_STANDING,
    CALLS,
    MATCHING,
    VERDICTS,
    STAKES,
    MISFIRES,
    FOLLOW_UPS,
    CONSENT,
    COORDINATION,
    COMBINING,
    CONFRONTATION_CHAPTER,
    CHALLENGES,
    DAMAGE,
    HARM,
    RESTING,
    TENDING,
    ATTRIBUTES_CHAPTER,
    RULINGS,
)
