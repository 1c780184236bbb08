"""Unseen: nobody's target, until an attack or a search ends it (S3-HIDE-6 to S3-HIDE-10)."""

import pytest

from domain.core.commands import Command
from domain.rulesets.s3.chapters.attack.attacks import Attack
from domain.rulesets.s3.chapters.attack.blows import AttackMissed
from domain.rulesets.s3.chapters.attack.disarming import Disarm
from domain.rulesets.s3.chapters.grapple.bonds import HoldEnded
from domain.rulesets.s3.chapters.grapple.pins import BreakFree, Pin, Pinned
from domain.rulesets.s3.chapters.grapple.strangling import Choked, FinishStrangle, Strangle
from domain.rulesets.s3.chapters.grapple.trips import Trip
from domain.rulesets.s3.chapters.movement.hiding import Search
from domain.rulesets.s3.chapters.movement.pursuit import Chase
from domain.rulesets.s3.chapters.movement.walking import Move
from domain.rulesets.s3.chapters.narrator.conditions import Impose
from domain.rulesets.s3.chapters.narrator.placing import Place
from domain.rulesets.s3.chapters.throws.throws import CoinsThrown
from domain.rulesets.s3.chapters.turns.actions import ActionTaken, Spotted
from domain.rulesets.s3.chapters.turns.gear import Stow
from domain.rulesets.s3.chapters.turns.turns import EndTurn
from domain.rulesets.s3.chapters.wounds.wounds import Stunned
from domain.rulesets.s3.state import Hold
from tests.rules.s3.builders import attack, check, flee, lurking, terms_of, unseen, unseen_by
from tests.rules.s3.specification import Step, engage, newcomer

SEARCH = Search(actor="bell_a", target="jade")

# S3-HIDE-6, S3-HIDE-7, S3-HIDE-8: unseen, and seen again


@pytest.mark.rule("S3-HIDE-6", "S3-RANGE-7")
@pytest.mark.parametrize(
    "command",
    [
        attack("bell_a", "jade", "pistol"),
        attack("bell_a", "jade"),
        Trip(actor="bell_a", target="jade", outcome="ground"),
        Disarm(actor="bell_a", target="jade", item="parasol_straightsword"),
        Pin(actor="bell_a", target="jade"),
        Strangle(actor="bell_a", target="jade"),
        Chase(actor="bell_a", target="jade"),
        Move(actor="bell_a", engage="jade"),
    ],
)
def test_nobody_chooses_a_target_that_it_does_not_see(command: Command) -> None:
    spec = lurking(unseen("bell_a"), engage("jade", "bell_a", "bell_b"), order="npc_first").when(command)
    spec.refused("S3-HIDE-6")
    assert spec.refusal is not None
    assert "search" in spec.refusal.detail
    seen = lurking(unseen("bell_b"), engage("jade", "bell_a", "bell_b"), order="npc_first").when(command)
    assert seen.refusal is None or seen.refusal.rule != "S3-HIDE-6"


@pytest.mark.rule("S3-HIDE-6")
def test_a_choke_is_not_finished_on_somebody_unseen() -> None:
    choke = Choked(hold=Hold("choke_1", "choke", "bell_a", "jade", 3, "unarmed", 0, 0, victim_turns=1))
    spec = lurking(order="npc_first").given(Stow(actor="bell_a", item="pistol"), choke)
    finish = FinishStrangle(actor="bell_a", target="jade")
    spec.given(unseen("bell_a")).when(finish).refused("S3-HIDE-6")
    spec.given(unseen("bell_b")).when(finish, throws=["bell_a hand_to_hand 4c→0", "jade fortitude 5c→5"])
    spec.then(HoldEnded)


@pytest.mark.rule("S3-HIDE-6")
def test_pursuers_need_not_be_seen_to_be_fled_from() -> None:
    spec = lurking(Place(combatant="bell_a", unseen_by=("jade",)), engage("jade", "bell_a"))
    spec.when(flee("jade"), throws=["jade athletics 5c→3", "bell_a athletics 4c→4"])
    assert spec.refusal is None


@pytest.mark.rule("S3-HIDE-7", "S3-RUL-32")
def test_an_attack_gives_its_maker_away_to_everybody_once_it_is_settled() -> None:
    spec = lurking(unseen("bell_a", "bell_b", "guard"))
    spec.when(attack("jade", "bell_a")).asks("oppose", "bell_a").never(Spotted)
    spec.answer({"skill": "evasion"}, throws=["jade hand_to_hand 5+2=7c→1", "bell_a evasion 5c→3"])
    spec.then(AttackMissed, Spotted(combatant="jade", observers=("bell_a", "bell_b", "guard")))
    assert unseen_by(spec) == ()


@pytest.mark.rule("S3-HIDE-7")
@pytest.mark.parametrize(
    ("command", "throw"),
    [
        (check("jade", "awareness", action="attack"), "jade awareness 6c→1"),
        (BreakFree(actor="jade"), "jade hand_to_hand 5c→1"),
    ],
)
def test_every_attack_action_gives_away(command: Command, throw: str) -> None:
    held = Pinned(hold=Hold("pin_1", "pin", "bell_b", "jade", 3, "unarmed", 1, 0))
    steps = (held,) if isinstance(command, BreakFree) else ()
    lurking(unseen("bell_a"), *steps).when(command, throws=[throw]).then(
        Spotted(combatant="jade", observers=("bell_a",))
    )


