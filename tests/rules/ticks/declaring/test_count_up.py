"""The count up: who declares on which tick, under seal, and what those who are later know."""

from collections.abc import Mapping
from typing import Any

import pytest

from domain.model.speaker import SPECTATOR, Speaker
from domain.rulesets.ticks.chapters.counting.count_down import Count, TickCalled
from domain.rulesets.ticks.chapters.declaring.count_up import DeclarationsRevealed, Declared, ResolutionStarted
from domain.rulesets.ticks.chapters.declaring.free_actions import Faint, Hurry
from domain.rulesets.ticks.chapters.declaring.rounds import StartRound
from domain.rulesets.ticks.chapters.narrator.trials import SetDifficulty
from domain.rulesets.ticks.state import Declaration, Fight, LuckPaid
from service.encounters.visibility import view_prompts, view_state
from tests.rules.ticks.builders import EVADE, MOVE, Play, attack, defer
from tests.rules.ticks.specification import TICKS_NOTATION, act, declare, newcomer

IRIS, TOR = Speaker("player", ("iris",)), Speaker("player", ("tor",))
NOTHING = Declaration("other")
TRICK: dict[str, Any] = {"action": "attack", "weapon": "sword", "manoeuvres": ["trick_shot"], "trick": "the lamp"}


def called(play: Play) -> list[int]:
    """The ticks of the count up that were opened."""
    up: list[int] = []
    for _, event in play.log:
        if isinstance(event, ResolutionStarted):
            break
        if isinstance(event, TickCalled):
            up.append(event.tick)
    return up


def of_quickness(*quickness: int) -> Play:
    """As many as this, of whom the first is the slowest: ash0, ash1..."""
    return Play(*[newcomer(f"ash{place}", QUI=one) for place, one in enumerate(quickness)])


@pytest.mark.rule("TK-DECL-1", "TK-DECL-11")
def test_the_count_goes_up_over_the_ticks_on_which_somebody_declares() -> None:
    play = of_quickness(5, 9, 9, 20).round()
    assert called(play) == [5, 9, 20]


@pytest.mark.rule("TK-DECL-2")
@pytest.mark.parametrize("quickness", [5, 6, 19, 20])
def test_everybody_declares_on_the_tick_of_its_quickness(quickness: int) -> None:
    play = of_quickness(12, quickness).send(StartRound()).declare_on(quickness)
    assert play.fight.tick == quickness
    play.spec.asks("declare", "ash1")


@pytest.mark.rule("TK-DECL-2")
def test_on_another_tick_nobody_declares() -> None:
    play = of_quickness(10, 11).send(StartRound())
    play.refused(declare("ash1", "evade"), "TK-DECL-2", "command.actor")
    play.send(declare("ash0", "evade")).refused(declare("ash0", "evade"), "TK-DECL-2", "command.actor")
    assert play.fight.tick == 11


@pytest.mark.rule("TK-DECL-2")
def test_who_is_unconscious_does_not_declare() -> None:
    play = of_quickness(10, 11, 12).send(Faint(actor="ash0"), StartRound())
    assert called(play) == [11]
    play.refused(declare("ash0", "evade"), "TK-KO-2")
    play.send(Faint(actor="ash1"))
    assert play.fight.tick == 12, "who falls while it is asked is waited for no longer"
    play.declare_on()
    assert [play[name].turn.declared for name in ("ash0", "ash1", "ash2")] == [None, None, None], "the round is over"
    assert [event.combatant for _, event in play.log if isinstance(event, Declared)] == ["ash2"]


@pytest.mark.rule("TK-DECL-3", "TK-RUL-11")
@pytest.mark.parametrize(("quickness", "tick"), [(1, 5), (4, 5), (5, 5), (20, 20), (21, 20), (30, 20)])
def test_outside_the_count_one_declares_at_its_nearest_end(quickness: int, tick: int) -> None:
    play = of_quickness(12, quickness).send(StartRound()).declare_on(tick)
    assert play.fight.tick == tick
    play.spec.asks("declare", "ash1")


