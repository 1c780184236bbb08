"""Granted cards: bonus and penalty cards that the narrator gives somebody for a span (YY-BONUS-6, YY-NARR-2)."""

from typing import Annotated, ClassVar, Final, Literal, get_args

from domain.core.commands import Narrating
from domain.decision.decision import Decision
from domain.fields.field import among, looked_up
from domain.fields.sets import Labelled
from domain.fields.vocabulary import View, Vocabulary
from domain.model.event import Event
from domain.model.people import find_combatant
from domain.model.refusal import refuse, require
from domain.ruleset.chapter import Chapter
from domain.rulesets.yin_yang import said
from domain.rulesets.yin_yang.parts import PEOPLE, Granting, granting
from domain.rulesets.yin_yang.state import Fight, Grant
from domain.rulesets.yin_yang.words import GrantedOn, Lasting
from domain.story.told import Told
from domain.text.sentences import Spoken
from domain.text.words import Label, Words

LASTING: Final = {
    "this_turn": "for this turn",
    "next_turn": "for the next turn",
    "encounter": "for the rest of the fight",
}


GRANTED_ON: Final = {"tests": "test", "damage": "Damage Draw"}
"""What cards that are granted for the next draw are for."""


WHITE: Final = "white_joker"
COLOURED: Final = "coloured_joker"
"""The reasons of cards that come of a Joker (YY-JOKER-6, YY-JOKER-11)."""


class CardsGranted(Event, frozen=True, kw_only=True):
    """Somebody was granted bonus cards, or below 0 penalty cards (YY-BONUS-6)."""

    type: ClassVar[str] = "yin_yang.cards_granted"
    words = "Cards given"
    example = {"combatant": "hei", "cards": 2, "on": "tests", "lasting": "next_test", "reason": "first blood"}
    combatant: str
    cards: Annotated[int, Spoken(said.granted)]
    on: Annotated[GrantedOn, Spoken(GRANTED_ON)]
    lasting: Annotated[Lasting, Spoken(LASTING)]
    reason: Annotated[str, Spoken(said.because)] = ""

    def says(self) -> str:
        if self.lasting == "next_test":
            return "{combatant} gets {cards} for the next {on}{reason}."
        damage = "on damage " if self.on == "damage" else ""
        return f"{{combatant}} gets {{cards}} {damage}{{lasting}}{{reason}}."

    def brief(self) -> str:
        """Leave out the Joker that they come of, which has just been told."""
        text = self.says().removesuffix(".").replace("{combatant} ", "{combatant} | ")
        return text.removesuffix("{reason}") if self.reason in (WHITE, COLOURED) else text

    told = Told(brief=brief)

    def evolve(self, fight: Fight) -> None:
        person = fight.people[self.combatant]
        person.granted = (*person.granted, Grant(self.cards, self.on, self.lasting, self.reason))


class GrantsUsed(Event, frozen=True, kw_only=True):
    """The cards granted for somebody's next test, or next Damage Draw, are used up."""

    type: ClassVar[str] = "yin_yang.grants_used"
    words = "Given cards used up"
    says = ""  # the draw tells the cards among the others that come with it
    example = {"combatant": "hei", "on": "tests"}
    combatant: str
    on: GrantedOn

    def evolve(self, fight: Fight) -> None:
        """What was granted for the next draw of this kind is used up (YY-BONUS-6)."""
        person = fight.people[self.combatant]
        person.granted = tuple(
            [grant for grant in person.granted if (grant.on, grant.lasting) != (self.on, "next_test")]
        )


def _lasting(view: View[Fight]) -> dict[str, tuple[Labelled, ...]]:
    """Return for how long cards may be granted, by what they are for: for this turn in a turn alone (YY-BONUS-6)."""
    spans = [one for one in get_args(Lasting) if one != "this_turn" or view.state.phase == "turn"]
    return {on: tuple([Labelled(one, Label(f"{one}_on_{on}")) for one in spans]) for on in get_args(GrantedOn)}


GRANTED: Final = granting(among(PEOPLE), looked_up(Vocabulary[Fight]("how long cards last", _lasting), "on"))
GRANTED_SAID: Final = (
    "{combatant}[ {bonus:bonus card|bonus cards}][ {penalty:penalty card|penalty cards}][ for {lasting}][ (“{reason}”)]"
)
"""What a phrase says of them: to whom, how many, for what and why."""


class GiveCards(Narrating, Granting):
    """Give a combatant bonus or penalty cards (YY-NARR-2)."""

    form = GRANTED
    says = ()
    example = {"combatant": "bill", "bonus": 1, "reason": "swinging from the chandelier"}
    ruling = True
    words = Words("Give cards", f"Give {GRANTED_SAID}", group="rulings", fields={"on": "For what"})
    type: Literal["yin_yang.give_cards"] = "yin_yang.give_cards"

    def decide(self, decision: Decision[Fight]) -> None:
        """The narrator grants bonus or penalty cards (YY-NARR-2), such as a feat deserves (YY-BONUS-7)."""
        grant(decision, self, "command")


def grant(decision: Decision[Fight], given: Granting, field: str) -> None:
    """Grant bonus or penalty cards, one of both; ``this_turn`` only in a turn (YY-BONUS-6)."""
    person = find_combatant(decision.state, given.combatant, f"{field}.combatant")
    if (given.bonus > 0) == (given.penalty > 0):
        detail = "Give bonus cards or penalty cards, at least one card, and not both."
        refuse(None, detail, code="invalid", field=f"{field}.bonus")
    between = given.lasting == "this_turn" and decision.state.phase == "between"
    detail = "No turn is running; let the cards last for the next test, the next turn or the rest of the fight."
    require(not between, "YY-BONUS-6", detail, field=f"{field}.lasting")
    cards = given.bonus - given.penalty
    decision.cause = decision.record(
        CardsGranted(combatant=person.id, cards=cards, on=given.on, lasting=given.lasting, reason=given.reason)
    )


def use_grants(decision: Decision[Fight], combatant: str, on: GrantedOn) -> None:
    """What was granted for the next test, or the next Damage Draw, is used up by this one (YY-BONUS-6)."""
    if (on, "next_test") in [(grant.on, grant.lasting) for grant in decision.state.people[combatant].granted]:
        decision.record(GrantsUsed(combatant=combatant, on=on))


GRANTS: Chapter[Fight] = Chapter(
    commands=(GiveCards,),
    events=(CardsGranted, GrantsUsed),
    labels={
        "text.next_test_on_tests": "the next test",
        "text.this_turn_on_tests": "tests of this turn",
        "text.next_turn_on_tests": "tests of the next turn",
        "text.encounter_on_tests": "tests until the end of the fight",
        "text.next_test_on_damage": "the next Damage Draw",
        "text.this_turn_on_damage": "Damage Draws of this turn",
        "text.next_turn_on_damage": "Damage Draws of the next turn",
        "text.encounter_on_damage": "Damage Draws until the end of the fight",
    },
)
