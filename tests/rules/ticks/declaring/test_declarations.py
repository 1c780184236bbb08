"""What is declared: one action, its parts, its target, its weapon, and the luck that goes with it."""

from typing import Any

import pytest

from domain.rulesets.ticks.chapters.counting.count_down import Count
from domain.rulesets.ticks.chapters.declaring.count_up import DeclarationsRevealed, DeclarationVoided, JudgeCondition
from domain.rulesets.ticks.chapters.declaring.free_actions import Faint
from domain.rulesets.ticks.chapters.declaring.rounds import StartRound
from domain.rulesets.ticks.chapters.narrator.rulings import SetSight
from domain.rulesets.ticks.chapters.narrator.trials import SetDifficulty
from domain.rulesets.ticks.state import Declaration, LuckPaid
from tests.rules.ticks.builders import MOVE, Play, attack, defer
from tests.rules.ticks.specification import declare, newcomer

THINGS = [
    {"key": "sword", "place": "ready"},
    {"key": "shield", "place": "ready"},
    {"key": "knife", "place": "carried"},
    {"key": "pistol", "place": "carried"},
]
TRICK: dict[str, Any] = {"action": "attack", "weapon": "sword", "manoeuvres": ["trick_shot"], "trick": "the lamp"}
WAITING: dict[str, Any] = {"event": "steps", "who": "anyone"}


def declaring(luck: int = 5, **changes: Any) -> Play:
    """Ash, who is to declare on 10; elm, who is later, is beside it, and iris far off."""
    skills = {"melee": 3, "thrown": 2, "handgun": 1, "unarmed": 1}
    ash = newcomer("ash", luck=luck, **{"skills": skills, "things": THINGS, **changes})
    return Play(ash, newcomer("elm", QUI=20, at=(1, 0)), newcomer("iris", at=(99, 0))).send(StartRound())


def refused(fields: Any, rule: str, field: str, play: Play | None = None) -> Play:
    """What ash cannot declare, by which rule and where."""
    return (play or declaring()).refused(declare("ash", **fields), rule, f"command.{field}")


@pytest.mark.rule("TK-DECL-7")
def test_a_declaration_cannot_be_changed() -> None:
    play = Play("ash", "elm").send(StartRound(), declare("ash", **MOVE))
    assert play.fight.tick == 10
    refused({"action": "evade"}, "TK-DECL-7", "actor", play)
    refused(MOVE, "TK-DECL-7", "actor", play)
    assert play["ash"].turn.action == "other"


@pytest.mark.rule("TK-DECL-7")
@pytest.mark.parametrize(
    "fields",
    [
        attack("elm", "sword"),
        {"action": "defend", "weapon": "sword"},
        {"action": "evade"},
        defer("sword", "steps"),
        {"action": "other", "kind": "move"},
    ],
)
def test_one_of_six_actions_is_declared(fields: dict[str, Any]) -> None:
    assert declaring().send(declare("ash", **fields))["ash"].turn.action == fields["action"]


@pytest.mark.rule("TK-DECL-8")
@pytest.mark.parametrize(
    "fields",
    [
        {"action": "defend", "weapon": "sword"},
        {"action": "evade"},
        defer("sword", "steps"),
        {"action": "aim", "weapon": "pistol", "target": "elm"},
        MOVE,
    ],
)
def test_manoeuvres_go_with_an_attack_alone(fields: dict[str, Any]) -> None:
    refused({**fields, "manoeuvres": ["trip"]}, "TK-DECL-8", "manoeuvres")
    assert declaring().send(declare("ash", **attack("elm", "sword", "trip")))["ash"].turn.has("trip")


@pytest.mark.rule("TK-DECL-10")
def test_the_target_of_an_attack_need_be_neither_in_reach_nor_in_sight() -> None:
    play = declaring().send(SetSight(observer="ash", target="iris", visible=False))
    assert play.send(declare("ash", **attack("iris", "sword")))["ash"].turn.action == "attack"


@pytest.mark.rule("TK-DECL-10")
def test_the_target_of_an_aim_has_to_be_in_sight() -> None:
    aim = {"action": "aim", "weapon": "pistol", "target": "iris"}
    play = declaring(things=[{"key": "pistol", "place": "ready"}])
    play.send(SetSight(observer="ash", target="iris", visible=False))
    refused(aim, "TK-AIM-1", "target", play)
    play.send(SetSight(observer="ash", target="iris", visible=True), declare("ash", **aim))


