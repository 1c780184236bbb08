// What may be done now: buttons by group, the seldom ones folded; a form takes their place where something is open.
import { html, Toolbar, View } from "../base/html.js";
import { problemOf } from "../base/api.js";
import { Filling } from "./filling.js";
import { interview, isSettled } from "./interview.js";

const HOSTILE = ["attack", "grapple"];

/** What it needs: `fight`, `menu`, `forms`, `actor` (a combatant, whose seldom forms are folded, or nobody), `onSent`, `onDone`; `open` is a form to begin with, and `onClose` what follows it. */
export class Actions extends View {
  /** @type {any} */
  state = { form: this.props.open };

  /** @param {any} form */
  fixed(form) {
    const { actor } = this.props;
    return actor && form.fields.some((/** @type {any} */ field) => field.name === "actor") ? { actor } : {};
  }

  /** Whom an attack of the actor rather means: those of other sides who can fight. @param {any} form @returns {Set<unknown>} */
  foes(form) {
    const { actor, fight: { table } } = this.props, side = table.combatants[actor]?.side;
    const isFoe = (/** @type {any} */ one) => one.side && one.side !== side && one.kind !== "object" && one.state === "able";
    return new Set(HOSTILE.includes(form.group) && side ? table.order.filter((/** @type {string} */ id) => isFoe(table.combatants[id])) : []);
  }

  /** @param {any} command @param {any[]} [faces] */
  async send(command, faces = []) {
    const { fight, onSent, onDone } = this.props, { form } = this.state;
    onSent?.();
    await fight.send({ command, ...(faces.length && { faces }) });
    onDone?.();
    if (this.state.form === form) this.close(); // the feed may have been faster, and another form be open
  }

  /** Gives the buttons back, with the focus on that of the form. */
  close() {
    const { form } = this.state, { onClose } = this.props;
    this.set({ form: null, needed: null }, () => onClose ? onClose() : document.activeElement === document.body && this.root.current?.querySelector(`[data-form="${form?.name}"]`)?.focus());
  }

  /** A form with nothing open is sent at once. @param {any} form */
  async open(form) {
    const fixed = this.fixed(form), { asked, filled } = interview(this.props.menu, form, new Map(), fixed, this.foes(form));
    const isOpen = asked.some((one) => !(one.field.name in fixed) && !one.seldom && !isSettled(one)) || filled === undefined || form.prominence === "seldom";
    if (isOpen) return this.set({ form, needed: null });
    try {
      await this.send(filled);
    } catch (error) {
      const problem = problemOf(error);
      problem.needed ? this.set({ form, needed: problem.needed }) : this.props.fight.refuse(problem);
    }
  }

  render() {
    const { fight, menu, forms, disabled, actor } = this.props;
    const form = this.state.form && forms.find((/** @type {any} */ one) => one.name === this.state.form.name);
    if (form) return html`<${Filling} key=${form.name} needed=${this.state.needed} menu=${menu} form=${form} fixed=${this.fixed(form)} foes=${this.foes(form)} label=${form.label} fight=${fight} send=${(/** @type {any} */ filled, /** @type {any} */ faces) => this.send(filled, faces)} check=${(/** @type {any} */ filled) => fight.check(filled)} onClose=${() => this.close()} />`;
    const groups = menu.groups.map((/** @type {any} */ group) => ({ ...group, forms: group.forms.filter((/** @type {any} */ one) => forms.includes(one)) }));
    const isSeldom = (/** @type {any} */ one) => actor && one.prominence === "seldom", seldom = forms.filter(isSeldom), first = groups.flatMap((/** @type {any} */ group) => group.forms).find((/** @type {any} */ one) => one.prominence === "main");
    const buttons = (/** @type {any[]} */ some) => some.map((one, at) => html`<button key=${one.name} data-form=${one.name} title=${one.help || null} disabled=${disabled} tabindex=${at ? -1 : 0} class=${one === first ? "main" : ""} onClick=${() => this.open(one)}>${one.label}</button>`);
    return html`<div class="actions" ref=${this.root}>
      ${groups.map((/** @type {any} */ group) => {
        const shown = group.forms.filter((/** @type {any} */ one) => !isSeldom(one)).sort((/** @type {any} */ a, /** @type {any} */ b) => Number(b.prominence === "main") - Number(a.prominence === "main"));
        return shown[0] && html`<div class="group" key=${group.name}><h3 class="note">${group.label || "Other"}</h3><${Toolbar} label=${group.label || "Other"}>${buttons(shown)}<//></div>`;
      })}
      ${seldom[0] && html`<details class="fold"><summary>Seldom used</summary><${Toolbar} label="Seldom used">${buttons(seldom)}<//></details>`}</div>`;
  }
}
