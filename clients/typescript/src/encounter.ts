/** An encounter of a service. */

import type { components } from "./api.ts";
import type { Declarations } from "./declared.ts";
import { type Batch, batchesOf, ordered, type Seats, seatsOf, wholeEvents } from "./feeds.ts";
import { Menu } from "./forms.ts";
import { type Listed, listed, recordsOf } from "./lists.ts";
import { HistoryDiffers, NotYarrow } from "./problems.ts";
import type { AnswerOf, EventOf, Given, PromptOf, RulesetKey, StateOf } from "./rulesets.ts";
import type { Granted } from "./seating.ts";
import { shaped, SHAPES } from "./shapes.ts";
import { MalformedOptions } from "./values.ts";
import { type Answer, keyed, parsed, segment, type Wire } from "./wire.ts";
import { Witness } from "./witness.ts";

type Schemas = components["schemas"];

/** The status of a fight, in one shape for every ruleset. */
export type Table = Schemas["Table"];
/** An entry of the story: at level 1 a line that tells an exchange, at levels 2 and 3 what belongs to it. */
export type Entry = Schemas["Entry"];
/** The batch of an accepted command, and the prompts that are open after it; `chain` is the chain's hash. */
export type Done<R extends string = RulesetKey> = Omit<Schemas["CommandAnswer"], "events" | "prompts"> & {
  events: EventOf<R>[];
  prompts: PromptOf<R>[];
  chain: string;
};
/** The first effect of a command: `asks`, `throw`, `records` or `untold`. */
export type Foreseen = Schemas["CheckAnswer"];
export type Tally = Schemas["Tally"];
export type Causes = Schemas["Causes"];
export type Audit = Schemas["Audit"];
export type Comparison = Schemas["Comparison"];

/** The results of throws at the table: coins as `HHT`, dice as numbers, cards as texts. */
export type Faces = NonNullable<Schemas["CommandRequest"]["faces"]>;

export interface CheckOptions {
  faces?: Faces;
  /** the version that the encounter must have, or the command fails */
  expected?: number;
}

export interface GiveOptions extends CheckOptions {
  /** the `Idempotency-Key`, new by default */
  key?: string;
  /** whether the answer has the entries of the story of the batch */
  story?: boolean;
}

/** Whose options to read, and of when. */
export interface MenuOptions {
  /** the combatant whose commands to list; by default those of all for whom the speaker speaks */
  combatant?: string;
  /** the type of the commands to list; by default all */
  command?: string;
  /** the group of the commands to list; by default all */
  group?: string;
  /** the last version of a batch; by default the newest version */
  at?: number;
}

export interface StoryOptions {
  /** the version after which it begins; the start by default */
  after?: number;
  /** the last version; the newest by default */
  at?: number;
  /** 1 what a table says aloud, 2 how it came about, which is the default, 3 bookkeeping */
  level?: 1 | 2 | 3;
}

export interface WatchOptions {
  /** the version to begin after; by default only new batches */
  after?: number;
  /** ends the watch when aborted */
  signal?: AbortSignal;
}

export interface WatchOneOptions extends WatchOptions {
  /** with how each batch changes the table */
  table?: boolean;
  /** with the entries of the story of each batch, up to level 2 */
  story?: boolean;
}

/** The versions to replay, and how fast; the service chooses the defaults. */
export interface ReplayOptions {
  /** the first version */
  from?: number;
  /** the last version; the newest by default */
  to?: number;
  /** speed relative to the original; 0 does not pause */
  speed?: number;
  /** the longest pause, in seconds */
  mostPause?: number;
  signal?: AbortSignal;
}

export interface BranchOptions {
  /** the end of the batch to branch at; now by default */
  at?: number;
  id?: string;
  /** by default the name of the parent */
  name?: string;
  /** where throws come from; by default as in the parent */
  chance?: "seeded" | "supplied" | "either";
  entropy?: string;
  key?: string;
}

const CHECK = "check";
const MAX_PAGE_SIZE = 1000;

/** An encounter, as one speaker, of the ruleset with the key `R`. */
export class Encounter<R extends string = RulesetKey> {
  readonly id: string;
  /** the answer to opening it, if this client has opened it */
  readonly opened: Done<R> | undefined;
  readonly #wire: Wire;
  readonly #path: string;

