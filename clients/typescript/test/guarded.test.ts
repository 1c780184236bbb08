/** A service that requires tokens: what runs out is an error of its own kind. It runs in Node alone, which starts the service. */

import assert from "node:assert/strict";
import { createHmac } from "node:crypto";
import { after, before, test } from "node:test";

import { NotAllowed, type Options, Unauthorized, Yarrow } from "../src/index.ts";
import { type Served, serving } from "../src/testing.ts";
import { all } from "./service.ts";

const SECRET = "a-secret-that-nobody-would-guess-and-that-is-used-by-the-tests-alone";

let guarded: Served | undefined;
before(async () => {
  const program = process.env["YARROW_PROGRAM"];
  const variables = { YARROW_SECRET: SECRET, YARROW_TENANT: "guild", YARROW_HEARTBEAT: "0.2", YARROW_RATE: "5", YARROW_BURST: "20" };
  guarded = await serving({ variables, ...(program && { program: JSON.parse(program) as string[] }) });
});
after(() => guarded?.stop());

function guardedBy(options: Options): Yarrow {
  assert(guarded);
  return new Yarrow(guarded.url, options);
}

/** Returns a signed token of a narrator, which expires some seconds from now. */
function token(seconds: number, role = "narrator"): string {
  const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString("base64url");
  const exp = Math.floor(Date.now() / 1000) + seconds;
  const claims = { sub: "anna", jti: "one", exp, encounters: "all", tenant: "guild", role };
  const signed = `${encode({ alg: "HS256", typ: "JWT" })}.${encode(claims)}`;
  return `${signed}.${createHmac("sha256", SECRET).update(signed).digest("base64url")}`;
}

test("a token that has run out is said to have", async () => {
  const late = guardedBy({ token: token(-60) }).open({ ruleset: "s3" });
  await assert.rejects(late, (error) => error instanceof Unauthorized && error.detail.includes("has expired"));
  await assert.rejects(guardedBy({}).open({ ruleset: "s3" }), Unauthorized);
  const spectator = guardedBy({ token: token(600, "spectator") }).open({ ruleset: "s3" });
  await assert.rejects(spectator, (error) => error instanceof NotAllowed && !(error instanceof Unauthorized));
});

test("a watch ends with its token", async () => {
  const narrator = guardedBy({ token: token(600) });
  const { id } = await narrator.open({ ruleset: "s3", combatants: [{ template: "guard" }] });
  const short = await narrator.makeToken({ role: "spectator", encounters: [id] });
  const watching = guardedBy({ token: short.token! }).encounter(id).watch({ after: 0 });
  assert.equal((await watching.next()).done, false);
  await narrator.endToken(short.id);
  await assert.rejects(all(watching), Unauthorized);
});

test("the rate limit is waited for where failures are not", async () => {
  const eager = guardedBy({ token: token(600), patience: 0, ratePatience: 60 });
  const asked = await Promise.all(Array.from({ length: 24 }, () => eager.rulesets()));
  assert(asked.every((rulesets) => rulesets.length > 0));
});
