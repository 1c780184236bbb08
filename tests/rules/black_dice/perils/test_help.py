"""Common dice, guaranteed successes, complementary skills and assistants (BD-COMM, BD-GUAR, BD-COMP)."""

from typing import Any

import pytest

from domain.core.commands import Join, StrictModel
from domain.model.event import Event
from domain.rulesets.black_dice.chapters.attacks.places import Moved
from domain.rulesets.black_dice.chapters.attacks.surprise import SurpriseAttack
from domain.rulesets.black_dice.chapters.dice.checks import Assisted, CheckSettled
from domain.rulesets.black_dice.chapters.healing.stabilising import Stabilise
from domain.rulesets.black_dice.chapters.healing.treatment import Treat
from domain.rulesets.black_dice.chapters.narrator.calls import Check
from domain.rulesets.black_dice.chapters.narrator.contests import Contender
from domain.rulesets.black_dice.chapters.perils.drinking import Drink, StepChanged
from domain.rulesets.black_dice.chapters.perils.feats import Feat
from domain.rulesets.black_dice.chapters.perils.perils import Peril
from domain.rulesets.black_dice.chapters.rounds.agenda import Resolve
from domain.rulesets.black_dice.chapters.rounds.declarations import Declare, Declared
from domain.rulesets.black_dice.chapters.rounds.rounds import BeginRound
from domain.rulesets.black_dice.chapters.wounds.consciousness import FellUnconscious
from domain.rulesets.black_dice.chapters.wounds.dying import BeganDying
from domain.rulesets.black_dice.parts import RollChoices
from domain.rulesets.black_dice.state import Declaration
from tests.rules.black_dice.builders import agenda, check, choosing, clash, duel, fell, peril, player, thrown
from tests.rules.black_dice.specification import Specification, fight, given, newcomer, plain, round_of

ALL_ROLLS = {"guaranteed_scope": "all_rolls"}


# Common dice


@pytest.mark.rule("BD-COMM-1")
@pytest.mark.parametrize(("common", "white", "black"), [(0, "7/3", "0/0"), (1, "8/3", "1/1"), (2, "9/3", "2/1")])
def test_one_or_two_common_dice_bring_as_many_black_ones(common: int, white: str, black: str) -> None:
    spec = given(fight("vane"))
    throws = [fell("vane athletics", white, black)]
    spec.when(check("vane", "dex athletics", choosing(common=common)), throws=throws)
    assert dict(thrown(spec.events, "athletics").black_terms) == ({"common": common} if common else {})


@pytest.mark.rule("BD-COMM-1", "BD-FATE-14")
@pytest.mark.parametrize(
    ("roll", "common"), [("dex athletics", 3), ("dex swordplay", 1), ("dex", 1)], ids=["three", "uncommon", "no skill"]
)
def test_common_dice_are_refused_beyond_two_and_without_a_common_skill(roll: str, common: int) -> None:
    spec = given(fight("vane")).when(check("vane", roll, choosing(common=common))).refused("BD-COMM-1")
    assert spec.refusal is not None
    assert spec.refusal.field == "command.choices.common"


@pytest.mark.rule("BD-COMM-1")
def test_toll_rolls_have_no_common_dice() -> None:
    asking = newcomer("vane", policy={"ask_choices": True})
    spec = given(fight(asking)).when(Drink(actor="vane", drink="light")).asks("choose", "vane")
    spec.answer({"common": 1}).refused("BD-COMM-1")


@pytest.mark.rule("BD-COMM-2")
def test_common_dice_are_added_before_the_division_and_their_black_ones_stay_whole() -> None:
    spec = given(fight("vane"), StepChanged(combatant="vane", step=5))
    throws = [fell("vane athletics", "4/1", "5/1")]  # (7 + 2) ÷ 2; 3 for drink and 2
    spec.when(check("vane", "dex athletics", choosing(common=2)), throws=throws)


