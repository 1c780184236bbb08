"""The checks that the narrator calls: of a stat and a skill, or of two stats to stay alive (BD-RUL-44)."""

from typing import Final, Literal

from msgspec.structs import replace
from pydantic import Field

from domain.core.commands import CombatantId, Narrating
from domain.decision.decision import Decision
from domain.fields.field import among, listed, looked_up, span
from domain.fields.vocabulary import Vocabulary
from domain.model.people import find_combatant
from domain.model.refusal import at_field, require
from domain.ruleset.chapter import Chapter
from domain.rulesets.black_dice.chapters.dice.checks import (
    COMMON_TO,
    TRAINED,
    attempt,
    help_of,
    helped,
    label_of,
    record_help,
    require_skill,
    require_stat,
)
from domain.rulesets.black_dice.chapters.dice.choice_fields import (
    CHECKED_TRADE,
    FATE,
    PIPS,
    TRADES,
    choices,
    for_action,
)
from domain.rulesets.black_dice.chapters.dice.choices import check_choices
from domain.rulesets.black_dice.chapters.dice.plans import Chosen
from domain.rulesets.black_dice.chapters.dice.pools import action_roll
from domain.rulesets.black_dice.chapters.objections import require_acting
from domain.rulesets.black_dice.chapters.rounds.ending import StayingChosen
from domain.rulesets.black_dice.chapters.vocabularies import STATS, carrying_out
from domain.rulesets.black_dice.chapters.wounds.waking import Call, Struggle, roll_of, struggle
from domain.rulesets.black_dice.parts import (
    SITUATION,
    WITH_SITUATION,
    CarryingOut,
    Choices,
    Helped,
    Key,
    Situation,
)
from domain.rulesets.black_dice.state import Fight
from domain.rulesets.black_dice.tables import DIFFICULTIES
from domain.rulesets.black_dice.words import (
    Act,
    Difficulty,
)
from domain.story.told import AS_SAID, Told
from domain.text.words import Variant, Words

LIFE = {"fortitude", "resolve"}


CHECK: Final[frozenset[Act]] = frozenset({"check", "other"})
ROLLING: Final = Vocabulary[Fight](
    "who can be asked for a roll", lambda view: tuple(one.id for one in carrying_out(view, CHECK) if one.able)
)
LIVING: Final = Vocabulary[Fight](
    "who can be asked to stay alive", lambda view: tuple(one.id for one in carrying_out(view, CHECK) if one.alive)
)


