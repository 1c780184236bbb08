// Cards of combatants, by side: meters, conditions, bonds; what they are and carry opens on demand.
import { count, entries, html, join, minus, RuleNote, Seen, values, View } from "../base/html.js";
import { called, nameOf, sideClass, tokenOf } from "./names.js";
import { playingCard } from "./throws.js";

/** @typedef {import("../base/fight.js").Table} Table */

/** @type {Record<string, string>} */
const SIGNS = { bad: "−", warn: "!", good: "+", plain: "·" };
const CROWD = 9, MANY = 36, MOST_PIPS = 8;

/** Whether it is somebody's turn, by the word of its tag. @param {string} word */
const isOwn = (word) => word === "acting" || word === "asked";

/** Small circles, some of them filled. @param {number} full @param {number} most */
export const pips = (full, most) => html`<span class="pips" aria-hidden="true">${Array.from({ length: most }, (_, place) => html`<i class=${place < full ? "full" : ""} />`)}</span>`;

/** What a meter has, in words. @param {any} meter */
const valueOf = ({ now, most, text }) => text || minus(now) + (most != null ? ` of ${most}` : "");

/** @param {string} key @param {any} legend what the meter is called, and when it is low @param {any} one */
function drawMeter(key, { label, low, tone }, one) {
  const { now, most, least = 0 } = one, value = valueOf(one);
  const isLow = low != null ? now <= low : tone === "harm" && most != null && now >= most;
  const inPips = most != null && most <= MOST_PIPS && now >= 0 && now <= most;
  const grey = least < 0 && most != null && most - least <= 5 * MOST_PIPS;
  const drawn = grey
    ? html`<span class="two-rows">${pips(Math.max(0, now), most)}<span class="grey">${pips(Math.max(0, Math.min(now, 0) - least), -least)}</span></span>`
    : inPips ? pips(now, most)
    : most ? html`<span class="track" aria-hidden="true"><i style=${{ "--share": Math.max(0, Math.min(1, now / most)) }} /></span>` : html`<span />`;
  return html`<div key=${key} class="meter${isLow ? " low" : ""}" role="meter" aria-label=${label} aria-valuemin=${Math.min(least, now)} aria-valuemax=${Math.max(most ?? now, now)} aria-valuenow=${now} aria-valuetext=${value}>
    <span aria-hidden="true">${label}</span>${drawn}<${Seen} class="value">${inPips && !grey ? now : value}<//>
  </div>`;
}

/** @param {string} key @param {string} [tone] @param {any} [text] */
const drawCondition = (key, tone = "plain", text) => html`<li key=${key} class="condition ${tone}"><${Seen} class="sign">${SIGNS[tone]}<//><span>${text}</span></li>`;

/** Where somebody is, in words. @param {Table} table @param {any} place */
export function placeOf(table, place) {
  if (!place) return "";
  if (place.in) return `${place.seat ?? ""} ${nameOf(table, place.in)}`.trim();
  if (place.at !== undefined) return table.board?.places?.[place.at]?.name ?? "";
  return `${table.board?.kind === "squares" ? "square " : ""}${place.x}, ${place.y}${table.board?.unit && table.board.kind !== "squares" ? ` ${table.board.unit}` : ""}`;
}

/** The state in one word, and its tone. @param {Table} table @param {string} id */
function tagOf(table, id) {
  const { state, why } = table.combatants[id], { to_act: acts, awaits } = table;
  if (state !== "able") return [why && why.length < 24 ? why : state, "bad"];
  const prompt = values(awaits).find((one) => one.to === id && !one.later);
  if (prompt) return [prompt.answered ? (prompt.sealed ? "sealed" : "answered") : "asked", ""];
  return [acts.who.includes(id) ? "acting" : "", ""];
}

/** The meter that is nearest to its end, in words. @param {Table} table @param {any[]} meters */
function lowest(table, meters) {
  const left = (/** @type {any} */ [name, { now, most }]) => (table.legend[name].tone === "harm" ? most - now : now) / most;
  const [found] = meters.filter(([, one]) => one.most).sort((a, b) => left(a) - left(b));
  return found && `${table.legend[found[0]].label} ${valueOf(found[1])}`;
}

/** What it needs: `table`, `id`; `brief` in a crowd, where all but the summary opens on demand. */
export class CombatantCard extends View {
  state = { open: false };

