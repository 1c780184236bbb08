"""Fast melee: one throw of each fighter counts as attack and parry at once (S3-FAST)."""

import pytest

from domain.core.commands import SentAnswer
from domain.model.event import Event, Json
from domain.rulesets.s3.chapters.attack.attacks import ExtraAttackOpened
from domain.rulesets.s3.chapters.attack.blows import AttackHit, AttackMissed
from domain.rulesets.s3.chapters.attack.fast_melee import ReplyAttackSpent, TurnForfeited
from domain.rulesets.s3.chapters.grapple.trips import Trip
from domain.rulesets.s3.chapters.movement.hiding import Hidden
from domain.rulesets.s3.chapters.movement.walking import Move
from domain.rulesets.s3.chapters.narrator.corrections import MemoryEntry, SetStuntMemory
from domain.rulesets.s3.chapters.throws.contests import ContestSettled
from domain.rulesets.s3.chapters.throws.stunts import BreathSpent
from domain.rulesets.s3.chapters.turns.actions import Spotted
from domain.rulesets.s3.chapters.turns.gear import Stow
from domain.rulesets.s3.chapters.turns.pairings import BeginTurn
from domain.rulesets.s3.chapters.turns.rounds import BeginRound
from domain.rulesets.s3.chapters.turns.turns import EndTurn, StunRoundSet, TurnEnded, TurnLost
from domain.rulesets.s3.chapters.vehicles.dragging import DragBegun
from domain.rulesets.s3.chapters.wounds.wounds import Stunned
from domain.rulesets.s3.state import Drag
from tests.rules.s3.builders import FAST_SWING, LOST, SWING, WON, attack, bridge, hold, reply, stunt
from tests.rules.s3.specification import Specification, engage, fight, given, newcomer, round_of

# S3-FAST-1


@pytest.mark.rule("S3-FAST-1")
def test_where_it_is_off_nobody_strikes_fast() -> None:
    bridge(fast_melee="off").when(FAST_SWING).refused("S3-FAST-1")
    bridge(fast_melee="off").when(SWING).asks("oppose", "blackthorne")


@pytest.mark.rule("S3-FAST-1", "S3-RUL-44")
def test_where_it_is_allowed_the_attacker_wants_it_and_the_target_may_decline() -> None:
    bridge().when(SWING).asks("oppose", "blackthorne")
    asked = bridge().when(FAST_SWING).asks("fast_reply", "blackthorne")
    assert asked.may_answer("decline")
    asked.answer("decline").asks("oppose", "blackthorne")


@pytest.mark.rule("S3-FAST-1", "S3-RUL-44")
def test_where_it_always_is_nobody_has_to_want_it_and_nobody_declines() -> None:
    asked = bridge(fast_melee="always").when(SWING).asks("fast_reply", "blackthorne")
    assert not asked.may_answer("decline")
    asked.answer("decline").refused("S3-FAST-1")
    bridge(fast_melee="always").when(FAST_SWING).asks("fast_reply", "blackthorne")


# S3-FAST-2


@pytest.mark.rule("S3-FAST-2", "S3-RUL-44")
@pytest.mark.parametrize(
    "step",
    [
        Hidden(combatant="devil", observers=("blackthorne",)),
        ReplyAttackSpent(combatant="blackthorne"),
        TurnForfeited(combatant="blackthorne"),
        Stunned(combatant="blackthorne"),
        StunRoundSet(combatant="blackthorne", round=1),
        hold("pin", "hu", "blackthorne"),
        hold("pin", "devil", "blackthorne"),
        hold("choke", "hu", "blackthorne"),
        hold("pin", "blackthorne", "hu"),
        DragBegun(drag=Drag("drag_1", "hu", "blackthorne", "whip", 3, 3, "subdue", 1)),
    ],
    ids=lambda step: f"{type(step).__name__} {getattr(step, 'hold', '')}",
)
def test_who_is_kept_from_striking_is_attacked_as_usual(step: Event) -> None:
    bridge(step, others=("hu",), fast_melee="always").when(SWING).asks("oppose", "blackthorne")


