"""Opposed throws and the called flip (S3-OPP)."""

from typing import Any

import pytest

from domain.core.commands import Command
from domain.rulesets.s3.chapters.attack.blows import AttackHit, AttackMissed
from domain.rulesets.s3.chapters.attack.disarming import Disarm, ItemTaken
from domain.rulesets.s3.chapters.attack.reach import Engaged
from domain.rulesets.s3.chapters.grapple.pins import Pin, Pinned
from domain.rulesets.s3.chapters.grapple.strangling import Choked, Strangle
from domain.rulesets.s3.chapters.grapple.trips import Trip
from domain.rulesets.s3.chapters.movement.hiding import DistractionSet, Hidden, Search
from domain.rulesets.s3.chapters.movement.leaving import FellProne, LeftFight
from domain.rulesets.s3.chapters.movement.pursuit import Chase
from domain.rulesets.s3.chapters.narrator.conditions import Impose
from domain.rulesets.s3.chapters.narrator.corrections import Remove
from domain.rulesets.s3.chapters.narrator.hazards import Hazard
from domain.rulesets.s3.chapters.narrator.placing import Place
from domain.rulesets.s3.chapters.throws.contests import ContestSettled
from domain.rulesets.s3.chapters.throws.flips import CoinFlipped
from domain.rulesets.s3.chapters.throws.throws import CoinsThrown
from domain.rulesets.s3.chapters.throws.weapons import ItemUsed
from domain.rulesets.s3.chapters.turns.pairings import BeginTurn
from domain.rulesets.s3.chapters.turns.rounds import BeginRound
from domain.rulesets.s3.chapters.wounds.wounds import CombatantDisabled, Stunned
from tests.rules.s3.builders import attack, check, flee, hide, stunt
from tests.rules.s3.specification import Specification, engage, fight, given, newcomer, round_of

FOX_AGAINST_HU = check("fox", "acrobatics", against="hu medicine")


def flip_of(spec: Specification) -> CoinFlipped:
    """The only flip of the last command."""
    (flip,) = [event for event in spec.events if isinstance(event, CoinFlipped)]
    return flip


@pytest.mark.rule("S3-OPP-1")
@pytest.mark.parametrize(("fox", "hu", "won"), [(5, 4, True), (4, 5, False)])
def test_more_successes_win_and_the_acting_side_throws_first(fox: int, hu: int, won: bool) -> None:
    given(fight("fox", "hu")).when(
        FOX_AGAINST_HU, "hu: medicine", throws=[f"fox acrobatics 8c→{fox}", f"hu medicine 11c→{hu}"]
    ).then(
        ContestSettled(
            task="check", actor="fox", opponent="hu", actor_result=fox, opponent_result=hu, won=won, margin=1
        )
    ).never(CoinFlipped)


@pytest.mark.rule("S3-OPP-2", "S3-ORDER-1")
def test_the_opponent_chooses_before_any_coin_falls() -> None:
    spec = given(fight("ogre", "asura"), *round_of("ogre", "asura"), engage("ogre", "asura"))
    spec.when(attack("ogre", "asura")).asks("oppose", "asura").never(CoinsThrown)
    spec.answer({"skill": "stealth"}).refused("S3-OPP-2")
    spec.answer({"skill": "evasion"}, throws=["ogre hand_to_hand 7c→1", "asura evasion 5c→2"]).then(AttackMissed)


@pytest.mark.rule("S3-OPP-2")
@pytest.mark.parametrize(
    ("defender", "command", "asked"),
    [
        (newcomer("bell"), attack("ogre", "bell", "pistol"), False),  # one skill, no Breath
        (newcomer("bell", breath_max=1), attack("ogre", "bell", "pistol"), True),
        (
            newcomer("bell", techniques=[{"name": "sway", "skills": ["evasion", "awareness"]}]),
            attack("ogre", "bell", "pistol"),
            True,
        ),
        (newcomer("bell"), attack("ogre", "bell"), True),  # several skills
        (newcomer("bell", breath_max=1), check("ogre", "bravado", against="bell fortitude"), False),
        (newcomer("bell", breath_max=1), check("ogre", "bravado", against="bell initiative"), False),
    ],
)
def test_only_a_choice_is_asked_for(defender: Any, command: Command, asked: bool) -> None:
    spec = given(fight("ogre", defender), *round_of("ogre", "bell"), engage("ogre", "bell"))
    if asked:
        spec.when(command).asks("oppose", "bell")
    else:
        spec.given(command)
        assert not [prompt for prompt in spec.fight.prompts if prompt.kind == "oppose"]


