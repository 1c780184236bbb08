"""Dangerous weapons and charges: who is struck by a Jack, what a run-up gives (YY-WPN-22, -23, YY-WPN-26 to -28)."""

from typing import Any

import pytest

from domain.core.commands import SetPolicy
from domain.rulesets.yin_yang.chapters.challenges.confrontation import ConfrontationBegun
from domain.rulesets.yin_yang.chapters.decks.grants import GiveCards
from domain.rulesets.yin_yang.chapters.decks.hands import ActionsReturned, ActionsSpent
from domain.rulesets.yin_yang.chapters.exchanges.misfires import Misfired
from domain.rulesets.yin_yang.chapters.exchanges.still_standing import CallVoided
from domain.rulesets.yin_yang.chapters.harm.damage import DamageDrawn
from domain.rulesets.yin_yang.chapters.harm.harm import PointsLost
from domain.rulesets.yin_yang.chapters.turns.movement import DistanceSet, FightSplit, Move
from tests.rules.yin_yang.builders import adjust, attempted, damage, tracks, vitality
from tests.rules.yin_yang.specification import (
    Specification,
    attack,
    attempt,
    fight,
    given,
    in_turn,
    newcomer,
    person,
    plain,
)

AT_HIMSELF = Misfired(combatant="knight", weapon="lightsaber", victim="knight")


def duel(*friends: str, **options: Any) -> Specification:
    """The Knight with his LightSaber, Damage Score 7 and Damage Value 3, against a Trooper; and friends of his."""
    return given(fight("knight", *friends, "trooper", **options), in_turn())


# Which Jack


@pytest.mark.rule("YY-WPN-26", "YY-WPN-27", "YY-WPN-28", "YY-RUL-49", "YY-RUL-72", "YY-EX-40")
def test_the_jack_of_an_attack_turns_a_dangerous_weapon_round_after_the_winners_damage() -> None:
    spec = duel("bill").when(
        attack("knight", "trooper"), "trooper: match", throws=["knight: JD", "narrator: 4H", "narrator: 2S"]
    )
    spec.asks("misfire_victim", "narrator")
    assert vitality(spec, "knight") == 5
    spec.answer("knight", throws=["knight: 5D"]).then(AT_HIMSELF, DamageDrawn, PointsLost)
    spec.follows(PointsLost, DamageDrawn)
    assert [(drawn.misfire, drawn.soak, drawn.combatant) for drawn in damage(spec)] == [(True, 3, "knight")]
    assert vitality(spec, "knight") == 2
    assert spec.fight.exchange is None


@pytest.mark.rule("YY-WPN-26", "YY-WPN-27", "YY-EX-66")
def test_an_unmatched_miss_with_a_jack_misfires_at_a_wielder_without_friends_unasked() -> None:
    spec = duel().when(attack("knight", "trooper"), "trooper: let_pass", throws=["knight: JD", "knight: 5D"])
    spec.then(AT_HIMSELF)
    assert (vitality(spec, "knight"), vitality(spec, "trooper")) == (3, 4)


@pytest.mark.rule("YY-WPN-26")
def test_so_does_the_jack_of_a_match_and_that_of_a_follow_up() -> None:
    spec = duel().when(
        attack("trooper", "knight"),
        "knight: match",
        throws=["narrator: 4H", "knight: JD", "narrator: 2S", "knight: 5D"],
    )
    spec.then(AT_HIMSELF)
    spec = duel().when(
        attack("knight", "trooper"),
        "trooper: let_pass",
        "knight: follow_up trooper",
        "trooper: let_pass",
        throws=["knight: KD", "knight: 2D", "knight: JD", "knight: 5D"],
    )
    spec.then(AT_HIMSELF)


@pytest.mark.rule("YY-WPN-26")
def test_a_jack_in_a_counter_or_in_a_test_is_no_misfire_nor_one_of_a_weapon_that_is_not_dangerous() -> None:
    counter = "knight: match counter attributes=speed"
    throws = ["narrator: 4H", "knight: JD", "narrator: 2S"]
    duel().when(attack("trooper", "knight"), counter, throws=throws).never(Misfired)
    duel().when(attempt("knight", "will"), throws=["knight: JD"]).never(Misfired)
    duel().when(attack("trooper", "knight"), "knight: let_pass", throws=["narrator: JC"]).never(Misfired)


@pytest.mark.rule("YY-WPN-26", "YY-DMG-19")
def test_a_weapon_that_is_set_aside_does_not_misfire() -> None:
    gently = attack("knight", "trooper", pull_punches=True)
    duel().when(gently, "trooper: let_pass", throws=["knight: JD"]).never(Misfired)


