"""Random S3 fights, played by a bot through the options alone."""

import random
from collections.abc import Iterator
from typing import Any

from domain.chance import Seeded, draw_key
from domain.core_commands import Close, Command, Join, Open
from domain.core_events import RevealedSeed
from domain.deciding import Decision, decide
from domain.rulesets.s3 import S3
from domain.rulesets.s3 import commands as ask
from domain.rulesets.s3.options import OptionSheet
from domain.rulesets.s3.state import Fight
from domain.rulesets.s3.tables import HAZARDS, TEMPLATES
from domain.speaker import NARRATOR
from domain.table import Secrets
from events.chain import extend, genesis
from events.codec import Codec
from tests.rules.bots import Bot

HEROES = [key for key, entry in TEMPLATES.items() if entry.get("pc")]
FOES = [key for key, entry in TEMPLATES.items() if not entry.get("pc")]
TIME = "2026-01-01T00:00:00.000Z"
SEED = bytes(range(32))
ACTS = frozenset(str(kind.model_fields["type"].default) for kind in ask.ACTING)
OPENERS = ("s3.begin_turn", "s3.begin_round")
LAST = ("core.rewind", "core.close", "core.join", "s3.end_combat")


class RandomFight:
    """One encounter: its records as they would be stored, and every state on the way."""

    def __init__(self, seed: int) -> None:
        self.chance = random.Random(seed)
        self.bot = Bot(S3, seed)
        self.id = f"random-{seed}"
        self.seeded = Seeded(draw_key(SEED, ""))
        self.codec = Codec(S3.events)
        self.fight = Fight(id=self.id)
        self.hash = genesis(self.id)
        self.records: list[bytes] = []
        self.states: dict[int, Fight] = {}
        self.commands: set[str] = set()

    def give(self, command: Command) -> bool:
        """Decide a command and take its batch; False where it is refused."""
        secrets = Secrets("0" * 64, (RevealedSeed(1, SEED.hex(), ""),))
        decision = decide(S3, self.fight, command, NARRATOR, self.seeded, secrets=secrets)
        if not isinstance(decision, Decision):
            return False
        first = self.fight.version + 1
        records = self.codec.encode_batch(self.id, first, TIME, "narrator", decision.events)
        self.hash = extend(self.hash, records)
        self.records += records
        self.fight = decision.state
        self.states[self.fight.version] = decision.state
        self.commands.add(command.type)
        return True

    def open(self) -> None:
        """Heroes and foes, a ground, vehicles in every third fight, options by chance."""
        heroes = self.chance.sample(HEROES, self.chance.randint(1, 3))
        foes = self.chance.sample(FOES, self.chance.randint(1, 3))
        assert self.give(Open(ruleset="s3", options=self._options(), combatants=tuple(map(self._join, heroes + foes))))
        assert self.give(
            ask.SetScene.model_validate(
                {
                    "type": "s3.set_scene",
                    "zones": [{"key": "here"}, {"key": "roof"}, {"key": "road"}],
                    "links": [
                        {"key": "door", "from": "here", "to": "road", "kind": "walk"},
                        {"key": "leap", "from": "here", "to": "road", "kind": "check", "skill": "athletics", "need": 2},
                        {"key": "wall", "from": "here", "to": "roof", "kind": "climb", "feet": 20},
                        {"key": "shaft", "from": "roof", "to": "here", "kind": "drop", "storeys": 2},
                    ],
                    "hazards": [
                        {"key": key, "zone": zone, **fields} for key, fields in HAZARDS.items() for zone in ["here"]
                    ],
                }
            )
        )
        if self.chance.random() < 0.4:
            self._mount(heroes[0])
            self._mount(foes[0])

    def _join(self, template: str) -> Join:
        changes: dict[str, Any] = {}
        if self.chance.random() < 0.3:
            item = {"kind": "knife", "id": "dagger", "coating": {"poison": "viper_oil", "doses": 2}}
            changes["items"] = [
                *TEMPLATES[template].get("items", []),
                item,
                {"kind": "incendiary_grenade", "quantity": 3},
            ]
        return Join(template=template, id=template[:32], sheet=changes)

    def _mount(self, rider: str) -> None:
        sheet = {"driver": rider[:32]}
        assert self.give(Join(template="autocycle", id=f"cycle_{rider}"[:32], sheet=sheet))

    def _options(self) -> dict[str, Any]:
        schema = OptionSheet.model_json_schema()["properties"]
        chosen = self.chance.sample(sorted(schema), 6)
        return {
            key: self.chance.choice(schema[key].get("enum", [True, False] if schema[key]["type"] == "boolean" else [2]))
            for key in chosen
        }

    def play(self, turns: int = 60) -> None:
        """Play until one side is out or so many commands are given, then close."""
        self.open()
        for _ in range(turns):
            if self.fight.decided and not self.fight.prompts and self.chance.random() < 0.4:
                break
            self.step()
        assert self.give(Close())

    def step(self) -> None:
        """One command out of the forms: what moves the fight on mostly, a ruling now and then."""
        forms = self.bot.forms(self.fight)
        for name in self._order(list(forms)):
            for command in self.bot.members(self.fight, forms[name]):
                assert self.give(command), f"a member is refused: {command!r}"
                return
        raise AssertionError(f"nothing is legal: {sorted(forms)}")

    def _order(self, names: list[str]) -> Iterator[str]:
        """The commands to try, most useful first."""
        usable = [name for name in names if name not in LAST]
        self.chance.shuffle(usable)
        answers = [name for name in usable if name == "core.answer"]
        acts = [name for name in usable if name in ACTS and name != "s3.check"]
        openers = [name for name in OPENERS if name in usable]
        if self.chance.random() < 0.12:
            yield from usable
        yield from answers
        yield from acts
        yield from openers
        yield from usable
