/** The reader of options: which forms apply now, and what their fields may hold after the fields before them. */

import type { Condition, Declarations, Field, Form, Group, OpenPrompt } from "./declared.ts";
import { Parts, formOf, groupsOf, isAbsent, type Many, promptOf } from "./declared.ts";
import { allGiven, type Filled, givenAt, isLookup, listAt, objectAt, Sets, textAt, textsAt } from "./sets.ts";
import { isList, isObject, isSame, isWhole, type JsonObject, MalformedOptions, own, token, Values } from "./values.ts";

/** The name under which the fields of an object with keys see its key. */
export const KEY = "key";

/** What is legal now. */
export interface LegalNow {
  readonly version: number;
  readonly names: Readonly<Record<string, string>>;
  readonly sets: JsonObject;
  readonly lookups: JsonObject;
  readonly forms: readonly string[];
  readonly prompts: readonly OpenPrompt[];
  readonly unknown?: Readonly<Record<string, string>>;
}

/**
 * The forms that apply to an encounter now, the open prompts, and what fields may hold. It takes the answer of
 * `GET /v1/encounters/{encounter}/options` with its declarations. A form is filled field by field, as `fill` does it:
 *
 * ```ts
 * for (const field of form.fields) {
 *   const values = menu.values(field, filled); // undefined if the field does not apply
 *   ...
 * }
 * ```
 *
 * `filled` are the fields before a field, each as `meant` returns it or, if it is left out, as its `default`, and the
 * entries before an entry of a list; `outer` are those around an object of which the field is a part, with the `key` of
 * the object if it has one. Whatever is not as described throws `MalformedOptions`.
 */
export class Reader {
  readonly version: number;
  readonly names: Readonly<Record<string, string>>;
  /** a sentence for each ID of the speaker of which no combatant has joined */
  readonly unknown: Readonly<Record<string, string>>;
  readonly prompts: readonly OpenPrompt[];
  readonly forms: readonly Form[];
  /** the same forms by the parts of a menu, in its order */
  readonly groups: readonly Group[];
  /** how the last two texts of a list are joined */
  readonly enumeration: string;
  readonly #sets: Sets;

  constructor(options: LegalNow, declarations: Declarations) {
    this.#sets = new Sets(options);
    checked: if (!isWhole(options.version)) throw new MalformedOptions("`version` has to be a number.");
    this.version = options.version;
    this.names = this.#sets.names;
    this.unknown = textsAt({ unknown: {}, ...options }, "unknown");
    this.prompts = listAt(options, "prompts").map(promptOf);
    this.enumeration = declarations.enumeration ?? "{before} and {last}";
    checked: textAt(this, "enumeration");
    const declared = objectAt(declarations, "forms");
    const parts = new Parts(listAt({ shared: [], ...declarations }, "shared"));
    this.forms = listAt(options, "forms").map((name) => formOf(name, declared, parts));
    this.groups = groupsOf(this.forms, objectAt({ groups: {}, ...declarations }, "groups"));
  }

  /**
   * Returns the values that a field may hold after the fields before it; undefined if the field does not apply. For a
   * list these are the values of the next entry, for an object with keys those of each key, and for an object of fields
   * those that it may have instead of the object.
   */
  values(field: Field, filled: Filled, outer: Filled = {}): Values | undefined {
    return this.#values(field, { ...outer, ...filled });
  }

  /** Returns how many entries a list, or keys an object has, at least and at most; null is no limit. */
  counts(field: Field, filled: Filled, outer: Filled = {}): Many {
    return this.#counts(field, { ...outer, ...filled });
  }

  /** Tells whether a field that applies must be given, unless it may have its default. */
  requires(field: Field, filled: Filled, outer: Filled = {}): boolean {
    return this.#requires(field, { ...outer, ...filled });
  }

  /** Returns what a field counts as if it is left out, or null. */
  default(field: Field, filled: Filled, outer: Filled = {}): unknown {
    return this.#default(field, { ...outer, ...filled });
  }

