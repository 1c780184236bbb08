// Operations of RFC 6902, as live frames have them for the table: add, remove, replace.

/** @typedef {{op: string, path: string, value?: unknown}} Operation */

/** Returns a document with changes; what does not change stays the same object. @template T @param {T} document @param {Operation[]} operations @returns {T} */
export function patched(document, operations) {
  for (const operation of operations) {
    const steps = operation.path.split("/").slice(1).map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~"));
    document = changed(document, steps, operation);
  }
  return document;
}

/** @param {any} node @param {string[]} steps @param {Operation} operation @returns {any} */
function changed(node, [step, ...rest], operation) {
  const { op, value } = operation;
  if (step === undefined) return value;
  if (node === null || typeof node !== "object") throw new Error(`There is nothing at ${operation.path}.`);
  const copy = Array.isArray(node) ? [...node] : { ...node };
  if (rest.length) copy[step] = changed(copy[step], rest, operation);
  else if (!Array.isArray(copy)) op === "remove" ? delete copy[step] : (copy[step] = value);
  else if (op === "replace") copy[Number(step)] = value;
  else if (op === "remove") copy.splice(Number(step), 1);
  else copy.splice(step === "-" ? copy.length : Number(step), 0, value);
  return copy;
}
