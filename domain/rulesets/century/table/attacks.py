"""The open attack: with what, on whom, and how each target meets it (CE-HIT-9)."""

from collections.abc import Iterator

from domain.rulesets.century.said import signed
from domain.rulesets.century.state import Attack, Fight
from domain.rulesets.century.table.saying import capital, named_item
from domain.table.look import Look
from domain.table.shapes import Doing, Pending, PendingPart
from domain.text.phrases import as_words


def attack_pending(look: Look[Fight], attack: Attack) -> Pending:
    """Return the attack with the parts of the attacker and of each target."""
    attacker = PendingPart(attack.attacker, look.said("attacks"), _weapon(look, attack), _range(look, attack))
    return Pending(_label(look, attack), attack.target or "", (attacker, *_targets(look, attack)))


def attack_doing(look: Look[Fight], attack: Attack) -> Doing:
    """Return the attack as its attacker is doing it."""
    return Doing(_label(look, attack), "awaited", tuple([one for one, _ in _aimed_at(attack)]))


def _label(look: Look[Fight], attack: Attack) -> str:
    """Return what kind of attack it is: *Attack, burst*, *Backstab*, *Attack, called shot: the hand*."""
    said = [look.said(f"attack_{attack.maneuver}")]
    if attack.fire != "single":
        said.append(look.said(f"fire_{attack.fire}"))
    if attack.paired:
        said.append(look.said("one_of_pair"))
    if attack.called is not None:
        said.append(look.said("called_shot", what=attack.called))
    return ", ".join(said)


def _weapon(look: Look[Fight], attack: Attack) -> str:
    """Return what the attack is made with; a natural attack by its name (CE-HIT-14)."""
    if attack.natural is not None:
        return capital(as_words(attack.natural))
    if attack.item is not None:
        return attack.item.name
    return named_item(look, attack.attacker, attack.weapon) if attack.weapon is not None else ""


def _range(look: Look[Fight], attack: Attack) -> str:
    """Return how far the target is away (CE-RANGE-1 to CE-RANGE-3); nothing in melee."""
    if attack.band is None or attack.band == "melee":
        return ""
    band = look.said(f"at_{attack.band}")
    return band if attack.distance is None else look.said("at_metres", range=band, metres=attack.distance)


def _aimed_at(attack: Attack) -> Iterator[tuple[str, int]]:
    """Yield the targets, with the bullets for each of a volley (CE-AUTO-7)."""
    if attack.spray:
        yield from ((one.target, one.rounds) for one in attack.spray)
    elif attack.target is not None:
        yield attack.target, attack.rounds


def _targets(look: Look[Fight], attack: Attack) -> Iterator[PendingPart]:
    for one, rounds in _aimed_at(attack):
        if one == attack.target:
            yield _met(look, attack, one, rounds)
        else:
            yield PendingPart(one, look.said("is_shot_at", rounds=rounds))


def _met(look: Look[Fight], attack: Attack, target: str, rounds: int) -> PendingPart:
    """Return how the present target meets the attack: by a defence with what it takes off (CE-DODGE-2), or not yet."""
    defence = attack.defence
    if defence is not None:
        does = look.said("defends", defence=look.label(defence.defence), amount=signed(-defence.reduction))
        return PendingPart(target, does, named_item(look, target, defence.with_item) if defence.with_item else "")
    if any(prompt.kind == "defence" and prompt.to == target for prompt in look.state.prompts):
        return PendingPart(target, look.said("may_defend"))
    return PendingPart(target, look.said("is_shot_at", rounds=rounds) if rounds > 1 else look.said("is_attacked"))
