/** Forms are read as the vectors say, which the Python client is tested with, too. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { type Choose, type Declarations, type Field, fill, fillAnswer, isSame, type LegalNow } from "../src/index.ts";
import { MalformedOptions, Menu, sentence, type SettledField, textOf, Unfilled, type Values } from "../src/index.ts";

/** What a field may hold with some fields before it. */
interface Asked {
  field: string;
  filled?: Record<string, unknown>;
  outer?: Record<string, unknown>;
  there?: boolean;
  has?: unknown[];
  lacks?: unknown[];
  required?: boolean;
  default?: unknown;
}
/** What a form becomes with some choices; without a command, it cannot be filled in with them. */
interface Filling {
  choices: Record<string, unknown>;
  command?: Record<string, unknown>;
  asked: string[];
}
interface Case extends Partial<LegalNow> {
  case: string;
  fields?: Field[];
  neutral?: Record<string, unknown>;
  words?: Record<string, unknown>;
  groups?: Record<string, string>;
  enumeration?: string;
  asked?: Asked[];
  admitted?: Record<string, unknown>[];
  refused?: Record<string, unknown>[];
  commands?: { admitted: unknown[]; refused: unknown[] };
  filled?: Filling[];
  malformed?: Omit<Case, "case">;
}

/** A form, and what is said of fillings of it. */
interface Spoken extends Case {
  phrase?: string;
  sentences: { phrase?: string; command: Record<string, unknown>; sentence: string }[];
}

/** What a filling is asked for, what was chosen, what it became, and what is said of it. */
interface Recorded {
  asked: { field: string; required: boolean; default?: unknown; values: Record<string, unknown>; chosen: unknown }[];
  filled: unknown;
  said: string;
}
interface RecordedState {
  role: "narrator" | "player";
  options: LegalNow;
  groups: [label: string, forms: string[]][];
  fillings: (Recorded & { form: string })[];
  answers: (Recorded & { prompt: string; shape: number })[];
  commands: { command: unknown; admitted: boolean }[];
}

const read = (name: string) => JSON.parse(readFileSync(new URL(`../../vectors/${name}`, import.meta.url), "utf-8"));
const cases = read("fields.json") as Case[];
const spoken = read("sentences.json") as Spoken[];
const recorded = read("options.json") as { declarations: Record<string, Declarations>; states: RecordedState[] };
const DEEP = 100_000;

/** Returns a menu with the parts of a case, and the form `x.do` of its fields. */
function menuOf({ fields = [], neutral = {}, words = {}, groups = {}, enumeration, ...parts }: Omit<Case, "case">): Menu {
  const names = { bill: "Bill", ann: "Ann", constructor: "Constructor" };
  const options = { version: 1, names, sets: {}, lookups: {}, forms: ["x.do"], prompts: [], ...parts };
  const forms = { "x.do": { command: "x.do", label: "Do", fields, neutral, ...words } };
  return new Menu(options, { groups, forms, ...(enumeration && { enumeration }) });
}

function grouped(menu: Menu) {
  return menu.groups.map(({ label, forms }) => [label, forms.map(({ name }) => name)]);
}

function formOf(menu: Menu) {
  const [form] = menu.forms;
  assert(form);
  return form;
}

function fieldOf(fields: readonly Field[], path: string): Field {
  const [first, ...rest] = path.split(".");
  const field = fields.find((one) => one.name === first);
  assert(field);
  return rest.length ? fieldOf(field.fields ?? [], rest.join(".")) : field;
}

/** Returns what the vectors may say about values. */
function shape({ listed, span, text, pattern, schema, keys, isEmpty }: Values): Record<string, unknown> {
  return { listed, span, text, pattern, schema, keys: keys?.listed, empty: isEmpty };
}

for (const { case: name, asked = [], ...parts } of cases)
  for (const one of asked)
    test(`${name}: ${one.field} after ${JSON.stringify(one.filled ?? {})}`, () => {
      const menu = menuOf(parts);
      const field = fieldOf(formOf(menu).fields, one.field);
      const [filled, outer] = [one.filled ?? {}, one.outer ?? {}];
      const values = menu.values(field, filled, outer);
      assert.equal(values !== undefined, one.there ?? true);
      for (const [part, seen] of Object.entries(values ? shape(values) : {}))
        if (Object.hasOwn(one, part)) assert.deepEqual(seen, one[part as keyof Asked], part);
      assert.deepEqual(one.has?.filter((value) => !values?.has(value)) ?? [], []);
      assert.deepEqual(one.lacks?.filter((value) => values?.has(value)) ?? [], []);
      if (one.required !== undefined) assert.equal(menu.requires(field, filled, outer), one.required);
      if (one.default !== undefined) assert.deepEqual(menu.default(field, filled, outer) ?? null, one.default);
    });

