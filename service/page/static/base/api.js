// Requests to the service that serves the page: as a speaker, with a token where it needs one.

/** @typedef {import("yarrow-client").Problem} Problem */

/** The address of the service: the parts of the page are below `page/<hash>/`. */
export const ROOT = new URL("../../../", import.meta.url).href;
const KEPT = "yarrow.token", RIGHTS = "yarrow.rights";

/** Thrown for every answer that is an error; the message is for people. */
export class Refusal extends Error {
  /** @param {Problem} problem */
  constructor(problem) {
    super(problem.detail);
    this.problem = problem;
  }
}

/** What went wrong, for people. @param {unknown} error @returns {{detail: string, code?: string, rule?: string | null, needed?: any, status?: number, field?: string | null, nearest?: number | null}} */
export const problemOf = (error) => (error instanceof Refusal ? error.problem : { status: 503, detail: error instanceof Error ? error.message : String(error) });

/** Thrown when nothing answers. */
export class Unreachable extends Error {
  constructor() {
    super("The service does not answer.");
  }
}

/** The header with a key for a command, which is sent again with the same. Without TLS there is no `randomUUID`. */
export const once = () => ({ "Idempotency-Key": [...crypto.getRandomValues(new Uint8Array(16))].map((one) => one.toString(16).padStart(2, "0")).join("") });

export const token = {
  get: () => sessionStorage.getItem(KEPT) ?? "",
  /** @param {string} value @param {any} [rights] what it permits, as an invitation says it */
  set(value, rights = {}) {
    sessionStorage.setItem(KEPT, value);
    sessionStorage.setItem(RIGHTS, JSON.stringify(rights));
  },
  /** What it permits: a signed one says it itself. One that an invitation gave has an ID. @returns {{id?: string, role?: string, combatants?: string[], delay?: any}} */
  rights() {
    const kept = JSON.parse(sessionStorage.getItem(RIGHTS) ?? "{}");
    try {
      return { ...kept, ...JSON.parse(atob(token.get().split(".")[1].replace(/-/g, "+").replace(/_/g, "/"))) };
    } catch {
      return kept;
    }
  },
};

/** Returns the rights that an invitation gives, with a token. @param {string} invitation @returns {Promise<any>} */
export const exchanged = (invitation) => new Api("", "").post("invitations/exchange", { invitation });

export class Api {
  /** @param {string} [speaker] what to send as `Yarrow-As`; empty for whatever the token permits @param {string} [bearer] a token */
  constructor(speaker = "", bearer = token.get()) {
    this.speaker = speaker;
    this.bearer = bearer;
  }

  /** @param {Record<string, string>} [more] */
  headers(more = {}) {
    return { ...(this.bearer && { Authorization: `Bearer ${this.bearer}` }), ...(this.speaker && { "Yarrow-As": this.speaker }), ...more };
  }

  /** @param {string} path @param {Record<string, unknown>} [query] */
  address(path, query = {}) {
    const url = new URL(path, `${ROOT}v1/`);
    for (const [name, value] of Object.entries(query)) if (value !== undefined && value !== "") url.searchParams.set(name, String(value));
    return url;
  }

  /** @param {string} path @param {Record<string, unknown>} [query] @param {AbortSignal} [signal] @returns {Promise<any>} */
  async get(path, query, signal) {
    return (await this.fetch(this.address(path, query), { headers: this.headers(), signal })).json();
  }

  /** @param {string} path @param {unknown} body @param {Record<string, string>} [headers] @returns {Promise<any>} */
  async post(path, body, headers) {
    const init = { method: "POST", headers: this.headers({ "Content-Type": "application/json", ...headers }), body: JSON.stringify(body) };
    return (await this.fetch(this.address(path), init)).json();
  }

  /** Ends something; what has ended already is not missed. @param {string} path */
  remove(path) {
    return this.fetch(this.address(path), { method: "DELETE", headers: this.headers() }).catch((error) => {
      if (problemOf(error).status !== 404) throw error;
    });
  }

  /** @param {URL} url @param {RequestInit} init */
  async fetch(url, init) {
    const answer = await fetch(url, init).catch((error) => {
      throw init.signal?.aborted ? error : new Unreachable();
    });
    if (answer.ok) return answer;
    const problem = await answer.json().catch(() => ({ code: "internal", detail: `The service answers ${answer.status}.`, status: answer.status }));
    throw new Refusal(problem);
  }
}
