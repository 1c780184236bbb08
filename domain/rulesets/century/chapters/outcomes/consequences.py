"""Consequences of failed rolls (CE-REACT-9, CE-REACT-30 to CE-REACT-43)."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, ClassVar, Final, Literal, NamedTuple

import msgspec
from pydantic import TypeAdapter

from domain.core.commands import Narrating
from domain.core.events import Answered, Prompted
from domain.decision.decision import Decision
from domain.decision.prompts import Occasion, PromptKind, always_silent
from domain.decision.stages import reply, stage
from domain.decision.typed_answers import give_answer
from domain.fields.field import Field, Lookup, Many, among, listed, looked_up, record
from domain.fields.sets import ABSENT_KEY, ANY_KEY, AnyText, Node, Span
from domain.fields.vocabulary import Vocabulary
from domain.model.encounter import NARRATOR_ID, Prompt, Question
from domain.model.event import Event, Json
from domain.model.refusal import require
from domain.ruleset.chapter import Chapter
from domain.rulesets.century.chapters.conditions.condition_terms import (
    CONDITIONS,
    MOST_OF_SURPRISE,
    OF_CONSEQUENCES,
    SURPRISE,
    Row,
    condition_from,
    require_fitting,
)
from domain.rulesets.century.chapters.conditions.conditions import impose, is_down
from domain.rulesets.century.chapters.conditions.damage_dice import throw_damage
from domain.rulesets.century.chapters.conditions.wounds import land, lose
from domain.rulesets.century.chapters.rolls.fate_points import roll_over
from domain.rulesets.century.chapters.rolls.fitting_answers import fitting
from domain.rulesets.century.chapters.rolls.open_rolls import Rolling, roll_of
from domain.rulesets.century.parts import ChosenConsequences, ConsequenceSheet, RollKey
from domain.rulesets.century.said import consequences_said
from domain.rulesets.century.state import Consequence, Fight, Person, Roll, Wound
from domain.rulesets.century.tables import STANDARD_CONSEQUENCES
from domain.rulesets.century.vocabularies import DICE, LATEST_ROUND, YES, YES_NO, rolls_asked_about, rounds_to_come
from domain.rulesets.century.words import ConsequenceKind
from domain.story.told import AS_SAID, Told
from domain.text.phrases import Names, possessive
from domain.text.sentences import Spoken
from domain.text.words import Words

ROWS: Final[Mapping[ConsequenceKind, Row]] = {
    "none": Row("CE-REACT-30", ends=False),
    **{effect: CONDITIONS[name] for effect, name in OF_CONSEQUENCES.items()},
    "lose_hp": Row("CE-REACT-36", fields=frozenset({"amount", "dice", "armour"}), ends=False),
    "hp_to": Row("CE-REACT-37", fields=frozenset({"hp"}), ends=False),
    "other": Row("CE-REACT-39", fields=frozenset({"text"}), ends=False),
}
"""What may be said of each consequence."""
STANDARD: Final = "standard"
Answer = tuple[ConsequenceSheet, ...] | Literal["standard"]


OF_SURPRISE: Final[Mapping[str, Node]] = {
    name: {"surprised": Span(0, most), ANY_KEY: (0,)} for name, most in MOST_OF_SURPRISE.items()
}
WITH_ENDS: Final = tuple([effect for effect, row in ROWS.items() if row.ends])


def ends_of_consequences(fight: Fight) -> Node:
    """Return the rounds at whose end consequences end, by effect."""
    return dict.fromkeys(WITH_ENDS, rounds_to_come(fight))


ENDS: Final[Vocabulary[Fight]] = Vocabulary(
    "rounds at whose end consequences end", lambda view: ends_of_consequences(view.state)
)


SPANS: Final[Mapping[str, Node]] = {effect: Span(*row.span) for effect, row in ROWS.items() if row.span}


class Limits(NamedTuple):
    """What the parts of a consequence may be, by its effect: sets, or the vocabularies of forms, written once."""

    ends: Node
    dice: Node
    amounts: Node
    amounts_unsaid: Node
    rounds: Node


def limits_of(ends: Node) -> Limits:
    """Return the limits of any effects, with the rounds at whose end they end."""
    return Limits(
        ends,
        {"lose_hp": DICE},
        {**{effect: SPANS.get(effect, (0,)) for effect in ROWS}, "lose_hp": {ABSENT_KEY: Span(0, 999)}},
        {**dict.fromkeys(SPANS, YES), "lose_hp": {ABSENT_KEY: YES}},
        dict.fromkeys(WITH_ENDS, Span(1, LATEST_ROUND)),
    )


def _fixed(name: str, node: Node) -> Vocabulary[Fight]:
    return Vocabulary(f"{name} of consequences", lambda view: node)


_ANY: Final = limits_of(ENDS)
LIMITS: Final = _ANY._replace(
    dice=_fixed("dice", _ANY.dice),
    amounts=_fixed("amounts", _ANY.amounts),
    amounts_unsaid=_fixed("needed amounts", _ANY.amounts_unsaid),
    rounds=_fixed("rounds", _ANY.rounds),
)
"""The limits as vocabularies."""


PHRASE_OF_CONSEQUENCE: Final = (
    "{effect}[ by “{label}”][: {dice}][: {amount}{amount?}][: {hp}][: “{text}”][, armour counts{armour?}]"
    "[, until the end of round {end_of_round}][, for {rounds:round|rounds}]"
)
"""The phrase of a consequence."""


def consequence_fields(limits: Limits, effects: tuple[str, ...] = tuple(ROWS)) -> dict[str, Field]:
    """Return the fields of a consequence, each there for the effects that have it (CE-REACT-30 to CE-REACT-39)."""
    return {
        "effect": listed(*effects, required=True),
        "dice": looked_up(limits.dice, "effect", required=False, default=None),
        "amount": looked_up(
            limits.amounts, "effect", "dice", required=Lookup(limits.amounts_unsaid, ("effect", "dice"))
        ),
        "armour": looked_up({"lose_hp": YES_NO}, "effect", required=False, default=False),
        "hp": looked_up({"hp_to": Span(-99, 999)}, "effect", required=True),
        "label": looked_up({"hindered": AnyText(80, 1)}, "effect", required=True),
        "text": looked_up({"other": AnyText(500, 1)}, "effect", required=True),
        **{
            name: looked_up(node, "effect", required=False, default=None, seldom=True)
            for name, node in OF_SURPRISE.items()
        },
        "end_of_round": looked_up(limits.ends, "effect", required=False, default=None, seldom=True),
        "rounds": looked_up(
            limits.rounds,
            "effect",
            when={"end_of_round": (None,)},
            required=False,
            default=None,
            seldom=True,
        ),
    }


class ConsequenceChosen(Event, frozen=True, kw_only=True):
    """What a failed roll brings (CE-REACT-9); the facts follow."""

    type: ClassVar[str] = "century.consequence_chosen"
    words = "Consequences"
    told = Told(brief=AS_SAID)
    example = {"roll": "roll-49", "combatant": "mulan", "effects": [{"effect": "stunned"}]}
    roll: str
    combatant: str
    effects: tuple[Consequence, ...]

    def says(self) -> str:
        if not self.effects:
            return "Nothing comes of {combatant's} failure."
        return "{brought}." if self.without_facts else ""

    @property
    def brought(self) -> Annotated[tuple[str, str, tuple[Consequence, ...]], Spoken(consequences_said)]:
        """What no fact tells, by the roll and the combatant."""
        return self.roll, self.combatant, self.without_facts

    @property
    def without_facts(self) -> tuple[Consequence, ...]:
        """The consequences that no fact tells; none is said where there are others."""
        told = [one for one in self.effects if one.effect != "none"]
        return tuple([one for one in told or self.effects if one.effect in ("none", "other")])


def consequences_of(fight: Fight, sheets: Sequence[ConsequenceSheet], field: str) -> tuple[Consequence, ...]:
    """Return what is to happen, in the order given (CE-REACT-42); refuses what the effects do not have or bear."""
    return tuple([consequence_of(fight, sheet, f"{field}[{place}]") for place, sheet in enumerate(sheets)])


def consequence_of(fight: Fight, sheet: ConsequenceSheet, field: str) -> Consequence:
    """One consequence, checked against its effect's own fields."""
    effect = sheet.effect
    require_fitting(fight, sheet, effect, ROWS[effect], field)
    if effect == "lose_hp":
        one = (sheet.amount is None) != (sheet.dice is None)
        said = "Lost hit points are an amount or dice; give one of the two."
        require(one, "CE-REACT-36", said, field=f"{field}.amount")
    said = "Say to how many hit points they fall."
    require(effect != "hp_to" or sheet.hp is not None, "CE-REACT-37", said, field=f"{field}.hp")
    said = "Say in text what happens."
    require(effect != "other" or sheet.text, "CE-REACT-39", said, field=f"{field}.text")
    usual = SURPRISE if effect == "surprised" else dict.fromkeys(SURPRISE, 0)
    return Consequence(
        effect,
        amount=sheet.amount or 0,
        dice=sheet.dice or "",
        armour=sheet.armour,
        hp=sheet.hp or 0,
        label=sheet.label or "",
        text=sheet.text,
        initiative=usual["initiative"] if sheet.initiative is None else sheet.initiative,
        skill=usual["skill"] if sheet.skill is None else sheet.skill,
        reaction=usual["reaction"] if sheet.reaction is None else sheet.reaction,
        end_of_round=sheet.end_of_round,
        rounds=sheet.rounds,
    )


