"""Open hands of Yin-Yang: only the narrator sees other players' cards, by any request, until they are played.

Da Hook and Wedge draw from one deck, the narrator's, and here different players play them: neither may infer the
other's hand from the deck.
"""

import re
from typing import Any

from domain.text.phrases import card_name, cards_shown
from tests.http.conftest import Api

HANDS = {"bill": ["3C", "9D", "KS"], "bishop": ["2H", "JC", "10S"], "da_hook": ["QH", "4S"], "wedge": ["5D", "8C"]}
OUTSIDERS = ("spectator", "player:bill", "player:da_hook", "player:wedge", "player:bishop,da_hook")
READ = ("", "/options", "/table", "/events", "/story", "/tally", "/audit", "/bundle")
LINES = {"Accept": "application/x-ndjson"}
WHOLE = f"{(1 << 54) - 1:x}"


class Parlour:
    """A fight with open hands in its first turn, and everything that each speaker may read of it."""

    def __init__(self, api: Api) -> None:
        self.api = api
        self.hidden = {card for hand in HANDS.values() for card in hand}
        self.looked_through = 0

    async def sit_down(self, **options: Any) -> None:
        opened = await self.api.open(
            "duel", *HANDS, ruleset="yin_yang", chance="either", options={"hand": "open", **options}
        )
        assert opened.is_success, opened.text
        await self.give("narrator", "start_turn", faces=list(HANDS.values()))

    async def give(self, speaker: str, kind: str, /, *, faces: Any = None, **fields: Any) -> dict[str, Any]:
        """Send a command, and assert that it is accepted."""
        said = await self.say(speaker, kind, faces=faces, **fields)
        assert "events" in said, said
        return said

    async def say(self, speaker: str, kind: str, /, *, faces: Any = None, **fields: Any) -> dict[str, Any]:
        """Send a command, and assert that its response names no cards except for the speaker's."""
        kind = kind if kind.startswith("core.") else f"yin_yang.{kind}"
        said = await self.api.command(kind, faces=faces, headers={"Yarrow-As": speaker}, **fields)
        if speaker != "narrator":
            own = {str(fields.get("hand_card")), *self.known_to(speaker)}
            assert not [card for card in self.hidden - own if shows(said.text, card)], said.text
        answer: dict[str, Any] = said.json()
        return answer

    def known_to(self, speaker: str) -> set[str]:
        """Return the cards of the combatants that the speaker plays."""
        names = speaker.removeprefix("player:").split(",")
        return {card for name in names for card in HANDS.get(name, ())}

    def turned_up(self, *cards: str) -> None:
        self.hidden -= set(cards)

    async def read(self, speaker: str, version: int) -> dict[str, str]:
        """Return every response to the speaker, for the current version and for each version not yet checked."""
        new = range(self.looked_through + 1, version + 1)
        back = [f"?at={version}" for version in new]
        why = [f"/events/{version}/why" for version in new]
        asked = {path: await self.api.get(path, headers={"Yarrow-As": speaker}) for path in (*READ, *back, *why)}
        asked["lines"] = await self.api.get("/events", headers={"Yarrow-As": speaker, **LINES})
        assert all(answer.is_success for answer in asked.values())
        return {path: answer.text for path, answer in asked.items()}

    async def packs(self) -> set[str]:
        """Return the recorded packs from which cards were drawn, except for whole decks."""
        seen = (await self.api.get("/events")).json()
        parts = [*seen["events"], *seen["private"].values()]
        return {part["data"]["pack"] for part in parts if "pack" in part["data"]} - {WHOLE}

    async def keeps_its_secrets(self) -> None:
        """Assert that no response names other players' hidden cards or the remaining cards of a deck."""
        packs, version = await self.packs(), await self.api.version()
        assert packs
        for speaker in OUTSIDERS:
            secrets = self.hidden - self.known_to(speaker)
            for path, text in (await self.read(speaker, version)).items():
                assert not [card for card in secrets if shows(text, card)], (speaker, path)
                assert not [pack for pack in packs if pack in text], (speaker, path)
        self.looked_through = version

    async def hand_of(self, name: str, speaker: str) -> list[str]:
        state = (await self.api.get(headers={"Yarrow-As": speaker})).json()
        cards: list[str] = state["people"][name]["cards"]
        return cards


def shows(text: str, card: str) -> bool:
    """Return whether the text names the card, as data or in a sentence."""
    spoken = (cards_shown([card]), card_name(card))
    return re.search(rf"(?<![0-9A-Za-z]){card}(?![0-9A-Za-z])", text) is not None or any(one in text for one in spoken)


async def test_everybody_sees_the_own_hand_and_the_narrator_all(api: Api) -> None:
    parlour = Parlour(api)
    await parlour.sit_down()
    for name, hand in HANDS.items():
        for speaker in ("narrator", f"player:{name}"):
            assert await parlour.hand_of(name, speaker) == hand
        assert await parlour.hand_of(name, "spectator") == []
    told = (await api.get("/story", headers={"Yarrow-As": "player:bill"})).text
    assert all(shows(told, card) for card in HANDS["bill"])
    await parlour.keeps_its_secrets()


