"""What is being settled: exchanges, dice on their way, and what prompts are about."""

import pytest

from domain.core.commands import Answer, Join, Open, Rewind
from domain.model.speaker import SPECTATOR
from domain.rulesets.black_dice import BLACK_DICE
from domain.rulesets.black_dice.chapters.dice.scripting import ChangeStory
from domain.rulesets.black_dice.chapters.rounds.agenda import Resolve
from domain.rulesets.black_dice.chapters.wounds.deathbed import SaveFromDeath
from tests.recording import Recording
from tests.rules.black_dice.builders import (
    END,
    agenda,
    at_end,
    check,
    clash,
    contest,
    duel,
    dying,
    fell,
    peril,
    player,
    struck,
)
from tests.rules.black_dice.specification import fight, given, newcomer, round_of
from tests.rules.black_dice.table.drawn import drawn, only, table_of_black_dice


def asking(name: str, *kinds: str) -> Join:
    """Return a newcomer that is asked for these kinds of choices, or for choices alone."""
    return newcomer(name, policy=dict.fromkeys(kinds or ("ask_choices",), True))


POOL = [
    {"label": "Dexterity", "amount": 4, "of": "white dice"},
    {"label": "Swordplay", "amount": 5, "of": "white dice"},
    {"label": "Initiative won", "amount": 2, "of": "white dice"},
]


@pytest.mark.rule("BD-ROUND-4", "BD-ATK-1")
def test_exchanges_are_pending_until_they_are_settled() -> None:
    met = agenda(clash("vane cutlass", "pryce back truncheon"), clash("quill rifle", "pryce dodge"))
    spec = given(fight("vane", "pryce", "quill"), *duel("vane", "pryce").events, met)
    assert drawn(spec, "pending") == {
        "vane-pryce": {
            "label": "Exchange",
            "parts": [
                {"who": "vane", "does": "Attacks", "with": "cutlass"},
                {"who": "pryce", "does": "Attacks", "with": "truncheon"},
            ],
        },
        "quill-pryce": {
            "label": "Exchange",
            "parts": [{"who": "quill", "does": "Attacks", "with": "rifle"}, {"who": "pryce", "does": "Dodges"}],
        },
    }


@pytest.mark.rule("BD-SKILL-15", "BD-FATE-4", "BD-SCRIPT-4", "BD-SCRIPT-2")
def test_the_dice_of_an_exchange_are_shown_before_they_fall_and_what_they_come_to() -> None:
    vane = asking("vane", "ask_choices", "ask_reroll")
    spec = duel(vane, "pryce", agenda(clash("vane cutlass", "pryce easy_target"))).when(Resolve())
    target = {"who": "pryce", "does": "Is an easy target"}
    attack = {"who": "vane", "does": "Attacks", "with": "cutlass", "pool": POOL}
    assert drawn(spec, "pending") == {"vane-pryce": {"label": "Exchange", "parts": [attack, target]}}
    (asked,) = drawn(spec, "awaits").values()
    assert [choice["label"] for choice in asked["choices"]] == [
        "Puts nothing into the roll",
        "Puts 1 pip of fate into the roll",
        "Puts 2 pips of fate into the roll",
        "Puts 3 pips of fate into the roll",
        "Trades dice for 1 guaranteed success",
    ]
    left = [f"{spec.fight.people['vane'].fate - pips} pips of fate left" for pips in (1, 2, 3)]
    assert [choice["detail"] for choice in asked["choices"]] == ["11 white dice", *left, "8 white dice"]
    spec.answer({}, throws=[fell("vane swordplay", "11/2")])
    thrown = {"label": "Exchange", "parts": [{**attack, "number": 2}, target]}
    assert drawn(spec, "pending") == {"vane-pryce": thrown}
    spec.answer({"description": "a lucky stumble"})
    prompt = spec.fight.prompts[0].id
    assert drawn(spec, "pending") == {
        "vane-pryce": thrown,
        prompt: {
            "label": "Scripting die",
            "parts": [{"who": "vane", "does": "Asks for another roll", "by": "“a lucky stumble”"}],
        },
    }
    assert [choice["label"] for choice in drawn(spec, "awaits")[prompt]["choices"]] == ["Says yes", "Says no"]