@pytest.mark.rule("TK-DECL-10")
@pytest.mark.parametrize("action", ["attack", "aim"])
def test_nobody_targets_itself(action: str) -> None:
    play = declaring(things=[{"key": "pistol", "place": "ready"}])
    refused({"action": action, "weapon": "pistol", "target": "ash"}, "TK-DECL-10", "target", play)


@pytest.mark.rule("TK-DECL-10")
def test_the_dead_are_no_target_and_the_unconscious_are() -> None:
    """Elm dies at the end of round 1; iris has fainted."""
    people = (newcomer("elm", wounds=11, dying=-300), newcomer("iris", at=(1, 0)))
    play = Play("ash", *people).send(Faint(actor="iris")).round()
    assert (play["elm"].dead, play.fight.phase) == (True, "between")
    play.send(StartRound())
    refused(attack("elm", "unarmed"), "TK-DECL-10", "target", play)
    play.send(declare("ash", **attack("iris", "unarmed")))


@pytest.mark.rule("TK-DECL-12")
@pytest.mark.parametrize(
    ("fields", "missing"),
    [
        ({"action": "attack", "weapon": "sword"}, "target"),
        ({"action": "attack", "target": "elm"}, "weapon"),
        ({"action": "defend"}, "weapon"),
        ({"action": "defer", "weapon": "sword"}, "condition"),
        ({"action": "defer", "condition": WAITING}, "weapon"),
        ({"action": "aim", "weapon": "pistol"}, "target"),
        ({"action": "aim", "target": "elm"}, "weapon"),
        ({"action": "other"}, "kind"),
        ({"action": "other", "kind": "draw"}, "item"),
        ({"action": "other", "kind": "help"}, "whom"),
        ({"action": "other", "kind": "skill", "skill": "climbing"}, "statistic"),
        ({"action": "other", "kind": "skill", "statistic": "strength"}, "skill"),
        ({"action": "other", "kind": "narrated"}, "text"),
        ({**TRICK, "trick": ""}, "trick"),
    ],
)
def test_what_an_action_has_to_name(fields: dict[str, Any], missing: str) -> None:
    refused(fields, "TK-DECL-12", missing, declaring(things=[*THINGS[:1], {"key": "pistol", "place": "ready"}]))


@pytest.mark.rule("TK-DECL-12")
@pytest.mark.parametrize(
    ("fields", "part", "value"),
    [
        (attack("elm", "sword"), "condition", WAITING),
        (attack("elm", "sword"), "kind", "move"),
        (attack("elm", "sword"), "item", "knife"),
        (attack("elm", "sword"), "trick", "the lamp"),
        ({"action": "defend", "weapon": "sword"}, "mode", "melee"),
        ({"action": "defend", "weapon": "sword"}, "target", "elm"),
        ({"action": "evade"}, "weapon", "sword"),
        ({"action": "evade"}, "target", "elm"),
        ({"action": "evade"}, "text", "away"),
        (defer("sword", "steps"), "target", "elm"),
        (defer("sword", "steps"), "text", "away"),
        ({"action": "aim", "weapon": "pistol", "target": "elm"}, "condition", WAITING),
        ({"action": "aim", "weapon": "pistol", "target": "elm"}, "whom", "elm"),
        (MOVE, "target", "elm"),
        (MOVE, "weapon", "sword"),
        (MOVE, "item", "sword"),
        (MOVE, "text", "away"),
        ({"action": "other", "kind": "narrated", "text": "away"}, "whom", "elm"),
        ({"action": "other", "kind": "help", "whom": "elm"}, "skill", "climbing"),
    ],
)
def test_what_an_action_has_no_place_for(fields: dict[str, Any], part: str, value: Any) -> None:
    both = [*THINGS[:1], {"key": "pistol", "place": "ready"}]
    refused({**fields, part: value}, "TK-DECL-12", part, declaring(things=both))
    assert declaring(things=both).send(declare("ash", **fields))["ash"].turn.declared is not None


