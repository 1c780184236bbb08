"""Chapters: what a ruleset's rules consist of, each declared once, where it is decided."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

from domain.core.commands import Command
from domain.decision.prompts import PromptKind
from domain.decision.stages import Stage
from domain.model.encounter import Encounter
from domain.model.event import Event

S = TypeVar("S", bound=Encounter)


@dataclass(frozen=True, kw_only=True)
class Chapter(Generic[S]):
    """The commands, events, prompts and stages of one chapter of the rules, in the order in which they are listed.

    A command decides itself by its method ``decide``, and an event folds itself by its method ``evolve``. A class or a
    stage that no chapter lists does not belong to the ruleset. ``labels`` are the words for its identifiers
    (``domain.text.words``).
    """

    commands: tuple[type[Command], ...] = ()
    events: tuple[type[Event], ...] = ()
    prompts: tuple[PromptKind[S], ...] = ()
    stages: tuple[Stage[Any], ...] = ()
    labels: Mapping[str, str] = field(default_factory=dict)


def prompts_of(chapters: Iterable[Chapter[S]]) -> dict[str, PromptKind[S]]:
    """Return the kinds of prompts that chapters declare, by name."""
    return {prompt.name: prompt for chapter in chapters for prompt in chapter.prompts}
