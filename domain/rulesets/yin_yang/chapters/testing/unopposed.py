"""Unopposed tests: what is checked and spent, automatic success, and what follows from the card (YY-TEST, YY-AUTO)."""

from typing import ClassVar, Final, Literal

from pydantic import Field

from domain.core.commands import Text
from domain.decision.decision import Decision
from domain.fields.field import Fields, Folded, among, listed, looked_up, text
from domain.fields.vocabulary import View, Vocabulary
from domain.model.people import find_combatant
from domain.ruleset.chapter import Chapter
from domain.rulesets.yin_yang.chapters.decks.decks import settle_decks
from domain.rulesets.yin_yang.chapters.decks.drawing import Plan, Result, draw_test, plan_test, succeed
from domain.rulesets.yin_yang.chapters.decks.hands import require_action, require_no_card, spend, turn_up
from domain.rulesets.yin_yang.chapters.decks.jokers import cancel, reward
from domain.rulesets.yin_yang.chapters.testing.scope import (
    ABILITIES_FOR_TASK,
    NEEDED_SCOPES,
    is_automatic,
    require_scope,
)
from domain.rulesets.yin_yang.chapters.turns.edge import count_single
from domain.rulesets.yin_yang.chapters.turns.turns import require_call
from domain.rulesets.yin_yang.chapters.vocabularies import CARD_PLAYED, TESTERS, VOICED, gifted, people
from domain.rulesets.yin_yang.parts import (
    ADDED,
    CARDS_SAID,
    ONE_OF_ATTRIBUTES,
    TWO_OF_ATTRIBUTES,
    AbilityName,
    Attributes,
    Excusing,
    HandCard,
    Situation,
)
from domain.rulesets.yin_yang.state import Fight, Person
from domain.rulesets.yin_yang.tables import DIFFICULTIES
from domain.rulesets.yin_yang.words import Difficulty, Scope
from domain.text.words import Variant, Words

TEST = "test"


TASK: Final = text(500)
WITHOUT_ABILITY: Final[Fields] = {
    "task": TASK,
    "ability": None,
    "attributes": TWO_OF_ATTRIBUTES,
    "needs_scope": None,
}
WITH_ABILITY: Final[Fields] = {
    "task": TASK,
    "ability": looked_up(ABILITIES_FOR_TASK, "actor", Folded("task"), required=True),
    "attributes": ONE_OF_ATTRIBUTES,
    "needs_scope": looked_up(NEEDED_SCOPES, "actor", "ability", Folded("task"), narrators=True, seldom=True),
}
HOW_SAID: Final = (
    "[, difficulty: {difficulty}][, scope needed: {needs_scope}][, a precision task{precision?}]"
    f"[, drawing anyway{{draw_anyway?}}]{CARDS_SAID}[, for “{{task}}”]"
)
FREELY: Final[Fields] = {"free": listed(True, required=True), "hand_card": None}
FOR_AN_ACTION: Final[Fields] = {"free": None, "hand_card": CARD_PLAYED}


def _test_of(actor: Vocabulary[Fight], ability: Fields, cost: Fields) -> Fields:
    """Return the fields of an unopposed test."""
    return {
        "actor": among(actor),
        **ability,
        "difficulty": listed(*DIFFICULTIES, narrators=True, seldom=True),
        "draw_anyway": listed(True, False, seldom=True),
        "precision": listed(True, False, seldom=True),
        **ADDED,
        **cost,
    }


def _free_testers(view: View[Fight]) -> tuple[str, ...]:
    """Return who may make a free test of the narrator (YY-TEST-10)."""
    return tuple([one.id for one in people(view, view[VOICED]) if not one.gone]) if view.speaker.is_narrator else ()


FREE_TESTERS: Final = Vocabulary[Fight]("who may test freely", _free_testers)
FREELY_SAID: Final = f"Test {{attributes}}[ ({{ability}})] at no cost{HOW_SAID}"


