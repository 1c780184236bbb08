"""The characters of free text: all but control characters and those that change how other text is displayed."""

from typing import Final

BIDI_CONTROLS: Final = r"\u202a-\u202e\u2066-\u2069"
"""Bidirectional control characters. Excluded from text, because they change how the text after them is displayed."""
TEXT_CHARACTER: Final = rf"[^\x00-\x08\x0b-\x1f\x7f-\x9f{BIDI_CONTROLS}]"
LINE_CHARACTER: Final = rf"[^\x00-\x1f\x7f-\x9f{BIDI_CONTROLS}]"
"""A character of one-line free text: no control character. ``TEXT_CHARACTER`` also allows tabs and line feeds."""
