/** Options of requests: the token, the speaker, the language, and the `fetch` to use, by default the platform's. */
export interface Options {
  /** sent as `Authorization: Bearer` */
  token?: string;
  /** sent as `Yarrow-As`: `narrator`, `player:<ids>` or `spectator` */
  speaker?: string;
  /** the language of menus, such as `de`, or several in the order of preference: `de, fr` */
  language?: string;
  fetch?: typeof globalThis.fetch;
}

/** Returns the base URL of a service, without a trailing slash and without `/v1`. */
export function addressOf(url: string): string {
  return url.replace(/\/+$/, "").replace(/\/v1$/, "");
}

/** Returns the headers for the token, the speaker and the language. */
export function headersOf({ token, speaker, language }: Options): Record<string, string> {
  return {
    ...(token && { Authorization: `Bearer ${token}` }),
    ...(speaker && { "Yarrow-As": speaker }),
    ...(language && { "Accept-Language": language }),
  };
}
