"""The sentences of Yin-Yang that a table hears most, word for word; that every event has one is a law."""

from typing import Any

import pytest

from domain.chance.draws import Draw
from domain.core.commands import CORE_COMMANDS, Command, SentAnswer
from domain.core.events import Answered, AnswerUnused, Commanded, PolicySet, Prompted, PromptLapsed
from domain.model.event import Event
from domain.model.speaker import NARRATOR
from domain.rulesets.yin_yang import YIN_YANG
from domain.rulesets.yin_yang.chapters.challenges.challenges import (
    ChallengeAccepted,
    Challenged,
    ChallengeLost,
    ChallengeWon,
    Retaliated,
)
from domain.rulesets.yin_yang.chapters.challenges.confrontation import (
    ConfrontationBegun,
    ConfrontationSettled,
    ConfrontationWon,
    FlurryDrawn,
)
from domain.rulesets.yin_yang.chapters.combined.combining import CombinationFailed
from domain.rulesets.yin_yang.chapters.combined.consent import ConsentDenied, ConsentGiven
from domain.rulesets.yin_yang.chapters.decks.decks import DeckReshuffled, HandDealt, HandedOver
from domain.rulesets.yin_yang.chapters.decks.drawing import Attempted
from domain.rulesets.yin_yang.chapters.decks.grants import CardsGranted
from domain.rulesets.yin_yang.chapters.decks.hands import ActionsSpent, CardsPlayed, ExtraActionsGained, HandDiscarded
from domain.rulesets.yin_yang.chapters.exchanges.calls import CallMade, CardsLaid
from domain.rulesets.yin_yang.chapters.exchanges.follow_ups import AdverseEffect, FollowUpEarned, FollowUpLost
from domain.rulesets.yin_yang.chapters.exchanges.matching import CallMatched, CounterAllowed, LetPassed
from domain.rulesets.yin_yang.chapters.exchanges.misfires import Misfired
from domain.rulesets.yin_yang.chapters.exchanges.still_standing import CallVoided
from domain.rulesets.yin_yang.chapters.exchanges.verdicts import ExchangeDecided
from domain.rulesets.yin_yang.chapters.harm.damage import ArmourDestroyed, DamageDrawn
from domain.rulesets.yin_yang.chapters.harm.harm import (
    CameRound,
    FellOut,
    GuardsEnded,
    PointsLost,
    SideDefeated,
    ZeroReached,
)
from domain.rulesets.yin_yang.chapters.harm.resting import TimePassed
from domain.rulesets.yin_yang.chapters.narrator.attributes import AttributesGenerated
from domain.rulesets.yin_yang.chapters.testing.contests import ContestDecided
from domain.rulesets.yin_yang.chapters.testing.opposed import OppositionDecided, Side
from domain.rulesets.yin_yang.chapters.turns.edge import EdgeGiven
from domain.rulesets.yin_yang.chapters.turns.gear import GripSheet, ItemTaken, PlaceItem, Wear, Wield, Wielded, Worn
from domain.rulesets.yin_yang.chapters.turns.movement import FightSplit, Moved
from domain.rulesets.yin_yang.chapters.turns.turns import EndTurn, StoodOff
from domain.rulesets.yin_yang.items import Grip
from domain.rulesets.yin_yang.parts import ArmourSheet, WeaponSheet
from domain.rulesets.yin_yang.said import armour_key, weapon_key
from domain.rulesets.yin_yang.state import CalledShot, Fight, Match, Paid, Part
from domain.rulesets.yin_yang.words import Grade
from domain.text.phrases import pronoun_key
from events.projections.told_events import EventTeller
from tests.recording import Recording
from tests.rules.yin_yang.builders import owed, spite
from tests.rules.yin_yang.specification import attack, fight, given, in_turn, plain

NAMES = {
    "bishop": "Bishop",
    "wedge": "Wedge",
    "hook": "Da Hook",
    "girl": "Schoolgirl",
    "irons": "Admiral Irons",
    pronoun_key("irons"): "she",
    weapon_key("bishop", "large_magnum"): "Large Magnum",
    weapon_key("bishop", "lightsaber"): "Saber of Light",
    weapon_key("wedge", "wrist_blade"): "the Bracelet",
    armour_key("bishop", "coat"): "Padded Coat",
    weapon_key("wedge", "coat"): "Coat Hanger",
    weapon_key("", "mjolnir"): "Hammer of Thunder",
    armour_key("", "shield"): "Wooden Shield",
}


def tell(event: Event) -> str:
    return YIN_YANG.sentences[type(event)](event, NAMES)


def attempted(**fields: Any) -> Attempted:
    """A test of Bishop's with its gun, in which the 6 of hearts is kept."""
    test: dict[str, Any] = {
        "combatant": "bishop",
        "label": "attack",
        "attributes": ("combat_value",),
        "ability": "Guard",
        "value": 7,
        "target": 7,
        "bonus": (),
        "penalty": (),
        "net": 0,
        "cards": ("6H",),
        "kept": "6H",
        "grade": "number",
        "success": True,
        "number": 6,
    }
    return Attempted(**{**test, **fields})


