"""Turns: how one begins, what a stun takes of it, and how it ends (S3-TURN-9 to S3-TURN-16, S3-STUN)."""

from typing import ClassVar, Final, Literal

from msgspec.structs import replace

from domain.decision.decision import Decision
from domain.decision.prompts import PromptKind
from domain.decision.stages import NoData, reply, stage
from domain.fields.field import among
from domain.model.encounter import Prompt, Question
from domain.model.event import Event
from domain.ruleset.chapter import Chapter
from domain.rulesets.s3.chapters.legality import actors
from domain.rulesets.s3.chapters.throws.stunts import BreathSpent
from domain.rulesets.s3.chapters.turns.actions import Whose
from domain.rulesets.s3.chapters.turns.end_effects import effects_of_turn
from domain.rulesets.s3.parts import Acting
from domain.rulesets.s3.state import Fight, Person, Turn
from domain.story.told import AS_SAID, Told
from domain.text.words import Words

TURN_LOST: Final = {
    "not_able": "{actor} is out of the fight and has no turn.",
    "forfeited": "{actor} loses the turn to the fast exchange.",
}
"""How the loss of a turn is told, by its reason; that of a stun is told as the turn ends."""
TURN_ENDS: Final = {"stunned": "The stun costs {actor} the rest of the turn."}
"""How the end of a turn is told, by its reason; the others are told by the command or the fact that ends it."""


class StunRoundSet(Event, frozen=True, kw_only=True):
    """With ``stun_length=round``: the round whose turns are lost (S3-STUN-13)."""

    type: ClassVar[str] = "s3.stun_round_set"
    words = "Round lost to a stun"
    told = Told(brief=AS_SAID)
    says = "{combatant} loses the turns of round {round} to the stun."
    example = {"combatant": "bell_1", "round": 2}
    combatant: str
    round: int

    def evolve(self, fight: Fight) -> None:
        """Clear the stun that is served by the round; another strike is a new stun (S3-STUN-8, S3-STUN-13)."""
        person = fight.people[self.combatant]
        person.stun_round = self.round
        person.stunned = False


class StunOver(Event, frozen=True, kw_only=True):
    """The stun is served, bought off, healed, or outweighed (S3-STUN-8, S3-STUN-14)."""

    type: ClassVar[str] = "s3.stun_over"
    words = "Stun over"
    told = Told(brief="{combatant} | is no longer stunned", unless=("s3.turn_begun",))
    says = ""
    example = {"combatant": "bell_1"}
    combatant: str

    def evolve(self, fight: Fight) -> None:
        person = fight.people[self.combatant]
        person.stunned = False
        person.stun_round = None


class PairingClosed(Event, frozen=True, kw_only=True):
    """Both turns of the pairing are over (S3-TURN-16)."""

    type: ClassVar[str] = "s3.pairing_closed"
    words = "Pairing closed"
    says = ""
    example = {"pc": "one_eyed_ogre", "npc": "bell_1"}
    pc: str
    npc: str | None

    def evolve(self, fight: Fight) -> None:
        fight.pairing = None
        if fight.round is not None:
            fight.round = replace(
                fight.round,
                waiting=tuple(pc for pc in fight.round.waiting if pc != self.pc),
                done=(*fight.round.done, self.pc),
            )


class TurnBegun(Event, frozen=True, kw_only=True):
    """A combatant's turn begins (S3-TURN-10)."""

    type: ClassVar[str] = "s3.turn_begun"
    words = "Turn begun"
    told = Told(brief=AS_SAID, line="turn", unless=("s3.fight_decided",), opens=("turn", "{actor's} turn"))
    says = "It is {actor's} turn."
    example = {"actor": "one_eyed_ogre"}
    actor: str

    def evolve(self, fight: Fight) -> None:
        finishable = tuple(
            hold.id
            for hold in fight.holds
            if hold.kind == "choke" and hold.holder == self.actor and fight.may_finish(hold)
        )
        spent = fight.pairing is not None and self.actor in fight.pairing.attack_spent
        fight.turn = Turn(self.actor, fight.lineage_version, attack=not spent, finishable=finishable)


