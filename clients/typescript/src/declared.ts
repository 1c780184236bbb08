/**
 * The declarations of forms and of their fields, checked when they are read. The page of the service, whose options come
 * with it, leaves out what is labelled `checked`.
 */

import { isLookup, listAt, type Lookup, objectAt, shown, textAt } from "./sets.ts";
import { isList, isObject, isWhole, type JsonObject, MalformedOptions, MOST_DEEP, own } from "./values.ts";

const PLACE = "$";
const MOST_NESTED = 4 * MOST_DEEP;

/** Names of fields, each with the values of which it has to have one. */
export type Condition = Readonly<Record<string, readonly unknown[]>>;

/** How many values a list has at least and at most; null is no limit. */
export type Many = readonly [least: number, most: number | null];

/** At most so many entries of the list `of` have a value of `in`; then the others may not have them. */
export interface Few {
  readonly of: string;
  readonly in: unknown;
  readonly most: number | Lookup;
}

/** The first of a list of objects with the greatest sum of scores has in its reach the value of a field. */
export interface Greatest {
  readonly score: readonly Lookup[];
  readonly in: unknown;
  readonly has: string;
}

/** The declaration of a field. */
export interface Field {
  readonly name: string;
  readonly label?: string;
  /** an explanation, in a sentence or two */
  readonly help?: string;
  /** of an object of fields, what it is called in a sentence */
  readonly phrase?: string;
  /** the set of its values, or a lookup of it */
  readonly in?: unknown;
  /** of an object, its fields */
  readonly fields?: readonly Field[];
  /** the set of values that it may have instead of an object of fields */
  readonly instead?: unknown;
  /** the set of keys of an object whose keys are chosen, or a lookup of it */
  readonly keys?: unknown;
  /** of a list, how many different values it has, or a lookup of that; of an object with keys, how many of them */
  readonly many?: Many | Lookup | null;
  /** whether no value of a list may be named twice */
  readonly distinct?: boolean;
  /** whether the values of an object, or of this part in a list of objects, add up to no more than the highest */
  readonly shared?: boolean;
  /** whether it has to be given, a condition like `when`, or a lookup, which then has a value */
  readonly required?: unknown;
  /** what it counts as if it is left out: a value, or a lookup of one */
  readonly default?: unknown;
  readonly when?: Condition;
  /** fields whose values it may not have */
  readonly not?: readonly string[];
  readonly few?: readonly Few[] | null;
  /** a field; if it is given, this one has only values, or keys, of it */
  readonly within?: string | null;
  /** parts in which no two objects of a list may agree */
  readonly differ?: readonly string[];
  /** sets of values of a part, of each of which at most one object of a list has one */
  readonly apart?: Readonly<Record<string, readonly (readonly unknown[])[]>>;
  /** parts, each of which has in one object of a list the value of the field named with it */
  readonly holds?: Readonly<Record<string, string>>;
  readonly greatest?: Greatest | null;
  /** lookups, none of which may have a value for what the field has */
  readonly never?: readonly unknown[];
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
  /** the declarations of its fields, with shared parts */
  readonly fields: readonly unknown[];
  readonly phrase?: string;
  readonly help?: string;
  readonly group?: string;
  readonly prominence?: string;
  readonly speaker?: string;
  readonly costs?: string;
  readonly rules?: readonly string[];
  /** fields that the form leaves out, each with the value that changes nothing */
  readonly neutral?: JsonObject;
}

/** What can ever be asked: every form by its name, and the labels of their groups in the order of a menu. */
export interface Declarations {
  readonly groups?: Readonly<Record<string, string>>;
  readonly forms: Readonly<Record<string, FormDeclaration>>;
  /** parts of fields that recur, with `{"$": n}` in the place of the n-th of them */
  readonly shared?: readonly unknown[];
  /** the tag of their language, if that is not English */
  readonly language?: string;
  /** how the last two texts of a list are joined; by default `{before} and {last}` */
  readonly enumeration?: string;
}

