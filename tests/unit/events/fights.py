"""Recordings of short S3 fights, and of gambles with dice and cards, for tests that read whole streams."""

from domain.core.commands import Close, Note, Open, Rewind, Rule, SetPolicy
from domain.model.speaker import Speaker
from domain.rulesets.s3.chapters.attack.attacks import Attack
from domain.rulesets.s3.chapters.turns.turns import EndTurn
from domain.rulesets.s3.state import Fight
from tests.recording import Recording
from tests.rules.s3.specification import fight, round_of
from tests.toy_rulesets.gamble import GAMBLE, Deal, Gamble, Gather

SHOT = Attack(actor="ogre", target="bell", weapon="pistol")
BELL_PLAYER = Speaker("player", ("bell",))
PILES = Gamble(white=3, black=2, coins=4)
HANDS_DEALT = 6
"""Version after which both players have their first cards, in ``dealt``."""


def shootout(encounter: str = "duel") -> Recording:
    """Return a shootout: a hit with supplied coins on a Golden Bell member, notes, a ruling, a turn of seeded coins."""
    opening = fight("ogre", "bell").model_copy(update={"chance": "either", "entropy": "three owls"})
    recording = Recording(encounter).play(opening)
    recording.play(SetPolicy(of="bell", kind="call_flip", answer="tails"), speaker=BELL_PLAYER)
    recording.play(*round_of("ogre", "bell"))
    recording.play(SHOT, faces=["HHHHHTT", "HHHHT", "HHTTTTT", "HHHT"])
    recording.play(Note(text="The lantern swings.", secret="It will fall."), Rule(text="No light.", about=("ogre",)))
    return recording.play(EndTurn(actor="ogre"), Attack(actor="bell", target="ogre", weapon="unarmed"))


def rewound(encounter: str = "duel") -> Recording:
    """Return the shootout, rewound to before the shot, which then has another result."""
    recording = shootout(encounter)
    before_the_shot = next(
        v for v, state in recording.states.items() if isinstance(state, Fight) and state.turn is not None
    )
    return recording.play(Rewind(to=before_the_shot, reason="the wrong sheet"), SHOT)


def closed(encounter: str = "duel") -> Recording:
    """Return the rewound shootout, closed: its seeds are revealed."""
    return rewound(encounter).play(Close(reason="dawn breaks"))


def gambled(encounter: str = "table") -> Recording:
    """Return seeded and supplied gambles in two epochs, some without one kind of dice; the close reveals the seeds."""
    recording = Recording(encounter, GAMBLE).play(Open(ruleset="gamble", chance="either", entropy="three owls"), PILES)
    recording.play(Gamble(black=2, coins=1, lot=True), Gamble(white=50, sides=20))
    recording.play(PILES, faces=[(6, 1, 3), [2, 2], "HHTT"])
    return recording.play(Rewind(to=2, reason="too loud"), PILES, Close())


def dealt(encounter: str = "salon") -> Recording:
    """Return a recording of cards dealt face up and down, seeded and supplied, in two epochs, with revealed seeds."""
    recording = Recording(encounter, GAMBLE).play(Open(ruleset="gamble", chance="either", entropy="three owls"))
    recording.play(Deal(to="bell", count=3), Deal(to="ogre", count=2, face_down=True), Gamble(white=2, coins=3))
    recording.play(Deal(to="bell", count=2), faces=[["KH", "WHITE"]])
    recording.play(Rewind(to=HANDS_DEALT, reason="he peeked"), Deal(to="bell", count=49), Gather())
    return recording.play(Deal(to="ogre", count=54, face_down=True), Deal(to="bell", count=0), Close())
