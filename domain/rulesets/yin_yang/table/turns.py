"""Who may call (YY-ACT-2, YY-EDGE-2), what is left to the narrator, and which side has won (YY-COND-9)."""

from collections.abc import Mapping
from typing import Final

from domain.model.encounter import NARRATOR_ID
from domain.model.speaker import Speaker
from domain.rulesets.yin_yang.chapters.legality import is_accepted
from domain.rulesets.yin_yang.chapters.out_of_action import has_voice
from domain.rulesets.yin_yang.chapters.turns.edge import could_call
from domain.rulesets.yin_yang.state import Fight, Person
from domain.table.look import Look
from domain.table.shapes import Combatant, Over, ToAct

NARRATOR: Final = (NARRATOR_ID,)
SIDES_OF_A_FIGHT: Final = 2


def to_act(look: Look[Fight]) -> ToAct:
    """Return who is to act.

    While a challenge is held, the narrator has to judge it (YY-CHAL-5). Between turns the narrator starts the next. In
    a turn everybody calls who has an action left (YY-ACT-2); those who hold back are not asked, and may call all the
    same (YY-ACT-6). When nobody is left, or all hold back, the narrator ends the turn.
    """
    fight = look.whole
    if is_accepted(fight):
        return ToAct(now=True, who=NARRATOR, has=look.said("has_challenge"))
    now = not fight.prompts
    if fight.phase == "between":
        return ToAct(now=now, who=NARRATOR, has=look.said("has_next_turn"))
    callers = [person for person in fight.people.values() if person.able and could_call(fight, person)]
    who = dict.fromkeys(_spoken_for(fight, person) for person in callers if not person.held_back)
    others = dict.fromkeys((*[_spoken_for(fight, person) for person in callers], NARRATOR_ID))
    acting, has = (tuple(who), "has_actions") if who else (NARRATOR, "has_end_of_turn")
    return ToAct(now, acting, look.said(has), optional=tuple([one for one in others if one not in acting]))


def _spoken_for(fight: Fight, person: Person) -> str:
    """Return who acts for somebody: for the mad the narrator alone (YY-MB-5)."""
    return person.id if has_voice(fight, Speaker("player", (person.id,)), person.id) else NARRATOR_ID


def over(look: Look[Fight], cards: Mapping[str, Combatant]) -> Over | None:
    """Return the side that alone is able to fight, of two or more; bystanders are of none (YY-COND-9)."""
    fighters = [card for one, card in cards.items() if not _stands_by(look, one)]
    able = dict.fromkeys(card.side for card in fighters if card.state == "able")
    if len({card.side for card in fighters}) < SIDES_OF_A_FIGHT or len(able) > 1:
        return None
    sentence = look.said("won", side=look.side(next(iter(able)))) if able else look.said("nobody_left")
    return Over(
        winners=tuple(able),
        by=look.said("by_defeat"),
        sentence=sentence,
        dying=tuple([one for one, card in cards.items() if card.state == "dying"]),
    )


def _stands_by(look: Look[Fight], combatant: str) -> bool:
    """Return whether somebody is known as a bystander; a secret sheet does not say so."""
    person = look.state.people.get(combatant)
    return person is not None and person.kind == "bystander"