/** An open prompt, with the forms whose commands answer it, and a field for each shape of another answer. */
export interface OpenPrompt {
  readonly id: string;
  readonly kind: string;
  readonly to: string;
  readonly question: string;
  readonly commands?: readonly string[];
  readonly answers?: readonly Field[];
  readonly as_answers?: readonly string[];
}

/** A form that applies now: a command with its words and the declarations of its fields, in the order to fill them. */
export interface Form {
  readonly name: string;
  readonly command: string;
  readonly label: string;
  /** a template for `sentence`, or empty */
  readonly phrase: string;
  readonly help: string;
  /** the name of its part of a menu, or empty */
  readonly group: string;
  /** `main`, `usual` or `seldom` */
  readonly prominence: string;
  /** who may give it */
  readonly speaker: string;
  /** what it takes from the actor, in words */
  readonly costs: string;
  /** the IDs of its rules */
  readonly rules: readonly string[];
  readonly fields: readonly Field[];
  readonly neutral: JsonObject;
  readonly declaration: FormDeclaration;
}

/** A part of a menu: its name, its label, and the forms in it that apply now. */
export interface Group {
  readonly name: string;
  readonly label: string;
  readonly forms: readonly Form[];
}

/** The words of a form that its declaration leaves out. */
const WORDS = { phrase: "", help: "", group: "", prominence: "usual", speaker: "player", costs: "", rules: [] };

/** What is a text of each form. */
const TEXTS = ["command", "label", "phrase", "help", "group", "prominence", "speaker", "costs"];

/** The parts that fields share, with `{"$": n}` in the place of the n-th of them. */
export class Parts {
  readonly #shared: readonly unknown[];
  readonly #known = new Map<number, unknown>();

  constructor(shared: readonly unknown[]) {
    this.#shared = shared;
  }

