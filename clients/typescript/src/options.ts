/** How a service is asked: with which token, as which speaker, and by which `fetch`, the platform's where none is given. */
export interface Options {
  /** sent as `Authorization: Bearer` */
  token?: string;
  /** sent as `Yarrow-As`: `narrator`, `player:<ids>` or `spectator` */
  speaker?: string;
  fetch?: typeof globalThis.fetch;
}

/** The address of a service, behind which paths are put: without a slash at its end, and without their `/v1`. */
export function addressOf(url: string): string {
  return url.replace(/\/+$/, "").replace(/\/v1$/, "");
}

/** The headers that say who asks. */
export function headersOf({ token, speaker }: Options): Record<string, string> {
  return { ...(token && { Authorization: `Bearer ${token}` }), ...(speaker && { "Yarrow-As": speaker }) };
}
