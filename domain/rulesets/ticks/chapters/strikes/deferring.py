"""Deferred attacks that fall due (TK-DEFER-8 to TK-DEFER-14, TK-TICK-6)."""

from collections.abc import Iterator
from typing import ClassVar, Final, Literal

import msgspec
from msgspec.structs import replace
from pydantic import TypeAdapter

from domain.core.commands import ASK, Answering, CombatantId
from domain.core.events import Answered, Prompted
from domain.decision.decision import Decision
from domain.decision.prompts import Occasion, PromptKind, silent_unless_sent
from domain.decision.stages import reply, stage
from domain.decision.typed_answers import give_answer
from domain.fields.field import among, listed, looked_up
from domain.fields.vocabulary import View, Vocabulary
from domain.model.encounter import Prompt, Question
from domain.model.event import Event, Json
from domain.model.refusal import require
from domain.ruleset.chapter import Chapter
from domain.rulesets.ticks.chapters.declaring.starts import start_of
from domain.rulesets.ticks.chapters.strikes.strike import Strike, in_range, strike_of, weapon_of, why_not
from domain.rulesets.ticks.chapters.strikes.strikes import Striking, make_strikes
from domain.rulesets.ticks.said import any_named
from domain.rulesets.ticks.state import Fight, Person, Trigger
from domain.rulesets.ticks.words import NOBODY, STAGES, TickStage
from domain.story.told import AS_SAID, Told
from domain.text.phrases import Names, named
from domain.text.words import Variant, Words


class HeldBack(Event, frozen=True, kw_only=True):
    """A deferred attack spares those who brought it about, for this round (TK-DEFER-11)."""

    type: ClassVar[str] = "ticks.held_back"
    words = "Attack held back"
    told = Told(brief=AS_SAID)
    says = "{combatant} holds back and spares {spared}."
    example = {"combatant": "pell", "spared": ["sable"]}
    combatant: str
    spared: tuple[str, ...]

    def evolve(self, fight: Fight) -> None:
        person = fight.people[self.combatant]
        person.turn = replace(person.turn, held_back=(*person.turn.held_back, *self.spared))


RESTRAINT = 13
"""The quickness that lets one hold back (TK-DEFER-10)."""


class After(msgspec.Struct, frozen=True):
    """The stage of the tick behind which deferred attacks are made."""

    stage: TickStage


class Deciding(msgspec.Struct, frozen=True):
    """Deferrers whose attacks are due, those still to be asked, and whom the others attack."""

    stage: TickStage
    pending: tuple[str, ...]
    chosen: dict[str, str]


def offered(fight: Fight, person: Person) -> tuple[str, ...]:
    """Whom a deferred attack is due on: the earliest who met its condition and can be struck now (TK-DEFER-8, -9).

    Before one's start it is kept in mind (TK-DEFER-7), and after holding back others make it due anew (TK-DEFER-12).
    The reading is that of TK-RUL-30.
    """
    turn = person.turn
    if turn.action != "defer" or turn.attack_used or not person.conscious or fight.tick > start_of(person):
        return ()
    open_ones = [one for one in turn.triggers if one.by not in turn.held_back and _possible(fight, person, one.by)]
    if not open_ones:
        return ()
    first = min(map(_earliest, open_ones))
    met = {one.by for one in open_ones if _earliest(one) == first}
    return tuple([name for name in fight.people if name in met])


def lacks(fight: Fight, person: Person, target: str) -> str:
    """Return why a deferred attack on a combatant who met its condition is not offered, as a word of ``LACKING``."""
    strike = deferred(person, target)
    if fight.tick > start_of(person):
        return "early"
    weapon = weapon_of(fight, strike)
    if weapon is not None and not in_range(fight, strike, weapon, fight.people[target]):
        return "reach" if strike.mode == "melee" else "sight"
    return "weapon" if why_not(fight, strike) is not None else ""


