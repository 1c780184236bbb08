"""Responses: how those who are attacked meet it, and the agenda that follows (BD-WHO-6 to BD-WHO-8, BD-RNG).

One prompt for each target lists all its attackers whom the declarations have not settled already. The prompts open
together; once all are answered the agenda is fixed (BD-ROUND-4).
"""

from collections.abc import Mapping

from domain.decision.decision import Decision, PromptResult
from domain.decision.prompts import policy_answer
from domain.decision.stages import NoData
from domain.decision.typed_answers import give_answer
from domain.model.encounter import Prompt, Question
from domain.model.event import Json
from domain.model.refusal import refuse, require
from domain.rulesets.black_dice import commands as ask
from domain.rulesets.black_dice.commands import Replies, ReplyTo
from domain.rulesets.black_dice.decide.cover import is_shielded
from domain.rulesets.black_dice.decide.objections import own_weapon
from domain.rulesets.black_dice.decide.opponents import (
    DEEDS_TO_RESOLVE,
    STRIKES_BACK,
    Attack,
    attacks_on,
    divisors_of,
    exchanges_of_round,
)
from domain.rulesets.black_dice.decide.pools import check_training
from domain.rulesets.black_dice.decide.replies import (
    attackers_of,
    may_dodge_fully,
    plain_responses,
    replies_with,
    room,
    usable_weapons,
    ways,
)
from domain.rulesets.black_dice.decide.stages import stages
from domain.rulesets.black_dice.events.rounds import AgendaSet, DeclarationsClosed, Responded
from domain.rulesets.black_dice.state import Fight, Person, Reply
from domain.rulesets.black_dice.words import ReplyKind


@stages.stage("black_dice.responses.ask", NoData)
def ask_responses(decision: Decision[Fight], nothing: NoData) -> None:
    """All have declared: those who are attacked say how they meet it, all at once (BD-WHO-7)."""
    decision.cause = decision.record(DeclarationsClosed())
    fight = decision.state
    questions = tuple(
        [
            Question("response", person, {"attackers": by})
            for person in fight.order
            if (by := attackers_of(fight, fight.people[person]))
        ]
    )
    if questions:
        decision.ask_all(questions, all_in, nothing)
    else:
        all_in.run(decision, nothing, ())


@stages.reply("black_dice.responses.all_in", NoData)
def all_in(decision: Decision[Fight], nothing: NoData, given: tuple[PromptResult, ...]) -> None:
    """All responses are in: who fights whom, and in which order it is resolved (BD-ROUND-4, BD-WHO-5)."""
    fight = decision.state
    exchanges, agenda = exchanges_of_round(fight, decision.next_lineage_version)
    attacks, dodges = divisors_of(fight, exchanges, agenda)
    decision.record(AgendaSet(exchanges=exchanges, agenda=agenda, divisors=attacks, dodge_divisors=dodges))


def check_response(fight: Fight, prompt: Prompt, answer: Replies) -> None:
    """Refuse replies that do not meet each attacker once, in a way that is open to the target."""
    person = fight.people[prompt.to]
    if any(reply.does == "full_dodge" for reply in answer.replies):
        check_full_dodge(fight, person, answer)
    attacks = {attack.attacker.id: attack for attack in attacks_on(fight, person.id)}
    met = [reply.attacker for reply in answer.replies]
    wanted = prompt.about["attackers"]
    full = answer.replies[0].does == "full_dodge"
    if not set(met) <= set(wanted) or len(set(met)) != len(met) or (len(met) < len(wanted) and not full):
        detail = f"{person.name} has to meet each of these once: {', '.join(wanted)}."
        refuse("BD-WHO-7", detail, field="answer.replies")
    for number, reply in enumerate(answer.replies):
        check_reply(fight, attacks[reply.attacker], reply, f"answer.replies[{number}]")
    striking = len([reply for reply in answer.replies if reply.does in STRIKES_BACK])
    left = room(fight, person)
    said = f"{person.name} may attack {person.attack_limit} in a round: {left} left, {striking} named."
    require(striking <= left, "BD-WHO-5", said, field="answer.replies")


