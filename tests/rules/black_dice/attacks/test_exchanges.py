"""Exchanges: who wins, by how much, and who is hurt (BD-ATK)."""

from typing import Any

import pytest

from domain.core.commands import SetPolicy
from domain.rulesets.black_dice.chapters.attacks.exchanges import ExchangeDecided
from domain.rulesets.black_dice.chapters.attacks.places import CameClose
from domain.rulesets.black_dice.chapters.dice.casts import DiceThrown
from domain.rulesets.black_dice.chapters.dice.fate import FateSpent
from domain.rulesets.black_dice.chapters.dice.rerolls import RerollKept
from domain.rulesets.black_dice.chapters.narrator.placing import CoverSheet, Distance, Place
from domain.rulesets.black_dice.chapters.narrator.rulings import Modify
from domain.rulesets.black_dice.chapters.rounds.agenda import ItemBegun, Resolve
from domain.rulesets.black_dice.chapters.wounds.consciousness import FellUnconscious
from domain.rulesets.black_dice.chapters.wounds.damage import DamageCounted
from domain.rulesets.black_dice.chapters.wounds.harm import DamageReduced, HealthLost
from domain.rulesets.black_dice.chapters.wounds.injuries import Injured
from domain.rulesets.black_dice.parts import Choices, InjuryChoices
from tests.rules.black_dice.builders import agenda, brawl, clash, duel, fell, fighter
from tests.rules.black_dice.specification import Step, newcomer

VANE_AND_PRYCE = agenda(clash("vane cutlass", "pryce back truncheon"))
A_AND_B = agenda(clash("a sword", "b sword"))


# BD-ATK-1 to BD-ATK-5


@pytest.mark.rule("BD-ATK-1", "BD-ATK-2", "BD-ATK-7")
def test_both_throw_the_earlier_first_and_more_net_successes_win() -> None:
    spec = duel("vane", "pryce", VANE_AND_PRYCE)
    spec.when(
        Resolve(),
        throws=[
            "vane swordplay W11[1,6,1,6,2,3,4,5,2,3,4]=4",
            "pryce bludgeon W6[6,2,3,4,5,1]=2",
            "vane weapon W5[1,6,3,4,5]=2",
            "vane strength W2[6,3]=1",
            "pryce injury W9[1,2,3,4,5,2,3,4,5]=1 B1[3]=0",
        ],
    )
    spec.then(
        ItemBegun,
        CameClose(combatant="vane", other="pryce"),
        ExchangeDecided(
            exchange="vane-pryce",
            combatants=("vane", "pryce"),
            nets=(4, 2),
            margin=2,
            winner="vane",
            hits=("vane",),
            fought=("vane", "pryce"),
        ),
        DamageCounted(
            combatant="pryce",
            terms=(("degrees", 2), ("weapon", 2), ("strength", 1), ("armour", -2)),
            points=3,
            mark="normal",
            source="vane",
        ),
        HealthLost,
    )
    spec.never(Injured).follows(ExchangeDecided, DiceThrown).follows(DamageCounted, DiceThrown)


@pytest.mark.rule("BD-ATK-2", "BD-ATK-3", "BD-ATK-5", "BD-ATK-10", "BD-WHO-9", "BD-RUL-32")
@pytest.mark.parametrize(
    ("answer", "throws", "winner", "hits"),
    [
        ("b back sword", [fell("a swordplay", "9/2"), fell("b swordplay", "7/3")], "b", ("b",)),
        ("b back sword", [fell("a swordplay", "9/3"), fell("b swordplay", "7/2")], "a", ("a",)),
        ("b sword", [fell("a swordplay", "9/2"), fell("b swordplay", "7/3")], "b", ("b",)),
        ("b full_dodge", [fell("a swordplay", "9/2"), fell("b full_dodge", "8/2")], "b", ()),
        ("b full_dodge", [fell("a swordplay", "9/4"), fell("b full_dodge", "8/2")], "a", ("a",)),
        ("b easy_target", [fell("a swordplay", "9/1")], "a", ("a",)),
    ],
)
def test_the_winner_strikes_if_it_attacked(answer: str, throws: list[str], winner: str, hits: tuple[str, ...]) -> None:
    spec = duel("a", "b", agenda(clash("a sword", answer))).when(Resolve(), throws=throws)
    decided = next(event for event in spec.events if isinstance(event, ExchangeDecided))
    assert (decided.winner, decided.margin, decided.hits, decided.tie) == (winner, 1, hits, False)
    struck = [event.combatant for event in spec.events if isinstance(event, DamageCounted)]
    assert struck == ["a" if hitter == "b" else "b" for hitter in hits]


