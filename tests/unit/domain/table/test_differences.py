"""Tests of differences between JSON values: another library applies them, and gets the second of the first."""

from typing import Any

import jsonpatch
import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from domain.table.differences import Operation, differences

KEYS = st.sampled_from(["a", "b", "a/b", "~", "~1", "", "0"])
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(2, 5) | st.sampled_from(["x", "y", ""]),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(KEYS, inner, max_size=4),
    max_leaves=12,
)


def patch(before: Any, after: Any) -> list[Any]:
    found: list[Any] = msgspec.json.decode(msgspec.json.encode([*differences(before, after)]))
    return found


@settings(max_examples=500)
@given(VALUES, VALUES)
def test_the_operations_make_the_second_of_the_first(before: Any, after: Any) -> None:
    made = jsonpatch.apply_patch(before, patch(before, after))
    assert msgspec.json.encode(made, order="sorted") == msgspec.json.encode(after, order="sorted")


@given(VALUES)
def test_between_equal_values_there_are_none(value: Any) -> None:
    assert patch(value, msgspec.json.decode(msgspec.json.encode(value))) == []


@pytest.mark.parametrize(
    ("before", "after", "expected"),
    [
        ({"a": 1}, {"a": "1"}, [Operation("replace", "/a", "1")]),
        ({"order": ["x"]}, {"order": ["x", "y"]}, [Operation("add", "/order/-", "y")]),
        ({"order": ["x"]}, {"order": ["y", "z"]}, [Operation("replace", "/order", ["y", "z"])]),
        ({"order": ["x", "y"]}, {"order": ["x"]}, [Operation("replace", "/order", ["x"])]),
        ({"order": ["x", "y"]}, {"order": ["y", "x"]}, [Operation("replace", "/order", ["y", "x"])]),
        ([{"n": 1}, {"n": 2}], [{"n": 1}, {"n": 3}], [Operation("replace", "/1/n", 3)]),
        ({"a/b": 1, "~": 2}, {}, [Operation("remove", "/a~1b"), Operation("remove", "/~0")]),
        ({"a": None}, {}, [Operation("remove", "/a")]),
        ({}, {"a": None}, [Operation("add", "/a", None)]),
    ],
)
def test_what_is_told_of_a_change(before: Any, after: Any, expected: list[Operation]) -> None:
    assert [*differences(before, after)] == expected
