"""When a tick closes: who is waited for, what may be said anew meanwhile, and what has to come first."""

import pytest

from domain.core.commands import Answer, Command, Note, Rewind, Rule, SetPolicy
from domain.model.speaker import Speaker
from domain.rulesets.ticks.chapters.counting.count_down import Count, CountAwaited, Held
from domain.rulesets.ticks.chapters.counting.ending import EndCombat
from domain.rulesets.ticks.chapters.declaring.free_actions import Drop, Faint, Hurry, Release
from domain.rulesets.ticks.chapters.declaring.rounds import DrawIn, StartRound
from domain.rulesets.ticks.chapters.deeds.deeds import Drew
from domain.rulesets.ticks.chapters.narrator.calls import Award, CallTest, GrantLuck
from domain.rulesets.ticks.chapters.narrator.changes import DefineArea, Placed
from domain.rulesets.ticks.chapters.narrator.rulings import PlaceCombatant, SetSight, Wound
from domain.rulesets.ticks.chapters.narrator.trials import Commit
from domain.rulesets.ticks.chapters.strikes.soaking import Reduction, Soak
from domain.rulesets.ticks.parts import SquareSheet
from domain.rulesets.ticks.view import seen_by
from tests.rules.ticks.builders import EVADE, MOVE, STRIKING, Play, answers, attack, defer, going
from tests.rules.ticks.specification import act, declare, hold, newcomer, plan


def two(**options: str) -> Play:
    """Ash and elm, who evade from 10 on."""
    people = (newcomer("ash", skills={"evade": 1}, QUI=9), newcomer("elm", at=(4, 0)))
    return Play(*people, call=None, asks=None, **options).round(ash=EVADE, elm=EVADE)


def waited_for(play: Play) -> list[str]:
    """Who has not answered on the open tick."""
    return [prompt.to for prompt in play.fight.prompts if prompt.id not in play.fight.answers]


@pytest.mark.rule("TK-RES-7")
def test_a_tick_closes_when_everybody_asked_has_answered() -> None:
    play = two().send(act("ash", step=(0, 1)))
    assert (play.fight.tick, waited_for(play), play.at("ash")) == (10, ["elm"], (0, 0))
    play.send(hold("elm", None))
    assert (play.fight.tick, play.at("ash")) == (9, (0, 1))


@pytest.mark.rule("TK-RES-7")
def test_a_plan_answers_too() -> None:
    play = two().send(plan("ash", steps="away", target="elm"))
    assert (play.fight.tick, waited_for(play)) == (10, ["elm"])
    play.send(hold("elm", None))
    assert (play.fight.tick, play.at("ash")) == (9, (-1, 0))


@pytest.mark.rule("TK-RES-7", "TK-RES-9")
def test_it_closes_when_the_narrator_counts_on() -> None:
    play = two().send(act("ash", step=(0, 1)), Count())
    assert (play.fight.tick, play.at("ash"), play.at("elm")) == (9, (0, 1), (4, 0))
    assert waited_for(play) == ["ash", "elm"], "who was silent holds on that tick only"
    play.send(Count())
    assert (play.fight.tick, waited_for(play)) == (8, ["ash", "elm"])


@pytest.mark.rule("TK-RES-7")
def test_with_a_called_clock_only_the_narrators_count_closes_it() -> None:
    play = two(clock="called").send(act("ash", step=(0, 1)), hold("elm", 0))
    assert (play.fight.tick, play.at("ash")) == (10, (0, 0))
    play.send(act("elm", step=(4, 1)), Count())
    assert (play.fight.tick, play.at("ash"), play.at("elm")) == (9, (0, 1), (4, 1))


@pytest.mark.rule("TK-RES-7", "TK-RES-8")
def test_with_a_called_clock_a_tick_that_plans_answer_waits_too() -> None:
    play = two(clock="called").send(plan("ash", steps="away", target="elm"), plan("elm", steps="away", target="ash"))
    assert (play.fight.tick, play.at("ash")) == (10, (0, 0))
    play.send(Count())
    assert (play.fight.tick, play.at("ash"), play.at("elm")) == (9, (-1, 0), (5, 0))