@pytest.mark.rule("S3-OPP-3")
@pytest.mark.parametrize("heads", [0, 3])
def test_equal_results_are_flipped_at_every_height(heads: int) -> None:
    given(fight("fox", "hu")).when(
        FOX_AGAINST_HU,
        "hu: medicine",
        "fox: heads",
        throws=[f"fox acrobatics 8c→{heads}", f"hu medicine 11c→{heads}", "flip H"],
    ).then(
        ContestSettled(
            task="check", actor="fox", opponent="hu", actor_result=heads, opponent_result=heads, won=True, margin=0
        )
    )


@pytest.mark.rule("S3-OPP-3", "S3-STUN-3")
@pytest.mark.parametrize(("face", "stunned"), [("H", True), ("T", False)])
def test_damage_equal_to_fortitude_is_flipped_too(face: str, stunned: bool) -> None:
    spec = given(fight("ogre", "bell"), *round_of("ogre", "bell")).when(
        attack("ogre", "bell", "pistol"),
        "ogre: heads",
        throws=[
            "ogre sharpshooting 7c→5",
            "bell evasion 5c→4",
            "damage 7c→3",
            "bell fortitude 4c→3",
            f"flip {face}",
        ],
    )
    assert spec.fight.people["bell"].stunned is stunned


@pytest.mark.rule("S3-OPP-4")
@pytest.mark.parametrize(
    ("call", "face", "winner"),
    [("heads", "H", "ogre"), ("heads", "T", "bell"), ("tails", "T", "ogre"), ("tails", "H", "bell")],
)
def test_the_right_call_wins_for_the_caller_and_the_wrong_one_for_the_other(call: str, face: str, winner: str) -> None:
    spec = given(fight("ogre", "bell")).when(
        check("ogre", "bravado", against="bell bravado", modifier=1),
        f"ogre: {call}",
        throws=["ogre bravado 7+1=8c→4", "bell bravado 5c→4", f"flip {face}"],
    )
    flip = flip_of(spec)
    assert (flip.winner, flip.caller, flip.called, len(flip.draw.faces)) == (winner, "ogre", call, 1)


@pytest.mark.rule("S3-OPP-5")
def test_the_players_character_calls_also_when_it_defends() -> None:
    (
        given(fight("ogre", "bell"), *round_of("ogre", "bell", "npc_first"))
        .when(
            attack("bell", "ogre", "pistol"),
            "ogre: evasion",
            throws=["bell sharpshooting 6c→3", "ogre evasion 6c→3"],
        )
        .asks("call_flip", "ogre")
        .answer("tails", throws=["flip T"])
        .then(AttackMissed)
    )


@pytest.mark.rule("S3-OPP-5", "S3-RUL-3")
def test_between_two_players_characters_the_acting_one_calls() -> None:
    (
        given(fight("ogre", "clarity", "bell"), *round_of("ogre", "bell"))
        .when(
            attack("ogre", "clarity", "pistol"),
            "clarity: evasion",
            throws=["ogre sharpshooting 7c→3", "clarity evasion 6c→3"],
        )
        .asks("call_flip", "ogre")
        .answer("heads", throws=["flip T"])
        .then(AttackMissed)
    )


@pytest.mark.rule("S3-OPP-6", "S3-RUL-3")
@pytest.mark.parametrize(("face", "outcome"), [("H", AttackHit), ("T", AttackMissed)])
def test_without_a_players_character_heads_favour_the_acting_side(face: str, outcome: type[Any]) -> None:
    spec = given(fight("bell_a", "bell_b", "fox"), *round_of("fox", "bell_a", "npc_first"))
    throws = ["bell_a sharpshooting 6c→3", "bell_b evasion 5c→3", f"flip {face}"]
    harm = ["damage 5c→0"] if face == "H" else []
    spec.when(attack("bell_a", "bell_b", "pistol"), throws=throws + harm).then(outcome)
    assert flip_of(spec).caller is None