@pytest.mark.rule("S3-FAST-2")
@pytest.mark.parametrize("step", [hold("choke", "devil", "blackthorne"), Hidden(combatant="devil", observers=("hu",))])
def test_who_is_choked_by_the_attacker_alone_or_sees_it_strikes_back(step: Event) -> None:
    bridge(step, others=("hu",), fast_melee="always").when(SWING).asks("fast_reply", "blackthorne")


@pytest.mark.rule("S3-FAST-2", "S3-RUL-44")
def test_who_has_had_its_turn_has_no_attack_action_left_to_strike_back_with() -> None:
    spec = bridge(EndTurn(actor="blackthorne"), order="npc_first", fast_melee="always")
    spec.when(SWING).asks("oppose", "blackthorne")


@pytest.mark.rule("S3-FAST-2")
def test_only_the_two_of_the_open_pairing_strike_fast() -> None:
    spec = bridge(engage("devil", "guard"), others=("guard",), fast_melee="always")
    spec.when(attack("devil", "guard", "straightsword")).asks("oppose", "guard")


@pytest.mark.rule("S3-FAST-2")
@pytest.mark.parametrize(
    ("weapon", "kind"),
    [("unarmed", "fast_reply"), ("sword_pistol/blade", "fast_reply"), ("sword_pistol/barrel", "oppose")],
)
def test_only_blows_at_close_reach_are_fast(weapon: str, kind: str) -> None:
    spec = bridge(Stow(actor="devil", item="straightsword"), fast_melee="always")
    spec.when(attack("devil", "blackthorne", weapon)).asks(kind, "blackthorne")


@pytest.mark.rule("S3-FAST-2")
@pytest.mark.parametrize(
    ("mode", "kind"),
    [
        ({"skill": "sharpshooting"}, "oppose"),
        ({"skill": "melee", "reach": "medium"}, "oppose"),
        ({"skill": "melee"}, "fast_reply"),
    ],
)
def test_a_fast_blow_needs_both_close_reach_and_a_skill_of_close_fighting(mode: Json, kind: str) -> None:
    devil = newcomer("devil", items=[{"kind": "bolt", "name": "bolt", "modes": [mode]}], hands={})
    spec = given(fight(devil, "blackthorne", fast_melee="always"), engage("devil", "blackthorne"))
    spec.given(*round_of("devil", "blackthorne")).when(attack("devil", "blackthorne", "bolt"))
    spec.asks(kind, "blackthorne")


@pytest.mark.rule("S3-FAST-2")
def test_a_trip_is_never_fast() -> None:
    tripping = Trip(actor="devil", target="blackthorne", outcome="ground")
    bridge(fast_melee="always").when(tripping).asks("oppose", "blackthorne")


# S3-FAST-5, S3-FAST-6


@pytest.mark.rule("S3-FAST-5")
def test_the_higher_result_hits_with_it_and_the_lower_one_misses() -> None:
    won = bridge().when(FAST_SWING, reply(), throws=WON)
    won.then(
        AttackMissed(attacker="blackthorne", target="devil", weapon="cutlass"),
        AttackHit(attacker="devil", target="blackthorne", weapon="straightsword", result=6, margin=1),
    )
    lost = bridge().when(FAST_SWING, reply(), throws=LOST)
    lost.then(
        AttackMissed(attacker="devil", target="blackthorne", weapon="straightsword"),
        AttackHit(attacker="blackthorne", target="devil", weapon="cutlass", result=5, margin=1),
    )


@pytest.mark.rule("S3-FAST-5", "S3-ORDER-8")
@pytest.mark.parametrize(("coin", "winner"), [("flip H", "devil"), ("flip T", "blackthorne")])
def test_a_tie_is_flipped_and_one_of_the_two_hits(coin: str, winner: str) -> None:
    throws = ["devil melee 10c→5", "blackthorne melee 9c→5", coin, "damage 5+2=7c→0"]
    spec = bridge().when(FAST_SWING, reply(), "devil: heads", throws=throws)
    hits = [(event.attacker, event.margin) for event in spec.events if isinstance(event, AttackHit)]
    misses = [event.attacker for event in spec.events if isinstance(event, AttackMissed)]
    assert (hits, misses) == ([(winner, 0)], [({"devil", "blackthorne"} - {winner}).pop()])