class TurnLost(Event, frozen=True, kw_only=True):
    """A turn is lost: to a stun, a forfeit, or because its actor is not able (S3-STUN-4, S3-TURN-20, S3-FAST-7)."""

    type: ClassVar[str] = "s3.turn_lost"
    words = "Turn lost"
    example = {"actor": "bell_1", "reason": "stunned"}
    actor: str
    reason: str

    def says(self) -> str:
        return TURN_LOST.get(self.reason, "")

    def brief(self) -> str:
        """Leave out that somebody has no turn who is out of the fight, as has been told."""
        return "" if self.reason == "not_able" else AS_SAID

    told = Told(brief=brief, line="turn")

    def evolve(self, fight: Fight) -> None:
        if fight.turn is not None and fight.turn.actor == self.actor:
            fight.turn = replace(fight.turn, movement=False, attack=False, extra=None)


class ActionBought(Event, frozen=True, kw_only=True):
    """A stunned combatant bought a single action (S3-STUN-6)."""

    type: ClassVar[str] = "s3.action_bought"
    words = "Action bought"
    told = Told(brief=AS_SAID)
    says = "{actor} may take a single action this turn."
    example = {"actor": "one_eyed_ogre"}
    actor: str

    def evolve(self, fight: Fight) -> None:
        if fight.turn is not None:
            fight.turn = replace(fight.turn, bought=True)


class TurnEnding(Event, frozen=True, kw_only=True):
    """A turn ends, and its effects apply (S3-ORDER-3)."""

    type: ClassVar[str] = "s3.turn_ending"
    words = "End of the turn"
    told = Told(brief=AS_SAID, line="turn")
    example = {"actor": "bell_1", "reason": "not_able"}
    actor: str
    reason: str = "end_turn"

    def says(self) -> str:
        return TURN_ENDS.get(self.reason, "")

    def evolve(self, fight: Fight) -> None:
        if fight.turn is not None:
            fight.turn = replace(fight.turn, ending=True, movement=False, attack=False, extra=None)


class TurnEnded(Event, frozen=True, kw_only=True):
    """A turn ended."""

    type: ClassVar[str] = "s3.turn_ended"
    words = "Turn ended"
    says = ""
    example = {"actor": "one_eyed_ogre"}
    actor: str

    def evolve(self, fight: Fight) -> None:
        """Count the turn for holds and doses on its actor that are older than the turn."""
        turn, actor = fight.turn, self.actor
        began = turn.since if turn is not None else 0
        fight.turn = None
        if fight.pairing is not None:
            fight.pairing = replace(fight.pairing, finished=(*fight.pairing.finished, actor))
        if fight.round is not None and actor not in fight.round.had_turn:
            fight.round = replace(fight.round, had_turn=(*fight.round.had_turn, actor))
        person = fight.people[actor]
        if person.doses:
            person.doses = tuple(
                [
                    replace(dose, turns_had=dose.turns_had + 1) if began > dose.given_version else dose
                    for dose in person.doses
                ]
            )
        if fight.holds:
            fight.holds = tuple(
                [
                    replace(hold, victim_turns=hold.victim_turns + 1)
                    if hold.held == actor and began > hold.since
                    else hold
                    for hold in fight.holds
                ]
            )


@stage("s3.turn.next", NoData)
def next_turn(decision: Decision[Fight], _: NoData) -> None:
    """Begin the next turn of the pairing, the slower combatant's last (S3-TURN-9), or close it (S3-TURN-16)."""
    fight = decision.state
    pairing = fight.pairing
    if pairing is None:
        return
    left = [combatant for combatant in pairing.order if combatant not in pairing.finished]
    if not left:
        decision.record(PairingClosed(pc=pairing.pc, npc=pairing.npc))
        return
    actor = left[0]
    person = fight.people[actor]
    if not person.able:
        lost = decision.record(TurnLost(actor=actor, reason="not_able"))
        decision.cause = decision.record(TurnEnded(actor=actor), cause=lost)
        decision.next(next_turn, NoData())
        return
    began = decision.record(TurnBegun(actor=actor))
    if actor in pairing.forfeited:
        lose_turn(decision, person, "forfeited", began)
    elif fight.loses_turn(person):
        serve_stun(decision, person, began)