def damage(**fields: Any) -> DamageDrawn:
    """Bishop's gun strikes Wedge, and the 5 of diamonds is kept."""
    drawn: dict[str, Any] = {
        "combatant": "bishop",
        "victim": "wedge",
        "weapon": "large_magnum",
        "damage_score": 6,
        "damage_value": 3,
        "soak": 4,
        "bonus": (),
        "penalty": (),
        "net": 0,
        "cards": ("5D",),
        "kept": "5D",
        "grade": "number",
        "points": 3,
        "stamina": 0,
        "draws_left": 0,
    }
    return DamageDrawn(**{**drawn, **fields})


def call(part: Part | None = None, *, target: str | None = "wedge", **fields: Any) -> CallMade:
    """A call of Bishop's, by default an attack on Wedge with its gun."""
    gun = Part("bishop", ability="Guard", weapon="large_magnum")
    return CallMade(exchange="exchange-9", **{"kind": "attack", "part": part or gun, "target": target, **fields})


def decided(winner: str | None, matcher: str | None = "wedge", **fields: Any) -> ExchangeDecided:
    """What comes of Bishop's call."""
    return ExchangeDecided(exchange="exchange-9", caller="bishop", matcher=matcher, winner=winner, **fields)


def compared(winner: str | None, reason: str, first: Grade = "king", second: Grade = "king") -> OppositionDecided:
    """The tests of Bishop and Wedge compared."""
    sides = Side("bishop", 8, first, True), Side("wedge", 10, second, True)
    return OppositionDecided(first=sides[0], second=sides[1], winner=winner, reason=reason)


def asked(kind: str, to: str, **about: Any) -> Prompted:
    return Prompted(id="prompt-22-1", kind=kind, to=to, about=about)


def test_every_command_is_told_in_its_own_words() -> None:
    own = [command for command in YIN_YANG.commands if command not in CORE_COMMANDS]
    assert all(command.says is not None for command in own)


@pytest.mark.parametrize(
    ("event", "said"),
    [
        (
            attempted(),
            "Bishop tests combat value and Guard, target value 7: the 6 of hearts, a success of 6.",
        ),
        (
            attempted(
                value=12,
                target=10,
                bonus=(("target_value", 2), ("granted", 1)),
                penalty=(("stamina", 1), ("called_shot", 2), ("narrator", 1)),
                kept="JS",
                grade="jack",
                success=False,
                number=None,
            ),
            (
                "Bishop tests combat value and Guard, target value 12, drawn against 10"
                " (bonus cards: 2 for a target value above 10, 1 as granted;"
                " penalty cards: 1 for Stamina at 0, 2 for the called shot, 1 from the narrator):"
                " the Jack of spades, a failure."
            ),
        ),
        (
            attempted(
                attributes=("speed", "strength"),
                ability=None,
                value=6,
                target=6,
                kept="8C",
                grade="over",
                success=False,
                number=8,
                task="leap the gap",
            ),
            ("Bishop tests Speed and Strength for “leap the gap”, target value 6: the 8 of clubs, too high."),
        ),
        (
            attempted(kept="WHITE", grade="white_joker", number=None),
            ("Bishop tests combat value and Guard, target value 7: the White Joker, a success beyond measure."),
        ),
        (
            attempted(cards=("KS", "6H", "COLOURED")),
            (
                "Bishop tests combat value and Guard, target value 7:"
                " K♠ 6♥ Coloured Joker, of which the 6 of hearts counts, a success of 6."
            ),
        ),
        (
            attempted(cards=(), kept=None, grade="automatic", number=None),
            "Bishop tests combat value and Guard, target value 7: a success without a card.",
        ),
        (
            attempted(cards=(), kept=None, grade="over", success=False, number=None),
            "Bishop tests combat value and Guard, target value 7: no card is left, a failure.",
        ),
    ],
)
def test_a_test_tells_what_it_is_made_of_and_what_the_kept_card_comes_to(event: Event, said: str) -> None:
    assert tell(event) == said


