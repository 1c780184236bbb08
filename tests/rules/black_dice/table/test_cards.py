"""The cards of people, automata and objects, with what the fight has done to them."""

import pytest

from domain.model.speaker import SPECTATOR
from domain.rulesets.black_dice.chapters.attacks.aiming import AimLost
from domain.rulesets.black_dice.chapters.attacks.surprise import Surprised
from domain.rulesets.black_dice.chapters.dice.checks import Assisted
from domain.rulesets.black_dice.chapters.dice.fate import PledgeFate
from domain.rulesets.black_dice.chapters.healing.treatment import Treated
from domain.rulesets.black_dice.chapters.narrator.placing import Awareness, CoverSheet, Place
from domain.rulesets.black_dice.chapters.narrator.rulings import Award, Modify
from domain.rulesets.black_dice.chapters.perils.breath import BreathSpent, HoldBreath
from domain.rulesets.black_dice.chapters.perils.drinking import DrinkTaken, StepChanged
from domain.rulesets.black_dice.chapters.rounds.declarations import Disengaged
from domain.rulesets.black_dice.chapters.wounds.consciousness import FellUnconscious
from domain.rulesets.black_dice.chapters.wounds.damage import StructureLost
from domain.rulesets.black_dice.chapters.wounds.deathbed import Died, Stabilised
from domain.rulesets.black_dice.chapters.wounds.harm import HealthLost, MarksOwed
from domain.rulesets.black_dice.chapters.wounds.injuries import Injure, Injured
from tests.rules.black_dice.builders import agenda, check, duel, dying, fell, knocked_out, pledge
from tests.rules.black_dice.specification import Specification, fight, given, newcomer, round_of
from tests.rules.black_dice.table.drawn import card, conditions, drawn


def hurt(who: str, normal: int, bruise: int, health: int) -> HealthLost:
    return HealthLost(combatant=who, points=normal + bruise, mark="normal", normal=normal, bruise=bruise, health=health)


@pytest.mark.rule("BD-GREY-1", "BD-GREY-2", "BD-INJ-4", "BD-COVER-2", "BD-MOD-2", "BD-ROUND-7")
def test_a_card_has_its_meters_its_weapons_and_every_wound_with_what_it_costs() -> None:
    ready = newcomer("vane", ready=["cutlass", "revolver"])
    spec = given(fight(ready, "pryce", resolution="simultaneous"), *round_of("vane", "pryce"))
    spec.given(hurt("vane", 15, 4, -3), MarksOwed(combatant="vane", points=2, harm={}))
    spec.given(Injured(combatant="vane", injury="injury-1"), Injured(combatant="vane", injury="injury-2"))
    spec.given(Injure(combatant="vane", description="stiff hand", injury="injury-2", changes={"dex": -1}))
    spec.given(Place(combatant="vane", cover=CoverSheet(kind="partial", against=("pryce",)), prone=True))
    assert card(spec, "vane") == {
        "name": "Vane",
        "kind": "person",
        "side": "players",
        "state": "able",
        "place": {"at": "here"},
        "meters": {
            "health": {"now": -3, "most": 16, "least": -8, "parts": {"normal marks": 15, "bruises": 4}},
            "armour": {"now": 1},
            "fate": {"now": 12},
        },
        "conditions": {
            "grey": {"label": "In the grey, −4 dice", "tone": "bad", "rule": "BD-GREY-2"},
            "owed": {
                "label": "2 points of damage not marked yet",
                "tone": "bad",
                "until": "the end of all deeds",
                "rule": "BD-ROUND-7",
            },
            "injury-1": {
                "label": "Permanent injury, which the narrator has yet to describe",
                "tone": "bad",
                "rule": "BD-INJ-4",
            },
            "injury-2": {"label": "Stiff hand (Dexterity −1)", "tone": "bad", "rule": "BD-INJ-4"},
            "prone": {"label": "On the ground: 3 black dice for shots, 2 for blows", "rule": "BD-COVER-1"},
            "cover": {
                "label": "Partial cover against Sergeant Pryce: 6 black dice for shots, 4 for blows",
                "tone": "good",
                "rule": "BD-COVER-2",
            },
            "aim_broken": {
                "label": "Cannot aim",
                "tone": "bad",
                "until": "the end of round 1",
                "rule": "BD-MOD-6",
            },
        },
        "items": {
            "cutlass": {"name": "Cutlass", "use": "in hand"},
            "revolver": {"name": "Revolver", "use": "in hand"},
        },
    }
    assert drawn(spec, "legend") == {
        "health": {"label": "Health", "tone": "health", "unit": "pips", "low": 0},
        "armour": {"label": "Armour", "tone": "resource", "unit": "points"},
        "fate": {"label": "Fate", "tone": "resource", "unit": "pips"},
    }


