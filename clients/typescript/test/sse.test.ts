/** Server-sent events are read as the HTML standard has them, in whatever pieces they come. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { type Frame, framesOf } from "../src/sse.ts";

async function read(text: string, size: number): Promise<(Frame | null)[]> {
  const bytes = new TextEncoder().encode(text);
  const stream = new ReadableStream<Uint8Array>({
    start(controller) {
      for (let place = 0; place < bytes.length; place += size) controller.enqueue(bytes.slice(place, place + size));
      controller.close();
    },
  });
  return await Array.fromAsync(framesOf(stream));
}

const frame = (event: string, data: string, id: string): Frame => ({ event, data, id });
const said: [string, (Frame | null)[]][] = [
  ["data: one\ndata:two\n\n", [frame("message", "one\ntwo", "")]],
  ["event: batch\nid: 7\ndata: {}\n\ndata: ü\u2028\n\n", [frame("batch", "{}", "7"), frame("message", "ü\u2028", "7")]],
  ["retry: 1000\nid: 4\n\n: heartbeat\n\n", [frame("message", "", "4"), null]],
  ["id: 7\0\nother: x\ndata:  a\n\n", [frame("message", " a", "")]],
  ["event: batch\n\ndata: never ended\n", []],
  ["\ufeffdata\n\n", [frame("message", "", "")]],
];

for (const [text, frames] of said)
  for (const end of ["\n", "\r\n", "\r"])
    for (const size of [1, 2, 3, 1000])
      test(`${JSON.stringify(text)} with ${JSON.stringify(end)} in pieces of ${size}`, async () => {
        // Where lines end with CR alone, what comes behind tells that no LF does.
        assert.deepEqual(await read(`${text.replaceAll("\n", end)}x`, size), frames);
      });
