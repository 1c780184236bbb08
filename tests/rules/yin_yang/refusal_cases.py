"""What Yin-Yang forbids: at least one command for every rule that its code refuses by."""

from pathlib import Path
from typing import Any

from domain.chance.draws import Draw
from domain.core.commands import Answer, Command, SentAnswer
from domain.model.cards import PACK
from domain.model.speaker import Speaker
from domain.rulesets import yin_yang
from domain.rulesets.yin_yang.chapters.challenges.challenges import (
    AnswerChallenge,
    Challenge,
    ChallengeLost,
    JudgeChallenge,
    Retaliate,
)
from domain.rulesets.yin_yang.chapters.challenges.confrontation import ConfrontationBegun
from domain.rulesets.yin_yang.chapters.combined.combining import Combine, Participant
from domain.rulesets.yin_yang.chapters.combined.coordination import JoinCombined
from domain.rulesets.yin_yang.chapters.decks.decks import CardsDrawn
from domain.rulesets.yin_yang.chapters.decks.grants import GiveCards
from domain.rulesets.yin_yang.chapters.decks.hands import ActionsSpent, ExtraActionsGained
from domain.rulesets.yin_yang.chapters.decks.jokers import TurnCancelled
from domain.rulesets.yin_yang.chapters.exchanges.calls import Attack
from domain.rulesets.yin_yang.chapters.exchanges.follow_ups import Decline, Follow
from domain.rulesets.yin_yang.chapters.exchanges.matching import AllowCounter, LetPass, MatchCall, VetoAction
from domain.rulesets.yin_yang.chapters.harm.harm import ConditionSet, FellOut
from domain.rulesets.yin_yang.chapters.harm.resting import PassTime, Stabilised
from domain.rulesets.yin_yang.chapters.harm.tending import Tend
from domain.rulesets.yin_yang.chapters.narrator.attributes import GenerateAttributes, SetAttribute
from domain.rulesets.yin_yang.chapters.narrator.rulings import Adjust, DeclareDead, SetCondition
from domain.rulesets.yin_yang.chapters.testing.scope import RuleScope
from domain.rulesets.yin_yang.chapters.turns.edge import EdgeGiven, GiveEdge
from domain.rulesets.yin_yang.chapters.turns.gear import GripSheet, PlaceItem, Wear, Wield, Wielded
from domain.rulesets.yin_yang.chapters.turns.guards import Guard
from domain.rulesets.yin_yang.chapters.turns.movement import Move, SetDistance, SplitFight
from domain.rulesets.yin_yang.chapters.turns.turns import EndTurn, Hold, StartTurn
from domain.rulesets.yin_yang.items import Grip
from domain.rulesets.yin_yang.parts import ArmourSheet, WeaponSheet
from domain.rulesets.yin_yang.words import OutReason
from tests.rules.refusal_cases import Forbidden, Row
from tests.rules.yin_yang.builders import act, contest
from tests.rules.yin_yang.specification import (
    YIN_YANG_NOTATION,
    Step,
    attack,
    attempt,
    fight,
    given,
    in_turn,
    newcomer,
    short_answer,
)

WEAPONS = [{"id": "polearm"}, {"id": "sword"}, {"id": "shotgun"}]
ARMOUR = [{"id": "flak_jacket"}, {"id": "chainmail"}, {"id": "shield"}]
BAND = (
    "bishop",
    newcomer("gabrielle", weapons=WEAPONS, armour=ARMOUR),
    newcomer("knight", endurance=20, will=20),
    "bill",
    newcomer("da_hook", endurance=20, will=20),
    "wedge",
    "trooper",
)


def player(*combatants: str) -> Speaker:
    """The player of these combatants."""
    return Speaker("player", combatants)


def idle(*steps: Step, **options: Any) -> tuple[Step, ...]:
    """Four heroes and three foes between turns, and what has happened to them."""
    return (fight(*BAND, **options), *steps)


