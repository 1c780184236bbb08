// <yarrow-table encounter="…">: the table and its story on somebody else's page, in a shadow root of its own.
import { html, render } from "../base/html.js";
import { exchanged, problemOf, ROOT } from "../base/api.js";
import { ALL, Fight, WATCHER } from "../base/fight.js";
import { drawBoard } from "../things/boards.js";
import { drawSides } from "../things/cards.js";
import { Story } from "../things/lines.js";
import { drawStage } from "../things/throws.js";
import { drawCount, drawTurn } from "../things/turn.js";
import { lastThrow } from "./table.js";

export class YarrowTable extends HTMLElement {
  async connectedCallback() {
    const root = this.shadowRoot ?? this.attachShadow({ mode: "open" }), get = (/** @type {string} */ name) => this.getAttribute(name);
    const draw = (/** @type {any} */ props) => render(html`<link rel="stylesheet" href=${new URL("../style.css", import.meta.url).href} /><${Embedded} announces=${this.hasAttribute("announce")} ...${props} />`, root);
    const invitation = get("invitation"), at = Number(get("at")) || undefined;
    try {
      const given = invitation ? await exchanged(invitation) : null;
      this.fight?.close();
      if (!this.isConnected) return;
      const fight = (this.fight = new Fight(get("encounter") ?? given?.encounters[0] ?? "", given ? ALL : get("seat") ?? WATCHER, given?.token ?? ""));
      fight.link = `${ROOT}#/${fight.id}`;
      fight.onChange(() => draw({ fight, at }));
      fight.open({ at });
    } catch (error) {
      draw({ fight: { refused: true, error } });
    }
  }

  disconnectedCallback() {
    this.fight?.close();
  }
}

/** Why a fight is not shown, or not followed any more. @param {any} fight @returns {string} */
function reasonOf({ id, error, refused }) {
  const { status, detail } = problemOf(error);
  if (refused) return detail;
  if (!id) return "The attribute encounter is missing.";
  return status === 404 ? `There is no fight ${id} here.` : detail;
}

/** @param {{fight: any, at?: number, announces: boolean}} props */
function Embedded({ fight, at, announces }) {
  const { table, story } = fight;
  if (!table) return html`<p class="embed" role="status">${reasonOf(fight)}</p>`;
  const part = (/** @type {string} */ name, /** @type {any} */ content) => html`<div part=${name}>${content}</div>`;
  return html`<article class="embed" aria-label="${fight.name}, ${fight.system}"><header part="head"><b>${fight.name}</b><span class="note">${fight.system}${fight.connection.live ? ", live" : at ? `, event ${table.version}` : ""}</span></header>
    ${part("turn", [drawTurn(table), drawCount(table)])}${part("throw", drawStage(table, lastThrow(story)))}
    ${part("board", drawBoard(table))}${part("cards", drawSides(table))}${part("story", html`<${Story} table=${table} fight=${fight} entries=${story} plain=${true} />`)}
    <footer class="note"><a href="${ROOT}#/${fight.id}${at ? `/replay/${at}` : ""}">Open in Yarrow</a></footer></article>
    ${fight.error && html`<p class="lost" role="status">${reasonOf(fight)}</p>`}
    ${announces && html`<p class="away" role="status">${story.findLast((/** @type {any} */ one) => one.level === 1)?.sentence}</p>`}`;
}

customElements.define("yarrow-table", YarrowTable);
