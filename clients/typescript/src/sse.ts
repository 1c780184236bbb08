/** One block of a stream of server-sent events; one without `data` only tells the position. */
export interface Frame {
  event: string;
  data: string;
  id: string;
}

/** The frames of a stream in order, and null for each comment: a heartbeat shows that the service lives. */
export async function* framesOf(body: ReadableStream<Uint8Array>): AsyncGenerator<Frame | null> {
  let [event, data, id, told] = ["", [] as string[], "", false];
  for await (const line of linesOf(body)) {
    if (line === "") {
      if (told) yield { event: event || "message", data: data.join("\n"), id };
      [event, data, told] = ["", [], false];
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
    else if (field === "data") [told] = [true, data.push(value)];
    else if (field === "id" && !value.includes("\0")) [id, told] = [value, true];
  }
}

/** Lines end with CR LF, LF or CR, and with nothing else; what is not ended when the stream ends is no line. */
async function* linesOf(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  const reader = body.getReader();
  let rest = "";
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      rest += decoder.decode(value, { stream: true });
      const held = rest.endsWith("\r") ? "\r" : ""; // an LF may come behind it
      const lines = rest.slice(0, rest.length - held.length).split(/\r\n|\n|\r/);
      rest = (lines.pop() ?? "") + held;
      yield* lines;
    }
  } finally {
    await reader.cancel().catch(() => undefined); // a connection that broke cannot be closed either
  }
}