def _earliest(trigger: Trigger) -> tuple[int, int]:
    return -trigger.tick, STAGES.index(trigger.stage)


def _possible(fight: Fight, person: Person, target: str) -> bool:
    return why_not(fight, deferred(person, target)) is None


def deferred(person: Person, target: str) -> Strike:
    """The deferred strike at somebody, an ordinary one (TK-DEFER-13)."""
    declared = person.turn.declared
    if declared is None:
        raise LookupError(f"{person.id} has deferred nothing")
    return replace(strike_of(person, declared), target=target, how="deferred")


@stage("ticks.deferring.due", After)
def make_due(decision: Decision[Fight], after: After) -> None:
    """All who are due decide, then their strikes fall together; then those that these make due (TK-TICK-6)."""
    fight = decision.state
    due = tuple([person.id for person in fight.people.values() if person.turn.triggers and offered(fight, person)])
    if due:
        decision.next(decide_next, Deciding(after.stage, due, {}))


@stage("ticks.deferring.decide", Deciding, pausable=True)
def decide_next(decision: Decision[Fight], deciding: Deciding) -> None:
    """One after the other, in the order of joining; then all strikes."""
    fight = decision.state
    if not deciding.pending:
        strikes = tuple([deferred(fight.people[name], target) for name, target in deciding.chosen.items()])
        after = (make_due, After(deciding.stage))
        decision.steps(*([(make_strikes, Striking(deciding.stage, strikes))] if strikes else []), after)
        return
    person = fight.people[deciding.pending[0]]
    about: dict[str, Json] = {"offered": list(offered(fight, person)), "may_hold_back": may_hold_back(person)}
    decision.ask(Question("hold_back", person.id, about), decided, deciding)


@reply("ticks.deferring.decided", Deciding)
def decided(decision: Decision[Fight], deciding: Deciding, answer: str | None) -> None:
    """Attack one of them, or spare all who were offered for this round (TK-DEFER-11)."""
    name, *rest = deciding.pending
    chosen = dict(deciding.chosen)
    if answer is None or answer == NOBODY:
        spared = offered(decision.state, decision.state.people[name])
        decision.cause = decision.record(HeldBack(combatant=name, spared=spared))
    else:
        chosen[name] = answer
    decision.next(decide_next, Deciding(deciding.stage, tuple(rest), chosen))


def may_hold_back(person: Person) -> bool:
    """A test of quickness alone, which nothing raises (TK-DEFER-10, TK-RUL-29)."""
    return person.quickness >= RESTRAINT


# The prompt


def _legal(prompt: Prompt) -> tuple[str, ...]:
    """Those who are offered."""
    return tuple(map(str, prompt.about["offered"]))


def check_hold_back(fight: Fight, prompt: Prompt, answer: str) -> None:
    """One of those offered, or nobody for who is quick enough."""
    person, legal = fight.people[prompt.to], _legal(prompt)
    if answer == NOBODY:
        said = (
            f"{person.name} is not quick enough to hold back, which takes a quickness of {RESTRAINT}; attack somebody."
        )
        require(bool(prompt.about["may_hold_back"]), "TK-DEFER-10", said, field="answer")
        return
    said = f"{person.name} can attack only who is offered: {' or '.join([fight.name_of(name) for name in legal])}."
    require(answer in legal, "TK-DEFER-9", said, field="answer")


def only_target(fight: Fight, prompt: Prompt) -> Json:
    """Too slow to hold back, with one to attack: there is no choice (TK-POL-4); of a secret sheet it is asked for."""
    if prompt.to in fight.secret_sheets:
        return None
    legal = _legal(prompt)
    return legal[0] if len(legal) == 1 and not prompt.about["may_hold_back"] else None


def hold_back_forms(fight: Fight, prompt: Prompt) -> Iterator[Json]:
    """Each who is offered, and nobody for who is quick enough."""
    yield from _legal(prompt)
    if prompt.about["may_hold_back"]:
        yield NOBODY


