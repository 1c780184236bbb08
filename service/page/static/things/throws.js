// Throws as what they are: coins, white and black dice, playing cards, two percentile dice.
import { count, entries, Fragment, html, join, Seen, signed } from "../base/html.js";
import { called, nameOf } from "./names.js";

/** @typedef {import("../base/fight.js").Table} Table */
/** @typedef {import("../base/fight.js").Throw} Throw */

/** @type {Record<string, [string, string]>} */
const SUITS = {
  H: ["hearts", "M12 21C5 15 2 11.5 2 8a5 5 0 0 1 10-1.5A5 5 0 0 1 22 8c0 3.5-3 7-10 13z"],
  D: ["diamonds", "M12 2l8 10-8 10-8-10z"],
  C: ["clubs", "M12 2a4.6 4.6 0 0 1 3.7 7.3 4.7 4.7 0 1 1-2.5 7.5c.2 2.2.8 3.7 2 5.2H8.8c1.2-1.5 1.8-3 2-5.2a4.7 4.7 0 1 1-2.5-7.5A4.6 4.6 0 0 1 12 2z"],
  S: ["spades", "M12 2c5 5 9 8 9 12a4.6 4.6 0 0 1-7.8 3.2c.2 2 .8 3.3 2 4.8H8.8c1.2-1.5 1.8-2.8 2-4.8A4.6 4.6 0 0 1 3 14c0-4 4-7 9-12z"],
};
/** @type {Record<string, string>} */
const RANKS = { K: "King", Q: "Queen", J: "Jack", A: "Ace" };

/** So many throws of one line are laid out. */
const MOST = 24;
const STAR = "M12 2l2.4 7.2H22l-6.2 4.5 2.4 7.3-6.2-4.5L5.8 21l2.4-7.3L2 9.2h7.6z";

/** The rank and the suit of a face; a joker has neither. @param {string} face */
const halves = (face) => /^(\d+|[JQKA])([HDCS])$/.exec(face)?.slice(1) ?? [];

/** @param {string} face */
export function cardName(face) {
  const [rank, suit] = halves(face);
  return rank ? `${RANKS[rank] ?? rank} of ${SUITS[suit][0]}` : face ? `${face.toLowerCase()} joker` : "a card face down";
}

/** A playing card; without a face it lies face down. @param {string} [face] @param {boolean} [tiny] */
export function playingCard(face = "", tiny) {
  const [rank, suit] = halves(face), look = join([!face && "back", "HD".includes(suit) && "red", tiny && "tiny"], " ");
  return html`<span class="pcard ${look}">${face && html`<span class="rank">${rank}</span><svg class="suit" viewBox="0 0 24 24"><path d=${rank ? SUITS[suit][1] : STAR} /></svg>`}</span>`;
}

const at = (/** @type {number} */ place) => ({ "--at": place });
/** @type {Record<string, (faces: any[]) => any>} */
const FALLEN = {
  coins: (faces) => html`<span class="coins">${faces.map(({ face }, place) => html`<i class="coin ${face === "H" ? "heads" : face === "T" ? "tails" : "due"}" style=${at(place)} />`)}</span>`,
  dice: (faces) => html`<span class="dice">${faces.map(({ face, colour = "white" }, place) => html`<i class="die ${colour}" style=${at(place)}>${face}</i>`)}</span>`,
  cards: (faces) => html`<span class="pcards">${faces.map(({ face }) => playingCard(face))}</span>`,
  percentile: (faces) => html`<span class="dice">${faces.map(({ face }) => html`<i class="die ten">${String(Math.floor((face % 100) / 10) * 10).padStart(2, "0")}</i><i class="die unit" style=${at(1)}>${face % 10}</i>`)}</span>`,
};
/** @type {Record<string, (one: Throw) => string>} */
const SAID = {
  coins: ({ faces = [], result }) => `${count(faces.length, "coin")}, ${result == null ? "to be thrown" : count(Number(result), "head")}`,
  dice: ({ faces = [], result }) => `${faces.map(({ face, colour = "" }) => `${colour} ${face}`.trim()).join(", ")}${result == null ? "" : `; ${result}`}`,
  cards: ({ faces = [], result }) => faces.map(({ face }) => cardName(String(face))).join(", ") + (result == null ? "" : `, ${result}`),
  percentile: ({ faces = [] }) => faces.map(({ face }) => face).join(", "),
};

/** Whether the parts of a throw are those of its target number. @param {Throw} one */
const isTarget = ({ target, parts = [] }) => parts.reduce((sum, { amount }) => sum + amount, 0) === target;

