"""The sentences of Ticks, word for word, as they are heard at the table; and that every fact has one."""

import re
from typing import Any

import pytest

from domain.core.commands import CORE_COMMANDS, Command
from domain.core.events import (
    CORE_EVENTS,
    Answered,
    AnswerUnused,
    Commanded,
    EncounterClosed,
    EncounterOpened,
    Prompted,
    PromptLapsed,
)
from domain.model.event import Event
from domain.model.speaker import NARRATOR
from domain.rulesets.ticks import TICKS
from domain.rulesets.ticks.chapters.counting.count_down import Count, CountAwaited, Held
from domain.rulesets.ticks.chapters.counting.ending import ArmourWornDown, CombatEnded, RoundEnded
from domain.rulesets.ticks.chapters.counting.steps import DEEDS_LOST, Lapsed, StoodUp
from domain.rulesets.ticks.chapters.declaring.count_up import (
    DeclarationsRevealed,
    DeclarationVoided,
    Declared,
    ResolutionStarted,
)
from domain.rulesets.ticks.chapters.declaring.free_actions import Drop, Hurried, Hurry, PlanMade
from domain.rulesets.ticks.chapters.declaring.rounds import CallCombat, CombatCalled, DrawnIn
from domain.rulesets.ticks.chapters.deeds.care import FirstAid, PassTime, Recover, Recovered, TimePassed
from domain.rulesets.ticks.chapters.deeds.deeds import DeedDone, Drew, PickedUp, Reloaded, Stowed
from domain.rulesets.ticks.chapters.deeds.dropping_out import HoldEnded
from domain.rulesets.ticks.chapters.deeds.hands import AimBroken, Dropped
from domain.rulesets.ticks.chapters.deeds.harm import Died, FellUnconscious
from domain.rulesets.ticks.chapters.narrator.calls import Award, CallContest, CallTest, LuckGranted, TestCalled
from domain.rulesets.ticks.chapters.narrator.changes import AreaDefined, ChangeScheduled, Placed, SightSet
from domain.rulesets.ticks.chapters.narrator.rulings import Repaired, Restocked, TriggerCondition, Wound
from domain.rulesets.ticks.chapters.narrator.trials import (
    Commit,
    ContestDecided,
    DifficultySet,
    LuckSpent,
    SetDifficulty,
    Tested,
    Totalled,
)
from domain.rulesets.ticks.chapters.strikes.deferring import HoldBack
from domain.rulesets.ticks.chapters.strikes.effects import Grabbed
from domain.rulesets.ticks.chapters.strikes.opposing import Oppose
from domain.rulesets.ticks.chapters.strikes.soaking import Soaked
from domain.rulesets.ticks.chapters.strikes.strikes import ManoeuvreTested, ManoeuvreTried, Struck
from domain.rulesets.ticks.parts import HintSheet, PartySheet
from domain.rulesets.ticks.said import SKILLS_KEY, condition_said, deed_key
from domain.rulesets.ticks.state import Condition, Declaration, LuckPaid, Plan, Square
from domain.text.phrases import recipient_key
from tests.laws.invariants import RAW, SENTENCE
from tests.rules.ticks.specification import (
    Specification,
    act,
    combat,
    declare,
    fight,
    given,
    hold,
    newcomer,
    plan,
    standing,
)

NAMES = {"iris": "Iris", "bruno": "Bruno", "hanna": "Hanna"}
TABLE_TALK = (Commanded, Answered)
"""What is said about commands and answers, which tells what the facts behind it tell once more."""


def tell(event: Event) -> str:
    return TICKS.sentences[type(event)](event, NAMES)


def to_others(event: Event) -> Event:
    """The fact as those see it whom its private part is not for; nobody has a secret sheet here."""
    if event.sheet_of is not None:
        return event
    fields = {name: getattr(event, name) for name in event.__struct_fields__ if name not in event.private}
    return type(event)(**fields)


def heard(spec: Specification, *commands: Command, all_of_it: bool = False) -> list[str]:
    """What is told of the facts of these commands, by everybody's view of them."""
    sentences: list[str] = []
    for command in commands:
        names = TICKS.names(spec.fight, NARRATOR)
        spec.when(command)
        assert spec.refusal is None, spec.refusal
        names |= {key: person.name for key, person in spec.fight.people.items()}
        facts = [event for event in map(to_others, spec.events) if all_of_it or not isinstance(event, TABLE_TALK)]
        sentences += [TICKS.sentences[type(event)](event, names) for event in facts]
    return [one for one in sentences if one]


def test_every_command_is_told_in_its_own_words() -> None:
    own = [command for command in TICKS.commands if command not in CORE_COMMANDS]
    assert all(command.says is not None for command in own)


def test_every_fact_has_a_sentence_of_its_own() -> None:
    own = [event for event in TICKS.events if event not in CORE_EVENTS]
    assert all(hasattr(event, "says") for event in own)


# A round at the table


