"""The narrator's commands as forms: their fields depend on each other by the predicate ``rules``."""

from collections.abc import Iterable, Iterator

from domain.core.commands import Command
from domain.forms.core import narrator_rows
from domain.forms.enumerated import open_forms
from domain.forms.model import Anything, Choice, Form, OpenField, Range, Record, Subset, Text
from domain.rulesets.black_dice.chapters.dice.fate import GrantFate
from domain.rulesets.black_dice.chapters.healing.healing_places import EquipZone
from domain.rulesets.black_dice.chapters.healing.resting import PassTime
from domain.rulesets.black_dice.chapters.legality import in_place
from domain.rulesets.black_dice.chapters.narrator.calls import Check
from domain.rulesets.black_dice.chapters.narrator.contests import Contest
from domain.rulesets.black_dice.chapters.narrator.fouls import FoulFollows
from domain.rulesets.black_dice.chapters.narrator.placing import Awareness, Distance, Place
from domain.rulesets.black_dice.chapters.narrator.rulings import Award, Modify
from domain.rulesets.black_dice.chapters.perils.breath import HoldBreath
from domain.rulesets.black_dice.chapters.perils.drinking import Tempt
from domain.rulesets.black_dice.chapters.perils.perils import Peril
from domain.rulesets.black_dice.chapters.rounds.rounds import BeginRound, EndRound
from domain.rulesets.black_dice.chapters.wounds.injuries import Injure
from domain.rulesets.black_dice.forms.fields import (
    CHOICES,
    DICE,
    DIFFICULTY,
    RANKS,
    YES_NO,
)
from domain.rulesets.black_dice.state import Fight
from domain.rulesets.black_dice.tables import HEALING, INTENSITIES, PERILS
from domain.rulesets.black_dice.words import STATS

SITUATION = (
    OpenField("bonus", DICE),
    OpenField("penalty", DICE),
    OpenField("black", DICE),
    OpenField("reason", Text()),
)


def choices_by(combatants: Iterable[str], choices: Record = CHOICES) -> Record:
    """Choices by the combatant that makes them."""
    return Record(tuple([OpenField(name, choices) for name in combatants]))


def narrator_forms(fight: Fight) -> Iterator[Form]:
    """The narrator's commands; their fields depend on each other by the predicate ``rules``."""
    everybody = tuple(fight.people)
    whole = tuple([thing.id for thing in fight.things.values() if thing.whole])
    whom = OpenField("combatant", Choice(everybody), required=True)
    placed = OpenField("combatant", Choice((*fight.people, *fight.things)), required=True)
    stats = tuple(dict.fromkeys([*STATS, *(stat for person in fight.people.values() for stat in person.stats)]))
    skills = fight.skills()
    stat = OpenField("stat", Choice(stats), required=True)
    skill = OpenField("skill", Choice(skills))
    rolled = (stat, skill, OpenField("difficulty", DIFFICULTY))
    fouls = Choice(tuple([foul.throw for foul in fight.fouled]))
    undetermined = tuple([injury.id for p in fight.people.values() for injury in p.injuries if not injury.description])
    contender = Record((whom, *rolled, *SITUATION, OpenField("choices", CHOICES)))
    rows: tuple[tuple[type[Command], tuple[OpenField, ...]], ...] = (
        *narrator_rows(fight),
        (
            BeginRound,
            (
                OpenField("combatants", Subset(everybody)),
                OpenField("choices", choices_by(everybody, Record(RANKS))),
            ),
        ),
        (
            EndRound,
            (OpenField("choices", choices_by(everybody, Record((*RANKS, OpenField("ensure", Choice(everybody)))))),),
        ),
        (
            Check,
            (
                whom,
                *rolled,
                OpenField("with_stat", Choice(("fortitude", "resolve"))),
                OpenField("needed", Range(1, 20)),
                OpenField("throw_anyway", YES_NO),
                *SITUATION,
                OpenField("complementary", Subset(skills, most=8)),
                OpenField("assistants", Subset(everybody)),
                OpenField("free_assistants", DICE),
                OpenField("choices", CHOICES),
            ),
        ),
        (Contest, (OpenField("active", contender, required=True), OpenField("passive", contender, required=True))),
        (
            Tempt,
            (
                whom,
                OpenField("temptation", Choice(("another_drink", "laugh")), required=True),
                OpenField("choices", Record(RANKS)),
            ),
        ),
        (
            Peril,
            (
                OpenField("victims", Subset((*everybody, *whole), 1), required=True),
                OpenField("intensity", Choice(tuple(INTENSITIES))),
                OpenField("dice", Range(1, 60)),
                OpenField("peril", Choice(tuple(PERILS))),
                OpenField("fall", Range(1, 20)),
                OpenField("avoidance", Anything()),
                OpenField("spotting", Record((OpenField("difficulty", DIFFICULTY), OpenField("must_spot", YES_NO)))),
                OpenField("armour_applies", YES_NO),
                OpenField("bruise", YES_NO),
                OpenField("black", DICE),
                OpenField("bonus", DICE),
                OpenField("choices", choices_by(everybody)),
            ),
        ),
        (
            HoldBreath,
            (whom, OpenField("breath", Choice(("start", "end"))), OpenField("strenuous", YES_NO)),
        ),
        (
            Place,
            (
                placed,
                OpenField("zone", Text()),
                OpenField("cover", Anything()),
                OpenField("prone", YES_NO),
                OpenField("close_to", Subset(everybody)),
                OpenField("apart_from", Subset(everybody)),
            ),
        ),
        (
            Distance,
            (OpenField("zones", Anything(), required=True), OpenField("feet", Range(0, 10_000), required=True)),
        ),
        (
            EquipZone,
            (OpenField("zone", Text(), required=True), OpenField("places", Subset(tuple(HEALING), most=2))),
        ),
        (Awareness, (whom, OpenField("unaware_of", Subset(everybody)))),
        (Award, (whom, OpenField("reason", Text(), required=True))),
        (Modify, (whom, *SITUATION)),
        (GrantFate, (whom, OpenField("pips", Range(-60, 60), required=True), OpenField("reason", Text()))),
        (
            Injure,
            (
                whom,
                OpenField("description", Text(), required=True),
                OpenField("injury", Choice(undetermined)),
                OpenField("changes", Anything()),
            ),
        ),
        (
            FoulFollows,
            (
                OpenField("throw", fouls, required=True),
                OpenField(
                    "effect",
                    Choice(("drops_weapon", "falls_prone", "loses_aim", "peril", "other")),
                    required=True,
                ),
                OpenField("dice", Range(1, 40)),
                OpenField("text", Text()),
            ),
        ),
        (
            PassTime,
            (
                OpenField("minutes", Range(0, 1440)),
                OpenField("hours", Range(0, 168)),
                OpenField("days", Range(0, 366)),
            ),
        ),
    )
    yield from open_forms(fight, [row for row in rows if in_place(fight, row[0])])
