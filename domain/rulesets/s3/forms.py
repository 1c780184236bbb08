"""What is legal now in S3, as forms: a table of what each command asks, filled from the state of the fight.

Each row of ``ASKED`` lists the fields that a form settles, one form for each combination that the rules accept, and the
fields that it leaves open with their domains. Whether a combination is legal is not said here a second time: the rules
themselves are asked, up to the first coin. What open fields demand of each other is the predicate ``rules``.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping

from msgspec.structs import replace

from domain.core.commands import Command
from domain.forms.answers import AnswerFields, answer_forms, prompts_for
from domain.forms.core import standing_forms
from domain.forms.enumerated import Filling, FormSpec, acting_forms, fixed, same
from domain.forms.model import Anything, Choice, Domain, Form, OpenField, Range, Record, Subset, Text
from domain.model.event import Json
from domain.model.refusal import Refusal
from domain.model.speaker import Speaker
from domain.rulesets.s3 import commands as ask
from domain.rulesets.s3.decide.fast import SKILLS as FAST_SKILLS
from domain.rulesets.s3.decide.legality import has_action
from domain.rulesets.s3.decide.reach import CLOSING_SKILLS, may_step
from domain.rulesets.s3.decide.stunts import NEVER, price
from domain.rulesets.s3.decide.weapons import SMOKE_BOMB, Wielded
from domain.rulesets.s3.items import Item
from domain.rulesets.s3.narrator_forms import COINS, INTENTS, YES_NO, narrator_forms
from domain.rulesets.s3.prompts import S3_PROMPTS
from domain.rulesets.s3.state import Fight, Grip, Person
from domain.rulesets.s3.words import HANDS, LIMBS, SKILLS, UNARMED

RefusalCheck = Callable[[Fight, Command, Speaker], Refusal | None]


def others(fight: Fight, actor: Person) -> Iterator[str]:
    """Everybody else in the fight."""
    return (person.id for person in fight.people.values() if person.able and person.id != actor.id)


def others_or_none(fight: Fight, actor: Person) -> Iterator[Json]:
    yield None
    yield from others(fight, actor)


def weapons(fight: Fight, actor: Person) -> Iterator[str]:
    """Bare hands and every mode of what is carried; the item alone stands for its first mode."""
    yield UNARMED
    for item in actor.items.values():
        if item.modes:
            yield item.id
        yield from (f"{item.id}/{mode.key}" for mode in item.modes if mode.key)


def items(fight: Fight, actor: Person) -> Iterator[str]:
    return iter(actor.items)


def items_in_hands(fight: Fight, actor: Person) -> Iterator[Filling]:
    """What others hold, by ID, with each weapon to take it out of the hand with (S3-DISARM-1)."""
    for target in others(fight, actor):
        hands = fight.people[target].hands
        held = dict.fromkeys(item for item in (hands.main, hands.off) if item is not None)
        yield from ({"target": target, "item": item, "weapon": own} for item in held for own in weapons(fight, actor))


def lying(fight: Fight, actor: Person) -> Iterator[str]:
    return (item.id for item in fight.ground.get(actor.zone, ()))


def outcomes(fight: Fight, actor: Person) -> Iterator[str]:
    """What a trip may end in (S3-TRIP-3)."""
    yield from ("ground", "dismount")
    yield from (f"zone:{zone}" for zone in fight.zones)
    yield from (f"hazard:{hazard}" for hazard in fight.hazards)


def zones_or_none(fight: Fight, actor: Person) -> Iterator[Json]:
    yield None
    yield from fight.zones


def links(fight: Fight, actor: Person) -> Iterator[str]:
    return iter(fight.links)


def vehicles(fight: Fight, actor: Person) -> Iterator[str]:
    return iter(fight.vehicles)


def grips(fight: Fight, actor: Person) -> Iterator[str]:
    """Holds and drags by ID."""
    yield from (hold.id for hold in fight.holds)
    yield from (drag.id for drag in fight.drags)


def people(fight: Fight) -> Choice:
    return Choice(tuple(fight.people))


def limb_domain(fight: Fight, actor: Person) -> Domain:
    return Choice(LIMBS)


def fast_domain(fight: Fight, actor: Person) -> Domain:
    """Striking fast, where that is played (S3-FAST-1)."""
    return Choice((False,)) if fight.options.fast_melee == "off" else YES_NO


def pursuers(fight: Fight, actor: Person) -> Domain:
    return Subset(tuple(others(fight, actor)))


def modes_or_none(fight: Fight, actor: Person) -> Iterator[Json]:
    yield None
    yield from dict.fromkeys(mode.key for item in actor.items.values() for mode in item.modes if mode.key)


def any_hand(fight: Fight, actor: Person, refusal: Refusal) -> Iterator[Filling]:
    """A hand named may change the grip on what is held already (S3-TURN-13)."""
    yield from ({"hand": hand} for hand in HANDS)


def one_storey(fight: Fight, actor: Person, refusal: Refusal) -> Iterator[Filling]:
    """A drop without a link needs a depth (S3-MOVE-9)."""
    yield {"storeys": 1}


def leaps(fight: Fight, actor: Person, refusal: Refusal) -> Iterator[Filling]:
    """A stunt with a skill that closes in needs no step (S3-STUNT-25)."""
    if refusal.rule in ("S3-RANGE-4", "S3-LEGAL-3") and may_step(fight, actor):
        yield from _stunts(actor, sorted(CLOSING_SKILLS), ATTACK_SKILLS, {})


def covers(fight: Fight, actor: Person, refusal: Refusal) -> Iterator[Filling]:
    """A smoke bomb in the stunt hides (S3-STUNT-24); whoever one sneaks up to has to be an observer (S3-HIDE-4)."""
    observed = {"from": tuple(others(fight, actor))}
    if refusal.rule == "S3-HIDE-4":
        yield observed
    if refusal.rule == "S3-HIDE-1":
        for bomb in (item for item in actor.items.values() if item.kind == SMOKE_BOMB and item.modes):
            ref = Wielded(bomb, bomb.modes[0]).ref
            for smoke in _stunts(actor, ("explosives",), ("stealth",), {"explosives": ref}):
                yield smoke
                yield {**smoke, **observed}


def _stunts(
    actor: Person, secondaries: Iterable[str], primaries: tuple[str, ...], weapons: Mapping[str, str]
) -> Iterator[Filling]:
    """Stunts that the actor can pay for, with one of these secondaries alone, then with any other besides."""
    alone = [(skill,) for skill in secondaries]
    paired = [(*one, other) for one in alone for other in SKILLS if other not in (*one, *NEVER)]
    for skills in (*alone, *paired):
        if any(price(actor, (primary, *skills)) <= actor.breath for primary in primaries):
            yield {"stunt": {"with": skills, "weapons": weapons}}


GUESSED = Item("what_is_held", "what_is_held", "what is held")
"""Stands for the item that somebody may hold of whom nobody knows what."""
CLOSE_OPEN: Mapping[str, Callable[[Fight, Person], Domain]] = {"approach": same(YES_NO), "parry": same(YES_NO)}
ATTACK_SKILLS = ("melee", "hand_to_hand", "sharpshooting", "explosives")

ASKED: Mapping[type[ask.Acting], FormSpec] = {
    ask.Attack: FormSpec(
        {"target": others, "weapon": weapons},
        {"called": limb_domain, "intent": same(INTENTS), "fast": fast_domain, **CLOSE_OPEN},
        leaps,
    ),
    ask.Trip: FormSpec(
        {"target": others, "weapon": weapons, "outcome": outcomes},
        {"intent": same(INTENTS), **CLOSE_OPEN},
        leaps,
    ),
    ask.Disarm: FormSpec(
        items_in_hands,
        {"take": same(YES_NO), **CLOSE_OPEN},
        leaps,
    ),
    ask.Pin: FormSpec({"target": others}, CLOSE_OPEN, leaps),
    ask.BreakFree: FormSpec({}, {}),
    ask.Strangle: FormSpec({"target": others, "weapon": weapons}, {"intent": same(INTENTS), **CLOSE_OPEN}, leaps),
    ask.FinishStrangle: FormSpec({"target": others}, {}),
    ask.DamageVehicle: FormSpec({"vehicle": vehicles, "weapon": weapons}, {}),
    ask.Smoke: FormSpec({"item": items}, {}),
    ask.Move: FormSpec({"zone": zones_or_none, "engage": others_or_none, "leave": fixed(False, True)}, {}),
    ask.Climb: FormSpec({"link": links, "engage": others_or_none}, {}),
    ask.DropDown: FormSpec(
        {"link": lambda f, a: (None, *links(f, a)), "engage": others_or_none},
        {"storeys": same(Range(1, 30))},
        one_storey,
    ),
    ask.Flee: FormSpec({"zone": zones_or_none}, {"from": pursuers}),
    ask.Chase: FormSpec({"target": others}, {}),
    ask.Hide: FormSpec({"mode": fixed("sneak", "escape"), "engage": others_or_none}, {"from": pursuers}, covers),
    ask.Search: FormSpec({"target": others}, {}),
    ask.StandUp: FormSpec({}, {}),
    ask.PickUp: FormSpec({"item": lying}, {}),
    ask.Extinguish: FormSpec({}, {}),
    ask.Reposition: FormSpec({"vehicle": vehicles, "to": fixed("ahead", "behind", "alongside")}, {}),
    ask.SwitchVehicle: FormSpec({"vehicle": vehicles}, {}),
    ask.TakeReins: FormSpec({}, {}),
    ask.Ready: FormSpec(
        {"item": items, "mode": modes_or_none}, {"hand": same(Choice(HANDS))}, fallback_fillings=any_hand
    ),
    ask.Stow: FormSpec({"item": items}),
    ask.Drop: FormSpec({"item": items}),
    ask.Release: FormSpec({"hold": grips}),
    ask.EndTurn: FormSpec(),
}


def check_forms(fight: Fight, actor: Person, speaker: Speaker, objection: RefusalCheck) -> Iterator[Form]:
    """Checks of any skill, for each action that may be spent on one (S3-THROW-11, S3-NARR-9)."""
    for action in ("none", "movement", "attack"):
        probe = ask.Check(actor=actor.id, action=action, skill="awareness")
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
                *common_fields(fight, actor, speaker, ask.Check),
            )
            settled: dict[str, Json] = {"actor": actor.id, "action": action}
            yield Form("s3.check", settled, fields, ("rules",), {} if action == "none" else {"action": action})


def legal_forms(fight: Fight, speaker: Speaker, objection: RefusalCheck) -> list[Form]:
    """Every command that the speaker may give now, as forms."""
    if fight.status == "closed" or speaker.role == "spectator":
        return []
    found = [*answer_forms(S3_PROMPTS, fight, prompts_for(fight, speaker), fight.people, ANSWER_FIELDS)]
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
    fight: Fight, actor: Person, speaker: Speaker, objection: RefusalCheck, kind: type[ask.Acting], asked: FormSpec
) -> Iterator[Form]:
    """The forms of one command of the actor, if the action that it takes is left."""
    action = kind.takes
    if action is not None and not has_action(fight, action):
        return
    if not speaker.is_narrator and "parry" in asked.open:
        asked = asked._replace(open={field: domain for field, domain in asked.open.items() if field != "parry"})
    more = common_fields(fight, actor, speaker, kind)
    costs: dict[str, Json] = {} if action is None else {"action": action}
    if kind is ask.Disarm:
        yield from guessing_forms(fight, actor, speaker, objection, asked, more)
        asked = asked._replace(
            settled=lambda f, a: [row for row in items_in_hands(f, a) if f.shows_sheet(row["target"], speaker)]
        )
    yield from acting_forms(fight, actor, speaker, objection, kind, asked, more=more, costs=costs)


def guessing_forms(
    fight: Fight, actor: Person, speaker: Speaker, objection: RefusalCheck, asked: FormSpec, more: tuple[OpenField, ...]
) -> Iterator[Form]:
    """Forms of disarming those whose sheets the speaker does not see, whatever they hold: the item is to be guessed."""

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
        fight, actor, speaker, as_if_held, ask.Disarm, guessing, more=more, costs={"action": "attack"}
    ):
        known = {name: value for name, value in form.settled.items() if name != "item"}
        yield replace(form, settled=known, open=(item, *form.open))


def common_fields(fight: Fight, actor: Person, speaker: Speaker, kind: type[ask.Acting]) -> tuple[OpenField, ...]:
    """The open fields of every command that throws a skill: a stunt, and the narrator's modifier."""
    fields: list[OpenField] = []
    if issubclass(kind, ask.Throwing):
        most = actor.breath + len(actor.techniques)
        if most:
            fields.append(OpenField("stunt", stunt_domain(most)))
        if speaker.is_narrator:
            modifier = (OpenField("coins", Range(-20, 20), required=True), OpenField("reason", Text()))
            fields.append(OpenField("modifier", Record(modifier)))
    return tuple(fields)


