"""Deeds: what is done under Other and while evading, all of a stage at once (TK-TICK-4, TK-OTHER, TK-EVADE-3)."""

from collections.abc import Callable, Mapping
from typing import Annotated, ClassVar, Final, Literal, get_args

import msgspec
from msgspec.structs import replace

from domain.core.commands import Acting, PhaseRule
from domain.decision.decision import Decision
from domain.decision.stages import stage
from domain.fields.field import Fields, among, listed, looked_up
from domain.fields.sets import Labelled, Node
from domain.fields.vocabulary import Vocabulary, keys_of
from domain.model.event import Event
from domain.model.people import find_combatant
from domain.model.refusal import require
from domain.ruleset.chapter import Chapter
from domain.rulesets.ticks.chapters.counting.steps import OUTRUN, Lapsed
from domain.rulesets.ticks.chapters.deeds.care import helpers_in_round, require_able, treat, why_no_aid
from domain.rulesets.ticks.chapters.deeds.hands import fits, out_of_hand, require_known, thing_meant
from domain.rulesets.ticks.chapters.narrator.trials import Trial, ask_difficulty
from domain.rulesets.ticks.chapters.objections import part_said, require_statistic
from domain.rulesets.ticks.chapters.strikes.conditions import note_draws
from domain.rulesets.ticks.chapters.strikes.effects import AMMUNITION, thing_changed
from domain.rulesets.ticks.chapters.vocabularies import by_actor, named
from domain.rulesets.ticks.items import BARE_HANDS, Thing
from domain.rulesets.ticks.parts import Declaring, DeedSheet, ThingName
from domain.rulesets.ticks.said import Item, Quote
from domain.rulesets.ticks.state import Declaration, Fight, Person
from domain.rulesets.ticks.tables import WEAPONS
from domain.rulesets.ticks.words import CALM, EVADE, THROWN, UNARMED, Kind
from domain.story.told import AS_SAID, Told
from domain.text.phrases import as_words, sentence
from domain.text.sentences import Spoken
from domain.text.words import Variant, Words

DEEDS: Final = {
    "first_aid": "{combatant} tries to give first aid[: {text}].",
    "skill": "{combatant} gets to work[: {text}].",
    "narrated": "{combatant} does this: {text}.",
}
"""How the deed of a round is told, by its kind; what the others change is told by other events."""


ASIDE: Final = "[{combatant} does it like this: {text}.]"


class DeedDone(Event, frozen=True, kw_only=True):
    """Something is done (TK-OTHER-2, TK-EVADE-3), in words where it has no other trace."""

    type: ClassVar[str] = "ticks.deed_done"
    words = "Deed done"
    told = Told(brief=AS_SAID)
    example = {"combatant": "hanna", "kind": "narrated", "text": "shoots the lamp"}
    combatant: str
    kind: str
    text: Quote = ""

    def says(self) -> str:
        return DEEDS.get(self.kind, ASIDE)

    def evolve(self, fight: Fight) -> None:
        """Under Other there is one deed a round (TK-OTHER-2)."""
        person = fight.people[self.combatant]
        if person.turn.action == "other":
            person.turn = replace(person.turn, deed_done=True)


class Reloaded(Event, frozen=True, kw_only=True):
    """A weapon is loaded as far as its spare ammunition goes (TK-OTHER-6)."""

    type: ClassVar[str] = "ticks.reloaded"
    words = "Reloaded"
    told = Told(brief=AS_SAID)
    says = "{combatant} reloads {item}[: {loaded:shot} in it, {spare} to spare]."
    example = {"combatant": "sable", "item": "sable.pistol", "loaded": 8, "spare": 1}
    private: ClassVar[frozenset[str]] = frozenset({"loaded", "spare"})
    sheet_of: ClassVar[str | None] = "combatant"
    combatant: str
    item: Item
    loaded: int | None = None
    spare: Annotated[int | None, Spoken(AMMUNITION)] = None

    def evolve(self, fight: Fight) -> None:
        thing_changed(fight.people[self.combatant], self.item, loaded=self.loaded, spare=self.spare)


