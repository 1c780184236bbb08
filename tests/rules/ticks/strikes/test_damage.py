"""From attack to wounds: what is taken off each attack, in which order, and who is asked (TK-DMG-1 to TK-DMG-7)."""

from typing import Any

import pytest

from domain.core.commands import Join
from domain.rulesets.ticks import TICKS
from domain.rulesets.ticks.chapters.counting.ending import EndCombat
from domain.rulesets.ticks.chapters.declaring.free_actions import Faint
from domain.rulesets.ticks.chapters.declaring.rounds import StartRound
from domain.rulesets.ticks.chapters.deeds.care import PassTime
from domain.rulesets.ticks.chapters.deeds.harm import Wounded
from domain.rulesets.ticks.chapters.narrator.rulings import Wound
from domain.rulesets.ticks.chapters.strikes.soaking import Reduction, Soak, Soaked, in_words
from tests.rules.ticks.builders import EVADE, STRIKING, Declared, Play, attack
from tests.rules.ticks.specification import act, newcomer

HEAVY = [{"key": "heavy_ballistic"}]
SHIELD = {"key": "shield"}
DEFEND: Declared = {"action": "defend", "weapon": "knife"}
"""With the knife of a foe of melee 3: 5 points."""


def foe(**changes: Any) -> Join:
    """Behind a shield of 3 in armour of 4 and 2, with a knife for defence and some luck; slow, and asked to soak."""
    guarded = {"things": [{"key": "knife"}, SHIELD], "armour": HEAVY, "luck": 4, "skills": {"melee": 3}}
    return newcomer("foe", QUI=6, **{**guarded, **changes})


def blade(name: str, base: int, *, quick: int = 15, **changes: Any) -> Join:
    """Somebody whose blow does so much."""
    weapon = {"key": "blade", "kind": "melee", "base": base, "skill": "swords"}
    return newcomer(name, QUI=quick, **{"things": [weapon], **changes})


def struck_by(*blades: Join, target: Join | None = None, **declared: Declared) -> Play:
    """The foe has been struck by all these at once, and is asked if it can do something about it."""
    play = Play(*blades, target or foe(), asks={"foe": ("soak",)})
    attacks = {str(one.id): attack("foe", "blade") for one in blades}
    return play.round(dict.fromkeys(attacks, STRIKING), **attacks, **declared)


def soaks(play: Play) -> list[tuple[int, int, int, int, int]]:
    """What shield, points, armour and luck have taken off each attack, and what was left."""
    facts = [event for _, event in play.log if isinstance(event, Soaked)]
    return [(fact.shield, fact.defended, fact.armour, fact.luck, fact.wounds) for fact in facts]


def hits(play: Play) -> list[bool]:
    return [event.hit for _, event in play.log if isinstance(event, Soaked)]


def answer(play: Play, *spent: dict[str, int]) -> Play:
    return play.answer("foe", "soak", list(spent))


def refused(play: Play, rule: str, field: str, *spent: dict[str, int], code: str = "refused") -> None:
    reductions = tuple(Reduction(**one) for one in spent)
    play.spec.when(Soak(actor="foe", attacks=reductions)).refused(rule, code)
    assert play.spec.refusal is not None
    assert play.spec.refusal.field == field


# TK-DMG-1: what an attack begins with


@pytest.mark.rule("TK-DMG-1")
def test_gross_damage_is_that_of_the_blow_the_aim_or_the_manoeuvre() -> None:
    sable = newcomer("sable")
    play = Play(sable, "tor").round({"sable": STRIKING}, sable=attack("tor", "pistol")).end()
    assert play.strikes("sable") == [(17, 7)]
    aim: Declared = {"action": "aim", "target": "tor", "weapon": "pistol"}
    play = Play(sable, "tor").round({"sable": {"strike": "from", "tick": 5}}, sable=aim).end()
    assert play.strikes("sable") == [(5, 12)]
    play = Play(sable, "tor").round({"sable": STRIKING}, sable=attack("tor", "pistol", "double_tap")).end()
    assert play.strikes("sable") == [(17, 10)]
    assert play["tor"].wounds == 10


@pytest.mark.rule("TK-DMG-1")
def test_an_attack_that_misses_ends_there() -> None:
    kit = blade("kit", 5)
    play = Play(kit, foe(STR=30), asks={"foe": ("soak",)})
    play.round({"kit": STRIKING}, kit=attack("foe", "blade", "accurate_strike")).end()
    assert play.strikes("kit") == [(15, 0)]
    assert soaks(play) == []


