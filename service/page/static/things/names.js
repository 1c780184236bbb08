// Names and tokens: a side has a shape and a colour, by its place among the sides.
import { html, join, Seen } from "../base/html.js";

/** @typedef {import("../base/fight.js").Table} Table */

const SHAPES = 4, CROWD = 9;

/** The place of a combatant's side, or -1. @param {Table} table @param {string} id */
export const sideOf = (table, id) => table.sides.findIndex((one) => one.id === table.combatants[id]?.side);

/** The class of a side's colour and shape. @param {number} side */
export const sideClass = (side) => (side < 0 ? "side-none" : `side-${side % SHAPES}`);

/** @param {Table} table @param {string} id */
export const nameOf = (table, id) => table.combatants[id]?.name ?? ({ narrator: "Narrator", anybody: "Anybody", world: "The world" }[id] ?? id);

/** @param {string} name */
function initials(name) {
  const words = name.split(/[^\p{L}\p{N}]+/u).filter(Boolean);
  return [words[0] ?? "", words.slice(1).at(-1) ?? ""].map((word) => (/^\d+$/.test(word) ? word : [...word][0]?.toUpperCase())).join("");
}

/** The token of a combatant, with the shape of its side. @param {Table} table @param {string} id */
export function tokenOf(table, id) {
  const side = sideOf(table, id), card = table.combatants[id];
  return html`<${Seen} class="token ${sideClass(side)} ${card?.state ?? ""}">${side >= SHAPES ? side + 1 : initials(nameOf(table, id))}<//>`;
}

/** The name of a combatant in the colour of its side. @param {Table} table @param {string} id @param {string} [text] */
export const called = (table, id, text) => html`<b class="name ${sideClass(sideOf(table, id))}">${text ?? nameOf(table, id)}</b>`;

/** Several names in one sentence; of a crowd the first. @param {Table} table @param {string[]} ids @param {string} [the] the article of the narrator, who begins a sentence with "The" */
export function calledAll(table, ids, the = "the") {
  const names = ids.map((id, at) => called(table, id, id === "narrator" ? `${at ? "the" : the} narrator` : undefined)), more = ids.length - CROWD;
  if (more > 1) names.splice(CROWD, more, `${more} more`);
  return names.map((name, at) => [at ? (at === names.length - 1 ? " and " : ", ") : "", name]);
}

/** How somebody stands on a board. @param {Table} table @param {string} id */
export function pieceOf(table, id) {
  const name = nameOf(table, id), side = table.sides[sideOf(table, id)]?.name, state = table.combatants[id]?.state;
  const label = join([name, side, state === "able" ? "" : state], ", ");
  return html`<span class="piece" role="img" aria-label=${label}>${tokenOf(table, id)}<${Seen} class="small">${name}<//></span>`;
}