def turn(*steps: Step, **options: Any) -> tuple[Step, ...]:
    """A turn of theirs, and what has happened in it."""
    return (*idle(**options), in_turn(), *steps)


def called(*steps: Step, **options: Any) -> tuple[Step, ...]:
    """A turn in which Bishop attacks Da Hook, who is asked to match."""
    return turn(*steps, attack("bishop", "da_hook"), **options)


def to_prompt(answer: Any, *steps: Step) -> tuple[tuple[Step, ...], Command]:
    """This answer to the first prompt that is open after these steps."""
    return steps, Answer(prompt=given(*steps).fight.prompts[0].id, answer=answer)


def matching(*steps: Step, **fields: Any) -> tuple[tuple[Step, ...], Command]:
    """Da Hook goes against the attack of Bishop."""
    return to_prompt({"mode": "attack", **fields}, *called(*steps))


def countering(**fields: Any) -> tuple[tuple[Step, ...], Command]:
    """Da Hook counters it."""
    return to_prompt({"mode": "counter", **fields}, *called())


def only(deck: str, card: str) -> Step:
    """Nothing but this card is left in the deck."""
    return CardsDrawn(
        combatant="bishop", deck=deck, label="test", draw=Draw(tuple(other for other in PACK if other != card))
    )


def unmatched(actor: str, target: str, **fields: Any) -> Attack:
    """An attack that its target lets pass."""
    return attack(actor, target, answers=(short_answer(f"{target}: let_pass"),), **fields)


def crowned(*steps: Step, **options: Any) -> tuple[Step, ...]:
    """Bishop has struck Da Hook with a King."""
    return turn(*steps, only("bishop", "KH"), unmatched("bishop", "da_hook"), **options)


def sprayed(target: str, *steps: Step) -> tuple[tuple[Step, ...], Command]:
    """The trooper has struck the knight with a King, and would walk fire at somebody."""
    blow = (only("narrator", "KC"), unmatched("trooper", "knight"))
    return to_prompt({"target": target}, *turn(*steps, *blow))


def out(who: str, reason: OutReason = "dying") -> Step:
    return FellOut(combatant=who, reason=reason)


def spent(who: str, actions: int) -> Step:
    return ActionsSpent(combatant=who, hand=actions)


def roof(*combatants: str) -> Command:
    """These fight on the roof, all others below."""
    return SplitFight(subfights=dict.fromkeys(combatants, "roof"))


def apart(band: Any) -> Command:
    return SetDistance(first="bishop", second="da_hook", band=band)


def locked(one: str, other: str) -> Step:
    return ConfrontationBegun(first=one, second=other, locked=True)


def together(*names: str, kind: Any = "act", **fields: Any) -> Combine:
    """The first of them wants all to act together."""
    participants = tuple(Participant(combatant=name) for name in names)
    goal = {"goal": "lift the gate"} if kind == "act" else {}
    return Combine.model_validate({"actor": names[0], "kind": kind, "participants": participants, **goal, **fields})


def ambush(*names: str, target: str | None = "da_hook", **fields: Any) -> Combine:
    """The first of them wants all to attack together."""
    return together(*names, kind="attack", target=target, **fields)


def one_of_two(field: str, value: Any, kind: Any = "act") -> Combine:
    """Bishop and Gabrielle together, where Gabrielle's part has this field."""
    parts = ({"combatant": "bishop"}, {"combatant": "gabrielle", field: value})
    target = {"target": "da_hook"} if kind == "attack" else {}
    return together("bishop", "gabrielle", kind=kind, participants=parts, **target)


def tend(patient: str = "gabrielle") -> Tend:
    return Tend(actor="bishop", patient=patient, attributes=("intellect",))


def wield(*items: str, hands: int = 1) -> Wield:
    return Wield(actor="gabrielle", items=tuple(GripSheet(weapon=item, hands=hands) for item in items))


def wear(*armour: str) -> Wear:
    return Wear(actor="gabrielle", armour=armour)


def condition(name: str, *, on: bool = True) -> SetCondition:
    return SetCondition(combatant="gabrielle", condition=name, on=on)


