import createClient, { type Client } from "openapi-fetch";

import type { components, paths } from "./api.ts";
import { addressOf, headersOf, type Options } from "./options.ts";
import { ProblemError } from "./watch.ts";

/** A token or an invitation. Its secret, `token` or `invitation`, is there only when it was just made. */
export type Granted = components["schemas"]["Granted"];
/** The rights of a token or an invitation, its holder's name and its expiry. */
export type GrantRequest = components["schemas"]["GrantRequest"];

const FRAGMENT = "invitation";

/**
 * Makes an invitation with rights no wider than the caller's, and returns it with the link for its holder: the address
 * of your page with the invitation in its fragment, which browsers send to no server.
 */
export async function invite(
  url: string,
  page: string,
  rights: GrantRequest,
  options: Options = {},
): Promise<Granted & { link: string }> {
  const { data, error } = await client(url, options).POST("/v1/invitations", { body: rights });
  if (error) throw new ProblemError(error);
  const link = new URL(page);
  link.hash = new URLSearchParams({ [FRAGMENT]: data.invitation! }).toString();
  return { ...data, link: link.href };
}

/** Returns the invitation in the fragment of an address, such as `location.hash`, or null if it has none. */
export function invitationIn(fragment: string): string | null {
  return new URLSearchParams(fragment.replace(/^#/, "")).get(FRAGMENT);
}

/** Exchanges an invitation for a token, to be kept and used as `connect(url, { token })`. This needs no other token. */
export async function exchange(url: string, invitation: string, options: Options = {}): Promise<Granted> {
  const { data, error } = await client(url, options).POST("/v1/invitations/exchange", { body: { invitation } });
  if (error) throw new ProblemError(error);
  return data;
}

function client(url: string, options: Options): Client<paths> {
  const { fetch } = options;
  return createClient<paths>({ baseUrl: addressOf(url), headers: headersOf(options), ...(fetch && { fetch }) });
}
