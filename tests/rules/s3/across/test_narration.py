"""Every event is told by one sentence that a table would say."""

import re
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from domain.chance.draws import Draw
from domain.core.commands import CORE_COMMANDS, Command
from domain.core.events import Answered, Branched, CombatantJoined, Commanded, PolicySet, Prompted, Rewound
from domain.model.event import Event
from domain.model.speaker import NARRATOR
from domain.rulesets.s3 import S3
from domain.rulesets.s3.chapters.attack.blows import AttackMissed
from domain.rulesets.s3.chapters.attack.disarming import ItemTaken
from domain.rulesets.s3.chapters.grapple.bonds import HoldEnded
from domain.rulesets.s3.chapters.movement.climbing import Climbed
from domain.rulesets.s3.chapters.movement.hiding import DistractionSet
from domain.rulesets.s3.chapters.movement.leaving import DragEnded
from domain.rulesets.s3.chapters.narrator.placing import Place
from domain.rulesets.s3.chapters.narrator.scenery import SetScene, Zone
from domain.rulesets.s3.chapters.throws.checks import CheckSettled
from domain.rulesets.s3.chapters.throws.contests import FAST, ContestSettled
from domain.rulesets.s3.chapters.throws.flips import CoinFlipped
from domain.rulesets.s3.chapters.throws.stunt_memory import StuntMemoryAdded, StuntMemoryRemoved
from domain.rulesets.s3.chapters.throws.throws import CoinsThrown
from domain.rulesets.s3.chapters.throws.weapons import ItemReadied, ItemUsed
from domain.rulesets.s3.chapters.turns.actions import ActionTaken
from domain.rulesets.s3.chapters.turns.gear import Drop, PickUp
from domain.rulesets.s3.chapters.turns.turns import StunOver, TurnEnding, TurnLost
from domain.rulesets.s3.chapters.vehicles.crashes import TASK as DAMAGE_VEHICLE
from domain.rulesets.s3.chapters.wounds.damage import DamageSuffered, LimbLost
from domain.rulesets.s3.chapters.wounds.wounds import CombatantDisabled, Wounded
from domain.rulesets.s3.items import Item
from domain.rulesets.s3.said import ZONES
from domain.rulesets.s3.state import Disabled, Loss, Memory, Wound
from domain.rulesets.s3.words import Reason
from domain.text.phrases import pronoun_key, sentence, thing_key
from tests.rules.s3.samples import BELL, CLAW, NAMES, OGRE, SAMPLES
from tests.rules.s3.specification import Step, fight, given, newcomer, round_of

NOT_TOLD = {Prompted: {"waiting"}, Rewound: {"state", "hidden"}, Branched: {"state", "hidden"}}
RAW = re.compile(r"[_{}\[\]]|None|True|False|\b(s3|core)\.|[a-z]+-\d+-\d+")


def tell(event: Event, names: dict[str, str] = NAMES) -> str:
    return S3.sentences[type(event)](event, names)


def combatants_in(value: Any) -> Iterator[str]:
    """Every ID of a combatant anywhere in a value."""
    if isinstance(value, str) and value in NAMES:
        yield value
    elif isinstance(value, dict):
        for part in value.values():
            yield from combatants_in(part)
    elif isinstance(value, list | tuple):
        for part in value:
            yield from combatants_in(part)


def test_every_event_has_a_sample_and_a_sentence() -> None:
    assert {type(event) for event in SAMPLES} == set(S3.events) == set(S3.sentences)


@pytest.mark.parametrize("event", [sample for sample in SAMPLES if tell(sample)], ids=lambda event: event.type)
def test_a_sentence_names_everybody_concerned_and_shows_no_key_of_the_wire(event: Event) -> None:
    sentence = tell(event)
    fields = {
        field: value
        for field, value in msgspec.to_builtins(event).items()
        if field not in NOT_TOLD.get(type(event), ())
    }
    for combatant in combatants_in(fields):
        assert NAMES[combatant] in sentence
    assert not RAW.search(sentence), sentence
    assert re.fullmatch(r"[“A-Z0-9][^\n]*(?:[^.]\.|[.?!]”)", sentence), sentence


