import type { components } from "./api.ts";
import { isList, isObject, own } from "./values.ts";

type Table = components["schemas"]["Table"];

/**
 * Returns a table with the changes that a batch of `watch` with `table` makes on it, in their order: the operations `add`,
 * `remove` and `replace` of RFC 6902. The table that is given does not change.
 */
export function patched(table: Table, changes: readonly components["schemas"]["TableChange"][]): Table {
  const whole = structuredClone(table);
  for (const { patch } of changes) for (const operation of patch) apply(whole, operation);
  return whole;
}

function apply(whole: unknown, { op, path, value }: components["schemas"]["TableChange"]["patch"][number]): void {
  const names = path.split("/").slice(1).map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"));
  const last = names.pop() ?? "";
  let place = whole;
  for (const name of names) place = isList(place) ? place[Number(name)] : isObject(place) ? own(place, name) : undefined;
  if (isList(place)) {
    const index = last === "-" ? place.length : Number(last);
    (place as unknown[]).splice(index, op === "add" ? 0 : 1, ...(op === "remove" ? [] : [value]));
  } else if (isObject(place)) {
    if (op === "remove") delete (place as Record<string, unknown>)[last];
    else (place as Record<string, unknown>)[last] = value;
  }
}
