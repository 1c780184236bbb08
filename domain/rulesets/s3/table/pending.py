"""The matter that open prompts settle: an attempt with its weapon and stunt, a tie, a drag, a crash.

It is read from the data that the waiting decision stores for the stage that continues it (``PENDING``). Only what the
story has told is drawn: commands, stunts and results are public, also those of secret sheets.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final

import msgspec

from domain.model.encounter import NARRATOR_ID, Waiting
from domain.rulesets.s3.chapters.attack import attacks
from domain.rulesets.s3.chapters.attack.blows import Strike
from domain.rulesets.s3.chapters.attack.fast_melee import Offer, replied
from domain.rulesets.s3.chapters.throws.checks import TASK as CHECK
from domain.rulesets.s3.chapters.throws.contests import FAST, INITIATIVE, Contest, Rival, flipped, opposed
from domain.rulesets.s3.chapters.throws.flips import Tie, toss_flip
from domain.rulesets.s3.chapters.throws.throws import Effort
from domain.rulesets.s3.chapters.vehicles import crashes
from domain.rulesets.s3.chapters.vehicles.crashes import Wreck, crash
from domain.rulesets.s3.chapters.vehicles.dragging import drag_or_release
from domain.rulesets.s3.chapters.wounds.damage import Harm
from domain.rulesets.s3.said import known_item
from domain.rulesets.s3.state import Fight
from domain.rulesets.s3.table.saying import listed
from domain.rulesets.s3.words import UNARMED, WORLD
from domain.table.look import Look
from domain.table.shapes import Doing, Pending, PendingPart
from domain.text.phrases import as_words

STRIKES: Final = frozenset({attacks.settled.name, crashes.settled.name})
"""The replies to a contest that is a blow."""
NOT_COMMANDED: Final = frozenset({FAST, INITIATIVE, CHECK})
"""The tasks that are not called like a command."""
ACTORS: Final[Mapping[str, Callable[[dict[str, Any]], str]]] = {
    opposed.name: lambda data: str(data["actor"]["combatant"]),
    replied.name: lambda data: str(data["contest"]["actor"]["combatant"]),
}
"""The combatant whose attempt waits, from the data of the stage that continues it."""


def pending(look: Look[Fight]) -> Mapping[str, Pending]:
    """Return what waits for answers, by the first prompt of each group."""
    if not look.state.prompts:
        return {}
    found = {group.name: _pending(look, group) for group in look.state.waiting}
    return {name: one for name, one in found.items() if one is not None}


def doing(look: Look[Fight], combatant: str) -> Doing | None:
    """Return the attempt of a combatant that others have to answer."""
    for group in look.state.waiting:
        actor = ACTORS.get(group.reply.stage)
        if actor is not None and actor(group.reply.data) == combatant:
            contest = opposed.thaw(group.reply) if group.reply.stage == opposed.name else _offer(group).contest
            return Doing(_name(look, contest), "awaited", tuple([rival.combatant for rival in contest.rivals]))
    return None


def _offer(group: Waiting) -> Offer:
    offer: Offer = replied.thaw(group.reply)
    return offer


def _pending(look: Look[Fight], group: Waiting) -> Pending | None:
    found = PENDING.get(group.reply.stage)
    return None if found is None else found(look, group)


def _opposed(look: Look[Fight], group: Waiting) -> Pending:
    """Return an attempt whose opponents are asked how they meet it (S3-ORDER-1)."""
    contest = opposed.thaw(group.reply)
    asked = {prompt.to for prompt in look.state.prompts if prompt.id in group.questions}
    return _attempt(look, contest, [_answering(look, rival, asked) for rival in contest.rivals])


def _answering(look: Look[Fight], rival: Rival, asked: set[str]) -> PendingPart:
    """Return the part of an opponent: asked, with an answer, with the successes of a hold, or with nothing."""
    if rival.combatant in asked:
        return PendingPart(rival.combatant, look.said("has_to_answer"))
    if rival.asked:
        return PendingPart(rival.combatant, look.said("has_answered"))
    if rival.frozen is not None:
        return PendingPart(rival.combatant, look.said("holds"), number=rival.frozen)
    if rival.effort is not None:
        return _throwing(look, rival.effort, told=False)
    return PendingPart(rival.combatant, look.said("does_not_oppose"))


def _offered(look: Look[Fight], group: Waiting) -> Pending:
    """Return a fast attack, at which the target may strike back (S3-FAST-4)."""
    offer = _offer(group)
    target = offer.strike.target
    strikes_back = PendingPart(target, look.said("may_strike_back"))
    return Pending(look.label(FAST), target, (_throwing(look, offer.contest.actor), strikes_back))


def _tied(look: Look[Fight], group: Waiting) -> Pending:
    """Return a tie, whose coin is to be called: of two throws, or of damage and Fortitude (S3-OPP-4, S3-STUN-3)."""
    tie: Tie = toss_flip.thaw(group.reply)
    if tie.then.stage == flipped.name:
        contest = msgspec.convert(tie.then.data, Contest)
        return _attempt(look, contest, [_thrown(look, contest, rival) for rival in contest.rivals], tie=True)
    harm = msgspec.convert(tie.then.data, Harm)
    parts = [PendingPart(harm.victim, look.label("fortitude"), number=harm.fortitude)]
    if tie.actor != WORLD:
        parts.insert(0, PendingPart(tie.actor, look.said("does_damage"), number=harm.stun_amount))
    return Pending(look.said("damage_tie"), harm.victim, tuple(parts))


def _thrown(look: Look[Fight], contest: Contest, rival: Rival) -> PendingPart:
    """Return the part of an opponent whose result is known; Initiative is thrown before its contest (S3-TURN-7)."""
    if rival.effort is not None:
        return _throwing(look, rival.effort, rival.result, told=False)
    if contest.task == INITIATIVE:
        does = look.label(INITIATIVE, "skill")
    else:
        does = look.said("does_not_oppose" if rival.frozen is None else "holds")
    return PendingPart(rival.combatant, does, number=rival.result)


def _attempt(look: Look[Fight], contest: Contest, opponents: Iterable[PendingPart], *, tie: bool = False) -> Pending:
    """Return a contest: who acts, with what, and the opponents."""
    result = contest.side.result if tie and contest.side is not None else None
    strike = _strike(contest)
    at = strike.target if strike is not None else contest.rivals[0].combatant if contest.aimed else ""
    return Pending(_name(look, contest), at, (_throwing(look, contest.actor, result), *opponents))


def _throwing(look: Look[Fight], effort: Effort, result: int | None = None, *, told: bool = True) -> PendingPart:
    """Return what one side throws: its skill, its weapon, its stunt, and the result if it has thrown.

    Only the weapon of a command is ``told``; an opponent with a secret sheet may parry with one that it has not named.
    """
    armed = (told or look.shows(effort.combatant)) and (effort.use == "attack" or effort.weapon != UNARMED)
    return PendingPart(
        effort.combatant,
        look.label(effort.skill, "skill"),
        _weapon(look, effort.weapon, effort.combatant) if armed else "",
        _stunt(look, effort),
        number=result,
    )


def _weapon(look: Look[Fight], ref: str, owner: str) -> str:
    """Return the name of a weapon, with the mode in which it is used: *sword-pistol (blade)*.

    One of a sheet that the speaker may not see is a weapon, by no name.
    """
    if ref == UNARMED:
        return look.said("bare_hands")
    item, _, mode = ref.partition("/")
    name = known_item(item, look.names, owner)
    if name is None:
        return look.said("some_weapon")
    return look.said("weapon_mode", weapon=name, mode=as_words(mode)) if mode else name


def _stunt(look: Look[Fight], effort: Effort) -> str:
    """Return the secondary skills of a stunt."""
    if effort.stunt is None:
        return ""
    skills = listed(look, [look.label(skill, "skill") for skill in effort.stunt.secondaries])
    return look.said("with_stunt", skills=skills)


def _name(look: Look[Fight], contest: Contest) -> str:
    """Return the name of an attempt, that of its command, with the limb that an attack aims at (S3-CALL-1)."""
    name = look.label(contest.task if contest.task in NOT_COMMANDED else f"s3.{contest.task}", "text")
    strike = _strike(contest)
    if strike is None or strike.called is None:
        return name
    return look.said("called_shot", attempt=name, limb=look.label(strike.called, "limb"))


def _strike(contest: Contest) -> Strike | None:
    """Return the blow that a contest decides, if it is one."""
    return msgspec.convert(contest.then.data, Strike) if contest.then.stage in STRIKES else None


def _pulled(look: Look[Fight], group: Waiting) -> Pending:
    """Return a foe who has been pulled off a vehicle, and may be dragged along (S3-MOUNT-12)."""
    strike = drag_or_release.thaw(group.reply).strike
    held = _weapon(look, strike.weapon, strike.attacker)
    part = PendingPart(strike.attacker, look.said("may_drag"), held)
    return Pending(look.label("drag_or_release", "prompt"), strike.target, (part,))


def _crashing(look: Look[Fight], group: Waiting) -> Pending:
    """Return a vehicle that was hit, of which the narrator says whether it crashes (S3-MOUNT-20)."""
    wreck: Wreck = crash.thaw(group.reply)
    part = PendingPart(NARRATOR_ID, look.said("rules_on_crash"))
    return Pending(look.label("crash", "prompt"), wreck.vehicle, (part,))


PENDING: Final[Mapping[str, Callable[[Look[Fight], Waiting], Pending]]] = {
    opposed.name: _opposed,
    replied.name: _offered,
    toss_flip.name: _tied,
    drag_or_release.name: _pulled,
    crash.name: _crashing,
}
"""How a waiting decision is drawn, by the stage that continues it."""
