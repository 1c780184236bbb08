"""The sentences of Century that a table hears most, word for word; that every event has one is a law."""

from typing import Any

import pytest

from domain.core.events import PromptLapsed
from domain.model.speaker import NARRATOR
from domain.rulesets.century import CENTURY
from domain.rulesets.century.chapters.attack.defences import Defended
from domain.rulesets.century.chapters.attack.legal_attacks import AttackCalled
from domain.rulesets.century.chapters.conditions.care import Stabilize, UseStimpak
from domain.rulesets.century.chapters.conditions.conditions import ClearCondition, SetCondition, Surprise
from domain.rulesets.century.chapters.conditions.downed import HpLost, SetDowned
from domain.rulesets.century.chapters.conditions.inflicted_damage import InflictDamage
from domain.rulesets.century.chapters.movement.moving import Move
from domain.rulesets.century.chapters.movement.positions import SetPosition
from domain.rulesets.century.chapters.movement.turning import Turn
from domain.rulesets.century.chapters.movement.vehicles import ControlCheck
from domain.rulesets.century.chapters.narrator.attitudes import NpcReaction
from domain.rulesets.century.chapters.narrator.other_actions import OtherAction
from domain.rulesets.century.chapters.narrator.scene import SetScene
from domain.rulesets.century.chapters.rolls.attempts import Attempt
from domain.rulesets.century.chapters.round.deferred_effects import EffectHeld
from domain.rulesets.century.chapters.round.ending import EndCombat, LeaveField
from domain.rulesets.century.chapters.round.initiative import BeginRound, RoundModifier
from domain.rulesets.century.chapters.round.slots import FinishRound
from domain.rulesets.century.parts import ConsequenceSheet, PointSheet, SprayPart
from domain.rulesets.century.said import shot_named
from domain.rulesets.century.state import DefenceCalled, Held, Turning
from domain.text.phrases import Names, recipient_key
from tests.rules.century.builders import (
    FATE,
    FLAK,
    RAPIER,
    at,
    at_the_wheel,
    behind,
    custom,
    drive,
    end,
    finishes,
    found,
    modifier,
    skirmish,
    steer,
    way,
)
from tests.rules.century.specification import (
    Specification,
    attack,
    check,
    fight,
    given,
    newcomer,
    policy,
    roll,
    stub,
    unasked,
)

SAM = stub("sam")


def told(spec: Specification, before: Names | None = None) -> list[str]:
    """The last command as the table hears it, with the names known ``before``."""
    assert spec.refusal is None, spec.refusal
    names, sentences = dict(before or CENTURY.names(spec.fight, NARRATOR)), []
    for event in spec.events:
        names |= CENTURY.names_in(event, names)
        sentences.append(CENTURY.sentences[type(event)](event, names))
    return [sentence for sentence in sentences if sentence]


@pytest.mark.rule("CE-HIT-9")
def test_an_attack_from_the_call_to_the_wound() -> None:
    sam = stub("sam", "avenger_9mm", agl=14, position=at(0, 0))
    spec = skirmish(sam, stub("vera", hp_max=12, position=at(0, 8)), asked=("vera",))
    spec.when(attack("sam", "vera"), "vera: defence dodge", throws=["sam d100: 12", "sam 1d6: 5"])
    summed = ("40 base", "+15 Agility", "−15 for the dodge")
    assert told(spec) == [
        "Sam attacks Vera with the Avenger 9mm, at medium range (8 metres).",
        "Sam spends 3 Move Points on the attack.",
        "Vera spends 4 Move Points on the dodge.",
        "Vera tries to dodge Sam's attack, −15 to hit.",
        "Vera is off balance from dodging.",
        "Sam rolls to hit Vera with the Avenger 9mm.",
        f"Sam's target number is 40, a chance of 40 percent: {', '.join(summed)}.",
        "Sam succeeds with 12 against 40, degree 3.",
        "Sam's attack on Vera succeeds.",
        "Sam has fired 1 round from the Avenger 9mm; 14 rounds left.",
        "Sam's Avenger 9mm does 5 points of damage against Vera (1d6: ⚄).",
        "Vera loses 5 hit points to the Avenger 9mm and has 7 left.",
    ]