@pytest.mark.rule("BD-ATK-2")
def test_net_successes_win_and_not_those_that_the_white_dice_show() -> None:
    spec = duel("a", "b", agenda(clash("a sword", "b sword")), Modify(combatant="a", black=3, reason="smoke"))
    spec.when(Resolve(), throws=[fell("a swordplay", "9/4", "3/3"), fell("b swordplay", "7/3")])
    spec.then(
        ExchangeDecided(
            exchange="a-b", combatants=("a", "b"), nets=(1, 3), margin=2, winner="b", hits=("b",), fought=("a", "b")
        )
    )


@pytest.mark.rule("BD-ATK-2")
def test_an_exchange_at_the_later_of_the_two_still_throws_the_earlier_first() -> None:
    spec = duel("a", "b", agenda(clash("a back sword", "b sword")))
    spec.when(Resolve(), throws=[fell("a swordplay", "9/1"), fell("b swordplay", "7/3")])
    spec.then(
        ExchangeDecided(
            exchange="a-b", combatants=("a", "b"), nets=(1, 3), margin=2, winner="b", hits=("b",), fought=("a", "b")
        )
    )


# BD-ATK-4: ties


@pytest.mark.rule("BD-ATK-4", "BD-RUL-28", "BD-DMG-4")
@pytest.mark.parametrize("nets", [2, 0])
def test_a_tie_goes_to_the_winner_of_initiative_with_weapon_damage_alone(nets: int) -> None:
    spec = duel("vane", "pryce", VANE_AND_PRYCE)
    throws = [fell("vane swordplay", f"11/{nets}"), fell("pryce bludgeon", f"6/{nets}"), fell("vane weapon", "5/3")]
    spec.when(Resolve(), throws=throws)
    spec.then(
        ExchangeDecided(
            exchange="vane-pryce",
            combatants=("vane", "pryce"),
            nets=(nets, nets),
            margin=0,
            winner="vane",
            hits=("vane",),
            tie=True,
            fought=("vane", "pryce"),
        ),
        DamageCounted(combatant="pryce", terms=(("weapon", 3), ("armour", -2)), points=1, mark="normal", source="vane"),
    )


@pytest.mark.rule("BD-ATK-4", "BD-INIT-8")
def test_a_tie_goes_to_the_earlier_in_order_though_the_other_attacked_first() -> None:
    spec = duel("a", "b", agenda(clash("a back sword", "b sword")))
    spec.when(Resolve(), throws=[fell("a swordplay", "9/2"), fell("b swordplay", "7/2")])
    spec.then(
        ExchangeDecided(
            exchange="a-b",
            combatants=("a", "b"),
            nets=(2, 2),
            margin=0,
            winner="a",
            hits=("a",),
            tie=True,
            fought=("a", "b"),
        )
    )


@pytest.mark.rule("BD-ATK-4", "BD-RUL-32")
def test_a_tie_won_by_a_dodger_does_nothing() -> None:
    spec = duel("a", "b", agenda(clash("a full_dodge", "b sword")))
    spec.when(Resolve(), throws=[fell("a full_dodge", "8/1"), fell("b swordplay", "7/2")])
    spec.then(
        ExchangeDecided(
            exchange="a-b",
            combatants=("a", "b"),
            nets=(2, 2),
            margin=0,
            winner="a",
            hits=(),
            tie=True,
            fought=("a", "b"),
        )
    ).never(DamageCounted)


