/** The TypeScript client against a service: opening, playing, reading, listing. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { Closed, type Done, FacesWanted, fill, NotAllowed, NotFound, patched, Refused, sentence } from "../src/index.ts";
import { type StateOf, Yarrow } from "../src/index.ts";
import { all, url, yarrow } from "./service.ts";

const pair = [{ template: "one_eyed_ogre" }, { template: "golden_bell_member" }];
const opened = () => yarrow.open({ ruleset: "s3", chance: "supplied", combatants: pair });

/** Opens a fight, and begins the ogre's turn. */
async function begun() {
  const fight = await opened();
  await fight.give({ type: "s3.begin_round" });
  const turn = await fight.give({ type: "s3.begin_turn", pc: "ogre", npc: "bell" }, { faces: ["HHTHT", "THTT"] });
  return { fight, turn };
}

test("a fight is played, and everything that is read has its type", async () => {
  const { fight, turn } = await begun();
  const thrown = turn.events.filter((event) => event.type === "s3.coins_thrown");
  assert.deepEqual(thrown.map((event) => [event.data.combatant, event.data.result]), [["ogre", 3], ["bell", 1]]);
  const state: StateOf<"s3"> = await fight.state();
  assert.equal(state.turn?.actor, "ogre");
  const tally = await fight.tally();
  assert.equal(tally.combatants["ogre"]?.throws?.["initiative"]?.heads, 3);
  assert.equal((await fight.table()).combatants["ogre"]?.state, "able");
  assert.match(turn.chain, /^[0-9a-f]{64}$/);
  assert.deepEqual((await all(fight.events(turn.first - 1))).map(({ type }) => type), turn.events.map(({ type }) => type));
});

test("a prompt is answered by its kind, also with the command that opens it", async () => {
  const { fight } = await begun();
  const [ogre, bell] = [fight.speaking("player:ogre"), fight.speaking("player:bell")];
  const asked = await ogre.check({ type: "s3.attack", actor: "ogre", target: "bell", weapon: "unarmed" });
  assert.deepEqual(asked.asks?.map(({ to, kind }) => [to, kind]), [["bell", "oppose"]]);
  const attack = await ogre.give({ type: "s3.attack", actor: "ogre", target: "bell", weapon: "unarmed" });
  const [prompt] = attack.prompts;
  assert(prompt?.kind === "oppose");
  const faces: string[] = [];
  let answered: Done<"s3"> | undefined;
  while (!answered)
    try {
      answered = await bell.answer(prompt, { skill: "evasion" }, { faces, story: true });
    } catch (error) {
      assert(error instanceof FacesWanted && error.problem.needed);
      faces.push((faces.length ? "T" : "H").repeat(error.problem.needed.count));
    }
  assert(faces.length > 1);
  assert(answered.story?.some(({ throws }) => throws?.length));
  const sent = fight.give({
    type: "s3.attack",
    actor: "ogre",
    target: "bell",
    weapon: "unarmed",
    answers: [{ kind: "oppose", answer: { skill: "evasion" }, to: "bell" }],
  });
  await assert.rejects(sent, Refused); // the ogre has attacked in this turn
});

test("a form of the menu is a command", async () => {
  const { fight } = await begun();
  const asked: string[] = [];
  const fetch: typeof globalThis.fetch = (request, init) => {
    asked.push(new URL(request instanceof Request ? request.url : request).pathname);
    return globalThis.fetch(request, init);
  };
  const ogre = new Yarrow(url, { speaker: "player:ogre", fetch }).encounter<"s3">(fight.id);
  const found = await ogre.options({ combatant: "ogre", command: "s3.end_turn" });
  const [form] = found.forms;
  assert(form);
  const command = fill(found, form, (_, values) => values.listed[0]?.[0]);
  assert.deepEqual(command, { type: "s3.end_turn", actor: "ogre" });
  assert.equal((await ogre.give(command)).first, found.version + 1);
  await ogre.options();
  assert.equal(asked.filter((path) => path.includes("/forms/")).length, 1);
  await assert.rejects(yarrow.encounter("nowhere").options(), NotFound);
});

test("a menu has the forms of one group", async () => {
  const fight = await opened();
  const { groups, forms } = await fight.options({ group: "table" });
  assert.deepEqual(groups.map(({ name, label }) => [name, label]), [["table", "Table"]]);
  assert.deepEqual(groups[0]?.forms, forms);
  const note = forms.find(({ command }) => command === "core.note");
  assert.deepEqual([note?.label, note?.group, note?.speaker], ["Make a note", "table", "player"]);
  assert((await fight.options()).groups.length > 1);
});