def judge(*, impressed: bool, **concession: Any) -> JudgeChallenge:
    """The narrator judges the challenge that is held."""
    return JudgeChallenge.model_validate({"impressed": impressed, "concession": concession or None})


def retaliate(**fields: Any) -> Retaliate:
    return Retaliate.model_validate({"combatant": "bishop", **fields})


def time_for(combatant: str, field: str) -> PassTime:
    """An hour passes, and this field names somebody."""
    return PassTime.model_validate({"hours": 1, field: (combatant,)})


def challenge(actor: str = "bishop") -> Challenge:
    return Challenge(actor=actor, text="that was no fair call")


RIDDLE = SentAnswer(kind="answer_challenge", to="narrator", answer={"contest": "riddle"})
HELD = challenge().model_copy(update={"answers": (RIDDLE,)})
BLOW = attack("bishop", "da_hook")
MAD = (out("gabrielle", "shock"), ConditionSet(combatant="gabrielle", condition="mad", on=True))
GATE = act("bishop", "the gate")
FIGHT_ON = Wield(actor="gabrielle")
RULED_OUT = RuleScope(combatant="bishop", ability="Corporate Bodyguard", task="The gate", within=False)
BARRED = {"ability": "Corporate Bodyguard", "task": "the gate"}
DEAD = out("gabrielle", "dead")
OF_TIME = ("only", "resting", "mentally_resting", "cared_for")
LOSS = {"track": "stamina", "points": 1}
THE_EDGE = turn(EdgeGiven(side="opposition"), initiative="edge")
OPEN = {"hand": "open"}
FAR = {"movement": "action"}
POLEARM = Wielded(combatant="gabrielle", grips=(Grip("polearm"),))
POOR = (spent("bishop", 2), spent("gabrielle", 2))
JACK = (only("knight", "JD"), unmatched("knight", "da_hook"))

