// Replay: the table at any version, a scrubber with rounds and big moments; a branch begins here.
import { faultOf, html, icon, isElsewhere, Select, View } from "../base/html.js";
import { isSame } from "../options.js";
import { once, problemOf } from "../base/api.js";
import { isStill, seat } from "../base/session.js";
import { drawBoard } from "../things/boards.js";
import { CombatantCard, drawSides } from "../things/cards.js";
import { since, Story } from "../things/lines.js";
import { drawStage } from "../things/throws.js";
import { drawCount, drawTurn } from "../things/turn.js";
import { lastThrow } from "./table.js";

const KEPT = 200, PACE = 1600, NEAR = 0.12, APART = 0.004, NAME = 60, BIG = /fall|death|end/;
const SPEEDS = [[0.5, "½×"], [1, "1×"], [2, "2×"], [4, "4×"]];

/** Returns what reads the table of a fight at a version; the last ones are kept. @param {any} api @param {string} path */
function tablesOf(api, path) {
  /** @type {Map<number, any>} */
  const known = new Map();
  return async (/** @type {number} */ at, /** @type {AbortSignal} */ signal) => {
    const found = known.get(at) ?? (await api.get(`${path}/table`, { at }, signal));
    known.set(at, found);
    if (known.size > KEPT) known.delete([...known.keys()][0]);
    return found;
  };
}

export class Replay extends View {
  past = tablesOf(this.props.fight.api, this.props.fight.path);
  /** @type {any} */
  state = { at: Number(this.props.at) || this.props.fight.table.version, speed: 1, branches: [] };
  keys = (/** @type {KeyboardEvent} */ event) => this.press(event);

  componentDidMount() {
    addEventListener("keydown", this.keys);
    this.read();
  }

  read() {
    const { fight } = this.props;
    fight.isWhole = true;
    this.go(this.state.at).then(() => fight.recall()).catch(this.fail);
    fight.api.get(`${fight.path}/branches`).then((/** @type {any} */ found) => this.set({ branches: found.encounters })).catch(() => null);
  }

  componentWillUnmount() {
    removeEventListener("keydown", this.keys);
    clearTimeout(this.timer);
    this.reading?.abort();
    this.props.fight.isWhole = false;
  }

  /** @param {any} before */
  componentDidUpdate(before) {
    const at = Number(this.props.at);
    if (before.at !== this.props.at && at && at !== this.state.at) this.go(at);
  }

  get last() {
    return this.props.fight.table.version;
  }

  /** Shows a version; the table comes as soon as it is read. @param {number} to */
  async go(to) {
    const at = Math.max(1, Math.min(this.last, to));
    this.set({ at });
    this.reading?.abort();
    const reading = (this.reading = new AbortController());
    try {
      const table = await this.past(at, reading.signal), other = await this.besideAt(at, reading.signal);
      if (this.state.at !== at) return;
      history.replaceState(null, "", `#/${this.props.fight.id}/replay/${at}`);
      this.set({ table, other, problem: null });
    } catch (error) {
      if (!reading.signal.aborted) this.fail(error);
    }
  }

  /** The table of the branch that is compared, or null: versions of a branch begin where it left. @param {number} at @param {AbortSignal} signal */
  async besideAt(at, signal) {
    const { beside } = this.state;
    if (!beside) return null;
    const from = beside.branch_of.version;
    return at <= from ? this.past(at, signal) : this.other(Math.max(2, Math.min(beside.version, at - from + 2)), signal);
  }

  /** Versions at which a line of the story ends. */
  steps() {
    return this.props.fight.story.filter((/** @type {any} */ one) => one.level === 1).map((/** @type {any} */ one) => one.version);
  }

  /** What begins a round; in systems without rounds, a turn. */
  openings() {
    const opened = this.props.fight.story.filter((/** @type {any} */ one) => one.opens), of = (/** @type {string} */ kind) => opened.filter((/** @type {any} */ one) => one.opens.kind === kind);
    return ["round", "turn"].map(of).find((some) => some.length) ?? opened;
  }

  /** @param {number} way */
  toRound(way) {
    this.go(this.beside(this.openings().map(since), way));
  }

