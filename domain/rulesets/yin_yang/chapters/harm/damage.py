"""Damage Draws: the chain of cards by which an attack that has won hurts somebody (YY-DMG)."""

from typing import Annotated, ClassVar, Final, NamedTuple

import msgspec
from msgspec.structs import replace

from domain.decision.decision import Decision
from domain.model.event import Event
from domain.ruleset.chapter import Chapter
from domain.rulesets.yin_yang import said
from domain.rulesets.yin_yang.chapters.decks.decks import Cards, draw_cards
from domain.rulesets.yin_yang.chapters.decks.drawing import Terms, net_of, terms_of
from domain.rulesets.yin_yang.chapters.decks.grants import use_grants
from domain.rulesets.yin_yang.chapters.decks.ranking import damage_rank, grade_of, kept_of, number_of
from domain.rulesets.yin_yang.chapters.decks.throws import faces_of, parts_of, which_counts
from domain.rulesets.yin_yang.chapters.harm.harm import lose
from domain.rulesets.yin_yang.items import Scores, Weapon
from domain.rulesets.yin_yang.options import Options
from domain.rulesets.yin_yang.scores import derive, soak, worn
from domain.rulesets.yin_yang.state import Fight
from domain.rulesets.yin_yang.tables import HIGHEST_TARGET
from domain.rulesets.yin_yang.words import Grade, Track
from domain.story.throws import Throw
from domain.story.told import AS_SAID, Told
from domain.text.sentences import SpokenOf

HARM_DONE: Final = {
    (True, True): "does {points:point} of damage and costs {stamina:point} of Stamina",
    (True, False): "does {points:point} of damage",
    (False, True): "costs {stamina:point} of Stamina",
    (False, False): "does no harm",
}
"""What the kept card of a Damage Draw does, by whether it does damage, and costs Stamina."""


class DamageDrawn(Event, frozen=True, kw_only=True):
    """One draw of a damage chain (YY-DMG-5): against which scores, which card is kept, what it adds.

    ``soak`` is None where it plays no part (Non-lethal); ``draws_left`` says how many draws are still due.
    """

    type: ClassVar[str] = "yin_yang.damage_drawn"
    words = "Damage Draw"
    example = {
        "combatant": "wedge",
        "victim": "wedge",
        "weapon": "lightsaber",
        "damage_score": 7,
        "damage_value": 3,
        "soak": 2,
        "bonus": [],
        "penalty": [],
        "net": 0,
        "cards": ["KD"],
        "kept": "KD",
        "grade": "king",
        "points": 3,
        "stamina": 1,
        "draws_left": 1,
        "misfire": True,
        "draws": [39],
    }
    combatant: str
    victim: str
    weapon: Annotated[str, SpokenOf(said.weapon_that_harms)]
    damage_score: int
    damage_value: int
    soak: int | None
    bonus: Annotated[Terms, SpokenOf(said.cards_added)]
    penalty: Terms
    net: int
    cards: tuple[str, ...]
    kept: Annotated[str | None, SpokenOf(said.kept_card)]
    grade: Grade
    points: int
    stamina: int
    draws_left: int
    misfire: bool = False
    draws: tuple[int, ...] = ()

    def says(self) -> str:
        more = "; {draws_left:more draw} to come" if self.draws_left else ""
        return (
            "damage to {victim} by {weapon}, score {damage_score}[ against soak {soak}], value {damage_value}{bonus}: "
            f"{{kept}} {HARM_DONE[bool(self.points), bool(self.stamina)]}{more}."
        )

    def brief(self) -> str:
        """Tell a draw that does no harm; points that are lost are told by themselves."""
        if self.points or self.stamina or self.draws_left:
            return ""
        return "it does no harm" if self.misfire else "{combatant} | does no harm"

    def thrown(self) -> tuple[Throw, ...]:
        against = f"Damage Score {self.damage_score}" + ("" if self.soak is None else f" and soak {self.soak}")
        return (
            Throw(
                kind="cards",
                who=self.combatant,
                purpose="damage",
                parts=parts_of(self.bonus, self.penalty),
                faces=faces_of(self.cards),
                counted=", against ".join([one for one in (which_counts(self.kept, self.net), against) if one]),
                result=self.points,
                won=bool(self.points or self.stamina),
            ),
        )

    told = Told(brief=brief, target="victim", unless=("yin_yang.points_lost",), throws=thrown)

    def evolve(self, fight: Fight) -> None:
        """A Jack in the Damage Draw of an exchange may turn a dangerous weapon round (YY-WPN-26)."""
        if fight.exchange is not None and self.grade == "jack" and not self.misfire:
            fight.exchange = replace(fight.exchange, damage_jack=self.combatant)


