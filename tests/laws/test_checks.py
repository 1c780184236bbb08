"""A check of a command agrees with the command itself, and changes nothing: a law of every ruleset."""

from collections.abc import Iterator
from typing import Any

import pytest

from domain.chance.draws import Draw, Seeded, draw_key
from domain.core.commands import Command, Rewind
from domain.core.events import Prompted
from domain.model.event import Recorded
from domain.model.refusal import NeededThrow, Refusal
from domain.model.speaker import NARRATOR, Speaker
from domain.ruleset.check import Asked, Foreseen, check
from domain.ruleset.decider import decide, throw_in_words
from domain.text.phrases import sentence
from events.audit.verify_draws import draws_of
from tests.laws.fights import Fights, RandomFight, encode
from tests.rules.rulesets import SITUATIONS
from tests.tiers import long

COMMANDS = 40
MUTANTS = 3


class Watched:
    """Seeded chance that keeps the first throw of at least one coin, die or card, as it is asked for."""

    def __init__(self) -> None:
        self.first: NeededThrow | None = None
        self._seeded = Seeded(draw_key(bytes(32), "check"))

    @property
    def hidden(self) -> "Watched":
        return self

    def coins(self, whom: str, what: str, count: int, epoch: int, version: int, index: int) -> Draw:
        if count:
            self.first = self.first or NeededThrow(whom, what, count, "coins")
        return self._seeded.coins(whom, what, count, epoch, version, index)

    def dice(self, whom: str, what: str, count: int, sides: int, epoch: int, version: int, index: int) -> Draw:
        self.first = self.first or NeededThrow(whom, what, count, f"d{sides}")
        return self._seeded.dice(whom, what, count, sides, epoch, version, index)

    def cards(
        self, whom: str, what: str, count: int, pack: tuple[str, ...], epoch: int, version: int, index: int
    ) -> Draw:
        self.first = self.first or NeededThrow(whom, what, count, "cards")
        return self._seeded.cards(whom, what, count, pack, epoch, version, index)

    def finish(self) -> None:
        """Do nothing: no faces are supplied."""


def thrown(recorded: Recorded) -> list[Draw]:
    return [draw for draw in draws_of(recorded.event) if draw.faces]


def recorded_first(played: RandomFight[Any], events: tuple[Recorded, ...], throw: NeededThrow | None) -> Foreseen:
    """Return what comes first in a batch: the prompts that are open when the first throw is recorded, or the throw."""
    ruleset, state = played.ruleset, played.fight.fork()
    names = ruleset.names(state, NARRATOR)
    questions: dict[str, Asked] = {}
    for recorded in events:
        event = recorded.event
        names |= ruleset.names_in(event, names)
        if thrown(recorded):
            break
        ruleset.fold(state, event)
        if isinstance(event, Prompted):
            told = sentence(ruleset.sentences[Prompted](event, names))
            questions[event.id] = Asked(event.to, event.visible_kind, told)
    asks = tuple(questions[prompt.id] for prompt in state.prompts if prompt.id in questions)
    if asks:
        return Foreseen("asks", asks)
    return Foreseen("records") if throw is None else Foreseen("throw", throw=throw_in_words(ruleset, throw))


def assert_recorded(events: tuple[Recorded, ...], throw: NeededThrow | None) -> None:
    """Assert that a throw that was asked for is the first one on record."""
    draws: Iterator[Draw] = (draw for recorded in events for draw in thrown(recorded))
    draw = next(draws, None)
    if draw is None or throw is None:
        assert draw is None, draw
        assert throw is None, throw
        return
    of = "coins" if draw.coins else f"d{draw.sides}" if draw.dice else "cards"
    assert (len(draw.faces), of) == (throw.count, throw.of)


def assert_check_agrees(played: RandomFight[Any], command: Command, speaker: Speaker) -> str:
    """Assert that a check is what the command would cause first, or its refusal. Return which of these it is."""
    ruleset, state, before = played.ruleset, played.fight, encode(played.fight)
    past = played.past(command.to) if isinstance(command, Rewind) else None
    foreseen = check(ruleset, state, command, speaker, past=past)
    assert encode(played.fight) == before, "nothing changes"
    watched = Watched()
    decided = decide(ruleset, state, command, speaker, watched, past=past)
    if isinstance(decided, Refusal):
        assert foreseen == decided
        return "refused"
    assert isinstance(foreseen, Foreseen), (command, foreseen)
    assert_recorded(decided.events, watched.first)
    if speaker == NARRATOR:
        assert what_comes_first(foreseen) == recorded_first(played, decided.events, watched.first), command
    return foreseen.first


def what_comes_first(foreseen: Foreseen) -> Foreseen:
    """Return the result of a check without the number of events."""
    return Foreseen(foreseen.first, foreseen.asks, foreseen.throw)


def checked_fights() -> Iterator[Any]:
    for place, (fights, name) in enumerate(SITUATIONS):
        of_ruleset = [one for one, _ in SITUATIONS[:place]].count(fights)
        parameter = (fights, name, (place % 2,))
        yield pytest.param(*parameter, id=f"{fights.ruleset.key}-{name}") if of_ruleset < 2 else long(*parameter)
        yield long(fights, name, range(2, 6), name=f"{fights.ruleset.key}-{name}-2-to-5")


@pytest.mark.parametrize(("fights", "name", "seeds"), [*checked_fights()])
def test_a_check_agrees_with_the_command_and_changes_nothing(
    fights: Fights[Any], name: str, seeds: tuple[int, ...]
) -> None:
    found: set[str] = set()
    for seed in seeds:
        played = RandomFight(fights, name, seed)
        mutants = fights.arbitrary(seed)
        for speaker, _, command in played.play(COMMANDS):
            records = len(played.recording.records)
            found.add(assert_check_agrees(played, command, speaker))
            found.add(assert_check_agrees(played, command, NARRATOR))
            near = [mutants.mutated(played.fight, command) for _ in range(MUTANTS)]
            found.update(assert_check_agrees(played, other, speaker) for other in near if other is not None)
            assert len(played.recording.records) == records
    assert found >= {"refused", "records"}
    if fights.ruleset.draws and len(seeds) > 1:  # in a single fight whose questions are all asked none may come first
        assert "throw" in found
