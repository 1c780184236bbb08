"""Plays worked examples, and checks what their steps expect."""

from collections.abc import Mapping
from typing import Any

from domain.model.encounter import Encounter
from domain.model.event import Event
from tests.rules.examples import Examples, Run, Step
from tests.rules.expectations import check_batch, check_state, find
from tests.rules.hosts import Host


class Played:
    """An encounter as a client plays it: everything that happened so far, and how things stand."""

    def __init__(self, host: Host, encounter: str, examples: Examples, run: Run) -> None:
        self.history: list[Event] = []
        self._examples = examples
        self._ruleset = examples.notation.ruleset
        self._host = host
        self.id = encounter
        self.fight: Encounter = self._ruleset.state()
        joins = [self.newcomer(combatant) for combatant in run.combatants]
        drawn = [{"type": f"{self._ruleset.key}.set_scene", **run.scene}, *joins] if run.scene else []
        body = {"id": encounter, "ruleset": self._ruleset.key, "options": run.options, "chance": "supplied"}
        opened = host.open({**body, "combatants": [] if drawn else joins})
        assert opened.status == 201, opened.text
        for command in drawn:
            answer = host.say(command, (), "narrator")
            assert answer.status == 200, answer.text
        self.read_on()

    def newcomer(self, combatant: str | Mapping[str, Any]) -> dict[str, Any]:
        """The command by which somebody of an example joins."""
        fields = {"id": combatant} if isinstance(combatant, str) else dict(combatant)
        template = fields.pop("template", None)
        name = fields.pop("id")
        if template is not None:
            return {"type": "core.join", "id": name, "template": template, "sheet": fields}
        return self._examples.notation.newcomer(name, **fields).model_dump(mode="json")

    def read_on(self) -> list[Event]:
        """Read the events since the last time, and the state; return the events."""
        news = self._host.events(len(self.history))
        self.history += news
        self.fight = self._host.state()
        return news

    def play(self, step: Step) -> None:
        """Say what the step says, and check everything that it expects."""
        if step.opening is not None:
            for one in self._examples.opening(self.fight, step.opening):
                self.play(one)
            return
        notation, before = self._examples.notation, self.fight
        *first, command = step.commands or (self._command(step),)
        for earlier in first:
            answer = self._host.say(earlier, (), step.speaker)
            assert answer.status == 200, f"{earlier}: {answer.text}"
        answer = self._host.say(command, notation.faces_of(step.throws), step.speaker)
        batch = self.read_on()
        if step.refused is None:
            assert answer.status == 200, answer.text
            check_batch(notation, step, batch)
            self._check_views(step, len(self.history) - len(batch))
            self._examples.check(step, batch, self.fight, self.history)
        else:
            assert answer.status == 422, answer.text
            assert answer.body.get("rule") == step.refused, answer.text
            assert step.legal is None or answer.body["legal"] == step.legal, answer.text
            assert self.fight == before
            assert not batch
        check_state(step, self.fight)

    def _check_views(self, step: Step, version: int) -> None:
        """Others are sent what is shown to them of the events since a version, and nothing that is hidden."""
        for speaker in step.shown.keys() | step.hidden.keys():
            whole, sent = (self._host.told(version, one) for one in ("narrator", speaker))
            shown, hidden = step.shown.get(speaker, []), step.hidden.get(speaker, [])
            assert [text for text in (*shown, *hidden) if text not in whole] == [], whole
            assert [text for text in shown if text not in sent] == [], sent
            assert [text for text in hidden if text in sent] == [], sent

    def _command(self, step: Step) -> dict[str, Any]:
        """The command of a step; a value ``$people.jin.doses.0.id`` is what stands there in the state."""
        answers = [
            answer if isinstance(answer, dict) else self._examples.notation.answer(answer).model_dump(mode="json")
            for answer in step.answers
        ]
        if step.join is not None:
            said = self.newcomer(step.join)
        elif step.command is not None:
            said = {
                name: find(self.fight, value[1:]) if isinstance(value, str) and value.startswith("$") else value
                for name, value in step.command.items()
            }
        else:
            prompt = next(prompt for prompt in self.fight.prompts if step.to in (None, prompt.to))
            said = {"type": "core.answer", "prompt": prompt.id, "answer": step.answer}
        return {**said, "answers": answers}

    def folded(self) -> Encounter:
        """The fold of all events that were read, from nothing."""
        fight: Encounter = self._ruleset.state(id=self.id)
        for event in self.history:
            self._ruleset.fold(fight, event)
        return fight
