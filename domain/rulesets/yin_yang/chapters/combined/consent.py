"""The narrator's word before an exchange: actions, charges, called shots (YY-ORD-1 step 3; YY-PROM-4, YY-PROM-5)."""

from typing import Annotated, ClassVar, Final

from msgspec.structs import replace
from pydantic import Field, TypeAdapter

from domain.core.events import Answered, Prompted
from domain.decision.decision import Decision
from domain.decision.prompts import PromptKind, always_silent, any_answer
from domain.decision.stages import NoData, reply, stage
from domain.fields.sets import Labelled
from domain.model.encounter import NARRATOR_ID, Prompt, Question
from domain.model.event import Event
from domain.model.people import find_combatant
from domain.model.refusal import require
from domain.ruleset.chapter import Chapter
from domain.rulesets.yin_yang.chapters.exchanges.contributions import strikes_with
from domain.rulesets.yin_yang.chapters.exchanges.still_standing import standing, void, what_ends
from domain.rulesets.yin_yang.chapters.turns.movement import Moved, reaches
from domain.rulesets.yin_yang.parts import Consenting
from domain.rulesets.yin_yang.state import Exchange, Fight
from domain.rulesets.yin_yang.tables import CALLED_SHOTS
from domain.story.told import AS_SAID, Told
from domain.text.phrases import Names, counted, possessive
from domain.text.sentences import Spoken
from domain.text.words import Label

CONSENTS: Final = {"action": "attempt", "charge": "charge"}


CARDS_ADDED: Final = {
    (True, True): " with {bonus:bonus card} and {penalty:penalty card}",
    (True, False): " with {bonus:bonus card}",
    (False, True): " with {penalty:penalty card}",
    (False, False): "",
}
"""The cards that come with a consent, by whether there are bonus cards, and penalty cards."""


def _change(fight: Fight, exchange: Exchange) -> None:
    fight.exchange = exchange


class ConsentGiven(Event, frozen=True, kw_only=True):
    """The narrator allows what was asked (YY-PROM-4): who may counter, cards that he adds; what it was about."""

    type: ClassVar[str] = "yin_yang.consent_given"
    words = "Allowed by the narrator"
    example = {"about": "action", "combatant": "rat", "may_counter": ["thug"], "bonus": 1, "penalty": 2}
    about: Annotated[str, Spoken(CONSENTS)]
    combatant: str
    may_counter: tuple[str, ...] = ()
    bonus: int = 0
    penalty: int = 0
    waive_dedication: Annotated[bool, Spoken({True: "coordinating costs no action"})] = False

    def says(self) -> str:
        """That several act together is told next; here, what the narrator adds to it."""
        combining = self.about == "combine"
        if combining and not (self.bonus or self.penalty or self.may_counter or self.waive_dedication):
            return ""
        what = "allows {combatant's} combined action" if combining else "allows {combatant's} {about}"
        cards = CARDS_ADDED[bool(self.bonus), bool(self.penalty)]
        return f"The narrator {what}{cards}[; {{may_counter}} may counter][; {{waive_dedication}}]."

    def evolve(self, fight: Fight) -> None:
        """The narrator's cards are added to the caller's; whom he admits may match (YY-ATK-13)."""
        exchange = fight.exchange
        if exchange is not None:
            part = exchange.part
            part = replace(part, bonus=part.bonus + self.bonus, penalty=part.penalty + self.penalty)
            _change(fight, replace(exchange, part=part, admitted=(*exchange.admitted, *self.may_counter)))


class ConsentDenied(Event, frozen=True, kw_only=True):
    """The narrator denies what was asked: the action, or that it is a charge."""

    type: ClassVar[str] = "yin_yang.consent_denied"
    words = "Denied by the narrator"
    told = Told(brief=AS_SAID, target="combatant")
    example = {"about": "action", "combatant": "hei"}
    about: Annotated[str, Spoken(CONSENTS)]
    combatant: str

    def says(self) -> str:
        """That several do not act together is told next."""
        return "" if self.about == "combine" else "The narrator does not allow {combatant's} {about}."

    def evolve(self, fight: Fight) -> None:
        """A charge that is denied is an ordinary attack (YY-WPN-22)."""
        if self.about == "charge" and fight.exchange is not None:
            _change(fight, replace(fight.exchange, charge=False))