@pytest.mark.parametrize(
    ("event", "said"),
    [
        (call(), "Bishop attacks Wedge with the Large Magnum."),
        (
            call(called_shot=CalledShot("limb", "drops the gun"), follow_up=True),
            "Bishop attacks Wedge once more with the Large Magnum, aiming at a limb to achieve “drops the gun”.",
        ),
        (
            call(Part("bishop", weapon="bare_hands", stake="flee"), charge=True),
            "Bishop attacks Wedge with bare hands, charging, to get away.",
        ),
        (
            call(partners=(Part("irons"),), kind="attack"),
            "Bishop and Admiral Irons attack Wedge together, Bishop with the Large Magnum.",
        ),
        (
            call(Part("wedge", ("speed",), goal="run"), target=None, kind="act", partners=(Part("irons"),)),
            "Wedge and Admiral Irons try “run” together, Wedge with Speed.",
        ),
        (
            call(Part("wedge", ("speed",), stake="goal", goal="kidnap her"), target="girl", kind="act"),
            "Wedge tries “kidnap her” against Schoolgirl, with Speed.",
        ),
        (
            call(Part("wedge", ("speed",), goal="run"), target="girl", kind="act", admitted=("bishop", "girl")),
            "Wedge tries “run” against Schoolgirl, with Speed; Bishop and Schoolgirl may counter.",
        ),
        (
            CallMatched(
                exchange="exchange-9",
                match=Match("attack", Part("wedge", weapon="wrist_blade", pull_punches=True), Paid("wedge", 1)),
            ),
            "Wedge strikes back with bare hands, pulling their punches.",
        ),
        (
            CallMatched(
                exchange="exchange-9",
                match=Match("counter", Part("wedge", ("speed",), "Dodging", stake="flee"), Paid("wedge", 1)),
            ),
            "Wedge counters with Speed and Dodging, to get away.",
        ),
        (LetPassed(combatant="wedge"), "Wedge lets the call pass."),
        (
            CallVoided(exchange="exchange-9", caller="bishop", reason="vetoed"),
            "Bishop's call comes to nothing.",
        ),
        (
            CallVoided(exchange="exchange-9", caller="bishop", reason="The stairs are gone."),
            "Bishop's call comes to nothing: “The stairs are gone.”",
        ),
        (
            CallVoided(exchange="exchange-9", caller="bishop", reason="the caller is out of action"),
            "Bishop's call comes to nothing: the caller is out of the fight.",
        ),
    ],
)
def test_a_call_tells_who_means_what_and_a_match_how_it_is_met(event: Event, said: str) -> None:
    assert tell(event) == said


@pytest.mark.parametrize(
    ("event", "said"),
    [
        (compared("wedge", "better"), "Wedge is ahead of Bishop: the better card wins."),
        (compared("bishop", "ability"), "Bishop is ahead of Wedge: the cards are equal, and the better ability wins."),
        (compared(None, "both_fail"), ""),
        (
            compared(None, "confrontation"),
            "Bishop and Wedge both keep a King.",
        ),
        (
            compared(None, "confrontation", "white_joker", "coloured_joker"),
            "Bishop and Wedge both keep a Joker.",
        ),
        (decided("bishop", stake="damage", victim="wedge"), "Bishop hits Wedge."),
        (decided("bishop", None, stake="damage", victim="wedge"), "Bishop hits Wedge."),
        (decided("wedge", stake="damage", victim="bishop"), "Wedge hits Bishop."),
        (decided("bishop", stake="damage", victim="girl"), "Bishop gets past Wedge and hits Schoolgirl."),
        (
            decided("bishop", stake="damage", victim="girl", achieved="drops it"),
            "Bishop gets past Wedge, hits Schoolgirl and achieves “drops it”.",
        ),
        (
            decided("bishop", stake="flee", achieved="drops it"),
            "Bishop succeeds against Wedge and achieves “drops it”.",
        ),
        (decided("wedge", foiled=True), "Wedge foils what Bishop attempts."),
        (decided(None), "Both Bishop and Wedge fail."),
        (decided(None, None), "Bishop fails."),
        (decided("bishop", None, stake="goal"), ""),
        (decided("bishop", None), "Bishop succeeds."),
        (decided("bishop", None, stake="goal", achieved="drops it"), "Bishop succeeds and achieves “drops it”."),
    ],
)
def test_an_exchange_tells_who_is_ahead_and_what_that_brings(event: Event, said: str) -> None:
    assert tell(event) == said


