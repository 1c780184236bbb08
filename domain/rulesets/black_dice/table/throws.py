"""Dice on their way: the throws that wait for choices, second throws or fate (BD-SKILL-15, BD-FATE-4, BD-SCRIPT-4)."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

import msgspec

from domain.model.encounter import Waiting
from domain.rulesets.black_dice.chapters.dice.casts import Cast
from domain.rulesets.black_dice.chapters.dice.plans import Plan
from domain.rulesets.black_dice.chapters.dice.rerolls import Throwing, kept, reroll_answered, reroll_approved
from domain.rulesets.black_dice.chapters.dice.scripting import Scripting, approve_answered
from domain.rulesets.black_dice.chapters.dice.throws import chosen, fate_bought
from domain.rulesets.black_dice.said import named, weapon
from domain.rulesets.black_dice.state import Fight
from domain.rulesets.black_dice.table.saying import called
from domain.table.look import Look
from domain.table.shapes import PendingPart, PoolPart

POOL_TEXTS: Final = frozenset(
    {"initiative", "aim", "awesome", "unready", "wounds", "easy", "narrator", "narrator_penalty"}
    | {"difficulty", "cover", "outnumbered", "reach", "melee", "crowd", "drink", "drinks", "excess", "grey"}
)
"""The sources of dice that are neither stats nor skills."""
ROLL_TEXTS: Final = frozenset({"consciousness", "survival", "injury", "drink", "another_drink", "laugh"})
"""The rolls that are made for something else than a stat or a skill."""


def throwing_of(group: Waiting) -> Throwing | None:
    """Return the throws that wait for a group of prompts, if it is about some."""
    found = THROWING.get(group.reply.stage)
    return None if found is None else found(group)


def _itself(group: Waiting) -> Throwing:
    throwing: Throwing = chosen.thaw(group.reply)
    return throwing


def _of_two(group: Waiting) -> Throwing:
    return kept.thaw(group.reply).throwing


def _to_approve(group: Waiting) -> Throwing | None:
    """Return the throws of which one is to be repeated, if the narrator is asked for that (BD-SCRIPT-2)."""
    scripting: Scripting = approve_answered.thaw(group.reply)
    repeats = scripting.then.stage == reroll_approved.name
    return msgspec.convert(scripting.then.data, Throwing) if repeats else None


THROWING: Final[Mapping[str, Callable[[Waiting], Throwing | None]]] = {
    chosen.name: _itself,
    fate_bought.name: _itself,
    reroll_answered.name: _itself,
    kept.name: _of_two,
    approve_answered.name: _to_approve,
}
"""Where the throws are, by the stage that continues the decision."""


def parts_of(look: Look[Fight], throwing: Throwing, does: Mapping[str, str]) -> tuple[PendingPart, ...]:
    """Return the part of each who throws, once it has fallen with its net successes.

    ``does`` has what those do who do something else than to roll for what they roll.
    """
    casts = {cast.plan.combatant: cast for cast in throwing.casts}
    return tuple([_part(look, plan, casts.get(plan.combatant), does) for plan in throwing.plans])


def _part(look: Look[Fight], plan: Plan, cast: Cast | None, does: Mapping[str, str]) -> PendingPart:
    """Return the part of one who throws; of a secret sheet the dice are not told before they fall."""
    told = cast is not None or look.shows(plan.combatant)
    return PendingPart(
        plan.combatant,
        does.get(plan.combatant) or (roll(look, plan) if told else look.said("rolls")),
        "" if plan.weapon is None else weapon(plan.weapon).removeprefix("the "),
        look.said("divided_by", by=plan.divisor) if told and plan.divisor > 1 else "",
        tuple(_pool(look, plan)) if told else (),
        number=None if cast is None else cast.net,
    )


def roll(look: Look[Fight], plan: Plan) -> str:
    """Return what a roll is called: damage by where it comes from, other rolls as ``roll_of``."""
    return look.said(f"damage_{plan.label}") if plan.kind == "effect" else roll_of(look, plan.label)


def roll_of(look: Look[Fight], label: str) -> str:
    """Return what a roll is called by its stat or skill, or by what it is made for."""
    return look.said(f"roll_{label}") if label in ROLL_TEXTS else look.said("roll_of", roll=called(look, label))


def _pool(look: Look[Fight], plan: Plan) -> Iterator[PoolPart]:
    """Yield where the dice come from: white ones, then black ones (BD-SKILL-1, BD-SKILL-7)."""
    for colour, terms in (("white_dice", plan.white), ("black_dice", plan.black)):
        of = look.said(colour)
        for source, dice in terms:
            yield PoolPart(_source(look, source), dice, of)


def _source(look: Look[Fight], source: str) -> str:
    """Return where dice come from: a stat, a skill, an assistant, or a circumstance."""
    head, slash, rest = source.partition("/")
    if slash:
        return named(look.names, rest) if head == "assistant" else called(look, rest)
    return look.said(f"pool_{source}") if source in POOL_TEXTS else called(look, source)


def data_of(throwing: Throwing, kind: type[Any]) -> Any:
    """Return the typed data of what waits for throws."""
    return msgspec.convert(throwing.then.data, kind)
