import type { components } from "./api.ts";

/** A token or an invitation. Its secret, `token` or `invitation`, is there only when it was just made. */
export type Granted = components["schemas"]["Granted"];
/** The rights of a token or an invitation, its holder's name and its expiry. */
export type GrantTerms = components["schemas"]["GrantRequest"];

const FRAGMENT = "invitation";

/** Returns the address of a page with an invitation in its fragment, which browsers send to no server. */
export function invitationLink(page: string, { invitation }: Granted): string {
  const link = new URL(page);
  link.hash = new URLSearchParams({ [FRAGMENT]: invitation ?? "" }).toString();
  return link.href;
}

/** Returns the invitation in the fragment of an address, such as `location.hash`, or null if it has none. */
export function invitationIn(fragment: string): string | null {
  return new URLSearchParams(fragment.replace(/^#/, "")).get(FRAGMENT);
}
