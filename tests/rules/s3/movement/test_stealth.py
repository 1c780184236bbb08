"""Stealth: what makes hiding possible, who watches, where it leads (S3-HIDE-1 to S3-HIDE-5)."""

import pytest

from domain.rulesets.s3.chapters.attack.reach import Disengaged, Engaged
from domain.rulesets.s3.chapters.movement.hiding import DistractionEnded, DistractionSet, Hidden, Smoke
from domain.rulesets.s3.chapters.movement.leaving import LeftFight
from domain.rulesets.s3.chapters.movement.walking import Move
from domain.rulesets.s3.chapters.narrator.conditions import Impose
from domain.rulesets.s3.chapters.narrator.scenery import Distract
from domain.rulesets.s3.chapters.throws.weapons import ItemUsed
from domain.rulesets.s3.chapters.turns.actions import ActionTaken
from domain.rulesets.s3.chapters.turns.pairings import StrikeTurn
from domain.rulesets.s3.chapters.turns.rounds import BeginRound, BeginScene, EndCombat, RoundEnded
from domain.rulesets.s3.chapters.turns.turns import EndTurn
from tests.rules.s3.builders import JADE, ROOF_FALLS, hide, jade, lurking, stunt, unseen_by, watched
from tests.rules.s3.specification import Specification, engage, fight, given, round_of


def distracted(spec: Specification) -> dict[str, int | None]:
    """The zones in which something distracts, and the last round in which it does."""
    return {distraction.zone: distraction.until_round for distraction in spec.fight.distractions}


# S3-HIDE-1, S3-HIDE-2: what makes hiding possible


@pytest.mark.rule("S3-HIDE-1")
@pytest.mark.parametrize("mode", ["sneak", "escape"])
def test_nobody_hides_without_a_distraction_or_the_talent(mode: str) -> None:
    lurking().when(hide("jade", mode)).refused("S3-HIDE-1")
    lurking(Distract(zone="yard")).when(hide("jade", mode)).refused("S3-HIDE-1")
    lurking(ROOF_FALLS).when(hide("jade", mode), throws=watched(5, 6, 6)).never(Hidden)
    lurking(hero=jade("fleeting_shadow")).when(hide("jade", mode), throws=watched(5, 6, 6)).never(Hidden)


@pytest.mark.rule("S3-HIDE-2")
def test_the_narrator_sets_a_distraction_through_a_round_or_until_the_scene_ends() -> None:
    spec = lurking(Distract(zone="yard"), Distract(zone="here", until_round=2))
    assert distracted(spec) == {"yard": None, "here": 2}
    both_turns = EndTurn(actor="jade"), EndTurn(actor="bell_a")
    of_the_other = StrikeTurn(pc="hu")
    spec.given(*both_turns).when(of_the_other).then(RoundEnded(round=1)).never(DistractionEnded)
    spec.given(*round_of("jade", "bell_a"), *both_turns)
    spec.when(of_the_other).then(DistractionEnded(zone="here"), RoundEnded(round=2))
    assert distracted(spec) == {"yard": None}
    spec.given(BeginScene())
    assert distracted(spec) == {}


@pytest.mark.rule("S3-HIDE-2")
def test_no_distraction_is_set_where_there_is_no_zone_or_for_a_round_that_is_over() -> None:
    spec = lurking()
    spec.when(Distract(zone="moon")).refused("S3-HIDE-2")
    spec.when(Distract(zone="here", until_round=0)).refused("S3-HIDE-2")
    spec.when(Distract(zone="here", until_round=1)).then(DistractionSet(zone="here", until_round=1))
    given(fight("jade", "bell"), BeginRound(), EndCombat()).when(Distract(zone="here", until_round=1)).refused(
        "S3-HIDE-2"
    )


@pytest.mark.rule("S3-HIDE-2")
def test_a_smoke_bomb_leaves_a_distraction_through_the_next_round() -> None:
    spec = given(fight("devil", "bell_a"), *round_of("devil", "bell_a"))
    spec.when(Smoke(actor="devil", item="smoke_bomb")).then(
        ActionTaken(actor="devil", action="attack", command="s3.smoke"),
        ItemUsed(combatant="devil", item="smoke_bomb", left=1),
        DistractionSet(zone="here", until_round=2),
    )
    spec.when(hide("devil"), throws=["devil stealth 10c→4", "bell_a awareness 6c→3"]).then(Hidden)


@pytest.mark.rule("S3-HIDE-2", "S3-HIDE-1")
def test_a_smoke_bomb_in_the_stunt_is_the_distraction_itself() -> None:
    spec = given(fight("devil", "bell_a"), *round_of("devil", "bell_a"))
    spec.when(hide("devil", stunt=stunt("explosives"))).refused("S3-HIDE-1")
    spec.when(
        hide("devil", stunt=stunt("explosives", explosives="smoke_bomb")),
        throws=["devil stealth 10c→4", "devil explosives 4c→1", "bell_a awareness 6c→3"],
    ).then(
        ItemUsed(combatant="devil", item="smoke_bomb", left=1),
        DistractionSet(zone="here", until_round=2),
        Hidden(combatant="devil", observers=("bell_a",)),
    )


# S3-HIDE-3: who watches


