"""Those who see nothing coming (BD-RNG-7, BD-RNG-16)."""

from typing import Any

import pytest

from domain.rulesets.black_dice.chapters.attacks.aiming import Aimed, AimLost
from domain.rulesets.black_dice.chapters.attacks.exchanges import ExchangeDecided
from domain.rulesets.black_dice.chapters.attacks.places import CameClose
from domain.rulesets.black_dice.chapters.attacks.surprise import SurpriseAttack, Surprised
from domain.rulesets.black_dice.chapters.attacks.weapons_in_hand import Readied
from domain.rulesets.black_dice.chapters.narrator.placing import Awareness, AwarenessSet, Place
from domain.rulesets.black_dice.chapters.rounds.agenda import Resolve
from domain.rulesets.black_dice.chapters.rounds.declarations import Disengaged
from domain.rulesets.black_dice.chapters.rounds.rounds import BeginRound, EndRound
from domain.rulesets.black_dice.chapters.wounds.consciousness import FellUnconscious
from domain.rulesets.black_dice.chapters.wounds.damage import DamageCounted
from domain.rulesets.black_dice.chapters.wounds.deathbed import Died
from domain.rulesets.black_dice.parts import Choices
from tests.rules.black_dice.builders import SWORD, agenda, clash, fell, strikes, waits
from tests.rules.black_dice.specification import Specification, fight, given, newcomer, round_of

# BD-RNG-7, BD-RNG-16: the unaware


def ambush(**options: Any) -> Specification:
    """Quill in the dark, with a sword at hand, and the sergeant who knows nothing."""
    quill = newcomer("quill", weapons=[{"id": "rifle"}, SWORD], ready=["rifle"])
    return given(fight(quill, "pryce", "vane", **options), Awareness(combatant="pryce", unaware_of=("quill", "vane")))


SHOT = SurpriseAttack(actor="quill", target="pryce", weapon="rifle")


@pytest.mark.rule("BD-RNG-7", "BD-RUL-34", "BD-ATK-6")
def test_a_surprise_attack_meets_no_defence_and_makes_aware() -> None:
    spec = ambush().when(SHOT, throws=["quill rifle W9[1,6,2,3,4,5,2,3,4]=2", "quill weapon W8[1,6,2,3,4,5,2,3]=2"])
    spec.then(
        Surprised(attacker="quill", target="pryce"),
        AwarenessSet(combatant="pryce", unaware_of=("vane",)),
        ExchangeDecided,
        DamageCounted(
            combatant="pryce",
            terms=(("degrees", 2), ("weapon", 2), ("armour", -2)),
            points=2,
            mark="normal",
            source="quill",
        ),
    )
    decided = next(event for event in spec.events if isinstance(event, ExchangeDecided))
    assert (decided.nets, decided.margin, decided.hits, decided.fought) == ((2, 0), 2, ("quill",), ("quill",))
    spec.follows(AwarenessSet, Surprised)
    spec.when(SHOT).refused("BD-RNG-7")


@pytest.mark.rule("BD-RNG-7")
def test_who_has_declared_to_attack_somebody_sees_it() -> None:
    spec = ambush().given(*round_of("pryce", "quill"), strikes("pryce", "quill truncheon"))
    spec.when(SHOT).refused("BD-RNG-7")


@pytest.mark.rule("BD-RNG-7", "BD-RUL-34")
def test_there_is_one_surprise_attack_until_a_round_ends() -> None:
    again = Awareness(combatant="pryce", unaware_of=("quill",))
    spec = ambush().when(SHOT, throws=[fell("quill rifle", "9/0")]).given(again)
    spec.when(SHOT).refused("BD-RNG-7")
    spec.given(BeginRound(combatants=("vane",)))
    spec.when(SHOT).refused("BD-RNG-7")
    spec.given(waits("vane"), EndRound())
    spec.when(SHOT, throws=[fell("quill rifle", "9/0")]).then(Surprised)


@pytest.mark.rule("BD-RNG-7", "BD-RUL-34")
def test_a_surprise_attack_comes_before_all_have_declared_and_costs_no_action() -> None:
    spec = ambush().given(*round_of("quill", "pryce"))
    spec.when(SHOT, throws=[fell("quill rifle", "9/0")]).then(ExchangeDecided)
    spec.when(strikes("quill", "pryce rifle")).then()
    spec.given(Awareness(combatant="quill", unaware_of=("vane",)), waits("pryce"))
    spec.when(SurpriseAttack(actor="vane", target="quill", weapon="revolver")).refused(None)
    spec.answer({"replies": [{"attacker": "quill", "does": "easy_target"}]})
    spec.when(SurpriseAttack(actor="vane", target="quill", weapon="revolver")).refused("BD-RNG-7")


@pytest.mark.rule("BD-RNG-7", "BD-MOD-6", "BD-MOD-2")
def test_aim_and_other_modifiers_hold_for_it() -> None:
    spec = ambush().given(
        Aimed(combatant="quill", weapon="rifle", target="pryce", rounds=2), Place(combatant="pryce", prone=True)
    )
    spec.when(SHOT, throws=[fell("quill rifle", "11/0", "3/0")]).then(AimLost)
    spec = ambush()
    vane = SurpriseAttack(actor="vane", target="pryce", weapon="revolver")
    spec.when(vane, throws=[fell("vane pistol", "5/0")]).then(
        Readied(combatant="vane", weapons=("cutlass", "revolver"))
    )


