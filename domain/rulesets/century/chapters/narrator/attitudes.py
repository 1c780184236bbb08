"""What NPCs feel about others (CE-NPC): first reactions that are thrown, and what becomes of them."""

from typing import Annotated, ClassVar, Final, Literal

from pydantic import Field

from domain.chance.draws import Draw
from domain.core.commands import CombatantId, Narrating, Text
from domain.decision.decision import Decision
from domain.fields.field import Field as FormField
from domain.fields.field import Lookup, among, looked_up, several
from domain.fields.sets import ANY_KEY, Set, Without
from domain.fields.vocabulary import EVERYBODY, View, Vocabulary
from domain.model.encounter import NARRATOR_ID
from domain.model.event import Event
from domain.model.people import find_combatant
from domain.model.refusal import require, require_distinct
from domain.ruleset.chapter import Chapter
from domain.rulesets.century.chapters.rolls.abilities import reaction_adjustment, shared
from domain.rulesets.century.chapters.rolls.modifiers import GEARING, modifier_fields, modifiers_of
from domain.rulesets.century.chapters.throws import fallen, throw_parts
from domain.rulesets.century.labels import LABELS
from domain.rulesets.century.parts import ModifierSheet
from domain.rulesets.century.said import FELT, die_shown, parts_said, parts_that_count, side_said
from domain.rulesets.century.state import Fight, Part, Person, Towards, Turning
from domain.rulesets.century.tables import CUSTOM, FIRST_REACTIONS, MODIFIERS
from domain.rulesets.century.vocabularies import ids
from domain.rulesets.century.words import ATTITUDES, Ability, Attitude
from domain.story.throws import Throw
from domain.story.told import AS_SAID, Told
from domain.text.phrases import listed
from domain.text.sentences import QUOTED, Spoken
from domain.text.words import Variant, Words

FRIENDLY: Attitude = "goodwill"
HOSTILE: Attitude = "enmity"
"""What an instant ally and an instant enemy feel at least (CE-RUL-34)."""
MET_BY: tuple[Ability, ...] = ("app", "prs")
"""The abilities that count of the one who is met (CE-RUL-17)."""
OF_MEETINGS = frozenset(
    {"resembles_friend", "resembles_enemy", "lucky_day", "unlucky_day", "gullible", CUSTOM},
)
"""Modifiers that count in a first reaction (CE-NPC-3)."""
NOTHING_STANDS = ("lucky", "unlucky")
"""No standing modifier counts in a first reaction (CE-NPC-5), so that these may be named."""


class AttitudeThrown(Event, frozen=True, kw_only=True):
    """An NPC's first attitude towards a combatant (CE-NPC-2): the throw, its adjustments, what they come to.

    ``terms`` itemise the adjustments. Of a hidden throw everything but whom it concerns is private.
    """

    type: ClassVar[str] = "century.attitude_thrown"
    words = "First reaction"
    example = {
        "npc": "narna",
        "toward": ["eva"],
        "die": {"faces": [5], "sides": 100},
        "terms": [{"key": "ability", "amount": 12, "rule": "CE-NPC-3", "label": "app/prs"}],
        "total": 17,
        "attitude": "hatred",
    }
    private: ClassVar[frozenset[str]] = frozenset({"die", "terms", "total", "attitude"})
    npc: str
    toward: tuple[str, ...]
    die: Annotated[Draw | None, Spoken(die_shown)] = None
    terms: Annotated[tuple[Part, ...], Spoken(parts_said)] = ()
    total: int | None = None
    attitude: Annotated[Attitude | None, Spoken(FELT)] = None
    hidden: bool = False

    def says(self) -> str:
        if self.attitude is None or self.die is None:
            return "Only the narrator knows what {npc} feels towards {toward}."
        terms = ", {terms}" if any(parts_that_count(self.terms)) else ""
        total = "[, which makes {total}]" if terms or self.total != self.die.dice[0] else ""
        return f"{{npc}} feels {{attitude}} at the sight of {{toward}}: {{die}} thrown{terms}{total}."

    def brief(self) -> str:
        return AS_SAID if self.attitude is None else "{npc} | feels {attitude} at the sight of {toward}"

    def throws(self) -> tuple[Throw, ...]:
        return fallen(self.die, self.npc, "first reaction", result=self.total, parts=throw_parts(self.terms))

    told = Told(brief=brief, source="npc", throws=throws)

    def evolve(self, fight: Fight) -> None:
        """One throw covers all that it is towards (CE-NPC-4)."""
        if self.attitude is not None and self.die is not None:
            felt = Towards(self.attitude, self.die.dice[0], hidden=self.hidden)
            fight.attitudes = {**fight.attitudes, **{f"{self.npc}/{whom}": felt for whom in self.toward}}


