"""Whether an exchange still stands when it goes on after a question (YY-COND-6, YY-COND-7), and how it is voided.

The reading is that of YY-RUL-72.
"""

from typing import Annotated, ClassVar

from domain.decision.decision import Decision
from domain.model.event import Event
from domain.ruleset.chapter import Chapter
from domain.rulesets.yin_yang import said
from domain.rulesets.yin_yang.chapters.decks.hands import give_back, turn_up
from domain.rulesets.yin_yang.state import Exchange, Fight
from domain.story.told import Told
from domain.text.sentences import Spoken


class CallVoided(Event, frozen=True, kw_only=True):
    """The exchange ends without cards: vetoed, denied, its caller or its target out of the fight; why."""

    type: ClassVar[str] = "yin_yang.call_voided"
    words = "Call voided"
    example = {"exchange": "exchange-59", "caller": "hei", "reason": "denied"}
    exchange: str
    caller: str
    reason: Annotated[str, Spoken(said.why_voided)]

    def says(self) -> str:
        """That the narrator vetoes or denies the call is said before."""
        return f"{{caller's}} call comes to nothing{'' if self.reason in said.SAID_BEFORE else ': {reason}'}."

    def brief(self) -> str:
        return "" if self.reason in said.SAID_BEFORE else "{caller's} call comes to nothing: {reason}"

    told = Told(brief=brief, source="caller")

    def evolve(self, fight: Fight) -> None:
        fight.exchange = None


def standing(decision: Decision[Fight]) -> Exchange | None:
    """The open exchange as it stands now, before its cards; None where it is over, or ends here.

    It ends without cards if its caller is out of action (YY-COND-6), or its target dead or fled (YY-COND-7): the
    caller's action is lost. Nobody has matched by then, since the cards fall in the batch of the match.
    """
    exchange = decision.state.exchange
    if exchange is None:
        return None
    reason = what_ends(decision.state, exchange)
    if reason is not None:
        void(decision, exchange, reason, returned=False)
        return None
    return exchange


def what_ends(fight: Fight, exchange: Exchange) -> str | None:
    """Why an exchange is not carried on to its cards; None if it is."""
    if not fight.people[exchange.caller].able:
        return "the caller is out of action"
    if exchange.target is not None and fight.people[exchange.target].gone:
        return "the target is out of the fight"
    return None


def void(decision: Decision[Fight], exchange: Exchange, reason: str, *, returned: bool) -> None:
    """End an exchange without cards; the caller's action is ``returned`` as it was paid, or it is lost (YY-ATK-14)."""
    decision.cause = decision.record(CallVoided(exchange=exchange.id, caller=exchange.caller, reason=reason))
    for paid in exchange.paid:
        if returned:
            give_back(decision, paid)
        elif paid.cards:
            turn_up(decision, paid.combatant, paid.cards)


STILL_STANDING: Chapter[Fight] = Chapter(events=(CallVoided,))
