/** What goes wrong is an error of its own kind, and retries execute a command once. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { Conflict, Interrupted, Invalid, NotYarrow, OtherVersion } from "../src/index.ts";
import { InvalidArgument, type Opening, type Options, Unavailable, UnknownRuleset, Unreachable, Yarrow } from "../src/index.ts";
import { all, opened, url, yarrow } from "./service.ts";

/** Returns a client to whom every request is answered in the same way, as by a service of another version. */
function answered(answer: () => Response, options: Options = {}): Yarrow {
  return new Yarrow(url, { patience: 0, ...options, fetch: async () => answer() });
}

function saying(body: BodyInit, status = 200, media = "application/json"): Yarrow {
  return answered(() => new Response(body, { status, headers: { "Content-Type": media } }));
}

test("a service of another version is named as such", async () => {
  const other = saying('{"rulesets": [{"name": "s3"}]}');
  const asked = other.rulesets();
  await assert.rejects(asked, (error) => error instanceof OtherVersion && /`rulesets\.0\.key` is missing/.test(error.message));
  await assert.rejects(other.encounter("alley").table(), OtherVersion);
  const foreign = saying("<html>", 200, "text/html").rulesets();
  await assert.rejects(foreign, (error) => error instanceof NotYarrow && !(error instanceof OtherVersion));
  await assert.rejects(saying("<html>", 404, "text/html").rulesets(), NotYarrow);
});

test("what a newer service adds is accepted", async () => {
  const newer = '{"rulesets": [{"key": "s9", "title": "S9", "version": "1", "languages": [], "colour": "red"}], "more": 1}';
  assert.equal((await saying(newer).rulesets())[0]?.key, "s9");
  const tired = '{"code": "tired", "detail": "The dice are asleep.", "status": 409, "until": "noon"}';
  const asked = saying(tired, 409, "application/problem+json").rulesets();
  await assert.rejects(asked, (error) => error instanceof Conflict && error.detail === "The dice are asleep.");
});

test("an unknown ruleset is an error of its own", async () => {
  const unknown = yarrow.open({ ruleset: "s4" });
  await assert.rejects(unknown, (error) => error instanceof UnknownRuleset && error.field === "ruleset");
  const requests: (() => Promise<unknown>)[] = [
    () => yarrow.ruleset("s4"), () => yarrow.rules("s4"), () => yarrow.templates("s4"), () => yarrow.scenes("s4"),
  ];
  for (const ask of requests)
    await assert.rejects(ask(), (error) => error instanceof UnknownRuleset && error.problem.rulesets?.includes("s3") === true);
  const both = yarrow.open({ ruleset: "century", scene: "jailbreak" } as unknown as Opening<"s3">);
  await assert.rejects(both, (error) => error instanceof Invalid && !(error instanceof UnknownRuleset));
  const loaded = yarrow.open({ ruleset: "s3", chance: "loaded" as "seeded" });
  await assert.rejects(loaded, (error) => error instanceof Invalid && !(error instanceof UnknownRuleset));
});

test("what is no ID is not sent", async () => {
  for (const name of ["", ".", ".."]) {
    for (const asking of [yarrow.endToken, yarrow.endInvitation])
      await assert.rejects(asking.call(yarrow, name), InvalidArgument);
    assert.throws(() => yarrow.encounter(name), InvalidArgument);
  }
});

test("what no header can have is not sent", async () => {
  const sent: (string | null)[] = [];
  const noting: typeof fetch = async (input, init) => {
    sent.push(new Headers(init?.headers).get("Authorization"));
    return await fetch(input, init);
  };
  for (const options of [{ token: "ł" }, { token: "a\nb" }, { speaker: "player:ł" }, { language: "d\0" }])
    assert.throws(() => new Yarrow(url, options), (error) => error instanceof InvalidArgument && !error.message.includes("a\nb"));
  assert.throws(() => yarrow.speaking("player:\n"), InvalidArgument);
  await assert.rejects(yarrow.open({ ruleset: "s3" }, { key: "ł" }), InvalidArgument);
  await new Yarrow(url, { token: "abc\n", fetch: noting }).rulesets();
  assert.deepEqual(sent, ["Bearer abc"]);
});