@pytest.mark.rule("BD-COMM-2")
def test_common_dice_may_be_traded_like_the_others() -> None:
    spec = given(fight("vane"))
    spec.when(check("vane", "dex athletics", choosing(common=2, trade=3)), throws=[fell("vane athletics", black="2/1")])
    spec.then(CheckSettled(combatant="vane", label="athletics", net=2, needed=1, passed=True, degree="success"))
    spec.when(check("vane", "dex athletics", choosing(common=1, trade=3))).refused("BD-GUAR-1")


@pytest.mark.rule("BD-COMM-3")
def test_combat_skills_may_be_common() -> None:
    spec = duel("t1", "b", agenda(clash("t1 fists", "b easy_target")))
    spec.when(Resolve(choices={"t1": choosing(common=2)}), throws=[fell("t1 brawl", "5/0", "2/0")])
    spec = duel("a", "b", agenda(clash("a sword", "b easy_target")))
    spec.when(Resolve(choices={"a": choosing(common=1)})).refused("BD-COMM-1")


@pytest.mark.rule("BD-COMM-3")
def test_whether_a_further_skill_is_common_is_said_on_the_sheet() -> None:
    juggler = plain("one", skills={"juggling": 1, "alchemy": 1}, common={"juggling": True, "alchemy": False})
    spec = given(fight(juggler))
    spec.when(check("one", "dex juggling", choosing(common=1)), throws=[fell("one juggling", "2/1", "1/0")])
    spec.when(check("one", "dex alchemy", choosing(common=1))).refused("BD-COMM-1")


# Guaranteed successes


@pytest.mark.rule("BD-GUAR-1")
@pytest.mark.parametrize(("trade", "white", "net"), [(0, "7/1", 1), (1, "4/1", 2), (2, "1/1", 3)])
def test_three_dice_are_given_up_for_each_guaranteed_success(trade: int, white: str, net: int) -> None:
    spec = given(fight("vane"))
    throws = [fell("vane athletics", white)]
    spec.when(check("vane", "dex athletics", choosing(trade=trade)), throws=throws)
    throw = thrown(spec.events, "athletics")
    assert (throw.traded, throw.net) == (trade, net)


@pytest.mark.rule("BD-GUAR-1", "BD-FATE-14")
def test_more_trades_than_the_pool_allows_are_refused() -> None:
    spec = given(fight("vane")).when(check("vane", "dex athletics", choosing(trade=3))).refused("BD-GUAR-1")
    assert spec.refusal is not None
    assert spec.refusal.field == "command.choices.trade"


@pytest.mark.rule("BD-GUAR-2")
def test_black_dice_stay_in_the_throw() -> None:
    spec = given(fight("vane"))
    command = check("vane", "dex athletics", choosing(trade=2), difficulty="difficult")
    spec.when(command, throws=[fell("vane athletics", "1/0", "3/2")])
    spec.then(CheckSettled(combatant="vane", label="athletics", net=0, needed=1, passed=False, degree="failure"))
    spec.when(check("vane", "dex athletics", choosing(trade=3), difficulty="difficult")).refused("BD-GUAR-1")


@pytest.mark.rule("BD-GUAR-3", "BD-RUL-7")
@pytest.mark.parametrize(
    ("options", "white", "black", "raw", "net", "foul"),
    [
        ({}, "1/0", "3/3", -1, 0, True),
        ({"guaranteed_cancellable": True}, "1/0", "3/2", 0, 0, False),
        ({"guaranteed_cancellable": True}, "1/0", "3/3", -1, 0, True),
        ({"guaranteed_cancellable": False}, "1/0", "3/3", -1, 2, False),
        ({"guaranteed_cancellable": False}, "1/1", "3/0", 3, 3, False),
        ({"guaranteed_cancellable": False}, "1/1", "3/2", 1, 2, False),
    ],
)
def test_black_successes_cancel_guaranteed_ones_unless_the_table_says_otherwise(
    options: dict[str, bool], white: str, black: str, raw: int, net: int, foul: bool
) -> None:
    spec = given(fight("vane", **options))
    command = check("vane", "dex athletics", choosing(trade=2), difficulty="difficult")
    spec.when(command, throws=[fell("vane athletics", white, black)])
    throw = thrown(spec.events, "athletics")
    assert (throw.raw, throw.net, throw.foul) == (raw, net, foul)