class CalledShotPriced(Event, frozen=True, kw_only=True):
    """The penalty cards of a called shot are known (YY-CALLED-2)."""

    type: ClassVar[str] = "yin_yang.called_shot_priced"
    words = "Called shot judged"
    told = Told(brief=AS_SAID)
    says = "{combatant's} called shot costs {penalty:penalty card}."
    example = {"combatant": "hei", "penalty": 4}
    combatant: str
    penalty: int

    def evolve(self, fight: Fight) -> None:
        exchange = fight.exchange
        if exchange is not None and exchange.called_shot is not None:
            _change(fight, replace(exchange, called_shot=replace(exchange.called_shot, penalty=self.penalty)))


Consent = Consenting | str
"""What the narrator says: in full, or ``allow`` or ``deny``."""
DENIED = "denied"


def in_full(answer: Consent) -> Consenting:
    """A consent with all that goes with it; of the plain words, nothing."""
    return answer if isinstance(answer, Consenting) else Consenting(allow=answer == "allow")


@stage("yin_yang.consent.action", NoData)
def ask_about_action(decision: Decision[Fight], nothing: NoData) -> None:
    """Every act, and every attack for another stake than damage, where the option asks; together one has asked."""
    if decision.state.options.action_consent == "off":
        return
    exchange = standing(decision)
    if exchange is not None and needs_consent(exchange):
        decision.ask(Question("consent", NARRATOR_ID, about_exchange(exchange, "action")), action_judged, nothing)


def needs_consent(exchange: Exchange) -> bool:
    """Whether the narrator is asked about the action itself, where the option asks (YY-ATK-13, YY-RUL-32)."""
    plain = exchange.kind == "attack" and exchange.part.stake == "damage"
    return not exchange.combined and not plain


@reply("yin_yang.consent.action_judged", NoData)
def action_judged(decision: Decision[Fight], nothing: NoData, answer: Consent | None) -> None:
    """Denied, the action is returned; allowed, perhaps with cards and with others who may counter."""
    exchange = standing(decision)
    if exchange is None or answer is None:
        return
    if not hear(decision, "action", exchange.caller, in_full(answer)):
        void(decision, exchange, DENIED, returned=True)


def hear(decision: Decision[Fight], about: str, combatant: str, consent: Consenting) -> bool:
    """Put on record what the narrator denies, or allows and adds to it; whether it is allowed."""
    said = (
        ConsentGiven(
            about=about,
            combatant=combatant,
            may_counter=consent.may_counter,
            bonus=consent.bonus,
            penalty=consent.penalty,
            waive_dedication=consent.waive_dedication,
        )
        if consent.allow
        else ConsentDenied(about=about, combatant=combatant)
    )
    decision.cause = decision.record(said)
    return consent.allow


@stage("yin_yang.consent.charge", NoData)
def ask_about_charge(decision: Decision[Fight], nothing: NoData) -> None:
    """Whether there is leeway for a charge; with the option ``free`` the claim suffices."""
    exchange = decision.state.exchange
    if exchange is None or not exchange.charge or standing(decision) is None:
        return
    if decision.state.options.charge == "ask":  # YY-RUL-61
        decision.ask(Question("consent", NARRATOR_ID, about_exchange(exchange, "charge")), charge_judged, nothing)
    else:
        close_in(decision, exchange)


@reply("yin_yang.consent.charge_judged", NoData)
def charge_judged(decision: Decision[Fight], nothing: NoData, answer: Consent | None) -> None:
    """Denied, it is an ordinary attack; where that is out of reach, it is void and the action returned."""
    exchange = standing(decision)
    if exchange is None or answer is None:
        return
    if hear(decision, "charge", exchange.caller, in_full(answer)):
        close_in(decision, exchange)
        return
    fight, weapon = decision.state, strikes_with(decision.state.people[exchange.caller], exchange.part)
    if exchange.target is not None and not reaches(fight, exchange.caller, exchange.target, weapon):
        void(decision, exchange, DENIED, returned=True)


def close_in(decision: Decision[Fight], exchange: Exchange) -> None:
    """A charge that is granted ends at arm's length of its target, where distances count (YY-WPN-23)."""
    if decision.state.options.movement == "action":
        decision.record(Moved(combatant=exchange.caller, other=exchange.target, band="arm"))


