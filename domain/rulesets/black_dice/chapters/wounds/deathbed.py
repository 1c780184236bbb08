"""At death's door: what fate and scripting dice do for the dying (BD-FATE-7, BD-SCRIPT-8).

When a count reaches 0 those who can prevent it are asked one after another: the dying one's own player first, who may
extend the life or spend a scripting die, then the others with a scripting die. If none does, death is on record.
"""

from collections.abc import Iterable
from typing import ClassVar, Final, Literal, Self

import msgspec
from msgspec.structs import replace
from pydantic import TypeAdapter, model_validator

from domain.core.commands import CombatantId, StrictModel
from domain.core.events import Answered, Prompted
from domain.decision.decision import Decision
from domain.decision.prompts import PromptKind
from domain.decision.stages import Continuation, reply, stage
from domain.fields.field import Field, among, listed, looked_up, record, text
from domain.fields.sets import Node, Span
from domain.fields.vocabulary import View, Vocabulary, keys_of
from domain.model.encounter import Prompt, Question
from domain.model.event import Event
from domain.model.people import find_combatant
from domain.model.refusal import at_field, require
from domain.ruleset.chapter import Chapter
from domain.rulesets.black_dice.chapters.dice.fate import MOST_PIPS, spend
from domain.rulesets.black_dice.chapters.dice.scripting import (
    Scripting,
    approve,
    has_scripting_die,
    require_scripting_die,
)
from domain.rulesets.black_dice.chapters.dice.who_is_asked import silent_if_it_spends, unasked
from domain.rulesets.black_dice.chapters.vocabularies import by_actor, in_zones, own
from domain.rulesets.black_dice.parts import (
    Pips,
    Said,
    SpendingFate,
)
from domain.rulesets.black_dice.said import Who, named, using_a_scripting_die
from domain.rulesets.black_dice.state import Fight, Person
from domain.story.told import AS_SAID, Told
from domain.text.phrases import Names, counted, their
from domain.text.words import Words


class Saving(StrictModel):
    """An answer to `save_from_death`: the pips that extend one's life, or what the scripting die makes happen."""

    extend: Pips | None = None
    description: Said | None = None

    @model_validator(mode="after")
    def one_way(self) -> Self:
        if (self.extend is None) == (self.description is None):
            raise ValueError("Name either the pips that extend the life or the description of the rescue")
        return self


class LifeExtended(Event, frozen=True, kw_only=True):
    """Fate has added rounds to a life (BD-FATE-7)."""

    type: ClassVar[str] = "black_dice.life_extended"
    words = "Life extended"
    told = Told(brief="{combatant} | has {rounds:round} left to live")
    says = "{combatant} clings to life for {by:more round} and has {rounds:round} left to live."
    example = {"combatant": "tough", "by": 6, "rounds": 10}
    combatant: Who
    by: int
    rounds: int

    def evolve(self, fight: Fight) -> None:
        fight.people[self.combatant].rounds_left = self.rounds


class Stabilised(Event, frozen=True, kw_only=True):
    """A dying combatant is stabilised: unconscious, at the bottom, without a count (BD-DYING-4, BD-SCRIPT-8)."""

    type: ClassVar[str] = "black_dice.stabilised"
    words = "Stabilised"
    example = {"combatant": "brass_tom", "by": "brass_tom"}
    combatant: Who
    by: Who

    def says(self) -> str:
        thanks = "" if self.by == self.combatant else "[, thanks to {by}]"
        return f"{{combatant}} is out of danger{thanks}."

    def brief(self) -> str:
        alone = "{combatant} | is out of danger"
        return alone if self.by in ("", self.combatant) else "{by} | brings {combatant} out of danger"

    told = Told(brief=brief, source="by", target="combatant")

    def evolve(self, fight: Fight) -> None:
        person = fight.people[self.combatant]
        person.condition = "stabilised"
        person.rounds_left = 0
        person.dying_since = None