  /** @param {number[]} stops @param {number} way */
  beside(stops, way) {
    const { at } = this.state;
    return way > 0 ? stops.find((one) => one > at) ?? this.last : stops.findLast((one) => one < at) ?? 1;
  }

  toggle() {
    const playing = !this.state.playing;
    this.set({ playing });
    clearTimeout(this.timer);
    if (playing) this.play(this.state.at >= this.last);
  }

  async play(fromStart = false) {
    await this.go(fromStart ? 1 : this.beside(this.steps(), 1));
    if (this.state.at >= this.last) return this.set({ playing: false });
    this.timer = setTimeout(() => this.state.playing && this.play(), PACE / this.state.speed);
  }

  /** @param {KeyboardEvent} event */
  press(event) {
    const target = /** @type {HTMLElement} */ (event.target), { at } = this.state;
    if (isElsewhere(event)) return;
    const way = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (way) event.shiftKey ? this.toRound(way) : this.go(at + way);
    else if (event.key === "Home") this.go(1);
    else if (event.key === "End") this.go(this.last);
    else if (event.key === " " && !target.matches("button, summary, a")) this.toggle();
    else return;
    event.preventDefault();
  }

  /** Begins a branch, at the nearest version at which one may begin. @param {number} [at] */
  async branch(at = this.state.at) {
    const { fight } = this.props;
    try {
      const opened = await fight.api.post(`${fight.path}/branches`, { at, name: `${fight.name.slice(0, NAME)}, from event ${at}` }, once());
      location.hash = `#/${opened.encounter}`;
    } catch (error) {
      const { nearest } = problemOf(error);
      nearest && nearest !== at ? this.branch(nearest) : this.fail(error);
    }
  }

  /** @param {string} id */
  async compare(id) {
    const beside = this.state.branches.find((/** @type {any} */ one) => one.id === id) ?? null;
    this.other = beside && tablesOf(this.props.fight.api, `encounters/${beside.id}`);
    this.set({ beside, other: null }, () => this.go(this.state.at));
  }

  /** Where a version lies between the ends of the scrubber. @param {number} version */
  place(version) {
    return (version - 1) / Math.max(1, this.last - 1);
  }

  /** Entries that do not lie too close together, and all big moments. @param {any[]} entries */
  apart(entries) {
    let kept = -1;
    return entries.filter((one) => {
      const at = this.place(since(one)), stays = at - kept > APART || BIG.test(one.moment);
      if (stays) kept = at;
      return stays;
    });
  }

  /** Rounds and big moments, which stay as they are while the scrubber moves. */
  lanes() {
    const { story } = this.props.fight, { last, drawn } = this;
    if (drawn && drawn.story === story && drawn.last === last) return drawn.lanes;
    const share = (/** @type {number} */ version) => ({ "--at": this.place(version) });
    const lanes = html`<div class="rounds small" aria-hidden="true">${this.apart(this.openings()).map((/** @type {any} */ one, /** @type {number} */ at, /** @type {any[]} */ all) => html`<span key=${one.version} class=${this.place(since(one)) > 0.9 ? "end" : ""} style=${share(since(one))}>${at && this.place(since(one)) - this.place(since(all[at - 1])) < NEAR ? "" : one.opens.label}</span>`)}</div>
      <div class="lane" aria-hidden="true">${this.apart(story.filter((/** @type {any} */ one) => one.moment)).map((one) => html`<i key=${one.version} class="mark ${one.moment}" title="${one.moment}, event ${since(one)}: ${one.sentence}" style=${share(one.version)} onClick=${() => this.go(one.version)} />`)}</div>`;
    this.drawn = { story, last, lanes };
    return lanes;
  }

  scrubber() {
    const { fight } = this.props, { at, branches } = this.state, { last } = this;
    const sentence = fight.story.findLast((/** @type {any} */ one) => one.level === 1 && since(one) <= at)?.sentence ?? "";
    const marked = fight.story.filter((/** @type {any} */ one) => one.moment), moment = marked.find((/** @type {any} */ one) => since(one) <= at && at <= one.version)?.moment;
    const kinds = [...new Set(marked.map((/** @type {any} */ one) => one.moment))];
    return html`<div class="scrubber">${this.lanes()}
      <input type="range" class="scrub" aria-label="Event" min="1" max=${last} value=${at} aria-valuetext="Event ${at} of ${last}${moment ? `, ${moment}` : ""}. ${sentence}" onInput=${(/** @type {any} */ event) => this.go(Number(event.target.value))} />
      ${branches.map((/** @type {any} */ one) => html`<p class="branch-lane small${this.place(one.branch_of.version) > 0.5 ? " end" : ""}" key=${one.id} style=${{ "--at": this.place(one.branch_of.version) }}><a href="#/${one.id}">${one.name || "A branch"}</a></p>`)}
      ${kinds[0] && html`<p class="note legend">Marks: ${kinds.map((kind) => html`<span><i class="mark ${kind}" />${kind}</span> `)}</p>`}</div>`;
  }

