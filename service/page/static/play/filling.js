// A form being filled in: its phrase with a control in each slot, the rest in rows, the seldom ones folded.
import { html, RuleNote, View } from "../base/html.js";
import { isSame } from "../options.js";
import { problemOf } from "../base/api.js";
import { squaresOf } from "../things/boards.js";
import { nameOf } from "../things/names.js";
import { Control, Hand, isHand, Row } from "./controls.js";
import { faultsOf } from "./data.js";
import { interview, isIdle, isSettled, isTooLong } from "./interview.js";

/** @typedef {import("./interview.js").Asked} Asked */

const SLOT = /(\{[^}]*\})/;

/** The names of the parts of an object of fields. @param {any} field @returns {string[]} */
const partsOf = ({ fields = [] }) => fields.map((/** @type {any} */ part) => part.name);

/** Pieces of a phrase: texts, and fields by name. A part in brackets is there while one of its fields is given. @param {{phrase?: string, fields?: readonly any[]}} form @param {Asked[]} asked @returns {(string | Asked)[] | null} null if something has no place in it */
function pieces({ phrase = "", fields = [] }, asked) {
  const named = (/** @type {string} */ slot) => (/** @type {any} */ one) => one.name === slot.slice(1, -1).split(/[:?]/)[0];
  const find = (/** @type {string} */ slot) => asked.find((one) => named(slot)(one.field));
  const isGiven = (/** @type {string} */ part) => (part.match(/\{[^}]*\}/g) ?? []).every((slot) => {
    const one = find(slot);
    return one && !one.seldom && one.value !== undefined && one.value !== false && (one.field.required || one.value !== one.field.default);
  });
  const names = fields.flatMap((each) => [each.name, ...partsOf(each)]); // parts of two objects with one name stay in rows
  const text = phrase.replace(/\[([^\]]*)\]/g, (_, part) => (isGiven(part) ? part : ""));
  const found = text.split(SLOT).filter(Boolean).flatMap((piece) => {
    if (piece[0] !== "{") return [piece];
    const record = fields.find((each) => each.phrase && named(piece)(each));
    if (record && partsOf(record).every((part) => names.indexOf(part) === names.lastIndexOf(part))) return recordPieces(record, asked) ?? [null];
    const one = find(piece), nouns = /:([^|]*)\|([^|}]*)/.exec(piece); // what is below 0 shows its sign
    if (piece.endsWith("?}")) return [];
    if (!one || one.field.fields?.length) return [null];
    if (one.field.many) return asked.filter((each) => each.field.name === one.field.name).flatMap((each) => (each.nth ? [" and ", each] : [each]));
    return nouns ? [one, ` ${one.value === 1 ? nouns[1] : nouns[2]}`] : [one];
  });
  return found.includes(null) ? null : /** @type {(string | Asked)[]} */ (found);
}

/** Pieces of an object of fields, or of each in a list of them, by its own phrase. @param {any} record @param {Asked[]} asked @returns {(string | Asked)[] | null} */
function recordPieces(record, asked) {
  const isPart = (/** @type {Asked} */ { field }) => partsOf(record).includes(field.name);
  const next = asked.findIndex(({ field }) => field.name === record.name), end = next < 0 ? asked.length : next;
  const first = asked.slice(0, end).filter(isPart), whole = first[0] ? pieces(record, first) : [];
  return next < 0 ? whole : whole && [...whole, " ", asked[next], " ", ...(recordPieces(record, asked.slice(next + 1)) ?? [])];
}

/** What a button says that throws. @param {{count: number, of: string}} thrown */
const falls = ({ count, of }) => `${of === "cards" ? "Draw" : "Throw"} ${count} ${count === 1 ? of.replace(/s$/, "") : of}`;

/** Whether a field may stand in a phrase. @param {Asked} one */
const isInline = ({ field, values }) => (!field.fields?.length || (field.many && field.phrase)) && !values.keys && !values.schema && !field.seldom;

/**
 * What it needs: `menu`, `form` (a form, or the field of an answer), `fixed` values, `label`, `send(filled, faces)`,
 * `check(filled)`, `onClose`, `fight`.
 */
export class Filling extends View {
  /** @type {any} */
  state = { picks: new Map(), faces: [], needed: this.props.needed };
  checks = 0;

  componentDidMount() {
    this.look();
    this.place();
    this.root.current.querySelector("select, input, textarea, button")?.focus();
  }

  componentDidUpdate() {
    this.place();
  }