class Died(Event, frozen=True, kw_only=True):
    """A combatant has died (BD-DYING-3)."""

    type: ClassVar[str] = "black_dice.died"
    words = "Death"
    told = Told(brief=AS_SAID, moment="death", source=None, target="combatant")
    says = "{combatant} dies."
    example = {"combatant": "kestrel"}
    combatant: Who

    def evolve(self, fight: Fight) -> None:
        person = fight.people[self.combatant]
        person.condition = "dead"
        person.rounds_left = 0
        person.ready = ()
        person.aim = None
        fight.close = tuple([pair for pair in fight.close if person.id not in pair])


class Deathbed(msgspec.Struct, frozen=True, omit_defaults=True):
    """A count that has reached 0: who has been asked, and whether the own scripting die was denied by the narrator."""

    combatant: str
    asked: tuple[str, ...] = ()
    denied: bool = False


@stage("black_dice.dying.deathbed", Deathbed)
def deathbed(decision: Decision[Fight], bed: Deathbed) -> None:
    """Ask those who can prevent a death, one after another, until one does; otherwise record it (BD-SCRIPT-8)."""
    fight = decision.state
    person = fight.people[bed.combatant]
    if not at_death(person):
        return
    saver = next((one for one in _savers(fight, person) if one not in bed.asked), None)
    if saver is None:
        decision.record(Died(combatant=person.id))
        return
    about = {"combatant": person.id, "denied": bed.denied and saver == person.id}
    decision.ask(Question("save_from_death", saver, about), save_answered, replace(bed, asked=(*bed.asked, saver)))


def at_death(person: Person) -> bool:
    """Return whether the count has reached 0 and nothing has prevented the death yet."""
    return person.condition == "dying" and person.rounds_left == 0


def _savers(fight: Fight, person: Person) -> list[str]:
    """The dying one if it has fate, then the others in its zone with a scripting die, in order of the round."""
    near = [p for p in fight.in_order() if p.id != person.id and p.alive and p.zone == person.zone]
    return [person.id] * (person.fate > 0) + [other.id for other in near if other.scripting_dice]


def check_save(fight: Fight, prompt: Prompt, answer: Saving | str) -> None:
    """One extends one's own life alone (BD-FATE-7, BD-FATE-10); a scripting die has to be there (BD-SCRIPT-1)."""
    if not isinstance(answer, Saving):
        return
    saver = fight.people[prompt.to]
    if answer.extend is not None:
        own = prompt.to == prompt.about["combatant"]
        dying = fight.name_of(prompt.about["combatant"])
        said = f"Only {dying} can extend this life with fate; {saver.name} can save it with a scripting die."
        require(own, "BD-FATE-10", said, field="answer.extend")
        _require_pips(saver, answer.extend, "answer.extend")
    else:
        said = f"The narrator has denied {saver.name} this rescue; fate may still extend the life."
        require(not prompt.about["denied"], "BD-SCRIPT-2", said, field="answer.description")
        require_scripting_die(saver)


def is_settled(fight: Fight, prompt: Prompt) -> str | None:
    """Return why no answer is needed: the death has been prevented, or the pips have been spent on something else."""
    if not at_death(fight.people[prompt.about["combatant"]]):
        return "saved"
    return None if fight.people[prompt.to].fate else "no fate is left"


@reply("black_dice.dying.save_answered", Deathbed)
def save_answered(decision: Decision[Fight], bed: Deathbed, answer: Saving | str | None) -> None:
    """Fate extends the life, or the narrator is asked about a scripting die; after a no the next one is asked."""
    person = decision.state.people[bed.combatant]
    if not isinstance(answer, Saving):
        decision.next(deathbed, bed)
    elif answer.extend is not None:
        _extend(decision, person, answer.extend)
    else:
        then = deathbed_approved.continuation(bed)
        approve(decision, _rescue(bed.asked[-1], person.id, answer.description or "", then))


@reply("black_dice.dying.approved", Deathbed)
def deathbed_approved(decision: Decision[Fight], bed: Deathbed, approved: bool) -> None:
    """A yes saves: alive, unconscious, stabilised, with no pip healed (BD-SCRIPT-8).

    A no leaves the dying one what fate it has, as if it had not asked (BD-SCRIPT-2).
    """
    saver = bed.asked[-1]
    if approved:
        decision.record(Stabilised(combatant=bed.combatant, by=saver))
    elif saver == bed.combatant:
        decision.next(deathbed, replace(bed, asked=(), denied=True))
    else:
        decision.next(deathbed, bed)


