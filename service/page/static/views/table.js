// The table while playing: everything is drawn from the table, the story and the options.
import { Component, html, join } from "../base/html.js";
import { say } from "../base/session.js";
import { drawBoard } from "../things/boards.js";
import { drawSides } from "../things/cards.js";
import { Story } from "../things/lines.js";
import { nameOf } from "../things/names.js";
import { drawStage } from "../things/throws.js";
import { drawCount, drawScene, drawTurn } from "../things/turn.js";
import { Play } from "../play/play.js";

/** The newest entry of the story with a throw, up to a version; of an exchange that continues, what fell in it so far. @param {import("../base/fight.js").Entry[]} story @param {number} [at] */
export function lastThrow(story, at = Infinity) {
  const thrown = story.filter((one) => one.throws?.length && one.version <= at), told = thrown.findLast((one) => one.level === 1);
  const more = thrown.filter((one) => one.level > 1 && one.batch > (told?.batch ?? 0));
  const last = more[more.length - 1]; // a line has the throws of its batch, and of those before it without a line
  return last ? { ...last, throws: more.flatMap((one) => one.throws ?? []) } : told;
}

/** Whether something else is being settled since a throw. @param {import("../base/fight.js").Table} table @param {import("../base/fight.js").Entry[]} story @param {import("../base/fight.js").Entry} thrown */
export const isOver = (table, story, thrown) => table.status === "open" && Object.keys(table.pending ?? {})[0] && story.some((one) => one.level === 1 && one.version > thrown.version);

/** What it needs: `fight`, which is open. */
export class TableView extends Component {
  /** @param {any} before */
  componentDidUpdate(before) {
    const { story, table, seat } = this.props.fight, mine = table.to_act.now && table.to_act.who.includes(seat), turn = mine && !this.mine && `It is your turn, ${nameOf(table, seat)}.`;
    this.mine = mine;
    if (before.version === table.version) return;
    const fresh = story.filter((/** @type {any} */ one) => one.version > before.version), told = fresh.filter((/** @type {any} */ one) => one.level === 1);
    const heard = told[0] ? told : fresh.filter((/** @type {any} */ one) => one.level === 2);
    say(join([...heard.map((/** @type {any} */ one) => one.sentence), turn], " "));
  }

  render() {
    const { fight } = this.props, { table, story, connection } = fight;
    const last = lastThrow(story), thrown = last && isOver(table, story, last) ? undefined : last, isFresh = thrown !== undefined && thrown.version > fight.seen;
    const lost = fight.error || fight.busy > 1 || connection.retry > 0;
    return html`<div class="table" data-version=${table.version}><h1 class="away">${fight.name}</h1>
      <div class="head">${drawTurn(table)}${drawScene(table)}${drawCount(table)}</div>
      ${drawStage(table, thrown, isFresh)}
      <${Play} key=${fight.seat} fight=${fight} table=${table} disabled=${lost} />
      ${drawSides(table, fight)}
      ${drawBoard(table, fight.choice)}
      <${Story} table=${table} fight=${fight} entries=${story} /></div>`;
  }
}
