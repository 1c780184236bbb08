"""Tests: what they are made of, and the draw (YY-TEST, YY-BONUS, YY-HIGH)."""

from typing import Annotated, ClassVar, Final

import msgspec

from domain.decision.decision import Decision
from domain.model.event import Event
from domain.model.refusal import refuse, require
from domain.model.suggestions import unknown
from domain.ruleset.chapter import Chapter
from domain.rulesets.yin_yang import said
from domain.rulesets.yin_yang.chapters.decks.decks import Cards, DeckCard, draw_cards
from domain.rulesets.yin_yang.chapters.decks.grants import use_grants
from domain.rulesets.yin_yang.chapters.decks.hands import turn_up
from domain.rulesets.yin_yang.chapters.decks.ranking import SUCCESSES, figure_of, grade_of, kept_of, number_of, rank
from domain.rulesets.yin_yang.chapters.decks.throws import comes_to, faces_of, parts_of, which_counts
from domain.rulesets.yin_yang.scores import worn
from domain.rulesets.yin_yang.state import Fight, Person
from domain.rulesets.yin_yang.tables import DIFFICULTIES, HIGHEST_TARGET
from domain.rulesets.yin_yang.words import Difficulty, Grade, TestAttribute, Track
from domain.story.throws import Throw
from domain.story.told import Told
from domain.text.sentences import AS_WRITTEN, QUOTED, Spoken, SpokenOf

Terms = tuple[tuple[str, int], ...]
"""Where cards come from, and how many."""
TESTED_FOR: Final = {
    "attack": "the attack",
    "act": "the attempt",
    "counter": "the counter",
    "contest": "the contest",
    "test": "the test",
    "tend": "the care",
}
"""The purpose of a test, by its label."""
UNOPPOSED: Final = ("test", "tend")
"""The labels of tests that no one opposes."""


class Attempted(Event, frozen=True, kw_only=True):
    """A test was drawn, or succeeded of itself (YY-TEST, YY-AUTO): what it was made of, and what it comes to.

    ``called`` are the attributes as they were named, if Charisma is among them: ``attributes`` has Intellect for it
    (YY-ATTR-2). ``value`` is the whole target value, ``target`` what the cards were held against (YY-HIGH-1).
    ``bonus`` and ``penalty`` itemise the cards before they cancel; ``net`` is what was left. ``kept`` counts,
    ``number`` its number.
    """

    type: ClassVar[str] = "yin_yang.attempted"
    words = "Test"
    example = {
        "combatant": "vassili",
        "label": "act",
        "attributes": ["will"],
        "ability": None,
        "value": 2,
        "target": 2,
        "bonus": [],
        "penalty": [],
        "net": 0,
        "cards": ["4D"],
        "kept": "4D",
        "grade": "over",
        "success": False,
        "number": 4,
        "task": "three owls",
        "draws": [40],
    }
    combatant: str
    label: str
    attributes: Annotated[tuple[TestAttribute, ...], Spoken(said.attributes)]
    ability: Annotated[str | None, AS_WRITTEN]
    value: int
    target: int
    bonus: Annotated[Terms, SpokenOf(said.cards_added)]
    penalty: Terms
    net: int
    cards: tuple[str, ...]
    kept: Annotated[str | None, SpokenOf(said.outcome)]
    grade: Grade
    success: bool
    number: int | None = None
    task: Annotated[str, QUOTED] = ""
    draws: tuple[int, ...] = ()
    called: tuple[TestAttribute, ...] = ()

    @property
    def tested(self) -> Annotated[tuple[TestAttribute, ...], Spoken(said.attributes)]:
        """The attributes as they were named."""
        return self.called or self.attributes

    @property
    def computed(self) -> Annotated[tuple[TestAttribute, ...], Spoken(said.named_attributes)]:
        """The attributes as they were named, and what they are computed with."""
        return self.tested

    def says(self) -> str:
        against = "" if self.value == self.target else ", drawn against {target}"
        made_on = "{computed}[ and {ability}][ for {task}]"
        return f"{{combatant}} tests {made_on}, target value {{value}}{against}{{bonus}}: {{kept}}."

    def brief(self) -> str:
        """Tell a test that no one opposes; the exchange or the contest tells others."""
        if self.label not in UNOPPOSED:
            return ""
        does = "succeeds" if self.success else "fails"
        if self.label != "test":
            return f"{{combatant}} | {does}"
        if self.task:
            return f"{{combatant}} | {does} at {{task}} with {{tested}}[ and {{ability}}]"
        return f"{{combatant}} | {'passes' if self.success else 'fails'} a test of {{tested}}[ and {{ability}}]"

    def thrown(self) -> tuple[Throw, ...]:
        return (
            Throw(
                kind="cards",
                who=self.combatant,
                purpose=TESTED_FOR[self.label],
                parts=parts_of(self.bonus, self.penalty),
                faces=faces_of(self.cards),
                counted=which_counts(self.kept, self.net),
                result=comes_to(self.grade, self.number),
                target=self.target,
                won=self.success,
            ),
        )

    @property
    def card(self) -> Annotated[str | None, Spoken(said.the_card)]:
        """The card that counts."""
        return self.kept

    def lends(self) -> str:
        """The card that counts is told with what comes of it; a Coloured Joker is told with the turn that it ends."""
        return "" if self.label in UNOPPOSED or self.grade == "coloured_joker" else "{combatant} | [with {card}]"

    told = Told(
        brief=brief,
        explains=True,
        lends=lends,
        unless=("yin_yang.opposition_decided", "yin_yang.exchange_decided", "yin_yang.contest_decided"),
        throws=thrown,
    )