@pytest.mark.rule("BD-ATK-4", "BD-RUL-28")
@pytest.mark.parametrize(("nets", "winner"), [(0, None), (1, "a")])
def test_zero_to_zero_hurts_nobody_where_the_table_wants_it(nets: int, winner: str | None) -> None:
    spec = duel("a", "b", A_AND_B, zero_tie="nobody")
    spec.when(Resolve(), throws=[fell("a swordplay", f"9/{nets}"), fell("b swordplay", f"7/{nets}")])
    hits = (winner,) if winner else ()
    spec.then(
        ExchangeDecided(
            exchange="a-b",
            combatants=("a", "b"),
            nets=(nets, nets),
            margin=0,
            winner=winner,
            hits=hits,
            tie=True,
            fought=("a", "b"),
        )
    )


SLIGHT = tuple(Place(combatant=name, cover=CoverSheet(kind="slight")) for name in "ab")


@pytest.mark.rule("BD-FOUL-4", "BD-ATK-4", "BD-RUL-4")
@pytest.mark.parametrize(
    ("fouls", "options", "winner"),
    [
        ("a", {}, "b"),
        ("b", {}, "a"),
        ("ab", {}, None),
        ("a", {"foul_loses_ties": False}, "a"),
        ("ab", {"foul_loses_ties": False}, "a"),
        ("a", {"zero_tie": "nobody"}, None),
    ],
)
def test_a_foul_side_never_wins_a_tie(fouls: str, options: dict[str, Any], winner: str | None) -> None:
    spec = brawl("a", "b", steps=(*SLIGHT, A_AND_B), **options)
    throws = [
        fell("a swordplay", "9/0", "2/1" if "a" in fouls else "2/0"),
        fell("b swordplay", "7/0", "2/1" if "b" in fouls else "2/0"),
    ]
    spec.when(Resolve(), throws=throws)
    hits = (winner,) if winner else ()
    spec.then(
        ExchangeDecided(
            exchange="a-b",
            combatants=("a", "b"),
            nets=(0, 0),
            margin=0,
            winner=winner,
            hits=hits,
            tie=True,
            fought=("a", "b"),
        )
    )


@pytest.mark.rule("BD-FOUL-4", "BD-FOUL-2", "BD-ATK-4")
def test_a_throw_that_is_foul_by_its_dice_loses_a_tie_that_fate_has_made() -> None:
    spec = brawl(fighter("a", fate=3), "b", steps=(*SLIGHT, A_AND_B), foul_counts="dice")
    spec.when(
        Resolve(choices={"a": Choices(fate=2)}),
        throws=[fell("a swordplay", "9/0", "2/1"), fell("b swordplay", "7/1", "2/0")],
    )
    spec.then(
        ExchangeDecided(
            exchange="a-b",
            combatants=("a", "b"),
            nets=(1, 1),
            margin=0,
            winner="b",
            hits=("b",),
            tie=True,
            fought=("a", "b"),
        )
    )


# BD-ATK-6: uncontested


@pytest.mark.rule("BD-ATK-6", "BD-WHO-9")
@pytest.mark.parametrize(("net", "hits"), [(0, ()), (1, ("a",)), (3, ("a",))])
def test_an_uncontested_attack_strikes_with_one_net_success_by_all_of_them(net: int, hits: tuple[str, ...]) -> None:
    spec = duel("a", "b", agenda(clash("a sword", "b easy_target")))
    spec.when(Resolve(), throws=[fell("a swordplay", f"9/{net}")])
    winner = "a" if hits else None
    spec.then(
        ExchangeDecided(
            exchange="a-b",
            combatants=("a", "b"),
            nets=(net, 0),
            margin=net,
            winner=winner,
            hits=hits,
            tie=False,
            fought=("a",),
        )
    )
    degrees = [event.terms for event in spec.events if isinstance(event, DamageCounted)]
    assert degrees == ([(("degrees", net), ("armour", -20))] if hits else [])