@pytest.mark.rule("TK-DECL-3", "TK-RUL-11")
@pytest.mark.parametrize(("quickness", "steps"), [(3, [3]), (4, [4, 1]), (22, [22, 19, 16, 13, 10, 7, 4, 1])])
def test_the_start_is_shifted_by_no_end_of_the_count(quickness: int, steps: list[int]) -> None:
    play = of_quickness(12, quickness).round({"ash1": {"steps": "away", "target": "ash0"}}, ash1=MOVE)
    assert play.steps("ash1") == steps


@pytest.mark.rule("TK-DECL-4")
def test_neither_luck_nor_the_evade_skill_moves_the_declaration() -> None:
    play = Play("wren", newcomer("ash", QUI=12, luck=3, skills={"evade": 4})).send(StartRound()).declare_on(12)
    assert (play.fight.tick, called(play)) == (12, [10, 12])
    play.send(declare("ash", "evade", luck={"quickness": 3}))
    assert play.fight.tick == 19, "the start, in the resolution: 12 + 3 + 4"


@pytest.mark.rule("TK-DECL-4")
def test_hurrying_in_one_round_moves_no_declaration_of_the_next() -> None:
    play = Play("wren", newcomer("ash", QUI=12, luck=2), newcomer("elm", QUI=15)).send(StartRound()).declare_on(12)
    play.send(declare("ash", **MOVE), Hurry(actor="ash", points=2)).declare_on()
    play.end()
    play.send(StartRound()).declare_on(12)
    assert play.fight.tick == 12
    play.spec.asks("declare", "ash")


def equals() -> Play:
    """Tor and Iris, who declare on the same tick, and lena, who was slower."""
    people = (newcomer("tor", QUI=14), newcomer("lena"), newcomer("iris", luck=4, at=(2, 0)))
    return Play(*people).send(StartRound()).declare_on(14)


def seen(play: Play, speaker: Speaker) -> Fight:
    return view_state(TICKS_NOTATION.ruleset, play.fight, speaker)


@pytest.mark.rule("TK-DECL-5", "TK-RUL-10")
def test_all_of_a_tick_are_revealed_together_in_joining_order() -> None:
    play = equals()
    play.spec.when(declare("iris", **attack("tor", "sword", quickness=1))).then(Declared).never(DeclarationsRevealed)
    assert not play["iris"].turn.revealed
    play.spec.when(declare("tor", "evade"))
    made = Declaration("attack", "tor", "iris.sword", luck=LuckPaid(1))
    play.spec.then(DeclarationsRevealed(tick=14, declarations={"tor": Declaration("evade"), "iris": made}))
    revealed = next(event for event in play.spec.events if isinstance(event, DeclarationsRevealed))
    assert list(revealed.declarations) == ["tor", "iris"], "in the order of joining, not of declaring"


@pytest.mark.rule("TK-DECL-5", "TK-RUL-10")
def test_the_order_of_declaring_under_seal_is_free() -> None:
    play = equals().send(declare("tor", "evade"))
    play.spec.when(declare("iris", "evade")).then(DeclarationsRevealed)


@pytest.mark.rule("TK-DECL-5")
@pytest.mark.parametrize(
    ("declared", "kind"),
    [
        (TRICK, "set_difficulty"),
        (defer("sword", "narrated", text="the lamp"), "judge_condition"),
    ],
)
@pytest.mark.parametrize("speaker", [SPECTATOR, TOR, IRIS])
def test_what_the_narrator_is_asked_about_a_sealed_declaration_says_nothing_of_it(
    declared: Mapping[str, Any], kind: str, speaker: Speaker
) -> None:
    play = equals()
    assert "lamp" not in play.public(declare("iris", **declared))
    play.spec.asks(kind, "narrator")
    assert "the lamp" in play.asked(kind).values(), "the narrator has to know it"
    assert not [one for one in seen(play, speaker).prompts if "the lamp" in one.about.values()]
    assert not [one for one in view_prompts(play.fight, speaker) if "the lamp" in one.about.values()]


