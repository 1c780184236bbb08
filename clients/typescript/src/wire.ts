/** The connection to a service: retries requests while it is unavailable, and throws problems. */

import { Interrupted, InvalidArgument, NotYarrow, ProblemError, problemOf, TooMuch, Unreachable, YarrowError } from "./problems.ts";
import { type Shape, shaped } from "./shapes.ts";

/** Who asks, in which language, and how long to wait for a service that is unavailable. */
export interface Options {
  /** sent as `Authorization: Bearer` */
  token?: string;
  /** sent as `Yarrow-As`: `narrator`, `player:<ids>` or `spectator` */
  speaker?: string;
  /** the language of menus, such as `de`, or several in the order of preference: `de, fr` */
  language?: string;
  /** for how many seconds requests and feeds are retried while the service is unavailable; 30 by default */
  patience?: number;
  /** for how many seconds a rate limit is waited for; by default as long as `patience` */
  ratePatience?: number;
  /** called with the reason before each retry */
  onRetry?: (why: Error) => void;
  /** what sends the requests; by default the platform's `fetch` */
  fetch?: typeof globalThis.fetch;
}

export type Query = Readonly<Record<string, string | number | boolean | null | undefined>>;

/** A request: its parameters and headers, and its body as JSON or as it is. */
export interface Asking {
  query?: Query;
  headers?: Readonly<Record<string, string>>;
  json?: unknown;
  body?: string | Blob | Uint8Array<ArrayBuffer>;
  /** says what to do next if the request must not be executed twice and it is not known whether it was executed once */
  once?: string;
  signal?: AbortSignal;
}

/** A response that was read. */
export interface Answer {
  readonly headers: Headers;
  readonly text: string;
}

export const KEY = "Idempotency-Key";
const REQUEST_TIMEOUT = 120_000; // milliseconds
const UNAVAILABLE = [502, 503, 504]; // a proxy returns these while the service is unavailable
const NOT_SENT = ["ECONNREFUSED", "ENOTFOUND", "EAI_AGAIN", "UND_ERR_CONNECT_TIMEOUT"]; // codes of Node: nothing was sent
const CAN_BE_SENT = /^[!-~]+(?: +[!-~]+)*$/;
const FIRST_DELAY = 100;
const MAX_DELAY = 10_000;

/** The retry policy: retries with exponential backoff, failures and rate limits each from the first one on. */
export class Patience {
  readonly #options: Options;
  readonly #address: string;
  readonly #until = new Map<boolean, number>();
  #delay = FIRST_DELAY;

