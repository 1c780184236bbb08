/** Live feeds against the service at YARROW_URL: whatever breaks, each batch comes once and in order. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";

import { type Batch, connect, ProblemError, replay, watch, watchAll } from "../src/index.ts";

const url = process.env["YARROW_URL"];
if (!url) throw new Error("YARROW_URL names the service to be asked.");
const yarrow = connect(url);

async function opened(ruleset = "s3", template = "guard"): Promise<string> {
  const { data } = await yarrow.POST("/v1/encounters", { body: { ruleset, combatants: [{ template }] } });
  assert(data);
  return data.encounter;
}

async function play(encounter: string, notes: number, pause = 0): Promise<void> {
  const give = async (command: { type: "core.note"; text: string } | { type: "core.close" }) => {
    const path = { encounter };
    const { error } = await yarrow.POST("/v1/encounters/{encounter}/commands", { params: { path }, body: { command } });
    assert.equal(error, undefined);
    await sleep(pause);
  };
  for (let number = 0; number < notes; number++) await give({ type: "core.note", text: `Drum ${number}.` });
  await give({ type: "core.close" });
}

async function assertWhole(encounter: string, batches: Batch[]): Promise<void> {
  const { data } = await yarrow.GET("/v1/encounters/{encounter}/events", { params: { path: { encounter } } });
  assert(data && typeof data !== "string"); // as lines it would be one
  assert.deepEqual(batches.flatMap((batch) => batch.events), data.events);
  assert(batches.every((batch) => batch.position === String(batch.version) && /^[0-9a-f]{64}$/.test(batch.chain)));
}

test("a watch tells what was and what happens, and ends with the encounter", async () => {
  const encounter = await opened();
  const watching = Array.fromAsync(watch(url, encounter, { after: 0 }));
  await play(encounter, 10);
  await assertWhole(encounter, await watching);
});

test("a watch brings the table's changes and the story with each batch, if asked", async () => {
  const encounter = await opened();
  const watching = Array.fromAsync(watch(url, encounter, { after: 0, table: true, story: true }));
  await play(encounter, 1);
  const [, note, close] = await watching;
  assert.deepEqual(note?.story?.map(({ sentence }) => sentence), ["A note: “Drum 0.”"]);
  assert.equal(close?.table?.at(-1)?.version, close?.version);
  const plain = await Array.fromAsync(watch(url, encounter, { after: 0 }));
  assert(plain.every(({ table, story }) => table === undefined && story === undefined));
});

/** A fetch whose connections break 300 ms after they were answered, and how many there were. */
function breaking(): { fetch: typeof fetch; connections: () => number } {
  let connections = 0;
  const broken: typeof fetch = async (input, init) => {
    const cut = new AbortController();
    const answer = await fetch(input, { ...init, signal: AbortSignal.any([init!.signal!, cut.signal]) });
    setTimeout(() => cut.abort(), 300);
    connections += 1;
    return answer;
  };
  return { fetch: broken, connections: () => connections };
}

test("connections that break lose and double nothing", async () => {
  const encounter = await opened();
  const { fetch, connections } = breaking();
  const watching = Array.fromAsync(watch(url, encounter, { after: 0, fetch }));
  await play(encounter, 30, 50);
  await assertWhole(encounter, await watching);
  assert(connections() > 3);
});

test("what was is told again with its pauses, also where connections break", async () => {
  const encounter = await opened();
  await play(encounter, 8, 200);
  const { fetch, connections } = breaking();
  const again = await Array.fromAsync(replay(url, encounter, { speed: 0.5, mostPause: 0.25, fetch }));
  await assertWhole(encounter, again);
  assert(connections() > 3);
  const [first, , third, fourth] = again;
  const part = replay(url, encounter, { from: third!.first, to: fourth!.version, speed: 0 });
  assert.deepEqual(await Array.fromAsync(part), [third, fourth]);
  assert.equal(first!.first, 1);
  const nothing = Array.fromAsync(replay(url, encounter, { from: 4, to: 3 }));
  await assert.rejects(nothing, (error) => error instanceof ProblemError && error.problem.field === "to");
});

/** The batches that everybody's feed tells, until so many encounters are closed. */
async function toldUntil(closed: number, batches: AsyncGenerator<Batch>): Promise<Batch[]> {
  const told: Batch[] = [];
  for await (const batch of batches) {
    told.push(batch);
    if (batch.events.some((event) => event.type === "core.encounter_closed") && --closed === 0) break;
  }
  return told;
}

function eventsOf(encounter: string, told: Batch[]): Batch["events"] {
  return told.filter((batch) => batch.encounter === encounter).flatMap((batch) => batch.events);
}