@pytest.mark.parametrize(
    ("event", "said"),
    [
        (
            damage(),
            (
                "Damage to Wedge by Bishop's Large Magnum, score 6 against soak 4, value 3:"
                " the 5 of diamonds does 3 points of damage."
            ),
        ),
        (
            damage(
                weapon="bare_hands",
                damage_score=12,
                damage_value=1,
                soak=None,
                bonus=(("damage_score", 2),),
                cards=("5D", "KH"),
                kept="KH",
                grade="king",
                points=0,
                stamina=1,
                draws_left=1,
            ),
            (
                "Damage to Wedge by Bishop's bare hands, score 12, value 1"
                " (bonus cards: 2 for a Damage Score above 10):"
                " 5♦ K♥, of which the King of hearts costs 1 point of Stamina; 1 more draw to come."
            ),
        ),
        (
            damage(victim="bishop", kept="JC", grade="jack", points=0, misfire=True),
            (
                "Damage to Bishop by their own Large Magnum, score 6 against soak 4, value 3:"
                " the Jack of clubs does no harm."
            ),
        ),
        (
            PointsLost(
                combatant="wedge", track="vitality", points=5, left=-3, reason="large_magnum", inflictor="bishop"
            ),
            "Wedge loses 5 points of Vitality (down to −3) to Bishop's Large Magnum.",
        ),
        (
            ZeroReached(combatant="wedge", track="stamina"),
            "Wedge's Stamina is at 0: a penalty card on every test.",
        ),
        (FellOut(combatant="wedge", reason="dying"), "Wedge falls and is dying."),
        (FellOut(combatant="wedge", reason="exhausted"), "Wedge collapses, exhausted."),
        (CameRound(combatant="wedge", reason="shock"), "Wedge is over the shock."),
        (SideDefeated(side="opposition"), "The opposition is out of the fight."),
        (
            Misfired(combatant="bishop", weapon="lightsaber", victim="irons"),
            "Bishop's Saber of Light misfires and strikes Admiral Irons.",
        ),
        (
            Misfired(combatant="bishop", weapon="large_magnum", victim="bishop"),
            "Bishop's Large Magnum misfires and strikes its own wielder.",
        ),
    ],
)
def test_harm_tells_what_it_comes_from_and_what_it_leads_to(event: Event, said: str) -> None:
    assert tell(event) == said


def test_a_confrontation_is_told_from_the_first_flurry_to_what_it_brings() -> None:
    assert [
        tell(ConfrontationBegun(first="bishop", second="wedge", locked=True)),
        tell(
            FlurryDrawn(
                first="bishop",
                second="wedge",
                number=1,
                first_cards=("2H", "9C"),
                second_cards=("3S", "KD"),
                first_count=1,
                second_count=1,
            )
        ),
        tell(
            FlurryDrawn(
                first="bishop",
                second="wedge",
                number=2,
                first_cards=("WHITE", "9C"),
                second_cards=("3S", "KS"),
                first_count=2,
                second_count=1,
            )
        ),
        tell(ConfrontationWon(winner="bishop", loser="wedge", by="cards")),
        tell(ConfrontationSettled(winner="bishop", outcome="narrated", narrated="throws him through the door")),
        tell(ContestDecided(first="bishop", second="wedge", stake="the key", winner="bishop", narrated="throws him")),
        tell(ExtraActionsGained(combatant="bishop", actions=2, reason="confrontation")),
    ] == [
        "Bishop and Wedge face each other in a Confrontation; no one may come between them this turn.",
        "Flurry 1: Bishop draws 2♥ 9♣ and counts 1, and Wedge draws 3♠ K♦ and counts 1; a standstill.",
        "Flurry 2: Bishop draws White Joker 9♣ and counts 2, and Wedge draws 3♠ K♠ and counts 1.",
        "Bishop wins the Confrontation with Wedge by the cards.",
        "Bishop wins: “throws him through the door”.",
        "The contest of Bishop and Wedge for “the key” goes to Bishop.",
        "Bishop gains 2 extra actions because of the Confrontation.",
    ]


@pytest.mark.parametrize(
    ("event", "said"),
    [
        (
            FollowUpEarned(combatant="bishop", adversary="wedge", weapon="large_magnum", ability="Guard"),
            "Bishop's King earns another attack on Wedge, with the Large Magnum and Guard.",
        ),
        (
            FollowUpEarned(combatant="bishop", adversary="wedge", weapon="large_magnum", pulled=True),
            "Bishop's King earns another attack on Wedge, with bare hands.",
        ),
        (
            FollowUpLost(combatant="bishop", reason="out_of_action"),
            "Bishop cannot attack once more: the adversary is out of the fight.",
        ),
        (
            AdverseEffect(combatant="bishop", victim="wedge", text="loses a hand"),
            "Bishop's King has an adverse effect on Wedge: “loses a hand”.",
        ),
    ],
)
def test_a_king_tells_what_it_brings(event: Event, said: str) -> None:
    assert tell(event) == said


@pytest.mark.parametrize(
    ("event", "said"),
    [
        (
            HandDealt(combatant="bishop", actions=2, deck="bishop", draw=Draw(("7H", "6D"))),
            "Bishop takes a hand of 2 actions: 7♥ 6♦.",
        ),
        (HandDealt(combatant="bishop", actions=2, deck="bishop"), "Bishop takes a hand of 2 actions."),
        (
            ActionsSpent(combatant="bishop", hand=1, extra=0, cards=("7H",)),
            "Bishop spends 1 action: 7♥, face down.",
        ),
        (ActionsSpent(combatant="bishop", hand=1, extra=2), "Bishop spends 1 action and 2 extra ones."),
        (CardsLaid(combatant="bishop", cards=("7H", "6D")), ""),
        (CardsPlayed(combatant="bishop", deck="bishop", cards=("7H",)), "Bishop turns up the 7 of hearts."),
        (
            CardsPlayed(combatant="wedge", deck="narrator", cards=("7H",)),
            "Wedge turns up the 7 of hearts from the narrator's deck.",
        ),
        (
            CardsPlayed(combatant="bishop", deck="bishop", cards=("WHITE", "7H")),
            "Bishop turns up the White Joker and the 7 of hearts.",
        ),
        (
            HandDiscarded(combatant="bishop", hand=1, extra=0, reason="confrontation", deck=None, cards=("6D",)),
            "Bishop loses 1 action (6♦) because of the Confrontation.",
        ),
        (
            HandDiscarded(combatant="bishop", hand=1, extra=0, reason="out_of_action"),
            "Bishop loses 1 action by dropping out of the fight.",
        ),
    ],
)
def test_open_hands_are_told_with_their_cards_to_whoever_may_see_them(event: Event, said: str) -> None:
    """What others see of an event has no private part, so that the same sentence has no cards."""
    assert tell(event) == said