def test_what_armour_and_cover_keep_off() -> None:
    blow = attack("sam", "vera", range="melee")
    armoured = skirmish(stub("sam", "sword"), stub("vera", "knife", **FLAK))
    armoured.when(blow, throws=["sam d100: 12", "sam 1d8: 8"])
    assert told(armoured)[-3:] == [
        "Sam's sword does 8 points of damage against Vera (1d8: 8).",
        "Vera's armour absorbs 5 points and has 10 hit points left; 3 points get through.",
        "Vera loses 3 hit points to the sword and has 7 left.",
    ]
    covered = skirmish(stub("sam", "magnum_357"), "vera", things=(newcomer("desk"),), after=(behind("vera", "desk"),))
    covered.when(attack("sam", "vera", range="short"), throws=["sam d100: 12", "sam d100: 50", "sam 1d8: 6"])
    assert told(covered)[-4:] == [
        "Sam throws 50 for cover and hits Desk in front of Vera.",
        "Sam's .357 Magnum does 6 points of damage against Vera (1d8: 6).",
        "Desk in front of Vera absorbs 5 points and has 10 hit points left; 1 point gets through.",
        "Vera loses 1 hit point to the .357 Magnum and has 9 left.",
    ]


@pytest.mark.rule("CE-DODGE-7")
def test_an_attack_that_is_too_fast_to_defend_against_is_told_as_such() -> None:
    spec = skirmish("sam", "vera", asked=("vera",), scores={"sam": 12, "vera": 7})
    spec.when(attack("sam", "vera", natural="punch", range="melee"), throws=["sam d100: 99"])
    assert "Sam's attack is too fast for Vera; later ones this round are not." in told(spec)


@pytest.mark.parametrize(
    ("with_item", "said"), [("kick", "with a kick"), ("left_arm", "with the left arm"), ("sword", "with the sword")]
)
def test_a_defence_names_what_it_is_made_with(with_item: str, said: str) -> None:
    called = DefenceCalled("block", 30, with_item=with_item)
    names = {"sam": "Sam", "vera": "Vera"}
    defended = Defended(combatant="vera", attacker="sam", defence=called)
    assert CENTURY.sentences[Defended](defended, names) == f"Vera tries to block Sam's attack {said}, −30 to hit."


@pytest.mark.rule("CE-BLOCK-6")
def test_who_has_parried_is_not_said_to_have_blocked() -> None:
    spec = skirmish(stub("sam", "sword"), stub("vera", "sword"), asked=("vera",))
    spec.when(attack("sam", "vera", range="melee"), "vera: defence parry", throws=["sam d100: 99"])
    assert "Vera is off balance from defending." in told(spec)
    assert not [line for line in told(spec) if "block" in line]


@pytest.mark.parametrize(
    ("blow", "said"),
    [
        ({"natural": "kick", "range": "melee"}, "the kick"),
        ({"weapon": "sword", "range": "melee"}, "the blow"),
        ({"weapon": "magnum_357", "range": "short"}, "the shot"),
    ],
)
def test_what_cover_is_struck_by_is_told_as_what_it_is(blow: dict[str, Any], said: str) -> None:
    spec = skirmish(stub("sam", "sword", "magnum_357"), "vera").when(
        attack("sam", "vera", **blow), throws=["sam d100: 99"]
    )
    assert shot_named("1.1", CENTURY.names_in(found(spec, AttackCalled)[0], {})) == said


def test_no_damage_is_told_as_none() -> None:
    assert told(given(fight(SAM)).when(InflictDamage(combatant="sam", amount=0, reason="a fall"))) == [
        "The narrator deals no damage to Sam: “a fall”."
    ]


def test_every_part_of_a_target_number_is_told_with_its_rule() -> None:
    skills = [{"name": "Detective", "level": 4}]
    spec = given(fight(stub("sam", role="character", fp=5, iq=14, skills=skills)))
    ways = [way(30, "iq", skill="Detective", key="detective")]
    call = roll("sam", candidates=ways, modifiers=(custom(-20), modifier("rain")), ladder=("mud", "a boot", "a limp"))
    spec.when(call, "sam: fate_before 1", throws=["sam d100: 41"])
    summed = (
        "30 base",
        "+15 IQ",
        "+12 Detective",
        "−20 “duress”",
        "−20 for rain",
        "+25 from Fate",
    )
    assert told(spec) == [
        "Sam makes a Skill Roll.",
        "The roll can reveal up to 3 things.",
        "Sam spends 1 Fate Point before the throw.",
        f"Sam's target number is 42, a chance of 42 percent: {', '.join(summed)}.",
        "Sam may spend Fate: the throw is 41 against 42.",
    ]
    lines = told(spec.answer(1))
    assert "Sam spends 1 Fate Point after the throw." in lines
    assert lines[-2:] == [
        "Sam succeeds with 41 against 52, degree 2.",
        "Sam learns: “mud” and “a boot”.",
    ]