@pytest.mark.rule("BD-GUAR-3", "BD-RUL-7")
def test_a_throw_with_a_sure_success_is_not_foul_even_where_dice_alone_count() -> None:
    spec = given(fight("vane", guaranteed_cancellable=False, foul_counts="dice"))
    command = check("vane", "dex athletics", choosing(trade=1), difficulty="difficult")
    spec.when(command, throws=[fell("vane athletics", "4/0", "3/1")])
    assert not thrown(spec.events, "athletics").foul
    command = check("vane", "dex athletics", choosing(fate=1), difficulty="difficult")
    spec.when(command, throws=[fell("vane athletics", "7/0", "3/1")])
    assert thrown(spec.events, "athletics").foul


@pytest.mark.rule("BD-GUAR-4", "BD-RUL-8")
def test_toll_rolls_made_of_a_stat_may_be_traded_on() -> None:
    spec = given(fight("vane"))
    spec.when(
        Drink(actor="vane", drink="light", choices=RollChoices(trade=2)),
        throws=[fell("vane drink", "2/1", "1/0")],
    )
    assert thrown(spec.events, "drink").net == 3


@pytest.mark.rule("BD-GUAR-4", "BD-RUL-8")
def test_initiative_is_traded_on_only_where_all_rolls_are() -> None:
    begin = BeginRound(choices={"vane": RollChoices(trade=1)})
    given(fight("vane")).when(begin).refused("BD-GUAR-4")
    spec = given(fight("vane", guaranteed_scope="all_rolls")).when(begin, throws=[fell("vane initiative", "3/1")])
    assert thrown(spec.events, "initiative").net == 2


@pytest.mark.rule("BD-GUAR-4", "BD-RUL-8")
@pytest.mark.parametrize("throw", ["trade_weapon", "trade_strength"])
def test_damage_is_traded_on_only_where_all_rolls_are(throw: str) -> None:
    spec = duel("vane", "pryce", agenda(clash("vane cutlass", "pryce easy_target")))
    spec.when(Resolve(choices={"vane": choosing(**{throw: 1})})).refused("BD-GUAR-4")


@pytest.mark.rule("BD-GUAR-4", "BD-FATE-14", "BD-RUL-8")
def test_trades_on_damage_are_cut_down_to_what_its_pool_allows() -> None:
    strong = newcomer("vane", stats={"strength": 5, "dex": 4, "fortitude": 3, "wits": 2, "resolve": 3})
    foe = newcomer("pryce", armour=20)
    blow = agenda(clash("vane cutlass", "pryce easy_target"))
    spec = duel(strong, foe, blow, guaranteed_scope="all_rolls")
    throws = [fell("vane swordplay", "11/1"), fell("vane weapon", "2/1"), fell("vane strength", "2/0")]
    spec.when(Resolve(choices={"vane": choosing(trade_weapon=9, trade_strength=2)}), throws=throws)
    assert [thrown(spec.events, label).net for label in ("weapon", "strength")] == [2, 1]


@pytest.mark.rule("BD-GUAR-4")
def test_dice_that_are_not_ones_own_are_never_traded() -> None:
    asking = newcomer("vane", policy={"ask_choices": True})
    spec = given(fight(asking, guaranteed_scope="all_rolls"))
    spec.when(peril("vane", intensity="moderate", avoidance="none"), throws=[fell("world peril", "3/0")])
    assert spec.fight.prompts == ()


@pytest.mark.rule("BD-GUAR-5")
def test_a_reroll_keeps_the_trade() -> None:
    asking = newcomer("vane", policy={"ask_reroll": True})
    spec = given(fight(asking, scripting_approval="standing"))
    spec.when(check("vane", "dex athletics", choosing(trade=2)), throws=[fell("vane athletics", "1/0")])
    spec.answer({"description": "a second wind"}, throws=[fell("vane athletics", "1/1")])
    spec.then(CheckSettled(combatant="vane", label="athletics", net=3, needed=1, passed=True, degree="good"))


# Complementary skills


