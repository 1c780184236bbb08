"""Aiming: whole rounds of it, and what breaks them (BD-MOD-6, BD-RUL-60)."""

import pytest

from domain.rulesets.black_dice.chapters.attacks.aiming import Aimed, AimLost
from domain.rulesets.black_dice.chapters.attacks.places import Moved
from domain.rulesets.black_dice.chapters.attacks.surprise import SurpriseAttack
from domain.rulesets.black_dice.chapters.attacks.void_attacks import ItemLost
from domain.rulesets.black_dice.chapters.attacks.weapons_in_hand import Readied
from domain.rulesets.black_dice.chapters.dice.casts import DiceThrown
from domain.rulesets.black_dice.chapters.narrator.placing import Awareness, Distance, Place
from domain.rulesets.black_dice.chapters.perils.perils import Peril
from domain.rulesets.black_dice.chapters.rounds.agenda import Resolve
from domain.rulesets.black_dice.chapters.rounds.declarations import Aiming, Declare, Going, PostureTaken
from domain.rulesets.black_dice.chapters.rounds.responses import AgendaSet
from domain.rulesets.black_dice.chapters.rounds.rounds import EndRound, RoundEnded
from domain.rulesets.black_dice.chapters.wounds.consciousness import FellUnconscious
from domain.rulesets.black_dice.chapters.wounds.harm import HealthLost
from tests.rules.black_dice.builders import strikes, waits
from tests.rules.black_dice.specification import Specification, Step, fight, given, newcomer, round_of

AIM = Declare(actor="quill", aim=Aiming(weapon="rifle", target="pryce"))
RIFLE_ROLL = 9  # DEX 3 and rifle 6, without initiative


def rounds(count: int, *more: Step, first: int = 1) -> tuple[Step, ...]:
    """So many rounds in which quill aims at pryce and nothing else happens."""
    steps: list[Step] = []
    for number in range(first, first + count):
        steps += [*round_of("pryce", "quill", number=number), waits("pryce"), AIM, Resolve(), EndRound()]
    return (*steps, *more)


def aims(count: int, *more: Step) -> Specification:
    """After so many whole rounds of aiming."""
    archer = newcomer("quill", weapons=[{"id": "rifle"}, {"id": "derringer"}, {"id": "bow"}])
    return given(fight("pryce", archer, "t1"), *rounds(count), *more)


def aimed_rounds(spec: Specification) -> int:
    aim = spec.fight.people["quill"].aim
    return aim.rounds if aim is not None else 0


def dice(spec: Specification) -> list[int]:
    return [event.pool for event in spec.events if isinstance(event, DiceThrown) and event.label == "rifle"]


@pytest.mark.rule("BD-MOD-6", "BD-RUL-60")
@pytest.mark.parametrize(("count", "bonus"), [(0, 0), (1, 1), (2, 2), (3, 3), (4, 3)])
def test_each_whole_round_of_aiming_is_a_die_up_to_three(count: int, bonus: int) -> None:
    spec = aims(count)
    assert aimed_rounds(spec) == bonus
    spec.given(*round_of("pryce", "quill", number=9), waits("pryce"))
    spec.when(strikes("quill", "pryce rifle"), "pryce: easy_target quill").then(AgendaSet)
    pool = RIFLE_ROLL + bonus
    spec.when(Resolve(), throws=[f"quill rifle W{pool}[{','.join('3' * pool)}]=0"])
    if count:
        spec.then(DiceThrown, AimLost(combatant="quill", reason="attacked"))
    assert aimed_rounds(spec) == 0


@pytest.mark.rule("BD-MOD-6")
def test_a_round_of_aiming_counts_when_it_is_carried_out() -> None:
    spec = aims(0, *round_of("pryce", "quill"), waits("pryce")).when(AIM).never(Aimed)
    spec.when(Resolve()).then(Aimed(combatant="quill", weapon="rifle", target="pryce", rounds=1))
    spec.when(EndRound()).never(AimLost)
    assert aimed_rounds(spec) == 1