def test_a_round_is_told_as_it_is_counted() -> None:
    spec = given(fight("iris", newcomer("bruno", at=(1, 0))), *standing("iris", "bruno"), *combat("iris", "bruno"))
    declared = heard(
        spec,
        declare("bruno", "defend", weapon="nightstick"),
        declare("iris", "attack", target="bruno", weapon="sword", manoeuvres=["accurate_strike"]),
    )
    assert declared == [
        "Bruno Hale declares in secret.",
        "Revealed on tick 10: Bruno Hale defends themselves with the nightstick.",
        "Tick 14.",
        "Iris Vane has to declare an action for the round.",
        "Iris Vane declares in secret.",
        "Revealed on tick 14: Iris Vane attacks Bruno Hale with the sword: accurate strike.",
        "Everyone has declared; the count starts at tick 14.",
        "Tick 14.",
        "Iris Vane may act on this tick.",
    ]
    assert heard(spec, act("iris", strike=True))[:5] == [
        "Iris Vane tries an accurate strike on Bruno Hale: dexterity 14 × melee 4 makes 56.",
        "Iris Vane's accurate strike succeeds: 56 against Bruno Hale's 42, strength 14 × melee 3.",
        "Iris Vane attacks Bruno Hale with the sword: 12 points of damage (base 4, melee 4 and accurate strike 4).",
        "Bruno Hale takes 12 wounds.",
        "Tick 11.",
    ]


def test_choices_and_what_is_taken_off_are_told() -> None:
    spec = given(fight("iris", newcomer("hanna", at=(1, 0))), *standing("iris"), *combat("iris", "hanna"))
    trip = declare("iris", "attack", target="hanna", weapon="sword", manoeuvres=["trip"])
    spec.given(declare("hanna", "defend", weapon="hatchet"), trip)
    assert heard(spec, act("iris", strike={"luck": {"trip": 1}}), all_of_it=True) == [
        "Iris Vane decides in secret what to do on this tick.",
        "Iris Vane spends 1 point of luck on the trip.",
        "Iris Vane tries a trip on Hanna Brandt: dexterity 14 × melee 5 makes 70.",
        "Hanna Brandt has to oppose Iris Vane's trip, which comes to 70.",
    ]
    oppose = Oppose(actor="hanna", statistic="dexterity", skill="melee", luck=1)
    assert heard(spec, oppose, all_of_it=True)[:4] == [
        "Hanna Brandt spends 1 point of luck against the trip.",
        "Iris Vane's trip succeeds: 70 against Hanna Brandt's 44, dexterity 11 × melee 4.",
        "Iris Vane attacks Hanna Brandt with the sword: no damage.",
        "Hanna Brandt is tripped by Iris Vane and falls prone.",
    ]


def test_silence_restraint_and_small_things_are_told() -> None:
    spec = given(fight("sable", newcomer("iris", at=(3, 0)), "lena"), *combat("sable", "iris", "lena"))
    assert heard(spec, Count())[:3] == [
        "Lena Ash says nothing.",
        "Revealed on tick 11: Lena Ash does nothing.",
        "Tick 14.",
    ]
    waits = {"event": "steps", "who": "listed", "listed": ["sable"]}
    assert heard(spec, declare("iris", "defer", weapon="sword", condition=waits))[1] == (
        "Revealed on tick 14: Iris Vane waits for Sable Quinn to take a step, to attack with the sword."
    )
    assert heard(spec, declare("sable", "evade"), hold("sable", 14))[-3:] == [
        "Sable Quinn holds until tick 14.",
        "Tick 14.",
        "Sable Quinn may act on this tick.",
    ]
    assert heard(spec, act("sable", step=(1, 0))) == [
        "Sable Quinn steps to (1, 0).",
        "Sable Quinn does what Iris Vane has been waiting for.",
        "Iris Vane may attack Sable Quinn now, or hold back.",
    ]
    assert heard(spec, HoldBack(actor="iris"), all_of_it=True)[0] == "Iris Vane holds back and spares Sable Quinn."
    assert heard(spec, act("sable", deed={"kind": "stow", "item": "pistol"}))[:2] == [
        "Sable Quinn stows the pistol.",
        "Tick 12.",
    ]


def test_tricks_and_aims_are_told() -> None:
    spec = given(fight("sable", newcomer("pell", at=(8, 0))), *standing("sable", "pell"), *combat("sable", "pell"))
    heard(spec, declare("pell", "aim", target="sable", weapon="rifle"))
    trick = declare("sable", "attack", trick="shoots the lamp", weapon="pistol", manoeuvres=["trick_shot"])
    heard(spec, trick)
    assert heard(spec, SetDifficulty(difficulty="difficult"), all_of_it=True)[:3] == [
        "The narrator answers in secret.",
        "A sealed declaration stands as it is.",
        "Revealed on tick 17: Sable Quinn tries “shoots the lamp” with the pistol as a trick shot, difficulty 50.",
    ]
    assert heard(spec, act("sable", strike=True))[:6] == [
        "Sable Quinn tries a trick shot: dexterity 16 × handgun 4 makes 64.",
        "Sable Quinn's trick shot succeeds: 64 against a difficulty of 50.",
        "Sable Quinn has tried “shoots the lamp” with the pistol.",
        "Sable Quinn has fired 1 shot from the pistol; 7 left in it.",
        "Tick 13.",
        "Pell Orrin starts to aim.",
    ]
    assert heard(spec, plan("pell", strike="from", tick=12), all_of_it=True)[:3] == [
        "Pell Orrin makes a secret plan.",
        "Tick 12.",
        (
            "Pell Orrin shoots at Sable Quinn with the rifle, after 1 tick of aiming: 9 points of damage "
            "(base 4 and longarm 5)."
        ),
    ]


