"""Step one of a round: pools, initiative, Fate Points, and the order that follows (CE-INIT)."""

from typing import Annotated, ClassVar, Final, Literal

import msgspec
from msgspec.structs import replace
from pydantic import Field, TypeAdapter

from domain.chance.draws import Draw
from domain.core.commands import CombatantId, Narrating, StrictModel
from domain.core.events import Answered
from domain.decision.decision import Decision, PromptResult
from domain.decision.prompts import PromptKind
from domain.decision.stages import reply
from domain.fields.field import Many, among, record, text
from domain.fields.sets import Span, Without
from domain.fields.vocabulary import EVERYBODY
from domain.model.encounter import NARRATOR_ID, Prompt, Question
from domain.model.event import Event, Json
from domain.model.people import find_combatant
from domain.model.refusal import require
from domain.ruleset.chapter import Chapter
from domain.rulesets.century.chapters.conditions.downed import die
from domain.rulesets.century.chapters.rolls.abilities import initiative_bonus
from domain.rulesets.century.chapters.rolls.fate_points import (
    may_spend,
    points_to_spend,
    require_fate,
    spend_fate,
    spendable,
)
from domain.rulesets.century.chapters.round.staggered_order import PassBegun
from domain.rulesets.century.chapters.round.ties import groups_of
from domain.rulesets.century.chapters.throws import fallen, initiative_parts
from domain.rulesets.century.parts import Label, Points, Timely
from domain.rulesets.century.said import (
    drawn,
    groups_said,
    initiative_said,
    modifiers_said,
    mp_modifiers_said,
    silent_unless,
)
from domain.rulesets.century.state import Fight, Initiative, Person
from domain.rulesets.century.state.changes import forget_round
from domain.rulesets.century.words import SLOT_ENDS
from domain.story.throws import Throw
from domain.story.told import AS_SAID, Told
from domain.text.phrases import Names, counted
from domain.text.sentences import Spoken
from domain.text.words import Words

POINTS_BEFORE, POINTS_AFTER = 3, 1
"""What each Fate Point adds to initiative, spent before or after the dice (CE-INIT-7, CE-INIT-8)."""


class RoundModifier(StrictModel):
    """A number for one combatant's round, and why."""

    combatant: CombatantId
    value: int = Field(ge=-60, le=60)
    reason: Label


class RoundBegun(Event, frozen=True, kw_only=True):
    """A round begins (CE-INIT-13): the pools of Move Points, and the narrator's modifiers with their reasons.

    ``modifiers`` are those of initiative, as (combatant, value, reason). ``due`` moves the deaths of the dying to this
    round, where combat is taken up again (CE-END-7). ``secret_pools`` are those that come from secret sheets.
    """

    type: ClassVar[str] = "century.round_begun"
    words = "Round begun"
    told = Told(level=1, opens=("round", "Round {round}"))
    example = {
        "round": 1,
        "pools": {"eva": 10, "hunter_gunner": 11},
        "modifiers": [["eva", 1, "own ground"]],
        "mp_modifiers": [["hunter_gunner", 1, "own ground"]],
    }
    private: ClassVar[frozenset[str]] = frozenset({"secret_pools"})
    round: int
    pools: dict[str, int]
    modifiers: Annotated[tuple[tuple[str, int, str], ...], Spoken(modifiers_said)] = ()
    mp_modifiers: Annotated[tuple[tuple[str, int, str], ...], Spoken(mp_modifiers_said)] = ()
    due: tuple[str, ...] = ()
    secret_pools: dict[str, int] = {}

    def says(self) -> str:
        dying = "dies" if len(self.due) == 1 else "die"
        given = "[; {modifiers}][; {mp_modifiers}]"
        return f"Round {{round}} begins{given}[; without help, {{due}} {dying} at its end]."

    def evolve(self, fight: Fight) -> None:
        """Pools are refilled (CE-MP-4); a stalled vehicle has had its half pool (CE-CLASS-8)."""
        fight.round = self.round
        fight.step = "initiative"
        fight.order, fight.run, fight.due, fight.slot = (), 0, 0, None
        pools = {**self.pools, **self.secret_pools}
        for person in fight.people.values():
            forget_round(person)
            person.pool = pools.get(person.id, 0)
            if person.craft is not None:
                person.craft = replace(person.craft, half_pool=False)
        for name in self.due:
            fight.people[name].dies_in_round = self.round


class InitiativeThrown(Event, frozen=True, kw_only=True):
    """The two dice of a combatant's initiative (CE-INIT-4)."""

    type: ClassVar[str] = "century.initiative_thrown"
    words = "Initiative dice"
    says = "{combatant} throws {dice} for initiative."
    example = {"combatant": "eva", "dice": {"faces": [1, 5], "sides": 6}}
    combatant: str
    dice: Annotated[Draw, Spoken(drawn)]

    def throws(self) -> tuple[Throw, ...]:
        return fallen(self.dice, self.combatant, "initiative", roll=f"initiative of {self.combatant}")

    told = Told(throws=throws)


