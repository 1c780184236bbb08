/** Live feeds against a service: whatever breaks, each batch comes once and in order. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";

import { type Batch, Conflict, type Encounter, NotFound, ProblemError, Unreachable, Yarrow } from "../src/index.ts";
import { all, opened, url, yarrow } from "./service.ts";

async function play(fight: Encounter, notes: number, pause = 0): Promise<void> {
  for (let number = 0; number < notes; number++) {
    await fight.give({ type: "core.note", text: `Drum ${number}.` });
    await sleep(pause);
  }
  await fight.give({ type: "core.close" });
}

async function assertWhole(fight: Encounter, batches: Batch[]): Promise<void> {
  assert.deepEqual(batches.flatMap((batch) => batch.events), await all(fight.events()));
  assert(batches.every((batch) => batch.position === String(batch.version) && /^[0-9a-f]{64}$/.test(batch.chain)));
}

test("a watch tells what was and what happens, and ends with the encounter", async () => {
  const fight = await opened();
  const watching = all(fight.watch({ after: 0 }));
  await play(fight, 10);
  await assertWhole(fight, await watching);
});

test("a watch brings the table's changes and the story with each batch, if asked", async () => {
  const fight = await opened();
  const watching = all(fight.watch({ after: 0, table: true, story: true }));
  await play(fight, 1);
  const [, note, close] = await watching;
  assert.deepEqual(note?.story?.map(({ sentence }) => sentence), ["A note: “Drum 0.”"]);
  assert.equal(close?.table?.at(-1)?.version, close?.version);
  const plain = await all(fight.watch({ after: 0 }));
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

/** Returns the encounter as a client sees it whose requests are sent by a function. */
function through(fetch: typeof globalThis.fetch, { id }: Encounter, patience = 30): Encounter {
  return new Yarrow(url, { fetch, patience }).encounter(id);
}

test("connections that break lose and double nothing", async () => {
  const fight = await opened();
  const { fetch, connections } = breaking();
  const watching = all(through(fetch, fight).watch({ after: 0 }));
  await play(fight, 30, 50);
  await assertWhole(fight, await watching);
  assert(connections() > 3);
});

test("what was is told again with its pauses, also where connections break", async () => {
  const fight = await opened();
  await play(fight, 8, 200);
  const { fetch, connections } = breaking();
  const again = await all(through(fetch, fight).replay({ speed: 0.5, mostPause: 0.25 }));
  await assertWhole(fight, again);
  assert(connections() > 3);
  const [first, , third, fourth] = again;
  const part = fight.replay({ from: third!.first, to: fourth!.version, speed: 0 });
  assert.deepEqual(await all(part), [third, fourth]);
  assert.equal(first?.first, 1);
  const nothing = all(fight.replay({ from: 4, to: 3 }));
  await assert.rejects(nothing, (error) => error instanceof ProblemError && error.field === "to");
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

async function assertEverything(fights: Encounter[], told: Batch[]): Promise<void> {
  assert.deepEqual(new Set(told.map((batch) => batch.encounter)), new Set(fights.map(({ id }) => id)));
  assert.equal(new Set(told.map((batch) => batch.position)).size, told.length);
  for (const fight of fights) assert.deepEqual(eventsOf(fight.id, told), await all(fight.events()));
}

test("a watch of all encounters loses and doubles nothing where connections break, and resumes later", async () => {
  const { fetch, connections } = breaking();
  const signal = AbortSignal.timeout(60_000);
  const told = toldUntil(2, new Yarrow(url, { fetch }).watch({ ruleset: "s3", signal }));
  while (connections() === 0) await sleep(10);
  const [first, second, other] = [await opened(), await opened(), await opened("ticks", "iris")];
  await Promise.all([play(first, 30, 50), play(second, 20, 70), play(other, 10, 90)]);
  const batches = await told;
  await assertEverything([first, second], batches);
  assert(connections() > 3);
  const behind = batches.findIndex((batch) => batch.encounter === second.id);
  const { position } = batches[behind]!;
  const again = await toldUntil(2, yarrow.watch({ after: position, ruleset: "s3", signal: AbortSignal.timeout(60_000) }));
  for (const { id } of [first, second])
    assert.deepEqual(eventsOf(id, again), eventsOf(id, batches.slice(behind + 1)));
});

test("an address may end with a slash, or where the paths of the API begin", async () => {
  const fight = await opened();
  await play(fight, 0);
  for (const address of [`${url}/`, `${url}/v1`, `${url}/v1/`]) {
    const same = new Yarrow(address).encounter(fight.id);
    await assertWhole(fight, await all(same.watch({ after: 0 })));
    await assertWhole(fight, await all(same.replay({ speed: 0 })));
    assert.deepEqual(await all(new Yarrow(address).watch({ signal: AbortSignal.timeout(300) })), []);
  }
});

test("a watch ends when it is told to, and throws problems as what they are", async () => {
  const fight = await opened();
  const controller = new AbortController();
  const seen = [];
  for await (const batch of fight.watch({ after: 0, signal: controller.signal })) {
    seen.push(batch);
    controller.abort();
  }
  assert.equal(seen.length, 1);
  await assert.rejects(all(fight.watch({ after: 1000 })), Conflict);
  const silent = new Yarrow("http://127.0.0.1:1", { patience: 0.2 }).encounter(fight.id).watch({ after: 0 });
  await assert.rejects(all(silent), Unreachable);
  await assert.rejects(all(yarrow.encounter("nowhere").watch()), NotFound);
});

test("a watch without a position waits as well for a service that is away, and no longer than it is told to", async () => {
  const fight = await opened();
  let [away, asked] = [3, 0];
  const failing: typeof fetch = async (input, init) => {
    asked += 1;
    return asked > away ? fetch(input, init) : fetch("http://127.0.0.1:1", init);
  };
  const first = through(failing, fight).watch().next();
  while (asked < away + 2) await sleep(10); // the version of the encounter, and then what follows
  await play(fight, 0);
  assert.equal((await first).value?.events[1]?.type, "core.encounter_closed");
  away = Infinity;
  await assert.rejects(all(through(failing, fight, 0.2).watch()), Unreachable);
  await assert.rejects(all(through(failing, fight, 0.2).watch({ after: 0 })), Unreachable);
  assert.deepEqual(await all(through(failing, fight).watch({ after: 0, signal: AbortSignal.timeout(500) })), []);
});

test("a watch without a position begins now", async () => {
  const fight = await opened();
  let asked = 0;
  const counting: typeof fetch = (input, init) => {
    asked += 1;
    return fetch(input, init);
  };
  const batches = through(counting, fight).watch();
  const first = batches.next();
  while (asked < 2) await sleep(10); // the version of the encounter, and then what follows
  await play(fight, 1);
  const { value } = await first;
  assert.equal((value as Batch).events[1]?.type, "core.noted");
  assert.equal((await all(batches)).length, 1);
});