  componentWillUnmount() {
    this.checks = -1;
    this.props.fight.choose(null);
  }

  /** Offers the squares of the board that the form may name, where two numbers that are asked make one; of a list of squares each is pressed. */
  place() {
    const { menu, form, fixed, foes, fight } = this.props, { picks } = this.state, { asked } = this.asked();
    const named = (/** @type {Asked[]} */ some, /** @type {string} */ name) => some.filter(({ field }) => field.name === name);
    const xs = named(asked, "x"), ys = named(asked, "y"), [list] = asked.filter(({ field }) => field.many && partsOf(field).includes("x"));
    const area = xs[0] && ys[0] && fight.table.board?.kind === "squares" && squaresOf(fight.table);
    if (!area) return fight.choose(null);
    const [columns, rows] = area, chosen = xs.map(({ value }, at) => [value, ys[at]?.value]);
    const squares = columns.filter((east) => xs[0].values.has(east)).flatMap((east) => {
      const [{ values }] = [...named(interview(menu, form, new Map([...picks, [xs[0].key, east]]), fixed, foes).asked, "y"), ys[0]];
      return rows.filter((to) => values.has(to)).map((to) => [east, to]);
    });
    const pick = (/** @type {number[]} */ ...square) => {
      const others = list ? chosen.filter((one) => one[0] !== undefined && !isSame(one, square)) : [], isTaken = list && chosen.some((one) => isSame(one, square));
      const next = new Map(this.state.picks), entries = list ? named(asked, list.field.name) : [], unasked = Number(asked.indexOf(list) > asked.indexOf(xs[0])); // the first of a list that has to be
      if (list) for (const { key } of [...entries, ...xs, ...ys]) next.delete(key);
      for (const [at, [east, to]] of [...others, ...(isTaken ? [] : [square])].entries()) {
        next.set(`x ${at}`, east).set(`y ${at}`, to);
        if (list && at >= unasked) next.set(`${list.field.name} ${at - unasked}`, true);
      }
      this.picked(next);
    };
    fight.choose({ label: `${form.label}${list ? ":" : " to"}`, squares, chosen, pick });
  }

  asked() {
    const { menu, form, fixed, foes } = this.props;
    return interview(menu, form, this.state.picks, fixed, foes);
  }

  /** @param {string} key @param {any} value */
  pick(key, value) {
    const picks = new Map(this.state.picks);
    value === undefined ? picks.delete(key) : picks.set(key, value);
    this.picked(picks);
  }

  /** @param {Map<string, any>} picks */
  picked(picks) {
    this.set({ picks, refusal: null, faces: [], needed: null }, () => this.look());
  }

  /** Asks the service what the button throws, and what comes next. */
  async look() {
    const { filled } = this.asked(), mine = ++this.checks;
    const found = filled === undefined || !this.props.check ? null : await this.props.check(filled).catch(() => null);
    if (mine !== this.checks) return;
    const { throw: thrown, asks = [] } = found ?? {};
    this.set({ go: thrown ? falls(thrown) : "", then: asks.map((/** @type {any} */ one) => one.question).join(" ") });
  }

  /** @param {Event} [event] @param {any[]} [faces] */
  async send(event, faces = this.state.faces) {
    event?.preventDefault();
    const { asked, filled } = this.asked(), long = asked.find(isTooLong), lacks = asked.find((one) => one.field.required && one.value === undefined) ?? asked.at(-1);
    if (filled === undefined) return this.set({ refusal: { detail: long ? `${long.field.label}: at most ${long.values.text?.[0]} characters, and these are ${long.value.length}.` : `${lacks?.field.label} is missing, or does not fit.` } });
    this.set({ refusal: null, faces });
    try {
      await this.props.send(filled, faces);
    } catch (error) {
      const found = problemOf(error);
      const needed = found.code === "faces_missing" ? found.needed : null;
      if (this.checks < 0) return this.props.fight.refuse(found); // somebody else has passed the turn, and the form is gone
      this.set({ refusal: needed ? null : found, needed, ...(found.code?.startsWith("faces_") && !needed && { faces: [] }) });
    }
  }