  constructor(wire: Wire, id: string, opened?: Done<R>) {
    [this.#wire, this.id, this.opened] = [wire, id, opened];
    this.#path = `encounters/${segment(id)}`;
  }

  /** Returns the same encounter for another speaker: `narrator`, `player:<ids>` or `spectator`. */
  speaking(speaker: string): Encounter<R> {
    return new Encounter<R>(this.#wire.speaking(speaker), this.id, this.opened);
  }

  /**
   * Sends a command: one that is typed by its ruleset, or one that a form of the options was filled in to. It is retried
   * while the service is unavailable, and never executed twice.
   */
  async give(command: Given<R>, { faces, expected, key, story }: GiveOptions = {}): Promise<Done<R>> {
    const headers = { ...keyed(key), ...expecting(expected), ...(story && { Prefer: "story" }) };
    const json = { command, ...(faces && { faces }) };
    return doneOf(await this.#wire.ask("POST", `${this.#path}/commands`, { headers, json }));
  }

  /** Answers an open prompt; the type of the answer follows from its kind. */
  answer<K extends string>(prompt: { id: string; kind: K }, answer: AnswerOf<R, K>, options: GiveOptions = {}): Promise<Done<R>> {
    return this.give({ type: "core.answer", prompt: prompt.id, answer }, options);
  }

  /** Returns what a command would cause first, or throws its problem. Nothing is recorded or thrown. */
  async check(command: Given<R>, { faces, expected }: CheckOptions = {}): Promise<Foreseen> {
    // The key matters to a service that ignores the preference: a retry does not execute the command again.
    const headers = { ...keyed(), ...expecting(expected), Prefer: CHECK };
    const json = { command, ...(faces && { faces }) };
    const answer = await this.#wire.ask("POST", `${this.#path}/commands`, { headers, json });
    if (answer.headers.get("Preference-Applied") !== CHECK)
      throw new NotYarrow("The service does not support checks; it may have executed the command.");
    return shaped(SHAPES.check, `${this.#path}/commands`, answer.text);
  }

  /** Returns the newest version that the speaker may see. */
  async version(): Promise<number> {
    return (await this.#newest())[0];
  }

  /** Returns the state, in the ruleset's own shape, now or at a version. */
  async state(at?: number): Promise<StateOf<R>> {
    return (await this.#wire.read(SHAPES.state, this.#path, { at })) as StateOf<R>;
  }

  /** Returns the status of the fight, in one shape for every ruleset, now or at a version. */
  table(at?: number): Promise<Table> {
    return this.#wire.read(SHAPES.table, `${this.#path}/table`, { at });
  }

  /** Returns the forms of legal commands, now or at the end of a batch. `fill` fills one in, for `give`. */
  async options(wanted: MenuOptions = {}): Promise<Menu> {
    const found = await this.#wire.read(SHAPES.options, `${this.#path}/options`, { ...wanted });
    const address = found.declarations ?? "";
    if (!address.startsWith("/v1/rulesets/")) throw new MalformedOptions(`There are no declarations at “${address}”.`);
    const declarations = await this.#wire.readOnce(SHAPES.declarations, address.replace("/v1/", ""));
    return new Menu(found as ConstructorParameters<typeof Menu>[0], declarations as Declarations);
  }

  /** Yields what happened after a version, up to now or to a version, in entries up to a level. */
  async *story({ after = 0, at, level = 2 }: StoryOptions = {}): AsyncGenerator<Entry> {
    for (;;) {
      const query = { after, at, level, limit: MAX_PAGE_SIZE };
      const page = await this.#wire.read(SHAPES.story, `${this.#path}/story`, query);
      yield* page.entries;
      after = page.after;
      if (after >= (at ?? page.version)) return;
    }
  }

  /** Returns the story as a document. */
  async storyAs(format: "markdown" | "html" | "text", { after, at, level }: StoryOptions = {}): Promise<string> {
    return (await this.#wire.ask("GET", `${this.#path}/story`, { query: { format, after, at, level } })).text;
  }

  /** Returns the counts of events and of throws, now or up to a version. */
  tally(at?: number): Promise<Tally> {
    return this.#wire.read(SHAPES.tally, `${this.#path}/tally`, { at });
  }

  /** Returns the chain of causes of the event at a version. */
  why(version: number): Promise<Causes> {
    return this.#wire.read(SHAPES.causes, `${this.#path}/events/${version}/why`);
  }

  /** Audits chain, throws and legality. The chain must also contain the hash that is `known` from elsewhere. */
  audit(known?: Witness | string): Promise<Audit> {
    const witness = typeof known === "string" ? Witness.recall(known) : known;
    return this.#wire.read(SHAPES.audit, `${this.#path}/audit`, { known: witness?.version ? String(witness) : undefined });
  }

  /** Yields the events after a version up to the newest; resumes after a broken connection. */
  async *events(after = 0): AsyncGenerator<EventOf<R>> {
    for await (const { version, line, hidden } of recordsOf(this.#wire, this.#path, after)) {
      const event = shaped(SHAPES.event, "events", line) as unknown as Schemas["Event"];
      const part = hidden === undefined ? {} : { [version]: parsed(hidden, "a private line") as Schemas["PrivatePart"] };
      yield* wholeEvents<R>([event], part);
    }
  }

  /** Yields the encounter as a bundle, in chunks. Throws Interrupted if the connection breaks. */
  bundle(): AsyncGenerator<Uint8Array> {
    return this.#wire.pieces("GET", `${this.#path}/bundle`);
  }

  /** Opens a new encounter that continues this one from now, or from the end of a batch. */
  async branch({ key, ...fields }: BranchOptions = {}): Promise<Encounter<R>> {
    const asking = { headers: keyed(key), json: fields };
    const opened = doneOf<R>(await this.#wire.ask("POST", `${this.#path}/branches`, asking));
    return new Encounter<R>(this.#wire, opened.encounter, opened);
  }

  /** Yields the branches of the encounter, in the order of their IDs. */
  branches(): AsyncGenerator<Listed> {
    return listed(this.#wire, `${this.#path}/branches`, {});
  }

  /** Compares two branches: where they diverge, what has happened in each since, and how their states differ. */
  compare(other: Encounter<R>, { at, withAt, limit }: { at?: number; withAt?: number; limit?: number } = {}): Promise<Comparison> {
    const query = { with: other.id, at, with_at: withAt, limit };
    return this.#wire.read(SHAPES.comparison, `${this.#path}/compare`, query);
  }

  /** Yields the batches after a version, or new ones only, live until the encounter is closed. */
  async *watch({ after, signal, table, story }: WatchOneOptions = {}): AsyncGenerator<Batch<R>> {
    const from = after ?? (await this.version());
    const query = { ...(table && { table }), ...(story && { story }) };
    yield* ordered(batchesOf<R>(this.#wire, `${this.#path}/live`, query, String(from), signal), from);
  }

  /** Yields recorded batches with the original pauses between them. */
  replay({ from = 1, to, speed, mostPause, signal }: ReplayOptions = {}): AsyncGenerator<Batch<R>> {
    const query = { from, to, speed, most_pause: mostPause };
    return ordered(batchesOf<R>(this.#wire, `${this.#path}/replay`, query, "", signal), from - 1);
  }

  /** Returns the seats: who is connected, which are given away, and which are free. */
  seats(): Promise<Seats> {
    return this.#wire.read(SHAPES.seats, `${this.#path}/seats`);
  }

  /** Yields the seats now, and again whenever they change, until the encounter is closed. */
  async *watchSeats({ signal }: { signal?: AbortSignal } = {}): AsyncGenerator<Seats> {
    yield* seatsOf(this.#wire, `${this.#path}/live`, String(await this.version()), signal);
  }

  /**
   * Hands over the seat of a combatant: what is valid for it ends; returns the invitation for its next holder. A player
   * hands over its own seat, a narrator any; only a narrator gives a `name`.
   */
  async handOver(seat: string, terms: { name?: string; expires?: string } = {}): Promise<Granted> {
    const once = "Have a narrator hand the seat over again; that ends an invitation that was made.";
    const path = `${this.#path}/seats/${segment(seat)}/handover`;
    return shaped(SHAPES.granted, path, (await this.#wire.ask("POST", path, { json: terms, once })).text);
  }

  /** Shows a witness all new events, up to the newest version, and returns it. Throws HistoryDiffers. */
  async verify(witness: Witness): Promise<Witness> {
    const [version, chain] = await this.#newest();
    if (version < witness.version)
      throw new HistoryDiffers(`${this.id} is at version ${version}, but the witness has seen version ${witness.version}.`);
    if (witness.version < version)
      for await (const { line, hidden } of recordsOf(this.#wire, this.#path, witness.version)) {
        await witness.see(line, hidden);
        if (witness.version === version) break;
      }
    if (witness.version < version)
      throw new HistoryDiffers(`${this.id} is at version ${version}, but its events end at version ${witness.version}.`);
    witness.require(chain);
    witness.requireOf(this.id);
    return witness;
  }

  /** Returns the newest version, and the chain's hash there. */
  async #newest(): Promise<[version: number, chain: string]> {
    const { headers } = await this.#wire.ask("HEAD", this.#path);
    const version = /^"(\d+)/.exec(headers.get("ETag") ?? "")?.[1];
    const chain = headers.get("Yarrow-Chain");
    if (!version || !chain) throw new NotYarrow(`The response of ${this.#path} has no version or no hash of a chain.`);
    return [Number(version), chain];
  }
}

/** Returns the answer to a command, with the chain's hash from the header. */
export function doneOf<R extends string>({ headers, text }: Answer): Done<R> {
  const answer = shaped(SHAPES.answer, "a command", text);
  const events = wholeEvents<R>(answer.events, answer.private);
  return { ...answer, events, prompts: answer.prompts as PromptOf<R>[], chain: headers.get("Yarrow-Chain") ?? "" };
}

function expecting(version?: number): Record<string, string> {
  return version === undefined ? {} : { "If-Match": `"${version}"` };
}

