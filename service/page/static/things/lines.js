// The story: what is told aloud, oldest first; each line opens why it happened, its throws, and its rules.
import { createRef, faultOf, html, RuleNote, Select, View } from "../base/html.js";
import { called } from "./names.js";
import { drawThrow } from "./throws.js";

/** @typedef {import("../base/fight.js").Table} Table */
/** @typedef {import("../base/fight.js").Entry} Entry */

/** Of a replay, as many lines are drawn before the one that is shown, and up to twice as many after it. */
const NEAR = 40;
/** As many details are shown of what is not told in a line yet. */
const MOST_UNTOLD = 8;
const LEVELS = [[1, "Told aloud"], [2, "How it came about"], [3, "Everything"]];

/** The first version of its batch that an entry tells. @param {Entry} entry */
export const since = (entry) => Math.max(entry.since ?? entry.version, entry.batch);

/** The pieces of a sentence. @param {Table} table @param {Entry} entry */
const partsOf = (table, entry) => entry.parts.map((part) => (part.combatant && table.combatants[part.combatant] ? called(table, part.combatant, part.text) : part.text));

/** A line; what it opens is drawn while it is open. */
class Line extends View {
  render() {
    const { table, entry, fight, details, here, later, href } = this.props, { throws = [], rules = [] } = entry;
    const number = html`<a class="version" href=${href} aria-label="Go to event ${entry.version}" aria-current=${here ? "step" : null}>${entry.version}</a>`;
    const text = partsOf(table, entry);
    return html`<li class="line level-${entry.level}${later ? " later" : ""}${here ? " here" : ""}">
      ${entry.why || throws[0] || rules[0] || details[0] ? html`<details onToggle=${(/** @type {any} */ event) => this.set({ open: event.target.open })}><summary><span>${text}</span></summary>${this.state.open && html`<div class="why">
        ${entry.why && html`<p><span class="muted">Why: </span>${entry.why}</p>`}
        ${throws.map((/** @type {any} */ one) => drawThrow(table, one, "tiny"))}
        ${details.map((/** @type {Entry} */ one) => html`<p key=${one.version}>${partsOf(table, one)}</p>`)}
        ${rules.map((/** @type {string} */ id) => html`<${RuleNote} key=${id} id=${id} fight=${fight} />`)}</div>`}</details>` : html`<p>${text}</p>`}${number}</li>`;
  }
}

/** Kept at the newest line, unless the reader has scrolled up. */
export class Story extends View {
  list = createRef();
  /** @type {any} */
  state = { level: 1, unseen: 0 };
  atEnd = true;
  isDue = false;

  componentDidMount() {
    new ResizeObserver(() => this.list.current && this.settle()).observe(this.list.current); // a style sheet that comes later changes the height
  }

  /** @param {any} before */
  componentDidUpdate(before) {
    const { at, entries } = this.props;
    if (at === undefined && before.entries !== entries) this.settle(entries.length - before.entries.length);
    if (at === undefined || at === before.at || this.isDue) return;
    this.isDue = true; // once the frame is painted: within it, the place of the line would be computed twice
    requestAnimationFrame(() => setTimeout(() => { this.isDue = false; if (this.list.current) this.settle(); }));
  }

  /** @param {number} level */
  tell(level) {
    this.set({ level, problem: null });
    this.props.fight.tell(level).catch(this.fail);
  }

  /** @param {number} [more] */
  settle(more = 0) {
    const list = this.list.current, here = list.querySelector(".here");
    if (this.props.at !== undefined) {
      if (here) list.scrollTop = here.offsetTop - list.offsetTop - list.clientHeight / 2;
    } else if (this.atEnd) list.scrollTop = list.scrollHeight;
    else if (more > 0) this.set({ unseen: this.state.unseen + more });
  }

  scrolled() {
    const list = this.list.current;
    this.atEnd = list.scrollHeight - list.scrollTop - list.clientHeight < 40;
    if (this.atEnd && this.state.unseen) this.set({ unseen: 0 });
  }

  render() {
    const { table, fight, at, plain } = this.props, { level, unseen, problem } = this.state;
    /** @type {Entry[]} */
    const entries = this.props.entries;
    const last = entries.findLast((one) => one.level === 1)?.batch ?? 0; // what follows it is told in a line later
    const untold = level === 1 ? entries.filter((one) => one.level === 2 && one.batch > last).slice(-MOST_UNTOLD) : [];
    const told = [...entries.filter((one) => one.level <= level), ...untold], isCut = at === undefined && entries[0]?.version > 99;
    const place = told.findLastIndex((one) => since(one) <= at), here = told[place], block = place - (place % NEAR);
    const shown = at ? told.slice(Math.max(0, block - NEAR), block + 2 * NEAR) : told;
    /** @type {Map<number, Entry[]>} */
    const details = new Map(level === 1 ? shown.map((one) => [one.version, []]) : []);
    for (const one of entries) if (one.level === 2) details.get(one.of ?? 0)?.push(one);
    /** Lines that end with what begins, so that its heading follows, and details whose heading is before their line. */
    const moved = new Set();
    /** @type {Entry | undefined} */
    let line;
    for (const one of entries) {
      if (one.level === 1) line = one;
      else if (one.opens && line?.opens && one.batch === line.batch) moved.add(one.version > line.version ? line : one);
    }
    const heading = (/** @type {Entry} */ entry, /** @type {boolean} */ isHere) => isHere && entry.opens && html`<li class="heading" key="opens ${entry.version}"><h3>${entry.opens.label}</h3></li>`;
    return html`<section class="story" aria-label="Story"><div class="head"><h2>Story</h2>
        <${Select} label="How much is told" class="plain" value=${level} options=${LEVELS} onPick=${(/** @type {string} */ to) => this.tell(Number(to))} /></div>
      ${faultOf(problem, () => this.tell(level))}${!told.length && html`<p class="note">Nothing has happened yet.</p>`}
      <ol class="lines" ref=${this.list} tabindex="0" aria-label="What has happened, oldest first" onScroll=${() => this.scrolled()}>
        ${isCut && html`<li class="line"><a href=${fight.link ?? `#/${fight.id}/replay/1`}>What happened before</a></li>`}
        ${shown.map((entry) => html`${heading(entry, !moved.has(entry))}
          <${Line} key="${entry.version} ${entry.level}" table=${table} entry=${entry} fight=${fight} details=${details.get(entry.version) ?? []} here=${entry === here} later=${at !== undefined && since(entry) > at} href=${plain ? fight.link : `#/${fight.id}/replay/${entry.version}`} />${heading(entry, level === 1 && moved.has(entry))}`)}</ol>
      ${unseen > 0 && html`<button class="unseen" onClick=${() => { this.atEnd = true; this.set({ unseen: 0 }); this.settle(); }}>${unseen} new</button>`}
    </section>`;
  }
}
