"""What is being settled: strikes with their tests and damage, deferred attacks, tests and contests.

All of it is told in the story before it is drawn here: the totals of manoeuvres (TK-TICK-8, TK-OPP-4), with which
weapon a strike was made, and its damage (TK-DMG-1).
"""

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

import msgspec

from domain.model.encounter import Frame, Prompt
from domain.rulesets.ticks.chapters.narrator.trials import Contest, contested
from domain.rulesets.ticks.chapters.strikes.blows import Blow, Try
from domain.rulesets.ticks.chapters.strikes.strikes import Opposed, follow_up, opposed_with
from domain.rulesets.ticks.state import Fight
from domain.rulesets.ticks.table.words import manoeuvres, task, thing, what
from domain.rulesets.ticks.words import Mode
from domain.table.look import Look
from domain.table.shapes import Pending, PendingPart, PoolPart

Drawn = Iterator[tuple[str, Pending]]
STRIKES: Final[Mapping[Mode, str]] = {"melee": "attacks", "ranged": "shoots", "thrown": "throws"}


def pending(look: Look[Fight]) -> dict[str, Pending]:
    """Return what waits for the open prompts of a stage."""
    drawn = dict(_strikes(look))
    for prompt in look.state.prompts:
        if prompt.kind in OF_PROMPT:
            drawn.update(OF_PROMPT[prompt.kind](look, prompt))
    return drawn


def _frames(fight: Fight) -> Iterator[Frame]:
    """Yield the stages that wait for the newest prompts, the next one first."""
    if fight.waiting:
        yield fight.waiting[-1].reply
        yield from reversed(fight.waiting[-1].agenda)


def _waiting_data(fight: Fight, *stages: str) -> Any:
    return next((frame.data for frame in _frames(fight) if frame.stage in stages), None)


def blows_of(fight: Fight) -> tuple[Blow, ...]:
    """Return the strikes that are being made, in the order of the stage (TK-TICK-8)."""
    data = _waiting_data(fight, opposed_with.name, follow_up.name)
    return () if data is None else msgspec.convert(data, Opposed).blows


def _strikes(look: Look[Fight]) -> Drawn:
    """Yield the strikes: their tests while they are opposed, their damage while it is reduced."""
    fight = look.state
    blows = blows_of(fight) if fight.prompts else ()
    struck = bool(blows) and _waiting_data(fight, opposed_with.name) is None
    for blow in blows:
        strike = blow.strike
        parts = [*_attack(look, blow, struck=struck), *_tests(look, blow), *(_damage(look, blow) if struck else ())]
        label = manoeuvres(look, strike.manoeuvres) or look.label("strike")
        yield f"strike-{strike.attacker}", Pending(label, strike.target or "", tuple(parts))


def _attack(look: Look[Fight], blow: Blow, *, struck: bool) -> Iterator[PendingPart]:
    """Yield who strikes; with which weapon is known when the strike has been made."""
    strike = blow.strike
    weapon = thing(look, strike.weapon) if struck else ""
    does = look.label("attempts" if strike.target is None else STRIKES[strike.mode], "text")
    yield PendingPart(strike.attacker, does, weapon)


def _tests(look: Look[Fight], blow: Blow) -> Iterator[PendingPart]:
    """Yield the total of each manoeuvre and what opposes it; the unconscious oppose nothing (TK-MAN-13)."""
    fight, strike = look.whole, blow.strike
    if strike.target is not None and not fight.people[strike.target].conscious:
        return
    asked = [prompt for prompt in look.state.prompts if prompt.kind == "oppose"]
    for one in blow.tries:
        means = task(look, one.statistic, one.skill)
        yield PendingPart(strike.attacker, _verdict(look, one), means=means, number=one.total)
        for prompt in asked:
            if (prompt.about["attacker"], prompt.about["manoeuvre"]) == (strike.attacker, one.manoeuvre):
                yield PendingPart(prompt.to, look.label("opposes", "text"), target=one.total)


def _verdict(look: Look[Fight], one: Try) -> str:
    name = look.label(one.manoeuvre)
    return name if one.success is None else look.said(f"success_{str(one.success).lower()}", manoeuvre=name)


def _damage(look: Look[Fight], blow: Blow) -> Iterator[PendingPart]:
    """Yield what comes through to who is asked to reduce it; of a secret sheet only that it is asked (TK-DMG-2)."""
    for prompt in look.state.prompts:
        if prompt.kind == "soak" and prompt.to == blow.strike.target:
            attacks = prompt.about.get("attacks", ())
            pool = [part for one in attacks if one["attacker"] == blow.strike.attacker for part in _parts(look, one)]
            yield PendingPart(prompt.to, look.label("reduces", "text"), pool=tuple(pool))


def _parts(look: Look[Fight], attack: Mapping[str, Any]) -> Iterator[PoolPart]:
    yield PoolPart(look.label("damage", "text"), attack["gross"], rule="TK-DMG-1")
    for what_stops, rule in (("shield", "TK-SHIELD-1"), ("armour", "TK-ARM-3")):
        if attack[what_stops]:
            yield PoolPart(look.label(what_stops), -attack[what_stops], rule=rule)


def _deferred(look: Look[Fight], prompt: Prompt) -> Drawn:
    """Yield a deferred attack that is due, and who has met its condition (TK-DEFER-8, TK-DEFER-9)."""
    offered = [str(one) for one in prompt.about["offered"]]
    waits = PendingPart(prompt.to, look.label("has_waited", "text"))
    met = [PendingPart(one, look.label("has_met", "text")) for one in offered]
    at = offered[0] if len(offered) == 1 else ""
    yield f"deferred-{prompt.to}", Pending(look.label("hold_back", "prompt"), at, (waits, *met))


def _test(look: Look[Fight], prompt: Prompt) -> Drawn:
    """Yield a test with its difficulty as far as it is told (TK-DIFF-8), or a contest (TK-OPP-4)."""
    about = prompt.about
    held = _waiting_data(look.state, contested.name)
    if held is not None:
        yield from _contest(look, msgspec.convert(held, Contest))
        return
    part = PendingPart(
        prompt.to,
        what(look, about["what"], about["skill"]),
        means=task(look, about["statistic"], about["skill"]),
        target=about.get("difficulty"),
    )
    yield f"test-{prompt.to}", Pending(look.label("test", "text"), parts=(part,))


def _contest(look: Look[Fight], held: Contest) -> Drawn:
    parts = [
        PendingPart(one.combatant, task(look, one.statistic, one.skill), number=held.totals.get(one.combatant))
        for one in held.parties
    ]
    name = "-".join(["contest", *[one.combatant for one in held.parties]])
    yield name, Pending(look.label("contest", "text"), parts=tuple(parts))


def _deed(look: Look[Fight], prompt: Prompt) -> Drawn:
    """Yield a deed whose difficulty the narrator sets (TK-OTHER-7); that of a trick is under seal (TK-DECL-5)."""
    about = prompt.about
    if about.get("for") == "deed":
        who = str(about["combatant"])
        part = PendingPart(who, what(look, about["what"], about["skill"]))
        yield f"test-{who}", Pending(look.label("test", "text"), parts=(part,))


OF_PROMPT: Final[Mapping[str, Callable[[Look[Fight], Prompt], Drawn]]] = {
    "hold_back": _deferred,
    "commit": _test,
    "set_difficulty": _deed,
}
"""What is drawn for an open prompt, by its kind."""
