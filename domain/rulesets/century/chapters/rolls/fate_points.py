"""Fate Points on percentage rolls (CE-FATE): before the throw and after it."""

from collections.abc import Callable, Iterable
from typing import Annotated, Any, ClassVar, Final, Literal

from pydantic import Field, TypeAdapter

from domain.core.commands import ASK, Answering, CombatantId, Narrating, Text
from domain.core.events import Answered, Prompted
from domain.decision.decision import Decision
from domain.decision.prompts import Occasion, PromptKind
from domain.decision.typed_answers import give_answer
from domain.fields.field import Field as FormField
from domain.fields.field import among, listed, looked_up
from domain.fields.sets import Labelled, Span
from domain.fields.vocabulary import View, Vocabulary
from domain.model.encounter import Prompt, Question
from domain.model.event import Event, Json
from domain.model.people import find_combatant
from domain.model.refusal import refuse, require
from domain.ruleset.chapter import Chapter
from domain.rulesets.century.chapters.rolls.degrees import degree_of, succeeds, to_save
from domain.rulesets.century.chapters.rolls.open_rolls import is_unable
from domain.rulesets.century.chapters.rolls.target_numbers import PERCENT_AFTER, chosen, target_number, target_parts
from domain.rulesets.century.parts import Points
from domain.rulesets.century.said import SECOND_SHOT, fate_gained, silent_unless, two_digits
from domain.rulesets.century.state import Fight, Person, Roll
from domain.rulesets.century.state.changes import change_roll
from domain.rulesets.century.words import FateUse
from domain.story.throws import Throw, ThrowPart
from domain.story.told import AS_SAID, Told
from domain.text.phrases import Names, counted, number
from domain.text.sentences import QUOTED, Spoken
from domain.text.words import Label, Variant, Words

USES: Final = {
    "before": "before the throw",
    "after": "after the throw",
    "initiative_before": "before the initiative throw",
    "initiative_after": "after the initiative throw",
    "dodge": "to dodge in time",
    "block": "to block in time",
    "parry": "to parry in time",
    "forced_miss": "to escape the hit",
}
"""What Fate Points are spent on."""
MOST_FATE = 99
MAY_NOT_SPEND = frozenset({"unconscious", "dying", "dead"})
"""Conditions in which no fate can be spent (CE-FATE-11)."""


class FateSpent(Event, frozen=True, kw_only=True):
    """Fate Points are spent: on what, and on which roll if on one."""

    type: ClassVar[str] = "century.fate_spent"
    words = "Fate Points spent"
    example = {"combatant": "eva", "points": 1, "use": "before", "roll": "roll-7"}
    combatant: str
    points: int
    use: Annotated[FateUse, Spoken(USES)]
    roll: str | None = None

    def says(self) -> str:
        """Points after an initiative throw are spent when all have answered, and told with the answer."""
        return "" if self.use == "initiative_after" else f"{{combatant}} spends {{points:Fate Point}} {self._when}."

    @property
    def _when(self) -> str:
        """The use as a template; a double tap has two throws."""
        second = self.roll is not None and self.roll.endswith(SECOND_SHOT) and self.use in ("before", "after")
        return f"{self.use} the second throw" if second else "{use}"

    def throws(self) -> tuple[Throw, ...]:
        """Points after the throw move its target number."""
        if self.roll is None or self.use != "after":
            return ()
        part = ThrowPart("Fate after the throw", PERCENT_AFTER * self.points, "CE-FATE-2")
        return (Throw(kind="percentile", parts=(part,), id=self.roll),)

    def brief(self) -> str:
        return f"{{combatant}} | spends | {{points:Fate Point}} {self._when}"

    told = Told(brief=brief, throws=throws)

    def evolve(self, fight: Fight) -> None:
        person = fight.people[self.combatant]
        person.fp -= self.points
        if self.roll is not None and self.use == "before":
            change_roll(fight, self.roll, fate_before=self.points)
        elif self.roll is not None and self.use == "after":
            change_roll(fight, self.roll, fate_after=self.points)


