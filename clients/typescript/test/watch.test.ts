/** Live feeds against the service at YARROW_URL: whatever breaks, each batch comes once and in order. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";

import { type Batch, connect, ProblemError, watch } from "../src/index.ts";

const url = process.env["YARROW_URL"];
if (!url) throw new Error("YARROW_URL names the service to be asked.");
const yarrow = connect(url);

async function opened(): Promise<string> {
  const { data } = await yarrow.POST("/v1/encounters", { body: { ruleset: "s3", combatants: [{ template: "guard" }] } });
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

test("connections that break lose and double nothing", async () => {
  const encounter = await opened();
  let connections = 0;
  const breaking: typeof fetch = (input, init) => {
    connections += 1;
    return fetch(input, { ...init, signal: AbortSignal.any([init!.signal!, AbortSignal.timeout(300)]) });
  };
  const watching = Array.fromAsync(watch(url, encounter, { after: 0, fetch: breaking }));
  await play(encounter, 30, 50);
  await assertWhole(encounter, await watching);
  assert(connections > 3);
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

test("a watch without a position begins now", async () => {
  const encounter = await opened();
  const batches = watch(url, encounter);
  const first = batches.next();
  await sleep(500);
  await play(encounter, 1);
  const { value } = await first;
  assert.equal((value as Batch).events[1]?.type, "core.noted");
  assert.equal((await Array.fromAsync(batches)).length, 1);
});
