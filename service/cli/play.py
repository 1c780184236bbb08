"""``yarrow options`` and ``play``: the legal commands, and a menu of them for the players at one keyboard."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Annotated, Any, Final, NamedTuple

import typer
from rich.console import Console

from service.cli.api_client import DEFAULT_URL, Client, path_of
from service.cli.options import AccessToken, As, AsJson, Encounter, Url
from service.cli.render import console, errors, show_json, show_refusal, show_story
from service.cli.tables import show_table
from yarrow_client import (
    Answer,
    FacesWanted,
    Form,
    Menu,
    Problem,
    Unfilled,
    Values,
    fill,
    fill_answer,
    sentence,
    text_of,
)
from yarrow_client.encounter import Faces
from yarrow_client.options.filling import Choose
from yarrow_client.sync import Encounter as Fight

YES: Final = ("y", "yes")
NO: Final = ("", "n", "no")
MORE: Final = "m"
HOW: Final = "Choose by number. b goes back to the menu, q ends. An empty line skips what is optional."
HOW_TO_GIVE_FACES: Final = "Give coins as HHT, dice as 3 5, cards as KH 2S, in the order in which they fell."


Key = tuple[str, str, str]


class Line(NamedTuple):
    """A line of a menu that can be chosen: a form, or a shape of the answer to a prompt."""

    label: str
    form: Form | None = None
    prompt: str = ""
    answer: Mapping[str, Any] = {}


class Heading(NamedTuple):
    """A line of a menu above others."""

    text: str


class Ended(Exception):
    """The player has ended the input."""


class Back(Exception):
    """The player has gone back to the menu."""


def options(
    encounter: Encounter,
    combatant: Annotated[str | None, typer.Option(help="Only those of a combatant, by its ID.")] = None,
    at: Annotated[int | None, typer.Option(min=1, help="Version, the end of a batch; the newest by default.")] = None,
    url: Url = DEFAULT_URL,
    speaker: As = None,
    token: AccessToken = None,
    json: AsJson = False,
) -> None:
    """List the legal commands by groups, and the open prompts with their answers."""
    with Client(url, speaker, token) as client, client.failing():
        if json:
            path = f"{path_of(encounter)}/options"
            show_json(client.get(path, combatant=combatant, at=at, declarations="true"))
            return
        menu = client.encounter(encounter).options(combatant, at=at)
    for line in lines_of(menu):
        match line:
            case Heading(text):
                console.print(f"\n{text}", style="chapter", soft_wrap=True, markup=False)
            case Line(label, form=form):
                costs = f" ({form.costs})" if form is not None and form.costs else ""
                console.print(f"  {label}{costs}", soft_wrap=True, markup=False)
    if not menu.forms and not menu.prompts:
        console.print(f"No command is legal now. Show the fight with: yarrow show {encounter}", soft_wrap=True)


def play(
    encounter: Encounter,
    scene: Annotated[str | None, typer.Option(help="Ready fight to open first, under that ID.")] = None,
    url: Url = DEFAULT_URL,
    speaker: As = None,
    token: AccessToken = None,
    json: AsJson = False,
) -> None:
    """Play an encounter from menus; the narrator plays for everyone. With --json, batches are printed as JSON."""
    screen = errors if json else console
    with Client(url, speaker, token) as client, client.failing():
        if scene is not None:
            client.yarrow.open(scene=scene, id=encounter)
        fight = client.encounter(encounter)
        try:
            while _has_played(fight, screen, as_json=json):
                pass
        except Ended:
            pass


def lines_of(menu: Menu) -> Iterator[Line | Heading]:
    """Yield the lines of a menu: first the open prompts with their answers, then the forms by their groups."""
    for prompt in menu.prompts:
        if not prompt.get("answered"):
            yield Heading(prompt["sentence"])
            yield from (Line(field["label"], None, prompt["id"], field) for field in prompt.get("answers", ()))
    for group in menu.groups:
        if group.forms:
            yield Heading(group.label or "Other")
            yield from (Line(form.label, form) for form in group.forms)


def _has_played(fight: Fight, screen: Console, *, as_json: bool) -> bool:
    """Have a line of the menu chosen and filled in, and send the command; return False if there is none."""
    menu = fight.options()
    if not as_json:
        show_table(fight.table(), fight.id)
    lines = [*lines_of(menu)]
    choices = [line for line in lines if isinstance(line, Line)]
    if not choices:
        screen.print("No command is legal now.")
        return False
    numbers = iter(range(1, len(choices) + 1))
    for line in lines:
        text = f"\n{line.text}" if isinstance(line, Heading) else f"{next(numbers):>4}  {line.label}"
        screen.print(text, soft_wrap=True, markup=False)
    screen.print(f"\n{HOW}", style="dim", soft_wrap=True)
    asking = _Asking(screen)
    try:
        command = _filled(menu, choices[asking.number("Command", len(choices)) - 1], asking, screen)
        _send(fight, command, asking, screen, as_json=as_json)
    except Back:
        pass
    except Unfilled as error:
        screen.print(f"These values do not go together: {error}", soft_wrap=True, markup=False)
    return True


def _filled(menu: Menu, line: Line, asking: "_Asking", screen: Console) -> dict[str, Any]:
    """Return the command of a line, as the player fills it in: first what is required, then the rest on request.

    Raises Unfilled, Back and Ended.
    """
    first = _Required(asking)
    try:
        command = _told(menu, line, first.choose, screen)
    except Unfilled:
        if not first.skipped:
            raise
    else:
        if not first.skipped or not asking.wants_more(first.skipped):
            return command
    return _told(menu, line, _Rest(asking, first.given).choose, screen)


def _told(menu: Menu, line: Line, choose: Choose, screen: Console) -> dict[str, Any]:
    """Return the command of a line, filled in with what is chosen, after printing it in words. Raises Unfilled."""
    if line.form is not None:
        command = fill(menu, line.form, choose)
        screen.print(sentence(menu, line.form, command), soft_wrap=True, markup=False)
        return command
    answer = fill_answer(menu, line.answer, choose)
    screen.print(text_of(menu, line.answer, answer), soft_wrap=True, markup=False)
    return {"type": "core.answer", "prompt": line.prompt, "answer": answer}


def _send(fight: Fight, command: dict[str, Any], asking: "_Asking", screen: Console, *, as_json: bool) -> None:
    """Send a command, and show what happened, or why it is refused. Raises Back and Ended."""
    try:
        done = _thrown(fight, command, asking, screen)
    except Problem as problem:
        if problem.rule and not as_json:
            show_refusal(problem.detail, problem.rule)
        else:
            screen.print(problem.detail, soft_wrap=True, markup=False)
        return
    if as_json:
        show_json({"encounter": done.encounter, "version": done.version, "first": done.first, "events": done.lines})
    else:
        show_story(done.story)


def _thrown(fight: Fight, command: dict[str, Any], asking: "_Asking", screen: Console) -> Answer:
    """Send a command, with the faces that it needs from the table. Raises Problem, Back and Ended."""
    faces: list[Faces] = []
    while True:
        try:
            return fight.give(command, faces=faces or None, story=True)
        except FacesWanted as problem:
            if problem.details.needed is None:
                raise
            if problem.code != "faces_missing":
                faces.pop()
            screen.print(problem.detail, soft_wrap=True, markup=False)
            faces.append(asking.faces(problem.details.needed.of))


class _Asking:
    """Asks the player for numbers, for the values of fields and for the faces of throws."""

    def __init__(self, screen: Console) -> None:
        self._screen = screen

    def number(self, question: str, most: int) -> int:
        """Return a number from 1 to ``most``. Raises Back and Ended."""
        while True:
            given = self._input(f"{question} (1 to {most})")
            if given.isdecimal() and 0 < int(given) <= most:
                return int(given)
            self._screen.print(f"Give a number from 1 to {most}.")

    def faces(self, of: str) -> Faces:
        """Return the faces of a throw of coins, dice or cards. Raises Back and Ended."""
        self._screen.print(HOW_TO_GIVE_FACES, style="dim", soft_wrap=True)
        given = self._input("Faces").upper().replace(",", " ").split()
        if of == "coins":
            return "".join(given)
        return given if of == "cards" else [int(face) for face in given if face.isdecimal()]

    def choose(self, field: Mapping[str, Any], values: Values) -> Any:
        """Return the value of a field, or None to leave it out. Raises Back and Ended."""
        label = field["label"]
        if values.keys is not None:
            keys = [key for key, text in values.keys.listed if self._agrees(f"{label}, {text}?")]
            if field.get("fields"):
                return keys
            return {key: self._value(f"{label}, {key}", values, required=True) for key in keys}
        if field.get("fields"):
            return True if field["required"] or self._agrees(f"{label}?") else None
        if field["required"] and len(values.listed) == 1 and values.span is None and values.text is None:
            return values.listed[0][0]
        return self._value(label, values, required=field["required"], default=_default_of(field, values))

    def wants_more(self, labels: Iterable[str]) -> bool:
        """Return whether the player asks for the optional fields that have these labels. Raises Back and Ended."""
        question = f"More choices? ({MORE} for {', '.join(labels)}, or nothing)"
        while (given := self._input(question).lower()) not in (*NO, MORE):
            self._screen.print(f"Give {MORE}, or an empty line.")
        return given == MORE

    def _value(self, label: str, values: Values, *, required: bool, default: str = "") -> Any:
        """Return one of the values that the player gives, or None to leave it out, which counts as the default."""
        for number, (_, text) in enumerate(values.listed, 1):
            self._screen.print(f"    {number:>4}  {text}", soft_wrap=True, markup=False)
        span = f" ({values.span[0]} to {values.span[1]})" if values.span else ""
        while True:
            skipped = f" (nothing: {default})" if default else ", optional"
            given = self._input(f"{label}{span}{'' if required else skipped}")
            if not given and not required:
                return None
            for found in _meanings(given, values):
                if found in values or values.schema:
                    return found
            self._screen.print(_hint(values))

    def _agrees(self, question: str) -> bool:
        while (given := self._input(f"{question} (y, or nothing)").lower()) not in (*YES, *NO):
            self._screen.print("Give y for yes, or an empty line for no.")
        return given in YES

    def _input(self, question: str) -> str:
        """Return a line of input. Raises Ended for q or at the end of the input, Back for b."""
        try:
            self._screen.print(f"{question}: ", end="", soft_wrap=True, markup=False)
            given = input().strip()
        except EOFError:
            raise Ended from None
        match given:
            case "q":
                raise Ended
            case "b":
                raise Back
        return given


class _Required:
    """Asks for the required fields of a form, and for all entries of a list that has one; skips the others."""

    def __init__(self, asking: _Asking) -> None:
        self._asking = asking
        self.given: dict[Key, list[Any]] = {}
        """The values chosen for each field, in the order of asking."""
        self.skipped: dict[str, None] = {}
        """The labels of the fields that were skipped."""

    def choose(self, field: Mapping[str, Any], values: Values) -> Any:
        """Return the value of a field, or None to leave it out. Raises Back and Ended."""
        key = _key(field)
        begun = field.get("many") is not None and key in self.given
        if not field["required"] and not begun:
            if not _is_settled(field, values):
                self.skipped[field["label"]] = None
            return None
        value = self._asking.choose(field, values)
        self.given.setdefault(key, []).append(value)
        return value


class _Rest:
    """Asks for the fields of a form that were skipped; the others keep what was chosen for them, if it is possible."""

    def __init__(self, asking: _Asking, given: Mapping[Key, list[Any]]) -> None:
        self._asking = asking
        self._given = given

    def choose(self, field: Mapping[str, Any], values: Values) -> Any:
        """Return the value of a field, or None to leave it out. Raises Back and Ended."""
        if kept := self._given.get(_key(field)):
            value = kept.pop(0)
            if _fits(value, field, values):
                return value
        return None if _is_settled(field, values) else self._asking.choose(field, values)


def _key(field: Mapping[str, Any]) -> Key:
    """Return what tells a field of a form from the others, those of its objects too."""
    return field["name"], field["label"], field.get("help", "")


def _fits(value: Any, field: Mapping[str, Any], values: Values) -> bool:
    """Return whether a field may still have the value that was chosen for it."""
    if value is None:
        return not field["required"]
    if values.keys is not None:
        return all(key in values.keys for key in value)
    return (value is True and bool(field.get("fields"))) or value in values


def _is_settled(field: Mapping[str, Any], values: Values) -> bool:
    """Return whether an optional field may have no other value than the one that it has if it is left out."""
    is_open = values.keys is not None or values.span is not None or values.text is not None or values.schema is not None
    if field["required"] or field.get("fields") or is_open:
        return False
    return [value for value, _ in values.listed] == [field["default"]]


def _default_of(field: Mapping[str, Any], values: Values) -> str:
    """Return in words what a field counts as if it is left out, or an empty text."""
    default = field["default"]
    if isinstance(default, bool):
        return "Yes" if default else "No"
    if isinstance(default, int):
        return str(default)
    return next((text for value, text in values.listed if value == default), "")


def _hint(values: Values) -> str:
    """Return what a player may give for a field, as a sentence."""
    ways = []
    if values.listed:
        ways.append(f"a number from 1 to {len(values.listed)}" if len(values.listed) > 1 else "1")
    if values.span is not None:
        ways.append(f"a number from {values.span[0]} to {values.span[1]}")
    if values.text is not None:
        ways.append(f"a text of {values.text[1]} to {values.text[0]} characters")
    return f"Give {' or '.join(ways) or 'a value'}."


def _meanings(given: str, values: Values) -> Iterator[Any]:
    """Yield what an input may mean: the number of a listed value, a number, or a text."""
    if given.isdecimal() and 0 < int(given) <= len(values.listed):
        yield values.listed[int(given) - 1][0]
    if given.removeprefix("-").isdecimal():
        yield int(given)
    yield given
