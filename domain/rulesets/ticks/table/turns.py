"""Whose turn it is: who is asked to declare or to act, who may act without being asked, who follows.

Acting is answering. Who has an answer that may still be changed, who waits, and who goes by a plan may act all the
same (TK-RES-7, TK-RES-10, TK-PLAN-1), and so may the narrator, who closes a tick (TK-DECL-9, TK-RES-9).
"""

from collections.abc import Iterator
from typing import Final

from domain.model.encounter import NARRATOR_ID, Prompt
from domain.model.speaker import NARRATOR
from domain.rulesets.ticks.chapters.counting.choices import can_do_something
from domain.rulesets.ticks.chapters.counting.count_down import Count, tick_open
from domain.rulesets.ticks.chapters.counting.who_acts import could_act, is_asked, next_asked
from domain.rulesets.ticks.chapters.declaring.rounds import StartRound
from domain.rulesets.ticks.chapters.declaring.starts import declaration_tick, start_of
from domain.rulesets.ticks.chapters.legality import UNHURRIED, blocking, in_place
from domain.rulesets.ticks.state import Fight, Person
from domain.rulesets.ticks.table.pending import blows_of
from domain.table.defaults import anybody
from domain.table.look import Look
from domain.table.shapes import ToAct

HAS: Final = {"declare": "to_declare", "act": "to_act"}
"""What those have who are asked, by the kind of the prompt."""


def to_act(look: Look[Fight]) -> ToAct:
    """Return whose turn it is: anybody's without combat, the narrator's between rounds, in a round by its count."""
    fight = look.whole
    if fight.in_round:
        return _in_round(look)
    if not fight.in_combat:
        return anybody(look)
    has = "to_start" if StartRound.offered(fight, NARRATOR) else "to_end"
    return ToAct(now=not fight.prompts, who=(NARRATOR_ID,), has=look.label(has, "text"))


def _in_round(look: Look[Fight]) -> ToAct:
    """Return who is asked on the open tick; while it is settled, those whose strikes are being made (TK-TICK-8)."""
    fight = look.whole
    asked = [prompt for prompt in fight.prompts if prompt.kind in UNHURRIED]
    missing = [prompt for prompt in asked if prompt.id not in fight.answers]
    counts = in_place(fight, Count) and Count.offered(fight, NARRATOR)
    if blocking(fight) is not None:
        return _interrupted(look, missing, counts=counts)
    others = [*[prompt.to for prompt in asked if prompt not in missing], *_unasked(fight, {one.to for one in asked})]
    if not missing:
        return ToAct(
            now=counts or bool(others),
            who=(NARRATOR_ID,),
            has=look.label("to_count", "text"),
            optional=tuple(others),
            prompts={prompt.to: prompt.id for prompt in asked},
            next=_following(look),
        )
    return ToAct(
        now=True,
        who=tuple([prompt.to for prompt in missing]),
        has=look.label(HAS[missing[0].kind], "text"),
        since=missing[0].version,
        optional=(*others, *((NARRATOR_ID,) if counts else ())),
        prompts={prompt.to: prompt.id for prompt in asked},
        next=_following(look),
    )


def _interrupted(look: Look[Fight], missing: list[Prompt], *, counts: bool) -> ToAct:
    """Return who has to wait for another's answer, unless the narrator is asked to count on (TK-RES-11, TK-RES-13)."""
    if counts:
        return ToAct(now=True, who=(NARRATOR_ID,), has=look.label("to_count", "text"), next=_following(look))
    if missing:
        who, has = [prompt.to for prompt in missing], HAS[missing[0].kind]
    else:
        who, has = _settling(look.whole), "to_finish"
    return ToAct(now=False, who=tuple(who), has=look.label(has, "text"), next=_following(look))


def _settling(fight: Fight) -> list[str]:
    """Return whose strikes, deferred attack or test is being settled."""
    strikers = [blow.strike.attacker for blow in blows_of(fight)]
    first = blocking(fight)
    return strikers or ([] if first is None else [str(first.about.get("combatant", first.to))])


def _unasked(fight: Fight, asked: set[str]) -> Iterator[str]:
    """Yield who may act on the open tick without being asked: by a plan, or having waited (TK-RES-10, TK-PLAN-1)."""
    if not tick_open(fight):
        return
    for person in fight.people.values():
        unasked = person.id not in asked and could_act(fight, person)
        if unasked and (is_asked(fight, person) or can_do_something(fight, person)):
            yield person.id


def _following(look: Look[Fight]) -> tuple[tuple[str, ...], ...]:
    """Return who is asked on later ticks, as far as the reader knows their sheets: each tick is a group."""
    fight = look.state
    declaring = fight.phase == "declaration"
    ticks: dict[int, list[str]] = {}
    for person in fight.people.values():
        tick = _declares_on(look, person) if declaring else _asked_on(fight, person)
        if tick > 0:
            ticks.setdefault(tick, []).append(person.id)
    return tuple([tuple(ticks[tick]) for tick in sorted(ticks, reverse=not declaring)])


def _declares_on(look: Look[Fight], person: Person) -> int:
    """Return the later tick on which somebody declares, 0 for who does not (TK-DECL-2, TK-COMBAT-4)."""
    declares = person.since is not None and not person.late and person.conscious
    tick = declaration_tick(person)
    return tick if declares and tick > look.state.tick else 0


def _asked_on(fight: Fight, person: Person) -> int:
    """Return the later tick on which somebody is asked next, 0 if none comes; an aim begins by itself (TK-AIM-2)."""
    turn, later = person.turn, fight.tick - 1
    if turn.action == "aim" and turn.aim is None and turn.declared is not None:
        begins = person.conscious and fight.sees(person.id, turn.declared.target or "")
        return min(later, start_of(person)) if begins else 0
    return max(0, next_asked(fight, person, later))