def standard_of(roll: Roll) -> tuple[Consequence, ...] | None:
    """The standard consequence of the roll's hazard, None where it has none (CE-REACT-20 to CE-REACT-26, CE-RUL-33)."""
    if roll.hazard is None:
        return None
    effect, numbers = STANDARD_CONSEQUENCES[roll.hazard]
    return (msgspec.convert({"effect": effect, **numbers}, Consequence),)


@stage("century.consequences.due", Rolling, draws=True)
def consequence_due(decision: Decision[Fight], rolling: Rolling) -> None:
    """Stage 11 of CE-ROLL-12: what was announced comes at once; else the narrator says what a failed check brings.

    A passed check has none (CE-REACT-10), a failed Skill Roll only what was announced (CE-SKILL-18), and of a check
    that a rule has called for, that rule says what comes of it (CE-REACT-9). Of a hidden check nobody is asked, since
    the question would tell others that it has failed (CE-ROLL-16).
    """
    roll = roll_of(decision, rolling)
    if roll is None or roll.success:
        return
    if roll.on_failure:
        take(decision, roll, roll.on_failure)
    elif roll.kind == "reaction" and rolling.then is None and not roll.hidden:
        about: dict[str, Json] = {"roll": roll.id, "combatant": roll.combatant, "hazard": roll.hazard}
        decision.ask(Question("consequence", NARRATOR_ID, about), consequence_chosen, rolling)