class AttitudeSet(Event, frozen=True, kw_only=True):
    """An NPC feels so about a combatant from now on (CE-NPC-7)."""

    type: ClassVar[str] = "century.attitude_set"
    words = "Attitude"
    example = {"npc": "narna", "toward": "thurston", "attitude": "enmity", "reason": "critical"}
    npc: str
    toward: str
    attitude: Annotated[Attitude, Spoken(FELT)]
    reason: Annotated[str, QUOTED] = ""

    def says(self) -> str:
        why = ", because of a critical throw" if self.reason == "critical" else "[: {reason}]"
        return f"{{npc}} now feels {{attitude}} towards {{toward}}{why}."

    told = Told(brief=AS_SAID, source="npc", target="toward")

    def evolve(self, fight: Fight) -> None:
        """The number thrown stays on record (CE-NPC-7)."""
        before = fight.towards(self.npc, self.toward)
        number, hidden = (before.number, before.hidden) if before is not None else (None, False)
        felt = Towards(self.attitude, number, initial=False, reason=self.reason, hidden=hidden)
        fight.attitudes = {**fight.attitudes, f"{self.npc}/{self.toward}": felt}


class SideTaken(Event, frozen=True, kw_only=True):
    """A combatant changes sides (CE-CRIT-13, CE-CRIT-20)."""

    type: ClassVar[str] = "century.side_taken"
    words = "Side changed"
    told = Told(brief=AS_SAID)
    example = {"combatant": "guido", "side": "characters"}
    combatant: str
    side: Annotated[str, Spoken(side_said)]

    def says(self) -> str:
        """Render which side it joins; a side of its own has its ID."""
        own = self.side == self.combatant
        return "{combatant} is now on a side of {combatant:their} own." if own else "{combatant} joins {side}."

    def evolve(self, fight: Fight) -> None:
        fight.people[self.combatant].side = self.side


def attitude_of(result: int) -> Attitude:
    """Return the attitude that a result means (CE-NPC-10 to CE-NPC-18)."""
    return next((attitude for highest, attitude in FIRST_REACTIONS if result <= highest), "adoration")


def is_npc(person: Person) -> bool:
    """Return whether the narrator says what a combatant feels (CE-NPC-9)."""
    return person.throws and person.role != "character"


def _strangers(view: View[Fight]) -> dict[str, Set]:
    """Return whom each NPC has not met (CE-NPC-6)."""
    met: dict[str, list[str]] = {}
    for pair in view.state.attitudes:
        npc, _, other = pair.partition("/")
        met.setdefault(npc, []).append(other)
    return {**{npc: Without(TO_MEET, tuple(others)) for npc, others in met.items()}, ANY_KEY: TO_MEET}


def _meeting(view: View[Fight], least: int) -> tuple[str, ...]:
    """Return the NPCs that have so many to meet, where first reactions are thrown for (CE-NPC-1)."""
    fight, strangers = view.state, view[STRANGERS]
    if not fight.options.npc_reactions:
        return ()
    there = view[TO_MEET]
    met = {npc: {*of.minus} for npc, of in strangers.items() if isinstance(of, Without)}
    new = {npc: len({*there} - met.get(npc, set()) - {npc}) for npc in view[NPCS] if fight.people[npc].up}
    return tuple([npc for npc, strangers_there in new.items() if strangers_there >= least])


def met_with(who: str) -> FormField:
    """Return the modifiers of a first reaction, of whom a field names as the one who speaks (CE-NPC-3)."""
    keys = tuple([key for key in (*MODIFIERS, CUSTOM) if key in OF_MEETINGS])
    return modifier_fields(keys, GEARING, (who,))


def can_be_met(person: Person) -> bool:
    """Return whether an NPC can have a first reaction to a combatant: a person or an animal that is there."""
    return person.throws and person.present and not person.dead


TO_MEET: Final[Vocabulary[Fight]] = Vocabulary(
    "who can be met", lambda view: ids(person for person in view.state.people.values() if can_be_met(person))
)
NPCS: Final[Vocabulary[Fight]] = Vocabulary(
    "NPCs", lambda view: ids(person for person in view.state.people.values() if is_npc(person))
)
STRANGERS: Final[Vocabulary[Fight]] = Vocabulary("whom an NPC has not met", _strangers)
MEETING_ONE: Final[Vocabulary[Fight]] = Vocabulary("NPCs with somebody to meet", lambda view: _meeting(view, 1))
MEETING_SEVERAL: Final[Vocabulary[Fight]] = Vocabulary("NPCs with several to meet", lambda view: _meeting(view, 2))
SPEAKING: Final[Vocabulary[Fight]] = Vocabulary(
    "who speaks for those who are met", lambda view: {one: (one,) for one in view.state.people}
)


CAST: Final = "[, modifiers: {modifiers}][, without abilities{without_abilities?}][, hidden{hidden?}]"
"""What a phrase says of how a first reaction is thrown."""


