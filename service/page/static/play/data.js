// Values that only a schema describes: a field for each of those that it knows, keys with values in rows, or JSON.
import { entries, html, Select, View } from "../base/html.js";
import { readOnce } from "../base/fight.js";
import { Json, Pairs, SchemaField } from "../base/schema.js";

/** Of these, keys are as free as their values. */
const PAIRS = "Metadata";
const SHEET = "Sheet";

/** What the service found wrong in a field: where, and what. @param {any} field @param {any[]} [errors] */
export const faultsOf = ({ name }, errors = []) => errors.map((one) => [`${one.field}.`.split(`.${name}.`)[1], one.detail.split(" GET /")[0]]).filter(([where]) => where !== undefined);

/** An object that a schema describes. What it needs: `fight`, `label`, `name` (of the schema), `value`, `pick`. */
class Described extends View {
  /** @type {any} */
  state = { begun: {} };

  componentDidMount() {
    const path = `rulesets/${this.props.fight.ruleset}`;
    Promise.all([readOnce(path), readOnce(`${path}/templates`)]).then(([reference, { templates }]) => this.set({ reference, templates })).catch(() => null);
  }

  /** The schema; of several the first that has all fields of a value. @param {any} value @returns {any} */
  schema(value) {
    const { name } = this.props, { sheet, $defs } = this.state.reference ?? {}, whole = name === SHEET ? sheet : $defs?.[`sent.${name}`];
    const found = (/** @type {any} */ { $ref, ...schema }) => ($ref ? { ...$defs, ...whole.$defs }[$ref.split("/").pop()] : schema);
    const all = whole ? (whole.oneOf ?? whole.anyOf ?? [whole]).map(found) : [];
    return all.find((/** @type {any} */ { properties = {} }) => Object.keys(value).every((key) => key in properties)) ?? all[0] ?? {};
  }

  /** Begins from a template, which may have more than a sheet. @param {string} key */
  begin(key) {
    const template = this.state.templates[key], { properties = {} } = this.schema(template);
    const begun = Object.fromEntries(entries(template).filter(([name]) => name in properties));
    this.set({ begun });
    this.props.pick(begun);
  }

  render() {
    const { label, name, value = {}, pick } = this.props, { templates, begun } = this.state, { properties, required = [] } = this.schema(begun);
    if (!properties) return html`<${Json} label=${label} value=${this.props.value} pick=${pick} /><p class="note">This is JSON, as ${name} in the description of the API.</p>`;
    const put = (/** @type {string} */ key, /** @type {any} */ to) => {
      const { [key]: _, ...rest } = value, next = to === undefined ? rest : { ...rest, [key]: to };
      pick(Object.keys(next)[0] && next);
    };
    const isFirst = (/** @type {[string, any]} */ [key]) => required.includes(key) || key in begun, all = entries(properties);
    const fields = (/** @type {[string, any][]} */ some) => html`<div class="rows" key=${begun.name}>${some.map(([key, schema]) => html`<${SchemaField} key=${key} name=${key} schema=${schema} value=${value[key]} pick=${(/** @type {any} */ to) => put(key, to)} />`)}</div>`;
    return html`<div role="group" aria-label=${label}>${name === SHEET && html`<p><${Select} label="Begin from the sheet of" value="" options=${[["", "Begin from the sheet of …"], ...entries(templates).map(([key, one]) => [key, one.name])]} onPick=${(/** @type {string} */ key) => key && this.begin(key)} /></p>`}
      ${fields(all.filter(isFirst))}<details class="fold"><summary>More of ${label}</summary>${fields(all.filter((one) => !isFirst(one)))}</details></div>`;
  }
}

/** The control of such a field. @param {{one: import("./interview.js").Asked, pick: (key: string, value: any) => void, fight: any, errors?: any[]}} props `errors` are what the service found wrong */
export function Data({ one: { key, field, values, value }, pick, fight, errors }) {
  const { label } = field, faults = faultsOf(field, errors), set = (/** @type {any} */ to) => pick(key, to);
  return html`<div class="label"><span>${label}</span>${values.schema === PAIRS ? html`<${Pairs} label=${label} example=${["colour", "gold"]} pick=${set} /><p class="note">Keys such as colour or token, with values such as gold, 12 or true.</p>` : html`<${Described} label=${label} name=${values.schema} value=${value} pick=${set} fight=${fight} />`}
    ${faults[0] && html`<div class="refusal" role="alert">${faults.map(([where, detail]) => html`<p>${where && html`<b>${where.slice(0, -1)}: </b>`}${detail}</p>`)}</div>`}</div>`;
}
