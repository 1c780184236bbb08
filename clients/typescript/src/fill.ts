/** Filling forms: the fields are asked for one after the other, each with what it may hold after those before it. */

import type { Field, Filled, Form, Menu } from "./forms.ts";
import { shown } from "./sets.ts";
import type { Values } from "./values.ts";

/** A declaration of a field as it is for one filling: whether it is required, and the value of its default. */
export type SettledField = Field & { readonly required: boolean };

/**
 * Returns what a field gets, given its declaration and what it may hold; undefined leaves it out. A list gets a list,
 * and an object whose keys are chosen (`values.keys`) an object. Of a list of objects only their number is asked for,
 * and of an object that is not required whether it is filled in; then their fields are asked for.
 */
export type Choose = (field: SettledField, values: Values) => unknown;

/** Thrown if a form cannot be filled in with what was chosen. */
export class Unfilled extends Error {
  constructor(message: string) {
    super(message);
    this.name = "Unfilled";
  }
}

/** Returns the command of a form that is filled in. */
export function fill(menu: Menu, form: Form, choose: Choose): { type: string } & Record<string, unknown> {
  return { type: form.command, ...fillFields(menu, form.fields, {}, choose) };
}

/** Returns the answer to a prompt by one of its `answers`. */
export function fillAnswer(menu: Menu, field: Field, choose: Choose): unknown {
  return fillFields(menu, [field], {}, choose)[field.name];
}

/** Returns the fields that are given. */
function fillFields(menu: Menu, fields: readonly Field[], outer: Filled, choose: Choose): Record<string, unknown> {
  const given: Record<string, unknown> = Object.create(null);
  const filled: Record<string, unknown> = Object.create(null);
  for (const field of fields) {
    const value = valueOf(menu, field, filled, outer, choose) ?? undefined;
    if (value === undefined) {
      filled[field.name] = menu.default(field, filled, outer);
      continue;
    }
    const meant = menu.meant(field, value, filled, outer);
    if (meant === undefined)
      throw new Unfilled(`${field.name} may not be ${shown(value)} after ${JSON.stringify(filled)}.`);
    [given[field.name], filled[field.name]] = [value, meant];
  }
  return { ...given };
}

/** Returns the value of a field, or undefined if it is not there or left out. */
function valueOf(menu: Menu, field: Field, filled: Filled, outer: Filled, choose: Choose): unknown {
  const values = menu.values(field, filled, outer);
  if (!values) return undefined;
  const settled = {
    ...field,
    required: menu.requires(field, filled, outer),
    default: menu.default(field, filled, outer),
  };
  const hasChoices = !values.isEmpty || field.fields?.length || field.check || field.guess;
  const chosen = hasChoices ? chosenFor(menu, settled, values, { ...outer, ...filled }, choose) : undefined;
  const isMissing = (chosen ?? undefined) === undefined && settled.required;
  if (isMissing && menu.meant(field, settled.default, filled, outer) === undefined)
    throw new Unfilled(`${field.name} is required after ${JSON.stringify(filled)}.`);
  return chosen;
}

/** Returns what is chosen for a field that is there. */
function chosenFor(menu: Menu, field: SettledField, values: Values, around: Filled, choose: Choose): unknown {
  const { fields, many } = field;
  if (!fields?.length) return choose(field, values);
  if (!many) return field.required || choose(field, values) ? fillFields(menu, fields, around, choose) : undefined;
  const count = choose(field, values) ?? undefined;
  if (count === undefined) return undefined;
  const [least, most] = many;
  if (!Number.isInteger(count) || Number(count) < least || (most !== null && Number(count) > most))
    throw new Unfilled(`${field.name} may not have ${shown(count)} entries.`);
  return Array.from({ length: Number(count) }, () => fillFields(menu, fields, around, choose));
}
