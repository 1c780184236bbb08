"""What is legal now in Ticks, as forms: a table of what each command asks, filled from the state of the fight.

Whether a filling is legal is not said here a second time: the rules themselves are asked.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import Final, get_args

from domain.core.commands import Command, type_of
from domain.forms.answers import answer_forms, any_value_answers, prompts_for, typed_answer_forms
from domain.forms.core import standing_forms
from domain.forms.enumerated import Filling, FormSpec, acting_forms, fixed, same
from domain.forms.model import RULES, Anything, Choice, Form, OpenField, Range, Subset, Text
from domain.model.refusal import Refusal
from domain.model.speaker import Speaker
from domain.ruleset.chapter import prompts_of
from domain.rulesets.ticks.chapters import CHAPTERS
from domain.rulesets.ticks.chapters.counting.acting import Hold
from domain.rulesets.ticks.chapters.counting.count_down import tick_open
from domain.rulesets.ticks.chapters.counting.who_acts import could_act, is_asked
from domain.rulesets.ticks.chapters.declaring.free_actions import Drop, Faint, Hurry, MakePlan, Release, Wake
from domain.rulesets.ticks.chapters.declaring.rounds import CallCombat
from domain.rulesets.ticks.chapters.deeds.care import FirstAid, why_no_aid
from domain.rulesets.ticks.chapters.legality import blocking, in_place
from domain.rulesets.ticks.forms.acting import act_forms
from domain.rulesets.ticks.forms.answers import ANSWER_FIELDS, TYPED_ANSWERS, WHOLE
from domain.rulesets.ticks.forms.declarations import declaration_forms
from domain.rulesets.ticks.forms.narrator import narrator_forms
from domain.rulesets.ticks.state import Fight, Person
from domain.rulesets.ticks.words import Mode, StepWay, Tactic, When

PROMPTS: Final = prompts_of(CHAPTERS)
Objection = Callable[[Fight, Command, Speaker], Refusal | None]


def others(fight: Fight, actor: Person) -> Iterator[str]:
    """Everybody else."""
    yield from (name for name in fight.people if name != actor.id)


def attacked(fight: Fight, actor: Person, refusal: Refusal) -> Iterator[Filling]:
    """Somebody who is alive to begin combat with (TK-COMBAT-1)."""
    yield from ({"against": other} for other in [one for one in others(fight, actor) if not fight.people[one].dead][:1])


def patients(fight: Fight, actor: Person) -> Iterator[str]:
    """Those whom it can give first aid where it stands (TK-AID-2)."""
    yield from (other for other in fight.people if why_no_aid(fight, actor, fight.people[other]) is None)


def held_by_it(fight: Fight, actor: Person) -> Iterator[str]:
    """Those whom it holds."""
    yield from (other.id for other in fight.people.values() if actor.id in other.held_by)


def dropped(fight: Fight, actor: Person, refusal: Refusal) -> Iterator[Filling]:
    """Something that it has, which it may name by its key, too."""
    yield from ({"item": item} for item in [*actor.things][:1])


def hurried(fight: Fight, actor: Person, refusal: Refusal) -> Iterator[Filling]:
    """A point, if it has any."""
    yield {"points": 1}


def heading_for(fight: Fight, actor: Person, refusal: Refusal) -> Iterator[Filling]:
    """Somebody to go toward, or away from."""
    yield from ({"target": other} for other in [*others(fight, actor)][:1])


ASKED: Mapping[type[Command], FormSpec] = {
    CallCombat: FormSpec(
        {},
        {
            "against": lambda fight, actor: Choice(tuple(others(fight, actor))),
            "weapon": same(Text()),
            "mode": same(Choice(get_args(Mode))),
        },
        attacked,
        frozenset({"against"}),
    ),
    Hurry: FormSpec({}, {"points": same(Range(1, 99))}, hurried, frozenset({"points"})),
    Drop: FormSpec({}, {"item": same(Text())}, dropped, frozenset({"item"})),
    Release: FormSpec({"combatant": held_by_it}),
    Faint: FormSpec(),
    Wake: FormSpec(),
    FirstAid: FormSpec(
        {"patient": patients},
        {"luck": same(Range(0, 99)), "helpers": lambda fight, actor: Subset(tuple(fight.people))},
    ),
    MakePlan: FormSpec(
        {"steps": fixed(*get_args(StepWay))},
        {
            "path": same(Anything()),
            "target": lambda fight, actor: Choice(tuple(others(fight, actor))),
            "stop": same(Range(0, 20_000)),
            "when": same(Choice(get_args(When))),
            "strike": same(Choice(get_args(Tactic))),
            "tick": same(Range(1, 200)),
            "luck": same(Anything()),
            "statistic": same(Text()),
            "item": same(Text()),
            "until": same(Range(0, 200)),
        },
        heading_for,
    ),
}
NARRATORS_LISTS: Mapping[type[Command], str] = {CallCombat: "earshot", FirstAid: "helpers"}
"""Fields of a combatant's command that only the narrator fills in (TK-COMBAT-2, TK-HELP-5)."""
UNTIL = OpenField("until", Range(0, 200))


def legal_forms(fight: Fight, speaker: Speaker, objection: Objection) -> list[Form]:
    """Every command that the speaker may give now, as forms."""
    if fight.status == "closed" or speaker.role == "spectator":
        return []
    mine = [prompt for prompt in prompts_for(fight, speaker) if _comes_first(fight, prompt.id)]
    found = [
        *answer_forms(PROMPTS, fight, mine, fight.people, ANSWER_FIELDS),
        *typed_answer_forms(fight, mine, fight.people, TYPED_ANSWERS),
        *any_value_answers(mine, WHOLE),
        *acts(fight, speaker),
    ]
    for prompt in mine:
        if prompt.kind == "declare":
            found.extend(declaration_forms(fight, fight.people[prompt.to], speaker))
    for person in fight.people.values():
        if speaker.speaks_for(person.id):
            found.extend(person_forms(fight, person, speaker, objection))
    found.extend(standing_forms(fight, speaker))
    if speaker.is_narrator:
        found.extend(narrator_forms(fight))
    return found


def _comes_first(fight: Fight, prompt: str) -> bool:
    """Whether a prompt may be answered now: those of the count wait while one of a stage is open."""
    first = blocking(fight)
    return first is None or first.id == prompt


def acts(fight: Fight, speaker: Speaker) -> Iterator[Form]:
    """Acting on the open tick for whoever could, holding for whoever is asked (TK-RES-10)."""
    if not tick_open(fight) or blocking(fight) is not None:
        return
    asked = {prompt.to for prompt in fight.prompts if prompt.kind == "act"}
    for person in fight.people.values():
        if speaker.speaks_for(person.id) and (person.id in asked or could_act(fight, person)):
            yield from act_forms(fight, person, speaker)
            if person.id in asked or is_asked(fight, person):
                yield Form(type_of(Hold), {"actor": person.id}, (UNTIL,), (RULES,))


def person_forms(fight: Fight, person: Person, speaker: Speaker, objection: Objection) -> Iterator[Form]:
    """What somebody may do: whatever the rules accept."""
    for kind, asked in ASKED.items():
        if in_place(fight, kind):
            listed = NARRATORS_LISTS.get(kind) if speaker.is_narrator else None
            more = (OpenField(listed, Subset(tuple(fight.people))),) if listed is not None else ()
            yield from acting_forms(fight, person, speaker, objection, kind, asked, more=more)
