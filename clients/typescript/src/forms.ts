/** The reader of options: which forms apply now, and what their fields may hold after the fields before them. */

import { isLookup, listAt, objectAt, Sets, shown, textAt } from "./sets.ts";
import { isList, isObject, isSame, isWhole, type JsonObject, MalformedOptions, MOST_DEEP } from "./values.ts";
import { own, token, Values } from "./values.ts";

/** Names of fields, each with the values of which it has to have one. */
export type Condition = Readonly<Record<string, readonly unknown[]>>;

/** How many values a list has at least and at most; null is no limit. */
export type Many = readonly [least: number, most: number | null];

/** The declaration of a field. */
export interface Field {
  readonly name: string;
  readonly label?: string;
  /** the set of its values, or a lookup of it */
  readonly in?: unknown;
  /** what an object has instead of values */
  readonly fields?: readonly Field[];
  /** the set of keys of an object whose keys are chosen, or a lookup of it */
  readonly keys?: unknown;
  /** of a list, how many different values it has */
  readonly many?: Many | null;
  /** whether no value of a list may be named twice */
  readonly distinct?: boolean;
  /** whether the values of an object add up to no more than the highest of them */
  readonly shared?: boolean;
  readonly required?: boolean | Condition;
  /** what it counts as if it is left out: a value, or a lookup of one */
  readonly default?: unknown;
  readonly when?: Condition;
  /** fields whose values it may not have */
  readonly not?: readonly string[];
  readonly seldom?: boolean;
  /** whether its values are a secret of others */
  readonly guess?: boolean;
  /** whether only a check of the command shows its values */
  readonly check?: boolean;
}

/** The declaration of a form. */
export interface FormDeclaration {
  readonly command: string;
  readonly label: string;
  readonly fields: readonly Field[];
  readonly help?: string;
}

/** What can ever be asked: every form by its name. */
export interface Declarations {
  readonly forms: Readonly<Record<string, FormDeclaration>>;
}

/** An open prompt, with the forms whose commands answer it, and a field for each shape of another answer. */
export interface OpenPrompt {
  readonly id: string;
  readonly kind: string;
  readonly to: string;
  readonly question: string;
  readonly commands?: readonly string[];
  readonly answers?: readonly Field[];
}

/** What is legal now. */
export interface LegalNow {
  readonly version: number;
  readonly names: Readonly<Record<string, string>>;
  readonly sets: JsonObject;
  readonly lookups: JsonObject;
  readonly forms: readonly string[];
  readonly prompts: readonly OpenPrompt[];
}

/** A form that applies now: a command with the declarations of its fields, in the order to fill them. */
export interface Form {
  readonly name: string;
  readonly command: string;
  readonly label: string;
  readonly fields: readonly Field[];
  readonly declaration: FormDeclaration;
}

/** Fields that are filled so far, by name. */
export type Filled = Readonly<Record<string, unknown>>;

/**
 * The forms that apply to an encounter now, the open prompts, and what fields may hold. It takes the answer of
 * `GET /v1/encounters/{encounter}/options` with its declarations. A form is filled field by field, as `fill` does it:
 *
 * ```ts
 * for (const field of form.fields) {
 *   const values = menu.values(field, filled); // undefined if the field is not there
 *   ...
 * }
 * ```
 *
 * `filled` are the fields before a field, each as `meant` returns it or, if it is left out, as its `default`; `outer`
 * are those around an object of which the field is a part. Whatever is not as described throws `MalformedOptions`.
 */
export class Menu {
  readonly version: number;
  readonly names: Readonly<Record<string, string>>;
  readonly prompts: readonly OpenPrompt[];
  readonly forms: readonly Form[];
  readonly #sets: Sets;

  constructor(options: LegalNow, declarations: Declarations) {
    this.#sets = new Sets(options);
    if (!isWhole(options.version)) throw new MalformedOptions("`version` has to be a number.");
    this.version = options.version;
    this.names = this.#sets.names;
    this.prompts = listAt(options, "prompts").map(promptOf);
    const declared = objectAt(declarations, "forms");
    this.forms = listAt(options, "forms").map((name) => formOf(name, declared));
  }

  /**
   * Returns what a field may hold after the fields before it; undefined if it is not there. Of a list it returns the
   * values of one place. An object of fields has no values of its own.
   */
  values(field: Field, filled: Filled, outer: Filled = {}): Values | undefined {
    if (!holds(field.when ?? {}, filled, outer)) return undefined;
    const node = this.#at(field.in, filled, outer);
    if (field.fields?.length) return isAbsent(field.in) || node !== undefined ? new Values() : undefined;
    if (node === undefined) return undefined;
    const barred = (field.not ?? []).map((name) => givenAt(name, filled, outer)).filter((one) => one !== undefined);
    const values = this.#sets.values(node).without(barred);
    return isAbsent(field.keys) ? values : new Values({ ...values, keys: this.keys(field, filled, outer) });
  }

