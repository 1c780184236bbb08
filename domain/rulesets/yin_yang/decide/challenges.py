"""Challenges: a player contests a call of the narrator, at the table and not with cards (YY-CHAL).

While a challenge is open all else waits (``legality``). What it may cost, the narrator keeps for later.
"""

from typing import Any

import msgspec

from domain.decision.decision import Decision
from domain.model.encounter import NARRATOR_ID, Question
from domain.model.people import find_combatant
from domain.model.refusal import refuse, require
from domain.rulesets.yin_yang import commands as ask
from domain.rulesets.yin_yang.decide.able import require_alive
from domain.rulesets.yin_yang.decide.drawing import require_ability
from domain.rulesets.yin_yang.decide.grants import grant
from domain.rulesets.yin_yang.decide.harm import lose
from domain.rulesets.yin_yang.decide.scope import record_scope
from domain.rulesets.yin_yang.decide.stages import stages
from domain.rulesets.yin_yang.events.turns import (
    ChallengeAccepted,
    Challenged,
    ChallengeLost,
    ChallengeRefused,
    ChallengeWon,
    Retaliated,
)
from domain.rulesets.yin_yang.state import Fight

RETALIATION = "retaliation"


class Contested(msgspec.Struct, frozen=True):
    """Who contests a call of the narrator."""

    challenger: str


def challenge(decision: Decision[Fight], command: ask.Challenge) -> None:
    """Contest a call of the narrator (YY-CHAL-1, YY-RUL-59); one at a time, and by anybody but the dead (YY-CHAL-2)."""
    fight = decision.state
    person = find_combatant(fight, command.actor, "command.actor")
    off = "The narrator's calls are not challenged in this fight."
    require(fight.options.challenges, "YY-CHAL-1", off)
    require(person.alive, "YY-CHAL-2", f"{person.name} is dead and cannot challenge a call.", field="command.actor")
    if fight.challenge is not None:
        other = fight.name_of(fight.challenge.challenger)
        refuse("YY-CHAL-2", f"The challenge of {other} has to be settled first.")
    past = fight.version - 1
    if command.about is not None and command.about > past:
        detail = f"There is no event {command.about} yet; the latest before this challenge is {past}."
        refuse(None, detail, code="invalid", field="command.about")
    decision.cause = decision.record(Challenged(combatant=person.id, text=command.text, about=command.about))
    about: dict[str, Any] = {"combatant": person.id, "text": command.text}
    if command.about is not None:
        about = {**about, "about": command.about}
    decision.ask(Question("answer_challenge", NARRATOR_ID, about), answered, Contested(person.id))


@stages.reply("yin_yang.challenges.answered", Contested)
def answered(decision: Decision[Fight], contested: Contested, answer: ask.Accepting | str) -> None:
    """The narrator refuses, and nothing comes of it (YY-CHAL-4), or accepts with a contest (YY-CHAL-3)."""
    if isinstance(answer, ask.Accepting):
        decision.record(ChallengeAccepted(combatant=contested.challenger, contest=answer.contest, terms=answer.terms))
    else:
        decision.record(ChallengeRefused(combatant=contested.challenger))


def judge_challenge(decision: Decision[Fight], command: ask.JudgeChallenge) -> None:
    """Impressed, the narrator has to concede something (YY-CHAL-6); else the call stands, at a price (YY-CHAL-7)."""
    held = decision.state.challenge
    if held is None or held.contest is None:
        refuse("YY-CHAL-6", "No challenge is being held; one is judged once it has been accepted.")
    given = command.concession
    if not command.impressed:
        said = "The narrator is not impressed, so that the call stands; leave the concession out."
        require(given is None, "YY-CHAL-7", said, field="command.concession")
        decision.cause = decision.record(ChallengeLost(combatant=held.challenger))
        return
    if given is None:
        said = "An impressed narrator concedes something: an ability that is allowed, cards, or words."
        refuse("YY-CHAL-6", said, field="command.concession")
    if len(given.model_dump(exclude_none=True)) != 1:
        said = "Concede one thing: an ability, cards, or something in words."
        refuse(None, said, code="invalid", field="command.concession")
    decision.cause = decision.record(ChallengeWon(combatant=held.challenger, text=given.text or ""))
    concede(decision, given)


def concede(decision: Decision[Fight], given: ask.Conceding) -> None:
    """Change the call: a task is within an ability, or cards are granted, in an open exchange too (YY-CHAL-6)."""
    if given.allow_ability is not None:
        allowed, field = given.allow_ability, "command.concession.allow_ability"
        person = find_combatant(decision.state, allowed.combatant, f"{field}.combatant")
        require_ability(person, allowed.ability, f"{field}.ability")
        record_scope(decision, person.id, allowed.ability, allowed.task, within=True)
    elif given.cards is not None:
        find_combatant(decision.state, given.cards.combatant, "command.concession.cards.combatant")
        grant(decision, given.cards, "command.concession.cards")


def retaliate(decision: Decision[Fight], command: ask.Retaliate) -> None:
    """Use up an owed retaliation: words, or points of one track (YY-CHAL-8); or waive it (YY-CHAL-9)."""
    person = find_combatant(decision.state, command.combatant, "command.combatant")
    said = f"{person.name} has lost no challenge for which the narrator could still retaliate."
    require(person.retaliations_owed, "YY-CHAL-8", said, field="command.combatant")
    loss = command.loss
    if command.waive:
        said = "What is waived costs nothing; leave the loss out."
        require(loss is None, "YY-CHAL-9", said, field="command.loss")
        decision.record(Retaliated(combatant=person.id, text=command.text, waived=True))
        return
    said = "Say in words what happens, or what it costs."
    require(command.text or loss is not None, "YY-CHAL-8", said, field="command.text")
    if loss is None:
        decision.record(Retaliated(combatant=person.id, text=command.text))
        return
    require_alive(person, "command.combatant")
    decision.cause = decision.record(
        Retaliated(combatant=person.id, text=command.text, track=loss.track, points=loss.points)
    )
    lose(decision, person.id, {loss.track: loss.points}, RETALIATION)
