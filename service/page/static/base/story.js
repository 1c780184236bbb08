// The story of a fight: entries with levels, throws and moments.

/** @typedef {import("yarrow-client").components["schemas"]["Entry"]} Entry */
/** @typedef {import("yarrow-client").components["schemas"]["Throw"]} Throw */

const PAGE = 1000;

/** What the feed tells beside a batch; level 3 is bookkeeping, for which one has to ask. */
export const USUAL = 2, EVERYTHING = 3;

/** Reads what was told after a version, up to another. @param {import("./api.js").Api} api @param {string} path of the fight @param {number} level @param {number} after @param {number} at @returns {Promise<Entry[]>} */
export async function readStory(api, path, level, after, at) {
  const found = [];
  for (;;) {
    const page = await api.get(`${path}/story`, { level, after, at, limit: PAGE });
    found.push(...page.entries);
    if (page.after >= at || page.after <= after) return found;
    after = page.after;
  }
}
