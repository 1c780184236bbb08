"""Fate: what pips buy on throws, for oneself and for others (BD-FATE-1 to -4, -9, -11 to -14)."""

import pytest

from domain.model.event import Event
from domain.rulesets.black_dice.chapters.attacks.objects import StrikeObject
from domain.rulesets.black_dice.chapters.attacks.places import Moved
from domain.rulesets.black_dice.chapters.attacks.surprise import SurpriseAttack
from domain.rulesets.black_dice.chapters.dice.casts import DiceThrown, PledgesSettled
from domain.rulesets.black_dice.chapters.dice.checks import CheckSettled
from domain.rulesets.black_dice.chapters.dice.fate import FateGranted, FatePledged, FateSpent, GrantFate, PledgeUsed
from domain.rulesets.black_dice.chapters.dice.scripting import ChangeStory
from domain.rulesets.black_dice.chapters.dice.throws import SuccessesAdded
from domain.rulesets.black_dice.chapters.narrator.contests import ContestDecided
from domain.rulesets.black_dice.chapters.narrator.placing import Awareness
from domain.rulesets.black_dice.chapters.perils.drinking import Drink
from domain.rulesets.black_dice.chapters.rounds.agenda import Resolve
from domain.rulesets.black_dice.chapters.rounds.rounds import BeginRound, EndRound
from domain.rulesets.black_dice.chapters.wounds.consciousness import FellUnconscious
from domain.rulesets.black_dice.chapters.wounds.damage import DamageCounted
from domain.rulesets.black_dice.chapters.wounds.deathbed import Died
from domain.rulesets.black_dice.chapters.wounds.dying import BeganDying
from domain.rulesets.black_dice.parts import RollChoices, Staying
from tests.rules.black_dice.builders import (
    agenda,
    check,
    choosing,
    clash,
    contender,
    contest,
    duel,
    fell,
    peril,
    player,
    pledge,
    thrown,
)
from tests.rules.black_dice.specification import Specification, fight, given, newcomer, plain, round_of

ATHLETICS = "dex athletics"


def purse(spec: Specification, who: str) -> int:
    """The pips that somebody has left."""
    return spec.fight.people[who].fate


# BD-FATE-1 to BD-FATE-4: successes of one's own


@pytest.mark.rule("BD-FATE-1", "BD-FATE-2")
@pytest.mark.parametrize("pips", [1, 2, 3])
def test_each_pip_is_a_success_and_is_taken_at_once(pips: int) -> None:
    spec = given(fight("vane"))
    spec.when(check("vane", ATHLETICS, choosing(fate=pips)), throws=[fell("vane athletics", "7/1")])
    spec.then(FateSpent(combatant="vane", pips=pips, use="athletics"), DiceThrown, CheckSettled)
    throw = thrown(spec.events, "athletics")
    assert (throw.fate, throw.successes, purse(spec, "vane")) == (pips, 1 + pips, 12 - pips)


@pytest.mark.rule("BD-FATE-1", "BD-FATE-14")
def test_pips_that_are_not_there_refuse_the_command() -> None:
    spec = given(fight(newcomer("vane", fate=1))).when(check("vane", ATHLETICS, choosing(fate=2))).refused("BD-FATE-1")
    assert spec.refusal is not None
    assert spec.refusal.field == "command.choices.fate"
    given(fight("pryce")).when(check("pryce", ATHLETICS, choosing(fate=1))).refused("BD-FATE-1")


@pytest.mark.rule("BD-FATE-1")
@pytest.mark.parametrize(("pips", "left"), [(3, 15), (-12, 0), (48, 60)])
def test_the_narrator_gives_and_takes_pips(pips: int, left: int) -> None:
    spec = given(fight("vane")).when(GrantFate(combatant="vane", pips=pips, reason="a good turn"))
    spec.then(FateGranted(combatant="vane", pips=pips, reason="a good turn"))
    assert purse(spec, "vane") == left


@pytest.mark.rule("BD-FATE-1")
@pytest.mark.parametrize("pips", [-13, 49])
def test_a_purse_holds_0_to_60_pips(pips: int) -> None:
    given(fight("vane")).when(GrantFate(combatant="vane", pips=pips)).refused("BD-FATE-1")


@pytest.mark.rule("BD-FATE-2", "BD-FATE-14")
@pytest.mark.parametrize(
    "choices", [{"fate": 4}, {"fate_weapon": 4}, {"fate_strength": 4}, {"injury": {"fate": 4}}], ids=str
)
def test_at_most_three_pips_go_on_one_throw(choices: dict[str, object]) -> None:
    given(fight("vane")).when(check("vane", ATHLETICS, choosing(**choices))).refused("BD-FATE-2")


