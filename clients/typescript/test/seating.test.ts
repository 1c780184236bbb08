/** Seats against the service at YARROW_URL: a link seats a player, and the seats say who is there. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { connect, exchange, invitationIn, invite, ProblemError, watchSeats } from "../src/index.ts";

const url = process.env["YARROW_URL"];
if (!url) throw new Error("YARROW_URL names the service to be asked.");
const yarrow = connect(url);

async function opened(): Promise<string> {
  const { data } = await yarrow.POST("/v1/encounters", { body: { ruleset: "s3", combatants: [{ template: "guard" }] } });
  assert(data);
  return data.encounter;
}

test("a link seats a player, whose seat is then held and connected", async () => {
  const encounter = await opened();
  const rights = { role: "player" as const, combatants: ["guard"], encounters: [encounter], name: "anna" };
  const invited = await invite(url, "https://table.example/play?dark#old", rights);
  assert.match(invited.link, /^https:\/\/table\.example\/play\?dark#invitation=yarrow_invitation_/);
  const invitation = invitationIn(new URL(invited.link).hash);
  assert.equal(invitation, invited.invitation);
  const { token } = await exchange(url, invitation!);
  assert(token);
  const states = new Set<string>();
  const ending = new AbortController();
  const connected = new AbortController();
  for await (const { seats } of watchSeats(url, encounter, { signal: ending.signal })) {
    const seat = seats.find(({ seat }) => seat === "guard");
    assert(seat);
    states.add(seat.state);
    if (seat.state === "held") void watchSeats(url, encounter, { token, signal: connected.signal }).next();
    if (seat.state === "connected") ending.abort();
  }
  connected.abort();
  assert.deepEqual([...states], ["held", "connected"]);
});

test("an invitation that is not valid is a problem", async () => {
  assert.equal(invitationIn("#other=1"), null);
  await assert.rejects(
    exchange(url, "yarrow_invitation_of_nobody"),
    (error: unknown) => error instanceof ProblemError && error.problem.field === "invitation",
  );
});
