"""The members of the open slot, who follows, and which side has won (CE-STAG-1, CE-TIE-3, CE-END-4)."""

from collections.abc import Iterator, Mapping
from typing import Final

from domain.model.encounter import NARRATOR_ID
from domain.rulesets.century.chapters.items.jams import ClearJam
from domain.rulesets.century.chapters.round.staggered_order import has_points, open_members
from domain.rulesets.century.said import side_said
from domain.rulesets.century.state import Fight, Person, Turn
from domain.table.drawing import Cards
from domain.table.look import Look
from domain.table.shapes import Over, ToAct

THINGS: Final = "things"
"""The side of those that have none (CE-SHEET-1)."""
FIGHTING: Final = frozenset({"person", "animal", "unknown"})
"""The kinds of combatants that can win; an unknown one may be of these."""


def to_act(look: Look[Fight]) -> ToAct:
    """Return whose slot it is; between rounds it is the narrator who begins one (CE-STAG-1, CE-INIT-13)."""
    fight, now = look.whole, not look.whole.prompts
    members = open_members(fight)
    if members:
        return ToAct(
            now=now,
            who=tuple(members),
            has=look.said("has_slot"),
            since=_since(look),
            left=_left(look, members),
            next=tuple(_following(look)),
        )
    if fight.step in ("story", "conclusion") and any(_may_fight(look, one) for one in fight.people.values()):
        return ToAct(now=now, who=(NARRATOR_ID,), has=look.said("to_begin_round"), optional=tuple(_with_jams(look)))
    return ToAct(now=False, who=(), has=look.said("no_slot"), next=tuple(_following(look)))


def _since(look: Look[Fight]) -> int | None:
    """Return the version at which the slot opened, if it is kept."""
    slot = look.whole.slot
    return look.version_of(slot.since) if slot is not None and slot.since else None


def _left(look: Look[Fight], members: list[str]) -> dict[str, dict[str, int]]:
    """Return what each part of the slot may still cost (CE-STAG-6, CE-STAG-10)."""
    turns: list[tuple[str, Turn | None]] = [(one, look.whole.turn_of(one)) for one in members]
    words = look.said("points_in_slot")
    return {one: {words: turn.limit - turn.spent} for one, turn in turns if turn is not None}


def _following(look: Look[Fight]) -> Iterator[tuple[str, ...]]:
    """Yield the groups that have their slots after this one in the same run (CE-STAG-1, CE-TIE-3)."""
    fight = look.whole
    for group in fight.order[fight.due :]:
        acting = tuple([one for one in group if _will_act(look, fight.people[one])])
        if acting:
            yield acting


def _will_act(look: Look[Fight], person: Person) -> bool:
    """Return whether a combatant still acts in this run (CE-STAG-2); the Move Points of a secret sheet are not told."""
    able = person.up and not person.finished
    return able and (not look.shows(person.id) or has_points(look.whole, person))


def _may_fight(look: Look[Fight], person: Person) -> bool:
    """Return whether a combatant can take part in a round (CE-INIT-15); of a secret sheet it is taken for granted."""
    return person.throws and (person.up or not look.shows(person.id))


def _with_jams(look: Look[Fight]) -> Iterator[str]:
    """Yield who holds a jammed weapon, and can clear it without a slot (CE-CRIT-17)."""
    fight = look.whole
    if fight.step == "story":
        for person in fight.people.values():
            if person.held and person.up and look.shows(person.id) and ClearJam.has_use(fight, person):
                yield person.id


def over(look: Look[Fight], cards: Cards) -> Over | None:
    """Return the side that alone has combatants able to act (CE-END-4); None while there are several."""
    fighters = {one: card for one, card in cards.items() if card.kind in FIGHTING}
    standing = dict.fromkeys([card.side for card in fighters.values() if card.state == "able" and card.side != THINGS])
    fought = {*look.sides_of(fighters)}.difference({THINGS})  # one may change sides (CE-CRIT-13, CE-CRIT-20)
    if len(standing) > 1 or len(fought) < 2:
        return None
    return Over(
        winners=tuple(standing),
        by=look.said("decided_by_falls" if standing else "decided_by_all"),
        sentence=_sentence(look, standing),
        dying=tuple([one for one, card in cards.items() if card.state == "dying"]),
    )


def _sentence(look: Look[Fight], standing: Mapping[str, None]) -> str:
    for side in standing:
        return look.said("side_wins", side=side_said(side, look.names))
    return look.said("no_one_wins")