@pytest.mark.rule("S3-HIDE-3", "S3-RUL-32")
def test_one_throw_of_stealth_meets_the_awareness_of_every_able_enemy_in_the_zone() -> None:
    spec = lurking(ROOF_FALLS).when(hide("jade"), throws=watched(4, 3, 5))
    spec.then(
        ActionTaken(actor="jade", action="movement", command="s3.hide"), Hidden(combatant="jade", observers=("bell_a",))
    ).never(LeftFight)
    assert unseen_by(spec) == ("bell_a",)
    spec = lurking(ROOF_FALLS, Impose(combatant="bell_b", disabled="down"))
    spec.when(hide("jade"), throws=watched(4, 3, 0)[:2]).then(Hidden(combatant="jade", observers=("bell_a",)))


@pytest.mark.rule("S3-HIDE-3", "S3-RUL-32")
def test_a_shorter_list_of_observers_is_the_narrators_to_name() -> None:
    spec = lurking(ROOF_FALLS)
    spec.when(hide("jade", "sneak", "bell_a"), speaker=JADE).refused("S3-HIDE-3")
    assert spec.refusal is not None
    assert spec.refusal.field == "command.from"
    spec.when(hide("jade", "sneak", "bell_b"), throws=[watched(4, 3, 0)[0], "bell_b awareness 6c→3"])
    spec.then(Hidden(combatant="jade", observers=("bell_b",)))


@pytest.mark.rule("S3-HIDE-3")
def test_a_player_may_name_all_observers_in_an_order_and_others_besides() -> None:
    everybody = hide("jade", "sneak", "bell_b", "guard", "bell_a")
    throws = ["jade stealth 8c→4", "bell_b awareness 6c→3", "guard awareness 5c→3", "bell_a awareness 6c→5"]
    lurking(ROOF_FALLS).when(everybody, throws=throws, speaker=JADE).then(
        Hidden(combatant="jade", observers=("bell_b", "guard"))
    )


@pytest.mark.rule("S3-HIDE-3")
@pytest.mark.parametrize(("observer", "rule"), [("jade", "S3-HIDE-3"), ("nobody", "S3-HIDE-3"), ("hu", "S3-LEGAL-15")])
def test_only_able_others_observe(observer: str, rule: str) -> None:
    spec = lurking(ROOF_FALLS, Impose(combatant="hu", disabled="critical"))
    spec.when(hide("jade", "sneak", "bell_a", "bell_b", observer))
    assert spec.refusal is not None
    assert spec.refusal.rule == rule


@pytest.mark.rule("S3-HIDE-3")
def test_a_tie_with_an_observer_is_flipped() -> None:
    spec = lurking(ROOF_FALLS).when(hide("jade"), "jade: heads", throws=[*watched(4, 4, 5), "flip H"])
    spec.then(Hidden(combatant="jade", observers=("bell_a",)))


# S3-HIDE-4, S3-HIDE-5: sneaking up, getting away


@pytest.mark.rule("S3-HIDE-4")
@pytest.mark.parametrize(("awareness", "arrives"), [(3, True), (5, False)])
def test_who_sneaks_ends_beside_an_observer_that_lost_sight_or_stays_where_it_was(
    awareness: int, arrives: bool
) -> None:
    spec = lurking(ROOF_FALLS, engage("jade", "bell_b"))
    spec.when(hide("jade", engage="bell_a"), throws=watched(4, awareness, 5))
    if arrives:
        spec.then(
            Hidden(combatant="jade", observers=("bell_a",)),
            Disengaged(combatant="jade", others=("bell_b",)),
            Engaged(combatant="jade", other="bell_a"),
        )
    else:
        spec.never(Engaged, Disengaged, Hidden)
    assert spec.fight.engaged == ((("bell_a", "jade"),) if arrives else (("bell_b", "jade"),))
    spec.when(Move(actor="jade", leave=True)).refused("S3-TURN-10")


@pytest.mark.rule("S3-HIDE-4")
def test_one_sneaks_up_to_an_observer_only() -> None:
    spec = lurking(ROOF_FALLS)
    spec.when(hide("jade", engage="hu")).refused("S3-HIDE-4")
    spec.when(hide("jade", "sneak", "bell_a", engage="bell_b")).refused("S3-HIDE-4")
    spec.when(hide("jade", "sneak", "bell_a", "bell_b", "guard", engage="guard")).refused("S3-MOVE-4")


@pytest.mark.rule("S3-HIDE-5")
def test_who_beats_every_observer_escapes() -> None:
    spec = lurking(ROOF_FALLS).when(hide("jade", "escape"), throws=watched(4, 3, 3))
    spec.then(Hidden(combatant="jade", observers=("bell_a", "bell_b")), LeftFight(combatant="jade", reason="escaped"))
    lurking(ROOF_FALLS).when(hide("jade"), throws=watched(4, 3, 3)).never(LeftFight)


@pytest.mark.rule("S3-HIDE-5")
def test_who_does_not_beat_them_all_stays_unseen_by_those_beaten() -> None:
    spec = lurking(ROOF_FALLS, engage("jade", "bell_b")).when(hide("jade", "escape"), throws=watched(4, 5, 3))
    spec.then(Hidden(combatant="jade", observers=("bell_b",))).never(LeftFight, Disengaged)


@pytest.mark.rule("S3-HIDE-5")
def test_from_an_escape_every_enemy_keeps_watch_whoever_asks() -> None:
    spec = lurking(ROOF_FALLS)
    spec.when(hide("jade", "escape", "bell_a")).refused("S3-HIDE-5")
    spec.when(hide("jade", "escape", engage="bell_a")).refused("S3-HIDE-5")