class ArmourDestroyed(Event, frozen=True, kw_only=True):
    """Two Kings in a row have broken a piece of armour (YY-ARM-8)."""

    type: ClassVar[str] = "yin_yang.armour_destroyed"
    words = "Armour destroyed"
    told = Told(brief=AS_SAID)
    says = "{combatant's} {armour} breaks."
    example = {"combatant": "thug", "armour": "glass_plate"}
    combatant: str
    armour: Annotated[str, SpokenOf(said.own_armour)]

    def evolve(self, fight: Fight) -> None:
        """The piece counts no more and takes up no hand (YY-ARM-8, YY-ARM-12)."""
        person = fight.people[self.combatant]
        piece = person.armour[self.armour]
        person.armour = {**person.armour, self.armour: replace(piece, destroyed=True)}
        derive(person)


LONGEST_CHAIN = 50
"""Draws after which a chain is over, so that it always ends (YY-RUL-77)."""
LEAST = 1
"""Points of a number card that fails or is soaked: the assault was won all the same (YY-DMG-6)."""


class Blow(msgspec.Struct, frozen=True, omit_defaults=True):
    """A Damage Draw that is due: who inflicts it on whom, with which weapon (YY-DMG-1).

    ``weapon`` is bare hands where punches are pulled (YY-DMG-19). ``bonus`` has further cards of the first draw: a
    charge (YY-DMG-15).
    """

    inflictor: str
    victim: str
    weapon: Weapon
    scores: Scores
    bonus: Terms = ()
    misfire: bool = False

    @property
    def mental(self) -> bool:
        return "mental" in self.weapon.edges  # off Mental Balance, soaked by the mind (YY-WPN-13)

    @property
    def lethal(self) -> bool:
        return "non_lethal" not in self.weapon.flaws  # YY-WPN-24


class Effect(NamedTuple):
    """What a kept card does (YY-DMG-5, YY-RUL-10): points, Stamina, and draws that it adds."""

    points: int
    stamina: int = 0
    more: int = 0


def strike(decision: Decision[Fight], blow: Blow) -> None:
    """Draw the whole chain and apply its sum (YY-DMG-9, YY-DMG-10, YY-DMG-16), to the fallen as well (YY-DMG-22)."""
    entered = decision.cause
    before: Grade | None = None
    points, stamina, due, made = 0, 0, 1, 0
    while due:
        made += 1
        drawn = _draw(decision, blow, first=made == 1, due=0 if made == LONGEST_CHAIN else due)
        decision.cause = decision.record(drawn, cause=drawn.draws[-1] if drawn.draws else None)
        points, stamina, due = points + drawn.points, stamina + drawn.stamina, drawn.draws_left
        if before == drawn.grade == "king":
            _break_armour(decision, blow)
        before = drawn.grade
    track: Track = "mental_balance" if blow.mental else "vitality"
    lose(decision, blow.victim, {track: points, "stamina": stamina}, blow.weapon.id, blow.inflictor)
    decision.cause = entered


def _draw(decision: Decision[Fight], blow: Blow, *, first: bool, due: int) -> DamageDrawn:
    """One draw of a chain; ``due`` are those that are due with it, 0 where it is the last that a chain may have.

    Soak is read anew for each (YY-DMG-21).
    """
    fight = decision.state
    soaking = _soak(fight, blow)
    bonus, penalty = _cards_of(fight, blow, first=first)
    net = net_of(bonus, penalty)
    drawn = draw_cards(decision, blow.inflictor, "misfire" if blow.misfire else "damage", 1 + abs(net))
    if first:
        use_grants(decision, blow.inflictor, "damage")
    kept = _kept(drawn, blow, soaking, net)
    grade: Grade = "over" if kept is None else grade_of(kept, blow.scores.damage_score)
    effect = Effect(0) if kept is None else _effect(fight.options, blow, soaking, kept, first=first)
    ended = not due or kept is None or grade == "coloured_joker"  # YY-DECK-11, YY-DMG-13
    return DamageDrawn(
        combatant=blow.inflictor,
        victim=blow.victim,
        weapon=blow.weapon.id,
        damage_score=blow.scores.damage_score,
        damage_value=blow.scores.damage_value,
        soak=soaking if blow.lethal else None,
        bonus=bonus,
        penalty=penalty,
        net=net,
        cards=drawn.cards,
        kept=kept,
        grade=grade,
        points=effect.points,
        stamina=effect.stamina,
        draws_left=0 if ended else due - 1 + effect.more,
        misfire=blow.misfire,
        draws=drawn.draws,
    )