def serve_stun(decision: Decision[Fight], person: Person, cause: int) -> None:
    """Begin a turn that is lost: it ends the stun, and one Breath buys a single action (S3-STUN-6 to S3-STUN-8).

    The same holds for a stun taken in the combatant's own turn, whose rest is lost as well (S3-STUN-11).
    """
    fight = decision.state
    if fight.options.stun_length == "round":
        known = person.stun_round == fight.round_number and not person.stunned  # said with an earlier turn of the round
        decision.cause = (
            cause
            if known
            else decision.record(StunRoundSet(combatant=person.id, round=fight.round_number), cause=cause)
        )
    else:
        decision.cause = decision.record(StunOver(combatant=person.id), cause=cause)
    if person.breath > 0:
        decision.ask(Question("act_stunned", person.id), stunned_answer, Whose(person.id))
    else:
        lose_turn(decision, person, "stunned", decision.cause)


def stun_moot(fight: Fight, prompt: Prompt) -> str | None:
    """Return why there is nothing to buy: the combatant is out of action."""
    person = fight.people[prompt.to]
    return None if person.able else person.why_unable


@reply("s3.stun.answer", Whose)
def stunned_answer(decision: Decision[Fight], whose: Whose, answer: str | None) -> None:
    """``spend`` buys one movement action or one attack action (S3-STUN-7); ``decline`` loses the turn (S3-STUN-4)."""
    person = decision.state.people[whose.combatant]
    if answer == "spend":
        spent = decision.record(BreathSpent(combatant=person.id, points=1, purpose="act_stunned"))
        decision.record(ActionBought(actor=person.id), cause=spent)
    elif person.able:
        lose_turn(decision, person, "stunned", decision.cause or 0)


def lose_turn(decision: Decision[Fight], person: Person, reason: str, cause: int) -> None:
    """End a lost turn with the usual effects (S3-STUN-12)."""
    lost = decision.record(TurnLost(actor=person.id, reason=reason), cause=cause)
    close_turn(decision, person.id, reason, lost)


class EndTurn(Acting):
    """End the turn (S3-TURN-14); fire, poison and the like follow (S3-ORDER-3)."""

    form = {"actor": among(actors("ending the turn", lambda: EndTurn))}
    barred_while = frozenset()
    says = ("{actor} ends {actor:their} turn.",)
    example = {"actor": "ogre"}
    words = Words("End the turn", group="turn", prominence="main")
    told = Told(brief=AS_SAID, line="turn", unless=("s3.turn_begun", "s3.turn_lost"))
    type: Literal["s3.end_turn"] = "s3.end_turn"

    def decide(self, decision: Decision[Fight]) -> None:
        close_turn(decision, self.actor, "end_turn", decision.cause or 0)


def close_turn(decision: Decision[Fight], actor: str, reason: str, cause: int) -> None:
    """End the turn after the effects of its end (S3-ORDER-3)."""
    ending = decision.record(TurnEnding(actor=actor, reason=reason), cause=cause)
    whose = Whose(actor)
    effects = effects_of_turn(decision.state, actor)
    decision.steps(*[(effect, whose) for effect in effects], (turn_over, whose), cause=ending)


@stage("s3.turn.over", Whose)
def turn_over(decision: Decision[Fight], whose: Whose) -> None:
    """Record the end of the turn, and begin the next one of the pairing."""
    decision.cause = decision.record(TurnEnded(actor=whose.combatant))
    next_turn.run(decision, NoData())


ACT_STUNNED: PromptKind[Fight] = PromptKind.of(
    "act_stunned",
    "spend",
    "decline",
    moot=stun_moot,
    question="whether to spend a Breath to act",
    words="Acting while stunned",
    asks="is stunned and may spend a Breath to act all the same",
    tells={"spend": "spends a Breath to act", "decline": "spends no Breath to act"},
    deed=True,
)

TURNS: Chapter[Fight] = Chapter(
    commands=(EndTurn,),
    events=(StunRoundSet, StunOver, PairingClosed, TurnBegun, TurnLost, ActionBought, TurnEnding, TurnEnded),
    prompts=(ACT_STUNNED,),
    stages=(next_turn, stunned_answer, turn_over),
)
