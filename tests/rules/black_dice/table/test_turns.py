"""The clock, who is to act with what, what has been declared, and who has won, as the table draws them."""

import pytest

from domain.core.commands import Answer
from domain.rulesets.black_dice.chapters.dice.scripting import ChangeStory
from domain.rulesets.black_dice.chapters.healing.resting import PassTime
from domain.rulesets.black_dice.chapters.narrator.placing import Distance, Place
from domain.rulesets.black_dice.chapters.rounds.agenda import Resolve
from domain.rulesets.black_dice.chapters.rounds.declarations import Aiming, Declare, Disengaging, Going
from domain.rulesets.black_dice.chapters.wounds.deathbed import Died, Stabilised
from tests.rules.black_dice.builders import (
    END,
    at_end,
    dying,
    fell,
    knocked_out,
    replies,
    reply,
    scene,
    strikes,
    waits,
)
from tests.rules.black_dice.specification import Specification, fight, given, newcomer, plain, round_of
from tests.rules.black_dice.table.drawn import card, drawn


def doing(spec: Specification, who: str) -> tuple[str, str] | None:
    """Return the label and the state of what a combatant is doing, None for nothing."""
    found = card(spec, who).get("doing")
    return None if found is None else (found["label"], found["state"])


@pytest.mark.rule("BD-ROUND-1", "BD-ROUND-2")
def test_between_rounds_the_narrator_begins_one() -> None:
    spec = given(fight("vane", "pryce"), PassTime(minutes=20))
    assert drawn(spec, "clock") == {"label": "Before the first round", "phase": "between rounds", "minutes": 20}
    assert drawn(spec, "to_act") == {"now": True, "who": ["narrator"], "has": "to begin a round"}


@pytest.mark.rule("BD-INIT-7", "BD-WHO-3")
def test_the_first_in_the_order_declares_and_the_able_follow() -> None:
    spec = given(fight("vane", "pryce", "lark", "quill"), *round_of("vane", "pryce", "lark", "quill"))
    spec.given(knocked_out("pryce"))
    assert drawn(spec, "clock") == {"label": "Round 1", "phase": "declarations", "round": 1, "minutes": 0}
    assert drawn(spec, "to_act") == {
        "now": True,
        "who": ["vane"],
        "has": "to declare",
        "left": {"vane": {"attacks": 5}},
        "next": [["lark"], ["quill"]],
    }


@pytest.mark.rule("BD-INIT-7", "BD-RUL-19")
def test_the_slowest_declares_first_where_the_table_has_agreed_to_it() -> None:
    spec = given(fight("vane", "pryce", declare_order="lowest_first"), *round_of("vane", "pryce"))
    assert (drawn(spec, "to_act")["who"], drawn(spec, "to_act")["next"]) == (["pryce"], [["vane"]])


@pytest.mark.rule("BD-INIT-7", "BD-INIT-11", "BD-WHO-10")
def test_what_is_declared_is_known_to_all() -> None:
    names = ("vane", "quill", "kestrel", "tinker", "lark", "brass_tom", "pryce", "tough", "t1")
    spec = given(fight(*names, "wooden_door"), Distance(zones=("here", "deck"), feet=15))
    spec.given(Place(combatant="pryce", close_to=("t1",)), *round_of(*names))
    spec.given(
        strikes("vane", "tough cutlass", "wooden_door cutlass", "pryce revolver"),
        Declare(actor="quill", aim=Aiming(weapon="rifle", target="pryce")),
        Declare(actor="kestrel", move=Going(close_to="tough")),
        Declare(actor="tinker", move=Going(zone="deck")),
        Declare(actor="lark", act="stabilise"),
        Declare(actor="brass_tom", full_dodge=True),
        Declare(actor="pryce", ready=("truncheon", "derringer")),
        Declare(actor="tough", ready=()),
    )
    assert card(spec, "vane")["doing"] == {
        "label": "Attacks Street Tough with the cutlass, the wooden door with the cutlass and Sergeant Pryce with the "
        "revolver",
        "state": "revealed",
        "at": ["tough", "wooden_door", "pryce"],
    }
    assert card(spec, "quill")["doing"]["at"] == ["pryce"]
    assert [doing(spec, name) for name in names[1:]] == [
        ("Aims the rifle at Sergeant Pryce", "revealed"),
        ("Closes in on Street Tough", "revealed"),
        ("Goes to the deck", "revealed"),
        ("Tends the dying", "revealed"),
        ("Dodges fully", "revealed"),
        ("Takes the truncheon and the derringer in hand", "revealed"),
        ("Puts all weapons away", "revealed"),
        None,
    ]