@pytest.mark.rule("TK-DECL-5")
def test_a_difficulty_of_a_sealed_trick_is_sealed_too() -> None:
    play = equals().send(declare("iris", **TRICK))
    assert "937" not in play.public(SetDifficulty(difficulty=937))
    assert "937" in play.public(declare("tor", "evade")), "revealed with its declaration"


@pytest.mark.rule("TK-DECL-6")
@pytest.mark.parametrize("speaker", [SPECTATOR, TOR])
def test_who_declares_later_knows_all_that_was_declared_before(speaker: Speaker) -> None:
    """Target, weapon, manoeuvres, condition, and luck spent."""
    people = (newcomer("tor", QUI=20), newcomer("iris", luck=4), newcomer("hanna", at=(3, 0)))
    play = Play(*people).send(StartRound()).declare_on(12)
    play.send(declare("hanna", **defer("hatchet", "steps", "listed", listed=["tor"])))
    play.send(declare("iris", **attack("tor", "sword", "trip", "grapple", quickness=2, extra=1)))
    assert play.fight.tick == 20
    people_now = seen(play, speaker).people
    iris, hanna = people_now["iris"], people_now["hanna"]
    made = Declaration("attack", "tor", "iris.sword", manoeuvres=("trip", "grapple"), luck=LuckPaid(2, 0, 1))
    assert (iris.turn.declared, iris.luck) == (made, 1)
    assert hanna.turn.declared is not None
    assert hanna.turn.declared.condition is not None
    assert (hanna.turn.declared.condition.event, hanna.turn.declared.condition.listed) == ("steps", ("tor",))
    assert hanna.turn.declared.weapon == "hanna.hatchet"


@pytest.mark.rule("TK-DECL-9", "TK-RUL-51")
def test_who_is_silent_when_the_narrator_counts_on_does_nothing() -> None:
    play = equals().send(declare("iris", "evade"))
    play.spec.when(Count()).then(Declared(combatant="tor", silent=True, declaration=NOTHING), DeclarationsRevealed)
    assert (play["tor"].turn.declared, play["iris"].turn.declared) == (NOTHING, Declaration("evade"))
    revealed = next(event for event in play.spec.events if isinstance(event, DeclarationsRevealed))
    assert revealed.declarations == {"tor": NOTHING, "iris": Declaration("evade")}
    assert play.fight.phase == "resolution"


@pytest.mark.rule("TK-DECL-9")
def test_counting_on_closes_one_tick_alone() -> None:
    play = of_quickness(8, 9, 10).send(StartRound(), Count())
    assert (play.fight.tick, play["ash0"].turn.declared, play["ash1"].turn.declared) == (9, NOTHING, None)
    play.send(declare("ash1", **MOVE), Count())
    assert [play[name].turn.action for name in ("ash0", "ash1", "ash2")] == ["other"] * 3
    assert play.fight.tick == 9, "ash1 moves"


@pytest.mark.rule("TK-DECL-11", "TK-DECL-1")
@pytest.mark.parametrize("last", [20, 21])
def test_after_tick_20_the_resolution_begins(last: int) -> None:
    play = of_quickness(12, last).send(StartRound()).declare_on(20)
    assert play.fight.phase == "declaration"
    play.spec.when(declare("ash1", **MOVE)).then(DeclarationsRevealed, ResolutionStarted)
    assert play.fight.tick == last
    play.send(act("ash1", step=(1, 1)))


@pytest.mark.rule("TK-DECL-11")
def test_with_the_last_declaration_it_begins_as_well() -> None:
    play = of_quickness(10, 12).send(StartRound()).declare_on(12)
    play.spec.when(declare("ash1", **EVADE)).then(ResolutionStarted(highest=12))