async def test_the_card_of_a_call_is_hidden_until_cards_fall_and_so_is_that_of_a_match(api: Api) -> None:
    parlour = Parlour(api)
    await parlour.sit_down()
    called = await parlour.give("player:bishop", "attack", actor="bishop", target="wedge", hand_card="2H")
    assert [prompt["kind"] for prompt in called["prompts"]] == ["match"]
    await parlour.keeps_its_secrets()
    for answer in ({"mode": "attack"}, {"mode": "attack", "hand_card": "QH"}):
        refused = await parlour.say("player:wedge", "core.answer", prompt=called["prompts"][0]["id"], answer=answer)
        assert refused["rule"] == "YY-DECK-14"
    await parlour.give("narrator", "match", actor="wedge", hand_card="8C", faces=[["2C"]])
    parlour.turned_up("2H", "8C")
    assert shows((await api.get("/story", headers={"Yarrow-As": "spectator"})).text, "2H")
    await parlour.keeps_its_secrets()


async def test_refusals_name_no_card_of_others(api: Api) -> None:
    parlour = Parlour(api)
    await parlour.sit_down()
    for speaker, actor in (("player:da_hook", "da_hook"), ("player:bill,bishop", "bill")):
        for card in (None, "KH", *(["5D"] if actor == "da_hook" else ["QH"])):
            refused = await parlour.say(speaker, "attack", actor=actor, target="wedge", hand_card=card)
            assert refused["rule"] == "YY-DECK-14", refused
    wanting = await parlour.say("player:da_hook", "attack", actor="wedge", target="bill", hand_card=None)
    assert wanting["code"] == "not_yours"
    group = [{"combatant": "bill"}, {"combatant": "bishop"}]
    for card in (None, "2H"):
        said = await parlour.say(
            "player:bill", "combine", actor="bill", kind="attack", participants=group, target="wedge", hand_card=card
        )
        assert said["rule"] == "YY-DECK-14", said


async def test_cards_of_a_combined_action_stay_hidden_where_the_narrator_denies_it(api: Api) -> None:
    parlour = Parlour(api)
    await parlour.sit_down()
    await combined(parlour)
    await parlour.keeps_its_secrets()
    await parlour.give("narrator", "core.answer", prompt=await only_prompt(parlour), answer={"allow": False})
    await parlour.keeps_its_secrets()
    assert sorted(await parlour.hand_of("bishop", "player:bishop")) == sorted(HANDS["bishop"])


async def test_cards_of_a_combined_action_stay_hidden_where_it_is_voided(api: Api) -> None:
    parlour = Parlour(api)
    await parlour.sit_down()
    await combined(parlour)
    await parlour.give("narrator", "core.answer", prompt=await only_prompt(parlour), answer={"allow": True})
    await parlour.keeps_its_secrets()
    await parlour.give("narrator", "veto_action", reason="no room")
    await parlour.keeps_its_secrets()
    assert sorted(await parlour.hand_of("bill", "player:bill")) == sorted(HANDS["bill"])


async def test_a_sealed_yes_shows_its_card_with_the_cards_of_the_test(api: Api) -> None:
    parlour = Parlour(api)
    await parlour.sit_down()
    await combined(parlour)
    await parlour.give("narrator", "core.answer", prompt=await only_prompt(parlour), answer={"allow": True})
    passed = await parlour.give("narrator", "let_pass", actor="wedge", faces=[["2C"]])
    played = [event["data"]["cards"] for event in passed["events"] if event["type"] == "yin_yang.cards_played"]
    parlour.turned_up(*(card for cards in played for card in cards))
    assert {"KS", "10S"} & parlour.hidden == set()
    await parlour.keeps_its_secrets()


async def test_a_standing_answer_plays_a_card_and_shows_no_other(api: Api) -> None:
    parlour = Parlour(api)
    await parlour.sit_down()
    await parlour.give("player:wedge", "core.set_policy", of="wedge", kind="match", answer="always")
    await parlour.give("narrator", "attack", actor="bishop", target="wedge", hand_card="2H", faces=[["2C"]])
    [left] = await parlour.hand_of("wedge", "player:wedge")
    parlour.turned_up("2H", *set(HANDS["wedge"]) - {left})
    await parlour.keeps_its_secrets()


async def test_neither_a_rewind_nor_the_end_of_a_turn_shows_what_was_not_played(api: Api) -> None:
    parlour = Parlour(api)
    await parlour.sit_down()
    dealt = await api.version()
    await parlour.give("player:bishop", "attack", actor="bishop", target="wedge", hand_card="2H")
    await parlour.give("narrator", "core.rewind", to=dealt)
    await parlour.keeps_its_secrets()
    for name, hand in HANDS.items():
        assert await parlour.hand_of(name, f"player:{name}") == hand
    await parlour.give("narrator", "end_turn")
    await parlour.keeps_its_secrets()


async def combined(parlour: Parlour) -> None:
    """Play a combined attack on Wedge that Bill proposes and Bishop accepts, up to the narrator's prompt."""
    group = [{"combatant": "bill"}, {"combatant": "bishop"}]
    await parlour.give(
        "player:bill", "combine", actor="bill", kind="attack", participants=group, target="wedge", hand_card="KS"
    )
    await parlour.give("player:bishop", "join_combined", actor="bishop", joins=True, hand_card="10S")


async def only_prompt(parlour: Parlour) -> str:
    """Return the ID of the only open prompt."""
    [prompt] = (await parlour.api.get()).json()["prompts"]
    return str(prompt["id"])
