"""Called shots and charges: what the narrator says before the cards (YY-CALLED, YY-WPN-22, -23, YY-PROM-4, -5)."""

from typing import Any

import pytest

from domain.model.speaker import parse_speaker
from domain.rulesets.yin_yang.chapters.combined.consent import CalledShotPriced, ConsentDenied, ConsentGiven
from domain.rulesets.yin_yang.chapters.decks.decks import CardsDrawn
from domain.rulesets.yin_yang.chapters.decks.hands import ActionsReturned
from domain.rulesets.yin_yang.chapters.exchanges.still_standing import CallVoided
from domain.rulesets.yin_yang.chapters.exchanges.verdicts import ExchangeDecided
from domain.rulesets.yin_yang.chapters.harm.harm import ConditionSet
from domain.rulesets.yin_yang.chapters.turns.movement import Moved, SetDistance, SplitFight
from domain.rulesets.yin_yang.parts import CalledShotSheet
from domain.rulesets.yin_yang.words import Aim
from tests.rules.yin_yang.builders import about, asked, attempts, bout, damage, hands, policy, vitality
from tests.rules.yin_yang.specification import Specification, attack, newcomer

HAT = CalledShotSheet(aim="limb", text="the hat")
POLEARM = {
    "weapons": [{"id": "polearm"}],
    "wielded": [{"weapon": "polearm"}],
    "default_attack": {"weapon": "polearm", "ability": "Man-at-arms"},
    "worn": [],
}
CHARGE = attack("cryptos", "gabrielle", charge=True)


def shot(**fields: Any) -> Any:
    return attack("bishop", "thug", called_shot=HAT, **fields)


def achieved(spec: Specification) -> str:
    (found,) = [event.achieved for event in spec.events if isinstance(event, ExchangeDecided)]
    return found


# Called shots


@pytest.mark.rule("YY-CALLED-1", "YY-CALLED-2", "YY-BONUS-4", "YY-PROM-5", "YY-RUL-36")
def test_the_narrator_imposes_the_penalty_cards_of_a_called_shot() -> None:
    spec = bout("bishop", "thug").when(shot())
    assert (asked(spec), about(spec)["aim"], about(spec)["text"]) == (
        [("called_shot_penalty", "narrator")],
        "limb",
        "the hat",
    )
    for cards in (0, 6):
        spec.answer(cards).refused(None, "invalid")
    spec.answer(2, "thug: let_pass", throws=["bishop: 2H 3H 4H", "bishop: AD"]).then(
        CalledShotPriced(combatant="bishop", penalty=2)
    )
    assert attempts(spec)[0].penalty == (("called_shot", 2),)


@pytest.mark.rule("YY-CALLED-1", "YY-CALLED-2")
@pytest.mark.parametrize(("aim", "cards"), [("weapon", 1), ("limb", 1), ("gap", 2), ("head", 2), ("other", 1)])
def test_or_a_table_does(aim: Aim, cards: int) -> None:
    spec = bout("bishop", "thug", called_shot="table")
    throws = [f"bishop: {' '.join(['9H', '10H', '9S'][: cards + 1])}"]
    called = attack("bishop", "thug", called_shot=CalledShotSheet(aim=aim, text="the hat"))
    spec.when(called, "thug: let_pass", throws=throws).then(CalledShotPriced(combatant="bishop", penalty=cards))


@pytest.mark.rule("YY-CALLED-2")
def test_in_the_narrators_own_command_it_is_his_penalty() -> None:
    spec = bout("bishop", "thug", called_shot="table")
    throws = ["bishop: 9H 10H 9S 10S"]
    spec.when(shot(penalty=3), "thug: let_pass", throws=throws).then(CalledShotPriced(combatant="bishop", penalty=3))
    assert attempts(spec)[0].penalty == (("called_shot", 3),)


@pytest.mark.rule("YY-CALLED-2")
def test_a_player_names_no_penalty() -> None:
    spec = bout("bishop", "thug")
    spec.when(shot(penalty=1), speaker=parse_speaker("player:bishop")).refused("YY-NARR-7")


