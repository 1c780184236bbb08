"""Ready-made combatants (YY-TPL): every row with its scores and what follows from them."""

from typing import NamedTuple

import pytest

from domain.rulesets.yin_yang.state import Ability
from domain.rulesets.yin_yang.tables import TEMPLATES
from tests.rules.yin_yang.specification import fight, given, newcomer, person


class Row(NamedTuple):
    """A template as it is published: attributes, tracks, abilities, gear, and the attack with it."""

    rule: str
    key: str
    kind: str
    level: str
    attributes: str
    combat_value: int
    vitality: int
    actions: int
    mental_balance: int
    stamina: int
    deck: str
    abilities: str
    gear: str
    soak: int
    attack: tuple[int, int, int] | None
    """Damage Score, Damage Value, target value, of the default attack."""


ROWS = (
    Row("YY-TPL-1", "bill", "hero", "competent", "3 2 3 4 3 5", 4, 4, 3, 3, 2, "bill",
        "Starfighter Pilot profession 3, Blaster talent 4 combat, Brawling hobby 2 combat, Flirting hobby 3",
        "blaster leather_jacket", 3, (6, 2, 8)),
    Row("YY-TPL-2", "cryptos", "hero", "realist", "3 3 2 3 2 2", 3, 4, 2, 2, 3, "cryptos",
        "Man-at-arms profession 3 combat, Court Politics talent 2, Underworld Dealings talent 3, Dancing hobby 3,"
        " Flirting hobby 2, Gambling hobby 2, Horse Riding hobby 3",
        "sword chainmail shield", 6, (5, 2, 6)),
    Row("YY-TPL-3", "vassili", "npc", "competent", "5 2 3 2 2 3", 5, 4, 3, 2, 2, "narrator",
        "Boxing talent 2 combat boxing", "padded_coat", 4, (5, 1, 7)),
    Row("YY-TPL-4", "gabrielle", "hero", "competent", "3 3 3 4 3 3", 4, 6, 3, 3, 3, "gabrielle",
        "Self-Defence hobby 2 combat", "", 3, (3, 1, 6)),
    Row("YY-TPL-5", "bishop", "hero", "competent", "3 3 4 3 3 3", 3, 6, 3, 3, 3, "bishop",
        "Corporate Bodyguard profession 4 combat", "large_magnum flak_jacket", 5, (6, 3, 7)),
    Row("YY-TPL-6", "da_hook", "npc", "competent", "4 2 2 2 2 3", 4, 4, 2, 2, 2, "narrator",
        "Freelancer Mercenary profession 3 combat", "large_knife leather_jacket", 4, (5, 2, 7)),
    Row("YY-TPL-7", "wedge", "npc", "competent", "4 2 3 2 1 2", 4, 2, 2, 1, 2, "narrator",
        "Freelancer Mercenary profession 3 combat", "wrist_blade", 4, (6, 1, 7)),
    Row("YY-TPL-8", "schoolgirl", "bystander", "competent", "1 2 2 2 1 2", 2, 1, 2, 1, 2, "narrator",
        "", "", 2, None),
    Row("YY-TPL-9", "irons", "hero", "competent", "3 3 2 4 4 3", 4, 6, 2, 4, 3, "irons",
        "Captain profession 4", "", 3, None),
    Row("YY-TPL-10", "vinnie", "hero", "competent", "5 3 3 2 3 3", 5, 6, 3, 3, 3, "vinnie",
        "Vicious Street Scum profession 3 combat, Warleader talent 3", "jacknife leather_jacket", 4, (7, 1, 8)),
    Row("YY-TPL-11", "hei", "hero", "competent", "4 4 2 3 4 3", 4, 8, 2, 4, 4, "hei",
        "Tribal Warrior profession 3 combat", "axe", 2, (5, 2, 7)),
    Row("YY-TPL-12", "architect", "hero", "competent", "2 2 3 4 3 4", 4, 4, 3, 3, 2, "julian",
        "Information Architect profession 3", "", 2, None),
    Row("YY-TPL-13", "thug", "npc", "competent", "3 2 2 1 2 2", 3, 4, 2, 2, 2, "narrator",
        "Street Brawler talent 2 combat", "mace", 0, (4, 2, 5)),
    Row("YY-TPL-14", "trooper", "npc", "competent", "3 3 2 2 2 2", 3, 4, 2, 2, 3, "narrator",
        "Trooper profession 2 combat", "heavy_repeating_blaster stormtrooper_armor", 6, (6, 3, 5)),
    Row("YY-TPL-15", "knight", "hero", "competent", "3 3 4 3 3 4", 3, 6, 4, 3, 3, "knight",
        "Saber Adept profession 4 combat", "lightsaber", 3, (7, 3, 7)),
    Row("YY-TPL-16", "mentalist", "hero", "competent", "2 2 3 5 4 4", 5, 4, 3, 4, 2, "mentalist",
        "Mesmerist profession 3 combat", "mind_lash psi_helm", 3, (6, 1, 8)),
    Row("YY-TPL-17", "titan", "hero", "supers", "9 5 6 7 5 6", 9, 10, 6, 5, 5, "titan",
        "Tactics profession 5, Titanic Brawl talent 4 combat martial_arts", "", 5, (10, 1, 13)),
)  # fmt: skip
MOOKS = ("thug", "trooper")
FULL_NAMES = {"irons": "Admiral Irons", "vinnie": "Vinnie Luccini", "hei": "Tshi Teng Hei"}
"""Of those who are known by a part of their name."""