def test_a_critical_throw_and_what_it_does() -> None:
    spec = given(fight(SAM, stub("vera")))
    other = 'narrator: choose_critical {"effect": "other", "text": "a letter falls out"}'
    assert told(spec.when(roll("sam"), other, throws=["sam d100: 3"]))[-3:] == [
        "Sam throws 03, a critical success of severity 3.",
        "Sam succeeds with 03 against 50, degree 5.",
        "Sam's critical throw has an effect of its own: “a letter falls out”.",
    ]
    jam = 'narrator: choose_critical {"effect": "jam", "rounds": 2}'
    shot = skirmish(stub("sam", "avenger_9mm"), "vera").when(
        attack("sam", "vera", range="short"), jam, throws=["sam d100: 98"]
    )
    assert told(shot)[-4:] == [
        "Sam throws 98, a critical failure of severity 5.",
        "Sam fails with 98 against 60, degree −4.",
        "Sam's Avenger 9mm jams; clearing it takes 2 rounds.",
        "Sam's attack on Vera comes to nothing.",
    ]


@pytest.mark.rule("CE-INIT-3")
def test_a_score_says_what_circumstances_it_consists_of() -> None:
    people = (stub("sam", initiative_modifier=1), stub("vera", **FATE), stub("axel"))
    spec = given(fight(*people), *unasked("sam", "axel"), policy("vera", "initiative_before", 0))
    spec.when(Surprise(combatant="sam", initiative=3)).when(Surprise(combatant="axel", initiative=2))
    spec.when(ClearCondition(combatant="axel", condition="surprised"))
    asleep = (RoundModifier(combatant="sam", value=-2, reason="asleep"),)
    spec.when(BeginRound(modifiers=asleep), throws=["sam 2d6: 3 4", "vera 2d6: 6 6", "axel 2d6: 4 5"])
    before = CENTURY.names(spec.fight, NARRATOR)
    spec.answer(0, to="vera")
    scores = [said for said in told(spec, before) if "initiative is" in said]
    assert scores == [
        "Sam's initiative is 3: 7 thrown, −2 from the narrator, −3 for surprise, +1 as always.",
        "Vera's initiative is 12: 12 thrown.",
        "Axel's initiative is 9: 9 thrown.",
    ]
    spec.when(finishes("vera")).when(finishes("axel")).when(finishes("sam"))
    before = CENTURY.names(spec.fight, NARRATOR)
    spec.when(BeginRound(), throws=["sam 2d6: 3 4", "vera 2d6: 6 6", "axel 2d6: 4 5"])
    between = {**before, **CENTURY.names(spec.fight, NARRATOR)}
    spec.answer(0, to="vera")
    assert "Sam's initiative is 8: 7 thrown, +1 as always." in told(spec, between)


LAPSES = [
    ("vera", "no longer able to act", "Vera can no longer act and need not answer any more."),
    ("vera", "no defence is possible any more", "Vera can no longer defend and need not answer any more."),
    ("axel", "no longer able to attack", "Axel need not answer any more, because Sam can no longer attack."),
    ("axel", "Sam does nothing any more", "Axel need not answer any more, because Sam can do nothing now."),
    ("vera", "the attack is over", "Vera need not answer any more, because the attack is over."),
]


@pytest.mark.parametrize(("to", "reason", "said"), LAPSES)
def test_who_is_no_longer_asked_is_told_with_the_reason_in_one_sentence(to: str, reason: str, said: str) -> None:
    spec = skirmish(stub("sam", "avenger_9mm", position=at(0, 0)), stub("vera", position=at(0, 8)), asked=("vera",))
    spec.when(attack("sam", "vera"))
    assert spec.fight.attack is not None
    names = {**CENTURY.names(spec.fight, NARRATOR), "axel": "Axel", recipient_key("prompt-9-1"): to}
    assert CENTURY.sentences[PromptLapsed](PromptLapsed(prompt="prompt-9-1", reason=reason), names) == said