@pytest.mark.rule("S3-OPP-6")
def test_a_hazard_counts_as_acting_and_its_victims_player_calls() -> None:
    rubble = Hazard(targets=("fox",), coins=4)
    spec = given(fight("fox", "bell"))
    spec.when(rubble, "fox: heads", throws=["damage 4c→2", "fox fortitude 5c→2", "flip T"]).then(
        Stunned(combatant="fox")
    )
    assert flip_of(spec).caller == "fox"
    spec.when(Hazard(targets=("bell",), coins=4), throws=["damage 4c→2", "bell fortitude 4c→2", "flip H"]).then(
        Stunned(combatant="bell")
    )


@pytest.mark.rule("S3-OPP-8", "S3-ORDER-9")
def test_one_throw_is_compared_with_each_opponent_and_ties_are_flipped_in_their_order_after_all_throws() -> None:
    spec = given(fight("jade", "bell_a", "bell_b", "bell_c"), DistractionSet(zone="here"), *round_of("jade", "bell_a"))
    spec.when(
        hide("jade"),
        "jade: heads",
        "jade: heads",
        throws=[
            "jade stealth 8c→4",
            "bell_a awareness 6c→4",
            "bell_b awareness 6c→3",
            "bell_c awareness 6c→4",
            "flip T",
            "flip H",
        ],
    ).then(Hidden(combatant="jade", observers=("bell_b", "bell_c")))
    assert [event.opponent for event in spec.events if isinstance(event, CoinFlipped)] == ["bell_a", "bell_c"]


@pytest.mark.rule("S3-OPP-9")
def test_whoever_is_out_of_action_does_not_throw_and_has_result_0() -> None:
    spec = given(fight("fox", "hu"), Impose(combatant="hu", disabled="critical"))
    spec.when(FOX_AGAINST_HU, throws=["fox acrobatics 8c→1"]).then(
        ContestSettled(task="check", actor="fox", opponent="hu", actor_result=1, opponent_result=0, won=True, margin=1)
    )
    spec.when(FOX_AGAINST_HU, "fox: tails", throws=["fox acrobatics 8c→0", "flip T"]).then(
        ContestSettled(task="check", actor="fox", opponent="hu", actor_result=0, opponent_result=0, won=True, margin=0)
    )


@pytest.mark.rule("S3-OPP-10")
@pytest.mark.parametrize(("defence", "flips", "margin"), [(2, [], 3), (5, ["flip H"], 0)])
def test_the_margin_is_the_difference_and_0_after_a_flip(defence: int, flips: list[str], margin: int) -> None:
    throws = ["ogre sharpshooting 7c→5", f"bell evasion 5c→{defence}", *flips, f"damage {margin}+2={margin + 2}c→0"]
    given(fight("ogre", "bell", damage_base="margin"), *round_of("ogre", "bell")).when(
        attack("ogre", "bell", "pistol"), "ogre: heads" if flips else "ogre: tails", throws=throws
    ).then(AttackHit(attacker="ogre", target="bell", weapon="pistol", result=5, margin=margin))


CLOSE = ["evasion", "hand_to_hand", "melee"]


@pytest.mark.rule("S3-OPP-2")
@pytest.mark.parametrize(
    ("command", "skills"),
    [
        (attack("ogre", "asura"), CLOSE),
        (attack("ogre", "asura", "hook_swords"), CLOSE),
        (attack("ogre", "asura", "pistol"), ["evasion"]),
        (flee("ogre", "asura"), ["athletics"]),
        (Chase(actor="ogre", target="asura"), ["athletics"]),
        (hide("ogre"), ["awareness"]),
        (Search(actor="ogre", target="asura"), ["stealth"]),
    ],
)
def test_what_opposes_what(command: Command, skills: list[str]) -> None:
    spec = given(
        fight(newcomer("ogre", hands={}), "asura"),
        *round_of("ogre", "asura"),
        engage("ogre", "asura"),
        DistractionSet(zone="here"),
    )
    if isinstance(command, Search):
        spec.given(Place(combatant="asura", unseen_by=("ogre",)))
    spec.when(command).asks("oppose", "asura")
    assert spec.fight.prompts[0].about["skills"] == skills


