// Preact with htm, the one library of the page, and the smallest parts that every view is made of.
import { Component, createRef, Fragment, h, render } from "../vendor/preact.js";
import htm from "../vendor/htm.js";
import { problemOf } from "./api.js";

export { Component, createRef, Fragment, render };

/** @type {(strings: TemplateStringsArray, ...values: any[]) => any} */
/** @type {(this: any, type: any, props: any, ...children: any[]) => any} */
const element = function (type, props, ...children) {
  this[0] = 3; // or htm keeps elements without variables, and with them the whole page that they were part of
  return h(type, type === "button" ? { type, ...props } : props, ...children); // a button sends a form only if it says so
};
export const html = htm.bind(element);

const LINES = {
  play: "M6 4l13 8-13 8z", pause: "M6 4h4v16H6zM14 4h4v16h-4z",
  next: "M8 5l8 7-8 7", back: "M16 5l-8 7 8 7", nextRound: "M5 5l7 7-7 7M12 5l7 7-7 7", backRound: "M19 5l-7 7 7 7M12 5l-7 7 7 7",
  seal: "M12 3a9 9 0 1 0 .01 0M8 12h8M12 8v8", yes: "M4 12.5l5.5 5.5L20 6.5",
};
const FILLED = new Set(["play", "pause"]);

/** @param {keyof typeof LINES} name */
export const icon = (name) => html`<svg class="icon${FILLED.has(name) ? " filled" : ""}" viewBox="0 0 24 24" aria-hidden="true"><path d=${LINES[name]} /></svg>`;

/** What is seen only, because its meaning is said elsewhere. @param {any} props */
export const Seen = ({ class: name, children }) => html`<span class=${name} aria-hidden="true">${children}</span>`;

/** Texts as a list in one sentence. @param {string[]} texts */
export const listed = (texts) => (texts.length < 2 ? texts.join("") : `${texts.slice(0, -1).join(", ")} and ${texts.at(-1)}`);

/** Those of some texts that there are. @param {unknown[]} texts @param {string} between */
export const join = (texts, between) => texts.filter(Boolean).join(between);

/** @template T @param {Record<string, T> | null | undefined} object @returns {[string, T][]} */
export const entries = (object) => Object.entries(object ?? {});
/** @template T @param {Record<string, T> | null | undefined} object @returns {T[]} */
export const values = (object) => Object.values(object ?? {});

/** @param {number} number @param {string} one @param {string} [several] */
export const count = (number, one, several = `${one}s`) => `${number} ${number === 1 ? one : several}`;

/** A number with a true minus. @param {number} number */
export const minus = (number) => String(number).replace("-", "−");

/** A number with its sign. @param {number} number */
export const signed = (number) => (number > 0 ? "+" : "") + minus(number);

/** Whether a key is meant for a field, or for the browser. @param {KeyboardEvent} event */
export const isElsewhere = (event) => /** @type {HTMLElement} */ (event.target).matches("select, textarea, input:not([type=range])") || event.altKey || event.ctrlKey || event.metaKey;

/** Arrow keys walk inside a toolbar; Tab leaves it. @param {KeyboardEvent} event */
export function walk(event) {
  const step = /** @type {Record<string, number>} */ ({ ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 })[event.key];
  const bar = /** @type {HTMLElement} */ (event.currentTarget);
  const all = /** @type {HTMLElement[]} */ ([...bar.querySelectorAll("button")].filter((one) => one.offsetParent));
  const at = all.indexOf(/** @type {HTMLElement} */ (document.activeElement));
  if (!step || at < 0) return;
  const to = all[(at + step + all.length) % all.length];
  for (const one of all) one.tabIndex = one === to ? 0 : -1;
  to.focus();
  event.preventDefault();
}

/** Buttons with one Tab stop, also after the one that was it has gone. @param {any} props */
export const Toolbar = ({ label, children }) => html`<div ref=${(/** @type {any} */ bar) => bar?.querySelector("[tabindex='0']") ?? bar?.querySelector("button")?.setAttribute("tabindex", 0)} role="toolbar" aria-label=${label} class="buttons" onKeyDown=${walk}>${children}</div>`;

/** A part of the page with a state: `root` is its element, where it is needed. */
export class View extends Component {
  root = createRef();

  /** @returns {any} */
  render() {}

  /** Changes the state, and then does something. @param {any} change @param {() => void} [then] */
  set(change, then) {
    this.setState(change, then);
  }

  fail = (/** @type {unknown} */ error) => this.set({ problem: problemOf(error) });
}

/** A list to choose from. @param {{label?: string, value: any, options: (readonly any[])[], onPick: (value: string) => void} & Record<string, any>} props */
export const Select = ({ label, value, options, onPick, ...rest }) => html`<select aria-label=${label} onChange=${(/** @type {any} */ event) => onPick(event.target.value)} ...${rest}>
  ${options.map(([key, text]) => html`<option value=${key} selected=${String(key) === String(value)}>${text}</option>`)}</select>`;

/** A box to tick. @param {{on: boolean, onTick: (on: boolean) => void} & Record<string, any>} props */
export const Box = ({ on, onTick, ...rest }) => html`<input type="checkbox" checked=${on} onChange=${(/** @type {any} */ event) => onTick(event.target.checked)} ...${rest} />`;

/** A number to type; without one it is undefined. What is typed stays while all around it is drawn again. What it needs: `value`, `onPick(value)`. */
export class Count extends View {
  /** @type {any} */
  state = { typed: null };

  render() {
    const { value, onPick, ...rest } = this.props;
    const pick = (/** @type {any} */ { target }) => (this.set({ typed: null }), onPick(target.value === "" ? undefined : Number(target.value)));
    return html`<input type="number" value=${this.state.typed ?? value ?? ""} onInput=${(/** @type {any} */ { target }) => this.set({ typed: target.value })} onChange=${pick} ...${rest} />`;
  }
}

/** What went wrong, and a way to try again if that may help. @param {any} problem @param {any} [again] */
export const faultOf = (problem, again) => problem && html`<p class="refusal" role="alert">${problem.detail}${again && !(problem.status < 500) && html` <button onClick=${again}>Try again</button>`}</p>`;

/** A rule, read when it is opened. */
export class RuleNote extends View {
  /** @type {any} */
  state = { text: "" };

  async read() {
    const { id, fight } = this.props;
    if (this.state.text) return;
    const found = await fight.rule(id).catch(() => null);
    this.set({ text: found ? `${found.title}. ${found.statement}` : "The rule cannot be read now." });
  }

  render() {
    return html`<details class="rule" onToggle=${() => this.read()}><summary>${this.props.id}</summary><p>${this.state.text}</p></details>`;
  }
}