  /**
   * Returns a value that is given to a field as lookups know it, or undefined if the field may not have it. Other names
   * of a listed value become that value, and objects get the defaults of what they leave out.
   */
  meant(field: Field, value: unknown, filled: Filled, outer: Filled = {}): unknown {
    const around = { ...outer, ...filled };
    return this.#meant(field, value ?? null, this.#values(field, around), around);
  }

  /**
   * Returns given fields with the defaults of the others, as lookups know them. Undefined if one of them does not apply
   * or may not have its value, if one is missing, or if there is no such field.
   */
  filled(fields: readonly Field[], given: Filled, outer: Filled = {}): Filled | undefined {
    const filled: Record<string, unknown> = Object.create(null);
    const around: Record<string, unknown> = Object.assign(Object.create(null), outer);
    for (const field of fields) {
      const sent = own(given, field.name);
      const value =
        sent === null && !mayBeNull(field)
          ? this.#meant(field, null, this.#values(field, around), around)
          : this.#counted(field, sent ?? null, around);
      if (value === undefined) return undefined;
      filled[field.name] = around[field.name] = value;
    }
    return Object.entries(given).every(([name, value]) => name in filled || value === undefined) ? filled : undefined;
  }

  /** Tells whether some objects of a list, as lookups know them, differ, stay apart, and share numbers. */
  goTogether(field: Field, objects: readonly Filled[], filled: Filled, outer: Filled = {}): boolean {
    return this.#goTogether(field, objects, { ...outer, ...filled });
  }

  #values(field: Field, around: Filled): Values | undefined {
    if (!holds(field.when ?? {}, around)) return undefined;
    const node = isAbsent(field.in) ? [] : this.#sets.at(field.in, around);
    if (node === undefined) return undefined;
    const found = field.fields?.length
      ? this.#sets.of(field.instead ?? [], around)
      : this.#left(field, this.#sets.values(node), around);
    return isAbsent(field.keys) ? found : new Values({ ...found, keys: this.#keys(field, around) });
  }

  /** Returns what is left of values: those of `within`, without those of `not`, and those of too `few`. */
  #left({ within, not, few, keys }: Field, values: Values, around: Filled): Values {
    const allowed = isAbsent(within) || !isAbsent(keys) ? [] : allGiven(within, around);
    const found = allowed.length ? values.among(allowed) : values;
    const barred = (not ?? []).flatMap((name) => allGiven(name, around));
    for (const { of, in: source, most } of few ?? []) {
      const some = this.#sets.of(source, around);
      const highest = typeof most === "number" ? most : (this.#sets.of(most, around).span?.[1] ?? 0);
      if (allGiven(of, around).filter((one) => some.has(one)).length >= highest)
        barred.push(...some.listed.map(([value]) => value));
    }
    return barred.length ? found.without(barred) : found;
  }

  /** Returns the keys that an object may have, of the object `within` if that is given. */
  #keys({ keys, within }: Field, around: Filled): Values {
    const found = this.#sets.of(keys, around);
    const given = isAbsent(within) ? undefined : givenAt(within, around);
    if (isList(given)) return found.among(given);
    return isObject(given) ? found.among(Object.keys(given)) : found;
  }

