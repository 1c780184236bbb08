"""Crowds: long fights of many combatants with eight items each, for the measures of options and of stalls.

Each function returns a fight with the given number of combatants, of which ``c0`` has a player. It bears the marks of
some twenty rounds: a third of the combatants are wounded, some lie on the ground, a tenth are out of the fight, and
what the rules remember of a combatant is remembered of each.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

from bench.fights.duel import Duel, Script
from domain.core.commands import Answer, Command, Join, Open
from domain.model.encounter import Encounter
from domain.model.event import Json
from domain.ruleset.ruleset import Ruleset
from domain.rulesets.black_dice import BLACK_DICE
from domain.rulesets.black_dice.chapters.narrator.placing import Awareness, Distance
from domain.rulesets.black_dice.chapters.narrator.placing import Place as CloseBy
from domain.rulesets.black_dice.chapters.rounds.rounds import BeginRound as BlackDiceRound
from domain.rulesets.black_dice.state import BARE_HANDS
from domain.rulesets.black_dice.tables import WEAPONS as BLACK_DICE_WEAPONS
from domain.rulesets.century import CENTURY
from domain.rulesets.century.chapters.conditions.conditions import SetCondition
from domain.rulesets.century.chapters.conditions.downed import SetDowned
from domain.rulesets.century.chapters.conditions.inflicted_damage import InflictDamage
from domain.rulesets.century.chapters.round.initiative import BeginRound as CenturyRound
from domain.rulesets.s3 import S3
from domain.rulesets.s3.chapters.attack.attacks import Attack
from domain.rulesets.s3.chapters.narrator.conditions import Impose
from domain.rulesets.s3.chapters.narrator.corrections import MemoryEntry, SetStuntMemory
from domain.rulesets.s3.chapters.narrator.placing import Place
from domain.rulesets.s3.chapters.narrator.scenery import SetScene
from domain.rulesets.s3.chapters.turns.pairings import BeginTurn
from domain.rulesets.s3.chapters.turns.rounds import BeginRound
from domain.rulesets.ticks import TICKS
from domain.rulesets.ticks.chapters.declaring.rounds import CallCombat, StartRound
from domain.rulesets.ticks.chapters.narrator.rulings import Wound as Hurt
from domain.rulesets.ticks.tables import WEAPONS as TICKS_WEAPONS
from domain.rulesets.yin_yang import YIN_YANG
from domain.rulesets.yin_yang.chapters.exchanges.calls import Act
from domain.rulesets.yin_yang.chapters.narrator.rulings import Adjust
from domain.rulesets.yin_yang.chapters.narrator.rulings import SetCondition as HasCondition
from domain.rulesets.yin_yang.chapters.turns.guards import Guard
from domain.rulesets.yin_yang.chapters.turns.movement import SplitFight
from domain.rulesets.yin_yang.chapters.turns.turns import StartTurn
from domain.rulesets.yin_yang.tables import ARMOUR, WEAPONS

ITEMS: Final = 8
ZONES: Final = 10
SETTLED: Final[Mapping[str, Json]] = {"initiative_before": 0, "initiative_after": 0}
"""Answers to the prompts that open before the first turn."""


STUNTS: Final = tuple(
    MemoryEntry(skills=("melee", skill), task="attack") for skill in ("acrobatics", "bravado", "athletics")
)
"""Stunts that each combatant of S3 has used."""


class Crowd(NamedTuple):
    """A fight as the commands that lead to it.

    ``answers`` has answers to the prompts on the way, by kind. ``further`` commands lead to other phases, and to open
    prompts.
    """

    ruleset: Ruleset[Any]
    opening: Open
    commands: Sequence[Command]
    further: Sequence[Command]
    answers: Mapping[str, Json]

    def fight(self) -> Encounter:
        """Return the state after all commands."""
        return self.states()[0]

    def states(self) -> list[Encounter]:
        """Return the state after all commands, and those after each further command."""
        duel = Duel(Script(self.ruleset, self.opening, lambda: iter(self.commands)))
        for command in self.commands:
            duel.give(command)
            for answer in self._answers(duel):
                duel.give(answer)
        states = [duel.fight]
        for command in self.further:
            duel.give(command)
            states.append(duel.fight)
        return states

    def _answers(self, duel: Duel) -> Iterator[Command]:
        while duel.fight.prompts and duel.fight.prompts[0].kind in self.answers:
            prompt = duel.fight.prompts[0]
            yield Answer(prompt=prompt.id, answer=self.answers[prompt.kind])


def ids(size: int) -> list[str]:
    """Return the IDs of a crowd."""
    return [f"c{place}" for place in range(size)]


def wounded(everybody: Sequence[str]) -> Sequence[str]:
    """Return a third of a crowd."""
    return everybody[2::3]


def beaten(everybody: Sequence[str]) -> Sequence[str]:
    """Return a tenth of a crowd."""
    return everybody[7::10]


def s3_crowd(size: int) -> Crowd:
    """Return ten zones with links between them, in which neighbours are engaged, in the first turn of a round."""
    kinds = ("blackjack", "knife", "pistol", "saber", "spear", "cutlass", "rifle", "bow")
    zones = ["here", *[f"z{place}" for place in range(1, ZONES)]]
    scene = {
        "type": "s3.set_scene",
        "zones": [{"key": zone} for zone in zones],
        "links": [
            {"key": f"l{place}", "from": zones[place], "to": zones[place + 1], "kind": "walk"}
            for place in range(ZONES - 1)
        ],
    }
    everybody = ids(size)
    joins = [
        Join(
            id=one,
            sheet={
                "name": f"Combatant {place}",
                "pc": place % 2 == 0,
                "fortitude": 5,
                "breath_max": 4,
                "skills": {"melee": 4, "evasion": 4},
                "items": [{"kind": kinds[(place + item) % len(kinds)], "id": f"{one}_{item}"} for item in range(ITEMS)],
            },
        )
        for place, one in enumerate(everybody)
    ]
    begun = [
        SetScene.model_validate(scene),
        *[Place(combatant=one, zone=zones[place % ZONES]) for place, one in enumerate(everybody) if size > ZONES],
        *[
            Place(combatant=one, engaged_with=(everybody[place - ZONES],))
            for place, one in enumerate(everybody)
            if place >= ZONES
        ],
        *[SetStuntMemory(combatant=one, add=stunt) for one in everybody for stunt in STUNTS],
        *[Impose(combatant=one, wound=2) for one in wounded(everybody)],
        *[Impose(combatant=one, prone=True) for one in everybody[4::8]],
        *[Impose(combatant=one, disabled="unconscious") for one in beaten(everybody)],
        BeginRound(),
        BeginTurn(pc="c0", npc="c1", order="pc_first"),
    ]
    target = "c10" if size > ZONES else "c1"
    attack = Attack(actor="c0", target=target, weapon="c0_0", intent="subdue")
    return crowd(S3, joins, begun, [attack])


def century_crowd(size: int) -> Crowd:
    """Return a field of gunfighters in the first slot of a round."""
    arms = ("ko911", "avenger_9mm", "sword", "knife", "magnum_357", "kaufman", "grenade", "katana")
    joins = [
        Join(
            template="street_thug",
            id=one,
            sheet={
                "weapons": [{"id": arm} for arm in arms],
                "held": {"right": arms[place % 2], "left": "knife"},
                "str": 14,
                "position": {"x": place % 20 * 5 - 50, "y": place // 20 * 10 - 50},
                "heading": 90,
            },
        )
        for place, one in enumerate(ids(size))
    ]
    everybody = ids(size)
    begun = [
        *[InflictDamage(combatant=one, amount=3, armor=False) for one in wounded(everybody)],
        *[SetDowned(combatant=one, status="dead") for one in beaten(everybody)],
        *[SetCondition(combatant=one, condition="drunk", amount=10) for one in everybody[4::8]],
        CenturyRound(),
    ]
    return crowd(CENTURY, joins, begun, [], SETTLED)


def ticks_crowd(size: int) -> Crowd:
    """Return a round in which three combatants are asked to declare."""
    weapons = [key for key in TICKS_WEAPONS if key != "unarmed"][:ITEMS]
    joins = [
        Join(
            template="iris",
            id=one,
            sheet={
                "name": f"Combatant {place}",
                "things": [{"id": f"{one}.{item}", "key": key, "place": "carried"} for item, key in enumerate(weapons)],
                "statistics": {"quickness": min(30, 3 + place // 3)},
                "position": {"x": place, "y": 0},
            },
        )
        for place, one in enumerate(ids(size))
    ]
    everybody = tuple(ids(size))
    begun: list[Command] = [
        CallCombat(actor="c0", against="c1", earshot=everybody[2:]),
        *[Hurt(combatant=one, wounds=1) for one in wounded(everybody)],
        *[Hurt(combatant=one, wounds=9) for one in beaten(everybody)],
    ]
    return crowd(TICKS, joins, begun, [StartRound()])


def yin_yang_crowd(size: int) -> Crowd:
    """Return ten sub-fights with guards, and a call that waits to be matched."""
    weapons = [key for key, row in WEAPONS.items() if not row.get("natural")][:5]
    armour = list(ARMOUR)[: ITEMS - len(weapons)]
    attributes = dict.fromkeys(("strength", "endurance", "speed", "intellect", "will", "perception"), 4)
    joins = [
        Join(
            id=one,
            sheet={
                "name": f"Combatant {place}",
                "side": "red" if place % 2 else "black",
                **attributes,
                "weapons": [{"id": key} for key in weapons],
                "wielded": [{"weapon": weapons[0]}],
                "armour": [{"id": key} for key in armour],
            },
        )
        for place, one in enumerate(ids(size))
    ]
    begun: list[Command] = [
        *(
            [SplitFight(subfights={f"c{place}": f"zone{place % ZONES}" for place in range(size)})]
            if size > ZONES
            else []
        ),
        *[Guard(actor=f"c{place}", ward=f"c{place + 10}") for place in range(0, size - 10, 10)],
        *[Adjust(combatant=one, track="vitality", points=-1) for one in wounded(ids(size))],
        *[HasCondition(combatant=one, condition="blinded") for one in ids(size)[4::8]],
        *[Adjust(combatant=one, track="vitality", points=-30) for one in beaten(ids(size))],
        StartTurn(),
    ]
    call = Act(actor="c0", goal="run", attributes=("speed",), target="c10" if size > ZONES else "c1")
    return crowd(YIN_YANG, joins, begun, [call], options={"validation": "off", "initiative": "free"})


def black_dice_crowd(size: int) -> Crowd:
    """Return ten zones between two rounds, with doors to break, neighbours that are close, and some unseen."""
    carried = [key for key in BLACK_DICE_WEAPONS if key not in BARE_HANDS][:ITEMS]
    zones = ["here", *[f"z{place}" for place in range(1, ZONES)]]
    doors = [Join(template="wooden_door", id=f"door{place}") for place in range(size // 10)]
    everybody = ids(size - len(doors))
    joins = [
        Join(
            id=one,
            sheet={
                "name": f"Combatant {place}",
                "side": "players" if place % 2 == 0 else "opposition",
                "player": place % 2 == 0,
                "fate": (0, 1, 4, 8, 20)[place % 5],
                "stats": {"strength": place % 4, "dex": place % 5, "fortitude": 2, "wits": place % 3, "resolve": 1},
                "skills": {"swordplay": place % 7, "pistol": place % 6, "medicine": 1},
                "weapons": [{"id": key} for key in carried],
                "ready": [carried[place % ITEMS]],
                "zone": zones[place % ZONES],
            },
        )
        for place, one in enumerate(everybody)
    ]
    begun: list[Command] = [
        *[Distance(zones=(zones[place], zones[place + 1]), feet=15) for place in range(ZONES - 1)],
        *[
            CloseBy(combatant=one, close_to=(everybody[place - ZONES],))
            for place, one in enumerate(everybody)
            if place >= ZONES
        ],
        *[
            Awareness(combatant=one, unaware_of=tuple([other for other in everybody[::7] if other != one]))
            for one in everybody[::5]
        ],
    ]
    return crowd(BLACK_DICE, [*joins, *doors], begun, [BlackDiceRound()])


def crowd(
    ruleset: Ruleset[Any],
    joins: Sequence[Join],
    commands: Sequence[Command],
    further: Sequence[Command],
    answers: Mapping[str, Json] | None = None,
    options: Mapping[str, Any] | None = None,
) -> Crowd:
    """Return the fight that an opening and commands lead to, with answers to prompts of some kinds."""
    opening = Open(ruleset=ruleset.key, combatants=tuple(joins), options=dict(options or {}))
    return Crowd(ruleset, opening, commands, further, answers or {})


CROWDS: Final[Mapping[str, Callable[[int], Crowd]]] = {
    "s3": s3_crowd,
    "black_dice": black_dice_crowd,
    "century": century_crowd,
    "ticks": ticks_crowd,
    "yin_yang": yin_yang_crowd,
}