class Rescue(msgspec.Struct, frozen=True):
    """A dying combatant, and the one who spends a scripting die on it."""

    saved: str
    by: str


def pips_to_live(fight: Fight, person: Person) -> Span | None:
    """The pips with which a dying combatant may live on (BD-FATE-7)."""
    return Span(1, min(MOST_PIPS, person.fate)) if person.condition == "dying" and person.fate else None


def _to_save(view: View[Fight]) -> Node:
    """Whom a scripting die may save: the dying in its zone, but for a rescue that was denied (BD-SCRIPT-2, -8)."""
    dying = in_zones(view, lambda person: person.condition == "dying")
    denied = {prompt.to for prompt in view.state.prompts if prompt.about.get("denied")}
    found: dict[str, Node] = {}
    for saver in own(view) if dying else ():
        near = dying.get(saver.zone, ())
        if saver.id in denied:
            near = tuple([one for one in near if one != saver.id])
        if near and has_scripting_die(saver):
            found[saver.id] = near
    return found


LIVES: Final = by_actor("rounds to live on", pips_to_live)
SAVED: Final = Vocabulary[Fight]("whom to save from death", _to_save)


class ExtendLife(SpendingFate):
    """Live on while dying, a round for each pip of fate (BD-FATE-7).

    Answers an open `save_from_death`, too.
    """

    form = {"actor": among(keys_of("who may live on", LIVES)), "pips": looked_up(LIVES, "actor")}
    interrupts: ClassVar[bool] = True
    says = ()
    example = {"actor": "vane", "pips": 2}
    words = Words(
        "Live on", "Live on for {pips:more round|more rounds}", group="care", costs="a pip of fate for each round"
    )
    type: Literal["black_dice.extend_life"] = "black_dice.extend_life"
    pips: Pips

    def decide(self, decision: Decision[Fight]) -> None:
        """Legal at any time while dying (BD-FATE-7), also as an answer to ``save_from_death``."""
        person = find_combatant(decision.state, self.actor, "command.actor")
        prompt = _open_rescue(decision.state, person.id, person.id)
        if prompt is not None:
            with at_field("command.answer.extend", "command.pips"):
                decision.answer(prompt, {"extend": self.pips})
            return
        require(person.alive, "BD-FATE-12", f"{person.name} is dead and spends nothing.")
        said = f"{person.name} is {person.condition}; only the dying can extend their lives."
        require(person.condition == "dying", "BD-FATE-7", said)
        _require_pips(person, self.pips, "command.pips")
        _extend(decision, person, self.pips)


class SaveFromDeath(SpendingFate):
    """Spend a scripting die to save a dying combatant (BD-SCRIPT-8).

    Answers `save_from_death` where that is open.
    """

    form = {"actor": among(keys_of("who may save from death", SAVED)), "saved": looked_up(SAVED, "actor")}
    interrupts: ClassVar[bool] = True
    says = ("A scripting die is to save {saved} from death.",)
    example = {"actor": "lark", "saved": "vane", "description": "The bullet has struck his locket."}
    words = Words(
        "Save from death",
        "Save {saved} from death: “{description}”",
        group="care",
        costs="a scripting die (6 pips of fate)",
    )
    told = Told(
        brief=("a scripting die is to save {saved} from death: “{description}”",),
        unless=("black_dice.scripting_spent", "black_dice.scripting_denied"),
    )
    type: Literal["black_dice.save_from_death"] = "black_dice.save_from_death"
    saved: CombatantId
    description: Said

    def decide(self, decision: Decision[Fight]) -> None:
        """The dying combatant is oneself or in the same zone (BD-SCRIPT-8)."""
        fight = decision.state
        saver = find_combatant(fight, self.actor, "command.actor")
        saved = find_combatant(fight, self.saved, "command.saved")
        prompt = _open_rescue(fight, saver.id, saved.id)
        if prompt is not None:
            with at_field("command.answer", "command"):
                decision.answer(prompt, {"description": self.description})
            return
        require(saver.alive, "BD-FATE-12", f"{saver.name} is dead and spends nothing.")
        require(
            saved.condition == "dying",
            "BD-SCRIPT-8",
            f"{saved.name} is {saved.condition}; only the dying can be saved.",
            field="command.saved",
        )
        near = saver.zone == saved.zone
        require(near, "BD-SCRIPT-8", f"{saver.name} is not where {saved.name} is.", field="command.saved")
        require_scripting_die(saver)
        rescue = Rescue(saved.id, saver.id)
        approve(decision, _rescue(saver.id, saved.id, self.description, rescue_approved.continuation(rescue)))


