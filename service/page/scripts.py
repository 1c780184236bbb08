"""Scripts and styles without comments and meaningless blanks, which readers of the repository need and browsers do not.

Templates of htm ignore line ends and the blanks around them, so that their indentation is dropped, too; they close
elements without a name, and need quotes only around values with blanks or signs. Declarations that follow each other
become one.
"""

import re
from collections.abc import Iterator
from string import ascii_letters, ascii_uppercase, digits
from typing import Final

_word: Final = re.compile(r"[\w$#]+")
_blank: Final = re.compile(r"\s+")
_indentation: Final = re.compile(r"\n\s+")
_line_end: Final = re.compile(r"(?<=[>`}])\n|\n(?=[<`]|\$\{)")
_line_break: Final = re.compile(r"\s*\n\s*|(?<=[>:,{}])\s+|\s+(?=[>,{}])")
_rule: Final = re.compile(r"([^{}@;,]+)\{([^{}]*)\}")
_rules: Final = re.compile(r"(?<![^{}])([.#]?[\w-]+)\{([^{}]*)\}((?:\1[ >.:\[][^{}@;,]*\{[^{}]*\})+)")
"""A rule of one simple selector, and those after it that begin with the same."""
_comment: Final = re.compile(r"//[^\n]*|/\*.*?\*/", re.DOTALL)
_string: Final = re.compile(r'"(?:[^"\\\n]|\\.)*"|\'(?:[^\'\\\n]|\\.)*\'')
_regex: Final = re.compile(r"/(?:[^/\\\[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+/[a-z]*")
_closing: Final = re.compile(r"</\w+>")
_empty: Final = re.compile(r" +/>")
_quoted: Final = re.compile(r'(\s[\w-]+=)"([\w-]+)"(?=[\s/>])')
_text: Final = re.compile(r"(?:[^`\\$]|\\.|\$(?!\{))+", re.DOTALL)
_single: Final = re.compile(r"(?<![\w$])\((\w+)\)=>")
"""The only parameter of a function, which needs no parentheses."""
OPERAND_ENDS: Final = frozenset(")]}")
"""After one of these, or a word, a slash divides; elsewhere it begins a regular expression."""
OPENING: Final = frozenset("([{")
NO_LINE_AFTER: Final = frozenset("{}[(,;=>&|?:")
NO_LINE_BEFORE: Final = frozenset(")]},;.?:&|=")
"""Where a line that ends means nothing: the statement continues, or its block has ended; others end with semicolons."""
SIGNS: Final = frozenset("+-")
SHARED: Final = """
    each part found View nameOf problemOf Select before Seen WATCHER step ids button copy bond ALL faultOf called
    kept Api names given page word people rank acts NARRATOR way say calledAll minus playingCard readOnce RuleNote
    tokenOf further record usual ends interview isSettled numbers whole view long suit item Box drawBoard drawCount
    drawSides drawStage drawTurn icon operation partsOf Story TokenForm opened named piece query texts once ROOT
    east high card knot free deck own put Actions drawThrow FIRST_DELAY lastThrow opposed pips Refusal Toolbar
    waiting known Count wrong again frame NEAR slot node tick OWN Row end ANYBODY CROWD exchanged Fight Filling
    isElsewhere KEPT leave listener MOST_PIPS peopleOf several sideClass between taken batch below main init base
    askedOf byDefault CombatantCard Control Faces isFlag isName isOpen isTooLong operations pieceOf RECENT refusedBy
    sideOf signed storeys ticked Unreachable nouns plays controls onClick awaited object states fresh moved holds
    PAGE MAIN LONG wide MOST bondsOf drawCondition drawMeter drawMetres drawScene Fights halves inPips isIdle
    isListed isPassing isSeldom isStill isTarget MAX_DELAY narrated narrates NewFight Prompt reasonOf recordPieces
    Replay RIGHTS SCHEME SHAPES tablesOf TableView TITLES block column endOf isEnd isHand kinds knots marked pieces
    Proof Seats SENDS spots stops SUITS USUAL VIEWS vehicles players control seconds buttons valueOf common things
    points shares metres begins stays share exits Play draw Ways whom Hand held SEAT near half grey cardName CHANCES
    commitments drawDecks drawSquares Embedded EVERYTHING FightBar fromStart hadFocus hasSides HOSTILE initials
    isFiltered isFresh isGiven isInline isOther LONGEST MOST_BUTTONS MOST_NEXT MOST_SQUARES numeralOf patched
    placeOf SCHEMES STATUSES tallied Trouble Vehicle VERDICTS agrees backTone Beside closing DELAYS Ended faceOf
    FALLEN FILLED isLong isOver isPart Keyed LABELS leftOf LEVELS lowest opening Option SPEEDS spread titles turned
    YarrowTable milliseconds relations declared content against shared change APART SIDES PAUSE UNITS outer isFoe
    falls north lacks LINES rider Zones marks isCut RANKS SIGNS isLow tagOf facts
"""
"""The names that are ours, the most frequent first; all are served with shorter ones."""
_signs: Final = (
    *"BEFGILMNOPRTUVWXYZcdefgijklmnopqrstuvwz",
    *(f"{first}{second}" for first in "$_" for second in (*ascii_letters, *digits, "_")),
    *(f"{first}{second}" for first in ascii_uppercase for second in digits),
)
"""Names that no script has, the shortest first."""
NAMED: Final = {"html": "$", **dict(zip(SHARED.split(), _signs, strict=False))}
SHORTER: Final = {"true": "!0", "false": "!1", "undefined": "void 0", "const": "let", **NAMED}
"""Shorter code that does the same, by word: the check of types ensures that no script assigns to a constant."""