  /** Returns a part with the shared ones in their places; only those before a number may be in it. */
  whole(part: unknown, before = this.#shared.length, depth = 0): unknown {
    checked: if (depth > MOST_NESTED) throw new MalformedOptions("The declaration of a field is nested too deeply.");
    if (isList(part)) return part.map((one) => this.whole(one, before, depth + 1));
    if (!isObject(part)) return part;
    const number = own(part, PLACE);
    if (number === undefined)
      return Object.fromEntries(Object.entries(part).map(([name, one]) => [name, this.whole(one, before, depth + 1)]));
    checked: if (!isWhole(number) || number < 0 || number >= before)
      throw new MalformedOptions(`No part ${shown(number)} is shared.`);
    if (!this.#known.has(number)) this.#known.set(number, this.whole(this.#shared[number], number, depth + 1));
    return this.#known.get(number);
  }
}

/** Returns the form of a name. */
export function formOf(name: unknown, declared: JsonObject, parts: Parts): Form {
  const declaration = own(declared, name as string) as FormDeclaration;
  checked: if (typeof name !== "string" || declaration === undefined)
    throw new MalformedOptions(`No form is declared as ${shown(name)}.`);
  const whole = { ...WORDS, neutral: {}, ...declaration };
  checked: {
    if (!areWords(whole.rules)) throw new MalformedOptions(`\`rules\` of the form ${shown(name)} have to be texts.`);
    for (const text of TEXTS) textAt(whole, text);
    objectAt(whole, "neutral");
    listAt(whole, "fields");
  }
  const fields = fieldsOf(listAt({ fields: parts.whole(whole.fields) }, "fields"));
  return { ...whole, name: name as string, fields, declaration: whole };
}

/** Returns forms by their groups, in the order of a menu; those of no group come last. */
export function groupsOf(forms: readonly Form[], declared: JsonObject): readonly Group[] {
  const labels = new Map(Object.entries(declared as Readonly<Record<string, string>>));
  checked: for (const name of labels.keys()) textAt(declared, name);
  labels.set("", "");
  checked: for (const { group } of forms)
    if (!labels.has(group)) throw new MalformedOptions(`No group is declared as ${shown(group)}.`);
  const groups = [...labels].map(([name, label]) => ({ name, label, forms: forms.filter((one) => one.group === name) }));
  return groups.filter((group) => group.forms.length);
}

/** Returns the entry of a prompt. */
export function promptOf(prompt: unknown): OpenPrompt {
  checked: for (const name of ["id", "kind", "to", "question"]) textAt(prompt, name);
  const whole = { commands: [], answers: [], as_answers: [], ...(prompt as OpenPrompt) };
  checked: {
    listAt(whole, "commands");
    listAt(whole, "as_answers");
    fieldsOf(listAt(whole, "answers"));
  }
  return whole;
}

/** Returns declarations of fields, whose shapes are as described. */
export function fieldsOf(fields: readonly unknown[], depth = 0): readonly Field[] {
  checked: if (depth > MOST_DEEP) throw new MalformedOptions("`fields` are nested too deeply.");
  checked: for (const field of fields) {
    const name = textAt(field, "name");
    for (const [part, value] of Object.entries(field as JsonObject))
      if (!isAbsent(value) && own(SHAPES, part)?.(value) === false)
        throw new MalformedOptions(`\`${part}\` of the field ${shown(name)} is malformed.`);
    const whole = { fields: [], in: null, ...(field as JsonObject) };
    const parts = fieldsOf(listAt(whole, "fields"), depth + 1);
    if (!parts.length && isAbsent(whole.in)) throw new MalformedOptions(`The field ${shown(name)} has no values.`);
  }
  return fields as readonly Field[];
}

export function isAbsent(value: unknown): value is null | undefined {
  return value === null || value === undefined;
}

function isMany(many: unknown): many is Many {
  return isList(many) && many.length === 2 && isWhole(many[0]) && (many[1] === null || isWhole(many[1]));
}

const isText = (value: unknown) => typeof value === "string";
const areWords = (names: unknown): names is readonly string[] => isList(names) && names.every(isText);
const isSource = (source: unknown) => !isLookup(source) || (isList(source.by) && source.by.every(isKey));
const isScore = (score: unknown) => isLookup(score) && isSource(score) && isText(score.by.at(-1));
const isCondition = (condition: unknown) => isObject(condition) && Object.values(condition).every(isList);
const isLookedUp = (source: unknown) => isLookup(source) && isSource(source);

function isKey(key: unknown): boolean {
  if (!isObject(key)) return isText(key);
  if (isText(own(key, "value"))) return true;
  return isText(own(key, "folded")) || (isText(own(key, "total")) && isScore(own(key, "score")));
}

function isFew(few: unknown): few is Few {
  if (!isObject(few) || !isText(own(few, "of")) || !Object.hasOwn(few, "in")) return false;
  return isSource(few["in"]) && (isWhole(few["most"]) || isLookedUp(few["most"]));
}

function isGreatest(greatest: unknown): greatest is Greatest {
  if (!isObject(greatest) || !isText(own(greatest, "has")) || !Object.hasOwn(greatest, "in")) return false;
  const { score: scores, in: reach } = greatest;
  return isList(scores) && scores.every(isScore) && isSource(reach);
}

/** The shapes of the parts of a declaration; sets are checked when they are read. */
const SHAPES: Readonly<Record<string, (part: unknown) => boolean>> = {
  label: isText,
  help: isText,
  phrase: isText,
  in: isSource,
  keys: isSource,
  instead: isSource,
  default: isSource,
  many: (many) => isMany(many) || isLookedUp(many),
  not: areWords,
  within: isText,
  when: isCondition,
  required: (required) => {
    if (isLookup(required)) return isSource(required);
    return typeof required === "boolean" || isList(required) || isCondition(required);
  },
  few: (few) => isList(few) && few.every(isFew),
  differ: areWords,
  apart: (apart) => isCondition(apart) && Object.values(apart as Condition).every((sets) => sets.every(isList)),
  holds: (holds) => isObject(holds) && areWords(Object.values(holds)),
  greatest: isGreatest,
  never: (never) => isList(never) && never.every(isLookedUp),
};
