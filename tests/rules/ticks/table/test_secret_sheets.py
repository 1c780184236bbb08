"""A table tells others of a secret sheet what play has shown, and nothing else."""

import pytest

from domain.model.speaker import SPECTATOR
from domain.rulesets.ticks.chapters.declaring.free_actions import Faint
from domain.rulesets.ticks.chapters.deeds.care import FirstAid
from domain.rulesets.ticks.chapters.narrator.rulings import Wound
from tests.rules.ticks.specification import Specification, fight, given, newcomer
from tests.rules.ticks.table.tables import drawn, player


def with_a_stranger(willpower: int, wounds: int = 7) -> Specification:
    """A stranger whose sheet is secret lies dying, or stands dying, beside Lena."""
    low = newcomer("tor", WIL=willpower, RES=5, wounds=wounds, luck=0)
    return given(fight("lena", "iris", low.model_copy(update={"secret": True})))


def test_a_secret_sheet_has_a_name_and_a_side_until_play_shows_more() -> None:
    spec = with_a_stranger(willpower=5)
    hidden = {"name": "Tor Maddox", "kind": "unknown", "state": "able", "side": "tor", "secret": True}
    assert drawn(spec, player("lena"))["combatants"]["tor"] == hidden
    spec.given(Wound(combatant="tor", wounds=1))
    assert drawn(spec, player("lena"))["combatants"]["tor"] == hidden


@pytest.mark.rule("TK-AID-5")
def test_first_aid_does_not_tell_whether_the_patient_is_awake() -> None:
    asleep, awake = with_a_stranger(willpower=5), with_a_stranger(willpower=20)
    assert (asleep.fight.people["tor"].conscious, awake.fight.people["tor"].conscious) == (False, True)
    for spec in (asleep, awake):
        spec.given(FirstAid(actor="lena", patient="tor"))
        assert spec.fight.people["tor"].stabilised
    for reader in (SPECTATOR, player("lena")):
        assert drawn(asleep, reader) == drawn(awake, reader)


def test_what_everybody_sees_of_a_secret_sheet_is_drawn() -> None:
    spec = with_a_stranger(willpower=20, wounds=0).given(Faint(actor="tor"))
    assert drawn(spec, player("lena"))["combatants"]["tor"] == {
        "name": "Tor Maddox",
        "kind": "unknown",
        "state": "down",
        "side": "tor",
        "secret": True,
        "why": "unconscious by choice",
        "conditions": {"unconscious": {"label": "Unconscious", "tone": "bad", "rule": "TK-KO-2"}},
    }
