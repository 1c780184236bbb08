"""What is being settled: the open exchange with all who take part (YY-ORD-1), a follow-up, a challenge (YY-CHAL)."""

from collections.abc import Iterator

from domain.model.encounter import NARRATOR_ID
from domain.rulesets.yin_yang.said import NATURAL, NOBODY, weapon_key
from domain.rulesets.yin_yang.state import CalledShot, Challenge, Exchange, Fight, FollowUp, Match, Part
from domain.rulesets.yin_yang.words import BARE_HANDS
from domain.table.look import Look
from domain.table.shapes import Pending, PendingPart, PoolPart


def pending(look: Look[Fight]) -> dict[str, Pending]:
    """Return what is being settled, by ID; there is at most one of each."""
    fight, found = look.state, {}
    if fight.exchange is not None:
        found[fight.exchange.id] = _exchange(look, fight.exchange)
    if fight.follow_up is not None:
        found["follow_up"] = _follow_up(look, fight.follow_up)
    if fight.challenge is not None:
        found["challenge"] = _challenge(look, fight.challenge)
    return found


def _exchange(look: Look[Fight], exchange: Exchange) -> Pending:
    """Return an exchange: the caller and those who act with it, then those who match them (YY-ATK-8)."""
    parts = [_call(look, exchange, part) for part in (exchange.part, *exchange.partners)]
    if exchange.match is not None:
        parts.append(_match(look, exchange.match))
    return Pending(label=_label(look, exchange), at=exchange.target or "", parts=tuple(parts))


def _label(look: Look[Fight], exchange: Exchange) -> str:
    """Return what kind of call it is, and where a called shot is aimed."""
    kind = "follow_up" if exchange.follow_up else "charge" if exchange.charge else exchange.kind
    label = look.said(f"call_{kind}_together" if exchange.combined else f"call_{kind}")
    shot = exchange.called_shot
    return label if shot is None else look.said("aimed", call=label, aim=look.label(shot.aim, "aim"), text=shot.text)


def _call(look: Look[Fight], exchange: Exchange, part: Part) -> PendingPart:
    """Return what one of the callers puts into an exchange; the penalty of a called shot is the caller's."""
    shot = exchange.called_shot if part is exchange.part else None
    return _part(look, part, "attacks" if exchange.kind == "attack" else "acts", shot)


def _match(look: Look[Fight], match: Match) -> PendingPart:
    """Return how a call is matched: with an attack or a counter."""
    return _part(look, match.part, "strikes_back" if match.mode == "attack" else "counters")


def _part(look: Look[Fight], part: Part, verb: str, shot: CalledShot | None = None) -> PendingPart:
    """Return what somebody does for which stake (YY-ATK-12), with what, and the cards that the narrator has added."""
    return PendingPart(
        who=part.combatant,
        does=look.said(f"{verb}_for_{part.stake or 'nothing'}", goal=part.goal),
        weapon=_weapon(look, part),
        means=_means(look, part),
        pool=tuple(_pool(look, part, shot)),
    )


def _weapon(look: Look[Fight], part: Part) -> str:
    """Return the weapon of an attack; with punches pulled it is bare hands (YY-DMG-19)."""
    if part.pull_punches:
        return look.said("punches_pulled", weapon=look.label(BARE_HANDS))
    return "" if part.weapon is None else weapon_name(look, part.combatant, part.weapon)


def weapon_name(look: Look[Fight], owner: str, key: str) -> str:
    """Return the name of somebody's weapon, or of one that lay about; natural ones are on no sheet.

    One of a sheet that the speaker may not see is a weapon, by no name.
    """
    name = look.names.get(weapon_key(owner, key)) or look.names.get(weapon_key(NOBODY, key))
    return name or (look.label(key) if key in NATURAL else look.said("some_weapon"))


def _means(look: Look[Fight], part: Part) -> str:
    """Return the attributes and the ability of a part; an attack has the combat value unless it says otherwise."""
    usual = part.weapon is not None and part.attributes == ("combat_value",)
    attributes = [] if usual else [look.label(attribute) for attribute in part.attributes]
    return look.wording.labels.enumerated([*attributes, *([part.ability] if part.ability else [])])


def _pool(look: Look[Fight], part: Part, shot: CalledShot | None) -> Iterator[PoolPart]:
    """Yield the narrator's bonus and penalty cards (YY-BONUS-4), and those of a called shot (YY-CALLED-2)."""
    of = look.said("cards")
    for amount in (part.bonus, -part.penalty):
        if amount:
            yield PoolPart(look.said("from_the_narrator"), amount, of, "YY-BONUS-4")
    if shot is not None and shot.penalty:
        yield PoolPart(look.said("called_shot"), -shot.penalty, of, "YY-CALLED-2")


def _follow_up(look: Look[Fight], follow_up: FollowUp) -> Pending:
    """Return a King's follow-up that waits for its drawer (YY-KING-3)."""
    same = Part(
        follow_up.drawer, follow_up.attributes, follow_up.ability, follow_up.weapon, pull_punches=follow_up.pulled
    )
    part = PendingPart(
        who=follow_up.drawer,
        does=look.said("may_follow_up"),
        weapon=_weapon(look, same),
        means=_means(look, same),
    )
    return Pending(label=look.said("call_follow_up"), at=follow_up.adversary, parts=(part,))


def _challenge(look: Look[Fight], challenge: Challenge) -> Pending:
    """Return a challenge, and the contest by which the narrator has taken it up (YY-CHAL-3)."""
    parts = [PendingPart(who=challenge.challenger, does=look.said("challenges"))]
    if challenge.contest is not None:
        contest = look.label(challenge.contest, "contest")
        parts.append(PendingPart(who=NARRATOR_ID, does=look.said("takes_up", contest=contest), means=challenge.terms))
    return Pending(label=look.said("challenge", text=challenge.text), parts=tuple(parts))
