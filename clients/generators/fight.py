"""A fight that is played with the client that openapi-python-client generates.

``python fight.py URL`` fights until a combatant is out of action, closes the encounter, and prints each kind of event.
The coins of the ogre always show heads, those of its opponent tails.
"""

import sys
from collections import Counter

from generated_client import Client
from generated_client.api.commands import give_command
from generated_client.api.encounters import open_encounter, read_encounter
from generated_client.models import (
    CommandAnswer,
    CommandRequest,
    CoreCloseCommand,
    NeededThrow,
    Newcomer,
    OpenRequest,
    Problem,
    S3AttackCommand,
    S3BeginRoundCommand,
    S3BeginTurnCommand,
    S3DisabledEvent,
    S3EndTurnCommand,
    S3Fight,
    SentAnswer,
)

Command = S3AttackCommand | S3BeginRoundCommand | S3BeginTurnCommand | S3EndTurnCommand | CoreCloseCommand
MOST_ROUNDS = 20


class Duel:
    """An encounter of an ogre and a guard, and the events that were received so far."""

    def __init__(self, client: Client) -> None:
        self._client = client
        pair = [Newcomer(template="one_eyed_ogre"), Newcomer(template="golden_bell_member")]
        opened = open_encounter.sync(client=client, body=OpenRequest(ruleset="s3", chance="supplied", combatants=pair))
        assert isinstance(opened, CommandAnswer), opened
        self._encounter = opened.encounter
        self.events = opened.events

    def give(self, command: Command) -> None:
        """Give a command with the coins that it needs, and keep its events."""
        faces: list[list[int] | list[str] | str] = []
        while True:
            body = CommandRequest(command=command, faces=faces)
            answer = give_command.sync(self._encounter, client=self._client, body=body)
            if isinstance(answer, CommandAnswer):
                self.events += answer.events
                return
            assert isinstance(answer, Problem), answer
            assert isinstance(answer.needed, NeededThrow), answer
            faces.append(("H" if answer.needed.combatant == "ogre" else "T") * answer.needed.count)

    def actor(self) -> str | None:
        """Return the combatant whose turn it is."""
        state = read_encounter.sync(self._encounter, client=self._client)
        assert isinstance(state, S3Fight), state
        return state.turn.actor if state.turn else None

    def is_over(self) -> bool:
        """Return whether a combatant is out of action."""
        return any(isinstance(event, S3DisabledEvent) for event in self.events)

    def play_round(self) -> None:
        """Let the ogre strike at its opponent, who evades, and end both turns."""
        self.give(S3BeginRoundCommand(type_="s3.begin_round"))
        self.give(S3BeginTurnCommand(type_="s3.begin_turn", pc="ogre", npc="bell", order="pc_first"))
        evades = SentAnswer(kind="oppose", to="bell", answer={"skill": "evasion"})
        self.give(S3AttackCommand(type_="s3.attack", actor="ogre", target="bell", weapon="unarmed", answers=[evades]))
        while not self.is_over() and (actor := self.actor()):
            self.give(S3EndTurnCommand(type_="s3.end_turn", actor=actor))


def main(url: str) -> None:
    """Fight at the service with this address."""
    with Client(base_url=url) as client:
        duel = Duel(client)
        for _ in range(MOST_ROUNDS):
            if duel.is_over():
                break
            duel.play_round()
        duel.give(CoreCloseCommand(type_="core.close", reason="One is down."))
        for kind, times in sorted(Counter(type(event).__name__ for event in duel.events).items()):
            print(kind, times)


if __name__ == "__main__":
    main(sys.argv[1])
