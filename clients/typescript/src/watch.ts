import type { components } from "./api.ts";
import { addressOf, headersOf, type Options } from "./options.ts";
import { type Frame, framesOf } from "./sse.ts";

type Answer = components["schemas"]["CommandAnswer"];

/** The events that one command caused; `chain` is the chain's hash behind them, `position` where to go on. */
export type Batch = Omit<Answer, "prompts"> & { chain: string; position: string };

/** The service's no, as RFC 9457 has it. */
export type Problem = components["schemas"]["Problem"];

export interface WatchOptions extends Options {
  /** the `position` (of one encounter also the version) behind which to go on; without it from now on */
  after?: string | number;
  /** ends the watch when it is aborted */
  signal?: AbortSignal;
  /** seconds without a connection after which a watch gives up; 30 where nothing is said */
  patience?: number;
}

/** Which versions are told again, and how fast; where nothing is said, the service chooses. */
export interface ReplayOptions extends Omit<WatchOptions, "after"> {
  /** the version to begin with */
  from?: number;
  /** the last version; without it the newest */
  to?: number;
  /** how many times as fast; 0 waits nowhere */
  speed?: number;
  /** seconds that no pause is longer than */
  mostPause?: number;
}

/** The service's no, thrown: programs read `problem.code`, people the message. */
export class ProblemError extends Error {
  readonly problem: Problem;

  constructor(problem: Problem) {
    super(`${problem.detail} (${problem.rule ?? problem.code})`);
    this.name = "ProblemError";
    this.problem = problem;
  }
}

const SILENCE = 60_000; // milliseconds: several heartbeats
const FIRST_DELAY = 100;
const LONGEST_DELAY = 10_000;
const FINAL = ["history_lost", "store_damaged"]; // what is no longer there cannot be read on

/** The batches of one encounter as they happen; connections that break are taken up again, none is lost or doubled. */
export async function* watch(url: string, encounter: string, options: WatchOptions = {}): AsyncGenerator<Batch> {
  const path = `${addressOf(url)}/v1/encounters/${encodeURIComponent(encounter)}`;
  const after = options.after ?? (await newest(path, options));
  if (after === undefined) return;
  yield* ordered(feed(`${path}/live`, { ...options, after }), Number(after));
}

/** What was, batch by batch with the pauses that were between them; connections that break are taken up again. */
export function replay(url: string, encounter: string, options: ReplayOptions = {}): AsyncGenerator<Batch> {
  const { from = 1, to, speed, mostPause, ...asked } = options;
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries({ from, to, speed, most_pause: mostPause }))
    if (value !== undefined) query.set(name, String(value));
  const path = `${addressOf(url)}/v1/encounters/${encodeURIComponent(encounter)}/replay`;
  return ordered(feed(`${path}?${query}`, asked), from - 1);
}

/** The batches of one encounter behind a version, in order. */
async function* ordered(batches: AsyncGenerator<Batch>, seen: number): AsyncGenerator<Batch> {
  for await (const batch of batches) {
    const { encounter, first, version } = batch;
    if (version <= seen) continue;
    if (first > seen + 1) throw new Error(`Events ${seen + 1} to ${first - 1} of ${encounter} did not come.`);
    seen = version;
    yield batch;
  }
}

/** The batches of all encounters that the speaker may see, as they happen; in order within each of them. */
export function watchAll(url: string, options: WatchOptions & { ruleset?: string } = {}): AsyncGenerator<Batch> {
  const query = options.ruleset ? `?ruleset=${encodeURIComponent(options.ruleset)}` : "";
  return feed(`${addressOf(url)}/v1/live${query}`, options);
}

