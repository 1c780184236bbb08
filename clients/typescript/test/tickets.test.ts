/** Tickets against the service at YARROW_URL: an address is the only credential of a connection. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { connect, ProblemError, ticketed } from "../src/index.ts";

const url = process.env["YARROW_URL"];
if (!url) throw new Error("YARROW_URL names the service to be asked.");
const yarrow = connect(url);

async function opened(): Promise<string> {
  const { data } = await yarrow.POST("/v1/encounters", { body: { ruleset: "s3", combatants: [{ template: "guard" }] } });
  assert(data);
  return data.encounter;
}

test("a feed is read with a ticket, once", async () => {
  const encounter = await opened();
  const path = `/v1/encounters/${encounter}/replay?speed=0`;
  const address = await ticketed(url, path, { rights: { role: "spectator", encounters: [encounter] } });
  const feed = await fetch(address);
  assert.match(await feed.text(), /^retry: .*\nid: 0\n\nid: /);
  assert.equal((await fetch(address)).status, 401);
});

test("a socket speaks as its ticket says", async () => {
  const encounter = await opened();
  const rights = { role: "player" as const, combatants: ["guard"] };
  const address = await ticketed(`${url}/v1`, `/v1/encounters/${encounter}/ws?after=1`, { rights });
  assert.match(address, /^ws:.*\/ws\?after=1&ticket=/);
  const socket = new WebSocket(address);
  const answer = new Promise<string>((resolve) => {
    socket.onmessage = ({ data }) => String(data).includes('"type":"answer"') && resolve(String(data));
  });
  socket.onopen = () => socket.send(JSON.stringify({ command: { type: "core.note", text: "hm" } }));
  assert.match(await answer, /"speaker":"player:guard"/);
  socket.close();
});

test("rights that the caller does not have are refused", async () => {
  const path = `/v1/encounters/${await opened()}/live`;
  await assert.rejects(
    ticketed(url, path, { speaker: "spectator", rights: { role: "narrator" } }),
    (error: unknown) => error instanceof ProblemError && error.problem.field === "role",
  );
});
