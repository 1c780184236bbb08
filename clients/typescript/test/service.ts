/** The service of the tests, and what several of them need of it. */

import { type Encounter, Yarrow } from "../src/index.ts";

/** The address of the service: YARROW_URL in Node, `?service=` in a browser. */
export const url =
  (globalThis.process ? process.env["YARROW_URL"] : new URLSearchParams(location.search).get("service")) ?? "";
if (!url) throw new Error("YARROW_URL names the service to be asked.");
export const yarrow = new Yarrow(url);

/** Opens a fight of a guard, or of another combatant. */
export async function opened(ruleset = "s3", template = "guard"): Promise<Encounter> {
  const { id } = await yarrow.open({ ruleset, combatants: [{ template }] });
  return yarrow.encounter(id);
}

/** Returns all that an iterator yields. */
export async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = [];
  for await (const item of items) found.push(item);
  return found;
}