class Test(Excusing, Situation):
    """Make an unopposed test (YY-TEST-11). In a turn it costs an action, unless the narrator makes it free."""

    variants = {
        "costing": _test_of(TESTERS, WITHOUT_ABILITY, FOR_AN_ACTION),
        "costing_with_ability": _test_of(gifted("who may test with an ability", TESTERS), WITH_ABILITY, FOR_AN_ACTION),
        "free": _test_of(FREE_TESTERS, WITHOUT_ABILITY, FREELY),
        "free_with_ability": _test_of(
            gifted("who may test freely with an ability", FREE_TESTERS), WITH_ABILITY, FREELY
        ),
    }
    secrets: ClassVar[frozenset[str]] = frozenset({"hand_card"})
    says = ()
    example = {"actor": "irons", "attributes": ["perception"], "ability": "Captain", "task": "notice the iceberg"}
    words = Words(
        "Test",
        f"Test {{attributes}}[ ({{ability}})]{HOW_SAID}",
        group="tests",
        variants={
            "costing": Variant("Test without an ability", costs="an action in a turn"),
            "costing_with_ability": Variant("Test with an ability", costs="an action in a turn"),
            "free": Variant("Test without an ability, at no cost", FREELY_SAID),
            "free_with_ability": Variant("Test with an ability, at no cost", FREELY_SAID),
        },
    )
    type: Literal["yin_yang.test"] = "yin_yang.test"
    attributes: Attributes
    ability: AbilityName | None = None
    task: Text = ""
    precision: bool = False
    difficulty: Difficulty | None = Field(default=None, description="only the narrator sets it (YY-AUTO-6)")
    needs_scope: Scope | None = Field(
        default=None, description="the narrowest scope that may try it; only the narrator sets it (YY-SCOPE-3)"
    )
    draw_anyway: bool = Field(default=False, description="give up an automatic success and draw (YY-AUTO-8)")
    free: bool = Field(default=False, description="whether it costs no action; only the narrator says so (YY-TEST-10)")
    hand_card: HandCard = None

    def excuses(self, actor: Person, *, narrated: bool) -> bool:
        """Return whether it is a free test of the narrator for a combatant that has not left."""
        return self.free and narrated and not actor.gone

    def decide(self, decision: Decision[Fight]) -> None:
        """Make an unopposed test (YY-TEST-11): it costs an action in a turn, unless the narrator calls it free."""
        fight = decision.state
        person = find_combatant(fight, self.actor, "command.actor")
        plan = plan_test(
            fight,
            person.id,
            self.attributes,
            self.ability,
            label=TEST,
            bonus=self.bonus,
            penalty=self.penalty,
            difficulty=self.difficulty,
            precision=self.precision,
            hand_card=self.hand_card,
            task=self.task,
        )
        require_scope(fight, person, self.ability, self.task, self.needs_scope)
        if self.free:
            require_no_card(fight, self.hand_card)
        else:
            require_alone(fight, person, self.hand_card)
            spend(decision, person.id, self.hand_card)
        ability = None if self.ability is None else person.abilities[self.ability]
        if is_automatic(fight.options, ability, self.difficulty) and not self.draw_anyway:
            turn_up(decision, person.id, plan.played)
            decision.cause = succeed(decision, plan).test
        else:
            draw_alone(decision, plan)
        settle_decks(decision)


def require_alone(fight: Fight, person: Person, hand_card: str | None) -> None:
    """Refuse a test or tend that costs an action in a turn if it cannot be called or paid (YY-TEST-10, YY-ACT-5)."""
    if fight.phase == "turn":
        require_call(fight, person)
    require_action(fight, person, hand_card)


def draw_alone(decision: Decision[Fight], plan: Plan) -> Result:
    """Draw an unopposed test, which its own card decides (YY-TEST-11), and what comes of jokers and streaks (YY-ORD-1).

    A kept Coloured Joker cancels whatever is left of the turn (YY-JOKER-8), a White Joker gives extra actions
    (YY-JOKER-2); a King earns nothing, since this is no attack (YY-KING-2).
    """
    result = draw_test(decision, plan)
    decision.cause = result.test
    if result.grade == "coloured_joker":
        cancel(decision, plan.combatant)
    count_single(decision, plan.combatant, result.success)
    if result.grade == "white_joker":
        reward(decision, plan.combatant)
    return result


UNOPPOSED: Chapter[Fight] = Chapter(commands=(Test,))
