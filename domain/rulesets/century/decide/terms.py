"""What the narrator says before an attack counts (stage 2 of CE-HIT-9): terms, called shots, sprays."""

from domain.decision.decision import Decision
from domain.decision.prompts import ASK
from domain.decision.stages import NoData
from domain.model.encounter import NARRATOR_ID, Prompt, Question
from domain.model.event import Json
from domain.model.refusal import require
from domain.rulesets.century import commands as ask
from domain.rulesets.century.decide.armament import armament_of
from domain.rulesets.century.decide.attack_terms import with_terms
from domain.rulesets.century.decide.fitting import fitting
from domain.rulesets.century.decide.maneuvers import is_backstab
from domain.rulesets.century.decide.stages import stages
from domain.rulesets.century.events.attacks import AttackWithdrawn, CalledTermsGiven, SprayJudged, TermsGiven
from domain.rulesets.century.state import Attack, CalledTerms, Fight, Person

GO_ON, WITHDRAW = "go_on", "withdraw"


def take_back(decision: Decision[Fight], attack: Attack, reason: str) -> None:
    """The attack has not been made, and nothing is paid."""
    decision.cause = decision.record(AttackWithdrawn(attack=attack.id, combatant=attack.attacker, reason=reason))


def about(attack: Attack) -> dict[str, Json]:
    """What a prompt shows of an attack."""
    shown = {"attack": attack.id, "attacker": attack.attacker, "target": attack.target, "called": attack.called}
    return {key: value for key, value in shown.items() if value is not None}


def attack_over(fight: Fight, prompt: Prompt) -> str | None:
    """Prompts about an attack that is over wait for nothing, nor do those about one that nobody can make any more."""
    attack = fight.attack
    if attack is None or attack.id != prompt.about["attack"]:
        return "the attack is over"
    return None if attack.paid else why_off(fight, attack)


def why_off(fight: Fight, attack: Attack) -> str | None:
    """Why an attack that is not paid for yet comes to nothing, or None: both sides of it have to be there still."""
    if not fight.people[attack.attacker].up:
        return "no longer able to attack"
    gone = attack.target is not None and not is_target(fight.people[attack.target])
    return "the target is gone" if gone else None


def is_target(person: Person) -> bool:
    """Whether somebody or something can be attacked at all: not the dead, nor the destroyed (CE-HIT-10)."""
    return person.present and not person.dead and not person.destroyed


# The terms of any attack, by option


@stages.stage("century.terms.ask", NoData)
def ask_terms(decision: Decision[Fight], nothing: NoData) -> None:
    """The narrator is asked for the numbers that are his alone (CE-MOD-24)."""
    attack = decision.state.attack
    if attack is not None:
        decision.ask(Question("attack_terms", NARRATOR_ID, about(attack)), terms_given, nothing)


@stages.reply("century.terms.given", NoData)
def terms_given(decision: Decision[Fight], nothing: NoData, answer: ask.AttackTerms | None) -> None:
    """A backstab that is none by these terms has not been made (CE-BACK-1).

    A modifier that has come to count of itself in the meantime is left out (CE-ROLL-13).
    """
    fight, attack = decision.state, decision.state.attack
    if attack is None or answer is None:
        return
    attacker, arms = fight.people[attack.attacker], armament_of(fight, attack)
    made = fitting(answer, lambda given: with_terms(fight, attack, attacker, arms, given, "answer"), "modifiers")
    if made is None:
        return
    decision.cause = decision.record(TermsGiven(attack=attack.id, terms=made.terms))
    if attack.maneuver == "backstab" and not is_backstab(decision.state, made):
        take_back(decision, attack, "no backstab")


def check_terms(fight: Fight, prompt: Prompt, answer: ask.AttackTerms) -> None:
    """The narrator's modifiers hold together with what counts already."""
    attack = fight.attack
    if attack is not None:
        arms = armament_of(fight, attack)
        with_terms(fight, attack, fight.people[attack.attacker], arms, answer, "answer")


# Called shots


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
    return None if policy == ASK else policy or GO_ON


# Sprays


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
