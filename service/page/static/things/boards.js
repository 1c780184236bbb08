// Where everybody is: zones as rooms, squares as squares, metres as a line; without places, who is bound to whom.
import { entries, html, join, listed, minus, Seen, values, View } from "../base/html.js";
import { isSame } from "../options.js";
import { nameOf, pieceOf, tokenOf } from "./names.js";
import { playingCard } from "./throws.js";

/** @typedef {import("../base/fight.js").Table} Table */

/** As many characters of labels fit on a line of metres on a phone. */
const LABELS = 48;
/** The share of that line that a token takes. */
const TOKEN = 0.09;
const MOST_SQUARES = 24;

/** @param {Table} table @returns {any[]} */
const bondsOf = (table) => values(table.bonds);

/** Those who are bound to each other stand in one knot, with the bond between them. @param {Table} table @param {string[]} ids */
function knots(table, ids) {
  const bonds = bondsOf(table).filter(({ from, to }) => ids.includes(from) && ids.includes(to));
  const holds = (/** @type {string} */ id) => bonds.some((bond) => bond.from === id && !bond.mutual);
  const left = new Set([...ids].sort((a, b) => Number(holds(b)) - Number(holds(a))));
  /** What is between two, the strongest bond alone. @type {(a: string, b: string) => any} */
  const tie = (a, b) => {
    const found = bonds.filter(({ from, to }) => (from === a && to === b) || (from === b && to === a));
    const { label, back, from, note, mutual } = found.find((one) => !one.mutual) ?? found[0] ?? { label: "·", from: a, mutual: true };
    return html`<span class="tie small${mutual ? "" : " bond"}">${from === a ? label : back}${note && `, ${note}`}</span>`;
  };
  return [...left].map((id) => {
    if (!left.delete(id)) return null;
    const knot = [id];
    for (const each of knot) for (const { from, to } of bonds) if ((from === each || to === each) && left.delete(from === each ? to : from)) knot.push(from === each ? to : from);
    const look = knot.length < 2 ? null : knot.some(holds) ? "knot bound" : "knot";
    return html`<li key=${id} class=${look}>${knot.map((each, at) => html`${at > 0 && tie(knot[at - 1], each)}${pieceOf(table, each)}`)}</li>`;
  });
}

/** @param {{table: Table, id: string}} props */
function Vehicle({ table, id }) {
  const one = table.combatants[id], { driver, riders = [], most } = one.seats ?? {};
  const taken = [driver, ...riders].filter(Boolean).length, free = most ? Math.max(0, most - taken) : 0;
  const states = values(one.conditions), relations = bondsOf(table).filter((bond) => bond.from === id || (bond.mutual && bond.to === id));
  const label = [one.name, ...states.map((each) => each.label), `driver: ${driver ? nameOf(table, driver) : "free"}`, ...riders.map((rider) => `rider: ${nameOf(table, rider)}`), free && `${free} free`];
  return html`<li class="vehicle${states.length ? " halting" : ""}" aria-label="${label.filter(Boolean).join("; ")}.">
    <span class="small vname">${one.name}${states.map((each) => html`<span class="tag warn">${each.label}</span>`)}</span>
    <span class="seats">${[driver, ...riders].map((who) => who && html`<span class="seat">${pieceOf(table, who)}</span>`)}${Array.from({ length: free }, () => html`<span class="seat free" />`)}</span>
    ${relations.map((bond) => html`<span class="small relation">${bond.label} ${nameOf(table, bond.from === id ? bond.to : bond.from)}</span>`)}</li>`;
}

/** Where a line begins and ends that joins two stretches: in the middle of what both have, or else in their middles. @param {number} from @param {number} to @param {number} since @param {number} until */
function between(from, to, since, until) {
  const common = (Math.max(from, since) + Math.min(to, until)) / 2;
  return Math.max(from, since) < Math.min(to, until) ? [common, common] : [(from + to) / 2, (since + until) / 2];
}

/** Zones as rooms, in rows by storey; the ways between them are dotted lines, and words below each. */
class Zones extends View {
  /** @type {any} */
  state = { lines: [] };

  rooms = new WeakSet();

  componentDidMount() {
    this.watch = new ResizeObserver(() => this.measure());
    this.watch.observe(this.root.current);
    this.componentDidUpdate(this.props);
  }

  componentWillUnmount() {
    this.watch?.disconnect();
  }

  /** Rooms are measured once they have come to lie, and not while they are drawn. @param {any} before */
  componentDidUpdate(before) {
    for (const room of this.root.current.querySelectorAll("[data-zone]")) if (!this.rooms.has(room)) this.watch?.observe(room), this.rooms.add(room);
    if (!isSame(before.table.board?.links, this.props.table.board?.links)) this.measure();
  }

