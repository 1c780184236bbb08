"""Pairings: a PC and an NPC, and which of them acts first (S3-TURN-4 to S3-TURN-8, S3-TURN-19)."""

from typing import Annotated, ClassVar, Final, Literal, get_args

from msgspec.structs import replace

from domain.core import commands as core
from domain.core.commands import CombatantId
from domain.decision.decision import Decision
from domain.decision.stages import NoData, reply
from domain.fields.field import among, listed
from domain.fields.sets import Labelled
from domain.fields.vocabulary import View, Vocabulary
from domain.model.event import Event
from domain.model.refusal import refuse, require
from domain.ruleset.chapter import Chapter
from domain.rulesets.s3.chapters.throws.contests import INITIATIVE, Contest, Outcome, Rival, settle_rivals
from domain.rulesets.s3.chapters.throws.stunts import throw_side
from domain.rulesets.s3.chapters.throws.throws import Effort
from domain.rulesets.s3.chapters.turns.turns import next_turn
from domain.rulesets.s3.state import Fight, Pairing
from domain.story.told import AS_SAID, Told
from domain.text.sentences import Spoken
from domain.text.words import Label, Variant, Words

TurnOrder = Literal["thrown", "pc_first", "npc_first"]
STRUCK: Final = {
    "narrator": "gets no turn this round",
    "not_able": "is out of the fight and gets no turn this round",
}
FIRST: Final = {"pc_first": "{pc} acts", "npc_first": "{npc} acts"}


class PairingOpened(Event, frozen=True, kw_only=True):
    """A PC and an NPC take their turns next to each other (S3-TURN-3); ``order`` is how that was settled."""

    type: ClassVar[str] = "s3.pairing_opened"
    words = "Pairing opened"
    example = {"pc": "one_eyed_ogre", "npc": "bell_1", "order": "pc_first"}
    pc: str
    npc: str | None
    order: str

    def says(self) -> str:
        if self.npc is None:
            return "{pc} has a turn and no one to face."
        return f"{{pc}} and {{npc}} face each other; {FIRST.get(self.order, 'initiative decides who acts')} first."

    def brief(self) -> str:
        return "{pc} and {npc} face each other" if self.npc else "{pc} | has a turn and no one to face"

    told = Told(brief=brief, line="turn", source="pc", target="npc")

    def evolve(self, fight: Fight) -> None:
        fight.pairing = Pairing(self.pc, self.npc)


class InitiativeSettled(Event, frozen=True, kw_only=True):
    """The order of the pairing is settled (S3-TURN-7, S3-TURN-8)."""

    type: ClassVar[str] = "s3.initiative_settled"
    words = "Order of turns"
    says = ""
    example = {"order": ["one_eyed_ogre", "bell_1"]}
    order: tuple[str, ...]

    def evolve(self, fight: Fight) -> None:
        if fight.pairing is not None:
            fight.pairing = replace(fight.pairing, order=self.order)


class PairingStruck(Event, frozen=True, kw_only=True):
    """A pairing will not be played (S3-TURN-18, S3-TURN-19)."""

    type: ClassVar[str] = "s3.pairing_struck"
    words = "Pairing skipped"
    says = "{pc} {reason}."
    example = {"pc": "doctor_hu", "reason": "not_able"}
    pc: str
    reason: Annotated[str, Spoken(STRUCK)]

    def brief(self) -> str:
        """Leave out that somebody has no turn who is out of the fight, as has been told."""
        return "" if self.reason == "not_able" else AS_SAID

    told = Told(brief=brief)

    def evolve(self, fight: Fight) -> None:
        if fight.round is not None:
            fight.round = replace(
                fight.round,
                waiting=tuple(pc for pc in fight.round.waiting if pc != self.pc),
                struck=(*fight.round.struck, self.pc),
            )


def waiting_to_pair(fight: Fight) -> tuple[str, ...]:
    """Return the PCs that may be paired now (S3-TURN-4)."""
    return fight.round.waiting if fight.round is not None and fight.pairing is None else ()


def waiting_to_be_struck(fight: Fight) -> tuple[str, ...]:
    """Return the PCs whose pairing may be struck (S3-TURN-19)."""
    waiting = fight.round.waiting if fight.round is not None else ()
    return tuple([pc for pc in waiting if fight.pairing is None or fight.pairing.pc != pc])


def _foes(view: View[Fight]) -> tuple[str, ...]:
    return tuple([foe.id for foe in view.state.able("opposition")])


def _alone(view: View[Fight]) -> tuple[str, ...]:
    return () if view[FOES] else waiting_to_pair(view.state)


WAITING: Final = Vocabulary[Fight]("waiting", lambda view: waiting_to_pair(view.state))
FOES: Final = Vocabulary("foes", _foes)


