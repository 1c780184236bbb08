/** Lists that are read page by page, and events and progress that are read line by line. */

import type { components } from "./api.ts";
import { NotYarrow } from "./problems.ts";
import { type Shape, SHAPES } from "./shapes.ts";
import type { Query, Wire } from "./wire.ts";

/** An encounter of the list. `current` is whether the list was complete as of the time of the request. */
export type Listed = components["schemas"]["Listed"] & { current: boolean };

const PAGE_SIZE = 100;
const PRIVATE_LINE = '{"salt":';
const AS_LINES = { Accept: "application/x-ndjson" };

/** Yields all pages of a list. */
export async function* pages<T extends { next: string | null }>(
  wire: Wire,
  shape: Shape<T>,
  path: string,
  filters: Query,
): AsyncGenerator<T> {
  for (let after: string | null | undefined; after !== null; ) {
    const page: T = await wire.read(shape, path, { ...filters, after, limit: PAGE_SIZE });
    yield page;
    after = page.next;
  }
}

/** Yields the encounters of all pages of a list. */
export async function* listed(wire: Wire, path: string, filters: Query): AsyncGenerator<Listed> {
  for await (const { encounters, current } of pages(wire, SHAPES.listing, path, filters))
    for (const one of encounters) yield { ...one, current };
}

/** Yields the lines of a body; an unterminated last line counts. */
export async function* linesOf(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = "";
  for await (const piece of pieces) {
    const lines = (rest + decoder.decode(piece, { stream: true })).split("\n");
    rest = lines.pop() ?? "";
    yield* lines;
  }
  if (rest) yield rest;
}

/** An event as stored: its public line, and its private line if the speaker may see it. */
export interface Record {
  readonly version: number;
  readonly line: string;
  readonly hidden?: string;
}

/** Yields the records of an encounter after a version up to the newest; resumes after a broken connection. */
export async function* recordsOf(wire: Wire, path: string, after: number): AsyncGenerator<Record> {
  const patience = wire.patience();
  for (;;) {
    let why: unknown = new Error("the response ended");
    try {
      const response = await wire.send("GET", `${path}/events`, { headers: AS_LINES, query: { after } });
      const newest = Number(/^"(\d+)/.exec(response.headers.get("ETag") ?? "")?.[1]);
      if (!newest) throw new NotYarrow(`The response of ${path}/events has no version.`);
      for await (const [line, hidden] of paired(linesOf(bytesOf(response)))) {
        patience.well();
        after += 1;
        yield { version: after, line, ...(hidden !== undefined && { hidden }) };
      }
      if (after >= newest) return;
    } catch (error) {
      why = error;
    }
    await patience.wait(why);
  }
}

async function* bytesOf(response: Response): AsyncGenerator<Uint8Array> {
  const reader = response.body!.getReader();
  try {
    for (let piece; !(piece = await reader.read()).done; ) yield piece.value;
  } finally {
    await reader.cancel().catch(() => undefined); // a broken connection cannot be cancelled
  }
}

/** Yields each public line with the private line that follows it, if there is one. */
async function* paired(lines: AsyncIterable<string>): AsyncGenerator<[line: string, hidden?: string]> {
  let line: string | undefined;
  for await (const next of lines) {
    if (line !== undefined && next.startsWith(PRIVATE_LINE)) {
      yield [line, next];
      line = undefined;
    } else {
      if (line !== undefined) yield [line];
      line = next;
    }
  }
  if (line !== undefined) yield [line];
}