  #counts({ many }: Field, around: Filled): Many {
    if (isLookup(many)) return this.#sets.of(many, around).span ?? [0, 0];
    return many ?? [0, null];
  }

  #requires({ required }: Field, around: Filled): boolean {
    if (isLookup(required)) return !this.#sets.of(required, around).isEmpty;
    if (isList(required)) return required.length > 0;
    return isObject(required) ? holds(required as Condition, around) : required === true;
  }

  #default(field: Field, around: Filled): unknown {
    if (!isLookup(field.default)) return field.default ?? null;
    return this.#sets.of(field.default, around).listed[0]?.[0] ?? null;
  }

  /**
   * Returns what a field counts as with a value, or without one; undefined if it may not have it, or needs one. A field
   * that need not be given may have its default, even where it does not apply.
   */
  #counted(field: Field, value: unknown, around: Filled): unknown {
    const isNeutral = value === null || isDefault(field, value);
    if (isNeutral && !this.#requires(field, around)) return this.#default(field, around);
    const values = this.#values(field, around);
    if (isNeutral && !values) return this.#default(field, around);
    return this.#meant(field, value ?? this.#default(field, around), values, around);
  }

  /** Returns a value as lookups know it, or undefined if it is not among those that a field may hold. */
  #meant(field: Field, value: unknown, values: Values | undefined, around: Filled): unknown {
    const found = values && this.#found(field, value, values, around);
    return found === undefined || this.#isNever(field, found, around) ? undefined : found;
  }

  #found(field: Field, value: unknown, values: Values, around: Filled): unknown {
    if (values.keys) return this.#keyed(field, value, values, values.keys, around);
    return isAbsent(field.many) ? this.#one(field, value, values, around) : this.#list(field, value, around);
  }

  /** Tells whether a lookup of `never` has something for a value, by its own name and those of its parts. */
  #isNever({ name, never }: Field, found: unknown, around: Filled): boolean {
    const within = { ...around, [name]: found, ...(isObject(found) && found) };
    return (never ?? []).some((one) => !this.#sets.of(one, within).isEmpty);
  }

  /** Returns a single value as lookups know it, or undefined. Only the service checks guesses. */
  #one(field: Field, value: unknown, values: Values, around: Filled): unknown {
    const otherwise = isMarked(field) && value !== null ? value : undefined;
    if (field.fields?.length && isObject(value)) return this.filled(field.fields, value, around) ?? otherwise;
    return values.has(value) ? values.meant(value) : otherwise;
  }

  /** Returns a list as lookups know it, or undefined. Objects are counted, of other values the different ones. */
  #list(field: Field, value: unknown, around: Filled): unknown {
    if (!isList(value)) return undefined;
    const entries: unknown[] = [];
    const before = { ...around, [field.name]: entries };
    for (const one of value) {
      const values = this.#values(field, before);
      const found = values && this.#one(field, one, values, before);
      if (found === undefined) return undefined;
      entries.push(found);
    }
    const count = field.fields?.length ? entries.length : new Set(entries.map((one) => token(one))).size;
    if (!this.#isCount(field, count, around) || (field.distinct && count < entries.length)) return undefined;
    return isMarked(field) || this.#isWhole(field, entries, around) ? entries : undefined;
  }

  #isCount(field: Field, count: number, around: Filled): boolean {
    const [least, most] = this.#counts(field, around);
    return least <= count && (most === null || count <= most);
  }

  /** Tells whether entries of a list go together and have all that the field asks of them. */
  #isWhole(field: Field, entries: readonly unknown[], around: Filled): boolean {
    if (!field.fields?.length || !entries.every(isObject)) return true;
    return this.#goTogether(field, entries, around) && this.#hasAll(field, entries, around);
  }

  #goTogether({ fields = [], differ, apart }: Field, objects: readonly Filled[], around: Filled): boolean {
    const partsOf = (one: Filled) => token((differ ?? []).map((name) => own(one, name) ?? null));
    if (differ?.length && new Set(objects.map(partsOf)).size < objects.length) return false;
    for (const [part, sets] of Object.entries(apart ?? {}))
      for (const values of sets) {
        const isOne = (object: Filled) => values.some((value) => isSame(own(object, part) ?? null, value));
        if (objects.filter(isOne).length > 1) return false;
      }
    return fields.every((part) => !part.shared || this.#shares(part, objects, around));
  }

  /** Tells whether the numbers of a part of some objects add up to no more than the highest of them. */
  #shares(part: Field, objects: readonly Filled[], around: Filled): boolean {
    const [first] = objects;
    const values = first && this.#values(part, { ...around, ...first });
    return !values || addsUp(objects.map((one) => own(one, part.name)), values);
  }

  /** Tells whether one of some objects `holds` each value, and the `greatest` reaches what it has to. */
  #hasAll({ holds, greatest }: Field, objects: readonly Filled[], around: Filled): boolean {
    for (const [part, name] of Object.entries(holds ?? {}))
      if (!objects.some((one) => isSame(own(one, part) ?? null, givenAt(name, around) ?? null))) return false;
    if (isAbsent(greatest)) return true;
    const wanted = givenAt(greatest.has, around);
    if (wanted === undefined) return true;
    const numberOf = (one: Filled) =>
      greatest.score.reduce((sum, score) => sum + this.#sets.number(score, { ...around, ...one }), 0);
    const sums = objects.map(numberOf);
    const first = objects[sums.indexOf(Math.max(...sums))];
    return first !== undefined && this.#sets.of(greatest.in, { ...around, ...first }).has(wanted);
  }

  /** Returns an object with keys as lookups know it, or undefined. */
  #keyed(field: Field, value: unknown, values: Values, keys: Values, around: Filled): unknown {
    if (isMarked(field) && value !== null) return value;
    if (!isObject(value) || !this.#isCount(field, Object.keys(value).length, around)) return undefined;
    const found: Record<string, unknown> = Object.create(null);
    for (const [key, one] of Object.entries(value)) {
      const meant = keys.has(key) ? this.#one(field, one, values, { ...around, [KEY]: key }) : undefined;
      if (meant === undefined) return undefined;
      found[key] = meant;
    }
    return field.shared && !addsUp(Object.values(found), values) ? undefined : found;
  }
}

