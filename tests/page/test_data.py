"""Data in forms: metadata and sheets, with a field for each value, and what is wrong said where it was given."""

import pytest
from playwright.async_api import expect

from tests.page.visitor import Service, Visitor, at_any_time, sent_by
from tests.tiers import long


async def test_metadata_has_a_field_for_each_key_and_for_its_value(visitor: Visitor, service: Service) -> None:
    fight = await service.open(scene="two_against_two")
    await visitor.go(fight)
    form = await at_any_time(visitor, "Change metadata")
    metadata = form.get_by_role("group", name="Metadata")
    await expect(form).to_contain_text("Keys such as colour or token, with values such as gold, 12 or true.")
    await metadata.get_by_label("Value 1").fill("gold")
    await form.locator("button[type=submit]").click()  # the browser asks for the key
    assert await metadata.get_by_label("Key 1").evaluate("(input) => input.validity.valueMissing")
    await metadata.get_by_label("Key 1").fill("The colour")
    await form.locator("button[type=submit]").click()
    wrong = form.get_by_role("alert").filter(has_text="The colour: Must have 1 to 40 characters")
    await expect(wrong).to_be_visible()
    await metadata.get_by_label("Key 1").fill("colour")
    await expect(wrong).to_have_count(0)
    await metadata.get_by_label("Key 2").fill("token")
    await metadata.get_by_label("Value 2").fill("12")
    assert (await sent_by(visitor, form))["metadata"] == {"colour": "gold", "token": 12}


@pytest.mark.parametrize(
    ("scene", "template", "number"),
    [
        ("two_against_two", "tor", "Luck"),
        long("over_the_rail", "one_eyed_ogre", "Fortitude"),
        long("alley_ambush", "eva", None),
        long("two_knives", "vane", None),
        long("gang_war", "bill", None),
    ],
)
async def test_a_sheet_has_fields_and_begins_with_those_of_a_template(
    visitor: Visitor, service: Service, scene: str, template: str, number: str | None
) -> None:
    fight = await service.open(scene=scene)
    await visitor.go(fight)
    form = await at_any_time(visitor, "Add a combatant with a sheet")
    sheet = form.get_by_role("group", name="Sheet", exact=True)
    await sheet.get_by_label("Begin from the sheet of").select_option(template)
    await sheet.get_by_label("Name", exact=True).fill("Somebody Else")
    if number:
        await sheet.get_by_label(number, exact=True).fill("3")
    sent = (await sent_by(visitor, form))["sheet"]
    assert sent["name"] == "Somebody Else"
    assert number is None or sent[number.lower()] == 3
    await expect(visitor.region("Combatants")).to_contain_text("Somebody Else")


async def test_what_is_wrong_with_a_sheet_is_said_where_it_is_filled_in(visitor: Visitor, service: Service) -> None:
    await visitor.go(await service.open(scene="two_against_two"))
    form = await at_any_time(visitor, "Add a combatant with a sheet")
    sheet = form.get_by_role("group", name="Sheet", exact=True)
    await sheet.get_by_label("Name", exact=True).fill("Somebody")
    await form.locator("button[type=submit]").click()
    wrong = form.locator(".row").get_by_role("alert")
    await expect(wrong).to_contain_text("statistics: This field is required.")
    await sheet.get_by_text("More of Sheet").click()
    things = sheet.get_by_label("Things")
    await things.fill("[{key: sword}]")
    await expect(wrong).to_have_count(0)
    await expect(sheet).to_contain_text("This is not JSON:")
    assert await things.evaluate("(box) => box.validity.customError")
    await things.fill('[{"key": "sword"}]')
    await expect(sheet).not_to_contain_text("This is not JSON:")