@pytest.mark.rule("BD-SCRIPT-6")
def test_of_two_throws_the_first_is_shown_while_its_player_chooses() -> None:
    vane = newcomer("vane", policy={"ask_reroll": True, "reroll_keep": "ask"})
    spec = given(fight(vane, scripting_approval="standing"))
    spec.when(check("vane", "wits perception"), throws=[fell("vane perception", "4/2")])
    shown = only(spec)
    assert shown == {
        "label": "Perception roll",
        "parts": [
            {
                "who": "vane",
                "does": "Perception roll",
                "pool": [
                    {"label": "Wits", "amount": 2, "of": "white dice"},
                    {"label": "Perception", "amount": 2, "of": "white dice"},
                ],
                "number": 2,
            }
        ],
    }
    before = [*drawn(spec, "pending")]
    spec.answer({"description": "a glint"}, throws=[fell("vane perception", "4/1")])
    assert (only(spec), [*drawn(spec, "pending")]) == (shown, before)
    (asked,) = drawn(spec, "awaits").values()
    assert [choice["label"] for choice in asked["choices"]] == ["Keeps the first roll", "Keeps the second roll"]


@pytest.mark.rule("BD-SKILL-3", "BD-SKILL-9", "BD-COMP-2", "BD-DRINK-11")
def test_contests_perils_and_helped_rolls_say_where_their_dice_come_from() -> None:
    spec = given(fight(asking("vane"), asking("quill"), "lark"))
    spec.when(contest("vane dex sneak", "quill wits perception"))
    assert (only(spec)["label"], [part["does"] for part in only(spec)["parts"]]) == (
        "Contest",
        ["Sneaking roll", "Perception roll"],
    )
    helped = given(fight(asking("vane"), "lark", "quill"))
    helped.when(
        check(
            "vane", "wits perception", difficulty="difficult", assistants=("lark",), bonus=1, complementary=("dodge",)
        )
    )
    assert only(helped)["parts"][0]["pool"] == [
        {"label": "Wits", "amount": 2, "of": "white dice"},
        {"label": "Perception", "amount": 2, "of": "white dice"},
        {"label": "Dodge", "amount": 3, "of": "white dice"},
        {"label": "Doctor Lark", "amount": 3, "of": "white dice"},
        {"label": "From the narrator", "amount": 1, "of": "white dice"},
        {"label": "Difficulty", "amount": 3, "of": "black dice"},
    ]
    threatened = given(fight(asking("vane"))).when(peril("vane", intensity="moderate"))
    assert (only(threatened)["label"], only(threatened)["parts"][0]["does"]) == ("Peril", "Dodge roll")


@pytest.mark.rule("BD-WHO-4", "BD-OBJ-2", "BD-DMG-3", "BD-DMG-4")
def test_blows_at_objects_and_damage_are_throws_of_their_own() -> None:
    vane = asking("vane", "ask_choices", "ask_reroll")
    spec = struck(vane, newcomer("pryce", armour=0)).when(Resolve())
    spec.answer({}, throws=[fell("vane swordplay", "11/2")])
    spec.answer("no", throws=[fell("vane weapon", "5/1")])
    assert only(spec)["label"] == "Damage of a hit"
    assert only(spec)["at"] == "pryce"
    assert only(spec)["parts"] == [
        {
            "who": "vane",
            "does": "Weapon damage",
            "with": "cutlass",
            "pool": [{"label": "Weapon", "amount": 5, "of": "white dice"}],
            "number": 1,
        }
    ]