@pytest.mark.rule("BD-FATE-2")
def test_toll_rolls_and_damage_of_ones_own_take_fate() -> None:
    spec = given(fight("vane"))
    spec.when(
        Drink(actor="vane", drink="light", choices=RollChoices(fate=2)),
        throws=[fell("vane drink", "8/0", "1/0")],
    )
    assert thrown(spec.events, "drink").net == 2
    spec = duel("vane", newcomer("pryce", armour=20), agenda(clash("vane cutlass", "pryce easy_target")))
    choices = choosing(fate=1, fate_weapon=2, fate_strength=3)
    throws = [fell("vane swordplay", "11/0"), fell("vane weapon", "5/0"), fell("vane strength", "2/0")]
    spec.when(Resolve(choices={"vane": choices}), throws=throws)
    assert [thrown(spec.events, label).net for label in ("swordplay", "weapon", "strength")] == [1, 2, 3]
    assert purse(spec, "vane") == 12 - 6


@pytest.mark.rule("BD-FATE-2")
@pytest.mark.parametrize("fate_timing", ["before", "after"])
def test_dice_thrown_against_one_take_no_fate(fate_timing: str) -> None:
    asking = newcomer("vane", policy={"ask_choices": True})
    spec = given(fight(asking, fate_timing=fate_timing, armour="dice"))
    command = peril("vane", intensity="moderate", avoidance="none", armour_applies=True)
    spec.when(command, throws=[fell("world peril", "3/0"), fell("world armour", "1/0")])
    assert spec.fight.prompts == ()


@pytest.mark.rule("BD-FATE-3")
@pytest.mark.parametrize(("black", "net", "foul"), [(2, 1, False), (3, 0, False), (4, 0, True)])
def test_black_successes_cancel_those_of_fate(black: int, net: int, foul: bool) -> None:
    spec = given(fight("quill"))
    command = check("quill", "dex sneak", choosing(fate=2), difficulty="very_difficult")
    spec.when(command, throws=[fell("quill sneak", "6/1", f"6/{black}")])
    throw = thrown(spec.events, "sneak")
    assert (throw.net, throw.foul, purse(spec, "quill")) == (net, foul, 4)


@pytest.mark.rule("BD-FATE-4", "BD-RUL-13")
def test_fate_is_named_before_the_dice_fall() -> None:
    asking = newcomer("vane", policy={"ask_choices": True})
    spec = given(fight(asking)).when(check("vane", ATHLETICS)).asks("choose", "vane").never(DiceThrown)
    spec.answer({}, throws=[fell("vane athletics", "7/0")]).then(CheckSettled)
    assert spec.fight.prompts == ()


@pytest.mark.rule("BD-FATE-4", "BD-RUL-13")
def test_after_the_faces_fate_is_bought_before_anything_comes_of_them() -> None:
    asking = newcomer("vane", policy={"ask_choices": True})
    spec = given(fight(asking, fate_timing="after"))
    spec.when(check("vane", "wits perception", choosing()), throws=[fell("vane perception", "4/0")])
    spec.asks("choose", "vane").never(CheckSettled)
    spec.answer({"fate": 4}).refused("BD-FATE-2")
    spec.answer({"fate": 2}, speaker=player("vane"))
    spec.then(
        FateSpent(combatant="vane", pips=2, use="perception"),
        SuccessesAdded,
        CheckSettled(combatant="vane", label="perception", net=2, needed=1, passed=True, degree="success"),
    )
    added = next(event for event in spec.events if isinstance(event, SuccessesAdded))
    assert (added.fate, added.raw, added.net, added.degree, added.foul) == (2, 2, 2, "success", False)
    assert purse(spec, "vane") == 10