class Check(CarryingOut, Narrating, Situation, Helped):
    """Ask a combatant for a roll against a difficulty, or for one to stay alive (BD-SKILL-2).

    To stay alive, fortitude and resolve are rolled together (BD-RUL-44).
    """

    form = {
        "combatant": among(ROLLING),
        "stat": looked_up(STATS, "combatant"),
        "with_stat": None,
        "skill": looked_up(TRAINED, "combatant"),
        "difficulty": listed(*DIFFICULTIES, seldom=True),
        "needed": span(1, 20, seldom=True),
        "throw_anyway": listed(True, False, seldom=True),
        **SITUATION,
        **helped("combatant"),
        "choices": for_action("combatant", looked_up(COMMON_TO, "combatant", "skill"), CHECKED_TRADE),
    }
    variants = {
        "skill": {},
        "survive": {
            "combatant": among(LIVING),
            "stat": listed(*sorted(LIFE)),
            "with_stat": listed(*sorted(LIFE), bars=("stat",), required=True),
            "skill": None,
            "complementary": None,
            "assistants": None,
            "choices": choices(looked_up(FATE, "combatant"), among(()), CHECKED_TRADE, among(PIPS), among(TRADES)),
        },
    }
    carries_out = CHECK
    says = (
        "The narrator asks {combatant} to roll {skill}.",
        "The narrator asks {combatant} to roll {stat} and {with_stat}, to stay alive.",
        "The narrator asks {combatant} to roll {stat}.",
    )
    example = {
        "combatant": "vane",
        "stat": "wits",
        "skill": "perception",
        "difficulty": "difficult",
        "needed": 2,
        "bonus": 1,
        "reason": "a lamp in the fog",
        "complementary": ["sneak"],
        "assistants": ["lark"],
        "choices": {"common": 2},
    }
    words = Words(
        "Call for a roll",
        "Ask {combatant} to roll {stat}[ and {skill}][: {difficulty}][, {needed:success|successes} needed]"
        + WITH_SITUATION,
        group="tests",
        variants={
            "survive": Variant(
                "Call for a roll to stay alive",
                "Ask {combatant} to roll {stat} and {with_stat} to stay alive[: {difficulty}]"
                "[, {needed:success|successes} needed]" + WITH_SITUATION,
                help="Ask a combatant to roll Fortitude and Resolve together, to stay alive.",
            ),
            "skill": Variant("Call for a roll", help="Ask a combatant for a roll against a difficulty."),
        },
    )
    told = Told(brief=AS_SAID, unless=("black_dice.check_settled",))
    type: Literal["black_dice.check"] = "black_dice.check"
    combatant: CombatantId
    stat: Key
    with_stat: Key | None = Field(
        default=None, description="Fortitude and Resolve are rolled together to stay alive (BD-RUL-44)"
    )
    skill: Key | None = None
    difficulty: Difficulty = "average"
    needed: int = Field(default=1, ge=1, le=20)
    throw_anyway: bool = Field(default=False, description="throw the dice even of a very easy roll (BD-DIFF-1)")
    choices: Choices | None = None

    def carried_out_by(self) -> str | None:
        return self.combatant

    def decide(self, decision: Decision[Fight]) -> None:
        """Roll a stat and a skill, or two stats to stay alive (BD-SKILL-2, BD-RUL-44)."""
        if self.with_stat is None:
            self._roll_skill(decision)
        else:
            self._survive(decision)

    def _roll_skill(self, decision: Decision[Fight]) -> None:
        """A skill roll that the narrator asks for (BD-SKILL-2)."""
        fight = decision.state
        person = find_combatant(fight, self.combatant, "command.combatant")
        require_acting(person, "command.combatant")
        require_stat(person, self.stat, "command.stat")
        require_skill(fight, self.skill, "command.skill")
        helping, crowd = help_of(fight, person, self.skill, self)
        plan = action_roll(
            fight,
            person,
            label_of(self.stat, self.skill),
            self.stat,
            self.skill,
            helped=helping,
            difficulty=self.difficulty,
            bonuses=(("narrator", self.bonus),),
            penalties=(("narrator", -self.penalty),),
            black=(("crowd", crowd), ("narrator", self.black)),
            choices=self.choices,
            skill_field="command.skill",
        )
        record_help(decision, person, self)
        attempt(decision, plan, self.difficulty, self.needed, anyway=self.throw_anyway)

    def _survive(self, decision: Decision[Fight]) -> None:
        """Fortitude + Resolve to stay alive, which fate makes sure as it does consciousness (BD-FATE-6, BD-RUL-44).

        It is a toll roll that also the unconscious and the dying make; what it decides is the narrator's.
        """
        fight = decision.state
        person = find_combatant(fight, self.combatant, "command.combatant")
        require(person.alive, "BD-DYING-8", f"{person.name} is dead.", field="command.combatant")
        alone = self.skill is None and not self.complementary and not self.assistants
        said = "Two stats are rolled together only to stay alive: fortitude with resolve, without skill or help."
        require({self.stat, self.with_stat} == LIFE and alone, "BD-RUL-44", said, field="command.with_stat")
        call = Call(self.difficulty, self.bonus, self.penalty, self.black, self.needed)
        struggling = Struggle(person.id, call=call)
        if self.choices is not None:
            named = Chosen(self.choices.fate, self.choices.trade, self.choices.common)
            with at_field("choices", "command.choices"):
                check_choices(fight, replace(roll_of(fight, person, struggling), chosen=named))
            struggling = replace(struggling, staying=StayingChosen(named.fate, named.trade))
        decision.next(struggle, struggling)


CALLS: Chapter[Fight] = Chapter(
    commands=(Check,),
    labels={
        "needed": "Successes needed",
        "throw_anyway": "Throw even if very easy",
        "with_stat": "With the stat",
    },
)