def test_tests_contests_and_care_are_told() -> None:
    spec = given(fight("lena", "iris", "bruno"))
    called = CallTest(
        combatant="lena",
        statistic="dexterity",
        skill="medicine",
        difficulty="difficult",
        helpers=("iris",),
        text="Sew it",
    )
    assert heard(spec, Award(combatant="lena"), called, Commit(actor="lena", luck=1)) == [
        "The narrator rewards Lena Ash for good role-play.",
        "Lena Ash tests dexterity and medicine against 50, helped by Iris Vane: “Sew it”.",
        "Lena Ash may spend luck on a test of dexterity and medicine against a difficulty of 50.",
        "Lena Ash spends 1 point of luck on a test.",
        "Lena Ash uses the reward for good role-play.",
        "Lena Ash's total is 75: dexterity 12 × medicine 6, and 3 from the help of Iris Vane.",
        "Lena Ash succeeds at “Sew it”: 75 against 50.",
    ]
    one, other = PartySheet(combatant="iris", statistic="strength"), PartySheet(combatant="bruno", statistic="strength")
    contest = CallContest(parties=(one, other), defender="bruno")
    assert heard(spec, contest, Commit(actor="iris"), Commit(actor="bruno")) == [
        "A tie between Iris Vane and Bruno Hale goes to Bruno Hale.",
        "Iris Vane may spend luck on a test of strength.",
        "Iris Vane's strength is 12.",
        "Bruno Hale may spend luck on a test of strength against a total of 12.",
        "Bruno Hale's strength is 14.",
        "Bruno Hale wins against Iris Vane: 14 to 12.",
    ]
    fall, minute = Wound(combatant="bruno", wounds=15, reason="a fall"), PassTime(seconds=60)
    cared = (FirstAid(actor="lena", patient="bruno"), Recover(combatant="bruno", days=5, care="skilled"))
    assert heard(spec, fall, minute, *cared) == [
        "Bruno Hale takes 15 wounds: “a fall”.",
        "Bruno Hale falls unconscious.",
        "Bruno Hale is dying.",
        "1 minute goes by.",
        "Lena Ash's total is 48: dexterity 12 × medicine 4.",
        "Lena Ash succeeds at first aid: 48 against 30.",
        "Bruno Hale is saved from dying by Lena Ash.",
        "Bruno Hale rests for 5 days in skilled care: 13 wounds left, 1 day towards healing the next.",
        "Bruno Hale is conscious again.",
    ]
    assert heard(spec, Recover(combatant="bruno", days=1, carer="lena"), all_of_it=True) == [
        "Lena Ash looks after Bruno Hale.",
        "Bruno Hale rests for 1 day in skilled care: 12 wounds left.",
    ]


@pytest.mark.rule("TK-DIFF-8", "TK-DIFF-9")
def test_a_hidden_difficulty_is_told_as_hidden_and_its_hint_is_told() -> None:
    spec = given(fight("lena"))
    hint = HintSheet(low=20, high=60)
    called = CallTest(combatant="lena", statistic="dexterity", skill="medicine", difficulty=50, hidden=True, hint=hint)
    assert heard(spec, called, Commit(actor="lena")) == [
        "Lena Ash tests dexterity and medicine against a hidden difficulty (between 20 and 60).",
        "Lena Ash may spend luck on a test of dexterity and medicine against a difficulty between 20 and 60.",
        "Lena Ash's total is 48: dexterity 12 × medicine 4.",
        "Lena Ash fails at medicine: 48 against a hidden difficulty.",
    ]
    verdict = Tested(combatant="iris", what="climbing", total=48, success=False, difficulty=None, hidden=50)
    assert tell(verdict) == "Iris fails at “climbing”: 48 against a hidden difficulty of 50."
    known = {**NAMES, SKILLS_KEY: "climbing swimming"}
    assert TICKS.sentences[Tested](verdict, known) == "Iris fails at climbing: 48 against a hidden difficulty of 50."


@pytest.mark.parametrize(
    ("what", "words"),
    [
        ("first_aid", "first aid"),
        ("first aid", "first aid"),
        ("AC/DC", "“AC/DC”"),
        ("low-cut ropes", "“low-cut ropes”"),
    ],
)
def test_what_a_test_is_about_is_told_as_the_narrator_wrote_it(what: str, words: str) -> None:
    tested = Tested(combatant="iris", what=what, total=48, success=True, difficulty=50)
    assert tell(tested) == f"Iris succeeds at {words}: 48 against 50."


# What is sealed, in full to who may see it and as sealed to others

