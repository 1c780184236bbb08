"""Scenes, rounds and the end of combat (S3-TURN-2, S3-TURN-25, S3-TURN-26)."""

from typing import Annotated, ClassVar, Literal

from msgspec.structs import replace

from domain.core import commands as core
from domain.core.commands import Name
from domain.decision.decision import Decision
from domain.decision.stages import NoData, stage
from domain.fields.field import among
from domain.fields.vocabulary import View, Vocabulary
from domain.model.event import Event
from domain.model.refusal import require
from domain.ruleset.chapter import Chapter
from domain.rulesets.s3.chapters.turns.end_effects import effects_of_round
from domain.rulesets.s3.chapters.turns.turns import TurnEnded
from domain.rulesets.s3.chapters.wounds.poison import strike_doses
from domain.rulesets.s3.state import Fight, Round
from domain.rulesets.s3.words import YES_NO
from domain.story.told import BeginningKind, Told
from domain.text.sentences import AS_WRITTEN
from domain.text.words import Words


class SceneBegun(Event, frozen=True, kw_only=True):
    """A new scene begins; stunts may be repeated (S3-TURN-26)."""

    type: ClassVar[str] = "s3.scene_begun"
    words = "Scene begun"
    says = "Scene {scene} begins[: “{name}”]."
    example = {"scene": 2, "name": "The burning ship"}
    scene: int
    name: Annotated[str, AS_WRITTEN] = ""

    def opens(self) -> tuple[BeginningKind, str]:
        return ("scene", "{name}") if self.name else ("scene", "Scene {scene}")

    told = Told(level=1, opens=opens)

    def evolve(self, fight: Fight) -> None:
        fight.scene = self.scene
        fight.scene_name = self.name
        fight.memory = {}
        fight.distractions = tuple(d for d in fight.distractions if d.until_round is not None)


class RoundBegun(Event, frozen=True, kw_only=True):
    """A round begins with one pairing for each PC named (S3-TURN-2)."""

    type: ClassVar[str] = "s3.round_begun"
    words = "Round begun"
    told = Told(level=1, opens=("round", "Round {round}"))
    example = {"round": 1, "pairings": 2, "pcs": ["one_eyed_ogre", "doctor_hu"]}
    round: int
    pairings: int
    pcs: tuple[str, ...]

    def says(self) -> str:
        turns, as_many = ("a turn", "one") if self.pairings == 1 else ("turns", "as many")
        return f"Round {{round}} begins, with {turns} for {{pcs}}, and {as_many} for the opposition."

    def evolve(self, fight: Fight) -> None:
        fight.round_number = self.round
        fight.round = Round(self.pairings, self.pcs)


class RoundClosing(Event, frozen=True, kw_only=True):
    """Every pairing is played or struck, and the effects of the end of the round apply (S3-ORDER-5)."""

    type: ClassVar[str] = "s3.round_closing"
    words = "End of the round"
    says = ""
    example = {"round": 1}
    round: int

    def evolve(self, fight: Fight) -> None:
        if fight.round is not None:
            fight.round = replace(fight.round, closing=True)


class RoundEnded(Event, frozen=True, kw_only=True):
    """The round is over (S3-TURN-17)."""

    type: ClassVar[str] = "s3.round_ended"
    words = "Round ended"
    says = "Round {round} is over."
    example = {"round": 1}
    round: int

    def evolve(self, fight: Fight) -> None:
        fight.round = None


class CombatEnded(Event, frozen=True, kw_only=True):
    """The narrator ended the combat; pairing and round are cleared (S3-TURN-25)."""

    type: ClassVar[str] = "s3.combat_ended"
    words = "Combat ended"
    told = Told(level=1, moment="end")
    says = "The combat is over."

    def evolve(self, fight: Fight) -> None:
        fight.turn = None
        fight.pairing = None
        fight.round = None


