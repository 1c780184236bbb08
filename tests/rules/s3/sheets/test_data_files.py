"""Equipment and combatants of S3 as the data files hold them, against the printed tables and this project's numbers."""

import tomllib
from importlib.resources import files
from typing import Any

import pytest

PACKAGE = files("domain.rulesets.s3")
EQUIPMENT: dict[str, Any] = tomllib.loads(PACKAGE.joinpath("equipment.toml").read_text(encoding="utf-8"))
TEMPLATES: dict[str, Any] = tomllib.loads(PACKAGE.joinpath("templates.toml").read_text(encoding="utf-8"))
ITEMS = EQUIPMENT["weapon"] | EQUIPMENT["armour"] | EQUIPMENT["gear"]

SKILLS = {
    "acrobatics",
    "animal_handling",
    "athletics",
    "awareness",
    "bravado",
    "deception",
    "engineering",
    "evasion",
    "explosives",
    "hand_to_hand",
    "initiative",
    "medicine",
    "melee",
    "piloting",
    "sharpshooting",
    "sleight_of_hand",
    "stealth",
}
WEAPON_SKILLS = {"melee", "hand_to_hand", "sharpshooting", "explosives"}
REACHES = {"close", "medium", "long"}
ROUTES = {"blade", "gas", "needle", "ingested"}
LIMBS = {"main_arm", "off_arm", "left_leg", "right_leg", "eyes"}
FLAGS = {
    "flexible",
    "trips",
    "firearm",
    "explosive",
    "incendiary",
    "thrown",
    "consumed",
    "blade",
    "needle",
    "gas",
    "pair",
}
TALENTS = {"gunslinger", "double_strike", "spider_climb", "fleeting_shadow", "sneak_attack", "iron_palm"}
FIVE_NUMBERS = ("finesse", "offense", "damage", "stun_bonus", "wound_bonus")

# kind, mode, skill, reach, hands, the five numbers, flags
WEAPONS = [
    ("unarmed", "", "hand_to_hand", "close", 0, (0, 0, 0, 0, 0), ""),
    ("hook_swords", "", "melee", "close", 2, (2, 0, 2, 0, 0), "blade pair trips"),
    ("hatchets", "", "melee", "close", 2, (2, 0, 2, 0, 0), "blade pair"),
    ("straightsword", "", "melee", "close", 1, (1, 0, 2, 0, 0), "blade"),
    ("parasol_straightsword", "", "melee", "close", 1, (1, 0, 2, 0, 0), "blade"),
    ("saber", "", "melee", "close", 1, (1, 0, 2, 0, 0), "blade"),
    ("cutlass", "", "melee", "close", 1, (1, 0, 2, 0, 0), "blade"),
    ("flaming_sword", "", "melee", "close", 1, (1, 0, 2, 0, 0), "blade incendiary"),
    ("sword_pistol", "blade", "melee", "close", 1, (1, 0, 2, 0, 0), "blade"),
    ("sword_pistol", "barrel", "sharpshooting", "medium", 1, (0, 0, 2, 0, 0), "firearm"),
    ("spear", "", "melee", "close", 2, (1, 1, 2, 0, 0), "blade"),
    ("claws", "", "melee", "close", 1, (1, 0, 2, 0, 0), "blade"),
    ("knife", "", "melee", "close", 1, (0, 0, 1, 0, 0), "blade"),
    ("blackjack", "", "melee", "close", 1, (0, 0, 0, 2, 0), ""),
    ("whirling_blade", "", "melee", "close", 1, (0, 1, 3, 0, 2), "blade"),
    ("chain_whip", "", "melee", "close", 1, (1, 0, 2, 0, 0), "flexible trips"),
    ("grappling_hook", "", "melee", "close", 1, (0, 0, 1, 0, 0), "flexible"),
    ("needle", "", "hand_to_hand", "close", 1, (0, 0, 0, 0, 0), "needle"),
    ("throwing_knife", "", "sharpshooting", "medium", 1, (0, 0, 1, 0, 0), "blade thrown"),
    ("pistol", "", "sharpshooting", "medium", 1, (0, 0, 2, 0, 0), "firearm"),
    ("hand_cannon", "", "sharpshooting", "medium", 1, (0, 0, 4, 0, 0), "firearm"),
    ("flamethrower", "", "sharpshooting", "medium", 2, (0, 0, 4, 0, 0), "incendiary"),
    ("rifle", "", "sharpshooting", "long", 2, (0, 0, 3, 0, 0), "firearm"),
    ("bayonet_rifle", "bayonet", "melee", "close", 2, (0, 0, 1, 0, 0), "blade"),
    ("bayonet_rifle", "rifle", "sharpshooting", "long", 2, (0, 0, 3, 0, 0), "firearm"),
    ("bow", "", "sharpshooting", "long", 2, (0, 0, 2, 0, 0), ""),
    ("grenade", "", "explosives", "medium", 1, (0, 0, 5, 0, 0), "explosive consumed"),
    ("incendiary_grenade", "", "explosives", "medium", 1, (0, 0, 3, 0, 0), "explosive incendiary consumed"),
    ("flash_bomb", "", "explosives", "medium", 1, (0, 0, 2, 0, 0), "consumed"),
    ("rocket", "", "explosives", "long", 2, (0, 0, 6, 0, 0), "explosive consumed"),
    ("smoke_bomb", "", "explosives", "medium", 1, (0, 0, 0, 0, 0), "consumed"),
]

