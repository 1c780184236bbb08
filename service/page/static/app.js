// The address says what is shown: #/ is the list of fights, #/<fight>, #/<fight>/replay/<version>, #/<fight>/proof.
import { faultOf, html, join, render, Select, View } from "./base/html.js";
import { exchanged, problemOf, token } from "./base/api.js";
import { ALL, Fight, peopleOf, readOnce, WATCHER } from "./base/fight.js";
import { leave, say, scheme, seat } from "./base/session.js";
import { TokenForm } from "./views/access.js";
import { Fights } from "./views/fights.js";
import { Proof } from "./views/proof.js";
import { Replay } from "./views/replay.js";
import { Seats } from "./views/seats.js";
import { TableView } from "./views/table.js";

const SCHEMES = [["", "Auto"], ["light", "Light"], ["dark", "Dark"]];
const MAIN = /** @type {HTMLElement} */ (document.getElementById("main"));
const VIEWS = [["", "Table"], ["replay", "Replay"], ["proof", "Proof"]];

/** What is in the bar of a fight: its views, which seat one has. @param {{fight: Fight, what: string, onSeat: (to: string) => void}} props */
function FightBar({ fight, what, onSeat }) {
  const { table, connection } = fight, href = (/** @type {string} */ view) => `#/${fight.id}${view && `/${view}`}`;
  const permitted = seat.permitted(), people = peopleOf(table), isEnded = fight.error && problemOf(fight.error).status === 401;
  const seats = isEnded ? [[fight.seat, "No seat any more"]] : [[ALL, "Everybody here"], ...people.map((id) => [id, table?.combatants[id].name ?? id]), [WATCHER, "A watcher"]].filter(([id]) => permitted?.includes(id) ?? true);
  const state = connection.live ? "live" : connection.retry ? "no connection" : table?.status;
  return html`<p class="fight-name">${fight.name}<span class="note">${fight.system}</span></p>
    <nav aria-label="This fight" class="views">${VIEWS.map(([view, label]) => html`<a href=${href(view)} aria-current=${view === what ? "page" : null}>${label}</a>`)}</nav>
    ${what === "" && html`<label class="me small"><span>You are</span><${Select} label="You are" value=${fight.seat} options=${seats} onPick=${onSeat} /></label><${Seats} key=${fight.id + fight.seat} fight=${fight} />
      <span class="connected small${connection.live ? " on" : ""}"><i aria-hidden="true" />${state}</span>`}
    ${(permitted || token.rights().id) && html`<button class="plain" aria-label="Leave the seat" onClick=${leave}>Leave</button>`}`;
}

/** Why a fight is not shown any more. @param {any} problem */
const endOf = ({ status, detail }) => (status === 401 && token.rights().id ? "Your seat has ended: its link was taken back, handed over or has run out." : detail);

/** What is wrong, and one thing to do. @param {{problem: any, onToken: () => void}} props */
function Trouble({ problem, onToken }) {
  const { isLink, status, detail } = problem, { id, delay } = token.rights();
  const enter = () => { if (isLink) history.replaceState(null, "", "#/"); onToken(); };
  if (status === 401) return html`<div class="page"><h1>${isLink ? "This link is not valid" : id ? "A new link, please" : "A token, please"}</h1><p>${isLink ? detail : token.get() ? endOf(problem) : "This service asks for a token; its operator has one for you."}</p>
    <${TokenForm} onToken=${enter} /><p><a href="#/">To all fights</a></p></div>`;
  return html`<div class="page"><h1>This cannot be shown</h1>${faultOf({ ...problem, detail: detail.split(" GET /")[0] })}${status === 404 && delay && html`<p>You watch with a delay, and not enough has happened yet.</p>`}<${Ways} onAgain=${onToken} /></div>`;
}

/** What one can do when a fight cannot be followed. @param {{onAgain: () => void, label?: string}} props */
const Ways = ({ onAgain, label = "Try again" }) => html`<p class="buttons"><button onClick=${onAgain}>${label}</button><a class="button" href="#/">To all fights</a></p>`;

/** A fight that cannot be followed any more: what is seen stays. @param {{problem: any, onAgain: () => void, onToken: () => void}} props */
const Ended = ({ problem, onAgain, onToken }) => html`<div class="refusal" role="alert"><p>${endOf(problem)}</p>
  <${Ways} ...${problem.status === 401 ? { label: "Enter a token", onAgain: onToken } : { onAgain }} /></div>`;