class FateReturned(Event, frozen=True, kw_only=True):
    """Fate Points come back, because the roll never takes place (CE-FATE-5)."""

    type: ClassVar[str] = "century.fate_returned"
    words = "Fate Points returned"
    told = Told(brief=AS_SAID)
    says = "{combatant} gets {points:Fate Point} back."
    example = {"combatant": "eva", "points": 1, "roll": "lookout"}
    combatant: str
    points: int
    roll: str

    def evolve(self, fight: Fight) -> None:
        fight.people[self.combatant].fp += self.points


class FateGranted(Event, frozen=True, kw_only=True):
    """The narrator gives Fate Points, or takes some (CE-FATE-13)."""

    type: ClassVar[str] = "century.fate_granted"
    words = "Fate Points changed"
    told = Told(brief=AS_SAID)
    says = "{combatant} {points}[: {reason}]."
    example = {"combatant": "sam", "points": 1, "reason": "three owls"}
    combatant: str
    points: Annotated[int, Spoken(fate_gained)]
    reason: Annotated[str, QUOTED] = ""

    def evolve(self, fight: Fight) -> None:
        fight.people[self.combatant].fp += self.points


def spend_fate(decision: Decision[Fight], combatant: str, points: int, use: FateUse, roll: str | None = None) -> None:
    """Spend Fate Points; they are gone whatever comes of it (CE-FATE-5)."""
    if points:
        decision.cause = decision.record(FateSpent(combatant=combatant, points=points, use=use, roll=roll))


def may_spend(person: Person, points: int = 1) -> bool:
    """Return whether a combatant has the points, and is able to spend them (CE-FATE-4, CE-FATE-11, CE-END-8)."""
    return person.fp_user and person.fp >= points and person.present and not person.conditions.keys() & MAY_NOT_SPEND


def require_fate(person: Person, points: int, field: str) -> None:
    """Refuse more than a combatant has, and all for those who have no fate at all (CE-FATE-4)."""
    require(person.fp_user or not points, "CE-FATE-4", f"{person.name} spends no Fate Points.", field=field)
    said = f"{person.name} has {person.fp} Fate Points, not {points}."
    require(points <= person.fp, "CE-FATE-4", said, field=field)


def question_before(fight: Fight, roll: Roll) -> Question | None:
    """Return what the roller is asked before the throw, if it has fate to spend."""
    roller = fight.people[roll.combatant]
    if not may_spend(roller):
        return None
    shown: dict[str, Json] = {"roll": roll.id, "fate": roller.fp}
    if not roll.hidden:
        shown["target"] = target_number(target_parts(fight, roll, chosen(roll)))
    return Question("fate_before", roller.id, shown)


def question_after(fight: Fight, roll: Roll) -> Question | None:
    """Return what the roller is asked after the throw, if fate can still matter (CE-FATE-6)."""
    roller = fight.people[roll.combatant]
    if roll.hidden or not may_spend(roller) or roll.number is None or roll.target is None:
        return None
    least = least_after(fight, roll)
    if least is None or least > roller.fp:
        return None
    shown: dict[str, Json] = {"roll": roll.id, "fate": roller.fp, "number": roll.number, "target": roll.target}
    return Question("fate_after", roller.id, {**shown, "least": least})


def least_after(fight: Fight, roll: Roll) -> int | None:
    """The smallest number of Fate Points that matters after the throw, None where none does (CE-FATE-6, CE-FATE-7).

    None saves from a critical failure, but by option (CE-CRIT-7).
    """
    options = fight.options
    number, target = roll.number or 0, roll.target or 0
    if roll.critical == "success":
        return None
    if roll.critical == "failure":
        return to_save(options, roll.kind, number, target) if options.fate_after_critical_failure else None
    if not succeeds(options, roll.kind, number, target):
        return to_save(options, roll.kind, number, target)
    return to_raise(fight, roll)


def to_raise(fight: Fight, roll: Roll) -> int | None:
    """Return the smallest number of Fate Points that raise the degree of a success, where a ladder gives more by it."""
    number, target, steps = roll.number or 0, roll.target or 0, len(roll.ladder)
    now = degree_of(fight.options, number, target, True, steps)
    if not steps or now >= steps:
        return None
    return next(
        points
        for points in range(1, MOST_FATE)
        if degree_of(fight.options, number, target + PERCENT_AFTER * points, True, steps) > now
    )