# template: id, Fortitude, Breath, number of skills, sum of their points
HEROES = {
    "one_eyed_ogre": ("ogre", 8, 3, 12, 61),
    "flying_fox": ("fox", 5, 4, 9, 57),
    "jade_butterfly": ("jade", 5, 3, 10, 62),
    "sanguine_clarity": ("clarity", 5, 3, 7, 45),
    "doctor_hu": ("hu", 6, 4, 8, 46),
    "devil_in_the_wind": ("devil", 6, 6, 12, 78),
    "devil_with_mantis": ("mantis", 6, 6, 12, 78),
    "shooting_star": ("star", 6, 4, 12, 75),
    "archer": ("archer", 5, 2, 7, 39),
    "veteran_rifleman": ("rifleman", 6, 2, 6, 40),
}
FOES = {
    "living_asura": ("asura", 6, 2, 7, 37),
    "blind_eagle": ("eagle", 5, 2, 6, 35),
    "golden_bell_member": ("bell", 4, 0, 8, 38),
    "burning_blade": ("burning_blade", 6, 2, 6, 37),
    "iron_claw": ("iron_claw", 6, 2, 7, 47),
    "guard": ("guard", 4, 0, 8, 36),
    "jailor": ("jailor", 5, 3, 6, 39),
    "jin_baiyu": ("jin", 6, 3, 7, 47),
    "nathaniel_blackthorne": ("blackthorne", 6, 3, 7, 45),
    "ripper_zhang": ("ripper", 6, 1, 6, 33),
    "thunder_hand": ("thunder_hand", 6, 1, 6, 31),
    "steel_lion": ("steel_lion", 7, 3, 8, 50),
    "white_tiger": ("tiger", 4, 0, 6, 26),
    "dragons_breath": ("dragon", 6, 2, 5, 27),
    "doctor_yue": ("yue", 7, 3, 6, 40),
    "general": ("general", 8, 4, 8, 56),
    "soldier": ("soldier_1", 4, 0, 7, 30),
}

