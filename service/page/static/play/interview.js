// Filling a form: its fields are asked in their order, each with what may follow those before it.
import { fill, fillAnswer, isSame } from "../options.js";

/** @typedef {import("yarrow-client").Form} Form */
/** @typedef {import("yarrow-client").Field} Field */
/** @typedef {import("yarrow-client").SettledField} Settled */
/** @typedef {import("yarrow-client").Values} Values */
/** @typedef {{key: string, field: Settled, values: Values, value: any, nth: number, seldom: boolean}} Asked */

/** What one begins with: the first value, or the number nearest to nothing that may be chosen. @param {Values} values */
const first = (values) => values.listed[0]?.[0] ?? (values.span && Math.min(values.span[1], Math.max(values.span[0], +!values.has(0))));

/** What a field has until somebody chooses: nothing, if it may be left out. @param {Settled} field @param {Values} values @param {Set<unknown>} foes @returns {any} */
function usual(field, values, foes) {
  if (!field.required) return undefined;
  if (values.keys) {
    const [key] = values.keys.listed[0] ?? [];
    return key === undefined ? {} : field.fields?.length ? [key] : { [String(key)]: first(values) ?? null };
  }
  if (field.fields?.length) return true;
  return !field.many && field.default != null && values.has(field.default) ? field.default : values.listed.find(([one]) => foes.has(one))?.[0] ?? first(values);
}

/** @param {Settled} field @param {Values} values @param {any} value */
function fits(field, values, value) {
  if (value === undefined) return !field.required || (field.many && !values.listed.length);
  if (values.keys || values.text || field.check || field.guess) return true;
  return field.fields?.length ? value === true || values.has(value) : values.has(value);
}

/**
 * Asks a form, or the field of an answer, with what was picked so far. What was picked and does not fit any more counts
 * as not picked.
 * @param {import("yarrow-client").Reader} menu @param {Form | Field} form @param {Map<string, any>} picks @param {Record<string, unknown>} [fixed] @param {Set<unknown>} [foes] whom one rather means
 * @returns {{asked: Asked[], filled: any}} without `filled`, something is missing or does not go together
 */
export function interview(menu, form, picks, fixed = {}, foes = new Set()) {
  /** @type {Asked[]} */
  const asked = [];
  let isWhole = true;
  const choose = (/** @type {Settled} */ field, /** @type {Values} */ values) => {
    const nth = asked.filter((one) => one.field.name === field.name).length, key = `${field.name} ${nth}`;
    const picked = picks.has(key) ? picks.get(key) : nth ? undefined : fixed[field.name];
    const value = picked !== undefined && fits(field, values, picked) ? picked : usual(field, values, foes);
    const outer = asked.findLast((one) => one.value === true && one.field.fields?.some((part) => part.name === field.name && part.label === field.label));
    asked.push({ key, field, values, value, nth, seldom: Boolean(field.seldom || outer?.seldom) });
    if (!values.text || (value === undefined ? !field.required : !isTooLong({ values, value }))) return value;
    isWhole = false; // a text that is still to come, or to be shortened: the fields after it are asked all the same
    return "x".repeat(values.text[1] || 1);
  };
  try {
    const filled = "command" in form ? fill(menu, form, choose) : fillAnswer(menu, form, choose);
    return { asked, filled: isWhole ? filled : undefined };
  } catch {
    return { asked, filled: undefined };
  }
}

/** Whether a text has more characters than it may have. @param {{values: Values, value: any}} one */
export const isTooLong = ({ values: { text }, value }) => text && value?.length > text[0];

/** Whether there are only values of a list. @param {Values} values */
const isListed = ({ keys, span, text, schema }) => !keys && !span && !text && !schema;

/** Whether there is nothing to choose. @param {Asked} one */
export const isSettled = ({ field, values }) =>
  Boolean(field.required) && isListed(values) && !field.check && !field.guess &&
  (field.fields?.length ? values.isEmpty : values.listed.length === 1 && !field.many);

/** Whether it may only be what it is if it is left out. @param {Asked} one */
export const isIdle = ({ field, values }) =>
  !field.required && !field.many && !field.fields?.length && isListed(values) && values.listed.length === 1 && isSame(values.listed[0][0], field.default);
