"""Ties of initiative: who acts before whom, and who acts together (CE-TIE)."""

from collections import Counter
from collections.abc import Mapping
from itertools import groupby
from typing import Annotated, ClassVar

from domain.chance.draws import Draw
from domain.decision.decision import Decision
from domain.model.event import Event
from domain.ruleset.chapter import Chapter
from domain.rulesets.century.chapters.rolls.abilities import AVERAGE
from domain.rulesets.century.chapters.throws import fallen
from domain.rulesets.century.said import drawn
from domain.rulesets.century.state import Fight
from domain.story.throws import Throw
from domain.story.told import Told
from domain.text.sentences import Spoken

Group = tuple[str, ...]


class TieBroken(Event, frozen=True, kw_only=True):
    """A die thrown to break a tie (CE-TIE-10)."""

    type: ClassVar[str] = "century.tie_broken"
    words = "Tie broken"
    says = "{combatant} throws {die} to break the tie."
    example = {"combatant": "sam", "die": {"faces": [4], "sides": 6}}
    combatant: str
    die: Annotated[Draw, Spoken(drawn)]

    def throws(self) -> tuple[Throw, ...]:
        return fallen(self.die, self.combatant, "breaking the tie", result=self.die.dice[0])

    told = Told(throws=throws)


def groups_of(decision: Decision[Fight], scores: Mapping[str, int]) -> tuple[Group, ...]:
    """The groups of the round, the highest score first (CE-INIT-5); FP users go before others of it (CE-TIE-1, -2).

    With an option, Agility and dice break what is tied, and no group has more than one member (CE-TIE-10, CE-RUL-53).
    """
    fight = decision.state
    option = fight.options.tie_break

    def rank(name: str) -> tuple[int, bool]:
        return -scores[name], option != "agl_all" and not fight.people[name].fp_user

    tied = [tuple(group) for _, group in groupby(sorted(scores, key=rank), key=rank)]
    if option == "simultaneous":
        return tuple(tied)
    return tuple([(name,) for group in tied for name in _one_by_one(decision, group)])


def _one_by_one(decision: Decision[Fight], group: Group) -> Group:
    """Return the group in order: the higher Agility, then the higher die; new dice if still tied (CE-TIE-10).

    Those who are tied throw one die each, in the order of joining (CE-TIE-11).
    """
    people = decision.state.people
    ranks: dict[str, tuple[int, ...]] = {name: (people[name].scores.get("agl", AVERAGE),) for name in group}
    while tied := _still_tied(ranks):
        for name in tied:
            die = decision.roll(name, "tie break", 1)
            decision.record(TieBroken(combatant=name, die=die))
            ranks[name] = (*ranks[name], *die.dice)
    return tuple(sorted(group, key=ranks.__getitem__, reverse=True))


def _still_tied(ranks: Mapping[str, tuple[int, ...]]) -> Group:
    """Return those whose rank a combatant shares."""
    shared = Counter(ranks.values())
    return tuple([name for name, rank in ranks.items() if shared[rank] > 1])


TIES: Chapter[Fight] = Chapter(events=(TieBroken,))
