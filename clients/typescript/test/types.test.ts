/** The types of each ruleset: the compiler finds what the service would refuse. Each line marked as an error is one. */

import assert from "node:assert/strict";
import { test } from "node:test";

import type { AnswerOf, CommandOf, Encounter, EventOf, OptionsOf, RulesetKey, SentAnswerOf, StateOf } from "../src/index.ts";
import { yarrow } from "./service.ts";

const attack: CommandOf<"s3"> = {
  type: "s3.attack",
  actor: "fox",
  target: "guard",
  weapon: "unarmed",
  answers: [{ kind: "oppose", answer: { skill: "evasion" } }],
};
// @ts-expect-error - there is no such intent
const tickled: CommandOf<"s3"> = { type: "s3.attack", actor: "fox", target: "guard", weapon: "unarmed", intent: "tickle" };
// @ts-expect-error - it is a command of another ruleset
const foreign: CommandOf<"ticks"> = attack;
// @ts-expect-error - it is no answer to this kind of prompt
const coin: SentAnswerOf<"s3"> = { kind: "oppose", answer: "heads" };
// @ts-expect-error - there is no such length
const options: OptionsOf<"s3"> = { stun_length: "hour" };
const side: AnswerOf<"s3", "call_flip"> = "heads";
const every: Record<RulesetKey, string> = { s3: "", black_dice: "", yin_yang: "", century: "", ticks: "" };
const pull: CommandOf<"tug"> = { type: "tug.pull", actor: "ox", target: "mouse" };
// @ts-expect-error - what is not of the ruleset is a command that every encounter has
const push: CommandOf<"tug"> = { type: "core.push" };

// @ts-expect-error - it is an event of another ruleset
const declared: EventOf<"s3">["type"] = "ticks.declared";

/** It is compiled, and never called. */
export async function misuse(fight: Encounter<"s3">, event: EventOf<"s3">, state: StateOf<"black_dice">): Promise<void> {
  if (event.type === "s3.attack_hit") event.data.margin.toFixed();
  // @ts-expect-error - the data has no such member
  if (event.type === "s3.attack_hit") event.data.colour;
  for (const prompt of (await fight.give(attack)).prompts) {
    if (prompt.kind === "oppose") await fight.answer(prompt, { skill: "evasion" });
    // @ts-expect-error - an attempt is not answered with a side of a coin
    if (prompt.kind === "oppose") await fight.answer(prompt, "heads");
    if (prompt.kind === "call_flip") await fight.answer(prompt, side);
  }
  // @ts-expect-error - a table has no such combatant's member
  (await fight.table()).combatants["fox"]?.nme;
  // @ts-expect-error - there is no such ruleset option
  await yarrow.open({ ruleset: "s3", options: { weather: "rain" } });
  state.ruleset satisfies "black_dice";
}

test("an encounter has the ruleset that it was opened with", async () => {
  const fight = await yarrow.open({ ruleset: "s3", combatants: [{ template: "guard" }], options: { stun_length: "turn" } });
  const state = await fight.state();
  assert.equal(state.options?.stun_length, "turn");
  assert.equal([attack, tickled, foreign, coin, options, every, pull, push, declared].length, 9);
});