@pytest.mark.rule("BD-WHO-10", "BD-INIT-10")
def test_breaking_away_is_done_at_once_and_waiting_lasts_for_the_round() -> None:
    close = Place(combatant="vane", close_to=("pryce",))
    spec = given(fight("vane", "pryce"), close, *round_of("vane", "pryce"))
    assert doing(spec.given(Declare(actor="vane", disengage=Disengaging())), "vane") is None
    waiting = scene(waits("a"), waits("b"))
    assert doing(waiting, "a") == ("Waits", "revealed")
    assert doing(waiting.given(waits("c")), "a") == ("Waits", "revealed")


@pytest.mark.rule("BD-WHO-7", "BD-WHO-5")
def test_those_who_are_attacked_respond_with_the_attacks_that_they_have_left() -> None:
    spec = scene(strikes("a", "b sword", "c sword"), waits("b")).when(waits("c"))
    first, second = spec.fight.prompts
    assert drawn(spec, "clock")["phase"] == "responses"
    assert drawn(spec, "to_act") == {
        "now": True,
        "who": ["b", "c"],
        "has": "to respond",
        "left": {"b": {"attacks": 3}, "c": {"attacks": 3}},
        "prompts": {"b": first.id, "c": second.id},
    }
    assert [choice["label"] for choice in drawn(spec, "awaits")[first.id]["choices"]] == [
        "Is an easy target for the a",
        "Wants to strike back at the a with the sword",
        "Wants to strike back at the a with the gun",
        "Wants to strike back at the a with bare fists",
        "Wants to dodge fully",
    ]
    spec.when(Answer(prompt=first.id, answer=replies(reply("a", "easy_target"))))
    assert drawn(spec, "to_act")["who"] == ["c"]
    assert drawn(spec, "asked") == {first.id: {"asked": ["b", "c"], "missing": ["c"]}}


@pytest.mark.rule("BD-ROUND-4", "BD-ROUND-11", "BD-ROUND-8")
def test_the_deeds_come_up_in_order_and_the_narrator_ends_the_round() -> None:
    spec = scene(strikes("a", "b sword"), waits("b")).when(Declare(actor="c", aim=Aiming(weapon="gun", target="a")))
    spec.answer(replies(reply("a", "easy_target")))
    assert drawn(spec, "clock")["phase"] == "deeds"
    assert drawn(spec, "to_act") == {
        "now": True,
        "who": ["a"],
        "has": "to resolve the next deed",
        "next": [["c"]],
    }
    assert doing(spec, "a") == ("Attacks the b with the sword", "revealed")
    spec.when(Resolve(), throws=[fell("a swordplay", "4/0")])
    assert doing(spec, "a") is None
    assert drawn(spec, "to_act") == {"now": True, "who": ["c"], "has": "to resolve the next deed"}
    spec.when(Resolve())
    assert drawn(spec, "to_act") == {"now": True, "who": ["narrator"], "has": "to end the round"}