@pytest.mark.rule("BD-FATE-4", "BD-FATE-2")
def test_after_the_faces_toll_rolls_and_damage_of_ones_own_ask_too() -> None:
    asking = newcomer("vane", policy={"ask_choices": True})
    spec = given(fight(asking, newcomer("pryce", armour=20), fate_timing="after"))
    none = RollChoices()
    spec.when(Drink(actor="vane", drink="light", choices=none), throws=[fell("vane drink", "8/1", "1/0")])
    spec.asks("choose", "vane").answer({"fate": 1}).then(SuccessesAdded)
    assert spec.fight.people["vane"].drunk.step == 0
    spec.given(*round_of("vane", "pryce"), agenda(clash("vane cutlass", "pryce easy_target")))
    spec.when(Resolve(choices={"vane": choosing()}), throws=[fell("vane swordplay", "11/1")])
    spec.answer({}, throws=[fell("vane weapon", "5/0")]).asks("choose", "vane")
    spec.answer({"fate": 2}, throws=[fell("vane strength", "2/0")]).then(
        FateSpent(combatant="vane", pips=2, use="weapon")
    )
    spec.asks("choose", "vane").answer({}).then(DamageCounted)


@pytest.mark.rule("BD-FATE-4", "BD-RUL-13", "BD-SKILL-14")
def test_after_the_faces_only_those_are_asked_who_want_to_be_and_can_pay() -> None:
    spec = given(fight("vane", newcomer("quill", fate=0, policy={"ask_choices": True}), fate_timing="after"))
    spec.when(check("vane", "wits perception"), throws=[fell("vane perception", "4/0")]).then(CheckSettled)
    spec.when(check("quill", "wits perception", choosing()), throws=[fell("quill perception", "7/0")]).then(
        CheckSettled
    )


@pytest.mark.rule("BD-FATE-4", "BD-FATE-14", "BD-RUL-13")
@pytest.mark.parametrize(
    "choices", [{"fate": 1}, {"fate_weapon": 1}, {"fate_strength": 1}, {"injury": {"fate": 1}}], ids=str
)
def test_where_fate_comes_after_the_faces_it_is_not_named_before(choices: dict[str, object]) -> None:
    spec = given(fight("vane", fate_timing="after"))
    spec.when(check("vane", ATHLETICS, choosing(**choices))).refused("BD-FATE-4")


@pytest.mark.rule("BD-FATE-4")
def test_in_a_contest_fate_is_bought_after_both_throws_in_order_of_the_round_and_before_rerolls() -> None:
    asking = {"ask_choices": True, "ask_reroll": True}
    people = (newcomer("quill", policy=asking), newcomer("lark", policy=asking))
    spec = given(fight(*people, fate_timing="after"), *round_of("lark", "quill"))
    active = contender("quill dex sneak", choices=choosing())
    passive = contender("lark wits perception", choices=choosing())
    spec.when(contest(active, passive), throws=[fell("lark perception", "7/1"), fell("quill sneak", "6/1")])
    assert [(prompt.kind, prompt.to) for prompt in spec.fight.prompts] == [("choose", "lark")]
    spec.answer({"fate": 1})
    assert [(prompt.kind, prompt.to) for prompt in spec.fight.prompts] == [("choose", "quill")]
    spec.answer({"fate": 1})
    assert [(prompt.kind, prompt.to) for prompt in spec.fight.prompts] == [("reroll", "lark")]
    spec.answer("no").then(
        ContestDecided(
            active="quill", passive="lark", active_net=2, passive_net=2, winner=None, margin=0, degree="failure"
        )
    )


@pytest.mark.rule("BD-FATE-4", "BD-INIT-6")
@pytest.mark.parametrize("fate_timing", ["before", "after"])
def test_fate_on_initiative_is_named_as_the_round_begins(fate_timing: str) -> None:
    asking = newcomer("vane", policy={"ask_choices": True})
    spec = given(fight(asking, fate_timing=fate_timing))
    spec.when(BeginRound(choices={"vane": RollChoices(fate=2)}), throws=[fell("vane initiative", "6/1")])
    assert thrown(spec.events, "initiative").net == 3
    assert spec.fight.prompts == ()


# BD-FATE-9, BD-FATE-11: pledges


@pytest.mark.rule("BD-FATE-9", "BD-RUL-14")
def test_a_pledge_is_two_pips_for_each_success_taken_when_the_throw_is_made() -> None:
    spec = given(fight("lark", "vane")).when(pledge("lark", "vane", 2), speaker=player("lark"))
    spec.then(FatePledged(helper="lark", beneficiary="vane", successes=2, description="a word of comfort"))
    assert purse(spec, "lark") == 18
    throws = [fell("vane athletics", "7/1", "3/1")]
    spec.when(check("vane", ATHLETICS, difficulty="difficult"), throws=throws)
    spec.then(
        FateSpent(combatant="lark", pips=4, use="pledge", beneficiary="vane"),
        PledgesSettled(combatant="vane"),
        DiceThrown,
    )
    throw = thrown(spec.events, "athletics")
    assert (throw.pledged, throw.fate, throw.successes) == ((PledgeUsed("lark", 2),), 0, 3)
    assert (purse(spec, "lark"), purse(spec, "vane")) == (14, 12)