# template: what it carries, in the order that decides what is in hand; "!" marks what is concealed
CARRIED = {
    "one_eyed_ogre": "pistol hook_swords! hand_cannon",
    "jade_butterfly": "parasol_straightsword!",
    "sanguine_clarity": "saber",
    "doctor_hu": "medicine_kit",
    "devil_in_the_wind": "straightsword sword_pistol grappling_hook smoke_bomb",
    "devil_with_mantis": "straightsword sword_pistol grappling_hook smoke_bomb",
    "shooting_star": "chain_whip saber pistol grenade",
    "archer": "bow heavy_armour",
    "veteran_rifleman": "bayonet_rifle",
    "living_asura": "hatchets",
    "blind_eagle": "rifle",
    "golden_bell_member": "pistol knife",
    "burning_blade": "flaming_sword",
    "iron_claw": "claws",
    "guard": "knife! blackjack",
    "nathaniel_blackthorne": "cutlass pistol",
    "ripper_zhang": "whirling_blade",
    "thunder_hand": "blackjack",
    "steel_lion": "pistol saber",
    "white_tiger": "blackjack",
    "dragons_breath": "flamethrower",
    "doctor_yue": "needle",
    "general": "spear",
    "soldier": "rifle knife",
}


@pytest.mark.rule("S3-EQUIP-17")
def test_the_weapons_are_those_of_the_table_number_by_number() -> None:
    rows = [
        (
            kind,
            mode.get("key", ""),
            mode["skill"],
            mode.get("reach", "close"),
            mode.get("hands", 1),
            tuple(mode.get(number, 0) for number in FIVE_NUMBERS),
            " ".join(mode.get("flags", ())),
        )
        for kind, weapon in EQUIPMENT["weapon"].items()
        for mode in weapon["modes"]
    ]
    assert rows == WEAPONS


@pytest.mark.rule("S3-EQUIP-17")
def test_only_the_flash_bomb_aims_at_a_limb_and_no_weapon_has_a_rating_of_its_own() -> None:
    effects = {
        kind: (mode.get("effect"), mode.get("lasts"))
        for kind, weapon in EQUIPMENT["weapon"].items()
        for mode in weapon["modes"]
        if {"effect", "lasts", "rating"} & set(mode)
    }
    assert effects == {"flash_bomb": ("eyes", 2)}


@pytest.mark.rule("S3-EQUIP-18")
def test_armour_protects_and_hinders_as_the_table_says() -> None:
    assert {kind: entry["armour"] for kind, entry in EQUIPMENT["armour"].items()} == {
        "light_armour": {"protection": 1, "penalty": 1, "penalised": ["acrobatics", "stealth"]},
        "heavy_armour": {
            "protection": 3,
            "penalty": 2,
            "penalised": ["acrobatics", "athletics", "evasion", "stealth"],
        },
        "fireproof_coat": {"protection": 1, "penalty": 1, "penalised": ["acrobatics"], "fireproof": True},
    }


@pytest.mark.rule("S3-EQUIP-18")
def test_gear_helps_the_skill_of_the_table() -> None:
    assert {kind: entry["gear"] for kind, entry in EQUIPMENT["gear"].items()} == {
        "medicine_kit": [{"skill": "medicine", "bonus": 2}],
        "engineer_tools": [{"skill": "engineering", "bonus": 2}],
        "spyglass": [{"skill": "awareness", "bonus": 1}],
    }


@pytest.mark.rule("S3-EQUIP-19")
def test_vehicles_have_the_type_and_the_speed_of_the_table() -> None:
    assert {kind: (row.get("kind", "machine"), row.get("speed", 0)) for kind, row in EQUIPMENT["vehicle"].items()} == {
        "autocycle": ("machine", 2),
        "racing_autocycle": ("machine", 3),
        "truck": ("machine", 0),
        "horse": ("animal", 1),
        "ox_cart": ("cart", 0),
    }


@pytest.mark.rule("S3-EQUIP-20")
def test_poisons_have_the_route_the_coins_and_the_aim_of_the_table() -> None:
    assert {kind: (row["route"], row["coins"], row.get("effect")) for kind, row in EQUIPMENT["poison"].items()} == {
        "viper_oil": ("blade", 4, None),
        "choking_gas": ("gas", 3, None),
        "blinding_powder": ("gas", 4, "eyes"),
        "needle_venom": ("needle", 5, None),
        "numbing_needle": ("needle", 4, "main_arm"),
        "banquet_poison": ("ingested", 6, None),
    }


