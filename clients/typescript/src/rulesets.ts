/**
 * The types of each ruleset: its commands, the answers to its prompts, its options, events and states. They are those of
 * api.ts, which is generated from openapi.yaml, by the key of the ruleset: `CommandOf<"s3">`.
 */

import type { components } from "./api.ts";

type Schemas = components["schemas"];

/** A command, discriminated by its `type`. */
export type Command = Schemas["Command"];
/** A recorded event, discriminated by its `type`. */
export type Event = Schemas["Event"];
/** The state of an encounter, discriminated by its `ruleset`. */
export type State = Schemas["State"];

/** The keys of the rulesets whose types this client has. A service may have others, whose types are plain JSON. */
export type RulesetKey = State["ruleset"];

/** What begins the names of a ruleset's schemas: `BlackDice` for `black_dice`. */
type Named<R extends string> = R extends `${infer First}_${infer Rest}` ? `${Capitalize<First>}${Named<Rest>}` : Capitalize<R>;
type SchemaOf<R extends string, Name extends string> =
  `${Named<R>}${Name}` extends keyof Schemas ? Schemas[`${Named<R>}${Name}`] : Readonly<Record<string, unknown>>;
type Typed<R extends string> = { type: `${R}.${string}` | `core.${string}` };

/** The options of a ruleset, which are fixed when an encounter opens. */
export type OptionsOf<R extends string> = Partial<SchemaOf<R, "Options">>;
/** The answers to the prompts of a ruleset, by the kind of the prompt. */
export type AnswersOf<R extends string> = R extends RulesetKey ? Answers[R] : Readonly<Record<string, unknown>>;
type Answers = { [R in RulesetKey]: Required<SchemaOf<R, "Answers">> };
/** The kinds of the prompts of a ruleset. */
export type KindOf<R extends string> = R extends RulesetKey ? Kinds[R] : string;
type Kinds = { [R in RulesetKey]: keyof Answers[R] & string };
/** The answer to a prompt of a kind. */
export type AnswerOf<R extends string, K extends string = KindOf<R>> = R extends unknown
  ? K extends keyof AnswersOf<R>
    ? AnswersOf<R>[K]
    : never
  : never;
/** An open choice of a ruleset: `to` is the combatant who decides, or `narrator`. */
export type PromptOf<R extends string> = OfKind<KindOf<R>>;
type OfKind<K extends string> = K extends unknown ? Omit<Schemas["Prompt"], "kind"> & { kind: K } : never;
/** An answer, sent along with a command, to the prompt of a kind that the command will open. */
export type SentAnswerOf<R extends string, K extends string = KindOf<R>> = K extends unknown
  ? Omit<Schemas["SentAnswer"], "kind" | "answer"> & { kind: K; answer: AnswerOf<R, K> }
  : never;

/** A command of a ruleset, or one that every encounter has; its answers are typed by the kinds of their prompts. */
export type CommandOf<R extends string> = R extends RulesetKey
  ? Answering<Extract<Command, Typed<R>>, R>
  : Extract<Command, { type: `core.${string}` }> | ({ type: `${R}.${string}` } & Readonly<Record<string, unknown>>);
type Answering<C, R extends string> = C extends { answers?: unknown }
  ? Omit<C, "answers"> & { answers?: readonly SentAnswerOf<R>[] }
  : C;

/** A command that a form was filled in to; `Encounter.give` takes it as it is. */
export type FilledCommand = { readonly type: string } & Readonly<Record<string, unknown>> & { readonly [filled]?: true };
declare const filled: unique symbol;

/** An event of a ruleset, or one that every encounter has. */
export type EventOf<R extends string> = R extends RulesetKey
  ? Extract<Event, Typed<R>>
  : Schemas["Envelope"] & { type: string; data: Readonly<Record<string, unknown>> };
/** The state of an encounter, in the shape of its ruleset. */
export type StateOf<R extends string> = R extends RulesetKey
  ? Extract<State, { ruleset: R }>
  : Readonly<Record<string, unknown>> & { version: number };

/** The parameters of a filled-in form are checked by the service alone. */
export type Given<R extends string> = CommandOf<R> | FilledCommand;
