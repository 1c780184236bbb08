/** The client of a service. */

import type { components } from "./api.ts";
import { doneOf, Encounter } from "./encounter.ts";
import { type Batch, batchesOf } from "./feeds.ts";
import { linesOf, type Listed, listed, pages } from "./lists.ts";
import type { OptionsOf, RulesetKey } from "./rulesets.ts";
import type { Granted, GrantTerms } from "./seating.ts";
import { shaped, SHAPES } from "./shapes.ts";
import { type Asking, keyed, type Options, parsed, type Query, segment, Wire } from "./wire.ts";

type Schemas = components["schemas"];

export type Ruleset = Schemas["RulesetEntry"];
export type Rule = Schemas["Rule"];
export type Scene = Schemas["SceneSummary"];
export type SceneContent = Schemas["SceneAnswer"];
export type Progress = Schemas["Progress"];
export type ProjectionState = Schemas["ProjectionState"];
export type Ticket = Schemas["TicketAnswer"];
export type TicketRights = Schemas["TicketRequest"];
/** The counts of a combatant, a ruleset or a principal. `current` is whether they were complete at the time of the request. */
export type Tallied = Schemas["Tallied"] & { current: boolean };

/** An encounter of a ruleset that is to be opened, or a scene, which has its own ruleset and combatants. */
export type Opening<R extends string> = Omit<Schemas["OpenRequest"], "ruleset" | "scene" | "options" | "type"> & {
  options?: OptionsOf<R>;
} & ({ ruleset: R; scene?: undefined } | { ruleset?: R; scene: string });

/** What to list; the times have a time zone. */
export interface ListFilters {
  sort?: "id" | "active";
  status?: "open" | "closed" | "sealed";
  ruleset?: string;
  /** a part of the name */
  name?: string;
  /** opened at this time or later */
  since?: Date | string;
  /** opened before this time */
  before?: Date | string;
  /** a combatant that has joined */
  combatant?: string;
  /** the parent of a branch */
  branchOf?: string;
}

/**
 * A client of a running service, which sends its requests as one speaker.
 *
 * While the service is unavailable, or asks to retry later, requests are retried for `patience` seconds. Each command has
 * an idempotency key, so that a retry never executes it twice. A request whose retries fail throws Unreachable or the last
 * problem. A call that makes a token or an invitation has no such key: it is retried only if the service has not received it.
 */
export class Yarrow {
  readonly #wire: Wire;

  constructor(url = "http://127.0.0.1:8000", options: Options = {}) {
    this.#wire = new Wire(url, options);
  }

  /** the address of the service */
  get url(): string {
    return this.#wire.address;
  }