@pytest.mark.rule("YY-WPN-26", "YY-RUL-49", "YY-EX-66")
def test_the_jack_of_the_damage_draw_may_count_in_its_place() -> None:
    spec = duel(dangerous_on="damage")
    spec.when(attack("knight", "trooper"), "trooper: let_pass", throws=["knight: JD"]).never(Misfired)
    spec.when(attack("knight", "trooper"), "trooper: let_pass", throws=["knight: 3H", "knight: JH", "knight: 2D"])
    spec.then(DamageDrawn, AT_HIMSELF, DamageDrawn)
    assert (vitality(spec, "knight"), vitality(spec, "trooper")) == (5, 4)
    throws = ["knight: 4H", "knight: KD", "knight: JS", "knight: 2C"]
    spec.when(attack("knight", "trooper"), "trooper: let_pass", throws=throws).then(AT_HIMSELF)


@pytest.mark.rule("YY-WPN-26")
def test_by_default_a_jack_in_the_damage_draw_is_no_misfire_and_with_both_either_is() -> None:
    hit = ["knight: 3H", "knight: JD"]
    duel().when(attack("knight", "trooper"), "trooper: let_pass", throws=hit).never(Misfired)
    for throws in ([*hit, "knight: 2D"], ["knight: JD", "knight: 2D"]):
        spec = duel(dangerous_on="both")
        spec.when(attack("knight", "trooper"), "trooper: let_pass", throws=throws).then(AT_HIMSELF)


@pytest.mark.rule("YY-WPN-28")
@pytest.mark.parametrize("dangerous_on", ["attack", "damage", "both"])
def test_a_jack_in_the_misfire_starts_no_other(dangerous_on: str) -> None:
    jack_of = ["knight: 3H", "knight: JD"] if dangerous_on == "damage" else ["knight: JD"]
    spec = duel(dangerous_on=dangerous_on)
    spec.when(attack("knight", "trooper"), "trooper: let_pass", throws=[*jack_of, "knight: JH"])
    assert [event for event in spec.events if isinstance(event, Misfired)] == [AT_HIMSELF]
    assert vitality(spec, "knight") == 6


@pytest.mark.rule("YY-WPN-26", "YY-CONF-4", "YY-RUL-49", "YY-EX-77")
def test_in_a_confrontation_of_jacks_nothing_misfires_and_without_one_it_does() -> None:
    jacks = ["knight: JD", "bishop: JS"]
    flurries = ["knight: 2H 3H 4H", "bishop: 2C 3D 4D", "knight: 6D"]
    foes = (newcomer("knight", colour="red"), newcomer("bishop", side="foes", colour="black"))
    spec = given(fight(*foes), in_turn())
    spec.when(attack("knight", "bishop"), "bishop: match", throws=[*jacks, *flurries]).then(ConfrontationBegun)
    spec.never(Misfired)
    spec = given(fight(*foes, jack_confrontation=False), in_turn())
    spec.when(attack("knight", "bishop"), "bishop: match", throws=[*jacks, "knight: 5D"]).then(AT_HIMSELF)


@pytest.mark.rule("YY-DECK-7", "YY-WPN-28", "YY-ORD-1")
def test_of_two_wielders_the_caller_misfires_first() -> None:
    foes = (newcomer("knight"), newcomer("knight_2", side="foes", deck="other"))
    spec = given(fight(*foes, jack_confrontation=False), in_turn())
    throws = ["other: JD", "knight: JS", "other: 2D", "knight: 2S"]
    spec.when(attack("knight_2", "knight"), "knight: match", throws=throws)
    assert [event.combatant for event in spec.events if isinstance(event, Misfired)] == ["knight_2", "knight"]


# Whom it strikes


MISS = attack("knight", "trooper")


@pytest.mark.rule("YY-WPN-27", "YY-WPN-28", "YY-PROM-8")
def test_the_narrator_names_the_wielder_or_an_able_friend_nearby() -> None:
    friends = ("bill", "bishop", "gabrielle")
    spec = duel(*friends).given(adjust("gabrielle", "stamina", -4), FightSplit(subfights={"bishop": "deck"}))
    spec.when(MISS, "trooper: let_pass", throws=["knight: JD"]).asks("misfire_victim", "narrator")
    assert spec.listed_answers() == ["knight", "bill"]
    for other in ("trooper", "gabrielle", "bishop"):
        spec.answer(other).refused("YY-WPN-27")
    spec.answer("bill", throws=["knight: 5D"]).then(Misfired(combatant="knight", weapon="lightsaber", victim="bill"))
    assert (vitality(spec, "bill"), vitality(spec, "knight")) == (1, 6)
    assert [drawn.soak for drawn in damage(spec)] == [2]


@pytest.mark.rule("YY-WPN-27")
def test_with_no_able_friend_nearby_nobody_is_asked() -> None:
    spec = duel("bill", "bishop").given(adjust("bill", "stamina", -4), FightSplit(subfights={"bishop": "deck"}))
    spec.when(MISS, "trooper: let_pass", throws=["knight: JD", "knight: 2D"]).then(AT_HIMSELF)


@pytest.mark.rule("YY-WPN-27")
def test_it_may_always_be_the_wielder() -> None:
    spec = duel("bill", misfire_victim="self")
    spec.when(MISS, "trooper: let_pass", throws=["knight: JD", "knight: 2D"]).then(AT_HIMSELF)