class BeginTurn(core.Narrating):
    """Choose the player character and the opponent who act next (S3-TURN-3, S3-TURN-4, S3-TURN-7, S3-TURN-8)."""

    form = {"order": listed(*[Labelled(order, Label(f"order_{order}")) for order in get_args(TurnOrder)])}
    variants = {
        "against": {
            "pc": among(WAITING),
            "npc": among(FOES, required=True),
        },
        "alone": {"pc": among(Vocabulary("waiting alone", _alone)), "npc": None},
    }
    says = ()
    example = {"pc": "ogre", "npc": "bell", "order": "pc_first"}
    words = Words(
        "Open a pairing",
        group="turn",
        prominence="main",
        variants={
            "against": Variant("Open a pairing", "Open a pairing: {pc} against {npc}[; {order}]"),
            "alone": Variant("Open a pairing without opponent", "Open a pairing: {pc} without opponent"),
        },
    )
    type: Literal["s3.begin_turn"] = "s3.begin_turn"
    pc: CombatantId
    npc: CombatantId | None = None
    order: TurnOrder = "thrown"

    def decide(self, decision: Decision[Fight]) -> None:
        """Open a pairing and settle its order (S3-TURN-4 to S3-TURN-8)."""
        fight = decision.state
        round_ = fight.round
        if round_ is None:
            refuse("S3-TURN-4", "No round is open; the narrator begins one first.", first=("s3.begin_round",))
        said = "A pairing is open; both of its turns must end first."
        require(fight.pairing is None, "S3-TURN-4", said, first=("s3.end_turn",))
        require(self.pc in round_.waiting, "S3-TURN-4", f"{fight.name_of(self.pc)} has no pairing left.")
        if self.npc is None:
            require(not fight.able("opposition"), "S3-TURN-21", "An NPC is able; name the one that is paired.")
        else:
            npc = fight.people.get(self.npc)
            fit = npc is not None and not npc.pc and npc.able
            require(fit, "S3-TURN-5", f"{fight.name_of(self.npc)} is not an NPC who can fight.", field="command.npc")
        opened = decision.record(PairingOpened(pc=self.pc, npc=self.npc, order=self.order))
        if self.npc is None:
            settle_order(decision, (self.pc,), opened)
        elif self.order == "thrown":
            throw_initiative(decision, self.pc, self.npc, opened)
        else:
            order = (self.pc, self.npc) if self.order == "pc_first" else (self.npc, self.pc)
            settle_order(decision, order, opened)


def throw_initiative(decision: Decision[Fight], pc: str, npc: str, cause: int) -> None:
    """Throw Initiative for both, also the stunned and the held; a tie is flipped (S3-TURN-7, S3-ORDER-6)."""
    decision.cause = cause
    side = throw_side(decision, Effort(pc, "initiative"))
    answer = throw_side(decision, Effort(npc, "initiative"))
    rival = Rival(npc, result=answer.result)
    then = initiative_thrown.continuation(NoData())
    settle_rivals.run(
        decision, Contest(INITIATIVE, Effort(pc, "initiative"), (rival,), then, side=side, cause=answer.version)
    )


@reply("s3.initiative.thrown", NoData)
def initiative_thrown(decision: Decision[Fight], _: NoData, outcome: Outcome) -> None:
    """Let the higher result act first."""
    pc, npc = outcome.actor, outcome.verdict.combatant
    settle_order(decision, (pc, npc) if outcome.won else (npc, pc), outcome.verdict.version)


def settle_order(decision: Decision[Fight], order: tuple[str, ...], cause: int) -> None:
    """Record the order of the pairing, and begin its first turn."""
    decision.cause = decision.record(InitiativeSettled(order=order), cause=cause)
    next_turn.run(decision, NoData())


class StrikeTurn(core.Narrating):
    """Skip the pairing of a player character in this round, for example of an absent player (S3-TURN-19)."""

    form = {"pc": among(Vocabulary[Fight]("pairings left", lambda view: waiting_to_be_struck(view.state)))}
    says = ()
    example = {"pc": "ogre"}
    words = Words("Skip a pairing", "Skip the pairing of {pc}", group="turn", prominence="seldom")
    type: Literal["s3.strike_turn"] = "s3.strike_turn"
    pc: CombatantId

    def decide(self, decision: Decision[Fight]) -> None:
        fight = decision.state
        waits = self.pc in waiting_to_be_struck(fight)
        require(waits, "S3-TURN-19", f"{fight.name_of(self.pc)} has no pairing left.", field="command.pc")
        decision.record(PairingStruck(pc=self.pc, reason="narrator"))


PAIRINGS: Chapter[Fight] = Chapter(
    commands=(BeginTurn, StrikeTurn),
    events=(PairingOpened, InitiativeSettled, PairingStruck),
    stages=(initiative_thrown,),
)