def check_before(fight: Fight, prompt: Prompt, answer: int) -> None:
    """Refuse more points than the roller has (CE-FATE-3, CE-RUL-25)."""
    require_fate(fight.people[prompt.to], answer, "answer")


def check_after(fight: Fight, prompt: Prompt, answer: int) -> None:
    """Refuse points that neither save the roll nor raise its degree (CE-FATE-7); 0 keeps the result."""
    require_fate(fight.people[prompt.to], answer, "answer")
    roll = fight.rolls.get(str(prompt.about["roll"]))
    if not answer or roll is None:
        return
    least = least_after(fight, roll)
    few = f"{counted(answer, 'Fate Point')} would change nothing; at least {least} would."
    said = few if least else "Fate changes nothing any more."
    require(least is not None and answer >= least, "CE-FATE-7", said, field="answer")


def spend_before(decision: Decision[Fight], prompt: Prompt, answer: int) -> None:
    """Fate before the throw is spent when the answer is given, whatever else is still waited for (CE-FATE-5)."""
    spend_fate(decision, prompt.to, answer, "before", str(prompt.about["roll"]))


def spend_after(decision: Decision[Fight], prompt: Prompt, answer: int) -> None:
    """Fate after the throw is spent when the answer is given, too (CE-SHEET-8)."""
    spend_fate(decision, prompt.to, answer, "after", str(prompt.about["roll"]))


def spendable(fight: Fight, prompt: Prompt) -> tuple[int, ...]:
    """Return the numbers of points that may be spent before the throw."""
    return tuple(range(fight.people[prompt.to].fp + 1))


def points_to_spend(fight: Fight, prompt: Prompt) -> tuple[FormField, ...]:
    """Return the field of the points that may be spent before the throw."""
    return (listed(*_to_spend(spendable(fight, prompt))),)


def useful(fight: Fight, prompt: Prompt) -> tuple[int, ...]:
    """Return the numbers of points that may be spent after the throw: none, or as many as matter."""
    roll = fight.rolls.get(str(prompt.about["roll"]))
    least = None if roll is None else least_after(fight, roll)
    return (0, *(range(least, fight.people[prompt.to].fp + 1) if least else ()))


def standing_before(fight: Fight, prompt: Prompt, owner: str) -> Json:
    """Return the standing number, up to the points that there are (CE-FATE-12)."""
    policy = fight.policy(owner, prompt.kind)
    return min(policy, fight.people[prompt.to].fp) if isinstance(policy, int) else None


def standing_after(fight: Fight, prompt: Prompt, owner: str) -> Json:
    """Return 0 for ``never``, for ``if_it_saves`` the smallest number that saves, not for degrees (CE-FATE-12)."""
    policy = fight.policy(owner, prompt.kind)
    roll = fight.rolls.get(str(prompt.about["roll"]))
    if policy in (None, ASK) or roll is None:
        return None
    failed = roll.critical == "failure" or not succeeds(fight.options, roll.kind, roll.number or 0, roll.target or 0)
    return prompt.about["least"] if policy == "if_it_saves" and failed else 0


def roll_over(fight: Fight, prompt: Prompt) -> str | None:
    """Return why a prompt about a roll is moot: the roll is over."""
    return None if prompt.about["roll"] in fight.rolls else "the roll is over"


def is_over_before(fight: Fight, prompt: Prompt) -> str | None:
    """Return why the prompt is moot: the roller cannot throw, or has no fate left (CE-ROLL-14, CE-FATE-11)."""
    roll = fight.rolls.get(str(prompt.about["roll"]))
    if roll is None:
        return roll_over(fight, prompt)
    roller = fight.people[roll.combatant]
    ways = roll.candidates if roll.chosen is None else (chosen(roll),)
    if all(is_unable(roller, roll.kind, way) for way in ways):
        return f"{roller.name} cannot roll any more"
    return "no fate is left" if prompt.kind == "fate_before" and not may_spend(roller) else None


def is_over_after(fight: Fight, prompt: Prompt) -> str | None:
    """Return why the prompt is moot: fate can no longer matter (CE-FATE-6, CE-FATE-11)."""
    roll = fight.rolls.get(str(prompt.about["roll"]))
    if roll is None:
        return roll_over(fight, prompt)
    return "fate changes nothing any more" if question_after(fight, roll) is None else None


