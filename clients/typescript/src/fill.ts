/** Filling forms: the fields are asked for one after the other, each with what it may hold after those before it. */

import type { Field, Form, Many } from "./declared.ts";
import { isAbsent } from "./declared.ts";
import { isMarked, KEY, type Reader } from "./forms.ts";
import type { FilledCommand } from "./rulesets.ts";
import { type Filled, shown } from "./sets.ts";
import { isList, isObject, type Values } from "./values.ts";

/** How many entries of a list are asked for, if the list has no limit of its own. */
const MOST_ENTRIES = 1000;

/** A declaration of a field as it is for one filling. */
export type SettledField = Omit<Field, "required" | "many"> & { readonly required: boolean; readonly many?: Many };

/**
 * Returns the value for a field, given its declaration and the values that it may hold; undefined leaves it out. In the
 * declaration `default` is a value. For a list it is asked for one entry after the other, which is `required` up
 * to the least number; undefined ends the list. For an object of fields it returns true to be asked for these, or a
 * value that it may have instead. For an object whose keys are chosen (`values.keys`) it returns the object, or a list
 * of the keys if their values are objects of fields.
 */
export type Choose = (field: SettledField, values: Values) => unknown;

/** Thrown if a form cannot be filled in with what was chosen. */
export class Unfilled extends Error {
  constructor(message: string) {
    super(message);
    this.name = new.target.name;
  }
}

/** Thrown if a required field has no value after the fields before it. */
export class DeadEnd extends Unfilled {}

/** Thrown if values do not go together: objects of a list, or the parts of a value that is never allowed as a whole. */
export class Clashing extends Unfilled {}

/** Returns the command of a form that is filled in. */
export function fill(menu: Reader, form: Form, choose: Choose): FilledCommand {
  return { type: form.command, ...new Filling(menu, choose).fields(form.fields, {}) };
}

/** Returns the answer to a prompt by one of its `answers`. */
export function fillAnswer(menu: Reader, field: Field, choose: Choose): unknown {
  return new Filling(menu, choose).fields([field], {})[field.name];
}

/** Fills fields with what is chosen. */
class Filling {
  readonly #menu: Reader;
  readonly #choose: Choose;

  constructor(menu: Reader, choose: Choose) {
    [this.#menu, this.#choose] = [menu, choose];
  }

  /** Returns the fields that are given. */
  fields(fields: readonly Field[], outer: Filled): Record<string, unknown> {
    const given: Record<string, unknown> = Object.create(null);
    const around: Record<string, unknown> = Object.assign(Object.create(null), outer);
    for (const field of fields) {
      const [value, meant] = this.#value(field, around);
      around[field.name] = meant;
      if (!isAbsent(value)) given[field.name] = value;
    }
    return { ...given };
  }

  /** Returns the value that is given to a field, if any, and the value that it has for lookups. */
  #value(field: Field, around: Filled): [given: unknown, meant: unknown] {
    const menu = this.#menu;
    const [values, byDefault] = [menu.values(field, around), menu.default(field, around)];
    if (!values) return [undefined, byDefault];
    const { many: _, ...rest } = field;
    const many = isAbsent(field.many) ? {} : { many: menu.counts(field, around) };
    const settled = { ...rest, ...many, required: menu.requires(field, around), default: byDefault };
    const value = this.#chosen(settled, values, around) ?? undefined;
    if (value === undefined && !settled.required) return [undefined, byDefault];
    const meant = menu.meant(field, value ?? byDefault, around);
    if (meant !== undefined) return [value, meant];
    if (value === undefined)
      throw new (hasChoices(settled, values) ? Unfilled : DeadEnd)(`\`${field.name}\` is required here; choose a value.`);
    if (field.never?.length || (isList(value) && field.fields?.length))
      throw new Clashing(`The values of \`${field.name}\` do not go together; choose others.`);
    throw new Unfilled(`\`${field.name}\` may not be ${shown(value)} here; choose another value.`);
  }

  /** Returns what is chosen for a field that applies. */
  #chosen(field: SettledField, values: Values, around: Filled): unknown {
    if (values.keys) {
      const chosen = this.#asked(field, values) ?? undefined;
      return field.fields?.length && isList(chosen) ? this.#keyed(field.fields, chosen, around) : chosen;
    }
    return field.many ? this.#list(field, field.many, around) : this.#entry(field, values, around);
  }

  /** Returns what is chosen, or undefined if there is nothing to choose. */
  #asked(field: SettledField, values: Values): unknown {
    return hasChoices(field, values) ? this.#choose(field, values) : undefined;
  }

  /** Returns what is chosen for a field that is no list, or for an entry of a list. */
  #entry(field: SettledField, values: Values, around: Filled): unknown {
    if (!field.fields?.length) return this.#asked(field, values);
    const isAsked = !field.required || !values.isEmpty || isMarked(field);
    const chosen = isAsked ? this.#choose(field, values) : true;
    return chosen === true ? this.fields(field.fields, around) : chosen;
  }

  /**
   * Returns the entries that are chosen, or undefined if the list is left out. The list ends where no entry can be
   * filled in after those before it.
   */
  #list(field: SettledField, [least, most]: Many, around: Filled): unknown {
    const given: unknown[] = [];
    const before: unknown[] = [];
    const soFar = { ...around, [field.name]: before };
    while (given.length < (most ?? MOST_ENTRIES)) {
      const found = this.#menu.values(field, soFar);
      if (!found) break;
      const values = field.fields?.length ? found : found.without(before);
      const required = given.length < least && (field.required || given.length > 0);
      const entry = this.#entryOrEnd({ ...field, required }, values, soFar);
      if (isAbsent(entry)) break;
      given.push(entry);
      before.push(this.#meant(field, entry, values, before, soFar));
    }
    return given.length || (field.required && least === 0) ? given : undefined;
  }

  #entryOrEnd(field: SettledField, values: Values, around: Filled): unknown {
    try {
      return this.#entry(field, values, around);
    } catch (error) {
      if (error instanceof DeadEnd) return undefined;
      throw error;
    }
  }

  /** Returns an entry of a list as lookups know it, if it goes with those before it. */
  #meant(field: SettledField, entry: unknown, values: Values, before: readonly unknown[], around: Filled): unknown {
    if (!field.fields?.length || !isObject(entry)) {
      if (values.has(entry) || isMarked(field)) return values.meant(entry);
      throw new Unfilled(`${field.name} may not have ${shown(entry)} after ${JSON.stringify(around)}.`);
    }
    const meant = this.#menu.filled(field.fields, entry, around);
    if (!meant || !this.#menu.goTogether(field, [...before.filter(isObject), meant], around))
      throw new Clashing(`The values of \`${field.name}\` do not go together; choose others.`);
    return meant;
  }

  #keyed(fields: readonly Field[], keys: readonly unknown[], around: Filled): Filled {
    const entries = keys.map((key) => [String(key), this.fields(fields, { ...around, [KEY]: key })]);
    return Object.fromEntries(entries);
  }
}

function hasChoices(field: SettledField, values: Values): boolean {
  return !values.isEmpty || Boolean(field.fields?.length) || isMarked(field);
}