@pytest.mark.rule("YY-PROM-8", "YY-PROM-11", "YY-PROM-13")
def test_the_answer_may_be_sent_along_or_be_a_policy() -> None:
    spec = duel("bill")
    spec.when(MISS, "trooper: let_pass", "narrator: victim bill", throws=["knight: JD", "knight: 2D"])
    spec.then(Misfired(combatant="knight", weapon="lightsaber", victim="bill"))
    spec = duel("bill").given(SetPolicy(of="narrator", kind="misfire_victim", answer="self"))
    spec.when(MISS, "trooper: let_pass", throws=["knight: JD", "knight: 2D"]).then(AT_HIMSELF)


@pytest.mark.rule("YY-WPN-28", "YY-DMG-15", "YY-DMG-9")
def test_a_misfire_is_an_ordinary_damage_draw() -> None:
    spec = duel().given(GiveCards(combatant="knight", bonus=1, on="damage", lasting="next_test"))
    throws = ["knight: JD", "knight: 5D KD", "knight: 5S"]
    spec.when(MISS, "trooper: let_pass", throws=throws)
    assert [(drawn.kept, drawn.points) for drawn in damage(spec)] == [("KD", 3), ("5S", 3)]
    assert tracks(spec, "knight") == (0, 3, 2)


# Charges


def lancer(**options: Any) -> Specification:
    """Somebody with a Polearm, Damage Score 4 and Damage Value 2, and Gabrielle, soak 3."""
    arms = {"weapons": [{"id": "polearm"}, {"id": "sword"}], "default_attack": {"weapon": "polearm"}}
    rider = plain("rider", deck="rider", side="riders", wielded=[{"weapon": "polearm"}, {"weapon": "sword"}], **arms)
    return given(fight(rider, "gabrielle", **options), in_turn())


CHARGE = attack("rider", "gabrielle", charge=True)


@pytest.mark.rule("YY-WPN-22", "YY-DMG-15", "YY-RUL-61", "YY-EX-42")
def test_a_charge_that_the_narrator_grants_is_a_bonus_card_on_the_first_damage_draw() -> None:
    spec = lancer().when(CHARGE).asks("consent", "narrator")
    spec.answer("allow", "gabrielle: let_pass", throws=["rider: 3S", "rider: KH JH", "rider: 4H"])
    assert [drawn.bonus for drawn in damage(spec)] == [(("charge", 1),), ()]
    assert attempted(spec).bonus == ()
    assert vitality(spec, "gabrielle") == 6 - 4


@pytest.mark.rule("YY-WPN-22", "YY-RUL-61", "YY-EX-42")
def test_a_charge_denied_is_an_ordinary_attack() -> None:
    spec = lancer().when(CHARGE, "narrator: deny", "gabrielle: let_pass", throws=["rider: 3S", "rider: JH"])
    assert [drawn.bonus for drawn in damage(spec)] == [()]
    assert person(spec, "rider").hand == 2


@pytest.mark.rule("YY-WPN-22", "YY-RUL-61")
def test_the_claim_of_a_charge_may_suffice() -> None:
    spec = lancer(charge="free").when(CHARGE, "gabrielle: let_pass", throws=["rider: 3S", "rider: JH 4H"])
    assert [drawn.kept for drawn in damage(spec)] == ["4H"]


@pytest.mark.rule("YY-WPN-22")
def test_only_a_weapon_that_is_used_to_charge_charges() -> None:
    lancer().when(attack("rider", "gabrielle", weapon="sword", charge=True)).refused("YY-WPN-22")


@pytest.mark.rule("YY-WPN-23", "YY-EX-64")
def test_where_distances_count_a_charge_needs_some_and_closes_it_without_an_action() -> None:
    spec = lancer(movement="action").when(attack("rider", "gabrielle")).refused("YY-MOVE-3")
    spec.when(CHARGE, "narrator: allow", "gabrielle: let_pass", throws=["rider: 3S", "rider: JH 4H"])
    assert (spec.fight.band("rider", "gabrielle"), person(spec, "rider").hand) == ("arm", 2)
    spec.when(CHARGE).refused("YY-WPN-23")


@pytest.mark.rule("YY-WPN-23", "YY-EX-64")
def test_where_distances_count_a_charge_denied_is_void() -> None:
    spec = lancer(movement="action").when(CHARGE, "narrator: deny").then(ActionsSpent, CallVoided, ActionsReturned)
    spec.never(DamageDrawn)
    assert (spec.fight.band("rider", "gabrielle"), person(spec, "rider").hand) == ("room", 3)
    spec.given(DistanceSet(first="rider", second="gabrielle", band="arm")).when(
        Move(actor="rider", away_from="gabrielle")
    )
    spec.when(CHARGE, "narrator: allow", "gabrielle: let_pass", throws=["rider: 9S"])
    assert spec.fight.band("rider", "gabrielle") == "arm"
