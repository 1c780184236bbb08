"""Tests of languages over HTTP: which answers are in the language that a client prefers, and what they say of it."""

from typing import Any

import pytest

from domain.registry import rulesets
from domain.rulesets.ticks import TICKS
from tests.http.conftest import Api, tagged_version
from yarrow_client.options.forms import Menu
from yarrow_client.options.phrases import sentence

GERMAN = {"Accept-Language": "de-AT, de;q=0.9, en;q=0.5"}
PLAYER = {"Yarrow-As": "player:iris"}
CALL: dict[str, Any] = {"actor": "iris", "against": "bruno"}


async def opened(api: Api) -> None:
    """Open a fight of Ticks whose combatants are asked what they do in the first round."""
    await api.open("duel", "iris", "bruno", ruleset="ticks")


async def test_options_and_their_declarations_are_in_the_language_that_the_client_prefers(api: Api) -> None:
    await opened(api)
    answer = await api.get("/options", headers=GERMAN)
    assert (answer.status_code, answer.headers["content-language"]) == (200, "de")
    declared = await api.client.get(answer.json()["declarations"])
    assert (declared.status_code, declared.headers["content-language"]) == (200, "de")
    assert "immutable" in declared.headers["cache-control"]
    menu = Menu(answer.json(), declared.json())
    wound = next(one for one in menu.forms if one.name == "ticks.wound")
    assert (wound.label, wound.help) == ("Figur verwunden", "Eine Figur verwunden, ohne Abzug.")
    assert sentence(menu, wound, {"combatant": "iris", "wounds": 2}) == "Iris Vane 2 Wunden zufügen"
    assert {group.label for group in menu.groups} >= {"Spieltisch", "Szene", "Versorgung"}
    whole = await api.get("/options", headers=GERMAN, params={"declarations": True})
    assert whole.json()["declared"] == declared.json()


@pytest.mark.parametrize("languages", [{}, {"Accept-Language": "fr"}, {"Accept-Language": "de; q = ?"}])
async def test_without_a_preferred_language_answers_are_in_english(api: Api, languages: dict[str, str]) -> None:
    await opened(api)
    answer = await api.get("/options", headers=languages)
    assert (answer.status_code, answer.headers["content-language"]) == (200, "en")
    declared = await api.client.get(answer.json()["declarations"], headers=GERMAN)
    assert declared.headers["content-language"] == "en"
    assert declared.json()["forms"]["ticks.wound"]["label"] == "Wound a combatant"


async def test_preferences_in_several_headers_count_as_one(api: Api) -> None:
    await opened(api)
    several = [("Accept-Language", "fr"), ("Accept-Language", "de;q=0.5")]
    answer = await api.client.get("/v1/encounters/duel/options", headers=several)
    assert answer.headers["content-language"] == "de"


async def test_each_language_has_declarations_at_an_address_of_its_own(api: Api) -> None:
    await opened(api)
    addresses = {
        (await api.get("/options", headers={**language, **speaker})).json()["declarations"]
        for language in ({}, GERMAN)
        for speaker in ({}, PLAYER)
    }
    assert len(addresses) == 4


async def test_a_client_has_the_options_of_the_language_in_which_it_read_them(api: Api) -> None:
    await opened(api)
    english, german = [await api.get("/options", headers=one) for one in ({}, GERMAN)]
    assert tagged_version(english) == tagged_version(german) == english.json()["version"]
    assert english.headers["etag"] != german.headers["etag"]
    for read, languages, status in (
        *((english, {}, 304), (german, GERMAN, 304)),
        *((english, GERMAN, 200), (german, {}, 200)),
    ):
        again = await api.get("/options", headers={**languages, "If-None-Match": read.headers["etag"]})
        assert again.status_code == status
        assert again.headers["vary"] == "Authorization, Yarrow-As, Accept-Language, Accept-Encoding"
        own = german if languages else english
        assert again.headers["etag"] == own.headers["etag"]
        assert ("content-language" in again.headers) == (status == 200)


async def test_the_tag_of_options_in_any_language_is_the_expected_version_of_a_command(api: Api) -> None:
    await opened(api)
    tag = (await api.get("/options", headers=GERMAN)).headers["etag"]
    assert (await api.command("core.note", text="Still.", headers={"If-Match": tag})).is_success
    assert (await api.command("core.note", text="Still.", headers={"If-Match": tag})).json()[
        "code"
    ] == "version_conflict"


async def test_questions_are_in_the_language_and_the_sentences_of_the_story_in_english(api: Api) -> None:
    await opened(api)
    assert (await api.command("ticks.call_combat", **CALL)).is_success
    assert (await api.command("ticks.start_round")).is_success
    answer = await api.get("/options", headers=GERMAN)
    asked = answer.json()["prompts"][0]
    assert asked["question"] == "was in dieser Runde zu tun ist"
    assert "declare" in asked["sentence"]
    assert answer.headers["content-language"] == "de, en"


async def test_refusals_are_in_english(api: Api) -> None:
    await opened(api)
    plain, german = [await api.command("ticks.end_combat", headers=one) for one in ({}, GERMAN)]
    assert plain.json()["code"] == "refused"
    assert plain.json()["detail"] == german.json()["detail"]


async def test_a_ruleset_without_the_language_answers_in_english(api: Api) -> None:
    await api.open()
    answer = await api.get("/options", headers=GERMAN)
    assert answer.headers["content-language"] == "en"
    declared = (await api.client.get(answer.json()["declarations"])).json()
    assert declared["forms"]["core.note/open"]["label"] == "Make a note"


async def test_each_ruleset_lists_the_languages_of_its_words(api: Api) -> None:
    listed = {one["key"]: one["languages"] for one in (await api.client.get("/v1/rulesets")).json()["rulesets"]}
    assert listed == {key: sorted(["en", *ruleset.texts]) for key, ruleset in rulesets().items()}
    assert (listed["ticks"], listed["s3"]) == (["de", "en"], ["en"])
    await opened(api)
    for key, languages in listed.items():
        assert (await api.client.get(f"/v1/rulesets/{key}")).json()["languages"] == languages
    for language in listed["ticks"]:
        answer = await api.get("/options", headers={"Accept-Language": language})
        assert answer.headers["content-language"] == language


async def test_the_labels_of_a_ruleset_are_in_the_language(api: Api) -> None:
    answers: Any = {
        one: await api.client.get("/v1/rulesets/ticks", headers={"Accept-Language": one}) for one in ("de", "en")
    }
    for language, said in (("de", "de, en"), ("en", "en")):
        assert answers[language].headers["content-language"] == said
        assert answers[language].headers["vary"] == "Accept-Language, Accept-Encoding"
    german, english = (answers[one].json() for one in ("de", "en"))
    assert english.pop("words") == TICKS.labels.table
    words = german.pop("words")
    assert (words.keys(), words["ticks.act"], words["core.note"]) == (
        TICKS.labels.table.keys(),
        "Handeln",
        "Notiz machen",
    )
    assert german == english