  /** Returns the keys that an object may have whose keys are chosen. */
  keys(field: Field, filled: Filled, outer: Filled = {}): Values {
    const node = this.#at(field.keys, filled, outer);
    return node === undefined ? new Values() : this.#sets.values(node);
  }

  /** Tells whether a field that is there must be given, unless it may have its default. */
  requires(field: Field, filled: Filled, outer: Filled = {}): boolean {
    const required = field.required ?? false;
    return typeof required === "boolean" ? required : holds(required, filled, outer);
  }

  /** Returns what a field counts as if it is left out, or undefined. */
  default(field: Field, filled: Filled, outer: Filled = {}): unknown {
    if (!isLookup(field.default)) return field.default ?? undefined;
    const node = this.#at(field.default, filled, outer);
    return node === undefined ? undefined : (this.#sets.values(node).listed[0]?.[0] ?? undefined);
  }

  /**
   * Returns a value that is given to a field as lookups know it, or undefined if the field may not have it. Other names
   * of a listed value become that value, and objects get the defaults of what they leave out.
   */
  meant(field: Field, value: unknown, filled: Filled, outer: Filled = {}): unknown {
    return this.#meant(field, value, this.values(field, filled, outer), { ...outer, ...filled });
  }

  /**
   * Returns given fields with the defaults of the others, as lookups know them. Undefined if one of them is not there
   * or may not have its value, if one is missing, or if there is no such field.
   */
  filled(fields: readonly Field[], given: Filled, outer: Filled = {}): Filled | undefined {
    const filled: Record<string, unknown> = Object.create(null);
    for (const field of fields) {
      const value = own(given, field.name) ?? undefined;
      const isNeutral = value === undefined || isDefault(field, value);
      const values = isNeutral && !this.requires(field, filled, outer) ? undefined : this.values(field, filled, outer);
      if (isNeutral && !values) {
        filled[field.name] = this.default(field, filled, outer);
        continue;
      }
      const counted = value ?? this.default(field, filled, outer);
      const meant = this.#meant(field, counted, values, { ...outer, ...filled });
      if (meant === undefined) return undefined;
      filled[field.name] = meant;
    }
    const isKnown = ([name, value]: [string, unknown]) => name in filled || value === null || value === undefined;
    return Object.entries(given).every(isKnown) ? filled : undefined;
  }

  /** Tells whether a command is a filling of one of the forms, or an answer to one of the prompts. */
  admits(command: unknown): boolean {
    if (!isObject(command)) return false;
    const { type, answers: _, ...given } = command;
    if (type === "core.answer") return this.#admitsAnswer(given);
    return this.forms.some((form) => form.command === type && this.filled(form.fields, given) !== undefined);
  }

  /** Tells whether an answer is one of its prompt: a plain one, or the fields of a command that answers it. */
  #admitsAnswer({ prompt: id, answer }: JsonObject): boolean {
    const prompt = this.prompts.find((one) => one.id === id);
    if (!prompt) return false;
    const { answers = [], commands = [] } = prompt;
    if (answers.some((field) => this.meant(field, answer, {}) !== undefined)) return true;
    if (!isObject(answer)) return false;
    return this.forms.some((form) => {
      const asked = form.fields.some((field) => field.name === "actor") ? { actor: prompt.to } : {};
      return commands.includes(form.name) && this.filled(form.fields, { ...asked, ...answer }) !== undefined;
    });
  }

  /** Returns a value as lookups know it, or undefined if it is not among those that a field may hold. */
  #meant(field: Field, value: unknown, values: Values | undefined, around: Filled): unknown {
    if (!values || value === null || value === undefined) return undefined;
    return field.many ? this.#list(field, field.many, value, values, around) : this.#one(field, value, values, around);
  }

  /** Returns a list as lookups know it, or undefined. Objects are counted, of other values the different ones. */
  #list(field: Field, many: Many, value: unknown, values: Values, around: Filled): unknown {
    if (!isList(value)) return undefined;
    const [least, most] = many;
    const found = value.map((one) => this.#one(field, one, values, around));
    if (found.includes(undefined)) return undefined;
    const count = field.fields?.length ? found.length : new Set(found.map((one) => token(one))).size;
    const fits = least <= count && (most === null || count <= most) && (count === found.length || !field.distinct);
    return fits ? found : undefined;
  }

  /** Returns a single value as lookups know it, or undefined. Only the service checks guesses. */
  #one(field: Field, value: unknown, values: Values, around: Filled): unknown {
    const otherwise = field.check || field.guess ? value : undefined;
    if (field.fields?.length)
      return (isObject(value) ? this.filled(field.fields, value, around) : undefined) ?? otherwise;
    if (values.keys) return fitsKeys(field, value, values, values.keys) ? value : otherwise;
    return values.has(value) ? values.meant(value) : otherwise;
  }

  #at(source: unknown, filled: Filled, outer: Filled): unknown {
    return this.#sets.at(source, (name) => givenAt(name, filled, outer));
  }
}