@pytest.mark.rule("YY-PROM-5")
def test_the_narrators_policy_names_a_number() -> None:
    spec = bout("bishop", "thug", before=(policy("narrator", "called_shot_penalty", 1),))
    spec.when(shot()).then(CalledShotPriced(combatant="bishop", penalty=1)).asks("match", "thug")


@pytest.mark.rule("YY-CALLED-3", "YY-RUL-36")
def test_a_won_called_shot_has_achieved_its_text_beside_the_stake() -> None:
    spec = bout("bishop", "thug")
    spec.when(shot(), "narrator: called_shot 1", "thug: let_pass", throws=["bishop: 2H 3H", "bishop: 2D"])
    assert (achieved(spec), vitality(spec, "thug")) == ("the hat", 1)
    drawn = damage(spec)[0]
    assert (drawn.damage_score, drawn.damage_value, drawn.soak) == (6, 3, 0)
    spec.never(ConditionSet)


@pytest.mark.rule("YY-CALLED-3", "YY-RUL-36")
def test_one_that_is_lost_has_achieved_nothing() -> None:
    spec = bout("bishop", "thug")
    spec.when(shot(), "narrator: called_shot 1", "thug: let_pass", throws=["bishop: 2H 9H"])
    assert achieved(spec) == ""
    spec.when(
        shot(), "narrator: called_shot 1", "thug: match", throws=["bishop: 2D 3D", "narrator: 5C", "narrator: JD"]
    )
    assert achieved(spec) == ""


@pytest.mark.rule("YY-CALLED-3")
@pytest.mark.parametrize(("outcome", "text"), [("outcome success", "the hat"), ("outcome narrated both fall", "")])
def test_after_a_confrontation_it_is_achieved_unless_something_else_is_told(outcome: str, text: str) -> None:
    spec = bout("bishop", "da_hook", confrontation_outcome="ask")
    called = attack("bishop", "da_hook", called_shot=HAT)
    flurries = ["bishop: 2D 3H 4H", "narrator: 2S 3D 4D 5D"]
    draws = ["bishop: QH QD", "narrator: QC", *flurries, *(["bishop: 6D"] if text else [])]
    spec.when(called, "narrator: called_shot 1", "da_hook: match", f"narrator: {outcome}", throws=draws)
    assert achieved(spec) == text


@pytest.mark.rule("YY-CALLED-4", "YY-ARM-10")
def test_a_called_shot_is_a_precision_task() -> None:
    spec = bout("cryptos", "thug")
    called = attack("cryptos", "thug", called_shot=HAT)
    spec.when(called, "narrator: called_shot 1", "thug: let_pass", throws=["cryptos: 4S 2S 7S"])
    assert dict(attempts(spec)[0].penalty) == {"cumbersome": 1, "called_shot": 1}
    spec.when(attack("cryptos", "thug"), "thug: let_pass", throws=["cryptos: 9S"])
    assert attempts(spec)[0].penalty == ()


# Charges


def charging(**options: Any) -> Specification:
    cryptos = newcomer("cryptos", side="black", **POLEARM)
    return bout(cryptos, "gabrielle", **options)


@pytest.mark.rule("YY-WPN-22", "YY-RUL-61", "YY-PROM-4")
def test_a_charge_that_is_granted_brings_a_card_on_damage() -> None:
    spec = charging().when(CHARGE)
    assert (asked(spec), about(spec)["about"]) == ([("consent", "narrator")], "charge")
    spec.answer({"allow": True}, "gabrielle: let_pass", throws=["cryptos: 5S", "cryptos: JH 4H"]).then(ConsentGiven)
    assert (damage(spec)[0].bonus, vitality(spec, "gabrielle")) == ((("charge", 1),), 4)


@pytest.mark.rule("YY-WPN-22", "YY-RUL-61")
def test_one_that_is_denied_is_an_ordinary_attack() -> None:
    spec = charging().when(CHARGE, "narrator: deny", "gabrielle: let_pass", throws=["cryptos: 5S", "cryptos: JH"])
    spec.then(ConsentDenied)
    assert (damage(spec)[0].bonus, vitality(spec, "gabrielle"), hands(spec, "cryptos")) == ((), 6, [1])


