"""The order of an exchange, step by step: the narrator's word, the match, the cards, what they bring (YY-ORD-1)."""

import pytest

from domain.rulesets.yin_yang.chapters.challenges.confrontation import FlurryDrawn
from domain.rulesets.yin_yang.chapters.decks.drawing import Attempted
from domain.rulesets.yin_yang.chapters.decks.hands import ActionsSpent, ExtraActionsGained, HandDiscarded
from domain.rulesets.yin_yang.chapters.decks.jokers import TurnCancelled
from domain.rulesets.yin_yang.chapters.exchanges.matching import CallMatched
from domain.rulesets.yin_yang.chapters.exchanges.misfires import Misfired
from domain.rulesets.yin_yang.chapters.exchanges.verdicts import ExchangeDecided
from domain.rulesets.yin_yang.chapters.harm.damage import DamageDrawn
from domain.rulesets.yin_yang.chapters.turns.edge import StreakChanged
from domain.rulesets.yin_yang.chapters.turns.movement import Moved
from domain.rulesets.yin_yang.parts import CalledShotSheet
from tests.rules.yin_yang.builders import about, asked, bout, hands
from tests.rules.yin_yang.specification import attack, newcomer

LANCER = newcomer(
    "cryptos",
    side="black",
    weapons=[{"id": "polearm"}],
    wielded=[{"weapon": "polearm"}],
    worn=[],
    default_attack={"weapon": "polearm", "ability": "Man-at-arms"},
)


@pytest.mark.rule("YY-ORD-1", "YY-WPN-23")
def test_the_narrator_speaks_of_the_action_the_charge_and_the_shot_before_anybody_is_asked_to_match() -> None:
    spec = bout(LANCER, "gabrielle", movement="action", action_consent="ask")
    shot = CalledShotSheet(aim="limb", text="the hat")
    spec.when(attack("cryptos", "gabrielle", charge=True, called_shot=shot, stake="flee")).then(ActionsSpent)
    assert (asked(spec), about(spec)["about"]) == ([("consent", "narrator")], "action")
    spec.answer("allow").never(Moved)
    assert (asked(spec), about(spec)["about"]) == ([("consent", "narrator")], "charge")
    spec.answer("allow").then(Moved(combatant="cryptos", other="gabrielle", band="arm"))
    assert asked(spec) == [("called_shot_penalty", "narrator")]
    spec.answer(1)
    assert (asked(spec), hands(spec, "cryptos", "gabrielle")) == ([("match", "gabrielle")], [1, 3])
    spec.answer({"mode": "attack"}, throws=["cryptos: 3S 2S", "gabrielle: 9H"])
    happened = [event for event in spec.events if isinstance(event, ActionsSpent | Attempted)]
    assert [(type(event), event.combatant) for event in happened] == [
        (ActionsSpent, "gabrielle"),
        (Attempted, "cryptos"),
        (Attempted, "gabrielle"),
    ]
    spec.then(ActionsSpent, CallMatched, Attempted, ExchangeDecided)


@pytest.mark.rule("YY-ORD-1")
def test_a_coloured_joker_cancels_before_streaks_are_counted() -> None:
    spec = bout("bill", "trooper", initiative="edge")
    spec.when(attack("bill", "trooper"), "trooper: let_pass", throws=["bill: 2H", "bill: 3D"])
    spec.when(attack("bill", "trooper"), "trooper: match", throws=["bill: COLOURED", "narrator: 9C"])
    spec.then(TurnCancelled(combatant="bill"), StreakChanged)


@pytest.mark.rule("YY-ORD-1", "YY-CONF-14")
def test_of_two_coloured_jokers_without_a_confrontation_the_callers_cancels_first() -> None:
    spec = bout("bill", "trooper", mook_confrontation="never")
    spec.when(attack("bill", "trooper"), "trooper: match", throws=["bill: COLOURED", "narrator: COLOURED"])
    cancelled = [event for event in spec.events if isinstance(event, TurnCancelled)]
    assert cancelled == [TurnCancelled(combatant="bill"), TurnCancelled(combatant="trooper")]


@pytest.mark.rule("YY-ORD-1", "YY-CONF-5")
def test_a_confrontation_asks_of_the_mook_discards_and_draws_before_the_stake_is_won() -> None:
    spec = bout("bill", "trooper")
    spec.when(attack("bill", "trooper"), "trooper: match", throws=["bill: QH", "narrator: QC"])
    spec.asks("confront", "narrator").never(HandDiscarded)
    spec.answer("yes", throws=["bill: 2H 3H 4H 5H", "narrator: 2H 3H 4H", "bill: AH"])
    spec.then(HandDiscarded, HandDiscarded, FlurryDrawn, ExchangeDecided, DamageDrawn, ExtraActionsGained)


@pytest.mark.rule("YY-ORD-1", "YY-WPN-28")
def test_after_the_winners_damage_come_misfires_and_then_extra_actions() -> None:
    spec = bout("knight", newcomer("bishop", side="black"))
    throws = ["knight: JD", "bishop: WHITE", "bishop: 2H", "knight: 2D"]
    spec.when(attack("knight", "bishop"), "bishop: match", throws=throws)
    happened = [event for event in spec.events if isinstance(event, DamageDrawn | Misfired | ExtraActionsGained)]
    assert [(type(event), event.combatant) for event in happened] == [
        (DamageDrawn, "bishop"),
        (Misfired, "knight"),
        (DamageDrawn, "knight"),
        (ExtraActionsGained, "bishop"),
    ]