@pytest.mark.parametrize(
    ("event", "said"),
    [
        (
            DeckReshuffled(deck="bishop", cards=("2H",)),
            "Bishop's deck runs out; 1 card goes back into it.",
        ),
        (
            HandedOver(combatant="bishop", deck="red"),
            "Bishop is played by another player and now draws from the deck “red”.",
        ),
        (
            DeckReshuffled(deck="narrator", cards=("2H", "3C")),
            "The narrator's deck runs out; 2 cards go back into it.",
        ),
        (
            CardsGranted(combatant="bishop", cards=-1, on="tests", lasting="next_turn", reason="coloured_joker"),
            "Bishop gets 1 penalty card for the next turn because of the Coloured Joker.",
        ),
        (
            CardsGranted(combatant="bishop", cards=2, on="damage", lasting="next_test", reason="a running start"),
            "Bishop gets 2 bonus cards for the next Damage Draw: “a running start”.",
        ),
        (StoodOff(combatants=("bishop", "wedge")), "A standoff: Bishop and Wedge wait."),
        (StoodOff(combatants=("bishop",)), "A standoff: Bishop waits, and no one else can act."),
        (EdgeGiven(side="heroes", won=True), "The heroes have the Edge."),
        (EdgeGiven(side="red", won=True), "The red side has the Edge."),
        (
            AttributesGenerated(combatant="rat_2", dice=Draw((1, 2), sides=4), scores=(2, 3)),
            "The dice 1, 2 give the newcomer “rat 2” Strength 2 and Endurance 3.",
        ),
        (EdgeGiven(side="bishop"), "The narrator gives the Edge to Bishop."),
        (EdgeGiven(side="red"), "The narrator gives the Edge to the red side."),
        (SideDefeated(side="heroes"), "The heroes are out of the fight."),
        (SideDefeated(side="bishop"), "Bishop is out of the fight."),
        (
            FightSplit(subfights={"bishop": "roof", "wedge": "main", "hook": "roof"}),
            "The narrator puts Bishop and Da Hook in the fight “roof”, and Wedge in the main fight.",
        ),
    ],
)
def test_cards_and_places_are_told_as_a_table_says_them(event: Event, said: str) -> None:
    assert tell(event) == said


@pytest.mark.parametrize(
    ("event", "said"),
    [
        (
            Challenged(combatant="bishop", text="he was out of sight"),
            "Bishop challenges the narrator's decision: “he was out of sight”.",
        ),
        (
            ChallengeAccepted(combatant="bishop", contest="performance", terms="as in an infomercial"),
            "The narrator takes up Bishop's challenge: a performance, “as in an infomercial”.",
        ),
        (
            ChallengeWon(combatant="bishop", text="you may try"),
            "Bishop impresses the narrator, who gives way: “you may try”.",
        ),
        (
            ChallengeLost(combatant="bishop"),
            "Bishop does not impress the narrator, whose decision stands and who may pay them back.",
        ),
        (
            Retaliated(combatant="bishop", text="slips into the mud", track="stamina", points=1),
            "The narrator pays Bishop back, which costs 1 point of Stamina: “slips into the mud”.",
        ),
        (Retaliated(combatant="bishop", waived=True), "The narrator does not pay Bishop back after all."),
    ],
)
def test_a_challenge_is_told_from_the_first_word_to_its_price(event: Event, said: str) -> None:
    assert tell(event) == said