@pytest.mark.rule("BD-GREY-3", "BD-RUL-39")
def test_the_grey_costs_black_dice_where_the_table_has_agreed_to_it() -> None:
    spec = given(fight("vane", wound_penalty="black"), hurt("vane", 17, 0, -1))
    assert conditions(spec, "vane") == {"grey": "In the grey, 2 black dice"}


@pytest.mark.rule("BD-COVER-3", "BD-COVER-7")
def test_cover_is_against_all_or_against_those_who_are_named() -> None:
    spec = given(fight("vane", "pryce", "quill", "wooden_door"))
    spec.given(Place(combatant="vane", cover=CoverSheet(kind="near_total")))
    spec.given(Place(combatant="quill", cover=CoverSheet(kind="total", against=("vane", "pryce"))))
    spec.given(Place(combatant="wooden_door", cover=CoverSheet(kind="total")))
    assert conditions(spec, "vane") == {"cover": "Near-total cover: 12 black dice for shots, 8 for blows"}
    assert conditions(spec, "quill") == {"cover": "Total cover: no target for Vane and Sergeant Pryce"}
    assert conditions(spec, "wooden_door") == {"cover": "Total cover: no target"}


@pytest.mark.rule("BD-DRINK-7", "BD-DRINK-9", "BD-DRINK-11", "BD-DRINK-12", "BD-DRINK-13")
@pytest.mark.parametrize(
    ("step", "label", "rule"),
    [
        (1, "Tipsy", "BD-DRINK-7"),
        (2, "Merry", "BD-DRINK-8"),
        (3, "Hammered, 1 black die on physical rolls", "BD-DRINK-9"),
        (4, "Bladdered, 2 black dice", "BD-DRINK-10"),
        (5, "Legless, 3 black dice and pools halved", "BD-DRINK-11"),
        (6, "Plastered, 4 black dice and a quarter of each pool", "BD-DRINK-12"),
        (7, "Paralytic", "BD-DRINK-13"),
    ],
)
def test_drink_says_what_its_step_costs(step: int, label: str, rule: str) -> None:
    spec = given(fight("vane"), DrinkTaken(combatant="vane", drink="spirits", penalties=3))
    spec.given(StepChanged(combatant="vane", step=step))
    assert card(spec, "vane")["conditions"] == {
        "drunk": {"label": label, "tone": "bad", "rule": rule},
        "drinks": {"label": "Drinks so far, 3 black dice against the next", "tone": "bad", "rule": "BD-DRINK-1"},
    }


@pytest.mark.rule("BD-FATE-9", "BD-SKILL-12", "BD-MOD-7")
def test_pledges_and_the_narrators_dice_wait_for_the_next_roll() -> None:
    spec = given(fight("vane", "lark", "quill"), pledge("lark", "vane", 1), pledge("lark", "vane", 2))
    spec.given(PledgeFate(actor="quill", beneficiary="vane", successes=1, description="a shout"))
    spec.given(Award(combatant="vane", reason="a chandelier"), Modify(combatant="vane", penalty=2, reason="wet planks"))
    spec.given(Modify(combatant="vane", black=1), Modify(combatant="quill", penalty=1))
    assert card(spec, "vane")["conditions"] == {
        "pledge-lark": {
            "label": "3 successes pledged by Doctor Lark",
            "tone": "good",
            "until": "the next action roll",
            "rule": "BD-FATE-9",
        },
        "pledge-quill": {
            "label": "1 success pledged by Quill",
            "tone": "good",
            "until": "the next action roll",
            "rule": "BD-FATE-9",
        },
        "next_roll": {
            "label": "Next action roll: 3 bonus dice, 2 penalty dice and 1 black die",
            "tone": "bad",
            "until": "the next action roll",
            "rule": "BD-SKILL-12",
            "source": "“a chandelier” and “wet planks”",
        },
    }
    assert conditions(spec, "quill") == {"next_roll": "Next action roll: 1 penalty die"}