PLANS = Plan("toward", target="bruno", stop=2, when="after", strike="first_chance", luck={"trip": 1}, until=3)
PLAN_SAID = (
    "step towards Bruno to within 2 steps after the strikes and strike at the first chance, "
    "with 1 point of luck for the trip"
)
MOVE = {"type": "ticks.place", "combatant": "bruno", "to": {"x": 2}}
SIGHT = {"type": "ticks.set_sight", "observer": "iris", "target": "bruno", "visible": False}
MET = {"type": "ticks.trigger", "deferrer": "iris", "by": "bruno"}
SEALED: list[tuple[Event, tuple[str, str]]] = [
    (
        Declared(combatant="iris", silent=False, declaration=Declaration("aim", "bruno", "iris.knife", "thrown")),
        (
            "Iris declares in secret that they aim at Bruno with the knife.",
            "Iris declares in secret.",
        ),
    ),
    (
        DifficultySet(combatant="iris", difficulty=50),
        (
            "The difficulty for Iris is 50.",
            "The narrator writes down in secret how hard it is for Iris.",
        ),
    ),
    (
        PlanMade(combatant="iris", plan=PLANS),
        (
            f"Iris secretly plans to {PLAN_SAID}, until tick 3.",
            "Iris makes a secret plan.",
        ),
    ),
    (
        PlanMade(combatant="iris", plan=Plan("path", (Square(1), Square(2, -1)))),
        (
            "Iris secretly plans to step along (1, 0) and (2, −1).",
            "Iris makes a secret plan.",
        ),
    ),
    (
        ChangeScheduled(tick=9, change=MOVE),
        (
            "The narrator has something in store for tick 9: Bruno is placed on (2, 0).",
            "The narrator has something in store.",
        ),
    ),
    (
        ChangeScheduled(tick=8, change=SIGHT),
        (
            "The narrator has something in store for tick 8: Iris no longer sees Bruno.",
            "The narrator has something in store.",
        ),
    ),
    (
        ChangeScheduled(tick=7, change=MET),
        (
            "The narrator has something in store for tick 7: Bruno does what Iris is waiting for.",
            "The narrator has something in store.",
        ),
    ),
]


@pytest.mark.parametrize(("event", "words"), SEALED, ids=lambda value: getattr(value, "type", ""))
def test_what_is_sealed_is_told_as_sealed_to_others(event: Event, words: tuple[str, str]) -> None:
    assert (tell(event), tell(to_others(event))) == words


@pytest.mark.parametrize(
    ("kind", "answer", "words", "to_the_rest"),
    [
        (
            "declare",
            {"action": "attack", "target": "bruno", "weapon": "sword", "mode": None, "luck": {"quickness": 2}},
            "",
            "",
        ),
        ("act", "hold", "Iris wants to hold.", "Iris decides in secret what to do on this tick."),
        (
            "act",
            {"until": 0},
            "Iris wants to hold.",
            "Iris decides in secret what to do on this tick.",
        ),
        (
            "act",
            {"stand": True, "strike": {"weapon": "iris.knife", "statistic": "strength", "luck": {"disarm": 1}}},
            "Iris wants to stand up and strike with the knife, with strength, with 1 point of luck for the disarm.",
            "Iris decides in secret what to do on this tick.",
        ),
        (
            "act",
            {"step": {"to": {"x": -1}, "when": "after"}, "deed": {"luck": 2}},
            "Iris wants to step to (−1, 0) at the end and do what they declared, with 2 points of luck.",
            "Iris decides in secret what to do on this tick.",
        ),
    ],
)
def test_sealed_answers(kind: str, answer: Any, words: str, to_the_rest: str) -> None:
    given_answer = Answered(kind=kind, to="iris", by="answer", answer=None, prompt="prompt-9-1", secret=answer)
    assert tell(given_answer) == words
    assert tell(to_others(given_answer)) == to_the_rest


@pytest.mark.parametrize(
    ("kind", "answer", "words"),
    [
        (
            "oppose",
            {"statistic": "dexterity", "skill": "evade", "luck": 1},
            "Iris opposes it with dexterity and evading, with 1 point of luck.",
        ),
        (
            "soak",
            [{"defend": 2, "luck": 1}, {}],
            "Iris spends 2 defence points and 1 point of luck against the first attack.",
        ),
        ("soak", [{}, {}], "Iris spends nothing against any of the damage."),
        ("soak", [{"luck": 1}], "Iris spends 1 point of luck against the damage."),
        ("hold_back", "bruno", "Iris attacks Bruno."),
        ("hold_back", "none", "Iris holds back."),
        ("commit", 0, "Iris spends no luck."),
        ("judge_condition", False, "Iris finds the condition not simple enough."),
        ("judge_condition", True, "Iris finds the condition simple enough."),
        ("set_difficulty", 40, "Iris sets the difficulty at 40."),
    ],
)
def test_answers_in_advance_are_told(kind: str, answer: Any, words: str) -> None:
    assert tell(Answered(kind=kind, to="iris", by="sent", answer=answer)) == words


@pytest.mark.parametrize("by", ["prompt", "policy", "only"])
@pytest.mark.parametrize(
    ("kind", "answer"),
    [("soak", [{"defend": 2}]), ("hold_back", "none"), ("commit", 1), ("declare", None), ("set_difficulty", 40)],
)
def test_answers_are_told_by_what_follows(by: str, kind: str, answer: Any) -> None:
    assert tell(Answered(kind=kind, to="iris", by=by, answer=answer, prompt="prompt-9-1")) == ""


