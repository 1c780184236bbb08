"""The typed answers: each goes to the open prompt of its kind that is put to the actor, or to the narrator.

Where none is open the refusal names the rule that says when there is something to answer.
"""

from collections.abc import Mapping
from typing import Annotated, ClassVar, Final, Literal, get_args

from pydantic import Field

from domain.core.commands import Answering, PhaseRule
from domain.decision.decision import Decision
from domain.decision.typed_answers import answer_fields, give_answer, open_prompt
from domain.fields.field import Field as FormField
from domain.fields.field import Fields, Lookup, among, listed, looked_up, record
from domain.fields.sets import AnyText, Node
from domain.fields.vocabulary import Vocabulary, keys_of
from domain.model.encounter import Question
from domain.model.event import Json
from domain.model.people import find_combatant
from domain.ruleset.chapter import Chapter
from domain.rulesets.ticks.chapters.counting.acts import AT_STAKE, DISARMING, TESTED
from domain.rulesets.ticks.chapters.counting.choices import (
    AROUND,
    DEED_LUCK,
    DEEDS_IN_VAIN,
    DEEDS_OPEN,
    DEEDS_POSSIBLE,
    HOLDING,
    LANDING,
    LAPSING,
    LASTING,
    SMALL_DEEDS,
    STANDING_UP,
    WAYS,
    WAYS_WITH_OTHERS,
    StrikeChoices,
)
from domain.rulesets.ticks.chapters.counting.count_down import (
    Held,
    acting_group_open,
    ask_anew,
    nobody_asked,
    tick_open,
)
from domain.rulesets.ticks.chapters.counting.who_acts import could_act, is_asked
from domain.rulesets.ticks.chapters.declaring.plans import HOLD
from domain.rulesets.ticks.chapters.deeds.hands import SMALL_ITEMS
from domain.rulesets.ticks.chapters.vocabularies import LUCK, SQUARE
from domain.rulesets.ticks.parts import SEALED, Doing
from domain.rulesets.ticks.state import Fight
from domain.rulesets.ticks.words import RESOLUTION, TO_ACTS, SmallKind, When
from domain.text.words import Variant, Words


def step(when: FormField, there: Lookup | None = None) -> FormField:
    """Return the field of a step, by the column and the row of its square (TK-MOVE-3)."""
    column = looked_up(COLUMNS, "actor", required=True)
    row = looked_up(AROUND, "actor", "x", required=True)
    to = record({"x": column, "y": row}, phrase=SQUARE, required=True)
    return record({"to": to, "when": when}, phrase="{to}: {when}", there=there)


COLUMNS = Vocabulary[Fight](
    "columns around", lambda view: {who: tuple(map(int, rows)) for who, rows in view[AROUND].items()}
)
STEP = step(listed(*get_args(When)))
STRIKE: Final[Mapping[str, FormField]] = {
    "luck": looked_up(LUCK, "actor", keys=Lookup(TESTED, ("actor",)), shared=True),
    "statistic": looked_up(DISARMING, "actor", seldom=True),
    "item": looked_up(AT_STAKE, "actor", seldom=True),
}
HOW: Final = "[, {mode}][, with luck for {luck}][, with {statistic}][, for {item}]"
"""How a strike is made, after its weapon."""


def as_declared(name: str, choices: StrikeChoices) -> Fields:
    """Return the fields of a strike with the declared weapon."""
    needed = Lookup(choices.declared_mode_needed, ("actor",))
    mode = looked_up(choices.declared_modes, "actor", required=needed, seldom=True)
    return {
        "actor": among(keys_of(name, choices.declared_modes)),
        "strike": record({"mode": mode, **STRIKE}, phrase=f"as declared{HOW}", required=True),
        "step": step(looked_up(WAYS, "actor", "strike.mode"), there=Lookup(COLUMNS, ("actor",))),
        "stand": looked_up(STANDING_UP, "actor"),
    }


def with_another(name: str, choices: StrikeChoices) -> Fields:
    """Return the fields of a strike with a weapon in hand that is named."""
    needed = Lookup(choices.mode_needed, ("actor",))
    mode = looked_up(choices.modes, "actor", required=needed, seldom=True)
    weapon = looked_up(choices.weapons, "actor", "mode", required=True)
    when = looked_up(WAYS_WITH_OTHERS, "actor", "strike.weapon", "strike.mode")
    return {
        "actor": among(keys_of(name, choices.weapons)),
        "strike": record({"mode": mode, "weapon": weapon, **STRIKE}, phrase=f"with {{weapon}}{HOW}", required=True),
        "step": step(when, there=Lookup(COLUMNS, ("actor",))),
        "stand": looked_up(STANDING_UP, "actor"),
    }


A_TEXT: Final = AnyText(500, 1)
TEXTS: Final[Node] = dict.fromkeys(get_args(SmallKind), A_TEXT)
DEED = record(
    {
        "kind": looked_up(SMALL_DEEDS, "actor", required=True),
        "item": looked_up(SMALL_ITEMS, "kind", "actor", required=True),
        "text": looked_up(TEXTS, "kind", required={"kind": ("narrated",)}),
        "luck": looked_up(DEED_LUCK, "actor"),
    },
    phrase="the deed[: {kind}][ {item}][ (“{text}”)][, with {luck:point|points} of luck]",
    there=Lookup(DEEDS_OPEN, ("actor",)),
)