def test_the_answers_of_several_stay_with_those_who_gave_them_when_one_is_put_out_of_action_meanwhile() -> None:
    watchers = [newcomer(name, breath_max=1) for name in ("bell_a", "bell_b")]
    spec = given(fight("jade", *watchers), DistractionSet(zone="here"), *round_of("jade", "bell_a"))
    spec.when(hide("jade")).asks("oppose", "bell_a").asks("oppose", "bell_b")
    spec.given(Impose(combatant="bell_a", disabled="down"))
    spec.answer({"skill": "awareness"}, throws=["jade stealth 8c→3", "bell_b awareness 6c→4"]).then(
        ContestSettled(
            task="hide", actor="jade", opponent="bell_a", actor_result=3, opponent_result=0, won=True, margin=3
        ),
        ContestSettled(
            task="hide", actor="jade", opponent="bell_b", actor_result=3, opponent_result=4, won=False, margin=1
        ),
    )


def test_an_actor_put_out_of_action_while_its_opponent_thinks_does_nothing_more() -> None:
    spec = given(fight("ogre", "asura"), *round_of("ogre", "asura"), engage("ogre", "asura"))
    spec.when(attack("ogre", "asura")).asks("oppose", "asura")
    spec.when(Impose(combatant="ogre", disabled="critical")).never(CoinsThrown)
    assert not spec.fight.prompts
    assert spec.fight.turn is not None
    assert spec.fight.turn.actor == "asura"


BREATHING = newcomer("guard", breath_max=1, items=[{"kind": "saber"}], hands={"main": "saber"})
TUMBLE = stunt("acrobatics")


@pytest.mark.rule("S3-ORDER-15")
@pytest.mark.parametrize("ruling", [Impose(combatant="guard", disabled="down"), Remove(combatant="guard")])
@pytest.mark.parametrize(
    "command",
    [
        attack("hu", "guard", stunt=TUMBLE),
        attack("hu", "guard", fast=True, stunt=TUMBLE),
        Trip(actor="hu", target="guard", outcome="ground", stunt=TUMBLE),
        Disarm(actor="hu", target="guard", item="saber", stunt=TUMBLE),
        Pin(actor="hu", target="guard", stunt=TUMBLE),
        Strangle(actor="hu", target="guard", stunt=TUMBLE),
        Chase(actor="hu", target="guard", stunt=TUMBLE),
    ],
)
def test_no_coin_falls_at_a_target_that_a_ruling_takes_out_while_it_chooses(command: Command, ruling: Command) -> None:
    hu = newcomer("hu", breath_max=5)
    spec = given(fight(hu, BREATHING, fast_melee="allowed"), engage("hu", "guard"), *round_of("hu", "guard"), command)
    assert [prompt.to for prompt in spec.fight.prompts] == ["guard"]
    spec.when(ruling).never(CoinsThrown, ContestSettled, AttackHit, AttackMissed)
    assert not spec.fight.prompts
    assert spec.fight.people["hu"].breath == 4
    spec.when(command).refused("S3-LEGAL-15")


@pytest.mark.rule("S3-ORDER-15")
@pytest.mark.parametrize(
    ("command", "weapon"),
    [
        (attack("hu", "guard", "grenade"), "grenade"),
        (Chase(actor="hu", target="guard", stunt=stunt("explosives", explosives="grenade")), "grenade"),
        (Pin(actor="hu", target="guard", stunt=stunt("explosives", explosives="grenade")), "grenade"),
    ],
)
def test_what_the_task_used_up_stays_spent(command: Command, weapon: str) -> None:
    hu = newcomer("hu", breath_max=5, items=[{"kind": weapon, "quantity": 2}], hands={})
    spec = given(fight(hu, BREATHING), engage("hu", "guard"), *round_of("hu", "guard"), command)
    spec.when(Impose(combatant="guard", disabled="down")).then(ItemUsed(combatant="hu", item=weapon, left=1)).never(
        CoinsThrown
    )


