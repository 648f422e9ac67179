/** A request, or word that nobody wants the answer to an earlier one. */
export type ThreadMessage<Request> =
  | { readonly id: number; readonly request: Request }
  | { readonly id: number; readonly isCancelled: true };

/** Progress comes any number of times before the answer. */
export type AnswerMessage<Answer, Progress> =
  | { readonly id: number; readonly progress: Progress }
  | { readonly id: number; readonly answer: Answer }
  | { readonly id: number; readonly failure: CarriedFailure };

/** A message between threads keeps of an error its message, stack and cause, hence the rest beside it. */
export interface CarriedFailure {
  readonly thrown: unknown;
  readonly fields: Readonly<Record<string, unknown>>;
}

export function carryFailure(thrown: unknown): CarriedFailure {
  if (!(thrown instanceof Error)) return { thrown, fields: {} };
  const plain = Object.entries(thrown).filter(([, value]) => PLAIN_TYPES.has(typeof value));
  return { thrown, fields: { name: thrown.name, ...Object.fromEntries(plain) } };
}

/** What was thrown in the thread. Of the classes only those of the language are kept; `name` and `code` are. */
export function failureOf({ thrown, fields }: CarriedFailure): unknown {
  return thrown instanceof Error ? Object.assign(thrown, fields) : thrown;
}

const PLAIN_TYPES = new Set(['string', 'number', 'bigint', 'boolean']);

/** A thread is gone, by an end that was asked for or by a fault, and what it was asked has no answer. */
export class ThreadError extends Error {
  override readonly name = 'ThreadError';
  readonly code = 'ERR_THREAD_ENDED';
}
