"""The ground and the attitudes, as the table draws them."""

import pytest

from domain.model.speaker import SPECTATOR
from domain.rulesets.century.chapters.items.hands import DiscardWeapon
from domain.rulesets.century.chapters.narrator.attitudes import AttitudeSet, NpcReaction, SetAttitude
from domain.rulesets.century.table.bonds import TONES
from domain.rulesets.century.words import ATTITUDES
from tests.rules.century.builders import at, in_slot
from tests.rules.century.specification import fight, given, stub
from tests.rules.century.table.drawn import drawn

HERO = stub("hero", role="character")


@pytest.mark.rule("CE-SHEET-17", "CE-SHEET-40")
def test_the_board_is_in_metres_with_what_lies_on_it() -> None:
    assert drawn(in_slot("a", "b"), "board") is None
    spec = in_slot(stub("a", "sword", position=at(3, -4, 2)), "b").given(DiscardWeapon(actor="a", item="sword"))
    assert drawn(spec, "board") == {
        "kind": "metres",
        "unit": "m",
        "metric": "straight",
        "lying": {"sword": {"name": "Sword", "place": {"x": 3, "y": -4, "up": 2}}},
    }
    assert drawn(in_slot(stub("a", "sword"), "b").given(DiscardWeapon(actor="a", item="sword")), "board")["lying"] == {
        "sword": {"name": "Sword", "place": {}}
    }


@pytest.mark.rule("CE-NPC-2", "CE-NPC-7")
def test_attitudes_are_bonds() -> None:
    spec = given(fight("npc", HERO), SetAttitude(npc="npc", toward="hero", attitude="hatred", reason="an insult"))
    assert drawn(spec, "bonds") == {
        "attitude-npc/hero": {
            "kind": "attitude",
            "label": "hates",
            "back": "hated by",
            "from": "npc",
            "to": "hero",
            "back_tone": "bad",
            "note": "“an insult”",
        }
    }
    spec.given(AttitudeSet(npc="npc", toward="hero", attitude="goodwill", reason="critical"))
    (felt,) = drawn(spec, "bonds").values()
    assert (felt["label"], felt["back_tone"], felt["note"]) == ("feels goodwill towards", "good", "a critical throw")
    assert {*TONES} == {*ATTITUDES}


@pytest.mark.rule("CE-NPC-5")
def test_a_hidden_first_reaction_is_the_narrators_secret() -> None:
    spec = given(fight("npc", HERO)).when(
        NpcReaction(npc="npc", toward=("hero",), hidden=True), throws=["npc d100: 30"]
    )
    assert drawn(spec, "bonds") is not None
    assert drawn(spec, "bonds", SPECTATOR) is None