@pytest.mark.rule("TK-RES-7")
def test_answers_may_be_replaced_until_the_tick_closes() -> None:
    play = two().send(act("ash", step=(0, 1)), hold("ash", 3), act("ash", step=(1, 1)), hold("elm", None))
    assert (play.fight.tick, play.at("ash"), waited_for(play)) == (9, (1, 1), ["ash", "elm"])
    play.send(act("ash", step=(2, 2)), hold("ash", 5), hold("elm", None))
    assert (play.at("ash"), waited_for(play)) == ((1, 1), ["elm"])


@pytest.mark.rule("TK-RES-7", "TK-RUL-10")
def test_answers_are_sealed() -> None:
    play = two()
    assert "step" not in play.public(act("ash", step=(1, 1)))
    assert "until" not in play.public(hold("ash", 3))
    assert seen_by(play.fight, Speaker("player", ("elm",))).people["ash"].turn.until is None


@pytest.mark.rule("TK-RES-7")
def test_who_is_placed_out_of_a_hold_is_asked() -> None:
    play = held().send(PlaceCombatant(combatant="ash", to=SquareSheet(x=-9)))
    assert waited_for(play) == ["iris", "ash"]


@pytest.mark.rule("TK-RES-7")
def test_who_is_released_is_asked() -> None:
    assert waited_for(held().send(Release(actor="iris", combatant="ash"))) == ["iris", "ash"]


@pytest.mark.rule("TK-RES-7")
def test_who_is_free_when_its_grappler_faints_is_asked() -> None:
    play = held().send(Faint(actor="iris"))
    assert (waited_for(play), play.fight.tick) == (["ash"], 10)


def held() -> Play:
    """Iris, who has held ash since 14, is asked on 10; ash, a step of whom would be due, is not."""
    play = Play(newcomer("iris", QUI=16), newcomer("ash", at=(1, 0)))
    play.round(iris=attack("ash", "unarmed", "grapple"), ash=MOVE).send(act("iris", strike=True)).until(10)
    assert waited_for(play) == ["iris"]
    return play


@pytest.mark.rule("TK-RES-7")
def test_who_sees_the_target_of_an_aim_again_is_asked_and_who_loses_it_is_not() -> None:
    things = [{"key": "pistol", "place": "ready", "loaded": 8}]
    play = Play(newcomer("ash", things=things), newcomer("elm", at=(4, 0)))
    play.round(ash={"action": "aim", "weapon": "pistol", "target": "elm"}, elm=EVADE)
    assert waited_for(play) == ["ash", "elm"]
    play.send(SetSight(observer="ash", target="elm", visible=False))
    assert waited_for(play) == ["elm"]
    play.send(SetSight(observer="ash", target="elm", visible=True))
    assert waited_for(play) == ["elm", "ash"]


@pytest.mark.rule("TK-RES-7")
def test_who_hurries_is_asked_on_the_ticks_of_its_new_start() -> None:
    play = Play(newcomer("ash", luck=1), newcomer("elm", QUI=12, at=(4, 0))).round(ash=MOVE, elm=EVADE)
    play.send(Hurry(actor="ash", points=1), hold("elm", None))
    assert (play.fight.tick, waited_for(play)) == (11, ["ash", "elm"])
    play.send(Count())
    assert (play.fight.tick, waited_for(play)) == (10, ["elm"])


@pytest.mark.rule("TK-RES-8")
def test_a_tick_on_which_nobody_is_asked_passes_with_its_changes_and_draws() -> None:
    knife = [{"key": "knife", "place": "carried"}]
    play = Play(newcomer("ash", skills={"melee": 3}, things=knife), newcomer("elm", at=(4, 0)))
    play.send(StartRound(), PlaceCombatant(combatant="elm", to=SquareSheet(x=9), at=6))
    play.declared = {"ash": attack("elm", "knife", "quick_draw_melee")}
    play.declare_on().send(hold("ash", 2))
    assert (play.ticks(Placed, "elm"), play.ticks(Drew, "ash")) == ([6], [5])
    assert play.fight.tick == 2


@pytest.mark.rule("TK-RES-8")
def test_with_a_called_clock_every_tick_waits() -> None:
    play = Play("ash", newcomer("elm", QUI=12, at=(4, 0)), clock="called").round(ash=MOVE)
    assert (play.fight.tick, waited_for(play)) == (12, [])
    for tick in range(12, 0, -1):
        assert play.fight.tick == tick
        play.send(Count())
    assert play.fight.phase == "between"
    assert [event.next for _, event in play.log if isinstance(event, CountAwaited)] == [11, 10, 8, 7, 5, 4, 2, 1]