  /** Lines run below the rooms, as these have come to lie: straight where two rooms face each other. */
  measure() {
    const root = this.root.current, base = root.getBoundingClientRect();
    const box = (/** @type {string} */ id) => [...root.querySelectorAll("[data-zone]")].find((one) => one.dataset.zone === id)?.getBoundingClientRect();
    const lines = values(this.props.table.board?.links).flatMap((link) => {
      const a = box(link.from), b = box(link.to);
      if (!a || !b) return [];
      const [x1, x2] = between(a.left, a.right, b.left, b.right), [y1, y2] = between(a.top, a.bottom, b.top, b.bottom);
      return [{ x1: x1 - base.left, y1: y1 - base.top, x2: x2 - base.left, y2: y2 - base.top }];
    });
    if (!isSame(lines, this.state.lines)) this.set({ lines });
  }

  render() {
    /** @type {Table} */
    const table = this.props.table;
    const board = table.board ?? { kind: "zones" }, places = entries(board.places), links = values(board.links);
    const storeys = [...new Set(places.map(([, one]) => one.storey ?? 0))].sort((a, b) => b - a);
    const way = (/** @type {any} */ link) => join([link.kind, link.note], ", ");
    const at = (/** @type {string} */ id) => table.order.filter((each) => table.combatants[each].place?.at === id);
    const room = (/** @type {[string, any]} */ [id, zone]) => {
      const here = at(id), vehicles = here.filter((each) => table.combatants[each].kind === "vehicle"), people = here.filter((each) => !vehicles.includes(each));
      const exits = links.filter((link) => link.from === id || link.to === id);
      const things = [...values(board.features), ...values(board.lying)].filter((one) => (/** @type {any} */ (one).place?.at ?? /** @type {any} */ (one).at) === id);
      return html`<li key=${id} class="zone" data-zone=${id}><p class="small zname">${zone.name}${zone.note && html`<span class="muted"> ${zone.note}</span>`}</p>
        <ul class="who">${knots(table, people)}${vehicles.map((each) => html`<${Vehicle} key=${each} table=${table} id=${each} />`)}${!here.length && html`<li class="note">Nobody here</li>`}</ul>
        ${things[0] && html`<p class="note">Here: ${listed(things.map((one) => one.name))}</p>`}
        ${exits[0] && html`<p class="exits small">To ${exits.map((link) => `${board.places?.[link.from === id ? link.to : link.from]?.name}: ${way(link)}`).join("; ")}</p>`}</li>`;
    };
    return html`<div class="zones" ref=${this.root}>
      ${storeys.map((storey) => html`<div class="floor${storeys.length > 1 ? "" : " only"}" key=${storey}>${storeys.length > 1 && html`<span class="storey small">${storey ? `storey ${storey}` : "ground"}</span>`}
        <ul class="rooms">${places.filter(([, one]) => (one.storey ?? 0) === storey).map(room)}</ul></div>`)}
      <svg class="links" aria-hidden="true">${this.state.lines.map((/** @type {any} */ one) => html`<line x1=${one.x1} y1=${one.y1} x2=${one.x2} y2=${one.y2} />`)}</svg>
    </div>`;
  }
}

/** @param {Table} table @returns {[string, {x: number, y: number}][]} */
const points = (table) => table.order.flatMap((id) => (table.combatants[id].place?.x == null ? [] : [[id, /** @type {any} */ (table.combatants[id].place)]]));

/** @param {Table} table */
const lyingOn = (table) => values(table.board?.lying).filter((one) => one.place.x != null);

/** The columns and rows that are drawn of a board of squares: around all who are on it, or around its middle; of a large board none. @param {Table} table @returns {number[][] | null} */
export function squaresOf(table) {
  const spots = [...points(table).map(([, at]) => at), ...lyingOn(table).map((one) => one.place)], all = spots[0] ? spots : [{ x: 0, y: 0 }];
  const spans = [all.map(({ x }) => Number(x)), all.map(({ y }) => Number(y))].map((some) => [Math.min(...some) - 1, Math.max(...some) - Math.min(...some) + 3]);
  return spans.some(([, length]) => length > MOST_SQUARES) ? null : spans.map(([from, length]) => numbers(from, length));
}

/** @param {number} from @param {number} length */
const numbers = (from, length) => Array.from({ length }, (_, at) => from + at);