  constructor(options: Options, address: string) {
    [this.#options, this.#address] = [options, address];
  }

  /** Records that the service responds: the deadlines restart with the next failure. */
  alive(): void {
    this.#until.clear();
  }

  /** Records success: deadlines and delay restart with the next failure. */
  well(): void {
    this.#until.clear();
    this.#delay = FIRST_DELAY;
  }

  /** Waits before the next attempt, with jitter; throws `why` if a retry cannot succeed, or after the deadline. */
  async wait(why: unknown, signal?: AbortSignal): Promise<void> {
    const least = 1000 * (why instanceof ProblemError ? (why.retryAfter ?? Infinity) : 0);
    if (why instanceof YarrowError && (!(why instanceof ProblemError) || least === Infinity)) throw why;
    const { patience = 30, ratePatience = patience, onRetry } = this.#options;
    const limited = why instanceof TooMuch;
    const now = Date.now();
    const until = this.#until.get(limited) ?? now + 1000 * (limited ? ratePatience : patience);
    this.#until.set(limited, until);
    if (now >= until || now + least > until) {
      if (why instanceof ProblemError) throw why;
      const said = `No Yarrow service responds at ${this.#address} (${reasonOf(why)}).`;
      throw new Unreachable(`${said} Start one with \`yarrow serve\`, or check the address.`, { cause: why });
    }
    onRetry?.(why instanceof Error ? why : new Error(String(why)));
    const delay = Math.max(least, this.#delay * (0.5 + Math.random() / 2));
    this.#delay = Math.min(2 * this.#delay, MAX_DELAY);
    await pause(Math.min(delay, until - now), signal);
  }
}

/** Sends requests to one service as one speaker. */
export class Wire {
  readonly options: Options;
  readonly address: string;
  readonly #kept: Map<string, Promise<unknown>>;

  constructor(url: string, options: Options, kept = new Map<string, Promise<unknown>>()) {
    this.address = url.replace(/\/+$/, "").replace(/\/v1$/, "");
    const token = options.token?.trim();
    [this.options, this.#kept] = [{ ...options, ...(token !== undefined && { token }) }, kept];
    const { speaker, language } = options;
    if (token) sendable(token, "The access token is invalid: it contains characters that no token has. Copy it again.");
    if (speaker) sendable(speaker, `Unknown speaker “${speaker}”; use narrator, player:<ids> or spectator.`);
    if (language) sendable(language, `The language “${language}” cannot be sent; use one like de.`);
  }

  /** Returns the same connection for another speaker. */
  speaking(speaker: string): Wire {
    return new Wire(this.address, { ...this.options, speaker }, this.#kept);
  }

  /** Returns the retry policy of one request or feed. */
  patience(): Patience {
    return new Patience(this.options, this.address);
  }

  /**
   * Sends a request, with retries, and returns the response. A request that must not be executed twice has `once`: it is
   * not retried after a failure by which it may have been executed.
   */
  async ask(method: string, path: string, asking: Asking = {}): Promise<Answer> {
    const patience = this.patience();
    try {
      for (;;) {
        try {
          const response = await this.send(method, path, { ...asking, signal: AbortSignal.timeout(REQUEST_TIMEOUT) });
          return { headers: response.headers, text: await response.text() };
        } catch (error) {
          if (asking.once && !(error instanceof YarrowError) && !wasNotSent(error)) {
            const said = `Whether the service has executed the request is not known: ${reasonOf(error)}. ${asking.once}`;
            throw new Unreachable(said, { cause: error });
          }
          if (asking.once && error instanceof YarrowError && !(error instanceof TooMuch)) throw error;
          await patience.wait(error);
        }
      }
    } catch (error) {
      const key = asking.headers?.[KEY];
      if (error instanceof Unreachable && key !== undefined) error.key = key;
      throw error;
    }
  }

  /** Returns the resource at a path, which has a shape. */
  async read<T>(shape: Shape<T>, path: string, query: Query = {}): Promise<T> {
    return shaped(shape, path, (await this.ask("GET", path, { query })).text);
  }

  /** Returns the resource at a path, which never changes, so that it is kept. */
  readOnce<T>(shape: Shape<T>, path: string): Promise<T> {
    const kept = this.#kept.get(path) ?? this.read(shape, path);
    this.#kept.set(path, kept);
    kept.catch(() => this.#kept.delete(path)); // the next reader tries again
    return kept as Promise<T>;
  }

  /** Yields the body of a response as it arrives. Throws Interrupted if the connection breaks. */
  async *pieces(method: string, path: string, asking: Asking = {}): AsyncGenerator<Uint8Array> {
    const patience = this.patience();
    let response: Response | undefined;
    while (!response) {
      try {
        response = await this.send(method, path, asking);
      } catch (error) {
        await patience.wait(error);
      }
    }
    const reader = response.body!.getReader();
    try {
      for (let piece; !(piece = await reader.read()).done; ) yield piece.value;
    } catch (error) {
      throw new Interrupted(`The connection broke: ${reasonOf(error)}.`, { cause: error });
    } finally {
      await reader.cancel().catch(() => undefined); // a broken connection cannot be cancelled
    }
  }

  /** Returns a response whose body is still to be read. Throws a problem, NotYarrow, or the platform's error. */
  async send(method: string, path: string, asking: Asking = {}): Promise<Response> {
    const { query = {}, headers = {}, json, signal } = asking;
    const { fetch = globalThis.fetch } = this.options;
    const body = json === undefined ? asking.body : JSON.stringify(json);
    const response = await fetch(this.#addressOf(path, query), {
      method,
      headers: { ...this.#headers(), ...(json !== undefined && { "Content-Type": "application/json" }), ...headers },
      ...(body !== undefined && { body }),
      ...(signal && { signal }),
    });
    if (response.ok) return response;
    const isProblem = response.headers.get("content-type")?.startsWith("application/problem+json");
    // The response to HEAD has no body: it is read with GET.
    if (method === "HEAD" && isProblem) return await this.send("GET", path, asking);
    const text = await response.text();
    if (!isProblem && UNAVAILABLE.includes(response.status))
      throw new Error(`status ${response.status} from a proxy of the service`);
    throw problemOf(response.status, text, response.headers.get("retry-after"));
  }

  #addressOf(path: string, query: Query): string {
    const address = URL.canParse(this.address) ? new URL(`${this.address}/v1/${path}`) : undefined;
    if (!address?.protocol.startsWith("http"))
      throw new Unreachable(`${this.address || "An empty text"} is no address of a service. Use a URL like http://127.0.0.1:8000.`);
    for (const [name, value] of Object.entries(query))
      if (value !== undefined && value !== null) address.searchParams.set(name, String(value));
    return address.href;
  }

  #headers(): Record<string, string> {
    const { token, speaker, language } = this.options;
    return {
      ...(token && { Authorization: `Bearer ${token}` }),
      ...(speaker && { "Yarrow-As": speaker }),
      ...(language && { "Accept-Language": language }),
    };
  }
}

/** Returns the `Idempotency-Key` header, with a new key if none is given. */
export function keyed(key?: string): Record<string, string> {
  const given = key ?? newKey();
  return { [KEY]: sendable(given, `The key “${given}” cannot be sent; use visible ASCII characters, such as a UUID.`) };
}

/** Returns the value of a header, or throws InvalidArgument, which says `otherwise`, if it cannot be sent. */
function sendable(value: string, otherwise: string): string {
  if (!CAN_BE_SENT.test(value)) throw new InvalidArgument(otherwise);
  return value;
}

/** Returns a name, escaped as a segment of a path; throws InvalidArgument for one that would name another path. */
export function segment(name: string): string {
  if (["", ".", ".."].includes(name)) throw new InvalidArgument(`“${name}” is not an ID.`);
  return encodeURIComponent(name);
}

/** Returns a random UUID, also on pages without a secure context, where `crypto.randomUUID` is missing. */
function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  [bytes[6], bytes[8]] = [(bytes[6]! & 0x0f) | 0x40, (bytes[8]! & 0x3f) | 0x80];
  const digits = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}

/** Returns the value of a JSON text, or throws NotYarrow. */
export function parsed(text: string, what: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new NotYarrow(`${what} is not JSON: ${text.slice(0, 200)}`, { cause: error });
  }
}

/** Returns the reason of a failure: in Node it is the cause of what `fetch` throws. */
export function reasonOf(error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined;
  const { message, code } = (cause instanceof Error ? cause : error) as Error & { code?: string };
  return message || code || String(error);
}

function wasNotSent(error: unknown): boolean {
  const cause = error instanceof Error ? (error.cause as { code?: unknown } | undefined) : undefined;
  return typeof cause?.code === "string" && NOT_SENT.includes(cause.code);
}

function pause(milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    signal?.addEventListener("abort", () => (clearTimeout(timer), resolve()), { once: true });
  });
}