for (const { case: name, admitted = [], refused = [], commands, ...parts } of cases)
  if (!parts.malformed)
    test(`${name}: commands`, () => {
      const menu = menuOf(parts);
      const typed = (fields: object) => ({ type: "x.do", ...fields });
      for (const command of [...admitted.map(typed), ...(commands?.admitted ?? [])])
        assert(menu.admits(command), JSON.stringify(command));
      for (const command of [...refused.map(typed), ...(commands?.refused ?? [])])
        assert(!menu.admits(command), JSON.stringify(command));
    });

/** Returns a choice; of `each`, that for the time at which it is asked for. */
function chosenFrom(choice: unknown, time: number): unknown {
  const isEach = typeof choice === "object" && choice !== null && "each" in choice;
  return isEach ? (choice.each as unknown[])[time - 1] : choice;
}

for (const { case: name, filled = [], ...parts } of cases)
  for (const filling of filled)
    test(`${name}: ${JSON.stringify(filling.choices)}`, () => {
      const menu = menuOf(parts);
      const asked: string[] = [];
      const filledIn = () =>
        fill(menu, formOf(menu), (field) => {
          asked.push(field.name);
          return chosenFrom(filling.choices[field.name], asked.filter((name) => name === field.name).length);
        });
      if (filling.command) {
        const command = filledIn();
        assert.deepEqual(command, filling.command);
        assert(menu.admits(command));
      } else {
        assert.throws(filledIn, Unfilled);
      }
      assert.deepEqual(asked, filling.asked);
    });

for (const { case: name, phrase = "", sentences, ...parts } of spoken)
  for (const one of sentences)
    test(`${name}: ${JSON.stringify(one.command)}`, () => {
      const menu = menuOf({ ...parts, words: { phrase: one.phrase ?? phrase } });
      assert.equal(sentence(menu, formOf(menu), one.command), one.sentence);
    });

test("the words of a form that are left out have defaults", () => {
  const { phrase, help, group, costs, rules, prominence, speaker } = formOf(menuOf({}));
  assert.deepEqual([phrase, help, group, costs, rules, prominence, speaker], ["", "", "", "", [], "usual", "player"]);
});

test("forms of no group come after those of all groups", () => {
  const attack = { command: "x.attack", label: "Attack", group: "attack", fields: [] };
  const leave = { command: "x.leave", label: "Leave", fields: [] };
  const options = { version: 1, names: {}, sets: {}, lookups: {}, forms: ["x.leave", "x.attack"], prompts: [] };
  const groups = { attack: "To attack", move: "To move" };
  const menu = new Menu(options, { groups, forms: { "x.attack": attack, "x.leave": leave } });
  assert.deepEqual(grouped(menu), [["To attack", ["x.attack"]], ["", ["x.leave"]]]);
});

test("a field is asked for as it is for this filling", () => {
  const fields: Field[] = [
    { name: "actor", in: ["bill"], required: true },
    {
      name: "weapon",
      in: ["bow"],
      required: { actor: ["bill"] },
      default: { row: { bill: ["bow"] }, by: ["actor"] },
    },
  ];
  const menu = menuOf({ fields });
  const seen: unknown[] = [];
  const command = fill(menu, formOf(menu), (field, values) => {
    seen.push([field.required, field.default]);
    return values.listed[0]?.[0];
  });
  assert.deepEqual(command, { type: "x.do", actor: "bill", weapon: "bow" });
  assert.deepEqual(seen, [[true, null], [true, "bow"]]);
});

test("a plain answer is chosen like a field", () => {
  const field = { name: "answer", in: "names", required: true };
  const menu = menuOf({});
  assert.equal(fillAnswer(menu, field, (_, values) => values.listed[1]?.[0]), "ann");
  assert.throws(() => fillAnswer(menu, field, () => "tom"), /`answer` may not be "tom"/);
  assert.throws(() => fillAnswer(menu, field, () => undefined), /`answer` is required/);
});

/** Reads every field of every form. */
function readAll(menu: Menu): void {
  for (const { fields } of menu.forms) for (const field of fields) assert(!menu.values(field, {})?.has("x"));
}

for (const { case: name, malformed } of cases)
  if (malformed) test(name, () => assert.throws(() => readAll(menuOf(malformed)), MalformedOptions));

function nested(levels: number, outside: (node: unknown) => unknown): unknown {
  let node: unknown = "names";
  for (let level = 0; level < levels; level++) node = outside(node);
  return node;
}

const deepSets = { of: (of: unknown) => ({ of }), either: (node: unknown) => ({ either: [node] }) };
for (const [kind, outside] of Object.entries(deepSets))
  test(`sets that are nested too deeply are malformed: ${kind}`, () => {
    readAll(menuOf({ fields: [{ name: "it", in: nested(50, outside) }] }));
    assert.throws(() => readAll(menuOf({ fields: [{ name: "it", in: nested(DEEP, outside) }] })), /nested too deeply/);
  });

test("fields that are nested too deeply are malformed", () => {
  let fields: Field[] = [{ name: "it", in: "names" }];
  for (let level = 0; level < DEEP; level++) fields = [{ name: "it", fields }];
  assert.throws(() => readAll(menuOf({ fields })), /nested too deeply/);
});