class InitiativeScored(Event, frozen=True, kw_only=True):
    """The initiative of a combatant with its parts (CE-INIT-3)."""

    type: ClassVar[str] = "century.initiative_scored"
    words = "Initiative"
    says = "{combatant's} initiative is {initiative}."
    example = {
        "combatant": "eva",
        "initiative": {"dice": 4, "bonus": 2, "modifiers": 0, "fate_before": 0, "fate_after": 0, "score": 6},
    }
    combatant: str
    initiative: Annotated[Initiative, Spoken(initiative_said)]

    def throws(self) -> tuple[Throw, ...]:
        parts = initiative_parts(self.initiative)
        roll = f"initiative of {self.combatant}"
        return (Throw(kind="dice", who=self.combatant, parts=parts, result=self.initiative.score, id=roll),)

    told = Told(explains=True, throws=throws)

    def evolve(self, fight: Fight) -> None:
        """What surprise takes off initiative has counted now, once (CE-REACT-41)."""
        person = fight.people[self.combatant]
        person.initiative = self.initiative
        surprised = person.conditions.get("surprised")
        if surprised is not None:
            person.conditions = {**person.conditions, "surprised": replace(surprised, initiative=0)}


class OrderSet(Event, frozen=True, kw_only=True):
    """The order of action of the round: groups, of which each acts simultaneously (CE-TIE-2)."""

    type: ClassVar[str] = "century.order_set"
    words = "Order of action"
    told = Told(brief=AS_SAID, opens=("phase", "actions"))
    says = "The order of action: {groups}."
    example = {"groups": [["eva"]]}
    groups: Annotated[tuple[tuple[str, ...], ...], Spoken(groups_said)]

    def evolve(self, fight: Fight) -> None:
        fight.order = self.groups
        fight.step = "actions"


class Opening(msgspec.Struct, frozen=True, gc=False):
    """The round that begins: who throws, the narrator's modifiers; fate before and the dice once they have fallen.

    A combatant that joins or wakes while others are asked does not throw (CE-INIT-14).
    """

    throwing: tuple[str, ...]
    modifiers: dict[str, int]
    dice: dict[str, int] = {}
    before: dict[str, int] = {}


ROUND_MODIFIERS: Final = record(
    {
        "combatant": among(EVERYBODY, required=True),
        "value": among(Without(Span(-60, 60), (0,)), required=True),
        "reason": text(80, 1, required=True),
    },
    many=Many(0, 200),
    seldom=True,
)


class BeginRound(Narrating, Timely):
    """Begin a round: Move Points are refilled, and initiative is thrown (CE-INIT-13)."""

    form = {
        "modifiers": ROUND_MODIFIERS.but(phrase="{combatant} {value:faster|faster|slower|slower} for “{reason}”"),
        "mp_modifiers": ROUND_MODIFIERS.but(phrase="{combatant} {value:more|more|fewer|fewer} for “{reason}”"),
    }
    says = ()
    example = {"modifiers": [{"combatant": "jonny", "value": 1, "reason": "own ground"}]}
    words = Words(
        "Begin a round",
        "Begin a round[, initiative: {modifiers}][, Move Points: {mp_modifiers}]",
        group="turn",
        prominence="main",
        fields={"mp_modifiers": "Modifiers of Move Points", "modifiers": "Modifiers of initiative"},
    )
    type: Literal["century.begin_round"] = "century.begin_round"
    modifiers: tuple[RoundModifier, ...] = Field(
        default=(), max_length=200, description="modifiers of initiative in this round (CE-INIT-6)"
    )
    mp_modifiers: tuple[RoundModifier, ...] = Field(
        default=(), max_length=200, description="modifiers of Move Points in this round (CE-MP-1)"
    )

    @classmethod
    def is_timely(cls, fight: Fight) -> bool:
        able = any(_rolls(person) for person in fight.people.values())
        return able and fight.step in ("story", "conclusion")

    def decide(self, decision: Decision[Fight]) -> None:
        """Deaths that are due, pools, modifiers; then fate and dice (CE-INIT-13). Each round is begun so (CE-END-5)."""
        fight = decision.state
        said = f"Round {fight.round} is being fought; it ends when no one can act any more."
        require(fight.step in ("story", "conclusion"), "CE-INIT-1", said, first=SLOT_ENDS)
        _check(fight, self.modifiers, "modifiers")
        _check(fight, self.mp_modifiers, "mp_modifiers")
        require(any(_rolls(person) for person in fight.people.values()), "CE-INIT-15", "No one is able to act.")
        number = fight.round + 1
        if fight.options.bleed_out == "start_of_next_round":
            for person in list(fight.people.values()):
                if person.dies_in_round is not None and person.dies_in_round <= number:
                    die(decision, person.id, "bled out")
        fight = decision.state
        late = [one.id for one in fight.people.values() if one.dies_in_round is not None and one.dies_in_round < number]
        pools = {person.id: _pool(person, self.mp_modifiers) for person in fight.people.values() if _has_pool(person)}
        secret = fight.secret_sheets
        begun = RoundBegun(
            round=number,
            pools={name: points for name, points in pools.items() if name not in secret},
            modifiers=tuple([(one.combatant, one.value, one.reason) for one in self.modifiers]),
            mp_modifiers=tuple([(one.combatant, one.value, one.reason) for one in self.mp_modifiers]),
            due=tuple(late),
            secret_pools={name: points for name, points in pools.items() if name in secret},
        )
        audience = "all" if not secret else secret[0] if len(secret) == 1 else NARRATOR_ID
        decision.cause = decision.record(begun, audience=audience)
        sums: dict[str, int] = {}
        for one in self.modifiers:
            sums[one.combatant] = sums.get(one.combatant, 0) + one.value
        throwing = tuple([person.id for person in decision.state.people.values() if _rolls(person)])
        _ask_fate(decision, "initiative_before", Opening(throwing, sums))