/** @param {Table} table @param {any} [choice] */
function drawSquares(table, choice) {
  const all = points(table), lying = lyingOn(table), [columns, rows] = squaresOf(table) ?? [];
  if (!columns) return drawMetres(table);
  if (!all[0] && !lying[0] && !choice) return html`<p class="note">Nobody has a square yet.</p>`;
  const [left] = columns, [top] = rows, [wide, high] = [columns.length, rows.length];
  const row = (/** @type {number} */ y) => (table.board?.y === "down" ? y - top : high - 1 - (y - top));
  const place = (/** @type {any} */ at) => ({ "--x": at.x - left, "--y": row(at.y) });
  const near = (/** @type {any} */ at, /** @type {string} */ id) => all.filter(([other, to]) => other !== id && Math.abs(to.x - at.x) <= 1 && Math.abs(to.y - at.y) <= 1).map(([other]) => nameOf(table, other));
  const shares = (/** @type {any} */ at) => all.filter(([, to]) => to.x === at.x && to.y === at.y).map(([id]) => id);
  const spread = (/** @type {string[]} */ ids, /** @type {string} */ id) => { const half = (ids.length - 1) / 2; return (ids.indexOf(id) - half) / Math.max(1, half); }; // a crowd stays on its square
  return html`<div class="squares-frame" style=${{ "--wide": wide, "--high": high }}><ul class="squares">
    ${lying.map((one) => html`<li class="square-of thing" style=${place(one.place)} aria-label="${one.name} lies at square ${one.place.x}, ${one.place.y}"><${Seen} class="small under">${one.name}<//></li>`)}
    ${all.map(([id, at]) => html`<li class="square-of${shares(at)[1] ? " shared" : ""}" key=${id} style=${{ ...place(at), "--n": spread(shares(at), id) }} aria-label="${nameOf(table, id)}: square ${at.x}, ${at.y}${near(at, id).length ? `, next to ${listed(near(at, id))}` : ""}">
      ${tokenOf(table, id)}<${Seen} class="small under">${nameOf(table, id).split(" ")[0]}<//></li>`)}
    ${choice?.squares.map((/** @type {any[]} */ [x, y]) => html`<li class="square-of" style=${place({ x, y })}><button class="pick" aria-label="${choice.label} square ${x}, ${y}" aria-pressed=${choice.chosen.some((/** @type {any[]} */ one) => isSame(one, [x, y]))} onClick=${() => choice.pick(x, y)} /></li>`)}
  </ul><div class="xs small" aria-hidden="true">${columns.map((x) => html`<span>${minus(x)}</span>`)}</div>
  <div class="ys small" aria-hidden="true">${rows.sort((a, b) => row(a) - row(b)).map((y) => html`<span>${minus(y)}</span>`)}</div></div>`;
}

/** How far everybody is from the one who acts, to scale. @param {Table} table */
function drawMetres(table) {
  const all = points(table), unit = table.board?.unit ?? "";
  const from = all.find(([id]) => table.to_act.who.includes(id)) ?? all[0];
  if (!from) return html`<p class="note">Nobody has a place yet.</p>`;
  const far = all.map(([id, { x, y }]) => /** @type {[string, number]} */ ([id, Math.round(Math.hypot(x - from[1].x, y - from[1].y))])).sort((a, b) => a[1] - b[1]);
  const most = Math.max(1, far[far.length - 1][1]), ends = /** @type {number[]} */ ([]), taken = /** @type {number[]} */ ([]); // of each level, where its last label ends; of each row, where its last token does
  const marks = far.map(([id, metres]) => {
    const label = `${nameOf(table, id)}, ${metres} ${unit}`, long = label.length / LABELS, at = metres / most, isEnd = at > 0.5, begins = isEnd ? at - long : at;
    const free = ends.findIndex((end) => end <= begins), level = free < 0 ? ends.length : free;
    const above = taken.findIndex((end) => end <= at), row = above < 0 ? taken.length : above;
    ends[level] = begins + long;
    taken[row] = at + TOKEN;
    return html`<li key=${id} class=${isEnd ? "end" : ""} style=${{ "--at": at, "--level": level, "--row": row }}>${tokenOf(table, id)}<span class="small">${label}</span></li>`;
  });
  return html`<ol class="metres" style=${{ "--levels": ends.length, "--rows": taken.length }} aria-label="Distances from ${nameOf(table, from[0])}">${marks}</ol>`;
}

/** Decks: what is left and discarded, and the newest card. @param {Table} table */
const drawDecks = (table) => html`<div class="decks">${values(table.decks).map((deck) => {
  const has = [deck.left != null && `${deck.left} left`, `${deck.played} discarded`], top = deck.top?.[0];
  return html`<div class="deck" role="img" aria-label=${[deck.name, join([...has, top && `${top} on top`], ", ")].join(": ")}>
    <${Seen} class="piles">${playingCard()}${top && playingCard(faceOf(top))}<//>
    <${Seen} class="small">${deck.name}<br />${join(has, ", ")}<//></div>`;
})}</div>`;

/** The face that a label names: *10 of clubs*. @param {string} label */
function faceOf(label) {
  const [rank, suit] = label.split(" of ");
  return suit ? `${/^\d/.test(rank) ? rank : rank[0].toUpperCase()}${suit[0].toUpperCase()}` : "JOKER";
}

/** @param {Table} table @param {any} [choice] the squares to choose from */
export function drawBoard(table, choice) {
  const kind = table.board?.kind, decks = entries(table.decks)[0];
  if (!table.order.length) return null;
  const shown = kind === "zones" ? html`<${Zones} table=${table} />`
    : kind === "squares" ? drawSquares(table, choice)
    : kind === "metres" ? drawMetres(table)
    : html`<div class="zone"><ul class="who">${knots(table, table.order)}</ul></div>`;
  return html`<section class="board" aria-label=${decks ? "Places and decks" : "Board"}>${shown}${decks && drawDecks(table)}</section>`;
}
