// The list of fights, and a new fight in three clicks: system, scene, begin.
import { createRef, faultOf, html, join, Select, values, View } from "../base/html.js";
import { Api, problemOf } from "../base/api.js";
import { leave, say, seat } from "../base/session.js";
import { TokenForm } from "./access.js";
import { NewFight } from "./new.js";

const PAUSE = 250, PAGE = 50;
const STATUSES = [["", "Open and closed"], ["open", "Open"], ["closed", "Closed"], ["sealed", "Sealed"]];
const TIME = new Intl.RelativeTimeFormat("en", { numeric: "auto" });
/** @type {[Intl.RelativeTimeFormatUnit, number][]} */
const UNITS = [["day", 86400], ["hour", 3600], ["minute", 60]];

/** @param {string} time */
function ago(time) {
  const seconds = (Date.now() - Date.parse(time)) / 1000, [unit, length] = UNITS.find(([, each]) => seconds >= each) ?? ["second", 1];
  return unit === "second" ? "just now" : TIME.format(-Math.floor(seconds / length), unit);
}

/** A fight of the list; its clock and names come from its table, which is read once it is in view. */
class Row extends View {
  componentDidMount() {
    this.watch = new IntersectionObserver(([one]) => one.isIntersecting && this.read());
    this.watch.observe(this.root.current);
  }

  componentWillUnmount() {
    this.watch?.disconnect();
  }

  async read() {
    this.watch?.disconnect();
    this.set({ table: await new Api().get(`encounters/${this.props.one.id}/table`).catch(() => null) });
  }

  render() {
    const { one, system } = this.props, { table } = this.state;
    const named = (/** @type {any} */ side) => values(table.combatants).filter((each) => each.side === side.id).map((each) => each.name);
    const told = (/** @type {string[]} */ names) => (names.length > 3 ? `${names.slice(0, 2).join(", ")} and ${names.length - 2} more` : names.join(", "));
    const who = table && join(table.sides.map(named).map(told), " against ");
    const awaited = values(table?.awaits).find((/** @type {any} */ each) => !each.answered && !each.later);
    const asked = awaited ? `${table.combatants[awaited.to]?.name ?? "The narrator"} is asked` : table?.over?.sentence ?? "";
    return html`<li ref=${this.root}><a href="#/${one.id}" class="fight"><b>${one.name || system}</b><span class="note">${who || `${one.combatants.length} combatants`}</span></a>
      <span class="small sys">${system}</span><span class="small">${one.status === "open" ? "" : `${one.status}, `}${table?.clock?.label ?? `event ${one.version}`}</span>
      <span class="small mine${awaited ? " you" : ""}">${asked}</span><span class="note last">${ago(one.active)}</span></li>`;
  }
}

export class Fights extends View {
  /** @type {any} */
  state = { filters: { name: "", ruleset: "", status: "" } };
  search = createRef();

  componentDidMount() {
    this.read();
  }

  async read(after = "") {
    const { filters, list } = this.state;
    try {
      const page = await new Api().get("encounters", { ...filters, sort: "active", limit: PAGE, after });
      if (filters !== this.state.filters) return;
      const all = after ? [...list, ...page.encounters] : page.encounters;
      this.set({ list: all, next: page.next, problem: null });
      say(`${all.length} ${all.length === 1 ? "fight" : "fights"}`);
    } catch (error) {
      const problem = problemOf(error);
      problem.status === 401 && !list ? this.props.onProblem(problem) : this.set({ problem });
    }
  }

  /** @param {Record<string, string>} some @param {number} [pause] */
  filter(some, pause = 0) {
    clearTimeout(this.timer);
    this.set({ filters: { ...this.state.filters, ...some } }, () => (this.timer = setTimeout(() => this.read(), pause)));
  }

  render() {
    const { list, next, filters, problem } = this.state, { systems } = this.props;
    const titles = Object.fromEntries(systems.map((/** @type {any} */ one) => [one.key, one.title]));
    const isFiltered = values(filters).some(Boolean);
    const clear = () => { this.filter({ name: "", ruleset: "", status: "" }); this.search.current.focus(); };
    return html`<div class="page"><h1>Fights</h1>${seat.permitted() ? html`<p class="buttons">This tab has a seat.<button onClick=${leave}>Leave the seat</button></p>` : html`<${NewFight} systems=${systems} />`}
      <section aria-label="All fights"><div class="filters"><h2>All fights</h2>
        <input type="search" ref=${this.search} placeholder="Name of a fight" aria-label="Search fights" value=${filters.name} onInput=${(/** @type {any} */ event) => this.filter({ name: event.target.value }, PAUSE)} />
        <${Select} label="System" value=${filters.ruleset} options=${[["", "All systems"], ...systems.map((/** @type {any} */ one) => [one.key, one.title])]} onPick=${(/** @type {string} */ to) => this.filter({ ruleset: to })} />
        <${Select} label="Status" value=${filters.status} options=${STATUSES} onPick=${(/** @type {string} */ to) => this.filter({ status: to })} /></div>
      ${faultOf(problem, () => this.read())}${problem?.status === 401 && html`<${TokenForm} onToken=${() => this.read()} />`}
      ${list && html`<ul class="fights">${list.map((/** @type {any} */ one) => html`<${Row} key=${one.id} one=${one} system=${titles[one.ruleset] ?? one.ruleset} />`)}
        ${!list.length && html`<li class="none">${isFiltered ? html`<p>No fight is called that. <button onClick=${clear}>Show all fights</button></p>` : html`<p>No fights yet. Choose a system above.</p>`}</li>`}</ul>`}
      ${next && html`<p class="buttons"><button onClick=${() => this.read(next)}>More fights</button></p>`}</section></div>`;
  }
}