class NpcReaction(Narrating):
    """Throw for an NPC's first attitude towards combatants on meeting them (CE-NPC-1)."""

    variants = {
        "of_one": {
            "npc": among(MEETING_ONE),
            "toward": several(Lookup(STRANGERS, ("npc",)), 1, 1, distinct=True, bars=("npc",), required=True),
            "spokesman": looked_up(SPEAKING, "toward", seldom=True),
            "modifiers": met_with("toward"),
        },
        "of_several": {
            "npc": among(MEETING_SEVERAL),
            "toward": several(Lookup(STRANGERS, ("npc",)), 2, 20, distinct=True, bars=("npc",), required=True),
            "spokesman": looked_up(SPEAKING, "toward", required=True),
            "modifiers": met_with("spokesman"),
        },
    }
    always_sealed: ClassVar[bool] = True
    says = ()
    example = {"npc": "narna", "toward": ["thurston"]}
    words = Words(
        "Throw for a first reaction",
        f"Throw for the first reaction of {{npc}} to {{toward}}{CAST}",
        group="talk",
        variants={
            "of_several": Variant(
                "First reaction to several",
                f"Throw for the first reaction of {{npc}} to {{toward}}, for whom {{spokesman}} speaks{CAST}",
                help="Throw once for an NPC's first attitude towards several combatants, by the abilities of the one"
                " who speaks for them.",
            ),
            "of_one": Variant(
                "First reaction to one", help="Throw for an NPC's first attitude towards a combatant on meeting them."
            ),
        },
        fields={
            "spokesman": "Who speaks for them",
            "without_abilities": "Leave out abilities",
            "hidden": "Hidden throw",
        },
    )
    type: Literal["century.npc_reaction"] = "century.npc_reaction"
    npc: CombatantId
    toward: tuple[CombatantId, ...] = Field(min_length=1, max_length=20)
    spokesman: CombatantId | None = Field(
        default=None, description="one of those who are met, whose abilities count for all"
    )
    modifiers: tuple[ModifierSheet, ...] = Field(default=(), max_length=20)
    without_abilities: bool = False
    hidden: bool = False

    def secret_fields(self) -> frozenset[str]:
        """Of a hidden throw its adjustments are the narrator's (CE-NPC-5)."""
        return frozenset({"modifiers", "without_abilities"}) if self.hidden else frozenset()

    def decide(self, decision: Decision[Fight]) -> None:
        """The first attitude towards a combatant, one throw for all who are met together (CE-NPC-2, CE-NPC-4)."""
        fight = decision.state
        said = "First reactions are not thrown for here; “Set an attitude” sets them."
        require(fight.options.npc_reactions, "CE-NPC-1", said, first=("century.set_attitude",))
        npc = require_npc(fight, self.npc, "command.npc")
        said = f"{npc.name} is in no state to meet anyone."
        require(npc.up, "CE-NPC-1", said, field="command.npc")
        spokesman = _spokesman(fight, self)
        terms = _terms(fight, spokesman, self)
        die = decision.roll(npc.id, "first reaction", 1, 100, hidden=self.hidden)
        thrown = 100 - die.dice[0] if fight.options.npc_reaction_result == "margin" else die.dice[0]
        total = thrown + sum(term.amount for term in terms)
        event = AttitudeThrown(
            npc=npc.id,
            toward=self.toward,
            die=die,
            terms=terms,
            total=total,
            attitude=attitude_of(total),
            hidden=self.hidden,
        )
        decision.record(event, audience=NARRATOR_ID if self.hidden else "all")


def require_npc(fight: Fight, name: str, field: str) -> Person:
    """Persons and animals have attitudes; a Character's are its player's own (CE-NPC-9)."""
    npc = find_combatant(fight, name, field)
    require(npc.throws, "CE-NPC-9", f"{npc.name} is no person or animal and feels nothing.", field=field)
    said = f"A player leads {npc.name}, and says what {npc.name} feels."
    require(npc.role != "character", "CE-NPC-9", said, field=field)
    return npc


def _spokesman(fight: Fight, command: NpcReaction) -> Person:
    """Whose abilities count for all who are met (CE-NPC-4); refuses meetings that are not the first (CE-NPC-6)."""
    require_distinct(command.toward, "command.toward")
    for place, name in enumerate(command.toward):
        field = f"command.toward[{place}]"
        met = find_combatant(fight, name, field)
        require_other(command.npc, met, field)
        said = f"{met.name} is not there to be met as a person or an animal is."
        require(can_be_met(met), "CE-NPC-1", said, field=field)
        said = f"{fight.name_of(command.npc)} has met {met.name} already; “Set an attitude” changes what they feel."
        met_before = fight.towards(command.npc, name) is not None
        require(not met_before, "CE-NPC-6", said, field=field, first=("century.set_attitude",))
    only = command.toward[0] if len(command.toward) == 1 else None
    speaks = command.spokesman or only
    said = f"One of {', '.join(command.toward)} speaks for all; name that one."
    require(speaks in command.toward, "CE-NPC-4", said, field="command.spokesman")
    return fight.people[speaks or ""]


