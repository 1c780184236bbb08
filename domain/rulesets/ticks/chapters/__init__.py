"""The chapters of Ticks in the order of the rules; each declares its commands, prompts, events and stages."""

from domain.ruleset.chapter import Chapter
from domain.rulesets.ticks.chapters.counting.acting import ANSWERS
from domain.rulesets.ticks.chapters.counting.acts import CHECKING_ACTS
from domain.rulesets.ticks.chapters.counting.count_down import COUNT_DOWN
from domain.rulesets.ticks.chapters.counting.ending import ENDING
from domain.rulesets.ticks.chapters.counting.steps import STEPS
from domain.rulesets.ticks.chapters.declaring.count_up import COUNT_UP
from domain.rulesets.ticks.chapters.declaring.free_actions import MEANWHILE
from domain.rulesets.ticks.chapters.declaring.rounds import ROUNDS
from domain.rulesets.ticks.chapters.deeds.care import CARE
from domain.rulesets.ticks.chapters.deeds.deeds import DEEDS_CHAPTER
from domain.rulesets.ticks.chapters.deeds.dropping_out import DROPPING_OUT
from domain.rulesets.ticks.chapters.deeds.hands import HANDS_CHAPTER
from domain.rulesets.ticks.chapters.deeds.harm import HARM
from domain.rulesets.ticks.chapters.narrator.calls import CALLS
from domain.rulesets.ticks.chapters.narrator.changes import CHANGES_CHAPTER
from domain.rulesets.ticks.chapters.narrator.rulings import RULINGS
from domain.rulesets.ticks.chapters.narrator.trials import TRIALS
from domain.rulesets.ticks.chapters.strikes.aiming import AIMING
from domain.rulesets.ticks.chapters.strikes.conditions import CONDITIONS
from domain.rulesets.ticks.chapters.strikes.deferring import DEFERRING
from domain.rulesets.ticks.chapters.strikes.effects import EFFECTS
from domain.rulesets.ticks.chapters.strikes.opposing import OPPOSING
from domain.rulesets.ticks.chapters.strikes.soaking import SOAKING
from domain.rulesets.ticks.chapters.strikes.strikes import STRIKES
from domain.rulesets.ticks.state import Fight

CHAPTERS: tuple[Chapter[Fight], ...] = (
    ROUNDS,
    COUNT_UP,
    MEANWHILE,
    COUNT_DOWN,
    ANSWERS,
    CHECKING_ACTS,
    STEPS,
    ENDING,
    STRIKES,
    OPPOSING,
    SOAKING,
    EFFECTS,
    AIMING,
    CONDITIONS,
    DEFERRING,
    DEEDS_CHAPTER,
    HANDS_CHAPTER,
    HARM,
    DROPPING_OUT,
    CARE,
    TRIALS,
    CALLS,
    CHANGES_CHAPTER,
    RULINGS,
)