@pytest.mark.rule("S3-HIDE-7")
@pytest.mark.parametrize(
    "step",
    [
        Move(actor="jade", engage="bell_a"),
        check("jade", "awareness", action="movement"),
        Place(combatant="jade", zone="yard"),
        engage("jade", "bell_a"),
        Stunned(combatant="bell_a"),
        Pinned(hold=Hold("pin_1", "pin", "bell_b", "jade", 3, "unarmed", 1, 0)),
        EndTurn(actor="jade"),
        Impose(combatant="jade", prone=True),
    ],
)
def test_neither_moving_nor_being_moved_or_held_ends_being_unseen(step: Step) -> None:
    assert unseen_by(lurking(unseen("bell_a")).given(step)) == ("bell_a",)


@pytest.mark.rule("S3-HIDE-7")
def test_the_narrator_says_who_sees_somebody_again() -> None:
    spec = lurking(unseen("bell_a", "bell_b"))
    spec.when(unseen("bell_b")).then(Spotted(combatant="jade", observers=("bell_a",)))
    assert unseen_by(spec) == ("bell_b",)


@pytest.mark.rule("S3-HIDE-8", "S3-HIDE-7")
@pytest.mark.parametrize(("awareness", "found"), [(4, True), (2, False)])
def test_a_search_is_awareness_against_stealth_and_finds_for_the_searcher_alone(awareness: int, found: bool) -> None:
    spec = lurking(unseen("bell_a", "bell_b"), order="npc_first")
    spec.when(SEARCH, "jade: stealth", throws=[f"bell_a awareness 6=6c→{awareness}", "jade stealth 8=8c→3"])
    spec.then(ActionTaken(actor="bell_a", action="movement", command="s3.search"))
    assert unseen_by(spec) == (("bell_b",) if found else ("bell_a", "bell_b"))
    spec.when(SEARCH).refused("S3-HIDE-8" if found else "S3-TURN-10")
    spec.when(attack("bell_a", "jade", "pistol"))
    if found:
        spec.asks("oppose", "jade")
    else:
        spec.refused("S3-HIDE-6")


@pytest.mark.rule("S3-HIDE-8")
def test_who_is_seen_need_not_be_searched() -> None:
    lurking(unseen("bell_b"), order="npc_first").when(SEARCH).refused("S3-HIDE-8")


# S3-HIDE-9, S3-HIDE-10: striking out of hiding


@pytest.mark.rule("S3-HIDE-9")
@pytest.mark.parametrize("observers", [("bell_a",), ("bell_b",)])
def test_sneak_attack_counts_when_the_target_does_not_see_the_attacker_at_the_start(observers: tuple[str, ...]) -> None:
    spec = lurking(unseen(*observers), engage("jade", "bell_a"))
    coins = "5+2=7c" if observers == ("bell_a",) else "5=5c"
    throws = [f"jade hand_to_hand {coins}→1", "bell_a evasion 5=5c→3"]
    spec.when(attack("jade", "bell_a"), "bell_a: evasion", throws=throws).then(AttackMissed)
    assert (("talents", 2) in terms_of(spec.events, "hand_to_hand")) is (observers == ("bell_a",))


@pytest.mark.rule("S3-HIDE-9")
def test_sneak_attack_is_of_attacks_and_of_who_has_the_talent() -> None:
    spec = lurking(unseen("bell_a"), engage("jade", "bell_a"))
    throws = ["jade hand_to_hand 5=5c→1", "bell_a evasion 5=5c→3"]
    spec.when(Trip(actor="jade", target="bell_a", outcome="ground"), "bell_a: evasion", throws=throws)
    assert spec.refusal is None
    plain = lurking(unseen("bell_a"), engage("jade", "bell_a"), hero=newcomer("jade", talents=[]))
    plain.when(attack("jade", "bell_a"), "bell_a: evasion", throws=throws).then(AttackMissed)


OUT_OF_HIDING = [
    attack("jade", "bell_a"),
    Trip(actor="jade", target="bell_a", outcome="ground"),
    Disarm(actor="jade", target="bell_a", item="pistol"),
    Pin(actor="jade", target="bell_a"),
    Strangle(actor="jade", target="bell_a"),
]


@pytest.mark.rule("S3-HIDE-10", "S3-RUL-30")
@pytest.mark.parametrize("command", OUT_OF_HIDING)
def test_a_target_that_does_not_see_its_attacker_defends_as_usual(command: Command) -> None:
    spec = lurking(unseen("bell_a"), engage("jade", "bell_a")).when(command)
    spec.asks("oppose", "bell_a")


@pytest.mark.rule("S3-HIDE-10", "S3-RUL-30")
@pytest.mark.parametrize("command", OUT_OF_HIDING)
def test_by_the_option_the_unaware_throw_nothing(command: Command) -> None:
    spec = lurking(unseen("bell_a"), engage("jade", "bell_a"), unaware_defence="none")
    skill = "hand_to_hand"
    bonus = "5+2=7c" if isinstance(command, Attack) else "5=5c"
    spec.when(command, "jade: heads", throws=[f"jade {skill} {bonus}→0", "flip T"])
    assert [event.combatant for event in spec.events if isinstance(event, CoinsThrown)] == ["jade"]


@pytest.mark.rule("S3-HIDE-10", "S3-RUL-30")
def test_by_the_option_those_who_see_the_attacker_defend() -> None:
    spec = lurking(unseen("bell_b"), engage("jade", "bell_a"), unaware_defence="none")
    spec.when(attack("jade", "bell_a")).asks("oppose", "bell_a")