@pytest.mark.rule("BD-FATE-9")
def test_a_pledge_is_used_up_by_one_throw() -> None:
    spec = given(fight("lark", "vane"), pledge("lark", "vane", 1))
    spec.when(check("vane", ATHLETICS), throws=[fell("vane athletics", "7/1")])
    spec.when(check("vane", ATHLETICS), throws=[fell("vane athletics", "7/1")]).never(FateSpent, PledgesSettled)


@pytest.mark.rule("BD-FATE-9")
def test_a_toll_roll_uses_a_pledge_but_initiative_and_damage_do_not() -> None:
    spec = given(fight("lark", "vane", newcomer("pryce", armour=20)), pledge("lark", "vane", 1))
    spec.when(BeginRound(combatants=("vane",)), throws=[fell("vane initiative", "6/1")]).never(PledgesSettled)
    spec = duel("vane", newcomer("pryce", armour=20), agenda(clash("vane cutlass", "pryce easy_target")))
    spec.given(newcomer("lark"), pledge("lark", "vane", 1))
    throws = [fell("vane swordplay", "11/0"), fell("vane weapon", "5/0"), fell("vane strength", "2/0")]
    spec.when(Resolve(), throws=throws)
    assert [len(thrown(spec.events, label).pledged) for label in ("swordplay", "weapon")] == [1, 0]
    spec = given(fight("lark", "vane"), pledge("lark", "vane", 1))
    spec.when(Drink(actor="vane", drink="light"), throws=[fell("vane drink", "8/0", "1/0")])
    assert thrown(spec.events, "drink").net == 1


@pytest.mark.rule("BD-FATE-9", "BD-RUL-14")
def test_a_pledge_is_for_another_in_the_same_zone_who_still_rolls() -> None:
    spec = given(fight("lark", "vane"))
    spec.when(pledge("lark", "lark", 1)).refused("BD-FATE-9")
    spec.given(Moved(combatant="vane", zone="deck")).when(pledge("lark", "vane", 1)).refused("BD-FATE-9")
    spec.given(Moved(combatant="lark", zone="deck"), Died(combatant="vane")).when(pledge("lark", "vane", 1)).refused(
        "BD-FATE-9"
    )


@pytest.mark.rule("BD-FATE-9")
def test_a_helper_promises_somebody_three_successes_at_most() -> None:
    spec = given(fight("lark", "vane", "quill"), pledge("lark", "vane", 2))
    spec.when(pledge("lark", "vane", 2)).refused("BD-FATE-9")
    spec.when(pledge("lark", "vane", 1)).then(FatePledged)
    spec.when(pledge("lark", "quill", 3)).then(FatePledged)


@pytest.mark.rule("BD-FATE-1", "BD-FATE-9")
def test_the_pips_of_all_pledges_have_to_be_there() -> None:
    spec = given(fight("vane", "lark", newcomer("quill", fate=5)), pledge("quill", "vane", 1))
    spec.when(pledge("quill", "lark", 2)).refused("BD-FATE-1")
    spec.when(pledge("quill", "lark", 1)).then(FatePledged)


@pytest.mark.rule("BD-FATE-9")
def test_what_a_helper_can_no_longer_pay_does_not_count() -> None:
    spec = given(fight("lark", "vane"), pledge("lark", "vane", 3), GrantFate(combatant="lark", pips=-15))
    spec.when(check("vane", ATHLETICS), throws=[fell("vane athletics", "7/1")])
    assert thrown(spec.events, "athletics").pledged == (PledgeUsed("lark", 1),)
    assert purse(spec, "lark") == 1


@pytest.mark.rule("BD-FATE-9")
def test_in_a_round_a_pledge_is_for_this_round() -> None:
    spec = given(fight("lark", "vane"), *round_of("lark", "vane"), pledge("lark", "vane", 2), agenda())
    spec.when(EndRound()).then(PledgesSettled(combatant="vane", lapsed=True)).never(FateSpent)
    spec.when(check("vane", ATHLETICS), throws=[fell("vane athletics", "7/1")]).never(FateSpent)


