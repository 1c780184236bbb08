// What the tests use of node:timers/promises, for browsers.

export const setTimeout = (milliseconds) => new Promise((done) => globalThis.setTimeout(done, milliseconds));