@pytest.mark.rule("BD-WHO-4", "BD-WHO-10", "BD-RNG-4", "BD-RNG-7", "BD-MOD-6", "BD-COMP-4")
def test_what_holds_for_the_round_says_until_when() -> None:
    spec = duel("vane", "pryce", agenda(divided={"vane": 3}, dodges={"pryce": 2}))
    spec.given(
        Disengaged(combatant="vane"),
        AimLost(combatant="vane", reason="damage"),
        Assisted(combatant="pryce", leader="vane"),
    )
    spec.given(Surprised(attacker="vane", target="pryce"))
    until = {"until": "the end of round 1"}
    assert card(spec, "vane")["conditions"] == {
        "disengaged": {"label": "Clear of the melee", "tone": "good", **until, "rule": "BD-WHO-10"},
        "aim_broken": {"label": "Cannot aim", "tone": "bad", **until, "rule": "BD-MOD-6"},
        "surprised": {"label": "Has made a surprise attack", **until, "rule": "BD-RNG-7"},
        "split_attacks": {"label": "Attacks divided by 3", "tone": "bad", **until, "rule": "BD-WHO-4"},
    }
    assert card(spec, "pryce")["conditions"] == {
        "assisted": {"label": "Has helped", **until, "rule": "BD-COMP-4"},
        "split_dodges": {"label": "Dodges of missiles divided by 2", "tone": "bad", **until, "rule": "BD-RNG-4"},
    }


@pytest.mark.rule("BD-RNG-7")
def test_between_rounds_a_surprise_attack_is_spent_until_the_end_of_the_next() -> None:
    spec = given(fight("vane", "pryce"), Awareness(combatant="pryce", unaware_of=("vane",)))
    spec.given(Surprised(attacker="vane", target="pryce"))
    assert card(spec, "vane")["conditions"]["surprised"]["until"] == "the end of the next round"
    assert card(spec, "pryce")["conditions"] == {
        "unaware": {"label": "Unaware of Vane", "tone": "bad", "rule": "BD-RNG-7"}
    }


@pytest.mark.rule("BD-DROWN-4", "BD-DROWN-5", "BD-DROWN-6")
def test_a_held_breath_is_a_meter_and_strain_and_lack_of_air_are_conditions() -> None:
    spec = given(fight("vane", "lark"), HoldBreath(combatant="vane", breath="start", strenuous=True))
    assert card(spec, "vane")["meters"]["breath"] == {"now": 24, "most": 24}
    assert conditions(spec, "vane") == {"strenuous": "Strenuous round: 4 points of breath"}
    spec.given(BreathSpent(combatant="vane", points=0, airless=2))
    assert card(spec, "vane")["meters"]["breath"] == {"now": 0, "most": 24}
    assert conditions(spec, "vane") == {"airless": "Without air for 2 rounds"}
    assert "breath" not in card(spec, "lark")["meters"]


@pytest.mark.rule("BD-FOUL-3", "BD-HEAL-11")
def test_foul_failures_and_treatments_are_conditions() -> None:
    spec = given(fight("vane", "pryce"), Treated(combatant="pryce", healer="vane", minutes=10))
    spec.when(check("vane", "dex athletics", difficulty="difficult"), throws=[fell("vane athletics", "7/0", "3/1")])
    (foul,) = card(spec, "vane")["conditions"].items()
    assert foul == (
        f"foul-{spec.fight.fouled[0].throw}",
        {"label": "Foul failure", "tone": "warn", "until": "the next roll", "rule": "BD-FOUL-3"},
    )
    assert conditions(spec, "pryce") == {"treated": "Treated, not again until hurt"}
    unlimited = given(fight("pryce", heal_attempts="unlimited"), Treated(combatant="pryce", healer="pryce", minutes=10))
    assert conditions(unlimited, "pryce") == {}


