// Who sits where: a link for each seat, taken back in the same place.
import { faultOf, html, Select, View } from "../base/html.js";
import { ROOT, token } from "../base/api.js";
import { ALL, peopleOf, WATCHER } from "../base/fight.js";
import { copy, leave, say } from "../base/session.js";

const NARRATOR = "narrator", DELAYS = [["", "sees at once"], ["rounds 1", "a round later"], ["events 20", "20 events later"]];

/** Whether an invitation or a token is for a seat. @param {string} seat */
const isFor = (seat) => (/** @type {any} */ one) => (seat === WATCHER ? one.role === "spectator" : seat === NARRATOR ? one.role === seat : one.combatants?.includes(seat));

/** What it needs: `fight`. Those who speak for all make links; who has a seat hands it over. */
export class Seats extends View {
  /** @type {any} */
  state = { delay: "", granted: [] };
  isOpen = false;

  componentDidUpdate() {
    const { seats } = this.props.fight;
    if (this.isOpen && seats && this.seats !== seats) this.look();
  }

  /** Shows the link of a new invitation. @param {string} path @param {any} rights @param {string} of @param {string} [handed] what it hands over */
  link(path, rights, of, handed = "") {
    this.props.fight.api.post(path, rights).then((/** @type {any} */ { invitation }) => {
      const link = `${ROOT}#invitation=${invitation}`;
      this.set({ link, of, handed, problem: null, done: "", ...(rights.role === "spectator" && { watching: invitation }) }, () => this.root.current.select());
      copy(`Link for ${of}`, link)?.then((is) => is && this.set({ done: "Copied." }));
      this.look();
    }).catch(this.fail);
  }

  /** @param {string} seat @param {string} label */
  invite(seat, label) {
    const [unit, amount] = this.state.delay.split(" "), delay = unit && { delay: { [unit]: Number(amount) } };
    const rights = seat === WATCHER ? { role: "spectator", ...delay } : seat === NARRATOR ? { role: seat } : { role: "player", combatants: [seat] };
    this.link("invitations", { ...rights, encounters: [this.props.fight.id] }, label);
  }

  /** The links to the fight, what was opened by them, and tokens that were made for it, but not that of this tab. @returns {Promise<any[]>} */
  async granted() {
    const { api, id } = this.props.fight, own = token.rights().id, found = [];
    for (const kind of ["invitations", "tokens"]) for (let after = ""; after != null;) {
      const page = await api.get(kind, { encounter: id, after });
      after = page.next;
      found.push(...page[kind].map((/** @type {any} */ one) => ({ ...one, path: `${kind}/${one.id}` })));
    }
    return found.filter((one) => one.id !== own);
  }

  /** Reads what can be taken back. */
  look() {
    const { fight } = this.props;
    this.seats = fight.seats;
    if (fight.seat === ALL) this.granted().then((granted) => this.set({ granted })).catch(this.fail);
  }

  /** @param {string} seat @param {string} label */
  async takeBack(seat, label) {
    const done = `Taken back: ${label}.`;
    try {
      for (const { path } of (await this.granted()).filter(isFor(seat))) await this.props.fight.api.remove(path);
      this.set({ link: "", handed: "", problem: null, done, ...(seat === WATCHER && { watching: "" }) });
      say(done);
      this.look();
    } catch (error) {
      this.fail(error);
    }
  }

  /** What shows the fight on another page; where a token is needed, by a link for watchers. */
  embedding() {
    const { fight } = this.props, { watching } = this.state, isPublic = !token.get();
    const lines = `<script type="module" src="${ROOT}embed.js"></script>\n<yarrow-table encounter="${fight.id}"${isPublic ? "" : ` invitation="${watching}"`}></yarrow-table>`;
    return html`<details class="fold"><summary>Show the fight on another page</summary>${isPublic || watching ? html`<p>Put these lines where it is to be:</p><pre tabindex="0"><code>${lines}</code></pre>
      <p><button onClick=${(/** @type {any} */ event) => copy("The lines for another page", lines, event.target)}>Copy the lines</button></p>` : html`<p>Copy a link for a watcher first: the lines hold it.</p>`}
      <p class="note">It shows what a watcher sees. The operator permits the page by its origin (YARROW_ORIGINS).</p></details>`;
  }

  render() {
    const { fight } = this.props, { link, of, handed, delay, done, problem, granted } = this.state, { seats = [], watchers = 0 } = fight.seats ?? {}, all = fight.seat === ALL;
    const people = peopleOf(fight.table), players = seats.filter((/** @type {any} */ one) => one.seat === NARRATOR || people.includes(one.seat)), taken = players.filter((/** @type {any} */ one) => one.seat !== NARRATOR && one.state !== "free").length;
    const isGone = handed && !all && token.get(), after = isGone ? "This tab has no seat any more, and shows the fight as it was." : all ? "Who had the seat has it no longer." : "This tab can still speak for every seat.";
    const places = isGone ? [{ seat: "", label: handed, state: "handed over" }] : [...players, { seat: WATCHER, label: "A watcher", state: `${watchers || "nobody"} watching` }];
    const button = (/** @type {string} */ name, /** @type {() => void} */ onClick) => html`<button class="plain" onClick=${onClick}>${name}</button>`;
    return html`<button class="plain" popovertarget="seats">Seats${taken > 0 && html`<span class="taken">: ${taken} of ${people.length} taken</span>`}</button><div popover id="seats" role="dialog" aria-label="Seats" onToggle=${(/** @type {any} */ event) => (this.isOpen = event.newState === "open") && this.look()}><h2>Seats</h2>
      <ul>${places.map(({ seat, label, state }) => html`<li key=${seat}><span><b>${label}</b> <span class="note">${state}</span></span>
        <span>${all && html`${seat === WATCHER && html`<${Select} label="What a watcher sees" class="plain" value=${delay} options=${DELAYS} onPick=${(/** @type {string} */ to) => this.set({ delay: to })} />`}${button("Copy link", () => this.invite(seat, label))}`}
          ${people.includes(seat) && state !== "free" && (all || seat === fight.seat) && button("Hand over", () => this.link(`${fight.path}/seats/${seat}/handover`, {}, label, label))}
          ${all && granted.some(isFor(seat)) && button("Take back", () => this.takeBack(seat, label))}</span></li>`)}</ul>
      ${link && html`<label class="label">Link for ${of}<input readonly ref=${this.root} value=${link} onFocus=${(/** @type {any} */ event) => event.target.select()} /></label>`}
      ${handed && html`<p><b>${handed}</b> goes to the person who opens this link. ${after} ${isGone && button("Leave", leave)}</p>`}
      ${done && html`<p>${done}</p>`}${faultOf(problem)}<p class="note">A link is valid for seven days, or until it is taken back or handed over.</p>${all && this.embedding()}</div>`;
  }
}