@pytest.mark.parametrize("event", SAMPLES, ids=lambda event: event.type)
def test_whoever_has_no_name_yet_goes_by_the_words_of_its_id(event: Event) -> None:
    assert not RAW.search(tell(event, {})), tell(event, {})


def test_every_command_is_told_in_its_own_words() -> None:
    assert all(command.says is not None for command in S3.commands if command not in CORE_COMMANDS)


@pytest.mark.parametrize(
    ("command", "sentence"),
    [
        ({"type": "s3.attack", "actor": OGRE, "target": BELL, "weapon": "unarmed"}, "with bare hands."),
        ({"type": "s3.move", "actor": OGRE, "zone": "upper_deck"}, "One-Eyed Ogre heads to the upper deck."),
        ({"type": "s3.move", "actor": OGRE, "engage": CLAW}, "One-Eyed Ogre closes in on Iron Claw."),
        ({"type": "s3.move", "actor": OGRE, "leave": True}, "One-Eyed Ogre steps away."),
        ({"type": "s3.move", "actor": OGRE, "zone": "deck", "leave": True}, "One-Eyed Ogre steps away."),
        ({"type": "s3.hide", "actor": OGRE, "from": []}, "One-Eyed Ogre tries to hide."),
        ({"type": "s3.trip", "actor": OGRE, "target": CLAW, "outcome": "ground"}, "throw Iron Claw to the ground."),
        ({"type": "s3.trip", "actor": OGRE, "target": CLAW, "outcome": "dismount"}, "throw Iron Claw off the vehicle."),
        ({"type": "s3.trip", "actor": OGRE, "target": CLAW, "outcome": "zone:deck"}, "throw Iron Claw to the deck."),
        (
            {"type": "s3.trip", "actor": OGRE, "target": CLAW, "outcome": "hazard:sea"},
            "throw Iron Claw towards the sea.",
        ),
        (
            {"type": "s3.trip", "actor": OGRE, "target": CLAW, "outcome": "hazard:edge_of_airship"},
            "throw Iron Claw towards the edge of the airship.",
        ),
        ({"type": "s3.juggle", "actor": OGRE}, "Juggle is asked for."),
    ],
)
def test_a_command_is_told_by_the_fields_that_it_has(command: dict[str, Any], sentence: str) -> None:
    assert tell(Commanded(command=command, command_schema=1, ruleset="s3", ruleset_version="1")).endswith(sentence)


def test_a_throw_shows_its_coins() -> None:
    seven = CoinsThrown(
        combatant=OGRE, label="sharpshooting", terms=(("points", 7),), draw=Draw("HHHHHTT"), result=5, thrower="player"
    )
    assert tell(seven) == "One-Eyed Ogre throws for sharpshooting: 7 coins ●●●●●○○, 5 heads."
    none = CoinsThrown(
        combatant="world",
        label="fortitude",
        terms=(("points", 2), ("wounds", -2)),
        draw=Draw(""),
        result=1,
        thrower="narrator",
        successes=1,
    )
    assert (
        tell(none)
        == "The narrator has no coins to throw for fortitude (2 points − 2 for wounds), but 1 head for equipment."
    )
    assert tell(msgspec.structs.replace(none, successes=0, result=0)).endswith("fortitude (2 points − 2 for wounds).")
    unskilled = msgspec.structs.replace(none, terms=(("wounds", -2), ("left_leg", -3)), successes=0)
    assert tell(unskilled).endswith("fortitude (no points − 2 for wounds − 3 for the lost left leg).")
    assert tell(msgspec.structs.replace(none, combatant=OGRE, label="equipment", terms=(), successes=2)) == (
        "One-Eyed Ogre gets 2 heads for equipment."
    )


