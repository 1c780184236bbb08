"""The narrator's word before an exchange: actions, charges, called shots (YY-ORD-1 step 3; YY-PROM-4, YY-PROM-5)."""

from domain.decision.decision import Decision
from domain.decision.stages import NoData
from domain.model.encounter import NARRATOR_ID, Prompt, Question
from domain.model.people import find_combatant
from domain.model.refusal import require
from domain.rulesets.yin_yang import commands as ask
from domain.rulesets.yin_yang.decide.movement import reaches
from domain.rulesets.yin_yang.decide.parts import strikes_with
from domain.rulesets.yin_yang.decide.stages import stages
from domain.rulesets.yin_yang.decide.standing import standing, void, what_ends
from domain.rulesets.yin_yang.events.exchanges import CalledShotPriced, ConsentDenied, ConsentGiven
from domain.rulesets.yin_yang.events.places import Moved
from domain.rulesets.yin_yang.state import Exchange, Fight
from domain.rulesets.yin_yang.tables import CALLED_SHOTS

Consent = ask.Consenting | str
"""What the narrator says: in full, or ``allow`` or ``deny``."""
DENIED = "denied"


def in_full(answer: Consent) -> ask.Consenting:
    """A consent with all that goes with it; of the plain words, nothing."""
    return answer if isinstance(answer, ask.Consenting) else ask.Consenting(allow=answer == "allow")


@stages.stage("yin_yang.consent.action", NoData)
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


@stages.reply("yin_yang.consent.action_judged", NoData)
def action_judged(decision: Decision[Fight], nothing: NoData, answer: Consent | None) -> None:
    """Denied, the action is returned; allowed, perhaps with cards and with others who may counter."""
    exchange = standing(decision)
    if exchange is None or answer is None:
        return
    if not hear(decision, "action", exchange.caller, in_full(answer)):
        void(decision, exchange, DENIED, returned=True)


def hear(decision: Decision[Fight], about: str, combatant: str, consent: ask.Consenting) -> bool:
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


@stages.stage("yin_yang.consent.charge", NoData)
def ask_about_charge(decision: Decision[Fight], nothing: NoData) -> None:
    """Whether there is leeway for a charge; with the option ``free`` the claim suffices."""
    exchange = decision.state.exchange
    if exchange is None or not exchange.charge or standing(decision) is None:
        return
    if decision.state.options.charge == "ask":  # YY-RUL-61
        decision.ask(Question("consent", NARRATOR_ID, about_exchange(exchange, "charge")), charge_judged, nothing)
    else:
        close_in(decision, exchange)


@stages.reply("yin_yang.consent.charge_judged", NoData)
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


@stages.stage("yin_yang.consent.called_shot", NoData)
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


@stages.reply("yin_yang.consent.priced", NoData)
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
    return {"about": about, "exchange": exchange.id, "combatant": exchange.caller}


def check_consent(fight: Fight, prompt: Prompt, answer: Consent) -> None:
    """Refuse additions to a refusal, a waiver of what nobody has to spend, and opponents who cannot be (YY-PROM-4)."""
    consent = in_full(answer)
    if not consent.allow:
        said = "What is denied gets no cards and no opponents; leave them out."
        require(consent == ask.Consenting(allow=False), "YY-PROM-4", said, field="answer")
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
