"""What refusals say: the field at fault, and what would be legal; that the rule is the right one is a table."""

from typing import Any

import pytest

from domain.core.commands import Command
from domain.rulesets.yin_yang.chapters.challenges.confrontation import ConfrontationBegun
from domain.rulesets.yin_yang.chapters.decks.hands import ActionsSpent
from domain.rulesets.yin_yang.chapters.decks.jokers import TurnCancelled
from domain.rulesets.yin_yang.chapters.exchanges.matching import VetoAction
from domain.rulesets.yin_yang.chapters.harm.harm import ConditionSet, FellOut
from domain.rulesets.yin_yang.chapters.narrator.rulings import SetCondition
from domain.rulesets.yin_yang.chapters.turns.edge import EdgeGiven
from domain.rulesets.yin_yang.chapters.turns.guards import Guard
from domain.rulesets.yin_yang.chapters.turns.movement import Move, SetDistance, SplitFight
from domain.rulesets.yin_yang.words import OutReason
from tests.rules.yin_yang.builders import act, bout, contest
from tests.rules.yin_yang.specification import Step, attack

BLOW = attack("bishop", "da_hook")
MOVE = {"movement": "action"}
GUARD = Guard(actor="bishop", ward="bill")


def split(who: str) -> Command:
    return SplitFight(subfights={who: "roof"})


def apart(band: Any) -> Command:
    return SetDistance(first="bishop", second="da_hook", band=band)


def end(condition: str) -> Command:
    return SetCondition(combatant="bishop", condition=condition, on=False)


def refused(command: Command, *steps: Step, **options: Any) -> tuple[str | None, str]:
    """The field and the sentence of a refusal, in a turn of Bishop and Bill against Da Hook."""
    refusal = bout("bishop", "bill", "da_hook", **options).given(*steps).when(command).refusal
    assert refusal is not None
    return refusal.field, refusal.detail


@pytest.mark.parametrize(
    ("command", "steps", "field", "said"),
    [
        (
            BLOW,
            (ActionsSpent(combatant="bishop", hand=3),),
            "actor",
            "Bishop has no actions left, and this takes 1; the next turn brings new ones.",
        ),
        (
            contest("bishop", "da_hook", costs_action=True),
            (ActionsSpent(combatant="da_hook", hand=2),),
            "second.combatant",
            "Da Hook has no actions left, and this takes 1; the next turn brings new ones.",
        ),
        (
            BLOW,
            (TurnCancelled(combatant="bishop"),),
            "actor",
            "A Coloured Joker has ended this turn for Bishop, who acts again in the next one.",
        ),
        (
            act("bishop", "trip it", target="da_hook"),
            (split("da_hook"),),
            "target",
            "Da Hook is in another sub-fight; an act goes at somebody in the same one.",
        ),
        (
            attack("da_hook", "bishop"),
            (split("da_hook"),),
            "target",
            "Bishop is in another sub-fight; only a Long Ranged weapon goes there.",
        ),
        (GUARD, (GUARD,), "on", "Bishop watches over Bill already; end it, or name somebody else."),
        (
            GUARD.model_copy(update={"on": False}),
            (),
            "on",
            "Bishop does not watch over Bill; there is nothing to end.",
        ),
        (end("held"), (), "condition", "Bishop has no condition that could end."),
        (
            end("held"),
            (
                ConditionSet(combatant="bishop", condition="blinded", on=True),
                ConditionSet(combatant="bishop", condition="tired", on=True),
            ),
            "condition",
            "Bishop does not have the condition “held”; there are blinded, tired.",
        ),
    ],
)
def test_a_refusal_names_the_field_and_says_what_would_be_legal(
    command: Command, steps: tuple[Step, ...], field: str, said: str
) -> None:
    assert refused(command, *steps) == (f"command.{field}", said)


def test_whom_the_edge_keeps_from_calling_is_named() -> None:
    said = "The Edge is with the black side; Bishop may match what is called."
    assert refused(BLOW, EdgeGiven(side="black"), initiative="edge") == ("command.actor", said)


def test_as_close_and_as_far_as_can_be() -> None:
    closer = Move(actor="bishop", toward="da_hook")
    said = "Bishop and Da Hook are within arm's reach of each other; they cannot come closer."
    assert refused(closer, apart("arm"), **MOVE) == ("command.toward", said)
    further = Move(actor="bishop", away_from="da_hook")
    said = "Bishop and Da Hook are just within sight of each other; they cannot go further away."
    assert refused(further, apart("sight"), **MOVE) == ("command.away_from", said)


def test_a_refusal_says_who_has_to_answer_first() -> None:
    assert (
        refused(BLOW, attack("bill", "da_hook"))[1]
        == "First Da Hook has to decide whether to strike back, counter or let it pass."
    )
    waiting = refused(BLOW, act("bishop", "the gate"), action_consent="ask")
    assert waiting[1] == "First the narrator has to decide whether to allow what is tried."


def test_what_is_for_an_open_call_says_so() -> None:
    said = "No call waits for a match now; this is for while somebody is asked to match one."
    assert refused(VetoAction()) == (None, said)


def test_who_is_locked_is_named_and_until_when() -> None:
    locked = ConfrontationBegun(first="bishop", second="bill", locked=True)
    said = "Bishop is locked in a Confrontation; nobody else interferes before the turn ends."
    assert refused(attack("da_hook", "bishop"), locked) == ("command.target", said)


@pytest.mark.parametrize(
    ("reason", "said"),
    [
        ("fled", "Bishop has left the fight and takes no part any more."),
        ("dead", "Bishop is dead and takes no part any more."),
        ("dying", "Bishop is out of action (dying); nothing is left but the narrator's free tests."),
    ],
)
def test_one_that_got_away_is_not_called_out_of_action(reason: OutReason, said: str) -> None:
    assert refused(BLOW, FellOut(combatant="bishop", reason=reason)) == ("command.actor", said)