def stunt_domain(most: int) -> Domain:
    """Secondaries that Breath and techniques could pay for, the player's label, weapons named for secondaries."""
    secondaries = Subset(tuple(skill for skill in SKILLS if skill not in NEVER), 1, most)
    return Record(
        (OpenField("with", secondaries, required=True), OpenField("tactic", Text()), OpenField("weapons", Anything()))
    )


def defence_fields(fight: Fight, person: Person | None, skills: tuple[str, ...] = SKILLS) -> tuple[OpenField, ...]:
    """A defence: its skill, the item parried with, a stunt."""
    skill = OpenField("skill", Choice(skills), required=True)
    if person is None:
        return (skill,)
    most = person.breath + len(person.techniques)
    stunt = (OpenField("stunt", stunt_domain(most)),) if most else ()
    return (skill, OpenField("item", Choice(tuple(weapons(fight, person)))), *stunt)


def reply_fields(fight: Fight, person: Person | None) -> tuple[OpenField, ...]:
    """A fast reply: a defence with a called shot and an intent of its own (S3-FAST-4)."""
    defence = defence_fields(fight, person, FAST_SKILLS)
    return (*defence, OpenField("called", Choice(LIMBS)), OpenField("intent", INTENTS))


def crash_fields(fight: Fight, person: Person | None) -> tuple[OpenField, ...]:
    return (OpenField("spectacular", YES_NO), OpenField("coins", COINS))


ANSWER_FIELDS: AnswerFields = {
    "oppose": defence_fields,
    "fast_reply": reply_fields,
    "crash": crash_fields,
}