class Act(Answering, Doing):
    """Say what to do on the open tick (TK-RES-7).

    Answers `act`, and overrides an earlier hold.
    """

    form = {"actor": None, "strike": None, "step": None, "stand": None, "deed": None}
    variants = {
        "step": {
            "actor": among(keys_of("who may step", AROUND)),
            "step": STEP.but(required=True),
            "deed": DEED,
        },
        "stand": {
            "actor": among(keys_of("who may stand up", STANDING_UP)),
            "stand": listed(True, required=True),
            "deed": DEED,
        },
        "strike": as_declared("who may strike as declared", LANDING),
        "strike_with": with_another("who may strike", LANDING),
        "strike_anyway": as_declared("who may strike as declared in vain", LAPSING),
        "strike_with_anyway": with_another("who may strike in vain", LAPSING),
        "deed": {"actor": among(keys_of("who may do a deed", DEEDS_POSSIBLE)), "deed": DEED.but(required=True)},
        "deed_anyway": {
            "actor": among(keys_of("who may do a deed in vain", DEEDS_IN_VAIN)),
            "deed": DEED.but(required=True),
        },
    }
    secrets: ClassVar[frozenset[str]] = frozenset(Doing.model_fields)
    public_type: ClassVar[str | None] = SEALED
    during = PhaseRule(RESOLUTION, "TK-RES-6", "One acts while the count goes down, when all have declared.", TO_ACTS)
    answers_to = "act"
    says = ()
    example = {"actor": "sable", "step": {"to": {"x": 7, "y": 0}, "when": "after"}, "strike": {"luck": {"marksman": 1}}}
    words = Words(
        "Act",
        group="turn",
        prominence="main",
        variants={
            "step": Variant(
                "Step",
                "Step to {step}[, and do {deed}]",
                group="move",
                help="Go to a square next to one's own, before or after the strikes of the tick.",
            ),
            "stand": Variant(
                "Stand up",
                "Stand up[, and do {deed}]",
                group="move",
                help="Get up in place of a step, before the strikes.",
            ),
            "strike": Variant(
                "Strike as declared",
                "Strike {strike}[, and stand up{stand?}][, and step to {step}]",
                group="attack",
                help="Make the declared attack. If its target is out of reach or sight when the tick closes, it "
                "lapses: it costs nothing, and may be made on a later tick.",
            ),
            "strike_with": Variant(
                "Strike with another weapon",
                "Strike {strike}[, and stand up{stand?}][, and step to {step}]",
                group="attack",
                help="Make the declared attack with another weapon in hand. It lapses like one with the declared one.",
            ),
            "strike_anyway": Variant(
                "Strike as declared, though it is not possible yet",
                "Strike {strike}, though it is not possible yet[, and stand up{stand?}][, and step to {step}]",
                group="attack",
                prominence="seldom",
                help="Make the declared attack, although its target is out of reach or sight, or the weapon is not "
                "ready and loaded. Unless that changes before the strikes of this tick, it lapses: it costs nothing, "
                "and may be made on a later tick.",
            ),
            "strike_with_anyway": Variant(
                "Strike with another weapon, though it is not possible yet",
                "Strike {strike}, though it is not possible yet[, and stand up{stand?}][, and step to {step}]",
                group="attack",
                prominence="seldom",
                help="Make the declared attack with a weapon in hand with which it cannot be made as things are. It "
                "lapses like one with the declared weapon.",
            ),
            "deed": Variant(
                "Do something",
                "Do {deed}",
                help="Do the declared deed, or a small one while evading. If it has become impossible when the tick "
                "closes, it lapses.",
            ),
            "deed_anyway": Variant(
                "Do something, though it is not possible yet",
                "Do {deed}, though it is not possible yet",
                prominence="seldom",
                help="Do the declared deed, although it is impossible as things are. Unless that changes before the "
                "deeds of this tick, it lapses, and may be done on a later tick.",
            ),
        },
        fields={"stand": "Stand up"},
    )
    type: Literal["ticks.act"] = "ticks.act"

    def decide(self, decision: Decision[Fight]) -> None:
        """It overrides an earlier hold, which ends on the open tick (TK-RES-10)."""
        fight = decision.state
        person = find_combatant(fight, self.actor, "command.actor")
        if tick_open(fight) and could_act(fight, person) and not is_asked(fight, person):
            decision.record(Held(combatant=person.id, until=fight.tick))
        _ask_again(decision, person.id)
        give_answer(decision, "act", self.actor, answer_fields(self, Doing))


class Hold(Answering):
    """Do nothing on this tick, or until a lower one (TK-RES-10).

    Answers `act`.
    """

    form = {"actor": among(HOLDING), "until": among(LASTING)}
    secrets: ClassVar[frozenset[str]] = frozenset({"until"})
    public_type: ClassVar[str | None] = SEALED
    during = PhaseRule(RESOLUTION, "TK-RES-6", "One holds while the count goes down, when all have declared.", TO_ACTS)
    answers_to = "act"
    says = ()
    example = {"actor": "tor", "until": 5}
    words = Words("Hold", "Hold[ until tick {until}]", group="turn", prominence="main")
    type: Literal["ticks.hold"] = "ticks.hold"
    until: Annotated[int, Field(ge=0, le=200)] | None = Field(default=None, description="default: the next tick")

    def decide(self, decision: Decision[Fight]) -> None:
        """To do nothing, on this tick or down to a lower one (TK-RES-10)."""
        answer: Json = HOLD if self.until is None else {"until": self.until}
        _ask_again(decision, self.actor)
        give_answer(decision, "act", self.actor, answer)


def _ask_again(decision: Decision[Fight], name: str) -> None:
    """Open a prompt for a combatant that overrides what its plan answered without one (TK-PLAN-1, TK-RES-7)."""
    fight = decision.state
    if nobody_asked(fight):
        ask_anew(decision)
        return
    asked = acting_group_open(fight) and is_asked(fight, find_combatant(fight, name, "command.actor"))
    if asked and open_prompt(fight, "act", name) is None:
        decision.ask_also(Question("act", name))


ANSWERS: Chapter[Fight] = Chapter(commands=(Act, Hold))
