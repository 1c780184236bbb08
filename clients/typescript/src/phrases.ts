/** Sentences of forms that are filled in, and texts of values, in the labels of the options. */

import { type Field, type Form, isAbsent } from "./declared.ts";
import { KEY, type Menu } from "./forms.ts";
import { type Filled } from "./sets.ts";
import { isList, isObject, isSame, isWhole, own, saidOf, token, Values } from "./values.ts";

/** Values that need not be mentioned where they are the default of a field. */
const UNMENTIONED = [false, 0, "none"];

/**
 * The name of a field, whether it only decides if the part is said, and what follows a number: one, or several. After a
 * number below 0 come the last two, if there are any.
 */
const SLOT = /\{([^}:?]*)(\?)?(?::([^}|]*)\|([^}|]*)(?:\|([^}|]*)\|([^}]*))?)?\}/g;

/** A field of a filling: its value and text, and whether it is given, is its default, or need not be mentioned. */
interface Said {
  readonly label: string;
  readonly value: unknown;
  readonly text: string;
  readonly isGiven: boolean;
  readonly isDefault: boolean;
  readonly isEmpty: boolean;
}

/**
 * Returns what a menu shows for a form that is filled in, such as *Attack Guard with knife*. It is the phrase of the
 * form with the texts of its fields; a field that is left out has its default. A slot may have nouns for one and for
 * several: `{days:day|days}`, and for numbers below 0, which then lose their sign:
 * `{x:step right|steps right|step left|steps left}`. A part in brackets is dropped if a field in it is empty; `{prone?}`
 * says nothing itself, and only decides about its part. A form without a phrase, or without a value that its phrase needs, has its label with the fields that are given.
 */
export function sentence(menu: Menu, form: Form, command: Filled): string {
  const said = fieldsSaid(menu, form.fields, command, {});
  const phrase = filled(form.phrase, said);
  if (phrase) return phrase;
  const given = [...said.values()].filter((one) => one.isGiven && !one.isEmpty);
  return given.length ? `${form.label} (${given.map((one) => `${one.label}: ${one.text}`).join("; ")})` : form.label;
}

/**
 * Returns the text of a value of a field: its label, or those of its entries or parts. It is empty if there is nothing
 * to say: without a value, for a field that does not apply, and for JSON that only a schema describes. `filled` and
 * `outer` are those of `Menu`.
 */
export function textOf(menu: Menu, field: Field, value: unknown, filled: Filled = {}, outer: Filled = {}): string {
  return text(menu, field, value, { ...outer, ...filled });
}

/** Returns a phrase with the texts of fields; empty if there is none, or one that it needs has no text. */
function filled(phrase: string, said: ReadonlyMap<string, Said>): string {
  const isSaid = (part: string, fits: (one: Said) => boolean) =>
    slotsOf(part).every((name) => {
      const one = said.get(name);
      return one !== undefined && fits(one);
    });
  const isMentioned = (part: string) =>
    [...part.matchAll(SLOT)].every(([, name = "", decides]) => {
      const one = said.get(name);
      return one !== undefined && !one.isEmpty && !(decides && UNMENTIONED.some((none) => isSame(one.value, none)));
    });
  const rest = phrase.replace(/\[([^\]]*)\]/g, (_, part: string) => (isMentioned(part) ? part : ""));
  if (!isSaid(rest, (one) => one.text !== "")) return "";
  return rest.replace(SLOT, (_, name: string, decides?: string, ...nouns: (string | undefined)[]) =>
    decides ? "" : counted(said.get(name), nouns),
  );
}

function slotsOf(part: string): string[] {
  return [...part.matchAll(SLOT)].map(([, name = ""]) => name);
}

/** Returns the text of a field, followed by the noun that agrees with its number if the slot has nouns. */
function counted(said: Said | undefined, [one, several, oneBelow, severalBelow]: (string | undefined)[]): string {
  if (severalBelow !== undefined && isWhole(said?.value) && said.value < 0)
    return `${said.text.replace(/^−/, "")} ${isSame(said.value, -1) ? oneBelow : severalBelow}`;
  const noun = isSame(said?.value, 1) ? one : several;
  return [said?.text ?? "", ...(noun === undefined ? [] : [noun])].join(" ");
}

