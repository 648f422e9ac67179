/** A request, the cancellation of an earlier one, or the answer to a question that the thread asked for it. */
export type ThreadMessage<Request> =
  | { readonly id: number; readonly request: Request }
  | { readonly id: number; readonly isCancelled: true }
  | ({ readonly id: number; readonly questionId: number } & QuestionOutcome);

export type QuestionOutcome = { readonly answer: unknown } | { readonly failure: CarriedFailure };

/** Progress and questions come any number of times before the answer. */
export type AnswerMessage<Answer, Progress> =
  | { readonly id: number; readonly progress: Progress }
  | { readonly id: number; readonly questionId: number; readonly question: unknown }
  | { readonly id: number; readonly answer: Answer }
  | { readonly id: number; readonly failure: CarriedFailure };

/** A message between threads copies only message, stack and cause of an error, so `fields` has the rest. */
export interface CarriedFailure {
  readonly thrown: unknown;
  readonly fields: Readonly<Record<string, unknown>>;
}

export function carryFailure(thrown: unknown): CarriedFailure {
  if (!(thrown instanceof Error)) return { thrown, fields: {} };
  const plain = Object.entries(thrown).filter(([, value]) => PLAIN_TYPES.has(typeof value));
  return { thrown, fields: { name: thrown.name, ...Object.fromEntries(plain) } };
}

/** The error of the thread. It loses a class of our own, but not its `name` and `code`. */
export function failureOf({ thrown, fields }: CarriedFailure): unknown {
  return thrown instanceof Error ? Object.assign(thrown, fields) : thrown;
}

const PLAIN_TYPES = new Set(['string', 'number', 'bigint', 'boolean']);

/** A thread has ended, on request or by a fault, and its requests have no answer. */
export class ThreadError extends Error {
  override readonly name = 'ThreadError';
  readonly code = 'ERR_THREAD_ENDED';
}
