"""The worked examples of Yin-Yang: what its steps expect besides what all do.

``throws`` are draws as ``tests.rules.yin_yang.notation`` has them, ``bishop: 6H``: deck and cards, one entry a draw.
``opening`` starts a turn, whose number is its ``turn``; its ``draws`` are the cards that are dealt to open hands. Of
each step are checked, so that whatever is not written down has not been there:

``tests``
    every test of its batch: ``bishop 7: 6H = 6``; with the target where that is lower than the target value, and the
    net bonus or penalty cards: ``titan 12/10 +2: 10S = 10``; ``= over``, ``= jack`` and so on where no number counts;
    ``irons 8: automatic``
``damages``
    every Damage Draw, with score, value and soak: ``bishop da_hook 6/3 against 4: 5D = 3``; net bonus cards as above;
    Non-lethal without soak, Stamina where it is lost: ``gabrielle vassili 3/1: KH = 0, Stamina 1``
``warnings``
    every limit that a sheet breaks: ``highest_attribute 6 of 5 (YY-ATTR-4)``

A step may also expect:

``hands``
    actions left, by combatant: ``2``, or with extra actions ``0 + 2``
``decks``
    so many cards that can be drawn, and so many that are out, by deck: ``49 in, 3 out``
"""

from collections.abc import Sequence
from pathlib import Path

from domain.model.event import Event
from domain.rulesets.yin_yang.chapters.decks.drawing import Attempted
from domain.rulesets.yin_yang.chapters.harm.damage import DamageDrawn
from domain.rulesets.yin_yang.sheet import LimitBroken
from domain.rulesets.yin_yang.state import Deck, Fight, Person
from tests.rules.examples import Example, Examples, Fields, Step
from tests.rules.yin_yang.specification import YIN_YANG_NOTATION


class YinYangStep(Step):
    """A step with what Yin-Yang adds to it."""

    tests: list[str] = []
    damages: list[str] = []
    warnings: list[str] = []
    hands: dict[str, int | str] = {}
    decks: dict[str, str] = {}


def opening(fight: Fight, fields: Fields) -> tuple[YinYangStep, ...]:
    """A turn that starts, with these cards for open hands."""
    command = {"type": "yin_yang.start_turn"}
    state = {"turn": fields["turn"], "phase": "turn"}
    return (YinYangStep(command=command, throws=tuple(fields.get("draws", ())), state=state),)


def check(step: YinYangStep, batch: Sequence[Event], fight: Fight, history: Sequence[Event]) -> None:
    """Every test, Damage Draw and warning of the batch; hands and decks where they are written."""
    assert [_test(event) for event in batch if isinstance(event, Attempted)] == step.tests, batch
    assert [_damage(event) for event in batch if isinstance(event, DamageDrawn)] == step.damages, batch
    assert [_warning(event) for event in batch if isinstance(event, LimitBroken)] == step.warnings, batch
    assert {name: _hand(fight.people[name]) for name in step.hands} == {
        name: str(hand) for name, hand in step.hands.items()
    }
    assert {key: _deck(fight.decks[key]) for key in step.decks} == step.decks


def _test(event: Attempted) -> str:
    target = "" if event.target == event.value else f"/{event.target}"
    made = f"{event.combatant} {event.value}{target}{_net(event.net)}"
    if event.grade == "automatic":
        return f"{made}: automatic"
    assert event.success is (event.grade not in ("over", "jack", "coloured_joker"))
    return f"{made}: {event.kept} = {event.number if event.grade == 'number' else event.grade}"


def _damage(event: DamageDrawn) -> str:
    soak = "" if event.soak is None else f" against {event.soak}"
    scores = f"{event.damage_score}/{event.damage_value}{_net(event.net)}{soak}"
    stamina = f", Stamina {event.stamina}" if event.stamina else ""
    return f"{event.combatant} {event.victim} {scores}: {event.kept} = {event.points}{stamina}"


def _net(net: int) -> str:
    return f" {net:+}" if net else ""


def _warning(event: LimitBroken) -> str:
    return f"{event.limit} {event.given} of {event.allowed} ({event.rule})"


def _hand(person: Person) -> str:
    return f"{person.hand} + {person.extra}" if person.extra else str(person.hand)


def _deck(deck: Deck) -> str:
    return f"{len(deck.cards)} in, {len(deck.out)} out"


YIN_YANG_EXAMPLES = Examples(
    notation=YIN_YANG_NOTATION,
    folder=Path(__file__).with_name("examples"),
    prefix="YY-EX",
    count=79,
    example=Example[YinYangStep],
    opening=opening,
    check=check,
)