class PartnerCard(msgspec.Struct, frozen=True, omit_defaults=True):
    """A bonus card of a combined action: whose deck it comes from, or which card of an open hand it is (YY-COMB-4)."""

    combatant: str
    hand_card: str | None = None


class Plan(msgspec.Struct, frozen=True, omit_defaults=True):
    """A test that is about to be drawn: its target value, and where bonus and penalty cards come from (YY-BONUS-4).

    ``value`` is the whole target value (YY-TEST-1). ``bonus`` and ``penalty`` name their sources; the cards of
    ``partners``, in the order named, come on top of ``bonus``. ``hand_card`` is the first card of the test where it is
    played from an open hand. ``called`` is that of ``Attempted``.
    """

    combatant: str
    label: str
    attributes: tuple[TestAttribute, ...]
    ability: str | None
    value: int
    bonus: Terms = ()
    penalty: Terms = ()
    hand_card: str | None = None
    task: str = ""
    partners: tuple[PartnerCard, ...] = ()
    called: tuple[TestAttribute, ...] = ()

    @property
    def target(self) -> int:
        """What the cards are held against (YY-HIGH-1, YY-RUL-22)."""
        return min(self.value, HIGHEST_TARGET)

    @property
    def played(self) -> tuple[str, ...]:
        """The card that is played from an open hand, the first of the test (YY-DECK-14)."""
        return () if self.hand_card is None else (self.hand_card,)

    @property
    def net(self) -> int:
        """Bonus cards that are left when they have cancelled with penalty cards; below 0 penalty cards (YY-BONUS-3).

        Those of a high target value cancel like others (YY-HIGH-3).
        """
        return self.own_net + len(self.partners)

    @property
    def own_net(self) -> int:
        """The same without the partners' cards: penalty cards cancel them last (YY-COMB-5)."""
        return net_of(self.bonus, self.penalty)

    @property
    def cards_of_leader(self) -> int:
        """One, and what is left of bonus or penalty cards; the partners' come from other decks (YY-COMB-5)."""
        own = self.own_net
        return 1 + max(0, own, -own - len(self.partners))

    @property
    def cards_of_partners(self) -> int:
        """So many of the partners' cards are drawn: penalty cards cancel them from the last named on (YY-COMB-5)."""
        return max(0, min(len(self.partners), self.net))


