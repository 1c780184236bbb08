// A new fight: from a ready scene, or from templates by side, with the options of the system.
import { entries, faultOf, html, listed, Select, values, View } from "../base/html.js";
import { Api, once, problemOf } from "../base/api.js";
import { readOnce } from "../base/fight.js";
import { SchemaField } from "../base/schema.js";
import { TokenForm } from "./access.js";

/** The most characters of the name that a fight gets from its combatants. */
const OWN = "", LONGEST = 60;
/** Those who join on one side fight the others; what a system does without a choice is in its rules. */
const SIDES = [["", "Usual side"], ...[1, 2, 3, 4].map((one) => [`side_${one}`, `Side ${one}`])];
/** @type {Record<string, string>} */
const WHO = { seeded: "Yarrow, provably", supplied: "we, at the table", either: "Yarrow, or we at the table" };
const CHANCES = [["seeded", "Yarrow throws, provably"], ["supplied", "We throw at the table"], ["either", "Either, throw by throw"]];

/** What it needs: `systems`. */
export class NewFight extends View {
  /** @type {any} */
  state = { system: "", name: "", chance: "seeded", joining: [] };

  /** @param {string} system */
  async pick(system) {
    this.set({ system, scenes: [], problem: null, joining: [], options: {} });
    try {
      const [{ scenes }, { templates }] = await Promise.all([new Api().get("scenes", { ruleset: system }), readOnce(`rulesets/${system}/templates`)]);
      if (this.state.system === system) this.set({ scenes, scene: scenes[0]?.id ?? OWN, templates, shown: system }, () => scenes[0] || this.readOptions());
    } catch (error) {
      this.fail(error);
    }
  }

  /** Reads the options and the sheets of the system, which are many, when somebody wants them. */
  async readOptions() {
    const reference = await readOnce(`rulesets/${this.state.system}`).catch(() => null);
    this.set({ reference });
  }

  /** @param {Event} event */
  async begin(event) {
    event.preventDefault();
    const { system, scene, name, chance, options, joining } = this.state;
    if (scene === OWN && !joining[0]) return this.set({ problem: { detail: "Nobody fights yet: press a name for each who does." } });
    const combatants = joining.map((/** @type {any} */ { template, id, side }) => ({ template, id, sheet: side ? { side } : undefined }));
    const body = { ...(scene ? { scene } : { ruleset: system, combatants, name: listed(joining.map((/** @type {any} */ one) => one.name)).slice(0, LONGEST) }), ...(name && { name }), ...(chance !== "seeded" && { chance }), ...(entries(options)[0] && { options }) };
    this.set({ busy: true, problem: null });
    try {
      const opened = await new Api().post("encounters", body, once());
      location.hash = `#/${opened.encounter}`;
    } catch (error) {
      this.set({ problem: problemOf(error), busy: false }, () => document.querySelector(".rows .refusal")?.scrollIntoView({ block: "center" })); // the name is far above the button
    }
  }

  /** @param {string} template */
  join(template) {
    const { joining, templates } = this.state, { id = template, name } = templates[template];
    const number = 1 + Math.max(0, ...joining.map((/** @type {any} */ one) => (one.template === template ? one.number : 0)));
    this.set({ problem: null, joining: [...joining, number > 1 ? { template, number, name: `${name} ${number}`, id: `${id}_${number}` } : { template, number, name }] });
  }

  render() {
    const { system, shown, scenes, scene, name, chance, templates, reference, options, joining, problem, busy } = this.state, { systems } = this.props;
    const title = systems.find((/** @type {any} */ one) => one.key === system)?.title;
    const { sheet, options: rules, words } = reference?.key === system ? reference : {}, hasSides = sheet && [sheet, ...values(sheet.$defs)].some((/** @type {any} */ one) => one.properties?.side);
    const shared = (/** @type {string} */ name) => values(templates).filter((/** @type {any} */ one) => one.name === name)[1];
    const own = html`<div class="own"><div class="buttons" role="group" aria-label="Add a combatant">${entries(templates).map(([key, one]) => html`<button key=${key} onClick=${() => this.join(key)}>${one.name}${shared(one.name) && ` (${key.replaceAll("_", " ")})`}</button>`)}</div>
      ${joining.length ? html`<ul class="joining">${joining.map((/** @type {any} */ one) => html`<li key=${one.template + one.number}><b>${one.name}</b>
        ${hasSides && html`<${Select} label="Side of ${one.name}" class="plain" value=${one.side} options=${SIDES} onPick=${(/** @type {string} */ side) => this.set({ joining: joining.map((/** @type {any} */ each) => (each === one ? { ...one, side } : each)) })} />`}
        <button class="plain" onClick=${() => this.set({ joining: joining.filter((/** @type {any} */ each) => each !== one) })}>Take out</button></li>`)}</ul>` : html`<p class="note">Press a name for each who fights, again for another of the kind.</p>`}</div>`;
    const isName = problem?.field === "name", wrong = faultOf(problem, shown !== system && (() => this.pick(system)));
    return html`<section class="new" aria-label="New fight"><fieldset class="systems"><legend>New fight</legend><div>${systems.map((/** @type {any} */ one) => html`<label key=${one.key}><input type="radio" name="system" value=${one.key} checked=${one.key === system} onChange=${() => this.pick(one.key)} /><b>${one.title}</b></label>`)}</div></fieldset>
      ${system && shown === system && html`<form class="new-form" onSubmit=${(/** @type {Event} */ event) => this.begin(event)}>
        <fieldset class="scenes"><legend>A ready scene of ${title}</legend>
          ${scenes.map((/** @type {any} */ one) => html`<label key=${one.id}><input type="radio" name="scene" checked=${one.id === scene} onChange=${() => this.set({ scene: one.id })} /><span><b>${one.name}</b><span class="note">${one.description}</span></span></label>`)}
          <label><input type="radio" name="scene" checked=${scene === OWN} onChange=${() => this.set({ scene: OWN }, () => this.readOptions())} /><span><b>My own</b><span class="note">Choose the combatants.</span></span></label></fieldset>
        ${scene === OWN && own}
        <details class="fold" key=${system} open=${isName} onToggle=${() => this.readOptions()}><summary>Name, who throws (${WHO[chance]}), house rules (${entries(options).length || "as written"})</summary><div class="rows">
          <div class="row"><label class="label"><span>Name</span><input value=${name} onInput=${(/** @type {any} */ event) => this.set({ name: event.target.value })} /></label>${isName && wrong}</div>
          <div class="row"><label class="label"><span>Who throws</span><${Select} value=${chance} options=${CHANCES} onPick=${(/** @type {string} */ to) => this.set({ chance: to })} /></label></div>
          ${entries(rules?.properties).map(([key, schema]) => html`<${SchemaField} key=${key} name=${key} words=${words} schema=${schema} value=${options[key]} pick=${(/** @type {any} */ value) => this.set({ options: { ...options, [key]: value } })} />`)}</div></details>
        <p class="buttons"><button class="main" type="submit" disabled=${busy}>Begin</button></p></form>`}
      ${!isName && wrong}${problem?.status === 401 && html`<p>What you filled in is still here: enter a token, and begin.</p><${TokenForm} onToken=${() => (shown === system ? this.set({ problem: null }) : this.pick(system))} />`}</section>`;
  }
}
