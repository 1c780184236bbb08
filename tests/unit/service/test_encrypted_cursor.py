"""Tests of encrypted cursors: only the service can read them, for one tenant, with any of the accepted secrets."""

import pytest

from service.read_models.encrypted_cursor import CursorCipher

OLD, NEW, OTHER = b"o" * 32, b"n" * 32, b"x" * 32


def test_it_is_read_by_who_has_the_secret_and_for_its_tenant() -> None:
    text = CursorCipher([OLD]).encode("main", b"place")
    assert CursorCipher([OLD]).decode("main", text) == b"place"
    assert CursorCipher([NEW, OLD]).decode("main", text) == b"place"
    assert CursorCipher([OLD]).decode("another", text) is None
    assert CursorCipher([OTHER]).decode("main", text) is None
    assert CursorCipher([]).decode("main", text) != b"place"
    assert CursorCipher([OLD]).decode("main", CursorCipher([]).encode("main", b"place")) is None


def test_neither_text_nor_length_tells_of_the_place() -> None:
    opaque = CursorCipher([OLD])
    texts = [opaque.encode("main", b"place" * times) for times in (0, 1, 1, 20)]
    assert len(set(texts)) == len(texts)
    assert len({len(text) for text in texts}) == 1


@pytest.mark.parametrize("text", ["", "=", "AAAA", "\x00", "é", "a" * 5000])
@pytest.mark.parametrize("secrets", [[], [OLD]])
def test_what_is_none_is_no_place(secrets: list[bytes], text: str) -> None:
    assert CursorCipher(secrets).decode("main", text) in (None, b"", b"\x00\x00\x00", b"\x69\xa6\x9a" * 1250)