class PickedUp(Event, frozen=True, kw_only=True):
    """A thing from the ground is in hand (TK-OTHER-5)."""

    type: ClassVar[str] = "ticks.picked_up"
    words = "Picked up"
    told = Told(brief=AS_SAID)
    says = "{combatant} picks up {item}."
    example = {"combatant": "hanna", "item": "hanna.hatchet"}
    combatant: str
    item: Item

    def evolve(self, fight: Fight) -> None:
        person = fight.people[self.combatant]
        lying: Thing = fight.ground[self.item].thing
        person.things = {**person.things, self.item: replace(lying, place="ready")}
        fight.ground = {name: other for name, other in fight.ground.items() if name != self.item}


class Stowed(Event, frozen=True, kw_only=True):
    """A thing in hand is on the body (TK-OTHER-4)."""

    type: ClassVar[str] = "ticks.stowed"
    words = "Stowed"
    told = Told(brief=AS_SAID)
    says = "{combatant} stows {item}."
    example = {"combatant": "bruno", "item": "bruno.nightstick"}
    combatant: str
    item: Item

    def evolve(self, fight: Fight) -> None:
        person = fight.people[self.combatant]
        thing_changed(person, self.item, place="carried")
        out_of_hand(person, self.item)


class Drew(Event, frozen=True, kw_only=True):
    """A carried thing is in hand (TK-OTHER-4); ``quick`` by a quick draw (TK-QD-2, TK-QD-4)."""

    type: ClassVar[str] = "ticks.drew"
    words = "Drawn"
    told = Told(brief=AS_SAID)
    says = "{combatant}[ {quick}] draws {item}."
    example = {"combatant": "bruno", "item": "bruno.nightstick", "quick": True}
    combatant: str
    item: Item
    quick: Annotated[bool, Spoken({True: "quickly"})] = False

    def evolve(self, fight: Fight) -> None:
        thing_changed(fight.people[self.combatant], self.item, place="ready")


DETAILS: Final[Mapping[Kind, frozenset[str]]] = {
    "nothing": frozenset(),
    "move": frozenset(),
    "draw": frozenset({"item"}),
    "stow": frozenset({"item"}),
    "pick_up": frozenset({"item"}),
    "reload": frozenset({"item"}),
    "first_aid": frozenset({"whom"}),
    "help": frozenset({"whom"}),
    "skill": frozenset({"statistic", "skill"}),
    "narrated": frozenset({"text"}),
}
"""What each kind of Other names (TK-OTHER-1); a skill may have a text besides."""
NOT_COUNTED: Final = "Ammunition is not counted here; nothing needs to be reloaded."
REACH_TO_PICK_UP = 1
WHERE = "answer"


class Deed(msgspec.Struct, frozen=True, omit_defaults=True):
    """Something that somebody does."""

    who: str
    kind: Kind
    item: str | None = None
    text: str = ""
    whom: str | None = None
    statistic: str | None = None
    skill: str | None = None
    luck: int = 0


class Deeds(msgspec.Struct, frozen=True, omit_defaults=True):
    """The deeds of a tick.

    After a pause: those that are left, why of all of them some are not possible, who has drawn, and the tests to come.
    """

    deeds: tuple[Deed, ...]
    reasons: dict[str, str | None] | None = None
    drew: tuple[str, ...] = ()
    tests: tuple[Deed, ...] = ()