async function* feed(url: string, options: WatchOptions): AsyncGenerator<Batch> {
  const { fetch = globalThis.fetch, signal } = options;
  const patience = new Patience(options);
  let position = String(options.after ?? "");
  while (!signal?.aborted) {
    let [well, why] = [false, new Error("the stream ended") as unknown];
    const quiet = new AbortController();
    let watchdog = setTimeout(() => quiet.abort(), SILENCE);
    try {
      const answer = await fetch(url, {
        headers: { ...headersOf(options), Accept: "text/event-stream", ...(position && { "Last-Event-ID": position }) },
        signal: signal ? AbortSignal.any([signal, quiet.signal]) : quiet.signal,
      });
      if (answer.status === 204) return;
      if (!answer.ok) throw await problemOf(answer);
      for await (const frame of framesOf(answer.body!)) {
        clearTimeout(watchdog);
        watchdog = setTimeout(() => quiet.abort(), SILENCE);
        patience.alive();
        if (frame?.event !== "message") {
          well = true;
          patience.well();
        }
        if (frame?.event === "dropped") {
          const dropped = JSON.parse(frame.data) as { resume: string; code: string; detail: string };
          if (FINAL.includes(dropped.code)) throw new ProblemError(problem(dropped.code as Problem["code"], dropped.detail));
          [position, well] = [dropped.resume, dropped.code === "slow"];
          break;
        }
        if (frame?.id) position = frame.id;
        if (frame?.event === "batch") yield batchOf(frame);
      }
    } catch (error) {
      if (signal?.aborted) return;
      [well, why] = [false, error];
    } finally {
      clearTimeout(watchdog);
    }
    if (!well) await patience.wait(why);
  }
}

/** How long to go on trying: from the first failure on, with ever longer delays in between. */
class Patience {
  readonly #milliseconds: number;
  readonly #signal: AbortSignal | undefined;
  #delay = FIRST_DELAY;
  #until = Infinity;

  constructor({ patience = 30, signal }: WatchOptions) {
    [this.#milliseconds, this.#signal] = [patience * 1000, signal];
  }

  /** The service has answered: what failed before no longer counts. */
  alive(): void {
    this.#until = Infinity;
  }

  /** The service does what it should: the next failure is the first. */
  well(): void {
    [this.#delay, this.#until] = [FIRST_DELAY, Infinity];
  }

  /** Waits before the next try; throws what would end no better, and at the end of all patience whatever failed. */
  async wait(why: unknown): Promise<void> {
    if (why instanceof ProblemError && !(why instanceof Later)) throw why;
    if (this.#until === Infinity) this.#until = Date.now() + this.#milliseconds;
    if (Date.now() >= this.#until) throw why;
    const delay = Math.max(why instanceof Later ? why.seconds * 1000 : 0, this.#delay * (0.5 + Math.random() / 2));
    await pause(Math.min(delay, this.#until - Date.now()), this.#signal);
    this.#delay = Math.min(2 * this.#delay, LONGEST_DELAY);
  }
}

/** A problem that passes: the service says after how many seconds to ask again. */
class Later extends ProblemError {
  readonly seconds: number;

  constructor(problem: Problem, seconds: number) {
    super(problem);
    this.seconds = seconds;
  }
}

/** Where an encounter stands; undefined where nobody waits for it any longer. */
async function newest(url: string, options: WatchOptions): Promise<number | undefined> {
  const { fetch = globalThis.fetch, signal } = options;
  const patience = new Patience(options);
  while (!signal?.aborted) {
    try {
      const answer = await fetch(url, { headers: headersOf(options), ...(signal && { signal }) });
      if (!answer.ok) throw await problemOf(answer);
      await answer.body?.cancel();
      return Number(answer.headers.get("etag")?.replaceAll('"', ""));
    } catch (error) {
      if (!signal?.aborted) await patience.wait(error);
    }
  }
  return undefined;
}

async function problemOf(answer: Response): Promise<Error> {
  const text = await answer.text();
  if (!answer.headers.get("content-type")?.startsWith("application/problem+json"))
    return new Error(`Status ${answer.status} from something that is no Yarrow: ${text.slice(0, 200)}`);
  const told = JSON.parse(text) as Problem;
  const seconds = answer.headers.get("retry-after");
  return seconds === null ? new ProblemError(told) : new Later(told, Number(seconds));
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