@pytest.mark.rule("TK-DECL-12")
def test_a_trick_shot_names_a_trick_and_no_target() -> None:
    refused({**TRICK, "target": "elm"}, "TK-DECL-12", "trick")
    play = declaring().send(declare("ash", **TRICK))
    declared = play["ash"].turn.declared
    assert declared is not None
    assert (declared.target, declared.trick) == (None, "the lamp")


@pytest.mark.rule("TK-DECL-12")
def test_a_shield_is_no_weapon() -> None:
    refused(attack("elm", "shield"), "TK-DECL-12", "weapon")


@pytest.mark.rule("TK-DECL-12")
@pytest.mark.parametrize(("mode", "used"), [(None, "melee"), ("melee", "melee"), ("thrown", "thrown")])
def test_a_throwable_weapon_goes_with_a_mode(mode: str | None, used: str) -> None:
    ready = [{"key": "knife", "place": "ready"}]
    fields = attack("elm", "knife", mode=mode)
    declared = declaring(things=ready).send(declare("ash", **fields))["ash"].turn.declared
    assert declared is not None
    assert declared.mode == used
    deferred = declaring(things=ready).send(declare("ash", **defer("knife", "steps"), mode="thrown"))
    assert deferred["ash"].turn.action == "defer"


@pytest.mark.rule("TK-DECL-13")
@pytest.mark.parametrize(
    "fields",
    [
        attack("elm", "knife"),
        attack("elm", "knife", "trip"),
        {"action": "defend", "weapon": "knife"},
        defer("knife", "steps"),
        {"action": "aim", "weapon": "pistol", "target": "elm"},
    ],
)
def test_a_weapon_that_is_carried_cannot_be_named(fields: dict[str, Any]) -> None:
    refused(fields, "TK-DECL-13", "weapon")


@pytest.mark.rule("TK-DECL-13")
@pytest.mark.parametrize(
    "fields",
    [
        attack("elm", "unarmed"),
        {"action": "defend", "weapon": "unarmed"},
        defer("unarmed", "steps"),
        attack("elm", "sword"),
        attack("elm", "knife", "quick_draw_melee"),
    ],
)
def test_bare_hands_are_always_ready_and_a_quick_draw_will_have_its_weapon(fields: dict[str, Any]) -> None:
    free = [*THINGS[2:]] if "knife" in str(fields) else THINGS
    play = declaring(things=free).send(declare("ash", **fields))
    assert play["ash"].turn.action == fields["action"]


@pytest.mark.rule("TK-DECL-14")
@pytest.mark.parametrize(
    ("manoeuvres", "cost"),
    [
        ((), (0, 0)),
        (("trip",), (0, 0)),
        (("trip", "grapple"), (0, 1)),
        (("quick_draw_ranged",), (1, 0)),
        (("quick_draw_ranged", "run_and_gun"), (3, 1)),
    ],
)
def test_what_a_declaration_costs_is_paid_exactly(manoeuvres: tuple[str, ...], cost: tuple[int, int]) -> None:
    """Thrown 2 wants one level for the draw, and two more to run and gun; more than that is refused here."""
    drawing = "quick_draw_ranged" in manoeuvres
    fields: dict[str, Any] = {
        "action": "attack",
        "target": "elm",
        "weapon": "knife" if drawing else "sword",
        "manoeuvres": manoeuvres,
    }
    fields |= {"mode": "thrown"} if drawing else {}
    requirements, extra = cost
    things = THINGS[2:] if drawing else THINGS

    def paid(**luck: int) -> dict[str, Any]:
        return {**fields, "luck": luck}

    more = [(requirements + 1, extra), (requirements, extra + 1), (requirements + 1, extra + 1)]
    for one, other in more:
        play = refused(paid(requirements=one, extra=other), "TK-DECL-14", "luck", declaring(things=things, QUI=11))
        assert play.spec.refusal is not None
        assert f"requirements {requirements} and extra {extra}" in play.spec.refusal.detail
    play = declaring(things=things, QUI=11).send(declare("ash", **paid(requirements=requirements, extra=extra)))
    assert play["ash"].luck == 5 - requirements - extra


@pytest.mark.rule("TK-DECL-14")
@pytest.mark.parametrize("luck", [{"requirements": 1}, {"extra": 1}])
@pytest.mark.parametrize("fields", [MOVE, {"action": "evade"}, {"action": "defend", "weapon": "sword"}])
def test_other_actions_cost_nothing(fields: dict[str, Any], luck: dict[str, int]) -> None:
    refused({**fields, "luck": luck}, "TK-DECL-14", "luck")


