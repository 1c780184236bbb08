"""Tests that every promise is held by tests that exist, and that the page has all promises."""

import re

import pytest

from docs.generate import PAGES
from docs.pages.limits import limits_page
from docs.pages.promises import PROMISES, Promise
from tests.program import ROOT

[PAGE] = [path for path, page in PAGES.items() if page is limits_page]
LINK = re.compile(r"\[`(test_\w+)`\]\(([^)]+)\)")


@pytest.mark.parametrize("promise", PROMISES, ids=lambda promise: promise.promise)
def test_a_promise_links_to_tests_that_exist(promise: Promise) -> None:
    lines = PAGE.read_text(encoding="utf-8").splitlines()
    [line] = [line for line in lines if line.startswith(f"| {promise.promise} |")]
    links = LINK.findall(line)
    assert len(links) == len(promise.tests) > 0
    for function, link in links:
        file = (PAGE.parent / link).resolve()
        assert file.is_relative_to(ROOT / "tests")
        assert re.search(rf"^(async )?def {function}\(", file.read_text(encoding="utf-8"), flags=re.MULTILINE), function


def test_the_readme_leads_to_the_promises() -> None:
    assert "\n## Promises of the service\n" in PAGE.read_text(encoding="utf-8")
    links = re.findall(r"promises\]\(([^)#]+)", (ROOT / "README.md").read_text(encoding="utf-8"))
    assert PAGE in {ROOT / link for link in links}