@pytest.mark.parametrize(("winner", "loser"), [(BELL, CLAW), (CLAW, BELL)])
def test_a_tie_is_won_by_the_coin_and_told_once(winner: str, loser: str) -> None:
    flip = CoinFlipped(actor=BELL, opponent=CLAW, draw=Draw("H"), winner=winner)
    assert tell(flip) == f"The coin lands ● heads: {NAMES[winner]} wins the tie with {NAMES[loser]}."
    tied = ContestSettled(
        task="pin", actor=BELL, opponent=CLAW, actor_result=4, opponent_result=4, won=winner == BELL, margin=0
    )
    assert tell(tied) == ""


@pytest.mark.parametrize(("winner", "does"), [("world", "loses"), (CLAW, "wins")])
def test_a_tie_with_damage_that_no_combatant_dealt_is_told_of_its_victim(winner: str, does: str) -> None:
    flip = CoinFlipped(actor="world", opponent=CLAW, draw=Draw("H"), winner=winner)
    assert tell(flip) == f"The coin lands ● heads: Iron Claw {does} the tie with the damage."
    asked = Prompted(id="prompt-3-1", kind="call_flip", to=CLAW, about={"actor": "world", "opponent": CLAW})
    assert tell(asked) == "Iron Claw has to call heads or tails in a tie with the damage."


@pytest.mark.parametrize("won", [True, False])
def test_initiative_is_told_of_the_winner(won: bool) -> None:
    ogre, bell = (5, 3) if won else (3, 5)
    settled = ContestSettled(
        task="initiative", actor=OGRE, opponent=BELL, actor_result=ogre, opponent_result=bell, won=won, margin=2
    )
    first, second = (OGRE, BELL) if won else (BELL, OGRE)
    assert tell(settled) == f"{NAMES[first]} wins the initiative against {NAMES[second]}, 5 to 3."


@pytest.mark.parametrize(
    ("points", "stun", "wound", "said"),
    [
        (3, 3, 3, "takes 3 points of damage from Iron Claw."),
        (0, 0, 0, "takes no damage from Iron Claw."),
        (0, 0, 2, "takes 2 points of damage from Iron Claw that can only wound."),
        (1, 3, 3, "takes 3 points of damage from Iron Claw."),
    ],
)
def test_damage_is_told_as_it_counts(points: int, stun: int, wound: int, said: str) -> None:
    suffered = DamageSuffered(
        combatant=OGRE, label="damage", points=points, stun_amount=stun, wound_amount=wound, source=CLAW
    )
    assert tell(suffered) == f"One-Eyed Ogre {said}"


def test_those_who_harm_themselves_are_not_named_twice() -> None:
    poisoned = DamageSuffered(combatant=OGRE, label="poison", points=3, stun_amount=3, wound_amount=3, source=OGRE)
    assert tell(poisoned) == "One-Eyed Ogre takes 3 points of damage from the poison."
    wounded = Wounded(combatant=OGRE, wound=Wound("wound-9-1", 5, 2, OGRE), total=2)
    assert tell(wounded) == "One-Eyed Ogre takes a moderate wound: 2 coins fewer."
    lost = LimbLost(combatant=OGRE, limb="left_leg", loss=Loss(OGRE))
    assert tell(lost) == "One-Eyed Ogre loses the use of the left leg until healed."


def test_the_first_wound_is_not_counted_twice() -> None:
    first = Wounded(combatant=OGRE, wound=Wound("wound-9-1", 5, 2, CLAW), total=2)
    assert tell(first) == "One-Eyed Ogre takes a moderate wound from Iron Claw: 2 coins fewer."
    assert tell(msgspec.structs.replace(first, total=3)).endswith(": 2 coins fewer, 3 fewer in all.")
    ruled = msgspec.structs.replace(first, wound=Wound("wound-9-1", 5, 2, "ruling"))
    assert tell(ruled) == "One-Eyed Ogre takes a moderate wound: 2 coins fewer."


@pytest.mark.parametrize(
    ("reasons", "said"),
    [
        (("ruling",), "is slain."),
        (("fortitude", "wounds"), "is slain: the damage was too much and the wounds were too heavy."),
    ],
)
def test_who_is_out_of_action_is_told_with_the_reason_unless_that_is_a_ruling(
    reasons: tuple[Reason, ...], said: str
) -> None:
    assert tell(CombatantDisabled(combatant=OGRE, disabled=Disabled(reasons, "slain"))) == f"One-Eyed Ogre {said}"