/** Tells whether each of the fields has one of the values that the condition names for it. */
function holds(condition: Condition, filled: Filled, outer: Filled): boolean {
  return Object.entries(condition).every(([name, values]) => {
    const given = givenAt(name, filled, outer) ?? null;
    return values.some((one) => isSame(given, one));
  });
}

/** Returns the value of an earlier field, or of a part of it, which is named with a dot; undefined if it has none. */
function givenAt(name: string, filled: Filled, outer: Filled): unknown {
  const [first = "", ...parts] = name.split(".");
  let value = Object.hasOwn(filled, first) ? filled[first] : own(outer, first);
  for (const part of parts) value = isObject(value) ? own(value, part) : undefined;
  return value ?? undefined;
}

/** Tells whether a value is the default of a field whose default is always the same. */
function isDefault(field: Field, value: unknown): boolean {
  return !isLookup(field.default) && isSame(value, field.default ?? null);
}

/** Tells whether an object has keys and values of two sets; shared ones add up to no more than the highest. */
function fitsKeys(field: Field, value: unknown, values: Values, keys: Values): boolean {
  if (!isObject(value)) return false;
  const given = Object.entries(value);
  if (!given.every(([key, one]) => keys.has(key) && values.has(one))) return false;
  const total = given.reduce((sum, [, one]) => sum + (isWhole(one) ? one : 0), 0);
  return !field.shared || values.span === undefined || total <= values.span[1];
}

function formOf(name: unknown, declared: JsonObject): Form {
  const declaration = typeof name === "string" ? own(declared, name) : undefined;
  if (typeof name !== "string" || declaration === undefined)
    throw new MalformedOptions(`No form is declared as ${shown(name)}.`);
  const [command, label] = [textAt(declaration, "command"), textAt(declaration, "label")];
  const fields = fieldsOf(listAt(declaration, "fields"));
  return { name, command, label, fields, declaration: declaration as FormDeclaration };
}

function promptOf(prompt: unknown): OpenPrompt {
  for (const name of ["id", "kind", "to", "question"]) textAt(prompt, name);
  const whole = prompt as OpenPrompt;
  if (whole.commands !== undefined) listAt(prompt, "commands");
  if (whole.answers !== undefined) fieldsOf(listAt(prompt, "answers"));
  return whole;
}

/** Returns declarations of fields, whose shapes are as described. */
function fieldsOf(fields: readonly unknown[], depth = 0): readonly Field[] {
  if (depth > MOST_DEEP) throw new MalformedOptions("`fields` are nested too deeply.");
  for (const field of fields) {
    const name = textAt(field, "name");
    const members = Object.entries(field as JsonObject);
    if (!members.every(([part, value]) => isAbsent(value) || (own(SHAPES, part)?.(value) ?? true)))
      throw new MalformedOptions(`The declaration of the field ${shown(name)} is malformed.`);
    const whole = { fields: [], in: null, ...(field as JsonObject) };
    const parts = fieldsOf(listAt(whole, "fields"), depth + 1);
    if (!parts.length && isAbsent(whole.in)) throw new MalformedOptions(`The field ${shown(name)} has no values.`);
  }
  return fields as readonly Field[];
}

const isAbsent = (value: unknown): value is null | undefined => value === null || value === undefined;
const isSource = (source: unknown) => !isLookup(source) || areWords(source.by);
const areWords = (names: unknown) => isList(names) && names.every((one) => typeof one === "string");
const isCondition = (condition: unknown) => isObject(condition) && Object.values(condition).every(isList);

/** The shapes of the parts of a declaration; sets are checked when they are read. */
const SHAPES: Readonly<Record<string, (part: unknown) => boolean>> = {
  in: isSource,
  keys: isSource,
  default: isSource,
  many: (many) => isList(many) && many.length === 2 && isWhole(many[0]) && (many[1] === null || isWhole(many[1])),
  not: areWords,
  when: isCondition,
  required: (required) => typeof required === "boolean" || isCondition(required),
};