async function assertEverything(encounters: string[], told: Batch[]): Promise<void> {
  assert.deepEqual(new Set(told.map((batch) => batch.encounter)), new Set(encounters));
  assert.equal(new Set(told.map((batch) => batch.position)).size, told.length);
  for (const encounter of encounters) {
    const { data } = await yarrow.GET("/v1/encounters/{encounter}/events", { params: { path: { encounter } } });
    assert(data && typeof data !== "string");
    assert.deepEqual(eventsOf(encounter, told), data.events);
  }
}

test("a watch of all encounters loses and doubles nothing where connections break, and can be gone on with", async () => {
  const { fetch, connections } = breaking();
  const told = toldUntil(2, watchAll(url, { fetch, ruleset: "s3", signal: AbortSignal.timeout(60_000) }));
  while (connections() === 0) await sleep(10);
  const [first, second, other] = [await opened(), await opened(), await opened("ticks", "iris")];
  await Promise.all([play(first, 30, 50), play(second, 20, 70), play(other, 10, 90)]);
  const batches = await told;
  await assertEverything([first, second], batches);
  assert(connections() > 3);
  const behind = batches.findIndex((batch) => batch.encounter === second);
  const { position } = batches[behind]!;
  const again = await toldUntil(2, watchAll(url, { after: position, ruleset: "s3", signal: AbortSignal.timeout(60_000) }));
  for (const encounter of [first, second]) {
    assert.deepEqual(eventsOf(encounter, again), eventsOf(encounter, batches.slice(behind + 1)));
  }
});

test("an address may end with a slash, or where the paths of the API begin", async () => {
  const encounter = await opened();
  await play(encounter, 0);
  for (const address of [`${url}/`, `${url}/v1`, `${url}/v1/`]) {
    assert.equal((await connect(address).GET("/v1/encounters")).response.status, 200);
    await assertWhole(encounter, await Array.fromAsync(watch(address, encounter, { after: 0 })));
    await assertWhole(encounter, await Array.fromAsync(replay(address, encounter, { speed: 0 })));
    const told = watchAll(address, { signal: AbortSignal.timeout(300) });
    assert.deepEqual(await Array.fromAsync(told), []);
  }
});

test("a watch ends when it is told to, and tells of problems as what they are", async () => {
  const encounter = await opened();
  const controller = new AbortController();
  const seen = [];
  for await (const batch of watch(url, encounter, { after: 0, signal: controller.signal })) {
    seen.push(batch);
    controller.abort();
  }
  assert.equal(seen.length, 1);
  const ahead = Array.fromAsync(watch(url, encounter, { after: 1000 }));
  await assert.rejects(ahead, (error) => error instanceof ProblemError && error.problem.status === 409);
  const silent = Array.fromAsync(watch("http://127.0.0.1:1", encounter, { after: 0, patience: 0.2 }));
  await assert.rejects(silent, /fetch failed/);
});

test("a watch without a position waits as well for a service that is away, and no longer than it is told to", async () => {
  const encounter = await opened();
  let [away, asked] = [3, 0];
  const failing: typeof fetch = async (input, init) => {
    asked += 1;
    return asked > away ? fetch(input, init) : fetch("http://127.0.0.1:1", init);
  };
  const batches = watch(url, encounter, { fetch: failing });
  const first = batches.next();
  while (asked < away + 2) await sleep(10); // where the encounter stands, and then what follows
  await play(encounter, 0);
  assert.equal((await first).value?.events[1]?.type, "core.encounter_closed");
  away = Infinity;
  await assert.rejects(Array.fromAsync(watch(url, encounter, { fetch: failing, patience: 0.2 })), /fetch failed/);
  assert.deepEqual(await Array.fromAsync(watch(url, encounter, { fetch: failing, signal: AbortSignal.timeout(500) })), []);
  const nowhere = Array.fromAsync(watch(url, "nowhere"));
  await assert.rejects(nowhere, (error) => error instanceof ProblemError && error.problem.code === "not_found");
});

test("a watch without a position begins now", async () => {
  const encounter = await opened();
  let asked = 0;
  const counting: typeof fetch = (input, init) => {
    asked += 1;
    return fetch(input, init);
  };
  const batches = watch(url, encounter, { fetch: counting });
  const first = batches.next();
  while (asked < 2) await sleep(10); // where the encounter stands, and then what follows
  await play(encounter, 1);
  const { value } = await first;
  assert.equal((value as Batch).events[1]?.type, "core.noted");
  assert.equal((await Array.fromAsync(batches)).length, 1);
});