@pytest.mark.rule("TK-DMG-1")
def test_an_attack_that_does_no_damage_ends_there() -> None:
    play = struck_by(blade("kit", 0)).end()
    assert play.strikes("kit") == [(15, 0)]
    assert soaks(play) == []


# TK-DMG-2: shield, points, armour, luck


@pytest.mark.rule("TK-DMG-2", "TK-RUL-21")
def test_shield_points_armour_and_luck_come_in_this_order() -> None:
    play = struck_by(blade("kit", 9), target=foe(wounds=4), foe=DEFEND)
    answer(play, {"defend": 1, "luck": 1}).end()
    assert soaks(play) == [(3, 1, 2, 1, 2)]
    assert play.wounds("foe") == [(15, 2)]
    assert play["foe"].wounds == 6


@pytest.mark.rule("TK-DMG-2", "TK-RUL-21")
@pytest.mark.parametrize(
    ("gross", "spent", "expected"),
    [
        (2, {}, (2, 0, 0, 0, 0)),
        (3, {}, (3, 0, 0, 0, 0)),
        (4, {}, (3, 0, 1, 0, 0)),
        (4, {"defend": 1}, (3, 1, 0, 0, 0)),
        (6, {"defend": 2}, (3, 2, 1, 0, 0)),
        (6, {"luck": 1}, (3, 0, 2, 1, 0)),
        (7, {"defend": 1}, (3, 1, 2, 0, 1)),
    ],
)
def test_what_comes_first_takes_first_and_nothing_below_0(
    gross: int, spent: dict[str, int], expected: tuple[int, ...]
) -> None:
    play = struck_by(blade("kit", gross), foe=DEFEND)
    if play.fight.phase == "resolution":
        answer(play, spent).end()
    assert soaks(play) == [expected]
    assert play["foe"].wounds == expected[-1]


@pytest.mark.rule("TK-DMG-2")
def test_what_armour_has_to_spare_does_not_help_against_another_attack() -> None:
    play = struck_by(blade("kit", 1), blade("ann", 8), target=foe(things=[], luck=0)).end()
    assert [one[-1] for one in soaks(play)] == [0, 6]
    assert play.wounds("foe") == [(15, 6)]


@pytest.mark.rule("TK-DMG-2")
def test_a_shot_meets_the_armour_for_shots_and_neither_shield_nor_points() -> None:
    gun = {"key": "crossbow", "kind": "ranged", "base": 9, "skill": "archery", "magazine": 1}
    play = Play(newcomer("kit", QUI=15, things=[gun]), foe(), asks={"foe": ("soak",)})
    play.round({"kit": STRIKING}, kit=attack("foe", "crossbow"), foe=DEFEND)
    refused(play, "TK-DEF-2", "command.attacks[0].defend", {"defend": 1})
    answer(play, {"luck": 2}).end()
    assert soaks(play) == [(0, 0, 4, 2, 3)]
    assert play["foe"].wounds == 3


# TK-DMG-3: who is hit


@pytest.mark.rule("TK-DMG-3", "TK-RUL-22")
@pytest.mark.parametrize(
    ("gross", "spent", "hit"),
    [
        (3, None, False),
        (4, {}, True),
        (4, {"defend": 1}, False),
        (5, {"defend": 1}, True),
        (6, {"luck": 1}, True),
        (9, {"defend": 2}, True),
    ],
)
def test_hit_is_whom_shield_and_points_leave_something_of(gross: int, spent: dict[str, int] | None, hit: bool) -> None:
    play = struck_by(blade("kit", gross), foe=DEFEND)
    if spent is not None:
        answer(play, spent)
    assert hits(play.end()) == [hit]
    assert play.armour("foe") == ((3, 1) if hit else (4, 2))


@pytest.mark.rule("TK-DMG-3", "TK-RUL-22")
def test_a_manoeuvre_that_misses_and_a_pure_control_hit_nobody() -> None:
    for manoeuvre, strength in (("accurate_strike", 30), ("trip", 1), ("grapple", 1)):
        play = Play(blade("kit", 9, DEX=30, skills={"swords": 2}), foe(STR=strength, skills={"melee": 5}))
        play.round({"kit": STRIKING}, kit=attack("foe", "blade", manoeuvre)).end()
        assert [success for _, _, success in play.tests("kit")] == [manoeuvre != "accurate_strike"]
        assert (hits(play), play.armour("foe")) == ([], (4, 2))


