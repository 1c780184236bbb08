"""Calls: what is checked and spent before an exchange begins (YY-ATK, YY-ORD-1 steps 1 and 2)."""

from collections.abc import Mapping
from functools import partial
from typing import Annotated, Any, ClassVar, Final, Literal, NamedTuple

from msgspec.structs import replace
from pydantic import Field

from domain.core.commands import Acting, CombatantId, PhaseRule
from domain.decision.decision import Decision
from domain.fields.field import Folded, Lookup, among, listed, looked_up, several
from domain.fields.sets import key_of
from domain.fields.vocabulary import View, Vocabulary
from domain.model.event import Event
from domain.model.people import find_combatant
from domain.model.refusal import require, require_distinct
from domain.ruleset.chapter import Chapter
from domain.rulesets.yin_yang import said
from domain.rulesets.yin_yang.chapters.combined.consent import _change
from domain.rulesets.yin_yang.chapters.decks.hands import require_action, spend
from domain.rulesets.yin_yang.chapters.exchanges.contributions import (
    act_stake,
    attack_part,
    plain_part,
    strikes_with,
    value_of,
)
from domain.rulesets.yin_yang.chapters.exchanges.stages import run_exchange
from domain.rulesets.yin_yang.chapters.exchanges.targets import require_open, require_target
from domain.rulesets.yin_yang.chapters.testing.scope import ABILITIES_FOR_TASK, require_scope
from domain.rulesets.yin_yang.chapters.turns.turns import require_call
from domain.rulesets.yin_yang.chapters.vocabularies import (
    ABILITIES_IN_COMBAT,
    ABLE,
    ARMED,
    CALLERS,
    CARD_PLAYED,
    USUAL_ABILITY,
    USUAL_STRIKE,
    attacks_at_all,
    gifted,
    has_another,
    labelled,
    people,
    reached_by,
    set_aside,
)
from domain.rulesets.yin_yang.items import Weapon
from domain.rulesets.yin_yang.parts import (
    ADDED,
    AIM_SAID,
    CALLED_SHOT,
    CARDS_SAID,
    ONE_OF_ATTRIBUTES,
    PULLED_SAID,
    SAID,
    STAKE_SAID,
    STAKES_OF_ACT,
    STAKING,
    TEST_ATTRIBUTES,
    TWO_OF_ATTRIBUTES,
    AbilityName,
    Attributes,
    CalledShotSheet,
    Combatants,
    HandCard,
    Said,
    Situation,
    Staking,
    Striking,
)
from domain.rulesets.yin_yang.scores import NATURAL
from domain.rulesets.yin_yang.state import CalledShot, Deck, Exchange, Fight, Paid, Part, Person
from domain.rulesets.yin_yang.words import BARE_HANDS, IN_TURN, START, CallKind, Stake, TestAttribute
from domain.story.told import Told
from domain.text.sentences import QUOTED, Spoken, SpokenOf
from domain.text.words import Variant, Words

STAKES: Final[Mapping[Stake | None, str]] = {None: "", "damage": "", "flee": ", to get away", "goal": ", for {goal}"}
"""What the winner gets, if it is not damage."""


def none_fresh(fight: Fight) -> None:
    """The cards played until now are no longer those of the present exchange or test (YY-DECK-10)."""
    fight.decks = {key: Deck(deck.cards, deck.out) if deck.fresh else deck for key, deck in fight.decks.items()}


