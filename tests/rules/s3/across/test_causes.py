"""What follows from what: every fact names the one that brought it about, so that *why* has an answer."""

from domain.core.commands import Command
from domain.rulesets.s3.chapters.attack.reach import Engaged
from domain.rulesets.s3.chapters.movement.falling import DropDown
from domain.rulesets.s3.chapters.movement.hiding import DistractionSet, Hidden, Search
from domain.rulesets.s3.chapters.movement.leaving import LeftFight
from domain.rulesets.s3.chapters.movement.pursuit import Chase
from domain.rulesets.s3.chapters.narrator.conditions import Heal, Impose, Recovered
from domain.rulesets.s3.chapters.narrator.placing import Place
from domain.rulesets.s3.chapters.throws.contests import ContestSettled
from domain.rulesets.s3.chapters.turns.actions import Spotted
from domain.rulesets.s3.chapters.turns.pairings import PairingStruck
from domain.rulesets.s3.chapters.turns.rounds import BeginRound, RoundClosing
from domain.rulesets.s3.chapters.turns.settling import FightDecided, FightReopened
from domain.rulesets.s3.chapters.turns.turns import EndTurn, PairingClosed, TurnEnding
from domain.rulesets.s3.chapters.wounds.wounds import CombatantDisabled, Stunned
from tests.rules.s3.builders import attack, flee, hide, link, scene
from tests.rules.s3.specification import engage, fight, given, round_of

DOWN = Impose(combatant="guard", disabled="down")


def end(actor: str) -> Command:
    return EndTurn(actor=actor)


def test_the_decision_follows_from_the_fall_not_from_what_else_the_blow_brought() -> None:
    spec = given(fight("devil", "guard"), engage("devil", "guard"), Place(combatant="devil", unseen_by=("guard",)))
    spec.given(*round_of("devil", "guard")).when(
        attack("devil", "guard", "straightsword"),
        "guard: evasion",
        throws=["devil melee 10c→5", "guard evasion 4c→1", "damage 7c→4", "guard fortitude 4c→2"],
    )
    spec.then(CombatantDisabled, Spotted, FightDecided).follows(FightDecided, CombatantDisabled)


def test_a_turn_cut_short_follows_from_the_stun() -> None:
    climbed = scene("roof", "here", links=(link("wall", "here", "roof", "climb", feet=30),))
    spec = given(fight("fox", "bell"), climbed, Place(combatant="fox", zone="roof"), *round_of("fox", "bell"))
    spec.when(
        DropDown(actor="fox", link="wall", engage="bell"),
        throws=["fox acrobatics 8c→2", "fall 6c→3", "fox fortitude 5c→2"],
    )
    spec.then(Stunned, Engaged, TurnEnding).follows(TurnEnding, Stunned)


def test_a_pairing_struck_follows_from_the_fall_and_the_rounds_end_from_the_last_pairing() -> None:
    spec = given(fight("fox", "hu", "bell"), BeginRound())
    spec.when(Impose(combatant="hu", disabled="critical")).follows(PairingStruck, CombatantDisabled)
    spec.given(*round_of("fox", "bell")[1:], end("fox")).when(end("bell"))
    spec.follows(RoundClosing, PairingClosed)


def test_an_open_fight_follows_from_who_stands_again() -> None:
    spec = given(fight("hu", "guard"), DOWN)
    spec.when(Heal(combatant="guard", disabled=True)).follows(FightReopened, Recovered)


def test_what_hiding_seeking_running_and_chasing_bring_follows_from_the_throws() -> None:
    spec = given(fight("fox", "bell"), DistractionSet(zone="here"), *round_of("fox", "bell"))
    spec.when(hide("fox", engage="bell"), "bell: awareness", throws=["fox stealth 6c→5", "bell awareness 6c→2"])
    spec.follows(Hidden, ContestSettled).follows(Engaged, Hidden).given(end("fox"))
    spec.when(Search(actor="bell", target="fox"), "fox: stealth", throws=["bell awareness 6c→5", "fox stealth 6c→1"])
    spec.follows(Spotted, ContestSettled).given(end("bell"), *round_of("fox", "bell", "npc_first"))
    spec.given(Place(combatant="bell", engaged_with=()))
    spec.when(Chase(actor="bell", target="fox"), "fox: athletics", throws=["bell athletics 4c→4", "fox athletics 7c→1"])
    spec.follows(Engaged, ContestSettled).given(end("bell"))
    spec.when(flee("fox", "bell"), "bell: athletics", throws=["fox athletics 7c→5", "bell athletics 4c→1"])
    spec.follows(LeftFight, ContestSettled)