@pytest.mark.rule("TK-RES-9")
def test_a_count_when_nobody_is_waited_for_is_refused() -> None:
    play = two().end()
    play.refused(Count(), "TK-RES-7")


@pytest.mark.rule("TK-RES-10")
@pytest.mark.parametrize(("until", "next_tick"), [(None, 9), (9, 9), (4, 4), (1, 1), (0, 0)])
def test_who_holds_is_asked_again_on_the_tick_that_it_named(until: int | None, next_tick: int) -> None:
    play = Play("ash", "elm").round(ash=EVADE).send(hold("ash", until))
    assert (play.fight.tick, play.fight.phase) == (next_tick, "resolution" if next_tick else "between")
    assert len([event for _, event in play.log if isinstance(event, Held)]) == (until is not None)


@pytest.mark.rule("TK-RES-10")
@pytest.mark.parametrize("until", [10, 11])
def test_one_holds_until_a_lower_tick(until: int) -> None:
    play = Play("ash", "elm").round(ash=EVADE).refused(hold("ash", until), "TK-RES-10", "command.until")
    play.send(hold("ash", 9))


@pytest.mark.rule("TK-RES-10")
def test_an_act_has_at_least_one_part() -> None:
    play = Play("ash", "elm").round(ash=EVADE).refused(act("ash"), "TK-RES-10")
    play.send(act("ash", deed={"kind": "narrated", "text": "a door"}))


# Prompts of a stage


def soaking() -> Play:
    """Iris has come into hanna's reach by a change on 12, and has to soak; the answers of that tick stand open."""
    people = (newcomer("iris", at=(5, 0)), newcomer("bruno", at=(2, 0)), "sable")
    play = Play("hanna", *people, asks={"iris": ("soak",)})
    play.round(hanna=defer("hatchet", "enters_reach"), iris=attack("bruno", "sword"), sable=EVADE).until(12)
    play.send(PlaceCombatant(combatant="iris", to=SquareSheet(x=1)))
    assert [(prompt.kind, prompt.to) for prompt in play.fight.prompts] == [
        ("act", "iris"),
        ("act", "sable"),
        ("soak", "iris"),
    ]
    return play


OTHERWISE: list[Command] = [
    act("sable", step=(0, 1)),
    act("iris", strike=True),
    hold("sable"),
    Count(),
    Hurry(actor="sable", points=1),
    plan("sable"),
    Faint(actor="sable"),
    Drop(actor="sable", item="pistol"),
    DefineArea(name="door", squares=(SquareSheet(),)),
    PlaceCombatant(combatant="sable", to=SquareSheet(x=3)),
    PlaceCombatant(combatant="sable", to=SquareSheet(x=3), at=2),
    SetSight(observer="sable", target="iris", visible=False),
    Wound(combatant="sable", wounds=1),
    GrantLuck(combatant="sable", points=1),
    Award(combatant="sable"),
    CallTest(combatant="sable", statistic="strength", difficulty=5),
    DrawIn(combatant="sable"),
    newcomer("lena"),
]


@pytest.mark.rule("TK-RES-11")
@pytest.mark.parametrize("command", OTHERWISE, ids=lambda command: f"{command.type}")
def test_while_a_prompt_of_a_stage_is_open_only_its_answer_is_accepted(command: Command) -> None:
    play = soaking().refused(command, "TK-RES-11")
    play.answer("iris", "soak", [{}])
    assert play.fight.tick == 12


@pytest.mark.rule("TK-RES-11")
def test_the_answer_to_another_prompt_waits_as_well() -> None:
    play = soaking()
    other = next(prompt for prompt in play.fight.prompts if prompt.to == "sable")
    play.refused(Answer(prompt=other.id, answer="hold"), "TK-RES-11")
    play.send(Soak(actor="iris", attacks=(Reduction(luck=1),)))
    assert play["iris"].wounds == 5
    play.send(Answer(prompt=other.id, answer="hold"))