def test_what_a_failure_brings() -> None:
    stunned = roll("sam", on_failure=[ConsequenceSheet(effect="stunned", rounds=1)])
    assert told(given(fight(SAM)).when(stunned, throws=["sam d100: 77"]))[-2:] == [
        "Sam fails with 77 against 50, degree −3.",
        "Sam is stunned until the end of round 1.",
    ]
    cramps = 'narrator: consequence [{"effect": "hindered", "amount": 20, "label": "cramps"}]'
    poisoned = given(fight(stub("sam", con=8))).when(check("sam", "poison"), cramps, throws=["sam d100: 77"])
    assert told(poisoned) == [
        "Sam makes a Reaction Check against poison.",
        "Sam's target number is 47, a chance of 47 percent: 50 base, −3 Constitution.",
        "Sam fails with 77 against 47, degree −3.",
        "Sam is hindered by “cramps” (−20).",
    ]
    at_most = roll("sam", on_failure=[ConsequenceSheet(effect="hp_to", hp=1)])
    low = given(fight(stub("sam", hp_max=12, hp=1))).when(at_most, throws=["sam d100: 77"])
    assert told(low)[-1] == "Nothing comes of Sam's failure."
    gassed = given(fight(SAM)).when(check("sam", "gas"), throws=["sam d100: 77"])
    gassed.when(SetDowned(combatant="sam", status="dying")).answer([{"effect": "stunned"}])
    assert told(gassed) == ["Nothing comes of Sam's failure."]


@pytest.mark.rule("CE-CRIT-15", "CE-END-8")
def test_a_critical_that_costs_the_weapon_is_told_wherever_its_wielder_is() -> None:
    here = given(fight(stub("sam", "sword"))).when(roll("sam"), throws=["sam d100: 98"])
    assert told(here)[-1] == "The narrator has to say what Sam's critical throw does."
    assert told(here.answer({"effect": "drop_weapon"})) == [
        "Sam's critical throw makes the sword slip.",
        "Sam loses hold of the sword; it lies on the ground.",
    ]
    gone = given(fight(stub("sam", "sword"))).when(roll("sam"), throws=["sam d100: 98"])
    gone.when(LeaveField(combatant="sam", reason="Why?"))
    assert told(gone) == ["Sam leaves the fight: “Why?”"]
    assert told(gone.answer({"effect": "drop_weapon"})) == ["Sam's critical throw makes the sword slip."]


def test_where_somebody_looks() -> None:
    spec = given(fight(SAM)).when(SetPosition(combatant="sam", heading=270))
    assert told(spec) == ["Sam faces west."]
    spec.when(SetPosition(combatant="sam", position=PointSheet(x=3, y=-2)))
    assert told(spec) == ["Sam is at 3 east, 2 south, facing west."]
    spec.when(SetPosition(combatant="sam", nowhere=True))
    assert told(spec) == ["It is left open where Sam is."]


def test_the_narrator_lets_an_attempt_succeed_or_sets_a_roll_for_it() -> None:
    climbs = Attempt(actor="sam", what="climbs the drainpipe")
    assert told(given(fight(SAM)).when(climbs, "narrator: set_target succeeds")) == [
        "Sam tries something: “climbs the drainpipe”.",
        "Sam succeeds without a roll.",
    ]
    lock = OtherAction(actor="sam", what="picks the lock", roll=True)
    terms = 'narrator: set_target {"candidates": [{"base": 60}]}'
    spec = skirmish(SAM, "vera").when(lock, "narrator: action_cost 4", terms, throws=["sam d100: 61"])
    assert told(spec)[:3] == [
        "Sam spends 4 Move Points on an action.",
        "Sam does this: “picks the lock”.",
        "Sam makes a Skill Roll for “picks the lock”.",
    ]


