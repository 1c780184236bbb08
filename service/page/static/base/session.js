// What this browser keeps: the scheme of colours, and which seat one has in each fight; and the two voices for screen
// readers: what happens is said politely, what is asked of you at once.
import { Api, token } from "./api.js";
import { ALL, WATCHER } from "./fight.js";

const SCHEME = "yarrow.scheme", SEAT = "yarrow.as.";

export const scheme = {
  get: () => localStorage.getItem(SCHEME) ?? "",
  /** @param {string} to */
  set(to) {
    localStorage.setItem(SCHEME, to);
    scheme.show();
  },
  show() {
    const to = scheme.get();
    to ? (document.documentElement.dataset.scheme = to) : delete document.documentElement.dataset.scheme;
  },
};

export const seat = {
  /** The seats that the token permits, or null for all. @returns {string[] | null} */
  permitted() {
    const { role, combatants = [] } = token.rights();
    return role === "player" ? [...combatants, WATCHER] : role === "spectator" ? [WATCHER] : null;
  },
  /** @param {string} fight */
  get(fight) {
    const kept = sessionStorage.getItem(SEAT + fight) ?? ALL, mine = seat.permitted();
    return mine && !mine.includes(kept) ? mine[0] : kept;
  },
  /** @param {string} fight @param {string} to */
  set: (fight, to) => sessionStorage.setItem(SEAT + fight, to),
};

/** Gives back the seat of this tab: the link that gave it still opens it. */
export async function leave() {
  const { id } = token.rights();
  if (id) await new Api().remove(`tokens/${id}`).catch(() => null);
  token.set("");
  location.hash = "#/";
  location.reload();
}

/** @param {string} id @param {string} text */
function put(id, text) {
  const live = document.getElementById(id);
  if (live && live.textContent !== text) live.textContent = text;
}

/** The same again differs by a blank that is not heard, so that it is said again. @param {string} text */
export const say = (text) => put("said", text && document.getElementById("said")?.textContent === text ? `${text}\u00a0` : text);
/** @param {string} text */
export const ask = (text) => put("asked", text);

/** Copies a text, where the browser permits it, and says so, also on the button; whether it has. @param {string} label @param {string} text @param {any} [button] */
export const copy = (label, text, button = {}) => navigator.clipboard?.writeText(text).then(() => (say(`${(button.textContent = "Copied")}: ${label}.`), true)).catch(() => null);

/** Whether nothing may move. */
export const isStill = () => matchMedia("(prefers-reduced-motion: reduce)").matches;
