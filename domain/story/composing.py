"""Clauses composed to a sentence: the predicates of one subject are joined, and the objects of one predicate.

*Ogre shoots Bell with the pistol and hits, 5 to 4; Bell takes 2 points of damage and a light wound.*
"""

import re
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, field
from functools import partial
from itertools import takewhile
from typing import Final

from domain.story.clauses import Clause
from domain.text.phrases import listed, plural_verb, sentence, with_full_stop

_NUMBER: Final = re.compile(r"\d")
_COUNT: Final = re.compile(r"\d+(?= )")
_THINGS: Final = re.compile(r"(\d+) (\w+?)s?\b(.*)")
"""A number of things: the number, their name without the ending of the plural, and what follows."""
_ARTICLE: Final = re.compile(r"an? ")
_PARENTHESES: Final = re.compile(r"\([^)]*\)|“[^”]*”")
_PAIR: Final = re.compile(r"\b(?:of|with) [A-Z]\w* and [A-Z]\w*$")
"""A pair of names that ends a predicate, as *with Will and Intellect*."""
_STATE: Final = re.compile(r"(\w+ (?!again)\w+)(?: from .*)?")
"""A predicate of two words that may name a cause, as *falls unconscious from her wounds*."""
_THING: Final = re.compile(r"\b(?:the|an?) ")
_MEANS: Final = re.compile(r" with ((?:the|an?) [^,;(]+)")
"""The means of a deed, as in *hits Bell with the bayonet rifle's bayonet*."""
HIDDEN: Final = 0xE000
"""The first of the characters for private use, which take the place of names."""
_PREPOSITION: Final = "against|at|by|for|from|in|into|of|on|over|to|with"
_HEAD: Final = re.compile(rf"(?:(?!(?:the|an?) )[a-z]+ ){{3,}}|[a-z]+ (?:{_PREPOSITION}) ")
"""The words with which a predicate begins, before a name, a number or a thing: *fails to hide from*, *fails with*."""
_KEPT: Final = re.compile(rf"(?:no longer|{_PREPOSITION}) $")
"""The end of a head that is said again with each of its objects."""


@dataclass
class _Group:
    """Neighbouring clauses with the same subject, or with the same predicate."""

    subjects: list[str]
    predicates: dict[str, list[str]] = field(default_factory=dict)
    can_share: bool = True

    @property
    def told(self) -> list[str]:
        """The predicates with their objects, as they agree with the subjects."""
        predicates = [f"{one} {_listed(objects)}" if objects else one for one, objects in self.predicates.items()]
        return [_of_several(one) for one in predicates] if len(self.subjects) > 1 else predicates


def compose(clauses: Iterable[Clause], names: Collection[str] = ()) -> str:
    """Return the sentence of the clauses of one line; ``names`` are those of the combatants that it mentions."""
    groups: list[_Group] = []
    for one in clauses:
        clause = _told_again(groups, one)
        if not _joins(groups, clause):
            objects = [clause.object] if clause.object else []
            subjects = [clause.subject] if clause.subject else []
            groups.append(_Group(subjects, {clause.predicate: objects}, clause.can_share))
    told: list[tuple[str, list[str]]] = []
    for group in groups:
        subject = listed(group.subjects) if group.subjects else ""
        for predicate in group.told:
            if told and subject and told[-1][0] == subject and not _has_clause(told[-1][1][-1]):
                told[-1][1].append(predicate)
            else:
                told.append((subject, [predicate]))
    return sentence(
        with_full_stop("; ".join([f"{who} {_listed(said_once(_with_it(does, names)))}".strip() for who, does in told]))
    )


def _has_clause(predicate: str) -> bool:
    """Return whether a predicate ends with a clause of its own, whose subject would take what follows."""
    plain = _PARENTHESES.sub("", predicate).rstrip(": ")
    return ": " in plain or ", but " in plain


def _joins(groups: list[_Group], clause: Clause) -> bool:
    """Add a clause to a group if there is one that it belongs to; return whether there is.

    An object that is new joins only the last group, so that it is not told before what others have done in between.
    """
    if not groups:
        return False
    if clause.subject and clause.object:
        for group in groups:
            objects = group.predicates.get(clause.predicate)
            if group.subjects != [clause.subject] or not objects:
                continue
            if (clause.adds and _added(clause.object, objects)) or _explained(clause.object, objects):
                return True
            further = [*_further(clause.object, objects)]
            if group is groups[-1] or not further:
                objects.extend(further)
                return True
    last = groups[-1]
    if last.subjects == [clause.subject]:
        last.predicates.setdefault(clause.predicate, []).extend([clause.object] if clause.object else [])
        last.can_share = last.can_share and clause.can_share
        return True
    shares = last.can_share and clause.can_share and clause.subject not in last.subjects
    if shares and last.predicates == {clause.predicate: [clause.object] if clause.object else []}:
        last.subjects.append(clause.subject)
        return True
    return False


