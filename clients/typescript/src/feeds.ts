/** Live feeds that resume after a broken connection, without lost or repeated batches. */

import type { components } from "./api.ts";
import { HistoryDiffers, type ProblemError, Unauthorized, Unavailable } from "./problems.ts";
import type { EventOf, RulesetKey } from "./rulesets.ts";
import { type Shape, shaped, SHAPES } from "./shapes.ts";
import { type Frame, framesOf } from "./sse.ts";
import type { Query, Wire } from "./wire.ts";

/**
 * The events of one command, from `first` to `version`, each with all that the speaker may see. `chain` is the chain's hash
 * after them, and `position` is where a live feed resumes after the batch.
 */
export type Batch<R extends string = RulesetKey> = Omit<components["schemas"]["LiveBatch"], "events"> & {
  events: EventOf<R>[];
  position: string;
};

/** The seats of an encounter: who is connected, which are given away, and which are free. */
export type Seats = components["schemas"]["SeatsAnswer"];

const STREAM_TIMEOUT = 60_000; // milliseconds: several heartbeats
const FINAL = ["history_lost", "store_damaged"]; // the history is lost, so the feed cannot be resumed
const NOT_ALLOWED = "not_allowed"; // the token of the feed has ended

/** Yields the batches of a live feed after a position, or new ones only, until the service ends it. */
export function batchesOf<R extends string>(
  wire: Wire,
  path: string,
  query: Query,
  position: string,
  signal?: AbortSignal,
): AsyncGenerator<Batch<R>> {
  return feed(wire, path, query, position, "batch", batchOf<R>, signal);
}

/** Yields the seats from a live feed of one encounter, first and whenever they change. */
export function seatsOf(wire: Wire, path: string, position: string, signal?: AbortSignal): AsyncGenerator<Seats> {
  return feed(wire, path, { seats: true }, position, "seats", (frame) => read(SHAPES.seats, frame), signal);
}

/** Yields the batches of one encounter after a version, in order. */
export async function* ordered<R extends string>(batches: AsyncGenerator<Batch<R>>, seen: number): AsyncGenerator<Batch<R>> {
  for await (const batch of batches) {
    const { encounter, first, version } = batch;
    if (version <= seen) continue;
    if (first > seen + 1)
      throw new HistoryDiffers(`Events ${seen + 1} to ${first - 1} of ${encounter} are missing from the feed.`);
    seen = version;
    yield batch;
  }
}

/** Returns the events of a response, each with its private part if the speaker may see it. */
export function wholeEvents<R extends string>(
  events: readonly components["schemas"]["Event"][],
  parts: Readonly<Record<string, components["schemas"]["PrivatePart"]>> = {},
): EventOf<R>[] {
  const whole = events.map((event) => {
    const part = parts[event.version];
    return part ? { ...event, data: { ...(event.data as object), ...(part.data as object) } } : event;
  });
  return whole as EventOf<R>[];
}

/** Yields what `read` returns for the events of one kind. */
async function* feed<T>(
  wire: Wire,
  path: string,
  query: Query,
  position: string,
  event: string,
  read: (frame: Frame) => T,
  signal?: AbortSignal,
): AsyncGenerator<T> {
  const patience = wire.patience();
  while (!signal?.aborted) {
    let [healthy, why] = [false, new Error("the stream ended") as unknown];
    const quiet = new AbortController();
    const silence = () => quiet.abort(new Error("the stream is silent"));
    let watchdog = setTimeout(silence, STREAM_TIMEOUT);
    try {
      const answer = await wire.send("GET", path, {
        query,
        headers: { Accept: "text/event-stream", ...(position && { "Last-Event-ID": position }) },
        signal: signal ? AbortSignal.any([signal, quiet.signal]) : quiet.signal,
      });
      if (answer.status === 204) return;
      for await (const frame of framesOf(answer.body!)) {
        clearTimeout(watchdog);
        watchdog = setTimeout(silence, STREAM_TIMEOUT);
        patience.alive();
        if (frame?.event !== "message") {
          healthy = true;
          patience.well();
        }
        if (frame?.event === "dropped") {
          const { resume, code } = raiseFinal(frame);
          [position, healthy] = [resume, code === "slow"];
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
    if (!healthy) await patience.wait(why, signal);
  }
}

/** Returns why the service has dropped a feed; throws the problem if the feed cannot be resumed. */
function raiseFinal(frame: Frame): components["schemas"]["Dropped"] {
  const dropped = read(SHAPES.dropped, frame);
  const { code, detail } = dropped;
  const problem = (status: number) => {
    const known = code as ProblemError["code"];
    return { type: `urn:yarrow:problem:${code}`, title: detail, status, detail, code: known };
  };
  if (FINAL.includes(code)) throw new Unavailable(problem(503));
  if (code === NOT_ALLOWED) throw new Unauthorized(problem(401));
  return dropped;
}

function batchOf<R extends string>(frame: Frame): Batch<R> {
  const batch = read(SHAPES.batch, frame);
  return { ...batch, events: wholeEvents<R>(batch.events, batch.private), position: frame.id };
}

function read<T>(shape: Shape<T>, { event, data }: Frame): T {
  return shaped(shape, `a live feed (${event})`, data);
}

