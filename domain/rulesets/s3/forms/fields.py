"""Fields and domains that several forms share."""

from collections.abc import Iterator

from domain.forms.model import Anything, Choice, Domain, OpenField, Range, Record, Subset, Text
from domain.model.speaker import Speaker
from domain.rulesets.s3.chapters.throws.stunts import NEVER
from domain.rulesets.s3.parts import Acting, Throwing
from domain.rulesets.s3.state import Fight, Person
from domain.rulesets.s3.words import SKILLS, UNARMED

INTENTS = Choice(("subdue", "kill"))
YES_NO = Choice((True, False))
COINS = Range(0, 60)


def weapons(fight: Fight, actor: Person) -> Iterator[str]:
    """Yield bare hands and every mode of the items carried; the item alone means its first mode."""
    yield UNARMED
    for item in actor.items.values():
        if item.modes:
            yield item.id
        yield from (f"{item.id}/{mode.key}" for mode in item.modes if mode.key)


def common_fields(fight: Fight, actor: Person, speaker: Speaker, kind: type[Acting]) -> tuple[OpenField, ...]:
    """Return the open fields of every command that throws a skill: a stunt, and the narrator's modifier."""
    fields: list[OpenField] = []
    if issubclass(kind, Throwing):
        most = actor.breath + len(actor.techniques)
        if most:
            fields.append(OpenField("stunt", stunt_domain(most)))
        if speaker.is_narrator:
            modifier = (OpenField("coins", Range(-20, 20), required=True), OpenField("reason", Text()))
            fields.append(OpenField("modifier", Record(modifier)))
    return tuple(fields)


def stunt_domain(most: int) -> Domain:
    """Return secondaries that Breath and techniques can pay for, the label, and weapons named for secondaries."""
    secondaries = Subset(tuple(skill for skill in SKILLS if skill not in NEVER), 1, most)
    return Record(
        (OpenField("with", secondaries, required=True), OpenField("tactic", Text()), OpenField("weapons", Anything()))
    )
