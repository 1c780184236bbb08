/** One server-sent event; without `data` it only updates the position. */
export interface Frame {
  event: string;
  data: string;
  id: string;
}

/** Yields the events of a stream in order, and null for each comment, which the service sends as a heartbeat. */
export async function* framesOf(body: ReadableStream<Uint8Array>): AsyncGenerator<Frame | null> {
  let [event, data, id, seen] = ["", [] as string[], "", false];
  for await (const line of linesOf(body)) {
    if (line === "") {
      if (seen) yield { event: event || "message", data: data.join("\n"), id };
      [event, data, seen] = ["", [], false];
      continue;
    }
    if (line.startsWith(":")) {
      yield null;
      continue;
    }
    const colon = line.indexOf(":");
    const field = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? "" : line.slice(colon + 1).replace(/^ /, "");
    if (field === "event") event = value;
    else if (field === "data") [seen] = [true, data.push(value)];
    else if (field === "id" && !value.includes("\0")) [id, seen] = [value, true];
  }
}

const NOTHING = new Uint8Array();
/** So many bytes become text at once: what is cut out of a text keeps all of it in memory. */
const PIECE = 16_384;

/** Yields lines, which end with CR LF, LF or CR. An unterminated last line is dropped. */
async function* linesOf(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  const reader = body.getReader();
  let [chunk, rest]: [Uint8Array, string] = [NOTHING, ""];
  const reads = async () => {
    const { done, value } = await reader.read();
    chunk = value ?? NOTHING;
    return !done;
  };
  try {
    while (await reads()) {
      for (let at = 0; at < chunk.length; at += PIECE) {
        rest += decoder.decode(chunk.slice(at, at + PIECE), { stream: true });
        const held = rest.endsWith("\r") ? "\r" : ""; // an LF may follow
        const lines = rest.slice(0, rest.length - held.length).split(/\r\n|\n|\r/);
        rest = (lines.pop() ?? "") + held;
        yield* lines;
      }
      chunk = NOTHING;
    }
  } finally {
    await reader.cancel().catch(() => undefined); // a broken connection cannot be cancelled
  }
}
