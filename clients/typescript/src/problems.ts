/** Errors: each problem that the service returns is thrown as a class of its own, chosen by its stable code. */

import type { components } from "./api.ts";

/** The body of an error response, as RFC 9457 defines it, with Yarrow's own members. */
export type Problem = components["schemas"]["Problem"];

/** The class of the errors of requests and live feeds. */
export class YarrowError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = new.target.name;
  }
}

/**
 * No service could be reached within the client's `patience`. `key` is the `Idempotency-Key` of the request, if it has one:
 * whether the service has executed it is not known, and sending it again with this key executes it at most once. A request
 * that makes a token or an invitation has none; the message says what to do if it may have been executed.
 */
export class Unreachable extends YarrowError {
  key?: string;
}

/** The service went away in the middle of a response that cannot be resumed, such as a bundle. Ask for it again. */
export class Interrupted extends Unreachable {}

/** The response is not from Yarrow, or a proxy has changed it. */
export class NotYarrow extends YarrowError {}

/** The response does not have the shape that this version of the client reads; install that of the service. */
export class OtherVersion extends NotYarrow {}

/** An ID, a token, a speaker, a language or a key cannot be sent; no request was made with it. */
export class InvalidArgument extends YarrowError {}

/** The service shows another history than before. */
export class HistoryDiffers extends YarrowError {}

/** An error response: `code` is for programs, `detail` for people; `problem` has all members. */
export class ProblemError extends YarrowError {
  readonly problem: Problem;
  /** seconds after which a retry may succeed */
  readonly retryAfter: number | undefined;

  constructor(problem: Problem, retryAfter?: number) {
    super(`${problem.detail} (${problem.rule ?? problem.code})`);
    [this.problem, this.retryAfter] = [problem, retryAfter];
  }

  get code(): Problem["code"] {
    return this.problem.code;
  }

  get detail(): string {
    return this.problem.detail;
  }

  /** the part of the request at fault */
  get field(): string | undefined {
    return this.problem.field ?? undefined;
  }

  /** the rule that refused a command */
  get rule(): string | undefined {
    return this.problem.rule ?? undefined;
  }

  /** types of the commands that would be legal */
  get legal(): readonly string[] {
    return this.problem.legal ?? [];
  }
}

/** The rules do not allow the command now; choose another. */
export class Refused extends ProblemError {}
/** The request is invalid; correct it. */
export class Invalid extends ProblemError {}
/** The service does not have the ruleset, or the request does not name one. `Yarrow.rulesets` lists them. */
export class UnknownRuleset extends Invalid {}
/** The faces that were sent are missing or wrong; `problem.needed` is the throw that needs them. */
export class FacesWanted extends ProblemError {}
/** The speaker may not do this, or the token is missing or invalid. */
export class NotAllowed extends ProblemError {}
/** The token is missing, not valid, revoked or has expired; get a new one. */
export class Unauthorized extends NotAllowed {}
/** The resource does not exist. */
export class NotFound extends ProblemError {}
/** The encounter is not at the expected version; read the new events and decide again. */
export class Conflict extends ProblemError {}
/** The encounter is closed. */
export class Closed extends Conflict {}
/** The request is too large, or there are too many. */
export class TooMuch extends ProblemError {}
/** The service is unavailable, did not receive the request in time, or cannot confirm that a command is durable. */
export class Unavailable extends ProblemError {}

const CLASS_OF_CODE: Readonly<Record<string, typeof ProblemError>> = {
  refused: Refused,
  unauthorized: Unauthorized,
  ruleset_missing: UnknownRuleset,
  closed: Closed,
  batch_too_large: TooMuch,
  limit_reached: TooMuch,
  faces_missing: FacesWanted,
  faces_left_over: FacesWanted,
  faces_wrong: FacesWanted,
  faces_refused: FacesWanted,
};
const CLASS_OF_STATUS: Readonly<Record<number, typeof ProblemError>> = {
  400: Invalid,
  401: NotAllowed,
  403: NotAllowed,
  404: NotFound,
  405: Invalid,
  406: Invalid,
  408: Unavailable,
  409: Conflict,
  413: TooMuch,
  415: Invalid,
  422: Invalid,
  429: TooMuch,
  503: Unavailable,
};

/** Returns the error for the body of an error response: a problem, or NotYarrow if it is none. */
export function problemOf(status: number, body: string, retryAfter: string | null = null): YarrowError {
  let problem: Problem;
  try {
    problem = JSON.parse(body) as Problem;
  } catch {
    problem = {} as Problem;
  }
  if (typeof problem?.code !== "string" || typeof problem.detail !== "string")
    return new NotYarrow(`The response with status ${status} is not a problem of Yarrow: ${body.slice(0, 200)}`);
  const known = Object.hasOwn(CLASS_OF_CODE, problem.code) ? CLASS_OF_CODE[problem.code] : CLASS_OF_STATUS[status];
  const kind = problem.rulesets?.length ? UnknownRuleset : (known ?? ProblemError);
  const seconds = retryAfter !== null && /^\d+$/.test(retryAfter) ? Number(retryAfter) : undefined;
  return new kind({ ...problem, status }, seconds);
}
