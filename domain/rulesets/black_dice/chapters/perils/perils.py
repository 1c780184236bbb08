"""Perils: which it is, whom it meets, how it can be avoided (BD-PERIL). Spotting and avoiding are in ``avoiding``."""

from collections.abc import Mapping
from typing import Annotated, ClassVar, Final, Literal, Self

from msgspec.structs import replace
from pydantic import Field, model_validator

from domain.core.commands import CombatantId, Narrating, StrictModel
from domain.decision.decision import Decision
from domain.fields.field import Lookup, among, listed, looked_up, record, several, span
from domain.fields.sets import ABSENT_KEY, ANY_KEY, Either, Labelled, Node, Span
from domain.fields.vocabulary import View, Vocabulary, keys_of
from domain.model.event import Event
from domain.model.refusal import refuse, require, require_distinct
from domain.model.suggestions import instead
from domain.ruleset.chapter import Chapter
from domain.rulesets.black_dice.chapters.attacks.targets import TARGETS, everything
from domain.rulesets.black_dice.chapters.dice.checks import require_skill, require_stat
from domain.rulesets.black_dice.chapters.dice.choice_fields import DICE, TRADES, for_action
from domain.rulesets.black_dice.chapters.dice.plans import chosen_of
from domain.rulesets.black_dice.chapters.dice.pools import is_trained
from domain.rulesets.black_dice.chapters.objections import target_of
from domain.rulesets.black_dice.chapters.perils.avoiding import (
    Danger,
    able_victims,
    avoidance_roll,
    spot,
    spotting_roll,
)
from domain.rulesets.black_dice.chapters.vocabularies import NOBODY, PEOPLE, SKILLS, labelled
from domain.rulesets.black_dice.parts import (
    Choices,
    Dice20,
    Key,
)
from domain.rulesets.black_dice.said import PERILS as PERIL_NAMES
from domain.rulesets.black_dice.said import (
    InWords,
    Several,
)
from domain.rulesets.black_dice.state import Fight, Person
from domain.rulesets.black_dice.tables import DIFFICULTIES, INTENSITIES, PERILS
from domain.rulesets.black_dice.words import (
    STATS,
    Difficulty,
    Intensity,
)
from domain.story.told import Told
from domain.text.sentences import Spoken
from domain.text.words import Label, Variant, Words

MOST_DICE = max(row.most for row in INTENSITIES.values())
MOST_VICTIMS = 50
FALL = "fall"


class Avoidance(StrictModel):
    """What a peril is avoided with."""

    stat: Key = "dex"
    skill: Key | None = "dodge"


class Spotting(StrictModel):
    """How hard a peril is to see, and whether it has to be seen to be avoided (BD-PERIL-6)."""

    difficulty: Difficulty = "average"
    must_spot: bool = False


class PerilMet(Event, frozen=True, kw_only=True):
    """A peril begins for its victims (BD-PERIL-5), with ``dice`` of damage."""

    type: ClassVar[str] = "black_dice.peril_met"
    words = "Peril"
    example = {"victims": ["vane", "kestrel", "brass_tom"], "intensity": "moderate", "dice": 5, "peril": "burning_car"}
    victims: Several
    intensity: InWords
    dice: int
    peril: Annotated[str, Spoken(PERIL_NAMES)] | None = None

    def says(self) -> str:
        if self.peril == "fall":
            return f"{{victims}} fall{'s' if len(self.victims) == 1 else ''}: {{dice:damage die|damage dice}}."
        what = "{peril}" if self.peril else "a {intensity} peril"
        return f"{what} threatens {{victims}}: {{dice:damage die|damage dice}}."

    def brief(self) -> str:
        ending = "s" if len(self.victims) == 1 else ""
        what = "{peril}" if self.peril else "a {intensity} peril"
        meets = f"fall{ending}" if self.peril == FALL else f"face{ending} {what}"
        return f"{{victims}} | {meets} ({{dice:damage die|damage dice}})"

    told = Told(brief=brief)


