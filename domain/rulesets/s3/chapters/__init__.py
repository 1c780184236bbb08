"""The chapters of S3, each of which declares its commands, prompts, events and stages.

The commands of a combatant are offered in this order: attacks, holds, movements, checks, the free actions, and last
the end of the turn.
"""

from domain.ruleset.chapter import Chapter
from domain.rulesets.s3.chapters.attack.attacks import ATTACKS
from domain.rulesets.s3.chapters.attack.blows import BLOWS
from domain.rulesets.s3.chapters.attack.close_actions import CLOSE_ACTIONS
from domain.rulesets.s3.chapters.attack.disarming import DISARMING
from domain.rulesets.s3.chapters.attack.fast_melee import FAST_MELEE
from domain.rulesets.s3.chapters.attack.reach import REACH
from domain.rulesets.s3.chapters.grapple.bonds import BONDS
from domain.rulesets.s3.chapters.grapple.pins import PINS
from domain.rulesets.s3.chapters.grapple.strangling import STRANGLING
from domain.rulesets.s3.chapters.grapple.trips import TRIPS_CHAPTER
from domain.rulesets.s3.chapters.movement.climbing import CLIMBING
from domain.rulesets.s3.chapters.movement.falling import FALLING
from domain.rulesets.s3.chapters.movement.hiding import HIDING
from domain.rulesets.s3.chapters.movement.leaving import LEAVING
from domain.rulesets.s3.chapters.movement.pursuit import PURSUIT
from domain.rulesets.s3.chapters.movement.walking import WALKING
from domain.rulesets.s3.chapters.narrator.conditions import CONDITIONS
from domain.rulesets.s3.chapters.narrator.corrections import CORRECTIONS
from domain.rulesets.s3.chapters.narrator.hazards import HAZARDS
from domain.rulesets.s3.chapters.narrator.placing import PLACING
from domain.rulesets.s3.chapters.narrator.scenery import SCENERY
from domain.rulesets.s3.chapters.throws.checks import CHECKS
from domain.rulesets.s3.chapters.throws.contests import CONTESTS
from domain.rulesets.s3.chapters.throws.defences import DEFENCES_CHAPTER
from domain.rulesets.s3.chapters.throws.flips import FLIPS
from domain.rulesets.s3.chapters.throws.stunt_memory import STUNT_MEMORY
from domain.rulesets.s3.chapters.throws.stunts import STUNTS
from domain.rulesets.s3.chapters.throws.throws import THROWS
from domain.rulesets.s3.chapters.throws.weapons import WEAPONS
from domain.rulesets.s3.chapters.turns.actions import ACTIONS
from domain.rulesets.s3.chapters.turns.end_effects import END_EFFECTS
from domain.rulesets.s3.chapters.turns.gear import GEAR
from domain.rulesets.s3.chapters.turns.pairings import PAIRINGS
from domain.rulesets.s3.chapters.turns.rounds import ROUNDS
from domain.rulesets.s3.chapters.turns.settling import SETTLING
from domain.rulesets.s3.chapters.turns.turns import TURNS
from domain.rulesets.s3.chapters.vehicles.crashes import CRASHES
from domain.rulesets.s3.chapters.vehicles.dragging import DRAGGING
from domain.rulesets.s3.chapters.vehicles.halting import HALTING
from domain.rulesets.s3.chapters.vehicles.riding import RIDING
from domain.rulesets.s3.chapters.wounds.consequences import CONSEQUENCES
from domain.rulesets.s3.chapters.wounds.damage import DAMAGE
from domain.rulesets.s3.chapters.wounds.fire import FIRE
from domain.rulesets.s3.chapters.wounds.poison import POISON
from domain.rulesets.s3.chapters.wounds.wounds import WOUNDS
from domain.rulesets.s3.state import Fight

CHAPTERS: tuple[Chapter[Fight], ...] = (
    REACH,
    CLOSE_ACTIONS,
    ATTACKS,
    BLOWS,
    DISARMING,
    FAST_MELEE,
    TRIPS_CHAPTER,
    BONDS,
    PINS,
    STRANGLING,
    WALKING,
    CLIMBING,
    FALLING,
    PURSUIT,
    LEAVING,
    HIDING,
    RIDING,
    HALTING,
    CRASHES,
    DRAGGING,
    THROWS,
    WEAPONS,
    CHECKS,
    DEFENCES_CHAPTER,
    CONTESTS,
    FLIPS,
    STUNTS,
    STUNT_MEMORY,
    DAMAGE,
    WOUNDS,
    CONSEQUENCES,
    FIRE,
    POISON,
    ROUNDS,
    PAIRINGS,
    ACTIONS,
    GEAR,
    TURNS,
    END_EFFECTS,
    SETTLING,
    SCENERY,
    PLACING,
    HAZARDS,
    CONDITIONS,
    CORRECTIONS,
)