class Result(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a test came to; ``test`` is the version of its event.

    ``kept`` is None where no card was to be had; ``number`` is that of a number card. ``rating`` is that of the ability
    used, which settles ties (YY-OPP-5).
    """

    combatant: str
    test: int
    value: int
    target: int
    kept: str | None
    grade: Grade
    success: bool
    number: int | None = None
    rating: int = 0


def require_attributes(
    person: Person, attributes: tuple[TestAttribute, ...], ability: str | None, field: str = "command"
) -> None:
    """One attribute, or two different ones without an ability (YY-TEST-2); the ability stands on the sheet."""
    if len(attributes) == 2:
        alone = "A test on two attributes is their sum; leave the ability out, or one of the attributes."
        require(ability is None, "YY-TEST-2", alone, field=f"{field}.ability")
        twice = "Both attributes of a test are the same; name two different ones, or one alone."
        first, second = attributes_of_record(attributes)
        require(first != second, "YY-TEST-2", twice, field=f"{field}.attributes")
    if ability is not None and ability not in person.abilities:
        require_ability(person, ability, f"{field}.ability")


def require_ability(person: Person, ability: str | None, field: str) -> None:
    """Refuse an ability that is not on the sheet; without one the attribute alone is drawn against (YY-SKILL-8)."""
    if ability is not None and ability not in person.abilities:
        said = f"{person.name} has no ability “{ability}”"
        detail = unknown(said, ability, person.abilities, f"{person.name} has no abilities.")
        refuse(None, detail, code="invalid", field=field)


def plan_test(
    fight: Fight,
    combatant: str,
    attributes: tuple[TestAttribute, ...],
    ability: str | None,
    *,
    label: str,
    bonus: int = 0,
    penalty: int = 0,
    difficulty: Difficulty | None = None,
    precision: bool = False,
    called_shot: int = 0,
    hand_card: str | None = None,
    task: str = "",
    field: str = "command",
) -> Plan:
    """A test as it stands at this moment, tracks at 0 included (YY-COND-4), with all sources of cards (YY-BONUS-4).

    ``bonus`` and ``penalty`` are the narrator's, ``called_shot`` the penalty cards of one, which is a precision task
    (YY-CALLED-4). Nothing is added to the value or taken off: difficulty and all the rest are cards (YY-TEST-3,
    YY-BONUS-5). Refuses what ``require_attributes`` refuses.
    """
    person = fight.people[combatant]
    require_attributes(person, attributes, ability, field)
    value = sum([person.score(attribute) for attribute in attributes]) + person.rating(ability)
    precise = precision or called_shot > 0
    added: list[tuple[str, int]] = []
    if value > HIGHEST_TARGET:
        added.append(("target_value", value - HIGHEST_TARGET))  # YY-HIGH-2
    added += [(track, -1) for track in tracks_at_zero(person)]
    if difficulty is not None:
        added.append(("difficulty", DIFFICULTIES[difficulty].cards))
    if is_cumbered(person, attributes, precise):
        added.append(("cumbersome", -1))
    if called_shot:
        added.append(("called_shot", -called_shot))
    added += [("granted", grant.cards) for grant in person.granted_on("tests")]
    if bonus or penalty:
        added += [("narrator", bonus), ("narrator", -penalty)]
    bonus_cards, penalty_cards = terms_of(added)
    return Plan(
        combatant,
        label,
        attributes_of_record(attributes),
        ability,
        value,
        bonus_cards,
        penalty_cards,
        hand_card,
        task,
        called=attributes if "charisma" in attributes else (),
    )


def attributes_of_record(attributes: tuple[TestAttribute, ...]) -> tuple[TestAttribute, ...]:
    """Charisma is computed with Intellect and recorded so (YY-ATTR-2)."""
    if "charisma" not in attributes:
        return attributes
    return tuple(["intellect" if attribute == "charisma" else attribute for attribute in attributes])


def terms_of(added: list[tuple[str, int]]) -> tuple[Terms, Terms]:
    """Bonus and penalty cards by their sources, of cards added and, below 0, taken off."""
    if not added:
        return (), ()
    bonus = tuple([(source, cards) for source, cards in added if cards > 0])
    return bonus, tuple([(source, -cards) for source, cards in added if cards < 0])


def net_of(bonus: Terms, penalty: Terms) -> int:
    """Bonus cards less penalty cards (YY-BONUS-3)."""
    if not bonus and not penalty:
        return 0
    return sum([cards for _, cards in bonus]) - sum([cards for _, cards in penalty])


def tracks_at_zero(person: Person) -> list[Track]:
    """The tracks that stand at exactly 0: one penalty card each (YY-VIT-3, YY-MB-3, YY-STAM-4, YY-COND-2).

    For the mad Mental Balance below 0 counts too (YY-MB-5).
    """
    found: list[Track] = []
    if person.vitality == 0:
        found.append("vitality")
    if person.mental_balance == 0 or (person.mad and person.mental_balance < 0):
        found.append("mental_balance")
    if person.stamina == 0:
        found.append("stamina")
    return found


def is_cumbered(person: Person, attributes: tuple[TestAttribute, ...], precise: bool) -> bool:
    """Whether Cumbersome armour is in the way: of Speed, and of precision tasks (YY-ARM-9, -10); once (YY-ARM-11).

    The reading is that of YY-RUL-51.
    """
    return (precise or "speed" in attributes) and any("cumbersome" in piece.flaws for piece in worn(person))


def draw_test(decision: Decision[Fight], plan: Plan) -> Result:
    """Draw a test, keep the best or the worst card, record it, use up what was granted for the next test.

    All its cards are drawn before one is kept (YY-BONUS-1, YY-BONUS-2): the leader's, then one of each partner in the
    order named (YY-COMB-4); of those that penalties cancel, only cards of open hands are shown (YY-COMB-5, YY-COMB-6).
    Where no card is to be had the test fails (YY-DECK-11). The reading is that of YY-RUL-21.
    """
    drawn = _leaders_cards(decision, plan)
    if plan.partners:
        drawn = _partners_cards(decision, plan, drawn)
    net, target = plan.net, plan.target
    kept = kept_of(drawn.cards, net, lambda card: rank(card, target))
    grade: Grade = "over" if kept is None else grade_of(kept, target)
    attempted = Attempted(
        combatant=plan.combatant,
        label=plan.label,
        attributes=plan.attributes,
        ability=plan.ability,
        value=plan.value,
        target=target,
        bonus=(*plan.bonus, ("partners", len(plan.partners))) if plan.partners else plan.bonus,
        penalty=plan.penalty,
        net=net,
        cards=drawn.cards,
        kept=kept,
        grade=grade,
        success=grade in SUCCESSES,
        task=plan.task,
        number=None if kept is None or figure_of(kept) else number_of(kept),
        draws=drawn.draws,
        called=plan.called,
    )
    version = decision.record(attempted, cause=drawn.draws[-1] if drawn.draws else None)
    use_grants(decision, plan.combatant, "tests")
    return _result(decision.state, attempted, version)


def succeed(decision: Decision[Fight], plan: Plan) -> Result:
    """Succeed without a card (YY-AUTO-7): no number, and nothing that was granted is used up."""
    attempted = Attempted(
        combatant=plan.combatant,
        label=plan.label,
        attributes=plan.attributes,
        ability=plan.ability,
        value=plan.value,
        target=plan.target,
        bonus=(),
        penalty=(),
        net=0,
        cards=(),
        kept=None,
        grade="automatic",
        success=True,
        task=plan.task,
        called=plan.called,
    )
    return _result(decision.state, attempted, decision.record(attempted))


def _result(fight: Fight, of: Attempted, version: int) -> Result:
    rating = fight.people[of.combatant].rating(of.ability)
    return Result(of.combatant, version, of.value, of.target, of.kept, of.grade, of.success, of.number, rating)


def _leaders_cards(decision: Decision[Fight], plan: Plan) -> Cards:
    """The cards of whoever makes the test, that of an open hand first (YY-DECK-14)."""
    if plan.hand_card is None:
        return draw_cards(decision, plan.combatant, plan.label, plan.cards_of_leader)
    played = (plan.hand_card,)
    turn_up(decision, plan.combatant, played)
    beside = _of_hand(decision.state.people[plan.combatant], played)
    rest = draw_cards(decision, plan.combatant, plan.label, plan.cards_of_leader - 1, beside=beside)
    return Cards((*played, *rest.cards), rest.draws)


def _partners_cards(decision: Decision[Fight], plan: Plan, leaders: Cards) -> Cards:
    """The leader's cards and those of the partners that count; of an open hand the others are shown (YY-COMB-6)."""
    leader, drawn = decision.state.people[plan.combatant], leaders
    beside = (*_of_hand(leader, plan.played), *((leader.deck, card) for card in leaders.cards[len(plan.played) :]))
    for place, partner in enumerate(plan.partners):
        if place < plan.cards_of_partners:
            drawn, beside = _partners_card(decision, plan, partner, drawn, beside)
        elif partner.hand_card is not None:
            turn_up(decision, partner.combatant, (partner.hand_card,))
    return drawn


def _partners_card(
    decision: Decision[Fight], plan: Plan, partner: PartnerCard, before: Cards, beside: tuple[DeckCard, ...]
) -> tuple[Cards, tuple[DeckCard, ...]]:
    """The cards so far and a partner's, and which deck each is of."""
    person = decision.state.people[partner.combatant]
    if partner.hand_card is not None:
        cards = (partner.hand_card,)
        turn_up(decision, partner.combatant, cards)
        return Cards((*before.cards, *cards), before.draws), (*beside, *_of_hand(person, cards))
    drawn = draw_cards(decision, partner.combatant, plan.label, 1, beside=beside)
    joined = Cards((*before.cards, *drawn.cards), (*before.draws, *drawn.draws))
    return joined, (*beside, *((person.deck, card) for card in drawn.cards))


def _of_hand(person: Person, cards: tuple[str, ...]) -> tuple[DeckCard, ...]:
    """Cards of an open hand, after the deck that they come from."""
    return tuple([(person.cards_of or person.deck, card) for card in cards])


DRAWING: Chapter[Fight] = Chapter(events=(Attempted,))