def check_details(fight: Fight, person: Person, sheet: Declaring) -> None:
    """The kind has its details and no others; not for it are combat skills and oneself (TK-OTHER-1, -7, TK-AID-2)."""
    kind = sheet.kind or "nothing"
    for name in ("item", "whom", "statistic", "skill", "text"):
        given, wanted = bool(getattr(sheet, name)), name in DETAILS[kind]
        if kind == "skill" and name == "text":
            continue
        said = part_said(f"The deed “{as_words(kind)}”", name, wanted=wanted)
        require(given == wanted, "TK-DECL-12", said, field=f"{WHERE}.{name}")
    if sheet.item is not None:
        require_known(fight, person, kind, sheet.item, f"{WHERE}.item")
    if kind == "reload":
        require(fight.options.track_ammunition, "TK-OPT-7", NOT_COUNTED, field=f"{WHERE}.kind")
        thing = person.thing(sheet.item)
        said = f"{person.name} can reload ranged weapons alone; name one."
        require(thing is not None and thing.kind == "ranged", "TK-OTHER-6", said, field=f"{WHERE}.item")
    if sheet.whom is not None:
        other = find_combatant(fight, sheet.whom, f"{WHERE}.whom")
        rule = "TK-AID-2" if kind == "first_aid" else "TK-HELP-5"
        said = f"{person.name} can do that for others alone; name someone else."
        require(other is not person, rule, said, field=f"{WHERE}.whom")
    if kind == "first_aid":
        require_able(fight, person, f"{WHERE}.kind")
    if kind == "skill":
        said = sentence(f"{as_words(sheet.skill or '')} is a skill for combat, which no deed tests; name another.")
        require(sheet.skill not in combat_skills(fight), "TK-OTHER-7", said, field=f"{WHERE}.skill")
        require_statistic(person, sheet.statistic or "", "TK-TEST-8", f"{WHERE}.statistic")


def combat_skills(fight: Fight) -> frozenset[str]:
    """Skills of weapons, and evading (TK-OTHER-7)."""
    carried = [thing for person in fight.people.values() for thing in person.things.values()]
    lying = [one.thing for one in fight.ground.values()]
    here = [thing.skill for thing in (*carried, *lying) if thing.is_weapon]
    return frozenset((EVADE, THROWN, UNARMED, *(row["skill"] for row in WEAPONS.values()), *here))


def deed_of(person: Person, declared: Declaration, sheet: DeedSheet) -> Deed:
    """What is done: small things while evading, else what was declared."""
    if declared.action == "evade":
        kind = sheet.kind or "narrated"
        return Deed(person.id, kind, thing_meant(person, kind, sheet.item), sheet.text)
    return Deed(
        person.id,
        declared.kind,
        declared.item,
        declared.text,
        declared.whom,
        declared.statistic,
        declared.skill,
        sheet.luck,
    )


@stage("ticks.deeds.do", Deeds, pausable=True)
def do_deeds(decision: Decision[Fight], deeds: Deeds) -> None:
    """Possible by what is so when the stage begins; tests follow one after the other (TK-TICK-7, TK-OTHER-7)."""
    fight = decision.state
    reasons = deeds.reasons
    if reasons is None:
        reasons = {deed.who: why_not(fight, deed, deeds.deeds) for deed in deeds.deeds}
    drew, tests = [*deeds.drew], [*deeds.tests]
    for place, deed in enumerate(deeds.deeds):
        if decision.full:
            decision.next(do_deeds, Deeds(deeds.deeds[place:], reasons, tuple(drew), tuple(tests)))
            return
        reason = reasons[deed.who]
        if reason is not None:
            decision.record(Lapsed(combatant=deed.who, what="deed", reason=reason))
        elif deed.kind in ("skill", "first_aid"):
            tests.append(deed)
        else:
            DOING[deed.kind](decision, deed)
            decision.record(DeedDone(combatant=deed.who, kind=deed.kind, text=deed.text))
            thing = decision.state.people[deed.who].owned(deed.item)
            if deed.kind in ("draw", "pick_up") and thing is not None and thing.is_weapon:
                drew.append(deed.who)
    if tests:
        decision.steps(*[(make_test, deed) for deed in tests])
    if drew:
        note_draws(decision, "deeds", drew)