/** Returns fields as a filling has them, by name. */
function fieldsSaid(menu: Menu, fields: readonly Field[], given: Filled, outer: Filled): Map<string, Said> {
  const said = new Map<string, Said>();
  const around: Record<string, unknown> = Object.assign(Object.create(null), outer);
  for (const field of fields) {
    const { name, label = name } = field;
    const byDefault = menu.default(field, around);
    const isGiven = !isAbsent(own(given, name));
    const value = isGiven ? given[name] : byDefault;
    const words = text(menu, field, value, around);
    const isDefault =
      isSame(value, byDefault) ||
      (isObject(byDefault) && isAbsent(field.keys) && hasDefaults(menu, field, value, around));
    const isNothing = isObject(byDefault) || UNMENTIONED.some((one) => isSame(byDefault, one));
    const isEmpty = !words || (isDefault && isNothing);
    around[name] = menu.meant(field, value, around) ?? byDefault;
    said.set(name, { label, value, text: words, isGiven, isDefault, isEmpty });
  }
  return said;
}

function text(menu: Menu, field: Field, value: unknown, around: Filled): string {
  const values = menu.values(field, around);
  if (!values || isAbsent(value)) return "";
  if (values.keys) return isObject(value) ? keyed(menu, field, value, values, around) : "";
  if (isAbsent(field.many)) return oneOf(menu, field, value, values, around);
  return isList(value) ? listed(menu, field, value, around) : "";
}

/** Returns the text of a single value, which may be an object of fields. */
function oneOf(menu: Menu, field: Field, value: unknown, values: Values, around: Filled): string {
  const { fields, phrase = "" } = field;
  if (!fields?.length || !isObject(value)) return labelOf(menu, value, values);
  const said = fieldsSaid(menu, fields, value, around);
  const words = filled(phrase, said);
  if (words) return words;
  const parts = [...said.values()].filter((one) => one.isGiven && !one.isEmpty);
  return parts.map((one) => (one.value === true ? one.label : `${one.label} ${one.text}`)).join(", ");
}

/** Returns the label of a value; without one, free text or a number itself, or the name of a combatant. */
function labelOf({ names }: Menu, value: unknown, values: Values): string {
  const known = token(values.meant(value));
  const found = values.listed.find(([one]) => token(one) === known);
  if (found) return found[1];
  if (typeof value === "string") return isAbsent(values.text) ? (own(names, value) ?? value) : value;
  return typeof value === "object" ? "" : saidOf(value);
}

/** Returns the texts of the entries of a list. */
function listed(menu: Menu, field: Field, entries: readonly unknown[], around: Filled): string {
  const before: unknown[] = [];
  const soFar = { ...around, [field.name]: before };
  const texts: string[] = [];
  for (const entry of entries) {
    const values = menu.values(field, soFar) ?? new Values();
    texts.push(oneOf(menu, field, entry, values, soFar));
    const parts = field.fields?.length && isObject(entry) ? menu.filled(field.fields, entry, soFar) : undefined;
    before.push(parts ?? values.meant(entry));
  }
  const some = texts.filter((one) => one);
  if (field.fields?.length) return some.join("; ");
  if (some.length < 2) return some.join("");
  const joined: Record<string, string> = { before: some.slice(0, -1).join(", "), last: some.at(-1) ?? "" };
  return menu.enumeration.replace(SLOT, (_, name: string) => own(joined, name) ?? "");
}

/**
 * Returns the texts of an object whose keys are chosen, each value after the label of its key. Numbers of 0 and the like
 * are not said, nor are objects of which every part has its default.
 */
function keyed(menu: Menu, field: Field, value: Filled, values: Values, around: Filled): string {
  const some = Object.entries(value).filter(
    ([key, one]) =>
      !UNMENTIONED.some((none) => isSame(one, none)) && !hasDefaults(menu, field, one, { ...around, [KEY]: key }),
  );
  const texts = some.map(([key, one]) => {
    const label = labelOf(menu, key, values.keys ?? new Values());
    const words = oneOf(menu, field, one, values, { ...around, [KEY]: key });
    if (!words) return label;
    return field.fields?.length || typeof one === "string" ? `${label} (${words})` : `${label} ${words}`;
  });
  return texts.join(", ");
}

/** Returns whether a value is an object of which every part has its default. */
function hasDefaults(menu: Menu, { fields }: Field, value: unknown, around: Filled): boolean {
  if (!fields?.length || !isObject(value)) return false;
  return [...fieldsSaid(menu, fields, value, around).values()].every((one) => one.isDefault);
}
