"""Record how each ruleset tells what happens: ``python -m tests.rules.recording.record_sentences [RULESET...]``.

``tests/rules/<key>/sentences.txt`` has every sentence of a ruleset's own: of each type of events, command, prompt and
answer; ``tests/rules/core_sentences.txt`` those that all rulesets share. Each is shown with fillings that came up in
fights of bots and in the worked examples, as the narrator and as a spectator read them. Read them aloud: whatever no
player would say at the table is to be mended, and the files recorded again.
"""

import re
import sys
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, Final, NamedTuple

import msgspec

from domain.core.commands import CORE_COMMANDS, Command, Describe, type_of
from domain.core.events import CORE_EVENTS, Answered, Branched, Commanded, Prompted, Rewound
from domain.core.narrate import CORE_SENTENCES
from domain.model.event import Event
from domain.model.speaker import NARRATOR, SPECTATOR, Speaker
from domain.ruleset.ruleset import Ruleset
from domain.text.phrases import Names, sentence
from events.projections.told_events import around
from service.encounters.visibility import view_record
from tests.laws.fights import Fights, RandomFight
from tests.recording import Recording
from tests.rules.examples import Examples
from tests.rules.hosts import MemoryHost
from tests.rules.play_examples import Played
from tests.rules.rulesets import EXAMPLES, FIGHTS
from tests.unit.events.fights import closed, rewound

FOLDER: Final = Path(__file__).parents[1]
SEEDS: Final = 2
"""The number of fights of each situation that are told."""
MOST_COMMANDS: Final = 90
FILLINGS: Final = 10
"""The maximum number of fillings of a sentence that are shown."""
OF_ALL: Final = "s3"
"""The ruleset whose fights and examples show the sentences that all share."""
NOT_TOLD: Final = "(not told)"
SHOWN_BY_KIND: Final = (Prompted, Answered)
Wordings = dict[str, dict[str, None]]
"""Sentences by their wording, each once, in the order in which they came up."""


class Heading(NamedTuple):
    """What a sentence tells: a type of events, and of commands, prompts and answers which one."""

    event: str
    kind: str = ""

    def __str__(self) -> str:
        return f"{self.event} {self.kind}".rstrip()


class Listener:
    """Hears how events are told, and keeps the sentences by their headings."""

    def __init__(self, ruleset: Ruleset[Any]) -> None:
        self.ruleset = ruleset
        self.heard: dict[Heading, Wordings] = {}

    def listen(self, recording: Recording) -> None:
        """Hear a recording as the narrator and as a spectator read it."""
        for speaker in (NARRATOR, SPECTATOR):
            names = self._names_before(recording, speaker)
            for record in recording.records:
                seen = view_record(record, speaker)
                envelope, event = recording.codec.decode(seen)
                names |= self.ruleset.names_in(event, names) | around(envelope, event, seen, names)
                self.hear(event, names)

    def hear(self, event: Event, names: Names) -> None:
        """Hear how an event is told, under its wording: the sentence without names, numbers and what somebody says."""
        told = sentence(self.ruleset.sentences[type(event)](event, names)) or NOT_TOLD
        wordings = self.heard.setdefault(heading(event), {})
        wordings.setdefault(wording(told, names), {})[told] = None

    def _names_before(self, recording: Recording, speaker: Speaker) -> dict[str, str]:
        """The names that a branch begins with."""
        parent = recording.parent
        commanded = recording.codec.decode(recording.records[0])[1]
        if parent is None or not isinstance(commanded, Commanded):
            return {}
        return self.ruleset.names(parent.states[commanded.command["at"]], speaker)


def heading(event: Event) -> Heading:
    """What a sentence about an event tells."""
    if isinstance(event, Commanded):
        return Heading(event.type, str({**event.command, **event.secret}["type"]))
    return Heading(event.type, event.visible_kind if isinstance(event, SHOWN_BY_KIND) else "")


def wording(told: str, names: Names) -> str:
    """A sentence without what changes from filling to filling: names, numbers, throws, and words in quotes."""
    spoken_of = {name for key, name in names.items() if ":" not in key}
    for name in sorted(spoken_of, key=len, reverse=True):
        told = told.replace(name, "N")
    return re.sub(r"“[^”]*”|[●○⚀-⚅]+|(\d+|[AJQK])[♥♦♣♠]|\d+", "0", told)