@pytest.mark.parametrize(("mode", "said"), [("pistol", "the sword pistol"), ("blade", "the sword pistol's blade")])
def test_a_way_to_use_a_weapon_is_named_unless_the_weapon_is_named_after_it(mode: str, said: str) -> None:
    missed = AttackMissed(attacker=OGRE, target=BELL, weapon=f"sword_pistol/{mode}")
    names = {**NAMES, thing_key(OGRE, "sword_pistol"): "sword pistol"}
    assert tell(missed, names).endswith(f" with {said}.")


def test_what_is_on_a_sheet_that_is_not_shown_is_told_without_its_key() -> None:
    missed = AttackMissed(attacker=OGRE, target=BELL, weapon="ogre_blade_2/edge")
    assert tell(missed) == "One-Eyed Ogre misses Golden Bell member with a weapon."
    assert tell(ItemReadied(combatant=OGRE, item="ogre_blade_2", hands=("main",))) == (
        "One-Eyed Ogre takes something in the main hand."
    )
    assert tell(ItemUsed(combatant=OGRE, item="ogre_bomb_2")) == "One-Eyed Ogre uses up one item."
    lying = {**NAMES, thing_key("", "ogre_blade_2"): "curved blade"}
    assert tell(missed, lying).endswith(" with the curved blade's edge.")


def test_a_sealed_answer_is_told_to_those_who_may_see_it_alone() -> None:
    sealed = Answered(kind="oppose", to=BELL, by="prompt", answer=None, prompt="prompt-22-1", secret={"skill": "melee"})
    assert "melee" in tell(sealed)
    assert tell(msgspec.structs.replace(sealed, secret=None)) == "Golden Bell member makes a choice in secret: oppose."
    assert tell(PolicySet(of=BELL, kind="call_flip")) == (
        "Golden Bell member's standing answer changes: whether to call heads or tails for the coin that breaks a tie."
    )


def test_an_extra_attack_is_told_by_its_talent() -> None:
    assert (
        tell(ActionTaken(actor=OGRE, action="attack", command="s3.attack", extra="gunslinger"))
        == "One-Eyed Ogre fires once more."
    )


def test_declining_a_fast_exchange_is_no_lost_turn() -> None:
    said = tell(Answered(kind="fast_reply", to=BELL, by="prompt", answer="decline", prompt="prompt-22-1"))
    assert said == "Golden Bell member does not strike back."
    assert tell(Answered(kind="act_stunned", to=BELL, by="prompt", answer="decline", prompt="prompt-22-1")).endswith(
        "spends no Breath to act."
    )


def test_what_a_stunt_is_remembered_for_is_told_whoever_says_so() -> None:
    """A fast attack that is declined is remembered as an ordinary one, without a word of the narrator."""
    stunt = Memory(("melee", "stealth"), ("saber",), FAST, "from behind")
    assert tell(StuntMemoryRemoved(combatant=OGRE, memory=stunt)) == (
        "One-Eyed Ogre no longer counts as having used a stunt with melee and stealth (“from behind”) for the fast"
        " exchange."
    )
    assert tell(StuntMemoryAdded(combatant=OGRE, memory=msgspec.structs.replace(stunt, task="attack/eyes"))) == (
        "One-Eyed Ogre now counts as having used a stunt with melee and stealth (“from behind”) for the attack (eyes)."
    )


@pytest.mark.parametrize("task", ["attack", FAST, DAMAGE_VEHICLE])
def test_an_attack_is_told_once_by_its_hit_or_miss(task: str) -> None:
    won = ContestSettled(task=task, actor=OGRE, opponent=BELL, actor_result=7, opponent_result=6, won=True, margin=1)
    assert tell(won) == ""
    assert tell(msgspec.structs.replace(won, task="pin")) == ("One-Eyed Ogre beats Golden Bell member, 7 to 6.")


