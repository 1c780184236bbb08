"""The holder of the turn, the actions left, and the side that has won (S3-TURN-9 to S3-TURN-12, S3-TURN-25)."""

from collections.abc import Iterator
from typing import Final

from domain.model.encounter import NARRATOR_ID
from domain.rulesets.s3.chapters.turns.pairings import waiting_to_pair
from domain.rulesets.s3.state import Fight, Turn
from domain.table.drawing import Cards
from domain.table.look import Look
from domain.table.shapes import Over, ToAct

WINNERS: Final = {"players": "players_win", "opposition": "opposition_wins"}


def to_act(look: Look[Fight]) -> ToAct:
    """Return who has the turn; between turns it is the narrator who opens a pairing or a round (S3-TURN-2, S3-TURN-3).

    Where no player character is able, no round can begin, and no one is to act.
    """
    fight = look.whole
    turn, now = fight.turn, not fight.prompts
    if turn is None:
        opens = _opens(fight)
        if opens is None:
            return ToAct(now=False, who=(), has=look.said("no_turn"))
        return ToAct(now=now, who=(NARRATOR_ID,), has=look.said(opens))
    left = dict.fromkeys([look.said(action) for action in _actions(turn)], 1)
    return ToAct(
        now=now,
        who=(turn.actor,),
        has=look.said("has_turn"),
        since=look.version_of(turn.since),
        left={turn.actor: left} if left else {},
        next=tuple([(one,) for one in _following(fight, turn)]),
    )


def _opens(fight: Fight) -> str | None:
    """Return what the narrator has to open, if there can be a turn at all."""
    if waiting_to_pair(fight):
        return "to_open_pairing"
    return "to_begin_round" if fight.round is None and fight.able("players") else None


def _actions(turn: Turn) -> Iterator[str]:
    """Yield the actions that are left; a bought action is one of the two (S3-STUN-7)."""
    if turn.bought:
        if turn.movement or turn.attack:
            yield "single_action"
        return
    if turn.movement:
        yield "movement_action"
    if turn.attack:
        yield "attack_action"
    if turn.extra is not None:
        yield "extra_attack"


def _following(fight: Fight, turn: Turn) -> Iterator[str]:
    """Yield who has a turn after this one in the pairing (S3-TURN-9); a forfeited turn is none (S3-FAST-7)."""
    pairing = fight.pairing
    if pairing is not None:
        passed = {turn.actor, *pairing.finished, *pairing.forfeited}
        yield from (one for one in pairing.order if one not in passed)


def over(look: Look[Fight], cards: Cards) -> Over | None:
    """Return the side that has won, as the fight recorded it; it may be undecided again (S3-TURN-25, S3-TURN-29)."""
    fight = look.state
    if not fight.decided:
        return None
    return Over(
        winners=(fight.outcome,) if fight.outcome else (),
        by=look.said("decided_by_falls" if fight.outcome else "decided_by_all"),
        sentence=look.said(WINNERS[fight.outcome] if fight.outcome else "no_one_wins"),
        dying=tuple([one for one, card in cards.items() if card.state == "dying"]),
    )
