"""Tests that the cards that a combatant holds face down are shown only to its player and the narrator."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from domain.model.cards import PACK
from domain.text.phrases import cards_shown
from tests.live import PLAIN
from tests.plugins.packages import installed
from tests.program import serving, yarrow_process
from tests.waiting import PATIENCE

INSIDERS = ("narrator", "player:ogre", "player:bell,ogre")
OUTSIDERS = ("spectator", "player:bell")
EVERYBODY = (*INSIDERS, *OUTSIDERS)
HIDDEN = 6


@pytest.fixture(scope="module")
def gamble(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a package that provides the gambling ruleset of these tests."""
    folder = tmp_path_factory.mktemp("gamble")
    about = folder / "gamble-1.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: gamble\nVersion: 1\n", encoding="utf-8")
    (about / "entry_points.txt").write_text(
        "[yarrow.rulesets]\ngamble = tests.toy_rulesets.gamble:GAMBLE\n", encoding="utf-8"
    )
    return folder


@pytest.fixture(scope="module")
def url(gamble: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with serving(tmp_path_factory.mktemp("service"), variables=installed(gamble)) as url:
        yield url


class Salon:
    """An encounter in which bell is dealt three cards face up, and the ogre two face down."""

    def __init__(self, client: httpx.Client) -> None:
        self.client = client
        opened = client.post("/v1/encounters", json={"ruleset": "gamble", "chance": "either"})
        self.path = opened.raise_for_status().headers["location"]
        self.give({"type": "gamble.deal", "to": "bell", "count": 3}, faces=[["AH", "2H", "WHITE"]])
        self.dealt = self.give({"type": "gamble.deal", "to": "ogre", "count": 2, "face_down": True})

    def give(self, command: dict[str, Any], faces: Any = None, speaker: str = "narrator") -> dict[str, Any]:
        answer = self.client.post(
            f"{self.path}/commands", json={"command": command, "faces": faces}, headers={"Yarrow-As": speaker}
        )
        given: dict[str, Any] = answer.json()
        return given

    def get(self, path: str, speaker: str, **headers: str) -> httpx.Response:
        return self.client.get(f"{self.path}{path}", headers={"Yarrow-As": speaker, **headers}).raise_for_status()

    @property
    def hand(self) -> list[str]:
        """Return the cards dealt to the ogre, as the narrator saw them."""
        faces: list[str] = self.dealt["private"][str(HIDDEN)]["data"]["draw"]["faces"]
        return faces


@pytest.fixture(scope="module")
def salon(url: str) -> Iterator[Salon]:
    with httpx.Client(base_url=url, timeout=PATIENCE, headers=PLAIN) as client:
        yield Salon(client)


def test_a_hand_is_dealt_out_of_what_is_left(salon: Salon) -> None:
    private = salon.dealt["private"][str(HIDDEN)]["data"]
    assert private["pack"] == f"{int('3' + 'f' * 13, 16) & ~(1 << 52) & ~0b11:x}"
    assert len(salon.hand) == len(set(salon.hand)) == 2
    assert set(salon.hand) <= set(PACK) - {"AH", "2H", "WHITE"}


@pytest.mark.parametrize("speaker", EVERYBODY)
def test_the_state_shows_a_hand_to_its_owner_and_the_narrator(salon: Salon, speaker: str) -> None:
    for at in ("", f"?at={HIDDEN}"):
        state = salon.get(at, speaker).json()
        assert state["hands"].get("ogre") == (salon.hand if speaker in INSIDERS else None)
        assert ("bell" in state["hands"]) == (speaker not in ("spectator", "player:ogre"))
        assert len(state["deck"]) == (54 - 3 - 2 if speaker == "narrator" else 0)


@pytest.mark.parametrize("speaker", EVERYBODY)
def test_events_seal_it_for_all_others(salon: Salon, speaker: str) -> None:
    page = salon.get("/events", speaker).json()
    public = page["events"][HIDDEN - 1]
    assert (public["audience"], public["data"]) == ("ogre", {"to": "ogre", "count": 2})
    private = page.get("private", {}).get(str(HIDDEN))
    assert (private and private["data"]["draw"]["faces"]) == (salon.hand if speaker in INSIDERS else None)


@pytest.mark.parametrize("speaker", EVERYBODY)
def test_lines_of_events_hold_the_private_line_for_insiders_alone(salon: Salon, speaker: str) -> None:
    lines = salon.get("/events", speaker, Accept="application/x-ndjson").text.splitlines()
    private = [json.loads(line)["data"]["draw"]["faces"] for line in lines if line.startswith('{"salt"')]
    assert private == ([salon.hand] if speaker in INSIDERS else [])


@pytest.mark.parametrize("speaker", EVERYBODY)
def test_the_story_tells_the_cards_to_insiders_and_their_number_to_others(salon: Salon, speaker: str) -> None:
    told = [entry["sentence"] for entry in salon.get("/story", speaker).json()["entries"]]
    assert "Bell is dealt A♥ 2♥ White Joker." in told
    dealt = cards_shown(salon.hand) if speaker in INSIDERS else "2 cards"
    assert f"Ogre is dealt {dealt}." in told


@pytest.mark.parametrize("speaker", EVERYBODY)
def test_tally_and_audit_know_of_it_what_the_speaker_knows(salon: Salon, speaker: str) -> None:
    inside = speaker in INSIDERS
    throws = salon.get("/tally", speaker).json()["throws"]
    drawn = dict.fromkeys(["AH", "2H", "WHITE", *(salon.hand if inside else [])], 1)
    assert (throws["cards"], throws["drawn"]) == (len(drawn), drawn)
    audit = salon.get("/audit", speaker).json()
    assert audit["chain"]["verdict"] == "proven"
    told = audit["throws"]
    assert (told["verdict"], told["left_out"]) == ("proven", 0 if inside else 1)


@pytest.mark.parametrize("speaker", OUTSIDERS)
def test_nothing_that_an_outsider_reads_names_the_cards(url: str, speaker: str) -> None:
    """This includes the state that a rewind carries, whose deck would reveal as much as the hand."""
    with httpx.Client(base_url=url, timeout=PATIENCE, headers=PLAIN) as client:
        salon = Salon(client)
        salon.give({"type": "core.note", "text": "He peeked."})
        rewound = salon.give({"type": "core.rewind", "to": HIDDEN})
        assert rewound["events"][-1]["type"] == "core.rewound", rewound
        assert salon.get("", "player:ogre").json()["hands"] == {"ogre": salon.hand}
        for path in ("", "/events", "/story", "/tally", "/audit", "/options", "/bundle", f"/events/{HIDDEN}/why"):
            read = salon.get(path, speaker).text
            for card in salon.hand:
                assert f'"{card}"' not in read, path
                assert cards_shown([card]) not in read, path


def test_supplied_cards_have_to_be_in_the_deck(salon: Salon) -> None:
    def refused(*faces: Any) -> dict[str, Any]:
        return salon.give({"type": "gamble.deal", "to": "bell", "count": 2}, faces=list(faces))

    gone = refused(["AH", "KD"])
    assert (gone["code"], gone["field"], gone["detail"]) == (
        "faces_wrong",
        "faces[0]",
        "AH is not, or no longer, in the deck; supply another card.",
    )
    assert gone["needed"] == {"combatant": "bell", "what": "Deal", "count": 2, "of": "cards"}
    assert refused()["code"] == "faces_missing"
    assert refused(["KD", "11D"])["code"] == "faces_wrong"
    assert refused([6, 1])["code"] == "faces_wrong"
    assert refused("HT")["code"] == "faces_wrong"
    assert refused([])["code"] == "faces_wrong"
    mixed = refused(["KD", 6])
    assert (mixed["code"], mixed["field"], mixed["detail"]) == (
        "invalid",
        "faces[0][1]",
        "faces[0][1]: Must be a string.",
    )
    long = refused(["K" * 13, "KD"])
    assert (long["code"], long["field"]) == ("invalid", "faces[0][0]")
    none = refused(6)
    assert none["detail"] == (
        'faces[0]: Must be a text of coins, a list of dice or a list of cards: "HHT", [6, 1] or ["KH"].'
    )


def test_a_bundle_with_cards_is_verified_as_far_as_it_is_seen(url: str, gamble: Path, tmp_path: Path) -> None:
    with httpx.Client(base_url=url, timeout=PATIENCE, headers=PLAIN) as client:
        salon = Salon(client)
        salon.give({"type": "core.close"})
        for speaker, left_out in (("narrator", 0), ("spectator", 1)):
            bundle = tmp_path / f"{speaker}.ndjson"
            bundle.write_bytes(salon.get("/bundle", speaker).content)
            verified = yarrow_process("verify", bundle, "--json", variables=installed(gamble))
            checks = json.loads(verified.stdout)
            assert (checks["chain"]["verdict"], checks["throws"]["verdict"]) == ("proven", "proven")
            assert checks["throws"]["left_out"] == left_out
