/**
 * Witness of a history: remembers the hash of an encounter's chain, and detects if the service shows another history.
 *
 * Each event is linked to all earlier ones: `h = SHA-256(h + SHA-256(public line) + SHA-256(private line))`; for a private
 * line that is not visible, the digest in `sealed` is used. One remembered hash fixes everything before it.
 */

import { HistoryDiffers } from "./problems.ts";
import { SHAPES, shaped } from "./shapes.ts";

const PREFIX = "yarrow-chain-1:";
const SAVED = /^(?:0:|([1-9][0-9]{0,15}):([0-9a-f]{64}))$/;

/** The data of `core.imported`: the origin of all events before its batch. */
interface Imported {
  readonly of: string;
  readonly encounter: string;
  readonly events: number;
  readonly chain: string;
}

/**
 * A record of an encounter's history: the version up to which it was seen, and the chain's hash there, in hex. Its text,
 * `String(witness)`, is to be saved; `Witness.recall` and `Encounter.audit` read it. A new witness has seen nothing. It
 * needs WebCrypto, which browsers have on pages of `https` and of this machine.
 */
export class Witness {
  version = 0;
  hash = "";
  /** the ID in the last event that it has seen itself */
  encounter: string | undefined;
  #due: Imported | undefined;

  /** Returns a witness from its saved text. */
  static recall(line: string): Witness {
    const found = SAVED.exec(line.trim());
    if (!found)
      throw new RangeError(`${JSON.stringify(line)} is not a saved witness: a version and a hash, like 12: and 64 hexadecimal digits.`);
    const witness = new Witness();
    [witness.version, witness.hash] = [Number(found[1] ?? 0), found[2] ?? ""];
    return witness;
  }

  toString(): string {
    return `${this.version}:${this.hash}`;
  }

  /** Sees the next event: its public line, and its private line if it is visible. Throws HistoryDiffers. */
  async see(line: string, hidden?: string): Promise<void> {
    const event = shaped(SHAPES.event, "an event", line) as { encounter: string; version: number; type: string; data: object };
    const { sealed } = event as unknown as { sealed: string | null };
    if (event.version !== this.version + 1)
      throw new HistoryDiffers(`Event ${event.version} of ${event.encounter} follows event ${this.version}.`);
    const digest = sealed === null || hidden ? await digestOf(encoded(hidden ?? "")) : bytesOf(sealed);
    if (sealed !== null && hexOf(digest) !== sealed)
      throw new HistoryDiffers(`The private part of event ${event.version} does not match its digest.`);
    const due = this.#importDue(event);
    const before = this.hash ? bytesOf(this.hash) : await digestOf(encoded(PREFIX + event.encounter));
    const linked = await digestOf(joined([before, await digestOf(encoded(line)), digest]));
    [this.hash, this.version, this.encounter, this.#due] = [hexOf(linked), event.version, event.encounter, due];
  }

  /** Throws HistoryDiffers unless `chain` is the hash at this version. */
  require(chain: string): void {
    if (this.hash !== chain)
      throw new HistoryDiffers(
        `The service states the hash ${chain} at version ${this.version}, but the events seen lead to ${this.hash}.`,
      );
  }

  /** Throws HistoryDiffers if the events seen are not of the encounter with that ID. */
  requireOf(encounter: string): void {
    if (this.#due || (this.encounter !== undefined && this.encounter !== encounter))
      throw new HistoryDiffers(`The events up to version ${this.version} are of ${this.encounter}, not of ${encounter}.`);
  }

  /** Returns the import that the next event must record, if this event has another encounter ID. */
  #importDue(event: { encounter: string; type: string; data: object }): Imported | undefined {
    if (this.#due && !(event.type === "core.imported" && isSameImport(event.data as Imported, this.#due)))
      throw new HistoryDiffers(
        `Event ${this.version} is of ${this.#due.encounter}, but the events before it are of ${this.#due.of}.`,
      );
    if (this.encounter === undefined || this.encounter === event.encounter) return undefined;
    return { of: this.encounter, encounter: event.encounter, events: this.version, chain: this.hash };
  }
}

function isSameImport(one: Imported, other: Imported): boolean {
  return (["of", "encounter", "events", "chain"] as const).every((name) => one[name] === other[name]);
}

async function digestOf(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
}

function encoded(text: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(text);
}

function joined(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let place = 0;
  for (const part of parts) {
    whole.set(part, place);
    place += part.length;
  }
  return whole;
}

function bytesOf(hex: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array((hex.match(/../g) ?? []).map((digits) => parseInt(digits, 16)));
}

function hexOf(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