@pytest.mark.rule("YY-WPN-22")
def test_with_the_option_free_the_claim_suffices() -> None:
    spec = charging(charge="free").when(CHARGE, "gabrielle: let_pass", throws=["cryptos: 5S", "cryptos: JH 4H"])
    spec.never(ConsentGiven, Moved)


@pytest.mark.rule("YY-WPN-22")
def test_the_card_is_the_chargers_and_not_the_matchers() -> None:
    spec = charging(charge="free")
    throws = ["cryptos: 2S", "gabrielle: 5H", "gabrielle: QH"]
    spec.when(CHARGE, "gabrielle: match", throws=throws)
    assert damage(spec)[0].bonus == ()


@pytest.mark.rule("YY-WPN-22")
def test_only_a_weapon_that_is_used_to_charge_charges() -> None:
    bout("bishop", "thug").when(attack("bishop", "thug", charge=True)).refused("YY-WPN-22")
    charging().when(attack("cryptos", "gabrielle", charge=True, pull_punches=True)).refused("YY-WPN-22")


@pytest.mark.rule("YY-WPN-23")
def test_where_distances_count_a_charge_closes_the_distance() -> None:
    spec = charging(movement="action")
    spec.when(attack("cryptos", "gabrielle")).refused("YY-MOVE-3")
    spec.when(CHARGE, "narrator: deny").then(ConsentDenied, CallVoided, ActionsReturned).never(CardsDrawn, Moved)
    assert (hands(spec, "cryptos"), spec.fight.band("cryptos", "gabrielle")) == ([2], "room")
    answers = ("narrator: allow", "gabrielle: let_pass")
    spec.when(CHARGE, *answers, throws=["cryptos: 5S", "cryptos: JH 4H"]).then(
        Moved(combatant="cryptos", other="gabrielle", band="arm")
    )
    assert (hands(spec, "cryptos"), vitality(spec, "gabrielle")) == ([1], 4)
    assert spec.fight.band("cryptos", "gabrielle") == "arm"
    spec.when(CHARGE).refused("YY-WPN-23")


@pytest.mark.rule("YY-WPN-23")
def test_a_charge_claimed_freely_closes_the_distance_too() -> None:
    spec = charging(movement="action", charge="free").given(
        SetDistance(first="cryptos", second="gabrielle", band="sight")
    )
    spec.when(CHARGE).then(Moved(combatant="cryptos", other="gabrielle", band="arm")).asks("match", "gabrielle")


@pytest.mark.rule("YY-WPN-23")
def test_a_denied_charge_with_a_weapon_that_reaches_is_an_ordinary_attack() -> None:
    lance = [{"id": "polearm", "reach": "ranged"}]
    spec = bout(newcomer("cryptos", side="black", **{**POLEARM, "weapons": lance}), "gabrielle", movement="action")
    spec.when(CHARGE, "narrator: deny").then(ConsentDenied).never(CallVoided).asks("match", "gabrielle")


@pytest.mark.rule("YY-WPN-23", "YY-MOVE-4")
@pytest.mark.parametrize("movement", ["action", "free"])
def test_where_distances_count_no_charge_goes_into_another_sub_fight(movement: str) -> None:
    bow = {**POLEARM, "weapons": [{"id": "polearm", "reach": "long_ranged"}]}
    apart = SplitFight(subfights={"gabrielle": "roof"})
    spec = bout(newcomer("cryptos", side="black", **bow), "gabrielle", movement=movement).given(apart)
    if movement == "action":
        spec.when(CHARGE).refused("YY-MOVE-4")
        assert spec.refusal is not None
        assert spec.refusal.field == "command.charge"
        spec.when(attack("cryptos", "gabrielle")).asks("match", "gabrielle")
    else:
        spec.when(CHARGE, "narrator: allow").never(Moved).asks("match", "gabrielle")