@stage("ticks.deeds.test", Deed, pausable=True)
def make_test(decision: Decision[Fight], deed: Deed) -> None:
    """First aid (TK-AID-3), or a skill against what the narrator says (TK-OTHER-7)."""
    helpers = helpers_in_round(decision.state, deed.who)
    decision.cause = decision.record(DeedDone(combatant=deed.who, kind=deed.kind, text=deed.text))
    if deed.kind == "first_aid":
        treat(decision, deed.who, deed.whom or "", deed.luck, helpers)
        return
    what = deed.text or f"{deed.skill}"
    ask_difficulty(decision, Trial(deed.who, deed.statistic or "", deed.skill, what=what, helpers=helpers, deed=True))


def why_not(fight: Fight, deed: Deed, others: tuple[Deed, ...]) -> str | None:
    """Why a deed cannot be done now, as the end of a sentence, or None (TK-TICK-9)."""
    person = fight.people[deed.who]
    thing = person.owned(deed.item)
    match deed.kind:
        case "draw":
            if thing is None or thing.ready:
                return "that is not carried"
            return None if fits(person, thing) else "no hand is free"
        case "stow":
            in_hand = thing is not None and thing.ready and thing.id != BARE_HANDS.id
            return None if in_hand else "that is not in hand"
        case "reload":
            spent = thing is not None and thing.spare and thing.loaded < thing.magazine
            return None if spent else "there is nothing to load"
        case "pick_up":
            return _why_not_up(fight, person, deed, others)
        case "first_aid":
            reason = why_no_aid(fight, person, fight.people[deed.whom or ""])
            return reason if deed.luck <= person.luck else "the luck is gone"
    return None


def _why_not_up(fight: Fight, person: Person, deed: Deed, others: tuple[Deed, ...]) -> str | None:
    """Of two who reach for one thing the quicker has it, then the more dexterous (TK-OTHER-5)."""
    lying = fight.ground.get(deed.item or "")
    if lying is None or person.square.distance(lying.square) > REACH_TO_PICK_UP:
        return "it does not lie in reach"
    if not fits(person, lying.thing):
        return "no hand is free"
    rivals = [
        fight.people[other.who]
        for other in others
        if (other.kind, other.item) == (deed.kind, deed.item) and _could_reach(fight, other.who, deed.item or "")
    ]
    first = max(rivals, key=lambda one: (one.quickness, one.statistics["dexterity"]))
    return None if first.id == person.id else f"{first.name}{OUTRUN}"


def _could_reach(fight: Fight, who: str, item: str) -> bool:
    person, lying = fight.people[who], fight.ground[item]
    return person.square.distance(lying.square) <= REACH_TO_PICK_UP and fits(person, lying.thing)


def _draw(decision: Decision[Fight], deed: Deed) -> None:
    thing = decision.state.people[deed.who].owned(deed.item)
    if thing is not None:
        decision.record(Drew(combatant=deed.who, item=thing.id))


def _stow(decision: Decision[Fight], deed: Deed) -> None:
    thing = decision.state.people[deed.who].owned(deed.item)
    if thing is not None:
        decision.record(Stowed(combatant=deed.who, item=thing.id))


def _pick_up(decision: Decision[Fight], deed: Deed) -> None:
    decision.record(PickedUp(combatant=deed.who, item=deed.item or ""))


def _reload(decision: Decision[Fight], deed: Deed) -> None:
    """As far as spare ammunition goes (TK-OTHER-6)."""
    thing = decision.state.people[deed.who].owned(deed.item)
    if thing is not None:
        more = min(thing.magazine - thing.loaded, thing.spare)
        decision.record(
            Reloaded(combatant=deed.who, item=thing.id, loaded=thing.loaded + more, spare=thing.spare - more)
        )


def _narrate(decision: Decision[Fight], deed: Deed) -> None:
    """It is told, and leaves no other trace."""


DOING: Final[Mapping[Kind, Callable[[Decision[Fight], Deed], None]]] = {
    "draw": _draw,
    "stow": _stow,
    "pick_up": _pick_up,
    "reload": _reload,
    "narrated": _narrate,
}