@pytest.mark.rule("BD-COMP-1", "BD-RUL-10")
def test_the_rank_of_another_skill_is_added_without_a_stat() -> None:
    spec = given(fight("lark"))
    command = check("lark", "wits medicine", difficulty="difficult", complementary=["perception"])
    spec.when(command, throws=[fell("lark medicine", "12/3", "3/0")])
    assert ("complementary/perception", 3) in thrown(spec.events, "medicine").white_terms


@pytest.mark.rule("BD-COMP-1", "BD-RUL-10")
@pytest.mark.parametrize(("most", "named", "accepted"), [(0, 1, False), (1, 2, False), (2, 2, True), (2, 3, False)])
def test_no_more_skills_help_than_the_table_allows(most: int, named: int, accepted: bool) -> None:
    spec = given(fight("lark", complementary_max=most))
    skills = ["perception", "persuade", "dodge"][:named]
    command = check("lark", "wits medicine", complementary=skills)
    if accepted:
        spec.when(command, throws=[fell("lark medicine", "14/3")])
    else:
        spec.when(command).refused("BD-COMP-1")


@pytest.mark.rule("BD-COMP-1", "BD-RUL-10")
def test_one_skill_helps_where_the_table_has_not_said_how_many() -> None:
    spec = given(fight("lark"))
    spec.when(check("lark", "wits medicine", complementary=["perception", "persuade"])).refused("BD-COMP-1")
    spec.when(check("lark", "wits medicine", complementary=["persuade"]), throws=[fell("lark medicine", "11/3")])


@pytest.mark.rule("BD-COMP-1")
@pytest.mark.parametrize("named", [["medicine"], ["perception", "perception"]])
def test_a_complementary_skill_is_another_one(named: list[str]) -> None:
    spec = given(fight("lark", complementary_max=3))
    spec.when(check("lark", "wits medicine", complementary=named)).refused("BD-COMP-1")


# Assistants


def workshop(*helpers: Join, **options: Any) -> Specification:
    """Tinker and those who help."""
    return given(fight("tinker", *helpers, **options))


def helper(name: str, rank: int, **sheet: Any) -> Join:
    return plain(name, stats={"wits": 5}, skills={"engineering_clockwork": rank}, **sheet)


def clockwork(*assistants: str, **fields: Any) -> Check:
    return check("tinker", "wits engineering_clockwork", assistants=assistants, **fields)


@pytest.mark.rule("BD-COMP-2")
def test_each_assistant_adds_its_own_rank_without_a_stat() -> None:
    spec = workshop(helper("a", 1), helper("b", 0), helper("c", 2))
    spec.when(clockwork("a", "c"), throws=[fell("tinker engineering_clockwork", "10/3")])
    spec.then(Assisted(combatant="a", leader="tinker"), Assisted(combatant="c", leader="tinker"))
    terms = thrown(spec.events, "engineering_clockwork").white_terms
    assert terms[2:] == (("assistant/a", 1), ("assistant/c", 2))


@pytest.mark.rule("BD-COMP-2")
def test_without_a_skill_assistants_have_nothing_to_add() -> None:
    spec = workshop(helper("a", 1))
    spec.when(check("tinker", "wits", assistants=["a"]), throws=[fell("tinker wits", "3/1")])


@pytest.mark.rule("BD-COMP-2")
def test_an_assistant_helps_once() -> None:
    workshop(helper("a", 1)).when(clockwork("a", "a")).refused("BD-COMP-2")


@pytest.mark.rule("BD-COMP-2", "BD-COMP-3", "BD-RUL-11")
@pytest.mark.parametrize(
    ("option", "per_check", "black"), [(2, None, 1), (3, None, 0), (0, None, 3), (2, 1, 2), (0, 5, 0), (2, 0, 3)]
)
def test_each_assistant_beyond_the_free_ones_is_a_black_die(option: int, per_check: int | None, black: int) -> None:
    spec = workshop(helper("a", 1), helper("b", 0), helper("c", 2), free_assistants=option)
    command = clockwork("a", "b", "c", free_assistants=per_check)
    spec.when(command, throws=[fell("tinker engineering_clockwork", "10/3", f"{black}/0")])
    crowd = {"crowd": black} if black else {}
    assert dict(thrown(spec.events, "engineering_clockwork").black_terms) == crowd