def _told_again(groups: list[_Group], clause: Clause) -> Clause:
    """Return a clause with *again* for its cause, if its subject did the same before what the line has told last.

    *Pryce falls unconscious from his wounds, is awake again and falls unconscious again*
    """
    state = _STATE.fullmatch(clause.predicate)
    if not clause.subject or clause.object or state is None:
        return clause
    told = [(group.subjects, predicate) for group in groups for predicate in group.predicates]
    is_again = ([clause.subject], clause.predicate) in told[:-1]
    return clause._replace(predicate=f"{state[1]} again") if is_again else clause


def _added(one: str, objects: list[str]) -> bool:
    """Add a number of things to that of the same things among the objects; return whether it is there."""
    added = _THINGS.fullmatch(one)
    for place, other in enumerate(objects):
        before = _THINGS.fullmatch(other)
        if added and before and added.groups()[1:] == before.groups()[1:]:
            number, thing, rest = int(before[1]) + int(added[1]), before[2], before[3]
            objects[place] = f"{number} {thing}{'' if number == 1 else 's'}{rest}"
            return True
    return False


def _explained(one: str, objects: list[str]) -> bool:
    """Add quoted words to an object that is named without them, *another roll*; return whether there is one."""
    plain = _without_words(one)
    if plain == one or plain not in objects or _COUNT.match(one) or _ARTICLE.match(one):
        return False
    objects[objects.index(plain)] = one
    return True


def _without_words(one: str) -> str:
    """Return an object without the quoted words at its end."""
    return one.partition(" (“")[0]


def _further(one: str, objects: list[str]) -> Iterator[str]:
    """Yield an object that a sentence names beside others; of equal ones a number counts again, and so does a thing.

    One that has quoted words, *another roll (“too late”)*, is not named again without them.
    """
    if one not in (*objects, *map(_without_words, objects)):
        yield one
    elif number := _COUNT.match(one):
        yield f"another {number[0]}" if objects[-1] in (one, f"another {number[0]}") else f"another {one}"
    elif article := _ARTICLE.match(one):
        yield f"another {one.removeprefix(article[0])}"


def _with_it(predicates: list[str], names: Collection[str]) -> list[str]:
    """Return the predicates of one subject with *it* for a thing that the one before has just named.

    A name may sound like a thing, as *Guard with a whistle* does, and is hidden meanwhile.
    """
    hidden = {chr(HIDDEN + place): name for place, name in enumerate(sorted(filter(_THING.search, names), key=len))}
    for sign, name in reversed(hidden.items()):
        predicates = [one.replace(name, sign) for one in predicates]
    named = ("", *predicates)
    said = [_MEANS.sub(partial(_named_again, before), one) for before, one in zip(named, predicates, strict=False)]
    for sign, name in hidden.items():
        said = [one.replace(sign, name) for one in said]
    return said


def _named_again(before: str, means: re.Match[str]) -> str:
    """Return *with it* for means that are the one thing that a predicate names; other means as they are."""
    thing, belongs, part = means[1].partition("'s ")
    if len(_THING.findall(before)) != 1 or re.search(rf"\b{re.escape(thing)}(?![\w'-])", before) is None:
        return means[0]
    is_one = thing.endswith("ss") or not thing.endswith("s")
    if belongs:
        return f" with {'its' if is_one else 'their'} {part}"
    return f" with {'it' if is_one else 'them'}"


def said_once(predicates: list[str]) -> list[str]:
    """Return the predicates of one subject, with what several in a row begin with said once.

    *fails to hide from Bell, 0 to 1, and from Ogre, 0 to 4*; *is no longer stunned and no longer ill*
    """
    said: list[list[str]] = []
    for one in predicates:
        head = _head(said[-1][0], one) if said else ""
        if head:
            kept = _KEPT.search(head)
            said[-1].append(one[kept.start() if kept else len(head) :])
        else:
            said.append([one])
    return [_listed(each) for each in said]


def _head(one: str, other: str) -> str:
    """Return the words with which both predicates begin; none if they are few."""
    shared = takewhile(lambda pair: pair[0] == pair[1], zip(one.split(" "), other.split(" "), strict=False))
    head = _HEAD.match("".join([f"{word} " for word, _ in shared]))
    return head[0] if head else ""


def _of_several(predicate: str) -> str:
    """Return the predicate of several subjects: numbers in it are those of each."""
    plural = plural_verb(predicate)
    counts = _NUMBER.search(_PARENTHESES.sub("", predicate)) and not plural.startswith("are ")
    return f"each {plural}" if counts else plural


def _listed(phrases: list[str]) -> str:
    """Return phrases in a list, with a comma before the last if that or one before it has a list of its own.

    So it is if one before the last ends with quoted words: *confesses to Bell: “It was me”, and falls*.
    """
    *before, last = [_PARENTHESES.sub("", one) for one in phrases]
    closed = any("," in one or " and " in one or one.endswith(": ") for one in before)
    if before and (closed or " and " in _PAIR.sub("", last)):
        return f"{', '.join(phrases[:-1])}, and {phrases[-1]}"
    return listed(phrases)
