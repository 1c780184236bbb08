"""The flip that settles a tie, called by the player of a PC (S3-OPP-4 to S3-OPP-6)."""

from collections.abc import Mapping
from typing import Annotated, Any, ClassVar

import msgspec

from domain.chance.draws import Draw
from domain.core.events import Prompted
from domain.decision.decision import Decision
from domain.decision.prompts import PromptKind
from domain.decision.stages import Continuation, reply
from domain.model.encounter import Question
from domain.model.event import Event
from domain.ruleset.chapter import Chapter
from domain.rulesets.s3 import said
from domain.rulesets.s3.said import side_of
from domain.rulesets.s3.state import Fight
from domain.rulesets.s3.words import WORLD, Call
from domain.story.throws import Throw, faces_of
from domain.story.told import Told
from domain.text.phrases import Names
from domain.text.sentences import Spoken


class CoinFlipped(Event, frozen=True, kw_only=True):
    """A tie was settled by one coin (S3-OPP-4). Without a PC in the contest no one calls (S3-OPP-6)."""

    type: ClassVar[str] = "s3.coin_flipped"
    words = "Coin flip"
    example = {
        "actor": "one_eyed_ogre",
        "opponent": "bell_1",
        "draw": {"faces": "T", "source": "supplied"},
        "winner": "bell_1",
        "caller": "one_eyed_ogre",
        "called": "heads",
    }
    actor: Annotated[str, Spoken(said.side_of)]
    opponent: str
    draw: Annotated[Draw, Spoken(said.flipped)]
    winner: str
    caller: str | None = None
    called: Call | None = None

    def says(self) -> str:
        """Render who wins; that damage which no combatant dealt wins is told of its victim."""
        if self.winner == WORLD:
            return "The coin lands {draw}: {opponent} loses the tie with {actor}."
        winner, loser = ("actor", "opponent") if self.winner == self.actor else ("opponent", "actor")
        return f"The coin lands {{draw}}: {{{winner}}} wins the tie with {{{loser}}}."

    def brief(self) -> str:
        """Tell how the opponent of the attempt or the victim of the damage fares."""
        if self.winner == self.opponent:
            return "{opponent} | holds out against {actor} by the coin"
        return "{opponent} | loses the toss" if self.winner == WORLD else "{opponent} | loses the toss to {actor}"

    def thrown(self) -> tuple[Throw, ...]:
        won = None if self.caller is None else self.winner == self.caller
        faces, result = tuple(faces_of(self.draw)), said.FACES[self.draw.coins]
        who = self.caller or ""
        return (Throw("coins", who, "the tie", faces=faces, result=result, source=self.draw.source, won=won),)

    told = Told(
        brief=brief,
        lends="{actor} | , by the coin",
        unless=("s3.attack_hit", "s3.attack_missed", "s3.contest_settled"),
        source="actor",
        target="opponent",
        throws=thrown,
    )


class Tie(msgspec.Struct, frozen=True, gc=False):
    """A tie of an actor and an opponent; ``then`` receives whether the actor wins."""

    actor: str
    opponent: str
    then: Continuation
    caller: str | None = None


def flip(decision: Decision[Fight], actor: str, opponent: str, then: Continuation, *, cause: int | None = None) -> None:
    """Settle a tie by one coin (S3-OPP-4): the PC's player calls (S3-OPP-5); without a PC, heads favour the actor.

    Everything after it waits for the call, and the coins that follow belong to the answer (S3-ORDER-11). ``then`` is
    entered with True if the actor wins.
    """
    if cause is not None:
        decision.cause = cause
    caller = _caller(decision.state, actor, opponent)
    if caller is None:
        toss_flip.run(decision, Tie(actor, opponent, then), None)
    else:
        about = {"actor": actor, "opponent": opponent}
        decision.ask(Question("call_flip", caller, about), toss_flip, Tie(actor, opponent, then, caller))


def _caller(fight: Fight, actor: str, opponent: str) -> str | None:
    for combatant in (actor, opponent):
        person = fight.people.get(combatant)
        if person is not None and person.pc:
            return combatant
    return None


@reply("s3.flip.called", Tie, draws=True)
def toss_flip(decision: Decision[Fight], tie: Tie, call: str | None) -> None:
    """Throw the coin: a right call wins for the side of the caller, a wrong one for the other (S3-OPP-4, S3-OPP-6)."""
    draw = decision.toss(tie.caller or tie.actor, "flip", 1)
    heads = draw.faces == "H"
    caller_wins = heads == (call == "heads")
    actor_wins = heads if call is None else caller_wins == (tie.caller == tie.actor)
    winner = tie.actor if actor_wins else tie.opponent
    called: Call | None = None if call is None else "heads" if call == "heads" else "tails"
    decision.cause = decision.record(
        CoinFlipped(actor=tie.actor, opponent=tie.opponent, draw=draw, winner=winner, caller=tie.caller, called=called)
    )
    decision.enter(tie.then, actor_wins)


def asks_call(event: Prompted, names: Names) -> str:
    """Whom the caller is tied with at which results, and what the coin decides; it may be twice as much damage."""
    actor, opponent = (str(event.about.get(one, "")) for one in ("actor", "opponent"))
    rival = opponent if event.to == actor else actor
    results = names.get(said.results_key(event.id), "")
    more, _, less = results.partition(" to ")
    at = f", {results}" if results else ""
    heads = f"{less} {'head' if less == '1' else 'heads'}"
    tie = f"in a tie with {side_of(rival, names)}{at}" if more == less else f"for damage of {more} against {heads}"
    decides = said.decided(names.get(said.tie_key(event.id), ""), actor, opponent, names)
    return f"has to call heads or tails {tie}{f': the coin decides {decides}' if decides else ''}"


def asked_to_call(to: str, about: Mapping[str, Any], names: Names) -> str:
    """Return whose tie the coin breaks."""
    rival = about["opponent"] if to == about["actor"] else about["actor"]
    return f"whether to call heads or tails for the coin that breaks the tie with {side_of(rival, names)}"


CALL_FLIP: PromptKind[Fight] = PromptKind.of(
    "call_flip",
    "heads",
    "tails",
    question="whether to call heads or tails for the coin that breaks a tie",
    asked_about=asked_to_call,
    words="Called flip",
    asks=asks_call,
    tells={"heads": "calls heads", "tails": "calls tails"},
    aloud=("question",),
)

FLIPS: Chapter[Fight] = Chapter(events=(CoinFlipped,), prompts=(CALL_FLIP,), stages=(toss_flip,))