@pytest.mark.rule("S3-ORDER-15")
@pytest.mark.parametrize(
    ("command", "throw"),
    [(flee("hu"), "athletics 7c→3"), (check("hu", "medicine", against="guard evasion"), "medicine 11c→3")],
)
def test_what_is_aimed_at_nobody_is_thrown_all_the_same(command: Command, throw: str) -> None:
    hu = newcomer("hu", skills={"athletics": 7, "medicine": 9})
    spec = given(fight(hu, BREATHING), engage("hu", "guard"), *round_of("hu", "guard"), command)
    spec.asks("oppose", "guard").when(Impose(combatant="guard", disabled="down"), throws=[f"hu {throw}"])
    spec.then(CoinsThrown, ContestSettled)


TIED = ["hu hand_to_hand 9c→3", "guard evasion 4c→3"]


@pytest.mark.parametrize(
    "ruling",
    [
        Impose(combatant="guard", disabled="down"),
        Remove(combatant="guard"),
        Impose(combatant="hu", disabled="critical"),
        Remove(combatant="hu"),
    ],
)
@pytest.mark.parametrize(
    "command",
    [
        attack("hu", "guard"),
        Pin(actor="hu", target="guard"),
        Strangle(actor="hu", target="guard"),
        Trip(actor="hu", target="guard", outcome="ground"),
        Disarm(actor="hu", target="guard", item="blackjack"),
    ],
)
def test_nothing_is_done_by_or_to_those_put_out_of_action_while_the_flip_waits(
    command: Command, ruling: Command
) -> None:
    spec = given(fight("hu", "guard"), engage("hu", "guard"), *round_of("hu", "guard"))
    spec.when(command, "guard: evasion", throws=TIED).asks("call_flip", "hu").when(ruling)
    spec.answer("heads", throws=["flip H"]).then(ContestSettled)
    spec.never(AttackHit, Pinned, Choked, FellProne, ItemTaken)
    assert not spec.fight.holds


def test_nobody_catches_up_with_somebody_who_is_gone() -> None:
    spec = given(fight("hu", "guard"), *round_of("hu", "guard"))
    spec.when(
        Chase(actor="hu", target="guard"), "guard: athletics", throws=["hu athletics 0c→0", "guard athletics 4c→0"]
    )
    spec.when(Remove(combatant="guard")).answer("heads", throws=["flip H"]).then(ContestSettled).never(Engaged)


def test_who_is_put_out_of_action_while_the_flip_waits_does_not_run_away() -> None:
    spec = given(fight("hu", "guard"), engage("hu", "guard"), *round_of("hu", "guard"))
    spec.when(flee("hu", "guard"), "guard: athletics", throws=["hu athletics 0c→0", "guard athletics 4c→0"])
    spec.when(Impose(combatant="hu", disabled="critical")).answer("heads", throws=["flip H"]).never(LeftFight)


@pytest.mark.rule("S3-TURN-7")
def test_the_order_stands_also_where_one_of_the_pairing_falls_while_the_flip_waits() -> None:
    spec = given(fight("hu", "guard", "bell"), BeginRound())
    spec.when(BeginTurn(pc="hu", npc="guard"), throws=["hu initiative 5c→2", "guard initiative 4c→2"]).asks(
        "call_flip", "hu"
    )
    spec.when(Impose(combatant="hu", disabled="critical")).answer("heads", throws=["flip H"])
    assert spec.fight.turn is not None
    assert spec.fight.turn.actor == "guard"


@pytest.mark.rule("S3-DMG-15")
def test_damage_does_nothing_to_somebody_who_is_gone_when_its_flip_falls() -> None:
    spec = given(fight("ogre", "bell"), *round_of("ogre", "bell"))
    spec.when(
        attack("ogre", "bell", "pistol"),
        "bell: evasion",
        throws=["ogre sharpshooting 7c→5", "bell evasion 5c→2", "damage 7c→2", "bell fortitude 4c→2"],
    ).asks("call_flip", "ogre")
    spec.when(Remove(combatant="bell")).answer("heads", throws=["flip H"]).never(Stunned, CombatantDisabled)
