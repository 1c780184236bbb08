// What this browser keeps: the scheme of colours, and which seat one has in each fight; and the two voices for screen
// readers: what happens is said politely, each sentence once, what is asked of you at once.
import { ALL } from "./fight.js";

const SCHEME = "yarrow.scheme", SEAT = "yarrow.seat.";

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
  /** @param {string} fight */
  get: (fight) => sessionStorage.getItem(SEAT + fight) ?? ALL,
  /** @param {string} fight @param {string} to */
  set: (fight, to) => sessionStorage.setItem(SEAT + fight, to),
};

/** @param {string} id @param {string} text */
function put(id, text) {
  const live = document.getElementById(id);
  if (live && live.textContent !== text) live.textContent = text;
}

/** @param {string} text */
export const say = (text) => put("said", text);
/** @param {string} text */
export const ask = (text) => put("asked", text);

/** Whether nothing may move. */
export const isStill = () => matchMedia("(prefers-reduced-motion: reduce)").matches;