def check_full_dodge(fight: Fight, person: Person, answer: Replies) -> None:
    """A full dodge meets all attackers, and goes with nothing else (BD-WHO-7, BD-WHO-8)."""
    stays = fight.declarations[person.id].deed != "disengage"
    said = f"{person.name} has disengaged, which cannot be given up for a full dodge."
    require(stays, "BD-WHO-8", said, field="answer.replies")
    said = f"{person.name} has declared an attack and cannot dodge fully."
    require(may_dodge_fully(fight, person), "BD-WHO-7", said, field="answer.replies")
    alone = all(reply.does == "full_dodge" for reply in answer.replies)
    require(alone, "BD-WHO-7", "A full dodge answers all attackers at once.", field="answer.replies")


WAYS: Mapping[ReplyKind, str] = {
    "attack_back": "strike back",
    "hit_back": "hit back",
    "dodge": "dodge",
    "full_dodge": "do nothing but dodge",
    "easy_target": "be an easy target",
}
"""What a target may do about an attack, in words."""
NOT_OPEN: Mapping[ReplyKind, tuple[str, str]] = {
    "attack_back": ("BD-RNG-1", "a missile is dodged"),
    "hit_back": ("BD-RNG-9", "only a shot from less than five feet away is hit back at"),
    "dodge": ("BD-WHO-7", "only missiles are dodged one by one"),
}
"""The rule by which a reply is not open to a target, and why."""


def check_reply(fight: Fight, attack: Attack, reply: ReplyTo, field: str) -> None:
    """Refuse a way that is not open, and a weapon that strikes nobody (BD-COVER-7)."""
    attacker, target = attack.attacker, attack.target
    open_ways = ways(fight, attack)
    if reply.does != "full_dodge" and reply.does not in open_ways:
        rule, why = NOT_OPEN[reply.does]
        said = f"{target.name} can {' or '.join([WAYS[way] for way in open_ways])}: {why}."
        refuse(rule, said, field=f"{field}.does")
    if reply.does not in STRIKES_BACK:
        said = "Only a reply that strikes back names a weapon."
        require(reply.weapon is None, "BD-WHO-7", said, field=f"{field}.weapon")
        return
    if reply.weapon is None:
        detail = f"{target.name} needs a weapon to strike back at {attacker.name}."
        refuse(None, detail, code="invalid", field=f"{field}.weapon")
    weapon = own_weapon(target, reply.weapon, f"{field}.weapon")
    check_training(fight, target, weapon.skill)
    hidden = is_shielded(attacker, target.id)
    said = f"{attacker.name} is wholly behind cover, and {target.name} cannot strike back there."
    require(not hidden, "BD-COVER-7", said, field=f"{field}.does")


def respond(decision: Decision[Fight], prompt: Prompt, answer: Replies) -> None:
    """Write down how a target meets its attackers, and the deed that it gives up for it (BD-WHO-8)."""
    deed = decision.state.declarations[prompt.to].deed
    does = {reply.does for reply in answer.replies}
    if "full_dodge" in does:
        replies = {attacker: Reply("full_dodge") for attacker in prompt.about["attackers"]}
    else:
        replies = {reply.attacker: Reply(reply.does, reply.weapon) for reply in answer.replies}
    busy = does & {"full_dodge", *STRIKES_BACK}
    gives_up = deed if deed in DEEDS_TO_RESOLVE and busy else None
    decision.record(Responded(combatant=prompt.to, replies=replies, gives_up=gives_up))


def standing_response(fight: Fight, prompt: Prompt, owner: str) -> Json:
    """The policy of a target as replies (BD-SKILL-14)."""
    policy = policy_answer(fight, prompt, owner)
    if not isinstance(policy, str):
        return policy
    weapons = usable_weapons(fight, fight.people[prompt.to])
    return replies_with(fight, prompt, policy, weapons[0] if weapons else None)


def only_response(fight: Fight, prompt: Prompt) -> Json:
    """The one answer that is possible: to be an easy target for all (BD-WHO-7).

    Where a secret sheet leaves no more, its players are asked all the same, since the asking would tell.
    """
    if prompt.to in fight.secret_sheets:
        return None
    forms = list(plain_responses(fight, prompt))
    return forms[0] if len(forms) == 1 else None


def give_responses(decision: Decision[Fight], command: ask.Respond) -> None:
    """How a target meets its attackers (BD-WHO-7)."""
    answer: Json = {"replies": [reply.model_dump(mode="json", exclude_none=True) for reply in command.replies]}
    give_answer(decision, "response", command.actor, answer)
