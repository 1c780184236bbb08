/** What a field of a form may hold, and when two values are the same. */

/** How deep values and sets may be nested. */
export const MOST_DEEP = 64;
/** The key of a lookup that stands for all others. */
export const ANY_KEY = "*";
/** The key of a field that is left out and has no default. */
export const ABSENT_KEY = "";

/** Thrown if options or declarations of forms are not as the API describes them, or do not belong together. */
export class MalformedOptions extends Error {
  constructor(message: string) {
    super(message);
    this.name = "MalformedOptions";
  }
}

/** An object of JSON; its members are read with `own`, because a name may be one of those that every object has. */
export type JsonObject = Readonly<Record<string, unknown>>;

export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function isList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value);
}

/** Returns a member of an object, or undefined if it has none of this name. */
export function own<T>(object: Readonly<Record<string, T>>, name: string): T | undefined {
  return Object.hasOwn(object, name) ? object[name] : undefined;
}

/**
 * Returns a text that two values share if and only if they are the same as JSON, where true is not 1 and the order of
 * members does not count. What is nested more than `MOST_DEEP` levels deep is not compared.
 */
export function token(value: unknown, depth = 0): string {
  if (typeof value === "string") return JSON.stringify(value);
  if (typeof value === "number") return String(value || 0); // 0 and -0 are the same
  if (typeof value !== "object" || value === null) return String(value);
  if (depth > MOST_DEEP) return "…";
  if (isList(value)) return `[${value.map((one) => token(one, depth + 1)).join()}]`;
  const members = Object.entries(value).map(([name, one]) => `${JSON.stringify(name)}:${token(one, depth + 1)}`);
  return `{${members.sort().join()}}`;
}

/** Tells whether two values are the same as JSON, where true is not 1. */
export function isSame(one: unknown, other: unknown): boolean {
  return token(one) === token(other);
}

/**
 * Returns the key of a value in a lookup: that of a text of asterisks alone has one more. A list or an object has none:
 * only `*` stands for it.
 */
export function keyOf(value: unknown): string {
  if (typeof value === "object" && value !== null) return ANY_KEY;
  const word = wordOf(value);
  return /^[*]+$/.test(word) ? `${word}*` : word;
}

/** Returns a text as it is, `true` and `false`, a number in digits, and nothing for null. */
export function wordOf(value: unknown): string {
  return value === null || value === undefined ? ABSENT_KEY : String(value);
}

/** Returns a value as a sentence says it: a negative number has a minus sign. */
export function saidOf(value: unknown): string {
  const word = wordOf(value);
  return typeof value === "string" ? word : word.replace("-", "−");
}

/** A value and its label. */
export type Listed = readonly [value: unknown, label: string];
/** The lowest and the highest number, or the longest and the shortest text. */
export type Bounds = readonly [number, number];

interface Parts {
  listed?: readonly Listed[];
  also?: readonly (readonly [other: unknown, value: unknown])[];
  barred?: readonly unknown[];
  span?: Bounds | undefined;
  text?: Bounds | undefined;
  pattern?: string | undefined;
  schema?: string | undefined;
  keys?: Values | undefined;
}

/** What a field may hold: listed values, a range of numbers, a text, any value, or several of these. */
export class Values {
  /** values with their labels; of a text, those that a menu may offer */
  readonly listed: readonly Listed[];
  /** other values that mean the same as a listed one, each with that one */
  readonly also: readonly (readonly [other: unknown, value: unknown])[];
  /** no values, whatever the others say */
  readonly barred: readonly unknown[];
  /** the lowest and the highest number */
  readonly span: Bounds | undefined;
  /** the longest and the shortest text, in characters */
  readonly text: Bounds | undefined;
  /** what a text has to match */
  readonly pattern: string | undefined;
  /** the name of the JSON schema of any value, which only the service checks */
  readonly schema: string | undefined;
  /** of an object whose keys are chosen, its keys; the others are then its values */
  readonly keys: Values | undefined;
  #listed: Set<string> | undefined;
  #barred: Set<string> | undefined;
  #meanings: Map<string, unknown> | undefined;