def test_a_check_is_told_once_and_then_whether_it_passes() -> None:
    thrown = CheckSettled(combatant=OGRE, skill="sleight_of_hand", result=3)
    assert tell(thrown) == ""
    failed = msgspec.structs.replace(thrown, need=4, passed=False)
    assert tell(failed) == "One-Eyed Ogre fails the sleight of hand check."
    assert tell(msgspec.structs.replace(thrown, need=0, passed=True)).endswith(" passes the sleight of hand check.")


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        ({}, "The narrator decides that there is no crash."),
        ({"spectacular": True, "coins": 8}, "The narrator decides that there is a crash of 8 coins."),
        ({"spectacular": True}, "The narrator decides that there is a harmless crash."),
    ],
)
def test_how_a_crash_looks_is_told(answer: dict[str, Any], said: str) -> None:
    assert tell(Answered(kind="crash", to="narrator", by="prompt", answer=answer, prompt="prompt-22-1")) == said


def test_whoever_judges_a_crash_hears_which_vehicle_may_crash() -> None:
    """The prompt names the vehicle, of several that may be in the chase."""
    about = {"vehicle": "cycle", "attacker": OGRE}
    asked = Prompted(id="prompt-22-1", kind="crash", to="narrator", about=about)
    assert tell(asked, {**NAMES, "cycle": "the autocycle"}) == (
        "The narrator has to decide whether the autocycle crashes."
    )


@pytest.mark.parametrize(
    ("place", "said"),
    [
        ("deck", "on the deck"),
        ("yard", "in the yard"),
        ("Deck", "on the deck"),
        ("Poop Deck", "on the Poop Deck"),
        ("bar", "at the bar"),
    ],
)
def test_a_distraction_is_where_players_say_that_one_is(place: str, said: str) -> None:
    zone = {thing_key(ZONES, "z1"): place}
    assert tell(DistractionSet(zone="z1"), zone) == f"There is a distraction {said}."


def told(*steps: Step, then: Command) -> list[str]:
    """How the command and what follows from it are told."""
    spec = given(*steps)
    names = S3.names(spec.fight, NARRATOR)
    spec.when(then, throws=[])
    sentences = []
    for event in spec.events:
        names |= S3.names_in(event, names)
        sentences.append(tell(event, names))
    return sentences


def test_things_and_zones_go_by_their_names_and_not_by_their_ids() -> None:
    fang = {"kind": "saber", "id": "i1", "name": "Moon Fang"}
    fox = newcomer("fox", items=[fang], hands={"main": "i1"})
    street = fight(fox, "bell"), SetScene(zones=(Zone(key="here"), Zone(key="z1", name="Jade Terrace")))
    assert told(*street, then=Place(combatant="fox", zone="z1")) == [
        "The narrator places Flying Fox on the Jade Terrace.",
        "Flying Fox moves to the Jade Terrace.",
    ]
    in_place = "The narrator leaves Flying Fox in place."
    assert told(*street, then=Place(combatant="fox")) == [in_place]
    away = "The narrator places Flying Fox away from everyone."
    assert told(*street, then=Place(combatant="fox", engaged_with=())) == [away]
    assert told(*street, *round_of("fox", "bell"), then=Drop(actor="fox", item="i1")) == [
        "",
        "Flying Fox drops the Moon Fang.",
    ]
    lying = (*street, *round_of("fox", "bell"), Drop(actor="fox", item="i1"))
    picked_up = "Flying Fox picks up the Moon Fang with the main hand."
    assert told(*lying, then=PickUp(actor="fox", item="i1"))[-1] == picked_up


def test_a_vehicle_has_an_article_unless_its_name_is_its_own() -> None:
    missed = AttackMissed(attacker="bell", target="own", weapon="i1")
    names = {"bell": "Bell", "bell/i1": "old gun"}
    for name, said in (("autocycle", "the autocycle"), ("Red Comet", "Red Comet")):
        joined = CombatantJoined(
            combatant="own", name=name, side=None, sheet={"driver": "bell", "riders": [OGRE, CLAW]}
        )
        known = {**NAMES, **names, **S3.names_in(joined, names)}
        assert tell(missed, known) == f"Bell misses {said} with the old gun."
        steered = f"{said} joins the fight, with Bell steering and One-Eyed Ogre and Iron Claw riding along."
        assert sentence(tell(joined, known)) == sentence(steered)
        parked = msgspec.structs.replace(joined, sheet={})
        assert sentence(tell(parked, known)) == sentence(f"{said} joins the fight.")