@pytest.mark.rule("S3-FAST-6", "S3-RUL-44")
def test_both_attack_actions_are_spent_and_both_may_move() -> None:
    spec = bridge().when(FAST_SWING, reply(), throws=WON)
    spec.when(SWING).refused("S3-TURN-11")
    spec.given(Move(actor="devil", leave=True), EndTurn(actor="devil"))
    spec.when(attack("blackthorne", "devil", "cutlass")).refused("S3-TURN-11")
    spec.when(Move(actor="blackthorne", engage="devil")).then()


# S3-FAST-7 to S3-FAST-9


@pytest.mark.rule("S3-FAST-7", "S3-RUL-44")
def test_who_is_stunned_striking_back_forfeits_this_turn_and_serves_the_stun_with_the_next() -> None:
    throws = [*WON[:2], "damage 8c→5", "blackthorne fortitude 6c→3"]
    spec = bridge().when(FAST_SWING, reply(), throws=throws).then(Stunned, TurnForfeited(combatant="blackthorne"))
    spec.when(EndTurn(actor="devil")).then(
        TurnLost(actor="blackthorne", reason="forfeited"), TurnEnded(actor="blackthorne")
    )
    assert spec.fight.people["blackthorne"].stunned
    spec.given(BeginRound()).when(BeginTurn(pc="devil", npc="blackthorne", order="npc_first"))
    spec.asks("act_stunned", "blackthorne")


@pytest.mark.rule("S3-FAST-7")
def test_an_attacker_who_is_stunned_loses_the_rest_of_its_turn_and_the_next() -> None:
    throws = [*LOST[:2], "damage 7c→5", "devil fortitude 6c→3"]
    spec = bridge().when(FAST_SWING, reply(), throws=throws)
    spec.then(Stunned, TurnEnded(actor="devil")).never(TurnForfeited, ExtraAttackOpened)
    spec.given(EndTurn(actor="blackthorne"), BeginRound())
    spec.when(BeginTurn(pc="devil", npc="blackthorne", order="pc_first")).asks("act_stunned", "devil")


def double_strike(fast_melee: str) -> Specification:
    """The general has struck Doctor Hu fast, and may strike once more."""
    spec = given(fight("hu", "general", fast_melee=fast_melee), engage("hu", "general"))
    spec.given(*round_of("hu", "general", "npc_first"))
    throws = ["general melee 9+1+1=11c→6", "hu hand_to_hand 9c→5", "damage 8c→0"]
    blow = attack("general", "hu", "spear", fast=fast_melee == "allowed")
    return spec.when(blow, reply("hand_to_hand", None, to="hu"), throws=throws).then(ExtraAttackOpened)


@pytest.mark.rule("S3-FAST-8")
@pytest.mark.parametrize("fast_melee", ["allowed", "always"])
def test_an_extra_attack_is_an_ordinary_one(fast_melee: str) -> None:
    spec = double_strike(fast_melee).when(attack("general", "hu", "spear", fast=True)).asks("oppose", "hu")
    spec.answer(
        {"skill": "evasion"},
        throws=["general melee 11c→6", "hu evasion 6c→5", "damage 8c→5", "hu fortitude 6c→3"],
    )
    spec.then(Stunned).never(TurnForfeited)
    spec.when(EndTurn(actor="general")).asks("act_stunned", "hu")


@pytest.mark.rule("S3-FAST-8")
def test_an_attacker_stunned_by_the_reply_strikes_no_second_time() -> None:
    spec = given(fight("hu", "general", fast_melee="always"), engage("hu", "general"))
    spec.given(*round_of("hu", "general", "npc_first")).when(
        attack("general", "hu", "spear"),
        reply("hand_to_hand", None, to="hu"),
        throws=["general melee 11c→2", "hu hand_to_hand 9c→5", "damage 5+2=7c→5", "general fortitude 8c→3"],
    )
    spec.then(Stunned).never(ExtraAttackOpened)