ROWS: tuple[Row, ...] = (
    # Turns and actions
    Row("YY-ACT-1", turn(), StartTurn()),
    Row("YY-ACT-1", idle(), EndTurn()),
    Row("YY-ACT-4", turn(spent("bishop", 3)), BLOW),
    Row("YY-ACT-4", turn(spent("bishop", 3)), GATE),
    Row("YY-ACT-4", turn(spent("bishop", 3)), attempt("bishop", "will")),
    Row("YY-ACT-4", turn(spent("bishop", 3), out("gabrielle")), tend()),
    Row("YY-ACT-4", turn(spent("bishop", 3), roof("bill"), **FAR), Move(actor="bishop", subfight="roof")),
    Row("YY-ACT-4", turn(spent("da_hook", 2)), contest("bishop", "da_hook", costs_action=True)),
    Row("YY-ACT-5", idle(), BLOW),
    Row("YY-ACT-5", idle(), GATE),
    Row("YY-ACT-5", idle(), ambush("bishop", "gabrielle")),
    Row("YY-ACT-5", idle(), Move(actor="bishop", subfight="roof")),
    Row("YY-ACT-5", idle(), Hold(actor="bishop")),
    Row("YY-ACT-5", turn(), wear()),
    Row("YY-ACT-5", turn(), PassTime(hours=1)),
    Row("YY-ACT-10", crowned(), attack("wedge", "bishop")),
    Row("YY-JOKER-8", turn(TurnCancelled(combatant="bishop")), BLOW),
    Row("YY-DECK-14", turn(), attack("bishop", "da_hook", hand_card="2H")),
    Row("YY-DECK-14", turn(**OPEN), BLOW),
    Row("YY-DECK-14", turn(**OPEN), attack("bishop", "da_hook", hand_card="WHITE")),
    Row("YY-DECK-14", turn(**OPEN), attempt("bishop", "will", free=True, hand_card="2H")),
    Row("YY-DECK-14", idle(**OPEN), attempt("bishop", "will", hand_card="2H")),
    Row("YY-DECK-14", turn(**FAR), Move(actor="bishop", toward="da_hook", hand_card="2H")),
    Row("YY-DECK-14", turn(roof("bill")), Move(actor="bishop", subfight="roof", hand_card="2H")),
    Row("YY-DECK-14", *matching(hand_card="2H")),
    Row("YY-EDGE-1", idle(), GiveEdge(side="heroes")),
    Row("YY-EDGE-2", THE_EDGE, BLOW),
    Row("YY-EDGE-2", THE_EDGE, GATE),
    Row("YY-EDGE-2", THE_EDGE, together("bishop", "gabrielle")),
    Row("YY-EDGE-2", THE_EDGE, attempt("bishop", "will")),
    Row("YY-EDGE-2", (*THE_EDGE, out("gabrielle")), tend()),
    Row("YY-EDGE-2", (*THE_EDGE, roof("bill")), Move(actor="bishop", subfight="roof")),
    Row("YY-MOVE-1", turn(), Move(actor="bishop", toward="da_hook")),
    Row("YY-MOVE-1", idle(), apart("arm")),
    Row("YY-MOVE-2", turn(apart("arm"), **FAR), Move(actor="bishop", toward="da_hook")),
    Row("YY-MOVE-2", turn(apart("sight"), **FAR), Move(actor="bishop", away_from="da_hook")),
    Row("YY-MOVE-3", turn(**FAR), attack("da_hook", "bishop")),
    Row("YY-MOVE-4", turn(), Move(actor="bishop", subfight="main")),
    Row("YY-MOVE-4", turn(roof("da_hook"), **FAR), Move(actor="bishop", toward="da_hook")),
    Row("YY-MOVE-4", idle(roof("da_hook"), **FAR), apart("arm")),
    # Who acts, and who gives what
    Row("YY-COND-1", turn(out("bishop")), BLOW),
    Row("YY-COND-1", turn(out("bishop", "dead")), attempt("bishop", "will", free=True)),
    Row("YY-COND-1", idle(out("bishop")), FIGHT_ON.model_copy(update={"actor": "bishop"})),
    Row("YY-COND-1", idle(out("knight")), contest()),
    Row("YY-COND-5", turn(out("da_hook", "dead")), BLOW),
    Row("YY-COND-5", turn(out("da_hook", "fled")), act("bishop", "trip it", target="da_hook")),
    Row("YY-COND-5", turn(out("da_hook", "fled")), act("bishop", "the gate", against=("da_hook",))),
    Row("YY-COND-5", turn(out("da_hook", "dead")), ambush("bishop", "gabrielle")),
    Row("YY-COND-5", turn(out("da_hook", "fled"), **FAR), Move(actor="bishop", toward="da_hook")),
    Row("YY-COND-5", idle(out("gabrielle", "dead")), Guard(actor="bishop", ward="gabrielle")),
    Row("YY-COND-10", idle(DEAD), Adjust(combatant="gabrielle", track="vitality", points=1)),
    Row("YY-COND-10", idle(DEAD), SetAttribute(combatant="gabrielle", attribute="will", score=3)),
    Row("YY-COND-10", idle(DEAD), wear()),
    Row("YY-COND-10", idle(out("bishop", "dead"), ChallengeLost(combatant="bishop")), retaliate(loss=LOSS)),
    *(Row("YY-COND-10", idle(DEAD), time_for("gabrielle", field)) for field in OF_TIME),
    Row("YY-MB-5", idle(*MAD), FIGHT_ON, player("gabrielle")),
    Row("YY-MB-5", idle(), condition("mad")),
    Row("YY-MB-5", idle(), condition("mad", on=False)),
    Row("YY-NARR-3", idle(), condition("blinded", on=False)),
    Row("YY-NARR-3", *to_prompt({"adverse": "raves", "condition": "mad"}, *crowned(king_effect="ask"))),
    Row("YY-NARR-4", idle(), DeclareDead(combatant="gabrielle")),
    Row("YY-NARR-5", idle(), PassTime(hours=1, only=("bill",), resting=("bill", "bishop"))),
    Row("YY-NARR-7", turn(), attack("bishop", "da_hook", bonus=1), player("bishop")),
    Row("YY-NARR-7", turn(), attack("bishop", "da_hook", penalty=1), player("bishop")),
    Row("YY-NARR-7", turn(), attempt("bishop", "will", free=True), player("bishop")),
    Row("YY-NARR-7", turn(), attempt("bishop", "will", needs_scope="hobby"), player("bishop")),
    Row("YY-NARR-7", *matching(bonus=1), player("da_hook")),
    Row("YY-NARR-7", called(), MatchCall(actor="da_hook", bonus=1), player("da_hook")),
    Row("YY-AUTO-6", turn(), attempt("bishop", "will", difficulty="average"), player("bishop")),
    # Tests
    Row("YY-TEST-2", idle(), attempt("bishop", "will", "will")),
    Row("YY-TEST-2", idle(), attempt("bishop", "charisma", "intellect")),
    Row("YY-TEST-2", idle(), attempt("bishop", "will", "speed", ability="Corporate Bodyguard")),
    Row("YY-SCOPE-3", idle(), attempt("gabrielle", "will", ability="Self-Defence", needs_scope="talent")),
    Row("YY-SCOPE-3", idle(), attempt("bishop", "will", needs_scope="hobby")),
    Row("YY-SCOPE-4", idle(RULED_OUT), attempt("bishop", "will", **BARRED)),
    Row("YY-SCOPE-4", turn(RULED_OUT), act("bishop", "the gate", ability="Corporate Bodyguard")),
    Row("YY-SKILL-6", turn(), attack("bill", "da_hook", ability="Flirting"), player("bill")),
    Row("YY-OPP-1", idle(), contest("bishop", "bishop")),
    Row("YY-BONUS-6", idle(), GiveCards(combatant="bishop", bonus=1, lasting="this_turn")),
    Row("YY-ATTR-5", idle(), GenerateAttributes(combatant="stranger")),
    Row("YY-ATTR-6", idle(attribute_method="random"), GenerateAttributes(combatant="bishop")),
    Row("YY-VIT-6", idle(), tend()),
    Row("YY-VIT-6", idle(out("gabrielle"), Stabilised(combatant="gabrielle")), tend()),
    Row("YY-VIT-6", idle(out("gabrielle"), roof("gabrielle")), tend()),
    Row("YY-VIT-6", idle(), condition("stabilised")),
    Row("YY-VIT-6", idle(out("gabrielle"), Stabilised(combatant="gabrielle")), condition("stabilised")),
    Row("YY-VIT-6", idle(out("gabrielle")), condition("stabilised", on=False)),
    # Calls
    Row("YY-ATK-2", turn(), attack("bishop", "da_hook", attribute="speed"), player("bishop")),
    Row("YY-ATK-2", turn(), one_of_two("attributes", ("speed",), "attack"), player("bishop", "gabrielle")),
    Row("YY-ATK-2", *matching(attributes=["speed"])),
    Row("YY-ATK-3", turn(), attack("bishop", "da_hook", weapon="sword")),
    Row("YY-ATK-3", turn(), attack("bishop", "da_hook", weapon="martial_arts")),
    Row("YY-ATK-3", *matching(weapon="boxing")),
    Row("YY-ATK-4", turn(), attack("bishop", "bishop")),
    Row("YY-ATK-4", turn(roof("bishop")), attack("da_hook", "bishop")),
    Row("YY-ATK-4", turn(roof("da_hook")), act("bishop", "trip it", target="da_hook")),
    Row("YY-ATK-4", turn(), ambush("bishop", "gabrielle", target=None)),
    Row("YY-ATK-4", turn(), ambush("bishop", "gabrielle", target="gabrielle")),
    Row("YY-ATK-6", turn(), act("bishop", "the gate", target="da_hook", against=("wedge",))),
    Row("YY-ATK-6", turn(roof("wedge")), act("bishop", "the gate", against=("da_hook", "wedge"))),
    Row("YY-ATK-6", turn(roof("wedge")), together("bishop", "gabrielle", against=("wedge",))),
    Row("YY-ATK-6", turn(), AllowCounter(combatant="wedge")),
    Row("YY-ATK-6", called(), AllowCounter(combatant="da_hook")),
    Row("YY-ATK-7", turn(), act("bishop", "the gate", against=("bishop",))),
    Row("YY-ATK-7", called(), AllowCounter(combatant="bishop")),
    Row("YY-ATK-7", called(out("wedge")), AllowCounter(combatant="wedge")),
    Row("YY-ATK-7", called(locked("wedge", "bill")), AllowCounter(combatant="wedge")),
    Row("YY-ATK-7", called(roof("wedge")), AllowCounter(combatant="wedge")),
    Row("YY-ATK-7", *to_prompt({"allow": True, "may_counter": ["bishop"]}, *turn(GATE, action_consent="ask"))),
    Row("YY-ATK-8", turn(), one_of_two("weapon", "polearm")),
    Row("YY-ATK-8", *countering(attributes=["speed"], weapon="large_knife")),
    Row("YY-ATK-8", *countering()),
    Row("YY-ATK-12", turn(), attack("bishop", "da_hook", stake="goal")),
    Row("YY-ATK-12", turn(), attack("bishop", "da_hook", goal="his hat")),
    Row("YY-ATK-12", turn(), act("bishop", "the gate", stake="damage")),
    Row("YY-ATK-12", *countering(attributes=["speed"], stake="damage")),
    Row("YY-ATK-12", *countering(attributes=["speed"], goal="his hat")),
    Row("YY-ATK-14", turn(), VetoAction()),
    Row("YY-ATK-15", idle(), Guard(actor="bishop", ward="bishop")),
    Row("YY-ATK-15", idle(), Guard(actor="bishop", ward="gabrielle", on=False)),
    Row(
        "YY-ATK-15",
        idle(Guard(actor="bishop", ward="gabrielle")),
        Guard(actor="bishop", ward="gabrielle"),
    ),
    Row("YY-WPN-22", turn(), attack("bishop", "da_hook", charge=True)),
    Row(
        "YY-WPN-23",
        turn(POLEARM, SetDistance(first="gabrielle", second="da_hook", band="arm"), **FAR),
        attack("gabrielle", "da_hook", weapon="polearm", charge=True),
    ),
    Row("YY-CONF-15", turn(locked("da_hook", "bill")), BLOW),
    Row("YY-CONF-15", turn(locked("da_hook", "bill")), ambush("gabrielle", "bill")),
    Row("YY-CONF-15", turn(locked("da_hook", "bill")), act("bishop", "the gate", against=("da_hook",))),
    Row(
        "YY-CONF-15",
        called(locked("bishop", "da_hook"), ExtraActionsGained(combatant="da_hook", actions=2, reason="confrontation")),
        AllowCounter(combatant="wedge"),
    ),
    Row("YY-COMB-1", turn(), together("bishop", "wedge")),
    Row("YY-COMB-2", turn(), together("bishop", "gabrielle").model_copy(update={"actor": "bill"})),
    Row("YY-COMB-2", turn(out("gabrielle")), together("bishop", "gabrielle")),
    Row("YY-COMB-2", turn(roof("gabrielle")), together("bishop", "gabrielle")),
    Row("YY-COMB-2", turn(spent("gabrielle", 3)), together("bishop", "gabrielle")),
    Row("YY-JOKER-8", turn(TurnCancelled(combatant="gabrielle")), together("bishop", "gabrielle")),
    Row("YY-JOKER-8", turn(TurnCancelled(combatant="bishop")), together("bishop", "gabrielle")),
    Row("YY-ARM-10", turn(), ambush("bishop", "gabrielle", precision=True)),
    Row("YY-COMB-6", *to_prompt({"allow": True}, *turn(*POOR), together("bishop", "gabrielle"))),
    # What follows from the cards
    Row("YY-KING-5", *to_prompt({"target": "wedge"}, *crowned())),
    Row("YY-KING-8", *sprayed("bill", out("bill"))),
    Row("YY-KING-8", *sprayed("bill", locked("bill", "wedge"))),
    Row("YY-WALK-1", *sprayed("wedge")),
    Row("YY-WALK-1", *sprayed("bill", roof("bill"))),
    Row("YY-WPN-27", *to_prompt("wedge", *turn(*JACK))),
    # Gear
    Row("YY-WPN-1", idle(), PlaceItem(weapon=WeaponSheet(id="fish"))),
    Row("YY-WPN-1", idle(), PlaceItem(weapon=WeaponSheet(id="fish", name="Fish"))),
    Row("YY-WPN-6", idle(), PlaceItem(weapon=WeaponSheet(id="boxing"))),
    Row("YY-WPN-10", idle(), wield("sword", hands=2)),
    Row("YY-WPN-10", idle(), wield("sword", "polearm", "shotgun")),
    Row("YY-WPN-10", idle(wield("sword", "polearm")), wear("shield")),
    Row("YY-ARM-1", idle(), PlaceItem(armour=ArmourSheet(id="barrel"))),
    Row("YY-ARM-2", idle(), wear("flak_jacket", "chainmail")),
    Row("YY-ARM-2", idle(), wear("shield", "shield")),
    # Prompts and challenges
    Row("YY-PROM-1", turn(), MatchCall(actor="da_hook")),
    Row("YY-PROM-1", called(), LetPass(actor="wedge")),
    Row("YY-PROM-2", turn(), Follow(actor="bishop", target="da_hook")),
    Row("YY-PROM-2", called(), Decline(actor="bishop")),
    Row("YY-PROM-3", turn(), JoinCombined(actor="bishop", joins=True)),
    Row("YY-PROM-4", *to_prompt({"allow": False, "bonus": 1}, *turn(GATE, action_consent="ask"))),
    Row("YY-PROM-4", *to_prompt({"allow": True, "waive_dedication": True}, *turn(GATE, action_consent="ask"))),
    Row("YY-PROM-10", idle(), AnswerChallenge()),
    Row("YY-PROM-14", called(), attack("gabrielle", "wedge")),
    Row("YY-PROM-14", called(), EndTurn()),
    Row("YY-CHAL-1", idle(challenges=False), challenge()),
    Row("YY-CHAL-1", (*called(), challenge()), LetPass(actor="da_hook")),
    Row("YY-CHAL-1", *to_prompt("let_pass", *called(), challenge())),
    Row("YY-PROM-14", turn(GATE, action_consent="ask"), BLOW),
    Row("YY-CHAL-2", idle(out("bishop", "dead")), challenge()),
    Row("YY-CHAL-2", idle(challenge()), challenge("gabrielle")),
    Row("YY-CHAL-5", idle(HELD), in_turn()),
    Row("YY-CHAL-5", *to_prompt("let_pass", *called(), HELD)),
    Row("YY-CHAL-6", idle(), judge(impressed=False)),
    Row("YY-CHAL-6", idle(challenge()), judge(impressed=False)),
    Row("YY-CHAL-6", idle(HELD), judge(impressed=True)),
    Row("YY-CHAL-7", idle(HELD), judge(impressed=False, text="well then")),
    Row("YY-CHAL-8", idle(), retaliate(text="mud")),
    Row("YY-CHAL-8", idle(ChallengeLost(combatant="bishop")), retaliate()),
    Row("YY-CHAL-9", idle(ChallengeLost(combatant="bishop")), retaliate(waive=True, loss=LOSS)),
)
OF_FACES = frozenset({"YY-DECK-12"})
"""Cards that cannot be drawn now are refused, whatever the command."""
YIN_YANG_FORBIDDEN = Forbidden(YIN_YANG_NOTATION, "YY", Path(yin_yang.__file__).parent, ROWS, OF_FACES)