  /** Returns a client for `narrator`, `player:<ids>` or `spectator`. */
  speaking(speaker: string): Yarrow {
    return new Yarrow(this.url, { ...this.#wire.options, speaker });
  }

  /** Opens an encounter: `open({ ruleset: "s3", combatants })`, or `open({ scene: "jailbreak" })`. */
  async open<const R extends string = RulesetKey>(opening: Opening<R>, { key }: { key?: string } = {}): Promise<Encounter<R>> {
    const opened = doneOf<R>(await this.#wire.ask("POST", "encounters", { headers: keyed(key), json: opening }));
    return new Encounter<R>(this.#wire, opened.encounter, opened);
  }

  /** Returns an existing encounter by its ID, without a request; `encounter<"s3">(id)` is typed by its ruleset. */
  encounter<R extends string = RulesetKey>(id: string): Encounter<R> {
    return new Encounter<R>(this.#wire, id);
  }

  /** Yields encounters in the order of their IDs or, sorted by `active`, of their newest event, newest first. */
  encounters({ since, before, branchOf, ...filters }: ListFilters = {}): AsyncGenerator<Listed> {
    const times = { since: isoOf(since), before: isoOf(before) };
    return listed(this.#wire, "encounters", { ...filters, ...times, branch_of: branchOf });
  }

  /** Yields the tallies across encounters; needs a narrator of all encounters. `of` names one combatant or principal. */
  async *tallies(
    by: "combatant" | "ruleset" | "principal",
    filters: { ruleset?: string; of?: string } = {},
  ): AsyncGenerator<Tallied> {
    for await (const { tallies, current } of pages(this.#wire, SHAPES.tallies, "tallies", { by, ...filters }))
      for (const one of tallies) yield { ...one, current };
  }

  /** Imports a bundle: unchanged, or `under` another ID, so that an open encounter can be continued. */
  async bringIn(
    bundle: NonNullable<Asking["body"]>,
    { under, key }: { under?: string; key?: string } = {},
  ): Promise<Schemas["ImportAnswer"]> {
    const headers = { "Content-Type": "application/x-ndjson", ...keyed(key) };
    const answer = await this.#wire.ask("POST", "bundles", { headers, body: bundle, query: { as: under } });
    return shaped(SHAPES.imported, "bundles", answer.text);
  }

  /** Yields the batches of all encounters that the speaker may see, live and in order within each encounter. */
  watch(
    { after = "", ruleset, signal }: { after?: string; ruleset?: string; signal?: AbortSignal } = {},
  ): AsyncGenerator<Batch> {
    return batchesOf<RulesetKey>(this.#wire, "live", { ruleset }, after, signal);
  }

  /**
   * Sends a request to a path under `/v1/`, and returns the JSON of the response as it is. It is retried like any other, so
   * make tokens and invitations by their own methods.
   */
  async request(
    method: string,
    path: string,
    { body, query, key }: { body?: unknown; query?: Query; key?: string } = {},
  ): Promise<unknown> {
    const headers = ["GET", "HEAD", "DELETE"].includes(method.toUpperCase()) ? {} : keyed(key);
    const answer = await this.#wire.ask(method, path.replace(/^\/(v1\/)?/, ""), {
      headers,
      ...(query && { query }),
      ...(body !== undefined && { json: body }),
    });
    return answer.text ? parsed(answer.text, `The response of ${path}`) : undefined;
  }

  /** Returns the rulesets of the service. */
  async rulesets(): Promise<Ruleset[]> {
    return (await this.#wire.read(SHAPES.rulesets, "rulesets")).rulesets;
  }

  /** Returns the reference of a ruleset: the JSON schemas of its options, sheet, commands, prompts and events. */
  ruleset(key: string): Promise<Schemas["RulesetReference"]> {
    return this.#wire.read(SHAPES.ruleset, `rulesets/${segment(key)}`);
  }

  /** Returns the ready-made combatants of a ruleset by key. */
  async templates(key: string): Promise<Schemas["TemplateList"]["templates"]> {
    return (await this.#wire.read(SHAPES.templates, `rulesets/${segment(key)}/templates`)).templates;
  }

  /** Returns the rules of a ruleset; refusals name them by ID. */
  async rules(key: string): Promise<Rule[]> {
    return (await this.#wire.read(SHAPES.rules, `rulesets/${segment(key)}/rules`)).rules;
  }

  /** Returns a rule by its ID, as a refusal names it. */
  rule(key: string, rule: string): Promise<Rule> {
    return this.#wire.read(SHAPES.rule, `rulesets/${segment(key)}/rules/${segment(rule)}`);
  }

  /** Returns the ready fights of all rulesets or of one, which `open` opens by their IDs. */
  async scenes(ruleset?: string): Promise<Scene[]> {
    return (await this.#wire.read(SHAPES.scenes, "scenes", { ruleset })).scenes;
  }

  /** Returns a scene by its ID, with its combatants and commands. */
  scene(id: string): Promise<SceneContent> {
    return this.#wire.read(SHAPES.scene, `scenes/${segment(id)}`);
  }

  /** Returns the public key that verifies bundles. Throws NotFound if the service does not sign them. */
  signingKey(): Promise<Schemas["SigningKey"]> {
    return this.#wire.read(SHAPES.signingKey, "signing-key");
  }

  /** Returns the state of the list and the tallies across encounters, for operators. */
  async projections(): Promise<ProjectionState[]> {
    return (await this.#wire.read(SHAPES.projections, "projections")).projections;
  }

  /** Rebuilds the projections from the streams, replaces the live ones, and yields the progress. */
  rebuild(only?: "directory" | "tallies"): AsyncGenerator<Progress> {
    return this.#progress("projections/rebuild", only);
  }

  /** Rebuilds the projections, compares them with the live ones, and yields the progress, last the `outcome`. */
  compareProjections(only?: "directory" | "tallies"): AsyncGenerator<Progress> {
    return this.#progress("projections/verify", only);
  }

  /** Returns a ticket for one live connection within a minute. Its rights are by default those of the caller. */
  async ticket(rights: TicketRights = {}): Promise<Ticket> {
    return shaped(SHAPES.ticket, "tickets", (await this.#wire.ask("POST", "tickets", { json: rights })).text);
  }

  /**
   * Returns the address of a live connection with a new ticket, for `EventSource` and `WebSocket`, which cannot send a token.
   * `path` is that of a live feed or a socket, such as `/v1/encounters/alley/ws`. The address is good for one connection
   * within a minute; take another one to reconnect.
   */
  async ticketed(path: string, rights: TicketRights = {}): Promise<string> {
    const { ticket } = await this.ticket(rights);
    const address = new URL(this.url + path);
    address.searchParams.set("ticket", ticket);
    if (address.pathname.endsWith("/ws")) address.protocol = address.protocol === "https:" ? "wss:" : "ws:";
    return address.href;
  }

  /** Returns a token for another holder, with rights no wider than the caller's, and by default the same. */
  makeToken(terms: GrantTerms = {}): Promise<Granted> {
    return this.#made("tokens", terms, "List the tokens, end one that was made, and make another.");
  }

  /** Returns an invitation, which anyone can exchange for a token; `invitationLink` makes the link for its holder. */
  invite(terms: GrantTerms = {}): Promise<Granted> {
    return this.#made("invitations", terms, "List the invitations, end one that was made, and invite again.");
  }

  /** Returns a token for an invitation, to be kept and used as `new Yarrow(url, { token })`. This needs no other token. */
  exchange(invitation: string): Promise<Granted> {
    const once = "Exchange the invitation again; the inviter may list the tokens and end the one that was lost.";
    return this.#made("invitations/exchange", { invitation }, once);
  }

  /** Yields the valid tokens that the caller may end, of one encounter or of all, without their secrets. */
  async *tokens(filters: { encounter?: string } = {}): AsyncGenerator<Granted> {
    for await (const { tokens } of pages(this.#wire, SHAPES.tokens, "tokens", filters)) yield* tokens;
  }

  /** Yields the valid invitations that the caller may end, of one encounter or of all, without their secrets. */
  async *invitations(filters: { encounter?: string } = {}): AsyncGenerator<Granted> {
    for await (const { invitations } of pages(this.#wire, SHAPES.invitations, "invitations", filters)) yield* invitations;
  }

  /** Ends a token, the caller's own or one that is listed, and what was made by it. */
  async endToken(id: string): Promise<void> {
    await this.#wire.ask("DELETE", `tokens/${segment(id)}`);
  }

  /** Ends an invitation, and the tokens that it was exchanged for. */
  async endInvitation(id: string): Promise<void> {
    await this.#wire.ask("DELETE", `invitations/${segment(id)}`);
  }

  /** Revokes a token by its ID, the claim `jti`, not by the token itself. */
  async revoke(token: string): Promise<Schemas["Revoked"]> {
    return shaped(SHAPES.revoked, "tokens/revoke", (await this.#wire.ask("POST", "tokens/revoke", { json: { token } })).text);
  }

  async #made(path: string, json: object, once: string): Promise<Granted> {
    return shaped(SHAPES.granted, path, (await this.#wire.ask("POST", path, { json, once })).text);
  }

  async *#progress(path: string, only?: string): AsyncGenerator<Progress> {
    for await (const line of linesOf(this.#wire.pieces("POST", path, { query: { only } })))
      yield shaped(SHAPES.progress, path, line);
  }
}

function isoOf(time?: Date | string): string | undefined {
  return time instanceof Date ? time.toISOString() : time;
}