@pytest.mark.parametrize("answer", [{"strike": {}}, "hold"])
def test_what_a_plan_answers_is_told_by_what_comes_of_it(answer: Any) -> None:
    planned = Answered(kind="act", to="iris", by="policy", answer=None, prompt="prompt-9-1", secret=answer)
    assert (tell(planned), tell(to_others(planned))) == ("", "")


TRICK = {"combatant": "iris", "what": "the lamp", "skill": None, "for": "trick"}
ATTACKS = [{"attacker": "iris", "gross": 8}, {"attacker": "hanna", "gross": 5}]


@pytest.mark.parametrize(
    ("kind", "to", "about", "words"),
    [
        ("set_difficulty", "narrator", TRICK, "The narrator has to say how hard “the lamp” is for Iris."),
        (
            "judge_condition",
            "narrator",
            {"combatant": "iris", "text": "it rains"},
            "The narrator has to say whether Iris' condition is simple enough: “it rains”.",
        ),
        (
            "soak",
            "bruno",
            {"attacks": ATTACKS},
            "Bruno may reduce the damage: 8 points from Iris and 5 points from Hanna.",
        ),
        (
            "hold_back",
            "iris",
            {"offered": ["bruno", "hanna"], "may_hold_back": False},
            "Iris has to attack Bruno or Hanna now.",
        ),
        (
            "hold_back",
            "iris",
            {"offered": ["bruno"], "may_hold_back": True},
            "Iris may attack Bruno now, or hold back.",
        ),
        ("hold_back", "iris", {"offered": ["bruno"]}, "Iris may attack Bruno now."),
    ],
)
def test_choices_to_be_made(kind: str, to: str, about: dict[str, Any], words: str) -> None:
    assert tell(Prompted(id="prompt-9-1", kind=kind, to=to, about=about)) == words


# Declarations


def revealed(declared: Declaration) -> str:
    return tell(DeclarationsRevealed(tick=9, declarations={"iris": declared}))


@pytest.mark.parametrize(
    ("declared", "words"),
    [
        (
            Declaration("attack", "bruno", "unarmed", manoeuvres=("disarm", "trip"), luck=LuckPaid(0, 0, 1)),
            "attacks Bruno with bare hands: disarm and trip, with 1 point of luck for more manoeuvres",
        ),
        (
            Declaration("attack", "bruno", "iris.pistol.2", "ranged", ("run_and_gun",), luck=LuckPaid(1, 2)),
            (
                "shoots at Bruno with the pistol: run-and-gun, "
                "with 1 point of luck for quickness and 2 points of luck for requirements"
            ),
        ),
        (
            Declaration("attack", "bruno", "iris.knife", "thrown", ("marksman",)),
            "throws the knife at Bruno: marksman shot",
        ),
        (
            Declaration("defer", weapon="iris.bow", condition=Condition("enters_sight", "newcomers", ("bruno",))),
            "waits for any newcomer to come into sight, to attack with the bow",
        ),
        (
            Declaration("defer", weapon="iris.bow", condition=Condition("attacks", "anyone", victims=("hanna",))),
            "waits for any combatant to make an attack on Hanna, to attack with the bow",
        ),
        (Declaration("other", kind="move"), "moves"),
        (Declaration("other", kind="reload", item="iris.pistol"), "means to reload the pistol"),
        (Declaration("other", kind="first_aid", whom="bruno"), "means to give first aid to Bruno"),
        (Declaration("other", kind="help", whom="bruno"), "means to help Bruno"),
        (
            Declaration("other", kind="skill", statistic="willpower", skill="oratory", text="calm down"),
            "means to use oratory with willpower: “calm down”",
        ),
        (Declaration("other", kind="narrated", text="shouts"), "means to do this: “shouts”"),
    ],
)
def test_declarations(declared: Declaration, words: str) -> None:
    assert revealed(declared) == f"Revealed on tick 9: Iris {words}."


# The rest, one by one