def test_the_beginning_of_a_round() -> None:
    people = (stub("sam", agl=14), stub("vera"), stub("axel"))
    spec = given(fight(*people), *unasked("sam", "vera", "axel"))
    asleep = RoundModifier(combatant="vera", value=-2, reason="asleep")
    spec.when(BeginRound(modifiers=(asleep,)), throws=["sam 2d6: 3 4", "vera 2d6: 6 6", "axel 2d6: 4 5"])
    assert told(spec) == [
        "Round 1 begins; Vera is 2 slower in the initiative (“asleep”).",
        "Sam throws ⚂⚃ for initiative.",
        "Vera throws ⚅⚅ for initiative.",
        "Axel throws ⚃⚄ for initiative.",
        "Sam's initiative is 10: 7 thrown, +3 Agility.",
        "Vera's initiative is 10: 12 thrown, −2 from the narrator.",
        "Axel's initiative is 9: 9 thrown.",
        "The order of action: Sam and Vera together (10), then Axel (9).",
        "Sam and Vera act together.",
    ]


@pytest.mark.rule("CE-TIE-5")
def test_what_waits_for_the_end_of_a_common_slot() -> None:
    both: dict[str, Any] = {"scores": {"sam": 9, "vera": 9}}
    spec = skirmish(stub("sam", "sword"), stub("vera", hp_max=2), **both)
    spec.when(attack("sam", "vera", range="melee"), throws=["sam d100: 30", "sam 1d8: 6"])
    assert told(spec)[-1] == "This takes effect once everyone acting now is done: 6 points of damage to Vera."
    spec.given(FinishRound(actor="vera")).when(FinishRound(actor="sam"))
    assert told(spec) == [
        "Sam is done for this round.",
        "Everything that waited takes effect now.",
        "Vera loses 6 hit points to the sword and is down to −4.",
        "Vera is down to a quarter of their hit points or less.",
        "Vera is unconscious and dying; without help, they die in round 2.",
        "Round 1 is over; only the opposition can still fight.",
    ]


def test_a_spray_turns_on_one_after_the_other() -> None:
    parts = (SprayPart(target="vera", rounds=10), SprayPart(target="axel", rounds=5))
    spray = attack("sam", None, fire="full_auto", spray=parts, range="short")
    spec = skirmish(stub("sam", "ko911"), "vera", "axel")
    said = told(spec.when(spray, throws=["sam d100: 12", "sam 2d6: 6 5", "sam d100: 90"]))
    assert said[0] == "Sam attacks Vera (10 rounds) and Axel (5 rounds) with the KO911, full auto."
    assert "Sam turns on Vera with 10 rounds, at short range." in said
    assert "Sam's KO911 does 11 points of damage against Vera (1d6 ×2: ⚅⚄)." in said
    assert "Vera is unconscious and dying; without help, they die in round 2." in said
    assert said[-2:] == ["Sam misses Axel.", "Sam has fired 5 rounds from the KO911; 15 rounds left."]


def test_a_missile_goes_astray() -> None:
    spec = skirmish(stub("sam", "grenade", position=at(0, 0)), stub("vera", position=at(0, 10)), "axel")
    spec.when(attack("sam", "vera"), throws=["sam d100: 90", "sam d6: 2", "sam d6: 3"])
    assert told(spec)[-4:] == [
        "Sam misses Vera.",
        "Sam's grenade is used up.",
        "Sam's grenade goes 3 metres astray, 60 degrees off, and lands at 3 east, 12 north.",
        "The narrator has to say who is inside Sam's blast.",
    ]


def test_called_shots_and_disarming() -> None:
    terms = 'narrator: called_terms {"base": 15, "effect": "drop_item", "item": "knife"}'
    spec = skirmish(stub("sam", "avenger_9mm"), stub("vera", "knife"))
    spec.when(attack("sam", "vera", range="short", called="the knife"), terms, throws=["sam d100: 12"])
    assert told(spec)[:3] == [
        "Sam attacks Vera with the Avenger 9mm, aiming at “the knife”, at short range.",
        "The called shot has a base of 15; a hit makes the knife fall.",
        "Sam spends 4 Move Points on the attack.",
    ]
    assert told(spec)[-1] == "Vera has the knife knocked out of their hand; it lies on the ground."
    knocked = skirmish(stub("sam", "sword"), stub("vera", "knife"))
    knocked.when(attack("sam", "vera", range="melee", maneuver="disarm", disarm_item="knife"), throws=["sam d100: 8"])
    assert "Sam tries to disarm Vera with the sword, hand to hand." in told(knocked)
    assert "Vera has the knife knocked out of their hand; it lies on the ground." in told(knocked)


