"""Who is to act, and which side has won (BD-ROUND-1 to BD-ROUND-11, BD-INIT-7)."""

from collections.abc import Callable, Iterator, Mapping
from typing import Final

from domain.model.encounter import NARRATOR_ID, Prompt
from domain.rulesets.black_dice.chapters.rounds.replies import room
from domain.rulesets.black_dice.state import Fight
from domain.rulesets.black_dice.table.deeds import ends_round, under_way
from domain.rulesets.black_dice.table.saying import listed
from domain.rulesets.black_dice.words import Phase
from domain.table.drawing import Cards
from domain.table.look import Look
from domain.table.shapes import Over, ToAct


def to_act(look: Look[Fight]) -> ToAct:
    """Return who is to act, by the phase of the round."""
    return BY_PHASE[look.whole.phase](look)


def _between_rounds(look: Look[Fight]) -> ToAct:
    """Return the narrator, who begins the rounds (BD-ROUND-2)."""
    return ToAct(now=not look.whole.prompts, who=(NARRATOR_ID,), has=look.said("to_begin_round"))


def _declaring(look: Look[Fight]) -> ToAct:
    """Return who declares now, and who declares next (BD-INIT-7).

    Inside a batch all may have declared, and the responses not be asked for yet.
    """
    fight = look.whole
    waiting = [*_to_declare(fight)]
    return ToAct(
        now=bool(waiting) and not fight.prompts,
        who=tuple(waiting[:1]),
        has=look.said("to_declare"),
        left={one: {look.said("attacks_left"): fight.people[one].attack_limit} for one in waiting[:1]},
        next=tuple([(one,) for one in waiting[1:]]),
    )


def _to_declare(fight: Fight) -> Iterator[str]:
    """Yield the able who have not declared, in the order of declarations (BD-INIT-7, BD-RUL-19)."""
    order = fight.order if fight.options.declare_order == "highest_first" else reversed(fight.order)
    yield from (one for one in order if one not in fight.declarations and fight.people[one].able)


def _responding(look: Look[Fight]) -> ToAct:
    """Return those who have yet to respond to attacks, with the attacks that they have left (BD-WHO-7, BD-WHO-5)."""
    fight = look.whole
    asked = _asked(fight, "response")
    left = {one: room(fight, fight.people[one]) for one in asked}
    return ToAct(
        now=bool(asked),
        who=tuple(asked),
        has=look.said("to_respond"),
        left={one: {look.said("attacks_left"): most} for one, most in left.items() if most > 0},
        prompts={one: prompt.id for one, prompt in asked.items()},
    )


def _asked(fight: Fight, kind: str) -> dict[str, Prompt]:
    """Return the open prompts of a kind without an answer, by the combatants who are asked."""
    return {one.to: one for one in fight.prompts if one.kind == kind and one.id not in fight.answers}


def _resolving(look: Look[Fight]) -> ToAct:
    """Return whose deed comes next, or is under way; its player carries it out, or the narrator (BD-ROUND-11).

    When an act has come due, a command or the answer to its prompt carries it out (BD-ROUND-5). The narrator ends the
    round after the last deed (BD-ROUND-8).
    """
    fight = look.whole
    due = _asked(fight, "act")
    if due:
        prompts = {one: prompt.id for one, prompt in due.items()}
        return ToAct(
            now=True, who=tuple(due), has=look.said("to_act"), prompts=prompts, next=_following(fight, (*due,))
        )
    current = under_way(fight)
    holder = current or (fight.agenda[0] if fight.agenda and not ends_round(fight) else None)
    if holder is None:
        return ToAct(now=not fight.prompts, who=(NARRATOR_ID,), has=look.said("to_end_round"))
    return ToAct(
        now=not fight.prompts,
        who=(holder.combatant,),
        has=look.said("to_resolve"),
        next=_following(fight, (holder.combatant,)),
    )


def _following(fight: Fight, holding: tuple[str, ...]) -> tuple[tuple[str, ...], ...]:
    """Return whose deeds follow, each combatant once."""
    following = dict.fromkeys([item.combatant for item in fight.agenda])
    return tuple([(one,) for one in following if one not in holding])


BY_PHASE: Final[Mapping[Phase, Callable[[Look[Fight]], ToAct]]] = {
    "idle": _between_rounds,
    "declare": _declaring,
    "respond": _responding,
    "resolve": _resolving,
}


def over(look: Look[Fight], cards: Cards) -> Over | None:
    """Return the only side that can still fight, of two or more that have taken part, or that none can."""
    standing = tuple(dict.fromkeys([card.side for card in cards.values() if card.side and card.state == "able"]))
    if len(look.sides_of(cards)) < 2 or len(standing) > 1:
        return None
    names = [look.side(side) for side in standing]
    return Over(
        winners=standing,
        by=look.said("decided_by_falls" if standing else "decided_by_all"),
        sentence=look.said("wins", side=listed(look, names)) if standing else look.said("no_one_wins"),
        dying=tuple([one for one, card in cards.items() if card.state == "dying"]),
    )