/** A reader that also tells which commands the forms and prompts admit. */
export class Menu extends Reader {
  /** Tells whether a command is a filling of one of the forms, or an answer to one of the prompts. */
  admits(command: unknown): boolean {
    if (!isObject(command)) return false;
    const { type, answers: _, ...given } = command;
    if (type === "core.answer") {
      return Object.keys(given).every((name) => name === "prompt" || name === "answer") && this.#admitsAnswer(given);
    }
    return this.forms.some((form) => form.command === type && this.#admitsForm(form, given));
  }

  /** Tells whether an answer is one of its prompt: a plain one, or the fields of a command that answers it. */
  #admitsAnswer({ prompt: id, answer }: JsonObject): boolean {
    const prompt = this.prompts.find((one) => one.id === id);
    if (!prompt) return false;
    const { answers = [], as_answers = [], to } = prompt;
    if (answers.some((field) => this.meant(field, answer, {}) !== undefined)) return true;
    if (!isObject(answer)) return false;
    return this.forms.some((form) => {
      const asked = form.fields.some((field) => field.name === "actor") ? { actor: to } : {};
      return as_answers.includes(form.name) && this.#admitsForm(form, { ...asked, ...answer });
    });
  }

  /** Tells whether fields are a filling of a form; what the form leaves out may have its neutral value. */
  #admitsForm({ fields, neutral }: Form, given: Filled): boolean {
    const isOwn = ([name, value]: [string, unknown]) => !Object.hasOwn(neutral, name) || !isSame(value, neutral[name]);
    return this.filled(fields, Object.fromEntries(Object.entries(given).filter(isOwn))) !== undefined;
  }
}

/** Tells whether each of the fields has one of the values that the condition names for it. */
function holds(condition: Condition, around: Filled): boolean {
  return Object.entries(condition).every(([name, values]) => {
    const given = givenAt(name, around) ?? null;
    return values.some((one) => isSame(given, one));
  });
}

export function isMarked({ check, guess }: Field): boolean {
  return Boolean(check || guess);
}

/** Tells whether a null counts as a field that is left out: whether the field has no other default. */
function mayBeNull({ default: usual }: Field): boolean {
  return isAbsent(usual) || isLookup(usual);
}

/** Tells whether a value is the default of a field whose default is always the same. */
function isDefault(field: Field, value: unknown): boolean {
  return !isLookup(field.default) && isSame(value, field.default ?? null);
}

/** Tells whether numbers add up to no more than the highest of these values. */
function addsUp(numbers: readonly unknown[], { span }: Values): boolean {
  return span === undefined || numbers.reduce<number>((sum, one) => sum + (isWhole(one) ? one : 0), 0) <= span[1];
}
