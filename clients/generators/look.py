"""A look at an encounter with the types that datamodel-code-generator generates for msgspec.

``python look.py URL`` opens an encounter, adds a note to it, reads it back, and prints the state and each event.
"""

import sys

import httpx
import msgspec
from generated_types import (
    CommandAnswer,
    CommandRequest,
    CoreNoteCommand,
    CoreNotedEvent,
    EventPage,
    Newcomer,
    OpenRequest,
    S3Fight,
    State,
    TicksFight,
)


def look(http: httpx.Client, ruleset: str, template: str) -> None:
    """Open an encounter, add a note, and print what is read."""
    opening = OpenRequest(ruleset=ruleset, combatants=[Newcomer(template=template)])
    answer = http.post("/v1/encounters", content=msgspec.json.encode(opening)).raise_for_status()
    path = f"/v1/encounters/{msgspec.json.decode(answer.content, type=CommandAnswer).encounter}"
    note = CommandRequest(command=CoreNoteCommand(text="The bridge is slippery."))
    http.post(f"{path}/commands", content=msgspec.json.encode(note)).raise_for_status()
    state: State = msgspec.json.decode(http.get(path).raise_for_status().content, type=State)
    assert isinstance(state, S3Fight | TicksFight), state
    print(ruleset, type(state).__name__, *state.people)
    page = msgspec.json.decode(http.get(f"{path}/events").raise_for_status().content, type=EventPage)
    for event in page.events:
        print(event.version, type(event).__name__, event.data.text if isinstance(event, CoreNotedEvent) else "")


def main(url: str) -> None:
    """Look at an encounter of each of two rulesets."""
    with httpx.Client(base_url=url, headers={"Content-Type": "application/json"}) as http:
        look(http, "s3", "one_eyed_ogre")
        look(http, "ticks", "iris")


if __name__ == "__main__":
    main(sys.argv[1])
