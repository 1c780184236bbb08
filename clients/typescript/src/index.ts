/** A client of Yarrow for browsers and Node, typed from openapi.yaml: `Yarrow` is a service, `Encounter` an encounter on it. */

export type { components, paths } from "./api.ts";
export {
  type ListFilters,
  type Opening,
  type Progress,
  type ProjectionState,
  type Rule,
  type Ruleset,
  type Scene,
  type SceneContent,
  type Tallied,
  type Ticket,
  type TicketRights,
  Yarrow,
} from "./client.ts";
export type { Condition, Declarations, Few, Field, Form, FormDeclaration, Group } from "./declared.ts";
export type { Greatest, Many, OpenPrompt } from "./declared.ts";
export {
  type Audit,
  type BranchOptions,
  type Causes,
  type CheckOptions,
  type Comparison,
  type Done,
  Encounter,
  type Entry,
  type Faces,
  type Foreseen,
  type GiveOptions,
  type MenuOptions,
  type ReplayOptions,
  type StoryOptions,
  type Table,
  type Tally,
  type WatchOneOptions,
  type WatchOptions,
} from "./encounter.ts";
export type { Batch, Seats } from "./feeds.ts";
export { type Choose, Clashing, DeadEnd, fill, fillAnswer, type SettledField, Unfilled } from "./fill.ts";
export { type LegalNow, Menu, Reader } from "./forms.ts";
export type { Listed } from "./lists.ts";
export { patched } from "./patching.ts";
export { sentence, textOf } from "./phrases.ts";
export * from "./problems.ts";
export type * from "./rulesets.ts";
export type { Filled, Key, Lookup } from "./sets.ts";
export { type Granted, type GrantTerms, invitationIn, invitationLink } from "./seating.ts";
export { type Bounds, isSame, keyOf, type Listed as ListedValue, MalformedOptions, Values } from "./values.ts";
export type { Options } from "./wire.ts";
export { Witness } from "./witness.ts";
