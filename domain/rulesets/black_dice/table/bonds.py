"""Bonds: who is less than five feet from whom, and who aims at whom (BD-WHO-1, BD-MOD-6)."""

from collections.abc import Iterator, Mapping

from domain.rulesets.black_dice.state import Fight
from domain.rulesets.black_dice.table.saying import called
from domain.table.look import Look
from domain.table.shapes import Bond

Named = tuple[str, Bond]


def bonds(look: Look[Fight]) -> Mapping[str, Bond]:
    """Return all bonds by their IDs."""
    return dict([*_close(look), *_aims(look)])


def _close(look: Look[Fight]) -> Iterator[Named]:
    """Yield each pair that is close once."""
    if look.state.close:
        label = look.said("close")
        for one, other in look.state.close:
            yield f"close-{one}-{other}", Bond("close", label, label, one, other, mutual=True)


def _aims(look: Look[Fight]) -> Iterator[Named]:
    """Yield the aims that are kept, with the dice that each gives to a shot."""
    for person in look.state.people.values():
        aim = person.aim
        if aim is not None:
            yield (
                f"aim-{person.id}-{aim.target}",
                Bond(
                    kind="aim",
                    label=look.said("aims_at"),
                    back=look.said("aimed_at"),
                    start=person.id,
                    end=aim.target,
                    tone="good",
                    back_tone="bad",
                    note=look.said("aim_note", weapon=called(look, aim.weapon), dice=aim.rounds),
                ),
            )
