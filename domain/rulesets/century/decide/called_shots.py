"""What the narrator says of called shots (CE-CALLED) and of sprays (CE-AUTO-9), and who may take them back."""

from domain.decision.decision import Decision
from domain.decision.prompts import ASK
from domain.decision.stages import NoData
from domain.model.encounter import NARRATOR_ID, Prompt, Question
from domain.model.event import Json
from domain.model.refusal import require
from domain.rulesets.century import commands as ask
from domain.rulesets.century.decide.stages import stages
from domain.rulesets.century.decide.terms import about, take_back
from domain.rulesets.century.events.attacks import CalledTermsGiven, SprayJudged
from domain.rulesets.century.state import CalledTerms, Fight

GO_AHEAD, WITHDRAW = "go_on", "withdraw"


@stages.stage("century.terms.ask_called", NoData)
def ask_called_terms(decision: Decision[Fight], nothing: NoData) -> None:
    """The narrator sets the base of a called shot and says what a hit does (CE-CALLED-2)."""
    attack = decision.state.attack
    if attack is not None and attack.called is not None:
        decision.ask(Question("called_terms", NARRATOR_ID, about(attack)), called_terms_given, nothing)


@stages.reply("century.terms.called_given", NoData)
def called_terms_given(decision: Decision[Fight], nothing: NoData, answer: ask.CallingTerms | None) -> None:
    """The base replaces that of the range, all other parts stay (CE-CALLED-2, CE-RUL-79)."""
    attack = decision.state.attack
    if attack is not None and answer is not None:
        given = CalledTerms(
            answer.base, answer.effect, answer.item, answer.ignores_armor, answer.ignores_cover, answer.reason
        )
        decision.cause = decision.record(CalledTermsGiven(attack=attack.id, terms=given))


def check_called_terms(fight: Fight, prompt: Prompt, answer: ask.CallingTerms) -> None:
    """An item that is to fall is held by the target (CE-CALLED-3)."""
    attack = fight.attack
    if attack is None or attack.target is None:
        return
    target = fight.people[attack.target]
    held = tuple(dict.fromkeys(target.held.values()))
    if answer.effect == "drop_item":
        said = f"{target.name} holds {', '.join(held) or 'nothing'}; name that."
        require(answer.item in held, "CE-CALLED-3", said, field="answer.item")
    else:
        said = "Only drop_item names an item; leave it out."
        require(answer.item is None, "CE-CALLED-3", said, field="answer.item")


@stages.stage("century.terms.ask_confirmation", NoData)
def ask_confirmation(decision: Decision[Fight], nothing: NoData) -> None:
    """Having heard the base, the attacker may withdraw (CE-CALLED-4)."""
    attack = decision.state.attack
    if attack is not None and attack.called_terms is not None:
        shown = {**about(attack), "base": attack.called_terms.base}
        decision.ask(Question("called_confirm", attack.attacker, shown), confirmed, nothing)


@stages.reply("century.terms.confirmed", NoData)
def confirmed(decision: Decision[Fight], nothing: NoData, answer: str | None) -> None:
    """Withdrawn, nothing is paid."""
    attack = decision.state.attack
    if attack is not None and answer == WITHDRAW:
        take_back(decision, attack, "withdrawn by its attacker")


def standing_confirmation(fight: Fight, prompt: Prompt, owner: str) -> Json:
    """It goes on unless the attacker wants to be asked (CE-CALLED-4)."""
    policy = fight.policy(owner, prompt.kind)
    return None if policy == ASK else policy or GO_AHEAD


@stages.stage("century.terms.ask_spray", NoData)
def ask_spray(decision: Decision[Fight], nothing: NoData) -> None:
    """By option the narrator approves of a spray, or takes it back (CE-AUTO-9, CE-RUL-85)."""
    attack = decision.state.attack
    if attack is not None and attack.spray and decision.state.options.narrator_approves_spray:
        shown = {**about(attack), "targets": [one.target for one in attack.spray]}
        decision.ask(Question("spray_approval", NARRATOR_ID, {**shown}), spray_judged, nothing)


@stages.reply("century.terms.spray_judged", NoData)
def spray_judged(decision: Decision[Fight], nothing: NoData, answer: ask.SprayVerdict | str | None) -> None:
    """A no takes the attack back without costs."""
    attack = decision.state.attack
    if attack is None or answer is None:
        return
    reason = answer.refused if isinstance(answer, ask.SprayVerdict) else ""
    approved = answer == "yes"
    decision.cause = decision.record(
        SprayJudged(attack=attack.id, combatant=attack.attacker, approved=approved, reason=reason)
    )
    if not approved:
        take_back(decision, attack, "not approved")
