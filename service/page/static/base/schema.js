// A field for a value that a JSON schema knows: a list, a box, a number, a text, or keys with values; the rest is JSON.
import { Box, Count, entries, html, join, Select, View } from "./html.js";

/** What a text is as JSON, or why it is none. @param {string} text @returns {{json?: any, fault?: string}} */
export function parsed(text) {
  try {
    return { json: JSON.parse(text) };
  } catch (error) {
    return { fault: `This is not JSON: ${/** @type {Error} */ (error).message}.` };
  }
}

/** What a text means; one that is no JSON, itself. @param {string} text */
export function meant(text) {
  const { json = text } = parsed(text);
  return json;
}

/** JSON, which is checked while it is typed: a text that is none stays as it is. @param {any} props */
export function Json({ label, value, pick, ...rest }) {
  const isText = typeof value === "string", { fault = "" } = isText ? parsed(value) : {}, text = value === undefined || isText ? value ?? "" : JSON.stringify(value, null, 1);
  return html`<textarea aria-label=${label} rows=${Math.min(12, text.split("\n").length + 1)} value=${text} ref=${(/** @type {any} */ box) => box?.setCustomValidity(fault)} onInput=${(/** @type {any} */ { target }) => pick(target.value ? meant(target.value) : undefined)} ...${rest} />
    ${fault && html`<p class="refusal">${fault}</p>`}`;
}

/** A key and a value in each row, and an empty row for another pair. What it needs: `label`, `value` to begin with, `example` of a pair, `pick`. */
export class Pairs extends View {
  /** @type {any} */
  state = { rows: [...entries(this.props.value).map(([key, one]) => [key, String(one)]), ["", ""]] };

  /** @param {number} at @param {string[]} row */
  put(at, row) {
    const rows = this.state.rows.map((/** @type {string[]} */ one, /** @type {number} */ place) => (place === at ? row : one));
    const pairs = rows.filter(([key = ""]) => key).map(([key = "", text = ""]) => [key, meant(text)]);
    this.set({ rows: join(rows.at(-1), "") ? [...rows, ["", ""]] : rows });
    this.props.pick(pairs[0] && Object.fromEntries(pairs));
  }

  render() {
    const { label, example } = this.props;
    const box = (/** @type {any} */ more, /** @type {(text: string) => void} */ put) => html`<input onInput=${(/** @type {any} */ { target }) => put(target.value)} ...${more} />`;
    return html`<div class="pairs" role="group" aria-label=${label}>${this.state.rows.map(([key = "", text = ""], /** @type {number} */ at) => html`<div key=${at}>
      ${box({ "aria-label": `Key ${at + 1}`, placeholder: example[0], required: text, value: key }, (to) => this.put(at, [to, text]))}
      ${box({ "aria-label": `Value ${at + 1}`, placeholder: example[1], value: text }, (to) => this.put(at, [key, to]))}</div>`)}</div>`;
  }
}

/** What it is if it is there. @param {any} schema */
const given = ({ anyOf: [first] = [{}], ...schema }) => ({ ...schema, ...first });

/** @param {{name: string, words?: any, schema: any, value: any, pick: (value: any) => void}} props `words` are those of the system */
export function SchemaField({ name, words = {}, schema, value, pick }) {
  const { type, enum: listed, minimum, maximum, items, patternProperties, title, description, default: usual } = given(schema), now = value ?? usual ?? undefined, label = words[`option.${name}`] ?? title ?? name;
  const control = listed ? html`<${Select} value=${now} options=${[...(usual == null ? [["", "–"]] : []), ...listed.map((/** @type {any} */ one) => [one, words[`${name}.${one}`] ?? String(one).replaceAll("_", " ")])]} onPick=${(/** @type {string} */ to) => pick(listed.find((/** @type {any} */ one) => String(one) === to))} />`
    : type === "boolean" ? html`<${Box} on=${now} onTick=${pick} />`
    : type === "integer" ? html`<${Count} min=${minimum} max=${maximum} value=${now} onPick=${pick} />`
    : type === "string" ? html`<input value=${now ?? ""} onInput=${(/** @type {any} */ { target }) => pick(target.value || undefined)} />`
    : patternProperties ? html`<${Pairs} label=${label} value=${now} example=${["key", 1]} pick=${pick} />`
    : html`<${Json} value=${now} pick=${pick} placeholder=${items ? "[]" : "{}"} />`;
  return html`<div class="row"><${patternProperties ? "div" : "label"} class="label"><span>${label}</span>${control}<//>${description && html`<p class="note help">${description}</p>`}</div>`;
}
