"""The conditions of a combatant: why it is out of action, cards granted and taken, what the narrator has set."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Final, NamedTuple

from domain.rulesets.yin_yang.chapters.decks.drawing import tracks_at_zero
from domain.rulesets.yin_yang.state import Fight, Grant, Person
from domain.rulesets.yin_yang.words import MAD, STABILISED, Lasting, OutReason, Track
from domain.table.look import Look
from domain.table.shapes import Condition
from domain.text.phrases import as_words, sentence


class OutRow(NamedTuple):
    """A reason to be out of action, which is over when its track is back at 0, and its rule."""

    reason: OutReason
    track: Track
    rule: str


OUT: Final = (
    OutRow("dying", "vitality", "YY-VIT-4"),
    OutRow("exhausted", "stamina", "YY-STAM-5"),
    OutRow("shock", "mental_balance", "YY-MB-4"),
)
"""The reasons that are conditions; that somebody is dead or has fled is the state of its card."""
AT_ZERO: Final[Mapping[Track, str]] = {
    "vitality": "YY-VIT-3",
    "mental_balance": "YY-MB-3",
    "stamina": "YY-STAM-4",
}
"""The rules of the penalty cards for tracks at 0."""
OF_THE_RULES: Final = frozenset({"white_joker", "coloured_joker", "confrontation"})
"""The reasons for granted cards that are not in the narrator's words (YY-JOKER-6, YY-JOKER-11)."""


def conditions(look: Look[Fight], person: Person) -> dict[str, Condition]:
    """Return the conditions of a combatant, by ID."""
    found = dict(_of_the_tracks(look, person))
    if person.granted:
        found |= _granted(look, person.granted)
    found |= _of_the_turn(look, person)
    for name, text in person.conditions.items():
        source = look.said("quoted", text=text) if text else ""
        found[f"told:{name}"] = Condition(sentence(as_words(name)), source=source, rule="YY-NARR-3")
    return found


def _of_the_tracks(look: Look[Fight], person: Person) -> Iterator[tuple[str, Condition]]:
    """Yield what low tracks bring: reasons to be out of action, madness, penalty cards (YY-COND-1, YY-COND-2)."""
    if not person.alive:
        return
    for row in OUT:
        if row.reason in person.out:
            until = look.said("back_at_zero", track=look.label(row.track))
            yield row.reason, Condition(_out(look, person, row.reason), "bad", until, row.rule)
    if person.stabilised:
        yield STABILISED, Condition(look.said("is_stabilised"), "good", rule="YY-VIT-6")
    if person.mad:
        yield MAD, Condition(look.said("is_mad"), "bad", look.said("above_zero"), "YY-MB-5")
    for track in tracks_at_zero(person):
        said = "track_at_zero" if person.points(track) == 0 else "track_below_zero"
        yield f"zero:{track}", Condition(look.said(said, track=look.label(track)), "bad", rule=AT_ZERO[track])


def _out(look: Look[Fight], person: Person, reason: OutReason) -> str:
    """Return a reason to be out of action, with the turns that the dying have left without care (YY-VIT-8)."""
    most = look.state.options.care_within_turns
    if reason != "dying" or most == "none" or person.stabilised:
        return look.said(f"out_{reason}")
    return look.said("dying_turns_left", turns=most - person.turns_dying)


def _granted(look: Look[Fight], granted: Iterable[Grant]) -> dict[str, Condition]:
    """Return the bonus and penalty cards that somebody has been granted (YY-BONUS-6).

    Those of one kind that are for the same, and last as long, are one condition, with all reasons as its source.
    """
    sums: dict[tuple[str, Lasting], list[Grant]] = {}
    for grant in granted:
        kind = f"{'bonus' if grant.cards > 0 else 'penalty'}_on_{grant.on}"
        sums.setdefault((kind, grant.lasting), []).append(grant)
    return {f"{kind}:{lasting}": _cards(look, kind, grants) for (kind, lasting), grants in sums.items()}


def _cards(look: Look[Fight], kind: str, grants: list[Grant]) -> Condition:
    """Return granted cards as a condition: how many, and until when."""
    cards, first = sum([grant.cards for grant in grants]), grants[0]
    label = look.said(kind, cards=abs(cards))
    if first.lasting == "next_turn":
        label = look.said("in_the_next_turn", what=label)
    until = f"until_next_test_on_{first.on}" if first.lasting == "next_test" else f"until_{first.lasting}"
    reasons = dict.fromkeys(_reason(look, grant.reason) for grant in grants if grant.reason)
    return Condition(
        label,
        "good" if cards > 0 else "bad",
        look.said(until),
        "YY-BONUS-6",
        look.wording.labels.enumerated([*reasons]),
    )


def _reason(look: Look[Fight], reason: str) -> str:
    """Return a reason for granted cards, the narrator's in quotation marks."""
    return look.said(f"source_{reason}") if reason in OF_THE_RULES else look.said("quoted", text=reason)


def _of_the_turn(look: Look[Fight], person: Person) -> dict[str, Condition]:
    """Return what lasts for the turn, and what the narrator still owes (YY-JOKER-8, YY-ACT-6, YY-CHAL-8)."""
    found = {}
    if person.cancelled:
        found["cancelled"] = Condition(look.said("cancelled"), "bad", look.said("until_this_turn"), "YY-JOKER-8")
    if person.held_back:
        found["held_back"] = Condition(look.said("held_back"), "plain", look.said("next_call"), "YY-ACT-6")
    if person.retaliations_owed:
        owed = look.said("retaliations", count=person.retaliations_owed)
        found["retaliation"] = Condition(owed, "warn", rule="YY-CHAL-8")
    return found