def fillings(wordings: Mapping[str, Iterable[str]]) -> Iterator[str]:
    """Sentences to show, up to a maximum number: one of each wording first, then others."""
    rest = [list(found) for found in wordings.values()]
    shown = 0
    while rest and shown < FILLINGS:
        rest = [left for left in rest if left]
        for left in rest[: FILLINGS - shown]:
            yield left.pop(0)
            shown += 1


def listened(fights: Fights[Any], examples: Examples) -> Listener:
    """A listener who has heard the fights and the worked examples of a ruleset, and samples of what did not come up."""
    listener = Listener(fights.ruleset)
    for run in examples.runs():
        host = MemoryHost(fights.ruleset, "example")
        played = Played(host, "example", examples, run)
        for step in run.steps:
            played.play(step)
        listener.listen(host.recording)
    for name in fights.situations:
        for seed in range(SEEDS):
            fight = RandomFight(fights, name, seed)
            for _ in fight.play(MOST_COMMANDS):
                pass
            listener.listen(fight.recording)
    _hear_samples(listener)
    return listener


def _hear_samples(listener: Listener) -> None:
    """Hear the examples of the ruleset's own events and commands that never came up."""
    ruleset = listener.ruleset
    for event in ruleset.events:
        if event.example and event not in CORE_EVENTS and Heading(event.type) not in listener.heard:
            listener.hear(msgspec.convert(dict(event.example), event), {})
    for command in own_commands(ruleset):
        kind = type_of(command)
        if command.example and Heading(Commanded.type, kind) not in listener.heard:
            fields = {"type": kind, **command.example}
            listener.hear(
                Commanded(
                    command=fields,
                    command_schema=command.schema_version,
                    ruleset=ruleset.key,
                    ruleset_version=ruleset.version,
                ),
                {},
            )


def own_commands(ruleset: Ruleset[Any]) -> list[type[Command]]:
    """The commands of a ruleset that are not shared."""
    return [command for command in ruleset.commands if command not in CORE_COMMANDS]


def is_shared(ruleset: Ruleset[Any], told: Heading) -> bool:
    """Whether a sentence is the same in every ruleset that does not tell it in words of its own."""
    if told.event == Commanded.type:
        return told.kind.startswith("core.")
    if told.event in (Branched.type, Rewound.type):
        return True
    return any(kind.type == told.event and ruleset.sentences[kind] is teller for kind, teller in CORE_SENTENCES.items())


def text_of(listener: Listener, *, shared: bool) -> str:
    """The file of a ruleset's own sentences, or that of the shared ones."""
    lines: list[str] = []
    for told, wordings in sorted(listener.heard.items()):
        if is_shared(listener.ruleset, told) is shared:
            lines += [str(told), *(f"    {filling}" for filling in fillings(wordings)), ""]
    return "\n".join(lines)


def sentences(fights: Fights[Any], examples: Examples) -> dict[Path, str]:
    """The files with the sentences of a ruleset, and what each has to contain."""
    listener = listened(fights, examples)
    files = {FOLDER / fights.ruleset.key / "sentences.txt": text_of(listener, shared=False)}
    if fights.ruleset.key == OF_ALL:
        for recording in _of_encounters():
            listener.listen(recording)
        files[FOLDER / "core_sentences.txt"] = text_of(listener, shared=True)
    return files


def _of_encounters() -> Iterator[Recording]:
    """What happens to whole encounters: metadata, rewinds, imports, branches, closes."""
    parent = rewound()
    yield rewound().play(
        Describe(of="ogre", metadata={"colour": "green", "map_token": 12}), Describe(metadata={"channel": "the-bridge"})
    )
    yield from (closed(), rewound().go_on_as("rematch"), Recording("if").branch(parent, max(parent.states)))


def main() -> None:
    """Write the files of the rulesets that are named, or of all."""
    for fights, examples in zip(FIGHTS, EXAMPLES, strict=True):
        if fights.ruleset.key in sys.argv[1:] or not sys.argv[1:]:
            for path, text in sentences(fights, examples).items():
                path.write_text(text, "utf-8")
                print(path.relative_to(FOLDER))


if __name__ == "__main__":
    main()