@reply("black_dice.dying.rescue_approved", Rescue)
def rescue_approved(decision: Decision[Fight], rescue: Rescue, approved: bool) -> None:
    """A yes saves the combatant, if it is still dying."""
    if approved and decision.state.people[rescue.saved].condition == "dying":
        decision.record(Stabilised(combatant=rescue.saved, by=rescue.by))


def _open_rescue(fight: Fight, saver: str, saved: str) -> Prompt | None:
    """Return the open prompt that asks one combatant to save another, or None."""
    for prompt in fight.prompts:
        if (prompt.kind, prompt.to, prompt.about.get("combatant")) == ("save_from_death", saver, saved):
            return prompt
    return None


def _rescue(saver: str, saved: str, description: str, then: Continuation) -> Scripting:
    return Scripting(saver, "save_from_death", description, then, beneficiary=None if saver == saved else saved)


def _require_pips(person: Person, pips: int, field: str) -> None:
    enough = person.fate >= pips
    require(enough, "BD-FATE-1", f"{person.name} has {person.fate} pips of fate, not {pips}.", field=field)


def _extend(decision: Decision[Fight], person: Person, pips: int) -> None:
    spend(decision, person, pips, "life")
    decision.record(LifeExtended(combatant=person.id, by=pips, rounds=person.rounds_left + pips))


def _answers(fight: Fight, prompt: Prompt) -> Iterable[Field]:
    """To let go, to live on with one's own fate, or to spend a scripting die."""
    saver = fight.people[prompt.to]
    pips = pips_to_live(fight, saver) if prompt.to == prompt.about["combatant"] else None
    yield listed("no")
    if pips is not None:
        yield record({"extend": among(pips, required=True)}, phrase="Live on for {extend:more round|more rounds}")
    if saver.scripting_dice and not prompt.about["denied"]:
        yield record({"description": text(500, 1, required=True)}, phrase="Spend a scripting die: “{description}”")


def asks_save(event: Prompted, names: Names) -> str:
    """Whose life it is."""
    dying = event.visible_about["combatant"]
    return (
        f"may save {f'{their(names, event.to)} own life' if dying == event.to else f'{named(names, dying)} from death'}"
    )


def tells_save(event: Answered, names: Names) -> str:
    """What is paid for the life, if anything is."""
    match event.given:
        case {"extend": int(pips)}:
            return f"clings to life with {counted(pips, 'pip')} of fate"
        case {"description": str(description)}:
            return using_a_scripting_die(description)
    return "does not pay for a rescue"


SAVE_FROM_DEATH: PromptKind[Fight] = PromptKind(
    "save_from_death",
    TypeAdapter(Saving | Literal["no"]),
    check_save,
    only=unasked,
    moot=is_settled,
    question="whether to prevent a death",
    words="Rescue from death",
    asks=asks_save,
    tells=tells_save,
    silent=silent_if_it_spends,
    fields=_answers,
)


DEATHBED: Chapter[Fight] = Chapter(
    commands=(ExtendLife, SaveFromDeath),
    events=(LifeExtended, Stabilised, Died),
    prompts=(SAVE_FROM_DEATH,),
    stages=(deathbed, save_answered, deathbed_approved, rescue_approved),
    labels={"extend": "Rounds to live on", "saved": "Whom to save"},
)