def stripped(script: str) -> str:
    """Return a script that does the same with fewer bytes."""
    made: list[str] = []
    pending = ""
    declares = [""]  # of each bracket around this place, which declaration its statement is
    declared = ""  # which declaration the statement is that has just ended
    for kind, piece in _pieces(script):
        if kind == "blank":
            pending = "\n" if "\n" in piece or pending == "\n" else " "
            continue
        code = SHORTER.get(piece, piece)
        declaration = ("export" if made[-1:] == ["export"] else code) if code == "let" else ""
        before = 2 if declaration == "export" else 1
        if declaration and declaration == declared and made[-before:][:1] == [";"]:
            made[-before:] = [","]  # one declaration of several names
            declares[-1] = declaration
            pending = ""
            continue
        if code == "}" and made[-1:] == [";"]:
            made.pop()  # the statement ends with its block
        elif pending and made and (blank := _between(made[-1][-1], code[0], pending)):
            made.append(blank)
        if code == ";":
            declared = declares[-1]
            declares[-1] = ""
        elif declaration:
            declares[-1] = declaration
        if code[0] in OPERAND_ENDS:
            declares.pop()
        if code[-1] in OPENING:
            declares.append("")
        made.append(code)
        pending = ""
    return _single.sub(r"\1=>", "".join(made)) + "\n"


def stripped_styles(sheet: str) -> str:
    """Return a style sheet that does the same, without comments, line ends and blanks around signs, and nested."""
    return _rules.sub(_nested, _line_break.sub("", _comment.sub("", sheet)))


def _nested(found: re.Match[str]) -> str:
    """Return the rules of an element and of what is within it, which follow each other, as one rule."""
    parent, body, rest = found.groups()
    for selector, inner in _rule.findall(rest):
        part = selector[len(parent) :]
        body += (
            ";" if body[-1:] not in ("", "}") else ""
        ) + f"{part.strip() if part[0] in ' >' else '&' + part}{{{inner}}}"
    return f"{parent}{{{body}}}"


def _between(before: str, after: str, blank: str) -> str:
    """Return the blank that has to stay between two characters."""
    if blank == "\n" and before not in NO_LINE_AFTER and after not in NO_LINE_BEFORE:
        return "\n"
    return " " if (_word.match(before) and _word.match(after)) or (before == after and before in SIGNS) else ""


def _pieces(script: str) -> Iterator[tuple[str, str]]:
    """Yield the tokens of a script; comments are blanks, and a template is a piece for each of its texts."""
    place, last = 0, ""
    depths: list[int] = []  # of each template around this place, how many braces are open within its expression
    elements: list[bool] = []  # and whether it is one of htm
    while place < len(script):
        char = script[place]
        if found := _blank.match(script, place) or _comment.match(script, place):
            kind = "blank"
        elif char == "`" or (char == "}" and depths and depths[-1] == 0):
            if char == "}":
                depths.pop()
            else:
                elements.append(script.endswith("html", 0, place))
            end, is_open = _template(script, place + 1)
            if is_open:
                depths.append(0)
            piece = _line_end.sub("", _indentation.sub("\n", script[place:end]))
            if elements[-1]:
                piece = _empty.sub("/>", _closing.sub("<//>", _quoted.sub(r"\1\2", piece)))
            yield "template", piece
            if not is_open:
                elements.pop()
            place, last = end, "`" if not is_open else "{"
            continue
        else:
            divides = bool(last) and (last in OPERAND_ENDS or last in "`\"'" or _word.match(last) is not None)
            found = (
                _string.match(script, place)
                or (None if divides else _regex.match(script, place))
                or _word.match(script, place)
            )
            kind = "code"
        if depths and char in "{}":
            depths[-1] += 1 if char == "{" else -1
        piece = char if found is None else found[0]
        yield kind, piece
        place += len(piece)
        if kind != "blank":
            last = piece[-1]


def _template(script: str, place: int) -> tuple[int, bool]:
    """Return where the text of a template ends, and whether an expression follows in it."""
    if found := _text.match(script, place):
        place = found.end()
    is_open = script.startswith("${", place)
    return place + (2 if is_open else 1), is_open