def require_other(npc: str, other: Person, field: str) -> None:
    """Refuse what a combatant is to feel about itself."""
    require(other.id != npc, "CE-SHEET-39", f"{other.name} needs someone else to feel this about.", field=field)


def _terms(fight: Fight, spokesman: Person, command: NpcReaction) -> tuple[Part, ...]:
    """Return the adjustments: Appearance and Personality of the spokesman, and those that are named (CE-NPC-3)."""
    quoted = listed([f"“{LABELS[key]}”" for key in (*MODIFIERS, CUSTOM) if key in OF_MEETINGS])
    for place, sheet in enumerate(command.modifiers):
        said = f"“{LABELS.get(sheet.key, sheet.key)}” counts for nothing here; {quoted} do."
        require(sheet.key in OF_MEETINGS, "CE-NPC-3", said, field=f"command.modifiers[{place}]")
    named = modifiers_of(fight, spokesman, command.modifiers, NOTHING_STANDS, "reaction", "command")
    numbers = [reaction_adjustment(spokesman, ability) for ability in MET_BY]
    met = Part("ability", shared(fight.options, numbers), "CE-NPC-3", "/".join(MET_BY))
    rules = {key: row.rule for key, row in MODIFIERS.items()}
    added = [Part(one.key, one.amount, rules.get(one.key, "CE-SKILL-12"), one.label) for one in named]
    return (*(() if command.without_abilities else (met,)), *added)


class SetAttitude(Narrating):
    """Say what an NPC feels about a combatant from now on (CE-NPC-7)."""

    form = {"npc": among(NPCS), "toward": among(EVERYBODY, bars=("npc",))}
    interrupts: ClassVar[bool] = True
    says = ()
    example = {"npc": "narna", "toward": "thurston", "attitude": "deathwish", "reason": "drink in the face"}
    ruling = True
    words = Words(
        "Set an attitude", "Set the attitude of {npc} towards {toward}: {attitude}[ (“{reason}”)]", group="talk"
    )
    type: Literal["century.set_attitude"] = "century.set_attitude"
    npc: CombatantId
    toward: CombatantId
    attitude: Attitude
    reason: Text = ""

    def decide(self, decision: Decision[Fight]) -> None:
        """The narrator says what an NPC feels from now on (CE-NPC-7); it forces nothing (CE-NPC-8)."""
        fight = decision.state
        npc = require_npc(fight, self.npc, "command.npc")
        require_other(npc.id, find_combatant(fight, self.toward, "command.toward"), "command.toward")
        decision.record(AttitudeSet(npc=npc.id, toward=self.toward, attitude=self.attitude, reason=self.reason))


def turn_attitude(decision: Decision[Fight], npc: str, turning: Turning) -> None:
    """An NPC feels so from now on, and may change sides (CE-CRIT-13, CE-CRIT-20).

    An attitude that is friendlier, or more hostile, already stays as it is.
    """
    fight = decision.state
    felt = fight.towards(npc, turning.toward)
    if felt is None or is_stronger(turning.attitude, felt.attitude):
        decision.cause = decision.record(
            AttitudeSet(npc=npc, toward=turning.toward, attitude=turning.attitude, reason="critical")
        )
    if turning.join:
        side = _side_to_take(fight, npc, turning)
        if side != fight.people[npc].side:
            decision.record(SideTaken(combatant=npc, side=side))


def is_stronger(attitude: Attitude, other: Attitude) -> bool:
    """Return whether a friendly attitude is friendlier than another, or a hostile one more hostile."""
    rank = ATTITUDES.index
    if rank(attitude) >= rank(FRIENDLY):
        return rank(attitude) > rank(other)
    return rank(attitude) < rank(other)


def _side_to_take(fight: Fight, npc: str, turning: Turning) -> str:
    """Return the side to take: an ally that of its friend, an enemy its own or else the first against the other."""
    liked = fight.people[turning.toward].side
    if ATTITUDES.index(turning.attitude) >= ATTITUDES.index(FRIENDLY):
        return liked
    own = fight.people[npc].side
    others = [person.side for person in fight.people.values() if person.throws and person.side != liked]
    return own if own != liked else next(iter(others), npc)


ATTITUDES_CHAPTER: Chapter[Fight] = Chapter(
    commands=(NpcReaction, SetAttitude),
    events=(AttitudeThrown, AttitudeSet, SideTaken),
    labels={"toward": "Towards"},
)
