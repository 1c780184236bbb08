import createClient from "openapi-fetch";

import type { components, paths } from "./api.ts";
import { addressOf, headersOf, type Options } from "./options.ts";
import { ProblemError } from "./watch.ts";

export interface TicketOptions extends Options {
  /** what the connection may see and do; by default what the caller may */
  rights?: components["schemas"]["TicketRequest"];
}

/**
 * Returns the address of a live connection with a new ticket, for `EventSource` and `WebSocket`, which cannot send a token.
 * `path` is that of a live feed or a socket: `/v1/encounters/alley/live?after=12`, `/v1/encounters/alley/ws`. The address
 * is good for one connection within a minute; take another one to reconnect.
 */
export async function ticketed(url: string, path: string, options: TicketOptions = {}): Promise<string> {
  const { data, error } = await createClient<paths>({
    baseUrl: addressOf(url),
    headers: headersOf(options),
    ...(options.fetch && { fetch: options.fetch }),
  }).POST("/v1/tickets", { body: options.rights ?? {} });
  if (error) throw new ProblemError(error);
  const address = new URL(addressOf(url) + path);
  address.searchParams.set("ticket", data.ticket);
  if (address.pathname.endsWith("/ws")) address.protocol = address.protocol === "https:" ? "wss:" : "ws:";
  return address.href;
}
