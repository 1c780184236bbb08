/** A witness sees the history of an encounter, and detects another one. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { HistoryDiffers, Witness, Yarrow } from "../src/index.ts";
import { opened, url, yarrow } from "./service.ts";

test("a witness that is recalled continues, and its hash is in the audit", async () => {
  const { id } = await yarrow.open({ ruleset: "s3", combatants: [{ template: "guard", secret: true }] });
  const fight = yarrow.encounter(id);
  const witness = await fight.verify(new Witness());
  assert.equal(witness.version, await fight.version());
  await fight.give({ type: "core.note", text: "It rains.", secret: "Ünder the bridge." });
  const recalled = await fight.verify(Witness.recall(String(witness)));
  assert.equal(recalled.version, await fight.version());
  assert.equal((await fight.speaking("spectator").verify(witness)).hash, recalled.hash); // without the private lines
  assert.equal((await fight.audit(recalled)).chain.verdict, "proven");
  assert.equal((await fight.audit(String(recalled))).hash, recalled.hash);
  assert.equal((await fight.verify(recalled)).version, recalled.version);
});

test("a witness raises an alarm about another history", async () => {
  const [one, other] = [await opened(), await opened()];
  const witness = await one.verify(new Witness());
  await assert.rejects(other.verify(witness), HistoryDiffers);
  const ahead = Witness.recall(`${witness.version + 1}:${witness.hash}`);
  await assert.rejects(one.verify(ahead), /the witness has seen version/);
  const changing: typeof fetch = async (input, init) => {
    const answer = await fetch(input, init);
    const text = (await answer.text()).replace("It rains.", "It snows.");
    return new Response(text || null, answer);
  };
  await one.give({ type: "core.note", text: "It rains." });
  await assert.rejects(new Yarrow(url, { fetch: changing }).encounter(one.id).verify(witness), HistoryDiffers);
  for (const line of ["", "1:", "0:abc", "x"]) assert.throws(() => Witness.recall(line), RangeError);
  assert.equal(Witness.recall("0:").version, 0);
});