AtLeisure = Literal["draw", "stow", "pick_up", "reload"]
RULE_OF: Final[Mapping[AtLeisure, str]] = {
    "draw": "TK-OTHER-4",
    "stow": "TK-OTHER-4",
    "pick_up": "TK-OTHER-5",
    "reload": "TK-OTHER-6",
}


def _hindrance(fight: Fight, person: Person, kind: AtLeisure, item: str | None) -> str | None:
    """Why somebody cannot do something with a thing while nobody else does anything, or None."""
    deed = Deed(person.id, kind, item)
    return why_not(fight, deed, (deed,))


def _at_leisure(fight: Fight, person: Person) -> dict[str, Node]:
    """What somebody can draw, stow, pick up and reload while nobody fights."""
    found: dict[str, Node] = {}
    for kind in get_args(AtLeisure):
        if kind == "pick_up":
            lying = [one.thing for one in fight.ground.values()]
            things = tuple([Labelled(one.id, one.name) for one in lying if not _hindrance(fight, person, kind, one.id)])
        else:
            own = person.things.values()
            things = named(person, [one for one in own if not _hindrance(fight, person, kind, one.id)])
        if things and (kind != "reload" or fight.options.track_ammunition):
            found[kind] = things
    return found


AT_LEISURE = by_actor("what to do at leisure", _at_leisure)


def _preparing(kind: AtLeisure) -> Fields:
    """Return the fields of one way to prepare."""
    things = Vocabulary[Fight](
        f"what to {kind} at leisure",
        lambda view: {who: found[kind] for who, found in view[AT_LEISURE].items() if kind in found},
    )
    return {
        "actor": among(keys_of(f"who can {kind} at leisure", things)),
        "kind": listed(kind, required=True),
        "item": looked_up(things, "actor"),
    }


class Prepare(Acting):
    """Draw, stow, pick up or reload something while nobody fights, which takes no action (TK-OTHER-4 to TK-OTHER-6)."""

    variants = {
        "draw": _preparing("draw"),
        "stow": _preparing("stow"),
        "pick_up": _preparing("pick_up"),
        "reload": _preparing("reload"),
    }
    during = PhaseRule(
        CALM,
        "TK-OTHER-2",
        "In combat that is a deed of Other; at leisure it is done while all is calm.",
        ("ticks.declare",),
    )
    says = ()
    example = {"actor": "sable", "kind": "reload", "item": "pistol"}
    words = Words(
        "Get ready",
        "{kind} {item}",
        group="gear",
        variants={
            "draw": Variant("Draw something"),
            "pick_up": Variant("Pick something up"),
            "reload": Variant("Reload a weapon"),
            "stow": Variant("Stow something"),
        },
    )
    type: Literal["ticks.prepare"] = "ticks.prepare"
    kind: AtLeisure
    item: ThingName

    def decide(self, decision: Decision[Fight]) -> None:
        """The deed is done at once, if it is possible now (TK-OTHER-4, TK-OTHER-5, TK-OTHER-6)."""
        fight = decision.state
        person = find_combatant(fight, self.actor, "command.actor")
        counted = fight.options.track_ammunition
        require(self.kind != "reload" or counted, "TK-OPT-7", NOT_COUNTED, field="command.kind")
        require_known(fight, person, self.kind, self.item, "command.item")
        item = thing_meant(person, self.kind, self.item)
        reason = _hindrance(fight, person, self.kind, item)
        require(reason is None, RULE_OF[self.kind], f"{person.name} cannot do that: {reason}.", field="command.item")
        DOING[self.kind](decision, Deed(person.id, self.kind, item))


DEEDS_CHAPTER: Chapter[Fight] = Chapter(
    commands=(Prepare,), events=(DeedDone, Reloaded, PickedUp, Stowed, Drew), stages=(do_deeds, make_test)
)