SOAK: dict[str, Any] = {"combatant": "bruno", "attacker": "iris", "gross": 8, "stopped": True}
FACTS: list[tuple[Event, str]] = [
    (DrawnIn(combatant="hanna", late=True), "Hanna enters the combat, to declare from the next round on."),
    (CountAwaited(next=4), "The count waits for the narrator; tick 4 comes next."),
    (CountAwaited(next=0), "The count waits for the narrator; the end of the round comes next."),
    (
        DeclarationVoided(combatant="iris"),
        "Iris' condition is not simple enough; the declaration is void and costs no luck.",
    ),
    (ResolutionStarted(highest=0), "Everyone has declared; nobody can act."),
    (Hurried(combatant="iris", points=2), "Iris hurries for 2 points of luck."),
    (Held(combatant="iris", until=0), "Iris holds for the rest of the round."),
    (
        Lapsed(combatant="iris", what="strike", reason="Bruno is out of reach"),
        "Iris cannot strike: Bruno is out of reach.",
    ),
    (RoundEnded(round=2), "Round 2 is over."),
    (CombatEnded(), "The combat is over."),
    (Placed(combatant="iris", to=Square(-2, 3)), "The narrator places Iris on (−2, 3)."),
    (SightSet(observer="iris", target="bruno", visible=False), "Iris and Bruno do not see each other."),
    (SightSet(observer="iris", target="bruno", visible=True, both=False), "Iris sees Bruno."),
    (
        AreaDefined(name="the_yard", squares=(Square(1), Square(2))),
        "The area “the yard” covers (1, 0) and (2, 0).",
    ),
    (Drew(combatant="iris", item="iris.knife", quick=True), "Iris quickly draws the knife."),
    (PickedUp(combatant="iris", item="bruno.nightstick"), "Iris picks up the nightstick."),
    (Dropped(combatant="iris", item="iris.sword", square=Square(1)), "Iris drops the sword; it lies on (1, 0)."),
    (
        Dropped(combatant="iris", item="iris.sword", square=Square(), why="disarmed"),
        "Iris has the sword struck from their hand; it lies on (0, 0).",
    ),
    (
        Dropped(combatant="iris", item="iris.knife", square=Square(4), why="thrown"),
        "Iris has thrown the knife; it lies on (4, 0).",
    ),
    (
        Reloaded(combatant="iris", item="iris.pistol", loaded=8, spare=3),
        "Iris reloads the pistol: 8 shots in it, 3 to spare.",
    ),
    (Restocked(combatant="iris", item="iris.pistol", spare=20), "Iris has 20 shots to spare for the pistol."),
    (DeedDone(combatant="iris", kind="narrated", text="waves"), "Iris does this: “waves”."),
    (
        ManoeuvreTried(
            combatant="iris", target="bruno", manoeuvre="trip", statistic="dexterity", skill="melee", level=0, total=7
        ),
        "Iris tries a trip on Bruno: half of dexterity with no skill in melee makes 7.",
    ),
    (
        ManoeuvreTested(combatant="iris", target="bruno", manoeuvre="grapple", success=True),
        "Iris' grapple succeeds: Bruno does not oppose it.",
    ),
    (
        ManoeuvreTested(
            combatant="iris",
            target="bruno",
            manoeuvre="trip",
            success=False,
            total=28,
            against=30,
            statistic="dexterity",
            skill="melee",
            level=3,
        ),
        "Iris' trip fails: 28 against Bruno's 30, dexterity 10 × melee 3.",
    ),
    (
        Struck(combatant="iris", target="bruno", weapon="iris.knife", mode="thrown", gross=5, waited=3, deferred=False),
        "Iris throws the knife at Bruno, after 3 ticks of aiming: 5 points of damage.",
    ),
    (
        Struck(combatant="iris", target="bruno", weapon="iris.knife", mode="thrown", gross=5, waited=0, deferred=False),
        "Iris throws the knife at Bruno, without aiming: 5 points of damage.",
    ),
    (
        Struck(
            combatant="iris", target="bruno", weapon="iris.sword", mode="melee", gross=1, waited=None, deferred=True
        ),
        "Iris attacks Bruno with the sword, as they have been waiting to do: 1 point of damage.",
    ),
    (
        Struck(
            combatant="iris",
            target="bruno",
            weapon="iris.sword",
            mode="melee",
            gross=4,
            parts=(("base", 4), ("melee", 0)),
        ),
        "Iris attacks Bruno with the sword: 4 points of damage.",
    ),
    (
        Struck(
            combatant="iris",
            target="bruno",
            weapon="iris.sword",
            mode="melee",
            gross=9,
            parts=(("base", 4), ("melee", 2), ("rapid_attack", 3)),
        ),
        "Iris attacks Bruno with the sword: 9 points of damage (base 4, melee 2 and rapid attack 3).",
    ),
    (
        Soaked(shield=3, defended=2, armour=1, luck=1, wounds=1, hit=True, **SOAK),
        (
            "The shield stops 3, defence stops 2, the armour stops 1 and luck stops 1 of Iris' 8 points of damage"
            " against Bruno; 1 gets through."
        ),
    ),
    (
        Soaked(shield=3, defended=5, armour=0, luck=0, wounds=0, hit=False, **SOAK),
        "The shield stops 3 and defence stops 5 of Iris' 8 points of damage against Bruno, so it is not a hit.",
    ),
    (
        Soaked(shield=0, defended=0, armour=8, luck=0, wounds=0, hit=True, **SOAK),
        "The armour stops all of Iris' 8 points of damage against Bruno; none get through.",
    ),
    (
        Soaked(shield=0, defended=0, armour=1, luck=0, wounds=0, hit=True, **{**SOAK, "gross": 1}),
        "The armour stops Iris' only point of damage against Bruno; nothing gets through.",
    ),
    (AimBroken(combatant="iris"), "Iris has to aim again."),
    (AimBroken(combatant="iris", lost=True), "Iris loses the aim for this round."),
    (StoodUp(combatant="iris"), "Iris stands up."),
    (Grabbed(combatant="bruno", by="iris", reach=1), "Iris grabs Bruno and can hold them up to 1 step away."),
    (HoldEnded(combatant="bruno", by="iris", why="released"), "Iris lets go of Bruno."),
    (HoldEnded(combatant="bruno", by="iris", why="dropped_out"), "Iris no longer holds Bruno."),
    (HoldEnded(combatant="bruno", by="iris", why="out_of_reach"), "Iris is too far away to hold Bruno."),
    (ArmourWornDown(combatant="bruno", wear=2), "Bruno's armour wears down and is 2 points weaker now."),
    (Repaired(combatant="bruno"), "Bruno's armour is whole again."),
    (FellUnconscious(combatant="bruno", cause="chosen"), "Bruno chooses to faint."),
    (Died(combatant="bruno"), "Bruno dies."),
    (
        Recovered(combatant="bruno", days=1, wounds=0, care="none", care_days=0),
        "Bruno rests for 1 day without care and is free of wounds.",
    ),
    (
        ContestDecided(winner="iris", loser="bruno", totals={"iris": 12}),
        "Iris wins against Bruno, who cannot compete.",
    ),
    (
        ContestDecided(winner="iris", loser="bruno", totals={"iris": 12, "bruno": 12}),
        "Iris wins the tie against Bruno: 12 to 12.",
    ),
    (
        Totalled(
            combatant="iris", statistic="dexterity", skill="medicine", level=1, total=15, help=3, helpers=("bruno",)
        ),
        "Iris' total is 15: dexterity 12 × medicine 1, and 3 from the help of Bruno.",
    ),
    (LuckGranted(combatant="iris", points=1), "The narrator gives Iris 1 point of luck."),
    (
        TestCalled(combatant="iris", statistic="strength", difficulty=20, role_play=True),
        "Iris tests strength against 20, with an extra level for role-play.",
    ),
]


