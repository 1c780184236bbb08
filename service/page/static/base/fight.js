// One fight as one seat sees it: its table, its story, what may be commanded, and the feed that keeps them up to date.
import { framesOf, isSame, Reader } from "../options.js";
import { Api, once, problemOf, Refusal, Unreachable } from "./api.js";

/** @typedef {import("yarrow-client").components["schemas"]["Table"]} Table */
/** @typedef {import("yarrow-client").components["schemas"]["Entry"]} Entry */
/** @typedef {import("yarrow-client").components["schemas"]["Throw"]} Throw */

export const ALL = "*all", WATCHER = "*watcher"; // what no combatant is called
/** Those who may have a seat. @param {Table | null} table @returns {string[]} */
export const peopleOf = (table) => table?.order.filter((id) => !["object", "vehicle"].includes(table.combatants[id].kind)) ?? [];

const FIRST_DELAY = 500, MAX_DELAY = 8000, LATE = 250;
/** How many of the newest events have their story here, while no replay needs all of it. */
const RECENT = 400;
/** @type {Map<string, Promise<any>>} */
const kept = new Map();

/** Reads what never changes once. @param {string} path @param {Api} [api] */
export function readOnce(path, api = new Api()) {
  const found = kept.get(path) ?? api.get(path);
  kept.set(path, found);
  found.catch(() => kept.delete(path));
  return found;
}

const PAGE = 1000;

/** What the feed tells beside a batch; level 3 is bookkeeping, for which one has to ask. */
const USUAL = 2, EVERYTHING = 3;

/** @param {number} milliseconds */
const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

export class Fight {
  name = "";
  ruleset = "";
  system = "";
  /** @type {Table | null} */
  table = null;
  /** @type {Entry[]} */
  story = [];
  level = USUAL;
  isWhole = false;
  /** the version up to which the throws were seen already */
  seen = 0;
  /** @type {any} */
  seats = null;
  /** the squares to choose from on the board, while a form asks for one @type {any} */
  choice = null;
  /** where its lines lead on the page of somebody else @type {string | undefined} */
  link;
  connection = { live: false, retry: 0, why: "" };
  /** where a branch left the fight before it @type {any} */
  origin = null;
  /** how often the command was sent that is under way, at most 2 */
  busy = 0;
  /** the version that was shown when the last command was given */
  givenAt = 0;
  /** the end of all commands so far @type {Promise<unknown>} */
  done = Promise.resolve();
  /** why the last command was refused, where no form shows it @type {any} */
  refused = null;
  /** @type {Error | null} */
  error = null;
  /** @type {Set<() => void>} */
  listeners = new Set();
  ended = new AbortController();

  /** @param {string} id @param {string} seat a combatant, or one of these @param {string} [bearer] */
  constructor(id, seat = ALL, bearer) {
    this.id = id;
    this.seat = seat;
    this.api = new Api(seat === ALL ? "" : seat === WATCHER ? "spectator" : `player:${seat}`, bearer);
    this.path = `encounters/${encodeURIComponent(id)}`;
  }