class BeginScene(core.Narrating):
    """Begin a new scene, in which stunts may be repeated (S3-TURN-26)."""

    says = ()
    example = {"name": "The burning ship"}
    words = Words("Begin a scene", "Begin a scene[: “{name}”]", group="scene")
    type: Literal["s3.begin_scene"] = "s3.begin_scene"
    name: Name | None = None

    def decide(self, decision: Decision[Fight]) -> None:
        decision.record(SceneBegun(scene=decision.state.scene + 1, name=self.name or ""))


def _forces(view: View[Fight]) -> tuple[bool, ...]:
    """Return whether to force a round, which only one without an able foe needs (S3-TURN-2, S3-TURN-25)."""
    fight = view.state
    if fight.round is not None or not fight.able("players"):
        return ()
    return YES_NO if fight.able("opposition") else (True,)


class BeginRound(core.Narrating):
    """Begin a round, with a turn for every able player character and as many for the opposition (S3-TURN-2)."""

    form = {"force": among(Vocabulary("ways to open a round", _forces), required=True)}
    says = ()
    words = Words("Begin a round", "Begin a round[ even without opponents{force?}]", group="turn", prominence="main")
    type: Literal["s3.begin_round"] = "s3.begin_round"
    force: bool = False

    def decide(self, decision: Decision[Fight]) -> None:
        """Poison that is due strikes first, then the number of pairings is fixed (S3-TURN-2, S3-ORDER-4)."""
        fight = decision.state
        said = "A round is open; it ends when every PC has had its pairing."
        require(fight.round is None, "S3-TURN-2", said, first=("s3.end_turn", "s3.begin_turn"))
        require(fight.able("players"), "S3-TURN-2", "No PC is able to take a turn.")
        require(
            fight.able("opposition") or self.force,
            "S3-TURN-25",
            "No opponent can fight; set force to open a round all the same.",
        )
        decision.next(open_round, NoData())
        for person in reversed(fight.able()):
            due = [
                d
                for d in person.doses
                if d.given_round <= fight.round_number and d.turns_had and not d.waits_for_narrator
            ]
            strike_doses(decision, person, due)


@stage("s3.round.open", NoData)
def open_round(decision: Decision[Fight], _: NoData) -> None:
    """Fix the number of pairings: one for each able PC (S3-TURN-2); no round begins if poison left none.

    A PC that joins later waits for the next round (S3-TURN-22).
    """
    pcs = tuple(person.id for person in decision.state.able("players"))
    if pcs:
        decision.record(RoundBegun(round=decision.state.round_number + 1, pairings=len(pcs), pcs=pcs))


class EndCombat(core.Narrating):
    """End the combat: the open turn and round end at once, without the effects of their end (S3-TURN-25)."""

    says = ()
    words = Words("End the combat", group="turn", prominence="seldom")
    type: Literal["s3.end_combat"] = "s3.end_combat"

    def decide(self, decision: Decision[Fight]) -> None:
        """The turn that is cut off counts as played, for doses and chokes (S3-POIS-2, S3-STRAN-6)."""
        turn = decision.state.turn
        if turn is not None:
            decision.record(TurnEnded(actor=turn.actor))
        decision.record(CombatEnded())


def close_round(decision: Decision[Fight], cause: int) -> None:
    """End the round after the effects of its end (S3-TURN-17, S3-ORDER-5)."""
    fight = decision.state
    closing = decision.record(RoundClosing(round=fight.round_number), cause=cause)
    effects = effects_of_round(fight)
    decision.steps(*[(effect, NoData()) for effect in effects], (round_over, NoData()), cause=closing)


@stage("s3.round.over", NoData)
def round_over(decision: Decision[Fight], _: NoData) -> None:
    """Record the end of the round; the narrator begins the next."""
    decision.record(RoundEnded(round=decision.state.round_number))


ROUNDS: Chapter[Fight] = Chapter(
    commands=(BeginScene, BeginRound, EndCombat),
    events=(SceneBegun, RoundBegun, RoundClosing, RoundEnded, CombatEnded),
    stages=(open_round, round_over),
)
