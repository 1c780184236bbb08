import type { components } from "./api.ts";
import { addressOf, headersOf, type Options } from "./options.ts";
import { type Frame, framesOf } from "./sse.ts";

/** The events of one command; `chain` is the chain's hash after them, `position` is where to resume. */
export type Batch = components["schemas"]["LiveBatch"] & { position: string };

/** The seats of an encounter: who is connected, which are given away, and which are free. */
export type Seats = components["schemas"]["SeatsAnswer"];

/** An error response of the service, as RFC 9457 defines it. */
export type Problem = components["schemas"]["Problem"];

export interface WatchOptions extends Options {
  /** the `position` (or, of one encounter, the version) to resume after; by default only new batches */
  after?: string | number;
  /** ends the watch when aborted */
  signal?: AbortSignal;
  /** seconds without a connection after which the watch gives up; 30 by default */
  patience?: number;
}

/** What comes with each batch of one encounter. */
export interface WatchOneOptions extends WatchOptions {
  /** with how the batch changes the table */
  table?: boolean;
  /** with its entries of the story, up to level 2 */
  story?: boolean;
}

/** The versions to replay, and how fast; the service chooses the defaults. */
export interface ReplayOptions extends Omit<WatchOptions, "after"> {
  /** the first version */
  from?: number;
  /** the last version; the newest by default */
  to?: number;
  /** speed relative to the original; 0 does not pause */
  speed?: number;
  /** the longest pause, in seconds */
  mostPause?: number;
}

/** Thrown for an error response: `problem.code` is for programs, the message for people. */
export class ProblemError extends Error {
  readonly problem: Problem;

  constructor(problem: Problem) {
    super(`${problem.detail} (${problem.rule ?? problem.code})`);
    this.name = "ProblemError";
    this.problem = problem;
  }
}

const STREAM_TIMEOUT = 60_000; // milliseconds: several heartbeats
const FIRST_DELAY = 100;
const MAX_DELAY = 10_000;
const FINAL = ["history_lost", "store_damaged"]; // the history is lost, so the feed cannot be resumed

/** Yields the batches of one encounter live. Resumes after a broken connection, without lost or repeated batches. */
export async function* watch(url: string, encounter: string, options: WatchOneOptions = {}): AsyncGenerator<Batch> {
  const path = `${addressOf(url)}/v1/encounters/${encodeURIComponent(encounter)}`;
  const after = options.after ?? (await newest(path, options));
  if (after === undefined) return;
  const query = (["table", "story"] as const).flatMap((part) => (options[part] ? `${part}=true` : []));
  yield* ordered(batches(`${path}/live?${query.join("&")}`, { ...options, after }), Number(after));
}

/** Yields the seats of an encounter now, and again whenever they change. Resumes after a broken connection. */
export async function* watchSeats(url: string, encounter: string, options: WatchOptions = {}): AsyncGenerator<Seats> {
  const path = `${addressOf(url)}/v1/encounters/${encodeURIComponent(encounter)}`;
  const after = options.after ?? (await newest(path, options));
  if (after === undefined) return;
  yield* feed(`${path}/live?seats=true`, { ...options, after }, "seats", ({ data }) => JSON.parse(data) as Seats);
}

/** Yields recorded batches with the original pauses between them. Resumes after a broken connection. */
export function replay(url: string, encounter: string, options: ReplayOptions = {}): AsyncGenerator<Batch> {
  const { from = 1, to, speed, mostPause, ...watchOptions } = options;
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries({ from, to, speed, most_pause: mostPause }))
    if (value !== undefined) query.set(name, String(value));
  const path = `${addressOf(url)}/v1/encounters/${encodeURIComponent(encounter)}/replay`;
  return ordered(batches(`${path}?${query}`, watchOptions), from - 1);
}

/** Yields the batches of one encounter after a version, in order. */
async function* ordered(batches: AsyncGenerator<Batch>, seen: number): AsyncGenerator<Batch> {
  for await (const batch of batches) {
    const { encounter, first, version } = batch;
    if (version <= seen) continue;
    if (first > seen + 1) throw new Error(`Events ${seen + 1} to ${first - 1} of ${encounter} are missing from the feed.`);
    seen = version;
    yield batch;
  }
}

/** Yields the batches of all encounters that the speaker may see, live and in order within each encounter. */
export function watchAll(url: string, options: WatchOptions & { ruleset?: string } = {}): AsyncGenerator<Batch> {
  const query = options.ruleset ? `?ruleset=${encodeURIComponent(options.ruleset)}` : "";
  return batches(`${addressOf(url)}/v1/live${query}`, options);
}

function batches(url: string, options: WatchOptions): AsyncGenerator<Batch> {
  return feed(url, options, "batch", batchOf);
}