@pytest.mark.parametrize(("event", "words"), FACTS, ids=lambda value: getattr(value, "type", ""))
def test_facts(event: Event, words: str) -> None:
    assert tell(event) == words
    assert SENTENCE.fullmatch(words)
    assert not re.search(RAW, words)


def asked(command: Command) -> str:
    body = command.model_dump(mode="json", exclude_none=True)
    return tell(Commanded(command=body, command_schema=1, ruleset="ticks", ruleset_version="1", supplied=False))


@pytest.mark.parametrize(
    ("command", "words"),
    [
        (CallCombat(actor="iris", against="bruno", weapon="sword"), ""),
        (Hurry(actor="iris", points=2), ""),
        (Count(), "The narrator continues the count."),
        (Wound(combatant="bruno", wounds=1, reason="a fall"), ""),
        (
            TriggerCondition(deferrer="iris", by="bruno"),
            "The narrator judges whether Bruno does what Iris is waiting for.",
        ),
    ],
)
def test_what_is_asked_for(command: Command, words: str) -> None:
    assert asked(command) == words


def test_a_sealed_answer_that_is_not_needed_is_told_to_those_alone_who_may_see_it() -> None:
    unused = AnswerUnused(kind="declare", to="iris", answer=None, secret={"action": "attack", "target": "bruno"})
    assert tell(unused) == "Not needed after all: Iris has decided what to do this round."
    assert tell(to_others(unused)) == "Iris need not decide what to do this round after all."


@pytest.mark.rule("TK-TEST-6")
def test_an_encounter_says_that_nothing_is_thrown_in_it() -> None:
    opened = EncounterOpened(
        ruleset="ticks", name="In the alley", options={}, chance="seeded", commitment="ab" * 32, entropy=""
    )
    assert tell(opened) == "No dice are needed."
    assert (
        tell(EncounterClosed(seeds=(), reason="the watch is coming")) == "The encounter is over: “the watch is coming”."
    )


def test_things_go_by_their_names_and_people_by_their_pronouns() -> None:
    """Things that are there, that a newcomer brings, that lie on the ground; a proper name has no article."""
    blades = [{"id": "i1", "key": "sword", "name": "Old Faithful"}, {"id": "i2", "key": "knife", "name": "bread knife"}]
    spec = given(fight(newcomer("iris", pronoun="she", things=blades)))
    spec.given(Drop(actor="iris", item="i2"))
    brought = spec.when(newcomer("hanna", things=[{"id": "h1", "key": "hatchet", "name": "axe"}])).events
    names = TICKS.names(given(fight(newcomer("iris", pronoun="she", things=blades))).fight, NARRATOR)
    for event in brought:
        names |= TICKS.names_in(event, names)

    def told(event: Event) -> str:
        return TICKS.sentences[type(event)](event, names)

    assert told(Drew(combatant="iris", item="i1")) == "Iris Vane draws Old Faithful."
    assert told(Dropped(combatant="iris", item="i2", square=Square(1), why="disarmed")) == (
        "Iris Vane has the bread knife struck from her hand; it lies on (1, 0)."
    )
    assert told(Stowed(combatant="hanna", item="h1")) == "Hanna Brandt stows the axe."
    assert TICKS.names(spec.fight, NARRATOR)["/i2"] == "bread knife"
    deferred = Struck(combatant="iris", target="hanna", weapon="i1", mode="melee", gross=5, waited=None, deferred=True)
    assert (
        told(deferred)
        == "Iris Vane attacks Hanna Brandt with Old Faithful, as she has been waiting to do: 5 points of damage."
    )
    defends = Declared(combatant="iris", silent=False, declaration=Declaration("defend", weapon="i1"))
    assert told(defends) == "Iris Vane declares in secret that she defends herself with Old Faithful."


