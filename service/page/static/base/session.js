// What this browser keeps: the scheme of colours, and which seat one has in each fight.
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