@pytest.mark.rule("BD-FATE-11", "BD-RUL-14")
@pytest.mark.parametrize(
    ("cap", "own", "first", "second", "used", "successes"),
    [
        ("per_roll", 2, 2, 3, (("lark", 1),), 3),
        ("per_roll", 0, 2, 3, (("lark", 2), ("quill", 1)), 3),
        ("per_roll", 3, 2, 3, (), 3),
        ("per_spender", 2, 2, 3, (("lark", 2), ("quill", 3)), 7),
    ],
)
def test_three_fate_successes_are_on_one_throw_ones_own_first_then_pledges_in_order(
    cap: str, own: int, first: int, second: int, used: tuple[tuple[str, int], ...], successes: int
) -> None:
    spec = given(fight("lark", newcomer("quill", fate=12), "vane", fate_cap=cap))
    spec.given(pledge("lark", "vane", first), pledge("quill", "vane", second))
    spec.when(check("vane", ATHLETICS, choosing(fate=own)), throws=[fell("vane athletics", "7/0")])
    throw = thrown(spec.events, "athletics")
    assert (throw.pledged, throw.successes) == (tuple(PledgeUsed(*one) for one in used), successes)
    charged = dict(used)
    assert purse(spec, "lark") == 18 - 2 * charged.get("lark", 0)
    assert purse(spec, "quill") == 12 - 2 * charged.get("quill", 0)
    assert purse(spec, "vane") == 12 - own


@pytest.mark.rule("BD-FATE-11", "BD-RUL-14", "BD-FATE-2")
@pytest.mark.parametrize(("cap", "room"), [("per_roll", 1), ("per_spender", 3)])
def test_after_the_faces_pledges_leave_less_room_unless_each_purse_has_its_own(cap: str, room: int) -> None:
    asking = newcomer("vane", policy={"ask_choices": True})
    spec = given(fight("lark", asking, fate_timing="after", fate_cap=cap), pledge("lark", "vane", 2))
    spec.when(check("vane", ATHLETICS, choosing()), throws=[fell("vane athletics", "7/0")])
    assert spec.fight.prompts[0].about["most"] == room
    spec.answer({"fate": room + 1}).refused("BD-FATE-2")
    spec.answer({"fate": room}).then(FateSpent(combatant="vane", pips=room, use="athletics"))


@pytest.mark.rule("BD-FATE-11", "BD-RUL-14")
def test_a_throw_that_is_full_of_pledges_asks_nobody_for_more() -> None:
    asking = newcomer("vane", policy={"ask_choices": True})
    spec = given(fight("lark", asking, fate_timing="after"), pledge("lark", "vane", 3))
    spec.when(check("vane", ATHLETICS, choosing()), throws=[fell("vane athletics", "7/0")]).then(CheckSettled)


# BD-FATE-12 to BD-FATE-14


@pytest.mark.rule("BD-FATE-12")
@pytest.mark.parametrize(
    "event",
    [FellUnconscious(combatant="lark", reason="wounds"), BeganDying(combatant="lark", rounds=3)],
    ids=lambda e: e.type,
)
def test_the_player_spends_also_while_the_character_lies_there(event: Event) -> None:
    spec = given(fight("lark", "vane"), event).when(pledge("lark", "vane", 1)).then(FatePledged)
    spec.when(check("vane", ATHLETICS), throws=[fell("vane athletics", "7/0")])
    assert purse(spec, "lark") == 16


@pytest.mark.rule("BD-FATE-12")
def test_the_dead_spend_nothing() -> None:
    spec = given(fight("lark", "vane"), pledge("lark", "vane", 1), Died(combatant="lark"))
    spec.when(pledge("lark", "vane", 1)).refused("BD-FATE-12")
    spec.when(ChangeStory(actor="lark", description="it was a dream")).refused("BD-FATE-12")
    spec.when(check("vane", ATHLETICS), throws=[fell("vane athletics", "7/0")]).never(FateSpent)


@pytest.mark.rule("BD-FATE-13")
def test_non_players_spend_at_the_same_price() -> None:
    spec = given(fight(newcomer("pryce", fate=6), newcomer("t1", fate=4)))
    spec.when(check("pryce", ATHLETICS, choosing(fate=2)), throws=[fell("pryce athletics", "2/0")])
    assert (thrown(spec.events, "athletics").net, purse(spec, "pryce")) == (2, 4)
    spec.given(pledge("t1", "pryce", 2)).when(check("pryce", ATHLETICS), throws=[fell("pryce athletics", "2/0")])
    assert purse(spec, "t1") == 0