@pytest.mark.parametrize(
    ("event", "said"),
    [
        (asked("match", "wedge", caller="bishop", call="attack"), "Wedge may match Bishop's attack or let it pass."),
        (asked("match", "wedge", caller="irons", call="act"), "Wedge may match Admiral Irons' attempt or let it pass."),
        (
            asked("follow_up", "bishop", targets=["wedge", "hook"]),
            "Bishop may attack Wedge or Da Hook once more.",
        ),
        (
            asked("join_combined", "irons", combatants=["bishop", "irons"]),
            "Admiral Irons has to say whether to join Bishop.",
        ),
        (
            asked("consent", "narrator", about="combine", combatant="bishop", combatants=["bishop", "irons"]),
            "The narrator has to say whether Bishop and Admiral Irons may act together.",
        ),
        (
            asked("consent", "narrator", about="charge", combatant="bishop"),
            "The narrator has to say whether Bishop may charge.",
        ),
        (
            asked("consent", "narrator", about="action", combatant="bishop"),
            "The narrator has to say whether Bishop's attempt is allowed.",
        ),
        (
            asked("called_shot_penalty", "narrator", combatant="bishop", text="drops the gun"),
            "The narrator has to say how hard Bishop's called shot is: “drops the gun”.",
        ),
        (
            asked("confront", "narrator", first="bishop", second="wedge"),
            "The narrator has to say whether Bishop and Wedge have a Confrontation.",
        ),
        (
            asked("confrontation_outcome", "narrator", winner="wedge"),
            "The narrator has to say what Wedge gets for winning the Confrontation.",
        ),
        (
            asked("misfire_victim", "narrator", wielder="bishop", weapon="large_magnum"),
            "The narrator has to say whom Bishop's misfiring Large Magnum strikes.",
        ),
        (
            asked("king_effect", "narrator", combatant="bishop", adversary="wedge"),
            "The narrator has to say what Bishop's King does to Wedge.",
        ),
        (
            asked("answer_challenge", "narrator", combatant="bishop"),
            "The narrator has to answer Bishop's challenge.",
        ),
    ],
)
def test_a_prompt_tells_who_has_to_choose_and_about_what(event: Event, said: str) -> None:
    assert tell(event) == said


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        (
            Answered(kind="match", to="wedge", by="policy", answer="let_pass"),
            "",
        ),
        (
            Answered(kind="match", to="wedge", by="prompt", answer={"mode": "attack", "weapon": "wrist_blade"}),
            "",
        ),
        (Answered(kind="match", to="wedge", by="sent", answer=None), ""),
        (
            Answered(kind="join_combined", to="irons", by="policy", answer="no"),
            "Admiral Irons does not join in, as always.",
        ),
        (
            Answered(kind="join_combined", to="irons", by="prompt", answer=None),
            "Admiral Irons decides in secret whether to join in.",
        ),
        (
            Answered(
                kind="join_combined", to="irons", by="prompt", answer=None, secret={"joins": True, "hand_card": "2H"}
            ),
            "Admiral Irons agrees to join in.",
        ),
    ],
)
def test_an_answer_is_told_where_nothing_that_follows_tells_it(answer: Answered, said: str) -> None:
    assert tell(answer) == said


def test_standing_and_unused_answers_are_told_though_those_that_are_carried_out_at_once_are_not() -> None:
    told = [
        PolicySet(of="wedge", kind="match", answer="never"),
        PolicySet(of="narrator", kind="misfire_victim", answer="self"),
        PolicySet(of="wedge", kind="match", answer={"keep": 1}),
        AnswerUnused(kind="consent", to="narrator", answer="allow"),
        AnswerUnused(kind="misfire_victim", to="narrator", answer="white_joker"),
    ]
    assert [tell(event) for event in told] == [
        "From now on: Wedge lets every call pass.",
        "From now on: the narrator lets every misfire strike the wielder.",
        "From now on: Wedge matches calls but keeps 1 action back.",
        "Not needed after all: the narrator allows what is tried.",
        "Not needed after all: the narrator says whom the misfire strikes.",
    ]


@pytest.mark.parametrize(
    ("event", "said"),
    [
        (ConsentGiven(about="charge", combatant="bishop"), "The narrator allows Bishop's charge."),
        (
            ConsentGiven(about="action", combatant="bishop", may_counter=("hook",), bonus=1, penalty=2),
            "The narrator allows Bishop's attempt with 1 bonus card and 2 penalty cards; Da Hook may counter.",
        ),
        (
            ConsentGiven(about="combine", combatant="bishop", waive_dedication=True),
            "The narrator allows Bishop's combined action; coordinating costs no action.",
        ),
        (ConsentGiven(about="combine", combatant="bishop"), ""),
        (ConsentDenied(about="action", combatant="bishop"), "The narrator does not allow Bishop's attempt."),
        (TimePassed(hours=2, only=("bishop", "hook")), "2 hours pass for Bishop and Da Hook."),
        (ConsentDenied(about="combine", combatant="bishop"), ""),
        (CounterAllowed(combatant="hook"), "The narrator lets Da Hook match the call too."),
    ],
)
def test_the_narrators_word_is_told_with_all_that_goes_with_it(event: Event, said: str) -> None:
    assert tell(event) == said