@pytest.mark.rule("BD-RNG-7", "BD-RUL-34")
def test_melee_weapons_surprise_only_where_the_table_wants_it() -> None:
    blow = SurpriseAttack(actor="quill", target="pryce", weapon="sword")
    ambush().when(blow).refused("BD-RNG-7")
    spec = ambush(surprise="any").when(blow, throws=[fell("quill swordplay", "1/0")])
    spec.then(CameClose(combatant="quill", other="pryce"), ExchangeDecided)


@pytest.mark.rule("BD-RNG-7", "BD-WHO-12", "BD-SKILL-13", "BD-WHO-1")
def test_a_surprise_attack_needs_an_attacker_and_a_target_that_can_be_hit() -> None:
    aware = ambush().given(Awareness(combatant="pryce")).when(SHOT).refused("BD-RNG-7")
    assert aware.refusal is not None
    assert aware.refusal.field == "command.target"
    ambush().given(Died(combatant="pryce")).when(SHOT).refused("BD-WHO-12")
    ambush().given(FellUnconscious(combatant="quill", reason="wounds")).when(SHOT).refused("BD-SKILL-13")
    far = ambush(surprise="any").given(Place(combatant="pryce", zone="roof"))
    far.when(SurpriseAttack(actor="quill", target="pryce", weapon="sword")).refused("BD-WHO-1")
    ambush().when(SurpriseAttack(actor="quill", target="pryce", weapon="bow")).refused(None, code="invalid")
    ambush().when(SurpriseAttack(actor="quill", target="quill", weapon="rifle")).refused("BD-RNG-7")


@pytest.mark.rule("BD-RNG-7", "BD-SKILL-6")
def test_nobody_surprises_with_a_skill_that_it_may_not_roll() -> None:
    blow = SurpriseAttack(actor="quill", target="pryce", weapon="sword")
    spec = ambush(surprise="any", untrained="common_only").when(blow).refused("BD-SKILL-6")
    spec.when(SHOT, throws=[fell("quill rifle", "9/0")]).then(ExchangeDecided)


@pytest.mark.rule("BD-WHO-10", "BD-RUL-34")
def test_who_has_disengaged_is_not_surprised_in_melee() -> None:
    spec = ambush(surprise="any").given(*round_of("pryce", "quill"), Disengaged(combatant="pryce"))
    spec.when(SurpriseAttack(actor="quill", target="pryce", weapon="sword")).refused("BD-WHO-10")
    spec.when(SHOT, throws=[fell("quill rifle", "9/0")]).then(ExchangeDecided)


@pytest.mark.rule("BD-RNG-7", "BD-FATE-14")
def test_choices_go_into_a_surprise_attack() -> None:
    shot = SHOT.model_copy(update={"choices": Choices(trade=3)})
    spec = ambush().when(shot, throws=[fell("quill weapon", "8/0")])
    spec.then(
        DamageCounted(
            combatant="pryce", terms=(("degrees", 3), ("armour", -2)), points=1, mark="normal", source="quill"
        )
    )


@pytest.mark.rule("BD-RNG-16")
@pytest.mark.parametrize("answer", ["pryce dodge", "pryce full_dodge", "pryce easy_target"])
def test_a_declared_shot_at_the_unaware_meets_no_defence_and_makes_aware(answer: str) -> None:
    spec = ambush().given(*round_of("quill", "pryce"), agenda(clash("quill rifle", answer)))
    spec.when(Resolve(), throws=[fell("quill rifle", "11/0")])
    spec.then(
        AwarenessSet(combatant="pryce", unaware_of=("vane",)),
        ExchangeDecided(
            exchange="quill-pryce",
            combatants=("quill", "pryce"),
            nets=(0, 0),
            margin=0,
            winner=None,
            hits=(),
            fought=("quill",),
        ),
    )


@pytest.mark.rule("BD-RNG-16", "BD-RNG-10")
def test_who_attacks_is_not_helpless_whatever_it_was_told_to_be_aware_of() -> None:
    spec = ambush().given(*round_of("quill", "pryce"), CameClose(combatant="pryce", other="quill"))
    spec.given(agenda(clash("quill rifle", "pryce truncheon")))
    spec.when(Resolve(), throws=[fell("quill rifle", "11/0"), fell("pryce bludgeon", "6/0")]).then(ExchangeDecided)


@pytest.mark.rule("BD-RNG-16", "BD-RUL-34")
@pytest.mark.parametrize(("surprise", "dodges"), [("ranged", True), ("any", False)])
def test_a_declared_blow_at_the_unaware_is_answered_unless_any_attack_surprises(surprise: str, dodges: bool) -> None:
    spec = ambush(surprise=surprise).given(*round_of("quill", "pryce"))
    spec.given(agenda(clash("quill sword", "pryce full_dodge")))
    spec.when(
        Resolve(), throws=[fell("quill swordplay", "3/0"), *([fell("pryce full_dodge", "4/0")] if dodges else [])]
    )
    spec.then(AwarenessSet(combatant="pryce", unaware_of=("vane",)), ExchangeDecided)


@pytest.mark.rule("BD-RNG-16")
def test_the_unaware_are_not_asked_how_they_meet_a_shot() -> None:
    spec = ambush().given(*round_of("quill", "pryce"), strikes("quill", "pryce rifle"), waits("pryce"))
    assert not spec.fight.prompts
    spec.when(Resolve(), throws=[fell("quill rifle", "11/0")]).then(ExchangeDecided)
