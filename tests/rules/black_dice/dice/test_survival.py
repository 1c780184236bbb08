"""The roll to stay alive that a narrator calls: Fortitude and Resolve together (BD-RUL-44)."""

import pytest

from domain.model.speaker import NARRATOR
from domain.rulesets.black_dice.chapters.dice.casts import DiceThrown
from domain.rulesets.black_dice.chapters.dice.checks import CheckSettled
from domain.rulesets.black_dice.chapters.dice.fate import FateSpent
from domain.rulesets.black_dice.chapters.narrator.calls import Check
from tests.rules.black_dice.specification import fight, given, newcomer

LIVE = Check(combatant="vane", stat="fortitude", with_stat="resolve", difficulty="difficult")


@pytest.mark.rule("BD-RUL-44", "BD-SKILL-11")
def test_it_is_a_toll_roll_of_both_stats_which_wounds_do_not_touch() -> None:
    hurt = given(fight(newcomer("vane", normal=18, fate=0)))
    assert hurt.fight.people["vane"].wound_penalty == 2
    spec = hurt.when(LIVE, throws=["vane survival W6[1,6,2,3,4,5]=2 B3[1,2,3]=1"])
    (settled,) = (event for event in spec.events if isinstance(event, CheckSettled))
    assert (settled.net, settled.passed) == (1, True)


@pytest.mark.rule("BD-RUL-44", "BD-FATE-6")
def test_a_pip_makes_it_sure_without_dice() -> None:
    spec = given(fight("vane")).when(LIVE, "vane: ensure_success yes").then(FateSpent, CheckSettled).never(DiceThrown)
    assert spec.fight.people["vane"].fate == 11


@pytest.mark.rule("BD-RUL-44")
def test_its_difficulty_and_the_narrators_dice_count() -> None:
    easy = LIVE.model_copy(update={"difficulty": "easy", "bonus": 2, "penalty": 1, "black": 1, "needed": 2})
    throws = ["vane survival W12[1,6,2,3,4,5,2,3,4,5,2,3]=2 B1[2]=0"]
    spec = given(fight(newcomer("vane", fate=0))).when(easy, throws=throws)
    (thrown,) = (event for event in spec.events if isinstance(event, DiceThrown))
    assert (thrown.pool, thrown.black_terms) == (12, (("narrator", 1),))
    (settled,) = (event for event in spec.events if isinstance(event, CheckSettled))
    assert settled.needed == 2


@pytest.mark.rule("BD-RUL-12", "BD-RUL-44")
def test_with_a_pool_below_0_nothing_is_thrown_and_nothing_traded() -> None:
    hopeless = LIVE.model_copy(update={"difficulty": "average", "penalty": 12})
    spec = given(fight(newcomer("vane", fate=0))).when(hopeless)
    (thrown,) = (event for event in spec.events if isinstance(event, DiceThrown))
    assert (thrown.pool, thrown.traded, thrown.raw) == (0, 0, 0)


@pytest.mark.rule("BD-RUL-44")
@pytest.mark.parametrize(
    "other", [{"stat": "wits"}, {"skill": "dodge"}, {"with_stat": "fortitude"}, {"complementary": ("dodge",)}]
)
def test_no_other_two_stats_are_rolled_together(other: dict[str, object]) -> None:
    given(fight("vane")).when(LIVE.model_copy(update=other), speaker=NARRATOR).refused("BD-RUL-44")