@pytest.mark.rule("BD-FATE-13", "BD-RUL-13")
@pytest.mark.parametrize("timing", ["before", "after"])
def test_non_players_who_want_to_be_asked_choose_before_the_dice_or_after_them(timing: str) -> None:
    spec = given(fight(newcomer("pryce", fate=3, policy={"ask_choices": True}), fate_timing=timing))
    throw = [fell("pryce wits", "1/0")]
    spec.when(check("pryce", "wits"), throws=throw if timing == "after" else []).asks("choose", "pryce")
    spec.answer({"fate": 2}, throws=throw if timing == "before" else [])
    spec.then(FateSpent(combatant="pryce", pips=2, use="wits"), CheckSettled)
    assert next(event for event in spec.events if isinstance(event, CheckSettled)).net == 2


@pytest.mark.rule("BD-FATE-14")
@pytest.mark.parametrize(
    ("choices", "rule"),
    [({"fate": 3}, "BD-FATE-1"), ({"trade": 4}, "BD-GUAR-1"), ({"common": 1}, "BD-COMM-1")],
    ids=str,
)
def test_too_much_for_the_main_throw_refuses_the_command(choices: dict[str, int], rule: str) -> None:
    spec = duel(newcomer("vane", fate=2), "pryce", agenda(clash("vane cutlass", "pryce easy_target")))
    spec.when(Resolve(choices={"vane": choosing(**choices)})).refused(rule)


@pytest.mark.rule("BD-FATE-14")
def test_what_is_named_for_a_later_throw_is_cut_down_to_the_purse() -> None:
    foe = newcomer("pryce", armour=20)
    spec = duel(newcomer("vane", fate=2), foe, agenda(clash("vane cutlass", "pryce easy_target")))
    throws = [fell("vane swordplay", "11/0"), fell("vane weapon", "5/1"), fell("vane strength", "2/0")]
    spec.when(Resolve(choices={"vane": choosing(fate=1, fate_weapon=3, fate_strength=1)}), throws=throws)
    assert [thrown(spec.events, label).fate for label in ("swordplay", "weapon", "strength")] == [1, 1, 0]
    assert purse(spec, "vane") == 0


@pytest.mark.rule("BD-FATE-14")
def test_a_throw_that_does_not_come_costs_nothing() -> None:
    spec = duel("vane", "pryce", agenda(clash("vane cutlass", "pryce easy_target")))
    choices = choosing(fate_weapon=3, fate_strength=3, injury={"fate": 3})
    spec.when(Resolve(choices={"vane": choices}), throws=[fell("vane swordplay", "11/0")]).never(FateSpent)


@pytest.mark.rule("BD-FATE-14")
def test_choices_for_both_sides_of_a_contest_are_checked_before_any_die_falls() -> None:
    spec = given(fight("quill", plain("poor")))
    active = contender("quill dex sneak", choices=choosing(fate=1))
    passive = contender("poor wits perception", choices=choosing(fate=1))
    spec.when(contest(active, passive)).refused("BD-FATE-1")
    assert spec.refusal is not None
    assert spec.refusal.field == "command.passive.choices.fate"


@pytest.mark.rule("BD-FATE-1", "BD-FATE-14")
def test_a_refusal_names_the_choice_where_the_command_has_it() -> None:
    poor = newcomer("vane", fate=1, normal=17)
    too_much = choosing(fate=2)
    begin = BeginRound(choices={"vane": RollChoices(fate=2)})
    shot = SurpriseAttack(actor="vane", target="pryce", weapon="revolver", choices=too_much)
    blow = StrikeObject(actor="vane", object="glass", weapon="cutlass", choices=too_much)
    spec = given(fight(poor, newcomer("pryce"), newcomer("glass")))
    spec.given(Awareness(combatant="pryce", unaware_of=("vane",)))
    for command, field in ((begin, "choices.vane"), (shot, "choices"), (blow, "choices")):
        spec.when(command).refused("BD-FATE-1")
        assert spec.refusal is not None
        assert spec.refusal.field == f"command.{field}.fate"
    spec.given(*round_of("vane", "pryce"), agenda(clash("vane cutlass", "pryce easy_target")))
    spec.when(Resolve(choices={"vane": too_much})).refused("BD-FATE-1")
    assert spec.refusal is not None
    assert spec.refusal.field == "command.choices.vane.fate"
    spec.given(agenda()).when(EndRound(choices={"vane": Staying(fate=2)})).refused("BD-FATE-1")
    assert spec.refusal is not None
    assert spec.refusal.field == "command.choices.vane.fate"
