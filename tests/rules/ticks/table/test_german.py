"""The table in German: every text of its own, with the names of people and things as they are."""

import re

from domain.rulesets.ticks import TICKS
from domain.rulesets.ticks.chapters.strikes.opposing import Oppose
from tests.rules.ticks.specification import act, combat, declare, fight, given, newcomer, standing
from tests.rules.ticks.table.tables import drawn, player


def test_a_fight_reads_in_german() -> None:
    joins = ("iris", newcomer("hanna", at=(1, 0), luck=2))
    spec = given(fight(*joins), *standing("iris"), *combat("iris", "hanna"))
    attack = declare("iris", "attack", target="hanna", weapon="sword", manoeuvres=["mighty_blow"])
    spec.given(declare("hanna", "defend", weapon="hatchet"), attack, act("iris", strike=True))
    spec.given(Oppose(actor="hanna", statistic="strength", skill="unarmed"))
    table = drawn(spec, player("hanna"), "de")
    assert (table["clock"]["label"], table["clock"]["phase"]) == ("Runde 1, Tick 14", "Herunterzählen")
    assert table["combatants"]["hanna"]["doing"]["label"] == "Verteidigt sich (Waffe: hatchet)"
    assert [part["does"] for part in table["pending"]["strike-iris"]["parts"]] == [
        "Greift an",
        "Wuchtschlag gelingt",
        "Kann den Schaden mindern",
    ]
    [prompt] = table["awaits"].values()
    assert prompt["question"] == "Hanna Brandt: wie der Schaden gemindert wird"
    assert [choice["label"] for choice in prompt["choices"]] == [
        "Nichts abziehen",
        "6 Verteidigungspunkte gegen Iris Vane ausgeben",
        "2 Glückspunkte gegen Iris Vane ausgeben",
    ]


def test_a_text_has_the_same_slots_in_german() -> None:
    german = TICKS.texts["de"].labels
    for identifier, label in TICKS.labels.table.items():
        if identifier.startswith("text."):
            slots = {slot.partition(":")[0] for slot in re.findall(r"\{([^}]*)\}", german[identifier])}
            assert slots == {slot.partition(":")[0] for slot in re.findall(r"\{([^}]*)\}", label)}, identifier
