"""The chapters of Century in the order of the rules; each declares its commands, prompts, events and stages.

An open prompt is kept with the combatant that it asks and the answers that are legal (CE-SHEET-38); standing policies
(CE-SHEET-20) answer before it opens.
"""

from domain.ruleset.chapter import Chapter
from domain.rulesets.century.chapters.attack.areas import AREAS
from domain.rulesets.century.chapters.attack.attack_terms import ATTACK_TERMS_CHAPTER
from domain.rulesets.century.chapters.attack.attacks import ATTACKS
from domain.rulesets.century.chapters.attack.called_shots import CALLED_SHOTS
from domain.rulesets.century.chapters.attack.cover import COVER
from domain.rulesets.century.chapters.attack.defences import DEFENCES_CHAPTER
from domain.rulesets.century.chapters.attack.hits import HITS
from domain.rulesets.century.chapters.attack.legal_attacks import LEGAL_ATTACKS
from domain.rulesets.century.chapters.attack.scatter import SCATTER
from domain.rulesets.century.chapters.attack.shots import SHOTS
from domain.rulesets.century.chapters.conditions.care import CARE
from domain.rulesets.century.chapters.conditions.conditions import CONDITIONS_CHAPTER
from domain.rulesets.century.chapters.conditions.damage_dice import DAMAGE_DICE
from domain.rulesets.century.chapters.conditions.downed import DOWNED
from domain.rulesets.century.chapters.conditions.health_categories import HEALTH_CATEGORIES
from domain.rulesets.century.chapters.conditions.inflicted_damage import INFLICTED_DAMAGE
from domain.rulesets.century.chapters.conditions.wounds import WOUNDS
from domain.rulesets.century.chapters.items.hands import HANDS
from domain.rulesets.century.chapters.items.jams import JAMS
from domain.rulesets.century.chapters.items.loading import LOADING
from domain.rulesets.century.chapters.items.worn_armour import WORN_ARMOUR
from domain.rulesets.century.chapters.movement.moving import MOVING
from domain.rulesets.century.chapters.movement.positions import POSITIONS
from domain.rulesets.century.chapters.movement.turning import TURNING
from domain.rulesets.century.chapters.movement.vehicles import VEHICLES
from domain.rulesets.century.chapters.narrator.attitudes import ATTITUDES_CHAPTER
from domain.rulesets.century.chapters.narrator.other_actions import OTHER_ACTIONS
from domain.rulesets.century.chapters.narrator.scene import SCENE
from domain.rulesets.century.chapters.outcomes.consequences import CONSEQUENCES
from domain.rulesets.century.chapters.outcomes.criticals import CRITICALS
from domain.rulesets.century.chapters.rolls.attempts import ATTEMPTS
from domain.rulesets.century.chapters.rolls.calls import CALLS
from domain.rulesets.century.chapters.rolls.fate_points import FATE_POINTS
from domain.rulesets.century.chapters.rolls.judging import JUDGING
from domain.rulesets.century.chapters.rolls.open_rolls import OPEN_ROLLS
from domain.rulesets.century.chapters.rolls.opening import OPENING
from domain.rulesets.century.chapters.rolls.throwing import THROWING
from domain.rulesets.century.chapters.round.deferred_effects import DEFERRED_EFFECTS
from domain.rulesets.century.chapters.round.ending import ENDING
from domain.rulesets.century.chapters.round.initiative import INITIATIVE
from domain.rulesets.century.chapters.round.move_points import MOVE_POINTS
from domain.rulesets.century.chapters.round.slots import SLOTS
from domain.rulesets.century.chapters.round.staggered_order import STAGGERED_ORDER
from domain.rulesets.century.chapters.round.ties import TIES
from domain.rulesets.century.state import Fight

CHAPTERS: tuple[Chapter[Fight], ...] = (
    CALLS,
    ATTEMPTS,
    OPENING,
    OPEN_ROLLS,
    FATE_POINTS,
    THROWING,
    JUDGING,
    CRITICALS,
    CONSEQUENCES,
    CONDITIONS_CHAPTER,
    DAMAGE_DICE,
    WOUNDS,
    HEALTH_CATEGORIES,
    DOWNED,
    INFLICTED_DAMAGE,
    CARE,
    INITIATIVE,
    TIES,
    STAGGERED_ORDER,
    SLOTS,
    MOVE_POINTS,
    DEFERRED_EFFECTS,
    ENDING,
    POSITIONS,
    MOVING,
    TURNING,
    VEHICLES,
    HANDS,
    LOADING,
    JAMS,
    WORN_ARMOUR,
    ATTACKS,
    LEGAL_ATTACKS,
    COVER,
    ATTACK_TERMS_CHAPTER,
    CALLED_SHOTS,
    DEFENCES_CHAPTER,
    SHOTS,
    HITS,
    AREAS,
    SCATTER,
    OTHER_ACTIONS,
    ATTITUDES_CHAPTER,
    SCENE,
)
