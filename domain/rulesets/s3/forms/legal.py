"""What is legal now in S3, as forms: the table of ``actions``, filled from the state of the fight.

The table does not repeat which combinations are legal: the rules themselves are asked, up to the first coin. What open
fields demand of each other is the predicate ``rules``.
"""

from collections.abc import Callable, Iterator
from typing import Final

from msgspec.structs import replace

from domain.core.commands import Command
from domain.forms.answers import answer_forms, prompts_for
from domain.forms.core import standing_forms
from domain.forms.enumerated import FormSpec, acting_forms, fixed
from domain.forms.model import Choice, Form, OpenField, Record, Text
from domain.model.event import Json
from domain.model.refusal import Refusal
from domain.model.speaker import Speaker
from domain.ruleset.chapter import prompts_of
from domain.rulesets.s3.chapters import CHAPTERS
from domain.rulesets.s3.chapters.attack.disarming import Disarm
from domain.rulesets.s3.chapters.throws.checks import Check
from domain.rulesets.s3.chapters.turns.actions import has_action
from domain.rulesets.s3.forms.actions import ASKED, items_in_hands, others
from domain.rulesets.s3.forms.answers import ANSWER_FIELDS
from domain.rulesets.s3.forms.fields import COINS, common_fields, weapons
from domain.rulesets.s3.forms.narrator import narrator_forms
from domain.rulesets.s3.items import Item
from domain.rulesets.s3.parts import Acting
from domain.rulesets.s3.state import Fight, Grip, Person
from domain.rulesets.s3.words import SKILLS

PROMPTS: Final = prompts_of(CHAPTERS)
RefusalCheck = Callable[[Fight, Command, Speaker], Refusal | None]


def people(fight: Fight) -> Choice:
    """Return the combatants as a domain."""
    return Choice(tuple(fight.people))


GUESSED = Item("what_is_held", "what_is_held", "what is held")
"""Stands for the item that somebody may hold of whom nobody knows what."""


def check_forms(fight: Fight, actor: Person, speaker: Speaker, objection: RefusalCheck) -> Iterator[Form]:
    """Yield checks of any skill, for each action that may be spent on one (S3-THROW-11, S3-NARR-9)."""
    for action in ("none", "movement", "attack"):
        probe = Check(actor=actor.id, action=action, skill="awareness")
        if objection(fight, probe, speaker) is None:
            against = Record(
                (
                    OpenField("combatant", people(fight), required=True),
                    OpenField("skill", Choice((*SKILLS, "fortitude")), required=True),
                )
            )
            fields = (
                OpenField("skill", Choice((*SKILLS, "fortitude")), required=True),
                OpenField("need", COINS),
                OpenField("against", against),
                *common_fields(fight, actor, speaker, Check),
            )
            settled: dict[str, Json] = {"actor": actor.id, "action": action}
            yield Form("s3.check", settled, fields, ("rules",), {} if action == "none" else {"action": action})


def legal_forms(fight: Fight, speaker: Speaker, objection: RefusalCheck) -> list[Form]:
    """Return every command that the speaker may give now, as forms."""
    if fight.status == "closed" or speaker.role == "spectator":
        return []
    found = [*answer_forms(PROMPTS, fight, prompts_for(fight, speaker), fight.people, ANSWER_FIELDS)]
    if not fight.prompts:
        for person in fight.people.values():
            if speaker.speaks_for(person.id) and person.able:
                found.extend(check_forms(fight, person, speaker, objection))
        if fight.turn is not None and speaker.speaks_for(fight.turn.actor):
            actor = fight.people[fight.turn.actor]
            for kind, asked in ASKED.items():
                found.extend(action_forms(fight, actor, speaker, objection, kind, asked))
    found.extend(standing_forms(fight, speaker))
    if speaker.is_narrator:
        found.extend(narrator_forms(fight))
    return found


def action_forms(
    fight: Fight, actor: Person, speaker: Speaker, objection: RefusalCheck, kind: type[Acting], asked: FormSpec
) -> Iterator[Form]:
    """Yield the forms of one command of the actor, if the action that it takes is left."""
    action = kind.takes
    if action is not None and not has_action(fight, action):
        return
    if not speaker.is_narrator and "parry" in asked.open:
        asked = asked._replace(open={field: domain for field, domain in asked.open.items() if field != "parry"})
    more = common_fields(fight, actor, speaker, kind)
    costs: dict[str, Json] = {} if action is None else {"action": action}
    if kind is Disarm:
        yield from guessing_forms(fight, actor, speaker, objection, asked, more)
        asked = asked._replace(
            settled=lambda f, a: [row for row in items_in_hands(f, a) if f.shows_sheet(row["target"], speaker)]
        )
    yield from acting_forms(fight, actor, speaker, objection, kind, asked, more=more, costs=costs)


def guessing_forms(
    fight: Fight, actor: Person, speaker: Speaker, objection: RefusalCheck, asked: FormSpec, more: tuple[OpenField, ...]
) -> Iterator[Form]:
    """Yield forms of disarming combatants whose sheets the speaker does not see: the item is to be guessed."""

    def as_if_held(now: Fight, command: Command, who: Speaker) -> Refusal | None:
        held = now.fork()
        for other in unseen:
            held.people[other].hands = Grip(GUESSED.id)
            held.people[other].items = {GUESSED.id: GUESSED}
        return objection(held, command, who)

    unseen = tuple(other for other in others(fight, actor) if not fight.shows_sheet(other, speaker))
    settled = {"target": fixed(*unseen), "item": fixed(GUESSED.id), "weapon": weapons}
    guessing = asked._replace(settled=settled)
    item = OpenField("item", Text(), required=True)
    for form in acting_forms(
        fight, actor, speaker, as_if_held, Disarm, guessing, more=more, costs={"action": "attack"}
    ):
        known = {name: value for name, value in form.settled.items() if name != "item"}
        yield replace(form, settled=known, open=(item, *form.open))