test("a menu is in the language that the client prefers", async () => {
  const { id } = await yarrow.open({ ruleset: "ticks", combatants: [{ template: "iris" }, { template: "bruno" }, { template: "tor" }] });
  const found = await new Yarrow(url, { language: "de-AT" }).encounter(id).options({ command: "ticks.call_combat" });
  const [form] = found.forms;
  assert(form);
  const command = { actor: "iris", against: "bruno", earshot: ["tor"] };
  const said = "Den Kampf gegen Bruno Hale beginnen, in Hörweite von Tor Maddox";
  assert.equal(sentence(found, form, command), said);
  for (const [language, label] of [["de", "Kampf beginnen"], ["en", "Begin combat"]] as const) {
    const iris = new Yarrow(url, { language, speaker: "player:iris" }).encounter(id);
    assert.equal((await iris.options({ command: "ticks.call_combat" })).forms[0]?.label, label);
  }
});

test("a command is checked, and nothing happens", async () => {
  const fight = await opened();
  const { version, first } = await fight.check({ type: "s3.begin_round" }, { expected: 4 });
  assert.deepEqual([version, first], [4, "records"]);
  const refused = fight.check({ type: "s3.end_turn", actor: "ogre" });
  await assert.rejects(refused, (error) => error instanceof Refused && error.rule === "S3-TURN-27");
  assert.equal(await fight.version(), 4);
});

test("who speaks is said once, for all that is asked", async () => {
  const fight = await opened();
  const noted = fight.speaking("spectator").give({ type: "core.note", text: "I was here." });
  await assert.rejects(noted, (error) => error instanceof NotAllowed && error.code === "not_yours");
  const listed = await yarrow.speaking("spectator").request("GET", `encounters/${fight.id}`);
  assert.equal((listed as { version: number }).version, 4);
});

test("a story is read in levels, and as a document", async () => {
  const { fight } = await begun();
  const lines = await all(fight.story({ level: 1 }));
  assert((await all(fight.story({ level: 3 }))).length > lines.length);
  assert((await fight.storyAs("markdown", { level: 1 })).includes(lines.at(-1)!.sentence));
  const causes = await fight.why(await fight.version());
  assert.equal(causes.causes.at(-1)?.version, causes.version);
});

test("a table that is patched is the table that is read", async () => {
  const { fight } = await begun();
  await fight.give({ type: "core.close" });
  let table = await fight.table(4);
  for await (const batch of fight.watch({ after: 4, table: true })) {
    table = patched(table, batch.table ?? []);
    assert.deepEqual(table, await fight.table(batch.version));
  }
  assert.equal(table.status, "closed");
  await assert.rejects(fight.give({ type: "core.note", text: "Too late." }), Closed);
});

test("an encounter is branched, compared, listed, taken away and brought in again", async () => {
  const { fight } = await begun();
  const branch = await fight.branch({ name: "What if" });
  await branch.give({ type: "core.note", text: "It rains." });
  const compared = await fight.compare(branch);
  assert.deepEqual([compared.common.encounter, compared.other.events > 0], [fight.id, true]);
  assert.deepEqual((await all(fight.branches())).map(({ id }) => id), [branch.id]);
  const [newest] = await all(yarrow.encounters({ sort: "active", branchOf: fight.id, since: new Date(0) }));
  assert.deepEqual([newest?.id, newest?.name, newest?.current], [branch.id, "What if", true]);
  const bundle = new Blob((await all(fight.bundle())) as Uint8Array<ArrayBuffer>[]);
  const under = `again-${fight.id}`.slice(0, 64);
  const imported = await yarrow.bringIn(bundle, { under });
  assert.deepEqual([imported.of, imported.encounter], [fight.id, under]);
  assert.equal((await fight.audit()).chain.verdict, "proven");
});

test("a scene is opened, and what a service has is listed", async () => {
  const [scene] = await yarrow.scenes("s3");
  assert(scene);
  const fight = await yarrow.open<"s3">({ scene: scene.id });
  assert.equal((await fight.state()).ruleset, "s3");
  assert.equal((await yarrow.scene(scene.id)).name, scene.name);
  const keys = (await yarrow.rulesets()).map(({ key }) => key);
  assert(keys.includes("ticks"));
  const [rule] = await yarrow.rules("s3");
  assert(rule);
  assert.equal((await yarrow.rule("s3", rule.id)).title, rule.title);
  assert.equal((await yarrow.ruleset("s3")).key, "s3");
  assert((await yarrow.templates("s3"))["guard"]);
  await assert.rejects(yarrow.signingKey(), NotFound);
  const [projection] = await yarrow.projections();
  assert(projection);
  assert.equal((await all(yarrow.compareProjections("directory"))).at(-1)?.outcome?.purpose, "verify");
  const [tallied] = await all(yarrow.tallies("ruleset", { ruleset: "s3" }));
  assert.deepEqual([tallied?.ruleset, tallied?.current], ["s3", true]);
});