def _check(fight: Fight, modifiers: tuple[RoundModifier, ...], field: str) -> None:
    for place, one in enumerate(modifiers):
        find_combatant(fight, one.combatant, f"command.{field}[{place}].combatant")
        said = "A modifier of 0 changes nothing; leave it out."
        require(one.value, "CE-INIT-6", said, field=f"command.{field}[{place}].value")


def _rolls(person: Person) -> bool:
    """Return whether a combatant throws initiative (CE-INIT-2)."""
    return person.throws and person.up


def _has_pool(person: Person) -> bool:
    """Return whether a combatant has a pool: those who are up, and vehicles (CE-MP-3, CE-INIT-14)."""
    return person.up and (person.throws or person.craft is not None)


def _pool(person: Person, modifiers: tuple[RoundModifier, ...]) -> int:
    """Return the Move Points of the round, never under 0 (CE-MP-1); a vehicle that has stalled has half (CE-CLASS-8).

    No Fate Point adds to them (CE-MP-2).
    """
    full = max(0, person.mp_max + sum(one.value for one in modifiers if one.combatant == person.id))
    return full // 2 if person.craft is not None and person.craft.half_pool else full


def _ask_fate(decision: Decision[Fight], kind: str, opening: Opening) -> None:
    """Every FP user with a point is asked; answers take effect together (CE-INIT-7, CE-INIT-8)."""
    people = [one for one in _throwing(decision.state, opening) if may_spend(one)]
    questions = tuple([_question(kind, person, opening) for person in people])
    decision.ask_all(questions, fate_before if kind == "initiative_before" else fate_after, opening)


def _throwing(fight: Fight, opening: Opening) -> list[Person]:
    """Return those who take part in the throw, as far as they are still able to, in the order of joining."""
    return [fight.people[name] for name in opening.throwing if _rolls(fight.people[name])]


def _question(kind: str, person: Person, opening: Opening) -> Question:
    about: dict[str, Json] = {"fate": person.fp}
    if person.id in opening.dice:
        about["dice"] = opening.dice[person.id]
    return Question(kind, person.id, about)


def check_fate(fight: Fight, prompt: Prompt, answer: int) -> None:
    """Refuse more points than a combatant has (CE-INIT-7)."""
    require_fate(fight.people[prompt.to], answer, "answer")


def spend_before(decision: Decision[Fight], prompt: Prompt, answer: int) -> None:
    """Spend what is declared before the dice, at once (CE-INIT-7)."""
    spend_fate(decision, prompt.to, answer, "initiative_before")


@reply("century.initiative.fate_before", Opening, draws=True)
def fate_before(decision: Decision[Fight], opening: Opening, given: tuple[PromptResult, ...]) -> None:
    """Throw all dice, in the order of joining (CE-INIT-4, CE-RUL-50)."""
    before = {one.to: one.answer or 0 for one in given}
    dice: dict[str, int] = {}
    for person in _throwing(decision.state, opening):
        thrown = decision.roll(person.id, "initiative", 2)
        dice[person.id] = sum(thrown.dice)
        decision.record(InitiativeThrown(combatant=person.id, dice=thrown))
    _ask_fate(decision, "initiative_after", msgspec.structs.replace(opening, dice=dice, before=before))


