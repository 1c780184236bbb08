"""What options offer: nothing that the rules always refuse, and no choice of nothing."""

from domain.choices import legal_forms
from domain.forms import Form, OpenField, Record
from domain.rulesets.yin_yang import YIN_YANG
from domain.speaker import NARRATOR, Speaker, parse_speaker
from tests.recording import Recording
from tests.rules.yin_yang.specification import attack, fight, in_turn, newcomer

BILL, CRYPTOS = parse_speaker("player:bill"), parse_speaker("player:cryptos")
POLEARM = {
    "weapons": [{"id": "polearm"}],
    "wielded": [{"weapon": "polearm"}],
    "default_attack": {"weapon": "polearm", "ability": "Man-at-arms"},
}


def offered(played: Recording, speaker: Speaker, command: str) -> list[Form]:
    return [form for form in legal_forms(YIN_YANG, played.state, speaker) if form.command == command]


def names(fields: tuple[OpenField, ...]) -> set[str]:
    return {field.name for field in fields}


def turn(**options: str) -> Recording:
    """Bill with a blaster, Cryptos with a polearm, in a turn."""
    people = (newcomer("bill"), newcomer("cryptos", **POLEARM))
    return Recording("options", YIN_YANG).play(fight(*people, **options), in_turn())


def test_only_the_narrator_is_offered_cards_to_add_to_a_match() -> None:
    asked = turn().play(attack("cryptos", "bill"))
    for speaker, has in ((NARRATOR, True), (BILL, False)):
        (match,) = offered(asked, speaker, "yin_yang.match")
        answers = [form.open[0].domain for form in offered(asked, speaker, "core.answer") if form.open]
        (record,) = [domain for domain in answers if isinstance(domain, Record)]
        for fields in (match.open, record.fields):
            assert ({"bonus", "penalty"} <= names(fields)) == has
            assert ({"bonus", "penalty"} & names(fields) != set()) == has


def test_a_card_of_the_hand_is_a_field_where_hands_are_open() -> None:
    for hand, has in (("blind", False), ("open", True)):
        forms = offered(turn(hand=hand), CRYPTOS, "yin_yang.attack")
        assert forms
        assert {"hand_card" in names(form.open) for form in forms} == {has}


def test_a_charge_is_offered_where_something_at_hand_is_used_to_it() -> None:
    for speaker, has in ((CRYPTOS, True), (BILL, False)):
        forms = offered(turn(), speaker, "yin_yang.attack")
        assert forms
        assert {"charge" in names(form.open) for form in forms} == {has}
