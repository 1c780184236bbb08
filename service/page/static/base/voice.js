// The two voices for screen readers: what happens is said politely, each sentence once; what is asked of you at once.

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
