"""Tests of the negotiation of languages: which of those that are offered a header Accept-Language chooses."""

import pytest

from service.rulesets.negotiation import LONGEST, preferred

OFFERED = ("en", "de", "pt-BR")


@pytest.mark.parametrize(
    ("header", "chosen"),
    [
        ("", "en"),
        ("de", "de"),
        ("DE", "de"),
        ("fr", "en"),
        ("fr, de", "de"),
        ("de, en", "de"),
        ("en, de", "en"),
        ("de;q=0.5, en;q=0.9", "en"),
        ("en;q=0.5, de;q=0.501", "de"),
        ("de ; q=1.000 ,en", "de"),
        (", de,,", "de"),
        ("fr;q=0.9\t,\tde;q=0.1", "de"),
    ],
)
def test_the_language_that_is_wanted_most_is_chosen_and_of_equal_ones_the_first(header: str, chosen: str) -> None:
    assert preferred(header, OFFERED) == chosen


@pytest.mark.parametrize(
    ("header", "chosen"),
    [
        ("de-AT", "de"),
        ("de-AT, en;q=0.9, de;q=0.8", "de"),
        ("de-Latn-AT", "de"),
        ("pt", "pt-BR"),
        ("PT-br", "pt-BR"),
        ("pt-PT", "en"),
        ("d", "en"),
        ("deu", "en"),
        ("en-GB, de", "en"),
    ],
)
def test_a_range_matches_its_language_its_variants_and_what_it_is_a_variant_of(header: str, chosen: str) -> None:
    assert preferred(header, OFFERED) == chosen


@pytest.mark.parametrize(
    ("header", "chosen"),
    [
        ("*", "en"),
        ("fr, *;q=0.5", "en"),
        ("de, *", "de"),
        ("*, de", "en"),
        ("*, de;q=0.5", "en"),
        ("*;q=0.1, de;q=0.5", "de"),
        ("en;q=0, *", "de"),
        ("en;q=0, de;q=0", "en"),
        ("de;q=0", "en"),
        ("de-AT, de;q=0", "en"),
        ("*;q=0", "en"),
    ],
)
def test_a_star_means_every_other_language_and_zero_means_none(header: str, chosen: str) -> None:
    assert preferred(header, OFFERED) == chosen


@pytest.mark.parametrize(
    "header",
    [
        *("de; en", "de;q=2", "de;q=0.1234", "de;q=", "de;q=-1", "de;q", "de q=1", "de;level=1", "de_AT", "-de"),
        *("de, ###", "de-", "verylonglanguage", "de\x00", "dé", "*-de", ";q=1", "de;q=1.001"),
        f"de{', fr' * LONGEST}",
    ],
)
def test_a_malformed_header_means_english(header: str) -> None:
    assert preferred(header, OFFERED) == "en"


@pytest.mark.parametrize(
    ("header", "chosen"),
    [
        ("de", "de"),
        ("de-CH", "de-CH"),
        ("de-CH, de", "de-CH"),
        ("de, de-CH", "de"),
        ("de-CH;q=0.5, de", "de"),
        ("de;q=0.5, de-CH", "de-CH"),
        ("de;q=0, de-CH", "de-CH"),
        ("de-CH;q=0, de", "de"),
        ("de-AT", "de"),
        ("en;q=0.1, de;q=0", "en"),
    ],
)
def test_a_language_and_its_variant_are_told_apart(header: str, chosen: str) -> None:
    assert preferred(header, ("en", "de-CH", "de")) == chosen
