// The time in the fight: whose turn it is, who is asked, and a count with what was declared on it.
import { html, icon, join } from "../base/html.js";
import { pips } from "./cards.js";
import { called, calledAll, tokenOf } from "./names.js";

/** @typedef {import("../base/fight.js").Table} Table */

const MOST_PIPS = 6, MOST_NEXT = 4, LONG = 200;

/** The large number of a clock, and its unit. @param {Table} table */
function numeralOf(table) {
  const { label = "", round = 0, count } = table.clock ?? {};
  if (count) return [count.now, `${count.label.toLowerCase()} ${count.runs === "down" ? "↓" : "↑"}`];
  return round ? [round, label.replace(String(round), "").replace(/\s+/g, " ").trim().toLowerCase()] : ["", ""];
}

/** What the turn still has. @param {Record<string, number>} left */
const leftOf = (left) => Object.entries(left).map(([what, number]) => html`<span class="rest note">${what} ${number <= MOST_PIPS
  ? html`<span role="img" aria-label="${number} left">${pips(number, number)}</span>` : html`<b>${number}</b>`}</span>`);

/** @param {Table} table */
export function drawTurn(table) {
  const { to_act: acts, awaits, over, clock } = table, [number, unit] = numeralOf(table);
  const open = Object.values(awaits).filter((one) => !one.answered && !one.later && !acts.who.includes(one.to));
  const people = acts.who.filter((id) => table.combatants[id]);
  const verb = acts.who.length === 1 ? "has" : "have";
  const left = people.length === 1 && acts.left?.[people[0]];
  const later = (/** @type {string[]} */ ids) => ids.filter((id) => !acts.who.includes(id)); // who acts now, and again later, is no news
  const next = (over ? [] : acts.next ?? []).map(later).filter((ids) => ids[0]).slice(0, MOST_NEXT);
  const below = join([clock?.count && clock.phase, clock?.note], ", ");
  return html`<section class="turn" aria-label="Whose turn">
    ${number !== "" && html`<p class="clock"><span class="num">${number}</span><span class="small">${unit}</span></p>`}
    <div><p class="whose">${over ? html`<b>${over.sentence}</b>` : table.status !== "open" ? html`<b>The fight is ${table.status}.</b>`
      : html`<span>${acts.who.length ? [calledAll(table, acts.who, "The"), ` ${verb} ${acts.has}`] : clock?.count ? "The count goes on" : acts.now ? "Nobody acts" : "Being settled"}</span>${left && leftOf(left)}`}</p>
      <div class="note">${number === "" && clock ? html`${clock.label}${below.length || open.length ? ". " : ""}` : ""}${open.length
        ? html`Waiting for ${calledAll(table, open.map((one) => one.to))}, asked at event ${open[0].since}`
        : below.length < LONG ? below : html`<details><summary class="clamped">${below}</summary></details>`}</div>${!open[0] && next[0] && html`<ol class="note next" aria-label="Who is next">${next.map((ids) => html`<li>then ${calledAll(table, ids)}</li>`)}</ol>`}</div>
  </section>`;
}

/** A count as a track with tokens where somebody declared, and below it who said what, or that it is sealed. @param {Table} table */
export function drawCount(table) {
  const { count } = table.clock ?? {};
  if (!count) return null;
  const step = count.runs === "up" ? 1 : -1, ends = [count.from, count.to, count.now].sort((a, b) => (a - b) * step);
  const doing = table.order.map((id) => ({ id, .../** @type {any} */ (table.combatants[id].doing) })).map((one) => (one.state === "sealed" ? { when: count.now, ...one } : one)).filter((one) => one.when !== undefined).sort((a, b) => (a.when - b.when) * step);
  const numbers = Array.from({ length: Math.min(40, Math.abs(ends[2] - ends[0]) + 1) }, (_, at) => ends[0] + at * step);
  return html`<section class="count" aria-label="The count ${count.runs}, at ${count.now}">
    <ol class="numbers" style=${{ "--n": numbers.length }} aria-hidden="true">${numbers.map((tick) => html`<li class="${tick === count.now ? "now" : (count.now - tick) * step > 0 ? "gone" : ""}${tick % 5 ? "" : " five"}"><span class="small">${tick}</span>${doing.filter((one) => one.when === tick).map((one) => tokenOf(table, one.id))}</li>`)}</ol>
    <ul class="declared">${doing.map((one) => html`<li key=${one.id} class=${one.when === count.now ? "now" : ""}><span class="at">${one.when}</span>${called(table, one.id)}
      ${one.state === "sealed" ? html`<span class="seal">${icon("seal")}<span>Sealed: <span class="muted">${one.label}</span></span></span>` : html`<span class=${one.state === "revealed" ? "" : "muted"}>${one.label}</span>`}</li>`)}</ul>
  </section>`;
}

/** The surroundings in words. @param {Table} table */
export function drawScene(table) {
  const { name, light, weather = [], standing = [], notes } = table.scene ?? {};
  const words = join([name, light, ...weather, ...standing, notes], ". ");
  return words && html`<p class="note">${words}</p>`;
}
