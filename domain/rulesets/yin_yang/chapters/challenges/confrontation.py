"""Confrontations: both keep the same figure, and flurries of cards decide (YY-CONF).

Which kept cards are the same figure is said where tests are compared (``opposed``). Here the narrator may deny a mook
its Confrontation, the two lose what they have left of the turn, and cards of one's own colour are counted until
somebody has more. What the winner gets is carried out by whoever began the test: it receives the ``Outcome``.
"""

from typing import Annotated, ClassVar, Final, Literal

import msgspec
from pydantic import TypeAdapter

from domain.core.commands import StrictModel
from domain.core.events import Answered, Prompted
from domain.decision.decision import Decision
from domain.decision.prompts import PromptKind, always_silent, any_answer
from domain.decision.stages import Continuation, reply
from domain.fields.field import listed, record
from domain.model.cards import JOKERS, is_red
from domain.model.encounter import NARRATOR_ID, Question
from domain.model.event import Event
from domain.ruleset.chapter import Chapter
from domain.rulesets.yin_yang import said
from domain.rulesets.yin_yang.chapters.decks.decks import Cards, draw_cards
from domain.rulesets.yin_yang.chapters.decks.drawing import Result
from domain.rulesets.yin_yang.chapters.decks.hands import discard
from domain.rulesets.yin_yang.chapters.decks.throws import faces_of
from domain.rulesets.yin_yang.chapters.testing.opposed import oppose
from domain.rulesets.yin_yang.parts import SAID, Said
from domain.rulesets.yin_yang.state import Fight
from domain.story.throws import Throw
from domain.story.told import Moment, Told
from domain.text.phrases import Names, all_named, named
from domain.text.sentences import QUOTED, Spoken


class Narrated(StrictModel):
    """What comes of a Confrontation in place of the stake (YY-CONF-16)."""

    narrated: Said


OUTCOMES: Final = {
    "white_joker": "wins as if with a White Joker",
    "success": "wins as if with an ordinary success",
    "narrated": "wins",
}


BY: Final = {
    "cards": "by the cards",
    "combat_value": "by the higher combat value",
    "ability": "by the better ability",
    "caller": "by the advantage of the caller",
}


class ConfrontationBegun(Event, frozen=True, kw_only=True):
    """Both keep the same figure (YY-CONF-1): in a turn both lose their actions and are locked with each other."""

    type: ClassVar[str] = "yin_yang.confrontation_begun"
    words = "Confrontation begun"
    says = "{first} and {second} face each other in a Confrontation[; {locked}]."
    example = {"first": "bill", "second": "hei", "locked": True}
    first: str
    second: str
    locked: Annotated[bool, Spoken({True: "no one may come between them this turn"})]

    def brief(self) -> str:
        return "{first} and {second} | face each other in a Confrontation"

    def moment(self) -> Moment | None:
        return "hold" if self.locked else None

    told = Told(brief=brief, moment=moment, source="first", target="second")

    def evolve(self, fight: Fight) -> None:
        """In a turn the two are closed to everybody else until it ends (YY-CONF-5, YY-CONF-15)."""
        if self.locked:
            fight.people[self.first].locked_with = self.second
            fight.people[self.second].locked_with = self.first


class ConfrontationDenied(Event, frozen=True, kw_only=True):
    """There is no Confrontation (YY-CONF-14): the narrator does not grant one to a mook."""

    type: ClassVar[str] = "yin_yang.confrontation_denied"
    words = "Confrontation denied"
    told = Told(brief="{first} and {second} | have no Confrontation", source="first", target="second")
    says = "{first} and {second} have no Confrontation; their cards decide."
    example = {"first": "hei", "second": "trooper"}
    first: str
    second: str