@pytest.mark.rule("BD-ROUND-5")
def test_an_act_that_has_come_due_is_carried_out_by_answering_or_by_a_command() -> None:
    spec = given(fight("lark", "vane"), *round_of("lark", "vane"), Declare(actor="lark", act="drink"))
    spec.when(Declare(actor="vane", act="check")).when(Resolve())
    assert drawn(spec, "to_act") == {
        "now": True,
        "who": ["lark"],
        "has": "to act",
        "prompts": {"lark": spec.fight.prompts[0].id},
        "next": [["vane"]],
    }
    assert doing(spec, "lark") == ("Has a drink", "awaited")
    assert doing(spec, "vane") == ("Waits for the narrator's call", "revealed")
    (asked,) = drawn(spec, "awaits").values()
    assert [choice["label"] for choice in asked["choices"]] == ["Passes"]


@pytest.mark.rule("BD-ROUND-4", "BD-ROUND-11")
def test_a_prompt_interrupts_whose_deed_is_under_way() -> None:
    asking = plain("a", player=True, fate=3, stats={"dex": 3}, policy={"ask_choices": True})
    spec = given(fight(asking, plain("b"), plain("c")), *round_of("a", "b", "c"))
    spec.given(strikes("a", "b fists", "c fists")).given(Declare(actor="b", full_dodge=True))
    spec.when(Declare(actor="c", full_dodge=True)).when(Resolve())
    to_act = drawn(spec, "to_act")
    assert (to_act["now"], to_act["who"], to_act["has"]) == (False, ["a"], "to resolve the next deed")
    assert doing(spec, "a") == ("Attacks the b and the c with bare fists", "awaited")
    assert doing(spec, "b") == ("Dodges fully", "revealed")
    spec.answer({}, throws=[fell("a brawl", "1/0")])
    assert doing(spec, "a") == ("Attacks the c with bare fists", "revealed")


@pytest.mark.rule("BD-SCRIPT-3", "BD-SCRIPT-9")
def test_a_change_of_the_story_between_two_deeds_takes_nobodys_turn() -> None:
    spec = given(fight("vane", "lark"), *round_of("vane", "lark"), Declare(actor="vane", act="other"))
    spec.when(Declare(actor="lark", act="check")).when(Resolve()).answer("pass")
    spec.when(ChangeStory(actor="vane", description="a rope out of nowhere"))
    to_act = drawn(spec, "to_act")
    assert (to_act["now"], to_act["who"]) == (False, ["lark"])
    assert doing(spec, "lark") == ("Waits for the narrator's call", "revealed")


@pytest.mark.rule("BD-ROUND-8", "BD-FATE-6")
def test_what_the_end_of_a_round_asks_is_the_narrators_turn() -> None:
    spec = at_end(newcomer("vane", fate=4, normal=17), "pryce").when(END)
    to_act = drawn(spec, "to_act")
    assert (to_act["now"], to_act["who"], to_act["has"]) == (False, ["narrator"], "to end the round")
    (asked,) = drawn(spec, "awaits").values()
    assert [choice["label"] for choice in asked["choices"]] == ["Makes sure of the roll with fate", "Trusts the dice"]


@pytest.mark.rule("BD-GREY-7", "BD-DYING-1")
def test_the_fight_is_over_when_one_side_alone_can_fight_until_another_can_again() -> None:
    spec = given(fight("vane", "lark", "pryce", "wooden_door"))
    assert drawn(spec, "over") is None
    spec.given(*dying("lark", 2, track=18), *dying("pryce", 3, track=22))
    assert drawn(spec, "over") == {
        "for": ["players"],
        "by": "no one else can fight any longer",
        "sentence": "Only one side can still fight: Players.",
        "dying": ["lark", "pryce"],
    }
    spec.given(Stabilised(combatant="lark", by="vane"), Died(combatant="pryce"), knocked_out("vane"))
    assert drawn(spec, "over") == {
        "for": [],
        "by": "no one can fight any longer",
        "sentence": "No one is left to fight.",
    }
    assert drawn(spec.given(newcomer("tough")), "over")["sentence"] == "Only one side can still fight: Opposition."
    assert drawn(spec.given(newcomer("kestrel")), "over") is None


def test_one_side_alone_wins_nothing() -> None:
    assert drawn(given(fight("vane", "lark"), knocked_out("vane")), "over") is None
