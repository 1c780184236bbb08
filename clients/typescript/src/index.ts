/** A client of Yarrow: every path of the API, typed from openapi.yaml, and live feeds that resume. */

import createClient, { type Client } from "openapi-fetch";

import type { components, paths } from "./api.ts";
import { addressOf, headersOf, type Options } from "./options.ts";
import { ProblemError } from "./watch.ts";

export type { components, paths } from "./api.ts";
export type { Condition, Declarations, Few, Field, Form, FormDeclaration, Group } from "./declared.ts";
export type { Greatest, Many, OpenPrompt } from "./declared.ts";
export { type Choose, Clashing, DeadEnd, fill, fillAnswer, type SettledField, Unfilled } from "./fill.ts";
export { type LegalNow, Menu, Reader } from "./forms.ts";
export { menu, type MenuOptions } from "./menu.ts";
export type { Options } from "./options.ts";
export { sentence, textOf } from "./phrases.ts";
export type { Filled, Key, Lookup } from "./sets.ts";
export { exchange, invitationIn, invite, type Granted, type GrantRequest } from "./seating.ts";
export { ticketed, type TicketOptions } from "./tickets.ts";
export { type Bounds, isSame, keyOf, type Listed, MalformedOptions, Values } from "./values.ts";
export { type Batch, ProblemError, type Problem, replay, type ReplayOptions } from "./watch.ts";
export { type Seats, watch, watchAll, type WatchOneOptions, type WatchOptions, watchSeats } from "./watch.ts";

/** A command, discriminated by its `type`. */
export type Command = components["schemas"]["Command"];
/** A recorded event, discriminated by its `type`. */
export type Event = components["schemas"]["Event"];
/** The state of an encounter, discriminated by its `ruleset`. */
export type State = components["schemas"]["State"];

/** What a command would cause first. */
export type CheckAnswer = components["schemas"]["CheckAnswer"];

export interface CheckOptions extends Options {
  /** the version that the encounter must have */
  expected?: number;
}

interface Checked {
  content: { "application/json": CheckAnswer };
}
/** An operation without the response to a check, for which there is `check`. */
type Executed<Operation> = Operation extends { responses: infer Responses }
  ? Omit<Operation, "responses"> & {
      responses: {
        [Status in keyof Responses as Responses[Status] extends Checked ? never : Status]: Responses[Status] extends {
          content: { "application/json": infer Body };
        }
          ? Omit<Responses[Status], "content"> & { content: { "application/json": Exclude<Body, CheckAnswer> } }
          : Responses[Status];
      };
    }
  : Operation;
/** An operation whose response is JSON where it may be a document, too: that is read with `fetch`. */
type AsJson<Operation> = Operation extends { responses: infer Responses }
  ? Omit<Operation, "responses"> & {
      responses: {
        [Status in keyof Responses]: Responses[Status] extends {
          content: { "application/json": infer Body; "text/markdown": string };
        }
          ? Omit<Responses[Status], "content"> & { content: { "application/json": Body } }
          : Responses[Status];
      };
    }
  : Operation;
type ExecutedPaths = {
  [Path in keyof paths]: {
    [Method in keyof paths[Path]]: Method extends "post" ? Executed<paths[Path][Method]> : AsJson<paths[Path][Method]>;
  };
};

/**
 * Returns a client for one speaker: `await connect(url).GET("/v1/encounters/{encounter}", {params: {path: {encounter}}})`
 * resolves to `data`, or to an `error` that is a problem.
 */
export function connect(url: string, options: Options = {}): Client<ExecutedPaths> {
  const { fetch } = options;
  return createClient<ExecutedPaths>({ baseUrl: addressOf(url), headers: headersOf(options), ...(fetch && { fetch }) });
}

/**
 * Checks a command: resolves to what it would cause first, and throws a `ProblemError` if it would not be accepted.
 * Nothing is recorded or thrown.
 */
export async function check(
  url: string,
  encounter: string,
  body: components["schemas"]["CommandRequest"],
  { expected, ...options }: CheckOptions = {},
): Promise<CheckAnswer> {
  const header = { Prefer: "check", ...(expected !== undefined && { "If-Match": `"${expected}"` }) };
  const { data, error, response } = await createClient<paths>({
    baseUrl: addressOf(url),
    headers: headersOf(options),
    ...(options.fetch && { fetch: options.fetch }),
  }).POST("/v1/encounters/{encounter}/commands", { params: { path: { encounter }, header }, body });
  if (error) throw new ProblemError(error);
  if (response.headers.get("Preference-Applied") !== "check" || !data || "events" in data) {
    throw new Error("The service does not support checks; it may have executed the command.");
  }
  return data;
}