def _fate_to_give(view: View[Fight]) -> dict[str, Span]:
    users = [person for person in view.state.people.values() if person.fp_user]
    return {person.id: Span(1, MOST_FATE - person.fp) for person in users if person.fp < MOST_FATE}


def _fate_to_take(view: View[Fight]) -> dict[str, tuple[Labelled, ...]]:
    users = [person for person in view.state.people.values() if person.fp_user and person.fp > 0]
    return {person.id: tuple([_taken(points) for points in range(1, person.fp + 1)]) for person in users}


def _taken(points: int) -> Labelled:
    return Labelled(-points, Label.filled("fate_points", points=points))


def _to_spend(numbers: Iterable[int]) -> tuple[Labelled, ...]:
    """Return numbers of Fate Points by what is spent."""
    return tuple(
        [Labelled(one, Label.filled("fate_points", points=one) if one else Label("no_fate")) for one in numbers]
    )


def _spendable(kind: str, numbers: Callable[[Fight, Prompt], tuple[int, ...]]) -> Callable[[View[Fight]], Any]:
    """Return the lookup of what those may spend who are asked a kind of question."""
    return lambda view: {
        prompt.to: _to_spend(numbers(view.state, prompt))
        for prompt in view.state.prompts
        if prompt.kind == kind and prompt.to in view.whose
    }


FATE_TO_GIVE: Final[Vocabulary[Fight]] = Vocabulary("Fate Points to give", _fate_to_give)
FATE_TO_TAKE: Final[Vocabulary[Fight]] = Vocabulary("Fate Points to take", _fate_to_take)
ABLE_TO_GAIN: Final[Vocabulary[Fight]] = Vocabulary("who can get Fate Points", lambda view: tuple(view[FATE_TO_GIVE]))
FATED: Final[Vocabulary[Fight]] = Vocabulary("who has Fate Points", lambda view: tuple(view[FATE_TO_TAKE]))
FATE_BEFORE_THROW: Final[Vocabulary[Fight]] = Vocabulary(
    "Fate Points before the throw", _spendable("fate_before", spendable)
)
FATE_AFTER_THROW: Final[Vocabulary[Fight]] = Vocabulary("Fate Points after the throw", _spendable("fate_after", useful))


class GrantFate(Narrating):
    """Give a combatant Fate Points, or take some with a negative number (CE-FATE-13)."""

    variants = {
        "give": {"combatant": among(ABLE_TO_GAIN), "amount": looked_up(FATE_TO_GIVE, "combatant")},
        "take": {"combatant": among(FATED), "amount": looked_up(FATE_TO_TAKE, "combatant")},
    }
    interrupts: ClassVar[bool] = True
    says = ()
    example = {"combatant": "eva", "amount": 1, "reason": "a fine plan"}
    ruling = True
    words = Words(
        "Give or take Fate Points",
        "Change the Fate Points of {combatant} by {amount}",
        group="rulings",
        variants={
            "give": Variant(
                "Give Fate Points",
                "Give {combatant} {amount:Fate Point|Fate Points}[: “{reason}”]",
                help="Give a combatant Fate Points.",
            ),
            "take": Variant(
                "Take Fate Points",
                "Take {amount} from {combatant}[: “{reason}”]",
                help="Take Fate Points from a combatant.",
            ),
        },
        fields={"amount": "Fate Points"},
    )
    type: Literal["century.grant_fate"] = "century.grant_fate"
    combatant: CombatantId
    amount: int = Field(ge=-99, le=99)
    reason: Text = ""

    def decide(self, decision: Decision[Fight]) -> None:
        person = find_combatant(decision.state, self.combatant, "command.combatant")
        require(person.fp_user, "CE-SHEET-8", f"{person.name} has no Fate Points.", field="command.combatant")
        if not self.amount:
            refuse(None, "An amount of 0 changes nothing.", code="invalid", field="command.amount")
        left = person.fp + self.amount
        within = 0 <= left <= MOST_FATE
        said = f"{person.name} would have {left} Fate Points; 0 to {MOST_FATE} are possible."
        require(within, "CE-SHEET-8", said, field="command.amount")
        decision.record(FateGranted(combatant=person.id, points=self.amount, reason=self.reason))