@pytest.mark.rule("BD-ATK-6", "BD-RUL-28")
def test_a_miss_of_an_easy_target_is_no_tie() -> None:
    spec = duel("a", "b", agenda(clash("a easy_target", "b sword")))
    spec.when(Resolve(), throws=[fell("b swordplay", "7/0")])
    spec.then(
        ExchangeDecided(
            exchange="a-b", combatants=("a", "b"), nets=(0, 0), margin=0, winner=None, hits=(), tie=False, fought=("b",)
        )
    ).never(DamageCounted)


# BD-ATK-7: the sequence


@pytest.mark.rule("BD-ATK-7", "BD-SCRIPT-5", "BD-DMG-10")
def test_an_exchange_goes_its_steps_in_order() -> None:
    vane = newcomer("vane", fate=24, policy={"ask_choices": True, "ask_reroll": True})
    quill = newcomer("quill", armour=1, policy={"ask_choices": True})
    spec = duel(vane, quill, agenda(clash("vane cutlass", "quill full_dodge")))
    spec.when(Resolve()).asks("choose", "vane").asks("choose", "quill").never(DiceThrown)
    spec.answer({"fate": 1}, to="vane").never(DiceThrown)
    spec.answer({}, to="quill", throws=[fell("vane swordplay", "11/2"), fell("quill full_dodge", "7/0")])
    spec.asks("reroll", "vane").then(FateSpent).never(ExchangeDecided)
    spec.answer(
        {"description": "a loose plank"},
        "narrator: approve yes",
        throws=[fell("vane swordplay", "11/3"), fell("vane weapon", "5/2")],
    )
    spec.then(RerollKept, ExchangeDecided).asks("reroll", "vane").never(DamageCounted)
    spec.answer("no", throws=[fell("vane strength", "2/1")]).asks("reroll", "vane").never(DamageCounted)
    spec.answer("no").asks("reduce_damage", "quill").then(DamageCounted).never(HealthLost)
    spec.answer(1, throws=[fell("quill injury", "8/8", "3/0")]).then(DamageReduced, HealthLost, DiceThrown)
    assert spec.fight.people["quill"].health == 12 - 4


@pytest.mark.rule("BD-SKILL-14", "BD-ATK-7")
def test_whoever_was_not_asked_at_the_main_throw_is_not_asked_at_those_that_follow() -> None:
    spec = duel(
        newcomer("vane", fate=24, policy={"ask_reroll": True}),
        "pryce",
        agenda(clash("vane cutlass", "pryce easy_target")),
    )
    spec.when(Resolve(), throws=[fell("vane swordplay", "11/2")]).asks("reroll", "vane")
    spec.given(SetPolicy(of="vane", kind="choose", answer="ask"))
    spec.answer("no", throws=[fell("vane weapon", "5/2")]).asks("reroll", "vane")


@pytest.mark.rule("BD-SKILL-14", "BD-ATK-7")
def test_a_stored_throw_of_a_combatant_that_is_not_asked_is_that_of_an_empty_answer() -> None:
    vane = newcomer("vane", fate=24, policy={"ask_reroll": True})
    spec = duel(vane, "pryce", agenda(clash("vane cutlass", "pryce easy_target")))
    spec.when(Resolve(), throws=[fell("vane swordplay", "11/2")]).asks("reroll", "vane")
    [waiting] = spec.fight.waiting
    assert waiting.reply.data["plans"][0]["chosen"] == {"injury": {}}


