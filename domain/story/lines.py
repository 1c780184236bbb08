"""The entries of a batch: its lines, each before the details that belong to it.

A line is made of neighbouring clauses. An event of level 1 without a clause is a line by itself; one that belongs to
another line begins the next one. The caller gives all that a batch has from those before it: the facts that these have
held (``domain.story.exchanges``), and the line before it, to which the details of a batch without lines belong.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice, pairwise
from operator import itemgetter
from typing import Final

from domain.story.clauses import Clause, as_clause
from domain.story.composing import compose
from domain.story.facts import Fact, Place, Said
from domain.story.parts import parts_of
from domain.story.shapes import MOMENTS, Beginning, Entry, Part
from domain.story.throws import merged
from domain.story.told import DEEPEST, Level

MOST_CLAUSES: Final = 24
"""The maximum number of clauses of one line."""
LONGEST: Final = 240
"""The length of a sentence above which a line is divided."""
LONGEST_IN_FEW: Final = 720
"""The maximum length of a sentence that has to be said in few lines."""
BETWEEN: Final = 8
"""The most letters that a sentence has beside a clause: ``, and `` and two blanks."""
UNSAID: Final = Clause("", "")
"""In the place of a clause that others say."""


@dataclass
class _Line:
    """Facts, and which of them the sentence tells; ``name`` is the line that they belong to."""

    facts: list[Fact] = field(default_factory=list)
    name: str = ""
    alone: bool = False
    clauses: int = 0

    @property
    def told(self) -> list[Fact]:
        """The facts that its sentence tells, also those that others tell with their own clauses."""
        lenders = self._lent
        return [
            fact
            for place, fact in enumerate(self.facts)
            if fact.clause is not None or place in lenders or (self.alone and fact.level == 1)
        ]

    @property
    def sentence(self) -> str:
        """The sentence of its clauses, or of the one fact that it consists of."""
        return self.told[0].sentence if self.alone else _composed(zip(self.facts, self.said, strict=True))

    @property
    def said(self) -> list[Clause | None]:
        """The clauses by which its sentence tells its facts; None for a fact that others tell, or nobody."""
        lent, kinds = self._lent, {fact.kind for fact in self.told}
        last_of_kind = {(self.facts[place].kind, taker): more for place, (taker, more) in lent.items()}
        continued = dict.fromkeys((taker, more) for (_, taker), more in last_of_kind.items())
        found: list[Clause | None] = []
        for place, fact in enumerate(self.facts):
            lends_itself = fact.lent is not None and not fact.takers
            replaced = place in lent if lends_itself else not kinds.isdisjoint(fact.unless)
            clause = fact.short if replaced and fact.clause is not None else fact.clause
            for taker, more in continued:
                clause = clause.continued(more) if clause is not None and taker == place else clause
            found.append(None if clause is UNSAID else clause)
        return found

    @property
    def opens(self) -> Beginning | None:
        """The last beginning that the line tells, or that has no clause of its own."""
        if all(fact.opens is None for fact in self.facts):
            return None
        told = reversed([*zip(self.facts, self._replaced, strict=True)])
        return next((fact.opens for fact, replaced in told if fact.opens and not replaced), None)

    @property
    def settled(self) -> list[Fact]:
        """Its facts with the clauses that its sentence has, each of which stands by itself."""
        if self.alone:
            return [fact._replace(clause=self._whole(fact), lent=None, takers=(), unless=()) for fact in self.facts]
        lent = self._lent
        explaining = {fact.kind for fact in self.facts if fact.explains}
        found: list[Fact] = []
        for place, (fact, clause, replaced) in enumerate(zip(self.facts, self.said, self._replaced, strict=True)):
            others_say_it = clause is None and (fact.clause is not None or place in lent)
            found.append(
                fact._replace(
                    clause=UNSAID if others_say_it else clause,
                    explains=fact.explains and explaining.isdisjoint(fact.unless),
                    opens=None if replaced else fact.opens,
                    lent=None,
                    takers=(),
                    unless=(),
                )
            )
        return found

    @staticmethod
    def _whole(fact: Fact) -> Clause | None:
        """Return the sentence of a line that tells one fact, as its clause."""
        return as_clause(fact.said.combatants, fact.sentence) if fact.level == 1 else None

    @property
    def _replaced(self) -> list[bool]:
        """For each fact, true if the clauses of others take the place of its own, and do not continue it."""
        lent = self._lent
        return [
            fact.clause is not None and fact.clause is not UNSAID and place not in lent and clause is None
            for place, (fact, clause) in enumerate(zip(self.facts, self.said, strict=True))
        ]

    @property
    def _lent(self) -> dict[int, tuple[int, Clause]]:
        """The clauses that facts lend, by their places, each with the place of the fact that continues with it."""
        lent: dict[int, tuple[int, Clause]] = {}
        for place, fact in enumerate(self.facts):
            if fact.lent is None:
                continue
            takers = [
                (later, one)
                for later, one in islice(enumerate(self.facts), place + 1, None)
                if one.kind in (fact.takers or fact.unless)
                and one.clause is not None
                and one.clause.subject == fact.lent.subject
            ]
            aimed = [later for later, one in takers if fact.target is not None and one.target == fact.target]
            if takers:
                lent[place] = aimed[0] if aimed else takers[0][0], fact.lent
        return lent

    @property
    def explanations(self) -> Iterator[str]:
        """The sentences of the facts that say how it came about."""
        explaining = [fact for fact in self.facts if fact.explains]
        kinds = {fact.kind for fact in explaining}
        return (fact.sentence for fact in explaining if kinds.isdisjoint(fact.unless))


def entries_of(
    facts: Sequence[Fact],
    before: int | None,
    deepest: int = DEEPEST,
    most: int | None = None,
    begins: Place | None = None,
) -> Iterator[Entry]:
    """Yield the entries of a batch up to the level ``deepest``, in at most ``most`` lines if that is given.

    ``before`` is the version of the line to which the details of a batch without lines belong, if one is known. Facts
    of earlier batches, which come first, are parts of lines, but not details again. ``begins`` is the place of the
    batch's first event, if none of the facts is of the batch.
    """
    if not facts:
        return
    batch = facts[-1].place.batch if begins is None else begins.batch
    begins = begins or next(fact.place for fact in facts if fact.place.batch == batch)
    lines = [part for line in _with_strays(list(_lines(facts))) for part in _divided(line)]
    lines = lines if most is None else [*_with_news(_in_few(lines, most), batch)]
    places = _places(lines, [fact.place for fact in facts if fact.place.batch == batch], begins)
    for line, place in zip(lines, places, strict=True):
        headline = _headline(line, place) if most != 0 else None
        if headline is not None:
            yield headline
        of = before if headline is None else headline.version
        for fact in line.facts:
            is_detail = fact.place.batch == batch and _detail_level(fact) <= deepest and fact.sentence
            if is_detail and not _is_headline(fact, headline):
                yield _detail(fact, of)


def lines_among(entries: Iterable[Entry]) -> list[int]:
    """Return the versions of the lines among entries."""
    return [entry.version for entry in entries if entry.level == 1]


def _lines(facts: Sequence[Fact]) -> Iterator[_Line]:
    line = _Line()
    for fact in facts:
        alone = fact.level == 1 and fact.clause is None and bool(fact.sentence)
        differs = bool(fact.line) and fact.line != line.name and line.clauses > 0
        if alone or line.alone or differs or line.clauses >= MOST_CLAUSES:
            yield line
            line = _Line(name=line.name)
        line.facts.append(fact)
        line.name = fact.line or line.name
        line.clauses += fact.clause is not None
        line.alone = alone
    yield line


def _in_few(lines: list[_Line], most: int) -> list[_Line]:
    """Return lines of which neighbours have become one, the shortest first, until there are at most ``most``."""
    found = list(lines)
    lengths = [len(line.sentence) for line in lines] if len(lines) > most else []
    while len(found) > max(most, 1):
        both = [sum(two) + 1 for two in pairwise(lengths)]  # a semicolon and a blank take the place of a full stop
        if min(both) > LONGEST_IN_FEW:
            break
        place = both.index(min(both))
        found[place : place + 2] = [_joined(*found[place : place + 2])]
        lengths[place : place + 2] = [len(found[place].sentence)]
    return found


def _joined(line: _Line, other: _Line) -> _Line:
    """Return two neighbouring lines as one."""
    return _Line([*line.settled, *other.settled], line.name)


def _with_news(lines: Iterable[_Line], batch: int) -> Iterator[_Line]:
    """Yield lines, of which one without a fact of the batch joins the next one, unless that becomes too long."""
    old: _Line | None = None
    for line in lines:
        joined = line if old is None else _joined(old, line)
        if old is not None and len(joined.sentence) > LONGEST_IN_FEW:
            yield old
            joined = line
        old = joined if all(fact.place.batch != batch for fact in joined.facts) else None
        if old is None:
            yield joined
    if old is not None:
        yield old


def _divided(line: _Line) -> Iterator[_Line]:
    """Yield a line; if its sentence is too long, in several lines, which begin with another subject if they can."""
    clauses = [clause for fact in line.facts for clause in (fact.clause, fact.lent) if clause is not None]
    at_most = sum([sum(map(len, clause[:3])) + BETWEEN for clause in clauses])
    if line.alone or len(clauses) < 2 or at_most <= LONGEST or len(line.sentence) <= LONGEST:
        yield line
        return
    part: list[Fact] = []
    for facts in _pieces(line.settled):
        if part and len(_sentence([*part, *facts])) > LONGEST:
            yield _Line(part, line.name)
            part = []
        part += facts
    yield _Line(part, line.name)


def _pieces(facts: Iterable[Fact]) -> Iterator[list[Fact]]:
    """Yield neighbouring facts whose clauses have the same subject, or each by itself where these are too long."""
    for group in _grouped(facts, lambda before, clause: before.subject != clause.subject):
        yield from [group] if len(_sentence(group)) <= LONGEST else _grouped(group, lambda before, clause: True)


def _grouped(facts: Iterable[Fact], apart: Callable[[Clause, Clause], bool]) -> Iterator[list[Fact]]:
    """Yield neighbouring facts, divided where a clause is apart from the one before; others join the one before."""
    group: list[Fact] = []
    before: Clause | None = None
    for fact in facts:
        if fact.clause is not None and fact.clause is not UNSAID:
            if before is not None and apart(before, fact.clause):
                yield group
                group = []
            before = fact.clause
        group.append(fact)
    yield group


def _sentence(facts: Sequence[Fact]) -> str:
    """Return the sentence of settled facts."""
    return _composed((fact, None if fact.clause is UNSAID else fact.clause) for fact in facts)


def _composed(told: Iterable[tuple[Fact, Clause | None]]) -> str:
    """Return the sentence of the clauses of facts, in the order in which it tells them."""
    ordered = _in_order(told)
    clauses = [(fact.last, clause) for fact, clause in ordered if clause is not None]
    names = {name for fact, _ in ordered for name in fact.said.combatants}
    return compose([clause for _, clause in sorted(clauses, key=itemgetter(0))], names)


def _in_order(told: Iterable[tuple[Fact, Clause | None]]) -> list[tuple[Fact, Clause | None]]:
    """Return facts with each that follows another right after it, and not after what has happened in between."""
    ordered: list[tuple[Fact, Clause | None]] = []
    for one in told:
        kinds = one[0].follows
        before = [place for place, (fact, _) in enumerate(ordered) if fact.kind in kinds] if kinds else []
        place = before[-1] + 1 if before else len(ordered)
        while place < len(ordered) and ordered[place][0].follows == kinds:
            place += 1
        ordered.insert(place, one)
    return ordered


def _with_strays(lines: list[_Line]) -> list[_Line]:
    """Return only lines with a sentence, if there are any: other facts join the line before, or the next one."""
    found: list[_Line] = []
    strays: list[Fact] = []
    for line in lines:
        if line.alone or line.clauses:
            line.facts[:0] = strays
            strays = []
            found.append(line)
        elif found:
            found[-1].facts += line.facts
        else:
            strays += line.facts
    return found or [_Line(strays)]


def _places(lines: Iterable[_Line], places: Sequence[Place], begins: Place) -> list[Place]:
    """Return the place of each line in a batch with these places, which ``begins`` with one: that of its last fact.

    A line that tells only facts of earlier batches has a place of this one that no other line has, or else the first.
    """
    ends = [line.told[-1].place if line.told else begins for line in lines]
    free = (place for place in places if place not in {*ends, begins})
    return [place if place.batch == begins.batch else next(free, begins) for place in ends]


def _headline(line: _Line, last: Place) -> Entry | None:
    """Return the line as an entry of level 1, at its last place."""
    told = line.told
    if not told:
        return None
    first, sentence = told[0], line.sentence
    since = min(fact.place.version for fact in told)
    said = _all_said(told)
    throws = merged([throw for fact in line.facts for throw in fact.throws])
    parts = parts_of(sentence, said, throws)
    moments = [fact.moment for fact in line.facts if fact.moment is not None]
    return Entry(
        version=last.version,
        since=None if since == last.version else since,
        batch=last.batch,
        cause=first.place.cause,
        time=last.time,
        type=last.type,
        level=1,
        sentence=sentence,
        parts=parts,
        combatants=_concerned(parts, told),
        source=next((fact.source for fact in told if fact.source is not None), None),
        target=next((fact.target for fact in told if fact.target is not None), None),
        throws=throws,
        opens=line.opens,
        moment=max(moments, key=MOMENTS.index, default=None),
        why=next((one for one in line.explanations if one and one != sentence), ""),
        rules=tuple(dict.fromkeys(rule for fact in told for rule in fact.rules)),
    )


def _is_headline(fact: Fact, headline: Entry | None) -> bool:
    """Return whether a line tells this event alone, in its own words."""
    if headline is None or headline.since is not None or headline.version != fact.place.version:
        return False
    return fact.sentence == headline.sentence


def _detail_level(fact: Fact) -> Level:
    return 3 if fact.level == 3 else 2


def _detail(fact: Fact, of: int | None) -> Entry:
    place, throws = fact.place, merged(fact.throws)
    parts = parts_of(fact.sentence, fact.said, throws)
    return Entry(
        version=place.version,
        batch=place.batch,
        cause=place.cause,
        time=place.time,
        type=place.type,
        level=_detail_level(fact),
        of=of,
        sentence=fact.sentence,
        parts=parts,
        combatants=_concerned(parts, [fact]),
        source=fact.source,
        target=fact.target,
        throws=throws,
        opens=fact.opens,
        moment=fact.moment,
        rules=fact.rules,
    )


def _concerned(parts: Iterable[Part], told: Iterable[Fact]) -> tuple[str, ...]:
    """Return the combatants at either end of what happened, and those that the sentence names."""
    ends = [end.combatant for fact in told for end in (fact.source, fact.target) if end is not None]
    return tuple([one for one in dict.fromkeys((*ends, *[part.combatant for part in parts])) if one])


def _all_said(facts: Iterable[Fact]) -> Said:
    combatants: dict[str, str] = {}
    things: dict[str, str] = {}
    for fact in facts:
        combatants |= fact.said.combatants
        things |= fact.said.things
    return Said(combatants, things)