  render() {
    const { table, id, fight, brief, differs } = this.props;
    const one = table.combatants[id], [word, tone] = tagOf(table, id);
    const meters = entries(one.meters), conditions = entries(one.conditions), items = values(one.items);
    const bonds = entries(table.bonds).filter(([, bond]) => (bond.from === id || bond.to === id) && !bond.mutual);
    const rules = [...new Set(conditions.map(([, each]) => each.rule).filter(Boolean))];
    const own = isOwn(word), whole = !brief || this.state.open;
    const place = placeOf(table, one.place);
    const facts = join([one.secret ? "its sheet is secret" : "", one.role || one.kind, place, one.why], ", ");
    return html`<li class="card ${one.state} ${own ? (word === "asked" ? "awaited" : "acting") : ""}${differs ? " changed" : ""}">
      <details onToggle=${(/** @type {any} */ event) => this.set({ open: event.target.open })}><summary>${tokenOf(table, id)}<span class="title">${called(table, id)}
        ${(word || differs) && html`<span class="tag ${tone}">${join([word, differs && "differs"], ", ")}</span>`}${!whole && html`<span class="tag">${join([lowest(table, meters), conditions.length && count(conditions.length, "condition")], ", ")}</span>`}</span></summary>
        <dl class="sheet small"><dt>Is</dt><dd>${facts}</dd>
          ${items.map((item) => html`<dt>${item.name}</dt><dd>${join([item.use, item.note], "; ")}</dd>`)}
          ${conditions.filter(([, each]) => each.until || each.source).map(([, each]) => html`<dt>${each.label}</dt><dd>${join([each.until && `until ${each.until}`, each.source && `by ${each.source}`], "; ")}</dd>`)}
        </dl>${fight && rules.map((rule) => html`<${RuleNote} key=${rule} id=${rule} fight=${fight} />`)}
      </details>
      ${whole && meters[0] && html`<div class="meters">${meters.map(([name, each]) => drawMeter(name, table.legend[name], each))}
        ${items.flatMap((item) => entries(item.meters).slice(0, 1).map(([name, each]) => drawMeter(item.name, { ...table.legend[name], label: item.name }, each)))}</div>`}
      ${one.hand && one.hand.count > 0 && html`<p class="held small">${one.hand.cards?.length
        ? one.hand.cards.map((/** @type {any} */ card) => html`<span role="img" aria-label=${card.label}>${playingCard(card.face, true)}</span>`)
        : html`<${Seen} class="backs">${Array.from({ length: one.hand.count }, () => html`<i class="pcard back tiny" />`)}<//>`}${one.hand.count} in hand</p>`}
      ${one.doing && !brief && html`<p class="note">${one.doing.label}</p>`}
      ${whole && (conditions[0] || bonds[0]) && html`<ul class="conditions">
        ${conditions.map(([key, each]) => drawCondition(key, each.tone, each.label))}
        ${bonds.map(([key, { from, to, label, back, tone, back_tone: backTone, note }]) => {
          const [words, other, look] = from === id ? [label, to, tone] : [back, from, backTone];
          return drawCondition(key, look, html`${words} ${called(table, other)}${note && `, ${note}`}`);
        })}</ul>`}
    </li>`;
  }
}

/** Everybody, by side. @param {Table} table @param {any} [fight] */
export function drawSides(table, fight) {
  const groups = [...table.sides.map((one, at) => ({ ...one, at })), { id: undefined, name: "", at: -1 }];
  const of = (/** @type {string | undefined} */ side) => table.order.filter((id) => (table.combatants[id].side || undefined) === side);
  const own = table.order.filter((id) => isOwn(tagOf(table, id)[0])), shown = own.length < CROWD ? own : []; // of a crowd whose turn it is, nobody stands out
  return html`<section class="sides" aria-label="Combatants">${!table.order[0] && html`<p class="muted">Nobody has joined. Add combatants, or send each player a link.</p>`}${groups.map(({ id, name, at }) => of(id)[0] && html`<div class="side" key=${id ?? ""}>
    ${name && html`<h2><${Seen} class="token dot ${sideClass(at)}" />${name}</h2>`}
    <ul class="cards">${of(id).map((each) => html`<${CombatantCard} key=${each} table=${table} id=${each} fight=${fight} brief=${(of(id).length >= CROWD || table.order.length > MANY) && !shown.includes(each)} />`)}</ul></div>`)}</section>`;
}