@pytest.mark.rule("S3-EQUIP-21")
def test_hazards_of_scenes_are_those_of_the_table() -> None:
    assert EQUIPMENT["hazard"] == {
        "edge_of_airship": {"out": True},
        "balcony": {"storeys": 2},
        "window": {"coins": 2, "storeys": 1},
        "boiler": {"coins": 8},
    }


@pytest.mark.rule("S3-EQUIP-21")
def test_every_hero_and_every_foe_has_the_values_of_the_table() -> None:
    for pc, rows in ((True, HEROES), (False, FOES)):
        found = {
            key: (
                template["id"],
                template["fortitude"],
                template["breath_max"],
                len(template["skills"]),
                sum(template["skills"].values()),
            )
            for key, template in TEMPLATES.items()
            if template["pc"] is pc
        }
        assert found == rows


@pytest.mark.rule("S3-EQUIP-21")
def test_the_ogre_has_exactly_the_skills_of_the_table() -> None:
    assert TEMPLATES["one_eyed_ogre"]["skills"] == {
        "initiative": 5,
        "hand_to_hand": 7,
        "melee": 8,
        "sharpshooting": 7,
        "explosives": 2,
        "evasion": 6,
        "acrobatics": 3,
        "athletics": 6,
        "stealth": 2,
        "awareness": 5,
        "piloting": 3,
        "bravado": 7,
    }


@pytest.mark.rule("S3-EQUIP-21")
def test_talents_and_techniques_are_those_of_the_table() -> None:
    assert {key: template["talents"] for key, template in TEMPLATES.items() if "talents" in template} == {
        "flying_fox": ["spider_climb"],
        "jade_butterfly": ["sneak_attack"],
        "doctor_hu": ["iron_palm"],
        "steel_lion": ["gunslinger"],
        "general": ["double_strike"],
    }
    assert {key: template["techniques"] for key, template in TEMPLATES.items() if "techniques" in template} == {
        "devil_with_mantis": [{"name": "Mantis Strikes from Shadows", "skills": ["melee", "stealth"]}],
    }


@pytest.mark.rule("S3-EQUIP-21")
def test_every_combatant_carries_what_the_table_gives_it() -> None:
    carried = {
        key: " ".join(
            item["kind"] + "!" * (item["kind"] in template.get("concealed", ())) for item in template["items"]
        )
        for key, template in TEMPLATES.items()
        if "items" in template
    }
    assert carried == CARRIED
    more_than_one = {
        (key, item["kind"]): item["quantity"]
        for key, template in TEMPLATES.items()
        for item in template.get("items", ())
        if "quantity" in item
    }
    assert more_than_one == {
        ("devil_in_the_wind", "smoke_bomb"): 2,
        ("devil_with_mantis", "smoke_bomb"): 2,
        ("shooting_star", "grenade"): 2,
    }
    coated = {
        key: item["coating"]
        for key, template in TEMPLATES.items()
        for item in template.get("items", ())
        if "coating" in item
    }
    assert coated == {"doctor_yue": {"poison": "needle_venom"}}


@pytest.mark.rule("S3-EQUIP-21")
def test_the_first_weapon_that_is_not_concealed_is_in_hand_and_a_two_handed_one_in_both() -> None:
    for key, template in TEMPLATES.items():
        concealed = template.get("concealed", [])
        weapons = [item["kind"] for item in template.get("items", ()) if item["kind"] in EQUIPMENT["weapon"]]
        ready = [kind for kind in weapons if kind not in concealed]
        expected = {}
        if ready:
            two_handed = all(mode.get("hands", 1) == 2 for mode in EQUIPMENT["weapon"][ready[0]]["modes"])
            expected = {"main": ready[0], "off": ready[0]} if two_handed else {"main": ready[0]}
        assert template.get("hands", {}) == expected, key


