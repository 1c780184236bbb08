// <yarrow-table encounter="…">: the table and its story on somebody else's page, in a shadow root of its own.
import { html, render } from "../base/html.js";
import { exchanged, problemOf, ROOT } from "../base/api.js";
import { ALL, Fight, WATCHER } from "../base/fight.js";
import { BoardView } from "../things/boards.js";
import { Sides } from "../things/cards.js";
import { Story } from "../things/lines.js";
import { Stage } from "../things/throws.js";
import { Count, Turn } from "../things/turn.js";
import { lastThrow } from "./table.js";

export class YarrowTable extends HTMLElement {
  async connectedCallback() {
    const root = this.shadowRoot ?? this.attachShadow({ mode: "open" });
    const invitation = this.getAttribute("invitation"), given = invitation ? await exchanged(invitation).catch(() => null) : null;
    this.fight = new Fight(this.getAttribute("encounter") ?? "", given ? ALL : this.getAttribute("seat") ?? WATCHER, given?.token ?? "");
    const fight = this.fight, draw = () => render(html`<link rel="stylesheet" href=${new URL("../style.css", import.meta.url).href} /><${Embedded} fight=${fight} />`, root);
    fight.onChange(draw);
    fight.open();
  }

  disconnectedCallback() {
    this.fight?.close();
  }
}

/** @param {{fight: any}} props */
function Embedded({ fight }) {
  const { table, story } = fight;
  if (!table) return html`<p class="embed" role="status">${problemOf(fight.error).detail}</p>`;
  const part = (/** @type {string} */ name, /** @type {any} */ content) => html`<div part=${name}>${content}</div>`;
  return html`<article class="embed" aria-label="${fight.name}, ${fight.system}"><header part="head"><b>${fight.name}</b><span class="note">${fight.system}${fight.connection.live ? ", live" : ""}</span></header>
    ${part("turn", html`<${Turn} table=${table} /><${Count} table=${table} />`)}${part("throw", html`<${Stage} table=${table} entry=${lastThrow(story)} />`)}
    ${part("board", html`<${BoardView} table=${table} />`)}${part("cards", html`<${Sides} table=${table} />`)}${part("story", html`<${Story} table=${table} fight=${{ ...fight, link: `${ROOT}#/${fight.id}` }} entries=${story} plain=${true} />`)}
    <footer class="note"><a href="${ROOT}#/${fight.id}">Open in Yarrow</a></footer></article>`;
}

customElements.define("yarrow-table", YarrowTable);