@reply("century.consequences.chosen", Rolling, draws=True)
def consequence_chosen(decision: Decision[Fight], rolling: Rolling, answer: Answer | None) -> None:
    """The narrator has chosen (CE-REACT-9); what no longer fits falls away (CE-ROLL-13)."""
    fight, roll = decision.state, roll_of(decision, rolling)
    if roll is None or answer is None:
        return
    if isinstance(answer, str):
        effects = standard_of(roll) or ()
    else:
        read = [fitting(sheet, lambda one: consequence_of(fight, one, "answer")) for sheet in answer]
        effects = tuple([effect for effect in read if effect is not None])
    take(decision, roll, effects)


def take(decision: Decision[Fight], roll: Roll, effects: tuple[Consequence, ...]) -> None:
    """They come about one after the other (CE-REACT-42), without those that change nothing (CE-REACT-37)."""
    person = decision.state.people[roll.combatant]
    brought = tuple([effect for effect in effects if can_change(person, effect)])
    cause = decision.record(ConsequenceChosen(roll=roll.id, combatant=roll.combatant, effects=brought))
    for effect in brought:
        decision.cause = cause
        bear(decision, roll, effect)


def can_change(person: Person, consequence: Consequence) -> bool:
    """Return whether a consequence can matter to a combatant: HP that fall, senses that wounds have not taken."""
    if consequence.effect == "hp_to":
        return consequence.hp < person.hp
    if consequence.effect == "lose_hp":
        return bool(consequence.amount or consequence.dice)
    return consequence.effect not in ("unconscious", "stunned") or not is_down(person)