def test_an_escape_by_fate() -> None:
    spec = skirmish(stub("sam", "sword"), stub("vera", **FATE), asked=("vera",))
    blow = attack("sam", "vera", range="melee")
    spec.when(blow, "vera: defence none", "vera: fate_miss true", throws=["sam d100: 30"])
    assert told(spec)[-3:] == [
        "Vera spends 2 Fate Points to escape the hit.",
        "Sam's attack misses Vera after all.",
        "Vera is off balance from dodging.",
    ]


def test_care() -> None:
    spec = skirmish(stub("sam", stimpaks=2), stub("vera", hp=4))
    spec.when(UseStimpak(actor="sam", patient="vera"), throws=["vera 1d6: 5"])
    assert told(spec)[1:] == [
        "Sam uses a Stimpak on Vera and has 1 Stimpak left.",
        "Vera gains 5 hit points (⚄) from a Stimpak and has 9.",
        "Vera has more than half of their hit points again.",
    ]
    dying = SetDowned(combatant="vera", status="dying")
    terms = 'narrator: set_target {"candidates": [{"base": 60}]}'
    saved = skirmish(SAM, "vera", after=(dying,))
    saved.when(Stabilize(actor="sam", patient="vera"), terms, throws=["sam d100: 25"])
    assert "Vera is stabilized by Sam, but still unconscious." in told(saved)


def test_vehicles() -> None:
    crash = ControlCheck(vehicle=RAPIER, base=40, penalty=10, outcome="crash", damage="2d6")
    spec = at_the_wheel().when(crash, throws=["dan d100: 50", "2d6: 1 6", "2d6: 1 6"])
    assert told(spec) == [
        "Dan has to keep Libretta Rapier under control (the narrator asks for it; −10).",
        "Dan makes a Skill Roll to keep control.",
        "Dan's target number is 30, a chance of 30 percent: 40 base, −10 for the danger.",
        "Dan fails with 50 against 30, degree −2.",
        "Dan loses control: Libretta Rapier crashes.",
        "Libretta Rapier takes 7 points of damage from the crash (2d6: ⚀⚅).",
        "Libretta Rapier shrugs off 4 points; 3 points get through.",
        "Libretta Rapier loses 3 hit points to the crash and has 37 left.",
        "Dan takes 7 points of damage from the crash (2d6: ⚀⚅).",
        "Dan loses 7 hit points to the crash and has 3 left.",
        "Dan is down to half of their hit points or less.",
    ]
    sharp = at_the_wheel(after=(drive(40), end())).when(steer(105))
    assert told(sharp)[-1] == "The narrator has to say how hard it is for Dan to keep control."
    ahead = Move(actor="dan", mode="wheels", distance_m=20, vehicle=RAPIER)
    moved = at_the_wheel(sheet={"position": at(0, 0)}).when(ahead)
    assert told(moved) == [
        "Dan spends 2 of Libretta Rapier's Move Points on moving.",
        "Dan drives 20 metres in Libretta Rapier, and is now at 0 east, 20 north.",
    ]
    turned = at_the_wheel().when(Turn(actor="dan", degrees=-30, vehicle=RAPIER))
    assert told(turned)[-1] == "Dan turns Libretta Rapier 30 degrees to the left, to face north-west (330 degrees)."


@pytest.mark.rule("CE-NPC-3")
def test_the_first_sight_of_somebody() -> None:
    smile = NpcReaction(npc="vera", toward=("sam",), modifiers=(custom(5, "a smile"),))
    spec = given(fight("vera", stub("sam", role="character", app=15))).when(smile, throws=["vera d100: 40"])
    terms = "+18 Appearance and Personality, +5 “a smile”"
    assert told(spec) == [
        f"Vera feels geniality at the sight of Sam: 40 thrown, {terms}, which makes 63.",
    ]