/** One throw; a screen reader hears it as one sentence. The result of two against each other is between them. @param {Table} table @param {Throw} one @param {string} size */
export function drawThrow(table, one, size) {
  const { who = "", kind, parts = [], faces = [], target } = one;
  const notes = join([parts.length > 1 && parts.map((part) => `${part.label} ${signed(part.amount)}`).join(", "), kind === "cards" && faces.length > 1 && one.counted], "; ");
  const label = `${join([nameOf(table, who), one.for], ", ")}: ${SAID[kind](one)}${target == null ? "" : ` against ${target}`}${notes && ` (${notes})`}`;
  return html`<span class="throw ${size}" role="img" aria-label=${label}>
    <${Seen} class="what">${called(table, who)} <span class="small">${one.for}</span>${/left|right|percentile/.test(size + kind) ? "" : html` <b>${one.result}</b>`}<//>
    <${Seen}>${FALLEN[kind](faces)}<//>
    ${notes && !(size === "left" && isTarget(one)) && html`<${Seen} class="small counts">${notes}<//>`}
  </span>`;
}

/** The parts of a pool or of a target number, one by one. @param {{caption: string, parts: any[], sum?: any[]}} props */
export const Sum = ({ caption, parts, sum }) => html`<table class="target small"><caption>${caption}</caption><tbody>
  ${parts.map((one) => html`<tr><th scope="row">${one.label}</th><td>${signed(one.amount)}</td><td class="muted">${one.of || one.rule}</td></tr>`)}
  ${sum && html`<tr class="sum"><th scope="row">${sum[0]}</th><td>${sum[1]}</td><td /></tr>`}
</tbody></table>`;

/** What is being settled, while somebody is asked: who does what against whom, with every part that is known. @param {{table: Table, one: any, fallen: boolean}} props */
const Due = ({ table, one, fallen }) => html`<div class="due">
  <p class="note">${one.label}${one.at && table.combatants[one.at] && one.parts.every((/** @type {any} */ part) => part.who !== one.at) ? html`, at ${called(table, one.at)}` : ""}</p>
  <ul>${one.parts.map((/** @type {any} */ part) => html`<li>
    <span>${called(table, part.who)} <span class="small">${join([part.does?.replace(/^./, (/** @type {string} */ first) => first.toLowerCase()), part.with, part.by], ", ")}</span></span>
    ${part.number !== undefined && !fallen && html`<span class="versus"><b class="num">${part.number}</b>${part.target !== undefined && html` <span class="note">against ${part.target}</span>`}</span>`}
    ${part.pool && html`<${Sum} caption=${part.target === undefined ? part.does : `Target number of ${nameOf(table, part.who)}`} parts=${part.pool} sum=${part.target === undefined ? null : ["Needs at most", part.target]} />`}
  </li>`)}</ul></div>`;

/** The last throw, one against the other, and what is to fall. @param {Table} table @param {import("../base/fight.js").Entry} [entry] @param {boolean} [fresh] */
export function drawStage(table, entry, fresh) {
  const due = table.status === "open" ? entries(table.pending) : [], throws = entry?.throws ?? [];
  if (!throws.length && !due.length) return !table.clock?.count && html`<section class="stage" aria-label="The last throw"><p class="note">Nothing has been thrown yet.</p></section>`;
  const [one, other] = throws, many = throws.filter((each) => each.for === one.for).length > 2;
  const opposed = !many && other?.result != null && one.result != null && one.kind === other.kind && one.who !== other.who;
  const further = throws.slice(many ? 0 : opposed ? 2 : 1);
  const number = (/** @type {Throw} */ each, /** @type {Throw} */ against) =>
    html`<b class="${Number.isInteger(each.result) ? "num" : ""}${each.won === false || Number(each.result) < Number(against?.result) ? " less" : ""}">${each.result ?? ""}</b>`;
  return html`<section class="stage${fresh ? " fresh" : ""}" aria-label=${due.length ? "What is to fall" : "The last throw"}>
    ${one && html`<${Fragment} key=${entry?.version}>${!many && html`<div class="thrown">
      ${drawThrow(table, one, "left")}
      <p class="score" aria-hidden="true">${number(one, opposed ? other : one)}${opposed && html`<span class="small">to</span>${number(other, one)}`}${!opposed && one.target != null && html`<span class="small">against ${one.target}</span>`}</p>
      ${opposed ? drawThrow(table, other, "right") : isTarget(one) && html`<${Sum} caption="Target number of ${nameOf(table, one.who ?? "")}" parts=${one.parts} sum=${["Needs at most", one.target]} />`}
    </div>`}
    ${further[0] && html`<div class="further">${further.slice(0, MOST).map((each) => drawThrow(table, each, many ? "" : "tiny"))}${further[MOST] && html`<span class="note">${further.length - MOST} more, in the story</span>`}</div>`}
    <p class="outcome">${entry?.level === 1 && entry.sentence}</p><//>`}
    ${due.map(([id, each]) => html`<${Due} key=${id} table=${table} one=${each} fallen=${one} />`)}
  </section>`;
}
