// One control for each field that is asked: a select, a number, a text, a box to tick, or one of these for each key.
import { Box, Count, html, minus, Select } from "../base/html.js";
import { isSame } from "../options.js";
import { playingCard } from "../things/throws.js";
import { Data } from "./data.js";
import { isSettled } from "./interview.js";

/** @typedef {import("./interview.js").Asked} Asked */

const FEW = 12, LONG = 120;

/** The values to choose from, with labels: those that are listed, or a few numbers. @param {import("yarrow-client").Values} values @returns {(readonly [any, string])[]} */
function choices(values) {
  if (!values.span || values.span[1] - values.span[0] > FEW) return [...values.listed];
  const [low, high] = values.span, numbers = Array.from({ length: high - low + 1 }, (_, at) => low + at);
  return [...values.listed, ...numbers.map((one) => /** @type {const} */ ([one, minus(one)]))];
}

/** Whether there is a choice among cards that somebody holds. @param {import("../base/fight.js").Table} table @returns {(one: Asked) => boolean} */
export const isHand = (table) => ({ values: { listed } }) =>
  listed.length > 1 && Object.values(table.combatants).some(({ hand }) => listed.every(([face]) => hand?.cards?.some((card) => card.face === face)));

/** Cards of a hand, to be tapped. @param {{one: Asked, pick: (key: string, value: any) => void}} props */
export const Hand = ({ one: { key, field, values, value }, pick }) => html`<div class="row"><p class="label">${field.label}</p><div class="pcards hand" role="radiogroup" aria-label=${field.label}>${values.listed.map(([face, words]) => html`<label key=${face}>
  <input type="radio" name=${key} aria-label=${words} checked=${isSame(face, value)} onChange=${() => pick(key, face)} />${playingCard(String(face))}</label>`)}</div></div>`;

/** @param {string | undefined} label @param {any} field @param {boolean} inline */
const named = (label, field, inline) => (inline ? { "aria-label": label } : { "aria-describedby": field.help ? `help-${field.name}` : undefined });

/** The control alone; in a phrase it is named by an attribute, in a row by its label. @param {{one: Asked, pick: (key: string, value: any) => void, inline?: boolean}} props */
export function Control({ one, pick, inline = false }) {
  const { key, field, values, value } = one, { label } = field, name = named(label, field, inline);
  const set = (/** @type {any} */ to) => pick(key, to);
  if (isSettled(one)) return field.fields?.length ? null : html`<b>${values.listed[0][1]}</b>`;
  if (values.keys) return html`<${Keyed} one=${one} pick=${pick} />`;
  const listed = choices(values);
  const isFlag = listed.length === 2 && listed.every(([each]) => typeof each === "boolean");
  if (isFlag || (field.fields?.length && !listed.length && !field.many)) {
    const on = value ?? (isFlag ? field.default : false);
    return html`<${Box} ...${name} on=${on === true} onTick=${(/** @type {boolean} */ ticked) => set(ticked || (isFlag ? false : undefined))} />`;
  }
  if (values.text) {
    const required = Boolean(field.required && values.text[1]), onInput = (/** @type {any} */ event) => set(event.target.value || undefined);
    const list = listed.length ? `list-${key}` : undefined, text = value ?? "";
    return !inline && values.text[0] > LONG && !list ? html`<textarea ...${name} rows="2" required=${required} value=${text} onInput=${onInput} />`
      : html`<input ...${name} placeholder=${inline ? label : ""} required=${required} list=${list} pattern=${values.pattern?.replace("-]", "\\-]")} value=${text} onInput=${onInput} />${list && html`<datalist id=${list}>${listed.map(([each, words]) => html`<option value=${each}>${words}</option>`)}</datalist>`}`;
  }
  if (values.span && !listed.length)
    return html`<${Count} ...${name} min=${values.span[0]} max=${values.span[1]} value=${value} onPick=${set} />`;
  const byDefault = listed.findIndex(([each]) => field.default != null && isSame(each, field.default));
  const parts = field.fields?.length ? "parts" : "";
  const chosen = value === true && parts ? "parts" : value === undefined ? (byDefault >= 0 && !field.many ? byDefault : "") : listed.findIndex(([each]) => isSame(each, value));
  const isOpen = field.required ? field.many && one.nth > 0 : byDefault < 0 || field.many;
  const further = inline && field.many && parts;
  if (field.many && parts && field.required && !listed[0]) return further && one.nth > 0 && "and";
  const options = [...(isOpen ? [["", further ? "no more" : "–"]] : []), ...(parts ? [["parts", further ? "and" : field.many ? "add one" : `${label} …`]] : []), ...listed.map(([, words], at) => [at, words])];
  return html`<${Select} ...${name} value=${chosen} options=${options} onPick=${(/** @type {string} */ to) => set(to === "" ? undefined : to === "parts" ? true : listed[Number(to)][0])} />`;
}

/** A value for each key, or a box for each if its values are objects. @param {{one: Asked, pick: (key: string, value: any) => void}} props */
function Keyed({ one: { key, field, values, value }, pick }) {
  const given = value ?? (field.fields?.length ? [] : {}), keys = values.keys?.listed ?? [], listed = choices(values);
  const put = (/** @type {any} */ name, /** @type {any} */ to) => {
    const { [name]: _, ...rest } = given, next = to === undefined ? rest : { ...rest, [name]: to };
    pick(key, Object.keys(next).length ? next : undefined);
  };
  return html`<fieldset class="keyed"><legend class="away">${field.label}</legend>${keys.map(([name, words]) => html`<label key=${name}><span>${words}</span>${field.fields?.length
    ? html`<${Box} on=${given.includes(name)} onTick=${(/** @type {boolean} */ ticked) => pick(key, ticked ? [...given, name] : given.filter((/** @type {any} */ each) => each !== name))} />`
    : listed.length ? html`<${Select} value=${listed.findIndex(([each]) => isSame(each, given[String(name)]))} options=${[["", "–"], ...listed.map(([, text], at) => [at, text])]} onPick=${(/** @type {string} */ to) => put(name, listed[Number(to || -1)]?.[0])} />`
    : values.span ? html`<${Count} min=${values.span[0]} max=${values.span[1]} value=${given[String(name)]} onPick=${(/** @type {any} */ to) => put(name, to)} />`
    : html`<input value=${given[String(name)] ?? ""} onChange=${(/** @type {any} */ event) => put(name, event.target.value || undefined)} />`}</label>`)}</fieldset>`;
}

/** @param {{one: Asked, pick: (key: string, value: any) => void, fight: any, errors?: any[]}} props */
export function Row({ one, pick, fight, errors }) {
  const { field, values } = one, { label } = field;
  if (isSettled(one) && field.fields?.length) return html`<p class="note part">${label}</p>`;
  const text = html`<span>${one.nth && field.many ? "and" : label}</span><${Control} one=${one} pick=${pick} />`;
  return html`<div class="row">${values.schema ? html`<${Data} one=${one} pick=${pick} fight=${fight} errors=${errors} />` : values.keys ? html`<div class="label">${text}</div>` : html`<label class="label">${text}</label>`}${field.help && !one.nth && html`<p class="note help" id="help-${field.name}">${field.help}</p>`}</div>`;
}