  render() {
    const { form, label, onClose, fight } = this.props, { refusal, go, then, needed } = this.state;
    const { asked } = this.asked(), pick = (/** @type {string} */ key, /** @type {any} */ value) => this.pick(key, value);
    const shown = asked.filter((one) => this.props.fixed?.[one.field.name] === undefined && !isIdle(one));
    const held = isHand(fight.table), phrase = pieces(form, shown.filter((one) => isInline(one) && !held(one))) ?? [];
    const rest = shown.filter((one) => !phrase.includes(one) && (one.field.fields?.length || !isSettled(one) || fight.table.combatants[one.value]));
    const given = { pick, fight, errors: refusal?.errors }, isAtField = asked.some(({ field, values }) => values.schema && faultsOf(field, given.errors)[0]);
    const seldom = rest.filter((one) => one.seldom), usual = rest.filter((one) => !one.seldom);
    return html`<form class="filling" ref=${this.root} aria-label=${label} onSubmit=${(/** @type {Event} */ event) => this.send(event)} onKeyDown=${(/** @type {KeyboardEvent} */ event) => event.key === "Escape" && (event.stopPropagation(), onClose())}>
      ${phrase.length ? html`<p class="phrase">${phrase.map((one) => (typeof one === "string" ? one : html`<${Control} key=${one.key} one=${one} pick=${pick} inline=${true} />`))}</p>` : html`<p class="phrase"><b>${label}</b></p>`}
      ${usual[0] && html`<div class="rows">${usual.map((one) => html`<${held(one) ? Hand : Row} key=${one.key} one=${one} ...${given} />`)}</div>`}
      ${seldom[0] && html`<details class="fold"><summary>More</summary><div class="rows">${seldom.map((one) => html`<${Row} key=${one.key} one=${one} ...${given} />`)}</div></details>`}
      ${form.costs && html`<p class="note">Costs ${form.costs}.</p>`}
      ${needed && html`<${Faces} needed=${needed} name=${nameOf(fight.table, needed.combatant)} onThrown=${(/** @type {any} */ faces) => this.send(undefined, [...this.state.faces, faces])} />`}
      ${refusal && refusedBy(isAtField ? { ...refusal, detail: "" } : refusal, fight)}
      <p class="buttons">${!needed && html`<button class="main" type="submit">${go || label}</button>`}<button onClick=${onClose}>Not now</button></p>
      ${then && html`<p class="note">${then}</p>`}</form>`;
  }
}

/** What was refused, by which rule, where it was given. @param {any} problem @param {any} fight */
export const refusedBy = (problem, fight) => html`<div class="refusal" role="alert"><p>${problem.rule && html`<b>Refused by ${problem.rule}: </b>`}${problem.detail.split(" Legal now:")[0]} ${problem.status >= 500 ? "Whether it has happened, the story says." : "Nothing has happened."}</p>
  ${problem.rule && html`<${RuleNote} id=${problem.rule} fight=${fight} />`}</div>`;

/** Throws at the table: coins are tapped, the faces of dice and cards typed. What it needs: `needed` (what falls next), `name` (who throws), `onThrown(faces)`. */
export class Faces extends View {
  /** @type {any} */
  state = { coins: "H".repeat(this.props.needed.count), typed: "" };

  /** @param {any} before */
  componentDidUpdate(before) {
    if (before.needed !== this.props.needed) this.set({ coins: "H".repeat(this.props.needed.count), typed: "" });
  }

  thrown() {
    const { needed, onThrown } = this.props, { coins, typed } = this.state;
    const words = typed.trim().toUpperCase().split(/[\s,]+/).filter(Boolean);
    onThrown(needed.of === "coins" ? coins : needed.of === "cards" ? words : words.map(Number));
  }

  render() {
    const { needed, name } = this.props, { coins, typed } = this.state;
    const what = `${needed.count} ${needed.count === 1 ? needed.of.replace(/s$/, "") : needed.of}`;
    const turned = (/** @type {number} */ at) => [...coins].map((face, place) => (place === at ? (face === "H" ? "T" : "H") : face)).join("");
    return html`<fieldset class="faces"><legend>${name} ${needed.of === "cards" ? "draws" : "throws"} ${what} for ${needed.what}</legend>
      ${needed.of === "coins" ? html`<div class="coins">${[...coins].map((face, at) => html`<button class="coin ${face === "H" ? "heads" : "tails"}" aria-label="Coin ${at + 1}: ${face === "H" ? "heads" : "tails"}" onClick=${() => this.set({ coins: turned(at) })} />`)}</div>`
        : html`<input aria-label="The faces of ${what}" placeholder=${needed.of === "cards" ? "KH 10S" : "3 6 1"} value=${typed} onInput=${(/** @type {any} */ event) => this.set({ typed: event.target.value })} />`}
      <button class="main" onClick=${() => this.thrown()}>That is what fell</button></fieldset>`;
  }
}