@pytest.mark.rule("BD-FATE-14", "BD-ATK-7")
def test_choices_for_throws_that_follow_come_with_the_exchange() -> None:
    spec = duel(newcomer("vane", fate=3), newcomer("pryce", fate=9), VANE_AND_PRYCE)
    choices = {
        "vane": Choices(fate=1, fate_weapon=3),
        "pryce": Choices(injury=InjuryChoices(fate=1)),
    }
    throws = [
        fell("vane swordplay", "11/2"),
        fell("pryce bludgeon", "6/0"),
        fell("vane weapon", "5/0"),
        fell("vane strength", "2/1"),
        fell("pryce injury", "9/0", "2/0"),
    ]
    spec.when(Resolve(choices=choices), throws=throws)
    spec.then(
        DamageCounted(
            combatant="pryce",
            terms=(("degrees", 3), ("weapon", 2), ("strength", 1), ("armour", -2)),
            points=4,
            mark="normal",
            source="vane",
        )
    )
    spec.never(Injured)
    assert (spec.fight.people["vane"].fate, spec.fight.people["pryce"].fate) == (0, 8)


@pytest.mark.rule("BD-FATE-14", "BD-FATE-13")
def test_an_easy_target_may_say_beforehand_how_it_takes_an_injury() -> None:
    spec = duel("vane", newcomer("pryce", fate=3), agenda(clash("vane cutlass", "pryce easy_target")))
    throws = [fell("vane swordplay", "11/5"), fell("vane weapon", "5/0"), fell("vane strength", "2/0")]
    spec.when(Resolve(choices={"pryce": Choices(injury=InjuryChoices(avoid="yes"))}), throws=throws)
    spec.then(FateSpent(combatant="pryce", pips=3, use="injury")).never(Injured)


@pytest.mark.rule("BD-FATE-14", "BD-FATE-1", "BD-ATK-7")
def test_choices_for_the_combat_roll_are_refused_before_any_die_falls() -> None:
    spec = duel(newcomer("vane", fate=2), "pryce", VANE_AND_PRYCE)
    spec.when(Resolve(choices={"vane": Choices(fate=3)})).refused("BD-FATE-1")
    spec.when(Resolve(choices={"pryce": Choices(trade=3)})).refused("BD-GUAR-1")
    spec.when(Resolve(choices={"pryce": Choices(common=1)})).refused("BD-COMM-1")


EASY = agenda(clash("vane cutlass", "pryce easy_target"))
FAR = (Distance(zones=("here", "deck"), feet=900), Place(combatant="pryce", zone="deck"))


@pytest.mark.rule("BD-FATE-14", "BD-WHO-9")
@pytest.mark.parametrize("field", ["fate", "trade", "common"])
@pytest.mark.parametrize(
    ("who", "steps"),
    [
        ("pryce", (EASY,)),
        ("pryce", (VANE_AND_PRYCE, FellUnconscious(combatant="pryce", reason="wounds"))),
        (
            "vane",
            (
                VANE_AND_PRYCE,
                CameClose(combatant="vane", other="pryce"),
                FellUnconscious(combatant="vane", reason="wounds"),
            ),
        ),
        ("vane", (EASY, *FAR)),
    ],
    ids=["easy_target", "not_able", "own_attack_void", "all_void"],
)
def test_whoever_throws_nothing_puts_nothing_into_a_throw(who: str, steps: tuple[Step, ...], field: str) -> None:
    spec = duel("vane", newcomer("pryce", fate=3), *steps)
    spec.when(Resolve(choices={who: Choices.model_validate({field: 1})})).refused("BD-FATE-14")
    assert spec.refusal is not None
    assert spec.refusal.field == f"command.choices.{who}.{field}"
    assert spec.refusal.detail.endswith("leave it out.")


@pytest.mark.rule("BD-FATE-14", "BD-FATE-4", "BD-GUAR-4")
def test_what_an_easy_target_names_for_later_throws_is_checked_too() -> None:
    spec = duel("vane", "pryce", EASY, fate_timing="after")
    spec.when(Resolve(choices={"pryce": Choices(injury=InjuryChoices(fate=1))})).refused("BD-FATE-4")
    spec.when(Resolve(choices={"pryce": Choices(trade_weapon=1)})).refused("BD-GUAR-4")
    assert spec.refusal is not None
    assert spec.refusal.field == "command.choices.pryce.trade_weapon"