@pytest.mark.rule("TK-DECL-14")
@pytest.mark.parametrize(
    ("manoeuvres", "luck", "rule", "field"),
    [
        (("trip", "grapple"), {}, "TK-MAN-2", "luck.extra"),
        (("trip", "grapple", "accurate_strike"), {"extra": 1}, "TK-MAN-2", "luck.extra"),
        (("quick_draw_ranged",), {}, "TK-QD-3", "luck.requirements"),
        (("run_and_gun",), {"requirements": 1}, "TK-RG-1", "luck.requirements"),
    ],
)
def test_less_is_refused_by_the_rule_that_asks_for_it(
    manoeuvres: tuple[str, ...], luck: dict[str, int], rule: str, field: str
) -> None:
    drawing = manoeuvres[0] in ("quick_draw_ranged", "run_and_gun")
    fields: dict[str, Any] = {
        "action": "attack",
        "target": "elm",
        "weapon": "knife" if drawing else "sword",
        "manoeuvres": manoeuvres,
    }
    fields |= {"mode": "thrown"} if drawing else {}
    ready = [{"key": "knife", "place": "ready" if manoeuvres[0] == "run_and_gun" else "carried"}]
    play = declaring(QUI=11, things=ready if drawing else THINGS)
    refused({**fields, "luck": luck}, rule, field, play)


@pytest.mark.rule("TK-DECL-14")
@pytest.mark.parametrize("held", [4, 5])
def test_all_three_together_are_at_most_what_is_held(held: int) -> None:
    fields: dict[str, Any] = {"action": "attack", "target": "elm", "weapon": "knife", "mode": "thrown"}
    fields |= {"manoeuvres": ["quick_draw_ranged", "marksman"]}
    fields |= {"luck": {"quickness": 3, "requirements": 1, "extra": 1}}
    play = declaring(held, things=THINGS[2:])
    if held < 5:
        refused(fields, "TK-LUCK-7", "luck", play)
        return
    play.send(declare("ash", **fields))
    assert play["ash"].luck == 0, "it is spent with the declaration"


@pytest.mark.rule("TK-DECL-14")
def test_luck_on_quickness_is_free() -> None:
    play = declaring().send(declare("ash", **MOVE, luck={"quickness": 5}))
    assert play["ash"].luck == 0
    assert play["ash"].turn.declared == Declaration("other", kind="move", luck=LuckPaid(5))


NARRATED = defer("sword", "narrated", text="it rains")


@pytest.mark.rule("TK-DECL-15")
@pytest.mark.parametrize(
    ("fields", "answer"),
    [(TRICK, SetDifficulty(difficulty=35)), (NARRATED, JudgeCondition(simple=True))],
)
def test_the_narrator_keeps_the_tick_open_and_stops_nobody_else(
    fields: dict[str, Any], answer: SetDifficulty | JudgeCondition
) -> None:
    ash = newcomer("ash", things=THINGS)
    play = Play(ash, "elm", newcomer("moss", QUI=20)).send(StartRound())
    play.send(declare("ash", **fields)).refused(Count(), "TK-DECL-15")
    play.spec.when(declare("elm", "evade")).never(DeclarationsRevealed)
    play.refused(Count(), "TK-DECL-15")
    assert (play.fight.tick, len(play.fight.prompts)) == (10, 1)
    play.spec.when(answer).then(DeclarationsRevealed)
    assert play.fight.tick == 20
    assert play["ash"].turn.declared is not None
    assert play["ash"].turn.declared.difficulty == (35 if fields is TRICK else None)


@pytest.mark.rule("TK-DECL-15")
def test_the_luck_of_a_void_declaration_is_not_spent() -> None:
    play = declaring().send(declare("ash", **NARRATED, luck={"quickness": 3}))
    play.spec.when(JudgeCondition(simple=False)).then(DeclarationVoided)
    assert (play["ash"].luck, play["ash"].turn.declared, play.fight.tick) == (5, None, 10)
    play.spec.asks("declare", "ash")
    play.send(declare("ash", **MOVE, luck={"quickness": 5}))
    assert (play["ash"].luck, play.fight.tick) == (0, 14)
