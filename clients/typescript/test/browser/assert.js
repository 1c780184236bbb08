// What the tests use of node:assert/strict, for browsers.

class AssertionError extends Error {}

function assert(value, message = "the value is falsy") {
  if (!value) throw new AssertionError(message);
}

function isSame(one, other) {
  if (one instanceof Set && other instanceof Set) return isSame([...one].sort(), [...other].sort());
  if (typeof one !== "object" || typeof other !== "object" || one === null || other === null) return Object.is(one, other);
  const names = Object.keys(one);
  return (
    Array.isArray(one) === Array.isArray(other) &&
    names.length === Object.keys(other).length &&
    names.every((name) => Object.hasOwn(other, name) && isSame(one[name], other[name]))
  );
}

assert.equal = (one, other) => assert(Object.is(one, other), `${one} is not ${other}`);
assert.deepEqual = (one, other) => assert(isSame(one, other), `${JSON.stringify(one)} is not ${JSON.stringify(other)}`);
assert.match = (text, pattern) => assert(pattern.test(text), `${text} does not match ${pattern}`);
/** Takes a class, a pattern of the message, or a function that returns whether it is the expected error. */
function fits(error, expected) {
  assert(error, "nothing is thrown");
  const isClass = expected === Error || expected.prototype instanceof Error;
  const isExpected = expected instanceof RegExp ? expected.test(error.message) : isClass ? error instanceof expected : expected(error);
  assert(isExpected, `${error.name}: ${error.message} is not the expected error`);
}

assert.throws = (use, expected) => {
  let thrown;
  try {
    use();
  } catch (error) {
    thrown = error;
  }
  fits(thrown, expected);
};
assert.rejects = async (promise, expected) => fits(await promise.then(() => undefined, (why) => why), expected);

export default assert;