@pytest.mark.parametrize(
    ("command", "said"),
    [
        (
            {
                "type": "yin_yang.combine",
                "participants": [{"combatant": "bishop"}, {"combatant": "irons"}],
                "target": "wedge",
            },
            "Bishop and Admiral Irons want to attack Wedge together.",
        ),
        (
            {
                "type": "yin_yang.combine",
                "participants": [{"combatant": "bishop"}, {"combatant": "irons"}],
                "target": "wedge",
                "goal": "lift him",
            },
            "Bishop and Admiral Irons want to try “lift him” together against Wedge.",
        ),
        ({"type": "yin_yang.attack", "actor": "bishop", "target": "wedge"}, ""),
        (
            {
                "type": "yin_yang.contest",
                "first": {"combatant": "bishop", "attributes": ["will"]},
                "second": {"combatant": "wedge", "attributes": ["will"], "ability": "Staring"},
                "stake": "the seat",
            },
            "Bishop with Will is matched against Wedge with Will and Staring, for “the seat”.",
        ),
        (
            {"type": "yin_yang.adjust", "combatant": "bishop", "track": "stamina", "points": -2},
            "The narrator takes 2 points off the Stamina of Bishop.",
        ),
        (
            {"type": "yin_yang.adjust", "combatant": "bishop", "track": "vitality", "points": 1},
            "The narrator adds 1 point to the Vitality of Bishop.",
        ),
    ],
)
def test_a_command_is_told_by_the_fields_that_it_has(command: dict[str, Any], said: str) -> None:
    assert tell(Commanded(command=command, command_schema=1, ruleset="yin_yang", ruleset_version="1")) == said


# Things by their names

THUNDER: dict[str, Any] = {"id": "mjolnir", "kind": "mace", "name": "Hammer of Thunder"}
GLASS: dict[str, Any] = {"id": "pane", "kind": "glass_plate", "name": "Cathedral Window"}
RAVEN = PlaceItem(weapon=WeaponSheet(id="raven", kind="sword", name="Raven"))
SMITH = plain(
    "smith",
    side="red",
    pronoun="she",
    weapons=[THUNDER],
    armour=[GLASS],
    wielded=[{"weapon": "mjolnir"}],
    default_attack={"weapon": "mjolnir"},
)


def timeline(*commands: Command, start: int | None = None) -> list[str]:
    """What is told of a fight of the smith's; ``start`` leaves out what comes before that version."""
    recording = Recording("smithy", YIN_YANG).play(fight(SMITH, plain("rat", side="black")), *commands)
    names = None
    if start is not None:
        state = recording.states[start]
        assert isinstance(state, Fight)
        names = YIN_YANG.names(state, NARRATOR)
    records = recording.records if start is None else recording.records[start:]
    entries = EventTeller(YIN_YANG, names).told_all(recording.codec, records)
    return [entry.sentence for entry in entries if entry.sentence is not None]


@pytest.mark.rule("YY-NARR-9")
def test_weapons_and_armour_are_told_by_the_names_of_the_sheet() -> None:
    blow = attack("smith", "rat", answers=(SentAnswer(kind="match", answer="let_pass"),))
    told = timeline(Wear(actor="smith", armour=("pane",)), in_turn(), blow, Wield(actor="smith"))
    assert "Smith wears the Cathedral Window." in told
    assert "Smith has empty hands." in told
    assert "Smith attacks rat with the Hammer of Thunder." in told
    assert not [sentence for sentence in told if "mjolnir" in sentence or "pane" in sentence]


@pytest.mark.rule("YY-NARR-9")
def test_what_lies_about_is_told_by_its_name_and_so_is_what_somebody_has_picked_up() -> None:
    lying = (RAVEN, PlaceItem(armour=ArmourSheet(**{**GLASS, "id": "door"})))
    taken = (
        Wield(actor="rat", items=(GripSheet(weapon="raven"),)),
        Wear(actor="rat", armour=("door",)),
    )
    told = timeline(*lying, *taken)
    for said in (
        "The narrator places the Raven within everyone's reach.",
        "Rat picks up the Raven.",
        "Rat holds the Raven.",
        "Rat picks up the Cathedral Window.",
        "Rat wears the Cathedral Window.",
    ):
        assert said in told


@pytest.mark.rule("YY-NARR-9")
def test_a_timeline_that_begins_later_knows_the_names_of_things() -> None:
    wield = Wield(actor="rat", items=(GripSheet(weapon="raven"),))
    start = max(Recording("smithy", YIN_YANG).play(fight(SMITH, plain("rat", side="black")), RAVEN).states)
    told = timeline(RAVEN, wield, Wear(actor="smith", armour=("pane",)), start=start)
    assert "Rat picks up the Raven." in told
    assert "Smith wears the Cathedral Window." in told


