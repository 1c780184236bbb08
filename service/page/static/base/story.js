// The story of a fight as entries with levels and throws, made of its timeline and of what its events say of throws.

/**
 * @typedef {{face: string | number, colour?: string}} Face
 * @typedef {{kind: "coins" | "dice" | "percentile" | "cards", who?: string, for?: string, parts?: {label: string, amount: number, rule?: string}[],
 *   faces: Face[], counted?: string, result?: number | string | null, target?: number | null, won?: boolean | null}} Throw
 * @typedef {{text: string, combatant?: string}} Part
 * @typedef {{version: number, since?: number, level: number, of?: number, sentence: string, parts: Part[], throws?: Throw[],
 *   opens?: {kind: string, label: string}, moment?: string, why?: string, rules?: string[]}} Entry
 */

/**
 * Reads the entries after a version, up to another.
 * @param {import("./api.js").Api} api @param {string} fight @param {Record<string, string>} names @param {number} after @param {number} at
 * @returns {Promise<Entry[]>}
 */
export async function readStory(api, fight, names, after, at) {
  const [told, events] = await Promise.all(["timeline", "events"].map((path) => pages(api, `encounters/${fight}/${path}`, after, at)));
  const facts = new Map(events.map((one) => [one.version, one.data]));
  /** @type {Map<number, any[]>} */
  const batches = new Map();
  for (const one of told) batches.set(one.batch, [...(batches.get(one.batch) ?? []), one]);
  return [...batches.values()].flatMap((batch) => entriesOf(batch, facts, names));
}

/** @param {import("./api.js").Api} api @param {string} path @param {number} after @param {number} at */
async function pages(api, path, after, at) {
  const found = [];
  for (;;) {
    const page = await api.get(path, { after, limit: 1000 });
    found.push(...(page.entries ?? page.events).filter((/** @type {any} */ one) => one.version <= at));
    after = page.after;
    if (after >= Math.min(at, page.version)) return found;
  }
}

/** The first sentence of a batch, and the one that follows its last throw, are told aloud. @param {any[]} batch @param {Map<number, any>} facts @param {Record<string, string>} names @returns {Entry[]} */
function entriesOf(batch, facts, names) {
  const throws = batch.flatMap((one) => throwsOf(facts.get(one.version)));
  const last = batch.findLast((one) => throwsOf(facts.get(one.version)).length);
  const told = batch.filter((one) => one.sentence);
  const outcome = last && (told.find((one) => one.version > last.version) ?? last);
  const aloud = outcome ?? told[0];
  return told.map((one) => ({
    version: one.version,
    level: one === aloud || one === told[0] ? 1 : 2,
    of: one === aloud || one === told[0] || !aloud ? undefined : aloud.version,
    sentence: one.sentence,
    parts: cut(one.sentence, names),
    throws: one === outcome ? throws : throwsOf(facts.get(one.version)),
  }));
}

/** @param {any} data @returns {Throw[]} */
function throwsOf(data) {
  const drawn = Object.entries(data ?? {}).filter(([, one]) => one?.faces !== undefined);
  if (!drawn.length) return [];
  const kinds = drawn.map(([name, { faces, sides }]) => {
    if (typeof faces === "string") return ["coins", [...faces].map((face) => ({ face }))];
    if (sides === 100) return ["percentile", faces.map((/** @type {number} */ face) => ({ face }))];
    return typeof faces[0] === "string" ? ["cards", faces.map((/** @type {string} */ face) => ({ face }))] : ["dice", faces.map((/** @type {number} */ face) => ({ face, colour: name === "black" ? "black" : "white" }))];
  });
  const { combatant, actor, label = "", result, net, number, total, successes } = data;
  const what = String(label).replaceAll("_", " ");
  return [{ kind: /** @type {any} */ (kinds[0][0]), who: combatant ?? actor, for: what, faces: kinds.flatMap(([, faces]) => faces), result: result ?? net ?? number ?? total ?? successes ?? null }];
}

/** Cuts a sentence at the names in it. @param {string} sentence @param {Record<string, string>} names @returns {Part[]} */
function cut(sentence, names) {
  const byName = new Map(Object.entries(names).map(([id, name]) => [name, id]));
  const all = [...byName.keys()].sort((a, b) => b.length - a.length).map((name) => name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  if (!all.length) return [{ text: sentence }];
  return sentence.split(new RegExp(`(${all.join("|")})`)).filter(Boolean).map((text) => ({ text, combatant: byName.get(text) }));
}