  /** Calls a function after each change; returns what ends that. @param {() => void} listener */
  onChange(listener) {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  changed() {
    for (const listener of this.listeners) listener();
  }

  /** Reads the fight, and follows it from there; or shows it as it was at a version. @param {{live?: boolean, at?: number}} [how] */
  async open({ at, live = !at } = {}) {
    try {
      const [table, state, systems] = await Promise.all([this.api.get(`${this.path}/table`, { at }), this.api.get(this.path), readOnce("rulesets")]);
      this.ruleset = state.ruleset;
      this.system = systems.rulesets.find((/** @type {any} */ one) => one.key === state.ruleset)?.title ?? state.ruleset;
      this.name = state.name || this.system;
      [this.origin] = state.lineage ?? [];
      this.story = await this.told(table.version - RECENT, table.version);
      this.seen = table.version;
      this.table = table;
    } catch (error) {
      this.error = /** @type {Error} */ (error);
    }
    this.changed();
    if (live && this.table?.status === "open") this.follow();
    return this;
  }

  /** Lets a square be chosen on the board. @param {{label: string, squares: any[][], chosen: any[], pick: (x: any, y: any) => void} | null} choice */
  choose(choice) {
    const isOther = !isSame(choice, this.choice);
    this.choice = choice;
    if (isOther) this.changed();
  }

  close() {
    this.ended.abort();
    this.listeners.clear();
  }

  /** Reads what was told after a version, up to another. @param {number} from @param {number} at @returns {Promise<Entry[]>} */
  async told(from, at) {
    const found = [], { level } = this;
    for (let after = Math.max(0, from); ; ) {
      const page = await this.api.get(`${this.path}/story`, { level, after, at, limit: PAGE });
      found.push(...page.entries);
      if (page.after >= at || page.after <= after) return found;
      after = page.after;
    }
  }

  /** Tells the story again, up to a level. @param {number} level */
  async tell(level) {
    if (level > USUAL) await this.recall(level);
  }

  /** Reads the story again. @param {number} [level] */
  async recall(level = this.level) {
    this.level = level;
    const version = this.table?.version ?? 0, story = await this.told(this.isWhole ? 0 : version - RECENT, version);
    this.story = [...story, ...this.story.filter((one) => one.version > version)];
    this.changed();
  }

  /** Follows the live feed, and connects again until the fight is over or closed here. */
  async follow() {
    let delay = FIRST_DELAY, why = "";
    while (!this.ended.signal.aborted && this.table) {
      try {
        const headers = this.api.headers({ Accept: "text/event-stream", "Last-Event-ID": String(this.table.version) });
        const answer = await this.api.fetch(this.api.address(`${this.path}/live`, { table: true, story: true, seats: true }), { headers, signal: this.ended.signal });
        if (answer.status === 204 || !answer.body) break;
        this.connected(true);
        [delay, why] = [FIRST_DELAY, ""];
        for await (const frame of framesOf(answer.body)) {
          if (frame?.event === "seats") {
            this.seats = JSON.parse(frame.data);
            this.changed();
          }
          if (frame?.event === "batch") await this.take(JSON.parse(frame.data));
          if (frame?.event === "dropped") break;
        }
        if (this.table.status !== "open") break;
      } catch (error) {
        if (this.ended.signal.aborted) return;
        if (error instanceof Refusal) {
          if (error.problem.status < 500 && error.problem.status !== 429) {
            this.error = error;
            break;
          }
          why = error.message;
        }
      }
      this.connected(false, Date.now() + delay, why);
      await pause(delay);
      delay = Math.min(2 * delay, MAX_DELAY);
      await this.refresh().catch(() => null);
    }
    this.connected(false);
  }

  /** @param {boolean} live @param {number} [retry] @param {string} [why] */
  connected(live, retry = 0, why = "") {
    /** @type {any} */
    this.seats = null;
    this.connection = { live, retry, why };
    this.changed();
  }

  /** Takes a batch of the feed: the table moves by its operations. @param {any} batch */
  async take(batch) {
    const before = this.table;
    if (!before || batch.version <= before.version) return;
    try {
      if (batch.first !== before.version + 1) throw new Error("Events are missing.");
      const operations = batch.table.flatMap((/** @type {any} */ one) => one.patch);
      await this.show(patched(before, operations), this.level < EVERYTHING && batch.story);
    } catch {
      await this.refresh();
    }
  }

  /** Shows a newer table, with the story up to it. @param {Table} table @param {Entry[] | false} [told] */
  async show(table, told) {
    const before = this.table?.version ?? 0;
    if (table.version <= before) return;
    const more = told || (await this.told(before, table.version)), now = this.table?.version ?? 0; // the feed may have been faster
    if (table.version <= now) return;
    this.story = [...this.story, ...more.filter((one) => one.version > now)].filter((one) => this.isWhole || one.version > table.version - RECENT);
    this.table = table;
    this.changed();
  }

  /** Reads the table again, if it is not the newest. */
  async refresh() {
    await this.show(await this.api.get(`${this.path}/table`));
  }

  /** The forms that apply now; without an answer they are read again. @param {Record<string, string>} query @returns {Promise<Reader>} */
  async menu(query) {
    try {
      const options = await this.api.get(`${this.path}/options`, query);
      const declared = await readOnce(new URL(options.declarations, this.api.address("")).href, this.api);
      return new Reader(options, declared);
    } catch (error) {
      if (this.ended.signal.aborted || !isPassing(error)) throw error;
    }
    await pause(FIRST_DELAY);
    return this.menu(query);
  }

  /** Sends a command after the one that is under way, and shows what it causes. @param {Record<string, unknown>} body @returns {Promise<void>} */
  send(body) {
    this.refused = null;
    this.busy ||= 1;
    this.givenAt = this.table?.version ?? 0;
    this.changed();
    const sent = this.done.then(() => this.carry(body)), done = sent.catch(() => null).then(() => {
      this.busy = Number(this.done !== done);
      this.changed();
    });
    this.done = done;
    return sent;
  }

  /** @param {Record<string, unknown>} body */
  async carry(body) {
    const answer = await this.sent(body, once());
    // The feed brings the batch with its differences; without a feed the table is read.
    if (this.connection.live) await this.reached(answer.version);
    if ((this.table?.version ?? 0) < answer.version) await this.refresh();
  }

  /** @param {any} problem */
  refuse(problem) {
    this.refused = problem;
    this.changed();
  }

  /** Without an answer a command is sent again, with the same key. @param {Record<string, unknown>} body @param {Record<string, string>} headers @returns {Promise<any>} */
  async sent(body, headers) {
    for (let delay = FIRST_DELAY; ; delay *= 2) {
      try {
        return await this.api.post(`${this.path}/commands`, body, headers);
      } catch (error) {
        if (!isPassing(error) || delay > (problemOf(error).code === "store_damaged" ? FIRST_DELAY : MAX_DELAY)) throw error;
      }
      this.busy = 2;
      this.changed();
      await pause(delay);
    }
  }

  /** Waits until the table has a version, but not for long. @param {number} version @returns {Promise<void>} */
  reached(version) {
    return new Promise((resolve) => {
      const done = () => (end(), clearTimeout(timer), resolve());
      const end = this.onChange(() => (this.table?.version ?? 0) >= version && done());
      const timer = setTimeout(done, LATE);
    });
  }

  /** Says what a command would cause first. @param {Record<string, unknown>} command */
  check(command) {
    return this.api.post(`${this.path}/commands`, { command }, { Prefer: "check" });
  }

  /** @param {string} id @returns {Promise<{title: string, statement: string}>} */
  rule(id) {
    return readOnce(`rulesets/${this.ruleset}/rules/${id}`);
  }
}

/** Whether a command may succeed when it is sent again. @param {unknown} error */
const isPassing = (error) => error instanceof Unreachable || (error instanceof Refusal && [429, 503].includes(error.problem.status));

/** @typedef {{op: string, path: string, value?: unknown}} Operation */

/** Returns a document with changes; what does not change stays the same object. @template T @param {T} document @param {Operation[]} operations @returns {T} */
function patched(document, operations) {
  for (const operation of operations) {
    const steps = operation.path.split("/").slice(1).map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~"));
    document = changed(document, steps, operation);
  }
  return document;
}

/** @param {any} node @param {string[]} steps @param {Operation} operation @returns {any} */
function changed(node, [step, ...rest], operation) {
  const { op, value } = operation;
  if (step === undefined) return value;
  if (node === null || typeof node !== "object") throw new Error(`There is nothing at ${operation.path}.`);
  const copy = Array.isArray(node) ? [...node] : { ...node };
  if (rest.length) copy[step] = changed(copy[step], rest, operation);
  else if (!Array.isArray(copy)) op === "remove" ? delete copy[step] : (copy[step] = value);
  else if (op === "replace") copy[Number(step)] = value;
  else if (op === "remove") copy.splice(Number(step), 1);
  else copy.splice(step === "-" ? copy.length : Number(step), 0, value);
  return copy;
}