@pytest.mark.rule("S3-FAST-8")
def test_an_extra_attack_is_ordinary_though_the_target_declined_the_first() -> None:
    spec = given(fight("hu", "general", fast_melee="allowed"), engage("hu", "general"))
    spec.given(*round_of("hu", "general", "npc_first"))
    blow = attack("general", "hu", "spear", fast=True)
    throws = ["general melee 11c→2", "hu evasion 6c→5"]
    spec.when(blow, SentAnswer(kind="fast_reply", to="hu", answer="decline"), "hu: evasion", throws=throws)
    spec.then(ExtraAttackOpened).when(blow).asks("oppose", "hu")


TUMBLE = attack("devil", "blackthorne", "straightsword", fast=True, called="eyes", stunt=stunt("acrobatics"))


@pytest.mark.rule("S3-FAST-9", "S3-STUNT-18")
def test_a_stunt_in_the_exchange_is_one_stunt_of_the_task_fast() -> None:
    throws = [
        "devil melee 9=9c→4",
        "devil acrobatics 7c→6",
        "equipment 1c→0",
        "blackthorne melee 8=8c→5",
        "blackthorne piloting 6c→3",
        "equipment 1c→0",
        "damage 6+2=8c→0",
    ]
    spec = bridge().when(TUMBLE, reply(stunt={"with": ["piloting"]}), throws=throws)
    spec.then(
        ContestSettled(
            task="fast", actor="devil", opponent="blackthorne", actor_result=6, opponent_result=5, won=True, margin=1
        ),
        AttackHit,
    )
    spent = [(event.combatant, event.points) for event in spec.events if isinstance(event, BreathSpent)]
    assert spent == [("devil", 1), ("blackthorne", 1)]
    memory = {who: [(entry.skills, entry.task) for entry in known] for who, known in spec.fight.memory.items()}
    assert memory == {
        "devil": [(("acrobatics", "melee"), "fast")],
        "blackthorne": [(("melee", "piloting"), "fast")],
    }


@pytest.mark.rule("S3-FAST-9")
@pytest.mark.parametrize(("task", "rule"), [("fast", "S3-STUNT-17"), ("attack/eyes", None)])
def test_a_fast_stunt_is_repeated_only_by_a_fast_one(task: str, rule: str | None) -> None:
    known = MemoryEntry(skills=("melee", "acrobatics"), weapons=("straightsword",), task=task)
    spec = bridge(SetStuntMemory(combatant="devil", add=known), fast_melee="always").when(TUMBLE)
    assert (spec.refusal and spec.refusal.rule) == rule
    dear = {"with": ["piloting", "bravado", "evasion", "hand_to_hand"]}  # Blackthorne has three Breath
    bridge().when(FAST_SWING, reply(stunt=dear)).refused("S3-STUNT-5")


@pytest.mark.rule("S3-FAST-9")
def test_a_stunt_that_was_declined_to_be_fast_is_remembered_as_the_attack_that_it_was() -> None:
    throws = ["devil melee 9=9c→4", "devil acrobatics 7c→2", "equipment 1c→0", "blackthorne evasion 6c→5"]
    spec = bridge().when(TUMBLE, SentAnswer(kind="fast_reply", answer="decline"), "blackthorne: evasion", throws=throws)
    assert [known.task for known in spec.fight.memory["devil"]] == ["attack/eyes"]


@pytest.mark.rule("S3-FAST-6", "S3-HIDE-7")
def test_a_reply_shows_the_one_who_strikes_back() -> None:
    bridge(Hidden(combatant="blackthorne", observers=("hu",)), others=("hu",)).when(
        FAST_SWING, reply(), throws=WON
    ).then(Spotted(combatant="blackthorne", observers=("hu",)))
