"""Bots that read the options of an encounter, fill in a form, and know nothing else of the rules."""

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any, TypeVar

from pydantic import ValidationError

from domain.core.commands import Command, Describe, Rewind, type_of
from domain.model.encounter import Encounter
from domain.model.speaker import Speaker
from domain.ruleset.decider import refusal_for
from domain.ruleset.ruleset import Ruleset
from tests.laws.menus import Filler, Offer, kinds_of, offers
from yarrow_client.options.filling import Unfilled
from yarrow_client.options.forms import Menu

S = TypeVar("S", bound=Encounter)
Taste = Callable[[str, Mapping[str, Any]], int]
"""The preference for a form over others of the same command, from its name and the fields given in it."""
Suggest = Callable[[Any, str], Any]
"""A value, such as a user would type, for a number, a text or what can only be guessed. Takes state and field."""
StateAtVersion = Callable[[int], Any]
"""Returns the state at the end of the batch that ended with a version, or None."""

DESCRIBE = type_of(Describe)
LIKELY = 0.3
SELDOM = 0.08
TASTED = 2
"""How often each form is filled in before one is preferred."""


def nothing_comes_to_mind(state: Any, field: str) -> Any:
    """Return no suggestion, so that the field is omitted."""
    return None


def no_past_states(version: int) -> None:
    """Return None: no earlier state is available."""


class Bot:
    """Plays by the options alone."""

    def __init__(
        self,
        ruleset: Ruleset[Any],
        chance: random.Random,
        suggest: Suggest = nothing_comes_to_mind,
        taste: Taste | None = None,
    ) -> None:
        self.ruleset = ruleset
        self.chance = chance
        self.suggest = suggest
        self.taste = taste

    def offered(self, menu: Menu) -> dict[str, list[Offer]]:
        """Return what a menu offers, by command, without what changes nothing that rules read."""
        by_command: dict[str, list[Offer]] = {}
        for offer in offers(menu):
            if offer.command == DESCRIBE:
                continue
            by_command.setdefault(offer.command, []).append(offer)
        return by_command

    def commands(
        self,
        state: Encounter,
        speaker: Speaker,
        menu: Menu,
        some: Sequence[Offer],
        past: StateAtVersion = no_past_states,
        tries: int = 6,
    ) -> Iterator[Command]:
        """Yield accepted commands made from some offers of a menu, at most one for each of up to ``tries`` attempts."""
        filler = Filler(menu, self.chance, partial(self.suggest, state), likely=LIKELY)
        for _ in range(tries if some else 0):
            command = self._command(state, filler, some)
            if command is not None and self._is_accepted(state, speaker, command, past):
                yield command

    def _command(self, state: Encounter, filler: Filler, some: Sequence[Offer]) -> Command | None:
        """Return a random form filled in, or one that the bot prefers; None if the result is not a valid command."""
        if self.taste is None or len(some) == 1:
            wire = self._filled(filler, self.chance.choice(some))
        else:
            filled = [(offer.name, self._filled(filler, offer)) for offer in some for _ in range(TASTED)]
            found = [(name, wire) for name, wire in filled if wire is not None]
            weights = [self.taste(name, wire) for name, wire in found]
            wire = self.chance.choices(found, weights)[0][1] if found else None
        if wire is None:
            return None
        if self.chance.random() < SELDOM:
            wire["answers"] = self.suggest(state, f"{wire['type']}.answers") or ()
        try:
            return kinds_of(self.ruleset.commands)[wire["type"]].model_validate(wire)
        except ValidationError:
            return None

    def _filled(self, filler: Filler, offer: Offer) -> dict[str, Any] | None:
        try:
            return filler.fill(offer)
        except Unfilled:
            return None

    def _is_accepted(self, state: Encounter, speaker: Speaker, command: Command, past: StateAtVersion) -> bool:
        target = past(command.to) if isinstance(command, Rewind) else None
        return refusal_for(self.ruleset, state, command, speaker, past=target) is None
