// What is yours to do: the question first, then actions; and below what may be said at any time.
import { html, isElsewhere, Select, Toolbar, View } from "../base/html.js";
import { ALL, WATCHER } from "../base/fight.js";
import { problemOf } from "../base/api.js";
import { ask } from "../base/session.js";
import { calledAll, nameOf } from "../things/names.js";
import { Actions } from "./actions.js";
import { refusedBy } from "./filling.js";
import { Prompt } from "./prompt.js";

/** @typedef {import("../base/fight.js").Table} Table */

const NARRATOR = "narrator", ANYBODY = "anybody", MOST_BUTTONS = 24, SENDS = ".answer, .actions button, [type=submit], .faces .main";

/** What is yours to do stays in sight up to these shares of the window, and always up to this height. */
const FORM = 0.75, LIST = 0.5, LEAST = 260;

/** The open questions to a seat, those without an answer first. @param {Table} table @param {string} seat */
export const askedOf = (table, seat) =>
  Object.entries(table.awaits).filter(([, one]) => !one.later && (seat === ALL || one.to === seat || one.to === ANYBODY)).sort(([, a], [, b]) => Number(a.answered ?? false) - Number(b.answered ?? false));

/** @param {any} text */
const told = (text) => html`<p class="waiting" tabindex="-1">${text}</p>`;

/** What it needs: `fight`, `table`, `disabled` while nothing can be sent. */
export class Play extends View {
  /** @type {any} */
  state = { actor: "" };
  answered = false;
  /** @type {Element | null} the last button that was pressed */
  pressed = null;
  /** @type {any} */
  rest = { forms: [] };
  keys = (/** @type {KeyboardEvent} */ event) => this.press(event);

  componentDidMount() {
    this.watch = new ResizeObserver(() => this.measure());
    this.watch.observe(this.root.current);
    addEventListener("keydown", this.keys);
    this.read();
    this.announce();
  }

  componentWillUnmount() {
    this.watch?.disconnect();
    removeEventListener("keydown", this.keys);
    ask("");
  }

  getSnapshotBeforeUpdate() {
    return this.root.current?.contains(document.activeElement);
  }

  /** @param {any} before @param {any} state @param {boolean} hadFocus */
  componentDidUpdate(before, state, hadFocus) {
    const moved = before.table.version !== this.props.table.version;
    if (moved || state.actor !== this.state.actor) this.read();
    if (moved) this.announce();
    // Where what had the focus has gone, also by what others do, the focus goes to what is next.
    if ((hadFocus || this.answered) && document.activeElement === document.body) this.root.current?.querySelector(".prompt h2, .yours, .waiting")?.focus();
    if (moved && askedOf(this.props.table, this.props.fight.seat).length) this.answered = false;
  }

  /** What is short stays in sight on a wide screen; what is tall makes the page longer, and where one is in it stays in sight. */
  measure() {
    const root = this.root.current, form = root.querySelector("form"), before = root.getBoundingClientRect().top;
    root.toggleAttribute("data-tall", root.scrollHeight > Math.max(LEAST, innerHeight * (form ? FORM : LIST)));
    const focused = root.contains(document.activeElement) && (this.props.fight.choice || root.getBoundingClientRect().top !== before) && document.activeElement;
    if (focused) (focused.closest("form") ?? focused.closest("details") ?? focused).scrollIntoView({ block: "nearest" });
  }

  announce() {
    const { table, fight } = this.props, [first] = askedOf(table, fight.seat);
    ask(first && fight.seat !== WATCHER && !first[1].answered ? `${nameOf(table, first[1].to)}, you are asked: ${first[1].question}` : "");
  }

  /** Digits answer wherever the focus is, except in fields; a key that is held presses once. @param {KeyboardEvent} event */
  press(event) {
    if (event.repeat && /** @type {HTMLElement} */ (event.target).closest(SENDS)) event.preventDefault();
    if (event.repeat || isElsewhere(event) || !/^[1-9]$/.test(event.key)) return;
    const answer = this.root.current?.querySelectorAll(".answer")[Number(event.key) - 1];
    if (answer) (answer.click(), event.preventDefault());
  }

  /** A second press sends nothing, also as a double click; while a command is under way, what a newer table brought may be pressed. @param {MouseEvent} event */
  guard(event) {
    const { fight, table } = this.props, button = /** @type {HTMLElement} */ (event.target).closest(SENDS);
    if (!button) return;
    if (event.detail > 1 || (fight.busy && (button === this.pressed || table.version === fight.givenAt))) (event.preventDefault(), event.stopPropagation());
    else this.pressed = button;
  }

  /** Those of this seat who may act now. */
  actors() {
    const { table, fight: { seat } } = this.props, { now, who, optional = [], prompts = {} } = table.to_act;
    if (!now || table.status !== "open" || seat === WATCHER) return [];
    const all = [...new Set([...who, ...optional])].filter((id) => !prompts[id]);
    if (seat === ALL) return all.map((id) => (id === ANYBODY ? NARRATOR : id));
    return all.includes(seat) || all.includes(ANYBODY) ? [seat] : [];
  }