@pytest.mark.rule("BD-GREY-7", "BD-DRINK-13", "BD-DYING-1", "BD-DYING-4", "BD-DYING-3")
def test_the_state_of_those_who_are_not_able_says_why() -> None:
    spec = given(fight("vane", "pryce", "lark", "quill", "tough", "kestrel"))
    drunk = FellUnconscious(combatant="pryce", reason="drink")
    spec.given(knocked_out("vane"), drunk, knocked_out("lark"), FellUnconscious(combatant="lark", reason="drink"))
    spec.given(*dying("quill", 3, track=20), *dying("tough", 1, track=20), Stabilised(combatant="tough", by="quill"))
    spec.given(Died(combatant="kestrel"))
    found = {one: (shown["state"], shown["why"]) for one, shown in drawn(spec, "combatants").items()}
    assert found == {
        "vane": ("down", "unconscious"),
        "pryce": ("down", "unconscious from drink"),
        "lark": ("down", "unconscious from wounds and drink"),
        "quill": ("dying", "dying"),
        "tough": ("down", "unconscious, but out of danger"),
        "kestrel": ("dead", "dead"),
    }
    assert card(spec, "quill")["conditions"]["dying"] == {
        "label": "3 rounds left to live",
        "tone": "bad",
        "rule": "BD-DYING-3",
    }


@pytest.mark.rule("BD-OBJ-1", "BD-OBJ-4", "BD-OBJ-5", "BD-DATA-9")
def test_objects_and_automata_are_no_people() -> None:
    spec = given(fight("brass_tom", "vault_door"))
    assert card(spec, "brass_tom") == {
        "name": "Brass Tom",
        "kind": "machine",
        "side": "opposition",
        "state": "able",
        "place": {"at": "here"},
        "meters": {
            "health": {"now": 20, "most": 20, "least": -8, "parts": {"normal marks": 0, "bruises": 0}},
            "armour": {"now": 4},
        },
        "items": {"iron_fists": {"name": "Iron fists", "use": "always ready"}},
    }
    dice = spec.fight.things["vault_door"].structure_dice
    spec.given(StructureLost(combatant="vault_door", points=3, pips=2 * dice - 3, dice=dice - 2))
    assert card(spec, "vault_door") == {
        "name": "vault door",
        "kind": "object",
        "state": "able",
        "place": {"at": "here"},
        "meters": {"structure": {"now": 2 * dice - 3, "most": 2 * dice}, "armour": {"now": 10}},
    }
    spec.given(StructureLost(combatant="vault_door", points=2 * dice - 3, pips=0, dice=0))
    assert (card(spec, "vault_door")["state"], card(spec, "vault_door")["why"]) == ("down", "destroyed")


def lurking() -> Specification:
    lurker = newcomer("tough", fate=2, prone=True).model_copy(update={"secret": True})
    return given(fight("vane", lurker))


@pytest.mark.rule("BD-SKILL-13")
def test_of_a_secret_sheet_the_card_has_what_play_has_shown() -> None:
    spec = lurking()
    hidden = {"name": "Street Tough", "kind": "unknown", "side": "opposition", "state": "able", "secret": True}
    assert card(spec, "tough", SPECTATOR) == hidden
    spec.given(knocked_out("tough"), Place(combatant="tough", zone="deck", cover=CoverSheet(kind="slight")))
    assert card(spec, "tough", SPECTATOR) == {
        **hidden,
        "state": "down",
        "why": "unconscious",
        "place": {"at": "deck"},
        "conditions": {
            "cover": {
                "label": "Slight cover: 3 black dice for shots, 2 for blows",
                "tone": "good",
                "rule": "BD-COVER-1",
            }
        },
    }