class FlurryDrawn(Event, frozen=True, kw_only=True):
    """One round of a Confrontation (YY-CONF-6): the cards of both, and what they count."""

    type: ClassVar[str] = "yin_yang.flurry_drawn"
    words = "Flurry"
    example = {
        "first": "bill",
        "second": "rat",
        "number": 2,
        "first_cards": ["7S", "AC", "7C", "QC"],
        "second_cards": ["4S", "QS"],
        "first_count": 0,
        "second_count": 2,
    }
    first: str
    second: str
    number: int
    first_cards: Annotated[tuple[str, ...], Spoken(said.cards)]
    second_cards: Annotated[tuple[str, ...], Spoken(said.cards)]
    first_count: int
    second_count: int

    def says(self) -> str:
        first = "{first} draws {first_cards} and counts {first_count}"
        second = "{second} draws {second_cards} and counts {second_count}"
        still = "; a standstill" if self.first_count == self.second_count else ""
        return f"Flurry {{number}}: {first}, and {second}{still}."

    def thrown(self) -> tuple[Throw, ...]:
        first = (self.first, self.first_cards, self.first_count, self.second_count)
        second = (self.second, self.second_cards, self.second_count, self.first_count)
        return tuple(
            [
                Throw(
                    kind="cards",
                    who=who,
                    purpose="the Confrontation",
                    faces=faces_of(cards),
                    counted="own colour, a White Joker twice, less a Coloured Joker",
                    result=count,
                    won=None if count == against else count > against,
                )
                for who, cards, count, against in (first, second)
            ]
        )

    told = Told(throws=thrown, source="first", target="second")


class ConfrontationWon(Event, frozen=True, kw_only=True):
    """Somebody wins a Confrontation (YY-CONF-10), by cards or, after too many standstills, without (YY-CONF-12)."""

    type: ClassVar[str] = "yin_yang.confrontation_won"
    words = "Confrontation won"
    says = "{winner} wins the Confrontation with {loser} {by}."
    example = {"winner": "hei", "loser": "bill", "by": "cards"}
    winner: str
    loser: str
    by: Annotated[str, Spoken(BY)]

    def brief(self) -> str:
        return f"{{winner}} | wins the Confrontation{'' if self.by == 'cards' else ' {by}'}"

    told = Told(brief=brief, explains=True, source="winner", target="loser")


class ConfrontationSettled(Event, frozen=True, kw_only=True):
    """What the winner of a Confrontation gets (YY-CONF-16); ``narrated`` in place of the stake."""

    type: ClassVar[str] = "yin_yang.confrontation_settled"
    words = "Confrontation settled"
    says = "{winner} {outcome}[: {narrated}]."
    example = {"winner": "hei", "outcome": "white_joker"}
    winner: str
    outcome: Annotated[str, Spoken(OUTCOMES)]
    narrated: Annotated[str, QUOTED] = ""

    def brief(self) -> str:
        """Tell what the narrator makes of it; the exchange or the contest tells what is won otherwise."""
        return "{winner} | gets what the narrator says: {narrated}" if self.narrated else ""

    told = Told(brief=brief, source="winner")


FLURRY: Final = "flurry"
CONFRONTATION: Final = "confrontation"
Outcomes = Literal["white_joker", "success", "narrated", "denied"]


class Duel(msgspec.Struct, frozen=True):
    """An opposed test whose kept cards are the same figure, the caller's first; ``then`` receives the ``Outcome``."""

    first: Result
    second: Result
    then: Continuation


class Won(msgspec.Struct, frozen=True):
    """A Confrontation that somebody has won, while it is open what it brings; ``then`` receives the ``Outcome``."""

    winner: str
    loser: str
    then: Continuation


