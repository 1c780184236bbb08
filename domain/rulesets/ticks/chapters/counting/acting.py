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
    DEEDS_LAPSING,
    DEEDS_NOW,
    DEEDS_OPEN,
    DEEDS_POSSIBLE,
    DEEDS_SOON,
    HOLDING,
    LANDING,
    LAPSING,
    LASTING,
    STANDING_UP,
    STANDS_EVADING,
    STANDS_OTHERWISE,
    STEPS_EVADING,
    STEPS_OTHERWISE,
    WAYS,
    WAYS_WITH_OTHERS,
    SmallDeeds,
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
from domain.rulesets.ticks.chapters.vocabularies import LUCK, SQUARE, times_said
from domain.rulesets.ticks.parts import SEALED, Doing
from domain.rulesets.ticks.state import Fight
from domain.rulesets.ticks.words import RESOLUTION, TO_ACTS, SmallKind, When
from domain.text.words import Variant, Words


def step(when: FormField, there: Lookup | None = None) -> FormField:
    """Return the field of a step, by the column and the row of its square (TK-MOVE-3)."""
    column = looked_up(COLUMNS, "actor", required=True)
    row = looked_up(AROUND, "actor", "x", required=True)
    to = record({"x": column, "y": row}, phrase=SQUARE, required=True)
    return record({"to": to, "when": when}, phrase="{to} {when}", there=there)


COLUMNS = Vocabulary[Fight](
    "columns around", lambda view: {who: tuple(map(int, rows)) for who, rows in view[AROUND].items()}
)
STEP = step(listed(*times_said(*get_args(When))))
STRIKE: Final[Mapping[str, FormField]] = {
    "luck": looked_up(LUCK, "actor", keys=Lookup(TESTED, ("actor",)), shared=True),
    "statistic": looked_up(DISARMING, "actor", seldom=True),
    "item": looked_up(AT_STAKE, "actor", seldom=True),
}
HOW: Final = "[ {mode}][, with luck ({luck})][, with {statistic}][, for {item}]"
"""How a strike is made, after its weapon."""


