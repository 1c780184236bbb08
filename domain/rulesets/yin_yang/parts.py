"""Fields that several commands and answers share."""

from typing import Annotated, Any, Final, get_args

from pydantic import Field, StringConstraints

from domain.core.commands import (
    Acting,
    Answering,
    CombatantId,
    Command,
    Name,
    Narrating,
    StrictModel,
    Text,
)
from domain.fields.field import Field as FormField
from domain.fields.field import Fields, Lookup, Many, Total, listed, looked_up, record, several, span, text
from domain.fields.sets import ABSENT_KEY, ANY_KEY, Labelled, Node, Span
from domain.fields.vocabulary import EVERYBODY, View, Vocabulary
from domain.model.cards import CARD_PATTERN
from domain.model.free_text import LINE_CHARACTER
from domain.rulesets.yin_yang.state import Fight, Person
from domain.rulesets.yin_yang.words import (
    Aim,
    ArmourEdge,
    ArmourFlaw,
    GrantedOn,
    Lasting,
    Mode,
    Reach,
    Stake,
    TestAttribute,
    WeaponEdge,
    WeaponFlaw,
)
from domain.text.words import Label

LONGEST_KEY: Final = 40
KEY_PATTERN: Final = rf"^[a-z0-9][a-z0-9_-]{{0,{LONGEST_KEY - 1}}}$"
Key = Annotated[str, StringConstraints(pattern=KEY_PATTERN)]
Said = Annotated[Text, StringConstraints(min_length=1)]
AbilityName = Annotated[str, StringConstraints(min_length=1, max_length=80, pattern=f"^{LINE_CHARACTER}+$")]
Condition = Annotated[str, StringConstraints(max_length=80, pattern=f"^{LINE_CHARACTER}*$")]
Card = Annotated[str, StringConstraints(pattern=CARD_PATTERN)]
HandCard = Annotated[
    Card | None, Field(description="the card played from an open hand; left out where hands are blind (YY-DECK-14)")
]
Cards5 = Annotated[int, Field(ge=0, le=5, description="number of cards; only the narrator gives them (YY-BONUS-4)")]
Attributes = Annotated[
    tuple[TestAttribute, ...],
    Field(min_length=1, max_length=2, description="one attribute, or two without an ability (YY-TEST-2)"),
]
Combatants = Annotated[tuple[CombatantId, ...], Field(max_length=200)]


# Fields of forms that several commands have


def _people(view: View[Fight]) -> Any:
    """Return all combatants; those whose joining was rewound are no longer there."""
    people = tuple(view.state.people)
    return EVERYBODY if people == view.state.joined else people


PEOPLE: Final = Vocabulary[Fight]("combatants", _people)
TEST_ATTRIBUTES: Final[tuple[TestAttribute, ...]] = get_args(TestAttribute)
_OF_THE_MIND: Final = ("intellect", "charisma")
"""Charisma is computed with Intellect (YY-ATTR-2), so that no test is made on both (YY-TEST-2)."""
_WORTH: Final[Node] = {**dict.fromkeys(_OF_THE_MIND, (2,)), ANY_KEY: (1,)}
ONE_ATTRIBUTE: Final[Node] = {"0": TEST_ATTRIBUTES}
TWO_ATTRIBUTES: Final[Node] = {
    **dict.fromkeys(("0", "1"), TEST_ATTRIBUTES),
    "2": tuple([attribute for attribute in TEST_ATTRIBUTES if attribute not in _OF_THE_MIND]),
}
BY_ABILITY: Final[Node] = {ABSENT_KEY: TWO_ATTRIBUTES, ANY_KEY: ONE_ATTRIBUTE}
ATTRIBUTES_SO_FAR: Final = Total("attributes", Lookup(_WORTH, ("attributes",)))
ATTRIBUTES_OF_TEST: Final = looked_up(BY_ABILITY, "ability", ATTRIBUTES_SO_FAR, many=Many(1, 2), bars=("attributes",))
"""One attribute, or two different ones without an ability (YY-TEST-2)."""
ONE_OF_ATTRIBUTES: Final = several(TEST_ATTRIBUTES, 1, 1)
"""What a test with an ability is made on."""
TWO_OF_ATTRIBUTES: Final = looked_up(TWO_ATTRIBUTES, ATTRIBUTES_SO_FAR, many=Many(1, 2), bars=("attributes",))
"""What a test without an ability is made on."""
SAID: Final = text(500, 1)
GOAL: Final = text(500, 1, when={"stake": ("goal",)}, required=True)
FOR_DAMAGE: Final = Labelled("damage", Label("for_damage"))
TO_REACH: Final = Labelled("goal", Label("to_reach"))
TO_FLEE: Final = Labelled("flee", Label("to_flee"))
STAKES_OF_ACT: Final = (TO_REACH, TO_FLEE)
STAKING: Final[Fields] = {"stake": listed(FOR_DAMAGE, TO_FLEE, TO_REACH, seldom=True), "goal": GOAL}
ADDED: Final[Fields] = {
    "bonus": span(0, 5, narrators=True, seldom=True),
    "penalty": span(0, 5, narrators=True, seldom=True),
}
"""Cards that the narrator adds."""
ADDED_SAID: Final = "[, {bonus:bonus card|bonus cards}][, {penalty:penalty card|penalty cards}]"
CARDS_SAID: Final = "[, playing {hand_card}]" + ADDED_SAID
"""What phrases of commands say about the card that is played and those that are added."""
STAKE_SAID: Final = "[, {stake}][: “{goal}”]"
PULLED_SAID: Final = "[, pulling punches{pull_punches?}]"
AIM_SAID: Final = "[, aiming at {called_shot}]"
CALLED_SHOT: Final = record(
    {"aim": listed(*[Labelled(aim, Label(f"aim_{aim}")) for aim in get_args(Aim)]), "text": SAID},
    phrase="{aim} to achieve “{text}”",
    seldom=True,
)