@reply("century.initiative.fate_after", Opening, draws=True)
def fate_after(decision: Decision[Fight], opening: Opening, given: tuple[PromptResult, ...]) -> None:
    """The scores and groups are fixed for the round (CE-INIT-10); the first run down the order begins.

    The answers take effect together (CE-INIT-8): a combatant that has lost points meanwhile spends what is left, one
    that can no longer act spends nothing.
    """
    fight = decision.state
    able = {one.id: one.fp for one in _throwing(fight, opening) if may_spend(one)}
    after = {one.to: min(one.answer or 0, able[one.to]) for one in given if one.to in able}
    for name, points in after.items():
        spend_fate(decision, name, points, "initiative_after")
    scores: dict[str, int] = {}
    for person in _throwing(decision.state, opening):
        if person.id in opening.dice:
            scored = _initiative(person, opening, after.get(person.id, 0))
            scores[person.id] = scored.score
            decision.record(InitiativeScored(combatant=person.id, initiative=scored))
    decision.cause = decision.record(OrderSet(groups=groups_of(decision, scores)))
    decision.record(PassBegun(run=1))


def _initiative(person: Person, opening: Opening, after: int) -> Initiative:
    """Return the score with its parts (CE-INIT-3).

    Fate of both kinds may be in it (CE-INIT-9). It is no roll, so that no critical, no wound and no penalty on the next
    action counts (CE-INIT-12).
    """
    surprised = person.conditions.get("surprised")
    modifiers = person.initiative_modifier + opening.modifiers.get(person.id, 0)
    modifiers -= surprised.initiative if surprised is not None else 0
    dice, before = opening.dice[person.id], opening.before.get(person.id, 0)
    bonus = initiative_bonus(person)
    score = dice + bonus + modifiers + POINTS_BEFORE * before + POINTS_AFTER * after
    return Initiative(dice, bonus, modifiers, before, after, score)


def opening_of(fight: Fight) -> Opening | None:
    """Return the round that begins, while Fate may still be spent on its initiative, or None."""
    stages = {stage.name: stage for stage in (fate_before, fate_after)}
    for group in fight.waiting:
        if group.reply.stage in stages:
            return stages[group.reply.stage].thaw(group.reply)
    return None


def standing_before(fight: Fight, prompt: Prompt, owner: str) -> Json:
    """Return the standing number, up to the points that there are (CE-INIT-7)."""
    policy = fight.policy(owner, prompt.kind)
    return min(policy, fight.people[prompt.to].fp) if isinstance(policy, int) else None


def standing_after(fight: Fight, prompt: Prompt, owner: str) -> Json:
    """Return 0 for the policy ``never``."""
    return 0 if fight.policy(owner, prompt.kind) == "never" else None


def is_moot(fight: Fight, prompt: Prompt) -> str | None:
    """Return why the prompt is moot: the combatant can no longer act."""
    return None if _rolls(fight.people[prompt.to]) else "no longer able to act"


def tells_before(event: Answered, names: Names) -> str | None:
    """How many Fate Points are spent."""
    match event.given:
        case int(points):
            return f"spends {counted(points, 'Fate Point')} before the initiative throw"
    return None


INITIATIVE_BEFORE: PromptKind[Fight] = PromptKind(
    "initiative_before",
    TypeAdapter(Points),
    check_fate,
    spendable,
    policy=standing_before,
    moot=is_moot,
    on_answer=spend_before,
    sheet_fields=frozenset({"fate"}),
    question="whether to spend Fate before the initiative throw",
    words="Fate before initiative",
    asks="may spend Fate before the initiative throw",
    tells=tells_before,
    silent=silent_unless(0),
    fields=points_to_spend,
)


def tells_after(event: Answered, names: Names) -> str | None:
    """How many Fate Points are spent, which no fact tells."""
    match event.given:
        case "never":
            return "spends no Fate Points after an initiative throw"
        case int(points):
            return f"spends {counted(points, 'Fate Point')} after the initiative throw"
    return None


def silent_after(event: Answered) -> bool:
    """To spend nothing, as always, is not told."""
    return not event.given and event.by == "policy"


INITIATIVE_AFTER: PromptKind[Fight] = PromptKind(
    "initiative_after",
    TypeAdapter(Points),
    check_fate,
    spendable,
    policy=standing_after,
    moot=is_moot,
    policy_type=TypeAdapter(Literal["never"]),
    sheet_fields=frozenset({"fate"}),
    question="whether to spend Fate after the initiative throw",
    words="Fate after initiative",
    asks="may spend Fate after the initiative throw",
    tells=tells_after,
    silent=silent_after,
    fields=points_to_spend,
)


INITIATIVE: Chapter[Fight] = Chapter(
    commands=(BeginRound,),
    events=(RoundBegun, InitiativeThrown, InitiativeScored, OrderSet),
    prompts=(INITIATIVE_BEFORE, INITIATIVE_AFTER),
    stages=(fate_before, fate_after),
    labels={"modifiers.value": "Amount", "mp_modifiers.value": "Amount", "throw.initiative": "Initiative"},
)