def as_declared(name: str, choices: StrikeChoices) -> Fields:
    """Return the fields of a strike with the declared weapon."""
    needed = Lookup(choices.declared_mode_needed, ("actor",))
    mode = looked_up(choices.declared_modes, "actor", required=needed, seldom=True)
    return {
        "actor": among(keys_of(name, choices.declared_modes)),
        "strike": record(
            {"mode": mode, "weapon": looked_up(choices.declared_weapons, "actor", seldom=True), **STRIKE},
            phrase=f"as declared{HOW}",
            required=True,
        ),
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


DECLARED_DEED = record(
    {"luck": looked_up(DEED_LUCK, "actor")},
    phrase="do as declared[, with {luck:point|points} of luck]",
    there=Lookup(DEEDS_OPEN, ("actor",)),
)
ALONE = "Do as declared[, with {luck:point|points} of luck]"
"""The phrase of the declared deed where nothing is done beside it."""


def small_deed(deeds: SmallDeeds) -> FormField:
    """Return the field of a small deed while evading (TK-EVADE-3)."""
    return record(
        {
            "kind": looked_up(deeds.kinds, "actor", required=True),
            "item": looked_up(deeds.items, "kind", "actor", required=True),
            "text": looked_up(TEXTS, "kind", required={"kind": ("narrated",)}),
        },
        phrase="{kind}[ {item}][: “{text}”]",
        there=Lookup(deeds.kinds, ("actor",)),
    )


TEXTS: Final[Node] = dict.fromkeys(get_args(SmallKind), AnyText(500, 1))
ON_THE_WAY = {
    "step": step(listed(*times_said(*get_args(When))), there=Lookup(COLUMNS, ("actor",))),
    "stand": looked_up(STANDING_UP, "actor"),
}
"""What one may do beside a small deed that is in vain."""


STEPPING: Final = "Go to a square next to one's own, before or after the strikes of the tick."
STANDING: Final = "Get up in place of a step, before the strikes."


class Act(Answering, Doing):
    """Say what to do on the open tick (TK-RES-7).

    Answers `act`, and overrides an earlier hold.
    """

    form = {"actor": None, "strike": None, "step": None, "stand": None, "deed": None}
    variants = {
        "step": {
            "actor": among(keys_of("who may step", STEPS_OTHERWISE)),
            "step": STEP.but(required=True),
            "deed": DECLARED_DEED,
        },
        "step_evading": {
            "actor": among(keys_of("who may step while evading", STEPS_EVADING)),
            "step": STEP.but(required=True),
            "deed": small_deed(DEEDS_SOON),
        },
        "stand": {
            "actor": among(keys_of("who may stand up", STANDS_OTHERWISE)),
            "stand": listed(True, required=True),
            "deed": DECLARED_DEED,
        },
        "stand_evading": {
            "actor": among(keys_of("who may stand up while evading", STANDS_EVADING)),
            "stand": listed(True, required=True),
            "deed": small_deed(DEEDS_NOW),
        },
        "strike": as_declared("who may strike as declared", LANDING),
        "strike_with": with_another("who may strike", LANDING),
        "strike_anyway": as_declared("who may strike as declared in vain", LAPSING),
        "strike_with_anyway": with_another("who may strike in vain", LAPSING),
        "deed": {
            "actor": among(keys_of("who may do the declared deed", DEEDS_POSSIBLE)),
            "deed": DECLARED_DEED.but(required=True, phrase=ALONE),
        },
        "small_deed": {
            "actor": among(keys_of("who may do a small deed", DEEDS_NOW.kinds)),
            "deed": small_deed(DEEDS_NOW).but(required=True),
        },
        "deed_anyway": {
            "actor": among(keys_of("who may do the declared deed in vain", DEEDS_IN_VAIN)),
            "deed": DECLARED_DEED.but(required=True, phrase=ALONE),
        },
        "small_deed_anyway": {
            "actor": among(keys_of("who may do a small deed in vain", DEEDS_LAPSING.kinds)),
            "deed": small_deed(DEEDS_LAPSING).but(required=True),
            **ON_THE_WAY,
        },
    }
    secrets: ClassVar[frozenset[str]] = frozenset(Doing.model_fields)
    public_type: ClassVar[str | None] = SEALED
    during = PhaseRule(
        RESOLUTION, "TK-RES-6", "Combatants act while the count goes down, when all have declared.", TO_ACTS
    )
    answers_to = "act"
    says = ()
    example = {"actor": "sable", "step": {"to": {"x": 7, "y": 0}, "when": "after"}, "strike": {"luck": {"marksman": 1}}}
    words = Words(
        "Act",
        group="turn",
        prominence="main",
        variants={
            "step": Variant("Step", "Step to {step}[, and {deed}]", group="move", help=STEPPING),
            "step_evading": Variant("Step while evading", "Step to {step}[. {deed}]", group="move", help=STEPPING),
            "stand": Variant("Stand up", "Stand up[, and {deed}]", group="move", help=STANDING),
            "stand_evading": Variant("Stand up while evading", "Stand up[. {deed}]", group="move", help=STANDING),
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
                "Do as declared",
                "{deed}",
                help="Do the declared deed. If it has become impossible when the tick closes, it lapses.",
            ),
            "small_deed": Variant(
                "Do a small deed",
                "{deed}",
                help="Do something small while evading. If it has become impossible when the tick closes, it lapses.",
            ),
            "deed_anyway": Variant(
                "Do as declared, though it is not possible yet",
                "{deed}, though it is not possible yet",
                prominence="seldom",
                help="Do the declared deed, although it is impossible as things are. Unless that changes before the "
                "deeds of this tick, it lapses, and may be done on a later tick.",
            ),
            "small_deed_anyway": Variant(
                "Do a small deed, though it is not possible yet",
                "{deed}, though it is not possible yet[, and stand up{stand?}][, and step to {step}]",
                prominence="seldom",
                help="Do something small while evading, although it is impossible as things are. Unless that changes "
                "before the deeds of this tick, it lapses.",
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
    during = PhaseRule(
        RESOLUTION, "TK-RES-6", "Combatants hold while the count goes down, when all have declared.", TO_ACTS
    )
    answers_to = "act"
    says = ()
    example = {"actor": "tor", "until": 5}
    words = Words("Hold", "Hold[ until {until}]", group="turn", prominence="main", fields={"until": "Until"})
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