@pytest.mark.rule("BD-INIT-12", "BD-MOD-6")
def test_lying_down_costs_no_aim() -> None:
    spec = aims(1, *round_of("pryce", "quill", number=2), waits("pryce"))
    spec.when(AIM.model_copy(update={"posture": "prone"})).then(PostureTaken(combatant="quill", posture="prone")).never(
        AimLost
    )
    spec.when(Resolve()).then(Aimed(combatant="quill", weapon="rifle", target="pryce", rounds=2))


@pytest.mark.rule("BD-MOD-6", "BD-ROUND-8", "BD-RUL-60")
def test_a_round_without_aiming_loses_the_aim() -> None:
    spec = aims(2, *round_of("pryce", "quill", number=3), waits("pryce"), waits("quill"))
    spec.when(EndRound()).then(AimLost(combatant="quill", reason="not_kept_up"), RoundEnded)
    absent = aims(2, *round_of("pryce", number=3), waits("pryce"))
    absent.when(EndRound()).then(AimLost(combatant="quill", reason="not_kept_up"))


@pytest.mark.rule("BD-MOD-6")
@pytest.mark.parametrize("aim", [Aiming(weapon="rifle", target="t1"), Aiming(weapon="bow", target="pryce")])
def test_another_target_or_weapon_begins_again(aim: Aiming) -> None:
    spec = aims(
        2,
        Readied(combatant="quill", weapons=("rifle", "bow")),
        *round_of("quill", number=3),
        Declare(actor="quill", aim=aim),
    )
    spec.when(Resolve()).then(Aimed(combatant="quill", weapon=aim.weapon, target=aim.target, rounds=1))


@pytest.mark.rule("BD-MOD-6", "BD-RUL-60")
@pytest.mark.parametrize(
    ("deed", "throws", "reason"),
    [
        (Declare(actor="quill", ready=("derringer",)), [], "readied"),
        (Declare(actor="quill", move=Going(close_to="t1")), [], "moved"),
        (strikes("quill", "t1 rifle"), ["quill rifle W9[3,3,3,3,3,3,3,3,3]=0"], "attacked"),
        (strikes("quill", "pryce derringer"), ["quill pistol W5[3,3,3,3,3]=0"], "attacked"),
    ],
)
def test_readying_moving_and_attacking_lose_an_aim(deed: Declare, throws: list[str], reason: str) -> None:
    spec = aims(2, *round_of("quill", number=3), deed)
    spec.when(Resolve(), throws=throws).then(AimLost(combatant="quill", reason=reason))
    assert aimed_rounds(spec) == 0


@pytest.mark.rule("BD-MOD-6", "BD-RUL-60")
@pytest.mark.parametrize(("answer", "third"), [("dodge", 0), ("easy_target", 3)])
@pytest.mark.parametrize("order", [("t1", "quill"), ("quill", "t1")])
def test_a_missile_dodged_breaks_the_round_whatever_comes_first(
    answer: str, third: int, order: tuple[str, str]
) -> None:
    gunner = newcomer("t1", weapons=[{"id": "derringer"}], ready=["derringer"], skills={"pistol": 0})
    spec = given(fight("pryce", "quill", gunner), *rounds(2))
    spec.given(*round_of(*order, number=3))
    for name in order:
        command = AIM if name == "quill" else strikes("t1", "quill derringer")
        spec.when(command, *([f"quill: {answer} t1"] if name == order[1] else [])).then()
    shot = {
        "dodge": ["quill dodge W7[1,1,1,3,3,3,3]=3", "t1 pistol W1[3]=0"],
        "easy_target": ["t1 pistol W1[3]=0"],
    }[answer]
    if order[0] == "t1":
        shot = ["t1 pistol W3[3,3,3]=0" if "t1" in throw else throw for throw in reversed(shot)]
    resolved = [shot, []] if order[0] == "t1" else [[], shot]
    for throws in resolved:
        spec.when(Resolve(), throws=throws).then()
    spec.when(EndRound()).then(RoundEnded)
    assert aimed_rounds(spec) == third


