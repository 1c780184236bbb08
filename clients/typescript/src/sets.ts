/** The sets and lookups of options, read from their JSON. */

import { ANY_KEY, isList, isObject, type JsonObject, keyOf, type Listed, MalformedOptions } from "./values.ts";
import { isWhole, MOST_DEEP, own, saidOf, united, Values, wordOf } from "./values.ts";

/** The set of all combatants. */
const NAMES = "names";

/** The name under which a lookup of numbers sees each entry of a list. */
const ENTRY = "";

/** Fields that are filled so far, by name. */
export type Filled = Readonly<Record<string, unknown>>;

/** What a lookup goes by: a field, a text in lower case, the sum of numbers for a list, or always the same value. */
export type Key =
  | string
  | { readonly folded: string }
  | { readonly total: string; readonly score: Lookup }
  | { readonly value: string };

/** A lookup of a set by the values of earlier fields: a named one, or the row of its first level. */
export interface Lookup {
  readonly lookup?: string;
  readonly row?: JsonObject;
  readonly by: readonly Key[];
}

/** Tells whether a source of values is a lookup by earlier fields. */
export function isLookup(source: unknown): source is Lookup {
  const has = (name: string) => isObject(source) && Object.hasOwn(source, name);
  return has("by") && (has("lookup") || has("row"));
}

/**
 * Returns the value of an earlier field, or undefined. A part of an object is named with a dot, and of a list of
 * objects it is the list of that part of each.
 */
export function givenAt(name: string, around: Filled): unknown {
  const [first = "", ...parts] = name.split(".");
  let value = own(around, first);
  for (const part of parts) value = isList(value) ? value.map((one) => partOf(one, part)) : partOf(value, part);
  return value ?? undefined;
}

/** Returns the values of an earlier field: one, those of a list, or none. */
export function allGiven(name: string, around: Filled): readonly unknown[] {
  const given = givenAt(name, around);
  return (isList(given) ? given : [given]).filter((one) => one !== undefined && one !== null);
}

function partOf(value: unknown, name: string): unknown {
  return isObject(value) ? own(value, name) : undefined;
}

/** Returns a member that has to be an object. */
export function objectAt(of: unknown, name: string): JsonObject {
  const found = isObject(of) ? own(of, name) : undefined;
  checked: if (!isObject(found)) throw new MalformedOptions(`\`${name}\` has to be an object, not ${shown(found)}.`);
  return found;
}

/** Returns a member that has to be a list. */
export function listAt(of: unknown, name: string): readonly unknown[] {
  const found = isObject(of) ? own(of, name) : undefined;
  checked: if (!isList(found)) throw new MalformedOptions(`\`${name}\` has to be a list, not ${shown(found)}.`);
  return found;
}

/** Returns a member that has to be a text. */
export function textAt(of: unknown, name: string): string {
  const found = isObject(of) ? own(of, name) : undefined;
  checked: if (typeof found !== "string") throw new MalformedOptions(`\`${name}\` has to be a text, not ${shown(found)}.`);
  return found;
}

/** Returns a member that has to be an object of texts. */
export function textsAt(of: unknown, name: string): Readonly<Record<string, string>> {
  const found = objectAt(of, name);
  checked: for (const key of Object.keys(found)) textAt(found, key);
  return found as Readonly<Record<string, string>>;
}

/** Returns the beginning of a value, for messages. */
export function shown(value: unknown): string {
  return isList(value) ? "a list" : isObject(value) ? "an object" : (JSON.stringify(value) ?? "nothing").slice(0, 80);
}

/** The named sets and lookups of one answer. A named set is read once, when it is first asked for. */
export class Sets {
  readonly names: Readonly<Record<string, string>>;
  readonly #sets: JsonObject;
  readonly #lookups: JsonObject;
  readonly #known = new Map<string, Values>();

  constructor(options: unknown) {
    this.names = textsAt(options, "names");
    this.#sets = objectAt(options, "sets");
    this.#lookups = objectAt(options, "lookups");
  }

  /** Returns the values of a source for the given fields; none if it has nothing. */
  of(source: unknown, around: Filled): Values {
    const node = this.at(source, around);
    return node === undefined ? new Values() : this.values(node);
  }

  /** Returns the number that a lookup has, 0 if none; for a list in its last key, the sum for its entries. */
  number(score: Lookup, around: Filled): number {
    const last = score.by.at(-1);
    const entries = typeof last === "string" ? allGiven(last, around) : [];
    const byEntry = { ...score, by: [...score.by.slice(0, -1), ENTRY] };
    const sets = (entries.length ? entries : [null]).map((one) => this.of(byEntry, { ...around, [ENTRY]: one }));
    return sets.map((one) => one.listed[0]?.[0]).reduce<number>((sum, one) => sum + (isWhole(one) ? one : 0), 0);
  }