def bear(decision: Decision[Fight], roll: Roll, consequence: Consequence) -> None:
    """One consequence on the roller: a condition, lost HP, or nothing to compute."""
    person = decision.state.people[roll.combatant]
    effect, source = consequence.effect, roll.what or roll.hazard or "consequence"
    if effect == "lose_hp":
        dice = consequence.dice
        total = throw_damage(decision, None, dice, source, target=person.id) if dice else consequence.amount
        land(decision, Wound(person.id, total, source, armor=consequence.armour))
    elif effect == "hp_to":
        if consequence.hp < person.hp:
            lose(decision, person.id, person.hp - consequence.hp, source)
    else:
        condition = condition_from(decision.state, consequence)
        if condition is not None:
            impose(decision, person.id, condition)


# The prompt `consequence`


def check_consequence(fight: Fight, prompt: Prompt, answer: Answer) -> None:
    """One to four consequences, or the standard one of the hazard."""
    if isinstance(answer, str):
        standard = prompt.about["hazard"] is not None
        require(standard, "CE-REACT-9", "Only a hazard has a standard consequence; name one.", field="answer")
    else:
        consequences_of(fight, answer, "answer")


def standing(fight: Fight, prompt: Prompt, owner: str) -> Json:
    """Return ``standard`` for a hazard; without a hazard the narrator is asked (CE-REACT-9)."""
    return STANDARD if fight.policy(owner, prompt.kind) == STANDARD and prompt.about["hazard"] is not None else None


OPEN_CONSEQUENCES: Final = rolls_asked_about("consequence")


def answers(fight: Fight, prompt: Prompt) -> Iterator[Field]:
    """Yield the standard consequence of a hazard, and a list of consequences."""
    if prompt.about["hazard"] is not None:
        yield listed(STANDARD)
    yield record(
        consequence_fields(limits_of(ends_of_consequences(fight))), phrase=PHRASE_OF_CONSEQUENCE, many=Many(1, 4)
    )


class ChooseConsequence(Narrating):
    """Choose what follows from the failed check (CE-REACT-9).

    Answers `consequence`.
    """

    form = {
        "roll_id": among(OPEN_CONSEQUENCES),
        "effects": record(consequence_fields(LIMITS), phrase=PHRASE_OF_CONSEQUENCE, many=Many(1, 4)),
    }
    interrupts: ClassVar[bool] = True
    answers_to = "consequence"
    says = ()
    example = {"effects": [{"effect": "unconscious", "rounds": 2}]}
    words = Words(
        "Choose the consequences",
        "Choose the consequences[ ({roll_id})]: {effects}",
        group="rulings",
        prominence="main",
        fields={"effects": "Consequences"},
    )
    type: Literal["century.consequence"] = "century.consequence"
    roll_id: RollKey | None = None
    effects: ChosenConsequences

    def decide(self, decision: Decision[Fight]) -> None:
        effects: list[Json] = [effect.model_dump(mode="json", exclude_defaults=True) for effect in self.effects]
        give_answer(decision, "consequence", NARRATOR_ID, effects, field="command.effects", roll=self.roll_id)


def asks_consequence(event: Prompted, names: Names) -> str:
    """Whose failure it is."""
    return f"has to say what {possessive(names, event.visible_about['combatant'])} failure leads to"


def tells_consequence(event: Answered, names: Names) -> str:
    """That it is chosen; facts tell what it is."""
    standard = event.given == "standard"
    return "chooses the standard consequence of a failure" if standard else "says what the failure leads to"


CONSEQUENCE: PromptKind[Fight] = PromptKind(
    "consequence",
    TypeAdapter(ChosenConsequences | Literal["standard"]),
    check_consequence,
    policy=standing,
    moot=roll_over,
    policy_type=TypeAdapter(Literal["standard"]),
    narrator_only=True,
    question="what the failure leads to",
    words="Consequences of a failure",
    asks=asks_consequence,
    tells=tells_consequence,
    silent=always_silent,
    fields=answers,
    occasion=Occasion("CE-ROLL-13", "after a Reaction Check that failed in the open, without a consequence of its own"),
)


CONSEQUENCES: Chapter[Fight] = Chapter(
    commands=(ChooseConsequence,),
    events=(ConsequenceChosen,),
    prompts=(CONSEQUENCE,),
    stages=(consequence_due, consequence_chosen),
)