test("the retries of a check have one key", async () => {
  const { id } = await opened();
  const keys: (string | null)[] = [];
  const lose = losing(1);
  const noting: typeof fetch = async (input, init) => {
    keys.push(new Headers(init?.headers).get("Idempotency-Key"));
    return await lose(input, init);
  };
  await new Yarrow(url, { fetch: noting }).encounter(id).check({ type: "core.note", text: "Is it heard?" });
  assert.equal(keys.length, 2);
  assert(keys[0] && keys[0] === keys[1]);
});

test("a bundle that breaks off is not taken for whole", async () => {
  const pieces = [new TextEncoder().encode('{"yarrow":')];
  const broken = new ReadableStream<Uint8Array<ArrayBuffer>>({
    pull(controller) {
      const piece = pieces.pop();
      if (piece) controller.enqueue(piece);
      else controller.error(new TypeError("terminated"));
    },
  });
  await assert.rejects(all(saying(broken).encounter("duel").bundle()), Interrupted);
});

/** Returns a `fetch` that loses the answers to some requests after the service has executed them. */
function losing(lost: number): typeof fetch {
  return async (input, init) => {
    const answer = await fetch(input, init);
    if (lost-- <= 0) return answer;
    await answer.text();
    throw new TypeError("fetch failed");
  };
}

async function notesOf(id: string): Promise<unknown[]> {
  const events = await all(yarrow.encounter(id).events());
  return events.filter(({ type }) => type === "core.noted").map(({ data }) => (data as { text: string }).text);
}

test("a service that goes away is reported with the key that repeats the command", async () => {
  const { id } = await opened();
  const hasty = new Yarrow(url, { patience: 0, fetch: losing(1) }).encounter(id);
  const lost = await hasty.give({ type: "core.note", text: "Was it heard?" }).catch((error: unknown) => error);
  assert(lost instanceof Unreachable && lost.key);
  await hasty.give({ type: "core.note", text: "Was it heard?" }, { key: lost.key });
  assert.deepEqual(await notesOf(id), ["Was it heard?"]);
});

test("commands whose answers are lost are executed once each, and retries are heard of", async () => {
  const { id } = await opened();
  const heard: Error[] = [];
  for (const lost of [0, 1, 2]) {
    const patient = new Yarrow(url, { fetch: losing(lost), onRetry: (why) => heard.push(why) }).encounter(id);
    await patient.give({ type: "core.note", text: `Number ${lost}.` });
  }
  assert.deepEqual(await notesOf(id), ["Number 0.", "Number 1.", "Number 2."]);
  assert.equal(heard.length, 3);
});

test("a token is not made twice", async () => {
  const { id } = await opened();
  const rights = { role: "spectator" as const, encounters: [id] };
  const made = new Yarrow(url, { fetch: losing(1) }).makeToken(rights);
  await assert.rejects(made, (error) => error instanceof Unreachable && error.message.includes("List the tokens"));
  assert.equal((await all(yarrow.tokens({ encounter: id }))).length, 1);
});

test("a proxy without its service is waited for, and an address that is none is said to be", async () => {
  let asked = 0;
  const proxy = answered(() => {
    asked += 1;
    return asked < 3 ? new Response("Bad gateway", { status: 502 }) : new Response('{"rulesets": []}');
  }, { patience: 30 });
  assert.deepEqual(await proxy.rulesets(), []);
  assert.equal(asked, 3);
  for (const nowhere of ["", "localhost", "ftp://127.0.0.1"])
    await assert.rejects(new Yarrow(nowhere, { patience: 0 }).rulesets(), /Use a URL like http/);
  await assert.rejects(new Yarrow("http://127.0.0.1:1", { patience: 0.2 }).rulesets(), (error) => {
    assert(error instanceof Unreachable);
    const { message } = error;
    return /^No Yarrow service responds at http:\/\/127\.0\.0\.1:1 \(.+\)\. Start one with `yarrow serve`/.test(message);
  });
});

test("a problem with a time to retry is retried", async () => {
  const away = JSON.stringify({ code: "store_away", detail: "Redis is away.", status: 503 });
  const headers = { "Content-Type": "application/problem+json", "Retry-After": "0" };
  let asked = 0;
  const busy = answered(() => {
    asked += 1;
    return new Response(away, { status: 503, headers });
  }, { patience: 0.3 });
  await assert.rejects(busy.rulesets(), Unavailable);
  assert(asked > 1);
});
