// A question to this seat: equal answers, numbered; other answers by forms.
import { Box, createRef, html, RuleNote, View } from "../base/html.js";
import { problemOf } from "../base/api.js";
import { nameOf } from "../things/names.js";
import { Actions } from "./actions.js";
import { Faces, Filling } from "./filling.js";
import { interview } from "./interview.js";

/** Whether a filled form has the parts of an answer. @param {any} filled @param {any} answer */
const agrees = (filled, answer) => Object.entries(answer).every(([key, value]) => (typeof value === "object" ? typeof filled?.[key] === "object" : filled?.[key] === value));

/** What it needs: `fight`, `table`, `id` of the prompt, `onAnswered`. */
export class Prompt extends View {
  title = createRef();

  componentDidMount() {
    if (this.props.focus) this.title.current?.focus();
    if (!this.one.choices?.length) this.read();
  }

  /** @param {any} before */
  componentDidUpdate(before) {
    if (before.table.version !== this.props.table.version && this.state.menu) this.read();
  }

  get one() {
    return this.props.table.awaits[this.props.id];
  }

  async read() {
    const { fight } = this.props, { to } = this.one;
    const menu = await fight.menu(fight.table.combatants[to] ? { combatant: to } : {}).catch(() => null);
    this.set({ menu });
  }

  /** @param {any} answer @param {any[]} [faces] */
  async answer(answer, faces = []) {
    const { fight, id, onAnswered } = this.props, { to, kind } = this.one;
    onAnswered();
    await fight.send({ command: { type: "core.answer", prompt: id, answer }, ...(faces.length && { faces }) });
    this.set({ changing: false });
    if (this.state.standing) await fight.send({ command: { type: "core.set_policy", of: to, kind, answer } });
  }

  /** Gives one of the choices, with what fell at the table as far as it is needed. @param {any} answer @param {any[]} [faces] */
  async pick(answer, faces = []) {
    try {
      await this.answer(answer, faces);
    } catch (error) {
      const problem = problemOf(error);
      if (problem.code === "faces_missing") return this.set({ other: { answer, faces, needed: problem.needed } });
      this.set({ other: null });
      this.props.fight.refuse(problem);
    }
  }

  /** What the menu says of the question. */
  get entry() {
    return this.state.menu?.prompts.find((/** @type {any} */ one) => one.id === this.props.id) ?? { answers: [], commands: [] };
  }

  /** The forms of commands that answer. */
  get commands() {
    return this.state.menu?.forms.filter((/** @type {any} */ form) => this.entry.commands.includes(form.name)) ?? [];
  }

  /** What an answer is called: its first value, if it has no more than two. @param {any} field */
  named(field) {
    const listed = interview(this.state.menu, field, new Map()).asked.find((one) => one.values.listed[0])?.values.listed ?? [];
    return listed[0] && !listed[2] ? listed.map((one) => one[1]).join(" or ") : field.label;
  }

  /** Opens the form of a choice that lacks something: a card, or a place. @param {any} answer */
  async complete(answer) {
    await this.read();
    const open = this.commands.find((/** @type {any} */ form) => agrees(interview(this.state.menu, form, new Map(), { actor: this.one.to }).filled, answer));
    this.set({ other: { open } });
  }

  /** Opens the forms of other answers; if there is one, that itself. */
  async otherwise() {
    await this.read();
    const { answers, commands } = this.entry;
    this.set({ other: answers.length === 1 && !commands.length ? answers[0] : "forms" });
  }

  render() {
    const { fight, table, id, disabled } = this.props, { menu, other, changing, standing } = this.state, one = this.one;
    const { commands, entry } = this, fields = entry.answers.filter((/** @type {any} */ field) => !commands.some((/** @type {any} */ form) => form.label === this.named(field)));
    const choices = one.choices ?? [], sealed = one.answer !== undefined || one.answered;
    const done = () => this.set({ changing: false }), close = () => this.set({ other: null, changing: false }, () => this.title.current?.focus());
    const answers = html`<div class="answers" role="group" aria-label="Answers">
      ${choices.map((/** @type {any} */ choice, /** @type {number} */ at) => html`<button key=${choice.label} class="answer" disabled=${disabled} aria-keyshortcuts=${at + 1} onClick=${() => (choice.takes && choice.takes !== "faces" ? this.complete(choice.answer) : this.pick(choice.answer))}>
        <kbd aria-hidden="true">${at + 1}</kbd><span>${choice.label}${choice.detail && html`<span class="detail">${choice.detail}</span>`}</span></button>`)}
      ${one.more && choices[0] && html`<button class="answer" aria-keyshortcuts=${choices.length + 1} onClick=${() => this.otherwise()}><kbd aria-hidden="true">${choices.length + 1}</kbd><span>Something else …</span></button>`}</div>`;
    const forms = html`${fields[0] && !other?.open && html`<div class="buttons">${fields.map((/** @type {any} */ field) => html`<button onClick=${() => this.set({ other: field })}>${this.named(field)}</button>`)}</div>`}
      ${commands[0] && html`<${Actions} fight=${fight} menu=${menu} forms=${commands} actor=${one.to} open=${other?.open} onClose=${other?.open && close} onSent=${this.props.onAnswered} onDone=${done} />`}`;
    const body = other?.needed ? html`<${Faces} needed=${other.needed} name=${nameOf(table, other.needed.combatant)} onThrown=${(/** @type {any} */ faces) => this.pick(other.answer, [...other.faces, faces])} /><p class="buttons"><button onClick=${close}>Not now</button></p>`
      : other === "forms" || (other && "open" in other) || (!choices.length && !other) ? html`${forms}${(choices[0] || changing) && !other?.open && html`<p class="buttons"><button onClick=${close}>Not now</button></p>`}`
      : other ? html`<${Filling} menu=${menu} form=${other} label=${this.named(other)} fight=${fight} send=${(/** @type {any} */ filled, /** @type {any} */ faces) => this.answer(filled, faces)} check=${(/** @type {any} */ filled) => fight.check({ type: "core.answer", prompt: id, answer: filled })} onClose=${close} />`
      : answers;
    return html`<section class="prompt" aria-label="${nameOf(table, one.to)} is asked">
      <div class="whom small"><p class="muted"><b>${nameOf(table, one.to)}</b>${one.sealed ? ", sealed: nobody sees your answer until all have answered" : ", you are asked"}</p>${one.rule && html`<${RuleNote} id=${one.rule} fight=${fight} />`}</div>
      <h2 tabindex="-1" ref=${this.title}>${one.question}</h2>
      ${sealed && !changing ? html`<p><b>${one.sealed ? "Sealed" : "Answered"}</b> ${one.changeable !== false && html`<button onClick=${() => { this.set({ changing: true }); this.read(); }}>Change it</button>`}</p>` : body}
      ${one.standing && choices[0] && !other && html`<label class="small check"><${Box} on=${standing} onTick=${(/** @type {boolean} */ on) => this.set({ standing: on })} />Answer like this from now on, until I say otherwise</label>`}
    </section>`;
  }
}
