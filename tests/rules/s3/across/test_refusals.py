"""Which refusal is found first (S3-ORDER-12), and what cannot be readied."""

import pytest

from domain.core.commands import Command
from domain.model.event import Event
from domain.model.speaker import NARRATOR, Speaker
from domain.rulesets.s3.chapters.attack.disarming import Disarm
from domain.rulesets.s3.chapters.grapple.pins import BreakFree
from domain.rulesets.s3.chapters.grapple.strangling import FinishStrangle
from domain.rulesets.s3.chapters.grapple.trips import Trip
from domain.rulesets.s3.chapters.movement.leaving import FellProne
from domain.rulesets.s3.chapters.movement.walking import Move
from domain.rulesets.s3.chapters.throws.weapons import ItemReadied
from domain.rulesets.s3.chapters.turns.gear import Ready, Stow
from domain.rulesets.s3.chapters.turns.rounds import BeginRound
from domain.rulesets.s3.chapters.turns.turns import EndTurn
from tests.laws.menus import commands_in
from tests.rules.s3.builders import attack, check, stunt
from tests.rules.s3.every_command import ACTING, choke, everything, face_to_face, pin, rule_against
from tests.rules.s3.specification import Specification, fight, given, newcomer, round_of


@pytest.mark.rule("S3-ORDER-12")
@pytest.mark.parametrize(
    ("states", "rule"),
    [
        ([pin("asura", "ogre"), choke("bell", "ogre"), FellProne(combatant="ogre")], "S3-PIN-3"),
        ([choke("bell", "ogre"), FellProne(combatant="ogre")], "S3-LEGAL-5"),
        ([FellProne(combatant="ogre")], "S3-LEGAL-7"),
    ],
)
def test_the_first_state_that_forbids_is_named(states: list[Event], rule: str) -> None:
    assert rule_against(face_to_face(*states).fight, Move(actor="ogre", zone="moon")) == rule


@pytest.mark.rule("S3-ORDER-12", "S3-RANGE-4")
@pytest.mark.parametrize("name", ["attack", "trip", "disarm", "pin", "strangle"])
def test_a_missing_attack_action_is_found_before_the_missing_step(name: str) -> None:
    command = everything("ogre", "asura")[name]
    spec = given(fight("ogre", "asura"), *round_of("ogre", "asura"), Stow(actor="ogre", item="pistol"))
    spec.given(check("ogre", "awareness", action="movement"))
    assert rule_against(spec.fight, command) == "S3-RANGE-4"
    spec.given(check("ogre", "awareness", action="attack"))
    assert rule_against(spec.fight, command) == "S3-TURN-11"


@pytest.mark.rule("S3-ORDER-12")
@pytest.mark.parametrize(
    ("command", "rule"),
    [
        (attack("ogre", "asura", "crowbar"), "S3-ATK-9"),
        (attack("ogre", "ogre"), "S3-ATK-14"),
        (Trip(actor="ogre", target="asura", outcome="hazard:well"), "S3-TRIP-3"),
        (Disarm(actor="ogre", target="asura", item="saber"), "S3-DISARM-4"),
        (FinishStrangle(actor="ogre", target="asura"), "S3-STRAN-6"),
        (BreakFree(actor="ogre"), "S3-PIN-4"),
        (attack("ogre", "asura", stunt=stunt("hand_to_hand")), "S3-TURN-11"),
    ],
)
def test_what_a_command_lacks_itself_is_found_before_its_action_and_the_stunt_last(command: Command, rule: str) -> None:
    spec = face_to_face(check("ogre", "awareness", action="attack"))
    assert rule_against(spec.fight, command) == rule


# Free actions


@pytest.mark.rule("S3-ATK-2")
@pytest.mark.parametrize(("item", "mode"), [("medicine_kit", "sneak"), ("saber", "blade"), ("sword_pistol", "sneak")])
def test_nobody_readies_an_item_in_a_mode_that_it_lacks(item: str, mode: str) -> None:
    hero = newcomer("hu", items=[{"kind": "medicine_kit"}, {"kind": "saber"}, {"kind": "sword_pistol"}])
    spec = given(fight(hero, "bell"), *round_of("hu", "bell"))
    command = Ready(actor="hu", item=item, mode=mode)
    spec.when(command).refused("S3-ATK-2")
    assert not spec.offers(command)


def test_an_item_is_readied_in_a_mode_that_it_has_or_in_none() -> None:
    hero = newcomer("hu", items=[{"kind": "medicine_kit"}, {"kind": "sword_pistol"}])
    spec = given(fight(hero, "bell"), *round_of("hu", "bell"))
    for command in (
        Ready(actor="hu", item="medicine_kit"),
        Ready(actor="hu", item="sword_pistol", mode="barrel"),
    ):
        assert spec.offers(command)
        spec.when(command).then(ItemReadied)


# What would be legal


def legal_instead(spec: Specification, command: Command, speaker: Speaker = NARRATOR) -> set[str]:
    """What a refusal names as legal; nothing that the actor's options offer may be missing."""
    spec.when(command, speaker=speaker)
    assert spec.refusal is not None
    named = set(spec.refusal.legal)
    acting = {kind.model_fields["type"].default for kind in ACTING} - {"s3.check"}  # the narrator's at any time
    turn = spec.fight.turn
    if turn is not None and command.speaks_as() == turn.actor and speaker.speaks_for(turn.actor):
        assert commands_in(spec.menu(speaker)) & acting <= named
    return named


@pytest.mark.parametrize("states", [[], [pin("asura", "ogre")], [choke("bell", "ogre")], [FellProne(combatant="ogre")]])
def test_a_refusal_names_what_the_state_allows_instead(states: list[Event]) -> None:
    named = legal_instead(face_to_face(*states), attack("ogre", "ogre"))
    assert "s3.end_turn" in named
    assert "s3.switch_vehicle" not in named, "there is no vehicle"


@pytest.mark.parametrize(("spent", "gone"), [("attack", "s3.attack"), ("movement", "s3.move")])
def test_a_refusal_names_nothing_whose_action_is_spent(spent: str, gone: str) -> None:
    spec = face_to_face(check("ogre", "awareness", action=spent))
    assert gone not in legal_instead(spec, check("ogre", "awareness", action=spent))


def test_whose_turn_it_is_not_can_do_nothing_and_neither_can_who_may_not_speak() -> None:
    assert legal_instead(face_to_face(), attack("bell", "ogre")) == set()
    assert legal_instead(face_to_face(), attack("bell", "ogre"), Speaker("player", ("bell",))) == set()


def test_an_open_prompt_is_answered_first_by_whoever_may() -> None:
    spec = face_to_face().given(attack("ogre", "asura", "unarmed"))
    assert legal_instead(spec, EndTurn(actor="ogre")) == {"core.answer"}
    assert legal_instead(spec, EndTurn(actor="ogre"), Speaker("player", ("ogre",))) == set()


def test_the_narrator_hears_what_opens_the_next_turn_and_players_do_not() -> None:
    spec = given(fight("ogre", "asura"))
    assert legal_instead(spec, attack("ogre", "asura")) == {"s3.begin_round"}
    assert legal_instead(spec, attack("ogre", "asura"), Speaker("player", ("ogre",))) == set()
    assert {"s3.heal", "s3.place"} <= legal_instead(given(fight("asura")), BeginRound()), (
        "what may make a round possible"
    )
    assert legal_instead(spec.given(BeginRound()), attack("ogre", "asura")) == {"s3.begin_turn"}