class App extends View {
  /** @type {{systems: any[] | null, problem: any, what: string, at: string, fight: Fight | null}} */
  state = { systems: null, problem: null, what: "", at: "", fight: null };

  componentDidMount() {
    addEventListener("hashchange", () => this.go());
    this.go();
  }

  /** A link for a seat: it is exchanged for a token, and leaves the address. @param {string} invitation */
  async sit(invitation) {
    try {
      const { token: bearer, encounters: [id], ...rights } = await exchanged(invitation);
      token.set(bearer, rights);
      history.replaceState(null, "", `#/${id}`);
      this.go(true); // also where this tab shows the fight already, with other rights
    } catch (error) {
      this.state.fight?.close();
      this.set({ fight: null, problem: { ...problemOf(error), isLink: true } });
    }
  }

  async go(again = false) {
    const [, invitation] = /^#invitation=(.+)/.exec(location.hash) ?? [];
    if (invitation) return this.sit(invitation);
    const [id = "", what = "", at = ""] = location.hash.replace(/^#\/?/, "").split("/");
    const old = this.state.fight, isSame = old?.id === id && !again;
    if (!isSame) old?.close();
    if (!id) {
      this.set({ fight: null, what: "", problem: null });
      await readOnce("rulesets").then(({ rulesets }) => this.set({ systems: rulesets })).catch(this.fail);
      return;
    }
    this.set({ what, at });
    if (!again && !isSame && (old ?? this.state.systems)) MAIN.focus(); // what had the focus goes
    if (!isSame) this.enter(id);
    if (!isSame || what !== this.state.what) scrollTo(0, 0);
  }

  /** @param {string} id */
  async enter(id) {
    const fight = new Fight(id, seat.get(id));
    this.set({ fight, problem: null });
    fight.onChange(() => this.state.fight === fight && this.forceUpdate(() => (fight.seen = Math.max(fight.seen, fight.table?.version ?? 0))));
    await fight.open();
  }

  componentDidUpdate() {
    const { fight, what } = this.state, view = VIEWS.find(([key]) => key === what)?.[1];
    if (fight?.connection.live && this.lost) say(`Connected again at event ${fight.table?.version}.`);
    this.lost = fight?.connection.retry;
    document.title = join([what && view, fight ? fight.name : "Fights", "Yarrow"], " – ");
    render(html`<${Bar} ...${this.state} onSeat=${(/** @type {string} */ to) => { seat.set(fight?.id ?? "", to); this.go(true); }} />`, /** @type {Element} */ (document.getElementById("bar")));
  }

  render() {
    const { systems, problem, what, at, fight } = this.state, wrong = problem ?? (fight?.error && !fight.table ? problemOf(fight.error) : null);
    if (wrong) return html`<${Trouble} problem=${wrong} onToken=${() => this.go(true)} />`;
    if (!fight) return systems && html`<${Fights} systems=${systems} onProblem=${(/** @type {any} */ found) => this.set({ problem: found })} />`;
    if (!fight.table) return html`<p class="page muted" role="status">Reading the fight …</p>`;
    const { connection, error, busy } = fight, lost = connection.retry > 0, ended = error && problemOf(error);
    return html`${(lost || busy > 1) && html`<p class="lost" role="status">${lost ? join([`The connection broke at event ${fight.table.version}.`, connection.why, "Trying again."], " ") : "Sending again …"}</p>`}
      ${ended && html`<${Ended} problem=${ended} onAgain=${() => this.go(true)} onToken=${() => this.set({ problem: ended })} />`}
      ${what === "replay" ? html`<${Replay} key=${fight.id} fight=${fight} at=${at} />` : what === "proof" ? html`<${Proof} fight=${fight} />` : html`<${TableView} fight=${fight} version=${fight.table.version} />`}`;
  }
}

/** @param {any} props */
function Bar({ fight, what, onSeat }) {
  return html`<nav aria-label="Yarrow"><a class="mark-home" href="#/" aria-current=${fight ? null : "page"}>Yarrow</a></nav>
    ${fight ? html`<${FightBar} fight=${fight} what=${what} onSeat=${onSeat} />` : html`<span class="grow" />`}
    <${Select} label="Light or dark" class="plain scheme" value=${scheme.get()} options=${SCHEMES} onPick=${scheme.set} />`;
}

/** @type {HTMLAnchorElement} */ (document.querySelector(".skip")).onclick = () => (MAIN.focus(), false); // the address says what is shown

scheme.show();
render(html`<${App} />`, MAIN);