class CallMade(Event, frozen=True, kw_only=True):
    """Somebody called (YY-ORD-1): an attack, an act, alone or together, or a King's follow-up.

    ``paid`` says what it cost whom; the cards of open hands are in ``CardsLaid``. ``admitted`` are whom the narrator
    let counter before it was made.
    """

    type: ClassVar[str] = "yin_yang.call_made"
    words = "Call"
    example = {
        "exchange": "exchange-182",
        "kind": "attack",
        "part": {"combatant": "vinnie", "attributes": ["combat_value"], "weapon": "polearm"},
        "target": "da_hook",
        "charge": True,
        "called_shot": {"aim": "limb", "text": "three owls"},
        "paid": [{"combatant": "vinnie", "hand": 1}],
    }
    exchange: str
    kind: CallKind
    part: Annotated[Part, SpokenOf(said.means_of_call)]
    target: str | None = None
    partners: tuple[Part, ...] = ()
    against: tuple[str, ...] = ()
    charge: Annotated[bool, Spoken({True: "charging"})] = False
    called_shot: Annotated[CalledShot | None, Spoken(said.called_shot)] = None
    precision: bool = False
    follow_up: Annotated[bool, Spoken({True: "once more"})] = False
    paid: Annotated[tuple[Paid, ...], Spoken(said.price)] = ()
    admitted: tuple[str, ...] = ()

    @property
    def callers(self) -> tuple[str, ...]:
        return (self.part.combatant, *[partner.combatant for partner in self.partners])

    @property
    def leader(self) -> str:
        """The one with whose means several act together."""
        return self.part.combatant

    @property
    def goal(self) -> Annotated[str, QUOTED]:
        return self.part.goal

    @property
    def _deed(self) -> str:
        shot = self.called_shot
        stake = "" if shot is not None and shot.text == self.goal else STAKES[self.part.stake]
        led = " together, {leader}" if self.partners else ""
        if self.kind == "attack":
            verb = "attack" if self.partners else "attacks"
            means = f"[ {{follow_up}}]{led}{{part}}[, {{charge}}][, aiming at {{called_shot}}]"
            return f"{verb}[ {{target}}]{means}{stake}"
        verb, what = "try" if self.partners else "tries", "{goal}" if self.goal else "something"
        away = stake if self.part.stake == "flee" else ""
        with_part = f"{led} with {{part}}" if led else ", with {part}"
        return f"{verb} {what}[ against {{target}}]{away}{with_part}"

    def says(self) -> str:
        opposed = "[; {against} may oppose]" if self.kind == "act" else ""
        return f"{{callers}} {self._deed}{opposed}[; {{admitted}} may counter]."

    def brief(self) -> str:
        return f"{{callers}} | {self._deed}{{paid}}"

    def own_line(self) -> str:
        """An attack that a King has earned is told in a line of its own."""
        return self.exchange if self.follow_up else ""

    told = Told(brief=brief, line=own_line, source="part.combatant")

    def evolve(self, fight: Fight) -> None:
        """An exchange is open, and the cards of those before are no longer its own (YY-DECK-10)."""
        fight.exchange = Exchange(
            id=self.exchange,
            kind=self.kind,
            part=self.part,
            target=self.target,
            partners=self.partners,
            against=self.against,
            charge=self.charge,
            called_shot=self.called_shot,
            precision=self.precision,
            follow_up=self.follow_up,
            paid=self.paid,
            admitted=self.admitted,
        )
        fight.follow_up = None
        none_fresh(fight)


class CardsLaid(Event, frozen=True, kw_only=True):
    """Somebody pays for the open call with cards of an open hand, face down (YY-DECK-14).

    The first of ``cards`` is played for the deed, the others are dedicated to a combined action (YY-COMB-6). They are
    their owner's secret until they are turned up.
    """

    type: ClassVar[str] = "yin_yang.cards_laid"
    words = "Card laid face down"
    says = ""  # the actions that were spent have told the cards
    example = {"combatant": "hei", "cards": ["6D"]}
    private: ClassVar[frozenset[str]] = frozenset({"cards"})
    combatant: str
    cards: tuple[str, ...] = ()

    def evolve(self, fight: Fight) -> None:
        """The cards lie face down until they are turned up or given back."""
        exchange = fight.exchange
        if exchange is None:
            return
        parts = [
            replace(part, hand_card=self.cards[0]) if part.combatant == self.combatant else part
            for part in (exchange.part, *exchange.partners)
        ]
        paid = tuple(
            [replace(paid, cards=self.cards) if paid.combatant == self.combatant else paid for paid in exchange.paid]
        )
        _change(fight, replace(exchange, part=parts[0], partners=tuple(parts[1:]), paid=paid))


class Attacks(NamedTuple):
    """What attacks are possible: lookups by who attacks, whether punches are pulled, and with which weapon."""

    pulled: dict[str, Any]
    weapons: dict[str, Any]
    charges: dict[str, Any]
    targets: dict[str, Any]


def _attacks(view: View[Fight]) -> Attacks:
    found = Attacks({}, {}, {}, {})
    for person in people(view, view[CALLERS]):
        if attacks_at_all(view, person):
            _attacks_of(view, person, found)
    return found