def test_who_cannot_do_something_is_told_why() -> None:
    """Nobody who begins combat hears it too."""
    called = CombatCalled(combatant="iris", against="bruno", earshot=("bruno", "iris"))
    assert tell(called) == "Iris begins combat against Bruno."
    nobody_dies = Lapsed(combatant="iris", what="deed", reason="Bruno is not dying")
    assert tell(nobody_dies) == "Iris cannot give first aid: Bruno is not dying."
    outrun = Lapsed(combatant="iris", what="deed", reason="Bruno is there first")
    assert tell(outrun) == "Iris is too late: Bruno is there first."
    formerly = Lapsed(combatant="iris", what="deed", reason="Bruno is quicker")
    assert tell(formerly) == "Iris is too late: Bruno is quicker."
    assert tell(TimePassed(seconds=1, clock=7)) == "1 second goes by, 7 seconds in all."
    assert tell(TimePassed(seconds=7, clock=7)) == "7 seconds go by."
    assert tell(TimePassed(seconds=330, clock=3930)) == (
        "5 minutes and 30 seconds go by, 1 hour, 5 minutes and 30 seconds in all."
    )


def test_a_deed_that_is_lost_for_want_of_a_thing_is_told_without_that_thing() -> None:
    """The record does not say which thing it was."""
    told = {reason: tell(Lapsed(combatant="iris", what="deed", reason=reason)) for reason in DEEDS_LOST}
    assert told == {
        "that is not carried": "Iris cannot draw the thing they meant: it is not stowed.",
        "it does not carry that": "Iris cannot draw the thing they meant: it is not stowed.",
        "that is not in hand": "Iris cannot stow the thing they meant: it is not in hand.",
        "there is nothing to load": "Iris has nothing to reload.",
        "no hand is free": "Iris has no free hand.",
        "it does not lie in reach": "Iris cannot reach the thing they meant to pick up.",
    }


def test_facts_that_others_tell_are_not_told() -> None:
    drawn = DeedDone(combatant="iris", kind="draw")
    whole = Soaked(shield=0, defended=0, armour=0, luck=0, wounds=8, hit=True, **SOAK)
    spent = LuckSpent(combatant="iris", points=1, use="wound")
    nothing = DeclarationsRevealed(tick=9, declarations={})
    assert [tell(event) for event in (drawn, whole, spent, nothing)] == [""] * 4
    slowly = DeedDone(combatant="iris", kind="draw", text="slowly")
    assert tell(slowly) == "Iris does it like this: “slowly”."


def test_any_of_those_listed_may_meet_a_condition() -> None:
    condition = Condition("enters_reach", "listed", ("iris", "hanna"))
    assert condition_said(condition, NAMES) == "Iris or Hanna to come within reach"
    condition = Condition("attacks", "anyone", victims=("iris", "hanna"))
    assert condition_said(condition, NAMES) == "any combatant to make an attack on Iris or Hanna"


def test_a_trigger_that_is_in_store_is_told_to_the_narrator_alone() -> None:
    assert asked(TriggerCondition(deferrer="iris", by="bruno", at=3)) == (
        "The narrator judges whether Bruno does what Iris is waiting for."
    )
    for_others = Commanded(command={"type": "ticks.trigger"}, command_schema=1, ruleset="ticks", ruleset_version="1")
    assert tell(for_others) == ""


@pytest.mark.parametrize(
    ("reason", "words"),
    [
        ("the narrator counts on", "Iris says nothing."),
        ("nothing can be done any more", "Iris can no longer act on this tick."),
        ("Iris declares nothing now", "Iris need not declare any more."),
        ("the plan that has answered is another one now", "Iris is asked again."),
        ("the declaration is void", "Iris need not answer any more, because the declaration is void."),
    ],
)
def test_who_is_no_longer_asked_is_told_as_players_say_it(reason: str, words: str) -> None:
    names = {**NAMES, recipient_key("prompt-9-1"): "iris"}
    assert TICKS.sentences[PromptLapsed](PromptLapsed(prompt="prompt-9-1", reason=reason), names) == words


LAPSES = [
    (
        "that is not carried",
        "cannot draw the hatchet: it is not stowed",
        "cannot draw the thing they meant: it is not stowed",
    ),
    (
        "that is not in hand",
        "cannot stow the hatchet: it is not in hand",
        "cannot stow the thing they meant: it is not in hand",
    ),
    ("there is nothing to load", "cannot reload the hatchet: there is nothing to load", "has nothing to reload"),
    ("no hand is free", "has no free hand for the hatchet", "has no free hand"),
    ("it does not lie in reach", "cannot reach the hatchet", "cannot reach the thing they meant to pick up"),
]


@pytest.mark.parametrize(("reason", "known", "unknown"), LAPSES)
def test_a_deed_that_lapses_names_its_thing_to_those_who_know_of_it(reason: str, known: str, unknown: str) -> None:
    lapsed = Lapsed(combatant="iris", what="deed", reason=reason)
    say = TICKS.sentences[Lapsed]
    assert say(lapsed, {**NAMES, deed_key("iris"): "tor.hatchet"}) == f"Iris {known}."
    assert say(lapsed, NAMES) == f"Iris {unknown}."