@pytest.mark.rule("BD-COMP-3", "BD-RUL-11")
@pytest.mark.parametrize(("helpers", "black"), [("ab", 0), ("abc", 1)])
def test_two_assistants_help_freely_where_the_table_has_not_said_how_many(helpers: str, black: int) -> None:
    spec = workshop(*(helper(name, 0) for name in helpers))
    spec.when(clockwork(*helpers), throws=[fell("tinker engineering_clockwork", "7/3", f"{black}/0")])


@pytest.mark.rule("BD-COMP-4")
@pytest.mark.parametrize(
    "step",
    [
        FellUnconscious(combatant="a", reason="wounds"),
        BeganDying(combatant="a", rounds=2),
        Moved(combatant="a", zone="deck"),
    ],
    ids=lambda step: step.type,
)
def test_an_assistant_is_able_and_where_the_leader_is(step: Event) -> None:
    spec = workshop(helper("a", 1)).given(step).when(clockwork("a")).refused("BD-COMP-4")
    assert spec.refusal is not None
    assert spec.refusal.field == "command.assistants[0]"


@pytest.mark.rule("BD-COMP-4")
def test_nobody_assists_itself() -> None:
    workshop().when(clockwork("tinker")).refused("BD-COMP-4")


@pytest.mark.rule("BD-COMP-4")
def test_wounds_and_drink_of_an_assistant_do_not_matter() -> None:
    spec = workshop(helper("a", 3, normal=15)).given(StepChanged(combatant="a", step=6))
    spec.when(clockwork("a"), throws=[fell("tinker engineering_clockwork", "10/3")])


@pytest.mark.rule("BD-COMP-4")
def test_in_a_round_an_assistant_has_declared_to_assist_and_does_so_once() -> None:
    spec = workshop(helper("a", 1), helper("b", 2)).given(*round_of("tinker", "a", "b"))
    spec.given(
        Declared(combatant="a", declaration=Declaration("act", act="assist")),
        Declared(combatant="b", declaration=Declaration("act", act="check")),
        agenda(),
    )
    spec.when(clockwork("b")).refused("BD-COMP-4")
    spec.when(clockwork("a"), throws=[fell("tinker engineering_clockwork", "8/3")]).then(
        Assisted(combatant="a", leader="tinker")
    )
    spec.when(clockwork("a")).refused("BD-COMP-4")


@pytest.mark.rule("BD-COMP-4")
def test_outside_rounds_one_may_assist_again_and_again() -> None:
    spec = workshop(helper("a", 1))
    for _ in range(2):
        spec.when(clockwork("a"), throws=[fell("tinker engineering_clockwork", "8/3")])


@pytest.mark.rule("BD-COMP-5")
@pytest.mark.parametrize("model", [Contender, Feat, Declare, Resolve, Peril, Drink, SurpriseAttack])
def test_contests_combat_and_toll_rolls_take_no_help(model: type[StrictModel]) -> None:
    assert not {"complementary", "assistants", "free_assistants"} & model.model_fields.keys()


@pytest.mark.rule("BD-COMP-5")
def test_treating_and_stabilising_take_help_with_the_narrators_leave() -> None:
    patient = newcomer("pryce", normal=5)
    treat = Treat(
        actor="lark",
        patient="pryce",
        skill="medicine",
        place="medical_kit",
        complementary=("perception",),
        assistants=("a",),
    )
    nurse = plain("a", skills={"medicine": 2})
    spec = given(fight("lark", patient, nurse)).when(treat, speaker=player("lark")).refused("BD-COMP-5")
    spec.when(treat, throws=[fell("lark medicine", "14/2")]).then(Assisted(combatant="a", leader="lark"))
    spec.given(BeganDying(combatant="pryce", rounds=4))
    stabilise = Stabilise(
        actor="lark", patient="pryce", skill="medicine", complementary=("perception",), assistants=("a",)
    )
    spec.when(stabilise, throws=[fell("lark medicine", "14/2")]).then(Assisted(combatant="a", leader="lark"))