class Outcome(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a Confrontation came to (YY-CONF-16): who wins what.

    ``denied`` says that there was none (YY-CONF-14): then ``winner`` is whom the cards give it to, None where both have
    failed, and figures have their ordinary effects. Otherwise the figures have none of their own (YY-CONF-4).
    """

    winner: str | None
    outcome: Outcomes
    narrated: str = ""


def confront(decision: Decision[Fight], duel: Duel) -> None:
    """Decide a Confrontation; nothing may follow in the stage that begins it.

    A mook may be denied it (YY-CONF-13): no other rule asks who is one (YY-BYST-3).
    """
    fight = decision.state
    first, second = fight.people[duel.first.combatant], fight.people[duel.second.combatant]
    if fight.options.mook_confrontation == "always" or not (first.mook or second.mook):
        begin(decision, duel)
    elif fight.options.mook_confrontation == "never":
        deny(decision, duel)
    else:
        about = {"first": first.id, "second": second.id, "figure": duel.first.grade}
        decision.ask(Question("confront", NARRATOR_ID, about), granted, duel)


@reply("yin_yang.confrontation.granted", Duel, draws=True)
def granted(decision: Decision[Fight], duel: Duel, answer: str) -> None:
    """The narrator's word about a mook."""
    if answer == "yes":
        begin(decision, duel)
    else:
        deny(decision, duel)


def deny(decision: Decision[Fight], duel: Duel) -> None:
    """Without a Confrontation the cards decide, and have their ordinary effects (YY-CONF-14, YY-RUL-30)."""
    decision.cause = decision.record(ConfrontationDenied(first=duel.first.combatant, second=duel.second.combatant))
    verdict = oppose(decision, duel.first, duel.second, deny=True)
    decision.enter(duel.then, Outcome(verdict.winner, "denied"))


def begin(decision: Decision[Fight], duel: Duel) -> None:
    """In a turn both lose all further actions and are locked with each other (YY-CONF-5); else neither (YY-CONF-19).

    Then one draws more, or it is decided without cards (YY-CONF-12). The reading is that of YY-RUL-29.
    """
    first, second = duel.first.combatant, duel.second.combatant
    decision.cause = decision.record(
        ConfrontationBegun(first=first, second=second, locked=decision.state.phase == "turn")
    )
    for party in (first, second):
        discard(decision, party, CONFRONTATION)
    by_cards = draw_flurries(decision, first, second)
    winner, by = without_cards(decision.state, duel) if by_cards is None else (by_cards, "cards")
    loser = second if winner == first else first
    decision.cause = decision.record(ConfrontationWon(winner=winner, loser=loser, by=by))
    settle(decision, Won(winner, loser, duel.then))


def draw_flurries(decision: Decision[Fight], first: str, second: str) -> str | None:
    """Flurry after flurry until one counts more, who wins (YY-CONF-10, YY-CONF-11); None after too many standstills."""
    for number in range(1, decision.state.options.confrontation_limit + 1):
        ones, others = draw_flurry(decision, first), draw_flurry(decision, second)
        count, other_count = (
            count_of(decision.state, who, drawn.cards) for who, drawn in ((first, ones), (second, others))
        )
        flurry = FlurryDrawn(
            first=first,
            second=second,
            number=number,
            first_cards=ones.cards,
            second_cards=others.cards,
            first_count=count,
            second_count=other_count,
        )
        decision.cause = decision.record(flurry, cause=max((*ones.draws, *others.draws), default=None))
        if count != other_count:
            return first if count > other_count else second
    return None


def draw_flurry(decision: Decision[Fight], combatant: str) -> Cards:
    """As many cards as the combat value, whatever the test was about, and no others (YY-CONF-6, YY-BONUS-8)."""
    return draw_cards(decision, combatant, FLURRY, decision.state.people[combatant].combat_value)


def count_of(fight: Fight, combatant: str, cards: tuple[str, ...]) -> int:
    """What a flurry counts: the cards of one's own colour (YY-CONF-7), and jokers (YY-JOKER-13).

    A White Joker counts as two of them (YY-CONF-8), a Coloured Joker cancels one that is there (YY-CONF-9, YY-RUL-64).
    """
    red = fight.people[combatant].colour == "red"
    own = sum(1 for card in cards if card not in JOKERS and is_red(card) == red)
    return max(0, own + 2 * cards.count("WHITE") - cards.count("COLOURED"))


def without_cards(fight: Fight, duel: Duel) -> tuple[str, str]:
    """Who wins after too many standstills, and by what: combat value, ability, the caller's first word (YY-CONF-12)."""
    first, second = duel.first, duel.second
    values = [fight.people[party.combatant].combat_value for party in (first, second)]
    if values[0] != values[1]:
        return (first if values[0] > values[1] else second).combatant, "combat_value"
    if first.rating != second.rating:
        return (first if first.rating > second.rating else second).combatant, "ability"
    return first.combatant, "caller"


def settle(decision: Decision[Fight], won: Won) -> None:
    """The winner wins as with a White Joker, or the narrator says what it gets (YY-CONF-16, YY-RUL-58)."""
    if decision.state.options.confrontation_outcome == "ask":
        about = {"winner": won.winner, "loser": won.loser}
        decision.ask(Question("confrontation_outcome", NARRATOR_ID, about), settled, won)
    else:
        carry_out(decision, won, "white_joker")


@reply("yin_yang.confrontation.settled", Won)
def settled(decision: Decision[Fight], won: Won, answer: Narrated | Literal["white_joker", "success"]) -> None:
    """The narrator's word about what the winner gets."""
    if isinstance(answer, Narrated):
        carry_out(decision, won, "narrated", answer.narrated)
    else:
        carry_out(decision, won, answer)


def carry_out(decision: Decision[Fight], won: Won, outcome: Outcomes, narrated: str = "") -> None:
    """Put on record what the winner gets, and leave the rest to whoever began the test."""
    decision.cause = decision.record(ConfrontationSettled(winner=won.winner, outcome=outcome, narrated=narrated))
    decision.enter(won.then, Outcome(won.winner, outcome, narrated))


def asks_confront(event: Prompted, names: Names) -> str:
    """Between whom it would be."""
    pair = all_named(names, (event.about["first"], event.about["second"]))
    return f"has to say whether {pair} have a Confrontation"


def asks_outcome(event: Prompted, names: Names) -> str:
    """Who won it."""
    return f"has to say what {named(names, event.about['winner'])} gets for winning the Confrontation"


def tells_outcome(event: Answered, names: Names) -> str:
    """What winning brings."""
    answer = event.given
    if isinstance(answer, dict):
        return f"says what comes of it: “{answer['narrated']}”"
    as_with = "with a White Joker" if answer == "white_joker" else "with an ordinary success"
    return f"lets the winner win as {as_with}"


CONFRONT: PromptKind[Fight] = PromptKind.of(
    "confront",
    "yes",
    "no",
    narrator_only=True,
    question="whether there is a Confrontation",
    words="Confrontation with a mook",
    asks=asks_confront,
    tells={"yes": "grants a Confrontation", "no": "grants no Confrontation"},
    silent=always_silent,
)


CONFRONTATION_OUTCOME: PromptKind[Fight] = PromptKind(
    "confrontation_outcome",
    TypeAdapter(Narrated | Literal["white_joker", "success"]),
    any_answer,
    policy_type=TypeAdapter(Literal["white_joker", "success"]),
    narrator_only=True,
    question="what the Confrontation brings",
    words="Outcome of a Confrontation",
    asks=asks_outcome,
    tells=tells_outcome,
    silent=always_silent,
    fields=lambda fight, prompt: (
        listed("white_joker", "success"),
        record({"narrated": SAID.but(required=True)}, phrase="{narrated}"),
    ),
)


CONFRONTATION_CHAPTER: Chapter[Fight] = Chapter(
    events=(ConfrontationBegun, ConfrontationDenied, FlurryDrawn, ConfrontationWon, ConfrontationSettled),
    prompts=(CONFRONT, CONFRONTATION_OUTCOME),
    stages=(granted, settled),
)