/** Yields what `read` returns for the events of one kind. */
async function* feed<T>(
  url: string,
  options: WatchOptions,
  event: string,
  read: (frame: Frame) => T,
): AsyncGenerator<T> {
  const { fetch = globalThis.fetch, signal } = options;
  const patience = new Patience(options);
  let position = String(options.after ?? "");
  while (!signal?.aborted) {
    let [healthy, why] = [false, new Error("the stream ended") as unknown];
    const quiet = new AbortController();
    let watchdog = setTimeout(() => quiet.abort(), STREAM_TIMEOUT);
    try {
      const answer = await fetch(url, {
        headers: { ...headersOf(options), Accept: "text/event-stream", ...(position && { "Last-Event-ID": position }) },
        signal: signal ? AbortSignal.any([signal, quiet.signal]) : quiet.signal,
      });
      if (answer.status === 204) return;
      if (!answer.ok) throw await problemOf(answer);
      for await (const frame of framesOf(answer.body!)) {
        clearTimeout(watchdog);
        watchdog = setTimeout(() => quiet.abort(), STREAM_TIMEOUT);
        patience.alive();
        if (frame?.event !== "message") {
          healthy = true;
          patience.well();
        }
        if (frame?.event === "dropped") {
          const dropped = JSON.parse(frame.data) as { resume: string; code: string; detail: string };
          if (FINAL.includes(dropped.code)) throw new ProblemError(problem(dropped.code as Problem["code"], dropped.detail));
          [position, healthy] = [dropped.resume, dropped.code === "slow"];
          break;
        }
        if (frame?.id) position = frame.id;
        if (frame?.event === event) yield read(frame);
      }
    } catch (error) {
      if (signal?.aborted) return;
      [healthy, why] = [false, error];
    } finally {
      clearTimeout(watchdog);
    }
    if (!healthy) await patience.wait(why);
  }
}

/** The retry policy: retries for `patience` seconds from the first failure, with exponential backoff. */
class Patience {
  readonly #milliseconds: number;
  readonly #signal: AbortSignal | undefined;
  #delay = FIRST_DELAY;
  #until = Infinity;

  constructor({ patience = 30, signal }: WatchOptions) {
    [this.#milliseconds, this.#signal] = [patience * 1000, signal];
  }

  /** Records that the service responds: the deadline restarts with the next failure. */
  alive(): void {
    this.#until = Infinity;
  }

  /** Records success: deadline and delay restart with the next failure. */
  well(): void {
    [this.#delay, this.#until] = [FIRST_DELAY, Infinity];
  }

  /** Waits before the next attempt; throws `why` if a retry cannot succeed, or after the deadline. */
  async wait(why: unknown): Promise<void> {
    if (why instanceof ProblemError && !(why instanceof RetryableError)) throw why;
    if (this.#until === Infinity) this.#until = Date.now() + this.#milliseconds;
    if (Date.now() >= this.#until) throw why;
    const delay = Math.max(why instanceof RetryableError ? why.seconds * 1000 : 0, this.#delay * (0.5 + Math.random() / 2));
    await pause(Math.min(delay, this.#until - Date.now()), this.#signal);
    this.#delay = Math.min(2 * this.#delay, MAX_DELAY);
  }
}

/** A temporary problem, with the seconds after which to retry. */
class RetryableError extends ProblemError {
  readonly seconds: number;

  constructor(problem: Problem, seconds: number) {
    super(problem);
    this.seconds = seconds;
  }
}

/** Returns the newest version of an encounter, or undefined if the watch was aborted. */
async function newest(url: string, options: WatchOptions): Promise<number | undefined> {
  const { fetch = globalThis.fetch, signal } = options;
  const patience = new Patience(options);
  while (!signal?.aborted) {
    try {
      const answer = await fetch(url, { headers: headersOf(options), ...(signal && { signal }) });
      if (!answer.ok) throw await problemOf(answer);
      await answer.body?.cancel();
      return Number(/^"(\d+)/.exec(answer.headers.get("etag") ?? "")?.[1]);
    } catch (error) {
      if (!signal?.aborted) await patience.wait(error);
    }
  }
  return undefined;
}

async function problemOf(answer: Response): Promise<Error> {
  const text = await answer.text();
  if (!answer.headers.get("content-type")?.startsWith("application/problem+json"))
    return new Error(`The response with status ${answer.status} is not from Yarrow: ${text.slice(0, 200)}`);
  const parsed = JSON.parse(text) as Problem;
  const seconds = answer.headers.get("retry-after");
  return seconds === null ? new ProblemError(parsed) : new RetryableError(parsed, Number(seconds));
}

function problem(code: Problem["code"], detail: string): Problem {
  return { type: `urn:yarrow:problem:${code}`, title: detail, status: 503, detail, code };
}

function batchOf(frame: Frame): Batch {
  return { ...(JSON.parse(frame.data) as Omit<Batch, "position">), position: frame.id };
}

function pause(milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    signal?.addEventListener("abort", () => (clearTimeout(timer), resolve()), { once: true });
  });
}