  /**
   * Returns the set of a source: the source itself, or what its lookup has for the given fields; undefined if nothing.
   * A set that is above the last level of a lookup holds for all keys below it. A list, which may be the last of the
   * given fields, has the sets of all its values, or that of no value if it is empty.
   */
  at(source: unknown, around: Filled): unknown {
    if (!isLookup(source)) return source ?? undefined;
    let node: unknown = source.row === undefined ? this.#lookup(source.lookup) : source;
    for (const key of source.by) {
      const row = this.#row(node);
      if (!row) break;
      const value = this.#key(key, around);
      if (isList(value)) return ofAny(row, value);
      node = below(row, keyOf(value));
    }
    return this.#row(node) ? undefined : (node ?? undefined);
  }

  /** Returns the values of a set. */
  values(node: unknown, depth = 0): Values {
    checked: if (depth > MOST_DEEP)
      throw new MalformedOptions("Sets are nested too deeply, or refer to each other in a circle.");
    if (typeof node === "string") return this.#ofName(node, depth);
    if (isList(node)) return this.#listed(node);
    checked: if (!isObject(node)) throw new MalformedOptions(`${shown(node)} is no set.`);
    const { from: low, to: high, schema } = node;
    if (Object.hasOwn(node, "of"))
      return this.values(node["of"], depth + 1).without(listAt({ minus: [], ...node }, "minus"));
    if (isWhole(low) && isWhole(high)) return new Values({ span: [low, high] });
    if (Object.hasOwn(node, "text")) return this.#text(node, depth);
    if (Object.hasOwn(node, "either")) return united(listAt(node, "either").map((one) => this.values(one, depth + 1)));
    checked: if (typeof schema !== "string") throw new MalformedOptions(`${shown(node)} is no set.`);
    return new Values({ schema });
  }

  #ofName(name: string, depth: number): Values {
    if (name === NAMES) return new Values({ listed: Object.entries(this.names) });
    const known = this.#known.get(name) ?? this.values(this.#named(name), depth + 1);
    this.#known.set(name, known);
    return known;
  }

  #text(node: JsonObject, depth: number): Values {
    const { text: longest, least: shortest = 0, pattern = null, suggested = [] } = node;
    const { listed, also } = this.values(suggested, depth + 1);
    checked: if (!isWhole(longest) || !isWhole(shortest) || !(pattern === null || typeof pattern === "string"))
      throw new MalformedOptions("The lengths or the pattern of a text are malformed.");
    return new Values({ listed, also, text: [longest, shortest], pattern: pattern ?? undefined });
  }

  /** Returns listed values: each is plain, or a list of the value, its label and others that mean the same. */
  #listed(entries: readonly unknown[]): Values {
    const listed: Listed[] = [];
    const also: [unknown, unknown][] = [];
    for (const entry of entries) {
      if (!isList(entry)) {
        listed.push([entry, this.#label(entry)]);
        continue;
      }
      const [value, label, others = []] = entry;
      checked: if (typeof label !== "string" || !isList(others) || entry.length > 3)
        throw new MalformedOptions("A list of a set has to be of a value, its label, and a list of others.");
      listed.push([value, label]);
      for (const other of others) also.push([other, value]);
    }
    return new Values({ listed, also });
  }

  /** Returns the label of a value that has none of its own: the name of a combatant, or the value itself. */
  #label(value: unknown): string {
    if (typeof value === "string") return own(this.names, value) ?? value;
    return value === null ? "none" : saidOf(value);
  }

  /** Returns the value that a lookup goes by. */
  #key(key: Key, around: Filled): unknown {
    if (typeof key === "string") return givenAt(key, around);
    if ("value" in key) return key.value;
    if ("folded" in key) return wordOf(givenAt(key.folded, around)).replace(/^[^\S\uFEFF]+|[^\S\uFEFF]+$/g, "").toLowerCase();
    const { total: name, score } = key;
    const entries = allGiven(name, around).map((one) => (isObject(one) ? one : { [name]: one }));
    return entries.reduce<number>((sum, one) => sum + this.number(score, { ...around, ...one }), 0);
  }

  /** Returns the first row of a lookup, or the set that holds for all keys of it. */
  #lookup(name: unknown): unknown {
    return typeof name === "string" && Object.hasOwn(this.#lookups, name) ? { row: this.#lookups[name] } : name;
  }

  /** Returns the row that a node is or names, or undefined if it is a set. */
  #row(node: unknown): JsonObject | undefined {
    for (let depth = 0; depth < MOST_DEEP; depth++) {
      if (typeof node !== "string" || node === NAMES) break;
      node = this.#named(node);
    }
    return isObject(node) && Object.hasOwn(node, "row") ? objectAt(node, "row") : undefined;
  }

  #named(name: string): unknown {
    checked: if (!Object.hasOwn(this.#sets, name)) throw new MalformedOptions(`No set is called ${shown(name)}.`);
    return this.#sets[name];
  }
}

function below(row: JsonObject, key: string): unknown {
  return own(row, Object.hasOwn(row, key) ? key : ANY_KEY) ?? undefined;
}

/** Returns the set of all that a row has for any of these values, or undefined. */
function ofAny(row: JsonObject, values: readonly unknown[]): unknown {
  const keys = new Set((values.length ? values : [null]).map(keyOf));
  const either = [...keys].map((key) => below(row, key)).filter((one) => one !== undefined);
  return either.length ? { either } : undefined;
}