@pytest.mark.rule("TK-RES-11")
def test_notes_rulings_and_standing_answers_wait_for_nothing() -> None:
    play = soaking().send(Note(text="a hush"), Rule(text="so be it"), SetPolicy(of="sable", kind="soak", answer="full"))
    refusal = play.spec.when(Rewind(to=1)).refusal
    assert refusal is not None
    assert refusal.rule is None, "there is nothing to return to in this test, and that is all that is wrong"
    play.answer("iris", "soak", [{}])


@pytest.mark.rule("TK-RES-11")
def test_prompts_of_a_stage_open_one_at_a_time() -> None:
    people = (newcomer("bruno", at=(1, 0)), newcomer("tor", at=(0, 1), QUI=14))
    play = Play("iris", *people, asks={"bruno": ("oppose", "soak"), "iris": ("soak", "oppose")})
    plans = {"iris": STRIKING, "tor": STRIKING}
    play.round(plans, iris=attack("bruno", "sword", "accurate_strike"), tor=attack("iris", "baseball_bat", "trip"))
    seen = []
    while play.fight.prompts and play.fight.prompts[0].kind in ("oppose", "soak"):
        [prompt] = play.fight.prompts
        seen.append((prompt.kind, prompt.to))
        play.answer(prompt.to, prompt.kind, prompt.about["pairs"][0] if prompt.kind == "oppose" else [{}])
    assert seen == [("oppose", "bruno"), ("oppose", "iris"), ("soak", "bruno")]


@pytest.mark.rule("TK-RES-11")
@pytest.mark.parametrize("phase", ["calm", "between", "declaration", "resolution"])
def test_a_commit_blocks_in_every_phase(phase: str) -> None:
    play = Play("iris", "tor")
    if phase == "calm":
        play.send(EndCombat())
    elif phase == "declaration":
        play.send(StartRound())
    elif phase == "resolution":
        play.round(iris=attack("tor", "sword"))
    assert play.fight.phase == phase
    play.send(CallTest(combatant="iris", statistic="dexterity", skill="melee", difficulty=5))
    play.refused(Wound(combatant="tor", wounds=1), "TK-RES-11")
    for command in (declare("tor", "evade"), act("iris", strike=True), newcomer("lena")):
        play.refused(command, "TK-RES-11")
    play.send(Commit(actor="iris", luck=0), Wound(combatant="tor", wounds=1))


# A long count


def crowd(size: int) -> tuple[Play, int]:
    """As many evade from 20 on and plan to go on and on, but for the last, who begins the count; how many facts."""
    people = [newcomer(f"ash{place}", QUI=20, skills={"evade": 1}, at=(0, place)) for place in range(size)]
    play = Play(*people)
    plans = {f"ash{place}": {"steps": "away", "target": f"ash{size - 1}"} for place in range(size - 1)}
    play.round(plans, **{f"ash{place}": EVADE for place in range(size)}).send(hold(f"ash{size - 1}", 0))
    return play, len(play.spec.events)


@pytest.mark.rule("TK-RES-13")
@pytest.mark.parametrize("size", [11, 13, 16])
def test_a_long_count_stops_within_a_tick_and_goes_on_from_there(size: int) -> None:
    """Each tick is one fact, and two for each who walks: its answer and its step."""
    play, facts = crowd(size)
    assert 400 <= facts - 1 < 400 + size, "the last fact says that it waits"
    assert [prompt.kind for prompt in play.fight.prompts] == ["go_on"]
    assert answers(play, "ash0")[-1] == (play.fight.tick, "policy")
    assert play.steps(f"ash{size - 2}")[-1] == play.fight.tick + 1, "it has not stepped on this tick"
    play.send(Count())
    assert play.fight.phase == "between"
    assert play.steps("ash0") == [*range(21, 0, -1)], "the start is 20 + 1"


@pytest.mark.rule("TK-RES-13")
def test_a_count_that_is_not_long_does_not_stop() -> None:
    play, facts = crowd(9)
    assert facts < 400
    assert play.fight.phase == "between"


@pytest.mark.rule("TK-RES-13")
def test_the_most_that_a_short_count_has() -> None:
    """A path that ends: one who stays stops nothing."""
    play = Play(newcomer("ash", QUI=30), "elm").round({"ash": going((1, 1), (2, 2))}, ash=EVADE)
    assert (play.steps("ash"), play.fight.phase) == ([30, 27], "between")
