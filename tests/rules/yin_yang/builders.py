"""Builders of Yin-Yang tests: exchanges, duels, contests, harm, and what came of them."""

from collections.abc import Mapping
from typing import Any

from domain.chance.draws import Supplied
from domain.core.commands import Join, SentAnswer, SetPolicy
from domain.decision.decision import Decision
from domain.model.event import Json
from domain.model.speaker import NARRATOR, Speaker
from domain.rulesets.yin_yang import YIN_YANG
from domain.rulesets.yin_yang.chapters.challenges.challenges import Challenge, JudgeChallenge, Loss, Retaliate
from domain.rulesets.yin_yang.chapters.decks.drawing import Attempted
from domain.rulesets.yin_yang.chapters.exchanges.calls import Act
from domain.rulesets.yin_yang.chapters.harm.damage import Blow, DamageDrawn, strike
from domain.rulesets.yin_yang.chapters.harm.resting import PassTime
from domain.rulesets.yin_yang.chapters.narrator.rulings import Adjust, SetCondition
from domain.rulesets.yin_yang.chapters.testing.contests import Contest, Contestant
from domain.rulesets.yin_yang.scores import at_hand
from domain.rulesets.yin_yang.words import TestAttribute, Track
from tests.laws.tables.laws import table_of
from tests.rules.yin_yang.notation import assert_draws, faces_of
from tests.rules.yin_yang.specification import Specification, Step, fight, given, in_turn, newcomer, person, plain


def attempted(spec: Specification) -> Attempted:
    """The one test that the last command made."""
    (found,) = attempts(spec)
    return found


def attempts(spec: Specification) -> list[Attempted]:
    """The tests that the last command made, in the order in which they were drawn."""
    assert spec.refusal is None, spec.refusal
    return [event for event in spec.events if isinstance(event, Attempted)]


HEROES = ("bill", "bishop", "cryptos", "gabrielle", "knight", "architect", "irons", "mentalist", "schoolgirl")


def sided(name: str | Join) -> Join:
    """Heroes, and whom they watch over, are red, all others black; a newcomer that is given has the side it says."""
    if isinstance(name, Join):
        return name
    return newcomer(name, side="red" if name.startswith(HEROES) else "black")


def bout(*names: str | Join, before: tuple[Step, ...] = (), **options: Any) -> Specification:
    """A turn of a fight between these, by these options, after these commands."""
    return given(fight(*map(sided, names), **options), *before, in_turn())


def open_bout(*names: str | Join, dealt: list[str], before: tuple[Step, ...] = (), **options: Any) -> Specification:
    """The same with open hands, and with the cards that are dealt."""
    spec = given(fight(*map(sided, names), **{"hand": "open", **options}), *before)
    return spec.when(in_turn(), throws=dealt)


RIDDLE = SentAnswer(kind="answer_challenge", to="narrator", answer={"contest": "riddle"})
CHALLENGE_LOST: tuple[Step, ...] = (
    Challenge(actor="architect", text="that was no fair call", answers=(RIDDLE,)),
    JudgeChallenge(impressed=False),
)
"""After this the narrator owes the architect a spiteful act."""


def owed(*names: str | Join, before: tuple[Step, ...] = (), **options: Any) -> Specification:
    """A turn in which the narrator owes the architect a spiteful act."""
    return bout("architect", *names, before=(*before, *CHALLENGE_LOST), **options)


def spite(track: Track, points: int) -> Retaliate:
    """The act: the architect loses points."""
    return Retaliate(combatant="architect", loss=Loss(track=track, points=points), text="a loose tile")


def act(actor: str, goal: str, *attributes: TestAttribute, **fields: Any) -> Act:
    """An act, by default on Speed."""
    return Act(actor=actor, goal=goal, attributes=attributes or ("speed",), **fields)


def policy(of: str, kind: str, answer: Json) -> SetPolicy:
    """A standing answer."""
    return SetPolicy(of=of, kind=kind, answer=answer)


def vitality(spec: Specification, name: str) -> int:
    """What somebody has left of Vitality."""
    return person(spec, name).vitality


def hands(spec: Specification, *names: str) -> list[int]:
    """The actions in hand of these."""
    return [person(spec, name).hand for name in names]


def extras(spec: Specification, *names: str) -> list[int]:
    """Their extra actions."""
    return [person(spec, name).extra for name in names]


