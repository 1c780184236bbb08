"""Scripts and styles without comments and meaningless blanks, which readers of the repository need and browsers do not.

Templates of htm ignore line ends and the blanks around them, so that their indentation is dropped, too; they close
elements without a name, and need quotes only around values with blanks or signs. Declarations that follow each other
become one, and frequent variables get short names.
"""

import re
from collections.abc import Iterator, Sequence
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
    one table fight id at field each values to key name label event value error text problem seat part found all
    form faces face asked other View now pick list count place join listed entries nameOf entry number answer
    problemOf WATCHER Select before invitation playingCard choice faultOf readOnce button filled calledAll words
    system token version NARRATOR interview isSettled conditions choices given RuleNote FIRST_DELAY called TokenForm
    operation drawBoard drawSides drawStage drawCount since thrown further tokenOf isElsewhere SchemaField needed
    people CombatantCard told state first whole drawTurn drawThrow lastThrow next link body step rest Seen partsOf
    story path shown connection options delay systems named names joining rights record Unreachable numbers columns
    exchanged sideClass MOST_PIPS more copy schema drawCondition most bond operations level template fields group
    Refusal Toolbar Actions waiting opposed peopleOf listener recordPieces some left scheme opened byDefault
    squaresOf isTooLong refusedBy side audit beside minus nearest patternProperties target kept length throws
    between several Filling ANYBODY focused current ids page root acts word forms usual filters bearer seldom actors
    meters faultsOf controls drawMetres kind properties rows rank headers differs details after picks title disabled
    leave query signal texts inline piece bonds Story required TableView permitted MAX_DELAY isPassing drawMeter
    drawScene unit groups places storey resolve Control askedOf pieceOf storeys awaited reading onClick milliseconds
    MOST_BUTTONS MOST_SQUARES here reference playing done actor parts mine ends again wrong pause frame children
    Count board known isSeldom isListed narrates narrated vehicles isTarget reasonOf NewFight tablesOf isPublic
    drawSquares YarrowTable commitments ALL chosen phrase refusal answers detail view ROOT long suit item RECENT
    object signed isOpen isFlag ticked square picked states points prompt sideOf isName isGone EVERYTHING isFiltered
    open fixed result drawn rules notes clock Fight batch props where taken CROWD below changed description isStill
    buttons onInput isFirst unasked isWhole bondsOf lyingOn valueOf seconds players tone once icon card east knot
    free deck handed Described isAtField relations drawDecks MOST_NEXT numeralOf fromStart what last Api driver
    fault sent node slot look lines pips least NEAR tick commands branches enter ended Pairs nouns Faces moved plays
    close holds until fresh Fights Replay RIGHTS parsed isText SCHEME isHand faults isIdle pieces choose Prompt
    common things shares metres begins inPips SHAPES halves TITLES marked moment column FightBar declared isInline
    hadFocus backTone initials cardName Embedded STATUSES hasSides VERDICTS sentence put onToken say way errors lost
    KEPT init high main base many combatants SCHEMES isEnded Trouble speaker isOther patched control HOSTILE isGiven
    isTaken Vehicle placeOf against content LONGEST CHANCES opening closing tallied isFresh note seats begun items
    isLink riders amount Proof Seats VIEWS endOf USUAL meant pairs SHEET SENDS changing knots exits spots
"""
"""The names of variables that are served with shorter ones, those that save most first."""
_signs: Final = (
    *"BEFGILMNOPRTUVWXYZcdefgijklmnopqrstuvwz",
    *(f"{first}{second}" for first in "$_" for second in (*ascii_letters, *digits, "_")),
    *(f"{first}{second}" for first in ascii_uppercase for second in digits),
)
"""Names that no script has, the shortest first."""
NAMED: Final = {"html": "$", **dict(zip(SHARED.split(), _signs, strict=False))}
SHORTER: Final = {"true": "!0", "false": "!1", "undefined": "void 0", "const": "let"}
"""Shorter code that does the same, by word: the check of types ensures that no script assigns to a constant."""
MEMBER_AFTER: Final = frozenset({"{", "}", ";", "async", "get", "set", "static"})
BLOCK_AFTER: Final = frozenset({"", ")", "{", "}", ";", "else", "try", "catch", "finally"})


def stripped(script: str) -> str:
    """Return a script that does the same with fewer bytes."""
    made: list[str] = []
    pending = ""
    declares = [""]  # of each bracket around this place, which declaration its statement is
    declared = ""  # which declaration the statement is that has just ended
    for kind, piece in _renamed([*_pieces(script)]):
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


def _renamed(pieces: Sequence[tuple[str, str]]) -> Iterator[tuple[str, str]]:
    """Yield the tokens of a script, in which variables have shorter names; properties keep theirs."""
    codes = [piece for kind, piece in pieces if kind != "blank"] + [""]
    around: list[str] = []  # what each bracket around this place is: a block, a class, an object, or its own sign
    place = -1
    for kind, piece in pieces:
        if kind == "blank":
            yield kind, piece
            continue
        place += 1
        before, after = codes[place - 1] if place else "", codes[place + 1]
        if piece[0] in OPERAND_ENDS:
            around.pop()
        yield (
            kind,
            _variable(piece, before, after, around) if piece in NAMED and not _follows_dot(codes, place) else piece,
        )
        if piece[-1] in OPENING:
            around.append(_bracket(codes, place) if piece == "{" else piece[-1])


def _variable(name: str, before: str, after: str, around: Sequence[str]) -> str:
    """Return what is served in place of a name that follows no dot."""
    inside = around[-1] if around else ""
    if inside == "object" and before in ("{", ","):
        return name if after in (":", "(") else f"{name}:{NAMED[name]}"
    return name if inside == "class" and before in MEMBER_AFTER else NAMED[name]


def _follows_dot(codes: Sequence[str], place: int) -> bool:
    return codes[place - 1 : place] == ["."] and codes[max(0, place - 3) : place] != [".", ".", "."]


def _bracket(codes: Sequence[str], place: int) -> str:
    """Return what a brace opens, by what is before it; objects are also patterns that take them apart."""
    before, last = ["", "", *codes[:place]][-2:]
    if last in ("import", "export"):
        return "names"
    if before in ("class", "extends"):
        return "class"
    return "block" if last in BLOCK_AFTER or before + last == "=>" else "object"


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