  get actor() {
    const actors = this.actors();
    return actors.includes(this.state.actor) ? this.state.actor : actors[0] ?? "";
  }

  /** Reads the forms of who acts; at rest those that are there at any time. */
  async read() {
    const { fight, table } = this.props;
    if (fight.seat === WATCHER || table.status !== "open") return;
    const of = this.actor || (fight.seat === ALL ? NARRATOR : fight.seat), version = table.version;
    const menu = await fight.menu(of === NARRATOR ? {} : { combatant: of }).catch(() => null);
    if (menu && this.props.table.version === version) this.set({ menu, of });
  }

  close() {
    const { fight } = this.props;
    fight.send({ command: { type: "core.close" } }).catch((/** @type {unknown} */ error) => fight.refuse(problemOf(error)));
  }

  render() {
    const { fight, table, disabled } = this.props, { menu, of } = this.state, { seat } = fight, { who, has } = table.to_act, plays = seat !== WATCHER && table.status === "open";
    const asked = askedOf(table, seat), waiting = Object.values(table.awaits).filter((one) => !one.answered && !one.later);
    const actors = this.actors(), actor = this.actor, current = menu && (of === actor || !actor) ? menu : null;
    /** @type {any[]} */
    const forms = current?.forms.filter((/** @type {any} */ one) => !one.declaration.answers_to) ?? [];
    const narrates = of === NARRATOR;
    const narrated = narrates ? forms.filter((one) => one.prominence === "main" && (one.speaker === "narrator" || who.includes(ANYBODY))) : []; // what anybody may do, too
    const main = narrated.length ? narrated : forms.filter((one) => one.speaker !== "narrator" && one.group !== "table");
    if (current) this.rest = { menu, forms: forms.filter((one) => !main.includes(one)) }; // what is filled in there stays until the next menu is read
    const sent = () => (this.answered = true);
    const open = asked.filter(([, one]) => !one.answered && one.answer === undefined), tos = [...new Set(open.map(([, one]) => one.to))];
    const whom = tos.includes(this.state.actor) ? this.state.actor : tos[0];
    const pick = (/** @type {string} */ id) => this.set({ actor: id, menu: null });
    const several = (/** @type {string} */ label, /** @type {string[]} */ ids, /** @type {string} */ now) => ids.length > MOST_BUTTONS ? html`<p><${Select} label=${label} value=${now} options=${ids.map((id) => [id, nameOf(table, id)])} onPick=${pick} /></p>`
      : ids.length > 1 && html`<${Toolbar} label=${label}>${ids.map((id, at) => html`<button key=${id} tabindex=${at ? -1 : 0} aria-pressed=${id === now} onClick=${() => pick(id)}>${nameOf(table, id)}</button>`)}<//>`;
    let body;
    if (table.status !== "open") body = told(html`The fight is over. <a href="#/${fight.id}/replay/1">See it again</a>, or read its <a href="#/${fight.id}/proof">proof</a>.`);
    else if (seat === WATCHER) body = told(html`You are watching. ${waiting[0] && [calledAll(table, [waiting[0].to], "The"), " is asked."]}`);
    else if (asked.length) body = html`${several("Who answers", tos, whom)}${asked.filter(([, one]) => !tos.includes(one.to) || one.to === whom).map(([id]) => html`<${Prompt} key=${id} fight=${fight} table=${table} id=${id} disabled=${disabled} focus=${this.answered} onAnswered=${sent} />`)}
      ${!actor && main[0] && html`<${Actions} fight=${fight} menu=${current} forms=${main} actor="" disabled=${disabled} onSent=${sent} />`}`;
    else if (waiting.length) body = told(html`Waiting for ${calledAll(table, [waiting[0].to])}, asked at event ${waiting[0].since}. You need do nothing.`);
    else if (actors.length) body = html`<h2 class="yours" tabindex="-1">${nameOf(table, actor)}: what do you do?</h2>
      ${several("Who acts", actors, actor)}
      ${current && html`<${Actions} key=${actor} fight=${fight} menu=${current} forms=${main} actor=${narrates ? "" : actor} disabled=${disabled} onSent=${sent} />`}`;
    else body = told(who[0] ? html`Waiting for ${calledAll(table, who)}, who ${who[1] ? "have" : "has"} ${has}. You need do nothing.` : html`Nothing is yours to do now.`);
    return html`<section class="play ${fight.busy && fight.givenAt === table.version ? "waits" : ""}" ref=${this.root} aria-label="Yours to do" onClickCapture=${(/** @type {MouseEvent} */ event) => this.guard(event)} aria-busy=${plays && (fight.busy || !(menu?.version >= table.version)) ? "true" : null}>
      ${fight.refused && refusedBy(fight.refused, fight)}${plays && table.over && html`<p class="note">The fight is decided. Play on, or ${seat === ALL ? html`<button disabled=${fight.busy} onClick=${() => this.close()}>close the fight</button>` : "have the narrator close it."}</p>`}${body}
      ${plays && this.rest.forms[0] && html`<details class="fold"><summary>At any time</summary><${Actions} fight=${fight} ...${this.rest} actor="" disabled=${disabled} /></details>`}
    </section>`;
  }
}