@pytest.mark.rule("S3-EQUIP-21")
def test_armour_is_worn_and_vehicles_are_driven_as_the_table_says() -> None:
    assert {key: row["armour"] for key, row in TEMPLATES.items() if "armour" in row} == {"archer": "heavy_armour"}
    assert {key: row["drives"] for key, row in TEMPLATES.items() if "drives" in row} == dict.fromkeys(
        ("shooting_star", "ripper_zhang", "thunder_hand", "steel_lion", "white_tiger"), "autocycle"
    )


@pytest.mark.rule("S3-RUL-41")
def test_foes_with_two_names_in_print_answer_to_both() -> None:
    assert {row["name"]: row["aliases"] for row in TEMPLATES.values() if "aliases" in row} == {
        "Devil in the Wind": ["Tetsuo Hideyoshi"],
        "Ripper Zhang": ["Ripper Chang"],
        "Thunder Hand": ["Steel Tiger"],
    }


def test_the_data_files_use_no_word_that_the_rules_do_not_know() -> None:
    for kind, weapon in EQUIPMENT["weapon"].items():
        for mode in weapon["modes"]:
            assert mode["skill"] in WEAPON_SKILLS, kind
            assert mode.get("reach", "close") in REACHES, kind
            assert set(mode.get("flags", ())) <= FLAGS, kind
            assert mode.get("effect", "eyes") in LIMBS, kind
            assert set(mode) <= {
                *("key", "skill", "reach", "hands", "flags", "effect", "lasts", "rating"),
                *FIVE_NUMBERS,
            }, kind
    for entry in EQUIPMENT["armour"].values():
        assert set(entry["armour"]["penalised"]) <= SKILLS
    for entry in EQUIPMENT["gear"].values():
        assert {gear["skill"] for gear in entry["gear"]} <= SKILLS
    for row in EQUIPMENT["poison"].values():
        assert row["route"] in ROUTES
        assert row.get("effect", "eyes") in LIMBS


def test_templates_name_only_skills_talents_items_vehicles_and_poisons_that_exist() -> None:
    for key, template in TEMPLATES.items():
        kinds = [item["kind"] for item in template.get("items", ())]
        assert set(template["skills"]) <= SKILLS, key
        assert all(1 <= points <= 30 for points in template["skills"].values()), key
        assert set(template.get("talents", ())) <= TALENTS, key
        assert set(kinds) <= set(ITEMS), key
        assert len(set(kinds)) == len(kinds), key
        assert {*template.get("concealed", ()), *template.get("hands", {}).values()} <= set(kinds), key
        assert template.get("armour", "light_armour") in EQUIPMENT["armour"], key
        assert template.get("drives", "truck") in EQUIPMENT["vehicle"], key
        for item in template.get("items", ()):
            assert item.get("coating", {"poison": "viper_oil"})["poison"] in EQUIPMENT["poison"], key


def test_no_field_stands_at_its_default() -> None:
    for kind, weapon in EQUIPMENT["weapon"].items():
        for mode in weapon["modes"]:
            defaults = {"key": "", "reach": "close", "hands": 1, "flags": []} | dict.fromkeys(FIVE_NUMBERS, 0)
            assert not [field for field, value in defaults.items() if mode.get(field, "absent") == value], kind
    for kind, vehicle in EQUIPMENT["vehicle"].items():
        assert vehicle.get("kind") != "machine", kind
        assert vehicle.get("speed") != 0, kind


def test_everything_that_is_named_at_the_table_has_a_name() -> None:
    named = ITEMS | EQUIPMENT["vehicle"] | EQUIPMENT["poison"] | TEMPLATES
    assert all(entry["name"].strip() for entry in named.values())
    ids = [template["id"] for template in TEMPLATES.values()]
    assert len(set(ids)) == len(ids)