@pytest.mark.parametrize("row", [pytest.param(row, marks=pytest.mark.rule(row.rule), id=row.key) for row in ROWS])
def test_a_template_is_the_published_combatant(row: Row) -> None:
    spec = given(fight(row.key, campaign_level=row.level, validation="strict"))
    who = person(spec, row.key)
    derived = who.derived
    assert who.name == FULL_NAMES.get(row.key, row.key.replace("_", " ").title())
    assert (who.kind, who.deck, who.mook) == (row.kind, row.deck, row.key in MOOKS)
    assert " ".join(map(str, who.attributes.values())) == row.attributes
    assert (derived.combat_value, who.vitality, derived.actions_per_turn, who.mental_balance, who.stamina) == (
        row.combat_value,
        row.vitality,
        row.actions,
        row.mental_balance,
        row.stamina,
    )
    assert ", ".join(_said(ability) for ability in who.abilities.values()) == row.abilities
    assert " ".join([*who.weapons, *who.armour]) == row.gear
    assert [*(grip.weapon for grip in who.wielded), *who.worn] == row.gear.split()
    assert derived.soaking_score == row.soak
    if row.attack is None:
        assert who.default_attack is None
    else:
        assert who.default_attack is not None
        scores = derived.weapons[who.default_attack.weapon]
        target = who.combat_value + who.rating(who.default_attack.ability)
        assert (scores.damage_score, scores.damage_value, target) == row.attack


def _said(ability: Ability) -> str:
    unarmed = "" if ability.unarmed == "none" else f" {ability.unarmed}"
    return f"{ability.name} {ability.scope} {ability.rating}{' combat' if ability.combat else ''}{unarmed}"


def test_there_are_no_other_templates() -> None:
    assert [row.key for row in ROWS] == list(TEMPLATES)


@pytest.mark.rule("YY-TPL-4", "YY-RUL-38", "YY-RUL-39")
def test_gabrielle_strikes_harder_with_a_two_handed_sword() -> None:
    weapons = [{"id": "two_handed_sword"}]
    wielded = [{"weapon": "two_handed_sword", "hands": 2}]
    spec = given(fight(newcomer("gabrielle", weapons=weapons, wielded=wielded)))
    scores = person(spec, "gabrielle").derived.weapons["two_handed_sword"]
    assert (scores.damage_score, scores.damage_value) == (5, 3)


@pytest.mark.rule("YY-TPL-10", "YY-TPL-11")
def test_vinnie_counts_red_and_hei_black_whatever_side_they_are_on() -> None:
    spec = given(fight("bishop", "hei", "vinnie", "thug"))
    assert [person(spec, key).colour for key in ("bishop", "hei", "vinnie", "thug")] == ["red", "black", "red", "black"]
    spec = given(fight("thug", "bishop", "hei", "vinnie"))
    assert [person(spec, key).colour for key in ("thug", "bishop", "hei", "vinnie")] == ["red", "black", "black", "red"]


@pytest.mark.rule("YY-TPL-16")
def test_the_mentalist_soaks_attacks_on_the_mind_with_helm_and_intellect() -> None:
    assert person(given(fight("mentalist")), "mentalist").derived.mental_soaking == 6
