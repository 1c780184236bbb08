/** The TypeScript client against the service at YARROW_URL. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { check, type Command, connect, type Event, fill, menu, ProblemError, sentence, type State } from "../src/index.ts";

const url = process.env["YARROW_URL"];
if (!url) throw new Error("YARROW_URL names the service to be asked.");
const yarrow = connect(url);
const params = (encounter: string) => ({ params: { path: { encounter } } });

async function opened(): Promise<string> {
  const combatants = [{ template: "one_eyed_ogre" }, { template: "golden_bell_member" }];
  const { data } = await yarrow.POST("/v1/encounters", { body: { ruleset: "s3", chance: "supplied", combatants } });
  assert(data);
  return data.encounter;
}

async function give(encounter: string, command: Command, faces: string[] = []) {
  const { data, error } = await yarrow.POST("/v1/encounters/{encounter}/commands", {
    ...params(encounter),
    body: { command, faces },
  });
  assert(data, error?.detail);
  return data;
}

test("a fight is played, and everything that is read has its type", async () => {
  const encounter = await opened();
  await give(encounter, { type: "s3.begin_round" });
  const begun = await give(encounter, { type: "s3.begin_turn", pc: "ogre", npc: "bell" }, ["HHTHT", "THTT"]);
  const thrown = begun.events.filter((event: Event) => event.type === "s3.coins_thrown");
  assert.deepEqual(thrown.map((event) => [event.data.combatant, event.data.result]), [["ogre", 3], ["bell", 1]]);

  const { data: state } = await yarrow.GET("/v1/encounters/{encounter}", params(encounter));
  assert.equal(acting(state), "ogre");
  const { data: options } = await yarrow.GET("/v1/encounters/{encounter}/options", params(encounter));
  assert(options?.forms.some((form) => form.startsWith("s3.attack")));
  const { data: tally } = await yarrow.GET("/v1/encounters/{encounter}/tally", params(encounter));
  assert.equal(tally?.combatants?.["ogre"]?.throws?.["initiative"]?.heads, 3);
});

function acting(state: State | undefined): string | undefined {
  return state?.ruleset === "s3" ? state.turn?.actor : undefined;
}

test("a form of the menu is a command", async () => {
  const encounter = await opened();
  await give(encounter, { type: "s3.begin_round" });
  await give(encounter, { type: "s3.begin_turn", pc: "ogre", npc: "bell" }, ["HHTHT", "THTT"]);
  const asked: string[] = [];
  const fetch: typeof globalThis.fetch = (request, init) => {
    asked.push(new URL(request instanceof Request ? request.url : request).pathname);
    return globalThis.fetch(request, init);
  };
  const options = { combatant: "ogre", command: "s3.end_turn", speaker: "player:ogre", fetch };
  const found = await menu(url, encounter, options);
  const [form] = found.forms;
  assert(form);
  const command = fill(found, form, (_, values) => values.listed[0]?.[0]);
  assert.deepEqual(command, { type: "s3.end_turn", actor: "ogre" });
  const ended = await give(encounter, command as Command);
  assert.equal(ended.first, found.version + 1);
  await menu(url, encounter, { speaker: "player:bell", fetch });
  assert.equal(asked.filter((path) => path.includes("/forms/")).length, 1);
  const missing = menu(url, "nowhere");
  await assert.rejects(missing, (error) => error instanceof ProblemError && error.problem.code === "not_found");
});

test("a menu has the forms of one group", async () => {
  const encounter = await opened();
  const { groups, forms } = await menu(url, encounter, { group: "table" });
  assert.deepEqual(groups.map(({ name, label }) => [name, label]), [["table", "Table"]]);
  assert.deepEqual(groups[0]?.forms, forms);
  const note = forms.find(({ command }) => command === "core.note");
  assert.deepEqual([note?.label, note?.group, note?.speaker], ["Make a note", "table", "player"]);
  const { groups: every } = await menu(url, encounter);
  assert(every.length > 1);
});

test("a menu is in the language that the client prefers", async () => {
  const combatants = [{ template: "iris" }, { template: "bruno" }];
  const { data } = await yarrow.POST("/v1/encounters", { body: { ruleset: "ticks", combatants } });
  assert(data);
  const options = { command: "ticks.call_combat", language: "de-AT" };
  const found = await menu(url, data.encounter, options);
  const [form] = found.forms;
  assert(form);
  const command = { actor: "iris", against: "bruno", earshot: ["iris", "bruno"] };
  const said = "Den Kampf gegen Bruno Hale beginnen, gehört von Iris Vane und Bruno Hale";
  assert.equal(sentence(found, form, command), said);
  for (const [language, label] of [["de", "Kampf beginnen"], ["en", "Begin combat"]] as const) {
    const { forms } = await menu(url, data.encounter, { ...options, language, speaker: "player:iris" });
    assert.equal(forms[0]?.label, label);
  }
});

test("a command is checked, and nothing happens", async () => {
  const encounter = await opened();
  const { version, ...first } = await check(url, encounter, { command: { type: "s3.begin_round" } }, { expected: 4 });
  assert.deepEqual([version, first.first], [4, "records"]);
  const refused = check(url, encounter, { command: { type: "s3.end_turn", actor: "ogre" } });
  await assert.rejects(refused, (error) => error instanceof ProblemError && error.problem.rule === "S3-TURN-27");
  const { data: state } = await yarrow.GET("/v1/encounters/{encounter}", params(encounter));
  assert.equal(state?.version, 4);
});

test("a problem is an error with its code and its rule", async () => {
  const encounter = await opened();
  const { error, response } = await yarrow.POST("/v1/encounters/{encounter}/commands", {
    ...params(encounter),
    body: { command: { type: "s3.end_turn", actor: "ogre" } },
  });
  assert.deepEqual([response.status, error?.code, error?.rule], [422, "refused", "S3-TURN-27"]);
});

test("who speaks is said once, for all that is asked", async () => {
  const encounter = await opened();
  const spectator = connect(url, { speaker: "spectator" });
  const { error } = await spectator.POST("/v1/encounters/{encounter}/commands", {
    ...params(encounter),
    body: { command: { type: "core.note", text: "I was here." } },
  });
  assert.equal(error?.code, "not_yours");
});