DICE_OF: Final[Mapping[str, Node]] = {key: Span(row.least, row.most) for key, row in INTENSITIES.items()}
"""The damage dice of each intensity (BD-PERIL-1 to BD-PERIL-4)."""
DICE_BY: Final[Node] = {**DICE_OF, ABSENT_KEY: {key: DICE_OF[row["intensity"]] for key, row in PERILS.items()}}
"""The damage dice by the intensity, or by the named peril where there is none."""


def stats_here(fight: Fight) -> tuple[str, ...]:
    """Return the stats that sheets have (BD-SKILL-1)."""
    return tuple(dict.fromkeys([*STATS, *(stat for person in fight.people.values() for stat in person.stats)]))


def _victims(view: View[Fight]) -> Node:
    """Whom a peril may meet: of the able those who have the stat and may roll the skill that avoid it (BD-PERIL-7)."""
    fight, every = view.state, [*everything(view.state)]
    able = [person for person in every if isinstance(person, Person) and person.able]
    further = [stat for stat in stats_here(fight) if stat not in STATS]

    def fit(stat: str, skill: str | None) -> Node:
        misfits = {one.id for one in able if stat not in one.stats or not is_trained(fight, one, skill)}
        return tuple([one.id for one in every if one.id not in misfits]) if misfits else TARGETS

    def by_skill(stat: str) -> Node:
        if fight.options.untrained == "stat_only":
            return fit(stat, None)
        return {ABSENT_KEY: fit(stat, None), **{skill: fit(stat, skill) for skill in fight.skills()}}

    if not every:
        return {}
    return {
        ABSENT_KEY: TARGETS,
        NO_AVOIDANCE: TARGETS,
        ANY_KEY: {ANY_KEY: by_skill(STATS[0]), **{stat: by_skill(stat) for stat in further}},
    }


NO_AVOIDANCE: Final = "none"
STAT_ALONE: Final = (Labelled(None, Label("stat_alone")),)


def _avoiding(view: View[Fight]) -> Node:
    """The skills that go with each stat against a peril: those that somebody could avoid it with."""
    rows = view[VICTIMS].get(ANY_KEY, {})
    usual = {**dict.fromkeys(STATS, rows.get(ANY_KEY, NOBODY)), **rows}
    found: dict[str, Node] = {}
    for stat, victims in usual.items():
        if isinstance(victims, dict):
            skilled = labelled([skill for skill, some in victims.items() if skill and some])
            skills: Node = (*(STAT_ALONE if victims[ABSENT_KEY] else ()), *skilled)
        else:
            skills = Either((STAT_ALONE, SKILLS)) if victims else NOBODY
        if skills and stat != ANY_KEY:
            found[stat] = skills
    return found


AVOIDING: Final = Vocabulary[Fight]("skills that avoid a peril", _avoiding)
VICTIMS: Final = Vocabulary[Fight]("victims of a peril", _victims)


SPOTTING: Final = record(
    {
        "difficulty": listed(*DIFFICULTIES, default="average", required=False),
        "must_spot": listed(True, False, default=False, required=False),
    },
    phrase="roll to spot it: {difficulty}[, or it is not avoided{must_spot?}]",
)
_MORE: Final = (
    "[; avoided with {avoidance}][; {black:black die|black dice}][; {bonus:bonus die|bonus dice}]"
    "[; armour counts{armour_applies?}][; bruises only{bruise?}][; {spotting}]"
)


