/**
 * The shapes of responses: the members that each must have, with their kinds. The types of api.ts determine them, so that
 * the compiler finds a member that is missing here; a response without one is of a service of another version.
 */

import type { components } from "./api.ts";
import { NotYarrow, OtherVersion } from "./problems.ts";
import { isList, isObject, own } from "./values.ts";
import { parsed } from "./wire.ts";

type Schemas = components["schemas"];

/** The members that a type always has, and that are never null. */
type Needed<T> = { [K in keyof T]-?: {} extends Pick<T, K> ? never : null extends T[K] ? never : K }[keyof T];
type KindOf<T> = T extends string
  ? "text"
  : T extends number
    ? "number"
    : T extends boolean
      ? "truth"
      : T extends readonly (infer One)[]
        ? "list" | readonly [Shape<One>]
        : "object";
/**
 * The kinds of the members that a value must have, by their names. A list may have the shape of its entries, and a member
 * of several kinds is `any`.
 */
export type Shape<T> = { readonly [K in Needed<T>]: KindOf<T[K]> | "any" };

/** Returns the value of a JSON text. Throws NotYarrow if it is not JSON, and OtherVersion if it has another shape. */
export function shaped<T>(shape: Shape<T>, what: string, text: string): T {
  const value = parsed(text, `The response of ${what}`);
  if (!isObject(value)) throw new NotYarrow(`The response of ${what} is not an object: ${text.slice(0, 200)}`);
  require(shape, value, what, "");
  return value as T;
}

function require(shape: object, value: unknown, what: string, place: string): void {
  for (const [name, kind] of Object.entries(shape)) {
    const found = isObject(value) ? own(value, name) : undefined;
    const path = `${place}${name}`;
    if (!isOfKind(found, kind))
      throw new OtherVersion(
        `The response of ${what} is not one that this version of the client reads: \`${path}\` is ${
          found === undefined ? "missing" : "of another kind"
        }.`,
      );
    if (isList(kind) && isList(found)) found.forEach((one, index) => require(kind[0] as object, one, what, `${path}.${index}.`));
  }
}

function isOfKind(value: unknown, kind: unknown): boolean {
  if (kind === "list" || isList(kind)) return isList(value);
  if (kind === "object") return isObject(value);
  if (kind === "any") return value !== undefined;
  return typeof value === { text: "string", number: "number", truth: "boolean" }[kind as string];
}

/** Tells the compiler of which type a shape is. */
const of = <T>(shape: Shape<T>): Shape<T> => shape;

const entry = of<Schemas["Entry"]>({
  version: "number",
  batch: "number",
  time: "text",
  type: "text",
  level: "number",
  sentence: "text",
  parts: "list",
});
const rule = of<Schemas["Rule"]>({ id: "text", chapter: "text", title: "text", statement: "text" });
const granted = of<Schemas["Granted"]>({
  id: "text",
  name: "text",
  role: "text",
  encounters: "any",
  created: "text",
  expires: "text",
});
const tallied = of<Schemas["Tallied"]>({ ruleset: "text", totals: "object" });

export const SHAPES = {
  answer: of<Schemas["CommandAnswer"]>({
    encounter: "text",
    version: "number",
    first: "number",
    events: "list",
    prompts: "list",
  }),
  audit: of<Schemas["Audit"]>({
    encounter: "text",
    version: "number",
    hash: "text",
    chain: "object",
    throws: "object",
    legality: "object",
    commands: "number",
    rulings: "number",
    rewinds: "number",
    seeded_throws: "number",
    supplied_throws: "number",
  }),
  batch: of<Schemas["LiveBatch"]>({ encounter: "text", version: "number", first: "number", chain: "text", events: "list" }),
  causes: of<Schemas["Causes"]>({ version: "number", causes: "list" }),
  check: of<Schemas["CheckAnswer"]>({ version: "number", first: "text" }),
  comparison: of<Schemas["Comparison"]>({
    common: "object",
    one: "object",
    other: "object",
    differences: "list",
    more: "number",
  }),
  declarations: of<Schemas["Declarations"]>({ groups: "object", forms: "object", shared: "list" }),
  dropped: of<Schemas["Dropped"]>({ resume: "text", code: "text", detail: "text" }),
  event: of<Schemas["Envelope"] & { type: string; data: object }>({
    encounter: "text",
    version: "number",
    schema: "number",
    time: "text",
    batch: "number",
    speaker: "text",
    audience: "text",
    type: "text",
    data: "object",
  }),
  granted,
  imported: of<Schemas["ImportAnswer"]>({
    encounter: "text",
    of: "text",
    version: "number",
    events: "number",
    status: "text",
    chain: "text",
  }),
  invitations: of<Schemas["InvitationPage"]>({ invitations: [granted] }),
  listing: of<Schemas["Listing"]>({
    encounters: [
      {
        id: "text",
        name: "text",
        ruleset: "text",
        status: "text",
        version: "number",
        opened: "text",
        active: "text",
        combatants: "list",
      },
    ],
    current: "truth",
  }),
  options: of<Schemas["OptionsAnswer"]>({
    version: "number",
    names: "object",
    sets: "object",
    lookups: "object",
    forms: "list",
    prompts: "list",
  }),
  progress: of<Schemas["Progress"]>({ projection: "text", generation: "number", done: "number", total: "number" }),
  projections: of<Schemas["ProjectionList"]>({ projections: "list" }),
  revoked: of<Schemas["Revoked"]>({ token: "text", until: "text" }),
  rule,
  rules: of<Schemas["RuleList"]>({ rules: [rule] }),
  ruleset: of<Schemas["RulesetReference"]>({
    key: "text",
    title: "text",
    version: "text",
    languages: "list",
    options: "object",
    sheet: "object",
    commands: "object",
    prompts: "object",
    events: "object",
    $defs: "object",
    tables: "object",
    words: "object",
  }),
  rulesets: of<Schemas["RulesetList"]>({ rulesets: [{ key: "text", title: "text", version: "text", languages: "list" }] }),
  scene: of<Schemas["SceneAnswer"]>({
    id: "text",
    ruleset: "text",
    name: "text",
    description: "text",
    sides: "list",
    options: "object",
    chance: "text",
    combatants: "list",
    commands: "list",
  }),
  scenes: of<Schemas["SceneList"]>({
    scenes: [{ id: "text", ruleset: "text", name: "text", description: "text", sides: "list" }],
  }),
  seats: of<Schemas["SeatsAnswer"]>({ encounter: "text", seats: "list", watchers: "number" }),
  signingKey: of<Schemas["SigningKey"]>({ algorithm: "text", key: "text", pem: "text" }),
  state: of<{ version: number }>({ version: "number" }),
  story: of<Schemas["StoryPage"]>({ version: "number", after: "number", entries: [entry] }),
  table: of<Schemas["Table"]>({
    version: "number",
    status: "text",
    settled: "truth",
    to_act: "object",
    awaits: "object",
    sides: "list",
    order: "list",
    combatants: "object",
    legend: "object",
  }),
  tallies: of<Schemas["TallyPage"]>({ by: "text", tallies: [tallied], current: "truth" }),
  tally: of<Schemas["Tally"]>({
    version: "number",
    commands: "number",
    rulings: "number",
    rewinds: "number",
    throws: "object",
    combatants: "object",
  }),
  templates: of<Schemas["TemplateList"]>({ templates: "object" }),
  ticket: of<Schemas["TicketAnswer"]>({ ticket: "text", expires: "text", speaker: "text", encounters: "any" }),
  tokens: of<Schemas["TokenPage"]>({ tokens: [granted] }),
};