def granting(combatant: FormField, lasting: FormField) -> Fields:
    """Return the fields of granted cards: bonus or penalty cards, not both (YY-BONUS-6)."""
    return {
        "combatant": combatant,
        "bonus": span(0, 5),
        "penalty": looked_up({"0": Span(1, 5)}, "bonus", required=True),
        "on": listed(*get_args(GrantedOn)),
        "lasting": lasting,
        "reason": text(),
    }


class CalledShotSheet(StrictModel):
    """Where a blow is aimed, and what it is to achieve (YY-CALLED-1)."""

    aim: Aim
    text: Said


class Striking(StrictModel):
    """What an attack or an attacking match is made with; without both it is the sheet's default attack (YY-ATK-3)."""

    weapon: Key | None = None
    ability: AbilityName | None = None
    pull_punches: bool = Field(default=False, description="set the weapon aside and strike with bare hands (YY-DMG-19)")


class Staking(StrictModel):
    """What the winner gets (YY-ATK-12): a Damage Draw, an escape, or the goal in words."""

    stake: Stake | None = Field(
        default=None, description="what the winner gets; by default damage for an attack, the goal for an act"
    )
    goal: Text = Field(default="", description="what the winner reaches, in words")


class Situation(StrictModel):
    """Cards that the narrator adds to a test."""

    bonus: Cards5 = 0
    penalty: Cards5 = 0


class Granting(StrictModel):
    """Bonus or penalty cards for somebody (YY-BONUS-6); exactly one of both."""

    combatant: CombatantId
    bonus: Cards5 = 0
    penalty: Cards5 = 0
    on: GrantedOn = "tests"
    lasting: Lasting = "next_test"
    reason: Text = ""


class Matching(Striking, Staking, Situation):
    """How a call is matched (YY-ATK-8)."""

    mode: Mode = "attack"
    attributes: Attributes | None = Field(
        default=None, description="what a counter is made on; an attack is made on the combat value"
    )
    hand_card: HandCard = None


class WeaponSheet(StrictModel):
    """A weapon: one of the chart, changed where fields are given, or one of the group's own with all that it needs."""

    id: Key
    kind: Key | None = Field(
        default=None, description="the weapon of the chart that it is; by default the one with the same ID"
    )
    name: Name | None = None
    reach: Reach | None = None
    edges: tuple[WeaponEdge, ...] | None = Field(default=None, max_length=12)
    flaws: tuple[WeaponFlaw, ...] | None = Field(default=None, max_length=6)
    hands: int | None = Field(default=None, ge=0, le=2, description="the most hands that can hold it")
    natural: bool | None = None
    damage_score_adjustment: int | None = Field(default=None, ge=-10, le=10)


class ArmourSheet(StrictModel):
    """A piece of armour: one of the chart, changed where fields are given, or one of the group's own."""

    id: Key
    kind: Key | None = Field(
        default=None, description="the piece of armour of the chart that it is; by default the one with the same ID"
    )
    name: Name | None = None
    edges: tuple[ArmourEdge, ...] | None = Field(default=None, max_length=8)
    flaws: tuple[ArmourFlaw, ...] | None = Field(default=None, max_length=4)
    hands: int | None = Field(default=None, ge=0, le=2)
    destroyed: bool = False


class Timely(Command):
    """A command that is listed as legal only while it has a purpose; at other times its own conditions refuse it."""

    @classmethod
    def is_timely(cls, fight: Fight) -> bool:
        """Return whether the command has a purpose now."""
        raise NotImplementedError(f"{cls.__name__} has no method `is_timely`")


class WhileMatching(Timely):
    """A command about actions that may still be matched."""

    @classmethod
    def is_timely(cls, fight: Fight) -> bool:
        return any(prompt.kind == "match" for prompt in fight.prompts)


class EndingChallenge(Narrating):
    """A command that ends a challenge that is being held, for which everything else waits (YY-CHAL-5)."""


class OpenToUnable(Acting):
    """A command that a combatant out of action may still give, unless dead (YY-CHAL-2, YY-COND-10)."""


class Excusing(Acting):
    """A command that a combatant out of action may give in some cases (YY-COND-1)."""

    def excuses(self, actor: Person, *, narrated: bool) -> bool:
        """Return whether this combatant may give it although out of action; ``narrated`` if the narrator speaks."""
        raise NotImplementedError(f"{type(self).__name__} has no method `excuses`")


class Combining(Acting):
    """A command of several together; as an attack it needs a running turn (YY-ACT-5)."""

    @property
    def is_attack(self) -> bool:
        """Whether it is an attack."""
        raise NotImplementedError(f"{type(self).__name__} has no property `is_attack`")


class MatchingAnswer(Answering, Matching):
    """An answer that spends an action against a call (YY-ATK-8)."""


class Following(Staking):
    """A follow-up (YY-KING-4): at whom, for what."""

    target: CombatantId
    pull_punches: bool = False
    called_shot: CalledShotSheet | None = None


class Joining(StrictModel):
    """Whether one joins a combined action, and with which card of an open hand."""

    joins: bool
    hand_card: HandCard = None


class Consenting(StrictModel):
    """The narrator's word about an action, a charge, a combined action (YY-PROM-4)."""

    allow: bool
    may_counter: Combatants = ()
    bonus: Cards5 = 0
    penalty: Cards5 = 0
    waive_dedication: bool = False
