"""Harm in tests: Damage Draws without the attack before them, and where somebody stands now."""

from typing import Any

from domain.chance.draws import Supplied
from domain.core.commands import Join
from domain.decision.decision import Decision
from domain.model.speaker import NARRATOR
from domain.rulesets.yin_yang import YIN_YANG
from domain.rulesets.yin_yang.commands import Adjust, PassTime, SetCondition
from domain.rulesets.yin_yang.decide.damage import Blow, strike
from domain.rulesets.yin_yang.events.harm import DamageDrawn
from domain.rulesets.yin_yang.scores import at_hand
from domain.rulesets.yin_yang.words import Track
from tests.rules.yin_yang.cards import assert_draws, faces_of
from tests.rules.yin_yang.specification import Specification, plain


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