@pytest.mark.rule("BD-MOD-6", "BD-RUL-60")
@pytest.mark.parametrize("before", [True, False])
def test_damage_breaks_the_round_before_its_item_and_after(before: bool) -> None:
    hurt = Peril(victims=("quill",), intensity="minor", dice=1, avoidance="none")
    spec = aims(2, *round_of("quill", number=3), AIM)
    if before:
        spec.when(hurt, throws=["world W1[1]=1"]).then(HealthLost, AimLost(combatant="quill", reason="damage"))
        spec.when(Resolve()).then(ItemLost(combatant="quill", deed="aim", reason="disturbed")).never(Aimed)
    else:
        spec.when(Resolve()).then(Aimed(combatant="quill", weapon="rifle", target="pryce", rounds=3))
        spec.when(hurt, throws=["world W1[1]=1"]).then(HealthLost, AimLost(combatant="quill", reason="damage"))
    spec.when(EndRound()).then(RoundEnded)
    assert aimed_rounds(spec) == 0


@pytest.mark.rule("BD-MOD-6")
def test_the_first_round_of_an_aim_is_lost_once_however_often_it_is_disturbed() -> None:
    hurt = Peril(victims=("quill",), intensity="minor", dice=1, avoidance="none")
    spec = aims(0, *round_of("quill"), AIM)
    spec.when(hurt, throws=["world W1[1]=1"]).then(HealthLost, AimLost(combatant="quill", reason="damage"))
    spec.when(hurt, throws=["world W1[1]=1"]).then(HealthLost).never(AimLost)
    spec.when(Resolve()).then(ItemLost(combatant="quill", deed="aim", reason="disturbed"))


@pytest.mark.rule("BD-MOD-6", "BD-RUL-60")
def test_damage_before_one_declares_breaks_the_round_too() -> None:
    hurt = Peril(victims=("quill",), intensity="minor", dice=1, avoidance="none")
    spec = aims(0, *round_of("quill")).when(hurt, throws=["world W1[1]=1"]).never(AimLost)
    spec.given(AIM).when(Resolve()).then(ItemLost(combatant="quill", deed="aim", reason="disturbed")).never(Aimed)
    healthy = aims(0, *round_of("quill")).when(hurt, throws=["world W1[3]=0"])
    healthy.given(AIM).when(Resolve()).then(Aimed)


@pytest.mark.rule("BD-MOD-6", "BD-RUL-60")
def test_a_surprise_attack_before_one_declares_breaks_the_round() -> None:
    unseen = Awareness(combatant="t1", unaware_of=("quill",))
    spec = aims(0, unseen, *round_of("quill"))
    shot = SurpriseAttack(actor="quill", target="t1", weapon="rifle")
    spec.when(shot, throws=["quill rifle W9[3,3,3,3,3,3,3,3,3]=0"])
    spec.given(AIM).when(Resolve()).then(ItemLost(combatant="quill", deed="aim", reason="disturbed")).never(Aimed)


@pytest.mark.rule("BD-MOD-6", "BD-GREY-7")
def test_who_falls_unconscious_aims_no_more() -> None:
    spec = aims(2, FellUnconscious(combatant="quill", reason="wounds"))
    assert aimed_rounds(spec) == 0


@pytest.mark.rule("BD-MOD-6")
def test_a_weapon_that_is_dropped_is_not_aimed() -> None:
    spec = aims(1, *round_of("quill", number=2), AIM, Readied(combatant="quill", weapons=()))
    spec.when(Resolve()).then(ItemLost(combatant="quill", deed="aim", reason="weapon_not_ready")).never(Aimed)


@pytest.mark.rule("BD-MOD-6", "BD-RUL-60")
def test_being_moved_loses_an_aim() -> None:
    deck = Distance(zones=("here", "deck"), feet=15)
    spec = aims(2, deck).when(Place(combatant="quill", zone="deck"))
    spec.then(Moved(combatant="quill", zone="deck", placed=True), AimLost(combatant="quill", reason="moved"))
    assert aimed_rounds(spec) == 0


def test_who_has_no_aim_loses_none() -> None:
    deck = Distance(zones=("here", "deck"), feet=15)
    aims(0, deck).when(Place(combatant="quill", zone="deck")).then(Moved).never(AimLost)
    spec = aims(0, *round_of("quill"), Declare(actor="quill", ready=()))
    spec.when(Resolve()).then(Readied(combatant="quill", weapons=())).never(AimLost)