def asked(spec: Specification) -> list[tuple[str, str]]:
    """The prompts that are open: what is asked, and whom."""
    assert spec.refusal is None, spec.refusal
    return [(prompt.kind, prompt.to) for prompt in spec.fight.prompts]


def about(spec: Specification) -> Mapping[str, Any]:
    """What the first open prompt is about."""
    assert spec.refusal is None, spec.refusal
    return spec.fight.prompts[0].about


KNIGHT = newcomer("knight", side="foes", colour="black")
RED_WINS = ["bishop: 2H 3H 4C", "knight: 2H 3H 4D"]
"""Bishop counts 2, the Knight nothing."""
BLACK_WINS = ["bishop: 2C 3C 4C", "knight: 2C 3H 4D"]
"""Bishop counts nothing, the Knight 1."""
STAKE = "the seat at the window"


def contest(first: str = "bishop", second: str = "knight", **fields: Any) -> Contest:
    """An opposed test on Will."""
    one, other = (Contestant(combatant=combatant, attributes=("will",)) for combatant in (first, second))
    return Contest(first=one, second=other, stake=STAKE, **fields)


def duel(kept: str, *more: str, turn: bool = False, **options: Any) -> Specification:
    """A contest in which Bishop and the Knight keep these two cards, and then draw these flurries."""
    one, other = kept.split()
    steps = (in_turn(),) if turn else ()
    cards = [f"bishop: {one}", f"knight: {other}", *more]
    return given(fight("bishop", KNIGHT, **options), *steps).when(contest(), throws=cards)


def actions(spec: Specification, combatant: str) -> tuple[int, int]:
    """What somebody has in hand, and beside it."""
    assert spec.refusal is None, spec.refusal
    person = spec.fight.people[combatant]
    return person.hand, person.extra


def tracks(spec: Specification, combatant: str) -> tuple[int, int, int]:
    """Vitality, Mental Balance and Stamina of somebody now."""
    person = spec.fight.people[combatant]
    return person.vitality, person.mental_balance, person.stamina


def adjust(combatant: str, track: Track, points: int, reason: str = "") -> Adjust:
    """The narrator takes points off a track, or gives some back."""
    return Adjust(combatant=combatant, track=track, points=points, reason=reason)


def condition(combatant: str, name: str, *, on: bool = True, text: str = "") -> SetCondition:
    """The narrator sets a condition, or ends it."""
    return SetCondition(combatant=combatant, condition=name, on=on, text=text)


def hours(
    count: int, *, resting: tuple[str, ...] = (), at_peace: tuple[str, ...] = (), cared_for: tuple[str, ...] = ()
) -> PassTime:
    """So many hours pass; who rests, whose mind does, who is cared for."""
    return PassTime(hours=count, resting=resting, mentally_resting=at_peace, cared_for=cared_for)


def bearer(name: str = "victim", **sheet: Any) -> Join:
    """Somebody of Endurance 4 without armour: soak 4, Vitality 8, Stamina 4; Intellect 3, Mental Balance 4."""
    return plain(name, **{"endurance": 4, "will": 4, **sheet})


def struck(
    spec: Specification, inflictor: str, victim: str, *throws: str, weapon: str | None = None, **blow: Any
) -> Specification:
    """A Damage Draw that is due is made: with the weapon that is named, or with the first at hand."""
    found = {item.id: item for item, _ in at_hand(spec.fight.people[inflictor])}
    used = next(iter(found.values())) if weapon is None else found[weapon]
    scores = spec.fight.people[inflictor].derived.weapons[used.id]
    decision = Decision(YIN_YANG, spec.fight, NARRATOR, Supplied(faces_of(throws)))
    strike(decision, Blow(inflictor, victim, used, scores, **blow))
    decision.run()
    decision.finish()
    spec.fight, spec.refusal = decision.state, None
    spec.events = [recorded.event for recorded in decision.recorded]
    spec.causes = [recorded.cause for recorded in decision.recorded]
    assert_draws(spec.events, throws)
    return spec


def damage(spec: Specification) -> list[DamageDrawn]:
    """The Damage Draws of the last command."""
    return [event for event in spec.events if isinstance(event, DamageDrawn)]


def drawn(spec: Specification, speaker: Speaker = NARRATOR) -> Any:
    """The table of the fight as it is now, as a speaker reads it."""
    assert spec.refusal is None, spec.refusal
    return table_of(YIN_YANG, spec.fight, speaker)
