/** Seats: invitations, tokens and tickets, and who is connected. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { invitationIn, invitationLink, NotAllowed, ProblemError, Yarrow } from "../src/index.ts";
import { all, opened, url, yarrow } from "./service.ts";

test("a link seats a player, whose seat is then held and connected", async () => {
  const fight = await opened();
  const invited = await yarrow.invite({ role: "player", combatants: ["guard"], encounters: [fight.id], name: "anna" });
  const link = invitationLink("https://table.example/play?dark#old", invited);
  assert.match(link, /^https:\/\/table\.example\/play\?dark#invitation=yarrow_invitation_/);
  const invitation = invitationIn(new URL(link).hash);
  assert.equal(invitation, invited.invitation);
  const { token } = await yarrow.exchange(invitation!);
  const player = new Yarrow(url, { token: token! }).encounter(fight.id);
  const [states, ending, watching] = [new Set<string>(), new AbortController(), player.watchSeats()];
  for await (const { seats } of fight.watchSeats({ signal: ending.signal })) {
    const seat = seats.find(({ seat }) => seat === "guard");
    assert(seat);
    states.add(seat.state);
    if (seat.state === "held") void watching.next();
    if (seat.state === "connected") ending.abort();
  }
  await watching.return(undefined);
  assert.deepEqual([...states], ["held", "connected"]);
  assert.equal((await fight.seats()).encounter, fight.id);
});

test("a seat is handed over, and tokens and invitations are listed and ended", async () => {
  const fight = await opened();
  const terms = { role: "player" as const, combatants: ["guard"], encounters: [fight.id] };
  const made = await yarrow.makeToken(terms);
  const mine = async () => (await all(yarrow.tokens({ encounter: fight.id }))).map(({ id }) => id);
  assert.deepEqual(await mine(), [made.id]);
  const handed = await fight.handOver("guard", { expires: "1h" });
  assert.deepEqual(await mine(), []);
  assert.deepEqual((await all(yarrow.invitations({ encounter: fight.id }))).map(({ id }) => id), [handed.id]);
  await yarrow.endInvitation(handed.id);
  assert.deepEqual(await all(yarrow.invitations({ encounter: fight.id })), []);
  const other = await yarrow.makeToken(terms);
  await yarrow.endToken(other.id);
  assert.deepEqual(await mine(), []);
});

test("an invitation that is not valid is a problem", async () => {
  assert.equal(invitationIn("#other=1"), null);
  const exchanged = yarrow.exchange("yarrow_invitation_of_nobody");
  await assert.rejects(exchanged, (error) => error instanceof ProblemError && error.field === "invitation");
});

test("a feed is read with a ticket, once", async () => {
  const { id } = await opened();
  const rights = { role: "spectator" as const, encounters: [id] };
  const address = await yarrow.ticketed(`/v1/encounters/${id}/replay?speed=0`, rights);
  assert.match(await (await fetch(address)).text(), /^retry: .*\nid: 0\n\nid: /);
  assert.equal((await fetch(address)).status, 401);
});

test("a socket speaks as its ticket says", async () => {
  const { id } = await opened();
  const rights = { role: "player" as const, combatants: ["guard"] };
  const address = await new Yarrow(`${url}/v1`).ticketed(`/v1/encounters/${id}/ws?after=1`, rights);
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
  const asked = yarrow.speaking("spectator").ticket({ role: "narrator" });
  await assert.rejects(asked, (error) => error instanceof ProblemError && error.field === "role");
  await assert.rejects(yarrow.speaking("spectator").invite({ role: "narrator" }), NotAllowed);
});