class AnswerFateBefore(Answering):
    """Spend Fate Points before the throw, or none: each adds 25 to the target number (CE-FATE-1).

    Answers `fate_before`.
    """

    form = {"fate": looked_up(FATE_BEFORE_THROW, "actor")}
    answers_to = "fate_before"
    says = ()
    example = {"actor": "eva", "fate": 2}
    words = Words(
        "Spend Fate before the throw",
        "Spend {fate}",
        group="tests",
        prominence="main",
        costs="Fate Points",
    )
    type: Literal["century.answer_fate_before"] = "century.answer_fate_before"
    fate: Points

    def decide(self, decision: Decision[Fight]) -> None:
        give_answer(decision, "fate_before", self.actor, self.fate, field="command.fate")


class AnswerFateAfter(Answering):
    """Spend Fate Points after the throw, or none: each adds 10 to the target number (CE-FATE-2).

    Answers `fate_after`.
    """

    form = {"fate": looked_up(FATE_AFTER_THROW, "actor")}
    answers_to = "fate_after"
    says = ()
    example = {"actor": "sam", "fate": 2}
    words = Words(
        "Spend Fate after the throw",
        "Spend {fate}",
        group="tests",
        prominence="main",
        costs="Fate Points",
    )
    type: Literal["century.answer_fate_after"] = "century.answer_fate_after"
    fate: Points

    def decide(self, decision: Decision[Fight]) -> None:
        give_answer(decision, "fate_after", self.actor, self.fate, field="command.fate")


def tells_before(event: Answered, names: Names) -> str | None:
    """How many Fate Points are spent."""
    match event.given:
        case int(points):
            return f"spends {counted(points, 'Fate Point')} before the throw"
    return None


FATE_BEFORE: PromptKind[Fight] = PromptKind(
    "fate_before",
    TypeAdapter(Points),
    check_before,
    policy=standing_before,
    moot=is_over_before,
    on_answer=spend_before,
    sheet_fields=frozenset({"fate", "target"}),
    question="whether to spend Fate before the throw",
    words="Fate before the throw",
    asks="may spend Fate before the throw",
    tells=tells_before,
    silent=silent_unless(0),
    fields=points_to_spend,
    occasion=Occasion("CE-ROLL-13", "before the throw, of a roller with Fate Points"),
)


def asks_after(event: Prompted, names: Names) -> str:
    """What was thrown, and against what."""
    about = event.visible_about
    return f"may spend Fate: the throw is {two_digits(about['number'], names)} against {number(about['target'])}"


def tells_after(event: Answered, names: Names) -> str | None:
    """How many Fate Points are spent, or when."""
    match event.given:
        case "never":
            return "spends no Fate Points after a throw"
        case "if_it_saves":
            return "spends Fate Points if they save the throw"
        case int(points):
            return f"spends {counted(points, 'Fate Point')} after the throw"
    return None


FATE_AFTER: PromptKind[Fight] = PromptKind(
    "fate_after",
    TypeAdapter(Points),
    check_after,
    policy=standing_after,
    moot=is_over_after,
    on_answer=spend_after,
    policy_type=TypeAdapter(Literal["never", "if_it_saves"]),
    sheet_fields=frozenset({"fate"}),
    question="whether to spend Fate after the throw",
    words="Fate after the throw",
    asks=asks_after,
    tells=tells_after,
    silent=silent_unless(0),
    fields=lambda fight, prompt: (listed(*_to_spend(useful(fight, prompt))),),
    occasion=Occasion("CE-ROLL-13", "after the throw, of a roller whom Fate Points can still help"),
)


FATE_POINTS: Chapter[Fight] = Chapter(
    commands=(GrantFate, AnswerFateBefore, AnswerFateAfter),
    events=(FateSpent, FateReturned, FateGranted),
    prompts=(FATE_BEFORE, FATE_AFTER),
    labels={
        "text.no_fate": "no Fate",
        "text.fate_points": "{points:Fate Point|Fate Points}",
        "answer.if_it_saves": "If it saves the throw",
    },
)