# TK-DMG-4: what is asked, and what may be answered


@pytest.mark.rule("TK-DMG-4")
def test_one_prompt_shows_all_attacks_of_the_stage() -> None:
    play = struck_by(blade("kit", 9), blade("ann", 5), blade("bob", 7, quick=12), foe=DEFEND)
    (prompt,) = play.fight.prompts
    assert (prompt.kind, prompt.to) == ("soak", "foe")
    assert prompt.about == {
        "attacks": [
            {"attacker": "kit", "mode": "melee", "gross": 9, "shield": 3, "armour": 2},
            {"attacker": "ann", "mode": "melee", "gross": 5, "shield": 3, "armour": 2},
        ],
        "defence": 5,
        "luck": 4,
    }
    answer(play, {"defend": 3}, {"defend": 1, "luck": 0})
    assert [one["attacker"] for one in play.asked("soak")["attacks"]] == ["bob"]
    assert (play.tick, play.asked("soak")["defence"]) == (12, 1)


@pytest.mark.rule("TK-DMG-4")
def test_each_target_is_asked_for_itself_in_the_order_of_joining() -> None:
    others = [newcomer(name, QUI=6, luck=1) for name in ("one", "two")]
    play = Play(*others, blade("kit", 9), blade("ann", 5), asks={"one": ("soak",), "two": ("soak",)})
    declared = {"kit": attack("two", "blade"), "ann": attack("one", "blade")}
    play.round(dict.fromkeys(declared, STRIKING), **declared)
    assert [(prompt.to, prompt.about["attacks"][0]["gross"]) for prompt in play.fight.prompts] == [("one", 5)]
    play.answer("one", "soak", [{}])
    assert [(prompt.to, prompt.about["attacks"][0]["gross"]) for prompt in play.fight.prompts] == [("two", 9)]
    assert (play["one"].wounds, play.wounds("one")) == (0, [])
    play.answer("two", "soak", [{"luck": 1}]).end()
    assert (play["one"].wounds, play["two"].wounds) == (5, 8)


@pytest.mark.rule("TK-DMG-4")
def test_no_more_defence_points_than_are_left_after_the_shield() -> None:
    play = struck_by(blade("kit", 7), foe=DEFEND)
    refused(play, "TK-DMG-4", "command.attacks[0].defend", {"defend": 5})
    answer(play, {"defend": 4})
    assert soaks(play) == [(3, 4, 0, 0, 0)]


@pytest.mark.rule("TK-DMG-4")
def test_no_more_luck_than_is_left_after_armour() -> None:
    play = struck_by(blade("kit", 9), foe=DEFEND)
    refused(play, "TK-DMG-4", "command.attacks[0].luck", {"defend": 1, "luck": 4})
    answer(play, {"defend": 1, "luck": 3})
    assert soaks(play) == [(3, 1, 2, 3, 0)]
    assert play["foe"].luck == 1


@pytest.mark.rule("TK-DMG-4")
def test_no_more_than_the_pool_and_the_luck_in_all() -> None:
    play = struck_by(blade("kit", 12), blade("ann", 12), foe=DEFEND)
    refused(play, "TK-DMG-4", "command.attacks", {"defend": 3}, {"defend": 3})
    refused(play, "TK-LUCK-7", "command.attacks", {"luck": 2}, {"luck": 3})
    refused(play, "TK-DMG-4", "command.attacks", {}, code="invalid")
    answer(play, {"defend": 3, "luck": 3}, {"defend": 2, "luck": 1}).end()
    assert [one[-1] for one in soaks(play)] == [1, 4]
    assert play["foe"].luck == 0


# TK-DMG-5 and -6: the unconscious, and several attacks


@pytest.mark.rule("TK-DMG-5", "TK-KO-2")
@pytest.mark.parametrize(("faints", "expected"), [(True, (0, 0, 2, 0, 7)), (False, (3, 0, 2, 0, 4))])
def test_the_unconscious_have_their_armour_and_nothing_else(faints: bool, expected: tuple[int, ...]) -> None:
    play = Play(blade("kit", 9), foe(), asks={"foe": ("soak",)})
    play.round(kit=attack("foe", "blade"), foe=DEFEND).until(15)
    if faints:
        play.send(Faint(actor="foe"))
    play.send(act("kit", strike=True))
    if not faints:
        answer(play, {})
    assert soaks(play.end()) == [expected]
    assert (play["foe"].luck, play["foe"].wounds) == (4, expected[-1])
    assert play.armour("foe") == (3, 1)


