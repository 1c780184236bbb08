// Who sits where: a link for each seat, taken back in the same place.
import { html, View, Wrong } from "../base/html.js";
import { ROOT } from "../base/api.js";
import { ALL, WATCHER } from "../base/fight.js";

/** What it needs: `fight`. Those who speak for all make links. */
export class Seats extends View {
  /** @type {any} */
  state = { link: "", of: "", problem: null };

  /** @param {string} seat */
  async invite(seat) {
    const { fight } = this.props, rights = seat === WATCHER ? { role: "spectator" } : { role: "player", combatants: [seat] };
    try {
      const { invitation } = await fight.api.post("invitations", { ...rights, encounters: [fight.id] });
      this.setState({ link: `${ROOT}#invitation=${invitation}`, of: seat, problem: null });
    } catch (error) {
      this.fail(error);
    }
  }

  /** Ends the links of a seat, and what was opened by them. @param {string} seat */
  async takeBack(seat) {
    const { api, id } = this.props.fight;
    try {
      for (const one of (await api.get("invitations", { encounter: id })).invitations)
        if (one.role === "spectator" ? seat === WATCHER : one.combatants?.includes(seat)) await api.fetch(api.address(`invitations/${one.id}`), { method: "DELETE", headers: api.headers() });
      this.setState({ link: "", problem: null });
    } catch (error) {
      this.fail(error);
    }
  }

  render() {
    const { fight } = this.props, { link, of, problem } = this.state, { seats = [], watchers = 0 } = fight.seats ?? {};
    const places = [...seats.filter((/** @type {any} */ one) => one.seat !== "narrator"), { seat: WATCHER, label: "A watcher", state: watchers ? `${watchers} watching` : "nobody" }];
    return html`<button class="plain" popovertarget="seats">Seats</button><div popover id="seats" role="dialog" aria-label="Seats"><h2>Seats</h2>
      <ul>${places.map(({ seat, label, state }) => html`<li key=${seat}><span><b>${label}</b> <span class="small muted">${state}</span></span>
        ${fight.seat === ALL && html`<span><button class="plain" onClick=${() => this.invite(seat)}>Link</button><button class="plain" onClick=${() => this.takeBack(seat)}>Take back</button></span>`}
        ${link && of === seat && html`<input readonly aria-label=${`Link for ${label}`} value=${link} onFocus=${(/** @type {any} */ event) => event.target.select()} />`}</li>`)}</ul>
      <${Wrong} problem=${problem} /><p class="small muted">A link is valid for seven days, until it is taken back.</p></div>`;
  }
}