@pytest.mark.rule("CE-NPC-3")
def test_abilities_that_add_nothing_to_a_first_reaction_are_not_told() -> None:
    spec = given(fight("vera", stub("sam", role="character"))).when(
        NpcReaction(npc="vera", toward=("sam",)), throws=["vera d100: 40"]
    )
    assert told(spec) == ["Vera feels enmity at the sight of Sam: 40 thrown."]
    margin = given(fight("vera", stub("sam", role="character"), npc_reaction_result="margin"))
    margin.when(NpcReaction(npc="vera", toward=("sam",)), throws=["vera d100: 40"])
    assert told(margin)[-1].endswith(": 40 thrown, which makes 60.")


@pytest.mark.rule("CE-DMG-1")
@pytest.mark.parametrize(
    ("source", "said"),
    [
        ("Avenger 9mm", " to the Avenger 9mm"),
        ("Old sabre", " to the Old sabre"),
        ("punch", " to a punch"),
        ("poison", " to poison"),
        ("crash", " to the crash"),
        ("burning", " to “burning”"),
        ("the narrator's word", ""),
        ("", ""),
    ],
)
def test_a_loss_names_what_it_comes_from_as_a_player_would(source: str, said: str) -> None:
    names = {"sam": "Sam", "sam/sabre": "Old sabre", "vera": "burning"}
    lost = HpLost(combatant="sam", points=5, hp=4, source=source)
    assert CENTURY.sentences[HpLost](lost, names) == f"Sam loses 5 hit points{said} and has 4 left."


def test_a_natural_attack_of_its_own_is_told_as_such() -> None:
    beast = stub("ox", natural=[{"name": "gore", "mp": 2, "damage": "1d6"}])
    spec = skirmish(beast, "vera").when(
        attack("ox", "vera", natural="gore", range="melee"), throws=["ox d100: 12", "ox 1d6: 2"]
    )
    names = CENTURY.names(spec.fight, NARRATOR)
    for event in spec.events:
        names = {**names, **CENTURY.names_in(event, names)}
    [lost] = [event for event in spec.events if isinstance(event, HpLost)]
    assert CENTURY.sentences[HpLost](lost, names) == "Vera loses 2 hit points to a gore and has 8 left."


def test_the_scene_conditions_and_the_end() -> None:
    scene = SetScene(light="dark", rain=True, wind=True, notes="a storm")
    assert told(given(fight(SAM)).when(scene)) == ["The scene now: total darkness, rain, wind and “a storm”."]
    drunk = SetCondition(combatant="sam", condition="drunk", amount=30, rounds=2)
    spec = given(fight(SAM)).when(drunk)
    assert told(spec) == ["Sam is drunk (−30) until the end of round 2."]
    spec.when(ClearCondition(combatant="sam", condition="drunk"))
    assert told(spec) == ["Sam is no longer drunk."]
    over = skirmish(SAM, "vera").when(EndCombat(outcome="a truce", reason="the police"))
    assert told(over)[-1] == "The combat is over: “a truce” (“the police”)."


def test_things_go_by_their_names_on_sheets_and_people_by_their_pronouns() -> None:
    hammer = {"id": "i1", "name": "Mjolnir", "skill": "Hand to Hand: Melee Weapon", "mode": "melee", "mp": 2}
    weapons = [{**hammer, "damage": "1d6"}]
    thor = stub("thor", weapons=weapons, held={"right": "i1"}, pronoun="he", stimpaks=1, hp=8)
    spec = skirmish(thor, "vera", asked=("vera",)).when(attack("thor", "vera", weapon="i1", range="melee"))
    assert told(spec)[0] == "Thor attacks Vera with the Mjolnir, hand to hand."
    assert told(spec)[-1] == "Vera may defend themselves against Thor, whose target number is 60."
    spec = skirmish(thor, "vera").when(UseStimpak(actor="thor", patient="thor"), throws=["thor 1d6: 1"])
    assert "Thor uses a Stimpak on himself and has no Stimpaks left." in told(spec)


@pytest.mark.parametrize(("attitude", "felt"), [("deathwish", "a deathwish"), ("hatred", "hatred")])
def test_an_attitude_that_waits_for_the_end_of_a_common_slot_is_said_as_any_other(attitude: Any, felt: str) -> None:
    event = EffectHeld(combatant="vera", effect=Held("vera", attitude=Turning("sam", attitude)))
    names = {"sam": "Sam", "vera": "Vera"}
    said = f"This takes effect once everyone acting now is done: Vera feels {felt} towards Sam."
    assert CENTURY.sentences[EffectHeld](event, names) == said