def _attacks_of(view: View[Fight], person: Person, found: Attacks) -> None:
    """Add what somebody may attack with and whom: with the weapon, charging if it is used to that, and without it."""
    weapons: dict[str, Weapon] = view[ARMED][person.id]
    plain: dict[str, Any] = {}
    charges: dict[str, Any] = {}
    for key, weapon in weapons.items():
        ways = {False: reached_by(view, person, weapon.reach, all_open=True)}
        if "used_to_charge" in weapon.edges:
            ways[True] = reached_by(view, person, weapon.reach, charging=True, all_open=True)
        able = {way: names for way, names in ways.items() if has_another(names, person.id)}
        if True in able:
            charges[key] = tuple(able)
        if able:
            plain[key] = {key_of(way): names for way, names in able.items()} if True in able else able[False]
    fists = reached_by(view, person, NATURAL[BARE_HANDS].reach, all_open=True)
    pulled = has_another(fists, person.id)
    if not plain and not pulled:
        return
    who = person.id
    found.weapons[who] = {"false": labelled([weapons[key] for key in plain]), "true": set_aside(person, weapons)}
    if pulled:
        found.pulled[who] = (True, False) if plain else (True,)
    if charges:
        found.charges[who] = {"false": charges}
    targets = {"false": plain, "true": fists}
    same = not charges and all(names is fists or names == fists for names in plain.values())
    found.targets[who] = fists if same else targets


ATTACKS: Final = Vocabulary[Fight]("attacks", _attacks)
"""What the vocabularies of attacks are parts of."""


class Attack(Acting, Striking, Staking, Situation):
    """Call an attack on a combatant (YY-ATK-1)."""

    form = {
        "actor": among(Vocabulary[Fight]("attackers", lambda view: tuple(view[ATTACKS].weapons))),
        "pull_punches": looked_up(
            Vocabulary[Fight]("pulling punches", lambda view: view[ATTACKS].pulled),
            "actor",
            required=True,
            seldom=True,
        ),
        "weapon": looked_up(
            Vocabulary[Fight]("weapons to attack with", lambda view: view[ATTACKS].weapons),
            "actor",
            "pull_punches",
            required=True,
            default=Lookup(USUAL_STRIKE, ("actor", "pull_punches")),
        ),
        "charge": looked_up(
            Vocabulary[Fight]("charging", lambda view: view[ATTACKS].charges),
            "actor",
            "pull_punches",
            "weapon",
            required=True,
            seldom=True,
        ),
        "target": looked_up(
            Vocabulary[Fight]("targets", lambda view: view[ATTACKS].targets),
            "actor",
            "pull_punches",
            "weapon",
            "charge",
            bars=("actor",),
        ),
        "ability": looked_up(
            ABILITIES_IN_COMBAT, "actor", required=True, default=Lookup(USUAL_ABILITY, ("actor",)), seldom=True
        ),
        "hand_card": CARD_PLAYED,
        **STAKING,
        "called_shot": CALLED_SHOT,
        "attribute": listed(*TEST_ATTRIBUTES, narrators=True, seldom=True),
        **ADDED,
    }
    secrets: ClassVar[frozenset[str]] = frozenset({"hand_card"})
    during = PhaseRule(IN_TURN, "YY-ACT-5", "Attacks need a running turn; start one first.", START)
    says = ()
    example = {
        "actor": "bishop",
        "target": "da_hook",
        "weapon": "large_magnum",
        "ability": "Corporate Bodyguard",
        "answers": [{"kind": "match", "to": "da_hook", "answer": {"mode": "attack"}}],
    }
    words = Words(
        "Attack",
        f"Attack {{target}}[ with {{weapon}}][ ({{ability}})][ on {{attribute}}][,"
        f" charging{{charge?}}]{PULLED_SAID}{AIM_SAID}{STAKE_SAID}{CARDS_SAID}",
        group="attack",
        prominence="main",
        costs="an action",
        fields={"attribute": "Other attribute"},
    )
    type: Literal["yin_yang.attack"] = "yin_yang.attack"
    target: CombatantId
    attribute: TestAttribute | None = Field(
        default=None, description="used in place of the combat value; only the narrator names it (YY-ATK-2)"
    )
    charge: bool = False
    called_shot: CalledShotSheet | None = None
    hand_card: HandCard = None

    def decide(self, decision: Decision[Fight]) -> None:
        """Call an attack (YY-ATK-1)."""
        fight, narrator = decision.state, decision.speaker.is_narrator
        person = find_combatant(fight, self.actor, "command.actor")
        require_call(fight, person)
        require_action(fight, person, self.hand_card)
        attributes: tuple[TestAttribute, ...] = (self.attribute or "combat_value",)
        shot = called_shot_of(self.called_shot, self.penalty if narrator else 0)
        part = attack_part(
            person,
            self.weapon,
            self.ability,
            attributes=attributes,
            stake=self.stake,
            goal=self.goal,
            pull_punches=self.pull_punches,
            bonus=self.bonus,
            penalty=0 if shot is not None and shot.penalty else self.penalty,
            hand_card=self.hand_card,
            any_ability=narrator,
        )
        weapon = strikes_with(person, part)
        if self.charge:
            require_charge(weapon)
        require_target(fight, person, self.target, weapon, charging=self.charge)
        if self.charge:
            require_run_up(fight, person, self.target)
        call = CallMade(exchange="", kind="attack", part=part, target=self.target, charge=self.charge, called_shot=shot)
        open_call(decision, call, {person.id: 1})