const deepValues = { list: (node: unknown) => [node], object: (x: unknown) => ({ x }) };
for (const [kind, outside] of Object.entries(deepValues))
  test(`a value that is nested deeply is not admitted: ${kind}`, () => {
    const value = nested(DEEP, outside);
    const fields: Field[] = [
      { name: "it", in: ["a", [["a"], ""], [{ x: "a" }, ""]], default: "a" },
      { name: "many", in: "names", many: [0, null] },
      { name: "object", fields: [{ name: "x", in: "names" }] },
      { name: "keys", in: "names", keys: ["x"] },
      { name: "looked up", in: { row: { bill: ["a"] }, by: ["any.x.x"] } },
      { name: "any", in: { schema: "Any" } },
    ];
    const menu = menuOf({ fields });
    for (const name of ["it", "many", "object", "keys", "looked up"])
      assert(!menu.admits({ type: "x.do", [name]: value }), name);
    assert(menu.admits({ type: "x.do", any: value }));
  });

test("sets that grow with each reference are read once", () => {
  const sets: Record<string, unknown> = { 30: ["a", "b"] };
  for (let place = 0; place < 30; place++)
    sets[place] = { either: Array.from({ length: 50 }, () => String(place + 1)) };
  const menu = menuOf({ sets, fields: [{ name: "it", in: "0" }] });
  const values = menu.values({ name: "it", in: "0" }, {});
  assert.deepEqual(values?.listed, [["a", "a"], ["b", "b"]]);
});

test("a member that every object has is no field, no key and no name", () => {
  const lookup = { row: { "*": ["other"] }, by: ["constructor"] };
  const fields: Field[] = [{ name: "it", in: lookup, required: true }, { name: "__proto__", in: [1] }];
  const menu = menuOf({ fields });
  assert(menu.admits(JSON.parse('{"type": "x.do", "it": "other", "__proto__": 1}')));
  assert(!menu.admits(JSON.parse('{"type": "x.do", "it": "other", "__proto__": 2}')));
  assert(menu.admits({ type: "x.do", it: "other" }));
});

test("values are the same as JSON, whatever the order of members", () => {
  assert(isSame({ a: [1, null], b: "x" }, { b: "x", a: [1.0, null] }));
  const different = [[1, true], ["1", 1], [null, "null"], [[1], [1, 1]], [{}, []], [{ a: 1 }, { a: true }]];
  for (const [one, other] of different)
    assert(!isSame(one, other), JSON.stringify([one, other]));
});

/** Returns what is asked about a field, as the vectors have it. */
function question(field: SettledField, values: Values): object {
  const { listed, also, barred, span, text, pattern, schema, keys } = values;
  const parts = {
    ...(listed.length && { listed }),
    ...(also.length && { also }),
    ...(barred.length && { barred }),
    ...(span && { span }),
    ...(text && { text }),
    ...(pattern !== undefined && { pattern }),
    ...(schema !== undefined && { schema }),
    ...(keys && { keys: keys.listed }),
  };
  const { name, required } = field;
  return { field: name, required, values: parts, ...(field.default !== null && { default: field.default }) };
}

/** Returns a chooser that chooses as recorded, and fails if it is asked anything else. */
function replayed(asked: Recorded["asked"]): Choose {
  const rest = [...asked];
  return (field, values) => {
    const next = rest.shift();
    assert(next);
    const { chosen, ...expected } = next;
    assert.deepEqual(question(field, values), expected);
    return chosen;
  };
}

for (const { role, options, groups, fillings, answers, commands } of recorded.states)
  test(`options of a ${role} at version ${options.version} are read as the Python client reads them`, () => {
    const declared = recorded.declarations[role];
    assert(declared);
    const menu = new Menu(options, declared);
    assert.deepEqual(grouped(menu), groups);
    for (const { form: name, asked, filled, said } of fillings) {
      const form = menu.forms.find((one) => one.name === name);
      assert(form);
      assert.deepEqual(fill(menu, form, replayed(asked)), filled);
      assert(menu.admits(filled));
      assert.equal(sentence(menu, form, filled as Record<string, unknown>), said);
    }
    for (const { prompt, shape, asked, filled, said } of answers) {
      const field = menu.prompts.find(({ id }) => id === prompt)?.answers?.[shape];
      assert(field);
      assert.deepEqual(fillAnswer(menu, field, replayed(asked)), filled);
      assert(menu.admits({ type: "core.answer", prompt, answer: filled }));
      assert.equal(textOf(menu, field, filled), said);
    }
    for (const { command, admitted } of commands) assert.equal(menu.admits(command), admitted, JSON.stringify(command));
  });

test("a menu says for whom its player speaks in vain", () => {
  const options = { version: 4, names: { ogre: "Ogre" }, sets: {}, lookups: {}, forms: [], prompts: [] };
  const unknown = { ogree: "No one called “ogree” has joined; did you mean ogre?" };
  assert.deepEqual(new Menu({ ...options, unknown }, { groups: {}, forms: {} }).unknown, unknown);
  assert.deepEqual(new Menu(options, { groups: {}, forms: {} }).unknown, {});
});
