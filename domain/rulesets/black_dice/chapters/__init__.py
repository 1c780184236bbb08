"""The chapters of Black Dice in the order of the rules; each declares its commands, events, prompts and stages."""

from domain.ruleset.chapter import Chapter
from domain.rulesets.black_dice.chapters.attacks.aiming import AIMING
from domain.rulesets.black_dice.chapters.attacks.exchanges import EXCHANGES
from domain.rulesets.black_dice.chapters.attacks.objects import OBJECTS
from domain.rulesets.black_dice.chapters.attacks.places import PLACES
from domain.rulesets.black_dice.chapters.attacks.surprise import SURPRISE
from domain.rulesets.black_dice.chapters.attacks.void_attacks import VOID_ATTACKS
from domain.rulesets.black_dice.chapters.attacks.weapons_in_hand import WEAPONS_IN_HAND
from domain.rulesets.black_dice.chapters.dice.casts import CASTS
from domain.rulesets.black_dice.chapters.dice.checks import CHECKS
from domain.rulesets.black_dice.chapters.dice.fate import FATE
from domain.rulesets.black_dice.chapters.dice.rerolls import REROLLS
from domain.rulesets.black_dice.chapters.dice.scripting import SCRIPTING
from domain.rulesets.black_dice.chapters.dice.throws import THROWS
from domain.rulesets.black_dice.chapters.healing.healing_places import HEALING_PLACES
from domain.rulesets.black_dice.chapters.healing.resting import RESTING
from domain.rulesets.black_dice.chapters.healing.stabilising import STABILISING
from domain.rulesets.black_dice.chapters.healing.treatment import TREATMENT
from domain.rulesets.black_dice.chapters.narrator.calls import CALLS
from domain.rulesets.black_dice.chapters.narrator.contests import CONTESTS
from domain.rulesets.black_dice.chapters.narrator.fouls import FOULS
from domain.rulesets.black_dice.chapters.narrator.placing import PLACING
from domain.rulesets.black_dice.chapters.narrator.rulings import RULINGS
from domain.rulesets.black_dice.chapters.perils.avoiding import AVOIDING
from domain.rulesets.black_dice.chapters.perils.breath import BREATH
from domain.rulesets.black_dice.chapters.perils.drinking import DRINKING
from domain.rulesets.black_dice.chapters.perils.feats import FEATS_CHAPTER
from domain.rulesets.black_dice.chapters.perils.perils import PERILS_CHAPTER
from domain.rulesets.black_dice.chapters.rounds.agenda import AGENDA
from domain.rulesets.black_dice.chapters.rounds.declarations import DECLARATIONS
from domain.rulesets.black_dice.chapters.rounds.initiative import INITIATIVE_CHAPTER
from domain.rulesets.black_dice.chapters.rounds.responses import RESPONSES
from domain.rulesets.black_dice.chapters.rounds.rounds import ROUNDS
from domain.rulesets.black_dice.chapters.wounds.consciousness import CONSCIOUSNESS
from domain.rulesets.black_dice.chapters.wounds.damage import DAMAGE
from domain.rulesets.black_dice.chapters.wounds.deathbed import DEATHBED
from domain.rulesets.black_dice.chapters.wounds.dying import DYING
from domain.rulesets.black_dice.chapters.wounds.harm import HARM
from domain.rulesets.black_dice.chapters.wounds.injuries import INJURIES_CHAPTER
from domain.rulesets.black_dice.chapters.wounds.waking import WAKING
from domain.rulesets.black_dice.state import Fight

CHAPTERS: tuple[Chapter[Fight], ...] = (
    FATE,
    SCRIPTING,
    CASTS,
    REROLLS,
    THROWS,
    CHECKS,
    AVOIDING,
    PERILS_CHAPTER,
    BREATH,
    DRINKING,
    FEATS_CHAPTER,
    ROUNDS,
    INITIATIVE_CHAPTER,
    DECLARATIONS,
    RESPONSES,
    AGENDA,
    PLACES,
    WEAPONS_IN_HAND,
    AIMING,
    VOID_ATTACKS,
    EXCHANGES,
    SURPRISE,
    OBJECTS,
    DAMAGE,
    HARM,
    CONSCIOUSNESS,
    WAKING,
    DEATHBED,
    DYING,
    INJURIES_CHAPTER,
    HEALING_PLACES,
    TREATMENT,
    STABILISING,
    RESTING,
    CALLS,
    CONTESTS,
    RULINGS,
    PLACING,
    FOULS,
)
