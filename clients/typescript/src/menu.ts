import createClient from "openapi-fetch";

import type { paths } from "./api.ts";
import type { Declarations } from "./declared.ts";
import { Menu } from "./forms.ts";
import { addressOf, headersOf, type Options } from "./options.ts";
import { textAt } from "./sets.ts";
import { MalformedOptions } from "./values.ts";
import { ProblemError } from "./watch.ts";

/** Whose options to read, and of when. */
export interface MenuOptions extends Options {
  /** the combatant whose commands to list; by default those of all for whom the speaker speaks */
  combatant?: string;
  /** the type of the commands to list; by default all */
  command?: string;
  /** the group of the commands to list; by default all */
  group?: string;
  /** the last version of a batch; by default the newest version */
  at?: number;
}

const declared = new Map<string, Promise<Declarations>>();

/** Reads the forms that apply to an encounter. Their declarations never change, and are read once. */
export async function menu(url: string, encounter: string, options: MenuOptions = {}): Promise<Menu> {
  const { combatant, command, group, at } = options;
  const some = { ...(combatant && { combatant }), ...(command && { command }), ...(group && { group }) };
  const query = { ...some, ...(at !== undefined && { at }) };
  const { data, error } = await clientOf(url, options).GET("/v1/encounters/{encounter}/options", {
    params: { path: { encounter }, query },
  });
  if (error) throw new ProblemError(error);
  const address = `${addressOf(url)}${textAt(data, "declarations")}`;
  const declarations = declared.get(address) ?? declarationsAt(url, textAt(data, "declarations"), options);
  declared.set(address, declarations);
  declarations.catch(() => declared.delete(address)); // the next menu tries again
  return new Menu(data, await declarations);
}

async function declarationsAt(url: string, address: string, options: Options): Promise<Declarations> {
  const [, key, digest] = /^\/v1\/rulesets\/([^/]+)\/forms\/([^/]+)$/.exec(address) ?? [];
  if (key === undefined || digest === undefined) throw new MalformedOptions(`There are no declarations at ${address}.`);
  const { data, error } = await clientOf(url, options).GET("/v1/rulesets/{key}/forms/{digest}", {
    params: { path: { key, digest } },
  });
  if (error) throw new ProblemError(error);
  return data;
}

function clientOf(url: string, options: Options) {
  const { fetch } = options;
  return createClient<paths>({ baseUrl: addressOf(url), headers: headersOf(options), ...(fetch && { fetch }) });
}