def test_what_is_on_a_sheet_that_is_not_shown_is_told_without_its_key() -> None:
    """The names have nothing of what Admiral Irons carries."""
    lost = PointsLost(combatant="wedge", track="vitality", points=5, reason="irons_blade_2", inflictor="irons")
    assert tell(lost) == "Wedge loses 5 points of Vitality to Admiral Irons' weapon."
    misfire = asked("misfire_victim", "narrator", wielder="irons", weapon="irons_blade_2")
    assert tell(misfire) == "The narrator has to say whom Admiral Irons' misfiring weapon strikes."
    assert tell(ArmourDestroyed(combatant="irons", armour="coat_3")) == "Admiral Irons' armour breaks."
    assert tell(Worn(combatant="irons", armour=("coat_3",))) == "Admiral Irons wears armour."
    assert tell(Worn(combatant="irons", armour=("shield", "coat_3", "helm"))) == (
        "Admiral Irons wears the Wooden Shield and other armour."
    )
    two = (Grip("irons_blade_2", 1), Grip("irons_blade_3", 1))
    assert tell(Wielded(combatant="irons", grips=two[:1])) == "Admiral Irons holds a weapon."
    assert tell(Wielded(combatant="irons", grips=two)) == "Admiral Irons holds a weapon and another weapon."
    assert tell(ItemTaken(combatant="irons", item="coat_3")) == "Admiral Irons picks up something."


@pytest.mark.rule("YY-NARR-9")
def test_a_loss_is_told_with_the_name_of_the_weapon_and_a_misfire_with_the_wielders_own() -> None:
    lost = PointsLost(combatant="wedge", track="vitality", points=5, left=-3, reason="lightsaber", inflictor="bishop")
    assert tell(lost) == "Wedge loses 5 points of Vitality (down to −3) to Bishop's Saber of Light."
    lost = PointsLost(combatant="irons", track="vitality", points=5, left=-3, reason="bare_hands", inflictor="irons")
    assert tell(lost) == "Admiral Irons loses 5 points of Vitality (down to −3) to her own bare hands."
    assert tell(ArmourDestroyed(combatant="bishop", armour="coat")) == "Bishop's Padded Coat breaks."
    assert tell(ArmourDestroyed(combatant="wedge", armour="shield")) == "Wedge's Wooden Shield breaks."
    assert tell(Wielded(combatant="wedge", grips=(Grip("coat", 2),))) == "Wedge holds the Coat Hanger in both hands."


@pytest.mark.rule("YY-NARR-9")
def test_refusals_call_things_by_their_names() -> None:
    spec = given(fight(SMITH, plain("rat", side="black")), Wield(actor="smith"), in_turn())
    spec.when(attack("smith", "rat", weapon="mjolnir")).refused("YY-ATK-3")
    assert spec.refusal is not None
    assert spec.refusal.detail == (
        "smith strikes with what is wielded or natural: Bare hands; not with Hammer of Thunder."
    )
    spec.given(EndTurn(), RAVEN)
    spec.when(PlaceItem(armour=ArmourSheet(id="raven", kind="shield"))).refused(None, "invalid")
    assert spec.refusal.detail.startswith("Raven lies about already")
    spec.given(in_turn()).when(attack("smith", "rat", weapon="raven")).refused("YY-ATK-3")
    assert spec.refusal.detail == "smith strikes with what is wielded or natural: Bare hands."


# What was recorded before


def test_a_loss_that_was_recorded_without_its_inflictor_is_told_by_the_id_of_the_weapon() -> None:
    lost = PointsLost(combatant="wedge", track="vitality", points=5, left=-3, reason="large_magnum")
    assert tell(lost) == "Wedge loses 5 points of Vitality (down to −3): large magnum."


@pytest.mark.parametrize(
    ("failed", "said"),
    [
        ("narrator", "Bishop and Da Hook do not act together: the narrator does not allow it."),
        ("hook", "Bishop and Da Hook do not act together: Da Hook takes no part."),
        ("wedge", "Bishop and Da Hook do not act together: Wedge is out of the fight."),
    ],
)
def test_an_attempt_that_fails_tells_who_is_the_cause(failed: str, said: str) -> None:
    assert tell(CombinationFailed(combatants=("bishop", "hook"), refused_by=failed)) == said


def test_a_move_that_was_recorded_without_a_distance_is_told_without_it() -> None:
    assert tell(Moved(combatant="bishop")) == "Bishop moves."


def test_guards_leave_their_ward_for_their_own_reason_or_for_the_wards() -> None:
    ended = GuardsEnded(guards=("bishop",), wards=("wedge", "girl"), reason="out_of_action")
    assert tell(ended) == "Bishop, out of the fight, no longer guards Wedge and Schoolgirl."
    ended = GuardsEnded(guards=("bishop", "hook"), wards=("girl",), reason="dead")
    assert tell(ended) == "Bishop and Da Hook no longer guard Schoolgirl, who is dead."


def test_a_prompt_that_lapses_tells_its_reason_in_words() -> None:
    spec = owed("thug").when(
        attack("thug", "architect"), "architect: let_pass", throws=["narrator: KC", "narrator: 3D"]
    )
    spec.when(spite("stamina", 3)).then(FollowUpLost(combatant="thug", reason="out_of_action"))
    (lapsed,) = [event for event in spec.events if isinstance(event, PromptLapsed)]
    assert lapsed.reason == "the adversary is out of action"