def standing_hold_back(fight: Fight, prompt: Prompt, owner: str) -> Json:
    """The policies ``attack`` and ``spare_side`` (TK-POL-3)."""
    policy, legal = fight.policy(owner, prompt.kind), _legal(prompt)
    if policy == "attack":
        return legal[0]
    if policy != "spare_side":
        return None if policy == ASK else policy
    side = fight.people[prompt.to].side
    others = [name for name in legal if fight.people[name].side != side]
    if others:
        return others[0]
    return NOBODY if prompt.about["may_hold_back"] else legal[0]


def _asked(view: View[Fight]) -> list[Prompt]:
    return [prompt for prompt in view.state.prompts if prompt.kind == "hold_back" and prompt.to in view.whose]


OFFERED = Vocabulary[Fight]("offered", lambda view: {prompt.to: _legal(prompt) for prompt in _asked(view)})
RESTRAINED = Vocabulary[Fight](
    "who may hold back", lambda view: tuple(one.to for one in _asked(view) if one.about["may_hold_back"])
)


class HoldBack(Answering):
    """Attack one who has met the condition, or spare them all (TK-DEFER-9, TK-DEFER-11).

    Answers `hold_back`.
    """

    form = {"attack": looked_up(OFFERED, "actor")}
    variants = {
        "attack": {"attack": looked_up(OFFERED, "actor", required=True)},
        "spare": {"actor": among(RESTRAINED), "attack": None},
    }
    answers_to = "hold_back"
    says = ()
    example = {"actor": "pell", "attack": "iris"}
    words = Words(
        "Decide on the deferred attack",
        group="attack",
        prominence="main",
        variants={"attack": Variant("Attack", "Attack {attack} now"), "spare": Variant("Hold the attack back")},
        fields={"attack": "Whom to attack"},
    )
    type: Literal["ticks.hold_back"] = "ticks.hold_back"
    attack: CombatantId | None = None

    def decide(self, decision: Decision[Fight]) -> None:
        """Attack one who is offered, or nobody (TK-DEFER-9, TK-DEFER-11)."""
        give_answer(decision, "hold_back", self.actor, self.attack or NOBODY, field="command.attack")


def asks_hold_back(event: Prompted, names: Names) -> str:
    """Who may be attacked, and whether the attack may be held back."""
    about = event.visible_about
    spares = about.get("may_hold_back")
    spare = ", or hold back" if spares else ""
    return f"{'has to' if spares is False else 'may'} attack {any_named(names, about['offered'])} now{spare}"


def tells_hold_back(event: Answered, names: Names) -> str:
    """Whom the attack is for, if it is not held back."""
    answer = str(event.given)
    said = STANDING.get(answer, "attacks when the chance comes")
    return f"attacks {named(names, answer)}" if answer in names and answer not in STANDING else said


STANDING: Final = {
    NOBODY: "holds back",
    "attack": "attacks at the first chance",
    "spare_side": "attacks at the first chance, but spares friends",
}
HOLD_BACK: PromptKind[Fight] = PromptKind(
    "hold_back",
    TypeAdapter(CombatantId),
    check_hold_back,
    only=only_target,
    policy=standing_hold_back,
    policy_type=TypeAdapter(Literal["attack", "spare_side"]),
    sheet_fields=frozenset({"may_hold_back"}),
    question="whether to attack now",
    words="Deferred attack",
    asks=asks_hold_back,
    tells=tells_hold_back,
    silent=silent_unless_sent,
    fields=lambda fight, prompt: (listed(*hold_back_forms(fight, prompt)),),
    occasion=Occasion("TK-DEFER-9", "of a combatant whose deferred attack is due"),
)


DEFERRING: Chapter[Fight] = Chapter(
    commands=(HoldBack,),
    events=(HeldBack,),
    prompts=(HOLD_BACK,),
    stages=(make_due, decide_next, decided),
    labels={"answer.spare_side": "Attack, but spare friends"},
)