@pytest.mark.rule("BD-FATE-5", "BD-FATE-8")
def test_damage_and_injuries_are_pending_while_fate_may_lessen_them() -> None:
    spec = duel("pryce", "vane", agenda(clash("pryce truncheon", "vane easy_target")))
    spec.when(
        Resolve(),
        throws=[fell("pryce bludgeon", "8/4"), fell("pryce weapon", "4/2"), fell("pryce strength", "3/1")],
    )
    assert only(spec) == {
        "label": "Damage, 6 points",
        "at": "vane",
        "parts": [{"who": "pryce", "does": "Has hit"}, {"who": "vane", "does": "May lessen the damage"}],
    }
    spec.answer(0, throws=[fell("vane injury", "11/0", "3/0")])
    assert only(spec) == {
        "label": "Permanent injury",
        "at": "vane",
        "parts": [{"who": "vane", "does": "May avert it"}],
    }


@pytest.mark.rule("BD-FATE-6", "BD-FATE-10", "BD-FATE-7", "BD-SCRIPT-8")
def test_rolls_that_can_be_made_sure_and_deaths_that_can_be_prevented_are_pending() -> None:
    lark = newcomer("lark", policy={"ask_ensure": True})
    spec = at_end(newcomer("vane", fate=0, normal=17), lark).when(END)
    assert only(spec) == {
        "label": "Roll to stay conscious",
        "at": "vane",
        "parts": [{"who": "vane", "does": "Has to roll"}, {"who": "lark", "does": "May make sure of it"}],
    }
    own = at_end(newcomer("vane", fate=4, normal=17)).when(END)
    assert only(own)["parts"] == [{"who": "vane", "does": "May make sure of it"}]
    dies = given(fight("vane", "lark"), *dying("vane", 1, track=24), *round_of("lark"), agenda()).when(END)
    assert only(dies) == {
        "label": "At death's door",
        "at": "vane",
        "parts": [{"who": "vane", "does": "May prevent the death"}],
    }


@pytest.mark.rule("BD-SCRIPT-8", "BD-SCRIPT-9")
def test_scripting_dice_say_what_they_are_asked_for() -> None:
    spec = given(fight("vane", "lark"), *dying("vane", 3, track=24))
    spec.when(SaveFromDeath(actor="lark", saved="vane", description="a locket"))
    spec.when(ChangeStory(actor="lark", description="three owls"))
    assert [*drawn(spec, "pending").values()] == [
        {
            "label": "Scripting die",
            "at": "vane",
            "parts": [{"who": "lark", "does": "Asks for a rescue from death", "by": "“a locket”"}],
        },
        {
            "label": "Scripting die",
            "parts": [{"who": "lark", "does": "Asks for a change of the story", "by": "“three owls”"}],
        },
    ]


@pytest.mark.rule("BD-SKILL-15")
def test_of_a_secret_sheet_the_dice_are_told_once_they_have_fallen() -> None:
    lark = asking("lark", "ask_choices", "ask_reroll").model_copy(update={"secret": True})
    spec = given(fight(lark, "vane")).when(check("lark", "wits perception"))
    for reader in (SPECTATOR, player("vane")):
        assert only(spec, reader)["parts"] == [{"who": "lark", "does": "Rolls"}]
    spec.answer({}, throws=[fell("lark perception", "7/2")])
    assert only(spec, SPECTATOR)["parts"] == only(spec)["parts"]
    assert only(spec)["parts"][0]["number"] == 2


@pytest.mark.rule("BD-SKILL-15")
def test_a_rewind_brings_back_what_was_pending() -> None:
    recording = Recording("pending", BLACK_DICE).play(Open(ruleset="black_dice", combatants=(asking("vane"),)))
    recording.play(check("vane", "wits perception"))
    here, before = len(recording.records), table_of_black_dice(recording.state)["pending"]
    recording.play(Answer(prompt=recording.state.prompts[0].id, answer={}))
    assert "pending" not in table_of_black_dice(recording.state)
    recording.play(Rewind(to=here))
    assert table_of_black_dice(recording.state)["pending"] == before