@stage("yin_yang.consent.called_shot", NoData)
def ask_for_penalty(decision: Decision[Fight], nothing: NoData) -> None:
    """The narrator imposes the penalty cards, a table does, or the narrator's own command has done so."""
    exchange = decision.state.exchange
    if exchange is None or exchange.called_shot is None or standing(decision) is None:
        return
    shot = exchange.called_shot
    if shot.penalty:
        price(decision, exchange, shot.penalty)
    elif decision.state.options.called_shot == "table":
        price(decision, exchange, CALLED_SHOTS[shot.aim])  # YY-RUL-36
    else:
        about = {**about_exchange(exchange, "called_shot"), "aim": shot.aim, "text": shot.text}
        decision.ask(Question("called_shot_penalty", NARRATOR_ID, about), priced, nothing)


@reply("yin_yang.consent.priced", NoData)
def priced(decision: Decision[Fight], nothing: NoData, cards: int | None) -> None:
    """The called shot has its price."""
    exchange = standing(decision)
    if exchange is not None and cards is not None:
        price(decision, exchange, cards)


def price(decision: Decision[Fight], exchange: Exchange, cards: int) -> None:
    """Put on record how many penalty cards the called shot takes."""
    decision.cause = decision.record(CalledShotPriced(combatant=exchange.caller, penalty=cards))


def about_exchange(exchange: Exchange, about: str) -> dict[str, str]:
    """What a question to the narrator says of the open exchange."""
    goal = {"goal": exchange.part.goal} if exchange.part.goal else {}
    return {"about": about, "exchange": exchange.id, "combatant": exchange.caller, **goal}


def check_consent(fight: Fight, prompt: Prompt, answer: Consent) -> None:
    """Refuse additions to a refusal, a waiver of what nobody has to spend, and opponents who cannot be (YY-PROM-4)."""
    consent = in_full(answer)
    if not consent.allow:
        said = "What is denied gets no cards and no opponents; leave them out."
        require(consent == Consenting(allow=False), "YY-PROM-4", said, field="answer")
        return
    waives = consent.waive_dedication and prompt.about["about"] != "combine"
    said = "Only a combined action dedicates actions that could be waived."
    require(not waives, "YY-PROM-4", said, field="answer.waive_dedication")
    together = prompt.about.get("combatants", [prompt.about["combatant"]])
    for place, who in enumerate(consent.may_counter):
        person = find_combatant(fight, who, f"answer.may_counter[{place}]")
        said = f"{person.name} takes part in this action and cannot counter it; name others."
        require(who not in together, "YY-ATK-7", said, field=f"answer.may_counter[{place}]")


def is_over(fight: Fight, prompt: Prompt) -> str | None:
    """Why the narrator needs to say nothing more about an exchange: it has ended (YY-COND-6, YY-COND-7)."""
    exchange = fight.exchange
    if exchange is None or exchange.id != prompt.about["exchange"]:
        return "the call is void"
    return what_ends(fight, exchange)


def asks_penalty(event: Prompted, names: Names) -> str:
    """Whose called shot it is, and at what."""
    return f"has to say how hard {possessive(names, event.about['combatant'])} called shot is: “{event.about['text']}”"


def tells_penalty(event: Answered, names: Names) -> str:
    """How many penalty cards are asked for."""
    return f"asks for {counted(int(str(event.given)), 'penalty card')} for the called shot"


CALLED_SHOT_PENALTY: PromptKind[Fight] = PromptKind(
    "called_shot_penalty",
    TypeAdapter(Annotated[int, Field(ge=1, le=5)]),
    any_answer,
    lambda fight, prompt: tuple([Labelled(one, Label.filled("penalty", cards=one)) for one in range(1, 6)]),
    moot=is_over,
    narrator_only=True,
    question="how hard the called shot is",
    words="Difficulty of a called shot",
    asks=asks_penalty,
    tells=tells_penalty,
    silent=always_silent,
)


CONSENT: Chapter[Fight] = Chapter(
    events=(ConsentGiven, ConsentDenied, CalledShotPriced),
    prompts=(CALLED_SHOT_PENALTY,),
    stages=(ask_about_action, action_judged, ask_about_charge, charge_judged, ask_for_penalty, priced),
)
