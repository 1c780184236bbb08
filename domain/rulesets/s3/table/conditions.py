"""The conditions of combatants: wounds, stuns, fire, poison, lost limbs, and others.

``CONDITIONS`` is the one table of them, in the order in which they are drawn. A chapter that adds a condition adds a
row to it.
"""

from collections.abc import Callable, Iterator
from typing import Final

from domain.rulesets.s3.said import CAUSES, UNTOLD_CAUSES, poison_named
from domain.rulesets.s3.state import Fight, Person
from domain.rulesets.s3.table.saying import named_all
from domain.rulesets.s3.tables import LIMB_COST, wound_row
from domain.rulesets.s3.words import Limb
from domain.table.look import Look
from domain.table.shapes import Condition
from domain.text.phrases import named
from domain.text.words import as_label

Named = tuple[str, Condition]
LIMB_RULES: Final[dict[Limb, str]] = {
    "main_arm": "S3-CALL-5",
    "off_arm": "S3-CALL-5",
    "left_leg": "S3-CALL-8",
    "right_leg": "S3-CALL-8",
    "eyes": "S3-CALL-9",
}
"""The rule that says what a lost limb costs."""


def conditions(look: Look[Fight], person: Person) -> dict[str, Condition]:
    """Return the conditions of a combatant, by IDs that they keep."""
    return dict([named for found in CONDITIONS for named in found(look, person)])


def _wounds(look: Look[Fight], person: Person) -> Iterator[Named]:
    """Yield each wound with the coins that it costs (S3-WOUND-4)."""
    for wound in person.wounds:
        row = wound_row(wound.points)
        label = look.said(f"wound_{row.name}" if row else "wound", coins=wound.penalty)
        yield wound.id, Condition(label, "bad", rule="S3-WOUND-4", source=_source(look, wound.source))


def _stun(look: Look[Fight], person: Person) -> Iterator[Named]:
    """Yield a stun, which lasts for a turn, or for the turns of a round (S3-STUN-4, S3-STUN-13)."""
    fight = look.state
    if person.stunned:
        yield "stunned", Condition(look.said("is_stunned"), "bad", look.said("until_turn"), "S3-STUN-4")
    elif fight.loses_turn(person):
        until = look.said("until_round", round=fight.round_number)
        yield "stunned", Condition(look.said("is_stunned"), "bad", until, "S3-STUN-13")


def _fire(look: Look[Fight], person: Person) -> Iterator[Named]:
    """Yield a fire: the coins of its next burn, and what smothering has to beat (S3-FIRE-3, S3-FIRE-8)."""
    fire = person.fire
    if fire is not None:
        text = "on_fire_to_beat" if fire.flame else "on_fire"
        label = look.said(text, coins=fire.intensity, heads=fire.flame)
        yield "fire", Condition(label, "bad", rule="S3-FIRE-3", source=_source(look, fire.source))


def _doses(look: Look[Fight], person: Person) -> Iterator[Named]:
    """Yield each dose, and when it strikes at the latest (S3-POIS-2, S3-POIS-6)."""
    for dose in person.doses:
        poison = poison_named(dose.poison)
        if dose.effect is None:
            label = look.said("poisoned", poison=poison, coins=dose.coins)
        else:
            label = look.said("poisoned_limb", poison=poison, coins=dose.coins, limb=look.label(dose.effect, "limb"))
        strikes = look.said("until_round", round=dose.given_round + 1)
        until = look.said("until_narrator") if dose.waits_for_narrator else strikes
        yield dose.id, Condition(label, "bad", until, "S3-POIS-2", _source(look, dose.source))


def _limbs(look: Look[Fight], person: Person) -> Iterator[Named]:
    """Yield each lost limb with the coins that it costs the skills that need it (S3-CALL-5, S3-CALL-8, S3-CALL-9)."""
    for limb, loss in person.limbs.items():
        label = look.said("lost", limb=look.label(limb, "limb"), coins=LIMB_COST[limb])
        until = "" if loss.until_round is None else look.said("until_round", round=loss.until_round)
        yield limb, Condition(label, "bad", until, LIMB_RULES[limb], _source(look, loss.source))


def _prone(look: Look[Fight], person: Person) -> Iterator[Named]:
    """Yield that a combatant lies on the ground (S3-LEGAL-7)."""
    if person.prone:
        yield "prone", Condition(look.said("is_prone"), "bad", rule="S3-LEGAL-7")


def _hidden(look: Look[Fight], person: Person) -> Iterator[Named]:
    """Yield from whom a combatant is hidden (S3-HIDE-4)."""
    if person.unseen_by:
        label = look.said("hidden", who=named_all(look, person.unseen_by))
        yield "hidden", Condition(label, "good", rule="S3-HIDE-4")


def _climb(look: Look[Fight], person: Person) -> Iterator[Named]:
    """Yield a climb that is not finished (S3-MOVE-8)."""
    climb = person.climb
    link = look.state.links.get(climb.link) if climb is not None else None
    if climb is not None and link is not None:
        label = look.said("climbing", way=as_label(link.key), feet=climb.feet, height=link.height_in_feet)
        yield "climbing", Condition(label, rule="S3-MOVE-8")


def _pairing(look: Look[Fight], person: Person) -> Iterator[Named]:
    """Yield what a fast exchange has cost in this pairing (S3-FAST-6, S3-FAST-7)."""
    fight = look.state
    pairing = fight.pairing
    if pairing is None or person.id in pairing.finished:
        return
    until = look.said("until_round", round=fight.round_number)
    if person.id in pairing.forfeited:
        yield "forfeited", Condition(look.said("forfeited"), "bad", until, "S3-FAST-7")
    elif person.id in pairing.attack_spent:
        yield "attack_spent", Condition(look.said("attack_spent"), "bad", until, "S3-FAST-6")


CONDITIONS: Final[tuple[Callable[[Look[Fight], Person], Iterator[Named]], ...]] = (
    _wounds,
    _stun,
    _fire,
    _doses,
    _limbs,
    _prone,
    _hidden,
    _climb,
    _pairing,
)


def _source(look: Look[Fight], source: str | None) -> str:
    """Return who or what did it; nothing for a danger of the place, which the story tells."""
    if source is None:
        return ""
    if source in CAUSES or source == "ruling":
        return look.said(f"cause_{source}")
    return "" if source in UNTOLD_CAUSES else named(look.names, source)