def called_shot_of(sheet: CalledShotSheet | None, penalty: int = 0) -> CalledShot | None:
    """A called shot (YY-CALLED-1); the narrator's own ``penalty`` is what it takes (YY-CALLED-2)."""
    return None if sheet is None else CalledShot(sheet.aim, sheet.text, penalty)


def require_charge(weapon: Weapon) -> None:
    """Only some weapons are used to charge (YY-WPN-22)."""
    said = f"{weapon.name} is not used to charge; attack without it."
    require("used_to_charge" in weapon.edges, "YY-WPN-22", said, field="command.charge")


def require_run_up(fight: Fight, person: Person, target: str) -> None:
    """Where distances count a charge needs some (YY-WPN-23), and one that it can close (YY-MOVE-4)."""
    if fight.options.movement == "free":
        return
    said = f"{fight.name_of(target)} is in another sub-fight, where no charge ends; attack without charging."
    require(fight.together(person.id, target), "YY-MOVE-4", said, field="command.charge")
    close = fight.band(person.id, target) == "arm"
    said = f"{person.name} is at arm's length of {fight.name_of(target)} already; attack without charging."
    require(not close, "YY-WPN-23", said, field="command.charge")


def _opponents(view: View[Fight], *, all_open: bool, whose: Vocabulary[Fight]) -> dict[str, Any]:
    """Return whom acts may go at, and who may oppose them: those in the same sub-fight (YY-ATK-4, YY-ATK-6)."""
    found = {one.id: reached_by(view, one, None, all_open=all_open) for one in people(view, view[whose])}
    return {who: names for who, names in found.items() if names}


OPPONENTS: Final = Vocabulary[Fight]("opponents", partial(_opponents, all_open=True, whose=CALLERS))
OPPONENTS_OF_SEVERAL: Final = Vocabulary[Fight]("opponents of several", partial(_opponents, all_open=False, whose=ABLE))