@pytest.mark.rule("TK-DMG-6")
def test_shield_and_armour_reduce_each_attack_anew() -> None:
    play = struck_by(blade("kit", 9), blade("ann", 6), target=foe(luck=0)).end()
    assert soaks(play) == [(3, 0, 2, 0, 4), (3, 0, 2, 0, 1)]
    assert play["foe"].wounds == 5


@pytest.mark.rule("TK-DMG-6")
def test_pool_and_luck_are_shared_by_all_attacks_of_the_round() -> None:
    play = struck_by(blade("kit", 9), blade("ann", 8), blade("bob", 9, quick=12), foe=DEFEND)
    answer(play, {"defend": 1, "luck": 2}, {"defend": 3, "luck": 0})
    assert (play.tick, play["foe"].turn.defence, play["foe"].luck) == (12, 1, 2)
    refused(play, "TK-DMG-4", "command.attacks", {"defend": 2})
    refused(play, "TK-LUCK-7", "command.attacks", {"luck": 3})
    answer(play, {"defend": 1, "luck": 2}).end()
    assert soaks(play) == [(3, 1, 2, 2, 1), (3, 3, 2, 0, 0), (3, 1, 2, 2, 1)]
    assert play["foe"].luck == 0


# TK-DMG-7: wounds that the narrator gives


@pytest.mark.rule("TK-DMG-7")
def test_the_narrator_wounds_without_any_reduction() -> None:
    play = Play("kit", foe(), asks={"foe": ("soak",)}).send(StartRound()).declare_on(6)
    play.send(Wound(combatant="foe", wounds=5, reason="the roof comes down"))
    assert play.log[-1][1] == Wounded(combatant="foe", wounds=5, total=5, reason="the roof comes down")
    play.declared = {"foe": DEFEND}
    play.declare_on().end()
    assert (play["foe"].wounds, play["foe"].luck, play.armour("foe")) == (5, 4, (4, 2))


@pytest.mark.rule("TK-DMG-7")
@pytest.mark.parametrize("phase", ["declaration", "resolution"])
def test_in_a_round_such_wounds_count_at_its_end(phase: str) -> None:
    play = Play("kit", "foe")
    wound = Wound(combatant="foe", wounds=12)
    if phase == "declaration":
        play.declared = {"kit": EVADE}
        play.send(StartRound(), wound).declare_on()
    else:
        play.round(kit=EVADE).send(wound)
    assert (play["foe"].wounds, play["foe"].unconscious, play["foe"].dying) == (12, None, None)
    play.end()
    assert (play["foe"].unconscious, play["foe"].dying) == ("wounds", 10)


@pytest.mark.rule("TK-DMG-7")
@pytest.mark.parametrize("calm", [True, False])
@pytest.mark.parametrize(("wounds", "state"), [(10, (None, None)), (11, (None, 7)), (12, ("wounds", 7))])
def test_outside_rounds_they_count_at_once(calm: bool, wounds: int, state: tuple[str | None, int | None]) -> None:
    play = Play("kit", "foe").send(PassTime(seconds=7))
    if calm:
        play.send(EndCombat())
    play.send(Wound(combatant="foe", wounds=wounds))
    assert (play["foe"].unconscious, play["foe"].dying) == state


@pytest.mark.rule("TK-DMG-7", "TK-DYING-7")
def test_the_dead_are_not_wounded() -> None:
    play = Play("kit", "bob", newcomer("foe", dead=True))
    play.refused(Wound(combatant="foe", wounds=1), "TK-DYING-7", "command.combatant")


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "Spend 2 defence points against Bill and 1 point of luck against Bill"),
        ("de", "2 Verteidigungspunkte gegen Bill und 1 Glückspunkt gegen Bill ausgeben"),
    ],
)
def test_a_menu_says_what_is_spent_in_each_language(language: str, said: str) -> None:
    play = struck_by(blade("bill", 12), foe=DEFEND)
    [prompt] = play.fight.prompts
    labels = TICKS.wording(language).labels
    assert in_words(play.fight, prompt, [{"defend": 2, "luck": 1}], labels) == said
    nothing = {"en": "Take nothing off", "de": "Nichts abziehen"}[language]
    assert in_words(play.fight, prompt, [{}], labels) == nothing