  constructor({ listed = [], also = [], barred = [], span, text, pattern, schema, keys }: Parts = {}) {
    [this.listed, this.also, this.barred] = [listed, also, barred];
    [this.span, this.text, this.pattern, this.schema, this.keys] = [span, text, pattern, schema, keys];
  }

  /** whether no value at all fits */
  get isEmpty(): boolean {
    const hasNumbers = this.span !== undefined && this.span[0] <= this.span[1];
    return !this.listed.length && !hasNumbers && this.text === undefined && this.schema === undefined;
  }

  /** Tells whether a value is one of these. */
  has(value: unknown): boolean {
    const meant = this.meant(value);
    const known = token(meant);
    this.#barred ??= new Set(this.barred.map((one) => token(one)));
    if (this.#barred.has(known)) return false;
    this.#listed ??= new Set(this.listed.map(([one]) => token(one)));
    const isAny = this.schema !== undefined && meant !== null && meant !== undefined;
    return this.#listed.has(known) || isAny || this.#isInSpan(meant) || this.#isText(meant);
  }

  /** Returns the listed value that another value means, or the value itself. */
  meant(value: unknown): unknown {
    if (!this.also.length) return value;
    this.#meanings ??= new Map(this.also.toReversed().map(([other, one]) => [token(other), one]));
    const known = token(value);
    return this.#meanings.has(known) ? this.#meanings.get(known) : value;
  }

  /** Returns these values without some. */
  without(barred: readonly unknown[]): Values {
    const some = barred.map((one) => this.meant(one));
    const tokens = new Set(some.map((one) => token(one)));
    const listed = this.listed.filter(([one]) => !tokens.has(token(one)));
    return new Values({ ...this, listed, barred: [...this.barred, ...some] });
  }

  /** Returns these values with only those listed that are among some. */
  among(allowed: readonly unknown[]): Values {
    const tokens = new Set(allowed.map((one) => token(this.meant(one))));
    return new Values({ ...this, listed: this.listed.filter(([one]) => tokens.has(token(one))) });
  }

  #isInSpan(value: unknown): boolean {
    return this.span !== undefined && isWhole(value) && this.span[0] <= value && value <= this.span[1];
  }

  #isText(value: unknown): boolean {
    if (this.text === undefined || typeof value !== "string") return false;
    const [longest, shortest] = this.text;
    if (value.length > 2 * longest) return false; // no character has more than two units
    const length = [...value].length;
    const fits = shortest <= length && length <= longest;
    return fits && (this.pattern === undefined || compiled(this.pattern).test(value));
  }
}

export function isWhole(value: unknown): value is number {
  return Number.isInteger(value);
}

/** Returns the values that are in any of several sets. Only the first range, text and schema of them count. */
export function united(either: readonly Values[]): Values {
  const sets = [...new Set(either)];
  const text = sets.find((one) => one.text !== undefined);
  return new Values({
    listed: distinct(sets.flatMap((one) => one.listed)),
    also: distinct(sets.flatMap((one) => one.also)),
    barred: sets.flatMap((one) => one.barred).filter((value) => !sets.some((other) => other.has(value))),
    span: sets.find((one) => one.span !== undefined)?.span,
    text: text?.text,
    pattern: text?.pattern,
    schema: sets.find((one) => one.schema !== undefined)?.schema,
  });
}

/** Returns the first pair of each value. */
function distinct<T extends readonly [unknown, unknown]>(pairs: readonly T[]): T[] {
  const found = new Map<string, T>();
  for (const pair of pairs) {
    const known = token(pair[0]);
    if (!found.has(known)) found.set(known, pair);
  }
  return [...found.values()];
}

function compiled(pattern: string): RegExp {
  checked: try {
    new RegExp(pattern, "u");
  } catch {
    throw new MalformedOptions(`${JSON.stringify(pattern)} is no pattern.`);
  }
  return new RegExp(pattern, "u");
}