def test_things_that_change_hands_keep_their_names() -> None:
    fang = Item("i1", "saber", "Moon Fang")
    names = {
        "fox": "Fox",
        **S3.names_in(ItemTaken(combatant="fox", victim="bell", item=fang, hands=("main",), kept_as="i2"), {}),
    }
    assert (
        tell(ItemReadied(combatant="fox", item="i2", hands=("main",)), names)
        == "Fox takes the Moon Fang in the main hand."
    )


@pytest.mark.parametrize(
    ("reason", "said"),
    [
        ("stunned", "One-Eyed Ogre is stunned and lets go of Iron Claw."),
        ("broken_free", "Iron Claw breaks free of One-Eyed Ogre."),
        ("holder_moved", "One-Eyed Ogre lets go of Iron Claw to move."),
    ],
)
def test_how_a_hold_ends_is_told_of_the_one_who_ends_it(reason: str, said: str) -> None:
    assert tell(HoldEnded(hold="pin-1", kind="pin", holder=OGRE, held=CLAW, reason=reason)) == said
    assert tell(DragEnded(drag="drag-1", dragger=OGRE, dragged=CLAW, reason=reason)) == said


@pytest.mark.parametrize("reason", ["disabled", "escaped", "left_behind", "thrown_out", "removed"])
def test_a_hold_on_or_by_those_who_are_gone_just_ends(reason: str) -> None:
    ended = HoldEnded(hold="pin-1", kind="pin", holder=OGRE, held=CLAW, reason=reason)
    assert tell(ended) == "One-Eyed Ogre no longer holds Iron Claw."
    dropped = DragEnded(drag="drag-1", dragger=OGRE, dragged=CLAW, reason=reason)
    assert tell(dropped) == "One-Eyed Ogre no longer drags Iron Claw along."


def test_people_end_their_own_turn() -> None:
    names = {**NAMES, pronoun_key(OGRE): "she"}
    assert (
        tell(
            Commanded(
                command={"type": "s3.end_turn", "actor": OGRE}, command_schema=1, ruleset="s3", ruleset_version="2"
            ),
            names,
        )
        == "One-Eyed Ogre ends her turn."
    )


def test_a_turn_lost_to_a_stun_is_told_once() -> None:
    assert tell(StunOver(combatant=OGRE)) == tell(TurnLost(actor=OGRE, reason="stunned")) == ""
    assert tell(TurnEnding(actor=OGRE, reason="stunned")) == "The stun costs One-Eyed Ogre the rest of the turn."
    assert tell(TurnLost(actor=OGRE, reason="not_able")) == "One-Eyed Ogre is out of the fight and has no turn."
    assert tell(TurnEnding(actor=OGRE, reason="not_able")) == ""


def test_an_action_is_told_where_the_command_does_not_say_it() -> None:
    assert tell(ActionTaken(actor=OGRE, action="attack", command="s3.pin")) == ""
    closed_in = "One-Eyed Ogre uses the movement action to close in."
    assert tell(ActionTaken(actor=OGRE, action="movement", command="s3.pin")) == closed_in
    assert (
        tell(ActionTaken(actor=OGRE, action="attack", command="s3.check"))
        == "This takes One-Eyed Ogre's attack action."
    )


@pytest.mark.parametrize(
    ("gained", "feet", "said"),
    [
        (0, 0, "One-Eyed Ogre makes no headway on the wall."),
        (1, 1, "One-Eyed Ogre climbs 1 foot up the wall and has not reached the top."),
        (10, 25, "One-Eyed Ogre climbs another 10 feet up the wall, 25 feet in all."),
    ],
)
def test_a_climb_is_told_by_the_feet(gained: int, feet: int, said: str) -> None:
    assert tell(Climbed(combatant=OGRE, link="wall", gained=gained, feet=feet, arrived=False)) == said