class Act(Acting, Staking, Situation):
    """Call an action that is not an attack (YY-ATK-18)."""

    form = {
        "actor": among(CALLERS),
        "goal": SAID,
        "ability": None,
        "attributes": TWO_OF_ATTRIBUTES,
        "target": looked_up(OPPONENTS, "actor", bars=("actor",)),
        "against": several(
            Lookup(OPPONENTS, ("actor",)), most=200, when={"target": (None,)}, bars=("actor", "against"), seldom=True
        ),
        "hand_card": CARD_PLAYED,
        "stake": listed(*STAKES_OF_ACT, seldom=True),
        "precision": listed(True, False, seldom=True),
        **ADDED,
    }
    variants = {
        "with_ability": {
            "actor": among(gifted("callers with abilities", CALLERS)),
            "ability": looked_up(ABILITIES_FOR_TASK, "actor", Folded("goal"), required=True),
            "attributes": ONE_OF_ATTRIBUTES,
        },
        "plain": {},
    }
    secrets: ClassVar[frozenset[str]] = frozenset({"hand_card"})
    during = PhaseRule(
        IN_TURN, "YY-ACT-5", "Acts need a running turn; start one first, or make a test.", (*START, "yin_yang.test")
    )
    says = ()
    example = {
        "actor": "wedge",
        "target": "schoolgirl",
        "goal": "kidnap her",
        "attributes": ["combat_value"],
        "ability": "Freelancer Mercenary",
    }
    words = Words(
        "Act",
        f"Act[ against {{target}}] with {{attributes}}[ ({{ability}})][, opposed by {{against}}]"
        f"[, a precision task{{precision?}}]{CARDS_SAID}[, {{stake}}]: “{{goal}}”",
        group="turn",
        prominence="main",
        costs="an action",
        variants={"plain": Variant("Act without an ability"), "with_ability": Variant("Act with an ability")},
        fields={"goal": "What to try"},
    )
    type: Literal["yin_yang.act"] = "yin_yang.act"
    goal: Said
    target: CombatantId | None = None
    against: Combatants = Field(default=(), description="who may oppose it, if it has no target")
    attributes: Attributes
    ability: AbilityName | None = None
    precision: bool = Field(default=False, description="whether cumbersome armour is a hindrance (YY-ARM-10)")
    hand_card: HandCard = None

    def decide(self, decision: Decision[Fight]) -> None:
        """Call an action that is no attack (YY-ATK-18); its goal is the task (YY-SCOPE-4)."""
        fight = decision.state
        person = find_combatant(fight, self.actor, "command.actor")
        require_call(fight, person)
        require_action(fight, person, self.hand_card)
        part = plain_part(person, self.attributes, self.ability)
        require_scope(fight, person, self.ability, self.goal)
        part = act_stake(part, self.stake, self.goal)
        if self.target is not None:
            require_target(fight, person, self.target, None)
        require_opponents(fight, person, self.target, self.against)
        part = replace(part, bonus=self.bonus, penalty=self.penalty, hand_card=self.hand_card)
        call = CallMade(
            exchange="", kind="act", part=part, target=self.target, against=self.against, precision=self.precision
        )
        open_call(decision, call, {person.id: 1})


def require_opponents(fight: Fight, person: Person, target: str | None, against: tuple[str, ...]) -> None:
    """Refuse opponents beside a target or in another sub-fight (YY-ATK-6), and the caller itself (YY-ATK-7)."""
    field = "command.against"
    said = "With a target it is the target that is asked; name either a target or those who may oppose."
    require(target is None or not against, "YY-ATK-6", said, field=field)
    require_distinct(against, field)
    for place, who in enumerate(against):
        other = find_combatant(fight, who, f"{field}[{place}]")
        said = f"{person.name} makes the call and cannot oppose it; name somebody else."
        require(who != person.id, "YY-ATK-7", said, field=f"{field}[{place}]")
        require_open(person, other, f"{field}[{place}]")
        said = f"{other.name} is in another sub-fight than {person.name}; name opponents who are there."
        require(fight.together(person.id, who), "YY-ATK-6", said, field=f"{field}[{place}]")


def open_call(decision: Decision[Fight], call: CallMade, costs: Mapping[str, int]) -> None:
    """Spend what the call costs each who makes it (YY-ATK-5), and open its exchange.

    ``call`` has its parts with the cards that are played from open hands. They lie face down: nobody but their owners
    sees them before the cards fall (YY-DECK-14).
    """
    fight = decision.state
    parts = (call.part, *call.partners)
    all_paid = [
        spend(
            decision,
            part.combatant,
            part.hand_card,
            count=costs[part.combatant],
            worst_for=None if part.hand_card is None else value_of(fight.people[part.combatant], part),
        )
        for part in parts
        if part.combatant in costs
    ]
    unseen = [part if part.hand_card is None else replace(part, hand_card=None) for part in parts]
    made = replace(
        call,
        exchange=f"exchange-{decision.next_lineage_version}",
        part=unseen[0],
        partners=tuple(unseen[1:]),
        paid=tuple([replace(paid, cards=()) if paid.cards else paid for paid in all_paid if paid.hand or paid.extra]),
    )
    decision.cause = decision.record(made)
    for paid in all_paid:
        if paid.cards:
            decision.record(CardsLaid(combatant=paid.combatant, cards=paid.cards), audience=paid.combatant)
    run_exchange(decision)


CALLS: Chapter[Fight] = Chapter(commands=(Attack, Act), events=(CallMade, CardsLaid))