  render() {
    const { fight } = this.props, { at, table, playing, speed, branches, beside, other, problem } = this.state;
    const button = (/** @type {any} */ name, /** @type {string} */ label, /** @type {() => void} */ onClick, main = "") => html`<button class="square ${main}" aria-label=${label} title=${label} onClick=${onClick}>${icon(name)}</button>`;
    const fresh = playing && speed <= 1 && !isStill();
    const controls = html`<section class="controls" aria-label="Replay">${this.scrubber()}<div class="transport"><div class="buttons">
        ${button("backRound", "Round before (Shift and left arrow)", () => this.toRound(-1))}${button("back", "Event before (left arrow)", () => this.go(at - 1))}
        ${button(playing ? "pause" : "play", playing ? "Pause" : "Play", () => this.toggle(), "main")}
        ${button("next", "Next event (right arrow)", () => this.go(at + 1))}${button("nextRound", "Next round (Shift and right arrow)", () => this.toRound(1))}</div>
      <output class="where"><b>${at}</b><span class="muted"> of ${this.last}</span></output>
      <${Select} label="Speed" value=${speed} options=${SPEEDS} onPick=${(/** @type {string} */ to) => this.set({ speed: Number(to) })} /><span class="grow" />
      ${branches[0] && html`<${Select} label="Side by side with" value=${beside?.id ?? ""} options=${[["", "Alone"], ...branches.map((/** @type {any} */ one) => [one.id, `Beside ${one.name || "a branch"}`])]} onPick=${(/** @type {string} */ to) => this.compare(to)} />`}
      ${!seat.permitted() && html`<button onClick=${() => this.branch()}>Branch here</button>`}</div>${fight.origin && !seat.permitted() && html`<p class="note">A branch of <a href="#/${fight.origin.encounter}/replay/${fight.origin.at}">this fight</a>, whose replay shows both side by side.</p>`}${faultOf(problem, () => this.read())}</section>`;
    const story = table && html`<${Story} table=${table} fight=${fight} entries=${fight.story} at=${at} />`;
    return html`<div class="table replay${other ? " comparing" : ""}" data-version=${table?.version}><h1 class="away">Replay of ${fight.name}</h1>${!table ? controls
      : other ? html`${controls}<${Beside} one=${table} other=${other} name=${beside.name || "A branch"} from=${beside.branch_of.version} at=${at} />${story}`
      : html`<div class="head">${drawTurn(table)}${drawCount(table)}</div>
      ${drawStage(table, lastThrow(fight.story, at), fresh)}${controls}${drawSides(table, fight)}${drawBoard(table)}${story}`}</div>`;
  }
}

/** Two branches, card beside card. @param {{one: any, other: any, name: string, from: number, at: number}} props */
function Beside({ one, other, name, from, at }) {
  const ids = [...new Set([...one.order, ...other.order])], differs = (/** @type {string} */ id) => !isSame(one.combatants[id], other.combatants[id]);
  const column = (/** @type {string} */ title, /** @type {any} */ table, /** @type {string} */ note) => html`<section class="branch" aria-label=${title}><h2>${title}</h2><p class="note">${note}</p>
    <ul class="cards">${ids.map((id) => (table.combatants[id] ? html`<${CombatantCard} key=${id} table=${table} id=${id} differs=${differs(id)} />` : html`<li key=${id} />`))}</ul></section>`;
  return html`<div class="beside" style=${{ "--rows": ids.length + 2 }}>${column("As it was played", one, `event ${at}`)}${column(name, other, at <= from ? `the same until event ${from}` : `branched at event ${from}`)}</div>`;
}