def _soak(fight: Fight, blow: Blow) -> int:
    """What a number has to exceed (YY-DMG-3, YY-RUL-37)."""
    victim, piercing = fight.people[blow.victim], "piercing" in blow.weapon.edges
    if blow.mental:
        return soak(victim, piercing=True, mental=True) if piercing else victim.derived.mental_soaking
    return victim.derived.soaking_against_piercing if piercing else victim.derived.soaking_score


def _cards_of(fight: Fight, blow: Blow, *, first: bool) -> tuple[Terms, Terms]:
    """Bonus and penalty cards: a high score's in every draw, a charge's and granted ones in the first (YY-DMG-15).

    Every number card is up to a score above 10; what it has more is bonus cards, or nothing (YY-HIGH-4, YY-RUL-23).
    No track at 0 counts: a Damage Draw is the consequence of an action, and none itself (YY-COND-3, YY-RUL-11).
    """
    added: list[tuple[str, int]] = []
    if fight.options.high_damage_score and blow.scores.damage_score > HIGHEST_TARGET:
        added.append(("damage_score", blow.scores.damage_score - HIGHEST_TARGET))
    if first:
        added += blow.bonus
        added += [("granted", grant.cards) for grant in fight.people[blow.inflictor].granted_on("damage")]
    return terms_of(added)


def _kept(drawn: Cards, blow: Blow, soaking: int, net: int) -> str | None:
    """The best card, or with penalty cards the worst, in the order of Damage Draws (YY-DMG-14)."""
    return kept_of(drawn.cards, net, lambda card: damage_rank(card, blow.scores.damage_score, soaking))


def _effect(options: Options, blow: Blow, soaking: int, card: str, *, first: bool) -> Effect:
    """The damage chart (YY-DMG-5), as the weapon changes it (YY-DMG-17, YY-DMG-18)."""
    effect = _on_chart(options, blow, soaking, card, first=first)
    points = effect.points if blow.lethal else 0
    stamina = effect.stamina if options.mental_stamina or not blow.mental else 0  # YY-RUL-48
    return Effect(points, stamina, effect.more)


def _on_chart(options: Options, blow: Blow, soaking: int, card: str, *, first: bool) -> Effect:
    """What the card does, by what it is against the Damage Score (YY-DMG-2)."""
    full = blow.scores.damage_value
    match grade_of(card, blow.scores.damage_score):
        case "white_joker":
            return Effect(full, 1, 2 if options.white_joker_damage == "two_draws" else 1)  # YY-DMG-12, YY-RUL-44
        case "king":
            return Effect(full, 1, 1)  # no follow-up (YY-KING-10)
        case "queen":
            return Effect(full, 1)  # YY-DMG-8, YY-QUEEN-2, YY-RUL-40
        case "number" if number_of(card) > soaking:  # an equal one is soaked (YY-DMG-4, YY-RUL-41)
            return Effect(full)
        case "number" | "over":
            return Effect(LEAST if first or options.chain_minimum else 0)  # YY-DMG-6, YY-DMG-11, YY-RUL-43
        case _:
            return Effect(0)  # a Jack (YY-DMG-7, YY-JACK-2, YY-RUL-71), a Coloured Joker (YY-DMG-13)


def _break_armour(decision: Decision[Fight], blow: Blow) -> None:
    """Two Kings in a row break every Destroyable piece, but for what a Mental weapon passes by (YY-ARM-8).

    The reading is that of YY-RUL-50.
    """
    for piece in list(worn(decision.state.people[blow.victim])):
        if "destroyable" in piece.flaws and (not blow.mental or "mental" in piece.edges):
            decision.record(ArmourDestroyed(combatant=blow.victim, armour=piece.id))


DAMAGE: Chapter[Fight] = Chapter(events=(DamageDrawn, ArmourDestroyed))