class Peril(Narrating):
    """Bring something dangerous on its victims (BD-PERIL-5): an intensity, a named peril, or a fall (BD-PERIL-10)."""

    form = {
        "avoidance": record(
            {
                "stat": among(keys_of("stats that avoid a peril", AVOIDING), default="dex"),
                "skill": looked_up(AVOIDING, "stat", default="dodge", required=True),
            },
            instead=(NO_AVOIDANCE,),
            phrase="{stat}[ and {skill}]",
            seldom=True,
        ),
        "victims": several(
            Lookup(VICTIMS, ("avoidance", "avoidance.stat", "avoidance.skill")), 1, MOST_VICTIMS, distinct=True
        ),
        "choices": for_action("key", among(DICE), among(TRADES)).but(keys=PEOPLE, within="victims", mark="check"),
        "spotting": SPOTTING,
    }
    variants = {
        "danger": {
            "intensity": listed(*INTENSITIES),
            "peril": among(tuple(PERILS), when={"intensity": (None,)}, required=True),
            "dice": looked_up(DICE_BY, "intensity", "peril", seldom=True),
            "fall": None,
        },
        "fall": {"fall": span(1, 20, required=True), **dict.fromkeys(("intensity", "peril", "dice"))},
    }
    says = ()
    example = {
        "victims": ["vane", "lark"],
        "peril": "burning_car",
        "spotting": {"difficulty": "easy", "must_spot": True},
        "choices": {"vane": {"fate": 1}},
    }
    words = Words(
        "Bring a peril",
        "Bring a peril on {victims}[: {intensity}][: {peril}][, {dice:damage die|damage dice}]" + _MORE,
        group="scene",
        variants={
            "fall": Variant(
                "Let somebody fall",
                "Let {victims} fall {fall:yard|yards}" + _MORE,
                help="Let victims fall from a height.",
            ),
            "danger": Variant(
                "Bring a peril",
                help="Bring something dangerous on its victims: a peril of an intensity, or a named one.",
            ),
        },
        fields={"bruise": "Bruises only", "peril": "Named peril"},
    )
    type: Literal["black_dice.peril"] = "black_dice.peril"
    victims: tuple[CombatantId, ...] = Field(min_length=1, max_length=MOST_VICTIMS)
    intensity: Intensity | None = None
    dice: int | None = Field(
        default=None, ge=1, le=60, description="by default the fewest of the intensity, or those of the named peril"
    )
    peril: Key | None = Field(default=None, description="a peril from the list")
    fall: int | None = Field(
        default=None, ge=1, le=20, description="the height of a fall in yards, rounded up (BD-PERIL-10)"
    )
    avoidance: Avoidance | Literal["none"] | None = Field(
        default=None,
        description="the stat and skill that avoid it; by default Dexterity and Dodge, or what a named peril says",
    )
    spotting: Spotting | None = None
    armour_applies: bool = False
    bruise: bool = False
    black: Dice20 = Field(default=0, description="black dice that the narrator adds to the avoidance (BD-DIFF-8)")
    bonus: Dice20 = 0
    choices: dict[CombatantId, Choices] = Field(default_factory=dict, max_length=MOST_VICTIMS)

    @model_validator(mode="after")
    def one_kind(self) -> Self:
        if sum(kind is not None for kind in (self.intensity, self.peril, self.fall)) != 1:
            raise ValueError("Name exactly one of intensity, peril and fall")
        if self.dice is not None and self.fall is not None:
            raise ValueError("A fall has the dice of its yards; leave dice out")
        return self

    def decide(self, decision: Decision[Fight]) -> None:
        """All spot it, all avoid it, then it hurts one victim after another (BD-PERIL-5, BD-PERIL-12)."""
        fight = decision.state
        victims = self._victims_of(fight)
        intensity, dice, avoidance = self._kind_of(fight)
        danger = Danger(
            victims,
            intensity,
            dice,
            "bruise" if self.bruise else "normal",
            self.armour_applies,
            bonus=self.bonus,
            black=self.black,
            chosen={victim: chosen_of(choices) for victim, choices in self.choices.items()},
        )
        if avoidance is not None:
            danger = replace(danger, stat=avoidance.stat, skill=avoidance.skill)
        if self.spotting is not None:
            danger = replace(danger, spotting=self.spotting.difficulty, must_spot=self.spotting.must_spot)
        self._check(fight, danger)
        decision.cause = decision.record(
            PerilMet(victims=victims, intensity=intensity, dice=dice, peril=FALL if self.fall else self.peril)
        )
        decision.next(spot, danger)

    def _victims_of(self, fight: Fight) -> tuple[str, ...]:
        """The victims in order of joining; refuses the dead and the destroyed, and choices of others."""
        require_distinct(self.victims, "command.victims")
        for place, victim in enumerate(self.victims):
            target_of(fight, victim, f"command.victims[{place}]")
        choosing = {victim for victim in self.victims if victim in fight.people}
        for other in sorted(self.choices.keys() - choosing):
            said = f"{fight.name_of(other)} is no victim that has anything to choose."
            refuse(None, said, code="invalid", field=f"command.choices.{other}")
        return tuple([one for one in fight.joined if one in self.victims])

    def _kind_of(self, fight: Fight) -> tuple[Intensity, int, Avoidance | None]:
        """Intensity, dice and avoidance of a fall (BD-PERIL-10) or a named peril (BD-DATA-5), or as named."""
        avoidance = Avoidance()
        if self.fall is not None:
            usual = min(MOST_DICE, fight.options.fall_dice_per_yard * self.fall)
            intensity: Intensity = next(key for key, row in INTENSITIES.items() if usual <= row.most)
        elif self.intensity is not None:
            intensity, usual = self.intensity, INTENSITIES[self.intensity].least
        else:
            named = PERILS.get(self.peril or "")
            if named is None:
                unknown = f"No peril is called “{self.peril}”; {instead(self.peril or '', PERILS)}"
                refuse("BD-DATA-5", unknown, field="command.peril")
            intensity, usual = named["intensity"], named["dice"]
            if "stat" in named:
                avoidance = Avoidance(stat=named["stat"], skill=None)
        row, dice = INTENSITIES[intensity], usual if self.dice is None else self.dice
        fits = f"A {intensity} peril has {row.least} to {row.most} dice, not {dice}."
        require(row.least <= dice <= row.most, "BD-PERIL-5", fits, field="command.dice")
        if self.avoidance is not None:
            return intensity, dice, None if self.avoidance == "none" else self.avoidance
        return intensity, dice, avoidance

    def _check(self, fight: Fight, danger: Danger) -> None:
        """Refuse before any die falls what the victims cannot roll or cannot pay (BD-FATE-14).

        Choices are for the avoidance; for the spotting where there is nothing to avoid with.
        """
        if danger.stat is not None and danger.stat not in stats_here(fight):
            detail = f"No stat is called “{danger.stat}” here; {instead(danger.stat, stats_here(fight))}"
            refuse(None, detail, code="invalid", field="command.avoidance")
        require_skill(fight, danger.skill, "command.avoidance")
        for person in able_victims(fight, danger):
            choices, field = self.choices.get(person.id), f"command.choices.{person.id}"
            if danger.stat is not None:
                require_stat(person, danger.stat, "command.avoidance")
                avoidance_roll(fight, danger, person, choices, field)
            elif danger.spotting is not None:
                spotting_roll(fight, danger, person, choices, field)


PERILS_CHAPTER: Chapter[Fight] = Chapter(
    commands=(Peril,),
    events=(PerilMet,),
    labels={
        "text.stat_alone": "The stat alone",
        "armour_applies": "Armour counts",
        "avoidance": "Avoided with",
        "avoidance.none": "Nothing",
        "fall": "Fall in yards",
        "must_spot": "Must be spotted to be avoided",
        "spotting": "Roll to spot it",
        "intensity": "Intensity",
        "minor": "Minor",
        "moderate": "Moderate",
        "major": "Major",
        "deadly": "Deadly",
        "victims": "Victims",
    },
)
