/** A client of Yarrow: every path of the API, typed from openapi.yaml, and live feeds that resume. */

import createClient, { type Client } from "openapi-fetch";

import type { components, paths } from "./api.ts";
import { addressOf, headersOf, type Options } from "./options.ts";

export type { components, paths } from "./api.ts";
export type { Options } from "./options.ts";
export { type Batch, ProblemError, type Problem, replay, type ReplayOptions } from "./watch.ts";
export { watch, watchAll, type WatchOptions } from "./watch.ts";

/** A command, discriminated by its `type`. */
export type Command = components["schemas"]["Command"];
/** A recorded event, discriminated by its `type`. */
export type Event = components["schemas"]["Event"];
/** The state of an encounter, discriminated by its `ruleset`. */
export type State = components["schemas"]["State"];

/**
 * Returns a client for one speaker: `await connect(url).GET("/v1/encounters/{encounter}", {params: {path: {encounter}}})`
 * resolves to `data`, or to an `error` that is a problem.
 */
export function connect(url: string, options: Options = {}): Client<paths> {
  const { fetch } = options;
  return createClient<paths>({ baseUrl: addressOf(url), headers: headersOf(options), ...(fetch && { fetch }) });
}
