// What the tests use of node:test, for browsers: `run` runs those that were declared, one after the other.

const declared = [];

export function test(name, use) {
  declared.push([name, use]);
}

/** Returns the name of each test, and what it failed with, if it did. */
export async function run() {
  const results = [];
  for (const [name, use] of declared) {
    try {
      await use();
      results.push([name, null]);
    } catch (error) {
      results.push([name, String(error?.stack ?? error)]);
    }
  }
  return results;
}
